#pragma once
/// The face of the outline at a contact: edges of neighbouring pieces that are in line up to rounding count as one.

#include <hitbox/narrow/manifold.hpp>
#include <hitbox/sets/internal_edges.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A vertex of a piece, and its number in the ids of contact points.
struct named_vertex {
    vec2<double> point{};
    unsigned name = 0;
};
struct named_edge {
    named_vertex from, to;
};
using named_edge_list = small_list<named_edge, 32>;

/// Whether each of two solids is a set. In the ids of a set, the ends of a face are 0 and 1, whichever pieces the face
/// runs over: a search finds only the pieces near the other solid, and so not always the last piece of the face.
struct solid_kinds {
    bool is_set_a = false, is_set_b = false;
};
/// Returns the number of a vertex in ids, modulo 2^15. Each piece has 16 numbers, which is enough for the eight
/// vertices of a piece. The numbers of a set begin at 16.
[[nodiscard]] inline unsigned name_of_vertex(std::size_t piece, std::uint32_t vertex, bool is_set) noexcept {
    return (16 * (static_cast<unsigned>(piece) + unsigned{is_set}) + vertex) & 0x7fff;
}

/// Returns the edges, counter-clockwise, of all pieces of the solid or of the mover with this radius.
[[nodiscard]] inline named_edge_list edges_of_side(const sum_list& list, bool of_solid, double radius, bool is_set) {
    named_edge_list edges;
    const minkowski_sum* last = nullptr;
    for (const minkowski_sum& s : list.sums) {
        if ((of_solid ? s.radius - s.radius_of_mover : s.radius_of_mover) != radius) continue;
        if (!of_solid && last && last->mover == s.mover) continue;  // the sums of one mover piece repeat its edges
        last = &s;
        const auto sum = list.edges_of(s);
        const auto vertex = [&](const sum_edge& e) {
            const std::uint32_t index = e.of_solid == of_solid ? e.reference : e.other;
            return named_vertex{of_solid ? e.solid : e.mover,
                                name_of_vertex(of_solid ? s.solid : s.mover, index, is_set)};
        };
        for (std::size_t i = 0; i < sum.size(); ++i) {
            const named_edge e{vertex(sum[i]), vertex(sum[next_index(i, sum.size())])};
            if (e.from.point != e.to.point) edges.push_back(e);
        }
    }
    return edges;
}

/// A face of the outline as a hull of one to three vertices: a vertex, an edge that may run over several pieces, or a
/// vertex with the edges on both sides.
struct outline_face {
    named_vertex points[3]{};
    std::size_t count = 0, at = 0;  // `at`: the index of the edge's first vertex, or of the vertex
};

/// Finds the faces of the outline of all pieces with one radius.
class outline_walker {
public:
    outline_walker(const sum_list& list, bool of_solid, double radius, bool is_set, double tolerance)
        : edges_{edges_of_side(list, of_solid, radius, is_set)}, is_set_{is_set}, tolerance_{tolerance} {}

