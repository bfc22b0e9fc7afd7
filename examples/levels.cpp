// Several levels of collision geometry for one object: a cheap test first, and the precise one only for pairs that
// pass.

#include <cstdio>
#include <vector>

#include <hitbox/pairs.hpp>

using namespace hitbox;

namespace {

// Level 1: circles. Their squared distance is compared with the squared sum of the radii, so no root is needed. (The
// library's intersects(circle, circle) is an exact version of this test.)
bool circles_meet(const circle<float>& a, const circle<float>& b) {
    const float reach = a.radius + b.radius;
    return length_squared(b.center - a.center) <= reach * reach;
}

// Level 2: boxes. There are four ways to miss; if none of them applies, it is a hit.
const char* way_of_missing(const aabb<float>& a, const aabb<float>& b) {
    if (a.max.x < b.min.x) return "a is left of b";
    if (b.max.x < a.min.x) return "a is right of b";
    if (a.max.y < b.min.y) return "a is below b";
    if (b.max.y < a.min.y) return "a is above b";
    return nullptr;
}

// Level 3: the exact outline.
struct ship {
    circle<float> around;
    aabb<float> box;
    convex_polygon<float> hull;
};

ship make_ship(vec2<float> where, float degrees) {
    const auto outline =
        assume_convex({vec2{-2.f, -0.5f}, vec2{1.f, -0.5f}, vec2{2.f, 0.f}, vec2{1.f, 0.5f}, vec2{-2.f, 0.5f}});
    const auto hull = baked(at(outline, transform2<float>{where, rot2<float>::from_degrees(degrees)}));
    return {{where, 2.1f}, bounds(hull), hull};  // the farthest corner is sqrt(2 * 2 + 0.5 * 0.5) = 2.06 away
}

}  // namespace

int main() {
    // A fleet in rows, each ship turned a little more than the one before.
    std::vector<ship> fleet;
    for (int i = 0; i < 36; ++i) fleet.push_back(make_ship({3.f * float(i % 6), 1.5f * float(i / 6)}, 25.f * float(i)));

    int pairs = 0, near = 0, boxes = 0, hits = 0;
    for (std::size_t i = 0; i < fleet.size(); ++i)
        for (std::size_t j = i + 1; j < fleet.size(); ++j) {
            const ship &a = fleet[i], &b = fleet[j];
            ++pairs;
            if (!circles_meet(a.around, b.around)) continue;
            ++near;
            if (way_of_missing(a.box, b.box)) continue;
            ++boxes;
            hits += intersects(a.hull, b.hull) ? 1 : 0;
        }
    std::printf("%d pairs: %d with circles that meet, %d of those with boxes that meet, %d of those collide\n", pairs,
                near, boxes, hits);

    std::printf("\nfour ways of missing:\n");
    const aabb<float> home{{0, 0}, {2, 2}};
    for (const vec2<float> corner :
         {vec2{3.f, 0.f}, vec2{-3.f, 0.f}, vec2{0.f, 3.f}, vec2{0.f, -3.f}, vec2{2.f, 1.f}}) {
        const char* miss = way_of_missing(home, aabb<float>::from_corner(corner, {2, 2}));
        std::printf("  a box at (%2.0f, %2.0f): %s\n", double(corner.x), double(corner.y), miss ? miss : "a hit");
    }

    // A capsule is a segment with a radius: a person, a limb, a beam. Two of them meet if the distance of their
    // segments is at most the sum of the radii.
    const capsule<float> person{{0, 0.5f}, {0, 1.5f}, 0.5f}, beam{{-2, 3}, {3, 1.5f}, 0.25f},
        ladder{{-1, 0.5f}, {1, 3}, 0.2f};
    std::printf("\ncapsules: person and beam %s, ", intersects(person, beam) ? "meet" : "miss");
    if (const auto hit = collide(person, ladder)) std::printf("person and ladder are %.2f deep\n", double(hit->depth));
}
