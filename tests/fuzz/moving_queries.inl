// The queries of moving shapes. Included once per scalar (`FUZZ_SCALAR`).

#include "figure_queries.hpp"

namespace fuzz {

template <class T>
std::optional<ray_hit<T>> ray_cast(const ray<T>& r, const figure<T>& s, ray_start start) {
    return with_shape(s, [&](const auto& known) { return hitbox::ray_cast(r, known, start); });
}
template std::optional<ray_hit<FUZZ_SCALAR>> ray_cast(const ray<FUZZ_SCALAR>& r, const figure<FUZZ_SCALAR>& s,
                                                      ray_start start);

template <class T>
cast_result<T> shape_cast(const figure<T>& a, vec2<T> of_a, const figure<T>& b, vec2<T> of_b) {
    return with_shapes(a, b, [&](const auto& p, const auto& q) { return hitbox::shape_cast(p, of_a, q, of_b); });
}
template cast_result<FUZZ_SCALAR> shape_cast(const figure<FUZZ_SCALAR>& a, vec2<FUZZ_SCALAR> of_a,
                                             const figure<FUZZ_SCALAR>& b, vec2<FUZZ_SCALAR> of_b);

template <class T>
cast_result<T> time_of_impact(const figure<T>& a, const sweep<T>& sweep_a, const figure<T>& b,
                              const sweep<T>& sweep_b) {
    return with_shapes(a, b,
                       [&](const auto& p, const auto& q) { return hitbox::time_of_impact(p, sweep_a, q, sweep_b); });
}
template cast_result<FUZZ_SCALAR> time_of_impact(const figure<FUZZ_SCALAR>& a, const sweep<FUZZ_SCALAR>& sweep_a,
                                                 const figure<FUZZ_SCALAR>& b, const sweep<FUZZ_SCALAR>& sweep_b);

}  // namespace fuzz
