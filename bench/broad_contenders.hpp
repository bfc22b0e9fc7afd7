#pragma once
/// Broad phases under one set of names, so that hitbox and other libraries run the same tasks.
///
/// A contender takes all boxes at once by `build`, or one at a time by `insert`. Later calls pass all boxes in their
/// present state and identify them by index. A contender lacks the functions of tasks that it cannot do.

#include "broad_sets.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace broad {

using box_span = std::span<const box>;
using index_span = std::span<const std::uint32_t>;

/// Finds the first box that a ray meets.
struct ray_search {
    const ray& r;
    box_span boxes;
    float first = no_entry;

    /// Tests box i. Returns the largest fraction at which another box may still be hit first.
    float offer(std::size_t i) {
        first = (std::min)(first, entry(r, boxes[i]));
        return (std::min)(first, 1.f);
    }
};

// --- hitbox.

template <class S>
class hitbox_structure {
public:
    void build(box_span boxes) { range_ = *structure_.build(boxes); }
    void clear()
        requires requires(S& s) { s.clear(); }
    {
        structure_ = S{};
        proxies_.clear();
    }
    void insert(std::uint32_t, const box& b)
        requires requires(S& s) { s.insert(b); }
    {
        proxies_.push_back(structure_.insert(b));
    }
    void remove(std::uint32_t i)
        requires requires(S& s) { s.remove(hitbox::proxy{}); }
    {
        structure_.remove(proxies_[i]);
    }
    /// Applies insertions, updates and removals.
    void commit() {
        if constexpr (requires { structure_.commit(); }) structure_.commit();
    }
    /// Updates one box at a time. @pre built
    void move(index_span which, box_span boxes)
        requires requires(S& s) { s.update(hitbox::proxy{}, boxes[0]); }
    {
        for (const std::uint32_t i : which) structure_.update(range_[i], boxes[i]);
        structure_.commit();
    }
    /// Updates all boxes at once.
    void move_all(box_span boxes)
        requires requires(S& s) { s.update(boxes); }
    {
        static_cast<void>(structure_.update(boxes));
    }

    template <class F>
    void for_each_pair(box_span, F f) const {
        structure_.for_each_pair([&](hitbox::proxy a, hitbox::proxy b) { f(a.index(), b.index()); });
    }
    template <class F>
    void query(const box& b, F f) const {
        structure_.query(b, [&](hitbox::proxy p) { f(p.index()); });
    }
    float closest(const ray& r, box_span boxes) const {
        ray_search search{r, boxes};
        structure_.ray_cast(r, [&](hitbox::proxy p) { return search.offer(p.index()); });
        return search.first;
    }
    template <class F>
    void nearest(point p, F f) const
        requires requires(const S& s) { s.nearest(p, neighbours); }
    {
        for (const hitbox::proxy near : structure_.nearest(p, neighbours)) f(near.index());
    }
    std::size_t size() const { return structure_.size(); }
    std::size_t bytes() const { return structure_.bytes_used(); }

private:
    S structure_;
    hitbox::proxy_range range_;
    std::vector<hitbox::proxy> proxies_;  // of what was inserted
};

// --- Adapters, which run a task by other functions of a contender.

/// Queries the structure with every box.
template <class C, class F>
void query_each(const C& contender, box_span boxes, F f) {
    for (std::uint32_t i = 0; i < boxes.size(); ++i)
        contender.query(boxes[i], [&](std::uint32_t j) {
            if (i < j) f(i, j);
        });
}
template <class C>
struct by_queries : C {
    template <class F>
    void for_each_pair(box_span boxes, F f) const {
        query_each(static_cast<const C&>(*this), boxes, f);
    }
};
/// Builds a structure by inserting the boxes one by one into an empty one.
template <class C>
struct by_insertion : C {
    void build(box_span boxes) {
        C::clear();
        for (std::uint32_t i = 0; i < boxes.size(); ++i) C::insert(i, boxes[i]);
        if constexpr (requires { C::commit(); }) C::commit();
    }
};
/// Passes all boxes again, moved or not.
template <class C>
struct by_whole_updates : C {
    void move(index_span, box_span boxes) { C::move_all(boxes); }
};

}  // namespace broad
