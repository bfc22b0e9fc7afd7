#pragma once
/// Two coordinates: a point, an offset or a direction; the conversion of other libraries' vectors; and cross products
/// with their rounding errors.

#include <hitbox/core/scalar.hpp>

namespace hitbox {

/// A point or a direction, with the operators +, -, * and / of vectors and numbers. As a shape it is a point.
template <scalar T>
struct vec2 {
    using scalar_type = T;

    T x{};
    T y{};

    [[gnu::always_inline]] friend constexpr bool operator==(const vec2&, const vec2&) = default;

    [[gnu::always_inline]] friend constexpr vec2 operator+(vec2 a, vec2 b) noexcept {
        return {T(a.x + b.x), T(a.y + b.y)};
    }
    [[gnu::always_inline]] friend constexpr vec2 operator-(vec2 a, vec2 b) noexcept {
        return {T(a.x - b.x), T(a.y - b.y)};
    }
    [[gnu::always_inline]] friend constexpr vec2 operator-(vec2 a) noexcept { return {T(-a.x), T(-a.y)}; }
    [[gnu::always_inline]] friend constexpr vec2 operator*(vec2 a, T k) noexcept {
        return {product(a.x, k), product(a.y, k)};
    }
    [[gnu::always_inline]] friend constexpr vec2 operator*(T k, vec2 a) noexcept { return a * k; }
    [[gnu::always_inline]] friend constexpr vec2 operator/(vec2 a, T k) noexcept { return {T(a.x / k), T(a.y / k)}; }
    [[gnu::always_inline]] constexpr vec2& operator+=(vec2 b) noexcept { return *this = *this + b; }
    [[gnu::always_inline]] constexpr vec2& operator-=(vec2 b) noexcept { return *this = *this - b; }
    [[gnu::always_inline]] constexpr vec2& operator*=(T k) noexcept { return *this = *this * k; }
    [[gnu::always_inline]] constexpr vec2& operator/=(T k) noexcept { return *this = *this / k; }
};

// Vectors of two number types are not mixed. The compiler's message shows the comment beside the deleted overload.
template <class T, class U>
void operator+(vec2<T>, vec2<U>) = delete;  // write both with the same number type: vec2{0.f, 3.f}
template <class T, class U>
void operator-(vec2<T>, vec2<U>) = delete;  // write both with the same number type: vec2{0.f, 3.f}
template <class T, class U>
void operator+=(vec2<T>&, vec2<U>) = delete;  // write both with the same number type: vec2{0.f, 3.f}
template <class T, class U>
void operator-=(vec2<T>&, vec2<U>) = delete;  // write both with the same number type: vec2{0.f, 3.f}

template <class T>
vec2(T, T) -> vec2<T>;

namespace detail {
inline namespace HITBOX_ISA {

/// Returns the vector in another number type.
template <scalar To, scalar From>
[[nodiscard]] constexpr vec2<To> vec_cast(vec2<From> v) noexcept {
    return {round_to<To>(v.x), round_to<To>(v.y)};
}
template <scalar From>
[[nodiscard]] constexpr vec2<wide_t<From>> widen(vec2<From> v) noexcept {
    return vec_cast<wide_t<From>>(v);
}

/// Returns a power of two by which coordinates up to `largest` are scaled, so that fourth powers neither overflow nor
/// underflow. It brings extreme numbers to about 1, and is 1 for all other numbers. Types other than double are not
/// scaled: the result is 1.
template <scalar T>
[[nodiscard]] constexpr T safe_scale(T largest) noexcept {
    if constexpr (std::same_as<T, double>) {
        if (largest > power_of_two(-200) && largest < power_of_two(200)) return 1;
        const int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(largest) >> 52 & 2047) - 1023;
        return power_of_two(smaller(1000, larger(-1000, -exponent)));
    } else {
        return T(1);
    }
}

template <real T>
[[nodiscard]] constexpr T length_of(vec2<T> v) noexcept {
    const T scale = safe_scale(larger(magnitude(v.x), magnitude(v.y)));
    const vec2<T> w = v * scale;
    return square_root(dot(w, w)) / scale;
}

/// Returns v with 0 in place of -0. Answers have no signed zeros, so that equal answers have the same bits.
template <scalar T>
[[nodiscard]] constexpr vec2<T> unsigned_zeros(vec2<T> v) noexcept {
    return v + vec2<T>{};
}

/// Returns v / |v|, or `fallback` if v is zero or not finite.
template <real T>
[[nodiscard]] constexpr vec2<T> direction_of(vec2<T> v, vec2<T> fallback) noexcept {
    const T largest = larger(magnitude(v.x), magnitude(v.y));
    if (!(largest > T(0)) || !is_finite(v)) return fallback;
    const vec2<T> w = v * safe_scale(largest);
    return unsigned_zeros(w / square_root(dot(w, w)));
}

template <class V>
concept has_coordinate_members = requires(const V& v) {
    requires scalar<std::remove_cvref_t<decltype(v.x)>>;
    requires scalar<std::remove_cvref_t<decltype(v.y)>>;
};
template <class V>
concept has_coordinate_functions = requires(const V& v) {
    requires scalar<std::remove_cvref_t<decltype(v.x())>>;
    requires scalar<std::remove_cvref_t<decltype(v.y())>>;
};

/// Eigen's vectors of any size have a z(), but also a constant size (-1 if it is known at run time only).
template <class V>
concept has_size_two = V::SizeAtCompileTime == 2 || V::SizeAtCompileTime == -1;

/// Whether a type has more than two numbers, like a 3D vector, a colour or a rectangle. A conversion would lose some of
/// them.
template <class V>
inline constexpr bool has_more_than_two =
    !has_size_two<V> &&
    (
        requires(const V& v) { v.z; } || requires(const V& v) { v.z(); } || requires(const V& v) { v.w; } ||
        requires(const V& v) { v.width; } || requires(const V& v) { v.width(); });

template <class V>
concept has_assignable_members =
    std::default_initializable<V> && has_coordinate_members<V> && requires(V v) { v.x = v.x, v.y = v.y; };
template <class V>
concept has_assignable_functions =
    std::default_initializable<V> && has_coordinate_functions<V> && requires(V v) { v.x() = v.x(), v.y() = v.y(); };
/// Whether a coordinate of type `From` converts to `To`: both are the same type, both are floating-point types (the
/// number may be rounded), or `To` is a signed integer type at least as wide.
template <class To, class From>
concept holds_coordinate = std::same_as<To, From> || (std::floating_point<To> && std::floating_point<From>) ||
                           (std::signed_integral<To> && std::signed_integral<From> && sizeof(To) >= sizeof(From));

/// Returns a number of the coordinate type of V if that can be determined, else of type T. Only its type is used.
template <class V, class T>
[[nodiscard]] constexpr auto coordinate_of() noexcept {
    if constexpr (has_assignable_members<V>) return std::remove_cvref_t<decltype(std::declval<V&>().x)>{};
    else if constexpr (has_assignable_functions<V>) return std::remove_cvref_t<decltype(std::declval<V&>().x())>{};
    else return T{};
}

/// A number and its rounding error. The error is computed for double only, which has no wider type.
template <scalar W>
struct with_rest {
    W value{}, rest{};
};

/// Whether values of T keep their rounding errors, because there is no wider type.
template <scalar T>
inline constexpr bool is_compensated = std::same_as<T, double>;

/// The difference of two points; for double, with its rounding errors.
template <scalar T>
struct point_difference {
    vec2<wide_t<T>> value{}, rest{};
};
template <scalar T>
[[nodiscard, gnu::always_inline]] constexpr point_difference<T> difference_of(vec2<wide_t<T>> to,
                                                                              vec2<wide_t<T>> from) noexcept {
    if constexpr (is_compensated<T>) {
        const two_term x = two_difference(to.x, from.x), y = two_difference(to.y, from.y);
        return {{x.high, y.high}, {x.low, y.low}};
    } else {
        return {{to.x - from.x, to.y - from.y}};
    }
}

/// A cross product, and whether cancellation has left enough of its digits.
template <scalar T>
struct cross_product {
    with_rest<wide_t<T>> of{};
    bool is_accurate = true;
};
/// Returns cross(d, e). If it is accurate, it has more digits than T. For float, cancellation has taken at most 20 of
/// the 53 digits of double. For double, the error of the two terms is below 8 u^2 times the products plus 2^-1070,
/// where products underflow; with at most 40 digits lost, it is below 2^-60 times the value plus 2^-1070.
template <scalar T>
[[nodiscard, gnu::always_inline]] constexpr cross_product<T> cross_of(const point_difference<T>& d,
                                                                      const point_difference<T>& e) noexcept {
    using W = wide_t<T>;
    const W l = product(e.value.y, d.value.x), r = product(e.value.x, d.value.y);
    if constexpr (is_compensated<T>) {
        const two_term left = two_product(e.value.y, d.value.x), right = two_product(e.value.x, d.value.y);
        const double low = (left.low - right.low) + ((product(e.value.y, d.rest.x) + product(e.rest.y, d.value.x)) -
                                                     (product(e.value.x, d.rest.y) + product(e.rest.x, d.value.y)));
        const two_term high = two_difference(left.high, right.high);
        const two_term sum = two_sum(high.high, high.low + low);
        return {{sum.high, sum.low}, magnitude(sum.high) > 0x1p-40 * (magnitude(l) + magnitude(r))};
    } else {
        const W value = l - r;
        return {{value}, !exact_scalar<T> || magnitude(value) > W(0x1p-20) * (magnitude(l) + magnitude(r))};
    }
}

}  // namespace HITBOX_ISA
}  // namespace detail

