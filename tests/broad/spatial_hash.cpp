#include <hitbox/broad/spatial_hash.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <thread>
#include <utility>
#include <vector>

using namespace hitbox;

static_assert(dynamic_broad_phase<spatial_hash<float>> && dynamic_broad_phase<spatial_hash<double>>);

namespace {

using index_pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

class hash_dice {
public:
    explicit hash_dice(unsigned seed) : engine_{seed} {}
    std::size_t index(std::size_t n) { return engine_() % n; }
    double real(double low, double high) { return low + (high - low) * static_cast<double>(engine_()) / 4294967296.0; }

private:
    std::mt19937 engine_;
};

template <class T>
bool share_a_point(const aabb<T>& a, const aabb<T>& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}
template <class T>
index_pairs expected_pairs(const std::vector<aabb<T>>& boxes) {
    index_pairs pairs;
    for (std::uint32_t i = 0; i < boxes.size(); ++i)
        for (std::uint32_t j = i + 1; j < boxes.size(); ++j)
            if (share_a_point(boxes[i], boxes[j])) pairs.push_back({i, j});
    return pairs;
}
/// Returns the boxes found; a box that is found twice occurs twice.
template <class H>
index_pairs found_pairs(H&& hash) {
    index_pairs pairs;
    hash.for_each_pair([&](proxy a, proxy b) { pairs.push_back(std::minmax(a.index(), b.index())); });
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}
template <class T>
std::vector<std::uint32_t> expected_in(const aabb<T>& query, const std::vector<aabb<T>>& boxes) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < boxes.size(); ++i)
        if (share_a_point(boxes[i], query)) found.push_back(i);
    return found;
}
template <class T>
std::vector<std::uint32_t> found_in(const aabb<T>& query, const spatial_hash<T>& hash) {
    std::vector<std::uint32_t> found;
    hash.query(query, [&](proxy p) { found.push_back(p.index()); });
    std::sort(found.begin(), found.end());
    return found;
}
/// Checks pairs, a query with each box, and some queries around many boxes.
template <class T>
void check_answers(const std::vector<aabb<T>>& boxes) {
    spatial_hash<T> hash;
    REQUIRE(hash.build(boxes));
    CHECK(hash.validate());
    CHECK(found_pairs(hash) == expected_pairs(boxes));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < boxes.size(); i += 1 + boxes.size() / 40) {
        const aabb<T> around = merged(boxes[i], boxes[(i * 7 + 3) % boxes.size()]), corner{boxes[i].max, boxes[i].max};
        for (const aabb<T>& query : {boxes[i], around, corner})
            wrong += found_in(query, hash) == expected_in(query, boxes) ? 0 : 1;
    }
    CHECK(wrong == 0);
}

/// Boxes at random positions, with about one overlapping pair for each box.
template <class T>
std::vector<aabb<T>> spread_boxes(std::size_t n, unsigned seed, double min_size = .5, double max_size = 1.5) {
    hash_dice random{seed};
    const double side = std::sqrt(2.0 * static_cast<double>(n)) * (min_size + max_size) / 2;
    std::vector<aabb<T>> boxes;
    for (std::size_t i = 0; i < n; ++i) {
        const double x = random.real(-side / 2, side / 2), y = random.real(-side / 2, side / 2);
        const double width = random.real(min_size, max_size), height = random.real(min_size, max_size);
        boxes.push_back(
            {{static_cast<T>(x), static_cast<T>(y)}, {static_cast<T>(x + width), static_cast<T>(y + height)}});
    }
    return boxes;
}
/// Groups of boxes at such distances that no table has room for all the cells between them.
template <class T>
std::vector<aabb<T>> crowds(std::size_t count, std::size_t each, double apart, unsigned seed) {
    hash_dice random{seed};
    std::vector<aabb<T>> boxes;
    for (std::size_t c = 0; c < count; ++c) {
        const double x = std::floor(random.real(-apart, apart)), y = std::floor(random.real(-apart, apart));
        for (const aabb<T>& box : spread_boxes<T>(each, seed + static_cast<unsigned>(c), .6, .9)) {
            const vec2<T> by{static_cast<T>(x), static_cast<T>(y)};
            boxes.push_back({box.min + by, box.max + by});
        }
    }
    return boxes;
}

