#pragma once
// Ground that is cut into pieces in several ways, which must make no difference to any query.

#include <hitbox/hitbox.hpp>

#include <vector>

namespace hitbox {

/// Ground of slopes, steps and level stretches: points one apart, on whole numbers; many of them are on a line.
template <class T>
struct ground {
    std::vector<int> heights;

    [[nodiscard]] vec2<T> top(std::size_t i) const {
        return {static_cast<T>(static_cast<int>(i)), static_cast<T>(heights[i])};
    }
    [[nodiscard]] std::size_t columns() const { return heights.size() - 1; }
    [[nodiscard]] polygon<T> outline() const {
        std::vector<vec2<T>> points{{T(0), T(-8)}, {static_cast<T>(static_cast<int>(columns())), T(-8)}};
        for (std::size_t i = heights.size(); i-- > 0;) points.push_back(top(i));
        return make_polygon(points).value();
    }
    [[nodiscard]] convex_polygon<T, 8> between(std::size_t i, std::size_t k) const {
        const vec2<T> corners[] = {{top(i).x, T(-8)}, {top(k).x, T(-8)}, top(k), top(i)};
        return make_convex_polygon(corners).value();
    }
};

template <class T, class Random>
ground<T> make_ground(Random& random) {
    ground<T> g{{0}};
    while (g.heights.size() < 24) {
        const int slope = static_cast<int>(random() % 5) - 2, length = 1 + static_cast<int>(random() % 5);
        for (int i = 0; i < length; ++i) {
            const int next = g.heights.back() + slope;
            g.heights.push_back(next < -6 ? -6 : next > 6 ? 6 : next);
        }
    }
    return g;
}

/// Returns the same ground as columns, as convex parts, as triangles, and as columns that overlap.
template <class T>
std::vector<compound<T>> decompositions(const ground<T>& g) {
    std::vector<compound<T>> all;
    const polygon<T> outline = g.outline();
    std::vector<convex_polygon<T, 8>> columns, triangles;
    for (std::size_t i = 0; i < g.columns(); ++i) columns.push_back(g.between(i, i + 1));
    all.emplace_back(columns);
    all.emplace_back(outline);
    for (const auto& t : triangulate(outline)) {
        const vec2<T> corners[] = {outline[t[0]], outline[t[1]], outline[t[2]]};
        triangles.push_back(make_convex_polygon(corners).value());
    }
    all.emplace_back(triangles);
    for (std::size_t i = 0; i + 2 < g.heights.size(); ++i)
        if (g.heights[i] + g.heights[i + 2] == 2 * g.heights[i + 1]) columns.push_back(g.between(i, i + 2));
    all.emplace_back(columns);
    return all;
}

}  // namespace hitbox
