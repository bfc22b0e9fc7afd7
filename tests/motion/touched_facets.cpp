// The facets that a moving shape touches or that stop it: their distances, ends and vertices.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace touched_facets_tests {

using namespace hitbox;
using V = vec2<float>;
using W = vec2<double>;

/// Adds the Minkowski sum of a solid and a mover.
template <class M, class S>
void add(detail::sum_list& list, const M& mover, const S& solid, std::size_t piece = 0) {
    const detail::hull_of<M> of_mover{mover};
    const detail::hull_of<S> of_solid{solid};
    detail::add_sum(list, detail::mover_chain{of_mover.hull}, of_solid.hull, 0, piece);
}
/// Returns the facet of a Minkowski sum with a normal: an edge, or the arc around the farthest vertex along the normal.
detail::active_facet facet_of(const detail::sum_list& list, std::uint32_t sum, W normal) {
    detail::active_facet f;
    f.normal = normal, f.sum = sum, f.is_arc = true;
    for (const detail::sum_edge& e : list.edges_of(list.sums[sum])) {
        if (length(e.normal - normal) < 1e-12 && e.extent > 0) {
            f.edge = &e, f.is_arc = false, f.from = e.from, f.to = e.to;
            return f;
        }
        if (!f.edge || dot(normal, e.start()) > dot(normal, f.edge->start())) f.edge = &e;
    }
    return f;
}

const aabb<float> box{{-0.5f, -0.5f}, {0.5f, 0.5f}};

// The rounding error of the normal, times coordinates of 2^26, exceeds the gap.
TEST_CASE("touched facets: the distance from an edge's line is accurate where the coordinates are large", "[motion]") {
    std::mt19937_64 random{1};
    constexpr std::int64_t size = 1 << 26;
    const auto whole = [&random] { return static_cast<std::int64_t>(random() % (2 * size)) - size; };
    int checked = 0;
    while (checked < 400) {
        std::int64_t x[4], y[4];
        for (int i = 0; i < 3; ++i) x[i] = whole(), y[i] = whole();
        const auto area = [&](int a, int b, int c) {
            return (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]);
        };
        if (area(0, 1, 2) <= size) continue;
        x[3] = (x[0] + x[1]) / 2, y[3] = (y[0] + y[1]) / 2;  // nearly on the first edge
        const auto at = [&](int i) { return W{static_cast<double>(x[i]), static_cast<double>(y[i])}; };
        detail::sum_list list;
        add(list, at(3), triangle<double>{at(0), at(1), at(2)});
        for (const detail::sum_edge& e : list.edges_of(list.sums[0])) {
            int a = 0;
            while (e.from != at(a)) ++a;
            const int b = (a + 1) % 3;
            const long double side = std::hypot(static_cast<long double>(x[b] - x[a]),
                                                static_cast<long double>(y[b] - y[a])),
                              expected = -static_cast<long double>(area(a, b, 3)) / side;
            const auto out = static_cast<long double>(detail::distance_to_line(e));
            CHECK(std::abs(out - expected) <= 1e-15L * std::abs(expected));
            ++checked;
        }
    }
}

TEST_CASE("touched facets: after a step, the distance of edges is that of their line, of arcs that of their vertex",
          "[motion]") {
    detail::sum_list list;
    add(list, box, aabb<float>{{-4, -2}, {4, -1}});
    const auto top = facet_of(list, 0, {0, 1});
    CHECK(detail::distance_after(*top.edge, false, {}) == 0.5);
    CHECK(detail::distance_after(*top.edge, false, {7, 0.25}) == 0.75);
    CHECK(detail::distance_after(*top.edge, false, {7, -1}) == -0.5);
    const W vertex = top.edge->start();
    CHECK(detail::distance_after(*top.edge, true, vertex + W{3, 4}) == 5);
}

