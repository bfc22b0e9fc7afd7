// One rule for every normal: a hit on a motion reports the surface normal that points out of the solid that was hit,
// against the motion. Normals of two shapes at rest point from a to b.

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "../laws.hpp"
#include "catch_compat.hpp"

using namespace hitbox_tests;

namespace {

using shape = any_shape<float>;

shape of_kind(generator& random, std::size_t kind, vec2<float> p) {
    switch (kind % 8) {
        case 0: return p;
        case 1: return random.around<circle<float>>(p, 1);
        case 2: return random.around<aabb<float>>(p, 1);
        case 3: return random.around<obb<float>>(p, 1);
        case 4: return random.around<segment<float>>(p, 1);
        case 5: return random.around<capsule<float>>(p, 1);
        case 6: return random.around<triangle<float>>(p, 1);
        default: return random.around<convex_polygon<float, 8>>(p, 1);
    }
}

/// The same solid as a shape, as sets of one piece, and in a world.
struct forms {
    shape alone{};
    std::vector<shape> range{};
    compound<float> pieces{};
    world<float> scene{};

    explicit forms(const shape& s) : alone{s}, range{s}, pieces{range} { scene.add({.shape = s}); }
};

/// Calls law(a, b, path) several times for every ordered pair of kinds: separated, touching and overlapping.
template <class Law>
void on_pairs(std::uint64_t seed, Law law) {
    generator random{seed};
    for (std::size_t i = 0; i < 8 * 8 * 24; ++i) {
        const vec2<float> p = random.unit<float>() * random.real<float>(0, i % 3 == 0 ? 4.f : 1.f);
        const shape a = of_kind(random, i % 8, p), b = of_kind(random, i / 8, {});
        const vec2<float> translation = center(b) - center(a) + random.unit<float>() * random.real<float>(0, 2);
        INFO("case " << i << ": " << code(a) << " by " << code(translation) << " at " << code(b));
        law(a, b, translation);
    }
}

sweep<float> along(vec2<float> translation) { return {{{}, {}}, {translation, {}}}; }
const sweep<float> rest{};

bool stands_against(vec2<float> normal, vec2<float> translation) {
    return dot(normal, translation) <= 16 * std::numeric_limits<float>::epsilon() * (1 + length(translation));
}

}  // namespace

TEST_CASE(
    "rays, casts, impacts and movers report the normal of the surface hit; shapes at rest the direction from a to b") {
    const aabb<float> box{{0, 0}, {1, 1}}, wall{{3, -4}, {5, 4}};
    const std::array<aabb<float>, 1> walls{wall};
    const compound<float> pieces{walls};
    const std::vector<vec2<float>> corners{{3, -4}, {3, 4}, {9, 4}, {9, -4}};
    const auto edge = chain<float>::open(corners);  // solid on its right
    const auto outline = make_polygon(corners);
    world<float> scene;
    scene.add({.shape = wall});
    const vec2<float> out{-1, 0}, translation{4, 0};
    const ray<float> r{{0.5f, 0.5f}, translation};

    CHECK(ray_cast(r, wall)->normal == out);
    CHECK(ray_cast(r, walls)->normal == out);
    CHECK(ray_cast(r, pieces)->normal == out);
    CHECK(ray_cast(r, *outline)->normal == out);
    CHECK(scene.ray_cast_closest(r)->hit.normal == out);
    CHECK(shape_cast(box, translation, wall).normal == out);
    CHECK(shape_cast(box, vec2<float>{}, wall, -translation).normal == out);
    CHECK(shape_cast(box, translation, walls).normal == out);
    CHECK(shape_cast(walls, translation * -1.f, box).normal == -out);
    CHECK(shape_cast(box, translation, pieces).normal == out);
    CHECK(shape_cast(box, translation, edge).normal == out);
    CHECK(scene.shape_cast_closest(box, translation)->cast.normal == out);
    CHECK(scene.shape_cast(box, translation)[0].cast.normal == out);
    CHECK(time_of_impact(box, along(translation), wall, rest).normal == out);
    CHECK(time_of_impact(wall, rest, box, along(translation)).normal == -out);
    const auto slid = move_and_slide(box, {0, 0}, translation, walls);
    REQUIRE(slid.contacts.size() == 1);
    CHECK(slid.contacts[0].normal == out);

    const vec2<float> from_a_to_b{1, 0};
    const aabb<float> sunk{{2.5f, 0}, {3.5f, 1}};
    CHECK(distance(box, wall).normal == from_a_to_b);
    CHECK(sat::separating_axis(box, wall) == from_a_to_b);
    CHECK(closest_point(wall, {0, 0}).gradient == out);  // out of the shape, as a signed distance grows
    CHECK(collide(sunk, wall)->normal == from_a_to_b);
    CHECK(collide(sunk, pieces)->normal == from_a_to_b);
    CHECK(contact_manifold(sunk, wall).normal == from_a_to_b);
    CHECK(contact_manifold(sunk, pieces).normal == from_a_to_b);
    CHECK(shape_cast(sunk, translation, wall).normal == out);
    CHECK(shape_cast(sunk, translation, pieces).normal == out);
    CHECK(time_of_impact(sunk, along(translation), wall, rest).normal == out);
}