/// Returns the grid levels that are chosen for boxes.
template <class T>
std::vector<detail::grid_level<T>> levels_for(const std::vector<aabb<T>>& boxes) {
    detail::box_grid<T> grid;
    detail::run_here run;
    const auto box_at = [&](std::size_t i) -> const aabb<T>& { return boxes[i]; };
    REQUIRE(grid.template count<false>(run, boxes.size(), box_at));
    grid.template sort<false>(run, box_at);
    CHECK(grid.validate());
    return grid.levels();
}

}  // namespace

// --- Cells.

TEMPLATE_TEST_CASE("boxes that end at a border of cells, or one rounding beside it, meet the boxes that they touch", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    constexpr T infinity = std::numeric_limits<T>::infinity();
    for (const int exponent : {-100, -3, 0, 5, 100}) {
        const T side = std::ldexp(T(1), exponent);
        hash_dice random{7};
        std::vector<aabb<T>> boxes;
        const auto coordinate = [&](T cell) {
            const T at = cell * side;
            const std::size_t step = random.index(3);
            return step == 0 ? at : std::nextafter(at, step == 1 ? infinity : -infinity);
        };
        for (int i = 0; i < 400; ++i) {
            const T x = static_cast<T>(random.index(24)) - 12, y = static_cast<T>(random.index(24)) - 12;
            const vec2<T> low{coordinate(x), coordinate(y)};
            const vec2<T> high{coordinate(x + static_cast<T>(random.index(2))),
                               coordinate(y + static_cast<T>(random.index(2)))};
            boxes.push_back({(min)(low, high), (max)(low, high)});
        }
        check_answers(boxes);
    }
}

TEMPLATE_TEST_CASE("a cell is larger than its boxes, also when a width is rounded down", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    constexpr T step = std::numeric_limits<T>::epsilon();
    // 1 + step / 2 - (-step / 4) is rounded to 1, the least size of the level of 1 to 2.
    for (const aabb<T>& box : {aabb<T>{{-step / 4, 0}, {1, 0}}, aabb<T>{{0, 0}, {1 - step / 2, 0}},
                               aabb<T>{{-step / 8, -step / 8}, {1 - step / 2, 1 - step / 2}}}) {
        const auto lanes = detail::load_box(box);
        const T scale = detail::scale_of<T>(detail::level_of(lanes));
        const detail::corner_cells c = detail::cells_of(lanes, scale);
        CHECK(c.last_x - c.x <= 1);
        CHECK(c.last_y - c.y <= 1);
        CHECK(static_cast<long double>(scale) *
                  (static_cast<long double>(box.max.x) - static_cast<long double>(box.min.x)) <
              1);
    }
    CHECK(detail::cell_of(T(-1), T(1)) == -1);
    CHECK(detail::cell_of(std::nextafter(T(-1), T(-2)), T(1)) == -2);
    CHECK(detail::cell_of(std::nextafter(T(0), T(-1)), T(1)) == -1);
}

TEMPLATE_TEST_CASE("tiny negative coordinates on a level of huge cells, where they underflow, lose nothing", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    using limits = std::numeric_limits<T>;
    const T huge = limits::max() / 4, tiny = limits::denorm_min();
    std::vector<aabb<T>> boxes;
    for (int i = 0; i < 20; ++i) {
        const T near = tiny * static_cast<T>(i % 5 - 2);
        boxes.push_back({{near, -near}, {huge, huge}});
        boxes.push_back({{-huge, -huge}, {near, near}});
        boxes.push_back({{near, near}, {near, near}});
        boxes.push_back({{-huge, near}, {near, huge}});
    }
    check_answers(boxes);
}

