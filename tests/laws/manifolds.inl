// The laws of the manifold of every ordered pair of shapes. Included once per scalar (`LAW_SCALAR`).

#undef LAW_SAMPLE
#define LAW_SAMPLE 8

#include "../laws.hpp"

#include <algorithm>

#if defined(__GNUC__)
#  pragma GCC diagnostic ignored "-Wdouble-promotion"  // the reference computes in long double
#endif

namespace {

using namespace hitbox_tests;
using T = LAW_SCALAR;

#ifndef LAW_PAIRS
#  define LAW_PAIRS 30
#endif

/// Returns the shape with its numbers on a grid, where vertices and edges line up, touch and coincide.
T snapped(T x, T grid) { return std::round(x / grid) * grid; }
vec2<T> snapped(vec2<T> p, T grid) { return {snapped(p.x, grid), snapped(p.y, grid)}; }
template <class S>
S snapped(S s, T grid) {
    if constexpr (requires { s.min; }) return {snapped(s.min, grid), snapped(s.max, grid)};
    else if constexpr (requires { s.half_extents; })
        return {snapped(s.center, grid), snapped(s.half_extents, grid), {T(0), T(s.rotation.s < 0 ? -1 : 1)}};
    else if constexpr (requires { s.c; }) return {snapped(s.a, grid), snapped(s.b, grid), snapped(s.c, grid)};
    else if constexpr (requires {
                           s.a;
                           s.radius;
                       })
        return {snapped(s.a, grid), snapped(s.b, grid), snapped(s.radius, grid)};
    else if constexpr (requires { s.a; }) return {snapped(s.a, grid), snapped(s.b, grid)};
    else if constexpr (requires { s.core; }) return {snapped(s.core, grid), snapped(s.radius, grid)};
    else if constexpr (requires { s.radius; }) return {snapped(s.center, grid), snapped(s.radius, grid)};
    else return s;
}

/// Calls law(a, b) for random pairs of every kind: near and far, of like and unlike size, deep, shallow or apart, and
/// with faces that are parallel up to rounding or exactly.
template <class Law>
void on_pairs(std::uint64_t seed, Law law, bool with_grid = true) {
    for_every_pair<T, LAW_SAMPLE>([&]<class A, class B>() {
        generator random{seed};
        const struct {
            T place, size;
        } worlds[] = {{0, 1}, {T(10), 1}, {T(1e4), T(3)}, {T(1e-6), T(1e-6)}, {T(1e9), T(1e8)}};
        for (const auto& w : worlds) {
            for (int i = 0; i < LAW_PAIRS / 5; ++i) {
                const vec2<T> p = random.unit<T>() * w.place;
                const A a = random.around<A>(p, w.size);
                const T size_b = random.index(3) ? w.size : w.size / 4;
                const B b = random.around<B>(p + random.unit<T>() * random.real<T>(0, w.size * T(2.5)), size_b);
                law(a, b);
                if (with_grid && w.place <= 1000) law(snapped(a, w.size / 4), snapped(b, w.size / 4));
                // Moved back along the minimum translation until they touch or nearly touch.
                if (const auto hit = queries::collide(a, b)) {
                    law(mapped(a, T(1), hit->mtv()), b);
                    law(mapped(a, T(1), hit->mtv() * T(.999)), b);
                    law(mapped(a, T(1), hit->mtv() * T(1.001)), b);
                }
            }
        }
    });
}

int pairs_clipped = 0, small_motions = 0, renamed = 0;

template <class A, class B>
bool same(const A& a, const B& b) {
    if constexpr (std::is_same_v<A, B> && requires { a == b; }) return a == b;
    else return false;
}

/// A vector in long double, and the vertices of a shape without its radius.
using real_t = long double;
using point = vec2<real_t>;
point long_vec(vec2<T> p) { return {static_cast<real_t>(p.x), static_cast<real_t>(p.y)}; }
template <class S>
std::vector<point> core(const S& s) {
    std::vector<point> points;
    if constexpr (faceted<S>) {
        const auto list = vertices(s);
        for (std::size_t i = 0; i < list.size(); ++i) points.push_back(long_vec(list[i]));
    }
    return points;
}

/// Returns the distance of p from the boundary of the polygon, computed from each of its edges.
real_t distance_from_boundary(const std::vector<point>& polygon, point p) {
    real_t least = std::numeric_limits<real_t>::infinity();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const point a = polygon[i], edge = polygon[(i + 1) % polygon.size()] - a;
        const real_t length = edge.x * edge.x + edge.y * edge.y;
        real_t t = length > 0 ? ((p.x - a.x) * edge.x + (p.y - a.y) * edge.y) / length : 0;
        t = std::min<real_t>(1, std::max<real_t>(0, t));
        least = std::min(least, std::hypot(p.x - a.x - edge.x * t, p.y - a.y - edge.y * t));
    }
    return least;
}

