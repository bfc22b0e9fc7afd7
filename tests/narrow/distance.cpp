// Distances, and the cases that collision libraries got wrong about them.

#include "../laws.hpp"

using namespace hitbox;
using hitbox_tests::ellipse;

namespace {

template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();

// Queries at compile time.
static_assert(distance(circle<float>{{0, 0}, 1}, circle<float>{{6, 8}, 2}) ==
              separation<float>{7, {.6f, .8f}, {.6f, .8f}, {4.8f, 6.4f}});
static_assert(distance(aabb<double>{{0, 0}, {1, 1}}, vec2{4., 5.}) == separation<double>{5, {.6, .8}, {1, 1}, {4, 5}});
static_assert(distance(triangle<float>{{0, 0}, {4, 0}, {0, 4}}, vec2{4.f, 4.f}).point_a == vec2{2.f, 2.f});
static_assert(distance(rounded{aabb<float>{{0, 0}, {1, 1}}, 1.f}, segment<float>{{5, -9}, {5, 9}}) ==
              separation<float>{3, {1, 0}, {2, .5f}, {5, .5f}});
static_assert(signed_distance(aabb<double>{{0, 0}, {4, 4}}, aabb<double>{{3, 1}, {9, 9}}) == -1);
static_assert(signed_distance(aabb<double>{{0, 0}, {4, 4}}, aabb<double>{{4, 1}, {9, 9}}) == 0);
static_assert(closest_point(aabb<float>{{0, 0}, {4, 4}}, {6, 1}) == boundary_point<float>{{4, 1}, 2, {1, 0}});
static_assert(closest_point(aabb<float>{{0, 0}, {4, 4}}, {3, 1.5f}) == boundary_point<float>{{4, 1.5f}, -1, {1, 0}});
static_assert(distance(ellipse<double>{{0, 0}, {3, 2}}, vec2{5., 0.}).distance == 2);
static_assert(distance(circle<float>{{0, 0}, -1}, vec2{5.f, 0.f}) ==
              separation<float>{infinity<float>, {0, 1}, {}, {}});

// Beyond the range of the type, in constant evaluation too.
static_assert(distance(vec2{1e308, 0.}, vec2{-1e308, 0.}).distance == infinity<double>);
static_assert(distance(vec2{3e38f, 0.f}, vec2{-3e38f, 0.f}).distance == infinity<float>);
static_assert(distance(vec2{1e308, 0.}, vec2{-1e308, 0.}).normal == vec2{-1., 0.});

template <class T, class A, class B>
separation<T> checked_as(const A& a, const B& b) {
    const auto s = distance(a, b);
    CHECK(s == flipped(distance(b, a)));
    CHECK((s.distance == 0) == intersects(a, b));
    CHECK((signed_distance(a, b) < 0) == penetrates(a, b));
    return s;
}
template <class A, class B>
auto checked(const A& a, const B& b) {
    return checked_as<scalar_t<A>>(a, b);
}

}  // namespace

TEMPLATE_TEST_CASE("the closest point from the centre of a circle is on the circle", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const circle<T> c{{1, 2}, 3};
    CHECK(closest_point(c, {1, 2}) == boundary_point<T>{{1, -1}, -3, {0, -1}});
    CHECK(closest_point(c, {1, 2}).gradient == distance(c, vec2<T>{1, 2}).normal);
    // Equally near sides of a box are chosen by the tie rule of collide.
    const aabb<T> box{{0, 0}, {2, 2}};
    CHECK(closest_point(box, {1, 1}).gradient == collide(box, vec2<T>{1, 1})->normal);
    CHECK(closest_point(box, {1, 1}).distance == -1);
}

TEMPLATE_TEST_CASE("the closest point from the boundary is the point itself, and the gradient leads out", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> box{{0, 0}, {10, 10}};
    CHECK(closest_point(box, {0, 5}) == boundary_point<T>{{0, 5}, 0, {-1, 0}});
    CHECK(closest_point(box, {10, 5}) == boundary_point<T>{{10, 5}, 0, {1, 0}});
    CHECK(closest_point(box, {5, 0}) == boundary_point<T>{{5, 0}, 0, {0, -1}});
    CHECK(closest_point(box, {5, 10}) == boundary_point<T>{{5, 10}, 0, {0, 1}});
    CHECK(closest_point(circle<T>{{0, 0}, 5}, {3, 4}) == boundary_point<T>{{3, 4}, 0, {T(.6), T(.8)}});
    CHECK(closest_point(capsule<T>{{0, 0}, {9, 0}, 5}, {4, 5}) == boundary_point<T>{{4, 5}, 0, {0, 1}});
    const auto on_triangle = closest_point(triangle<T>{{0, 0}, {4, 0}, {0, 4}}, {1, 3});
    CHECK(on_triangle.point == vec2<T>{1, 3});
    CHECK(on_triangle.gradient == vec2{static_cast<T>(.7071067811865476), static_cast<T>(.7071067811865476)});
    // All points of a shape without an interior are on its boundary.
    const auto on_segment = closest_point(segment<T>{{0, 0}, {4, 0}}, {1, 0});
    CHECK(on_segment.distance == 0);
    CHECK(on_segment.point == vec2<T>{1, 0});
    CHECK(on_segment.gradient.x == 0);
    CHECK(closest_point(vec2<T>{1, 0}, {1, 0}).distance == 0);
}