TEMPLATE_TEST_CASE("every finite box has a cell", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    using limits = std::numeric_limits<T>;
    hash_dice random{3};
    std::vector<aabb<T>> boxes;
    const T some[] = {0, 1, limits::max(), limits::max() / 2, limits::min(), limits::denorm_min(), T(1e30), T(0x1p31)};
    const auto coordinate = [&] { return some[random.index(8)] * static_cast<T>(random.index(2) ? 1 : -1); };
    for (int i = 0; i < 300; ++i) {
        const vec2<T> p{coordinate(), coordinate()}, q{coordinate(), coordinate()};
        boxes.push_back({(min)(p, q), (max)(p, q)});
    }
    check_answers(boxes);
}

TEMPLATE_TEST_CASE("far from the origin, where numbers are coarse, each box still meets its neighbours", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T far : {T(0x1p31), T(-0x1p31), T(1e30)}) {
        const T step = far * std::numeric_limits<T>::epsilon();
        hash_dice random{11};
        std::vector<aabb<T>> boxes;
        for (int i = 0; i < 300; ++i) {
            const vec2<T> p{far + step * static_cast<T>(random.index(40)),
                            far - step * static_cast<T>(random.index(40))};
            const vec2<T> q =
                p + vec2<T>{step * static_cast<T>(random.index(4)), step * static_cast<T>(random.index(4))};
            boxes.push_back({(min)(p, q), (max)(p, q)});
        }
        check_answers(boxes);
    }
}

// --- Levels.

TEMPLATE_TEST_CASE("sizes from 2^-80 to 2^110 in one scene", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (unsigned seed = 0; seed < hitbox_tests::many_if_optimised(20u, 3u); ++seed) {
        hash_dice random{seed};
        std::vector<aabb<T>> boxes;
        for (int i = 0; i < 500; ++i) {
            const int exponent = static_cast<int>(random.index(190)) - 80;
            const auto number = [&](double low, double high) {
                return static_cast<T>(std::ldexp(random.real(low, high), exponent));
            };
            const vec2<T> low{number(-3, 3), number(-3, 3)};
            boxes.push_back({low, {low.x + number(0, 1), low.y + number(0, 1)}});
        }
        check_answers(boxes);
    }
}

TEST_CASE("a level joins the next one unless its boxes would crowd there") {
    const std::vector<aabb<float>> small = spread_boxes<float>(2000, 1, .6, .9);
    std::vector<aabb<float>> both = small;
    for (const aabb<float>& box : spread_boxes<float>(500, 2, 1.2, 1.9)) both.push_back(box);
    CHECK(levels_for(small).size() == 1);
    CHECK(levels_for(both).size() == 1);

    // Cells a hundred times as large would contain hundreds of small boxes.
    std::vector<aabb<float>> apart = small;
    for (const aabb<float>& box : spread_boxes<float>(100, 3, 60, 90)) apart.push_back(box);
    CHECK(levels_for(apart).size() == 2);
    check_answers(apart);

    // The mean number of boxes in a cell is small, but not inside the groups.
    std::vector<aabb<float>> crowded = crowds<float>(20, 100, 1e5, 4);
    for (const aabb<float>& box : spread_boxes<float>(100, 5, 60, 90)) crowded.push_back(box);
    CHECK(levels_for(crowded).size() == 2);
    check_answers(crowded);
}

TEST_CASE("a few huge boxes form a list, and do not enlarge the cells of the small boxes") {
    std::vector<aabb<float>> boxes = spread_boxes<float>(1000, 1);
    const float cells = levels_for(boxes)[0].scale;
    boxes.push_back({{-1e30f, -1e30f}, {1e30f, 1e30f}});
    boxes.push_back({{-9, -9}, {9, 9}});
    const auto levels = levels_for(boxes);
    REQUIRE(levels.size() >= 2);
    CHECK(levels[0].scale == cells);
    CHECK(levels.back().is_list());
    check_answers(boxes);
}

