// The one file that compiles the queries.

#include "hits.hpp"

#include <hitbox/pairs.hpp>
using namespace hitbox;

std::optional<point> way_out(point middle, float radius, point box_min, point box_max) {
    const circle<float> disc{to_vec2(middle), radius};
    const auto hit = collide(disc, aabb<float>{to_vec2(box_min), to_vec2(box_max)});
    if (!hit) return {};
    return from_vec2<point>(hit->mtv());
}

float gap(point middle, float radius, point box_min, point box_max) {
    const circle<float> disc{to_vec2(middle), radius};
    return distance(disc, aabb<float>{to_vec2(box_min), to_vec2(box_max)}).distance;
}
