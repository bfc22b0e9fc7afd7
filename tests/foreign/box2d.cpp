// The signs of Box2D 2.4 beside those of hitbox, as docs/coming_from.md states them.

#include "../catch_compat.hpp"

#include <hitbox/pairs.hpp>

#if __has_include(<box2d/b2_distance.h>)

#  include <box2d/b2_distance.h>
#  include <box2d/box2d.h>

using namespace hitbox;
using Catch::Matchers::WithinAbs;

namespace {

const aabb<float> box2d_still{{-1, -1}, {1, 1}};

b2PolygonShape box2d_square() {
    b2PolygonShape s;
    s.SetAsBox(1, 1);
    return s;
}
b2Transform box2d_at(float x) { return {b2Vec2{x, 0}, b2Rot{0}}; }

}  // namespace

TEST_CASE("coming from Box2D: manifolds have the normal from a to b and a separation with the opposite sign") {
    const b2PolygonShape a = box2d_square(), b = box2d_square();
    b2Manifold local;
    b2CollidePolygons(&local, &a, box2d_at(0), &b, box2d_at(1.5f));
    b2WorldManifold theirs;
    theirs.Initialize(&local, box2d_at(0), a.m_radius, box2d_at(1.5f), b.m_radius);
    const auto ours = contact_manifold(box2d_still, translated(box2d_still, vec2{1.5f, 0.f}));
    REQUIRE(local.pointCount == static_cast<int>(ours.count));
    CHECK(theirs.normal.x == ours.normal.x);
    CHECK(theirs.normal.y == ours.normal.y);
    for (const int i : {0, 1}) {
        const float depth = ours.points[static_cast<std::size_t>(i)].depth;
        CHECK(depth == 0.5f);
        CHECK_THAT(double(-theirs.separations[i]),
                   WithinAbs(double(depth + 2 * b2_polygonRadius), 1e-6));  // both have a skin
    }
}

TEST_CASE("coming from Box2D: rays have the normal out of the shape, and none starts inside") {
    const b2PolygonShape a = box2d_square();
    b2RayCastOutput theirs;
    REQUIRE(a.RayCast(&theirs, {{-5, 0}, {5, 0}, 1}, box2d_at(0), 0));
    const auto ours = ray_cast(ray<float>::between({-5, 0}, {5, 0}), box2d_still);
    REQUIRE(ours);
    CHECK(theirs.normal.x == ours->normal.x);
    CHECK(theirs.fraction == ours->fraction);
    CHECK_FALSE(a.RayCast(&theirs, {{0, 0}, {5, 0}, 1}, box2d_at(0), 0));
    CHECK(ray_cast(ray<float>::between({0, 0}, {5, 0}), box2d_still));
}

TEST_CASE("coming from Box2D: casts have the normal out of the shape at rest") {
    const b2PolygonShape a = box2d_square(), b = box2d_square();
    b2ShapeCastInput input;
    input.proxyA.Set(&a, 0), input.proxyB.Set(&b, 0);
    input.transformA = box2d_at(0), input.transformB = box2d_at(5), input.translationB = {-10, 0};
    b2ShapeCastOutput theirs;
    REQUIRE(b2ShapeCast(&theirs, &input));
    const auto ours = shape_cast(translated(box2d_still, vec2{5.f, 0.f}), {-10, 0}, box2d_still);
    CHECK_THAT(double(theirs.normal.x), WithinAbs(double(ours.normal.x), 1e-6));
    CHECK(ours.fraction == 0.3f);
    CHECK(theirs.lambda < ours.fraction);  // it stops short
    CHECK_THAT(double(theirs.lambda), WithinAbs(double(ours.fraction), 0.002));
}

#endif
