// expect: hitbox: write chain<T>::open.points., or chain<T>::loop.points.
// first error: hitbox: write chain<T>::open
// lines: 12
#include <hitbox/hitbox.hpp>

auto answer(const std::vector<hitbox::vec2<float>>& points) { return hitbox::chain{points}; }
