#pragma once
// Included before everything else in the fuzzer. A caller's mistake is counted, and the library continues as without
// the hook. Valid input must never be counted, invalid input always.

#include <cstddef>

namespace fuzz {
inline std::size_t mistakes = 0;
}

#define HITBOX_ASSERT(condition, why) ((condition) ? static_cast<void>(0) : static_cast<void>(++fuzz::mistakes))
