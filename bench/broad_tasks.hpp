#pragma once
/// The timed tasks of broad phases. A task has one contender for each set of boxes. For a set, `prepare` is not timed,
/// `run` is timed, and `right` returns whether the result is correct.

#include "broad_contenders.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace broad {

/// The list to which pairs are written, like that of a narrow phase.
class pair_list {
public:
    explicit pair_list(std::size_t expected) : pairs_(expected) {}
    void clear() { count_ = 0; }
    void add(std::uint32_t a, std::uint32_t b) {
        if (count_ < pairs_.size()) pairs_[count_] = {a, b};
        ++count_;
    }
    /// Returns the tally of the pairs, with indices replaced by these ids.
    tally of(const index_list& ids) const {
        tally all;
        for (std::size_t i = 0; i < (std::min)(count_, pairs_.size()); ++i)
            all.add(ids[pairs_[i].first], ids[pairs_[i].second]);
        all.count = count_;
        return all;
    }

private:
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
    std::size_t count_ = 0;
};

template <class C>
struct task {
    scene& of;
    std::vector<boxes_in_order> sets;
    std::deque<C> contenders;
    pair_list pairs;

    explicit task(scene& s, order by = order::random) : of{s}, contenders(s.sets.size()), pairs{max_pairs(s)} {
        for (const auto& set : s.sets) sets.emplace_back(set->boxes, by);
    }
    void build_all() {
        for (std::size_t s = 0; s < sets.size(); ++s) contenders[s].build(sets[s].boxes);
    }
    void find_pairs(std::size_t s) {
        pairs.clear();
        contenders[s].for_each_pair(sets[s].boxes, [this](std::uint32_t a, std::uint32_t b) { pairs.add(a, b); });
    }
    bool pairs_are_right(std::size_t s) { return pairs.of(sets[s].ids) == of.sets[s]->pairs(); }

    static std::size_t max_pairs(scene& s) {
        std::size_t max_count = 0;
        for (const auto& set : s.sets) max_count = (std::max)(max_count, set->pairs().count);
        return max_count;
    }
};

/// Builds the structure and finds all pairs.
template <class C>
struct build_and_pairs : task<C> {
    explicit build_and_pairs(scene& s, order by) : task<C>{s, by} { this->build_all(); }
    void prepare(std::size_t) {}
    void run(std::size_t s) {
        this->contenders[s].build(this->sets[s].boxes);
        this->find_pairs(s);
    }
    bool right(std::size_t s) { return this->pairs_are_right(s); }
};
template <class C>
struct rebuild : task<C> {
    explicit rebuild(scene& s, order by) : task<C>{s, by} { this->build_all(); }
    void prepare(std::size_t) {}
    void run(std::size_t s) { this->contenders[s].build(this->sets[s].boxes); }
    bool right(std::size_t s) { return this->find_pairs(s), this->pairs_are_right(s); }
};
/// Inserts all boxes, one at a time.
template <class C>
struct insert : task<C> {
    using task<C>::task;
    void prepare(std::size_t s) { this->contenders[s].clear(); }
    void run(std::size_t s) {
        C& c = this->contenders[s];
        const auto& boxes = this->sets[s].boxes;
        for (std::uint32_t i = 0; i < boxes.size(); ++i) c.insert(i, boxes[i]);
        if constexpr (requires { c.commit(); }) c.commit();
    }
    bool right(std::size_t s) { return this->find_pairs(s), this->pairs_are_right(s); }
};
/// Removes all boxes, one at a time, in another order than they were inserted.
template <class C>
struct remove_all : insert<C> {
    std::vector<index_list> leaving;

    explicit remove_all(scene& s, order by) : insert<C>{s, by} {
        random_numbers random{1};
        for (auto& set : this->sets) hitbox_tests::shuffle(leaving.emplace_back(set.ids), random);
    }
    void prepare(std::size_t s) { insert<C>::prepare(s), insert<C>::run(s); }
    void run(std::size_t s) {
        C& c = this->contenders[s];
        for (const std::uint32_t i : leaving[s]) c.remove(i);
        if constexpr (requires { c.commit(); }) c.commit();
    }
    bool right(std::size_t s) { return this->contenders[s].size() == 0; }
};