point outward_of(point edge) {
    const real_t length = std::hypot(edge.x, edge.y);
    return {edge.y / length, -edge.x / length};
}
real_t dot_of(point a, point b) { return a.x * b.x + a.y * b.y; }

/// The edge that faces a direction most, the cosine of its normal, and by how much that of a neighbour is smaller.
struct flattest_edge {
    point from, to;
    real_t cosine = -2, runner_up = -2;
};
flattest_edge flattest(const std::vector<point>& polygon, point direction) {
    flattest_edge best;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const point from = polygon[i], to = polygon[(i + 1) % polygon.size()];
        const real_t cosine = dot_of(outward_of(to - from), direction);
        if (cosine > best.cosine) best = {from, to, cosine, best.cosine};
        else best.runner_up = std::max(best.runner_up, cosine);
    }
    return best;
}

/// A point of the incident face beyond the reference face: its depth, and the point midway between the faces.
struct clip_point {
    point middle;
    real_t depth;
};
/// The textbook algorithm: clips the incident face at the sides of the reference face (Sutherland and Hodgman). Each
/// end has its depth below the reference face, whose outward normal is n. `ra` and `rb` are the radii of the reference
/// and the incident shape.
std::vector<clip_point> clipped(const flattest_edge& face, const flattest_edge& incident, point n, real_t ra,
                                real_t rb) {
    const point side{face.to.x - face.from.x, face.to.y - face.from.y};
    point p = incident.from, q = incident.to;
    for (const auto& [at, out] : {std::pair{face.from, point{} - side}, std::pair{face.to, side}}) {
        const real_t dp = dot_of(p - at, out), dq = dot_of(q - at, out);
        if (dp > 0 && dq > 0) return {};
        const point cut = dp == dq ? p : p + (q - p) * (dp / (dp - dq));
        if (dp > 0) p = cut;
        else if (dq > 0) q = cut;
    }
    std::vector<clip_point> result;
    for (const point& v : {p, q}) {
        const real_t depth = ra + rb - dot_of(v - face.from, n);
        result.push_back({v - n * rb + n * (depth / 2), depth});
    }
    return result;
}

/// Returns the distance of two convex polygons that are apart, from all pairs of a vertex and an edge.
real_t distance_of(const std::vector<point>& a, const std::vector<point>& b) {
    real_t least = std::numeric_limits<real_t>::infinity();
    for (const point p : a) least = std::min(least, distance_from_boundary(b, p));
    for (const point p : b) least = std::min(least, distance_from_boundary(a, p));
    return least;
}

/// The largest rounding of a point of a manifold: its faces are level within 6 ulps of the coordinates of both
/// shapes, the point and half the depth are rounded once, and the normal turns that by half an ulp.
template <class A, class B>
T rounding_of(const A& a, const B& b, T margin = 0) {
    return 8 * ulp(coordinate_size(a, b) + margin);
}

}  // namespace

LAW_CASE("a manifold has the normal and depth of collide, with points") {
    on_pairs(41, [](const auto& a, const auto& b) {
        const auto m = queries::contact_manifold(a, b);
        const auto hit = queries::collide(a, b);
        LAW((m.count > 0) == hit.has_value(), a, b);
        LAW(m.count >= 0 && m.count <= 2, a, b);
        LAW(hit || m == manifold<T>{}, a, b);
        if (!hit || m.count == 0) return;
        LAW(m.normal == hit->normal, a, b);
        T deepest = m.points[0].depth;
        for (const auto& p : m) deepest = std::max(deepest, p.depth);
        LAW(deepest == hit->depth, a, b);
        for (const auto& p : m) LAW(p.depth >= 0 && !std::signbit(p.depth), a, b);
        if (m.count == 2) LAW(m.points[0].id != m.points[1].id, a, b);
        // A margin adds points of negative depth, and changes nothing else.
        const auto more = queries::contact_manifold(a, b, coordinate_size(a, b) / 4);
        LAW(more.normal == m.normal && more.count >= m.count, a, b);
        int shared = 0;
        for (const auto& p : more) {
            shared += p == m.points[0] || (m.count == 2 && p == m.points[1]);
            LAW(p.depth >= -(coordinate_size(a, b) / 4), a, b);
        }
        LAW(shared == m.count, a, b);
    });
}

