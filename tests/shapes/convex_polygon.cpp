// Convex polygons: construction, errors and storage.

#include "../catch_compat.hpp"
#include "refused.hpp"

#include <hitbox/hitbox.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <list>
#include <numbers>
#include <random>
#include <span>
#include <string>
#include <vector>

using namespace hitbox;
using hitbox_tests::refused;

namespace {

template <class T>
using points = std::vector<vec2<T>>;

/// Returns a == b, or false if the types have no ==.
template <class P>
bool same(const P& a, const P& b) {
    if constexpr (std::equality_comparable<P>) return a == b;
    else return false;
}

template <class T, std::size_t N>
points<T> corners_of(const convex_polygon<T, N>& polygon) {
    points<T> list;
    for (const vec2<T> v : polygon.vertices()) list.push_back(v);
    return list;
}

/// Returns the list beginning at another vertex.
template <class T>
points<T> begun_at(const points<T>& list, std::size_t first) {
    points<T> result;
    for (std::size_t i = 0; i < list.size(); ++i) result.push_back(list[(first + i) % list.size()]);
    return result;
}
template <class T>
points<T> backwards(const points<T>& list) {
    return points<T>(list.rbegin(), list.rend());
}

template <class T>
points<T> kite() {
    return {{T(0), T(0)}, {T(4), T(1)}, {T(5), T(5)}, {T(1), T(4)}};
}

// Tests in constant evaluation.

constexpr auto constant_square = *make_convex_polygon({vec2{0., 0.}, {2., 0.}, {2., 2.}, {0., 2.}});
static_assert(constant_square.size() == 4 && constant_square[0] == vec2{0., 0.} && constant_square[3] == vec2{0., 2.} &&
              constant_square.capacity == 8);
static_assert(*make_convex_polygon({vec2{0., 2.}, {2., 2.}, {2., 0.}, {0., 0.}}) == constant_square,
              "clockwise points are turned round");
static_assert(center(constant_square) == vec2{1., 1.} && area(constant_square) == 4 &&
              bounds(constant_square) == aabb<double>{{0, 0}, {2, 2}} && radius(constant_square) == 0);
static_assert(support(constant_square, {1, 2}) == vec2{2., 2.} && support(constant_square, {-1, 2}) == vec2{0., 2.} &&
              support(constant_square, {0, -1}).y == 0);
static_assert(valid(constant_square) && !valid(convex_polygon<float>{}) && convex_polygon<float>{}.size() == 0);
static_assert(faceted<convex_polygon<float>> && convex<convex_polygon<float>> && faceted<convex_polygon_view<int>> &&
              polygon_like<convex_polygon<int, 3>>);
static_assert(!polygon_like<aabb<float>>);
static_assert(constant_square.normal_x()[0] == 0 && constant_square.normal_y()[0] == -1 &&
                  constant_square.offset()[0] == 0,
              "outward");
static_assert(constant_square.normal_x()[1] == 1 && constant_square.normal_y()[1] == 0 &&
              constant_square.offset()[1] == 2 && constant_square.largest_coordinate() == 2);
static_assert(make_convex_polygon({vec2{0, 0}, {1, 0}}).error() == polygon_error::too_few_points);
static_assert(assume_convex({vec2{0, 0}, {1, 0}}).size() == 0, "not convex, so empty; silent in constant evaluation");
static_assert(assume_convex<3>({vec2{0, 0}, {1, 0}, {0, 1}}).size() == 3);
static_assert(convex_polygon_view{constant_square}.size() == 4 &&
              convex_polygon_view{constant_square}[2] == vec2{2., 2.});
/// A view cannot refer to temporary points. The points of a span belong to another object, so a temporary span is
/// accepted.
template <class R>
concept lends_view = requires(R&& points) { make_convex_polygon_view(std::forward<R>(points)); };
static_assert(lends_view<std::vector<vec2<float>>&> && lends_view<const std::vector<vec2<float>>&> &&
              lends_view<std::span<const vec2<float>>> && !lends_view<std::vector<vec2<float>>>);

/// Views of points in either winding, in constant evaluation.
constexpr vec2<int> clockwise[] = {{0, 0}, {0, 3}, {2, 3}, {2, 0}};
constexpr vec2<int> counter_clockwise[] = {{2, 0}, {2, 3}, {0, 3}, {0, 0}};
constexpr bool same_corners(std::span<const vec2<int>> points) {
    const auto view = make_convex_polygon_view(points);
    for (std::size_t i = 0; i < 4; ++i)
        if ((*view)[i] != counter_clockwise[i]) return false;
    return view->size() == 4;
}
static_assert(same_corners(clockwise) && same_corners(counter_clockwise));
static_assert(std::string_view{to_string(polygon_error::collinear)}.find("line") != std::string_view::npos);

static_assert(point_range<std::vector<vec2<float>>> && point_range<std::list<vec2<int>>> &&
              point_range<std::span<const vec2<double>>>);
static_assert(point_range<std::array<vec2<float>, 3>> && point_range<vec2<float>[5]> &&
              point_range<convex_polygon_view<float>>);
static_assert(!point_range<std::vector<float>> && !point_range<vec2<float>>);

}  // namespace

