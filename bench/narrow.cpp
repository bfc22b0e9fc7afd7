/// How long does a pair of shapes take, and how long does the textbook take for it?
///
///     hitbox_bench_narrow [--benchmark_filter=REGEX] [--benchmark_out=FILE] ...
///
/// Names are pair/query/who/percentage of pairs that overlap, such as octagon_octagon/collide/hitbox/50; the counter
/// per_pair is what to look at. Before anything is timed, every answer of either side is checked against the
/// reference: if one is wrong, the program says which and ends with 1. bench/run runs this and prints a table.

#include "reference.hpp"
#include "scenes.hpp"
#include "textbook.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <hitbox/hitbox.hpp>

namespace {

using reference::point;
using scenes::body;
using scenes::scene;

// --- The four questions. What is asked of hitbox on bodies is what its users write.

template <class S>
const S& in_world(const S& s) {
    return s;
}
template <class S>
auto in_world(const body<S>& b) {
    return hitbox::at(b.shape, b.transform);
}

constexpr auto hitbox_intersects = [](const auto& a, const auto& b) {
    return hitbox::intersects(in_world(a), in_world(b));
};
constexpr auto hitbox_collide = [](const auto& a, const auto& b) { return hitbox::collide(in_world(a), in_world(b)); };
constexpr auto textbook_intersects = [](const auto& a, const auto& b) { return textbook::intersects(a, b); };
constexpr auto textbook_collide = [](const auto& a, const auto& b) { return textbook::collide(a, b); };
constexpr auto closed_intersects = [](const auto& a, const auto& b) { return textbook::closed::intersects(a, b); };
constexpr auto closed_collide = [](const auto& a, const auto& b) { return textbook::closed::collide(a, b); };

// --- Are the answers right?

/// More than float leaves of coordinates up to 70: 25 units in the last place. Nearer to touching, either answer will
/// do.
constexpr double rounding = 1e-4;
/// A direction between two cores that are nearer than this is mostly rounding.
constexpr double blurred = 1e-2;

struct expected {
    reference::outline a, b;
    double gap, core;
};

std::vector<expected> expectations(const std::vector<scenes::pair<reference::outline, reference::outline>>& pairs) {
    std::vector<expected> list;
    for (const auto& [a, b] : pairs) {
        const double core = reference::core_distance(a, b);
        list.push_back({a, b, core - a.radius - b.radius, core});
    }
    return list;
}

bool right(bool hit, const expected& e) { return std::abs(e.gap) <= rounding || hit == (e.gap < 0); }

/// The way out must be as long as the shortest one, and lead to where the two just touch.
template <class Contact>
bool right(const std::optional<Contact>& hit, const expected& e) {
    if (!right(hit.has_value(), e)) return false;
    if (!hit) return true;
    const double depth = static_cast<double>(hit->depth);
    if (!(std::abs(depth + e.gap) <= rounding)) return false;
    const point normal{static_cast<double>(hit->normal.x), static_cast<double>(hit->normal.y)};
    if (!(std::abs(reference::length(normal) - 1) <= 1e-5)) return false;
    const bool round = e.a.radius > 0 || e.b.radius > 0;
    if (round && std::abs(e.core) < blurred) return true;
    const double rest = reference::signed_distance(reference::moved(e.a, normal * -depth), e.b);
    return std::abs(rest) <= 10 * rounding;
}

bool all_right = true;

template <class Pairs, class Query>
void check(const std::string& name, const Pairs& pairs, Query query, const std::vector<expected>& answers) {
    for (std::size_t i = 0; i < pairs.size() && all_right; ++i) {
        all_right = right(query(pairs[i].a, pairs[i].b), answers[i]);
        if (!all_right)
            std::fprintf(stderr, "narrow: %s is wrong on pair %zu, whose gap is %g\n", name.c_str(), i, answers[i].gap);
    }
}

// --- Timing.

template <class Pairs, class Query>
void time_pairs(benchmark::State& state, const Pairs& pairs, Query query) {
    for (auto _ : state) {
        for (const auto& p : pairs) {
            auto answer = query(p.a, p.b);
            benchmark::DoNotOptimize(answer);
        }
    }
    const auto count = static_cast<double>(pairs.size());
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs.size()));
    using benchmark::Counter;
    state.counters["per_pair"] = Counter(count, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

constexpr auto ours = [](const auto& s) -> const auto& { return s.ours; };
constexpr auto theirs = [](const auto& s) -> const auto& { return s.theirs; };

/// One percentage of one pair of shapes, which every query and either side share.
template <class A, class B>
struct series {
    std::string name, percent;
    std::shared_ptr<const scene<A, B>> shared;
    std::vector<expected> answers;

    template <class Query, class Side>
    void add(const char* what, Side side, Query query) const {
        const std::string full_name = name + '/' + what + '/' + percent;
        check(full_name, side(*shared), query, answers);
        benchmark::RegisterBenchmark(full_name.c_str(), [kept = shared, side, query](benchmark::State& state) {
            time_pairs(state, side(*kept), query);
        });
    }
};

template <class A, class B>
series<A, B> make_series(const char* name, std::size_t percent) {
    const auto made = std::make_shared<const scene<A, B>>(scenes::make_scene<A, B>(20 + percent, percent));
    return {name, std::to_string(percent), made, expectations(made->outlines)};
}

constexpr std::size_t percentages[] = {0, 50, 100};

template <class A, class B>
void add(const char* name) {
    for (const std::size_t percent : percentages) {
        const auto s = make_series<A, B>(name, percent);
        s.add("intersects/hitbox", ours, hitbox_intersects);
        s.add("intersects/textbook", theirs, textbook_intersects);
        s.add("collide/hitbox", ours, hitbox_collide);
        s.add("collide/textbook", theirs, textbook_collide);
        if constexpr (std::is_same_v<A, scenes::obb> && std::is_same_v<B, scenes::obb>) {
            s.add("intersects/textbook_closed", theirs, closed_intersects);
            s.add("collide/textbook_closed", theirs, closed_collide);
        }
    }
}

void add_all() {
    using namespace scenes;
    add<octagon, octagon>("octagon_octagon");
    add<body<octagon>, body<octagon>>("octagon_octagon_at");
    add<obb, obb>("box_box");
    add<triangle, triangle>("triangle_triangle");
    add<circle, octagon>("circle_octagon");
    add<capsule, octagon>("capsule_octagon");
    add<circle, circle>("circle_circle");
    add<capsule, capsule>("capsule_capsule");
    add<aabb, aabb>("aabb_aabb");
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    add_all();
    if (!all_right) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
