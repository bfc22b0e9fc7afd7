#pragma once
/// Contacts of boxes along the axes: by comparisons and differences alone.

#include <hitbox/narrow/contact.hpp>
#include <hitbox/narrow/contains.hpp>

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

/// a and b are these boxes, which share a point; neither of them is flat. The flags are left as they are.
template <scalar T, class A, class B>
constexpr void fill_upright(contact<T>& hit, const aabb<T>& box_a, const aabb<T>& box_b, const A& a, const B& b) {
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

/// Is it clear, by comparisons alone, whether they overlap? Then the answer is in `result`.
template <quick_scalar T>
[[nodiscard]] inline bool clearly(std::optional<contact<T>>& result, const aabb<T>& a, const aabb<T>& b) noexcept {
    const aabb_look<T> look{a, b};
    if (!look.good()) return false;
    if (look.apart()) return true;
    if (look.flat() || (is_widest<T> && !upright_boxes<T>{a, b}.found)) return false;
    contact<T>& hit = result.emplace();
    fill_upright(hit, a, b, a, b);
    const std::uint64_t out = look.sticking_out();
    hit.a_in_b = (out & 3) == 0, hit.b_in_a = (out & 12) == 0;
    return true;
}

}  // namespace hitbox::detail
