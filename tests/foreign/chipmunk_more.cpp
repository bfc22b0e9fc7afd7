// The rows of docs/coming_from.md for Chipmunk 7 that are not in foreign/chipmunk.cpp: shapes, casts, worlds.

#include "../catch_compat.hpp"

#include <hitbox/scene.hpp>

#include <chipmunk/chipmunk.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

using namespace hitbox;
using Catch::Matchers::WithinAbs;

namespace {

/// Shapes of kinematic bodies, and a space of them.
class chipmunk_scene {
public:
    chipmunk_scene() = default;
    chipmunk_scene(const chipmunk_scene&) = delete;
    chipmunk_scene& operator=(const chipmunk_scene&) = delete;
    ~chipmunk_scene() {
        for (cpShape* s : shapes_) cpSpaceRemoveShape(space_, s), cpShapeFree(s);
        for (cpBody* b : bodies_) cpBodyFree(b);
        cpSpaceFree(space_);
    }

    cpBody* body_at(double x, double y = 0) {
        bodies_.push_back(cpBodyNewKinematic());
        cpBodySetPosition(bodies_.back(), cpv(x, y));
        return bodies_.back();
    }
    cpShape* add(cpShape* s) {
        cpSpaceAddShape(space_, s);
        cpShapeCacheBB(s);
        shapes_.push_back(s);
        return s;
    }
    [[nodiscard]] cpSpace* space() const { return space_; }

private:
    cpSpace* space_ = cpSpaceNew();
    std::vector<cpBody*> bodies_;
    std::vector<cpShape*> shapes_;
};

void count_shape(cpShape*, void* count) { ++*static_cast<int*>(count); }
void count_points(cpShape*, cpContactPointSet*, void* count) { ++*static_cast<int*>(count); }

}  // namespace

