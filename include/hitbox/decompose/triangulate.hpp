#pragma once
/// Triangulation of a polygon with holes.

#include <hitbox/core/lists.hpp>
#include <hitbox/shapes/compile_errors.hpp>
#include <hitbox/shapes/polygon.hpp>

#include <array>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

using triangle_list = std::vector<std::array<std::uint32_t, 3>>;

/// Triangulates during the sweep. Each interval of the interior stores the points that no triangle has cut off. Except
/// for the first, these points are a reflex chain on one side of the interval, with the latest point on top. They are
/// the rest of a monotone polygon that is partly triangulated (Garey, Johnson, Preparata and Tarjan 1978). Where
/// intervals split or merge, a diagonal to the latest point divides one monotone polygon into two (de Berg et al. 2008,
/// section 3.2). The monotone polygons themselves are never stored.
template <real T>
class chain_sweep : public plane_sweep<T, chain_sweep<T>> {
    using base = plane_sweep<T, chain_sweep<T>>;
    friend base;

public:
    /// `reversed` is nonzero for the rings with the interior on their right.
    chain_sweep(const sweep_order<T>& order, list_view<const std::uint8_t> reversed)
        : base{order}, reversed_{reversed} {
        triangles.reserve(order.rank_count());
    }

    triangle_list triangles;

private:
    using base::vertex_, base::starts_, base::order_;

    enum side : std::uint8_t { below, above };

    struct link {
        vec2<T> point;
        std::uint32_t vertex, next;
    };
    struct chain {
        std::uint32_t top = no_index;
        side on = below;
    };
    /// The chains of an interval. If two intervals have merged, there is a lower and an upper chain with the same
    /// latest point, and the next vertex gets a diagonal to this point. Otherwise only `low` is used.
    struct chains {
        chain low, high;
        bool merged = false;
    };

    /// Returns true if the points just below the current vertex are inside. The lowest edge that starts there decides.
    [[nodiscard]] bool is_inside(std::uint32_t /*interval*/) {
        const vec2<T> p = this->point(vertex_);
        auto low = starts_[0];
        for (const auto& s : starts_)
            if (exact::orient2d(p, this->point(low.to), this->point(s.to)) < 0) low = s;
        const bool goes_right = low.to != low.edge, inside_above = reversed_[order_.ring(low.edge)] == 0;
        return goes_right != inside_above;
    }

    void begin(std::uint32_t i) {
        if (i >= chains_.size()) chains_.resize(i + 1);
        chains_[i] = {};
        chains_[i].low.top = push(no_index);
    }
    void end(std::uint32_t i) {
        close(chains_[i].low);
        if (chains_[i].merged) close(chains_[i].high);
    }
    void lower_vertex(std::uint32_t i) {
        chains& c = chains_[i];
        if (c.merged) close(c.low), c.low = c.high, c.merged = false;
        extend(c.low, below);
    }
    void upper_vertex(std::uint32_t i) {
        chains& c = chains_[i];
        if (c.merged) close(c.high), c.merged = false;
        extend(c.low, above);
    }
    void split(std::uint32_t low, std::uint32_t high) {
        if (high >= chains_.size()) chains_.resize(high + 1);
        chains &c = chains_[low], &d = chains_[high];
        d = {};
        if (c.merged) {
            d.low = c.high, c.merged = false;
        } else {  // the latest point belongs to both new intervals
            chain& other = c.low.on == below ? c.low : d.low;
            if (c.low.on == below) d.low = c.low;
            other = {copy_of_top(c.low), below};
        }
        extend(c.low, above), extend(d.low, below);
    }
    void merge(std::uint32_t low, std::uint32_t high) {
        upper_vertex(low), lower_vertex(high);
        chains_[low].high = chains_[high].low, chains_[low].merged = true;
    }

    std::uint32_t push(std::uint32_t next) { return new_link({this->point(vertex_), vertex_, next}); }
    std::uint32_t copy_of_top(const chain& c) {
        link top = links_[c.top];
        top.next = no_index;
        return new_link(top);
    }
    std::uint32_t new_link(const link& l) {
        if (free_ == no_index) {
            links_.push_back(l);
            return static_cast<std::uint32_t>(links_.size() - 1);
        }
        const std::uint32_t i = free_;
        free_ = links_[i].next;
        links_[i] = l;
        return i;
    }
    void release(std::uint32_t i) noexcept { links_[i].next = free_, free_ = i; }

    /// Adds the triangle of the current vertex, the point at `top` and the point below it in the chain.
    void cut(std::uint32_t top, std::uint32_t under, side on) {
        const std::uint32_t u = links_[under].vertex, t = links_[top].vertex;
        if (on == below) triangles.push_back({u, t, vertex_});
        else triangles.push_back({u, vertex_, t});
    }

