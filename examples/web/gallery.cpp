// The gallery: problems that people reported of collision libraries, each with one number to change. Compiled to
// WebAssembly like core.cpp.

#include <array>

#define HITBOX_ASSERT(condition, why) static_cast<void>(0)
#include <hitbox/hitbox.hpp>

#ifdef __wasm__
#  define EXPORT(name) extern "C" __attribute__((export_name(#  name))) auto name
#else
#  define EXPORT(name) extern "C" auto name
#endif

namespace gallery {

using namespace hitbox;

float results[8];

EXPORT(result_data)()->const float* { return results; }

/// A box rests on a floor and wants to move by `length` at an angle: status, fraction, normal.
EXPORT(cast_at_rest)(float degrees, float length)->void {
    const aabb<float> box{{-1, 0}, {1, 1.5f}}, floor{{-6, -1}, {6, 0}};
    const auto cast = shape_cast(box, rot2<float>::from_degrees(degrees) * vec2<float>{length, 0}, floor);
    results[0] = float(cast.status), results[1] = cast.status == cast_status::separated ? 1 : cast.fraction;
    results[2] = cast.normal.x, results[3] = cast.normal.y;
}

/// A ball lies in two neighbouring tiles of a floor. By how much each way out of a tile, added up, lifts it, and the
/// gap below it then; the same if it leaves one tile after the other.
EXPORT(two_walls)(float x, float y)->void {
    const std::array<aabb<float>, 2> tiles{aabb<float>{{-4, -1}, {0, 0}}, aabb<float>{{0, -1}, {4, 0}}};
    const circle<float> ball{{x, y}, 1};
    const auto gap_below = [&tiles](const circle<float>& c) {
        const float a = signed_distance(c, tiles[0]), b = signed_distance(c, tiles[1]);
        return a < b ? a : b;
    };
    vec2<float> sum{};
    circle<float> moved = ball;
    for (const auto& tile : tiles) {
        if (const auto hit = collide(ball, tile)) sum += hit->mtv();
        if (const auto hit = collide(moved, tile)) moved.center += hit->mtv();
    }
    const vec2<float> way = moved.center - ball.center;
    results[0] = sum.x, results[1] = sum.y, results[2] = gap_below({ball.center + sum, 1});
    results[3] = way.x, results[4] = way.y, results[5] = gap_below(moved);
}

/// A bullet flies by `speed` a frame at a thin wall: does it touch the wall in any frame, and after which part of the
/// motion of which frame does a cast stop it?
EXPORT(tunnelling)(float speed)->void {
    const aabb<float> wall{{5, -2}, {5.0625f, 2}};
    circle<float> bullet{{0, 0}, 0.25f};
    results[0] = 0, results[1] = -1, results[2] = 0;
    for (int frame = 0; bullet.center.x < 10; ++frame, bullet.center.x += speed) {
        if (intersects(bullet, wall)) results[0] = 1;
        const auto cast = shape_cast(bullet, vec2<float>{speed, 0}, wall);
        if (results[1] < 0 && cast.status == cast_status::hit)
            results[1] = float(frame), results[2] = cast.fraction, results[3] = bullet.center.x + speed * cast.fraction;
    }
}

}  // namespace gallery