// --- Hashed tables.

TEMPLATE_TEST_CASE("tiles with the same slot of a hashed table neither duplicate nor lose a pair", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    for (unsigned seed = 0; seed < hitbox_tests::many_if_optimised(10u, 2u); ++seed) {
        // The table has a few slots for hundreds of tiles.
        std::vector<aabb<T>> boxes = crowds<T>(200, 4, 1e5, seed);
        for (const aabb<T>& box : crowds<T>(3, 200, 1e5, seed + 50)) boxes.push_back(box);
        CHECK(levels_for(boxes)[0].hashed);
        check_answers(boxes);

        // A query of everything walks through all tiles.
        spatial_hash<T> hash;
        REQUIRE(hash.build(boxes));
        for (const T width : {T(300), T(3000), T(30000)}) {
            const aabb<T> query{{-width, -width / 8}, {width, width / 8}};
            CHECK(found_in(query, hash) == expected_in(query, boxes));
        }
    }
}

TEMPLATE_TEST_CASE("pairs across the borders of tiles are found once", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    hash_dice random{5};
    std::vector<aabb<T>> boxes;
    for (const T far : {T(0), T(1 << 20)}) {
        for (int i = 0; i < 400; ++i) {  // around cells (64 k, 8 k)
            const T x =
                far + static_cast<T>(64 * (static_cast<int>(random.index(5)) - 2)) + static_cast<T>(random.real(-2, 2));
            const T y =
                far + static_cast<T>(8 * (static_cast<int>(random.index(5)) - 2)) + static_cast<T>(random.real(-2, 2));
            boxes.push_back({{x, y}, {x + T(.75), y + T(.75)}});
        }
    }
    CHECK(levels_for(boxes)[0].hashed);
    check_answers(boxes);
}

TEST_CASE("a query visits at most as many ranges of cells as there are boxes") {
    const std::vector<aabb<float>> boxes = crowds<float>(100, 5, 3e5, 1);
    spatial_hash<float> hash;
    REQUIRE(hash.build(boxes));
    const auto none = [](proxy) {};
    CHECK(hash.query(aabb<float>{{-4e5f, -4e5f}, {4e5f, 4e5f}}, none).found == boxes.size());
    CHECK(hash.query(aabb<float>{{-4e5f, -4e5f}, {4e5f, 4e5f}}, none).visited <= boxes.size());
    CHECK(hash.query(aabb<float>{{-2e5f, -3e3f}, {2e5f, 2e3f}}, none).visited <= boxes.size());
    for (const vec2<float> translation : {vec2<float>{1e30f, 1e30f}, {1e30f, 0}, {0, -1e30f}, {1e30f, 1e-30f}})
        CHECK(hash.ray_cast({{-4e5f, -4e5f}, translation}, none).visited <= 2 * boxes.size());
}

// --- Changes since the last commit.

