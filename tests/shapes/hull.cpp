// Convex hulls are strictly convex, consist of given points and contain all of them, exactly.

#include "../catch_compat.hpp"
#include "refused.hpp"

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <list>
#include <random>
#include <vector>

using namespace hitbox;
using hitbox_tests::refused;

namespace {

template <class T>
using points = std::vector<vec2<T>>;

static_assert(convex_hull({vec2{0, 0}, {4, 0}, {2, 1}, {4, 4}, {0, 4}, {2, 0}})->size() == 4,
              "inner points and those on edges are left out");
static_assert((*convex_hull({vec2{2., 1.}, {0., 0.}, {4., 0.}, {0., 4.}}))[0] == vec2{0., 0.},
              "begins at the leftmost, lowest point");
static_assert((*convex_hull({vec2{2., 1.}, {0., 0.}, {4., 0.}, {0., 4.}}))[1] == vec2{4., 0.}, "counter-clockwise");
static_assert(convex_hull({vec2{0, 0}, {1, 1}}).error() == polygon_error::too_few_points);

/// Checks all promises of a hull. All points are to the left of every edge or on it, and all other vertices strictly to
/// the left. The outline therefore goes round once, and every vertex is needed.
template <class T, std::size_t N>
void check_hull(const points<T>& list, const result<convex_polygon<T, N>>& made) {
    REQUIRE(made);
    const convex_polygon<T, N>& hull = *made;
    const std::size_t n = hull.size();
    REQUIRE(n >= 3);
    for (std::size_t i = 0; i < n; ++i) {
        CHECK(std::find(list.begin(), list.end(), hull[i]) != list.end());
        std::size_t outside = 0, on_or_outside = 0;
        for (const vec2<T> p : list) outside += exact::orient2d(hull[i], hull[(i + 1) % n], p) >= 0 ? 0u : 1u;
        for (std::size_t j = 0; j < n; ++j)
            on_or_outside += exact::orient2d(hull[i], hull[(i + 1) % n], hull[j]) > 0 ? 0u : 1u;
        CHECK(outside == 0);
        CHECK(on_or_outside == 2);  // the ends of the edge themselves
    }
    CHECK(make_convex_polygon<N>(hull.vertices()));  // what a hull makes is never refused
    CHECK(std::all_of(list.begin(), list.end(), [&](vec2<T> p) { return contains(hull, p); }));
}

class random_numbers {
public:
    explicit random_numbers(std::uint64_t seed) : random_{seed} {}
    double between(double low, double high) {
        return low + (high - low) * (static_cast<double>(random_() >> 11) * 0x1p-53);
    }
    int integer(int low, int high) {
        return low + static_cast<int>(random_() % static_cast<std::uint64_t>(high - low + 1));
    }
    std::size_t index(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

private:
    std::mt19937_64 random_;
};

template <class T>
points<T> shuffled(points<T> list, random_numbers& random) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random.index(i)]);
    return list;
}

}  // namespace

TEMPLATE_TEST_CASE("the hull of random points", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        random_numbers random{seed};
        points<T> list;
        for (std::size_t i = 0, n = 3 + random.index(60); i < n; ++i)
            list.push_back({static_cast<T>(random.between(-1, 1)), static_cast<T>(random.between(-1, 1))});
        check_hull(list, convex_hull<32>(list));
    }
}

TEMPLATE_TEST_CASE("the hull of a grid, full of repeated points and lines", "", std::int8_t, int, HITBOX_TESTS_REALS) {
    using T = TestType;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        random_numbers random{seed};
        points<T> list;
        for (std::size_t i = 0, n = 8 + random.index(60); i < n; ++i)
            list.push_back({static_cast<T>(random.integer(-3, 3)), static_cast<T>(random.integer(-3, 3))});
        check_hull(list, convex_hull<32>(list));
    }
    points<T> all;
    for (int x = 0; x < 7; ++x)
        for (int y = 0; y < 5; ++y) all.push_back({static_cast<T>(x), static_cast<T>(y)});
    random_numbers random{1};
    const auto made = convex_hull(shuffled(all, random));
    check_hull(all, made);
    CHECK(made->size() == 4);
}

TEMPLATE_TEST_CASE("the hull of points that are nearly on a line", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        random_numbers random{seed};
        const vec2<T> a{static_cast<T>(random.between(-1, 1)), static_cast<T>(random.between(-1, 1))},
            d{static_cast<T>(random.between(-1, 1)), static_cast<T>(random.between(-1, 1))};
        points<T> list;
        for (int i = 0; i < 40; ++i) {
            const vec2<T> p =
                a + d * static_cast<T>(random.between(-2, 2));  // each coordinate rounded: some ulps off the line
            list.push_back(p);
        }
        check_hull(list, convex_hull<40>(list));
    }
}

