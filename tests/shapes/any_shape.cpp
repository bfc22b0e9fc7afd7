// Shapes whose kind is known at run time only.

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <hitbox/hitbox.hpp>

#include <limits>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

using namespace hitbox;

namespace {

constexpr any_shape<float> disc = circle<float>{{0, 0}, 1};
constexpr any_shape<float> block = aabb<float>{{1, -1}, {3, 1}};
static_assert(intersects(disc, block) && !penetrates(disc, block), "at compile time, too");
static_assert(center(block) == vec2{2.f, 0.f} && bounds(disc) == aabb<float>{{-1, -1}, {1, 1}} && area(block) == 4);
static_assert(valid(any_shape<float>{}) && center(any_shape<float>{}) == vec2{0.f, 0.f}, "a point by default");
static_assert(convex<any_shape<float>> && std::same_as<scalar_t<any_shape<double>>, double>);
static_assert(std::same_as<decltype(any_shape{circle{vec2{0., 0.}, 1.}}), any_shape<double>>);

static_assert(std::is_constructible_v<any_shape<float>, const circle<float>&> &&
              std::is_constructible_v<any_shape<float, 16>, const convex_polygon<float, 16>&> &&
              std::is_constructible_v<any_shape<float>, const convex_polygon_view<float>&>);
static_assert(!std::is_constructible_v<any_shape<float>, circle<double>> &&
              !std::is_constructible_v<any_shape<float>, circle<int>> &&
              !std::is_constructible_v<any_shape<float>, int>);
static_assert(!std::is_constructible_v<any_shape<float>, convex_polygon<float, 9>> &&
                  !std::is_constructible_v<any_shape<float>, const convex_polygon<float, 16>&> &&
                  !std::is_convertible_v<convex_polygon<float, 16>&, any_shape<float>>,
              "a polygon that may have too many vertices is not borrowed instead");
static_assert(std::is_constructible_v<any_shape<float>, convex_polygon<float, 5>>, "but copied, if there is room");
static_assert(!std::is_convertible_v<std::vector<any_shape<float>>, any_shape<float>>, "or {list} would be no copy");
static_assert(std::same_as<decltype(any_shape{convex_polygon<double, 12>{}}), any_shape<double, 12>> &&
              std::same_as<decltype(any_shape{convex_polygon<double, 5>{}}), any_shape<double>> &&
              std::same_as<decltype(any_shape{any_shape<float, 12>{}}), any_shape<float, 12>>);

template <class T>
struct shapes {
    convex_polygon<T, 12> twelve = *regular_polygon<12>(12, T(2), vec2<T>{T(1), T(1)});
    vec2<T> point{T(1), T(.5)};
    circle<T> disc{{T(1), T(2)}, T(1.5)};
    aabb<T> box{{T(0), T(0)}, {T(2), T(1)}};
    obb<T> turned{{T(2), T(1)}, {T(2), T(.5)}, rot2<T>::from_degrees(T(30))};
    segment<T> line{{T(-1), T(-1)}, {T(2), T(3)}};
    capsule<T> pill{{T(0), T(2)}, {T(3), T(0)}, T(.25)};
    triangle<T> wedge{{T(0), T(0)}, {T(4), T(1)}, {T(1), T(3)}};
    convex_polygon<T> six = *regular_polygon(6, T(1.5), vec2<T>{T(2), T(2)});
    convex_polygon_view<T> view = twelve;
    placed<convex_polygon_view<T>> placed_view = at(view, transform2<T>{{T(1), T(0)}, rot2<T>::from_degrees(T(10))});

    template <class F>
    void for_each(F f) const {
        f(point), f(disc), f(box), f(turned), f(line), f(pill), f(wedge), f(six), f(view), f(placed_view);
    }
};

}  // namespace

TEMPLATE_TEST_CASE("any_shape has the properties of the shape that it holds", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const shapes<T> all;
    std::size_t kind = 0;
    all.for_each([&](const auto& s) {
        using S = std::remove_cvref_t<decltype(s)>;
        const any_shape<T> held = s;
        CAPTURE(kind);
        CHECK(held.value.index() == kind++);
        REQUIRE(std::holds_alternative<S>(held.value));
        CHECK(std::get<S>(held.value) == s);
        CHECK(center(held) == center(s));
        CHECK(support(held, vec2<T>{1, 2}) == support(s, vec2<T>{1, 2}));
        CHECK(bounds(held) == bounds(s));
        CHECK(area(held) == area(s));
        CHECK(valid(held));
        CHECK(held == any_shape<T>{s});
        const any_shape<T> copy = held;
        CHECK(copy == held);
    });
    CHECK(kind == std::variant_size_v<typename any_shape<T>::variant_type>);
    CHECK(any_shape<T>{all.disc} != any_shape<T>{all.box});
    CHECK(any_shape<T>{all.disc} != any_shape<T>{circle<T>{{T(1), T(2)}, T(1.25)}});
}

