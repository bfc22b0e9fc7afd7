// The queries of sets. Included once per scalar (`FUZZ_SCALAR`).

#include "sets.hpp"

namespace fuzz::ask_sets {

using T = FUZZ_SCALAR;

#define FUZZ_DEFINE_PAIR(A, B)                                                                           \
  bool intersects(const A& a, const B& b) { return hitbox::intersects(a, b); }                           \
  bool penetrates(const A& a, const B& b) { return hitbox::penetrates(a, b); }                           \
  std::optional<contact<T>> collide(const A& a, const B& b) { return hitbox::collide(a, b); }            \
  separation<T> distance(const A& a, const B& b) { return hitbox::distance(a, b); }                      \
  manifold_list<T> contact_manifolds(const A& a, const B& b) { return hitbox::contact_manifolds(a, b); } \
  cast_result<T> shape_cast(const A& a, vec2<T> of_a, const B& b, vec2<T> of_b) {                        \
    return hitbox::shape_cast(a, of_a, b, of_b);                                                         \
  }

FUZZ_DEFINE_PAIR(any_shape<T>, some_set<T>)
FUZZ_DEFINE_PAIR(some_set<T>, any_shape<T>)
FUZZ_DEFINE_PAIR(some_set<T>, some_set<T>)
#undef FUZZ_DEFINE_PAIR

bool contains(const some_set<T>& a, const any_shape<T>& b) { return hitbox::contains(a, b); }
std::optional<ray_hit<T>> ray_cast(const ray<T>& r, const some_set<T>& s, ray_start start) {
    return hitbox::ray_cast(r, s, start);
}

}  // namespace fuzz::ask_sets
