#pragma once
/// The separation of two discs, and of a hull and a disc, computed without branches.

#include <hitbox/narrow/separation.hpp>
#include <hitbox/shapes/any_shape.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Whether a type of shapes may hold a disc at run time.
template <class S>
inline constexpr bool may_hold_disc = is_any<S>;
template <class S>
inline constexpr bool may_hold_disc<placed<S>> = may_hold_disc<S>;
template <class S>
inline constexpr bool may_hold_disc<rounded<S>> = may_hold_disc<S>;

/// A disc that is queried with another shape.
struct disc_beside {
    vec2<float> center;
    float radius;
    bool is_a;  // whether the disc is the first of the two shapes

    /// Converts a normal from the other shape to the disc into one from the first shape to the second.
    [[nodiscard, gnu::always_inline]] vec2<float> from_a(vec2<float> normal) const noexcept {
        const vec2<float> either[] = {normal, vec2<float>{} - normal};
        return either[is_a ? 1 : 0];
    }
};

template <class Disc, class S, class F>
[[nodiscard, gnu::always_inline]] inline bool with_other_hull(const Disc& disc, const S& other, bool is_a, const F& f) {
    constexpr bool is_plain = std::same_as<Disc, circle<float>> || std::same_as<Disc, vec2<float>>;
    if (!is_valid(other) || (!is_plain && !is_valid(disc))) return false;
    const hull_of<S> own{other};
    return own.hull.count > 1 && f(own.hull, disc_beside{vertices(disc)[0], static_cast<float>(radius(disc)), is_a});
}
/// Returns f(hull, disc) if one of two shapes is a disc by its type and the other one is valid and not a point. A disc
/// of type circle may be invalid. Returns false for other shapes, and in constant evaluation.
template <class A, class B, class F>
[[nodiscard, gnu::always_inline]] constexpr bool with_disc([[maybe_unused]] const A& a, [[maybe_unused]] const B& b,
                                                           [[maybe_unused]] const F& f) {
    if constexpr (std::same_as<scalar_t<A>, float> && has_hull<A> && has_hull<B> && is_point<A> != is_point<B>) {
        if (!std::is_constant_evaluated()) {
            if constexpr (is_point<A>) return with_other_hull(a, b, true, f);
            else return with_other_hull(b, a, false, f);
        }
    }
    return false;
}
/// Returns f(hull, disc) if one of two hulls is a disc, the other one is not, and a shape of type A or B may hold a
/// disc at run time. Returns false for other hulls, and in constant evaluation.
template <class A, class B, class F, scalar T>
[[nodiscard, gnu::always_inline]] constexpr bool with_held_disc([[maybe_unused]] const rounded_hull<T>& a,
                                                                [[maybe_unused]] const rounded_hull<T>& b,
                                                                [[maybe_unused]] const F& f) {
    if constexpr (std::same_as<T, float> && (may_hold_disc<A> || may_hold_disc<B>)) {
        if (!std::is_constant_evaluated() && (a.count == 1) != (b.count == 1)) {
            const bool is_a = a.count == 1;
            const rounded_hull<float>& disc = is_a ? a : b;
            return f(is_a ? b : a, disc_beside{disc.in_column(0), disc.radius, is_a});
        }
    }
    return false;
}

/// Returns two numbers of double rounded to float, with -0 replaced by 0.
[[nodiscard, gnu::always_inline]] inline vec2<float> rounded_vec(const pack<double>& p) noexcept {
    const pack<float> both = narrowed(p, p) + pack_of(0.f);
    return {both[0], both[1]};
}
[[nodiscard, gnu::always_inline]] inline pack<double> swapped(const pack<double>& p) noexcept {
    return pick<double, 1, 0>(p, p);
}

/// Returns true if |gap| is large enough that measure_slight_gap would not change the gap, and a float represents it.
[[nodiscard, gnu::always_inline]] inline bool is_clear_gap(double gap, double core, double radii) noexcept {
    return magnitude(gap) > magnitude(core + radii) * 0x1p-25 + 0x1p-100;  // generous
}

template <class A, class B>
inline constexpr bool both_discs = std::same_as<A, B> && std::same_as<A, circle<float>>;

/// The axis of two discs, with the same bits as the axis of their hulls. The normal, the distance and the gap are known
/// after `is_certain`.
struct disc_axis {
    pack<double> center_a, center_b, path, total, normal;  // the normal is a unit vector from a to b
    double radius_a, radius_b, squared, distance, gap;

