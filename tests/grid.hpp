#pragma once
// Random shapes on a coarse grid, where touches, ties, shared edges, equal centres, nested and identical shapes are
// common; and the true answers about them, in integers.

#include "laws.hpp"

#include <array>
#include <cstdint>

namespace hitbox_tests {

/// Generates shapes whose vertices are multiples of 1/2. Both shapes of a pair are rotated together, by quarter turns
/// or by Pythagorean rotations that are scaled to integers, so that nothing is rounded. Only the vertices of a rotated
/// `obb` may be off the grid.
class grid_generator {
public:
    explicit grid_generator(std::uint64_t seed) : random_{seed} {}

    template <class A, class B>
    std::pair<A, B> pair() {
        using T = scalar_t<A>;
        turn_ = turns[random_.index(turns.size())];
        for (auto* corner : {&box_.min, &box_.max}) *corner = {coordinate(), coordinate()};
        const A a = make(static_cast<const A*>(nullptr));
        if (random_.index(4) == 0) turn_ = turns[random_.index(turns.size())];
        B b = make(static_cast<const B*>(nullptr));
        const auto relation = random_.index(6);
        if constexpr (std::is_same_v<A, B>) {
            if (relation == 0) b = a;
            if (relation == 1) b = mapped(a, T(1), point<T>());
            if (relation == 2) b = mapped(a, random_.index(2) ? T(2) : T(.5), {});
        }
        if (relation >= 4) {
            const vec2<T> between = center(a) - center(b);
            if (between * T(4) == nearest_integers(between * T(4))) b = mapped(b, T(1), between);
        }
        return {a, b};
    }

private:
    struct turn {
        int c, s, length;  // length 0: it is irrational
    };
    static constexpr std::array<turn, 10> turns = {{{1, 0, 1},
                                                    {1, 0, 1},
                                                    {1, 0, 1},
                                                    {0, 1, 1},
                                                    {-1, 0, 1},
                                                    {0, -1, 1},
                                                    {3, 4, 5},
                                                    {-4, 3, 5},
                                                    {5, -12, 13},
                                                    {1, 1, 0}}};

    template <class T>
    static vec2<T> nearest_integers(vec2<T> p) {
        return {std::round(p.x), std::round(p.y)};
    }
    int coordinate() { return static_cast<int>(random_.index(13)) - 6; }
    /// Returns a rotated point. Its coordinates before the rotation are in units of one half.
    template <class T>
    vec2<T> turned(vec2<int> p) const {
        return {T(turn_.c * p.x - turn_.s * p.y) / 2, T(turn_.s * p.x + turn_.c * p.y) / 2};
    }
    /// Returns a corner of the box that the shapes of a pair have in common, or any other point.
    template <class T>
    vec2<T> point() {
        const auto pick = random_.index(8);
        if (pick < 4) return turned<T>({pick % 2 ? box_.min.x : box_.max.x, pick / 2 ? box_.min.y : box_.max.y});
        return turned<T>({coordinate(), coordinate()});
    }
    template <class T>
    T length() {
        return T(static_cast<int>(random_.index(5)) * (std::max)(turn_.length, 1)) / 2;
    }
    aabb<int> any_box() {
        if (random_.index(2)) return {(min)(box_.min, box_.max), (max)(box_.min, box_.max)};
        const vec2<int> p{coordinate(), coordinate()}, q{coordinate(), coordinate()};
        return {(min)(p, q), (max)(p, q)};
    }

