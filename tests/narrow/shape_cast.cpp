// Casts of shapes: the rules, and cases that collision libraries got wrong or had reports about.

#include "../catch_compat.hpp"
#include "../close.hpp"
#include "../rounds.hpp"
#include "../support_reference.hpp"

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

using namespace hitbox;
using hitbox_tests::close;

namespace {

constexpr cast_status hit = cast_status::hit, separated = cast_status::separated;
constexpr cast_status touching = cast_status::started_touching, overlapping = cast_status::started_overlapping;

/// Compares the casts in both orders, and of both shapes with the same relative motion. Returns the first.
template <class A, class B, class T = scalar_t<A>>
cast_result<T> checked(const A& a, vec2<T> of_a, const B& b, vec2<T> of_b = {}) {
    const auto result = shape_cast(a, of_a, b, of_b);
    CHECK(result == flipped(shape_cast(b, of_b, a, of_a)));
    for (const T x : {result.normal.x, result.normal.y, result.point.x, result.point.y})
        CHECK(!(x == T(0) && std::signbit(x)));
    const auto wrapped = shape_cast(any_shape<T>{a}, of_a, any_shape<T>{b}, of_b);
    CHECK(wrapped == result);
    if (of_b == vec2<T>{}) {
        const auto other = shape_cast(a, vec2<T>{}, b, -of_a);  // the same, as seen from a
        CHECK(other.status == result.status);
        CHECK(other.fraction == result.fraction);
        CHECK(other.normal == result.normal);
    }
    return result;
}
constexpr aabb<float> unit_box{{0, 0}, {1, 1}};

/// The shape |x|^power + |y|^power <= 1, with a support function only; almost flat at the top. Counts its support
/// calls.
struct squarish {
    int power = 2;
    std::size_t* calls = nullptr;
};
constexpr vec2<double> center(const squarish&) { return {0, 0}; }
[[maybe_unused]] vec2<double> support(const squarish& s, vec2<double> d) {
    ++*s.calls;
    const vec2<double> u = abs(d) / (std::max)(std::abs(d.x), std::abs(d.y));
    const double p = s.power, x = std::pow(u.x, 1 / (p - 1)), y = std::pow(u.y, 1 / (p - 1));
    const double norm = std::pow(std::pow(x, p) + std::pow(y, p), 1 / p);
    return {std::copysign(x / norm, d.x), std::copysign(y / norm, d.y)};
}

}  // namespace

static_assert(shape_cast(unit_box, {4, 0}, aabb<float>{{3, 0}, {4, 1}}) ==
              cast_result<float>{cast_status::hit, .5f, {-1, 0}, {3, .5f}, 0});
static_assert(shape_cast(circle<double>{{0, 0}, .5}, {4, 0}, circle<double>{{3, 0}, .5}).fraction == .5);
static_assert(shape_cast(vec2{0.f, 0.f}, {1, 1}, vec2{.5f, .5f}).fraction == .5f);
static_assert(shape_cast(unit_box, {.5f, 0}, aabb<float>{{3, 0}, {4, 1}}).status == cast_status::separated);

TEMPLATE_TEST_CASE("half of the path is a fraction of .5: near, far away and small", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto half = [](T scale, T offset) {
        const aabb<T> a{{offset, 0}, {offset + scale, scale}}, b{{offset + 3 * scale, 0}, {offset + 4 * scale, scale}};
        return checked(a, vec2<T>{4 * scale, 0}, b);
    };
    CHECK(half(1, 0).fraction == T(.5));
    // 3 * .01 and 4 * .01 are rounded; in double the exact answer for the rounded numbers is the number below .5.
    CHECK(half(T(.01), 0).fraction == (std::is_same_v<T, float> ? T(.5) : T(.5) - T(0x1p-54)));
    CHECK(half(1, T(1e5)).fraction == T(.5));
    CHECK(half(1, T(-1e5)).fraction == T(.5));
    CHECK(half(T(0x1p-90), 0).fraction == T(.5));
    CHECK(half(T(0x1p90), 0).fraction == T(.5));
    // Circles, capsules, and slanted paths of whole length.
    CHECK(checked(circle<T>{{0, 0}, T(.5)}, vec2<T>{4, 0}, circle<T>{{3, 0}, T(.5)}).fraction == T(.5));
    CHECK(checked(circle<T>{{T(1e5), 0}, T(.5)}, vec2<T>{4, 0}, circle<T>{{T(1e5) + 3, 0}, T(.5)}).fraction == T(.5));
    CHECK(checked(circle<T>{{0, 0}, 2}, vec2<T>{6, 8}, circle<T>{{6, 8}, 3}).fraction == T(.5));
    CHECK(checked(capsule<T>{{0, -1}, {0, 1}, 1}, vec2<T>{4, 0}, segment<T>{{3, -2}, {3, 2}}).fraction == T(.5));
    CHECK(checked(triangle<T>{{0, 0}, {4, 0}, {0, 4}}, vec2<T>{4, 4}, vec2<T>{4, 4}).fraction == T(.5));
}

TEST_CASE("a circle that falls on the corner of a box") {
    for (int i = 1; i <= 25; ++i) {
        const auto fall = checked(circle<float>{{525.f + static_cast<float>(i), 0}, 50}, vec2{0.f, 500.f},
                                  aabb<float>{{475, 200}, {525, 250}});
        CHECK(fall.status == hit);
        CHECK(close(fall.fraction, (200 - std::sqrt(2500. - i * i)) / 500, 0x1p-25));
        CHECK(close(fall.normal.x, i / 50., 0x1p-24));
        CHECK(close(fall.normal.y, -std::sqrt(2500. - i * i) / 50, 0x1p-24));
        CHECK(fall.point == vec2{525.f, 200.f});
    }
}

