// Centres of mass and second moments, against closed forms and against sums over triangles in long double.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace hitbox;

namespace {

constexpr long double pi = 3.14159265358979323846264338327950288L;

constexpr long double in_full(auto x) { return static_cast<long double>(x); }

static_assert(centroid(aabb<float>{{1, 2}, {5, 4}}) == vec2{3.f, 3.f});
static_assert(second_moment(aabb<double>{{1, 2}, {5, 4}}) == 4. * 2. * (16. + 4.) / 12.);
static_assert(second_moment(obb<double>{{9, 9}, {2, 1}, {0, 1}}) == second_moment(aabb<double>{{1, 2}, {5, 4}}));
static_assert(centroid(triangle<float>{{0, 0}, {3, 0}, {0, 6}}) == vec2{1.f, 2.f});
static_assert(second_moment(triangle<float>{{0, 0}, {3, 0}, {0, 6}}) == 9.f / 36 * (9 + 36 + 45));
static_assert(centroid(segment<float>{{0, 0}, {4, 2}}) == vec2{2.f, 1.f} && second_moment(vec2{1.f, 2.f}) == 0);

/// Computes the properties by the textbook sums over the edges, relative to the first vertex.
struct reference {
    long double area = 0, x = 0, y = 0, second = 0;

    struct point {
        long double x, y;
    };
    explicit reference(const std::vector<point>& corners) {
        const point o = corners[0];
        for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
            const point a{corners[i].x - o.x, corners[i].y - o.y}, b{corners[i + 1].x - o.x, corners[i + 1].y - o.y};
            const long double twice = a.x * b.y - a.y * b.x;
            area += twice / 2;
            x += twice * (a.x + b.x) / 6, y += twice * (a.y + b.y) / 6;
            second += twice * (a.x * a.x + a.x * b.x + b.x * b.x + a.y * a.y + a.y * b.y + b.y * b.y) / 12;
        }
        x /= area, y /= area;
        second -= area * (x * x + y * y);
        x += o.x, y += o.y;
    }
};

/// Returns the outline of a rounded hull, with each arc as the given number of chords.
template <class S>
std::vector<reference::point> outline(const S& s, int chords) {
    std::vector<reference::point> points;
    const auto list = vertices(s);
    const std::size_t n = list.size();
    const long double r = in_full(radius(s));
    const auto angle_of_normal = [&](std::size_t i) {
        const auto a = list[i], b = list[(i + 1) % n];
        return n == 1 ? 0 : std::atan2(in_full(a.x) - in_full(b.x), in_full(b.y) - in_full(a.y));
    };
    for (std::size_t i = 0; i < n; ++i) {
        const long double from = angle_of_normal((i + n - 1) % n);
        long double turn = angle_of_normal(i) - from;
        if (turn <= 0) turn += 2 * pi;
        for (int k = 0; k <= (r > 0 ? chords : 0); ++k) {
            const long double angle = from + turn * k / chords;
            points.push_back({in_full(list[i].x) + r * std::cos(angle), in_full(list[i].y) + r * std::sin(angle)});
        }
    }
    return points;
}

template <class S>
void check_against(const S& s, const reference& expected, long double relative) {
    using T = scalar_t<S>;
    const auto epsilon = in_full(std::numeric_limits<T>::epsilon());
    const vec2<T> c = centroid(s);
    const auto box = bounds(s);
    const long double size = in_full(box.max.x - box.min.x + box.max.y - box.min.y);
    const long double place = std::abs(expected.x) + std::abs(expected.y);
    CHECK(std::abs(in_full(c.x) - expected.x) <= size * relative + place * epsilon);
    CHECK(std::abs(in_full(c.y) - expected.y) <= size * relative + place * epsilon);
    const long double corners = std::same_as<S, obb<T>> ? place / size * epsilon : 0;  // those are rounded, not the box
    CHECK(std::abs(in_full(second_moment(s)) - expected.second) <= expected.second * (relative + 4 * corners));
    CHECK(std::abs(in_full(area(s)) - expected.area) <= expected.area * (relative + 2 * corners));
}

/// Compares with sums over the outline. Without a radius they are exact but for rounding; with a radius they are
/// extrapolated from two numbers of chords.
template <class S>
void check(const S& s) {
    const auto epsilon = in_full(std::numeric_limits<scalar_t<S>>::epsilon());
    if (radius(s) == 0) return check_against(s, reference{outline(s, 1)}, 8 * epsilon);
    const reference coarse{outline(s, 2000)};
    reference fine{outline(s, 4000)};
    const auto limit = [](long double a, long double& b) { b += (b - a) / 3; };  // errors are of second order
    limit(coarse.area, fine.area), limit(coarse.second, fine.second);
    limit(coarse.x, fine.x), limit(coarse.y, fine.y);
    check_against(s, fine, 8 * epsilon + 1e-11L);
}

