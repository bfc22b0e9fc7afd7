#pragma once
/// The one question behind all queries: how far apart, or how deep in each other, are two rounded hulls, along which
/// direction, and which features are the closest?

#include <hitbox/narrow/box_axis.hpp>
#include <hitbox/narrow/edge_axis.hpp>

namespace hitbox::detail::inline HITBOX_ISA {

/// The closest features of two hulls, or those of the shortest way out: an edge of the reference hull and a vertex of
/// the other, or a vertex of either.
template <scalar T>
struct axis {
    using W = wide_t<T>;

    relation kind = relation::apart;
    bool of_b = false;  // the reference is b
    bool at_vertices = false;
    std::uint32_t reference = 0;  // its edge, by the first vertex, or its vertex
    std::uint32_t other = 0;
    vec2<W> normal{};  // unit, from the reference to the other
    W core{};          // how far the hulls are apart along it, without their radii; negative where these overlap
    W gap{};           // less the radii
};

/// Is a point in front of the edge between two vertices, and beyond the first of them?
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr bool faces(const rounded_hull<T>& s, std::size_t from, std::size_t to,
                                                  bool forward, vec2<wide_t<T>> target) noexcept {
    using W = wide_t<T>;
    const vec2<W> start = s.wide(from), way = s.wide(to) - start, offset = target - start;
    const W turn = cross(way, offset);
    return dot(way, offset) > W(0) && (forward ? turn <= W(0) : turn >= W(0));
}

/// Hulls that are apart: their closest features are the best edge and the vertex in front of it, or if that is beyond
/// an end of the edge, that end and the vertex. For the point of the Minkowski difference that is nearest to the origin
/// lies on its best edge: of all edges' normals, those of the two at the nearest vertex are the closest to its
/// direction, and so one of them separates the most. Where edges are parallel, or as good as, the vertex may be beyond
/// the end and the end in front of an edge beside the vertex: these steps end where no neighbour is nearer.
template <scalar T>
constexpr void keep_closest_features(axis<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    using W = wide_t<T>;
    for (std::size_t steps = a.size() + b.size(); steps > 0; --steps) {
        const rounded_hull<T>&hull = found.of_b ? b : a, &other = found.of_b ? a : b;
        const std::size_t end = hull.after(found.reference);
        const vec2<W> p = hull.wide(found.reference), q = hull.wide(end), v = other.wide(found.other), edge = q - p;
        const bool before_p = dot(edge, v - p) < W(0), beyond_q = dot(edge, q - v) < W(0);
        if (!before_p && !beyond_q) return;  // the edge it is
        const std::size_t corner = before_p ? found.reference : end;
        const vec2<W> c = before_p ? p : q;
        // The edges beside the two vertices: does one have the other vertex in front of it, nearer than its end?
        if (other.size() > 1) {
            const std::size_t next = other.after(found.other), previous = other.before(found.other);
            const bool forward = faces(other, found.other, next, true, c);
            if (forward || faces(other, found.other, previous, false, c)) {
                found.reference = static_cast<std::uint32_t>(forward ? found.other : previous);
                found.other = static_cast<std::uint32_t>(corner);
                found.of_b = !found.of_b;
                continue;
            }
        }
        const std::size_t beside = before_p ? hull.before(corner) : hull.after(corner);
        if (hull.size() > 2 && faces(hull, corner, beside, !before_p, v)) {
            found.reference = static_cast<std::uint32_t>(before_p ? beside : corner);
            continue;
        }
        found.at_vertices = true, found.reference = static_cast<std::uint32_t>(corner);
        return;
    }
}

/// On which side of the line p -> q is the nearest vertex: 1 all strictly to the right, 0 some on it, -1 some to the
/// left.
template <scalar T>
[[nodiscard]] constexpr int side_of_line(vec2<T> p, vec2<T> q, const rounded_hull<T>& hull) noexcept {
    int nearest = 1;
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const auto turn = exact::orient2d(p, q, hull.vertex(i));
        if (turn > 0) return -1;
        if (turn == 0) nearest = 0;
    }
    return nearest;
}

