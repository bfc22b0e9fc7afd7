// The C interface, compiled: see hitbox.h. As a shared library for other languages:
//
//     c++ -std=c++20 -O2 -DNDEBUG -shared -fPIC -Iinclude bindings/c/hitbox.cpp -o libhitbox.so

// An invalid argument is answered, not flagged: the caller cannot see C++'s messages.
#ifndef HITBOX_ASSERT
#  define HITBOX_ASSERT(condition, why) static_cast<void>(0)
#endif
#define HITBOX_C_BUILD_DLL

#include "hitbox.h"

#include <hitbox/hitbox.hpp>

#include <new>
#include <vector>

struct hitbox_shape {
    hitbox::collider_shape<float> value;
};
struct hitbox_world {
    hitbox::world<float> value;
    std::vector<hitbox_event> began;  // of the last `detect`, with the numbers that the users had then
};

namespace {

using vec = hitbox::vec2<float>;
using any = hitbox::any_shape<float>;

vec in(hitbox_vec2 v) { return {v.x, v.y}; }
hitbox_vec2 out(vec v) { return {v.x, v.y}; }
hitbox::transform2<float> in(hitbox_place at) { return {in(at.position), {at.cosine, at.sine}}; }
hitbox::collider_filter in(hitbox_filter f) { return {f.category, f.mask, f.group}; }
hitbox::query_filter of_query(hitbox_filter f) {
    if (f.category == 0) return {.mask = f.mask};
    return {.as_collider = in(f)};
}
// The index is in the higher half, so that numbers have the order of the ids.
hitbox::collider_id in(hitbox_id id) { return {static_cast<std::uint32_t>(id >> 32), static_cast<std::uint32_t>(id)}; }
hitbox_id out(hitbox::collider_id id) { return id ? hitbox_id{id.index} << 32 | id.generation : 0; }

hitbox_manifold out(const hitbox::manifold<float>& m) {
    hitbox_manifold result{out(m.normal), m.count, {}};
    for (int i = 0; i < m.count; ++i) result.points[i] = {out(m.points[i].point), m.points[i].depth, m.points[i].id};
    return result;
}
hitbox_ray_hit out(const hitbox::ray_hit<float>& h) { return {h.fraction, out(h.point), out(h.normal)}; }
hitbox_cast_result out(const hitbox::cast_result<float>& c) {
    return {static_cast<hitbox_cast_status>(c.status), c.fraction, out(c.normal), out(c.point), c.depth};
}
static_assert(HITBOX_CAST_FAILED == int(hitbox::cast_status::failed));
static_assert(HITBOX_CAST_STARTED_OVERLAPPING == int(hitbox::cast_status::started_overlapping));
static_assert(HITBOX_END_TELEPORTED == int(hitbox::end_reason::teleported));

/// Larger counts are refused before a point is read. They are mistakes, such as -1.
constexpr size_t max_count = 0x7fffffff;

/// The reason without advice that is for C++ only.
const char* reason_of(hitbox::polygon_error e) {
    if (e != hitbox::polygon_error::self_intersecting) return to_string(e);
    return "the outline crosses itself or goes round more than once: put the points in order";
}

/// Null if it is invalid, or there is no memory for it.
template <class S>
hitbox_shape* make(const S& s) noexcept {
    try {
        return valid(s) ? new hitbox_shape{s} : nullptr;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

/// f(the shape where it is), or `otherwise`.
template <class R, class F>
R where(const hitbox_shape* s, hitbox_place place, R otherwise, const F& f) {
    const auto t = in(place);
    if (!s || !valid(t)) return otherwise;
    return std::visit(
        [&](const auto& known) -> R {
            if constexpr (std::same_as<decltype(known), const any&>) return f(baked(at(known, t)));
            else return f(at(known, t));
        },
        s->value.value);
}
template <class R, class F>
R both(const hitbox_shape* a, hitbox_place at_a, const hitbox_shape* b, hitbox_place at_b, R otherwise, const F& f) {
    return where(a, at_a, otherwise, [&](const auto& one) {
        return where(b, at_b, otherwise,
                     [&](const auto& two) -> R { return valid(one) && valid(two) ? f(one, two) : otherwise; });
    });
}
template <class From, class To, class Convert>
size_t copy(const From& list, To* to, size_t capacity, const Convert& convert) {
    for (size_t i = 0; to && i < list.size() && i < capacity; ++i) to[i] = convert(list[i]);
    return list.size();
}

}  // namespace

extern "C" {

hitbox_place hitbox_at(float x, float y, float radians) {
    const auto r = hitbox::rot2<float>::from_radians(radians);
    return {{x, y}, r.c, r.s};
}

hitbox_shape* hitbox_make_point(hitbox_vec2 p) { return make(any{in(p)}); }
hitbox_shape* hitbox_make_circle(hitbox_vec2 center, float radius) {
    return make(any{hitbox::circle<float>{in(center), radius}});
}
hitbox_shape* hitbox_make_box(hitbox_vec2 min, hitbox_vec2 max) {
    return make(any{hitbox::aabb<float>{in(min), in(max)}});
}
hitbox_shape* hitbox_make_segment(hitbox_vec2 a, hitbox_vec2 b) {
    return make(any{hitbox::segment<float>{in(a), in(b)}});
}
hitbox_shape* hitbox_make_capsule(hitbox_vec2 a, hitbox_vec2 b, float radius) {
    return make(any{hitbox::capsule<float>{in(a), in(b), radius}});
}
hitbox_shape* hitbox_make_polygon(const hitbox_vec2* points, size_t count, hitbox_refusal* why) {
    return hitbox_make_polygon_with_holes(points, &count, 1, why);
}
hitbox_shape* hitbox_make_polygon_with_holes(const hitbox_vec2* points, const size_t* ring_sizes, size_t ring_count,
                                             hitbox_refusal* why) {
    if (!points || !ring_sizes || ring_count == 0) {
        if (why) *why = {"there are no points", SIZE_MAX, SIZE_MAX};
        return nullptr;
    }
    size_t left = max_count;
    for (size_t r = 0; r < ring_count; left -= ring_sizes[r++])
        if (ring_sizes[r] > left) {
            if (why) *why = {"there are 2^31 points or more", SIZE_MAX, SIZE_MAX};
            return nullptr;
        }
    try {
        std::vector<std::vector<vec>> rings(ring_count);
        for (size_t r = 0; r < ring_count; ++r)
            for (size_t i = 0; i < ring_sizes[r]; ++i) rings[r].push_back(in(*points++));
        if (ring_count == 1)
            if (const auto convex = hitbox::make_convex_polygon(rings[0])) return make(any{*convex});
        const auto made = hitbox::make_polygon(rings[0], std::span{rings}.subspan(1));
        if (made) return make(hitbox::compound<float>{*made});
        if (why) *why = {reason_of(made.error()), made.index(), made.other_index()};
    } catch (const std::exception&) {
        if (why) *why = {"there is no memory left", SIZE_MAX, SIZE_MAX};
    }
    return nullptr;
}
hitbox_shape* hitbox_make_chain(const hitbox_vec2* points, size_t count, bool closed, bool two_sided) {
    if (!points || count > max_count) return nullptr;
    try {
        std::vector<vec> list;
        for (size_t i = 0; i < count; ++i) list.push_back(in(points[i]));
        const auto sides = two_sided ? hitbox::chain_sides::two : hitbox::chain_sides::one;
        return make(closed ? hitbox::chain<float>::loop(list, sides) : hitbox::chain<float>::open(list, sides));
    } catch (const std::exception&) {
        return nullptr;
    }
}
void hitbox_free_shape(hitbox_shape* shape) { delete shape; }

bool hitbox_intersects(const hitbox_shape* a, hitbox_place at_a, const hitbox_shape* b, hitbox_place at_b) {
    return both(a, at_a, b, at_b, false, [](const auto& p, const auto& q) { return intersects(p, q); });
}
bool hitbox_penetrates(const hitbox_shape* a, hitbox_place at_a, const hitbox_shape* b, hitbox_place at_b) {
    return both(a, at_a, b, at_b, false, [](const auto& p, const auto& q) { return penetrates(p, q); });
}
bool hitbox_contains(const hitbox_shape* a, hitbox_place at_a, const hitbox_shape* b, hitbox_place at_b) {
    return both(a, at_a, b, at_b, false, [](const auto& p, const auto& q) { return contains(p, q); });
}
bool hitbox_collide(const hitbox_shape* a, hitbox_place at_a, const hitbox_shape* b, hitbox_place at_b,
                    hitbox_contact* contact) {
    return both(a, at_a, b, at_b, false, [=](const auto& p, const auto& q) {
        const auto c = collide(p, q);
        if (c && contact)
            *contact = {out(c->normal), c->depth,  out(c->point_a), out(c->point_b),
                        out(c->mtv()),  c->a_in_b, c->b_in_a};
        return c.has_value();
    });
}
int hitbox_contact_manifolds(const hitbox_shape* a, hitbox_place at_a, const hitbox_shape* b, hitbox_place at_b,
                             hitbox_manifold result[2]) {
    if (!result) return 0;
    return both(a, at_a, b, at_b, 0, [=](const auto& p, const auto& q) {
        if constexpr (requires { contact_manifolds(p, q); }) {
            const auto all = contact_manifolds(p, q);
            for (int i = 0; i < all.count; ++i) result[i] = out(all.manifolds[i]);
            return all.count;
        } else {
            const auto m = contact_manifold(p, q);
            if (m.count > 0) result[0] = out(m);
            return m.count > 0 ? 1 : 0;
        }
    });
}
hitbox_separation hitbox_distance(const hitbox_shape* a, hitbox_place at_a, const hitbox_shape* b, hitbox_place at_b) {
    const hitbox_separation none{std::numeric_limits<float>::infinity(), {0, 1}, {}, {}};
    return both(a, at_a, b, at_b, none, [](const auto& p, const auto& q) {
        const auto s = distance(p, q);
        return hitbox_separation{s.distance, out(s.normal), out(s.point_a), out(s.point_b)};
    });
}

bool hitbox_ray_cast(hitbox_vec2 origin, hitbox_vec2 translation, const hitbox_shape* shape, hitbox_place at,
                     hitbox_ray_hit* hit) {
    const hitbox::ray<float> r{in(origin), in(translation)};
    return where(shape, at, false, [&](const auto& s) {
        const auto found = ray_cast(r, s);
        if (found && hit) *hit = out(*found);
        return found.has_value();
    });
}
hitbox_cast_result hitbox_shape_cast(const hitbox_shape* a, hitbox_place at_a, hitbox_vec2 of_a, const hitbox_shape* b,
                                     hitbox_place at_b, hitbox_vec2 of_b) {
    return both(a, at_a, b, at_b, out(hitbox::cast_result<float>{}),
                [=](const auto& p, const auto& q) { return out(shape_cast(p, in(of_a), q, in(of_b))); });
}

hitbox_filter hitbox_meets_all(void) { return {1, 0xffffffffu, 0}; }
hitbox_filter hitbox_sees_all(void) { return {0, 0xffffffffu, 0}; }

hitbox_world* hitbox_make_world(void) { return new (std::nothrow) hitbox_world{}; }
void hitbox_free_world(hitbox_world* world) { delete world; }

hitbox_id hitbox_world_add(hitbox_world* world, const hitbox_shape* shape, hitbox_place at, hitbox_filter filter,
                           bool sensor, uint64_t user) {
    if (!world || !shape) return 0;
    try {
        return out(world->value.add({shape->value, in(at), in(filter), sensor, user}));
    } catch (const std::exception&) {
        return 0;
    }
}
bool hitbox_world_move(hitbox_world* world, hitbox_id id, hitbox_place to) {
    return world && world->value.contains(in(id)) && world->value.move(in(id), in(to));
}
bool hitbox_world_remove(hitbox_world* world, hitbox_id id) {
    return world && world->value.contains(in(id)) && world->value.remove(in(id));
}
size_t hitbox_world_size(const hitbox_world* world) { return world ? world->value.size() : 0; }
uint64_t hitbox_world_user(const hitbox_world* world, hitbox_id id) {
    return world && world->value.contains(in(id)) ? world->value[in(id)].user : 0;
}
void hitbox_world_detect(hitbox_world* world) {
    if (!world) return;
    world->value.detect();
    world->began.clear();
    for (const auto& e : world->value.began())
        world->began.push_back(
            {out(e.a), out(e.b), world->value[e.a].user, world->value[e.b].user, HITBOX_END_SEPARATED});
}

size_t hitbox_world_contacts(const hitbox_world* world, hitbox_world_contact* to, size_t capacity) {
    if (!world) return 0;
    return copy(world->value.contacts(), to, capacity,
                [](const auto& c) { return hitbox_world_contact{out(c.a), out(c.b), out(c.manifold), c.sensor}; });
}
size_t hitbox_world_began(const hitbox_world* world, hitbox_event* to, size_t capacity) {
    if (!world) return 0;
    return copy(world->began, to, capacity, [](const hitbox_event& e) { return e; });
}
size_t hitbox_world_ended(const hitbox_world* world, hitbox_event* to, size_t capacity) {
    if (!world) return 0;
    return copy(world->value.ended(), to, capacity, [](const auto& e) {
        return hitbox_event{out(e.a), out(e.b), e.user_a, e.user_b, static_cast<hitbox_end_reason>(e.reason)};
    });
}
size_t hitbox_world_query(const hitbox_world* world, const hitbox_shape* shape, hitbox_place at, hitbox_filter filter,
                          hitbox_id* to, size_t capacity) {
    if (!world) return 0;
    return where(shape, at, size_t{0}, [&](const auto& s) {
        size_t count = 0;
        const auto note = [&](hitbox::collider_id id) {
            if (to && count < capacity) to[count] = out(id);
            ++count;
        };
        world->value.query(s, note, of_query(filter));
        return count;
    });
}
hitbox_id hitbox_world_ray_cast(const hitbox_world* world, hitbox_vec2 origin, hitbox_vec2 translation,
                                hitbox_filter filter, hitbox_ray_hit* hit) {
    if (!world) return 0;
    const auto first = world->value.ray_cast_closest({in(origin), in(translation)}, of_query(filter));
    if (first && hit) *hit = out(first->hit);
    return first ? out(first->id) : 0;
}
hitbox_id hitbox_world_shape_cast(const hitbox_world* world, const hitbox_shape* shape, hitbox_place at,
                                  hitbox_vec2 translation, hitbox_filter filter, hitbox_cast_result* result) {
    if (!world) return 0;
    return where(shape, at, hitbox_id{0}, [&](const auto& s) {
        const auto first = world->value.shape_cast_closest(s, in(translation), of_query(filter));
        if (first && result) *result = out(first->cast);
        return first ? out(first->id) : hitbox_id{0};
    });
}

}  // extern "C"
