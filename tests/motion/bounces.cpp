// The recipes of docs/how_do_i/collisions.md for bouncing: a ball under gravity keeps its height, a reflected ray stays
// in its room, a flipper strikes a ball. bounce at the hit of a cast or an impact.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

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
std::vector<std::size_t> fly(ball<T>& b, const std::vector<aabb<T>>& walls, vec2<T> gravity, T dt) {
    std::vector<std::size_t> touched;
    for (int hits = 0; hits < 8 && dt > 0; ++hits) {
        const vec2<T> motion = (b.velocity + gravity * (dt / 2)) * dt;
        const auto hit = shape_cast(circle<T>{b.position, b.radius}, motion, walls);
        if (hit.status != cast_status::separated) touched.push_back(hit.piece_b);
        T part = hit.fraction;
        for (T back = T(0x1p-22); part > 0 && penetrates(circle<T>{b.position + motion * part, b.radius}, walls);
             back *= 2)
            part = part > back ? part - back : 0;
        const vec2<T> from = b.position, before = b.velocity;
        b.position += motion * part, b.velocity += gravity * (dt * part), dt *= 1 - part;
        if (hit.status == cast_status::separated) break;
        const T squared = length_squared(before) + 2 * dot(gravity, b.position - from);
        if (squared > 0) b.velocity = unit_or(b.velocity, vec2<T>{0, 1}) * std::sqrt(squared);
        reflect(b.velocity, hit.normal, b.restitution);
        if (dot(b.velocity + gravity * (dt / 2), hit.normal) > 0) continue;
        b.velocity -= hit.normal * dot(b.velocity, hit.normal), gravity -= hit.normal * dot(gravity, hit.normal);
    }
    return touched;
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
                const auto walls = fly<T>(b, room, {0, -gravity}, dt);
                bounces += fall < 0 && b.velocity.y > 0;
                if (fall < 0 && b.velocity.y > 0) REQUIRE(std::find(walls.begin(), walls.end(), 0U) != walls.end());
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

namespace {

/// Bounces copies of two bodies at this hit, and at the contact that has the same point and the opposite normal.
/// Returns true if all bits are equal. `count` counts the hits that changed a velocity.
template <class T>
bool bounces_as_contact(const rigid_body<T>& a, const rigid_body<T>& b, const cast_result<T>& hit,
                        const bounce_options<T>& options, int& count) {
    const contact<T> same{vec2<T>{} - hit.normal, hit.depth, hit.point, hit.point};
    rigid_body<T> a1 = a, b1 = b, a2 = a, b2 = b;
    const bounce_result<T> r = bounce(a1, b1, hit, options), q = bounce(a2, b2, same, options);
    count += r.normal_impulse > T(0);
    const auto same_bits = [](const auto& x, const auto& y) { return std::memcmp(&x, &y, sizeof x) == 0; };
    return same_bits(a1, a2) && same_bits(b1, b2) && same_bits(r, q);
}

}  // namespace

TEMPLATE_TEST_CASE("bounces: a hit of a cast or of an impact bounces bodies as its contact does", "[motion]",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const circle<T> disc{{0, 0}, T(0.5)};
    const aabb<T> box{{-1, T(-0.5)}, {1, T(0.5)}};
    int bounced = 0;
    for (int i = 0; i < 64; ++i) {
        const T y = T(i) / 32 - 1;
        const rigid_body<T> ball{.position = {-4, y},
                                 .velocity = {8, y},
                                 .angular_velocity = 1,
                                 .inverse_mass = T(0.5),
                                 .inverse_inertia = 1};
        const rigid_body<T> block{.angular_velocity = 3, .inverse_mass = 1, .inverse_inertia = T(0.75)};
        const bounce_options<T> options{.restitution = T(0.5), .friction = T(0.25)};
        const auto cast = shape_cast(at(disc, placement(ball)), ball.velocity, box);
        const sweep<T> of_ball{placement(ball), placement(advanced(ball, 1))},
            of_block{placement(block), placement(advanced(block, 1))};
        const auto impact = time_of_impact(disc, of_ball, box, of_block);
        const auto at_set = shape_cast(at(disc, placement(ball)), ball.velocity, std::vector<aabb<T>>{box});
        REQUIRE(impact.status == cast_status::hit);
        const rigid_body<T> a = advanced(ball, impact.fraction), b = advanced(block, impact.fraction);
        CHECK(bounces_as_contact<T>(a, b, impact, options, bounced));
        CHECK(bounces_as_contact<T>(advanced(ball, cast.fraction), block, cast, options, bounced));
        CHECK(bounces_as_contact<T>(ball, block, at_set, options, bounced));
        const auto inside = shape_cast(disc, vec2<T>{1, 0}, box);
        REQUIRE(inside.status == cast_status::started_overlapping);
        CHECK(bounces_as_contact<T>(ball, block, inside, options, bounced));
        // Swapping the two bodies of an impact changes no bit.
        rigid_body<T> a1 = a, b1 = b, a2 = a, b2 = b;
        cast_result<T> swapped = impact;
        swapped.normal = vec2<T>{} - impact.normal;
        bounce(a1, b1, impact, options), bounce(b2, a2, swapped, options);
        CHECK(a1 == a2);
        CHECK(b1 == b2);
    }
    CHECK(bounced > 128);
}

TEMPLATE_TEST_CASE("bounces: a cast that hits nothing changes no velocity", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    const rigid_body<T> ball{.position = {-4, 0}, .velocity = {2, 0}, .inverse_mass = 1, .inverse_inertia = 1};
    const circle<T> disc{{-4, 0}, 1};
    const rigid_body<T> still{};
    const circle<T> other{{4, 0}, 1};
    const sweep<T> away{{{-4, 0}, {}}, {{-9, 0}, {}}}, invalid{{{-4, 0}, {}}, {{-9, 0}, {2, 0}}};
    for (const cast_result<T>& hit :
         {shape_cast(disc, vec2<T>{2, 0}, other), shape_cast(disc, vec2<T>{-2, 0}, other),
          shape_cast(disc, vec2<T>{8, 0}, circle<T>{{4, 0}, -1}), time_of_impact(disc, away, other, sweep<T>{}),
          time_of_impact(disc, invalid, other, sweep<T>{}), cast_result<T>{},
          cast_result<T>{cast_status::step_limit, T(0.5)}}) {
        REQUIRE((hit.status == cast_status::separated || hit.status == cast_status::failed ||
                 hit.status == cast_status::step_limit));
        rigid_body<T> a = ball, b = still;
        CHECK(bounce(a, b, hit, {.restitution = 1}).normal_impulse == T(0));
        CHECK(std::memcmp(&a, &ball, sizeof a) == 0);
        CHECK(std::memcmp(&b, &still, sizeof b) == 0);
    }
    const cast_result<T> hit = shape_cast(disc, vec2<T>{8, 0}, other);
    REQUIRE(hit.status == cast_status::hit);
    rigid_body<T> a = ball, wall{};
    CHECK(bounce(a, wall, hit, {.restitution = 1}).normal_impulse == T(4));
    CHECK(a.velocity == vec2<T>{-2, 0});
}

namespace {

template <class T>
struct solid_thing {
    any_shape<T> outline{};
    rigid_body<T> moves{};
};

/// The recipe for a ball and a flipper. Returns the time that is left: 0, unless there are too many hits.
template <class T>
T strike(solid_thing<T>& a, solid_thing<T>& b, T dt, int& hits) {
    const auto after = [&](const solid_thing<T>& t, T part) { return placement(advanced(t.moves, dt * part)); };
    for (int left = 8; left > 0 && dt > 0; --left) {
        const sweep<T> of_a{after(a, 0), after(a, 1)}, of_b{after(b, 0), after(b, 1)};
        const auto hit = time_of_impact(a.outline, of_a, b.outline, of_b);
        T part = hit.fraction;
        const auto overlap = [&] { return penetrates(at(a.outline, after(a, part)), at(b.outline, after(b, part))); };
        for (T back = T(0x1p-22); part > 0 && overlap(); back *= 2) part = part > back ? part - back : 0;
        a.moves = advanced(a.moves, dt * part), b.moves = advanced(b.moves, dt * part), dt *= 1 - part;
        if (hit.status == cast_status::separated) return 0;
        a.moves.position += hit.normal * hit.depth;
        bounce(a.moves, b.moves, hit, {.restitution = T(0.75)});
        ++hits;
    }
    return dt;
}

}  // namespace

TEMPLATE_TEST_CASE("bounces: a flipper strikes a ball and never passes it", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{11};
    const auto from = [&](double low, double high) {
        return static_cast<T>(std::uniform_real_distribution<double>{low, high}(random));
    };
    int struck = 0, unfinished = 0;
    for (int game = 0; game < many_if_all(20000, 500); ++game) {
        solid_thing<T> ball{circle<T>{{0, 0}, T(0.5)}}, flipper{capsule<T>{{0, 0}, {4, 0}, T(0.25)}};
        ball.moves = {.position = {from(0, 5), from(-4, 4)}, .velocity = {from(-20, 20), from(-20, 20)}};
        ball.moves.inverse_mass = 1, ball.moves.inverse_inertia = 8;
        flipper.moves.angular_velocity = from(-20, 20);
        const auto overlap = [&] {
            return penetrates(at(ball.outline, placement(ball.moves)), at(flipper.outline, placement(flipper.moves)));
        };
        if (overlap()) continue;
        for (int step = 0; step < 8; ++step) {
            int hits = 0;
            const T spin = flipper.moves.angular_velocity;
            unfinished += strike<T>(ball, flipper, from(0.01, 0.1), hits) > 0;
            struck += hits > 0;
            INFO("game " << game << ", step " << step);
            REQUIRE_FALSE(overlap());
            REQUIRE(flipper.moves.angular_velocity == spin);
        }
    }
    CHECK(struck > 100);
    CHECK(unfinished == 0);
}
