// Rotated boxes.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <cmath>
#include <limits>

using namespace hitbox;

namespace {

using turned_box = obb<double>;

constexpr rot2<double> quarter{0, 1}, slanted{.6, .8};

static_assert(obb{vec2{1., 2.}, vec2{3., 4.}} == turned_box{{1, 2}, {3, 4}, {1, 0}}, "not turned by default");
static_assert(obb{vec2{1., 2.}, vec2{3., 4.}, quarter} == turned_box{{1, 2}, {3, 4}, quarter});
static_assert(turned_box::from_degrees({1, 2}, {3, 4}, 90) == turned_box{{1, 2}, {3, 4}, quarter});
static_assert(turned_box::from_radians({1, 2}, {3, 4}, .5) ==
              turned_box{{1, 2}, {3, 4}, rot2<double>::from_radians(.5)});
static_assert(turned_box{{1, 2}, {3, 4}} != turned_box{{0, 2}, {3, 4}} &&
              turned_box{{1, 2}, {3, 4}} != turned_box{{1, 2}, {3, 0}} &&
              turned_box{{1, 2}, {3, 4}} != turned_box{{1, 2}, {3, 4}, quarter});

static_assert(center(turned_box{{1, 2}, {3, 4}, slanted}) == vec2{1., 2.});
static_assert(support(turned_box{{0, 0}, {10, 5}, slanted}, {1, 0}) == vec2{10., 5.}, "10 (.6, .8) - 5 (-.8, .6)");
static_assert(support(turned_box{{0, 0}, {10, 5}, slanted}, {0, 1}) == vec2{2., 11.} &&
              support(turned_box{{0, 0}, {10, 5}, slanted}, {-1, 0}) == vec2{-10., -5.});
static_assert(bounds(turned_box{{1, 2}, {10, 5}, slanted}) == aabb<double>{{-9, -9}, {11, 13}});
static_assert(bounds(turned_box{{1, 2}, {3, 4}}) == aabb<double>{{-2, -2}, {4, 6}} &&
              bounds(turned_box{{1, 2}, {3, 4}, quarter}) == aabb<double>{{-3, -1}, {5, 5}});
static_assert(area(turned_box{{1, 2}, {3, 4}, slanted}) == 48 && radius(turned_box{{1, 2}, {3, 4}}) == 0);

static_assert(vertices(turned_box{{1, 2}, {3, 4}}).size() == 4 && vertices(turned_box{{1, 2}, {3, 0}}).size() == 2 &&
              vertices(turned_box{{1, 2}, {0, 4}}).size() == 2);
static_assert(vertices(turned_box{{1, 2}, {0, 0}, slanted}).size() == 1 &&
              vertices(turned_box{{1, 2}, {0, 0}, slanted})[0] == vec2{1., 2.});
static_assert(vertices(turned_box{{1, 2}, {3, 4}})[0] == vec2{-2., -2.} &&
                  vertices(turned_box{{1, 2}, {3, 4}})[1] == vec2{4., -2.},
              "counter-clockwise");
static_assert(vertices(turned_box{{1, 2}, {3, 4}})[2] == vec2{4., 6.} &&
              vertices(turned_box{{1, 2}, {3, 4}})[3] == vec2{-2., 6.});

static_assert(valid(turned_box{}) && valid(turned_box{{1, 2}, {0, 0}, slanted}) &&
              !valid(turned_box{{1, 2}, {-1, 4}}) && !valid(turned_box{{1, 2}, {3, -1}}));
static_assert(!valid(turned_box{{1, 2}, {3, 4}, {0, 0}}) && !valid(turned_box{{1, 2}, {3, 4}, {1, 1}}));
static_assert(faceted<turned_box> && convex<turned_box> && faceted<obb<float>>);

}  // namespace

TEST_CASE("a box made from an aabb is rotated about its centre") {
    CHECK_TWICE(turned_box::from_corner({1, 2}, {6, 8}, quarter) == turned_box{{4, 6}, {3, 4}, quarter});
}

