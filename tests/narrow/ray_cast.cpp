// Rays: the rules, and cases that collision libraries got wrong or had reports about.

#include "../catch_compat.hpp"
#include "../laws.hpp"

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <vector>

using namespace hitbox;

namespace {

constexpr aabb<float> box{{-1, -1}, {1, 1}};
constexpr ray_start hollow = ray_start::hollow;

constexpr bool is_hit(const std::optional<ray_hit<float>>& hit, float fraction, vec2<float> point, vec2<float> normal) {
    return hit && *hit == ray_hit<float>{fraction, point, normal};
}
constexpr ray<float> from(float x, float y, float dx, float dy) { return {{x, y}, {dx, dy}}; }

/// The same box as every kind of shape that can represent it.
std::vector<any_shape<float>> kinds_of(const aabb<float>& b) {
    const obb<float> turned{center(b), (b.max - b.min) / 2.f, {0, 1}};  // a quarter turn of a square
    const auto polygon = assume_convex({b.min, vec2{b.max.x, b.min.y}, b.max, vec2{b.min.x, b.max.y}});
    return {b, turned, polygon, baked(at(b, vec2{0.f, 0.f}))};
}

/// A disc with a support function only.
struct blob {
    vec2<double> middle{};
    double reach = 1;
};
constexpr vec2<double> center(const blob& b) { return b.middle; }
constexpr vec2<double> support(const blob& b, vec2<double> d) {
    return b.middle + unit_or(d, vec2<double>{0, 1}) * b.reach;
}

constexpr double largest(vec2<double> v) { return std::max(std::abs(v.x), std::abs(v.y)); }

}  // namespace

// Rays at compile time.
static_assert(is_hit(ray_cast(from(-5, 0, 10, 0), circle<float>{{0, 0}, 1}), .4f, {-1, 0}, {-1, 0}));
static_assert(is_hit(ray_cast(from(-3, 0, 4, 0), box), .5f, {-1, 0}, {-1, 0}));
static_assert(is_hit(ray_cast(from(0, 0, 4, 0), box, hollow), .25f, {1, 0}, {1, 0}));
static_assert(!ray_cast(from(-3, 0, 1.75f, 0), box));
static_assert(is_hit(ray_cast(from(0, 3, 0, -4), capsule<float>{{-1, 0}, {1, 0}, 1}), .5f, {0, 1}, {0, 1}));

