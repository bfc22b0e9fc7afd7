/// The time of one element of a batch, beside the best loop over single shapes.
///
///     hitbox_bench_batch [--benchmark_filter=REGEX] [--benchmark_out=FILE] ...
///
/// Names are one_many/output/library/percentage of hits, such as aabb_aabbs/bits/hitbox/1. The result is the counter
/// per_element. The textbook's loops evaluate closed forms without branches and read only the columns that they need.
/// Oriented boxes are also tested one by one with hitbox (one_by_one). Pairs by index are scattered over 12 MB. Pairs,
/// by index or in a row, are compared with a loop over hitbox's own `collide`. Before anything is timed, the answers
/// are compared with those of single pairs. If one is wrong, the program prints it and ends with status 1. bench/run
/// runs this program and prints a table.

#include "scenes.hpp"
#include "textbook.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <hitbox/hitbox.hpp>

namespace {

constexpr std::size_t count = 4096, queries = 32;

// --- Elements scattered over a square, and queries of a size that hits about the given percentage of them.

using scenes::aabb;
using scenes::circle;
using scenes::obb;

constexpr double half_side = 70;

template <class S>
S roll(scenes::dice& d, double size) {
    const auto middle = scenes::to_float(d.between({-half_side, -half_side}, {half_side, half_side}));
    const auto half = scenes::to_float(d.between({size / 2, size / 2}, {size, size}));
    if constexpr (std::is_same_v<S, circle>) return {middle, half.x};
    else if constexpr (std::is_same_v<S, aabb>) return aabb::from_center(middle, half);
    else return {middle, half, scenes::roll_turn(d)};
}

template <class S>
struct scene {
    std::vector<S> shapes, queries;
    hitbox::batch<S> batch;
    std::vector<float> columns[6];  // the same numbers, for the textbook
};

template <class S>
scene<S> make_scene(int percent) {
    scenes::dice d{static_cast<std::uint64_t>(percent) + 70};
    const double size = half_side * std::sqrt(percent / 100.) * 1.6;
    scene<S> s;
    for (std::size_t i = 0; i < count; ++i) {
        s.shapes.push_back(roll<S>(d, 2));
        float numbers[6];
        hitbox::detail::spread<S>::take_apart(s.shapes.back(), numbers);
        for (std::size_t k = 0; k < hitbox::detail::spread<S>::columns; ++k) s.columns[k].push_back(numbers[k]);
    }
    for (std::size_t i = 0; i < queries; ++i) s.queries.push_back(roll<S>(d, size));
    s.batch = hitbox::batch<S>{s.shapes};
    return s;
}

// --- One against many. Each loop writes one bit for every element.

using words = std::vector<std::uint64_t>;

/// Writes the bit f(i) for every element, without a branch on its value.
template <class F>
void loop(words& bits, F f) {
    for (std::size_t w = 0; w < count / 64; ++w) {
        std::uint64_t word = 0;
        for (std::size_t k = 0; k < 64; ++k) word |= static_cast<std::uint64_t>(f(64 * w + k)) << k;
        bits[w] = word;
    }
}

constexpr auto with_hitbox = [](const auto& s, const auto& query, words& bits) {
    hitbox::intersects_many(query, s.batch, bits);
};
constexpr auto one_by_one = [](const auto& s, const auto& query, words& bits) {
    loop(bits, [&](std::size_t i) { return hitbox::intersects(query, s.shapes[i]); });
};
struct with_textbook {
    void operator()(const scene<aabb>& s, const aabb& q, words& bits) const {
        const float *const min_x = s.columns[0].data(), *const min_y = s.columns[1].data(),
                           *const max_x = s.columns[2].data(), *const max_y = s.columns[3].data();
        loop(bits, [=](std::size_t i) {
            return (min_x[i] <= q.max.x) & (q.min.x <= max_x[i]) & (min_y[i] <= q.max.y) & (q.min.y <= max_y[i]);
        });
    }
    void operator()(const scene<circle>& s, const circle& q, words& bits) const {
        const float *const xs = s.columns[0].data(), *const ys = s.columns[1].data(),
                           *const radii = s.columns[2].data();
        loop(bits, [=](std::size_t i) {
            const float x = xs[i] - q.center.x, y = ys[i] - q.center.y, r = radii[i] + q.radius;
            return x * x + y * y <= r * r;
        });
    }
    void operator()(const scene<obb>& s, const obb& q, words& bits) const {
        const auto of = [](const obb& b) {
            return textbook::obb{
                scenes::to_textbook(b.center), scenes::to_textbook(b.half_extents), {b.rotation.c, b.rotation.s}};
        };
        loop(bits, [&, a = of(q)](std::size_t i) { return textbook::closed::intersects(a, of(s.shapes[i])); });
    }
};

bool all_right = true;

/// The textbook may be wrong if shapes are nearer to touching than the rounding errors of these coordinates in float.
template <class S, class Query>
void check(const std::string& name, const scene<S>& s, Query query, bool exactly) {
    words bits(count / 64);
    for (const S& q : s.queries) {
        query(s, q, bits);
        for (std::size_t i = 0; i < count && all_right; ++i) {
            const bool hit = (bits[i / 64] >> i % 64 & 1) != 0;
            if (hit == hitbox::intersects(q, s.shapes[i])) continue;
            all_right = !exactly && std::abs(hitbox::signed_distance(q, s.shapes[i])) < 1e-4f;
            if (!all_right) std::fprintf(stderr, "batch: %s is wrong on element %zu\n", name.c_str(), i);
        }
    }
}

void count_elements(benchmark::State& state, std::size_t n) {
    using benchmark::Counter;
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n));
    state.counters["per_element"] =
        Counter(static_cast<double>(n), Counter::kIsIterationInvariantRate | Counter::kInvert);
}

