#pragma once
/// The queries of a world: boxes, rays and casts.

#include <hitbox/core/lists.hpp>
#include <hitbox/scene/world_contents.hpp>

#include <limits>
#include <optional>

namespace hitbox {

template <class World>
class world_solids;

}  // namespace hitbox

namespace hitbox::detail::inline HITBOX_ISA {

/// What a fraction of a way may be off by, computed from coordinates around it.
template <exact_real T>
[[nodiscard]] T fraction_slack(const aabb<T>& box, vec2<T> way) noexcept {
    const vec2<T> most = (max)(abs(box.min), abs(box.max));
    const T length = larger(magnitude(way.x), magnitude(way.y));
    if (!(length > T(0))) return T(1);  // no way: all that is hit is hit at once
    return T(32) * std::numeric_limits<T>::epsilon() * (T(2) + larger(most.x, most.y) / length);
}

}  // namespace hitbox::detail::inline HITBOX_ISA

namespace hitbox::inline HITBOX_ISA {

/// The queries of a world: they see each collider where it was moved to last, without a `detect`. Of colliders that
/// share a fraction, the one with the smaller id comes first; `visit` takes ids in ascending order.
template <class World, exact_real T>
class world_queries {
public:
    /// Of those that share a point with a convex shape: a box, a point, a disc. `visit` may return false to stop.
    template <convex S, class Visit>
    void query(const S& shape, Visit&& visit, const query_filter& filter = {}) const {
        if (!detail::is_valid(shape)) return;
        for (const std::uint32_t i : self().found_near(bounds(shape), filter)) {
            const bool meets = self().with_solid(i, [&](const auto& solid) { return intersects(shape, solid); });
            if (meets && !detail::goes_on(visit, self().id_of(i))) return;
        }
    }
    /// Is there one that shares a point with the shape?
    template <convex S>
    [[nodiscard]] bool query_any(const S& shape, const query_filter& filter = {}) const {
        if (!detail::is_valid(shape) || !valid(bounds(shape))) return false;
        bool found = false;
        self().broad().query(bounds(shape), [&](proxy p) {
            const std::uint32_t i = self().index_of(p);
            found = self().is_met(i, filter) &&
                    self().with_solid(i, [&](const auto& solid) { return intersects(shape, solid); });
            return !found;
        });
        return found;
    }

    /// Of those that the ray hits, by the fraction, then by the id.
    [[nodiscard]] std::vector<world_hit<T>> ray_cast(const ray<T>& r, const query_filter& filter = {}) const {
        std::vector<world_hit<T>> hits;
        for_each_hit(r, filter, [&](const world_hit<T>& h) { return hits.push_back(h), T(1); });
        detail::sort_list(hits, comes_first);
        return hits;
    }
    /// The first of `ray_cast`, without looking at what is beyond it.
    [[nodiscard]] std::optional<world_hit<T>> ray_cast_closest(const ray<T>& r, const query_filter& filter = {}) const {
        std::optional<world_hit<T>> first;
        const T slack = detail::fraction_slack(aabb<T>{r.origin, r.origin}, r.translation);
        for_each_hit(r, filter, [&](const world_hit<T>& h) {
            if (!first || comes_first(h, *first)) first = h;
            return first->hit.fraction + slack;
        });
        return first;
    }
    /// Does the ray hit one?
    [[nodiscard]] bool ray_cast_any(const ray<T>& r, const query_filter& filter = {}) const {
        bool found = false;
        for_each_hit(r, filter, [&](const world_hit<T>&) { return found = true, T(-1); });
        return found;
    }

    /// Of those that a shape hits on its way, by the fraction, then by the id; each as if it were alone.
    template <convex S>
    [[nodiscard]] std::vector<world_cast_hit<T>> shape_cast(const S& shape, vec2<std::type_identity_t<T>> translation,
                                                            const query_filter& filter = {}) const {
        std::vector<world_cast_hit<T>> hits;
        for_each_cast_hit(shape, translation, filter,
                          [&](const world_cast_hit<T>& h) { return hits.push_back(h), T(1); });
        detail::sort_list(hits, cast_comes_first);
        return hits;
    }
    /// The first of `shape_cast`, without looking at what is beyond it.
    template <convex S>
    [[nodiscard]] std::optional<world_cast_hit<T>> shape_cast_closest(const S& shape,
                                                                      vec2<std::type_identity_t<T>> translation,
                                                                      const query_filter& filter = {}) const {
        std::optional<world_cast_hit<T>> first;
        if (!detail::is_valid(shape)) return first;
        const T slack = detail::fraction_slack(bounds(shape), translation);
        for_each_cast_hit(shape, translation, filter, [&](const world_cast_hit<T>& h) {
            if (!first || cast_comes_first(h, *first)) first = h;
            return first->cast.fraction + slack;
        });
        return first;
    }
    /// Does the shape hit one on its way?
    template <convex S>
    [[nodiscard]] bool shape_cast_any(const S& shape, vec2<std::type_identity_t<T>> translation,
                                      const query_filter& filter = {}) const {
        bool found = false;
        for_each_cast_hit(shape, translation, filter, [&](const world_cast_hit<T>&) { return found = true, T(-1); });
        return found;
    }

private:
    [[nodiscard]] const World& self() const noexcept { return static_cast<const World&>(*this); }
    [[nodiscard]] static bool comes_first(const world_hit<T>& a, const world_hit<T>& b) noexcept {
        return a.hit.fraction != b.hit.fraction ? a.hit.fraction < b.hit.fraction : a.id < b.id;
    }
    [[nodiscard]] static bool cast_comes_first(const world_cast_hit<T>& a, const world_cast_hit<T>& b) noexcept {
        return a.cast.fraction != b.cast.fraction ? a.cast.fraction < b.cast.fraction : a.id < b.id;
    }

