#pragma once
/// The edge that a linear cast of two hulls enters, and the fraction, normal and point of the hit.
///
/// Seen from b, the origin moves through the Minkowski difference of the hulls, grown by both radii. Only the edge that
/// is entered last is evaluated. If the origin enters it between its ends, this edge is hit. If it enters beyond an
/// end, only the disc about that end can be hit. The filter or the exact path chooses the edge, and these functions
/// compute every number of the answer, so both paths give the same bits. Decisions within rounding of another answer
/// are `unsure`.

#include <hitbox/narrow/edge_axis.hpp>
#include <hitbox/narrow/translations.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// An edge that may be entered last, and the vertex of the other hull that is deepest behind it.
template <scalar T>
struct edge_entry {
    using W = wide_t<T>;

    bool of_b = false;
    std::uint32_t edge = 0, vertex = 0;
    std::uint64_t behind = ~std::uint64_t{0};  // set of the vertices that may be the deepest
    vec2<W> p{}, q{}, v{};                     // the edge's vertices, and the other hull's deepest vertex
    vec2<W> along{};                           // q - p, times a power of two that keeps its square in range
    W squared{}, length{}, extent{};           // square and length of `along`; dot(along, q - p)
    W gap{}, closing{};                        // separation at the start and its decrease, times `length`
    W fraction{};
};

/// Returns cross(b - a, d - c) of four points, each times 2^shift, with an error below one ulp.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr wide_t<T> exact_cross(vec2<T> a, vec2<T> b, vec2<T> c, vec2<T> d,
                                                                        int shift) noexcept {
    if constexpr (!exact_scalar<T>) return cross(b - a, d - c);
    else if (shift == 0) return exact::cross_accurate(widen(a), widen(b), widen(c), widen(d));
    else return exact::cross_value(widen(a), widen(b), widen(c), widen(d), shift);
}

/// Computes the separation along an edge and the fraction at which the edge is entered. `InColumns` is true for hulls
/// that the filter accepts; their numbers need no scale.
template <bool InColumns, scalar T>
[[gnu::always_inline]] constexpr void evaluate_edge(edge_entry<T>& e, const rounded_hull<T>& a,
                                                    const rounded_hull<T>& b, const cast_numbers<T>& c) noexcept {
    using W = wide_t<T>;
    const auto at = [](const rounded_hull<T>& s, std::size_t i) { return InColumns ? s.in_column(i) : s[i]; };
    const auto wide = [&a](vec2<T> p) { return InColumns ? widen(p) : a.widened(p); };
    const rounded_hull<T>&owner = one_of(e.of_b, a, b), &other = one_of(!e.of_b, a, b);
    const vec2<T> p = at(owner, e.edge),
                  q = at(owner, InColumns ? next_index(e.edge, owner.count) : owner.after(e.edge));
    e.p = wide(p), e.q = wide(q);
    point_difference<T> along = difference_of<T>(e.q, e.p);
    const W unit = InColumns ? W(1) : safe_scale(larger(magnitude(along.value.x), magnitude(along.value.y)));
    if constexpr (!InColumns) along = {along.value * unit, along.rest * unit};
    e.along = along.value;
    e.squared = dot(e.along, e.along), e.length = root_of(e.squared);
    e.extent = InColumns ? e.squared : e.squared / unit;
    const auto accurate = [&](const cross_product<T>& x, const auto& exactly) {
        if (x.is_accurate) [[likely]]
            return x.of.value;
        return exactly();
    };
    W min_area{};
    bool is_set = false;
    for_each_in(e.behind, other.size(), [&](std::size_t j) {
        const vec2<T> v = at(other, j);
        const vec2<W> w = wide(v);
        const W area = accurate(cross_of(difference_of<T>(w, e.p), along),
                                [&] { return exact_cross(p, v, p, q, a.shift()) * unit; });
        if (is_set && !(area < min_area)) return;
        min_area = area, e.v = w, e.vertex = static_cast<std::uint32_t>(j), is_set = true;
    });
    const W turn = accurate(cross_of(difference_of<T>(c.of_a, c.of_b), along),
                            [&] { return exact_cross(c.motion.of_b, c.motion.of_a, p, q, a.shift()) * unit; });
    e.closing = e.of_b ? W(0) - turn : turn;
    e.gap = min_area - product(c.radius_sum, e.length);
    if constexpr (InColumns) e.fraction = e.gap / e.closing;
    else e.fraction = e.closing > W(0) ? bounded_quotient(e.gap, e.closing) : W(0);
}

