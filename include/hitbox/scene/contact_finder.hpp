#pragma once
/// Contacts of all colliders: candidate pairs from the broad phase, tested in the order of their indices.

#include <hitbox/narrow/last_axis.hpp>
#include <hitbox/scene/world_boxes.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// It keeps the separating axes of pairs that were apart, to test those first. No answer depends on them.
template <exact_real T>
class contact_finder {
public:
    /// Puts the contacts into a list, ascending. Places the shapes that it tests.
    template <class BroadPhase>
    void find(std::vector<world_contact<T>>& contacts, world_contents<T>& now, world_boxes<T, BroadPhase>& boxes);

private:
    struct index_pair {
        std::uint32_t a, b;
        friend constexpr auto operator<=>(const index_pair&, const index_pair&) = default;
    };
    struct kept_axis {
        index_pair pair{};
        vec2<T> axis{};
    };

    /// By counting, unless there are few pairs beside so many indices.
    void sort_candidates(std::size_t indices) {
        if (8 * candidates_.size() < indices) return sort_list(candidates_);
        sorted_.resize(candidates_.size());
        starts_.resize(indices + 1);
        counting_sort(candidates_, sorted_, starts_, [](const index_pair& p) { return p.b; });
        counting_sort(sorted_, candidates_, starts_, [](const index_pair& p) { return p.a; });
    }
    void test_candidates(std::vector<world_contact<T>>& contacts, const world_contents<T>& now) {
        next_axes_.clear();
        auto known = axes_.begin();
        for (const index_pair& p : candidates_) {
            const any_shape<T>*a = now.solids[p.a].convex(), *b = now.solids[p.b].convex();
            world_contact<T> found{now.id_of(p.a), now.id_of(p.b)};
            found.sensor = now.slots[p.a].sensor || now.slots[p.b].sensor;
            bool meets = false;
            if (a && b) {
                while (known != axes_.end() && known->pair < p) ++known;
                kept_axis kept{p, known != axes_.end() && known->pair == p ? known->axis : vec2<T>{}};
                meets = do_meet(found, kept.axis, *a, *b);
                if (!meets) next_axes_.push_back(kept);
            } else {
                meets = do_sets_meet(found, now);
            }
            if (meets) contacts.push_back(found);
        }
        axes_.swap(next_axes_);
    }
    /// Most pairs that are apart still are so along the axis that was kept. Others are filtered once, for the contact
    /// or for the axis to keep.
    [[nodiscard]] static bool do_meet(world_contact<T>& found, vec2<T>& kept, const any_shape<T>& a,
                                      const any_shape<T>& b) {
        if (overlap_along(a, b, kept) == verdict::no) return false;
        return with_hulls(a, b, [&](const rounded_hull<T>& p, const rounded_hull<T>& q) {
            axis<T> between;
            const bool meets = sat::detail::find_axis_or_gap(between, p, q);
            if (!meets) kept = normal_from_a(between);
            else if (!found.sensor) manifold_along(found.manifold, between, p, q, T(0));
            return meets;
        });
    }
    [[nodiscard]] static bool do_sets_meet(world_contact<T>& found, const world_contents<T>& now) {
        return now.with_solid(found.a.index, [&](const auto& a) {
            return now.with_solid(found.b.index, [&](const auto& b) {
                if (!hitbox::intersects(a, b)) return false;
                if (!found.sensor) found.manifold = contact_manifold(a, b);
                return true;
            });
        });
    }

    std::vector<kept_axis> axes_, next_axes_;  // ascending
    // Memory to be used again.
    std::vector<index_pair> candidates_, sorted_;
    std::vector<std::size_t> starts_;
};

template <exact_real T>
template <class BroadPhase>
void contact_finder<T>::find(std::vector<world_contact<T>>& contacts, world_contents<T>& now,
                             world_boxes<T, BroadPhase>& boxes) {
    contacts.clear(), candidates_.clear();
    boxes.commit();
    boxes.for_each_pair(now.boxes, [&](std::uint32_t i, std::uint32_t k) {
        if (now.slots[i].filter.meets(now.slots[k].filter))
            candidates_.push_back(i < k ? index_pair{i, k} : index_pair{k, i});
    });
    sort_candidates(now.slots.size());
    // Not between two tests: each of them needs the caches.
    for (const index_pair& p : candidates_) now.place_shape(p.a), now.place_shape(p.b);
    test_candidates(contacts, now);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
