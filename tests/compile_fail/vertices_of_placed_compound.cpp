// expect: deleted[^#]*write vertices.baked.at.piece, t... for each piece
#include <hitbox/hitbox.hpp>

auto answer(const hitbox::compound<float>& c, const hitbox::transform2<float>& t) { return vertices(at(c, t)); }
