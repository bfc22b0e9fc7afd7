// Intervals on one axis.

#include "../catch_compat.hpp"

#include <hitbox/core/interval.hpp>

#include <limits>

using namespace hitbox;

namespace {

static_assert(interval{1, 3} == interval<int>{1, 3} && interval{1, 3} != interval{1, 4} &&
              interval{1, 3} != interval{0, 3});
static_assert(valid(interval{1, 1}) && valid(interval{-1., 2.}) && !valid(interval{2, 1}));

static_assert(contains(interval{1, 3}, 1) && contains(interval{1, 3}, 3) && contains(interval{1, 3}, 2),
              "both ends count");
static_assert(!contains(interval{1, 3}, 0) && !contains(interval{1, 3}, 4));
static_assert(contains(interval{1, 3}, interval{1, 3}) && contains(interval{1, 3}, interval{2, 2}));
static_assert(!contains(interval{1, 3}, interval{0, 2}) && !contains(interval{1, 3}, interval{2, 4}));
static_assert(!contains(interval{1, 3}, interval{3, 2}) && !contains(interval{1, 3}, interval{2, 1}),
              "an empty one is nowhere");
static_assert(!contains(interval{3, 1}, 2) && !contains(interval{3, 1}, interval{2, 2}), "and holds nothing");

static_assert(intersects(interval{0, 1}, interval{1, 2}) && intersects(interval{1, 2}, interval{0, 1}),
              "touching counts");
static_assert(!intersects(interval{0, 1}, interval{2, 3}) && !intersects(interval{2, 3}, interval{0, 1}));
static_assert(intersects(interval{0, 9}, interval{4, 5}) && intersects(interval{4, 5}, interval{0, 9}));
static_assert(!intersects(interval{9, 0}, interval{4, 5}) && !intersects(interval{4, 5}, interval{9, 0}));

static_assert(!penetrates(interval{0, 1}, interval{1, 2}) && !penetrates(interval{1, 2}, interval{0, 1}));
static_assert(penetrates(interval{0, 2}, interval{1, 3}) && penetrates(interval{1, 3}, interval{0, 2}));
static_assert(penetrates(interval{1, 1}, interval{0, 2}) && penetrates(interval{0, 2}, interval{1, 1}),
              "one number, strictly inside");
static_assert(!penetrates(interval{0, 0}, interval{0, 2}) && !penetrates(interval{1, 1}, interval{1, 1}));
static_assert(!penetrates(interval{2, 0}, interval{0, 2}));

}  // namespace

TEST_CASE("the minimum translation of two intervals") {
    CHECK_TWICE(*minimum_translation(interval{0, 4}, interval{3, 9}) == -1);
    CHECK_TWICE(*minimum_translation(interval{3, 9}, interval{0, 4}) == 1);
    CHECK_TWICE(*minimum_translation(interval{0, 1}, interval{1, 2}) == 0);
    CHECK_TWICE(*minimum_translation(interval{1, 2}, interval{0, 1}) == 0);
    // A contained interval moves in the shorter direction; if both are equal, towards smaller numbers.
    CHECK_TWICE(*minimum_translation(interval{4, 5}, interval{0, 7}) == 3);
    CHECK_TWICE(*minimum_translation(interval{1, 2}, interval{0, 7}) == -2);
    CHECK_TWICE(*minimum_translation(interval{3, 5}, interval{0, 8}) == -5);
    // A translation beyond the range of int is clamped.
    constexpr int max_value = std::numeric_limits<int>::max(), min_value = std::numeric_limits<int>::min();
    constexpr interval low{-2000000000, 1500000000}, high{-1500000000, 2000000000};
    CHECK_TWICE(*minimum_translation(low, high) == min_value);
    CHECK_TWICE(*minimum_translation(high, low) == max_value);
    CHECK_TWICE(*minimum_translation(interval{-max_value, max_value}, interval{0, max_value}) == -max_value);
    CHECK_TWICE(!minimum_translation(interval{0, 1}, interval{2, 3}));
    CHECK_TWICE(!minimum_translation(interval{1, 0}, interval{0, 3}));
}

TEMPLATE_TEST_CASE("an interval with a NaN or an infinity contains and intersects nothing", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const interval<T> fine{T(-1), T(1)};
    for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                        -std::numeric_limits<T>::infinity()}) {
        for (const interval<T> broken : {interval<T>{bad, T(1)}, interval<T>{T(-1), bad}, interval<T>{bad, bad}}) {
            CHECK(!valid(broken));
            CHECK(!contains(broken, T(0)));
            CHECK(!contains(broken, fine));
            CHECK(!contains(fine, broken));
            CHECK(!intersects(broken, fine));
            CHECK(!intersects(fine, broken));
            CHECK(!penetrates(broken, fine));
            CHECK(!penetrates(fine, broken));
            CHECK(!minimum_translation(broken, fine));
            CHECK(!minimum_translation(fine, broken));
        }
        CHECK(!contains(fine, bad));
    }
}

TEMPLATE_TEST_CASE("an interval contains the numbers between its ends, and both ends", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    const interval<T> range{T(1), T(3)};
    for (int t = -1; t <= 5; ++t) {
        CHECK(contains(range, T(t)) == (t >= 1 && t <= 3));
        CHECK(!contains(interval<T>{T(3), T(1)}, T(t)));
        CHECK(contains(range, interval<T>{T(t), T(t)}) == contains(range, T(t)));
    }
}

TEMPLATE_TEST_CASE("the minimum translation of an interval leaves the two touching", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    for (int a = -4; a <= 4; ++a)
        for (int width = 0; width <= 5; ++width) {
            const interval<T> moving{static_cast<T>(a), static_cast<T>(a + width)}, still{T(-1), T(2)};
            const auto move = minimum_translation(moving, still);
            CAPTURE(a, width);
            CHECK(move.has_value() == intersects(moving, still));
            if (!move) continue;
            const interval<T> moved{moving.min + *move, moving.max + *move};
            CHECK(intersects(moved, still));
            CHECK(!penetrates(moved, still));
            for (T shorter = T(1); shorter < (*move < 0 ? -*move : *move); ++shorter)
                for (const T other : {shorter, -shorter})
                    CHECK(penetrates(interval<T>{moving.min + other, moving.max + other}, still));
        }
}
