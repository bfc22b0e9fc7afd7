// Conversion of SFML's vectors.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <SFML/System/Vector2.hpp>

#include <list>

using namespace hitbox;

namespace {

static_assert(vec_like<sf::Vector2f> && vec_like<sf::Vector2i> && vec_like<sf::Vector2<double>>);
static_assert(!vec_like<sf::Vector2u>, "no coordinate of ours");
static_assert(std::same_as<decltype(to_vec2(sf::Vector2f{})), vec2<float>> &&
              std::same_as<decltype(to_vec2(sf::Vector2i{})), vec2<int>>);

}  // namespace

TEST_CASE("vectors of SFML are converted with the same coordinates") {
    CHECK(to_vec2(sf::Vector2f{1.5f, -2.25f}) == vec2<float>{1.5f, -2.25f});
    CHECK(to_vec2(sf::Vector2i{-3, 4}) == vec2<int>{-3, 4});
    const sf::Vector2f position{3, 4};
    CHECK(intersects(circle<float>{to_vec2(position), 1}, to_vec2(sf::Vector2f{3, 5})));
    CHECK(!intersects(circle<float>{to_vec2(position), 1}, to_vec2(sf::Vector2f{4, 5})));
}

TEST_CASE("a box from SFML's position and size has its corner at the top left") {
    const sf::Vector2f position{10, 20}, size{30, 40};
    const auto box = aabb<float>::from_corner(to_vec2(position), to_vec2(size));
    CHECK(box == aabb<float>{{10, 20}, {40, 60}});
    const auto hit = collide(box, circle<float>{{42, 40}, 4});
    REQUIRE(hit);
    const sf::Vector2f moved = position + sf::Vector2f{hit->mtv().x, hit->mtv().y};
    CHECK(moved == sf::Vector2f{8, 20});
}

TEST_CASE("an outline of SFML's vectors makes a polygon, and answers are converted back") {
    const std::list<sf::Vector2f> outline{{0, 0}, {4, 3}, {4, 0}};
    const auto made = make_convex_polygon(outline);
    REQUIRE(made);
    CHECK((*made)[0] == vec2<float>{4, 0});  // the input was clockwise
    CHECK(from_vec2<sf::Vector2f>(vec2{1.5f, -2.25f}) == sf::Vector2f{1.5f, -2.25f});
    CHECK(from_vec2<sf::Vector2i>(vec2{-3, 4}) == sf::Vector2i{-3, 4});
}
