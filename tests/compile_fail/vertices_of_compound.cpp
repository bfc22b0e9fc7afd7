// expect: deleted[^#]*write vertices.piece. for each piece of c.pieces
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::compound<float>& c) { return vertices(c); }
