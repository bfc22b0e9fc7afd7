#pragma once
// Included before everything else in hitbox_tests, which passes invalid shapes to the library on purpose. The condition
// of the hook is compiled but never evaluated.

#define HITBOX_ASSERT(condition, why) static_cast<void>(sizeof(static_cast<bool>(condition)))