TEST_CASE(
    "coming from Chipmunk: circles, boxes, fat segments and rounded polygons have the same distances to a point") {
    chipmunk_scene scene;
    const std::array<cpVect, 4> corners{cpVect{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const auto gap = [](cpShape* s) {
        cpPointQueryInfo nearest;
        return cpShapePointQuery(s, cpv(5, 0.5), &nearest);
    };
    const vec2<double> p{5, 0.5};
    const auto square = *make_convex_polygon(std::vector<vec2<double>>{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
    CHECK_THAT(gap(scene.add(cpCircleShapeNew(scene.body_at(0), 1, cpvzero))),
               WithinAbs(distance(circle<double>{{}, 1}, p).distance, 1e-12));
    CHECK_THAT(gap(scene.add(cpBoxShapeNew(scene.body_at(0), 2, 2, 0))),
               WithinAbs(distance(aabb<double>{{-1, -1}, {1, 1}}, p).distance, 1e-12));
    CHECK_THAT(gap(scene.add(cpSegmentShapeNew(scene.body_at(0), cpv(-1, 0), cpv(1, 0), 0.5))),
               WithinAbs(distance(capsule<double>{{-1, 0}, {1, 0}, 0.5}, p).distance, 1e-12));
    CHECK_THAT(gap(scene.add(cpPolyShapeNew(scene.body_at(0), 4, corners.data(), cpTransformIdentity, 0.25))),
               WithinAbs(distance(rounded{square, 0.25}, p).distance, 1e-12));
}

TEST_CASE("coming from Chipmunk: areas have a sign there, and none here") {
    const std::array<cpVect, 3> counter_clockwise{cpVect{0, 0}, {2, 0}, {0, 2}},
        clockwise{cpVect{0, 0}, {0, 2}, {2, 0}};
    CHECK(cpAreaForPoly(3, counter_clockwise.data(), 0) > 0);
    CHECK(cpAreaForPoly(3, clockwise.data(), 0) == -cpAreaForPoly(3, counter_clockwise.data(), 0));
    CHECK(std::abs(cpAreaForPoly(3, clockwise.data(), 0)) == area(triangle<double>{{0, 0}, {0, 2}, {2, 0}}));
    CHECK(area(triangle<double>{{0, 0}, {0, 2}, {2, 0}}) == area(triangle<double>{{0, 0}, {2, 0}, {0, 2}}));
}

TEST_CASE("coming from Chipmunk: a segment query with a radius is a cast of a circle") {
    chipmunk_scene scene;
    cpShape* square = scene.add(cpBoxShapeNew(scene.body_at(0), 2, 2, 0));
    cpSegmentQueryInfo theirs;
    REQUIRE(cpShapeSegmentQuery(square, cpv(-5, 0), cpv(5, 0), 0.5, &theirs));
    const auto ours = shape_cast(circle<double>{{-5, 0}, 0.5}, {10, 0}, aabb<double>{{-1, -1}, {1, 1}});
    REQUIRE(ours.status == cast_status::hit);
    CHECK_THAT(theirs.alpha, WithinAbs(ours.fraction, 1e-12));
    CHECK(theirs.normal.x == ours.normal.x);
}

TEST_CASE("coming from Chipmunk: boxes, shapes, nearest points and first hits of a space are queries of a world") {
    chipmunk_scene theirs;
    hitbox::world<double> ours;
    for (const double x : {0.0, 3.0, 6.0}) {
        theirs.add(cpBoxShapeNew(theirs.body_at(x), 2, 2, 0));
        ours.add({aabb<double>{{x - 1, -1}, {x + 1, 1}}});
    }
    const auto count = [&](const auto& shape) {
        int n = 0;
        ours.query(shape, [&](collider_id) { ++n; });
        return n;
    };
    int found = 0;
    cpSpaceBBQuery(theirs.space(), cpBBNew(2.5, -0.5, 5.5, 0.5), CP_SHAPE_FILTER_ALL, count_shape, &found);
    CHECK(found == count(aabb<double>{{2.5, -0.5}, {5.5, 0.5}}));

    chipmunk_scene alone;
    cpShape* disc = alone.add(cpCircleShapeNew(alone.body_at(1.5), 1, cpvzero));
    found = 0;
    cpSpaceShapeQuery(theirs.space(), disc, count_points, &found);
    CHECK(found == count(circle<double>{{1.5, 0}, 1}));

    cpPointQueryInfo nearest;
    REQUIRE(cpSpacePointQueryNearest(theirs.space(), cpv(9, 0), 5, CP_SHAPE_FILTER_ALL, &nearest));
    const auto near = ours.nearest(vec2{9., 0.}, 5);
    REQUIRE(near);
    CHECK(nearest.distance == near->gap.distance);

    cpSegmentQueryInfo first;
    REQUIRE(cpSpaceSegmentQueryFirst(theirs.space(), cpv(-5, 0), cpv(9, 0), 0, CP_SHAPE_FILTER_ALL, &first));
    const auto hit = ours.ray_cast_closest(ray<double>::between({-5, 0}, {9, 0}));
    REQUIRE(hit);
    CHECK_THAT(first.alpha, WithinAbs(hit->hit.fraction, 1e-12));
}

TEST_CASE(
    "coming from Chipmunk: nearest points and first hits of a space skip sensors, those of a world need a filter") {
    chipmunk_scene theirs;
    cpShape* disc = theirs.add(cpCircleShapeNew(theirs.body_at(0), 1, cpvzero));
    cpShapeSetSensor(disc, cpTrue);
    hitbox::world<double> ours;
    ours.add({.shape = circle<double>{{}, 1}, .sensor = true});
    cpSegmentQueryInfo hit;
    CHECK_FALSE(cpSpaceSegmentQueryFirst(theirs.space(), cpv(-5, 0), cpv(5, 0), 0, CP_SHAPE_FILTER_ALL, &hit));
    const auto path = ray<double>::between({-5, 0}, {5, 0});
    CHECK(ours.ray_cast_closest(path));
    CHECK_FALSE(ours.ray_cast_closest(path, {.sensors = false}));
    cpPointQueryInfo nearest;
    CHECK_FALSE(cpSpacePointQueryNearest(theirs.space(), cpv(2, 0), 5, CP_SHAPE_FILTER_ALL, &nearest));
    CHECK(ours.nearest({2, 0}, 5));
    CHECK_FALSE(ours.nearest({2, 0}, 5, {.sensors = false}));
}

TEST_CASE("coming from Chipmunk: inside of shapes, the nearest is the deepest there, and the smallest id here") {
    chipmunk_scene theirs;
    hitbox::world<double> ours;
    for (const double radius : {1.0, 3.0, 2.0}) {
        theirs.add(cpCircleShapeNew(theirs.body_at(0), radius, cpvzero));
        ours.add({.shape = circle<double>{{}, radius}});
    }
    cpPointQueryInfo nearest;
    REQUIRE(cpSpacePointQueryNearest(theirs.space(), cpv(0.5, 0), 5, CP_SHAPE_FILTER_ALL, &nearest));
    CHECK_THAT(nearest.distance, WithinAbs(-2.5, 1e-12));
    const auto found = ours.nearest({0.5, 0}, 5);
    REQUIRE(found);
    CHECK(found->gap.distance == 0);
    CHECK(found->id == *ours.begin());
    double deepest = 0;
    for (const collider_id id : ours.query(vec2{0.5, 0.}))
        deepest = std::min(deepest, closest_point(ours.at(id), vec2{0.5, 0.}).distance);
    CHECK_THAT(nearest.distance, WithinAbs(deepest, 1e-12));
}

TEST_CASE("coming from Chipmunk: a query that starts inside hits at once, with the opposite normal") {
    chipmunk_scene scene;
    cpShape* square = scene.add(cpBoxShapeNew(scene.body_at(0), 2, 2, 0));
    cpSegmentQueryInfo theirs;
    REQUIRE(cpShapeSegmentQuery(square, cpv(0.5, 0), cpv(9, 0), 0, &theirs));
    const auto ours = ray_cast(ray<double>::between({0.5, 0}, {9, 0}), aabb<double>{{-1, -1}, {1, 1}});
    REQUIRE(ours);
    CHECK(theirs.alpha == 0);
    CHECK(ours->fraction == 0);
    CHECK(ours->normal == vec2{1., 0.});
    CHECK_THAT(theirs.normal.x, WithinAbs(-1, 1e-12));
}

TEST_CASE("coming from Chipmunk: shapes of a group never collide, as with a negative group here") {
    chipmunk_scene theirs;
    cpShape* member = theirs.add(cpCircleShapeNew(theirs.body_at(0), 1, cpvzero));
    cpShapeSetFilter(member, cpShapeFilterNew(1, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
    hitbox::world<double> ours;
    collider<double> one{circle<double>{{}, 1}};
    one.filter.group = -1;
    ours.add(one);
    for (const int group : {1, 2}) {
        int found = 0, also = 0;
        const cpShapeFilter filter =
            cpShapeFilterNew(static_cast<cpGroup>(group), CP_ALL_CATEGORIES, CP_ALL_CATEGORIES);
        cpSpaceBBQuery(theirs.space(), cpBBNew(-1, -1, 1, 1), filter, count_shape, &found);
        collider_filter same;
        same.group = -group;
        ours.query(aabb<double>{{-1, -1}, {1, 1}}, [&](collider_id) { ++also; }, {.as_collider = same});
        CHECK(found == also);
        CHECK(found == (group == 1 ? 0 : 1));
    }
}

TEST_CASE("coming from Chipmunk: sensors report and do not block") {
    chipmunk_scene theirs;
    cpShape* s = theirs.add(cpCircleShapeNew(theirs.body_at(0), 1, cpvzero));
    cpShapeSetSensor(s, cpTrue);
    hitbox::world<double> ours;
    collider<double> sensor{circle<double>{{}, 1}};
    sensor.sensor = true;
    ours.add(sensor), ours.add({circle<double>{{}, 1}});
    ours.detect();
    CHECK(cpShapeGetSensor(s) == cpTrue);
    CHECK(ours.began().size() == 1);
    REQUIRE(ours.contacts().size() == 1);
    CHECK(ours.contacts()[0].manifold.count == 0);
}
