/// The time of one vertex of an outline when it is cut into triangles or convex pieces, by hitbox and by others.
///
///     HITBOX_BENCH_OBJECTS=1000000 hitbox_bench_decompose [--benchmark_filter=REGEX] [--benchmark_out=FILE] ...
///
/// The outlines are spirals and stars of 1000, 10000 and 100000 vertices, every landmass of the world, and random
/// outlines of up to 60, of 60 and of 200 vertices. HITBOX_BENCH_OBJECTS is the maximum; a million adds outlines of
/// that size. Names are outlines/task/library/vertices: the vertices of each outline, their maximum, or those of the
/// world together. The result is the counter per_outline_vertex, or per_outline where the fewest pieces are computed.
/// `made` includes the time of making a polygon of the points. Several small outlines take turns, because branch
/// predictors would learn a single one. Before a row is timed, the areas of its pieces are added up. A wrong sum is
/// reported. If it is one of hitbox's, the program ends with status 1; the rows of other libraries are left out.
/// bench/run runs this program and prints tables.

#include "../examples/outlines.hpp"
#include "../tests/polygons.hpp"
#include "decompose_peers.hpp"
#include "program.hpp"

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>

#include <benchmark/benchmark.h>

namespace {

using namespace decompose;

// --- Outlines, counter-clockwise.

point at_polar(double angle, double radius) {
    return {static_cast<float>(radius * std::cos(angle)), static_cast<float>(radius * std::sin(angle))};
}

/// Returns a spiral arm that is half as wide as the gap between its turns. The number of turns grows with that of the
/// vertices: 3 for a thousand, 100 for a million.
contour spiral(std::size_t n, double begin) {
    const double turns = std::sqrt(static_cast<double>(n)) / 10,
                 step = 4 * std::numbers::pi * turns / static_cast<double>(n);
    contour out, back;
    for (std::size_t i = 0; i < n / 2; ++i) {
        const double angle = step * static_cast<double>(i), radius = 1 + angle / (2 * std::numbers::pi);
        out.push_back(at_polar(begin + angle, radius + .5));
        back.push_back(at_polar(begin + angle, radius));
    }
    out.insert(out.end(), back.rbegin(), back.rend());
    return out;
}

/// Returns a star: the points are sorted by angle about the centre, at random distances.
contour star(std::size_t n, std::uint64_t seed) {
    hitbox_tests::dice d{seed};
    contour points;
    for (std::size_t i = 0; i < n; ++i)
        points.push_back(
            at_polar(2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n), d.between(200, 1000)));
    return points;
}

contour counter_clockwise(contour points) {
    double sum = 0;
    for (std::size_t i = 2; i < points.size(); ++i) sum += twice_area(points[0], points[i - 1], points[i]);
    if (sum < 0) std::reverse(points.begin(), points.end());
    return points;
}

/// Returns the landmasses, except the one whose outline crosses itself.
std::vector<contour> landmasses() {
    std::vector<contour> all;
    for (const outline& o : read_outlines(HITBOX_WORLD_DATA))
        if (hitbox::make_polygon(o.points)) all.push_back(counter_clockwise(o.points));
    return all;
}

/// Returns a random outline: random points, whose crossing edges are exchanged until none are left.
contour random_outline(std::size_t n, hitbox_tests::dice& d) {
    for (;;) {
        const auto points = hitbox_tests::to_points<float>(hitbox_tests::random_outline(d, n, 1000000)[0]);
        if (hitbox::make_polygon(points)) return counter_clockwise(points);
    }
}

struct outline_set {
    std::string name;
    std::vector<contour> outlines;
    std::size_t size = 0;             // the number in the names of its rows
    std::vector<std::size_t> fewest;  // the smallest possible number of pieces of each outline; empty if unknown

    [[nodiscard]] std::size_t vertices() const {
        std::size_t sum = 0;
        for (const contour& o : outlines) sum += o.size();
        return sum;
    }
    [[nodiscard]] std::size_t largest() const {
        std::size_t max_vertices = 0;
        for (const contour& o : outlines) max_vertices = std::max(max_vertices, o.size());
        return max_vertices;
    }
};

template <class Make>
outline_set set_of(const char* name, std::size_t n, Make make) {
    outline_set set{name, {}, n, {}};
    for (std::size_t i = 0; i == 0 || i * n < 32000; ++i) set.outlines.push_back(make(i));
    return set;
}
template <class Make>
outline_set random_set(const char* name, std::size_t min_vertices, std::size_t max_vertices, std::size_t count,
                       Make make) {
    hitbox_tests::dice d{max_vertices};
    outline_set set{name, {}, max_vertices, {}};
    for (std::size_t i = 0; i < count; ++i)
        set.outlines.push_back(make(min_vertices + d.index(max_vertices - min_vertices + 1), d));
    return set;
}

// --- Rows.

std::vector<std::unique_ptr<contender>> contenders_of(const outline_set& set, make_contender make) {
    std::vector<std::unique_ptr<contender>> all;
    for (const contour& o : set.outlines) all.push_back(make(o));
    return all;
}

struct counts {
    std::size_t pieces = 0, fewest = 0;  // of all outlines; `fewest`: the smallest possible number, 0 if unknown
    double over_fewest = 0;              // the mean of all outlines
};

