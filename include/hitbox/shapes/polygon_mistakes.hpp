#pragma once
/// All mistakes in the rings of a polygon, with their places: for an editor.

#include <hitbox/core/lists.hpp>
#include <hitbox/shapes/polygon.hpp>

namespace hitbox {

/// A reason why rings do not form a polygon, and its place. The indices of points and edges are those of
/// `polygon_check`.
struct polygon_mistake {
    static constexpr std::size_t none = polygon_check::none;

    polygon_error error{};
    std::size_t first = none, second = none;  // a point; or two edges that cross or overlap, first < second

    [[gnu::always_inline]] friend constexpr bool operator==(const polygon_mistake&, const polygon_mistake&) = default;
};

namespace detail {
inline namespace HITBOX_ISA {

/// Finds mistakes in single rings, then in pairs of edges, then in pairs of rings whose edges do not cross.
template <real T>
class mistake_finder {
public:
    explicit mistake_finder(const ring_list<T>& rings) : rings_{rings}, is_broken_(rings.count(), 0) {}

    [[nodiscard]] std::vector<polygon_mistake> run() {
        for (std::uint32_t r = 0; r < rings_.count(); ++r) check_points(r);
        check_edges();
        for (std::uint32_t r = 0; r < rings_.count(); ++r) check_ring(r);
        for (std::uint32_t r = 1; r < rings_.count(); ++r) check_nesting(0, r);
        for (std::uint32_t r = 1; r < rings_.count(); ++r)
            for (std::uint32_t s = r + 1; s < rings_.count(); ++s) check_nesting(r, s);
        put_first(first_of(rings_));
        return std::move(found_);
    }

private:
    struct edge {
        vec2<T> a, b;
        std::uint32_t index, ring, before, after;  // its neighbours among the edges of its ring

        [[nodiscard]] aabb<T> box() const noexcept { return {(min)(a, b), (max)(a, b)}; }
    };
    struct ring_pair {
        std::uint32_t first, second;
        [[nodiscard]] friend constexpr bool operator==(const ring_pair&, const ring_pair&) = default;
    };

    void add(polygon_error error, std::size_t first, std::size_t second = polygon_mistake::none) {
        found_.push_back(
            {error, (std::min)(first, second), second == polygon_mistake::none ? second : (std::max)(first, second)});
    }

    /// Finds mistakes in the points of a ring. A ring with such a mistake other than a spike is not tested further.
    void check_points(std::uint32_t r) {
        const std::uint32_t start = rings_.starts[r], end = rings_.starts[r + 1];
        const std::size_t before = found_.size();
        if (end - start < 3) add(polygon_error::too_few_points, start);
        for (std::uint32_t i = start; i < end; ++i)
            if (!is_finite(rings_.points[i])) add(polygon_error::not_finite, i);
        if (found_.size() > before) return void(is_broken_[r] = 2);
        check_vertices(rings_, r, [&](polygon_error error, std::size_t i) {
            add(error, i), is_broken_[r] = error == polygon_error::spike ? 1 : 2;
        });
    }

    /// Finds pairs of edges that cross or overlap. Pairs whose boxes meet are tested, from left to right.
    void check_edges() {
        value_list<edge> edges;
        for (std::uint32_t r = 0; r < rings_.count(); ++r)
            if (is_broken_[r] < 2) append_edges(r, edges);
        sort_list(edges, [](const edge& e, const edge& f) {
            const T left_e = smaller(e.a.x, e.b.x), left_f = smaller(f.a.x, f.b.x);
            return left_e != left_f ? left_e < left_f : e.index < f.index;
        });
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const aabb<T> box = edges[i].box();
            for (std::size_t j = i + 1; j < edges.size() && edges[j].box().min.x <= box.max.x; ++j)
                if (intersects_pair(box, edges[j].box())) check_pair(edges[i], edges[j]);
        }
    }
    void append_edges(std::uint32_t r, value_list<edge>& edges) const {
        const std::uint32_t start = rings_.starts[r], end = rings_.starts[r + 1];
        const auto first = static_cast<std::uint32_t>(edges.size());
        for (std::uint32_t i = start; i < end; ++i) {
            const vec2<T> a = rings_.points[i], b = rings_.points[i + 1 == end ? start : i + 1];
            if (a != b) edges.push_back({a, b, i, r, 0, 0});
        }
        const std::size_t n = edges.size() - first;
        for (std::size_t k = 0; k < n; ++k) {
            edges[first + k].before = edges[first + previous_index(k, n)].index;
            edges[first + k].after = edges[first + next_index(k, n)].index;
        }
    }
    void check_pair(const edge& e, const edge& f) {
        // Neighbouring edges share a vertex. If they share more, this is a spike, which was reported before.
        if (e.ring == f.ring && (e.before == f.index || e.after == f.index)) return;
        const double fa = exact::orient2d(e.a, e.b, f.a), fb = exact::orient2d(e.a, e.b, f.b);
        const double ea = exact::orient2d(f.a, f.b, e.a), eb = exact::orient2d(f.a, f.b, e.b);
        const auto are_opposite = [](double x, double y) { return (x < 0 && y > 0) || (x > 0 && y < 0); };
        if (are_opposite(fa, fb) && are_opposite(ea, eb))
            add(e.ring == f.ring ? polygon_error::self_intersecting : polygon_error::rings_cross, e.index, f.index);
        else if (fa == 0 && fb == 0 && share_a_stretch(e.box(), f.box()))
            add(polygon_error::edges_overlap, e.index, f.index);
        else return;
        suspect(e.ring, f.ring);
    }
    /// Returns true if two edges overlap in more than a point. @pre they are on one line
    [[nodiscard]] static bool share_a_stretch(const aabb<T>& e, const aabb<T>& f) noexcept {
        const vec2<T> low = (max)(e.min, f.min), high = (min)(e.max, f.max);
        return low.x < high.x || low.y < high.y;
    }

    void suspect(std::uint32_t r, std::uint32_t s) {
        if (r == s) is_broken_[r] = 1;
        else if (!is_suspect(r, s)) suspects_.push_back({(std::min)(r, s), (std::max)(r, s)});
    }
    [[nodiscard]] bool is_suspect(std::uint32_t r, std::uint32_t s) const {
        return any_of(suspects_,
                      [&](const ring_pair& p) { return p == ring_pair{(std::min)(r, s), (std::max)(r, s)}; });
    }

    /// Returns the first mistake of some rings; `valid` is true if there is none.
    [[nodiscard]] static polygon_check first_of(const ring_list<T>& rings) {
        value_list<std::uint8_t> reversed;
        value_list<edge_touch> touches;
        return check_rings(rings, reversed, touches);
    }
    /// Returns the first mistake of a single ring, or of one ring as the outline and another one as its hole. Indices
    /// count the points of all rings.
    [[nodiscard]] polygon_check first_of(std::uint32_t outline, std::uint32_t hole) const {
        std::vector<vec2<T>> points;
        value_list<std::uint32_t> starts, original;
        for (const std::uint32_t r : {outline, hole}) {
            if (!starts.empty() && r == outline) break;
            starts.push_back(static_cast<std::uint32_t>(points.size()));
            for (std::uint32_t i = rings_.starts[r]; i < rings_.starts[r + 1]; ++i)
                points.push_back(rings_.points[i]), original.push_back(i);
        }
        starts.push_back(static_cast<std::uint32_t>(points.size()));
        polygon_check check = first_of(ring_list<T>{points, starts});
        if (check.valid) return check;
        check.first = original[check.first];
        if (check.second != polygon_check::none) check.second = original[check.second];
        return check;
    }
    /// Finds a ring that crosses itself in a vertex.
    void check_ring(std::uint32_t r) {
        if (is_broken_[r] != 0) return;
        const polygon_check check = first_of(r, r);
        if (check.valid) return;
        add(check.error, check.first, check.second), is_broken_[r] = 1;
    }
    /// Finds a hole that is outside of the outline, inside of another hole, or crosses another ring in a vertex.
    void check_nesting(std::uint32_t r, std::uint32_t s) {
        if (is_broken_[r] != 0 || is_broken_[s] != 0 || is_suspect(r, s)) return;
        if (r > 0 && !intersects_pair(box_of(r), box_of(s))) return;
        const polygon_check inner = first_of(r, s);
        const bool is_apart = inner.error == polygon_error::hole_outside;
        if (r == 0) {
            if (!inner.valid) add(inner.error, inner.first, inner.second);
        } else if (inner.valid) {
            add(polygon_error::hole_in_hole, leftmost_of(s));
        } else if (!is_apart) {
            add(inner.error, inner.first, inner.second);
        } else if (const polygon_check outer = first_of(s, r); outer.valid) {
            add(polygon_error::hole_in_hole, leftmost_of(r));
        } else if (outer.error != polygon_error::hole_outside) {
            add(outer.error, outer.first, outer.second);
        }
    }
    [[nodiscard]] aabb<T> box_of(std::uint32_t r) const {
        return bounds_of<T>(rings_.points.subspan(rings_.starts[r], rings_.starts[r + 1] - rings_.starts[r]), T(0));
    }
    [[nodiscard]] std::uint32_t leftmost_of(std::uint32_t r) const {
        std::uint32_t best = rings_.starts[r];
        for (std::uint32_t i = best; i < rings_.starts[r + 1]; ++i)
            if (before(rings_.points[i], rings_.points[best])) best = i;
        return best;
    }

    /// Moves the mistake that `make_polygon` reports to the front of the list.
    void put_first(const polygon_check& check) {
        if (check.valid) return;
        const polygon_mistake first{check.error, check.first, check.second};
        std::size_t i = 0;
        while (i < found_.size() && !(found_[i] == first)) ++i;
        if (i == found_.size()) found_.push_back(first);
        for (; i > 0; --i) found_[i] = found_[i - 1];
        found_[0] = first;
    }

    const ring_list<T>& rings_;
    std::vector<polygon_mistake> found_;
    value_list<std::uint8_t> is_broken_;  // 1: the ring itself has a mistake; 2: its edges are not tested, either
    std::vector<ring_pair> suspects_;     // pairs of rings whose edges cross or overlap
};

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns all mistakes of an outline and its holes, with their places; none if `make_polygon` accepts them. The first
/// mistake is that of `check_polygon`. Then follow points and spikes, ring by ring; pairs of edges that cross or
/// overlap; and rings that cross in a vertex, and holes outside of the outline or inside of another hole. If a ring has
/// a mistake of its own, only its edges are tested against other rings. The answer is exact. Edges are tested in pairs
/// whose boxes overlap, and holes in pairs, so this takes longer than `check_polygon`: up to O(n^2 + h^2 n log n) for n
/// points and h holes.
template <point_range R, ring_range H>
    requires real<range_scalar_t<R>> &&
             std::same_as<range_scalar_t<R>, range_scalar_t<std::ranges::range_value_t<const H>>>
[[nodiscard]] std::vector<polygon_mistake> polygon_mistakes(const R& outline, const H& holes) {
    using T = range_scalar_t<R>;
    const auto out = detail::polygon_with_holes_maker::make<T>(outline, holes);
    if (out.check.valid) return {};
    if (out.check.error == polygon_error::too_many_points) return {{out.check.error, out.check.first}};
    const detail::ring_list<T> rings = detail::polygon_with_holes_maker::rings_of(out.made);
    return detail::mistake_finder<T>{rings}.run();
}
template <point_range R>
    requires real<range_scalar_t<R>>
[[nodiscard]] std::vector<polygon_mistake> polygon_mistakes(const R& outline) {
    return polygon_mistakes(outline, std::span<const std::vector<vec2<range_scalar_t<R>>>>{});
}

// The same for points in braces.

template <vec_like V = vec2<float>>
[[nodiscard]] auto polygon_mistakes(std::initializer_list<V> outline) {
    return polygon_mistakes(std::span{outline.begin(), outline.size()});
}
template <vec_like V = vec2<float>>
[[nodiscard]] auto polygon_mistakes(std::initializer_list<V> outline,
                                    std::initializer_list<std::initializer_list<std::type_identity_t<V>>> holes) {
    return polygon_mistakes(std::span{outline.begin(), outline.size()}, std::span{holes.begin(), holes.size()});
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
