// The laws of polygons with holes, and of their pieces. Included once per scalar (`FUZZ_SCALAR`).

#include "../polygons.hpp"
#include "laws.hpp"
#include "queries.hpp"

namespace fuzz {
namespace {

using T = FUZZ_SCALAR;
using points = std::vector<vec2<T>>;

written as_code(const std::vector<points>& rings) {
    std::string text = "rings {";
    for (const points& r : rings) text += "{" + hitbox_tests::code_points(r) + "}, ";
    return text + "}";
}

auto made_of(const std::vector<points>& rings) {
    return make_polygon(rings[0], std::span<const points>{rings}.subspan(1));
}

void check_pieces(const std::vector<points>& rings, const polygon<T>& p) {
    const auto triangles = triangulate(p);
    HOLDS(hitbox_tests::fault_of_partition(p, triangles).empty(), as_code(rings),
          hitbox_tests::fault_of_partition(p, triangles));
    for (const std::size_t max_vertices : {std::size_t{3}, std::size_t{4}, std::size_t{8}, std::size_t{1000}}) {
        const auto parts = convex_parts(p, {.max_vertices = max_vertices});
        HOLDS(hitbox_tests::fault_of_parts(p, parts).empty(), as_code(rings), hitbox_tests::fault_of_parts(p, parts));
        for (std::size_t i = 0; i < parts.size(); ++i) HOLDS(parts[i].size() <= max_vertices, as_code(rings));
    }
    const auto parts = convex_parts(p), plain = convex_parts(p, {.recut_vertices = 0}), least = convex_parts_optimal(p);
    HOLDS(parts.size() <= plain.size(), as_code(rings));
    HOLDS(hitbox_tests::fault_of_parts(p, least).empty(), as_code(rings), hitbox_tests::fault_of_parts(p, least));
    HOLDS(least.size() <= parts.size() && plain.size() <= 4 * least.size(), as_code(rings));
    const compound<T> whole{p};
    HOLDS(hitbox::valid(whole) && bounds(whole) == bounds(p), as_code(rings));
}

/// An accepted polygon has all its points unchanged; a refused one has a printable reason and a place. This also holds
/// for rings in the other winding, and for holes in another order.
void check_rings(const std::vector<points>& rings) {
    const auto made = made_of(rings);
    std::vector<points> others = rings;
    for (points& r : others) std::reverse(r.begin(), r.end());
    std::reverse(others.begin() + 1, others.end());
    HOLDS(made.has_value() == made_of(others).has_value(), as_code(rings));
    points all;
    for (const points& r : rings) all.insert(all.end(), r.begin(), r.end());
    const bool finite = std::all_of(all.begin(), all.end(), [](vec2<T> p) { return is_finite(p); });
    const auto check = check_polygon(rings[0], std::span<const points>{rings}.subspan(1));
    HOLDS(check.valid == made.has_value(), as_code(rings));
    if (!made) {
        HOLDS(made.error() == check.error && made.index() == check.first, as_code(rings));
        HOLDS(to_string(made.error()) != nullptr && made.index() <= all.size(), as_code(rings));
        return;
    }
    HOLDS(finite, as_code(rings));
    HOLDS(std::equal(all.begin(), all.end(), made->points().begin(), made->points().end()), as_code(rings));
    for (const vec2<T> p : all) HOLDS(contains(*made, p), as_code(rings), p);
    HOLDS(!std::isnan(area(*made)) && no_nan(centroid(*made)) && !std::isnan(second_moment(*made)), as_code(rings));
    check_pieces(rings, *made);
}

/// Polygons of whole numbers are accepted exactly if brute force finds them valid.
void check_grid(bytes& in) {
    const int size = 2 + static_cast<int>(in.index(14));
    hitbox_tests::rings all(1 + in.index(3));
    const auto coordinate = [&] { return static_cast<std::int64_t>(in.byte() % size); };
    for (hitbox_tests::ring& r : all) {
        r.resize(in.index(&r == &all[0] ? 17 : 7));
        for (auto& p : r) p.x = coordinate(), p.y = coordinate();
    }
    std::vector<points> rings;
    for (const hitbox_tests::ring& r : all) rings.push_back(hitbox_tests::to_points<T>(r));
    HOLDS(made_of(rings).has_value() == hitbox_tests::sound(all), as_code(rings));
    check_rings(rings);
}

/// A star about the middle of a grid. It is always valid or flat, so that pieces are tested often.
void check_star(bytes& in) {
    points star;
    const std::size_t n = 3 + in.index(38);
    for (std::size_t i = 0; i < n; ++i) {
        const auto turn = rot2<T>::from_degrees(static_cast<T>(360. * static_cast<double>(i) / static_cast<double>(n)));
        star.push_back(vec2<T>{turn.c, turn.s} * static_cast<T>(1 + in.byte()));
    }
    check_rings({star});
}

}  // namespace

template <>
void solids<T>(bytes& in) {
    switch (in.index(4)) {
        case 0: return check_grid(in);
        case 1: return check_star(in);
        default: break;
    }
    maker<T> make{in};
    std::vector<points> rings(1 + in.index(3));
    for (points& r : rings) r = make.some_points(&r == &rings[0] ? 16 : 6);
    check_rings(rings);
}

}  // namespace fuzz
