// Ten thousand discs and boxes that move and bounce off each other: a broad phase finds the pairs.

#include <hitbox/broad.hpp>
#include <hitbox/pairs.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

using namespace hitbox;

namespace {

constexpr float side = 1000;  // of the square in which all of them move

struct thing {
    any_shape<float> shape{};  // at its position in the world
    vec2<float> velocity{};
};

/// Numbers from 0 to 1, the same on every machine.
float random(std::uint32_t& state) {
    state = state * 1664525u + 1013904223u;
    return float(state >> 8) / float(1 << 24);
}

std::vector<thing> crowd(std::size_t count) {
    std::uint32_t seed = 1;
    std::vector<thing> things;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = side * random(seed), y = side * random(seed), size = 1 + 2 * random(seed);
        const float speed_x = 2 * random(seed) - 1, speed_y = 2 * random(seed) - 1;
        thing t{circle<float>{{x, y}, size}, {speed_x, speed_y}};
        if (i % 2 == 0) t.shape = aabb<float>::from_center({x, y}, {size, size});
        things.push_back(t);
    }
    return things;
}

void move(thing& t) {
    const vec2<float> middle = center(t.shape);
    if (middle.x < 0 || middle.x > side) t.velocity.x = middle.x < 0 ? 1.f : -1.f;
    if (middle.y < 0 || middle.y > side) t.velocity.y = middle.y < 0 ? 1.f : -1.f;
    t.shape = translated(t.shape, t.velocity);
}

}  // namespace

int main() {
    std::vector<thing> things = crowd(10000);
    std::vector<aabb<float>> boxes;
    spatial_hash<float> broad;
    using clock = std::chrono::steady_clock;
    const clock::time_point start = clock::now();
    for (int frame = 0; frame < 10; ++frame) {
        // 1. Move everything, and compute the bounding boxes.
        boxes.resize(things.size());
        for (std::size_t i = 0; i < things.size(); ++i) move(things[i]), boxes[i] = bounds(things[i].shape);

        // 2. The pairs whose boxes meet.
        if (!broad.update(boxes)) broad.build(boxes);  // build: in the first frame, and if their number has changed

        // 3. Test these pairs only.
        std::size_t pairs = 0, contacts = 0;
        for (const auto& [p, q] : sorted_pairs(broad)) {
            ++pairs;
            thing &a = things[p.index()], &b = things[q.index()];
            const auto hit = collide(a.shape, b.shape);
            if (!hit) continue;
            ++contacts;
            const float closing = dot(a.velocity - b.velocity, hit->normal);           // the normal goes from a to b
            if (closing <= 0) continue;                                                // they are moving apart
            a.velocity -= hit->normal * closing, b.velocity += hit->normal * closing;  // equal masses
        }
        std::printf("frame %d: %zu pairs of boxes, %zu contacts\n", frame, pairs, contacts);

        // Between two frames, things may come and go.
        if (frame == 7) things[0] = things.back(), things.pop_back();
        if (frame == 8) things.push_back({circle<float>{{450, 430}, 2}, {1, 0}});
    }

    const std::chrono::duration<double, std::nano> taken = clock::now() - start;
    std::printf("%.0f ns per thing and frame\n", taken.count() / 10 / double(things.size()));

    // 4. The objects in view: those whose boxes meet the box of the camera.
    std::vector<proxy> in_view;
    broad.query(aabb<float>{{400, 400}, {500, 460}}, [&](proxy p) { in_view.push_back(p); });
    std::printf("%zu boxes in view\n", in_view.size());
}
