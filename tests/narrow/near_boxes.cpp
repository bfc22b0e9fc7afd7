// Boxes that touch exactly, or all but: as they come, and by an edge and the corners of the other box.

#include "../laws.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#if __has_include(<boost/multiprecision/cpp_int.hpp>)
#  include <boost/multiprecision/cpp_int.hpp>
#endif

namespace {

using namespace hitbox_tests;
using hitbox::detail::box_corners;
using hitbox::detail::relation;

/// Boxes of few binary digits, at an angle of as few: a sum of their products is exact in float, and so are the
/// corners. (A rotation may be off by 2^-10: so the square of a length is by a 2500th here.)
template <class T>
constexpr rot2<T> short_turns[] = {
    {T(615) / 1024, T(819) / 1024}, {T(-819) / 1024, T(615) / 1024}, {T(819) / 1024, T(-615) / 1024}, {0, 1}, {-1, 0}};

template <class T>
vec2<T> turned(rot2<T> r, vec2<T> v) {
    return {r.c * v.x - r.s * v.y, r.s * v.x + r.c * v.y};
}

template <class A, class B>
void check_relation(const A& a, const B& b, relation expected) {
    LAW(hitbox::detail::relation_of_boxes(a, b) == expected, a, b);
    LAW(hitbox::detail::relation_of_boxes(b, a) == expected, a, b);
    LAW(intersects(a, b) == (expected != relation::apart), a, b);
    LAW(penetrates(b, a) == (expected == relation::penetrating), a, b);
}

}  // namespace

TEMPLATE_TEST_CASE("boxes that touch exactly on a slope do, and not a step on either side", "", float, double) {
    using T = TestType;
    generator random{31};
    const auto size = [&random] { return T(1 + static_cast<int>(random.index(32))); };
    for (const rot2<T> r : short_turns<T>) {
        for (int i = 0; i < 200; ++i) {
            const vec2<T> ha{size(), size()}, hb{size(), size()}, place{size() * 2, size()};
            const T off = std::floor(random.real<T>(-1, 1) * (ha.x + hb.x - 1));
            const obb<T> a{place, ha, r};
            // Side by side, along the first axis or the second.
            const bool above = random.index(2) == 0;
            const vec2<T> way = above ? vec2<T>{off, ha.y + hb.y} : vec2<T>{ha.x + hb.x, std::floor(off / 64)};
            for (const int step : {-1, 0, 1}) {
                const vec2<T> out = (above ? vec2<T>{0, 1} : vec2<T>{1, 0}) * (T(step) / 16);
                const obb<T> b{place + turned(r, way + out), hb, r};
                check_relation(a, b,
                               step < 0    ? relation::penetrating
                               : step == 0 ? relation::touching
                                           : relation::apart);
            }
        }
    }
}

TEMPLATE_TEST_CASE("a corner exactly on a side touches it", "", float, double) {
    // The corner of a box at an angle on the side of an upright one, of both kinds; no edge of the first is asked.
    using T = TestType;
    for (const rot2<T> r : {short_turns<T>[0], short_turns<T>[1], short_turns<T>[2]}) {
        const obb<T> tilted{{0, 0}, {3, 5}, r};
        T lowest = 0;
        for (const vec2<T> corner : vertices(tilted)) lowest = std::min(lowest, corner.y);
        for (const int step : {-1, 0, 1}) {
            const T top = lowest - T(step) / 256;
            const relation expected = step < 0    ? relation::penetrating
                                      : step == 0 ? relation::touching
                                                  : relation::apart;
            check_relation(tilted, aabb<T>{{-9, top - 4}, {9, top}}, expected);
            check_relation(tilted, obb<T>{{0, top - 2}, {9, 2}}, expected);
            check_relation(tilted, obb<T>{{0, top - 2}, {2, 9}, {0, 1}}, expected);
        }
    }
}

