#pragma once
/// The separation of many overlapping bodies.

#include <hitbox/motion/rigid_body.hpp>
#include <hitbox/narrow/contact.hpp>
#include <hitbox/shapes/concepts.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace hitbox {

/// The overlap of two bodies of a range: normal and depth of `collide` or of a manifold.
template <real T>
struct body_overlap {
    std::size_t a = 0, b = 0;  // indices of the bodies
    vec2<T> normal{};          // unit, from a to b
    T depth = T(0);            // length; for a manifold its largest depth
};

/// The part of an overlap that is removed. Solvers that run at a fixed rate leave a small overlap (`slop`), so that
/// contacts do not come and go, and remove a part of the rest in each step (`factor`), as in Box2D (Baumgarte 1972).
template <real T>
struct push_apart_options {
    T factor = T(1);  // the part of the overlap beyond `slop` that is removed: from 0 to 1
    T slop = T(0);    // length; the overlap that is left
    int rounds = 64;  // the largest number of passes over all overlaps
};

namespace detail {
inline namespace HITBOX_ISA {

/// One overlap as a half-plane: the shift of b minus that of a must have at least this length along the normal.
template <class W>
struct half_plane_of_shifts {
    std::size_t a = 0, b = 0;
    vec2<W> normal{};
    W min_shift{}, give{};  // `give`: the distance by which a push of 1 along the normal moves the two apart
    W push{};               // the accumulated push, never negative
};

/// Changes the push so that the half-plane just holds, or that the push is 0. Returns the change as a length.
template <class W, class Inverses>
W project_shift(half_plane_of_shifts<W>& h, std::vector<vec2<W>>& shifts, const Inverses& inverse_mass) {
    const W shifted = dot(shifts[h.b] - shifts[h.a], h.normal);
    const W push = larger(W(0), h.push + (h.min_shift - shifted) / h.give);
    const vec2<W> change = h.normal * (push - h.push);
    h.push = push;
    shifts[h.a] -= change * inverse_mass(h.a);
    shifts[h.b] += change * inverse_mass(h.b);
    return product(length_of(change), h.give);
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Moves bodies, without turning them, so that all given overlaps end. Among all shifts that move each pair apart by
/// its depth along its normal, it takes those with the smallest sum of mass * length^2. Two contacts with one floor
/// therefore push once, not twice, and in a corner a body moves out of both walls and no farther. The lighter body of a
/// pair moves by more. Velocities do not change. Returns the largest length by which a pair was moved apart too little:
/// its part of the overlap to be removed, factor * (depth - slop), minus its motion along the normal. This is 0 up to
/// rounding, or more if there is no room or the rounds are not enough. If a body is pushed into another one, the next
/// detection of contacts finds that overlap.
///
/// Overlaps are ignored if both bodies are immovable or the same, if an index is out of range, or if the normal or the
/// depth is not finite or is zero. A body whose new position would not be finite stays.
///
/// The method is successive projection on half-planes. It accumulates pushes, and reduces them again when other pushes
/// make them unnecessary (Hildreth 1957). Physics engines know it as nonlinear projected Gauss-Seidel on positions,
/// here without pseudo-velocities.
template <std::ranges::random_access_range Bodies, std::ranges::forward_range Overlaps>
    requires std::ranges::sized_range<Bodies>
auto push_apart(Bodies&& bodies, const Overlaps& overlaps,
                const push_apart_options<typename std::ranges::range_value_t<Bodies>::scalar_type>& options = {}) {
    using T = typename std::ranges::range_value_t<Bodies>::scalar_type;
    using W = detail::wide_t<T>;
    const auto begin = std::ranges::begin(bodies);
    const auto count = static_cast<std::size_t>(std::ranges::size(bodies));
    const auto body_of = [begin](std::size_t i) -> rigid_body<T>& {
        return begin[static_cast<std::ranges::range_difference_t<Bodies>>(i)];
    };
    const auto inverse_mass = [&](std::size_t i) { return static_cast<W>(body_of(i).inverse_mass); };
    std::vector<detail::half_plane_of_shifts<W>> planes;
    for (const body_overlap<T>& o : overlaps) {
        if (o.a >= count || o.b >= count || o.a == o.b) continue;
        if (!valid(body_of(o.a)) || !valid(body_of(o.b))) continue;
        const vec2<W> n = detail::direction_of(detail::widen(o.normal), vec2<W>{});
        const W min_shift =
            product(static_cast<W>(options.factor), static_cast<W>(o.depth) - static_cast<W>(options.slop));
        const W give = inverse_mass(o.a) + inverse_mass(o.b);
        if (n == vec2<W>{} || !(min_shift > W(0)) || !detail::is_finite(min_shift) || !(give > W(0))) continue;
        planes.push_back({o.a, o.b, n, min_shift, give});
    }
    std::vector<vec2<W>> shifts(count);
    for (int round = 0; round < options.rounds; ++round) {
        bool is_settled = true;
        for (auto& h : planes) {
            const W change = detail::project_shift(h, shifts, inverse_mass);
            is_settled = is_settled && change <= std::numeric_limits<W>::epsilon() * h.min_shift;
        }
        if (is_settled) break;
    }
    W left{};
    for (const auto& h : planes) left = detail::larger(left, h.min_shift - dot(shifts[h.b] - shifts[h.a], h.normal));
    for (std::size_t i = 0; i < count; ++i) {
        if (shifts[i] == vec2<W>{}) continue;
        const auto position =
            detail::unsigned_zeros(detail::vec_cast<T>(detail::widen(body_of(i).position) + shifts[i]));
        if (is_finite(position)) body_of(i).position = position;
    }
    return detail::round_to<T>(left);
}

/// Pushes one pair of bodies apart in the same way.
template <real T>
void push_apart(rigid_body<T>& a, rigid_body<T>& b, const contact<std::type_identity_t<T>>& hit,
                const push_apart_options<std::type_identity_t<T>>& options = {}) {
    rigid_body<T> both[2]{a, b};
    const body_overlap<T> one[1]{{0, 1, hit.normal, hit.depth}};
    push_apart(both, one, options);
    a.position = both[0].position, b.position = both[1].position;
}
template <convex A, class... More>
void push_apart(const A&, const More&...) {
    static_assert(
        sizeof(A) == 0,
        "hitbox: push_apart moves rigid_body<T>, not shapes; of two shapes, move one by collide(a, b)->mtv()");
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
