#pragma once
/// Which face of a shape is farthest along a direction, and where two such faces lie against each other: the deepest,
/// or the nearest, points.

#include <hitbox/narrow/facets.hpp>

namespace hitbox::detail {

/// The face (or corner) of a shape that is farthest along a direction, from clockwise to counter-clockwise.
template <scalar W>
struct face {
    vec2<W> first{}, last{};
    bool wide = false;  // the shape, radius included, is certainly wider along the direction than some `reach`
};

/// The corner farthest along a direction; of several the first.
template <scalar T, class List, scalar W>
[[nodiscard]] constexpr std::size_t farthest_corner(const facets<T, List>& s, vec2<W> direction) noexcept {
    const vec2<W> start = s.wide(0);
    W most{0};
    std::size_t at = 0;
    for (std::size_t i = 1; i < s.size(); ++i) {
        const W reach = dot(direction, s.wide(i) - start);
        at = reach > most ? i : at;
        most = larger(most, reach);
    }
    return at;
}

/// Both ways round from a farthest corner: those within `slack` of it belong to the face, and it ends where they turn
/// back, for of a shape that is thinner than `slack` all are. The corners of a moved view may be out of order, but not
/// by more than rounding.
template <scalar T, class List, scalar W>
[[nodiscard]] constexpr face<W> face_around(const facets<T, List>& s, std::size_t at, vec2<W> direction, W slack,
                                            W reach) noexcept {
    const std::size_t n = s.size();
    const vec2<W> top = s.wide(at);
    const auto below = [&](std::size_t i) { return dot(direction, top - s.wide(i)); };
    std::size_t first = at, last = at;
    W low{0}, high{0};
    for (std::size_t i = next_index(at, n); i != at && below(i) <= slack; i = next_index(i, n)) {
        const W place = cross(direction, s.wide(i) - top);
        if (place > high) high = place, last = i;
    }
    for (std::size_t i = at; (i = (i == 0 ? n : i) - 1) != last && below(i) <= slack;) {
        const W place = cross(direction, s.wide(i) - top);
        if (place < low) low = place, first = i;
    }
    // Two corners opposite tell of most shapes that they are wide.
    const std::size_t far_off = at + n / 2 < n ? at + n / 2 : at + n / 2 - n;
    const W width = larger(below(far_off), below(next_index(far_off, n))) + W(2) * s.wide_radius();
    return {s.wide(first), s.wide(last), width > reach};
}

/// The whole face, wherever it is.
template <scalar T, class List, scalar W>
[[nodiscard]] constexpr face<W> farthest_face(const facets<T, List>& s, vec2<W> direction, W slack) noexcept {
    return face_around(s, farthest_corner(s, direction), direction, slack, most<W>());
}

/// The places of a face's ends along the tangent of `direction`, in world order: from left to right.
template <scalar W>
struct stretch {
    vec2<W> first{}, last{};
    W first_place{}, last_place{};
};
template <scalar W>
[[nodiscard]] constexpr stretch<W> stretch_of(const face<W>& f, vec2<W> direction, vec2<W> origin) noexcept {
    const bool in_order = !before(f.last, f.first);
    const vec2<W> first = in_order ? f.first : f.last, last = in_order ? f.last : f.first;
    return {first, last, cross(direction, first - origin), cross(direction, last - origin)};
}

/// The point at a place along the tangent, or the end nearest to it.
template <scalar W>
[[nodiscard]] constexpr vec2<W> point_on(const stretch<W>& s, W place) noexcept {
    const W width = s.last_place - s.first_place;
    if (width == W(0)) return s.first;
    const W fraction = (place - s.first_place) / width;
    if (!(fraction > W(0))) return s.first;
    if (!(fraction < W(1))) return s.last;
    return s.first + (s.last - s.first) * fraction;
}

/// The middle of what two stretches share.
template <scalar W>
[[nodiscard]] constexpr W shared_place(const stretch<W>& a, const stretch<W>& b) noexcept {
    const W low = larger(smaller(a.first_place, a.last_place), smaller(b.first_place, b.last_place));
    const W high = smaller(larger(a.first_place, a.last_place), larger(b.first_place, b.last_place));
    return (low + high) / W(2);
}

/// Points of two hulls that face each other along a direction.
template <scalar W>
struct facing_points {
    vec2<W> on_a{}, on_b{};
    bool wide_a = false, wide_b = false;  // certainly wider along it than `reach`, radius included
};

/// The middle of the stretch that the faces along n share, or the ends where they do not. Corners within `slack` belong
/// to a face. at_a and at_b: corners that are farthest, where they are known.
template <scalar T, class A, class B, scalar W>
[[nodiscard]] constexpr facing_points<W> points_along(const facets<T, A>& a, const facets<T, B>& b, vec2<W> n, W slack,
                                                      std::size_t at_a = nowhere, std::size_t at_b = nowhere,
                                                      W reach = most<W>()) noexcept {
    const vec2<W> back = vec2<W>{} - n;
    const face<W> face_a = face_around(a, at_a != nowhere ? at_a : farthest_corner(a, n), n, slack, reach);
    const face<W> face_b = face_around(b, at_b != nowhere ? at_b : farthest_corner(b, back), back, slack, reach);
    const vec2<W> origin = midpoint(face_a.first, face_b.first);
    const stretch<W> of_a = stretch_of(face_a, n, origin), of_b = stretch_of(face_b, n, origin);
    const W place = shared_place(of_a, of_b);
    return {point_on(of_a, place) + n * a.wide_radius(), point_on(of_b, place) - n * b.wide_radius(), face_a.wide,
            face_b.wide};
}

/// How far rounding may have turned a face: that of its coordinates, and that of projecting it in arithmetic no wider.
template <scalar T>
[[nodiscard]] constexpr wide_t<T> face_slack(wide_t<T> largest) noexcept {
    using W = wide_t<T>;
    return (std::same_as<W, T> ? W(8) : W(1)) * static_cast<W>(unit_roundoff<T>()) * largest;
}

}  // namespace hitbox::detail
