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

/// The gaps of a box and the boxes of a batch. Rounding never changes the sign of a difference, so comparisons with 0
/// are exact.
template <class T>
struct box_gaps {
    pack<T> min_x, min_y, max_x, max_y;
    const T *mins_x, *mins_y, *maxs_x, *maxs_y;

    template <class E>
    [[gnu::always_inline]] box_gaps(const aabb<T>& box, const batch<E>& many) noexcept
        : min_x{pack_of(box.min.x)}, min_y{pack_of(box.min.y)}, max_x{pack_of(box.max.x)}, max_y{pack_of(box.max.y)},
          mins_x{many.bounds_column(0)}, mins_y{many.bounds_column(1)}, maxs_x{many.bounds_column(2)},
          maxs_y{many.bounds_column(3)} {}

    /// Returns the larger of the gaps along x and y, negative for an overlap. The result is NaN only if a coordinate is
    /// NaN.
    [[nodiscard, gnu::always_inline]] pack<T> gap(std::size_t i) const noexcept {
        const pack<T> along_x = upper(load_pack(mins_x + i) - max_x, min_x - load_pack(maxs_x + i)),
                      along_y = upper(load_pack(mins_y + i) - max_y, min_y - load_pack(maxs_y + i));
        return upper(along_x, along_y);
    }
};

template <class T>
struct box_against_boxes {
    box_gaps<T> gaps;

    [[nodiscard, gnu::always_inline]] decided operator()(std::size_t i) const noexcept {
        const std::uint64_t apart = greater(gaps.gap(i), pack_of(T(0)));
        return {apart, ~apart & every_lane<T>};
    }
};

/// The test by bounding boxes for shapes whose pairs are decided exactly.
template <class T>
struct bounds_apart {
    box_gaps<T> gaps;

    [[nodiscard, gnu::always_inline]] decided operator()(std::size_t i) const noexcept {
        return {greater(gaps.gap(i), pack_of(T(0))), 0};
    }
};

/// The test by bounding boxes if at least one shape is known by its support only. GJK treats a gap of up to 8 u m as
/// touching, for the largest coordinate m and the unit roundoff u. A gap of more than 256 u m is therefore certain.
template <class T>
struct bounds_well_apart {
    box_gaps<T> gaps;
    pack<T> max_abs;

    template <class E>
    [[gnu::always_inline]] bounds_well_apart(const aabb<T>& box, const batch<E>& many) noexcept
        : gaps{box, many}, max_abs{upper(upper(absolute<T>(gaps.min_x), absolute<T>(gaps.min_y)),
                                         upper(absolute<T>(gaps.max_x), absolute<T>(gaps.max_y)))} {}

    [[nodiscard, gnu::always_inline]] decided operator()(std::size_t i) const noexcept {
        const pack<T> max_abs_x =
                          upper(absolute<T>(load_pack(gaps.mins_x + i)), absolute<T>(load_pack(gaps.maxs_x + i))),
                      max_abs_y =
                          upper(absolute<T>(load_pack(gaps.mins_y + i)), absolute<T>(load_pack(gaps.maxs_y + i)));
        return {greater(gaps.gap(i), pack_of(T(256) * unit_roundoff<T>()) * (max_abs + max_abs_x + max_abs_y)), 0};
    }
};

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
struct circle_against_circles {
    pack<T> x, y, radius;
    const T *xs, *ys, *radii;

    [[gnu::always_inline]] circle_against_circles(const circle<T>& c, const batch<circle<T>>& many) noexcept
        : x{pack_of(c.center.x)}, y{pack_of(c.center.y)}, radius{pack_of(c.radius)}, xs{many.column(0)},
          ys{many.column(1)}, radii{many.column(2)} {}

    [[nodiscard, gnu::always_inline]] decided operator()(std::size_t i) const noexcept {
        return decide_by_distance<T>(load_pack(xs + i) - x, load_pack(ys + i) - y, load_pack(radii + i) + radius);
    }
};

/// A circle against boxes: the distance of the centre from the nearest point of the box. This point is exact.
template <class T>
struct circle_against_boxes {
    pack<T> x, y, radius;
    const T *mins_x, *mins_y, *maxs_x, *maxs_y;

