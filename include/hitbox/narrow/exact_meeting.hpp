#pragma once
/// The Minkowski difference b - a of two hulls: its edges in order of direction, and the exact decision whether the
/// path of the origin meets it.

#include <hitbox/core/exact_crossing.hpp>
#include <hitbox/narrow/translations.hpp>
#include <hitbox/shapes/convexity.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// An edge of the Minkowski difference: an edge of one hull, and the deepest vertex of the other behind it. Two
/// parallel edges are one edge, which belongs to a.
struct walked_edge {
    std::uint32_t of_a = 0, of_b = 0;  // a vertex of each hull; the edge begins at the vertex of its owner
    bool is_b = false;                 // whether the edge belongs to b

    [[nodiscard]] constexpr std::uint32_t first() const noexcept { return is_b ? of_b : of_a; }
};

/// Compares the directions p -> q and u -> v counter-clockwise from (1, 0): -1 if the first comes first, 0 if they are
/// equal.
template <scalar T>
[[nodiscard]] constexpr int order_of_directions(vec2<T> p, vec2<T> q, vec2<T> u, vec2<T> v) noexcept {
    const bool first = upper_half(p, q), second = upper_half(u, v);
    if (first != second) return first ? -1 : 1;
    // Edges along the same axis are common, and exact arithmetic need not decide that they are parallel.
    if ((p.x == q.x && u.x == v.x) || (p.y == q.y && u.y == v.y)) return 0;
    const auto side = exact::cross_of(p, q, u, v);
    return side > 0 ? -1 : side < 0 ? 1 : 0;
}

/// A position on the outline of a hull, counter-clockwise from its lowest vertex or from its highest one.
template <scalar T>
struct outline_step {
    const rounded_hull<T>& hull;
    std::size_t first = 0, at = 0, next = 0;
    bool is_done = false;

    [[gnu::cold, gnu::noinline]] constexpr outline_step(const rounded_hull<T>& h, bool from_top) noexcept : hull{h} {
        for (std::size_t i = 1; i < h.size(); ++i) {
            const vec2<T> p = h[i], q = h[first];
            if (from_top ? upper_half(q, p) : upper_half(p, q)) first = i;
        }
        at = first, next = hull.after(at), is_done = next == at;
    }
    [[nodiscard]] constexpr vec2<T> from() const noexcept { return hull[at]; }
    [[nodiscard]] constexpr vec2<T> to() const noexcept { return hull[next]; }
    constexpr void advance() noexcept { at = next, next = hull.after(at), is_done = at == first; }
};

/// Returns which of two outlines has the next edge of the difference b - a: negative for b, positive for a, 0 if two
/// parallel edges become one. a starts at its highest vertex, with its edges reversed, and b at its lowest one, so the
/// outlines are merged by direction, without memory (de Berg et al., "Computational Geometry", section 13.3).
template <class A, class B>
[[nodiscard, gnu::always_inline]] constexpr int order_of_edges(const A& a, const B& b) noexcept {
    return a.is_done ? -1 : b.is_done ? 1 : order_of_directions(b.from(), b.to(), a.to(), a.from());
}

/// Returns the line of an edge of the Minkowski difference, as differences of four vertices.
template <exact_scalar T>
[[nodiscard, gnu::cold, gnu::noinline]] constexpr exact::difference_line
line_of(const walked_edge& e, const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    const vec2<double> u = widen(a[e.of_a]), v = widen(b[e.of_b]);
    if (e.is_b) return {v, widen(b[b.after(e.of_b)]), v, u};
    return {widen(a[a.after(e.of_a)]), u, v, u};
}

/// Two hulls, the first of which moves by the difference of two translations. All coordinates are converted to integers
/// with a common unit, so every comparison is exact.
template <scalar T>
class exact_meeting {
    using point = exact::detail::integer_vec;
    using integer = exact::detail::integer;

public:
    [[gnu::cold, gnu::noinline]] constexpr exact_meeting(const rounded_hull<T>& a, const rounded_hull<T>& b,
                                                         const translations<T>& motion) noexcept
        : a_{a}, b_{b}, motion_{motion} {
        include_unit_of(motion.of_a), include_unit_of(motion.of_b);
        for (std::size_t i = 0; i < a.size(); ++i) include_unit_of(vec2<T>{a[i]});
        for (std::size_t i = 0; i < b.size(); ++i) include_unit_of(vec2<T>{b[i]});
        unit_ = exact::detail::common_unit(static_cast<double>(a.radius), static_cast<double>(b.radius), fine_x_);
        path_ = at(motion.of_a) - at(motion.of_b), back_ = point{} - path_;
        const auto r = exact::detail::to_integer(static_cast<double>(a.radius), unit_) +
                       exact::detail::to_integer(static_cast<double>(b.radius), unit_);
        radius_sum_squared_ = r * r;
    }

