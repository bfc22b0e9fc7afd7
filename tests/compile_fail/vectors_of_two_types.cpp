// expect: deleted[^#]*write both with the same number type: vec2.0.f, 3.f
#include <hitbox/hitbox.hpp>

auto answer(hitbox::vec2<float> v) { return v += hitbox::vec2{0, 3}; }