/// Returns an error bound for the fraction of an edge, to decide which of two edges is entered later.
template <scalar T>
[[nodiscard]] constexpr wide_t<T> fraction_margin(const edge_entry<T>& e, const cast_numbers<T>& c) noexcept {
    using W = wide_t<T>;
    const W off = W(4) * (c.error_bound + product(c.drift, larger(W(1), magnitude(e.fraction))));
    return bounded_quotient(product(off, e.length), e.closing);
}
/// Returns whether e is entered later than another edge; `unsure` within rounding.
template <scalar T>
[[nodiscard]] constexpr verdict entered_later(const edge_entry<T>& e, const edge_entry<T>& other,
                                              const cast_numbers<T>& c) noexcept {
    const auto margin = fraction_margin(e, c) + fraction_margin(other, c);
    return e.fraction - other.fraction > margin   ? verdict::yes
           : other.fraction - e.fraction > margin ? verdict::no
                                                  : verdict::unsure;
}

/// Returns true if two edges are parallel and are therefore one facet of the Minkowski difference. The test is exact.
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr bool are_one_facet(const edge_entry<T>& e, const edge_entry<T>& f,
                                                          const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    if (e.of_b == f.of_b || !(dot(e.along, f.along) < wide_t<T>(0))) return false;
    const rounded_hull<T>&of_e = e.of_b ? b : a, &of_f = f.of_b ? b : a;
    return exact::cross_of(of_e[e.edge], of_e[of_e.after(e.edge)], of_f[f.edge], of_f[of_f.after(f.edge)]) == 0;
}

/// Computes the entry into the disc about vertex d of the Minkowski difference. Returns `yes` if the path certainly
/// enters the disc, `no` if it certainly does not. `is_all` is true if the difference is only this disc. `Ordinary` is
/// true for numbers in the range of the filter; others are scaled by powers of two.
///
/// Let w be the translation and r the sum of the radii. |error of side| <= error_bound |w|. The disc is therefore
/// certainly missed or met if |rest| > (2 r error_bound + error_bound^2) |w|^2; twice this bound is required. The error
/// of the root of `rest` is then below (2 r error_bound + error_bound^2) |w|^2 / half. With half <= r |w|, the error of
/// the fraction is below 4 (r + error_bound) error_bound / half.
template <bool Ordinary, scalar T>
[[nodiscard, gnu::always_inline]] constexpr verdict enter_disc(cast_hit<wide_t<T>>& at, vec2<wide_t<T>> d,
                                                               const cast_numbers<T>& c, bool is_all) noexcept {
    using W = wide_t<T>;
    const vec2<W> w = c.translation;
    const W unit = Ordinary ? W(1) : safe_scale(larger(magnitude(w.x), magnitude(w.y)));
    const vec2<W> path = Ordinary ? w : w * unit;
    const W squared = dot(path, path), ahead = dot(path, d), side = cross(path, d);
    if constexpr (!Ordinary) {
        // The disc is far beside the path, or is a point.
        const W length = square_root(squared), aside = magnitude(side) - product(c.radius_sum, length);
        const W allowed = product(c.error_bound, length);
        if (!(c.radius_sum > W(0)) || aside > larger(allowed, product(c.radius_sum, length))) {
            at.fraction = bounded_quotient(ahead, squared / unit), at.normal = unsigned_zeros(path / length);
            return aside > allowed ? verdict::no : verdict::unsure;
        }
    }
    const W tight = Ordinary ? W(1) : safe_scale(c.radius_sum), r = c.radius_sum * tight, across = side * tight;
    const W rest = product(product(r, r), squared) - product(across, across);
    const W off = c.error_bound * tight, allowed = product(product(W(2) * off, W(2) * r + off), squared);
    const W half = square_root(larger(rest, W(0))), chord = half / tight;
    at.fraction = Ordinary ? (ahead - half) / squared : bounded_quotient(ahead - chord, squared / unit);
    if (rest > W(0)) {
        const W inverse = W(1) / product(r, squared), cosine = product(half, inverse), sine = product(across, inverse);
        at.normal = {product(path.x, cosine) - product(path.y, sine), product(path.y, cosine) + product(path.x, sine)};
    } else {
        at.normal = direction_of(side > W(0) ? perp(path) : vec2<W>{} - perp(path), vec2<W>{});
    }
    if (rest < W(0) - allowed) return verdict::no;
    if (!(rest > allowed)) return verdict::unsure;
    const W margin = product(W(4) * (c.error_bound + c.drift), c.radius_sum + c.error_bound) * unit,
            within = product(at.fraction, chord);
    if (!(within > margin)) {
        // If the difference is a single disc that the path leaves before its start, it is certainly not met.
        const W left = W(0) - (ahead + chord);
        return is_all && left > W(0) && product(left, chord) > product(margin, squared) ? verdict::no : verdict::unsure;
    }
    if (!(at.fraction < W(1))) return product(at.fraction - W(1), chord) > margin ? verdict::no : verdict::unsure;
    return product(W(1) - at.fraction, chord) > margin ? verdict::yes : verdict::unsure;
}

