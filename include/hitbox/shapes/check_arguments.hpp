#pragma once
/// The messages of the assertion hook about invalid arguments. `valid` of each shape decides which arguments are
/// invalid.

#include <hitbox/shapes/concepts.hpp>

namespace hitbox {
namespace detail {

inline namespace HITBOX_ISA {

/// Returns a message such as "collide: the second argument, a circle, is not finite or has a negative radius".
[[nodiscard]] inline const char* words_for(const char* query, std::size_t index, const char* what) noexcept {
    constexpr const char* ordinals[] = {"first", "second", "third", "fourth", "fifth", "sixth"};
    return joined_words({query, ": the ", ordinals[index], " argument, ", what});
}

/// Returns the message for the first invalid argument. It is empty if all are valid, for hooks that evaluate their
/// message in any case.
template <class... S>
[[nodiscard]] const char* fault(const char* query, const S&... arguments) {
    static_assert(sizeof...(S) <= 6, "there are no words for more arguments");
    const bool sound[] = {is_valid(arguments)...};
    constexpr const char* complaints[] = {complaint<S>...};
    for (std::size_t i = 0; i < sizeof...(S); ++i)
        if (!sound[i]) return words_for(query, i, complaints[i]);
    return "";
}

/// Reports the first invalid argument of a query to the hook; every query calls it first. Does nothing in constant
/// evaluation, or if the hook is empty. The answer of the query does not depend on it.
template <class... S>
[[gnu::always_inline]] constexpr void check_arguments([[maybe_unused]] const char* query,
                                                      [[maybe_unused]] const S&... arguments) {
    if (!std::is_constant_evaluated()) HITBOX_ASSERT((is_valid(arguments) && ...), fault(query, arguments...));
}

/// Returns true if both shapes are valid. For an invalid one, the public query has already called check_arguments,
/// which reports it.
template <class A, class B>
[[nodiscard]] constexpr bool expect_valid(const A& a, const B& b) {
    return is_valid(a) && is_valid(b);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
