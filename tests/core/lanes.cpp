// Registers of every width compute each lane like a single number, NaN, infinities and zeros included.

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include <catch_compat.hpp>
#include <hitbox/core/lanes.hpp>

namespace hitbox::detail {

template <class T>
struct in_lanes {
    T lower[16], upper[16], absolute[16], all[16];
    std::uint64_t greater = 0;
    std::size_t lanes = 0;
};

namespace lanes_16 {
#include "lanes.inl"
}
#if HITBOX_HAS_AVX2_KERNELS
HITBOX_BEGIN_AVX2
namespace lanes_32 {
#  include "lanes.inl"
}
HITBOX_END_KERNELS
#endif
#if HITBOX_HAS_AVX512_KERNELS
HITBOX_BEGIN_AVX512
namespace lanes_64 {
#  include "lanes.inl"
}
HITBOX_END_KERNELS
#endif

}  // namespace hitbox::detail

namespace {

template <class T>
bool same(T a, T b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

/// Checks every operation against single numbers. The lower and the upper number are the second one unless the
/// comparison holds, so a NaN in either gives the second one.
template <class T, class Fill>
void check_lanes(Fill fill) {
    using limits = std::numeric_limits<T>;
    const T some[] = {T(0),
                      -T(0),
                      1,
                      -1,
                      T(1.5),
                      -3,
                      limits::quiet_NaN(),
                      -limits::quiet_NaN(),
                      limits::max(),
                      -limits::max(),
                      limits::min(),
                      limits::denorm_min(),
                      limits::infinity(),
                      -limits::infinity()};
    constexpr std::size_t n = std::size(some);
    for (std::size_t shift = 0; shift < n; ++shift) {
        T a[17], b[17];  // from the second on: nothing is aligned
        for (std::size_t i = 0; i < 17; ++i) a[i] = some[i % n], b[i] = some[(i + shift) % n];
        hitbox::detail::in_lanes<T> out;
        fill(a + 1, b + 1, out);
        REQUIRE((out.lanes != 0 && out.lanes <= 16));
        for (std::size_t i = 0; i < out.lanes; ++i) {
            const T x = a[i + 1], y = b[i + 1];
            CHECK(same(out.lower[i], x < y ? x : y));
            CHECK(same(out.upper[i], x > y ? x : y));
            CHECK(same(out.absolute[i], std::signbit(x) ? -x : x));
            CHECK(same(out.all[i], a[1]));
            CHECK((out.greater >> i & 1) == (x > y ? 1 : 0));
        }
        CHECK(out.greater >> out.lanes == 0);
    }
}

}  // namespace

TEMPLATE_TEST_CASE("lanes of all widths have the results of single numbers", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    namespace detail = hitbox::detail;
    check_lanes<T>([](const T* a, const T* b, auto& out) { detail::lanes_16::fill_lanes(a, b, out); });
#if HITBOX_HAS_AVX2_KERNELS
    if (detail::has_avx2())
        check_lanes<T>([](const T* a, const T* b, auto& out) { detail::lanes_32::fill_lanes(a, b, out); });
#endif
#if HITBOX_HAS_AVX512_KERNELS
    if (detail::has_avx512())
        check_lanes<T>([](const T* a, const T* b, auto& out) { detail::lanes_64::fill_lanes(a, b, out); });
#endif
}
