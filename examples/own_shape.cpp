// Shapes that the library does not know, used like its own.

#include <cstdio>

#include <hitbox/pairs.hpp>

namespace game {

using hitbox::vec2;

// Any convex shape joins by two functions in its own namespace: a point inside, and the farthest point along a
// direction.
struct ellipse {
    vec2<float> middle{};
    vec2<float> radii{};
};
constexpr vec2<float> center(const ellipse& e) { return e.middle; }
constexpr vec2<float> support(const ellipse& e, vec2<float> d) {
    const vec2<float> u = unit_or(vec2{e.radii.x * d.x, e.radii.y * d.y}, vec2{0.f, 1.f});
    return e.middle + vec2{e.radii.x * u.x, e.radii.y * u.y};
}

// Vertices and a radius are even better: they provide exact answers, `contains` and all axes.
struct rounded_box {
    hitbox::aabb<float> core{};
    float rounding = 0;
};
constexpr vec2<float> center(const rounded_box& b) { return center(b.core); }
constexpr vec2<float> support(const rounded_box& b, vec2<float> d) {
    return support(b.core, d) + unit_or(d, vec2{0.f, 1.f}) * b.rounding;
}
constexpr auto vertices(const rounded_box& b) { return vertices(b.core); }  // counter-clockwise, strictly convex
constexpr float radius(const rounded_box& b) { return b.rounding; }         // of the rounded corners
// Returns true if the shape is well formed; without this function, a finite centre is enough.
constexpr bool valid(const rounded_box& b) { return valid(b.core) && valid(hitbox::circle<float>{{}, b.rounding}); }

}  // namespace game

using namespace hitbox;

static_assert(convex<game::ellipse> && !faceted<game::ellipse>);
static_assert(convex<game::rounded_box> && faceted<game::rounded_box>);

int main() {
    const game::ellipse egg{{0, 0}, {3, 2}};
    const game::rounded_box key{{{2, 1}, {4, 2}}, 0.5f};
    const auto report = [](const char* names, const auto& a, const auto& b) {
        if (const auto hit = collide(a, b))
            std::printf("%s: %.2f deep, normal (%.2f, %.2f)\n", names, double(hit->depth), double(hit->normal.x),
                        double(hit->normal.y));
        else std::printf("%s: apart\n", names);
    };
    report("egg and key", egg, key);
    report("egg and a point", egg, vec2{0.f, 1.5f});
    report("egg, a quarter turn on, and key", at(egg, transform2<float>{{0, 0}, rot2<float>::from_degrees(90)}), key);
    report("key and a circle at its corner", key, circle<float>{{5, 3}, 0.5f});
    std::printf("key contains its core: %s\n", contains(key, key.core) ? "yes" : "no");
    std::printf("axes of key and a triangle: %zu\n", sat::axes(key, triangle<float>{{0, 0}, {1, 0}, {0, 1}}).size());
}
