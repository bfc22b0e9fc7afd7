#pragma once
/// A plane sweep over the edges of a polygon, which checks and triangulates polygons.

#include <hitbox/core/lists.hpp>
#include <hitbox/shapes/sweep_status.hpp>

#include <utility>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// The plane sweep from left to right (Shamos and Hoey 1976); points with the same x are swept from bottom to top.
/// Derived redefines the hooks that it needs. Some report that an interval of the interior begins, gets a vertex,
/// splits, merges or ends. Others, for edges that may be invalid, return whether the sweep continues.
template <real T, class Derived>
class plane_sweep {
public:
    explicit plane_sweep(const sweep_order<T>& order) : order_{order}, interval_of_(order.indices().size(), no_index) {}

    /// Runs the sweep. Returns false if a hook of Derived stopped it.
    bool run() {
        const auto indices = order_.indices();
        for (std::size_t i = 0; i < indices.size();) {
            vertex_ = indices[i], rank_ = order_.rank(vertex_);
            starts_.clear(), ends_.clear();
            for (; i < indices.size() && order_.rank(indices[i]) == rank_; ++i) gather(indices[i]);
            if (!ends_.empty() || !starts_.empty())
                if (!visit()) return false;
        }
        return true;
    }

protected:
    struct start {
        std::uint32_t edge, to;  // the point where it ends
    };

    // Hooks. An interval has a vertex where one of its edges ends and another one follows.
    void begin(std::uint32_t /*interval*/) {}
    void end(std::uint32_t /*interval*/) {}
    void lower_vertex(std::uint32_t /*interval*/) {}
    void upper_vertex(std::uint32_t /*interval*/) {}
    void split(std::uint32_t /*low*/, std::uint32_t /*high*/) {}
    void merge(std::uint32_t /*low*/, std::uint32_t /*high*/) {}
    [[nodiscard]] bool find_passing_edges() { return true; }  // calls pass(edge) for each edge through the vertex
    [[nodiscard]] bool starts_fit() { return true; }
    /// Returns true if the vertex is inside of the interval, which is the case if it is below the upper edge. @pre no
    /// edge ends at the vertex, and it is not below the lower edge
    [[nodiscard]] bool is_inside(std::uint32_t interval) { return side_of(status_[interval].upper, vertex_) < 0; }
    [[nodiscard]] bool neighbours_fit() { return true; }

    [[nodiscard]] vec2<T> point(std::uint32_t i) const noexcept { return order_.point(i); }
    [[nodiscard]] double side_of(std::uint32_t edge, std::uint32_t i) const noexcept {
        return static_cast<double>(
            exact::orient2d(point(order_.left_of(edge)), point(order_.right_of(edge)), point(i)));
    }
    [[nodiscard]] bool ends_here(std::uint32_t edge) const noexcept {
        return edge == passing_ || order_.rank(order_.right_of(edge)) == rank_;
    }
    [[nodiscard]] std::uint32_t edge_below(std::uint32_t edge) const noexcept {
        const std::uint32_t i = interval_of_[edge], under = status_.below(i);
        if (status_[i].upper == edge) return status_[i].lower;
        return under == no_index ? no_index : status_[under].upper;
    }
    [[nodiscard]] std::uint32_t edge_above(std::uint32_t edge) const noexcept {
        const std::uint32_t i = interval_of_[edge], over = status_.above(i);
        if (status_[i].lower == edge) return status_[i].upper;
        return over == no_index ? no_index : status_[over].lower;
    }
    /// Splits an edge that passes through the vertex: it ends there and starts again.
    void pass(std::uint32_t edge) {
        passing_ = edge;
        ends_.push_back(edge), starts_.push_back({edge, order_.right_of(edge)});
    }

    const sweep_order<T>& order_;
    sweep_status<T> status_;
    value_list<std::uint32_t> interval_of_;  // by edge, for edges on the current line

    // The current vertex, and the edges that end and start there; the latter from bottom to top.
    std::uint32_t vertex_ = 0, rank_ = 0, passing_ = no_index;
    value_list<std::uint32_t> ends_;
    value_list<start> starts_;
    // The interval around the vertex; the intervals below and above it whose edges end there; intervals that end there.
    std::uint32_t around_ = no_index, low_ = no_index, high_ = no_index;
    value_list<std::uint32_t> closed_;
    std::uint32_t beneath_ = no_index;  // the interval below new ones

private:
    Derived& self() noexcept { return static_cast<Derived&>(*this); }

