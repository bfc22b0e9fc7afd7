// Quick tests of one shape against a batch, or of one batch against another, several elements at once. They report
// certain results only. batch/kernels.hpp includes this file once for each instruction set; see core/lanes.hpp.

/// The certain results for elements i, i + 1, ...: bit k is for element i + k.
struct decided {
    std::uint64_t apart = 0, hit = 0;
};

/// The number of lanes of a register for T, and a mask with one bit for each lane.
template <class T>
inline constexpr std::size_t width = sizeof(pack<T>) / sizeof(T);
template <class T>
inline constexpr std::uint64_t every_lane = (std::uint64_t{1} << width<T>)-1;

/// Decides by the signs of separations with |error| <= bound. A NaN is never certain.
template <class T>
[[nodiscard, gnu::always_inline]] inline decided decide_by(const pack<T>& separation, const pack<T>& bound) noexcept {
    return {greater(separation, bound), greater(pack_of(T(0)) - bound, separation)};
}

/// Several circles, one in each lane.
template <class T>
struct circle_lanes {
    pack<T> x, y, radius;
};
/// Several boxes, one in each lane.
template <class T>
struct box_lanes {
    pack<T> min_x, min_y, max_x, max_y;
};
/// Several bounding boxes, one in each lane; `Certain` as in `boxed`.
template <class T, bool Certain>
struct bounds_lanes : box_lanes<T> {};

/// Returns the larger of the gaps along x and y, negative for an overlap. Rounding never changes the sign of a
/// difference, so comparisons with 0 are exact. The result is NaN only if a coordinate is NaN.
template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> gap_of(const box_lanes<T>& a, const box_lanes<T>& b) noexcept {
    return upper(upper(b.min_x - a.max_x, a.min_x - b.max_x), upper(b.min_y - a.max_y, a.min_y - b.max_y));
}
template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> max_abs_of(const box_lanes<T>& b) noexcept {
    return upper(upper(absolute<T>(b.min_x), absolute<T>(b.min_y)), upper(absolute<T>(b.max_x), absolute<T>(b.max_y)));
}

template <class T>
[[nodiscard, gnu::always_inline]] inline decided decide(const box_lanes<T>& a, const box_lanes<T>& b) noexcept {
    const std::uint64_t apart = greater(gap_of(a, b), pack_of(T(0)));
    return {apart, ~apart & every_lane<T>};
}
/// Decides by bounding boxes. If at least one shape is known by its support only, GJK treats a gap of up to 8 u m as
/// touching, for the largest coordinate m and the unit roundoff u. A gap of more than 256 u m is therefore certain.
template <class T, bool Certain>
[[nodiscard, gnu::always_inline]] inline decided decide(const bounds_lanes<T, Certain>& a,
                                                        const bounds_lanes<T, Certain>& b) noexcept {
    if constexpr (Certain) return {greater(gap_of<T>(a, b), pack_of(T(0))), 0};
    const pack<T> max_abs = max_abs_of<T>(a) + max_abs_of<T>(b);
    return {greater(gap_of<T>(a, b), pack_of(T(256) * unit_roundoff<T>()) * max_abs), 0};
}

/// Decides by squared distances and squared radii, with the error bound of `filter_overlap` for two circles.
/// @pre radii >= 0
template <class T>
[[nodiscard, gnu::always_inline]] inline decided decide_by_distance(const pack<T>& x, const pack<T>& y,
                                                                    const pack<T>& radii) noexcept {
    const pack<T> squared = x * x + y * y, limit = radii * radii;
    return decide_by<T>(squared - limit,
                        pack_of(T(8) * unit_roundoff<T>()) * (squared + limit) + pack_of(underflow_slack<T>));
}

template <class T>
[[nodiscard, gnu::always_inline]] inline decided decide(const circle_lanes<T>& a, const circle_lanes<T>& b) noexcept {
    return decide_by_distance<T>(b.x - a.x, b.y - a.y, b.radius + a.radius);
}
/// Decides by the distance of the centre from the nearest point of the box. This point is exact.
template <class T>
[[nodiscard, gnu::always_inline]] inline decided decide(const circle_lanes<T>& a, const box_lanes<T>& b) noexcept {
    return decide_by_distance<T>(a.x - upper(b.min_x, lower(a.x, b.max_x)), a.y - upper(b.min_y, lower(a.y, b.max_y)),
                                 a.radius);
}
template <class T>
[[nodiscard, gnu::always_inline]] inline decided decide(const box_lanes<T>& a, const circle_lanes<T>& b) noexcept {
    return decide(b, a);
}

/// The frames of several boxes, one in each lane.
template <class T>
struct frame_lanes {
    pack<T> x, y, half_x, half_y, c, s;
};

template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> max_abs_of(const frame_lanes<T>& f) noexcept {
    return upper(absolute<T>(f.x), absolute<T>(f.y));
}
/// Returns |c^2 + s^2 - 1|, by which the rotation changes squared lengths.
template <class T>
[[nodiscard, gnu::always_inline]] inline pack<T> drift_of(const frame_lanes<T>& f) noexcept {
    return absolute<T>(f.c * f.c + f.s * f.s - pack_of(T(1)));
}

