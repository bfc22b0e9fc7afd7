#include "../catch_compat.hpp"

#include <hitbox/core/exact_crossing.hpp>

#include <cmath>
#include <cstdint>
#include <random>

using namespace hitbox;

namespace {

int sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

}  // namespace

TEST_CASE("crossings of small whole numbers are compared as in integers, at any scale") {
    std::mt19937_64 random{3};
    const auto whole = [&random] { return static_cast<std::int64_t>(random() % 33) - 16; };
    int ties = 0, differ = 0;
    for (int i = 0; i < 20000; ++i) {
        std::int64_t n[20];
        for (std::int64_t& x : n) x = whole();
        const auto area = [&n](int p, int q, int u, int v) {  // cross(q - p, v - u)
            return (n[q] - n[p]) * (n[v + 1] - n[u + 1]) - (n[q + 1] - n[p + 1]) * (n[v] - n[u]);
        };
        const std::int64_t gap_e = area(0, 2, 6, 4), closing_e = area(0, 2, 16, 18), gap_k = area(8, 10, 14, 12),
                           closing_k = area(8, 10, 16, 18);
        const std::int64_t expected = gap_e * closing_k - gap_k * closing_e, at_end = gap_e - closing_e;
        const double unit = std::ldexp(1., static_cast<int>(random() % 900) - 450);
        const auto point = [&](int k) {
            return vec2<double>{static_cast<double>(n[k]) * unit, static_cast<double>(n[k + 1]) * unit};
        };
        const exact::difference_line e{point(0), point(2), point(4), point(6)},
            k{point(8), point(10), point(12), point(14)};
        const exact::displacement m{point(16), point(18)};
        ties += expected == 0;
        differ += exact::compare_crossings(e, k, m) != sign(static_cast<double>(expected));
        differ += exact::side_at_end(e, m) != sign(static_cast<double>(at_end));
    }
    CHECK(ties > 10);
    CHECK(differ == 0);
}

// Of tiles and boxes: edges in line with each other, and motions along them or to their ends. Some differences of these
// numbers are no doubles.
TEST_CASE("crossings of axis-parallel lines are compared as their coordinates are") {
    std::mt19937_64 random{4};
    const auto whole = [&random] {
        const auto small = static_cast<std::int64_t>(random() % 5) - 2;
        return random() % 8 == 0 ? (std::int64_t{1} << 55) + 8 * small : small;
    };
    const auto sign_of = [](std::int64_t x) { return x > 0 ? 1 : x < 0 ? -1 : 0; };
    int ties = 0, differ = 0, rounded = 0;
    for (int i = 0; i < 40000; ++i) {
        const bool upright = random() % 2 == 0;
        const auto point = [upright](std::int64_t across, std::int64_t along) {
            const auto x = static_cast<double>(across), y = static_cast<double>(along);
            return upright ? vec2<double>{x, y} : vec2<double>{y, x};
        };
        // cross(direction, v) of an upright line is minus the length of its direction times the coordinate across.
        struct line {
            std::int64_t start;
            int sign;
            exact::difference_line edge;
        };
        const auto make_line = [&] {
            const std::int64_t across = whole(), from = whole(), to = from + (random() % 2 == 0 ? 8 : -8),
                               solid = whole(), mover = whole();
            return line{solid - mover,
                        (to > from) == upright ? -1 : 1,
                        {point(across, from), point(across, to), point(solid, whole()), point(mover, whole())}};
        };
        const line e = make_line(), k = make_line();
        const std::int64_t from = whole(), to = whole();
        const exact::displacement m{point(from, whole()), point(to, whole())};
        const int expected = e.sign * k.sign * sign_of(to - from) * sign_of(e.start - k.start);
        const int at_end = e.sign * sign_of(e.start - (to - from));
        ties += expected == 0, rounded += static_cast<std::int64_t>(static_cast<double>(e.start)) != e.start;
        differ += exact::compare_crossings(e.edge, k.edge, m) != expected;
        differ += exact::side_at_end(e.edge, m) != at_end;
    }
    CHECK(ties > 1000);
    CHECK(rounded > 1000);
    CHECK(differ == 0);
}

TEST_CASE("crossings that differ by the last bit of a coordinate are distinguished") {
    // The path crosses both lines at 1/2. Then one line is moved by one rounding, against and along the motion.
    const exact::displacement m{{0, 0}, {1, 0}};
    const double third = 1. / 3, half = .5;
    const exact::difference_line e{{0, 1}, {0, 0}, {half, 0}, {0, 0}}, k{{0, 1}, {third, 0}, {half, 0}, {0, 0}};
    STATIC_REQUIRE(exact::compare_crossings(exact::difference_line{{0, 1}, {0, 0}, {.5, 0}, {0, 0}},
                                            exact::difference_line{{0, 2}, {0, 0}, {.5, 0}, {0, 0}},
                                            exact::displacement{{0, 0}, {1, 0}}) == 0);
    CHECK(exact::compare_crossings(e, k, m) == 0);
    exact::difference_line later = e, earlier = e;
    later.solid.x = std::nextafter(half, 1), earlier.solid.x = std::nextafter(half, 0);
    CHECK(exact::compare_crossings(later, k, m) == 1);
    CHECK(exact::compare_crossings(earlier, k, m) == -1);
    exact::difference_line at_end = e;
    at_end.solid.x = 1;
    CHECK(exact::side_at_end(at_end, m) == 0);
    at_end.solid.x = std::nextafter(1., 2);
    CHECK(exact::side_at_end(at_end, m) == 1);
    at_end.solid.x = std::nextafter(1., 0);
    CHECK(exact::side_at_end(at_end, m) == -1);
}
