#pragma once
/// The test whether pieces that touch or overlap cover a shape together.

#include <hitbox/narrow/contains.hpp>
#include <hitbox/narrow/intersects.hpp>
#include <hitbox/narrow/translations.hpp>
#include <hitbox/sets/internal_edges.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A position on a segment: its crossing with the line of an edge, or one of its ends.
struct segment_position {
    const sum_edge* edge = nullptr;
    int end = 0;  // 0 or 1, if there is no edge
};
struct segment_stretch {
    segment_position from{nullptr, 0}, to{nullptr, 1};
    bool empty = false;
};

/// A segment seen from one of its sides. Each piece covers an interval of that side; exact signs compare the ends of
/// the intervals.
class segment_side {
public:
    /// `side`: 1 the left, -1 the right, 0 the segment itself.
    segment_side(moving_origin segment, int side) noexcept : segment_{segment}, side_{side} {}

    /// Of edges that have been moved to the segment, counter-clockwise.
    [[nodiscard]] segment_stretch stretch_in(std::span<const sum_edge> edges) const noexcept {
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
    /// To a rounding.
    [[nodiscard]] vec2<double> at(const segment_position& p) const noexcept {
        if (!p.edge) return p.end == 0 ? segment_.from : segment_.to;
        const sum_edge& e = *p.edge;
        const double gap = exact::cross_accurate(e.from, e.to, e.mover, e.solid),
                     closing = exact::cross_accurate(e.from, e.to, segment_.from, segment_.to);
        const double fraction = closing < 0 ? bounded_quotient(0 - gap, 0 - closing) : bounded_quotient(gap, closing);
        return segment_.from + segment_.translation() * fraction;
    }

    /// Do the stretches cover the wanted one, but for gaps that may be left? Calls may_be_left(from, to) of each gap.
    template <class Left>
    [[nodiscard]] bool is_covered(std::span<const segment_stretch> stretches, const segment_stretch& wanted,
                                  const Left& may_be_left) const {
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
                if (!may_be_left(at, next)) return false;
                at = next;
            }
        }
        return true;
    }

private:
    /// Of an edge on the segment's line: is its inside on the side that counts?
    [[nodiscard]] bool has_side_inside(const sum_edge& e) const noexcept {
        const vec2<double> d = e.direction(), path = segment_.translation();
        const int along =
            path.x != 0 ? sign_of_number(d.x) * sign_of_number(path.x) : sign_of_number(d.y) * sign_of_number(path.y);
        return side_ == 0 || along == side_;
    }

    moving_origin segment_;
    int side_;
};

/// The pieces of a set near a shape, without their radii, and the shape's corners.
///
/// The inside of a shape is covered if the border of the union does not go into it, and something of it is in the
/// union. That border is made of stretches of edges on whose outer side no other piece is: so each edge is walked
/// along, and the stretches of the other pieces beside it are put together. Exact; O(n^2) for n edges near.
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
    }

    [[nodiscard]] double scale() const noexcept { return list_.scale; }
    [[nodiscard]] std::span<const sum_edge> outline() const noexcept { return list_.edges_of(list_.sums[0]); }

    /// Is some of what is just inside of the shape's first edge, or its first corner, if that is inside, in the pieces?
    [[nodiscard]] bool starts_inside(bool corner_is_inside) {
        const auto edges = outline();
        if (!corner_is_inside) return is_side_covered({edges[0].from, edges[0].to}, 1, {}, never);
        move_to(edges[0].solid);
        for (std::size_t i = 1; i < list_.sums.size(); ++i) {
            const auto piece = list_.edges_of(list_.sums[i]);
            bool inside = piece.size() > 2;
            for (const sum_edge& e : piece) inside = inside && gap_of(e) <= 0;
            if (inside) return true;
        }
        return false;
    }
    /// Does the border of the union stay out of the shape? is_out(from, to): is a segment out of it? If the shape's
    /// corners are all there is of it, `has_corners_only` leaves that to exact signs.
    template <class Out>
    [[nodiscard]] bool has_no_border_inside(bool has_corners_only, const Out& is_out) {
        const auto may_be_left = [&](const segment_side& walk, const segment_position& from,
                                     const segment_position& to) { return is_out(walk.at(from), walk.at(to)); };
        for (std::size_t i = 1; i < list_.sums.size(); ++i) {
            const minkowski_sum s = list_.sums[i];
            if (s.size() < 3) continue;
            for (std::uint32_t k = s.first; k < s.last; ++k) {
                const vec2<double> from = list_.edges[k].from, to = list_.edges[k].to;
                if (is_out(from, to)) continue;
                if (!is_side_covered({from, to}, -1, has_corners_only ? outline() : std::span<const sum_edge>{},
                                     may_be_left))
                    return false;
            }
        }
        return true;
    }
    /// Is all of a segment in the pieces? Flat ones count, too.
    [[nodiscard]] bool has_segment() {
        for (std::size_t i = 1; i < list_.sums.size(); ++i) {
            minkowski_sum& s = list_.sums[i];
            if (s.size() != 2) continue;
            // Lines across both ends: what is between them is in the piece.
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
        return is_side_covered({first.from, first.to}, 0, {}, never);
    }

private:
    static bool never(const segment_side&, const segment_position&, const segment_position&) noexcept { return false; }

    template <exact_real T>
    void add(const rounded_hull<T>& piece) {
        add_sum(list_, point_, piece, 0, list_.sums.size());
    }
    void move_to(vec2<double> p) noexcept {
        for (sum_edge& e : list_.edges) e.mover = p;
    }
    /// Of those within the convex outline `within`, unless that is empty.
    template <class Left>
    [[nodiscard]] bool is_side_covered(moving_origin segment, int side, std::span<const sum_edge> within,
                                       const Left& may_be_left) {
        move_to(segment.from);
        const segment_side walk{segment, side};
        const segment_stretch wanted = within.empty() ? segment_stretch{} : walk.stretch_in(within);
        if (wanted.empty) return true;
        stretches_.clear();
        for (std::size_t i = 1; i < list_.sums.size(); ++i) {
            const auto edges = list_.edges_of(list_.sums[i]);
            if (edges.size() < 3) continue;
            const segment_stretch s = walk.stretch_in(edges);
            if (!s.empty) stretches_.push_back(s);
        }
        return walk.is_covered(
            stretches_.view(), wanted,
            [&](const segment_position& from, const segment_position& to) { return may_be_left(walk, from, to); });
    }

    sum_list list_;
    mover_chain point_;
    small_list<segment_stretch, 16> stretches_;
};