    /// Adds the current vertex on one side of the chain's polygon.
    void extend(chain& c, side on) {
        const bool alone = links_[c.top].next == no_index;
        if (alone || c.on == on) {
            c.on = on;
            const vec2<T> v = this->point(vertex_);
            for (std::uint32_t under = links_[c.top].next; under != no_index; under = links_[c.top].next) {
                const auto turn = exact::orient2d(links_[under].point, links_[c.top].point, v);
                if (!(on == below ? turn > 0 : turn < 0)) break;
                cut(c.top, under, on);
                release(c.top);
                c.top = under;
            }
            c.top = push(c.top);
        } else {  // the vertex is on the other side and sees all points of the chain
            cut_all(c);
            for (std::uint32_t i = links_[c.top].next; i != no_index;) i = release_and_next(i);
            links_[c.top].next = no_index;
            c.top = push(c.top), c.on = on;
        }
    }
    /// Ends the chain's polygon at the current vertex.
    void close(chain& c) {
        cut_all(c);
        for (std::uint32_t i = c.top; i != no_index;) i = release_and_next(i);
        c.top = no_index;
    }
    void cut_all(const chain& c) {
        std::uint32_t top = c.top;
        for (std::uint32_t under = links_[top].next; under != no_index; top = under, under = links_[under].next)
            cut(top, under, c.on);
    }
    std::uint32_t release_and_next(std::uint32_t i) noexcept {
        const std::uint32_t next = links_[i].next;
        release(i);
        return next;
    }

    list_view<const std::uint8_t> reversed_;
    std::vector<chains> chains_;  // by interval
    value_list<link> links_;
    std::uint32_t free_ = no_index;
};

/// The rings of a polygon, with each point that lies on an edge inserted into that edge. `original` has the indices of
/// the points in the polygon.
template <real T>
struct noded_rings {
    std::vector<vec2<T>> points;
    value_list<std::uint32_t> starts, original;

    noded_rings(const ring_list<T>& rings, list_view<const edge_touch> touches) {
        value_list<edge_touch> sorted{touches.begin(), touches.end()};
        sort_list(sorted, [&](edge_touch s, edge_touch t) {
            const vec2<T> from = rings.points[s.edge], p = rings.points[s.point], q = rings.points[t.point];
            if (s.edge != t.edge || p == q) return s.edge < t.edge;
            return farther(from, p, q);
        });
        auto touch = sorted.begin();
        for (std::size_t r = 0; r < rings.count(); ++r) {
            starts.push_back(static_cast<std::uint32_t>(points.size()));
            for (std::uint32_t i = rings.starts[r]; i < rings.starts[r + 1]; ++i) {
                add(rings, i);
                for (; touch != sorted.end() && touch->edge == i; ++touch) add(rings, touch->point);
            }
        }
        starts.push_back(static_cast<std::uint32_t>(points.size()));
    }

private:
    void add(const ring_list<T>& rings, std::uint32_t i) { points.push_back(rings.points[i]), original.push_back(i); }
};

template <real T>
[[nodiscard]] triangle_list triangulate_rings(const ring_list<T>& rings, list_view<const std::uint8_t> reversed) {
    const sweep_order<T> order{rings};
    chain_sweep<T> sweep{order, reversed};
    sweep.run();
    return std::move(sweep.triangles);
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns triangles that cover the polygon without overlap or gap, as indices of its points, counter-clockwise and
/// each with an area above zero. Each edge of the polygon is an edge of one triangle, or of several if points lie on
/// it. Any other edge belongs to two triangles, in opposite directions. Equal points have the index of the first of
/// them. The triangulation is exact and takes O(n log n) (a plane sweep: de Berg et al. 2008, chapter 3). Returns none
/// for an empty polygon.
template <real T>
[[nodiscard]] std::vector<std::array<std::uint32_t, 3>> triangulate(const polygon<T>& p) {
    if (p.empty()) return {};
    const auto rings = detail::polygon_with_holes_maker::rings_of(p);
    const auto reversed = detail::polygon_with_holes_maker::reversed_of(p);
    const auto touches = detail::polygon_with_holes_maker::touches_of(p);
    if (touches.empty()) return detail::triangulate_rings(rings, reversed);
    const detail::noded_rings<T> noded{rings, touches};
    auto triangles = detail::triangulate_rings(detail::ring_list<T>{noded.points, noded.starts}, reversed);
    for (auto& t : triangles)
        for (std::uint32_t& i : t) i = noded.original[i];
    return triangles;
}
template <detail::is_reported R>
void triangulate(const R&) = delete;  // write triangulate(*it); `it` is the result of make_polygon(points)

}  // namespace HITBOX_ISA
}  // namespace hitbox
