#pragma once
/// The separation of two axis-aligned boxes, by comparisons and differences alone, and their rule for ties (`wins`).

#include <hitbox/narrow/closed_forms.hpp>
#include <hitbox/shapes/hull_of.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A side of a box, in the order of its numbers.
enum class box_side : std::uint8_t { left, bottom, right, top };

[[nodiscard]] constexpr std::size_t index_of(box_side s) noexcept { return static_cast<std::size_t>(s); }
/// Returns the axis to which a side is perpendicular: 0 for x, 1 for y.
[[nodiscard]] constexpr std::size_t axis_of(box_side s) noexcept { return index_of(s) & 1; }
[[nodiscard]] constexpr box_side opposite(box_side s) noexcept { return static_cast<box_side>(index_of(s) ^ 2); }

/// Returns the outward normal of a side, without a branch, because the side is random.
template <scalar W>
[[nodiscard]] constexpr vec2<W> normal_of(box_side s) noexcept {
    const W x[] = {static_cast<W>(-1), W(0), W(1), W(0)};
    return {x[index_of(s)], x[(index_of(s) + 3) % 4]};
}
/// Returns the edge of a side, as the index of its first vertex in `vertices`. `vertex_facing` returns a vertex of the
/// other box's side that faces this side: of its two vertices, the one with the smaller index.
[[nodiscard]] constexpr std::uint32_t edge_of(box_side s) noexcept {
    constexpr std::uint32_t edges[] = {3, 0, 1, 2};
    return edges[index_of(s)];
}
[[nodiscard]] constexpr std::uint32_t vertex_facing(box_side s) noexcept {
    constexpr std::uint32_t facing[] = {1, 2, 0, 0};
    return facing[index_of(s)];
}

/// The overlap of two boxes of float along x and y. If `are_exact` is true, sums of coordinates are exact in double. If
/// `is_clear` is true for an axis, the length along this axis exceeds the tolerance within which faces of hulls count
/// as level. The closed forms then have the same bits as the computation with hulls.
struct shared_lengths {
    vec2<float> low, high;  // the larger lower ends and the smaller upper ends
    bool are_exact;
    bool is_clear[2];  // whether |high - low| along x and y is clearly not 0

    /// Coordinates that are 0 or at least 2^-24 of the largest one, m, are multiples of 2^-48 m; half a sum of four of
    /// them has less than 53 bits.
    [[gnu::always_inline]] inline shared_lengths(const box_lanes<float>& lanes, const aabb<float>& a,
                                                 const aabb<float>& b) noexcept
        : low{(max)(a.min, b.min)}, high{(min)(a.max, b.max)} {
        const quad<float> from = absolute(lanes.begins), to = absolute(lanes.ends), zero = quad_of(0.f);
        const float largest = highest(upper(from, to)), tolerance = largest * 0x1p-18f;
        const quad<float> least = quad_of(largest * 0x1p-24f);
        const std::uint64_t are_tiny =
            (greater(least, from) & greater(from, zero)) | (greater(least, to) & greater(to, zero));
        are_exact = ((greater(lanes.ends - lanes.begins, quad_of(tolerance)) & ~are_tiny) == 15) &
                    (largest > 0x1p-60f) & (largest < 0x1p60f);
        is_clear[0] = magnitude(high.x - low.x) > tolerance, is_clear[1] = magnitude(high.y - low.y) > tolerance;
    }
};

/// Returns true if `data_before` would put the hull of a before that of b. It compares the numbers of vertices, which
/// differ if a box is flat, and then vertices, of which the first is `min`. Boxes of real numbers are not flat here.
template <scalar T>
[[nodiscard]] constexpr bool comes_first(const aabb<T>& a, const aabb<T>& b) noexcept {
    if constexpr (std::signed_integral<T>) {
        const auto vertices_of = [](const aabb<T>& s) {
            return (s.min.x < s.max.x ? 2 : 1) * (s.min.y < s.max.y ? 2 : 1);
        };
        if (vertices_of(a) != vertices_of(b)) return vertices_of(a) < vertices_of(b);
    }
    if (a.min != b.min) return before(a.min, b.min);
    return a.max == b.max || before(a.max, b.max);
}

/// The minimum translation of two boxes that meet. Ties go to the side with the larger component along the offset of
/// the centres, then to left and right before bottom and top, then to the order of the boxes' data.
template <scalar T>
struct box_translation {
    using W = wide_t<T>;

    box_side side{};  // of the first box
    W depth{};

