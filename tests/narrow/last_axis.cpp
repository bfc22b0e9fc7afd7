// Queries of the same pair in successive frames.

#include "../laws.hpp"

using namespace hitbox_tests;

namespace {

/// An ellipse that counts its support calls.
struct counted {
    ellipse<float> shape{};
    int* calls = nullptr;
};
vec2<float> center(const counted& c) { return c.shape.middle; }
vec2<float> support(const counted& c, vec2<float> d) {
    ++*c.calls;
    return support(c.shape, d);
}

/// A triangle that counts how often its vertices are read.
struct counted_corners {
    triangle<float> shape{};
    int* calls = nullptr;
};
vec2<float> center(const counted_corners& c) { return center(c.shape); }
[[maybe_unused]] vec2<float> support(const counted_corners& c, vec2<float> d) {  // what makes it convex
    ++*c.calls;
    return support(c.shape, d);
}
vertex_list<float, 4> vertices(const counted_corners& c) {
    ++*c.calls;
    return vertices(c.shape);
}
float radius(const counted_corners&) { return 0; }

constexpr bool agrees_with_kept_axis() {
    const circle<float> a{{0, 0}, 1};
    const aabb<float> near_b{{.5f, 0}, {2, 1}}, far_b{{2, 0}, {3, 1}};
    sat::last_axis<float> last{{1, 0}};
    const bool apart = !intersects(a, far_b, last) && !penetrates(a, far_b, last) && !collide(a, far_b, last);
    return apart && intersects(a, near_b, last) && penetrates(a, near_b, last) &&
           collide(a, near_b, last) == collide(a, near_b);
}
static_assert(agrees_with_kept_axis(), "the same answers at compile time");
static_assert(sat::last_axis<double>{}.axis == vec2<double>{}, "at first nothing is known");

template <class A, class B, class Last>
concept takes = requires(const A& a, const B& b, Last& last) { intersects(a, b, last); };
static_assert(takes<circle<double>, vec2<double>, sat::last_axis<double>>);

}  // namespace

TEST_CASE("the axis of a separated pair is kept, from a to b") {
    const triangle<float> a{{0, 0}, {1, 0}, {0, 1}};
    const aabb<float> b{{3, -1}, {4, 1}};
    sat::last_axis<float> last;
    CHECK(!intersects(a, b, last));
    CHECK(last.axis == vec2{1.f, 0.f});
    CHECK(!collide(b, a, last));  // the axis does not separate the swapped pair, and is replaced
    CHECK(last.axis == vec2{-1.f, 0.f});
    CHECK(!penetrates(b, a, last));
    CHECK(last.axis == vec2{-1.f, 0.f});
}

TEST_CASE("no axis is kept of an overlapping pair with vertices") {
    const circle<float> a{{0, 0}, 1};
    sat::last_axis<float> last{{0, 1}};
    CHECK(intersects(a, vec2{.5f, 0.f}, last));
    CHECK(last == sat::last_axis<float>{});
}

TEST_CASE("a pair that stays separated reads each shape once") {
    int calls = 0;
    const counted_corners a{{{0, 0}, {2, 0}, {0, 2}}, &calls};
    sat::last_axis<float> last;
    CHECK(!intersects(a, aabb<float>{{3, 0}, {4, 1}}, last));
    for (int frame = 1; frame < 20; ++frame) {
        const float shift = static_cast<float>(frame) * .02f;
        calls = 0;
        CHECK(!intersects(a, aabb<float>{{3 - shift, shift}, {4, 1 + shift}}, last));
        CHECK(calls == 1);
    }
}

TEST_CASE("for a shape with support only, three support calls confirm a separation or an overlap") {
    int calls = 0;
    const counted a{{{0, 0}, {2, 1}}, &calls};
    const auto b = [&](float x) { return counted{{{x, .25f}, {1, 2}}, &calls}; };
    for (const float x : {3.5f, 1.5f}) {
        sat::last_axis<float> last;
        CHECK(intersects(a, b(x), last) == (x < 2));
        for (int frame = 1; frame < 10; ++frame) {
            const float now = x + static_cast<float>(frame) * .03f;
            calls = 0;
            CHECK(intersects(a, b(now), last) == (x < 2));
            CHECK(calls == 6);
            calls = 0;
            CHECK(penetrates(a, b(now), last) == (x < 2));
            CHECK(calls == 6);
            calls = 0;
            CHECK(intersects(a, b(now)) == (x < 2));
            CHECK(calls > 12);
        }
    }
}

