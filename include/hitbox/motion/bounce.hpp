#pragma once
/// What do two bodies do when they hit each other?

#include <hitbox/motion/body.hpp>
#include <hitbox/narrow/contact.hpp>
#include <hitbox/shapes/aabb.hpp>

namespace hitbox {

/// How two surfaces answer to each other.
template <real T>
struct bounce_options {
    T restitution = T(0);  // the speed of separation by that of approach: 1 is elastic, 0 keeps nothing, > 1 a bumper
    T friction = T(0);     // Coulomb's coefficient: the most that friction may be, by the normal impulse
};

/// What two bodies exchanged, in mass * length / time; zero if nothing had to be done.
template <real T>
struct bounce_result {
    T normal_impulse = T(0);   // >= 0: b got so much along the normal, a as much the other way
    T tangent_impulse = T(0);  // the same along perp(normal)
};

}  // namespace hitbox

namespace hitbox::detail::inline HITBOX_ISA {

/// Impulses at one contact or at both ends of a face: along the normal at each, and along the tangent, where two points
/// on one line cannot be told apart. Also velocities at the same places.
template <class W>
struct contact_vector {
    W normal[2]{};
    W tangent{};

    [[nodiscard]] constexpr W& operator[](int i) noexcept { return i == 2 ? tangent : normal[i]; }
    [[nodiscard]] constexpr const W& operator[](int i) const noexcept { return i == 2 ? tangent : normal[i]; }
};

template <class W>
[[nodiscard]] constexpr W dot_of(const contact_vector<W>& p, const contact_vector<W>& q) noexcept {
    return (product(p[0], q[0]) + product(p[1], q[1])) + product(p[2], q[2]);
}

/// Solves a x = b by Gauss's elimination with scaled rows and pivots; false if it is singular to rounding.
template <class W>
[[nodiscard]] constexpr bool solve_three(W (&a)[3][3], contact_vector<W>& b) noexcept {
    constexpr W tiny = W(64) * std::numeric_limits<W>::epsilon();
    for (int i = 0; i < 3; ++i) {
        const W most = larger(larger(magnitude(a[i][0]), magnitude(a[i][1])), magnitude(a[i][2]));
        if (!(most > W(0))) return false;
        for (int k = 0; k < 3; ++k) a[i][k] /= most;
        b[i] /= most;
    }
    for (int k = 0; k < 3; ++k) {
        int pivot = k;
        for (int i = k + 1; i < 3; ++i)
            if (magnitude(a[i][k]) > magnitude(a[pivot][k])) pivot = i;
        if (!(magnitude(a[pivot][k]) > tiny)) return false;
        for (int j = 0; pivot != k && j < 3; ++j) {
            const W other = a[k][j];
            a[k][j] = a[pivot][j], a[pivot][j] = other;
        }
        const W other = b[k];
        b[k] = b[pivot], b[pivot] = other;
        for (int i = k + 1; i < 3; ++i) {
            const W factor = a[i][k] / a[k][k];
            for (int j = k; j < 3; ++j) a[i][j] -= product(factor, a[k][j]);
            b[i] -= product(factor, b[k]);
        }
    }
    for (int i = 2; i >= 0; --i) {
        for (int j = i + 1; j < 3; ++j) b[i] -= product(a[i][j], b[j]);
        b[i] /= a[i][i];
    }
    return true;
}

/// Two bodies that press on each other at one or two points of a line: how fast those approach, and what impulses
/// there change of it. All sums are such that swapping the bodies changes no bit.
template <class W>
struct impact {
    contact_vector<W> speed{};  // of b against a: along the normal, negative where they approach; along the tangent
    W gain[3][3]{};             // by which speed changes: J M^-1 J^T, symmetric and positive semidefinite
    int count = 0;              // of points
    W friction{};

