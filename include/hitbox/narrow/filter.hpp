#pragma once
/// A quick look at two shapes with corners: certainly apart, certainly not, or which few edges are worth a careful
/// look.
///
/// What is found here is used with a bound on its error only, so no answer has a bit of it, and compilers may do with
/// it what they like.

#include <hitbox/narrow/lanes.hpp>

namespace hitbox::detail {

/// How two closed sets lie: no common point; common points, but the origin on the boundary of the Minkowski difference;
/// the origin inside it.
enum class relation { apart, touching, penetrating };

[[nodiscard]] constexpr relation relation_of_sign(int sign) noexcept {
    return static_cast<relation>(1 - sign);  // a choice would be a branch
}

/// What the careful computation of a separation in T's wide type may be off by, in unit roundoffs of T.
template <std::floating_point T>
inline constexpr T careful_roundings = std::same_as<T, float> ? T(0) : T(24);

/// More than underflow can take from a few products.
template <std::floating_point T>
inline constexpr T underflow_slack = std::same_as<T, float> ? T(0x1p-120) : T(0x1p-900);

/// A set of edges, by index.
class edge_set {
public:
    constexpr edge_set() = default;
    constexpr explicit edge_set(std::uint64_t bits) noexcept : bits_{bits} {}
    [[nodiscard]] constexpr bool empty() const noexcept { return bits_ == 0; }
    [[nodiscard]] constexpr bool is_one() const noexcept { return (bits_ != 0) & ((bits_ & (bits_ - 1)) == 0); }
    [[nodiscard]] friend constexpr edge_set operator|(edge_set a, edge_set b) noexcept {
        return edge_set{a.bits_ | b.bits_};
    }
    /// Takes out the first.
    constexpr std::size_t pop() noexcept {
        const auto first = static_cast<std::size_t>(std::countr_zero(bits_));
        bits_ &= bits_ - 1;
        return first;
    }

private:
    std::uint64_t bits_ = 0;
};

/// The edges with scores no less than `limit`.
template <std::floating_point T>
[[nodiscard, gnu::always_inline]] inline edge_set at_least(const T* scores, std::size_t n, T limit) noexcept {
    if (n == 0) return {};
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < n; i += pack_size<T>) below |= greater(pack_of(limit), load_pack(scores + i)) << i;
    return edge_set{~below & ~std::uint64_t{0} >> (64 - n)};
}

/// An edge of a or of b, by index.
struct only_edge {
    std::size_t at{};
    bool of_b = false, found = false;
};

/// An edge of one hull, its owner, and the corner of the other that is deepest behind it: alone, by more than makes a
/// face. Found only where a careful look could find nothing else.
struct clear_features {
    std::size_t edge = nowhere, edge_end = nowhere;
    std::size_t corner = nowhere, corner_before = nowhere, corner_after = nowhere;  // and its neighbours
    bool of_b = false;                                                              // the owner is b
    bool behind = true;  // the corner is, for hulls overlap; else it is nearest from outside
    // Beyond a side of the other by more than rounding: certainly not inside it; or within all, certainly inside.
    bool owner_sticks_out = false, other_sticks_out = false;
    bool owner_is_in = false, other_is_in = false;
    bool found = false;

    /// The i-th of `n`.
    constexpr void set_corner(std::size_t i, std::size_t n) noexcept {
        corner = i, corner_before = previous_index(i, n), corner_after = next_index(i, n);
    }
};

/// How far the other shape's corners stay outside each edge, in T and off by at most `bound`.
template <std::floating_point T>
struct edge_scores {
    T of_a[most_lanes], of_b[most_lanes];
    std::size_t edges_of_a = 0, edges_of_b = 0;
    T best = -std::numeric_limits<T>::infinity();
    T bound{};
    T enough{};           // beyond the bound and both radii
    T stretch{};          // how far, relatively, the scores of a shape may all be too long or too short on top of that
    T largest{};          // |coordinate| of a corner
    bool usable = false;  // false: nothing was looked at, or nothing else was needed
    clear_features clear;