/// The best that the edges of a can do to separate b.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr int separation_sign(const rounded_hull<T>& a,
                                                                      const rounded_hull<T>& b) noexcept {
    int best = -1;
    vec2<T> p, q;
    for (std::size_t i = 0; i < a.size() && best < 1; ++i)
        if (find_edge(p, q, a, i)) best = larger(best, side_of_line(p, q, b));
    return best;
}

/// Two hulls without a shape that has an interior: if all their vertices are on one line, they are apart or touch along
/// it. Gives 1 apart, 0 touching, -1 not on one line.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr int sign_on_line(const rounded_hull<T>& a,
                                                                   const rounded_hull<T>& b) noexcept {
    struct ends {
        vec2<T> first, last;
    } of_a{a.vertex(0), a.vertex(0)}, of_b{b.vertex(0), b.vertex(0)};
    for (const bool is_b : {false, true}) {
        const rounded_hull<T>& s = is_b ? b : a;
        ends& e = is_b ? of_b : of_a;
        for (std::size_t i = 1; i < s.size(); ++i) {
            const vec2<T> v = s.vertex(i);
            if (before(v, e.first)) e.first = v;
            if (before(e.last, v)) e.last = v;
        }
    }
    const vec2<T> p = before(of_a.first, of_b.first) ? of_a.first : of_b.first,
                  q = before(of_a.last, of_b.last) ? of_b.last : of_a.last;
    for (const rounded_hull<T>* s : {&a, &b})
        for (std::size_t i = 0; i < s->size(); ++i)
            if (exact::orient2d(p, q, s->vertex(i)) != 0) return -1;
    return before(of_a.last, of_b.first) || before(of_b.last, of_a.first) ? 1 : 0;
}

/// The exact relation of two hulls without their radii. The edges of the Minkowski difference are parallel to those of
/// the two, so these decide (Ericson, section 5.2.1), unless the difference has no interior.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr relation relation_of_cores(const rounded_hull<T>& a,
                                                                             const rounded_hull<T>& b) noexcept {
    if (a.is_thin() && b.is_thin()) {
        const int sign = sign_on_line(a, b);
        if (sign >= 0) return relation_of_sign(sign);
    }
    const int sign = separation_sign(a, b);
    if (sign == 1) return relation::apart;
    const int other = separation_sign(b, a);
    return relation_of_sign(other > sign ? other : sign);
}

/// The sign of (distance - radii) of the nearest pair of an edge of a and a vertex of b. Exact.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr int proximity_sign(const rounded_hull<T>& a,
                                                                     const rounded_hull<T>& b) noexcept {
    int nearest = 1;
    bool is_point = true;
    for (std::size_t i = 0; i < a.size() || is_point; ++i) {
        vec2<T> p = a.vertex(0), q = p;
        const bool is_edge = i < a.size() && find_edge(p, q, a, i);
        if (!is_edge && i < a.size()) continue;
        is_point = false;
        for (std::size_t j = 0; j < b.size() && nearest >= 0; ++j) {
            const vec2<T> v = b.vertex(j);
            const auto excess = is_edge ? exact::compare_segment_distance(v, p, q, a.radius, b.radius)
                                        : exact::compare_distance(v, p, a.radius, b.radius);
            if (excess <= 0) nearest = excess < 0 ? -1 : smaller(nearest, 0);
        }
    }
    return nearest;
}

/// The exact relation of two rounded hulls, by signs alone.
template <scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr relation exact_relation(const rounded_hull<T>& a,
                                                                          const rounded_hull<T>& b) noexcept {
    const relation cores = relation_of_cores(a, b);
    if (!(a.radius > T(0) || b.radius > T(0))) return cores;
    if (cores != relation::apart) return relation::penetrating;
    const int one_way = proximity_sign(a, b), other_way = proximity_sign(b, a);
    return relation_of_sign(one_way < other_way ? one_way : other_way);
}

