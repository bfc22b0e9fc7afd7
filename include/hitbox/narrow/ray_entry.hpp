#pragma once
/// The fast path of a ray at a hull: the sides of the vertices relative to the ray's line determine the entered edge.
///
/// A line that crosses a convex polygon has vertices on both sides. It enters through the edge from a vertex on its
/// left to a vertex on its right, and leaves through the edge from right to left. SIMD registers decide the side of
/// each vertex with an error bound. The edge is then evaluated in wide arithmetic, with the bits of edge_entry.hpp.
/// If rounding hides a side, the start or the end, as for rays on a grid, exact signs decide. Other doubtful rays, such
/// as those that start at a vertex, are `unsure`; ray_cast.hpp then takes the exact path.

#include <hitbox/core/exact_crossing.hpp>
#include <hitbox/narrow/edge_entry.hpp>
#include <hitbox/shapes/hull_of.hpp>
#include <hitbox/shapes/ray.hpp>

namespace hitbox {

/// The first point of a shape on a ray.
template <scalar T>
struct ray_hit {
    using scalar_type = T;

    T fraction{};      // of the translation, from 0 to 1
    vec2<T> point{};   // on the boundary; for a solid start inside, the origin
    vec2<T> normal{};  // unit, out of the shape

    [[gnu::always_inline]] friend constexpr bool operator==(const ray_hit&, const ray_hit&) = default;
};

namespace detail {

/// The vertices that seem to be on the right of a line, and those whose side is certain, as sets of bits.
struct line_sides {
    std::uint64_t right = 0, certain = 0;
};

/// The result of the fast path: no point of the hull on the ray; a hit from outside; such a hit within rounding of the
/// end of an edge; a start inside or on the boundary; a start behind the entered edge of a polygon; or not certain.
enum class ray_entry { nothing, hit, close_hit, inside, behind, unsure };

inline namespace HITBOX_ISA {

namespace lanes_16 {
#include <hitbox/narrow/ray_entry.inl>
}  // namespace lanes_16

#if HITBOX_HAS_AVX2_KERNELS
HITBOX_BEGIN_AVX2
namespace lanes_32 {
#  include <hitbox/narrow/ray_entry.inl>
}  // namespace lanes_32
HITBOX_END_KERNELS
#endif

/// An edge and a ray in wide arithmetic, with the bits of `evaluate_edge` for a point that moves towards b.
template <exact_real T>
struct edge_crossing {
    using W = wide_t<T>;
    using Two = run_time_couple<W>;

    Two from, along;    // offset of the origin from the first vertex, and the edge
    W gap{}, closing;   // distance of the origin from the edge's line, and its decrease, times the length of the edge
    bool kept = false;  // whether neither number has lost many digits to cancellation

    [[gnu::always_inline]] edge_crossing(const rounded_hull<T>& hull, std::size_t i, Two origin,
                                         Two translation) noexcept {
        const std::size_t j = next_index(i, hull.count);
        const Two p{hull.x()[i], hull.y()[i]}, q{hull.x()[j], hull.y()[j]};
        from = origin - p, along = q - p;
        if constexpr (is_compensated<T>) {
            const auto point = [](Two x) { return vec2<W>{x[0], x[1]}; };
            const point_difference<T> edge = difference_of<T>(point(q), point(p));
            const cross_product<T> area = cross_of(difference_of<T>(point(origin), point(p)), edge),
                                   turn = cross_of(point_difference<T>{point(translation)}, edge);
            gap = area.of.value, closing = W(0) - turn.of.value, kept = area.is_accurate & turn.is_accurate;
        } else {
            const Two area = times(from, along.swapped()), turn = times(translation.swapped(), along);
            const Two one{area[0], turn[0]}, another{area[1], turn[1]}, both = one - another;
            gap = both[0], closing = both[1];
            kept = greater(absolute(both), times(Two{W(0x1p-20)}, absolute(one) + absolute(another))) == 3;
        }
    }
};

/// Returns the vertices of a set whose successors are in another set of the n vertices.
[[nodiscard]] constexpr std::uint64_t followed_by(std::uint64_t set, std::uint64_t next, std::uint32_t n) noexcept {
    return set & (next >> 1 | (next & 1) << (n - 1));
}

template <exact_real T>
[[nodiscard, gnu::always_inline]] inline line_sides sides_of_line(const rounded_hull<T>& hull, const ray<T>& r,
                                                                  T aside) noexcept {
#if HITBOX_HAS_AVX2_KERNELS
    if (fill_wide_lanes(hull, hull)) return lanes_32::sides_of_line(hull, r.origin, r.translation, aside);
#endif
    return lanes_16::sides_of_line(hull, r.origin, r.translation, aside);
}

/// A ray with the numbers for its error bounds.
template <exact_real T>
struct ray_numbers {
    using W = wide_t<T>;
    using Two = run_time_couple<W>;

    T manhattan{};           // |x| + |y| of the translation
    T max_abs_coordinate{};  // an upper bound for all |coordinates|
    bool in_range = false;
    Two origin, translation;

    [[gnu::always_inline]] ray_numbers(const ray<T>& r, const rounded_hull<T>& hull) noexcept
        : origin{r.origin.x, r.origin.y}, translation{r.translation.x, r.translation.y} {
        const vec2<T> size = abs(r.translation), from = abs(r.origin);
        manhattan = size.x + size.y,
        max_abs_coordinate = larger(hull.max_abs_coordinate + hull.radius, larger(from.x, from.y));
        const T least = smaller(max_abs_coordinate, manhattan), most = larger(max_abs_coordinate, manhattan);
        in_range = (least > T(0x1p-60)) & (most < T(0x1p60));
    }
    /// Returns a generous error bound for a separation along the ray, times the length of an edge. The separation is a
    /// cross product. With an upper bound D for all |coordinates|, differences, products and the difference of the
    /// products have errors of 2 u D |edge| each.
    [[nodiscard, gnu::always_inline]] W margin(Two edge) const noexcept {
        return W(64) * unit_roundoff<W>() * static_cast<W>(max_abs_coordinate + manhattan) *
               (magnitude(edge[0]) + magnitude(edge[1]));
    }
};

/// Computes the hit at a fraction, on a facet that is parallel to an edge of this length.
template <exact_real T, scalar W = wide_t<T>>
[[nodiscard, gnu::always_inline]] inline ray_entry enter_at(ray_hit<T>& hit, const ray_numbers<T>& n, W fraction,
                                                            const edge_crossing<T>& e, W length,
                                                            const rounded_hull<T>& hull) noexcept {
    using Two = run_time_couple<W>;
    hit.fraction = round_to<T>(fraction);
    hit.point = rounded_point(hull, n.origin + times(n.translation, Two{fraction}));
    hit.normal = rounded_point(hull, Two{e.along[1], W(0) - e.along[0]} / Two{length});
    return ray_entry::hit;
}

/// The exact sides of all vertices as sets of bits: those on the right of the line, and those on it.
template <exact_real T>
struct exact_sides {
    std::uint64_t right = 0, on = 0;

    exact_sides(const ray<T>& r, const rounded_hull<T>& hull, line_sides seen) noexcept : right{seen.right} {
        const vec2<double> origin = widen(r.origin), translation = widen(r.translation);
        for (std::uint32_t i = 0; i < hull.count; ++i) {
            const std::uint64_t bit = std::uint64_t{1} << i;
            if ((seen.certain & bit) != 0) continue;
            const double side = exact::cross_of(origin, widen(hull.in_column(i)), vec2<double>{}, translation);
            right = side > 0 ? right | bit : right & ~bit, on = side == 0 ? on | bit : on;
        }
    }
};

/// Computes the hit of a ray that starts inside or on the boundary and is nearest to an edge, with the bits of
/// `collide`.
template <exact_real T>
[[nodiscard, gnu::noinline]] inline ray_entry start_behind_side(ray_hit<T>& hit, vec2<T> origin,
                                                                const rounded_hull<T>& hull, std::size_t i) noexcept {
    const edge_line<T> edge{hull, hull.in_column(i), hull.in_column(next_index(i, hull.count))};
    hit.fraction = T(0), hit.point = origin, hit.normal = unsigned_zeros(vec_cast<T>(edge.normal()));
    return ray_entry::inside;
}

/// Returns that one of two edges with a common vertex through which a ray enters at this vertex: the one most opposed
/// to the ray, with the ties of the exact path. Returns the number of edges if both have the same rounded normal.
template <exact_real T>
[[nodiscard, gnu::cold, gnu::noinline]] std::size_t more_opposed(std::size_t i, std::size_t k, const ray<T>& r,
                                                                 const rounded_hull<T>& hull) noexcept {
    using W = wide_t<T>;
    const vec2<W> one = unsigned_zeros(vec2<W>{} - normal_of_edge(hull, i)),
                  other = unsigned_zeros(vec2<W>{} - normal_of_edge(hull, k)), translation = widen(r.translation);
    const W speed = dot(one, translation), other_speed = dot(other, translation);
    if (one == other) return hull.count;
    if (speed != other_speed) return speed > other_speed ? i : k;
    return wins_tie(one, other, hull_of<vec2<T>>{r.origin}.hull, hull) ? i : k;
}

/// Casts a ray at a polygon without a radius by exact signs, as along a side, through a corner, from a side or up to
/// one. The hit is evaluated as usual. A start at a vertex is `unsure`.
template <exact_real T>
[[nodiscard, gnu::cold, gnu::noinline]] inline ray_entry
enter_by_signs(ray_hit<T>& hit, const ray<T>& r, const rounded_hull<T>& hull, const ray_numbers<T>& n,
               line_sides seen) noexcept {
    using W = wide_t<T>;
    using Two = run_time_couple<W>;
    const std::uint64_t every = ~std::uint64_t{0} >> (64 - hull.count);
    const exact_sides<T> sides{r, hull, {seen.right & every, seen.certain}};
    // An entered edge leads from the left or the line to the right or the line, but not along the line.
    const std::uint64_t not_right = every & ~sides.right, not_left = sides.right | sides.on;
    const std::uint64_t entered =
        followed_by(not_right, not_left, hull.count) & ~followed_by(sides.on, sides.on, hull.count);
    if (entered == 0) return ray_entry::nothing;
    auto i = static_cast<std::size_t>(std::countr_zero(entered));
    if (const std::uint64_t another = entered & (entered - 1); another != 0)
        i = more_opposed(i, static_cast<std::size_t>(std::countr_zero(another)), r, hull);
    if (i == hull.count) return ray_entry::unsure;
    const std::size_t j = next_index(i, hull.count);
    const vec2<double> from = widen(hull.in_column(i)), to = widen(hull.in_column(j));
    const exact::difference_line line{from, to, from, widen(r.origin)};
    const int gap = exact::sign_of_gap(line);
    if (gap < 0) return ray_entry::behind;
    const std::uint64_t ends = std::uint64_t{1} << i | std::uint64_t{1} << j;
    if (gap == 0) return (sides.on & ends) != 0 ? ray_entry::unsure : start_behind_side(hit, r.origin, hull, i);
    if (exact::side_at_end(line, {{}, widen(r.translation)}) > 0) return ray_entry::nothing;
    const edge_crossing<T> e{hull, i, n.origin, n.translation};
    const Two squares = times(e.along, e.along);
    const W squared = squares[0] + squares[1];
    if (!(e.kept & (e.gap > n.margin(e.along)) & (squared > W(tiny_square<T>)))) return ray_entry::unsure;
    static_cast<void>(enter_at(hit, n, e.gap / e.closing, e, root_of(squared), hull));
    hit.fraction = smaller(T(1), hit.fraction);
    return (seen.certain & ends) == ends ? ray_entry::hit : ray_entry::close_hit;
}

/// Casts a ray at a polygon without a radius. @pre the hull has columns and at least three vertices
///
/// Let m = |x| + |y| of the translation, and D an upper bound for all |coordinates|. The side of a vertex is a cross
/// product: the differences have an error of 2 u D, each product and their difference one rounding. The sum is below
/// 3.1 u * 2 D m. `aside` is 8 u D m.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline ray_entry enter_polygon(ray_hit<T>& hit, const ray<T>& r,
                                                                 const rounded_hull<T>& hull) noexcept {
    using W = wide_t<T>;
    using Two = run_time_couple<W>;
    const ray_numbers<T> n{r, hull};
    if (!n.in_range) return ray_entry::unsure;
    const line_sides sides = sides_of_line(hull, r, T(T(8) * unit_roundoff<T>() * n.max_abs_coordinate * n.manhattan));
    const std::uint64_t every = ~std::uint64_t{0} >> (64 - hull.count), right = sides.right & every,
                        left = every ^ right, certain = sides.certain & every;
    if ((left == 0) | (right == 0))
        return certain == every ? ray_entry::nothing : enter_by_signs(hit, r, hull, n, sides);
    std::uint64_t certain_edges = every;
    if (certain != every) [[unlikely]]
        certain_edges = followed_by(certain, certain, hull.count);
    const auto i = static_cast<std::size_t>(std::countr_zero(followed_by(left, right, hull.count)));
    const edge_crossing<T> e{hull, i, n.origin, n.translation};
    const Two squares = times(e.along, e.along);
    const W squared = squares[0] + squares[1], margin = n.margin(e.along);
    if (!((certain_edges >> i & 1) != 0 && e.kept && squared > W(tiny_square<T>)))
        return enter_by_signs(hit, r, hull, n, sides);
    if (e.gap < W(0) - margin) return ray_entry::behind;
    if (!(e.gap > margin)) return enter_by_signs(hit, r, hull, n, sides);
    if (!(e.closing - e.gap > margin))
        return e.gap - e.closing > margin ? ray_entry::nothing : enter_by_signs(hit, r, hull, n, sides);
    return enter_at(hit, n, e.gap / e.closing, e, root_of(squared), hull);
}

/// Returns the numbers for evaluating a disc, for a ray at a hull.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline cast_numbers<T> numbers_of(const ray<T>& r,
                                                                    const rounded_hull<T>& hull) noexcept {
    rounded_hull<T> point;
    point.max_abs_coordinate = larger(magnitude(r.origin.x), magnitude(r.origin.y));
    return cast_numbers<T>{point, hull, translations<T>{r.translation, {}}};
}

/// Computes the hit of a ray that starts in the disc about a vertex. The normal points away from the vertex, with the
/// bits of `collide`. @pre certainly inside
[[nodiscard, gnu::always_inline]] inline ray_entry start_in_disc(ray_hit<float>& hit, const ray<float>& r,
                                                                 vec2<double> from_vertex, double squared) noexcept {
    if (!(squared > 0x1p-200)) return ray_entry::unsure;
    hit.fraction = 0, hit.point = r.origin;
    hit.normal = unsigned_zeros(vec_cast<float>(from_vertex / square_root(squared)));
    return ray_entry::inside;
}

/// Casts a ray at a disc.
template <exact_real T>
[[nodiscard]] inline ray_entry enter_single_disc(ray_hit<T>& hit, const ray<T>& r,
                                                 const rounded_hull<T>& disc) noexcept {
    using W = wide_t<T>;
    const ray_numbers<T> n{r, disc};
    if (!(n.in_range & (disc.radius > T(0x1p-60)))) return ray_entry::unsure;
    const vec2<W> origin = widen(r.origin), center = widen(disc.in_column(0)), d = center - origin;
    if constexpr (std::same_as<T, float>) {
        const double squared = dot(d, d), radius = static_cast<double>(disc.radius);
        if (squared < radius * radius * (1 - 0x1p-20)) return start_in_disc(hit, r, origin - center, squared);
    }
    const cast_numbers<T> c = numbers_of(r, disc);
    cast_hit<W> at;
    const verdict meets = enter_disc<true>(at, d, c, true);
    if (meets != verdict::yes) return meets == verdict::no ? ray_entry::nothing : ray_entry::unsure;
    const vec2<W> p =
        before(r.origin, disc.in_column(0)) ? center - at.normal * disc.wide_radius() : origin + c.of_a * at.fraction;
    hit.fraction = round_to<T>(at.fraction), hit.point = unsigned_zeros(vec_cast<T>(p));
    hit.normal = vec2<T>{} - unsigned_zeros(vec_cast<T>(at.normal));
    return ray_entry::hit;
}

/// Decides the start of a ray whose origin is not certainly outside of a capsule. The origin is behind the side `e`.
template <exact_real T>
[[nodiscard]] inline ray_entry start_at_capsule(ray_hit<T>& hit, const ray<T>& r, const rounded_hull<T>& hull,
                                                const edge_crossing<T>& e, std::size_t i, wide_t<T> squared) noexcept {
    if constexpr (std::same_as<T, float>) {
        const std::size_t j = 1 - i;
        const vec2<double> origin = widen(r.origin), from_p = origin - widen(hull.in_column(i)),
                           from_q = origin - widen(hull.in_column(j)), along{e.along[0], e.along[1]};
        const double place = dot(along, from_p), radius = static_cast<double>(hull.radius),
                     tiny = 0x1p-20 * static_cast<double>(hull.max_abs_coordinate + hull.radius),
                     close = radius * radius * (1 - 0x1p-20), length = square_root(squared);
        const double beside = tiny * length;
        if (place < 0 - beside || place > squared + beside) {
            const vec2<double> from = place < 0 ? from_p : from_q;
            const double distance = dot(from, from);
            if (distance < close) return start_in_disc(hit, r, from, distance);
            return distance > radius * radius * (1 + 0x1p-20) ? ray_entry::nothing : ray_entry::unsure;
        }
        const double away = magnitude(e.gap);
        if (!(place > beside) || !(place < squared - beside) || !(away > beside)) return ray_entry::unsure;
        if (!(away < radius * length * (1 - 0x1p-20)))
            return away > radius * length * (1 + 0x1p-20) ? ray_entry::nothing : ray_entry::unsure;
        const std::size_t side = e.gap > 0 ? i : j;
        return start_behind_side(hit, r.origin, hull, side);
    }
    return ray_entry::unsure;
}

/// Casts a ray at a capsule: at the side that faces it, or at the disc about an end. @pre the hull has columns and two
/// vertices
///
/// The error of the foot on the side is below foot_margin; `unsure` is an upper bound for that.
template <exact_real T>
[[nodiscard]] inline ray_entry enter_capsule(ray_hit<T>& hit, const ray<T>& r, const rounded_hull<T>& hull) noexcept {
    using W = wide_t<T>;
    using Two = run_time_couple<W>;
    const ray_numbers<T> n{r, hull};
    if (!n.in_range) return ray_entry::unsure;
    const vec2<W> ends = widen(hull.in_column(1)) - widen(hull.in_column(0));
    const std::size_t i = n.translation[0] * ends.y - n.translation[1] * ends.x > W(0) ? 1 : 0;
    const edge_crossing<T> e{hull, i, n.origin, n.translation};
    const Two squares = times(e.along, e.along);
    const W squared = squares[0] + squares[1], length = root_of(squared), margin = n.margin(e.along);
    if (!(e.kept & (e.closing > W(0)) & (squared > W(tiny_square<T>)))) return ray_entry::unsure;
    const W gap = e.gap - product(hull.wide_radius(), length), fraction = gap / e.closing;
    const Two feet = times(e.along, e.from), runs = times(e.along, n.translation);
    const W place = (feet[0] + feet[1]) + product(runs[0] + runs[1], fraction);
    const W manhattan = static_cast<W>(n.manhattan);
    const W off = W(64) * unit_roundoff<W>() * (static_cast<W>(n.max_abs_coordinate) + manhattan * magnitude(fraction)),
            unsure = W(4) * off * length * (W(1) + length * manhattan / e.closing);
    const bool behind = gap < W(0) - margin;  // the origin is clearly behind the line of the side
    if (behind) {
        const ray_entry start = start_at_capsule(hit, r, hull, e, i, squared);
        if (start != ray_entry::nothing) return start;
    }
    if (place > unsure && place < squared - unsure) {
        if (!(gap > margin)) return behind ? ray_entry::nothing : ray_entry::unsure;
        if (!(e.closing - gap > margin)) return gap - e.closing > margin ? ray_entry::nothing : ray_entry::unsure;
        return enter_at(hit, n, fraction, e, length, hull);
    }
    const bool beyond = place > squared + unsure;
    if (!(beyond || place < W(0) - unsure)) return ray_entry::unsure;
    if (!(hull.radius > T(0))) return ray_entry::nothing;
    const vec2<W> end = widen(hull.in_column(beyond ? 1 - i : i));
    cast_hit<W> at;
    const verdict meets = enter_disc<true>(at, end - widen(r.origin), numbers_of(r, hull), false);
    if (meets == verdict::no) return ray_entry::nothing;
    // If the entry is behind the origin, the ray leads away from the capsule.
    if (meets == verdict::unsure) return behind && at.fraction < W(0) ? ray_entry::nothing : ray_entry::unsure;
    hit.fraction = round_to<T>(at.fraction);
    hit.point = unsigned_zeros(vec_cast<T>(end - at.normal * hull.wide_radius()));
    hit.normal = vec2<T>{} - unsigned_zeros(vec_cast<T>(at.normal));
    return ray_entry::hit;
}

/// Decides a ray whose origin is behind the entered edge of a polygon: the polygon is behind the ray, or the ray starts
/// inside. The hit of a solid start has the normal of the minimum translation, with the bits of `collide`, if only one
/// edge can be the nearest. @pre the hull has normals
template <exact_real T>
[[nodiscard]] inline ray_entry start_behind_edge(ray_hit<T>& hit, vec2<T> p, const rounded_hull<T>& hull) noexcept {
    T error{};
    const T largest = larger(hull.max_abs_coordinate, larger(magnitude(p.x), magnitude(p.y)));
    if (!(hull.filtered & bound_filter(error, largest, hull.roundings))) return ray_entry::unsure;
    const edges_at_point<T> nearest = filter_point(hull, p.x, p.y, T(T(4) * error));
    if (nearest.best > error) return ray_entry::nothing;
    if ((nearest.edges & (nearest.edges - 1)) != 0) return ray_entry::unsure;
    const auto i = static_cast<std::size_t>(std::countr_zero(nearest.edges));
    if (!(nearest.best < T(0) - error) &&
        exact::orient2d(hull.in_column(i), hull.in_column(next_index(i, hull.count)), p) < 0)
        return ray_entry::nothing;
    return start_behind_side(hit, p, hull, i);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
