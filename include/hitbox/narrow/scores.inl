// How far the corners of one polygon stay outside the edges of another, many edges at once. See core/wide.hpp.

/// The scores of the edges in `Packs` registers from the i-th on, to `scores` if there is room; their best, lane by
/// lane, and `most`. Registers that are worked on together share the other's corners, and their minima do not wait for
/// each other.
template <std::size_t Packs, bool Keep, std::floating_point T>
[[nodiscard, gnu::always_inline]] inline wide<T> score_some(const lanes<T>& owner, const lanes<T>& other, std::size_t i,
                                                            wide<T> most, T* scores) noexcept {
    constexpr std::size_t size = sizeof(wide<T>) / sizeof(T);
    wide<T> normal_x[Packs], normal_y[Packs], least[Packs];
    const wide<T> first_x = all(other.x[0]), first_y = all(other.y[0]);
    for (std::size_t k = 0; k < Packs; ++k) {
        normal_x[k] = load(owner.normal_x + i + k * size), normal_y[k] = load(owner.normal_y + i + k * size);
        least[k] = normal_x[k] * first_x + normal_y[k] * first_y;
    }
    for (std::size_t j = 1; j < other.corners; ++j) {
        const wide<T> x = all(other.x[j]), y = all(other.y[j]);
        for (std::size_t k = 0; k < Packs; ++k) least[k] = lower(least[k], normal_x[k] * x + normal_y[k] * y);
    }
    for (std::size_t k = 0; k < Packs; ++k) {
        const wide<T> score = least[k] - load(owner.offset + i + k * size);
        if constexpr (Keep) store(scores + i + k * size, score);
        most = upper(most, score);
    }
    return most;
}

template <bool Keep, std::floating_point T>
[[nodiscard, gnu::always_inline]] inline wide<T> score_edges(const lanes<T>& owner, const lanes<T>& other, wide<T> most,
                                                             T* scores) noexcept {
    constexpr std::size_t size = sizeof(wide<T>) / sizeof(T);
    std::size_t i = 0;
    for (; i + size < owner.edges; i += 2 * size) most = score_some<2, Keep>(owner, other, i, most, scores);
    if (i < owner.edges) most = score_some<1, Keep>(owner, other, i, most, scores);
    return most;
}

/// The scores of all edges, to `of_a` and `of_b` if they are to be kept; the best of them.
template <bool Keep, std::floating_point T>
[[nodiscard, gnu::always_inline]] inline T score_both(const lanes<T>& a, const lanes<T>& b, T* of_a, T* of_b) noexcept {
    const wide<T> best_of_a = score_edges<Keep>(a, b, all(-std::numeric_limits<T>::infinity()), of_a);
    return highest<T>(score_edges<Keep>(b, a, best_of_a, of_b));
}
template <bool Keep, std::floating_point T>
[[nodiscard]] inline T score_all(const lanes<T>& a, const lanes<T>& b, T* of_a, T* of_b) noexcept {
    return score_both<Keep>(a, b, of_a, of_b);
}