TEST_CASE("touched facets: the tolerance applies to each axis along the normal", "[motion]") {
    detail::sum_list list;
    add(list, box, aabb<float>{{-4, -2}, {4, -0.5f - 0x1p-10f}});
    add(list, circle<float>{{0, 0}, 5}, aabb<float>{{3, 4}, {9, 9}});
    const auto top = facet_of(list, 0, {0, 1});
    CHECK(detail::is_facet_touched(list, top, {}, {0, 0x1p-10}));
    CHECK_FALSE(detail::is_facet_touched(list, top, {}, {9, 0x1.ffp-11}));
    CHECK(detail::is_facet_touched(list, top, {5, -0x1p-10}, {}));
    CHECK_FALSE(detail::is_facet_touched(list, top, {0, 0x1p-10}, {0, 0x1.8p-10}));
    // A disc that touches a corner exactly, and leaves it.
    const auto corner = facet_of(list, 1, {-0.6, -0.8});
    REQUIRE(corner.is_arc);
    CHECK(corner.edge->start() == W{3, 4});
    CHECK(detail::is_facet_touched(list, corner, {}, {}));
    const W away = corner.normal * 0x1p-20;
    CHECK_FALSE(detail::is_facet_touched(list, corner, away, {}));
    CHECK_FALSE(detail::is_facet_touched(list, corner, away, W{1, 1} * 0x1.6p-21));
    CHECK(detail::is_facet_touched(list, corner, away, W{1, 1} * 0x1.7p-21));  // times 1.4
    detail::active_facet unknown;
    CHECK(detail::is_facet_touched(list, unknown, {99, 99}, {}));
}

TEST_CASE("touched facets: a Minkowski sum is touched after a step if the shapes touch there", "[motion]") {
    std::mt19937 random{2};
    const auto quarter = [&random](unsigned n) { return static_cast<float>(random() % n) / 4; };
    int touched = 0;
    for (int round = 0; round < 2000; ++round) {
        const V low{quarter(32) - 4, quarter(32) - 4}, high = low + V{quarter(8) + 0.25f, quarter(8) + 0.25f};
        const V step{quarter(16) - 2, quarter(16) - 2};
        detail::sum_list list;
        add(list, box, aabb<float>{low, high});
        add(list, circle<float>{{0, 0}, 1.25f}, aabb<float>{low, high});
        const V off{std::max({0.f, low.x - step.x, step.x - high.x}), std::max({0.f, low.y - step.y, step.y - high.y})};
        const bool of_box = off.x <= 0.5f && off.y <= 0.5f, of_disc = dot(off, off) <= 1.25f * 1.25f;
        REQUIRE(detail::is_sum_touched(list, 0, detail::widen(step), {}) == of_box);
        REQUIRE(detail::is_sum_touched(list, 1, detail::widen(step), {}) == of_disc);
        touched += of_box;
        list.sums[0].last = list.sums[0].first;  // not built
        REQUIRE_FALSE(detail::is_sum_touched(list, 0, detail::widen(step), {}));
    }
    CHECK(touched > 100);
}

TEST_CASE("touched facets: a stop's distance is measured to the facet itself, not by the rounded fraction",
          "[motion]") {
    for (const double scale : {1.0, 4.0}) {
        detail::sum_list list;
        list.scale = scale;
        add(list, box, aabb<float>{{-4, -3}, {1, -2}});
        add(list, circle<float>{{0, 0}, 0.5f}, aabb<float>{{-4, -3}, {1, -2}});
        for (const std::uint32_t sum : {0u, 1u}) {
            detail::blocked_motion hit;
            hit.stop = facet_of(list, sum, {0, 1}), hit.is_stopped = true;
            const W path{3e5, -1e6};
            hit.fraction = 1.5e-6 * (1 + 1e-9), hit.step = path * hit.fraction;
            detail::measure_stop(hit, list, {{}, path * scale});
            CHECK(std::abs(hit.step.y + 1.5) < 1e-15);
            CHECK(std::abs(hit.step.x - 0.45) < 1e-8);
            // For the box, the facet extends half of the box's width beyond the solid. For the disc, it ends where the
            // solid does.
            const double reach = sum == 0 ? 0.5 : 0;
            CHECK(hit.end_along({1, 0}) == 1 + reach);
            CHECK(hit.end_along({-1, 0}) == 4 + reach);
            CHECK(hit.end_along({0, 1}) == -1.5);
        }
        detail::blocked_motion hit;
        hit.stop = facet_of(list, 1, {0.6, 0.8}), hit.fraction = 0.5;
        REQUIRE(hit.stop.is_arc);
        detail::measure_stop(hit, list, {{}, W{}});
        CHECK(hit.end_along({1, 0}) == 1.5);  // an arc ends its radius beyond the vertex, on all sides
        CHECK(hit.end_along({0, 1}) == -1.5);
        CHECK(hit.end_along({-1, 0}) == -0.5);
    }
}

