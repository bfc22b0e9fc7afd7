#pragma once
/// The queries of a world: overlaps, contacts, distances, rays and casts.

#include <hitbox/core/lists.hpp>
#include <hitbox/core/small_list.hpp>
#include <hitbox/scene/meeting_test.hpp>
#include <hitbox/scene/world_contents.hpp>

#include <limits>
#include <optional>
#include <utility>

// Writes the overload of a query of a world for wrong arguments. The first one, of type A, should be `first`, and the
// second one a `second`, which `other` is if it is in braces or missing. `second` is B if it may be the condition. The
// last arguments are those of a valid call.
#define HITBOX_MISTAKES_OF_WORLD(query, first, second, other, ...)                      \
    template <class A, class B = other, class C = query_filter, class D = query_filter> \
        requires hitbox::detail::is_wrong_call<(first), second, B, C, D>                \
    auto query(const A&, const B& = {}, const C& = {}, const D& = {}) const {           \
        detail::report_query_mistake<T, second, A, B, C, D>();                          \
        return query(__VA_ARGS__);                                                      \
    }

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Returns an upper bound for the rounding error of a fraction of a path, computed from coordinates around it.
template <exact_real T>
[[nodiscard]] T fraction_error_bound(const aabb<T>& box, vec2<T> translation) noexcept {
    const vec2<T> max_abs = (max)(abs(box.min), abs(box.max));
    const T length = larger(magnitude(translation.x), magnitude(translation.y));
    if (!(length > T(0))) return T(1);  // all hits are at the start
    return T(32) * std::numeric_limits<T>::epsilon() * (T(2) + larger(max_abs.x, max_abs.y) / length);
}

struct any_collider {
    [[nodiscard]] constexpr bool operator()(std::uint32_t) const noexcept { return true; }
};

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// The queries of a world. They see each collider at its current transform, also before the next `detect`. Their last
/// argument is a condition: a query_filter or a predicate (see query_condition). Without it they see every collider,
/// also sensors. An invalid shape, ray or translation is reported to HITBOX_ASSERT, and finds nothing. The shape may be
/// a convex shape, a compound, a chain or any other set of solids. Each collider is tested by itself. Results are in
/// ascending order of id; hits of rays and casts are in order of fraction, as rounded, then id.
///
/// Queries that write into a list replace its contents, and allocate only if its capacity is too small. `query` with a
/// visitor allocates only if more than 1024 boxes are near the shape. The other queries that return no list do not
/// allocate for convex shapes.
template <class World, exact_real T>
class world_queries {
public:
    /// Calls visit(id) for the colliders that share a point with the shape. The visitor may return false to end the
    /// query.
    template <detail::solid_with<T> S, class Visit, query_condition F = query_filter>
        requires std::invocable<Visit&, collider_id>
    void query(const S& shape, Visit&& visit, const F& filter = {}) const {
        if (!expect_valid("world::query", shape)) return;
        detail::meeting_test<S, T> test{shape};
        self().for_each_near(search_box(shape), seen_by(filter), [&](std::uint32_t i) {
            return !meets(test, i) || detail::goes_on(visit, self().id_of(i));
        });
    }
    /// Writes the ids of these colliders into a list.
    template <detail::solid_with<T> S, query_condition F = query_filter>
    void query(const S& shape, std::vector<collider_id>& found, const F& filter = {}) const {
        found.clear();
        if (!expect_valid("world::query", shape)) return;
        const aabb<T> box = search_box(shape);
        if (!valid(box)) return;
        const auto sees = seen_by(filter);
        detail::meeting_test<S, T> test{shape};
        self().boxes().query(box, [&](std::uint32_t i) {
            if (sees(i) && meets(test, i)) found.push_back(self().id_of(i));
            return true;
        });
        sort_ids(found);
    }
    /// Returns these ids as a list. The condition is a query_filter, because a function in its place is a visitor.
    template <detail::solid_with<T> S>
    [[nodiscard]] std::vector<collider_id> query(const S& shape, const query_filter& filter = {}) const {
        std::vector<collider_id> found;
        return query(shape, found, filter), found;
    }
    template <detail::solid_with<T> S, std::same_as<collider_filter> F>
    void query(const S&, const F&) const = delete;  // write w.query(shape, {.mask = categories}), or pass a visitor
    /// Returns true if a collider shares a point with the shape.
    template <detail::solid_with<T> S, query_condition F = query_filter>
    [[nodiscard]] bool query_any(const S& shape, const F& filter = {}) const {
        if (!expect_valid("world::query_any", shape)) return false;
        const aabb<T> box = search_box(shape);
        if (!valid(box)) return false;
        bool found = false;
        const auto sees = seen_by(filter);
        detail::meeting_test<S, T> test{shape};
        self().boxes().query(box, [&](std::uint32_t i) { return !(found = sees(i) && meets(test, i)); });
        return found;
    }

