#pragma once
/// The types `contact`, `manifold` and `cast_result`, and `flipped`, which converts an answer for (a, b) to that for
/// (b, a).

#include <hitbox/core/vec2.hpp>

#include <limits>
#include <optional>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns one coordinate of the minimum translation for a depth along a normal.
template <scalar T>
[[nodiscard]] constexpr T mtv_coordinate(T normal, T depth) noexcept {
    return normal == T(0) ? T(0) : static_cast<T>(T(0) - product(normal, depth));
}

/// Returns a positive distance rounded to T, but not to 0.
template <scalar T, scalar W>
[[nodiscard]] constexpr T positive(W distance) noexcept {
    const T rounded_once = round_to<T>(distance);
    if constexpr (std::floating_point<T>)
        return rounded_once > T(0) ? rounded_once : std::numeric_limits<T>::denorm_min();
    else return larger(rounded_once, T(0));
}

}  // namespace HITBOX_ISA
}  // namespace detail

/// The overlap of two shapes. `a` moved by `mtv()` touches `b` without penetrating it, up to rounding, and no shorter
/// translation does that.
template <scalar T>
struct contact {
    using scalar_type = T;

    vec2<T> normal{};     // unit, from a to b
    T depth{};            // >= 0; 0 where they only touch
    vec2<T> point_a{};    // the deepest point of a in b
    vec2<T> point_b{};    // the deepest point of b in a
    bool a_in_b = false;  // every point of a is in b
    bool b_in_a = false;  // every point of b is in a

    /// Returns the minimum translation vector, `-normal * depth`: add it to a's position.
    [[nodiscard, gnu::always_inline]] constexpr vec2<T> mtv() const noexcept {
        return {detail::mtv_coordinate(normal.x, depth), detail::mtv_coordinate(normal.y, depth)};
    }

    [[gnu::always_inline]] friend constexpr bool operator==(const contact&, const contact&) = default;
};

/// The bit that marks an edge in one half of a point's id. Such a half is the index of a vertex in `vertices(shape)`.
/// With this bit it is the edge from that vertex to the next. Indices beyond 32767 begin again at 0.
inline constexpr unsigned edge_feature = 0x8000;

/// A point at which two shapes press on each other.
template <scalar T>
struct manifold_point {
    using scalar_type = T;

    vec2<T> point{};  // midway between the two surfaces
    T depth{};        // from one surface to the other along the normal; negative where they are apart
    unsigned id{};    // the features that meet here: of a in the upper 16 bits, of b in the lower

    [[gnu::always_inline]] friend constexpr bool operator==(const manifold_point&, const manifold_point&) = default;
};

/// The contact points of two shapes that touch, overlap, or may do so soon, for a solver.
template <scalar T>
struct manifold {
    using scalar_type = T;

    vec2<T> normal{};               // unit, from a to b
    int count = 0;                  // 0: nothing to solve
    manifold_point<T> points[2]{};  // the first `count` of them: left to right on level ground, top to bottom on a wall

    [[nodiscard, gnu::always_inline]] constexpr const manifold_point<T>* begin() const noexcept { return points; }
    [[nodiscard, gnu::always_inline]] constexpr const manifold_point<T>* end() const noexcept { return points + count; }

    [[gnu::always_inline]] friend constexpr bool operator==(const manifold&, const manifold&) = default;
    explicit operator bool() const = delete;  // write contact_manifold(a, b).count > 0
};

/// The outcome of a cast.
enum class cast_status {
    hit,                  // they touch at `fraction`, and are apart before
    separated,            // they do not meet; or they touch at the start, and then part or slide along each other
    started_touching,     // they touch at the start, and the motion leads into the other shape
    started_overlapping,  // they penetrate at the start
    failed,               // a shape, a translation or a sweep is invalid
    step_limit,           // `time_of_impact` only: the limit of steps was reached; no contact up to `fraction`
};

/// The first touch of two moving shapes. `fraction` is the part of their translations, or of their sweeps, up to this
/// touch.
template <scalar T>
struct cast_result {
    using scalar_type = T;

    cast_status status = cast_status::failed;  // the outcome; it decides which members below have a meaning
    T fraction{};      // from 0 to 1; 1 if separated, 0 if they start touching or overlapping, or if the cast failed
    vec2<T> normal{};  // unit, out of b; on a hit against the motion of a; zero without a contact
    vec2<T> point{};   // where they touch at that fraction; for two faces, the middle of the stretch that they share
    T depth{};         // of an overlap at the start, else 0: a moved by normal * depth no longer overlaps b

    [[gnu::always_inline]] friend constexpr bool operator==(const cast_result&, const cast_result&) = default;
    explicit operator bool() const = delete;  // write .status == cast_status::hit, or != separated
};

inline namespace HITBOX_ISA {

/// Returns the same contact seen from the other shape.
template <scalar T>
[[nodiscard]] constexpr contact<T> flipped(const contact<T>& c) noexcept {
    return {vec2<T>{} - c.normal, c.depth, c.point_b, c.point_a, c.b_in_a, c.a_in_b};
}
template <class R>
[[nodiscard]] constexpr std::optional<R> flipped(const std::optional<R>& c) noexcept {
    return c ? std::optional<R>{flipped(*c)} : std::nullopt;
}

/// Returns the same manifold seen from the other shape.
template <scalar T>
[[nodiscard]] constexpr manifold<T> flipped(manifold<T> m) noexcept {
    m.normal = vec2<T>{} - m.normal;
    for (int i = 0; i < m.count; ++i) m.points[i].id = m.points[i].id << 16 | m.points[i].id >> 16;
    return m;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