    /// All scores, and the best; none of a look that was of no use stays.
    [[gnu::always_inline]] inline void fill(const lanes<T>& lanes_a, const lanes<T>& lanes_b) noexcept {
        best = score_all<true>(lanes_a, lanes_b, of_a, of_b);
        edges_of_a = lanes_a.edges, edges_of_b = lanes_b.edges;
    }

    // What is certain, of the shapes and of the hulls of their corners.
    [[nodiscard]] constexpr bool apart() const noexcept { return usable && best > enough; }
    [[nodiscard]] constexpr bool hulls_apart() const noexcept { return usable && best > bound; }
    [[nodiscard]] constexpr bool hulls_penetrating() const noexcept { return usable && best < -bound; }
    /// The same in one: no branch on what cannot be predicted.
    [[nodiscard]] constexpr relation relation_of_hulls() const noexcept {
        const relation sign = best > T(0) ? relation::apart : relation::penetrating;
        return magnitude(best) > bound ? sign : relation::touching;
    }
    /// The edges whose separation may be the best one, and those that may face all of the other shape.
    [[nodiscard, gnu::always_inline]] inline edge_set best_of_a() const noexcept {
        return at_least(of_a, edges_of_a, limit());
    }
    [[nodiscard, gnu::always_inline]] inline edge_set best_of_b() const noexcept {
        return at_least(of_b, edges_of_b, limit());
    }
    /// The edge whose separation is the best one, if no other's can be.
    [[nodiscard, gnu::always_inline]] inline only_edge only_best() const noexcept {
        const edge_set in_a = best_of_a(), in_b = best_of_b();
        edge_set either = in_a | in_b;
        const bool none_of_a = in_a.empty(), none_of_b = in_b.empty(), one = either.is_one();
        const bool found = one & (none_of_a | none_of_b);  // no branch on what is random
        return {either.pop(), none_of_a, found};
    }
    [[nodiscard]] edge_set facing_of_a() const noexcept { return at_least(of_a, edges_of_a, -bound); }
    [[nodiscard]] edge_set facing_of_b() const noexcept { return at_least(of_b, edges_of_b, -bound); }
    [[nodiscard]] bool certainly_faces_b(std::size_t edge) const noexcept { return of_a[edge] > bound; }
    [[nodiscard]] bool certainly_faces_a(std::size_t edge) const noexcept { return of_b[edge] > bound; }

private:
    [[nodiscard]] T limit() const noexcept { return best - 2 * bound - 4 * stretch * magnitude(best); }  // generous
};

/// The same of shapes without a radius, known when it is compiled: then nothing is that only round ones need.
template <std::floating_point T>
struct sharp_scores : edge_scores<T> {};
template <class Scores>
inline constexpr bool are_sharp = false;
template <std::floating_point T>
inline constexpr bool are_sharp<sharp_scores<T>> = true;

/// The scores alone, for what is the same with radii and without.
template <class Scores>
[[nodiscard]] constexpr const Scores& bare(const Scores& scores) noexcept {
    return scores;
}
template <std::floating_point T>
[[nodiscard]] constexpr const edge_scores<T>& bare(const sharp_scores<T>& scores) noexcept {
    return scores;
}

/// Where there are no lanes.
struct no_scores {
    static constexpr bool usable = false;

    [[nodiscard]] static constexpr bool apart() noexcept { return false; }
    [[nodiscard]] static constexpr bool hulls_apart() noexcept { return false; }
    [[nodiscard]] static constexpr bool hulls_penetrating() noexcept { return false; }
    [[nodiscard]] static constexpr edge_set best_of_a() noexcept { return {}; }
    [[nodiscard]] static constexpr edge_set best_of_b() noexcept { return {}; }
    [[nodiscard]] static constexpr edge_set facing_of_a() noexcept { return {}; }
    [[nodiscard]] static constexpr edge_set facing_of_b() noexcept { return {}; }
    [[nodiscard]] static constexpr bool certainly_faces_a(std::size_t) noexcept { return false; }
    [[nodiscard]] static constexpr bool certainly_faces_b(std::size_t) noexcept { return false; }
};

