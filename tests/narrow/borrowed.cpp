// A polygon has the same answers as an object, as a view with columns, and as a view of a list of points. Views of more
// than 64 points compute each vertex on demand.

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <hitbox/hitbox.hpp>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

using namespace hitbox;

namespace {

template <class T>
std::vector<vec2<T>> points_of_disc(int corners) {
    std::vector<vec2<T>> points;
    for (int i = 0; i < corners; ++i) {
        const double angle = (i + 0.25) * 2 * std::numbers::pi / corners;
        points.push_back({static_cast<T>(std::cos(angle)), static_cast<T>(std::sin(angle))});
    }
    return points;
}

template <class P, class Q, class S, class T = scalar_t<S>>
void check_same(const P& held, const Q& borrowed, const S& other, vec2<T> translation) {
    CHECK(intersects(borrowed, other) == intersects(held, other));
    CHECK(penetrates(other, borrowed) == penetrates(other, held));
    CHECK(contains(borrowed, other) == contains(held, other));
    CHECK(collide(borrowed, other) == collide(held, other));
    CHECK(collide(other, borrowed) == collide(other, held));
    CHECK(contact_manifold(borrowed, other) == contact_manifold(held, other));
    CHECK(contact_manifold(other, borrowed) == contact_manifold(other, held));
    CHECK(distance(borrowed, other) == distance(held, other));
    CHECK(distance(other, borrowed) == distance(other, held));
    CHECK(shape_cast(borrowed, translation, other) == shape_cast(held, translation, other));
    CHECK(shape_cast(other, translation, borrowed) == shape_cast(other, translation, held));
    const ray<T> r{center(other), translation};
    CHECK(ray_cast(r, borrowed) == ray_cast(r, held));
}

}  // namespace

TEMPLATE_TEST_CASE("a view of a polygon answers as the polygon", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{7};
    const auto eighths = [&](int from, int to) {
        return static_cast<T>(from + static_cast<int>(random() % static_cast<unsigned>(to - from + 1))) / T(8);
    };
    int touching = 0, all = 0;
    for (const int corners : {3, 8, 64, 65, 100}) {
        const auto points = points_of_disc<T>(corners);
        const auto held = make_convex_polygon<100>(points).value();
        REQUIRE(held.size() == static_cast<std::size_t>(corners));
        const auto list = make_convex_polygon_view(points).value();
        for (int round = 0; round < hitbox_tests::many_if_all(40, 6); ++round) {
            INFO(corners << " corners, round " << round);
            const vec2<T> p{eighths(-16, 16), eighths(-16, 16)}, q{eighths(-16, 16), eighths(-16, 16)};
            const vec2<T> translation{eighths(-16, 16), eighths(-16, 16)};
            const auto check = [&](const auto& other) {
                ++all, touching += intersects(held, other) ? 1 : 0;
                check_same(held, convex_polygon_view{held}, other, translation);
                check_same(held, list, other, translation);
                check_same(any_shape<T, 100>{held}, list, other, translation);
                check_same(at(held, q), at(list, q), other, translation);
            };
            check(circle<T>{p, eighths(0, 8)});
            check(aabb<T>{p, p + vec2<T>{eighths(1, 12), eighths(1, 12)}});
            check(capsule<T>{p, p + translation, T(.25)});
        }
    }
    CHECK(touching > all / 10);
    CHECK(touching < all);
}

TEMPLATE_TEST_CASE("a view whose vertices rounding has merged answers as their hull", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{8};
    const auto steps = [&](T size, int from, int to) {
        return size * static_cast<T>(from + static_cast<int>(random() % static_cast<unsigned>(to - from + 1)));
    };
    const int rounds =
        static_cast<int>(hitbox_tests::many_if_all(hitbox_tests::many_if_optimised(4, 2), std::size_t{1}));
    int touching = 0, all = 0, flat = 0, dented = 0;
    for (const int corners : {12, 65, 90, 150}) {
        const auto points = points_of_disc<T>(corners);
        const auto held = make_convex_polygon<150>(points).value();
        const auto list = make_convex_polygon_view(points).value();
        // The last bit of a coordinate is 1/1024, 1/128, 1/8, 1 or far more, so fewer and fewer of the unit disc's
        // vertices remain distinct. Concave vertices among more than 64 are the slowest case.
        for (const int bit : {-10, -7, -3, 0, 40})
            for (const vec2<T> axis : {vec2<T>{1, 0}, vec2<T>{0, 1}, vec2<T>{1, 1}, vec2<T>{-1, T(.5)}}) {
                // These take far longer than all others.
                const bool slow = axis.y == T(.5) || corners == 150 || (bit == -7 && axis.x != axis.y) ||
                                  (corners > 12 && axis.x == T(0));
                if (slow && !hitbox_tests::all_are_tested) continue;
                const T ulp = static_cast<T>(std::ldexp(1.0, bit));
                const vec2<T> q = axis * static_cast<T>(std::ldexp(1.0, std::numeric_limits<T>::digits - 1 + bit));
                const auto there = at(held, q);
                const auto borrowed = at(list, q);
                INFO(corners << " corners, last bit 2^" << bit << " along " << axis.x << ' ' << axis.y);
                CHECK(contains(borrowed, borrowed));
                CHECK(contains(borrowed, there));
                CHECK(contains(there, borrowed));
                const std::size_t left = baked(there).size();
                dented += left > 64 && left < static_cast<std::size_t>(corners) ? 1 : 0;
                flat += area(baked(there)) == T(0) ? 1 : 0;
                for (int round = 0; round < rounds; ++round) {
                    const vec2<T> step{axis.x == T(0) ? T(.125) : ulp, axis.y == T(0) ? T(.125) : ulp};
                    const int reach = bit < -3 ? 1500 : 12;
                    const vec2<T> p = q + vec2<T>{steps(step.x, -reach, reach), steps(step.y, -reach, reach)};
                    const vec2<T> translation{steps(step.x, -reach, reach), steps(step.y, -reach, reach)};
                    const auto check = [&](const auto& other) {
                        ++all, touching += intersects(there, other) ? 1 : 0;
                        CHECK(contains(borrowed, other) == contains(there, other));
                        CHECK(contains(other, borrowed) == contains(other, there));
                        CHECK(intersects(borrowed, other) == intersects(there, other));
                        CHECK(penetrates(borrowed, other) == penetrates(there, other));
                        CHECK(distance(borrowed, other).distance == distance(there, other).distance);
                        CHECK(collide(borrowed, other).has_value() == collide(there, other).has_value());
                        CHECK(signed_distance(borrowed, other) == signed_distance(there, other));
                        CHECK(contact_manifold(borrowed, other).count == contact_manifold(there, other).count);
                        const auto cast = shape_cast(other, translation, borrowed),
                                   expected = shape_cast(other, translation, there);
                        CHECK(cast.status == expected.status);
                        CHECK(std::abs(cast.fraction - expected.fraction) <= 2 * std::numeric_limits<T>::epsilon());
                        CHECK(ray_cast(ray<T>{p, translation}, borrowed).has_value() ==
                              ray_cast(ray<T>{p, translation}, there).has_value());
                    };
                    check(p);
                    check(circle<T>{p, T(.5)});
                    check(aabb<T>{p, p + step});
                }
            }
    }
    CHECK(flat > 0);
    CHECK(dented > 0);
    CHECK(touching > all / 10);
    CHECK(touching < all);
}
