// The search for the nearest free position within a few roundings of a target.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace free_position_tests {

using namespace hitbox;

TEMPLATE_TEST_CASE("a position a rounding inside a wall is replaced by a free one", "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::vector<triangle<T>> slope{{{0, 0}, {10, 0}, {10, 7}}};
    const circle<T> body{{0, 0}, 1};
    int moved = 0;
    for (int i = 0; i < 200; ++i) {
        // The disc touches the slope, to a rounding.
        const double x = 1 + i / 40.0, size = std::sqrt(149.0);
        const vec2<double> target{x - 7 / size, x * 0.7 + 10 / size};
        const auto is_free = [&](vec2<T> p) { return detail::is_free_at(body, p, slope); };
        const vec2<T> nearest = detail::vec_cast<T>(target), none{-99, -99};
        const vec2<T> found = detail::nearest_free_position(body, target, none, is_free);
        REQUIRE(found != none);
        CHECK(is_free(found));
        CHECK(length(detail::widen(found) - target) <= 16 * static_cast<double>(std::numeric_limits<T>::epsilon()) * 8);
        if (is_free(nearest)) CHECK(found == nearest);
        else ++moved;
    }
    CHECK(moved > 10);
}

TEMPLATE_TEST_CASE(
    "the translation out of solids has the normal and depth of collide, and exists if a solid is penetrated",
    "[motion]", HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::vector<aabb<T>> tiles{{{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}, {{2, 0}, {3, 1}}, {{2, 1}, {3, 2}}};
    const compound<T> level{tiles};
    int deep = 0, touching = 0, apart = 0;
    for (int i = 0; i < 64; ++i)
        for (int k = 0; k < 64; ++k) {
            const vec2<T> p{T(i) / T(16), T(k) / T(16)};
            const capsule<T> body{p, {p.x, p.y + T(0.5)}, T(0.25)};
            const auto hit = collide(body, level);
            const auto out = detail::overlap_of_sets(detail::solid_view{body}, detail::solid_view{level});
            REQUIRE(out.has_value() == penetrates(body, level));
            ++(out ? deep : hit ? touching : apart);
            if (!out) continue;
            CHECK(out->normal == hit->normal);
            CHECK(out->depth == hit->depth);
        }
    CHECK(deep > 1000);
    CHECK(touching > 50);
    CHECK(apart > 1000);
}

}  // namespace free_position_tests
