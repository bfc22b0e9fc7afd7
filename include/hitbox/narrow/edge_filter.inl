// The separations of hulls along edge normals, many edges at once. See core/lanes.hpp.

/// Returns the separations of `other` along the edges of `owner` whose lanes begin at `from`: the minima of the
/// heights of all vertices.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline pack<T> separations(const rounded_hull<T>& owner, std::size_t from,
                                                             const rounded_hull<T>& other) noexcept {
    const pack<T> nx = load_pack(owner.normal_x() + from), ny = load_pack(owner.normal_y() + from);
    const T *const x = other.x(), *const y = other.y();
    if (other.count == 1) return nx * pack_of(x[0]) + ny * pack_of(y[0]) - load_pack(owner.offset() + from);
    pack<T> low = nx * pack_of(x[0]) + ny * pack_of(y[0]), low_too = nx * pack_of(x[1]) + ny * pack_of(y[1]);
    low = lower(low, nx * pack_of(x[2]) + ny * pack_of(y[2]));
    low_too = lower(low_too, nx * pack_of(x[3]) + ny * pack_of(y[3]));
    for (std::size_t j = 4; j < other.lanes; j += 4) {
        low = lower(low, nx * pack_of(x[j]) + ny * pack_of(y[j]));
        low_too = lower(low_too, nx * pack_of(x[j + 1]) + ny * pack_of(y[j + 1]));
        low = lower(low, nx * pack_of(x[j + 2]) + ny * pack_of(y[j + 2]));
        low_too = lower(low_too, nx * pack_of(x[j + 3]) + ny * pack_of(y[j + 3]));
    }
    return lower(low, low_too) - load_pack(owner.offset() + from);
}

/// Returns the largest separation along an edge normal of either hull.
template <std::floating_point T>
[[nodiscard]] inline T best_separation(const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    constexpr std::size_t step = sizeof(pack<T>) / sizeof(T);
    pack<T> maxima = pack_of(-std::numeric_limits<T>::infinity());
    if (a.count > 1)
        for (std::size_t i = 0; i < a.lanes; i += step) maxima = upper(maxima, separations(a, i, b));
    if (b.count > 1)
        for (std::size_t i = 0; i < b.lanes; i += step) maxima = upper(maxima, separations(b, i, a));
    return highest<T>(maxima);
}

/// Writes all separations to `scores`. Returns the maximum of each lane and `maxima`.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline pack<T> score(const rounded_hull<T>& owner, const rounded_hull<T>& other,
                                                       T* scores, pack<T> maxima) noexcept {
    constexpr std::size_t step = sizeof(pack<T>) / sizeof(T);
    for (std::size_t i = 0; i < owner.lanes; i += step) {
        const pack<T> s = separations(owner, i, other);
        store_pack(scores + i, s);
        maxima = upper(maxima, s);
    }
    return maxima;
}

/// Returns the set of edges with a score above the limit.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline std::uint64_t above(const T* scores, std::size_t lanes, T limit) noexcept {
    constexpr std::size_t step = sizeof(pack<T>) / sizeof(T);
    std::uint64_t edges = 0;
    for (std::size_t i = 0; i < lanes; i += step) edges |= greater(load_pack(scores + i), pack_of(limit)) << i;
    return edges;
}

/// Returns the set of vertices that may be the deepest behind an edge.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline std::uint64_t
deepest_behind(const rounded_hull<T>& owner, std::size_t edge, const rounded_hull<T>& other, T tolerance) noexcept {
    constexpr std::size_t step = sizeof(pack<T>) / sizeof(T);
    if (other.count == 1) return 1;
    const pack<T> nx = pack_of(owner.normal_x()[edge]), ny = pack_of(owner.normal_y()[edge]);
    const T *const x = other.x(), *const y = other.y();
    const std::uint64_t all_vertices = ~std::uint64_t{0} >> (64 - other.size());
    const pack<T> first = nx * load_pack(x) + ny * load_pack(y);
    if (other.lanes == step)
        return greater(pack_of(T(tolerance - highest<T>(pack_of(T(0)) - first))), first) & all_vertices;
    pack<T> low = first;
    for (std::size_t i = step; i < other.lanes; i += step)
        low = lower(low, nx * load_pack(x + i) + ny * load_pack(y + i));
    const pack<T> limit = pack_of(T(tolerance - highest<T>(pack_of(T(0)) - low)));
    std::uint64_t vertices = greater(limit, first);
    for (std::size_t i = step; i < other.lanes; i += step)
        vertices |= greater(limit, nx * load_pack(x + i) + ny * load_pack(y + i)) << i;
    return vertices & all_vertices;
}

