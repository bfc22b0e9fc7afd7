#pragma once
/// The search for the two nearest pieces of two solids.

#include <hitbox/core/lists.hpp>
#include <hitbox/core/small_list.hpp>
#include <hitbox/narrow/distance.hpp>
#include <hitbox/sets/solid_view.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The indices of one piece of each of two solids.
struct piece_pair {
    std::size_t a = 0, b = 0;
    [[nodiscard]] friend constexpr auto operator<=>(const piece_pair&, const piece_pair&) = default;
};

/// The nearest pair of pieces of two solids among the tested pairs. If several pairs are equally near, it is the first
/// one by indices. The distance is infinite until the first pair is taken.
template <exact_real T>
struct nearest_pieces {
    separation<T> best;
    piece_pair pair;

    nearest_pieces() noexcept { best.distance = std::numeric_limits<T>::infinity(); }
    /// Tests a pair of pieces. Returns the distance beyond which the search needs no more pieces: that of the nearest
    /// pair, or -1 if it meets.
    T take(const set_piece<T>& p, std::size_t i, const set_piece<T>& q, std::size_t j) {
        const auto one = distance(p, q);
        const piece_pair next{i, j};
        if (one.distance < best.distance || (one.distance == best.distance && next < pair)) best = one, pair = next;
        return best.distance > T(0) ? best.distance : T(-1);
    }
};

/// Searches a set from the piece nearest to a convex shape. Returns false, without a search, unless one solid is convex
/// and the other is a set with a tree.
template <exact_real T>
[[nodiscard]] bool search_from_nearest(nearest_pieces<T>& found, const solid_view<T>& a, const solid_view<T>& b) {
    if (a.is_set() == b.is_set()) return false;
    const bool is_set_first = a.is_set();
    const solid_view<T>&set = is_set_first ? a : b, &shape = is_set_first ? b : a;
    bool searched = false;
    const bool one_sided = set.is_one_sided();
    shape.for_each_piece_near({}, [&](const set_piece<T>& p, std::size_t) {
        searched = set.for_each_piece_from_nearest(bounds(p), [&](const set_piece<T>& q, std::size_t j) {
            if (one_sided && set.ignores(q, j, center(p))) return found.best.distance;
            return is_set_first ? found.take(q, j, p, 0) : found.take(p, 0, q, j);
        });
        return false;
    });
    return searched;
}

/// Searches any two solids. The pieces are searched in boxes that grow until they contain the nearest pair.
template <exact_real T>
void search_in_growing_boxes(nearest_pieces<T>& found, const solid_view<T>& a, const solid_view<T>& b) {
    const T& nearest = found.best.distance;
    const aabb<T> box_a = a.bounds(), box_b = b.bounds();
    const vec2<T> gap = (max)((max)(box_b.min - box_a.max, box_a.min - box_b.max), vec2<T>{});
    const vec2<T> size_a = box_a.max - box_a.min, size_b = box_b.max - box_b.min;
    const T extent_a = larger(size_a.x, size_a.y), extent_b = larger(size_b.x, size_b.y);
    T search_radius = larger(gap.x, gap.y);
    // The step depends on the smaller solid, so that a large level does not enlarge the area that is searched.
    const T step = larger(larger(smaller(extent_a, extent_b) / T(16), larger(extent_a, extent_b) * T(0x1p-20)),
                          (std::numeric_limits<T>::min)());
    small_list<piece_pair, 16> known;
    for (;; search_radius = nearest < std::numeric_limits<T>::infinity() ? nearest : T(2) * search_radius + step) {
        for_each_piece_pair<T>(a, b, search_radius,
                               [&](const set_piece<T>& p, std::size_t i, const set_piece<T>& q, std::size_t j) {
                                   const piece_pair pair{i, j};
                                   if (min_box_distance(bounds(p), bounds(q)) > nearest) return true;
                                   if (is_among(known, pair)) return true;
                                   known.push_back(pair);
                                   return found.take(p, i, q, j) >= T(0);
                               });
        if (nearest <= search_radius || !is_finite(search_radius)) return;
    }
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
