#pragma once
// The laws of the triangles and the convex pieces of any polygon with whole coordinates.

#include "catch_compat.hpp"
#include "polygons.hpp"

namespace hitbox_tests {

/// Returns twice the area of the outline without its holes, whatever the winding of the rings.
inline std::int64_t twice_area_within(const rings& all) {
    std::int64_t sum = 0;
    for (const ring& r : all) {
        const std::int64_t own = twice_area(r), size = own < 0 ? -own : own;
        sum += &r == &all[0] ? size : -size;
    }
    return sum;
}

inline std::vector<grid_point> points_of(const rings& all) {
    std::vector<grid_point> points;
    for (const ring& r : all) points.insert(points.end(), r.begin(), r.end());
    return points;
}

/// Returns twice the sum of the areas of all pieces, each a cycle of indices, in integers.
template <class Pieces>
std::int64_t twice_area_of_pieces(const rings& all, const Pieces& pieces) {
    const std::vector<grid_point> points = points_of(all);
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < pieces.size(); ++k) {
        const auto& piece = pieces[k];
        for (std::size_t i = 2; i < piece.size(); ++i)
            sum += turn(points[piece[0]], points[piece[i - 1]], points[piece[i]]);
    }
    return sum;
}

/// Checks that the triangles are the same in any unit, and their area in integers.
template <class T>
void check_triangles(const rings& all) {
    CAPTURE(to_text(all));
    const auto made = to_polygon<T>(all);
    REQUIRE(made);
    const auto triangles = hitbox::triangulate(*made);
    CHECK(fault_of_partition(*made, triangles) == "");
    CHECK(twice_area_of_pieces(all, triangles) == twice_area_within(all));
    for (const T unit : {static_cast<T>(0x1p-80), static_cast<T>(0x1p+100)}) {
        const auto scaled = to_polygon<T>(all, unit);
        REQUIRE(scaled);
        CHECK(hitbox::triangulate(*scaled) == triangles);
    }
}

inline bool same(const hitbox::convex_partition& a, const hitbox::convex_partition& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!std::equal(a[i].begin(), a[i].end(), b[i].begin(), b[i].end())) return false;
    return true;
}

/// Checks the convex pieces without and with a limit of vertices, and the fewest pieces of outlines of up to
/// `max_points`.
template <class T>
void check_parts(const rings& all, std::size_t max_points = static_cast<std::size_t>(-1)) {
    using hitbox::convex_partition, hitbox::convex_parts;
    CAPTURE(to_text(all));
    const auto made = to_polygon<T>(all);
    REQUIRE(made);
    const convex_partition parts = convex_parts(*made), plain = convex_parts(*made, {.recut_vertices = 0});
    CHECK(fault_of_parts(*made, parts) == "");
    CHECK(fault_of_parts(*made, plain) == "");
    CHECK(twice_area_of_pieces(all, parts) == twice_area_within(all));
    CHECK(parts.size() <= plain.size());
    for (const std::size_t max_vertices : {std::size_t{3}, std::size_t{4}, std::size_t{8}}) {
        const convex_partition limited = convex_parts(*made, {.max_vertices = max_vertices});
        CHECK(fault_of_parts(*made, limited) == "");
        for (std::size_t i = 0; i < limited.size(); ++i) CHECK(limited[i].size() <= max_vertices);
    }
    for (const T unit : {static_cast<T>(0x1p-80), static_cast<T>(0x1p+100)})
        CHECK(same(convex_parts(*to_polygon<T>(all, unit)), parts));
    if (made->size() > max_points) return;
    const convex_partition least = convex_parts_optimal(*made);
    CHECK(fault_of_parts(*made, least) == "");
    CHECK(least.size() <= parts.size());
    for (const std::size_t max_vertices : {std::size_t{3}, std::size_t{5}}) {
        const convex_partition limited = convex_parts_optimal(*made, max_vertices);
        CHECK(fault_of_parts(*made, limited) == "");
        CHECK(twice_area_of_pieces(all, limited) == twice_area_within(all));
        for (std::size_t i = 0; i < limited.size(); ++i) CHECK(limited[i].size() <= max_vertices);
    }
    CHECK(plain.size() <= 4 * least.size());
}

}  // namespace hitbox_tests
