#pragma once
/// The touching pairs of colliders in order, and the neighbours of each collider.

#include <hitbox/core/lists.hpp>
#include <hitbox/core/small_list.hpp>
#include <hitbox/scene/events.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The touching pairs in ascending order, each with the smaller id first. A pair may end before the list is replaced.
/// The cost of each function grows with the number of pairs, not with the number of indices.
template <class Event>
class touch_list {
    using id_type = decltype(Event::a);

public:
    /// Returns the ids that an index touches, ascending.
    [[nodiscard]] list_view<const id_type> neighbours(std::uint32_t index) const noexcept {
        if (index >= counts_.size() || counts_[index] == 0) return {};
        return {neighbours_.data() + firsts_[index], counts_[index]};
    }
    /// Returns the number of pairs that have not ended.
    [[nodiscard]] std::size_t size() const noexcept { return pairs_.size() - ended_; }
    template <class Visit>
    void for_each(const Visit& visit) const {
        for (std::size_t i = 0; i < pairs_.size(); ++i)
            if (!is_over_[i]) visit(pairs_[i]);
    }

    /// Allocates all memory for a `replace` with so many pairs and indices, and changes nothing else.
    void make_room(std::size_t pairs, std::size_t indices) {
        is_over_.reserve(pairs), neighbours_.reserve(2 * pairs);
        firsts_.reserve(indices), counts_.reserve(indices);
    }
    /// Exchanges the pairs of this list with `pairs`, which then contains the former pairs that have not ended. @pre
    /// the new pairs are in ascending order and have indices below `indices`
    void replace(value_list<Event>& pairs, std::size_t indices);
    /// Ends all pairs of a collider, and calls visit(pair) for each.
    template <class Visit>
    void end_all(id_type id, const Visit& visit) {
        for (const id_type other : neighbours(id.index)) {
            const Event pair = id < other ? Event{id, other} : Event{other, id};
            is_over_[lower_bound(pairs_.data(), pairs_.size(), pair)] = 1;
            ++ended_;
            visit(pair);
            // The shorter part of its list moves: none if colliders end their contacts in the order of their ids.
            id_type* const list = &neighbours_[firsts_[other.index]];
            const std::size_t last = --counts_[other.index];
            std::size_t at = lower_bound(list, last, id);
            if (at < last / 2)
                for (++firsts_[other.index]; at > 0; --at) list[at] = list[at - 1];
            else
                for (; at < last; ++at) list[at] = list[at + 1];
        }
        if (id.index < counts_.size()) counts_[id.index] = 0;
    }

private:
    /// Lists the neighbours of each index in ascending order. The pairs are in ascending order, so adding all `a`
    /// before all `b` is enough.
    void list_neighbours(std::size_t indices) {
        firsts_.resize(indices), counts_.resize(indices);
        for (const Event& e : pairs_) ++counts_[e.a.index], ++counts_[e.b.index];
        std::uint32_t sum = 0;
        const auto make_room = [&](std::uint32_t i) {  // the cleared count makes further calls for i do nothing
            if (counts_[i] != 0) firsts_[i] = sum, sum += std::exchange(counts_[i], 0);
        };
        for (const Event& e : pairs_) make_room(e.a.index), make_room(e.b.index);
        neighbours_.resize(sum);
        for (const Event& e : pairs_) neighbours_[firsts_[e.b.index] + counts_[e.b.index]++] = e.a;
        for (const Event& e : pairs_) neighbours_[firsts_[e.a.index] + counts_[e.a.index]++] = e.b;
    }

    value_list<Event> pairs_;
    value_list<std::uint8_t> is_over_;
    std::size_t ended_ = 0;
    value_list<std::uint32_t> firsts_, counts_;  // by index: the position and number of its neighbours
    value_list<id_type> neighbours_;
};

template <class Event>
void touch_list<Event>::replace(value_list<Event>& pairs, std::size_t indices) {
    make_room(pairs.size(), indices);
    for (const Event& e : pairs_) counts_[e.a.index] = counts_[e.b.index] = 0;
    pairs_.swap(pairs);
    if (ended_ > 0) {  // some of the former pairs have ended
        std::size_t kept = 0;
        for (std::size_t i = 0; i < pairs.size(); ++i)
            if (!is_over_[i]) pairs[kept++] = pairs[i];
        pairs.resize(kept);
    }
    is_over_.assign(pairs_.size(), 0), ended_ = 0;
    list_neighbours(indices);
}

/// Compares two ascending lists in one pass. Calls old(pair) for pairs only in the first list, young(pair) for pairs
/// only in the second, and both(pair) for pairs in both.
template <class Old, class Both, class Young>
void compare_pairs(list_view<const contact_event> before, list_view<const contact_event> now, const Old& old,
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
