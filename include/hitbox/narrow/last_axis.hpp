#pragma once
/// The test of a single axis, and queries of the same pair in every frame, which test the last separating axis first.

#include <hitbox/narrow/collide.hpp>
#include <hitbox/narrow/intersects.hpp>
#include <hitbox/narrow/separating_axis.hpp>
#include <hitbox/shapes/any_shape.hpp>

namespace hitbox {
namespace sat {

/// The axis of a pair that is kept between two queries: the one along which the shapes were farthest apart, or (for a
/// shape known by its support only) overlapped the least. A default one is empty. It only decides which axis is tested
/// first, so its contents never change a bit of an answer.
template <std::floating_point T>
    requires exact_scalar<T>
struct last_axis {
    using scalar_type = T;

    vec2<T> axis{};  // from a to b; used only if it is about a unit vector

    [[gnu::always_inline]] friend constexpr bool operator==(const last_axis&, const last_axis&) = default;
};

}  // namespace sat

namespace detail {
inline namespace HITBOX_ISA {

/// The extent of a shape's vertices along an axis (`farthest`), and an upper bound for their coordinates (`size`).
template <std::floating_point T>
struct axis_extent {
    T farthest = -std::numeric_limits<T>::infinity();
    T size{};
};

// The number in the comment of each function below is an error bound for `farthest`, in units of u |n|_1 size; u is the
// unit roundoff.

template <class List, std::floating_point T>
[[nodiscard]] inline axis_extent<T> extent_of_list(const List& list, vec2<T> n) noexcept {  // 2: product and sum
    axis_extent<T> found;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const vec2<T> p = list[i];
        found.farthest = larger(found.farthest, static_cast<T>(p.x * n.x + p.y * n.y));
        found.size = larger(found.size, larger(magnitude(p.x), magnitude(p.y)));
    }
    return found;
}

template <class S, std::floating_point T>
[[nodiscard]] inline axis_extent<T> extent_along(const S& s, vec2<T> n) noexcept {
    return extent_of_list(vertices(s), n);
}
template <std::floating_point T>
[[nodiscard]] inline axis_extent<T> extent_along(const triangle<T>& s, vec2<T> n) noexcept {
    return extent_of_list(vertex_list<T, 3>{{s.a, s.b, s.c}, 3}, n);  // in any winding, and for degenerate triangles
}
template <std::floating_point T>
[[nodiscard]] inline axis_extent<T> extent_along(const aabb<T>& s, vec2<T> n) noexcept {  // 2
    const vec2<T> size = (max)(abs(s.min), abs(s.max));
    return {larger(s.min.x * n.x, s.max.x * n.x) + larger(s.min.y * n.y, s.max.y * n.y), larger(size.x, size.y)};
}

template <std::floating_point T, std::size_t N>
[[nodiscard]] inline axis_extent<T> extent_along(const convex_polygon<T, N>& s, vec2<T> n) noexcept {  // 2; whole lanes
    const pack<T> x = pack_of(n.x), y = pack_of(n.y);
    pack<T> maxima = load_pack(s.x()) * x + load_pack(s.y()) * y;
    for (std::size_t i = pack_size<T>; i < s.lanes; i += pack_size<T>)
        maxima = upper(maxima, load_pack(s.x() + i) * x + load_pack(s.y() + i) * y);
    return {highest<T>(maxima), s.largest_coordinate()};
}

/// 13: rounding of the vertices 6, projection of the centre 2, projections of the sides 3, sums 2.
template <std::floating_point T>
[[nodiscard]] inline axis_extent<T> extent_along(const obb<T>& s, vec2<T> n) noexcept {
    const vec2<T> c = abs(s.center), h = s.half_extents;
    const rot2<T> r = s.rotation;
    const T along_x = magnitude(n.x * r.c + n.y * r.s), along_y = magnitude(n.y * r.c - n.x * r.s);
    return {s.center.x * n.x + s.center.y * n.y + h.x * along_x + h.y * along_y, larger(c.x, c.y) + (h.x + h.y)};
}

/// The axis is turned instead of the vertices. 19: the shape's own 13 along a turned axis of up to 1.42 |n|_1, for at
/// most half of `size`; rounding of the turned axis 2, rounding of the vertices of the placed shape 4, projection of
/// the translation 2, sum 1.
template <class S, std::floating_point T>
    requires faceted<S>
[[nodiscard]] inline axis_extent<T> extent_along(const placed<S>& s, vec2<T> n) noexcept {
    const vec2<T> t = s.transform.translation, offset = abs(t);
    const rot2<T> r = s.transform.rotation;
    const axis_extent<T> own = extent_along(s.shape, vec2<T>{n.x * r.c + n.y * r.s, n.y * r.c - n.x * r.s});
    return {t.x * n.x + t.y * n.y + own.farthest, larger(offset.x, offset.y) + T(2) * own.size};
}

/// Returns the extent of the shape that an any_shape or a rounded shape contains. The caller adds the radii.
template <std::floating_point T, std::size_t N>
[[nodiscard]] inline axis_extent<T> extent_along(const any_shape<T, N>& s, vec2<T> n) noexcept {
    return std::visit([n](const auto& known) { return extent_along(known, n); }, s.value);
}
template <class S, std::floating_point T>
    requires(indirect<S> && !faceted<S>)
[[nodiscard]] inline axis_extent<T> extent_along(const S& s, vec2<T> n) noexcept {
    return resolve(s, [n](const auto& known) { return extent_along(known, n); });
}

/// Returns true if two shapes are certainly apart along n. The error of the gap is below 48 u (size_a + size_b): with
/// |n|_1 < 2, the projections have at most 40 u, the sum of three numbers another 4 u. Products that underflow add less
/// than the smallest normal number. Radii are compared in squares.
template <class A, class B, std::floating_point T>
[[nodiscard]] inline bool apart_along(const A& a, const B& b, vec2<T> n) noexcept {
    constexpr T u = unit_roundoff<T>(), tiny = (std::numeric_limits<T>::min)();
    const axis_extent<T> of_a = extent_along(a, n), of_b = extent_along(b, -n);
    const T gap = (T(0) - of_a.farthest - of_b.farthest) - (T(48) * u * (of_a.size + of_b.size) + tiny);
    const T sum = static_cast<T>(radius(a)) + static_cast<T>(radius(b));
    return gap > T(0) && (sum == T(0) || gap * gap > sum * sum * dot(n, n) * (T(1) + T(16) * u) + tiny);
}

/// Decides the overlap of shapes known by their support only from three boundary points of the Minkowski difference
/// b - a: the farthest along -n, and along -n turned by 120 degrees to either side.
///
/// `size` is an upper bound for all coordinates: for three such directions d of a length near 1 and a point p,
/// |p| <= 2 max |dot(d, p)|. GJK treats gaps up to 8 u times the largest coordinate as touching, so it reports a gap of
/// 256 u size as apart. If the triangle of the three points contains the disc of radius 64 u size about the origin, GJK
/// finds no direction along which the difference extends less, so it reports an overlap.
template <class A, class B, std::floating_point T>
[[nodiscard]] inline verdict overlap_by_three(const A& a, const B& b, vec2<T> n) {
    using W = wide_t<T>;
    const vec2<T> half = n * T(.5), across = perp(n) * T(.8660254037844386);
    const vec2<T> directions[] = {-n, half - across, half + across};
    vec2<W> at[3];
    W size{0};
    for (int k = 0; k < 3; ++k) {
        const vec2<T> d = directions[k];
        const vec2<W> in_a = widen(support(a, -d)), in_b = widen(support(b, d));
        size += W(2) * (magnitude(dot(widen(d), in_a)) + magnitude(dot(widen(d), in_b)));
        at[k] = in_b - in_a;
    }
    const W u = static_cast<W>(unit_roundoff<T>()), tiny = W(64) * static_cast<W>((std::numeric_limits<T>::min)());
    if (dot(widen(n), at[0]) > W(256) * u * size + tiny) return verdict::no;
    bool inside = true;
    for (int k = 0; k < 3; ++k) {
        const vec2<W> edge = at[(k + 1) % 3] - at[k];
        const W depth = W(64) * u * size + tiny;
        inside = inside && cross(at[k], edge) > depth * (magnitude(edge.x) + magnitude(edge.y)) + tiny;
    }
    return inside ? verdict::yes : verdict::unsure;
}

/// Decides whether two shapes overlap from the axis n only: `no` if they are apart, `yes` if their interiors overlap.
template <class A, class B, std::floating_point T>
[[nodiscard]] inline verdict overlap_along(const A& a, const B& b, vec2<T> n) {
    const T squared = dot(n, n);
    if (!(squared > T(.75) && squared < T(1.5))) return verdict::unsure;
    if constexpr (has_hull<A> && has_hull<B>) {
        return apart_along(a, b, n) ? verdict::no : verdict::unsure;
    } else {
        if (!is_valid(a) || !is_valid(b)) return verdict::unsure;
        return with_supports(a, b, [n](const auto& p, const auto& q) { return overlap_by_three(p, q, n); });
    }
}

/// Returns the relation of two valid shapes and stores the axis to test next time: the axis that separates them, or,
/// for shapes known by their support only, the axis that decided. Two hulls that overlap leave `last` empty.
template <class A, class B, std::floating_point T>
[[nodiscard]] inline relation query_and_store_axis(sat::last_axis<T>& last, const A& a, const B& b) {
    if constexpr (has_hull<A> && has_hull<B>) {
        return with_hulls(a, b, [&last](const rounded_hull<T>& p, const rounded_hull<T>& q) {
            const relation kind = relation_of(p, q);
            last.axis = kind == relation::apart ? sat::detail::separating_normal(p, q).value_or(vec2<T>{}) : vec2<T>{};
            return kind;
        });
    } else {
        return with_supports(a, b, [&last](const auto& p, const auto& q) {
            const auto found = gjk::signed_distance(p, q);
            last.axis = vec_cast<T>(found.normal);
            return found.kind;
        });
    }
}

template <class A, class B>
concept has_closed_contact = both_aabb<A, B> || requires(const A& a, const B& b) { collide_pair(a, b); };
template <class A, class B>
concept has_closed_form = requires(const A& a, const B& b) { intersects_pair(a, b); } ||
                          requires(const A& a, const B& b) { intersects_pair(b, a); };

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns `intersects(a, b)`. It is faster if the axis in `last`, from an earlier query, still separates the shapes
/// or, for shapes known by their support only, still shows that they overlap. Keep one `last_axis` for each pair, with
/// the same order of arguments. With the axis of another pair the answer is the same, but it takes longer. `last` is
/// not used in constant evaluation, nor for two kinds with a closed form, such as boxes.
/// @pre valid(a) and valid(b)
///
/// Shapes with vertices are projected onto the axis, and are apart if the shadows are apart by more than 48 roundings
/// of the coordinates. For shapes known by their support only, three supports of each are computed. They decide if the
/// shapes are apart by 256 roundings or overlap by 64.
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr bool intersects(const A& a, const B& b, sat::last_axis<scalar_t<A>>& last) {
    if (std::is_constant_evaluated() || detail::has_closed_form<A, B>) return intersects(a, b);
    detail::check_arguments("intersects", a, b);
    const detail::verdict overlap = detail::test_overlap(a, b);
    if (overlap != detail::verdict::unsure) return overlap == detail::verdict::yes;
    const detail::verdict known = detail::overlap_along(a, b, last.axis);
    if (!detail::expect_valid(a, b) || known == detail::verdict::no) return false;
    return known == detail::verdict::yes || detail::query_and_store_axis(last, a, b) != detail::relation::apart;
}

/// Returns `penetrates(a, b)`, faster in the same cases as `intersects`.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr bool penetrates(const A& a, const B& b, sat::last_axis<scalar_t<A>>& last) {
    if (std::is_constant_evaluated()) return penetrates(a, b);
    detail::check_arguments("penetrates", a, b);
    const detail::verdict overlap = detail::test_overlap(a, b);
    if (overlap != detail::verdict::unsure) return overlap == detail::verdict::yes;
    const detail::verdict known = detail::overlap_along(a, b, last.axis);
    if (!detail::expect_valid(a, b) || known == detail::verdict::no) return false;
    return known == detail::verdict::yes || detail::query_and_store_axis(last, a, b) == detail::relation::penetrating;
}

/// Returns `collide(a, b)`, faster if the shapes are certainly apart along the axis that `last` holds. `last` only
/// decides that shapes are apart; depth and normal never depend on it.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B>
[[nodiscard]] constexpr std::optional<contact<scalar_t<A>>> collide(const A& a, const B& b,
                                                                    sat::last_axis<scalar_t<A>>& last) {
    if (std::is_constant_evaluated() || detail::has_closed_contact<A, B>) return collide(a, b);
    detail::check_arguments("collide", a, b);
    std::optional<contact<scalar_t<A>>> hit;
    if (!detail::expect_valid(a, b) || detail::overlap_along(a, b, last.axis) == detail::verdict::no) return hit;
    hit = detail::collide_valid(a, b);
    last.axis = {};
    if (!hit) static_cast<void>(detail::query_and_store_axis(last, a, b));
    else if constexpr (!detail::has_hull<A> || !detail::has_hull<B>) last.axis = hit->normal;
    return hit;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