TEST_CASE("the normal of every hit points against the motion, for a shape, a set and a world") {
    int hits = 0, in_worlds = 0;
    on_pairs(1, [&](const shape& a, const shape& b, vec2<float> translation) {
        const forms solid{b};
        const cast_result<float> pair = shape_cast(a, translation, b), set = shape_cast(a, translation, solid.range);
        const cast_result<float> tree = shape_cast(a, translation, solid.pieces),
                                 turned = time_of_impact(a, along(translation), b, rest);
        const auto in_world = solid.scene.shape_cast_closest(a, translation);
        for (const auto& cast : {pair, set, tree, turned}) {
            if (cast.status != cast_status::hit && cast.status != cast_status::started_touching) continue;
            ++hits;
            CHECK(std::abs(length(cast.normal) - 1) <= 4 * std::numeric_limits<float>::epsilon());
            CHECK(stands_against(cast.normal, translation));
        }
        CHECK(tree == set);
        CHECK(in_world.has_value() == (pair.status != cast_status::separated));
        if (in_world) {
            ++in_worlds;
            CHECK(in_world->cast == pair);
        }
        if (pair.status == cast_status::hit && turned.status == cast_status::hit)
            CHECK(std::abs(pair.fraction - turned.fraction) <= 1e-4f);
    });
    CHECK(hits > 1000);
    CHECK(in_worlds > 500);
}

TEST_CASE("after a cast that starts overlapping, normal times depth separates, and no shorter translation does") {
    int overlaps = 0;
    on_pairs(2, [&](const shape& a, const shape& b, vec2<float> translation) {
        const forms solid{b};
        const auto in_world = solid.scene.shape_cast_closest(a, translation);
        const auto pair = shape_cast(a, translation, b);
        CHECK((pair.status == cast_status::started_overlapping) == penetrates(a, b));
        if (pair.status != cast_status::started_overlapping) return;
        ++overlaps;
        REQUIRE(in_world);
        const cast_result<float> of_range = shape_cast(a, translation, solid.range),
                                 of_tree = shape_cast(a, translation, solid.pieces);
        for (const auto& cast :
             {pair, of_range, of_tree, in_world->cast, time_of_impact(a, along(translation), b, rest)}) {
            CHECK(cast.status == cast_status::started_overlapping);
            const float rounding = 64 * std::numeric_limits<float>::epsilon();
            const auto left = collide(translated(a, cast.normal * cast.depth), b);
            CHECK((!left || left->depth <= rounding));
            if (cast.depth > 8 * rounding) CHECK(penetrates(translated(a, cast.normal * (cast.depth * 0.75f)), b));
        }
    });
    CHECK(overlaps > 300);
}

TEST_CASE("a contact that stops a mover has a normal against its motion, as the cast has") {
    int touched = 0;
    on_pairs(3, [&](const shape& a, const shape& b, vec2<float> translation) {
        const std::vector<shape> set{b};
        const auto cast = shape_cast(a, translation, set);
        if (cast.status != cast_status::hit) return;
        const auto moved = move_and_slide(a, {0, 0}, translation, set);
        if (!moved.started_free || moved.contacts.size() == 0) return;
        ++touched;
        CHECK(stands_against(moved.contacts[0].normal, translation));
        CHECK(stands_against(cast.normal, translation));
    });
    CHECK(touched > 100);
}