    /// `visit` gives the largest fraction that is of interest from here on; a negative one ends it.
    template <class Visit>
    void for_each_hit(const ray<T>& r, const query_filter& filter, const Visit& visit) const {
        if (!valid(r)) return;
        T most(1);
        self().broad().ray_cast(r, [&](proxy p) {
            const std::uint32_t i = self().index_of(p);
            if (!self().is_met(i, filter)) return most;
            const auto hit = self().with_solid(i, [&](const auto& solid) { return hitbox::ray_cast(r, solid); });
            return hit ? most = visit(world_hit<T>{self().id_of(i), *hit}) : most;
        });
    }
    template <convex S, class Visit>
    void for_each_cast_hit(const S& shape, vec2<T> translation, const query_filter& filter, const Visit& visit) const {
        if (!detail::is_valid(shape) || !is_finite(translation)) return;
        T most(1);
        self().broad().box_cast(bounds(shape), translation, [&](proxy p) {
            const std::uint32_t i = self().index_of(p);
            if (!self().is_met(i, filter)) return most;
            const auto cast =
                self().with_solid(i, [&](const auto& solid) { return hitbox::shape_cast(shape, translation, solid); });
            const bool meets = cast.status != cast_status::separated && cast.status != cast_status::failed;
            return meets ? most = visit(world_cast_hit<T>{self().id_of(i), cast}) : most;
        });
    }
};

}  // namespace hitbox::inline HITBOX_ISA

namespace hitbox {

/// What of a world is in the way of a mover, as one set of solids.
template <class World>
class world_solids {
public:
    using scalar_type = typename World::scalar_type;

    world_solids(const World* w, const query_filter& filter) : world_{w}, filter_{filter} { filter_.sensors = false; }

    [[nodiscard]] const World& scene() const noexcept { return *world_; }
    [[nodiscard]] const query_filter& filter() const noexcept { return filter_; }

    /// Whose is a piece that a query names?
    [[nodiscard]] collider_id collider_of(std::size_t piece) const noexcept {
        return world_->id_of(static_cast<std::uint32_t>(piece >> bits));
    }
    /// Is a piece an edge of a one-sided chain? Movers are held by its front only.
    [[nodiscard]] bool is_one_sided_piece(std::size_t piece) const {
        return world_->with_solid(static_cast<std::uint32_t>(piece >> bits),
                                  [](const auto& solid) { return detail::is_one_sided(solid); });
    }
    /// Half of the bits for the collider, half for its piece.
    static constexpr int bits = 4 * static_cast<int>(sizeof(std::size_t));

private:
    const World* world_;
    query_filter filter_;
};

}  // namespace hitbox

namespace hitbox::inline HITBOX_ISA {

template <class World, class Visit>
void for_each_piece_near(const world_solids<World>& all, const aabb<typename World::scalar_type>& box,
                         const Visit& visit) {
    bool more = true;
    for (const std::uint32_t i : all.scene().found_near(box, all.filter())) {
        all.scene().with_solid(i, [&](const auto& solid) {
            for_each_piece_near(solid, box, [&](const auto& piece, std::size_t k) {
                return more = static_cast<bool>(visit(piece, (std::size_t{i} << world_solids<World>::bits) + k));
            });
        });
        if (!more) return;
    }
}
template <class World>
[[nodiscard]] auto bounds(const world_solids<World>& all) noexcept {
    return all.scene().bounds_of_all();
}
template <class World>
[[nodiscard]] bool valid(const world_solids<World>&) noexcept {
    return true;
}

}  // namespace hitbox::inline HITBOX_ISA