    constexpr box_translation(const aabb<T>& a, const aabb<T>& b) noexcept {
        if constexpr (exact_real<T>)
            if (!std::is_constant_evaluated() && find_smallest(a, b)) return;
        const T from[] = {a.min.x, a.min.y, b.min.x, b.min.y}, to[] = {b.max.x, b.max.y, a.max.x, a.max.y};
        for (std::size_t i = 0; i < 4; ++i) {
            const auto one = static_cast<box_side>(i);
            const W over = static_cast<W>(to[i]) - static_cast<W>(from[i]);
            if (i == 0 || over < depth || (over == depth && wins(one, side, a, b))) side = one, depth = over;
        }
    }

private:
    /// Finds the side with the smallest rounded length. Returns false if several sides have this rounded length,
    /// because their exact lengths may differ. Rounding is monotonic, so a single smallest one is also the exact
    /// smallest one.
    [[nodiscard, gnu::always_inline]] inline bool find_smallest(const aabb<T>& a, const aabb<T>& b) noexcept {
        const box_lanes<T> lanes{a, b};
        const quad<T> over = lanes.others_end - lanes.begins;
        const std::uint64_t least = ~greater(over, all_lowest(over)) & 15;
        const auto i = static_cast<std::size_t>(std::countr_zero(least));
        T from[4], to[4];
        store_quad(from, 0, lanes.begins), store_quad(to, 0, lanes.others_end);
        side = static_cast<box_side>(i), depth = static_cast<W>(to[i]) - static_cast<W>(from[i]);
        return (least & (least - 1)) == 0;
    }
    [[nodiscard, gnu::cold, gnu::noinline]] static constexpr bool wins(box_side one, box_side best, const aabb<T>& a,
                                                                       const aabb<T>& b) noexcept {
        vec2<W> offset;
        if constexpr (real<T>) offset = widen(hitbox::center(b)) - widen(hitbox::center(a));
        else offset = (widen(b.min) + widen(b.max)) - (widen(a.min) + widen(a.max));  // centres would be rounded
        const W along[] = {W(0) - offset.x, W(0) - offset.y, offset.x, offset.y};
        if (along[index_of(one)] != along[index_of(best)]) return along[index_of(one)] > along[index_of(best)];
        if (axis_of(one) != axis_of(best)) return axis_of(one) == 0;
        return (one > best) == comes_first(a, b);
    }
};

/// Returns true if `box_translation` gives the minimum translation up to a rounding. It does not for boxes without an
/// interior, nor for coordinates whose differences overflow.
template <scalar T>
[[nodiscard]] constexpr bool has_minimum_translation(const aabb<T>& box) noexcept {
    if constexpr (std::signed_integral<T>) {
        return true;
    } else if constexpr (exact_real<T>) {
        const vec2<T> low = abs(box.min), high = abs(box.max);
        constexpr T limit = (std::numeric_limits<T>::max)() / 4;
        return box.min.x < box.max.x && box.min.y < box.max.y &&
               larger(larger(low.x, low.y), larger(high.x, high.y)) < limit;
    } else {
        return false;
    }
}

/// Returns true if `box_translation` gives the minimum translation of these two boxes, up to a rounding.
template <scalar T>
[[nodiscard]] constexpr bool have_minimum_translation(const aabb<T>& a, const aabb<T>& b) noexcept {
    if constexpr (exact_real<T>)
        if (!std::is_constant_evaluated()) return box_lanes<T>{a, b}.have_minimum_translation();
    return has_minimum_translation(a) && has_minimum_translation(b);
}

/// Returns the middle of the common interval of two boxes along each axis, rounded once.
template <scalar T>
[[nodiscard]] constexpr vec2<T> middle_of_shared(const aabb<T>& a, const aabb<T>& b) noexcept {
    const vec2<T> low = (max)(a.min, b.min), high = (min)(a.max, b.max);
    if constexpr (std::signed_integral<T>) {
        return midpoint(low, high);
    } else {
        using W = wide_t<T>;
        const vec2<W> sum = widen(low) + widen(high);
        return {unsigned_zero(round_to<T>(sum.x / W(2))), unsigned_zero(round_to<T>(sum.y / W(2)))};
    }
}

/// The deepest points of two boxes in each other along a side of the first box: in the middle of their common interval
/// along that side.
template <scalar T>
struct box_witnesses {
    vec2<T> on_a{}, on_b{};

    constexpr box_witnesses(const aabb<T>& a, const aabb<T>& b, box_side side) noexcept {
        const T of_a[] = {a.min.x, a.min.y, a.max.x, a.max.y}, of_b[] = {b.max.x, b.max.y, b.min.x, b.min.y};
        const vec2<T> middle = middle_of_shared(a, b);
        T point_a[] = {middle.x, middle.y}, point_b[] = {middle.x, middle.y};
        point_a[axis_of(side)] = of_a[index_of(side)], point_b[axis_of(side)] = of_b[index_of(side)];
        on_a = unsigned_zeros(vec2<T>{point_a[0], point_a[1]}), on_b = unsigned_zeros(vec2<T>{point_b[0], point_b[1]});
    }
};

/// Returns true if a hull is that of an aabb.
template <scalar T>
[[nodiscard]] constexpr bool is_box(const rounded_hull<T>& hull) noexcept {
    return hull.kind == shape_kind<aabb<T>> && hull.count == 4;
}
template <scalar T>
[[nodiscard]] constexpr aabb<T> box_of(const rounded_hull<T>& hull) noexcept {
    return {hull[0], hull[2]};
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
