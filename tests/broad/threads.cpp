// Threads and broad phases, in a program of its own that can be built alone under ThreadSanitizer:
//
//     cmake --workflow --preset tsan

#include "structures.hpp"

#include <atomic>
#include <thread>

using namespace hitbox_tests;

namespace {

/// Runs tasks backwards on the calling thread, or on a pool of threads, each of which takes the next task when it is
/// free. Both are one type, because one type compiles faster than two.
struct tasks {
    std::size_t threads;  // 0: here, backwards

    template <class Task>
    void operator()(std::size_t n, Task&& task) const {
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t i = next++; i < n; i = next++) task(threads == 0 ? n - 1 - i : i);
        };
        std::vector<std::thread> others;
        for (std::size_t i = 1; i < threads; ++i) others.emplace_back(work);
        work();
        for (std::thread& t : others) t.join();
    }
};

template <class B>
std::vector<proxy_pair> pairs_in_sequence(const B& structure) {
    std::vector<proxy_pair> found;
    structure.for_each_pair([&](proxy a, proxy b) { found.push_back({a, b}); });
    return found;
}
template <class B>
std::vector<proxy_pair> pairs_in_sequence(const B& structure, const tasks& run) {
    std::vector<proxy_pair> found;
    const query_statistics cost = structure.for_each_pair(run, [&](proxy a, proxy b) { found.push_back({a, b}); });
    CHECK(cost.found == found.size());
    return found;
}

/// Checks that pairs and their order are the same with this executor and without, whichever way the boxes were added.
template <class B>
void check_sequence(scene kind, std::size_t n, const tasks& run) {
    using T = typename B::scalar_type;
    const auto boxes = boxes_of<T>(kind, n, 30), others = boxes_of<T>(kind, n, 31);
    B plain, parallel;
    CHECK(plain.build(boxes));
    CHECK(parallel.build(run, boxes));
    CHECK(parallel.validate());
    CHECK((pairs_in_sequence(plain) == pairs_in_sequence(plain, run)));
    CHECK((pairs_in_sequence(plain) == pairs_in_sequence(parallel)));
    if constexpr (changes<B>) {
        CHECK(plain.update(std::span<const aabb<T>>{others}));
        CHECK(parallel.update(run, std::span<const aabb<T>>{others}));
        plain.commit();
        parallel.commit(run);
        CHECK(parallel.validate());
        CHECK((pairs_in_sequence(plain) == pairs_in_sequence(parallel, run)));
        for (B* structure : {&plain, &parallel}) {
            std::vector<proxy> added;
            for (const aabb<T>& box : boxes) added.push_back(structure->insert(box));
            for (std::size_t i = 0; i < added.size(); i += 3) CHECK(structure->remove(added[i]));
        }
        plain.commit();
        parallel.commit(run);
        CHECK(parallel.validate());
        CHECK((pairs_in_sequence(plain) == pairs_in_sequence(parallel, run)));
    }
    const std::size_t all = pairs_in_sequence(plain).size();
    for (const std::size_t wanted : {std::size_t{1}, all / 2, all}) {
        if (wanted == 0 || wanted > all) continue;
        std::size_t seen = 0;
        CHECK(parallel.for_each_pair(run, [&](proxy, proxy) { return ++seen < wanted; }).found == wanted);
        CHECK(seen == wanted);
    }
}

/// An executor as a program would write it: a temporary, for tasks of any type.
template <class B>
void check_lambda(std::size_t n) {
    using T = typename B::scalar_type;
    B structure;
    CHECK(structure.build(boxes_of<T>(scene::uniform, n, 32)));
    std::vector<proxy_pair> found;
    structure.for_each_pair(
        [](std::size_t count, auto&& task) {
            for (std::size_t i = 0; i < count; ++i) task(i);
        },
        [&](proxy a, proxy b) { found.push_back({a, b}); });
    CHECK((found == pairs_in_sequence(structure)));
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("the sequence of pairs is the same with any executor and without", "[broad]", every_structure) {
    for (const scene kind : {scene::uniform, scene::power_law, scene::clumps, scene::one_giant, scene::empty})
        for (const std::size_t n : {1u, 50u, 500u}) {
            INFO(name_of(kind) << ", " << n);
            for (const std::size_t threads : {0u, 1u, 2u, 8u}) check_sequence<TestType>(kind, n, tasks{threads});
        }
    check_lambda<TestType>(300);
}

TEMPLATE_LIST_TEST_CASE("pairs of more boxes than one task processes come in the same sequence", "[broad]",
                        structures_that_scale) {
    check_sequence<TestType>(scene::uniform, 10'000, tasks{0});
    check_sequence<TestType>(scene::clumps, 10'000, tasks{4});
}

TEMPLATE_LIST_TEST_CASE("many threads may query one structure at once", "[broad]", every_structure) {
    using T = typename TestType::scalar_type;
    const auto boxes = boxes_of<T>(scene::clumps, 300, 33);
    // After a build; and for structures that can change, also with uncommitted changes.
    for (const bool changed : {false, true}) {
        TestType built;
        const proxy_range proxies = built.build(boxes).value();
        if constexpr (changes<TestType>) {
            if (changed)
                for (std::size_t i = 0; i < 300; i += 2) CHECK(built.update(proxies[i], boxes[i + 1]));
        }
        const TestType& structure = built;
        const auto query_all = [&](std::size_t i) {
            query_statistics cost;
            std::size_t order = 0;
            const auto visit = [&](proxy p) { order = order * 31 + p.index(); };
            cost += structure.query(boxes[i], visit);
            cost += structure.query(boxes[i].min, visit);
            cost += structure.ray_cast(ray<T>::between(boxes[i].min, boxes[300 - 1 - i].max), visit);
            cost += structure.box_cast(boxes[i], boxes[300 - 1 - i].min - boxes[i].min, visit);
            if constexpr (requires { structure.nearest(vec2<T>{}, std::size_t{}); })
                order += structure.nearest(boxes[i].max, 5).size();
            if (i % 50 == 0 && !changed) cost += structure.for_each_pair([&](proxy a, proxy) { visit(a); });
            return cost.visited + cost.tested + cost.found + order + (structure.contains(proxies[i]) ? 1 : 0);
        };
        std::vector<std::size_t> together(300), alone(300);
        tasks{8}(300, [&](std::size_t i) { together[i] = query_all(i); });
        for (std::size_t i = 0; i < 300; ++i) alone[i] = query_all(i);
        CHECK((together == alone));
    }
}
