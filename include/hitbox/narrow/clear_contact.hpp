#pragma once
/// Contacts where a quick look at the shapes leaves one way out; their flags are false then.
///
/// To the last bit what collide.hpp finds by searching.

#include <hitbox/narrow/contact.hpp>
#include <hitbox/narrow/quick_discs.hpp>

namespace hitbox::detail {

/// The contact, but for its flags, of the way out of an owner, which is b or a, and the other one.
template <scalar T, scalar W>
[[gnu::always_inline]] constexpr void set_contact(contact<T>& result, bool of_b, vec2<W> outward, W depth,
                                                  vec2<W> on_owner, vec2<W> on_other) noexcept {
    result.normal = vec_cast<T>(pick(of_b, outward, -outward)) + vec2<T>{};
    result.depth = round_to<T>(depth);
    result.point_a = vec_cast<T>(pick(of_b, on_owner, on_other)) + vec2<T>{};
    result.point_b = vec_cast<T>(pick(of_b, on_other, on_owner)) + vec2<T>{};
}

/// The contact through clear features, but for its flags.
template <class A, class B, scalar T = scalar_t<A>>
constexpr bool fill_contact(contact<T>& result, const A& a, const B& b, const clear_features& features, T largest) {
    using W = wide_t<T>;
    const auto way = with_owner(a, b, features, [&features](const auto& owner, const auto& other) {
        return clear_way<T>{widen(corner_of(owner, features.edge)), widen(corner_of(owner, features.edge_end)),
                            widen(corner_of(other, features.corner))};
    });
    if (!(way.depth > rounding_slack(W(2) * static_cast<W>(largest)))) return false;
    set_contact(result, features.of_b, way.outward, way.depth, way.on_edge(), way.corner);
    return true;
}

/// How deep a disc is in a polygon, by the nearest feature of that, as searches and faces.hpp find it; in wide
/// arithmetic.
template <quick_scalar T>
struct disc_way {
    using W = wide_t<T>;

    vec2<W> center, outward, on_polygon;  // outward of the polygon
    W depth{};
    bool certain = false;

    [[nodiscard]] vec2<W> normal() const noexcept { return vec2<W>{} - outward; }

    template <class B>
    disc_way(const circle<T>& a, const B& b, const disc_look<T>& look) noexcept : center{widen(a.center)} {
        const vec2<W> p = widen(corner_of(b, look.p)), q = widen(corner_of(b, look.q)), gap = center - p, edge = q - p;
        const bool at_corner = look.p == look.q;
        const measure<W> found = at_corner ? measure_ends<T>(p, center) : measure_edge<T>(p, q, center);
        outward = found.normal;
        on_polygon = at_corner ? p : p + edge * (dot(gap, edge) / dot(edge, edge));
        depth = W(0) - less_radii<T>(found.distance, found.rest, static_cast<W>(a.radius), W(0));
        // Beside the polygon, the direction must be more than rounding. That the foot is on the edge, the look has made
        // certain.
        const W largest = W(2) * static_cast<W>(look.largest);      // generous
        const W least = look.inside ? W(0) : largest / W(1 << 20);  // generous
        certain = depth > rounding_slack(largest) && magnitude(found.distance) > least;
    }
};

/// Is the answer clear? Then it is in `result`.
template <quick_scalar T, quick_polygon B>
[[nodiscard]] inline bool clearly(std::optional<contact<T>>& result, const circle<T>& a, const B& b) noexcept {
    using W = wide_t<T>;
    const disc_look<T> look = look_at_disc(a, b);
    if (look.told == relation::apart) return true;
    if (!(look.certain && look.disc_sticks_out && look.polygon_sticks_out)) return false;
    const disc_way<T> way{a, b, look};
    if (!way.certain) return false;
    set_contact(result.emplace(), true, way.outward, way.depth, way.on_polygon,
                way.center - way.outward * static_cast<W>(a.radius));
    return true;
}

/// The way out for two discs of float, whose squares stay far inside double's range. `touching`: it takes the careful
/// way; so do discs of radius 0.
struct way_between_discs {
    relation told = relation::touching;
    vec2<double> from{}, to{}, normal{};
    double squared{}, depth{}, slack{};

    constexpr way_between_discs(const circle<float>& a, const circle<float>& b)
        : from{widen(a.center)}, to{widen(b.center)} {
        const vec2<double> offset = to - from;
        const double sum = static_cast<double>(a.radius) + static_cast<double>(b.radius), limit = product(sum, sum);
        squared = dot(offset, offset), slack = (squared + limit) * 0x1p-49;
        if (squared > limit + slack) told = relation::apart;
        if (!(squared < limit - slack)) return;
        told = relation::penetrating;
        const double distance = square_root(squared);
        normal = squared > 0 ? offset / distance + vec2<double>{} : fallback_normal<double>(facets_of(a), facets_of(b));
        depth = sum - distance;
    }
};

/// The same in lanes of double, and the whole contact; silent where it is not clear whether one disc is inside the
/// other, or the discs are so small that float might round their depth to 0, or have one centre.
[[nodiscard]] inline bool clearly(std::optional<contact<float>>& result, const circle<float>& a,
                                  const circle<float>& b) noexcept {
    const pack<double> from = load_wide(&a.center.x), to = load_wide(&b.center.x), offset = to - from,
                       squares = rounded_product<double>(offset, offset);
    const double ra = static_cast<double>(a.radius), rb = static_cast<double>(b.radius), sum = ra + rb, wider = rb - ra,
                 squared = squares[0] + squares[1], limit = product(sum, sum), slack = (squared + limit) * 0x1p-49;
    const relation told = certain_sign(squared - limit, slack, (a.radius >= 0) & (b.radius >= 0));
    if (told != relation::penetrating) return told == relation::apart;
    const double inner = product(wider, wider);
    if (!(magnitude(squared - inner) > slack && squared > 0x1p-180)) return false;
    const double distance = square_root(squared);
    const pack<double> normal = offset / pack_of(distance) + pack_of(0.),
                       on_a = from + rounded_product<double>(normal, pack_of(ra)),
                       on_b = to - rounded_product<double>(normal, pack_of(rb));
    contact<float>& hit = result.emplace();
    store_quad<float>(hit, 0, {{narrowed(normal, pack_of(sum - distance)) + pack_of(0.F)}});
    store_quad<float>(hit, 3, {{narrowed(on_a, on_b) + pack_of(0.F)}});
    hit.a_in_b = (squared < inner) & (wider > 0), hit.b_in_a = (squared < inner) & (wider < 0);  // no branch
    return true;
}

}  // namespace hitbox::detail
