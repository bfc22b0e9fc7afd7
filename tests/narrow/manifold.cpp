// The most frequent manifolds: boxes on floors, parallel capsules, corners, and changes of the reference face.

#include "../catch_compat.hpp"
#include "../laws.hpp"

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

using namespace hitbox;

namespace {

constexpr aabb<float> ground{{0, 0}, {10, 1}};

/// Returns the id of a vertex of a and a vertex of b.
constexpr unsigned corners(unsigned of_a, unsigned of_b) { return of_a << 16 | of_b; }
constexpr unsigned on_edge(unsigned of_a, unsigned of_b) { return (of_a | edge_feature) << 16 | of_b; }

template <class A, class B>
constexpr int count(const A& a, const B& b, scalar_t<A> margin = 0) {
    return contact_manifold(a, b, margin).count;
}

}  // namespace

static_assert(count(ground, aabb<float>{{2, .5f}, {4, 3}}) == 2);
static_assert(count(ground, aabb<float>{{2, 1}, {4, 3}}) == 2, "touching counts");
static_assert(count(ground, aabb<float>{{2, 1.25f}, {4, 3}}) == 0);
static_assert(count(ground, aabb<float>{{2, 1.25f}, {4, 3}}, .25f) == 2, "up to the margin, which counts");
static_assert(count(ground, circle<float>{{2, 1}, 1}) == 1);
static_assert(count(capsule<double>{{0, 0}, {4, 0}, 1}, capsule<double>{{2, 1}, {8, 1}, 1}) == 2);
static_assert(count(vec2{1.f, 1.f}, vec2{1.f, 1.f}) == 1);
static_assert(count(any_shape<float>{ground}, at(triangle<float>{{0, 0}, {2, 0}, {1, 1}}, vec2{3.f, .75f})) == 2);

// A view of this many points computes each vertex on demand; other polygons have columns.
TEST_CASE("a dome of a hundred vertices stands on two of them, as polygon and as view") {
    std::vector<vec2<float>> points{{-1, 0}, {1, 0}};
    for (int k = 1; k < 99; ++k) {
        const double angle = k * std::numbers::pi / 99;
        points.push_back({static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))});
    }
    const auto check = [](const auto& dome) {
        const aabb<float> floor{{-4, -2}, {4, .25f}}, ceiling{{-.5f, .75f}, {.5f, 3}};
        const auto m = contact_manifold(floor, dome);
        REQUIRE(m.count == 2);
        CHECK(m.normal == vec2{0.f, 1.f});
        CHECK(m.points[0] == manifold_point<float>{{-1, .125f}, .25f, corners(3, 0)});
        CHECK(m.points[1] == manifold_point<float>{{1, .125f}, .25f, corners(2, 1)});
        const auto flipped = contact_manifold(dome, floor);
        REQUIRE(flipped.count == 2);
        CHECK(flipped.normal == vec2{0.f, -1.f});
        CHECK(flipped.points[0].point.y == .125f);
        CHECK(contact_manifold(dome, ceiling).normal == vec2{0.f, 1.f});
    };
    const auto dome = make_convex_polygon<100>(points).value();
    const auto view = make_convex_polygon_view(points).value();
    REQUIRE(dome.size() == 100);
    check(dome);
    check(convex_polygon_view{dome});
    check(view);
    check(at(view, vec2{0.f, 0.f}));
}

TEST_CASE("a box on the ground stands on two corners") {
    const auto m = contact_manifold(ground, aabb<float>{{2, .5f}, {4, 3}});
    REQUIRE(m.count == 2);
    CHECK(m.normal == vec2{0.f, 1.f});
    CHECK(m.points[0] == manifold_point<float>{{2, .75f}, .5f, corners(3, 0)});
    CHECK(m.points[1] == manifold_point<float>{{4, .75f}, .5f, corners(2, 1)});
}

TEST_CASE("a box over an edge stands on a corner of its own and one of the ground") {
    const auto m = contact_manifold(aabb<float>{{8, .5f}, {14, 3}}, ground);
    REQUIRE(m.count == 2);
    CHECK(m.normal == vec2{0.f, -1.f});
    CHECK(m.points[0] == manifold_point<float>{{8, .75f}, .5f, corners(0, 3)});
    CHECK(m.points[1] == manifold_point<float>{{10, .75f}, .5f, corners(1, 2)});
}

