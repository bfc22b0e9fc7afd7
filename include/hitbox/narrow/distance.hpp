#pragma once
/// The queries `distance`, `signed_distance` and `closest_point`.

#include <hitbox/narrow/collide.hpp>

namespace hitbox {

/// The distance of two shapes and their nearest points. `dot(point_b - point_a, normal)` is the signed distance, up to
/// rounding.
template <scalar T>
struct separation {
    using scalar_type = T;

    T distance{};                // of the nearest points; 0 exactly when the shapes intersect
    vec2<T> normal{T(0), T(1)};  // unit, from a to b
    vec2<T> point_a{};           // the point of a nearest to b; if they intersect, its deepest point in b
    vec2<T> point_b{};           // the point of b nearest to a; if they intersect, its deepest point in a

    [[gnu::always_inline]] friend constexpr bool operator==(const separation&, const separation&) = default;
    operator T() const = delete;  // write distance(a, b).distance
};

/// The point of a shape's boundary that is nearest to a given point.
template <scalar T>
struct boundary_point {
    using scalar_type = T;

    vec2<T> point{};               // of the boundary, nearest to the given point
    T distance{};                  // negative inside, 0 on the boundary
    vec2<T> gradient{T(0), T(1)};  // unit, the direction in which the distance grows fastest: outwards

