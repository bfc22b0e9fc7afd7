// The signs of Chipmunk 7 beside those of hitbox, as docs/coming_from.md states them.

#include "../catch_compat.hpp"

#include <hitbox/pairs.hpp>

#include <chipmunk/chipmunk.h>

#include <memory>

using namespace hitbox;

namespace {

/// A square of side 2 about a point of the x axis.
class chipmunk_square {
public:
    explicit chipmunk_square(double x) {
        cpBodySetPosition(body_.get(), cpv(x, 0));
        cpShapeCacheBB(shape_.get());
    }
    [[nodiscard]] cpShape* shape() const { return shape_.get(); }

private:
    std::unique_ptr<cpBody, void (*)(cpBody*)> body_{cpBodyNewKinematic(), cpBodyFree};
    std::unique_ptr<cpShape, void (*)(cpShape*)> shape_{cpBoxShapeNew(body_.get(), 2, 2, 0), cpShapeFree};
};

const aabb<double> chipmunk_still{{-1, -1}, {1, 1}};

}  // namespace

TEST_CASE("coming from Chipmunk: contacts have the normal from a to b and a distance with the opposite sign") {
    const chipmunk_square a{0}, b{1.5};
    const cpContactPointSet theirs = cpShapesCollide(a.shape(), b.shape());
    const auto ours = contact_manifold(chipmunk_still, translated(chipmunk_still, vec2{1.5, 0.}));
    REQUIRE(theirs.count == static_cast<int>(ours.count));
    CHECK(theirs.normal.x == ours.normal.x);
    CHECK(theirs.normal.y == ours.normal.y);
    for (const int i : {0, 1}) CHECK(theirs.points[i].distance == -ours.points[static_cast<std::size_t>(i)].depth);
    const auto deepest = collide(chipmunk_still, translated(chipmunk_still, vec2{1.5, 0.}));
    REQUIRE(deepest);
    CHECK(theirs.points[0].pointA.x == deepest->point_a.x);
    CHECK(theirs.points[0].pointB.x == deepest->point_b.x);
}

TEST_CASE("coming from Chipmunk: segment and point queries have the signs of ray_cast and closest_point") {
    const chipmunk_square a{0};
    cpSegmentQueryInfo hit;
    REQUIRE(cpShapeSegmentQuery(a.shape(), cpv(-5, 0), cpv(5, 0), 0, &hit));
    const auto ours = ray_cast(ray<double>::between({-5, 0}, {5, 0}), chipmunk_still);
    REQUIRE(ours);
    CHECK(hit.normal.x == ours->normal.x);
    CHECK(hit.alpha == ours->fraction);

    for (const double x : {0.5, 3.0}) {
        cpPointQueryInfo nearest;
        cpShapePointQuery(a.shape(), cpv(x, 0), &nearest);
        const auto point = closest_point(chipmunk_still, vec2{x, 0.});
        CHECK(nearest.distance == point.distance);
        CHECK(nearest.gradient.x == point.gradient.x);
        CHECK(nearest.point.x == point.point.x);
    }
}
