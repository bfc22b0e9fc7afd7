// Segments.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <limits>

using namespace hitbox;

namespace {

using line = segment<int>;

static_assert(segment{vec2{1, 2}, vec2{3, 4}} == line{{1, 2}, {3, 4}} && line{} == line{{0, 0}, {0, 0}});
static_assert(line{{1, 2}, {3, 4}} != line{{3, 4}, {1, 2}}, "the same points, but not the same data");
static_assert(line{{1, 2}, {3, 4}} != line{{0, 2}, {3, 4}} && line{{1, 2}, {3, 4}} != line{{1, 2}, {3, 0}});
static_assert(center(line{{0, 2}, {4, 8}}) == vec2{2, 5} &&
              center(segment<float>{{0, 0}, {1, -3}}) == vec2{.5f, -1.5f});
static_assert(center(line{{2147483647, 0}, {2147483647, 2}}) == vec2{2147483647, 1});
static_assert(support(line{{0, 1}, {4, 8}}, {1, 0}) == vec2{4, 8} &&
              support(line{{0, 1}, {4, 8}}, {0, -1}) == vec2{0, 1});
static_assert(support(line{{0, 1}, {4, 8}}, {7, -4}) == vec2{0, 1}, "at a right angle: the first");
static_assert(bounds(line{{4, 1}, {0, 8}}) == aabb<int>{{0, 1}, {4, 8}} &&
              bounds(line{{3, 3}, {3, 3}}) == aabb<int>{{3, 3}, {3, 3}});
static_assert(area(line{{0, 1}, {4, 8}}) == 0 && radius(line{{0, 1}, {4, 8}}) == 0);
static_assert(vertices(line{{0, 1}, {4, 8}}).size() == 2 && vertices(line{{0, 1}, {4, 8}})[0] == vec2{0, 1} &&
              vertices(line{{0, 1}, {4, 8}})[1] == vec2{4, 8});
static_assert(vertices(line{{4, 8}, {4, 8}}).size() == 1 && vertices(line{{4, 8}, {4, 8}})[0] == vec2{4, 8});
static_assert(valid(line{{4, 8}, {4, 8}}) && valid(line{{-4, 8}, {4, 8}}));
static_assert(faceted<line> && convex<line> && convex<segment<double>>);

static_assert(penetrates(line{{0, 0}, {4, 4}}, line{{0, 4}, {4, 0}}), "crossing");
static_assert(intersects(line{{0, 0}, {4, 4}}, line{{2, 2}, {9, 0}}) &&
                  !penetrates(line{{0, 0}, {4, 4}}, line{{2, 2}, {9, 0}}),
              "a T");
static_assert(intersects(line{{0, 0}, {4, 4}}, line{{3, 3}, {9, 9}}) &&
                  !penetrates(line{{0, 0}, {4, 4}}, line{{3, 3}, {9, 9}}),
              "on one line");
static_assert(!intersects(line{{0, 0}, {4, 4}}, line{{5, 5}, {9, 9}}) &&
              !intersects(line{{0, 0}, {4, 4}}, line{{0, 1}, {4, 5}}));
static_assert(contains(line{{0, 0}, {6, 4}}, vec2{3, 2}) && !contains(line{{0, 0}, {6, 4}}, vec2{4, 3}) &&
              !contains(line{{0, 0}, {6, 4}}, vec2{9, 6}));
static_assert(contains(line{{0, 0}, {6, 4}}, line{{3, 2}, {0, 0}}) &&
              contains(line{{0, 0}, {6, 4}}, line{{6, 4}, {0, 0}}) &&
              !contains(line{{0, 0}, {6, 4}}, line{{3, 2}, {9, 6}}));

}  // namespace

TEMPLATE_TEST_CASE("a segment with a NaN or an infinity is not valid", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                        -std::numeric_limits<T>::infinity()}) {
        CHECK(!valid(segment<T>{{bad, 0}, {1, 1}}));
        CHECK(!valid(segment<T>{{0, bad}, {1, 1}}));
        CHECK(!valid(segment<T>{{0, 0}, {bad, 1}}));
        CHECK(!valid(segment<T>{{0, 0}, {1, bad}}));
    }
}

TEMPLATE_TEST_CASE("a segment whose ends coincide is a point", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    const segment<T> point{{T(2), T(3)}, {T(2), T(3)}};
    CHECK(intersects(point, vec2<T>{T(2), T(3)}));
    CHECK(!penetrates(point, vec2<T>{T(2), T(3)}));
    CHECK(!intersects(point, vec2<T>{T(2), T(4)}));
    CHECK(contains(vec2<T>{T(2), T(3)}, point));
    CHECK(contains(point, point));
    CHECK(penetrates(point, aabb<T>{{T(0), T(0)}, {T(4), T(4)}}));
    CHECK(!penetrates(point, aabb<T>{{T(2), T(0)}, {T(4), T(4)}}));
    CHECK(intersects(point, aabb<T>{{T(2), T(0)}, {T(4), T(4)}}));
}