TEST_CASE("a ray that only touches hits") {
    SECTION("at its end") {
        CHECK(is_hit(ray_cast(from(-3, 0, 2, 0), box), 1, {-1, 0}, {-1, 0}));
        CHECK(!ray_cast(from(-3, 0, std::nextafter(2.f, 0.f), 0), box));
        CHECK(is_hit(ray_cast(from(-2, 0, 1, 0), circle<float>{{0, 0}, 1}), 1, {-1, 0}, {-1, 0}));
        CHECK(is_hit(ray_cast(from(0, .5f, 2, 0), segment<float>{{2, 0}, {2, 1}}), 1, {2, .5f}, {-1, 0}));
    }
    SECTION("in passing a circle") {
        CHECK(is_hit(ray_cast(from(-4, 1, 8, 0), circle<float>{{0, 0}, 1}), .5f, {0, 1}, {0, 1}));
        CHECK(!ray_cast(from(-4, std::nextafter(1.f, 2.f), 8, 0), circle<float>{{0, 0}, 1}));
        CHECK(is_hit(ray_cast(from(-4, -1, 8, 0), capsule<float>{{0, 0}, {0, 3}, 1}), .5f, {0, -1}, {0, -1}));
        // 3-4-5: tangent along a slanted way.
        CHECK(is_hit(ray_cast(from(-1, 7, 8, -6), circle<float>{{0, 0}, 5}), .5f, {3, 4}, {.6f, .8f}));
    }
    SECTION("in passing a corner: the facet with the normal most opposed to the ray") {
        for (const auto& kind : kinds_of(box)) {
            CHECK(is_hit(ray_cast(from(-2, 0, 2, 2), kind), .5f, {-1, 1}, {-1, 0}));
            CHECK(is_hit(ray_cast(from(-4, 0, 6, 2), kind), .5f, {-1, 1}, {-1, 0}));
            CHECK(is_hit(ray_cast(from(0, 4, -2, -6), kind), .5f, {-1, 1}, {0, 1}));
            CHECK(!ray_cast(from(-2, std::nextafter(0.f, 1.f), 2, 2), kind));
        }
    }
    SECTION("along an edge: at the corner that comes first") {
        for (const auto& kind : kinds_of(box)) {
            CHECK(is_hit(ray_cast(from(-3, 1, 8, 0), kind), .25f, {-1, 1}, {-1, 0}));
            CHECK(is_hit(ray_cast(from(1, 3, 0, -8), kind), .25f, {1, 1}, {0, 1}));
            CHECK(!ray_cast(from(-3, std::nextafter(1.f, 2.f), 8, 0), kind));
        }
        CHECK(is_hit(ray_cast(from(0, -2, 0, 4), segment<float>{{0, 1}, {0, -1}}), .25f, {0, -1}, {0, -1}));
        CHECK(!ray_cast(from(0, 0, 0, 1), segment<float>{{2, 1}, {2, 0}}));
        // Along the flat side of a capsule: where it begins.
        CHECK(is_hit(ray_cast(from(-4, 1, 8, 0), capsule<float>{{-2, 0}, {2, 0}, 1}), .25f, {-2, 1}, {0, 1}));
    }
    SECTION("through a corner, into the inside") {
        CHECK(is_hit(ray_cast(from(-3, -2, 4, 2), box), .5f, {-1, -1}, {-1, 0}));
        CHECK(is_hit(ray_cast(from(-2, -3, 2, 4), box), .5f, {-1, -1}, {0, -1}));
    }
    SECTION("a point") {
        CHECK(is_hit(ray_cast(from(0, 0, 4, 8), vec2{2.f, 4.f}), .5f, {2, 4}, unit_or(vec2{-1.f, -2.f}, {})));
        CHECK(!ray_cast(from(0, 0, 4, 8), vec2{2.f, std::nextafter(4.f, 5.f)}));
        CHECK(is_hit(ray_cast(from(0, 0, 4, 8), circle<float>{{2, 4}, 0}), .5f, {2, 4}, unit_or(vec2{-1.f, -2.f}, {})));
    }
}

TEST_CASE("a solid ray that starts inside or on the boundary hits at 0, with an outward normal") {
    CHECK(is_hit(ray_cast(from(.5f, 0, 9, 9), box), 0, {.5f, 0}, {1, 0}));
    CHECK(is_hit(ray_cast(from(.5f, 0, -9, 9), box), 0, {.5f, 0}, {1, 0}));
    CHECK(is_hit(ray_cast(from(1, .5f, 1, 0), box), 0, {1, .5f}, {1, 0}));
    CHECK(is_hit(ray_cast(from(0, .25f, 0, -1), circle<float>{{0, 0}, 1}), 0, {0, .25f}, {0, 1}));
    const auto inside = collide(vec2{.25f, .5f}, box);
    const auto hit = ray_cast(from(.25f, .5f, 3, 1), box);
    REQUIRE((inside && hit));
    CHECK(hit->normal == vec2<float>{} - inside->normal);
}

