// The seam rule: casts, contacts and manifolds do not depend on the decomposition of a solid. There are no ghost
// collisions at seams.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../grounds.hpp"
#include "../rounds.hpp"

#include <cmath>
#include <random>

using namespace hitbox;

namespace {

template <class T, class Random>
any_shape<T> make_mover(Random& random, bool rounded) {
    const auto eighths = [&](int from, int to) {
        return static_cast<T>(from + static_cast<int>(random() % static_cast<unsigned>(to - from))) / T(8);
    };
    const vec2<T> p{eighths(24, 168), eighths(-32, 96)};
    if (rounded && random() % 2 == 0) return circle<T>{p, eighths(2, 16)};
    if (rounded) return capsule<T>{p, p + vec2<T>{eighths(-8, 8), eighths(1, 12)}, eighths(2, 10)};
    if (random() % 2 == 0) return aabb<T>{p, p + vec2<T>{eighths(2, 16), eighths(2, 16)}};
    const vec2<T> corners[] = {p, p + vec2<T>{eighths(4, 8), T(0)}, p + vec2<T>{eighths(4, 8), eighths(4, 8)},
                               p + vec2<T>{eighths(-4, 2), eighths(9, 12)},
                               p + vec2<T>{eighths(-10, -6), eighths(2, 5)}};
    return convex_hull(corners).value();
}

/// Compares lengths of about one.
bool is_near(float x, float y) { return std::abs(x - y) <= 1e-5f; }

/// Compares float results bit for bit and double results to |difference| <= epsilon; for rounded shapes with
/// coordinates below 32, to |difference| <= 32 epsilon. Normals of rounded float shapes are compared to 2^-40: where a
/// round shape meets a corner, the normal of one decomposition may be that of an edge, and of another one that of an
/// arc, which is rounded.
template <class T>
void same_cast(const cast_result<T>& a, const cast_result<T>& b, bool rounded = false) {
    const T off = std::same_as<T, float> ? T(0) : (rounded ? 32 : 1) * std::numeric_limits<T>::epsilon();
    const T off_of_normals = std::same_as<T, float> && rounded ? T(0x1p-40) : off;
    const auto same = [](T x, T y, T max) { return std::abs(x - y) <= max; };
    CHECK(a.status == b.status);
    CHECK(same(a.fraction, b.fraction, off));
    CHECK((same(a.normal.x, b.normal.x, off_of_normals) && same(a.normal.y, b.normal.y, off_of_normals)));
}

constexpr int levels = hitbox_tests::many_if_all(60, 6);

/// Calls a function with moving shapes, their paths, and several decompositions of the same ground.
template <class T = float, class Check>
void for_each_cast(unsigned seed, bool rounded, const Check& check, int levels) {
    std::mt19937 random{seed};
    for (int level = 0; level < levels; ++level) {
        const auto pieces = decompositions(make_ground<T>(random));
        for (int i = 0; i < 40; ++i) {
            INFO("level " << level << " mover " << i);
            const auto mover = make_mover<T>(random, rounded);
            const vec2<T> translation{static_cast<T>(static_cast<int>(random() % 129) - 64) / 8,
                                      static_cast<T>(static_cast<int>(random() % 129) - 96) / 8};
            std::visit([&](const auto& m) { check(m, translation, pieces); }, mover.value);
        }
    }
}

template <class T>
void check_casts(unsigned seed, bool rounded, int levels) {
    int hits = 0, casts = 0;
    for_each_cast<T>(
        seed, rounded,
        [&](const auto& mover, vec2<T> translation, const auto& pieces) {
            const auto first = shape_cast(mover, translation, pieces[0]);
            hits += first.status == cast_status::hit ? 1 : 0;
            for (std::size_t k = 1; k < pieces.size(); ++k, ++casts) {
                INFO("decomposition " << k);
                const auto other = shape_cast(mover, translation, pieces[k]);
                CHECK(other.status == first.status);
                if (first.status == cast_status::hit) same_cast(first, other, rounded);
            }
        },
        levels);
    CHECK(hits > 8 * levels);
    CHECK(casts == 120 * levels);
}

}  // namespace

TEST_CASE("a cast at ground in pieces equals the cast at the whole ground, bit for bit") {
    int hits = 0, starts = 0;
    const auto check = [&](const auto& mover, vec2<float> translation, const auto& pieces) {
        const auto first = shape_cast(mover, translation, pieces[0]);
        hits += first.status == cast_status::hit ? 1 : 0;
        starts += first.status == cast_status::started_touching ? 1 : 0;
        for (std::size_t k = 1; k < pieces.size(); ++k) {
            INFO("decomposition " << k);
            const auto other = shape_cast(mover, translation, pieces[k]);
            if (first.status == cast_status::started_overlapping) {
                CHECK(other.status == first.status);
                INFO(first.depth << " and " << other.depth);
                CHECK(is_near(other.depth, first.depth));
            } else {
                same_cast(first, other);
            }
        }
    };
    const int more = hitbox_tests::many_if_all(60, 15);
    for_each_cast(1, false, check, more);
    CHECK(hits > 8 * more);
    CHECK(starts > 0);
}

