#pragma once
/// Contacts of boxes along the axes: by comparisons and differences alone.

#include <hitbox/narrow/contact.hpp>
#include <hitbox/narrow/contains.hpp>

#include <cstddef>

namespace hitbox::detail {

/// The sides of a box: right, left, top, bottom.
template <scalar T>
inline constexpr vec2<T> normals_of_sides[4] = {{1, 0}, {static_cast<T>(-1), 0}, {0, 1}, {0, static_cast<T>(-1)}};

/// By which of its sides a leaves b by the shortest way, and how far that is. Ties are rare and go by the shapes' data;
/// of double, what is beyond the digits of a depth counts, too.
template <scalar T>
struct nearest_side {
    using W = wide_t<T>;

    int side{};
    W depth{};

    template <class A, class B>
    constexpr nearest_side(const aabb<T>& box_a, const aabb<T>& box_b, const A& a, const B& b) noexcept {
        const W right = over(box_a.max.x, box_b.min.x), left = over(box_b.max.x, box_a.min.x),
                up = over(box_a.max.y, box_b.min.y), down = over(box_b.max.y, box_a.min.y);
        const bool leftwards = left < right, downwards = down < up;
        const W x = pick(leftwards, right, left), y = pick(downwards, up, down);
        const bool vertical = y < x;
        side = pick(vertical, leftwards ? 1 : 0, downwards ? 3 : 2), depth = pick(vertical, x, y);
        const int distinct_x = int{leftwards} | int{right < left}, distinct_y = int{downwards} | int{up < down},
                  distinct = int{vertical} | int{x < y};  // no branch: none could predict it
        if ((distinct_x & distinct_y & distinct) == 0) settle(box_a, box_b, a, b);
    }

private:
    [[nodiscard]] static constexpr W over(T front, T back) noexcept {
        return static_cast<W>(front) - static_cast<W>(back);
    }

