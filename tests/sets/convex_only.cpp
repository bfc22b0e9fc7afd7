// Queries that take convex shapes only. A set in one of them is a compile error, and the message names the
// alternatives; tests/compile_fail has such programs. This file tests that the overloads for that message take sets and
// nothing else.
#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <type_traits>
#include <vector>

namespace convex_only_tests {

using namespace hitbox;

namespace {

using box = aabb<float>;
using disc = circle<float>;

// The constraint of the overloads for sets. A concept cannot call them, because deducing their return type is the
// error.
template <class A, class B>
concept is_refused_pair = detail::solids<A, B>;

// The queries of convex shapes return a value, so the overloads for sets are not chosen.
template <class A, class B>
concept has_common_part =
    requires(const A& a, const B& b) { requires !std::is_void_v<decltype(polygon_clip<16>(a, b))>; };
template <class A, class B>
concept has_axis = requires(const A& a, const B& b) { requires !std::is_void_v<decltype(sat::separating_axis(a, b))>; };
template <class A, class B>
concept has_translation =
    requires(const A& a, const B& b) { requires !std::is_void_v<decltype(sat::minimum_translation(a, b))>; };
template <class A, class B>
concept has_axes = requires(const A& a, const B& b) { requires !std::is_void_v<decltype(sat::axes(a, b))>; };
template <class A, class B>
concept has_explanation = requires(const A& a, const B& b) { requires !std::is_void_v<decltype(sat::explain(a, b))>; };
template <class A, class B>
concept remembers_axis = requires(const A& a, const B& b, sat::last_axis<float>& last) {
    { intersects(a, b, last) } -> std::same_as<bool>;
    { penetrates(a, b, last) } -> std::same_as<bool>;
    { collide(a, b, last) } -> std::same_as<std::optional<contact<float>>>;
};
template <class S>
concept has_projection = requires(const S& s, vec2<float> n) {
    { sat::project(s, n) } -> std::same_as<interval<float>>;
};

}  // namespace

TEST_CASE("queries of convex shapes take every convex shape, beside the overloads for sets") {
    STATIC_REQUIRE(has_common_part<box, triangle<float>>);
    STATIC_REQUIRE(has_common_part<convex_polygon<float, 8>, any_shape<float>>);
    STATIC_REQUIRE(has_axis<box, disc>);
    STATIC_REQUIRE(has_axis<placed<obb<float>>, vec2<float>>);
    STATIC_REQUIRE(has_translation<capsule<float>, any_shape<float>>);
    STATIC_REQUIRE(has_axes<box, triangle<float>>);
    STATIC_REQUIRE(has_explanation<box, triangle<float>>);
    STATIC_REQUIRE(remembers_axis<disc, convex_polygon<float, 8>>);
    STATIC_REQUIRE(has_projection<disc>);
}

TEST_CASE("the overloads for sets are chosen if at least one of two solids is a set") {
    STATIC_REQUIRE(is_refused_pair<compound<float>, box>);
    STATIC_REQUIRE(is_refused_pair<box, chain<float>>);
    STATIC_REQUIRE(is_refused_pair<polygon<float>, compound<float>>);
    STATIC_REQUIRE(is_refused_pair<std::vector<disc>, box>);
    STATIC_REQUIRE(is_refused_pair<placed<compound<float>>, box>);
    STATIC_REQUIRE_FALSE(is_refused_pair<box, disc>);
    STATIC_REQUIRE_FALSE(is_refused_pair<any_shape<float>, vec2<float>>);
    // Different coordinate types are refused by another message.
    STATIC_REQUIRE_FALSE(is_refused_pair<compound<double>, box>);
}

TEST_CASE("the queries that the message names take sets") {
    const compound<float> ship{std::vector<box>{{{0, 0}, {2, 1}}, {{2, 0}, {4, 1}}}};
    const disc ball{{1, 1.5f}, 1};
    CHECK(intersects(ship, ball));
    CHECK(penetrates(ball, ship));
    CHECK(collide(ship, ball).has_value());
    CHECK(distance(ship, ball).distance == 0);
    CHECK(contact_manifold(ship, ball).count > 0);
}

}  // namespace convex_only_tests
