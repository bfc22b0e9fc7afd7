#pragma once
/// A moving shape at any position, the solids near its motion, and the solids that block it.

#include <hitbox/core/lists.hpp>
#include <hitbox/motion/slide.hpp>
#include <hitbox/sets/contact_of_sets.hpp>
#include <hitbox/shapes/translated.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns the shape at a position, with the same vertices as at(shape, position).
template <convex S>
[[nodiscard]] auto shape_at(const S& shape, vec2<scalar_t<S>> position) {
    if constexpr (std::same_as<S, aabb<scalar_t<S>>>) return translated(shape, position);
    else if constexpr (bakeable<placed<S>>) return baked(at(shape, position));
    else return at(shape, position);
}

/// The moving shape at a position: its vertices in the order of a mover's `hull_chain`.
template <exact_real T>
struct mover_vertices {
    small_list<chain_vertex, 8> corners;
    double radius = 0, max_abs_coordinate = 0;  // of the vertices
    vec2<T> center{};

    /// Returns true if the placed shape has no interior. It may then fit into gaps of width zero between solids.
    [[nodiscard]] bool is_thin() const noexcept { return corners.size() < 3 && !(radius > 0); }
    /// Returns the largest coordinate along a unit direction.
    [[nodiscard]] double extent_along(vec2<double> direction) const noexcept {
        double largest_along = -std::numeric_limits<double>::infinity();
        for (const chain_vertex& v : corners) largest_along = larger(largest_along, dot(direction, v.point));
        return largest_along + radius;
    }
};

/// The interface to a moving shape of any type. The movement is compiled once for each coordinate type.
template <exact_real T>
class moving_shape {
public:
    /// Returns the bounding box of the shape at a position.
    [[nodiscard]] virtual aabb<T> box_at(vec2<T> position) const = 0;
    /// Replaces `to` by the vertices of the shape at a position.
    virtual void take_vertices(mover_vertices<T>& to, vec2<T> position) const = 0;
    /// Calls f with the shape at a position, if it is valid there.
    virtual void visit_at(vec2<T> position, function_ref<void(const set_piece<T>&)> f) const = 0;

protected:
    ~moving_shape() = default;
};

/// A moving shape of one type, borrowed.
template <convex S>
class moving_shape_of final : public moving_shape<scalar_t<S>> {
    using T = scalar_t<S>;

public:
    explicit moving_shape_of(const S& shape) noexcept : shape_{shape} {
        static_assert(has_hull<S>, "hitbox: a shape known by its support only cannot be moved among obstacles; write "
                                   "vertices(shape) and radius(shape) for it");
    }

    [[nodiscard]] aabb<T> box_at(vec2<T> position) const override { return bounds(shape_at(shape_, position)); }
    void take_vertices(mover_vertices<T>& to, vec2<T> position) const override {
        const auto mover = shape_at(shape_, position);
        to.corners.clear(), to.max_abs_coordinate = 0, to.center = center(mover);
        const auto keep = [&to](const chain_vertex& v) {
            to.corners.push_back(v), to.max_abs_coordinate = larger(to.max_abs_coordinate, largest_of(v.point));
        };
        to.radius = for_each_vertex(mover, keep);
    }
    void visit_at(vec2<T> position, function_ref<void(const set_piece<T>&)> f) const override {
        const auto moved = shape_at(shape_, position);
        if constexpr (has_hull<S>)
            if (is_valid(moved)) as_piece(moved, f);
    }

private:
    /// Calls f with the vertices of the moving shape and returns its radius. For a disc or a capsule no hull is made,
    /// which saves a tenth of the time of a move.
    template <class M, class F>
    static double for_each_vertex(const M& mover, const F& f) {
        if constexpr (std::same_as<M, circle<T>>) {
            f(chain_vertex{widen(mover.center), 0});
            return static_cast<double>(mover.radius);
        } else if constexpr (std::same_as<M, capsule<T>>) {
            const bool a_first = mover.a.y > mover.b.y || (mover.a.y == mover.b.y && mover.a.x >= mover.b.x);
            f(chain_vertex{widen(a_first ? mover.a : mover.b), a_first ? 0u : 1u});
            if (mover.a != mover.b) f(chain_vertex{widen(a_first ? mover.b : mover.a), a_first ? 1u : 0u});
            return static_cast<double>(mover.radius);
        } else if constexpr (has_hull<S>) {
            const hull_of<M> m{mover};
            for_each_chain_vertex(m.hull, T(-1), f);
            return static_cast<double>(m.hull.radius);
        } else {
            return 0;  // the compiler has reported the shape
        }
    }

