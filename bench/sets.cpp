/// The time of a query of a compound of many pieces, beside a search of Box2D 3's tree by hand, followed by a query of
/// each piece found.
///
///     hitbox_bench_sets [--benchmark_filter=REGEX] [--benchmark_out=FILE] ...
///
/// Boxes and hexagons with random rotations stand on a grid, and some overlap their neighbours. They are queried with
/// capsules, boxes and rays. Names are compound_SHAPE/query/library/pieces; the result is the counter per_pair. The
/// search by hand answers yes or no, and finds the nearest piece or the first piece on a path. No other library
/// computes the minimum translation out of a compound, or a manifold of it. Before timing, answers are compared with
/// those of all pieces, one by one. If one of hitbox's is wrong, the program reports it and ends with status 1.
///
/// The rows compound_SHAPE repeat 50 to 160 queries, whose branches a processor learns. The rows different_rays and
/// different_SHAPE cast thousands of different rays and shapes, as a game does; a processor cannot learn their
/// branches. The rows of stars and tiles have the pieces of both sets in their names: two equal stars overlap by more
/// than half of their radius, and tiles cover a box together. bench/run runs this program and prints a table.

#include "../tests/polygons.hpp"
#include "program.hpp"
#include "sets_peers.hpp"

#include <cmath>
#include <cstdio>
#include <memory>

#include <benchmark/benchmark.h>

