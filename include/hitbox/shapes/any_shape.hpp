#pragma once
/// A shape of a kind that is chosen at run time.

#include <hitbox/shapes/placed.hpp>

#include <variant>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Adds a radius to an any_shape. This is not a member of any_shape, because members have the same name for all
/// compiler flags; see isa.hpp.
struct any_shape_maker {
    template <class Any, class T>
    static constexpr void grow(Any& s, T by) noexcept;
};

}  // namespace HITBOX_ISA

template <class S>
inline constexpr bool is_placed = false;
template <class S>
inline constexpr bool is_placed<placed<S>> = true;

template <class S>
concept has_several_pieces = !convex<S> && !std::ranges::range<S> && requires(const S& s) { valid(s), bounds(s); };

}  // namespace detail

/// One of the built-in shapes by value, grown by a radius. A convex_polygon in it has up to N vertices. By default it
/// is the point {0, 0}. Only the vertices of a convex_polygon_view are borrowed: they must outlive the any_shape.
template <real T, std::size_t N = 8>
    requires(N >= 4)  // a box at an angle becomes a polygon
struct any_shape {
    using scalar_type = T;
    using variant_type = std::variant<vec2<T>, circle<T>, aabb<T>, obb<T>, segment<T>, capsule<T>, triangle<T>,
                                      convex_polygon<T, N>, convex_polygon_view<T>, placed<convex_polygon_view<T>>>;

    variant_type value{};
    T rounding{};  // the radius by which `value` is grown

    [[gnu::always_inline]] constexpr any_shape() = default;
    template <class S>
        requires(std::constructible_from<variant_type, const S&> && !std::same_as<S, any_shape> &&
                 same_scalar<S, vec2<T>>)
    [[gnu::always_inline]] constexpr any_shape(const S& s) noexcept : value{s} {}
    /// Copies a polygon of a smaller capacity.
    template <std::size_t M>
        requires(M < N)
    [[gnu::always_inline]] constexpr any_shape(const convex_polygon<std::type_identity_t<T>, M>& polygon) noexcept
        : value{detail::polygon_maker::fill<N>(polygon.vertices())} {}
    template <std::size_t M>
        requires(M > N)
    any_shape(const convex_polygon<std::type_identity_t<T>, M>&)  // too many vertices: any_shape<T, M>, or a view
        = delete;
    /// Stores a rounded point or circle as a circle, a rounded segment or capsule as a capsule. Any other shape keeps
    /// its core in `value` and the radius in `rounding`.
    template <class S>
        requires(std::constructible_from<any_shape, const S&> && same_scalar<S, vec2<T>>)
    [[gnu::always_inline]] constexpr any_shape(const rounded<S>& r) noexcept : any_shape{r.core} {
        detail::any_shape_maker::grow(*this, r.radius);
    }

    /// Stores a placed shape with transformed coordinates, as `baked` returns it. If the placed shape is valid, queries
    /// give the same answers, bit for bit.
    template <class S>
        requires(!std::constructible_from<variant_type, const placed<S>&> && detail::bakeable<placed<S>> &&
                 same_scalar<S, vec2<T>> &&
                 requires(const placed<S>& p) { requires std::constructible_from<any_shape, decltype(baked(p))>; })
    [[gnu::always_inline]] constexpr any_shape(const placed<S>& p) noexcept : any_shape{baked(p)} {}

    template <detail::has_several_pieces S>
    any_shape(const S&) {
        static_assert(convex<S>, "hitbox: an any_shape is convex; a compound or polygon can be a collider_shape<T>");
    }

    [[gnu::always_inline]] friend constexpr bool operator==(const any_shape&, const any_shape&) = default;
};

template <class S>
any_shape(const S&) -> any_shape<scalar_t<S>>;
template <class T, std::size_t M>
any_shape(const convex_polygon<T, M>&) -> any_shape<T, (M > 8 ? M : 8)>;
template <class T, std::size_t M>
any_shape(const rounded<convex_polygon<T, M>>&) -> any_shape<T, (M > 8 ? M : 8)>;

}  // namespace hitbox

