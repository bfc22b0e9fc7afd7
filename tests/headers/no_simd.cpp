// Without vector types packs are arrays: slower, with the same answers.
#define HITBOX_NO_SIMD
#include <hitbox/hitbox.hpp>

using namespace hitbox;

namespace {

constexpr auto octagon = *regular_polygon<8>(8, 2.f);
constexpr triangle<float> wedge{{1, 1}, {4, 1}, {1, 4}};
constexpr capsule<float> pill{{-3, 0}, {3, 1}, .5f};

// Packs take no part in constant evaluation.
constexpr auto by_corner = collide(octagon, wedge), by_round = collide(octagon, pill), across = collide(wedge, pill);

}  // namespace

int main() {
    const auto runtime = [](auto shape) { return shape; };
    const bool same = collide(runtime(octagon), wedge) == by_corner && collide(runtime(octagon), pill) == by_round &&
                      collide(runtime(wedge), pill) == across;
    return same && !intersects(runtime(octagon), translated(wedge, {9, 0})) ? 0 : 1;
}
