#pragma once
/// The Minkowski sum of a solid and the reflected moving shape (Ericson, section 3.11): the translations that make them
/// penetrate. Each edge of the sum stores the vertices of both shapes that it comes from.

#include <hitbox/core/lists.hpp>
#include <hitbox/core/small_list.hpp>
#include <hitbox/narrow/exact_meeting.hpp>
#include <hitbox/sets/solid_view.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns the larger of |v.x| and |v.y|: a lower bound for the length of v.
[[nodiscard]] inline double largest_of(vec2<double> v) noexcept { return larger(magnitude(v.x), magnitude(v.y)); }

/// An edge of a sum, counter-clockwise. Its direction from -> to is that of an edge of the solid or, reversed, of the
/// mover. Its first vertex is solid - mover.
struct sum_edge : exact::difference_line {
    std::uint32_t reference = 0, other = 0;  // first vertex of that edge; the vertex of the other shape added to it
    bool of_solid = false;                   // whether `reference` is a vertex of the solid, and not of the mover
    vec2<double> normal{};                   // unit, out of the sum
    double extent = 0;  // dot(direction, end - start); more than |direction|^2 if edges of both shapes are parallel
};

/// The motion of the moving shape, from one position to another.
using moving_origin = exact::displacement;

/// One sum in a list of sums: the range of its edges, and the radius by which their hull is grown. A sum of one edge is
/// a point, of two edges a segment.
struct minkowski_sum {
    std::uint32_t first = 0, last = 0;
    double radius = 0, radius_of_mover = 0, radius_of_solid = 0;
    double max_abs_coordinate = 0;     // of the sum; distances are accurate to a few roundings of it
    std::size_t mover = 0, solid = 0;  // indices of the pieces
    bool is_mover_thin = false, is_solid_thin = false;
    vec2<double> front{};  // direction from which a one-sided solid blocks; zero for other solids

    [[nodiscard]] std::size_t size() const noexcept { return last - first; }
    /// Distances below this bound count as zero.
    [[nodiscard]] double tolerance() const noexcept { return 0x1p-49 * max_abs_coordinate; }
};

/// All sums of a query.
struct sum_list {
    small_list<sum_edge, 48> edges;
    small_list<minkowski_sum, 16> sums;
    double scale = 1;               // the power of two by which all coordinates are multiplied
    double max_abs_coordinate = 0;  // the maximum of `max_abs_coordinate` over all sums

    [[nodiscard]] list_view<const sum_edge> edges_of(const minkowski_sum& s) const noexcept {
        return {edges.data() + s.first, s.size()};
    }
    /// Distances below this bound count as zero.
    [[nodiscard]] double tolerance() const noexcept { return 0x1p-49 * max_abs_coordinate; }
};

/// The bounding box of a sum, up to a rounding.
struct sum_box {
    vec2<double> low{}, high{};

    /// Returns true if it shares a point with another box.
    [[nodiscard]] bool meets(const sum_box& other) const noexcept {
        return low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y;
    }
};
/// Writes the boxes of all sums of a list. @pre `boxes` is empty
[[gnu::noinline]] inline void find_boxes(const sum_list& list, small_list<sum_box, 16>& boxes) {
    sum_box* box = boxes.room_for(list.sums.size());
    for (const minkowski_sum& s : list.sums) {
        vec2<double> low = list.edges[s.first].start(), high = low;
        for (const sum_edge& e : list.edges_of(s)) low = (min)(low, e.start()), high = (max)(high, e.start());
        const vec2<double> around{s.radius, s.radius};
        *box++ = {low - around, high + around};
    }
    boxes.grow_to(box);
}

/// Returns a power of two by which coordinates up to `max_abs_coordinate` are multiplied, so that their products
/// neither overflow nor underflow. Returns 1 for float, whose products fit into double.
template <exact_real T>
[[nodiscard]] double scale_of_set(T max_abs_coordinate) noexcept {
    if constexpr (std::same_as<T, float>) return 1;
    else return static_cast<double>(safe_scale(max_abs_coordinate));
}

/// A vertex of a hull, and its index in the hull.
struct chain_vertex {
    vec2<double> point{};
    std::uint32_t index = 0;
};
/// The vertices of a hull, counter-clockwise. The first one is the lowest, and the leftmost of several lowest ones. The
/// mover is reflected in its sums, so its first vertex is the highest and rightmost one. If there are several vertices,
/// each has an edge to the next.
struct hull_chain {
    list_view<const chain_vertex> vertices{};
    double radius = 0;
};

