// expect: hitbox: build takes boxes in a row
// first error: hitbox: build takes boxes in a row
// lines: 12
#include <hitbox/hitbox.hpp>

void answer(hitbox::static_rtree<float>& broad, const std::vector<hitbox::circle<float>>& discs) {
    if (!broad.build(discs)) return;
}