template <class S>
struct series {
    std::string name, percent;
    std::shared_ptr<const scene<S>> shared;

    template <class Query>
    void add(const char* what, Query query, bool exactly) const {
        const std::string full_name = name + '/' + what + '/' + percent;
        check(full_name, *shared, query, exactly);
        benchmark::RegisterBenchmark(full_name.c_str(), [kept = shared, query](benchmark::State& state) {
            words bits(count / 64);
            for (auto _ : state) {
                for (const S& q : kept->queries) {
                    query(*kept, q, bits);
                    benchmark::DoNotOptimize(bits.data());
                    benchmark::ClobberMemory();
                }
            }
            count_elements(state, count * queries);
        });
    }
};

template <class S>
void add(const char* name) {
    for (const int percent : {1, 50}) {
        const series<S> s{name, std::to_string(percent), std::make_shared<const scene<S>>(make_scene<S>(percent))};
        s.add("bits/hitbox", with_hitbox, true);
        s.add("bits/one_by_one", one_by_one, true);
        s.add("bits/textbook", with_textbook{}, false);
    }
}

// --- The i-th element of one list against the i-th element of another.

template <class S>
struct two_batches {
    std::vector<S> as, bs;
    hitbox::batch<S> of_a, of_b;
    std::vector<std::optional<hitbox::contact<float>>> out;
};

constexpr auto all_with_hitbox = [](auto& s) { hitbox::collide_all(s.of_a, s.of_b, s.out); };
constexpr auto all_in_a_loop = [](auto& s) {
    for (std::size_t i = 0; i < count; ++i) s.out[i] = hitbox::collide(s.as[i], s.bs[i]);
};

/// Returns centres in a square of a size at which about the given percentage of the pairs hit.
template <class S>
void add_all(const char* name) {
    for (const int percent : {1, 50}) {
        scenes::dice d{static_cast<std::uint64_t>(percent) + 90};
        const double half = percent == 1 ? 18 : 2.2;
        const auto roll_one = [&d, half]() -> S {
            const auto p = scenes::to_float(d.between({-half, -half}, {half, half}));
            if constexpr (std::is_same_v<S, obb>) return {p, {2, 1}, scenes::roll_turn(d)};
            else return baked(hitbox::at(*hitbox::regular_polygon<8>(8, 2.f), {p, scenes::roll_turn(d)}));
        };
        const auto s = std::make_shared<two_batches<S>>();
        for (std::size_t i = 0; i < count; ++i) s->as.push_back(roll_one()), s->bs.push_back(roll_one());
        s->of_a = hitbox::batch<S>{s->as}, s->of_b = hitbox::batch<S>{s->bs};
        s->out.resize(count);
        all_in_a_loop(*s);
        const auto expected = s->out;
        all_with_hitbox(*s);
        all_right = all_right && s->out == expected;
        const auto time = [s, name, percent](const char* who, auto query) {
            const std::string full_name = std::string{name} + "/collide/" + who + '/' + std::to_string(percent);
            benchmark::RegisterBenchmark(full_name.c_str(), [s, query](benchmark::State& state) {
                for (auto _ : state) {
                    query(*s);
                    benchmark::ClobberMemory();
                }
                count_elements(state, count);
            });
        };
        time("hitbox", all_with_hitbox);
        time("textbook", all_in_a_loop);
    }
}

// --- Pairs by index.

struct pair_scene {
    std::vector<scenes::octagon> shapes;
    std::vector<hitbox::index_pair> pairs;
    std::vector<std::optional<hitbox::contact<float>>> out;
};

void collide_with_hitbox(pair_scene& s) { hitbox::collide_pairs(s.shapes, s.shapes, s.pairs, s.out); }
void collide_in_a_loop(pair_scene& s) {
    for (std::size_t i = 0; i < s.pairs.size(); ++i)
        s.out[i] = hitbox::collide(s.shapes[s.pairs[i].a], s.shapes[s.pairs[i].b]);
}

void add_pairs() {
    constexpr std::size_t shapes = 65536, pairs = 32768;
    const auto s = std::make_shared<pair_scene>();
    scenes::dice d{71};
    for (std::size_t i = 0; i < shapes; ++i) {
        const auto p = scenes::to_float(d.between({-2, -2}, {2, 2}));
        s->shapes.push_back(baked(hitbox::at(*hitbox::regular_polygon<8>(8, 2.f), {p, scenes::roll_turn(d)})));
    }
    for (std::size_t i = 0; i < pairs; ++i)
        s->pairs.push_back({static_cast<std::uint32_t>(d.below(shapes)), static_cast<std::uint32_t>(d.below(shapes))});
    s->out.resize(pairs);
    collide_in_a_loop(*s);
    const auto expected = s->out;
    collide_with_hitbox(*s);
    all_right = all_right && s->out == expected;
    const auto time = [s](const char* name, auto query) {
        benchmark::RegisterBenchmark(name, [s, query](benchmark::State& state) {
            for (auto _ : state) {
                query(*s);
                benchmark::ClobberMemory();
            }
            count_elements(state, s->pairs.size());
        });
    };
    time("octagon_pairs/collide/hitbox/all", collide_with_hitbox);
    time("octagon_pairs/collide/textbook/all", collide_in_a_loop);
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    add<aabb>("aabb_aabbs");
    add<circle>("circle_circles");
    add<obb>("obb_obbs");
    add_all<obb>("obbs_obbs");
    add_all<scenes::octagon>("octagons_octagons");
    add_pairs();
    if (!all_right) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
