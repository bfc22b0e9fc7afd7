// expect: deleted[^#]*write vertices.at.piece, t.. for each piece of c.pieces
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::compound<float>& c, const hitbox::transform2<float>& t) { return vertices(at(c, t)); }
