// The rows of docs/coming_from.md for Box2D 2.4 that are not in foreign/box2d.cpp: shapes, distances, motions, worlds.

#include "../catch_compat.hpp"

#include <hitbox/scene.hpp>

#if __has_include(<box2d/b2_distance.h>)

#  include <box2d/b2_time_of_impact.h>
#  include <box2d/box2d.h>

#  include <array>
#  include <vector>

using namespace hitbox;
using Catch::Matchers::WithinAbs;

namespace {

b2Transform box2d_moved(float x, float y = 0) { return {b2Vec2{x, y}, b2Rot{0}}; }
b2CircleShape box2d_disc(float radius) {
    b2CircleShape s;
    s.m_radius = radius;
    return s;
}
b2PolygonShape box2d_box(float hx, float hy) {
    b2PolygonShape s;
    s.SetAsBox(hx, hy);
    return s;
}

struct box2d_counter : b2QueryCallback, b2RayCastCallback, b2ContactListener {
    int found = 0, begun = 0, ended = 0;
    float fraction = 1;
    bool ReportFixture(b2Fixture*) override { return ++found, true; }
    float ReportFixture(b2Fixture*, const b2Vec2&, const b2Vec2&, float at) override { return fraction = at; }
    void BeginContact(b2Contact*) override { ++begun; }
    void EndContact(b2Contact*) override { ++ended; }
};

}  // namespace

TEST_CASE("coming from Box2D: circles, boxes, hulls and edges have shapes of the same points") {
    CHECK(box2d_disc(1).TestPoint(box2d_moved(0), {0.75f, 0}) == intersects(circle<float>{{}, 1}, vec2{0.75f, 0.f}));
    const std::array<b2Vec2, 5> theirs{b2Vec2{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 1}};
    b2PolygonShape set;
    set.Set(theirs.data(), 5);
    const auto hull = convex_hull(std::vector<vec2<float>>{{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 1}});
    REQUIRE(hull);
    CHECK(set.m_count == static_cast<int>(hull->size()));
    b2EdgeShape edge;
    edge.SetTwoSided({-1, 0}, {1, 0});
    b2RayCastOutput hit;
    CHECK(edge.RayCast(&hit, {{0, -1}, {0, 1}, 1}, box2d_moved(0), 0));
    const auto ours = ray_cast(ray<float>::between({0, -1}, {0, 1}), segment<float>{{-1, 0}, {1, 0}});
    REQUIRE(ours);
    CHECK(hit.fraction == ours->fraction);
    CHECK(hit.normal.y == ours->normal.y);
}

TEST_CASE("coming from Box2D: transforms multiply in the same order, and the inertia of 2.4 is about the origin") {
    const b2Transform theirs[]{{b2Vec2{1, 2}, b2Rot{0.5f}}, {b2Vec2{-3, 1}, b2Rot{1.25f}}};
    const transform2<float> ours[]{{{1, 2}, rot2<float>::from_radians(0.5f)},
                                   {{-3, 1}, rot2<float>::from_radians(1.25f)}};
    const auto same = [](b2Vec2 v, vec2<float> w) {
        CHECK_THAT(v.x, WithinAbs(w.x, 1e-5));
        CHECK_THAT(v.y, WithinAbs(w.y, 1e-5));
    };
    const b2Vec2 p{3, -1};
    const vec2<float> q{3, -1};
    same(b2Mul(theirs[0], p), ours[0] * q);
    same(b2MulT(theirs[0], p), inverse(ours[0]) * q);
    same(b2Mul(b2Mul(theirs[0], theirs[1]), p), ours[0] * ours[1] * q);
    same(b2Mul(b2MulT(theirs[0], theirs[1]), p), inverse(ours[0]) * ours[1] * q);

    b2PolygonShape box;
    box.SetAsBox(2, 1, {3, 1}, 0);
    b2MassData mass;
    box.ComputeMass(&mass, 0.5f);
    const auto shape = aabb<float>::from_center({3, 1}, {2, 1});
    CHECK_THAT(mass.mass, WithinAbs(area(shape) * 0.5f, 1e-5));
    same(mass.center, centroid(shape));
    const float about_centroid = mass.mass / area(shape) * second_moment(shape);
    CHECK_THAT(mass.I, WithinAbs(about_centroid + mass.mass * length_squared(centroid(shape)), 1e-4));
}