    [[nodiscard]] constexpr contact_vector<W> changed_by(const contact_vector<W>& p) const noexcept {
        contact_vector<W> result;
        for (int i = 0; i < 3; ++i)
            result[i] = (product(gain[i][0], p[0]) + product(gain[i][1], p[1])) + product(gain[i][2], p[2]);
        return result;
    }
    [[nodiscard]] constexpr contact_vector<W> speed_after(const contact_vector<W>& p) const noexcept {
        contact_vector<W> result = changed_by(p);
        for (int i = 0; i < 3; ++i) result[i] += speed[i];
        return result;
    }
    /// The change of kinetic energy: p (u + u') / 2.
    [[nodiscard]] constexpr W energy_of(const contact_vector<W>& p) const noexcept {
        contact_vector<W> sum = changed_by(p);
        for (int i = 0; i < 3; ++i) sum[i] = speed[i] + sum[i] / W(2);
        return dot_of(p, sum);
    }
    /// What rounding may make of energy_of: every term with its magnitude.
    [[nodiscard]] constexpr W energy_rounding(const contact_vector<W>& p) const noexcept {
        W sum{};
        for (int i = 0; i < 3; ++i) {
            sum += magnitude(product(p[i], speed[i]));
            for (int k = 0; k < 3; ++k) sum += magnitude(product(p[i], product(gain[i][k], p[k])));
        }
        return W(8) * std::numeric_limits<W>::epsilon() * sum;
    }
    [[nodiscard]] constexpr bool is_approaching() const noexcept {
        for (int i = 0; i < count; ++i)
            if (speed[i] < W(0)) return true;
        return false;
    }
};

/// One way in which an impact may go: which points press, and whether the surfaces stick (0) or slide along the tangent
/// (+1 or -1, the direction in which b does).
struct impact_mode {
    bool presses[2];
    int slides;
};

/// The impulses of a mode, so that each point that presses separates at its wanted speed; false if there are none.
template <class W>
[[nodiscard]] constexpr bool impulses_of_mode(contact_vector<W>& p, const impact<W>& hit, impact_mode mode,
                                              const contact_vector<W>& wanted) noexcept {
    W a[3][3]{};
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < 3; ++k) a[i][k] = mode.presses[i] ? hit.gain[i][k] : k == i ? W(1) : W(0);
        p[i] = mode.presses[i] ? wanted[i] - hit.speed[i] : W(0);
    }
    for (int k = 0; k < 3; ++k) {
        const W grip = mode.slides < 0 ? W(0) - hit.friction : hit.friction;
        a[2][k] = mode.slides == 0 ? hit.gain[2][k] : k == 2 ? W(1) : grip;
    }
    p[2] = mode.slides == 0 ? W(0) - hit.speed[2] : W(0);
    return solve_three(a, p);
}

/// By how much a mode contradicts itself, as a speed; 0 if it does not.
template <class W>
[[nodiscard]] constexpr W contradiction(const contact_vector<W>& p, const impact<W>& hit, int slides,
                                        const contact_vector<W>& wanted) noexcept {
    const contact_vector<W> after = hit.speed_after(p);
    W worst{};
    for (int i = 0; i < hit.count; ++i) {
        worst = larger(worst, wanted[i] - after[i]);                  // still goes in
        worst = larger(worst, product(W(0) - p[i], hit.gain[i][i]));  // pulls
    }
    if (slides != 0) return larger(worst, slides > 0 ? W(0) - after[2] : after[2]);
    const W most = product(hit.friction, p[0] + p[1]);
    return larger(worst, product(magnitude(p[2]) - most, hit.gain[2][2]));
}

/// Into the cone of friction, from which rounding may have left.
template <class W>
[[nodiscard]] constexpr contact_vector<W> within_cone(contact_vector<W> p, W friction) noexcept {
    p[0] = larger(p[0], W(0)), p[1] = larger(p[1], W(0));
    const W most = product(friction, p[0] + p[1]);
    p[2] = larger(W(0) - most, smaller(p[2], most));
    return p;
}

/// Signorini's and Coulomb's conditions: no point goes in, those that leave faster than wanted are not pressed, and
/// friction stops the surfaces or is at its most against their sliding. In closed form: the mode that does not
/// contradict itself, or, for rounding, does so the least.
template <class W>
[[nodiscard]] constexpr contact_vector<W> impulses_for(const impact<W>& hit, const contact_vector<W>& wanted) noexcept {
    contact_vector<W> best{};
    W least = contradiction(best, hit, 1, wanted);
    if (hit.speed[2] < W(0)) least = contradiction(best, hit, -1, wanted);
    const int ahead = hit.speed[2] < W(0) ? -1 : 1;
    for (const bool first : {true, false})
        for (const bool second : {true, false})
            for (const int slides : {0, ahead, -ahead}) {
                if (!(least > W(0))) return best;
                if ((!first && !second) || (second && hit.count < 2)) continue;
                contact_vector<W> p{};
                if (!impulses_of_mode(p, hit, {{first, second}, slides}, wanted)) continue;
                const W worst = contradiction(p, hit, slides, wanted);
                if (worst < least) least = worst, best = within_cone(p, hit.friction);
            }
    return best;
}