/// Decides by the separations along the four edge normals, with the error bound of `box_filter`. The bound covers the
/// difference, in any direction, between the extent of the hull of the rounded vertices and the computed extent. It
/// therefore holds for thin boxes, too.
template <class T>
[[nodiscard, gnu::always_inline]] inline decided decide(const frame_lanes<T>& a, const frame_lanes<T>& b) noexcept {
    const pack<T> to_x = b.x - a.x, to_y = b.y - a.y;
    const pack<T> along = absolute<T>(a.c * b.c + a.s * b.s), across = absolute<T>(a.c * b.s - a.s * b.c);
    const pack<T> gap_1 = absolute<T>(a.c * to_x + a.s * to_y) - a.half_x - (along * b.half_x + across * b.half_y);
    const pack<T> gap_2 = absolute<T>(a.c * to_y - a.s * to_x) - a.half_y - (across * b.half_x + along * b.half_y);
    const pack<T> gap_3 = absolute<T>(b.c * to_x + b.s * to_y) - b.half_x - (along * a.half_x + across * a.half_y);
    const pack<T> gap_4 = absolute<T>(b.c * to_y - b.s * to_x) - b.half_y - (across * a.half_x + along * a.half_y);
    const pack<T> sizes = a.half_x + a.half_y + b.half_x + b.half_y;
    const pack<T> bound =
        pack_of(T(28) * unit_roundoff<T>()) * (max_abs_of(a) + max_abs_of(b) + sizes) +
        upper(drift_of(a), drift_of(b)) * (pack_of(T(4)) * sizes + absolute<T>(to_x) + absolute<T>(to_y));
    const std::uint64_t trusted = greater(bound, pack_of(T(0x1p-80))) & greater(pack_of(T(0x1p80)), bound);
    const decided by = decide_by<T>(upper(upper(gap_1, gap_2), upper(gap_3, gap_4)), bound);
    return {by.apart & trusted, by.hit & trusted};
}

// The lanes of one shape, and those of the elements of a batch from element i on.

template <class T>
[[nodiscard, gnu::always_inline]] inline circle_lanes<T> lanes_of(const circle<T>& c) noexcept {
    return {pack_of(c.center.x), pack_of(c.center.y), pack_of(c.radius)};
}
template <class T>
[[nodiscard, gnu::always_inline]] inline box_lanes<T> lanes_of(const aabb<T>& b) noexcept {
    return {pack_of(b.min.x), pack_of(b.min.y), pack_of(b.max.x), pack_of(b.max.y)};
}
template <class T>
[[nodiscard, gnu::always_inline]] inline frame_lanes<T> lanes_of(const box_frame<T>& b) noexcept {
    return {pack_of(b.center.x),       pack_of(b.center.y),   pack_of(b.half_extents.x),
            pack_of(b.half_extents.y), pack_of(b.rotation.c), pack_of(b.rotation.s)};
}
template <class T>
[[nodiscard, gnu::always_inline]] inline frame_lanes<T> frames_at(const batch<obb<T>>& many, std::size_t i) noexcept {
    return {load_pack(many.column(0) + i), load_pack(many.column(1) + i), load_pack(many.column(2) + i),
            load_pack(many.column(3) + i), load_pack(many.column(4) + i), load_pack(many.column(5) + i)};
}
template <class T>
[[nodiscard, gnu::always_inline]] inline frame_lanes<T> frames_at(const batch<aabb<T>>& many, std::size_t i) noexcept {
    const pack<T> half = pack_of(T(.5)), min_x = half * load_pack(many.column(0) + i),
                  min_y = half * load_pack(many.column(1) + i), max_x = half * load_pack(many.column(2) + i),
                  max_y = half * load_pack(many.column(3) + i);
    return {min_x + max_x, min_y + max_y, max_x - min_x, max_y - min_y, pack_of(T(1)), pack_of(T(0))};
}

/// The lanes of one shape, for all elements.
template <class Lanes>
struct one_shape {
    Lanes lanes;
    [[gnu::always_inline]] explicit one_shape(const Lanes& l) noexcept : lanes{l} {}
    [[nodiscard, gnu::always_inline]] const Lanes& operator()(std::size_t) const noexcept { return lanes; }
};
/// The lanes of elements i, i + 1, ... of a batch.
template <class T>
struct circle_elements {
    const T *xs, *ys, *radii;
    [[gnu::always_inline]] explicit circle_elements(const batch<circle<T>>& many) noexcept
        : xs{many.column(0)}, ys{many.column(1)}, radii{many.column(2)} {}
    [[nodiscard, gnu::always_inline]] circle_lanes<T> operator()(std::size_t i) const noexcept {
        return {load_pack(xs + i), load_pack(ys + i), load_pack(radii + i)};
    }
};
template <class Lanes, class T>
struct box_elements {
    const T *mins_x, *mins_y, *maxs_x, *maxs_y;
    template <class E>
    [[gnu::always_inline]] explicit box_elements(const batch<E>& many) noexcept
        : mins_x{many.bounds_column(0)}, mins_y{many.bounds_column(1)}, maxs_x{many.bounds_column(2)},
          maxs_y{many.bounds_column(3)} {}
    [[nodiscard, gnu::always_inline]] Lanes operator()(std::size_t i) const noexcept {
        return Lanes{
            box_lanes<T>{load_pack(mins_x + i), load_pack(mins_y + i), load_pack(maxs_x + i), load_pack(maxs_y + i)}};
    }
};
template <class E>
struct frame_elements {
    const batch<E>& of;
    [[nodiscard, gnu::always_inline]] auto operator()(std::size_t i) const noexcept { return frames_at(of, i); }
};