/// A vector of another library: members x and y, or functions x() and y(), and no more coordinates than these (glm,
/// SFML, SDL, raylib, ImGui, Eigen).
template <class V>
concept vec_like =
    (detail::has_coordinate_members<V> || detail::has_coordinate_functions<V>) && !detail::has_more_than_two<V>;

/// A vector that `from_vec2` can make: it has assignable members or functions x and y, or it is constructed from two
/// numbers in braces. Its coordinates can represent those of T; floating-point ones may be rounded.
template <class V, class T>
concept fillable_from =
    !detail::has_more_than_two<V> && !requires { requires V::SizeAtCompileTime == -1; } &&
    detail::holds_coordinate<decltype(detail::coordinate_of<V, T>()), T> &&
    (detail::has_assignable_members<V> || detail::has_assignable_functions<V> || requires(T x) { V{x, x}; });

inline namespace HITBOX_ISA {

/// Returns |a| |b| times the cosine of the angle between them.
template <scalar T>
[[nodiscard]] constexpr T dot(vec2<T> a, vec2<T> b) noexcept {
    return static_cast<T>(product(a.x, b.x) + product(a.y, b.y));
}

/// Returns |a| |b| times the sine of the angle from a to b: positive when b lies counter-clockwise of a where y points
/// up.
template <scalar T>
[[nodiscard]] constexpr T cross(vec2<T> a, vec2<T> b) noexcept {
    return static_cast<T>(product(a.x, b.y) - product(a.y, b.x));
}

/// Returns v turned by a right angle, counter-clockwise where y points up.
template <scalar T>
[[nodiscard]] constexpr vec2<T> perp(vec2<T> v) noexcept {
    return {T(-v.y), v.x};
}

/// Returns dot(v, v). For floating-point numbers it may overflow or underflow where `length` does not.
template <scalar T>
[[nodiscard]] constexpr T length_squared(vec2<T> v) noexcept {
    return dot(v, v);
}

/// Returns the smaller x and the smaller y of two vectors: the lower corner of a box around two points.
template <scalar T>
[[nodiscard]] constexpr vec2<T>(min)(vec2<T> a, vec2<T> b) noexcept {
    return {detail::smaller(a.x, b.x), detail::smaller(a.y, b.y)};
}

/// Returns the larger x and the larger y of two vectors: the upper corner of a box around two points.
template <scalar T>
[[nodiscard]] constexpr vec2<T>(max)(vec2<T> a, vec2<T> b) noexcept {
    return {detail::larger(a.x, b.x), detail::larger(a.y, b.y)};
}

/// Returns the absolute value of each coordinate.
template <scalar T>
[[nodiscard]] constexpr vec2<T> abs(vec2<T> v) noexcept {
    return {detail::magnitude(v.x), detail::magnitude(v.y)};
}

/// Returns the point at fraction t of the segment from a to b: for finite points, exactly a at 0 and exactly b at 1.
template <real T>
[[nodiscard]] constexpr vec2<T> lerp(vec2<T> a, vec2<T> b, T t) noexcept {
    return a * (T(1) - t) + b * t;
}

/// Returns true if neither coordinate is infinite or NaN; always true for integers.
template <scalar T>
[[nodiscard]] constexpr bool is_finite(vec2<T> v) noexcept {
    if constexpr (std::floating_point<T>) {
        if (!std::is_constant_evaluated())
            return v.x * T(0) + v.y * T(0) == T(0);  // NaN from anything but finite numbers
    }
    return detail::is_finite(v.x) && detail::is_finite(v.y);
}

/// Returns the length of v. Intermediate results neither overflow nor underflow. The math library is not used.
template <real T>
[[nodiscard]] constexpr T length(vec2<T> v) noexcept {
    return static_cast<T>(detail::length_of(detail::widen(v)));
}

/// Returns the unit vector along v, or `fallback` if v is zero or not finite. The library's own fallback is {0, 1}.
template <real T>
[[nodiscard]] constexpr vec2<T> unit_or(vec2<T> v, vec2<T> fallback) noexcept {
    return detail::vec_cast<T>(detail::direction_of(detail::widen(v), detail::widen(fallback)));
}
/// Returns the same as `unit_or`, under the name that other libraries have for it.
template <real T>
[[nodiscard]] constexpr vec2<T> normalized_or(vec2<T> v, vec2<T> fallback) noexcept {
    return unit_or(v, fallback);
}

/// Returns the coordinates of another library's vector as a vec2. Convert once, where your program passes vectors to
/// hitbox.
template <vec_like V>
[[nodiscard]] constexpr auto to_vec2(const V& v) noexcept {
    if constexpr (requires { v.x(); }) return vec2<std::remove_cvref_t<decltype(v.x())>>{v.x(), v.y()};
    else return vec2<std::remove_cvref_t<decltype(v.x)>>{v.x, v.y};
}

/// Returns another library's vector with the coordinates of v: `from_vec2<glm::vec2>(v)`. Floating-point coordinates
/// are rounded to those of V.
template <class V, scalar T>
    requires fillable_from<V, T>
[[nodiscard]] constexpr V from_vec2(vec2<T> v) {
    using C = decltype(detail::coordinate_of<V, T>());
    const C x = detail::round_to<C>(v.x), y = detail::round_to<C>(v.y);
    if constexpr (detail::has_assignable_members<V>) {
        V result{};
        result.x = x, result.y = y;
        return result;
    } else if constexpr (detail::has_assignable_functions<V>) {
        V result{};
        result.x() = x, result.y() = y;
        return result;
    } else {
        return V{x, y};
    }
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