// Lists that make a polygon.

TEMPLATE_TEST_CASE("points in either winding make the same counter-clockwise polygon", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    const points<T> list = kite<T>();
    for (std::size_t first = 0; first < 4; ++first) {
        CAPTURE(first);
        const auto made = make_convex_polygon(begun_at(list, first)),
                   turned = make_convex_polygon(backwards(begun_at(list, first)));
        REQUIRE(made);
        REQUIRE(turned);
        CHECK(corners_of(*made) == begun_at(list, first));  // as given: nothing moved, nothing dropped
        CHECK(same(*turned, *made));
    }
}

TEMPLATE_TEST_CASE("any sized range of points makes a polygon", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    const points<T> vector = kite<T>();
    const std::list<vec2<T>> list(vector.begin(), vector.end());
    const std::array<vec2<T>, 4> array{vector[0], vector[1], vector[2], vector[3]};
    const vec2<T> plain[]{vector[0], vector[1], vector[2], vector[3]};
    const auto expected = *make_convex_polygon(vector);
    CHECK(expected.size() == 4);
    CHECK(same(*make_convex_polygon(list), expected));
    CHECK(same(*make_convex_polygon(array), expected));
    CHECK(same(*make_convex_polygon(plain), expected));
    CHECK(same(*make_convex_polygon(std::span{vector}), expected));
    CHECK(same(*make_convex_polygon(std::span<const vec2<T>>{vector}), expected));
    CHECK(same(*make_convex_polygon({vector[0], vector[1], vector[2], vector[3]}), expected));
    CHECK(same(*make_convex_polygon(convex_polygon_view<T>{expected}), expected));
    CHECK(same(*make_convex_polygon(expected.vertices()), expected));
    CHECK(same(assume_convex(list), expected));
}

TEMPLATE_TEST_CASE("a polygon of N corners fits into N, one more is refused", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto made = regular_polygon<12>(12, T(3));
    REQUIRE(made);
    const points<T> list = corners_of(*made);
    CHECK(make_convex_polygon<12>(list));
    CHECK(make_convex_polygon<64>(list)->size() == 12);
    CHECK(refused(make_convex_polygon<11>(list), polygon_error::too_many_points, 11));
    CHECK(refused(make_convex_polygon(list), polygon_error::too_many_points, 8));
    CHECK(make_convex_polygon<3>(points<T>(list.begin(), list.begin() + 3)));
}

TEST_CASE("a dent of one ulp is found, a bulge of one ulp is kept") {
    const double e = std::numeric_limits<double>::epsilon();
    const vec2<double> a{.5, .5}, b{12, 12}, c{24, 24}, top{0, 30};
    CHECK(refused(make_convex_polygon({a, b, c, top}), polygon_error::collinear, 1));
    CHECK(make_convex_polygon({a, b, {24, 24 + 16 * e}, top}));
    CHECK(refused(make_convex_polygon({a, b, {24, 24 - 16 * e}, top}), polygon_error::not_convex, 1));
    CHECK(refused(make_convex_polygon({top, {24, 24 - 16 * e}, b, a}), polygon_error::not_convex, 2));
}

TEST_CASE("tiny and huge polygons are polygons") {
    for (const int k : {-1070, -1000, -700, -600, -540, -300, 300, 600, 1000, 1020}) {
        CAPTURE(k);
        const double s = std::ldexp(1., k);
        const auto made = make_convex_polygon({vec2{0 * s, 0 * s}, {4 * s, 1 * s}, {5 * s, 5 * s}, {1 * s, 4 * s}});
        CHECK(made);
        CHECK(refused(
            make_convex_polygon({vec2{0 * s, 0 * s}, {4 * s, 1 * s}, {2 * s, 2 * s}, {1 * s, 4 * s}, {0 * s, 3 * s}}),
            polygon_error::not_convex, 2));
        CHECK(refused(make_convex_polygon({vec2{0 * s, 0 * s}, {2 * s, 1 * s}, {4 * s, 2 * s}, {1 * s, 4 * s}}),
                      polygon_error::collinear, 1));
    }
    for (const int k : {-145, -120, -60, 60, 120}) {
        CAPTURE(k);
        const float s = std::ldexp(1.f, k);
        CHECK(make_convex_polygon({vec2{0 * s, 0 * s}, {4 * s, 1 * s}, {5 * s, 5 * s}, {1 * s, 4 * s}}));
    }
}

