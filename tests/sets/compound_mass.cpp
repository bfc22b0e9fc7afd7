// The mass of compounds, against sums over triangles in whole numbers.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "grid_polygons.hpp"

#include <cmath>
#include <limits>
#include <vector>

using namespace hitbox;
using namespace hitbox_tests;

TEMPLATE_TEST_CASE("a compound of a polygon has the mass of the polygon", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const real_number epsilon = static_cast<real_number>(std::numeric_limits<T>::epsilon());
    on_polygons<T>(80, [&](dice&, const rings& all, const polygon<T>& p) {
        // The signed areas of the triangles from the origin to each edge are whole numbers.
        real_number area_sum = 0, x = 0, y = 0, squares = 0;
        for (std::size_t r = 0; r < all.size(); ++r) {
            const real_number sign = (twice_area(all[r]) > 0) == (r == 0) ? 1 : -1;
            for (std::size_t i = 0; i < all[r].size(); ++i) {
                const grid_point a = all[r][i], b = all[r][(i + 1) % all[r].size()];
                const auto twice = static_cast<real_number>(a.x * b.y - a.y * b.x) * sign;
                area_sum += twice / 2, x += twice * (a.x + b.x) / 6, y += twice * (a.y + b.y) / 6;
                squares += twice * (a.x * a.x + a.y * a.y + b.x * b.x + b.y * b.y + a.x * b.x + a.y * b.y) / 12;
            }
        }
        x /= area_sum, y /= area_sum;
        squares -= area_sum * (x * x + y * y);
        const compound<T> pieces{p};
        CHECK(std::abs(real_number(area(pieces)) - area_sum) <= 2 * epsilon * area_sum);
        CHECK(std::abs(real_number(centroid(pieces).x) - x) <= 32 * epsilon * 32);
        CHECK(std::abs(real_number(centroid(pieces).y) - y) <= 32 * epsilon * 32);
        CHECK(std::abs(real_number(second_moment(pieces)) - squares) <= 32 * epsilon * squares);
        CHECK(area(at(pieces, vec2<T>{3, 4})) == area(pieces));
        CHECK(second_moment(at(pieces, vec2<T>{3, 4})) == second_moment(pieces));
        for (const T k : {T(0x1p-20), T(0x1p20)}) {
            const compound<T> scaled{*to_polygon<T>(all, k)};
            CHECK(area(scaled) == area(pieces) * k * k);
            CHECK(centroid(scaled) == centroid(pieces) * k);
        }
    });
}

TEST_CASE("overlapping pieces count once each, and pieces without area have the mean of their centres") {
    const std::vector<aabb<float>> twice{{{0, 0}, {2, 1}}, {{0, 0}, {2, 1}}};
    CHECK(area(compound<float>{twice}) == 4);
    CHECK(centroid(compound<float>{twice}) == vec2<float>{1, 0.5f});
    CHECK(second_moment(compound<float>{twice}) == 2 * second_moment(twice[0]));
    const std::vector<any_shape<float>> mixed{circle<float>{{0, 0}, 1}, circle<float>{{4, 0}, 1}, vec2<float>{9, 9}};
    CHECK(std::abs(area(compound<float>{mixed}) - 6.2831853f) < 1e-5f);
    CHECK(length(centroid(compound<float>{mixed}) - vec2<float>{2, 0}) < 1e-6f);
    CHECK(std::abs(second_moment(compound<float>{mixed}) - 2 * (1.5707963f + 4 * 3.1415927f)) < 1e-4f);
    const std::vector<segment<float>> lines{{{0, 0}, {2, 0}}, {{2, 0}, {2, 2}}};
    CHECK(area(compound<float>{lines}) == 0);
    CHECK(centroid(compound<float>{lines}) == vec2<float>{1.5f, 0.5f});
    CHECK(second_moment(compound<float>{lines}) == 0);
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("the mass of a compound at the ends of the range has no NaN") {
    for (const double size : {1e-300, 1e-100, 1e100, 1e300}) {
        const compound<double> pieces{std::vector<aabb<double>>{{{0, 0}, {size, size}}, {{size, 0}, {2 * size, size}}}};
        CHECK(length(centroid(pieces) / size - vec2<double>{1, 0.5}) <= 1e-15);
        CHECK(!std::isnan(area(pieces)));
        CHECK(!std::isnan(second_moment(pieces)));
    }
}
#endif
