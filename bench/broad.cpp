/// The time of one object in each broad phase, and in those of other libraries.
///
///     HITBOX_BENCH_OBJECTS=1000000 hitbox_bench_broad [--benchmark_filter=REGEX] [--benchmark_out=FILE] ...
///
/// Scenes have 1000, 10000 and 100000 boxes. HITBOX_BENCH_OBJECTS is the maximum; a million adds scenes of that size.
/// Names are scene/task/library/objects. The results are the counters per_object, per_query and bytes_per_object.
/// 12 scenes of a thousand boxes take turns, and 3 of ten thousand, because branch predictors would learn a single
/// scene. Pairs are written to a list. Before a row is timed, its answers are checked: the number and a hash of all
/// pairs and of the boxes that a box meets, the fraction of a ray's first hit, and the distances of the nearest boxes.
/// A wrong answer is reported; if it is one of hitbox's, the program ends with status 1. bench/run runs this program
/// and prints tables.

#include "broad_peers.hpp"
#include "broad_tasks.hpp"
#include "program.hpp"

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

namespace {

using namespace broad;

template <class Task>
void time_task(benchmark::State& state, Task& task, double count, const char* counter) {
    using clock = std::chrono::steady_clock;
    for (auto _ : state) {
        clock::duration sum{};
        for (std::size_t s = 0; s < task.sets.size(); ++s) {
            task.prepare(s);
            const clock::time_point begin = clock::now();
            task.run(s);
            sum += clock::now() - begin;
        }
        state.SetIterationTime(std::chrono::duration<double>(sum).count());
    }
    using benchmark::Counter;
    const double all = count * static_cast<double>(task.sets.size());
    state.counters[counter] = Counter(all, Counter::kIsIterationInvariantRate | Counter::kInvert);
    if constexpr (requires { task.contenders[0].bytes(); })
        state.counters["bytes_per_object"] =
            static_cast<double>(task.contenders[0].bytes()) / static_cast<double>(task.of.n);
}

/// A scene of one size. All of its rows share it.
struct rows {
    std::shared_ptr<scene> of;

    template <class Task, class... How>
    void add(const char* what, const char* who, bool is_ours, const char* counter, How... how) const {
        const std::string name = of->name + '/' + what + '/' + who + '/' + std::to_string(of->n);
        if (!timed::wanted(name + "/manual_time")) return;
        if (!is_right<Task>(how...)) timed::note_wrong(name, is_ours);
        const double count = static_cast<double>(counter == std::string{"per_query"} ? of->queries() : of->n);
        benchmark::RegisterBenchmark(name.c_str(), [kept = of, counter, count, how...](benchmark::State& state) {
            Task task{*kept, how...};
            time_task(state, task, count, counter);
        })->UseManualTime();
    }

    /// Runs the task twice, because data that the first run leaves in memory must not change the second run.
    template <class Task, class... How>
    bool is_right(How... how) const {
        Task task{*of, how...};
        for (int round = 0; round < 2; ++round)
            for (std::size_t s = 0; s < task.sets.size(); ++s) {
                task.prepare(s);
                task.run(s);
                if (!task.right(s)) return false;
            }
        return true;
    }
};

/// A contender in a scene.
template <class C>
struct contender_rows {
    const rows& in;
    std::string who;
    bool is_ours;
    order by = order::random;  // the order in which the boxes are passed

