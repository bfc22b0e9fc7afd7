// expect: hitbox: a std::variant is not a shape; use any_shape<T>, or std::visit
// first error: hitbox: a std::variant is not a shape; use any_shape<T>, or std::visit
// lines: 16
#include <hitbox/hitbox.hpp>

#include <variant>

float answer(const std::vector<std::variant<hitbox::circle<float>, hitbox::aabb<float>>>& shapes) {
    return shape_cast(hitbox::circle<float>{{0, 0}, 1}, {1, 0}, shapes).fraction;
}
