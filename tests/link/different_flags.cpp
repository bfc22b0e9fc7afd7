// Files that are compiled for different processors, in one program. They pass shapes and answers to each other, and
// each calls the functions with which it was compiled. Files with instructions that this processor lacks are not
// called.
#include "file_functions.hpp"

namespace {

bool all_agree(const file_functions& one, const file_functions& other) {
    hitbox::batch<hitbox::convex_polygon<float>> many;
    const shapes made = other.make();
    one.fill(many, made.polygon);
    other.fill(many, made.polygon);
    hitbox::sat::last_axis<float> last;
    const answers here = one.query(one.make(), made, many, last), there = other.query(made, one.make(), many, last);
    return here == there && here.contact && here.any && !here.meets_again && here.many > 20 &&
           last.axis != hitbox::vec2<float>{};
}

}  // namespace

int main() {
    bool good = all_agree(plain, plain) && all_agree(plain, without_simd);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt"))
        good = good && all_agree(plain, wide) && all_agree(wide, plain);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("popcnt"))
        good = good && all_agree(plain, widest) && all_agree(widest, wide);
    return good ? 0 : 1;
}