TEST_CASE("coming from Box2D: a chain of 2.4 collides on the right of its direction, one of hitbox on the left") {
    const std::array<b2Vec2, 2> points{b2Vec2{-5, 0}, {5, 0}};
    b2ChainShape theirs;
    theirs.CreateChain(points.data(), 2, {-6, 0}, {6, 0});
    const b2CircleShape disc = box2d_disc(1);
    b2EdgeShape edge;
    theirs.GetChildEdge(&edge, 0);
    b2Manifold above, below;
    b2CollideEdgeAndCircle(&above, &edge, box2d_moved(0), &disc, box2d_moved(0, 0.5f));
    b2CollideEdgeAndCircle(&below, &edge, box2d_moved(0), &disc, box2d_moved(0, -0.5f));
    CHECK(above.pointCount == 0);
    CHECK(below.pointCount == 1);

    const auto same = chain<float>::open(std::vector<vec2<float>>{{-5, 0}, {5, 0}});
    CHECK(intersects(same, circle<float>{{0, 0.5f}, 1}));
    CHECK_FALSE(intersects(same, circle<float>{{0, -0.5f}, 1}));
    const auto reversed = chain<float>::open(std::vector<vec2<float>>{{5, 0}, {-5, 0}});
    CHECK(intersects(reversed, circle<float>{{0, -0.5f}, 1}));
}

TEST_CASE("coming from Box2D: overlaps, distances and times of impact") {
    const b2CircleShape a = box2d_disc(1), b = box2d_disc(1);
    CHECK(b2TestOverlap(&a, 0, &b, 0, box2d_moved(0), box2d_moved(1.5f)) ==
          intersects(circle<float>{{}, 1}, circle<float>{{1.5f, 0}, 1}));

    b2DistanceInput input;
    input.proxyA.Set(&a, 0), input.proxyB.Set(&b, 0), input.useRadii = true;
    input.transformA = box2d_moved(0), input.transformB = box2d_moved(5);
    b2SimplexCache cache;
    cache.count = 0;
    b2DistanceOutput far;
    b2Distance(&far, &cache, &input);
    const auto ours = distance(circle<float>{{}, 1}, circle<float>{{5, 0}, 1});
    CHECK_THAT(double(far.distance), WithinAbs(double(ours.distance), 1e-5));
    CHECK_THAT(double(far.pointA.x), WithinAbs(double(ours.point_a.x), 1e-5));
    CHECK_THAT(double(far.pointB.x), WithinAbs(double(ours.point_b.x), 1e-5));

    b2TOIInput motion;
    motion.proxyA.Set(&a, 0), motion.proxyB.Set(&b, 0), motion.tMax = 1;
    motion.sweepA = {}, motion.sweepB = {};
    motion.sweepA.localCenter = motion.sweepB.localCenter = {0, 0};
    motion.sweepA.c0 = motion.sweepA.c = {0, 0}, motion.sweepB.c0 = {5, 0}, motion.sweepB.c = {-5, 0};
    motion.sweepA.a0 = motion.sweepA.a = motion.sweepB.a0 = motion.sweepB.a = 0;
    motion.sweepA.alpha0 = motion.sweepB.alpha0 = 0;
    b2TOIOutput theirs;
    b2TimeOfImpact(&theirs, &motion);
    const sweep<float> still{}, moved{{{5, 0}, {}}, {{-5, 0}, {}}};
    const auto impact = time_of_impact(circle<float>{{}, 1}, still, circle<float>{{}, 1}, moved);
    CHECK(theirs.state == b2TOIOutput::e_touching);
    CHECK(impact.status == cast_status::hit);
    CHECK_THAT(double(theirs.t), WithinAbs(double(impact.fraction), 0.002));
}

