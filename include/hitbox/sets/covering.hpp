#pragma once
/// The test whether pieces that touch or overlap cover a shape together.

#include <hitbox/narrow/contains.hpp>
#include <hitbox/narrow/intersects.hpp>
#include <hitbox/narrow/translations.hpp>
#include <hitbox/sets/function_ref.hpp>
#include <hitbox/sets/internal_edges.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A position on a segment: the crossing of the segment with the line of an edge, or one end of the segment.
struct segment_position {
    const sum_edge* edge = nullptr;
    int end = 0;  // 0 or 1: the end, if `edge` is null
};
/// The part of a segment between two positions.
struct segment_stretch {
    segment_position from{nullptr, 0}, to{nullptr, 1};
    bool empty = false;
};

/// One side of a segment: the points directly beside it. Each convex piece covers an interval of this side. Exact signs
/// compare the ends of the intervals.
class segment_side {
public:
    /// A condition for gaps that may be left, from one point to another.
    using gap_test = function_ref<bool(vec2<double>, vec2<double>)>;

    /// `side`: 1 for the left side, -1 for the right side, 0 for the segment itself.
    segment_side(moving_origin segment, int side) noexcept : segment_{segment}, side_{side} {}

    /// Returns the interval that a convex piece covers. @pre `edges` are counter-clockwise, with `mover` at the start
    /// of the segment
    [[nodiscard]] segment_stretch stretch_in(list_view<const sum_edge> edges) const noexcept {
        segment_stretch found;
        for (const sum_edge& e : edges) {
            const int closing = sign_of_number(closing_of(e, segment_));
            const double gap = closing == 0 ? gap_of(e) : 0;
            const segment_position position{&e};
            found.empty = found.empty || (closing == 0 && (gap > 0 || (gap == 0 && !has_side_inside(e))));
            if (closing > 0 && order(position, found.from) > 0) found.from = position;
            if (closing < 0 && order(position, found.to) < 0) found.to = position;
        }
        found.empty = found.empty || order(found.from, found.to) >= 0;
        return found;
    }
    /// Compares two positions: negative if p comes first, 0 if they are equal.
    [[nodiscard]] int order(const segment_position& p, const segment_position& q) const noexcept {
        if (!p.edge) return q.edge ? -order(q, p) : p.end - q.end;
        const int closing = sign_of_number(closing_of(*p.edge, segment_));
        if (!q.edge) return closing * (q.end == 0 ? sign_of_number(gap_of(*p.edge)) : side_at_end(*p.edge, segment_));
        if (p.edge == q.edge) return 0;
        return closing * sign_of_number(closing_of(*q.edge, segment_)) *
               exact::compare_crossings(*p.edge, *q.edge, segment_);
    }
    /// Returns the coordinates of a position, accurate to a rounding.
    [[nodiscard]] vec2<double> at(const segment_position& p) const noexcept {
        if (!p.edge) return p.end == 0 ? segment_.from : segment_.to;
        const sum_edge& e = *p.edge;
        const double gap = exact::cross_accurate(e.from, e.to, e.mover, e.solid),
                     closing = exact::cross_accurate(e.from, e.to, segment_.from, segment_.to);
        const double fraction = closing < 0 ? bounded_quotient(0 - gap, 0 - closing) : bounded_quotient(gap, closing);
        return segment_.from + segment_.translation() * fraction;
    }

    /// Returns true if `stretches` cover `wanted`. A gap may remain if `may_be_left` is not null and holds for it.
    [[nodiscard]] bool is_covered(list_view<const segment_stretch> stretches, const segment_stretch& wanted,
                                  const gap_test* may_be_left) const {
        segment_position at = wanted.from;
        while (order(at, wanted.to) < 0) {
            segment_position farthest = at, next = wanted.to;
            for (const segment_stretch& s : stretches) {
                const bool starts = order(s.from, at) <= 0;
                if (starts && order(s.to, farthest) > 0) farthest = s.to;
                if (!starts && order(s.from, next) < 0) next = s.from;
            }
            if (order(farthest, at) > 0) {
                at = farthest;
            } else {
                if (!may_be_left || !(*may_be_left)(this->at(at), this->at(next))) return false;
                at = next;
            }
        }
        return true;
    }

private:
    /// Returns true if the piece with this edge lies on the side that is tested. @pre the edge is on the segment's line
    [[nodiscard]] bool has_side_inside(const sum_edge& e) const noexcept {
        const vec2<double> d = e.direction(), path = segment_.translation();
        const int along =
            path.x != 0 ? sign_of_number(d.x) * sign_of_number(path.x) : sign_of_number(d.y) * sign_of_number(path.y);
        return side_ == 0 || along == side_;
    }

    moving_origin segment_;
    int side_;
};