TEST_CASE("touched facets: an end of a facet counts for the surface it belongs to, within the tolerance", "[motion]") {
    const auto ends = [](float x, W normal, std::size_t piece) {
        detail::sum_list list;
        const V at{x, 0.5f};
        add(list, aabb<float>{box.min + at, box.max + at}, aabb<float>{{-4, -1}, {0, 0}}, 7);
        add(list, aabb<float>{box.min + at, box.max + at}, aabb<float>{{-4, -2}, {9, -1}}, 8);
        detail::surface s;
        s.plane.normal = normal, s.piece = piece;
        return detail::is_end_touched(list, s, {0.125, 0.125});
    };
    CHECK(ends(0.5f, {0, 1}, 7));
    CHECK(ends(0.375f, {0, 1}, 7));
    CHECK_FALSE(ends(0.3125f, {0, 1}, 7));
    CHECK(ends(-4.375f, {0, 1}, 7));
    CHECK_FALSE(ends(-2, {0, 1}, 7));
    CHECK_FALSE(ends(-2, {0, -1}, 7));
    CHECK_FALSE(ends(0.5f, {0, 1}, 8));  // goes on
    CHECK_FALSE(ends(0.5f, {0, 1}, 9));  // is not there
}

TEST_CASE("touched facets: each solid within the tolerance blocks directions, unless its back faces the mover",
          "[motion]") {
    std::mt19937 random{3};
    for (int round = 0; round < 500; ++round) {
        const auto eighth = [&random](unsigned n) { return static_cast<float>(random() % n) / 8; };
        // Solids below the mover, at many distances from its underside.
        detail::sum_list of_box, of_disc;
        std::size_t box_count = 0, disc_count = 0;
        const double tolerance = 0.3;
        for (std::size_t i = 0; i < 4; ++i) {
            const V low{eighth(16) - 3, -3}, high{low.x + 1, -0.5f - eighth(5)};
            add(of_box, box, aabb<float>{low, high}, i);
            add(of_disc, circle<float>{{0, 0}, 0.5f}, aabb<float>{low, high}, i);
            const double gap = -0.5 - double(high.y);
            const bool is_over = low.x <= 0.5f + 0.3f && high.x >= -0.5f - 0.3f;
            box_count += is_over && gap <= tolerance;
            const double x = std::max({0.0, double(low.x), double(-high.x)}), y = -double(high.y);
            const double off = std::hypot(x, y) - 0.5;
            const double along = (x + y) / std::hypot(x, y) * tolerance;
            disc_count += off <= along && off <= tolerance;
        }
        const auto all = detail::blocked_directions_within(of_box, {tolerance, tolerance}, true);
        CHECK(all.thin);
        CHECK(all.cones.size() == box_count);
        CHECK(detail::blocked_directions_within(of_disc, {tolerance, tolerance}, false).cones.size() == disc_count);
        for (detail::minkowski_sum& s : of_box.sums) s.front = {0, -1};
        for (const auto& cone : detail::blocked_directions_within(of_box, {tolerance, tolerance}, true).cones)
            CHECK(cone.count == 2);  // at a corner the side does not turn its back
    }
}

