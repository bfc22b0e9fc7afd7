#pragma once
/// The common part of the benches of pairs: answers are compared with the reference, and then the query is timed. Names
/// are pair/query/library/percentage of pairs that overlap, such as octagon_octagon/collide/hitbox/50. The result is
/// the counter per_pair. A wrong answer is printed with its pair, and the program then ends with status 1.

#include "program.hpp"
#include "reference.hpp"
#include "scenes.hpp"
#include "textbook.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <hitbox/hitbox.hpp>

namespace timed {

using reference::point;
using scenes::body;
using scenes::scene;

// --- The queries. Calls of hitbox on placed shapes are written as users write them.

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
constexpr auto hitbox_distance = [](const auto& a, const auto& b) {
    return hitbox::distance(in_world(a), in_world(b));
};
constexpr auto hitbox_manifold = [](const auto& a, const auto& b) {
    return hitbox::contact_manifold(in_world(a), in_world(b));
};

/// Repeats the query for every pair, in the same order, with the axis that was kept for it. The shapes do not move, so
/// this is the best case for a kept axis.
struct hitbox_repeated_query {
    std::shared_ptr<std::vector<hitbox::sat::last_axis<float>>> kept;
    std::size_t next = 0;

    template <class Pairs>
    explicit hitbox_repeated_query(const Pairs& pairs)
        : kept{std::make_shared<std::vector<hitbox::sat::last_axis<float>>>(pairs.size())} {
        for (const auto& p : pairs) (*this)(p.a, p.b);
    }
    template <class A, class B>
    bool operator()(const A& a, const B& b) {
        next = next == kept->size() ? 0 : next;
        return hitbox::intersects(in_world(a), in_world(b), (*kept)[next++]);
    }
};

/// The path from the centre of a to that of b.
template <class A, class B>
hitbox::vec2<float> translation_between(const A& a, const B& b) {
    return hitbox::center(in_world(b)) - hitbox::center(in_world(a));
}
constexpr auto hitbox_ray = [](const auto& a, const auto& b) {
    return hitbox::ray_cast(hitbox::ray<float>{hitbox::center(in_world(a)), translation_between(a, b)}, in_world(b));
};
constexpr auto hitbox_cast = [](const auto& a, const auto& b) {
    return hitbox::shape_cast(in_world(a), translation_between(a, b), in_world(b));
};
/// The same path, with a quarter turn.
template <class S>
hitbox::sweep<float> quarter_turn(const body<S>& b, hitbox::vec2<float> by) {
    const hitbox::transform2<float> from = b.transform;
    return {from, {from.translation + by, hitbox::rot2<float>::from_degrees(90) * from.rotation}};
}
/// A type of its own, to distinguish it from a cast along the straight path.
struct turning_cast {
    hitbox::cast_result<float> result;
};
constexpr auto hitbox_impact = [](const auto& a, const auto& b) {
    return turning_cast{hitbox::time_of_impact(a.shape, quarter_turn(a, translation_between(a, b)), b.shape,
                                               hitbox::sweep<float>{b.transform, b.transform})};
};
constexpr auto textbook_intersects = [](const auto& a, const auto& b) { return textbook::intersects(a, b); };
constexpr auto textbook_collide = [](const auto& a, const auto& b) { return textbook::collide(a, b); };
constexpr auto closed_intersects = [](const auto& a, const auto& b) { return textbook::closed::intersects(a, b); };
constexpr auto closed_collide = [](const auto& a, const auto& b) { return textbook::closed::collide(a, b); };

// --- Checks of the answers.

/// 25 units in the last place of float coordinates up to 70. If shapes are nearer to touching than that, either answer
/// is accepted.
constexpr double rounding = 1e-4;
/// If two cores are nearer than this, the direction between them consists mostly of rounding errors.
constexpr double blurred = 1e-2;

struct expected {
    reference::outline a, b;
    double gap, core;
};

inline std::vector<expected>
expectations(const std::vector<scenes::pair<reference::outline, reference::outline>>& pairs) {
    std::vector<expected> list;
    for (const auto& [a, b] : pairs) {
        const double core = reference::core_distance(a, b);
        list.push_back({a, b, core - a.radius - b.radius, core});
    }
    return list;
}

inline bool right(bool hit, const expected& e) { return std::abs(e.gap) <= rounding || hit == (e.gap < 0); }

/// The translation must be as long as the minimum translation, and the shapes must just touch after it.
template <class Contact>
    requires requires(const Contact& c) { c.depth; }
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

template <class A, class B>
bool right(const hitbox::separation<float>& s, const expected& e, const A&, const B&) {
    return right(s.distance == 0, e) && std::abs(static_cast<double>(s.distance) - std::max(e.gap, 0.)) <= rounding;
}
template <class A, class B>
bool right(const hitbox::manifold<float>& m, const expected& e, const A&, const B&) {
    double deepest = -rounding;
    for (const auto& p : m) deepest = std::max(deepest, static_cast<double>(p.depth));
    return right(m.count > 0, e) && (m.count == 0 || std::abs(deepest + e.gap) <= rounding);
}

/// A ray from the centre of a to that of b always hits. The hit is on b's boundary, unless the ray starts inside.
template <class A, class B>
bool right(const std::optional<hitbox::ray_hit<float>>& hit, const expected& e, const A&, const B&) {
    if (!hit) return false;
    const double off = reference::signed_distance({{scenes::to_double(hit->point)}, 0}, e.b);
    return hit->fraction == 0 ? off <= rounding : std::abs(off) <= rounding;
}
/// Moved by this fraction, a must touch b.
template <class A, class B>
bool right(const hitbox::cast_result<float>& cast, const expected& e, const A& a, const B& b) {
    if (e.gap < -rounding) return cast.status == hitbox::cast_status::started_overlapping;
    const point by = scenes::to_double(translation_between(a, b)) * static_cast<double>(cast.fraction);
    return e.gap <= rounding || (cast.status == hitbox::cast_status::hit &&
                                 std::abs(reference::signed_distance(reference::moved(e.a, by), e.b)) <= rounding);
}
template <class S>
bool right(const turning_cast& turning, const expected& e, const body<S>& a, const body<S>& b) {
    const hitbox::cast_result<float>& impact = turning.result;
    if (e.gap < -rounding) return impact.status == hitbox::cast_status::started_overlapping;
    body<S> then = a;
    then.transform = hitbox::interpolate(quarter_turn(a, translation_between(a, b)), impact.fraction);
    return e.gap <= rounding || (impact.status == hitbox::cast_status::hit &&
                                 std::abs(reference::signed_distance(scenes::outline_of(then), e.b)) <= rounding);
}

template <class Pairs, class Query>
void check(const std::string& name, const Pairs& pairs, Query query, const std::vector<expected>& answers) {
    for (std::size_t i = 0; i < pairs.size() && all_right; ++i) {
        const auto& a = pairs[i].a;
        const auto& b = pairs[i].b;
        if constexpr (requires { right(query(a, b), answers[i]); }) all_right = right(query(a, b), answers[i]);
        else all_right = right(query(a, b), answers[i], a, b);
        if (!all_right)
            std::fprintf(stderr, "%s is wrong on pair %zu, whose gap is %g\n", name.c_str(), i, answers[i].gap);
    }
}

// --- Timing.

template <class List, class Call>
void time_each(benchmark::State& state, const List& list, Call call) {
    for (auto _ : state) {
        for (const auto& element : list) {
            auto answer = call(element);
            benchmark::DoNotOptimize(answer);
        }
    }
    const auto count = static_cast<double>(list.size());
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(list.size()));
    using benchmark::Counter;
    state.counters["per_pair"] = Counter(count, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

template <class Pairs, class Query>
void time_pairs(benchmark::State& state, const Pairs& pairs, Query query) {
    time_each(state, pairs, [&query](const auto& p) { return query(p.a, p.b); });
}

constexpr auto ours = [](const auto& s) -> const auto& { return s.ours; };
constexpr auto theirs = [](const auto& s) -> const auto& { return s.theirs; };

/// The pairs of one kind and one percentage. All queries of all libraries share them.
template <class A, class B>
struct series {
    std::string name, percent;
    std::shared_ptr<const scene<A, B>> shared;
    std::vector<expected> answers;

    /// A ray or a cast of hitbox. Its path is computed before anything is timed, as for other libraries.
    template <class Query, class Aimed>
    void add_aimed(const char* what, Query query, Aimed aimed) const {
        const std::string full_name = name + '/' + what + '/' + percent;
        check(full_name, shared->ours, query, answers);
        struct aimed_pair {
            A a;
            B b;
            hitbox::ray<float> from_center;
        };
        const auto list = std::make_shared<std::vector<aimed_pair>>();
        for (const auto& [a, b] : shared->ours)
            list->push_back({a, b, {hitbox::center(in_world(a)), translation_between(a, b)}});
        benchmark::RegisterBenchmark(full_name.c_str(), [list, aimed](benchmark::State& state) {
            time_each(state, *list, [&aimed](const auto& p) { return aimed(p.from_center, p.a, p.b); });
        });
    }
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
series<A, B> make_series(const char* name, std::size_t percent, std::size_t pairs = scenes::pairs_per_scene()) {
    const auto made = std::make_shared<scene<A, B>>(scenes::make_scene<A, B>(20 + percent, percent, pairs));
    return {name, std::to_string(percent), made, expectations(std::exchange(made->outlines, {}))};
}

}  // namespace timed
