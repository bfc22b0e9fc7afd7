// The intersection of two polygons: cases by hand. foreign/boost_polygon_clip.cpp compares with rational arithmetic.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace hitbox;

namespace {

constexpr aabb<float> square{{0, 0}, {2, 2}};

template <class Part, class T>
bool corners_are(const Part& part, std::initializer_list<vec2<T>> expected) {
    if (part.size() != expected.size()) return false;
    std::size_t i = 0;
    for (const vec2<T> p : expected)
        if (part[i++] != p) return false;
    return true;
}

}  // namespace

static_assert(polygon_clip(square, aabb<float>{{1, 1}, {3, 3}}).area == 1);
static_assert(polygon_clip(square, aabb<float>{{1, 1}, {3, 3}}).centroid == vec2{1.5f, 1.5f});
static_assert(polygon_clip(square, aabb<float>{{2, 1}, {3, 3}}).size() == 2, "touching along an edge");
static_assert(polygon_clip(square, aabb<float>{{2, 2}, {3, 3}}).size() == 1, "touching at a corner");
static_assert(polygon_clip(square, aabb<float>{{2.5f, 2}, {3, 3}}).empty());
static_assert(decltype(polygon_clip(square, triangle<float>{}))::scalar_type{} == 0);
static_assert(sizeof(polygon_clip(square, square).vertices.points) == 8 * sizeof(vec2<float>));

TEMPLATE_TEST_CASE("common parts of a square", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> box{{0, 0}, {2, 2}};
    const auto quarter = polygon_clip(box, aabb<T>{{1, 1}, {3, 3}});
    CHECK(corners_are<decltype(quarter), T>(quarter, {{1, 1}, {2, 1}, {2, 2}, {1, 2}}));
    const auto inside = polygon_clip(box, triangle<T>{{T(.5), T(.5)}, {1, T(1.5)}, {T(1.5), T(.5)}});
    CHECK(corners_are<decltype(inside), T>(inside, {{T(.5), T(.5)}, {T(1.5), T(.5)}, {1, T(1.5)}}));
    CHECK(inside.area == T(.5));
    const auto same = polygon_clip(box, box);
    CHECK(corners_are<decltype(same), T>(same, {{0, 0}, {2, 0}, {2, 2}, {0, 2}}));
    CHECK(same.area == 4);
    const auto edge = polygon_clip(box, aabb<T>{{2, 1}, {3, 5}});
    CHECK(corners_are<decltype(edge), T>(edge, {{2, 1}, {2, 2}}));
    CHECK(edge.area == 0);
    CHECK(edge.centroid == vec2<T>{2, T(1.5)});
    const auto corner = polygon_clip(aabb<T>{{2, 2}, {3, 3}}, box);
    CHECK(corners_are<decltype(corner), T>(corner, {{2, 2}}));
    CHECK(corner.centroid == vec2<T>{2, 2});
    // Half of it, with an edge in common.
    const auto half = polygon_clip(box, aabb<T>{{1, 0}, {5, 2}});
    CHECK(corners_are<decltype(half), T>(half, {{1, 0}, {2, 0}, {2, 2}, {1, 2}}));
    const auto diamond = polygon_clip(box, triangle<T>{{-1, 1}, {1, -1}, {3, 3}});
    CHECK(diamond == polygon_clip(triangle<T>{{-1, 1}, {1, -1}, {3, 3}}, box));
    CHECK(diamond.size() == 6);  // two corners cut off, one touched
    CHECK(diamond.area == T(3.5));
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("segments and points have common parts") {
    const segment<double> rising{{0, 0}, {2, 2}}, falling{{0, 2}, {2, 0}}, along{{1, 1}, {5, 5}};
    CHECK(corners_are<decltype(polygon_clip(rising, falling)), double>(polygon_clip(rising, falling), {{1, 1}}));
    CHECK(corners_are<decltype(polygon_clip(rising, along)), double>(polygon_clip(rising, along), {{1, 1}, {2, 2}}));
    const auto through = polygon_clip(aabb<double>{{0, 0}, {1, 1}}, segment<double>{{-1, .5}, {3, .5}});
    CHECK(corners_are<decltype(through), double>(through, {{0, .5}, {1, .5}}));
    CHECK(through.centroid == vec2{.5, .5});
    CHECK(polygon_clip(aabb<double>{{0, 0}, {1, 1}}, vec2{1., .5}).size() == 1);
    CHECK(polygon_clip(vec2{1., .5}, vec2{1., .5}).size() == 1);
    CHECK(polygon_clip(vec2{1., .5}, vec2{.5, 1.}).empty());
}
#endif

TEST_CASE("all kinds of polygons are clipped: views, placed ones, any_shape") {
    const std::vector<vec2<float>> points = {{0, 0}, {0, 2}, {2, 2}, {2, 0}};  // clockwise
    const auto view = make_convex_polygon_view(points);
    REQUIRE(view);
    const auto expected = polygon_clip<16>(square, at(square, vec2{1.f, 1.f}));
    CHECK(expected.area == 1);
    CHECK(polygon_clip<16>(*view, at(*view, vec2{1.f, 1.f})) == expected);
    CHECK(polygon_clip<16>(any_shape<float>{square}, any_shape<float>{at(*view, vec2{1.f, 1.f})}) == expected);
    CHECK(polygon_clip<16>(obb<float>{{1, 1}, {1, 1}}, aabb<float>{{1, 1}, {3, 3}}) == expected);
    CHECK(convex_hull(expected.vertices)->size() == 4);
}

TEST_CASE("shapes that cannot be clipped have an empty intersection") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(polygon_clip(square, aabb<float>{{0, 0}, {1, nan}}).empty());
    CHECK(polygon_clip(aabb<float>{{1, 1}, {0, 0}}, square).empty());
    CHECK(polygon_clip(square, convex_polygon<float, 8>{}).empty());
    CHECK(polygon_clip(square, circle<float>{{1, 1}, 1}).empty());      // has a radius
    CHECK(polygon_clip(square, circle<float>{{1, 1}, 0}).size() == 1);  // is a point
    CHECK(polygon_clip<7>(square, square).empty());                     // no room
    CHECK(polygon_clip<2>(square, square).empty());
    CHECK(polygon_clip<8>(square, square).area == 4);
}

