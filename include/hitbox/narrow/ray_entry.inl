// The sides of a hull's vertices relative to the line of a ray, many at once. See core/lanes.hpp.

/// Returns the sides of the vertices: the signs of their cross products with the translation, which are certain beyond
/// `aside`. The signs do not wait for this bound, and so the edge that they propose is known earlier.
template <std::floating_point T>
[[nodiscard]] inline line_sides sides_of_line(const rounded_hull<T>& hull, vec2<T> origin, vec2<T> translation,
                                              T aside) noexcept {
    constexpr std::size_t step = sizeof(pack<T>) / sizeof(T);
    line_sides sides;
    for (std::size_t i = 0; i < hull.lanes; i += step) {
        const pack<T> to_left = pack_of(translation.x) * (load_pack(hull.y() + i) - pack_of(origin.y)),
                      to_right = pack_of(translation.y) * (load_pack(hull.x() + i) - pack_of(origin.x));
        sides.right |= greater(to_right, to_left) << i;
        sides.certain |= greater(absolute<T>(to_left - to_right), pack_of(aside)) << i;
    }
    return sides;
}