    /// Returns the face that contains an edge, extended over all edges that continue the edge on its line.
    [[nodiscard]] outline_face about_edge(named_vertex from, named_vertex to) const {
        const named_edge run = extended({from, to});
        return {{run.from, run.to}, 2, 0};
    }
    /// Returns the face at a vertex. Of the edges that end or begin there, the ones that extend farthest along
    /// `outward` belong to the outline; the others are inside of the union.
    [[nodiscard]] outline_face about_vertex(named_vertex v, vec2<double> outward) const {
        const named_edge *in = best_edge(v, outward, false), *out = best_edge(v, outward, true);
        if (!in || !out) return {{v}, 1, 0};
        const named_edge before = extended(*in), after = extended(*out);
        // A run that is level, up to rounding, touches as a whole, also if it passes over the vertex.
        for (const named_edge* run : {&before, &after}) {
            const vec2<double> d = run->to.point - run->from.point;
            if (!(magnitude(dot(outward, d)) > tolerance_) && cross(outward, d) > tolerance_)
                return {{run->from, run->to}, 2, 0};
        }
        if (before.from.point == after.to.point) return {{before.from, v}, 2, 1};
        if (!(exact::orient2d(before.from.point, v.point, after.to.point) > 0)) return {{before.from, after.to}, 2, 0};
        return {{before.from, v, after.to}, 3, 1};
    }

private:
    /// Returns the edge that begins or ends at a vertex and extends farthest along `outward`, or null. Of the edges
    /// along a line, such as both sides of a segment, it is the one with the outside on its right. The
    /// function is compiled for size, because the edges are few.
    [[nodiscard, gnu::cold, gnu::noinline]] const named_edge* best_edge(named_vertex v, vec2<double> outward,
                                                                        bool begins) const {
        const named_edge* best = nullptr;
        double highest = 0;
        for (const named_edge& e : edges_) {
            if ((begins ? e.from : e.to).point != v.point) continue;
            const vec2<double> d = unit_or(e.to.point - e.from.point, vec2<double>{});
            const double height = (begins ? 1 : -1) * dot(outward, d) + (cross(outward, d) > 0 ? 2 : 0);
            if (!best || height > highest) best = &e, highest = height;
        }
        return best;
    }
    /// Returns an edge, extended over all edges that continue it in either direction. The vertices between the ends of
    /// the result are on its line up to the tolerance.
    [[nodiscard]] named_edge extended(named_edge run) const {
        small_list<vec2<double>, 16> between;
        const auto join = [&](const named_edge& first, const named_edge& second) {
            const vec2<double> from = first.from.point, chord = second.to.point - from;
            if (!(dot(chord, second.to.point - run.to.point) > 0) && !(dot(chord, run.from.point - from) > 0))
                return false;
            const double limit = tolerance_ * length_of(chord);
            const auto is_beyond = [&](named_vertex v, named_vertex w) {
                return dot(chord, v.point - w.point) > limit;
            };
            const auto is_off_line = [&](vec2<double> p) { return magnitude(cross(chord, p - from)) > limit; };
            if (is_off_line(first.to.point) || is_off_line(second.from.point)) return false;
            const bool is_longer = is_beyond(second.to, run.to) || is_beyond(run.from, first.from);
            const bool is_forward = is_beyond(first.to, first.from) && is_beyond(second.to, second.from);
            if (!is_longer || !is_forward || is_beyond(second.from, first.to)) return false;
            if (detail::any_of(between, is_off_line)) return false;
            between.push_back(first.to.point), between.push_back(second.from.point);
            run = {first.from, second.to};
            return true;
        };
        for (bool more = true; more;) {  // in both orders, of which one is usually that of the pieces along the line
            more = false;
            for (std::size_t i = 0; i < 2 * edges_.size(); ++i) {
                const named_edge& e = edges_[i < edges_.size() ? i : 2 * edges_.size() - 1 - i];
                more = join(run, e) || join(e, run) || more;
            }
        }
        if (is_set_) run.from.name = 0, run.to.name = 1;
        return run;
    }

    named_edge_list edges_;
    bool is_set_;
    double tolerance_;  // of a distance from a line
};

/// A face as a rounded hull, for the functions that clip faces.
template <exact_real T>
class face_hull {
public:
    face_hull(const outline_face& face, double radius, double scale) noexcept : face_{face} {
        for (std::size_t i = 0; i < face.count; ++i) {
            const vec2<T> p = vec_cast<T>(face.points[i].point * (1 / scale));
            x_[i] = p.x, x_[4 + i] = p.y;
            hull_.max_abs_coordinate = larger(hull_.max_abs_coordinate, larger(magnitude(p.x), magnitude(p.y)));
        }
        hull_.columns = x_, hull_.lanes = 4, hull_.count = static_cast<std::uint32_t>(face.count);
        hull_.radius = static_cast<T>(radius / scale);
        if constexpr (std::same_as<T, double>) hull_.scale = scale;
    }
    face_hull(const face_hull&) = delete;
    face_hull& operator=(const face_hull&) = delete;

    [[nodiscard]] const rounded_hull<T>& hull() const noexcept { return hull_; }
    [[nodiscard]] std::uint32_t at() const noexcept { return static_cast<std::uint32_t>(face_.at); }
    /// Returns the id of a feature of the hull. It contains the number of the feature's vertex.
    [[nodiscard]] unsigned name(unsigned feature) const noexcept {
        return face_.points[(feature & 0x7fff) < 3 ? feature & 0x7fff : 0].name | (feature & edge_feature);
    }

private:
    outline_face face_;
    T x_[8]{};
    rounded_hull<T> hull_;
};

