#pragma once
/// The check that rings form a polygon with holes. It reports why and where they do not.

#include <hitbox/shapes/make_convex_polygon.hpp>
#include <hitbox/shapes/plane_sweep.hpp>

namespace hitbox {

/// A range of rings, each a `point_range`.
template <class R>
concept ring_range = std::ranges::forward_range<const R> && point_range<std::ranges::range_value_t<const R>>;

/// The result of the check of a polygon. Indices count the points of the outline first, then those of the holes. Edge i
/// leads from point i to the next one of its ring.
struct polygon_check {
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    bool valid = false;
    polygon_error error{};  // if not valid
    /// The index of the wrong point; or the indices of two edges that cross or overlap, with first < second.
    std::size_t first = none, second = none;

    [[gnu::always_inline]] constexpr explicit operator bool() const noexcept { return valid; }
};

namespace detail {
inline namespace HITBOX_ISA {

/// A point that lies on an edge, not at its ends.
struct edge_touch {
    std::uint32_t edge, point;
};

/// The sweep that finds edges that cross or overlap, and rings in a wrong place.
///
/// Up to the first crossing, the edges on the sweep line are in order, and two edges that cross are neighbours before
/// they cross (Shamos and Hoey 1976). Edges may meet in points. In addition, inside and outside must alternate between
/// the edges from bottom to top. This means that the rings, the outline counter-clockwise and the holes clockwise, wind
/// around each point once or not at all.
template <real T>
class ring_check : public plane_sweep<T, ring_check<T>> {
    using base = plane_sweep<T, ring_check<T>>;
    friend base;

public:
    ring_check(const sweep_order<T>& order, std::size_t rings, polygon_check& found)
        : base{order}, found_{found}, touched_(order.rank_count(), 0), turn_(rings, 0) {}

    /// Returns true for a clockwise outline and for a counter-clockwise hole.
    [[nodiscard]] bool reversed(std::size_t ring) const noexcept { return turn_[ring] == 2; }
    /// Returns true if rings cross in a vertex, or if a ring is in a wrong place.
    [[nodiscard]] bool disordered() const noexcept { return disordered_; }
    [[nodiscard]] value_list<edge_touch>& touches() noexcept { return touches_; }

private:
    using base::order_, base::status_, base::interval_of_, base::vertex_, base::rank_, base::passing_, base::ends_,
        base::starts_, base::around_, base::low_, base::high_, base::closed_, base::beneath_;

    bool refuse(polygon_error error, std::size_t i, std::size_t j = polygon_check::none) {
        if (j < i) std::swap(i, j);  // `none` is the largest number
        found_.error = error, found_.first = i, found_.second = j;
        return false;
    }
    bool refuse_crossing(std::uint32_t e, std::uint32_t f) {
        const bool same = order_.ring(e) == order_.ring(f);
        return refuse(same ? polygon_error::self_intersecting : polygon_error::rings_cross, e, f);
    }

    /// Finds edges that pass through the current vertex, and records the touches. Returns false if two of them cross.
    bool find_passing_edges() {
        if (ends_.empty()) {
            if (beneath_ == no_index) return true;
            const auto& at = status_[beneath_];
            for (const std::uint32_t edge : {at.lower, at.upper})
                if (this->side_of(edge, vertex_) == 0) return note_touch(edge), true;
            return true;
        }
        if (touched_[rank_] == 0) return true;
        for (const bool upwards : {false, true}) {
            int there = 1;
            for (std::uint32_t e = ends_[0]; there > 0;) {
                e = upwards ? this->edge_above(e) : this->edge_below(e);
                there = e == no_index ? 0 : is_here(e);
            }
            if (there < 0) return false;
        }
        return true;
    }
    /// Returns 1 if the edge ends at the current vertex or is the first edge that passes through it, 0 if it is
    /// elsewhere, and -1 if it is the second edge that passes, and therefore crosses the first.
    int is_here(std::uint32_t edge) {
        if (this->ends_here(edge)) return 1;
        if (this->side_of(edge, vertex_) != 0) return 0;
        if (passing_ != no_index) return refuse_crossing(passing_, edge), -1;
        return note_touch(edge), 1;
    }
    void note_touch(std::uint32_t edge) {
        this->pass(edge);
        touches_.push_back({edge, vertex_});
    }

    /// Tests the edges that start at the vertex: no two may have the same direction, and inside and outside must
    /// alternate between them. Returns false in the first case only; the second is recorded.
    bool starts_fit() {
        bool inside = low_ != no_index || around_ != no_index;
        for (std::size_t k = 0; k < starts_.size(); ++k) {
            const std::uint32_t e = starts_[k].edge;
            if (k > 0 &&
                exact::orient2d(this->point(vertex_), this->point(starts_[k - 1].to), this->point(starts_[k].to)) == 0)
                return refuse(polygon_error::edges_overlap, starts_[k - 1].edge, e);
            const std::uint32_t ring = order_.ring(e);
            const bool goes_right = order_.right_of(e) != e, is_new = turn_[ring] == 0;
            if (is_new) turn_[ring] = goes_right == (ring == 0) ? 1 : 2;
            const bool inside_above = goes_right == (turn_[ring] == 1);
            if (inside_above == inside) note_disorder(k, is_new);
            inside = !inside;
        }
        return true;
    }
    /// Records a place where inside and outside do not alternate. The sweep continues as if they did, because a
    /// crossing of edges that it may find is a more precise reason.
    void note_disorder(std::size_t k, bool is_new) {
        const std::uint32_t e = starts_[k].edge, other = other_edge(k);
        const bool better = other != no_index && !disorder_is_certain_;
        if (disordered_ && !better) return;
        if (is_new && disordered_) return;
        disordered_ = true, disorder_is_certain_ = is_new || other != no_index;
        if (is_new) refuse_place(k);
        else refuse_crossing(e, other != no_index ? other : starts_[k > 0 ? k - 1 : 1].edge);
    }
    /// Refuses a hole that begins outside of the outline or inside of another hole; the edge below decides which.
    /// Returns false.
    bool refuse_place(std::size_t k) {
        std::uint32_t under = no_index;
        if (k > 0) under = starts_[k - 1].edge;
        else if (beneath_ != no_index) under = low_ != no_index ? status_[low_].lower : edge_under_all();
        const bool in_hole = under != no_index && order_.ring(under) != 0;
        const std::size_t first = order_.left_of(starts_[k].edge);
        return refuse(in_hole ? polygon_error::hole_in_hole : polygon_error::hole_outside, first);
    }
    /// Returns the edge below the vertex. @pre the outside is directly below the vertex
    std::uint32_t edge_under_all() const {
        std::uint32_t i = beneath_;
        while (i != no_index && this->ends_here(status_[i].upper)) i = status_.below(i);
        return i == no_index ? no_index : status_[i].upper;
    }
    /// Returns an edge at the vertex that is neither edge k of those that start here nor its neighbour in the ring; or
    /// none. Such an edge exists where rings pass through the vertex twice.
    std::uint32_t other_edge(std::size_t k) const {
        const std::uint32_t e = starts_[k].edge;
        for (const std::uint32_t f : ends_)
            if (f != e && !is_next(e, f)) return f;
        for (const auto& s : starts_)
            if (s.edge != e && !is_next(e, s.edge)) return s.edge;
        return no_index;
    }
    bool is_next(std::uint32_t e, std::uint32_t f) const { return order_.next(e) == f || order_.next(f) == e; }

    /// Tests the edges that become neighbours at the current vertex, by `fit`.
    bool neighbours_fit() {
        if (!starts_.empty())
            return fit(this->edge_below(starts_.front().edge), starts_.front().edge) &&
                   fit(starts_.back().edge, this->edge_above(starts_.back().edge));
        if (low_ != no_index) return fit(status_[low_].lower, status_[low_].upper);
        return gap_low_ == no_index || gap_high_ == no_index || fit(status_[gap_low_].upper, status_[gap_high_].lower);
    }
    /// Records the neighbours of the gap that ending intervals leave.
    void end(std::uint32_t i) { gap_low_ = status_.below(i), gap_high_ = status_.above(i); }

    /// Returns false if two edges that become neighbours here cross. Records a point of one edge that lies on the
    /// other.
    bool fit(std::uint32_t low, std::uint32_t high) {
        if (low == no_index || high == no_index) return true;
        const std::uint32_t p = order_.right_of(low), q = order_.right_of(high);
        if (order_.rank(p) == order_.rank(q)) return true;
        const bool low_is_shorter = order_.rank(p) < order_.rank(q);
        const double side = low_is_shorter ? -this->side_of(high, p) : this->side_of(low, q);
        if (side < 0) return refuse_crossing(low, high);
        if (side == 0) touched_[order_.rank(low_is_shorter ? p : q)] = 1;
        return true;
    }

    polygon_check& found_;
    value_list<std::uint8_t> touched_;  // by rank: whether the point may be on an edge
    value_list<std::uint8_t> turn_;     // by ring: 0 not reached, 1 expected winding, 2 reversed
    value_list<edge_touch> touches_;
    std::uint32_t gap_low_ = no_index, gap_high_ = no_index;
    bool disordered_ = false, disorder_is_certain_ = false;
};

/// Calls refuse(error, index) for each mistake that the points of a ring show. @pre there are at least three points,
/// which are finite
template <real T, class Refuse>
void check_vertices(const ring_list<T>& rings, std::size_t ring, const Refuse& refuse) {
    const std::uint32_t first = rings.starts[ring], end = rings.starts[ring + 1];
    value_list<std::uint32_t> vertices;  // the points that differ from the one before
    for (std::uint32_t i = first; i < end; ++i)
        if (rings.points[i] != rings.points[i == first ? end - 1 : i - 1]) vertices.push_back(i);
    const std::size_t n = vertices.size();
    const auto point = [&](std::size_t k) { return rings.points[vertices[k]]; };
    bool flat = true;
    for (std::size_t k = 2; k < n && flat; ++k) flat = exact::orient2d(point(0), point(1), point(k)) == 0;
    if (flat) return refuse(polygon_error::zero_area, first);
    for (std::size_t k = 0; k < n; ++k) {
        const vec2<T> a = point(previous_index(k, n)), p = point(k), b = point(next_index(k, n));
        if (exact::orient2d(a, p, b) == 0 && exact::along(p, a, b) > 0) refuse(polygon_error::spike, vertices[k]);
    }
}

/// Checks rings. For a valid polygon, also writes which rings are `reversed` (1) and which points lie on edges.
template <real T>
[[nodiscard]] polygon_check check_rings(const ring_list<T>& rings, value_list<std::uint8_t>& reversed,
                                        value_list<edge_touch>& touches) {
    polygon_check found;
    const auto refuse = [&found](polygon_error error, std::size_t i) {
        if (found.first == polygon_check::none) found.error = error, found.first = i;
    };
    for (std::size_t r = 0; r < rings.count(); ++r)
        if (rings.starts[r + 1] - rings.starts[r] < 3) refuse(polygon_error::too_few_points, rings.starts[r]);
    for (std::size_t i = 0; i < rings.points.size(); ++i)
        if (!is_finite(rings.points[i])) refuse(polygon_error::not_finite, i);
    for (std::size_t r = 0; r < rings.count() && found.first == polygon_check::none; ++r)
        check_vertices(rings, r, refuse);
    if (found.first != polygon_check::none) return found;
    const sweep_order<T> order{rings};
    ring_check<T> check{order, rings.count(), found};
    found.valid = check.run() && !check.disordered();
    for (std::size_t r = 0; r < rings.count(); ++r) reversed.push_back(check.reversed(r) ? 1 : 0);
    touches = std::move(check.touches());
    return found;
}

struct polygon_with_holes_maker;  // in polygon.hpp

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
