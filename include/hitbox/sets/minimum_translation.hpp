#pragma once
/// The minimum translation (MTV) out of several solids at once.

#include <hitbox/core/lists.hpp>
#include <hitbox/sets/function_ref.hpp>
#include <hitbox/sets/internal_edges.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A translation that frees the moving shape: to a facet or an arc of one sum, or to a crossing of two boundaries.
struct free_position {
    vec2<double> move{};
    double distance = std::numeric_limits<double>::infinity();
    vec2<double> normal{};  // unit, along the translation
    std::uint32_t sum = 0, other_sum = 0;
    const sum_edge* edge = nullptr;  // the facet; for an arc, the edge that starts at its centre
    bool is_arc = false;
    bool is_crossing = false;

    [[nodiscard]] bool found() const noexcept { return distance < std::numeric_limits<double>::infinity(); }
};

/// A condition for the minimum translation, such as that the moved and rounded shape penetrates nothing.
using translation_test = function_ref<bool(vec2<double>)>;

/// The nearest point of the complement of a union of open convex sets. It is the foot of the perpendicular from the
/// origin to a facet or an arc, or a crossing of two boundaries. It is never a convex vertex, nor a vertex between two
/// facets of a single sum.
///
/// Feet are tried in the order of their distances, and the first that no other sum covers is an upper bound. Crossings
/// that are nearer are then tried. The minimum translation out of the deepest sum is a lower bound; it is usually free,
/// and no crossing is tried. Boundary pieces inside of another sum have no free crossing, and are left out. The cost is
/// O(n k + m^2 k) for n boundary pieces of k sums nearer than the upper bound, of which m are left.
class translation_finder {
public:
    /// `preferred`: of equally long translations, the one most opposed to this direction is returned. `min_distance`: a
    /// lower bound for the distance. `accepts`: a condition, or null; its last call that returned true was for the
    /// result.
    translation_finder(const sum_list& list, bool thin, vec2<double> preferred, double min_distance,
                       const translation_test* accepts) noexcept
        : list_{list}, thin_{thin}, accepts_{accepts}, preferred_{preferred}, tolerance_{list.tolerance()},
          deepest_{min_distance} {}

    [[nodiscard]] free_position find() {
        find_boxes(list_, boxes_);
        for (std::uint32_t i = 0; i < list_.sums.size(); ++i) {
            add_feet(i);
            if (list_.sums[i].front != vec2<double>{} && is_inside(i, {})) one_sided_.push_back(&list_.sums[i]);
        }
        search();
        if (best_.found() || one_sided_.empty()) return best_;
        one_sided_.clear();  // there is no position in front of all of them
        return search(), best_;
    }

private:
    [[gnu::noinline]] void search() {
        for (const free_position* foot = next_foot(nullptr); foot; foot = next_foot(foot)) {
            if (best_.found() && foot->distance > best_.distance + tolerance_) break;
            if (is_better(*foot) && is_free(*foot)) best_ = *foot;
        }
        if (!(best_.distance <= deepest_)) try_crossings();
    }
    /// Returns true if p is nearer than the best, or equally near and preferred. A facet's normal is exact, so a facet
    /// is preferred to an arc.
    [[nodiscard]] bool is_better(const free_position& p) const noexcept {
        if (!best_.found() || p.distance < best_.distance - tolerance_) return true;
        if (p.distance > best_.distance + tolerance_) return false;
        if (p.is_arc != best_.is_arc) return best_.is_arc;
        const double one = 0 - dot(p.normal, preferred_), best = 0 - dot(best_.normal, preferred_);
        if (one != best) return one > best;
        const vec2<double> n = vec2<double>{} - p.normal, m = vec2<double>{} - best_.normal;
        return n.x != m.x ? n.x > m.x : n.y > m.y;
    }

