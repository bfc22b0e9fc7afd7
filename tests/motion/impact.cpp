// The impulses of an impact: no contact point approaches, no impulse pulls, and friction stays in its cone.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <cmath>
#include <random>

namespace impact_tests {

using namespace hitbox;
using W = double;

TEST_CASE("impact: the impulses of random contacts keep Signorini's and Coulomb's conditions", "[motion]") {
    std::mt19937 random{11};
    const auto number = [&random](double max_abs) {
        return max_abs * (static_cast<double>(random() % 4001) / 2000 - 1);
    };
    int pressed = 0;
    for (int round = 0; round < 4000; ++round) {
        const auto body = [&](double y) {
            return rigid_body<W>{.position = {number(1), y},
                                 .velocity = {number(4), number(4)},
                                 .angular_velocity = number(4),
                                 .inverse_mass = 0.1 + std::abs(number(1)),
                                 .inverse_inertia = 0.1 + std::abs(number(1))};
        };
        const rigid_body<W> a = body(1), b = body(-1);
        const vec2<W> n{0, -1}, points[2] = {{number(1), 0}, {number(1), 0}};
        const int count = round % 3 == 0 || points[0] == points[1] ? 1 : 2;
        const W friction = std::abs(number(1));
        const auto hit = detail::impact_of(detail::side_of(a, n, points, count), detail::side_of(b, n, points, count),
                                           n, count, friction);
        const auto p = detail::impulses_for(hit, detail::contact_vector<W>{});
        const auto after = hit.speed_after(p);
        for (int i = 0; i < count; ++i) {
            CHECK(p[i] >= 0);
            CHECK(after[i] >= -1e-6);
            // A separating point has no impulse.
            CHECK((p[i] <= 1e-6 || after[i] <= 1e-6));
            pressed += p[i] > 0 ? 1 : 0;
        }
        const W limit = friction * (p[0] + p[1]);
        CHECK(std::abs(p[2]) <= limit + 1e-9);
        // If the surfaces still slide, friction is at its limit and opposes the sliding.
        if (p[0] + p[1] > 1e-6 && std::abs(after[2]) > 1e-6) {
            CHECK(std::abs(std::abs(p[2]) - limit) <= 1e-6);
            CHECK(p[2] * after[2] <= 0);
        }
    }
    CHECK(pressed > 1000);
}

TEST_CASE("impact: a singular system is reported, and a regular one is solved", "[motion]") {
    W singular[3][3] = {{1, 2, 3}, {2, 4, 6}, {0, 1, 1}};
    detail::contact_vector<W> b{{1, 2}, 3};
    CHECK_FALSE(detail::solve_three(singular, b));
    W regular[3][3] = {{0, 2, 0}, {1, 0, 0}, {0, 0, 1e-200}};
    detail::contact_vector<W> x{{4, 3}, 1e-200};
    REQUIRE(detail::solve_three(regular, x));
    CHECK(x[0] == 3);
    CHECK(x[1] == 2);
    CHECK(x[2] == 1);
}

}  // namespace impact_tests
