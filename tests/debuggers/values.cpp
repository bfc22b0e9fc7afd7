// Values whose views the debuggers show: tests/debuggers/run.
#include <hitbox/hitbox.hpp>

#include <cstdio>

using namespace hitbox;

[[gnu::noinline]] void stop() { std::puts("stop"); }

int main() {
    vec2<float> point{1, 2.5f};
    rot2<double> rotation = rot2<double>::from_degrees(30);
    auto made = make_convex_polygon({vec2{0.f, 0.f}, {2.f, 0.f}, {0.f, 1.f}});
    auto refused = make_convex_polygon({vec2{0.f, 0.f}, {4.f, 0.f}, {1.f, 1.f}, {0.f, 4.f}});
    convex_polygon<float> triangular = *made;
    auto of_integers = *make_convex_polygon<40>({vec2{0, 0}, {2, 0}, {0, 1}});
    any_shape<float> round = circle<float>{{3, 4}, 1};
    any_shape<float> sharp = triangular;
    any_shape<float> padded = rounded{triangular, .5f};
    contact<float> touch = {{1, 0}, .5f, {1, 0}, {.5f, 0}, true, false};
    manifold<float> pressed = {{0, 1}, 2, {{{0, .875f}, .25f, 3u << 16}, {{1, .875f}, .25f, 0x80020001u}}};
    compound<float> parts{std::vector{round, sharp}};
    const compound<float> nothing;
    stop();
    return point.x + float(rotation.c) > 5 || refused || of_integers.size() + parts.size() + nothing.size() > 9 ||
           touch.depth + pressed.normal.x + padded.rounding > 5;
}