    /// Returns the contact with each collider that shares a point with the shape: normal from the shape to the
    /// collider, depth, points. For the contact with all colliders as one solid, use `collide(shape,
    /// w.solids(filter))`.
    template <detail::solid_with<T> S, query_condition F = query_filter>
    [[nodiscard]] std::vector<world_overlap<T>> collide(const S& shape, const F& filter = {}) const {
        std::vector<world_overlap<T>> found;
        return collide(shape, found, filter), found;
    }
    /// Writes these contacts into a list.
    template <detail::solid_with<T> S, query_condition F = query_filter>
    void collide(const S& shape, std::vector<world_overlap<T>>& found, const F& filter = {}) const {
        found.clear();
        if (!expect_valid("world::collide", shape)) return;
        self().for_each_near(search_box(shape), seen_by(filter), [&](std::uint32_t i) {
            const auto hit = contact_with(shape, i);
            if (hit) found.push_back({self().id_of(i), *hit, self().is_sensor_at(i)});
            return true;
        });
    }
    /// Returns the contact points with each collider that shares a point with the shape.
    template <detail::solid_with<T> S, query_condition F = query_filter>
    [[nodiscard]] std::vector<world_manifold<T>> contact_manifolds(const S& shape, const F& filter = {}) const {
        std::vector<world_manifold<T>> found;
        return contact_manifolds(shape, found, filter), found;
    }
    /// Writes these manifolds into a list.
    template <detail::solid_with<T> S, query_condition F = query_filter>
    void contact_manifolds(const S& shape, std::vector<world_manifold<T>>& found, const F& filter = {}) const {
        found.clear();
        if (!expect_valid("world::contact_manifolds", shape)) return;
        self().for_each_near(search_box(shape), seen_by(filter), [&](std::uint32_t i) {
            const auto points = manifold_with(shape, i);
            if (points.count > 0) found.push_back({self().id_of(i), points, self().is_sensor_at(i)});
            return true;
        });
    }

