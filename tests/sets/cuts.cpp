// A solid answers the same however it is cut into pieces: casts, contacts and manifolds know no seams.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../grounds.hpp"

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

/// Of lengths of about one.
bool is_near(float x, float y) { return std::abs(x - y) <= 1e-5f; }

template <class T>
void same_cast(const cast_result<T>& a, const cast_result<T>& b) {
    CHECK(a.status == b.status);
    CHECK(a.fraction == b.fraction);
    CHECK(a.normal == b.normal);
}

/// Calls ask with a mover, its way and the pieces of a ground, cut in several ways, for many movers on many grounds.
template <class Ask>
void for_each_cast(unsigned seed, bool rounded, const Ask& ask) {
    std::mt19937 random{seed};
    for (int level = 0; level < 60; ++level) {
        const auto pieces = decompositions(make_ground<float>(random));
        for (int i = 0; i < 40; ++i) {
            INFO("level " << level << " mover " << i);
            const auto mover = make_mover<float>(random, rounded);
            const vec2<float> way{static_cast<float>(static_cast<int>(random() % 129) - 64) / 8,
                                  static_cast<float>(static_cast<int>(random() % 129) - 96) / 8};
            std::visit([&](const auto& m) { ask(m, way, pieces); }, mover.value);
        }
    }
}

}  // namespace

TEST_CASE("a cast at ground in pieces is that at the ground, bit for bit") {
    int hits = 0, starts = 0;
    for_each_cast(1, false, [&](const auto& mover, vec2<float> way, const auto& pieces) {
        const auto first = shape_cast(mover, way, pieces[0]);
        hits += first.status == cast_status::hit ? 1 : 0;
        starts += first.status == cast_status::started_touching ? 1 : 0;
        for (std::size_t k = 1; k < pieces.size(); ++k) {
            INFO("decomposition " << k);
            const auto other = shape_cast(mover, way, pieces[k]);
            if (first.status == cast_status::started_overlapping) {
                CHECK(other.status == first.status);
                INFO(first.depth << " and " << other.depth);
                CHECK(is_near(other.depth, first.depth));
            } else {
                same_cast(first, other);
            }
        }
    });
    CHECK(hits > 500);
    CHECK(starts > 0);
}

TEST_CASE("a cast of a round shape at ground in pieces is that at the ground") {
    int hits = 0;
    for_each_cast(2, true, [&](const auto& mover, vec2<float> way, const auto& pieces) {
        const auto first = shape_cast(mover, way, pieces[0]);
        hits += first.status == cast_status::hit ? 1 : 0;
        for (std::size_t k = 1; k < pieces.size(); ++k) {
            INFO("decomposition " << k);
            const auto other = shape_cast(mover, way, pieces[k]);
            CHECK(other.status == first.status);
            if (first.status == cast_status::hit) same_cast(first, other);
        }
    });
    CHECK(hits > 500);
}

TEST_CASE("the way out of ground in pieces is that of the ground, and so is what a solver gets") {
    std::mt19937 random{3};
    int deep = 0;
    for (int level = 0; level < 60; ++level) {
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
                        // A box's corner on a slope of 45 degrees: either edge could be said to face it.
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
    CHECK(deep > 100);
}
