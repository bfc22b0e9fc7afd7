// A moving shape among solids of erased types: its vertices at a position, and the pieces that block it.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace mover_among_tests {

using namespace hitbox;
using V = vec2<float>;
using W = vec2<double>;
using points = std::vector<V>;

const std::vector<aabb<float>> no_solids;

/// Compares the vertices of a mover with a counter-clockwise list that may begin at any vertex.
template <class S>
void check_vertices(const S& shape, const points& vertices, float radius, V center, bool is_thin) {
    std::mt19937 random{1};
    const detail::mover_among<S, std::vector<aabb<float>>> mover{shape, no_solids};
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
TEST_CASE("a mover: its vertices from the highest at the right, for every kind of shape", "[motion]") {
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

TEST_CASE("a mover: its bounding box, and the positions at which it is valid", "[motion]") {
    const aabb<float> body{{-1, -2}, {1, 2}};
    const std::vector<aabb<float>> solids{{{-4, -4}, {-3, 0}}, {{5, 5}, {6, 9}}};
    const detail::mover_among<aabb<float>, std::vector<aabb<float>>> mover{body, solids};
    CHECK(mover.box_at({3, 4}) == aabb<float>{{2, 2}, {4, 6}});
    CHECK(mover.bounds_of_set() == aabb<float>{{-4, -4}, {6, 9}});
    CHECK(mover.is_valid_at({0, 0}));
    CHECK_FALSE(mover.is_valid_at({std::numeric_limits<float>::infinity(), 0}));
    CHECK_FALSE(mover.is_valid_at({0, std::numeric_limits<float>::quiet_NaN()}));
    detail::near_pieces<float> found;
    mover.find(found, {{0, 0}, {5, 5}});
    REQUIRE(found.size() == 1);
    CHECK(found[0].index == 1);
}

TEST_CASE("a mover: pieces that it passes do not block it, until they are restored", "[motion]") {
    const aabb<float> body{{-1, -1}, {1, 1}};
    const std::vector<aabb<float>> solids{{{0.5f, -4}, {4, 4}}, {{-4, -4}, {-0.75f, 4}}, {{-9, 0.875f}, {9, 9}}};
    detail::mover_among<aabb<float>, std::vector<aabb<float>>> mover{body, solids};
    const auto depth = [&](V at) {
        const auto hit = mover.overlap_at(at);
        return hit ? hit->depth : 0;
    };
    CHECK_FALSE(mover.is_free_at({0, 0}));
    mover.pass(2);
    CHECK_FALSE(mover.is_free_at({0, 0}));
    mover.pass(0);
    mover.pass(2);  // is known
    CHECK(mover.passed_count() == 2);
    CHECK(mover.is_passed(0));
    CHECK_FALSE(mover.is_passed(1));
    CHECK(mover.is_passed(2));
    CHECK_FALSE(mover.is_free_at({0, 0}));
    CHECK(depth({0, 0}) == 0.25f);
    CHECK(mover.is_free_at({0.25f, 0}));
    CHECK(depth({0.25f, 0}) == 0);
    CHECK(depth({4.5f, 0}) == 0);
    detail::near_pieces<float> found;
    mover.find(found, {{-9, -9}, {9, 9}});
    REQUIRE(found.size() == 1);
    CHECK(found[0].index == 1);
    mover.restore_passed(1);  // the first one only
    CHECK(mover.is_passed(2));
    CHECK_FALSE(mover.is_passed(0));
    CHECK_FALSE(mover.is_free_at({0.25f, 0}));
    CHECK(depth({4.5f, 0}) == 0.5f);
    mover.restore_passed(0);
    CHECK(mover.passed_count() == 0);
    CHECK_FALSE(mover.is_passed(2));
}

}  // namespace mover_among_tests