/// The test whether the union of pieces covers a shape. It uses the vertices of the shape, and the pieces near the
/// shape without their radii.
///
/// The union covers the interior of the shape if it contains one interior point and if the boundary of the union does
/// not enter the shape. The boundary of the union consists of the stretches of edges that no other piece covers from
/// outside. For each edge, the intervals that the other pieces cover on its outer side are therefore merged. The test
/// is exact, and takes O(n^2) for n edges near the shape; most pairs of these need only a comparison of boxes.
class covering {
public:
    template <exact_real T>
    covering(const solid_view<T>& set, const set_piece<T>& b) : point_{hull_of<vec2<T>>{{}}.hull} {
        const aabb<T> box = bounds(b);
        if constexpr (!std::same_as<T, float>) {
            const aabb<T> around = set.bounds();
            const vec2<T> max_abs = (max)((max)(abs(box.min), abs(box.max)), (max)(abs(around.min), abs(around.max)));
            list_.scale = scale_of_set(larger(max_abs.x, max_abs.y));
        }
        add(b.hull());
        set.for_each_piece_near(box, [&](const set_piece<T>& p, std::size_t) { return add(p.hull()), true; });
        find_boxes(list_, boxes_);
    }

    [[nodiscard]] double scale() const noexcept { return list_.scale; }
    /// Returns the edges of the shape.
    [[nodiscard]] list_view<const sum_edge> outline() const noexcept { return list_.edges_of(list_.sums[0]); }

    /// Returns true if the pieces cover the inner side of the shape's first edge. If `vertex_is_interior`, as for a
    /// shape with a radius, only the first vertex is tested.
    [[nodiscard]] bool starts_inside(bool vertex_is_interior) {
        const auto edges = outline();
        if (!vertex_is_interior) return is_side_covered({edges[0].from, edges[0].to}, 1, false, nullptr);
        for (std::size_t i = 1; i < list_.sums.size(); ++i) {
            const auto piece = edges_at(edges[0].solid, list_.sums[i]);
            bool inside = piece.size() > 2;
            for (const sum_edge& e : piece) inside = inside && gap_of(e) <= 0;
            if (inside) return true;
        }
        return false;
    }
    /// Returns true if the boundary of the union does not enter the shape. is_out(from, to) returns true if a segment
    /// is outside of the shape. If `is_polygon`, the shape has no radius, and exact signs limit each edge to the part
    /// inside of the shape.
    [[nodiscard]] bool has_no_border_inside(bool is_polygon, segment_side::gap_test is_out) {
        for (std::size_t i = 1; i < list_.sums.size(); ++i) {
            const minkowski_sum s = list_.sums[i];
            if (s.size() < 3) continue;
            for (std::uint32_t k = s.first; k < s.last; ++k) {
                const vec2<double> from = list_.edges[k].from, to = list_.edges[k].to;
                if (is_out(from, to)) continue;
                if (!is_side_covered({from, to}, -1, is_polygon, &is_out)) return false;
            }
        }
        return true;
    }
    /// Returns true if the pieces cover the shape, which is a segment. Pieces without an interior count, too.
    [[nodiscard]] bool has_segment() {
        for (std::size_t i = 1; i < list_.sums.size(); ++i) {
            minkowski_sum& s = list_.sums[i];
            if (s.size() != 2) continue;
            // Two more edges, across both ends, make the segment a polygon of width 0 for `stretch_in`.
            const sum_edge both[] = {list_.edges[s.first], list_.edges[s.first + 1]};
            s.first = static_cast<std::uint32_t>(list_.edges.size());
            for (const sum_edge& e : both) {
                sum_edge cap = e;
                cap.from = perp(e.from), cap.to = perp(e.to), cap.solid = e.to;
                list_.edges.push_back(e), list_.edges.push_back(cap);
            }
            s.last = static_cast<std::uint32_t>(list_.edges.size());
        }
        const sum_edge first = outline()[0];
        return is_side_covered({first.from, first.to}, 0, false, nullptr);
    }

private:
    template <exact_real T>
    void add(const rounded_hull<T>& piece) {
        add_sum(list_, point_, piece, 0, list_.sums.size());
    }
    /// Returns the edges of a piece, with the mover at a point.
    [[nodiscard, gnu::noinline]] list_view<const sum_edge> edges_at(vec2<double> p,
                                                                    const minkowski_sum& piece) noexcept {
        for (std::uint32_t i = piece.first; i < piece.last; ++i) list_.edges[i].mover = p;
        return list_.edges_of(piece);
    }
    /// Returns true if the pieces cover one side of a segment, except for gaps that `may_be_left` permits. If
    /// `is_limited`, only the part of the segment inside of the shape is tested.
    [[nodiscard]] bool is_side_covered(moving_origin segment, int side, bool is_limited,
                                       const segment_side::gap_test* may_be_left) {
        const segment_side walk{segment, side};
        const segment_stretch wanted =
            is_limited ? walk.stretch_in(edges_at(segment.from, list_.sums[0])) : segment_stretch{};
        if (wanted.empty) return true;
        stretches_.clear();
        const sum_box box{(min)(segment.from, segment.to), (max)(segment.from, segment.to)};
        for (std::size_t i = 1; i < list_.sums.size(); ++i) {
            const minkowski_sum& piece = list_.sums[i];
            if (piece.size() < 3 || !boxes_[i].meets(box)) continue;
            const segment_stretch s = walk.stretch_in(edges_at(segment.from, piece));
            if (!s.empty) stretches_.push_back(s);
        }
        return walk.is_covered(stretches_.view(), wanted, may_be_left);
    }

