// The normals of a hull's edges, and the vertices of a placed hull, many at once. See core/lanes.hpp.

/// The coordinates of as many vertices as a register has lanes.
template <std::floating_point T>
struct wide_vertices {
    pack<T> x, y;
};

/// Computes normals and offsets from the vertices. The coordinates of an edge carry 1 rounding each, its square 4, the
/// root 3, the quotient 4, the product 5: |error of a normal| < 7 u. Times the distance of two vertices, 2 sqrt(2) m,
/// this is 20 u m; two dot products of 2 roundings each and a difference add 9 u m.
template <std::floating_point T>
struct normals_filler {
    rounded_hull<T>& hull;
    T* columns;
    std::size_t lanes;
    pack<T> largest = pack_of(T(0)), shortest = pack_of(std::numeric_limits<T>::infinity());
    pack<T> index = load_pack(counted<T>), last;

    [[gnu::always_inline]] inline normals_filler(rounded_hull<T>& to, T* room, std::size_t n,
                                                 std::size_t padded) noexcept
        : hull{to}, columns{room}, lanes{padded}, last{pack_of(static_cast<T>(static_cast<int>(n)) - T(.5))} {
        hull.columns = columns, hull.count = static_cast<std::uint32_t>(n);
        hull.lanes = static_cast<std::uint32_t>(lanes);
    }
    /// Stores the edges from the vertices i, i + 1, ... to the vertices after them. Lanes beyond the last vertex have
    /// no edge; their offset is so large that no vertex is outside, as for polygons.
    [[gnu::always_inline]] inline void put(std::size_t i, const wide_vertices<T>& at,
                                           const wide_vertices<T>& next) noexcept {
        store_pack(columns + i, at.x), store_pack(columns + lanes + i, at.y);
        largest = upper(largest, upper(absolute<T>(at.x), absolute<T>(at.y)));
        if (hull.bare) return;
        const pack<T> edge_x = next.x - at.x, edge_y = next.y - at.y, squared = edge_x * edge_x + edge_y * edge_y,
                      inverse = pack_of(T(1)) / root(squared);
        const pack<T> normal_x = edge_y * inverse, normal_y = pack_of(T(0)) - edge_x * inverse;
        store_pack(columns + 2 * lanes + i, normal_x), store_pack(columns + 3 * lanes + i, normal_y);
        const pack<T> offset = normal_x * at.x + normal_y * at.y;
        store_pack(columns + 4 * lanes + i,
                   where_greater<T>(index, last, pack_of(std::numeric_limits<T>::infinity()), offset));
        index = index + pack_of(static_cast<T>(sizeof(pack<T>) / sizeof(T)));
        shortest = lower(shortest, squared);
    }
    /// Returns the vertices that follow a group of vertices; the first vertex follows the last.
    [[nodiscard, gnu::always_inline]] inline wide_vertices<T> next_to(const wide_vertices<T>& here,
                                                                      const wide_vertices<T>& beyond,
                                                                      const wide_vertices<T>& first) const noexcept {
        const pack<T> last_but_one = last - pack_of(T(1));
        return {where_greater<T>(index, last_but_one, first.x, shifted<T>(here.x, beyond.x)),
                where_greater<T>(index, last_but_one, first.y, shifted<T>(here.y, beyond.y))};
    }
    [[gnu::always_inline]] inline void finish() noexcept {
        hull.max_abs_coordinate = highest<T>(largest), hull.roundings = T(32);
        if (hull.bare) return;
        hull.filtered = T(0) - highest<T>(pack_of(T(0)) - shortest) > tiny_square<T>;
    }
};

/// Returns the transformed vertices of a polygon from one on, with the bits of `moved`. Products of float are
/// exact in double and may be fused. Products of double must be rounded on their own, so this is compiled for lanes_16
/// only, which has no fused products.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline wide_vertices<T> moved_vertices(const T* x, const T* y,
                                                                         const transform2<T>& by) noexcept {
    if constexpr (std::same_as<T, float>) {
        const pack<double> c = pack_of(static_cast<double>(by.rotation.c)),
                           s = pack_of(static_cast<double>(by.rotation.s)),
                           to_x = pack_of(static_cast<double>(by.translation.x)),
                           to_y = pack_of(static_cast<double>(by.translation.y));
        constexpr std::size_t half = sizeof(pack<double>) / sizeof(double);
        const pack<double> x0 = load_wide(x), x1 = load_wide(x + half), y0 = load_wide(y), y1 = load_wide(y + half);
        // Adding 0 turns -0 into 0, in the same way as where vertices are stored.
        return {narrowed((c * x0 - s * y0) + to_x, (c * x1 - s * y1) + to_x) + pack_of(0.f),
                narrowed((s * x0 + c * y0) + to_y, (s * x1 + c * y1) + to_y) + pack_of(0.f)};
    } else {
        const pack<T> c = pack_of(by.rotation.c), s = pack_of(by.rotation.s), px = load_pack(x), py = load_pack(y);
        return {(rounded_product<T>(c, px) - rounded_product<T>(s, py)) + pack_of(by.translation.x) + pack_of(T(0)),
                (rounded_product<T>(s, px) + rounded_product<T>(c, py)) + pack_of(by.translation.y) + pack_of(T(0))};
    }
}

/// Vertices in columns that are padded by the last vertex, either unchanged or transformed.
template <exact_real T>
struct column_vertices {
    const T *x, *y;

    [[nodiscard, gnu::always_inline]] inline wide_vertices<T> operator()(std::size_t i) const noexcept {
        return {load_pack(x + i), load_pack(y + i)};
    }
};
template <exact_real T>
struct moved_column_vertices {
    const T *x, *y;
    const transform2<T>& by;

    [[nodiscard, gnu::always_inline]] inline wide_vertices<T> operator()(std::size_t i) const noexcept {
        return moved_vertices(x + i, y + i, by);
    }
};

/// Fills the columns of a hull with n vertices. vertices_from(i) returns as many vertices as a register has lanes.
template <exact_real T, class Vertices>
[[gnu::always_inline]] inline void fill_columns(rounded_hull<T>& hull, T* columns, std::size_t n,
                                                const Vertices& vertices_from) noexcept {
    constexpr std::size_t step = sizeof(pack<T>) / sizeof(T);
    wide_vertices<T> here = vertices_from(0);
    const wide_vertices<T> first{pack_of(static_cast<T>(here.x[0])), pack_of(static_cast<T>(here.y[0]))};
    normals_filler<T> filler{hull, columns, n, (n + 3) / 4 * 4};
    for (std::size_t i = 0; i < filler.lanes; i += step) {
        const wide_vertices<T> next = i + step < filler.lanes ? vertices_from(i + step) : first;
        filler.put(i, here, filler.next_to(here, next, first));
        here = next;
    }
    filler.finish();
}

/// Fills the hull of a transformed polygon. @pre with registers of eight lanes, n is from 5 to 8
template <exact_real T>
inline void fill_moved(rounded_hull<T>& hull, T* columns, std::size_t n, const T* x, const T* y,
                       const transform2<T>& by) noexcept {
    if constexpr (sizeof(pack<T>) / sizeof(T) == 8) {
        const wide_vertices<T> at = moved_vertices(x, y, by);
        normals_filler<T> filler{hull, columns, n, 8};
        filler.put(0, at, filler.next_to(at, at, {pack_of(static_cast<T>(at.x[0])), pack_of(static_cast<T>(at.y[0]))}));
        filler.finish();
    } else {
        fill_columns(hull, columns, n, moved_column_vertices<T>{x, y, by});
    }
}
