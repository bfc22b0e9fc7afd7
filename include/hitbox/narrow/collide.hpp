#pragma once
/// The query `collide`: depth, normal and deepest points of two overlapping shapes.

#include <hitbox/narrow/capsule_axis.hpp>
#include <hitbox/narrow/clip_faces.hpp>
#include <hitbox/narrow/contains.hpp>
#include <hitbox/narrow/vertex_axis.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns the normal of an axis, from a to b.
template <scalar T>
[[nodiscard]] constexpr vec2<T> normal_from_a(const hull_separation<T>& found) noexcept {
    const vec2<T> n = unsigned_zeros(vec_cast<T>(found.normal));
    const vec2<T> either[] = {n, vec2<T>{} - n};  // no branch, because the owner of the reference is random
    return either[found.of_b ? 1 : 0];
}

/// The vertices that determine the witness points of an axis: both ends of the reference edge, and the vertex of the
/// other hull with its neighbours.
template <scalar T>
struct axis_vertices {
    vec2<T> from, to, vertex, next, previous;

    axis_vertices() = default;
    /// @pre both hulls have columns
    [[gnu::always_inline]] constexpr axis_vertices(const hull_separation<T>& found, const rounded_hull<T>& hull,
                                                   const rounded_hull<T>& other) noexcept
        : from{hull.in_column(found.reference)}, to{hull.in_column(next_index(found.reference, hull.count))},
          vertex{other.in_column(found.other)}, next{other.in_column(next_index(found.other, other.count))},
          previous{other.in_column(previous_index(found.other, other.count))} {}
};
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr axis_vertices<T>
vertices_in_rows(const hull_separation<T>& found, const rounded_hull<T>& hull, const rounded_hull<T>& other) noexcept {
    axis_vertices<T> at;
    at.from = hull[found.reference], at.to = hull[hull.after(found.reference)], at.vertex = other[found.other];
    at.next = other[other.after(found.other)], at.previous = other[other.before(found.other)];
    return at;
}

/// The nearest points of two hulls, or their deepest points in each other. For two level faces, these are in the middle
/// of the common stretch; otherwise they are the closest vertex and the point opposite.
template <scalar W>
struct witness_points {
    vec2<W> on_a{}, on_b{};
};

