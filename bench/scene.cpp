/// What does a collider take in a world: a frame in which all of them move, a snapshot that is restored, a query?
///
///     hitbox_bench_scene [--benchmark_filter=REGEX] [--benchmark_out=FILE] ...
///
/// Scenes of 10 000 colliders, a third of them circles, boxes and hexagons each, or as many as HITBOX_BENCH_OBJECTS
/// says, if fewer. Names are scene/what is done/who/colliders; the counters per_object and per_query are what to look
/// at. In `sparse`, about a tenth of them touch another one; in `crowded` nearly all do. Before a row is timed, who
/// touches whom is compared with asking all pairs. If one of ours is wrong, the program says so and ends with 1; of
/// Box2D it says so if more than a hundredth is (it computes in float). bench/run runs this and prints tables.

#include "scene_peers.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

namespace {

using namespace scene_bench;

bool ours_are_right = true;

class hitbox_world {
public:
    static constexpr const char* name = "world";

    explicit hitbox_world(const moving_scene& of) : of_{of} {
        for (std::size_t i = 0; i < of.shapes.size(); ++i)
            ids.push_back(w.add(
                {.shape = std::visit([](const auto& s) { return hitbox::collider_shape<float>{s}; }, of.shapes[i]),
                 .transform = of.frames[0][i],
                 .user = i}));
    }
    void step(std::size_t frame) {
        for (std::size_t i = 0; i < ids.size(); ++i) w.move(ids[i], of_.frames[frame][i]);
        w.detect();
    }
    pair_list touching() const {
        pair_list found;
        for (const auto& c : w.contacts()) found.push_back({c.a.index, c.b.index});
        return found;
    }

    hitbox::world<float> w;
    std::vector<hitbox::collider_id> ids;

protected:
    const moving_scene& of_;
};

/// All moves in one call.
class hitbox_world_whole : public hitbox_world {
public:
    static constexpr const char* name = "world_whole";

    using hitbox_world::hitbox_world;
    void step(std::size_t frame) {
        w.move(ids, of_.frames[frame]);
        w.detect();
    }
};

class hitbox_world_wound_back : public hitbox_world_whole {
public:
    using hitbox_world_whole::hitbox_world_whole;

    std::vector<std::byte> kept = w.snapshot(), other;
};

/// Restored into a world that knows nothing of it.
class hitbox_world_new : public hitbox_world_wound_back {
public:
    static constexpr const char* name = "world_new";

    using hitbox_world_wound_back::hitbox_world_wound_back;

    hitbox::world<float> fresh;
};

/// Of the larger, how many pairs are in one list only.
double share_of_differences(const pair_list& a, const pair_list& b) {
    pair_list differences;
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(differences));
    return static_cast<double>(differences.size()) /
           static_cast<double>((std::max)({a.size(), b.size(), std::size_t{1}}));
}

struct rows {
    std::shared_ptr<const moving_scene> of;
    std::string name;

    std::string row(const char* what, const char* who) const {
        return name + '/' + what + '/' + who + '/' + std::to_string(of->shapes.size());
    }
    /// f(i) is timed, i = 0, 1, ..., after `prepare(i)`.
    template <class Contender, class Prepare, class F>
    void add(const char* what, const char* counter, double count, const Prepare& prepare, const F& f) const {
        const auto run = [kept = of, counter, count, prepare, f](benchmark::State& state) {
            using clock = std::chrono::steady_clock;
            Contender contender{*kept};
            std::size_t i = 0;
            for (; i < 40; ++i) prepare(contender, i), f(contender, i);  // as a program that has run for a while
            for (auto _ : state) {
                prepare(contender, i);
                const clock::time_point begin = clock::now();
                f(contender, i++);
                state.SetIterationTime(std::chrono::duration<double>(clock::now() - begin).count());
            }
            using benchmark::Counter;
            state.counters[counter] = Counter(count, Counter::kIsIterationInvariantRate | Counter::kInvert);
        };
        benchmark::RegisterBenchmark(row(what, Contender::name).c_str(), run)->UseManualTime();
    }

