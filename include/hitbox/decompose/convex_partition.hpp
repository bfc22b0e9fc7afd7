#pragma once
/// A partition of a polygon into convex pieces.

#include <hitbox/shapes/polygon.hpp>

namespace hitbox {
inline namespace HITBOX_ISA {

/// Convex pieces of a polygon, as indices of its points. The vertices of a piece are counter-clockwise, and none is on
/// a line with its neighbours in the piece. The pieces cover the polygon without overlap or gap. Each edge of a piece
/// is on the border of the polygon with its whole length, or not at all.
class convex_partition {
public:
    /// Returns the number of pieces.
    [[nodiscard]] std::size_t size() const noexcept { return starts_.size() - 1; }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    /// Returns piece i as indices of the polygon's points.
    /// @pre i < size()
    [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t i) const noexcept {
        return {vertices_.data() + starts_[i], starts_[i + 1] - starts_[i]};
    }
    /// Returns true if edge k of piece i, from its point k to the next one, is on the border of the polygon. Any other
    /// edge belongs to a second piece, too.
    /// @pre i < size() and k < (*this)[i].size()
    [[nodiscard]] bool is_border(std::size_t i, std::size_t k) const noexcept { return border_[starts_[i] + k] != 0; }

    /// Adds a vertex to the current piece. `border` is true if the edge from this vertex to the next is on the border.
    void add_vertex(std::uint32_t index, bool border) { vertices_.push_back(index), border_.push_back(border ? 1 : 0); }
    /// Ends the current piece: the next vertex begins another one.
    void end_piece() { starts_.push_back(static_cast<std::uint32_t>(vertices_.size())); }

private:
    detail::value_list<std::uint32_t> vertices_;
    detail::value_list<std::uint8_t> border_;
    detail::value_list<std::uint32_t> starts_{0};
};

}  // namespace HITBOX_ISA
}  // namespace hitbox
