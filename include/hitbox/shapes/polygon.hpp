#pragma once
/// A polygon that may be concave, with any number of holes.

#include <hitbox/shapes/check_polygon.hpp>
#include <hitbox/shapes/mass_properties.hpp>

#include <vector>

namespace hitbox {
inline namespace HITBOX_ISA {

/// An outline and its holes, each with the winding and the coordinates of the input. The boundary belongs to the
/// polygon. `make_polygon` makes it, and refuses rings that are not sound. A default polygon is empty and not valid.
/// Every query of sets takes a polygon and decomposes it into convex pieces for the call; a `compound` decomposes it
/// once.
///
/// The rings are sound if their inside is unambiguous: no two edges cross or overlap, and the rings, the outline
/// counter-clockwise and the holes clockwise, wind around each point once or not at all. Rings may therefore touch
/// each other and themselves, in vertices or with a vertex on an edge. Points may repeat the one before them, or lie on
/// a line with their neighbours.
template <real T>
class polygon {
public:
    using scalar_type = T;
    using error_type = polygon_error;

    polygon() = default;
    template <point_range R>
    explicit polygon(const R&) = delete;  // write make_polygon(points), and test it

    /// Returns the number of points, of the outline and then of the holes.
    [[nodiscard]] std::size_t size() const noexcept { return points_.size(); }
    [[nodiscard]] bool empty() const noexcept { return points_.empty(); }
    /// Returns point i, or the origin if there is no such point. @pre i < size()
    [[nodiscard]] vec2<T> operator[](std::size_t i) const {
        return detail::expect(i < size(), "polygon: there is no point of this index") ? points_[i] : vec2<T>{};
    }
    /// Returns all points, ring after ring.
    [[nodiscard]] std::span<const vec2<T>> points() const& noexcept { return points_; }
    std::span<const vec2<T>> points() const&& = delete;  // keep the polygon in a variable

    /// Returns the number of rings, with the outline; 0 for an empty polygon.
    [[nodiscard]] std::size_t ring_count() const noexcept { return starts_.empty() ? 0 : starts_.size() - 1; }
    /// Returns the number of holes.
    [[nodiscard]] std::size_t hole_count() const noexcept { return ring_count() == 0 ? 0 : ring_count() - 1; }
    /// Returns the points of ring r; ring 0 is the outline. Returns an empty span if there is no such ring.
    /// @pre r < ring_count()
    [[nodiscard]] std::span<const vec2<T>> ring(std::size_t r) const& {
        if (!has_ring(r)) return {};
        return points().subspan(starts_[r], starts_[r + 1] - starts_[r]);
    }
    std::span<const vec2<T>> ring(std::size_t) const&& = delete;  // keep the polygon in a variable
    /// Returns the points of the outline; an empty span for an empty polygon.
    [[nodiscard]] std::span<const vec2<T>> outline() const& noexcept {
        return empty() ? std::span<const vec2<T>>{} : ring(0);
    }
    std::span<const vec2<T>> outline() const&& = delete;  // keep the polygon in a variable
    /// Returns the points of a hole; an empty span if there is no such hole.
    /// @pre h < hole_count()
    [[nodiscard]] std::span<const vec2<T>> hole(std::size_t h) const& { return ring(h + 1); }
    std::span<const vec2<T>> hole(std::size_t) const&& = delete;  // keep the polygon in a variable
    /// Returns the index of the first point of ring r; size() for the ring after the last one. @pre r <= ring_count()
    [[nodiscard]] std::size_t ring_start(std::size_t r) const {
        return r == ring_count() || !has_ring(r) ? size() : starts_[r];
    }
    /// Returns true if ring r was given clockwise, where y points up. @pre r < ring_count()
    [[nodiscard]] bool is_clockwise(std::size_t r) const { return has_ring(r) && (reversed_[r] != 0) == (r == 0); }

    friend constexpr bool operator==(const polygon& a, const polygon& b) noexcept {
        return a.points_ == b.points_ && detail::are_equal(a.starts_, b.starts_);
    }

private:
    friend detail::polygon_with_holes_maker;

    [[nodiscard]] bool has_ring(std::size_t r) const {
        return detail::expect(r < ring_count(), "polygon: there is no ring of this index");
    }

    std::vector<vec2<T>> points_;
    detail::value_list<std::uint32_t> starts_;   // the starts of the rings, and the end of the last one
    detail::value_list<std::uint8_t> reversed_;  // by ring: 1 for a clockwise outline or a counter-clockwise hole
    detail::value_list<detail::edge_touch> touches_;
};

}  // namespace HITBOX_ISA
}  // namespace hitbox

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Fills polygons. It is the only code that does.
struct polygon_with_holes_maker {
    template <real T>
    struct outcome {
        polygon<T> made;
        polygon_check check;
    };

