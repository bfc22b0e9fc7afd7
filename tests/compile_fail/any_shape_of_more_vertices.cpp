// expect: hitbox: an any_shape<T, M> with M > N has too many vertices for an any_shape<T, N>
// first error: hitbox: an any_shape<T, M> with M > N has too many vertices for an any_shape<T, N>
#include <hitbox/hitbox.hpp>

#include <vector>

hitbox::compound<float> level(const std::vector<hitbox::any_shape<float, 16>>& pieces) {
    return hitbox::compound<float>{pieces};
}