TEMPLATE_TEST_CASE("an obb with a NaN, an infinity, a negative size or no rotation is not valid", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                        -std::numeric_limits<T>::infinity()}) {
        CHECK(!valid(obb<T>{{bad, 0}, {1, 1}}));
        CHECK(!valid(obb<T>{{0, bad}, {1, 1}}));
        CHECK(!valid(obb<T>{{0, 0}, {bad, 1}}));
        CHECK(!valid(obb<T>{{0, 0}, {1, bad}}));
        CHECK(!valid(obb<T>{{0, 0}, {1, 1}, {bad, 0}}));
        CHECK(!valid(obb<T>{{0, 0}, {1, 1}, {1, bad}}));
    }
    CHECK(!valid(obb<T>{{0, 0}, {-std::numeric_limits<T>::denorm_min(), 1}}));
    CHECK(!valid(obb<T>{{0, 0}, {1, -std::numeric_limits<T>::denorm_min()}}));
}

TEMPLATE_TEST_CASE("the bounds of an obb are those of its corners", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (int degrees = 0; degrees < 360; degrees += 11) {
        CAPTURE(degrees);
        const obb<T> turned = obb<T>::from_degrees({T(5.5), T(-3.25)}, {T(2.3), T(.7)}, static_cast<T>(degrees));
        const aabb<T> around = bounds(turned);
        const auto corners = vertices(turned);
        REQUIRE(corners.size() == 4);
        aabb<T> expected{corners[0], corners[0]};
        for (const vec2<T> v : corners) {
            expected = {{(std::min)(expected.min.x, v.x), (std::min)(expected.min.y, v.y)},
                        {(std::max)(expected.max.x, v.x), (std::max)(expected.max.y, v.y)}};
            CHECK(contains(turned, v));
            CHECK(!penetrates(turned, v));
            CHECK(std::abs(length(v - turned.center) - std::hypot(T(2.3), T(.7))) <=
                  8 * std::numeric_limits<T>::epsilon());
        }
        CHECK(around == expected);
        CHECK(contains(around, turned));
        for (std::size_t i = 0; i < 4; ++i)
            CHECK(exact::orient2d(corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4]) > 0);
    }
}

TEMPLATE_TEST_CASE("an obb at a multiple of a right angle answers as the aabb does", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> wide{{T(-2), T(1)}, {T(4), T(3)}}, tall{{T(0), T(-1)}, {T(2), T(5)}};
    const circle<T> other{{T(4.5), T(2)}, T(1)};
    for (int quarters = 0; quarters < 4; ++quarters) {
        CAPTURE(quarters);
        const obb<T> turned = obb<T>::from_degrees({T(1), T(2)}, {T(3), T(1)}, static_cast<T>(90 * quarters));
        const aabb<T>& same = quarters % 2 == 0 ? wide : tall;
        CHECK(bounds(turned) == same);
        CHECK(contains(turned, same));
        CHECK(contains(same, turned));
        const auto hit = collide(turned, other), expected = collide(same, other);
        CHECK(hit == expected);
        CHECK(hit.has_value() == (quarters % 2 == 0));
    }
}

TEMPLATE_TEST_CASE("a flat obb is a segment, one without any size a point", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const rot2<T> r{T(.6), T(.8)};
    const obb<T> flat{{T(1), T(1)}, {T(5), T(0)}, r}, dot{{T(1), T(1)}, {T(0), T(0)}, r};
    const auto ends = vertices(flat);
    REQUIRE(ends.size() == 2);
    const segment<T> same{ends[0], ends[1]};
    CHECK(contains(flat, same));
    CHECK(contains(same, flat));
    CHECK(penetrates(flat, circle<T>{{T(1), T(1)}, T(.25)}));
    CHECK(!penetrates(flat, flat));
    CHECK(contains(dot, vec2<T>{T(1), T(1)}));
    CHECK(!intersects(dot, vec2<T>{T(1), std::nextafter(T(1), T(2))}));
}

