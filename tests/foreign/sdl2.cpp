// Conversion of SDL's points.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <SDL_rect.h>

using namespace hitbox;

namespace {

static_assert(vec_like<SDL_Point> && vec_like<SDL_FPoint>);
static_assert(!vec_like<SDL_Rect> && !vec_like<SDL_FRect>, "a rectangle is no point");
static_assert(std::same_as<decltype(to_vec2(SDL_Point{})), vec2<int>> &&
              std::same_as<decltype(to_vec2(SDL_FPoint{})), vec2<float>>);
static_assert(to_vec2(SDL_Point{-3, 4}) == vec2<int>{-3, 4} &&
              to_vec2(SDL_FPoint{1.5f, -2.25f}) == vec2<float>{1.5f, -2.25f});

constexpr aabb<int> box_of(const SDL_Rect& r) { return aabb<int>::from_corner(r.x, r.y, r.w, r.h); }

}  // namespace

TEST_CASE("points of SDL are converted with the same coordinates") {
    const SDL_FPoint position{3, 4};
    CHECK(intersects(circle<float>{to_vec2(position), 1}, to_vec2(SDL_FPoint{3, 5})));
    CHECK(!intersects(circle<float>{to_vec2(position), 1}, to_vec2(SDL_FPoint{4, 5})));
}

TEST_CASE("rectangles of SDL make boxes") {
    const SDL_Rect a{10, 20, 30, 40}, b{40, 20, 5, 5}, c{39, 20, 5, 5};
    CHECK(box_of(a) == aabb<int>{{10, 20}, {40, 60}});
    CHECK(intersects(box_of(a), box_of(b)));   // a shared edge touches...
    CHECK(!penetrates(box_of(a), box_of(b)));  // ...this is the rule of SDL_HasIntersection
    CHECK(penetrates(box_of(a), box_of(c)));
    const auto hit = collide(box_of(a), box_of(c));
    REQUIRE(hit);
    CHECK(hit->mtv() == vec2<int>{-1, 0});
}

TEST_CASE("an outline of SDL's points makes a polygon, and answers are converted back") {
    constexpr SDL_FPoint outline[] = {{0, 0}, {4, 0}, {4, 3}};
    STATIC_REQUIRE(make_convex_polygon(outline)->size() == 3);
    CHECK((*make_convex_polygon(outline))[2] == vec2<float>{4, 3});
    CHECK(convex_hull({SDL_Point{0, 0}, SDL_Point{4, 0}, SDL_Point{4, 3}}).has_value());
    constexpr SDL_FPoint back = from_vec2<SDL_FPoint>(vec2{1.5f, -2.25f});
    CHECK(to_vec2(back) == vec2{1.5f, -2.25f});
    STATIC_REQUIRE(!fillable_from<SDL_Point, float> && !fillable_from<SDL_Rect, std::int8_t>);
}
