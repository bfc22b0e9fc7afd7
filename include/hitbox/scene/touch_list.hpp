#pragma once
/// The touching pairs of colliders in order, and the neighbours of each collider.

#include <hitbox/core/lists.hpp>
#include <hitbox/scene/events.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Pairs ascend, each with the smaller id first. A pair may end before the next list of all. All costs grow with the
/// number of pairs, not with that of indices.
template <class Event>
class touch_list {
    using id_type = decltype(Event::a);

public:
    /// Returns the ids that an index touches, ascending.
    [[nodiscard]] std::span<const id_type> neighbours(std::uint32_t index) const noexcept {
        if (index >= counts_.size()) return {};
        return {neighbours_.data() + firsts_[index], counts_[index]};
    }
    /// Returns how many pairs have not ended.
    [[nodiscard]] std::size_t size() const noexcept { return pairs_.size() - ended_; }
    template <class Visit>
    void for_each(const Visit& visit) const {
        for (std::size_t i = 0; i < pairs_.size(); ++i)
            if (!is_over_[i]) visit(pairs_[i]);
    }

    /// Takes other pairs, ascending, of indices below `indices`, and leaves those that it had in the list.
    void replace(std::vector<Event>& pairs, std::size_t indices);
    /// Ends all pairs of a collider, and calls visit(pair) for each.
    template <class Visit>
    void end_all(id_type id, const Visit& visit) {
        for (const id_type other : neighbours(id.index)) {
            const Event pair = id < other ? Event{id, other} : Event{other, id};
            is_over_[lower_bound(pairs_.data(), pairs_.size(), pair)] = 1;
            ++ended_;
            visit(pair);
            id_type* at = &neighbours_[firsts_[other.index]];
            id_type* const end = at + counts_[other.index]--;
            while (*at != id) ++at;
            for (; at + 1 < end; ++at) *at = at[1];
        }
        if (id.index < counts_.size()) counts_[id.index] = 0;
    }

private:
    /// Neighbours with smaller ids come first: they are the first halves of pairs, which ascend.
    void list_neighbours(std::size_t indices) {
        firsts_.resize(indices), counts_.resize(indices);
        for (const Event& e : pairs_) ++counts_[e.a.index], ++counts_[e.b.index];
        std::uint32_t sum = 0;
        const auto make_room = [&](std::uint32_t i) {  // once: the count is 0 from then on
            if (counts_[i] != 0) firsts_[i] = sum, sum += std::exchange(counts_[i], 0);
        };
        for (const Event& e : pairs_) make_room(e.a.index), make_room(e.b.index);
        neighbours_.resize(sum);
        for (const Event& e : pairs_) neighbours_[firsts_[e.b.index] + counts_[e.b.index]++] = e.a;
        for (const Event& e : pairs_) neighbours_[firsts_[e.a.index] + counts_[e.a.index]++] = e.b;
    }

    std::vector<Event> pairs_;
    std::vector<char> is_over_;
    std::size_t ended_ = 0;
    std::vector<std::uint32_t> firsts_, counts_;  // by index: where its neighbours are, and how many
    std::vector<id_type> neighbours_;
};

template <class Event>
void touch_list<Event>::replace(std::vector<Event>& pairs, std::size_t indices) {
    for (const Event& e : pairs_) counts_[e.a.index] = counts_[e.b.index] = 0;
    pairs_.swap(pairs);
    if (ended_ > 0) {  // of the former ones
        std::size_t kept = 0;
        for (std::size_t i = 0; i < pairs.size(); ++i)
            if (!is_over_[i]) pairs[kept++] = pairs[i];
        pairs.resize(kept);
    }
    is_over_.assign(pairs_.size(), 0), ended_ = 0;
    list_neighbours(indices);
}

/// Goes through two ascending lists at once: old(pair) of those in the first only, both(pair), young(pair).
template <class Old, class Both, class Young>
void compare_pairs(std::span<const contact_event> before, std::span<const contact_event> now, const Old& old,
                   const Both& both, const Young& young) {
    std::size_t i = 0;
    for (const contact_event& e : now) {
        for (; i < before.size() && before[i] < e; ++i) old(before[i]);
        if (i < before.size() && before[i] == e) both(e), ++i;
        else young(e);
    }
    for (; i < before.size(); ++i) old(before[i]);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
