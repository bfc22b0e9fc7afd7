#pragma once
/// The moves of one shape that make it penetrate another: an open convex set, the Minkowski sum of a solid and the
/// mover turned round (Ericson, section 3.11), with edges that know where they come from.

#include <hitbox/sets/pieces.hpp>

#include <algorithm>
#include <vector>

namespace hitbox::detail::inline HITBOX_ISA {

/// An edge of a sum, counter-clockwise. It has the direction of an edge of the solid or of the mover, from -> to, and
/// its first vertex is solid - mover: all four are points that were given, so signs can be told exactly.
struct sum_edge {
    vec2<double> from, to, solid, mover;
    std::uint32_t reference = 0, other = 0;  // the edge's first vertex, and the vertex that faces it
    bool of_solid = false;                   // is the reference's
    vec2<double> normal{};                   // unit, out of the sum
    double reach = 0;  // dot(direction, end - start): more than its square where edges of both are parallel

    [[nodiscard]] vec2<double> direction() const noexcept { return to - from; }
    [[nodiscard]] vec2<double> start() const noexcept { return solid - mover; }
};

/// What a mover does: from one place to another. Its way is to - from, not rounded.
struct moving_origin {
    vec2<double> from, to;
    [[nodiscard]] vec2<double> way() const noexcept { return to - from; }
};

/// A sum's place in a list of sums: its edges, and the radius by which their hull is grown. One edge of no length: a
/// point; two: a segment.
struct minkowski_sum {
    std::uint32_t first = 0, last = 0;
    double radius = 0, radius_of_mover = 0, radius_of_solid = 0;
    std::size_t mover = 0, solid = 0;  // pieces
    vec2<double> front{};              // of a solid that blocks from there only; else zero

    [[nodiscard]] std::size_t size() const noexcept { return last - first; }
};

/// All sums of a query.
struct sum_list {
    std::vector<sum_edge> edges;
    std::vector<minkowski_sum> sums;
    double scale = 1;    // of all coordinates, a power of two
    double largest = 0;  // of all coordinates: magnitudes are right to a few roundings of it