/// Where the gap is within rounding of nothing: the exact relation, and a gap that agrees with it and is right relative
/// to itself, from the difference of the squares.
template <scalar T>
[[gnu::cold, gnu::noinline]] constexpr void measure_slight_gap(axis<T>& found, const rounded_hull<T>& a,
                                                               const rounded_hull<T>& b) noexcept {
    using W = wide_t<T>;
    found.kind = exact_relation(a, b);
    if constexpr (exact_scalar<T>) {
        if (found.core > W(0)) {
            const rounded_hull<T>&hull = found.of_b ? b : a, &other = found.of_b ? a : b;
            const std::size_t end = hull.after(found.reference);
            const vec2<T> p = hull.vertex(found.reference), q = hull.vertex(end), v = other.vertex(found.other);
            W excess = found.at_vertices ? exact::distance_value(v, p, a.radius, b.radius, a.shift())
                                         : exact::line_distance_value(v, q, p, a.radius, b.radius, a.shift());
            // Where two edges are parallel but for the last bits, another of their ends may be nearer.
            const vec2<T> next = other.vertex(other.after(found.other)),
                          previous = other.vertex(other.before(found.other));
            const vec2<T> ends[][3] = {{next, p, q},     {previous, p, q}, {p, v, next},
                                       {p, previous, v}, {q, v, next},     {q, previous, v}};
            for (const auto& [u, from, to] : ends) {
                if (found.at_vertices || !(exact::along(from, to, u) > 0) || !(exact::along(to, from, u) > 0) ||
                    !(exact::orient2d(to, from, u) > 0))
                    continue;
                excess = smaller(
                    excess, static_cast<W>(exact::line_distance_value(u, to, from, a.radius, b.radius, a.shift())));
            }
            const W radii = a.wide_radius() + b.wide_radius();
            // Squares below the range make neither more than it can be.
            found.gap = larger(W(0) - radii, smaller(found.core, static_cast<W>(excess / (found.core + radii))));
        }
    }
    const W least = [] {
        if constexpr (std::floating_point<W>) return std::numeric_limits<W>::denorm_min();
        else return W(0);
    }();
    if (found.kind == relation::touching) found.gap = W(0);
    if (found.kind == relation::penetrating && !(found.gap < W(0))) found.gap = W(0) - least;
    if (found.kind == relation::apart && !(found.gap > W(0))) found.gap = least;
}

/// The closest features are two vertices: the way from one to the other. Where they are in one place, the normal stays.
template <scalar T>
[[nodiscard]] constexpr with_rest<wide_t<T>> measure_vertices(axis<T>& found, const rounded_hull<T>& a,
                                                              const rounded_hull<T>& b) noexcept {
    using W = wide_t<T>;
    const rounded_hull<T>&hull = found.of_b ? b : a, &other = found.of_b ? a : b;
    const vec2<T> p = hull[found.reference], v = other[found.other];
    const vec2<W> way = other.wide(v) - hull.wide(p);
    with_rest<W> distance;
    if constexpr (std::same_as<T, float>) {  // no square leaves the range of double
        distance.value = square_root(dot(way, way));
        if (distance.value > 0) found.normal = {way.x / distance.value + 0, way.y / distance.value + 0};
    } else {
        if constexpr (std::same_as<T, double>) {
            const edge_line<T> line{hull, p, v};
            const two_term x = two_difference(other.wide(v).x, hull.wide(p).x),
                           y = two_difference(other.wide(v).y, hull.wide(p).y);
            if (line.along_axis)
                distance = {magnitude(way.x + way.y), way.x + way.y < 0 ? -x.low - y.low : x.low + y.low};
            else distance = {line.length, line.length_rest};
        }
        if (!(distance.value > W(0))) distance = {length_of(way)};
        if (distance.value > W(0)) found.normal = direction_of(way, found.normal);
    }
    found.core = distance.value;
    return distance;
}

