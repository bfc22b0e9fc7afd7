// Discs beside discs and polygons, against distances in long double; and the share of pairs for which the short
// evaluation is not certain.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace vertex_axis_tests {

using namespace hitbox;
using W = long double;
using V = vec2<float>;

namespace {

struct wide {
    W x, y;
};
wide widened(V v) { return {static_cast<W>(v.x), static_cast<W>(v.y)}; }

/// The signed distance of a point from a counter-clockwise polygon.
W distance_from(const std::vector<V>& outline, V point) {
    const wide p = widened(point);
    W nearest = std::numeric_limits<W>::infinity(), deepest = -nearest;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const wide a = widened(outline[i]), b = widened(outline[(i + 1) % outline.size()]);
        const W dx = b.x - a.x, dy = b.y - a.y, px = p.x - a.x, py = p.y - a.y, squared = dx * dx + dy * dy;
        const W part = std::clamp((px * dx + py * dy) / squared, W(0), W(1));
        nearest = std::min(nearest, std::hypot(px - part * dx, py - part * dy));
        deepest = std::max(deepest, (px * dy - py * dx) / std::sqrt(squared));
    }
    return deepest < 0 ? deepest : nearest;
}

struct case_of_discs {
    std::mt19937 random{21};
    float offset = 0, size = 1;

    float number(float max_abs) { return (static_cast<float>(random() % 20001) / 10000 - 1) * max_abs * size; }
    V point() { return V{offset + number(3), offset + number(3)}; }
    circle<float> disc() { return {point(), std::abs(number(1.5f))}; }
    convex_polygon<float, 8> polygon() {
        for (;;) {
            const V center = point();
            std::vector<V> points;
            for (int i = 0; i < 8; ++i) points.push_back(center + V{number(1), number(1)});
            const auto hull = convex_hull(points);
            if (!hull || hull->size() < 3) continue;
            if (const auto made = make_convex_polygon<8>(hull->vertices())) return *made;
        }
    }
};

}  // namespace

TEST_CASE("discs and polygons are as far apart, and as deep in each other, as exact numbers say") {
    for (const float offset : {0.f, 1000.f})
        for (const float size : {1.f, 0x1p-20f, 0x1p20f}) {
            case_of_discs c;
            c.offset = offset * size, c.size = size;
            const W rounding =
                static_cast<W>(std::numeric_limits<float>::epsilon()) * static_cast<W>((offset + 8) * size);
            for (int i = 0; i < 1500; ++i) {
                const auto polygon = c.polygon();
                const circle<float> disc = c.disc();
                const std::vector<V> outline{polygon.vertices().begin(), polygon.vertices().end()};
                const W gap = distance_from(outline, disc.center) - static_cast<W>(disc.radius);
                INFO("offset " << offset << ", size " << size << ", case " << i);
                CHECK(std::abs(static_cast<W>(distance(disc, polygon).distance) - std::max(gap, W(0))) <= rounding);
                const auto hit = contact_manifold(disc, polygon), seen = contact_manifold(polygon, disc);
                CHECK(hit == flipped(seen));
                if (std::abs(gap) <= rounding) continue;
                REQUIRE(hit.count == (gap < 0 ? 1 : 0));
                if (hit.count == 0) continue;
                CHECK(std::abs(static_cast<W>(hit.points[0].depth) + gap) <= rounding);
                // Moved out by the depth along the normal, it just touches.
                const V out = disc.center - hit.normal * hit.points[0].depth;
                CHECK(std::abs(distance_from(outline, out) - static_cast<W>(disc.radius)) <= 4 * rounding);
            }
        }
}

TEST_CASE("two discs are as far apart, and as deep in each other, as exact numbers say") {
    for (const float size : {1.f, 0x1p-30f, 0x1p30f}) {
        case_of_discs c;
        c.size = size;
        const W rounding = static_cast<W>(std::numeric_limits<float>::epsilon()) * static_cast<W>(8 * size);
        for (int i = 0; i < 4000; ++i) {
            const circle<float> a = c.disc(), b = i % 16 == 0 ? circle<float>{a.center, c.disc().radius} : c.disc();
            const wide p = widened(a.center), q = widened(b.center);
            const W gap = std::hypot(q.x - p.x, q.y - p.y) - static_cast<W>(a.radius) - static_cast<W>(b.radius);
            CHECK(std::abs(static_cast<W>(distance(a, b).distance) - std::max(gap, W(0))) <= rounding);
            if (std::abs(gap) <= rounding) continue;
            REQUIRE(intersects(a, b) == (gap < 0));
            const auto hit = collide(a, b);
            REQUIRE(hit.has_value() == (gap < 0));
            if (!hit) continue;
            CHECK(std::abs(static_cast<W>(hit->depth) + gap) <= rounding);
            CHECK(hit->a_in_b == contains(b, a));
            CHECK(hit->b_in_a == contains(a, b));
        }
    }
}

TEST_CASE("the short evaluation of a disc beside a polygon is certain for nearly all pairs") {
    case_of_discs c;
    int certain = 0;
    constexpr int tried = 4000;
    for (int i = 0; i < tried; ++i) {
        const auto polygon = c.polygon();
        const circle<float> disc = c.disc();
        const detail::hull_of own{polygon};
        detail::vertex_axis axis;
        certain += axis.find(own.hull, {disc.center, disc.radius, true}, 0.f) != detail::verdict::unsure;
    }
    CHECK(certain > tried * 98 / 100);
}

TEST_CASE("the short evaluation is certain, and exact, for a disc that rests on an edge of any direction") {
    // The direction of the edge is a Pythagorean triple, so the normal times the radius, and the disc's centre, are
    // exact: the distance of the centre is the radius.
    for (const auto& [x, y, length] : {std::array{5, 0, 5}, {3, 4, 5}, {-4, 3, 5}, {5, -12, 13}, {-8, -15, 17}})
        for (const int radius : {1, 2, 5}) {
            const V path{static_cast<float>(x), static_cast<float>(y)},
                left = perp(path),
                start{7, -11};  // the edge from start to start + 2 path, with the polygon on its left
            const convex_polygon<float, 8> polygon =
                *make_convex_polygon<8>(std::array{start, start + path * 2.f, start + path + left});
            const auto r = static_cast<float>(radius * length);
            const V center = start + path - left * static_cast<float>(radius);
            INFO("edge " << x << ", " << y << ", radius " << radius);
            const detail::hull_of own{polygon};
            detail::vertex_axis axis;
            REQUIRE(axis.find(own.hull, {center, r, true}, 0.f) == detail::verdict::yes);
            CHECK(axis.gap == 0);
            CHECK(!axis.at_vertex);
            // One float more or less in the radius is seen, too.
            REQUIRE(axis.find(own.hull, {center, std::nextafter(r, 0.f), true}, 1.f) == detail::verdict::yes);
            CHECK(axis.gap > 0);
            REQUIRE(axis.find(own.hull, {center, std::nextafter(r, 1000.f), true}, 0.f) == detail::verdict::yes);
            CHECK(axis.gap < 0);
            CHECK(axis.find(own.hull, {center, std::numeric_limits<float>::infinity(), true}, 0.f) ==
                  detail::verdict::unsure);
        }
}

}  // namespace vertex_axis_tests
