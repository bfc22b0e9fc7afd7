// A collision and the response to it: `test` returns everything that a game needs to know about a collision, or
// nothing. Then four common mistakes of separating-axis tests written by hand, one by one.

#include <cstdio>
#include <optional>
#include <string>

#include <hitbox/pairs.hpp>

using namespace hitbox;

namespace {

struct thing {
    std::string name;
    any_shape<float> shape;  // of a kind that is known only at run time
};

struct information {
    const thing *a, *b;
    float distance;          // the depth of the overlap
    vec2<float> axis;        // its direction, from a to b
    bool a_in_b, b_in_a;     // whether one contains the other
    vec2<float> separation;  // moves a out of b
};

std::optional<information> test(const thing& a, const thing& b) {
    const auto hit = collide(a.shape, b.shape);
    if (!hit) return {};
    return information{&a, &b, hit->depth, hit->normal, hit->a_in_b, hit->b_in_a, hit->mtv()};
}

void report(const thing& a, const thing& b) {
    std::printf("%s, %s: ", a.name.c_str(), b.name.c_str());
    if (const auto info = test(a, b)) {
        std::printf("%.2f along (%.2f, %.2f)", double(info->distance), double(info->axis.x), double(info->axis.y));
        if (info->a_in_b || info->b_in_a) std::printf(", %s", info->a_in_b ? "inside it" : "around it");
        std::printf(", out by (%.2f, %.2f)\n", double(info->separation.x), double(info->separation.y));
    } else if (const auto gap = sat::separating_axis(a.shape, b.shape)) {  // one gap is enough: the search ends
        std::printf("apart, seen along (%.2f, %.2f)\n", double(gap->x), double(gap->y));
    }
}

}  // namespace

int main() {
    const auto tent = assume_convex({vec2{0.f, 0.f}, vec2{5.f, 1.f}, vec2{2.f, 4.f}});
    const auto rock = assume_convex({vec2{3.f, 2.f}, vec2{6.f, 1.f}, vec2{8.f, 4.f}, vec2{5.f, 6.f}});
    // A circle has no sides. Against a polygon it adds the axis from its centre to the closest corner, as `pin` shows.
    const circle<float> coin{{2, 2}, 0.5f}, pin{{6.25f, 0.75f}, 0.5f};
    const thing things[] = {{"coin", coin}, {"tent", tent}, {"rock", rock}, {"pin", pin}};
    for (const thing& a : things)
        for (const thing& b : things)
            if (&a < &b) report(a, b);

    // Four mistakes.
    const auto hit = collide(tent, rock);
    const auto axes = sat::explain(tent, rock);
    if (!hit) return 1;

    std::printf("\n1. axes that are not unit vectors? lengths:");
    for (const vec2<float> axis : axes.axes()) std::printf(" %.2f", double(length(axis)));

    std::printf("\n2. the last axis instead of the best? overlaps:");
    for (std::size_t i = 0; i < axes.size(); ++i) std::printf(" %.2f", double(axes[i].overlap));
    std::printf(", chosen: %.2f", double(hit->depth));

    std::printf("\n3. the sides of one polygon only? sides:");
    for (std::size_t i = 0; i < axes.size(); ++i)
        std::printf(" %s", axes[i].source == sat::axis_source::edge_of_a ? "tent" : "rock");

    // Moved by the whole vector, the shapes touch. Rounding may leave a tiny overlap, so the test moves slightly more.
    const vec2<float> out = hit->mtv();
    std::printf("\n4. out the wrong way? tent moved by the vector: %s",
                intersects(at(tent, out * 1.001f), rock) ? "still in" : "free");
    std::printf("; the other way: %.2f deep\n", double(collide(at(tent, -out), rock)->depth));
}