TEST_CASE("common parts of any size") {
    const double big = 1e300, tiny = 1e-300;
    const auto huge = polygon_clip(aabb<double>{{-big, -big}, {big, big}}, aabb<double>{{0, 0}, {2 * big, 2 * big}});
    CHECK(corners_are<decltype(huge), double>(huge, {{0, 0}, {big, 0}, {big, big}, {0, big}}));
    CHECK(huge.area == std::numeric_limits<double>::infinity());
    CHECK(huge.centroid == vec2{big / 2, big / 2});
    const auto small = polygon_clip(aabb<double>{{-tiny, -tiny}, {tiny, tiny}}, aabb<double>{{0, 0}, {1, 1}});
    CHECK(small.size() == 4);
    CHECK(small.area == 0);  // 1e-600
    const auto wide = polygon_clip(triangle<double>{{-big, 0}, {big, 0}, {0, tiny}}, aabb<double>{{0, -1}, {1, 1}});
    CHECK(wide.size() >= 3);                         // a crossing is good to the rounding of the largest coordinate,
    CHECK(wide[wide.size() - 1] == vec2{0., tiny});  // a corner is exact
    CHECK(is_finite(wide.centroid));
    // Two nearly equal triangles: the intersection has at most the vertices of both, and almost their area.
    const triangle<float> a{{0, 0}, {1, 0}, {0, 1}},
        b{{0, 0}, {std::nextafter(1.f, 2.f), 0}, {0, std::nextafter(1.f, 0.f)}};
    const auto part = polygon_clip(a, b);
    CHECK(part.size() >= 3);
    CHECK(std::abs(part.area - .5f) <= 0x1p-23f);
}

