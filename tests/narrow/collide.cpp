// What contacts are of pairs that random ones do not come by.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <cmath>
#include <limits>

using namespace hitbox;

namespace {

template <class A, class B>
void check_flags(const A& a, const B& b) {
    const auto hit = collide(a, b), back = collide(b, a);
    REQUIRE((hit && back));
    CHECK(hit->a_in_b == contains(b, a));
    CHECK(hit->b_in_a == contains(a, b));
    CHECK(*back == flipped(*hit));
}

}  // namespace

namespace user {

/// A floor of endless width, which has an own way out against a disc.
struct floor {
    float height = 0;
};
constexpr vec2<float> center(const floor& f) { return {0, f.height}; }
constexpr vec2<float> support(const floor& f, vec2<float> d) { return {d.x < 0 ? -1e6f : 1e6f, f.height}; }
constexpr std::optional<contact<float>> collide_pair(const floor& f, const circle<float>& c) {
    const float depth = c.radius - (c.center.y - f.height);
    if (depth < 0) return {};
    return contact<float>{{0, 1}, depth, {c.center.x, f.height}, c.center - vec2<float>{0, c.radius}};
}

}  // namespace user

TEST_CASE("a closed form of the user's is asked in either order") {
    const user::floor ground{1};
    const circle<float> ball{{3, 2}, 1.5f};
    const auto hit = collide(ground, ball), flipped_hit = collide(ball, ground);
    REQUIRE((hit && flipped_hit));
    CHECK(*hit == contact<float>{{0, 1}, .5f, {3, 1}, {3, .5f}});
    CHECK(*flipped_hit == contact<float>{{0, -1}, .5f, {3, .5f}, {3, 1}});
    CHECK(!collide(circle<float>{{3, 9}, 1}, ground));
}

TEST_CASE("inside or not is exact where rounding leaves the direction open") {
    // The core of the capsule falls by less than 1e-8 of its length. So straight up is as near as any direction from
    // the nearest corner of the triangle to it, in double; and along that the third corner seems out of reach.
    const capsule<double> b{{0, 0}, {12, -8e-8}, 12};
    const triangle<double> inside{{-1, -1.3}, {0, -1.3}, {9, -6e-8 - 12 * (1 - 1e-9)}},
        outside{{-1, -1.3}, {0, -1.3}, {9, -6e-8 - 12 * (1 + 1e-9)}};
    REQUIRE(collide(inside, b)->normal == vec2{0., 1.});
    CHECK(contains(b, inside));
    CHECK(!contains(b, outside));
    check_flags(inside, b);
    check_flags(outside, b);
}

TEST_CASE("inside or not is exact where the direction is lost to the range of the type") {
    const capsule<double> large{{4e-38, 2e-297}, {2e211, 0}, 5e91}, small{{4e201, 0}, {0, -5e-50}, 9e21};
    CHECK(contains(large, small));
    check_flags(large, small);

    const capsule<double> thin{{-2e-93, 2e15}, {-3e-82, 6e-190}, 3e-50};
    const segment<double> along{{8e-289, 667}, {0, 4e-71}};
    CHECK(contains(thin, along));
    check_flags(thin, along);
}

TEMPLATE_TEST_CASE("capsules whose squares leave the range of the type are told no faster than is certain", "", float,
                   double) {
    using T = TestType;
    // The square of one is infinite, of the other not yet; nor is the unit roundoff times the larger.
    const T size = std::ldexp(T(1), std::numeric_limits<T>::max_exponent / 2 - 1);
    const capsule<T> a{{0, size * 16}, {0, 0}, 1}, b{{0, size}, {0, size * 4}, size / 1024};
    CHECK(intersects(a, b));
    CHECK(penetrates(a, b));
    CHECK(collide(a, b));
    CHECK(!sat::separating_axis(a, b));
    const capsule<T> beside{{size, size * 3}, {size, size * 9}, size / 2};
    CHECK(!intersects(a, beside));
    CHECK(sat::separating_axis(a, beside));
}

