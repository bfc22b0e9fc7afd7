// The filter of two boxes, which proposes the deciding edges before hulls are made, and the closed forms of
// axis-aligned boxes.

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace box_filter_tests {  // files of a room are compiled as one

using namespace hitbox;

namespace {

struct generator {
    std::mt19937 engine;

    double real(double low, double high) { return std::uniform_real_distribution<double>{low, high}(engine); }
    float sign() { return engine() % 2 == 0 ? 1.f : -1.f; }
};

struct point {
    long double x, y;
};
point operator-(point a, point b) { return {a.x - b.x, a.y - b.y}; }
long double dot(point a, point b) { return a.x * b.x + a.y * b.y; }
long double cross(point a, point b) { return a.x * b.y - a.y * b.x; }

/// Returns the vertices as floats: centre +- half extents, each rounded once.
std::vector<point> corners(const obb<float>& box) {
    std::vector<point> list;
    for (const auto& [right, up] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
        const double c = static_cast<double>(box.rotation.c), s = static_cast<double>(box.rotation.s),
                     x = right * static_cast<double>(box.half_extents.x),
                     y = up * static_cast<double>(box.half_extents.y);
        const auto stored = [](float middle, double along, double across) {
            return static_cast<long double>(static_cast<float>((static_cast<double>(middle) + along) + across));
        };
        list.push_back({stored(box.center.x, c * x, 0 - s * y), stored(box.center.y, s * x, c * y)});
    }
    return list;
}

/// Returns the widest gap along an edge normal, or minus the smallest overlap, over all edges and vertices.
long double widest_gap(const std::vector<point>& a, const std::vector<point>& b) {
    long double widest = -std::numeric_limits<long double>::infinity();
    for (const auto& [owner, other] : {std::pair{&a, &b}, {&b, &a}}) {
        for (std::size_t i = 0; i < owner->size(); ++i) {
            const point p = (*owner)[i], edge = (*owner)[(i + 1) % owner->size()] - p;
            long double nearest = std::numeric_limits<long double>::infinity();
            for (const point v : *other) nearest = std::min(nearest, -cross(edge, v - p));
            widest = std::max(widest, nearest / std::sqrt(dot(edge, edge)));
        }
    }
    return widest;
}

long double distance_to_segment(point v, point p, point q) {
    const point edge = q - p;
    const long double along = std::clamp(dot(v - p, edge) / dot(edge, edge), 0.L, 1.L);
    const point off{v.x - p.x - along * edge.x, v.y - p.y - along * edge.y};
    return std::sqrt(dot(off, off));
}
long double nearest_distance(const std::vector<point>& a, const std::vector<point>& b) {
    long double nearest = std::numeric_limits<long double>::infinity();
    for (const auto& [owner, other] : {std::pair{&a, &b}, {&b, &a}})
        for (std::size_t i = 0; i < owner->size(); ++i)
            for (const point v : *other)
                nearest = std::min(nearest, distance_to_segment(v, (*owner)[i], (*owner)[(i + 1) % owner->size()]));
    return nearest;
}

}  // namespace

// Rounding rotates the short edges of thin boxes far away the most, so the best axis of the boxes may not be the best
// axis of their vertices. The filter must not omit the deciding edge.
TEST_CASE("the best edge decides although rounding rotates the edges of thin boxes far away") {
    generator random{std::mt19937{17}};
    int overlaps = 0, gaps = 0;
    const std::size_t rounds = hitbox_tests::many_if_optimised(200'000, 10'000);
    for (std::size_t i = 0; i < rounds; ++i) {
        const double far = std::exp2(random.real(-2, 11)), size = std::exp2(random.real(-7, 1));
        const auto half = [&] {
            const vec2<float> h{static_cast<float>(size * std::exp2(random.real(-8, 0))),
                                static_cast<float>(size * std::exp2(random.real(-2, 2)))};
            return random.sign() > 0 ? h : vec2<float>{h.y, h.x};
        };
        const double turn = random.real(0, 6.3), quarters = static_cast<int>(random.real(0, 4)) * 1.5707963267948966,
                     by = i % 3 == 0 ? random.real(-1, 1)
                                     : static_cast<double>(random.sign()) * std::exp2(random.real(-30, 0));
        const vec2<float> at{static_cast<float>(random.real(-far, far)), static_cast<float>(random.real(-far, far))};
        const vec2<float> apart{static_cast<float>(random.real(-size, size)) * 2,
                                static_cast<float>(random.real(-size, size)) * 2};
        const obb<float> a{at, half(), rot2<float>::from_radians(static_cast<float>(turn))},
            b{at + apart, half(), rot2<float>::from_radians(static_cast<float>(turn + quarters + by))};
        const auto of_a = corners(a), of_b = corners(b);
        if (vertices(a).size() < 4 || vertices(b).size() < 4) continue;
        const long double gap = widest_gap(of_a, of_b);
        const float signed_gap = signed_distance(a, b);
        CAPTURE(a.center.x, a.center.y, a.half_extents.x, a.half_extents.y, a.rotation.c, a.rotation.s, b.center.x,
                b.center.y, b.half_extents.x, b.half_extents.y, b.rotation.c, b.rotation.s);
        const long double expected = gap > 0 ? nearest_distance(of_a, of_b) : gap;
        REQUIRE(std::abs(static_cast<long double>(signed_gap) - expected) <= 0x1p-23L * std::abs(expected));
        const auto pressed = contact_manifold(a, b);
        REQUIRE((pressed.count > 0) == (gap <= 0));
        REQUIRE(collide(a, b).has_value() == (gap <= 0));
        if (gap > 0) {
            ++gaps;
            continue;
        }
        ++overlaps;
        const float deepest =
            pressed.count == 2 ? std::max(pressed.points[0].depth, pressed.points[1].depth) : pressed.points[0].depth;
        REQUIRE(deepest == 0 - signed_gap);
        REQUIRE(collide(a, b)->depth == deepest);
    }
    CHECK(overlaps > static_cast<int>(rounds / 10));
    CHECK(gaps > static_cast<int>(rounds / 10));
}

TEST_CASE("the filter proposes one edge and one vertex for nearly all pairs of boxes") {
    generator random{std::mt19937{23}};
    int certain = 0;
    constexpr int pairs = 2000;
    for (int i = 0; i < pairs; ++i) {
        const auto box = [&] {
            return obb<float>{{static_cast<float>(random.real(-3, 3)), static_cast<float>(random.real(-3, 3))},
                              {static_cast<float>(random.real(.5, 2)), static_cast<float>(random.real(.5, 2))},
                              rot2<float>::from_radians(static_cast<float>(random.real(0, 6.3)))};
        };
        const hitbox::detail::box_filter<float> boxes{box(), box()};
        hitbox::detail::edge_candidates<float> sets;
        certain += boxes.proposes_edges() && boxes.candidates(sets);
    }
    CHECK(certain > pairs * 98 / 100);
}

namespace {

/// Returns vertices in units of 2^-26, or an empty list unless all are multiples of 2^-26 and below 8. Cross products
/// of their differences then have less than 63 bits.
std::vector<std::array<std::int64_t, 2>> corners_in_units(const std::vector<point>& corners) {
    std::vector<std::array<std::int64_t, 2>> list;
    for (const point p : corners) {
        const long double x = p.x * 0x1p26L, y = p.y * 0x1p26L;
        if (!(std::abs(x) < 0x1p29L && std::abs(y) < 0x1p29L) || x != std::floor(x) || y != std::floor(y)) return {};
        list.push_back({static_cast<std::int64_t>(x), static_cast<std::int64_t>(y)});
    }
    return list;
}
/// Returns 1 if the other shape is strictly outside an edge of either, 0 if it is outside or on it, otherwise -1.
template <class List>
int sign_of_separation(const List& a, const List& b) {
    int best = -1;
    for (const auto& [owner, other] : {std::pair{&a, &b}, {&b, &a}})
        for (std::size_t i = 0; i < owner->size(); ++i) {
            const auto p = (*owner)[i], q = (*owner)[(i + 1) % owner->size()];
            if (p == q) continue;  // of a segment
            int nearest = 1;
            for (const auto v : *other) {
                const std::int64_t area = (q[1] - p[1]) * (v[0] - p[0]) - (q[0] - p[0]) * (v[1] - p[1]);
                nearest = std::min(nearest, area > 0 ? 1 : area < 0 ? -1 : 0);
            }
            best = std::max(best, nearest);
        }
    return best;
}

}  // namespace

// The filter is unsure about these. The few edges that it proposes decide, or comparisons if the boxes are
// axis-aligned.
TEST_CASE("boxes that touch or almost touch are decided as by integer arithmetic") {
    generator random{std::mt19937{31}};
    int decided[3] = {0, 0, 0};
    const std::size_t rounds = hitbox_tests::many_if_optimised(100'000, 10'000);
    for (std::size_t i = 0; i < rounds; ++i) {
        const auto index = [&](int n) { return static_cast<int>(random.real(0, n)); };
        const auto number = [&](int max_value) { return static_cast<float>(index(8 * max_value) + 1) / 8; };
        const rot2<float> turns[] = {{1, 0},
                                     {0, 1},
                                     {-1, 0},
                                     {0, -1},
                                     {.6f, .8f},
                                     {.5f, -.5f},
                                     rot2<float>::from_radians(static_cast<float>(random.real(0, 6.3))),
                                     rot2<float>::from_degrees(45)};
        const rot2<float> turn = i % 2 == 0 ? turns[index(4)] : turns[index(8)];
        const auto box = [&] { return obb<float>{{number(2), number(2)}, {number(1), number(1)}, turn}; };
        obb<float> a = box(), b = box();
        if (!valid(a)) continue;
        if (index(3) == 0) b.rotation = turns[index(8)];
        if (!valid(b)) continue;
        if (index(8) == 0 && turn.c * turn.s == 0) a.half_extents.y = 0;  // a segment, and no less after rounding
        // b is at a's right side or at its corner.
        b.center = a.center + turn * vec2{a.half_extents.x + b.half_extents.x,
                                          index(4) == 0 ? a.half_extents.y + b.half_extents.y : 0.f};
        // Or a vertex of b stands on a.
        if (index(2) == 0) {
            const auto of_a = corners(a), of_b = corners(b);
            const auto highest =
                *std::max_element(of_a.begin(), of_a.end(), [](point p, point q) { return p.y < q.y; });
            const auto lowest = *std::min_element(of_b.begin(), of_b.end(), [](point p, point q) { return p.y < q.y; });
            b.center.y += static_cast<float>(highest.y - lowest.y);
        }
        for (int steps = index(3); steps > 0; --steps) b.center.y = std::nextafter(b.center.y, random.sign() * 9);
        const auto of_a = corners_in_units(corners(a)), of_b = corners_in_units(corners(b));
        if (of_a.empty() || of_b.empty()) continue;
        const int sign = sign_of_separation(of_a, of_b);
        CAPTURE(a.center.x, a.center.y, a.half_extents.x, a.half_extents.y, a.rotation.c, a.rotation.s, b.center.x,
                b.center.y, b.half_extents.x, b.half_extents.y, b.rotation.c, b.rotation.s);
        ++decided[sign + 1];
        for (const auto& [p, q] : {std::pair{a, b}, {b, a}}) {
            REQUIRE(intersects(p, q) == (sign <= 0));
            REQUIRE(penetrates(p, q) == (sign < 0));
            REQUIRE(collide(p, q).has_value() == (sign <= 0));
        }
    }
    for (const int n : decided) CHECK(n > static_cast<int>(rounds / 10));
}

TEST_CASE("axis-aligned boxes have the distance of their corners, for any gap") {
    generator random{std::mt19937{29}};
    int beside = 0, corner_to_corner = 0;
    const std::size_t rounds = hitbox_tests::many_if_optimised(200'000, 10'000);
    for (std::size_t i = 0; i < rounds; ++i) {
        const auto number = [&] {
            const double x = random.real(-4, 4);
            if (i % 4 == 0) return static_cast<float>(std::round(x));
            if (i % 4 == 1) return random.sign() * static_cast<float>(std::exp2(random.real(-40, 4)));
            return static_cast<float>(x);
        };
        const auto box = [&] {
            const vec2<float> p{number(), number()}, q{number(), number()};
            return aabb<float>{(min)(p, q), (max)(p, q)};
        };
        aabb<float> a = box(), b = box();
        if (i % 5 == 0) b.min.x = std::nextafter(a.max.x, 9.f), b.max.x = b.min.x + 1;  // a gap of one ulp
        if (!(a.min.x < a.max.x && a.min.y < a.max.y && b.min.x < b.max.x && b.min.y < b.max.y)) continue;
        CAPTURE(a.min.x, a.min.y, a.max.x, a.max.y, b.min.x, b.min.y, b.max.x, b.max.y);
        const auto gap = [](float low_a, float high_a, float low_b, float high_b) {
            const auto between = [](float high, float low) {
                return static_cast<long double>(low) - static_cast<long double>(high);
            };
            return std::max({0.L, between(high_a, low_b), between(high_b, low_a)});
        };
        const point gaps{gap(a.min.x, a.max.x, b.min.x, b.max.x), gap(a.min.y, a.max.y, b.min.y, b.max.y)};
        const long double expected = std::sqrt(dot(gaps, gaps));
        const auto found = distance(a, b), swapped = distance(b, a);
        REQUIRE((a == b || found == flipped(swapped)));
        REQUIRE(std::abs(static_cast<long double>(found.distance) - expected) <= 0x1p-23L * expected);
        if (expected == 0) continue;
        (gaps.x > 0 && gaps.y > 0 ? corner_to_corner : beside) += 1;
        const vec2<float> path = found.point_b - found.point_a;
        CHECK(std::abs(static_cast<long double>(std::abs(path.x)) - gaps.x) <= 1e-6L);
        CHECK(std::abs(static_cast<long double>(std::abs(path.y)) - gaps.y) <= 1e-6L);
        CHECK(contains(a, found.point_a));
        CHECK(contains(b, found.point_b));
    }
    CHECK(beside > static_cast<int>(rounds / 10));
    CHECK(corner_to_corner > static_cast<int>(rounds / 20));
}

}  // namespace box_filter_tests
