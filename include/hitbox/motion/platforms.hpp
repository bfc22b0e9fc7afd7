#pragma once
/// One-way platforms, which block from above only (`with_platforms`), and the combination of two sets (`together`).

#include <hitbox/sets/queries.hpp>

namespace hitbox {

/// Two sets as one: solids and platforms. A platform blocks only shapes that enter it through a facet that faces up. If
/// `up` is zero, platforms are solids, too. Sets in variables are borrowed, temporaries are owned. Solid i has the
/// index 2 i, platform i has the index 2 i + 1.
template <solid_set S, solid_set P, class KeptS = const S*, class KeptP = const P*>
    requires std::same_as<detail::solid_scalar_t<S>, detail::solid_scalar_t<P>>
struct solids_and_platforms {
    using scalar_type = detail::solid_scalar_t<S>;

    KeptS solids{};              // *solids is the set
    KeptP platforms{};           // *platforms is the set
    vec2<scalar_type> up{0, 1};  // of any length; platforms block shapes that come from there

    /// Returns the direction from which a platform blocks; zero for other pieces. Each of the two sets may contain
    /// platforms itself; those in `platforms` have a direction of their own only if `up` is zero.
    [[nodiscard]] vec2<scalar_type> front_of_piece(std::size_t i) const noexcept {
        if (i % 2 == 0) return front_in(*solids, i / 2);
        return up == vec2<scalar_type>{} ? front_in(*platforms, i / 2) : up;
    }
    /// Returns true if one of the sets may have edges of one-sided chains.
    [[nodiscard]] bool is_one_sided() const noexcept {
        return detail::is_one_sided(*solids) || detail::is_one_sided(*platforms);
    }
    /// Returns true if piece i is such an edge. @pre the piece is a segment
    [[nodiscard]] bool is_one_sided_piece(std::size_t i) const noexcept {
        return i % 2 == 1 ? detail::is_one_sided_piece(*platforms, i / 2) : detail::is_one_sided_piece(*solids, i / 2);
    }

private:
    template <class Set>
    [[nodiscard]] static vec2<scalar_type> front_in(const Set& set, std::size_t i) noexcept {
        if constexpr (requires { set.front_of_piece(i); }) return set.front_of_piece(i);
        else return {};
    }
};

namespace detail {
inline namespace HITBOX_ISA {

/// A set that was passed as a temporary, or a single shape, dereferenced like the pointer to a borrowed set.
template <class S>
struct owned_set {
    S set;

    [[nodiscard]] const S& operator*() const noexcept { return set; }
};
/// The type of an argument as a set. A single shape is a set of one.
template <class Set, class S = std::remove_cvref_t<Set>>
using as_set = std::conditional_t<convex<S>, std::array<S, 1>, S>;
/// The type that keeps a set passed as a `Set&&`: a pointer to a variable, or an owner of a temporary or a single
/// shape.
template <class Set>
using kept_set = std::conditional_t<std::is_lvalue_reference_v<Set> && !convex<std::remove_cvref_t<Set>>,
                                    const as_set<Set>*, owned_set<as_set<Set>>>;
template <class Set>
[[nodiscard]] kept_set<Set> keep_set(std::remove_reference_t<Set>& set) {
    if constexpr (convex<std::remove_cvref_t<Set>>) return {{set}};
    else if constexpr (std::is_lvalue_reference_v<Set>) return &set;
    else return {static_cast<Set&&>(set)};
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns solids and one-way platforms as one set for `move_and_slide`: a character jumps up through the platforms,
/// walks into them from the side, and lands on them. Each of the two is a set or a single shape. `up` has any length: a
/// platform blocks through facets that face up, but not through those that are upright within 2^-20. A temporary set,
/// such as `w.solids()`, and a copy of a single shape become a part of the result.
/// @pre sets in variables outlive the result
template <class S, class P>
    requires solid<std::remove_cvref_t<S>> && solid<std::remove_cvref_t<P>>
[[nodiscard]] auto with_platforms(S&& solids, P&& platforms, vec2<detail::solid_scalar_t<S>> up) {
    using both = solids_and_platforms<detail::as_set<S>, detail::as_set<P>, detail::kept_set<S>, detail::kept_set<P>>;
    return both{detail::keep_set<S>(solids), detail::keep_set<P>(platforms), up};
}

/// Returns two sets of solids as one, such as a level and the objects that move in it; each may be a single shape, such
/// as a lift. A temporary set, and a copy of a single shape, become a part of the result.
/// @pre sets in variables outlive the result
template <class S, class P>
    requires solid<std::remove_cvref_t<S>> && solid<std::remove_cvref_t<P>>
[[nodiscard]] auto together(S&& one, P&& other) {
    return with_platforms(static_cast<S&&>(one), static_cast<P&&>(other), {});
}
template <class S, class P, class... More>
    requires(sizeof...(More) > 0)
auto together(S&& one, P&& other, More&&...) {
    static_assert(sizeof...(More) == 0, "hitbox: together takes two sets; of three, write together(together(a, b), c)");
    return together(static_cast<S&&>(one), static_cast<P&&>(other));
}
template <class S, class P, class... Up>
    requires(sizeof...(Up) == 0 ||
             (detail::not_converted_to<Up, vec2<detail::argument_scalar<std::remove_cvref_t<S>>>> && ...))
auto with_platforms(S&& solids, P&& platforms, const Up&...) {
    static_assert(sizeof(S) == 0, "hitbox: the direction from which platforms block is missing, or is no vec2<T>: "
                                  "with_platforms(solids, platforms, options.up)");
    return together(static_cast<S&&>(solids), static_cast<P&&>(platforms));
}

template <class S, class P, class K, class L, class Visit>
void for_each_piece_near(const solids_and_platforms<S, P, K, L>& all, const aabb<detail::solid_scalar_t<S>>& box,
                         const Visit& visit) {
    bool more = true;
    for_each_piece_near(*all.solids, box, [&](const auto& piece, std::size_t i) { return more = visit(piece, 2 * i); });
    if (!more) return;
    for_each_piece_near(*all.platforms, box,
                        [&](const auto& piece, std::size_t i) { return static_cast<bool>(visit(piece, 2 * i + 1)); });
}
template <class S, class P, class K, class L>
[[nodiscard]] auto bounds(const solids_and_platforms<S, P, K, L>& all) noexcept {
    return merged(bounds(*all.solids), bounds(*all.platforms));
}
template <class S, class P, class K, class L>
[[nodiscard]] bool valid(const solids_and_platforms<S, P, K, L>& all) noexcept {
    return detail::is_valid(*all.solids) && detail::is_valid(*all.platforms);
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
