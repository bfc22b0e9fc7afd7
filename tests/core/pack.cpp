// Lanes by themselves: what a kernel is made of is what it says, lane by lane.

#include "../catch_compat.hpp"

#include <hitbox/core/pack.hpp>

#include <cmath>
#include <limits>

#if HITBOX_HAS_PACKS

using namespace hitbox;

TEMPLATE_TEST_CASE("without the sign, every number of a pack is its magnitude", "", float, double) {
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