// Lists that are refused, with the faulty point.

TEMPLATE_TEST_CASE("fewer than three points are refused", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    CHECK(refused(make_convex_polygon(points<T>{}), polygon_error::too_few_points, 0));
    CHECK(refused(make_convex_polygon(points<T>{{T(1), T(1)}}), polygon_error::too_few_points, 1));
    CHECK(refused(make_convex_polygon(points<T>{{T(1), T(1)}, {T(2), T(1)}}), polygon_error::too_few_points, 2));
}

TEMPLATE_TEST_CASE("a NaN or an infinity is refused at its first index", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T bad :
         {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity()})
        for (std::size_t i = 0; i < 4; ++i) {
            CAPTURE(bad, i);
            points<T> list = kite<T>();
            list[i].x = bad;
            CHECK(refused(make_convex_polygon(list), polygon_error::not_finite, i));
            list[3].y = bad;
            CHECK(refused(make_convex_polygon(list), polygon_error::not_finite, i));
            CHECK(refused(make_convex_polygon_view(list), polygon_error::not_finite, i));
            CHECK(refused(convex_hull(list), polygon_error::not_finite, i));
        }
}

TEMPLATE_TEST_CASE("the index of the concave vertex is reported, in either winding", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    const points<T> arrow{{T(0), T(0)}, {T(6), T(0)}, {T(2), T(2)}, {T(0), T(6)}};
    const points<T> u{{T(0), T(0)}, {T(3), T(0)}, {T(3), T(3)}, {T(2), T(3)},
                      {T(2), T(1)}, {T(1), T(1)}, {T(1), T(3)}, {T(0), T(3)}};
    for (std::size_t first = 0; first < 4; ++first) {
        CAPTURE(first);
        CHECK(refused(make_convex_polygon(begun_at(arrow, first)), polygon_error::not_convex, (6 - first) % 4));
        CHECK(refused(make_convex_polygon(backwards(begun_at(arrow, first))), polygon_error::not_convex,
                      3 - (6 - first) % 4));
    }
    CHECK(refused(make_convex_polygon(u), polygon_error::not_convex, 4));  // the first of the two
    CHECK(refused(make_convex_polygon(backwards(u)), polygon_error::not_convex, 2));
}

TEMPLATE_TEST_CASE("the index of a vertex on a line with its neighbours is reported", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    const points<T> list{{T(0), T(0)}, {T(2), T(0)}, {T(4), T(0)}, {T(4), T(4)}, {T(0), T(4)}};
    for (std::size_t first = 0; first < 5; ++first) {
        CAPTURE(first);
        CHECK(refused(make_convex_polygon(begun_at(list, first)), polygon_error::collinear, (6 - first) % 5));
        CHECK(refused(make_convex_polygon(backwards(begun_at(list, first))), polygon_error::collinear,
                      4 - (6 - first) % 5));
    }
    CHECK(refused(make_convex_polygon({vec2{T(0), T(0)}, {T(1), T(1)}, {T(2), T(2)}, {T(3), T(3)}}),
                  polygon_error::collinear, 0));
}

TEMPLATE_TEST_CASE("the first of several collinear vertices is reported", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    CHECK(refused(
        make_convex_polygon({vec2{T(0), T(0)}, {T(1), T(0)}, {T(2), T(0)}, {T(2), T(2)}, {T(0), T(2)}, {T(0), T(1)}}),
        polygon_error::collinear, 1));
    CHECK(refused(
        make_convex_polygon({vec2{T(0), T(0)}, {T(2), T(0)}, {T(2), T(1)}, {T(2), T(2)}, {T(0), T(2)}, {T(0), T(1)}}),
        polygon_error::collinear, 2));
}

TEMPLATE_TEST_CASE("an outline that turns back on itself is refused", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    // A spike outwards from a corner of a square, and one along its edge.
    CHECK(refused(
        make_convex_polygon({vec2{T(0), T(0)}, {T(2), T(0)}, {T(2), T(2)}, {T(5), T(5)}, {T(2), T(2)}, {T(0), T(2)}}),
        polygon_error::not_convex, 2));
    CHECK(refused(make_convex_polygon({vec2{T(0), T(0)}, {T(4), T(0)}, {T(2), T(0)}, {T(2), T(2)}}),
                  polygon_error::not_convex, 2));
    CHECK(refused(make_convex_polygon({vec2{T(0), T(0)}, {T(4), T(0)}, {T(4), T(4)}, {T(4), T(2)}, {T(0), T(2)}}),
                  polygon_error::not_convex, 3));
    // Two edges along the same line.
    CHECK(refused(make_convex_polygon({vec2{T(0), T(0)}, {T(4), T(1)}, {T(2), T(0)}, {T(0), T(0)}}),
                  polygon_error::duplicate_point, 3));
    CHECK(!make_convex_polygon({vec2{T(0), T(0)}, {T(4), T(2)}, {T(2), T(1)}}));
    CHECK(make_convex_polygon({vec2{T(0), T(0)}, {T(4), T(2)}, {T(2), T(1)}}).error() == polygon_error::collinear);
}