    /// Returns the collider nearest to a point or another shape, and the distance. Among several at the same distance
    /// it returns the smallest id. Returns no value if none is within `search_radius`, a length that may be infinite.
    template <detail::solid_with<T> S, query_condition F = query_filter>
    [[nodiscard]] std::optional<world_distance<T>> nearest(const S& shape, std::type_identity_t<T> search_radius,
                                                           const F& filter = {}) const {
        std::optional<world_distance<T>> best;
        const aabb<T> all = self().boxes().bounds();
        const bool has_radius =
            detail::expect(search_radius >= T(0), "world::nearest: the search radius is negative or a NaN");
        if (!expect_valid("world::nearest", shape) || !has_radius) return best;
        const aabb<T> box = search_box(shape);
        if (!valid(box) || !valid(all)) return best;
        const vec2<T> gap = (max)((max)(box.min - all.max, all.min - box.max), vec2<T>{});
        const vec2<T> size = box.max - box.min, size_of_all = all.max - all.min;
        // The search box doubles from a small one on, so it ends at about twice the distance of the nearest collider.
        T step = detail::larger(detail::larger(detail::larger(size.x, size.y) / T(4), (std::numeric_limits<T>::min)()),
                                detail::larger(size_of_all.x, size_of_all.y) * T(0x1p-20));
        const auto sees = seen_by(filter);
        std::optional<aabb<T>> searched;  // what is in it need not be tested again
        int shrinks = 8;
        for (T tried_radius = detail::larger(gap.x, gap.y);;) {
            const T radius = detail::smaller(tried_radius, search_radius);
            // The margin covers the rounding of distances, which may make a collider outside equally near.
            const T margin = T(4) * std::numeric_limits<T>::epsilon() * radius;
            const aabb<T> around = detail::within_range(detail::grown(box, radius + margin));
            bool is_too_large = false;
            int left = 32;
            self().boxes().query(around, [&](std::uint32_t i) {
                if (searched && intersects_pair(*searched, self().box_of(i))) return true;
                is_too_large = shrinks > 0 && radius > T(0) && left-- == 0;
                if (is_too_large) return false;
                const T limit = best ? best->gap.distance : search_radius;
                if (detail::min_box_distance(box, self().box_of(i)) > limit || !sees(i)) return true;
                const auto d = distance_to(shape, i);
                // The distance of a set is infinite if each of its pieces is one-sided and faces away.
                const bool is_seen = d.distance < detail::max_value<T>() || (convex<S> && self().is_convex_at(i));
                const bool is_later = best && d.distance == limit && best->id < self().id_of(i);
                if (d.distance > limit || !is_seen || is_later) return true;
                best = world_distance<T>{self().id_of(i), d, self().is_sensor_at(i)};
                return true;
            });
            if (is_too_large) {  // as in a world with one collider far from all others
                --shrinks, step = (std::numeric_limits<T>::min)(), tried_radius = radius / T(8);
                continue;
            }
            searched = around;
            if (radius > T(0)) shrinks = 0;
            if (best && best->gap.distance <= radius) return best;
            if (radius >= search_radius || contains_pair(around, all)) return best;
            tried_radius = T(2) * radius + step;
            if (best) tried_radius = detail::smaller(tried_radius, best->gap.distance);
        }
    }

    /// Returns the collider nearest to a point in the same way, so that `nearest({5, 2}, 10)` compiles.
    template <query_condition F = query_filter>
    [[nodiscard]] std::optional<world_distance<T>> nearest(vec2<T> point, std::type_identity_t<T> search_radius,
                                                           const F& filter = {}) const {
        return nearest<vec2<T>, F>(point, search_radius, filter);
    }

    /// Returns all colliders that the ray hits.
    template <query_condition F = query_filter>
    [[nodiscard]] std::vector<world_hit<T>> ray_cast(const ray<T>& r, const F& filter = {}) const {
        std::vector<world_hit<T>> hits;
        return ray_cast(r, hits, filter), hits;
    }
    /// Writes these hits into a list.
    template <query_condition F = query_filter>
    void ray_cast(const ray<T>& r, std::vector<world_hit<T>>& hits, const F& filter = {}) const {
        hits.clear();
        for_each_hit("world::ray_cast", r, filter, detail::any_collider{},
                     [&](const world_hit<T>& h) { return hits.push_back(h), T(1); });
        detail::sort_list(hits, comes_first);
    }
    /// Returns the first hit of `ray_cast`, without testing the colliders behind it.
    template <query_condition F = query_filter>
    [[nodiscard]] std::optional<world_hit<T>> ray_cast_closest(const ray<T>& r, const F& filter = {}) const {
        std::optional<world_hit<T>> first;
        const T error_bound = detail::fraction_error_bound(aabb<T>{r.origin, r.origin}, r.translation);
        const auto may_be_first = [&](std::uint32_t i) {
            return !first || first->hit.fraction > T(0) || self().id_of(i) < first->id;
        };
        for_each_hit("world::ray_cast_closest", r, filter, may_be_first, [&](const world_hit<T>& h) {
            if (!first || comes_first(h, *first)) first = h;
            return first->hit.fraction + error_bound;
        });
        return first;
    }
    void ray_cast_closest(const ray<T>&,
                          ray_start) const = delete;  // write ray_cast(ray, w.solids(), ray_start::hollow)
    template <class F = query_filter>
    void ray_cast_closest(const ray<T>&, const F&, ray_start) const = delete;  // write ray_cast(ray, w.solids(), start)
    /// Returns true if the ray hits a collider.
    template <query_condition F = query_filter>
    [[nodiscard]] bool ray_cast_any(const ray<T>& r, const F& filter = {}) const {
        bool found = false;
        for_each_hit("world::ray_cast_any", r, filter, detail::any_collider{},
                     [&](const world_hit<T>&) { return found = true, T(-1); });
        return found;
    }

