#include "structures.hpp"

using namespace hitbox_tests;

namespace {

/// The cost of finding all pairs, counted in visited nodes and tested boxes; independent of the clock.
template <class B>
std::size_t visits_of_pairs(const B& structure) {
    const query_statistics cost = structure.for_each_pair([](proxy, proxy) {});
    return cost.visited + cost.tested;
}

/// Moves each box by a random step, and reverses the step if the box would leave the scene.
template <class T>
void walk(std::vector<aabb<T>>& boxes, const aabb<T>& all, double step, random_numbers& random) {
    for (aabb<T>& box : boxes) {
        vec2<T> by{static_cast<T>(random.real(-step, step)), static_cast<T>(random.real(-step, step))};
        if (box.min.x + by.x < all.min.x || box.max.x + by.x > all.max.x) by.x = -by.x;
        if (box.min.y + by.y < all.min.y || box.max.y + by.y > all.max.y) by.y = -by.y;
        box = {box.min + by, box.max + by};
    }
}

enum class by { each, whole };

/// The cost of all pairs, compared with that of a structure that is built again, over 300 frames.
struct decay {
    double worst = 0;
    std::size_t sum = 0, fresh_sum = 0;
};
template <class B>
decay decay_of(by how, double step, std::size_t n) {
    using T = typename B::scalar_type;
    random_numbers random{9};
    auto boxes = boxes_of<T>(scene::uniform, n, 8);
    const aabb<T> all = bounds_of_all(boxes);
    B structure;
    const auto proxies = structure.build(boxes).value();
    decay result;
    for (int frame = 0; frame < 300; ++frame) {
        walk(boxes, all, step, random);
        if (how == by::whole) CHECK(structure.update(std::span<const aabb<T>>{boxes}));
        else
            for (std::size_t i = 0; i < n; ++i) structure.update(proxies[i], boxes[i]);
        structure.commit();
        if (frame % many_if_all(1, 15) != 0) continue;
        B fresh;
        fresh.build(boxes);
        const std::size_t cost = visits_of_pairs(structure), fresh_cost = visits_of_pairs(fresh);
        result.sum += cost, result.fresh_sum += fresh_cost;
        result.worst = (std::max)(result.worst, static_cast<double>(cost) / static_cast<double>(fresh_cost));
    }
    return result;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("after 300 frames of movement pairs cost at most 1.5 times as much as after a build", "[broad]",
                        structures_that_keep_order) {
    for (const by how : {by::each, by::whole}) {
        // A structure of few boxes is rebuilt at each update of the whole.
        const std::size_t n = all_are_tested ? 2000 : how == by::whole ? 1000 : 200;
        for (const double step : {.1, 1.}) {
            INFO((how == by::each ? "one by one" : "as a whole") << ", by steps of up to " << step);
            const decay found = decay_of<TestType>(how, step, n);
            CHECK(found.worst <= 1.5);
            CHECK(2 * found.sum <= 3 * found.fresh_sum);
        }
    }
}

namespace {

/// The cost of all pairs for each object, and the cost of one query around one box.
struct prices {
    double pairs = 0, query = 0;
};
template <class B>
prices prices_of(scene kind, std::size_t n) {
    using T = typename B::scalar_type;
    const auto boxes = boxes_of<T>(kind, n, 10);
    B structure;
    structure.build(boxes);
    query_statistics cost;
    for (std::size_t i = 0; i < 200; ++i) cost += structure.query(boxes[i * n / 200], [](proxy) {});
    return {static_cast<double>(visits_of_pairs(structure)) / static_cast<double>(n),
            static_cast<double>(cost.visited + cost.tested) / 200};
}
template <class B>
void check_growth(scene kind) {
    INFO(name_of(kind));
    const prices few = prices_of<B>(kind, 1000);
    const std::vector<std::size_t> larger =
        all_are_tested ? std::vector<std::size_t>{10'000, 100'000} : std::vector<std::size_t>{16'000};
    for (const std::size_t n : larger) {
        INFO(n << " boxes");
        const prices many = prices_of<B>(kind, n);
        CHECK(many.pairs <= 2 * few.pairs);
        CHECK(many.query <= 4 * few.query);
    }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("the cost of all pairs for each box does not grow with the number of boxes", "[broad]",
                        structures_that_scale) {
    for (const scene kind : {scene::uniform, scene::power_law, scene::clumps, scene::line, scene::diagonal})
        check_growth<TestType>(kind);
}
