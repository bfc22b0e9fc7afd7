// Rays whose answer is clear at the first look: to the last bit what search finds, and most are.

#include "../laws.hpp"

#include <hitbox/hitbox.hpp>

#include <cmath>
#include <limits>
#include <optional>

namespace {

using namespace hitbox_tests;

using polygon = convex_polygon<float, 8>;
using hit = std::optional<ray_hit<float>>;

template <class S>
void check_alike(const ray<float>& r, const S& s, int& clear, int& hits) {
    hit found;
    if (!hitbox::detail::clearly(found, r, s)) return;
    ++clear, hits += found.has_value();
    for (const ray_start start : {ray_start::solid, ray_start::hollow})
        LAW(found == hitbox::detail::ray_cast_carefully(r, s, start),
            (segment<float>{r.origin, r.origin + r.translation}), s);
}

/// Rays from all around, past the shape, at it and short of it.
template <class S>
void finds_hits() {
    generator random{92};
    int clear = 0, hits = 0, all = 0;
    for (int i = 0; i < 2000; ++i) {
        const auto s = random.around<S>(random.unit<float>() * 2, 1);
        const vec2<float> away = random.unit<float>();
        const vec2<float> origin = center(s) + away * random.real<float>(3, 6),
                          aim = center(s) + random.unit<float>() * random.real<float>(0, 2);
        check_alike(ray<float>{origin, (aim - origin) * random.real<float>(.5f, 2)}, s, clear, hits);
        ++all;
    }
    CAPTURE(clear, hits, all);
    CHECK(clear > all * 9 / 10);
    CHECK(hits > all / 4);
    CHECK(hits < clear * 3 / 4);
}

/// At a corner, nearly; along an edge, nearly; from or to a point near an edge.
template <class S>
void agrees_where_it_is_close() {
    generator random{93};
    int clear = 0, hits = 0;
    for (int i = 0; i < 4000; ++i) {
        const auto s = random.around<S>(random.unit<float>() * 2, 1);
        const std::size_t n = hitbox::detail::corners_in(s), at = static_cast<std::size_t>(i) % n;
        const vec2<float> p = hitbox::detail::corner_of(s, at), q = hitbox::detail::corner_of(s, (at + 1) % n);
        const float off = random.real<float>(-1, 1) * std::ldexp(1.f, -2 * (i / 200));
        const vec2<float> beside = random.unit<float>() * off, origin = center(s) + random.unit<float>() * 4.f;
        check_alike(ray<float>{origin, (p + beside - origin) * 1.5f}, s, clear, hits);
        check_alike(ray<float>{p - (q - p) + beside, (q - p) * 3.f}, s, clear, hits);
        const vec2<float> middle = p + (q - p) * .5f + beside;
        check_alike(ray<float>{origin, middle - origin}, s, clear, hits);
        check_alike(ray<float>{middle, (center(s) - middle) * 3.f}, s, clear, hits);
    }
    CHECK(clear > 1000);
    CHECK(hits > 100);
}

}  // namespace

TEST_CASE("rays at polygons, boxes and discs are told at the first look") {
    finds_hits<polygon>();
    finds_hits<placed<polygon>>();
    finds_hits<obb<float>>();
    finds_hits<aabb<float>>();
    finds_hits<circle<float>>();
}

TEST_CASE("what is clear of a ray is what search finds, however close it is") {
    agrees_where_it_is_close<polygon>();
    agrees_where_it_is_close<placed<polygon>>();
    agrees_where_it_is_close<obb<float>>();
    agrees_where_it_is_close<aabb<float>>();
    generator random{94};
    int clear = 0, hits = 0;
    for (int i = 0; i < 8000; ++i) {  // grazes, on either side
        const circle<float> s{random.unit<float>(), random.real<float>(.1f, 1)};
        const vec2<float> along = random.unit<float>();
        const float off = random.real<float>(-1, 1) * std::ldexp(1.f, -2 * (i / 400));
        const vec2<float> foot = s.center + perp(along) * (s.radius + off);
        check_alike(ray<float>{foot - along * 3.f, along * 5.f}, s, clear, hits);
        check_alike(ray<float>{foot, along * -2.f}, s, clear, hits);
        check_alike(ray<float>{foot - along * 3.f, along * 3.f}, s, clear, hits);  // to where it grazes
        check_alike(ray<float>{foot - along * 3.f, along * (3.f - s.radius / 64)}, s, clear, hits);
        check_alike(ray<float>{foot, perp(along) * -2.f}, s, clear, hits);
    }
    CHECK(clear > 8000);
    CHECK(hits > 1000);
}

