// The candidates that the filter leaves hold the best edge: every number of an answer is the same with the filter and
// with every edge a candidate. Included once per scalar (`LAW_SCALAR`).
//
// The pairs nearly tie: vertices beside the end of an edge, edges that are nearly parallel, and both at once.

#undef LAW_SAMPLE
#define LAW_SAMPLE 5

#include "../grid.hpp"

#include <algorithm>

namespace {

using namespace hitbox_tests;
using T = LAW_SCALAR;

/// The data do not order two equal shapes, so their answers are the same instead of swapped.
template <class A, class B>
bool consist_of_the_same(const A& a, const B& b) {
    if constexpr (requires { a == b; }) return a == b;
    else return false;
}

/// Computes the separation with the filter and without it.
template <class A, class B>
void check_gap(const A& a, const B& b) {
    if (!hitbox::detail::is_valid(a) || !hitbox::detail::is_valid(b)) return;
    separation<T> unfiltered;
    hitbox::detail::with_hulls(a, b, [&unfiltered](auto p, auto q) {
        p.filtered = q.filtered = false;
        hitbox::detail::separate_hulls<A, B>(unfiltered, p, q);
    });
    LAW(signed_distance(a, b) == unfiltered.distance, a, b);
    unfiltered.distance = std::max(unfiltered.distance, T(0));
    LAW(distance(a, b) == unfiltered, a, b);
    if (!consist_of_the_same(a, b)) LAW(distance(b, a) == flipped(unfiltered), a, b);
    LAW(intersects(a, b) == (unfiltered.distance == 0), a, b);
}
template <class A, class B>
void check_both_ways(const A& a, const B& b) {
    check_gap(a, b);
    check_gap(b, a);
}

// The same shape turned about the origin.
triangle<T> turned(const triangle<T>& t, rot2<T> r) { return {r * t.a, r * t.b, r * t.c}; }
obb<T> turned(const obb<T>& b, rot2<T> r) { return {r * b.center, b.half_extents, r * b.rotation}; }
aabb<T> turned(const aabb<T>& b, rot2<T>) { return b; }
circle<T> turned(const circle<T>& c, rot2<T>) { return c; }
capsule<T> turned(const capsule<T>& c, rot2<T> r) { return {r * c.a, r * c.b, c.radius}; }
template <std::size_t N>
convex_polygon<T, N> turned(const convex_polygon<T, N>& p, rot2<T> r) {
    return baked(at(p, transform2<T>{{}, r}));
}
template <class S>
placed<S> turned(const placed<S>& p, rot2<T> r) {
    return {p.shape, {r * p.transform.translation, r * p.transform.rotation}};
}

template <class S>
S moved(const S& s, vec2<T> by) {
    if constexpr (requires { s.transform; }) return {s.shape, {s.transform.translation + by, s.transform.rotation}};
    else return mapped(s, T(1), by);
}

/// Returns an end of an edge, a point near an end, or any point on the edge.
T place_on_edge(generator& random) {
    const T near_end = random.real<T>(-1, 1) * static_cast<T>(std::ldexp(1., -static_cast<int>(random.index(24))));
    const std::size_t kind = random.index(8);
    return kind == 0 ? random.real<T>(0, 1) : kind == 1 ? T(0) : kind % 2 == 0 ? near_end : T(1) + near_end;
}

/// Returns b with a vertex opposite a point on an edge of a, and often with an edge that is nearly parallel to it.
template <class A, class B>
void check_opposite(generator& random, const A& a, const B& b, T size) {
    const auto corners = vertices(a);
    const std::size_t n = corners.size(), i = random.index(n);
    const vec2<T> p = corners[i], edge = corners[(i + 1) % n] - p;
    const vec2<T> outward = unit_or(vec2<T>{edge.y, -edge.x}, vec2<T>{0, 1});
    B turned_b = b;
    if (vertices(b).size() > 1 && random.index(2) != 0) {
        const auto others = vertices(b);
        const std::size_t j = random.index(others.size());
        const vec2<T> along = others[j] - others[(j + 1) % others.size()];
        const T angle = random.real<T>(-1, 1) * static_cast<T>(std::ldexp(1., -static_cast<int>(random.index(28))));
        const auto direction = [](vec2<T> v) { return std::atan2(v.y, v.x); };
        turned_b = turned(b, rot2<T>::from_radians(direction(edge) - direction(along) + angle));
    }
    vec2<T> corner = vertices(turned_b)[0];
    for (const vec2<T> v : vertices(turned_b))
        if (dot(outward, v - corner) < 0) corner = v;
    const T gap = size * (random.index(2) == 0 ? random.real<T>(0, 3) : std::pow(T(10), random.real<T>(-6, 1)));
    const vec2<T> opposite = p + edge * place_on_edge(random) + outward * (gap + radius(a) + radius(b));
    check_both_ways(a, moved(turned_b, opposite - corner));
}

}  // namespace