    template <class Contender>
    void steps(bool is_ours) const {
        Contender contender{*of};
        for (std::size_t i = 0; i < 2 * moving_scene::frame_count; i += 5) {
            for (std::size_t k = i; k < i + 5; ++k) contender.step(of->frame_at(k));
            const double wrong = share_of_differences(contender.touching(), of->touching(of->frame_at(i + 4)));
            if (wrong <= (is_ours ? 0 : 0.01)) continue;
            std::fprintf(stderr, "%s is wrong: %.4f\n", row("step", Contender::name).c_str(), wrong);
            if (is_ours) ours_are_right = false;
            break;
        }
        const auto nothing = [](Contender&, std::size_t) {};
        add<Contender>("step", "per_object", static_cast<double>(of->shapes.size()), nothing,
                       [](Contender& c, std::size_t i) { c.step(moving_scene::frame_at(i)); });
    }

    /// A snapshot is taken and restored, as some frames have gone by since.
    void snapshots() const {
        hitbox_world_whole a{*of};
        for (std::size_t i = 0; i < 3; ++i) a.step(i);
        std::vector<std::byte> bytes = a.w.snapshot();
        const std::uint64_t hash = a.w.state_hash();
        a.step(7);
        hitbox::world<float> fresh;
        if (!a.w.restore(bytes) || !fresh.restore(bytes) || a.w.state_hash() != hash || fresh.state_hash() != hash)
            ours_are_right = false;
        using contender = hitbox_world_wound_back;
        const auto count = static_cast<double>(of->shapes.size());
        const auto move_on = [](contender& c, std::size_t i) {
            if (i % 4 != 0) return;
            for (std::size_t k = 0; k < 5; ++k) c.step(moving_scene::frame_at(i + k));
        };
        add<contender>("snapshot", "per_object", count, move_on,
                       [](contender& c, std::size_t) { c.w.snapshot(c.other); });
        add<contender>(
            "restore", "per_object", count,
            [move_on](contender& c, std::size_t i) {
                move_on(c, i);
                c.kept.swap(c.other), c.w.snapshot(c.other);
            },
            [](contender& c, std::size_t) { benchmark::DoNotOptimize(c.w.restore(c.kept)); });
        using newcomer = hitbox_world_new;
        add<newcomer>(
            "restore", "per_object", count, [](newcomer& c, std::size_t) { c.fresh = {}; },
            [](newcomer& c, std::size_t) { benchmark::DoNotOptimize(c.fresh.restore(c.kept)); });
    }

    void queries() const {
        const auto nothing = [](hitbox_world&, std::size_t) {};
        const auto from = [](const hitbox_world& c, std::size_t i) {
            return c.w[c.ids[i * 7919 % c.ids.size()]].transform.translation;
        };
        add<hitbox_world>("box", "per_query", 1, nothing, [from](hitbox_world& c, std::size_t i) {
            std::size_t found = 0;
            const point p = from(c, i);
            c.w.query(hitbox::aabb<float>{p, p + point{8, 8}}, [&](hitbox::collider_id) { ++found; });
            benchmark::DoNotOptimize(found);
        });
        add<hitbox_world>("ray", "per_query", 1, nothing, [from](hitbox_world& c, std::size_t i) {
            benchmark::DoNotOptimize(c.w.ray_cast_closest({from(c, i) + point{1, 1}, {40, 9}}));
        });
        add<hitbox_world>("cast", "per_query", 1, nothing, [from](hitbox_world& c, std::size_t i) {
            benchmark::DoNotOptimize(
                c.w.shape_cast_closest(hitbox::circle<float>{from(c, i) + point{1, 1}, 0.5f}, {40, 9}));
        });
    }
};

void add_all() {
    const char* const asked = std::getenv("HITBOX_BENCH_OBJECTS");
    const std::size_t n = (std::min)(asked == nullptr ? 10000ull : std::strtoull(asked, nullptr, 10), 10000ull);
    for (const bool crowded : {false, true}) {
        const rows r{std::make_shared<const moving_scene>(n, crowded ? 1.2 : 22.0), crowded ? "crowded" : "sparse"};
        r.steps<hitbox_world>(true);
        r.steps<hitbox_world_whole>(true);
#ifdef HITBOX_BENCH_BOX2D_3
        r.steps<box2d_world>(false);
        r.steps<box2d_by_hand>(false);
#endif
        r.snapshots();
        r.queries();
    }
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    add_all();
    if (!ours_are_right) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
