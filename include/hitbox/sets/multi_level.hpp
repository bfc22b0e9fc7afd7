#pragma once
/// A shape inside a simpler shape. The simpler shape is tested first.

#include <hitbox/narrow/contains.hpp>
#include <hitbox/narrow/intersects.hpp>
#include <hitbox/sets/pieces.hpp>

namespace hitbox {
inline namespace HITBOX_ISA {

/// A shape `fine` with a convex shape `coarse` around it. `coarse` decides most misses without a test of the pieces.
/// This saves time if `fine` has many pieces, and if bounding boxes exclude few of them. The shape is valid only if
/// `coarse` contains `fine`.
template <convex Coarse, class Fine>
    requires solid<Fine>
class multi_level {
public:
    using scalar_type = scalar_t<Coarse>;

    multi_level() = default;
    multi_level(const Coarse& coarse, const Fine& fine) : coarse_{coarse}, fine_{fine} {
        valid_ = detail::is_valid(coarse) && detail::is_valid(fine);
        if (!valid_) return;
        for_each_piece_near(fine_, bounds(fine_),
                            [&](const auto& piece, std::size_t) { return valid_ = hitbox::contains(coarse_, piece); });
    }

    /// Returns the coarse shape, and the fine one.
    [[nodiscard]] const Coarse& coarse() const noexcept { return coarse_; }
    [[nodiscard]] const Fine& fine() const noexcept { return fine_; }
    /// Returns true if both shapes are valid and `coarse` contains `fine`.
    [[nodiscard]] bool valid() const noexcept { return valid_; }
    /// Returns true if `coarse` shares a point with a shape; queries test this first. @pre valid(), and the shape is
    /// valid
    template <convex S>
    [[nodiscard]] bool may_meet(const S& s) const {
        return intersects(s, coarse_);
    }
    /// Returns true if `fine` may have edges of one-sided chains.
    [[nodiscard]] bool is_one_sided() const noexcept { return detail::is_one_sided(fine_); }
    /// Returns true if piece i is such an edge. @pre the piece is a segment
    [[nodiscard]] bool is_one_sided_piece(std::size_t i) const noexcept { return detail::is_one_sided_piece(fine_, i); }

private:
    Coarse coarse_{};
    Fine fine_{};
    bool valid_ = false;
};

/// Returns the centre of the fine shape; of a set, the centre of the bounding box.
template <class Coarse, class Fine>
[[nodiscard]] auto center(const multi_level<Coarse, Fine>& m) noexcept {
    if constexpr (convex<Fine>) return center(m.fine());
    else return center(bounds(m.fine()));  // a range of shapes has no centre function
}
/// Returns the bounding box of the fine shape.
template <class Coarse, class Fine>
[[nodiscard]] auto bounds(const multi_level<Coarse, Fine>& m) noexcept {
    return bounds(m.fine());
}
/// Returns true if both shapes are valid and the coarse one contains the fine one.
template <class Coarse, class Fine>
[[nodiscard]] bool valid(const multi_level<Coarse, Fine>& m) noexcept {
    return m.valid();
}
template <class Coarse, class Fine, class Visit>
void for_each_piece_near(const multi_level<Coarse, Fine>& m, const aabb<scalar_t<Coarse>>& box, const Visit& visit) {
    if (m.valid()) for_each_piece_near(m.fine(), box, visit);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
