#pragma once

#include <cstddef>

// How much is tried, the one knob of all test files: HITBOX_ROUNDS is
//     0  the quick set: laws with a sample of the shapes, and few random cases
//     1  all shapes, few random cases
//     2  all shapes; more random cases in an optimised build; the default
//     3  everything
#ifndef HITBOX_ROUNDS
#  define HITBOX_ROUNDS 2
#endif
// Laws have a sample of their own in each file.
#if HITBOX_ROUNDS == 0 && defined(LAW_SAMPLE)
#  define HITBOX_ROUNDS_OF_SAMPLE 1
#else
#  define HITBOX_ROUNDS_OF_SAMPLE 0
#endif

namespace hitbox_tests {

// Static, as the laws and the rooms, files of one program, give these functions different bodies.

/// How often something is tried at random: an unoptimised build, as in most of CI, takes about four times as long; and
/// where the same test runs hundreds of times, few must do. The laws of the quick set make do with a fifth of few.
static constexpr std::size_t many_if_optimised([[maybe_unused]] std::size_t many, [[maybe_unused]] std::size_t few) {
#if defined(__OPTIMIZE__) && HITBOX_ROUNDS >= 2
    return many;
#elif HITBOX_ROUNDS_OF_SAMPLE
    return few / 5;
#else
    return few;
#endif
}

/// How often a test of all shapes must have met something to prove anything; fewer in a sample of them.
template <class N>
static constexpr N if_all_are_asked(N times) {
#if HITBOX_ROUNDS_OF_SAMPLE
    return times / 20;
#else
    return times;
#endif
}

/// True for all tests, false for the quick ones. An unoptimised build of all tests still tests everything.
inline constexpr bool all_are_asked = HITBOX_ROUNDS == 3;

/// How often something is tried that takes seconds without optimisation, though most findings come
/// early: few times do for the quick set, and under sanitizers.
template <class N>
static constexpr N many_if_all(N many, N few) {
    return all_are_asked ? many : few;
}

}  // namespace hitbox_tests