template <class T>
convex_polygon<T, 8> crooked(vec2<T> offset) {
    return assume_convex({offset + vec2<T>{0, 0}, offset + vec2<T>{7, -1}, offset + vec2<T>{9, 2},
                          offset + vec2<T>{8, 6}, offset + vec2<T>{1, 4}});
}

template <class T, class F>
void for_shapes_with_area(vec2<T> o, F f) {
    const auto polygon = crooked(o);
    const triangle<T> wedge{o + vec2<T>{1, 1}, o + vec2<T>{2, 6}, o + vec2<T>{7, 3}};
    f(circle<T>{o, T(1.5)});
    f(aabb<T>{o, o + vec2<T>{3, 5}});
    f(obb<T>{o, {3, 5}, rot2<T>{T(.6), T(.8)}});
    f(capsule<T>{o, o + vec2<T>{4, 3}, T(1.25)});
    f(capsule<T>{o, o, T(1.25)});
    f(wedge), f(polygon), f(convex_polygon_view<T>{polygon});
    f(rounded{o, T(2)});
    f(rounded{segment<T>{o, o + vec2<T>{4, 3}}, T(1.25)});
    f(rounded{capsule<T>{o, o + vec2<T>{4, 3}, T(1)}, T(.25)});
    f(rounded{wedge, T(.5)});
    f(rounded{polygon, T(40)});
    f(rounded{aabb<T>{o, o + vec2<T>{3, 5}}, T(.125)});
}

}  // namespace

TEMPLATE_TEST_CASE("centroid and second moment are the integrals", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const vec2<T> offset : {vec2<T>{0, 0}, vec2<T>{-100, 33}})
        for_shapes_with_area(offset, [](const auto& s) { check(s); });
}

TEMPLATE_TEST_CASE("a rounded box has the centroid and second moment of its parts", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const long double w = 3, h = 5, r = .5L, quarter = pi * r * r / 4, out = 4 * r / (3 * pi);
    const auto moved = [](long double part, long double own, long double x, long double y) {
        return own + part * (x * x + y * y);
    };
    // The parts are the box, strips along its sides, and quarters of a disc at its corners.
    const long double own = pi * r * r * r * r / 8 - quarter * 2 * out * out;
    const long double expected = w * h * (w * w + h * h) / 12 +
                                 2 * moved(w * r, w * r * (w * w + r * r) / 12, 0, (h + r) / 2) +
                                 2 * moved(h * r, h * r * (h * h + r * r) / 12, (w + r) / 2, 0) +
                                 4 * moved(quarter, own, w / 2 + out, h / 2 + out);
    const rounded<aabb<T>> box{{{1, 1}, {4, 6}}, T(.5)};
    const auto epsilon = in_full(std::numeric_limits<T>::epsilon());
    CHECK(std::abs(in_full(second_moment(box)) - expected) <= 4 * epsilon * expected);
    CHECK(std::abs(in_full(centroid(box).x) - 2.5L) <= 4 * epsilon);
    CHECK(std::abs(in_full(centroid(box).y) - 3.5L) <= 4 * epsilon);
}

TEMPLATE_TEST_CASE("centroid and second moment keep their accuracy far from the origin", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T far = std::is_same_v<T, float> ? T(0x1p19) : T(0x1p45);  // where all these corners are still exact
    std::vector<T> near_origin, far_away;
    std::vector<vec2<T>> centroids, moved;
    const auto keep = [](auto& moments, auto& centres) {
        return [&](const auto& s) { moments.push_back(second_moment(s)), centres.push_back(centroid(s)); };
    };
    for_shapes_with_area(vec2<T>{0, 0}, keep(near_origin, centroids));
    for_shapes_with_area(vec2<T>{far, -far}, keep(far_away, moved));
    CHECK(near_origin == far_away);
    for (std::size_t i = 0; i < moved.size(); ++i) CHECK(moved[i] == vec2<T>{far, -far} + centroids[i]);
}

