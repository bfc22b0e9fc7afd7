// push_apart: the smallest shift that ends all overlaps together.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <cmath>
#include <random>

using namespace hitbox;

namespace {

using V = vec2<float>;
using overlaps = std::vector<body_overlap<float>>;

rigid_body<float> light(V at, float inverse_mass = 1) { return {.position = at, .inverse_mass = inverse_mass}; }

}  // namespace

TEST_CASE("push_apart: two contacts with one floor push once", "[motion]") {
    std::vector<rigid_body<float>> bodies{light({0, 1}), {}};
    const float left = push_apart(bodies, overlaps{{0, 1, {0, -1}, 0.25f}, {0, 1, {0, -1}, 0.125f}});
    CHECK(left == 0);
    CHECK(bodies[0].position == V{0, 1.25f});
    CHECK(bodies[1].position == V{0, 0});
    // The same in the other order, and with the bodies' places exchanged.
    std::vector<rigid_body<float>> again{light({0, 1}), {}};
    push_apart(again, overlaps{{1, 0, {0, 1}, 0.125f}, {0, 1, {0, -1}, 0.25f}});
    CHECK(again[0].position == V{0, 1.25f});
}

TEST_CASE("push_apart: a shape in a corner is pushed out of both walls and no farther", "[motion]") {
    // Two walls with an angle of 60 degrees between their outward normals. The push out of the first is sufficient.
    const double sine = std::sin(std::acos(-1.0) / 3);
    const V out_1{0, 1}, out_2{static_cast<float>(sine), 0.5f};
    for (const bool swapped : {false, true}) {
        std::vector<rigid_body<float>> bodies{light({0, 0}), {}, {}};
        overlaps found{{0, 1, -out_1, 1}, {0, 2, -out_2, 0.4f}};
        if (swapped) std::swap(found[0], found[1]);
        CHECK(push_apart(bodies, found) <= 1e-6f);
        CHECK(std::abs(bodies[0].position.x) < 1e-6f);
        CHECK(std::abs(bodies[0].position.y - 1) < 1e-6f);
    }
    // Both walls push: the shape ends at the intersection of the two lines.
    std::vector<rigid_body<float>> bodies{light({0, 0}), {}, {}};
    CHECK(push_apart(bodies, overlaps{{0, 1, -out_1, 1}, {0, 2, -out_2, 1}}) <= 1e-6f);
    CHECK(std::abs(bodies[0].position.y - 1) < 1e-5f);
    CHECK(std::abs(dot(bodies[0].position, out_2) - 1) < 1e-5f);
}

TEST_CASE("push_apart: shares by mass; the centre of mass stays", "[motion]") {
    std::vector<rigid_body<float>> bodies{light({0, 0}, 1), light({1, 0}, 3)};
    push_apart(bodies, overlaps{{0, 1, {1, 0}, 0.5f}});
    CHECK(bodies[0].position == V{-0.125f, 0});
    CHECK(bodies[1].position == V{1.375f, 0});

    rigid_body<float> a = light({0, 0}), b = light({1, 0});
    const auto hit = collide(circle<float>{a.position, 1}, circle<float>{b.position, 1});
    push_apart(a, b, *hit);
    CHECK(a.position == V{-0.5f, 0});
    CHECK(b.position == V{1.5f, 0});
    rigid_body<float> c = light({0, 0}), d = light({1, 0});
    push_apart(c, d, *hit, {.factor = 0.5f, .slop = 0.5f});
    CHECK(c.position == V{-0.125f, 0});
    CHECK(c.velocity == V{0, 0});
}

TEST_CASE("push_apart: all overlaps of random heaps end, and no smaller shift ends them", "[motion]") {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> any(-1, 1);
    int tried = 0;
    for (int round = 0; round < hitbox_tests::many_if_all(300, 40); ++round) {
        // Bodies in a row with random directions, so that there is room.
        std::vector<rigid_body<double>> bodies(1);
        std::vector<body_overlap<double>> found;
        for (std::size_t i = 1; i < 6; ++i) {
            bodies.push_back({.inverse_mass = std::pow(10.0, double(any(random)))});
            const vec2<double> n = unit_or(vec2<double>{double(any(random)), 1.1}, vec2<double>{0, 1});
            found.push_back({i - 1, i, n, 0.1 + std::abs(double(any(random)))});
            if (i > 1 && random() % 2) found.push_back({i - 2, i, n, std::abs(double(any(random)))});
        }
        const std::vector<rigid_body<double>> before = bodies;
        push_apart_options<double> options;
        options.rounds = 20000;
        REQUIRE(push_apart(bodies, found, options) <= 1e-9);
        const auto cost_of = [&](const std::vector<rigid_body<double>>& b) {
            double cost = 0;
            for (std::size_t i = 1; i < b.size(); ++i) cost += length_squared(b[i].position) / b[i].inverse_mass;
            return cost;
        };
        REQUIRE(bodies[0].position == vec2<double>{});
        // Every nearby shift that also ends all overlaps costs at least as much.
        for (int k = 0; k < 200; ++k) {
            std::vector<rigid_body<double>> other = bodies;
            const double size = std::pow(10.0, -1 - double(random() % 4));
            for (std::size_t i = 1; i < other.size(); ++i)
                if (random() % 2) other[i].position += vec2<double>{double(any(random)), double(any(random))} * size;
            bool ends = true;
            for (const auto& o : found)
                ends = ends && dot(other[o.b].position - other[o.a].position, o.normal) >= o.depth;
            if (!ends) continue;
            ++tried;
            REQUIRE(cost_of(other) >= cost_of(bodies) * (1 - 1e-9));
        }
    }
    CHECK(tried > hitbox_tests::many_if_all(100, 15));
}

TEST_CASE("push_apart: bodies without room, and pairs without overlap", "[motion]") {
    std::vector<rigid_body<float>> bodies{light({0, 0}), {}, {}};
    const float left = push_apart(bodies, overlaps{{0, 1, {1, 0}, 0.5f}, {0, 2, {-1, 0}, 0.5f}});
    CHECK(left > 0.4f);
    CHECK(length(bodies[0].position) <= 0.5f);

    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<rigid_body<float>> rest{light({1, 2}), light({3, 4}), {}, {}};
    std::vector<rigid_body<float>> same = rest;
    const overlaps none{{0, 1, {0, 0}, 1},   {0, 1, {nan, 0}, 1},     {0, 1, {1, 0}, nan}, {0, 1, {1, 0}, -1},
                        {2, 3, {1, 0}, 1},   {0, 9, {1, 0}, 1},       {9, 0, {1, 0}, 1},   {0, 0, {1, 0}, 1},
                        {0, 1, {1, 0}, 0.f}, {0, 1, {1, 0}, INFINITY}};
    CHECK(push_apart(same, none) == 0);
    CHECK(same == rest);
    std::vector<rigid_body<float>> spoilt{light({nan, 0}), light({0, 0})};
    CHECK(push_apart(spoilt, overlaps{{0, 1, {1, 0}, 1}}) == 0);
    CHECK(spoilt[1].position == V{0, 0});
    std::vector<rigid_body<float>> empty;
    CHECK(push_apart(empty, none) == 0);
}