/// Finds the vertex of the other hull and the opposite point of the reference hull. Returns true if the vertex may
/// belong to a level face.
template <class Two, scalar T, scalar W = wide_t<T>>
[[nodiscard, gnu::always_inline]] constexpr bool
find_opposite(vec2<W> (&points)[2], W& rounding, const hull_separation<T>& found, const rounded_hull<T>& hull,
              const axis_vertices<T>& at) noexcept {
    const auto wide = [&hull](T one, T another) { return widened<Two>(hull, one, another); };
    const Two p = wide(at.from.x, at.from.y), q = wide(at.to.x, at.to.y), v = wide(at.vertex.x, at.vertex.y),
              edge = q - p;
    const edge_frame<W> frame{{edge[0], edge[1]}, found.normal};
    const Two along{frame.along.x, frame.along.y}, forward = times(along, v - p);
    const W positions[] = {forward[0] + forward[1], W(0)};  // an index replaces a branch on a random condition
    const Two opposite = p + frame.template offset_by<Two>(positions[found.at_vertices ? 1 : 0], W(0));
    points[0] = {opposite[0], opposite[1]}, points[1] = {v[0], v[1]};
    // Heights below this length, about a unit in the last place, count as level. Points are accurate to two such units.
    const Two size = upper(absolute(q), upper(absolute(p), absolute(v)));
    rounding = W(4) * static_cast<W>(unit_roundoff<T>()) * larger(W(size[0]), W(size[1]));
    const Two arms_x = wide(at.previous.x, at.next.x) - Two{v[0]}, arms_y = wide(at.previous.y, at.next.y) - Two{v[1]};
    const Two heights = times(Two{along[1]}, arms_x) - times(Two{along[0]}, arms_y);
    return greater(heights, Two{product(rounding, frame.length)}) != 3;
}
/// Returns the point on the line through p and q that is opposite v along a normal.
template <scalar W>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr vec2<W> opposite_along(vec2<W> normal, vec2<W> p, vec2<W> q,
                                                                         vec2<W> v) noexcept {
    const vec2<W> edge = q - p, tangent = perp(normal);
    return p + edge * (dot(tangent, v - p) / dot(tangent, edge));
}
template <scalar T>
[[nodiscard]] constexpr witness_points<wide_t<T>> witnesses(const hull_separation<T>& found, const rounded_hull<T>& a,
                                                            const rounded_hull<T>& b) noexcept {
    using W = wide_t<T>;
    const rounded_hull<T>&hull = one_of(found.of_b, a, b), &other = one_of(!found.of_b, a, b);
    const bool may_be_level = !found.at_vertices && other.size() > 1;
    const axis_vertices<T> at =
        hull.rows || other.rows ? vertices_in_rows(found, hull, other) : axis_vertices<T>{found, hull, other};
    vec2<W> points[2];
    W rounding{};
    bool level = std::is_constant_evaluated() ? find_opposite<couple<W>>(points, rounding, found, hull, at)
                                              : find_opposite<run_time_couple<W>>(points, rounding, found, hull, at);
    if (found.is_skewed) [[unlikely]] {
        points[0] = opposite_along(found.normal, hull.widened(at.from), hull.widened(at.to), points[1]);
    } else if (level && may_be_level) {
        clipped_faces<W> faces;
        clip_faces_at_edge(faces, found, a, b, rounding);
        const clip_point<W>&low = faces.points[0], &high = faces.points[1];
        clip_point<W> middle = faces.low_is_nearest ? low : high;
        if (faces.count == 2 && faces.farther == found.core) {
            middle.position = (low.position + high.position) / W(2);
            middle.reference_height = (low.reference_height + high.reference_height) / W(2);
            middle.other_height = (low.other_height + high.other_height) / W(2);
        }
        points[0] = faces.on_reference(middle), points[1] = faces.on_other(middle);
    }
    points[0] += found.normal * hull.wide_radius();
    points[1] -= found.normal * other.wide_radius();
    return {points[found.of_b ? 1 : 0], points[found.of_b ? 0 : 1]};
}

/// Finds the witness points of two axis-aligned boxes that overlap.
template <scalar T>
[[nodiscard]] constexpr witness_points<wide_t<T>>
witnesses_of_boxes(const hull_separation<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    using W = wide_t<T>;
    const vec2<W> from_a = found.of_b ? vec2<W>{} - found.normal : found.normal;
    const box_side side = from_a.x > W(0)   ? box_side::right
                          : from_a.x < W(0) ? box_side::left
                          : from_a.y > W(0) ? box_side::top
                                            : box_side::bottom;
    const box_witnesses<T> points{box_of(a), box_of(b), side};
    return {a.widened(points.on_a), a.widened(points.on_b)};
}

/// Returns -gap rounded to T. A gap other than 0 is not rounded to 0.
template <scalar T>
[[nodiscard]] constexpr T rounded_depth(const hull_separation<T>& found, const rounded_hull<T>& a) noexcept {
    const T depth = a.unscaled(wide_t<T>(0) - found.gap);
    if constexpr (std::floating_point<T>) {
        if (depth == T(0) && found.kind != relation::touching)
            return found.kind == relation::apart ? -std::numeric_limits<T>::denorm_min()
                                                 : std::numeric_limits<T>::denorm_min();
    }
    return unsigned_zero(depth);
}

