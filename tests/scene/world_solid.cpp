// The bounding box of a placed shape of a world.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "filled_world.hpp"

#include <random>

using namespace hitbox;
using namespace filled_worlds;

TEST_CASE("world: the bounding box of a placed solid is that of the placed shape", "[scene]") {
    std::mt19937 engine{4};
    for (int kind = 0; kind < 8; ++kind) {
        world<float> w;
        const auto shape = shape_of(kind);
        const collider_id id = w.add({.shape = shape});
        for (int i = 0; i < 50; ++i) {
            const transform2<float> where = place(engine);
            REQUIRE(w.move(id, where));
            const aabb<float> box = std::visit(
                [&](const auto& s) {
                    if constexpr (convex<std::remove_cvref_t<decltype(s)>>) return bounds(baked(at(s, where)));
                    else return bounds(at(s, where));
                },
                shape.value);
            REQUIRE((w.bounds() == box));
        }
    }
}