namespace hitbox {
namespace detail {

template <real T, std::size_t N>
inline constexpr const char* complaint<any_shape<T, N>> = "an any_shape, is not finite, is inside out, or is empty";
template <real T, std::size_t N>
inline constexpr std::size_t hull_room<any_shape<T, N>> =
    N > max_filtered ? list_capacity<vertex_list<T, N>> : max_filtered;

template <real T, std::size_t N>
inline constexpr bool is_any<any_shape<T, N>> = true;
template <class S>
inline constexpr bool is_any<rounded<S>> = is_any<S>;

inline namespace HITBOX_ISA {

/// The vertices of the shape in an any_shape. They are copied, except those of a view, which stay borrowed.
template <real T, std::size_t N>
class any_vertices {
    struct borrowed {
        const any_vertices* list = nullptr;
        [[nodiscard]] constexpr vec2<T> operator[](std::size_t i) const noexcept { return (*list)[i]; }
    };

public:
    using iterator = index_iterator<borrowed>;

    template <class S>
    constexpr explicit any_vertices(const S& s) noexcept {
        for (const vec2<T> p : vertices(s)) held_.push_back(p);
    }
    constexpr explicit any_vertices(const convex_polygon_view<T>& view) noexcept : seen_{view, {}} {}
    constexpr explicit any_vertices(const placed<convex_polygon_view<T>>& p) noexcept : seen_{p.shape, p.transform} {}

    [[nodiscard]] constexpr std::size_t size() const noexcept { return held_.size() + seen_.size(); }
    /// @pre i < size()
    [[nodiscard]] constexpr vec2<T> operator[](std::size_t i) const noexcept {
        return held_.size() > 0 ? held_[i] : seen_[i];
    }
    /// The iterators must not outlive the list.
    [[nodiscard]] constexpr iterator begin() const noexcept { return {{this}, 0}; }
    [[nodiscard]] constexpr iterator end() const noexcept { return {{this}, size()}; }

private:
    vertex_list<T, N> held_{};
    moved_view<T> seen_{};
};

// A shape grown by a radius: points and segments become circles and capsules.

template <scalar T>
[[nodiscard]] constexpr circle<T> grown_by(vec2<T> p, T r) noexcept {
    return {p, r};
}
template <scalar T>
[[nodiscard]] constexpr circle<T> grown_by(const circle<T>& c, T r) noexcept {
    return {c.center, c.radius + r};
}
template <scalar T>
[[nodiscard]] constexpr capsule<T> grown_by(const segment<T>& s, T r) noexcept {
    return {s.a, s.b, r};
}
template <scalar T>
[[nodiscard]] constexpr capsule<T> grown_by(const capsule<T>& c, T r) noexcept {
    return {c.a, c.b, c.radius + r};
}
template <class S>
[[nodiscard]] constexpr rounded<S> grown_by(const S& s, scalar_t<S> r) noexcept {
    return {s, r};
}

/// Grows a shape by a radius. An invalid shape stays invalid, because it keeps both radii.
template <class Any, class T>
constexpr void any_shape_maker::grow(Any& s, T by) noexcept {
    s.rounding = s.rounding + by;
    if (by == T(0) || !valid(s)) return;
    std::visit(
        [&s](const auto& known) {
            const auto whole = grown_by(known, s.rounding);
            if constexpr (std::constructible_from<typename Any::variant_type, decltype(whole)>) s = whole;
        },
        s.value);
}

/// Returns an any_shape unchanged, and a rounded any_shape as an any_shape with the sum of the radii.
template <real T, std::size_t N>
[[nodiscard]] constexpr any_shape<T, N> as_any(const any_shape<T, N>& s) noexcept {
    return s;
}
template <class S>
[[nodiscard]] constexpr auto as_any(const rounded<S>& r) noexcept {
    return decltype(as_any(r.core)){r};
}

/// Calls f with the shape that an any_shape holds, grown by its radius.
template <real T, std::size_t N, class F>
constexpr decltype(auto) visit_held(const any_shape<T, N>& s, F&& f) {
    return std::visit(
        [&s, &f](const auto& known) -> decltype(auto) {
            if (s.rounding == T(0)) return f(known);
            return f(grown_by(known, s.rounding));
        },
        s.value);
}

/// Calls f with the shape that `s` stands for.
template <class S, class F>
constexpr decltype(auto) resolve(const S& s, F&& f) {
    if constexpr (bakeable<S>) return resolve(baked(s), f);
    else if constexpr (!is_any<S>) return f(s);
    else if constexpr (requires { s.value; }) return visit_held(s, f);
    else return resolve(as_any(s), f);
}

/// Whether a shape becomes a polygon of any_shape when it is transformed.
template <class S, class T, std::size_t N>
concept becomes_polygon = std::same_as<S, convex_polygon<T, N>> || std::same_as<S, aabb<T>> || std::same_as<S, obb<T>>;

/// Returns the shape in an any_shape, transformed to world coordinates.
template <std::size_t N, class S, real T>
[[nodiscard]] constexpr any_shape<T, N> baked_held(const S& known, const transform2<T>& by) noexcept {
    if constexpr (std::same_as<S, placed<convex_polygon_view<T>>>)
        return placed<convex_polygon_view<T>>{known.shape, by * known.transform};
    else if constexpr (std::same_as<S, convex_polygon_view<T>>) return at(known, by);
    else if constexpr (becomes_polygon<S, T, N>) return moved_polygon<N>(known, by);
    else return baked(at(known, by));
}
/// Returns the shape in world coordinates.
template <real T, std::size_t N>
[[nodiscard]] constexpr any_shape<T, N> baked_at(const any_shape<T, N>& s, const transform2<T>& by) noexcept {
    any_shape<T, N> result = std::visit([&by](const auto& known) { return baked_held<N>(known, by); }, s.value);
    result.rounding = s.rounding;
    return result;
}
/// Writes `baked_at(s, by)` into a shape. A polygon is written in place if the shape holds one already.
template <real T, std::size_t N>
void bake(any_shape<T, N>& to, const any_shape<T, N>& s, const transform2<T>& by) noexcept {
    auto* const polygon = std::get_if<convex_polygon<T, N>>(&to.value);
    const auto refill = [polygon, &by](const auto& known) {
        if constexpr (becomes_polygon<std::remove_cvref_t<decltype(known)>, T, N>)
            return refill_moved(*polygon, known, by);
        else return false;
    };
    if (polygon && std::visit(refill, s.value)) to.rounding = s.rounding;
    else to = baked_at(s, by);
}

template <real T, std::size_t M, std::size_t N>
constexpr void fill_hull(rounded_hull<T>& hull, hull_storage<T, N>& s, const any_shape<T, M>& shape) noexcept {
    std::visit([&](const auto& known) { fill_hull(hull, s, known); }, shape.value);
    hull.grow(shape.rounding);
}
template <real T, std::size_t M, std::size_t N>
constexpr void fill_placed(rounded_hull<T>& hull, hull_storage<T, N>& s, const any_shape<T, M>& shape,
                           const transform2<T>& by) noexcept {
    std::visit([&](const auto& known) { fill_placed(hull, s, known, by); }, shape.value);
    hull.grow(shape.rounding);
}

template <real T, std::size_t N>
[[nodiscard]] constexpr aabb<T> bounds_at(const any_shape<T, N>& s, const transform2<T>& where) noexcept {
    const aabb<T> box = std::visit([&where](const auto& known) { return bounds_at(known, where); }, s.value);
    return s.rounding == T(0) ? box : grown(box, s.rounding);
}

}  // namespace HITBOX_ISA
}  // namespace detail

inline namespace HITBOX_ISA {

template <real T, std::size_t N>
[[nodiscard]] constexpr vec2<T> center(const any_shape<T, N>& s) noexcept {
    return std::visit([](const auto& known) { return center(known); }, s.value);
}
template <real T, std::size_t N>
[[nodiscard]] constexpr T radius(const any_shape<T, N>& s) noexcept {
    return std::visit([](const auto& known) { return T(radius(known)); }, s.value) + s.rounding;
}

/// Returns the vertices of the shape that `s` holds, counter-clockwise, with size(), [i], begin() and end(): one for a
/// point or a circle, two for a segment or a capsule. The shape is their hull grown by `radius`, so these two functions
/// are enough to draw it. The vertices of a placed view are transformed when they are read, and each is rounded once.
template <real T, std::size_t N>
[[nodiscard]] constexpr auto vertices(const any_shape<T, N>& s) noexcept {
    return std::visit([](const auto& known) { return detail::any_vertices<T, N>{known}; }, s.value);
}
template <real T, std::size_t N>
[[nodiscard]] constexpr vec2<T> support(const any_shape<T, N>& s, vec2<T> d) noexcept {
    if (s.rounding != T(0)) return detail::disc_support(detail::farthest(vertices(s), d), radius(s), d);
    return std::visit([d](const auto& known) { return support(known, d); }, s.value);
}
template <real T, std::size_t N>
[[nodiscard]] constexpr aabb<T> bounds(const any_shape<T, N>& s) noexcept {
    const aabb<T> box = std::visit([](const auto& known) { return bounds(known); }, s.value);
    return s.rounding == T(0) ? box : detail::grown(box, s.rounding);
}
template <real T, std::size_t N>
[[nodiscard]] constexpr T area(const any_shape<T, N>& s) noexcept {
    if (s.rounding != T(0)) return detail::area_of<T>(vertices(s), radius(s));
    return std::visit([](const auto& known) { return area(known); }, s.value);
}
template <real T, std::size_t N>
[[nodiscard]] constexpr bool valid(const any_shape<T, N>& s) noexcept {
    if (s.value.valueless_by_exception() || !detail::is_radius(s.rounding)) return false;
    return std::visit(
        [&s](const auto& known) { return valid(known) && detail::sum_fits(s.rounding, T(radius(known))); }, s.value);
}

/// Returns the shape in world coordinates. A borrowed polygon stays a placed view, because its transformed vertices
/// cannot be stored.
template <real T, std::size_t N>
[[nodiscard]] constexpr any_shape<T, N> baked(const placed<any_shape<T, N>>& p) noexcept {
    return detail::baked_at(p.shape, p.transform);
}

/// Returns a convex shape with vertices and a radius as an any_shape, also a shape of your own: for compounds and
/// worlds, which keep shapes by value. `to_any_shape(shape)` takes up to 8 vertices, `to_any_shape<N>(shape)` up to N.
/// For a shape with more vertices, the result is an empty polygon, which is not valid.
template <std::size_t N = 8, convex S>
    requires real<scalar_t<S>>
[[nodiscard]] constexpr any_shape<scalar_t<S>, N> to_any_shape(const S& s) {
    using T = scalar_t<S>;
    constexpr bool can_be_kept =
        std::constructible_from<any_shape<T, N>, const S&> || detail::is_placed<S> || faceted<S>;
    static_assert(
        can_be_kept || !detail::is_any<S>,
        "hitbox: an any_shape<T, M> with M > N has too many vertices for an any_shape<T, N>; here N is 8 by default");
    static_assert(can_be_kept || detail::is_any<S>,
                  "hitbox: a shape known by its support only cannot be kept in an any_shape, compound or world; write "
                  "vertices(shape) and radius(shape) for it");
    if constexpr (std::constructible_from<any_shape<T, N>, const S&>) {
        return s;
    } else if constexpr (detail::is_placed<S>) {
        return baked(at(to_any_shape<N>(s.shape), s.transform));
    } else if constexpr (faceted<S>) {
        const auto list = vertices(s);
        vertex_list<T, N> vertices;
        if (list.size() <= N)
            for (std::size_t i = 0; i < list.size(); ++i) vertices.push_back(list[i]);
        vertices = detail::hull_vertices(vertices);
        any_shape<T, N> result = detail::polygon_maker::fill<N>(vertices);
        if (vertices.size() == 1) result = vertices[0];
        if (vertices.size() == 2) result = segment<T>{vertices[0], vertices[1]};
        return rounded{result, T(radius(s))};
    } else {
        return any_shape<T, N>{};
    }
}

}  // namespace HITBOX_ISA
}  // namespace hitbox
