#pragma once
/// The sweep-line status: the intervals of a polygon's interior on the current line, from bottom to top.

#include <hitbox/shapes/sweep_order.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// An interval of the polygon's interior on the sweep line, between a lower and an upper edge.
template <real T>
struct inside_interval {
    vec2<T> a, b;  // the ends of the lower edge, left and right
    std::uint32_t lower = no_index, upper = no_index;
    std::uint32_t child[2] = {no_index, no_index};
    std::uint32_t parent = no_index;
    std::uint32_t beside[2] = {no_index, no_index};  // the intervals below and above
    std::int32_t height = 1;
};

/// The intervals in order, in a balanced tree (Adelson-Velsky and Landis 1962). Each node also links to its neighbours,
/// so neighbours, insertion beside an interval and removal need no search. Indices of removed intervals are used again.
template <real T>
class sweep_status {
public:
    using interval = inside_interval<T>;

    [[nodiscard]] interval& operator[](std::uint32_t i) noexcept { return nodes_[i]; }
    [[nodiscard]] const interval& operator[](std::uint32_t i) const noexcept { return nodes_[i]; }
    [[nodiscard]] std::uint32_t below(std::uint32_t i) const noexcept { return nodes_[i].beside[0]; }
    [[nodiscard]] std::uint32_t above(std::uint32_t i) const noexcept {
        return i == no_index ? first_ : nodes_[i].beside[1];
    }

    /// Returns the topmost interval whose lower edge is not above p, or no_index. The test is exact. If `near_it` is an
    /// interval, its neighbours are searched first.
    [[nodiscard]] std::uint32_t last_from_below(vec2<T> p, std::uint32_t near_it) const noexcept {
        constexpr int steps = 4;
        if (near_it != no_index) {
            const bool up = is_above(p, near_it);
            std::uint32_t at = near_it;
            for (int i = 0; i < steps; ++i) {
                const std::uint32_t next = nodes_[at].beside[up ? 1 : 0];
                if (next == no_index) return up ? at : next;
                if (is_above(p, next) != up) return up ? at : next;
                at = next;
            }
        }
        std::uint32_t found = no_index, at = root_;
        while (at != no_index) {
            const bool higher = is_above(p, at);
            if (higher) found = at;
            at = nodes_[at].child[higher ? 1 : 0];
        }
        return found;
    }

    /// Inserts an interval just above `lower`, or as the lowest one if `lower` is no_index.
    std::uint32_t insert_above(std::uint32_t lower) {
        const std::uint32_t i = new_node(), next = above(lower);
        interval& node = nodes_[i];
        node.beside[0] = lower, node.beside[1] = next;
        (lower == no_index ? first_ : nodes_[lower].beside[1]) = i;
        if (next != no_index) nodes_[next].beside[0] = i;
        // One of two neighbours has no child on the side of the other.
        if (lower != no_index && nodes_[lower].child[1] == no_index) hang(lower, 1, i);
        else if (next != no_index) hang(next, 0, i);
        else root_ = i;
        rebalance(node.parent);
        return i;
    }

    void erase(std::uint32_t i) {
        const interval node = nodes_[i];
        (node.beside[0] == no_index ? first_ : nodes_[node.beside[0]].beside[1]) = node.beside[1];
        if (node.beside[1] != no_index) nodes_[node.beside[1]].beside[0] = node.beside[0];
        std::uint32_t changed = node.parent;
        if (node.child[0] == no_index || node.child[1] == no_index) {
            replace(i, node.child[node.child[0] == no_index ? 1 : 0]);
        } else {  // the next interval replaces it; that one has no lower child
            const std::uint32_t next = node.beside[1];
            changed = nodes_[next].parent == i ? next : nodes_[next].parent;
            replace(next, nodes_[next].child[1]);
            replace(i, next);
            nodes_[next].height = nodes_[i].height;
            for (int side : {0, 1}) hang(next, side, nodes_[i].child[side]);
        }
        free_.push_back(i);
        rebalance(changed);
    }

private:
    /// Returns true if p is not below the lower edge.
    [[nodiscard]] bool is_above(vec2<T> p, std::uint32_t i) const noexcept {
        return exact::orient2d(nodes_[i].a, nodes_[i].b, p) >= 0;
    }
    std::uint32_t new_node() {
        if (free_.empty()) {
            nodes_.push_back({});
            return static_cast<std::uint32_t>(nodes_.size() - 1);
        }
        const std::uint32_t i = free_.back();
        free_.pop_back();
        nodes_[i] = {};
        return i;
    }
    [[nodiscard]] std::int32_t height(std::uint32_t i) const noexcept { return i == no_index ? 0 : nodes_[i].height; }
    void hang(std::uint32_t parent, int side, std::uint32_t child) noexcept {
        nodes_[parent].child[side] = child;
        if (child != no_index) nodes_[child].parent = parent;
    }
    /// Replaces node i by another node, or by none, as the child of its parent.
    void replace(std::uint32_t i, std::uint32_t other) noexcept {
        const std::uint32_t parent = nodes_[i].parent;
        if (parent != no_index) nodes_[parent].child[nodes_[parent].child[1] == i ? 1 : 0] = other;
        else root_ = other;
        if (other != no_index) nodes_[other].parent = parent;
    }
    void measure(std::uint32_t i) noexcept {
        interval& node = nodes_[i];
        node.height = 1 + larger(height(node.child[0]), height(node.child[1]));
    }
    /// Rotates the child on one side above node i. Returns the child.
    std::uint32_t rotate(std::uint32_t i, int side) noexcept {
        const std::uint32_t child = nodes_[i].child[side];
        replace(i, child);
        hang(i, side, nodes_[child].child[1 - side]);
        hang(child, 1 - side, i);
        measure(i), measure(child);
        return child;
    }
    void rebalance(std::uint32_t i) noexcept {
        while (i != no_index) {
            const std::int32_t left = height(nodes_[i].child[0]), right = height(nodes_[i].child[1]),
                               before_it = nodes_[i].height;
            if (left - right > 1 || right - left > 1) {
                const int side = left > right ? 0 : 1;
                const interval& child = nodes_[nodes_[i].child[side]];
                if (height(child.child[1 - side]) > height(child.child[side])) rotate(nodes_[i].child[side], 1 - side);
                i = rotate(i, side);
            } else {
                measure(i);
            }
            if (nodes_[i].height == before_it) return;
            i = nodes_[i].parent;
        }
    }

    value_list<interval> nodes_;
    value_list<std::uint32_t> free_;
    std::uint32_t root_ = no_index, first_ = no_index;
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
