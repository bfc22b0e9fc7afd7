// The gallery: known problems of collision libraries, each with one number to change. It is linked into one WebAssembly
// module with levels.cpp.

#include <vector>

#define HITBOX_ASSERT(condition, why) static_cast<void>(0)
#include <hitbox/pairs.hpp>

#include "play.hpp"

#ifdef __wasm__
#  define EXPORT(name) extern "C" __attribute__((export_name(#name))) auto name
#else
#  define EXPORT(name) extern "C" auto name
#endif

namespace gallery {

using namespace hitbox;

float results[12];
using play::as_tile, play::tile;

EXPORT(result_data)()->const float* { return results; }

/// A box rests on a floor and is cast by `length` at an angle. Writes status, fraction and normal.
EXPORT(cast_at_rest)(float degrees, float length)->void {
    const tile box = as_tile({{-1, 0}, {1, 1.5f}});
    const std::vector<tile> floor{as_tile({{-6, -1}, {6, 0}})};
    const auto cast = shape_cast(box, rot2<float>::from_degrees(degrees) * vec2<float>{length, 0}, floor);
    results[0] = float(cast.status), results[1] = cast.status == cast_status::separated ? 1 : cast.fraction;
    results[2] = cast.normal.x, results[3] = cast.normal.y;
}

/// A ball overlaps two neighbouring tiles of a floor. Writes the height by which the sum of both minimum translations
/// lifts it, and the gap below it; then the same if it leaves one tile after the other.
EXPORT(two_walls)(float x, float y)->void {
    const std::vector<tile> tiles{as_tile({{-4, -1}, {0, 0}}), as_tile({{0, -1}, {4, 0}})};
    const circle<float> ball{{x, y}, 1};
    vec2<float> sum{};
    circle<float> moved = ball;
    for (const auto& tile : tiles) {
        if (const auto hit = collide(ball, tile)) sum += hit->mtv();
        if (const auto hit = collide(moved, tile)) moved.center += hit->mtv();
    }
    const vec2<float> translation = moved.center - ball.center;
    results[0] = sum.x, results[1] = sum.y, results[2] = y + sum.y - 1;
    results[3] = translation.x, results[4] = translation.y, results[5] = moved.center.y - 1;
}

/// A bullet flies at a thin wall by `speed` per frame. Writes whether it touches the wall in any frame, and the frame
/// and the fraction of its motion at which a cast stops it.
EXPORT(tunnelling)(float speed)->void {
    const std::vector<tile> wall{as_tile({{5, -2}, {5.0625f, 2}})};
    circle<float> bullet{{0, 0}, 0.25f};
    results[0] = 0, results[1] = -1, results[2] = 0;
    for (int frame = 0; bullet.center.x < 10; ++frame, bullet.center.x += speed) {
        if (intersects(bullet, wall[0])) results[0] = 1;
        const auto cast = shape_cast(bullet, vec2<float>{speed, 0}, wall);
        if (results[1] < 0 && cast.status == cast_status::hit)
            results[1] = float(frame), results[2] = cast.fraction, results[3] = bullet.center.x + speed * cast.fraction;
    }
}

/// A box has sunk 0.25 into a floor of tiles: the minimum translations out of the two tiles that it overlaps, one by
/// one, and out of the floor as a whole.
EXPORT(seams)(float x)->void {
    std::vector<tile> tiles;
    for (int i = -4; i < 4; ++i) tiles.push_back(as_tile(aabb<float>::from_corner({float(i), -1}, {1, 1})));
    const tile box = as_tile(aabb<float>::from_corner({x - 0.75f, -0.25f}, {1.5f, 1.5f}));
    std::size_t sideways = 0, touched = 0;
    for (float& r : results) r = 0;
    for (const tile& t : tiles) {
        const auto hit = collide(box, t);
        if (!hit || hit->depth == 0) continue;
        ++touched;
        const vec2<float> mtv = hit->mtv();
        if (mtv.x != 0) ++sideways, results[2] = mtv.x, results[3] = mtv.y;
    }
    const auto whole = collide(box, tiles);
    results[0] = float(touched), results[1] = float(sideways);
    if (whole) results[4] = whole->mtv().x, results[5] = whole->mtv().y;
}

/// A disc on a floor moves by (1.5, -0.2) under a sloping ceiling, and touches both at x = 0.5. Writes its final
/// position; and the position if it is pushed out of floor and ceiling in turn, sixteen times, with its depth there.
EXPORT(wedge)(float degrees)->void {
    const auto turn = rot2<float>::from_degrees(0 - degrees);
    const vec2<float> touched = vec2{0.5f, 0.5f} + turn * vec2{0.f, 0.5f};
    std::vector<vec2<float>> corners;
    for (const vec2<float> p : {vec2{-4.f, 0.f}, vec2{4.f, 0.f}, vec2{4.f, 2.f}, vec2{-4.f, 2.f}})
        corners.push_back(touched + turn * p);
    const std::vector<tile> solids{as_tile({{-100, -1}, {100, 0}}), *make_convex_polygon<8>(corners)};
    const vec2<float> start{-0.5f, 0.5f}, wish{1.5f, -0.2f};
    const auto moved = play::slide(capsule<float>{{0, 0}, {0, 0}, 0.5f}, start, wish, solids, {}, {}, {});
    circle<float> pushed{start + wish, 0.5f};
    for (int i = 0; i < 16; ++i)
        for (const tile& s : solids)
            if (const auto hit = collide(pushed, s)) pushed.center += hit->mtv();
    float deepest = 0;
    for (const tile& s : solids)
        if (const auto hit = collide(pushed, s); hit && hit->depth > deepest) deepest = hit->depth;
    results[0] = moved.position.x, results[1] = moved.position.y, results[2] = length(moved.velocity);
    results[3] = pushed.center.x, results[4] = pushed.center.y, results[5] = deepest;
    for (std::size_t i = 0; i < 2; ++i)
        results[6 + 2 * i] = vertices(solids[1])[i].x, results[7 + 2 * i] = vertices(solids[1])[i].y;
}

/// A character whose feet are 0.25 above a one-way platform falls by 0.5, and the platform rises by `rise`. Writes
/// whether the character lands if its old feet are compared with the new platform, and by the relative motion.
EXPORT(one_way)(float rise)->void {
    const std::vector<tile> platforms{as_tile({{-2, -0.25f}, {2, 0}})};
    const capsule<float> body{{0, -0.25f}, {0, 0.25f}, 0.35f};
    const vec2<float> start{0, 0.85f};
    const vec2<float> up{0, 1};
    const auto moved = play::slide(body, start, {0, -0.5f - rise}, {}, {}, platforms, {.up = up});
    results[0] = 0.25f >= rise ? 1 : 0;
    results[1] = moved.on_floor ? 1 : 0, results[2] = moved.position.y + rise - 0.6f;
}

}  // namespace gallery