/// The test of elements i, i + 1, ... of two sources.
template <class A, class B>
struct pair_test {
    A a;
    B b;
    [[gnu::always_inline]] pair_test(const A& one, const B& other) noexcept : a{one}, b{other} {}
    [[nodiscard, gnu::always_inline]] decided operator()(std::size_t i) const noexcept { return decide(a(i), b(i)); }
};

// The kernel for each pair of kinds with `has_kernel`, and the bounding boxes for all others.

template <class T, bool Certain, class E>
[[nodiscard, gnu::always_inline]] inline auto test_for(const boxed<T, Certain>& query, const batch<E>& many) noexcept {
    using lanes = bounds_lanes<T, Certain>;
    return pair_test{one_shape{lanes{lanes_of(query.box)}}, box_elements<lanes, T>{many}};
}
template <class Q, class E>
[[nodiscard, gnu::always_inline]] inline auto test_for(const Q& query, const batch<E>& many) noexcept {
    using T = scalar_t<E>;
    if constexpr (are_boxes<Q, E>) return pair_test{one_shape{lanes_of(frame_of(query))}, frame_elements<E>{many}};
    else if constexpr (is_aabb<E>) return pair_test{one_shape{lanes_of(query)}, box_elements<box_lanes<T>, T>{many}};
    else return pair_test{one_shape{lanes_of(query)}, circle_elements<T>{many}};
}
template <class A, class B>
[[nodiscard, gnu::always_inline]] inline auto test_for_pairs(const batch<A>& as, const batch<B>& bs) noexcept {
    using T = scalar_t<A>;
    using bounds = box_elements<bounds_lanes<T, (faceted<A> || indirect<A>) && (faceted<B> || indirect<B>)>, T>;
    if constexpr (are_boxes<A, B>) return pair_test{frame_elements<A>{as}, frame_elements<B>{bs}};
    else if constexpr (are_circles<A, B>) return pair_test{circle_elements<T>{as}, circle_elements<T>{bs}};
    else return pair_test{bounds{as}, bounds{bs}};
}

/// Writes the certain results of `test` from element `first` (a multiple of 64) to the end of `verdicts` or of the
/// elements, for elements that are valid in both batches. Returns the number of certain hits.
template <class T, class Test>
[[nodiscard, gnu::always_inline]] inline std::size_t filter(const Test& test, const std::uint64_t* valid_a,
                                                            const std::uint64_t* valid_b, std::size_t size,
                                                            std::size_t first, verdicts& found) noexcept {
    std::size_t hits = 0;
    for (std::size_t w = 0, i = first; w < verdicts::words && i < size; ++w) {
        decided word;
        for (std::size_t shift = 0; shift < 64 && i < size; shift += batch_lanes, i += batch_lanes) {
            decided part;
#if defined(__GNUC__)
#  pragma GCC unroll 8
#endif
            for (std::size_t k = 0; k < batch_lanes; k += width<T>) {
                const decided few = test(i + k);
                part.apart |= few.apart << k, part.hit |= few.hit << k;
            }
            word.apart |= part.apart << shift, word.hit |= part.hit << shift;
        }
        const std::uint64_t valid = valid_a[first / 64 + w] & valid_b[first / 64 + w];
        found.hit[w] = word.hit & valid;
        found.unsure[w] = ~(word.apart | word.hit) & valid;
        hits += static_cast<std::size_t>(std::popcount(found.hit[w]));
    }
    return hits;
}

/// Tests one shape against many. @pre the query comes from `for_kernels`
template <class Q, class E>
[[nodiscard]] inline std::size_t filter_batch(const Q& query, const batch<E>& many, std::size_t first,
                                              verdicts& found) noexcept {
    return filter<scalar_t<E>>(test_for(query, many), many.valid_bits(), many.valid_bits(), many.size(), first, found);
}

/// Tests element i of one batch against element i of the other. @pre the batches have the same size
template <class A, class B>
inline void filter_pairs(const batch<A>& as, const batch<B>& bs, std::size_t first, verdicts& found) noexcept {
    static_cast<void>(
        filter<scalar_t<A>>(test_for_pairs(as, bs), as.valid_bits(), bs.valid_bits(), as.size(), first, found));
}
