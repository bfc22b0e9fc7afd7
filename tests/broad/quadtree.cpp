// Properties of the quadtree alone: borders of squares, signs, sizes, and squares that are added and removed.

#include "../boxes.hpp"
#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <hitbox/broad/quadtree.hpp>

using namespace hitbox_tests;
using square_cell = hitbox::detail::quadtree_cell;

namespace {

template <class T>
square_cell cell_of_box(T x, T y, T width, T height) {
    return hitbox::detail::cell_of(hitbox::detail::packed(aabb<T>{{x, y}, {x + width, y + height}}));
}

}  // namespace

TEMPLATE_TEST_CASE("a box is in the square of its lower corner, on the level of its size", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    CHECK(cell_of_box<T>(0, 0, T(.75), T(.25)) == square_cell{0, 0, 0});
    CHECK(cell_of_box<T>(0, 0, 1, 0) == square_cell{1, 0, 0});  // no square is just as large as its box
    CHECK(cell_of_box<T>(5, 7, T(.5), T(.75)) == square_cell{0, 5, 7});
    CHECK(cell_of_box<T>(-5, T(-.25), T(.5), T(.75)) == square_cell{0, -5, -1});
    CHECK(cell_of_box<T>(4, -4, 3, 3) == square_cell{2, 1, -1});  // on the border: exactly
    constexpr T ulp = std::numeric_limits<T>::epsilon();
    CHECK(cell_of_box<T>(4 - 2 * ulp, -4 - 4 * ulp, 3, 3) == square_cell{2, 0, -2});
    // A negative coordinate stays below 0 even if its ratio to a square's size underflows.
    constexpr T least = std::numeric_limits<T>::denorm_min(), large = T(0x1p100);
    CHECK(cell_of_box<T>(-least, least, large, large) == square_cell{101, -1, 0});
}

TEST_CASE("a square reports which squares it covers, and the smallest square around two") {
    const square_cell small{0, 5, -3}, large{2, 1, -1};
    CHECK(large.covers(small));
    CHECK(large.covers(large));
    CHECK_FALSE(small.covers(large));
    CHECK_FALSE(large.covers(square_cell{0, 5, -5}));
    CHECK(small.joined(large) == large);
    CHECK((square_cell{0, 4, 4}).joined(square_cell{0, 7, 4}) == square_cell{2, 1, 1});
    CHECK((square_cell{0, 0, 0}).joined(square_cell{0, 1 << 20, 0}) == square_cell{21, 0, 0});
    CHECK((square_cell{-900, -5, 3}).joined(square_cell{900, -1, 0}) == square_cell{900, -1, 0});
    CHECK(large.quarter_of(small) == 0);
    CHECK(large.quarter_of(square_cell{0, 6, -3}) == 1);
    CHECK(large.quarter_of(square_cell{0, 5, -1}) == 2);
}

TEMPLATE_TEST_CASE("boxes on both sides of the axes are found as pairs", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    constexpr T least = std::numeric_limits<T>::denorm_min();
    for (const T size : {T(1), T(0x1p100), T(0x1p-100)})
        for (const T gap : {T(0), least, size}) {
            quadtree<T> tree;
            for (const T x : {-size - gap, gap})
                for (const T y : {-size - gap, gap}) REQUIRE(tree.insert({{x, y}, {x + size, y + size}}));
            CHECK(tree.validate());
            const bool touch = -size - gap + size >= gap;  // where the sum is rounded, they do
            CHECK(sorted_pairs(tree).size() == (touch ? 6 : 0));
            CHECK(tree.query(aabb<T>{{-gap, -gap}, {gap, gap}}, [](proxy) {}).found == 4);
        }
}

TEMPLATE_TEST_CASE("pairs of boxes of any sizes equal those of brute force", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const scene kind : every_scene)
        for (const std::size_t n : std::array<std::size_t, 4>{1, 2, 17, 300}) {
            CAPTURE(name_of(kind), n);
            std::vector<aabb<T>> boxes = boxes_of<T>(kind, n, 6);
            // The boxes are mirrored, so that all quadrants are used.
            for (std::size_t i = 0; i < boxes.size(); i += 2) boxes[i] = {-boxes[i].max, -boxes[i].min};
            brute_force<T> expected;
            quadtree<T> tree;
            REQUIRE(expected.build(boxes));
            REQUIRE(tree.build(boxes));
            CHECK(tree.validate());
            const auto pairs = sorted_pairs(tree), expected_pairs = sorted_pairs(expected);
            REQUIRE(pairs.size() == expected_pairs.size());
            for (std::size_t i = 0; i < pairs.size(); ++i)
                REQUIRE((pairs[i].a.index() == expected_pairs[i].a.index() &&
                         pairs[i].b.index() == expected_pairs[i].b.index()));
        }
}

TEMPLATE_TEST_CASE("squares without boxes are removed", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const scene kind : every_scene) {
        CAPTURE(name_of(kind));
        const std::vector<aabb<T>> boxes = boxes_of<T>(kind, many_if_all(std::size_t{500}, std::size_t{200}), 7);
        quadtree<T> tree;
        std::vector<proxy> proxies;
        for (const aabb<T>& box : boxes) proxies.push_back(tree.insert(box));
        // Each node has a box or at least two children, whatever the boxes' distances and sizes.
        CHECK(tree.node_count() <= 2 * boxes.size());
        random_numbers random{8};
        shuffle(proxies, random);
        for (const proxy p : proxies) {
            REQUIRE(tree.remove(p));
            REQUIRE(tree.validate());
        }
        CHECK(tree.node_count() == 0);
        CHECK(tree.size() == 0);
    }
}

TEST_CASE("a box that moves away leaves no empty squares") {
    quadtree<double> tree;
    REQUIRE(tree.insert({{0, 0}, {1, 1}}));
    const proxy p = tree.insert({{1, 1}, {2, 2}});
    double x = 1;
    for (int i = 0; i < 900; ++i, x *= i < 500 ? 2 : -.5) {
        REQUIRE(tree.update(p, {{x, -x}, {x + 1, -x + 1}}));
        REQUIRE(tree.validate());
        REQUIRE(tree.node_count() <= 3);
        REQUIRE(tree.query(vec2<double>{x, -x}, [](proxy) {}).found >= 1);
    }
    const std::size_t bytes = tree.bytes_used();
    REQUIRE(tree.update(p, {{3, 3}, {4, 4}}));
    CHECK(tree.bytes_used() == bytes);
}

TEST_CASE("an update to the same boxes changes no square, and queries test few boxes") {
    quadtree<float> tree;
    std::vector<aabb<float>> boxes = boxes_of<float>(scene::uniform, 2000, 9);
    REQUIRE(tree.build(boxes));
    query_statistics all;
    for (const aabb<float>& box : boxes) all += tree.query(box, [](proxy) {});
    CHECK(all.tested < 150 * boxes.size());
    const std::size_t nodes = tree.node_count();
    REQUIRE(tree.update(boxes));
    CHECK(tree.node_count() == nodes);
    CHECK(tree.validate());
}