LAW_CASE("the closest features are the same with the filter and without") {
    generator random{81};
    grid_generator grid{82};
    const T places[] = {0, 1, T(30), T(1e3), T(1e4)}, sizes[] = {1, T(.01), T(1e-7), T(1e7)};
    constexpr std::size_t rounds = many_if_all(many_if_optimised(1000, 300), std::size_t{40});
    const auto check = [&]<class A, class B>() {
        for (std::size_t i = 0; i < rounds; ++i) {
            const T size = sizes[random.index(4)];
            const vec2<T> p = random.unit<T>() * (places[random.index(5)] * size);
            const A a = random.around<A>(p, size * random.real<T>(T(.05), 1));
            const B b = random.around<B>(p + random.unit<T>() * random.real<T>(0, size * T(5)), size);
            check_both_ways(a, b);
            check_opposite(random, a, b, size);
            if constexpr (!std::same_as<B, circle<T>>) check_opposite(random, b, a, size);
            // Some shapes are long and thin.
            if constexpr (std::same_as<A, obb<T>>) {
                A beam = a;
                beam.half_extents.x *= random.real<T>(1, 1000);
                check_opposite(random, beam, b, size);
            }
            if constexpr (std::same_as<A, aabb<T>>) {
                A thin = a;
                const T thickness = ulp(coordinate_size(a, b)) * random.real<T>(0, 9);
                if (random.index(2) == 0) thin.max.x = thin.min.x + thickness;
                else thin.max.y = thin.min.y + thickness;
                check_both_ways(thin, b);
            }
            if constexpr (std::same_as<A, triangle<T>>) {
                const A drawn_out{a.a, a.b, a.a + (a.c - a.a) * random.real<T>(1, 1000)};
                check_opposite(random, drawn_out, b, size);
            }
            if constexpr (!requires { a.transform; } && !requires { b.transform; }) {
                if (i % 4 == 0) {
                    const auto [on_grid, other] = grid.pair<A, B>();
                    const auto step = [&random] { return static_cast<T>(random.index(9)); };
                    const vec2<T> by{step(), step()};
                    check_both_ways(on_grid, moved(other, by));
                }
            }
        }
    };
    // A vertex above the end of an edge, or beside it by far less than the rounding of most coordinates.
    for (int i = 0; i < 4000; ++i) {
        const T beside = random.real<T>(-1, 1) * static_cast<T>(std::ldexp(1., -static_cast<int>(random.index(64))));
        const T gap = random.real<T>(T(.1), 4), back = random.real<T>(-1, 1);
        const triangle<T> a{{0, 0}, {-1, 0}, {back, -1}}, b{{beside, gap}, {2, gap + 1}, {-1, gap + 2}};
        check_both_ways(a, b);
        check_both_ways(b, a);
        check_both_ways(assume_convex<8>(vertices(a)), assume_convex<8>(vertices(b)));
        check_both_ways(assume_convex<8>(vertices(a)), circle<T>{b.a, gap * random.real<T>(0, 1)});
        const capsule<T> first{a.b, a.a, random.real<T>(0, gap)},
            second{b.a, {back, gap + back}, random.real<T>(0, gap)};
        check_both_ways(first, second);
        check_both_ways(assume_convex<8>(vertices(a)), second);
        check_both_ways(first, assume_convex<8>(vertices(b)));
        const T beside_too = beside * random.real<T>(-2, 2), end = random.index(2) == 0 ? beside_too : back;
        const aabb<T> box{{beside, -1}, {2 + back, 0}}, upper{{end, gap}, {2, gap + 1}};
        check_both_ways(box, upper);
        check_both_ways(aabb<T>{-box.max, -box.min}, upper);
    }
    using polygon = convex_polygon<T, 8>;
    using placed_polygon = hitbox::placed<polygon>;
    check.template operator()<triangle<T>, triangle<T>>();
    check.template operator()<obb<T>, obb<T>>();
    check.template operator()<obb<T>, aabb<T>>();
    check.template operator()<aabb<T>, aabb<T>>();
    check.template operator()<polygon, polygon>();
    check.template operator()<placed_polygon, polygon>();
    check.template operator()<placed_polygon, placed_polygon>();
    check.template operator()<capsule<T>, capsule<T>>();
    check.template operator()<capsule<T>, polygon>();
    check.template operator()<capsule<T>, placed_polygon>();
    check.template operator()<polygon, circle<T>>();
    check.template operator()<placed_polygon, circle<T>>();
    CHECK(laws_checked > 50000);
}