namespace {

using namespace sets_bench;

/// Makes pieces on a grid of step 1, of which two thirds of the places are occupied.
scene make_scene(std::size_t count) {
    hitbox_tests::dice d{count};
    const auto real = [&](double low, double high) {
        return static_cast<float>(low + (high - low) * static_cast<double>(d.index(4096)) / 4096);
    };
    scene s;
    const auto side = static_cast<std::size_t>(std::ceil(std::sqrt(1.5 * static_cast<double>(count))));
    for (std::size_t i = 0; s.pieces.size() < count; ++i) {
        if (i % 3 == 2) continue;
        const float radius = real(.4, .6), angle = real(0, 6.28);
        const point middle{static_cast<float>(i % side), static_cast<float>(i / side)};
        const std::size_t corners = d.index(2) == 0 ? 4 : 6;
        std::vector<point> points;
        for (std::size_t k = 0; k < corners; ++k) {
            const float turned = angle + 6.2831853f * static_cast<float>(k) / static_cast<float>(corners);
            points.push_back(middle + point{std::cos(turned), std::sin(turned)} * radius);
        }
        s.pieces.push_back(hitbox::convex_hull(points).value());
    }
    const double max_coordinate = static_cast<double>(side);
    const auto add_shapes = [&](auto& capsules, auto& boxes) {
        const point p{real(-1, max_coordinate), real(-1, max_coordinate)}, axis{real(-.2, .2), real(-.2, .2)};
        capsules.push_back({p - axis, p + axis, real(.05, .15)});
        const point half{real(.05, .3), real(.05, .3)};
        boxes.push_back({p - half, p + half});
    };
    for (int i = 0; i < 256; ++i) {
        add_shapes(s.capsules, s.boxes);
        s.translations.push_back({real(-3, 3), real(-3, 3)});
    }
    while (s.rays.size() < 16384)
        s.rays.push_back({{real(-1, max_coordinate), real(-1, max_coordinate)}, {real(-3, 3), real(-3, 3)}});
    while (s.many_boxes.size() < s.rays.size()) add_shapes(s.many_capsules, s.many_boxes);
    return s;
}

// --- Checks of the answers. Sizes are up to 30, so this is 30 units in the last place of float.
constexpr float rounding = 1e-4f;

/// Computes the answers from all pieces, one by one.
struct by_pieces {
    bool meet = false;
    float distance = std::numeric_limits<float>::infinity(), depth = 0;
};
template <class M>
by_pieces query_all(const std::vector<piece>& pieces, const M& mover) {
    by_pieces found;
    for (const piece& p : pieces) {
        const auto gap = hitbox::distance(p, mover);
        found.meet = found.meet || hitbox::intersects(p, mover);
        found.distance = std::min(found.distance, gap.distance);
        if (const auto hit = hitbox::collide(p, mover)) found.depth = std::max(found.depth, hit->depth);
    }
    return found;
}
float first_hit(const std::vector<piece>& pieces, const hitbox::ray<float>& r) {
    float first = 2;
    for (const piece& p : pieces)
        if (const auto hit = hitbox::ray_cast(r, p)) first = std::min(first, hit->fraction);
    return first;
}

/// Returns true if a cast ends where the shape touches a piece and overlaps none. `known` are the answers at its start.
template <class M>
bool is_right(const hitbox::set_cast_result<float>& cast, const scene& s, const M& mover, point translation,
              const by_pieces& known) {
    const auto there = query_all(s.pieces, hitbox::translated(mover, translation * cast.fraction));
    const bool starts_inside = cast.status == hitbox::cast_status::started_overlapping;
    return starts_inside == (known.depth > 0) && (starts_inside || there.depth <= rounding) &&
           (cast.status != hitbox::cast_status::hit || there.distance <= rounding);
}
template <class M>
bool ours_are_right(const scene& s, const level& all, const std::vector<M>& movers) {
    for (std::size_t i = 0; i < movers.size(); ++i) {
        const M& m = movers[i];
        const by_pieces known = query_all(s.pieces, m);
        const auto hit = hitbox::collide(m, all);
        const hitbox::ray<float> r{hitbox::center(m), s.translations[i]};
        const auto ray_hit = hitbox::ray_cast(r, all);
        const auto cast = hitbox::shape_cast(m, s.translations[i], all);
        const bool right = hitbox::intersects(m, all) == known.meet && hit.has_value() == known.meet &&
                           (!hit || query_all(s.pieces, hitbox::translated(m, hit->mtv())).depth <= rounding) &&
                           (hitbox::contact_manifold(m, all).count > 0) == known.meet &&
                           hitbox::distance(m, all).distance == known.distance &&
                           (ray_hit ? ray_hit->fraction : 2) == first_hit(s.pieces, r) &&
                           is_right(cast, s, m, s.translations[i], known);
        if (!right)
            return std::fprintf(stderr, "hitbox is wrong on mover %zu of %zu pieces\n", i, s.pieces.size()), false;
    }
    return true;
}

// --- Rows.

/// Runs the query for the listed movers.
template <class Query>
void add_row(const std::string& name, const std::shared_ptr<const std::vector<std::size_t>>& listed, Query query) {
    benchmark::RegisterBenchmark(name.c_str(), [listed, query](benchmark::State& state) {
        for (auto _ : state)
            for (const std::size_t i : *listed) {
                auto answer = query(i);
                benchmark::DoNotOptimize(answer);
            }
        using benchmark::Counter;
        state.counters["per_pair"] =
            Counter(static_cast<double>(listed->size()), Counter::kIsIterationInvariantRate | Counter::kInvert);
    });
}

template <class M>
void add_rows(const char* subject, const std::shared_ptr<const scene>& s, const std::vector<M>& list) {
    const auto all = std::make_shared<const level>(s->pieces);
    const auto movers = std::make_shared<const std::vector<M>>(list);
    if (!ours_are_right(*s, *all, list)) return timed::note_wrong(subject, true);
    const auto name = [&](const char* question, const char* who) {
        return std::string{subject} + '/' + question + '/' + who + '/' + std::to_string(s->pieces.size());
    };
    // Shapes that overlap the compound need a minimum translation; the others need a distance and a time.
    std::vector<std::size_t> of_all, of_inner, of_outer;
    for (std::size_t i = 0; i < list.size(); ++i) {
        of_all.push_back(i);
        (intersects(list[i], *all) ? of_inner : of_outer).push_back(i);
    }
    const auto every = std::make_shared<const std::vector<std::size_t>>(of_all),
               inside = std::make_shared<const std::vector<std::size_t>>(of_inner),
               outside = std::make_shared<const std::vector<std::size_t>>(of_outer);
    add_row(name("intersects", "hitbox"), every, [=](std::size_t i) { return intersects((*movers)[i], *all); });
    add_row(name("collide", "hitbox"), inside, [=](std::size_t i) { return collide((*movers)[i], *all); });
    add_row(name("contact_manifold", "hitbox"), inside,
            [=](std::size_t i) { return contact_manifold((*movers)[i], *all); });
    add_row(name("distance", "hitbox"), outside, [=](std::size_t i) { return distance((*movers)[i], *all); });
    add_row(name("ray_cast", "hitbox"), outside, [=](std::size_t i) {
        return ray_cast(hitbox::ray<float>{center((*movers)[i]), s->translations[i]}, *all);
    });
    add_row(name("shape_cast", "hitbox"), outside,
            [=](std::size_t i) { return shape_cast((*movers)[i], s->translations[i], *all); });
#ifdef HITBOX_BENCH_BOX2D_3
    const auto peer = std::make_shared<const box2d_pieces>(s->pieces);
    const auto proxies = std::make_shared<std::vector<b2ShapeProxy>>();
    for (const M& m : list) proxies->push_back(proxy_of(m));
    for (std::size_t i = 0; i < list.size(); ++i) {
        const by_pieces known = query_all(s->pieces, list[i]);
        const float first = first_hit(s->pieces, {center(list[i]), s->translations[i]});
        const float reported = peer->first_hit(to_box2d(center(list[i])), to_box2d(s->translations[i]));
        const float slop = .01f;  // the distance that its casts keep
        if ((known.depth > slop || known.distance > slop) && peer->meets((*proxies)[i]) != known.meet)
            std::fprintf(stderr, "box2d_3 meets or does not: mover %zu of %zu pieces\n", i, s->pieces.size());
        if (std::abs(peer->distance((*proxies)[i]) - known.distance) > slop)
            std::fprintf(stderr, "box2d_3 has another distance: mover %zu of %zu pieces\n", i, s->pieces.size());
        if (std::abs(first - reported) * length(s->translations[i]) > slop)
            std::fprintf(stderr, "box2d_3 has another hit of a ray: mover %zu of %zu pieces\n", i, s->pieces.size());
        const auto cast = shape_cast(list[i], s->translations[i], *all);
        const float touch = peer->first_touch((*proxies)[i], to_box2d(s->translations[i]));
        if (cast.status == hitbox::cast_status::hit &&
            std::abs(cast.fraction - touch) * length(s->translations[i]) > 5 * slop)
            std::fprintf(stderr, "box2d_3 has another end of a cast: mover %zu of %zu pieces\n", i, s->pieces.size());
    }
    add_row(name("intersects", "box2d_3"), every, [=](std::size_t i) { return peer->meets((*proxies)[i]); });
    add_row(name("distance", "box2d_3"), outside, [=](std::size_t i) { return peer->distance((*proxies)[i]); });
    add_row(name("ray_cast", "box2d_3"), outside, [=](std::size_t i) {
        return peer->first_hit(to_box2d(center((*movers)[i])), to_box2d(s->translations[i]));
    });
    add_row(name("shape_cast", "box2d_3"), outside,
            [=](std::size_t i) { return peer->first_touch((*proxies)[i], to_box2d(s->translations[i])); });
#endif
}

/// Rays that start outside, of which each is cast once in an iteration.
void add_rows_of_different_rays(const std::shared_ptr<const scene>& s) {
    const auto all = std::make_shared<const level>(s->pieces);
    const auto outside = std::make_shared<std::vector<std::size_t>>();
    for (std::size_t i = 0; i < s->rays.size(); ++i) {
        const hitbox::ray<float>& r = s->rays[i];
        if (contains(*all, r.origin)) continue;
        outside->push_back(i);
        const auto hit = ray_cast(r, *all);
        if ((hit ? hit->fraction : 2) == first_hit(s->pieces, r)) continue;
        std::fprintf(stderr, "hitbox is wrong on ray %zu of %zu pieces\n", i, s->pieces.size());
        return timed::note_wrong("different_rays", true);
    }
    const std::string pieces = '/' + std::to_string(s->pieces.size());
    add_row("different_rays/ray_cast/hitbox" + pieces, outside,
            [=](std::size_t i) { return ray_cast(s->rays[i], *all); });
#ifdef HITBOX_BENCH_BOX2D_3
    const auto peer = std::make_shared<const box2d_pieces>(s->pieces);
    add_row("different_rays/ray_cast/box2d_3" + pieces, outside, [=](std::size_t i) {
        return peer->first_hit(to_box2d(s->rays[i].origin), to_box2d(s->rays[i].translation));
    });
#endif
}

/// Casts of shapes that start outside, along the translations of the different rays.
template <class M>
void add_rows_of_different_casts(const char* subject, const std::shared_ptr<const scene>& s,
                                 const std::vector<M>& list) {
    const auto all = std::make_shared<const level>(s->pieces);
    const auto movers = std::make_shared<const std::vector<M>>(list);
    const auto outside = std::make_shared<std::vector<std::size_t>>();
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (intersects(list[i], *all)) continue;
        outside->push_back(i);
        const auto cast = shape_cast(list[i], s->rays[i].translation, *all);
        if (is_right(cast, *s, list[i], s->rays[i].translation, by_pieces{})) continue;
        std::fprintf(stderr, "hitbox is wrong on cast %zu of %zu pieces\n", i, s->pieces.size());
        return timed::note_wrong(subject, true);
    }
    const std::string query = std::string{subject} + "/shape_cast/", pieces = '/' + std::to_string(s->pieces.size());
    add_row(query + "hitbox" + pieces, outside,
            [=](std::size_t i) { return shape_cast((*movers)[i], s->rays[i].translation, *all); });
#ifdef HITBOX_BENCH_BOX2D_3
    const auto peer = std::make_shared<const box2d_pieces>(s->pieces);
    const auto proxies = std::make_shared<std::vector<b2ShapeProxy>>();
    for (const M& m : list) proxies->push_back(proxy_of(m));
    add_row(query + "box2d_3" + pieces, outside,
            [=](std::size_t i) { return peer->first_touch((*proxies)[i], to_box2d(s->rays[i].translation)); });
#endif
}

