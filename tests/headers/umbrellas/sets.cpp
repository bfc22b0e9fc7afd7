// Compounds, chains and ranges, with nothing included but their umbrella.
#include <hitbox/sets.hpp>

#include <vector>

bool sets_are_complete() {
    using namespace hitbox;
    const std::vector<aabb<float>> tiles{{{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}};
    const compound<float> level{tiles};
    const chain<float> ground = chain<float>::open(std::vector<vec2<float>>{{-4, 0}, {0, 0}, {4, 0}});
    const circle<float> disc{{1, 1.5f}, 1};
    const auto placed = at(level, transform2<float>{{0, 0}, {}});
    return intersects(level, disc) && penetrates(disc, tiles) && collide(disc, placed) &&
           distance(disc, ground).distance > 0 && contact_manifolds(disc, level).count > 0 &&
           ray_cast(ray<float>{{-3, 0.5f}, {9, 0}}, level) &&
           shape_cast(disc, vec2<float>{0, -3}, ground).fraction < 1 && contains(level, vec2<float>{1, 0.5f}) &&
           closest_point(level, vec2<float>{1, 3}).distance == 2;
}
