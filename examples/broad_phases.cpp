// Queries among many boxes: pairs, the first hit of a ray, neighbours, objects that are added and removed.

#include <cstdint>
#include <cstdio>
#include <optional>
#include <vector>

#include <hitbox/broad.hpp>
#include <hitbox/pairs.hpp>
using namespace hitbox;

namespace {

void all_pairs(const std::vector<circle<float>>& shapes, const std::vector<aabb<float>>& boxes) {
    const auto resolve = [](std::uint32_t a, std::uint32_t b, const contact<float>& hit) {
        std::printf("%u and %u: %.3f deep\n", a, b, double(hit.depth));
    };

    spatial_hash<float> broad;
    if (!broad.update(boxes)) broad.build(boxes);  // build: in the first frame, and if their number has changed
    broad.for_each_pair([&](proxy a, proxy b) {
        if (const auto hit = collide(shapes[a.index()], shapes[b.index()])) resolve(a.index(), b.index(), *hit);
    });
}

void first_hit(const std::vector<circle<float>>& shapes, const std::vector<aabb<float>>& boxes) {
    dynamic_tree<float> broad;
    broad.build(boxes);
    const ray<float> sight{{-5, 0.5f}, {100, 0}};

    std::optional<ray_hit<float>> first;
    broad.ray_cast(sight, [&](proxy p) {
        const auto hit = ray_cast(sight, shapes[p.index()]);
        if (hit && (!first || hit->fraction < first->fraction)) first = hit;
        return first ? first->fraction : 1.f;
    });
    if (first) std::printf("the ray ends at (%.3f, %.3f)\n", double(first->point.x), double(first->point.y));
}

void come_and_go() {
    dynamic_tree<float> broad;
    const proxy door = broad.insert({{0, 0}, {1, 2}});
    const proxy lamp = broad.insert({{5, 3}, {6, 4}});
    broad.update(door, {{0, 0}, {2, 2}});  // the door opens
    broad.remove(lamp);
    const proxy chair = broad.insert({{3, 0}, {4, 1}});
    std::printf("the chair has the index of the lamp: %s; the lamp is gone: %s\n",
                chair.index() == lamp.index() ? "yes" : "no", broad.contains(lamp) ? "no" : "yes");
    std::printf("the update of a removed lamp returns: %s\n", to_string(broad.update(lamp, {{0, 0}, {1, 1}}).error));
    std::printf("and so is a bad box: %s\n", to_string(broad.update(door, {{1, 1}, {0, 0}}).error));
    for (const proxy p : broad.nearest({10, 0}, 2)) std::printf("near: %u\n", p.index());
}

}  // namespace

int main() {
    std::vector<circle<float>> shapes;
    std::vector<aabb<float>> boxes;
    for (int i = 0; i < 12; ++i) {
        shapes.push_back({{float(i % 4) * 1.75f, float(i / 4) * 1.9f}, 0.9f});
        boxes.push_back(bounds(shapes.back()));
    }
    all_pairs(shapes, boxes);
    first_hit(shapes, boxes);
    come_and_go();
}