template <scalar T, class A, class B>
constexpr void look_quickly(no_scores&, const facets<T, A>&, const facets<T, B>&) noexcept {}

/// Fills in the scores of the hulls of the corners of a and b. Products may be fused or not: the bound covers both.
template <scalar T, class A, class B>
    requires has_lanes<A> && has_lanes<B>
constexpr void look_quickly(edge_scores<T>& scores, const facets<T, A>& a, const facets<T, B>& b) noexcept {
    if (std::is_constant_evaluated() || a.size() > most_lanes || b.size() > most_lanes) return;
    typename lane_room<A>::type room_a;
    typename lane_room<B>::type room_b;
    const lanes<T> of_a = lanes_of(a.corners, room_a), of_b = lanes_of(b.corners, room_b);
    const T largest = larger(of_a.largest, of_b.largest);
    const bool ordinary = of_a.ordinary && of_b.ordinary && largest > T(0x1p-60) && largest < T(0x1p60);
    if (!ordinary || of_a.edges + of_b.edges == 0) return;
    scores.usable = true;
    scores.largest = largest;
    scores.stretch = larger(of_a.stretch, of_b.stretch);
    const T longer = T(1) + 2 * scores.stretch + T(8) * unit_roundoff<T>();             // generous
    const T roundings = larger(of_a.roundings, of_b.roundings) + careful_roundings<T>;  // generous
    scores.bound = roundings * unit_roundoff<T>() * largest * longer;                   // generous
    scores.enough = (scores.bound + (a.radius + b.radius)) * longer;
    scores.fill(of_a, of_b);
}

/// The same knowledge about two segments, or a segment and a point: from the turns of their ends, without normals.
struct turns {
    std::uint64_t edges_a = 0, edges_b = 0;  // a point has none
    std::uint64_t faces_b = 0, faces_a = 0;  // which edges have the other shape on their outer side
    bool crossing = false;
    bool usable = false;

    [[nodiscard]] static constexpr bool apart() noexcept { return false; }
    [[nodiscard]] constexpr bool hulls_apart() const noexcept { return usable && !crossing; }
    [[nodiscard]] constexpr bool hulls_penetrating() const noexcept { return usable && crossing; }
    [[nodiscard]] constexpr edge_set best_of_a() const noexcept { return edge_set{edges_a}; }
    [[nodiscard]] constexpr edge_set best_of_b() const noexcept { return edge_set{edges_b}; }
    [[nodiscard]] constexpr edge_set facing_of_a() const noexcept { return edge_set{faces_b}; }
    [[nodiscard]] constexpr edge_set facing_of_b() const noexcept { return edge_set{faces_a}; }
    [[nodiscard]] static constexpr bool certainly_faces_a(std::size_t) noexcept { return true; }
    [[nodiscard]] static constexpr bool certainly_faces_b(std::size_t) noexcept { return true; }
};

/// On which sides of the line through the corners of `owner` the corners of `other` are: bit 0 for the right, the
/// outer side of its first edge, bit 1 for the left; all bits if that is not certain.
template <class Owner, class Other>
[[nodiscard]] inline std::uint64_t sides_of_line(const Owner& owner, const Other& other) noexcept {
    const vec2<double> p = widen(owner[0]), edge = widen(owner[1]) - p;
    std::uint64_t sides = 0;
    for (std::size_t i = 0; i < other.size(); ++i) {
        const vec2<double> w = widen(other[i]) - p;
        const double l = edge.x * w.y, r = edge.y * w.x, turn = l - r;
        if (!(magnitude(turn) > 4 * unit_roundoff<double>() * (magnitude(l) + magnitude(r)) + power_of_two(-900)))
            return 7;
        sides |= turn < 0 ? 1 : 2;
    }
    return sides;
}