TEST_CASE("no shape tunnels, however thin and fast") {
    const aabb<float> wall{{100, -50}, {100.1f, 50}};
    const auto into_wall = checked(circle<float>{{0, 0}, .5f}, vec2{1000.f, 0.f}, wall);
    CHECK(into_wall == cast_result<float>{hit, .0995f, {-1, 0}, {100, 0}, 0});
    const segment<double> paper{{100, -5}, {100, 5}};
    for (const double speed : {1e3, 1e6, 1e12, 1e100, 1e300}) {
        CHECK(close(checked(vec2<double>{0, 0}, vec2<double>{speed, 0}, paper).fraction * speed, 100, 1e-13));
        const auto bullet = checked(circle<double>{{0, 0}, 1e-3}, vec2<double>{speed, speed * 1e-3}, paper);
        CHECK(bullet.status == hit);
        CHECK(close(bullet.fraction * speed, 100 - 1e-3, 1e-12));
        CHECK(bullet.normal == vec2{-1., 0.});
        const auto both = checked(circle<double>{{0, 0}, 1e-3}, vec2<double>{speed / 2, 0}, paper, {-speed / 2, 0});
        CHECK(both.fraction == bullet.fraction);
    }
    // A path that passes its end by less than any rounding of the path is still a miss.
    CHECK(checked(vec2<double>{0, 5}, vec2<double>{1e300, 0}, paper).status == hit);
    CHECK(checked(vec2<double>{0, std::nextafter(5., 6.)}, vec2<double>{1e300, 0}, paper).status == separated);
}

TEST_CASE("cast cases that other libraries got wrong") {
    // A circle that moves towards a slanted segment.
    const auto turned = at(segment<float>{{1, 1}, {-1, 1}}, transform2<float>{{}, rot2<float>::from_degrees(-90)});
    CHECK(shape_cast(circle<float>{{0, 0}, .5f}, {1, 0}, turned).fraction == .5f);
    CHECK(shape_cast(turned, {-1, 0}, circle<float>{{0, 0}, .5f}).fraction == .5f);
    CHECK(checked(circle<float>{{0, 0}, .5f}, vec2{10.f, 0.f}, circle<float>{{10, 0}, .5f}).fraction == .9f);
    const aabb<float> a{{-1, -1}, {1, 1}}, b{{9, -1.5f}, {11, 1.5f}};
    CHECK(checked(a, vec2{10.f, 0.f}, b) == cast_result<float>{hit, .8f, {-1, 0}, {9, 0}, 0});
    const auto both = checked(circle<float>{{2, 2}, 1}, vec2{-.5f, -.5f}, a, {1, 1});
    CHECK(both.status == hit);
    CHECK(close(both.fraction, (std::sqrt(2.) - 1) / (1.5 * std::sqrt(2.)), 0x1p-26));
    CHECK(close(both.normal.x, std::sqrt(.5), 0x1p-24));
    CHECK(close(both.point.x, 1 + (std::sqrt(2.) - 1) / (1.5 * std::sqrt(2.)), 0x1p-23));
}

TEST_CASE("a start that touches") {
    const aabb<float> right{{1, 0}, {2, 1}};
    CHECK(checked(unit_box, vec2{1.f, 0.f}, right) == cast_result<float>{touching, 0, {-1, 0}, {1, .5f}, 0});
    CHECK(checked(unit_box, vec2{1.f, 9.f}, right).status == touching);
    CHECK(checked(unit_box, vec2{0.f, 1.f}, right) == cast_result<float>{separated, 1, {}, {}, 0});
    CHECK(checked(unit_box, vec2{-1.f, 1.f}, right).status == separated);
    CHECK(checked(unit_box, vec2{0.f, 0.f}, right).status == separated);
    // The motion is the smallest number.
    CHECK(checked(unit_box, vec2{std::numeric_limits<float>::denorm_min(), 1e30f}, right).status == touching);
    // Only the difference of the translations counts.
    CHECK(checked(unit_box, vec2{5.f, 1.f}, right, {5, 2}).status == separated);
    CHECK(checked(unit_box, vec2{5.f, 1.f}, right, {4, 1}).status == touching);
    CHECK(checked(unit_box, vec2{1e30f, 0.f}, right, {std::nextafter(1e30f, 0.f), 0}).status == touching);
    // Vertex on vertex: only directions strictly between the two edges lead inside.
    const aabb<float> diagonal{{1, 1}, {2, 2}};
    CHECK(checked(unit_box, vec2{1.f, 1.f}, diagonal).status == touching);
    CHECK(checked(unit_box, vec2{1.f, 1e-30f}, diagonal).status == touching);
    CHECK(checked(unit_box, vec2{1.f, 0.f}, diagonal).status == separated);
    CHECK(checked(unit_box, vec2{1.f, -1e-30f}, diagonal).status == separated);
    // Round shapes.
    const circle<float> ball{{2, 0}, 1}, other{{0, 0}, 1};
    CHECK(checked(other, vec2{1e-20f, 1.f}, ball) == cast_result<float>{touching, 0, {-1, 0}, {1, 0}, 0});
    CHECK(checked(other, vec2{0.f, 1.f}, ball).status == separated);
    CHECK(checked(other, vec2{-1e-20f, 1.f}, ball).status == separated);
    const capsule<float> pill{{-1, 0}, {1, 0}, 1};
    CHECK(checked(pill, vec2{1.f, 1e-20f}, circle<float>{{0, 3}, 2}).status == touching);
    CHECK(checked(pill, vec2{1.f, 0.f}, circle<float>{{0, 3}, 2}).status == separated);
    CHECK(checked(pill, vec2{-1.f, 4.f}, circle<float>{{4, 4}, 4}).status == touching);  // 3-4-5, on the cap
    CHECK(checked(pill, vec2{-4.f, 3.f}, circle<float>{{4, 4}, 4}).status == separated);
    // A shape without an interior cannot be entered, so a point leaves a segment on either side.
    const segment<float> upright{{0, -1}, {0, 1}};
    for (const vec2<float> translation : {vec2{1.f, 0.f}, vec2{-1.f, 0.f}, vec2{0.f, 1.f}})
        CHECK(checked(vec2{0.f, 0.f}, translation, upright).status == separated);
    CHECK(checked(vec2{0.f, 0.f}, vec2{1.f, 0.f}, vec2{0.f, 0.f}).status == separated);
    // The Minkowski sum of two crossing segments has an interior.
    CHECK(checked(segment<float>{{-1, 0}, {0, 0}}, vec2{1.f, 0.f}, upright).status == touching);
    CHECK(checked(segment<float>{{-1, 0}, {0, 0}}, vec2{0.f, 9.f}, upright).status == separated);
}

