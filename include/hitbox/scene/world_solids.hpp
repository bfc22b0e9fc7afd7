#pragma once
/// The colliders of a world as one set of solids, for `move_and_slide` and every query of sets.

#include <hitbox/scene/collider.hpp>

namespace hitbox {

/// The colliders that a condition selects, except sensors, as one set of solids. It borrows the world.
template <class World, query_condition F = query_filter>
class world_solids {
public:
    using scalar_type = typename World::scalar_type;

    world_solids(const World* w, const F& filter) : world_{w}, filter_{filter} {}

    /// Returns the world, and the condition that selects its colliders.
    [[nodiscard]] const World& scene() const noexcept { return *world_; }
    [[nodiscard]] const F& filter() const noexcept { return filter_; }

    /// Returns the collider to which a piece belongs, such as the `piece` of a slide_contact. @pre the piece is one of
    /// the world
    [[nodiscard]] collider_id collider_of(std::size_t piece) const noexcept { return world_->id_of(index_of(piece)); }
    /// Returns true, because a collider may be a one-sided chain.
    [[nodiscard]] bool is_one_sided() const noexcept { return true; }
    /// Returns true if a piece is an edge of a one-sided chain, which blocks from its front only. @pre the piece is a
    /// segment
    [[nodiscard]] bool is_one_sided_piece(std::size_t piece) const {
        return world_->with_solid(index_of(piece), [](const auto& solid) { return detail::is_one_sided(solid); });
    }
    /// The number of bits in half of a piece's number: the upper half is the index of the collider, the lower half the
    /// index of the piece in its shape.
    static constexpr int bits = 4 * static_cast<int>(sizeof(std::size_t));
    /// `index_of` returns the index of the collider to which a piece belongs; `piece_of` returns the number of a piece
    /// of a collider.
    [[nodiscard]] static std::uint32_t index_of(std::size_t piece) noexcept {
        return static_cast<std::uint32_t>(piece >> bits);
    }
    [[nodiscard]] static std::size_t piece_of(std::uint32_t index, std::size_t piece) noexcept {
        return (std::size_t{index} << bits) + piece;
    }
    /// Returns true if the collider at this index belongs to the set.
    [[nodiscard]] bool has(std::uint32_t index) const {
        return !world_->is_sensor_at(index) && world_->is_seen(index, filter_);
    }

private:
    const World* world_;
    F filter_;
};

namespace detail {
inline namespace HITBOX_ISA {

/// Calls visit(index), ascending, for the boxes that a box may meet on its path. Taken are the boxes within a margin of
/// the path that depends on the box alone, and not on the structure. Rounding is smaller than the margin. The structure
/// is searched with twice the margin of the largest box, so it finds all of them.
template <class World, exact_real T, class Visit>
void for_each_on_path(const World& world, const aabb<T>& box, vec2<T> path, const Visit& visit) {
    const vec2<T> own = (max)(abs(box.min), abs(box.max)) + abs(path);
    const auto margin_of = [own](const aabb<T>& other) {
        const vec2<T> size = (max)((max)(abs(other.min), abs(other.max)), own);
        return T(64) * std::numeric_limits<T>::epsilon() * larger(size.x, size.y);
    };
    const auto is_near = [&](const aabb<T>& other) {
        const aabb<T> inner = grown(box, margin_of(other));
        const vec2<T> offset = (other.min - inner.max) + (other.max - inner.min),
                      sizes = (other.max - other.min) + (inner.max - inner.min);
        const T aside = magnitude(cross(path, offset));
        return !(aside > dot(sizes, abs(perp(path)))) && intersects_pair(other, swept_box(inner, path));
    };
    const aabb<T> outer = grown(box, 2 * margin_of(world.boxes().bounds()));
    small_list<std::uint32_t, 1024> found;
    const auto take = [&](std::uint32_t i) {
        if (is_near(world.box_of(i))) found.push_back(i);
        return T(1);
    };
    if (is_castable(outer, path)) world.boxes().box_cast(outer, path, take);
    else world.boxes().query(swept_box(outer, path), [&](std::uint32_t i) { return take(i), true; });
    sort_indices(found.data(), found.size());
    for (const std::uint32_t i : found) visit(i);
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

template <class World, class F, class Visit>
void for_each_piece_near(const world_solids<World, F>& all, const aabb<typename World::scalar_type>& box,
                         const Visit& visit) {
    const auto has = [&all](std::uint32_t i) { return all.has(i); };
    all.scene().for_each_near(box, has, [&](std::uint32_t i) {
        bool more = true;
        all.scene().with_own_type(i, [&](const auto& solid) {
            for_each_piece_near(solid, box, [&](const auto& piece, std::size_t k) {
                return more = static_cast<bool>(visit(piece, all.piece_of(i, k)));
            });
        });
        return more;
    });
}
/// Calls visit(piece, number) for the pieces that a moving box may meet. `visit` returns the fraction of the path
/// beyond which the caller needs no more pieces. Colliders come in ascending order, and the condition for them does not
/// depend on the broad phase, because the last bit of an answer may depend on the pieces that were visited.
template <class World, class F, exact_real T, class Visit>
void for_each_piece_on_path(const world_solids<World, F>& all, const aabb<T>& box, vec2<T> path, const Visit& visit) {
    const auto& world = all.scene();
    T fraction(1);
    aabb<T> swept = detail::swept_box(box, path);
    detail::for_each_on_path(world, box, path, [&](std::uint32_t i) {
        if (!all.has(i) || (fraction < T(1) && !intersects_pair(world.box_of(i), swept))) return;
        world.with_solid(i, [&](const auto& solid) {
            detail::for_each_piece_on_path(solid, box, path, [&](const auto& piece, std::size_t k) {
                const T next = visit(piece, all.piece_of(i, k));
                if (next < fraction) fraction = next, swept = detail::swept_box(box, path * fraction);
                return fraction;
            });
        });
    });
}
/// Calls visit(piece) with piece i, which is numbered as in `world_solids`. @pre the piece meets the box `around`
template <class World, class F, exact_real T, class Visit>
void visit_piece(const world_solids<World, F>& all, std::size_t i, const aabb<T>& around, const Visit& visit) {
    all.scene().with_solid(all.index_of(i), [&](const auto& solid) {
        for_each_piece_near(solid, around, [&](const auto& piece, std::size_t k) {
            if (all.piece_of(all.index_of(i), k) != i) return true;
            return visit(piece), false;
        });
    });
}
/// Returns the box around all colliders of the world, whether they belong to the set or not.
template <class World, class F>
[[nodiscard]] auto bounds(const world_solids<World, F>& all) noexcept {
    return all.scene().boxes().bounds();
}
template <class World, class F>
[[nodiscard]] bool valid(const world_solids<World, F>&) noexcept {
    return true;
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