/// Returns the edges that may have the largest separation from a point.
template <std::floating_point T>
[[nodiscard]] inline edges_at_point<T> filter_point(const rounded_hull<T>& owner, T x, T y, T tolerance) noexcept {
    constexpr std::size_t step = sizeof(pack<T>) / sizeof(T);
    if (owner.lanes == step) {
        const pack<T> outside = load_pack(owner.normal_x()) * pack_of(x) + load_pack(owner.normal_y()) * pack_of(y) -
                                load_pack(owner.offset());
        const T best = highest<T>(outside);
        return {best, greater(outside, pack_of(T(best - tolerance)))};
    }
    alignas(32) T scores[max_filtered];
    pack<T> maxima = pack_of(-std::numeric_limits<T>::infinity());
    for (std::size_t i = 0; i < owner.lanes; i += step) {
        const pack<T> outside = load_pack(owner.normal_x() + i) * pack_of(x) +
                                load_pack(owner.normal_y() + i) * pack_of(y) - load_pack(owner.offset() + i);
        store_pack(scores + i, outside);
        maxima = upper(maxima, outside);
    }
    const T best = highest<T>(maxima);
    return {best, above(scores, owner.lanes, T(best - tolerance))};
}

/// Finds the vertices that may be the deepest behind the first candidate of each hull.
template <std::floating_point T>
[[gnu::always_inline]] inline void keep_deepest(edge_candidates<T>& found, const rounded_hull<T>& a,
                                                const rounded_hull<T>& b) noexcept {
    if ((found.of_a | found.of_b) == 0) {  // only for invalid shapes
        found.of_a = found.of_b = ~std::uint64_t{0};
        return;
    }
    // No branch on which hull the edge belongs to, because that is random.
    const rounded_hull<T>* const hulls[] = {&a, &b};
    for (bool of_b = found.of_a == 0;; of_b = true) {
        const std::uint64_t edges_of[] = {found.of_a, found.of_b}, edges = edges_of[of_b ? 1 : 0];
        found.behind_b = deepest_behind(*hulls[of_b ? 1 : 0], static_cast<std::size_t>(std::countr_zero(edges)),
                                        *hulls[of_b ? 0 : 1], 4 * found.error);
        if (found.of_a == 0 || !of_b) found.behind_a = found.behind_b;
        if (of_b || found.of_b == 0) return;
    }
}

/// Returns the smaller of the heights of vertices J and J + 1, with the name of that vertex in its lowest bits.
template <std::size_t J, std::floating_point T>
[[nodiscard, gnu::always_inline]] inline pack<T> lower_of_two(pack<T> nx, pack<T> ny, pack<T> offset, const T* x,
                                                              const T* y) noexcept {
    constexpr int name = static_cast<int>(J), mask = edge_name::vertex_mask;
    // The offset is subtracted before the name is added, because the subtraction would change the name.
    return lower(renamed<T>(nx * pack_of(x[J]) + (ny * pack_of(y[J]) - offset), mask, name, 0),
                 renamed<T>(nx * pack_of(x[J + 1]) + (ny * pack_of(y[J + 1]) - offset), mask, name + 1, 0));
}

/// Returns the separations, with names in their lowest bits, of hulls that fill one register each. A name replaces the
/// last seven bits, so the relative error of a separation of float is up to 2^-16. No score may be infinite, because an
/// infinity with a name would be NaN.
///
/// The offset is subtracted from the second product, which adds at maxima one rounding of the largest coordinate m: the
/// products have an error of 1.42 u m, this difference 2.42 u m, the sum 2.83 u m, together 6.7 u m. With 2.9 u m for
/// the offset and 20 u m for the normals, |error| < 32 u m, the bound for computed normals. Normals of polygons are
/// rounded once: 2.9 u m, and 1.5 u m for the offset, together below 12 u m.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline pack<T> named_separations(const rounded_hull<T>& owner,
                                                                   const rounded_hull<T>& other, int of_b) noexcept {
    constexpr std::size_t step = sizeof(pack<T>) / sizeof(T);
    const pack<T> nx = load_pack(owner.normal_x()), ny = load_pack(owner.normal_y()),
                  offset = lower(load_pack(owner.offset()), pack_of(T(0x1p100)));
    const T *const x = other.x(), *const y = other.y();
    pack<T> low = lower_of_two<0>(nx, ny, offset, x, y);
    if constexpr (step > 2) low = lower(low, lower_of_two<2>(nx, ny, offset, x, y));
    if constexpr (step > 4)
        low = lower(low, lower(lower_of_two<4>(nx, ny, offset, x, y), lower_of_two<6>(nx, ny, offset, x, y)));
    return renamed<T>(low, edge_name::edge_mask | edge_name::of_b_mask, of_b, edge_name::edge_step);
}

