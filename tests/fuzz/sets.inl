// The laws of sets of shapes. Included once per scalar (`FUZZ_SCALAR`).

#include "../impact_reference.hpp"
#include "laws.hpp"
#include "made_sets.hpp"
#include "queries.hpp"

namespace fuzz {
namespace {

using T = FUZZ_SCALAR;
using limits = std::numeric_limits<T>;
using shape = any_shape<T>;
using set = some_set<T>;

written as_code(const set& s) { return code(s); }
written as_code(const shape& s) { return hitbox_tests::code(s); }

template <class A, class B>
constexpr bool one_convex = hitbox::convex<A> || hitbox::convex<B>;

template <class A, class B>
void check_contact_of(const A& a, const B& b, const std::optional<contact<T>>& hit, bool deep) {
    HOLDS((hit->depth > 0) == deep && hit->depth >= 0, as_code(a), as_code(b), *hit);
    HOLDS(positive_zeros(hit->normal) && no_nan(hit->normal) && no_nan(hit->point_a) && no_nan(hit->point_b),
          as_code(a), as_code(b), *hit);
    HOLDS(unit_length(hit->normal), as_code(a), as_code(b), *hit);
    const bool symmetric = !one_convex<A, B> || flipped(set_queries::collide(b, a)) == hit;
    HOLDS(symmetric, as_code(a), as_code(b), *hit);
}

/// After the minimum translation, no overlap beyond rounding is left.
template <class B>
void check_minimum_translation(const shape& a, const B& b, const contact<T>& hit) {
    const T size = std::max(size_of(a), size_of(b));
    const shape moved = translated(a, hit.mtv());
    if (!ordinary(size) || !hitbox::detail::is_valid(moved) || hitbox::detail::is_one_sided(b)) return;
    const auto left = set_queries::collide(moved, b);
    HOLDS(!left || left->depth <= 64 * ulp(size), as_code(a), as_code(b), hit, *left);
}

template <class S>
bool is_seen_from_behind(const S& piece, vec2<T> from) {
    return hitbox::detail::as_piece(piece, [&](const auto& p) { return hitbox::detail::is_behind(p, from); });
}

template <class A, class B>
void check_still(const A& a, const B& b) {
    const bool meet = set_queries::intersects(a, b), deep = set_queries::penetrates(a, b);
    HOLDS(meet == set_queries::intersects(b, a) && deep == set_queries::penetrates(b, a), as_code(a), as_code(b));
    HOLDS(meet || !deep, as_code(a), as_code(b));
    bool some_meet = false, some_deep = false;
    using hitbox::detail::is_one_sided, hitbox::detail::within_range;
    for_each_piece_near(a, within_range(bounds(b)), [&](const auto& p, std::size_t) {
        for_each_piece_near(b, within_range(bounds(p)), [&](const auto& q, std::size_t) {
            if ((is_one_sided(b) && is_seen_from_behind(q, center(p))) ||
                (is_one_sided(a) && is_seen_from_behind(p, center(q))))
                return true;
            some_meet = some_meet || fuzz::intersects(figure<T>{p}, figure<T>{q});
            some_deep = some_deep || fuzz::penetrates(figure<T>{p}, figure<T>{q});
            return true;
        });
        return true;
    });
    HOLDS(meet == some_meet && (deep || !some_deep), as_code(a), as_code(b));
    const auto hit = set_queries::collide(a, b);
    HOLDS(hit.has_value() == meet, as_code(a), as_code(b));
    const auto gap = set_queries::distance(a, b), back = set_queries::distance(b, a);
    HOLDS((gap.distance == 0) == meet && gap.distance >= 0, as_code(a), as_code(b), gap);
    HOLDS(no_nan(gap.normal) && no_nan(gap.point_a) && no_nan(gap.point_b), as_code(a), as_code(b), gap);
    HOLDS(gap.distance == back.distance, as_code(a), as_code(b), gap, back);
    const auto manifolds = set_queries::contact_manifolds(a, b);
    HOLDS(meet || manifolds.count == 0, as_code(a), as_code(b));
    for (const manifold<T>& m : manifolds) {
        HOLDS(m.count > 0 && unit_length(m.normal), as_code(a), as_code(b), m.normal, m.points[0].point,
              m.points[1].point);
        for (int i = 0; i < m.count; ++i)
            HOLDS(no_nan(m.points[i].point) && !std::isnan(m.points[i].depth), as_code(a), as_code(b), m.normal,
                  m.points[0].point, m.points[1].point);
    }
    if (!hit) return;
    check_contact_of(a, b, hit, deep);
    if constexpr (std::is_same_v<A, shape>) check_minimum_translation(a, b, *hit);
    else if constexpr (std::is_same_v<B, shape>) check_minimum_translation(b, a, flipped(*hit));
}

/// No depth during the motion, and none at the end; the status at the start agrees with `penetrates`.
template <class A, class B>
void check_cast(const A& a, vec2<T> of_a, const B& b, vec2<T> of_b) {
    const auto cast = set_queries::shape_cast(a, of_a, b, of_b);
    if (!is_finite(of_a) || !is_finite(of_b)) {
        HOLDS(cast == cast_result<T>{}, as_code(a), of_a, as_code(b), of_b);
        return;
    }
    HOLDS(cast.status != cast_status::failed, as_code(a), of_a, as_code(b), of_b, cast);
    HOLDS((cast.status == cast_status::started_overlapping) == set_queries::penetrates(a, b), as_code(a), of_a,
          as_code(b), of_b, cast);
    HOLDS(cast.fraction >= 0 && cast.fraction <= 1, as_code(a), of_a, as_code(b), of_b, cast);
    HOLDS(no_nan(cast.normal) && no_nan(cast.point) && !std::isnan(cast.depth), as_code(a), of_a, as_code(b), of_b,
          cast);
    HOLDS(cast.status == cast_status::separated || unit_length(cast.normal), as_code(a), of_a, as_code(b), of_b, cast);
    if (cast.status == cast_status::started_overlapping || hitbox::detail::is_one_sided(b)) return;
    if constexpr (std::is_same_v<A, shape>) {
        const T size = std::max(size_of(a) + std::max(std::abs(of_a.x), std::abs(of_a.y)), size_of(b));
        if (!ordinary(size) || of_b != vec2<T>{}) return;
        for (const T share : {T(1), T(.75), T(.375)}) {
            const shape there = translated(a, of_a * (cast.fraction * share));
            if (!hitbox::detail::is_valid(there)) continue;
            const auto hit = set_queries::collide(there, b);
            HOLDS(!hit || hit->depth <= 64 * ulp(size), as_code(a), of_a, as_code(b), cast, share, *hit);
        }
    }
}

void check_ray(const ray<T>& r, const set& s) {
    for (const ray_start start : {ray_start::solid, ray_start::hollow}) {
        const auto hit = set_queries::ray_cast(r, s, start);
        if (!hitbox::detail::is_valid(r)) {
            HOLDS(!hit, r.origin, r.translation, as_code(s));
            continue;
        }
        if (hit) {
            HOLDS(hit->fraction >= 0 && hit->fraction <= 1, r.origin, r.translation, as_code(s), hit->fraction);
            HOLDS(no_nan(hit->point) && unit_length(hit->normal), r.origin, r.translation, as_code(s), hit->normal);
        }
        if (start == ray_start::hollow || hitbox::detail::is_one_sided(s)) continue;
        const vec2<T> end = r.origin + r.translation;
        if (end - r.origin != r.translation || r.origin == end) continue;  // it is compared with another segment
        const T size = std::max(size_of(s), std::max(size_of(r.origin), size_of(end)));
        const auto gap = set_queries::distance(shape{segment<T>{r.origin, end}}, s);
        HOLDS(!hit || !ordinary(size) || gap.distance <= 8 * ulp(size), r.origin, r.translation, as_code(s));
        HOLDS(hit || !set_queries::penetrates(shape{segment<T>{r.origin, end}}, s), r.origin, r.translation,
              as_code(s));
    }
}

namespace travel = hitbox_tests::travel;
using extended = long double;

/// Returns the pieces of a set, each with the motion of the set.
template <class S>
std::vector<travel::traveller> travellers_of(const S& solid, const sweep<T>& motion) {
    std::vector<travel::traveller> all;
    constexpr T max_value = limits::max();
    for_each_piece_near(solid, aabb<T>{{-max_value, -max_value}, {max_value, max_value}},
                        [&](const auto& piece, std::size_t) {
                            const figure<T> known{piece};
                            travel::traveller t;
                            for (const vec2<double> p : corners_of(known)) {
                                const travel::point corner{static_cast<extended>(p.x), static_cast<extended>(p.y)};
                                if (std::find(t.corners.begin(), t.corners.end(), corner) == t.corners.end())
                                    t.corners.push_back(corner);
                            }
                            t.radius = static_cast<extended>(radius_of(known));
                            t.set_out(motion);
                            all.push_back(t);
                            return true;
                        });
    return all;
}

/// Checks samples of every piece of one set against every piece of the other: up to the fraction there is a gap between
/// all of them, within rounding; at a hit, two of them have no gap.
template <class A, class B>
void check_impact(const A& a, const sweep<T>& sweep_a, const B& b, const sweep<T>& sweep_b) {
    if (hitbox::detail::is_one_sided(a) || hitbox::detail::is_one_sided(b)) return;  // they do not block from behind
    if (!hitbox::valid(sweep_a) || !hitbox::valid(sweep_b)) return;
    extended lengths = static_cast<extended>(size_of(a)) + static_cast<extended>(size_of(b));
    for (const vec2<T> v :
         {sweep_a.from.translation, sweep_a.to.translation, sweep_b.from.translation, sweep_b.to.translation})
        lengths += std::hypot(static_cast<extended>(v.x), static_cast<extended>(v.y));
    if (!(lengths <= 0x1p50L && lengths >= 0x1p-50L)) return;
    const auto all_a = travellers_of(a, sweep_a), all_b = travellers_of(b, sweep_b);
    if (all_a.empty() || all_b.empty()) return;
    const auto result = set_queries::time_of_impact(a, sweep_a, b, sweep_b);
    const auto fails = [&](extended t, extended gap) {
        HOLDS(false, as_code(a), sweep_a, as_code(b), sweep_b, result, static_cast<double>(t),
              static_cast<double>(gap));
    };
    HOLDS(result.status != cast_status::failed, as_code(a), sweep_a, as_code(b), sweep_b, result);
    HOLDS(result.fraction >= 0 && result.fraction <= 1, as_code(a), sweep_a, as_code(b), sweep_b, result);
    const bool meets = result.status != cast_status::separated && result.status != cast_status::step_limit;
    const extended epsilon = static_cast<extended>(limits::epsilon()), end = static_cast<extended>(result.fraction);
    bool is_met = false;
    for (const travel::traveller& p : all_a)
        for (const travel::traveller& q : all_b) {
            travel::meeting m{p, q};
            const extended sizes = lengths + m.speed();
            const extended bound = 2 * 64 * static_cast<extended>(std::numeric_limits<double>::epsilon()) * sizes;
            const extended at_start = m.gap_at(0), rounded = bound + 32 * epsilon * sizes;
            const extended allowed = at_start <= 32 * epsilon * sizes ? rounded : bound;
            for (int i = 0; i <= 12 && result.status != cast_status::started_overlapping; ++i)
                if (const extended t = end * i / 12; m.gap_at(t) < -allowed) fails(t, m.gap_at(t));
            is_met = is_met || m.gap_at(end) <= rounded + m.speed() * epsilon;
        }
    if (meets && !is_met) fails(end, 0);
}

/// A set contains all points of a shape that it contains.
void check_contains(const set& s, const shape& a) {
    if (!set_queries::contains(s, a)) return;
    HOLDS(set_queries::intersects(s, a), as_code(s), as_code(a));
    for (const vec2<double> p : corners_of(figure<T>{a}))
        HOLDS(set_queries::intersects(s, shape{vec2<T>{static_cast<T>(p.x), static_cast<T>(p.y)}}), as_code(s),
              as_code(a));
}

/// Checks the answers of docs/semantics/input.md, "Invalid input".
template <class A, class B>
void check_refusal(const A& a, const B& b) {
    HOLDS(!set_queries::intersects(a, b) && !set_queries::penetrates(a, b) && !set_queries::collide(a, b), as_code(a),
          as_code(b));
    HOLDS(set_queries::distance(a, b).distance == limits::infinity(), as_code(a), as_code(b));
    HOLDS(set_queries::contact_manifolds(a, b).count == 0, as_code(a), as_code(b));
    HOLDS(set_queries::shape_cast(a, {1, 0}, b, {}) == cast_result<T>{}, as_code(a), as_code(b));
}

template <class A, class B>
void check_pair(maker<T>& make, const A& a, const B& b) {
    if (!hitbox::detail::is_valid(a) || !hitbox::detail::is_valid(b)) return check_refusal(a, b);
    // Empty ranges are valid, and meet nothing.
    check_still(a, b);
    const vec2<T> of_a = make.point(), of_b = make.point();
    check_cast(a, of_a, b, vec2<T>{});
    check_cast(a, of_a, b, of_b);
    const sweep<T> sweep_a = make.motion(), sweep_b = make.motion();
    check_impact(a, sweep_a, b, sweep_b);
}

}  // namespace

template <>
void sets<T>(bytes& in) {
    hitbox_tests::borrowed_points<T>().clear();
    maker<T> make{in};
    const std::uint8_t how = in.byte();
    const set b = made_set(make, in);
    switch (how % 4) {
        case 0: return check_pair(make, made_set(make, in), b);
        case 1: {
            const vec2<T> origin = make.point(), translation = make.point();
            if (hitbox::detail::is_valid(b)) check_ray({origin, translation}, b);
            return;
        }
        default: break;
    }
    const shape a = make.known();
    if (how % 4 == 2) check_pair(make, a, b);
    else check_pair(make, b, a);
    if (hitbox::detail::is_valid(a) && hitbox::detail::is_valid(b)) check_contains(b, a);
}

}  // namespace fuzz