    /// Returns all colliders that a shape hits if it moves by `translation`, with those that it overlaps at the start.
    /// Each collider is tested as if it were alone.
    template <detail::solid_with<T> S, query_condition F = query_filter>
    [[nodiscard]] std::vector<world_cast_hit<T>> shape_cast(const S& shape, vec2<std::type_identity_t<T>> translation,
                                                            const F& filter = {}) const {
        std::vector<world_cast_hit<T>> hits;
        return shape_cast(shape, translation, hits, filter), hits;
    }
    /// Writes these hits into a list.
    template <detail::solid_with<T> S, query_condition F = query_filter>
    void shape_cast(const S& shape, vec2<std::type_identity_t<T>> translation, std::vector<world_cast_hit<T>>& hits,
                    const F& filter = {}) const {
        hits.clear();
        for_each_cast_hit("world::shape_cast", shape, translation, filter, detail::any_collider{},
                          [&](const world_cast_hit<T>& h) { return hits.push_back(h), T(1); });
        detail::sort_list(hits, cast_comes_first);
    }
    /// Returns the first hit of `shape_cast`, without testing the colliders behind it.
    template <detail::solid_with<T> S, query_condition F = query_filter>
    [[nodiscard]] std::optional<world_cast_hit<T>>
    shape_cast_closest(const S& shape, vec2<std::type_identity_t<T>> translation, const F& filter = {}) const {
        std::optional<world_cast_hit<T>> first;
        if (!expect_valid("world::shape_cast_closest", shape, translation)) return first;
        const T error_bound = detail::fraction_error_bound(bounds(shape), translation);
        const auto may_be_first = [&](std::uint32_t i) {
            return !first || first->cast.fraction > T(0) || self().id_of(i) < first->id;
        };
        for_each_cast_hit("world::shape_cast_closest", shape, translation, filter, may_be_first,
                          [&](const world_cast_hit<T>& h) {
                              if (!first || cast_comes_first(h, *first)) first = h;
                              return first->cast.fraction + error_bound;
                          });
        return first;
    }
    /// Returns true if the shape hits a collider on its path.
    template <detail::solid_with<T> S, query_condition F = query_filter>
    [[nodiscard]] bool shape_cast_any(const S& shape, vec2<std::type_identity_t<T>> translation,
                                      const F& filter = {}) const {
        bool found = false;
        for_each_cast_hit("world::shape_cast_any", shape, translation, filter, detail::any_collider{},
                          [&](const world_cast_hit<T>&) { return found = true, T(-1); });
        return found;
    }

