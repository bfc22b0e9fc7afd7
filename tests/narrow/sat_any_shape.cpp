// Axes and explanations of two shapes of any kind: compiled for all pairs of kinds.

#include "../laws.hpp"

using namespace hitbox_tests;

TEST_CASE("any_shape passes its axes and explanation to a function") {
    const std::vector<vec2<float>> points{{0, 0}, {4, 0}, {0, 4}};
    const circle<float> ball{{5, 2}, 1};
    const aabb<float> box{{1, 1}, {3, 2}};
    const transform2<float> turned{{1, 0}, {0, 1}};
    const auto count = [](const auto& axes) { return axes.size(); };
    const auto deciding = [](const auto& why) { return why.size() > 0 ? why[why.deciding()].axis : vec2<float>{}; };
    const auto compare = [&](const auto& known_a, const auto& known_b) {
        const any_shape<float> a{known_a}, b{known_b};
        CHECK(sat::axes(a, b, count) == sat::axes(known_a, known_b).size());
        CHECK(sat::explain(a, b, deciding) == deciding(sat::explain(known_a, known_b)));
        CHECK(sat::explain(known_a, b, deciding) == deciding(sat::explain(known_a, known_b)));
        CHECK(sat::explain(at(a, turned), b, deciding) == deciding(sat::explain(at(known_a, turned), known_b)));
    };
    const auto compare_each = [&](const auto&... known) {
        const auto with_all = [&](const auto& a) { (compare(a, known), ...); };
        (with_all(known), ...);
    };
    compare_each(vec2{1.f, 1.f}, ball, box, *make_convex_polygon_view(points));
    CHECK(sat::explain(box, ball, deciding) == vec2{1.f, 0.f});  // kinds that are known do as well
    CHECK(sat::explain(any_shape<float>{box}, any_shape<float>{circle<float>{{0, 0}, -1}}, count) == 0);
}
