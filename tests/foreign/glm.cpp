// Conversion of glm's vectors.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <vector>

using namespace hitbox;

namespace {

static_assert(vec_like<glm::vec2> && vec_like<glm::dvec2> && vec_like<glm::ivec2>);
static_assert(!vec_like<glm::uvec2> && !vec_like<glm::bvec2>, "no coordinate of ours");
static_assert(!vec_like<glm::vec3> && !vec_like<glm::dvec4>, "z would be lost");
static_assert(std::same_as<decltype(to_vec2(glm::vec2{})), vec2<float>> &&
              std::same_as<decltype(to_vec2(glm::dvec2{})), vec2<double>> &&
              std::same_as<decltype(to_vec2(glm::ivec2{})), vec2<int>>);

}  // namespace

TEST_CASE("vectors of glm are converted with the same coordinates") {
    CHECK(to_vec2(glm::vec2{1.5f, -2.25f}) == vec2<float>{1.5f, -2.25f});
    CHECK(to_vec2(glm::dvec2{.1, .2}) == vec2<double>{.1, .2});
    CHECK(to_vec2(glm::ivec2{-3, 4}) == vec2<int>{-3, 4});
    const glm::vec2 position{3, 4};
    CHECK(intersects(circle<float>{to_vec2(position), 1}, to_vec2(glm::vec2{3, 5})));
    CHECK(!intersects(circle<float>{to_vec2(position), 1}, to_vec2(glm::vec2{4, 5})));
}

TEST_CASE("vectors of glm take the answer back") {
    const auto hit = collide(circle<float>{to_vec2(glm::vec2{3, 4}), 1}, aabb<float>{{0, 0}, {10, 3.5f}});
    REQUIRE(hit);
    const glm::vec2 moved = glm::vec2{3, 4} + glm::vec2{hit->mtv().x, hit->mtv().y};
    CHECK(moved.x == 3);
    CHECK(moved.y == 4.5f);
}

TEST_CASE("an outline of glm's vectors makes a polygon") {
    const std::vector<glm::vec2> outline{{0, 0}, {4, 0}, {4, 3}};
    const auto made = make_convex_polygon(outline);
    REQUIRE(made);
    CHECK((*made)[2] == vec2<float>{4, 3});
    CHECK(assume_convex<3>(outline)[1] == vec2<float>{4, 0});
    const auto hull = convex_hull({glm::dvec2{0, 0}, glm::dvec2{1, 1}, glm::dvec2{4, 0}, glm::dvec2{4, 4}});
    REQUIRE(hull);
    CHECK(hull->size() == 3);
}

TEST_CASE("answers are converted to vectors of glm") {
    static_assert(from_vec2<glm::vec2>(vec2{1.5f, -2.25f}) == glm::vec2{1.5f, -2.25f});
    CHECK(from_vec2<glm::vec2>(vec2{1.5f, -2.25f}) == glm::vec2{1.5f, -2.25f});
    CHECK(from_vec2<glm::dvec2>(vec2{.1, .2}) == glm::dvec2{.1, .2});
    CHECK(from_vec2<glm::ivec2>(vec2{-3, 4}) == glm::ivec2{-3, 4});
    STATIC_REQUIRE(!fillable_from<glm::vec3, float>);
}