TEST_CASE("coming from Box2D: ids of contact points stay while a box slides") {
    const b2PolygonShape a = box2d_box(1, 1), b = box2d_box(1, 1);
    b2Manifold before, after;
    b2CollidePolygons(&before, &a, box2d_moved(0), &b, box2d_moved(0.25f, 1.9f));
    b2CollidePolygons(&after, &a, box2d_moved(0), &b, box2d_moved(0.5f, 1.9f));
    const aabb<float> square{{-1, -1}, {1, 1}};
    const auto first = contact_manifold(square, translated(square, vec2{0.25f, 1.9f})),
               then = contact_manifold(square, translated(square, vec2{0.5f, 1.9f}));
    REQUIRE(before.pointCount == 2);
    REQUIRE(first.count == 2);
    for (const int i : {0, 1}) {
        CHECK(before.points[i].id.key == after.points[i].id.key);
        CHECK(first.points[static_cast<std::size_t>(i)].id == then.points[static_cast<std::size_t>(i)].id);
    }
}

TEST_CASE("coming from Box2D: filters have the same rule") {
    for (const std::int16_t group_a : {std::int16_t(0), std::int16_t(-1), std::int16_t(1)})
        for (const std::int16_t group_b : {std::int16_t(0), std::int16_t(-1), std::int16_t(1)})
            for (const std::uint16_t mask : {std::uint16_t(0), std::uint16_t(1), std::uint16_t(2)}) {
                b2World world{{0, 0}};
                b2BodyDef body;
                body.type = b2_dynamicBody;
                const b2CircleShape disc = box2d_disc(1);
                const auto add = [&](std::int16_t group, std::uint16_t category, std::uint16_t with) {
                    b2FixtureDef f;
                    f.shape = &disc, f.filter.groupIndex = group;
                    f.filter.categoryBits = category, f.filter.maskBits = with;
                    world.CreateBody(&body)->CreateFixture(&f);
                };
                add(group_a, 1, 0xffff), add(group_b, 2, mask);
                box2d_counter seen;
                world.SetContactListener(&seen);
                world.Step(0.01f, 1, 1);

                hitbox::world<float> ours;
                collider<float> one{circle<float>{{}, 1}}, two{circle<float>{{}, 1}};
                one.filter = {.category = 1, .mask = 0xffff, .group = group_a};
                two.filter = {.category = 2, .mask = mask, .group = group_b};
                ours.add(one), ours.add(two);
                ours.detect();
                CAPTURE(group_a, group_b, mask);
                CHECK(seen.begun == static_cast<int>(ours.began().size()));
            }
}

TEST_CASE("coming from Box2D: sensors, boxes, rays and events of a world") {
    b2World theirs{{0, 0}};
    b2BodyDef body;
    body.type = b2_dynamicBody;
    const b2PolygonShape square = box2d_box(1, 1);
    b2FixtureDef solid, sensor;
    solid.shape = sensor.shape = &square, sensor.isSensor = true;
    theirs.CreateBody(&body)->CreateFixture(&solid);
    b2Body* other = theirs.CreateBody(&body);
    other->CreateFixture(&sensor);

    hitbox::world<float> ours;
    ours.add({aabb<float>{{-1, -1}, {1, 1}}});
    collider<float> watcher{aabb<float>{{-1, -1}, {1, 1}}};
    watcher.sensor = true;
    const auto id = ours.add(watcher);

    box2d_counter seen;
    theirs.SetContactListener(&seen);
    theirs.Step(0.01f, 1, 1);
    ours.detect();
    CHECK(seen.begun == 1);
    CHECK(ours.began().size() == 1);

    b2AABB around;
    around.lowerBound = {-0.5f, -0.5f}, around.upperBound = {0.5f, 0.5f};
    theirs.QueryAABB(&seen, around);
    int found = 0;
    ours.query(aabb<float>{{-0.5f, -0.5f}, {0.5f, 0.5f}}, [&](collider_id) { ++found; });
    CHECK(seen.found == found);
    theirs.RayCast(&seen, {-5, 0}, {5, 0});
    const auto first = ours.ray_cast_closest(ray<float>::between({-5, 0}, {5, 0}));
    REQUIRE(first);
    CHECK_THAT(double(seen.fraction), WithinAbs(double(first->hit.fraction), 1e-6));

    other->SetTransform({9, 0}, 0);
    theirs.Step(0.01f, 1, 1);
    ours.move(id, {{9, 0}, {}});
    ours.detect();
    CHECK(seen.ended == 1);
    CHECK(ours.ended().size() == 1);
}

#endif