    template <real T, class Outline, class Holes>
    [[nodiscard]] static outcome<T> make(const Outline& outline, const Holes& holes) {
        outcome<T> out;
        polygon<T>& p = out.made;
        bool too_many = !append(p, outline);
        for (const auto& hole : holes) too_many = too_many || !append(p, hole);
        if (too_many) {
            out.check.error = polygon_error::too_many_points, out.check.first = p.points_.size();
            return out;
        }
        p.starts_.push_back(static_cast<std::uint32_t>(p.points_.size()));
        out.check = check_rings(rings_of(p), p.reversed_, p.touches_);
        return out;
    }

    template <real T>
    [[nodiscard]] static ring_list<T> rings_of(const polygon<T>& p) noexcept {
        return {p.points_, p.starts_};
    }
    template <real T>
    [[nodiscard]] static list_view<const edge_touch> touches_of(const polygon<T>& p) noexcept {
        return p.touches_;
    }
    template <real T>
    [[nodiscard]] static list_view<const std::uint8_t> reversed_of(const polygon<T>& p) noexcept {
        return p.reversed_;
    }
    /// Returns the sign, 1 or -1, with which the ring's signed area counts.
    template <real T>
    [[nodiscard]] static int sign_of_ring(const polygon<T>& p, std::size_t r) noexcept {
        return p.reversed_[r] != 0 ? -1 : 1;
    }

private:
    template <real T, class R>
    static bool append(polygon<T>& p, const R& ring) {
        constexpr std::size_t max_points = 0x7fffffff;
        if (std::ranges::size(ring) > max_points - p.points_.size()) return false;
        p.starts_.push_back(static_cast<std::uint32_t>(p.points_.size()));
        for (const vec2<T> point : as_vec2s(ring)) p.points_.push_back(point);
        return true;
    }
};

/// Returns the offset from the first point to another, each coordinate multiplied by its power of two.
template <real T>
[[nodiscard]] vec2<wide_t<T>> offset_in(const polygon<T>& p, std::size_t i, vec2<wide_t<T>> scale) noexcept {
    return {offset_in(p, i, scale.x).x, offset_in(p, i, scale.y).y};
}
/// Returns powers of two for both axes, such that scaled widths and heights and the terms of areas neither overflow nor
/// underflow. Each axis has its own, because a strip may be very long and very thin.
template <real T>
[[nodiscard]] vec2<wide_t<T>> axis_scales(const polygon<T>& p) noexcept {
    using W = wide_t<T>;
    vec2<W> largest{};
    for (std::size_t i = 1; i < p.size(); ++i) largest = (max)(largest, abs(offset_in(p, i, W(1))));
    return {safe_scale(largest.x), safe_scale(largest.y)};
}

/// Returns the factors that bring scaled coordinates along both axes to the scale of the longer axis.
template <real W>
[[nodiscard]] vec2<W> weights_of_axes(vec2<W> scale) noexcept {
    return {smaller(W(1), scale.y / scale.x), smaller(W(1), scale.x / scale.y)};
}

