// Properties of this structure alone: its depth, its cost after many updates, and its executor. The other files in
// tests/broad test the laws of all structures.
#include <boxes.hpp>
#include <catch_compat.hpp>
#include <hitbox/broad/dynamic_tree.hpp>
#include <rounds.hpp>

#include <algorithm>
#include <limits>
#include <random>
#include <utility>
#include <vector>

using namespace hitbox;

namespace {

static_assert(dynamic_broad_phase<dynamic_tree<float>> && dynamic_broad_phase<dynamic_tree<double>>);

template <class T>
class boxes_at_random {
public:
    explicit boxes_at_random(unsigned seed, T side) : engine_{seed}, side_{side} {}

    T between(T low, T high) { return low + (high - low) * static_cast<T>(engine_() >> 8) / static_cast<T>(1 << 24); }
    std::size_t below(std::size_t n) { return engine_() % n; }
    aabb<T> operator()() {
        const vec2<T> corner{between(-side_, side_), between(-side_, side_)};
        return {corner, corner + vec2<T>{between(T(.5), T(1.5)), between(T(.5), T(1.5))}};
    }
    std::vector<aabb<T>> many(std::size_t n) {
        std::vector<aabb<T>> list(n);
        for (aabb<T>& box : list) box = (*this)();
        return list;
    }
    std::mt19937& engine() { return engine_; }

private:
    std::mt19937 engine_;
    T side_;
};

template <class T>
aabb<T> moved(const aabb<T>& box, vec2<T> by) {
    return {box.min + by, box.max + by};
}

/// Returns the pairs of boxes that share a point, found by testing all pairs; the indices are those in the list.
template <class T>
std::vector<std::pair<std::size_t, std::size_t>> all_pairs(const std::vector<aabb<T>>& list) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < list.size(); ++i)
        for (std::size_t j = i + 1; j < list.size(); ++j)
            if (list[i].min.x <= list[j].max.x && list[j].min.x <= list[i].max.x && list[i].min.y <= list[j].max.y &&
                list[j].min.y <= list[i].max.y)
                pairs.push_back({i, j});
    return pairs;
}
/// Returns the pairs that a tree finds, sorted.
template <class T>
std::vector<std::pair<std::size_t, std::size_t>> pairs_of(const dynamic_tree<T>& tree) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (const proxy_pair& p : sorted_pairs(tree)) pairs.push_back({p.a.index(), p.b.index()});
    return pairs;
}
template <class T>
query_statistics cost_of_pairs(const dynamic_tree<T>& tree) {
    return tree.for_each_pair([](proxy, proxy) {});
}
template <class T>
dynamic_tree<T> built(const std::vector<aabb<T>>& list) {
    dynamic_tree<T> tree;
    REQUIRE(tree.build(list));
    return tree;
}
template <class T>
std::vector<proxy> inserted(dynamic_tree<T>& tree, const std::vector<aabb<T>>& list) {
    std::vector<proxy> proxies;
    for (const aabb<T>& box : list) proxies.push_back(tree.insert(box));
    return proxies;
}

/// Runs tasks in an order that n threads might have: each runs every n-th task, the last ones first.
struct in_turns {
    std::size_t threads;

    template <class Task>
    void operator()(std::size_t n, Task&& task) const {
        for (std::size_t thread = 0; thread < threads; ++thread)
            for (std::size_t i = thread; i < n; i += threads) task(n - 1 - i);
    }
};

template <class T, class... Executor>
std::vector<proxy_pair> sequence(const dynamic_tree<T>& tree, Executor... execute) {
    std::vector<proxy_pair> pairs;
    const query_statistics seen = tree.for_each_pair(execute..., [&](proxy a, proxy b) { pairs.push_back({a, b}); });
    CHECK(seen.found == pairs.size());
    return pairs;
}

}  // namespace

