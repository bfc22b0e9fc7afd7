// Shapes with a radius.

#include "../laws.hpp"

using namespace hitbox;
using hitbox_tests::ellipse;

namespace {

using key = rounded<aabb<float>>;
constexpr key k{{{2, 1}, {4, 2}}, .5f};

static_assert(rounded{aabb<float>{{2, 1}, {4, 2}}, .5f} == k && key{} == key{{}, 0});
static_assert(k != key{{{2, 1}, {4, 2}}, 1} && k != key{{{2, 1}, {4, 3}}, .5f});
static_assert(faceted<key> && convex<key>);
static_assert(center(k) == vec2{3.f, 1.5f} && radius(k) == .5f && vertices(k).size() == 4);
static_assert(support(k, {3, 4}) == vec2{4.3f, 2.4f} && support(k, {-1, 0}).x == 1.5f);
static_assert(bounds(k) == aabb<float>{{1.5f, .5f}, {4.5f, 2.5f}});
static_assert(valid(k) && valid(key{}) && !valid(key{{{2, 1}, {4, 2}}, -.5f}) && !valid(key{{{4, 1}, {2, 2}}, .5f}));

// A rounded corner is part of a disc.
static_assert(intersects(rounded{aabb<int>{{0, 0}, {4, 4}}, 5}, vec2<int>{7, 8}) &&
              !penetrates(rounded{aabb<int>{{0, 0}, {4, 4}}, 5}, vec2<int>{7, 8}) &&
              !intersects(rounded{aabb<int>{{0, 0}, {4, 4}}, 5}, vec2<int>{8, 8}));
static_assert(contains(k, k.core) && !contains(k.core, k) && contains(k, circle<float>{{4, 2}, .5f}));
static_assert(collide(k, aabb<float>{{4.25f, 0}, {6, 9}})->mtv() == vec2{-.25f, 0.f});
static_assert(sat::project(k, {1, 0}) == interval<float>{1.5f, 4.5f} && sat::axes(k, vec2{9.f, 9.f}).size() == 5);

// Nested radii are added.
constexpr rounded ring{rounded{circle<float>{{1, 0}, 1}, 2.f}, 4.f};
static_assert(radius(ring) == 7 && support(ring, {0, 1}) == vec2{1.f, 7.f} && faceted<decltype(ring)>);
static_assert(collide(ring, vec2{8.f, 0.f})->depth == 0 && !intersects(ring, vec2{8.00001f, 0.f}));
static_assert(!valid(rounded{circle<float>{{0, 0}, 3e38f}, 3e38f}) &&
              valid(rounded{circle<float>{{0, 0}, 1e38f}, 1e38f}));
static_assert(!valid(rounded{circle<int>{{0, 0}, 2000000000}, 2000000000}));
static_assert(valid(rounded{circle<int>{{0, 0}, 2000000000}, 147483647}));

// A placed rounded shape is rounded when it is baked.
constexpr transform2<float> quarter_place{{10, 0}, rot2<float>::from_degrees(90)};
constexpr auto turned = baked(at(k, quarter_place));
static_assert(std::same_as<decltype(turned), const rounded<convex_polygon<float, 4>>>);
static_assert(bounds(turned) == aabb<float>{{7.5f, 1.5f}, {9.5f, 4.5f}} &&
              bounds(at(k, quarter_place)) == bounds(turned));
static_assert(center(at(k, quarter_place)) == center(turned) && support(at(k, quarter_place), {1, 0}).x == 9.5f);
static_assert(baked(at(at(k, quarter_place), quarter_place)).radius == .5f && radius(at(k, quarter_place)) == .5f);
static_assert(std::same_as<decltype(baked(at(rounded{convex_polygon_view<float>{}, 1.f}, quarter_place))),
                           rounded<placed<convex_polygon_view<float>>>>);

}  // namespace

TEMPLATE_TEST_CASE("a rounded shape with a NaN, an infinity or a negative radius is not valid", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    using limits = std::numeric_limits<T>;
    const triangle<T> core{{0, 0}, {2, 0}, {0, 2}};
    for (const T bad : {limits::quiet_NaN(), limits::infinity(), -limits::infinity(), -limits::denorm_min()}) {
        CHECK(!valid(rounded{core, bad}));
        CHECK(!valid(rounded{ellipse<T>{{0, 0}, {1, 1}}, bad}));
        CHECK(!valid(rounded{any_shape<T>{core}, bad}));
    }
    CHECK(!valid(rounded{circle<T>{{0, 0}, -1}, T(2)}));
    CHECK(!valid(rounded{convex_polygon<T>{}, T(2)}));
    CHECK(!valid(rounded{ellipse<T>{{limits::quiet_NaN(), 0}, {1, 1}}, T(2)}));
}