    [[gnu::always_inline]] circle_against_boxes(const circle<T>& c, const batch<aabb<T>>& many) noexcept
        : x{pack_of(c.center.x)}, y{pack_of(c.center.y)}, radius{pack_of(c.radius)}, mins_x{many.column(0)},
          mins_y{many.column(1)}, maxs_x{many.column(2)}, maxs_y{many.column(3)} {}

    [[nodiscard, gnu::always_inline]] decided operator()(std::size_t i) const noexcept {
        return decide_by_distance<T>(x - upper(load_pack(mins_x + i), lower(x, load_pack(maxs_x + i))),
                                     y - upper(load_pack(mins_y + i), lower(y, load_pack(maxs_y + i))), radius);
    }
};
template <class T>
struct box_against_circles {
    pack<T> min_x, min_y, max_x, max_y;
    const T *xs, *ys, *radii;

    [[gnu::always_inline]] box_against_circles(const aabb<T>& box, const batch<circle<T>>& many) noexcept
        : min_x{pack_of(box.min.x)}, min_y{pack_of(box.min.y)}, max_x{pack_of(box.max.x)}, max_y{pack_of(box.max.y)},
          xs{many.column(0)}, ys{many.column(1)}, radii{many.column(2)} {}

    [[nodiscard, gnu::always_inline]] decided operator()(std::size_t i) const noexcept {
        const pack<T> x = load_pack(xs + i), y = load_pack(ys + i);
        return decide_by_distance<T>(x - upper(min_x, lower(x, max_x)), y - upper(min_y, lower(y, max_y)),
                                     load_pack(radii + i));
    }
};

