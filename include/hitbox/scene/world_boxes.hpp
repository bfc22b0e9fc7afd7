#pragma once
/// Boxes of the colliders of a world, in two broad phases: one for fixed colliders, one for all others.

#include <hitbox/broad/broad_phase.hpp>
#include <hitbox/core/lists.hpp>
#include <hitbox/scene/world_contents.hpp>

#include <limits>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Finds colliders by their boxes and reports their indices. Two fixed colliders are never a pair. The search for pairs
/// visits fixed boxes only near boxes that are not fixed, so the time does not depend on the size of the level.
template <exact_real T, class BroadPhase>
class world_boxes {
public:
    /// Adds the box of an index. Returns false if it is not finite, or if the broad phase is full.
    [[nodiscard]] bool insert(std::uint32_t index, const aabb<T>& box, bool fixed);
    /// Updates the box of an index. @pre the index has a box, and the box is valid
    void update(std::uint32_t index, std::span<const aabb<T>> boxes);
    /// Removes the box of an index. @pre the index has a box
    void remove(std::uint32_t index);
    void clear();

    /// Updates the boxes of these indices. If most boxes of a broad phase have moved, all of them are updated at once.
    /// @pre the boxes are valid
    void update(list_view<const std::uint32_t> moved, std::span<const aabb<T>> boxes);
    /// Replaces all boxes by those of the slots in use. @pre the boxes are valid
    void build(std::span<const world_slot<T>> slots, std::span<const aabb<T>> boxes);

    /// Ends a frame: boxes that were stretched during it become exact. @pre `boxes` has the stored boxes by index
    void commit(std::span<const aabb<T>> boxes);
    /// Returns the smallest box around all boxes; inverted if there are none.
    [[nodiscard]] aabb<T> bounds() const noexcept {
        const aabb<T> a = sides_[0].boxes.bounds(), b = sides_[1].boxes.bounds();
        return {(min)(a.min, b.min), (max)(a.max, b.max)};
    }
    [[nodiscard]] bool validate() const;
    /// Begins a change that `build` or `update` completes. Returns false if the last change ended by an exception: only
    /// `clear` and `build` may follow then.
    [[nodiscard]] bool begin_change() noexcept { return std::exchange(is_whole_, false); }

    /// Calls visit(index) for the boxes that share a point with this one, until it returns false.
    template <class Visit>
    void query(const aabb<T>& box, const Visit& visit) const {
        bool more = true;
        for (const side& s : sides_)
            if (more) s.boxes.query(box, [&](proxy p) { return more = visit(s.indices[p.index()]); });
    }
    /// Calls visit(index) for the boxes that a box meets on its path, and perhaps for some that it misses by a
    /// rounding. `visit` returns the fraction of the path beyond which the caller needs no more boxes; a negative one
    /// ends the search.
    template <class Visit>
    void box_cast(const aabb<T>& box, vec2<T> translation, const Visit& visit) const {
        T largest(1);
        for (const side& s : sides_) {
            if (largest < T(0)) return;
            s.boxes.box_cast(box, translation, [&](proxy p) { return largest = visit(s.indices[p.index()]); });
        }
    }
    /// Calls visit(i, k) for every two boxes that share a point and are not both fixed, in any order. @pre all changes
    /// are committed, and `boxes` has the stored boxes by index
    template <class Visit>
    void for_each_pair(std::span<const aabb<T>> boxes, const Visit& visit) const {
        const side &moving = sides_[0], &fixed = sides_[1];
        moving.boxes.for_each_pair(
            [&](proxy p, proxy q) { visit(moving.indices[p.index()], moving.indices[q.index()]); });
        if (fixed.boxes.size() == 0) return;
        for (const std::uint32_t i : moving.indices)
            if (i != none) fixed.boxes.query(boxes[i], [&](proxy p) { visit(i, fixed.indices[p.index()]); });
    }

private:
    static constexpr std::uint32_t none = 0xffffffff;
    struct side {
        BroadPhase boxes;
        value_list<std::uint32_t> indices;  // index of the collider by index of the proxy; `none` for a free proxy
        std::size_t moves = 0;              // since all boxes were updated at once, or since the last frame
        bool stretches = false;             // whether boxes that move one by one stretch the tree
    };
    struct location {
        proxy box;
        bool fixed = false;
    };

    [[nodiscard]] side& side_of(std::uint32_t index) noexcept { return sides_[std::size_t{locations_[index].fixed}]; }
    void update_all(side& s, std::span<const aabb<T>> boxes) {
        list_.clear(), s.moves = 0;
        if (s.indices.size() == s.boxes.size())
            for (const std::uint32_t i : s.indices) list_.push_back(boxes[i]);
        if (list_.size() == s.boxes.size() && s.boxes.update(std::span<const aabb<T>>{list_})) return;
        std::size_t used = 0;
        for (const std::uint32_t i : s.indices)
            if (i != none) s.indices[used++] = i;
        s.indices.resize(used);
        sort_list(s.indices);
        build(s, boxes);
    }
    /// Builds the broad phase of one side from the boxes of its indices. This does not fail, because each box was
    /// accepted when it was added.
    void build(side& s, std::span<const aabb<T>> boxes) {
        list_.clear();
        for (const std::uint32_t i : s.indices) list_.push_back(boxes[i]);
        const auto built = s.boxes.build(std::span<const aabb<T>>{list_});
        if (!built) return;
        for (std::size_t k = 0; k < s.indices.size(); ++k) locations_[s.indices[k]].box = (*built)[k];
    }

