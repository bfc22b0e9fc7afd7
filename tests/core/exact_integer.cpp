// Integers of several limbs. Zero always has no limbs, so the sign follows from the representation.

#include "../catch_compat.hpp"

#include <hitbox/core/exact_integer.hpp>

using hitbox::exact::detail::integer;
using hitbox::exact::detail::to_double;
using hitbox::exact::detail::to_integer;

TEST_CASE("an integer has the minimum number of limbs, and zero has none") {
    CHECK(integer{}.size == 0);
    CHECK(to_integer(0, 0).size == 0);
    CHECK(to_integer(-0., -1074).size == 0);
    const auto one = to_integer(1, -52), huge = to_integer(0x1p+1000, -1074), tiny = to_integer(0x1p-1074, -1074);
    CHECK(one.size == 2);
    CHECK(tiny.size == 1);
    CHECK(huge.size == 65);
    CHECK((one - one).size == 0);
    CHECK((huge - huge).size == 0);
    CHECK((huge * to_integer(0, 0)).size == 0);
    CHECK((tiny * tiny).size == 1);
    CHECK((huge + tiny - huge).size == 1);
    CHECK(to_double(huge - tiny, -1074) == 0x1p+1000);
    CHECK(to_double(tiny - huge, -1074) == -0x1p+1000);
    CHECK(to_double(one - one, 0) == 0);
}