TEMPLATE_TEST_CASE("for a point inside, the closest point is the nearest boundary point", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    CHECK(closest_point(aabb<T>{{0, 0}, {10, 4}}, {3, 3}) == boundary_point<T>{{3, 4}, -1, {0, 1}});
    CHECK(closest_point(rounded{aabb<T>{{0, 0}, {10, 4}}, T(1)}, {3, 3}) == boundary_point<T>{{3, 5}, -2, {0, 1}});
    CHECK(closest_point(capsule<T>{{0, 0}, {10, 0}, 3}, {4, -2}) == boundary_point<T>{{4, -3}, -1, {0, -1}});
    CHECK(closest_point(circle<T>{{0, 0}, 10}, {3, -4}) == boundary_point<T>{{6, -8}, -5, {T(.6), T(-.8)}});
}

TEMPLATE_TEST_CASE("the nearest points of parallel edges are in the middle of their common part", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> a{{0, 0}, {4, 4}};
    CHECK(checked(a, aabb<T>{{6, 2}, {9, 9}}) == separation<T>{2, {1, 0}, {4, 3}, {6, 3}});
    CHECK(checked(a, obb<T>{{7, 2}, {1, 1}}) == separation<T>{2, {1, 0}, {4, 2}, {6, 2}});
    CHECK(checked(a, capsule<T>{{1, 7}, {3, 7}, 1}) == separation<T>{2, {0, 1}, {2, 4}, {2, 6}});
    CHECK(checked(segment<T>{{0, 0}, {8, 0}}, segment<T>{{9, 3}, {4, 3}}) == separation<T>{3, {0, 1}, {6, 0}, {6, 3}});
    // From vertex to vertex if the edges have no other common part.
    CHECK(checked(a, aabb<T>{{4, 6}, {9, 9}}) == separation<T>{2, {0, 1}, {4, 4}, {4, 6}});
    CHECK(checked(a, aabb<T>{{7, 8}, {9, 9}}) == separation<T>{5, {T(.6), T(.8)}, {4, 4}, {7, 8}});
}

TEMPLATE_TEST_CASE("distances by hand", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    // parry2d: balls of radius .5, 10 apart; boxes of half extents (1, 1) and (1, 1.5), 10 apart.
    CHECK(checked(circle<T>{{0, 0}, T(.5)}, circle<T>{{10, 0}, T(.5)}).distance == 9);
    CHECK(checked(obb<T>{{0, 0}, {1, 1}}, obb<T>{{10, 0}, {1, T(1.5)}}).distance == 8);
    // A box of no height far from a circle (sat-js#55), a box and a segment that miss (noonat/intersect#9).
    CHECK(std::abs(checked(aabb<T>{{1000, 1000}, {1020, 1000}}, circle<T>{{50, 50}, 20}).distance -
                   T(1323.5028842544403)) <= T(1324) * std::numeric_limits<T>::epsilon());
    CHECK(checked(aabb<T>::from_center({T(907.5), T(318.5)}, {T(7.5), T(17.5)}), segment<T>{{531, 301}, {547, 301}})
              .distance == 353);
    // Crossing capsules have the full depth, not the distance of their cores (cute_headers#158).
    CHECK(signed_distance(capsule<T>{{-10, 0}, {10, 0}, 1}, capsule<T>{{0, -5}, {0, 5}, 1}) == -7);
    // A capsule of no length is a circle: no NaN (cute_c2, Box2D).
    CHECK(checked(capsule<T>{{0, 0}, {0, 0}, 1}, circle<T>{{3, 4}, 1}) ==
          separation<T>{3, {T(.6), T(.8)}, {T(.6), T(.8)}, vec2<T>{3, 4} - vec2<T>{T(.6), T(.8)}});
    // One order of the arguments or the other (Chipmunk).
    CHECK(signed_distance(aabb<T>{{-1, -1}, {1, 1}}, circle<T>{{T(1.5), 0}, 1}) == T(-.5));
    CHECK(signed_distance(circle<T>{{T(1.5), 0}, 1}, aabb<T>{{-1, -1}, {1, 1}}) == T(-.5));
}