TEMPLATE_TEST_CASE("boxes with one centre make a tree whose depth is logarithmic", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    constexpr unsigned n = 3000;
    dynamic_tree<T> tree;
    std::vector<proxy> proxies;
    for (unsigned i = 0; i < n; ++i) {
        const T r = T(1) + static_cast<T>(i % 7) / 8;
        proxies.push_back(tree.insert({{-r, -r}, {r, r}}));
    }
    CHECK(tree.validate());
    // A query outside all boxes visits the root alone, and one inside visits every node. After splits, each node but
    // the root has at least 3 of 8 entries.
    CHECK(tree.query(vec2<T>{3, 0}, [](proxy) {}).visited == 1);
    const query_statistics all = tree.query(vec2<T>{0, 0}, [](proxy) {});
    CHECK(all.found == n);
    CHECK(all.visited <= n / 3 + n / 9 + n / 27 + n / 81 + n / 243 + n / 729 + 1);
    // A query that ends at the first box visits one path from the root to a leaf.
    CHECK(tree.query(vec2<T>{0, 0}, [](proxy) { return false; }).visited <= 8);

    for (unsigned i = 0; i < n; ++i) CHECK(tree.update(proxies[i], {{-1, -1}, {1, 1}}));
    CHECK(tree.validate());
    CHECK(tree.query(vec2<T>{0, 0}, [](proxy) { return false; }).visited <= 8);
}

TEMPLATE_TEST_CASE("no node of a built tree spans two clumps that could fill it", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    // On the lower side of the square of all boxes, so that the curve passes through one clump after the other. Each
    // has more than 64 boxes, enough for a node above the leaves. A node has at least two entries, so the rest of a
    // clump that fills its last nodes is never a single entry.
    boxes_at_random<T> random{3, T(10)};
    std::vector<aabb<T>> list;
    for (int clump = 0; clump < 7; ++clump)
        for (int i = 0; i < 74 + 8 * clump; ++i) list.push_back(moved(random(), {T(1000 * clump), 0}));
    const dynamic_tree<T> tree = built(list);
    CHECK(tree.validate());
    tree.for_each_node(
        [](const aabb<T>& box, unsigned level) { CHECK((level > 1 || box.max.x - box.min.x < T(100))); });
    // A ray between two clumps meets the root and at most one node on each level below it.
    for (int gap = 0; gap < 6; ++gap) {
        const ray<T> through{{T(1000 * gap + 500), -50}, {0, 100}};
        CHECK(tree.ray_cast(through, [](proxy) {}).visited <= 2);
    }
}

TEMPLATE_TEST_CASE("a tree after many updates costs hardly more than a new one", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::size_t n = hitbox_tests::many_if_optimised(2000, 600);
    boxes_at_random<T> random{7, n > 1000 ? T(40) : T(15)};
    std::vector<aabb<T>> list = random.many(n);
    dynamic_tree<T> one_by_one, as_a_whole = built(list);
    const std::vector<proxy> proxies = inserted(one_by_one, list);
    for (int frame = 1; frame <= 300; ++frame) {
        for (std::size_t i = 0; i < n; ++i) {
            list[i] = moved(list[i], {random.between(T(-.2), T(.2)), random.between(T(-.2), T(.2))});
            if (!one_by_one.update(proxies[i], list[i])) FAIL();
        }
        if (!as_a_whole.update(list)) FAIL();
        if (frame % 50 != 0) continue;
        const std::size_t fresh = cost_of_pairs(built(list)).visited;
        CHECK(2 * cost_of_pairs(one_by_one).visited <= 3 * fresh);
        CHECK(2 * cost_of_pairs(as_a_whole).visited <= 3 * fresh);
        CHECK(one_by_one.validate());
        CHECK(as_a_whole.validate());
    }
    const auto expected = all_pairs(list);
    CHECK(pairs_of(one_by_one) == expected);
    CHECK(pairs_of(as_a_whole) == expected);
}

