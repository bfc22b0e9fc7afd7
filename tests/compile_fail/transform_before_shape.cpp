// expect: hitbox: a transform is not a shape; place the shape: at\(shape, transform\)
// first error: hitbox: a transform is not a shape
// lines: 16
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::transform2<float>& t, const hitbox::aabb<float>& box) { return at(t, box); }