TEMPLATE_TEST_CASE("a gap of an ulp gives a distance of an ulp for shapes of any size", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T size : {T(1), T(1024), T(0x1p40), T(0x1p-40)}) {
        const T ulp = size * std::numeric_limits<T>::epsilon();
        const aabb<T> a{{-size, -size}, {size, size}};
        const auto gap = checked(a, aabb<T>{{size + ulp, -size}, {2 * size, size}});
        CHECK(gap.distance == ulp);
        CHECK(gap.normal == vec2<T>{1, 0});
        CHECK(checked(a, triangle<T>{{size + ulp, 0}, {2 * size, size}, {2 * size, -size}}).distance == ulp);
        CHECK(checked(circle<T>{{0, 0}, size}, circle<T>{{2 * size + 2 * ulp, 0}, size}).distance == 2 * ulp);
        CHECK(checked(capsule<T>{{0, -size}, {0, size}, size}, vec2<T>{size + ulp, 0}).distance == ulp);
        CHECK(checked(rounded{a, size}, vec2<T>{2 * size + 2 * ulp, 0}).distance == 2 * ulp);
        CHECK(checked(a, vec2<T>{size, size + ulp}).distance == ulp);
    }
    // The nearest feature is an edge that passes a vertex by less than coordinates can represent.
    const segment<T> diagonal{{0, 0}, {3, 3}};
    const T ulp = std::numeric_limits<T>::epsilon();
    const auto s = checked(diagonal, vec2<T>{1, 1 + ulp});
    CHECK(std::abs(s.distance - ulp * T(.70710678118654752)) <= ulp * 4 * ulp);
    CHECK(std::abs(s.normal.x + T(.70710678118654752)) <= ulp);
}