TEST_CASE("the lower corner of a tilted box is the deepest, the other leaves when it is out") {
    const auto tilted = [](float degrees) { return obb<float>::from_degrees({3, 1.9f}, {1, 1}, degrees); };
    for (const float degrees : {1.f, 3.f, 10.f}) {
        const auto b = tilted(degrees);
        const auto m = contact_manifold(ground, b);
        const auto lists = vertices(b);
        REQUIRE(m.count == (lists[1].y <= 1 ? 2 : 1));
        CHECK(m.points[0].depth == 1 - lists[0].y);
        CHECK(m.points[0].point.x == lists[0].x);
        CHECK(m.points[0].id == corners(3, 0));
        if (m.count == 2) CHECK(m.points[1].depth == 1 - lists[1].y);
        if (m.count == 2) CHECK(m.points[1].id == corners(2, 1));
        // With a margin the point is kept, with its height.
        const auto more = contact_manifold(ground, b, 2);
        REQUIRE(more.count == 2);
        CHECK(more.points[0] == m.points[0]);
        CHECK(more.points[1].depth == 1 - lists[1].y);
    }
}

TEST_CASE("a floor with a vertex that is level within rounding is one face under a capsule") {
    // -5 u is within the tolerance that joins edges in manifolds, but not within the tolerance for faces elsewhere.
    constexpr float u = 0x1p-24f;
    const auto check = [](float last) {
        const auto floor = *make_convex_polygon({vec2{-1.f, -1.f}, {1.f, -1.f}, {1.f, 0.f}, {0.f, 0.f}, {-1.f, last}});
        const capsule<float> leaning{{.5f, .25f}, {-.75f, .3125f}, .5f};
        const auto m = contact_manifold(floor, leaning);
        CHECK(m == contact_manifold(at(floor, transform2<float>{}), leaning));
        CHECK(m == contact_manifold(floor, rounded{segment<float>{leaning.a, leaning.b}, leaning.radius}));
        return m;
    };
    for (int i = 1; i < 12; ++i) check(-static_cast<float>(i) * u);
    const auto m = check(-5 * u);
    CHECK(m.count == 2);
    CHECK(m.points[0].point.x == -.75f);
    CHECK(std::abs(m.points[0].point.y + .09375f) < 8 * u);
    CHECK(std::abs(m.points[0].depth - .1875f) < 8 * u);
}

TEST_CASE("parallel capsules and rounded faces have two points") {
    const capsule<float> lower{{0, 0}, {4, 0}, 1}, upper{{1, 1.5f}, {7, 1.5f}, 1};
    const auto m = contact_manifold(lower, upper);
    REQUIRE(m.count == 2);
    CHECK(m.points[0] == manifold_point<float>{{1, .75f}, .5f, corners(0, 0)});
    CHECK(m.points[1] == manifold_point<float>{{4, .75f}, .5f, corners(1, 1)});
    // Nearly parallel in either direction, with equal lengths: still two points, with the same ids.
    for (const float lift : {-.01f, -1e-6f, 1e-6f, .01f}) {
        const auto n = contact_manifold(lower, capsule<float>{{0, 1.5f}, {4, 1.5f + lift}, 1});
        REQUIRE(n.count == 2);
        CHECK(n.points[0].id == corners(0, 0));
        CHECK(n.points[1].id == corners(1, 1));
    }
    // An upright capsule on the ground has one point, at its end.
    const auto upright = contact_manifold(ground, capsule<float>{{3, 1.5f}, {3, 4}, .75f});
    REQUIRE(upright.count == 1);
    CHECK(upright.points[0] == manifold_point<float>{{3, .875f}, .25f, on_edge(2, 0)});
}

TEST_CASE("two corners have one point") {
    const auto m = contact_manifold(ground, aabb<float>{{10, 1}, {12, 3}});
    REQUIRE(m.count == 1);
    CHECK(m.points[0] == manifold_point<float>{{10, 1}, 0, corners(2, 0)});
    const auto round = contact_manifold(ground, circle<float>{{13, 5}, 6});
    REQUIRE(round.count == 1);
    CHECK(round.points[0].depth == 1);
    CHECK(round.points[0].id == corners(2, 0));
    CHECK(std::abs(round.points[0].point.x - 9.7f) < 1e-6f);
    CHECK(std::abs(round.points[0].point.y - .6f) < 1e-6f);
}

