// The seam rule in moves: a move over ground in pieces ends where it ends on the same ground as one piece. There are no
// ghost collisions.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../grounds.hpp"
#include "../rounds.hpp"

#include <random>

using namespace hitbox;

namespace {

template <class T>
struct tally {
    int moves = 0, blocked = 0, places_differ = 0, velocities_differ = 0;
};

/// Falls and walks; after each step, all decompositions of the ground must give the same position.
template <class T, class S, class Random>
void walk(const S& shape, const std::vector<compound<T>>& cuts, Random& random, const slide_options<T>& options,
          tally<T>& result) {
    const auto number = [&](int n) {
        return static_cast<T>(static_cast<int>(random() % 2048u) - 1024) / T(1024) * T(n);
    };
    vec2<T> p{T(12) + number(8), T(9)};
    for (int step = 0; step < 40; ++step) {
        const vec2<T> wish{number(1), step % 5 ? T(-0.25) : number(2)};
        const auto first = move_and_slide(shape, p, wish, cuts[0], options);
        REQUIRE(!penetrates(at(shape, first.position), cuts[0]));
        for (std::size_t k = 1; k < cuts.size(); ++k) {
            const auto other = move_and_slide(shape, p, wish, cuts[k], options);
            result.places_differ += other.position != first.position;
            result.velocities_differ += other.velocity != first.velocity;
            CAPTURE(k, step, p.x, p.y, wish.x, wish.y, first.position.x, first.position.y, other.position.x,
                    other.position.y);
            CHECK(other.position == first.position);
            ++result.moves;
        }
        result.blocked += first.velocity != wish;
        p = first.position;
        if (p.y < T(-7) || p.x < T(1) || p.x > T(22)) return;
    }
}

template <class T>
void check_grounds(int levels) {
    std::mt19937 random{1};
    tally<T> result;
    for (int level = 0; level < levels; ++level) {
        const auto g = make_ground<T>(random);
        const auto cuts = decompositions(g);
        slide_options<T> walking;
        walking.up = {T(0), T(1)};
        for (const slide_options<T>& options : {slide_options<T>{}, walking}) {
            walk(aabb<T>{{T(-0.5), T(-0.75)}, {T(0.5), T(0.75)}}, cuts, random, options, result);
            const vec2<T> corners[] = {{T(-0.5), T(-0.25)}, {T(0), T(-0.5)}, {T(0.5), T(-0.25)}, {T(0), T(0.5)}};
            walk(make_convex_polygon(corners).value(), cuts, random, options, result);
            walk(circle<T>{{T(0), T(0)}, T(0.5)}, cuts, random, options, result);
            walk(capsule<T>{{T(0), T(-0.5)}, {T(0), T(0.5)}, T(0.375)}, cuts, random, options, result);
        }
    }
    INFO(result.moves << " moves");
    CHECK(result.blocked > result.moves / 24);
    CHECK(result.velocities_differ == 0);
    CHECK(result.places_differ == 0);
}

}  // namespace

TEST_CASE("moves end at the same position with every decomposition of the ground", "[motion]") {
    check_grounds<float>(static_cast<int>(hitbox_tests::many_if_optimised(40, 12)));
}
