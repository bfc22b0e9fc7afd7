// Empty compounds, chains and polygons, and indices out of range: every call is safe.

#include <hitbox/hitbox.hpp>

#include <limits>
#include <vector>

#include "catch_compat.hpp"

using namespace hitbox;

namespace {

/// Makes every query of an empty set and a disc, in both orders.
template <class S>
void check_answers(const S& none) {
    const circle<float> disc{{0, 0}, 1};
    const sweep<float> rest{};
    constexpr float infinity = std::numeric_limits<float>::infinity();
    CHECK(!valid(none));
    CHECK(!intersects(none, disc));
    CHECK(!intersects(disc, none));
    CHECK(!intersects(none, none));
    CHECK(!penetrates(none, disc));
    CHECK(!contains(none, disc));
    CHECK(!contains(disc, none));
    CHECK(!contains(none, vec2<float>{0, 0}));
    CHECK(!collide(none, disc));
    CHECK(!collide(disc, none));
    CHECK(contact_manifold(none, disc).count == 0);
    CHECK(contact_manifolds(disc, none).count == 0);
    CHECK(distance(none, disc).distance == infinity);
    CHECK(signed_distance(disc, none) == infinity);
    CHECK(closest_point(none, {0, 0}).distance == infinity);
    CHECK(!ray_cast(ray<float>{{0, 0}, {1, 0}}, none));
    CHECK(!ray_cast(ray<float>{{0, 0}, {1, 0}}, none, ray_start::hollow));
    CHECK(shape_cast(disc, {1, 0}, none).status == cast_status::failed);
    CHECK(shape_cast(none, {1, 0}, disc).status == cast_status::failed);
    CHECK(time_of_impact(disc, rest, none, rest).status == cast_status::failed);
    CHECK(time_of_impact(none, rest, disc, rest).status == cast_status::failed);
    CHECK(move_and_slide(disc, {0, 0}, {1, 0}, none).position == vec2<float>{0, 0});
    static_cast<void>(bounds(none));
    static_cast<void>(center(none));
}

/// Checks a set at its own origin and the same set placed elsewhere.
template <class S>
void check_all(const S& none) {
    check_answers(none);
    check_answers(at(none, vec2<float>{1, 2}));
    check_answers(at(none, transform2<float>{{1, 2}, rot2<float>::from_degrees(30)}));
}

}  // namespace

TEST_CASE("an empty compound collides with nothing in every query") {
    const compound<float> none;
    check_all(none);
    check_all(compound<float>{polygon<float>{}});
    check_all(compound<float>{std::vector<circle<float>>{}});
    CHECK(none.size() == 0);
    CHECK(none.pieces().empty());
    CHECK(none.border().empty());
    CHECK(none.tree().size() == 0);
    CHECK(none.tree().query(aabb<float>{{-1, -1}, {1, 1}}, [](proxy) {}).found == 0);
    CHECK(area(none) == 0);
    CHECK(centroid(none) == vec2<float>{});
    CHECK(second_moment(none) == 0);
    CHECK(translated(none, {1, 1}).empty());
}

TEST_CASE("an empty chain collides with nothing in every query") {
    const chain<float> none;
    check_all(none);
    check_all(chain<float>::open(std::vector<vec2<float>>{}));
    check_all(chain<float>::loop(std::vector<vec2<float>>{{1, 1}}));
    CHECK(none.edges().tree().size() == 0);
}

TEST_CASE("an empty polygon collides with nothing in every query") {
    const polygon<float> none;
    check_all(none);
    CHECK(none.ring_count() == 0);
    CHECK(none.hole_count() == 0);
    CHECK(none.outline().empty());
    CHECK(area(none) == 0);
    CHECK(centroid(none) == vec2<float>{});
    CHECK(second_moment(none) == 0);
    CHECK(translated(none, {1, 1}).empty());
    CHECK(triangulate(none).empty());
    CHECK(triangles(none).empty());
    CHECK(convex_polygons(none).empty());
    CHECK(convex_parts(none, 8).empty());
    CHECK(convex_parts_optimal(none).empty());
}

TEST_CASE("an empty range is valid, and is apart from everything in every query") {
    const std::vector<aabb<float>> none;
    const circle<float> disc{{0, 0}, 1};
    const sweep<float> rest{}, motion{{{0, 0}}, {{3, 0}}};
    CHECK(valid(none));
    CHECK(!intersects(none, disc));
    CHECK(!collide(disc, none));
    CHECK(!ray_cast(ray<float>{{0, 0}, {1, 0}}, none));
    CHECK(shape_cast(disc, {1, 0}, none).status == cast_status::separated);
    CHECK(shape_cast(none, {1, 0}, disc).status == cast_status::separated);
    CHECK(time_of_impact(disc, motion, none, rest).status == cast_status::separated);
    CHECK(time_of_impact(none, rest, disc, motion).status == cast_status::separated);
    CHECK(time_of_impact(none, rest, none, motion).status == cast_status::separated);
    CHECK(move_and_slide(disc, {0, 0}, {1, 0}, none).position == vec2<float>{1, 0});
}

TEST_CASE("an index out of range reads no memory") {
    const compound<float> none, two{std::vector<circle<float>>{{{0, 0}, 1}, {{4, 0}, 1}}};
    for (const std::size_t i : {std::size_t{2}, std::size_t{3}, static_cast<std::size_t>(-1)}) {
        CHECK(!valid(none[i]));
        CHECK(!valid(two[i]));
    }
    CHECK(!valid(none[0]));
    const std::vector<vec2<float>> corners{{0, 0}, {4, 0}, {0, 4}};
    const auto line = chain<float>::open(corners);
    CHECK(chain<float>{}[0] == segment<float>{});
    CHECK(line[2] == segment<float>{});
    const polygon<float> empty, triangle = *make_polygon(corners);
    for (const std::size_t i : {std::size_t{3}, static_cast<std::size_t>(-1)}) {
        CHECK(triangle[i] == vec2<float>{});
        CHECK(triangle.ring(i).empty());
        CHECK(triangle.hole(i - 2).empty());
        CHECK(triangle.ring_start(i) == 3);
        CHECK(!triangle.is_clockwise(i));
    }
    CHECK(empty[0] == vec2<float>{});
    CHECK(empty.ring(0).empty());
    CHECK(empty.hole(0).empty());
    CHECK(empty.ring_start(0) == 0);
    CHECK(!empty.is_clockwise(0));
    CHECK(triangle.ring_start(0) == 0);
    CHECK(triangle.ring_start(1) == 3);
}
