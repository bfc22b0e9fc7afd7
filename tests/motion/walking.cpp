// Motions along surfaces: floors keep the speed across up, and all other surfaces project the motion.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "body_among.hpp"

#include <cmath>
#include <random>
#include <vector>

namespace walking_tests {

using namespace hitbox;
using hitbox_tests::body_among;
using W = vec2<double>;

const std::vector<aabb<double>> no_solids;
const aabb<double> box{{-1, -1}, {1, 1}};
const W wall{-1, 0}, ceiling{0, -1};

/// A body with an up, and surfaces by their normals: floors are those within 45 degrees of it.
struct walker {
    body_among<aabb<double>, std::vector<aabb<double>>> among{box, W{}, no_solids, slide_options<double>{.up = {0, 1}}};

    detail::held_planes planes(const std::vector<W>& normals) const {
        detail::held_planes held;
        for (const W n : normals) {
            detail::surface s;
            s.plane = detail::half_plane_of(n), s.is_floor = among.body.is_floor(n);
            held.add(s);
        }
        return held;
    }
    detail::walked_motion along(const detail::walked_motion& v, const std::vector<W>& normals) const {
        return detail::along(among.body, v, planes(normals));
    }
    std::optional<W> standing(W v, const std::vector<W>& normals) const {
        return detail::standing(among.body, v, planes(normals));
    }
};
/// The upward normal of a floor that rises by `slope` for each unit to the right.
W floor_of(double slope) { return W{-slope, 1} * (1 / std::hypot(slope, 1.0)); }

/// Returns the sign of a dot product if long double decides it.
bool goes_into(W v, W n) {
    const long double x = static_cast<long double>(v.x) * static_cast<long double>(n.x),
                      y = static_cast<long double>(v.y) * static_cast<long double>(n.y);
    return x + y < -1e-18L * (std::abs(x) + std::abs(y));
}

TEST_CASE("walking: floors keep the speed across up, and set the height", "[motion]") {
    const walker w;
    hitbox_tests::generator random{1};
    for (int round = 0; round < 2000; ++round) {
        const double speed = random.real(-3.0, 3.0), fall = random.real(-2.0, 0.0);
        const std::vector<double> slopes{random.real(-0.9, 0.9), random.real(-0.9, 0.9)};
        std::vector<W> normals{floor_of(slopes[0])};
        double expected = slopes[0] * speed;
        if (round % 2 == 0) normals.push_back(floor_of(slopes[1])), expected = std::max(expected, slopes[1] * speed);
        const W v{speed, fall};
        const auto left = w.standing(v, normals);
        REQUIRE(left);
        CHECK(left->x == speed);
        CHECK(std::abs(left->y - std::max(expected, fall)) < 1e-14);
        for (const W n : normals) CHECK_FALSE(goes_into(*left, n));
        const auto walked = w.along({v, 0}, normals);
        CHECK(walked.value == *left);
        CHECK(std::abs(walked.rise - (left->y - fall)) < 1e-15);
    }
}

// Otherwise the floor would lift a body that does not walk by the rounding errors of its height changes.
TEST_CASE("walking: a body that only falls stands still on a slope", "[motion]") {
    const walker w;
    std::mt19937 random{2};
    for (int round = 0; round < 4000; ++round) {
        const double slope = static_cast<double>(random()) / 0x1p31 - 1, fall = static_cast<double>(random()) / 0x1p30;
        const auto left = w.standing({0, -fall}, {floor_of(slope * 0.99)});
        REQUIRE(left);
        REQUIRE(*left == W{0, 0});
    }
}

TEST_CASE("walking: a motion into no surface is unchanged, to the last bit", "[motion]") {
    const walker w;
    for (const W v : {W{1, 0.5}, W{-1, 0}, W{0, 3}, W{-0.1, 1e-9}}) {
        CHECK(w.standing(v, {{0, 1}}) == v);
        CHECK(w.along({v, 0.25}, {{0, 1}}) == detail::walked_motion{v, 0.25});
        CHECK(w.along({v, 0.25}, {}).value == v);
    }
    CHECK(w.along({{1, -1}, 0}, {}) == detail::walked_motion{{1, -1}, 0});
}

TEST_CASE("walking: without a floor a motion slides, and no part of it comes from walking", "[motion]") {
    const walker w;
    // A slope of 3 in 1 is too steep for a floor, so the motion is projected on it.
    const W steep = floor_of(3);
    const auto left = w.along({{2, 0}, 1}, {steep});
    CHECK(length(left.value - W{0.2, 0.6}) < 1e-15);
    CHECK(left.rise == 0);
    CHECK(w.along({{2, 1}, 1}, {wall}) == detail::walked_motion{{0, 1}, 0});
}

TEST_CASE("walking: a walking body stops at a wall, and loses the height gained by walking", "[motion]") {
    const walker w;
    CHECK_FALSE(w.standing({1, 0}, {floor_of(0.5), wall}));
    CHECK(w.along({{1, 0}, 0}, {{0, 1}, wall}) == detail::walked_motion{{0, 0}, 0});
    CHECK(w.along({{1, 0}, 0}, {floor_of(0.5), wall}) == detail::walked_motion{{0, 0}, 0});
    CHECK(w.along({{1, 0.5}, 0.5}, {floor_of(0.5), wall}) == detail::walked_motion{{0, 0}, 0});
    // The body does not creep up at the foot of a slope that is too steep for a floor, either.
    CHECK(w.along({{1, -0.5}, 0}, {{0, 1}, floor_of(3)}) == detail::walked_motion{{0, 0}, 0});
    // The part that does not come from walking remains, so a jump continues.
    CHECK(w.along({{1, 2.5}, 0.5}, {floor_of(0.5), wall}) == detail::walked_motion{{0, 2}, 0});
    // In a wedge under a ceiling the body is not pushed back.
    const W slanted = W{-1, -2} * (1 / std::hypot(1.0, 2.0));
    CHECK(w.along({{1, 0}, 0}, {{0, 1}, slanted}) == detail::walked_motion{{0, 0}, 0});
    CHECK(w.along({{1, 1}, 1}, {{0, 1}, slanted}).value.x >= 0);
}

TEST_CASE("walking: planes of floors are stored twice, among all planes and separately", "[motion]") {
    const detail::held_planes held = walker{}.planes({wall, {0, 1}, ceiling, floor_of(0.5), floor_of(2)});
    CHECK(held.all.size() == 5);
    REQUIRE(held.floors.size() == 2);
    CHECK(held.floors[0].normal == W{0, 1});
}

}  // namespace walking_tests
