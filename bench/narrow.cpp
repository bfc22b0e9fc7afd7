/// The time of one pair of shapes, beside textbook implementations and other libraries.
///
///     hitbox_bench_narrow [--benchmark_filter=REGEX] [--benchmark_out=FILE] ...
///
/// Wrong answers of other libraries are counted and printed. bench/run runs this program and prints a table.

#include "peers.hpp"
#include "timed.hpp"

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace timed;

/// Casts and rays of another library, from centre to centre like those of hitbox. Shapes that start apart must meet.
template <class Peer, class A, class B, class Aim>
void add_peer_casts(const series<A, B>& s, const char* what, Aim aim) {
    const auto casts = std::make_shared<std::vector<decltype(aim(s.shared->ours[0].a, s.shared->ours[0].b))>>();
    for (const auto& [a, b] : s.shared->ours) casts->push_back(aim(a, b));
    const std::string full_name = s.name + '/' + what + '/' + Peer::name + '/' + s.percent;
    int wrong = 0;
    for (std::size_t i = 0; i < casts->size(); ++i) wrong += s.answers[i].gap > .1 && !(*casts)[i]().hit;
    if (wrong != 0) std::fprintf(stderr, "%s is wrong on %d pairs\n", full_name.c_str(), wrong);
    benchmark::RegisterBenchmark(full_name.c_str(), [casts](benchmark::State& state) {
        time_each(state, *casts, [](const auto& cast) { return cast(); });
    });
}

/// The same pairs in another library.
template <class Peer, class A, class B>
void add_peer(const series<A, B>& s) {
    if constexpr (requires(const A& a, const B& b) { Peer::manifold(Peer::of(a), Peer::of(b)); }) {
        struct peer_pair {
            decltype(Peer::of(std::declval<const A&>())) a;
            decltype(Peer::of(std::declval<const B&>())) b;
        };
        const auto pairs = std::make_shared<std::vector<peer_pair>>();
        for (const auto& [a, b] : s.shared->ours) pairs->push_back({Peer::of(a), Peer::of(b)});
        const auto add_query = [&](const char* what, auto query) {
            const std::string full_name = s.name + '/' + what + '/' + Peer::name + '/' + s.percent;
            int wrong = 0;
            for (std::size_t i = 0; i < pairs->size(); ++i)
                wrong += !right(Peer::touches(query((*pairs)[i].a, (*pairs)[i].b)), s.answers[i]);
            if (wrong != 0) std::fprintf(stderr, "%s is wrong on %d pairs\n", full_name.c_str(), wrong);
            benchmark::RegisterBenchmark(full_name.c_str(),
                                         [pairs, query](benchmark::State& state) { time_pairs(state, *pairs, query); });
        };
        add_query("manifold", Peer::manifold);
        if constexpr (requires { Peer::intersects; }) {
            add_query("intersects", Peer::intersects);
            add_query("distance", Peer::distance);
        }
        if constexpr (requires { typename Peer::aimed_cast; }) {
            add_peer_casts<Peer>(s, "ray", [](const A& a, const B& b) {
                return Peer::aim_ray(hitbox::center(in_world(a)), translation_between(a, b), Peer::of(b));
            });
            add_peer_casts<Peer>(s, "cast", [](const A& a, const B& b) {
                return Peer::aim_cast(Peer::of(a), translation_between(a, b), Peer::of(b));
            });
            if constexpr (requires(const A& a) { a.transform; })
                add_peer_casts<Peer>(s, "impact", [](const A& a, const B& b) {
                    return Peer::aim_impact(Peer::of(a), quarter_turn(a, translation_between(a, b)), Peer::of(b),
                                            hitbox::sweep<float>{b.transform, b.transform});
                });
        }
    }
}

constexpr std::size_t percentages[] = {0, 50, 100};

template <class A, class B>
void add(const char* name) {
    for (const std::size_t percent : percentages) {
        const auto s = make_series<A, B>(name, percent);
        s.add("intersects/hitbox", ours, hitbox_intersects);
        s.add("intersects/hitbox_last_axis", ours, hitbox_repeated_query{ours(*s.shared)});
        s.add("intersects/textbook", theirs, textbook_intersects);
        s.add("collide/hitbox", ours, hitbox_collide);
        s.add("collide/textbook", theirs, textbook_collide);
        s.add("distance/hitbox", ours, hitbox_distance);
        s.add("manifold/hitbox", ours, hitbox_manifold);
        s.add_aimed("ray/hitbox", hitbox_ray,
                    [](const hitbox::ray<float>& r, const A&, const B& b) { return hitbox::ray_cast(r, in_world(b)); });
        s.add_aimed("cast/hitbox", hitbox_cast, [](const hitbox::ray<float>& r, const A& a, const B& b) {
            return hitbox::shape_cast(in_world(a), r.translation, in_world(b));
        });
        if constexpr (requires(const A& a) { a.transform; }) s.add("impact/hitbox", ours, hitbox_impact);
        if constexpr (std::is_same_v<A, scenes::obb> && std::is_same_v<B, scenes::obb>) {
            s.add("intersects/textbook_closed", theirs, closed_intersects);
            s.add("collide/textbook_closed", theirs, closed_collide);
        }
#if defined HITBOX_BENCH_BOX2D_3 || defined HITBOX_BENCH_BOX2D_2
        add_peer<peers::box2d>(s);
#endif
#ifdef HITBOX_BENCH_CHIPMUNK
        add_peer<peers::chipmunk>(s);
#endif
    }
}

void add_all() {
    using namespace scenes;
    add<octagon, octagon>("octagon_octagon");
    add<body<octagon>, body<octagon>>("octagon_octagon_at");
    add<obb, obb>("box_box");
    add<triangle, triangle>("triangle_triangle");
    add<ngon<3>, ngon<3>>("ngon_3_ngon_3");
    add<ngon<4>, ngon<4>>("ngon_4_ngon_4");
    add<circle, octagon>("circle_octagon");
    add<capsule, octagon>("capsule_octagon");
    add<circle, circle>("circle_circle");
    add<capsule, capsule>("capsule_capsule");
    add<aabb, aabb>("aabb_aabb");
}

}  // namespace

int main(int argc, char** argv) { return timed::run(argc, argv, add_all); }