TEST_CASE("a hollow ray passes the boundary that it starts on, and hits the far wall") {
    CHECK(is_hit(ray_cast(from(-.5f, 0, 6, 0), box, hollow), .25f, {1, 0}, {1, 0}));
    CHECK(is_hit(ray_cast(from(0, 0, 1, .5f), box, hollow), 1, {1, .5f}, {1, 0}));
    CHECK(!ray_cast(from(0, 0, .75f, .5f), box, hollow));
    CHECK(!ray_cast(from(0, 0, std::nextafter(1.f, 0.f), .5f), box, hollow));
    CHECK(is_hit(ray_cast(from(0, 0, 4, 0), circle<float>{{0, 0}, 1}, hollow), .25f, {1, 0}, {1, 0}));
    CHECK(is_hit(ray_cast(from(0, 0, 4, 3), circle<float>{{0, 0}, 5}, hollow), 1, {4, 3}, {.8f, .6f}));
    // From the boundary.
    CHECK(!ray_cast(from(1, 0, 5, 0), box, hollow));
    CHECK(!ray_cast(from(-1, 1, 8, 0), box, hollow));  // along an edge is not in
    CHECK(!ray_cast(from(1, 1, 5, -5), box, hollow));
    CHECK(is_hit(ray_cast(from(-1, 0, 4, 0), box, hollow), .5f, {1, 0}, {1, 0}));
    CHECK(is_hit(ray_cast(from(-1, 0, 4, 0), circle<float>{{0, 0}, 1}, hollow), .5f, {1, 0}, {1, 0}));
    CHECK(!ray_cast(from(-1, 0, 0, 4), circle<float>{{0, 0}, 1}, hollow));
    // Out through a corner: again the facet with the normal most opposed to the ray.
    CHECK(is_hit(ray_cast(from(-1, 0, 4, 2), box, hollow), .5f, {1, 1}, {1, 0}));
    CHECK(is_hit(ray_cast(from(0, -1, 2, 4), box, hollow), .5f, {1, 1}, {0, 1}));
    // From outside, a hollow ray equals a solid ray.
    CHECK(ray_cast(from(-3, .25f, 4, 0), box, hollow) == ray_cast(from(-3, .25f, 4, 0), box));
    // A shape without an interior is not entered.
    CHECK(!ray_cast(from(0, 0, 1, 0), segment<float>{{0, -1}, {0, 1}}, hollow));
    CHECK(!ray_cast(from(2, 3, 1, 0), vec2{2.f, 3.f}, hollow));
}

TEST_CASE("a ray of length zero is a point") {
    CHECK(is_hit(ray_cast(from(1, 0, 0, 0), box), 0, {1, 0}, {1, 0}));
    CHECK(ray_cast(from(.5f, .5f, 0, 0), box));
    CHECK(!ray_cast(from(2, 0, 0, 0), box));
    CHECK(!ray_cast(from(1, 0, 0, 0), box, hollow));
    CHECK(!ray_cast(from(0, 0, 0, 0), box, hollow));
    CHECK(ray_cast(from(2, 3, 0, 0), vec2{2.f, 3.f}));
}

