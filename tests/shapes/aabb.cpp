// Boxes with their sides along the axes.

#include "../catch_compat.hpp"

#include <hitbox/hitbox.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

using namespace hitbox;

namespace {

using int_box = aabb<int>;

static_assert(aabb{vec2{1, 2}, vec2{3, 5}} == int_box{{1, 2}, {3, 5}});
static_assert(int_box{} == int_box{{0, 0}, {0, 0}});
static_assert(bounds(circle<std::int8_t>{{127, -128}, 1}) == aabb<std::int8_t>{{126, -128}, {127, -127}},
              "no farther than the type goes");
static_assert(bounds(circle<int>{{2147483647, -2147483647 - 1}, 1}) ==
              int_box{{2147483646, -2147483647 - 1}, {2147483647, -2147483647}});
static_assert(int_box::from_corner({1, 2}, {3, 4}) == int_box{{1, 2}, {4, 6}});
static_assert(int_box::from_corner(1, 2, 3, 4) == int_box{{1, 2}, {4, 6}}, "x, y, width, height");
static_assert(int_box::from_center({1, 2}, {3, 4}) == int_box{{-2, -2}, {4, 6}});
static_assert(int_box{{1, 2}, {3, 5}} != int_box{{0, 2}, {3, 5}} && int_box{{1, 2}, {3, 5}} != int_box{{1, 0}, {3, 5}});
static_assert(int_box{{1, 2}, {3, 5}} != int_box{{1, 2}, {0, 5}} && int_box{{1, 2}, {3, 5}} != int_box{{1, 2}, {3, 0}});

static_assert(center(int_box{{0, 2}, {4, 8}}) == vec2{2, 5});
static_assert(center(aabb<float>{{0, 0}, {1, 3}}) == vec2{.5f, 1.5f});
static_assert(center(int_box{{2147483647, -2147483647}, {2147483647, -2147483647}}) == vec2{2147483647, -2147483647},
              "no overflow on the way");
static_assert(center(aabb<double>{{1e308, -1e308}, {1.5e308, 1e308}}) == vec2{1.25e308, 0.});

static_assert(support(int_box{{0, 1}, {4, 8}}, {1, 1}) == vec2{4, 8} &&
              support(int_box{{0, 1}, {4, 8}}, {-1, 1}) == vec2{0, 8});
static_assert(support(int_box{{0, 1}, {4, 8}}, {-1, -1}) == vec2{0, 1} &&
              support(int_box{{0, 1}, {4, 8}}, {1, -1}) == vec2{4, 1});

static_assert(bounds(int_box{{0, 1}, {4, 8}}) == int_box{{0, 1}, {4, 8}});
static_assert(bounds(vec2{3, 4}) == int_box{{3, 4}, {3, 4}}, "a point has bounds, too");
static_assert(merged(int_box{{0, 1}, {4, 8}}, int_box{{-2, 3}, {1, 9}}) == int_box{{-2, 1}, {4, 9}});
static_assert(area(int_box{{-2000000000, -2000000000}, {2000000000, 2000000000}}) == std::numeric_limits<int>::max() &&
                  area(int_box{{-50000, 0}, {50000, 50000}}) == std::numeric_limits<int>::max() &&
                  area(int_box{{-2000000000, 5}, {2000000000, 5}}) == 0 &&
                  area(int_box{{0, 0}, {1, 2147483647}}) == 2147483647,
              "beyond the range of int: its largest value");
static_assert(area(aabb<std::int64_t>{{-3000000000, 0}, {3000000000, 1000000000}}) == 6000000000000000000 &&
              area(aabb<std::int64_t>{{-3000000000, 0}, {3000000000, 2000000000}}) ==
                  std::numeric_limits<std::int64_t>::max());
static_assert(area(int_box{{0, 1}, {4, 8}}) == 28 && area(aabb<double>{{-1, -1}, {.5, 1}}) == 3);
static_assert(radius(int_box{{0, 1}, {4, 8}}) == 0);

static_assert(valid(int_box{{0, 0}, {0, 0}}) && valid(int_box{{0, 0}, {4, 0}}), "flat ones are meant");
static_assert(!valid(int_box{{1, 0}, {0, 4}}) && !valid(int_box{{0, 1}, {4, 0}}));

static_assert(vertices(int_box{{0, 1}, {4, 8}}).size() == 4);
static_assert(vertices(int_box{{0, 1}, {4, 8}})[0] == vec2{0, 1} && vertices(int_box{{0, 1}, {4, 8}})[1] == vec2{4, 1});
static_assert(vertices(int_box{{0, 1}, {4, 8}})[2] == vec2{4, 8} && vertices(int_box{{0, 1}, {4, 8}})[3] == vec2{0, 8});
static_assert(vertices(int_box{{0, 1}, {4, 1}}).size() == 2 && vertices(int_box{{0, 1}, {0, 8}}).size() == 2 &&
              vertices(int_box{{0, 1}, {0, 1}}).size() == 1);
static_assert(vertices(int_box{{0, 1}, {4, 1}})[0] == vec2{0, 1} && vertices(int_box{{0, 1}, {4, 1}})[1] == vec2{4, 1});
static_assert(faceted<int_box> && convex<int_box> && faceted<aabb<float>> &&
              std::same_as<scalar_t<aabb<float>>, float>);

}  // namespace

