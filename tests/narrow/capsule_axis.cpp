// Capsules against capsules: their filter proposes the edges of the general path, so the results are bitwise equal.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <cmath>
#include <limits>
#include <random>

namespace capsule_axis_tests {

using namespace hitbox;
using V = vec2<float>;

namespace {

struct generator {
    std::mt19937 engine;

    float real(float low, float high) { return std::uniform_real_distribution<float>{low, high}(engine); }
    /// Makes two capsules of any size, on a grid, far from the origin, or near each other.
    float number(int kind) {
        if (kind == 0) return real(-2, 2);
        if (kind == 1) return static_cast<float>(static_cast<int>(engine() % 9) - 4) / 2;
        if (kind == 2) return 1000 + real(-2, 2);
        return real(-2, 2) * std::exp2(real(-30, 0));
    }
    V point(int kind) {
        const float x = number(kind);
        return {x, number(kind)};
    }
    capsule<float> make(int kind) {
        const V a = point(kind), b = engine() % 16 == 0 ? a : point(kind);
        return {a, b, static_cast<float>(engine() % 5) / 4};
    }
};

}  // namespace

TEST_CASE("capsules answer like general hulls") {
    generator random{std::mt19937{41}};
    const std::size_t rounds = hitbox_tests::many_if_optimised(100'000, 10'000);
    for (std::size_t i = 0; i < rounds; ++i) {
        const int kind = static_cast<int>(i % 4);
        const capsule<float> a = random.make(kind);
        capsule<float> b = random.make(kind);
        if (i % 5 == 0) b = {a.a + V{0, 1}, a.b + V{0, 1}, b.radius};  // parallel
        const any_shape<float> known_a = a, known_b = b;
        CAPTURE(a.a.x, a.a.y, a.b.x, a.b.y, a.radius, b.a.x, b.a.y, b.b.x, b.b.y, b.radius);
        for (const float margin : {0.f, .25f})
            REQUIRE(contact_manifold(a, b, margin) == contact_manifold(known_a, known_b, margin));
        REQUIRE(signed_distance(a, b) == signed_distance(known_a, known_b));
        REQUIRE(distance(a, b) == distance(known_a, known_b));
    }
}

TEST_CASE("capsules that are not finite or have a negative radius have no manifold") {
    const capsule<float> whole{{0, 0}, {1, 1}, 1};
    for (const float x : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -1.f}) {
        const capsule<float> broken[] = {
            {{x, 0}, {1, 1}, 1}, {{0, x}, {1, 1}, 1}, {{0, 0}, {x, 1}, 1}, {{0, 0}, {1, x}, 1}, {{0, 0}, {1, 1}, x}};
        for (const auto& b : broken) {
            if (valid(b)) continue;  // -1 is invalid for a radius only
            CHECK(contact_manifold(whole, b).count == 0);
            CHECK(contact_manifold(b, whole, 1.f).count == 0);
            CHECK(distance(whole, b).distance == std::numeric_limits<float>::infinity());
        }
    }
}

TEST_CASE("the filter of capsules proposes one edge and one end for nearly all pairs") {
    generator random{std::mt19937{43}};
    int certain = 0;
    constexpr int pairs = 2000;
    for (int i = 0; i < pairs; ++i) {
        const capsule<float> a{random.point(0), random.point(0), 1}, b{random.point(0), random.point(0), 1};
        const hitbox::detail::capsule_filter ends{a, b};
        hitbox::detail::edge_candidates<float> sets;
        certain += ends.applies && ends.candidates(sets);
    }
    CHECK(certain > pairs * 98 / 100);
}

}  // namespace capsule_axis_tests