TEST_CASE("a side whose corners are cut by next to nothing is met where search says so") {
    // Search takes what is level within rounding for one face: the point is on the stretch that they make together.
    int clear = 0, hits = 0;
    for (int shift = -26; shift < -8; ++shift)
        for (const float part : {1.f, 1.25f, 1.5f, 1.75f}) {
            const float cut = std::ldexp(part, shift);
            const auto square = make_convex_polygon(
                {vec2{-1.f, -1.f}, {1.f, -1.f}, {1.f, 1 - cut}, {1 - cut, 1.f}, {-1 + cut, 1.f}, {-1.f, 1 - cut}});
            if (!square) continue;  // the cut is lost
            for (const float x : {-.7f, -.3f, .1f, .9f})
                for (const float aside : {-.9f, 0.f, .3f})
                    check_alike(ray<float>{{x - aside, 2}, {2 * aside, -2}}, *square, clear, hits);
        }
    CHECK(hits > 100);
    CHECK(hits == clear);
}

TEST_CASE("nothing is clear of rays and shapes that are broken, inside, or out of range") {
    const auto octagon = *regular_polygon<8>(8, 1.f);
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    const auto clear = [](const ray<float>& r, const auto& s) {
        hit found;
        return hitbox::detail::clearly(found, r, s);
    };
    const auto check = [&](const auto& s) {
        CHECK(clear({{-3, .1f}, {6, 0}}, s));
        CHECK(clear({{-3, .1f}, {-6, 0}}, s));
        CHECK(!clear({{0, .1f}, {6, 0}}, s));
        CHECK(!clear({{-3, .1f}, {0, 0}}, s));
        for (const float bad : {nan, infinity, -infinity}) {
            CHECK(!clear({{bad, .1f}, {6, 0}}, s));
            CHECK(!clear({{-3, bad}, {6, 0}}, s));
            CHECK(!clear({{-3, .1f}, {bad, 0}}, s));
            CHECK(!clear({{-3, .1f}, {6, bad}}, s));
        }
        CHECK(!clear({{-0x1p70f, 0}, {0x1p71f, 0}}, s));
    };
    check(octagon);
    check(at(octagon, transform2<float>{{0, 0}, rot2<float>::from_degrees(10.f)}));
    check(obb<float>{{0, 0}, {1, 2}, rot2<float>::from_degrees(10.f)});
    check(aabb<float>{{-1, -1}, {1, 2}});
    check(circle<float>{{0, 0}, 1});
    CHECK(!clear({{-3, 0}, {6, 0}}, aabb<float>{{1, 1}, {-1, -1}}));
    CHECK(!clear({{-3, 0}, {6, 0}}, obb<float>{{0, 0}, {-1, 1}, {}}));
    CHECK(!clear({{-3, 0}, {6, 0}}, obb<float>{{0, 0}, {nan, 1}, {}}));
    CHECK(!clear({{-3, 0}, {6, 0}}, polygon{}));
    CHECK(!clear({{-3, 0}, {6, 0}}, circle<float>{{nan, 0}, 1}));
    CHECK(!clear({{-3, 0}, {6, 0}}, circle<float>{{0, 0}, nan}));
    CHECK(!ray_cast(ray<float>{{-3, 0}, {6, 0}}, circle<float>{{0, 0}, -1}));
}