[[nodiscard]] inline bool has_no_interior(const hull_chain& c) noexcept {
    return c.vertices.size() < 3 && !(c.radius > 0);
}

/// Calls f(vertex) for the vertices of a hull in the order of `hull_chain`. `sign` is 1 for a solid, -1 for a mover.
template <exact_real T, class F>
void for_each_chain_vertex(const rounded_hull<T>& hull, T sign, const F& f) {
    std::size_t first = hull.size();
    vec2<T> lowest{};
    for (std::size_t i = 0; i < hull.size(); ++i) {
        if (hull.size() > 1 && !hull.has_edge(i)) continue;
        const vec2<T> p = hull[i] * sign;
        if (first != hull.size() && (p.y > lowest.y || (p.y == lowest.y && p.x >= lowest.x))) continue;
        first = i, lowest = p;
    }
    std::size_t i = first;
    do {
        f(chain_vertex{widen(hull[i]), static_cast<std::uint32_t>(i)});
        i = hull.after(i);
    } while (i != first);
}

/// Returns the outward unit normal of an edge. For an edge along an axis it is exact and needs no root.
[[nodiscard]] inline vec2<double> edge_normal(vec2<double> d) noexcept {
    if ((d.x == 0) != (d.y == 0) && is_finite(d))
        return d.x == 0 ? vec2<double>{d.y > 0 ? 1.0 : -1.0, 0} : vec2<double>{0, d.x > 0 ? -1.0 : 1.0};
    return unsigned_zeros(unit_or(vec2<double>{d.y, 0 - d.x}, vec2<double>{0, 1}));
}

/// A position on a chain, scaled; see `order_of_edges`.
class chain_step {
public:
    bool is_done = false;

    chain_step(list_view<const chain_vertex> vertices, double scale) noexcept
        : is_done{vertices.size() < 2}, vertices_{vertices}, scale_{scale}, from_{vertices[0].point * scale},
          to_{is_done ? from_ : vertices[1].point * scale} {}
    [[nodiscard]] std::uint32_t index() const noexcept { return vertices_[at_].index; }
    [[nodiscard]] vec2<double> from() const noexcept { return from_; }
    [[nodiscard]] vec2<double> to() const noexcept { return to_; }
    void advance() noexcept {
        if (is_done) return;
        at_ = next_index(at_, vertices_.size()), is_done = at_ == 0;
        from_ = to_;
        if (!is_done) to_ = vertices_[next_index(at_, vertices_.size())].point * scale_;
    }

private:
    list_view<const chain_vertex> vertices_;
    double scale_ = 1;
    std::size_t at_ = 0;
    vec2<double> from_{}, to_{};
};

/// Appends the edges of a sum to a list: those of both chains, merged by direction. The sum of two points has one edge
/// of length 0.
template <class Edges>
void add_sum_edges(Edges& edges, minkowski_sum& sum, const hull_chain& mover, const hull_chain& solid, double scale) {
    sum.first = static_cast<std::uint32_t>(edges.size());
    sum.radius_of_mover = mover.radius * scale, sum.radius_of_solid = solid.radius * scale;
    sum.radius = sum.radius_of_mover + sum.radius_of_solid;
    sum.is_mover_thin = has_no_interior(mover), sum.is_solid_thin = has_no_interior(solid);
    chain_step m{mover.vertices, scale}, s{solid.vertices, scale};
    sum_edge* e = edges.room_for(mover.vertices.size() + solid.vertices.size());
    vec2<double> start = s.from() - m.from();
    do {
        const int order = order_of_edges(m, s);
        e->solid = s.from(), e->mover = m.from(), e->of_solid = order <= 0;
        if (order <= 0) e->from = s.from(), e->to = s.to(), e->reference = s.index(), e->other = m.index();
        else e->from = m.to(), e->to = m.from(), e->reference = m.index(), e->other = s.index();
        if (order >= 0) m.advance();
        if (order <= 0) s.advance();
        const vec2<double> d = e->direction(), end = s.from() - m.from();
        e->extent = dot(d, end - start), e->normal = edge_normal(d);
        start = end, ++e;
    } while (!m.is_done || !s.is_done);
    edges.grow_to(e);
    sum.last = static_cast<std::uint32_t>(edges.size());
}

