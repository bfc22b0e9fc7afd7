#pragma once
/// Contacts of all colliders: candidate pairs from the broad phase, tested in the order of their indices.

#include <hitbox/narrow/last_axis.hpp>
#include <hitbox/scene/world_boxes.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Finds the contacts of a world. For each candidate pair it stores the contact, or an axis along which the two are
/// apart, until the next search. If neither collider of a pair has moved, the stored result is used without a test.
/// Otherwise the stored axis is tested first. No answer depends on the stored results.
template <exact_real T>
class contact_finder {
public:
    /// Writes the contacts into a list, in ascending order. Stores the placed shapes that it tests in `now`.
    template <class BroadPhase>
    void find(std::vector<world_contact<T>>& contacts, world_contents<T>& now, world_boxes<T, BroadPhase>& boxes);
    /// Takes the contents of the list that the last `find` filled, for the next search. The list is then empty.
    void take(std::vector<world_contact<T>>& contacts) {
        if (!is_taken_) former_.swap(contacts);
        contacts.clear(), is_taken_ = true;
    }

private:
    struct index_pair {
        std::uint32_t a, b;
        friend constexpr auto operator<=>(const index_pair&, const index_pair&) = default;
    };
    struct kept_axis {
        index_pair pair{};
        vec2<T> axis{};
    };
    /// A cursor in an ascending list of stored results. Searching pairs in ascending order takes one pass in all.
    template <class Kept>
    class kept_cursor {
    public:
        explicit kept_cursor(std::span<const Kept> list) noexcept : at_{list.data()}, end_{at_ + list.size()} {}
        /// Returns the stored result of a pair, or a null pointer if there is none. @pre the pair comes after all pairs
        /// of former calls
        [[nodiscard]] const Kept* find(const index_pair& p) noexcept {
            while (at_ != end_ && pair_of(*at_) < p) ++at_;
            return at_ != end_ && pair_of(*at_) == p ? at_ : nullptr;
        }

    private:
        const Kept *at_, *end_;
    };
    [[nodiscard]] static index_pair pair_of(const kept_axis& k) noexcept { return k.pair; }
    [[nodiscard]] static index_pair pair_of(const world_contact<T>& c) noexcept { return {c.a.index, c.b.index}; }

    /// Sorts the candidates by counting, or by comparisons if there are far fewer pairs than indices.
    void sort_candidates(std::size_t indices) {
        if (8 * candidates_.size() < indices) return sort_list(candidates_);
        sorted_.resize(candidates_.size());
        starts_.resize(indices + 1);
        counting_sort(candidates_, sorted_, starts_, [](const index_pair& p) { return p.b; });
        counting_sort(sorted_, candidates_, starts_, [](const index_pair& p) { return p.a; });
    }
    void test_candidates(std::vector<world_contact<T>>& contacts, const world_contents<T>& now) {
        next_axes_.clear();
        kept_cursor<kept_axis> apart{axes_};
        kept_cursor<world_contact<T>> touching{former_};
        for (const index_pair& p : candidates_) {
            world_contact<T> found{now.id_of(p.a), now.id_of(p.b)};
            found.sensor = now.slots[p.a].sensor || now.slots[p.b].sensor;
            const kept_axis* const was_apart = apart.find(p);
            kept_axis kept{p, was_apart ? was_apart->axis : vec2<T>{}};
            if (now.is_settled(p.a) && now.is_settled(p.b)) {
                const world_contact<T>* const last = touching.find(p);
                if (last && (found.sensor || !last->sensor)) {
                    if (!found.sensor) found.manifold = last->manifold;
                    contacts.push_back(found);
                    continue;
                }
                if (was_apart) {
                    next_axes_.push_back(kept);
                    continue;
                }
            }
            const any_shape<T>*a = now.solids[p.a].convex(), *b = now.solids[p.b].convex();
            const bool meets = a && b ? do_meet(found, kept.axis, *a, *b) : do_sets_meet(found, now);
            if (meets) contacts.push_back(found);
            else next_axes_.push_back(kept);
        }
        axes_.swap(next_axes_);
    }
    /// Tests two convex colliders. Most pairs that were apart are still apart along the stored axis. For other pairs,
    /// one call computes either the contact or an axis to store. Pairs with a disc need no axis, because their own path
    /// is as fast.
    [[nodiscard]] static bool do_meet(world_contact<T>& found, vec2<T>& kept, const any_shape<T>& a,
                                      const any_shape<T>& b) {
        if (overlap_along(a, b, kept) == verdict::no) return false;
        return with_hulls(a, b, [&](const rounded_hull<T>& p, const rounded_hull<T>& q) {
            manifold<T> points;
            bool meets = false;
            if (is_disc_decided(points, p, q)) {
                meets = points.count > 0;
            } else {
                hull_separation<T> between;
                meets = sat::detail::find_separation_or_gap(between, p, q);
                if (!meets) kept = normal_from_a(between);
                else if (!found.sensor) manifold_along(points, between, p, q, T(0));
            }
            if (!found.sensor) found.manifold = points;
            return meets;
        });
    }
    /// Computes the manifold of two hulls if one is a disc, with the same bits as the general path. Returns false and
    /// computes nothing if the general path must decide.
    [[nodiscard]] static bool is_disc_decided([[maybe_unused]] manifold<T>& points, const rounded_hull<T>& p,
                                              const rounded_hull<T>& q) {
        if constexpr (std::same_as<T, float>)
            if (p.count == 1 && q.count == 1)
                return press_discs(points, {p.in_column(0), p.radius}, {q.in_column(0), q.radius}, 0.f);
        return with_held_disc<any_shape<T>, any_shape<T>>(
            p, q, [&points](const auto& hull, const auto& disc) { return press_disc(points, hull, disc, 0.f); });
    }
    [[nodiscard]] static bool do_sets_meet(world_contact<T>& found, const world_contents<T>& now) {
        const solid_view<T> a = now.solids[found.a.index].view(), b = now.solids[found.b.index].view();
        if (!do_sets_intersect(a, b)) return false;
        if (!found.sensor) found.manifold = manifold_of_sets(a, b);
        return true;
    }

    // Results of the last search, in ascending order.
    std::vector<kept_axis> axes_, next_axes_;  // for pairs that were apart; the axis is zero for sets of pieces
    std::vector<world_contact<T>> former_;
    bool is_taken_ = true;
    // Lists that keep their memory from one search to the next.
    value_list<index_pair> candidates_, sorted_;
    value_list<std::size_t> starts_;
};

template <exact_real T>
template <class BroadPhase>
void contact_finder<T>::find(std::vector<world_contact<T>>& contacts, world_contents<T>& now,
                             world_boxes<T, BroadPhase>& boxes) {
    take(contacts), candidates_.clear();
    boxes.commit(now.boxes);
    boxes.for_each_pair(now.boxes, [&](std::uint32_t i, std::uint32_t k) {
        if (now.slots[i].filter.meets(now.slots[k].filter))
            candidates_.push_back(i < k ? index_pair{i, k} : index_pair{k, i});
    });
    sort_candidates(now.slots.size());
    // All shapes are placed before the first test, because placing and testing compete for the caches.
    for (const index_pair& p : candidates_) now.place_shape(p.a), now.place_shape(p.b);
    test_candidates(contacts, now);
    for (const index_pair& p : candidates_) now.settle(p.a), now.settle(p.b);
    is_taken_ = false;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