/// Returns the integrals over the interior, about the polygon's first point, with coordinates multiplied by `scale`.
/// The second moment is multiplied by l^3 s, for the scale l of the longer axis and the scale s of the other axis.
template <real T>
[[nodiscard]] moments<wide_t<T>> moments_of(const polygon<T>& p, vec2<wide_t<T>> scale) noexcept {
    using W = wide_t<T>;
    const vec2<W> weights = weights_of_axes(scale);
    compensated_sum<W> area, x, y, second;
    for (std::size_t r = 0; r < p.ring_count(); ++r) {
        const W sign = static_cast<W>(polygon_with_holes_maker::sign_of_ring(p, r));
        vec2<W> a = offset_in(p, p.ring_start(r + 1) - 1, scale);
        for (std::size_t i = p.ring_start(r); i < p.ring_start(r + 1); ++i) {
            const vec2<W> b = offset_in(p, i, scale);
            // The two products are added separately. Their rounded difference would lose the digits that the
            // compensated sum keeps.
            const W l = product(sign * a.x, b.y), m = product(sign * a.y, b.x), twice = l - m;
            area.add(l), area.add(W(0) - m);
            x.add(product(twice, a.x + b.x)), y.add(product(twice, a.y + b.y));
            const vec2<W> u{a.x * weights.x, a.y * weights.y}, v{b.x * weights.x, b.y * weights.y};
            second.add(product(twice, length_squared(u) + length_squared(v) + dot(u, v)));
            a = b;
        }
    }
    return {area.value() / W(2), vec2<W>{x.value(), y.value()} / W(6), second.value() / W(12)};
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Checks an outline and its holes as make_polygon does. Also returns both edges of a conflict. The check is exact and
/// takes O(n log n).
///
/// Returns the first mistake in this order: `too_many_points`; `too_few_points`, at the first point of the ring;
/// `not_finite`; ring by ring `zero_area`, at the ring's first point, and `spike`, at its tip; `self_intersecting`,
/// `rings_cross` and `edges_overlap`, with two edges, as a rule the leftmost ones; rings that cross in a vertex only,
/// with two edges there; `hole_outside` and `hole_in_hole`, at the hole's leftmost point.
template <point_range R, ring_range H>
    requires real<range_scalar_t<R>> &&
             std::same_as<range_scalar_t<R>, range_scalar_t<std::ranges::range_value_t<const H>>>
[[nodiscard]] polygon_check check_polygon(const R& outline, const H& holes) {
    return detail::polygon_with_holes_maker::make<range_scalar_t<R>>(outline, holes).check;
}
template <point_range R>
    requires real<range_scalar_t<R>>
[[nodiscard]] polygon_check check_polygon(const R& outline) {
    return check_polygon(outline, std::span<const std::vector<vec2<range_scalar_t<R>>>>{});
}

/// Returns the polygon with this outline and these holes, each in either winding; or the reason why they do not form a
/// polygon. index() is then the index of the wrong point, or of the first of two edges that cross or overlap, and
/// other_index() that of the second edge. The index of an edge is that of the point at which it begins. Indices count
/// the points of the outline first, then those of the holes. The check is exact and takes O(n log n). The limit is 2^31
/// - 1 points.
template <point_range R, ring_range H>
    requires real<range_scalar_t<R>> &&
             std::same_as<range_scalar_t<R>, range_scalar_t<std::ranges::range_value_t<const H>>>
[[nodiscard]] result<polygon<range_scalar_t<R>>> make_polygon(const R& outline, const H& holes) {
    const auto out = detail::polygon_with_holes_maker::make<range_scalar_t<R>>(outline, holes);
    if (!out.check) return {out.check.error, out.check.first, out.check.second};
    return out.made;
}
/// Returns the polygon with one hole.
template <point_range R, point_range H>
    requires real<range_scalar_t<R>> && std::same_as<range_scalar_t<R>, range_scalar_t<H>>
[[nodiscard]] auto make_polygon(const R& outline, const H& hole) {
    return make_polygon(outline, std::span{&hole, 1});
}
template <point_range R>
    requires real<range_scalar_t<R>>
[[nodiscard]] auto make_polygon(const R& outline) {
    return make_polygon(outline, std::span<const std::vector<vec2<range_scalar_t<R>>>>{});
}
template <detail::range_of_no_points R, class... Holes>
result<polygon<float>> make_polygon(const R&, const Holes&...) = delete;  // points have x, y, and no third number
template <point_range R, class... Holes>
    requires(!real<range_scalar_t<R>>)
result<polygon<float>> make_polygon(const R&, const Holes&...) = delete;  // points are vec2<float> or vec2<double>

// The same for points in braces.

template <vec_like V = vec2<float>>
[[nodiscard]] auto make_polygon(std::initializer_list<V> outline) {
    return make_polygon(std::span{outline.begin(), outline.size()});
}
template <vec_like V = vec2<float>>
[[nodiscard]] auto make_polygon(std::initializer_list<V> outline,
                                std::initializer_list<std::initializer_list<std::type_identity_t<V>>> holes) {
    return make_polygon(std::span{outline.begin(), outline.size()}, std::span{holes.begin(), holes.size()});
}
template <vec_like V = vec2<float>>
[[nodiscard]] auto check_polygon(std::initializer_list<V> outline) {
    return check_polygon(std::span{outline.begin(), outline.size()});
}
template <vec_like V = vec2<float>>
[[nodiscard]] auto check_polygon(std::initializer_list<V> outline,
                                 std::initializer_list<std::initializer_list<std::type_identity_t<V>>> holes) {
    return check_polygon(std::span{outline.begin(), outline.size()}, std::span{holes.begin(), holes.size()});
}

/// Returns true if the polygon is not empty: nothing else can be wrong with it.
template <real T>
[[nodiscard]] bool valid(const polygon<T>& p) noexcept {
    return !p.empty();
}

/// Returns the box around the outline; a box at the origin for an empty polygon.
template <real T>
[[nodiscard]] aabb<T> bounds(const polygon<T>& p) noexcept {
    return detail::bounds_of<T>(p.outline(), T(0));
}

/// Returns the area of the outline without the holes, to a few roundings of the outline's area. Returns infinity if T
/// cannot hold it, and 0 for an empty polygon.
template <real T>
[[nodiscard]] T area(const polygon<T>& p) noexcept {
    if (p.empty()) return T(0);
    using W = detail::wide_t<T>;
    const vec2<W> scale = detail::axis_scales(p);
    const W scaled = detail::moments_of(p, scale).area;
    const bool opposed = (scale.x < W(1)) != (scale.y < W(1));  // the product of the scales is then in range
    return detail::round_to<T>(opposed ? scaled / (scale.x * scale.y) : scaled / scale.x / scale.y);
}

/// Returns the mean of all points of the inside; it may lie outside of the polygon. Returns the origin for an empty
/// polygon.
template <real T>
[[nodiscard]] vec2<T> centroid(const polygon<T>& p) noexcept {
    using W = detail::wide_t<T>;
    if (p.empty()) return {};
    const vec2<W> scale = detail::axis_scales(p);
    const auto m = detail::moments_of(p, scale);
    if (!(m.area > W(0))) return detail::mean<T>(p);
    const vec2<W> from = detail::widen(p[0]), offset = m.first / m.area;
    // The sum is computed in the smaller of both scales, in which it does not overflow.
    const auto placed = [](W origin, W d, W by) { return by < W(1) ? (origin * by + d) / by : origin + d / by; };
    return detail::vec_cast<T>(vec2<W>{placed(from.x, offset.x, scale.x), placed(from.y, offset.y, scale.y)});
}

/// Returns the integral of the squared distance from the centroid over the inside; 0 for an empty polygon.
template <real T>
[[nodiscard]] T second_moment(const polygon<T>& p) noexcept {
    using W = detail::wide_t<T>;
    if (p.empty()) return T(0);
    const vec2<W> scale = detail::axis_scales(p);
    const auto m = detail::moments_of(p, scale);
    if (!(m.area > W(0))) return T(0);
    const vec2<W> weights = detail::weights_of_axes(scale), first{m.first.x * weights.x, m.first.y * weights.y};
    const W about_centroid = m.second - length_squared(first) / m.area;
    const W longer = detail::smaller(scale.x, scale.y), other = detail::larger(scale.x, scale.y);
    const bool opposed = longer < W(1) && other > W(1);  // the product of the scales is then in range
    const W scaled = opposed ? about_centroid / (longer * other) : about_centroid / longer / other;
    return detail::round_to<T>(scaled / longer / longer);
}

/// Returns true if the point is inside or on the boundary, which includes the boundary of each hole. The answer is
/// exact: it counts the edges that a ray to the right crosses. Returns false for a point that is not finite.
template <real T>
[[nodiscard]] bool contains(const polygon<T>& p, vec2<std::type_identity_t<T>> q) noexcept {
    if (!is_finite(q)) return false;
    bool inside = false;
    for (std::size_t r = 0; r < p.ring_count(); ++r) {
        const auto ring = p.ring(r);
        vec2<T> a = ring.back();
        for (const vec2<T> b : ring) {
            const vec2<T> from = a, low = a.y < b.y ? a : b, high = a.y < b.y ? b : a;
            a = b;
            if (q.y < low.y || q.y > high.y || (q.x > low.x && q.x > high.x)) continue;
            if (q == from || q == b) return true;
            if (low.y == high.y) {
                if ((q.x < low.x) != (q.x < high.x)) return true;
                continue;
            }
            const auto side = exact::orient2d(low, high, q);
            if (side == 0) return true;
            if (side > 0 && q.y < high.y) inside = !inside;
        }
    }
    return inside;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