TEST_CASE("a cast of a round shape at ground in pieces equals the cast at the whole ground") {
    check_casts<float>(2, true, levels);
}
#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("casts of double at ground in pieces equal casts at the whole ground, to rounding") {
    check_casts<double>(4, false, levels);
    check_casts<double>(5, true, levels);
}
#endif
TEST_CASE("a million casts of float at ground in pieces equal casts at the whole ground", "[.long]") {
    check_casts<float>(6, false, 8400);
    check_casts<float>(7, true, 8400);
}

// Floors whose tiles have gaps of a few roundings between them, or overlap by as much.
TEST_CASE("gaps and overlaps of a few roundings along a floor stop no shape") {
    std::mt19937 random{8};
    const auto off = [&](float x) {
        for (auto k = random() % 4; k > 0; --k) x = std::nextafter(x, x + 1);
        return x;
    };
    const vec2<float> corners[] = {{-0.25f, 0}, {0.25f, 0}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
    const auto trough = make_convex_polygon(corners).value();
    int landed = 0;
    for (int level = 0; level < 40; ++level) {
        std::vector<aabb<float>> tiles;
        for (float x = 0.1f; x < 20; x += 0.7f) tiles.push_back({{off(x), -1}, {off(x + 0.7f), 0}});
        const aabb<float> whole{{0.1f, -1}, {20.5f, 0}};
        const auto check = [&](const auto& shape, float above) {
            const vec2<float> from{1 + static_cast<float>(random() % 512) / 64, above};
            const auto mover = at(shape, transform2<float>{from, {}});
            const auto along = shape_cast(mover, vec2<float>{9, 0}, tiles);
            CHECK(along.status != cast_status::hit);
            const auto stands = contact_manifold(mover, tiles);
            CHECK((stands.count > 0 && stands.normal == vec2<float>{0, -1}));
            const auto high = at(shape, transform2<float>{from + vec2<float>{0, 1}, {}});
            const vec2<float> slanting{static_cast<float>(random() % 64) / 8, -2};
            const cast_result<float> on_tiles = shape_cast(high, slanting, tiles),
                                     on_floor = shape_cast(high, slanting, whole);
            CHECK(on_tiles.fraction == on_floor.fraction);
            CHECK(on_tiles.normal == vec2<float>{0, 1});
            landed += on_tiles.status == cast_status::hit ? 1 : 0;
        };
        check(aabb<float>{{-0.5f, 0}, {0.5f, 1}}, 0);
        check(circle<float>{{0, 0}, 0.5f}, 0.5f);
        check(capsule<float>{{0, 0}, {0, 1}, 0.25f}, 0.25f);
        check(trough, 0);
    }
    CHECK(landed == 160);
}

TEST_CASE("a tile that is higher by one rounding is a wall to a cast") {
    const float top = std::nextafter(1.f, 2.f);
    const aabb<float> tiles[] = {{{0, 0}, {4, 1}}, {{4, 0}, {8, top}}};
    const auto hit = shape_cast(aabb<float>{{1, 1}, {2, 2}}, vec2<float>{6, 0}, tiles);
    CHECK(hit.status == cast_status::hit);
    CHECK(hit.fraction == 1 / 3.f);
    CHECK(hit.normal == vec2<float>{-1, 0});
}

TEST_CASE("ground in pieces has the contact and the manifold of the whole ground") {
    std::mt19937 random{3};
    int deep = 0;
    for (int level = 0; level < levels; ++level) {
        const auto g = make_ground<float>(random);
        const auto pieces = decompositions(g);
        for (int i = 0; i < 20; ++i) {
            const auto mover = make_mover<float>(random, i % 2 == 0);
            std::visit(
                [&](const auto& m) {
                    const auto first = collide(m, pieces[0]);
                    const auto manifold = contact_manifold(m, pieces[0]);
                    deep += first && first->depth > 0 ? 1 : 0;
                    for (std::size_t k = 1; k < pieces.size(); ++k) {
                        INFO("level " << level << " mover " << i << " decomposition " << k);
                        const auto other = collide(m, pieces[k]);
                        REQUIRE(first.has_value() == other.has_value());
                        if (!first) continue;
                        CHECK(is_near(other->depth, first->depth));
                        CHECK((first->depth > 0) == (other->depth > 0));
                        CHECK(length(other->normal - first->normal) < 1e-5f);
                        const auto same = contact_manifold(m, pieces[k]);
                        CHECK(same.normal == manifold.normal);
                        // On a slope of 45 degrees, either edge at the box's corner may be the incident edge.
                        if (std::abs(same.normal.x) == std::abs(same.normal.y)) continue;
                        REQUIRE(same.count == manifold.count);
                        for (int p = 0; p < same.count; ++p) {
                            CHECK(length(same.points[p].point - manifold.points[p].point) < 1e-5f);
                            CHECK(is_near(same.points[p].depth, manifold.points[p].depth));
                        }
                    }
                },
                mover.value);
        }
    }
    CHECK(deep > 2 * levels);
}