TEMPLATE_TEST_CASE("the index of a repeated point is reported", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    const points<T> list = kite<T>();
    for (std::size_t i = 0; i < 4; ++i) {
        CAPTURE(i);
        points<T> doubled = list;
        doubled.insert(doubled.begin() + static_cast<std::ptrdiff_t>(i), list[i]);
        CHECK(refused(make_convex_polygon(doubled), polygon_error::duplicate_point, i + 1));
    }
    points<T> closed = list;
    closed.push_back(list[0]);
    CHECK(refused(make_convex_polygon(closed), polygon_error::duplicate_point, 4));
    closed.insert(closed.begin() + 2, closed[1]);
    CHECK(refused(make_convex_polygon(closed), polygon_error::duplicate_point, 2));  // the first that repeats
    CHECK(refused(make_convex_polygon(points<T>(5, vec2<T>{T(3), T(3)})), polygon_error::duplicate_point, 1));
}

TEMPLATE_TEST_CASE("an outline that goes round twice is refused", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    const points<T> star{{T(0), T(10)},
                         {T(6), T(-8)},
                         {T(-10), T(3)},
                         {T(10), T(3)},
                         {T(-6), T(-8)}};  // a pentagram: every turn is to the same side
    CHECK(refused(make_convex_polygon(star), polygon_error::self_intersecting, 0));
    CHECK(refused(make_convex_polygon(backwards(star)), polygon_error::self_intersecting, 0));
    points<T> twice = kite<T>();
    twice.insert(twice.end(), {{T(0), T(0)}, {T(4), T(1)}, {T(5), T(5)}, {T(1), T(4)}});
    CHECK(refused(make_convex_polygon(twice), polygon_error::self_intersecting, 0));
    const points<T> bow_tie{{T(0), T(0)}, {T(2), T(2)}, {T(2), T(0)}, {T(0), T(2)}};
    CHECK(!make_convex_polygon(bow_tie));
    CHECK(make_convex_polygon(bow_tie).error() == polygon_error::not_convex);  // it turns both ways
}

TEMPLATE_TEST_CASE("if there are several errors, the first in the enum's order is reported", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T nan = std::numeric_limits<T>::quiet_NaN();
    CHECK(refused(make_convex_polygon({vec2{nan, T(0)}, {nan, T(0)}}), polygon_error::too_few_points, 2));
    CHECK(refused(make_convex_polygon<3>({vec2{T(0), T(0)}, {T(0), T(0)}, {T(2), T(2)}, {T(1), T(0)}, {nan, T(0)}}),
                  polygon_error::not_finite, 4));
    // Not convex at 3, collinear at 1, a repeated point at 6, too many for 4.
    const points<T> all{{T(0), T(0)}, {T(2), T(0)}, {T(4), T(0)}, {T(2), T(1)},
                        {T(4), T(4)}, {T(0), T(4)}, {T(0), T(4)}};
    CHECK(refused(make_convex_polygon<4>(all), polygon_error::not_convex, 3));
    // Collinear at 1, a repeated point at 4, too many for 4.
    const points<T> straight{{T(0), T(0)}, {T(2), T(0)}, {T(4), T(0)}, {T(4), T(4)}, {T(4), T(4)}, {T(0), T(4)}};
    CHECK(refused(make_convex_polygon<4>(straight), polygon_error::collinear, 1));
    // A repeated point at 3, twice round, too many for 4.
    const points<T> doubled{{T(0), T(10)},  {T(6), T(-8)}, {T(-10), T(3)},
                            {T(-10), T(3)}, {T(10), T(3)}, {T(-6), T(-8)}};
    CHECK(refused(make_convex_polygon<4>(doubled), polygon_error::duplicate_point, 3));
    const points<T> star{{T(0), T(10)}, {T(6), T(-8)}, {T(-10), T(3)}, {T(10), T(3)}, {T(-6), T(-8)}};
    CHECK(refused(make_convex_polygon<4>(star), polygon_error::self_intersecting, 0));
    CHECK(static_cast<int>(polygon_error::too_few_points) < static_cast<int>(polygon_error::not_finite));
}

