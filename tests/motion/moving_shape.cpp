// A moving shape of any type at a position: its vertices, its box, and its visit.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace moving_shape_tests {

using namespace hitbox;
using V = vec2<float>;
using W = vec2<double>;
using points = std::vector<V>;

/// Compares the vertices of a mover with a counter-clockwise list that may begin at any vertex.
template <class S>
void check_vertices(const S& shape, const points& vertices, float radius, V center, bool is_thin) {
    std::mt19937 random{1};
    const detail::moving_shape_of<S> mover{shape};
    detail::mover_vertices<float> taken;
    taken.corners.push_back({{99, 99}, 7});  // of another position
    taken.max_abs_coordinate = 1000;
    for (int round = 0; round < 20; ++round) {
        const V at{static_cast<float>(random() % 64) / 4 - 8, static_cast<float>(random() % 64) / 4 - 8};
        mover.take_vertices(taken, at);
        REQUIRE(taken.corners.size() == vertices.size());
        // After half a turn, the lowest vertex at the left is the highest at the right.
        std::size_t first = 0;
        double largest = 0;
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const V p = vertices[i], top = vertices[first];
            if (p.y > top.y || (p.y == top.y && p.x > top.x)) first = i;
            largest = std::max({largest, std::abs(double(p.x + at.x)), std::abs(double(p.y + at.y))});
        }
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const V expected = vertices[(first + i) % vertices.size()] + at;
            CHECK(taken.corners[i].point == W{double(expected.x), double(expected.y)});
            CHECK(taken.corners[i].index == (first + i) % vertices.size());
        }
        CHECK(taken.max_abs_coordinate == largest);
        CHECK(taken.radius == double(radius));
        CHECK(taken.center == center + at);
        CHECK(taken.is_thin() == is_thin);
        for (const W d : {W{1, 0}, W{0, -1}, W{0.6, 0.8}, W{-0.8, 0.6}}) {
            double extent = -1000;
            for (const V p : vertices) extent = std::max(extent, d.x * double(p.x + at.x) + d.y * double(p.y + at.y));
            CHECK(std::abs(taken.extent_along(d) - extent - double(radius)) < 1e-12);
        }
    }
}

// Discs and capsules have no hull, but their ends must be in the order of a hull's vertices.
TEST_CASE("a moving shape: its vertices from the highest at the right, for every kind of shape", "[motion]") {
    check_vertices(circle<float>{{1, 2}, 0.5f}, {{1, 2}}, 0.5f, {1, 2}, false);
    check_vertices(circle<float>{{1, 2}, 0}, {{1, 2}}, 0, {1, 2}, true);
    for (const V end : {V{1, 2}, V{-1, 2}, V{2, 0}, V{-2, 0}, V{0, 3}, V{0, -3}, V{1, -2}}) {
        check_vertices(capsule<float>{{0, 0}, end, 0.25f}, {{0, 0}, end}, 0.25f, end * 0.5f, false);
        check_vertices(segment<float>{{0, 0}, end}, {{0, 0}, end}, 0, end * 0.5f, true);
    }
    check_vertices(capsule<float>{{1, 1}, {1, 1}, 0.25f}, {{1, 1}}, 0.25f, {1, 1}, false);
    check_vertices(aabb<float>{{-1, 0}, {1, 4}}, {{-1, 0}, {1, 0}, {1, 4}, {-1, 4}}, 0, {0, 2}, false);
    check_vertices(triangle<float>{{-3, 0}, {3, 0}, {0, 3}}, {{-3, 0}, {3, 0}, {0, 3}}, 0, {0, 1}, false);
}

TEST_CASE("a moving shape: it is visited where it is valid, as the shape at that position", "[motion]") {
    const capsule<float> body{{0, -1}, {0, 1}, 0.5f};
    const detail::moving_shape_of<capsule<float>> moving{body};
    int visits = 0;
    const auto visit = [&](const detail::set_piece<float>& p) {
        ++visits;
        CHECK(bounds(p) == aabb<float>{{1.5f, 2.5f}, {2.5f, 5.5f}});
        CHECK(center(p) == V{2, 4});
        CHECK(radius(p) == 0.5f);
        CHECK(intersects(p, V{2, 5.5f}));
        CHECK_FALSE(intersects(p, V{2, 5.625f}));
    };
    moving.visit_at({2, 4}, visit);
    CHECK(visits == 1);
    CHECK(moving.box_at({2, 4}) == aabb<float>{{1.5f, 2.5f}, {2.5f, 5.5f}});
    moving.visit_at({2, std::numeric_limits<float>::infinity()}, visit);
    moving.visit_at({std::numeric_limits<float>::quiet_NaN(), 4}, visit);
    CHECK(visits == 1);
}

}  // namespace moving_shape_tests
