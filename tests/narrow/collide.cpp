// Contacts of pairs that random ones do not include.

#include "../grid.hpp"
#include "../laws.hpp"

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <vector>

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

/// An infinitely wide floor, with a user's closed form against a disc.
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

namespace {

/// Boxes without rotation answer as axis-aligned boxes with the same corners; ties are decided by the boxes' own
/// centres.
template <class T>
void check_unturned(const obb<T>& a, const obb<T>& b, bool same_centers) {
    const auto upright = [](const obb<T>& box) {
        return aabb<T>{support(box, vec2<T>{-1, -1}), support(box, vec2<T>{1, 1})};
    };
    const aabb<T> c = upright(a), d = upright(b);
    CAPTURE(c.min.x, c.min.y, c.max.x, c.max.y, d.min.x, d.min.y, d.max.x, d.max.y);
    CHECK(intersects(a, b) == intersects(c, d));
    CHECK(penetrates(a, b) == penetrates(c, d));
    CHECK(intersects(c, b) == intersects(c, d));
    CHECK(penetrates(a, d) == penetrates(c, d));
    const auto hit = collide(a, b), expected = collide(c, d);
    REQUIRE(hit.has_value() == expected.has_value());
    const auto apart = distance(a, b);
    if (hit) CHECK(signed_distance(a, b) == -hit->depth);
    if (hit) CHECK(apart == separation<T>{T(0), hit->normal, hit->point_a, hit->point_b});
    if (!hit) CHECK(apart.distance == distance(c, d).distance);
    if (same_centers) {
        CHECK(hit == expected);
        CHECK(contact_manifold(a, b) == contact_manifold(c, d));
        CHECK(contact_manifold(a, b, T(.5)) == contact_manifold(c, d, T(.5)));
        if (c == d) return;  // only their kinds decide which of two equal shapes goes first
        CHECK(collide(b, a) == flipped(hit));
        CHECK(collide(c, b) == expected);
        CHECK(contact_manifold(a, d) == contact_manifold(c, d));
    } else if (hit) {
        CHECK(hit->depth == expected->depth);
    }
}

template <class T>
void check_unturned() {
    hitbox_tests::generator random{17};
    for (int i = 0; i < 3000; ++i) {
        const bool on_grid = i % 2 == 0;
        const auto number = [&](T low, T high) {
            return on_grid ? std::round(random.real<T>(low, high) * 2) / 2 : random.real<T>(low, high);
        };
        const auto box = [&] {
            return obb<T>{{number(-2, 2), number(-2, 2)}, {number(T(.5), 2), number(T(.5), 2)}, {}};
        };
        check_unturned(box(), box(), on_grid);
    }
}

}  // namespace

TEST_CASE("boxes without rotation answer as axis-aligned boxes") {
    check_unturned<float>();
    check_unturned<double>();
    // A tie is decided by the boxes' own centres, even if rounding removes their difference from the corners.
    const obb<float> here{{0, 0}, {3, 1}, {}}, above{{0, 1e-9f}, {3, 1}, {}};
    CHECK(collide(here, above)->normal == vec2{0.f, 1.f});
    CHECK(collide(above, here)->normal == vec2{0.f, -1.f});
    // Flat ones are segments.
    const obb<float> flat{{0, 1}, {1, 0}, {}}, thick{{0, 0}, {2, 2}, {}};
    CHECK(penetrates(flat, thick));
    CHECK(collide(flat, thick)->depth == 1);
    CHECK(collide(flat, thick)->a_in_b);
    // Half turns count as rotations, because they change the order of the vertices.
    const obb<float> stands{{0, 2}, {1, 1}, {}}, on_its_head{{0, 2}, {1, 1}, {-1, 0}}, ground{{0, 0}, {1, 1}, {}};
    CHECK(contact_manifold(ground, stands).points[0].id == (3u << 16 | 0u));
    CHECK(contact_manifold(ground, on_its_head).points[0].id == (3u << 16 | 2u));
    CHECK(collide(ground, stands) == collide(ground, on_its_head));
    // Invalid boxes stay invalid.
    CHECK(!collide(obb<float>{{0, 0}, {-1, 1}, {}}, ground));
    CHECK(!collide(obb<float>{{std::numeric_limits<float>::quiet_NaN(), 0}, {1, 1}, {}}, ground));
    CHECK(contact_manifold(obb<float>{{0, 0}, {-1, 1}, {}}, ground, 9.f).count == 0);
    // An invalid box so distant that rounding removes its extents is still invalid.
    CHECK(!intersects(obb<float>{{1e8f, 0}, {-1, 1}, {}}, obb<float>{{1e8f, 0}, {1, 1}, {}}));
}

