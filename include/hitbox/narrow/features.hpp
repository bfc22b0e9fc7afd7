#pragma once
/// The features of two faceted shapes that a search finds: an edge and a corner, or two corners.

#include <hitbox/narrow/faces.hpp>
#include <hitbox/narrow/relation.hpp>

namespace hitbox::detail {

/// A candidate for the way out: a unit direction from a to b and how far apart the corners are along it, with the
/// corners it comes from: the edge p-q, or p == q, a corner; of closest features also the corner v that faces it.
template <scalar T>
struct separating_direction {
    vec2<wide_t<T>> normal{};
    wide_t<T> separation{};
    vec2<T> p{}, q{}, v{};
    bool found = false;
    bool of_b = false;  // p and q are b's, v is a's
    std::size_t p_at = nowhere, q_at = nowhere, v_at = nowhere;
    wide_t<T> rest{};  // of the separation, beyond its digits, if wide_t<T> is T

    // Where the features are in the lists of a and b, if that is known.
    [[nodiscard]] constexpr face_part at_a() const noexcept { return {of_b ? v_at : p_at, of_b ? v_at : q_at}; }
    [[nodiscard]] constexpr face_part at_b() const noexcept { return {of_b ? p_at : v_at, of_b ? q_at : v_at}; }
};

/// The direction from a to b between two features. That of an edge is the edge's own normal: the difference of two
/// nearly equal points has none.
template <scalar T, class List>
[[nodiscard]] constexpr vec2<wide_t<T>> direction_between(const separating_direction<T>& features,
                                                          const facets<T, List>& scaled) noexcept {
    using W = wide_t<T>;
    const vec2<W> p = scaled.wide(features.p);
    const vec2<W> outward = features.p == features.q ? unit_from<T>(p, scaled.wide(features.v))
                                                     : normal_of_edge<T>(p, scaled.wide(features.q));
    return features.of_b ? vec2<W>{} - outward : outward;
}

/// How far apart they are, less the radii.
template <scalar T, class A, class B>
[[nodiscard]] constexpr wide_t<T> between_surfaces(const separating_direction<T>& found, const facets<T, A>& a,
                                                   const facets<T, B>& b) noexcept {
    return less_radii<T>(found.separation, found.rest, a.wide_radius(), b.wide_radius());
}

/// Is an edge of this squared length so short beside the coordinates (of which the largest is at least 2^-200, scaled)
/// that its products leave the range? Then either end will do.
template <scalar W>
[[nodiscard]] constexpr bool is_speck(W squared) noexcept {
    if constexpr (std::same_as<W, double>) return !(squared > power_of_two(-900));
    else return false;
}

}  // namespace hitbox::detail
