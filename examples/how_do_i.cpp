// The code of docs/how_do_i/, one function for each heading, with its output.

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <span>
#include <vector>

#include <hitbox/hitbox.hpp>
using namespace hitbox;

namespace {

vec2<float> pushed_out(circle<float> player, std::span<const aabb<float>> walls) {
    for (int round = 0; round < 4; ++round)  // the vector out of one wall may lead into the next
        for (const aabb<float>& wall : walls)
            if (const auto hit = collide(player, wall)) player.center += hit->mtv();
    return player.center;
}

std::optional<std::size_t> picked(vec2<float> mouse, std::span<const any_shape<float>> drawn) {
    for (std::size_t i = drawn.size(); i-- > 0;)  // drawn last is on top
        if (intersects(drawn[i], mouse)) return i;
    return {};
}

vec2<float> slid(vec2<float> position, vec2<float> motion, const compound<float>& walls) {
    const circle<float> body{{0, 0}, 0.25f};  // about its own origin
    return move_and_slide(body, position, motion, walls).position;
}

struct character {
    vec2<float> position{}, velocity{};
    bool on_floor = false;
    float since_floor = 1;  // seconds
};

void walk(character& c, float speed, bool jump, const compound<float>& level, float dt) {
    const capsule<float> body{{0, 0.25f}, {0, 0.75f}, 0.25f};  // the feet are at (0, 0)
    const slide_options<float> options{.up = {0, 1}, .step_height = 0.3f, .snap_distance = 0.3f, .dt = dt};
    const float gravity = 10, height = 1.5f, grace = 0.1f;
    if (c.on_floor) c.velocity.y = 0;      // the last move may have gone up a slope
    if (jump && c.since_floor <= grace) {  // also a moment after the edge: "coyote time"
        c.velocity.y = std::sqrt(2 * gravity * height);
        c.since_floor = grace + 1;  // one jump
    }
    const float change = speed - c.velocity.x, in_the_air = 0.8f * gravity * dt;
    c.velocity.x += c.on_floor ? change : std::clamp(change, -in_the_air, in_the_air);
    c.velocity.y -= gravity * dt;
    const auto r = move_and_slide(body, c.position, c.velocity, level, options);
    c = {r.position, r.velocity, r.on_floor, r.on_floor ? 0 : c.since_floor + dt};
}

struct solid_thing {
    any_shape<float> outline{};  // about its centre of mass
    rigid_body<float> moves{};
};

void collide_and_bounce(solid_thing& a, solid_thing& b) {
    const auto shape_a = at(a.outline, placement(a.moves)), shape_b = at(b.outline, placement(b.moves));
    const auto hit = collide(shape_a, shape_b);
    if (!hit) return;
    bounce(a.moves, b.moves, contact_manifold(shape_a, shape_b), {.restitution = 1, .friction = 0.25f});
    push_apart(a.moves, b.moves, *hit);  // ends the overlap; the lighter body moves farther
}

/// Returns a body of density 1. @pre centroid(outline) is the origin
solid_thing thing_of(const any_shape<float>& outline, vec2<float> where) {
    return {outline,
            {.position = where, .inverse_mass = 1 / area(outline), .inverse_inertia = 1 / second_moment(outline)}};
}
/// Returns a flipper: no impulse moves it, and it turns about its pivot.
solid_thing flipper_at(vec2<float> pivot, float radians_per_time) {
    return {capsule<float>{{0, 0}, {4, 0}, 0.25f}, {.position = pivot, .angular_velocity = radians_per_time}};
}

/// Moves a ball and a flipper to their hit, bounces them there, and continues with the rest of the step.
void strike(solid_thing& a, solid_thing& b, float dt) {
    const auto after = [&](const solid_thing& t, float part) { return placement(advanced(t.moves, dt * part)); };
    for (int hits = 0; hits < 8 && dt > 0; ++hits) {
        const sweep<float> of_a{after(a, 0), after(a, 1)}, of_b{after(b, 0), after(b, 1)};
        const auto hit = time_of_impact(a.outline, of_a, b.outline, of_b);
        float part = hit.fraction;  // 1 without a hit; reduced until the end is free in spite of rounding
        const auto overlap = [&] { return penetrates(at(a.outline, after(a, part)), at(b.outline, after(b, part))); };
        for (float back = 0x1p-22f; part > 0 && overlap(); back *= 2) part = part > back ? part - back : 0;
        a.moves = advanced(a.moves, dt * part), b.moves = advanced(b.moves, dt * part), dt *= 1 - part;
        if (hit.status == cast_status::separated) return;
        a.moves.position += hit.normal * hit.depth;  // 0, unless they overlapped at the start
        bounce(a.moves, b.moves, hit, {.restitution = 0.75f});
    }
}

struct ball {
    vec2<float> position{}, velocity{};
    float radius = 1, restitution = 1;  // 1: it keeps its speed
};

void reflect(vec2<float>& v, vec2<float> normal, float restitution) {
    if (dot(v, normal) < 0) v -= normal * ((1 + restitution) * dot(v, normal));
}

/// Moves the ball to the hit, bounces it there, and continues with the rest of the step. Returns the walls that it hit.
std::vector<std::size_t> fly(ball& b, const std::vector<aabb<float>>& walls, vec2<float> gravity, float dt) {
    std::vector<std::size_t> touched;
    for (int hits = 0; hits < 8 && dt > 0; ++hits) {
        const vec2<float> motion = (b.velocity + gravity * (dt / 2)) * dt;
        const auto hit = shape_cast(circle<float>{b.position, b.radius}, motion, walls);
        if (hit.status != cast_status::separated) touched.push_back(hit.piece_b);
        if (hit.status == cast_status::started_overlapping) {  // a wall has moved into the ball
            b.position += hit.normal * hit.depth;
            reflect(b.velocity, hit.normal, b.restitution);
            continue;
        }
        const auto moved = [&](float part) { return circle<float>{b.position + motion * part, b.radius}; };
        float part = hit.fraction;  // 1 without a hit; reduced until the end is free in spite of rounding
        for (float back = 0x1p-22f; part > 0 && penetrates(moved(part), walls); back *= 2)
            part = part > back ? part - back : 0;
        const vec2<float> from = b.position, before = b.velocity;
        b.position += motion * part, b.velocity += gravity * (dt * part), dt *= 1 - part;
        if (hit.status == cast_status::separated) break;
        // The speed follows from the height that the ball fell: this keeps the energy at the hit.
        const float squared = length_squared(before) + 2 * dot(gravity, b.position - from);
        if (squared > 0) b.velocity = unit_or(b.velocity, {0, 1}) * std::sqrt(squared);
        reflect(b.velocity, hit.normal, b.restitution);
        if (dot(b.velocity + gravity * (dt / 2), hit.normal) > 0) continue;
        // Gravity would lead it back in this step, so it rests on the wall, or rolls along it.
        b.velocity -= hit.normal * dot(b.velocity, hit.normal), gravity -= hit.normal * dot(gravity, hit.normal);
    }
    return touched;
}

/// Returns the vertices of the path of a light ray that is reflected inside a room.
std::vector<vec2<float>> reflected(vec2<float> p, vec2<float> d, const any_shape<float>& room, int times) {
    std::vector<vec2<float>> path{p};
    for (int i = 0; i < times; ++i) {
        const auto hit = ray_cast(ray<float>{p, d}, room, ray_start::hollow);
        if (!hit) break;  // the ray ends inside the room
        p = hit->point, d -= hit->normal * (2 * dot(d, hit->normal));
        for (float k = 0x1p-22f; k < 1 && !penetrates(room, p); k *= 2) p += (center(room) - p) * k;
        path.push_back(p);
    }
    return path;
}

struct stop {
    std::size_t wall{};
    float fraction = 1;  // of this frame's translation
    vec2<float> normal{};
};

std::optional<stop> first_wall(circle<float> bullet, vec2<float> motion, std::span<const aabb<float>> walls) {
    const auto cast = shape_cast(bullet, motion, walls);
    if (cast.status == cast_status::separated) return {};
    return stop{cast.piece_b, cast.fraction, cast.normal};
}

struct collider_at {
    float distance{};
    collider_id id{};
    auto operator<=>(const collider_at&) const = default;
};

/// Returns the nearest colliders, at most `count`, the nearest first.
std::vector<collider_at> nearest_few(const world<float>& w, vec2<float> eye, float radius, std::size_t count) {
    std::vector<collider_at> found;
    w.query(circle<float>{eye, radius},
            [&](collider_id id) { found.push_back({distance(w.at(id), eye).distance, id}); });
    const auto end = found.begin() + static_cast<std::ptrdiff_t>(std::min(count, found.size()));
    std::partial_sort(found.begin(), end, found.end());  // by distance, then by id
    found.erase(end, found.end());
    return found;
}

struct thing {
    any_shape<float> outline{};  // about its own origin
    transform2<float> where{};
};

struct meeting {
    std::size_t a{}, b{};
    contact<float> how{};
};

std::vector<meeting> meetings(std::span<const thing> things) {
    std::vector<any_shape<float>> shapes;  // in world coordinates: transformed once a frame, not once a pair
    std::vector<aabb<float>> boxes;
    for (const thing& t : things) {
        shapes.push_back(baked(at(t.outline, t.where)));
        boxes.push_back(bounds(shapes.back()));
    }
    std::vector<meeting> found;
    for (std::size_t i = 0; i < shapes.size(); ++i)
        for (std::size_t j = i + 1; j < shapes.size(); ++j)
            if (intersects(boxes[i], boxes[j]))  // cheap, and most pairs end here
                if (const auto hit = collide(shapes[i], shapes[j])) found.push_back({i, j, *hit});
    return found;
}

std::vector<vec2<float>> outline(const any_shape<float>& shape) {
    const auto corners = vertices(shape);  // counter-clockwise
    if (radius(shape) == 0) return {corners.begin(), corners.end()};
    std::vector<vec2<float>> points;
    for (int i = 0; i < 32; ++i)  // the point of the shape that is farthest in each direction
        points.push_back(support(shape, rot2<float>::from_degrees(float(i) * 11.25f) * vec2{1.f, 0.f}));
    return points;
}

}  // namespace

