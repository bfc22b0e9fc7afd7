#pragma once
/// The order of two solids in symmetric queries, so that swapping them changes no bit of the answer.

#include <hitbox/core/small_list.hpp>
#include <hitbox/sets/solid_view.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A vertex of a piece, with the radius of the piece.
template <exact_real T>
struct vertex_of_piece {
    std::size_t piece = 0;
    vec2<T> point{};
    T radius = 0;

    [[nodiscard]] bool comes_before(const vertex_of_piece& v) const noexcept {
        if (piece != v.piece) return piece < v.piece;
        return point != v.point ? before(point, v.point) : radius < v.radius;
    }
};
/// Returns the vertices of all pieces of a set.
template <exact_real T>
[[nodiscard, gnu::cold, gnu::noinline]] small_list<vertex_of_piece<T>, 16>
vertices_of_pieces(const solid_view<T>& set) {
    small_list<vertex_of_piece<T>, 16> all;
    set.for_each_piece_near(set.bounds(), [&all](const set_piece<T>& p, std::size_t i) {
        for (std::size_t k = 0; k < p.hull().size(); ++k) all.push_back({i, p.hull()[k], p.hull().radius});
        return true;
    });
    return all;
}
/// Returns true if set b comes before set a by their pieces. @pre their boxes are equal
template <exact_real T>
[[nodiscard, gnu::cold, gnu::noinline]] bool are_pieces_in_reverse(const solid_view<T>& a, const solid_view<T>& b) {
    const auto of_a = vertices_of_pieces(a), of_b = vertices_of_pieces(b);
    if (of_a.size() != of_b.size()) return of_b.size() < of_a.size();
    for (std::size_t i = 0; i < of_a.size(); ++i)
        if (of_a[i].comes_before(of_b[i]) || of_b[i].comes_before(of_a[i])) return of_b[i].comes_before(of_a[i]);
    return false;
}

/// Returns true if a query of two solids should be that of (b, a), flipped, so that the order of the arguments changes
/// no bit: a convex shape comes first; of two sets, the one with the box that comes first; with equal boxes, their
/// pieces decide.
template <exact_real T>
[[nodiscard]] bool are_in_reverse(const solid_view<T>& a, const solid_view<T>& b) {
    if (!a.is_set() || !b.is_set()) return a.is_set();
    const aabb<T> box_a = a.bounds(), box_b = b.bounds();
    if (box_a.min != box_b.min) return before(box_b.min, box_a.min);
    return box_a.max != box_b.max ? before(box_b.max, box_a.max) : are_pieces_in_reverse(a, b);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
