// Translated shapes.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <concepts>
#include <vector>

using namespace hitbox;

namespace {

template <class S>
concept keeps_its_kind = requires(const S& s, vec2<scalar_t<S>> d) {
    { translated(s, d) } -> std::same_as<S>;
};
static_assert(keeps_its_kind<aabb<int>> && keeps_its_kind<convex_polygon<double, 12>> &&
              keeps_its_kind<placed<obb<float>>> && keeps_its_kind<rounded<obb<float>>> &&
              keeps_its_kind<any_shape<float>>);
static_assert(!keeps_its_kind<convex_polygon_view<float>> && !keeps_its_kind<rounded<convex_polygon_view<float>>>,
              "its corners belong to another object");

}  // namespace

TEST_CASE("shapes of all kinds can be translated, also with integer coordinates") {
    CHECK_TWICE(translated(vec2{1, 2}, {3, -4}) == vec2{4, -2});
    CHECK_TWICE(translated(circle{vec2{1, 2}, 5}, {3, -4}) == circle{vec2{4, -2}, 5});
    CHECK_TWICE(translated(aabb{vec2{1, 2}, {3, 4}}, {10, 20}) == aabb{vec2{11, 22}, {13, 24}});
    CHECK_TWICE(translated(segment{vec2{1, 2}, {3, 4}}, {10, 20}) == segment{vec2{11, 22}, {13, 24}});
    CHECK_TWICE(translated(capsule{vec2{1, 2}, {3, 4}, 5}, {10, 20}) == capsule{vec2{11, 22}, {13, 24}, 5});
    CHECK_TWICE(translated(triangle{vec2{0, 0}, {1, 0}, {0, 1}}, {2, 3}) == triangle{vec2{2, 3}, {3, 3}, {2, 4}});
    CHECK_TWICE(translated(obb<float>{{1, 2}, {3, 4}, {0, 1}}, {10, 20}) == obb<float>{{11, 22}, {3, 4}, {0, 1}});
    CHECK_TWICE(translated(rounded{aabb{vec2{1, 2}, {3, 4}}, 5}, {10, 20}) == rounded{aabb{vec2{11, 22}, {13, 24}}, 5});
    CHECK_TWICE(translated(*make_convex_polygon({vec2{0, 0}, {4, 0}, {0, 4}}), {1, 2}) ==
                *make_convex_polygon({vec2{1, 2}, {5, 2}, {1, 6}}));
    // The translation is in world coordinates, not along the shape's own axes.
    CHECK_TWICE(translated(at(circle{vec2{1., 0.}, 2.}, {{5, 5}, {0, 1}}), {1, 2}) ==
                at(circle{vec2{1., 0.}, 2.}, {{6, 7}, {0, 1}}));
}

TEST_CASE("a polygon that rounding collapses has the vertices of the hull") {
    const auto small = *make_convex_polygon({vec2{0.f, 0.f}, {1.f, 0.f}, {1.f, 1.f}, {0.f, 1.f}});
    CHECK(translated(small, {0x1p26f, 0}).size() == 2);
    CHECK(translated(small, {0x1p26f, 0x1p26f}).size() == 1);
    CHECK(translated(small, {0x1p26f, 0}) == baked(at(small, vec2{0x1p26f, 0.f})));
}

TEST_CASE("a translated any_shape holds the translated shape") {
    const std::vector<vec2<float>> points{{0, 0}, {4, 0}, {0, 4}};
    const auto view = *make_convex_polygon_view(points);
    const vec2<float> offset{10, 20};
    CHECK(translated(any_shape<float>{circle{vec2{1.f, 2.f}, 3.f}}, offset) ==
          any_shape<float>{circle{vec2{11.f, 22.f}, 3.f}});
    const any_shape<float> moved = translated(any_shape<float>{view}, offset);
    CHECK(bounds(moved) == aabb{vec2{10.f, 20.f}, {14.f, 24.f}});
    CHECK(bounds(translated(moved, offset)) == aabb{vec2{20.f, 40.f}, {24.f, 44.f}});
}
