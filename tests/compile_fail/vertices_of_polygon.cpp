// expect: deleted[^#]*write p.outline.. and p.hole.i., or triangles.p. for a renderer
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::polygon<float>& p) { return vertices(p); }