TEST_CASE("touched facets: the arc at the end of a floor is behind an adjacent floor of equal height", "[motion]") {
    const circle<float> disc{{0, 0}, 0.5f};
    for (const float drop : {0.f, 0x1p-12f, 0x1p-8f, 1.f}) {
        detail::sum_list list;
        add(list, disc, aabb<float>{{-4, -2}, {0, -0.5f}}, 0);
        add(list, disc, aabb<float>{{0, -2}, {4, -0.5f - drop}}, 1);
        const auto end = facet_of(list, 0, {0.6, 0.8}), next = facet_of(list, 1, {0, 1});
        REQUIRE(end.is_arc);
        CHECK(detail::is_behind_line(list, end, next, {0x1p-10, 0x1p-10}) == (drop <= 0x1p-10f));
        const auto other_end = facet_of(list, 1, {-0.6, 0.8}), other = facet_of(list, 0, {0, 1});
        CHECK(detail::is_behind_line(list, other_end, other, {0x1p-10, 0x1p-10}));
    }
}

TEST_CASE("touched facets: an arc or an edge of the mover has a vertex of the solid, with its two sides", "[motion]") {
    const W vertices[] = {{1, 0}, {4, 0}, {4, 3}, {1, 3}};  // counter-clockwise from the lowest at the left
    const W normals[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    const auto corner_of = [&](const detail::sum_list& list, W normal) {
        const aabb<float> solid{{1, 0}, {4, 3}};
        const detail::hull_of<aabb<float>> hull{solid};
        std::vector<detail::chain_vertex> chain;
        detail::for_each_chain_vertex(hull.hull, 1.f, [&chain](const detail::chain_vertex& v) { chain.push_back(v); });
        const auto vertex = detail::vertex_of(facet_of(list, 0, normal), list.sums[0], chain);
        if (!vertex) return detail::solid_corner{};
        detail::outline_corner corner{*vertex, normal, {0x1p-20, 0x1p-20}};
        corner.add(chain, 0);
        return corner.corner();
    };
    const aabb<float> solid{{1, 0}, {4, 3}};
    detail::sum_list of_disc, of_diamond, of_round;
    add(of_disc, circle<float>{{0, 0}, 1}, solid);
    const V diamond[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    add(of_diamond, *make_convex_polygon(diamond), solid);
    add(of_round, circle<float>{{0, 0}, 1}, rounded{solid, 0.5f});
    const double half = std::sqrt(0.5);
    for (std::size_t i = 0; i < 4; ++i) {
        const W before = normals[(i + 3) % 4], after = normals[i];
        for (const detail::sum_list* list : {&of_disc, &of_diamond}) {
            const auto corner = corner_of(*list, (before + after) * half);
            REQUIRE(corner.exists);
            CHECK(corner.point == vertices[i]);
            CHECK(corner.faces[0].normal == before);
            CHECK(corner.faces[1].normal == after);
            CHECK(corner.faces[0].to == vertices[i]);
            CHECK(corner.faces[1].from == vertices[i]);
            CHECK_FALSE(corner_of(*list, after).exists);  // a side of the solid
        }
        CHECK_FALSE(corner_of(of_round, (before + after) * half).exists);
    }
    detail::active_facet unknown;
    CHECK_FALSE(detail::vertex_of(unknown, of_disc.sums[0], {}));
}

/// The pieces at the origin, and the corner of their outline there.
class pieces_at_origin {
public:
    explicit pieces_at_origin(W outward) : corner_{{}, outward, {0x1p-20, 0x1p-20}} {}
    template <class S>
    pieces_at_origin& with(const S& solid) {
        const detail::hull_of<S> hull{solid};
        std::vector<detail::chain_vertex> chain;
        detail::for_each_chain_vertex(hull.hull, 1.f, [&chain](const detail::chain_vertex& v) { chain.push_back(v); });
        return corner_.add(chain, double(hull.hull.radius)), *this;
    }
    detail::solid_corner corner() const { return corner_.corner(); }
    /// Returns true if the outline has these normals on the left and on the right of the corner, seen from outside.
    bool has_faces(W left, W right) const {
        const auto c = corner();
        return c.exists && length(c.faces[1].normal - left) + length(c.faces[0].normal - right) < 1e-6;
    }

private:
    detail::outline_corner corner_;
};

TEST_CASE("touched facets: the faces of a corner are those of the outline, whatever its pieces are", "[motion]") {
    const W up{0, 1}, left{-1, 0}, right{1, 0};
    const W uphill = W{-1, 2} * std::sqrt(0.2), downhill = W{1, 2} * std::sqrt(0.2);
    const triangle<float> rises{{-2, -1}, {0, -1}, {0, 0}}, falls{{0, -1}, {2, -1}, {0, 0}};
    const aabb<float> right_tile{{0, -1}, {5, 0}}, left_tile{{-5, -1}, {0, 0}}, wall{{0, -1}, {5, 4}};
    const aabb<float> left_below{{-5, -3}, {0, -1}}, ceiling{{-5, -3}, {5, 1}};
    for (const W outward : {up, uphill, downhill}) {
        CHECK(pieces_at_origin{outward}.with(rises).with(right_tile).has_faces(uphill, up));
        CHECK(pieces_at_origin{outward}.with(right_tile).with(left_below).with(rises).has_faces(uphill, up));
        CHECK(pieces_at_origin{outward}.with(left_tile).with(falls).has_faces(up, downhill));
        CHECK(pieces_at_origin{outward}.with(falls).with(rises).has_faces(uphill, downhill));
        // Overlapping pieces.
        CHECK(pieces_at_origin{outward}
                  .with(rises)
                  .with(falls)
                  .with(aabb<float>{{-1, -1}, {1, -0.5f}})
                  .has_faces(uphill, downhill));
        // A level outline, a concave corner and points inside of a piece are no corners.
        CHECK_FALSE(pieces_at_origin{outward}.with(left_tile).with(right_tile).corner().exists);
        CHECK_FALSE(pieces_at_origin{outward}.with(left_tile).with(wall).corner().exists);
        CHECK_FALSE(pieces_at_origin{outward}.with(rises).with(ceiling).corner().exists);
        CHECK_FALSE(pieces_at_origin{outward}.with(rises).with(circle<float>{{0, 1}, 2}).corner().exists);
        CHECK_FALSE(pieces_at_origin{outward}.with(rises).with(capsule<float>{{0, -1}, {4, -1}, 1}).corner().exists);
        // Without its neighbour, the side of the tile is a face.
        CHECK(pieces_at_origin{outward}.with(rises).has_faces(uphill, right));
        CHECK(pieces_at_origin{outward}.with(right_tile).has_faces(left, up));
    }
}

TEST_CASE("touched facets: a corner of a chain has the faces of both of its segments", "[motion]") {
    const W up{0, 1}, left{-1, 0};
    const segment<float> riser{{0, -1}, {0, 0}}, tread{{0, 0}, {3, 0}}, back{{-3, 0}, {0, 0}};
    const W outward = W{-1, 1} * std::sqrt(0.5);
    CHECK(pieces_at_origin{outward}.with(riser).with(tread).has_faces(left, up));
    CHECK(pieces_at_origin{outward}.with(tread).with(riser).has_faces(left, up));
    CHECK(pieces_at_origin{outward}.with(tread).has_faces(W{} - up, up));  // an open end
    CHECK_FALSE(pieces_at_origin{up}.with(back).with(tread).corner().exists);
    CHECK_FALSE(pieces_at_origin{up}.with(segment<float>{{-1, 0}, {1, 0}}).corner().exists);
}

TEST_CASE("touched facets: vertices within the tolerance of touching belong to one corner", "[motion]") {
    const float off = 0x1p-22f;
    const W up{0, 1}, uphill = W{-1, 2} * std::sqrt(0.2);
    for (const float x : {-off, 0.f, off})
        for (const float y : {-off, 0.f, off}) {
            const aabb<float> tile{{x, -1}, {5, y}};
            const triangle<float> rises{{-2, -1}, {0, -1}, {0, 0}};
            CHECK(pieces_at_origin{up}.with(rises).with(tile).has_faces(uphill, up));
            CHECK_FALSE(pieces_at_origin{up}.with(aabb<float>{{-5, -1}, {0, 0}}).with(tile).corner().exists);
        }
    // An edge shorter than the tolerance cuts the corner off.
    const V cut[] = {{-4, -4}, {0, -4}, {0, -off}, {-off, 0}, {-4, 0}};
    CHECK(pieces_at_origin{up}.with(*make_convex_polygon(cut)).has_faces(up, {1, 0}));
}

}  // namespace touched_facets_tests
