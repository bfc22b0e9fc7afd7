#pragma once
/// Algorithms that cut an outline into triangles or convex pieces, under one set of names. These are hitbox's;
/// decompose_peers.hpp adds those of other libraries.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <hitbox/hitbox.hpp>

namespace decompose {

using point = hitbox::vec2<float>;
using contour = std::vector<point>;
using triangle_list = std::vector<std::array<std::uint32_t, 3>>;

/// The values that are compared before anything is timed. Clockwise pieces have negative areas, so that they show.
struct summary {
    std::size_t pieces = 0;
    double twice_area = 0;
};

template <class Point>
double twice_area(const Point& a, const Point& b, const Point& c) {
    const auto x = [](const Point& p) { return static_cast<double>(p.x); };
    const auto y = [](const Point& p) { return static_cast<double>(p.y); };
    return (x(b) - x(a)) * (y(c) - y(a)) - (y(b) - y(a)) * (x(c) - x(a));
}

/// Pieces, each a cycle of indices.
template <class Pieces>
summary summary_of(const contour& points, const Pieces& pieces) {
    summary s{pieces.size(), 0};
    for (std::size_t k = 0; k < pieces.size(); ++k)
        for (std::size_t i = 2; i < pieces[k].size(); ++i)
            s.twice_area += twice_area(points[pieces[k][0]], points[pieces[k][i - 1]], points[pieces[k][i]]);
    return s;
}

/// A contender gets a counter-clockwise outline in the form that suits it best. It is then timed any number of times.
class contender {
public:
    contender() = default;
    contender(const contender&) = delete;
    contender& operator=(const contender&) = delete;
    virtual ~contender() = default;
    /// The timed function. The answer is kept until the next run, which frees it.
    virtual void run() = 0;
    [[nodiscard]] virtual summary answer() const = 0;
};
using make_contender = std::unique_ptr<contender> (*)(const contour&);

template <class C>
std::unique_ptr<contender> made(const contour& points) {
    return std::make_unique<C>(points);
}

/// A contender by a function from a polygon to pieces. With `Make`, each run also makes the polygon of the points,
/// which checks them.
template <class T, auto Cut, bool Make>
class hitbox_contender : public contender {
public:
    explicit hitbox_contender(const contour& points) : points_{points} {
        for (const point p : points) own_.push_back({static_cast<T>(p.x), static_cast<T>(p.y)});
        polygon_ = *hitbox::make_polygon(own_);
    }
    void run() override {
        if constexpr (Make) pieces_ = Cut(*hitbox::make_polygon(own_));
        else pieces_ = Cut(polygon_);
    }
    [[nodiscard]] summary answer() const override { return summary_of(points_, pieces_); }

private:
    contour points_;
    std::vector<hitbox::vec2<T>> own_;
    hitbox::polygon<T> polygon_;
    decltype(Cut(hitbox::polygon<T>{})) pieces_{};
};

inline constexpr auto triangulate = [](const auto& p) { return hitbox::triangulate(p); };
inline constexpr auto parts = [](const auto& p) { return hitbox::convex_parts(p); };
inline constexpr auto merged_parts = [](const auto& p) { return hitbox::convex_parts(p, {.recut_vertices = 0}); };
inline constexpr auto optimal_parts = [](const auto& p) { return hitbox::convex_parts_optimal(p); };

struct named_contender {
    std::string who;
    make_contender make;
    std::size_t max_vertices = static_cast<std::size_t>(-1);  // the maximum number of vertices for this contender
};

}  // namespace decompose