TEST_CASE("a closed form of the user's is called in either order") {
    const user::floor ground{1};
    const circle<float> ball{{3, 2}, 1.5f};
    const auto hit = collide(ground, ball), flipped_hit = collide(ball, ground);
    REQUIRE((hit && flipped_hit));
    CHECK(*hit == contact<float>{{0, 1}, .5f, {3, 1}, {3, .5f}});
    CHECK(*flipped_hit == contact<float>{{0, -1}, .5f, {3, .5f}, {3, 1}});
    CHECK(!collide(circle<float>{{3, 9}, 1}, ground));
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("overlap is decided exactly even if rounding leaves the direction open") {
    // The core of the capsule descends by less than 1e-8 of its length. In double, the normal of its side and the
    // direction from the triangle's nearest vertex are therefore as good as straight up, along which the third vertex
    // seems separated.
    const capsule<double> b{{0, 0}, {12, -8e-8}, 12};
    const triangle<double> inside{{-1, -1.3}, {0, -1.3}, {9, -6e-8 - 12 * (1 - 1e-9)}},
        outside{{-1, -1.3}, {0, -1.3}, {9, -6e-8 - 12 * (1 + 1e-9)}};
    CHECK(collide(inside, b)->normal == vec2{2e-8 / 3, 1.});
    CHECK(contains(b, inside));
    CHECK(!contains(b, outside));
    check_flags(inside, b);
    check_flags(outside, b);
}

TEST_CASE("overlap is decided exactly even if the direction underflows or overflows") {
    const capsule<double> large{{4e-38, 2e-297}, {2e211, 0}, 5e91}, small{{4e201, 0}, {0, -5e-50}, 9e21};
    CHECK(contains(large, small));
    check_flags(large, small);

    const capsule<double> thin{{-2e-93, 2e15}, {-3e-82, 6e-190}, 3e-50};
    const segment<double> along{{8e-289, 667}, {0, 4e-71}};
    CHECK(contains(thin, along));
    check_flags(thin, along);
}
#endif

TEMPLATE_TEST_CASE("capsules whose squares leave the range are decided by the filter only if it is certain", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    // One square is infinite, the other is finite, and so is the unit roundoff times the larger.
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

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("segments and radii are compared exactly even if squares of edges leave the range") {
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
#endif

TEST_CASE("a disc that extends out of another by less than double squares resolve is not inside") {
    const circle<float> small{{0, 0}, 0x1p23f}, out_by_a_hair{{0x1p23f, 1}, 0x1p24f}, inside{{0x1p23f, 0}, 0x1p24f};
    REQUIRE(collide(small, out_by_a_hair));
    CHECK(!collide(small, out_by_a_hair)->a_in_b);
    CHECK(!collide(out_by_a_hair, small)->b_in_a);
    CHECK(collide(small, inside)->a_in_b);
    CHECK(collide(inside, small)->b_in_a);
    check_flags(small, out_by_a_hair);
    check_flags(small, inside);
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
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

TEST_CASE("the contact normal is that of an edge beside one that vanishes at the other shape's scale") {
    // The needle's first edge vanishes at the scale of the other shape, and the overlap is far less than its rounding.
    const double thin = 0x1p-990, deep = 0x1p-992, big = 0x1p990;
    const triangle<double> needle{{0, 0}, {thin, 0}, {0, big}}, wedge{{deep, big / 4}, {-big, big}, {-big, 0}};
    const auto hit = collide(needle, wedge), back = collide(wedge, needle);
    REQUIRE((hit && back));
    CHECK(hit->normal == vec2<double>{-1, 0});
    CHECK((hit->depth > 0 && hit->depth < 1));  // far less than a rounding of the coordinates
    CHECK(*back == flipped(*hit));
}
#endif

TEMPLATE_TEST_CASE("a shape that shares a vertex with the shape around it is inside", "", HITBOX_TESTS_REALS) {
    // The contact normal is that of the inner shape's edge, above the common vertex.
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

namespace {

/// Returns how far a point is from the deepest point of a shape along n, in ulps of coordinates from 16 to 32.
template <class S>
double ulps_below(const S& s, vec2<double> n, vec2<double> point) {
    const auto height = [n](vec2<double> p) {
        const auto times = [](double x, double y) { return static_cast<long double>(x) * static_cast<long double>(y); };
        return times(p.x, n.x) + times(p.y, n.y);
    };
    const auto corners = vertices(s);
    long double max_height = height(corners[0]);
    for (std::size_t i = 1; i < corners.size(); ++i) max_height = (std::max)(max_height, height(corners[i]));
    return static_cast<double>((max_height - height(point)) / 0x1p-48L);
}

template <class A, class B>
void check_points(const A& a, const B& b) {
    const auto hit = collide(a, b), back = collide(b, a);
    REQUIRE((hit && back));
    CHECK(*back == flipped(*hit));
    CHECK(std::abs(ulps_below(a, hit->normal, hit->point_a)) <= 4);
    CHECK(std::abs(ulps_below(b, -hit->normal, hit->point_b)) <= 4);
}

}  // namespace

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("the deepest point is on the long edge beside an edge hardly longer than rounding") {
    // Found by fuzzing. The deepest point must not be on the line between the ends of the short and the long edge.
    const vec2<double> corners[] = {
        {-14, -13.999999999999998}, {14, -14}, {14, -13.999999999999956}, {0, 0}, {-14, -13.999999999999957}};
    const triangle<double> wedge{{12.5, -13}, {24, -4}, {20, 8}};
    const auto view = *make_convex_polygon_view(corners);
    const auto polygon = *make_convex_polygon<5>(corners);
    check_points(view, wedge);
    check_points(polygon, wedge);
    for (const double degrees : {0., 90., 17.}) {
        const transform2<double> where{{0, 0}, rot2<double>::from_degrees(degrees)};
        check_points(at(view, where), at(wedge, where));
        check_points(at(polygon, where), at(wedge, where));
    }
    // The deepest point scales with powers of two.
    vec2<double> large[5];
    for (std::size_t i = 0; i < 5; ++i) large[i] = corners[i] * 1024.;
    const auto hit = collide(view, wedge),
               large_hit = collide(*make_convex_polygon_view(large),
                                   triangle<double>{wedge.a * 1024., wedge.b * 1024., wedge.c * 1024.});
    REQUIRE((hit && large_hit));
    CHECK((large_hit->point_a == hit->point_a * 1024. && large_hit->point_b == hit->point_b * 1024.));
}

TEST_CASE("the deepest points of sides that are parallel up to rounding are opposite each other") {
    // The overlaps of two edges, one of each shape, differ by less than their rounding. With the wrong edge the points
    // would be up to 1/3 of a unit apart along the sides, and the depth wrong by 1/100.
    const auto extent_along = [](vec2<double> d, vec2<double> n) { return std::abs(d.x * n.y - d.y * n.x); };
    int met = 0;
    for (int tilt = 2; tilt < 60; ++tilt)
        for (const double beyond : {.03, .1, .28, .5})
            for (const double degrees : {0., 17., 123.}) {
                const auto turn = rot2<double>::from_degrees(degrees);
                const auto turned = [turn](double x, double y) { return turn * vec2{x, y}; };
                // A floor, and a slab that extends to the left and diverges from it by a few parts in 10^16.
                const vec2<double> floor[] = {turned(0, 0), turned(4, 0), turned(4, .4), turned(0, .4)};
                const vec2<double> slab[] = {turned(-beyond, -6), turned(5, -6), turned(5, 2.5 - tilt * 0x1p-52),
                                             turned(-beyond, 2.5)};
                const auto a = make_convex_polygon<4>(floor), b = make_convex_polygon<4>(slab);
                REQUIRE((a && b));
                const auto hit = collide(*a, *b);
                REQUIRE(hit);
                CHECK(extent_along(hit->point_a - hit->point_b, hit->normal) < 1e-14);
                ++met;
            }
    CHECK(met == 58 * 4 * 3);
}

TEST_CASE("the deepest point of a roof as flat as a rounding is on the roof, not below it") {
    const vec2<double> corners[] = {{-24, -24}, {24, -24}, {24, 0}, {16, 8 * 0x1p-48}, {-24, 0}};
    const auto house = *make_convex_polygon<5>(corners);
    check_points(house, triangle<double>{{12, -1}, {20, 20}, {4, 20}});
    check_points(house, triangle<double>{{-12, -1}, {-4, 20}, {-20, 20}});
    check_points(house, aabb<double>{{-8, -1}, {22, 20}});
}
#endif

TEMPLATE_TEST_CASE("a corner has its depth behind an edge, however few roundings that is", "", HITBOX_TESTS_REALS) {
    // The filter of triangles may be certain where the exact path, with its larger error bound in double, is not.
    using T = TestType;
    const auto check = [](const auto& make) {
        for (int k = 32; k < 110; ++k) {
            const T depth = static_cast<T>(k) * std::numeric_limits<T>::epsilon() / 2;
            const auto below = make({-1, 0}, {0, -1}, {1, 0}), above = make({0, -depth}, {1, 1}, {T(-.5), 1});
            const auto hit = collide(below, above);
            CAPTURE(k);
            REQUIRE(hit);
            CHECK(*hit == contact<T>{{0, 1}, depth, {0, 0}, {0, -depth}});
            CHECK(collide(above, below) == flipped(hit));
            const auto m = contact_manifold(below, above);
            REQUIRE(m.count == 1);
            CHECK(m.normal == vec2<T>{0, 1});
            CHECK(m.points[0] == manifold_point<T>{{0, -depth / 2}, depth, (2 | edge_feature) << 16});
            CHECK(contact_manifold(above, below) == flipped(m));
        }
    };
    check([](vec2<T> a, vec2<T> b, vec2<T> c) { return triangle<T>{a, b, c}; });
    check([](vec2<T> a, vec2<T> b, vec2<T> c) { return *make_convex_polygon<8>({a, b, c}); });
}

TEMPLATE_TEST_CASE("views of points in either winding, few or more than the lanes, answer alike", "",
                   HITBOX_TESTS_REALS) {
    // Segments of a parabola, closed by a level chord; all vertices are integers.
    using T = TestType;
    for (const int n : {9, 40}) {
        for (const bool clockwise : {false, true}) {
            const T rim = static_cast<T>(n * n);
            const auto cup = [&](T lift, T upwards) {
                std::vector<vec2<T>> points;
                for (int i = -n; i <= n; ++i) {
                    const T x = static_cast<T>(clockwise ? -i : i) * upwards;
                    points.push_back({x, lift + upwards * x * x});
                }
                return points;
            };
            const auto view = [](const std::vector<vec2<T>>& points) {
                return *make_convex_polygon_view(std::span<const vec2<T>>{points});
            };
            const auto standing = cup(0, 1), on_rim = cup(rim - 3, 1), mirrored = cup(0, -1), lower = cup(-1, -1),
                       higher = cup(1, -1);
            CAPTURE(n, clockwise);
            const auto hit = collide(view(standing), view(on_rim));
            REQUIRE(hit);
            CHECK(*hit == contact<T>{{0, 1}, 3, {0, rim}, {0, rim - 3}});
            CHECK(collide(view(on_rim), view(standing)) == flipped(hit));
            CHECK((intersects(view(standing), view(mirrored)) && !penetrates(view(standing), view(mirrored))));
            CHECK(collide(view(standing), view(mirrored))->depth == 0);
            CHECK(distance(view(standing), view(lower)).distance == 1);
            CHECK(!collide(view(standing), view(lower)));
            CHECK(penetrates(view(standing), view(higher)));
        }
    }
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
/// Returns the distance of p from a box, from the box's vertices in double.
template <class T>
double distance_outside(const obb<T>& box, vec2<T> p) {
    double outside = 0;
    const auto corners = vertices(box);
    for (std::size_t i = 0; i < 4; ++i) {
        const vec2<double> a{double(corners[i].x), double(corners[i].y)},
            b{double(corners[(i + 1) % 4].x), double(corners[(i + 1) % 4].y)}, v{double(p.x), double(p.y)},
            edge = b - a;
        outside = std::max(outside, -cross(edge, v - a) / std::sqrt(dot(edge, edge)));
    }
    return outside;
}

// Two facets then have the same rounded depth. The tie may choose the one whose vertex is beside its edge.
TEMPLATE_TEST_CASE("the points of boxes with nearly parallel sides are on the boxes", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T epsilon = std::numeric_limits<T>::epsilon();
    const double allowed = 4 * 8 * static_cast<double>(epsilon);  // four units in the last place of 8
    hitbox_tests::generator g{3};
    int with_two_points = 0;
    for (int round = 0; round < 40000; ++round) {
        const T scale = epsilon * std::array<T, 4>{1, 10, 100, 1000}[g.index(4)], tilt = g.real<T>(-scale, scale);
        const T width = g.real<T>(1, 3), width_below = g.real<T>(1, 3), depth = g.real<T>(T(.1), 1);
        const bool aligned = g.index(2) == 0;  // at the left side
        const obb<T> below{{0, -2}, {width_below, 2}, {}},
            above{
                {aligned ? width - width_below : g.real<T>(-3, 3), 2 - depth}, {width, 2}, rot2<T>::from_radians(tilt)};
        const auto hit = collide(above, below);
        if (!hit) continue;
        CAPTURE(above.center.x, above.center.y, width, width_below, tilt, hit->point_a.x, hit->point_b.x);
        REQUIRE(distance_outside(above, hit->point_a) <= allowed);
        REQUIRE(distance_outside(below, hit->point_b) <= allowed);
        REQUIRE(length(hit->point_a - hit->point_b - hit->normal * hit->depth) <= static_cast<T>(allowed));
        const auto points = contact_manifold(above, below);
        const double aside = allowed + std::abs(static_cast<double>(tilt));  // beside an end of the stretch
        for (const auto& at : points) {
            REQUIRE(distance_outside(above, at.point + points.normal * (at.depth / 2)) <= aside);
            REQUIRE(distance_outside(below, at.point - points.normal * (at.depth / 2)) <= aside);
        }
        with_two_points += points.count == 2;
    }
    CHECK(with_two_points > 30000);
}

// The best edge by rounding is one of several that are nearly collinear, and the vertex is opposite another one of
// them.
TEST_CASE("the manifold of a sliver is at the edge that the normal crosses") {
    const auto sliver = make_convex_polygon(std::vector<vec2<float>>{{-27.9542675f, 17.8227615f},
                                                                     {-26.1345406f, 9.11777687f},
                                                                     {-24.3147812f, .412799776f},
                                                                     {-22.4949875f, -8.29217052f},
                                                                     {-20.6751595f, -16.9971333f},
                                                                     {-18.8552971f, -25.7020893f},
                                                                     {-17.0354023f, -34.4070358f}});
    const segment<float> across{{-3.81591797f, -13.604042f}, {-41.1739197f, -2.98027039f}};
    const auto points = contact_manifold(*sliver, across);
    REQUIRE(points.count > 0);
    for (const auto& at : points) {
        const vec2<float> on_a = at.point + points.normal * (at.depth / 2),
                          on_b = at.point - points.normal * (at.depth / 2);
        CHECK(distance(on_a, *sliver).distance < 4e-5f);
        CHECK(distance(on_b, across).distance < 4e-5f);
    }
}

TEST_CASE("a short side on a long floor: the deepest points are opposite each other") {
    // The floor's edge is better by 2 ulps, which is less than rounding. With the box's edge, the deepest vertex would
    // be the far end of the floor, 20 away.
    const vec2<double> box_corners[] = {{-33.442160584997467, -37.533235202065867},
                                        {-28.115827965635024, -30.27968175711764},
                                        {-37.207572531082192, -23.603553151547249},
                                        {-42.533905150444639, -30.857106596495473}},
                       floor_corners[] = {{-37.760475122779162, -59.073374520013708},
                                          {44.18527240661539, 52.52270889579173},
                                          {36.69973264393078, 58.019390613810877},
                                          {-45.246014885463772, -53.576692801994561}};
    const auto resting = *make_convex_polygon<4>(box_corners), ground = *make_convex_polygon<4>(floor_corners);
    const auto check = [](const auto& a, const auto& b) {
        const auto hit = collide(a, b);
        REQUIRE(hit);
        CHECK(std::abs(hit->depth - .0185681262841283) < 1e-15);
        CHECK(std::abs(length(hit->point_a - hit->point_b) - hit->depth) <= 4 * 0x1p-47);
        CHECK(contact_manifold(a, b).normal == hit->normal);
        CHECK(collide(b, a) == flipped(hit));
    };
    check(resting, ground);
    check(*make_convex_polygon_view(box_corners), ground);
    check(rounded{resting, 1e-300}, ground);
}

TEST_CASE("the minimum translation of boxes is the shorter one even if depths are beyond the range") {
    const aabb<double> all{{-1.7e308, -1.7e308}, {1.7e308, 1.7e308}};
    const obb<double> wide{{0, 0}, {1.5e308, .2e308}, {}};
    CHECK(std::abs(collide(all, wide)->normal.y) == 1);
    CHECK(std::abs(collide(wide, all)->normal.y) == 1);
    CHECK(std::abs(collide(all, aabb<double>{{-1.5e308, -.2e308}, {1.5e308, .2e308}})->normal.y) == 1);
}
#endif

TEST_CASE("a box that is inverted by the smallest number hits nothing") {
    const aabb<float> broken{{0, 0x1p-149f}, {1, 0}};
    const obb<float> around{{.5f, -1}, {2, 2}, rot2<float>::from_degrees(30)}, upright{{.5f, -1}, {2, 2}, {}};
    CHECK(!intersects(broken, around));
    CHECK(!penetrates(broken, around));
    CHECK(!intersects(upright, broken));
    CHECK(!collide(broken, around));
}

namespace {

/// Returns the same outline, once from each of its vertices.
template <std::size_t N, class F>
void with_every_start(std::array<vec2<double>, N> corners, const F& f) {
    for (std::size_t i = 0; i < N; ++i) {
        f(*make_convex_polygon<N>(corners));
        std::rotate(corners.begin(), corners.begin() + 1, corners.end());
    }
}

}  // namespace

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("the choice among edges of double that tie only through a third does not depend on order") {
    // Neighbouring depths differ by less than the tolerance of a tie, but the first and the last by more.
    const std::array<vec2<double>, 4> a{vec2{1., 1.5 * 0x1p-100}, {1, 1}, {-0x1p-97, 1}, {-0x1p-97, 1.5 * 0x1p-100}},
        b{vec2{1., -1.5 * 0x1p-100}, {1, 1}, {-0x1p-99, 1}, {-0x1p-99, -1.5 * 0x1p-100}};
    with_every_start(a, [&](const auto& p) {
        with_every_start(b, [&](const auto& q) {
            const auto hit = collide(p, q), back = collide(q, p);
            REQUIRE((hit && back));
            CHECK(*back == flipped(*hit));
            CHECK(contact_manifold(q, p) == flipped(contact_manifold(p, q)));
        });
    });
}

TEST_CASE("the choice among a chain of near ties of double does not depend on order") {
    std::mt19937 random{7};
    const auto off = [&random] { return std::ldexp(static_cast<double>(static_cast<int>(random() % 33) - 16), -102); };
    const auto box = [&off](double top) {
        const double left = off() * 8, low = off(), right = top + off(), high = top + off();
        return make_convex_polygon<4>(
            std::array<vec2<double>, 4>{vec2{right, low}, {right, high}, {left, high}, {left, low}});
    };
    for (int i = 0; i < 4000; ++i) {
        const auto a = box(1), b = box(1);
        REQUIRE((a && b));
        if (*a == *b) continue;  // nothing decides which one goes first
        CHECK(collide(*b, *a) == std::optional{flipped(*collide(*a, *b))});
    }
}

TEST_CASE("a tie of edges of double does not depend on the other shape's first vertex") {
    const std::array<vec2<double>, 5> a{vec2{0., 0.}, {1, 0}, {1, .5}, {.5, 1}, {0, .5}};
    const std::array<vec2<double>, 4> b{vec2{0x1p-95, 8.}, {0, 0}, {7, 0}, {7, 8}};
    with_every_start(a, [&](const auto& p) {
        with_every_start(b, [&](const auto& q) { CHECK(collide(p, q)->normal == vec2{0., 1.}); });
    });
}

TEST_CASE("axis-aligned boxes of double tie in the same cases as polygons") {
    const auto as_polygon = [](const aabb<double>& box) { return *make_convex_polygon<4>(vertices(box)); };
    for (const double below : {0., 0x1p-60, 0x1p-52, -0x1p-60}) {
        const aabb<double> a{{0, 0}, {1, 1}}, b{{0, -below}, {7, 8}};
        CHECK(collide(a, b)->normal == collide(as_polygon(a), as_polygon(b))->normal);
        CHECK(collide(b, a)->normal == collide(as_polygon(b), as_polygon(a))->normal);
    }
}

TEST_CASE("a disc beside an edge whose ends are equally near is left to the exact path") {
    const circle<double> disc{{.25, -.5}, 1};
    const auto scaled = [&](double k) {
        const std::array<vec2<double>, 4> corners{vec2{-k, k}, {-0x1p-85 * k, 0}, {0, 0}, {k, k}};
        return *collide(circle<double>{disc.center * k, disc.radius * k}, *make_convex_polygon<4>(corners));
    };
    CHECK(scaled(0x1p70).point_b == scaled(1).point_b * 0x1p70);
    const circle<double> beside{{0x1.0000000000006p+0, 0}, 1.5};
    const std::array<vec2<double>, 4> corners{
        vec2{-0x1.0000000000004p+0, -0x1p-52}, {0x1p-57, -0x1p-58}, {0x1p-53, 0}, {0, 0}};
    const auto polygon = *make_convex_polygon<4>(corners);
    CHECK(contact_manifold(beside, polygon).normal == collide(beside, polygon)->normal);
}
#endif

TEST_CASE("discs that penetrate by less than float can represent penetrate by its smallest number") {
    const float u = std::numeric_limits<float>::denorm_min();  // 5^2 + 6^2 = 61 < (2 + 6)^2
    const circle<float> a{{0, 0}, 2 * u}, b{{-6 * u, -5 * u}, 6 * u};
    CHECK(penetrates(a, b));
    CHECK(collide(a, b)->depth == u);
    CHECK(collide(b, a)->depth == u);
    CHECK(contact_manifold(a, b).points[0].depth == u);
    CHECK(signed_distance(a, b) == -u);
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("the midpoint of the smallest numbers is the same with and without fused multiply-add") {
    // Half of 5 is rounded to 2, unless it is fused with the sum (found with -march=native).
    const volatile double hidden = std::numeric_limits<double>::denorm_min();  // or compilers know the answers
    const double least = hidden;
    const auto box = [least](double left, double bottom, double right, double top) -> aabb<double> {
        return {{left * least, bottom * least}, {right * least, top * least}};
    };
    // The midpoints of 5 and 10, and of 2 and 5, are rounded to even.
    CHECK(collide(box(0, 0, 4, 10), box(3, 5, 9, 12))->point_a == vec2<double>{4 * least, 8 * least});
    CHECK(collide(box(0, 0, 4, 5), box(3, 2, 9, 9))->point_a == vec2<double>{4 * least, 4 * least});
}
#endif

TEST_CASE("a number rounded to zero is not a negative zero") {
    const auto positive_zeros = [](vec2<float> v) {
        return !(v.x == 0 && std::signbit(v.x)) && !(v.y == 0 && std::signbit(v.y));
    };
    const circle<float> small{{-1e-30f, -3e-37f}, 1e-30f}, other{{1e-30f, 3e-37f}, 2e-30f};
    const auto hit = collide(small, other), back = collide(other, small);
    REQUIRE((hit && back));
    CHECK((positive_zeros(hit->point_a) && positive_zeros(hit->point_b)));
    CHECK((positive_zeros(back->point_a) && positive_zeros(back->point_b)));
    const float least = std::numeric_limits<float>::denorm_min();
    for (const float x : {-least, least})
        for (const float y : {-least, least}) {
            const vec2<float> p{x, y};
            CHECK(
                positive_zeros(contact_manifold(circle<float>{p, 1}, circle<float>{{2.5f, 0}, 1}, 2).points[0].point));
            CHECK(
                positive_zeros(contact_manifold(circle<float>{p, 1}, aabb<float>{{-2, .5f}, {2, 2}}).points[0].point));
            CHECK(positive_zeros(contact_manifold(p, vec2{0.f, 1.f}, 2).points[0].point));
            CHECK(positive_zeros(distance(p, segment<float>{{-1, 1}, {1, 1}}).point_a));
            CHECK(positive_zeros(distance(segment<float>{{-1, y}, {1, -y}}, vec2{x, 1.f}).point_a));
        }
    CHECK(!std::signbit(*minimum_translation(interval<float>{0, 1}, interval<float>{-1, -0.f})));
}

TEMPLATE_TEST_CASE("boxes that touch at a negative zero have a depth of positive zero", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T zero : {T(0), -T(0)}) {
        for (const T another : {T(0), -T(0)}) {
            const aabb<T> upper{{-3, zero}, {-1, 2}}, lower{{-4, -2}, {4, another}}, right{{zero, -1}, {2, 1}},
                left{{-2, -1}, {another, 1}};
            for (const auto& [a, b] : {std::pair{upper, lower}, {lower, upper}, {right, left}, {left, right}}) {
                const auto hit = collide(a, b);
                REQUIRE(hit);
                CHECK(!std::signbit(hit->depth));
                for (const auto& point : contact_manifold(a, b)) CHECK(!std::signbit(point.depth));
                CHECK(!std::signbit(shape_cast(a, {T(1), T(1)}, b).depth));
            }
        }
    }
}

TEMPLATE_TEST_CASE("an overlap below the smallest number has the smallest number as depth", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T least = std::numeric_limits<T>::denorm_min();
    // A needle in a wedge (7, 24, 25), across whose edges it is a fraction of that deep.
    const auto wedge = *make_convex_polygon({vec2<T>{0, 0}, {-24, 7}, {-24, -7}});
    const auto needle = *make_convex_polygon({vec2<T>{-least, 0}, {24, -1}, {24, 1}});
    REQUIRE(penetrates(wedge, needle));
    for (const auto& hit : {collide(wedge, needle), collide(needle, wedge)}) {
        REQUIRE(hit);
        CHECK(hit->depth == least);
    }
}

// The filter of discs has an error bound; within it exact arithmetic decides.
TEMPLATE_TEST_CASE("discs that almost touch are decided as by integer arithmetic", "", HITBOX_TESTS_REALS) {
    // The numbers are exact in T. Sums of their squares have up to 62 bits, which no T holds.
    constexpr std::int64_t largest = std::same_as<TestType, float> ? std::int64_t{1} << 22 : std::int64_t{1} << 28;
    std::mt19937_64 random{8};
    const auto any = [&random] { return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(largest)); };
    const auto disc = [](std::int64_t x, std::int64_t y, std::int64_t r) {
        return circle<TestType>{{static_cast<TestType>(x), static_cast<TestType>(y)}, static_cast<TestType>(r)};
    };
    int apart = 0, deep = 0;
    for (int i = 0; i < 20000; ++i) {
        const std::int64_t x = any() - largest / 2, y = any() - largest / 2, to_x = any() - largest / 2,
                           to_y = any() - largest / 2;
        const std::int64_t squared = (to_x - x) * (to_x - x) + (to_y - y) * (to_y - y);
        const auto reach = static_cast<std::int64_t>(std::sqrt(static_cast<double>(squared))) + i % 3 - 1;
        const std::int64_t r = any() % (reach + 1);
        const circle<TestType> a = disc(x, y, r), b = disc(to_x, to_y, reach - r);
        apart += squared > reach * reach ? 1 : 0, deep += squared < reach * reach ? 1 : 0;
        CHECK(intersects(a, b) == (squared <= reach * reach));
        CHECK(penetrates(a, b) == (squared < reach * reach));
        CHECK(collide(b, a).has_value() == (squared <= reach * reach));
    }
    CHECK((apart > 5000 && deep > 5000));
}

// A flat box has the two vertices of a segment, which decides ties, whatever the type of the coordinates is.
TEST_CASE("boxes of integers, flat or not, collide with the depth and normal of those of float") {
    hitbox_tests::generator g{7};
    const auto whole = [&g] { return static_cast<int>(g.index(13)) - 6; };
    const auto box = [&] {
        const vec2<int> p{whole(), whole()}, q{whole(), whole()};
        return aabb<int>{(min)(p, q), (max)(p, q)};
    };
    const auto real = [](vec2<int> v) { return vec2<float>{static_cast<float>(v.x), static_cast<float>(v.y)}; };
    const auto is_flat = [](const aabb<int>& b) { return b.min.x == b.max.x || b.min.y == b.max.y; };
    int flat = 0;
    for (int round = 0; round < 60000; ++round) {
        const aabb<int> a = box(), b = box();
        if (is_flat(a) && is_flat(b)) continue;
        const auto hit = collide(a, b);
        const auto expected = collide(aabb<float>{real(a.min), real(a.max)}, aabb<float>{real(b.min), real(b.max)});
        REQUIRE(hit.has_value() == expected.has_value());
        if (!hit) continue;
        INFO(a.min.x << ' ' << a.min.y << ' ' << a.max.x << ' ' << a.max.y << ", " << b.min.x << ' ' << b.min.y << ' '
                     << b.max.x << ' ' << b.max.y);
        REQUIRE(static_cast<float>(hit->depth) == expected->depth);
        REQUIRE(real(hit->normal) == expected->normal);
        flat += is_flat(a) || is_flat(b);
    }
    CHECK(flat > 1000);
}
