// Triangles, in either winding.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

using namespace hitbox;

namespace {

using int_triangle = triangle<int>;

static_assert(triangle{vec2{0, 0}, vec2{4, 0}, vec2{0, 3}} == int_triangle{{0, 0}, {4, 0}, {0, 3}} &&
              int_triangle{} == int_triangle{{0, 0}, {0, 0}, {0, 0}});
static_assert(int_triangle{{0, 0}, {4, 0}, {0, 3}} != int_triangle{{1, 0}, {4, 0}, {0, 3}} &&
              int_triangle{{0, 0}, {4, 0}, {0, 3}} != int_triangle{{0, 0}, {4, 1}, {0, 3}});
static_assert(int_triangle{{0, 0}, {4, 0}, {0, 3}} != int_triangle{{0, 0}, {4, 0}, {1, 3}} &&
              int_triangle{{0, 0}, {4, 0}, {0, 3}} != int_triangle{{4, 0}, {0, 3}, {0, 0}});
static_assert(center(int_triangle{{0, 0}, {6, 0}, {0, 3}}) == vec2{2, 1} &&
              center(triangle<double>{{0, 0}, {3, 0}, {0, 6}}) == vec2{1., 2.});
static_assert(support(int_triangle{{0, 0}, {4, 0}, {0, 3}}, {1, 0}) == vec2{4, 0} &&
              support(int_triangle{{0, 0}, {4, 0}, {0, 3}}, {0, 1}) == vec2{0, 3} &&
              support(int_triangle{{0, 0}, {4, 0}, {0, 3}}, {-1, -1}) == vec2{0, 0});
static_assert(bounds(int_triangle{{0, 7}, {4, 0}, {-1, 3}}) == aabb<int>{{-1, 0}, {4, 7}});
static_assert(area(triangle<double>{{0, 0}, {4, 0}, {0, 3}}) == 6 &&
                  area(triangle<double>{{0, 0}, {0, 3}, {4, 0}}) == 6,
              "in either winding");
static_assert(area(triangle<float>{{1, 1}, {2, 2}, {3, 3}}) == 0 && radius(int_triangle{}) == 0);
static_assert(valid(int_triangle{}) && valid(triangle<float>{{1, 1}, {2, 2}, {3, 3}}));

static_assert(vertices(int_triangle{{0, 0}, {4, 0}, {0, 3}})[1] == vec2{4, 0} &&
              vertices(int_triangle{{0, 0}, {4, 0}, {0, 3}})[2] == vec2{0, 3});
static_assert(vertices(int_triangle{{0, 0}, {0, 3}, {4, 0}})[0] == vec2{0, 0} &&
                  vertices(int_triangle{{0, 0}, {0, 3}, {4, 0}})[1] == vec2{4, 0},
              "counter-clockwise");
static_assert(vertices(int_triangle{{0, 0}, {4, 4}, {2, 2}}).size() == 2 &&
              vertices(int_triangle{{1, 1}, {1, 1}, {1, 1}}).size() == 1 &&
              vertices(int_triangle{{1, 1}, {1, 1}, {2, 3}}).size() == 2);
static_assert(faceted<int_triangle> && convex<int_triangle>);

static_assert(contains(int_triangle{{0, 0}, {4, 0}, {0, 4}}, vec2{2, 2}) &&
                  !penetrates(int_triangle{{0, 0}, {4, 0}, {0, 4}}, vec2{2, 2}),
              "on the edge");
static_assert(penetrates(int_triangle{{0, 0}, {4, 0}, {0, 4}}, vec2{1, 1}) &&
              !intersects(int_triangle{{0, 0}, {4, 0}, {0, 4}}, vec2{3, 2}));

}  // namespace