/// Some boxes move, and all pairs are found again.
template <class C>
struct move_and_pairs : task<C> {
    std::vector<walk> walks;
    index_span moved;

    explicit move_and_pairs(scene& s, order by, int percent) : task<C>{s, by} {
        for (std::size_t i = 0; i < s.sets.size(); ++i) walks.emplace_back(s.n, percent / 100., i);
        this->build_all();
    }
    void prepare(std::size_t s) { moved = walks[s].step(this->sets[s].boxes); }
    void run(std::size_t s) {
        this->contenders[s].move(moved, this->sets[s].boxes);
        this->find_pairs(s);
    }
    /// The list of pairs has room for the pairs of the scene before it moves.
    bool right(std::size_t s) {
        const auto& [boxes, ids] = this->sets[s];
        tally now, expected;
        sweep(boxes, [&](auto a, auto b) { expected.add(a, b); });
        this->contenders[s].for_each_pair(boxes, [&now](std::uint32_t a, std::uint32_t b) { now.add(a, b); });
        return now == expected;
    }
};

template <class C>
struct box_queries : task<C> {
    std::size_t found = 0;

    explicit box_queries(scene& s, order by) : task<C>{s, by} { this->build_all(); }
    void prepare(std::size_t) {}
    void run(std::size_t s) {
        for (const box& b : queries_of(s).boxes) this->contenders[s].query(b, [this](std::uint32_t i) { found += i; });
        benchmark::DoNotOptimize(found);
    }
    bool right(std::size_t s) {
        for (std::size_t i = 0; i < queries_of(s).boxes.size(); ++i) {
            tally all;
            this->contenders[s].query(queries_of(s).boxes[i],
                                      [&](std::uint32_t id) { all.add(this->sets[s].ids[id]); });
            if (!(all == queries_of(s).right[i])) return false;
        }
        return true;
    }
    const data_set::box_queries& queries_of(std::size_t s) { return this->of.sets[s]->queries(this->of.queries()); }
};
template <class C>
struct closest_rays : task<C> {
    explicit closest_rays(scene& s, order by) : task<C>{s, by} { this->build_all(); }
    void prepare(std::size_t) {}
    void run(std::size_t s) {
        for (const ray& r : queries_of(s).rays)
            benchmark::DoNotOptimize(this->contenders[s].closest(r, this->sets[s].boxes));
    }
    bool right(std::size_t s) {
        bool all = true;
        for (std::size_t i = 0; i < queries_of(s).rays.size(); ++i)
            all = all &&
                  this->contenders[s].closest(queries_of(s).rays[i], this->sets[s].boxes) == queries_of(s).right[i];
        return all;
    }
    const data_set::ray_queries& queries_of(std::size_t s) { return this->of.sets[s]->rays(this->of.queries()); }
};
template <class C>
struct nearest_boxes : task<C> {
    std::size_t found = 0;

    explicit nearest_boxes(scene& s, order by) : task<C>{s, by} { this->build_all(); }
    void prepare(std::size_t) {}
    void run(std::size_t s) {
        for (const point p : queries_of(s).points)
            this->contenders[s].nearest(p, [this](std::uint32_t i) { found += i; });
        benchmark::DoNotOptimize(found);
    }
    /// If two boxes have the same distance, either of them is correct.
    bool right(std::size_t s) {
        for (std::size_t i = 0; i < queries_of(s).points.size(); ++i) {
            const point p = queries_of(s).points[i];
            std::vector<double> distances;
            this->contenders[s].nearest(
                p, [&](std::uint32_t id) { distances.push_back(squared_distance(p, this->sets[s].boxes[id])); });
            std::sort(distances.begin(), distances.end());
            const auto& expected = queries_of(s).right[i];
            const auto near = [](double a, double b) { return std::abs(a - b) <= 1e-5 * b; };
            if (!std::equal(distances.begin(), distances.end(), expected.begin(), expected.end(), near)) return false;
        }
        return true;
    }
    const data_set::nearest_queries& queries_of(std::size_t s) { return this->of.sets[s]->nearest(this->of.queries()); }
};

}  // namespace broad