namespace {

/// Checks that the answer is the same if both, one or none of the shapes is an any_shape.
template <class T, class A, class B>
void check_same_answers(const A& a, const B& b) {
    const any_shape<T> any_a = a, any_b = b;
    CAPTURE(any_a.value.index(), any_b.value.index());
    CHECK(intersects(any_a, any_b) == intersects(a, b));
    CHECK(intersects(any_a, b) == intersects(a, b));
    CHECK(penetrates(any_a, any_b) == penetrates(a, b));
    CHECK(contains(any_a, any_b) == contains(a, b));
    CHECK(contains(any_b, any_a) == contains(b, a));
    CHECK(collide(any_a, any_b) == collide(a, b));
    CHECK(collide(any_b, a) == collide(b, a));
}

}  // namespace

TEST_CASE("a query of any_shape equals the query of the shape that it holds") {
    const shapes<float> all;
    all.for_each([&](const auto& s) {
        check_same_answers<float>(s, all.wedge);
#if !HITBOX_FEW_TYPES
        check_same_answers<float>(s, all.disc);
        check_same_answers<float>(s, all.placed_view);
#endif
        CHECK(sat::project(any_shape<float>{s}, vec2<float>{1, 2}) == sat::project(s, vec2<float>{1, 2}));
        const segment<float> far_away{{9, 8}, {11, 7}};
        CHECK(sat::separating_axis(any_shape<float>{s}, far_away) == sat::separating_axis(s, far_away));
        CHECK(sat::separating_axis(far_away, any_shape<float>{s}).has_value());
    });
}

TEMPLATE_TEST_CASE("any_shape copies polygons, and refers to the points of views", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto four = *regular_polygon<4>(4, T(1));
    const auto eight = *regular_polygon<8>(8, T(1));
    auto nine = *regular_polygon<32>(9, T(1));
    CHECK(std::get<convex_polygon<T, 8>>(any_shape<T>{four}.value).size() == 4);
    CHECK(std::get<convex_polygon<T, 8>>(any_shape<T>{eight}.value) == eight);
    CHECK(std::get<convex_polygon<T, 32>>(any_shape<T, 32>{eight}.value) == *regular_polygon<32>(8, T(1)));

    const any_shape<T, 32> held = nine;
    const any_shape<T> looking = convex_polygon_view<T>{nine};
    CHECK(std::holds_alternative<convex_polygon<T, 32>>(held.value));
    CHECK(std::holds_alternative<convex_polygon_view<T>>(looking.value));
    nine = *regular_polygon<32>(9, T(5));
    CHECK(bounds(held).max.x == T(1));     // it has a polygon of its own
    CHECK(bounds(looking).max.x == T(5));  // it borrows the polygon
}

TEST_CASE("any_shape with room for larger polygons answers as the polygons do") {
    const auto twelve = *regular_polygon<12>(12, 2.f, vec2{1.f, 1.f});
    const any_shape<float, 12> held = twelve, ball{circle<float>{{2, 3}, 1}};
    CHECK(collide(held, ball) == collide(twelve, circle<float>{{2, 3}, 1}));
    CHECK(distance(held, vec2{9.f, 1.f}) == distance(twelve, vec2{9.f, 1.f}));
    const transform2<float> t{{3, -2}, rot2<float>::from_degrees(40)};
    CHECK(baked(at(held, t)) == any_shape<float, 12>{baked(at(twelve, t))});
    CHECK(translated(held, vec2{1.f, 2.f}) == any_shape<float, 12>{translated(twelve, vec2{1.f, 2.f})});
    CHECK(intersects(held, any_shape<float>{aabb<float>{{0, 0}, {1, 1}}}));  // of other rooms, too
    CHECK(area(rounded{held, 1.f}) == area(rounded{twelve, 1.f}));
}

