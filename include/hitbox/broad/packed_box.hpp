#pragma once
/// Boxes packed so that one comparison of registers decides whether two of them overlap.
///
/// A packed box is (min.x, min.y, -max.x, -max.y). The limits of a box are (max.x, max.y, -min.x, -min.y). Two boxes
/// meet if no lane of the first packed box is above the same lane of the limits of the second. The box around two boxes
/// has the minima of their lanes. Negation is exact, so all of this is exact.

#include <hitbox/broad/broad_phase.hpp>
#include <hitbox/core/quad.hpp>

#include <limits>

namespace hitbox {
namespace detail {

/// A packed box: 16 bytes for float, 32 for double.
template <exact_real T>
struct alignas(16) packed_box {
    T lanes[4];
};

inline namespace HITBOX_ISA {

template <exact_real T>
[[nodiscard, gnu::always_inline]] constexpr packed_box<T> packed(const aabb<T>& box) noexcept {
    return {{box.min.x, box.min.y, -box.max.x, -box.max.y}};
}
template <exact_real T>
[[nodiscard, gnu::always_inline]] constexpr aabb<T> unpacked(const packed_box<T>& box) noexcept {
    return {{box.lanes[0], box.lanes[1]}, {-box.lanes[2], -box.lanes[3]}};
}
/// Returns the limits of a box, with which another box is compared.
template <exact_real T>
[[nodiscard, gnu::always_inline]] constexpr packed_box<T> limits_of(const packed_box<T>& box) noexcept {
    return {{-box.lanes[2], -box.lanes[3], -box.lanes[0], -box.lanes[1]}};
}
/// Returns a box that meets nothing. Merging it with another box leaves the other box unchanged.
template <exact_real T>
[[nodiscard, gnu::always_inline]] constexpr packed_box<T> no_box() noexcept {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    return {{infinity, infinity, infinity, infinity}};
}

/// Returns true if two boxes share a point. `limits` are those of the second box.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline bool meets(const packed_box<T>& box, const packed_box<T>& limits) noexcept {
    if constexpr (pack_size<T> == 4) {
        return greater(load_pack(box.lanes), load_pack(limits.lanes)) == 0;
    } else {
        return (greater(load_pack(box.lanes), load_pack(limits.lanes)) |
                greater(load_pack(box.lanes + 2), load_pack(limits.lanes + 2))) == 0;
    }
}
/// Returns a mask: bit i is set if box i of four boxes in a row meets the box with these limits.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline std::uint32_t meeting(const packed_box<T>* four,
                                                               const quad<T>& limits) noexcept {
    return rows_at_most(four->lanes, limits);
}
/// Returns the limits of a box in registers.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline quad<T> limits_of(const quad<T>& box) noexcept {
    const pack<T> none = pack_of(T(-0.));  // 0 - x would turn 0 into 0, -0 - x is -x
    if constexpr (pack_size<T> == 4) return {{none - pick<T, 2, 3, 0, 1>(box.packs[0], box.packs[0])}};
    else return {{none - box.packs[1], none - box.packs[0]}};
}
/// Returns the smallest box around both.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline packed_box<T> merged(const packed_box<T>& a, const packed_box<T>& b) noexcept {
    packed_box<T> result;
    for (std::size_t i = 0; i < 4; i += pack_size<T>)
        store_pack(result.lanes + i, lower(load_pack(a.lanes + i), load_pack(b.lanes + i)));
    return result;
}
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline bool same(const packed_box<T>& a, const packed_box<T>& b) noexcept {
    return a.lanes[0] == b.lanes[0] && a.lanes[1] == b.lanes[1] && a.lanes[2] == b.lanes[2] && a.lanes[3] == b.lanes[3];
}
/// Returns true if every point of b is in a.
template <exact_real T>
[[nodiscard, gnu::always_inline]] inline bool encloses(const packed_box<T>& a, const packed_box<T>& b) noexcept {
    return a.lanes[0] <= b.lanes[0] && a.lanes[1] <= b.lanes[1] && a.lanes[2] <= b.lanes[2] && a.lanes[3] <= b.lanes[3];
}
/// Returns width + height, or infinity if the sum overflows.
template <exact_real T>
[[nodiscard, gnu::always_inline]] constexpr T half_perimeter(const packed_box<T>& box) noexcept {
    return -(box.lanes[0] + box.lanes[2]) - (box.lanes[1] + box.lanes[3]);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
