#pragma once
/// Which way out of each other is the shortest for two boxes along the axes? By comparisons and differences alone.

#include <hitbox/narrow/rounded_hull.hpp>

namespace hitbox::inline HITBOX_ISA {

/// Written as "all of these hold", so that NaN answers false.
template <scalar T>
[[nodiscard]] constexpr bool intersects_pair(const aabb<T>& a, const aabb<T>& b) noexcept {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

}  // namespace hitbox::inline HITBOX_ISA

namespace hitbox::detail::inline HITBOX_ISA {

/// A side of a box, in this order.
enum class box_side { right, left, top, bottom };

[[nodiscard]] constexpr box_side opposite(box_side s) noexcept {
    return static_cast<box_side>(static_cast<int>(s) ^ 1);
}

template <scalar W>
[[nodiscard]] constexpr vec2<W> normal_of(box_side s) noexcept {
    const W one = (static_cast<int>(s) & 1) != 0 ? static_cast<W>(-1) : W(1);
    return static_cast<int>(s) < 2 ? vec2<W>{one, W(0)} : vec2<W>{W(0), one};
}
/// By the first of its vertices, in the order of `vertices`; and of the vertices of another box that faces it, the
/// first.
[[nodiscard]] constexpr std::uint32_t edge_of(box_side s) noexcept {
    constexpr std::uint32_t edges[] = {1, 3, 2, 0};
    return edges[static_cast<int>(s)];
}
[[nodiscard]] constexpr std::uint32_t vertex_facing(box_side s) noexcept {
    constexpr std::uint32_t facing[] = {0, 1, 0, 2};
    return facing[static_cast<int>(s)];
}

/// The way by which the first of two boxes that meet leaves the second. Of ways that are as short the one that goes
/// more along the offset of the centres, then those to the left and right, unless the data of the second go first.
template <scalar T>
struct box_way_out {
    using W = wide_t<T>;

    box_side side{};  // of the first box
    W depth{};

    constexpr box_way_out(const aabb<T>& a, const aabb<T>& b) noexcept {
        const T front[] = {a.max.x, b.max.x, a.max.y, b.max.y}, back[] = {b.min.x, a.min.x, b.min.y, a.min.y};
        int best = 0;
        for (int i = 0; i < 4; ++i) {
            const W over = static_cast<W>(front[i]) - static_cast<W>(back[i]);
            if (i == 0 || over < depth || (over == depth && wins(i, best, a, b))) best = i, depth = over;
        }
        side = static_cast<box_side>(best);
    }

private:
    [[nodiscard, gnu::cold, gnu::noinline]] static constexpr bool wins(int one, int best, const aabb<T>& a,
                                                                       const aabb<T>& b) noexcept {
        const vec2<W> offset = widen(hitbox::center(b)) - widen(hitbox::center(a));
        const W along[] = {offset.x, W(0) - offset.x, offset.y, W(0) - offset.y};
        if (along[one] != along[best]) return along[one] > along[best];
        if (one / 2 != best / 2) return one < best;  // {1, 0} and {-1, 0} before {0, 1} and {0, -1}
        const hull_of<aabb<T>> hull_a{a}, hull_b{b};
        return (one % 2 == 0) == data_before(hull_a.hull, hull_b.hull);
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
        const bool across = side == box_side::right || side == box_side::left;
        const bool forward = side == box_side::right || side == box_side::top;
        const vec2<T> middle = middle_of_shared(a, b), of_a = forward ? a.max : a.min, of_b = forward ? b.min : b.max;
        on_a = vec2<T>{across ? of_a.x : middle.x, across ? middle.y : of_a.y} + vec2<T>{};
        on_b = vec2<T>{across ? of_b.x : middle.x, across ? middle.y : of_b.y} + vec2<T>{};
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

}  // namespace hitbox::detail::inline HITBOX_ISA