TEMPLATE_TEST_CASE("the corners of an any_shape are those of the shape that it holds", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const shapes<T> all;
    const auto check = [](const auto& held, const auto& s) {
        const auto expected = vertices(s);
        const auto corners = vertices(held);
        CAPTURE(corners.size());
        REQUIRE(corners.size() == expected.size());
        std::size_t i = 0;
        for (const vec2<T> p : corners) {
            CHECK(p == expected[i]);
            CHECK(corners[i] == p);
            ++i;
        }
        CHECK(i == expected.size());
        CHECK(radius(held) == radius(s));
    };
    all.for_each([&](const auto& s) {
        check(any_shape<T>{s}, s);
        check(rounded{any_shape<T>{s}, T(2)}, rounded{s, T(2)});
    });
    check(any_shape<T, 12>{all.twelve}, all.twelve);
    CHECK(vertices(any_shape<T>{}).size() == 1);
    CHECK(vertices(any_shape<T>{all.disc})[0] == all.disc.center);
    CHECK(vertices(any_shape<T>{all.pill}).size() == 2);
    CHECK(vertices(any_shape<T>{convex_polygon<T>{}}).size() == 0);
    CHECK(vertices(any_shape<T>{convex_polygon_view<T>{}}).size() == 0);
    // Queries still equal those of the shape that it holds.
    STATIC_REQUIRE(!faceted<any_shape<T>> && !faceted<rounded<any_shape<T>>> && faceted<rounded<circle<T>>>);
}

static_assert(vertices(block).size() == 4 && vertices(block)[2] == vec2{3.f, 1.f} && radius(disc) == 1);

TEST_CASE("any_shape can be placed and baked") {
    using T = float;
    const shapes<T> all;
    const transform2<T> t{{T(3), T(-2)}, rot2<T>::from_degrees(T(40))};
    all.for_each([&](const auto& s) {
        const any_shape<T> held = s;
        const any_shape<T> moved = baked(at(held, t));
        CAPTURE(held.value.index());
        CHECK(bounds(moved) == bounds(at(s, t)));
        CHECK(center(moved) == center(at(s, t)));
        CHECK(collide(moved, all.wedge) == collide(at(s, t), all.wedge));
        CHECK(collide(at(held, t), all.wedge) == collide(at(s, t), all.wedge));
        CHECK(intersects(at(held, t), center(at(s, t))));
        CHECK(valid(at(held, t)));
    });
}

namespace {

/// Calls f(rounded shape, the same as any_shape) for rounded shapes of all kinds.
template <class T, class F>
void for_each_rounded(F f) {
    const shapes<T> all;
    const T r = T(.375);
    f(rounded{all.point, r}, any_shape<T>{circle<T>{all.point, r}});
    f(rounded{all.disc, r}, any_shape<T>{circle<T>{all.disc.center, all.disc.radius + r}});
    f(rounded{all.line, r}, any_shape<T>{capsule<T>{all.line.a, all.line.b, r}});
    f(rounded{all.pill, r}, any_shape<T>{capsule<T>{all.pill.a, all.pill.b, all.pill.radius + r}});
    const auto with_core = [&](const auto& core) {
        any_shape<T> held = core;
        held.rounding = r;
        f(rounded{core, r}, held);
    };
    with_core(all.box), with_core(all.turned), with_core(all.wedge), with_core(all.six);
    with_core(all.view), with_core(all.placed_view);
}

}  // namespace

TEMPLATE_TEST_CASE("any_shape holds rounded shapes", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const shapes<T> all;
    const transform2<T> t{{T(3), T(-2)}, rot2<T>::from_degrees(T(40))};
    for_each_rounded<T>([&](const auto& s, const any_shape<T>& expected) {
        const any_shape<T> held = s;
        CAPTURE(held.value.index());
        CHECK(held == expected);
        CHECK(valid(held));
        CHECK(center(held) == center(s));
        CHECK(radius(held) == radius(s));
        CHECK(support(held, vec2<T>{1, 2}) == support(s, vec2<T>{1, 2}));
        CHECK(bounds(held) == bounds(s));
        CHECK(std::abs(area(held) - area(s)) <= 4 * std::numeric_limits<T>::epsilon() * area(s));
        CHECK(length(centroid(held) - centroid(s)) <= 16 * std::numeric_limits<T>::epsilon());
        CHECK(std::abs(second_moment(held) - second_moment(s)) <=
              16 * std::numeric_limits<T>::epsilon() * second_moment(s));
        CHECK(bounds(translated(held, vec2<T>{1, 2})) ==
              bounds(rounded{translated(any_shape<T>{s.core}, vec2<T>{1, 2}), s.radius}));
        CHECK(collide(baked(at(held, t)), all.wedge) == collide(at(s, t), all.wedge));
        CHECK(collide(at(held, t), all.wedge) == collide(at(s, t), all.wedge));
        CHECK(collide(rounded{held, T(1)}, all.wedge) == collide(rounded{s, T(1)}, all.wedge));
        CHECK(any_shape<T>{rounded{held, T(1)}} == any_shape<T>{rounded{s, T(1)}});
        CHECK(held != any_shape<T>{rounded{s.core, T(.5)}});
        for (const T bad : {T(-1), std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity()}) {
            const any_shape<T> broken = rounded{s.core, bad};
            CHECK(!valid(broken));
            CHECK(!intersects(broken, all.wedge));
        }
    });
    CHECK(!valid(any_shape<T>{rounded{circle<T>{{0, 0}, -1}, T(2)}}));
    CHECK(!valid(any_shape<T>{rounded{convex_polygon<T>{}, T(2)}}));
}

