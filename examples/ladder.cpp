// From a guessed number to the separating-axis test. Each rung of the ladder repeats the test of the one below it, once
// more or in another direction; nothing else is needed.

#include <cstdio>

#include <hitbox/pairs.hpp>

using namespace hitbox;

namespace {

const char* answer(bool hit) { return hit ? "hit" : "miss"; }

// A box is an interval on the x axis and one on the y axis.
interval<float> across(const aabb<float>& box) { return {box.min.x, box.max.x}; }
interval<float> upward(const aabb<float>& box) { return {box.min.y, box.max.y}; }

// The last rung in full: the shadows must meet on every axis; one gap ends the search.
template <class A, class B>
bool shadows_meet(const A& a, const B& b) {
    for (const vec2<float> axis : sat::axes(a, b))
        if (!intersects(sat::project(a, axis), sat::project(b, axis))) return false;
    return true;
}

}  // namespace

int main() {
    // 1. Is the guess the number? A point on a line hits only itself.
    const float number = 7, guess = 7;
    std::printf("1  is 7 the number?               %s\n", answer(guess == number));

    // 2. Battleships in one dimension: is the guess somewhere in the ship? Both ends count.
    const interval<float> ship{4, 6};
    std::printf("2  does a shot at 6 hit 4..6?     %s\n", answer(contains(ship, 6.f)));

    // 3. Two ships meet if neither ends before the other begins. Bow to stern is a hit: touching counts.
    const interval<float> tug{6, 9}, buoy{7, 8};
    std::printf("3  do 4..6 and 6..9 collide?      %s\n", answer(intersects(ship, tug)));
    std::printf("   do 4..6 and 7..8?              %s\n", answer(intersects(ship, buoy)));

    // 4. Boxes: the same test along x and along y. One "no" is enough for a miss.
    const aabb<float> house{{0, 0}, {4, 3}}, car{{3, 2}, {6, 4}}, bird{{1, 5}, {2, 6}};
    std::printf("4  house and car: across %s, upward %s, so %s\n", answer(intersects(across(house), across(car))),
                answer(intersects(upward(house), upward(car))), answer(intersects(house, car)));
    std::printf("   house and bird: across %s, upward %s, so %s\n", answer(intersects(across(house), across(bird))),
                answer(intersects(upward(house), upward(bird))), answer(intersects(house, bird)));

    // 5. A turned box as an editor stores it: its top left corner before turning, its size, and its angle about the
    // centre. y grows downwards here, so the angle turns clockwise on the screen. A rotation is a complex number,
    // cosine + i sine: each corner is the centre plus a corner of the unturned box times that number.
    const auto door = obb<float>::from_corner({4, 1}, {4, 2}, rot2<float>::from_degrees(30));
    std::printf("5  the corners of the door:");
    for (const vec2<float> corner : vertices(door)) std::printf("  (%.2f, %.2f)", double(corner.x), double(corner.y));
    // The same test again, along the sides of both boxes: two directions each.
    const obb<float> crate{{3, 2.5f}, {1, 1}};
    for (const auto& box : {crate, door})
        for (const vec2<float> axis : {box.rotation * vec2{1.f, 0.f}, box.rotation * vec2{0.f, 1.f}}) {
            const auto a = sat::project(crate, axis), b = sat::project(door, axis);
            std::printf("\n   along (%5.2f, %.2f): %.2f..%.2f and %.2f..%.2f %s", double(axis.x), double(axis.y),
                        double(a.min), double(a.max), double(b.min), double(b.max), answer(intersects(a, b)));
        }
    std::printf("\n   so crate and door              %s\n", answer(intersects(crate, door)));

    // 6. Any convex polygons: the directions are perpendicular to their edges.
    const auto made = make_convex_polygon({vec2{5.f, 4.f}, vec2{8.f, 3.f}, vec2{9.f, 6.f}, vec2{6.f, 7.f}});
    if (!made) return std::puts(to_string(made.error())), 1;
    std::printf("6  crate and polygon: %zu axes      %s\n", sat::axes(crate, *made).size(),
                answer(shadows_meet(crate, *made)));
    std::printf("   door and polygon               %s\n", answer(shadows_meet(door, *made)));
    std::printf("   the library says               %s and %s\n", answer(intersects(crate, *made)),
                answer(intersects(door, *made)));
}