TEMPLATE_TEST_CASE("a tree stays correct and shrinks when nine of ten boxes are removed", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::size_t n = hitbox_tests::many_if_optimised(5000, 800);
    boxes_at_random<T> random{11, n > 1000 ? T(50) : T(20)};
    const std::vector<aabb<T>> list = random.many(n);
    dynamic_tree<T> tree;
    const std::vector<proxy> proxies = inserted(tree, list);
    std::vector<std::size_t> order(n);
    for (std::size_t i = 0; i < n; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random.engine());
    for (std::size_t i = 0; i < n - n / 10; ++i) CHECK(tree.remove(proxies[order[i]]));
    REQUIRE(tree.size() == n / 10);
    CHECK(tree.validate());

    std::vector<std::size_t> left(order.end() - static_cast<std::ptrdiff_t>(n / 10), order.end());
    std::sort(left.begin(), left.end());
    std::vector<aabb<T>> those;
    for (const std::size_t i : left) those.push_back(list[i]);
    auto expected = all_pairs(those);
    for (auto& [a, b] : expected) a = left[a], b = left[b];
    CHECK(pairs_of(tree) == expected);
    // A leaf has at least two boxes, and an inner node at least two children.
    CHECK(tree.query(tree.bounds(), [](proxy) {}).visited <= n / 10);
}

TEMPLATE_TEST_CASE("boxes can be removed in any order", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    constexpr std::size_t n = 90;
    boxes_at_random<T> random{13, 6};
    const std::vector<aabb<T>> list = random.many(n);
    std::vector<std::size_t> order(n);
    for (std::size_t i = 0; i < n; ++i) order[i] = i;
    for (int kind = 0; kind < 6; ++kind) {
        if (kind == 1) std::reverse(order.begin(), order.end());
        if (kind == 2)
            std::sort(order.begin(), order.end(), [&](auto a, auto b) { return list[a].min.x < list[b].min.x; });
        if (kind > 2) std::shuffle(order.begin(), order.end(), random.engine());
        for (const bool whole : {false, true}) {
            dynamic_tree<T> tree = whole ? built(list) : dynamic_tree<T>{};
            std::vector<proxy> proxies;
            if (whole) tree.query(tree.bounds(), [&](proxy p) { proxies.push_back(p); });
            else proxies = inserted(tree, list);
            std::sort(proxies.begin(), proxies.end());
            for (std::size_t k = 0; k < n; ++k) {
                CHECK(tree.remove(proxies[order[k]]));
                CHECK(tree.validate());
                CHECK(tree.size() == n - 1 - k);
                const aabb<T>& gone = list[order[k]];
                bool is_there = false;
                tree.query(gone, [&](proxy p) { is_there = is_there || p == proxies[order[k]]; });
                CHECK_FALSE(is_there);
            }
            CHECK(tree.bounds() == hitbox_tests::brute_force<T>{}.bounds());
            CHECK(tree.insert(list[0]));
        }
    }
}

TEMPLATE_TEST_CASE("after every change the pairs equal those of brute force", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    constexpr std::size_t n = 150;
    boxes_at_random<T> random{17, 9};
    std::vector<aabb<T>> list = random.many(n);
    dynamic_tree<T> tree;
    const std::vector<proxy> proxies = inserted(tree, list);
    const std::size_t rounds = hitbox_tests::many_if_optimised(60, 15);
    for (std::size_t round = 0; round < rounds; ++round) {
        for (std::size_t k = 0; k < 40; ++k) {
            const std::size_t i = random.below(n);
            const T far = k % 4 == 0 ? T(9) : T(.3);
            list[i] = k % 5 == 0 ? random() : moved(list[i], {random.between(-far, far), random.between(-far, far)});
            CHECK(tree.update(proxies[i], list[i]));
        }
        if (round % 3 == 0) {
            for (aabb<T>& box : list) box = moved(box, {random.between(-1, 1), random.between(-1, 1)});
            CHECK(tree.update(in_turns{3}, list));
        }
        CHECK(tree.validate());
        CHECK(pairs_of(tree) == all_pairs(list));
        for (std::size_t i = 0; i < n; ++i) CHECK(tree.box(proxies[i]) == list[i]);
    }
}

