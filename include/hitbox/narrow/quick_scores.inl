// Scores of two polygons with stored normals, placed or not: what is moved is scored in the registers that it was moved
// in. See core/wide.hpp.

template <std::floating_point T, std::size_t N, std::size_t Room>
[[gnu::always_inline]] inline void fill_lanes(const convex_polygon<T, N>&, lane_storage<T, Room>&) noexcept {}

/// The edges' offsets are those of the moved corners; lanes beyond the edges keep theirs, which no corner reaches.
template <std::floating_point T, std::size_t N, std::size_t Room>
inline void fill_lanes(const placed<convex_polygon<T, N>>& s, lane_storage<T, Room>& room) noexcept {
    const convex_polygon<T, N>& p = s.shape;
    const rot2<T> r = s.transform.rotation;
    const vec2<T> by = s.transform.translation;
    const wide<T> c = all(r.c), sine = all(r.s), by_x = all(by.x), by_y = all(by.y);
    const wide<T> never = all((std::numeric_limits<T>::max)());
    for (std::size_t i = 0; i < p.size(); i += sizeof(wide<T>) / sizeof(T)) {
        // A shape that was only just placed was copied in halves.
        const wide<T> x = load_in_halves(p.x() + i), y = load_in_halves(p.y() + i),
                      nx = load_in_halves(p.normal_x() + i), ny = load_in_halves(p.normal_y() + i);
        const wide<T> moved_x = c * x - sine * y + by_x, moved_y = sine * x + c * y + by_y;
        const wide<T> normal_x = c * nx - sine * ny, normal_y = sine * nx + c * ny;
        store(room.x + i, moved_x), store(room.y + i, moved_y);
        store(room.normal_x + i, normal_x), store(room.normal_y + i, normal_y);
        store(room.offset + i, upper(normal_x * moved_x + normal_y * moved_y, load_in_halves(p.offset() + i) - never));
    }
}

/// As score_all, of lanes that are filled first.
template <bool Keep, class A, class B, class RoomA, class RoomB, std::floating_point T>
[[nodiscard]] inline T score_shapes(const A& a, const B& b, RoomA& room_a, RoomB& room_b, T* of_a, T* of_b) noexcept {
    fill_lanes(a, room_a), fill_lanes(b, room_b);
    return score_both<Keep>(lanes_at(a, room_a), lanes_at(b, room_b), of_a, of_b);
}
