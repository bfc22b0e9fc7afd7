#pragma once
// Included before everything else in hitbox_tests, which feeds the library broken shapes on purpose:
// the condition is still compiled, never evaluated.

#define HITBOX_ASSERT(condition, why) static_cast<void>(sizeof(static_cast<bool>(condition)))
