#pragma once
/// The separation of two hulls along an edge normal, the edge with the largest separation, and the rule for ties
/// (`wins_tie`).

#include <hitbox/core/quad.hpp>
#include <hitbox/narrow/edge_filter.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns true if the data of a come before those of b, or are equal to them. The order depends on the numbers of the
/// hulls only, so swapping different hulls a and b reverses it.
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr bool data_before(const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    if (a.count != b.count) return a.count < b.count;
    for (std::size_t i = 0; i < a.count; ++i)
        if (a[i] != b[i]) return before(a[i], b[i]);
    return a.radius != b.radius ? a.radius < b.radius : a.kind <= b.kind;
}

/// Returns the length of the edge from p to q times the distance of v from its line, positive outside, for coordinates
/// times 2^shift. It is used where floating point cancels.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr wide_t<T> exact_area(vec2<T> p, vec2<T> q, vec2<T> v,
                                                                       int shift) noexcept {
    return wide_t<T>(0) - exact::orient2d_accurate(p, q, v, shift);
}

/// The edge from p to q of a hull, in wide arithmetic. For double, the rounding errors are kept.
template <scalar T>
struct edge_line {
    using W = wide_t<T>;

    vec2<T> p{}, q{};
    vec2<W> from{}, path{}, rest{};
    W length{};               // 0 for an underflowed edge, which is tiny compared with the other shape
    W length_rest{};          // for double, the rounding error of `length`
    bool along_axis = false;  // then `path` is a unit vector, so normals and separations of boxes are exact

    constexpr edge_line(const rounded_hull<T>& owner, vec2<T> start, vec2<T> end) noexcept
        : p{start}, q{end}, from{owner.widened(start)} {
        const vec2<W> to = owner.widened(end);
        path = to - from;
        if constexpr (exact_scalar<T>) {
            // In double, differences of float do not underflow, nor do products of two of them.
            if constexpr (std::same_as<T, float>) along_axis = !(magnitude(path.x * path.y) > 0) && path != vec2<W>{};
            else along_axis = (p.x == q.x) != (p.y == q.y) && path != vec2<W>{};
            if (along_axis) {
                const auto sign = [](W x) { return x > W(0) ? W(1) : x < W(0) ? static_cast<W>(-1) : W(0); };
                path = {sign(path.x), sign(path.y)}, length = W(1);
                return;
            }
        }
        const W squared = dot(path, path);
        if constexpr (is_compensated<T>) {
            const two_term x = two_difference(to.x, from.x), y = two_difference(to.y, from.y);
            rest = {x.low, y.low};
            if (!(squared > power_of_two(-900))) return;
            const two_term xx = two_product(path.x, path.x), yy = two_product(path.y, path.y),
                           sum = two_sum(xx.high, yy.high);
            const double low = sum.low + (xx.low + yy.low) + 2 * (product(path.x, rest.x) + product(path.y, rest.y));
            const double root = square_root(sum.high);
            const two_term back = two_product(root, root);
            const two_term exactly = two_sum(root, ((sum.high - back.high) - back.low + low) / (2 * root));
            length = exactly.high, length_rest = exactly.low;
        } else {
            length = root_of(squared);
        }
    }

    /// Returns the outward unit normal.
    [[nodiscard]] constexpr vec2<W> normal() const noexcept {
        if (!(length > W(0))) {  // from the unscaled vertices, because the scaled edge has underflowed
            const vec2<W> edge = widen(q) - widen(p);
            return direction_of(vec2<W>{edge.y, W(0) - edge.x}, vec2<W>{});
        }
        if constexpr (is_compensated<T>)
            return {over_length({path.y, rest.y}).value + 0, over_length({0 - path.x, 0 - rest.x}).value + 0};
        else return {path.y / length, (W(0) - path.x) / length};
    }
    [[nodiscard]] constexpr with_rest<W> over_length(with_rest<W> x) const noexcept {
        const W quotient = x.value / length;
        if constexpr (is_compensated<T>) {
            if (!(length > power_of_two(-450))) return {quotient};
            const two_term back = two_product(quotient, length);
            const double rest_of_it =
                ((x.value - back.high) - back.low + x.rest - product(quotient, length_rest)) / length;
            const two_term sum = two_sum(quotient, rest_of_it);
            return {sum.high, sum.low};
        } else {
            return {quotient};
        }
    }
    /// Returns the length times the distance of v from the edge's line, positive outside. The sign is exact, and the
    /// value is accurate to some more digits than T has: if the two products cancel, exact arithmetic is used.
    [[nodiscard]] constexpr with_rest<W> area_outside(const rounded_hull<T>& other, vec2<T> v) const noexcept {
        const cross_product<T> area = cross_of(difference_of<T>(other.widened(v), from), {path, rest});
        const bool is_large =
            !is_compensated<T> || magnitude(area.of.value) > W(power_of_two(-800));  // no product underflows
        if (along_axis || (area.is_accurate && is_large)) [[likely]]
            return area.of;
        if constexpr (exact_scalar<T>) return {exact_area(p, q, v, other.shift())};
        else return area.of;
    }
};

