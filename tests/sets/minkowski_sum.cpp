// The edges of Minkowski sums of a solid and a moving shape, against all sums of their vertices.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <random>
#include <vector>

namespace minkowski_sum_tests {

using namespace hitbox;
using W = vec2<double>;

namespace {

convex_polygon<float, 8> random_polygon(std::mt19937& random) {
    for (;;) {
        std::vector<vec2<float>> points;
        for (int i = 0; i < 7; ++i)
            points.push_back({static_cast<float>(random() % 17) - 8, static_cast<float>(random() % 17) - 8});
        if (const auto made = convex_hull(points); made && made->size() <= 8) {
            const auto cut = make_convex_polygon<8>(made->vertices());
            if (cut) return *cut;
        }
    }
}

}  // namespace

TEST_CASE("the edges of a Minkowski sum enclose all differences of vertices once, counter-clockwise") {
    std::mt19937 random{3};
    for (int round = 0; round < 400; ++round) {
        const auto mover = random_polygon(random), solid = random_polygon(random);
        detail::sum_list list;
        const detail::hull_of of_mover{mover};
        const detail::hull_of of_solid{solid};
        detail::add_sum(list, detail::mover_chain{of_mover.hull}, of_solid.hull, 3, 7);
        REQUIRE(list.sums.size() == 1);
        CHECK(list.sums[0].mover == 3);
        CHECK(list.sums[0].solid == 7);
        const auto edges = list.edges_of(list.sums[0]);
        REQUIRE(edges.size() >= 3);
        CHECK(edges.size() <= mover.size() + solid.size());
        double twice_area = 0;
        std::size_t at_corners = 0;
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const W from = edges[i].start(), to = edges[(i + 1) % edges.size()].start();
            twice_area += cross(from, to);
            // The edge starts at a difference of two vertices, and every difference is on its inner side.
            bool is_difference = false, is_touched = false;
            for (const vec2<float> s : solid.vertices())
                for (const vec2<float> m : mover.vertices()) {
                    const W p{static_cast<double>(s.x) - static_cast<double>(m.x),
                              static_cast<double>(s.y) - static_cast<double>(m.y)};
                    is_difference = is_difference || p == from;
                    const double side = cross(to - from, p - from);
                    CHECK(side >= 0);
                    is_touched = is_touched || (side == 0 && p == to);
                }
            CHECK(is_difference);
            CHECK(is_touched);
            CHECK(dot(edges[i].normal, to - from) <= 1e-12);
            CHECK(std::abs(length(edges[i].normal) - 1) <= 1e-15);
            const W after = edges[(i + 2) % edges.size()].start();
            at_corners += cross(to - from, after - to) > 0;  // parallel edges are one edge
        }
        CHECK(at_corners == edges.size());
        // The area of a Minkowski sum is the sum of both areas and twice the mixed area, here by its definition.
        CHECK(twice_area > 2 * static_cast<double>(area(mover)) + 2 * static_cast<double>(area(solid)));
    }
}

TEST_CASE("the Minkowski sum of two points is a point, and of a point and a segment a two-sided segment") {
    const auto sum_of = [](const auto& mover, const auto& solid) {
        detail::sum_list list;
        const detail::hull_of of_mover{mover};
        const detail::hull_of of_solid{solid};
        detail::add_sum(list, detail::mover_chain{of_mover.hull}, of_solid.hull, 0, 0);
        return list;
    };
    const vec2<float> p{1, 2};
    const auto points = sum_of(p, vec2<float>{4, 4});
    REQUIRE(points.sums[0].size() == 1);
    CHECK(points.edges[0].start() == W{3, 2});
    const auto lines = sum_of(p, segment<float>{{0, 0}, {4, 0}});
    CHECK(lines.sums[0].size() == 2);
    const auto discs = sum_of(circle<float>{p, 3}, circle<float>{{0, 0}, 0.5f});
    CHECK(discs.sums[0].radius == 3.5);
    CHECK(discs.sums[0].radius_of_mover == 3);
}

}  // namespace minkowski_sum_tests