// The vector type of another library.
namespace engine {
struct vector {
    float x, y;
};
}  // namespace engine

namespace {

engine::vector way_out(const std::vector<engine::vector>& outline, engine::vector middle, float radius) {
    const auto polygon = make_convex_polygon(outline);  // any range of vectors with x and y
    if (!polygon) return {};
    const circle<float> disc{to_vec2(middle), radius};
    const auto hit = collide(disc, *polygon);
    return from_vec2<engine::vector>(hit ? hit->mtv() : vec2<float>{});
}

void print(const char* what, vec2<float> v) { std::printf("%s (%.2f, %.2f)\n", what, double(v.x), double(v.y)); }

}  // namespace

int main() {
    // A floor, a wall at its end, and paper.
    const std::vector<aabb<float>> room = {{{-100, -1}, {10, 0}}, {{9, 0}, {10, 100}}};
    print("pushed out of floor and wall:", pushed_out({{8.5f, 0.75f}, 1}, room));

    const std::vector<any_shape<float>> drawn = {aabb<float>{{0, 0}, {4, 4}}, circle<float>{{4, 4}, 1}};
    std::printf("picked: number %zu; %s\n", picked({3.5f, 3.5f}, drawn).value_or(9),
                picked({9, 9}, drawn) ? "something" : "nothing");

    const compound<float> level{
        std::vector<aabb<float>>{{{-100, -1}, {100, 0}}, {{2, 0}, {9, 0.25f}}, {{9, 0}, {10, 9}}}};
    print("slid along the floor:", slid({0, 0.5f}, {1, -1}, level));
    character player{{0, 3}};
    for (int frame = 0; frame < 240; ++frame) {
        walk(player, 4, false, level, 1 / 60.f);
        if (frame % 60 == 59) print(player.on_floor ? "walking:" : "falling:", player.position);
    }
    float top = 0;
    for (int frame = 0; frame < 120; ++frame) {
        walk(player, -1, frame == 0, level, 1 / 60.f);
        top = player.position.y > top ? player.position.y : top;
    }
    print(player.on_floor ? "after a jump, walking:" : "falling:", player.position);
    std::printf("the jump was %.2f high\n", double(top - 0.25f));
    character late{{0, 0}};
    late.since_floor = 0.05f;  // it has just left an edge
    walk(late, 0, true, level, 1 / 60.f);
    character too_late{{0, 5}};
    too_late.since_floor = 0.2f;
    walk(too_late, 0, true, level, 1 / 60.f);
    std::printf("after the edge: %s, and later: %s\n", late.velocity.y > 0 ? "jumps" : "falls",
                too_late.velocity.y > 0 ? "jumps" : "falls");

    const circle<float> round{{0, 0}, 1};
    solid_thing fast{round, {.position = {0, 0}, .velocity = {3, 0}, .inverse_mass = 1}},
        slow{round, {.position = {1.5f, 0}, .inverse_mass = 0.5f}};
    collide_and_bounce(fast, slow);
    print("after the bounce, the fast one has", fast.moves.velocity);
    print("and the slow one", slow.moves.velocity);
    const solid_thing crate = thing_of(aabb<float>{{-1, -1}, {1, 1}}, {0, 0});
    std::printf("a crate has the mass %.2f and the moment of inertia %.2f\n", double(1 / crate.moves.inverse_mass),
                double(1 / crate.moves.inverse_inertia));
    solid_thing pinball = thing_of(circle<float>{{0, 0}, 0.5f}, {3, 2}), flipper = flipper_at({0, 0}, 20);
    pinball.moves.velocity = {0, -10};
    strike(pinball, flipper, 1 / 16.f);  // at the end of the step, the flipper has passed the ball's first position
    print("the flipper strikes the ball to", pinball.moves.position);
    print("with the velocity", pinball.moves.velocity);
    std::printf("they %s\n",
                penetrates(at(pinball.outline, placement(pinball.moves)), at(flipper.outline, placement(flipper.moves)))
                    ? "overlap"
                    : "do not overlap");

    ball jumping{{0, 5}, {0, 0}, 0.5f};
    float highest = 0;
    for (int frame = 0; frame < 60 * 600; ++frame) {
        fly(jumping, room, {0, -10}, 1 / 60.f);
        if (frame >= 60 * 590) highest = jumping.position.y > highest ? jumping.position.y : highest;
    }
    ball caught{{8.75f, 5}, {1, 0}, 0.5f};  // the wall has moved into it
    fly(caught, room, {0, 0}, 1 / 64.f);
    print("out of the wall, and on:", caught.position);
    ball in_corner{{7, 3}, {64, -128}, 0.5f};
    for (const std::size_t i : fly(in_corner, room, {0, 0}, 1 / 32.f)) std::printf("the ball hits wall %zu\n", i);
    std::printf("after ten minutes, the ball jumps to %.1f\n", double(highest));
    const auto light = reflected({110, 95}, {300, 70}, circle<float>{{100, 100}, 50}, 1000);
    std::printf("the ray is reflected %zu times\n", light.size() - 1);

    const std::vector<aabb<float>> papers = {{{750, -8}, {750.001f, 8}}, {{250.5f, -8}, {250.501f, 8}}};
    if (const auto hit = first_wall({{0, 0}, 0.5f}, {1000, 0}, papers))
        std::printf("the bullet is stopped by paper %zu at %.2f of its motion\n", hit->wall, double(hit->fraction));
    if (const auto seen = ray_cast(ray<float>{{0, 0}, {1000, 0}}, papers[0])) print("the ray ends at", seen->point);

    world<float> crowd;
    for (int i = 0; i < 9; ++i) crowd.add({.shape = circle<float>{{float(i * i), 0}, 0.25f}, .user = std::uint64_t(i)});
    for (const collider_at& c : nearest_few(crowd, {10, 0}, 20, 3))
        std::printf("near: number %d at %.2f\n", int(crowd.user(c.id)), double(c.distance));

    std::vector<thing> things;
    for (int i = 0; i < 8; ++i) {
        const transform2<float> where{{float(i) * 1.25f, 0}, rot2<float>::from_degrees(float(i) * 45)};
        if (i % 2 == 0) things.push_back({aabb<float>{{-1, -0.5f}, {1, 0.5f}}, where});
        else things.push_back({circle<float>{{0, 0}, 0.5f}, where});
    }
    for (const meeting& m : meetings(things)) {
        const auto direct =
            collide(at(things[m.a].outline, things[m.a].where), at(things[m.b].outline, things[m.b].where));
        std::printf("%zu and %zu: %.2f deep, %s\n", m.a, m.b, double(m.how.depth),
                    direct == m.how ? "as without baking" : "different");
    }

    std::printf("points to draw: %zu of a box, %zu of a capsule\n", outline(drawn[0]).size(),
                outline(capsule<float>{{0, 0}, {4, 0}, 1}).size());
    print("the capsule begins with", outline(capsule<float>{{0, 0}, {4, 0}, 1})[0]);

    print("way out for another library's vectors:", to_vec2(way_out({{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {4.5f, 2}, 1)));
}