TEMPLATE_TEST_CASE("between a change and the next commit all answers are correct, and cost a test of every box", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    std::vector<aabb<T>> boxes = spread_boxes<T>(300, 1);
    spatial_hash<T> hash;
    REQUIRE(hash.build(std::span{boxes}.first(200)));
    const spatial_hash<T>& constant = hash;
    const auto everything = [&] {
        CHECK(hash.validate());
        CHECK(found_pairs(constant) == expected_pairs(boxes));
        for (std::size_t i = 0; i < boxes.size(); i += 17) {
            CHECK(found_in(boxes[i], hash) == expected_in(boxes[i], boxes));
            CHECK(found_in({boxes[i].min, boxes[i].min}, hash) == expected_in({boxes[i].min, boxes[i].min}, boxes));
        }
    };
    for (std::size_t i = 200; i < 300; ++i) CHECK(hash.insert(boxes[i]).index() == i);
    everything();
    CHECK(hash.query(boxes[0], [](proxy) {}).tested >= 300);
    CHECK(hash.ray_cast({{-50, -50}, {100, 100}}, [](proxy) {}).tested >= 300);

    // An update of all boxes commits, and so does a search for pairs after a change.
    std::swap(boxes[3], boxes[299]);
    CHECK(hash.update(std::span<const aabb<T>>{boxes}));
    CHECK(hash.query(boxes[0], [](proxy) {}).tested < 100);
    everything();
    proxy first;
    hash.query(boxes[0], [&](proxy p) { first = p.index() == 0 ? p : first; });
    boxes[0] = boxes[150];
    CHECK(hash.update(first, boxes[0]));
    everything();
    CHECK(hash.query(boxes[0], [](proxy) {}).tested >= 300);
    CHECK(found_pairs(hash) == expected_pairs(boxes));
    CHECK(hash.query(boxes[0], [](proxy) {}).tested < 100);

    CHECK(hash.remove(first));
    boxes[0] = {{1000, 1000}, {999, 999}};  // met by none
    everything();
    CHECK(hash.query(boxes[150], [](proxy) {}).tested >= 299);
    hash.commit();
    everything();
    CHECK(hash.query(boxes[150], [](proxy) {}).tested < 100);
    CHECK(hash.update(std::span<const aabb<T>>{boxes}) == broad_status{broad_error::wrong_count, 0});

    // The index is reused by another proxy, and the proxies found have the current generations.
    boxes[0] = boxes[20];
    const proxy again = hash.insert(boxes[0]);
    CHECK((again.index() == 0 && again != first && hash.contains(again) && !hash.contains(first)));
    hash.commit();
    everything();
    hash.for_each_pair([&](proxy a, proxy b) { REQUIRE((hash.contains(a) && hash.contains(b))); });
    CHECK(hash.size() == 300);
    hash.clear();
    CHECK((hash.size() == 0 && hash.validate() && !hash.contains(again) && found_in(boxes[1], hash).empty()));
    CHECK(hash.for_each_pair([](proxy, proxy) {}) == query_statistics{});
}

TEMPLATE_TEST_CASE("refused boxes change nothing", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    using limits = std::numeric_limits<T>;
    const std::vector<aabb<T>> boxes = spread_boxes<T>(100, 1);
    spatial_hash<T> hash;
    const auto built = hash.build(boxes);
    REQUIRE(built);
    const index_pairs pairs = found_pairs(hash);
    const auto unchanged = [&] {
        bool same = hash.size() == 100 && hash.validate() && found_pairs(hash) == pairs;
        for (std::size_t i = 0; i < 100; ++i)
            same = same && hash.contains((*built)[i]) && hash.box((*built)[i]) == boxes[i];
        return same;
    };
    const T nan = limits::quiet_NaN(), infinity = limits::infinity();
    for (const aabb<T>& bad : {aabb<T>{{nan, 0}, {1, 1}},
                               {{0, 0}, {1, nan}},
                               {{0, -infinity}, {1, 1}},
                               {{0, 0}, {infinity, 1}},
                               {{2, 0}, {1, 1}},
                               {{0, 2}, {1, 1}}}) {
        const broad_error why =
            bad.min.x > bad.max.x || bad.min.y > bad.max.y ? broad_error::inverted : broad_error::not_finite;
        std::vector<aabb<T>> some = spread_boxes<T>(100, 2);
        some[70] = some[90] = bad;
        CHECK(hash.update(std::span<const aabb<T>>{some}) == broad_status{why, 70});
        CHECK(hash.build(some).error() == why);
        CHECK(hash.build(some).index() == 70);
        CHECK(!hash.insert(bad));
        CHECK(hash.update((*built)[5], bad) == broad_status{why, 0});
        CHECK(hash.query(bad, [](proxy) {}) == query_statistics{});
        CHECK(hash.box_cast(bad, {1, 1}, [](proxy) {}) == query_statistics{});
        CHECK(hash.ray_cast({{0, 0}, bad.min * infinity}, [](proxy) {}) == query_statistics{});
    }
    CHECK(hash.update(std::span{boxes}.first(99)) == broad_status{broad_error::wrong_count, 0});
    CHECK(hash.update(proxy{}, boxes[0]).error == broad_error::stale_proxy);
    CHECK(hash.remove(proxy{5, 1}).error == broad_error::stale_proxy);
    CHECK(hash.box(proxy{}) == aabb<T>{});
    CHECK(unchanged());
}