/// As much of the way from p to q as gains no energy, if p gains none: both leave the energy below 0 there, where it is
/// a parabola that opens upwards.
template <class W>
[[nodiscard]] constexpr contact_vector<W> without_gain(const impact<W>& hit, const contact_vector<W>& p,
                                                       const contact_vector<W>& q) noexcept {
    if (hit.energy_of(q) <= hit.energy_rounding(q)) return q;
    contact_vector<W> way;
    for (int i = 0; i < 3; ++i) way[i] = q[i] - p[i];
    const W start = smaller(hit.energy_of(p), W(0)), slope = dot_of(way, hit.speed_after(p)),
            curvature = dot_of(way, hit.changed_by(way));
    const W root = square_root(larger(product(slope, slope) - product(W(2) * curvature, start), W(0)));
    W share = slope > W(0) ? W(-2) * start / (slope + root) : (root - slope) / curvature;
    share = share > W(0) ? smaller(share, W(1)) : W(0);  // 0 for NaN
    contact_vector<W> result;
    for (int i = 0; i < 3; ++i) result[i] = p[i] + product(share, way[i]);
    return result;
}

/// As much of an impulse as gains no energy: where rounding has spoilt the conditions it may be less than all.
template <class W>
[[nodiscard]] constexpr contact_vector<W> without_gain(const impact<W>& hit, const contact_vector<W>& p) noexcept {
    return without_gain(hit, contact_vector<W>{}, p);
}

/// A body in wide numbers, as seen from the points of a contact.
template <class W>
struct impact_side {
    vec2<W> velocity{};
    W spin{}, inverse_mass{}, inverse_inertia{};
    contact_vector<W> arm{};  // of the unit impulses about the centre of mass
};

template <real T, class W = wide_t<T>>
[[nodiscard]] constexpr impact_side<W> side_of(const body<T>& b, vec2<W> n, const vec2<W>* points, int count) noexcept {
    impact_side<W> side{widen(b.velocity), static_cast<W>(b.angular_velocity), static_cast<W>(b.inverse_mass),
                        static_cast<W>(b.inverse_inertia)};
    vec2<W> middle{};
    for (int i = 0; i < count; ++i) {
        const vec2<W> r = points[i] - widen(b.position);
        side.arm[i] = cross(r, n);
        middle += r / static_cast<W>(count);
    }
    side.arm[2] = dot(middle, n);  // that of perp(n)
    return side;
}

template <class W>
[[nodiscard]] constexpr impact<W> impact_of(const impact_side<W>& a, const impact_side<W>& b, vec2<W> n, int count,
                                            W friction) noexcept {
    impact<W> hit{{}, {}, count, friction};
    const vec2<W> relative = b.velocity - a.velocity;
    const W straight = product(a.inverse_mass + b.inverse_mass, length_squared(n));
    for (int i = 0; i < 3; ++i) {
        if (i < 2 && i >= count) continue;
        const W turn = product(b.spin, b.arm[i]) - product(a.spin, a.arm[i]);
        hit.speed[i] = dot(relative, i == 2 ? perp(n) : n) + turn;
        for (int k = 0; k < 3; ++k) {
            if (k < 2 && k >= count) continue;
            hit.gain[i][k] = product(a.inverse_inertia, product(a.arm[i], a.arm[k])) +
                             product(b.inverse_inertia, product(b.arm[i], b.arm[k]));
            if ((i == 2) == (k == 2)) hit.gain[i][k] += straight;
        }
    }
    return hit;
}

/// The body after impulses against the normal (sign -1) or along it (+1).
template <real T, class W>
[[nodiscard]] constexpr body<T> pushed(body<T> b, const impact_side<W>& side, vec2<W> n, const contact_vector<W>& p,
                                       W sign) noexcept {
    const vec2<W> impulse = n * (p[0] + p[1]) + perp(n) * p[2];
    b.velocity = vec_cast<T>(side.velocity + impulse * product(sign, side.inverse_mass)) + vec2<T>{};
    const W turn = product(dot_of(p, side.arm), side.inverse_inertia);
    b.angular_velocity = round_to<T>(side.spin + product(sign, turn)) + T(0);
    return b;
}

