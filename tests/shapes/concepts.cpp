// Lists of vertices: the quick test for strict convexity.

#include "../catch_compat.hpp"

#include <hitbox/shapes/concepts.hpp>
#include <hitbox/shapes/convexity.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace hitbox;

namespace {

/// Returns n points on a circle from an angle on, `step` positions apart. They are computed in double, so that they are
/// the nearest points in T.
template <class T, std::size_t N>
vertex_list<T, N> around(std::size_t n, double step, double from, vec2<double> middle = {}) {
    vertex_list<T, N> list;
    for (std::size_t i = 0; i < n; ++i) {
        const double turn = from + 6.283185307179586 * step * static_cast<double>(i) / static_cast<double>(n);
        list.push_back({static_cast<T>(middle.x + std::cos(turn)), static_cast<T>(middle.y + std::sin(turn))});
    }
    return list;
}

template <class List>
List with(List list, std::size_t at, auto p) {
    List result;
    for (std::size_t i = 0; i < list.size(); ++i) result.push_back(i == at ? p : list[i]);
    return result;
}

/// Checks lists of n vertices with each vertex as the first: convex, clockwise and star-shaped ones, and lists with a
/// repeated, collinear or concave vertex.
template <class T, std::size_t N>
void check_lists(std::size_t n) {
    for (std::size_t k = 0; k < 16; ++k) {
        const double from = .1 + static_cast<double>(k) * .39;
        const auto list = around<T, N>(n, 1, from);
        INFO(n << " corners of " << N << ", from " << from);
        CHECK(detail::certainly_convex(list));
        CHECK(detail::certainly_convex(around<T, N>(n, 1, from, {100, -70})));
        CHECK(!detail::certainly_convex(around<T, N>(n, -1, from)));
        CHECK(!detail::strictly_convex(around<T, N>(n, -1, from)));
        if (n >= 5) {  // a star: left turns only, but twice round
            CHECK(!detail::certainly_convex(around<T, N>(n, 2, from)));
            CHECK(!detail::strictly_convex(around<T, N>(n, 2, from)));
        }
        for (std::size_t i = 0; i < n; ++i) {
            const vec2<T> before = list[(i + n - 1) % n], after = list[(i + 1) % n];
            INFO("corner " << i);
            CHECK(!detail::certainly_convex(with(list, i, before)));
            if (n == 3) continue;
            CHECK(!detail::certainly_convex(with(list, i, (before + after) / T(2) - list[i] * T(.01))));
            CHECK(!detail::certainly_convex(with(list, i, list[i] * T(-.1))));
        }
    }
}

}  // namespace

TEMPLATE_TEST_CASE("the quick test reports convex lists of vertices, or is unsure", "", HITBOX_TESTS_REALS) {
    check_lists<TestType, 4>(3);
    check_lists<TestType, 4>(4);
    for (std::size_t n = 3; n <= 12; ++n) check_lists<TestType, 12>(n);
    check_lists<TestType, 64>(64);
}

TEMPLATE_TEST_CASE("fewer corners than three are not strictly convex: two that coincide are one", "", int,
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    vertex_list<T, 4> list;
    list.push_back({3, 4});
    list.push_back({3, 4});
    CHECK(!detail::strictly_convex(list));
    CHECK(detail::hull_vertices(list).size() == 1);
    vertex_list<T, 2> two;
    two.push_back({3, 4});
    two.push_back({5, 4});
    CHECK(!detail::strictly_convex(two));
    CHECK(detail::hull_vertices(two).size() == 2);
}

TEMPLATE_TEST_CASE("the quick test reports axis-aligned boxes as convex, whichever vertex is the first", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const vec2<T> corners[] = {{0, 0}, {3, 0}, {3, 2}, {0, 2}};
    for (std::size_t first = 0; first < 4; ++first) {
        vertex_list<T, 4> few;
        vertex_list<T, 12> many;
        for (std::size_t i = 0; i < 4; ++i) {
            few.push_back(corners[(first + i) % 4]);
            many.push_back(corners[(first + i) % 4]);
        }
        CHECK(detail::certainly_convex(few));
        CHECK(detail::certainly_convex(many));
    }
}

TEMPLATE_TEST_CASE("the quick test is unsure about collinear vertices, and vertices concave by an ulp", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const T ulp = std::numeric_limits<T>::epsilon();
    for (const T off : {T(0), ulp}) {
        vertex_list<T, 4> list;
        for (const vec2<T> p : {vec2<T>{T(.1), T(.1)}, {T(.5) - off, T(.5) + off}, {T(.9), T(.9)}, {T(.2), T(.8)}})
            list.push_back(p);
        CHECK(!detail::certainly_convex(list));
    }
}

TEMPLATE_TEST_CASE("the quick test gives the same answer at any scale", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T ulp = std::numeric_limits<T>::epsilon();
    const auto list = [ulp](int k, int power) {  // k: the offset of the middle vertex, in quarters of an ulp
        const T off = ulp * static_cast<T>(k) / 4, scale = std::ldexp(T(1), power);
        vertex_list<T, 4> corners;
        for (const vec2<T> p : {vec2<T>{T(.1), T(.1)}, {T(.5) + off, T(.5) - off}, {T(.9), T(.9)}, {T(.2), T(.8)}})
            corners.push_back(p * scale);
        return corners;
    };
    int certain = 0;
    for (int k = -8; k <= 8; ++k) {
        const bool is_certain = detail::certainly_convex(list(k, 0));
        certain += is_certain;
        for (const int power : {-12, 12, 24}) {
            CAPTURE(k, power);
            CHECK(detail::certainly_convex(list(k, power)) == is_certain);
        }
    }
    CHECK(certain > 0);
    CHECK(certain < 9);
}