// --- Executors.

namespace {

/// Divides the tasks among a number of threads.
struct threads {
    std::size_t count;

    template <class Task>
    void operator()(std::size_t n, Task&& task) const {
        std::vector<std::thread> running;
        for (std::size_t t = 0; t < count; ++t)
            running.emplace_back([&, t] {
                for (std::size_t i = t; i < n; i += count) task(i);
            });
        for (std::thread& one : running) one.join();
    }
};
struct last_first {
    template <class Task>
    void operator()(std::size_t n, Task&& task) const {
        while (n-- > 0) task(n);
    }
};

}  // namespace

TEST_CASE("the pairs and their order are the same with any executor and without") {
    std::vector<aabb<float>> boxes = spread_boxes<float>(14000, 1);
    for (const aabb<float>& box : spread_boxes<float>(100, 2, 30, 50)) boxes.push_back(box);
    spatial_hash<float> plain;
    REQUIRE(plain.build(boxes));
    std::vector<proxy_pair> expected;
    const query_statistics cost = plain.for_each_pair([&](proxy a, proxy b) { expected.push_back({a, b}); });
    CHECK(cost.found == expected.size());
    CHECK(expected.size() > boxes.size() / 2);

    const auto check = [&](auto run) {
        spatial_hash<float> hash;
        REQUIRE(hash.build(run, boxes));
        CHECK(hash.validate());
        std::vector<proxy_pair> pairs;
        const auto add = [&](proxy a, proxy b) { pairs.push_back({a, b}); };
        CHECK(hash.for_each_pair(run, add) == cost);
        CHECK(pairs == expected);
        CHECK(hash.update(run, boxes));
        pairs.clear();
        CHECK(std::as_const(hash).for_each_pair(run, add) == cost);
        CHECK(pairs == expected);
        CHECK(hash.update(hash.insert(boxes[0]), boxes[1]));
        hash.commit(run);
        CHECK(hash.validate());

        // The visit ends after the pair at which the visitor returns false.
        std::size_t visited = 0;
        const auto enough = [&](proxy, proxy) { return ++visited < 100; };
        CHECK(hash.for_each_pair(run, enough).found == 100);
        CHECK(visited == 100);
    };
    check(hitbox::detail::run_here{});
    check(last_first{});
    for (const std::size_t count : {1u, 2u, 8u}) check(threads{count});
}

TEST_CASE("a visitor that returned false is not called again") {
    const std::vector<aabb<double>> boxes(500, aabb<double>{{0, 0}, {1, 1}});
    spatial_hash<double> hash;
    REQUIRE(hash.build(boxes));
    for (const std::size_t max_found : {1u, 5u, 300u, 4000u}) {
        std::size_t pairs = 0, found = 0, met = 0;
        CHECK(hash.for_each_pair([&](proxy, proxy) { return ++pairs < max_found; }).found == max_found);
        hash.query(aabb<double>{{0, 0}, {1, 1}}, [&](proxy) { return ++found < max_found; });
        hash.ray_cast({{-1, 0}, {3, 0}}, [&](proxy) { return ++met < max_found; });
        CHECK(pairs == max_found);
        CHECK((found == (std::min)(max_found, boxes.size()) && met == found));
    }
}

// --- Rays and casts.