TEST_CASE("every polygon_error has a text with a remedy") {
    const polygon_error all[] = {polygon_error::too_few_points,  polygon_error::not_finite,
                                 polygon_error::not_convex,      polygon_error::collinear,
                                 polygon_error::duplicate_point, polygon_error::self_intersecting,
                                 polygon_error::too_many_points};
    for (std::size_t i = 0; i < std::size(all); ++i) {
        const std::string text = to_string(all[i]);
        CHECK(text.size() > 10);
        CHECK(text.find("unknown") == std::string::npos);
        for (std::size_t j = 0; j < i; ++j) CHECK(text != to_string(all[j]));
    }
    for (const polygon_error error :
         {polygon_error::collinear, polygon_error::duplicate_point, polygon_error::self_intersecting})
        CHECK(std::string{to_string(error)}.find("convex_hull") != std::string::npos);
    CHECK(std::string{to_string(polygon_error::not_convex)}.find("make_polygon") != std::string::npos);
    CHECK(std::string{to_string(polygon_error::too_many_points)}.find("<N>") != std::string::npos);
    CHECK(std::string{to_string(static_cast<polygon_error>(99))}.find("unknown") != std::string::npos);
}

// Storage.

TEMPLATE_TEST_CASE("normals are unit vectors, point outwards and have the indices of their edges", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    constexpr T tolerance = 4 * std::numeric_limits<T>::epsilon();
    for (std::size_t n = 3; n <= 17; ++n) {
        const auto made = regular_polygon<17>(n, T(2.5), vec2<T>{T(.3), T(-.8)});
        REQUIRE(made);
        const convex_polygon<T, 17>& p = *made;
        CAPTURE(n);
        for (std::size_t i = 0; i < n; ++i) {
            const vec2<T> normal{p.normal_x()[i], p.normal_y()[i]}, edge = p[(i + 1) % n] - p[i];
            CHECK(std::abs(length(normal) - 1) <= tolerance);
            CHECK(std::abs(dot(normal, edge)) <= 4 * tolerance);
            CHECK(cross(normal, edge) > 0);  // the edge goes counter-clockwise of it
            CHECK(dot(normal, p[i] - center(p)) > 0);
            CHECK(std::abs(p.offset()[i] - dot(normal, p[i])) <= 4 * tolerance);
            CHECK(p.x()[i] == p[i].x);
            CHECK(p.y()[i] == p[i].y);
        }
    }
}

TEMPLATE_TEST_CASE("padding repeats the last vertex, behind an edge without an effect", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto made = make_convex_polygon<11>(kite<T>());
    REQUIRE(made);
    const convex_polygon<T, 11>& p = *made;
    STATIC_REQUIRE(convex_polygon<T, 11>::lanes == 16);
    STATIC_REQUIRE(convex_polygon<T, 8>::lanes == 8);
    STATIC_REQUIRE(convex_polygon<T, 5>::lanes == 8);
    STATIC_REQUIRE(convex_polygon<T, 4>::lanes == 4);
    STATIC_REQUIRE(convex_polygon<T, 3>::lanes == 4);
    for (std::size_t i = 4; i < p.lanes; ++i) {
        CAPTURE(i);
        CHECK(p.x()[i] == p[3].x);
        CHECK(p.y()[i] == p[3].y);
        CHECK(std::isinf(p.offset()[i]));
        CHECK(p.offset()[i] > 0);
        CHECK(p.normal_x()[i] == T(0));
        CHECK(p.normal_y()[i] == T(0));
    }
    CHECK(p.largest_coordinate() == T(5));
    const auto negative = make_convex_polygon({vec2{T(-9), T(0)}, {T(1), T(0)}, {T(0), T(2)}});
    REQUIRE(negative);
    CHECK(negative->largest_coordinate() == T(9));
}

TEMPLATE_TEST_CASE("a vertex with a coordinate of minus zero is stored with zero", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto made = make_convex_polygon({vec2{-T(0), -T(0)}, {T(1), -T(0)}, {-T(0), T(1)}});
    REQUIRE(made);
    CHECK(*made == *make_convex_polygon({vec2{T(0), T(0)}, {T(1), T(0)}, {T(0), T(1)}}));
    for (std::size_t i = 0; i < made->lanes; ++i) {
        CHECK(!std::signbit(made->x()[i]));
        CHECK(!std::signbit(made->y()[i]));
        CHECK(!(made->normal_x()[i] == T(0) && std::signbit(made->normal_x()[i])));
        CHECK(!(made->normal_y()[i] == T(0) && std::signbit(made->normal_y()[i])));
    }
}

