// The tasks of a broad phase on your own threads, or on those of oneTBB. The pairs and their order do not change.

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

#include <hitbox/broad.hpp>

#ifdef MANY_THREADS_WITH_TBB
#  include <tbb/parallel_for.h>
#endif

using namespace hitbox;

namespace {

// Threads of your own: each takes the next task, until all are done. (A pool would save starting them each time.)
const auto on_threads = [](std::size_t n, auto&& task) {
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < n; i = next++) task(i);
    };
    std::vector<std::thread> others;
    for (unsigned k = 1; k < std::thread::hardware_concurrency(); ++k) others.emplace_back(work);
    work();
    for (std::thread& t : others) t.join();
};

#ifdef MANY_THREADS_WITH_TBB
const auto on_tbb = [](std::size_t n, auto&& task) {
    tbb::parallel_for(std::size_t{0}, n, [&](std::size_t i) { task(i); });
};
#endif

std::vector<aabb<float>> some_boxes() {
    std::vector<aabb<float>> boxes;
    for (int i = 0; i < 50000; ++i) {
        const vec2<float> corner{static_cast<float>(i * 7919 % 10007) / 16, static_cast<float>(i * 6151 % 9973) / 16};
        boxes.push_back({corner, corner + vec2<float>{4, 4}});
    }
    return boxes;
}

std::vector<proxy_pair> pairs_by(const auto& executor) {
    spatial_hash<float> broad;
    broad.build(executor, some_boxes());
    std::vector<proxy_pair> pairs;
    broad.for_each_pair(executor, [&](proxy a, proxy b) { pairs.push_back({a, b}); });
    return pairs;
}

}  // namespace

int main() {
    const auto on_this_thread = [](std::size_t n, auto&& task) {
        for (std::size_t i = 0; i < n; ++i) task(i);
    };
    const std::vector<proxy_pair> expected = pairs_by(on_this_thread);
    bool same = pairs_by(on_threads) == expected;
#ifdef MANY_THREADS_WITH_TBB
    same = same && pairs_by(on_tbb) == expected;
#endif
    std::printf("%zu pairs, %s\n", expected.size(),
                same ? "in the same order with every executor" : "in another order");
    return same ? 0 : 1;
}
