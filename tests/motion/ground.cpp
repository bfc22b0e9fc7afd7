// The ground finder: floors that a body stands on, and corners of steps under a round bottom.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "body_among.hpp"

#include <cmath>
#include <optional>
#include <vector>

namespace ground_tests {

using namespace hitbox;
using hitbox_tests::body_among;
using V = vec2<float>;
using W = vec2<double>;
using boxes = std::vector<aabb<float>>;

const aabb<float> box{{-0.5f, -0.5f}, {0.5f, 0.5f}};
const circle<float> disc{{0, 0}, 5};  // at (-4, 3) from a corner and at (-3, 4), it touches it exactly

/// Returns the height of the body's floor above the body's lowest point.
template <class S>
std::optional<double> height(const S& shape, V at, const boxes& solids, const slide_options<float>& options) {
    body_among among{shape, at, solids, options};
    detail::ground_finder<float> ground{among.body};
    const auto found = ground.height_of_floor();
    CHECK(ground.is_stood_on() == found.has_value());
    CHECK(among.body.position() == at);  // its trial motions are undone
    return found;
}
/// A floor at height 0, and a step of the given height from x = 0 on.
boxes step_of(float height) { return {{{-50, -9}, {50, 0}}, {{0, -9}, {50, height}}}; }

TEST_CASE("ground: a body stands on a floor that it touches, and on nothing without an up", "[motion]") {
    const boxes level = step_of(-1);
    CHECK(height(box, {-2, 0.5f}, level, {.up = {0, 1}}) == 0.0);
    CHECK(height(disc, {-9, 5}, level, {.up = {0, 1}}) == 0.0);
    CHECK_FALSE(height(box, {-2, 0.75f}, level, {.up = {0, 1}}));
    CHECK_FALSE(height(box, {-2, 0.5f}, level, {}));
    CHECK_FALSE(height(box, {-2, 0.5f}, level, {.up = {0, -1}}));
    // Neither a wall nor a ceiling is a floor.
    CHECK_FALSE(height(box, {-50.5f, -4}, level, {.up = {0, 1}, .step_height = 1}));
    CHECK_FALSE(height(box, {-2, -9.5f}, level, {.up = {0, 1}, .step_height = 1}));
}

// The contact normal at such a corner is too steep for a floor. Without treads a disc would stop at every step of
// stairs.
TEST_CASE("ground: the corner of a step is a tread as high as the step, if step_height reaches it", "[motion]") {
    for (const float step_height : {0.f, 1.5f, 1.99f, 2.f, 2.5f}) {
        const auto found = height(disc, {-4, 5}, step_of(2), {.up = {0, 1}, .step_height = step_height});
        REQUIRE(found);
        CHECK(std::abs(*found - (step_height >= 2 ? 2 : 0)) < 1e-6);
    }
    // The same corner with the floor at its side.
    const boxes apart{{{-50, -9}, {-4.5f, 0}}, {{0, -9}, {50, 2}}};
    const auto found = height(disc, {-4, 5}, apart, {.up = {0, 1}, .step_height = 2});
    REQUIRE(found);
    CHECK(std::abs(*found - 2) < 1e-6);
}

TEST_CASE("ground: the end of a platform high above the ground is no tread", "[motion]") {
    for (const float depth : {2.25f, 2.75f, 30.f}) {
        const boxes cliff{{{-50, -99}, {50, 2 - depth}}, {{0, 1}, {50, 2}}};
        CHECK(height(disc, {-4, 5}, cliff, {.up = {0, 1}, .step_height = 2.5f}).has_value() == (depth < 2.5f));
    }
}

TEST_CASE("ground: a corner that is a floor itself is a tread if step_height reaches it from the lowest point",
          "[motion]") {
    // Its normal is (-0.6, 0.8): a floor. The lowest point of the disc is 1 below the corner.
    for (const float step_height : {0.f, 0.5f, 1.f, 3.f}) {
        const auto found = height(disc, {-3, 6}, step_of(2), {.up = {0, 1}, .step_height = step_height});
        REQUIRE(found);
        CHECK(std::abs(*found - (step_height >= 1 ? 1 : 0)) < 1e-6);
    }
}

TEST_CASE("ground: the corner of a step has the step's top for a floor, and a side has none", "[motion]") {
    const boxes solids = step_of(2);
    body_among among{disc, V{-4, 5}, solids, slide_options<float>{.up = {0, 1}, .step_height = 2}};
    detail::ground_finder<float> ground{among.body};
    const auto facets = among.body.find_near().touched();
    REQUIRE(facets.size() == 2);
    for (const auto& f : facets) {
        const detail::touched_surface t = ground.touched(f);
        const bool is_floor = f.normal == W{0, 1};
        CHECK(t.face.is_floor == is_floor);
        CHECK(t.face.piece == (is_floor ? 0 : 1));
        CHECK((ground.top_of(t) != nullptr) == !is_floor);
        CHECK(ground.is_tread(t) == !is_floor);
        const detail::surface s = ground.resolved(t);
        CHECK(s.is_floor);
        CHECK(s.plane.normal == W{0, 1});
        if (is_floor) continue;
        CHECK(t.corner.point == W{0, 2});
        CHECK(std::abs(ground.height_of(t.corner.point) - 2) < 1e-12);
    }
    CHECK(std::abs(ground.height_of({77, -3}) + 3) < 1e-12);
    // Without step_height, the touched facets are unchanged.
    body_among plain{disc, V{-4, 5}, solids, slide_options<float>{.up = {0, 1}}};
    detail::ground_finder<float> walls{plain.body};
    for (const auto& f : plain.body.find_near().touched()) {
        const detail::surface s = walls.resolved(walls.touched(f));
        CHECK(s.plane.normal == f.normal);
        CHECK(s.is_floor == (f.normal == W{0, 1}));
    }
}

TEST_CASE("ground: one of two facets blocks the motion at a convex corner, both at a concave corner", "[motion]") {
    const auto normals = [](V at, const boxes& solids, const slide_options<float>& options, W motion) {
        body_among among{box, at, solids, options};
        const detail::ground_finder<float> ground{among.body};
        std::vector<W> all;
        for (const auto& f : ground.chosen(among.body.find_near().touched(), motion)) all.push_back(f.normal);
        return all;
    };
    using list = std::vector<W>;
    const boxes block{{{0, -4}, {4, 0}}};
    const V corner{-0.5f, 0.5f};  // the body's lower right corner on the block's upper left one
    CHECK(normals(corner, block, {.up = {0, 1}}, {3, -1}) == list{{0, 1}});
    CHECK(normals(corner, block, {.up = {0, 1}}, {1, -3}) == list{{0, 1}});
    CHECK(normals(corner, block, {}, {3, -1}) == list{{0, 1}});
    CHECK(normals(corner, block, {}, {1, -3}) == list{{-1, 0}});
    const boxes bay{{{-9, -4}, {9, 0}}, {{0, -4}, {4, 9}}};
    for (const V up : {V{0, 1}, V{}}) CHECK(normals(corner, bay, {.up = up}, {3, -1}).size() == 2);
}

}  // namespace ground_tests