TEMPLATE_TEST_CASE("polygons are equal if their vertices and their order are equal", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto a = *make_convex_polygon(kite<T>());
    CHECK(same(a, *make_convex_polygon(kite<T>())));
    CHECK(!same(a, *make_convex_polygon(begun_at(kite<T>(), 1))));
    for (std::size_t i = 0; i < 4; ++i) {
        points<T> other = kite<T>();
        other[i].x = static_cast<T>(other[i].x + (i == 0 || i == 3 ? -1 : 1));
        CHECK(!same(a, *make_convex_polygon(other)));
    }
    CHECK(!same(a, *make_convex_polygon(points<T>{{T(0), T(0)}, {T(4), T(1)}, {T(5), T(5)}})));
    CHECK(same(convex_polygon<T>{}, convex_polygon<T>{}));
    CHECK(!same(a, convex_polygon<T>{}));
}

TEMPLATE_TEST_CASE("polygons of small integers are polygons", "", std::int8_t, std::int16_t, std::int32_t,
                   std::int64_t) {
    using T = TestType;
    const auto made = make_convex_polygon(kite<T>());
    REQUIRE(made);
    CHECK(made->size() == 4);
    CHECK(center(*made) == vec2<T>{T(2), T(2)});  // 2.5 rounded towards zero
    CHECK(bounds(*made) == aabb<T>{{T(0), T(0)}, {T(5), T(5)}});
    CHECK(intersects(*made, vec2<T>{T(2), T(2)}));
    CHECK(penetrates(*made, *made));
    CHECK(contains(*made, *made));
    CHECK(!intersects(*made, vec2<T>{T(4), T(0)}));
    constexpr T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    if constexpr (sizeof(T) < 8) {
        const auto large = make_convex_polygon({vec2<T>{low, low}, {high, T(high - 1)}, {high, high}});
        REQUIRE(large);
        CHECK(contains(*large, vec2<T>{T(high - 1), T(high - 1)}));
        CHECK(!contains(*large, vec2<T>{T(high - 1), high}));
        CHECK(refused(make_convex_polygon({vec2<T>{low, low}, {T(-1), T(-1)}, {high, high}, {low, high}}),
                      polygon_error::collinear, 1));
    }
}

TEMPLATE_TEST_CASE("the corners of a polygon are a range", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto p = *make_convex_polygon(kite<T>());
    std::size_t count = 0;
    for (const vec2<T> v : p.vertices()) CHECK(v == p[count++]);
    CHECK(count == p.size());
    CHECK(std::ranges::size(p.vertices()) == 4);
    CHECK(p.vertices()[2] == p[2]);
    auto i = p.vertices().begin();
    CHECK(*i++ == p[0]);
    CHECK(*i == p[1]);
    CHECK(*++i == p[2]);
    STATIC_REQUIRE(std::forward_iterator<decltype(p.vertices().begin())>);
    STATIC_REQUIRE(point_range<decltype(p.vertices())>);
    CHECK(corners_of(convex_polygon<T>{}).empty());
}

// A loop over vertices(baked(...)) must not read a destroyed polygon.
TEMPLATE_TEST_CASE("the vertices of a temporary polygon are a copy, those of a polygon in a variable are a view", "",
                   int, HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto p = *make_convex_polygon(kite<T>());
    STATIC_REQUIRE(std::same_as<decltype(vertices(p)), convex_polygon_view<T>>);
    STATIC_REQUIRE(std::same_as<decltype(vertices(convex_polygon<T, 8>{p})), vertex_list<T, 8>>);
    points<T> list;
    for (const vec2<T> v : vertices(convex_polygon<T, 8>{p})) list.push_back(v);
    CHECK(list == kite<T>());
    CHECK(vertices(convex_polygon<T, 8>{}).size() == 0);
    if constexpr (real<T>) {
        const rounded r{p, T(1)};
        STATIC_REQUIRE(std::same_as<decltype(vertices(r)), convex_polygon_view<T>>);
        STATIC_REQUIRE(std::same_as<decltype(vertices(baked(at(r, vec2<T>{})))), vertex_list<T, 8>>);
        points<T> moved;
        for (const vec2<T> v : vertices(baked(at(r, vec2<T>{1, 2})))) moved.push_back(v - vec2<T>{1, 2});
        CHECK(moved == kite<T>());
    }
}

// Views.