/// Returns the vertex half way around the hull, which is usually the farthest one from vertex i.
template <scalar T>
[[nodiscard, gnu::always_inline]] constexpr vec2<wide_t<T>> vertex_opposite(const rounded_hull<T>& hull,
                                                                            std::size_t i) noexcept {
    const std::size_t opposite = i + (hull.size() + 1) / 2;
    return hull.widened(hull.in_column(opposite < hull.size() ? opposite : opposite - hull.size()));
}

/// A quick test whether one hull may contain the other: it cannot if the other hull extends beyond it along the axis.
struct may_be_inside {
    bool a = true, b = true;

    template <scalar T>
    [[gnu::always_inline]] constexpr may_be_inside(const hull_separation<T>& found, const rounded_hull<T>& hull_a,
                                                   const rounded_hull<T>& hull_b) noexcept {
        using W = wide_t<T>;
        const rounded_hull<T>&hull = one_of(found.of_b, hull_a, hull_b), &other = one_of(!found.of_b, hull_a, hull_b);
        if (hull.rows || other.rows) return;  // not tested: both stay true
        const vec2<W> v = other.widened(other.in_column(found.other)),
                      p = hull.widened(hull.in_column(found.reference));
        const W back = dot(found.normal, vertex_opposite(hull, found.reference) - p) - hull.wide_radius(),
                beyond = found.core + dot(found.normal, vertex_opposite(other, found.other) - v) + other.wide_radius();
        const W tolerance = W(32) * unit_roundoff<W>() *
                            (static_cast<W>(hull.max_abs_coordinate + other.max_abs_coordinate) * hull.scale +
                             hull.wide_radius() + other.wide_radius());  // generous
        const bool reference_may = back >= found.core - other.wide_radius() - tolerance,
                   other_may = beyond <= hull.wide_radius() + tolerance;
        a = found.of_b ? other_may : reference_may, b = found.of_b ? reference_may : other_may;
    }
};

/// Computes the contact of two axis-aligned boxes; there is none if they are apart. Returns false and computes nothing
/// if `have_minimum_translation` is false.
template <scalar T>
[[nodiscard]] constexpr bool collide_boxes(std::optional<contact<T>>& result, const aabb<T>& a,
                                           const aabb<T>& b) noexcept {
    if (!have_minimum_translation(a, b)) return false;
    if (!intersects_pair(a, b)) return true;
    const box_translation<T> out{a, b};
    const box_witnesses<T> points{a, b, out.side};
    contact<T>& hit = result.emplace();
    hit.normal = normal_of<T>(out.side), hit.depth = unsigned_zero(round_to<T>(out.depth));
    hit.point_a = points.on_a, hit.point_b = points.on_b;
    hit.a_in_b = contains_pair(b, a), hit.b_in_a = contains_pair(a, b);
    return true;
}

/// Computes the contact of two hulls without edges, which are points or discs.
template <scalar T>
[[gnu::noinline]] constexpr void collide_points(std::optional<contact<T>>& result, const rounded_hull<T>& a,
                                                const rounded_hull<T>& b) noexcept {
    using W = wide_t<T>;
    hull_separation<T> found;
    if (!find_separation_of_points(found, a, b, T(0)) || found.kind == relation::apart) return;
    const W radius_a = a.wide_radius(), radius_b = b.wide_radius();
    contact<T>& hit = result.emplace();
    hit.normal = unsigned_zeros(vec_cast<T>(found.normal)), hit.depth = rounded_depth(found, a);
    hit.point_a = a.unscaled(a.widened(0) + found.normal * radius_a);
    hit.point_b = a.unscaled(b.widened(0) - found.normal * radius_b);
    const W tolerance = W(16) * unit_roundoff<W>() * (found.core + radius_a + radius_b);  // generous
    hit.a_in_b = found.core + radius_a <= radius_b + tolerance && contains_hull(b, a);
    hit.b_in_a = found.core + radius_b <= radius_a + tolerance && contains_hull(a, b);
}

