// The edges of a one-sided chain that is a part of a larger set. They ignore the same shapes as in the chain alone.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "../rounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace one_sided_edges_tests {

using namespace hitbox;
using V = vec2<float>;
using hitbox_tests::generator;
using boxes = std::vector<aabb<float>>;

constexpr float never = 2;

/// The answers of all queries about a shape that moves, at one set.
struct answers {
    bool meets, pushes;
    float distance, ray, cast, impact;
};
template <class S, class Set>
answers answers_of(const S& shape, V motion, const Set& set) {
    const auto ray = ray_cast(hitbox::ray<float>{center(shape), motion}, set);
    const auto cast = shape_cast(shape, motion, set);
    const auto impact = time_of_impact(shape, sweep<float>{{}, {motion, {}}}, set, sweep<float>{});
    const auto fraction_of = [](const auto& r) { return r.status == cast_status::separated ? never : r.fraction; };
    return {intersects(shape, set),
            collide(shape, set).has_value(),
            distance(shape, set).distance,
            ray ? ray->fraction : never,
            fraction_of(cast),
            fraction_of(impact)};
}
/// Returns the answers at two sets together, from the answers at each of them.
answers combined(const answers& a, const answers& b) {
    return {a.meets || b.meets,     a.pushes || b.pushes,     std::min(a.distance, b.distance),
            std::min(a.ray, b.ray), std::min(a.cast, b.cast), std::min(a.impact, b.impact)};
}
bool is_close(float a, float b) { return a == b || std::abs(a - b) <= 1e-4f; }

template <class S, class Set>
void check(const S& shape, V motion, const Set& set, const answers& expected) {
    const answers found = answers_of(shape, motion, set);
    REQUIRE(found.meets == expected.meets);
    REQUIRE(found.pushes == expected.pushes);
    REQUIRE(is_close(found.distance, expected.distance));
    REQUIRE(is_close(found.ray, expected.ray));
    REQUIRE(is_close(found.cast, expected.cast));
    REQUIRE(is_close(found.impact, expected.impact));
}

/// A chain to the left of x = -2 and boxes to the right of x = 2, so that no shape meets both at once.
struct level {
    chain<float> ground;
    boxes blocks;
};
level some_level(generator& g) {
    std::vector<V> points;
    for (int i = 0; i < 4; ++i) points.push_back({-16 + 4 * static_cast<float>(i), g.real(-2.f, 2.f)});
    if (g.index(2) == 0) std::reverse(points.begin(), points.end());
    boxes blocks;
    for (int i = 0; i < 3; ++i) {
        const V low{g.real(3.f, 12.f), g.real(-4.f, 2.f)};
        blocks.push_back({low, low + V{g.real(.5f, 3.f), g.real(.5f, 3.f)}});
    }
    return {chain<float>::open(points), blocks};
}

template <class S, class Check>
void for_shapes(std::uint64_t seed, const Check& check_shape) {
    generator g{seed};
    const int rounds = hitbox_tests::many_if_all(1500, 300);
    int ahead = 0, behind = 0;
    for (int round = 0; round < rounds; ++round) {
        const level l = some_level(g);
        const V from{g.real(-15.f, 14.f), g.real(-6.f, 6.f)};
        const S shape = g.around<S>(from, 1.f);
        const V motion = g.unit<float>() * g.real(.5f, 10.f);
        const answers at_chain = answers_of(shape, motion, l.ground), at_blocks = answers_of(shape, motion, l.blocks);
        const bool is_passed =
            at_chain.cast == never &&
            answers_of(shape, motion,
                       chain<float>::open(std::vector<V>{l.ground[2].b, l.ground[2].a, l.ground[1].a, l.ground[0].a}))
                    .cast < 1;
        behind += is_passed, ahead += at_chain.cast < 1;
        check_shape(shape, motion, l, combined(at_chain, at_blocks));
    }
    CHECK(ahead > rounds / 30);
    CHECK(behind > rounds / 30);  // shapes that pass through the chain from behind
}