/// The distance of the cores less the radii: what the parts lost to rounding is kept until the end.
[[nodiscard]] constexpr double less_radii(with_rest<double> core, double radius_a, double radius_b) noexcept {
    const two_term radii = two_sum(radius_a, radius_b), gap = two_difference(core.value, radii.high);
    return gap.high + (gap.low + (core.rest - radii.low));
}

/// What the radii make of a distance of the cores.
template <scalar T>
constexpr void finish_gap(axis<T>& found, wide_t<T> rest, const rounded_hull<T>& a, const rounded_hull<T>& b,
                          bool has_speck) noexcept {
    using W = wide_t<T>;
    const W radii = a.wide_radius() + b.wide_radius();
    if (found.normal == vec2<W>{}) found.normal = {W(0), data_before(a, b) != found.of_b ? W(1) : W(-1)};
    if constexpr (std::same_as<T, double>) found.gap = less_radii({found.core, rest}, a.wide_radius(), b.wide_radius());
    else found.gap = found.core - radii;
    const auto sign = [](W x) { return x > W(0) ? 1 : x < W(0) ? -1 : 0; };
    found.kind = relation_of_sign(sign(found.gap));
    const bool round = radii > W(0) && found.core > W(0);
    const W slight = (found.core + radii) * (W(1) / W(1 << 25));
    // Double: where products may leave the range, signs of exact values decide.
    const bool extreme =
        a.scale != W(1) || has_speck ||
        (std::same_as<T, double> && larger(magnitude(found.core), radii) < static_cast<W>(power_of_two(-400)));
    if ((round && magnitude(found.gap) <= slight) || extreme) measure_slight_gap(found, a, b);
}

/// Where an edge was too short to be looked at, which may be the one that separates: its ends are as near as all of it.
/// So two vertices are the closest features, if the hulls are clearly farther apart along the way between them than
/// along the best edge.
template <scalar T>
[[gnu::cold, gnu::noinline]] constexpr void prefer_closest_vertices(axis<T>& found, const rounded_hull<T>& a,
                                                                    const rounded_hull<T>& b) noexcept {
    using W = wide_t<T>;
    std::size_t of_a = 0, of_b = 0;
    vec2<W> best = b.wide(0) - a.wide(0);
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            const vec2<W> way = b.wide(j) - a.wide(i);
            const W squared = dot(way, way), least = dot(best, best);
            if (squared < least || (squared == least && wins_tie(way, best, a, b))) best = way, of_a = i, of_b = j;
        }
    }
    const vec2<W> n = direction_of(best, vec2<W>{});
    W separation = dot(n, best), reach{0};
    for (std::size_t j = 0; j < b.size(); ++j) separation = smaller(separation, dot(n, b.wide(j) - a.wide(of_a)));
    for (std::size_t i = 0; i < a.size(); ++i) reach = larger(reach, dot(n, a.wide(i) - a.wide(of_a)));
    const W slack = rounding_slack((static_cast<W>(a.extent) + static_cast<W>(b.extent)) * a.scale);
    if (!(separation - reach > larger(found.core, W(0)) + slack)) return;
    found.at_vertices = true, found.of_b = false;
    found.reference = static_cast<std::uint32_t>(of_a), found.other = static_cast<std::uint32_t>(of_b);
}