/// Computes the contact of two discs that `collide_discs` does not decide.
template <class T>
[[gnu::cold, gnu::noinline]] void collide_discs_exactly(std::optional<contact<T>>& result, const circle<T>& a,
                                                        const circle<T>& b) noexcept {
    if (expect_valid(a, b)) with_hulls(a, b, [&result](const auto& p, const auto& q) { collide_points(result, p, q); });
}
/// Returns the contact of two discs from their centres and radii. Discs that nearly touch, from outside or from inside,
/// take the exact path.
template <std::same_as<float> T>
[[nodiscard]] inline std::optional<contact<T>> collide_discs(const circle<T>& a, const circle<T>& b) noexcept {
    std::optional<contact<T>> result;
    disc_axis axis{a, b};
    if (axis.is_apart(0)) return result;
    const double difference = axis.radius_a - axis.radius_b;
    if (!axis.is_certain() || !(magnitude(axis.distance - magnitude(difference)) > axis.distance * 0x1p-40) ||
        axis.gap > 0) [[unlikely]] {
        collide_discs_exactly(result, a, b);
        return result;
    }
    contact<T>& hit = result.emplace();
    hit.normal = rounded_vec(axis.normal), hit.depth = round_to<T>(0 - axis.gap);
    hit.point_a = axis.on_a(), hit.point_b = axis.on_b();
    hit.a_in_b = axis.distance < -difference, hit.b_in_a = axis.distance < difference;
    return result;
}

/// Writes the contact of two hulls directly into the result. Copying it would load values that were just stored in
/// smaller parts, which is slow.
template <scalar T>
[[gnu::noinline]] constexpr void collide_along(std::optional<contact<T>>& result, const hull_separation<T>& found,
                                               const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    if (found.kind == relation::apart) return;
    contact<T>& hit = result.emplace();
    const auto points = witnesses(found, a, b);
    hit.normal = normal_from_a(found);
    hit.depth = rounded_depth(found, a);
    hit.point_a = a.unscaled(points.on_a), hit.point_b = a.unscaled(points.on_b);
    const may_be_inside inside{found, a, b};
    hit.a_in_b = inside.a && contains_hull(b, a);
    hit.b_in_a = inside.b && contains_hull(a, b);
}
template <scalar T>
[[gnu::noinline]] constexpr void collide_edges(std::optional<contact<T>>& result, const rounded_hull<T>& a,
                                               const rounded_hull<T>& b) noexcept {
    hull_separation<T> found;
    if (find_separation_of_edges(found, a, b, T(0))) collide_along(result, found, a, b);
}

/// Computes the contact of the hulls of shapes of types A and B.
template <class A, class B, scalar T>
constexpr void collide_hulls(std::optional<contact<T>>& result, const rounded_hull<T>& a,
                             const rounded_hull<T>& b) noexcept {
    if constexpr (may_be_point<A> && may_be_point<B>)
        if (a.count + b.count < 3) return collide_points(result, a, b);
    if constexpr (may_be_box<A> && may_be_box<B>)
        if (is_box(a) && is_box(b) && collide_boxes(result, box_of(a), box_of(b))) return;
    collide_edges(result, a, b);
}

template <class A, class B>
[[nodiscard]] constexpr std::optional<contact<scalar_t<A>>> collide_supports(const A& a, const B& b) {
    using T = scalar_t<A>;
    using W = wide_t<T>;
    const auto found = gjk::signed_distance(a, b);
    if (found.kind == relation::apart) return {};
    contact<T> result;
    result.normal = unsigned_zeros(vec_cast<T>(found.normal));
    result.depth = found.kind == relation::touching ? T(0) : round_to<T>(W(0) - found.distance);
    result.point_a = unsigned_zeros(vec_cast<T>(found.point_a)),
    result.point_b = unsigned_zeros(vec_cast<T>(found.point_b));
    return result;
}

template <class A, class B>
inline constexpr bool both_aabb = std::same_as<A, B> && std::same_as<A, aabb<scalar_t<A>>>;

