#include <hitbox/narrow/project.hpp>

#include "catch_compat.hpp"
#include "grid.hpp"

#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

using namespace hitbox;
using hitbox_tests::generator;

namespace {

template <class T>
bool same_bits(T a, T b) {
    using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return std::bit_cast<bits>(a) == std::bit_cast<bits>(b);
}

/// Projects one point after another, in order.
template <class T>
interval<T> plain_shadow(const std::vector<vec2<T>>& points, vec2<T> axis) {
    if (points.empty()) return {T(1), T(0)};
    interval<T> s{std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity()};
    for (const vec2<T> p : points) {
        const volatile T along_x = p.x * axis.x, along_y = p.y * axis.y;  // each rounded, and not fused
        const T d = along_x + along_y;
        s = {d < s.min ? d : s.min, d > s.max ? d : s.max};  // a NaN is neither
    }
    return {s.min + T(0), s.max + T(0)};
}

constexpr vec2<float> five_points[] = {{0, 0}, {3, 4}, {-1, 2}, {5, -6}, {2, 2}};
constexpr std::span<const vec2<float>> all_of_five{five_points};
static_assert(sat::project(all_of_five, vec2<float>{1, 0}) == interval<float>{-1, 5});
static_assert(sat::project(all_of_five.first(0), vec2<float>{1, 0}) == interval<float>{1, 0});

}  // namespace

TEMPLATE_TEST_CASE("projecting many points at once equals projecting one after another", "", HITBOX_TESTS_REALS) {
    generator random{81};
    constexpr TestType special[] = {
        0, TestType(-0.), std::numeric_limits<TestType>::quiet_NaN(), std::numeric_limits<TestType>::infinity(), 0, 1};
    for (int round = 0; round < 4000; ++round) {
        const std::size_t n = round % 50 == 0 ? random.index(300) : random.index(24);
        const std::size_t rare = round % 3 == 0 ? 6 : 2;  // a third with what is not a number
        const auto number = [&] {
            return random.index(24) == 0 ? special[random.index(rare)] : random.template real<TestType>(-50, 50);
        };
        std::vector<vec2<TestType>> points;
        std::vector<TestType> x, y;
        for (std::size_t i = 0; i < n; ++i) {
            points.push_back({number(), number()});
            x.push_back(points.back().x), y.push_back(points.back().y);
        }
        const vec2<TestType> axis = round % 7 == 0 ? vec2<TestType>{0, 1} : random.template unit<TestType>();
        const auto expected = plain_shadow(points, axis);
        for (const auto& s : {sat::project(std::span<const vec2<TestType>>{points}, axis),
                              sat::project(std::span<const TestType>{x}, std::span<const TestType>{y}, axis)}) {
            CAPTURE(round, n, s.min, s.max, expected.min, expected.max);
            REQUIRE(same_bits(s.min, expected.min));
            REQUIRE(same_bits(s.max, expected.max));
        }
    }
}

TEST_CASE("of columns with different lengths only the common part counts") {
    const std::vector<float> x{1, 2, 90}, y{10, 30};
    CHECK(sat::project(std::span<const float>{x}, std::span<const float>{y}, vec2{1.f, 1.f}) == interval{11.f, 32.f});
    CHECK(sat::project(std::span<const float>{y}, std::span<const float>{x}, vec2{1.f, 1.f}) == interval{11.f, 32.f});
}
