// Lists of points are not shapes. The overloads that report this must not affect other calls.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

namespace user {

// A program's own functions of the same names, found beside the library's.
template <class List, class Value>
bool contains(const List& list, const Value& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}
inline float distance(std::span<const hitbox::vec2<float>> way, hitbox::vec2<float> to) {
    return length(way.back() - to);
}

}  // namespace user

TEST_CASE("a program's own functions of the same names can take lists of points") {
    using namespace hitbox;
    using user::contains, user::distance;
    const std::vector<vec2<float>> points = {{0, 0}, {3, 4}};
    CHECK(contains(points, vec2{3.f, 4.f}));
    CHECK(!contains(points, vec2{3.f, 5.f}));
    CHECK(distance(points, vec2{0.f, 0.f}) == 5);
    using std::distance;
    CHECK(distance(points.begin(), points.end()) == 2);
    CHECK(contains(circle<float>{{0, 0}, 1}, vec2{0.f, 1.f}));  // and the library's are still there
}

TEST_CASE("polygon types that are also lists of points are shapes") {
    using namespace hitbox;
    const auto square = *regular_polygon(4, 1.f);
    const convex_polygon_view<float> view = square;
    STATIC_REQUIRE(point_range<convex_polygon_view<float>> && !detail::is_point_list<convex_polygon_view<float>>);
    STATIC_REQUIRE(detail::is_point_list<std::vector<vec2<float>>> && !detail::is_point_list<circle<float>>);
    CHECK(intersects(view, vec2{0.f, 0.f}));
    CHECK(intersects(square.vertices(), square));
}
