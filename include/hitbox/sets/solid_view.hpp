#pragma once
/// The view of a convex shape or a set that all queries of sets take.

#include <hitbox/sets/function_ref.hpp>
#include <hitbox/sets/polygon_set.hpp>

namespace hitbox {
namespace detail {
inline namespace HITBOX_ISA {

/// A piece of a solid of any kind: a borrowed hull, and pointers to functions of the shape's own type.
template <exact_real T>
class set_piece {
public:
    using scalar_type = T;

    /// `box` is the bounding box of the shape if the caller has it, or null.
    template <class S>
    set_piece(const S& shape, const rounded_hull<T>& hull, const aabb<T>* box = nullptr) noexcept
        : hull_{&hull}, shape_{&shape}, box_{box}, center_{&center_of<S>}, bounds_{&bounds_of<S>} {}

    [[nodiscard]] const rounded_hull<T>& hull() const noexcept { return *hull_; }
    /// Returns true if the shape is a `segment`. Only segments can be one-sided.
    [[nodiscard]] bool is_segment() const noexcept { return hull_->kind == shape_kind<segment<T>>; }

    friend vec2<T> center(const set_piece& p) noexcept { return p.center_(p.shape_); }
    [[gnu::noinline]] friend aabb<T> bounds(const set_piece& p) noexcept {
        return p.box_ ? *p.box_ : p.bounds_(p.shape_);
    }
    friend vec2<T> support(const set_piece& p, vec2<T> d) noexcept { return support(hull_shape<T>{p.hull_}, d); }
    friend rounded_hull<T> vertices(const set_piece& p) noexcept { return *p.hull_; }
    friend T radius(const set_piece& p) noexcept { return p.hull_->radius; }
    friend bool valid(const set_piece&) noexcept { return true; }  // queries have tested the whole solid

private:
    template <class S>
    static vec2<T> center_of(const void* s) noexcept {
        return center(*static_cast<const S*>(s));
    }
    template <class S>
    static aabb<T> bounds_of(const void* s) noexcept {
        return bounds(*static_cast<const S*>(s));
    }

    const rounded_hull<T>* hull_;
    const void* shape_;
    const aabb<T>* box_;
    vec2<T> (*center_)(const void*) noexcept;
    aabb<T> (*bounds_)(const void*) noexcept;
};

template <exact_real T, std::size_t N>
void fill_hull(rounded_hull<T>& hull, hull_storage<T, N>&, const set_piece<T>& p) noexcept {
    hull = p.hull();
}
template <exact_real T>
inline constexpr std::size_t hull_room<set_piece<T>> = 1;
template <exact_real T>
inline constexpr bool may_be_box<set_piece<T>> = true;

/// Calls f with the hulls of two pieces, which have the same scale. Hulls of float are not copied.
template <exact_real T, class F>
decltype(auto) with_hulls(const set_piece<T>& a, const set_piece<T>& b, F&& f) {
    if constexpr (std::same_as<T, float>) {
        return f(a.hull(), b.hull());
    } else {
        rounded_hull<T> p = a.hull(), q = b.hull();
        p.scale = q.scale = safe_scale(larger(largest_coordinate(p), largest_coordinate(q)));
        return f(p, q);
    }
}

template <exact_real T>
using piece_visitor = function_ref<bool(const set_piece<T>&, std::size_t)>;
template <exact_real T>
using piece_on_path_visitor = function_ref<T(const set_piece<T>&, std::size_t)>;

/// Calls f with a shape as a set_piece. Compiled once for each kind of shape.
template <class S, exact_real T = scalar_t<S>>
[[gnu::noinline]] void call_with_piece(const S& shape, const aabb<T>* box, function_ref<void(const set_piece<T>&)> f) {
    const hull_of<S> own{shape};
    f(set_piece<T>{shape, own.hull, box});
}
/// Calls f with a shape as a set_piece, and returns its result.
template <class S, class F, exact_real T = scalar_t<S>>
auto as_piece(const S& shape, const F& f, const aabb<T>* box = nullptr) {
    using answer = std::invoke_result_t<const F&, const set_piece<T>&>;
    if constexpr (std::same_as<S, set_piece<T>>) {
        return f(shape);
    } else if constexpr (std::is_void_v<answer>) {
        call_with_piece<S, T>(shape, box, f);
    } else {
        answer result{};
        call_with_piece<S, T>(shape, box, [&](const set_piece<T>& p) { result = f(p); });
        return result;
    }
}
/// Returns the bounding box of a piece if the set stores it, else null.
template <exact_real T, class S>
[[nodiscard]] const aabb<T>* kept_bounds(const S& set, std::size_t i) noexcept {
    if constexpr (requires { bounds_of_piece(set, i); }) return &bounds_of_piece(set, i);
    else return nullptr;
}

/// The side from which a piece of a set blocks.
struct piece_front {
    vec2<double> direction{};  // to the front of a one-sided piece, of any length; zero if it blocks from all sides
    bool is_edge = false;      // whether the piece is an edge of a one-sided chain
};
/// Returns the front of piece i of a set.
template <exact_real T, class S>
[[nodiscard]] piece_front front_of(const S& set, const set_piece<T>& piece, std::size_t i) noexcept {
    if constexpr (requires { set.front_of(piece, i); }) {
        return set.front_of(piece, i);
    } else {
        if constexpr (requires { set.front_of_piece(i); })
            if (const auto front = set.front_of_piece(i); front != vec2<T>{}) return {widen(front), false};
        const rounded_hull<T>& s = piece.hull();
        if (!piece.is_segment() || s.size() != 2 || !is_one_sided_piece(set, i)) return {};
        return {perp(widen(s[1]) - widen(s[0])), true};
    }
}

/// The table of functions of one type of solids.
template <exact_real T>
struct solid_operations {
    bool is_set;
    bool (*is_one_sided)(const void*);
    bool (*may_be_thin)(const void*);
    aabb<T> (*bounds)(const void*);
    vec2<T> (*center)(const void*);
    bool (*may_meet)(const void*, const set_piece<T>&);
    piece_front (*front_of)(const void*, const set_piece<T>&, std::size_t);
    void (*pieces_near)(const void*, const aabb<T>&, piece_visitor<T>);
    void (*on_path)(const void*, const aabb<T>&, vec2<T>, piece_on_path_visitor<T>);
    bool (*from_nearest)(const void*, const aabb<T>&, piece_on_path_visitor<T>);
    void (*piece)(const void*, std::size_t, const aabb<T>&, function_ref<void(const set_piece<T>&)>);
    bool (*border)(const void*, function_ref<bool(const segment<T>&)>);
};

/// The functions of one type of solids, and their table `all`.
template <class S, exact_real T = solid_scalar_t<S>>
struct operations_of {
    [[nodiscard]] static const S& solid(const void* s) noexcept { return *static_cast<const S*>(s); }

    static bool one_sided(const void* s) { return is_one_sided(solid(s)); }
    static bool thin(const void* s) { return detail::may_be_thin(solid(s)); }
    static aabb<T> box(const void* s) { return bounds(solid(s)); }
    static vec2<T> middle(const void* s) {
        if constexpr (convex<S>) return center(solid(s));
        else return midpoint(box(s).min, box(s).max);
    }
    static bool meets(const void* s, const set_piece<T>& piece) { return may_meet(solid(s), piece); }
    static piece_front front(const void* s, const set_piece<T>& piece, std::size_t i) {
        return detail::front_of(solid(s), piece, i);
    }
    static void pieces_near(const void* s, const aabb<T>& around, piece_visitor<T> visit) {
        for_each_piece_near(solid(s), around, [visit](const auto& shape, std::size_t i) {
            return as_piece(shape, [&](const set_piece<T>& p) { return visit(p, i); });
        });
    }
    static void on_path(const void* s, const aabb<T>& around, vec2<T> path, piece_on_path_visitor<T> visit) {
        for_each_piece_on_path(solid(s), around, path, [visit, s](const auto& shape, std::size_t i) {
            return as_piece(shape, [&](const set_piece<T>& p) { return visit(p, i); }, kept_bounds<T>(solid(s), i));
        });
    }
    static bool from_nearest(const void* s, const aabb<T>& box, piece_on_path_visitor<T> visit) {
        return for_each_piece_from_nearest(solid(s), box, [visit](const auto& shape, std::size_t i) {
            return as_piece(shape, [&](const set_piece<T>& p) { return visit(p, i); });
        });
    }
    static void piece(const void* s, std::size_t i, const aabb<T>& around,
                      function_ref<void(const set_piece<T>&)> visit) {
        const auto take = [visit](const auto& shape) { as_piece(shape, visit); };
        if constexpr (requires { visit_piece(solid(s), i, around, take); }) visit_piece(solid(s), i, around, take);
        else
            pieces_near(s, around, [i, visit](const set_piece<T>& p, std::size_t k) {
                if (k == i) visit(p);
                return k != i;
            });
    }
    static bool border(const void* s, function_ref<bool(const segment<T>&)> visit) {
        return for_each_border_edge(solid(s), visit);
    }

    static constexpr solid_operations<T> all{!convex<S>, one_sided,   thin,    box,          middle, meets,
                                             front,      pieces_near, on_path, from_nearest, piece,  border};
};
/// Returns the table of a type of solids. It is not declared inline, so that the library hitbox::compiled can contain
/// the tables of common solids.
template <class S>
[[nodiscard]] const solid_operations<solid_scalar_t<S>>& operations_for() noexcept {
    return operations_of<S>::all;
}

/// Returns true if p, the centre of a shape, is behind a segment.
template <exact_real T>
[[nodiscard]] bool is_behind(const set_piece<T>& piece, vec2<T> p) noexcept {
    const rounded_hull<T>& s = piece.hull();
    return piece.is_segment() && s.size() == 2 && exact::orient2d(s[0], s[1], p) < 0;
}

/// A borrowed solid. Queries of two views are compiled once for each type of numbers.
template <exact_real T>
class solid_view {
public:
    using scalar_type = T;

    template <class S>
        requires solid<S>
    explicit solid_view(const S& s) noexcept : solid_{&s}, operations_{&operations_for<S>()} {}

    /// Returns false for a convex shape.
    [[nodiscard]] bool is_set() const noexcept { return operations_->is_set; }
    /// Returns true if the set may have edges of one-sided chains.
    [[nodiscard]] bool is_one_sided() const { return operations_->is_one_sided(solid_); }
    /// Returns true if the shape has no interior, or if a piece of the set may have none.
    [[nodiscard]] bool may_be_thin() const { return operations_->may_be_thin(solid_); }
    [[nodiscard]] aabb<T> bounds() const { return operations_->bounds(solid_); }
    /// Returns the centre of a convex shape, and the middle of the bounding box of a set.
    [[nodiscard]] vec2<T> center() const { return operations_->center(solid_); }
    [[nodiscard]] bool may_meet(const set_piece<T>& p) const { return operations_->may_meet(solid_, p); }
    [[nodiscard]] piece_front front_of(const set_piece<T>& p, std::size_t i) const {
        return operations_->front_of(solid_, p, i);
    }
    /// Returns true if piece i is an edge of a one-sided chain. @pre is_one_sided()
    [[nodiscard]] bool is_edge(const set_piece<T>& p, std::size_t i) const {
        return p.is_segment() && front_of(p, i).is_edge;
    }
    /// Returns true if piece i is an edge of a one-sided chain and does not block a shape with this centre, because the
    /// centre is behind it. @pre is_one_sided()
    [[nodiscard, gnu::noinline]] bool ignores(const set_piece<T>& p, std::size_t i, vec2<T> center) const {
        return is_behind(p, center) && is_edge(p, i);
    }
    /// See the functions of these names in pieces.hpp and compound.hpp.
    void for_each_piece_near(const aabb<T>& box, piece_visitor<T> visit) const {
        operations_->pieces_near(solid_, box, visit);
    }
    void for_each_piece_on_path(const aabb<T>& box, vec2<T> path, piece_on_path_visitor<T> visit) const {
        operations_->on_path(solid_, box, path, visit);
    }
    bool for_each_piece_from_nearest(const aabb<T>& box, piece_on_path_visitor<T> visit) const {
        return operations_->from_nearest(solid_, box, visit);
    }
    void visit_piece(std::size_t i, const aabb<T>& around, function_ref<void(const set_piece<T>&)> visit) const {
        operations_->piece(solid_, i, around, visit);
    }
    bool for_each_border_edge(function_ref<bool(const segment<T>&)> visit) const {
        return operations_->border(solid_, visit);
    }

private:
    const void* solid_;
    const solid_operations<T>* operations_;
};
template <class S>
solid_view(const S&) -> solid_view<solid_scalar_t<S>>;

// A view is a set of solids itself.
template <exact_real T>
[[nodiscard]] aabb<T> bounds(const solid_view<T>& s) {
    return s.bounds();
}
template <exact_real T>
[[nodiscard]] bool valid(const solid_view<T>&) noexcept {
    return true;  // queries have tested the solid
}
template <exact_real T, class Visit>
void for_each_piece_near(const solid_view<T>& s, const aabb<T>& box, const Visit& visit) {
    s.for_each_piece_near(box, visit);
}
template <exact_real T, class Visit>
void for_each_piece_on_path(const solid_view<T>& s, const aabb<T>& box, vec2<T> path, const Visit& visit) {
    s.for_each_piece_on_path(box, path, visit);
}

/// Calls f(p, i, q, j) for pairs of a piece p of a and a piece q of b whose boxes are at most `search_radius` apart,
/// until f returns false. A pair is skipped if one piece is an edge of a one-sided chain and the centre of the other is
/// behind it.
template <exact_real T>
void for_each_piece_pair(const solid_view<T>& a, const solid_view<T>& b, T search_radius,
                         function_ref<bool(const set_piece<T>&, std::size_t, const set_piece<T>&, std::size_t)> f) {
    const auto grown_by_radius = [search_radius](const aabb<T>& box) {
        return within_range(search_radius == T(0) ? box : grown(box, search_radius));
    };
    const bool a_one_sided = a.is_one_sided(), b_one_sided = b.is_one_sided();
    bool more = true;
    const auto visit_b = [&](const set_piece<T>& p, std::size_t i) {
        if (search_radius == T(0) && !b.may_meet(p)) return true;
        b.for_each_piece_near(grown_by_radius(bounds(p)), [&](const set_piece<T>& q, std::size_t j) {
            if (b_one_sided && b.ignores(q, j, center(p))) return true;
            if (a_one_sided && a.ignores(p, i, center(q))) return true;
            return more = f(p, i, q, j);
        });
        return more;
    };
    a.for_each_piece_near(a.is_set() ? grown_by_radius(b.bounds()) : aabb<T>{}, visit_b);
}

/// Calls f(p, i, q, j) for pairs of pieces whose boxes may come within `search_radius` while p moves along `path`. f
/// returns the fraction of the path beyond which the caller needs no more pairs. Pairs with a one-sided edge are
/// skipped as by `for_each_piece_pair`.
template <exact_real T>
[[gnu::noinline]] void
for_each_pair_on_path(const solid_view<T>& a, const solid_view<T>& b, T search_radius, vec2<T> path,
                      function_ref<T(const set_piece<T>&, std::size_t, const set_piece<T>&, std::size_t)> f) {
    const bool a_one_sided = a.is_one_sided(), b_one_sided = b.is_one_sided();
    const auto grown_by_radius = [search_radius](const aabb<T>& box) {
        return search_radius == T(0) ? box : within_range(grown(box, search_radius));
    };
    T fraction(1);
    const auto visit_b = [&](const set_piece<T>& p, std::size_t i) {
        b.for_each_piece_on_path(grown_by_radius(bounds(p)), path, [&](const set_piece<T>& q, std::size_t j) {
            const bool behind =
                (b_one_sided && b.ignores(q, j, center(p))) || (a_one_sided && a.ignores(p, i, center(q)));
            if (!behind) fraction = smaller(fraction, f(p, i, q, j));
            return fraction;
        });
        return fraction;
    };
    if (!a.is_set())
        a.for_each_piece_near({}, [&](const set_piece<T>& p, std::size_t i) { return visit_b(p, i), true; });
    else a.for_each_piece_on_path(grown_by_radius(b.bounds()), vec2<T>{} - path, visit_b);
}

}  // namespace HITBOX_ISA
}  // namespace detail
}  // namespace hitbox