    const S& shape_;
};

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
class near_pieces : public small_list<near_piece<T>, 16> {
public:
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
        this->clear(), vertices_.clear();
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
            this->push_back(p);
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
    small_list<chain_vertex, 64> vertices_;
};

/// A set without the one-sided pieces that a moving shape is passing.
template <exact_real T>
class blocking_solids {
public:
    using scalar_type = T;

    blocking_solids(const solid_view<T>& all) noexcept : all_{all} {}

    [[nodiscard]] const solid_view<T>& all() const noexcept { return all_; }
    [[nodiscard]] bool is_one_sided() const { return all_.is_one_sided(); }
    [[nodiscard]] piece_front front_of(const set_piece<T>& p, std::size_t i) const { return all_.front_of(p, i); }

    [[nodiscard]] bool is_passed(std::size_t piece) const noexcept { return is_among(passed_, piece); }
    void pass(std::size_t piece) {
        if (!is_passed(piece)) passed_.push_back(piece);
    }
    [[nodiscard]] const value_list<std::size_t>& passed() const noexcept { return passed_; }
    /// Removes all passed pieces but the first `count`.
    void restore_passed(std::size_t count) { passed_.resize(count); }

    friend aabb<T> bounds(const blocking_solids& set) { return set.all_.bounds(); }

private:
    solid_view<T> all_;
    value_list<std::size_t> passed_;
};
template <exact_real T, class Visit>
void for_each_piece_near(const blocking_solids<T>& set, const aabb<T>& box, const Visit& visit) {
    set.all().for_each_piece_near(box, [&](const set_piece<T>& piece, std::size_t i) {
        return set.is_passed(i) || static_cast<bool>(visit(piece, i));
    });
}
template <exact_real T, class Visit>
void for_each_piece_on_path(const blocking_solids<T>& set, const aabb<T>& box, vec2<T> path, const Visit& visit) {
    set.all().for_each_piece_on_path(
        box, path, [&](const set_piece<T>& piece, std::size_t i) { return set.is_passed(i) ? T(1) : visit(piece, i); });
}
/// Calls visit(piece) with piece i. @pre the piece is not passed
template <exact_real T, class Visit>
void visit_piece(const blocking_solids<T>& set, std::size_t i, const aabb<T>& around, const Visit& visit) {
    set.all().visit_piece(i, around, visit);
}

/// The minimum translation out of solids: -normal * depth.
template <exact_real T>
struct solid_overlap {
    vec2<T> normal{};
    T depth{};
};
/// Returns the normal and the depth of `collide`, without its points. The movement needs only these, and the code is
/// much smaller. Returns no value if nothing is penetrated. `accepts`, if not null, is a further condition for the
/// translation; there is no value then if none fulfils it.
template <exact_real T>
[[nodiscard]] std::optional<solid_overlap<T>> overlap_of_sets(const solid_view<T>& a, const solid_view<T>& b,
                                                              const translation_test* accepts = nullptr) {
    T least = 0;
    if (relation_of_sets(a, b, &least) != relation::penetrating) return {};
    set_translation out;
    find_minimum_translation(out, a, b, fits_into_gaps(a, b), widen(b.center()) - widen(a.center()), least, accepts);
    if (!out.position.found()) {
        if (accepts) return {};
        const contact<T> hit = deepest_contact(a, b);
        return solid_overlap<T>{hit.normal, hit.depth};
    }
    const T depth = round_to<T>(out.position.distance / out.list.scale);
    return solid_overlap<T>{unsigned_zeros(vec_cast<T>(vec2<double>{} - out.position.normal)),
                            larger(depth, std::numeric_limits<T>::denorm_min())};
}

/// A moving shape among solids. Both are borrowed.
template <exact_real T>
struct mover_among {
    const moving_shape<T>& shape;
    blocking_solids<T> solids;

    /// Returns true if the shape penetrates nothing there. Returns false if the placed shape is not finite.
    [[nodiscard]] bool is_free_at(vec2<T> position) const {
        bool is_free = false;
        if (is_finite(position))
            shape.visit_at(position, [&](const set_piece<T>& moved) {
                is_free = relation_of_sets(solid_view<T>{moved}, solid_view<T>{solids}) != relation::penetrating;
            });
        return is_free;
    }
    /// Returns the minimum translation out of the solids; no value if nothing is penetrated or the placed shape is not
    /// valid. `accepts` is a further condition for the translation, or null.
    [[nodiscard]] std::optional<solid_overlap<T>> overlap_at(vec2<T> position,
                                                             const translation_test* accepts = nullptr) const {
        std::optional<solid_overlap<T>> overlap;
        shape.visit_at(position, [&](const set_piece<T>& moved) {
            overlap = overlap_of_sets(solid_view<T>{moved}, solid_view<T>{solids}, accepts);
        });
        return overlap;
    }
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
