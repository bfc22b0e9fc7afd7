// The queries of sets. Included once per scalar (`FUZZ_SCALAR`).

#include "sets.hpp"

namespace fuzz::set_queries {

using T = FUZZ_SCALAR;

// Moving sets are compounds, so that the query is compiled for one kind of set only.
const any_shape<T>& moved_as(const any_shape<T>& s) { return s; }
compound<T> moved_as(const some_set<T>& s) {
    constexpr T max_value = std::numeric_limits<T>::max();
    std::vector<any_shape<T>> pieces;
    for_each_piece_near(s, aabb<T>{{-max_value, -max_value}, {max_value, max_value}},
                        [&](const auto& piece, std::size_t) {
                            pieces.push_back(any_shape<T>{piece});
                            return true;
                        });
    return compound<T>{pieces};
}

#define FUZZ_DEFINE_PAIR(A, B)                                                                                \
    bool intersects(const A& a, const B& b) { return hitbox::intersects(a, b); }                              \
    bool penetrates(const A& a, const B& b) { return hitbox::penetrates(a, b); }                              \
    std::optional<contact<T>> collide(const A& a, const B& b) { return hitbox::collide(a, b); }               \
    separation<T> distance(const A& a, const B& b) { return hitbox::distance(a, b); }                         \
    manifold_list<T> contact_manifolds(const A& a, const B& b) { return hitbox::contact_manifolds(a, b); }    \
    cast_result<T> shape_cast(const A& a, vec2<T> of_a, const B& b, vec2<T> of_b) {                           \
        return hitbox::shape_cast(a, of_a, b, of_b);                                                          \
    }                                                                                                         \
    cast_result<T> time_of_impact(const A& a, const sweep<T>& sweep_a, const B& b, const sweep<T>& sweep_b) { \
        return hitbox::time_of_impact(moved_as(a), sweep_a, moved_as(b), sweep_b);                            \
    }

FUZZ_DEFINE_PAIR(any_shape<T>, some_set<T>)
FUZZ_DEFINE_PAIR(some_set<T>, any_shape<T>)
FUZZ_DEFINE_PAIR(some_set<T>, some_set<T>)
#undef FUZZ_DEFINE_PAIR

bool contains(const some_set<T>& a, const any_shape<T>& b) { return hitbox::contains(a, b); }
std::optional<ray_hit<T>> ray_cast(const ray<T>& r, const some_set<T>& s, ray_start start) {
    return hitbox::ray_cast(r, s, start);
}

}  // namespace fuzz::set_queries