TEMPLATE_TEST_CASE("no box on the path of a ray or a moving box is missed", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::vector<aabb<T>> boxes = crowds<T>(10, 40, 300, 1);
    for (const aabb<T>& box : spread_boxes<T>(30, 2, 20, 90)) boxes.push_back(box);
    spatial_hash<T> hash;
    REQUIRE(hash.build(boxes));
    hash_dice random{9};
    std::size_t met = 0;
    for (std::size_t round = 0; round < hitbox_tests::many_if_optimised(3000u, 300u); ++round) {
        const aabb<T>& from = boxes[random.index(boxes.size())];
        const aabb<T> start = random.index(2) ? from : aabb<T>{from.max, from.max};
        vec2<T> translation = boxes[random.index(boxes.size())].min - from.min;
        if (random.index(4) == 0) translation.x = 0;
        if (random.index(4) == 0) translation.y = 0;
        if (random.index(8) == 0) translation = translation * T(1e25);
        const hitbox::detail::box_path<T> path{start, translation};
        std::vector<std::uint32_t> found, expected;
        for (std::uint32_t i = 0; i < boxes.size(); ++i)
            if (path.meets(hitbox::detail::packed(boxes[i]))) expected.push_back(i);
        hash.box_cast(start, translation, [&](proxy p) { found.push_back(p.index()); });
        std::sort(found.begin(), found.end());
        REQUIRE(found == expected);
        met += found.size();

        // A visitor that shortens the path is still offered the first box on it.
        const auto entry = [&](std::uint32_t i) {
            T t = 0;
            for (const auto& [low, high, at, end, d] :
                 {std::array{boxes[i].min.x, boxes[i].max.x, start.min.x, start.max.x, translation.x},
                  std::array{boxes[i].min.y, boxes[i].max.y, start.min.y, start.max.y, translation.y}})
                if (d != 0) t = (std::max)(t, d > 0 ? (low - end) / d : (high - at) / d);
            return t;
        };
        T first = 1, expected_first = 1;
        for (const std::uint32_t i : expected) expected_first = (std::min)(expected_first, entry(i));
        hash.box_cast(start, translation, [&](proxy p) { return first = (std::min)(first, entry(p.index())); });
        REQUIRE(first == expected_first);
    }
    CHECK(met > 1000);
}

// --- Costs, counted in tested boxes and visited cells.

TEMPLATE_TEST_CASE("the work for each box does not grow with their number", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto work = [](const std::vector<aabb<T>>& boxes) {
        spatial_hash<T> hash;
        REQUIRE(hash.build(boxes));
        const query_statistics s = hash.for_each_pair([](proxy, proxy) {});
        return static_cast<double>(s.tested + s.visited) / static_cast<double>(boxes.size());
    };
    const std::size_t many = hitbox_tests::many_if_optimised(64u, 16u);
    for (const double max_size : {1.5, 4., 60.}) {
        const double few_work = work(spread_boxes<T>(1000, 1, .5, max_size)),
                     many_work = work(spread_boxes<T>(1000 * many, 2, .5, max_size));
        CHECK(many_work < 1.25 * few_work);
        CHECK(many_work < 30);
    }
    CHECK(work(crowds<T>(10 * many, 100, 1e5, 1)) < 1.25 * work(crowds<T>(10, 100, 1e5, 1)));

    // A ray across the scene tests only boxes near it.
    const std::vector<aabb<T>> boxes = spread_boxes<T>(1000 * many, 1);
    spatial_hash<T> hash;
    REQUIRE(hash.build(boxes));
    const aabb<T> all = hash.bounds();
    CHECK(all.min.x < all.max.x);
    for (const ray<T>& r : {ray<T>::between(all.min, all.max), ray<T>::between({all.min.x, 1}, {all.max.x, 2}),
                            ray<T>{{1, 1}, {T(1e30), T(-1e29)}}, ray<T>{{0, all.max.y}, {0, T(-1e30)}}}) {
        const query_statistics s = hash.ray_cast(r, [](proxy) {});
        CHECK(s.found > 20);
        CHECK(s.tested < 40 * s.found);
    }
    CHECK(static_cast<double>(hash.bytes_used()) < (sizeof(T) == 4 ? 40. : 56.) * static_cast<double>(boxes.size()));
}

