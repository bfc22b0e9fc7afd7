/// The time of a collider in a world: a frame in which all of them move, a snapshot and its restoration, and queries,
/// beside Box2D 3 or 2.4. Version 2.4 has neither snapshots nor casts of shapes through a world.
///
///     hitbox_bench_scene [--benchmark_filter=REGEX] [--benchmark_out=FILE] ...
///
/// Scenes have 10 000 colliders, or HITBOX_BENCH_OBJECTS if that is less: a third each are circles, boxes and hexagons.
/// Names are scene/task/library/colliders; the results are the counters per_object and per_query. In `sparse`, about a
/// tenth of the colliders touch another one; in `crowded`, nearly all do. Before a row is timed, the touching pairs are
/// compared with a test of all pairs. If hitbox has a wrong pair, the program reports it and ends with status 1. Box2D
/// computes in float; it is reported if more than a hundredth of its pairs are wrong. bench/run runs this program and
/// prints tables.

#include "program.hpp"
#include "scene_peers.hpp"

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

namespace {

using namespace scene_bench;

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

    std::size_t count_in(point low, point high) const {
        std::size_t found = 0;
        w.query(hitbox::aabb<float>{low, high}, [&](hitbox::collider_id) { ++found; });
        return found;
    }
    float ray(point from, point translation) const {
        const auto hit = w.ray_cast_closest({from, translation});
        return hit ? hit->hit.fraction : 1;
    }
    float cast(point from, float radius, point translation) const {
        const auto hit = w.shape_cast_closest(hitbox::circle<float>{from, radius}, translation);
        return hit ? hit->cast.fraction : 1;
    }

    using snapshot = std::vector<std::byte>;
    void keep(snapshot& bytes) const { w.snapshot(bytes); }
    bool wind_back(const snapshot& bytes) { return w.restore(bytes); }

    hitbox::world<float> w;
    std::vector<hitbox::collider_id> ids;

protected:
    const moving_scene& of_;
};

/// Passes all moves in one call.
class hitbox_world_whole : public hitbox_world {
public:
    static constexpr const char* name = "world_whole";

    using hitbox_world::hitbox_world;
    void step(std::size_t frame) {
        w.move(ids, of_.frames[frame]);
        w.detect();
    }
};

/// Restores the snapshot into another, empty world.
class hitbox_world_new : public hitbox_world {
public:
    static constexpr const char* name = "world_new";

    using hitbox_world::hitbox_world;

    std::vector<std::byte> kept = w.snapshot();
    hitbox::world<float> fresh;
};

/// Returns the share of pairs that are in one list only, relative to the longer list.
double share_of_differences(const pair_list& a, const pair_list& b) {
    pair_list differences;
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(differences));
    return static_cast<double>(differences.size()) /
           static_cast<double>((std::max)({a.size(), b.size(), std::size_t{1}}));
}

/// True for libraries with casts of shapes through a world: all but Box2D 2.4.
template <class Contender>
concept casts_shapes = requires(const Contender& c, point p) { c.cast(p, 1.f, p); };

struct rows {
    std::shared_ptr<const moving_scene> of;
    std::string name;

    std::string row(const char* what, const char* who) const {
        return name + '/' + what + '/' + who + '/' + std::to_string(of->shapes.size());
    }
    /// Times f(i) for i = 0, 1, ..., each after `prepare(i)`, which is not timed.
    template <class Contender, class Prepare, class F>
    void add(const char* what, const char* counter, double count, const Prepare& prepare, const F& f) const {
        const auto run = [kept = of, counter, count, prepare, f](benchmark::State& state) {
            using clock = std::chrono::steady_clock;
            Contender contender{*kept};
            std::size_t i = 0;
            for (; i < 40; ++i) prepare(contender, i), f(contender, i);  // as in a program that has run for a while
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
            timed::note_wrong(row("step", Contender::name), is_ours);
            break;
        }
        const auto nothing = [](Contender&, std::size_t) {};
        add<Contender>("step", "per_object", static_cast<double>(of->shapes.size()), nothing,
                       [](Contender& c, std::size_t i) { c.step(moving_scene::frame_at(i)); });
    }

