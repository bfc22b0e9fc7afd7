// Queries of sets, against the same query of each piece.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

namespace set_queries_tests {

using namespace hitbox;

TEMPLATE_TEST_CASE("a set touches, overlaps and is separated as its nearest piece is", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{6};
    const auto number = [&random](unsigned n) { return static_cast<T>(random() % n) / 4; };
    int touching = 0, apart = 0;
    for (int round = 0; round < 150; ++round) {
        std::vector<any_shape<T>> shapes;
        for (int i = 0; i < 5; ++i) {
            const vec2<T> p{number(80), number(80)};
            if (i % 2 == 0) shapes.push_back(circle<T>{p, number(8)});
            else shapes.push_back(aabb<T>{p, p + vec2<T>{number(12), number(12)}});
        }
        const compound<T> pieces{shapes};
        const capsule<T> c{{number(80), number(80)}, {number(80), number(80)}, number(6)};
        bool meets = false, enters = false;
        T nearest = std::numeric_limits<T>::infinity();
        for (const auto& s : shapes) {
            meets = meets || intersects(s, c), enters = enters || penetrates(s, c);
            nearest = std::min(nearest, distance(s, c).distance);
        }
        (meets ? touching : apart) += 1;
        CHECK(intersects(pieces, c) == meets);
        CHECK(intersects(c, shapes) == meets);
        CHECK(penetrates(pieces, c) == enters);
        CHECK(distance(pieces, c).distance == nearest);
        CHECK(distance(c, shapes).distance == nearest);
        CHECK(collide(c, pieces).has_value() == meets);
        if (!meets) CHECK(signed_distance(c, pieces) == nearest);
        if (const auto hit = collide(c, pieces)) {
            // The minimum translation separates, to a few roundings.
            const auto left = collide(translated(c, hit->mtv()), pieces);
            CHECK((!left || left->depth <= 32 * std::numeric_limits<T>::epsilon() * 32));
        }
    }
    CHECK(touching > 30);
    CHECK(apart > 30);
}

TEST_CASE("the contact of two compounds in the other order is the same contact, reversed") {
    const compound<float> a{std::vector<aabb<float>>{{{0, 0}, {2, 1}}, {{2, 0}, {4, 1}}}};
    const compound<float> b{std::vector<circle<float>>{{{1, 1.75f}, 1}, {{3, 1.75f}, 1}}};
    const auto ab = collide(a, b), ba = collide(b, a);
    REQUIRE(ab);
    CHECK(ba == flipped(ab));
    CHECK(ab->normal == vec2<float>{0, 1});
    CHECK(ab->depth == 0.25f);
}

}  // namespace set_queries_tests