TEMPLATE_TEST_CASE("a box with a NaN, an infinity or its corners swapped is not valid", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> fine{{T(-1), T(-2)}, {T(3), T(4)}};
    CHECK(valid(fine));
    for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                        -std::numeric_limits<T>::infinity()}) {
        for (const auto field : {0, 1, 2, 3}) {
            CAPTURE(bad, field);
            aabb<T> broken = fine;
            (field == 0 ? broken.min.x : field == 1 ? broken.min.y : field == 2 ? broken.max.x : broken.max.y) = bad;
            CHECK(!valid(broken));
        }
    }
    CHECK(!valid(aabb<T>{{T(3), T(-2)}, {std::nextafter(T(3), T(0)), T(4)}}));
    CHECK(!valid(aabb<T>{{T(-1), T(4)}, {T(3), std::nextafter(T(4), T(0))}}));
    CHECK(valid(aabb<T>{{-std::numeric_limits<T>::max(), T(0)}, {std::numeric_limits<T>::max(), T(0)}}));
}

TEMPLATE_TEST_CASE("the box around a disc too small to move a bound has the next number as its bound", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const T small = std::numeric_limits<T>::epsilon() / 64;
    for (const T at : {T(1), T(-1), T(3), T(.1)}) {
        CAPTURE(at);
        const aabb<T> box = bounds(circle<T>{{at, -at}, small});
        CHECK(box.max.x == std::nextafter(at, T(9)));
        CHECK(box.min.x == std::nextafter(at, T(-9)));
        CHECK(box.max.y == std::nextafter(-at, T(9)));
        CHECK(box.min.y == std::nextafter(-at, T(-9)));
    }
}

TEMPLATE_TEST_CASE("a box without width or height is a segment or a point", "", int, HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> flat{{T(0), T(2)}, {T(6), T(2)}}, thin{{T(2), T(0)}, {T(2), T(6)}}, dot{{T(2), T(2)}, {T(2), T(2)}};
    CHECK(intersects(flat, thin));
    CHECK(penetrates(flat, thin));  // as segments that cross
    CHECK(intersects(flat, dot));
    CHECK(!penetrates(flat, dot));
    CHECK(contains(flat, dot));
    CHECK(contains(dot, dot));
    CHECK(!contains(dot, flat));
    CHECK(!intersects(dot, vec2<T>{T(2), T(3)}));
    CHECK(area(flat) == T(0));
    const segment<T> same{{T(0), T(2)}, {T(6), T(2)}};
    CHECK(contains(flat, same));
    CHECK(contains(same, flat));
}