/// Do the pieces of a set cover a shape together, radii of pieces not counted? Exact; of a shape with a radius to the
/// rounding of where edges of pieces cross.
template <exact_real T>
[[nodiscard]] bool is_covered_by(const solid_view<T>& set, const set_piece<T>& b) {
    covering all{set, b};
    const bool round = radius(b) > T(0);
    const std::size_t corners = all.outline().size();
    if (!round && corners < 3) return corners == 2 && all.has_segment();
    const auto is_out_of_shape = [&](vec2<double> from, vec2<double> to) {
        const vec2<double> p = from * (1 / all.scale()), q = to * (1 / all.scale());
        return round && !penetrates(segment<T>{vec_cast<T>(p), vec_cast<T>(q)}, b);
    };
    return all.starts_inside(round) && all.has_no_border_inside(!round, is_out_of_shape);
}

/// Of a valid set and a valid shape.
template <exact_real T>
[[nodiscard]] bool does_set_contain(const solid_view<T>& a, const set_piece<T>& b) {
    const rounded_hull<T>& hull = b.hull();
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const vec2<T> corner = hull[i];
        bool found = false;
        as_piece(corner, [&](const set_piece<T>& p) {
            if (!a.may_meet(p)) return;
            a.for_each_piece_near(within_range(bounds(p)), [&](const set_piece<T>& q, std::size_t) {
                if (a.is_one_sided() && is_behind(q, corner)) return true;
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
    if (!thin && a.for_each_border_edge([&](const segment<T>& edge) { return !(crossed = penetrates(edge, b)); }))
        return !crossed;
    return is_covered_by(a, b);
}

/// Of valid solids, of which the second one is a set: is each of its pieces in the first?
template <exact_real T>
[[nodiscard]] bool are_pieces_in(const solid_view<T>& outer, const solid_view<T>& inner) {
    const aabb<T> around = outer.bounds(), box = inner.bounds();
    if (!contains_pair(swept_box(around, around.max - around.min), box)) return false;
    bool every = true;
    inner.for_each_piece_near(box, [&](const set_piece<T>& q, std::size_t) {
        if (outer.is_set()) return every = does_set_contain(outer, q);
        outer.for_each_piece_near(around, [&](const set_piece<T>& p, std::size_t) { return every = contains(p, q); });
        return every;
    });
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
template <solid_set A, has_corners B>
    requires detail::solids<A, B>
[[nodiscard]] bool contains(const A& a, const B& b) {
    using T = scalar_t<B>;
    detail::check_arguments("contains", a, b);
    if (!detail::expect_valid(a, b)) return false;
    return detail::as_piece(b, [&](const detail::set_piece<T>& piece) {
        return detail::does_set_contain(detail::solid_view{detail::solid_of(a)}, piece);
    });
}

/// Returns true if every piece of set b is in a convex shape or in another set, as above. Returns false if a or b is
/// invalid.
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
