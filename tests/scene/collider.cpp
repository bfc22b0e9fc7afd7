// Colliders: filters, and shapes as sets of solids.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <vector>

namespace collider_tests {

using namespace hitbox;
using V = vec2<float>;

// Shapes that a world refuses are also refused in a question about the call.
template <class S>
concept can_be_added = requires(world<float>& w, const S& s) { w.add(s), w.add({.shape = s}); };
static_assert(can_be_added<circle<float>> && can_be_added<compound<float>> && can_be_added<polygon<float>>);
static_assert(!can_be_added<circle<double>> && !can_be_added<circle<int>> && !can_be_added<compound<double>>);
static_assert(!can_be_added<std::vector<aabb<float>>>);
static_assert(std::constructible_from<compound<float>, std::vector<aabb<float>>>);
static_assert(!std::constructible_from<compound<double>, std::vector<aabb<float>>>);
static_assert(!std::constructible_from<compound<double>, polygon<float>>);

TEST_CASE("two filters match by group, or else by categories and masks, in either order", "[scene]") {
    const collider_filter player{.category = 1, .mask = 6}, enemy{.category = 2, .mask = 5}, wall{.category = 4};
    const collider_filter ghost{.category = 2, .mask = 0};
    const collider_filter left_arm{.category = 1, .mask = 0, .group = 3},
        right_arm{.category = 2, .mask = 0, .group = 3}, wheel{.group = -2}, axle{.group = -2};
    const auto meet = [](const collider_filter& a, const collider_filter& b) {
        CHECK(a.meets(b) == b.meets(a));
        return a.meets(b);
    };
    CHECK(meet(player, enemy));
    CHECK(meet(player, wall));
    CHECK_FALSE(meet(player, player));
    CHECK_FALSE(meet(ghost, wall));
    CHECK(meet(left_arm, right_arm));
    CHECK_FALSE(meet(wheel, axle));
    CHECK(meet(wheel, {}));
    CHECK_FALSE(meet(left_arm, {}));
    CHECK(meet({}, {}));
}

TEST_CASE("the shape of a collider is one solid, whichever type it holds", "[scene]") {
    const std::vector<V> outline{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}}, ground{{-5, 0}, {0, -1}, {5, 0}};
    const circle<float> disc{{1, 2}, 0.5f};
    const compound<float> ell{*make_polygon(outline)};
    const auto line = chain<float>::open(ground);
    const auto check = [&](const collider_shape<float>& held, const auto& shape) {
        CHECK(valid(held));
        CHECK(bounds(held) == bounds(shape));
        CHECK(held.is_one_sided() == detail::is_one_sided(shape));
        const auto where = transform2<float>{{1, 2}, rot2<float>::from_degrees(30)};
        for (int i = 0; i < 40; ++i) {
            const capsule<float> c{{static_cast<float>(i % 8), static_cast<float>(i / 8)}, {2, 3}, 0.25f};
            CHECK(collide(c, held) == collide(c, shape));
            CHECK(collide(c, at(held, where)) == collide(c, at(shape, where)));
        }
    };
    check(disc, compound<float>{std::vector<circle<float>>{disc}});
    check(ell, ell);
    check(line, line);
    CHECK_FALSE(valid(collider_shape<float>{compound<float>{}}));
    CHECK_FALSE(valid(collider_shape<float>{circle<float>{{0, 0}, -1}}));
}

TEST_CASE("a default id names no collider, and ids order by index and generation", "[scene]") {
    CHECK_FALSE(collider_id{});
    CHECK(collider_id{0, 1});
    CHECK(collider_id{1, 9} < collider_id{2, 1});
    CHECK(collider_id{2, 1} < collider_id{2, 2});
    CHECK_FALSE(world<float>{}.contains(collider_id{}));
}

}  // namespace collider_tests
