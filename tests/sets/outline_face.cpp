// Manifolds of solids in pieces use the edge of the whole outline.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <algorithm>
#include <vector>

namespace outline_face_tests {

using namespace hitbox;

TEST_CASE("a box on two tiles rests on both of its ends, wherever the seam is") {
    const aabb<float> body{{1, 0.875f}, {3, 2}};
    const auto whole = contact_manifold(body, aabb<float>{{0, 0}, {4, 1}});
    REQUIRE(whole.count == 2);
    for (const float seam : {0.5f, 1.f, 1.25f, 2.f, 2.75f, 3.f, 3.5f}) {
        const std::vector<aabb<float>> tiles{{{0, 0}, {seam, 1}}, {{seam, 0}, {4, 1}}};
        const auto cut = contact_manifold(body, tiles);
        REQUIRE(cut.count == 2);
        CHECK(cut.normal == whole.normal);
        const auto xs = [](const auto& m) { return std::minmax(m.points[0].point.x, m.points[1].point.x); };
        CHECK(xs(cut) == xs(whole));
        CHECK(cut.points[0].depth == whole.points[0].depth);
        CHECK(cut.points[0].id != cut.points[1].id);
    }
}

TEST_CASE("the contact edge ends where the ground continues at another angle") {
    const std::vector<triangle<float>> hill{{{0, 0}, {4, 0}, {4, 2}}, {{4, 0}, {8, 0}, {4, 2}}};
    const auto top = contact_manifold(aabb<float>{{3, 1.75f}, {5, 3}}, hill);
    REQUIRE(top.count >= 1);
    CHECK(top.normal == vec2<float>{0, -1});
    for (const auto& p : top) CHECK(p.point.x == 4.f);
}

}  // namespace outline_face_tests
