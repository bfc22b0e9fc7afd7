#pragma once
/// The separating-axis test step by step: all axes, both projections, and the axis that decides.

#include <hitbox/narrow/collide.hpp>
#include <hitbox/narrow/project.hpp>

namespace hitbox {
namespace sat {
namespace detail {
inline namespace HITBOX_ISA {

template <scalar T>
[[nodiscard]] constexpr std::size_t edge_count(const hitbox::detail::rounded_hull<T>& s) noexcept {
    std::size_t count = 0;
    hitbox::detail::for_each_edge(s, [&count](auto, auto) { return ++count, true; });
    return count;
}

/// Returns the outward unit normal of edge i.
template <scalar T, scalar W = hitbox::detail::wide_t<T>>
[[nodiscard]] constexpr vec2<W> edge_normal(const hitbox::detail::rounded_hull<T>& s, std::size_t i) noexcept {
    vec2<W> normal;
    hitbox::detail::for_each_edge(s, [&](vec2<T> p, vec2<T> q) {
        if (i-- == 0) return normal = hitbox::detail::edge_line<T>{s, p, q}.normal(), false;
        return true;
    });
    return normal;
}

}  // namespace HITBOX_ISA
}  // namespace detail

/// The source of an axis: an edge of a or of b; or the direction between the closest features, for shapes with a
/// radius, without an interior, or known by their support only.
enum class axis_source { edge_of_a, edge_of_b, closest_features };

/// One axis, with the projections (shadows) of both shapes onto it.
template <scalar T>
struct axis_test {
    vec2<T> axis{};        // unit, from a to b
    axis_source source{};  // the edge or the features that the axis comes from
    interval<T> a{}, b{};  // the shadows of a and b
    /// a.max - b.min: the length by which a must move back along the axis to leave b; negative for a gap.
    T overlap{};
    bool decides = false;  // it is the axis of the smallest overlap or the widest gap
};

inline namespace HITBOX_ISA {

/// The axes that decide whether a and b are apart, as unit vectors from a to b: the outward normals of a's edges, the
/// inward normals of b's edges, and the direction between the closest features if that can be another one. For a shape
/// known by its support only, this is just the normal of `distance` and `collide`. Axes are computed on access. The
/// range owns copies of the shapes and allocates nothing.
template <convex A, convex B>
class axis_range {
public:
    using scalar_type = scalar_t<A>;
    using wide_type = hitbox::detail::wide_t<scalar_type>;

    class iterator {
    public:
        using value_type = vec2<scalar_type>;
        using difference_type = std::ptrdiff_t;

        constexpr iterator() = default;
        constexpr iterator(const axis_range& range, std::size_t index) noexcept : range_{&range}, index_{index} {}
        constexpr value_type operator*() const { return (*range_)[index_]; }
        constexpr iterator& operator++() noexcept { return ++index_, *this; }
        constexpr iterator operator++(int) noexcept {
            iterator old = *this;
            ++index_;
            return old;
        }
        friend constexpr bool operator==(const iterator& a, const iterator& b) noexcept { return a.index_ == b.index_; }

    private:
        const axis_range* range_ = nullptr;
        std::size_t index_ = 0;
    };

    /// Makes a range without axes if `sound` is false or a shape is invalid. `axes` passes the validity of the original
    /// shapes, because `baked` may make an invalid shape valid.
    constexpr axis_range(const A& a, const B& b, bool sound = true) : a_{a}, b_{b} {
        if (!sound || !hitbox::detail::is_valid(a) || !hitbox::detail::is_valid(b)) return;
        if constexpr (has_edges) {
            hitbox::detail::with_hulls(a_, b_, [this](const auto& p, const auto& q) {
                edges_of_a_ = detail::edge_count(p), edges_of_b_ = detail::edge_count(q);
                find_closest(p, q);
            });
        } else {
            closest_ = hitbox::detail::gjk::signed_distance(a_, b_).normal;
            has_closest_ = true;
        }
    }

    [[nodiscard]] constexpr std::size_t size() const noexcept {
        return edges_of_a_ + edges_of_b_ + (has_closest_ ? 1 : 0);
    }
    /// Returns axis i: the edges of a first, then those of b, then the direction between the closest features.
    /// @pre i < size()
    [[nodiscard]] constexpr vec2<scalar_type> operator[](std::size_t i) const {
        return hitbox::detail::vec_cast<scalar_type>(hitbox::detail::unsigned_zeros(wide_axis(i)));
    }
    /// Returns where the axis comes from. @pre i < size()
    [[nodiscard]] constexpr axis_source source(std::size_t i) const noexcept {
        return i < edges_of_a_                 ? axis_source::edge_of_a
               : i < edges_of_a_ + edges_of_b_ ? axis_source::edge_of_b
                                               : axis_source::closest_features;
    }
    [[nodiscard]] constexpr iterator begin() const noexcept { return {*this, 0}; }
    [[nodiscard]] constexpr iterator end() const noexcept { return {*this, size()}; }

    /// Returns the copies of the shapes.
    [[nodiscard]] constexpr const A& a() const noexcept { return a_; }
    [[nodiscard]] constexpr const B& b() const noexcept { return b_; }

private:
    static constexpr bool has_edges = faceted<A> && faceted<B>;

    [[nodiscard]] constexpr vec2<wide_type> wide_axis(std::size_t i) const {
        if constexpr (has_edges) {
            if (i < edges_of_a_ + edges_of_b_)
                return hitbox::detail::with_hulls(a_, b_, [&](const auto& p, const auto& q) {
                    return i < edges_of_a_ ? detail::edge_normal(p, i)
                                           : vec2<wide_type>{} - detail::edge_normal(q, i - edges_of_a_);
                });
        }
        return closest_;
    }

    /// Adds the direction between the closest features, unless edges alone decide: for hulls without radii, at least
    /// one of which has an interior.
    constexpr void find_closest(const auto& p, const auto& q) {
        const bool needed = p.radius > scalar_type(0) || q.radius > scalar_type(0) || (p.size() <= 2 && q.size() <= 2);
        if (!needed) return;
        const bool apart = hitbox::detail::relation_of_cores(p, q) == hitbox::detail::relation::apart;
        if (apart || edges_of_a_ + edges_of_b_ == 0) closest_ = hitbox::detail::direction_between(p, q);
        has_closest_ = apart || edges_of_a_ + edges_of_b_ == 0;
    }

    A a_;
    B b_;
    std::size_t edges_of_a_ = 0, edges_of_b_ = 0;
    bool has_closest_ = false;
    vec2<wide_type> closest_{};
};

/// Every axis of a pair with its projections, computed on access.
template <convex A, convex B>
class explanation {
public:
    using scalar_type = scalar_t<A>;

    constexpr explicit explanation(const axis_range<A, B>& axes) : axes_{axes} {
        if (size() == 0) return;
        for (std::size_t i = 1; i < size(); ++i)
            if (better(test(i), test(deciding_))) deciding_ = i;
        // Among axes that are equally good once rounded, the one that `collide` takes decides.
        const auto hit = collide(axes.a(), axes.b());
        for (std::size_t i = 0; hit && i < size(); ++i)
            if (axes_[i] == hit->normal) deciding_ = i;
    }

    [[nodiscard]] constexpr std::size_t size() const noexcept { return axes_.size(); }
    /// Returns the test of axis i. @pre i < size()
    [[nodiscard]] constexpr axis_test<scalar_type> operator[](std::size_t i) const {
        axis_test<scalar_type> t = test(i);
        t.decides = i == deciding_;
        return t;
    }
    /// Returns the index of the axis with the smallest overlap, or with the widest gap if the shapes are apart. Returns
    /// 0 if there are no axes.
    [[nodiscard]] constexpr std::size_t deciding() const noexcept { return deciding_; }
    /// Returns true if there is a gap on some axis: the shapes are apart.
    [[nodiscard]] constexpr bool apart() const { return size() > 0 && !intersects(axes_.a(), axes_.b()); }
    /// Returns the axes alone.
    [[nodiscard]] constexpr const axis_range<A, B>& axes() const noexcept { return axes_; }

private:
    [[nodiscard]] constexpr axis_test<scalar_type> test(std::size_t i) const {
        const vec2<scalar_type> axis = axes_[i];
        const auto a = project(axes_.a(), axis), b = project(axes_.b(), axis);
        return {axis, axes_.source(i), a, b, a.max - b.min, false};
    }
    [[nodiscard]] constexpr bool better(const axis_test<scalar_type>& t, const axis_test<scalar_type>& best) const {
        if (t.overlap != best.overlap) return t.overlap < best.overlap;
        if constexpr (faceted<A> && faceted<B>)
            return hitbox::detail::with_hulls(axes_.a(), axes_.b(), [&](const auto& p, const auto& q) {
                return hitbox::detail::wins_tie(t.axis, best.axis, p, q);
            });
        else return false;  // a single axis
    }

    axis_range<A, B> axes_;
    std::size_t deciding_ = 0;
};

}  // namespace HITBOX_ISA
}  // namespace sat
}  // namespace hitbox