TEST_CASE("the tolerance is that of the whole shape, however close its near point is to the origin") {
    const ellipse<float> a{{1e6f + 1, 0}, {1e6f, 1e6f}};
    for (const float x : {-4.f, -1.f, 0.f, .5f, .9f}) {
        for (const vec2 axis : {vec2{-1.f, 0.f}, vec2{-.8f, .6f}}) {
            sat::last_axis<float> last{axis};
            CHECK(intersects(a, vec2{x, 0.f}, last) == intersects(a, vec2{x, 0.f}));
        }
    }
    sat::last_axis<float> last{{-1, 0}};
    CHECK(intersects(a, vec2{.5f, 0.f}, last));  // half a unit is less than 8 roundings of 2e6
}

TEST_CASE("an invalid shape does not intersect, whichever axis is kept") {
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    const auto check = [](const auto& a, const auto& b) {
        for (const vec2 axis : {vec2{1.f, 0.f}, vec2{-1.f, 0.f}, vec2{0.f, 1.f}, vec2{0.f, 0.f}}) {
            sat::last_axis<float> last{axis};
            CHECK(!intersects(a, b, last));
            last = {axis};
            CHECK(!penetrates(b, a, last));
            last = {axis};
            CHECK(!collide(a, b, last));
        }
    };
    const aabb<float> box{{-1, -1}, {1, 1}};
    const ellipse<float> round{{0, 0}, {2, 1}};
    for (const float x : {nan, infinity}) {
        check(box, vec2{x, 0.f});
        check(box, circle<float>{{0, 0}, -x});
        check(round, vec2{x, 0.f});
        check(round, ellipse<float>{{x, 0}, {1, 1}});
        check(at(box, vec2{x, 0.f}), round);
        check(obb<float>{{0, x}, {1, 1}}, any_shape<float>{box});
    }
    check(convex_polygon<float>{}, box);
    check(convex_polygon_view<float>{}, round);
    check(any_shape<float>{convex_polygon_view<float>{}}, any_shape<float>{box});
    check(round, circle<float>{{0, 0}, -1});
    check(at(box, transform2<float>{{}, {3, 4}}), box);
}

TEST_CASE("radii of any size count") {
    for (const float reach : {.25f, .5f, 1.f, 2.f, 4.f}) {
        CAPTURE(reach);
        const capsule<float> pill{{0, 0}, {0, 1}, reach};
        const aabb<float> near_by{{reach / 2, 0}, {reach * 4, 1}}, beyond{{reach * 2, 0}, {reach * 4, 1}};
        sat::last_axis<float> last{{1, 0}};
        CHECK(intersects(pill, near_by, last));
        last = {{1, 0}};
        CHECK(!intersects(pill, beyond, last));
        CHECK(last == sat::last_axis<float>{{1, 0}});
    }
}

TEMPLATE_TEST_CASE("a kept axis of placed shapes has a tolerance for rounded positions on either axis", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    generator random{23};
    std::size_t met = 0, missed = 0;
    for (int i = 0; i < 4000; ++i) {
        const vec2<T> place = i % 2 == 0 ? vec2<T>{1000, 0} : vec2<T>{0, 1000};
        const auto a = at(random.around<triangle<T>>({}, T(1)), transform2<T>{place, random.rotation<T>()}),
                   b = at(random.around<triangle<T>>({}, T(1)),
                          transform2<T>{place + random.unit<T>(), random.rotation<T>()});
        const auto hit = collide(a, b);
        if (!hit) continue;
        // Moved out of the overlap to a position at which they touch or almost touch.
        const auto out = at(a.shape, transform2<T>{a.transform.translation + hit->mtv(), a.transform.rotation});
        sat::last_axis<T> last{hit->normal};
        const bool meet = intersects(out, b);
        LAW(intersects(out, b, last) == meet, out, b);
        ++(meet ? met : missed);
    }
    CHECK(met > 100);
    CHECK(missed > 100);
}

TEMPLATE_TEST_CASE("the bound of a shape includes its largest coordinate on either axis", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const vec2<T> n{T(.6), T(.8)};
    const auto check = [n](const auto& s, T farthest) {
        const auto found = hitbox::detail::extent_along(s, n);
        CHECK(std::abs(found.farthest - farthest) < 100 * std::numeric_limits<T>::epsilon());
        CHECK(found.size >= 5);
        CHECK(found.size <= 6);
    };
    for (const vec2<T> far : {vec2<T>{5, 1}, {1, 5}, {-1, 5}, {5, -1}}) {
        const T farthest = dot(n, far);
        const vec2<T> near_by = far * T(.5);
        check(far, farthest);
        check(segment<T>{near_by, far}, farthest);
        check(triangle<T>{near_by, far, far * T(.25)}, farthest);
        check(aabb<T>{far, far}, farthest);
        check(obb<T>{far, {0, 0}, rot2<T>{}}, farthest);
        check(*make_convex_polygon({near_by, far, near_by + perp(far) * T(.0625)}), farthest);
    }
}
