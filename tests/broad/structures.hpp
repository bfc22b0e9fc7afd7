#pragma once
// The broad phases, each beside a brute-force model that must have the same contents.

#include "boxes.hpp"
#include "catch_compat.hpp"
#include "rounds.hpp"

#include <tuple>

namespace hitbox_tests {

template <template <class> class S, class... T>
using of_scalars = std::tuple<S<T>...>;
template <template <class> class... S>
using of_both_scalars = decltype(std::tuple_cat(std::declval<of_scalars<S, HITBOX_TESTS_REALS>>()...));

/// Structures whose boxes can change.
using dynamic_structures = of_both_scalars<brute_force, spatial_hash, dynamic_tree, sweep_and_prune, quadtree>;
/// All structures, including those that are built once.
using every_structure =
    of_both_scalars<brute_force, spatial_hash, dynamic_tree, static_rtree, sweep_and_prune, quadtree>;
/// The structures of the library.
using library_structures = of_both_scalars<spatial_hash, dynamic_tree, static_rtree, sweep_and_prune, quadtree>;
/// Structures that find the nearest boxes.
using structures_with_nearest = of_both_scalars<brute_force, dynamic_tree, static_rtree>;
/// Structures whose boxes can change, and that arrange boxes by position.
using structures_that_keep_order = of_both_scalars<spatial_hash, dynamic_tree, sweep_and_prune, quadtree>;
/// Structures whose cost for a box does not grow with the number of distant boxes.
using structures_that_scale = of_both_scalars<spatial_hash, dynamic_tree, static_rtree, quadtree>;

template <class B>
inline constexpr bool changes = dynamic_broad_phase<B>;

/// The boxes in a structure, and in a model. Each change is made to both, and returns whether both reported the same;
/// each query is made of both, and returns whether the answers were the same.
template <class B>
class twins {
public:
    using T = typename B::scalar_type;

    B structure;
    brute_force<T> model;
    std::vector<proxy> proxies;  // of the structure by index, null where there is no box

    bool build(const std::vector<aabb<T>>& boxes) {
        const auto got = structure.build(boxes), expected = model.build(boxes);
        if (!expected) return !got && got.error() == expected.error() && got.index() == expected.index();
        if (!got || got->size() != boxes.size()) return false;
        proxies.clear();
        for (std::size_t i = 0; i < boxes.size(); ++i) proxies.push_back((*got)[i]);
        return true;
    }
    bool insert(const aabb<T>& box) {
        const proxy got = structure.insert(box), expected = model.insert(box);
        if (!got || !expected) return !got && !expected;
        if (got.index() != expected.index()) return false;
        if (got.index() == proxies.size()) proxies.push_back(got);
        proxies[got.index()] = got;
        return true;
    }
    bool insert_all(const std::vector<aabb<T>>& boxes) {
        bool all = true;
        for (const aabb<T>& box : boxes) all = insert(box) && all;
        return all;
    }
    bool update(std::size_t index, const aabb<T>& box) {
        return structure.update(proxies[index], box).error == model.update(model.at(index), box).error;
    }
    bool update(const std::vector<aabb<T>>& boxes) {
        const broad_status got = structure.update(std::span{boxes}), expected = model.update(std::span{boxes});
        const bool one_is_to_blame = expected.error != broad_error::wrong_count;
        return got.error == expected.error && (!one_is_to_blame || got.index == expected.index);
    }
    bool remove(std::size_t index) {
        const bool same = structure.remove(proxies[index]).error == model.remove(model.at(index)).error;
        proxies[index] = {};
        return same;
    }
    void clear() {
        structure.clear(), model.clear();
        proxies.clear();
    }
    /// Commits the changes, if the structure has commits.
    void commit() {
        if constexpr (changes<B>) structure.commit();
    }

    /// Compares sizes, proxies and boxes, and validates the structure.
    bool same_boxes() const {
        bool same = structure.size() == model.size() && structure.validate() && structure.bounds() == model.bounds();
        for (std::size_t i = 0; i < proxies.size(); ++i)
            if (proxies[i])
                same = same && structure.contains(proxies[i]) && structure.box(proxies[i]) == model.box(model.at(i));
        return same;
    }
    bool same_pairs() {
        commit();
        std::vector<proxy_pair> expected;
        model.for_each_pair([&](proxy a, proxy b) { expected.push_back({proxies[a.index()], proxies[b.index()]}); });
        return sorted_pairs(static_cast<const B&>(structure)) == expected;
    }
    /// Compares a query with a box or a point.
    template <class Range>
    bool same_query(const Range& range) const {
        std::vector<proxy> got, expected;
        const query_statistics cost = structure.query(range, [&](proxy p) { got.push_back(p); });
        model.query(range, [&](proxy p) { expected.push_back(proxies[p.index()]); });
        const bool counted = cost.found == got.size() && cost.tested >= cost.found;
        std::sort(got.begin(), got.end());
        return got == expected && counted;
    }

    /// Returns a random index that is in use. @pre the model is not empty
    std::size_t any_index(random_numbers& random) const {
        std::size_t i = random.index(proxies.size());
        while (!proxies[i]) i = i + 1 < proxies.size() ? i + 1 : 0;
        return i;
    }
};

/// Returns the numbers of boxes with which a scene is tested; smaller ones if nearly all boxes of the scene overlap.
inline std::vector<std::size_t> sizes_of(scene kind) {
    if (kind == scene::empty || kind == scene::one) return {1};
    std::vector<std::size_t> sizes = {0, 1, 2, 3, 9, 64};
    if (kind != scene::one_point && kind != scene::any_size)
        sizes.push_back(many_if_all(std::size_t{500}, std::size_t{150}));
    if (kind == scene::uniform || (all_are_tested && kind != scene::one_point))
        sizes.push_back(many_if_all(std::size_t{2000}, std::size_t{500}));
    return sizes;
}

/// Boxes at the limits of T, where sizes overflow or are lost to rounding.
template <class T>
std::vector<aabb<T>> boxes_at_the_limits() {
    using limits = std::numeric_limits<T>;
    const T max_value = (limits::max)(), least = limits::denorm_min(), small = (limits::min)();
    return {{{-max_value, -max_value}, {max_value, max_value}},
            {{max_value, max_value}, {max_value, max_value}},
            {{-max_value, -max_value}, {-max_value, -max_value}},
            {{-max_value, 0}, {max_value, 0}},
            {{0, -max_value}, {-T(0), max_value}},
            {{least, least}, {least, least}},
            {{-least, -least}, {0, 0}},
            {{-T(0), -T(0)}, {small, small}},
            {{-small, -small}, {-least, -least}},
            {{max_value / 2, max_value / 2}, {max_value, max_value}},
            {{1, 1}, {2, 2}},
            {{2, 1}, {2, 1}}};
}

}  // namespace hitbox_tests
