// Rigid bodies: velocities of their points, and their transforms after a time step.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <cmath>

namespace rigid_body_tests {

using namespace hitbox;

TEST_CASE("body: the velocity of a point is the sum of the centre's velocity and the rotation's", "[motion]") {
    const rigid_body<double> b{.position = {1, 2}, .velocity = {3, -1}, .angular_velocity = 2};
    CHECK(velocity_at(b, {1, 2}) == vec2<double>{3, -1});
    CHECK(velocity_at(b, {2, 2}) == vec2<double>{3, 1});   // to the right of the centre: upwards
    CHECK(velocity_at(b, {1, 3}) == vec2<double>{1, -1});  // above it: to the left
    // Compared with the difference of positions after a short time.
    const double dt = 0x1p-20;
    const auto later = advanced(b, dt);
    for (const vec2<double> r : {vec2<double>{2, 0}, vec2<double>{-1, 3}}) {
        const vec2<double> moved = placement(later) * r - placement(b) * r;
        CHECK(length(moved / dt - velocity_at(b, placement(b) * r)) < 1e-4);
    }
}

TEST_CASE("body: a million small turns neither grow nor shrink the shape, and end where one turn ends", "[motion]") {
    rigid_body<double> b{.angular_velocity = 1};
    const int steps = 100000;
    for (int i = 0; i < steps; ++i) b = advanced(b, 1e-3);
    CHECK(valid(b));
    CHECK(std::abs(std::hypot(b.rotation.c, b.rotation.s) - 1) < 1e-15);
    CHECK(std::abs(b.rotation.c - std::cos(steps * 1e-3)) < 1e-9);
    CHECK(std::abs(b.rotation.s - std::sin(steps * 1e-3)) < 1e-9);
}

TEST_CASE("body: any number that is not finite, or a negative mass or inertia, makes it invalid", "[motion]") {
    CHECK(valid(rigid_body<float>{}));
    CHECK(valid(rigid_body<float>{.inverse_mass = 1, .inverse_inertia = 2}));
    CHECK_FALSE(valid(rigid_body<float>{.position = {NAN, 0}}));
    CHECK_FALSE(valid(rigid_body<float>{.velocity = {0, INFINITY}}));
    CHECK_FALSE(valid(rigid_body<float>{.angular_velocity = NAN}));
    CHECK_FALSE(valid(rigid_body<float>{.inverse_mass = -1}));
    CHECK_FALSE(valid(rigid_body<float>{.inverse_inertia = -1}));
    CHECK_FALSE(valid(rigid_body<float>{.rotation = {2, 0}}));
}

}  // namespace rigid_body_tests