TEMPLATE_TEST_CASE("one-sided edges: two sets as one answer like the nearer of both", "[scene]", circle<float>,
                   capsule<float>, aabb<float>, triangle<float>) {
    for_shapes<TestType>(1, [](const auto& shape, V motion, const level& l, const answers& expected) {
        check(shape, motion, together(l.ground, l.blocks), expected);
        check(shape, motion, together(l.blocks, l.ground), expected);
        check(shape, motion, together(l.blocks, together(boxes{}, l.ground)), expected);
        check(shape, motion, with_platforms(l.ground, l.blocks, V{}), expected);
        check(shape, motion, together(at(l.ground, transform2<float>{}), l.blocks), expected);
    });
}

TEST_CASE("one-sided edges: a chain that faces away from all colliders has no nearest one") {
    const auto ground = chain<float>::open(std::vector<vec2<float>>{{0, 0}, {10, 0}});
    world<float> w;
    w.add(circle<float>{{5, -5}, 1});
    CHECK_FALSE(w.nearest(ground, std::numeric_limits<float>::infinity()));
    const auto in_front = w.add(circle<float>{{5, 50}, 1});
    const auto found = w.nearest(ground, std::numeric_limits<float>::infinity());
    REQUIRE(found);
    CHECK(found->id == in_front);
    CHECK(found->gap.distance == 49);
}

TEMPLATE_TEST_CASE("one-sided edges: the solids of a world answer like the nearest collider", "[scene]", circle<float>,
                   capsule<float>, aabb<float>, triangle<float>) {
    for_shapes<TestType>(2, [](const auto& shape, V motion, const level& l, const answers& expected) {
        world<float> w;
        for (const aabb<float>& b : l.blocks) w.add(b);
        w.add({.shape = l.ground, .fixed = true});
        check(shape, motion, w.solids(), expected);
        check(shape, motion, together(boxes{}, w.solids()), expected);
    });
}

TEST_CASE("one-sided edges: a two-sided chain and single segments of a larger set keep both sides", "[scene]") {
    const std::vector<V> points{{-5, 0}, {0, 0}, {5, 0}};
    const auto wall = chain<float>::open(points, chain_sides::two);
    const std::vector<segment<float>> lines{{{-5, 0}, {5, 0}}};
    const auto one_sided = chain<float>::open(std::vector<V>{{-5, 9}, {5, 9}});
    const circle<float> below{{1, -.5f}, 1};
    const V up{0, 3};
    const auto blocks = [&](const auto& set) {
        CHECK(intersects(below, set));
        CHECK(shape_cast(circle<float>{{1, -2}, 1}, up, set).status == cast_status::hit);
        CHECK(time_of_impact(circle<float>{{1, -2}, 1}, sweep<float>{{}, {up, {}}}, set, sweep<float>{}).status ==
              cast_status::hit);
        CHECK(ray_cast(hitbox::ray<float>{{1, -2}, up}, set).has_value());
        CHECK(distance(circle<float>{{1, -2}, 1}, set).distance == 1);
    };
    blocks(together(wall, one_sided));
    blocks(together(one_sided, lines));
    world<float> w;
    w.add({.shape = wall, .fixed = true});
    w.add({.shape = one_sided, .fixed = true});
    blocks(w.solids());
}

TEST_CASE("one-sided edges: a point behind an edge of a larger set is not in the set", "[scene]") {
    const auto ground = chain<float>::open(std::vector<V>{{-5, 0}, {5, 0}});
    const boxes blocks{{{-5, -4}, {5, -3}}};
    // The segment lies on the edge; each of its points is on the edge and not behind it.
    CHECK(contains(together(ground, blocks), segment<float>{{-1, 0}, {1, 0}}));
    CHECK_FALSE(contains(together(ground, blocks), segment<float>{{-1, -1}, {1, -1}}));
    CHECK(contains(together(ground, blocks), segment<float>{{-1, -3.5f}, {1, -3.5f}}));
}

}  // namespace one_sided_edges_tests