    [[gnu::always_inline]] friend constexpr bool operator==(const boundary_point&, const boundary_point&) = default;
};

namespace detail {
inline namespace HITBOX_ISA {

/// Computes the signed separation of a hull and a disc. Returns false and computes nothing if the exact path must
/// decide, or if they are apart by more than `within`.
[[nodiscard, gnu::noinline]] inline bool separate_disc(separation<float>& result, const rounded_hull<float>& hull,
                                                       const disc_beside& disc, float within) noexcept {
    vertex_axis axis;
    if (axis.find(hull, disc, within) != verdict::yes) return false;
    const pack<double> to_hull = rounded_product<double>(axis.normal, pack_of(static_cast<double>(hull.radius))),
                       to_disc = rounded_product<double>(axis.normal, pack_of(static_cast<double>(disc.radius)));
    vec2<float>* const points[] = {&result.point_a, &result.point_b};
    result.distance = 0 - round_to<float>(0 - axis.gap);
    result.normal = disc.from_a(rounded_vec(axis.normal));
    *points[disc.is_a ? 1 : 0] = rounded_vec(axis.opposite(axis.foot) + to_hull);
    *points[disc.is_a ? 0 : 1] = rounded_vec(axis.vertex - to_disc);
    return true;
}

/// Computes the signed separation of two discs from their centres and radii. Returns false and computes nothing if
/// these do not decide.
template <std::same_as<float> T>
[[nodiscard]] inline bool separate_discs(separation<T>& result, const circle<T>& a, const circle<T>& b) noexcept {
    disc_axis axis{a, b};
    if (!axis.is_certain()) [[unlikely]]
        return false;
    result = {0 - round_to<T>(0 - axis.gap), rounded_vec(axis.normal), axis.on_a(), axis.on_b()};
    return true;
}

/// Computes the separation of two hulls from their axis, with a signed distance.
template <scalar T>
constexpr void separate_along(separation<T>& result, const hull_separation<T>& found,
                              const witness_points<wide_t<T>>& points, const rounded_hull<T>& a) noexcept {
    result.distance = T(0) - rounded_depth(found, a);
    result.normal = normal_from_a(found);
    result.point_a = a.unscaled(points.on_a), result.point_b = a.unscaled(points.on_b);
}
/// Computes the signed separation of the hulls of shapes of types A and B.
template <class A, class B, scalar T>
constexpr void separate_hulls(separation<T>& result, const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    const auto separate = [&result](const auto& hull, const auto& disc) {
        return separate_disc(result, hull, disc, max_value<float>());
    };
    if (with_held_disc<A, B>(a, b, separate)) return;
    hull_separation<T> found;
    bool along_axes = false;
    if constexpr (may_be_box<A> && may_be_box<B>) along_axes = find_box_separation(found, a, b);
    if (!along_axes) static_cast<void>(find_separation_between<A, B>(found, a, b, max_value<T>()));
    separate_along(result, found, along_axes ? witnesses_of_boxes(found, a, b) : witnesses(found, a, b), a);
}

/// Computes the signed separation of two axis-aligned boxes by clamping. Returns false and computes nothing if rounding
/// might change a bit. Takes a fifth of the time of the computation with hulls.
[[nodiscard]] inline bool separate_boxes(separation<float>& result, const aabb<float>& a,
                                         const aabb<float>& b) noexcept {
    const box_lanes<float> lanes{a, b};
    const shared_lengths shared{lanes, a, b};
    if (!shared.are_exact) return false;
    const std::uint64_t beyond = greater(lanes.begins, lanes.others_end);  // b's left, b's bottom, b's right, b's top
    if (beyond == 0) {
        const box_translation<float> out{a, b};
        const box_witnesses<float> points{a, b, out.side};
        result = {0.f - round_to<float>(out.depth), normal_of<float>(out.side), points.on_a, points.on_b};
        return true;
    }
    if (!shared.is_clear[0] || !shared.is_clear[1]) return false;
    // No branch on the position of b, because it is random. Along each axis, b overlaps a (0), is before a (1), or is
    // behind a (4).
    const std::size_t x = beyond & 5, y = beyond >> 1 & 5;
    constexpr double signs[] = {0, -1, 0, 0, 1};
    const vec2<double> low = widen(shared.low), high = widen(shared.high),
                       path{(low.x - high.x) * signs[x], (low.y - high.y) * signs[y]};
    const double length = root_of(dot(path, path));
    const vec2<float> middle = middle_of_shared(a, b);
    const float of_a_x[] = {middle.x, shared.low.x, 0, 0, shared.high.x},
                of_b_x[] = {middle.x, shared.high.x, 0, 0, shared.low.x},
                of_a_y[] = {middle.y, shared.low.y, 0, 0, shared.high.y},
                of_b_y[] = {middle.y, shared.high.y, 0, 0, shared.low.y};
    result.distance = round_to<float>(length);
    result.normal = unsigned_zeros(vec_cast<float>(vec2<double>{path.x / length, path.y / length}));
    result.point_a = unsigned_zeros(vec2<float>{of_a_x[x], of_a_y[y]});
    result.point_b = unsigned_zeros(vec2<float>{of_b_x[x], of_b_y[y]});
    return true;
}

/// Returns the signed separation of two shapes by their supports.
template <class A, class B>
[[nodiscard]] constexpr auto separation_of_supports(const A& a, const B& b) {
    using T = scalar_t<A>;
    const auto found = gjk::signed_distance(a, b);
    const T distance = found.kind == relation::touching ? T(0)
                       : found.kind == relation::apart  ? positive<T>(found.distance)
                                                        : round_to<T>(found.distance);
    return separation<T>{distance, unsigned_zeros(vec_cast<T>(found.normal)),
                         unsigned_zeros(vec_cast<T>(found.point_a)), unsigned_zeros(vec_cast<T>(found.point_b))};
}

/// Returns the separation of two shapes. If they overlap, the distance is minus the depth. The distance is infinite if
/// a shape is invalid.
template <class A, class B>
[[nodiscard]] constexpr separation<scalar_t<A>> signed_separation(const A& a, const B& b) {
    using T = scalar_t<A>;
    separation<T> result{max_value<T>()};
    const auto separate = [&result](const auto& hull, const auto& disc) {
        return separate_disc(result, hull, disc, max_value<float>());
    };
    if (with_disc(a, b, separate)) return result;
    if constexpr (both_discs<A, B>)
        if (!std::is_constant_evaluated() && separate_discs(result, a, b)) return result;
    const auto along = [&result](const auto& found, const auto& p, const auto& q) {
        separate_along(result, found, witnesses(found, p, q), p);
    };
    if (with_filtered_separation<box_filter<float>>(a, b, max_value<T>(), along)) return result;
    if (with_filtered_separation<capsule_filter>(a, b, max_value<T>(), along)) return result;
    if constexpr (both_aabb<A, B> && std::same_as<T, float>)
        if (!std::is_constant_evaluated() && separate_boxes(result, a, b)) return result;
    if (!expect_valid(a, b)) return result;
    if constexpr (has_hull<A> && has_hull<B>) {
        with_hulls(a, b, [&result](const auto& p, const auto& q) { separate_hulls<A, B>(result, p, q); });
    } else {
        result = with_supports(a, b, [](const auto& p, const auto& q) { return separation_of_supports(p, q); });
    }
    return result;
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the same separation seen from the other shape.
template <scalar T>
[[nodiscard]] constexpr separation<T> flipped(const separation<T>& s) noexcept {
    return {s.distance, vec2<T>{} - s.normal, s.point_b, s.point_a};
}

/// Returns the distance of a and b, and their nearest points. The distance is 0 exactly when they intersect; normal and
/// points are then those of `collide`. Otherwise the normal is that of the nearest edge, or the direction between the
/// nearest vertices. If two faces are parallel, the points are in the middle of the stretch that they share. Swapping a
/// and b flips the answer, to the last bit. For an invalid shape, the distance is infinity and the normal {0, 1}.
/// @pre valid(a) and valid(b)
///
/// It finds the closest features of the hulls of the vertices (Ericson, section 9.3). For shapes known by their support
/// only it uses GJK.
template <convex A, convex B>
    requires same_scalar<A, B> && real<scalar_t<A>>
[[nodiscard]] constexpr separation<scalar_t<A>> distance(const A& a, const B& b) {
    detail::check_arguments("distance", a, b);
    auto result = detail::signed_separation(a, b);
    result.distance = detail::positive_part(result.distance);
    return result;
}

/// Returns the distance of a and b or, if they overlap, minus the depth of `collide`, bit for bit. Returns infinity for
/// an invalid shape.
/// @pre valid(a) and valid(b)
template <convex A, convex B>
    requires same_scalar<A, B> && real<scalar_t<A>>
[[nodiscard]] constexpr scalar_t<A> signed_distance(const A& a, const B& b) {
    detail::check_arguments("signed_distance", a, b);
    return detail::signed_separation(a, b).distance;
}

/// Returns the point of the shape's boundary that is nearest to p, its distance (negative if p is inside), and the
/// outward direction. A shape without an interior consists of boundary only.
///
/// If p is outside, this is the nearest point of the shape. If p is on the boundary, it is p itself, and the gradient
/// is the normal of the edge there. If p is inside, it is the nearest point of the boundary; among equally near ones,
/// that of `collide(shape, p)` (from the centre of a circle, the direction {0, -1}). For an invalid shape or point, the
/// distance is infinity and the gradient {0, 1}. A distance beyond the range of the type is infinity; point and
/// gradient are still those of the boundary.
/// @pre valid(s) and valid(p)
template <convex S>
    requires real<scalar_t<S>>
[[nodiscard]] constexpr boundary_point<scalar_t<S>> closest_point(const S& s, vec2<scalar_t<S>> p) {
    using T = scalar_t<S>;
    detail::check_arguments("closest_point", s, p);
    const auto found = detail::signed_separation(s, p);
    return {found.distance == T(0) ? p : found.point_a, found.distance, found.normal};
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