TEMPLATE_TEST_CASE("any executor gives the same tree, and the same pairs in the same order", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    boxes_at_random<T> random{19, 40};
    std::vector<aabb<T>> list = random.many(hitbox_tests::many_if_optimised(20000, 10000));
    dynamic_tree<T> tree = built(list);
    const std::vector<proxy_pair> pairs = sequence(tree);
    REQUIRE(pairs.size() > list.size());
    for (const std::size_t threads : {1u, 2u, 8u}) {
        CHECK(sequence(tree, in_turns{threads}) == pairs);
        dynamic_tree<T> other;
        REQUIRE(other.build(in_turns{threads}, list));
        CHECK(sequence(other) == pairs);
        CHECK(cost_of_pairs(other) == cost_of_pairs(tree));
    }
    std::vector<aabb<T>> later = list;
    for (aabb<T>& box : later) box = moved(box, {random.between(T(-.4), T(.4)), random.between(T(-.4), T(.4))});
    dynamic_tree<T> alone = tree, together = tree;
    CHECK(alone.update(later));
    CHECK(together.update(in_turns{8}, later));
    CHECK(sequence(alone) == sequence(together));
    CHECK(sequence(tree) == pairs);  // a copy's changes are its own

    dynamic_tree<T> grown;
    list.resize(3000);
    inserted(grown, list);
    CHECK(sequence(grown, in_turns{2}) == sequence(grown));
}

TEMPLATE_TEST_CASE("a visitor can end a visit, or shorten a ray", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::vector<aabb<T>> row;
    for (int i = 0; i < 500; ++i) row.push_back({{T(2 * i), 0}, {T(2 * i + 1), 1}});
    const dynamic_tree<T> tree = built(row);
    std::size_t calls = 0;
    CHECK(tree.query(tree.bounds(), [&](proxy) { return ++calls < 5; }).found == 5);
    CHECK(calls == 5);

    const ray<T> along{{-10, T(.5)}, {2000, 0}};
    CHECK(tree.ray_cast(along, [](proxy) {}).found == 500);
    CHECK(tree.ray_cast(along, [](proxy) { return true; }).found == 500);
    CHECK(tree.ray_cast(along, [](proxy) { return 2; }).found == 500);
    CHECK(tree.ray_cast(along, [](proxy) { return -1; }).found == 1);

    // A search for the nearest hit visits only few nodes and boxes.
    const ray<T> back{{1200, T(.5)}, {-2000, 0}};
    std::uint32_t nearest = 0;
    T first = 2;
    const query_statistics seen = tree.ray_cast(back, [&](proxy p) {
        const T fraction = (T(1200) - row[p.index()].max.x) / T(2000);
        if (fraction < first) first = fraction, nearest = p.index();
        return fraction;
    });
    CHECK(nearest == 499);
    CHECK(seen.found == 1);
    CHECK(seen.visited <= 5);

    CHECK(tree.box_cast({{-5, 3}, {-4, 4}}, vec2<T>{2000, 0}, [](proxy) {}).found == 0);
    CHECK(tree.box_cast({{-5, 1}, {-4, 2}}, vec2<T>{2000, 0}, [](proxy) {}).found == 500);

    calls = 0;
    std::vector<aabb<T>> pile(100, aabb<T>{{0, 0}, {1, 1}});
    const dynamic_tree<T> all = built(pile);
    CHECK(all.for_each_pair([&](proxy, proxy) { return ++calls < 7; }).found == 7);
    CHECK(all.for_each_pair(in_turns{2}, [&](proxy, proxy) { return ++calls < 14; }).found == 7);
    CHECK(all.for_each_pair([](proxy, proxy) {}).found == 4950);
}

TEMPLATE_TEST_CASE("the nearest boxes come in the order of their distances, at every scale", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto check_at = [](T unit) {
        std::vector<aabb<T>> row;
        for (int i = 0; i < 100; ++i) row.push_back({{T(i) * unit, 0}, {T(i) * unit, unit}});
        const dynamic_tree<T> tree = built(row);
        const std::vector<proxy> found = tree.nearest({T(-3) * unit, T(2) * unit}, 100);
        REQUIRE(found.size() == 100);
        for (std::uint32_t i = 0; i < 100; ++i) CHECK(found[i].index() == i);
        CHECK(tree.nearest({T(200) * unit, -unit}, 1).front().index() == 99);
        // Two boxes at one distance, and two more behind them; equal distances are ordered by index.
        const std::vector<proxy> tied = tree.nearest({T(50.5) * unit, 0}, 4);
        REQUIRE(tied.size() == 4);
        constexpr std::uint32_t expected[] = {50, 51, 49, 52};
        for (std::uint32_t i = 0; i < 4; ++i) CHECK(tied[i].index() == expected[i]);
    };
    check_at(1);
    check_at((std::numeric_limits<T>::max)() / T(512));
    check_at((std::numeric_limits<T>::min)());

    const dynamic_tree<T> tree = built(std::vector<aabb<T>>(50, aabb<T>{{0, 0}, {2, 2}}));
    const std::vector<proxy> inside = tree.nearest({1, 1}, 3);
    REQUIRE(inside.size() == 3);
    for (std::uint32_t i = 0; i < 3; ++i) CHECK(inside[i].index() == i);
    CHECK(tree.nearest({1, 1}, (std::numeric_limits<std::size_t>::max)()).size() == 50);
    CHECK(tree.nearest({1, 1}, 0).empty());
    CHECK(tree.nearest({std::numeric_limits<T>::quiet_NaN(), 1}, 3).empty());
    CHECK(dynamic_tree<T>{}.nearest({1, 1}, 3).empty());
}