    /// Returns the foot that follows another one in the order of distances, or null. Feet that are still inside of the
    /// deepest sum are skipped. Usually the first foot is the answer, so the feet are not sorted.
    [[nodiscard]] const free_position* next_foot(const free_position* last) const noexcept {
        const free_position* next = nullptr;
        for (const free_position& foot : feet_) {
            const bool is_left =
                !last || foot.distance > last->distance || (foot.distance == last->distance && &foot > last);
            if (is_left && foot.distance >= deepest_ - 2 * tolerance_ && (!next || foot.distance < next->distance))
                next = &foot;
        }
        return next;
    }
    void add_feet(std::uint32_t i) {
        const minkowski_sum& s = list_.sums[i];
        const auto edges = list_.edges_of(s);
        if (s.radius == 0 && edges.size() < 3) return;
        const std::size_t first = feet_.size();
        for (std::size_t k = 0; k < edges.size(); ++k) {
            const sum_edge& e = edges[k];
            const vec2<double> d = e.direction(), start = e.start();
            if (e.extent > 0) {
                const vec2<double> n = e.normal;
                const double height = dot(n, start) + s.radius, along = 0 - dot(d, start);
                // By rounding, an origin that is barely inside may seem to be outside of its nearest facet.
                if (height >= 0 - tolerance_ && is_within(along, e.extent, d) && is_in_front(s.front, n)) {
                    const double distance = larger(height, 0.0);
                    feet_.push_back({n * distance, distance, n, i, i, &e, false, false});
                }
            }
            const double reach = s.radius + tolerance_;  // max(|x|, |y|) is a lower bound for the length
            if (s.radius > 0 && largest_of(start) < reach && length_of(start) < reach) add_foot_on_arc(i, k);
            if (s.front != vec2<double>{}) add_end_of_front(i, k);
        }
        // The minimum translation out of this sum alone is a lower bound. A one-sided solid gives none, because the
        // moving shape may leave through its back by a shorter translation.
        if (first == feet_.size() || s.front != vec2<double>{} || !is_inside(i, {})) return;
        double min_distance = feet_[first].distance;
        for (std::size_t k = first; k < feet_.size(); ++k) min_distance = smaller(min_distance, feet_[k].distance);
        deepest_ = larger(deepest_, min_distance);
    }
    /// Returns true if a position along an edge of direction d is between its ends, within rounding.
    [[nodiscard]] bool is_within(double along, double extent, vec2<double> d) const noexcept {
        const double beyond = larger(0 - along, along - extent);
        return beyond <= 0 || (beyond <= tolerance_ * (magnitude(d.x) + magnitude(d.y)) &&
                               beyond <= tolerance_ * length_of(d));  // the first bound needs no root
    }
    void add_foot_on_arc(std::uint32_t i, std::size_t k) {
        const minkowski_sum& s = list_.sums[i];
        const auto edges = list_.edges_of(s);
        const vec2<double> c = edges[k].start(), last = edges[previous_index(k, edges.size())].direction(),
                           next = edges[k].direction();
        const vec2<double> n = c != vec2<double>{} ? unit(vec2<double>{} - c) : unit(vec2<double>{} - preferred_);
        // Only normals between those of the two edges at the vertex belong to the arc.
        if (edges.size() > 1 && (dot(last, n) < 0 || dot(next, n) > 0)) return;
        if (!is_in_front(s.front, n)) return;
        add_foot(i, edges[k], c + n * s.radius, n, true, false);
    }
    [[gnu::noinline]] void add_foot(std::uint32_t i, const sum_edge& e, vec2<double> move, vec2<double> normal,
                                    bool is_arc, bool is_crossing) {
        feet_.push_back({move, length_of(move), normal, i, i, &e, is_arc, is_crossing});
    }
    [[nodiscard, gnu::noinline]] static vec2<double> unit(vec2<double> v) noexcept { return unit_or(v, {0, 1}); }
    /// Adds the end of the front of a one-sided solid's sum if it is at a vertex: beside the end of a chain, the
    /// nearest position in front may be there. It counts as a crossing, of the front and the back.
    [[gnu::cold, gnu::noinline]] void add_end_of_front(std::uint32_t i, std::size_t k) {
        const minkowski_sum& s = list_.sums[i];
        const auto edges = list_.edges_of(s);
        const std::size_t before = previous_index(k, edges.size());
        const bool begins = is_in_front(s.front, edges[k].normal);
        if (begins == is_in_front(s.front, edges[before].normal)) return;
        const vec2<double> p = edges[k].start() + unit(perp(s.front)) * (begins ? -s.radius : s.radius);
        add_foot(i, edges[begins || s.radius > 0 ? k : before], p, unit(p), s.radius > 0, true);
    }