    HITBOX_MISTAKES_OF_WORLD(query, (detail::solid_with<A, T>), B, query_filter, vec2<T>{})
    HITBOX_MISTAKES_OF_WORLD(query_any, (detail::solid_with<A, T>), B, query_filter, vec2<T>{})
    HITBOX_MISTAKES_OF_WORLD(collide, (detail::solid_with<A, T>), B, query_filter, vec2<T>{})
    HITBOX_MISTAKES_OF_WORLD(contact_manifolds, (detail::solid_with<A, T>), B, query_filter, vec2<T>{})
    HITBOX_MISTAKES_OF_WORLD(nearest, (detail::solid_with<A, T>), const T, query_filter, vec2<T>{}, T{})
    HITBOX_MISTAKES_OF_WORLD(ray_cast, (std::same_as<A, ray<T>>), B, query_filter, ray<T>{})
    HITBOX_MISTAKES_OF_WORLD(ray_cast_closest, (std::same_as<A, ray<T>>), B, query_filter, ray<T>{})
    HITBOX_MISTAKES_OF_WORLD(ray_cast_any, (std::same_as<A, ray<T>>), B, query_filter, ray<T>{})
    HITBOX_MISTAKES_OF_WORLD(shape_cast, (detail::solid_with<A, T>), vec2<T>, vec2<T>, vec2<T>{}, vec2<T>{})
    HITBOX_MISTAKES_OF_WORLD(shape_cast_closest, (detail::solid_with<A, T>), vec2<T>, vec2<T>, vec2<T>{}, vec2<T>{})
    HITBOX_MISTAKES_OF_WORLD(shape_cast_any, (detail::solid_with<A, T>), vec2<T>, vec2<T>, vec2<T>{}, vec2<T>{})

private:
    [[nodiscard]] const World& self() const noexcept { return static_cast<const World&>(*this); }
    /// Reports invalid arguments of a query. Returns true if all are valid.
    template <class... S>
    [[nodiscard]] static bool expect_valid(const char* query, const S&... arguments) {
        detail::check_arguments(query, arguments...);
        return (detail::is_valid(arguments) && ...);
    }
    /// Returns the box around a shape, clamped to the range of T.
    template <class S>
    [[nodiscard]] static aabb<T> search_box(const S& shape) noexcept {
        return detail::within_range(bounds(shape));
    }
    template <class F>
    [[nodiscard]] auto seen_by(const F& filter) const noexcept {
        return [this, &filter](std::uint32_t i) { return self().is_seen(i, filter); };
    }
    void sort_ids(std::vector<collider_id>& ids) const {
        constexpr std::size_t max_count = 1024;
        if (ids.size() > max_count) return detail::sort_list(ids);
        std::uint32_t indices[max_count];  // NOLINT: the first ones are filled
        for (std::size_t k = 0; k < ids.size(); ++k) indices[k] = ids[k].index;
        detail::sort_indices(indices, ids.size());
        for (std::size_t k = 0; k < ids.size(); ++k) ids[k] = self().id_of(indices[k]);
    }
    // Queries of one collider. They are defined outside of the class and are therefore not inline, so that the
    // library hitbox::compiled can contain them for common shapes.
    template <class S>
    [[nodiscard]] bool meets(detail::meeting_test<S, T>& test, std::uint32_t i) const;
    template <class S>
    [[nodiscard]] std::optional<contact<T>> contact_with(const S& shape, std::uint32_t i) const;
    template <class S>
    [[nodiscard]] manifold<T> manifold_with(const S& shape, std::uint32_t i) const;
    template <class S>
    [[nodiscard]] separation<T> distance_to(const S& shape, std::uint32_t i) const;
    template <class S>
    [[nodiscard]] set_cast_result<T> cast_at(const S& shape, vec2<T> translation, std::uint32_t i) const;
    [[nodiscard]] std::optional<set_ray_hit<T>> ray_cast_at(const ray<T>& r, std::uint32_t i) const;
    [[nodiscard]] static bool comes_first(const world_hit<T>& a, const world_hit<T>& b) noexcept {
        return a.hit.fraction != b.hit.fraction ? a.hit.fraction < b.hit.fraction : a.id < b.id;
    }
    [[nodiscard]] static bool cast_comes_first(const world_cast_hit<T>& a, const world_cast_hit<T>& b) noexcept {
        return a.cast.fraction != b.cast.fraction ? a.cast.fraction < b.cast.fraction : a.id < b.id;
    }