TEMPLATE_TEST_CASE("a refused call changes nothing", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    constexpr T nan = std::numeric_limits<T>::quiet_NaN(), infinite = std::numeric_limits<T>::infinity();
    const aabb<T> fine{{0, 0}, {1, 1}};
    boxes_at_random<T> random{23, 5};
    std::vector<aabb<T>> list = random.many(40);
    dynamic_tree<T> tree;
    const std::vector<proxy> proxies = inserted(tree, list);
    const std::vector<proxy_pair> pairs = sequence(tree);
    for (const aabb<T>& bad : {aabb<T>{{nan, 0}, {1, 1}}, aabb<T>{{0, 0}, {1, infinite}}, aabb<T>{{1, 0}, {0, 1}}}) {
        const broad_error why = bad.min.x > bad.max.x ? broad_error::inverted : broad_error::not_finite;
        CHECK_FALSE(tree.insert(bad));
        CHECK(tree.update(proxies[3], bad) == broad_status{why, 0});
        std::vector<aabb<T>> others = random.many(40);
        others[17] = others[30] = bad;
        CHECK(tree.update(others) == broad_status{why, 17});
        const auto refused = tree.build(others);
        REQUIRE_FALSE(refused);
        CHECK(refused.error() == why);
        CHECK(refused.index() == 17);
        CHECK(tree.query(bad, [](proxy) {}) == query_statistics{});
        CHECK(tree.ray_cast(ray<T>{bad.min, bad.max * T(2)}, [](proxy) {}).visited <= tree.size());
        CHECK(tree.box_cast(bad, vec2<T>{1, 1}, [](proxy) {}) == query_statistics{});
    }
    CHECK(tree.ray_cast(ray<T>{{0, 0}, {infinite, 0}}, [](proxy) {}) == query_statistics{});
    CHECK(tree.update(std::vector<aabb<T>>(39, fine)).error == broad_error::wrong_count);
    CHECK(tree.update(std::vector<aabb<T>>(41, fine)).error == broad_error::wrong_count);
    CHECK(sequence(tree) == pairs);
    for (std::size_t i = 0; i < list.size(); ++i) CHECK(tree.box(proxies[i]) == list[i]);

    CHECK(tree.remove(proxies[5]));  // 39 boxes, but not those of indices 0 to 38
    CHECK(tree.update(std::vector<aabb<T>>(39, fine)).error == broad_error::wrong_count);
    CHECK(tree.validate());
}

TEMPLATE_TEST_CASE("a proxy of a removed box names no box", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> first{{0, 0}, {1, 1}}, second{{5, 5}, {6, 6}};
    dynamic_tree<T> tree;
    const proxy p = tree.insert(first);
    CHECK(tree.remove(p));
    const proxy again = tree.insert(second);
    CHECK(again.index() == p.index());
    CHECK_FALSE(tree.contains(p));
    CHECK_FALSE(tree.contains(proxy{}));
    CHECK(tree.update(p, first).error == broad_error::stale_proxy);
    CHECK(tree.remove(p).error == broad_error::stale_proxy);
    CHECK(tree.remove(proxy{77, 1}).error == broad_error::stale_proxy);
    CHECK(tree.box(again) == second);
    const auto range = tree.build(std::vector<aabb<T>>{first, second});
    REQUIRE(range);
    CHECK_FALSE(tree.contains(again));
    CHECK(tree.box((*range)[1]) == second);
    tree.clear();
    CHECK_FALSE(tree.contains((*range)[0]));
    CHECK(tree.size() == 0);
    CHECK(tree.validate());
    CHECK_FALSE(tree.insert(first) == p);

    dynamic_tree<T> from = tree;
    const dynamic_tree<T> to = std::move(from);
    CHECK(to.size() == 1);
    CHECK(from.size() == 0);  // NOLINT(bugprone-use-after-move): what is left is an empty tree
    CHECK(from.validate());
}

