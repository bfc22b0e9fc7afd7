#pragma once

#include <cstddef>

namespace hitbox_tests {

/// How often something is tried at random: an unoptimised build, as in most of CI, takes about four times as long; and
/// where the same is asked hundreds of times, few must do.
constexpr std::size_t many_if_optimised([[maybe_unused]] std::size_t many, [[maybe_unused]] std::size_t few) {
#if defined(__OPTIMIZE__) && !defined(HITBOX_TESTS_FEW_ROUNDS)
    return many;
#else
    return few;
#endif
}

}  // namespace hitbox_tests