LAW_CASE("shapes that are apart have a manifold within the margin, minus their distance deep") {
    on_pairs(44, [](const auto& a, const auto& b) {
        using A = std::remove_cvref_t<decltype(a)>;
        using B = std::remove_cvref_t<decltype(b)>;
        if constexpr (faceted<A> && faceted<B>) {
            if (queries::intersects(a, b)) return;
            const real_t distance =
                distance_of(core(a), core(b)) - static_cast<real_t>(radius(a)) - static_cast<real_t>(radius(b));
            // Differences, a normal and a product (`rounding_bound`), in float only the last rounding and that of the
            // margin.
            const T rounding = (std::is_same_v<T, float> ? 4 : 24) * ulp(coordinate_size(a, b));
            const T near = static_cast<T>(distance);
            const auto m = queries::contact_manifold(a, b, near + rounding);
            LAW(m.count > 0 && unit_length(m.normal), a, b);
            T deepest = m.points[0].depth;
            for (const auto& p : m) deepest = std::max(deepest, p.depth);
            LAW(deepest < 0 && std::abs(static_cast<real_t>(deepest) + distance) <= rounding, a, b);
            if (near > rounding) LAW(queries::contact_manifold(a, b, near - rounding).count == 0, a, b);
            LAW(queries::contact_manifold(a, b, -std::abs(near)) == manifold<T>{}, a, b);
            LAW(queries::contact_manifold(a, b, std::numeric_limits<T>::quiet_NaN()) == manifold<T>{}, a, b);
        }
    });
}

LAW_CASE("swapping two shapes exchanges the halves of the ids and flips the rest, to the last bit") {
    on_pairs(42, [](const auto& a, const auto& b) {
        if (same(a, b)) return;  // equal shapes, which a swap does not change
        for (const T margin : {T(0), coordinate_size(a, b)}) {
            const auto m = queries::contact_manifold(a, b, margin), back = queries::contact_manifold(b, a, margin);
            LAW(m == flipped(back), a, b);
            for (int i = 0; i < m.count; ++i) {
                LAW(m.points[i].point == back.points[i].point && m.points[i].depth == back.points[i].depth, a, b);
                LAW(m.points[i].id >> 16 == (back.points[i].id & 0xffff), a, b);
                LAW((m.points[i].id & 0xffff) == back.points[i].id >> 16, a, b);
            }
        }
    });
}

LAW_CASE("the points of a manifold are midway between the surfaces") {
    on_pairs(43, [](const auto& a, const auto& b) {
        using A = std::remove_cvref_t<decltype(a)>;
        using B = std::remove_cvref_t<decltype(b)>;
        if constexpr (faceted<A> && faceted<B>) {
            const T margin = coordinate_size(a, b) / 8;
            const auto m = queries::contact_manifold(a, b, margin);
            const real_t rounding = rounding_of(a, b, margin);
            for (const auto& p : m) {
                const real_t half = static_cast<real_t>(p.depth) / 2;
                const point n = long_vec(m.normal), middle = long_vec(p.point);
                const real_t ra = static_cast<real_t>(radius(a)), rb = static_cast<real_t>(radius(b));
                LAW(distance_from_boundary(core(a), middle + n * (half - ra)) <= rounding, a, b);
                LAW(distance_from_boundary(core(b), middle - n * (half - rb)) <= rounding, a, b);
            }
        }
    });
}