TEMPLATE_TEST_CASE("a gap below the smallest number has the smallest number as distance", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T tiny = std::numeric_limits<T>::denorm_min();
    CHECK(checked(vec2<T>{0, 0}, vec2<T>{tiny, 0}).distance == tiny);
    // A tiny distance beside a segment that is larger by more than the range of squares.
    const T hair = checked(segment<T>{{0, -1}, {0, 1}}, vec2<T>{tiny, 0}).distance;
    CHECK((hair > 0 && hair <= std::numeric_limits<T>::epsilon()));
    // Nearer than the type can represent.
    const segment<T> diagonal{{0, 0}, {3 * tiny, 3 * tiny}};
    CHECK(checked(diagonal, vec2<T>{tiny, 2 * tiny}).distance == tiny);
    CHECK(checked(circle<T>{{0, 0}, tiny}, vec2<T>{tiny, tiny}).distance == tiny);
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("the normal of a gap is certain beside corners that equal edges within rounding") {
    // Found by comparison with higher precision. The vertex of b is a few roundings from the box's corner, along an
    // edge that it faces. The direction between the two vertices is therefore not the axis of the largest gap.
    const aabb<double> a{{1, -3}, {2, 0}};
    const segment<double> b{{-3.9999999999999982, 2.0000000000000036}, {-0.99999999999999822, -2.9999999999999964}};
    const auto s = checked(a, b);
    CHECK(s.distance == 1.9999999999999982);
    CHECK(s.normal == vec2{-1., 0.});

    const aabb<double> flat{{-2, 0}, {1, 1}};
    const segment<double> below{{1.0000000000000036, -1.9999999999999991}, {-1.9999999999999964, -1.9999999999999991}};
    const auto t = checked(flat, below);
    CHECK(t.distance == 1.9999999999999991);
    CHECK(t.normal == vec2{0., -1.});
    CHECK(std::abs(t.point_a.x - t.point_b.x) <= 1e-15);

    // A point beside the tip of a triangle. It is nearer to an edge than to the tip by less than the rounding of
    // either.
    const triangle<double> tip{
        {-2.2000000000000002, -5.6000000000000005}, {6.2000000000000002, -4.3999999999999995}, {1.9999999999999996, 0}};
    const auto u = checked(tip, vec2{2., 0.});
    CHECK(std::abs(u.normal.x - 0.7233) < 1e-4);
    CHECK(std::abs(u.distance - 3.2121e-16) < 1e-19);
}
#endif

TEMPLATE_TEST_CASE("an empty polygon is infinitely far", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const separation<T> nothing{infinity<T>, {0, 1}, {}, {}};
    CHECK(distance(convex_polygon<T>{}, vec2<T>{1, 1}) == nothing);
    CHECK(distance(vec2<T>{1, 1}, convex_polygon_view<T>{}) == nothing);
    CHECK(signed_distance(convex_polygon<T>{}, convex_polygon<T>{}) == infinity<T>);
    CHECK(closest_point(convex_polygon<T>{}, {1, 1}) == boundary_point<T>{{}, infinity<T>, {0, 1}});
    CHECK(closest_point(aabb<T>{{0, 0}, {1, 1}}, {std::numeric_limits<T>::quiet_NaN(), 1}).distance == infinity<T>);
}

TEMPLATE_TEST_CASE("nearest points of slivers thinner than rounding are opposite each other", "", HITBOX_TESTS_REALS) {
    // Found by fuzzing. All vertices are on the face, within rounding.
    using T = TestType;
    for (const T half : {T(1e-7), T(1e-15), T(1e-30), std::numeric_limits<T>::denorm_min()}) {
        const aabb<T> sliver{{-16, -half}, {16, half}};
        CHECK(closest_point(sliver, {1, 0}).point == vec2<T>{1, -half});
        CHECK(collide(sliver, circle<T>{{1, 0}, T(.25)})->point_a.x == 1);
        CHECK(checked(sliver, vec2<T>{1, 5}).point_a == vec2<T>{1, half});
        CHECK(checked(sliver, aabb<T>{{2, 3}, {4, 5}}).point_a == vec2<T>{3, half});
        CHECK(shape_cast(sliver, {0, 4}, vec2<T>{1, 2}).point.x == 1);
    }
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
// The reference computes with coordinates that are exact in double, and shares no code with the library.
namespace sliver_tests {  // files of a room are compiled as one

using outline = std::vector<vec2<double>>;

double length_of(vec2<double> v) { return std::sqrt(v.x * v.x + v.y * v.y); }
double distance_to_side(vec2<double> v, vec2<double> p, vec2<double> q) {
    const vec2<double> edge = q - p, from_p = v - p;
    const double squared = edge.x * edge.x + edge.y * edge.y, along = edge.x * from_p.x + edge.y * from_p.y;
    if (!(along > 0)) return length_of(from_p);
    if (!(along < squared)) return length_of(v - q);
    return std::abs(edge.x * from_p.y - edge.y * from_p.x) / std::sqrt(squared);
}
bool do_cross(vec2<double> p, vec2<double> q, vec2<double> u, vec2<double> v) {
    const auto side = [](vec2<double> a, vec2<double> b, vec2<double> c) {
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    };
    return side(p, q, u) * side(p, q, v) <= 0 && side(u, v, p) * side(u, v, q) <= 0;
}
/// Returns the distance of the sides of two outlines; 0 if they cross.
double distance_of_sides(const outline& a, const outline& b) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) {
            const vec2<double> p = a[i], q = a[(i + 1) % a.size()], u = b[j], v = b[(j + 1) % b.size()];
            if (do_cross(p, q, u, v)) return 0;
            least = std::min({least, distance_to_side(u, p, q), distance_to_side(v, p, q), distance_to_side(p, u, v),
                              distance_to_side(q, u, v)});
        }
    return least;
}
template <class S>
outline outline_of(const S& s) {
    outline points;
    for (const auto v : vertices(s)) points.push_back({static_cast<double>(v.x), static_cast<double>(v.y)});
    return points;
}

// Among nearly collinear edges, rounding chooses the best one. The steps to the closest features once left the outline
// of the Minkowski difference, and ended at features that were up to 5 times as far apart.
TEMPLATE_TEST_CASE("shapes with nearly collinear edges have the distance of their sides", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator g{11};
    const T epsilon = std::numeric_limits<T>::epsilon();
    const auto whole = [&g] { return static_cast<T>(static_cast<int>(g.index(9))) - 4; };
    const auto point = [&] {
        const T x = whole();
        return vec2<T>{x, whole()};
    };
    int apart = 0, deep = 0;
    for (int round = 0; round < 40000; ++round) {
        // A point near the middle of a side, or near its line beyond an end.
        const vec2<T> p = point(), q = point();
        const T part = T(2) - static_cast<T>(static_cast<int>(g.index(5)));
        vec2<T> near = p + (q - p) * (part / T(2));
        const T off = epsilon * static_cast<T>(static_cast<int>(g.index(5)) - 2);
        (g.index(2) == 0 ? near.x : near.y) += off * T(4);
        const triangle<T> t{p, near, q};
        const segment<T> side{point(), point()};
        const outline of_t = outline_of(t), of_side = outline_of(side);
        if (of_side.size() < 2) continue;
        const double expected = distance_of_sides(of_t, of_side), rounding = 16 * static_cast<double>(epsilon);
        if (!(expected > .25)) continue;
        ++apart;
        INFO("triangle " << t.a.x << ' ' << t.a.y << ' ' << t.b.x << ' ' << t.b.y << ' ' << t.c.x << ' ' << t.c.y
                         << ", segment " << side.a.x << ' ' << side.a.y << ' ' << side.b.x << ' ' << side.b.y);
        const auto s = checked(t, side);
        REQUIRE(std::abs(static_cast<double>(s.distance) - expected) <= rounding);
        // The same with radii that leave a gap, and with radii that overlap.
        const T gap = static_cast<T>(expected / 4), overlap = static_cast<T>(expected * 1.25);
        REQUIRE(!intersects(t, rounded{side, gap}));
        REQUIRE(!intersects(rounded{t, gap}, capsule<T>{side.a, side.b, gap}));
        const auto hit = collide(t, capsule<T>{side.a, side.b, overlap});
        REQUIRE(hit);
        REQUIRE(std::abs(static_cast<double>(hit->depth) - (static_cast<double>(overlap) - expected)) <= rounding);
        REQUIRE(penetrates(t, rounded{side, overlap}));
        REQUIRE(contact_manifold(t, capsule<T>{side.a, side.b, overlap}).count > 0);
        ++deep;
    }
    CHECK(apart > 10000);
    CHECK(deep == apart);
}

}  // namespace sliver_tests