/// Casts the discs about vertex u of a and vertex v of b. The point is computed from the shape whose data come last, so
/// that swapping changes no bit.
template <bool Ordinary, scalar T>
[[nodiscard, gnu::always_inline]] constexpr verdict
cast_discs(cast_hit<wide_t<T>>& at, const rounded_hull<T>& a, const rounded_hull<T>& b, vec2<wide_t<T>> u,
           vec2<wide_t<T>> v, const cast_numbers<T>& c, bool is_all) noexcept {
    const verdict meets = enter_disc<Ordinary>(at, v - u, c, is_all);
    if (Ordinary && meets != verdict::yes) return meets;
    at.point = data_before(a, b) ? v + c.of_b * at.fraction - at.normal * b.wide_radius()
                                 : u + c.of_a * at.fraction + at.normal * a.wide_radius();
    return meets;
}

template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr verdict
cast_discs_out_of_line(cast_hit<wide_t<T>>& at, const rounded_hull<T>& a, const rounded_hull<T>& b, vec2<wide_t<T>> u,
                       vec2<wide_t<T>> v, const cast_numbers<T>& c) noexcept {
    return cast_discs<false>(at, a, b, u, v, c, false);
}

/// The positions along an edge of the other hull's vertices that touch it when it is entered.
template <scalar W>
struct level_vertices {
    W position{};                 // position of the deepest vertex
    W low{}, high{};              // range of the vertices that are as deep within rounding of W
    W low_seen{}, high_seen{};    // the same within rounding of T, to compute the point
    vec2<W> at_low{}, at_high{};  // the vertices at `low` and `high`
};
template <bool InColumns, scalar T>
[[nodiscard, gnu::always_inline]] constexpr level_vertices<wide_t<T>>
find_level_vertices(const edge_entry<T>& e, const rounded_hull<T>& a, const rounded_hull<T>& b,
                    const cast_numbers<T>& c) noexcept {
    using W = wide_t<T>;
    const rounded_hull<T>& other = e.of_b ? a : b;
    const W turn = dot(e.along, c.translation), shift = product(e.of_b ? turn : W(0) - turn, e.fraction);
    const W position = dot(e.along, e.v - e.p) + shift;
    level_vertices<W> found{position, position, position, position, position, e.v, e.v};
    if ((e.behind & (e.behind - 1)) == 0) return found;
    const W lowest = e.gap + product(c.radius_sum, e.length), level = product(W(2) * c.error_bound, e.length);
    const W seen = product(static_cast<W>(unit_roundoff<T>()) / unit_roundoff<W>() / W(24) * c.error_bound, e.length);
    for_each_in(e.behind, other.size(), [&](std::size_t j) {
        const vec2<W> v = InColumns ? widen(other.in_column(j)) : other.widened(j), w = v - e.p;
        const W height = cross(w, e.along) - lowest;
        if (!(height <= larger(level, seen))) return;
        const W there = dot(e.along, w) + shift;
        found.low_seen = smaller(found.low_seen, there), found.high_seen = larger(found.high_seen, there);
        if (!(height <= level)) return;
        if (there < found.low) found.low = there, found.at_low = v;
        if (there > found.high) found.high = there, found.at_high = v;
    });
    return found;
}

template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr level_vertices<wide_t<T>>
level_vertices_of(const edge_entry<T>& e, const rounded_hull<T>& a, const rounded_hull<T>& b,
                  const cast_numbers<T>& c) noexcept {
    return find_level_vertices<false>(e, a, b, c);
}

