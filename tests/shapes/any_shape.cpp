// Shapes whose kind is known at run time only.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <limits>
#include <type_traits>
#include <variant>
#include <vector>

using namespace hitbox;

namespace {

constexpr any_shape<float> disc = circle<float>{{0, 0}, 1};
constexpr any_shape<float> box = aabb<float>{{1, -1}, {3, 1}};
static_assert(intersects(disc, box) && !penetrates(disc, box), "at compile time, too");
static_assert(center(box) == vec2{2.f, 0.f} && bounds(disc) == aabb<float>{{-1, -1}, {1, 1}} && area(box) == 4);
static_assert(valid(any_shape<float>{}) && center(any_shape<float>{}) == vec2{0.f, 0.f}, "a point by default");
static_assert(convex<any_shape<float>> && std::same_as<scalar_t<any_shape<double>>, double>);
static_assert(std::same_as<decltype(any_shape{circle{vec2{0., 0.}, 1.}}), any_shape<double>>);

static_assert(std::is_constructible_v<any_shape<float>, const circle<float>&> &&
              std::is_constructible_v<any_shape<float>, const convex_polygon<float, 16>&>);
static_assert(!std::is_constructible_v<any_shape<float>, circle<double>> &&
              !std::is_constructible_v<any_shape<float>, circle<int>> &&
              !std::is_constructible_v<any_shape<float>, int>);
static_assert(!std::is_constructible_v<any_shape<float>, convex_polygon<float, 16>>, "a temporary cannot be borrowed");
static_assert(std::is_constructible_v<any_shape<float>, convex_polygon<float, 5>>, "but copied, if it is small");

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

TEMPLATE_TEST_CASE("any_shape is the shape that it holds", "", float, double) {
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

/// Both hidden, one hidden, none hidden: always the same answer.
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

TEST_CASE("a query on any_shape is the query on the shape that it holds") {
    const shapes<float> all;
    all.for_each([&](const auto& s) {
        check_same_answers<float>(s, all.wedge);
        check_same_answers<float>(s, all.disc);
        check_same_answers<float>(s, all.placed_view);
        CHECK(sat::project(any_shape<float>{s}, vec2<float>{1, 2}) == sat::project(s, vec2<float>{1, 2}));
        const segment<float> far_away{{9, 8}, {11, 7}};
        CHECK(sat::separating_axis(any_shape<float>{s}, far_away) == sat::separating_axis(s, far_away));
        CHECK(sat::separating_axis(far_away, any_shape<float>{s}).has_value());
    });
}

TEMPLATE_TEST_CASE("small polygons are copied, large ones borrowed", "", float, double) {
    using T = TestType;
    const auto copied = [](const any_shape<T>& s) { return std::holds_alternative<convex_polygon<T, 8>>(s.value); };
    const auto borrowed = [](const any_shape<T>& s) { return std::holds_alternative<convex_polygon_view<T>>(s.value); };
    const auto four = *regular_polygon<4>(4, T(1));
    const auto eight = *regular_polygon<8>(8, T(1));
    const auto eight_of_32 = *regular_polygon<32>(8, T(1));
    auto nine_of_32 = *regular_polygon<32>(9, T(1));
    CHECK(copied(four));
    CHECK(copied(eight));
    CHECK(copied(eight_of_32));
    CHECK(borrowed(nine_of_32));
    CHECK(any_shape<T>{eight} == any_shape<T>{eight_of_32});
    CHECK(std::get<convex_polygon<T, 8>>(any_shape<T>{four}.value).size() == 4);

    const any_shape<T> looking = nine_of_32;
    const T before = bounds(looking).max.x;
    nine_of_32 = *regular_polygon<32>(9, T(5));
    CHECK(before == T(1));
    CHECK(bounds(looking).max.x == T(5));  // it looks at the polygon itself
}

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