TEST_CASE("an area of integers ends at the largest number of their type") {
    using small = aabb<std::int8_t>;
    CHECK_TWICE(area(small{{0, 0}, {0, 127}}) == 0);
    CHECK_TWICE(area(small{{-3, -4}, {4, 14}}) == 126);
    CHECK_TWICE(area(small{{-3, -4}, {5, 12}}) == 127);
    CHECK_TWICE(area(small{{-128, -128}, {127, 127}}) == 127);
}

TEST_CASE("boxes of small integers stay in their type") {
    using small = aabb<std::int8_t>;
    const small a{{-128, -128}, {127, 127}}, b{{100, 100}, {127, 127}};
    CHECK(intersects(a, b));
    CHECK(contains(a, b));
    CHECK(!contains(b, a));
    CHECK(center(a) == vec2<std::int8_t>{0, 0});
    const auto hit = collide(a, b);
    REQUIRE(hit);
    CHECK(hit->depth == 27);
    CHECK(hit->normal == vec2<std::int8_t>{1, 0});
    CHECK(hit->b_in_a);
    const auto deepest = collide(a, a);
    REQUIRE(deepest);
    CHECK(deepest->depth == 127);  // 255 is beyond the type
}

// Size, width and height.
static_assert(aabb<int>{{1, 2}, {4, 9}}.size() == vec2{3, 7});
static_assert(aabb<int>{{1, 2}, {4, 9}}.width() == 3 && aabb<int>{{1, 2}, {4, 9}}.height() == 7);
static_assert(aabb<float>::from_corner({1, 2}, {3, 4}).size() == vec2{3.f, 4.f});

TEST_CASE("a box is grown to the next number outwards if the sum is rounded inwards, and else not at all") {
    constexpr float infinity = std::numeric_limits<float>::infinity(), max_value = (std::numeric_limits<float>::max)();
    std::uint64_t state = 12345;
    const auto real = [&state] {  // of any sign, from 2^-24 to 2^4
        state = state * 6364136223846793005u + 1442695040888963407u;
        const auto bits = static_cast<std::uint32_t>(state >> 32);
        return std::ldexp(static_cast<float>(static_cast<std::int32_t>(bits | 1)), -27 - static_cast<int>(bits % 28));
    };
    bool right = true;
    for (int i = 0; i < 100000; ++i) {
        const float x = i % 100 == 0 ? 0.f : real(), r = i % 3 == 0 ? -real() : std::abs(real());
        const aabb<float> box = detail::grown(aabb<float>{{x, x}, {x, x}}, r);
        const double low = static_cast<double>(x) - static_cast<double>(r),
                     high = static_cast<double>(x) + static_cast<double>(r);
        right = right && static_cast<double>(box.min.x) <= low && box.min.x == box.min.y &&
                static_cast<double>(std::nextafter(box.min.x, infinity)) > low &&
                static_cast<double>(box.max.x) >= high &&
                static_cast<double>(std::nextafter(box.max.x, -infinity)) < high && box.max.x == box.max.y;
    }
    CHECK(right);
    CHECK(detail::grown(aabb<float>{{-1, 1}, {-1, 1}}, 1.f) == aabb<float>{{-2, 0}, {0, 2}});
    CHECK(detail::grown(aabb<float>{{-max_value, -1}, {max_value, 1}}, max_value).max.x == infinity);
    CHECK(detail::grown(aabb<float>{{-infinity, -1}, {infinity, 1}}, 1.f).min.x == -infinity);
    static_assert(detail::grown(aabb<float>{{1, 1}, {1, 1}}, 0x1p-30f).max == vec2{1 + 0x1p-23f, 1 + 0x1p-23f});
    static_assert(detail::grown(aabb<double>{{1, 1}, {1, 1}}, 0x1p-60).min == vec2{1 - 0x1p-53, 1 - 0x1p-53});
}