TEST_CASE("ray cases that other libraries got wrong") {
    // The end of such a ray is beyond the wall, but the hit is not.
    const auto at_wall = ray_cast(from(99, -37.3501968f, 2.59959984f, 0), aabb<float>{{100, -64}, {110, 0}});
    REQUIRE(at_wall);
    CHECK(at_wall->fraction == static_cast<float>(1 / 2.59959983825683594));  // of the float nearest 2.59959984
    CHECK(at_wall->normal == vec2{-1.f, 0.f});
    CHECK(is_hit(ray_cast(from(-4, 2, 2, 0), aabb<float>{{-2, -1}, {3, 4}}), 1, {-2, 2}, {-1, 0}));
    // Collinear with a segment.
    const segment<float> upright{{0, 1}, {0, -1}};
    CHECK(ray_cast(from(0, 0, 0, 1), upright)->fraction == 0);
    CHECK(is_hit(ray_cast(from(0, -2, 0, 1), upright), 1, {0, -1}, {0, -1}));
    CHECK(!ray_cast(from(0, 2, 0, 1), upright));
    CHECK(!ray_cast(from(0, 0, 0, 1), segment<float>{{2, 1}, {2, 0}}));
    // A box beside the end of a segment: no hit, and no NaN.
    const auto beside = aabb<float>::from_center({907.5f, 318.5f}, {7.5f, 17.5f});
    CHECK(!ray_cast(ray<float>::between({531, 301}, {547, 301}), beside));
    // A ray between two points, across a vertical segment.
    const segment<float> line{{600, 0}, {600, 450}};
    for (int y = 0; y <= 450; ++y) {
        const auto hit = ray_cast(ray<float>::between({100.5f, 225}, {700, static_cast<float>(y)}), line);
        // At x = 600 the fraction is (600 - 100.5) / (700 - 100.5), so y is between 37.5 and 412.5.
        REQUIRE(hit);
        CHECK(std::abs(hit->fraction - 499.5f / 599.5f) <= std::numeric_limits<float>::epsilon());
        CHECK(hit->normal == vec2{-1.f, 0.f});
        const double there = 225 + (y - 225) * (499.5 / 599.5);
        CHECK(std::abs(static_cast<double>(hit->point.y) - there) <= 450 * 0x1p-23);
    }
    // A degenerate capsule is a circle.
    CHECK(is_hit(ray_cast(from(-5, 0, 8, 0), capsule<float>{{0, 0}, {0, 0}, 1}), .5f, {-1, 0}, {-1, 0}));
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
// At a small angle, a rounding of the sides of the triangle of ray and edge moves the point far along the ray, but not
// off the edge. Differences and products in double alone have moved it by 24 roundings of the largest coordinate.
TEST_CASE("a ray in double that meets an edge at a small angle ends on the edge") {
    using extended = long double;
    std::mt19937_64 random{7};
    std::uniform_real_distribution<double> number{-1, 1};
    double worst = 0;
    int hits = 0;
    const int rounds = hitbox_tests::many_if_all(200'000, 40'000);
    for (int i = 0; i < rounds; ++i) {
        const segment<double> wall{{number(random), number(random)}, {number(random), number(random)}};
        const vec2<double> meets = wall.a + (wall.b - wall.a) * (number(random) / 2 + 0.5);
        const double angle = 0.05 * number(random), size = 1 + number(random);
        const vec2<double> along = wall.b - wall.a, aside = perp(along);
        const ray<double> r = ray<double>::between(meets - (along + aside * angle) * size,
                                                   meets + (along + aside * angle) * (1 + number(random)));
        const auto hit = ray_cast(r, wall);
        if (!hit || hit->fraction == 0) continue;
        ++hits;
        const vec2<extended> from = hitbox::detail::vec_cast<extended>(wall.a),
                             edge = hitbox::detail::vec_cast<extended>(wall.b) - from;
        const extended off =
            std::abs(cross(edge, hitbox::detail::vec_cast<extended>(hit->point) - from)) / std::hypot(edge.x, edge.y);
        const double size_of_all = std::max({largest(r.origin), largest(wall.a), largest(wall.b), largest(hit->point)}),
                     path = length(r.translation) * hit->fraction;
        // 3 roundings of the fraction and one of the product, each of the path; one of the sum.
        worst = std::max(worst, static_cast<double>(off) / (0x1p-53 * (4 * path + size_of_all)));
    }
    CHECK(hits > rounds / 2);
    CHECK(worst <= 1);
}

TEST_CASE("rays of any length") {
    const segment<double> paper{{100, -5}, {100, 5}};
    CHECK(ray_cast(ray<double>{{0, 0}, {0x1p1000, 0}}, paper)->fraction == 100 * 0x1p-1000);
    CHECK(ray_cast(ray<double>{{0, 0}, {0x1p1000, 0}}, paper)->point == vec2{100., 0.});
    CHECK(!ray_cast(ray<double>{{0, 0}, {0x1p1000, 0x1p998}}, paper));
    const circle<double> speck{{0, 0}, 0x1p-600};
    CHECK(ray_cast(ray<double>{{-0x1p-599, 0}, {0x1p-598, 0}}, speck)->fraction == .25);
    CHECK(ray_cast(ray<double>{{-1, 0}, {2, 0}}, speck)->normal == vec2{-1., 0.});
    CHECK(!ray_cast(ray<double>{{-1, 0x1p-599}, {2, 0}}, speck));
    const circle<double> planet{{0, 0}, 0x1p1000};
    CHECK(ray_cast(ray<double>{{-0x1p1001, 0}, {0x1p1002, 0}}, planet)->fraction == .25);
}
#endif

TEST_CASE("an invalid ray or shape hits nothing") {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    for (const ray_start start : {ray_start::solid, hollow})
        for (const float bad : {nan, inf, -inf}) {
            CHECK(!ray_cast(from(bad, 0, 1, 0), box, start));
            CHECK(!ray_cast(from(0, bad, 1, 0), box, start));
            CHECK(!ray_cast(from(0, 0, bad, 0), box, start));
            CHECK(!ray_cast(from(0, 0, 0, bad), box, start));
            CHECK(!ray_cast(from(0, 0, 1, 0), circle<float>{{0, 0}, bad}, start));
        }
    CHECK(!ray_cast(from(0, 0, 1, 0), aabb<float>{{1, 0}, {0, 1}}));
    CHECK(!ray_cast(from(0, 0, 1, 0), convex_polygon<float, 8>{}));
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("a ray whose products underflow keeps its start") {
    // Found by fuzzing.
    const double tiny = std::numeric_limits<double>::denorm_min();
    const auto diamond = *make_convex_polygon({vec2{-.0625, tiny}, {tiny, -.0078125}, {.0625, tiny}, {tiny, .0078125}});
    for (const double translation : {tiny, 1e-320, 1e-300, 1e-200}) {
        CHECK(ray_cast({{tiny, tiny}, {translation, translation}}, diamond)->fraction == 0);
        CHECK(ray_cast({{-.0625, tiny}, {-translation, 0}}, diamond)->fraction == 0);
        CHECK(!ray_cast({{-.0625 - 1e-9, tiny}, {translation, 0}}, diamond));
    }
}

TEST_CASE("a ray that grazes the end of a capsule does not hit the other end") {
    // At the end of the arc, rounding can rotate the arc's normal beyond that of the side; a grazing ray magnifies the
    // error.
    const ray<double> r{{-1.0799201666642655, -1.0286706192194188}, {2.827287970990445, 3.9953585244979517}};
    const capsule<double> pill{
        {-0.62557094669824631, -0.85819491831307615}, {0.49341884117949519, 0.86532729947714548}, 0.19040042322361911};
    const auto hit = ray_cast(r, pill);
    REQUIRE(hit);
    CHECK(length(hit->point - (r.origin + r.translation * hit->fraction)) <= 1e-14);
    const auto cast = shape_cast(r.origin, r.translation, pill);
    CHECK(cast.point == hit->point);
}
#endif

TEST_CASE("a long hollow ray hits the far wall of shapes with a support function only") {
    for (const double path_length : {4., 0x1p20, 0x1p40, 0x1p60, 0x1p100}) {
        const auto from_inside = ray_cast({{.5, 0}, {path_length, 0}}, blob{}, hollow);
        REQUIRE(from_inside);
        CHECK(std::abs(from_inside->fraction * path_length - .5) <= 4e-15);
        CHECK(length(from_inside->point - vec2{1., 0.}) <= 4e-15);
        const auto from_boundary = ray_cast({{-1, 0}, {path_length, 0}}, blob{}, hollow);
        REQUIRE(from_boundary);
        CHECK(std::abs(from_boundary->fraction * path_length - 2) <= 4e-15);
        CHECK(!ray_cast({{-1, 0}, {0, path_length}}, blob{}, hollow));
        CHECK(!ray_cast({{1, 0}, {path_length, 0}}, blob{}, hollow));
        CHECK(shape_cast(vec2{-1., 0.}, {path_length, 0}, blob{}).status == cast_status::started_touching);
    }
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("a ray that passes within rounding of a point hits it only if it leads there") {
    const double ulp = 0x1p-12;  // of 2^40
    const vec2<double> from{0x1p40, 0}, target{0x1p40 + ulp, 0};
    const auto hit = ray_cast(ray<double>{from, {ulp, 0}}, target);
    REQUIRE(hit);
    CHECK(hit->fraction == 1);
    CHECK(!ray_cast(ray<double>{from, {-ulp, 0}}, target));
    CHECK(!ray_cast(ray<double>{from, {ulp * .75, 0}}, target));
}

TEST_CASE("the far wall of a disc that vanishes beside its coordinates is at the ray's start") {
    const circle<double> speck{{0x1p500, 0}, 0x1p-600};
    const auto hit = ray_cast(ray<double>{speck.center, {1, 0}}, speck, ray_start::hollow);
    REQUIRE(hit);
    CHECK(hit->fraction <= 0x1p-500);
    CHECK(hit->point == speck.center);
    CHECK(hit->normal == vec2{1., 0.});
}

TEST_CASE("a ray without a length hits a disc of the largest radius only if its origin is in the disc") {
    constexpr double largest = std::numeric_limits<double>::max();
    for (const double x : {-1.0, -0.75, -0.5})
        for (const vec2<double> step : {vec2<double>{}, vec2<double>{1, 0}, vec2<double>{0, 0x1p1000}}) {
            const circle<double> disc{{largest * x, -largest}, largest};
            const hitbox::ray<double> r{{}, step};
            INFO(x << ", " << step.x << ", " << step.y);
            CHECK_FALSE(penetrates(vec2<double>{}, disc));
            CHECK_FALSE(ray_cast(r, disc, ray_start::solid));
            CHECK_FALSE(ray_cast(r, disc, ray_start::hollow));
            const circle<double> over{{largest * x, 0}, largest};
            CHECK(ray_cast(r, over, ray_start::solid).has_value());
        }
}
#endif

TEST_CASE("the far wall of a sliver that is thinner than rounding is found") {
    const triangle<float> sliver{{-0x1p60f, 0x1p57f}, {0, -0x1.8p17f}, {0, .5f}};
    const auto hit = ray_cast(ray<float>{center(sliver), {0x1.8p43f, -0x1.8p31f}}, sliver, ray_start::hollow);
    REQUIRE(hit);
    CHECK(std::abs(hit->fraction - 2.02505449e-13f) < 1e-20f);  // by exact fractions
    CHECK(hit->point == center(sliver));
}

namespace {

/// Returns the answer of the exact path for a solid ray.
template <class S>
std::optional<ray_hit<float>> exact_ray_cast(const ray<float>& r, const S& s) {
    const detail::hull_of<vec2<float>> origin{r.origin};
    const detail::hull_of<S> hull{s};
    detail::cast_outcome<double> found;
    detail::cast_exactly(found, origin.hull, hull.hull, detail::translations<float>{r.translation, {}});
    if (found.event == detail::cast_event::nothing) return {};
    if (found.event != detail::cast_event::hit)
        return ray_hit<float>{0, r.origin, vec2<float>{} - collide(r.origin, s)->normal};
    return ray_hit<float>{static_cast<float>(found.at.fraction),
                          detail::vec_cast<float>(found.at.point) + vec2<float>{},
                          vec2<float>{} - detail::vec_cast<float>(found.at.normal)};
}

/// Returns whether the answer of the fast path is certain.
template <class S>
bool is_decided(const ray<float>& r, const S& s) {
    std::optional<ray_hit<float>> hit;
    detail::hull_of<S> own{s, true};
    return detail::cast_ray_quickly(hit, r, own.hull, own.storage.columns, ray_start::solid) !=
           detail::ray_entry::unsure;
}

/// A number between -3 and 3, in a third of the rounds a multiple of 1/2.
float coordinate(hitbox_tests::generator& random, int round) {
    const float x = random.real<float>(-3, 3);
    return round % 3 == 0 ? std::floor(2 * x) / 2 : x;
}

}  // namespace

TEST_CASE("the fast path of rays has the bits of the exact path, and decides nearly all rays that are not on a grid") {
    using octagon = convex_polygon<float, 8>;
    hitbox_tests::generator random{20};
    int decided = 0, all = 0;
    const auto check = [&](const auto& s, int round) {
        const auto next = [&] { return vec2{coordinate(random, round), coordinate(random, round)}; };
        for (const vec2 to : {center(s), next(), support(s, vec2{1.f, 0.f}), support(s, vec2{0.f, -1.f})}) {
            const ray<float> r = ray<float>::between(round % 4 == 3 ? center(s) + next() / 8.f : next(), to);
            REQUIRE(ray_cast(r, s) == exact_ray_cast(r, s));
            if (round % 3 != 0 && to != support(s, vec2{1.f, 0.f}) && to != support(s, vec2{0.f, -1.f}))
                ++all, decided += is_decided(r, s);
        }
    };
    for (int round = 0; round < 300 * HITBOX_ROUNDS + 300; ++round) {
        const vec2 p{coordinate(random, round), coordinate(random, round)};
        check(random.around<circle<float>>(p, 1), round);
        check(random.around<capsule<float>>(p, 1), round);
        check(random.around<aabb<float>>(p, 1), round);
        check(random.around<obb<float>>(p, 1), round);
        check(random.around<triangle<float>>(p, 1), round);
        check(random.around<octagon>(p, 1), round);
        check(at(random.around<octagon>({0, 0}, 1), transform2<float>{p, random.rotation<float>()}), round);
    }
    CHECK(decided > all * 99 / 100);
}

TEST_CASE("the fast path decides all rays on a grid that start outside of a polygon or on its sides, not at a vertex") {
    int decided = 0, along_sides = 0;
    const auto check = [&](const auto& s) {
        const auto corners = vertices(s);
        for (int i = 0; i < 7 * 7 * 7 * 7; ++i) {
            const auto digit = [i](int place) { return static_cast<float>(i / place % 7 - 3); };
            const vec2 from{digit(1), digit(7)}, to{digit(49), digit(343)};
            const ray<float> r = ray<float>::between(from, to);
            REQUIRE(ray_cast(r, s) == exact_ray_cast(r, s));
            const bool at_vertex = std::find(corners.begin(), corners.end(), from) != corners.end();
            if (at_vertex || from == to || penetrates(from, s)) continue;
            REQUIRE(is_decided(r, s));
            ++decided,
                along_sides += collide(from, s).has_value() && collide(to, s) && !penetrates((from + to) / 2.f, s);
        }
    };
    check(aabb<float>{{-2, -1}, {1, 2}});
    check(obb<float>{{0, 1}, {2, 1}, {0, 1}});
    check(triangle<float>{{-3, -2}, {2, -1}, {-1, 3}});
    check(*make_convex_polygon<8>({{-2, -1}, {-1, -2}, {1, -2}, {2, -1}, {2, 1}, {1, 2}, {-1, 2}, {-2, 1}}));
    CHECK(decided > 3000);
    CHECK(along_sides > 20);
}

TEST_CASE("the fraction of a ray that ends at a vertex is at most 1, although the quotient is rounded") {
    const triangle<double> s{{0x1.7ffffffffffffp+1, -2}, {0x1.fffffffffffffp+1, 4}, {0, 0x1.7ffffffffffffp+1}};
    const auto hit = ray_cast(ray<double>::between({-0x1.7ffffffffffffp+1, 2}, s.a), s);
    REQUIRE(hit);
    CHECK(hit->fraction == 1);
}

TEST_CASE("a ray that enters at a vertex between two edges with the same rounded normal hits the vertex") {
    const double tiny = std::numeric_limits<double>::denorm_min();
    const auto s = make_convex_polygon<8>(std::vector<vec2<double>>{
        {-0x1.7ffffffffffffp+1, 0x1.fffffffffffffp+0}, {-2, -3}, {0, -4}, {0, -1}, {-tiny, 0x1.7ffffffffffffp+1}});
    REQUIRE(s);
    const auto hit = ray_cast(ray<double>{{0x1.0000000000001p+1, -1}, {-3, 0}}, *s);
    REQUIRE(hit);
    CHECK(hit->point == vec2<double>{0, -1});
}

TEST_CASE("a ray at a polygon does not depend on how many vertices the polygon has room for") {
    std::vector<vec2<float>> corners;
    const auto octagon = regular_polygon<8>(7, 2.f);
    for (const vec2<float> p : octagon->vertices()) corners.push_back(p);
    const auto small = make_convex_polygon<8>(corners);
    const auto large = make_convex_polygon<128>(corners);
    REQUIRE(small);
    REQUIRE(large);
    int hits = 0;
    for (int i = 0; i < 4000; ++i) {
        const float turn = static_cast<float>(i) * 0.37f, far_off = 0.5f + static_cast<float>(i % 16) / 4;
        const vec2<float> from{far_off * std::cos(turn), far_off * std::sin(turn)};
        const vec2<float> to{2.5f * std::cos(turn * 1.7f), 2.5f * std::sin(turn * 1.7f)};
        for (const ray_start start : {ray_start::solid, ray_start::hollow}) {
            const auto expected = ray_cast(hitbox::ray<float>{from, to - from}, *small, start);
            CHECK(ray_cast(hitbox::ray<float>{from, to - from}, *large, start) == expected);
            hits += expected.has_value() ? 1 : 0;
        }
    }
    CHECK(hits > 1000);
}
