#pragma once
/// Polygons on a grid, with and without holes, and the distance between a point and their border.

#include "../polygons.hpp"

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitbox_tests {

using namespace hitbox;

using real_number = long double;

inline rings some_rings(dice& d, int i) {
    switch (i % 4) {
        case 0: return random_star(d, 3 + d.index(12), 20);
        case 1: return random_outline(d, 4 + d.index(10), 16);
        case 2: return polyomino(d, 4 + d.index(12), false);
        default:
            return {{{0, 0}, {12, 0}, {12, 12}, {0, 12}}, {{3, 3}, {6, 3}, {6, 9}, {3, 9}}, {{8, 4}, {10, 8}, {8, 8}}};
    }
}

/// Calls law(dice, rings, polygon) for polygons on a grid, convex and concave, some with holes.
template <class T, class Law>
void on_polygons(int count, Law law) {
    dice d{7};
    for (int i = 0; i < count; ++i) {
        const rings all = some_rings(d, i);
        const auto made = to_polygon<T>(all);
        if (!made) continue;
        INFO("polygon " << i << ": " << to_text(all));
        law(d, all, *made);
    }
}

/// The distance between a point and the border, and whether the point is inside.
struct border_distance {
    real_number distance = std::numeric_limits<real_number>::infinity();
    bool is_inside = false;
};
/// Returns these by a search of all edges.
template <class T>
border_distance border_of(const rings& all, vec2<T> p) {
    const auto x = static_cast<real_number>(p.x), y = static_cast<real_number>(p.y);
    border_distance found;
    for (const grid_edge& e : edges_of(all)) {
        const real_number ax = e.a.x, ay = e.a.y, bx = e.b.x - ax, by = e.b.y - ay;
        const real_number part = std::min(1.L, std::max(0.L, ((x - ax) * bx + (y - ay) * by) / (bx * bx + by * by)));
        found.distance = std::min(found.distance, std::hypot(x - ax - part * bx, y - ay - part * by));
        if ((e.a.y <= y) != (e.b.y <= y) && x < ax + (y - ay) / by * bx) found.is_inside = !found.is_inside;
    }
    return found;
}

/// Returns a random coordinate, a multiple of 1/16 from -4 to 24.
template <class T>
T fraction(dice& d) {
    return static_cast<T>(d.between(-64, 24 * 16)) / 16;
}

}  // namespace hitbox_tests
