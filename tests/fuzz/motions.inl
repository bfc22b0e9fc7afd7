// The laws of moving shapes, and of rays. Included once per scalar (`FUZZ_SCALAR`).

#include "../cast_reference.hpp"
#include "../impact_reference.hpp"
#include "laws.hpp"
#include "queries.hpp"

namespace fuzz {
namespace {

using T = FUZZ_SCALAR;
using limits = std::numeric_limits<T>;
using shape = figure<T>;
namespace reference = hitbox_tests::reference;
namespace travel = hitbox_tests::travel;
using extended = long double;

shape placed_at(const shape& s, const transform2<T>& t) { return {baked(at(s.core, t)), s.is_rounded, s.radius}; }

T largest(vec2<T> v) { return std::max(std::abs(v.x), std::abs(v.y)); }

void check_ray(const ray<T>& r, const shape& s) {
    mistakes = 0;
    const auto hit = ray_cast(r, s, ray_start::solid), hollow = ray_cast(r, s, ray_start::hollow);
    if (!valid(s) || !hitbox::valid(r)) {
        HOLDS(!hit && !hollow && mistakes == 2, s, r.origin, r.translation);
        return;
    }
    for (const auto& answer : {hit, hollow}) {
        if (!answer) continue;
        HOLDS(answer->fraction >= 0 && answer->fraction <= 1, s, r.origin, r.translation, answer->fraction);
        HOLDS(unit_length(answer->normal) && positive_zeros(answer->normal), s, r.origin, r.translation,
              answer->normal);
        HOLDS(no_nan(answer->point), s, r.origin, r.translation, answer->point);
    }
    HOLDS(hit || !hollow, s, r.origin, r.translation);
    const vec2<T> o = r.origin, end = o + r.translation;
    if (end - o == r.translation && end - r.translation == o && is_finite(end))
        HOLDS(hit.has_value() == intersects(shape{segment<T>{o, end}}, s), s, o, end);
    const shape origin{o};
    if (const auto inside = collide(origin, s)) {
        HOLDS((hit == ray_hit<T>{T(0), o, vec2<T>{} - inside->normal}), s, o, r.translation);
    } else {
        HOLDS(hit == hollow, s, o, r.translation);
        const auto same = shape_cast(origin, r.translation, s, {});
        HOLDS(hit.has_value() == (same.status == cast_status::hit), s, o, r.translation);
        HOLDS(!hit || (hit->fraction == same.fraction && hit->normal == same.normal), s, o, r.translation);
    }
    const T size = coordinate_size(s, origin);
    if (!ordinary(size) || !ordinary(size + largest(r.translation))) return;
    for (const auto& answer : {hit, hollow}) {
        if (!answer || answer->fraction == 0) continue;
        // On the shape and on the ray, within rounding.
        const T rounding = 16 * ulp(size + length(r.translation) * answer->fraction);
        HOLDS(length(answer->point - o - r.translation * answer->fraction) <= rounding, s, o, r.translation,
              answer->point, answer->fraction);
        HOLDS(has_point(s, answer->point, rounding), s, o, r.translation, answer->point);
        const T along = dot(answer->normal, r.translation), slack = 16 * limits::epsilon() * length(r.translation);
        HOLDS(answer == hit && !collide(origin, s) ? along <= slack : along >= -slack, s, o, r.translation,
              answer->normal);
    }
}

reference::rounded_hull hull_of(const shape& s) {
    reference::rounded_hull result;
    for (const vec2<double> p : corners_of(s))
        result.corners.push_back({static_cast<extended>(p.x), static_cast<extended>(p.y)});
    result.radius = static_cast<extended>(radius_of(s));
    return result;
}

/// Compares with brute force in long double for slightly larger and slightly smaller shapes.
void check_cast_by_force(const shape& a, vec2<T> of_a, const shape& b, vec2<T> of_b, const cast_result<T>& result) {
    const auto hull_a = hull_of(a), hull_b = hull_of(b);
    const reference::point translation{static_cast<extended>(of_a.x) - static_cast<extended>(of_b.x),
                                       static_cast<extended>(of_a.y) - static_cast<extended>(of_b.y)};
    if (translation == reference::point{}) return;
    const extended off = reference::allowance(hull_a, hull_b), fraction = static_cast<extended>(result.fraction);
    const auto grown = reference::meeting(hull_a, hull_b, translation, off);
    const auto shrunk = reference::meeting(hull_a, hull_b, translation, -off);
    const extended slack = static_cast<extended>(limits::epsilon()) * fraction;
    if (result.status == cast_status::hit) {
        HOLDS(!grown.empty() && grown.start <= fraction + slack, a, of_a, b, of_b, result.fraction);
        HOLDS(shrunk.empty() || shrunk.start >= fraction - slack || shrunk.end < 0, a, of_a, b, of_b, result.fraction);
    } else if (result.status == cast_status::separated) {
        HOLDS(shrunk.empty() || shrunk.start > 1 || shrunk.end <= 0, a, of_a, b, of_b);
    }
}

void check_cast(const shape& a, vec2<T> of_a, const shape& b, vec2<T> of_b) {
    mistakes = 0;
    const auto result = shape_cast(a, of_a, b, of_b);
    if (!both_valid(a, b) || !is_finite(of_a) || !is_finite(of_b)) {
        HOLDS(result == cast_result<T>{} && mistakes == 1, a, of_a, b, of_b);
        return;
    }
    const auto back = shape_cast(b, of_b, a, of_a);
    HOLDS(result == flipped(back) || identical(a, b), a, of_a, b, of_b, result, back);
    HOLDS(result.status != cast_status::failed, a, of_a, b, of_b);
    HOLDS(result.fraction >= 0 && result.fraction <= 1, a, of_a, b, of_b, result.fraction);
    HOLDS(no_nan(result.point) && result.depth >= 0, a, of_a, b, of_b, result.point, result.depth);
    const auto start = collide(a, b);
    const vec2<T> translation = of_a - of_b;
    switch (result.status) {
        case cast_status::hit:
            HOLDS(!start && unit_length(result.normal) && result.depth == 0, a, of_a, b, of_b, result.normal);
            break;
        case cast_status::separated:
            HOLDS(result.fraction == 1 && result.normal == vec2<T>{} && result.point == vec2<T>{}, a, of_a, b, of_b);
            HOLDS(!start || start->depth == 0, a, of_a, b, of_b);
            break;
        default:
            HOLDS(start && result.fraction == 0, a, of_a, b, of_b);
            HOLDS(result.normal == vec2<T>{} - start->normal && result.depth == start->depth, a, of_a, b, of_b, *start);
            HOLDS((result.status == cast_status::started_overlapping) == (start->depth > 0), a, of_a, b, of_b, *start);
    }
    const T size = coordinate_size(a, b), total = size + largest(of_a) + largest(of_b);
    if (!ordinary(size) || !ordinary(total)) return;
    check_cast_by_force(a, of_a, b, of_b, result);
    // Coordinates and the path up to the fraction are rounded.
    const T off = 16 * ulp(size + (length(of_a) + length(of_b)) * result.fraction);
    const auto moved = [](const shape& s, vec2<T> by) { return shape{translated(s.core, by), s.is_rounded, s.radius}; };
    if (result.status == cast_status::hit) {
        const shape there_a = moved(a, of_a * result.fraction), there_b = moved(b, of_b * result.fraction);
        HOLDS(dot(result.normal, translation) <= off * (T(1) + length(translation)), a, of_a, b, of_b, result.normal);
        const T place = dot(result.point, result.normal);
        HOLDS(std::abs(project(there_a, result.normal).min - place) <= off, a, of_a, b, of_b, result.normal,
              result.point);
        HOLDS(std::abs(project(there_b, result.normal).max - place) <= off, a, of_a, b, of_b, result.normal,
              result.point);
    }
    if (result.status != cast_status::hit && result.status != cast_status::separated) return;
    for (const T part : {T(.5), T(1) - 1024 * limits::epsilon()}) {
        const T t = part * result.fraction;
        const auto deep = collide(moved(a, of_a * t), moved(b, of_b * t));
        HOLDS(!deep || deep->depth <= off, a, of_a, b, of_b, t, *deep);
    }
}

travel::traveller traveller_of(const shape& s, const sweep<T>& motion) {
    travel::traveller t;
    for (const vec2<double> p : corners_of(s)) {
        const travel::point corner{static_cast<extended>(p.x), static_cast<extended>(p.y)};
        if (std::find(t.corners.begin(), t.corners.end(), corner) == t.corners.end()) t.corners.push_back(corner);
    }
    t.radius = static_cast<extended>(radius_of(s));
    t.set_out(motion);
    return t;
}

/// Checks samples: up to the fraction there is a gap, within rounding; at a hit there is none.
void check_impact_by_force(const shape& a, const sweep<T>& sweep_a, const shape& b, const sweep<T>& sweep_b,
                           const cast_result<T>& result) {
    travel::meeting m{traveller_of(a, sweep_a), traveller_of(b, sweep_b)};
    extended sizes = m.speed();
    for (const vec2<T> v :
         {sweep_a.from.translation, sweep_a.to.translation, sweep_b.from.translation, sweep_b.to.translation})
        sizes += static_cast<extended>(length(v));
    sizes += static_cast<extended>(coordinate_size(a)) + static_cast<extended>(coordinate_size(b));
    if (!(sizes <= 0x1p60L && sizes >= 0x1p-60L)) return;
    const extended epsilon = static_cast<extended>(limits::epsilon());
    const extended bound = 2 * 64 * static_cast<extended>(std::numeric_limits<double>::epsilon()) * sizes;
    // Vertices are rounded at the start, so shapes that only touch there may continue to touch.
    const bool starts_near = m.gap_at(0) <= 32 * epsilon * sizes;
    const extended allowed = starts_near ? bound + 32 * epsilon * sizes : bound;
    const extended end = static_cast<extended>(result.fraction);
    for (int i = 0; i <= 12; ++i) {
        const extended t = end * i / 12;
        HOLDS(m.gap_at(t) >= -allowed, a, sweep_a, b, sweep_b, result.fraction, static_cast<double>(t),
              static_cast<double>(m.gap_at(t)));
    }
    if (result.status != cast_status::hit) return;
    HOLDS(m.gap_at(end) <= allowed + m.speed() * epsilon, a, sweep_a, b, sweep_b, result.fraction,
          static_cast<double>(m.gap_at(end)));
    const travel::point n{-static_cast<extended>(result.normal.x), -static_cast<extended>(result.normal.y)},
        p{static_cast<extended>(result.point.x), static_cast<extended>(result.point.y)};
    const extended rounding = 16 * epsilon * sizes + allowed;
    HOLDS(travel::gap_along(m.a, m.b, n) >= -rounding, a, sweep_a, b, sweep_b, result.fraction, result.normal);
    HOLDS(std::abs(m.a.reach(n) - (p.x * n.x + p.y * n.y)) <= rounding, a, sweep_a, b, sweep_b, result.fraction,
          result.normal, result.point);
}

void check_impact(const shape& a, const sweep<T>& sweep_a, const shape& b, const sweep<T>& sweep_b) {
    const auto sound = [](const shape& s, const sweep<T>& motion) {
        return with_shape(s, [&motion](const auto& known) {
            return hitbox::valid(at(known, motion.from)) && hitbox::valid(at(known, motion.to));
        });
    };
    mistakes = 0;
    const auto result = time_of_impact(a, sweep_a, b, sweep_b);
    if (!sound(a, sweep_a) || !sound(b, sweep_b)) {
        HOLDS(result == cast_result<T>{} && mistakes == 1, a, sweep_a, b, sweep_b);
        return;
    }
    HOLDS(result.status != cast_status::failed, a, sweep_a, b, sweep_b);
    const auto back = time_of_impact(b, sweep_b, a, sweep_a);
    const shape from_a = placed_at(a, sweep_a.from), from_b = placed_at(b, sweep_b.from);
    const bool alike = identical(from_a, from_b) && (result.fraction == 0 || identical(a, b));
    HOLDS(result == flipped(back) || alike, a, sweep_a, b, sweep_b, result, back);
    HOLDS(result.fraction >= 0 && result.fraction <= 1, a, sweep_a, b, sweep_b, result.fraction);
    HOLDS(no_nan(result.point) && no_nan(result.normal), a, sweep_a, b, sweep_b, result.normal, result.point);
    const bool meet = result.status == cast_status::hit || result.status == cast_status::started_touching ||
                      result.status == cast_status::started_overlapping;
    HOLDS(meet ? unit_length(result.normal) : result.normal == vec2<T>{}, a, sweep_a, b, sweep_b, result.normal);
    HOLDS(result.status != cast_status::separated || result.fraction == 1, a, sweep_a, b, sweep_b, result.fraction);
    if (!both_valid(from_a, from_b)) return;
    HOLDS((result.status == cast_status::started_overlapping) == penetrates(from_a, from_b), a, sweep_a, b, sweep_b);
    if (result.status == cast_status::started_touching) HOLDS(intersects(from_a, from_b), a, sweep_a, b, sweep_b);
    if (result.status != cast_status::started_overlapping) check_impact_by_force(a, sweep_a, b, sweep_b, result);
}

}  // namespace

template <>
void motions<T>(question selected, bytes& in) {
    hitbox_tests::borrowed_points<T>().clear();
    maker<T> make{in};
    const shape a = make.shape();
    if (selected == question::ray) {
        const vec2<T> origin = make.point(), translation = make.point();
        return check_ray({origin, translation}, a);
    }
    const shape b = make.shape();
    if (selected == question::cast) {
        const vec2<T> of_a = make.point(), of_b = make.point();
        return check_cast(a, of_a, b, of_b);
    }
    const sweep<T> sweep_a = make.motion(), sweep_b = make.motion();
    check_impact(a, sweep_a, b, sweep_b);
}

}  // namespace fuzz