template <real T, class W = wide_t<T>>
constexpr bounce_result<T> bounce_at(body<T>& a, body<T>& b, vec2<W> n, const vec2<W>* points, int count,
                                     const bounce_options<T>& options) {
    const bool is_usable = valid(a) && valid(b) && is_finite(n) && options.restitution >= T(0) &&
                           options.friction >= T(0) && is_finite(options.restitution) && is_finite(options.friction);
    if (!expect(is_usable, "bounce: a body, the normal or an option is not finite or negative") || count == 0)
        return {};
    const impact_side<W> side_a = side_of(a, n, points, count), side_b = side_of(b, n, points, count);
    const impact<W> hit = impact_of(side_a, side_b, n, count, static_cast<W>(options.friction));
    if (!hit.is_approaching()) return {};
    const contact_vector<W> plastic = without_gain(hit, impulses_for(hit, contact_vector<W>{}));
    contact_vector<W> p = plastic;
    if (options.restitution > T(0)) {
        contact_vector<W> wanted;
        for (int i = 0; i < count; ++i)
            wanted[i] = product(static_cast<W>(options.restitution), larger(W(0) - hit.speed[i], W(0)));
        p = impulses_for(hit, wanted);
        if (options.restitution <= T(1)) p = without_gain(hit, plastic, p);
    }
    const body<T> new_a = pushed(a, side_a, n, p, W(-1)), new_b = pushed(b, side_b, n, p, W(1));
    if (!valid(new_a) || !valid(new_b)) return {};  // out of the range of T
    a = new_a, b = new_b;
    return {round_to<T>(p[0] + p[1]), round_to<T>(p[2] + W(0))};
}

}  // namespace hitbox::detail::inline HITBOX_ISA

namespace hitbox::inline HITBOX_ISA {

/// Two bodies hit each other at a contact, found by `collide`: changes their velocities by one impulse each, at the
/// point midway between the two deepest ones, and returns it. Bodies that do not approach each other there are left as
/// they are, to the bit; nothing is moved (see push_apart).
///
/// They separate at `restitution` times the speed of their approach (Newton), with friction as Coulomb has it: it stops
/// the surfaces, or is friction * the normal impulse against their sliding. Where that would gain energy, as Newton's
/// law may do of bodies that turn and rub, they separate more slowly, so that none is gained; a restitution above 1
/// gains what it says.
///
/// Promises, but for the rounding of the velocities: linear and angular momentum are conserved; for restitution <= 1
/// kinetic energy does not grow, and with restitution 1 and no friction stays. Of two bodies one of which is immovable,
/// that is so as seen from that one, if it does not turn. The bodies do not approach each other afterwards. Swapping
/// the bodies, and the contact by `flipped`, changes no bit.
///
/// Both immovable, or a normal of zero: nothing happens; as with anything that is not finite or is negative, or if a
/// result would not be finite.
/// @pre valid(a), valid(b), finite and non-negative options
///
/// Newton's law and Coulomb's in closed form, mode by mode (stick, slide, separate); the bound by energy is that of
/// Stronge, "Rigid Body Collisions with Friction" (1990), as it concerns the sum; see also Chatterjee and Ruina 1998.
template <real T>
constexpr bounce_result<T> bounce(body<T>& a, body<T>& b, const contact<std::type_identity_t<T>>& hit,
                                  const bounce_options<std::type_identity_t<T>>& options = {}) {
    using W = detail::wide_t<T>;
    const vec2<W> point = detail::midpoint(detail::widen(hit.point_a), detail::widen(hit.point_b));
    return detail::bounce_at<T, W>(a, b, detail::widen(hit.normal), &point, 1, options);
}

/// The same at all points of a manifold at once, found by `contact_manifold`, so that a box that falls flat on a floor
/// does not begin to turn. Points with a negative depth do not touch yet, and are left out. Of two points the friction
/// acts on the line between them, along the tangent.
template <real T>
constexpr bounce_result<T> bounce(body<T>& a, body<T>& b, const manifold<std::type_identity_t<T>>& hit,
                                  const bounce_options<std::type_identity_t<T>>& options = {}) {
    using W = detail::wide_t<T>;
    vec2<W> points[2]{};
    int count = 0;
    for (int i = 0; i < hit.count && i < 2; ++i)
        if (hit.points[i].depth >= T(0)) points[count++] = detail::widen(hit.points[i].point);
    if (count == 2 && points[0] == points[1]) count = 1;
    return detail::bounce_at<T, W>(a, b, detail::widen(hit.normal), points, count, options);
}

}  // namespace hitbox::inline HITBOX_ISA