TEMPLATE_TEST_CASE("a start that touches an edge by a radius, of any size", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (T size = 4; size > T(1e-6); size /= 2) {
        CAPTURE(size);
        const circle<T> ball{{size, size}, size};
        const segment<T> floor{{0, 0}, {2 * size, 0}};
        CHECK(checked(ball, vec2<T>{size, -size / 4}, floor).status == touching);
        CHECK(checked(ball, vec2<T>{-size, -size / 4}, floor).status == touching);
        CHECK(checked(ball, vec2<T>{size, 0}, floor).status == separated);
        CHECK(checked(ball, vec2<T>{size, size / 4}, floor).status == separated);
        CHECK(checked(ball, vec2<T>{-size, size / 4}, floor).status == separated);
    }
}

TEMPLATE_TEST_CASE("a cast finds a disc beside its path, for any radius and path", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T path_length : {T(.5), T(1), T(2), T(4)})
        for (const T reach : {T(.5), T(1), T(2), T(4)}) {
            CAPTURE(path_length, reach);
            // A 3-4-5 triangle: the hit is at half of the path.
            const vec2<T> at{path_length / 2 + reach * T(.8), reach * T(.6)};
            const auto met =
                checked(circle<T>{{0, 0}, reach / 4}, vec2<T>{path_length, 0}, circle<T>{at, reach * T(.75)});
            CHECK(met.status == hit);
            CHECK(close(met.fraction, .5, 1e-5));
            CHECK(close(met.normal.x, -.8, 1e-5));
            CHECK(close(met.normal.y, -.6, 1e-5));
        }
    // The side has length 1, like the path across it.
    const auto met = checked(circle<T>{{0, 0}, T(.25)}, vec2<T>{1, 0}, circle<T>{{T(1.25), 1}, T(1)});
    CHECK(close(met.fraction, .5, 1e-6));
    CHECK(close(met.normal.y, -.8, 1e-6));
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("small shapes on a path whose square overflows hit at the correct fraction") {
    const double huge = 1e300;
    for (const double translation : {huge, -huge}) {
        const double side = translation < 0 ? -10 : 10;
        const circle<double> ball{{0, 0}, 1}, right{{side, 0}, 1}, above{{0, side}, 1};
        CHECK(close(checked(ball, vec2<double>{translation, 0}, right).fraction * huge, 8, 1e-9));
        CHECK(close(checked(ball, vec2<double>{0, translation}, above).fraction * huge, 8, 1e-9));
        CHECK(close(checked(ball, vec2<double>{0, 0}, right, vec2<double>{-translation, 0}).fraction * huge, 8, 1e-9));
        CHECK(close(checked(ball, vec2<double>{0, 0}, above, vec2<double>{0, -translation}).fraction * huge, 8, 1e-9));
    }
}
#endif

TEST_CASE("shapes along the path hit with their ends, however short they are") {
    for (float size = 4; size > 1e-6f; size /= 2) {
        CAPTURE(size);
        const segment<float> back{{0, 0}, {size, 0}}, front{{4 * size, 0}, {3 * size, 0}};
        CHECK(checked(back, vec2{4 * size, 0.f}, front).fraction == .5f);
        CHECK(checked(segment<float>{back.b, back.a}, vec2{4 * size, 0.f}, front).fraction == .5f);
        CHECK(checked(back, vec2{4 * size, 0.f}, vec2{3 * size, 0.f}).fraction == .5f);
        CHECK(checked(front, vec2{-4 * size, 0.f}, back).fraction == .5f);
    }
}

TEST_CASE("a start that overlaps has the normal and depth of collide") {
    const aabb<float> right{{.75f, 0}, {2, 1}};
    for (const vec2<float> translation : {vec2{1.f, 0.f}, vec2{-1.f, 0.f}, vec2{0.f, 0.f}, vec2{1e30f, 0.f}})
        CHECK(checked(unit_box, translation, right) == cast_result<float>{overlapping, 0, {-1, 0}, {.875f, .5f}, .25f});
    const circle<float> inside{{.5f, .75f}, .125f};
    const auto deep = checked(inside, vec2{1.f, 0.f}, unit_box);
    const auto contact = collide(inside, unit_box);
    REQUIRE(contact);
    CHECK(deep.status == overlapping);
    CHECK(deep.normal == -contact->normal);
    CHECK(deep.depth == contact->depth);
}

