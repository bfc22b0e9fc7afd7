// expect: hitbox: include hitbox/narrow/intersects.hpp for these shapes
// first error: hitbox: include hitbox/narrow/intersects.hpp for these shapes
// lines: 16
#include <hitbox/narrow/closed_forms.hpp>
#include <hitbox/shapes/capsule.hpp>

bool answer(const hitbox::circle<float>& disc, const hitbox::capsule<float>& bat) { return intersects(disc, bat); }
