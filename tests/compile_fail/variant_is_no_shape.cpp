// expect: hitbox: a std::variant is not a shape; use any_shape<T>, or std::visit
// first error: hitbox: a std::variant is not a shape; use any_shape<T>, or std::visit
// lines: 16
#include <hitbox/hitbox.hpp>

#include <variant>

bool answer(const std::variant<hitbox::circle<float>, hitbox::aabb<float>>& shape) {
    return intersects(hitbox::circle<float>{{0, 0}, 1}, shape);
}