TEST_CASE("segments and radii are judged exactly where only the squares of edges leave the range") {
    const double s = 0x1p511;  // s^2 is in the range of double, (2 s)^2 is not
    const vec2<double> p{0, 0};
    const capsule<double> near{{-s, -s / 8}, {s, -s / 8}, s / 4}, beyond{{-s, -s / 2}, {s, -s / 2}, s / 4};
    CHECK(penetrates(p, near));
    CHECK(!intersects(p, beyond));
    CHECK(collide(p, near));
    CHECK(!collide(p, beyond));
    const circle<double> disc{{5.7e152, -2.4e152}, 5.3e152};
    const segment<double> aside{{-7.7e153, -1.1e153}, {-3.2e153, 1.18e154}};
    CHECK(!intersects(disc, aside));
    CHECK(!collide(disc, aside));
}

TEST_CASE("a disc that sticks out of another by less than double tells of their squares is not inside") {
    const circle<float> small{{0, 0}, 0x1p23f}, out_by_a_hair{{0x1p23f, 1}, 0x1p24f}, inside{{0x1p23f, 0}, 0x1p24f};
    REQUIRE(collide(small, out_by_a_hair));
    CHECK(!collide(small, out_by_a_hair)->a_in_b);
    CHECK(!collide(out_by_a_hair, small)->b_in_a);
    CHECK(collide(small, inside)->a_in_b);
    CHECK(collide(inside, small)->b_in_a);
    check_flags(small, out_by_a_hair);
    check_flags(small, inside);
}

TEST_CASE("deepest points beyond the range of double are infinitely far") {
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double side : {1., -1.}) {
        const circle<double> ball{{side * 1.7e308, 0}, 2e307};
        const auto hit = collide(ball, vec2{side * 1.75e308, 0.});
        REQUIRE(hit);
        CHECK(hit->normal == vec2{side, 0.});
        CHECK(hit->point_a.x == side * infinity);
        CHECK(hit->point_b.x == side * 1.75e308);
        CHECK(std::abs(hit->depth - 1.5e307) < 1e294);
    }
}

TEST_CASE("the way out is along an edge next to one that is nothing beside the other shape") {
    // The needle's first edge vanishes at the scale of the other, and what overlaps is far less than its rounding.
    const double thin = 0x1p-990, deep = 0x1p-992, big = 0x1p990;
    const triangle<double> needle{{0, 0}, {thin, 0}, {0, big}}, wedge{{deep, big / 4}, {-big, big}, {-big, 0}};
    const auto hit = collide(needle, wedge), back = collide(wedge, needle);
    REQUIRE((hit && back));
    CHECK(hit->normal == vec2<double>{-1, 0});
    CHECK((hit->depth > 0 && hit->depth < 1));  // far less than a rounding of the coordinates
    CHECK(*back == flipped(*hit));
}

TEMPLATE_TEST_CASE("what shares a corner with the shape around it is inside", "", float, double) {
    // The way out is along the inner one's edge, above the corner that both have.
    using T = TestType;
    for (const T x : {T(0), T(5), T(-300)}) {
        const vec2<T> p{x, x}, left{x - 1, x + 2}, right{x + 1, x + 2}, far_left{x - 10, x + 10},
            far_right{x + 10, x + 10};
        const triangle<T> inner{p, right, left}, outer{p, far_right, far_left};
        const auto hit = collide(inner, outer), back = collide(outer, inner);
        REQUIRE((hit && back));
        CHECK((hit->depth == 2 && hit->normal == vec2<T>{0, 1}));
        CHECK((hit->a_in_b && !hit->b_in_a));
        CHECK(*back == flipped(*hit));
        const auto narrow = *make_convex_polygon<8>({p, right, left}),
                   wide = *make_convex_polygon<8>({p, far_right, far_left});
        CHECK(collide(narrow, wide) == hit);
        CHECK(collide(wide, narrow) == back);
    }
}
