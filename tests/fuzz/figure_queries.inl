// The queries of shapes at rest. Included once per scalar (`FUZZ_SCALAR`).

#include "figure_queries.hpp"

namespace fuzz {

template <class T>
bool intersects(const figure<T>& a, const figure<T>& b) {
    return with_shapes(a, b, [](const auto& p, const auto& q) { return hitbox::intersects(p, q); });
}
template bool intersects(const figure<FUZZ_SCALAR>& a, const figure<FUZZ_SCALAR>& b);

template <class T>
bool penetrates(const figure<T>& a, const figure<T>& b) {
    return with_shapes(a, b, [](const auto& p, const auto& q) { return hitbox::penetrates(p, q); });
}
template bool penetrates(const figure<FUZZ_SCALAR>& a, const figure<FUZZ_SCALAR>& b);

template <class T>
bool contains(const figure<T>& a, const figure<T>& b) {
    return with_shapes(a, b, [](const auto& p, const auto& q) { return hitbox::contains(p, q); });
}
template bool contains(const figure<FUZZ_SCALAR>& a, const figure<FUZZ_SCALAR>& b);

template <class T>
std::optional<contact<T>> collide(const figure<T>& a, const figure<T>& b) {
    return with_shapes(a, b, [](const auto& p, const auto& q) { return hitbox::collide(p, q); });
}
template std::optional<contact<FUZZ_SCALAR>> collide(const figure<FUZZ_SCALAR>& a, const figure<FUZZ_SCALAR>& b);

template <class T>
std::optional<vec2<T>> separating_axis(const figure<T>& a, const figure<T>& b) {
    return with_shapes(a, b, [](const auto& p, const auto& q) { return hitbox::sat::separating_axis(p, q); });
}
template std::optional<vec2<FUZZ_SCALAR>> separating_axis(const figure<FUZZ_SCALAR>& a, const figure<FUZZ_SCALAR>& b);

template <class T>
separation<T> distance(const figure<T>& a, const figure<T>& b) {
    return with_shapes(a, b, [](const auto& p, const auto& q) { return hitbox::distance(p, q); });
}
template separation<FUZZ_SCALAR> distance(const figure<FUZZ_SCALAR>& a, const figure<FUZZ_SCALAR>& b);

template <class T>
T signed_distance(const figure<T>& a, const figure<T>& b) {
    return with_shapes(a, b, [](const auto& p, const auto& q) { return hitbox::signed_distance(p, q); });
}
template FUZZ_SCALAR signed_distance(const figure<FUZZ_SCALAR>& a, const figure<FUZZ_SCALAR>& b);

template <class T>
boundary_point<T> closest_point(const figure<T>& s, vec2<T> p) {
    return with_shape(s, [p](const auto& known) { return hitbox::closest_point(known, p); });
}
template boundary_point<FUZZ_SCALAR> closest_point(const figure<FUZZ_SCALAR>& s, vec2<FUZZ_SCALAR> p);

template <class T>
manifold<T> contact_manifold(const figure<T>& a, const figure<T>& b, T margin) {
    return with_shapes(a, b, [margin](const auto& p, const auto& q) { return hitbox::contact_manifold(p, q, margin); });
}
template manifold<FUZZ_SCALAR> contact_manifold(const figure<FUZZ_SCALAR>& a, const figure<FUZZ_SCALAR>& b,
                                                FUZZ_SCALAR margin);

template <class T>
common_part<T, 144> polygon_clip(const figure<T>& a, const figure<T>& b) {
    return hitbox::polygon_clip<144>(a.core, b.core);
}
template common_part<FUZZ_SCALAR, 144> polygon_clip(const figure<FUZZ_SCALAR>& a, const figure<FUZZ_SCALAR>& b);

template <class T>
std::optional<contact<T>> collide_placed(const placed<any_shape<T>>& a, const any_shape<T>& b) {
    return hitbox::collide(a, b);
}
template std::optional<contact<FUZZ_SCALAR>> collide_placed(const placed<any_shape<FUZZ_SCALAR>>& a,
                                                            const any_shape<FUZZ_SCALAR>& b);

}  // namespace fuzz
