#pragma once

#include <cstddef>

// The number of random cases of all test files. HITBOX_ROUNDS is
//     0  the quick set: laws with a sample of the shapes, and few random cases
//     1  all shapes, few random cases
//     2  all shapes; more random cases in an optimised build; the default
//     3  everything
#ifndef HITBOX_ROUNDS
#  define HITBOX_ROUNDS 2
#endif
// The quick set tests some types where all others test many: each type is compiled for itself.
#ifndef HITBOX_FEW_TYPES
#  define HITBOX_FEW_TYPES 0
#endif

namespace hitbox_tests {

// The functions are static, because a program may have files with and without optimisation.

/// Returns the number of random cases: `many` in an optimised build; `few` in an unoptimised build, which takes about
/// four times as long, and in a test that runs hundreds of times. The quick set tries half of `few`.
static constexpr std::size_t many_if_optimised([[maybe_unused]] std::size_t many, [[maybe_unused]] std::size_t few) {
#if defined(__OPTIMIZE__) && HITBOX_ROUNDS >= 2
    return many;
#elif HITBOX_ROUNDS == 0
    return (few + 1) / 2;
#else
    return few;
#endif
}

/// Returns the number of times that a case must have occurred in a test of all shapes; a smaller one for a sample of
/// shapes.
template <class N>
static constexpr N if_all_are_tested(N times) {
#if HITBOX_ROUNDS == 0
    return times / 20;
#else
    return times;
#endif
}

/// True if everything is tested, also in an unoptimised build; false by default.
inline constexpr bool all_are_tested = HITBOX_ROUNDS == 3;

/// Returns the number of cases of a test that takes seconds without optimisation. Most findings come early, so all
/// builds but that of everything try only `few`.
template <class N>
static constexpr N many_if_all(N many, N few) {
    return all_are_tested ? many : few;
}

/// Selects each n-th of a series of cases, or all of them if everything is tested. To test all values of each list of a
/// nest of loops, n must not divide the number of values of a list.
class sample_of_cases {
public:
    explicit constexpr sample_of_cases(int n) noexcept : step_{many_if_all(1, n)} {}
    [[nodiscard]] constexpr bool operator()() noexcept { return ++count_ % step_ == 0; }
    /// Returns n, or 1 if everything is tested.
    [[nodiscard]] constexpr int step() const noexcept { return step_; }

private:
    int step_, count_ = 0;
};

}  // namespace hitbox_tests
