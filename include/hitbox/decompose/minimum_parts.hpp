#pragma once
/// The dynamic program behind convex_parts_optimal: the fewest convex pieces of one outline.

#include <hitbox/decompose/convex_partition.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A point of a counter-clockwise outline. `border` is true if the edge that begins at the point is on the border of
/// the polygon. Two collinear edges count as one edge only if both are on the border, because an edge of a piece must
/// not be partly on the border.
template <real T>
struct outline_vertex {
    vec2<T> point;
    std::uint32_t index;
    bool border;
};

/// Adds the vertices of a piece to the partition, without those where its border is straight.
template <real T>
void add_piece(convex_partition& parts, std::span<const outline_vertex<T>> piece) {
    const std::size_t n = piece.size();
    for (std::size_t i = 0; i < n; ++i) {
        const auto &last = piece[previous_index(i, n)], &at = piece[i], &next = piece[next_index(i, n)];
        if (exact::orient2d(last.point, at.point, next.point) != 0) parts.add_vertex(at.index, at.border);
    }
    parts.end_piece();
}

/// The dynamic program for the fewest convex pieces (Keil 1985; Keil and Snoeyink 2002). For each diagonal from vertex
/// i to a later vertex k, it computes the smallest number of diagonals that cut the part between i and k into convex
/// pieces. For this number, it stores the narrowest choices for the piece at the diagonal: pairs of its neighbouring
/// vertices at i and at k, none of which is narrower at both ends than another. A choice with one more diagonal is
/// never better, because the diagonal (i, k) itself could be that one. Takes O(n^3) time, usually much less, and n^2
/// numbers of memory.
template <real T>
class minimum_parts {
public:
    using vertex = outline_vertex<T>;

    /// @pre the first vertex is strictly convex, such as the lowest of the leftmost vertices
    explicit minimum_parts(list_view<const vertex> vertices)
        : vertices_{vertices}, n_{vertices.size()}, cells_(n_ * n_), straight_to_(n_) {
        for (std::size_t i = n_; i-- > 0;) {
            std::size_t k = i + 1 < n_ ? i + 1 : i;
            while (k > i && k + 1 < n_ && vertices_[k - 1].border && vertices_[k].border && side(i, k, k + 1) == 0) ++k;
            straight_to_[i] = k;
        }
        closing_ = n_ - 1;
        while (vertices_[closing_ - 1].border && vertices_[n_ - 1].border && side(closing_ - 1, closing_, 0) == 0)
            --closing_;
        for (std::size_t length = 1; length < n_; ++length)
            for (std::size_t i = 0; i + length < n_; ++i) solve(i, i + length);
        for (std::size_t k = last_ = n_ - 1; k >= closing_; --k)
            if (cell(0, k).cuts < cell(0, last_).cuts) last_ = k;
    }

    /// Returns the number of pieces.
    [[nodiscard]] std::size_t count() const noexcept { return cell(0, last_).cuts + std::size_t{1}; }

    /// Calls emit(i, border) for each vertex of a piece and finish() after each piece. `border` is true if the edge
    /// that begins at the vertex is on the border.
    template <class Emit, class Finish>
    void for_each_piece(Emit emit, Finish finish) const {
        struct diagonal {
            std::size_t from, to;
        };
        value_list<diagonal> todo;
        todo.push_back({0, last_});
        value_list<std::size_t> piece;
        while (!todo.empty()) {
            auto [i, k] = todo.back();
            todo.pop_back();
            piece.clear(), piece.push_back(k);
            for (std::uint32_t at = cell(i, k).first; at != no_index;) {
                const choice& c = choices_[at];
                if (!is_edge(c.last, k)) todo.push_back({c.last, k});
                k = c.last, at = c.before_it;
                piece.push_back(k);
            }
            if (!is_edge(i, k)) todo.push_back({i, k});
            piece.push_back(i);
            for (std::size_t p = piece.size(); p-- > 0;)
                emit(piece[p], on_border(piece[p], piece[p > 0 ? p - 1 : piece.size() - 1]));
            finish();
        }
    }

    /// Adds the pieces to a partition.
    void add_to(convex_partition& parts) const {
        std::vector<vertex> piece;
        for_each_piece(
            [&](std::size_t i, bool border) { piece.push_back({vertices_[i].point, vertices_[i].index, border}); },
            [&] { add_piece<T>(parts, piece), piece.clear(); });
    }

    /// Returns true if the line from i to k is an edge of the outline, or several collinear ones.
    [[nodiscard]] bool is_edge_of_outline(std::size_t i, std::size_t k) const noexcept {
        return i < k ? is_edge(i, k) : k == 0 && i >= closing_;
    }

private:
    /// A choice for the piece at the diagonal from i to k: its vertices after i and before k, and the choice for the
    /// diagonal from i to `last` if the part before `last` belongs to the same piece.
    struct choice {
        std::uint32_t next, last, before_it;
    };
    struct entry {
        std::uint32_t cuts = no_index;              // number of diagonals; `no_index`: the vertices are not visible
        std::uint32_t first = no_index, count = 0;  // the range of the choices
    };