    /// Returns true if the shapes share a point at any fraction from 0 to 1; touching counts. `passes` is true if an
    /// edge of the Minkowski difference separates them at every fraction. @pre apart at fraction 0
    [[nodiscard]] constexpr bool meet(bool passes) const noexcept {
        if (is_zero(path_)) return false;
        if (!passes && !is_beside_difference()) return true;
        return radius_sum_squared_.size != 0 &&
               (vertices_meet() || edges_meet_at_end(a_, b_, path_, 0) || edges_meet_at_end(b_, a_, back_, 0));
    }
    /// Returns true if the hulls are nearer than r at fraction 1, or if they overlap there near their outlines.
    [[nodiscard]] constexpr bool are_within_radii_at_end() const noexcept {
        for (std::size_t i = 0; i < a_.size(); ++i)
            for (std::size_t j = 0; j < b_.size(); ++j)
                if (compare(offset(i, j) - path_, point{}) < 0) return true;
        return edges_meet_at_end(a_, b_, path_, -1) || edges_meet_at_end(b_, a_, back_, -1);
    }

private:
    [[gnu::cold, gnu::noinline]] constexpr void include_unit_of(vec2<T> p) noexcept {
        for (const double x : {static_cast<double>(p.x), static_cast<double>(p.y)})
            if (exact::detail::lowest_exponent(x) < exact::detail::lowest_exponent(fine_x_)) fine_x_ = x;
    }
    [[nodiscard]] constexpr point at(vec2<T> p) const noexcept { return exact::detail::to_integers(widen(p), unit_); }
    [[nodiscard]] constexpr point offset(std::size_t i, std::size_t j) const noexcept { return at(b_[j]) - at(a_[i]); }
    [[nodiscard]] static constexpr bool is_zero(const point& v) noexcept { return v.x.size == 0 && v.y.size == 0; }

    /// Returns true if the normal of the path or, for a difference without an interior, the direction of the path
    /// separates the Minkowski difference and the path of the origin.
    [[nodiscard]] constexpr bool is_beside_difference() const noexcept {
        bool all_left = true, all_right = true, all_behind = true, all_beyond = true;
        for (std::size_t i = 0; i < a_.size(); ++i)
            for (std::size_t j = 0; j < b_.size(); ++j) {
                const point d = offset(i, j);
                const int side = sign_of(cross(path_, d));
                all_left = all_left && side > 0, all_right = all_right && side < 0;
                all_behind = all_behind && sign_of(dot(path_, d)) < 0;
                all_beyond = all_beyond && sign_of(dot(path_, d - path_)) > 0;
            }
        return all_left || all_right || all_behind || all_beyond;
    }

    /// Returns the sign of |p - q| - r.
    [[nodiscard]] constexpr int compare(const point& p, const point& q) const noexcept {
        const point d = p - q;
        return sign_of(dot(d, d) - radius_sum_squared_);
    }
    /// Returns the sign of d - r for the distance d of p from the line through the origin along `direction`.
    [[nodiscard]] constexpr int compare_with_line(const point& p, const point& direction) const noexcept {
        const auto c = cross(direction, p);
        return sign_of(c * c - radius_sum_squared_ * dot(direction, direction));
    }

    /// Returns true if the path of the origin comes within r of a vertex of the Minkowski difference.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr bool vertices_meet() const noexcept {
        for (std::size_t i = 0; i < a_.size(); ++i)
            for (std::size_t j = 0; j < b_.size(); ++j) {
                const point d = offset(i, j);
                const int gap = sign_of(dot(path_, d)) <= 0           ? compare(d, point{})
                                : sign_of(dot(path_, d - path_)) >= 0 ? compare(d, path_)
                                                                      : compare_with_line(d, path_);
                if (gap <= 0) return true;
            }
        return false;
    }

    /// Returns true if, at fraction 1, a vertex of `other` projects between the ends of an edge of `owner` and is
    /// within r of it; with `limit` -1, nearer than r. `path` is the path of `owner` relative to the other shape.
    [[nodiscard, gnu::cold, gnu::noinline]] constexpr bool edges_meet_at_end(const rounded_hull<T>& owner,
                                                                             const rounded_hull<T>& other,
                                                                             const point& path,
                                                                             int limit) const noexcept {
        vec2<T> p, q;
        for (std::size_t k = 0; k < owner.size(); ++k) {
            if (!find_edge(p, q, owner, k)) continue;
            const point from = at(p), edge = at(q) - from;
            for (std::size_t i = 0; i < other.size(); ++i) {
                const point d = at(other[i]) - from - path;
                if (sign_of(dot(edge, d)) > 0 && sign_of(dot(edge, d - edge)) < 0 &&
                    compare_with_line(d, edge) <= limit)
                    return true;
            }
        }
        return false;
    }

    const rounded_hull<T>& a_;
    const rounded_hull<T>& b_;
    translations<T> motion_;
    double fine_x_ = 0;  // the coordinate, x or y, whose unit in the last place is the smallest
    int unit_ = 0;
    point path_{}, back_{};
    integer radius_sum_squared_{};
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
