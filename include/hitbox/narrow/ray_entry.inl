// The sides of a hull's vertices relative to the line of a ray, and the edges nearest to a point, many at once. See
// core/lanes.hpp.

/// Returns the vertices that are certainly on the left and on the right of a line: their cross product with the
/// translation exceeds `aside`.
template <std::floating_point T>
[[nodiscard]] inline line_sides sides_of_line(const rounded_hull<T>& hull, vec2<T> origin, vec2<T> translation,
                                              T aside) noexcept {
    constexpr std::size_t step = sizeof(pack<T>) / sizeof(T);
    line_sides sides;
    for (std::size_t i = 0; i < hull.lanes; i += step) {
        const pack<T> side = pack_of(translation.x) * (load_pack(hull.y() + i) - pack_of(origin.y)) -
                             pack_of(translation.y) * (load_pack(hull.x() + i) - pack_of(origin.x));
        sides.left |= greater(side, pack_of(aside)) << i, sides.right |= greater(pack_of(T(0) - aside), side) << i;
    }
    return sides;
}

/// Returns the edges whose distance from a point exceeds that of the nearest edge by at most `slack`. @pre the point is
/// inside
template <std::floating_point T>
[[nodiscard]] inline std::uint64_t nearest_edges(const rounded_hull<T>& hull, vec2<T> p, T slack) noexcept {
    constexpr std::size_t step = sizeof(pack<T>) / sizeof(T);
    alignas(32) T outside[max_filtered];
    pack<T> most = pack_of(-std::numeric_limits<T>::infinity());
    for (std::size_t i = 0; i < hull.lanes; i += step) {
        const pack<T> s = load_pack(hull.normal_x() + i) * pack_of(p.x) +
                          load_pack(hull.normal_y() + i) * pack_of(p.y) - load_pack(hull.offset() + i);
        store_pack(outside + i, s), most = upper(most, s);
    }
    return above(outside, hull.lanes, T(highest<T>(most) - slack));
}
