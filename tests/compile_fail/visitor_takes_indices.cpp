// expect: hitbox: the visitor takes one proxy, that of for_each_pair takes two
// first error: hitbox: the visitor takes one proxy, that of for_each_pair takes two
// lines: 17
#include <hitbox/broad.hpp>

void answer(const hitbox::spatial_hash<float>& broad) {
    broad.for_each_pair([](std::uint32_t, std::uint32_t) {});
}