/// Computes normal and point of the hit on an edge.
template <scalar T>
[[gnu::always_inline]] constexpr void hit_edge(cast_hit<wide_t<T>>& at, const edge_entry<T>& e,
                                               const level_vertices<wide_t<T>>& level, const rounded_hull<T>& a,
                                               const rounded_hull<T>& b, const cast_numbers<T>& c) noexcept {
    using W = wide_t<T>;
    const vec2<W> outward{e.along.y / e.length, (W(0) - e.along.x) / e.length};
    at.normal = unsigned_zeros(e.of_b ? vec2<W>{} - outward : outward);
    at.point = e.v + (e.of_b ? c.of_a : c.of_b) * at.fraction - outward * (e.of_b ? a : b).wide_radius();
    if (!(level.low_seen < level.high_seen)) return;
    const W middle = (larger(level.low_seen, W(0)) + smaller(level.high_seen, e.extent)) / W(2);
    at.point = at.point + e.along * ((middle - level.position) / e.squared);
}

/// Returns an error bound for a position on an edge, for the translation w. The error of the fraction is below
/// off * length / closing, so the error of the position is below off + |w| * off * length / closing. Positions are
/// multiplied by the length of the edge. The factor 4 is generous.
template <bool InColumns, scalar T>
[[nodiscard, gnu::always_inline]] constexpr wide_t<T> foot_margin(const edge_entry<T>& e,
                                                                  const cast_numbers<T>& c) noexcept {
    using W = wide_t<T>;
    const W off = c.error_bound + product(c.drift, magnitude(e.fraction));
    const W path = product(e.length, magnitude(c.translation.x) + magnitude(c.translation.y));
    const W speed = InColumns ? path / e.closing : bounded_quotient(path, e.closing);
    return product(product(W(4) * off, e.length), W(1) + speed);
}

/// Computes the hit on the edge that is entered last, or on the disc at one of its ends. Without radii there are no
/// discs; the verdict is then `unsure` near an end.
template <bool InColumns, scalar T>
[[nodiscard]] constexpr verdict meet_at_edge(cast_hit<wide_t<T>>& at, const edge_entry<T>& e, const rounded_hull<T>& a,
                                             const rounded_hull<T>& b, const cast_numbers<T>& c) noexcept {
    using W = wide_t<T>;
    level_vertices<W> level;
    if constexpr (InColumns) level = find_level_vertices<true>(e, a, b, c);
    else level = level_vertices_of(e, a, b, c);
    const W off = c.error_bound + product(c.drift, magnitude(e.fraction)), unsure = foot_margin<InColumns>(e, c);
    const bool on_edge = level.low < e.extent - unsure && level.high > unsure, at_edge = !(c.radius_sum > W(0));
    at.fraction = e.fraction;
    if (on_edge || at_edge) {
        hit_edge(at, e, level, a, b, c);
        const W margin = product(W(2) * off, e.length);
        const W beside = exact_scalar<T> ? unsure : W(0);  // for other scalars, there is no exact path
        if (level.low > e.extent + beside || level.high < W(0) - beside) return verdict::no;
        if (!on_edge || !(e.gap > margin)) return verdict::unsure;
        if (!(e.closing - e.gap > margin)) return e.gap - e.closing > margin ? verdict::no : verdict::unsure;
        return verdict::yes;
    }
    // The disc at the end that the path passes. If both ends are within the error, the exact path decides.
    const bool at_end = level.low > e.extent - unsure;
    if (InColumns && at_end && level.high <= unsure) return verdict::unsure;
    const vec2<W> u = at_end ? e.q : e.p, v = at_end ? level.at_low : level.at_high;
    if constexpr (InColumns) return cast_discs<true>(at, a, b, e.of_b ? v : u, e.of_b ? u : v, c, false);
    else return cast_discs_out_of_line(at, a, b, e.of_b ? v : u, e.of_b ? u : v, c);
}

/// Casts hulls that lie on lines parallel to the motion: their foremost vertices meet first.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr verdict
cast_along_lines(cast_hit<wide_t<T>>& at, const rounded_hull<T>& a, const rounded_hull<T>& b,
                 const cast_numbers<T>& c) noexcept {
    using W = wide_t<T>;
    vec2<W> u = a.widened(0), v = b.widened(0);
    for (std::size_t i = 1; i < a.size(); ++i)
        if (dot(c.translation, a.widened(i) - u) > W(0)) u = a.widened(i);
    for (std::size_t i = 1; i < b.size(); ++i)
        if (dot(c.translation, b.widened(i) - v) < W(0)) v = b.widened(i);
    return cast_discs_out_of_line(at, a, b, u, v, c);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
