// The laws of two shapes at rest. Included once per scalar (`FUZZ_SCALAR`).

#include "laws.hpp"
#include "queries.hpp"

namespace fuzz {
namespace {

using T = FUZZ_SCALAR;
using limits = std::numeric_limits<T>;
using shape = figure<T>;

/// Checks the answers of docs/semantics/input.md, "Invalid input". Each query flags the mistake.
void check_refusal(const shape& a, const shape& b) {
    const auto flagged = [&](bool answer) {
        HOLDS(answer, a, b);
        HOLDS(mistakes > 0, a, b);
        mistakes = 0;
    };
    mistakes = 0;
    flagged(!intersects(a, b));
    flagged(!penetrates(a, b));
    flagged(!contains(a, b));
    flagged(!collide(a, b));
    flagged(!separating_axis(a, b));
    flagged(distance(a, b) == separation<T>{limits::infinity(), {0, 1}, {}, {}});
    flagged(signed_distance(a, b) == limits::infinity());
    flagged(contact_manifold(a, b) == manifold<T>{});
    flagged(contact_manifold(a, b, limits::infinity()) == manifold<T>{});
    if (!a.is_rounded && !b.is_rounded) flagged(polygon_clip(a, b).empty());
}

void check_relation(const shape& a, const shape& b) {
    const bool meet = intersects(a, b), deep = penetrates(a, b), a_has_b = contains(a, b), b_has_a = contains(b, a);
    HOLDS(meet == intersects(b, a) && deep == penetrates(b, a), a, b);
    HOLDS(meet || (!deep && !a_has_b && !b_has_a), a, b);
    HOLDS(intersects(a, a) && contains(a, a), a);
#ifdef FUZZ_WITH_ORACLE
    const auto shape_a = outline_of(a), shape_b = outline_of(b);
    const auto truth = oracle::relation_of(shape_a, shape_b);
    HOLDS(meet == (truth != oracle::relation::apart), a, b);
    HOLDS(deep == (truth == oracle::relation::penetrating), a, b);
    HOLDS(a_has_b == oracle::contains(shape_a, shape_b), a, b);
    HOLDS(b_has_a == oracle::contains(shape_b, shape_a), a, b);
#endif
    const auto axis = separating_axis(a, b), other = separating_axis(b, a);
    HOLDS(axis.has_value() == !meet && other.has_value() == !meet, a, b);
    if (!axis) return;
    HOLDS(unit_length(*axis) && positive_zeros(*axis), a, b, *axis);
    HOLDS(*axis == vec2<T>{} - *other, a, b, *axis);
#ifdef FUZZ_WITH_ORACLE
    if (ordinary(coordinate_size(a, b))) {
        HOLDS(oracle::overlap_on(shape_a, shape_b, point_of(*axis), format_of<T>()) <= 4, a, b, *axis);
    }
#endif
}

/// Data kept for a pair never change an answer, including data that a query has left.
void check_last_axis(const shape& a, const shape& b, sat::last_axis<T> last) {
    if (a.is_rounded || b.is_rounded) return;
    const bool meet = intersects(a, b), deep = penetrates(a, b);
    const auto hit = collide(a, b);
    const vec2<T> axis = last.axis;
    for (int frame = 0; frame < 2; ++frame) {
        auto to_meet = last, to_penetrate = last;
        HOLDS(intersects(a.core, b.core, to_meet) == meet && intersects(a.core, b.core, to_meet) == meet, a, b, axis);
        HOLDS(penetrates(a.core, b.core, to_penetrate) == deep && penetrates(a.core, b.core, to_penetrate) == deep, a,
              b, axis);
        HOLDS(collide(a.core, b.core, last) == hit, a, b, axis);
    }
}

/// A batch answers like its elements.
template <class S>
void check_many(const shape& query, const std::vector<S>& many) {
    const auto hits = hits_among(query.core, many);
    std::size_t next = 0;
    for (std::size_t i = 0; i < many.size(); ++i) {
        const bool is_hit = next < hits.size() && hits[next] == i;
        next += is_hit ? 1 : 0;
        HOLDS(is_hit == intersects(shape{query.core}, shape{many[i]}), query, shape{many[i]});
    }
    HOLDS(next == hits.size(), query);
    mistakes = 0;  // invalid elements are allowed
}
void check_batch(const shape& query, maker<T>& make, bytes& in) {
    const std::size_t kind = in.index(3), n = in.index(80);
    if (kind == 0) return check_many(query, make.template list_of<circle<T>>(n));
    if (kind == 1) return check_many(query, make.template list_of<aabb<T>>(n));
    check_many(query, make.template list_of<obb<T>>(n));
}

void check_contact(const shape& a, const shape& b) {
    const auto hit = collide(a, b);
    HOLDS(hit.has_value() == intersects(a, b), a, b);
    HOLDS((hit && hit->depth > 0) == penetrates(a, b), a, b);
    HOLDS(hit == flipped(collide(b, a)) || identical(a, b), a, b);
    if (!hit) return;
    HOLDS(unit_length(hit->normal) && positive_zeros(hit->normal), a, b, *hit);
    HOLDS(hit->depth >= 0 && !std::signbit(hit->depth), a, b, *hit);
    HOLDS(no_nan(hit->point_a) && no_nan(hit->point_b), a, b, *hit);
    HOLDS(hit->a_in_b == contains(b, a) && hit->b_in_a == contains(a, b), a, b, *hit);
    const T size = coordinate_size(a, b);
    if (!ordinary(size)) return;
#ifdef FUZZ_WITH_ORACLE
    const auto off = oracle::judge(outline_of(a), outline_of(b),
                                   {point_of(hit->normal), static_cast<double>(hit->depth), point_of(hit->mtv()),
                                    point_of(hit->point_a), point_of(hit->point_b)},
                                   format_of<T>());
    // In the units of docs/accuracy.md.
    HOLDS(off.left <= 4 && off.too_long <= 4 && off.depth <= 4, a, b, *hit, off.left, off.too_long, off.depth);
    HOLDS(off.shallow <= 4 || hit->depth < limits::min(), a, b, *hit, off.shallow);
    HOLDS(off.direction <= 1 && off.points <= 4, a, b, *hit, off.direction, off.points);
#else
    const vec2<T> gap = hit->point_a - hit->point_b;
    HOLDS(std::abs(dot(gap, hit->normal) - hit->depth) <= 8 * ulp(size), a, b, *hit);
#endif
}

void check_distance(const shape& a, const shape& b, vec2<T> p) {
    const auto s = distance(a, b);
    const auto hit = collide(a, b);
    const T side = signed_distance(a, b);
    HOLDS((s.distance == 0) == intersects(a, b) && s.distance >= 0 && !std::signbit(s.distance), a, b, s);
    HOLDS((side < 0) == penetrates(a, b) && side == (hit ? -hit->depth : s.distance), a, b, s, side);
    HOLDS(unit_length(s.normal) && positive_zeros(s.normal), a, b, s);
    HOLDS(no_nan(s.point_a) && no_nan(s.point_b), a, b, s);
    if (hit) HOLDS((s == separation<T>{0, hit->normal, hit->point_a, hit->point_b}), a, b, s);
    HOLDS(s == flipped(distance(b, a)) || identical(a, b), a, b, s);
    const T size = coordinate_size(a, b), rounding = 8 * ulp(size);
    if (ordinary(size)) {
        const vec2<T> gap = s.point_b - s.point_a;
        HOLDS(std::abs(dot(gap, s.normal) - side) <= rounding, a, b, s);
        HOLDS(has_point(a, s.point_a, rounding) && has_point(b, s.point_b, rounding), a, b, s);
        if (!hit) {
            const T slab = project(b, s.normal).min - project(a, s.normal).max;
            HOLDS(std::abs(slab - s.distance) <= rounding, a, b, s);
            HOLDS(length(gap) <= s.distance + rounding, a, b, s);
        }
    }
    const shape at_p{p};
    if (!valid(at_p)) return;
    const auto near = closest_point(a, p);
    HOLDS(near.distance == signed_distance(a, at_p), a, p, near.distance);
    if (!a.is_rounded) HOLDS(near.gradient == distance(a, at_p).normal, a, p, near.gradient);
    HOLDS(near.distance != 0 || near.point == p, a, p);
    const T reach = coordinate_size(a, at_p);
    if (!ordinary(reach)) return;
    HOLDS(length(p - near.point - near.gradient * near.distance) <= 8 * ulp(reach), a, p, near.point);
    HOLDS(std::abs(signed_distance(a, shape{near.point})) <= 8 * ulp(reach), a, p, near.point);
}

/// The laws of a manifold with any margin.
bool sane(const manifold<T>& m) {
    bool fine = m.count >= 0 && m.count <= 2;
    for (const auto& p : m) fine = fine && no_nan(p.point) && !std::isnan(p.depth);
    if (m.count > 0) fine = fine && unit_length(m.normal) && positive_zeros(m.normal);
    return fine && (m.count < 2 || m.points[0].id != m.points[1].id);
}

void check_manifold(const shape& a, const shape& b, T margin) {
    const auto m = contact_manifold(a, b);
    const auto hit = collide(a, b);
    HOLDS(sane(m) && (m.count > 0) == hit.has_value() && (hit || m == manifold<T>{}), a, b);
    if (hit) {
        HOLDS(m.normal == hit->normal, a, b, m.normal);
        T deepest = m.points[0].depth;
        for (const auto& p : m) deepest = std::max(deepest, p.depth);
        HOLDS(deepest == hit->depth, a, b, deepest, hit->depth);
        for (const auto& p : m) HOLDS(p.depth >= 0 && !std::signbit(p.depth), a, b);
    }
    const auto more = contact_manifold(a, b, margin);
    HOLDS(sane(more) && more.count >= m.count, a, b, margin);
    if (!identical(a, b)) HOLDS(more == flipped(contact_manifold(b, a, margin)), a, b, margin);
    const T from = margin > 0 ? margin : 0;
    int shared = 0;
    for (const auto& p : more) {
        shared += p == m.points[0] || (m.count == 2 && p == m.points[1]);
        HOLDS(p.depth >= -from, a, b, margin, p.depth);
    }
    HOLDS(m.count == 0 || (shared == m.count && more.normal == m.normal), a, b, margin);
    const T size = coordinate_size(a, b);
    if (hit || !ordinary(size) || !(from <= size)) return;
    const T apart = distance(a, b).distance, rounding = 24 * ulp(size);
    if (apart + rounding <= from) HOLDS(more.count > 0, a, b, margin, apart);
    if (apart - rounding > from) HOLDS(more.count == 0, a, b, margin, apart);
    if (more.count == 0) return;
    T deepest = more.points[0].depth;
    for (const auto& p : more) deepest = std::max(deepest, p.depth);
    HOLDS(deepest < 0 && std::abs(deepest + apart) <= rounding, a, b, margin, deepest, apart);
}

void check_common_part(const shape& a, const shape& b) {
    const auto part = polygon_clip(a, b), back = polygon_clip(b, a);
    HOLDS(part == back, a, b);
    const bool meet = intersects(a, b);
    HOLDS(part.empty() == !meet, a, b);
    HOLDS(part.area >= 0 && no_nan(part.centroid), a, b, part.area, part.centroid);
    if (!penetrates(a, b)) HOLDS(part.size() <= 2 && part.area == 0, a, b, part.area);
    const T size = coordinate_size(a, b);
    if (part.empty() || !ordinary(size)) return;
    const T rounding = 8 * ulp(size);
    const auto area_of = [](const shape& s) {
        const auto corners = corners_of(s);
        double twice = 0;
        for (std::size_t i = 2; i < corners.size(); ++i)
            twice += cross(corners[i - 1] - corners[0], corners[i] - corners[0]);
        return static_cast<T>(std::abs(twice) / 2);
    };
    HOLDS(part.area <= std::min(area_of(a), area_of(b)) + rounding * size, a, b, part.area);
    const auto in_both = [&](vec2<T> p) {
        return signed_distance(a, shape{p}) <= rounding && signed_distance(b, shape{p}) <= rounding;
    };
    HOLDS(in_both(part.centroid), a, b, part.centroid);
    for (std::size_t i = 0; i < part.size(); ++i) {
        HOLDS(in_both(part[i]), a, b, part[i]);
        HOLDS(part[i] != part[(i + 1) % part.size()] || part.size() == 1, a, b, part[i]);
        HOLDS(part[i].x >= part[0].x - rounding, a, b, part[i], part[0]);
    }
}

/// A shape that represents another one answers like that shape, bit for bit.
void check_stand_in(const shape& a, const shape& b, const transform2<T>& t) {
    const auto there = at(a.core, t);
    const bool sound = hitbox::valid(there) && hitbox::valid(b.core);
    mistakes = 0;
    const auto hit = collide_placed(there, b.core);
    HOLDS(sound == (mistakes == 0) && (sound || !hit), a, b, t);
    mistakes = 0;
    if (sound) HOLDS(hit == collide(shape{baked(there)}, shape{b.core}), a, b, t);
}

/// Multiplied by a power of two, a pair has the multiplied answer.
void check_scaling(const shape& a, const shape& b, int exponent) {
    // No number may leave the normal range on either side.
    constexpr int room = sizeof(T) == 4 ? 40 : 400;
    const T k = std::ldexp(T(1), exponent % room);
    T smallest = limits::infinity(), largest = 0;
    const auto note = [&](double x) {
        if (x != 0) smallest = std::min(smallest, static_cast<T>(std::abs(x)));
        largest = std::max(largest, static_cast<T>(std::abs(x)));
    };
    for (const shape* one : {&a, &b}) {
        for (const vec2<double> p : corners_of(*one)) note(p.x), note(p.y);
        const auto middle = hitbox::center(one->core);  // scaling may lose digits that the vertices never had
        note(static_cast<double>(middle.x)), note(static_cast<double>(middle.y));
        note(static_cast<double>(radius_of(*one)));
    }
    if (smallest < std::ldexp(T(1), -room) || largest > std::ldexp(T(1), room)) return;
    const auto large_a = mapped(a, k, {});
    const auto large_b = mapped(b, k, {});
    if (!both_valid(large_a, large_b)) {  // a collapsed baked polygon cannot be made again
        mistakes = 0;
        return;
    }
    const auto hit = collide(a, b), large = collide(large_a, large_b);
    HOLDS(hit.has_value() == large.has_value(), a, b, k);
    if (hit)
        HOLDS((*large ==
               contact<T>{hit->normal, hit->depth * k, hit->point_a * k, hit->point_b * k, hit->a_in_b, hit->b_in_a}),
              a, b, k, *hit, *large);
    const auto s = distance(a, b);
    HOLDS((distance(large_a, large_b) == separation<T>{s.distance * k, s.normal, s.point_a * k, s.point_b * k}), a, b,
          k, s);
    auto m = contact_manifold(a, b, largest);
    for (auto& p : m.points) p.point *= k, p.depth *= k;
    HOLDS(m == contact_manifold(large_a, large_b, largest * k), a, b, k);
}

}  // namespace

template <>
void answers<T>(question selected, bytes& in) {
    hitbox_tests::borrowed_points<T>().clear();
    maker<T> make{in};
    const shape a = make.shape(), b = make.shape();
    if (!both_valid(a, b)) return check_refusal(a, b);
    mistakes = 0;
    switch (selected) {
        case question::relation:
            check_relation(a, b);
            if (in.empty()) break;
            check_last_axis(a, b, {make.point()});
            check_batch(a, make, in);
            break;
        case question::contact: check_contact(a, b); break;
        case question::distance: check_distance(a, b, make.point()); break;
        case question::manifold: check_manifold(a, b, make.number()); break;
        case question::common_part:
            if (radius_of(a) == 0 && radius_of(b) == 0) check_common_part(a, b);
            break;
        case question::stand_in: check_stand_in(a, b, make.transform()); break;
        default: check_scaling(a, b, in.small());
    }
    HOLDS(mistakes == 0, a, b);
}

}  // namespace fuzz