TEST_CASE("touching in passing, and at the very end, is a hit") {
    // Along the floor, from beside it: the hit is at the corners, with the normal of the side.
    const aabb<float> floor{{0, -1}, {2, 0}};
    CHECK(checked(aabb<float>{{-3, 0}, {-2, 1}}, vec2{8.f, 0.f}, floor) ==
          cast_result<float>{hit, .25f, {-1, 0}, {0, 0}, 0});
    CHECK(checked(aabb<float>{{-3, 0x1p-100f}, {-2, 1}}, vec2{8.f, 0.f}, floor).status == separated);
    CHECK(checked(circle<float>{{-4, 2}, 1}, vec2{8.f, 0.f}, circle<float>{{0, 0}, 1}) ==
          cast_result<float>{hit, .5f, {0, 1}, {0, 1}, 0});
    CHECK(checked(circle<float>{{-4, std::nextafter(2.f, 3.f)}, 1}, vec2{8.f, 0.f}, circle<float>{{0, 0}, 1}).status ==
          separated);
    // A hit at the end, according to the exact sum.
    CHECK(checked(unit_box, vec2{2.f, 0.f}, aabb<float>{{3, 0}, {4, 1}}).fraction == 1);
    CHECK(checked(unit_box, vec2{std::nextafter(2.f, 0.f), 0.f}, aabb<float>{{3, 0}, {4, 1}}).status == separated);
    CHECK(checked(unit_box, vec2{1e20f, 0.f}, aabb<float>{{3, 0}, {4, 1}}, {1e20f, 0}).status == separated);
    CHECK(checked(circle<float>{{0, 0}, 2}, vec2{3.f, 4.f}, circle<float>{{6, 8}, 3}).fraction == 1);
    CHECK(checked(circle<float>{{0, 0}, 2}, vec2{3.f, std::nextafter(4.f, 3.f)}, circle<float>{{6, 8}, 3}).status ==
          separated);
}

