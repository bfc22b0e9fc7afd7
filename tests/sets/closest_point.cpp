// The nearest point of a border, against a search through all edges.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"
#include "grid_polygons.hpp"

#include <cmath>
#include <limits>
#include <vector>

using namespace hitbox;
using namespace hitbox_tests;

TEMPLATE_TEST_CASE("the closest point of a polygon is the nearest of the closest points of its edges", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    int inside = 0;
    const int polygons = many_if_all(80, 20);
    on_polygons<T>(polygons, [&](dice& d, const rings& all, const polygon<T>& p) {
        const compound<T> pieces{p};
        for (int i = 0; i < 20; ++i) {
            const vec2<T> q = i % 5 == 0 ? p[d.index(p.size())] : vec2<T>{fraction<T>(d), fraction<T>(d)};
            const border_distance expected = border_of(all, q);
            const real_number rounding = 64 * static_cast<real_number>(std::numeric_limits<T>::epsilon()) * 32;
            inside += expected.is_inside && expected.distance > 0 ? 1 : 0;
            for (const auto& found :
                 {closest_point(p, q), closest_point(pieces, q), closest_point(at(p, vec2<T>{}), q)}) {
                const real_number sign = contains(p, q) ? -1 : 1;
                CHECK(std::abs(sign * static_cast<real_number>(found.distance) - expected.distance) <= rounding);
                CHECK(border_of(all, found.point).distance <= rounding);
                CHECK(std::abs(length(found.gradient) - 1) <= 8 * std::numeric_limits<T>::epsilon());
                if (expected.distance == 0) CHECK(found.point == q);
                // The gradient leads from inside to outside, along the line to the nearest point.
                CHECK(length(q - found.gradient * found.distance - found.point) <= static_cast<T>(rounding));
            }
        }
    });
    CHECK(inside > polygons);
}