TEST_CASE("stacked boxes of equal size keep their ids under tiny rotations, shifts and size changes") {
    const obb<float> below{{0, 0}, {1, 1}, {1, 0}};
    for (const float degrees : {-1e-3f, -1e-5f, 0.f, 1e-5f, 1e-3f}) {
        for (const float slide : {-1e-3f, -1e-7f, 0.f, 1e-7f, 1e-3f}) {
            for (const float sink : {0.f, 1e-6f, .01f}) {
                const auto above = obb<float>::from_degrees({slide, 2 - sink}, {1, 1}, degrees);
                const auto m = contact_manifold(below, above, .01f);
                CAPTURE(degrees, slide, sink);
                REQUIRE(m.count == 2);
                CHECK(m.points[0].id == corners(3, 0));
                CHECK(m.points[1].id == corners(2, 1));
                CHECK(contact_manifold(above, below, .01f) == flipped(m));
                CHECK(m.points[0].point.x < 0);
                CHECK(m.points[1].point.x > 0);
            }
        }
    }
}

TEST_CASE("a box that balances on its corner keeps its id while it falls over either way") {
    for (const float degrees : {31.f, 40.f, 44.999f, 45.f, 45.001f, 50.f, 59.f}) {
        const auto diamond = obb<float>::from_degrees({5, 2.3f}, {1, 1}, degrees);
        const auto m = contact_manifold(ground, diamond);
        CAPTURE(degrees);
        REQUIRE(m.count == 1);
        CHECK(m.points[0].id == on_edge(2, 0));
        CHECK(contact_manifold(diamond, ground).points[0].id == corners(0, 2 | edge_feature));
    }
}

TEST_CASE("a ball rolls from an edge over a corner to the next edge") {
    const auto id_at = [](float x, float y) { return contact_manifold(ground, circle<float>{{x, y}, 1}).points[0].id; };
    CHECK(id_at(9.999f, 1.75f) == on_edge(2, 0));
    CHECK(id_at(10.001f, 1.75f) == corners(2, 0));
    CHECK(id_at(10.75f, 1.001f) == corners(2, 0));
    CHECK(id_at(10.75f, .999f) == on_edge(1, 0));
}

TEMPLATE_TEST_CASE("a capsule that lies on a turned floor is equally deep at both points", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> floor{{-20, -2}, {20, 0}};
    const capsule<T> lying{{-1, 0}, {1, 0}, T(.5)};
    for (int degrees = 0; degrees < 360; ++degrees) {
        const auto turn = rot2<T>::from_degrees(static_cast<T>(degrees));
        const auto m = contact_manifold(at(floor, {{}, turn}), at(lying, {turn * vec2<T>{1, T(.49)}, turn}));
        CAPTURE(degrees);
        REQUIRE(m.count == 2);
        CHECK(m.points[0].depth == m.points[1].depth);
    }
}

