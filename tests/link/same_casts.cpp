// Builds for several processors must give the same bits for casts and rays. Only builds for this processor are run.
#include "casts_of_build.hpp"

#include <cstdio>
#include <vector>

namespace {

using casts = void (*)(std::uint64_t*, std::uint64_t*, int);

bool agree(const char* name, casts one, casts other) {
    constexpr int count = 100;
    std::vector<std::uint64_t> here(2 * count), there(2 * count);
    one(here.data(), here.data() + count, count), other(there.data(), there.data() + count, count);
    int differ = 0;
    for (int i = 0; i < 2 * count; ++i)
        differ += here[static_cast<std::size_t>(i)] != there[static_cast<std::size_t>(i)];
    if (differ != 0) std::printf("%s: %d of %d sets of casts have other bits\n", name, differ, 2 * count);
    return differ == 0;
}

}  // namespace

int main() {
    bool good = agree("without SIMD", casts_of_plain, casts_of_without_simd);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt"))
        good = agree("AVX2 and FMA", casts_of_plain, casts_of_fused) && good;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("popcnt"))
        good = agree("AVX-512", casts_of_plain, casts_of_widest) && good;
    return good ? 0 : 1;
}
