// The recipes of docs/how_do_i/collisions.md for bouncing: a ball under gravity keeps its height, a reflected ray stays
// in its room.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <algorithm>
#include <cmath>

using namespace hitbox;
using namespace hitbox_tests;

namespace {

template <class T>
struct ball {
    vec2<T> position{}, velocity{};
    T radius = 1, restitution = 1;
};

template <class T>
void reflect(vec2<T>& v, vec2<T> normal, T restitution) {
    if (dot(v, normal) < 0) v -= normal * ((1 + restitution) * dot(v, normal));
}

template <class T>
void fly(ball<T>& b, const std::vector<aabb<T>>& walls, vec2<T> gravity, T dt) {
    for (int hits = 0; hits < 8 && dt > 0; ++hits) {
        const vec2<T> motion = (b.velocity + gravity * (dt / 2)) * dt;
        const auto hit = shape_cast(circle<T>{b.position, b.radius}, motion, walls);
        T part = hit.fraction;
        for (T back = T(0x1p-22); part > 0 && penetrates(circle<T>{b.position + motion * part, b.radius}, walls);
             back *= 2)
            part = part > back ? part - back : 0;
        const vec2<T> from = b.position, before = b.velocity;
        b.position += motion * part, b.velocity += gravity * (dt * part), dt *= 1 - part;
        if (hit.status == cast_status::separated) return;
        const T squared = length_squared(before) + 2 * dot(gravity, b.position - from);
        if (squared > 0) b.velocity = unit_or(b.velocity, vec2<T>{0, 1}) * std::sqrt(squared);
        reflect(b.velocity, hit.normal, b.restitution);
        if (dot(b.velocity + gravity * (dt / 2), hit.normal) > 0) continue;
        b.velocity -= hit.normal * dot(b.velocity, hit.normal), gravity -= hit.normal * dot(gravity, hit.normal);
    }
}

/// Returns how often a ray is reflected before it leaves the room, at most `times`. @pre the room is convex
template <class T, class S>
int reflections(vec2<T> p, vec2<T> d, const S& room, int times) {
    for (int i = 0; i < times; ++i) {
        const auto hit = ray_cast(ray<T>{p, d}, room, ray_start::hollow);
        if (!hit) return i;
        p = hit->point, d -= hit->normal * (2 * dot(d, hit->normal));
        for (T k = 4 * std::numeric_limits<T>::epsilon(); k < 1 && !penetrates(room, p); k *= 2)
            p += (center(room) - p) * k;
        if (!contains(room, p)) return i;
    }
    return times;
}

template <class T>
void check_rays(int times) {
    const T scale[] = {T(1), T(100), T(10000)};
    for (const T away : scale) {
        const vec2<T> c{away, away};
        const vec2<T> corners[] = {c + vec2<T>{-40, -10}, c + vec2<T>{10, -45}, c + vec2<T>{44, 3}, c + vec2<T>{20, 41},
                                   c + vec2<T>{-30, 30}};
        const auto check = [&](const char* name, const auto& room) {
            INFO(name << " at " << double(away));
            for (const vec2<T> d : {vec2<T>{300, 70}, vec2<T>{-211, 190}, vec2<T>{1, 400}})
                CHECK(reflections<T>(c + vec2<T>{10, -5}, d, room, times) == times);
        };
        check("circle", circle<T>{c, 50});
        check("capsule", capsule<T>{c - vec2<T>{30, 10}, c + vec2<T>{30, 10}, 25});
        check("box", aabb<T>{c - vec2<T>{50, 40}, c + vec2<T>{40, 50}});
        check("polygon", make_convex_polygon(corners).value());
        check("any shape", any_shape<T>{circle<T>{c, 50}});
    }
}

}  // namespace

TEMPLATE_TEST_CASE("bounces: a ball under gravity keeps its height over thousands of bounces", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::vector<aabb<T>> room{{{-50, -1}, {50, 0}}, {{-51, -1}, {-50, 90}}, {{50, -1}, {51, 90}}};
    const int steps = many_if_all(60000, 6000);
    for (const T dt : {T(1) / 60, T(1) / 144, T(0.1)})
        for (const T speed : {T(0), T(7)}) {
            ball<T> b{{0, 5}, {speed, 0}, T(0.5)};
            const T gravity = 10;
            const auto energy = [&] { return length_squared(b.velocity) / 2 + gravity * b.position.y; };
            const T first = energy();
            int bounces = 0;
            for (int step = 0; step < steps; ++step) {
                const T fall = b.velocity.y;
                fly<T>(b, room, {0, -gravity}, dt);
                bounces += fall < 0 && b.velocity.y > 0;
                REQUIRE_FALSE(penetrates(circle<T>{b.position, b.radius}, room));
            }
            INFO("steps of " << double(dt) << ", speed " << double(speed) << ", " << bounces << " bounces");
            CHECK(bounces > steps / 300);
            // Each step rounds the energy by a few epsilons. 60000 steps in the same direction would add 0.4 %.
            const double bound = steps * 0.5 * double(std::numeric_limits<T>::epsilon());
            // A hop that is shorter than a step ends. Its speed is below gravity * dt / 2.
            const double hop = double(gravity * dt) * double(gravity * dt) / 8;
            CHECK(double(energy() - first) <= bound * double(first));
            CHECK(double(first - energy()) <= bound * double(first) + hop);
        }
}

TEMPLATE_TEST_CASE("bounces: a ball that loses speed rolls on along floors and down slopes", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    std::vector<aabb<T>> floor;  // tiles
    for (T x = -2; x < 60; x += 1) floor.push_back({{x, -1}, {x + 1, 0}});
    for (const T restitution : {T(0), T(0.25), T(0.5), T(0.75)})
        for (const T slope : {T(0), T(0.25)})  // instead of a slope, gravity is turned
            for (const T dt : {T(1) / 60, T(1) / 144}) {
                ball<T> b{{0, 1}, {3, 0}, T(0.5), restitution};
                const int steps = static_cast<int>(8 / dt);
                for (int step = 0; step < steps; ++step) {
                    const vec2<T> before = b.position;
                    fly<T>(b, floor, {slope, -10}, dt);
                    INFO(double(restitution) << ", slope " << double(slope) << ", step " << step);
                    REQUIRE(b.position.x - before.x > T(2.9) * dt);
                    REQUIRE_FALSE(penetrates(circle<T>{b.position, b.radius}, floor));
                }
                const T time = static_cast<T>(steps) * dt;
                CHECK(std::abs(b.position.x - (3 * time + slope * time * time / 2)) < T(0.1));
                CHECK(b.position.y < T(0.501));
            }
}

TEMPLATE_TEST_CASE("bounces: a reflected ray never leaves its room", "[motion]", HITBOX_TESTS_REALS) {
    check_rays<TestType>(many_if_all(100000, 400));
}
TEMPLATE_TEST_CASE("bounces: a reflected ray never leaves its room, for a hundred thousand reflections", "[.long]",
                   HITBOX_TESTS_REALS) {
    check_rays<TestType>(100000);
}
