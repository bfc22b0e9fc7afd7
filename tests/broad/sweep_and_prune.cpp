// Properties of sweep and prune alone. The other files in tests/broad test the laws of all structures.

#include "../boxes.hpp"
#include "../catch_compat.hpp"

#include <hitbox/broad/sweep_and_prune.hpp>

using namespace hitbox_tests;

namespace {

/// Moves each box by at most `max_step` along each axis.
template <class T>
void drift(std::vector<aabb<T>>& boxes, random_numbers& random, double max_step) {
    for (aabb<T>& box : boxes) {
        const vec2<T> by{static_cast<T>(random.real(-max_step, max_step)),
                         static_cast<T>(random.real(-max_step, max_step))};
        box = {box.min + by, box.max + by};
    }
}

/// Returns the indices that a query with a box or a point finds, ascending.
template <class B, class Where>
std::vector<std::uint32_t> found_at(const B& structure, const Where& where) {
    std::vector<std::uint32_t> found;
    structure.query(where, [&](proxy p) { found.push_back(p.index()); });
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

TEMPLATE_TEST_CASE("boxes that move little change their rank little", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::size_t n = 3000;
    for (const scene kind : {scene::line, scene::diagonal, scene::clumps, scene::uniform}) {
        CAPTURE(name_of(kind));
        std::vector<aabb<T>> boxes = boxes_of<T>(kind, n, 1);
        random_numbers random{7};
        hitbox::detail::box_table<T> table;
        hitbox::detail::sorted_boxes<T> sorted;
        const hitbox::detail::run_here run;
        table.set_all(run, std::span<const aabb<T>>{boxes});
        static_cast<void>(table.reset());
        CHECK(sorted.sort(run, table, false) == sorted.full_sort);
        CHECK(sorted.sort(run, table, true) == 0);
        for (int frame = 0; frame < 5; ++frame) {
            drift(boxes, random, .02);
            table.set_all(run, std::span<const aabb<T>>{boxes});
            CHECK(sorted.sort(run, table, true) < 2 * n);
            CHECK(sorted.validate(table));
        }
        std::reverse(boxes.begin(), boxes.end());  // more than insertion sort should do
        table.set_all(run, std::span<const aabb<T>>{boxes});
        CHECK(sorted.sort(run, table, true) == sorted.full_sort);
        CHECK(sorted.validate(table));
    }
}

TEMPLATE_TEST_CASE("the order depends on the boxes alone, not on former orders", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const scene kind : every_scene) {
        CAPTURE(name_of(kind));
        std::vector<aabb<T>> boxes = boxes_of<T>(kind, 300, 2);
        sweep_and_prune<T> moved, built;
        REQUIRE(moved.build(boxes));
        REQUIRE(built.build(boxes));
        random_numbers random{3};
        drift(boxes, random, .1);
        REQUIRE(moved.update(boxes));  // by insertion, if few have to move
        for (std::size_t i = boxes.size(); i-- > 0;)
            REQUIRE(built.update(proxy{static_cast<std::uint32_t>(i), 3}, boxes[i]));
        REQUIRE(built.insert({}));
        REQUIRE(built.remove(proxy{static_cast<std::uint32_t>(boxes.size()), 3}));  // another set: sorted again
        built.commit();
        std::vector<proxy_pair> a, b;
        moved.for_each_pair([&](proxy p, proxy q) { a.push_back({p, q}); });
        built.for_each_pair([&](proxy p, proxy q) { b.push_back({p, q}); });
        CHECK(a == b);
        CHECK(moved.validate());
        CHECK(built.validate());
    }
}

TEMPLATE_TEST_CASE("boxes in a row along either axis are sorted along this axis", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::size_t n = 2000;
    for (const bool upright : {false, true}) {
        std::vector<aabb<T>> boxes = boxes_of<T>(scene::line, n, 4);
        if (upright)
            for (aabb<T>& box : boxes) std::swap(box.min.x, box.min.y), std::swap(box.max.x, box.max.y);
        sweep_and_prune<T> structure;
        REQUIRE(structure.build(boxes));
        const query_statistics pairs = structure.for_each_pair([](proxy, proxy) {});
        CHECK(pairs.tested < 16 * n);
        const query_statistics query = structure.query(boxes[n / 2], [](proxy) {});
        CHECK(query.found >= 1);
        CHECK(query.tested < 200);
        // After a quarter turn, the other axis is the better one.
        for (aabb<T>& box : boxes) std::swap(box.min.x, box.min.y), std::swap(box.max.x, box.max.y);
        REQUIRE(structure.update(boxes));
        CHECK(structure.for_each_pair([](proxy, proxy) {}).tested < 16 * n);
        CHECK(structure.validate());
    }
}

TEMPLATE_TEST_CASE("queries with uncommitted changes are correct, and their cost is counted", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const scene kind : every_scene) {
        CAPTURE(name_of(kind));
        const std::vector<aabb<T>> boxes = boxes_of<T>(kind, 400, 5);
        brute_force<T> expected;
        sweep_and_prune<T> structure;
        std::vector<proxy> proxies;
        for (const aabb<T>& box : boxes) {
            proxies.push_back(structure.insert(box));
            REQUIRE(expected.insert(box));
        }
        const auto check = [&] {
            CHECK(structure.validate());
            CHECK(sorted_pairs(structure).size() == sorted_pairs(expected).size());
            for (std::size_t i = 0; i < boxes.size(); i += 17)
                REQUIRE(found_at(structure, boxes[i]) == found_at(expected, boxes[i]));
        };
        CHECK(structure.is_committed() == boxes.empty());
        check();
        CHECK(structure.query(vec2<T>{}, [](proxy) {}).tested == boxes.size());
        structure.commit();
        CHECK(structure.is_committed());
        check();
        for (std::size_t i = 0; i < boxes.size(); i += 3) {
            REQUIRE(structure.update(proxies[i], boxes[boxes.size() - 1 - i]));
            REQUIRE(expected.update(expected.at(i), boxes[boxes.size() - 1 - i]));
        }
        check();
        structure.commit();
        check();
    }
}

TEST_CASE("zeros of either sign are equal, and ordered by index") {
    sweep_and_prune<float> structure;
    const std::vector<aabb<float>> boxes{{{0, 0}, {1, 9}}, {{-0.f, 0}, {1, 9}}, {{0, -0.f}, {1, 9}}};
    REQUIRE(structure.build(boxes));
    REQUIRE(structure.update(boxes));
    CHECK(structure.validate());
    std::vector<std::uint32_t> first;
    structure.for_each_pair([&](proxy a, proxy) { first.push_back(a.index()); });
    CHECK(first == std::vector<std::uint32_t>{0, 0, 1});
}

TEMPLATE_TEST_CASE("coordinates at the end of the range are sorted, too", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    constexpr T max_value = (std::numeric_limits<T>::max)();
    const std::vector<aabb<T>> boxes{{{-max_value, -max_value}, {-max_value, -max_value}},
                                     {{max_value, max_value}, {max_value, max_value}},
                                     {{-max_value, -max_value}, {max_value, max_value}},
                                     {{0, 0}, {1, 1}}};
    sweep_and_prune<T> structure;
    REQUIRE(structure.build(boxes));
    CHECK(structure.validate());
    CHECK(sorted_pairs(structure).size() == 3);
    CHECK(found_at(structure, vec2<T>{max_value, max_value}) == std::vector<std::uint32_t>{1, 2});
    CHECK(structure.bounds() == boxes[2]);
}
