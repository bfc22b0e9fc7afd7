// Segments with a radius.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <cmath>
#include <limits>

using namespace hitbox;

namespace {

using pill = capsule<float>;

static_assert(capsule{vec2{1.f, 2.f}, vec2{3.f, 4.f}, 5.f} == pill{{1, 2}, {3, 4}, 5} &&
              pill{} == pill{{0, 0}, {0, 0}, 0});
static_assert(pill{{1, 2}, {3, 4}, 5} != pill{{0, 2}, {3, 4}, 5} &&
              pill{{1, 2}, {3, 4}, 5} != pill{{1, 2}, {3, 0}, 5} && pill{{1, 2}, {3, 4}, 5} != pill{{1, 2}, {3, 4}, 0});
static_assert(center(pill{{0, 2}, {4, 8}, 3}) == vec2{2.f, 5.f} && radius(pill{{0, 2}, {4, 8}, 3}) == 3);
static_assert(support(pill{{0, 2}, {4, 8}, 3}, {5, 0}) == vec2{7.f, 8.f} &&
              support(pill{{0, 2}, {4, 8}, 3}, {0, -1}) == vec2{0.f, -1.f});
static_assert(support(capsule<double>{{0, 0}, {10, 0}, 5}, {-3, 4}) == vec2{-3., 4.});
static_assert(bounds(pill{{4, 2}, {0, 8}, 3}) == aabb<float>{{-3, -1}, {7, 11}});
static_assert(bounds(capsule<int>{{4, 2}, {0, 8}, 3}) == aabb<int>{{-3, -1}, {7, 11}});
static_assert(valid(pill{}) && valid(pill{{1, 1}, {1, 1}, 0}) && !valid(pill{{0, 0}, {1, 1}, -1}) &&
              !valid(capsule<int>{{0, 0}, {1, 1}, -1}));
static_assert(vertices(pill{{0, 2}, {4, 8}, 3}).size() == 2 && vertices(pill{{4, 8}, {4, 8}, 3}).size() == 1);
static_assert(area(capsule<double>{{0, 0}, {3, 4}, 0}) == 0 &&
              area(capsule<double>{{1, 1}, {1, 1}, 2}) == 4 * 3.141592653589793);
static_assert(faceted<pill> && convex<pill> && faceted<capsule<int>>);
static_assert(intersects(capsule<int>{{0, 0}, {10, 0}, 5}, vec2<int>{13, 4}) &&
              !penetrates(capsule<int>{{0, 0}, {10, 0}, 5}, vec2<int>{13, 4}));
static_assert(!intersects(capsule<int>{{0, 0}, {10, 0}, 5}, vec2<int>{14, 4}) &&
              penetrates(capsule<int>{{0, 0}, {10, 0}, 5}, vec2<int>{12, 4}));

}  // namespace

TEMPLATE_TEST_CASE("a capsule with a NaN, an infinity or a negative radius is not valid", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                        -std::numeric_limits<T>::infinity()}) {
        CHECK(!valid(capsule<T>{{bad, 0}, {1, 1}, 1}));
        CHECK(!valid(capsule<T>{{0, bad}, {1, 1}, 1}));
        CHECK(!valid(capsule<T>{{0, 0}, {bad, 1}, 1}));
        CHECK(!valid(capsule<T>{{0, 0}, {1, bad}, 1}));
        CHECK(!valid(capsule<T>{{0, 0}, {1, 1}, bad}));
    }
    CHECK(!valid(capsule<T>{{0, 0}, {1, 1}, -std::numeric_limits<T>::denorm_min()}));
}

TEMPLATE_TEST_CASE("the area of a capsule is a rectangle and a disc", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T expected = T(3.14159265358979323846 * .25 + 5 * 1);
    CHECK(std::abs(area(capsule<T>{{T(1), T(1)}, {T(4), T(5)}, T(.5)}) - expected) <=
          4 * std::numeric_limits<T>::epsilon() * expected);
}

TEMPLATE_TEST_CASE("the bounds of a capsule hold every support point", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T radius : {T(0), T(.3), T(2.7)}) {
        const capsule<T> c{{T(1.1), T(-.7)}, {T(-2.3), T(4.9)}, radius};
        const aabb<T> box = bounds(c);
        for (int degrees = 0; degrees < 360; degrees += 5) {
            const rot2<T> r = rot2<T>::from_degrees(static_cast<T>(degrees));
            CHECK(contains(box, support(c, vec2<T>{r.c, r.s})));
        }
        const T slack = 4 * std::numeric_limits<T>::epsilon() * 8;
        CHECK(std::abs(box.min.x - (T(-2.3) - radius)) <= slack);
        CHECK(std::abs(box.min.y - (T(-.7) - radius)) <= slack);
        CHECK(std::abs(box.max.x - (T(1.1) + radius)) <= slack);
        CHECK(std::abs(box.max.y - (T(4.9) + radius)) <= slack);
    }
}

TEMPLATE_TEST_CASE("a capsule whose ends coincide is a circle, one without a radius a segment", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const capsule<T> round{{T(1), T(2)}, {T(1), T(2)}, T(3)}, thin{{T(0), T(0)}, {T(6), T(4)}, T(0)};
    const circle<T> same_round{{T(1), T(2)}, T(3)};
    const segment<T> same_thin{{T(0), T(0)}, {T(6), T(4)}};
    CHECK(contains(round, same_round));
    CHECK(contains(same_round, round));
    CHECK(contains(thin, same_thin));
    CHECK(contains(same_thin, thin));
    CHECK(bounds(round) == bounds(same_round));
    CHECK(bounds(thin) == bounds(same_thin));
    CHECK(support(round, vec2<T>{T(1), T(1)}) == support(same_round, vec2<T>{T(1), T(1)}));
    CHECK(support(thin, vec2<T>{T(1), T(1)}) == support(same_thin, vec2<T>{T(1), T(1)}));
    const aabb<T> other{{T(3), T(-1)}, {T(9), T(3)}};
    CHECK(collide(round, other) == collide(same_round, other));
    CHECK(collide(other, round) == collide(other, same_round));
    CHECK(collide(thin, other) == collide(same_thin, other));
    CHECK(collide(other, thin) == collide(other, same_thin));
}

TEST_CASE("the area of a capsule has the same bits with and without fused multiply-add") {
    static constexpr capsule<double> c{{.1, .2}, {.7, .4}, .45121490384453811};
    constexpr double unfused = area(c);
    capsule<double> at_run_time = c;
    volatile double hidden = c.radius;
    at_run_time.radius = hidden;
    CHECK(area(at_run_time) == unfused);
}