TEMPLATE_TEST_CASE("a query or a path across an empty gap tests at most about twice as many boxes as there are", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hash_dice random{7};
    for (const T gap : {T(1e3), T(1e5), T(1e6), T(1e7)}) {
        std::vector<aabb<T>> boxes;
        for (int i = 0; i < 20000; ++i) {
            const vec2<T> corner{(i % 2 == 0 ? gap : T(0)) + static_cast<T>(random.real(0, 100)),
                                 static_cast<T>(random.real(0, 100))};
            boxes.push_back({corner, corner + vec2<T>{T(.5), T(.5)}});
        }
        spatial_hash<T> hash;
        REQUIRE(hash.build(boxes));
        const std::size_t limit = 2 * boxes.size() + 1000;
        std::vector<std::uint32_t> found;
        const auto add = [&](proxy p) { found.push_back(p.index()); };
        for (const T from : {T(105), T(-5)})  // through the gap alone, and through both crowds
            for (const T y : {T(50), T(200)})
                for (const bool is_back : {false, true}) {
                    CAPTURE(gap, from, y, is_back);
                    const vec2<T> low{from, T(50)}, high{gap + 100 - from, y};
                    const aabb<T> square{is_back ? high : low, (is_back ? high : low) + vec2<T>{1, 1}};
                    const vec2<T> translation = is_back ? low - high : high - low;
                    const hitbox::detail::box_path<T> path{square, translation};
                    std::vector<std::uint32_t> expected;
                    for (std::uint32_t i = 0; i < boxes.size(); ++i)
                        if (path.meets(hitbox::detail::packed(boxes[i]))) expected.push_back(i);
                    found.clear();
                    CHECK(hash.box_cast(square, translation, add).tested < limit);
                    std::sort(found.begin(), found.end());
                    CHECK(found == expected);
                    CHECK(hash.ray_cast({square.min, translation}, add).tested < limit);
                    CHECK(hash.query(aabb<T>{low, high + vec2<T>{0, 1}}, add).tested < limit);
                }
        // A visitor that cuts the path off at the first box, which is near, still tests only a few boxes.
        const query_statistics cut = hash.ray_cast({{50, 50}, {gap, 1}}, [](proxy) { return T(0); });
        if (gap < T(1e7)) CHECK(cut.tested < 1000);
    }
}

TEMPLATE_TEST_CASE("each box is in one cell, the cell of its min corner", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::vector<aabb<T>> boxes = spread_boxes<T>(400, 3, .3, .9);
    for (const aabb<T>& box : spread_boxes<T>(100, 4, 5, 8)) boxes.push_back(box);
    boxes.push_back({{T(-1e6), T(-1e6)}, {T(1e6), T(1e6)}});
    spatial_hash<T> hash;
    hash.for_each_cell([](const aabb<T>&, std::size_t) { FAIL("an empty grid has no cells"); });
    REQUIRE(hash.build(boxes));
    std::size_t counted = 0, lists = 0;
    hash.for_each_cell([&](const aabb<T>& cell, std::size_t count) {
        const vec2<T> size = cell.max - cell.min;
        const bool is_square = size.x == size.y && std::exp2(std::round(std::log2(size.x))) == size.x;
        if (!is_square) ++lists;
        std::size_t within = 0;
        for (const aabb<T>& box : boxes) {
            const vec2<T> extent = box.max - box.min;
            const bool fits = (std::max)(extent.x, extent.y) < size.x || !is_square;
            within += fits && merged(cell, aabb<T>{box.min, box.min}) == cell ? 1 : 0;
        }
        CHECK(count >= 1);
        CHECK(count <= within);
        counted += count;
    });
    CHECK(counted == boxes.size());
    CHECK(lists <= 1);
}