TEMPLATE_TEST_CASE("a view of points in either winding is counter-clockwise", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    const points<T> list = kite<T>(), turned = backwards(list);
    const auto view = make_convex_polygon_view(list), of_turned = make_convex_polygon_view(turned);
    REQUIRE(view);
    REQUIRE(of_turned);
    CHECK(view->size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK((*view)[i] == list[i]);
        CHECK((*of_turned)[i] == list[i]);
    }
    CHECK(*view == *of_turned);
    CHECK(points<T>(view->begin(), view->end()) == list);
    CHECK(contains(*view, vec2<T>{T(2), T(2)}));
    CHECK(!contains(*of_turned, vec2<T>{T(4), T(0)}));
    CHECK(!valid(convex_polygon_view<T>{}));
    CHECK(valid(*view));
    CHECK(bounds(*of_turned) == aabb<T>{{T(0), T(0)}, {T(5), T(5)}});
    CHECK(support(*of_turned, vec2<T>{T(1), T(1)}) == vec2<T>{T(5), T(5)});
    CHECK(center(*view) == center(*make_convex_polygon(list)));
}

TEMPLATE_TEST_CASE("a view refuses the points that a polygon refuses, but has no maximum number", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const points<T> arrow{{T(0), T(0)}, {T(6), T(0)}, {T(2), T(2)}, {T(0), T(6)}}, two{{T(0), T(0)}, {T(6), T(0)}};
    CHECK(refused(make_convex_polygon_view(arrow), polygon_error::not_convex, 2));
    CHECK(refused(make_convex_polygon_view(two), polygon_error::too_few_points, 2));
    points<T> many;
    for (int i = 0; i < 200; ++i) {
        const auto r = rot2<T>::from_degrees(static_cast<T>(i) * T(1.8));
        many.push_back({r.c * 10, r.s * 10});
    }
    const auto view = make_convex_polygon_view(many);
    REQUIRE(view);
    CHECK(view->size() == 200);
    CHECK(penetrates(*view, vec2<T>{T(9.9), T(0)}));
    CHECK(!intersects(*view, vec2<T>{T(10.01), T(0)}));
    CHECK(intersects(*view, circle<T>{{T(11), T(0)}, T(1)}));
}

TEMPLATE_TEST_CASE("a view of a polygon answers as the polygon does", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto p = *make_convex_polygon(kite<T>());
    const convex_polygon_view<T> view = p;
    const circle<T> disc{{T(4), T(3)}, T(1)};
    CHECK(collide(view, disc) == collide(p, disc));
    CHECK(collide(disc, view) == collide(disc, p));
    CHECK(contains(view, p));
    CHECK(contains(p, view));
    CHECK(area(view) == area(p));
    const points<T> list = kite<T>();
    CHECK(collide(*make_convex_polygon_view(list), disc) == collide(p, disc));
}

TEST_CASE("assume_convex takes convex points and returns an empty polygon otherwise") {
    CHECK(assume_convex(kite<float>()) == *make_convex_polygon(kite<float>()));
    const convex_polygon<float> none = assume_convex(points<float>{{0, 0}, {6, 0}, {2, 2}, {0, 6}});
    CHECK(none.size() == 0);
    CHECK(!valid(none));
    CHECK(!intersects(none, none));
    CHECK(!collide(none, aabb<float>{{0, 0}, {1, 1}}));
    CHECK(!contains(aabb<float>{{0, 0}, {1, 1}}, none));
}

// Regular polygons.

TEMPLATE_TEST_CASE("a regular polygon has its corners on the circle, the first at an angle of zero", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const vec2<T> middle{T(1), T(-2)};
    constexpr T tolerance = 8 * std::numeric_limits<T>::epsilon();
    for (std::size_t n = 3; n <= 32; ++n) {
        CAPTURE(n);
        const auto made = regular_polygon<32>(n, T(3), middle);
        REQUIRE(made);
        REQUIRE(made->size() == n);
        CHECK((*made)[0] == middle + vec2<T>{T(3), T(0)});
        for (std::size_t i = 0; i < n; ++i) {
            const auto r =
                rot2<T>::from_degrees(static_cast<T>(360. * static_cast<double>(i) / static_cast<double>(n)));
            CHECK(length((*made)[i] - (middle + vec2<T>{r.c, r.s} * T(3))) <= 8 * tolerance);
        }
        const double expected =
            static_cast<double>(n) / 2 * 9 * std::sin(2 * 3.14159265358979 / static_cast<double>(n));
        CHECK(std::abs(static_cast<double>(area(*made)) - expected) <= static_cast<double>(tolerance) * 60);
        CHECK(length(center(*made) - middle) <= 2 * tolerance);
    }
    CHECK(*regular_polygon(4, T(1)) ==
          *make_convex_polygon({vec2{T(1), T(0)}, {T(0), T(1)}, {T(-1), T(0)}, {T(0), T(-1)}}));
}

