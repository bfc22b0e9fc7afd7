#pragma once
/// A value, or the reason why there is none: the return type of functions that make shapes.

#include <hitbox/core/assert.hpp>

#include <cstddef>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns a message with the reason and the index of an error; `what` alone if the error has no `to_string`.
template <class E>
[[nodiscard]] const char* words_for_error(const char* what, E error, std::size_t index) noexcept {
    if constexpr (requires { static_cast<const char*>(to_string(error)); }) {
        char digits[24];
        char* first = digits + sizeof digits - 1;
        *first = '\0';
        do *--first = static_cast<char>('0' + index % 10);
        while ((index /= 10) > 0);
        return joined_words({what, ": ", to_string(error), ", index ", first});
    } else {
        return what;
    }
}

/// Passes `what` and the error of a result without a value to the hook. Returns true if it has a value.
template <class Result>
[[gnu::always_inline]] constexpr bool expect_value(const Result& r, [[maybe_unused]] const char* what) {
    if (!std::is_constant_evaluated())
        HITBOX_ASSERT(r.has_value(), r.has_value() ? "" : words_for_error(what, r.error(), r.index()));
    return r.has_value();
}

}  // namespace HITBOX_ISA
}  // namespace detail

/// The result of a maker, which may refuse its input: a value, or an error with an index. E is an enum with a
/// `to_string`. Reading a value that does not exist is a mistake of the caller: HITBOX_ASSERT reports it, and a default
/// T is returned.
template <class T, class E = typename T::error_type>
class result {
public:
    using value_type = T;
    using error_type = E;
    /// The second index of an error that has only one.
    static constexpr std::size_t no_index = static_cast<std::size_t>(-1);

    [[gnu::always_inline]] constexpr result(const T& value) : value_{value}, has_value_{true} {}
    [[gnu::always_inline]] constexpr result(E error, std::size_t index, std::size_t other_index = no_index)
        : error_{error}, index_{index}, other_index_{other_index} {}

    [[nodiscard, gnu::always_inline]] constexpr bool has_value() const noexcept { return has_value_; }
    [[nodiscard, gnu::always_inline]] constexpr explicit operator bool() const noexcept { return has_value(); }

    /// Returns the value: by value from a temporary result, so that `for (vec2<T> p : vertices(*make(points)))` and
    /// `const auto& shape = *make(points)` refer to no destroyed object. @pre has_value()
    [[nodiscard, gnu::always_inline]] constexpr const T& value() const& {
        detail::expect_value(*this, "a result without a value was read");
        return value_;
    }
    [[nodiscard, gnu::always_inline]] constexpr T value() && {
        detail::expect_value(*this, "a result without a value was read");
        return static_cast<T&&>(value_);
    }
    [[nodiscard, gnu::always_inline]] constexpr const T& operator*() const& { return value(); }
    [[nodiscard, gnu::always_inline]] constexpr T operator*() && { return static_cast<result&&>(*this).value(); }
    [[nodiscard, gnu::always_inline]] constexpr const T* operator->() const { return &value(); }
    /// Returns the value, or `other` if there is none.
    [[nodiscard, gnu::always_inline]] constexpr T value_or(const T& other) const { return has_value_ ? value_ : other; }

    /// Returns the reason why there is no value. @pre !has_value()
    [[nodiscard, gnu::always_inline]] constexpr E error() const noexcept { return error_; }
    /// Returns the index of the input element at fault, counted from 0; the maker documents other cases.
    /// @pre !has_value()
    [[nodiscard, gnu::always_inline]] constexpr std::size_t index() const noexcept { return index_; }
    /// Returns the index of the second element if two elements conflict, else index().
    /// @pre !has_value()
    [[nodiscard, gnu::always_inline]] constexpr std::size_t other_index() const noexcept {
        return other_index_ == no_index ? index_ : other_index_;
    }

private:
    T value_{};
    E error_{};
    std::size_t index_{}, other_index_ = no_index;
    bool has_value_ = false;
};

}  // namespace hitbox
