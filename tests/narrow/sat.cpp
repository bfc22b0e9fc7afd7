// The public functions of the separating axis test.

#include "../laws.hpp"

using namespace hitbox_tests;

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("an edge separates vertices one ulp apart, not the direction between them") {
    const triangle<double> a{{1.2438637179132122, -0.24404845489904223},
                             {-1.7959525755627177, -2.1129231740442083},
                             {-2.3755225653814303, 1.6596884660701459}};
    const triangle<double> b{{1.2438637179132122, -0.24404845489904226},
                             {2.7862462447142327, -2.480108053585246},
                             {4.331232858386457, -0.84191199304311648}};
    const auto axis = sat::separating_axis(a, b);
    REQUIRE(axis);
    // The projections have an error of one rounding of the coordinates.
    CHECK(sat::project(a, *axis).max - sat::project(b, *axis).min <= 4 * 0x1p-52);
    CHECK(*sat::separating_axis(b, a) == -*axis);
}
#endif

TEST_CASE("a shape with a support function only has one axis: that of the contact or of the gap") {
    const ellipse<float> round{{0, 0}, {3, 1}};
    const aabb<float> deep{{-1, .5f}, {1, 4}}, apart{{4, -2}, {6, 2}};
    const auto out = sat::explain(round, deep);
    REQUIRE(out.size() == 1);
    CHECK(out[0].axis == collide(round, deep)->normal);
    CHECK(out[0].axis == vec2{0.f, 1.f});
    CHECK(out[0].source == sat::axis_source::closest_features);
    CHECK((out[0].a == interval<float>{-1, 1} && out[0].b == interval<float>{.5f, 4}));
    CHECK((out[0].overlap == .5f && out[0].decides && !out.apart()));

    const auto gap = sat::explain(apart, round);
    REQUIRE(gap.size() == 1);
    CHECK(gap[0].axis == vec2{-1.f, 0.f});
    CHECK((gap[0].overlap == -1 && gap.apart()));
    const auto moved = at(round, vec2{1.f, 5.f});
    CHECK(sat::axes(moved, round)[0] == distance(moved, round).normal);
    CHECK(sat::axes(at(deep, vec2{5.f, 0.f}), round).size() == 1);

    const auto count = [](const auto& axes) { return axes.size(); };
    CHECK(sat::explain(any_shape<float>{deep}, round, count) == 1);
    CHECK(sat::axes(round, ellipse<float>{{std::numeric_limits<float>::quiet_NaN(), 0}, {1, 1}}).size() == 0);
}

TEST_CASE("one axis decides") {
    const aabb<float> box{{0, 0}, {4, 4}};
    const auto deciding = [](const auto& why) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < why.size(); ++i) count += why[i].decides ? 1u : 0u;
        return count;
    };
    CHECK(deciding(sat::explain(box, triangle<float>{{3, 1}, {9, 0}, {8, 5}})) == 1);
    CHECK(deciding(sat::explain(box, triangle<float>{{5, 1}, {9, 0}, {8, 5}})) == 1);
    CHECK(sat::axis_test<float>{}.decides == false);
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("the projection of many points ends at the extreme point, at any index") {
    // On the parabola y = x^2, point k is the farthest along (2 k, -1), by k^2.
    for (const std::size_t n : {1u, 4u, 64u, 65u, 66u, 67u, 68u, 69u, 140u}) {
        std::vector<vec2<double>> points;
        for (std::size_t i = 0; i < n; ++i) {
            const auto x = static_cast<double>(i);
            points.push_back({x, x * x});
        }
        for (std::size_t k = 0; k < n; ++k) {
            const auto x = static_cast<double>(k);
            CHECK(sat::project(std::span<const vec2<double>>{points}, vec2<double>{2 * x, -1}).max == x * x);
            CHECK(sat::project(std::span<const vec2<double>>{points}, vec2<double>{-2 * x, 1}).min == -x * x);
        }
    }
    CHECK(sat::project(std::span<const vec2<double>>{}, vec2<double>{1, 0}) == interval<double>{1, 0});
    const auto none = sat::project(rounded{convex_polygon<double>{}, 5.}, vec2<double>{1, 0});
    CHECK(none.max < none.min);  // without vertices, the radius does not count
}
#endif