    [[nodiscard]] entry& cell(std::size_t i, std::size_t k) noexcept { return cells_[i * n_ + k]; }
    [[nodiscard]] const entry& cell(std::size_t i, std::size_t k) const noexcept { return cells_[i * n_ + k]; }
    [[nodiscard]] double side(std::size_t i, std::size_t j, std::size_t k) const noexcept {
        return static_cast<double>(exact::orient2d(vertices_[i].point, vertices_[j].point, vertices_[k].point));
    }
    /// Returns true if the line from i to k is one edge of the outline, or several collinear edges on the border.
    /// @pre i < k
    [[nodiscard]] bool is_edge(std::size_t i, std::size_t k) const noexcept { return k <= straight_to_[i]; }
    [[nodiscard]] bool on_border(std::size_t i, std::size_t k) const noexcept {
        return vertices_[i].border && is_edge_of_outline(i, k);
    }
    /// Returns true if a piece may have the vertices i, j, k in a row.
    [[nodiscard]] bool convex_at(std::size_t i, std::size_t j, std::size_t k) const noexcept {
        const double turn = side(i, j, k);
        return turn > 0 || (turn == 0 && on_border(i, j) && on_border(j, k));
    }

    /// Returns true if k is strictly between the edges at i.
    [[nodiscard]] bool in_cone(std::size_t i, std::size_t k) const noexcept {
        const std::size_t next = next_index(i, n_), last = previous_index(i, n_);
        const bool left_of_out = side(i, next, k) > 0, left_of_in = side(last, i, k) > 0;
        const bool reflex = side(last, i, next) < 0;
        return reflex ? left_of_out || left_of_in : left_of_out && left_of_in;
    }
    /// Returns true if the diagonal touches the outline at its ends only.
    [[nodiscard]] bool sees(std::size_t i, std::size_t k) const noexcept {
        const vec2<T> p = vertices_[i].point, q = vertices_[k].point;
        if (p == q || !in_cone(i, k) || !in_cone(k, i)) return false;
        double before_side = side(i, k, n_ - 1);
        for (std::size_t j = 0, last = n_ - 1; j < n_; last = j++) {
            const double own_side = side(i, k, j), other = before_side;
            before_side = own_side;
            if (own_side == 0) {
                const vec2<T> r = vertices_[j].point;
                if (r != p && r != q && exact::along(p, q, r) > 0 && exact::along(q, p, r) > 0) return false;
            } else if ((own_side > 0) != (other > 0) && other != 0) {
                const double s = side(last, j, i), t = side(last, j, k);
                if ((s > 0 && t < 0) || (s < 0 && t > 0)) return false;
            }
        }
        return true;
    }

    /// Computes cell (i, k) from the cells of shorter diagonals.
    void solve(std::size_t i, std::size_t k) {
        entry& e = cell(i, k);
        const bool closes = i == 0 && k >= closing_;
        if (is_edge(i, k)) e.cuts = 0;
        if (is_edge(i, k) || (!closes && !sees(i, k))) return;
        e.cuts = no_index, e.first = static_cast<std::uint32_t>(choices_.size());
        for (std::size_t j = k; --j > i && e.cuts > 0;) {  // 0 cuts is the minimum
            const entry &low = cell(i, j), &high = cell(j, k);
            if (low.cuts == no_index || high.cuts == no_index) continue;
            const std::uint32_t cuts = low.cuts + high.cuts + (is_edge(j, k) ? 0 : 1);
            if (cuts > e.cuts || !(side(i, j, k) > 0) || (closes && !convex_at(j, k, i))) continue;
            try_vertex(i, j, k, low, cuts);
        }
        e.count = static_cast<std::uint32_t>(choices_.size()) - e.first;
    }
    /// Tries the piece that contains the triangle i, j, k. If the angles at i and j allow it, the piece continues
    /// beyond the side from i to j; otherwise this side is one more diagonal.
    void try_vertex(std::size_t i, std::size_t j, std::size_t k, const entry& low, std::uint32_t cuts) {
        const auto vertex_j = static_cast<std::uint32_t>(j);
        if (is_edge(i, j)) return propose(i, k, cuts, {vertex_j, vertex_j, no_index});
        bool goes_on = false;
        for (std::uint32_t c = low.first; c < low.first + low.count; ++c) {
            const choice before_it = choices_[c];
            if (!convex_at(k, i, before_it.next) || !convex_at(before_it.last, j, k)) continue;
            goes_on = true;
            propose(i, k, cuts, {before_it.next, vertex_j, c});
        }
        if (!goes_on) propose(i, k, cuts + 1, {vertex_j, vertex_j, no_index});
    }

    /// Adds a choice unless a stored one has fewer cuts or is at least as narrow at both ends. Removes choices that the
    /// new one makes superfluous.
    void propose(std::size_t i, std::size_t k, std::uint32_t cuts, const choice& c) {
        entry& e = cell(i, k);
        if (cuts > e.cuts) return;
        if (cuts < e.cuts) e.cuts = cuts, choices_.resize(e.first);
        const auto as_narrow = [&](const choice& s, const choice& t) {
            return side(i, t.next, s.next) >= 0 && side(k, t.last, s.last) <= 0;
        };
        for (std::size_t at = e.first; at < choices_.size(); ++at)
            if (as_narrow(choices_[at], c)) return;
        std::size_t kept = e.first;
        for (std::size_t at = e.first; at < choices_.size(); ++at)
            if (!as_narrow(c, choices_[at])) choices_[kept++] = choices_[at];
        choices_.resize(kept);
        choices_.push_back(c);
    }

    list_view<const vertex> vertices_;
    std::size_t n_;
    std::vector<entry> cells_;
    value_list<std::size_t> straight_to_;  // by vertex: the last vertex that its straight border edge extends to
    std::size_t closing_ = 0;              // the first vertex of the straight border that ends at vertex 0
    std::size_t last_ = 0;                 // the vertex before the first one in the best partition
    std::vector<choice> choices_;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
