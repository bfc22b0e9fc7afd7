// The operations of packs, each compared lane by lane with the operation of single numbers.

#include "../catch_compat.hpp"

#include <hitbox/core/pack.hpp>

#include <cmath>
#include <limits>

#if HITBOX_HAS_PACKS

using namespace hitbox;

TEMPLATE_TEST_CASE("removing the signs of a pack gives the magnitudes of its numbers", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    constexpr T infinity = std::numeric_limits<T>::infinity(), least = std::numeric_limits<T>::denorm_min();
    for (const T x : {T(3), T(0), least, infinity}) {
        T lanes[detail::pack_size<T>];
        for (const T signed_x : {x, -x}) {
            detail::store_pack(lanes, detail::absolute<T>(detail::pack_of(signed_x)));
            for (const T lane : lanes) {
                CHECK(lane == x);
                CHECK(!std::signbit(lane));
            }
        }
    }
}

#endif

TEST_CASE("packs of float are widened to double, and rounded when narrowed") {
    const float numbers[] = {1.5F, -0x1p-149F, 3};
    const detail::pack<double> wide = detail::load_wide(numbers), next = detail::load_wide(numbers + 1);
    CHECK(wide[0] == 1.5);
    CHECK(wide[1] == -0x1p-149);
    CHECK(next[1] == 3);
    const detail::pack<float> back =
        detail::narrowed(wide + detail::pack_of(0x1p-24), detail::pack_of(0x1p-150) + next * detail::pack_of(2.));
    CHECK(back[0] == 1.5F);  // half way: to even
    CHECK(back[1] == 0x1p-24F);
    CHECK(back[2] == -0x1p-148F);
    CHECK(back[3] == 6);
}