namespace hitbox {
namespace sat {
namespace detail {
inline namespace HITBOX_ISA {

/// The shapes whose axes and explanations have one type: all except those known at run time only.
template <class S>
concept kind_known = convex<S> && !hitbox::detail::is_any<S>;

template <class A, class B>
[[nodiscard]] constexpr bool all_sound(const A& a, const B& b) {
    return hitbox::detail::is_valid(a) && hitbox::detail::is_valid(b);
}

template <class A, class B>
[[nodiscard]] constexpr auto axes_of(const A& a, const B& b, bool sound) {
    if constexpr (hitbox::detail::bakeable<A>) return axes_of(baked(a), b, sound);
    else if constexpr (hitbox::detail::bakeable<B>) return axes_of(a, baked(b), sound);
    else return axis_range<A, B>{a, b, sound};
}

// If the kind of a shape is known at run time only, the type of the answer is, too. The answer is therefore passed to
// `f`, whose result has the same type for all kinds and is returned.

/// Calls f with the two shapes that a and b stand for.
template <class A, class B, class F>
constexpr decltype(auto) with_resolved(const A& a, const B& b, F&& f) {
    return hitbox::detail::resolve(a, [&](const auto& known_a) -> decltype(auto) {
        return hitbox::detail::resolve(b, [&](const auto& known_b) -> decltype(auto) { return f(known_a, known_b); });
    });
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

/// Returns the name of the value.
[[nodiscard]] constexpr const char* to_string(axis_source source) noexcept {
    return hitbox::detail::name_in({"edge_of_a", "edge_of_b", "closest_features"}, source);
}

/// Returns the axes to test for a and b, computed on access. Returns no axes for an invalid shape.
template <detail::kind_known A, detail::kind_known B>
    requires same_scalar<A, B> && real<scalar_t<A>>
[[nodiscard]] constexpr auto axes(const A& a, const B& b) {
    hitbox::detail::check_arguments("axes", a, b);
    return detail::axes_of(a, b, detail::all_sound(a, b));
}

/// Returns the explanation of the answer of `collide`: every axis, both shadows, the gap or overlap, and the axis that
/// decides. For an invalid shape it has no axes.
template <detail::kind_known A, detail::kind_known B>
    requires same_scalar<A, B> && real<scalar_t<A>>
[[nodiscard]] constexpr auto explain(const A& a, const B& b) {
    hitbox::detail::check_arguments("explain", a, b);
    return explanation{detail::axes_of(a, b, detail::all_sound(a, b))};
}

/// Returns f(axes(p, q)). If a or b is an any_shape, p or q is the shape that it holds.
template <convex A, convex B, class F>
    requires same_scalar<A, B> && real<scalar_t<A>>
constexpr decltype(auto) axes(const A& a, const B& b, F&& f) {
    hitbox::detail::check_arguments("axes", a, b);
    return detail::with_resolved(a, b, [&](const auto& p, const auto& q) -> decltype(auto) {
        return f(detail::axes_of(p, q, detail::all_sound(a, b)));
    });
}

/// Returns f(explain(p, q)). If a or b is an any_shape, p or q is the shape that it holds.
template <convex A, convex B, class F>
    requires same_scalar<A, B> && real<scalar_t<A>>
constexpr decltype(auto) explain(const A& a, const B& b, F&& f) {
    hitbox::detail::check_arguments("explain", a, b);
    return detail::with_resolved(a, b, [&](const auto& p, const auto& q) -> decltype(auto) {
        return f(explanation{detail::axes_of(p, q, detail::all_sound(a, b))});
    });
}

}  // namespace HITBOX_ISA
}  // namespace sat
}  // namespace hitbox
