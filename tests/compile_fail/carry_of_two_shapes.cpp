// expect: hitbox: carry needs both positions of the platform, and the character.s options
// lines: 16
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::circle<float>& body, const hitbox::aabb<float>& lift) { return carry(body, lift).position; }
