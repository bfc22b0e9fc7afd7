#pragma once
/// The query `time_of_impact` of two solids of which at least one is a set.

#include <hitbox/narrow/time_of_impact.hpp>
#include <hitbox/sets/chain.hpp>
#include <hitbox/sets/set_cast.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The pieces of a solid as a compound, and which of them are edges of one-sided chains.
template <exact_real T>
struct pieces_of_solid {
    compound<T> all;
    bool is_chain = false;          // whether every piece is such an edge
    std::vector<bool> are_edges{};  // for each piece; empty if all pieces are the same

    [[nodiscard]] bool is_edge(std::size_t i) const { return are_edges.empty() ? is_chain : are_edges[i]; }
};
/// Returns the pieces of a solid. Compounds and chains share their pieces; for other solids, a compound is made.
template <class S>
[[nodiscard]] auto pieces_of(const S& s) {
    using T = solid_scalar_t<S>;
    std::vector<any_shape<T>> pieces;
    std::vector<bool> are_edges;
    for_each_piece_near(s, within_range(bounds(s)), [&](const auto& piece, std::size_t i) {
        pieces.push_back(to_any_shape(piece));
        if (is_one_sided(s))
            are_edges.push_back(as_piece(piece, [&](const set_piece<T>& p) { return front_of<T>(s, p, i).is_edge; }));
        return true;
    });
    return pieces_of_solid<T>{compound<T>{pieces}, false, std::move(are_edges)};
}
template <exact_real T>
[[nodiscard]] pieces_of_solid<T> pieces_of(const compound<T>& c) {
    return {c};
}
template <exact_real T>
[[nodiscard]] pieces_of_solid<T> pieces_of(const polygon<T>& p) {
    return {compound<T>{p}};
}
template <exact_real T>
[[nodiscard]] pieces_of_solid<T> pieces_of(const chain<T>& c) {
    return {c.edges(), c.is_one_sided()};
}

/// A compound that moves by a sweep.
template <exact_real T>
struct swept_compound {
    const pieces_of_solid<T>& solid;
    const sweep<T>& motion;
    const compound<T>& pieces = solid.all;

    [[nodiscard]] placed<compound<T>> at_fraction(T t) const { return {pieces, interpolate(motion, t)}; }
    /// Returns an upper bound for the distance of any point of the set from the origin of its frame.
    [[nodiscard]] double radius() const {
        const aabb<T> box = bounds(pieces);
        const vec2<double> corner = (max)(abs(widen(box.min)), abs(widen(box.max)));
        return length_of(corner);
    }
    /// Returns the angle of the whole sweep, in radians and without its sign.
    [[nodiscard]] double turning_speed() const { return magnitude(static_cast<double>(swept_angle(motion))); }
    /// Returns the translation of the whole sweep.
    [[nodiscard]] vec2<double> velocity() const {
        return widen(motion.to.translation) - widen(motion.from.translation);
    }
};

/// The earliest impact of all pairs of pieces.
template <exact_real T>
class set_impact {
public:
    set_impact(const swept_compound<T>& a, const swept_compound<T>& b) : a_{a}, b_{b} {}

    /// Returns the earliest impact. The motion is cut into slices of time. If two pieces meet within a slice, their
    /// distance at the middle of the slice is at most the distance that both sets move in half a slice. The trees are
    /// searched with this radius.
    [[nodiscard]] cast_result<T> run() {
        const double ra = a_.radius(), rb = b_.radius();
        const double run = length_of(a_.velocity() - b_.velocity()) + product(a_.turning_speed(), ra) +
                           product(b_.turning_speed(), rb);
        const double size = smaller(size_of(a_.pieces), size_of(b_.pieces));
        const int slices = size > 0 && run < product(64.0, size) ? 1 + static_cast<int>(run / size) : 64;
        const double largest = largest_of(a_.motion) + largest_of(b_.motion) + ra + rb + run;
        const double search_radius = run / slices * 0.5 * (1 + 0x1p-10) + 64 * widened_epsilon() * largest;
        for (int k = 0; k < slices; ++k) {
            if (static_cast<double>(best_.fraction) * slices < k) break;
            test_slice((static_cast<T>(k) + T(0.5)) / static_cast<T>(slices), round_to<T>(search_radius));
        }
        return best_;
    }

private:
    [[nodiscard]] static constexpr double widened_epsilon() noexcept {
        return static_cast<double>(std::numeric_limits<T>::epsilon());
    }
    [[nodiscard]] static double size_of(const compound<T>& c) {
        const aabb<T> box = bounds(c);
        const vec2<double> size = widen(box.max) - widen(box.min);
        return larger(size.x, size.y);
    }
    [[nodiscard]] static double largest_of(const sweep<T>& motion) {
        const vec2<double> max_abs = (max)(abs(widen(motion.from.translation)), abs(widen(motion.to.translation)));
        return larger(max_abs.x, max_abs.y);
    }

