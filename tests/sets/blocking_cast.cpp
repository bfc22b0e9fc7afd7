// The facet of the outline that stops a moving shape, and the front of a one-sided edge.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <cmath>
#include <vector>

namespace blocking_cast_tests {

using namespace hitbox;

TEST_CASE("in a concave corner the steepest surface stops a cast, on a convex corner the mildest") {
    const std::vector<aabb<float>> room{{{-1, -1}, {9, 0}}, {{8, -1}, {9, 9}}};
    const aabb<float> body{{2, 2}, {3, 3}};
    // The path reaches the floor after 2 units and the wall after 5.
    const auto corner = shape_cast(body, {10, -4}, room);
    CHECK(corner.status == cast_status::hit);
    CHECK(corner.fraction == 0.5f);
    CHECK(corner.normal == vec2<float>{-1, 0});
    const auto steep = shape_cast(body, {5, -2}, room);
    CHECK(steep.fraction == 1.f);
    CHECK(shape_cast(aabb<float>{{2, 5}, {3, 6}}, {10, -10}, room).normal == vec2<float>{0, 1});
    // Two corners meet: the side that leaves the most of the motion is reported.
    const std::vector<aabb<float>> step{{{4, -4}, {8, 0}}};
    const auto convex = shape_cast(aabb<float>{{2, 1}, {3, 2}}, {4, -4}, step);
    CHECK(convex.status == cast_status::hit);
    CHECK(convex.fraction == 0.25f);
}

TEST_CASE("a one-sided edge stops shapes that come from its front, at both ends, too") {
    const auto ledge = chain<float>::open(std::vector<vec2<float>>{{0, 0}, {4, 0}});
    for (int x = -3; x <= 16; ++x) {
        const aabb<float> above{{static_cast<float>(x) / 4, 1}, {static_cast<float>(x) / 4 + 0.5f, 2}};
        const aabb<float> below = translated(above, vec2<float>{0, -4});
        const bool over = above.max.x > 0 && above.min.x < 4;
        CHECK((shape_cast(above, {0, -4}, ledge).status == cast_status::hit) == over);
        CHECK(shape_cast(below, {0, 4}, ledge).status == cast_status::separated);
    }
}

// The disc passes the corner of the valley by less than the error of a cast, and meets the second edge right behind it.
TEST_CASE("a disc that moves along an edge hits the next one, however flat the valley between them is") {
    for (const double rise : {1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12}) {
        const auto valley = chain<double>::open(std::vector<vec2<double>>{{-1, 0}, {0, 0}, {1, rise}});
        for (int i = 1; i <= 500; ++i) {
            const double x = i * 0.0017;
            const auto hit = shape_cast(circle<double>{{-x, 0.4}, 0.4}, {x + 0.125, 0}, valley);
            INFO(rise << " at " << x);
            REQUIRE(hit.status == cast_status::hit);
            REQUIRE(std::abs(hit.fraction * (x + 0.125) - x) <= 0x1p-48 / rise);
        }
    }
}

}  // namespace blocking_cast_tests
