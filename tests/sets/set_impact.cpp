// Times of impact of sets, against all pairs of pieces and against small steps along the motion in long double.

#include "../impact_reference.hpp"
#include "../laws.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "catch_compat.hpp"

using namespace hitbox_tests;

namespace {

using shape = any_shape<float>;
using shapes = std::vector<shape>;

shapes some_pieces(generator& random, std::size_t n) {
    shapes pieces;
    for (std::size_t i = 0; i < n; ++i) {
        const vec2<float> p = random.unit<float>() * random.real<float>(0, 3);
        switch (random.index(4)) {
            case 0: pieces.push_back(random.around<circle<float>>(p, 1)); break;
            case 1: pieces.push_back(random.around<aabb<float>>(p, 1)); break;
            case 2: pieces.push_back(random.around<triangle<float>>(p, 1)); break;
            default: pieces.push_back(random.around<capsule<float>>(p, 1)); break;
        }
    }
    return pieces;
}
sweep<float> some_sweep(generator& random, vec2<float> from, vec2<float> to) {
    return {{from, random.rotation<float>()}, {to, random.rotation<float>()}, static_cast<int>(random.index(3)) - 1};
}

long double wide(float x) { return static_cast<long double>(x); }

travel::traveller traveller_of(const shape& s, const sweep<float>& motion) {
    travel::traveller t;
    const auto corners = vertices(s);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const vec2<float> p{corners[i]};
        t.corners.push_back({wide(p.x), wide(p.y)});
    }
    t.radius = wide(radius(s));
    t.set_out(motion);
    return t;
}
/// Returns the smallest distance of all pairs of pieces at a fraction of the motion.
long double least_gap(const shapes& a, const sweep<float>& sweep_a, const shapes& b, const sweep<float>& sweep_b,
                      long double t) {
    long double least = std::numeric_limits<long double>::infinity();
    for (const shape& p : a)
        for (const shape& q : b) {
            travel::meeting m{traveller_of(p, sweep_a), traveller_of(q, sweep_b)};
            least = std::min(least, m.gap_at(t));
        }
    return least;
}

/// Returns the earliest impact of all pairs, tested one after the other.
cast_result<float> earliest(const shapes& a, const sweep<float>& sweep_a, const shapes& b,
                            const sweep<float>& sweep_b) {
    cast_result<float> first{cast_status::separated, 1};
    for (const shape& p : a)
        for (const shape& q : b) {
            const auto one = time_of_impact(p, sweep_a, q, sweep_b);
            if (one.status == cast_status::separated) continue;
            if (first.status == cast_status::separated || one.fraction < first.fraction) first = one;
        }
    return first;
}

const sweep<float> still{};

bool are_close(float x, float y) { return std::abs(x - y) <= 1e-6f; }

}  // namespace

TEST_CASE("the impact of two compounds is the earliest of their pieces") {
    generator random{1};
    const int rounds = many_if_all(400, 120);
    int hits = 0, misses = 0, overlaps = 0;
    for (int i = 0; i < rounds; ++i) {
        const shapes a = some_pieces(random, 1 + random.index(5)), b = some_pieces(random, 1 + random.index(8));
        const vec2<float> from = random.unit<float>() * random.real<float>(3, 12);
        const vec2<float> to = random.unit<float>() * random.real<float>(0, 8);
        const sweep<float> sweep_a = some_sweep(random, from, to);
        const sweep<float> sweep_b = i % 3 == 0 ? still : some_sweep(random, {0, 0}, random.unit<float>());
        INFO("case " << i);
        const compound<float> set_a{a}, set_b{b};
        const auto found = time_of_impact(set_a, sweep_a, set_b, sweep_b);
        const auto expected = earliest(a, sweep_a, b, sweep_b);
        if (penetrates(at(set_a, sweep_a.from), at(set_b, sweep_b.from))) {
            ++overlaps;
            CHECK(found.status == cast_status::started_overlapping);
            const auto left = collide(at(at(set_a, sweep_a.from), found.normal * found.depth), at(set_b, sweep_b.from));
            CHECK((!left || left->depth <= 1e-4f));
            continue;
        }
        CHECK(found.status == expected.status);
        CHECK(found.fraction == expected.fraction);
        CHECK(time_of_impact(set_b, sweep_b, set_a, sweep_a) == flipped(found));
        // The same holds for ranges and for a placed compound.
        CHECK(time_of_impact(a, sweep_a, b, sweep_b) == found);
        if (found.status != cast_status::hit) {
            ++misses;
            continue;
        }
        ++hits;
        CHECK(std::abs(length(found.normal) - 1) <= 4 * std::numeric_limits<float>::epsilon());
        // The sets are separated before the fraction, and touch at it.
        CHECK(std::abs(least_gap(a, sweep_a, b, sweep_b, wide(found.fraction))) <= 2e-5L);
        for (const long double part : {0.L, .3L, .6L, .9L, .99L})
            CHECK(least_gap(a, sweep_a, b, sweep_b, wide(found.fraction) * part) >= -1e-5L);
    }
    CHECK(hits > rounds / 3);
    CHECK(misses > rounds / 20);
    CHECK(overlaps > rounds / 80);
}

