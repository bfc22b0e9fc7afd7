#pragma once
/// A chain of segments: the ground of a level, or a wall around it.

#include <hitbox/sets/polygon_set.hpp>

namespace hitbox {

/// The sides from which a chain blocks.
enum class chain_sides {
    one,  // only shapes from the left of its direction: a chain that runs to the right is a floor, for y up
    two,  // shapes from both sides, like a wall without thickness
};

inline namespace HITBOX_ISA {

/// Returns the name of the value.
[[nodiscard]] constexpr const char* to_string(chain_sides sides) noexcept {
    return detail::name_in({"one", "two"}, sides);
}

/// Segments from point to point that answer as one set. An edge of a one-sided chain blocks from one side only, its
/// front. In queries at rest, an edge ignores shapes whose `center` is behind it, and pushes other shapes out to its
/// front. It blocks a moving shape that enters it from the front, and lets a shape from behind pass. A two-sided chain
/// is a wall without thickness. Copies share the points. A default chain is empty and not valid.
template <exact_real T>
class chain {
public:
    using scalar_type = T;

    chain() = default;
    template <point_range R>
    explicit chain(const R&, chain_sides = {}) {
        static_assert(sizeof(R) == 0, "hitbox: write chain<T>::open(points), or chain<T>::loop(points)");
    }
    /// Returns the chain that joins each point with the next. The front of a one-sided edge is to the left of its
    /// direction where y points up, and to the right on a screen where y points down. A point that repeats the one
    /// before it counts once. Fewer than two different points make an empty chain.
    template <point_range R>
    [[nodiscard]] static chain open(const R& points, chain_sides sides = chain_sides::one) {
        return chain{points, sides, false};
    }
    /// Returns the chain that joins each point with the next and, if there are at least three points, the last with the
    /// first. The front of a one-sided loop is inside if its points are counter-clockwise (y up), and outside if they
    /// are clockwise.
    template <point_range R>
    [[nodiscard]] static chain loop(const R& points, chain_sides sides = chain_sides::one) {
        return chain{points, sides, true};
    }

    /// Returns the number of edges.
    [[nodiscard]] std::size_t size() const noexcept { return edges_.size(); }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    /// Returns edge i, or a segment at the origin if there is no such edge. @pre i < size()
    [[nodiscard]] segment<T> operator[](std::size_t i) const {
        const bool exists = detail::expect(i < size(), "chain: there is no edge of this index");
        return exists ? std::get<segment<T>>(edges_[i].value) : segment<T>{};
    }
    /// Returns true if the chain blocks from one side only.
    [[nodiscard]] bool is_one_sided() const noexcept { return sides_ == chain_sides::one; }
    /// Returns the edges as a collection of segments, in order.
    [[nodiscard]] const compound<T>& edges() const noexcept { return edges_; }

private:
    friend struct detail::stored_sets<T>;

    template <class R>
    chain(const R& points, chain_sides sides, bool closed) : sides_{sides} {
        std::vector<vec2<T>> all;
        for (const vec2<T> p : detail::as_vec2s(points))
            if (all.empty() || all.back() != p) all.push_back(p);
        std::vector<segment<T>> edges;
        for (std::size_t i = 1; i < all.size(); ++i) edges.push_back({all[i - 1], all[i]});
        if (closed && all.size() > 2 && all.back() != all.front()) edges.push_back({all.back(), all.front()});
        edges_ = compound<T>{edges};
    }

    compound<T> edges_;
    chain_sides sides_ = chain_sides::one;
};

template <point_range R>
chain(const R&, chain_sides = {}) -> chain<range_scalar_t<R>>;

/// Returns the centre of the bounding box.
template <exact_real T>
[[nodiscard]] vec2<T> center(const chain<T>& c) noexcept {
    return center(c.edges());
}
/// Returns the box around all edges; without edges, a box that contains nothing.
template <exact_real T>
[[nodiscard]] aabb<T> bounds(const chain<T>& c) noexcept {
    return bounds(c.edges());
}
/// Returns true if there is at least one edge and all points are finite.
template <exact_real T>
[[nodiscard]] bool valid(const chain<T>& c) noexcept {
    return valid(c.edges());
}
/// Calls visit(edge, index) for the edges near a box, until `visit` returns false. An invalid chain has none.
template <exact_real T, class Visit>
void for_each_piece_near(const chain<T>& c, const aabb<T>& box, const Visit& visit) {
    if (!valid(c) || !valid(box)) return;
    c.edges().tree().query(box, [&](proxy p) { return static_cast<bool>(visit(c[p.index()], p.index())); });
}

}  // namespace HITBOX_ISA

namespace detail {

template <exact_real T>
inline constexpr const char* complaint<chain<T>> = "a chain, has no edge or is not finite";

}  // namespace detail
}  // namespace hitbox