    sum_list list_;
    small_list<sum_box, 16> boxes_;  // of the sums
    mover_chain point_;
    small_list<segment_stretch, 16> stretches_;
};

/// Returns true if the pieces of a set, without their radii, cover a shape together. Exact for a shape without a
/// radius. For a shape with a radius, the crossings of the pieces' edges are rounded first. If it is known that the
/// border of the set does not enter the shape, all of its interior is inside of the set or, as in a notch, outside.
template <exact_real T>
[[nodiscard]] bool is_covered_by(const solid_view<T>& set, const set_piece<T>& b, bool is_border_outside) {
    covering all{set, b};
    const bool round = radius(b) > T(0);
    const std::size_t count = all.outline().size();
    if (!round && count < 3) return count == 2 && all.has_segment();
    const auto is_out_of_shape = [&](vec2<double> from, vec2<double> to) {
        const vec2<double> p = from * (1 / all.scale()), q = to * (1 / all.scale());
        return round && !penetrates(segment<T>{vec_cast<T>(p), vec_cast<T>(q)}, b);
    };
    return all.starts_inside(round) && (is_border_outside || all.has_no_border_inside(!round, is_out_of_shape));
}

/// Returns true if the set contains the shape. @pre both are valid
template <exact_real T>
[[nodiscard]] bool does_set_contain(const solid_view<T>& a, const set_piece<T>& b) {
    const rounded_hull<T>& hull = b.hull();
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const vec2<T> corner = hull[i];
        bool found = false;
        as_piece(corner, [&](const set_piece<T>& p) {
            if (!a.may_meet(p)) return;
            a.for_each_piece_near(within_range(bounds(p)), [&](const set_piece<T>& q, std::size_t k) {
                if (a.is_one_sided() && a.ignores(q, k, corner)) return true;
                return !(found = relation_between(p, q) != relation::apart);
            });
        });
        if (!found) return false;
    }
    bool found = false;
    a.for_each_piece_near(bounds(b), [&](const set_piece<T>& p, std::size_t) { return !(found = contains(p, b)); });
    if (found) return true;
    const bool thin = hull.size() < 3 && !(hull.radius > T(0));
    bool crossed = false;
    const bool is_border_known =
        !thin && a.for_each_border_edge([&](const segment<T>& edge) { return !(crossed = penetrates(edge, b)); });
    return !crossed && is_covered_by(a, b, is_border_known);
}

/// Returns true if every piece of the set `inner` is in `outer`. @pre both are valid
template <exact_real T>
[[nodiscard]] bool are_pieces_in(const solid_view<T>& outer, const solid_view<T>& inner) {
    bool every = true;
    const aabb<T> around = outer.bounds(), box = inner.bounds();
    const auto test_pieces_near = [&](const aabb<T>& searched) {
        inner.for_each_piece_near(searched, [&](const set_piece<T>& q, std::size_t) {
            if (outer.is_set()) return every = does_set_contain(outer, q);
            outer.for_each_piece_near(around,
                                      [&](const set_piece<T>& p, std::size_t) { return every = contains(p, q); });
            return every;
        });
    };
    // A piece near `outer` decides most cases. The box of the solids of a world may be too large, so it decides none.
    test_pieces_near(around);
    if (every && !contains_pair(around, box)) test_pieces_near(box);
    return every;
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns true if every point of a convex shape is in the set, boundaries included; several pieces may cover it
/// together. The answer is exact for shapes and pieces without a radius. For a shape with a radius it is exact in a
/// compound that was made of a polygon, and otherwise up to a rounding of the crossings of edges. A piece with a radius
/// counts with its radius only if it contains the whole shape; together with other pieces, only its core counts. A
/// shape that is covered by several discs together is therefore not reported. Returns false if the set or the shape is
/// invalid.
/// @pre valid(a) and valid(b)
template <solid_set A, has_vertices B>
    requires detail::solids<A, B>
[[nodiscard]] bool contains(const A& a, const B& b) {
    using T = scalar_t<B>;
    detail::check_arguments("contains", a, b);
    if (!detail::expect_valid(a, b)) return false;
    return detail::as_piece(b, [&](const detail::set_piece<T>& piece) {
        return detail::does_set_contain(detail::solid_view{detail::solid_of(a)}, piece);
    });
}

/// Returns true if every piece of set b is in a, a convex shape or another set, by the same rules. Returns false if a
/// or b is invalid.
/// @pre valid(a) and valid(b)
template <solid A, solid_set B>
    requires detail::solids<A, B>
[[nodiscard]] bool contains(const A& a, const B& b) {
    detail::check_arguments("contains", a, b);
    if (!detail::expect_valid(a, b)) return false;
    return detail::are_pieces_in(detail::solid_view{detail::solid_of(a)}, detail::solid_view{detail::solid_of(b)});
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