    /// Adds the edges that start or end at point i.
    void gather(std::uint32_t i) {
        const std::uint32_t out = order_.next(i), in = order_.previous(i);
        const std::uint32_t to = order_.rank(out), from = order_.rank(in);
        if (to > rank_) starts_.push_back({i, out});
        else if (to < rank_) ends_.push_back(i);
        if (from > rank_) starts_.push_back({in, in});
        else if (from < rank_) ends_.push_back(in);
    }

    bool visit() {
        passing_ = no_index, around_ = no_index;
        if (ends_.empty()) locate();
        if (!self().find_passing_edges()) return false;
        if (!ends_.empty()) find_ending_intervals();
        else low_ = high_ = no_index, closed_.clear();
        sort_starts();
        if (!self().starts_fit()) return false;
        update();
        return self().neighbours_fit();
    }

    /// Finds the intervals below and around a vertex at which no edge ends.
    void locate() {
        const vec2<T> p = point(vertex_);
        beneath_ = status_.last_from_below(p, near_interval());
        if (beneath_ != no_index && self().is_inside(beneath_)) around_ = beneath_;
    }
    /// Returns the interval of an edge next to one that starts here, or none. It is often near, so the search starts
    /// there.
    [[nodiscard]] std::uint32_t near_interval() const noexcept {
        for (const start& s : starts_) {
            const std::uint32_t i = interval_of_[s.to == s.edge ? order_.previous(s.to) : s.to];
            if (i != no_index) return i;
        }
        return no_index;
    }

    void find_ending_intervals() {
        low_ = high_ = around_ = no_index;
        closed_.clear();
        for (const std::uint32_t e : ends_) {
            const std::uint32_t i = std::exchange(interval_of_[e], no_index);
            const bool is_upper = status_[i].upper == e;
            const std::uint32_t other = is_upper ? status_[i].lower : status_[i].upper;
            if (ends_.size() == 1 || !ends_here(other)) (is_upper ? low_ : high_) = i;
            else if (is_upper) closed_.push_back(i);
        }
        beneath_ = low_ != no_index ? low_ : high_ != no_index ? status_.below(high_) : closed_[0];
    }

    void sort_starts() {
        const vec2<T> p = point(vertex_);
        const auto lower = [&](const start& s, const start& t) {
            return exact::orient2d(p, point(s.to), point(t.to)) > 0;
        };
        if (starts_.size() == 2 && lower(starts_[1], starts_[0])) std::swap(starts_[0], starts_[1]);
        else if (starts_.size() > 2) sort_list(starts_, lower);
    }

    void set_lower(std::uint32_t i, const start& s) {
        auto& interval = status_[i];
        interval.lower = s.edge, interval.a = point(vertex_), interval.b = point(s.to);
        interval_of_[s.edge] = i;
    }
    void set_upper(std::uint32_t i, std::uint32_t edge) { status_[i].upper = edge, interval_of_[edge] = i; }

    /// Changes the intervals at the current vertex, and calls the hooks for them.
    void update() {
        std::size_t first = 0, last = starts_.size();
        if (around_ != no_index) {
            const std::uint32_t over = status_.insert_above(around_);
            set_upper(over, status_[around_].upper), set_lower(over, starts_[--last]);
            set_upper(around_, starts_[first++].edge);
            self().split(around_, over);
        } else if (starts_.empty() && low_ != no_index) {
            self().merge(low_, high_);
            set_upper(low_, status_[high_].upper);
            status_.erase(high_);
        } else {
            if (low_ != no_index) set_upper(low_, starts_[first++].edge), self().upper_vertex(low_);
            if (high_ != no_index) set_lower(high_, starts_[--last]), self().lower_vertex(high_);
        }
        for (; first < last; first += 2) {
            beneath_ = status_.insert_above(beneath_);
            set_lower(beneath_, starts_[first]), set_upper(beneath_, starts_[first + 1].edge);
            self().begin(beneath_);
        }
        for (const std::uint32_t i : closed_) self().end(i), status_.erase(i);
    }
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
