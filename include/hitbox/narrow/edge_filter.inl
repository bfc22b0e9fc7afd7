// How far the vertices of one hull stay outside the edges of another, many edges at once. See core/lanes.hpp.

/// Of the edges whose lanes begin at `from`: how far all vertices of `other` stay outside them, at least.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline lane_pack<T> separations(const rounded_hull<T>& owner, std::size_t from,
                                                                  const rounded_hull<T>& other) noexcept {
    const lane_pack<T> nx = load(owner.normal_x() + from), ny = load(owner.normal_y() + from);
    const T *const x = other.x(), *const y = other.y();
    if (other.count == 1) return nx * all(x[0]) + ny * all(y[0]) - load(owner.offset() + from);
    lane_pack<T> low = nx * all(x[0]) + ny * all(y[0]), low_too = nx * all(x[1]) + ny * all(y[1]);
    low = lower(low, nx * all(x[2]) + ny * all(y[2]));
    low_too = lower(low_too, nx * all(x[3]) + ny * all(y[3]));
    for (std::size_t j = 4; j < other.lanes; j += 4) {
        low = lower(low, nx * all(x[j]) + ny * all(y[j]));
        low_too = lower(low_too, nx * all(x[j + 1]) + ny * all(y[j + 1]));
        low = lower(low, nx * all(x[j + 2]) + ny * all(y[j + 2]));
        low_too = lower(low_too, nx * all(x[j + 3]) + ny * all(y[j + 3]));
    }
    return lower(low, low_too) - load(owner.offset() + from);
}

/// Returns the largest separation along an edge normal of either hull.
template <std::floating_point T>
[[nodiscard]] inline T best_separation(const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    constexpr std::size_t step = sizeof(lane_pack<T>) / sizeof(T);
    lane_pack<T> most = all(-std::numeric_limits<T>::infinity());
    if (a.count > 1)
        for (std::size_t i = 0; i < a.lanes; i += step) most = upper(most, separations(a, i, b));
    if (b.count > 1)
        for (std::size_t i = 0; i < b.lanes; i += step) most = upper(most, separations(b, i, a));
    return highest<T>(most);
}

/// All of them, to `scores`; the largest, lane by lane, and `most`.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline lane_pack<T> score(const rounded_hull<T>& owner, const rounded_hull<T>& other,
                                                            T* scores, lane_pack<T> most) noexcept {
    constexpr std::size_t step = sizeof(lane_pack<T>) / sizeof(T);
    for (std::size_t i = 0; i < owner.lanes; i += step) {
        const lane_pack<T> s = separations(owner, i, other);
        store(scores + i, s);
        most = upper(most, s);
    }
    return most;
}

/// The edges that score above the limit.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline std::uint64_t above(const T* scores, std::size_t lanes, T limit) noexcept {
    constexpr std::size_t step = sizeof(lane_pack<T>) / sizeof(T);
    std::uint64_t edges = 0;
    for (std::size_t i = 0; i < lanes; i += step) edges |= greater(load(scores + i), all(limit)) << i;
    return edges;
}

/// The vertices that may be the deepest behind an edge.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline std::uint64_t deepest_behind(const rounded_hull<T>& owner, std::size_t edge,
                                                                      const rounded_hull<T>& other, T slack) noexcept {
    constexpr std::size_t step = sizeof(lane_pack<T>) / sizeof(T);
    if (other.count == 1) return 1;
    const lane_pack<T> nx = all(owner.normal_x()[edge]), ny = all(owner.normal_y()[edge]);
    const T *const x = other.x(), *const y = other.y();
    const std::uint64_t all_vertices = ~std::uint64_t{0} >> (64 - other.size());
    const lane_pack<T> first = nx * load(x) + ny * load(y);
    if (other.lanes == step) return greater(all(T(slack - highest<T>(all(T(0)) - first))), first) & all_vertices;
    lane_pack<T> low = first;
    for (std::size_t i = step; i < other.lanes; i += step) low = lower(low, nx * load(x + i) + ny * load(y + i));
    const lane_pack<T> limit = all(T(slack - highest<T>(all(T(0)) - low)));
    std::uint64_t vertices = greater(limit, first);
    for (std::size_t i = step; i < other.lanes; i += step)
        vertices |= greater(limit, nx * load(x + i) + ny * load(y + i)) << i;
    return vertices & all_vertices;
}

