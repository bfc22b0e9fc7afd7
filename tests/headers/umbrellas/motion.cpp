// Characters and bounces, with nothing included but their umbrella.
#include <hitbox/motion.hpp>

#include <vector>

bool motion_is_complete() {
    using namespace hitbox;
    const std::vector<aabb<float>> ground{{{-9, -1}, {9, 0}}}, lift{{{20, 0}, {22, 1}}};
    const capsule<float> body{{0, 0.5f}, {0, 1.5f}, 0.5f};
    const slide_options<float> options{.up = {0, 1}, .step_height = 0.3f, .snap_distance = 0.3f};
    const auto moved = move_and_slide(body, {0, 0}, {1, -0.1f}, ground, options);
    const auto carried = carry(body, {0, 0}, lift[0], {0, 0}, {0, 1}, ground, options);
    return moved.on_floor && carried.position.y == 0 && slide(vec2<float>{1, -1}, {vec2<float>{0, 1}}).y == 0 &&
           move_and_slide(body, {0, 2}, {0, -1}, with_platforms(ground, lift, {0, 1})).position.y == 1;
}
