// Convex polygons in two phases. The rough phase compares their bounding boxes, with two comparisons per axis. The fine
// phase, the separating-axis test, is for pairs that pass the rough one.

#include <array>
#include <cstdio>
#include <optional>

#include <hitbox/pairs.hpp>

using namespace hitbox;

namespace {

// A polygon stores its points relative to a position. To move it, only the position changes.
struct thing {
    const char* name;
    convex_polygon<float> outline;
    vec2<float> position;
};

// The answer of the fine phase.
struct response {
    float overlap;          // the overlap on the axis of smallest overlap
    vec2<float> direction;  // unit: that axis, from a to b
    vec2<float> vector;     // direction times overlap: subtract it from a's position, or add it to b's
    bool a_in_b, b_in_a;
};

// at(outline, position) is the polygon at its position; no points are transformed by hand.
aabb<float> box_around(const thing& b) { return bounds(at(b.outline, b.position)); }

std::optional<response> fine_phase(const thing& a, const thing& b) {
    const auto hit = collide(at(a.outline, a.position), at(b.outline, b.position));
    if (!hit) return {};
    return response{hit->depth, hit->normal, hit->normal * hit->depth, hit->a_in_b, hit->b_in_a};
}

void look_at(const thing& a, const thing& b) {
    std::printf("%-6s %-6s  ", a.name, b.name);
    if (!intersects(box_around(a), box_around(b))) {
        std::printf("apart by the boxes\n");
    } else if (const auto r = fine_phase(a, b)) {
        std::printf("overlap %.2f along (%.2f, %.2f), vector (%.2f, %.2f)%s%s\n", double(r->overlap),
                    double(r->direction.x), double(r->direction.y), double(r->vector.x), double(r->vector.y),
                    r->a_in_b ? ", a in b" : "", r->b_in_a ? ", b in a" : "");
    } else {
        std::printf("apart by the axes\n");
    }
}

}  // namespace

int main() {
    const auto kite = assume_convex({vec2{0.f, -3.f}, vec2{2.f, 0.f}, vec2{0.f, 1.f}, vec2{-2.f, 0.f}});
    const auto slab = assume_convex({vec2{-4.f, -1.f}, vec2{4.f, 1.f}, vec2{4.f, 2.f}, vec2{-4.f, 0.f}});
    const auto chip = assume_convex({vec2{0.f, 0.f}, vec2{0.5f, 0.f}, vec2{0.f, 0.5f}});

    std::array<thing, 4> bodies = {
        {{"kite", kite, {0, 0}}, {"slab", slab, {3, 2}}, {"chip", chip, {0, -1}}, {"far", kite, {9, 9}}}};
    for (std::size_t i = 0; i < bodies.size(); ++i)
        for (std::size_t j = i + 1; j < bodies.size(); ++j) look_at(bodies[i], bodies[j]);

    // Push a out of b, and test again.
    std::printf("\nthe slab moves down by one\n");
    bodies[1].position.y -= 1;
    look_at(bodies[0], bodies[1]);
    if (const auto r = fine_phase(bodies[0], bodies[1])) bodies[0].position -= r->vector;
    std::printf("the kite is pushed to (%.2f, %.2f)\n", double(bodies[0].position.x), double(bodies[0].position.y));
    const auto left = fine_phase(bodies[0], bodies[1]);
    std::printf("and overlaps the slab by %.2f\n", left ? double(left->overlap) : 0.);
}
