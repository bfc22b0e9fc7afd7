// The edges through which a moving hull may enter another, many edges at once. See core/lanes.hpp.
//
// The separation along an edge normal is a linear function of the fraction, so each edge is entered or left at one
// fraction (Cyrus and Beck 1978, for the half-planes of the Minkowski difference).

template <std::floating_point T>
struct crossing_range {
    pack<T> first;  // lower bound for the last entry
    pack<T> last;   // upper bound for the first exit
    pack<T> along;  // separation of edges that count as parallel to the motion
};

/// Bounds the fractions at which several edges are entered or left, from their separations at the start (`gap`) and the
/// decrease along the motion (`closing`). Returns upper bounds for the entries.
///
/// Let s and c be the computed gap and closing, S and C the exact ones, |s - S| <= d and |c - C| <= k. bounds.error is
/// d + g with g >= 3 k, and c >= 64 k. An edge is entered at S / C. With S >= s - d and c / C >= 1 - k / C, the lower
/// bound f = (s - d - g) / c in [0, 1] fulfils S / C >= (f + g / c)(1 - k / C) >= f, because g / c > 2 k / C. If f > 1,
/// then S / C > 1 in the same way. The upper bound is S / C <= (s + d) / c (1 + 2 k / C) <= (s + d + g) / c, for values
/// up to 1. Quotients and sums are rounded by less than 4 u, and u c <= k / 4.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline pack<T> cross_edges(crossing_range<T>& range, const pack<T>& gap,
                                                             const pack<T>& closing,
                                                             const cast_bounds<T>& bounds) noexcept {
    const pack<T> infinity = pack_of(std::numeric_limits<T>::infinity()), never = pack_of(T(0)) - infinity;
    const pack<T> steep = pack_of(bounds.min_closing), inverse = pack_of(T(1)) / closing;
    const pack<T> at = gap * inverse, off = pack_of(bounds.error) * absolute<T>(inverse), late = at + off;
    range.first = upper(range.first, where_greater<T>(closing, steep, pack<T>(at - off), never));
    range.last = lower(range.last, where_greater<T>(pack_of(T(0)) - steep, closing, late, infinity));
    range.along = upper(range.along, where_greater<T>(absolute<T>(closing), steep, never, gap));
    return where_greater<T>(closing, steep, late, never);
}
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline pack<T>
cross_edges_of(crossing_range<T>& range, const rounded_hull<T>& owner, std::size_t i, const pack<T>& separation,
               vec2<T> towards, const cast_bounds<T>& bounds) noexcept {
    const pack<T> gap = separation - pack_of(bounds.radius_sum),
                  closing = load_pack(owner.normal_x() + i) * pack_of(towards.x) +
                            load_pack(owner.normal_y() + i) * pack_of(towards.y);
    return cross_edges(range, gap, closing, bounds);
}
/// Replaces the separations of all edges by the upper bounds for their entries.
template <std::floating_point T>
[[gnu::always_inline]] inline void cross_scores(crossing_range<T>& range, T* scores, const rounded_hull<T>& owner,
                                                vec2<T> towards, const cast_bounds<T>& bounds) noexcept {
    constexpr std::size_t step = sizeof(pack<T>) / sizeof(T);
    for (std::size_t i = 0; i < owner.lanes; i += step)
        store_pack(scores + i, cross_edges_of(range, owner, i, load_pack(scores + i), towards, bounds));
}

/// Returns false if the hulls certainly do not meet.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline bool may_meet(cast_candidates<T>& found, const crossing_range<T>& range,
                                                       const cast_bounds<T>& bounds) noexcept {
    found.first = highest<T>(range.first), found.along = highest<T>(range.along);
    const T last = T(0) - highest<T>(pack_of(T(0)) - range.last);
    return !((found.along > bounds.beside) | (found.first > T(1)) | (last < T(0)) | (found.first > last));
}

/// Filters the edges of a cast. If no edge separates the hulls by more than `start.enough`, they may touch or overlap
/// at the start. `start` then gets the edges with the largest separations, as for a contact, and the motion is not
/// tested.
template <std::floating_point T>
[[nodiscard]] inline cast_question filter_cast(cast_candidates<T>& found, edge_candidates<T>& start,
                                               const rounded_hull<T>& a, const rounded_hull<T>& b, vec2<T> translation,
                                               const cast_bounds<T>& bounds) noexcept {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    const pack<T> never = pack_of(T(0) - infinity);
    const T tolerance = 4 * start.error;
    const bool has_a = a.count > 1, has_b = b.count > 1;  // a point has no edges
    crossing_range<T> range{never, pack_of(infinity), never};
    const vec2<T> back{T(0) - translation.x, T(0) - translation.y};
    alignas(32) T of_a[max_filtered], of_b[max_filtered];
    pack<T> maxima = never;
    if (has_a) maxima = score(a, b, of_a, maxima);
    if (has_b) maxima = score(b, a, of_b, maxima);
    start.best = highest<T>(maxima);
    if (!(start.best > start.enough)) {
        start.of_a = has_a ? above(of_a, a.lanes, T(start.best - tolerance)) : 0;
        start.of_b = has_b ? above(of_b, b.lanes, T(start.best - tolerance)) : 0;
        keep_deepest(start, a, b);
        return cast_question::start;
    }
    if (has_a) cross_scores(range, of_a, a, translation, bounds);
    if (has_b) cross_scores(range, of_b, b, back, bounds);
    if (!may_meet(found, range, bounds)) return cast_question::none;
    found.of_a = has_a ? above(of_a, a.lanes, found.first) : 0;
    found.of_b = has_b ? above(of_b, b.lanes, found.first) : 0;
    if ((found.of_a | found.of_b) == 0) return cast_question::entry;
    const rounded_hull<T>* const hulls[] = {&a, &b};
    const std::uint64_t edges[] = {found.of_a, found.of_b};
    const std::size_t owner = found.of_a == 0;
    found.behind = deepest_behind(*hulls[owner], static_cast<std::size_t>(std::countr_zero(edges[owner])),
                                  *hulls[1 - owner], T(4) * bounds.error);
    return cast_question::entry;
}

/// Returns the set of edges along whose normals the separation of the other hull exceeds `limit`.
template <std::floating_point T>
[[nodiscard]] inline std::uint64_t edges_outside(const rounded_hull<T>& owner, const rounded_hull<T>& other,
                                                 T limit) noexcept {
    constexpr std::size_t step = sizeof(pack<T>) / sizeof(T);
    std::uint64_t edges = 0;
    for (std::size_t i = 0; owner.count > 1 && i < owner.lanes; i += step)
        edges |= greater(separations(owner, i, other), pack_of(limit)) << i;
    return edges;
}
