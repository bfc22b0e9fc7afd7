// expect: hitbox: the visitor takes one proxy
// first error: hitbox: the visitor takes one proxy
// lines: 20
#include <hitbox/hitbox.hpp>

void answer(const hitbox::dynamic_tree<float>& tree) {
    tree.ray_cast({{0, 0}, {1, 0}}, [](std::uint32_t) { return true; });
}