/// Returns a point as it is reported: unscaled and rounded to T.
template <class Two, scalar T>
[[nodiscard, gnu::always_inline]] constexpr vec2<T> rounded_point(const rounded_hull<T>& hull, Two p) noexcept {
    if constexpr (std::same_as<T, float> && !std::same_as<Two, couple<double>>) {
        const pack<float> both = narrowed(p.lanes, p.lanes) + pack_of(0.f);
        return {both[0], both[1]};
    } else {
        return hull.unscaled(vec2<wide_t<T>>{p[0], p[1]});
    }
}

/// An edge of a or b, and the vertex of the other hull that is the deepest behind it, or the nearest in front of it.
template <scalar T>
struct edge_axis {
    using W = wide_t<T>;

    vec2<W> normal{};  // outward from the edge's owner
    W separation{};    // separation of the hulls along `normal`
    W rest{};          // rounding error of `separation`
    T depth{};         // -separation rounded to T, to find ties among several edges
    std::uint32_t edge = 0, vertex = 0;
    bool of_b = false;  // whether the edge belongs to b
    bool found = false;
    bool has_underflowed = false;  // whether an underflowed edge was skipped
    bool is_only = false;          // whether no other edge and no other vertex may be as good
};

/// Returns -separation as it would be reported. A separation other than 0 is not rounded to 0.
template <scalar T, scalar W>
[[nodiscard]] constexpr T reported_depth(W separation) noexcept {
    const T depth = round_to<T>(W(0) - separation);
    if constexpr (std::same_as<T, float>)
        if (depth == 0 && separation != 0)
            return separation > 0 ? -std::numeric_limits<T>::denorm_min() : std::numeric_limits<T>::denorm_min();
    return depth;
}

/// Calls f(i) for each index below `size` in the set, in order. Indices from 64 on always belong to the set.
template <class F>
constexpr void for_each_in(std::uint64_t set, std::size_t size, const F& f) {
    for (std::size_t i = 0;; ++i) {
        if (i < 64) i = set == 0 ? 64 : static_cast<std::size_t>(std::countr_zero(set)), set &= set - 1;
        if (i >= size) return;
        f(i);
    }
}

/// Finds the deepest vertex behind one edge of `owner`: the first among equally deep ones. `add` tests one vertex.
template <scalar T>
struct edge_measure {
    using W = wide_t<T>;

    edge_line<T> edge;
    with_rest<W> min_area{};
    bool is_set = false;  // whether `min_area` is set; a user's scalar may have no infinity to start with

    [[gnu::always_inline]] constexpr edge_measure(const rounded_hull<T>& owner, vec2<T> p, vec2<T> q) noexcept
        : edge{owner, p, q} {}
    [[gnu::always_inline]] constexpr void add(edge_axis<T>& axis, const rounded_hull<T>& other, vec2<T> v,
                                              std::size_t j) noexcept {
        const with_rest<W> area = edge.area_outside(other, v);
        bool less = area.value < min_area.value;
        if constexpr (is_compensated<T>) less = less || (area.value == min_area.value && area.rest < min_area.rest);
        if (!is_set || less) min_area = area, axis.vertex = static_cast<std::uint32_t>(j), is_set = true;
    }
    [[gnu::always_inline]] constexpr void finish(edge_axis<T>& axis) const noexcept {
        axis.found = is_set && edge.length > W(0);
        if (!axis.found) return;
        const with_rest<W> separation = edge.over_length(min_area);
        axis.separation = separation.value, axis.rest = separation.rest, axis.normal = edge.normal();
        if constexpr (std::same_as<T, double>) {  // the quotient may have underflowed to 0
            if (axis.separation == 0 && min_area.value != 0)
                axis.separation =
                    min_area.value > 0 ? std::numeric_limits<T>::denorm_min() : -std::numeric_limits<T>::denorm_min();
        }
    }
};

/// Evaluates the edge from vertex i of a hull with columns against one vertex of the other hull.
template <scalar T>
[[gnu::always_inline]] constexpr void measure_edge(edge_axis<T>& axis, const rounded_hull<T>& owner, std::size_t i,
                                                   const rounded_hull<T>& other, std::size_t j) noexcept {
    edge_measure<T> measure{owner, owner.in_column(i), owner.in_column(next_index(i, owner.count))};
    axis.edge = static_cast<std::uint32_t>(i);
    measure.add(axis, other, other.in_column(j), j);
    measure.finish(axis);
}

/// Breaks a tie of two directions from a to b: returns true if n wins. The direction with the larger component along
/// the offset of the centres wins, then the one with the lexicographically larger of n and -n, then the order of the
/// shapes' data decides.
template <scalar T, scalar V>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr bool wins_tie(vec2<V> n, vec2<V> best, const rounded_hull<T>& a,
                                                                const rounded_hull<T>& b) noexcept {
    using W = wide_t<T>;
    const vec2<W> offset = b.widened(b.center()) - a.widened(a.center());
    const W along = dot(widen(n), offset), best_along = dot(widen(best), offset);
    if (along != best_along) return along > best_along;
    const vec2<V> upper = before(n, vec2<V>{}) ? vec2<V>{} - n : n,
                  best_upper = before(best, vec2<V>{}) ? vec2<V>{} - best : best;
    if (upper != best_upper) return before(best_upper, upper);
    return n != best && before(best, n) == data_before(a, b);
}