    [[gnu::always_inline]] inline disc_axis(const circle<float>& a, const circle<float>& b) noexcept
        : center_a{load_wide(&a.center.x)}, center_b{load_wide(&b.center.x)}, path{center_b - center_a},
          radius_a{static_cast<double>(a.radius)}, radius_b{static_cast<double>(b.radius)} {
        const pack<double> squares = rounded_product<double>(path, path);
        total = squares + swapped(squares), squared = total[0];
    }
    /// Returns true if the discs are certainly farther apart than a margin, and perhaps if one is invalid.
    [[nodiscard, gnu::always_inline]] inline bool is_apart(double margin) const noexcept {
        const double length = radius_a + radius_b + margin;
        return squared > product(length, length) * (1 + 0x1p-48);  // squares of floats do not underflow here
    }
    /// Returns true if both discs are valid, their centres differ, and the sign of the gap is certain or decided
    /// exactly.
    [[nodiscard, gnu::always_inline]] inline bool is_certain() noexcept {
        const pack<double> lengths = root(total);
        normal = path / lengths + pack_of(0.);
        distance = lengths[0], gap = distance - (radius_a + radius_b);
        if (!((distance > 0x1p-100) & (radius_a >= 0) & (radius_b >= 0))) [[unlikely]]
            return false;
        return is_clear_gap(gap, distance, radius_a + radius_b) || decide_exactly();
    }
    [[nodiscard, gnu::always_inline]] inline vec2<float> on_a() const noexcept {
        return rounded_vec(center_a + rounded_product<double>(normal, pack_of(radius_a)));
    }
    [[nodiscard, gnu::always_inline]] inline vec2<float> on_b() const noexcept {
        return rounded_vec(center_b - rounded_product<double>(normal, pack_of(radius_b)));
    }

private:
    /// Decides discs that nearly touch. If the differences of the centres and the sums of the radii and of the squares
    /// are exact, and no difference has more digits than a float, the squares are exact, too. They are then compared.
    /// This decides discs that touch exactly and have coordinates of few digits.
    [[nodiscard, gnu::noinline]] bool decide_exactly() noexcept {
        const two_term x = two_difference(center_b[0], center_a[0]), y = two_difference(center_b[1], center_a[1]),
                       radii = two_sum(radius_a, radius_b),
                       sum = two_sum(product(x.high, x.high), product(y.high, y.high));
        const auto rest = [](double whole) { return whole - static_cast<double>(round_to<float>(whole)); };
        const bool rounded = x.low != 0 || y.low != 0 || radii.low != 0 || sum.low != 0 || rest(x.high) != 0 ||
                             rest(y.high) != 0 || rest(radii.high) != 0;
        if (rounded || sum.high != product(radii.high, radii.high)) return measure_exactly();
        gap = 0;
        return distance < 0x1p60;
    }
    /// Computes the gap like measure_slight_gap.
    [[nodiscard, gnu::cold, gnu::noinline]] bool measure_exactly() noexcept {
        const double radii = radius_a + radius_b;
        if (!(distance + radii < 0x1p100)) return false;
        const double excess = exact::distance_value(vec2<double>{center_b[0], center_b[1]},
                                                    vec2<double>{center_a[0], center_a[1]}, radius_a, radius_b);
        gap = gap_from_squares(excess, distance, radii);
        return excess == 0 || magnitude(gap) > 0x1p-120;
    }
};

/// The axis of a hull and a single vertex, the centre of a disc. The closest feature of the hull is the best edge or
/// one of its ends. Lanes select between both, so that there is one root and one quotient and no branch.
///
/// `find` is certain if only one edge may be the best, the vertex is clearly not on its line, and the disc clearly does
/// not touch. It is never certain for numbers that are not finite. If an end is the closest feature, no edge beside it
/// can be nearer: its normal would be between the normal of the best edge and the direction from the end to the vertex,
/// so this edge would have the larger separation. All bits are those of find_separation.
struct vertex_axis {
    std::uint32_t edge = 0, end = 0;         // the first and the second vertex of the best edge
    bool at_vertex = false, at_end = false;  // whether a vertex is the nearest, and whether it is `end`
    double foot = 0, last = 0;  // positions of the disc's centre and of `end` on the edge, times its length
    double length = 1;          // length of the edge, or distance of the vertex if that is the nearest
    double squared = 1, gap = 0;
    float max_abs_coordinate = 0;
    // The first vertex and the direction of the edge, and its end that is nearer to the disc's centre. This end is the
    // closest feature if `beside` > 0.
    pack<double> start, along, nearer_end, beside;
    pack<double> vertex, normal;  // the centre of the disc; unit, towards it

