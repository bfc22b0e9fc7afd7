#pragma once

#include "../rounds.hpp"

#include <hitbox/motion/move_and_slide.hpp>

namespace hitbox_tests {

using namespace hitbox;
using V = vec2<float>;

inline const slide_options<float> walking{.up = {0, 1}};

/// Calls f with one mover of each kind; the quick set leaves out the disc. Each is about 1 high and 1 wide.
template <class T = float, class F>
void for_each_mover(const F& f) {
#if !HITBOX_FEW_TYPES
    f(circle<T>{{0, 0}, T(0.5)});
#endif
    f(aabb<T>{{T(-0.5), T(-0.5)}, {T(0.5), T(0.5)}});
    f(capsule<T>{{0, T(-0.25)}, {0, T(0.25)}, T(0.25)});
}

/// Returns whether a shape penetrates none of the solids, by the exact predicate of each pair.
template <class S, class R>
bool is_free(const S& shape, vec2<scalar_t<S>> position, const R& solids) {
    for (const auto& solid : solids)
        if (penetrates(at(shape, position), solid)) return false;
    return true;
}

}  // namespace hitbox_tests