LAW_CASE("the points of a manifold are those of textbook clipping") {
    on_pairs(45, [](const auto& a, const auto& b) {
        using A = std::remove_cvref_t<decltype(a)>;
        using B = std::remove_cvref_t<decltype(b)>;
        if constexpr (faceted<A> && faceted<B>) {
            const auto core_a = core(a), core_b = core(b);
            if (core_a.size() < 2 || core_b.size() < 2) return;
            const T margin = coordinate_size(a, b) / 8;
            const auto m = queries::contact_manifold(a, b, margin);
            if (m.count == 0) return;
            const point n = long_vec(m.normal);
            const flattest_edge fa = flattest(core_a, n), fb = flattest(core_b, point{} - n);
            // If the normal is not that of an edge, the textbook clips nothing; if two edges face equally, either
            // may be meant; and the effect of rounding across a steep edge is not tested here.
            const point na = outward_of(fa.to - fa.from), nb = outward_of(fb.from - fb.to);
            const real_t turn_a = std::abs(na.x * n.y - na.y * n.x), turn_b = std::abs(nb.x * n.y - nb.y * n.x);
            const bool a_is_reference = turn_a <= turn_b;
            if (std::min(turn_a, turn_b) > 2 * static_cast<real_t>(std::numeric_limits<T>::epsilon())) return;
            const real_t steep = std::min(fa.cosine, fb.cosine);
            if (steep < .05L || fa.cosine - fa.runner_up < 1e-3L || fb.cosine - fb.runner_up < 1e-3L) return;
            const real_t ra = static_cast<real_t>(radius(a)), rb = static_cast<real_t>(radius(b));
            const auto expected = a_is_reference ? clipped(fa, fb, na, ra, rb) : clipped(fb, fa, point{} - nb, rb, ra);
            const real_t rounding = static_cast<real_t>(rounding_of(a, b, margin)) / steep;
            if (expected.empty()) return;  // vertex to vertex, and rounding moves them past each other
            const auto near = [rounding](const clip_point& e, const manifold_point<T>& p) {
                const point gap = e.middle - long_vec(p.point);
                return std::hypot(gap.x, gap.y) <= rounding &&
                       std::abs(e.depth - static_cast<real_t>(p.depth)) <= rounding;
            };
            ++pairs_clipped;
            for (const auto& e : expected) {
                const bool known = std::any_of(m.begin(), m.end(), [&](const auto& p) { return near(e, p); });
                LAW(known || e.depth < rounding - margin, a, b);
            }
            for (const auto& p : m) {
                const bool known =
                    std::any_of(expected.begin(), expected.end(), [&](const auto& e) { return near(e, p); });
                LAW(known, a, b);
            }
        }
    });
    CHECK(pairs_clipped > if_all_are_tested(100));
    INFO(pairs_clipped);
}

LAW_CASE("ids stay the same under small motions") {
    generator random{47};
    on_pairs(
        46,
        [&](const auto& a, const auto& b) {
            const T margin = 0, size = coordinate_size(a, b), step = 64 * ulp(size);
            const auto before = queries::contact_manifold(a, b, margin);
            const auto after = queries::contact_manifold(mapped(a, T(1), random.unit<T>() * step), b, margin);
            if (before.count == 0 || after.count == 0 || dot(before.normal, after.normal) < T(.99)) return;
            ++small_motions;
            LAW(true, a, b);
            for (const auto& p : before) {
                const bool still =
                    std::any_of(after.begin(), after.end(), [&p](const auto& q) { return q.id == p.id; });
                if (p.depth > 4 * step && !still) ++renamed;
#ifdef LAW_SHOW_RENAMED
                if (p.depth > 4 * step) LAW(still, a, b);
#endif
            }
        },
        false);
    CHECK(small_motions > if_all_are_tested(1000));
    CHECK(renamed * 1000 <= small_motions);  // here the motion passes from one feature to the next
}

LAW_CASE("scaling by a power of two scales the manifold, bit for bit") {
    on_pairs(48, [](const auto& a, const auto& b) {
        for (const T k : {T(0x1p-20), T(0x1p10), T(0x1p40)}) {
            for (const T margin : {T(0), coordinate_size(a, b) / 4}) {
                auto m = queries::contact_manifold(a, b, margin);
                for (auto& p : m.points) p.point *= k, p.depth *= k;
                LAW(m == queries::contact_manifold(mapped(a, k, {}), mapped(b, k, {}), margin * k), a, b);
            }
        }
    });
}

LAW_CASE("a borrowed polygon has the manifold of the one that owns its corners") {
    on_pairs(49, [](const auto& a, const auto& b) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(a)>, convex_polygon<T, 8>>) {
            LAW(queries::contact_manifold(a, b) == queries::contact_manifold(convex_polygon_view{a}, b), a, b);
            LAW(queries::contact_manifold(b, a) == queries::contact_manifold(b, convex_polygon_view{a}), a, b);
        }
    });
}