    /// Returns true if the restored world equals that of its frame, whatever happened in between.
    void check_restoring() const {
        hitbox_world a{*of};
        for (std::size_t i = 0; i < 3; ++i) a.step(i);
        const std::vector<std::byte> bytes = a.w.snapshot();
        const std::uint64_t hash = a.w.state_hash();
        a.step(7);
        hitbox::world<float> fresh;
        if (!a.w.restore(bytes) || !fresh.restore(bytes) || a.w.state_hash() != hash || fresh.state_hash() != hash)
            timed::note_wrong(row("restore", "world"), true);
    }
    /// Takes a snapshot and restores another one: of the same frame, or of an earlier one, after which all have moved.
    template <class Contender>
    void snapshots() const {
        struct contender : Contender {
            using Contender::Contender;
            typename Contender::snapshot kept, other;
        };
        const auto count = static_cast<double>(of->shapes.size());
        const auto start = [](contender& c, std::size_t i) {
            if (i == 0) c.step(0), c.keep(c.kept);
        };
        const auto move_all = [start](contender& c, std::size_t i) { start(c, i), c.step(1 + i % 15); };
        const auto there_and_back = [](contender& c, std::size_t) {
            c.keep(c.other);
            benchmark::DoNotOptimize(c.wind_back(c.kept));
        };
        add<contender>("snapshot", "per_object", count, start, [](contender& c, std::size_t) { c.keep(c.other); });
        add<contender>("snapshot_and_restore", "per_object", count, start, there_and_back);
        add<contender>("snapshot_and_restore_moved", "per_object", count, move_all, there_and_back);
    }
    void new_worlds() const {
        add<hitbox_world_new>(
            "restore", "per_object", static_cast<double>(of->shapes.size()),
            [](hitbox_world_new& c, std::size_t) { c.fresh = {}; },
            [](hitbox_world_new& c, std::size_t) { benchmark::DoNotOptimize(c.fresh.restore(c.kept)); });
    }

    [[nodiscard]] static point start_of(const moving_scene& s, std::size_t i) {
        return s.frames[0][i * 7919 % s.shapes.size()].translation;
    }
    static constexpr point translation{40, 9}, size{8, 8}, aside{1, 1};
    static constexpr float radius = 0.5f;

    template <class Contender>
    void queries() const {
        const auto start = [](Contender& c, std::size_t i) {
            if (i == 0) c.step(0);
        };
        const auto add_query = [&](const char* what, const auto& query) {
            add<Contender>(what, "per_query", 1, start, [s = of, query](Contender& c, std::size_t i) {
                benchmark::DoNotOptimize(query(c, start_of(*s, i)));
            });
        };
        add_query("box", [](Contender& c, point p) { return c.count_in(p, p + size); });
        add_query("ray", [](Contender& c, point p) { return c.ray(p + aside, translation); });
        if constexpr (casts_shapes<Contender>)
            add_query("cast", [](Contender& c, point p) { return c.cast(p + aside, radius, translation); });
    }
    /// Both must hit at about the same place, unless hitbox's ray starts inside a shape, which Box2D's ray ignores.
    /// Box2D's boxes are larger than their shapes, and its query reports boxes only.
    template <class Peer>
    void compare_queries() const {
        hitbox_world ours{*of};
        Peer theirs{*of};
        ours.step(0), theirs.step(0);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < 1000; ++i) {
            const point p = start_of(*of, i), q = p + aside;
            const float ray = ours.ray(q, translation);
            bool differ = ours.count_in(p, p + size) > theirs.count_in(p, p + size) ||
                          (ray > 0 && std::abs(ray - theirs.ray(q, translation)) > 1e-3f);
            if constexpr (casts_shapes<Peer>)
                differ =
                    differ || std::abs(ours.cast(q, radius, translation) - theirs.cast(q, radius, translation)) > 1e-3f;
            wrong += differ;
        }
        if (wrong > 10) timed::note_wrong(row("queries", Peer::name), false);
    }
};

void add_all() {
    const char* const requested = std::getenv("HITBOX_BENCH_OBJECTS");
    const std::size_t n = (std::min)(requested == nullptr ? 10000ull : std::strtoull(requested, nullptr, 10), 10000ull);
    for (const bool crowded : {false, true}) {
        const rows r{std::make_shared<const moving_scene>(n, crowded ? 1.2 : 22.0), crowded ? "crowded" : "sparse"};
        r.steps<hitbox_world>(true);
        r.steps<hitbox_world_whole>(true);
#if defined HITBOX_BENCH_BOX2D_3 || defined HITBOX_BENCH_BOX2D_2
        r.steps<box2d_world>(false);
#endif
#ifdef HITBOX_BENCH_BOX2D_3
        r.steps<box2d_by_hand>(false);
#endif
        r.check_restoring();
        r.snapshots<hitbox_world>(), r.new_worlds(), r.queries<hitbox_world>();
#ifdef HITBOX_BENCH_BOX2D_3
        r.snapshots<box2d_world>();
#endif
#if defined HITBOX_BENCH_BOX2D_3 || defined HITBOX_BENCH_BOX2D_2
        r.compare_queries<box2d_world>();
        r.queries<box2d_world>();
#endif
    }
}

}  // namespace

int main(int argc, char** argv) { return timed::run(argc, argv, add_all); }