/// Breaks a tie of two axes with the same rounded depth; returns true if `one` wins. Different normals are compared as
/// above. If both hulls have an edge with this normal, the edge of the shape whose data come first wins.
template <scalar T>
[[nodiscard]] constexpr bool wins_tie(const edge_axis<T>& one, const edge_axis<T>& best, const rounded_hull<T>& a,
                                      const rounded_hull<T>& b) noexcept {
    const auto from_a = [](const edge_axis<T>& x) {
        const vec2<T> n = unsigned_zeros(vec_cast<T>(x.normal));
        return x.of_b ? vec2<T>{} - n : n;
    };
    const vec2<T> n = from_a(one), m = from_a(best);
    if (n != m) return wins_tie(n, m, a, b);
    if (one.of_b != best.of_b) return one.of_b != data_before(a, b);
    return one.separation != best.separation ? one.separation > best.separation : one.edge < best.edge;
}

/// Evaluates the edge from vertex i of a or b against some vertices of the other hull. Not inlined, because usually
/// only one edge is evaluated, by `measure_edge`.
template <scalar T>
[[gnu::noinline]] constexpr void measure_another(edge_axis<T>& axis, const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                 bool of_b, std::size_t i, std::uint64_t vertices) noexcept {
    const rounded_hull<T>&owner = of_b ? b : a, &other = of_b ? a : b;
    edge_measure<T> measure{owner, owner[i], owner[owner.after(i)]};
    axis.edge = static_cast<std::uint32_t>(i);
    for_each_in(vertices, other.size(), [&](std::size_t j) { measure.add(axis, other, other[j], j); });
    measure.finish(axis);
}

template <scalar T>
[[gnu::noinline]] constexpr void keep_better_edge(edge_axis<T>& best, const rounded_hull<T>& a,
                                                  const rounded_hull<T>& b, std::size_t i, bool of_b,
                                                  std::uint64_t vertices) noexcept {
    edge_axis<T> one;
    one.of_b = of_b;
    measure_another(one, a, b, of_b, i, vertices);
    best.has_underflowed = best.has_underflowed || !one.found;
    one.has_underflowed = best.has_underflowed;
    if (!one.found) return;
    one.depth = reported_depth<T>(one.separation);
    if (!best.found || one.depth < best.depth || (one.depth == best.depth && wins_tie(one, best, a, b))) best = one;
}

/// Returns the edge with the largest separation among the candidates of both hulls (Gottschalk, Lin and Manocha 1996;
/// Ericson, section 5.2.1).
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr edge_axis<T> best_of_edges(const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                                  const edge_sets& found) noexcept {
    edge_axis<T> best;
    for (const bool of_b : {false, true}) {
        const rounded_hull<T>& owner = of_b ? b : a;
        const std::uint64_t edges = of_b ? found.of_b : found.of_a, behind = of_b ? found.behind_b : found.behind_a;
        const std::uint64_t vertices = edge_sets::vertices(edges, behind);
        for_each_in(edges, owner.size(), [&](std::size_t i) {
            if (owner.has_edge(i)) keep_better_edge(best, a, b, i, of_b, vertices);
        });
    }
    return best;
}

/// The first candidate: an edge of either hull and a vertex of the other.
struct chosen_edge {
    std::size_t edge = 0, vertex = 0;
    bool of_b = false;
    bool is_only = false;  // no other pair may be better

    [[gnu::always_inline]] constexpr chosen_edge(const edge_sets& found, edge_name only) noexcept
        : edge{only.edge()}, vertex{only.vertex()}, of_b{only.of_b()}, is_only{true} {
        if (only) [[likely]]
            return;
        // The bits are combined into one test, because GCC makes a branch for each comparison.
        const std::uint64_t edges = found.of_a | found.of_b, behind[] = {found.behind_a, found.behind_b};
        of_b = found.of_a == 0;
        const std::uint64_t vertices = behind[as_index(of_b)];
        edge = static_cast<std::size_t>(std::countr_zero(edges));
        vertex = static_cast<std::size_t>(std::countr_zero(vertices));
        is_only = ((edges & (edges - 1)) | (found.of_a & found.of_b) | (vertices & (vertices - 1))) == 0 &&
                  edges != 0 && vertices != 0;
    }
};

/// Returns the best axis among the candidates. Usually there is only one.
template <scalar T>
[[nodiscard, gnu::always_inline]] constexpr edge_axis<T> best_axis(const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                                   const edge_sets& found, edge_name only) noexcept {
    const chosen_edge chosen{found, only};
    if (chosen.is_only) [[likely]] {
        edge_axis<T> best;
        best.of_b = chosen.of_b, best.is_only = true;
        measure_edge(best, one_of(chosen.of_b, a, b), chosen.edge, one_of(!chosen.of_b, a, b), chosen.vertex);
        if (best.found) return best;
    }
    return best_of_edges(a, b, found);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
