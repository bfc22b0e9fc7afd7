#pragma once
/// Convex pieces that answer as one solid.

#include <hitbox/broad/static_rtree.hpp>
#include <hitbox/decompose/convex_parts.hpp>
#include <hitbox/sets/pieces.hpp>
#include <hitbox/sets/shared_value.hpp>
#include <hitbox/shapes/compile_errors.hpp>
#include <hitbox/shapes/translated.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// Rebuilds sets from their stored parts; the snapshots of worlds define it.
template <exact_real T>
struct stored_sets;

/// Returns true if a shape has no interior: a point, or a segment without a radius.
template <class S>
[[nodiscard]] bool is_thin(const S& s) noexcept {
    if (radius(s) > scalar_t<S>(0)) return false;
    const hull_of<S> own{s};
    return own.hull.size() < 3;
}

/// Returns a box in the frame of a placed set that contains every point whose placed image, rounded or not, is in the
/// given world-space box.
template <exact_real T>
[[nodiscard]] aabb<T> local_box(const aabb<T>& box, const transform2<T>& t) noexcept {
    const rot2<T> back = inverse(t.rotation);
    constexpr T max_value = (std::numeric_limits<T>::max)();
    const vec2<T> corners[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    aabb<T> local{back * (box.min - t.translation), back * (box.min - t.translation)};
    T largest = larger(magnitude(t.translation.x), magnitude(t.translation.y));
    for (const vec2<T> p : corners) {
        const vec2<T> q = back * (p - t.translation);
        if (!is_finite(q)) return {{-max_value, -max_value}, {max_value, max_value}};  // all finite points
        local = {(min)(local.min, q), (max)(local.max, q)};
        largest = larger(largest, larger(magnitude(p.x), magnitude(p.y)));
    }
    // |c^2 + s^2 - 1| <= 2^-10 for a valid rotation, so coordinates are off by up to about 2^-10 of their size. The
    // second term covers the rounding of the products and sums.
    const vec2<T> size = (max)(abs(local.min), abs(local.max));
    return within_range(
        grown(local, T(0x1p-9) * larger(size.x, size.y) + T(16) * std::numeric_limits<T>::epsilon() * largest));
}
/// Returns a box around a placed set, given the placed `box` of the set. A circle is placed by its centre, which is
/// rounded, and keeps its radius, also if the length of the rotation is not exactly 1. The box around placed pieces
/// with a radius is therefore larger, by a bound of both differences.
template <class S, exact_real T>
[[nodiscard]] aabb<T> box_around_placed(const S& set, const aabb<T>& box, const transform2<T>& t) noexcept {
    bool is_round = true;
    if constexpr (requires { set.has_round_piece(); }) is_round = set.has_round_piece();
    else if constexpr (requires { set.edges(); }) is_round = false;
    if (!is_round) return grown(box, T(0));
    const aabb<T> local = bounds(set);
    const vec2<T> sum = (max)(abs(local.min), abs(local.max)), from = abs(t.translation);
    const T size = sum.x + sum.y, c = t.rotation.c, s = t.rotation.s;
    const T drift = magnitude(product(c, c) + product(s, s) - T(1));
    const T rounding = product(T(4) * std::numeric_limits<T>::epsilon(), size + larger(from.x, from.y));
    return grown(box, product(size, drift) + rounding + std::numeric_limits<T>::denorm_min());
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox

namespace hitbox {
inline namespace HITBOX_ISA {

/// Several convex shapes, touching, overlapping or apart, that every query treats as one solid: there are no walls
/// between them. A compound is made once and never changes. Copies share the pieces, so placing it by `at(ship, where)`
/// takes little time. A default compound is empty and not valid.
template <exact_real T>
class compound {
    // A shape in a list in braces. A polygon is not converted to one: it has several pieces.
    struct listed_shape : any_shape<T> {
        template <convex S>
            requires same_scalar<S, vec2<T>>
        listed_shape(const S& s) : any_shape<T>{to_any_shape(s)} {}
        template <detail::of_other_scalar<T> S>
        listed_shape(const S&) = delete;  // write all coordinates with the number type T of the compound<T>
    };

public:
    using scalar_type = T;

    compound() = default;
    /// Makes a compound of the convex pieces of a polygon with or without holes; each has up to eight vertices.
    explicit compound(const polygon<T>& p);
    /// Makes a compound of convex shapes with vertices and a radius, also shapes of your own, of up to eight vertices
    /// each. A shape with more vertices makes the compound invalid. If a shape is a view, its points must outlive the
    /// compound and its copies.
    template <range_of_shapes R>
        requires std::same_as<detail::solid_scalar_t<R>, T>
    explicit compound(const R& shapes) {
        auto data = owner::make();
        for (const auto& s : shapes) data.own().pieces.push_back(to_any_shape(s));
        finish(std::move(data));
    }
    /// Makes a compound of shapes in braces, which may be of several kinds.
    explicit compound(std::initializer_list<listed_shape> shapes)
        : compound{std::span{shapes.begin(), shapes.size()}} {}
    template <detail::is_reported A>
    explicit compound(const A&) {
        detail::report_mistake<A>();
    }
    template <detail::of_other_scalar<T> S>
    explicit compound(const S&) = delete;  // write all coordinates with the number type T of the compound<T>

    /// Returns the number of pieces.
    [[nodiscard]] std::size_t size() const noexcept { return data_ ? data_->pieces.size() : 0; }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    /// Returns piece i, or an empty polygon if there is no such piece. @pre i < size()
    [[nodiscard]] const any_shape<T>& operator[](std::size_t i) const {
        if (detail::expect(i < size(), "compound: there is no piece of this index")) return data_->pieces[i];
        static const any_shape<T> none{convex_polygon<T, 8>{}};
        return none;
    }
    /// Returns all pieces.
    [[nodiscard]] std::span<const any_shape<T>> pieces() const& noexcept {
        return data_ ? std::span<const any_shape<T>>{data_->pieces} : std::span<const any_shape<T>>{};
    }
    std::span<const any_shape<T>> pieces() const&& = delete;  // keep the compound in a variable
    /// Returns the outer edges of a compound that was made of a polygon, with the solid on their left; an empty list
    /// for any other compound.
    [[nodiscard]] std::span<const segment<T>> border() const& noexcept {
        return data_ ? std::span<const segment<T>>{data_->border} : std::span<const segment<T>>{};
    }
    std::span<const segment<T>> border() const&& = delete;  // keep the compound in a variable
    /// Returns the tree over the boxes of the pieces, whose indices are those of the pieces.
    [[nodiscard]] const static_rtree<T>& tree() const noexcept {
        if (data_) return data_->tree;
        static const static_rtree<T> none{};
        return none;
    }
    /// Returns true if there are pieces and all of them are valid.
    [[nodiscard]] bool valid() const noexcept { return data_ && data_->valid; }
    /// Returns true if a piece has no interior: a point or a segment without a radius.
    [[nodiscard]] bool has_thin_piece() const noexcept { return data_ && data_->thin; }
    [[nodiscard]] bool has_round_piece() const noexcept { return data_ && data_->round; }

    /// Returns the box around a piece. @pre valid(c) and i < c.size()
    [[nodiscard]] friend const aabb<T>& bounds_of_piece(const compound& c, std::size_t i) noexcept {
        return c.data_->boxes[i];
    }
    /// Returns a compound of the pieces with `offset` added to their coordinates, and with a new tree. `at(c, offset)`
    /// shares pieces and tree instead.
    [[nodiscard]] friend compound translated(const compound& c, vec2<T> offset) {
        auto data = owner::make();
        for (const any_shape<T>& piece : c.pieces()) data.own().pieces.push_back(hitbox::translated(piece, offset));
        for (const segment<T>& edge : c.border()) data.own().border.push_back(hitbox::translated(edge, offset));
        compound result;
        result.finish(std::move(data));
        return result;
    }

private:
    friend struct detail::stored_sets<T>;
    template <exact_real U>
    friend aabb<U> bounds(const compound<U>& c) noexcept;

    struct contents {
        std::vector<any_shape<T>> pieces;
        std::vector<aabb<T>> boxes;  // of the pieces
        std::vector<segment<T>> border;
        static_rtree<T> tree;
        aabb<T> box{};
        bool valid = false, thin = false, round = false;
    };
    using owner = detail::shared_value<contents>;
    void finish(owner made);

    owner data_;
};

template <range_of_shapes R>
compound(const R&) -> compound<detail::solid_scalar_t<R>>;
template <detail::is_reported A>
compound(const A&) -> compound<float>;

template <exact_real T>
compound<T>::compound(const polygon<T>& p) {
    convex_parts_options options;
    options.max_vertices = 8;
    const convex_partition parts = convex_parts(p, options);
    auto data = owner::make();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        vertex_list<T, 8> corners;
        for (const std::uint32_t k : parts[i]) corners.push_back(p[k]);
        data.own().pieces.push_back(detail::polygon_maker::fill<8>(corners));
        for (std::size_t k = 0; k < corners.size(); ++k)
            if (parts.is_border(i, k)) data.own().border.push_back({corners[k], corners[(k + 1) % corners.size()]});
    }
    finish(std::move(data));
}
template <exact_real T>
void compound<T>::finish(owner made) {
    contents& data = made.own();
    data.boxes.reserve(data.pieces.size());
    data.valid = !data.pieces.empty();
    for (const any_shape<T>& piece : data.pieces) {
        data.valid = data.valid && hitbox::valid(piece);
        data.boxes.push_back(bounds(piece));
    }
    for (std::size_t i = 0; data.valid && i < data.pieces.size(); ++i)
        data.thin = detail::is_thin(data.pieces[i]) || data.thin, data.round = radius(data.pieces[i]) > 0 || data.round;
    if (data.valid) data.valid = data.tree.build(std::span<const aabb<T>>{data.boxes}).has_value();
    data.box = data.valid ? data.tree.bounds() : bounds(std::span<const any_shape<T>>{data.pieces});
    data_ = std::move(made);
}

/// Returns the centre of the bounding box. Unlike the centre of a convex shape, it may be outside of the compound.
template <exact_real T>
[[nodiscard]] vec2<T> center(const compound<T>& c) noexcept {
    return center(bounds(c));
}
/// Returns the stored bounding box of all pieces; without pieces, a box that contains nothing.
template <exact_real T>
[[nodiscard]] aabb<T> bounds(const compound<T>& c) noexcept {
    return c.data_ ? c.data_->box : detail::box_of_nothing<T>();
}
/// Returns true if the compound is not empty, and each piece is valid and its box in the range of T.
template <exact_real T>
[[nodiscard]] bool valid(const compound<T>& c) noexcept {
    return c.valid();
}
/// Calls visit(piece, index) for the pieces near a box, until `visit` returns false. An invalid compound has none.
template <exact_real T, class Visit>
void for_each_piece_near(const compound<T>& c, const aabb<T>& box, const Visit& visit) {
    if (!valid(c) || !valid(box)) return;
    c.tree().query(box, [&](proxy p) -> bool { return visit(c[p.index()], p.index()); });
}

/// Returns the box around the placed box of the set.
template <solid_set S>
[[nodiscard]] aabb<scalar_t<S>> bounds(const placed<S>& p) noexcept {
    return detail::box_around_placed(p.shape, bounds(at(bounds(p.shape), p.transform)), p.transform);
}
/// Calls visit(piece, index) for the placed pieces near a box, until `visit` returns false. Only these pieces are
/// transformed. Equal vertices of different pieces stay equal, because equal points are rounded in the same way.
template <solid_set S, class Visit>
void for_each_piece_near(const placed<S>& p, const aabb<scalar_t<S>>& box, const Visit& visit) {
    for_each_piece_near(p.shape, detail::local_box(box, p.transform), [&](const auto& piece, std::size_t i) {
        if constexpr (detail::bakeable<placed<std::remove_cvref_t<decltype(piece)>>>)
            return visit(baked(at(piece, p.transform)), i);
        else return visit(at(piece, p.transform), i);
    });
}

}  // namespace HITBOX_ISA

namespace detail {
inline namespace HITBOX_ISA {

/// Calls visit(piece, index) for the pieces whose bounding boxes a moving box may meet. `visit` returns the fraction of
/// the path beyond which the caller needs no more pieces. A compound is searched roughly in order along the path.
template <class S, exact_real T, class Visit>
void for_each_piece_on_path(const S& set, const aabb<T>& box, vec2<T> path, const Visit& visit) {
    aabb<T> swept = swept_box(box, path);
    T fraction(1);
    for_each_piece_near(set, swept, [&](const auto& piece, std::size_t i) {
        if (fraction < T(1) && !intersects_pair(bounds(piece), swept)) return true;
        const T next = visit(piece, i);
        if (next < fraction) fraction = next, swept = swept_box(box, path * fraction);
        return true;
    });
}
template <exact_real T, class Visit>
void for_each_piece_on_path(const compound<T>& c, const aabb<T>& box, vec2<T> path, const Visit& visit) {
    const auto visit_one = [&](proxy p) -> T { return visit(c[p.index()], p.index()); };
    if (c.tree().box_cast(box, path, visit_one).visited == 0)  // the path is not finite
        c.tree().query(swept_box(box, path), [&](proxy p) { static_cast<void>(visit_one(p)); });
}

/// Searches a placed compound along the path in its own coordinates. The local box contains the moving box at both ends
/// of the path, and therefore also between them.
template <exact_real T, class Visit>
void for_each_piece_on_path(const placed<compound<T>>& p, const aabb<T>& box, vec2<T> path, const Visit& visit) {
    const aabb<T> from = local_box(box, p.transform),
                  to = local_box(grown(aabb<T>{box.min + path, box.max + path}, T(0)), p.transform);
    const vec2<T> local_path = to.min - from.min;
    const T rounding = T(4) * std::numeric_limits<T>::epsilon() * (magnitude(local_path.x) + magnitude(local_path.y));
    const aabb<T> around = grown(aabb<T>{from.min, (max)(from.max, to.max - local_path)}, rounding);
    for_each_piece_on_path(p.shape, around, local_path, [&](const any_shape<T>& piece, std::size_t i) -> T {
        return visit(baked(at(piece, p.transform)), i);
    });
}

/// Calls visit(piece, index) for the pieces, roughly in ascending order of the distance of their bounding boxes from a
/// box. `visit` returns the distance beyond which the caller needs no more pieces; a negative one ends the search.
/// Returns false, without a call, if the set has no tree for this search.
template <class S, exact_real T, class Visit>
bool for_each_piece_from_nearest(const S&, const aabb<T>&, const Visit&) {
    return false;
}
template <exact_real T, class Visit>
bool for_each_piece_from_nearest(const compound<T>& c, const aabb<T>& box, const Visit& visit) {
    c.tree().visit_from_nearest(box, [&](proxy p) -> T { return visit(c[p.index()], p.index()); });
    return true;
}

/// Returns true if a shape has no interior, or if a piece of a set may have none.
template <class S>
[[nodiscard]] bool may_be_thin(const S& s) noexcept {
    if constexpr (convex<S>) return is_thin(s);
    else if constexpr (requires { s.has_thin_piece(); }) return s.has_thin_piece();
    else return true;
}

/// Calls visit(piece) with piece i. Sets without this function are searched for it.
template <exact_real T, class Visit>
void visit_piece(const compound<T>& c, std::size_t i, const aabb<T>&, const Visit& visit) {
    visit(c[i]);
}

/// Calls visit(segment) for the edges of the outline until it returns false. Returns false if the set stores no
/// outline; only compounds made of a polygon store one.
template <exact_real T, class Visit>
bool for_each_border_edge(const compound<T>& c, const Visit& visit) {
    for (const segment<T>& edge : c.border())
        if (!visit(edge)) break;
    return !c.border().empty();
}
template <exact_real T, class Visit>
bool for_each_border_edge(const placed<compound<T>>& p, const Visit& visit) {
    for (const segment<T>& edge : p.shape.border())
        if (!visit(baked(at(edge, p.transform)))) break;
    return !p.shape.border().empty();
}
template <class S, class Visit>
bool for_each_border_edge(const S&, const Visit&) {
    return false;
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