    /// Calls visit(hit) for the colliders that the ray hits, in the query of this name. matters(index) returns false
    /// for colliders that need no test: after a hit at the start, only a collider with a smaller id can come first.
    /// `visit` returns the fraction beyond which the caller needs no more hits; a negative one ends the search.
    template <class F, class Matters, class Visit>
    void for_each_hit(const char* query, const ray<T>& r, const F& filter, const Matters& matters,
                      const Visit& visit) const {
        if (!expect_valid(query, r)) return;
        T max_fraction(1);
        self().boxes().box_cast(aabb<T>{r.origin, r.origin}, r.translation, [&](std::uint32_t i) {
            if (!matters(i) || !self().is_seen(i, filter)) return max_fraction;
            const auto hit = ray_cast_at(r, i);
            return hit ? max_fraction = visit(world_hit<T>{self().id_of(i), *hit, self().is_sensor_at(i), hit->piece})
                       : max_fraction;
        });
    }
    template <class S, class F, class Matters, class Visit>
    void for_each_cast_hit(const char* query, const S& shape, vec2<T> translation, const F& filter,
                           const Matters& matters, const Visit& visit) const {
        if (!expect_valid(query, shape, translation)) return;
        T max_fraction(1);
        self().boxes().box_cast(bounds(shape), translation, [&](std::uint32_t i) {
            if (!matters(i) || !self().is_seen(i, filter)) return max_fraction;
            const auto cast = cast_at(shape, translation, i);
            const bool meets = cast.status != cast_status::separated && cast.status != cast_status::failed;
            return meets ? max_fraction =
                               visit(world_cast_hit<T>{self().id_of(i), cast, self().is_sensor_at(i), cast.piece_b})
                         : max_fraction;
        });
    }
};

template <class World, exact_real T>
template <class S>
bool world_queries<World, T>::meets(detail::meeting_test<S, T>& test, std::uint32_t i) const {
    return test(self(), i);
}
template <class World, exact_real T>
template <class S>
std::optional<contact<T>> world_queries<World, T>::contact_with(const S& shape, std::uint32_t i) const {
    return self().with_solid(i, [&shape](const auto& solid) { return hitbox::collide(shape, solid); });
}
template <class World, exact_real T>
template <class S>
manifold<T> world_queries<World, T>::manifold_with(const S& shape, std::uint32_t i) const {
    return self().with_solid(i, [&shape](const auto& solid) -> manifold<T> { return contact_manifold(shape, solid); });
}
template <class World, exact_real T>
template <class S>
separation<T> world_queries<World, T>::distance_to(const S& shape, std::uint32_t i) const {
    return self().with_solid(i, [&shape](const auto& solid) { return distance(shape, solid); });
}
template <class World, exact_real T>
template <class S>
set_cast_result<T> world_queries<World, T>::cast_at(const S& shape, vec2<T> translation, std::uint32_t i) const {
    return self().with_solid(
        i, [&](const auto& solid) { return set_cast_result<T>{hitbox::shape_cast(shape, translation, solid)}; });
}
template <class World, exact_real T>
std::optional<set_ray_hit<T>> world_queries<World, T>::ray_cast_at(const ray<T>& r, std::uint32_t i) const {
    return self().with_solid(i, [&r](const auto& solid) -> std::optional<set_ray_hit<T>> {
        const auto hit = hitbox::ray_cast(r, solid);
        if (!hit) return {};
        return set_ray_hit<T>{*hit};
    });
}

}  // namespace HITBOX_ISA
}  // namespace hitbox

#undef HITBOX_MISTAKES_OF_WORLD