    template <class A, class B>
    [[gnu::noinline]] constexpr void settle(const aabb<T>& box_a, const aabb<T>& box_b, const A& a,
                                            const B& b) noexcept {
        const T front[] = {box_a.max.x, box_b.max.x, box_a.max.y, box_b.max.y},
                back[] = {box_b.min.x, box_a.min.x, box_b.min.y, box_a.min.y};
        const auto depth_of = [&](int i) { return over(front[i], back[i]); };
        const auto rest_of = [&](int i) {
            if constexpr (is_widest<T>) return two_difference(front[i], back[i]).low;
            else return T(0);
        };
        const auto facets_a = facets_of(a), facets_b = facets_of(b);
        side = 0;
        for (int i = 1; i < 4; ++i) {
            const bool same = depth_of(i) == depth_of(side);
            if (depth_of(i) < depth_of(side) || (same && rest_of(i) < rest_of(side)) ||
                (same && rest_of(i) == rest_of(side) &&
                 wins_tie(normals_of_sides<W>[i], normals_of_sides<W>[side], facets_a, facets_b)))
                side = i;
        }
        depth = depth_of(side);
    }
};

/// The normal of a's nearest side, by half of its bit in a set: right, top, left, none, bottom.
template <scalar T>
inline constexpr vec2<T> normals_by_bit[5] = {{1, 0}, {0, 1}, {static_cast<T>(-1), 0}, {}, {0, static_cast<T>(-1)}};

/// The same in lanes, and the whole contact but for its flags; false where more than one side may be the nearest, or a
/// sum is beyond the range.
template <quick_scalar T>
[[nodiscard, gnu::always_inline]] inline bool fill_by_nearest_side(contact<T>& hit, const aabb_look<T>& look) noexcept {
    static_assert(offsetof(contact<T>, point_a) == 3 * sizeof(T) && offsetof(contact<T>, point_b) == 5 * sizeof(T));
    const quad<T> depths = look.high - look.low_of_other, least = all_lowest(depths);
    const std::uint64_t nearest = 15 ^ greater(depths, least);
    // In the middle of what they share, as `midpoint` has it: halves of double are added, of float the sum is halved.
    const quad<T> low = upper(look.low, look.low_of_other), high = lower(look.high, look.high_of_other),
                  half = quad_of(T(.5)),
                  middle =
                      is_widest<T> ? rounded_product(low, half) + rounded_product(high, half) : (low + high) * half;
    const bool is_one = (nearest & (nearest - 1)) == 0;
    if (!is_one || greater(quad_of((std::numeric_limits<T>::max)()), absolute(middle)) != 15) return false;
    // a's right and upper sides and b's left and lower ones, and the other way round.
    const quad<T> forwards = pick<0, 1, 6, 7>(look.high, look.low), backwards = pick<0, 1, 6, 7>(look.low, look.high);
    const quad<T> aside = where_greater(pick<2, 3, 2, 3>(depths), least, middle, backwards),
                  points = where_greater(pick<0, 1, 0, 1>(depths), least, aside, forwards);
    hit.normal = normals_by_bit<T>[nearest / 2];
    hit.depth = least[0];
    store_quad(hit, 3, points + quad_of(T(0)));
    return true;
}

/// a and b are these boxes, which share a point; neither of them is flat. The flags are left as they are.
template <scalar T, class A, class B>
[[gnu::noinline]] constexpr void fill_upright(contact<T>& hit, const aabb<T>& box_a, const aabb<T>& box_b, const A& a,
                                              const B& b) {
    using W = wide_t<T>;
    const nearest_side<T> out{box_a, box_b, a, b};
    const T sides_of_a[] = {box_a.max.x, box_a.min.x, box_a.max.y, box_a.min.y},
            sides_of_b[] = {box_b.min.x, box_b.max.x, box_b.min.y, box_b.max.y};
    const T at_a = static_cast<T>(sides_of_a[out.side] + T(0)), at_b = static_cast<T>(sides_of_b[out.side] + T(0));
    // In the middle of what they share along the side.
    const bool across = out.side < 2;
    const T low = larger(pick(across, box_a.min.x, box_a.min.y), pick(across, box_b.min.x, box_b.min.y)),
            high = smaller(pick(across, box_a.max.x, box_a.max.y), pick(across, box_b.max.x, box_b.max.y));
    const W halfway = midpoint(vec2<W>{static_cast<W>(low), W(0)}, vec2<W>{static_cast<W>(high), W(0)}).x;
    const T middle = static_cast<T>(round_to<T>(halfway) + T(0));
    hit.normal = normals_of_sides<T>[out.side];
    hit.depth = static_cast<T>(round_to<T>(out.depth) + T(0));
    hit.point_a = {pick(across, middle, at_a), pick(across, at_a, middle)};
    hit.point_b = {pick(across, middle, at_b), pick(across, at_b, middle)};
}
template <scalar T, class A, class B>
[[nodiscard]] constexpr std::optional<contact<T>> collide_upright(const aabb<T>& box_a, const aabb<T>& box_b,
                                                                  const A& a, const B& b) {
    std::optional<contact<T>> result;
    if (!intersects_pair(box_a, box_b)) return result;
    contact<T>& hit = result.emplace();
    fill_upright(hit, box_a, box_b, a, b);
    hit.a_in_b = contains_pair(box_b, box_a), hit.b_in_a = contains_pair(box_a, box_b);
    return result;
}

/// The contact of boxes that share a point and are not flat. False where it is not clear which side is the nearest.
template <quick_scalar T>
[[nodiscard, gnu::noinline]] inline bool fill_clearly(std::optional<contact<T>>& result, const aabb<T>& a,
                                                      const aabb<T>& b) noexcept {
    if (is_widest<T> && !upright_boxes<T>{a, b}.found) return false;
    const aabb_look<T> look{a, b};
    contact<T>& hit = result.emplace();
    const std::uint64_t out = look.sticking_out();
    hit.a_in_b = (out & 3) == 0, hit.b_in_a = (out & 12) == 0;
    return fill_by_nearest_side(hit, look);
}

/// Is it clear, by comparisons alone, whether they overlap? Then the answer is in `result`.
template <quick_scalar T>
[[nodiscard, gnu::always_inline]] inline bool clearly(std::optional<contact<T>>& result, const aabb<T>& a,
                                                      const aabb<T>& b) noexcept {
    const aabb_look<T> look{a, b};
    return look.thick() && (look.apart() || fill_clearly(result, a, b));
}

}  // namespace hitbox::detail
