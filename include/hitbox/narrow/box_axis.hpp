#pragma once
/// The separation of two axis-aligned boxes, by comparisons and differences alone.

#include <hitbox/core/quad.hpp>
#include <hitbox/narrow/hull_of.hpp>

namespace hitbox {
inline namespace HITBOX_ISA {

/// Tests two valid boxes. Written as "all of these hold", so that NaN answers false.
template <scalar T>
[[nodiscard]] constexpr bool intersects_pair(const aabb<T>& a, const aabb<T>& b) noexcept {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

}  // namespace HITBOX_ISA

namespace detail {
inline namespace HITBOX_ISA {

/// A side of a box, in the order of its numbers.
enum class box_side : std::uint8_t { left, bottom, right, top };

[[nodiscard]] constexpr std::size_t index_of(box_side s) noexcept { return static_cast<std::size_t>(s); }
/// Of the axis that it is across.
[[nodiscard]] constexpr std::size_t axis_of(box_side s) noexcept { return index_of(s) & 1; }
[[nodiscard]] constexpr box_side opposite(box_side s) noexcept { return static_cast<box_side>(index_of(s) ^ 2); }

/// No branch on which side it is: that is random.
template <scalar W>
[[nodiscard]] constexpr vec2<W> normal_of(box_side s) noexcept {
    const W x[] = {static_cast<W>(-1), W(0), W(1), W(0)};
    return {x[index_of(s)], x[(index_of(s) + 3) % 4]};
}
/// By the first of its vertices, in the order of `vertices`; and of the vertices of another box that faces it, the
/// first.
[[nodiscard]] constexpr std::uint32_t edge_of(box_side s) noexcept {
    constexpr std::uint32_t edges[] = {3, 0, 1, 2};
    return edges[index_of(s)];
}
[[nodiscard]] constexpr std::uint32_t vertex_facing(box_side s) noexcept {
    constexpr std::uint32_t facing[] = {1, 2, 0, 0};
    return facing[index_of(s)];
}

/// Two boxes in four lanes, x and y of the first and of the second: where each begins and ends, and where the other
/// ends. The excess of the last over the first is how far the first box is from being out of the second by its left,
/// its bottom, its right and its top.
template <exact_real T>
struct box_lanes {
    quad<T> begins, ends, others_end;

    [[gnu::always_inline]] inline box_lanes(const aabb<T>& a, const aabb<T>& b) noexcept
        : box_lanes{load_quad<T>(a), load_quad<T>(b)} {
        static_assert(sizeof(aabb<T>) == 4 * sizeof(T));
    }
    /// Of the lower and the upper corner of each.
    [[gnu::always_inline]] inline box_lanes(const quad<T>& of_a, const quad<T>& of_b) noexcept {
        begins = pick<0, 1, 4, 5>(of_a, of_b), ends = pick<2, 3, 6, 7>(of_a, of_b);
        others_end = pick<2, 3, 0, 1>(ends);
    }
    [[nodiscard, gnu::always_inline]] inline bool are_valid() const noexcept {  // NaN and infinities have no such size
        const quad<T> sizes = ends - begins;
        constexpr T most = (std::numeric_limits<T>::max)();
        return ((greater(quad_of(most), sizes) & ~greater(quad_of(T(0)), sizes)) == 15);
    }
    [[nodiscard, gnu::always_inline]] inline bool have_minimum_translation() const noexcept {
        constexpr T most = (std::numeric_limits<T>::max)() / 4;
        return (greater(ends, begins) & greater(quad_of(most), upper(absolute(begins), absolute(ends)))) == 15;
    }
    [[nodiscard, gnu::always_inline]] inline bool are_apart() const noexcept {
        return greater(begins, others_end) != 0;
    }
};

/// How two boxes of float overlap along x and y. Where all is clear, no sum of coordinates is rounded in double, and no
/// length is within the rounding by which faces of hulls may be level: then their hulls get the same bits.
struct shared_lengths {
    vec2<float> low, high;  // the later of both beginnings and the earlier of both ends
    bool are_exact;
    bool is_clear[2];  // what they share along x and y, or the gap

    /// Coordinates that are 0 or at least 2^-24 of the largest one, m, are multiples of 2^-48 m; half a sum of four of
    /// them has less than 53 bits.
    [[gnu::always_inline]] inline shared_lengths(const box_lanes<float>& lanes, const aabb<float>& a,
                                                 const aabb<float>& b) noexcept
        : low{(max)(a.min, b.min)}, high{(min)(a.max, b.max)} {
        const quad<float> from = absolute(lanes.begins), to = absolute(lanes.ends), zero = quad_of(0.f);
        const float largest = highest(upper(from, to)), slack = largest * 0x1p-18f;
        const quad<float> least = quad_of(largest * 0x1p-24f);
        const std::uint64_t are_tiny =
            (greater(least, from) & greater(from, zero)) | (greater(least, to) & greater(to, zero));
        are_exact = ((greater(lanes.ends - lanes.begins, quad_of(slack)) & ~are_tiny) == 15) & (largest > 0x1p-60f) &
                    (largest < 0x1p60f);
        is_clear[0] = magnitude(high.x - low.x) > slack, is_clear[1] = magnitude(high.y - low.y) > slack;
    }
};

/// The order that `data_before` gives their hulls: by the vertices, the first of which has the least coordinates.
template <scalar T>
[[nodiscard]] constexpr bool comes_first(const aabb<T>& a, const aabb<T>& b) noexcept {
    if (a.min != b.min) return before(a.min, b.min);
    return a.max == b.max || before(a.max, b.max);
}

/// The way by which the first of two boxes that meet leaves the second. Of ways that are as short the one that goes
/// more along the offset of the centres, then those to the left and right, unless the data of the second go first.
template <scalar T>
struct box_translation {
    using W = wide_t<T>;

    box_side side{};  // of the first box
    W depth{};

    constexpr box_translation(const aabb<T>& a, const aabb<T>& b) noexcept {
        if constexpr (exact_real<T>)
            if (!std::is_constant_evaluated() && find_least(a, b)) return;
        const T from[] = {a.min.x, a.min.y, b.min.x, b.min.y}, to[] = {b.max.x, b.max.y, a.max.x, a.max.y};
        for (std::size_t i = 0; i < 4; ++i) {
            const auto one = static_cast<box_side>(i);
            const W over = static_cast<W>(to[i]) - static_cast<W>(from[i]);
            if (i == 0 || over < depth || (over == depth && wins(one, side, a, b))) side = one, depth = over;
        }
    }

private:
    /// False if several are the least: when rounded, so that exactly one of them may be. One that is alone is the
    /// least.
    [[nodiscard, gnu::always_inline]] inline bool find_least(const aabb<T>& a, const aabb<T>& b) noexcept {
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
        const vec2<W> offset = widen(hitbox::center(b)) - widen(hitbox::center(a));
        const W along[] = {W(0) - offset.x, W(0) - offset.y, offset.x, offset.y};
        if (along[index_of(one)] != along[index_of(best)]) return along[index_of(one)] > along[index_of(best)];
        if (axis_of(one) != axis_of(best)) return axis_of(one) == 0;
        return (one > best) == comes_first(a, b);
    }
};

/// Is that the way out, to a rounding? Of boxes without an interior it may be none, and differences of the largest
/// numbers leave the range.
template <scalar T>
[[nodiscard]] constexpr bool has_way_out(const aabb<T>& box) noexcept {
    if constexpr (std::signed_integral<T>) {
        return true;
    } else if constexpr (exact_real<T>) {
        const vec2<T> low = abs(box.min), high = abs(box.max);
        constexpr T most = (std::numeric_limits<T>::max)() / 4;
        return box.min.x < box.max.x && box.min.y < box.max.y &&
               larger(larger(low.x, low.y), larger(high.x, high.y)) < most;
    } else {
        return false;
    }
}

/// The same of two at once.
template <scalar T>
[[nodiscard]] constexpr bool have_minimum_translation(const aabb<T>& a, const aabb<T>& b) noexcept {
    if constexpr (exact_real<T>)
        if (!std::is_constant_evaluated()) return box_lanes<T>{a, b}.have_minimum_translation();
    return has_way_out(a) && has_way_out(b);
}

/// The middle of what two boxes share, along each axis; rounded once.
template <scalar T>
[[nodiscard]] constexpr vec2<T> middle_of_shared(const aabb<T>& a, const aabb<T>& b) noexcept {
    const vec2<T> low = (max)(a.min, b.min), high = (min)(a.max, b.max);
    if constexpr (std::signed_integral<T>) {
        return midpoint(low, high);
    } else {
        using W = wide_t<T>;
        const vec2<W> sum = widen(low) + widen(high);
        return {round_to<T>(sum.x / W(2)) + T(0), round_to<T>(sum.y / W(2)) + T(0)};
    }
}

/// Where the first of two boxes is the deepest in the second, and the second in the first, along a side of the first:
/// in the middle of what they share there.
template <scalar T>
struct box_witnesses {
    vec2<T> on_a{}, on_b{};

    constexpr box_witnesses(const aabb<T>& a, const aabb<T>& b, box_side side) noexcept {
        const T of_a[] = {a.min.x, a.min.y, a.max.x, a.max.y}, of_b[] = {b.max.x, b.max.y, b.min.x, b.min.y};
        const vec2<T> middle = middle_of_shared(a, b);
        T point_a[] = {middle.x, middle.y}, point_b[] = {middle.x, middle.y};
        point_a[axis_of(side)] = of_a[index_of(side)], point_b[axis_of(side)] = of_b[index_of(side)];
        on_a = vec2<T>{point_a[0], point_a[1]} + vec2<T>{}, on_b = vec2<T>{point_b[0], point_b[1]} + vec2<T>{};
    }
};

/// The box that a hull of its kind stands for.
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