TEMPLATE_TEST_CASE("the hull of points on a few lines through a corner", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        random_numbers random{seed};
        points<T> list;
        for (int line = 0; line < 4; ++line) {
            const int dx = random.integer(-9, 9), dy = random.integer(-9, 9);
            for (int i = 0; i < 8; ++i) {
                const int k = random.integer(0, 20);
                list.push_back({static_cast<T>(k * dx), static_cast<T>(k * dy)});
            }
        }
        const auto made = convex_hull<32>(list);
        check_hull(list, made);
        const auto again = convex_hull<32>(shuffled(list, random));
        REQUIRE(again);
        REQUIRE(again->size() == made->size());
        for (std::size_t i = 0; i < made->size(); ++i)
            CHECK((*again)[i] == (*made)[i]);  // whatever the order of the points
    }
}

TEMPLATE_TEST_CASE("the hull of points on a circle, rounded", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const std::size_t n : {5u, 12u, 60u}) {
        points<T> list;
        for (std::size_t i = 0; i < n; ++i) {
            const auto r = rot2<T>::from_degrees(static_cast<T>(360 * static_cast<double>(i) / static_cast<double>(n)));
            list.push_back({r.c, r.s});
        }
        list.push_back({T(.5), T(0)});
        random_numbers random{n};
        const auto made = convex_hull<64>(shuffled(list, random));
        check_hull(list, made);
        CHECK(made->size() == n);
    }
}

TEMPLATE_TEST_CASE("the hull of tiny, huge and mixed points", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    constexpr int low = std::numeric_limits<T>::min_exponent - 20, high = std::numeric_limits<T>::max_exponent - 3;
    for (int k = low; k < high; k += 29) {
        CAPTURE(k);
        random_numbers random{static_cast<std::uint64_t>(k - low)};
        points<T> list, grid;
        for (int i = 0; i < 20; ++i) {
            list.push_back({std::ldexp(static_cast<T>(random.between(-1, 1)), k),
                            std::ldexp(static_cast<T>(random.between(-1, 1)), k)});
            grid.push_back({std::ldexp(static_cast<T>(random.integer(-2, 2)), k),
                            std::ldexp(static_cast<T>(random.integer(-2, 2)), k)});
        }
        check_hull(list, convex_hull<32>(list));
        check_hull(grid, convex_hull<32>(grid));
    }
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        random_numbers random{seed};
        points<T> list;
        for (int i = 0; i < 16; ++i)
            list.push_back({std::ldexp(static_cast<T>(random.between(-1, 1)), random.integer(low, high)),
                            std::ldexp(static_cast<T>(random.between(-1, 1)), random.integer(low, high))});
        check_hull(list, convex_hull<32>(list));
    }
}

TEST_CASE("the hull of integers of any value") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        random_numbers random{seed};
        constexpr int low = std::numeric_limits<int>::min(), high = std::numeric_limits<int>::max();
        points<int> list;
        for (int i = 0; i < 30; ++i)
            list.push_back({static_cast<int>(random.between(low, high)), static_cast<int>(random.between(low, high))});
        if (seed % 2 == 0)
            list.insert(list.end(), {{low, low}, {high, high}, {low, high}, {high, low}, {0, low}, {high - 1, high}});
        check_hull(list, convex_hull<40>(list));
    }
}

TEMPLATE_TEST_CASE("a point one ulp outside a line is a vertex, a point on the line is not", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T e = std::numeric_limits<T>::epsilon();
    const vec2<T> a{T(.5), T(.5)}, b{T(12), T(12)}, c{T(24), T(24)}, top{T(0), T(30)};
    CHECK(convex_hull({a, b, c, top})->size() == 3);
    CHECK(convex_hull({a, vec2<T>{T(12), 12 - 8 * e}, c, top})->size() == 4);
    CHECK(convex_hull({a, vec2<T>{T(12), 12 + 8 * e}, c, top})->size() == 3);
}

TEMPLATE_TEST_CASE("a hull is refused with a reason", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    CHECK(refused(convex_hull(points<T>{}), polygon_error::too_few_points, 0));
    CHECK(refused(convex_hull({vec2{T(0), T(0)}, {T(1), T(1)}}), polygon_error::too_few_points, 2));
    CHECK(refused(convex_hull({vec2{T(3), T(3)}, {T(3), T(3)}, {T(3), T(3)}}), polygon_error::duplicate_point, 1));
    CHECK(refused(convex_hull({vec2{T(0), T(0)}, {T(3), T(3)}, {T(1), T(1)}, {T(0), T(0)}}), polygon_error::collinear,
                  0));
    const points<T> hexagon{{T(0), T(2)}, {T(2), T(0)}, {T(4), T(0)}, {T(6), T(2)},
                            {T(4), T(4)}, {T(2), T(4)}, {T(3), T(2)}};
    CHECK(refused(convex_hull<5>(hexagon), polygon_error::too_many_points, 5));
    CHECK(convex_hull<6>(hexagon)->size() == 6);
}

TEMPLATE_TEST_CASE("a hull takes any range of points", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    const points<T> vector{{T(0), T(0)}, {T(4), T(0)}, {T(1), T(1)}, {T(0), T(4)}};
    const std::list<vec2<T>> list(vector.begin(), vector.end());
    check_hull(vector, convex_hull(list));
    check_hull(vector, convex_hull(std::span{vector}));
    check_hull(vector, convex_hull({vector[0], vector[1], vector[2], vector[3]}));
    check_hull(vector, convex_hull(convex_hull(vector)->vertices()));
}
