#pragma once
/// A moving shape and the solids that block it: all but the one-sided pieces that it is passing.

#include <hitbox/core/lists.hpp>
#include <hitbox/motion/near_pieces.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A set without the one-sided pieces that a moving shape is passing.
template <exact_real T>
class blocking_solids {
public:
    using scalar_type = T;

    explicit blocking_solids(const solid_view<T>& all) noexcept : all_{all} {}

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
/// much smaller. Returns no value if nothing is penetrated.
template <exact_real T>
[[nodiscard]] std::optional<solid_overlap<T>> overlap_of_sets(const solid_view<T>& a, const solid_view<T>& b) {
    T least = 0;
    if (relation_of_sets(a, b, &least) != relation::penetrating) return {};
    set_translation out;
    find_minimum_translation(out, a, b, fits_into_gaps(a, b), widen(b.center()) - widen(a.center()), least);
    if (!out.position.found()) {
        const contact<T> hit = deepest_contact(a, b);
        return solid_overlap<T>{hit.normal, hit.depth};
    }
    const T depth = round_to<T>(out.position.distance / out.list.scale);
    return solid_overlap<T>{unsigned_zeros(vec_cast<T>(vec2<double>{} - out.position.normal)),
                            larger(depth, std::numeric_limits<T>::denorm_min())};
}

/// A moving shape among solids. Both are borrowed.
template <exact_real T>
class mover_among {
public:
    mover_among(const moving_shape<T>& shape, const solid_view<T>& solids) noexcept : shape_{shape}, solids_{solids} {}

    [[nodiscard]] const moving_shape<T>& shape() const noexcept { return shape_; }
    [[nodiscard]] blocking_solids<T>& solids() noexcept { return solids_; }

    /// Returns true if the shape penetrates nothing there. Returns false if the placed shape is not finite.
    [[nodiscard]] bool is_free_at(vec2<T> position) const {
        bool is_free = false;
        if (is_finite(position))
            shape_.visit_at(position, [&](const set_piece<T>& moved) {
                is_free = relation_of_sets(solid_view<T>{moved}, solid_view<T>{solids_}) != relation::penetrating;
            });
        return is_free;
    }
    /// Returns the minimum translation out of the solids; no value if nothing is penetrated or the placed shape is not
    /// valid.
    [[nodiscard]] std::optional<solid_overlap<T>> overlap_at(vec2<T> position) const {
        std::optional<solid_overlap<T>> overlap;
        shape_.visit_at(position, [&](const set_piece<T>& moved) {
            overlap = overlap_of_sets(solid_view<T>{moved}, solid_view<T>{solids_});
        });
        return overlap;
    }
    /// Collects the pieces that meet a box, without those that are passed.
    void find(near_pieces<T>& found, const aabb<T>& box) const { found.find(solid_view<T>{solids_}, box); }

private:
    const moving_shape<T>& shape_;
    blocking_solids<T> solids_;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