/// Two stars of one polygon each, the second at several places.
void add_rows_of_stars(int tips) {
    std::vector<point> outline;
    for (int i = 0; i < 2 * tips; ++i) {
        const float angle = 3.1415927f * static_cast<float>(i) / static_cast<float>(tips),
                    radius = i % 2 == 0 ? 2 : 1.2f;
        outline.push_back(point{std::cos(angle), std::sin(angle)} * radius);
    }
    const auto star = std::make_shared<const hitbox::compound<float>>(hitbox::make_polygon(outline).value());
    const auto listed = std::make_shared<std::vector<std::size_t>>();
    const auto place = [](std::size_t i) { return point{1 + .125f * static_cast<float>(i), .1f}; };
    for (std::size_t i = 0; i < 9; ++i) {
        listed->push_back(i);
        const auto other = at(*star, place(i));
        const auto found = collide(*star, other);
        if (found && !penetrates(at(*star, found->mtv() * 1.0001f), other)) continue;
        std::fprintf(stderr, "hitbox is wrong on stars of %d tips\n", tips);
        return timed::note_wrong("stars", true);
    }
    add_row("stars/collide/hitbox/" + std::to_string(star->size()), listed,
            [=](std::size_t i) { return collide(*star, at(*star, place(i))); });
}

/// A box that many tiles cover together, and no single one.
void add_row_of_tiles(std::size_t side) {
    const auto size = static_cast<float>(side);
    std::vector<hitbox::aabb<float>> list;
    for (std::size_t i = 0; i < side * side; ++i) {
        const point corner{static_cast<float>(i % side), static_cast<float>(i / side)};
        list.push_back({corner, corner + point{1, 1}});
    }
    const auto tiles = std::make_shared<const hitbox::compound<float>>(list);
    const hitbox::aabb<float> box{{.5f, .5f}, {size - .5f, size - .5f}};
    if (!contains(*tiles, box)) {
        std::fprintf(stderr, "hitbox is wrong on %zu tiles\n", tiles->size());
        return timed::note_wrong("tiles", true);
    }
    add_row("tiles/contains/hitbox/" + std::to_string(tiles->size()),
            std::make_shared<const std::vector<std::size_t>>(std::size_t{1}),
            [=](std::size_t) { return contains(*tiles, box); });
}

}  // namespace

int main(int argc, char** argv) {
    return timed::run(argc, argv, [] {
        for (const std::size_t count : {8, 64, 512}) {
            const auto s = std::make_shared<const scene>(make_scene(count));
            add_rows("compound_capsule", s, s->capsules), add_rows("compound_box", s, s->boxes);
            add_rows_of_different_rays(s);
            add_rows_of_different_casts("different_capsule", s, s->many_capsules);
            add_rows_of_different_casts("different_box", s, s->many_boxes);
        }
        for (const int tips : {5, 8, 12}) add_rows_of_stars(tips);
        for (const std::size_t side : {4, 10, 20}) add_row_of_tiles(side);
    });
}