/// Returns true if two facets of sums are on one line, up to the rounding of coordinates.
[[nodiscard]] inline bool are_in_line(const active_facet& f, const active_facet& g, double tolerance) noexcept {
    if (f.is_arc || g.is_arc || !(dot(f.normal, g.normal) > 0)) return false;
    const vec2<double> along = f.edge->direction(), to_first = g.edge->start() - f.edge->start(),
                       to_last = to_first + g.edge->direction();
    const double length = length_of(along);
    const auto is_on_line = [&](vec2<double> to) {  // what is farther away than the facet is long is less certain
        return magnitude(cross(along, to)) <= tolerance * (length + 2 * length_of(to));
    };
    return is_on_line(to_first) && is_on_line(to_last);
}

/// Returns the contact points of two outlines along a facet of one of their sums. If `touching` is true, the depth is
/// 0.
template <exact_real T>
[[nodiscard]] manifold<T> manifold_along_facet(const sum_list& list, const active_facet& facet, bool touching,
                                               solid_kinds kinds = {}) {
    const minkowski_sum& s = list.sums[facet.sum];
    const auto sum = list.edges_of(s);
    const sum_edge& e = *facet.edge;
    const sum_edge& next = &e + 1 == sum.data() + sum.size() ? sum.front() : *(&e + 1);
    const double radius_a = s.radius_of_mover, radius_b = s.radius - s.radius_of_mover;
    const vec2<double> n = vec2<double>{} - facet.normal;  // from a to b
    const auto name = [&](const sum_edge& at, bool solid) {
        return name_of_vertex(solid ? s.solid : s.mover, at.of_solid == solid ? at.reference : at.other,
                              solid ? kinds.is_set_b : kinds.is_set_a);
    };
    manifold<T> result;
    if (facet.is_arc) {
        const vec2<double> on_a = e.mover + n * radius_a, on_b = e.solid - n * radius_b;
        result.normal = unsigned_zeros(vec_cast<T>(n)), result.count = 1;
        const double depth = touching ? 0 : dot(n, on_a - on_b);
        result.points[0] = {unsigned_zeros(vec_cast<T>(midpoint(on_a, on_b) * (1 / list.scale))),
                            round_to<T>(depth / list.scale), name(e, false) << 16 | name(e, true)};
        return result;
    }
    const double tolerance = face_tolerance(T(1), list.max_abs_coordinate);
    const outline_walker walk_a{list, false, radius_a, kinds.is_set_a, tolerance},
        walk_b{list, true, radius_b, kinds.is_set_b, tolerance};
    const named_vertex a0{e.mover, name(e, false)}, b0{e.solid, name(e, true)};
    const bool parallel = e.of_solid && e.mover != next.mover;
    const outline_face face_b = e.of_solid ? walk_b.about_edge(b0, {next.solid, name(next, true)})
                                           : walk_b.about_vertex(b0, facet.normal),
                       face_a = !e.of_solid || parallel ? walk_a.about_edge(a0, {next.mover, name(next, false)})
                                                        : walk_a.about_vertex(a0, n);
    const face_hull<T> a{face_a, radius_a, list.scale}, b{face_b, radius_b, list.scale};
    // The direction of the whole extended face, so that the normal has the same bits for every piece of the face.
    const vec2<double> along =
        e.of_solid ? face_b.points[1].point - face_b.points[0].point : face_a.points[1].point - face_a.points[0].point;
    const vec2<double> out_of_face = unit_or(vec2<double>{along.y, 0 - along.x}, facet.normal);
    hull_separation<T> found;
    found.of_b = e.of_solid;
    found.reference = e.of_solid ? b.at() : a.at(), found.other = e.of_solid ? a.at() : b.at();
    found.normal = out_of_face;
    const rounded_hull<T>&hull = found.of_b ? b.hull() : a.hull(), &other = found.of_b ? a.hull() : b.hull();
    found.core = dot(found.normal, other.widened(found.other) - hull.widened(found.reference));
    found.gap = found.core - (radius_a + radius_b);
    if (touching || found.gap > 0) found.gap = 0, found.core = radius_a + radius_b;
    found.kind = found.gap < 0 ? relation::penetrating : relation::touching;
    manifold_along(result, found, a.hull(), b.hull(), T(0));
    for (int i = 0; i < result.count; ++i) {
        unsigned& id = result.points[i].id;
        id = a.name(id >> 16) << 16 | b.name(id & 0xffff);
    }
    return result;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