    void test_slice(T middle, T search_radius) {
        const auto a = a_.at_fraction(middle), b = b_.at_fraction(middle);
        for_each_piece_near(a, within_range(grown(bounds(b), search_radius)), [&](const auto& p, std::size_t i) {
            for_each_piece_near(b, within_range(grown(bounds(p), search_radius)),
                                [&](const auto&, std::size_t j) { return found_.push_back({i, j}), true; });
            return true;
        });
        const std::size_t known = known_.size();
        for (const piece_pair& pair : found_) {
            const std::size_t at = lower_bound(known_.data(), known, pair);
            if (at < known && known_[at] == pair) continue;
            test_pair(pair.a, pair.b);
            known_.push_back(pair);
        }
        found_.clear();
        sort_list(known_);
    }
    void test_pair(std::size_t i, std::size_t j) {
        const any_shape<T>&p = a_.pieces[i], &q = b_.pieces[j];
        if (b_.solid.is_edge(j) && is_behind_at_start(q, b_.motion, p, a_.motion)) return;
        if (a_.solid.is_edge(i) && is_behind_at_start(p, a_.motion, q, b_.motion)) return;
        const cast_result<T> one = hitbox::time_of_impact(p, a_.motion, q, b_.motion);
        if (one.status != cast_status::separated && one.status != cast_status::failed && comes_first(one, best_))
            best_ = one;
    }
    [[nodiscard]] static bool is_behind_at_start(const any_shape<T>& edge, const sweep<T>& motion,
                                                 const any_shape<T>& other, const sweep<T>& motion_of_other) {
        const auto* s = std::get_if<segment<T>>(&edge.value);
        return s &&
               exact::orient2d(motion.from * s->a, motion.from * s->b, center(at(other, motion_of_other.from))) < 0;
    }
    /// Orders impacts by their fraction. Ties are broken by the point and the line of the normal, which do not change
    /// when a and b are swapped.
    [[nodiscard]] static bool comes_first(const cast_result<T>& x, const cast_result<T>& y) noexcept {
        if (y.status == cast_status::separated || x.fraction != y.fraction)
            return y.status == cast_status::separated || x.fraction < y.fraction;
        if ((x.status == cast_status::step_limit) != (y.status == cast_status::step_limit))
            return y.status == cast_status::step_limit;
        if (x.point != y.point) return before(x.point, y.point);
        const auto line = [](vec2<T> n) { return before(n, vec2<T>{} - n) ? vec2<T>{} - n : n; };
        return before(line(x.normal), line(y.normal));
    }

    swept_compound<T> a_, b_;
    cast_result<T> best_ = separated<T>();
    value_list<piece_pair> found_, known_;  // found_: pairs of this slice; known_: pairs of earlier slices, ascending
};

/// Returns the first impact of two sets that do not penetrate where their sweeps begin.
template <exact_real T>
[[nodiscard]] cast_result<T> impact_of_sets(const swept_compound<T>& a, const swept_compound<T>& b) {
    return set_impact<T>{a, b}.run();
}

/// The pieces of a solid at the start of its sweep.
template <exact_real T>
struct pieces_at_start : placed<compound<T>> {
    const pieces_of_solid<T>& solid;

    pieces_at_start(const pieces_of_solid<T>& s, const sweep<T>& motion)
        : placed<compound<T>>{s.all, motion.from}, solid{s} {}

    [[nodiscard]] bool is_one_sided() const noexcept { return solid.is_chain || !solid.are_edges.empty(); }
    [[nodiscard]] bool is_one_sided_piece(std::size_t i) const { return solid.is_edge(i); }
};
template <exact_real T, class Visit>
bool for_each_border_edge(const pieces_at_start<T>& s, const Visit& visit) {
    return for_each_border_edge(static_cast<const placed<compound<T>>&>(s), visit);
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns when two solids, each moved by its sweep, first touch; at least one of them is a set. This is the earliest
/// `time_of_impact` of a piece of a with a piece of b. The status is `started_overlapping` if they penetrate as wholes
/// at the start: a moved by `normal * depth` no longer overlaps b. Unlike in `shape_cast`, touching in passing is a
/// hit; a shape that slides over a floor of several pieces may therefore stop at a seam. An edge of a one-sided chain
/// counts for the pieces whose `center` is in front of it at the start. Swapping a and b flips the answer. The status
/// is `failed` for an invalid solid or sweep.
///
/// Trees of boxes find the pieces that may meet. For sets other than compounds and chains, a tree is built for the
/// call.
/// @pre both solids are valid wherever the sweeps begin and end
template <class A, class B>
    requires detail::solids<A, B>
[[nodiscard]] auto time_of_impact(const A& a, const sweep<std::type_identity_t<detail::solid_scalar_t<A>>>& sweep_a,
                                  const B& b, const sweep<std::type_identity_t<detail::solid_scalar_t<A>>>& sweep_b) {
    using T = detail::solid_scalar_t<A>;
    detail::check_arguments("time_of_impact", a, sweep_a, b, sweep_b);
    if (!detail::expect_valid(a, b) || !valid(sweep_a) || !valid(sweep_b)) return cast_result<T>{};
    const detail::pieces_of_solid<T> p = detail::pieces_of(a), q = detail::pieces_of(b);
    if (p.all.empty() || q.all.empty()) return detail::separated<T>();  // a range without shapes is valid
    const auto is_sound = [](const compound<T>& pieces, const sweep<T>& s) {
        return valid(at(pieces, s.from)) && valid(at(pieces, s.to));
    };
    const bool sound = is_sound(p.all, sweep_a) && is_sound(q.all, sweep_b);
    if (!detail::expect(sound, "time_of_impact: a sweep takes a set beyond the range of its numbers"))
        return cast_result<T>{};
    const detail::pieces_at_start<T> start_a{p, sweep_a}, start_b{q, sweep_b};
    const detail::solid_view<T> view_a{start_a}, view_b{start_b};
    if (detail::relation_of_sets(view_a, view_b) == detail::relation::penetrating)
        return detail::stuck_in<T>(detail::collide_sets(view_a, view_b));
    return detail::impact_of_sets(detail::swept_compound<T>{p, sweep_a}, detail::swept_compound<T>{q, sweep_b});
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