TEMPLATE_TEST_CASE("the area of a rounded shape is the sum of its core, a strip along the outline and a disc", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const T pi = T(3.14159265358979323846L), slack = 4 * std::numeric_limits<T>::epsilon();
    CHECK(std::abs(area(rounded{aabb<T>{{0, 0}, {2, 1}}, T(.5)}) - (2 + 3 + pi / 4)) <= slack * 6);
    CHECK(area(rounded{vec2<T>{1, 2}, T(3)}) == area(circle<T>{{1, 2}, 3}));
    CHECK(area(rounded{segment<T>{{1, 2}, {3, 7}}, T(3)}) == area(capsule<T>{{1, 2}, {3, 7}, 3}));
    CHECK(area(rounded{triangle<T>{{0, 0}, {4, 0}, {0, 3}}, T(0)}) == 6);
    CHECK(area(rounded{any_shape<T>{circle<T>{{0, 0}, 1}}, T(2)}) == area(circle<T>{{0, 0}, 3}));
}

/// Checks that all queries of both shapes against `other` give the same answers.
template <class A, class Known, class B>
void answers_alike(const A& a, const Known& known, const B& other) {
    LAW(intersects(a, other) == intersects(known, other), a, other);
    LAW(penetrates(other, a) == penetrates(other, known), a, other);
    LAW(collide(a, other) == collide(known, other) && collide(other, a) == collide(other, known), a, other);
    LAW(sat::separating_axis(a, other) == sat::separating_axis(known, other), a, other);
    if constexpr (requires { contains(known, other); })
        LAW(contains(a, other) == contains(known, other) && contains(other, a) == contains(other, known), a, other);
}

TEMPLATE_TEST_CASE("a rounded point answers as a circle, a rounded segment as a capsule, in any wrapper", "[law]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{91};
    for (int i = 0; i < hitbox_tests::many_if_all(200, 60); ++i) {
        const auto c = random.around<circle<T>>({0, 0}, 1);
        const auto pill = random.around<capsule<T>>({0, 0}, 1);
        const vec2<T> place = random.unit<T>() * random.real<T>(0, T(2.5));
        const auto against = [&](const auto& other) {
            answers_alike(rounded{c.center, c.radius}, c, other);
            answers_alike(rounded{any_shape<T>{c.center}, c.radius}, c, other);
            answers_alike(rounded{segment<T>{pill.a, pill.b}, pill.radius}, pill, other);
            answers_alike(rounded{rounded{any_shape<T>{capsule<T>{pill.a, pill.b, pill.radius / 2}}, pill.radius / 4},
                                  pill.radius / 4},
                          pill, other);
        };
        against(random.around<convex_polygon<T, 8>>(place, 1));
        against(random.around<rounded<triangle<T>>>(place, 1));
        against(random.around<ellipse<T>>(place, 1));
        against(place);
    }
}

TEMPLATE_TEST_CASE("the normal of equal shapes of different kinds is reversed when they are swapped", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const segment<T> core{{0, 0}, {2, 0}};
    const auto flips = [](const auto& a, const auto& b) {
        LAW(collide(a, b) == flipped(collide(b, a)), a, b);
        LAW(penetrates(a, b), a, b);
    };
    flips(capsule<T>{core.a, core.b, 1}, rounded{core, T(1)});
    flips(capsule<T>{core.a, core.b, 1}, rounded{capsule<T>{core.a, core.b, T(.5)}, T(.5)});
    flips(rounded{capsule<T>{core.a, core.b, T(.5)}, T(.5)}, rounded{rounded{core, T(.5)}, T(.5)});
    flips(circle<T>{{0, 0}, 1}, rounded{vec2<T>{0, 0}, T(1)});
    flips(rounded{aabb<T>{{-1, -1}, {1, 1}}, T(1)}, rounded{obb<T>{{0, 0}, {1, 1}}, T(1)});
}

TEMPLATE_TEST_CASE("a shape with a support function only can be rounded, too", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const rounded egg{ellipse<T>{{0, 0}, {3, 2}}, T(.5)};
    STATIC_REQUIRE(!faceted<decltype(egg)>);
    const auto hit = collide(egg, vec2<T>{3, 0});
    REQUIRE(hit.has_value());
    CHECK(std::abs(hit->depth - T(.5)) <= 64 * std::numeric_limits<T>::epsilon());
    CHECK(!intersects(egg, vec2<T>{T(3.51), 0}));
    CHECK(bounds(egg) == aabb<T>{{T(-3.5), T(-2.5)}, {T(3.5), T(2.5)}});
    CHECK(intersects(at(egg, transform2<T>{{10, 0}, rot2<T>::from_degrees(90)}), vec2<T>{10, T(3.49)}));
}