    /// Finds the axis. Returns `yes` if it is certain, and `no` if the shapes are certainly apart by more than
    /// `within`.
    [[nodiscard, gnu::always_inline]] inline verdict find(const rounded_hull<float>& hull, const disc_beside& disc,
                                                          float within) noexcept {
        const float x = disc.center.x, y = disc.center.y;
        float error{};
        max_abs_coordinate = larger(hull.max_abs_coordinate, larger(magnitude(x), magnitude(y)));
        if (!(bound_filter(error, max_abs_coordinate, hull.roundings) & hull.filtered & (disc.radius >= 0)))
            [[unlikely]]
            return verdict::unsure;
        const edges_at_point<float> found = filter_point(hull, x, y, 4 * error);
        if (found.best > (error + (hull.radius + disc.radius + within)) * (1 + 8 * unit_roundoff<float>()))
            return verdict::no;
        if ((found.edges & (found.edges - 1)) != 0 || found.edges == 0) [[unlikely]]
            return verdict::unsure;
        edge = static_cast<std::uint32_t>(std::countr_zero(found.edges));
        end = static_cast<std::uint32_t>(next_index(std::size_t{edge}, std::size_t{hull.count}));
        return measure(hull, load_wide(&disc.center.x), disc.radius);
    }
    /// Returns the point of the hull opposite the vertex, without the hull's radius.
    [[nodiscard, gnu::always_inline]] inline pack<double> opposite(double position) const noexcept {
        const pack<double> on_edge = start + rounded_product<double>(along, pack_of(position)) / pack_of(squared);
        return where_greater<double>(beside, pack_of(0.), nearer_end, on_edge);
    }

private:
    [[nodiscard, gnu::always_inline]] inline verdict measure(const rounded_hull<float>& hull, const pack<double>& v,
                                                             float radius) noexcept {
        const double r = static_cast<double>(hull.radius), s = static_cast<double>(radius), radii = r + s;
        const float *const x = hull.x(), *const y = hull.y();
        const pack<double> p = wide_pair(x[edge], y[edge]), q = wide_pair(x[end], y[end]), path = q - p, from_p = v - p,
                           to_q = q - v, zero = pack_of(0.);
        start = p, along = path, vertex = v;
        if (!(magnitude(product(path[0], path[1])) > 0)) [[unlikely]]  // as edge_line does
            along = where_greater<double>(path, zero, pack_of(1.), zero) -
                    where_greater<double>(zero, path, pack_of(1.), zero);
        const pack<double> turned = rounded_product<double>(swapped(along), from_p),
                           forward = rounded_product<double>(along, from_p), back = rounded_product<double>(path, to_q),
                           whole = rounded_product<double>(along, path);
        const double area = turned[0] - turned[1];
        if (!(magnitude(area) > 0x1p-20 * (magnitude(turned[0]) + magnitude(turned[1])))) [[unlikely]]
            return verdict::unsure;
        // Lane 0 of `inside` is negative before the start of the edge, lane 1 beyond its end.
        const pack<double> inside = pick<double, 0, 2>(forward, back) + pick<double, 1, 3>(forward, back);
        beside = lower(pack_of(area), zero - lower(inside, swapped(inside)));
        const pack<double> before = pick<double, 0, 0>(inside, inside);
        nearer_end = where_greater<double>(zero, before, p, q);
        const pack<double> outward = pick<double, 1, 2>(along, zero - along),
                           direction = where_greater<double>(beside, zero, v - nearer_end, outward),
                           squares = rounded_product<double>(direction, direction), total = squares + swapped(squares),
                           lengths = root(total);
        normal = direction / lengths + zero;
        const double core = where_greater<double>(beside, zero, lengths, pack_of(area) / lengths)[0];
        gap = core - radii;
        foot = inside[0], last = whole[0] + whole[1], length = lengths[0], squared = total[0];
        const std::uint64_t at_either = greater(beside, zero), ends = greater(zero, before);
        at_vertex = (at_either & 1) != 0, at_end = (ends & 1) == 0;
        if (is_clear_gap(gap, core, radii)) [[likely]]
            return verdict::yes;
        if (!at_vertex) gap = slight_gap(p, q, v, core, r, s);
        return !at_vertex && gap == gap ? verdict::yes : verdict::unsure;
    }
    /// Returns the gap of a disc with the centre v that nearly touches the edge from p to q, like measure_slight_gap.
    /// Returns NaN if v may be beyond an end, if the gap is tiny, or if a radius is infinite. A static function, so
    /// that the axis stays in registers.
    [[nodiscard, gnu::cold, gnu::noinline]] static double slight_gap(pack<double> p, pack<double> q, pack<double> v,
                                                                     double core, double r, double s) noexcept {
        const vec2<double> a{p[0], p[1]}, b{q[0], q[1]}, center{v[0], v[1]}, path = b - a, from_a = center - a;
        const double place = dot(path, from_a), whole = dot(path, path),
                     margin = 0x1p-20 * (whole + dot(abs(path), abs(from_a))),
                     excess = exact::line_distance_value(center, b, a, r, s),
                     gap = gap_from_squares(excess, core, r + s);
        const bool certain = place > margin && whole - place > margin && core + (r + s) < 0x1p100 &&
                             (excess == 0 || magnitude(gap) > 0x1p-120);
        return certain ? gap : std::numeric_limits<double>::quiet_NaN();
    }
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
