#pragma once
/// The position, the size and the faces of a shape during a sweep.

#include <hitbox/core/sweep.hpp>
#include <hitbox/narrow/gjk.hpp>
#include <hitbox/narrow/separation.hpp>

namespace hitbox {
namespace detail {

template <real T>
inline constexpr const char* complaint<sweep<T>> = "a sweep, is not finite, or has a rotation that is not of length 1";

inline namespace HITBOX_ISA {

/// Returns v rotated by the inverse of r.
template <scalar W>
[[nodiscard]] constexpr vec2<W> turned_back(const rot2<W>& r, vec2<W> v) noexcept {
    return {product(r.c, v.x) + product(r.s, v.y), product(r.c, v.y) - product(r.s, v.x)};
}

template <class Source>
inline constexpr bool is_hull = false;
template <scalar T>
inline constexpr bool is_hull<rounded_hull<T>> = true;

/// The vertices of a hull in columns of wide numbers, scaled. Lanes beyond the last vertex repeat it.
template <scalar W>
struct vertex_columns {
    alignas(16) W x[max_filtered];
    alignas(16) W y[max_filtered];
    std::size_t count = 0, lanes = 0;  // 0 lanes: the hull has too many vertices for the columns

    template <scalar T>
    constexpr void fill(const rounded_hull<T>& hull) noexcept {
        count = hull.size(), lanes = count > max_filtered ? 0 : (count + 3) / 4 * 4;
        for (std::size_t i = 0; i < lanes; ++i) {
            const vec2<W> p = hull.widened(i < count ? i : count - 1);
            x[i] = p.x, y[i] = p.y;
        }
    }
    /// Returns the index of the vertex farthest along d, the first of several. @pre lanes > 0
    [[nodiscard]] constexpr std::size_t farthest(vec2<W> d) const noexcept {
        if constexpr (std::same_as<W, double>)
            if (!std::is_constant_evaluated()) return farthest_by_lanes(d);
        std::size_t best = 0;
        for (std::size_t i = 1; i < count; ++i)
            if (dot(vec2<W>{x[i], y[i]}, d) > dot(vec2<W>{x[best], y[best]}, d)) best = i;
        return best;
    }

private:
    /// Does the same without branches, because the processor cannot predict which vertex is the farthest.
    [[nodiscard, gnu::noinline]] std::size_t farthest_by_lanes(vec2<double> d) const noexcept {
        const pack<double> dx = pack_of(d.x), dy = pack_of(d.y);
        const auto extents = [&](std::size_t i) {
            return rounded_product<double>(load_pack(x + i), dx) + rounded_product<double>(load_pack(y + i), dy);
        };
        pack<double> most = upper(extents(0), extents(2));
        for (std::size_t i = 4; i < lanes; i += 4) most = upper(most, upper(extents(i), extents(i + 2)));
        const pack<double> largest = pack_of(highest<double>(most));
        std::uint64_t below = 0;
        for (std::size_t i = 0; i < lanes; i += 2) below |= greater(largest, extents(i)) << i;
        return static_cast<std::size_t>(std::countr_one(below));
    }
};

/// A moving shape, in wide arithmetic and scaled. Its core is the hull of its vertices, without the radius.
template <scalar T, class Source>
struct swept_core {
    using scalar_type = wide_t<T>;
    using W = wide_t<T>;

    Source source;                                // a hull, or a shape known by its support
    const vertex_columns<W>* vertices = nullptr;  // the vertices of a hull
    W scale{1};                                   // a power of two
    W radius{};
    vec2<W> pivot{};   // the point about which the shape turns, in its own frame
    W max_distance{};  // an upper bound for the distance of the core's points from the pivot
    W turn{};          // radians from fraction 0 to 1
    W growth{};       // relative difference of the lengths of `to.rotation` and `from.rotation`, which may drift from 1
    rot2<W> start{};  // the rotation at fraction 0
    rot2<W> now{};    // the rotation at the current fraction, with its length

    /// Returns the core's farthest point along a direction, relative to the pivot; both are in the core's own frame.
    [[nodiscard]] constexpr vec2<W> farthest(vec2<W> d) const noexcept {
        if constexpr (is_hull<Source>) {
            if (vertices->lanes > 0) {
                const std::size_t i = vertices->farthest(d);
                return vec2<W>{vertices->x[i], vertices->y[i]} - pivot;
            }
            vec2<W> best = source.widened(0);
            W farthest_along = dot(best, d);
            for (std::size_t i = 1; i < source.size(); ++i) {
                const vec2<W> p = source.widened(i);
                const W along = dot(p, d);
                if (along > farthest_along) farthest_along = along, best = p;
            }
            return best - pivot;
        } else {
            return widen(support(source, vec_cast<T>(d))) * scale - pivot;
        }
    }
    constexpr void move_to(W fraction) noexcept {
        now = start;
        if (turn != W(0)) {
            const auto v = sine_cosine_of_radians(static_cast<double>(product(turn, fraction)));
            const vec2<W> turned =
                rot2<W>{static_cast<W>(v.cosine), static_cast<W>(v.sine)} * vec2<W>{start.c, start.s};
            now = {turned.x, turned.y};
        }
        const W length = W(1) + product(growth, fraction);
        now = {product(now.c, length), product(now.s, length)};
    }
};

/// A core at its current position, as a shape with a support function.
template <class Core>
struct core_in_place {
    using W = typename Core::scalar_type;

    const Core* core;
    vec2<W> pivot{};

    friend constexpr vec2<W> center(const core_in_place& c) noexcept { return c.pivot; }
    friend constexpr vec2<W> support(const core_in_place& c, vec2<W> d) noexcept {
        return c.pivot + c.core->now * c.core->farthest(turned_back(c.core->now, d));
    }
};

/// Returns the largest |coordinate| of a shape, or the radius if that is larger.
template <class Source>
[[nodiscard]] constexpr auto largest_of(const Source& s) noexcept {
    if constexpr (is_hull<Source>) return largest_coordinate(s);
    else return gjk::largest_coordinate(s);
}

/// Returns the largest distance of a point of the core from its pivot, or an upper bound if only its support is known.
template <class Core>
[[nodiscard]] constexpr auto extent_of_core(const Core& c) noexcept {
    using W = typename Core::scalar_type;
    W largest{};
    if constexpr (is_hull<decltype(c.source)>) {
        for (std::size_t i = 0; i < c.source.size(); ++i)
            largest = larger(largest, length_of(c.source.widened(i) - c.pivot));
        return largest;
    } else {
        vec2<W> vertex{};
        for (const vec2<W> d : {vec2<W>{1, 0}, vec2<W>{0, 1}, vec2<W>{-1, 0}, vec2<W>{0, -1}})
            vertex = (max)(vertex, abs(c.farthest(d)));
        return length_of(vertex);
    }
}

/// Returns the swept core of a shape at fraction 0, scaled by a power of two. It borrows its vertices from `room`. A
/// shape that does not turn has its pivot inside of the shape and not at its origin, which may be far away.
template <real T, class Source>
[[nodiscard]] constexpr auto core_of(const Source& source, const sweep<T>& s, wide_t<T> scale,
                                     vertex_columns<wide_t<T>>& room) noexcept {
    using W = wide_t<T>;
    swept_core<T, Source> c{source, &room};
    c.scale = scale;
    if constexpr (is_hull<Source>) c.source.scale = scale, c.radius = c.source.wide_radius(), room.fill(c.source);
    c.start = {static_cast<W>(s.from.rotation.c), static_cast<W>(s.from.rotation.s)};
    if (s.turns != 0 || s.from.rotation != s.to.rotation) {
        c.turn = swept_angle(s);
        const W from = length_of(vec2<W>{c.start.c, c.start.s});
        const W to = length_of(widen(vec2<T>{s.to.rotation.c, s.to.rotation.s}));
        c.growth = (to - from) / from;
    } else if constexpr (is_hull<Source>) {
        c.pivot = c.source.widened(0);
    } else {
        c.pivot = widen(center(source)) * scale;
    }
    c.move_to(W(0));
    // Times the largest length of the rotation during the motion; the last factor covers the rounding.
    const W max_distance = extent_of_core(c) * length_of(vec2<W>{c.start.c, c.start.s}) * (W(1) + magnitude(c.growth));
    c.max_distance = product(max_distance, W(1) + W(2) * unit_roundoff<W>());
    return c;
}

/// The face (or vertex) of a shape that is farthest along a direction. `first` is its clockwise end, `last` the
/// counter-clockwise one.
template <scalar W>
struct face {
    vec2<W> first{}, last{};
};

/// Returns the face farthest along a direction. It consists of all vertices at most `tolerance` below the farthest one;
/// its ends are the outermost of these along the tangent. All vertices of a shape thinner than `tolerance` belong to
/// the face.
template <class Source, scalar W>
[[nodiscard]] constexpr face<W> farthest_face(const Source& s, vec2<W> direction, W tolerance) noexcept {
    vec2<W> top = s.widened(0);
    for (std::size_t i = 1; i < s.size(); ++i)
        if (dot(direction, s.widened(i) - top) > W(0)) top = s.widened(i);
    face<W> found{top, top};
    W low{0}, high{0};
    for (std::size_t i = 0; i < s.size(); ++i) {
        const vec2<W> offset = s.widened(i) - top;
        if (!(W(0) - dot(direction, offset) <= tolerance)) continue;
        const W position = cross(direction, offset);
        if (position > high) high = position, found.last = s.widened(i);
        if (position < low) low = position, found.first = s.widened(i);
    }
    return found;
}

/// The ends of a face with their positions along the tangent of `direction`, in world order: from left to right.
template <scalar W>
struct tangent_interval {
    vec2<W> first{}, last{};
    W first_position{}, last_position{};

    constexpr tangent_interval(const face<W>& f, vec2<W> direction, vec2<W> origin) noexcept
        : first{before(f.last, f.first) ? f.last : f.first}, last{before(f.last, f.first) ? f.first : f.last},
          first_position{cross(direction, first - origin)}, last_position{cross(direction, last - origin)} {}

    [[nodiscard]] constexpr W low() const noexcept { return smaller(first_position, last_position); }
    [[nodiscard]] constexpr W high() const noexcept { return larger(first_position, last_position); }
    /// Returns the point at a position, or the end nearest to it.
    [[nodiscard]] constexpr vec2<W> point_at(W position) const noexcept {
        const W width = last_position - first_position;
        const W fraction = width == W(0) ? W(0) : (position - first_position) / width;
        if (!(fraction >= W(0))) return first;
        if (!(fraction < W(1))) return last;
        return first + (last - first) * fraction;
    }
};

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
