#pragma once
/// The impulses that two bodies exchange at their contact points.

#include <hitbox/motion/rigid_body.hpp>
#include <hitbox/shapes/aabb.hpp>

#include <initializer_list>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The impulses, or the velocities, at one or two contact points: along the normal at each point, and along the tangent
/// once, because two points on one line act as one along the tangent.
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

/// Solves a x = b by Gaussian elimination with scaled rows and pivots; x replaces b. Returns false if a is singular
/// within rounding.
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

/// The impact of two bodies at one or two points on a line: the velocities of the points, and their change by impulses.
/// The order of all sums is such that swapping the bodies changes no bit.
template <class W>
struct impact {
    contact_vector<W> speed{};  // velocity of b relative to a; along a normal, negative if they approach
    W gain[3][3]{};             // change of `speed` by unit impulses: J M^-1 J^T, symmetric, positive semidefinite
    int count = 0;              // number of points
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

/// A mode of an impact: which points press, and whether the surfaces stick (0) or slide along the tangent (+1 or -1,
/// the direction in which b slides).
struct impact_mode {
    bool presses[2];
    int slides;
};

/// Computes the impulses of a mode, for which each pressing point separates at its wanted speed. Returns false if there
/// are none.
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

/// Returns the largest violation of the conditions of a mode, as a speed; 0 if all conditions hold.
template <class W>
[[nodiscard]] constexpr W contradiction(const contact_vector<W>& p, const impact<W>& hit, int slides,
                                        const contact_vector<W>& wanted) noexcept {
    const contact_vector<W> after = hit.speed_after(p);
    W worst{};
    for (int i = 0; i < hit.count; ++i) {
        worst = larger(worst, wanted[i] - after[i]);                  // the point separates too slowly
        worst = larger(worst, product(W(0) - p[i], hit.gain[i][i]));  // the impulse pulls
    }
    if (slides != 0) return larger(worst, slides > 0 ? W(0) - after[2] : after[2]);
    const W friction_limit = product(hit.friction, p[0] + p[1]);
    return larger(worst, product(magnitude(p[2]) - friction_limit, hit.gain[2][2]));
}

/// Returns the impulses moved into the cone of friction; rounding may have put them slightly outside.
template <class W>
[[nodiscard]] constexpr contact_vector<W> within_cone(contact_vector<W> p, W friction) noexcept {
    p[0] = larger(p[0], W(0)), p[1] = larger(p[1], W(0));
    const W friction_limit = product(friction, p[0] + p[1]);
    p[2] = larger(W(0) - friction_limit, smaller(p[2], friction_limit));
    return p;
}

/// Returns the impulses that fulfil the conditions of Signorini and Coulomb: no point approaches, a point that
/// separates faster than wanted gets no impulse, and friction either stops the sliding or has its maximum against it.
/// All modes are tried. The result is the mode without a violation, or, because of rounding, with the smallest
/// violation.
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

/// A body in wide numbers, with the lever arms of the impulses at the contact points.
template <class W>
struct impact_side {
    vec2<W> velocity{};
    W spin{}, inverse_mass{}, inverse_inertia{};
    contact_vector<W> arm{};  // lever arms of unit impulses about the centre of mass
};

/// Returns the side of a body that is hit at these points, for impulses along n and perp(n).
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
    side.arm[2] = dot(middle, n);  // the lever arm of a unit impulse along perp(n)
    return side;
}

/// Returns the impact of two bodies with the normal n from a to b.
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
