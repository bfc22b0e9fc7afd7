// The quick look at corners beside an edge: its two bounds are bounds, and no wider than rounding makes them.

#include "../laws.hpp"

#include <algorithm>

namespace {

using namespace hitbox_tests;

/// The squared distance of w from the edge p-q.
double squared_distance(vec2<double> p, vec2<double> q, vec2<double> w) {
    const vec2<double> edge = q - p;
    const double length = dot(edge, edge), along = length > 0 ? dot(w - p, edge) / length : 0;
    const vec2<double> off = w - p - edge * std::fmin(1, std::fmax(0, along));
    return dot(off, off);
}
template <class T>
vec2<double> in_double(vec2<T> p) {
    return {static_cast<double>(p.x), static_cast<double>(p.y)};
}

template <class List, class T>
void check_corners(const List& list, vec2<T> p, vec2<T> q) {
    const hitbox::detail::corner_lanes<T> corners{list};
    std::vector<double> squared;
    double scale = 0;  // of what rounding adds
    for (std::size_t i = 0; i < list.size(); ++i) {
        squared.push_back(squared_distance(in_double(p), in_double(q), in_double(vec2<T>{list[i]})));
        scale = std::fmax(scale, static_cast<double>(length_squared(list[i] - p) + length_squared(q - p)));
    }
    const double nearest = *std::min_element(squared.begin(), squared.end());
    const double rounding = 64 * scale * static_cast<double>(std::numeric_limits<T>::epsilon());
    const double at_most = static_cast<double>(corners.squared_at_most(p, q));
    CHECK(at_most >= nearest);
    CHECK(at_most <= nearest + rounding);
    for (const double limit : squared) {
        std::vector<bool> within(list.size());
        for (auto set = corners.within(static_cast<T>(limit), p, q); !set.empty();) {
            const std::size_t i = set.pop();
            REQUIRE(i < list.size());
            within[i] = true;
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (squared[i] <= limit - rounding * 1e-3) CHECK(within[i]);
            if (squared[i] > limit + rounding) CHECK(!within[i]);
        }
    }
}

}  // namespace

TEMPLATE_TEST_CASE("corners near an edge are found, and no others", "", float, double) {
    using T = TestType;
    generator random{3};
    for (int i = 0; i < 300; ++i) {
        const vec2<T> p = random.unit<T>() * random.real<T>(0, 4), q = random.unit<T>() * random.real<T>(0, 4);
        const auto polygon = random.around<convex_polygon<T, 12>>({}, T(2));
        check_corners(convex_polygon_view<T>{polygon}, p, q);
        check_corners(vertices(random.around<triangle<T>>({}, T(2))), p, q);
        check_corners(vertices(random.around<obb<T>>({}, T(2))), p, q);
        check_corners(vertices(random.around<segment<T>>({}, T(2))), p, q);
        std::vector<vec2<T>> points(polygon.vertices().begin(), polygon.vertices().end());
        check_corners(*make_convex_polygon_view(points), p, q);
    }
}

TEMPLATE_TEST_CASE("of an edge too short to be squared, any corner may be the nearest", "", float, double) {
    using T = TestType;
    const T tiny = (std::numeric_limits<T>::min)();
    const segment<T> other{{tiny * 4, 0}, {tiny * 8, 0}};
    const hitbox::detail::corner_lanes<T> corners{vertices(other)};
    const vec2<T> p{}, q{tiny, 0};
    auto set = corners.within(T(0), p, q);
    CHECK(set.pop() == 0);
    CHECK(set.pop() == 1);
    CHECK(set.empty());
    const hitbox::detail::corner_lanes<T> far_off{vertices(segment<T>{{1, 0}, {2, 0}})};
    CHECK(far_off.squared_at_most(p, q) >= T(1));
    CHECK(far_off.squared_at_most(p, q) < T(6));
    CHECK(!far_off.within(T(.5), p, q).empty());
}