TEST_CASE("common parts are compared by vertices, area and centre") {
    using part = common_part<float, 8>;
    const part whole = polygon_clip(square, square);
    CHECK(whole == polygon_clip(square, aabb<float>{{-1, -1}, {3, 3}}));
    CHECK(whole != polygon_clip(square, aabb<float>{{2, 0}, {3, 3}}));
    part other = whole;
    other.area = 5;
    CHECK(whole != other);
    other = whole, other.centroid = {1, 2};
    CHECK(whole != other);
    for (const std::size_t i : {0u, 3u}) {
        other = whole, other.vertices.points[i] = {0, 3};
        CHECK(whole != other);
    }
}

TEMPLATE_TEST_CASE("a common part on a line is as long at any scale", "", HITBOX_TESTS_REALS) {
    using point = vec2<TestType>;
    for (const int power : {-40, 0, 40}) {
        const TestType s = std::ldexp(TestType(1), power);
        const aabb<TestType> box{{-s, -s}, {s, s}};
        // A segment with both ends outside: its part begins and ends at the box's sides.
        for (const auto& [from, to] : {std::pair{point{-3 * s, s / 2}, point{3 * s, s / 2}},
                                       std::pair{point{s / 4, 2 * s}, point{s / 4, -4 * s}},
                                       std::pair{point{-2 * s, -2 * s}, point{2 * s, 2 * s}}}) {
            const auto part = polygon_clip(segment<TestType>{from, to}, box);
            REQUIRE(part.size() == 2);
            const point low = (max)((min)(from, to), box.min), high = (min)((max)(from, to), box.max);
            CHECK((min)(part[0], part[1]) == low);
            CHECK((max)(part[0], part[1]) == high);
        }
    }
}

TEST_CASE("round shapes, and shapes with too many vertices, are not clipped") {
    const auto many = *regular_polygon<16>(12, 5.f);
    const convex_polygon_view<float> view{many};
    CHECK(polygon_clip<16>(square, view).size() == 4);
    CHECK(polygon_clip<15>(square, view).empty());
    CHECK(polygon_clip<10>(square, view).empty());
    CHECK(polygon_clip<10>(view, square).empty());
    const rounded round{square, .5f};
    CHECK(polygon_clip(round, square).empty());
    CHECK(polygon_clip(square, round).empty());
    CHECK(polygon_clip(rounded{square, 0.f}, square).area == 4);
}

TEMPLATE_TEST_CASE("a centroid has no negative zeros", "", HITBOX_TESTS_REALS) {
    const TestType none = 0;
    const aabb<TestType> below{{-1, -1}, {-none, -none}}, above{{-none, -none}, {1, 1}};
    for (const auto& part : {polygon_clip(below, above), polygon_clip(above, below)}) {
        CHECK(part.centroid == vec2<TestType>{});
        CHECK(!std::signbit(part.centroid.x));
        CHECK(!std::signbit(part.centroid.y));
    }
}

TEMPLATE_TEST_CASE("a common part does not depend on the first vertex of an outline", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    // To the right of {0, 0}, which is the value of unused vertices.
    std::mt19937 random{95};
    const auto outline = [&random] {
        std::vector<vec2<T>> points(6);
        for (vec2<T>& p : points) p = {static_cast<T>(1 + random() % 64), static_cast<T>(1 + random() % 64)};
        return convex_hull<8>(points);
    };
    int parts = 0;
    for (int i = 0; i < 200; ++i) {
        const auto a = outline(), b = outline();
        if (!a || !b) continue;
        const auto part = polygon_clip(*a, *b);
        parts += part.size() > 2;
        std::vector<vec2<T>> corners;
        for (const vec2<T> p : a->vertices()) corners.push_back(p);
        for (std::size_t k = 0; k < corners.size(); ++k) {
            std::rotate(corners.begin(), corners.begin() + 1, corners.end());
            CHECK(polygon_clip(*make_convex_polygon(corners), *b) == part);
            CHECK(polygon_clip(*b, *make_convex_polygon(corners)) == part);
        }
    }
    CHECK(parts > 100);
}
