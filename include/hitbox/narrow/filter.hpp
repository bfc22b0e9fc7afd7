#pragma once
/// A quick look at two polygons with stored normals: certainly apart, or which few edges can be the axis of least
/// overlap.

#include <hitbox/narrow/facets.hpp>

namespace hitbox::detail {

/// Separations along each edge normal, in T and off by at most `bound`.
template <std::floating_point T>
struct edge_scores {
    static constexpr std::size_t capacity = 32;

    T of_a[capacity]{}, of_b[capacity]{};
    T best = -std::numeric_limits<T>::infinity();
    T bound{};
    bool usable = false;  // false: nothing was looked at
    bool apart = false;   // certainly

    [[nodiscard]] constexpr bool penetrating() const noexcept { return usable && best < -bound; }
    /// Can an edge with this score be the best one?
    [[nodiscard]] constexpr bool candidate(T score) const noexcept { return score >= best - 2 * bound; }
};

/// Scores of the edges of `owner`; stops at a certain gap.
template <std::floating_point T>
constexpr void score_edges(edge_scores<T>& scores, T* of_owner, const convex_polygon_view<T>& owner,
                           const convex_polygon_view<T>& other) noexcept {
    const facet_pointers<T>& facets = owner.facets();
    const T *x = other.x(), *y = other.y();
    const std::size_t n = owner.size(), m = other.size();
    for (std::size_t i = 0; i < n; ++i) {
        const T nx = facets.normal_x[i], ny = facets.normal_y[i];
        T least = nx * x[0] + ny * y[0], odd = nx * x[1] + ny * y[1];
        std::size_t j = 2;
        for (; j + 2 <= m; j += 2) {
            const T even_reach = nx * x[j] + ny * y[j], odd_reach = nx * x[j + 1] + ny * y[j + 1];
            least = even_reach < least ? even_reach : least;
            odd = odd_reach < odd ? odd_reach : odd;
        }
        if (j < m) least = smaller(least, nx * x[j] + ny * y[j]);
        const T score = smaller(least, odd) - facets.offset[i];
        of_owner[i] = score;
        scores.best = score > scores.best ? score : scores.best;
        if (score > scores.bound) {
            scores.apart = true;
            return;
        }
    }
}

/// A score n.q - offset differs from the separation along the true normal by: n rounded once more (u per coordinate,
/// times q), two products, their sum, the offset, the difference; n itself carries 3 roundings where T is not narrower
/// than its wide type. With coordinates up to m: below 12 u m for float, 24 u m for double. Fused or not makes no
/// difference: only the bound counts.
template <scalar T>
[[nodiscard]] constexpr auto quick_scores(const convex_polygon_view<T>& a, const convex_polygon_view<T>& b) noexcept {
    edge_scores<T> scores;
    if (std::is_constant_evaluated() || !a.facets().offset || !b.facets().offset) return scores;
    const T largest = larger(a.facets().largest, b.facets().largest);
    const bool ordinary = largest > T(0x1p-60) && largest < T(0x1p60);  // no square over- or underflows
    if (!ordinary || a.size() < 3 || b.size() < 3 || a.size() > scores.capacity || b.size() > scores.capacity)
        return scores;
    scores.usable = true;
    scores.bound = (std::same_as<T, float> ? T(12) : T(24)) * unit_roundoff<T>() * largest;
    score_edges(scores, scores.of_a, a, b);
    if (!scores.apart) score_edges(scores, scores.of_b, b, a);
    return scores;
}

/// Polygons in exact coordinates have scores.
template <class List>
inline constexpr bool has_scores = false;
template <exact_scalar T>
    requires std::floating_point<T>
inline constexpr bool has_scores<convex_polygon_view<T>> = true;

}  // namespace hitbox::detail