TEMPLATE_TEST_CASE("a tree of boxes inserted in any order takes little memory", "", float) {
    boxes_at_random<TestType> random{29, 50};
    dynamic_tree<TestType> tree;
    inserted(tree, random.many(5000));
    CHECK(tree.bytes_used() <= 5000 * 64);
}

TEMPLATE_TEST_CASE("only a tree that is built again keeps the memory of its builds, and a copy does not", "", float) {
    boxes_at_random<TestType> random{29, 50};
    const auto list = random.many(5000);
    dynamic_tree<TestType> tree;
    REQUIRE(tree.build(list));
    const std::size_t once = tree.bytes_used();
    CHECK(once <= 5000 * 48);
    REQUIRE(tree.build(list));
    const std::size_t again = tree.bytes_used();
    CHECK(again > once);
    REQUIRE(tree.build(list));
    CHECK(tree.bytes_used() == again);
    const dynamic_tree<TestType> copy = tree;
    CHECK(copy.bytes_used() <= once);
    dynamic_tree<TestType> other;
    other = copy;
    CHECK(other.bytes_used() <= once);
    CHECK((copy.validate() && other.validate()));
    const dynamic_tree<TestType> moved = std::move(tree);
    CHECK(moved.bytes_used() == again);
}

TEMPLATE_TEST_CASE("centres that are close together are still ordered when another centre is far away", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    boxes_at_random<T> random{31, 30};
    std::vector<aabb<T>> list = random.many(3000);
    const std::size_t near = cost_of_pairs(built(list)).visited;
    list.push_back({{T(1e30), T(1e30)}, {T(1e30), T(1e30)}});
    CHECK(2 * cost_of_pairs(built(list)).visited <= 3 * near);
    CHECK(built(list).validate());
}

TEMPLATE_TEST_CASE("nodes are visited from the root down, each after its parent", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    dynamic_tree<T> tree;
    tree.for_each_node([](const aabb<T>&, unsigned) { FAIL("an empty tree has no nodes"); });
    std::vector<aabb<T>> boxes;
    for (int i = 0; i < 500; ++i) {
        const T x = static_cast<T>(i * 37 % 101), y = static_cast<T>(i * 53 % 89);
        boxes.push_back({{x, y}, {x + 1, y + 2}});
        tree.insert(boxes.back());
    }
    std::vector<aabb<T>> above;  // by level
    std::vector<aabb<T>> leaves;
    tree.for_each_node([&](const aabb<T>& box, unsigned level) {
        if (above.empty()) {
            CHECK(box == tree.bounds());
            above.resize(level + std::size_t{2}, box);
        }
        REQUIRE(level + std::size_t{1} < above.size());
        CHECK(merged(above[level + 1], box) == above[level + 1]);
        above[level] = box;
        if (level == 0) leaves.push_back(box);
    });
    CHECK(leaves.size() >= boxes.size() / 8);
    CHECK(leaves.size() <= boxes.size() / 2);
    for (const aabb<T>& box : boxes)
        CHECK(
            std::any_of(leaves.begin(), leaves.end(), [&](const aabb<T>& leaf) { return merged(leaf, box) == leaf; }));
}