/// The vertices of the moving shape, gathered once for all of its sums.
struct mover_chain {
    small_list<chain_vertex, 16> vertices;
    double radius = 0;

    template <exact_real T>
    explicit mover_chain(const rounded_hull<T>& mover) {
        take(mover);
    }
    mover_chain() noexcept = default;
    template <exact_real T>
    void take(const rounded_hull<T>& mover) {
        vertices.clear(), radius = static_cast<double>(mover.radius);
        for_each_chain_vertex(mover, T(-1), [this](const chain_vertex& v) { vertices.push_back(v); });
    }
};

/// Appends the sum of a mover and a solid to a list.
template <exact_real T>
void add_sum(sum_list& list, const mover_chain& mover, const rounded_hull<T>& solid, std::size_t mover_piece,
             std::size_t solid_piece) {
    small_list<chain_vertex, 16> s;
    for_each_chain_vertex(solid, T(1), [&s](const chain_vertex& v) { s.push_back(v); });
    minkowski_sum sum;
    sum.mover = mover_piece, sum.solid = solid_piece;
    add_sum_edges(list.edges, sum, {mover.vertices.view(), mover.radius}, {s.view(), static_cast<double>(solid.radius)},
                  list.scale);
    for (std::uint32_t i = sum.first; i < sum.last; ++i) {
        const sum_edge& e = list.edges[i];
        sum.max_abs_coordinate =
            larger(sum.max_abs_coordinate, larger(largest_of(e.solid), largest_of(e.mover)) + sum.radius);
    }
    list.max_abs_coordinate = larger(list.max_abs_coordinate, sum.max_abs_coordinate);
    list.sums.push_back(sum);
}

/// Makes the Minkowski sums of pairs of pieces of two solids.
template <exact_real T>
class sum_maker {
public:
    sum_maker(sum_list& list, const solid_view<T>& a, const solid_view<T>& b, vec2<T> path)
        : list_{list}, a_{a}, b_{b} {
        if constexpr (!std::same_as<T, float>) {
            const aabb<T> box_a = a.bounds(), box_b = b.bounds();
            const vec2<T> max_abs_a = (max)(abs(box_a.min), abs(box_a.max)),
                          max_abs_b = (max)(abs(box_b.min), abs(box_b.max));
            const vec2<T> max_abs = (max)((max)(max_abs_a, max_abs_b), abs(path));
            list.scale = scale_of_set(larger(max_abs.x, max_abs.y));
        }
    }

    /// Adds the sum of two pieces, unless the sorted part of the list contains it.
    void add(const set_piece<T>& p, std::size_t i, const set_piece<T>& q, std::size_t j) {
        minkowski_sum key;
        key.mover = i, key.solid = j;
        const std::size_t at = lower_bound(list_.sums.data(), sorted_, key, comes_before);
        if (at < sorted_ && !comes_before(key, list_.sums[at])) return;
        if (chain_.vertices.empty() || i != piece_) chain_.take(p.hull()), piece_ = i;
        add_sum(list_, chain_, q.hull(), i, j);
        const vec2<double> front = b_.front_of(q, j).direction, back = a_.front_of(p, i).direction;
        list_.sums.back().front = (front != vec2<double>{} ? front : vec2<double>{} - back) * list_.scale;
    }
    /// Adds the sums of all pieces whose boxes are at most `search_radius` apart. Returns true if there were new ones.
    [[nodiscard]] bool add_near(T search_radius) {
        for_each_piece_pair<T>(a_, b_, search_radius,
                               [this](const set_piece<T>& p, std::size_t i, const set_piece<T>& q, std::size_t j) {
                                   return add(p, i, q, j), true;
                               });
        return sort();
    }
    /// Sorts the sums by the indices of their pieces, because a tree finds the pieces in any order. A placed set then
    /// gives the same answer as the set of the placed pieces. Returns true if there were new sums.
    bool sort() {
        const bool grown = list_.sums.size() > sorted_;
        if (grown) sort_list(list_.sums, comes_before);
        sorted_ = list_.sums.size();
        return grown;
    }

private:
    [[nodiscard]] static bool comes_before(const minkowski_sum& s, const minkowski_sum& t) noexcept {
        return s.mover != t.mover ? s.mover < t.mover : s.solid < t.solid;
    }

    sum_list& list_;
    solid_view<T> a_, b_;
    mover_chain chain_;
    std::size_t piece_ = 0, sorted_ = 0;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