TEMPLATE_TEST_CASE("corners that rounding merges far from the origin leave a usable shape", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T far = 4 / std::numeric_limits<T>::epsilon();
    for (int degrees = 0; degrees < 180; degrees += 15) {
        CAPTURE(degrees);
        const obb<T> box_far_away = obb<T>::from_degrees({far, far}, {T(3), T(1)}, static_cast<T>(degrees));
        const auto corners = vertices(box_far_away);
        CHECK(corners.size() >= 1);
        CHECK(corners.size() <= 4);
        CHECK(intersects(box_far_away, box_far_away));
        CHECK(contains(box_far_away, box_far_away));
        const auto hit = collide(box_far_away, circle<T>{{far, far}, T(16)});
        REQUIRE(hit);
        CHECK(hit->depth > T(0));
    }
}

TEMPLATE_TEST_CASE("the vertices of a box are strictly convex even if rounding merges some of them", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const T far = 4 / std::numeric_limits<T>::epsilon();
    for (const vec2<T> middle : {vec2<T>{far, 0}, vec2<T>{-far, 0}, vec2<T>{0, far}, vec2<T>{0, -far}})
        for (int degrees = 0; degrees < 180; degrees += 15) {
            CAPTURE(middle.x, middle.y, degrees);
            const auto corners = vertices(obb<T>::from_degrees(middle, {T(3), T(1)}, static_cast<T>(degrees)));
            CHECK((corners.size() < 3 || detail::strictly_convex(corners)));
        }
    const T thin =
        std::numeric_limits<T>::epsilon() / 4;  // the corners merge, but for a box along the axes about the origin
    for (const vec2<T> middle : {vec2<T>{1, 1}, vec2<T>{0, 0}})
        for (const vec2<T> half : {vec2<T>{thin, 1}, vec2<T>{1, thin}})
            for (int degrees = 0; degrees < 180; degrees += 15) {
                CAPTURE(middle.x, half.x, half.y, degrees);
                const auto corners = vertices(obb<T>::from_degrees(middle, half, static_cast<T>(degrees)));
                CHECK((corners.size() < 3 || detail::strictly_convex(corners)));
            }
}

TEMPLATE_TEST_CASE("a square box whose corners are beyond the range is not valid", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T max_value = std::numeric_limits<T>::max(), side = max_value * T(.75);
    CHECK(!valid(obb<T>::from_degrees({0, 0}, {side, side}, T(45))));
    CHECK(valid(obb<T>::from_degrees({0, 0}, {side / 2, side / 2}, T(45))));
}

TEMPLATE_TEST_CASE("a box whose rotation scales its corners beyond the range is not valid", "", HITBOX_TESTS_REALS) {
    // Found by fuzzing: a rotation may be longer than a unit vector by 2^-11 and still be valid.
    using T = TestType;
    const T max_value = std::numeric_limits<T>::max();
    const obb<T> box{{1, 1}, {1, max_value}, {T(1.0004), 0}};
    CHECK(valid(box.rotation));
    CHECK(!valid(box));
    CHECK(!intersects(box, vec2<T>{0, 0}));
    CHECK(valid(obb<T>{{1, 1}, {1, max_value / 2}, {T(1.0004), 0}}));
}

TEMPLATE_TEST_CASE("a box whose rotation does not have length 1 intersects nothing", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const obb<T> sound{{0, 0}, {1, 1}, {}};
    for (const T length : {T(0), T(.5), T(.999), T(1.001), T(2)}) {
        CAPTURE(length);
        const obb<T> broken{{0, 0}, {1, 1}, {T(.6) * length, T(.8) * length}};
        CHECK(!valid(broken));
        CHECK(!intersects(broken, sound));
        CHECK(!penetrates(sound, broken));
        CHECK(!collide(broken, sound).has_value());
        CHECK(!intersects(broken, aabb<T>{{-1, -1}, {1, 1}}));
    }
}

// The size is that of the box before the rotation.
static_assert(obb<float>{{1, 2}, {3, 4}, rot2<float>::from_degrees(30)}.size() == vec2{6.f, 8.f});
static_assert(obb<double>{{1, 2}, {3, 4}, {}}.width() == 6 && obb<double>{{1, 2}, {3, 4}, {}}.height() == 8);