TEST_CASE("a shape and a set of one piece meet when the shapes do") {
    generator random{2};
    int hits = 0;
    for (int i = 0; i < 400; ++i) {
        const shapes a = some_pieces(random, 1), b = some_pieces(random, 1);
        const sweep<float> motion = some_sweep(random, random.unit<float>() * 6.f, random.unit<float>() * 3.f);
        const auto pair = time_of_impact(a[0], motion, b[0], still);
        INFO("case " << i << ": " << code(a[0]) << " at " << code(b[0]));
        CHECK(time_of_impact(a[0], motion, b, still) == pair);
        CHECK(time_of_impact(a[0], motion, compound<float>{b}, still) == pair);
        CHECK(time_of_impact(a, motion, b[0], still) == pair);
        hits += pair.status == cast_status::hit ? 1 : 0;
    }
    CHECK(hits > 100);
}

TEST_CASE("no thin piece is passed through at any speed: a spinning cross and a bullet") {
    const compound<float> cross_of_bars{
        std::vector<aabb<float>>{{{-4, -0.01f}, {4, 0.01f}}, {{-0.01f, -4}, {0.01f, 4}}}};
    const circle<float> bullet{{0, 0}, 0.01f};
    for (const float speed : {10.f, 1e3f, 1e5f})
        for (const float turns : {0.f, 0.1f, 0.25f, 5.f}) {
            const sweep<float> flies{{{-speed, 2}, {}}, {{speed, 2}, {}}};
            const auto spun = rot2<float>::from_degrees(360 * (turns - std::floor(turns)));
            const sweep<float> spins{{}, {{}, spun}, static_cast<int>(turns)};
            const auto hit = time_of_impact(bullet, flies, cross_of_bars, spins);
            INFO(speed << " and " << turns);
            CHECK(hit.status == cast_status::hit);
            CHECK(dot(hit.normal, vec2<float>{1, 0}) < 1);
        }
    const auto straight = time_of_impact(bullet, sweep<float>{{{-10, 3}, {}}, {{10, 3}, {}}}, cross_of_bars, still);
    CHECK(straight.normal == vec2<float>{-1, 0});
    CHECK(std::abs(straight.fraction - (10 - 0.02f) / 20) < 1e-6f);
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("a polygon turns into a wall, and a touching polygon turns away from it") {
    // The long arm of an L comes down on the box.
    const auto l = make_polygon(std::vector<vec2<double>>{{0, 0}, {1, 0}, {1, 4}, {4, 4}, {4, 5}, {0, 5}});
    const aabb<double> box{{4, 0}, {6, 1}};
    const sweep<double> turns{{{0, 0}, {}}, {{0, 0}, rot2<double>::from_degrees(-90)}}, rests{};
    const auto hit = time_of_impact(*l, turns, box, rests);
    CHECK(hit.status == cast_status::hit);
    const auto there = at(compound<double>{*l}, interpolate(turns, hit.fraction));
    CHECK(distance(there, box).distance <= 1e-12);
    CHECK(!penetrates(at(*l, interpolate(turns, hit.fraction * 0.999)), box));
    CHECK(penetrates(at(*l, interpolate(turns, hit.fraction + 0.001)), box));
    CHECK(time_of_impact(box, rests, *l, turns) == flipped(hit));
    CHECK(time_of_impact(compound<double>{*l}, turns, box, rests) == hit);
    const sweep<double> right{{{0, 0}, {}}, {{2, 0}, {}}}, left{{{0, 0}, {}}, {{-2, 0}, {}}};
    const aabb<double> beside{{1, 1}, {2, 2}};
    CHECK(time_of_impact(*l, right, beside, rests).status == cast_status::started_touching);
    CHECK(time_of_impact(*l, right, beside, rests).normal == vec2<double>{-1, 0});
    CHECK(time_of_impact(*l, left, beside, rests).status == cast_status::separated);
}
#endif

TEST_CASE("a one-sided chain stops shapes that start in front of it only") {
    const std::vector<vec2<float>> points{{-10, 0}, {0, 0}, {10, 0}};  // solid below
    const auto ground = chain<float>::open(points);
    const aabb<float> box{{-1, -1}, {1, 1}};
    const auto falls = [](float from, float to) { return sweep<float>{{{3, from}, {}}, {{3, to}, {}}}; };
    const auto down = time_of_impact(box, falls(5, -5), ground, still);
    CHECK(down.status == cast_status::hit);
    CHECK(are_close(down.fraction, 0.4f));
    CHECK(down.normal == vec2<float>{0, 1});
    CHECK(time_of_impact(box, falls(-5, 5), ground, still).status == cast_status::separated);
    CHECK(time_of_impact(box, falls(-0.5f, 5), ground, still).status == cast_status::separated);
    CHECK(time_of_impact(box, falls(0.5f, 5), ground, still).status == cast_status::started_overlapping);
    const auto two_sided = chain<float>::open(points, chain_sides::two);
    CHECK(are_close(time_of_impact(box, falls(-5, 5), two_sided, still).fraction, 0.4f));
    const auto placed_ground = at(ground, vec2<float>{0, 1});
    CHECK(are_close(time_of_impact(box, falls(5, -5), placed_ground, still).fraction, 0.3f));
}

TEST_CASE("invalid sets and sweeps fail") {
    const compound<float> pieces{std::vector<circle<float>>{{{0, 0}, 1}}};
    const circle<float> disc{{0, 0}, 1};
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const sweep<float> lost{{}, {{nan, 0}, {}}};
    CHECK(time_of_impact(pieces, lost, disc, still).status == cast_status::failed);
    CHECK(time_of_impact(disc, still, pieces, lost).status == cast_status::failed);
    CHECK(time_of_impact(circle<float>{{0, 0}, -1}, still, pieces, still).status == cast_status::failed);
}