TEMPLATE_TEST_CASE("a triangle with a NaN or an infinity is not valid", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                        -std::numeric_limits<T>::infinity()}) {
        CHECK(!valid(triangle<T>{{bad, 0}, {1, 0}, {0, 1}}));
        CHECK(!valid(triangle<T>{{0, bad}, {1, 0}, {0, 1}}));
        CHECK(!valid(triangle<T>{{0, 0}, {bad, 0}, {0, 1}}));
        CHECK(!valid(triangle<T>{{0, 0}, {1, bad}, {0, 1}}));
        CHECK(!valid(triangle<T>{{0, 0}, {1, 0}, {bad, 1}}));
        CHECK(!valid(triangle<T>{{0, 0}, {1, 0}, {0, bad}}));
    }
}

TEMPLATE_TEST_CASE("the corners of a triangle may come in any order", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const vec2<T> a{T(0), T(0)}, b{T(4), T(1)}, c{T(1), T(3)};
    const aabb<T> other{{T(2), T(1)}, {T(6), T(2)}};
    const auto expected = collide(triangle<T>{a, b, c}, other);
    REQUIRE(expected);
    for (const triangle<T>& t : {triangle<T>{b, c, a}, triangle<T>{c, a, b}, triangle<T>{c, b, a}, triangle<T>{b, a, c},
                                 triangle<T>{a, c, b}}) {
        CHECK(contains(t, triangle<T>{a, b, c}));
        CHECK(contains(triangle<T>{a, b, c}, t));
        const auto hit = collide(t, other);
        REQUIRE(hit);
        CHECK(hit->normal == expected->normal);
        CHECK(hit->depth == expected->depth);
        CHECK(std::abs(area(t) - T(5.5)) <= 8 * std::numeric_limits<T>::epsilon());
    }
}

TEMPLATE_TEST_CASE("a triangle with its corners on a line is a segment", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    const triangle<T> thin{{T(3), T(2)}, {T(0), T(0)}, {T(6), T(4)}};
    const segment<T> same{{T(0), T(0)}, {T(6), T(4)}};
    CHECK(contains(thin, same));
    CHECK(contains(same, thin));
    CHECK(!penetrates(thin, same));
    CHECK(penetrates(thin, segment<T>{{T(0), T(4)}, {T(6), T(0)}}));
    CHECK(!penetrates(thin, segment<T>{{T(3), T(2)}, {T(6), T(0)}}));
    CHECK(intersects(thin, segment<T>{{T(3), T(2)}, {T(6), T(0)}}));
    CHECK(!intersects(thin, vec2<T>{T(3), T(3)}));
    CHECK(!intersects(thin, vec2<T>{T(9), T(6)}));
}

TEST_CASE("a triangle an ulp away from a line has a winding and an interior") {
    const double e = std::numeric_limits<double>::epsilon();
    const triangle<double> flat{{.5, .5}, {12, 12}, {24, 24 - 16 * e}};
    CHECK(vertices(flat).size() == 3);
    CHECK(vertices(flat)[1] == vec2{24., 24 - 16 * e});  // turned round
    CHECK(area(flat) > 0);
    CHECK(penetrates(flat, flat));
    CHECK(!penetrates(triangle<double>{{.5, .5}, {12, 12}, {24, 24}}, flat) ==
          !penetrates(flat, triangle<double>{{.5, .5}, {12, 12}, {24, 24}}));
}

TEST_CASE("triangles of integers of any value are exact") {
    constexpr int low = std::numeric_limits<std::int32_t>::min(), high = std::numeric_limits<std::int32_t>::max();
    const triangle<std::int32_t> large{{low, low}, {high, high}, {low, high}};
    CHECK(contains(large, vec2<std::int32_t>{0, 0}));  // on the diagonal
    CHECK(!penetrates(large, vec2<std::int32_t>{0, 0}));
    CHECK(penetrates(large, vec2<std::int32_t>{-1, 0}));
    CHECK(!intersects(large, vec2<std::int32_t>{0, -1}));
    CHECK(center(large).x < 0);
}