/// The case of `filter_edges` for hulls that fill one register each. The name of the largest score is the proposal.
/// Comparisons with the error bound decide whether another edge or vertex may be as good. 2^-14 of the score generously
/// covers the bits of the names.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline edge_name find_only_edge(edge_candidates<T>& found, const rounded_hull<T>& a,
                                                                  const rounded_hull<T>& b) noexcept {
    constexpr std::size_t step = sizeof(pack<T>) / sizeof(T);
    const pack<T> of_a = named_separations(a, b, 0), of_b = named_separations(b, a, edge_name::of_b_mask);
    const T best = highest<T>(upper(of_a, of_b)), tolerance = 4 * found.error + magnitude(best) * T(0x1p-14);
    found.best = best * T(1 - 0x1p-15);
    if (found.best > found.enough) return {};
    const pack<T> limit = pack_of(T(best - tolerance));
    found.of_a = greater(of_a, limit), found.of_b = greater(of_b, limit);
    const std::uint64_t edges = found.of_a | found.of_b << step;
    using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    const auto score = static_cast<std::uint32_t>(std::bit_cast<bits>(best));
    const bool is_b = edge_name{score}.of_b();
    const rounded_hull<T>&owner = one_of(is_b, a, b), &other = one_of(!is_b, a, b);
    const std::size_t edge = edge_name{score}.edge();
    // Lanes beyond the last vertex repeat it.
    const auto vertex = static_cast<std::uint32_t>(
        smaller(static_cast<std::int32_t>(edge_name{score}.vertex()), static_cast<std::int32_t>(other.count) - 1));
    const pack<T> heights = pack_of(owner.normal_x()[edge]) * load_pack(other.x()) +
                            (pack_of(owner.normal_y()[edge]) * load_pack(other.y()) - pack_of(owner.offset()[edge]));
    const std::uint64_t all_vertices = ~std::uint64_t{0} >> (64 - other.size()),
                        deepest = greater(pack_of(T(best + tolerance)), heights) & all_vertices;
    if (((edges & (edges - 1)) | (deepest ^ std::uint64_t{1} << vertex)) != 0) [[unlikely]]
        return {};
    return edge_name::from(score, vertex);
}

/// Finds the sets of candidates. Returns the name of the only candidate instead if there is one.
template <std::floating_point T>
inline edge_name filter_edges(edge_candidates<T>& found, const rounded_hull<T>& a, const rounded_hull<T>& b) noexcept {
    constexpr std::size_t step = sizeof(pack<T>) / sizeof(T);
    const T tolerance = 4 * found.error;
    const bool none_of_a = a.count == 1, none_of_b = b.count == 1;  // a point has no edges
    if (a.lanes == step && b.lanes == step && !none_of_a && !none_of_b) {
        const edge_name only = find_only_edge(found, a, b);
        if (only || found.best > found.enough) [[likely]]
            return only;
    } else {
        alignas(32) T of_a[max_filtered], of_b[max_filtered];
        pack<T> maxima = pack_of(-std::numeric_limits<T>::infinity());
        for (const bool is_b : {false, true})
            if (!(is_b ? none_of_b : none_of_a)) maxima = score(is_b ? b : a, is_b ? a : b, is_b ? of_b : of_a, maxima);
        found.best = highest<T>(maxima);
        if (found.best > found.enough || found.best < found.deep) return {};
        const T limit = found.best - tolerance;
        found.of_a = none_of_a ? 0 : above(of_a, a.lanes, limit);
        found.of_b = none_of_b ? 0 : above(of_b, b.lanes, limit);
        if ((none_of_a | none_of_b) & ((found.of_a | found.of_b) != 0))
            return found.behind_a = found.behind_b = 1, edge_name{};
    }
    keep_deepest_of_some(found, a, b);
    return {};
}

/// Returns the largest height of a vertex of `inner` above an edge of `outer`.
template <std::floating_point T>
[[nodiscard]] inline T farthest_outside(const rounded_hull<T>& outer, const rounded_hull<T>& inner) noexcept {
    constexpr std::size_t step = sizeof(pack<T>) / sizeof(T);
    pack<T> maxima = pack_of(-std::numeric_limits<T>::infinity());
    for (std::size_t i = 0; i < outer.lanes; i += step) {
        const pack<T> nx = load_pack(outer.normal_x() + i), ny = load_pack(outer.normal_y() + i);
        pack<T> high = nx * pack_of(inner.x()[0]) + ny * pack_of(inner.y()[0]);
        for (std::size_t j = 1; j < inner.count; ++j)
            high = upper(high, nx * pack_of(inner.x()[j]) + ny * pack_of(inner.y()[j]));
        maxima = upper(maxima, high - load_pack(outer.offset() + i));
    }
    return highest<T>(maxima);
}
