/// The time to project a vertex onto an axis, the inner loop of every separating-axis test.
///
///     hitbox_bench_projection [--benchmark_filter=REGEX] [--benchmark_out=FILE] ...
///
/// Names are scalar/project/library/vertices, such as float/project/hitbox_soa/1024; the result is the counter
/// per_vertex. hitbox_aos and textbook read an array of vec2. hitbox_soa and sse2, a loop with intrinsics, read two
/// arrays of coordinates. Before anything is timed, their answers are compared. If they differ, the program reports the
/// place and ends with status 1. bench/run runs this program and prints a table.

#include "scenes.hpp"
#include "textbook.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#ifdef __SSE2__
#  include <emmintrin.h>
#endif

#include <benchmark/benchmark.h>
#include <hitbox/hitbox.hpp>

namespace {

/// The same points, in each of the three layouts.
template <class T>
struct cloud {
    std::vector<hitbox::vec2<T>> points;
    std::vector<textbook::vec2<T>> textbook_points;
    std::vector<T> x, y;
};

template <class T>
cloud<T> make_cloud(std::size_t n) {
    scenes::dice d{n};
    cloud<T> c;
    for (std::size_t i = 0; i < n; ++i) {
        const auto p = d.between({-60, -60}, {60, 60});
        const T x = static_cast<T>(p.x), y = static_cast<T>(p.y);
        c.points.push_back({x, y}), c.textbook_points.push_back({x, y}), c.x.push_back(x), c.y.push_back(y);
    }
    return c;
}

constexpr auto with_textbook = [](const auto& c, auto axis) {
    using T = decltype(axis.x);
    const std::span<const textbook::vec2<T>> points{c.textbook_points};
    const auto shadow = textbook::project(points, textbook::vec2<T>{axis.x, axis.y});
    return hitbox::interval<T>{shadow.min, shadow.max};
};
constexpr auto with_aos = [](const auto& c, auto axis) {
    return hitbox::sat::project(std::span<const decltype(axis)>{c.points}, axis);
};
constexpr auto with_soa = [](const auto& c, auto axis) {
    using T = decltype(axis.x);
    return hitbox::sat::project(std::span<const T>{c.x}, std::span<const T>{c.y}, axis);
};

#ifdef __SSE2__

/// The loop handles two registers at a time. @pre n is a multiple of the numbers in them
hitbox::interval<float> shadow_by_hand(const float* x, const float* y, std::size_t n, hitbox::vec2<float> axis) {
    const __m128 along_x = _mm_set1_ps(axis.x), along_y = _mm_set1_ps(axis.y);
    const auto dots = [&](std::size_t i) {
        return _mm_add_ps(_mm_mul_ps(_mm_loadu_ps(x + i), along_x), _mm_mul_ps(_mm_loadu_ps(y + i), along_y));
    };
    __m128 low = dots(0), high = low, low_too = dots(4), high_too = low_too;
    for (std::size_t i = 8; i + 8 <= n; i += 8) {
        const __m128 d = dots(i), d_too = dots(i + 4);
        low = _mm_min_ps(low, d), high = _mm_max_ps(high, d);
        low_too = _mm_min_ps(low_too, d_too), high_too = _mm_max_ps(high_too, d_too);
    }
    float lows[4], highs[4];
    _mm_storeu_ps(lows, _mm_min_ps(low, low_too)), _mm_storeu_ps(highs, _mm_max_ps(high, high_too));
    return {*std::min_element(lows, lows + 4), *std::max_element(highs, highs + 4)};
}
hitbox::interval<double> shadow_by_hand(const double* x, const double* y, std::size_t n, hitbox::vec2<double> axis) {
    const __m128d along_x = _mm_set1_pd(axis.x), along_y = _mm_set1_pd(axis.y);
    const auto dots = [&](std::size_t i) {
        return _mm_add_pd(_mm_mul_pd(_mm_loadu_pd(x + i), along_x), _mm_mul_pd(_mm_loadu_pd(y + i), along_y));
    };
    __m128d low = dots(0), high = low, low_too = dots(2), high_too = low_too;
    for (std::size_t i = 4; i + 4 <= n; i += 4) {
        const __m128d d = dots(i), d_too = dots(i + 2);
        low = _mm_min_pd(low, d), high = _mm_max_pd(high, d);
        low_too = _mm_min_pd(low_too, d_too), high_too = _mm_max_pd(high_too, d_too);
    }
    double lows[2], highs[2];
    _mm_storeu_pd(lows, _mm_min_pd(low, low_too)), _mm_storeu_pd(highs, _mm_max_pd(high, high_too));
    return {*std::min_element(lows, lows + 2), *std::max_element(highs, highs + 2)};
}
constexpr auto with_sse2 = [](const auto& c, auto axis) {
    return shadow_by_hand(c.x.data(), c.y.data(), c.x.size(), axis);
};

#endif

template <class T>
constexpr hitbox::vec2<T> axis_of_all{T(.6), T(.8)};

bool all_right = true;

template <class T, class Projection>
void check(const std::string& name, const cloud<T>& c, Projection project) {
    if (!all_right) return;
    const auto s = project(c, axis_of_all<T>), expected = with_textbook(c, axis_of_all<T>);
    const T rounding = 200 * std::numeric_limits<T>::epsilon();
    const auto equal = [rounding](T a, T b) { return a - b <= rounding && b - a <= rounding; };
    if (equal(s.min, expected.min) && equal(s.max, expected.max)) return;
    all_right = false;
    std::fprintf(stderr, "projection: %s is wrong: %.9g..%.9g instead of %.9g..%.9g\n", name.c_str(),
                 static_cast<double>(s.min), static_cast<double>(s.max), static_cast<double>(expected.min),
                 static_cast<double>(expected.max));
}

template <class T, class Projection>
void time_projection(benchmark::State& state, const cloud<T>& c, Projection project) {
    auto axis = axis_of_all<T>;
    for (auto _ : state) {
        benchmark::DoNotOptimize(axis);
        auto shadow = project(c, axis);
        benchmark::DoNotOptimize(shadow);
    }
    const auto count = static_cast<double>(c.x.size());
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(c.x.size()));
    using benchmark::Counter;
    state.counters["per_vertex"] = Counter(count, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

template <class T, class Projection>
void add(const std::string& name, const std::shared_ptr<const cloud<T>>& c, Projection project) {
    check(name, *c, project);
    benchmark::RegisterBenchmark(name.c_str(),
                                 [c, project](benchmark::State& state) { time_projection(state, *c, project); });
}

constexpr std::size_t sizes[] = {4, 8, 16, 64, 256, 1024, 4096, 16384, 65536};

template <class T>
void add_all(const std::string& scalar) {
    for (const std::size_t n : sizes) {
        const auto c = std::make_shared<const cloud<T>>(make_cloud<T>(n));
        const std::string start = scalar + "/project/", end = '/' + std::to_string(n);
        add(start + "textbook" + end, c, with_textbook);
        add(start + "hitbox_aos" + end, c, with_aos);
        add(start + "hitbox_soa" + end, c, with_soa);
#ifdef __SSE2__
        if (n % 8 == 0) add(start + "sse2" + end, c, with_sse2);
#endif
    }
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    add_all<float>("float");
    add_all<double>("double");
    if (!all_right) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