    template <class Task, class... How>
    void add(const char* what, const char* counter, How... how) const {
        in.add<Task>(what, who.c_str(), is_ours, counter, how...);
    }
    void pairs() const { add<build_and_pairs<C>>("pairs", "per_object", by); }
    void rebuilds() const { add<rebuild<C>>("rebuild", "per_object", by); }
    void queries() const {
        add<box_queries<C>>("box", "per_query", by);
        if constexpr (requires(const C& c) { c.closest(ray{}, box_span{}); })
            add<closest_rays<C>>("ray", "per_query", by);
        if constexpr (requires(const C& c, void (&f)(std::uint32_t)) { c.nearest(point{}, f); })
            add<nearest_boxes<C>>("nearest", "per_query", by);
    }
    void one_by_one() const {
        add<insert<C>>("insert_random", "per_object", order::random);
        add<insert<C>>("insert_hilbert", "per_object", order::hilbert);
        add<insert<C>>("insert_x", "per_object", order::x);
        add<remove_all<C>>("remove", "per_object", order::random);
    }
    void moves() const {
        add<move_and_pairs<C>>("move_1", "per_object", by, 1);
        add<move_and_pairs<C>>("move_10", "per_object", by, 10);
        add<move_and_pairs<C>>("move_100", "per_object", by, 100);
    }
    void move_of_all() const { add<move_and_pairs<C>>("move_100", "per_object", by, 100); }
};

/// Times the pairs of every scene, and the other tasks if `deep` is true.
template <class S>
void add_ours(const rows& r, const char* name, bool deep) {
    using built = hitbox_structure<S>;
    const contender_rows<built> whole{r, name, true};
    whole.pairs();
    if (!deep) return;
    whole.rebuilds(), whole.queries();
    if constexpr (requires(built& c) { c.insert(0u, box{}); }) {
        whole.one_by_one(), whole.moves();
        contender_rows<by_whole_updates<built>>{r, std::string{name} + "_whole", true}.move_of_all();
    }
}

void add_peers(const rows& r, bool deep) {
#if defined HITBOX_BENCH_BOX2D_3
    const contender_rows<by_insertion<box2d>> inserted{r, "box2d_3_insert", false};
    const contender_rows<box2d> rebuilt{r, "box2d_3_rebuild", false},
        in_order{r, "box2d_3_rebuild_hilbert", false, order::hilbert};
    inserted.pairs(), rebuilt.pairs(), in_order.pairs();
    if (deep) {
        rebuilt.rebuilds(), in_order.rebuilds();
        inserted.queries(), rebuilt.queries();
        contender_rows<box2d>{r, "box2d_3", false}.one_by_one();
        for (const order by : {order::random, order::hilbert}) {
            const std::string suffix = by == order::random ? "" : "_hilbert";
            contender_rows<box2d>{r, "box2d_3_move" + suffix, false, by}.moves();
            contender_rows<box2d_enlarge>{r, "box2d_3_enlarge" + suffix, false, by}.moves();
        }
    }
#elif defined HITBOX_BENCH_BOX2D_2
    const contender_rows<box2d> inserted{r, "box2d", false}, in_order{r, "box2d_hilbert", false, order::hilbert};
    inserted.pairs(), in_order.pairs();
    if (deep) inserted.queries(), inserted.one_by_one(), inserted.moves(), in_order.moves();
#endif
#ifdef HITBOX_BENCH_BOOST
    const contender_rows<boost_rtree> packed{r, "boost", false};
    packed.pairs();
    contender_rows<boost_rtree>{r, "boost_hilbert", false, order::hilbert}.pairs();
    if (deep) packed.rebuilds(), packed.queries(), packed.one_by_one();
#endif
#ifdef HITBOX_BENCH_CHIPMUNK
    // The hash would put a box that is much larger than a cell into thousands of cells.
    const bool alike = r.of->name == "uniform" || r.of->name == "clumps";
    const contender_rows<chipmunk_hash> hashed{r, "chipmunk_hash", false};
    const contender_rows<chipmunk_tree> tree{r, "chipmunk_tree", false};
    tree.pairs();
    if (alike) hashed.pairs();
    if (deep) tree.queries(), tree.moves();
    if (deep && alike) hashed.queries(), hashed.moves();
#endif
    static_cast<void>(r), static_cast<void>(deep);
}

void add_scene(hitbox_tests::scene kind, std::size_t n, bool deep) {
    const rows r{std::make_shared<scene>(kind, n)};
    using namespace hitbox;
    add_ours<spatial_hash<float>>(r, "spatial_hash", deep);
    add_ours<dynamic_tree<float>>(r, "dynamic_tree", deep);
    const contender_rows<by_insertion<hitbox_structure<dynamic_tree<float>>>> inserted{r, "dynamic_tree_insert", true};
    inserted.pairs();
    if (deep) inserted.queries();
    add_ours<static_rtree<float>>(r, "static_rtree", deep);
    contender_rows<by_queries<hitbox_structure<static_rtree<float>>>>{r, "static_rtree_queries", true}.pairs();
    add_ours<sweep_and_prune<float>>(r, "sweep_and_prune", deep);
    add_ours<quadtree<float>>(r, "quadtree", deep);
    add_peers(r, deep);
}

void add_all() {
    const char* const requested = std::getenv("HITBOX_BENCH_OBJECTS");
    const std::size_t max_objects = requested == nullptr ? 100000 : std::strtoull(requested, nullptr, 10);
    using hitbox_tests::scene;
    constexpr std::size_t sizes[] = {1000, 10000, 100000, 1000000};
    for (const std::size_t n : sizes) {
        if (n > max_objects) continue;
        for (const scene kind : {scene::uniform, scene::clumps, scene::power_law}) add_scene(kind, n, true);
        for (const scene kind : {scene::three_octaves, scene::ten_octaves, scene::one_giant, scene::line,
                                 scene::diagonal, scene::lattice, scene::far})
            add_scene(kind, n, false);
        if (n <= 1000) add_scene(scene::one_point, n, false);  // all pairs
    }
}

}  // namespace

int main(int argc, char** argv) { return timed::run(argc, argv, add_all); }
