#pragma once
/// The solids near a motion, collected once: their boxes and vertices.

#include <hitbox/motion/moving_shape.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A solid near the motion. Its vertices are a range in a common list.
template <exact_real T>
struct near_piece {
    std::size_t index = 0;  // in the set
    aabb<T> box{};
    std::uint32_t first = 0, count = 0;           // the range of the vertices
    double radius = 0, max_abs_coordinate = 0;    // of the vertices
    vec2<double> front{};                         // the direction from which a one-sided piece blocks; zero for others
    bool is_edge = false;                         // whether it is an edge of a one-sided chain
    bool is_listed = false;                       // whether it may be met on the path of the last search
    bool is_built = false;                        // whether its sum with the moving shape is built
    std::uint32_t first_edge = 0, last_edge = 0;  // the range of the edges of this sum

    [[nodiscard]] bool is_one_way() const noexcept { return front != vec2<double>{}; }
};

/// The pieces of a set that overlap a box.
template <exact_real T>
class near_pieces {
public:
    [[nodiscard]] std::size_t size() const noexcept { return pieces_.size(); }
    [[nodiscard]] near_piece<T>& operator[](std::size_t i) noexcept { return pieces_[i]; }
    [[nodiscard]] const near_piece<T>& operator[](std::size_t i) const noexcept { return pieces_[i]; }
    [[nodiscard]] near_piece<T>* begin() noexcept { return pieces_.begin(); }
    [[nodiscard]] near_piece<T>* end() noexcept { return pieces_.end(); }
    /// Returns true if a box is within the searched box. Four comparisons are enough; `contains` would also test
    /// whether both boxes are valid.
    [[nodiscard]] bool knows(const aabb<T>& box) const noexcept {
        return is_found_ && known_.min.x <= box.min.x && known_.min.y <= box.min.y && box.max.x <= known_.max.x &&
               box.max.y <= known_.max.y;
    }
    /// Returns the searched box. @pre there was a search
    [[nodiscard]] const aabb<T>& searched() const noexcept { return known_; }
    /// Returns true if one of the pieces is one-sided.
    [[nodiscard]] bool has_fronts() const noexcept { return has_fronts_; }
    [[nodiscard]] list_view<const chain_vertex> vertices_of(const near_piece<T>& p) const noexcept {
        return {vertices_.data() + p.first, p.count};
    }
    /// Replaces the pieces by those that meet a box.
    void find(const solid_view<T>& solids, const aabb<T>& box) {
        known_ = box, is_found_ = true, has_fronts_ = false;
        pieces_.clear(), vertices_.clear();
        solids.for_each_piece_near(box, [&](const set_piece<T>& piece, std::size_t i) {
            near_piece<T> p;
            p.index = i, p.box = bounds(piece), p.first = static_cast<std::uint32_t>(vertices_.size());
            for_each_chain_vertex(piece.hull(), T(1), [&](const chain_vertex& v) {
                vertices_.push_back(v), p.max_abs_coordinate = larger(p.max_abs_coordinate, largest_of(v.point));
            });
            p.count = static_cast<std::uint32_t>(vertices_.size()) - p.first;
            p.radius = static_cast<double>(piece.hull().radius);
            const piece_front front = solids.front_of(piece, i);
            p.front = front.direction, p.is_edge = front.is_edge && p.count == 2;
            has_fronts_ = has_fronts_ || p.is_one_way();
            pieces_.push_back(p);
            return true;
        });
    }

    /// Returns true if the piece is an edge of a one-sided chain and a point is behind it. The test is exact.
    [[nodiscard]] bool is_behind(const near_piece<T>& p, vec2<double> point) const noexcept {
        if (!p.is_edge) return false;
        const chain_vertex *a = &vertices_[p.first], *b = &vertices_[p.first + 1];
        if (a->index != 0) std::swap(a, b);
        return exact::orient2d(a->point, b->point, point) < 0;
    }
    /// Returns true if two pieces are at most a tolerance apart. The test multiplies all coordinates by `scale`.
    [[nodiscard]] bool are_joined(const near_piece<T>& p, const near_piece<T>& q, double tolerance,
                                  double scale) const {
        // The Minkowski sum of q and the reflected p. The chain of p is rotated to begin at its highest vertex.
        const auto corners = vertices_of(p);
        std::size_t top = 0;
        for (std::size_t i = 1; i < corners.size(); ++i) {
            const vec2<double> v = corners[i].point, w = corners[top].point;
            if (v.y > w.y || (v.y == w.y && v.x > w.x)) top = i;
        }
        small_list<chain_vertex, 16> turned;
        for (std::size_t i = 0; i < corners.size(); ++i) turned.push_back(corners[(top + i) % corners.size()]);
        small_list<sum_edge, 48> edges;  // this size is instantiated elsewhere, too
        minkowski_sum sum;
        add_sum_edges(edges, sum, {turned.view(), p.radius}, {vertices_of(q), q.radius}, scale);
        return nearest_on(edges.view(), {}).distance - sum.radius <= tolerance * scale;
    }

private:
    aabb<T> known_{};
    bool is_found_ = false, has_fronts_ = false;
    small_list<near_piece<T>, 16> pieces_;
    small_list<chain_vertex, 64> vertices_;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