    /// Returns true if a point is inside of a sum by more than rounding. Usually one edge decides, because the whole
    /// sum is behind its line.
    [[nodiscard]] bool is_inside(std::uint32_t i, vec2<double> p) const noexcept {
        return is_deep_inside(i, p, tolerance_);
    }
    /// The same for a depth that is greater than `least`.
    [[nodiscard, gnu::noinline]] bool is_deep_inside(std::uint32_t i, vec2<double> p, double least) const noexcept {
        if (!boxes_[i].meets({p, p})) return false;
        const minkowski_sum& s = list_.sums[i];
        const auto edges = list_.edges_of(s);
        if (s.radius == 0 && edges.size() < 3) return false;
        double min_depth = std::numeric_limits<double>::infinity();
        for (const sum_edge& e : edges) {
            const bool has_no_normal = s.radius > 0 && !(e.extent > 0);  // so p counts as outside of the core
            min_depth = smaller(min_depth, has_no_normal ? 0.0 : dot(e.normal, e.start() - p));
            if (s.radius > 0 ? min_depth + s.radius < 0 : !(min_depth > least)) return false;
        }
        if (s.radius == 0) return true;
        const bool is_in_core = edges.size() > 2 && min_depth > 0;
        return s.radius + (is_in_core ? min_depth : 0 - nearest_on(edges, p).distance) > least;
    }
    /// Returns true if a point outside of a one-sided solid's sum is at its back: no other facet has the point on its
    /// outer side.
    [[nodiscard, gnu::cold, gnu::noinline]] bool is_behind(const minkowski_sum& s, vec2<double> p) const noexcept {
        const auto edges = list_.edges_of(s);
        const auto faces_back = [&s](vec2<double> n) { return dot(s.front, n) < -0x1p-20 * largest_of(s.front); };
        if (s.radius > 0) return faces_back(nearest_on(edges, p).normal);
        return detail::all_of(edges, [&](const sum_edge& e) {
            return faces_back(e.normal) || dot(e.normal, p - e.start()) < 0 - tolerance_;
        });
    }
    /// Returns true if a condition holds for one of the sums. The sum for which it held last is tried first, because
    /// what lies close together is usually in the same sum.
    template <class Condition>
    [[nodiscard]] bool is_any_sum(const Condition& holds) {
        for (std::uint32_t k = 0; k <= list_.sums.size(); ++k) {
            const std::uint32_t i = k == 0 ? latest_ : k - 1;
            if (holds(i)) return latest_ = i, true;
        }
        return false;
    }
    [[nodiscard]] bool is_free(const free_position& p) {
        const auto covers = [&](std::uint32_t i) { return i != p.sum && i != p.other_sum && is_inside(i, p.move); };
        if (is_any_sum(covers)) return false;
        for (const minkowski_sum* s : one_sided_)
            if (is_behind(*s, p.move)) return false;
        if (thin_) {
            position_on_path where;
            where.offset = p.move, where.fraction = 1;
            if (is_thin_piece_inside(blocked_directions_at(list_, where, true))) return false;
        }
        return !accepts_ || (*accepts_)(p.move * (1 / list_.scale));
    }

    /// A piece of a boundary: an edge moved outwards by the radius, or the circle about a vertex.
    struct boundary {
        std::uint32_t sum;
        const sum_edge* edge;
        vec2<double> from, to;   // both are the centre of a circle
        double radius;           // of a circle; 0 for an edge
        vec2<double> low, high;  // the bounding box, of a circle only that of its arc, with a margin for rounding