TEST_CASE("a sliver that rounding turns clockwise where it is placed keeps its far end") {
    // Found by fuzzing. The nearest point must not be the near end of the edge, 16 beside the other point.
    const std::vector<vec2<double>> corners = {{-65.000000000000014, -65}, {-65, -65}, {65, -1.1875}};
    const transform2<double> where{{-32.052400415439976, -150.83143138564651},
                                   {0.78825726671369178, -0.61585407247287938}};
    const rounded sliver{at(*make_convex_polygon_view(corners), where), 40.};
    const auto s = distance(sliver, aabb<double>{{-64.999999999999815, -65}, {40, 40}});
    CHECK(length(s.point_b - s.point_a) <= s.distance * (1 + 4 * std::numeric_limits<double>::epsilon()));
}
#endif

TEMPLATE_TEST_CASE("a placed view that rounding has collapsed to a point has the distance of the point", "",
                   HITBOX_TESTS_REALS) {
    // Found by fuzzing. The view has vertices, but no edges.
    using T = TestType;
    const T tiny = std::numeric_limits<T>::min();
    const std::vector<vec2<T>> points = {{0, 0}, {tiny, 0}, {0, tiny}};
    const auto there = at(*make_convex_polygon_view(points), vec2<T>{3, 4});
    CHECK(distance(there, vec2<T>{0, 0}) == distance(vec2<T>{3, 4}, vec2<T>{0, 0}));
    CHECK(distance(there, at(*make_convex_polygon_view(points), vec2<T>{6, 8})).distance == 5);
    CHECK(signed_distance(there, circle<T>{{0, 0}, 4}) == 1);
    CHECK(collide(there, circle<T>{{0, 0}, 6})->depth == 1);
    CHECK(closest_point(there, {3, 6}).point == vec2<T>{3, 4});
    CHECK(*sat::separating_axis(there, vec2<T>{3, 6}) == vec2<T>{0, 1});
    CHECK(intersects(there, circle<T>{{0, 0}, 5}));
    CHECK(!penetrates(circle<T>{{0, 0}, 5}, there));
    CHECK(penetrates(there, circle<T>{{0, 0}, 6}));
    CHECK(penetrates(rounded{there, T(3)}, rounded{there, T(1)}));
    const capsule<T> beside{{8, 4}, {8, 9}, T(2)}, across{{3, 8}, {9, 8}, T(2)};
    for (const capsule<T>& other : {beside, across}) {
        const T gap = (other == beside ? 5 : 4) - other.radius;
        CHECK(!intersects(rounded{there, gap / 2}, other));
        CHECK((intersects(rounded{there, gap}, other) && !penetrates(rounded{there, gap}, other)));
        CHECK(penetrates(rounded{there, gap * 2}, other));
        CHECK(penetrates(other, rounded{there, gap * 2}));
    }
    const std::vector<vec2<T>> large = {{0, 0}, {4, 0}, {0, 3}};
    const auto ahead = at(*make_convex_polygon_view(large), vec2<T>{7, 4});
    CHECK(!intersects(rounded{there, T(1)}, rounded{ahead, T(2)}));
    CHECK((intersects(rounded{there, T(2)}, rounded{ahead, T(2)}) &&
           !penetrates(rounded{ahead, T(2)}, rounded{there, T(2)})));
    CHECK((penetrates(rounded{there, T(3)}, rounded{ahead, T(2)}) &&
           penetrates(rounded{ahead, T(2)}, rounded{there, T(3)})));
    CHECK(contains(rounded{there, T(3)}, circle<T>{{3, 5}, 2}));
    CHECK(!contains(rounded{there, T(3)}, circle<T>{{3, 6}, 2}));
}

