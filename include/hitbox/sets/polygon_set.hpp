#pragma once
/// The functions by which a polygon is a set, so that all queries of sets take it.

#include <hitbox/sets/compound.hpp>
#include <hitbox/shapes/check_arguments.hpp>

namespace hitbox {
namespace detail {

template <real T>
inline constexpr const char* complaint<polygon<T>> = "a polygon, is empty";
template <exact_real T>
inline constexpr const char* complaint<compound<T>> = "a compound, is empty or has an invalid piece";

inline namespace HITBOX_ISA {

/// Returns the solid that a query searches: the pieces of a polygon, made once for the query; any other solid itself.
template <class S>
[[nodiscard]] const S& solid_of(const S& s) noexcept {
    return s;
}
template <exact_real T>
[[nodiscard]] compound<T> solid_of(const polygon<T>& p) {
    return compound<T>{p};
}
template <exact_real T>
[[nodiscard]] placed<compound<T>> solid_of(const placed<polygon<T>>& p) {
    return {compound<T>{p.shape}, p.transform};
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the centre of the bounding box, which may be outside of the polygon.
template <exact_real T>
[[nodiscard]] vec2<T> center(const polygon<T>& p) noexcept {
    return center(bounds(p));
}

// Sets have no vertices, but their parts have.

template <real T>
void vertices(const polygon<T>&) = delete;  // write p.outline() and p.hole(i), or triangles(p) for a renderer
template <exact_real T>
void vertices(const compound<T>&) = delete;  // write vertices(piece) for each piece of c.pieces()
template <exact_real T>
void vertices(const placed<compound<T>>&) = delete;  // write vertices(baked(at(piece, t))) for each piece

/// Calls visit(piece, index) for the convex pieces of a polygon near a box. Every call decomposes the polygon, in
/// O(n log n) for n points; a `compound` does that once.
template <exact_real T, class Visit>
void for_each_piece_near(const polygon<T>& p, const aabb<T>& box, const Visit& visit) {
    for_each_piece_near(compound<T>{p}, box, visit);
}

/// Returns the polygon with `offset` added to each point. Far away, rounding may make points of different edges cross.
/// The returned polygon is then empty, while `at(p, offset)` still works.
template <exact_real T>
[[nodiscard]] polygon<T> translated(const polygon<T>& p, vec2<std::type_identity_t<T>> offset) {
    std::vector<std::vector<vec2<T>>> rings(p.ring_count());
    for (std::size_t r = 0; r < rings.size(); ++r)
        for (const vec2<T> q : p.ring(r)) rings[r].push_back(q + offset);
    if (rings.empty()) return p;
    const std::vector<vec2<T>> outline = std::move(rings.front());
    rings.erase(rings.begin());
    return make_polygon(outline, rings).value_or({});
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