        [[nodiscard]] bool is_circle() const noexcept { return radius > 0; }
    };
    using boundary_list = small_list<boundary, 32>;
    /// Returns true if every point of a box is farther away than the best, or nearer than the lower bound.
    [[nodiscard]] bool is_out_of_range(vec2<double> low, vec2<double> high) const noexcept {
        const vec2<double> gap = (max)(low, vec2<double>{} - high), far_end = (max)(abs(low), abs(high));
        const double least = deepest_ - 2 * tolerance_;
        return larger(gap.x, gap.y) >= best_.distance || (least > 0 && dot(far_end, far_end) < least * least);
    }
    void try_crossings() {
        boundary_list all;
        for (vec2<double>& p : not_free_) p = {std::numeric_limits<double>::infinity(), 0};
        for (std::uint32_t i = 0; i < list_.sums.size(); ++i) {
            const minkowski_sum& s = list_.sums[i];
            const auto edges = list_.edges_of(s);
            if (s.radius == 0 && edges.size() < 3) continue;
            for (std::size_t k = 0; k < edges.size(); ++k) {
                const sum_edge &e = edges[k], &next = edges[next_index(k, edges.size())];
                const vec2<double> out = e.normal * s.radius;
                const bool is_far = magnitude(dot(e.normal, e.start()) + s.radius) >= best_.distance;
                const vec2<double> from = e.start() + out, to = next.start() + out;
                if (length_squared(e.direction()) > 0 && !is_far)
                    keep_near(all, {i, &e, from, to, 0, (min)(from, to), (max)(from, to)});
                if (s.radius > 0) keep_arc(all, i, k);
            }
        }
        std::size_t of_others = 0;  // the first boundary of the next sum
        for (std::size_t i = 0; i < all.size(); ++i) {
            while (of_others < all.size() && all[of_others].sum == all[i].sum) ++of_others;
            const boundary a = all[i];
            for (std::size_t k = of_others; k < all.size(); ++k) {
                const boundary& b = all[k];
                const bool is_apart =
                    (a.low.x > b.high.x) | (b.low.x > a.high.x) | (a.low.y > b.high.y) | (b.low.y > a.high.y);
                if (!is_apart && !is_out_of_range((max)(a.low, b.low), (min)(a.high, b.high))) cross_boundaries(a, b);
            }
        }
    }
    /// Keeps the circle about the first vertex of an edge, with the box around the arc between the normals of the two
    /// edges there. The arc contains the directions of the axes that are between the normals.
    [[gnu::cold, gnu::noinline]] void keep_arc(boundary_list& all, std::uint32_t i, std::size_t k) {
        const minkowski_sum& s = list_.sums[i];
        const auto edges = list_.edges_of(s);
        const vec2<double> c = edges[k].start(), one = edges[previous_index(k, edges.size())].normal,
                           other = edges[k].normal;
        if (magnitude(length_of(c) - s.radius) >= best_.distance) return;
        vec2<double> low = (min)(one, other), high = (max)(one, other);
        if (one.y <= 0 && other.y >= 0) high.x = 1;
        if (one.y >= 0 && other.y <= 0) low.x = -1;
        if (one.x >= 0 && other.x <= 0) high.y = 1;
        if (one.x <= 0 && other.x >= 0) low.y = -1;
        if (edges.size() < 3) low = {-1, -1}, high = {1, 1};
        keep_near(all, {i, &edges[k], c, c, s.radius, c + low * s.radius, c + high * s.radius});
    }
    [[gnu::noinline]] void keep_near(boundary_list& all, const boundary& exact) {
        const double around = 0x1p-20 * list_.max_abs_coordinate;
        const vec2<double> margin{around, around};
        boundary b = exact;
        b.low -= margin, b.high += margin;
        if (!is_out_of_range(b.low, b.high) && !is_covered(b)) all.push_back(b);
    }
    /// Returns true if another sum contains the whole boundary, so that no point of it is free. Sums are convex.
    [[nodiscard, gnu::cold, gnu::noinline]] bool is_covered(const boundary& b) {
        const vec2<double> corners[] = {b.low, {b.high.x, b.low.y}, b.high, {b.low.x, b.high.y}},
                           ends[] = {b.from, b.to};
        const list_view<const vec2<double>> points =
            b.is_circle() ? list_view<const vec2<double>>{corners, 4} : list_view<const vec2<double>>{ends, 2};
        return is_any_sum([&](std::uint32_t i) {
            if (i == b.sum) return false;
            // A crossing may lie beyond the end of an edge by the tolerance.
            return detail::all_of(points, [&](vec2<double> p) { return is_deep_inside(i, p, 4 * tolerance_); });
        });
    }
    [[gnu::cold, gnu::noinline]] void try_crossing(const boundary& a, const boundary& b, vec2<double> p) {
        const vec2<double> low = (max)(a.low, b.low), high = (min)(a.high, b.high);
        if (p.x < low.x || p.y < low.y || p.x > high.x || p.y > high.y) return;  // on a circle, but not on its arc
        const double distance = length_of(p);
        if (!(distance < best_.distance - (best_.found() ? tolerance_ : 0)) || is_known(p)) return;
        const free_position position{p, distance, unit(p), a.sum, b.sum, a.edge, a.is_circle(), true};
        if (is_inside(a.sum, p) || is_inside(b.sum, p) || !is_free(position))
            return void(not_free_[++tried_ % std::size(not_free_)] = p);
        best_ = position;
    }
    /// Returns true if a crossing was tried lately, and is not free. Many pairs of boundaries cross where tiles meet.
    [[nodiscard]] bool is_known(vec2<double> p) const noexcept {
        for (const vec2<double> q : not_free_)
            if (q == p) return true;
        return false;
    }
    [[gnu::cold, gnu::noinline]] void cross_boundaries(const boundary& a, const boundary& b) {
        if (a.is_circle() && b.is_circle()) return cross_circles(a, b);
        if (a.is_circle()) return cross_line_with_circle(b, a);
        if (b.is_circle()) return cross_line_with_circle(a, b);
        const vec2<double> d = a.to - a.from, e = b.to - b.from, between = b.from - a.from;
        const double turn = cross(d, e);
        if (turn == 0) return;
        const double t = cross(between, e) / turn, u = cross(between, d) / turn;
        // Two pieces whose ends coincide within rounding count as crossing.
        const double end_t = tolerance_ / length_of(d), end_u = tolerance_ / length_of(e);
        if (t >= 0 - end_t && t <= 1 + end_t && u >= 0 - end_u && u <= 1 + end_u) try_crossing(a, b, a.from + d * t);
    }
    [[gnu::cold, gnu::noinline]] void cross_line_with_circle(const boundary& line, const boundary& circle) {
        const vec2<double> d = line.to - line.from, from = circle.from - line.from;
        const double length = length_of(d);
        if (!(length > 0)) return;
        const double along = dot(d, from) / length, across = cross(d, from) / length;
        const double half_squared = (circle.radius + tolerance_ - across) * (circle.radius + tolerance_ + across);
        if (half_squared < 0) return;
        const double half = square_root(half_squared);
        for (const double position : {along - half, along + half})
            if (position >= 0 - tolerance_ && position <= length + tolerance_)
                try_crossing(line, circle, line.from + d * (position / length));
    }
    [[gnu::cold, gnu::noinline]] void cross_circles(const boundary& a, const boundary& b) {
        const vec2<double> d = b.from - a.from;
        const double length = length_of(d);
        if (!(length > 0)) return;
        const double along = (length + (a.radius - b.radius) * (a.radius + b.radius) / length) / 2;
        const double half_squared = (a.radius - along) * (a.radius + along);
        if (half_squared < 0) return;
        const double half = square_root(half_squared);
        const vec2<double> unit = d * (1 / length), middle = a.from + unit * along;
        try_crossing(a, b, middle + perp(unit) * half);
        try_crossing(a, b, middle - perp(unit) * half);
    }