TEST_CASE("a query on a rounded any_shape is the query on the rounded shape") {
    const shapes<float> all;
    for_each_rounded<float>([&](const auto& s, const any_shape<float>&) {
        check_same_answers<float>(s, all.wedge);
#if !HITBOX_FEW_TYPES
        check_same_answers<float>(s, all.disc);
        check_same_answers<float>(s, rounded{all.six, 0.5f});
#endif
        const any_shape<float> held = s;
        CHECK(sat::project(held, vec2<float>{1, 2}) == sat::project(s, vec2<float>{1, 2}));
        const segment<float> far_away{{9, 8}, {11, 7}};
        CHECK(sat::separating_axis(held, far_away) == sat::separating_axis(s, far_away));
        CHECK(distance(held, far_away) == distance(s, far_away));
        CHECK(shape_cast(held, {9, 8}, far_away) == shape_cast(s, {9, 8}, far_away));
        CHECK(contact_manifold(held, all.wedge) == contact_manifold(s, all.wedge));
        CHECK(ray_cast(ray<float>{{-9, 1}, {20, 0}}, held) == ray_cast(ray<float>{{-9, 1}, {20, 0}}, s));
        CHECK(contains(held, center(s)));
    });
    using T = float;
    constexpr any_shape<T> key = rounded{aabb<T>{{0, 0}, {2, 1}}, 0.5f};
    STATIC_REQUIRE(intersects(key, vec2<T>{2.5f, 1}));
    STATIC_REQUIRE(!intersects(key, vec2<T>{2.5f, 1.5f}));
    STATIC_REQUIRE(std::is_same_v<decltype(any_shape{rounded{convex_polygon<T, 12>{}, 1.f}}), any_shape<T, 12>>);
}

TEST_CASE("any_shape with something invalid in it is not valid and meets nothing") {
    using T = float;
    const any_shape<T> fine = aabb<T>{{T(-9), T(-9)}, {T(9), T(9)}};
    const T nan = std::numeric_limits<T>::quiet_NaN();
    const std::vector<any_shape<T>> broken{vec2<T>{nan, T(0)},
                                           circle<T>{{T(0), T(0)}, T(-1)},
                                           aabb<T>{{T(1), T(0)}, {T(0), T(1)}},
                                           obb<T>{{T(0), T(0)}, {T(1), T(1)}, {T(0), T(0)}},
                                           segment<T>{{T(0), T(0)}, {nan, T(1)}},
                                           capsule<T>{{T(0), T(0)}, {T(1), T(1)}, T(-1)},
                                           triangle<T>{{T(0), T(0)}, {T(1), nan}, {T(0), T(1)}},
                                           convex_polygon<T>{},
                                           convex_polygon_view<T>{},
                                           at(convex_polygon_view<T>{}, vec2<T>{T(0), T(0)})};
    for (const any_shape<T>& bad : broken) {
        CAPTURE(bad.value.index());
        CHECK(!valid(bad));
        CHECK(!intersects(bad, fine));
        CHECK(!intersects(fine, bad));
        CHECK(!penetrates(fine, bad));
        CHECK(!contains(fine, bad));
        CHECK(!contains(bad, fine));
        CHECK(!collide(bad, fine));
        CHECK(!collide(fine, bad));
        CHECK(!sat::separating_axis(bad, fine));
        CHECK(!intersects(bad, bad));
    }
}

TEST_CASE("any_shape that an exception left without a shape is not valid") {
    struct thrower {
        operator convex_polygon<double, 8>() const { throw 1; }
    };
    any_shape<double> held = circle<double>{{0, 0}, 1};
    CHECK_THROWS_AS((held.value.emplace<convex_polygon<double, 8>>(thrower{})), int);
    CHECK(valid(held) == !held.value.valueless_by_exception());  // libraries may keep what was there
}

// An overload for optionals that a concept takes for a property of a shape would make this ambiguous.
TEST_CASE("any_shape: an optional of a shape converts to an optional of an any_shape, and not to an any_shape") {
    static_assert(!std::is_constructible_v<any_shape<float>, std::optional<circle<float>>>);
    static_assert(!std::is_constructible_v<any_shape<float>, result<convex_polygon<float, 8>, polygon_error>>);
    const std::optional<circle<float>> full{{{1, 2}, 3}}, empty;
    std::optional<any_shape<float>> kept = full;
    REQUIRE(kept);
    CHECK(*kept == any_shape<float>{*full});
    kept = empty;
    CHECK(!kept);
}
