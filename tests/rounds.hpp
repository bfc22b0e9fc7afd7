#pragma once

#include <cstddef>

// In the quick set, laws look at a sample of the shapes.
#if defined(HITBOX_TESTS_QUICK) && defined(LAW_SAMPLE)
#  define HITBOX_TESTS_SAMPLE
#endif

namespace hitbox_tests {

// Static, as the laws and the rooms, files of one program, give these functions different bodies.

/// How often something is tried at random: an unoptimised build, as in most of CI, takes about four times as long; and
/// where the same test runs hundreds of times, few must do. The laws of the quick set make do with a fifth of few.
static constexpr std::size_t many_if_optimised([[maybe_unused]] std::size_t many, [[maybe_unused]] std::size_t few) {
#if defined(__OPTIMIZE__) && !defined(HITBOX_TESTS_FEW_ROUNDS) && !defined(HITBOX_TESTS_SAMPLE)
    return many;
#elif defined(HITBOX_TESTS_SAMPLE)
    return few / 5;
#else
    return few;
#endif
}

/// How often a test of all shapes must have met something to prove anything; fewer in a sample of them.
template <class N>
static constexpr N if_all_are_asked(N times) {
#if defined(HITBOX_TESTS_SAMPLE)
    return times / 20;
#else
    return times;
#endif
}

/// True for all tests, false for the quick ones. An unoptimised build of all tests still tests everything.
#if defined(HITBOX_TESTS_ALL) && !defined(HITBOX_TESTS_FEW_ROUNDS)
inline constexpr bool all_are_asked = true;
#else
inline constexpr bool all_are_asked = false;
#endif

/// How often something is tried that takes seconds without optimisation, though most findings come
/// early: few times do for the quick set, and under sanitizers.
template <class N>
static constexpr N many_if_all(N many, N few) {
    return all_are_asked ? many : few;
}

}  // namespace hitbox_tests