/// Returns the contact of two shapes with hulls. The result is declared in the outermost block, because GCC 12 copies a
/// result from an inner block, and the copy waits for the narrower stores.
template <class A, class B>
[[nodiscard, gnu::always_inline]] constexpr std::optional<contact<scalar_t<A>>> collide_as_hulls(const A& a,
                                                                                                 const B& b) {
    std::optional<contact<scalar_t<A>>> result;
    if constexpr (both_aabb<A, B>)
        if (collide_boxes(result, a, b)) return result;
    if constexpr (real<scalar_t<A>>) {
        with_hulls(a, b, [&result](const auto& p, const auto& q) {
            if constexpr (is_point<A> && is_point<B>) collide_points(result, p, q);
            else collide_hulls<A, B>(result, p, q);
        });
    }
    return result;
}

/// Returns the contact of two shapes. @pre both are valid, or both are discs. The author of a shape may write an
/// overload of collide_pair beside the shape, which is then called.
template <class A, class B>
[[nodiscard]] constexpr std::optional<contact<scalar_t<A>>> collide_valid(const A& a, const B& b) {
    if constexpr (requires { collide_pair(a, b); }) {
        return collide_pair(a, b);
    } else if constexpr (requires { collide_pair(b, a); }) {
        return flipped(collide_pair(b, a));
    } else if constexpr (both_discs<A, B>) {
        if (!std::is_constant_evaluated()) return collide_discs(a, b);
        return collide_as_hulls(a, b);
    } else if constexpr (has_hull<A> && has_hull<B>) {
        return collide_as_hulls(a, b);
    } else {
        return with_supports(a, b, [](const auto& p, const auto& q) { return collide_supports(p, q); });
    }
}

/// Pairs of shapes that have a depth. Lengths need real coordinates, except for two integer boxes, whose normals are
/// whole numbers.
template <class A, class B>
concept has_depth = real<scalar_t<A>> || both_aabb<A, B> || requires(const A& a, const B& b) { collide_pair(a, b); };

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the contact of two shapes if they share a point. `mtv()` is the minimum translation, also for a contained
/// shape, for crossing capsules and for equal shapes: the depth is the distance from the origin to the boundary of the
/// Minkowski difference. If the shapes only touch, the depth is 0 and the normal is that of the touching facet. There
/// is a value exactly when `intersects` is true; the depth is positive exactly when `penetrates` is true. Swapping a
/// and b flips the contact, to the last bit. Returns no value for an invalid shape. If several axes tie, the normal n
/// with the largest component along center(b) - center(a) is chosen; then the one for which the lexicographically
/// larger of n and -n is the largest; then the order of the shapes' data decides.
/// @pre valid(a) and valid(b)
///
/// It tests the separating axes of hulls (Gottschalk, Lin and Manocha 1996; Ericson, section 5.2.1), and then their
/// closest features.
template <convex A, convex B>
    requires same_scalar<A, B> && detail::has_depth<A, B>
[[nodiscard]] constexpr std::optional<contact<scalar_t<A>>> collide(const A& a, const B& b) {
    using T = scalar_t<A>;
    detail::check_arguments("collide", a, b);
    if constexpr (detail::both_discs<A, B>)
        if (!std::is_constant_evaluated()) return detail::collide_valid(a, b);
    std::optional<contact<T>> result;
    const auto collide_along = [&result](const auto& found, const auto& p, const auto& q) {
        detail::collide_along(result, found, p, q);
    };
    if (detail::with_filtered_separation<detail::box_filter<float>>(a, b, T(0), collide_along)) return result;
    const detail::verdict overlap = detail::test_overlap(a, b);
    if (overlap == detail::verdict::no) return {};
    if (overlap == detail::verdict::unsure && !detail::expect_valid(a, b)) return {};
    return detail::collide_valid(a, b);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
