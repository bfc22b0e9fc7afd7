#pragma once
// The library's queries on figures. They take minutes to compile, so each is compiled once, in files without laws.

#include "bytes.hpp"

namespace fuzz {

template <class T>
bool intersects(const figure<T>& a, const figure<T>& b);
template <class T>
bool penetrates(const figure<T>& a, const figure<T>& b);
template <class T>
bool contains(const figure<T>& a, const figure<T>& b);
template <class T>
std::optional<contact<T>> collide(const figure<T>& a, const figure<T>& b);
template <class T>
std::optional<vec2<T>> separating_axis(const figure<T>& a, const figure<T>& b);
template <class T>
separation<T> distance(const figure<T>& a, const figure<T>& b);
template <class T>
T signed_distance(const figure<T>& a, const figure<T>& b);
template <class T>
boundary_point<T> closest_point(const figure<T>& s, vec2<T> p);
template <class T>
manifold<T> contact_manifold(const figure<T>& a, const figure<T>& b, T margin = 0);
template <class T>
common_part<T, 144> polygon_clip(const figure<T>& a, const figure<T>& b);
/// The query of a placed shape.
template <class T>
std::optional<contact<T>> collide_placed(const placed<any_shape<T>>& a, const any_shape<T>& b);

/// Queries with data kept for the pair.
template <class T>
bool intersects(const any_shape<T>& a, const any_shape<T>& b, sat::last_axis<T>& last);
template <class T>
bool penetrates(const any_shape<T>& a, const any_shape<T>& b, sat::last_axis<T>& last);
template <class T>
std::optional<contact<T>> collide(const any_shape<T>& a, const any_shape<T>& b, sat::last_axis<T>& last);
/// Returns the indices of the shapes that the query hits: circles, aabbs or obbs.
template <class S>
std::vector<std::uint32_t> hits_among(const any_shape<scalar_t<S>>& query, const std::vector<S>& many);

template <class T>
std::optional<ray_hit<T>> ray_cast(const ray<T>& r, const figure<T>& s, ray_start start);
template <class T>
cast_result<T> shape_cast(const figure<T>& a, vec2<T> of_a, const figure<T>& b, vec2<T> of_b);
template <class T>
cast_result<T> time_of_impact(const figure<T>& a, const sweep<T>& sweep_a, const figure<T>& b, const sweep<T>& sweep_b);

/// Calls f(s) for the shape in the figure.
template <class T, class F>
decltype(auto) with_shape(const figure<T>& s, F f) {
    return s.is_rounded ? f(rounded{s.core, s.radius}) : f(s.core);
}
/// Calls f(a, b) for the shapes in two figures. If one is rounded, the other is rounded by 0.
template <class T, class F>
decltype(auto) with_shapes(const figure<T>& a, const figure<T>& b, F f) {
    if (a.is_rounded || b.is_rounded) return f(rounded{a.core, a.radius}, rounded{b.core, b.radius});
    return f(a.core, b.core);
}

}  // namespace fuzz