/// What the hulls and their radii make of the best edge.
template <scalar T>
constexpr void finish_axis(axis<T>& found, const edge_axis<T>& best, const rounded_hull<T>& a,
                           const rounded_hull<T>& b) noexcept {
    using W = wide_t<T>;
    found.of_b = best.of_b, found.reference = best.edge, found.other = best.vertex;
    found.normal = best.normal, found.core = best.separation, found.at_vertices = !best.found;
    W rest = best.rest;
    const bool beside =
        best.found && (best.separation > W(0) || (best.separation == W(0) && a.is_thin() && b.is_thin()));
    if (beside) {
        keep_closest_features(found, a, b);
        if (!found.at_vertices && (found.of_b != best.of_b || found.reference != best.edge)) {
            edge_axis<T> again;
            measure_another(again, a, b, found.of_b, found.reference, std::uint64_t{1} << (found.other & 63));
            // On one line both sides are as good: that which won the tie stays.
            const vec2<W> normal = found.of_b != best.of_b ? vec2<W>{} - best.normal : best.normal;
            found.normal = again.separation > W(0) ? again.normal : normal;
            found.core = again.separation, rest = again.rest;
        }
    }
    if constexpr (!std::same_as<T, float>) {  // whose edges all have squares in double
        if (best.is_speck && !(best.separation > W(0))) prefer_closest_vertices(found, a, b);
    }
    if (found.at_vertices) rest = measure_vertices(found, a, b).rest;
    finish_gap(found, rest, a, b, best.is_speck);
}

/// Are two points, grown by their radii, apart by more than that?
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] constexpr bool certainly_farther(const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                                   T within) noexcept {
    using W = wide_t<T>;
    const vec2<W> way = b.wide(0) - a.wide(0);
    const W reach = a.wide_radius() + b.wide_radius() + static_cast<W>(within) * a.scale;
    const W least = product(reach, reach) * (W(1) + W(16) * unit_roundoff<W>());  // generous
    return dot(way, way) > least && least > static_cast<W>(power_of_two(-900));
}

/// The axis of two hulls that have no edges; false, and nothing else, if they are certainly apart by more than
/// `within`.
template <scalar T>
[[nodiscard]] constexpr bool find_axis_of_points(axis<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                 [[maybe_unused]] T within) noexcept {
    if constexpr (exact_real<T>)
        if (certainly_farther(a, b, within)) return false;
    found.at_vertices = true;
    finish_gap(found, measure_vertices(found, a, b).rest, a, b, false);
    return true;
}

/// What two discs have whose distance is clearly not that of their radii, with the bits of what follows for all.
struct disc_axis {
    verdict overlap = verdict::unsure;
    vec2<double> normal{};
    double distance{}, gap{};

    disc_axis(const circle<float>& a, const circle<float>& b) noexcept {
        const vec2<double> way = widen(b.center) - widen(a.center);
        const double radii = static_cast<double>(a.radius) + static_cast<double>(b.radius), squared = dot(way, way);
        if (squared > radii * radii * (1 + 0x1p-20)) {
            overlap = verdict::no;
            return;
        }
        distance = square_root(squared), gap = distance - radii;
        if (!(distance > 0) || !(gap < 0 - (distance + radii) * 0x1p-25) || !(gap < -0x1p-120)) return;
        overlap = verdict::yes, normal = {way.x / distance + 0, way.y / distance + 0};
    }
};
template <class A, class B>
inline constexpr bool both_discs = std::same_as<A, B>&& std::same_as<A, circle<float>>;

/// The best edge of two hulls; false, and nothing else, if they are certainly apart by more than `within`.
template <scalar T>
[[gnu::always_inline]] constexpr bool find_edge_axis(edge_axis<T>& best, const rounded_hull<T>& a,
                                                     const rounded_hull<T>& b, T within = most<T>()) noexcept {
    if constexpr (exact_scalar<T> && std::floating_point<T>) {
        if (!std::is_constant_evaluated()) {
            edge_candidates<T> candidates;
            const bool filtered = filter_edges(candidates, a, b, a.radius + b.radius + within);
            if (filtered && candidates.best > candidates.enough) return false;
            best_axis(best, a, b, candidates);
            return true;
        }
    }
    best_of_edges(best, a, b, all_edges{});
    return true;
}

