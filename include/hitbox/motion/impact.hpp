#pragma once
/// The impulses that two bodies exchange at their contact points.

#include <hitbox/motion/rigid_body.hpp>
#include <hitbox/shapes/aabb.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Impulses at one contact or at both ends of a face: along the normal at each, and along the tangent, where two points
/// on one line act as one. Also velocities at the same places.
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
        const W largest = larger(larger(magnitude(a[i][0]), magnitude(a[i][1])), magnitude(a[i][2]));
        if (!(largest > W(0))) return false;
        for (int k = 0; k < 3; ++k) a[i][k] /= largest;
        b[i] /= largest;
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
    const W friction_limit = product(hit.friction, p[0] + p[1]);
    return larger(worst, product(magnitude(p[2]) - friction_limit, hit.gain[2][2]));
}

/// Into the cone of friction, from which rounding may have left.
template <class W>
[[nodiscard]] constexpr contact_vector<W> within_cone(contact_vector<W> p, W friction) noexcept {
    p[0] = larger(p[0], W(0)), p[1] = larger(p[1], W(0));
    const W friction_limit = product(friction, p[0] + p[1]);
    p[2] = larger(W(0) - friction_limit, smaller(p[2], friction_limit));
    return p;
}

/// Signorini's and Coulomb's conditions: no point goes in, those that leave faster than wanted are not pressed, and
/// friction stops the surfaces or is at its most against their sliding. In closed form: the mode that does not
/// contradict itself, or, for rounding, does so the least.
template <class W>
[[nodiscard]] constexpr contact_vector<W> impulses_for(const impact<W>& hit, const contact_vector<W>& wanted) noexcept {
    contact_vector<W> best{};
    W smallest = contradiction(best, hit, 1, wanted);
    if (hit.speed[2] < W(0)) smallest = contradiction(best, hit, -1, wanted);
    const int ahead = hit.speed[2] < W(0) ? -1 : 1;
    for (const bool first : {true, false})
        for (const bool second : {true, false})
            for (const int slides : {0, ahead, -ahead}) {
                if (!(smallest > W(0))) return best;
                if ((!first && !second) || (second && hit.count < 2)) continue;
                contact_vector<W> p{};
                if (!impulses_of_mode(p, hit, {{first, second}, slides}, wanted)) continue;
                const W worst = contradiction(p, hit, slides, wanted);
                if (worst < smallest) smallest = worst, best = within_cone(p, hit.friction);
            }
    return best;
}

/// A body in wide numbers, as seen from the points of a contact.
template <class W>
struct impact_side {
    vec2<W> velocity{};
    W spin{}, inverse_mass{}, inverse_inertia{};
    contact_vector<W> arm{};  // of the unit impulses about the centre of mass
};

template <real T, class W = wide_t<T>>
[[nodiscard]] constexpr impact_side<W> side_of(const rigid_body<T>& b, vec2<W> n, const vec2<W>* points,
                                               int count) noexcept {
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

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
