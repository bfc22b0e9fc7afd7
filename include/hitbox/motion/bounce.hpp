#pragma once
/// The velocities of two bodies after an impact.

#include <hitbox/motion/impact.hpp>
#include <hitbox/narrow/contact.hpp>

namespace hitbox {

/// Restitution and friction of two surfaces.
template <real T>
struct bounce_options {
    T restitution = T(0);  // speed of separation / speed of approach: 1 is elastic, 0 keeps nothing, > 1 a bumper
    T friction = T(0);     // Coulomb's coefficient: largest friction impulse / normal impulse
};

/// The impulses that two bodies exchanged, in mass * length / time; zero if none was needed.
template <real T>
struct bounce_result {
    T normal_impulse = T(0);   // >= 0: the impulse of b along the normal; a has the opposite one
    T tangent_impulse = T(0);  // the same along perp(normal); exactly 0 without friction
};

namespace detail {
inline namespace HITBOX_ISA {

/// The total impulses on the two bodies: linear and angular on b; a gets the opposite ones. Energies are computed from
/// these. Each of their terms is at most as large as the energy of a body, while the terms of single points may be
/// larger and cancel.
template <class W>
struct body_impulses {
    vec2<W> linear{};
    W turn_a{}, turn_b{};
};

/// Returns the total impulses of the impulses at the contact points.
template <class W>
[[nodiscard]] constexpr body_impulses<W> felt(const contact_vector<W>& p, const impact_side<W>& a,
                                              const impact_side<W>& b, vec2<W> n) noexcept {
    return {n * (p[0] + p[1]) + perp(n) * p[2], dot_of(p, a.arm), dot_of(p, b.arm)};
}

/// The change of kinetic energy as a function of the impulses. Along a line of impulses, it is a parabola that opens
/// upwards.
template <class W>
struct energy_change {
    vec2<W> speed{};  // the velocity of b relative to a
    W spin_a{}, spin_b{}, inverse_mass{}, inverse_inertia_a{}, inverse_inertia_b{};

    constexpr energy_change(const impact_side<W>& a, const impact_side<W>& b) noexcept
        : speed{b.velocity - a.velocity}, spin_a{a.spin}, spin_b{b.spin}, inverse_mass{a.inverse_mass + b.inverse_mass},
          inverse_inertia_a{a.inverse_inertia}, inverse_inertia_b{b.inverse_inertia} {}

    [[nodiscard]] constexpr W first_order(const body_impulses<W>& p) const noexcept {
        return dot(speed, p.linear) + (product(spin_b, p.turn_b) - product(spin_a, p.turn_a));
    }
    [[nodiscard]] constexpr W second_order(const body_impulses<W>& p, const body_impulses<W>& q) const noexcept {
        return product(inverse_mass, dot(p.linear, q.linear)) +
               (product(inverse_inertia_a, product(p.turn_a, q.turn_a)) +
                product(inverse_inertia_b, product(p.turn_b, q.turn_b)));
    }
    /// Returns the change of energy by these impulses.
    [[nodiscard]] constexpr W of(const body_impulses<W>& p) const noexcept {
        return first_order(p) + second_order(p, p) / W(2);
    }
    /// Returns an error bound for the energy.
    [[nodiscard]] constexpr W rounding(const body_impulses<W>& p) const noexcept {
        const W first = dot(abs(speed), abs(p.linear)) +
                        (magnitude(product(spin_b, p.turn_b)) + magnitude(product(spin_a, p.turn_a)));
        return W(4) * std::numeric_limits<W>::epsilon() * (first + second_order(p, p));
    }
    /// Returns the last point on the line from p to q at which the energy has not grown. @pre it does not grow at p
    [[nodiscard]] constexpr body_impulses<W> without_gain(const body_impulses<W>& p,
                                                          const body_impulses<W>& q) const noexcept {
        if (of(q) <= rounding(q)) return q;
        const body_impulses<W> change{q.linear - p.linear, q.turn_a - p.turn_a, q.turn_b - p.turn_b};
        const W start = smaller(of(p), W(0)), slope = first_order(change) + second_order(p, change),
                curvature = second_order(change, change);
        const W root = square_root(larger(product(slope, slope) - product(W(2) * curvature, start), W(0)));
        W share = slope > W(0) ? W(-2) * start / (slope + root) : (root - slope) / curvature;
        share = share > W(0) ? smaller(share, W(1)) : W(0);  // 0 for NaN
        return {p.linear + change.linear * share, p.turn_a + product(change.turn_a, share),
                p.turn_b + product(change.turn_b, share)};
    }
};

template <real T, class W>
[[nodiscard]] constexpr rigid_body<T> pushed(rigid_body<T> b, const impact_side<W>& side, vec2<W> impulse,
                                             W turn) noexcept {
    b.velocity = unsigned_zeros(vec_cast<T>(side.velocity + impulse * side.inverse_mass));
    b.angular_velocity = unsigned_zero(round_to<T>(side.spin + product(turn, side.inverse_inertia)));
    return b;
}

template <real T, class W>
constexpr bounce_result<T> bounce_at(rigid_body<T>& a, rigid_body<T>& b, vec2<W> n, const vec2<W>* points, int count,
                                     const bounce_options<T>& options) {
    const bool is_usable = valid(a) && valid(b) && is_finite(n) && options.restitution >= T(0) &&
                           options.friction >= T(0) && is_finite(options.restitution) && is_finite(options.friction);
    if (!expect(is_usable, "bounce: a body, the normal or an option is not finite or negative") || count == 0)
        return {};
    const impact_side<W> side_a = side_of(a, n, points, count), side_b = side_of(b, n, points, count);
    const impact<W> hit = impact_of(side_a, side_b, n, count, static_cast<W>(options.friction));
    if (!hit.is_approaching()) return {};
    const energy_change<W> energy{side_a, side_b};
    const body_impulses<W> plastic = felt(impulses_for(hit, contact_vector<W>{}), side_a, side_b, n);
    // The plastic impulse gains no energy, except by rounding.
    body_impulses<W> p = energy.without_gain({}, plastic);
    if (options.restitution > T(0)) {
        contact_vector<W> wanted;
        for (int i = 0; i < count; ++i)
            wanted[i] = product(static_cast<W>(options.restitution), larger(W(0) - hit.speed[i], W(0)));
        const body_impulses<W> elastic = felt(impulses_for(hit, wanted), side_a, side_b, n);
        p = options.restitution <= T(1) ? energy.without_gain(p, elastic) : elastic;
    }
    const rigid_body<T> new_a = pushed(a, side_a, vec2<W>{} - p.linear, W(0) - p.turn_a),
                        new_b = pushed(b, side_b, p.linear, p.turn_b);
    if (!valid(new_a) || !valid(new_b)) return {};  // a velocity has overflowed
    a = new_a, b = new_b;
    const W squared = length_squared(n);
    const W tangent = options.friction > T(0) ? dot(p.linear, perp(n)) / squared : W(0);
    return {round_to<T>(dot(p.linear, n) / squared), round_to<T>(unsigned_zero(tangent))};
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Changes the velocities of two bodies that hit each other at a contact of `collide`. They get opposite impulses at
/// the point midway between the two deepest points. Returns the impulse. Bodies that do not approach each other there
/// are not changed. Positions do not change; push_apart changes them.
///
/// The bodies separate at `restitution` times the speed of their approach (Newton). Friction (Coulomb) stops the
/// surfaces, or acts against their sliding with an impulse of `friction` times the normal impulse. For bodies that turn
/// with friction, Newton's law alone may gain energy; the bodies then separate more slowly, so that no energy is
/// gained. A restitution above 1 adds energy, as intended.
///
/// Up to the rounding of the velocities, linear and angular momentum are conserved. For restitution <= 1 the kinetic
/// energy does not grow; with restitution 1 and without friction it stays the same. If one body is immovable and does
/// not turn, this holds for the energy relative to that body. Afterwards the bodies do not approach each other.
/// Swapping the bodies, and the contact by `flipped`, changes no bit.
///
/// Nothing changes if both bodies are immovable, if the normal is zero, if an argument is not finite or is negative, or
/// if a result would not be finite.
/// @pre valid(a), valid(b), finite and non-negative options
///
/// Newton's and Coulomb's laws are solved in closed form, mode by mode (stick, slide, separate). The limit by energy is
/// that of Stronge, "Rigid Body Collisions with Friction" (1990), for the sum of all points; see also Chatterjee and
/// Ruina 1998.
template <real T>
constexpr bounce_result<T> bounce(rigid_body<T>& a, rigid_body<T>& b, const contact<std::type_identity_t<T>>& hit,
                                  const bounce_options<std::type_identity_t<T>>& options = {}) {
    const auto point = detail::midpoint(detail::widen(hit.point_a), detail::widen(hit.point_b));
    return detail::bounce_at(a, b, detail::widen(hit.normal), &point, 1, options);
}

/// Changes the velocities at all points of a manifold of `contact_manifold` at once, by the same laws. A box that falls
/// flat on a floor therefore does not begin to turn. Points with a negative depth do not touch and are ignored. If
/// there are two points, friction acts on the line between them, along the tangent.
template <real T>
constexpr bounce_result<T> bounce(rigid_body<T>& a, rigid_body<T>& b, const manifold<std::type_identity_t<T>>& hit,
                                  const bounce_options<std::type_identity_t<T>>& options = {}) {
    vec2<detail::wide_t<T>> points[2]{};
    int count = 0;
    for (int i = 0; i < hit.count && i < 2; ++i)
        if (hit.points[i].depth >= T(0)) points[count++] = detail::widen(hit.points[i].point);
    if (count == 2 && points[0] == points[1]) count = 1;
    return detail::bounce_at(a, b, detail::widen(hit.normal), points, count, options);
}

/// Changes the velocities at the hit of a `shape_cast` or `time_of_impact` of a against b, by the same laws. Move the
/// bodies to `fraction` first. The normal of a cast points out of b, so it is opposite to that of a contact. A cast
/// without a contact (`separated`, `failed`, `step_limit`) has no normal, so it changes nothing.
template <real T>
constexpr bounce_result<T> bounce(rigid_body<T>& a, rigid_body<T>& b, const cast_result<std::type_identity_t<T>>& hit,
                                  const bounce_options<std::type_identity_t<T>>& options = {}) {
    return bounce(a, b, contact<T>{vec2<T>{} - hit.normal, hit.depth, hit.point, hit.point}, options);
}
template <class A, class B, class... More>
    requires(convex<A> || convex<B>)
constexpr bounce_result<float> bounce(const A&, const B&, const More&...) {
    static_assert(sizeof(A) == 0, "hitbox: bounce changes the velocities of rigid_body<T>, not of shapes; a default "
                                  "rigid_body<T> is immovable, such as a wall");
    return {};
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