/// Two segments that do not touch each other's lines cross if each has its ends on both sides of the other's. If not,
/// they are apart; the nearest features are on an edge that has both ends of the other outside.
template <scalar T, class A, class B>
constexpr void look_quickly(turns& found, const facets<T, A>& a, const facets<T, B>& b) noexcept {
    if (std::is_constant_evaluated() || a.size() + b.size() < 3) return;
    const std::uint64_t of_a = a.size() > 1 ? sides_of_line(a.corners, b.corners) : 0;
    const std::uint64_t of_b = b.size() > 1 ? sides_of_line(b.corners, a.corners) : 0;
    if (of_a == 7 || of_b == 7) return;
    found.usable = true;
    found.edges_a = a.size() > 1 ? 3 : 0, found.edges_b = b.size() > 1 ? 3 : 0;
    found.crossing = of_a == 3 && of_b == 3;
    found.faces_b = of_a == 3 ? 0 : of_a, found.faces_a = of_b == 3 ? 0 : of_b;
}

/// Which edges of `owner` may have all of `other` outside, all others having certainly some of it inside; and whether
/// one certainly has, the last of the set. A turn is off by less than 3.01 u (|l| + |r|), |l| + |r| <= 2 m (|edge.x| +
/// |edge.y|).
struct facing_edges {
    std::uint64_t edges = 0;
    bool apart = false;
};
template <std::floating_point T, std::size_t N, std::size_t M>
[[nodiscard]] inline facing_edges facing_of(const vertex_list<T, N>& owner, const vertex_list<T, M>& other,
                                            T m) noexcept {
    facing_edges found;
    vec2<T> q = owner[0];
    for (std::size_t i = owner.size(); i-- > 0;) {
        const vec2<T> p = owner[i], edge = q - p;
        const T rounding = T(8) * unit_roundoff<T>() * m * (magnitude(edge.x) + magnitude(edge.y));  // generous
        const T bound = rounding + underflow_slack<T>;
        T least = std::numeric_limits<T>::infinity();
        for (std::size_t j = 0; j < other.size(); ++j) {
            const vec2<T> w = other[j] - p;
            least = smaller(least, static_cast<T>(edge.y * w.x - edge.x * w.y));
        }
        found.edges |= std::uint64_t{!(least < -bound)} << i;
        if (least > bound) {
            found.apart = true;
            return found;
        }
        q = p;
    }
    return found;
}

/// Triangles and boxes without radii: no normals are needed to tell that they are apart, and often only a few edges.
struct turned_edges {
    relation kind = relation::touching;
    edge_set of_a{}, of_b{};  // if it is not certain: all that can change it
    bool usable = false;
};
template <std::floating_point T>
[[nodiscard]] constexpr turned_edges look_at_turns(const vertex_list<T, 4>& a, const vertex_list<T, 4>& b) noexcept {
    if (std::is_constant_evaluated() || a.size() < 3 || b.size() < 3) return {};
    T m{0};
    for (const vec2<T> p : a) m = larger(m, larger(magnitude(p.x), magnitude(p.y)));
    for (const vec2<T> p : b) m = larger(m, larger(magnitude(p.x), magnitude(p.y)));
    if (!(m > T(0x1p-30) && m < T(0x1p60))) return {};  // no product may underflow by much
    const facing_edges of_a = facing_of(a, b, m);
    if (of_a.apart) return {relation::apart};
    const facing_edges of_b = facing_of(b, a, m);
    if (of_b.apart) return {relation::apart};
    const bool inside = (of_a.edges | of_b.edges) == 0;
    return {inside ? relation::penetrating : relation::touching, edge_set{of_a.edges}, edge_set{of_b.edges}, true};
}

/// What look_quickly fills in for two lists.
template <class A, class B>
struct scores_for {
    using type = no_scores;
};
template <has_lanes A, has_lanes B>
struct scores_for<A, B> {
    using type = edge_scores<typename decltype(std::declval<A>()[0])::scalar_type>;
};
template <exact_scalar T>
    requires std::floating_point<T>
struct scores_for<vertex_list<T, 1>, vertex_list<T, 1>> {
    using type = no_scores;
};
template <exact_scalar T>
    requires std::floating_point<T>
struct scores_for<vertex_list<T, 1>, vertex_list<T, 2>> {
    using type = turns;
};
template <exact_scalar T>
    requires std::floating_point<T>
struct scores_for<vertex_list<T, 2>, vertex_list<T, 2>> {
    using type = turns;
};

}  // namespace hitbox::detail
