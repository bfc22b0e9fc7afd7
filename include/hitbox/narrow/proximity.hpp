#pragma once
/// Which corners can be the nearest to an edge? Many at once, for a quick look.

#include <hitbox/narrow/filter.hpp>

namespace hitbox::detail {

/// The corners of a list side by side: borrowed where they are stored like that, else gathered.
template <std::floating_point T>
class corner_lanes {
public:
    template <class List>
    explicit corner_lanes(const List& list) noexcept : size_{list.size()} {
        if constexpr (std::same_as<List, convex_polygon_view<T>>) {
            if (list.facets().offset) {
                x_ = list.x(), y_ = list.y();
                return;
            }
        }
        for (std::size_t i = 0; i < size_ + pack_size<T> - 1; ++i) {
            const vec2<T> p = list[i < size_ ? i : size_ - 1];
            room_x_[i] = p.x, room_y_[i] = p.y;
        }
    }
    corner_lanes(const corner_lanes&) = delete;
    corner_lanes& operator=(const corner_lanes&) = delete;

    /// The squared distance of the nearest corner from the edge p-q, or a little more.
    [[nodiscard]] T squared_at_most(vec2<T> p, vec2<T> q) const noexcept {
        pack<T> least = pack_of(std::numeric_limits<T>::infinity());
        for_each_pack(p, q, [&least](std::size_t, const pack<T>& squared, const pack<T>& slack) {
            least = lower(least, squared + slack);
        });
        return T(0) - highest<T>(pack_of(T(0)) - least);
    }
    /// The corners whose squared distance may be no more than the limit.
    [[nodiscard]] edge_set within(T limit, vec2<T> p, vec2<T> q) const noexcept {
        std::uint64_t beyond = 0;
        for_each_pack(p, q, [&beyond, limit](std::size_t i, const pack<T>& squared, const pack<T>& slack) {
            beyond |= greater(squared - slack, pack_of(limit)) << i;
        });
        return edge_set{~beyond & ~std::uint64_t{0} >> (64 - size_)};
    }

private:
    /// Calls f(index, squared distances, by how much they may be off): with w from p to the corner, by less than 16 u
    /// (|w|^2 + |q - p|^2). What rounds on the way to the nearest point moves it along the edge, where the distance
    /// hardly changes.
    template <class F>
    void for_each_pack(vec2<T> p, vec2<T> q, F&& f) const noexcept {
        const vec2<T> edge = q - p;
        const T length = edge.x * edge.x + edge.y * edge.y;
        const pack<T> edge_x = pack_of(edge.x), edge_y = pack_of(edge.y), from_x = pack_of(p.x), from_y = pack_of(p.y);
        const pack<T> inverse = pack_of(T(1) / larger(length, (std::numeric_limits<T>::min)()));
        const pack<T> zero = pack_of(T(0)), one = pack_of(T(1)), own = pack_of(length);
        // Of an edge so short that its square underflows, nothing is known.
        const pack<T> units = pack_of(length > tiny_square<T> ? T(32) * unit_roundoff<T>() : T(4));  // generous
        const T *x = x_ ? x_ : room_x_, *y = y_ ? y_ : room_y_;
        for (std::size_t i = 0; i < size_; i += pack_size<T>) {
            const pack<T> w_x = load_pack(x + i) - from_x, w_y = load_pack(y + i) - from_y;
            const pack<T> along = upper(zero, lower((w_x * edge_x + w_y * edge_y) * inverse, one));
            const pack<T> off_x = w_x - edge_x * along, off_y = w_y - edge_y * along;
            f(i, off_x * off_x + off_y * off_y, units * (w_x * w_x + w_y * w_y + own));
        }
    }

    std::size_t size_;
    const T* x_ = nullptr;
    const T* y_ = nullptr;
    T room_x_[most_lanes + pack_size<T>], room_y_[most_lanes + pack_size<T>];
};

/// Where there are no lanes, or a single corner: any corner can.
class all_corners {
public:
    template <class List>
    constexpr explicit all_corners(const List& list) noexcept : size_{list.size()} {}
    template <scalar T>
    [[nodiscard]] constexpr T squared_at_most(vec2<T>, vec2<T>) const noexcept {
        return most<T>();
    }
    template <scalar T>
    [[nodiscard]] constexpr edge_set within(T, vec2<T>, vec2<T>) const noexcept {
        return edge_set{~std::uint64_t{0} >> (64 - size_)};
    }

private:
    std::size_t size_;
};

/// Which of the two goes with scores and a list.
template <class Scores, class List>
struct corners_for {
    using type = all_corners;
};
template <std::floating_point T, class List>
    requires(list_rank<List> > 1)
struct corners_for<edge_scores<T>, List> {
    using type = corner_lanes<T>;
};

}  // namespace hitbox::detail