/// Returns nothing if the area of an outline differs from that of its pieces by more than rounding.
std::optional<counts> checked(const outline_set& set, make_contender make) {
    counts found;
    for (std::size_t i = 0; i < set.outlines.size(); ++i) {
        const contour& o = set.outlines[i];
        double area = 0;
        for (std::size_t k = 2; k < o.size(); ++k) area += twice_area(o[0], o[k - 1], o[k]);
        const auto c = make(o);
        c->run();
        const summary s = c->answer();
        if (!(std::abs(s.twice_area - area) <= 1e-9 * area)) return {};
        found.pieces += s.pieces;
        if (set.fewest.empty()) continue;
        found.fewest += set.fewest[i];
        found.over_fewest += static_cast<double>(s.pieces) / static_cast<double>(set.fewest[i] * set.fewest.size());
    }
    return found;
}

enum class measure { vertex, outline };
using shared_set = std::shared_ptr<const outline_set>;
shared_set shared(outline_set set) { return std::make_shared<const outline_set>(std::move(set)); }

/// A row's contenders exist only while it runs, so that a library that allocates many small blocks does not find a heap
/// fragmented by others.
void time_row(benchmark::State& state, const outline_set& set, make_contender make, measure per, const counts& found) {
    const auto contenders = contenders_of(set, make);
    for (auto _ : state)
        for (const auto& c : contenders) c->run();
    using benchmark::Counter;
    const double count = static_cast<double>(per == measure::vertex ? set.vertices() : contenders.size());
    state.counters[per == measure::vertex ? "per_outline_vertex" : "per_outline"] =
        Counter(count, Counter::kIsIterationInvariantRate | Counter::kInvert);
    state.counters["pieces"] = static_cast<double>(found.pieces);
    if (found.fewest == 0) return;
    state.counters["over_fewest"] = found.over_fewest;
    state.counters["all_over_fewest"] = static_cast<double>(found.pieces) / static_cast<double>(found.fewest);
}

void add_row(const shared_set& set, const char* what, const named_contender& who, bool is_ours,
             measure per = measure::vertex) {
    const std::string name = set->name + '/' + what + '/' + who.who + '/' + std::to_string(set->size);
    if (set->largest() > who.max_vertices || !timed::wanted(name)) return;
    const std::optional<counts> found = checked(*set, who.make);
    if (!found) return timed::note_wrong(name, is_ours);
    benchmark::RegisterBenchmark(name.c_str(), [set, make = who.make, per, found](benchmark::State& state) {
        time_row(state, *set, make, per, *found);
    })->Unit(benchmark::kMillisecond);
}

void add_triangulations(const shared_set& set) {
    add_row(set, "triangulate", {"hitbox", made<hitbox_contender<float, triangulate, false>>}, true);
    add_row(set, "triangulate", {"hitbox_made", made<hitbox_contender<float, triangulate, true>>}, true);
    add_row(set, "triangulate", {"hitbox_double", made<hitbox_contender<double, triangulate, false>>}, true);
    for (const named_contender& other : triangulators_of_others()) add_row(set, "triangulate", other, false);
}

void add_partitions(const shared_set& set) {
    add_row(set, "convex_parts", {"hitbox", made<hitbox_contender<float, parts, false>>}, true);
    add_row(set, "convex_parts", {"hitbox_merged", made<hitbox_contender<float, merged_parts, false>>}, true);
    for (const named_contender& other : partitioners_of_others()) add_row(set, "convex_parts", other, false);
}

void add_optimal(const shared_set& set) {
    const named_contender ours{"hitbox", made<hitbox_contender<float, optimal_parts, false>>};
    add_row(set, "optimal", ours, true, measure::outline);
    for (const named_contender& other : optimal_partitioners_of_others())
        add_row(set, "optimal", other, false, measure::outline);
}

void add_small(outline_set set) {
    for (const contour& o : set.outlines)
        set.fewest.push_back(hitbox::convex_parts_optimal(*hitbox::make_polygon(o)).size());
    const shared_set kept = shared(std::move(set));
    add_partitions(kept), add_optimal(kept);
}

void add_all() {
    const char* const requested = std::getenv("HITBOX_BENCH_OBJECTS");
    const std::size_t max_objects = requested == nullptr ? 100000 : std::strtoull(requested, nullptr, 10);
    for (const std::size_t n : {std::size_t{1000}, std::size_t{10000}, std::size_t{100000}, std::size_t{1000000}}) {
        if (n > max_objects) continue;
        const shared_set sets[] = {
            shared(set_of("spiral", n, [n](std::size_t i) { return spiral(n, .1 * static_cast<double>(i)); })),
            shared(set_of("star", n, [n](std::size_t i) { return star(n, i + 1); }))};
        for (const shared_set& set : sets) add_triangulations(set), add_partitions(set);
    }
    outline_set world{"world", landmasses(), 0, {}};
    world.size = world.vertices();
    outline_set small_world{"world_up_to", {}, 60, {}};
    for (const contour& o : world.outlines)
        if (o.size() <= small_world.size) small_world.outlines.push_back(o);
    const shared_set whole_world = shared(std::move(world));
    add_triangulations(whole_world), add_partitions(whole_world);
    add_small(std::move(small_world));
    add_small(random_set("random_up_to", 5, 60, 100, random_outline));
    add_small(random_set("star_up_to", 5, 60, 100,
                         [](std::size_t n, hitbox_tests::dice& d) { return star(n, d.index(1000000)); }));
    add_optimal(shared(random_set("random", 60, 60, 10, random_outline)));
    add_optimal(shared(random_set("random", 200, 200, 10, random_outline)));
}

}  // namespace

int main(int argc, char** argv) { return timed::run(argc, argv, add_all); }