    const sum_list& list_;
    vec2<double> not_free_[8];  // the latest crossings that are not free
    std::size_t tried_ = 0;
    std::uint32_t latest_ = 0;  // see is_any_sum
    bool thin_;
    const translation_test* accepts_;
    vec2<double> preferred_;
    double tolerance_;
    double deepest_;                 // a lower bound: the longest minimum translation out of one sum alone
    small_list<sum_box, 16> boxes_;  // of the sums
    small_list<free_position, 16> feet_;
    small_list<const minkowski_sum*, 8> one_sided_;  // of solids that are penetrated at the start
    free_position best_;
};

/// The shortest translation of a after which a penetrates no piece of b, and the sums of all pairs of pieces within the
/// length of the translation. Pairs of pieces that are farther apart cannot meet.
struct set_translation {
    sum_list list;
    free_position position;
};
/// Finds this translation. `depth` is a lower bound for its length, such as the depth of one pair of pieces. Usually
/// this is the length, and the pieces near the solids are searched only once. `accepts` is a further condition, or
/// null.
template <exact_real T>
void find_minimum_translation(set_translation& out, const solid_view<T>& a, const solid_view<T>& b, bool thin,
                              vec2<double> preferred, T depth, const translation_test* accepts = nullptr) {
    const auto slightly_above = [](T length) { return length * (T(1) + T(8) * std::numeric_limits<T>::epsilon()); };
    sum_maker<T> maker{out.list, a, b, {}};
    double min_distance = 0;
    T search_radius = slightly_above(depth);
    if (!is_finite(search_radius)) search_radius = 0;
    while (is_finite(search_radius) && maker.add_near(search_radius)) {
        out.position = translation_finder{out.list, thin, preferred * out.list.scale, min_distance, accepts}.find();
        const double needed = out.position.distance / out.list.scale;
        if (!out.position.found() || needed <= static_cast<double>(search_radius)) return;
        search_radius = slightly_above(static_cast<T>(needed));
        // With one-sided solids, more sums may make a shorter translation possible, so the lower bound is not reused.
        const bool is_one_sided =
            detail::any_of(out.list.sums, [](const minkowski_sum& s) { return s.front != vec2<double>{}; });
        min_distance = is_one_sided ? 0 : out.position.distance;
    }
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
