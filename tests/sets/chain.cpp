// Chains of segments: their edges, and the sides from which they block.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <vector>

namespace chain_tests {

using namespace hitbox;
using V = vec2<float>;

TEST_CASE("a chain joins each point with the next, and a loop the last with the first") {
    const std::vector<V> points{{0, 0}, {3, 0}, {3, 0}, {6, 1}, {0, 4}};
    const auto open = chain<float>::open(points);
    REQUIRE(open.size() == 3);  // a repeated point counts once
    CHECK(open[0] == segment<float>{{0, 0}, {3, 0}});
    CHECK(open[2] == segment<float>{{6, 1}, {0, 4}});
    const auto loop = chain<float>::loop(points);
    REQUIRE(loop.size() == 4);
    CHECK(loop[3] == segment<float>{{0, 4}, {0, 0}});
    const std::vector<V> closed{{0, 0}, {3, 0}, {0, 4}, {0, 0}};
    CHECK(chain<float>::loop(closed).size() == 3);
    CHECK(bounds(open) == aabb<float>{{0, 0}, {6, 4}});
    CHECK(open.edges().size() == open.size());
}

TEST_CASE("a loop of two points is one edge, and fewer points make no chain") {
    CHECK(chain<float>::loop(std::vector<V>{{0, 0}, {1, 0}}).size() == 1);
    for (const std::vector<V>& points : {std::vector<V>{}, std::vector<V>{{1, 2}}, std::vector<V>{{1, 2}, {1, 2}}}) {
        CHECK(chain<float>::open(points).empty());
        CHECK_FALSE(valid(chain<float>::loop(points)));
    }
}

TEST_CASE("a counter-clockwise loop holds shapes inside, a clockwise one outside") {
    std::vector<V> square{{0, 0}, {8, 0}, {8, 8}, {0, 8}};
    const circle<float> inside{{4, 4}, 1}, outside{{-4, 4}, 1};
    for (const bool clockwise : {false, true}) {
        if (clockwise) square = {square.rbegin(), square.rend()};
        const auto wall = chain<float>::loop(square);
        CHECK((shape_cast(inside, {8, 0}, wall).status == cast_status::hit) == !clockwise);
        CHECK((shape_cast(outside, {8, 0}, wall).status == cast_status::hit) == clockwise);
        // From outside, a ray hits the loop that holds shapes inside at the far wall.
        CHECK(shape_cast(outside, {16, 0}, wall).fraction == (clockwise ? 3.f / 16 : 11.f / 16));
    }
    const auto both = chain<float>::loop(square, chain_sides::two);
    CHECK(shape_cast(outside, {16, 0}, both).fraction == 3.f / 16);
    CHECK_FALSE(both.is_one_sided());
}

TEST_CASE("a one-sided chain collides only with shapes in front of it") {
    const std::vector<vec2<float>> points{{0, 0}, {3, 0}, {6, 1}, {9, 1}};
    const auto ground = chain<float>::open(points);
    CHECK(ground.size() == 3);
    const auto sunk = collide(circle<float>{{2, 0.75f}, 1}, ground);
    REQUIRE(sunk);
    CHECK(sunk->normal == vec2<float>{0, -1});
    CHECK(sunk->depth == 0.25f);
    CHECK_FALSE(intersects(circle<float>{{2, -0.5f}, 1}, ground));
    CHECK(intersects(circle<float>{{2, -0.5f}, 1}, chain<float>::open(points, chain_sides::two)));
    const auto fall = shape_cast(circle<float>{{2, 3}, 1}, {0, -4}, ground);
    CHECK(fall.status == cast_status::hit);
    CHECK(fall.fraction == 0.5f);
    CHECK(shape_cast(circle<float>{{2, -3}, 1}, {0, 4}, ground).status == cast_status::separated);
    CHECK(shape_cast(aabb<float>{{1, 0}, {2, 1}}, {0.75f, 0}, ground).status == cast_status::separated);
    // The path leads along the level edge and then into the slope.
    const auto along = shape_cast(aabb<float>{{1, 0}, {2, 1}}, {4, 0}, ground);
    CHECK(along.status == cast_status::hit);
    CHECK(along.fraction == 0.25f);
    CHECK(ray_cast(ray<float>{{1, 1}, {0, -2}}, ground)->fraction == 0.5f);
    CHECK_FALSE(ray_cast(ray<float>{{1, -1}, {0, 2}}, ground).has_value());
}

}  // namespace chain_tests
