// Repeated queries: of the same pair in each frame, and of many shapes at once. Included once per scalar
// (`FUZZ_SCALAR`).

#include "figure_queries.hpp"

namespace fuzz {

template <class T>
bool intersects(const any_shape<T>& a, const any_shape<T>& b, sat::last_axis<T>& last) {
    return hitbox::intersects(a, b, last);
}
template bool intersects(const any_shape<FUZZ_SCALAR>& a, const any_shape<FUZZ_SCALAR>& b,
                         sat::last_axis<FUZZ_SCALAR>& last);

template <class T>
bool penetrates(const any_shape<T>& a, const any_shape<T>& b, sat::last_axis<T>& last) {
    return hitbox::penetrates(a, b, last);
}
template bool penetrates(const any_shape<FUZZ_SCALAR>& a, const any_shape<FUZZ_SCALAR>& b,
                         sat::last_axis<FUZZ_SCALAR>& last);

template <class T>
std::optional<contact<T>> collide(const any_shape<T>& a, const any_shape<T>& b, sat::last_axis<T>& last) {
    return hitbox::collide(a, b, last);
}
template std::optional<contact<FUZZ_SCALAR>> collide(const any_shape<FUZZ_SCALAR>& a, const any_shape<FUZZ_SCALAR>& b,
                                                     sat::last_axis<FUZZ_SCALAR>& last);

template <class S>
std::vector<std::uint32_t> hits_among(const any_shape<scalar_t<S>>& query, const std::vector<S>& many) {
    std::vector<std::uint32_t> found(many.size());
    found.resize(intersects_many(query, batch<S>{std::span<const S>{many}}, std::span<std::uint32_t>{found}));
    return found;
}
template std::vector<std::uint32_t> hits_among(const any_shape<FUZZ_SCALAR>& query,
                                               const std::vector<circle<FUZZ_SCALAR>>& many);
template std::vector<std::uint32_t> hits_among(const any_shape<FUZZ_SCALAR>& query,
                                               const std::vector<aabb<FUZZ_SCALAR>>& many);
template std::vector<std::uint32_t> hits_among(const any_shape<FUZZ_SCALAR>& query,
                                               const std::vector<obb<FUZZ_SCALAR>>& many);

}  // namespace fuzz
