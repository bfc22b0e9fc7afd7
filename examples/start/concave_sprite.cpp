// A concave sprite with a hole from an editor: it is checked, turned, hit by bullets, and pushed out of a wall.

#include <hitbox/sets.hpp>

#include <cstdio>
#include <vector>

using namespace hitbox;

namespace {

using points = std::vector<vec2<float>>;

// A ship as an editor stores it: in pixels of the sprite, with its centre at the origin.
const points outline = {{-30, -20}, {-10, -8}, {10, -8}, {30, -20}, {30, 20}, {10, 8}, {-10, 8}, {-30, 20}};
const std::vector<points> holes = {{{18, -4}, {24, -4}, {24, 4}, {18, 4}}};

/// Prints why there is no polygon. Two indices are edges that cross or overlap; one index is a point.
void print_mistake(const auto& made) {
    if (made.index() != made.other_index()) std::printf("edges %zu and %zu: ", made.index(), made.other_index());
    else std::printf("point %zu: ", made.index());
    std::printf("%s\n", to_string(made.error()));
}

}  // namespace

int main() {
    // 1. Check the outline. A mistake is returned with the index of its point or edge.
    const auto drawn = make_polygon(outline, holes);
    if (!drawn) return print_mistake(drawn), 1;
    const points crossed = {{0, 0}, {4, 4}, {4, 0}, {0, 4}};
    if (const auto bad = make_polygon(crossed); !bad) print_mistake(bad);

    // All mistakes of a drawing, for an editor. `second` is `none` if the mistake is a point.
    const points drawing = {{0, 0}, {9, 0}, {9, 9}, {4, -1}, {0, 9}};
    const std::vector<points> cuts = {{{1, 1}, {2, 2}, {3, 3}}};
    for (const polygon_mistake& m : polygon_mistakes(drawing, cuts)) {
        if (m.second == polygon_mistake::none) std::printf("point %zu: %s\n", m.first, to_string(m.error));
        else std::printf("edges %zu and %zu: %s\n", m.first, m.second, to_string(m.error));
    }

    // 2. Make the shape once. Copies share its pieces.
    const compound<float> ship{*drawn};
    std::printf("%zu convex pieces, area %.0f\n", ship.size(), double(area(*drawn)));

    // 3. Each frame: place it by its transform, and test it.
    const transform2<float> where{{200, 100}, rot2<float>::from_degrees(90)};
    const auto placed_ship = at(ship, where);
    for (const vec2<float> bullet : {vec2{200.f, 120.f}, vec2{200.f, 100.f}, vec2{185.f, 100.f}})
        std::printf("bullet at (%.0f, %.0f): %s\n", double(bullet.x), double(bullet.y),
                    intersects(placed_ship, bullet) ? "hit" : "miss");

    // A laser: the first point of the ship on a line.
    if (const auto spot = ray_cast(ray<float>::between({150, 100}, {250, 100}), placed_ship))
        std::printf("the laser ends at (%.0f, %.0f)\n", double(spot->point.x), double(spot->point.y));

    // 4. Out of a wall: one vector for the whole ship.
    const aabb<float> wall{{150, 125}, {250, 140}};
    if (const auto hit = collide(placed_ship, wall)) {
        const vec2<float> free = where.translation + hit->mtv();
        std::printf("pushed out to (%.0f, %.0f)\n", double(free.x), double(free.y));
    }

    // 5. The border in the world: ring 0 is the outline, the others are the holes.
    std::vector<segment<float>> border;
    for (std::size_t r = 0; r < drawn->ring_count(); ++r) {
        const auto ring = drawn->ring(r);
        for (std::size_t i = 0; i < ring.size(); ++i)
            border.push_back({where * ring[i], where * ring[(i + 1) % ring.size()]});
    }
    std::printf("%zu lines, the first from (%.0f, %.0f) to (%.0f, %.0f)\n", border.size(), double(border[0].a.x),
                double(border[0].a.y), double(border[0].b.x), double(border[0].b.y));

    // Triangles that fill it.
    std::vector<triangle<float>> filling;
    for (const triangle<float>& t : triangles(*drawn)) filling.push_back({where * t.a, where * t.b, where * t.c});
    std::printf("%zu triangles to draw\n", filling.size());
}
