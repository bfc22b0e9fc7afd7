#pragma once
/// Text for shapes and answers, member by member; print.hpp has the operators that use it.

#include <hitbox/hitbox.hpp>

#include <charconv>
#include <string>
#include <string_view>

namespace hitbox {
namespace debug {
inline namespace HITBOX_ISA {

/// Writes one value as text: call it with the value, then read `text`. The text has the type and the members, such as
/// `circle{center: (3, 4), radius: 1}`; a point is `(3, 4)`.
class printer {
public:
    std::string text{};  // the text of what was written

    // Numbers, vectors and shapes.

    template <scalar T>
    void operator()(vec2<T> v) {
        text += '(', put(v.x), text += ", ", put(v.y), text += ')';
    }
    template <scalar T>
    void operator()(const rot2<T>& r) {
        members("rot2", "c", r.c, "s", r.s);
    }
    template <scalar T>
    void operator()(const transform2<T>& t) {
        members("transform2", "translation", t.translation, "rotation", t.rotation);
    }
    template <scalar T>
    void operator()(const sweep<T>& s) {
        members("sweep", "from", s.from, "to", s.to, "turns", s.turns);
    }
    template <scalar T>
    void operator()(const interval<T>& i) {
        members("interval", "min", i.min, "max", i.max);
    }
    template <scalar T>
    void operator()(const circle<T>& c) {
        members("circle", "center", c.center, "radius", c.radius);
    }
    template <scalar T>
    void operator()(const aabb<T>& b) {
        members("aabb", "min", b.min, "max", b.max);
    }
    template <scalar T>
    void operator()(const obb<T>& b) {
        members("obb", "center", b.center, "half_extents", b.half_extents, "rotation", b.rotation);
    }
    template <scalar T>
    void operator()(const segment<T>& s) {
        members("segment", "a", s.a, "b", s.b);
    }
    template <scalar T>
    void operator()(const capsule<T>& c) {
        members("capsule", "a", c.a, "b", c.b, "radius", c.radius);
    }
    template <scalar T>
    void operator()(const triangle<T>& t) {
        members("triangle", "a", t.a, "b", t.b, "c", t.c);
    }
    template <scalar T, std::size_t N>
    void operator()(const convex_polygon<T, N>& p) {
        list("convex_polygon{", p.vertices(), '}');
    }
    template <scalar T>
    void operator()(const convex_polygon_view<T>& p) {
        list("convex_polygon_view{", p, '}');
    }
    template <scalar T, std::size_t N>
    void operator()(const vertex_list<T, N>& v) {
        list("vertex_list{", v, '}');
    }
    template <class S>
    void operator()(const rounded<S>& r) {
        members("rounded", "core", r.core, "radius", r.radius);
    }
    template <class S>
        requires requires(printer& p, const S& shape) { p(shape); }
    void operator()(const placed<S>& p) {
        members("placed", "shape", p.shape, "transform", p.transform);
    }
    /// Writes the shape that the any_shape holds.
    template <scalar T, std::size_t N>
    void operator()(const any_shape<T, N>& s) {
        if (s.rounding != T(0)) text += "rounded{core: ";
        std::visit(*this, s.value);
        if (s.rounding != T(0)) text += ", radius: ", put(s.rounding), text += '}';
    }
    template <scalar T>
    void operator()(const polygon<T>& p) {
        text += "polygon{";
        for (std::size_t r = 0; r < p.ring_count(); ++r) list(r == 0 ? "[" : ", [", p.ring(r), ']');
        text += '}';
    }
    template <scalar T>
    void operator()(const compound<T>& c) {
        list("compound{", c.pieces(), '}');
    }
    template <scalar T>
    void operator()(const chain<T>& c) {
        list(c.is_one_sided() ? "one-sided chain{" : "two-sided chain{", c.edges().pieces(), '}');
    }
    template <class Coarse, class Fine>
    void operator()(const multi_level<Coarse, Fine>& m) {
        members("multi_level", "coarse", m.coarse(), "fine", m.fine());
    }
    /// Writes the shape that the collider_shape holds.
    template <scalar T>
    void operator()(const collider_shape<T>& s) {
        std::visit(*this, s.value);
    }
    template <scalar T>
    void operator()(const ray<T>& r) {
        members("ray", "origin", r.origin, "translation", r.translation);
    }

    // Answers.

    template <scalar T>
    void operator()(const contact<T>& c) {
        members("contact", "normal", c.normal, "depth", c.depth, "point_a", c.point_a, "point_b", c.point_b, "a_in_b",
                c.a_in_b, "b_in_a", c.b_in_a);
    }
    /// Writes the id as e2/c0, for example, which is edge 2 of a and vertex 0 of b.
    template <scalar T>
    void operator()(const manifold_point<T>& p) {
        text += "manifold_point{point: ", put(p.point), text += ", depth: ", put(p.depth), text += ", id: ";
        feature(p.id >> 16), text += '/', feature(p.id & 0xffff), text += '}';
    }
    template <scalar T>
    void operator()(const manifold<T>& m) {
        text += "manifold{normal: ", put(m.normal), list(", points: [", m, ']'), text += '}';
    }
    template <scalar T>
    void operator()(const set_manifold<T>& m) {
        text += "set_manifold{normal: ", put(m.normal), list(", points: [", m, ']');
        text += ", piece_a: ", put(m.piece_a), text += ", piece_b: ", put(m.piece_b), text += '}';
    }
    template <scalar T>
    void operator()(const manifold_list<T>& m) {
        list("manifold_list{", m, '}');
    }
    template <scalar T>
    void operator()(const separation<T>& s) {
        members("separation", "distance", s.distance, "normal", s.normal, "point_a", s.point_a, "point_b", s.point_b);
    }
    template <scalar T>
    void operator()(const boundary_point<T>& p) {
        members("boundary_point", "point", p.point, "distance", p.distance, "gradient", p.gradient);
    }
    template <scalar T, std::size_t N>
    void operator()(const common_part<T, N>& p) {
        members("common_part", "vertices", p.vertices, "area", p.area, "centroid", p.centroid);
    }
    template <scalar T>
    void operator()(const ray_hit<T>& h) {
        members("ray_hit", "fraction", h.fraction, "point", h.point, "normal", h.normal);
    }
    template <scalar T>
    void operator()(const cast_result<T>& c) {
        members("cast_result", "status", c.status, "fraction", c.fraction, "normal", c.normal, "point", c.point,
                "depth", c.depth);
    }
    template <scalar T>
    void operator()(const set_ray_hit<T>& h) {
        members("set_ray_hit", "fraction", h.fraction, "point", h.point, "normal", h.normal, "piece", h.piece);
    }
    template <scalar T>
    void operator()(const set_cast_result<T>& c) {
        members("set_cast_result", "status", c.status, "fraction", c.fraction, "normal", c.normal, "point", c.point,
                "depth", c.depth, "piece_a", c.piece_a, "piece_b", c.piece_b);
    }
    template <scalar T>
    void operator()(const sat::axis_test<T>& t) {
        members("axis_test", "axis", t.axis, "source", t.source, "a", t.a, "b", t.b, "overlap", t.overlap, "decides",
                t.decides);
    }
    template <scalar T>
    void operator()(const sat::last_axis<T>& l) {
        members("last_axis", "axis", l.axis);
    }
    /// Writes the value, or the reason why there is none, with the index.
    template <class T, class E>
    void operator()(const result<T, E>& r) {
        if (r) put(*r);
        else mistake(r.error(), r.index(), r.other_index());
    }

    void operator()(const polygon_check& c) {
        if (c) text += "valid";
        else mistake(c.error, c.first, c.second);
    }
    void operator()(const polygon_mistake& m) { mistake(m.error, m.first, m.second); }

    // Moving shapes and worlds.

    template <scalar T>
    void operator()(const slide_contact<T>& c) {
        members("slide_contact", "normal", c.normal, "piece", c.piece, "is_floor", c.is_floor);
    }
    template <scalar T>
    void operator()(const slide_contacts<T>& c) {
        list("slide_contacts{", c, '}');
    }
    template <scalar T>
    void operator()(const slide_result<T>& r) {
        members("slide_result", "position", r.position, "velocity", r.velocity, "contacts", r.contacts, "on_floor",
                r.on_floor, "started_free", r.started_free, "is_free", r.is_free, "stopped_by", r.stopped_by, "rounds",
                r.rounds, "stepped", r.stepped);
    }
    template <scalar T>
    void operator()(const carry_result<T>& r) {
        members("carry_result", "position", r.position, "rides", r.rides, "is_pushed", r.is_pushed, "is_squashed",
                r.is_squashed);
    }
    template <scalar T>
    void operator()(const bounce_result<T>& r) {
        members("bounce_result", "normal_impulse", r.normal_impulse, "tangent_impulse", r.tangent_impulse);
    }
    template <scalar T>
    void operator()(const body_overlap<T>& o) {
        members("body_overlap", "a", o.a, "b", o.b, "normal", o.normal, "depth", o.depth);
    }
    template <scalar T, class F>
    void operator()(const pixel_position<T, F>& p) {
        members("pixel_position", "pixel", p.pixel, "remainder", p.remainder);
    }
    template <scalar T, class F>
    void operator()(const pixel_slide_result<T, F>& r) {
        members("pixel_slide_result", "position", r.position, "velocity", r.velocity, "contacts", r.contacts,
                "on_floor", r.on_floor, "started_free", r.started_free);
    }
    template <scalar T>
    void operator()(const rigid_body<T>& b) {
        members("rigid_body", "position", b.position, "rotation", b.rotation, "velocity", b.velocity,
                "angular_velocity", b.angular_velocity, "inverse_mass", b.inverse_mass, "inverse_inertia",
                b.inverse_inertia);
    }
    void operator()(const proxy& p) { members("proxy", "index", p.index(), "generation", p.generation()); }
    void operator()(const proxy_pair& p) { members("proxy_pair", "a", p.a, "b", p.b); }
    void operator()(const index_pair& p) { members("index_pair", "a", p.a, "b", p.b); }
    void operator()(const broad_status& s) { members("broad_status", "error", s.error, "index", s.index); }
    void operator()(const query_statistics& s) {
        members("query_statistics", "visited", s.visited, "tested", s.tested, "found", s.found);
    }
    void operator()(const collider_id& i) { members("collider_id", "index", i.index, "generation", i.generation); }
    void operator()(const collider_filter& f) {
        members("collider_filter", "category", f.category, "mask", f.mask, "group", f.group);
    }
    void operator()(const query_filter& f) {
        members("query_filter", "mask", f.mask);
        text.pop_back(), text += ", as_collider: ";
        f.as_collider ? put(*f.as_collider) : void(text += "none");
        text += ", ", named("ignore", f.ignore, "sensors", f.sensors), text += '}';
    }
    template <scalar T>
    void operator()(const collider<T>& c) {
        members("collider", "shape", c.shape, "transform", c.transform, "filter", c.filter, "sensor", c.sensor, "user",
                c.user, "fixed", c.fixed);
    }
    void operator()(const contact_event& e) { members("contact_event", "a", e.a, "b", e.b); }
    void operator()(const end_event& e) {
        members("end_event", "a", e.a, "b", e.b, "user_a", e.user_a, "user_b", e.user_b, "reason", e.reason);
    }
    template <scalar T>
    void operator()(const world_contact<T>& c) {
        members("world_contact", "a", c.a, "b", c.b, "manifold", c.manifold, "sensor", c.sensor);
    }
    template <scalar T>
    void operator()(const world_hit<T>& h) {
        members("world_hit", "id", h.id, "hit", h.hit, "sensor", h.sensor, "piece", h.piece);
    }
    template <scalar T>
    void operator()(const world_cast_hit<T>& h) {
        members("world_cast_hit", "id", h.id, "cast", h.cast, "sensor", h.sensor, "piece", h.piece);
    }
    template <scalar T>
    void operator()(const world_overlap<T>& o) {
        members("world_overlap", "id", o.id, "contact", o.contact, "sensor", o.sensor);
    }
    template <scalar T>
    void operator()(const world_manifold<T>& m) {
        members("world_manifold", "id", m.id, "manifold", m.manifold, "sensor", m.sensor);
    }
    template <scalar T>
    void operator()(const world_distance<T>& d) {
        members("world_distance", "id", d.id, "gap", d.gap, "sensor", d.sensor);
    }

    // Enumerators, by `to_string`.

    void operator()(polygon_error e) { text += to_string(e); }
    void operator()(broad_error e) { text += to_string(e); }
    void operator()(block_error e) { text += to_string(e); }
    void operator()(cast_status s) { text += to_string(s); }
    void operator()(ray_start s) { text += to_string(s); }
    void operator()(slide_stop s) { text += to_string(s); }
    void operator()(chain_sides s) { text += to_string(s); }
    void operator()(end_reason r) { text += to_string(r); }
    void operator()(sat::axis_source s) { text += to_string(s); }

private:
    template <class V>
    void put(const V& v) {
        if constexpr (std::same_as<V, bool>) text += v ? "true" : "false";
        else if constexpr (std::floating_point<V> || std::integral<V>) number(v);
        else if constexpr (scalar<V>) number(static_cast<double>(v));
        else (*this)(v);
    }
    template <class V>
    void number(V v) {
        char digits[64];
        text.append(digits, std::to_chars(digits, digits + sizeof digits, v).ptr);
    }
    template <class E>
    void mistake(E error, std::size_t index, std::size_t other_index) {
        constexpr auto none = static_cast<std::size_t>(-1);
        text += "error";
        if (index != none) text += " at ", put(index);
        if (other_index != none && other_index != index) text += " and ", put(other_index);
        text += ": ", put(error);
    }
    void feature(unsigned half) {
        text += half & edge_feature ? 'e' : 'c';
        number(half & (edge_feature - 1));
    }
    template <class Range>
    void list(std::string_view open, const Range& values, char close) {
        std::string_view before = open;
        for (const auto& v : values) text += before, put(v), before = ", ";
        if (before == open) text += open;
        text += close;
    }
    template <class... Rest>
    void members(std::string_view type, const Rest&... rest) {
        text += type, text += '{';
        named(rest...);
        text += '}';
    }
    template <class V, class... Rest>
    void named(std::string_view name, const V& v, const Rest&... rest) {
        text += name, text += ": ", put(v);
        if constexpr (sizeof...(rest) > 0) text += ", ", named(rest...);
    }
};

}  // namespace HITBOX_ISA
}  // namespace debug
}  // namespace hitbox
