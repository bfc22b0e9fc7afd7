#pragma once
/// A world with a collider of every kind of shape, and all its answers as a list of numbers.

#include <hitbox/hitbox.hpp>

#include <random>
#include <vector>

namespace filled_worlds {

using namespace hitbox;

using V = vec2<float>;
using bytes = std::vector<std::byte>;

inline const compound<float>& ship() {
    static const compound<float> made{*make_polygon(std::vector<V>{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}})};
    return made;
}
inline collider_shape<float> shape_of(int kind) {
    switch (kind % 8) {
        case 0: return circle<float>{{0, 0}, 1};
        case 1: return aabb<float>{{-1, -1}, {1, 2}};
        case 2: return *regular_polygon(5, 1.5f);
        case 3: return capsule<float>{{-1, 0}, {1, 1}, 0.5f};
        case 4: return ship();
        case 5: return chain<float>::open(std::vector<V>{{-3, 0}, {0, 1}, {3, 0}}, chain_sides::two);
        case 6: return obb<float>{{0, 0}, {2, 0.5f}, rot2<float>::from_degrees(30)};
        default: return triangle<float>{{0, 0}, {3, 0}, {0, 2}};
    }
}
inline transform2<float> place(std::mt19937& engine) {
    const auto real = [&engine] { return static_cast<float>(engine() % 2048) / 128 - 8; };
    return {{real(), real()}, rot2<float>::from_degrees(static_cast<float>(engine() % 360))};
}

template <class World = world<float>>
struct filled_world {
    World w;
    std::vector<collider_id> ids;

    explicit filled_world(int n) {
        std::mt19937 engine{17};
        for (int i = 0; i < n; ++i)
            ids.push_back(w.add({.shape = shape_of(i), .transform = place(engine), .sensor = i % 5 == 0}));
        w.detect();
    }
    void move_all(unsigned seed) {
        std::mt19937 engine{seed};
        for (const collider_id id : ids) w.move(id, place(engine));
    }
};

/// Returns the answers of queries as numbers.
template <class World>
std::vector<float> seen_in(const World& w) {
    std::vector<float> all;
    const auto put = [&all](collider_id id) { all.push_back(static_cast<float>(id.index * 8 + id.generation)); };
    w.query(aabb<float>{{-4, -4}, {3, 5}}, put);
    w.query(circle<float>{{2, 2}, 3}, put);
    for (const auto& h : w.ray_cast(ray<float>{{-9, 1}, {20, 3}})) put(h.id), all.push_back(h.hit.point.x);
    for (const auto& h : w.shape_cast(circle<float>{{-9, -3}, 1}, V{20, 5})) put(h.id), all.push_back(h.cast.point.y);
    const auto slide = move_and_slide(aabb<float>{{-1, -1}, {1, 1}}, V{-9, -9}, V{15, 12}, w.solids());
    all.push_back(slide.position.x), all.push_back(slide.position.y);
    return all;
}
/// Returns the same, and then the contacts and events.
template <class World>
std::vector<float> written_by(const World& w) {
    std::vector<float> all = seen_in(w);
    for (const auto& c : w.contacts())
        for (int i = 0; i < c.manifold.count; ++i) all.push_back(c.manifold.points[i].point.x);
    for (const auto& e : w.began()) all.push_back(static_cast<float>(e.a.index * 100 + e.b.index));
    for (const auto& e : w.ended()) all.push_back(static_cast<float>(e.a.index * 100 + e.b.index));
    return all;
}

}  // namespace filled_worlds