/// The axis of two boxes that meet: along a side of one of them, as `collide` tells. False if they are no boxes, or
/// such of which more must be asked.
template <scalar T>
[[nodiscard]] constexpr bool find_box_axis(axis<T>& found, const rounded_hull<T>& a,
                                           const rounded_hull<T>& b) noexcept {
    if (!is_box(a) || !is_box(b)) return false;
    const aabb<T> box_a = box_of(a), box_b = box_of(b);
    if (!intersects_pair(box_a, box_b) || !have_way_out(box_a, box_b)) return false;
    const box_way_out<T> out{box_a, box_b};
    found.of_b = !data_before(a, b);  // the sides of both are as good
    const box_side side = found.of_b ? opposite(out.side) : out.side;
    found.reference = edge_of(side), found.other = vertex_facing(side), found.normal = normal_of<wide_t<T>>(side);
    found.core = found.gap = (wide_t<T>(0) - out.depth) * a.scale;
    found.kind = out.depth > 0 ? relation::penetrating : relation::touching;
    return true;
}

/// The axis of two hulls, along the best of the candidates.
template <scalar T, class Candidates>
[[gnu::noinline]] constexpr void find_axis_among(axis<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                 const Candidates& candidates) noexcept {
    edge_axis<T> best;
    best_axis(best, a, b, candidates);
    finish_axis(found, best, a, b);
}

/// The axis of two hulls that are not both single vertices; false, and nothing else, if they are certainly apart by
/// more than `within`.
template <scalar T>
[[nodiscard]] constexpr bool find_axis_of_edges(axis<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                T within) noexcept {
    if constexpr (exact_scalar<T> && std::floating_point<T>) {
        if (!std::is_constant_evaluated()) {
            edge_candidates<T> candidates;
            const bool filtered = filter_edges(candidates, a, b, a.radius + b.radius + within);
            if (filtered && candidates.best > candidates.enough) return false;
            find_axis_among(found, a, b, candidates);
            return true;
        }
    }
    find_axis_among(found, a, b, all_edges{});
    return true;
}

/// The axis of the hulls of an A and a B; false, and nothing else, if they are certainly apart by more than `within`.
template <class A, class B, scalar T>
[[nodiscard]] constexpr bool find_axis_between(axis<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b,
                                               T within) noexcept {
    if constexpr (may_be_point<A> && may_be_point<B>)
        if (a.count + b.count < 3) return find_axis_of_points(found, a, b, within);
    if constexpr (may_be_box<A> && may_be_box<B>)
        if (find_box_axis(found, a, b)) return true;
    return find_axis_of_edges(found, a, b, within);
}
template <scalar T>
[[nodiscard]] constexpr bool find_axis(axis<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b,
                                       T within) noexcept {
    return find_axis_between<aabb<T>, aabb<T>>(found, a, b, within);
}

/// Are a point of the best edge, or of one that is as good, and the vertex opposite nearer to each other than the radii
/// reach? Then the shapes overlap, whichever features are the closest.
template <std::floating_point T>
[[nodiscard]] inline bool certainly_within_radii(const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                 const edge_candidates<T>& candidates) noexcept {
    using W = wide_t<T>;
    const bool of_b = candidates.of_a == 0;
    const rounded_hull<T>&owner = of_b ? b : a, &other = of_b ? a : b;
    const auto edge = static_cast<std::size_t>(std::countr_zero(of_b ? candidates.of_b : candidates.of_a)),
               vertex = static_cast<std::size_t>(std::countr_zero(of_b ? candidates.behind_b : candidates.behind_a));
    if (edge >= owner.size() || vertex >= other.size()) return false;
    const vec2<W> p = owner.wide(edge), q = owner.wide(owner.after(edge)), v = other.wide(vertex);
    const vec2<W> way = q - p, from_p = v - p, from_q = v - q;
    const W along = dot(way, from_p), squared = dot(way, way), area = cross(way, from_p);
    const W reach =
        a.wide_radius() + b.wide_radius() - rounding_slack(static_cast<W>(larger(a.extent, b.extent)) * a.scale);
    const vec2<W> from_end = along > W(0) ? from_q : from_p;
    const bool beside = (along > W(0)) & (along < squared);
    const W least = beside ? product(area, area) : product(dot(from_end, from_end), squared);
    return reach > W(0) && least < product(product(reach, reach), squared);
}