/// The frames of several boxes, one in each lane.
template <class T>
struct frame_lanes {
    pack<T> x, y, half_x, half_y, c, s;
};
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
[[nodiscard, gnu::always_inline]] inline decided decide_by_frames(const frame_lanes<T>& a,
                                                                  const frame_lanes<T>& b) noexcept {
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

template <class T, class E>
struct box_against_turned_boxes {
    frame_lanes<T> a;
    const batch<E>& many;

    [[gnu::always_inline]] box_against_turned_boxes(const box_frame<T>& box, const batch<E>& elements) noexcept
        : a{pack_of(box.center.x),       pack_of(box.center.y),   pack_of(box.half_extents.x),
            pack_of(box.half_extents.y), pack_of(box.rotation.c), pack_of(box.rotation.s)},
          many{elements} {}

    [[nodiscard, gnu::always_inline]] decided operator()(std::size_t i) const noexcept {
        return decide_by_frames<T>(a, frames_at(many, i));
    }
};

// The kernel for each pair of kinds with `has_kernel`, and the bounding boxes for all others.

template <class T, bool Certain, class E>
[[nodiscard, gnu::always_inline]] inline auto test_for(const boxed<T, Certain>& query, const batch<E>& many) noexcept {
    if constexpr (Certain) return bounds_apart<T>{{query.box, many}};
    else return bounds_well_apart<T>{query.box, many};
}
template <class T>
[[nodiscard, gnu::always_inline]] inline auto test_for(const aabb<T>& query, const batch<aabb<T>>& many) noexcept {
    return box_against_boxes<T>{{query, many}};
}
template <class T>
[[nodiscard, gnu::always_inline]] inline auto test_for(vec2<T> query, const batch<aabb<T>>& many) noexcept {
    return box_against_boxes<T>{{aabb<T>{query, query}, many}};
}
template <class T>
[[nodiscard, gnu::always_inline]] inline auto test_for(const circle<T>& query, const batch<circle<T>>& many) noexcept {
    return circle_against_circles<T>{query, many};
}
template <class T>
[[nodiscard, gnu::always_inline]] inline auto test_for(vec2<T> query, const batch<circle<T>>& many) noexcept {
    return circle_against_circles<T>{circle<T>{query, T(0)}, many};
}
template <class T>
[[nodiscard, gnu::always_inline]] inline auto test_for(const circle<T>& query, const batch<aabb<T>>& many) noexcept {
    return circle_against_boxes<T>{query, many};
}
template <class T>
[[nodiscard, gnu::always_inline]] inline auto test_for(const aabb<T>& query, const batch<circle<T>>& many) noexcept {
    return box_against_circles<T>{query, many};
}
template <class A, class E>
    requires are_boxes<A, E>
[[nodiscard, gnu::always_inline]] inline auto test_for(const A& query, const batch<E>& many) noexcept {
    return box_against_turned_boxes<scalar_t<A>, E>{frame_of(query), many};
}

/// The bounding boxes of two batches, element by element, as in `bounds_apart` and `bounds_well_apart`.
template <class T, bool Certain>
struct boxes_of_pairs {
    const T *a_mins_x, *a_mins_y, *a_maxs_x, *a_maxs_y, *b_mins_x, *b_mins_y, *b_maxs_x, *b_maxs_y;

    template <class A, class B>
    [[gnu::always_inline]] boxes_of_pairs(const batch<A>& as, const batch<B>& bs) noexcept
        : a_mins_x{as.bounds_column(0)}, a_mins_y{as.bounds_column(1)}, a_maxs_x{as.bounds_column(2)},
          a_maxs_y{as.bounds_column(3)}, b_mins_x{bs.bounds_column(0)}, b_mins_y{bs.bounds_column(1)},
          b_maxs_x{bs.bounds_column(2)}, b_maxs_y{bs.bounds_column(3)} {}

    [[nodiscard, gnu::always_inline]] static pack<T> max_abs_of(const pack<T>& low, const pack<T>& high) noexcept {
        return upper(absolute<T>(low), absolute<T>(high));
    }
    [[nodiscard, gnu::always_inline]] decided operator()(std::size_t i) const noexcept {
        const pack<T> a_min_x = load_pack(a_mins_x + i), a_min_y = load_pack(a_mins_y + i),
                      a_max_x = load_pack(a_maxs_x + i), a_max_y = load_pack(a_maxs_y + i),
                      b_min_x = load_pack(b_mins_x + i), b_min_y = load_pack(b_mins_y + i),
                      b_max_x = load_pack(b_maxs_x + i), b_max_y = load_pack(b_maxs_y + i);
        const pack<T> gap =
            upper(upper(b_min_x - a_max_x, a_min_x - b_max_x), upper(b_min_y - a_max_y, a_min_y - b_max_y));
        if constexpr (Certain) return {greater(gap, pack_of(T(0))), 0};
        const pack<T> max_abs_a = upper(max_abs_of(a_min_x, a_max_x), max_abs_of(a_min_y, a_max_y)),
                      max_abs_b = upper(max_abs_of(b_min_x, b_max_x), max_abs_of(b_min_y, b_max_y));
        return {greater(gap, pack_of(T(256) * unit_roundoff<T>()) * (max_abs_a + max_abs_b)), 0};
    }
};

/// The circles of two batches, element by element.
template <class T>
struct circles_of_pairs {
    const batch<circle<T>>&as, &bs;

    [[nodiscard, gnu::always_inline]] decided operator()(std::size_t i) const noexcept {
        return decide_by_distance<T>(load_pack(bs.column(0) + i) - load_pack(as.column(0) + i),
                                     load_pack(bs.column(1) + i) - load_pack(as.column(1) + i),
                                     load_pack(bs.column(2) + i) + load_pack(as.column(2) + i));
    }
};

/// The boxes of two batches, element by element; at least one batch is of `obb`.
template <class T, class A, class B>
struct turned_boxes_of_pairs {
    const batch<A>& as;
    const batch<B>& bs;

    [[nodiscard, gnu::always_inline]] decided operator()(std::size_t i) const noexcept {
        return decide_by_frames<T>(frames_at(as, i), frames_at(bs, i));
    }
};

// The kernel for each pair of batches.

template <class A, class B>
[[nodiscard, gnu::always_inline]] inline auto test_for_pairs(const batch<A>& as, const batch<B>& bs) noexcept {
    constexpr bool certain = (faceted<A> || indirect<A>) && (faceted<B> || indirect<B>);
    return boxes_of_pairs<scalar_t<A>, certain>{as, bs};
}
template <class T>
[[nodiscard, gnu::always_inline]] inline auto test_for_pairs(const batch<circle<T>>& as,
                                                             const batch<circle<T>>& bs) noexcept {
    return circles_of_pairs<T>{as, bs};
}
template <class A, class B>
    requires are_boxes<A, B>
[[nodiscard, gnu::always_inline]] inline auto test_for_pairs(const batch<A>& as, const batch<B>& bs) noexcept {
    return turned_boxes_of_pairs<scalar_t<A>, A, B>{as, bs};
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
