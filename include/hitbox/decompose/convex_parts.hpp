#pragma once
/// Fast convex decomposition of a polygon.

#include <hitbox/core/lists.hpp>
#include <hitbox/decompose/minimum_parts.hpp>
#include <hitbox/decompose/triangulate.hpp>

namespace hitbox {

/// The options of `convex_parts`.
struct convex_parts_options {
    /// The maximum number of vertices of a piece. 3 leaves triangles; smaller numbers count as 3.
    std::size_t max_vertices = static_cast<std::size_t>(-1);
    /// Neighbouring pieces with up to this many vertices together are cut again, into the fewest pieces. The time grows
    /// about with the square of this number. Numbers up to 4 keep the pieces of Hertel and Mehlhorn.
    std::size_t recut_vertices = 12;
};

namespace detail {
inline namespace HITBOX_ISA {

/// Removes diagonals of a triangulation while the pieces stay convex (Hertel and Mehlhorn 1983). Half-edge 3 t + k
/// leads from vertex k of triangle t to the next one.
template <real T>
class piece_merger {
public:
    piece_merger(std::span<const vec2<T>> points, const triangle_list& triangles, std::size_t max_vertices)
        : points_{points}, max_vertices_{max_vertices} {
        const auto n = static_cast<std::uint32_t>(3 * triangles.size());
        next_.resize(n), last_.resize(n), mate_.assign(n, no_index), gone_.assign(n, 0);
        for (std::uint32_t h = 0; h < n; ++h) next_[h] = h % 3 == 2 ? h - 2 : h + 1, last_[next_[h]] = h;
        size_.assign(triangles.size(), 3), parent_.resize(triangles.size());
        for (std::uint32_t t = 0; t < parent_.size(); ++t) parent_[t] = t;
        for (const auto& t : triangles)
            for (const std::uint32_t i : t) from_.push_back(i);
        find_mates();
    }

    void merge_all() {
        value_list<std::uint32_t> inner;
        for (std::uint32_t h = 0; h < next_.size(); ++h)
            if (mate_[h] != no_index && h < mate_[h]) inner.push_back(h);
        for (const std::uint32_t h : inner) merge_across(h);
    }

    /// Improves the pieces. Their number depends on the triangles more than on the order of removal. Neighbouring
    /// pieces with up to `limit` vertices together are therefore cut again, into the fewest pieces.
    void recut(std::size_t limit) {
        label_.assign(next_.size(), no_index);
        sizes_.clear();
        for (std::uint32_t h = 0; h < next_.size(); ++h)
            if (gone_[h] == 0 && label_[h] == no_index)
                sizes_.push_back(0), label_cycle(h, static_cast<std::uint32_t>(sizes_.size() - 1));
        value_list<std::uint8_t> tried(sizes_.size(), 0);
        joined_.assign(sizes_.size(), no_index);
        for (std::uint32_t h = 0; h < next_.size(); ++h)
            if (gone_[h] == 0 && tried[label_[h]]++ == 0) recut_around(h, limit);
    }

    [[nodiscard]] convex_partition pieces() const {
        convex_partition parts;
        value_list<std::uint8_t> seen(next_.size(), 0);
        std::vector<outline_vertex<T>> piece;
        for (std::uint32_t start = 0; start < next_.size(); ++start) {
            if (gone_[start] != 0 || seen[start] != 0) continue;
            piece.clear();
            for (std::uint32_t h = start; seen[h] == 0; h = next_[h]) {
                seen[h] = 1;
                piece.push_back({points_[from(h)], from(h), mate_[h] == no_index});
            }
            add_piece<T>(parts, piece);
        }
        return parts;
    }

private:
    [[nodiscard]] std::uint32_t from(std::uint32_t h) const noexcept { return from_[h]; }
    [[nodiscard]] std::uint32_t to(std::uint32_t h) const noexcept { return from(next_[h]); }

    void find_mates() {
        value_list<keyed_index<std::uint64_t>> edges;
        for (std::uint32_t h = 0; h < next_.size(); ++h) {
            const std::uint64_t a = from(h), b = to(h);
            edges.push_back({(std::min)(a, b) << 32 | (std::max)(a, b), h});
        }
        radix_sort(edges);
        for (std::size_t i = 0; i + 1 < edges.size(); ++i)
            if (edges[i].key == edges[i + 1].key)
                mate_[edges[i].index] = edges[i + 1].index, mate_[edges[i + 1].index] = edges[i].index;
    }

    /// Returns the kind of vertex that remains at the start of half-edge h if h is removed: 1 for convex, 0 for a
    /// straight angle between two border edges, -1 for any other.
    [[nodiscard]] int vertex_without(std::uint32_t h) const noexcept {
        const std::uint32_t in = last_[h], out = next_[mate_[h]];
        const auto turn = exact::orient2d(points_[from(in)], points_[from(h)], points_[to(out)]);
        if (turn == 0) return mate_[in] == no_index && mate_[out] == no_index ? 0 : -1;
        return turn > 0 ? 1 : -1;
    }
    [[nodiscard]] std::uint32_t piece_of(std::uint32_t h) noexcept {
        std::uint32_t t = h / 3;
        while (parent_[t] != t) t = parent_[t] = parent_[parent_[t]];
        return t;
    }

    /// Removes the diagonal of half-edge h if the merged piece is convex and has at most `max_vertices_` vertices.
    bool merge_across(std::uint32_t h) {
        const std::uint32_t m = mate_[h];
        const int start = vertex_without(h), end = start < 0 ? -1 : vertex_without(m);
        if (start < 0 || end < 0) return false;
        const std::uint32_t p = piece_of(h), q = piece_of(m);
        const std::size_t vertices = std::size_t{size_[p]} + size_[q] - 4 + static_cast<std::size_t>(start + end);
        if (vertices > max_vertices_) return false;
        parent_[q] = p, size_[p] = static_cast<std::uint32_t>(vertices);
        join(last_[h], next_[m]), join(last_[m], next_[h]);
        gone_[h] = gone_[m] = 1;
        return true;
    }
    void join(std::uint32_t in, std::uint32_t out) noexcept { next_[in] = out, last_[out] = in; }

    void label_cycle(std::uint32_t start, std::uint32_t label) {
        sizes_[label] = 0;
        std::uint32_t h = start;
        do label_[h] = label, ++sizes_[label], h = next_[h];
        while (h != start);
    }

    /// Joins pieces to the piece of `start`, while the result has at most `limit` vertices. A piece is joined only if
    /// it shares exactly one edge with the pieces that are already joined, so that the result has no hole.
    void join_neighbours(std::uint32_t start, std::size_t limit) {
        front_.clear(), taken_.clear();
        labels_.assign(1, label_[start]);
        joined_[label_[start]] = start;
        std::size_t size = sizes_[label_[start]];
        const auto add_cycle = [this](std::uint32_t from_here) {
            std::uint32_t h = from_here;
            do front_.push_back(h), h = next_[h];
            while (h != from_here);
        };
        add_cycle(start);
        for (std::size_t i = 0; i < front_.size(); ++i) {
            const std::uint32_t g = front_[i], m = mate_[g];
            if (m == no_index || joined_[label_[m]] == start || size + sizes_[label_[m]] - 2 > limit) continue;
            bool once = true;
            for (std::uint32_t h = next_[m]; h != m && once; h = next_[h])
                once = mate_[h] == no_index || joined_[label_[mate_[h]]] != start;
            if (!once) continue;
            size += sizes_[label_[m]] - 2;
            joined_[label_[m]] = start, labels_.push_back(label_[m]);
            add_cycle(m);
            join(last_[g], next_[m]), join(last_[m], next_[g]);
            taken_.push_back(g);
        }
    }
    /// Restores the diagonals that `join_neighbours` removed.
    void put_back() {
        for (std::size_t i = taken_.size(); i-- > 0;)
            for (const std::uint32_t h : {taken_[i], mate_[taken_[i]]}) join(last_[h], h), join(h, next_[h]);
    }

    void recut_around(std::uint32_t start, std::size_t limit) {
        join_neighbours(start, limit);
        if (labels_.size() < 3) return put_back();  // two pieces that could be one were merged before
        std::uint32_t first = no_index;
        for (const std::uint32_t h : front_) {
            const bool gone = detail::any_of(taken_, [&](std::uint32_t g) { return h == g || h == mate_[g]; });
            if (!gone && (first == no_index || before(points_[from(h)], points_[from(first)]))) first = h;
        }
        around_.clear(), outline_.clear();
        std::uint32_t h = first;
        do {
            around_.push_back(h);
            outline_.push_back({points_[from(h)], from(h), mate_[h] == no_index});
            h = next_[h];
        } while (h != first);
        const minimum_parts<T> minimum{outline_};
        if (minimum.count() >= labels_.size() || (max_vertices_ < limit && !all_fit(minimum))) return put_back();
        install(minimum);
    }

    /// Returns true if no piece has more vertices than allowed.
    [[nodiscard]] bool all_fit(const minimum_parts<T>& minimum) {
        bool fit = true;
        convex_partition parts;
        minimum.add_to(parts);
        for (std::size_t i = 0; i < parts.size(); ++i) fit = fit && parts[i].size() <= max_vertices_;
        return fit;
    }

    /// Replaces the joined pieces by the pieces of the minimum partition.
    void install(const minimum_parts<T>& minimum) {
        struct diagonal {
            std::size_t i, k;
            std::uint32_t h;
        };
        value_list<diagonal> known;
        value_list<std::size_t> piece;
        std::size_t used = 0, pieces = 0;
        for (const std::uint32_t g : taken_) gone_[g] = gone_[mate_[g]] = 1;
        // Returns the first and the last half-edge of the side from vertex i to k. A side on the outline may have
        // several half-edges; a diagonal has one, which is taken from the removed ones.
        const auto edge_between = [&](std::size_t i, std::size_t k) -> std::pair<std::uint32_t, std::uint32_t> {
            if (minimum.is_edge_of_outline(i, k)) return {around_[i], around_[previous_index(k, around_.size())]};
            for (const diagonal& d : known)
                if (d.i == k && d.k == i) return {mate_[d.h], mate_[d.h]};
            const std::uint32_t g = taken_[used++];
            gone_[g] = gone_[mate_[g]] = 0;
            from_[g] = outline_[i].index, from_[mate_[g]] = outline_[k].index;
            known.push_back({i, k, g});
            return {g, g};
        };
        minimum.for_each_piece([&](std::size_t i, bool) { piece.push_back(i); },
                               [&] {
                                   const std::size_t n = piece.size();
                                   auto last = edge_between(piece[n - 1], piece[0]);
                                   const std::uint32_t start = last.first;
                                   for (std::size_t c = 0; c + 1 < n; ++c) {
                                       const auto next = edge_between(piece[c], piece[c + 1]);
                                       join(last.second, next.first);
                                       last = next;
                                   }
                                   join(last.second, start);
                                   label_cycle(start, labels_[pieces++]);
                                   piece.clear();
                               });
    }

    std::span<const vec2<T>> points_;
    std::size_t max_vertices_;
    // By half-edge: its first point, the next and the previous one of its piece, the opposite one (`no_index` on the
    // border), and whether it was removed.
    value_list<std::uint32_t> from_, next_, last_, mate_;
    value_list<std::uint8_t> gone_;
    value_list<std::uint32_t> size_, parent_;  // by triangle: vertices of the piece, and its parent in the union-find
    // Data of `recut`. By half-edge: the label of its piece. By label: the number of vertices including straight
    // angles, and the half-edge around which the piece was joined last. Then the labels and half-edges of the joined
    // pieces, the removed diagonals, and the half-edges and vertices of the joined outline.
    value_list<std::uint32_t> label_, sizes_, joined_, labels_, front_, taken_, around_;
    std::vector<outline_vertex<T>> outline_;
};

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns convex pieces of a polygon, with holes or without, in O(n log n) (Hertel and Mehlhorn 1983): at most four
/// times the smallest number that diagonals can make, and about 1.05 times that number on average. Returns no pieces
/// for an empty polygon.
template <real T>
[[nodiscard]] convex_partition convex_parts(const polygon<T>& p, const convex_parts_options& options = {}) {
    const auto triangles = triangulate(p);
    detail::piece_merger<T> merger{p.points(), triangles, options.max_vertices};
    merger.merge_all();
    if (options.recut_vertices > 4) merger.recut(options.recut_vertices);
    return merger.pieces();
}

/// Returns convex pieces of at most `max_vertices` vertices each; numbers below 3 count as 3.
template <real T, std::integral Count>
[[nodiscard]] convex_partition convex_parts(const polygon<T>& p, Count max_vertices) {
    convex_parts_options options;
    options.max_vertices = max_vertices < Count{3} ? std::size_t{3} : static_cast<std::size_t>(max_vertices);
    return convex_parts(p, options);
}
template <detail::is_reported R, class... Options>
void convex_parts(const R&, const Options&...) = delete;  // write convex_parts(*it) for a result of make_polygon

/// Returns the convex pieces as shapes with room for N vertices each, counter-clockwise, with the coordinates of the
/// polygon's points: ready for a renderer, or for a physics engine with a limit of vertices. Returns none for an empty
/// polygon.
template <std::size_t N = 8, real T>
    requires(N >= 3)
[[nodiscard]] std::vector<convex_polygon<T, N>> convex_polygons(const polygon<T>& p) {
    const convex_partition parts = convex_parts(p, N);
    std::vector<convex_polygon<T, N>> pieces;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        vertex_list<T, N> vertices;
        for (const std::uint32_t k : parts[i]) vertices.push_back(p[k]);
        pieces.push_back(detail::polygon_maker::fill<N>(vertices));
    }
    return pieces;
}

/// Returns the triangles of `triangulate` as shapes, counter-clockwise. Returns none for an empty polygon.
template <real T>
[[nodiscard]] std::vector<triangle<T>> triangles(const polygon<T>& p) {
    std::vector<triangle<T>> all;
    for (const auto& t : triangulate(p)) all.push_back({p[t[0]], p[t[1]], p[t[2]]});
    return all;
}
template <detail::is_reported R>
void triangles(const R&) = delete;  // write triangles(*it); `it` is the result of make_polygon(points)

}  // namespace HITBOX_ISA
}  // namespace hitbox