/// The edges that a point is the farthest outside of, or the least deep behind.
template <std::floating_point T>
[[nodiscard]] inline edges_at_point<T> filter_point(const rounded_hull<T>& owner, T x, T y, T slack) noexcept {
    constexpr std::size_t step = sizeof(lane_pack<T>) / sizeof(T);
    if (owner.lanes == step) {
        const lane_pack<T> outside =
            load(owner.normal_x()) * all(x) + load(owner.normal_y()) * all(y) - load(owner.offset());
        const T best = highest<T>(outside);
        return {best, greater(outside, all(T(best - slack)))};
    }
    alignas(32) T scores[max_filtered];
    lane_pack<T> most = all(-std::numeric_limits<T>::infinity());
    for (std::size_t i = 0; i < owner.lanes; i += step) {
        const lane_pack<T> outside =
            load(owner.normal_x() + i) * all(x) + load(owner.normal_y() + i) * all(y) - load(owner.offset() + i);
        store(scores + i, outside);
        most = upper(most, outside);
    }
    const T best = highest<T>(most);
    return {best, above(scores, owner.lanes, T(best - slack))};
}

/// The vertices that may be the deepest behind the first of the edges that were kept.
template <std::floating_point T>
[[gnu::always_inline]] inline void keep_deepest(edge_candidates<T>& found, const rounded_hull<T>& a,
                                                const rounded_hull<T>& b) noexcept {
    if ((found.of_a | found.of_b) == 0) {  // of no valid shapes
        found.of_a = found.of_b = ~std::uint64_t{0};
        return;
    }
    // No branch on whose edge it is: that is random.
    const rounded_hull<T>* const hulls[] = {&a, &b};
    for (bool of_b = found.of_a == 0;; of_b = true) {
        const std::uint64_t edges_of[] = {found.of_a, found.of_b}, edges = edges_of[of_b ? 1 : 0];
        found.behind_b = deepest_behind(*hulls[of_b ? 1 : 0], static_cast<std::size_t>(std::countr_zero(edges)),
                                        *hulls[of_b ? 0 : 1], 4 * found.error);
        if (found.of_a == 0 || !of_b) found.behind_a = found.behind_b;
        if (of_b || found.of_b == 0) return;
    }
}

template <std::floating_point T>
inline void filter_edges(edge_candidates<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    constexpr std::size_t step = sizeof(lane_pack<T>) / sizeof(T);
    const T slack = 4 * found.error;
    const bool none_of_a = a.count == 1, none_of_b = b.count == 1;         // a point has no edges
    if (a.lanes == step && b.lanes == step && !none_of_a && !none_of_b) {  // all in two registers
        const lane_pack<T> of_a = separations(a, 0, b), of_b = separations(b, 0, a);
        found.best = highest<T>(upper(of_a, of_b));
        if (found.best > found.enough) return;
        const lane_pack<T> limit = all(T(found.best - slack));
        found.of_a = greater(of_a, limit), found.of_b = greater(of_b, limit);
    } else {
        alignas(32) T of_a[max_filtered], of_b[max_filtered];
        lane_pack<T> most = all(-std::numeric_limits<T>::infinity());
        for (const bool is_b : {false, true})
            if (!(is_b ? none_of_b : none_of_a)) most = score(is_b ? b : a, is_b ? a : b, is_b ? of_b : of_a, most);
        found.best = highest<T>(most);
        if (found.best > found.enough) return;
        const T limit = found.best - slack;
        found.of_a = none_of_a ? 0 : above(of_a, a.lanes, limit);
        found.of_b = none_of_b ? 0 : above(of_b, b.lanes, limit);
    }
    keep_deepest(found, a, b);
}

/// How far the vertex of `inner` that is the farthest outside an edge of `outer` is outside that.
template <std::floating_point T>
[[nodiscard]] inline T farthest_outside(const rounded_hull<T>& outer, const rounded_hull<T>& inner) noexcept {
    constexpr std::size_t step = sizeof(lane_pack<T>) / sizeof(T);
    lane_pack<T> most = all(-std::numeric_limits<T>::infinity());
    for (std::size_t i = 0; i < outer.lanes; i += step) {
        const lane_pack<T> nx = load(outer.normal_x() + i), ny = load(outer.normal_y() + i);
        lane_pack<T> high = nx * all(inner.x()[0]) + ny * all(inner.y()[0]);
        for (std::size_t j = 1; j < inner.count; ++j)
            high = upper(high, nx * all(inner.x()[j]) + ny * all(inner.y()[j]));
        most = upper(most, high - load(outer.offset() + i));
    }
    return highest<T>(most);
}