TEMPLATE_TEST_CASE("centroid and second moment scale exactly by powers of two, up to the ends of the range", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto polygon = crooked(vec2<T>{0, 0});
    for (const int exponent : {-240, -60, -20, 20, 60, 240}) {
        const T k = std::ldexp(T(1), std::is_same_v<T, float> ? exponent / 10 : exponent);
        std::vector<vec2<T>> points;
        for (const vec2<T> p : polygon.vertices()) points.push_back(p * k);
        CHECK(centroid(assume_convex(points)) == centroid(polygon) * k);
        CHECK(second_moment(rounded{assume_convex(points), T(2) * k}) ==
              second_moment(rounded{polygon, T(2)}) * k * k * k * k);
    }
    const T max_value = std::numeric_limits<T>::max(), infinity = std::numeric_limits<T>::infinity();
    const aabb<T> whole{{-max_value, -max_value}, {max_value, max_value}};
    CHECK(centroid(whole) == vec2<T>{0, 0});
    CHECK(std::abs(centroid(rounded{whole, T(0)}).x) <= 2 * std::numeric_limits<T>::epsilon() * max_value);
    CHECK(second_moment(whole) == infinity);
    const circle<T> speck{{max_value, -max_value}, T(1)};
    CHECK(std::abs(second_moment(speck) - static_cast<T>(pi / 2)) <= 2 * std::numeric_limits<T>::epsilon());
    CHECK(second_moment(circle<T>{{max_value, 0}, std::numeric_limits<T>::min()}) == 0);
}

TEMPLATE_TEST_CASE("a shape without area has its centre as centroid, and a second moment of 0", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto flat = [](const auto& s, vec2<T> middle) {
        CHECK(centroid(s) == middle);
        CHECK(second_moment(s) == 0);
    };
    flat(vec2<T>{3, 4}, {3, 4});
    flat(circle<T>{{3, 4}, 0}, {3, 4});
    flat(segment<T>{{0, 0}, {4, 2}}, {2, 1});
    flat(capsule<T>{{0, 0}, {4, 2}, 0}, {2, 1});
    flat(aabb<T>{{0, 0}, {4, 0}}, {2, 0});
    flat(obb<T>{{1, 1}, {4, 0}, {0, 1}}, {1, 1});
    flat(triangle<T>{{0, 0}, {1, 1}, {4, 4}}, {2, 2});
    flat(triangle<T>{{1, 1}, {1, 1}, {1, 1}}, {1, 1});
    flat(rounded{segment<T>{{0, 0}, {4, 2}}, T(0)}, {2, 1});
    flat(convex_polygon<T>{}, {0, 0});
}

TEMPLATE_TEST_CASE("a placed shape has the transformed centroid and the second moment of the shape", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const transform2<T> t{{5, -3}, {T(.6), T(.8)}};
    for_shapes_with_area(vec2<T>{1, 2}, [&](const auto& s) {
        CHECK(centroid(at(s, t)) == t * centroid(s));
        CHECK(second_moment(at(s, t)) == second_moment(s));
    });
    const auto polygon = crooked(vec2<T>{0, 0});
    check(baked(at(polygon, t)));
    check(rounded{at(convex_polygon_view<T>{polygon}, t), T(2)});
}

TEMPLATE_TEST_CASE("an any_shape has the centroid and second moment of the shape that it holds", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    for_shapes_with_area(vec2<T>{1, 2}, [](const auto& s) {
        using S = std::remove_cvref_t<decltype(s)>;
        if constexpr (std::constructible_from<any_shape<T>, const S&>) {
            CHECK(centroid(any_shape<T>{s}) == centroid(s));
            CHECK(second_moment(any_shape<T>{s}) == second_moment(s));
            CHECK(centroid(rounded{any_shape<T>{s}, T(2)}) == centroid(rounded{s, T(2)}));
            CHECK(second_moment(rounded{any_shape<T>{s}, T(2)}) == second_moment(rounded{s, T(2)}));
        }
    });
}

TEST_CASE("a polygon's centroid is not the mean of its corners") {
    // Most vertices are at one end.
    const auto polygon =
        *make_convex_polygon({vec2{0., 0.}, vec2{8., 0.}, vec2{9., 1.}, vec2{9., 2.}, vec2{8., 3.}, vec2{0., 3.}});
    CHECK(center(polygon).x > 5.6);
    CHECK(centroid(polygon).x < 4.5);
    CHECK(centroid(polygon).y == 1.5);
}

TEST_CASE("the centroid of a sliver is inside it") {
    for (const double thin : {1e-3, 1e-9, 1e-15, 1e-300}) {
        const auto sliver = make_convex_polygon({vec2{0., 0.}, vec2{1., -thin}, vec2{2., 0.}, vec2{1., thin}});
        REQUIRE(sliver);
        CHECK(std::abs(centroid(*sliver).x - 1) < 1e-12);
        CHECK(std::abs(centroid(*sliver).y) <= thin);
    }
}

TEST_CASE("centroid and second moment of a NaN terminate") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    static_cast<void>(centroid(rounded{triangle<double>{{nan, 0}, {1, nan}, {0, 1}}, nan}));
    static_cast<void>(second_moment(capsule<double>{{nan, 0}, {1, nan}, 1}));
    SUCCEED();
}