TEMPLATE_TEST_CASE("corners side by side are those of the box, to the last bit", "", float, double) {
    using T = TestType;
    generator random{32};
    for (int i = 0; i < 2000; ++i) {
        const obb<T> box = random.around<obb<T>>(random.unit<T>() * T(1000), T(3));
        const aabb<T> upright = random.around<aabb<T>>(random.unit<T>() * T(1000), T(3));
        const box_corners<T> of_box{box}, of_upright{upright};
        for (std::size_t k = 0; k < 4; ++k) {
            LAW(of_box[k] == hitbox::detail::widen(hitbox::detail::corner(box, k)), box, box);
            LAW(of_upright[k] == hitbox::detail::widen(vertices(upright)[k]), upright, upright);
        }
    }
}

TEMPLATE_TEST_CASE("boxes hardly thicker than rounding, whose edges turn or fold over, are what their hulls are", "",
                   float, double) {
    using T = TestType;
    generator random{34};
    const T step = std::numeric_limits<T>::epsilon() * 128;
    int seen[3] = {};  // hardly any touches
    for (int i = 0; i < 20000; ++i) {
        const auto thin = [&] { return step * random.real<T>(0, T(i % 2 == 0 ? 4 : 60)); };
        const rot2<T> r = rot2<T>::from_radians(random.real<T>(-4, 4));
        const vec2<T> p = random.unit<T>() * T(100), along{r.c, r.s}, across{-r.s, r.c};
        const obb<T> a{p, {1, thin()}, r};
        // Along the first or across it, some roundings off its side or its end.
        obb<T> b{p, {1, thin()}, r};
        if (random.index(2) == 0) b.half_extents = {b.half_extents.y, 1};
        if (random.index(2) == 0) b.half_extents = {T(.25), T(.5)};
        const T side = a.half_extents.y + b.half_extents.y + step * random.real<T>(-3, 3);
        const T end = a.half_extents.x + b.half_extents.x + step * random.real<T>(-3, 3);
        b.center = random.index(2) == 0 ? p + across * side + along * random.real<T>(-2, 2)
                                        : p + along * end + across * (side * random.real<T>(-1, 1));
        auto of_a = hitbox::detail::facets_of(a);
        auto of_b = hitbox::detail::facets_of(b);
        const relation expected = hitbox::detail::careful_relation(of_a, of_b, hitbox::detail::no_scores{});
        ++seen[static_cast<int>(expected)];
        check_relation(a, b, expected);
    }
    CHECK(std::min(seen[0], seen[2]) > 1000);
}

TEMPLATE_TEST_CASE("invalid boxes are apart from what they would touch", "", float, double) {
    using T = TestType;
    const T nan = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
    const obb<T> box{{0, 0}, {1, 2}, {0, 1}};
    for (const T bad : {nan, infinity, T(-1)}) {
        for (const obb<T>& broken :
             {obb<T>{{3, 0}, {bad, 1}}, obb<T>{{3, 0}, {1, bad}}, obb<T>{{3, 0}, {1, 1}, {bad, bad}}})
            check_relation(box, broken, relation::apart);
        if (bad == T(-1)) continue;
        check_relation(box, obb<T>{{bad, 0}, {1, 1}}, relation::apart);
        check_relation(box, aabb<T>{{2, 0}, {3, bad == infinity ? bad : nan}}, relation::apart);
    }
    check_relation(box, aabb<T>{{2, 1}, {3, -1}}, relation::apart);
}

#if __has_include(<boost/multiprecision/cpp_int.hpp>)
namespace {

using boost::multiprecision::cpp_int;

/// x in units of 2^-1074, of which every double is a multiple.
cpp_int whole(double x) {
    int exponent = 0;
    const cpp_int n{static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53))};
    const int shift = exponent - 53 + 1074;
    return shift >= 0 ? cpp_int{n << shift} : cpp_int{n / (cpp_int{1} << -shift)};
}

int side_of_whole(vec2<double> p, vec2<double> q, const vec2<double> (&corners)[4]) {
    int side = 1;
    for (const vec2<double> c : corners) {
        const cpp_int turn = (whole(q.x) - whole(p.x)) * (whole(c.y) - whole(p.y)) -
                             (whole(q.y) - whole(p.y)) * (whole(c.x) - whole(p.x));
        side = std::min(side, -turn.sign());
    }
    return side;
}

