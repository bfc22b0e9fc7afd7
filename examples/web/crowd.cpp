// The crowd: thousands of moving shapes, and all touching pairs, found by a spatial hash and `collide`. Each phase of a
// frame is a function, so that the page can measure it. This file is compiled for speed and linked into one module with
// levels.cpp.

#include <vector>

#define HITBOX_ASSERT(condition, why) static_cast<void>(0)
#include <hitbox/broad.hpp>
#include <hitbox/pairs.hpp>

#ifdef __wasm__
#  define EXPORT(name) extern "C" __attribute__((export_name(#name))) auto name
#else
#  define EXPORT(name) extern "C" auto name
#endif

namespace crowd {

using namespace hitbox;

// One kind of shape: up to six vertices and a radius.
struct figure {
    vertex_list<float, 6> corners{};
    float radius = 0;
    vec2<float> middle{};
};
constexpr const vertex_list<float, 6>& vertices(const figure& s) { return s.corners; }
constexpr float radius(const figure& s) { return s.radius; }
constexpr vec2<float> center(const figure& s) { return s.middle; }
constexpr vec2<float> support(const figure& s, vec2<float> d) {
    vec2<float> farthest = s.corners[0];
    for (const vec2<float> p : s.corners)
        if (dot(p, d) > dot(farthest, d)) farthest = p;
    return farthest + unit_or(d, vec2{0.f, 1.f}) * s.radius;
}
constexpr aabb<float> bounds(const figure& s) {
    aabb<float> box{s.corners[0], s.corners[0]};
    for (const vec2<float> p : s.corners) box = {(min)(box.min, p), (max)(box.max, p)};
    const vec2<float> rim{s.radius, s.radius};
    return {box.min - rim, box.max + rim};
}
constexpr bool valid(const figure&) { return true; }  // the centres start and stay in this room

std::vector<figure> figures;
std::vector<vec2<float>> positions, velocities;
std::vector<aabb<float>> boxes;
std::vector<std::pair<unsigned, unsigned>> pairs;
std::vector<unsigned char> touching;
spatial_hash<float> broad;
vec2<float> room;

// A circle, a box, a capsule and a hexagon of about the same size around (0, 0).
figure pattern(unsigned kind) {
    const auto list = [](auto... points) { return vertex_list<float, 6>{{points...}, sizeof...(points)}; };
    switch (kind) {
        case 0: return {list(vec2{0.f, 0.f}), 1};
        case 1: return {list(vec2{-1.f, -.75f}, vec2{1.f, -.75f}, vec2{1.f, .75f}, vec2{-1.f, .75f}), 0};
        case 2: return {list(vec2{-.75f, -.75f}, vec2{.75f, .75f}), .5f};
        default:
            return {list(vec2{1.f, 0.f}, vec2{.5f, .875f}, vec2{-.5f, .875f}, vec2{-1.f, 0.f}, vec2{-.5f, -.875f},
                         vec2{.5f, -.875f}),
                    0};
    }
}

void put(figure& s, vec2<float> at) {
    const vec2<float> offset = at - s.middle;
    for (std::size_t i = 0; i < s.corners.size(); ++i) s.corners.points[i] = s.corners[i] + offset;
    s.middle = at;
}

/// Makes n random shapes in a room from a seed. Shape i is of kind i % 4.
EXPORT(start)(unsigned n, unsigned seed, float width, float height)->void {
    unsigned state = seed * 2654435761u + 1;
    const auto chance = [&state](float from, float to) {
        state = state * 1664525u + 1013904223u;
        return from + (to - from) * float(state >> 8) / 16777216.f;
    };
    room = {width, height};
    figures.clear(), positions.clear(), velocities.clear(), boxes.clear();
    for (unsigned i = 0; i < n; ++i) {
        figures.push_back(pattern(i % 4));
        const float x = chance(1, width - 1), y = chance(1, height - 1);
        put(figures[i], {x, y});
        positions.push_back({x, y});
        const float along = chance(-4, 4), up = chance(-4, 4);
        velocities.push_back({along, up});
        boxes.push_back(bounds(figures[i]));
    }
    touching.assign(n, 0);
    broad.build(boxes);
}

// The phases of a frame.

EXPORT(move)(float seconds)->void {
    for (std::size_t i = 0; i < figures.size(); ++i) {
        vec2<float>&p = positions[i], &v = velocities[i];
        p += v * seconds;
        if (p.x < 1 || p.x > room.x - 1) v.x = 0 - v.x, p.x = p.x < 1 ? 1 : room.x - 1;
        if (p.y < 1 || p.y > room.y - 1) v.y = 0 - v.y, p.y = p.y < 1 ? 1 : room.y - 1;
        // The vertices are computed from the pattern, so that roundings do not add up.
        figures[i] = pattern(i % 4), put(figures[i], p);
    }
}
EXPORT(bound)()->void {
    for (std::size_t i = 0; i < figures.size(); ++i) boxes[i] = bounds(figures[i]);
}
/// Returns the number of pairs of boxes that meet.
EXPORT(pair_up)()->unsigned {
    static_cast<void>(broad.update(std::span<const aabb<float>>{boxes}));
    pairs.clear();
    broad.for_each_pair([](proxy a, proxy b) { pairs.push_back({a.index(), b.index()}); });
    return unsigned(pairs.size());
}
/// Returns the number of pairs of shapes that touch.
EXPORT(collide_pairs)()->unsigned {
    unsigned count = 0;
    touching.assign(touching.size(), 0);
    for (const auto& [a, b] : pairs)
        if (collide(figures[a], figures[b])) touching[a] = touching[b] = 1, ++count;
    return count;
}
EXPORT(position_data)()->const vec2<float>* { return positions.data(); }
EXPORT(touching_data)()->const unsigned char* { return touching.data(); }

}  // namespace crowd
