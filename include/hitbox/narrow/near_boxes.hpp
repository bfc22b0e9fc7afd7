#pragma once
/// Two boxes, one at an angle, that may all but touch: apart, touching or penetrating?

#include <hitbox/narrow/quick_boxes.hpp>
#include <hitbox/narrow/relation.hpp>

namespace hitbox::detail {

/// The corners of a box as they are, rounded to T, side by side.
template <std::floating_point T>
struct box_corners {
    double x[4], y[4];

    explicit box_corners(const aabb<T>& box) noexcept {
        const vec2<double> low = widen(box.min), high = widen(box.max);
        put(0, low, {high.x, low.y}), put(2, high, {low.x, high.y});
    }
    /// In the order of the sums in `corner`.
    explicit box_corners(const obb<T>& box) noexcept {
        const vec2<double> middle = widen(box.center), half = widen(box.half_extents),
                           axis = widen(vec2<T>{box.rotation.c, box.rotation.s});
        const vec2<double> u = axis * half.x, v = perp(axis) * half.y, left = middle - u, right = middle + u;
        const auto rounded = [](vec2<double> p) { return widen(vec_cast<T>(p)); };
        put(0, rounded(left - v), rounded(right - v)), put(2, rounded(right + v), rounded(left + v));
    }
    [[nodiscard]] static constexpr std::size_t size() noexcept { return 4; }
    [[nodiscard]] vec2<double> operator[](std::size_t i) const noexcept { return {x[i], y[i]}; }

private:
    /// As packs, as which they are looked at.
    [[gnu::always_inline]] inline void put(std::size_t i, vec2<double> p, vec2<double> q) noexcept {
        store_pack(x + i, pack_from<double>([&](std::size_t k) { return k == 0 ? p.x : q.x; }));
        store_pack(y + i, pack_from<double>([&](std::size_t k) { return k == 0 ? p.y : q.y; }));
    }
};

/// side_of_line, out of the way.
template <std::floating_point T>
[[nodiscard, gnu::cold, gnu::noinline]] int side_exactly(vec2<double> p, vec2<double> q,
                                                         const box_corners<T>& other) noexcept {
    return side_of_line(p, q, other);
}

/// As side_of_line, of an edge and the corners of another box: without a branch on which of them is how near, which
/// nobody could predict. @pre no coordinate is beyond 2^200
///
/// Filter: |turn - exact| <= (3 + 16u) u (|l| + |r|), as in exact.hpp. No product of floats underflows in double: where
/// both are zero, so is the turn.
template <std::floating_point T>
[[nodiscard, gnu::noinline]] int side_of_edge(const box_corners<T>& owner, std::size_t edge,
                                              const box_corners<T>& other) noexcept {
    const vec2<double> p = owner[edge], q = owner[next_index(edge, 4)], along = q - p;
    const pack<double> p_x = pack_of(p.x), p_y = pack_of(p.y), along_x = pack_of(along.x), along_y = pack_of(along.y),
                       roundings = pack_of(4 * unit_roundoff<double>());  // generous
    pack<double> turns[2], doubts[2];
    for (std::size_t k = 0; k < 2; ++k) {
        const pack<double> l = along_x * (load_pack(other.y + 2 * k) - p_y),
                           r = along_y * (load_pack(other.x + 2 * k) - p_x);
        turns[k] = l - r;
        doubts[k] = roundings * (absolute<double>(l) + absolute<double>(r)) - absolute<double>(turns[k]);
    }
    constexpr double slack = std::same_as<T, float> ? 0. : -underflow_slack<double>;
    if (greater(upper(doubts[0], doubts[1]), pack_of(slack)) != 0) return side_exactly(p, q, other);
    const double turn = highest<double>(upper(turns[0], turns[1]));
    return int{turn < 0} - int{turn > 0};
}

template <scalar T>
[[nodiscard]] constexpr relation relation_of(const upright_boxes<T>& boxes) noexcept {
    const aabb<T>&a = boxes.a, &b = boxes.b;
    const vec2<T> low = (max)(a.min, b.min), high = (min)(a.max, b.max);  // what they share
    if (low.x > high.x || low.y > high.y) return relation::apart;
    return low.x < high.x && low.y < high.y ? relation::penetrating : relation::touching;
}

/// Of any boxes; apart if one is invalid.
template <class A, class B>
[[nodiscard, gnu::noinline]] constexpr relation careful_relation_of_boxes(const A& a, const B& b) {
    if (!expect_valid(a, b)) return relation::apart;
    if (const upright_boxes<scalar_t<A>> boxes{a, b}; boxes.found) return relation_of(boxes);
    return relation_of(facets_of(a), facets_of(b));
}

/// By a look at the half extents, which is certain of valid boxes only. Where that does not tell, the edges decide that
/// may have all of the other box outside: if both are thicker than the bound, none that faces away from its centre.
template <class A, class B>
[[nodiscard]] inline relation quick_relation_of_boxes(const A& a, const B& b) {
    using T = scalar_t<A>;
    const box_ways<T> ways{a, b};
    if (const relation told = ways.told(); told != relation::touching) return told;

    const T bound = ways.bound_of_edges();
    if (!ways.thick() || !(ways.thinnest > bound)) return careful_relation_of_boxes(a, b);
    if (const upright_boxes<T> boxes{a, b}; boxes.found) return relation_of(boxes);
    const box_corners<T> corners[] = {box_corners<T>{a}, box_corners<T>{b}};
    edge_set facing{~greater(quad_of(-bound), ways.scores()) & 15};
    int best = -1;
    while (!facing.empty()) {
        const std::size_t i = facing.pop(), owner = i / 2;  // which ones, nobody could predict; how many, mostly
        best = (std::max)(best, side_of_edge(corners[owner], ways.edge_across(i), corners[1 - owner]));
    }
    return relation_of_sign(best);
}

/// The exact relation of two boxes; apart if one is invalid.
template <class A, class B>
    requires are_boxes<A, B>
[[nodiscard]] constexpr relation relation_of_boxes(const A& a, const B& b) {
    return std::is_constant_evaluated() ? careful_relation_of_boxes(a, b) : quick_relation_of_boxes(a, b);
}

}  // namespace hitbox::detail
