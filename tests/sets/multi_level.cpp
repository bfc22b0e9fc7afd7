// A detailed shape inside a simpler one.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <vector>

using namespace hitbox;

TEST_CASE("a shape of two levels answers as its fine shape if the coarse one contains it") {
    const std::vector<vec2<float>> points{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    const compound<float> ell{make_polygon(points).value()};
    const multi_level ship{circle<float>{{2, 2}, 3}, ell};
    CHECK(valid(ship));
    CHECK_FALSE(valid(multi_level{circle<float>{{2, 2}, 2}, ell}));
    for (int x = -8; x < 24; ++x)
        for (int y = -8; y < 24; ++y) {
            const circle<float> c{{static_cast<float>(x) / 4, static_cast<float>(y) / 4}, 0.625f};
            CHECK(collide(c, ship) == collide(c, ell));
            const auto where = transform2<float>{{1, 2}, rot2<float>::from_degrees(30)};
            CHECK(collide(c, at(ship, where)) == collide(c, at(ell, where)));
        }
}
