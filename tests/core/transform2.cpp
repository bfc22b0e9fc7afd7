// Rigid motions: rotate, then translate.

#include "../catch_compat.hpp"

#include <hitbox/core/sweep.hpp>

#include <cmath>
#include <limits>
#include <random>

using namespace hitbox;

namespace {

using transform = transform2<double>;
using point = vec2<double>;

constexpr rot2<double> quarter{0, 1};

static_assert(transform{} == transform{{0, 0}, {1, 0}}, "the default moves nothing");
static_assert(transform{} * point{3, 4} == point{3, 4});
static_assert(transform{{10, 20}, {}} * point{3, 4} == point{13, 24});
static_assert(transform{{10, 20}, quarter} * point{3, 4} == point{6, 23}, "rotated first, translated then");
static_assert(transform{{10, 20}, quarter} * (transform{{1, 0}, quarter} * point{3, 4}) ==
              (transform{{10, 20}, quarter} * transform{{1, 0}, quarter}) * point{3, 4});
static_assert(transform{{1, 0}, {}} * transform{{0, 0}, quarter} == transform{{1, 0}, quarter},
              "the right one goes first");
static_assert(transform{{0, 0}, quarter} * transform{{1, 0}, {}} == transform{{0, 1}, quarter});
static_assert(inverse(transform{{10, 20}, quarter}) == transform{{-20, 10}, {0, -1}});
static_assert(inverse(transform{{10, 20}, quarter}) * (transform{{10, 20}, quarter} * point{3, 4}) == point{3, 4});
static_assert(transform{{1, 2}, {}} != transform{{1, 3}, {}} && transform{{1, 2}, {}} != transform{{1, 2}, quarter});
static_assert(valid(transform{}) && !valid(transform{{0, 0}, {0, 0}}) && !valid(transform{{0, 0}, {1, 1}}));
static_assert(transform2<float>{{5, 0}, {.6f, .8f}} * vec2<float>{5, 0} == vec2<float>{8, 4});

class random_motions {
public:
    double between(double low, double high) {
        return low + (high - low) * (static_cast<double>(random_() >> 11) * 0x1p-53);
    }
    template <class T>
    vec2<T> vec(double reach) {
        return {static_cast<T>(between(-reach, reach)), static_cast<T>(between(-reach, reach))};
    }
    template <class T>
    transform2<T> motion(double reach) {
        const vec2<T> translation = vec<T>(reach);
        return {translation, rot2<T>::from_radians(static_cast<T>(between(-7, 7)))};
    }

private:
    std::mt19937_64 random_{17};
};

}  // namespace

TEMPLATE_TEST_CASE("a transform and its inverse cancel, and two transforms compose", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    random_motions random;
    const T tolerance = 64 * std::numeric_limits<T>::epsilon() * 10;
    for (int i = 0; i < 300; ++i) {
        const transform2<T> a = random.motion<T>(10), b = random.motion<T>(10);
        const vec2<T> p = random.vec<T>(10), q = random.vec<T>(10);
        CHECK(length(inverse(a) * (a * p) - p) <= tolerance);
        CHECK(length(a * (inverse(a) * p) - p) <= tolerance);
        CHECK(length((a * b) * p - a * (b * p)) <= tolerance);
        CHECK(length((inverse(a) * a) * p - p) <= tolerance);
        CHECK(std::abs(length(a * p - a * q) - length(p - q)) <= tolerance);
    }
}

TEST_CASE("a float point is transformed in double and rounded once") {
    random_motions random;
    for (int i = 0; i < 2000; ++i) {
        const transform2<float> t = random.motion<float>(i % 2 == 0 ? 1. : 1e5);
        const vec2<float> p = random.vec<float>(100), moved = t * p;
        const double c = static_cast<double>(t.rotation.c), s = static_cast<double>(t.rotation.s),
                     x = static_cast<double>(p.x), y = static_cast<double>(p.y);
        const double expected_x = c * x - s * y + static_cast<double>(t.translation.x),
                     expected_y = s * x + c * y + static_cast<double>(t.translation.y);
        // The result is the nearest float (up to the rounding of the double reference).
        const auto nearest = [](float got, double expected) {
            const double off = std::abs(static_cast<double>(got) - expected);
            const double below = static_cast<double>(std::nextafter(got, -1e30f)),
                         above = static_cast<double>(std::nextafter(got, 1e30f));
            return off <= std::abs(below - expected) * (1 + 1e-6) + 1e-12 &&
                   off <= std::abs(above - expected) * (1 + 1e-6) + 1e-12;
        };
        CAPTURE(p.x, p.y, expected_x, expected_y);
        CHECK(nearest(moved.x, expected_x));
        CHECK(nearest(moved.y, expected_y));
    }
}

TEMPLATE_TEST_CASE("a sweep is valid if both of its ends are", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const transform2<T> fine{{1, 2}, rot2<T>::from_degrees(T(77))}, broken{{1, 2}, {2, 0}};
    CHECK(valid(sweep<T>{fine, fine, 3}));
    CHECK(!valid(sweep<T>{broken, fine}));
    CHECK(!valid(sweep<T>{fine, broken}));
}

TEMPLATE_TEST_CASE("a transform with a NaN, an infinity or no unit rotation is not valid", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                        -std::numeric_limits<T>::infinity()}) {
        CHECK(!valid(transform2<T>{{bad, 0}, {}}));
        CHECK(!valid(transform2<T>{{0, bad}, {}}));
        CHECK(!valid(transform2<T>{{0, 0}, {bad, 0}}));
        CHECK(!valid(transform2<T>{{0, 0}, {1, bad}}));
    }
    CHECK(!valid(transform2<T>{{0, 0}, {2, 0}}));
    CHECK(valid(transform2<T>{{1, 2}, rot2<T>::from_degrees(T(77))}));
}