template <class T>
void check_side(const vec2<double> (&owner)[4], const vec2<double> (&other)[4], std::size_t edge) {
    box_corners<T> a{aabb<T>{}}, b{aabb<T>{}};
    for (std::size_t k = 0; k < 4; ++k)
        a.x[k] = owner[k].x, a.y[k] = owner[k].y, b.x[k] = other[k].x, b.y[k] = other[k].y;
    CAPTURE(a.x[0], a.y[0], a.x[1], a.y[1], a.x[2], a.y[2], a.x[3], a.y[3], edge);
    CAPTURE(b.x[0], b.y[0], b.x[1], b.y[1], b.x[2], b.y[2], b.x[3], b.y[3]);
    CHECK(hitbox::detail::side_of_edge(a, edge, b) == side_of_whole(owner[edge], owner[(edge + 1) % 4], other));
}

}  // namespace

TEMPLATE_TEST_CASE("the side of an edge on which corners are is that of the exact turns", "", float, double) {
    using T = TestType;
    std::mt19937_64 bits{33};
    const auto index = [&bits](int low, int high) {
        return low + static_cast<int>(bits() % static_cast<std::uint64_t>(high - low + 1));
    };
    const auto real = [&bits] { return static_cast<double>(bits() >> 11) * 0x1p-52 - 1; };
    // Any float, of any size; of double those that the look at half extents leaves, and tiny ones.
    constexpr int least = std::same_as<T, float> ? -149 : -1074, most = std::same_as<T, float> ? 127 : 199;
    const auto rounded = [](double x) { return static_cast<double>(static_cast<T>(x)); };
    const auto nudged = [&](double x) {
        T y = static_cast<T>(x);
        for (int k = index(-2, 2); k != 0; k += k < 0 ? 1 : -1)
            y = std::nextafter(y, k < 0 ? -std::numeric_limits<T>::max() : std::numeric_limits<T>::max());
        return static_cast<double>(y);
    };
    int touching = 0;
    for (std::size_t i = 0; i < hitbox_tests::many_if_optimised(40000, 10000); ++i) {
        vec2<double> owner[4], other[4];
        const std::size_t kind = i % 5;
        const int scale = index(least + 60, most - 1), spread = index(0, 60);
        const auto any = [&] {
            switch (kind) {
                case 0: return static_cast<double>(index(-4, 4));                                      // a small grid
                case 1: return std::ldexp(static_cast<double>(index(-3, 3)), index(least, most - 3));  // any exponent
                case 2: return rounded(std::ldexp(real(), scale - index(0, spread)));  // of like size, any digits
                default: return rounded(std::ldexp(real(), scale));
            }
        };
        for (vec2<double>& p : owner) p = {any(), any()};
        for (vec2<double>& p : other) p = {any(), any()};
        const std::size_t edge = bits() % 4;
        const vec2<double> p = owner[edge], along = owner[(edge + 1) % 4] - p;
        if (kind >= 3) {
            // On the line but for rounding, or a few units off, or right of it, or one of its ends.
            for (vec2<double>& c : other) {
                const double t = real() * 2, out = index(0, 2) == 0 ? std::fabs(real()) : 0;
                c = p + along * t + vec2<double>{along.y, -along.x} * out;
                c = kind == 3 ? vec2<double>{nudged(c.x), nudged(c.y)} : vec2<double>{rounded(c.x), rounded(c.y)};
                if (index(0, 9) == 0) c = index(0, 1) == 0 ? p : owner[(edge + 1) % 4];
            }
        } else if (index(0, 1) == 0) {  // an upright edge
            owner[(edge + 1) % 4].x = p.x;
        }
        touching += side_of_whole(owner[edge], owner[(edge + 1) % 4], other) == 0;
        check_side<T>(owner, other, edge);
    }
    CHECK(touching > 100);
}
#endif