TEST_CASE("normals that are negative by less than float can represent have no negative zeros") {
    const vec2<float> a{-74, std::numeric_limits<float>::denorm_min()}, b{0, 0};
    const circle<float> c{a, 50}, d{b, 50};
    for (const vec2<float> n : {distance(a, b).normal, *sat::separating_axis(a, b), collide(c, d)->normal,
                                collide(c, capsule<float>{b, b, 50})->normal, closest_point(c, b).gradient}) {
        CHECK(n == vec2{1.f, 0.f});
        CHECK(!std::signbit(n.y));
    }
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("the distance of a shape that is small beside its distance") {
    // Found by fuzzing: the square of the short edge is below the range of double.
    for (const double size : {1e-70, 1e-170, 1e-300}) {
        const segment<double> speck{{0, size / 2}, {0, 2 * size}};
        for (const double far : {1., 1e50, 1e100}) {
            const auto s = checked(vec2{far, size}, speck);
            CHECK(std::abs(s.distance / far - 1) <= std::numeric_limits<double>::epsilon());
            CHECK((s.normal.x == -1 && std::abs(s.normal.y) <= 1e-69));
            CHECK(distance(aabb<double>{{-size, 0}, {size, size}}, circle<double>{{far, 0}, far / 2}).distance ==
                  far / 2);
        }
    }
}

TEST_CASE("radii whose squares are below the range of double make no contact deep") {
    // Found by fuzzing; the wrong depth was 1254.
    const double tiny = std::numeric_limits<double>::denorm_min();
    const segment<double> a{{5.0693359375, tiny}, {-tiny, -tiny}};
    const capsule<double> b{{-57.6636962890625, -24 * tiny}, {404.99241638183594, 160 * tiny}, tiny};
    const auto hit = collide(a, b);
    REQUIRE(hit);
    CHECK((hit->depth > 0 && hit->depth <= 2 * tiny));
    CHECK(signed_distance(a, capsule<double>{b.a, b.b, 1e-300}) >= -1e-300);
    for (const double r : {tiny, 1e-320, 1e-310, 1e-300}) {
        const double gap = distance(capsule<double>{b.a, b.b, r}, vec2{3., 300 * r}).distance;
        CHECK((gap > 0 && gap <= 1e-12));
    }
}
#endif

TEST_CASE("nearest points of shapes thinner than rounding, at a distance, are the same swapped") {
    // Found by fuzzing. Both ends of a have the same position on the tangent, and either order must choose the same
    // end.
    const aabb<float> a{{-1, 1}, {0, 1}};
    const aabb<float> b{{-2.3643898e+16f, -2.36438959e+16f}, {-2.36438937e+16f, -2.36438959e+16f}};
    CHECK(distance(a, b) == flipped(distance(b, a)));
    CHECK(distance(a, b).point_a.y == 1);
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("depths of round shapes are correct beside coordinates of any size") {
    // Found by fuzzing. The squared distance of the cores vanishes beside the square of the radii.
    const circle<double> c{{256, 0}, 255.99999999999994};
    for (const double near : {0x1p-10, 0x1p-20, 0x1p-30, 0x1p-40})
        for (const double far : {1e3, 1e16, 1e28, 1e70}) {
            const aabb<double> flat{{-far, 0}, {256 - near, 0}};
            CHECK(collide(c, flat)->depth == c.radius - near);
            CHECK(collide(capsule<double>{flat.min, flat.max, 1}, c)->depth == c.radius - near + 1);
        }
    // The other vertex is farther away by less than the square of the radius resolves.
    for (const double near : {0x1p-20, 0x1p-30, 0x1p-40}) {
        const triangle<double> sliver{{near, 2 * near}, {near, 0}, {1e28, 1e28}};
        CHECK(collide(circle<double>{{0, 0}, 1}, sliver)->depth == 1 - near);
        CHECK(collide(sliver, circle<double>{{0, 0}, 1})->normal == vec2<double>{-1, 0});
    }
}

TEST_CASE("with radii whose squares underflow, the normal is that of an edge that separates the cores") {
    // Found by fuzzing. The normal must not point along the capsule.
    const capsule<double> a{{-.375, .25}, {-0.3749999999999995, -0x1p-930}, 0x1p-920};
    const aabb<double> b{{-0.3749999999999995, 0}, {0, 0}};
    const auto hit = collide(a, b);
    REQUIRE(hit);
    CHECK(hit->normal.x == 1);
    CHECK((hit->depth > 0 && hit->depth <= a.radius));
    CHECK(std::abs(dot(hit->point_a - hit->point_b, hit->normal)) <= 1e-15);
    CHECK(hit == flipped(collide(b, a)));
}
#endif

TEMPLATE_TEST_CASE("flat triangles on one line have the distance of their ends", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const vec2<T> along : {vec2<T>{1, 0}, vec2<T>{3, 4}, vec2<T>{-5, 12}}) {
        const triangle<T> a{{}, along, along * T(.5)}, b{along * T(2), along * T(4), along * T(3)};
        CHECK(distance(a, b).distance == length(along));
        CHECK(distance(a, b).point_a == along);
        CHECK(distance(a, b).point_b == b.a);
        CHECK(distance(b, a) == flipped(distance(a, b)));
    }
}

TEMPLATE_TEST_CASE("distances from vertex to vertex for shapes without a filter", "", HITBOX_TESTS_REALS, long double) {
    // Shapes or types without a filter; either shape first, each with either neighbouring edge.
    using T = TestType;
    const T far = std::same_as<T, float> ? T(0x1p90) : T(0x1p300);
    for (const T s : {T(1), T(-1), far, -far}) {
        const T size = s < 0 ? -s : s;
        const vec2<T> forward = vec2<T>{T(.6L), T(.8L)} * (s / size);
        const triangle<T> a{{-2 * s, -3 * s}, {0, 0}, {-3 * s, -2 * size}},
            b{{3 * s, 4 * s}, {5 * s, 5 * s}, {4 * s, 9 * s}};
        const auto gap = distance(a, b), back = distance(b, a);
        CHECK(gap.distance == 5 * size);
        CHECK((gap.normal == forward && back.normal == -forward));
        CHECK((gap.point_a == a.b && gap.point_b == b.a));
        const auto hit = collide(rounded{a, 4 * size}, rounded{b, 2 * size}),
                   other = collide(rounded{b, 2 * size}, rounded{a, 4 * size});
        REQUIRE((hit && other));
        CHECK(hit->depth == size);
        CHECK((hit->normal == gap.normal && other->normal == back.normal));
        // From an edge of one to a vertex of the other.
        const triangle<T> wall{{-3 * s, 0}, {0, -2 * s}, {0, 2 * s}}, tip{{3 * s, 0}, {5 * s, -s}, {5 * s, s}};
        const auto in = collide(rounded{wall, 3 * size}, rounded{tip, size}),
                   out = collide(rounded{tip, size}, rounded{wall, 3 * size});
        REQUIRE((in && out));
        CHECK((in->depth == size && out->depth == size));
        CHECK((in->normal == vec2<T>{s / size, 0} && out->normal == vec2<T>{-s / size, 0}));
    }
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("the choice between vertices that rounding makes equally near does not depend on the order") {
    const auto check = [](const triangle<double>& a, const triangle<double>& b) {
        CHECK(distance(a, b) == flipped(distance(b, a)));
    };
    check({{0, -6.5405139669713624e-09}, {0, 1.4431861008135113e-10}, {-3.7223760250646367, -0.53504764931232063}},
          {{2.4521059054535304, 0}, {8, -1.243180136718071}, {9, 0.32278634261266609}});
    check({{0, -1.126981355718106e-08}, {0, 1.8238617358036394e-09}, {-1.8239010789172008, 0.22892711656304598}},
          {{3.7860659033628044, 0}, {8, -0.86512067677886451}, {9, 1.1141929877320473}});
    check({{0, -2.7726758768648211e-09}, {0, 1.3771910584254026e-09}, {-2.4168932710846098, 0.29897293407448977}},
          {{4.6916410127774677, 0}, {8, -0.63258130638315557}, {9, 2.0844857810584063}});
    check({{1.9056433791719403e-09, -1.0842658585934256e-10},
           {-4.3027531463046952e-10, 2.4481644286040812e-11},
           {-0.95771679662962717, -0.97464637163921963}},
          {{0.068061801704455208, 1.1962151234833229},
           {0.7519945985901787, 7.9701521882668924},
           {-1.1236034750911903, 9.0784866295858997}});
}

TEST_CASE("the nearest vertex is found beside an edge whose products leave the range of double") {
    const double w = 0x1.7p-451, h = 0x1p-88;
    const triangle<double> a{{0, -0x1p-59}, {w, 0}, {-w, 0}}, b{{w / 16, 1.2 * h}, {-w / 16, 1.2 * h}, {0, h}};
    CHECK(checked(a, b).distance == h);
    CHECK(checked(triangle<double>{a.b, a.c, a.a}, triangle<double>{b.c, b.a, b.b}).distance == h);
}

TEST_CASE("a polygon of the smallest numbers has the distance of a point") {
    // Found by fuzzing. The squares of two of its edges underflow, and the third edge faces the other way.
    constexpr double least = std::numeric_limits<double>::denorm_min();
    const triangle<double> speck{{least, 0}, {0, least}, {0, -least}};
    const auto far_from = [&speck](const auto& other, vec2<double> normal, double how_far) {
        const auto there = distance(speck, other), back = distance(other, speck);
        CHECK(there.distance == how_far);
        CHECK(there.normal == normal);
        CHECK(back.distance == how_far);
        CHECK(back.normal == -normal);
        const auto axis = sat::separating_axis(speck, other);
        REQUIRE(axis.has_value());
        INFO(axis->x << ", " << axis->y);
        CHECK(sat::project(speck, *axis).max < sat::project(other, *axis).min);
        CHECK(!intersects(speck, other));
        CHECK(!collide(speck, other));
    };
    far_from(vec2<double>{111, 0}, {1, 0}, 111);
    far_from(circle<double>{{0, 111}, 1}, {0, 1}, 110);
    far_from(vec2<double>{-3, 4}, {-0.6, 0.8}, 5);
    far_from(segment<double>{{2, 0}, {5, 0}}, {1, 0}, 2);
    far_from(aabb<double>{{-9, -9}, {-3, -4}}, {-0.6, -0.8}, 5);
    far_from(capsule<double>{{2, -1}, {2, 1}, 0.5}, {1, 0}, 1.5);
}

TEST_CASE("a distance beyond the range is infinite, with a correct closest point and direction") {
    const double far_away = (std::numeric_limits<double>::max)();
    const segment<double> speck{{far_away, far_away / 4}, {far_away, far_away / 4}};
    const auto near = closest_point(speck, {0, 0});
    CHECK(near.distance == infinity<double>);
    CHECK(near.point == speck.a);
    CHECK(near.gradient == distance(speck, vec2<double>{0, 0}).normal);
    CHECK(near.gradient.x < -0.97);
    CHECK(near.gradient.y < -0.24);
}
#endif

// If a shape is far away, all vertices of the other one are equally near to it, up to rounding. In float, shapes that
// are apart used to have the distance 0, and a contact as deep as their distance.
TEMPLATE_TEST_CASE("a shape that was parked far away is apart from all others, at its distance", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{31};
    const auto number = [&random](double size) {
        return static_cast<T>(size * (static_cast<double>(random()) / 2147483648. - 1));
    };
    int tested = 0;
    for (int exponent = 20; exponent < std::numeric_limits<T>::max_exponent; exponent += exponent < 120 ? 1 : 50) {
        for (int round = 0; round < 40; ++round) {
            const vec2<T> corners[] = {{number(4), number(4)}, {number(4), number(4)}, {number(4), number(4)}};
            const auto shape = convex_hull(corners);
            if (!shape) continue;
            const T far = std::ldexp(T(1) + number(.4), exponent - 1), size = std::ldexp(number(4), exponent % 40);
            const bool along_x = round % 2 == 0, is_flat = round % 3 == 0;
            const vec2<T> centre = along_x ? vec2<T>{far, number(4)} : vec2<T>{number(4), -far};
            any_shape<T> crate = obb<T>{centre, {T(1), T(2)}, rot2<T>::from_degrees(T(30))};
            if (is_flat) crate = segment<T>{centre, centre + (along_x ? vec2<T>{0, size} : vec2<T>{size, 0})};
            CAPTURE(exponent, round, centre.x, centre.y);
            CHECK_FALSE(intersects(*shape, crate));
            CHECK_FALSE(collide(*shape, crate));
            CHECK(contact_manifold(*shape, crate).count == 0);
            const T between = distance(*shape, crate).distance;
            const bool is_beside = !is_flat || std::abs(size) < far / 4;
            CHECK(between > far / 2);
            if (is_beside) CHECK(between < far + far / 4 + 16);
            ++tested;
        }
    }
    CHECK(tested > 1000);
}