TEMPLATE_TEST_CASE("a regular polygon is refused with a reason", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    CHECK(refused(regular_polygon(0, T(1)), polygon_error::too_few_points, 0));
    CHECK(refused(regular_polygon(2, T(1)), polygon_error::too_few_points, 2));
    CHECK(refused(regular_polygon(9, T(1)), polygon_error::too_many_points, 8));
    CHECK(regular_polygon<9>(9, T(1)));
    for (const T bad : {T(0), T(-1), std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN()}) {
        CAPTURE(bad);
        CHECK(!regular_polygon(5, bad));
        CHECK(regular_polygon(5, bad).error() == polygon_error::not_finite);
    }
    CHECK(!regular_polygon(5, T(1), vec2<T>{std::numeric_limits<T>::quiet_NaN(), T(0)}));
    CHECK(!regular_polygon(5, T(1), vec2<T>{T(0), std::numeric_limits<T>::infinity()}));
    const T max_value = (std::numeric_limits<T>::max)();
    for (const vec2<T> too_far : {vec2<T>{max_value, 0}, {0, max_value}})  // no single vertex is wrong
        CHECK(refused(regular_polygon(4, max_value, too_far), polygon_error::not_finite, 0));

    CHECK(!regular_polygon(5, T(1), vec2<T>{8 / std::numeric_limits<T>::epsilon(), T(0)}));  // its corners merge
}

TEST_CASE("an empty polygon has no position") {
    const convex_polygon<float> none{};
    CHECK(center(none) == vec2<float>{});
    CHECK(bounds(none) == aabb<float>{});
    CHECK(!valid(none));
}

TEMPLATE_TEST_CASE("views of equal vertices are equal, and of different ones are not", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::vector<vec2<T>> points{{0, 0}, {4, 0}, {4, 3}, {0, 3}}, moved{{0, 0}, {4, 0}, {4, 3}, {0, 2}},
        shifted{{-1, 0}, {4, 0}, {4, 3}, {0, 3}}, fewer{{0, 0}, {4, 0}, {4, 3}};
    const std::vector<vec2<T>> copy = points;
    const auto view = *make_convex_polygon_view(points);
    const auto owner = *make_convex_polygon(points);
    CHECK(view == *make_convex_polygon_view(copy));
    CHECK(view == convex_polygon_view<T>{owner});
    CHECK(view != *make_convex_polygon_view(moved));
    CHECK(view != *make_convex_polygon_view(shifted));
    CHECK(view != *make_convex_polygon_view(fewer));
}

TEMPLATE_TEST_CASE("a polygon stores a bound of its flattest corner, unless it is too large or empty", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto sized = [](T size) { return *make_convex_polygon({vec2<T>{0, 0}, {size, 0}, {size, size}}); };
    CHECK(sized(1).flattest_vertex() > T(.4));
    CHECK(sized(1).flattest_vertex() < 1 / (1 + std::numbers::sqrt2_v<T>));
    for (const convex_polygon<T>& none : {sized(T(0x1p60)), sized(T(0x1p100)), convex_polygon<T>{}})
        CHECK(none.flattest_vertex() == 0);
}

TEST_CASE("convex_polygon: normals computed two at a time have the bits of those computed one by one") {
    std::mt19937 random{11};
    const auto number = [&random](double scale) {
        return static_cast<float>((static_cast<double>(random() >> 8) * 0x1p-23 - 1) * scale);
    };
    std::size_t tested = 0;
    for (int i = 0; i < 4000; ++i) {
        const double scale = std::ldexp(1., static_cast<int>(random() % 120) - 60);
        const vec2<float> offset{number(i % 3 == 0 ? 0 : 100 * scale), number(i % 3 == 1 ? 0 : 100 * scale)};
        std::vector<vec2<float>> points;
        for (std::size_t n = 3 + random() % 14; n > 0; --n) points.push_back({number(scale), number(scale)});
        const auto hull = convex_hull<16>(points);
        if (!hull) continue;
        const auto polygon = baked(at(*hull, transform2<float>{offset, rot2<float>::from_degrees(number(180))}));
        auto one_by_one = polygon;
        hitbox::detail::polygon_maker::fill_normals(one_by_one);
        REQUIRE(std::memcmp(&polygon, &one_by_one, sizeof polygon) == 0);
        const any_shape<float> tile{aabb<float>{{-1, -2}, {number(1) + 3, number(1) + 3}}};
        const auto box = baked(at(tile, transform2<float>{offset, rot2<float>::from_degrees(number(180))}));
        auto same_box = box;
        auto& held = std::get<convex_polygon<float>>(same_box.value);
        hitbox::detail::polygon_maker::fill_normals(held);
        REQUIRE(std::memcmp(&held, &std::get<convex_polygon<float>>(box.value), sizeof held) == 0);
        ++tested;
    }
    CHECK(tested > 3000);
}