TEST_CASE("the point of a cast is the middle of the edges' common part") {
    const auto boxes = checked(unit_box, vec2{4.f, 0.f}, aabb<float>{{3, .5f}, {4, 9}});
    CHECK(boxes == cast_result<float>{hit, .5f, {-1, 0}, {3, .75f}, 0});
    const auto moving = checked(unit_box, vec2{4.f, 2.f}, aabb<float>{{3, .5f}, {4, 9}}, {0, 2});
    CHECK(moving == cast_result<float>{hit, .5f, {-1, 0}, {3, 1.75f}, 0});
    const auto pills =
        checked(capsule<float>{{0, 0}, {0, 2}, .5f}, vec2{4.f, 0.f}, capsule<float>{{3, 1}, {3, 5}, .5f});
    CHECK(pills == cast_result<float>{hit, .5f, {-1, 0}, {2.5f, 1.5f}, 0});
    const triangle<float> wedge{{3, .25f}, {5, -2}, {5, 2}};
    CHECK(checked(unit_box, vec2{4.f, 0.f}, wedge) == cast_result<float>{hit, .5f, {-1, 0}, {3, .25f}, 0});
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("casts of any size") {
    const auto balls = [](double size) {
        return checked(circle<double>{{-4 * size, 0}, size}, vec2<double>{8 * size, 0}, circle<double>{{0, 0}, size});
    };
    for (const double size : {1., 0x1p200, 0x1p300, 0x1p1000, 0x1p-200, 0x1p-300, 0x1p-1000}) {
        CHECK(balls(size).fraction == .25);
        CHECK(balls(size).normal == vec2{-1., 0.});
        CHECK(balls(size).point == vec2{-size, 0.});
    }
    const double huge = std::numeric_limits<double>::max();
    const aabb<double> a{{-1, -1}, {1, 1}}, far_right{{huge / 2, -1}, {huge, 1}};
    const auto meeting = checked(a, vec2<double>{huge, 0}, far_right, {-huge, 0});  // a difference beyond the range
    CHECK(meeting.status == hit);
    CHECK(meeting.fraction == .25);
}

TEST_CASE("slivers and edges that are almost parallel are not missed") {
    // All of these hit, by exact arithmetic. The edge that is entered last differs from others by less than rounding.
    const aabb<double> block{{-5.5879354476928711e-09, -134217728}, {0.0019531194120645523, -134217680}};
    const triangle<double> sliver{
        {-6291456, -5.7220458984375e-06}, {1024, -3.814697265625e-06}, {0, -9.1552734375e-05}};
    CHECK(checked(block, vec2{0x1p-13, 0.}, sliver, {0, -0x1.8p+28}).status == hit);
    const triangle<double> needle{{-3.814697265625e-06, -2.384185791015625e-07},
                                  {1.862645149230957e-09, -524288},
                                  {-3.7252902984619141e-09, 65536}};
    const circle<double> speck{{-98304, 7.152557373046875e-07}, 1.9073486328125e-06};
    CHECK(checked(needle, vec2{-0x1p+27, 1.}, speck, {0x1.8p+13, -0x1p-27}).status == hit);
    const vec2<double> far_left{-6.5820182292848242e+63, 1649267441664};
    const capsule<double> tower{{-3.7982270983039195e-65, -1.6155871338926322e-27},
                                {-2.1316282072803006e-14, 4.6768052394588893e+49},
                                72057594037927936};
    const auto tower_hit = checked(far_left, vec2{0x1p239, 0x1p-47}, tower);
    CHECK(tower_hit.status == hit);
    CHECK(close(tower_hit.fraction * 0x1p239, 6.5820182292848242e+63, 1e49));
    // Rounded and rotated minimally, they hit on the long side, not beyond its end.
    for (const double turn : {1e-8, 1e-11, 1e-13, 1e-15, 1e-16}) {
        const capsule<double> flat{{-1, 0}, {1, 0}, .5}, tilted{{-1, 3}, {1, 3 + turn}, .5};
        const auto down = checked(flat, vec2<double>{.5, 4.}, tilted);
        CHECK(down.status == hit);
        CHECK(close(down.fraction, .5, turn));
        CHECK(close(down.normal.y, -1, 1e-15));
    }
}

TEST_CASE("a cast along an almost flat shape with support only is neither missed nor far too early") {
    // The gap decreases with a power of the path, so conservative steps get shorter and shorter and reach the step
    // limit.
    const double ulp = 0x1p-52, allowed = 8 * 1.5 * ulp;  // 8 units in the last place of the largest coordinate
    std::size_t max_calls = 0;
    for (const int power : {8, 16, 32}) {
        for (const double height : {-64., -8., -2., 0., 2., 4., 6., 10., 64.}) {
            CAPTURE(power, height);
            std::size_t calls = 0;
            const squarish shape{power, &calls};
            const vec2<double> p{-1.5, 1 + height * ulp};
            const auto result = shape_cast(p, {2, 0}, shape);
            const double x = std::abs(-1.5 + 2 * result.fraction);
            const double gap = height * ulp - std::expm1(std::log1p(-std::pow(x, power)) / power);
            if (height <= 0) CHECK(result.status == hit);
            if (height * ulp > allowed) CHECK(result.status == separated);
            if (result.status == hit) CHECK(std::abs(gap) <= allowed);
            CHECK(shape_cast(shape, {-2, 0}, p).fraction == result.fraction);
            max_calls = (std::max)(max_calls, calls);
        }
    }
    CHECK(max_calls > 4000);  // the search by thirds and halves was among them
}

TEST_CASE("a cast that grazes a shape with support only stops at a gap of at most 8 ulps") {
    // A gap of 4 ulps counts as touching, and the error of such a shallow gap can be 4 ulps more.
    using hitbox_tests::ellipse;
    namespace reference = hitbox_tests::reference;
    const auto check = [](const auto& a, vec2<double> translation, const auto& b) {
        const auto result = shape_cast(a, translation, b);
        CHECK(result.status == hit);
        CHECK(result == flipped(shape_cast(b, {}, a, translation)));
        const reference::extent_of_shape from{a}, to{b};
        const reference::extended off = 8 * 0x1p-52L * std::max(from.largest(), to.largest());
        const auto along = reference::extended_point(translation);
        const auto grown = reference::meeting(from, to, along, off), shrunk = reference::meeting(from, to, along, -off);
        CHECK(static_cast<reference::extended>(result.fraction) * (1 + 0x1p-52L) >= grown.start);
        if (!shrunk.empty()) CHECK(static_cast<reference::extended>(result.fraction) * (1 - 0x1p-52L) <= shrunk.start);
        return result;
    };
    check(ellipse<double>{{0.0011525257886189539, -0.0018529693813039169},
                          {0.0092937713872706836, 0.0073661421237071366}},
          {-0.019159761516892332, 0.018386241764237705}, vec2<double>{0.0033462347796417904, 0.0076091160110307917});
    check(ellipse<double>{{0.066472057634440376, -0.11058506787001329}, {0.24671537391867615, 0.19216402648357894}},
          {-0.29038250919409453, 0.22444920811347799},
          obb<double>{{0.16524273721415256, 0.21514599351485364},
                      {0.095475928977107077, 0.047650461143634103},
                      {0.9756776407142902, 0.21921026757475656}});
    check(ellipse<double>{{-85138.365256757272, 22915.940658064421}, {62.290170170639001, 63.970078554220613}},
          {-77.405258595237115, 532.011626216678},
          triangle<double>{{-85274.570063421153, 23244.742382311641},
                           {-85343.272590858411, 23281.543891494177},
                           {-85264.40461925164, 23349.340407761156}});
    check(ellipse<double>{{-0.25774910988769578, 0.20842378831076583}, {0.82871262703304094, 0.75800627488715899}},
          {0.62613594217684976, -0.32705899986664333},
          ellipse<double>{{-0.46773869480245728, -0.94283702575178285}, {0.52859406100127926, 0.27266407362284384}});
    check(ellipse<double>{{1.1886122163999739, 3.343471744683614}, {12.857241026994163, 6.6577967770511712}},
          {55.987895856287196, -16.717831813270291},
          ellipse<double>{{28.493140579070985, -16.029719757523484}, {7.2123325740376973, 2.8029439604340416}});
    check(ellipse<double>{{-0.00049664362697816032, 0.007465113790815707}, {0.041024650295351954, 0.1393842758324198}},
          {0.25635621179801099, -0.39071714962357557},
          ellipse<double>{{0.25566183167097517, -0.2270653986577528}, {0.0015401553055223141, 0.0020537834132627586}});
    check(ellipse<double>{{-0.017129814379318722, -0.001526819946751787}, {0.0495018115854386, 0.13993965448596121}},
          {0.11473554484414619, 0.094904843758185198},
          ellipse<double>{{0.062039154273636238, -0.16592981315285768}, {0.07519376007815376, 0.056579034311604048}});
    // A grazing ray equals the cast of its origin.
    const ellipse<double> wheel{{0.0011525257886189539, -0.0018529693813039169},
                                {0.0092937713872706836, 0.0073661421237071366}};
    const vec2<double> origin{0.0033462347796417904, 0.0076091160110307917},
        translation{0.019159761516892332, -0.018386241764237705};
    const auto met = ray_cast({origin, translation}, wheel);
    REQUIRE(met);
    CHECK(met->fraction == check(origin, translation, wheel).fraction);
}
#endif

TEST_CASE("invalid input fails") {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    for (const float bad : {nan, inf, -inf}) {
        CHECK(shape_cast(unit_box, {bad, 0}, unit_box) == cast_result<float>{});
        CHECK(shape_cast(unit_box, {0, 0}, unit_box, {0, bad}).status == cast_status::failed);
        CHECK(shape_cast(circle<float>{{0, 0}, bad}, {1, 0}, unit_box).status == cast_status::failed);
        CHECK(shape_cast(unit_box, {1, 0}, vec2{0.f, bad}).status == cast_status::failed);
    }
    CHECK(shape_cast(convex_polygon<float, 8>{}, {1, 0}, unit_box).status == cast_status::failed);
    CHECK(shape_cast(unit_box, {1, 0}, aabb<float>{{1, 0}, {0, 1}}).status == cast_status::failed);
}

TEMPLATE_TEST_CASE("a path far shorter than the overlap at its start starts overlapping", "", HITBOX_TESTS_REALS) {
    // Found by fuzzing. The entry is so distant behind the start that its fraction is clamped.
    using T = TestType;
    const aabb<T> box{{-1, -1}, {1, 1}};
    const capsule<T> pill{{T(.75), 0}, {0, 0}, T(1e-30)};
    const triangle<T> corner{{T(.25), T(-.25)}, {T(-.5), T(.75)}, {T(-.5), T(-.25)}};
    const capsule<T> beam{{T(-.25), -1}, {0, T(.25)}, T(.25)};
    for (const T translation : {std::numeric_limits<T>::denorm_min(), T(1e-35), T(1e-25), T(1e-12), T(1)}) {
        CAPTURE(translation);
        CHECK(shape_cast(box, {translation, 0}, pill).status == cast_status::started_overlapping);
        CHECK(shape_cast(pill, {0, translation}, box).status == cast_status::started_overlapping);
        CHECK(shape_cast(pill, {-translation, translation}, rounded{box, T(1)}).status ==
              cast_status::started_overlapping);
        CHECK(shape_cast(corner, {0, translation}, beam).status == cast_status::started_overlapping);
        CHECK(shape_cast(beam, {-translation, translation}, corner).status == cast_status::started_overlapping);
        // From a touching start, the shape moves in, out and along.
        const aabb<T> next{{1, -1}, {2, 1}};
        CHECK(shape_cast(box, {translation, 0}, next).status == cast_status::started_touching);
        CHECK(shape_cast(box, {-translation, 0}, next).status == cast_status::separated);
        CHECK(shape_cast(box, {0, translation}, next).status == cast_status::separated);
        CHECK(!ray_cast(ray<T>{{0, 0}, {translation / 2, 0}}, rounded{box, T(1)}, ray_start::hollow).has_value());
    }
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("edges that vanish at the other shape's scale have no effect") {
    const segment<double> speck{{0, 0}, {0, 0x1p-1000}};
    const aabb<double> wall{{0x1p500, -0x1p500}, {0x1p501, 0x1p500}}, grazed{{0x1p500, 0x1p-1000}, {0x1p501, 0x1p500}};
    for (const aabb<double>& other : {wall, grazed}) {
        const auto result = shape_cast(speck, {0x1p501, 0}, other);
        CHECK(result.status == hit);
        CHECK(result.fraction == .5);
        CHECK(result.normal == vec2{-1., 0.});
    }
    // The path misses by the smallest number.
    CHECK(shape_cast(speck, {0x1p501, -0x1p-1074}, grazed).status == cast_status::separated);
}

TEST_CASE("an edge that vanishes at the scale of the motion does not hide the others") {
    const double big = 0x1p990;
    const triangle<double> blade{{0, -big}, {0x1p-900, -big}, {0, big}};
    const circle<double> ball{{2 * big, 0}, big / 4};
    const auto result = checked(blade, {4 * big, 0}, ball);
    CHECK(result.status == hit);
    CHECK(result.fraction == .4375);
    CHECK(result.normal == vec2<double>{-1, 0});
}
#endif

/// A square on its corner, with a support function only; the upper and the lower vertex have a negative zero.
struct diamond {
    double middle{};
};
vec2<double> center(const diamond& s) { return {-0., s.middle}; }
vec2<double> support(const diamond& s, vec2<double> d) {
    if (std::abs(d.x) > std::abs(d.y)) return {d.x < 0 ? -1. : 1., s.middle};
    return {-0., s.middle + (d.y < 0 ? -1 : 1)};
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("hit points of shapes with a support function only have no negative zeros") {
    for (const double still : {0., -0.}) {
        const auto result = shape_cast(diamond{0}, {still, 4}, diamond{4}, {still, still});
        CHECK(result.status == hit);
        CHECK(result.fraction == .5);
        CHECK(result.point == vec2<double>{0, 3});
        CHECK(!std::signbit(result.point.x));
    }
}

TEST_CASE("the hit point of a ball at a box's round corner is at that corner") {
    // The normal is rotated beyond that of the side by more than rounding.
    const auto check = [](double size, double rounding, const circle<double>& ball, vec2<double> translation) {
        const auto result = shape_cast(ball, translation, rounded{aabb<double>{{0, -size}, {size, 0}}, rounding});
        CHECK(result.status == hit);
        CHECK(close(result.point.x, 0, size * 1e-6));
        CHECK(close(result.point.y, rounding, size * 1e-6));
    };
    check(370.33264629697084, 0.59839688712101413, {{-63.018707107285664, 1.0884998597449573}, 0.49010297262242974},
          {414.08197589786005, -2.9721835606065993e-12});
    check(0.28489676045451434, 0.28707849629023308, {{-0.11552567005690717, 0.8364720730134646}, 0.54939357672322964},
          {0.79090105384621234, -9.782853016876653e-15});
}
#endif

TEST_CASE("a placed view whose outline rounding made concave is not passed through") {
    // A slab with a vertex on a nearly straight side. When placed, rounding may make it concave, and the hull omits it.
    const std::vector<vec2<float>> corners{{-8, -4}, {8, -4}, {8, 4}, {0, 0x1.000002p+2f}, {-8, 4}};
    const auto view = *make_convex_polygon_view(corners);
    const auto polygon = *make_convex_polygon(corners);  // which, placed, is stored without dents
    const vec2<float> middle{10, 5};
    const auto cast = [&](float turn, float from, float aside) {
        const transform2<float> place{middle, rot2<float>::from_degrees(turn)};
        const rot2<float> direction = rot2<float>::from_degrees(from);
        const vec2<float> away{direction.c, direction.s}, motion = -80 * away;
        const circle<float> ball{middle + 40 * away + aside * perp(away), 1};
        const auto seen = at(view, place);
        const auto stored = at(polygon, place);

        const auto result = checked(ball, motion, seen), expected = shape_cast(ball, motion, stored);
        REQUIRE(result.status == expected.status);
        CHECK(close(result.fraction, static_cast<double>(expected.fraction), 0x1p-22));
        // The motion of 80 is rounded to about 2^-19. The point is in the middle of this interval or of an edge.
        // part.
        CHECK(close(result.point.x, static_cast<double>(expected.point.x), 0x1p-15));
        CHECK(close(result.point.y, static_cast<double>(expected.point.y), 0x1p-15));

        for (const ray_start start : {ray_start::solid, ray_start::hollow}) {
            const vec2<float> origin = start == ray_start::solid ? ball.center : middle;
            const auto ray_at_seen = ray_cast({origin, motion}, rounded{seen, 1.f}, start);
            const auto ray_at_stored = ray_cast({origin, motion}, rounded{stored, 1.f}, start);
            REQUIRE(ray_at_seen.has_value() == ray_at_stored.has_value());
            if (ray_at_seen) CHECK(close(ray_at_seen->fraction, static_cast<double>(ray_at_stored->fraction), 0x1p-22));
        }
        // A start that touches, penetrates or almost touches.
        for (const float begin : {.375f, .40625f, .4375f}) {
            const circle<float> near{ball.center + begin * motion, 1};
            CHECK(shape_cast(near, motion, seen).status == shape_cast(near, motion, stored).status);
        }
        return result;
    };
    const auto known = cast(2, 35, 0);
    CHECK(known.status == hit);
    CHECK(close(known.fraction, .385, .001));
    for (int turn = 0; turn < 360; turn += hitbox_tests::many_if_all(2, 8))
        for (int from = 0; from < 360; from += 23)
            for (const int aside : {0, 2, 6}) cast(float(turn), float(from), float(aside));
}

TEMPLATE_TEST_CASE("if two edges hit equally at a corner, the tie rule chooses", "", HITBOX_TESTS_REALS, long double) {
    using T = TestType;
    const aabb<T> box{{0, 0}, {1, 1}};
    for (const vec2<T> side : {vec2<T>{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}) {
        const vec2<T> corner = (max)(side, vec2<T>{}) + side * T(2);
        for (const vec2<T> size : {vec2<T>{1, 1}, {3, 1}, {1, 3}}) {
            const vec2<T> opposite{corner.x + side.x * size.x, corner.y + side.y * size.y};
            const aabb<T> other{(min)(corner, opposite), (max)(corner, opposite)};
            const vec2<T> along_x{side.x, 0}, along_y{0, side.y};
            const vec2<T> expected = size.y > size.x ? along_y : along_x;  // rule 1, and rule 2 for the square
            for (const T fraction : {T(1), T(.5)}) {
                const vec2<T> translation = side * (T(2) / fraction);
                const auto met = shape_cast(box, translation, other);
                CAPTURE(side.x, side.y, size.x, size.y, fraction);
                CHECK(met.status == hit);
                CHECK(met.fraction == fraction);
                CHECK(met.normal == -expected);
                CHECK(shape_cast(other, -translation, box).normal == expected);
            }
        }
    }
}

TEMPLATE_TEST_CASE("a path that begins an ulp beyond a point or ends an ulp before it does not hit it", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const vec2<T> translation : {vec2<T>{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}}) {
        const vec2<T> ulp = translation * std::numeric_limits<T>::epsilon();
        CHECK(shape_cast(translation + ulp, translation, translation).status == separated);
        CHECK(shape_cast(segment<T>{translation + ulp, translation * T(4)}, translation, translation).status ==
              separated);
        CHECK(shape_cast(translation, translation - ulp, translation + translation).status == separated);
        CHECK(shape_cast(translation, translation, translation + translation).fraction == 1);
    }
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("a long cast finds tiny discs beside its path") {
    for (const double reach : {0x1p-150, 0x1p-250, 0x1p-400}) {
        const circle<double> ball{{0, 0}, reach / 4}, other{{.5, reach * .6}, reach * .75};
        const auto met = checked(ball, vec2<double>{1, 0}, other);
        CAPTURE(reach);
        CHECK(met.status == hit);
        CHECK(close(met.fraction, .5, 1e-12));
        CHECK(close(met.normal.x, -.8, 1e-12));
        CHECK(close(met.normal.y, -.6, 1e-12));
    }
}

TEST_CASE("a start that touches is reported for a path far shorter than rounding, too") {
    const circle<double> disc{{0, 0}, 2}, other{{3, 4}, 3};
    for (const double path_length : {0x1p-100, 0x1p-210, 0x1p-300}) {
        for (const vec2<double> direction : {vec2<double>{1, 2}, {2, 1}, {3, 1}, {1, 7}, {.1, .9}, {5, -3}}) {
            CAPTURE(path_length, direction.x, direction.y);
            CHECK(checked(disc, direction * path_length, other).status == touching);
            CHECK(checked(disc, direction * -path_length, other).status == separated);
        }
    }
}

TEST_CASE("the angle of a side to the path is decided even if its products cancel") {
    namespace detail = hitbox::detail;
    constexpr double e = 0x1p-30;
    for (const double away : {1., -1.}) {
        // (1 + e)(1 - e) - 1 is lost to rounding completely.
        const vec2<double> from{0, 0}, to{1 + e, away};
        const detail::hull_of<vec2<double>> point{vec2<double>{3, 0}};
        const segment<double> side{from, to};
        const detail::hull_of<segment<double>> hull{side};
        const auto closing = [&](const detail::translations<double>& motion) {
            detail::edge_entry<double> entry;
            entry.of_b = true;
            const detail::cast_numbers<double> numbers{point.hull, hull.hull, motion};
            detail::evaluate_edge<false>(entry, point.hull, hull.hull, numbers);
            return entry.closing;
        };
        CHECK(closing({{away, 1 - e}, {}}) == -e * e);
        CHECK(closing({{}, {-away, e - 1}}) == -e * e);
    }
}
#endif

TEST_CASE("a cast that starts with a minimal overlap has no negative zeros") {
    const float least = std::numeric_limits<float>::denorm_min();
    const auto stuck = shape_cast(vec2{-least, 0.f}, {1, 0}, circle<float>{{-5, 0}, 5});
    REQUIRE(stuck.status == cast_status::started_overlapping);
    CHECK(stuck.point.x == 0);
    CHECK(!std::signbit(stuck.point.x));
}

TEMPLATE_TEST_CASE("a rounded shape that passes over a vertex hits it, on either side", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> box{{-1, -1}, {1, 1}};
    for (const T side : {T(1), T(-1)})
        for (const T ahead : {T(1), T(-1)})
            for (const bool upwards : {false, true}) {
                const auto turned = [upwards](vec2<T> v) { return upwards ? perp(v) : v; };
                // The centre passes 0.2 above the box with a radius of 0.25: a 3-4-5 triangle.
                const vec2<T> start = turned({T(-4) * ahead, T(1.2) * side}), translation = turned({T(8) * ahead, 0});
                const auto disc = shape_cast(circle<T>{start, T(.25)}, translation, box);
                REQUIRE(disc.status == cast_status::hit);
                CHECK(std::abs(disc.fraction - T(.35625)) < T(1e-6));
                const capsule<T> behind{start, start - translation / T(16), T(.25)};
                CHECK(shape_cast(behind, translation, box).status == cast_status::hit);
                CHECK(std::abs(shape_cast(behind, translation, box).fraction - T(.35625)) < T(1e-6));
            }
}

TEMPLATE_TEST_CASE("far from the origin, where rounding is as large as the shapes, statuses equal those near it", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const T far = std::same_as<T, float> ? T(0x1p22) : T(0x1p51);
    std::uint64_t state = 7;
    const auto whole = [&state](int low, int high) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<T>(low + static_cast<int>((state >> 33) % static_cast<std::uint64_t>(high - low + 1)));
    };
    const vec2<T> offset{far, far};
    int hits = 0;
    for (int i = 0; i < 4000; ++i) {
        const auto p = [&] { return vec2<T>{whole(-12, 12), whole(-12, 12)}; };
        const capsule<T> pill{p(), p(), whole(0, 3)}, other{p(), p(), whole(0, 5)};
        const vec2<T> corner = p(), translation = p();
        const aabb<T> box{corner, corner + vec2<T>{whole(0, 6), whole(0, 6)}};
        const circle<T> disc{p(), whole(0, 4)};
        const auto same = [&](const auto& a, const auto& b) {
            const auto here = shape_cast(a, translation, b);
            const auto there = shape_cast(translated(a, offset), translation, translated(b, offset));
            hits += here.status == hit ? 1 : 0;
            CAPTURE(i, translation.x, translation.y);
            CHECK(here.status == there.status);
        };
        same(pill, other), same(pill, box), same(disc, other), same(box, other), same(disc, box);
        for (const ray_start start : {ray_start::solid, ray_start::hollow}) {
            const bool here = ray_cast(ray<T>{corner, translation}, other, start).has_value();
            CHECK(here == ray_cast(ray<T>{corner + offset, translation}, translated(other, offset), start).has_value());
        }
    }
    CHECK(hits > 1000);
}