    side sides_[2];  // colliders that are not fixed, and fixed colliders
    std::vector<location> locations_;
    bool is_whole_ = true;       // false during each change
    std::vector<aabb<T>> list_;  // keeps its memory from one call to the next
};

template <exact_real T, class BroadPhase>
bool world_boxes<T, BroadPhase>::insert(std::uint32_t index, const aabb<T>& box, bool fixed) {
    side& s = sides_[std::size_t{fixed}];
    is_whole_ = false;
    const proxy p = s.boxes.insert(box);
    if (p) {
        if (locations_.size() <= index) locations_.resize(index + std::size_t{1});
        locations_[index] = {p, fixed};
        if (s.indices.size() <= p.index()) s.indices.resize(p.index() + std::size_t{1}, none);
        s.indices[p.index()] = index;
    }
    is_whole_ = true;
    return bool{p};
}
/// If most boxes have moved one by one in a frame, those of the next frame only stretch the tree, and `commit` updates
/// all of them at once.
template <exact_real T, class BroadPhase>
void world_boxes<T, BroadPhase>::update(std::uint32_t index, std::span<const aabb<T>> boxes) {
    side& s = side_of(index);
    ++s.moves, is_whole_ = false;
    bool is_updated = false;
    if constexpr (requires { s.boxes.stretch(proxy{}, boxes[0]); }) {
        is_updated = s.stretches;
        if (is_updated && s.moves > 2 * s.boxes.size()) update_all(s, boxes);
        else if (is_updated) static_cast<void>(s.boxes.stretch(locations_[index].box, boxes[index]));
    }
    if (!is_updated) static_cast<void>(s.boxes.update(locations_[index].box, boxes[index]));
    is_whole_ = true;
}
template <exact_real T, class BroadPhase>
void world_boxes<T, BroadPhase>::remove(std::uint32_t index) {
    side& s = side_of(index);
    is_whole_ = false;
    s.indices[locations_[index].box.index()] = none;
    static_cast<void>(s.boxes.remove(locations_[index].box));
    locations_[index] = {}, is_whole_ = true;
}
template <exact_real T, class BroadPhase>
void world_boxes<T, BroadPhase>::clear() {
    for (side& s : sides_) s.boxes.clear(), s.indices.clear(), s.moves = 0, s.stretches = false;
    locations_.clear(), is_whole_ = true;
}
template <exact_real T, class BroadPhase>
void world_boxes<T, BroadPhase>::update(list_view<const std::uint32_t> moved, std::span<const aabb<T>> boxes) {
    is_whole_ = false;
    std::size_t counts[2] = {};
    for (const std::uint32_t i : moved) ++counts[std::size_t{locations_[i].fixed}];
    for (const bool fixed : {false, true}) {
        side& s = sides_[std::size_t{fixed}];
        if (counts[std::size_t{fixed}] == 0) continue;
        if (2 * counts[std::size_t{fixed}] >= s.boxes.size()) {
            update_all(s, boxes);
        } else {
            for (const std::uint32_t i : moved)
                if (locations_[i].fixed == fixed) static_cast<void>(s.boxes.update(locations_[i].box, boxes[i]));
        }
    }
    is_whole_ = true;
}
template <exact_real T, class BroadPhase>
void world_boxes<T, BroadPhase>::build(std::span<const world_slot<T>> slots, std::span<const aabb<T>> boxes) {
    if (!is_whole_) clear();
    is_whole_ = false;
    locations_.assign(slots.size(), {});
    for (side& s : sides_) s.indices.clear();
    for (std::uint32_t i = 0; i < slots.size(); ++i)
        if (slots[i].is_used) locations_[i].fixed = slots[i].fixed, side_of(i).indices.push_back(i);
    for (side& s : sides_) build(s, boxes);
    is_whole_ = true;
}
template <exact_real T, class BroadPhase>
void world_boxes<T, BroadPhase>::commit(std::span<const aabb<T>> boxes) {
    is_whole_ = false;
    for (side& s : sides_) {
        const bool most_move = s.moves > 0 && 2 * s.moves >= s.boxes.size();
        if (s.stretches && s.moves > 0) update_all(s, boxes);
        s.stretches = most_move, s.moves = 0;
        s.boxes.commit();
    }
    is_whole_ = true;
}
template <exact_real T, class BroadPhase>
bool world_boxes<T, BroadPhase>::validate() const {
    return sides_[0].boxes.validate() && sides_[1].boxes.validate();
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
