// The vertices of a hull beside the line of a ray, and its edges beside a point, many at once. See core/lanes.hpp.

/// Vertices on the left and on the right of the line, farther from it than `aside` times the length of the translation.
template <std::floating_point T>
[[nodiscard]] inline line_sides sides_of_line(const rounded_hull<T>& hull, vec2<T> origin, vec2<T> translation,
                                              T aside) noexcept {
    constexpr std::size_t step = sizeof(lane_pack<T>) / sizeof(T);
    line_sides sides;
    for (std::size_t i = 0; i < hull.lanes; i += step) {
        const lane_pack<T> side = all(translation.x) * (load(hull.y() + i) - all(origin.y)) -
                                  all(translation.y) * (load(hull.x() + i) - all(origin.x));
        sides.left |= greater(side, all(aside)) << i, sides.right |= greater(all(T(0) - aside), side) << i;
    }
    return sides;
}

/// The edges that a point is as near to as to the nearest one, within `slack`. @pre the point is inside
template <std::floating_point T>
[[nodiscard]] inline std::uint64_t nearest_edges(const rounded_hull<T>& hull, vec2<T> p, T slack) noexcept {
    constexpr std::size_t step = sizeof(lane_pack<T>) / sizeof(T);
    alignas(32) T outside[max_filtered];
    lane_pack<T> most = all(-std::numeric_limits<T>::infinity());
    for (std::size_t i = 0; i < hull.lanes; i += step) {
        const lane_pack<T> s =
            load(hull.normal_x() + i) * all(p.x) + load(hull.normal_y() + i) * all(p.y) - load(hull.offset() + i);
        store(outside + i, s), most = upper(most, s);
    }
    return above(outside, hull.lanes, T(highest<T>(most) - slack));
}
