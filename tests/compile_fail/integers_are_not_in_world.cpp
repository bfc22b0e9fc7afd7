// expect: hitbox: the arguments have coordinates of .*whole numbers.*circle<float>..1, 2., 3
// first error: hitbox: the arguments have coordinates of .*whole numbers.*circle<float>..1, 2., 3
// lines: 66
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::world<float>& w) { return w.query(hitbox::vec2{5, 2}); }
