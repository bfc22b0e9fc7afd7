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
inline float distance(std::span<const hitbox::vec2<float>> path, hitbox::vec2<float> to) {
    return length(path.back() - to);
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

TEST_CASE("points in braces are points of the shape's numbers, or of float") {
    using namespace hitbox;
    const aabb<double> box{{0, 0}, {4, 4}};
    CHECK(intersects(box, {1, 2}));
    CHECK(!contains(box, {5, 2}));
    CHECK(distance(box, {6, 2}) == distance(box, vec2{6., 2.}));
    CHECK(collide(box, {1, 2}) == collide(box, vec2{1., 2.}));
    CHECK(at(box, {{3, 4}}) == at(box, vec2{3., 4.}));
    const std::vector<vec2<float>> corners = {{0, 0}, {4, 0}, {2, 3}};
    CHECK(*make_polygon({{0, 0}, {4, 0}, {2, 3}}) == *make_polygon(corners));
    CHECK(*make_convex_polygon({{0, 0}, {4, 0}, {2, 3}}) == *make_convex_polygon(corners));
    CHECK(*convex_hull({{0, 0}, {4, 0}, {2, 3}}) == *convex_hull(corners));
    CHECK(make_polygon({{0, 0}, {9, 0}, {9, 9}}, {{{4, 1}, {5, 1}, {5, 2}}})->hole_count() == 1);
    CHECK(make_convex_polygon<8, vec2<double>>({{0, 0}, {4, 0}, {2, 3}})->size() == 3);
}

TEST_CASE("compounds are made of shapes in braces, and of ranges without naming their numbers") {
    using namespace hitbox;
    const circle<float> disc{{0, 0}, 1};
    const aabb<float> box{{0, 0}, {4, 4}};
    CHECK(compound<float>{disc}.size() == 1);
    CHECK(compound<float>{disc, box}.size() == 2);
    CHECK(compound{std::vector{box, box, box}}.size() == 3);
    CHECK(compound<float>{*make_polygon({{0, 0}, {4, 0}, {4, 4}, {0, 4}})}.size() == 1);
}

TEST_CASE("a world takes a shape without the other members of a collider, and a polygon as a compound") {
    using namespace hitbox;
    const auto outline = *make_polygon({{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}});
    world<float> w, same;
    const auto disc = w.add(circle<float>{{0, 0}, 1}), ship = w.add(outline, {{3, 4}, {}});
    same.add({.shape = circle<float>{{0, 0}, 1}});
    same.add({.shape = compound<float>{outline}, .transform = {{3, 4}, {}}});
    CHECK(w.contains(disc));
    CHECK(w.transform(ship).translation == vec2{3.f, 4.f});
    CHECK(w.state_hash() == same.state_hash());
}

TEST_CASE("a shape moves among one obstacle as among a range of one") {
    using namespace hitbox;
    const circle<float> body{{0, 0}, 1};
    const std::vector<aabb<float>> walls = {{{3, -9}, {4, 9}}};
    const auto one = move_and_slide(body, {0, 0}, {9, 1}, walls[0]), many = move_and_slide(body, {0, 0}, {9, 1}, walls);
    CHECK(one.position == many.position);
    CHECK(one.stopped_by == many.stopped_by);
    CHECK(one.contacts.size() == 1);
}