TEMPLATE_TEST_CASE("boxes that are stretched a little only enlarge the nodes of a tree", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::vector<aabb<T>> list;
    for (int i = 0; i < 900; ++i) list.push_back({{T(i % 30), T(i / 30)}, {T(i % 30) + T(0.4), T(i / 30) + T(0.4)}});
    dynamic_tree<T> tree;
    const proxy_range proxies = tree.build(list).value();
    const auto nodes = [&] {
        std::vector<aabb<T>> all;
        tree.for_each_node([&](const aabb<T>& box, unsigned level) {  // the box of a leaf is that around its own boxes
            if (level > 0) all.push_back(box);
        });
        return all;
    };
    const std::vector<aabb<T>> before = nodes();
    REQUIRE(before.size() > 4);
    for (std::size_t i = 0; i < list.size(); ++i) {
        list[i] = moved(list[i], {T(0.1), T(0.1)});
        REQUIRE(tree.stretch(proxies[i], list[i]));
    }
    const std::vector<aabb<T>> after = nodes();
    REQUIRE(after.size() == before.size());
    for (std::size_t i = 0; i < after.size(); ++i) CHECK(merged(before[i], after[i]) == after[i]);
    CHECK(pairs_of(tree) == all_pairs(list));
}

// Bodies that are sent far away, as by a respawn, do not slow the queries that follow in the same frame.
TEMPLATE_TEST_CASE("a tree whose boxes were stretched, some of them to anywhere, visits few more nodes", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    boxes_at_random<T> random{19, T(60)};
    std::vector<aabb<T>> list;
    for (int i = 0; i < 3600; ++i) list.push_back({{T(i % 60), T(i / 60)}, {T(i % 60) + T(0.4), T(i / 60) + T(0.4)}});
    dynamic_tree<T> tree;
    const proxy_range proxies = tree.build(list).value();
    for (std::size_t i = 0; i < list.size(); ++i) {
        const bool is_far = i % 20 == 0;
        list[i] =
            moved(list[i], is_far ? vec2<T>{random.between(-40, 40), random.between(-40, 40)} : vec2<T>{T(0.1), 0});
        REQUIRE(tree.stretch(proxies[i], list[i]));
    }
    REQUIRE(tree.validate());
    const dynamic_tree<T> fresh = built(list);
    query_statistics stretched, tight;
    for (int i = 0; i < 500; ++i) {
        const vec2<T> at{random.between(0, 60), random.between(0, 60)};
        const aabb<T> box{at, at + vec2<T>{2, 1}};
        stretched += tree.query(box, [](proxy) {});
        tight += fresh.query(box, [](proxy) {});
    }
    CHECK(stretched.found == tight.found);
    CHECK(stretched.visited < 2 * tight.visited);
    CHECK(pairs_of(tree) == all_pairs(list));
}

TEMPLATE_TEST_CASE("a tree whose boxes were stretched answers like a new one, and is tight after an update of all", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    boxes_at_random<T> random{9, T(20)};
    for (const std::size_t n : {std::size_t{1}, std::size_t{60}, std::size_t{1500}}) {
        std::vector<aabb<T>> list = random.many(n);
        dynamic_tree<T> tree;
        const std::vector<proxy> proxies = inserted(tree, list);
        for (std::size_t i = 0; i < n; i += 3) {
            list[i] = moved(list[i], {random.between(-1, 1), random.between(-1, 1)});
            REQUIRE(tree.stretch(proxies[i], list[i]));
        }
        REQUIRE(tree.validate());
        CHECK(tree.bounds() == built(list).bounds());
        CHECK(tree.box(proxies[0]) == list[0]);
        CHECK(pairs_of(tree) == all_pairs(list));
        for (std::size_t i = 0; i < n; i += 5) {  // also where some boxes are updated, removed and inserted between
            list[i] = moved(list[i], {random.between(-9, 9), random.between(-9, 9)});
            REQUIRE(tree.update(proxies[i], list[i]));
        }
        REQUIRE(tree.validate());
        CHECK(pairs_of(tree) == all_pairs(list));
        CHECK_FALSE(tree.stretch(proxies[0], {{1, 0}, {0, 1}}));
        CHECK_FALSE(tree.stretch(proxy{}, list[0]));
        REQUIRE(tree.update(list));
        REQUIRE(tree.validate());
        bool tight = true;
        tree.for_each_node([&](const aabb<T>& box, unsigned level) {
            if (level != 0) return;
            const auto touches = [&](const aabb<T>& b) { return b.min.x == box.min.x; };
            tight = tight && std::any_of(list.begin(), list.end(), touches);
        });
        CHECK(tight);
    }
}