    [[nodiscard]] std::span<const sum_edge> edges_of(const minkowski_sum& s) const noexcept {
        return std::span{edges}.subspan(s.first, s.size());
    }
    /// Less is no distance.
    [[nodiscard]] double slack() const noexcept { return 0x1p-49 * largest; }
};

/// By which numbers of that size have products within range.
template <exact_real T>
[[nodiscard]] double scale_of_set(T largest) noexcept {
    if constexpr (std::same_as<T, float>) return 1;
    else return static_cast<double>(safe_scale(largest));
}

/// Merges the edges of both by their directions (de Berg et al., "Computational Geometry", section 13.3); parallel ones
/// become one edge.
template <exact_real T>
void add_sum(sum_list& list, const rounded_hull<T>& mover, const rounded_hull<T>& solid, std::size_t mover_piece,
             std::size_t solid_piece) {
    const double scale = list.scale;
    const auto point = [scale](vec2<T> p) { return widen(p) * scale; };
    minkowski_sum sum{static_cast<std::uint32_t>(list.edges.size()), 0, 0, 0, 0, mover_piece, solid_piece};
    sum.radius_of_mover = static_cast<double>(mover.radius) * scale;
    sum.radius_of_solid = static_cast<double>(solid.radius) * scale;
    sum.radius = sum.radius_of_mover + sum.radius_of_solid;

    // Both start at the bottom of the sum, at the left there: so directions turn from straight right once round.
    const auto lowest = [](const rounded_hull<T>& hull, T sign) {
        std::size_t best = hull.size();
        for (std::size_t i = 0; i < hull.size(); ++i) {
            if (hull.size() > 1 && !hull.has_edge(i)) continue;
            const vec2<T> p = hull[i] * sign, q = best < hull.size() ? hull[best] * sign : p;
            if (best == hull.size() || p.y < q.y || (p.y == q.y && p.x < q.x)) best = i;
        }
        return best;
    };
    // A placed view that rounding has collapsed has no edges: it is a point.
    const std::size_t found_m = lowest(mover, T(-1)), found_s = lowest(solid, T(1));
    bool mover_done = mover.size() < 2 || found_m == mover.size(),
         solid_done = solid.size() < 2 || found_s == solid.size();
    const std::size_t first_m = found_m == mover.size() ? 0 : found_m, first_s = found_s == solid.size() ? 0 : found_s;
    std::size_t m = first_m, s = first_s;
    const auto upper = [](vec2<double> p, vec2<double> q) { return q.y > p.y || (q.y == p.y && q.x > p.x); };
    do {
        const std::size_t next_m = mover_done ? m : mover.after(m), next_s = solid_done ? s : solid.after(s);
        const vec2<double> m0 = point(mover[m]), m1 = point(mover[next_m]), s0 = point(solid[s]),
                           s1 = point(solid[next_s]);
        int turn = 0;  // positive: the solid's edge comes first
        if (mover_done || solid_done) {
            turn = mover_done ? 1 : -1;
        } else {
            const bool up_s = upper(s0, s1), up_m = upper(m1, m0);
            const double side = exact::cross_of(s0, s1, m1, m0);
            turn = up_s != up_m ? (up_s ? 1 : -1) : side > 0 ? 1 : side < 0 ? -1 : 0;
        }
        sum_edge edge{s0, s1, s0, m0, static_cast<std::uint32_t>(s), static_cast<std::uint32_t>(m), true};
        if (turn < 0)
            edge.from = m1, edge.to = m0, edge.of_solid = false, edge.reference = static_cast<std::uint32_t>(m),
            edge.other = static_cast<std::uint32_t>(s);
        list.edges.push_back(edge);
        if (turn >= 0 && !solid_done) s = next_s, solid_done = s == first_s;
        if (turn <= 0 && !mover_done) m = next_m, mover_done = m == first_m;
    } while (!mover_done || !solid_done);
    sum.last = static_cast<std::uint32_t>(list.edges.size());
    for (std::uint32_t i = sum.first; i < sum.last; ++i) {
        sum_edge& e = list.edges[i];
        const vec2<double> d = e.direction(), p = (max)(abs(e.solid), abs(e.mover));
        const std::uint32_t next = i + 1 < sum.last ? i + 1 : sum.first;
        e.reach = dot(d, list.edges[next].start() - e.start());
        e.normal = unit_or(vec2<double>{d.y, 0 - d.x}, vec2<double>{0, 1}) + vec2<double>{};
        list.largest = larger(list.largest, larger(p.x, p.y) + sum.radius);
    }
    list.sums.push_back(sum);
}

/// The direction from which alone a piece of a set blocks; zero if it does so from everywhere.
template <exact_real T, class S, class Q>
[[nodiscard]] vec2<double> front_of(const S& set, const Q& piece, std::size_t i) noexcept {
    if constexpr (requires { set.front_of_piece(i); }) return widen(set.front_of_piece(i));
    else if constexpr (std::same_as<Q, segment<T>>)
        return is_one_sided(set) ? perp(widen(piece.b) - widen(piece.a)) : vec2<double>{};
    else return {};
}

/// Those of all pieces that are within reach of each other, in place of what the list held.
template <class A, class B>
void find_sums(sum_list& list, const A& a, const B& b, solid_scalar_t<A> reach, vec2<solid_scalar_t<A>> way) {
    using T = solid_scalar_t<A>;
    list.edges.clear(), list.sums.clear();
    list.largest = 0;
    if constexpr (!std::same_as<T, float>) {
        const aabb<T> box_a = bounds(a), box_b = bounds(b);
        const vec2<T> most_a = (max)(abs(box_a.min), abs(box_a.max)), most_b = (max)(abs(box_b.min), abs(box_b.max));
        const vec2<T> most = (max)((max)(most_a, most_b), abs(way));
        list.scale = scale_of_set(larger(most.x, most.y));
    }
    for_each_piece_pair(a, b, reach, way, [&](const auto& p, std::size_t i, const auto& q, std::size_t j) {
        with_hulls(p, q, [&](const rounded_hull<T>& m, const rounded_hull<T>& s) { add_sum(list, m, s, i, j); });
        const vec2<double> front = front_of<T>(b, q, j), back = front_of<T>(a, p, i);
        list.sums.back().front = (front != vec2<double>{} ? front : vec2<double>{} - back) * list.scale;
        return true;
    });
    // By pieces, in whatever order a tree found them: so that a placed set answers as the set of the placed pieces.
    std::sort(list.sums.begin(), list.sums.end(), [](const minkowski_sum& s, const minkowski_sum& t) {
        return s.mover != t.mover ? s.mover < t.mover : s.solid < t.solid;
    });
}
template <class A, class B>
[[nodiscard]] sum_list sums_of(const A& a, const B& b, solid_scalar_t<A> reach, vec2<solid_scalar_t<A>> way) {
    sum_list list;
    find_sums(list, a, b, reach, way);
    return list;
}

}  // namespace hitbox::detail::inline HITBOX_ISA