TEST_CASE("without an edge and a gap, the axis is up") {
    const vec2<float> p{2, 3};
    const auto same = sat::explain(p, p);
    REQUIRE(same.size() == 1);
    CHECK(same[0].axis.x == 0);
    CHECK(std::abs(same[0].axis.y) == 1);
    CHECK(!same.apart());
    CHECK(length(sat::axes(circle<float>{p, 1}, circle<float>{p, 2})[0]) == 1);
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("a separating axis is a unit vector, even where the gap is beyond all range") {
    // Found by fuzzing.
    const triangle<double> a{{0, -5.1365286598114558e-266},
                             {4.4942328371557893e+307, -5.1365286598114544e-266},
                             {4.8886812465356121e-317, 0}};
    const vec2<double> p{0, 0};
    const auto axis = sat::separating_axis(a, p), back = sat::separating_axis(p, a);
    REQUIRE((axis && back));
    CHECK(length(*axis) == 1);
    CHECK(*axis == -*back);
}
#endif

namespace {

/// Returns the overlap of the projections on the separating axis. Checks that swapping the shapes negates the axis
/// exactly.
template <class A, class B>
auto overlap_on_axis(const A& a, const B& b) {
    const auto axis = sat::separating_axis(a, b), back = sat::separating_axis(b, a);
    REQUIRE((axis && back));
    CHECK(*axis == -*back);
    CHECK(std::abs(length(*axis) - 1) <= 4 * std::numeric_limits<scalar_t<A>>::epsilon());
    return sat::project(a, *axis).max - sat::project(b, *axis).min;
}

}  // namespace

TEMPLATE_TEST_CASE("an edge separates vertices so near that the square of their distance vanishes", "",
                   HITBOX_TESTS_REALS) {
    // Found by fuzzing. The axis must not be the direction between the vertices, along which the shapes overlap by 2.
    using T = TestType;
    constexpr T least = std::numeric_limits<T>::denorm_min(), one = std::numeric_limits<T>::epsilon() * 4;
    const triangle<T> flat{{-least, 2 * least}, {0, -least}, {T(3.687255859375), -least}};
    const aabb<T> thin{{2 * least, 2 * least}, {4 * least, T(.875)}};
    CHECK(overlap_on_axis(flat, thin) <= one);
    CHECK(overlap_on_axis(segment<T>{{2 * least, -4 * least}, {0, T(1.625)}}, segment<T>{{-least, 8}, {0, least}}) <=
          2 * one);
    // The radii are even smaller.
    CHECK(overlap_on_axis(circle<T>{{0, 3 * least}, 2 * least},
                          triangle<T>{{least, -1}, {least, least}, {-4, T(-1.625)}}) <= one);
    CHECK(overlap_on_axis(capsule<T>{{-4 * least, -4 * least}, {-2 * least, -2 * least}, 2 * least},
                          triangle<T>{{-3 * least, 1}, {-2, 3 * least}, {2 * least, 0}}) <= one);
    // An edge so short that it vanishes when the other shape is scaled to 1.
    constexpr T large = std::numeric_limits<T>::max() / 16;
    CHECK(
        overlap_on_axis(
            triangle<T>{{least, 2 * std::numeric_limits<T>::min()}, {-3 * least, -4 * least}, {3 * least, -2 * least}},
            triangle<T>{{-4 * least, large * 6}, {-large, -large * 8}, {-3 * least, 4 * least}}) <= 8 * one * large);
    // No edge separates collinear shapes.
    CHECK(overlap_on_axis(segment<T>{{0, -large}, {0, -least}}, vec2<T>{0, 3 * least}) <= 0);
    CHECK(overlap_on_axis(segment<T>{{0, large}, {0, 3 * least}}, segment<T>{{0, 0}, {0, -large}}) <= 0);
    CHECK(overlap_on_axis(segment<T>{{0, 1}, {0, 3 * least}}, segment<T>{{0, 0}, {0, -2}}) <= 0);
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("the tie rule chooses among edges whose gap has a square below the range") {
    constexpr double least = std::numeric_limits<double>::denorm_min();
    // Wedges (7, 24, 25), point to point. Two edges separate them by a fraction of the smallest number.
    const vec2<double> chosen[] = {{.28, .96}, {.96, .28}, {-.28, -.96}, {-.96, -.28}};
    for (int turns = 0; turns < 4; ++turns) {
        const auto turned = [turns](vec2<double> v) {
            for (int i = 0; i < turns; ++i) v = perp(v);
            return v;
        };
        const auto wedge = *make_convex_polygon({vec2{0., 0.}, turned({-24, 7}), turned({-24, -7})});
        const auto needle = *make_convex_polygon({turned({least, 0}), turned({24, -1}), turned({24, 1})});
        CHECK(sat::separating_axis(wedge, needle) == chosen[turns]);
        CHECK(sat::separating_axis(needle, wedge) == -chosen[turns]);
    }
    for (const vec2<double> side : {vec2{1., 1.}, {-1., 1.}, {-1., -1.}, {1., -1.}}) {
        const auto box = [side](double from, vec2<double> size) {
            const vec2<double> near_by{side.x * from, side.y * from},
                far = near_by + vec2<double>{side.x * size.x, side.y * size.y};
            return aabb<double>{(min)(near_by, far), (max)(near_by, far)};
        };
        const aabb<double> square = box(least, {1, 1}), wide = box(least, {3, 1}), high = box(least, {1, 3});
        const aabb<double> other = box(0, {-1, -1});
        CHECK(sat::separating_axis(other, square) == vec2{side.x, 0.});
        CHECK(sat::separating_axis(other, wide) == vec2{side.x, 0.});
        CHECK(sat::separating_axis(other, high) == vec2{0., side.y});
        CHECK(sat::separating_axis(square, other) == vec2{-side.x, 0.});
        CHECK(sat::separating_axis(high, other) == vec2{0., -side.y});
    }
}
#endif

TEST_CASE("there are no axes if either shape is invalid") {
    const circle<float> fine{{0, 0}, 1}, broken{{5, 0}, -1};
    CHECK(sat::axis_range<circle<float>, circle<float>>{fine, fine}.size() == 1);
    CHECK(sat::axis_range<circle<float>, circle<float>>{broken, fine}.size() == 0);
    CHECK(sat::axis_range<circle<float>, circle<float>>{fine, broken}.size() == 0);
    CHECK(sat::axis_range<circle<float>, circle<float>>{fine, fine, false}.size() == 0);
    CHECK(sat::axes(broken, fine).size() == 0);
    CHECK(!sat::explain(fine, broken).apart());
}