TEMPLATE_TEST_CASE("a box that rests on a slope has two points, although rounding has moved every corner", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    int resting = 0;
    for (int degrees = 1; degrees < 90; ++degrees) {
        const auto turn = rot2<T>::from_degrees(static_cast<T>(degrees));
        for (int ulps = -2; ulps <= 2; ++ulps) {
            const T lift = 2 - static_cast<T>(ulps) * std::numeric_limits<T>::epsilon();
            const obb<T> slope{{3, 5}, {4, 1}, turn}, box{slope.center + turn * vec2<T>{T(.5), lift}, {1, 1}, turn};
            const auto m = contact_manifold(slope, box);
            if (m.count == 0) continue;  // apart by a rounding
            ++resting;
            CAPTURE(degrees, ulps);
            REQUIRE(m.count == 2);
            const bool steep = degrees > 63;  // by then what was left is right
            CHECK(m.points[steep ? 1 : 0].id == corners(3, 0));
            CHECK(m.points[steep ? 0 : 1].id == corners(2, 1));
        }
    }
    CHECK(resting > 100);
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("a wall has its points in the same order from either side, and so has a slope") {
    for (int degrees = 0; degrees < 360; degrees += 15) {
        const auto turn = rot2<double>::from_degrees(degrees);
        const obb<double> a{{0, 0}, {4, 1}, turn}, b{turn * vec2<double>{1, 1.9}, {2, 1}, turn};
        const auto m = contact_manifold(a, b),
                   nudged = contact_manifold(
                       a, obb<double>{b.center, b.half_extents, turn * rot2<double>::from_degrees(1e-9)});
        REQUIRE(m.count == 2);
        REQUIRE(nudged.count == 2);
        for (int i = 0; i < 2; ++i) {
            CHECK(m.points[i].id == nudged.points[i].id);
            CHECK(std::abs(m.points[i].depth - .1) < 1e-14);
            CHECK(length(m.points[i].point - nudged.points[i].point) < 1e-9);
        }
    }
}
#endif

TEST_CASE("points, and shapes with a support function only, have one contact point") {
    CHECK(contact_manifold(circle<float>{{1, 2}, 3}, circle<float>{{1, 2}, 2}).points[0].depth == 5);
    const auto m = contact_manifold(ground, vec2{4.f, .75f});
    REQUIRE(m.count == 1);
    CHECK(m.points[0] == manifold_point<float>{{4, .875f}, .25f, on_edge(2, 0)});
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("a gap that rounding hides has its exact width, whatever the unit of length") {
    // By rational arithmetic.
    for (const double k : {1., 0x1p-20, 0x1p10, 0x1p40}) {
        const circle<double> a{{-0.45275475589641795 * k, 0.81514513951996637 * k}, 0.78361829544239703 * k};
        const triangle<double> b{{0.21419161917029245 * k, 0.0093549505545807952 * k},
                                 {0.026441426830398622 * k, 0.17672123105349652 * k},
                                 {-0.22247722649178894 * k, 0.055842007720762574 * k}};
        const auto m = contact_manifold(a, b, k);
        REQUIRE(m.count == 1);
        CHECK(std::abs(m.points[0].depth / k + 1.0581660570133983508e-17) < 1e-32);
        CHECK(contact_manifold(a, b, 1.0582e-17 * k).count == 1);
        CHECK(contact_manifold(a, b, 1.0581e-17 * k).count == 0);
    }
}

TEST_CASE("separated parallel segments have the same manifold in either order") {
    // Both ends are equally near. The choice of the end that the gap is measured from must not depend on the order.
    const segment<double> a{{0, 0}, {.75, -.25}}, b{{-.25, -1.5}, {.5, -1.75}};
    CHECK(contact_manifold(a, b, 2).count == 2);
    CHECK(contact_manifold(a, b, 2) == flipped(contact_manifold(b, a, 2)));
    const auto touching = contact_manifold(aabb<double>{{0, -.75}, {1.25, .5}}, aabb<double>{{-.5, 0}, {-0., .25}});
    REQUIRE(touching.count == 2);
    for (const auto& p : touching) CHECK((p.depth == 0 && !std::signbit(p.depth)));
}
#endif

TEST_CASE("tiny and huge gaps have their exact depth") {
    const auto above = std::nextafter(1.f, 2.f);
    const auto hair = contact_manifold(ground, aabb<float>{{2, above}, {4, 3}}, 1e-6f);
    REQUIRE(hair.count == 2);
    CHECK(hair.points[0].depth == 1 - above);
    CHECK(contact_manifold(ground, aabb<float>{{2, above}, {4, 3}}).count == 0);
    const auto far = contact_manifold(circle<double>{{-1e300, 0}, 1}, circle<double>{{1e300, 0}, 1}, 1e301);
    REQUIRE(far.count == 1);
    CHECK(far.points[0].depth == -2e300);
    CHECK(far.points[0].point == vec2<double>{0, 0});
    const auto tiny =
        contact_manifold(aabb<double>{{0, 0}, {4e-310, 4e-310}}, aabb<double>{{1e-310, 3e-310}, {9e-310, 9e-310}});
    REQUIRE(tiny.count == 2);
    CHECK(tiny.points[0].point.x == 1e-310);
    CHECK(tiny.points[1].point.x == 4e-310);
}

TEST_CASE("vertices that are equal within rounding keep their ids when the shapes are swapped") {
    // Found by fuzzing. The choice of a's nearest vertex must not depend on the order of the shapes.
    const capsule<float> a{{0, -0x1p-146f}, {0, 0}, 55.5f};
    const segment<float> b{{-0x1p-104f, -55}, {-0x1p-104f, -4.625f}};
    CHECK(contact_manifold(a, b) == flipped(contact_manifold(b, a)));
    CHECK(contact_manifold(a, b).count == 1);
}

TEST_CASE("axis-aligned boxes have the contact points and ids of polygons with the same vertices") {
    hitbox_tests::generator random{91};
    int seen = 0;
    for (int i = 0; i < 4000; ++i) {
        const auto box = [&] {
            const bool on_grid = i % 2 == 0;
            const auto number = [&](float low, float high) {
                return on_grid ? std::round(random.real<float>(low, high)) : random.real<float>(low, high);
            };
            const vec2<float> at{number(-3, 3), number(-3, 3)};
            return aabb<float>{at, at + vec2<float>{number(1, 4), number(1, 4)}};
        };
        const auto polygon = [](const aabb<float>& b) {
            return *make_convex_polygon({b.min, {b.max.x, b.min.y}, b.max, {b.min.x, b.max.y}});
        };
        const aabb<float> a = box(), b = box();
        const auto m = contact_manifold(a, b), expected = contact_manifold(polygon(a), polygon(b));
        REQUIRE((m.count > 0) == (expected.count > 0));
        if (m.count < 2 || m.normal != expected.normal) continue;  // a tie, or corner on corner
        ++seen;
        REQUIRE(m.count == expected.count);
        for (int k = 0; k < m.count; ++k) {
            CAPTURE(a.min.x, a.min.y, a.max.x, a.max.y, b.min.x, b.min.y, b.max.x, b.max.y, k);
            CHECK(m.points[k].id == expected.points[k].id);
            CHECK(length(m.points[k].point - expected.points[k].point) <= 1e-5f);
            CHECK(m.points[k].depth == expected.points[k].depth);
        }
    }
    CHECK(seen > 1000);
}

TEST_CASE("flat boxes have the manifolds of segments") {
    const aabb<float> box{{0, 0}, {4, 4}}, level{{1, 4}, {3, 4}}, upright{{4, 1}, {4, 3}}, dot{{2, 4}, {2, 4}};
    const auto end_to_end = [](const aabb<float>& b) { return segment<float>{b.min, b.max}; };
    for (const aabb<float>& flat : {level, upright}) {
        const auto m = contact_manifold(flat, box);
        CHECK(m.count == 2);
        CHECK(m == contact_manifold(end_to_end(flat), box));
        CHECK(contact_manifold(box, flat) == contact_manifold(box, end_to_end(flat)));
    }
    CHECK(contact_manifold(dot, box).count == 1);
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("a vertex beside an edge that vanishes at the shape's scale is the only contact point") {
    const triangle<double> on_its_corner{{0, 0}, {0x1p500, 0x1p500}, {-0x1p-1000, 0x1p-1000}};
    const aabb<double> floor_box{{-0x1p500, -0x1p500}, {0x1p500, 0}};
    const auto m = contact_manifold(on_its_corner, floor_box);
    REQUIRE(m.count == 1);
    CHECK(m.normal == vec2{0., -1.});
    CHECK(m.points[0].point == vec2{0., 0.});
    CHECK(m.points[0].depth == 0);
}
#endif

TEST_CASE("a flat box has the manifold of a segment") {
    const aabb<float> box{{0, 0}, {4, 4}};
    for (const aabb<float>& flat :
         {aabb<float>{{1, 3}, {3, 3}}, aabb<float>{{1, 4}, {9, 4}}, aabb<float>{{-2, 1}, {3, 1}},
          aabb<float>{{3, 1}, {3, 3}}, aabb<float>{{4, 1}, {4, 9}}, aabb<float>{{1, -2}, {1, 3}}}) {
        const segment<float> same{flat.min, flat.max};
        CHECK(contact_manifold(flat, box) == contact_manifold(same, box));
        CHECK(contact_manifold(box, flat) == contact_manifold(box, same));
        CHECK(contact_manifold(flat, box).count > 0);
    }
}

// The rounded depth decides, as for all other pairs, even if the exact gap is a little larger than the margin.
TEMPLATE_TEST_CASE("a margin equal to the distance of discs or points counts", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator g{9};
    int apart = 0;
    for (int round = 0; round < 4000; ++round) {
        const auto number = [&](T low, T high) { return g.real<T>(low, high); };
        const circle<T> a{{number(-4, 4), number(-4, 4)}, number(0, 1)},
            b{{number(-4, 4), number(-4, 4)}, number(0, 1)};
        const aabb<T> box{b.center, b.center + vec2<T>{number(0, 1), number(0, 1)}};
        const auto check = [&](const auto& p, const auto& q) {
            const T gap = distance(p, q).distance;
            if (!(gap > 0)) return;
            ++apart;
            const auto points = contact_manifold(p, q, gap);
            REQUIRE(points.count == 1);
            REQUIRE(points.points[0].depth == -gap);
        };
        check(a, b), check(a, b.center), check(a.center, b.center), check(a, any_shape<T>{b}), check(a, box);
    }
    CHECK(apart > 8000);
}

TEMPLATE_TEST_CASE("a second corner that is exactly on the surface, or the margin above it, counts", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const triangle<T> below{{-16, 0}, {0, -16}, {16, 0}};
    for (const T height : {T(0), T(1)}) {
        const triangle<T> above{{-1, -1}, {3, height}, {0, 8}};
        const auto m = contact_manifold(below, above, height);
        REQUIRE(m.count == 2);
        CHECK((m.points[0].depth == 1 && m.points[1].depth == -height));
        CHECK(contact_manifold(above, below, height) == flipped(m));
        CHECK(contact_manifold(below, above, height - T(.0625)).count == (height == 0 ? 2 : 1));
    }
}

namespace {

// A floor whose top has a vertex that is collinear with its neighbours, up to rounding.
const auto floor_in_two = *make_convex_polygon(
    std::array<vec2<float>, 5>{vec2{-32.f, -1.f}, {32, -1}, {32, 1}, {0, 0x1.000002p0f}, {-32, 1}});

void check_near(const manifold_point<float>& p, vec2<float> place, float depth, unsigned id) {
    constexpr float rounding = 3 * 0x1p-24f * 64;  // for coordinates up to 32 of both shapes
    CAPTURE(p.point.x, p.point.y, p.depth, p.id);
    CHECK(length(p.point - place) < rounding);
    CHECK(std::abs(p.depth - depth) < rounding);
    CHECK(p.id == id);
}

}  // namespace

TEST_CASE("over one of two collinear edges, the contact is on the edge below the shape") {
    constexpr auto tip_on_left_edge = corners(0, 3 | edge_feature);
    for (const bool apart : {true, false}) {
        const float y = apart ? 1.5f : .75f, middle = (y + 1) / 2, depth = 1 - y;
        const auto one = [&](const auto& shape, unsigned id) {
            const auto m = contact_manifold(shape, floor_in_two, 1.f);
            REQUIRE(m.count == 1);
            check_near(m.points[0], {-20, middle}, depth, id);
            CHECK(contact_manifold(floor_in_two, shape, 1.f) == flipped(m));
        };
        CAPTURE(apart);
        one(vec2<float>{-20, y}, tip_on_left_edge);
        one(circle<float>{{-20, y + 1}, 1}, tip_on_left_edge);
        one(triangle<float>{{-20, y}, {-19, y + 1.5f}, {-21, y + 1.5f}}, tip_on_left_edge);
        for (const float x : {-20.f, -1.f, 20.f}) {  // -1: over both collinear edges, which count as one face
            const aabb<float> box{{x, y}, {x + 2, 3}};
            const auto m = contact_manifold(box, floor_in_two, 1.f);
            CAPTURE(x);
            REQUIRE(m.count == 2);
            check_near(m.points[0], {x, middle}, depth, corners(0, 4));
            check_near(m.points[1], {x + 2, middle}, depth, corners(1, 2));
            CHECK(contact_manifold(floor_in_two, box, 1.f) == flipped(m));
        }
    }
}

TEST_CASE("a placed view with two collinear edges has the manifold of its polygon") {
    const convex_polygon_view<float> view = floor_in_two;
    for (const float x : {-20.f, -1.f, 20.f}) {
        for (const float y : {1.5f, .75f}) {
            const aabb<float> box{{x, y}, {x + 2, 3}};
            const auto m = contact_manifold(box, at(view, vec2{0.f, 0.f}), 1.f);
            REQUIRE(m.count == 2);
            CHECK(m == contact_manifold(box, floor_in_two, 1.f));
        }
    }
}

TEMPLATE_TEST_CASE("a box over a rotated floor with vertices along its top has two contact points", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{3};
    // The tolerance for a floor and a box with coordinates up to about 9.
    const double rounding = (std::is_same_v<T, float> ? 3 * 0x1p-24 : 36 * 0x1p-53) * 18;
    int seen = 0, divided = 0;
    for (int i = 0; i < 1500; ++i) {
        const auto turn = i % 3 != 0 ? rot2<T>::from_radians(random.real<T>(0, T(6.28)))
                                     : rot2<T>::from_degrees(static_cast<T>(i % 360));
        const auto c = static_cast<double>(turn.c), s = static_cast<double>(turn.s);
        const auto turned = [&](double x, double y) {
            return vec2<T>{static_cast<T>(c * x - s * y), static_cast<T>(s * x + c * y)};
        };
        const vec2<T> points[] = {turned(-8, -1), turned(8, -1), turned(8, 1), turned(4, 1),
                                  turned(0, 1),   turned(-4, 1), turned(-8, 1)};
        const auto made = convex_hull<8>(points);
        REQUIRE(made.has_value());
        const auto index_of = [&](vec2<T> p) {
            unsigned at = 0;
            while (at < made->size() && (*made)[at] != p) ++at;
            return at;
        };
        const unsigned left = index_of(points[6]), right = index_of(points[2]);
        if (left == made->size() || right == made->size()) continue;
        divided += made->size() > 4;
        for (const double lift : {.25, -.25, 0x1p-10, -0x1p-10}) {
            const double x = static_cast<double>(random.real<T>(-7, 7));
            const obb<T> box{turned(x, 2 + lift), {T(.5), T(1)}, turn};
            const auto m = contact_manifold(box, *made, T(1));
            CAPTURE(i, x, lift, turn.c, turn.s);
            REQUIRE(m.count == 2);
            CHECK(contact_manifold(*made, box, T(1)) == flipped(m));
            ++seen;
            for (const auto& p : m) {
                const double px = static_cast<double>(p.point.x), py = static_cast<double>(p.point.y);
                const double along = c * px + s * py, across = c * py - s * px;
                const bool is_left = along < x;
                CHECK(std::abs(along - (is_left ? x - .5 : x + .5)) < rounding);
                CHECK(std::abs(across - (1 + lift / 2)) < rounding);
                CHECK(std::abs(static_cast<double>(p.depth) + lift) < rounding);
                CHECK(p.id == (is_left ? corners(0, left) : corners(1, right)));
            }
            CHECK(m.points[0].id != m.points[1].id);
        }
    }
    CHECK(seen > 4000);
    CHECK(divided > 300);
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("over one of two edges whose angle has a rounded cosine of 1, the contact is on that edge") {
    for (const double rise : {0x1p-42, 0x1p-36, 0x1p-30}) {
        const auto ridge = *make_convex_polygon(
            std::array<vec2<double>, 5>{vec2{-32., -1.}, {32, -1}, {32, 1}, {0, 1 + rise}, {-32, 1}});
        const auto tip = contact_manifold(vec2{-20., 1.5}, ridge, 1.);
        CAPTURE(rise);
        REQUIRE(tip.count == 1);
        CHECK(std::abs(tip.points[0].point.x + 20) < 1e-8);
        for (const double x : {-20., 18.}) {
            const auto m = contact_manifold(aabb<double>{{x, 1.5}, {x + 2, 3}}, ridge, 1.);
            REQUIRE(m.count == 2);
            CHECK(std::abs(m.points[0].point.x - x) < 1e-8);
            CHECK(std::abs(m.points[1].point.x - (x + 2)) < 1e-8);
            CHECK(m.points[0].id == (x < 0 ? corners(0, 4) : corners(0, 3)));
            CHECK(m.points[1].id == (x < 0 ? corners(1, 3) : corners(1, 2)));
        }
    }
}
#endif

TEMPLATE_TEST_CASE("contacts of shapes on an axis with negative zeros have positive zeros", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    constexpr T zero = T(-0.);
    const auto check = [](const auto& a, const auto& b) {
        const auto hit = collide(a, b);
        const auto pressed = contact_manifold(a, b);
        REQUIRE((hit && pressed.count == 1));
        for (const vec2<T> p : {hit->point_a, hit->point_b, hit->normal, pressed.points[0].point, pressed.normal}) {
            CHECK(!(p.x == 0 && std::signbit(p.x)));
            CHECK(!(p.y == 0 && std::signbit(p.y)));
        }
    };
    const triangle<T> roof{{-2, -3}, {2, -3}, {zero, 1}}, wall{{-3, 2}, {-3, -2}, {1, zero}};
    const circle<T> above{{zero, 2}, T(1.5)}, beside{{2, zero}, T(1.5)};
    const capsule<T> low{{zero, 0}, {zero, 2}, 1}, high{{zero, T(3.5)}, {zero, 6}, 1};
    const capsule<T> left{{0, zero}, {2, zero}, 1}, right{{T(3.5), zero}, {6, zero}, 1};
    check(above, roof), check(roof, above), check(beside, wall), check(wall, beside);
    check(low, high), check(high, low), check(left, right), check(right, left);
    const capsule<T> rising{{-1, -2}, {zero, 2}, 1}, leaning{{zero, T(3.5)}, {1, 6}, 1};
    check(rising, leaning), check(leaning, rising);
    const capsule<T> roof_beam{{-3, T(3.5)}, {3, T(3.5)}, 1}, turned_beam{roof_beam.b, roof_beam.a, 1};
    check(rising, roof_beam), check(roof_beam, rising), check(rising, turned_beam), check(turned_beam, rising);
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("vertex indices in ids begin again beyond 32767, and stay distinct from edges") {
    std::vector<vec2<double>> points;
    constexpr int count = 40000;
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * std::numbers::pi * i / count;
        points.push_back({std::cos(angle), std::sin(angle)});
    }
    const auto polygon = make_convex_polygon_view(points).value();
    for (const int corner : {5, 32767, 32768, 35000}) {
        INFO(corner);
        const auto at = static_cast<std::size_t>(corner);
        const unsigned name = static_cast<unsigned>(corner) % 32768;
        const vec2<double> beside = (points[at] + points[at + 1]) * .75;
        CHECK(contact_manifold(polygon, circle<double>{points[at] * 1.5, .5}, .1).points[0].id == corners(name, 0));
        CHECK(contact_manifold(polygon, circle<double>{beside, .6}).points[0].id == on_edge(name, 0));
        CHECK(contact_manifold(circle<double>{beside, .6}, polygon).points[0].id == (name | edge_feature));
        const capsule<double> spoke{points[at] * 1.5, points[at] * 2.5, .6};
        CHECK(contact_manifold(polygon, spoke).points[0].id == corners(name, 0));
    }
}
#endif

// Areas of polygons with whole coordinates are whole. The depth of a manifold's second point is a quotient of such
// areas, so it is 0 or clearly different from 0.
TEST_CASE("a depth of triangles with whole coordinates is 0 or clearly different from 0") {
    unsigned state = 1;
    const auto whole = [&state] {
        state = state * 1664525u + 1013904223u;
        return static_cast<float>(state >> 16 & 15) - 8;
    };
    int almost = 0, exact = 0;
    for (int i = 0; i < 20000; ++i) {
        const triangle<float> a{{whole(), whole()}, {whole(), whole()}, {whole(), whole()}},
            b{{whole(), whole()}, {whole(), whole()}, {whole(), whole()}};
        for (const auto& point : contact_manifold(a, b, .5f)) {
            const float depth = std::abs(point.depth);
            if (depth == 0) ++exact;
            else if (depth < 1e-6f) ++almost;
        }
    }
    CHECK(almost == 0);
    CHECK(exact > 100);
}
