// Ranges of shapes as sets, and the boxes that find pieces.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace pieces_tests {

using namespace hitbox;
using V = vec2<float>;

static_assert(solid_set<std::vector<circle<float>>> && solid_set<compound<float>> && solid_set<chain<double>>);
static_assert(solid_set<polygon<float>> && solid_set<placed<compound<float>>>);
static_assert(!solid_set<circle<float>> && !solid_set<std::vector<V>> && !solid_set<int>);
static_assert(solid<circle<float>> && solid<std::vector<any_shape<float>>>);

namespace {

std::vector<std::size_t> indices_near(const auto& set, const aabb<float>& box, std::size_t limit = 100) {
    std::vector<std::size_t> found;
    for_each_piece_near(set, box, [&](const auto&, std::size_t i) { return found.push_back(i), found.size() < limit; });
    return found;
}

}  // namespace

TEST_CASE("the pieces of a range near a box are visited in order, until the visitor returns false") {
    std::vector<circle<float>> discs;
    for (int i = 0; i < 6; ++i) discs.push_back({{static_cast<float>(4 * i), 0}, 1});
    CHECK(indices_near(discs, {{3, 0}, {11, 1}}) == std::vector<std::size_t>{1, 2, 3});
    CHECK(indices_near(discs, {{3, 0}, {11, 1}}, 2) == std::vector<std::size_t>{1, 2});
    CHECK(indices_near(discs, {{3, 1}, {3, 9}}) == std::vector<std::size_t>{1});  // the boxes touch in a corner
    CHECK(indices_near(discs, {{1.5f, -1}, {2.5f, 1}}).empty());
    CHECK(bounds(discs) == aabb<float>{{-1, -1}, {21, 1}});
    CHECK(valid(discs));
    discs[3].radius = -1;
    CHECK_FALSE(valid(discs));
}

TEST_CASE("a shape is a set of one piece, and an empty range has a box that contains nothing") {
    CHECK(indices_near(circle<float>{{0, 0}, 1}, {{50, 50}, {51, 51}}) == std::vector<std::size_t>{0});
    const aabb<float> none = bounds(std::vector<circle<float>>{});
    CHECK(none.min.x > none.max.x);
    CHECK(none.min.y > none.max.y);
}

TEMPLATE_TEST_CASE("a box around a path contains the moving box at every point of the path", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    using real_number = long double;
    std::mt19937 random{2};
    const auto number = [&random] { return static_cast<T>(random() % 20011) / T(7) - 1000; };
    for (int i = 0; i < 2000; ++i) {
        const vec2<T> p{number(), number()}, q{number(), number()}, path{number() / 3, i % 4 == 0 ? T(0) : number()};
        const aabb<T> box{(min)(p, q), (max)(p, q)}, swept = detail::swept_box(box, path);
        for (const real_number t : {0.L, 0.3L, 1.L}) {
            const auto moved = [&](T x, T by) {
                return static_cast<real_number>(x) + t * static_cast<real_number>(by);
            };
            CHECK(moved(box.min.x, path.x) >= static_cast<real_number>(swept.min.x));
            CHECK(moved(box.min.y, path.y) >= static_cast<real_number>(swept.min.y));
            CHECK(moved(box.max.x, path.x) <= static_cast<real_number>(swept.max.x));
            CHECK(moved(box.max.y, path.y) <= static_cast<real_number>(swept.max.y));
        }
        // The box exceeds the smallest one by at most a few roundings.
        const T width = (box.max.x - box.min.x) + std::abs(path.x);
        CHECK(swept.max.x - swept.min.x - width <= 64 * std::numeric_limits<T>::epsilon() * 2048);
    }
    const T huge = (std::numeric_limits<T>::max)();
    const aabb<T> all = detail::swept_box(aabb<T>{{0, 0}, {1, 1}}, vec2<T>{huge, -huge});
    CHECK(valid(all));
}

TEMPLATE_TEST_CASE("the distance of two boxes is a lower bound for the distance of their shapes", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{4};
    const auto number = [&random] { return static_cast<T>(random() % 4001) / T(7) - 300; };
    for (int i = 0; i < 2000; ++i) {
        const circle<T> a{{number(), number()}, static_cast<T>(random() % 100)};
        const capsule<T> b{{number(), number()}, {number(), number()}, static_cast<T>(random() % 50)};
        CHECK(detail::min_box_distance(bounds(a), bounds(b)) <= distance(a, b).distance);
    }
}

}  // namespace pieces_tests
