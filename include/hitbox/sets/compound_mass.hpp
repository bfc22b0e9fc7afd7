#pragma once
/// Area, centre of mass and second moment of a compound.

#include <hitbox/sets/compound.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The integrals over all pieces of a compound, about the min corner `from` of its bounding box, with lengths
/// multiplied by `scale`.
template <exact_real T>
struct compound_moments {
    using W = wide_t<T>;
    vec2<W> from{};
    W scale{1};
    moments<W> sum{};

    explicit compound_moments(const compound<T>& c) {
        const aabb<T> box = bounds(c);
        from = widen(box.min);
        const vec2<W> half_size = widen(box.max) / W(2) - from / W(2);  // within the range
        scale = safe_scale(larger(half_size.x, half_size.y));
        for (const any_shape<T>& piece : c.pieces()) {
            const auto corners = vertices(piece);
            const moments<W> own = moments_of(corners, T(radius(piece)), scale);
            if (!(own.area > W(0))) continue;
            const vec2<W> middle = own.first / own.area, first = widen(vec2<T>{corners[0]});
            sum.add(own.area, first * scale - from * scale + middle,
                    own.second - product(own.area, length_squared(middle)));
        }
    }
};

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the sum of the areas of the pieces: for a compound that was made of a polygon, the area of the polygon.
/// Where pieces overlap, the overlap counts once for each of them, like the mass of bodies that are welded together.
/// Returns 0 if the compound is invalid.
template <exact_real T>
[[nodiscard]] T area(const compound<T>& c) {
    if (!valid(c)) return T(0);
    const detail::compound_moments<T> m{c};
    return detail::round_to<T>(m.sum.area / m.scale / m.scale);
}

/// Returns the centre of mass of the pieces at even density, with overlaps counted as by `area`; it may lie outside.
/// Without area, it is the mean of the centroids of the pieces. Returns the origin if the compound is invalid.
template <exact_real T>
[[nodiscard]] vec2<T> centroid(const compound<T>& c) {
    using W = detail::wide_t<T>;
    if (!valid(c)) return {};
    const detail::compound_moments<T> m{c};
    if (!(m.sum.area > W(0))) {
        std::vector<vec2<T>> middles;
        for (const any_shape<T>& piece : c.pieces()) middles.push_back(centroid(piece));
        return detail::mean<T>(middles);
    }
    const vec2<W> offset = m.sum.first / m.sum.area;
    if (m.scale < W(1)) return detail::vec_cast<T>((m.from * m.scale + offset) / m.scale);
    return detail::vec_cast<T>(m.from + offset / m.scale);
}

/// Returns the integral of the squared distance from the centroid over the pieces, with overlaps counted as by `area`:
/// the moment of inertia at density 1. Returns 0 if the compound has no area or is invalid.
template <exact_real T>
[[nodiscard]] T second_moment(const compound<T>& c) {
    using W = detail::wide_t<T>;
    if (!valid(c)) return T(0);
    const detail::compound_moments<T> m{c};
    if (!(m.sum.area > W(0))) return T(0);
    const W about_centroid = m.sum.second - length_squared(m.sum.first) / m.sum.area;
    return detail::round_to<T>(detail::larger(about_centroid, W(0)) / m.scale / m.scale / m.scale / m.scale);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