    template <class T>
    vec2<T> make(const vec2<T>*) {
        return point<T>();
    }
    template <class T>
    circle<T> make(const circle<T>*) {
        return {point<T>(), length<T>()};
    }
    template <class T>
    aabb<T> make(const aabb<T>*) {
        const aabb<int> box = any_box();
        const T scale = T((std::max)(turn_.length, 1)) / 2;
        return {vec2<T>{T(box.min.x), T(box.min.y)} * scale, vec2<T>{T(box.max.x), T(box.max.y)} * scale};
    }
    template <class T>
    obb<T> make(const obb<T>*) {
        const aabb<int> box = any_box();
        const vec2<T> p = turned<T>(box.min), q = turned<T>(box.max);
        const T side = T((std::max)(turn_.length, 1)) / 4;
        const vec2<T> half{T(box.max.x - box.min.x) * side, T(box.max.y - box.min.y) * side};
        const rot2<T> rotation = turn_.length ? rot2<T>{T(turn_.c) / T(turn_.length), T(turn_.s) / T(turn_.length)}
                                              : rot2<T>::from_degrees(45);
        return {(p + q) * T(.5), half, rotation};
    }
    template <class T>
    segment<T> make(const segment<T>*) {
        return {point<T>(), point<T>()};
    }
    template <class T>
    capsule<T> make(const capsule<T>*) {
        return {point<T>(), point<T>(), length<T>()};
    }
    template <class S>
    rounded<S> make(const rounded<S>*) {
        return {make(static_cast<const S*>(nullptr)), length<scalar_t<S>>()};
    }
    template <class T>
    triangle<T> make(const triangle<T>*) {
        return {point<T>(), point<T>(), point<T>()};
    }
    template <class T, std::size_t N>
    convex_polygon<T, N> make(const convex_polygon<T, N>*) {
        for (;;) {
            std::vector<vec2<T>> points;
            if (random_.index(2)) {
                const aabb<int> box = any_box();
                for (const vec2<int> p : vertices(box)) points.push_back(turned<T>(p));
            } else {
                for (std::size_t i = random_.index(N - 2) + 3; i > 0; --i) points.push_back(point<T>());
            }
            if (const auto made = convex_hull<N>(points)) return *made;
        }
    }
    template <class T>
    convex_polygon_view<T> make(const convex_polygon_view<T>*) {
        return mapped(convex_polygon_view<T>{make(static_cast<const convex_polygon<T, 8>*>(nullptr))}, T(1), {});
    }
    template <class T>
    placed<convex_polygon_view<T>> make(const placed<convex_polygon_view<T>>*) {
        const auto view = make(static_cast<const convex_polygon_view<T>*>(nullptr));
        const auto quarters = static_cast<T>(static_cast<int>(random_.index(4)));
        return at(view, transform2<T>{point<T>(), rot2<T>::from_degrees(90 * quarters)});
    }
    template <class T>
    ellipse<T> make(const ellipse<T>*) {
        return {point<T>(), {length<T>() + T(.5), length<T>() + T(.5)}};
    }

    generator random_;
    turn turn_ = turns[0];
    aabb<int> box_{};
};

// Facts about shapes on a grid.

/// Returns the vertices in units of a quarter. Returns none if a vertex is not on this grid, or too large for products
/// of four coordinates.
template <class S>
std::vector<vec2<std::int64_t>> grid_corners(const S& s) {
    std::vector<vec2<std::int64_t>> corners;
    const auto list = vertices(s);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto p = list[i];
        const vec2<double> q{static_cast<double>(p.x) * 4, static_cast<double>(p.y) * 4};
        if (q != vec2<double>{std::round(q.x), std::round(q.y)} || std::abs(q.x) > 2000 || std::abs(q.y) > 2000)
            return {};
        corners.push_back({static_cast<std::int64_t>(q.x), static_cast<std::int64_t>(q.y)});
    }
    return corners;
}

/// A direction from a to b, as an integer vector, and the overlap of the vertices along it, times its length.
struct grid_axis {
    vec2<std::int64_t> n{};
    std::int64_t overlap = 0;

    [[nodiscard]] bool shallower_than(const grid_axis& other) const {  // both overlaps >= 0
        return overlap * overlap * length_squared(other.n) < other.overlap * other.overlap * length_squared(n);
    }
    [[nodiscard]] bool along_an_axis() const { return n.x == 0 || n.y == 0; }
    [[nodiscard]] vec2<double> unit() const {
        const double length = std::sqrt(static_cast<double>(length_squared(n)));
        return {static_cast<double>(n.x) / length + 0., static_cast<double>(n.y) / length + 0.};
    }
};

using grid_points = std::vector<vec2<std::int64_t>>;

inline std::int64_t farthest_along(const grid_points& points, vec2<std::int64_t> n) {
    std::int64_t max_dot = dot(points[0], n);
    for (const auto& p : points) max_dot = (std::max)(max_dot, dot(p, n));
    return max_dot;
}

/// Returns the edge normals along which two outlines overlap by the smallest length. Returns none if there are no edges
/// (two points), or if the outlines are apart.
inline std::vector<grid_axis> least_overlaps(const grid_points& a, const grid_points& b) {
    std::vector<grid_axis> all, least;
    const auto add_edges = [&](const grid_points& owner, std::int64_t sign) {
        for (std::size_t i = 0; owner.size() > 1 && i < owner.size(); ++i) {
            const auto edge = owner[(i + 1) % owner.size()] - owner[i];
            const vec2<std::int64_t> n{sign * edge.y, -sign * edge.x};
            all.push_back({n, farthest_along(a, n) + farthest_along(b, -n)});
        }
    };
    add_edges(a, 1), add_edges(b, -1);
    bool thin = true;
    for (const grid_axis& axis : all) {
        if (axis.overlap < 0) return {};
        thin = thin && axis.overlap == 0;
    }
    if (thin && !all.empty()) {  // all vertices are on one line, along which the outlines may be apart
        const auto along = perp(all[0].n);
        if (farthest_along(a, along) + farthest_along(b, -along) < 0 ||
            farthest_along(a, -along) + farthest_along(b, along) < 0)
            return {};
    }
    for (const grid_axis& axis : all) {
        if (!least.empty() && least[0].shallower_than(axis)) continue;
        if (!least.empty() && axis.shallower_than(least[0])) least.clear();
        least.push_back(axis);
    }
    return least;
}

}  // namespace hitbox_tests
