// expect: hitbox: pass a list or a visitor of ids, w.query.shape, ids.
// first error: hitbox: pass a list or a visitor of ids, w.query.shape, ids.
// lines: 12
#include <hitbox/hitbox.hpp>

void answer(const hitbox::world<float>& w) { w.query(hitbox::circle<float>{{0, 0}, 1}); }
