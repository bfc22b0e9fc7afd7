// The operations of four packed numbers, each compared with four single operations.

#include <hitbox/core/quad.hpp>

#include "../catch_compat.hpp"

using namespace hitbox;
using detail::quad;
using detail::quad_of;

namespace {

template <class T>
bool are(const quad<T>& q, T x, T y, T z, T w) {
    return q[0] == x && q[1] == y && q[2] == z && q[3] == w;
}

}  // namespace

TEMPLATE_TEST_CASE("operations of four packed numbers equal four single operations", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const quad<T> a = quad_of(T(1), T(-2), T(3), T(-4)), b = quad_of(T(5), T(6), T(-7), T(-8));
    CHECK(are<T>(a, 1, -2, 3, -4));
    CHECK(are<T>(quad_of(T(9)), 9, 9, 9, 9));
    CHECK(are<T>(a + b, 6, 4, -4, -12));
    CHECK(are<T>(a - b, -4, -8, 10, 4));
    CHECK(are<T>(a * b, 5, -12, -21, 32));
    CHECK(are<T>(rounded_product(a, b), 5, -12, -21, 32));
    CHECK(are<T>(absolute(a), 1, 2, 3, 4));
    CHECK(highest(a) == 3);
    CHECK(highest(b) == 6);
    CHECK(lowest(a) == -4);
    CHECK(lowest(quad_of(T(1), T(-2), T(3), T(4))) == -2);
    CHECK(greater(a, b) == 0b1100);
    CHECK(greater(b, a) == 0b0011);
    CHECK(greater(a, a) == 0);
    CHECK(are<T>(a / quad_of(T(2), T(-2), T(-1), T(4)), T(.5), 1, -3, -1));
    CHECK(are<T>(lower(a, b), 1, -2, -7, -8));
    CHECK(are<T>(upper(a, b), 5, 6, 3, -4));
    CHECK(are<T>(where_greater(a, b, quad_of(T(1)), quad_of(T(0))), 0, 0, 1, 1));
    CHECK(are<T>(where_greater(a, a, b, a), 1, -2, 3, -4));
    for (int at = 0; at < 4; ++at) {
        T numbers[] = {5, 5, 5, 5};
        numbers[at] = 2;
        CHECK(are<T>(all_lowest(quad_of(numbers[0], numbers[1], numbers[2], numbers[3])), 2, 2, 2, 2));
    }
}

TEMPLATE_TEST_CASE("any four lanes of two packs can be picked", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const quad<T> a = quad_of(T(0), T(1), T(2), T(3)), b = quad_of(T(4), T(5), T(6), T(7));
    CHECK(are<T>(detail::pick<0, 1, 2, 3>(a, b), 0, 1, 2, 3));
    CHECK(are<T>(detail::pick<4, 5, 6, 7>(a, b), 4, 5, 6, 7));
    CHECK(are<T>(detail::pick<7, 2, 3, 6>(a, b), 7, 2, 3, 6));
    CHECK(are<T>(detail::pick<5, 0, 1, 4>(a, b), 5, 0, 1, 4));
    CHECK(are<T>(detail::pick<3, 3, 6, 1>(a, b), 3, 3, 6, 1));
    CHECK(are<T>(detail::pick<2, 3, 0, 1>(a), 2, 3, 0, 1));
    CHECK(are<T>(detail::pick<3, 2, 1, 0>(a), 3, 2, 1, 0));
}

TEMPLATE_TEST_CASE("four numbers are loaded from any index of an array", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const struct {
        T numbers[6];
    } six{{1, 2, 3, 4, 5, 6}};
    CHECK(are<T>(detail::load_quad<T>(six), 1, 2, 3, 4));
    CHECK(are<T>(detail::load_quad<T>(six, 2), 3, 4, 5, 6));
}

TEMPLATE_TEST_CASE("four numbers are stored at any index of an array", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    struct {
        T numbers[6];
    } six{{1, 2, 3, 4, 5, 6}};
    store_quad(six, 1, quad_of(T(7), T(8), T(9), T(10)));
    const T expected[] = {1, 7, 8, 9, 10, 6};
    for (int i = 0; i < 6; ++i) CHECK(six.numbers[i] == expected[i]);
}