/// The relation of two hulls, which the filter tells alone unless they are near touching.
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr relation relation_of_edges(const rounded_hull<T>& a,
                                                                  const rounded_hull<T>& b) noexcept {
    axis<T> found;
    if constexpr (exact_scalar<T> && std::floating_point<T>) {
        if (!std::is_constant_evaluated()) {
            if (a.radius + b.radius > T(0)) {
                edge_candidates<T> candidates;
                if (filter_edges(candidates, a, b, a.radius + b.radius)) {
                    if (candidates.best > candidates.enough) return relation::apart;
                    if (candidates.best < T(0) - candidates.error || certainly_within_radii(a, b, candidates))
                        return relation::penetrating;
                }
                find_axis_among(found, a, b, candidates);
                return found.kind;
            }
            const verdict meets = filter_overlap(a, b, T(0));
            if (meets != verdict::unsure) return meets == verdict::yes ? relation::penetrating : relation::apart;
        }
    }
    if constexpr (std::signed_integral<T>) return exact_relation(a, b);
    static_cast<void>(find_axis_of_edges(found, a, b, T(0)));
    return found.kind;
}
/// Of the hulls of an A and a B.
template <class A, class B, scalar T>
[[nodiscard]] constexpr relation relation_of(const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    if constexpr (real<T> && may_be_point<A> && may_be_point<B>) {
        axis<T> found;
        if (a.count + b.count < 3) return find_axis_of_points(found, a, b, T(0)) ? found.kind : relation::apart;
    }
    return relation_of_edges(a, b);
}
template <scalar T>
[[nodiscard, gnu::noinline]] constexpr relation relation_of(const rounded_hull<T>& a,
                                                            const rounded_hull<T>& b) noexcept {
    return relation_of<aabb<T>, aabb<T>>(a, b);
}

/// The normal of the axis of two hulls, whatever their radii, from a to b.
template <scalar T>
[[nodiscard]] constexpr vec2<wide_t<T>> direction_between(const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    axis<T> found;
    static_cast<void>(find_axis(found, a, b, most<T>()));
    return found.of_b ? vec2<wide_t<T>>{} - found.normal : found.normal;
}

/// Calls f with the hulls of two shapes, scaled alike.
template <class A, class B, class F>
[[gnu::always_inline]] constexpr decltype(auto) with_hulls(const A& a, const B& b, F&& f) {
    hull_of<A> hull_a{a};
    hull_of<B> hull_b{b};
    if constexpr (std::same_as<scalar_t<A>, double>)
        hull_a.hull.scale = hull_b.hull.scale =
            safe_scale(larger(largest_coordinate(hull_a.hull), largest_coordinate(hull_b.hull)));
    return f(hull_a.hull, hull_b.hull);
}

/// A hull as a shape of its own, for queries by support.
template <scalar T>
struct hull_shape {
    using scalar_type = T;

    const rounded_hull<T>* hull;

    friend constexpr vec2<T> center(const hull_shape& s) noexcept { return s.hull->center(); }
    friend constexpr vec2<T> support(const hull_shape& s, vec2<T> d) noexcept {
        const vec2<T> vertex = farthest(*s.hull, d);
        return s.hull->radius > T(0) ? disc_support(vertex, s.hull->radius, d) : vertex;
    }
    friend constexpr rounded_hull<T> vertices(const hull_shape& s) noexcept { return *s.hull; }
    friend constexpr T radius(const hull_shape& s) noexcept { return s.hull->radius; }
};

/// Calls f with what a query by supports asks: the hull of a shape that has one, else the shape itself.
template <class S, class F>
constexpr decltype(auto) with_support(const S& s, F&& f) {
    if constexpr (has_hull<S>) {
        const hull_of<S> own{s};
        return f(hull_shape<scalar_t<S>>{&own.hull});
    } else {
        return f(s);
    }
}

}  // namespace hitbox::detail::inline HITBOX_ISA
