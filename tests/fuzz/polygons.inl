// The laws of hulls and of makers of polygons. Included once per scalar (`FUZZ_SCALAR`).

#include "laws.hpp"
#include "queries.hpp"

namespace fuzz {
namespace {

using T = FUZZ_SCALAR;
using points = std::vector<vec2<T>>;

written as_code(const points& list) { return "points {" + hitbox_tests::code_points(list) + "}"; }

bool all_finite(const points& list) {
    return std::all_of(list.begin(), list.end(), [](vec2<T> p) { return is_finite(p); });
}

template <class P>
points listed_from(const P& polygon) {
    points list;
    for (std::size_t i = 0; i < polygon.size(); ++i) list.push_back(polygon[i]);
    return list;
}

/// Returns true if two cycles are equal, wherever they start.
bool same_cycle(const points& a, const points& b) {
    if (a.size() != b.size() || a.empty()) return a.size() == b.size();
    for (std::size_t start = 0; start < b.size(); ++start) {
        std::size_t i = 0;
        while (i < a.size() && a[i] == b[(start + i) % b.size()]) ++i;
        if (i == a.size()) return true;
    }
    return false;
}

/// A polygon is accepted exactly if its points are the hull's vertices in order, in either winding.
void check_outline(const points& list) {
    const auto made = make_convex_polygon<16>(list);
    const auto view = make_convex_polygon_view(list);
    const auto hull = convex_hull<16>(list);
    HOLDS(made.has_value() == view.has_value(), as_code(list));
    if (!made) {
        HOLDS(made.error() == view.error() && made.index() == view.index(), as_code(list));
        HOLDS((made.error() == polygon_error::not_finite) == (list.size() > 2 && !all_finite(list)), as_code(list));
        HOLDS((made.error() == polygon_error::too_few_points) == (list.size() < 3), as_code(list));
    } else {
        HOLDS(listed_from(*made) == listed_from(*view) && *view == made->vertices(), as_code(list));
    }
    if (list.size() < 3 || !all_finite(list)) {
        HOLDS(!hull && hull.error() == made.error() && hull.index() == made.index(), as_code(list));
        return;
    }
    points backwards = list;
    std::reverse(backwards.begin(), backwards.end());
    const bool outlined = hull && (same_cycle(list, listed_from(*hull)) || same_cycle(backwards, listed_from(*hull)));
    HOLDS(made.has_value() == outlined, as_code(list));
    const auto reversed = make_convex_polygon<16>(backwards);
    HOLDS(made.has_value() == reversed.has_value(), as_code(list));
    if (made) HOLDS(same_cycle(listed_from(*made), listed_from(*reversed)), as_code(list));
    else HOLDS(made.error() == reversed.error(), as_code(list));
}

void check_hull(const points& list) {
    const auto hull = convex_hull<16>(list);
    if (list.size() < 3 || !all_finite(list)) return;
    if (!hull) {
        HOLDS(hull.error() == polygon_error::collinear || hull.error() == polygon_error::duplicate_point,
              as_code(list));
        const bool one = std::all_of(list.begin(), list.end(), [&](vec2<T> p) { return p == list[0]; });
        HOLDS(one == (hull.error() == polygon_error::duplicate_point), as_code(list));
        for (const vec2<T> p : list)
            for (const vec2<T> q : list) HOLDS(exact::orient2d(list[0], p, q) == 0, as_code(list));
        return;
    }
    const std::size_t n = hull->size();
    HOLDS(n >= 3 && n <= list.size(), as_code(list));
    for (std::size_t i = 0; i < n; ++i) {
        const vec2<T> p = (*hull)[i], q = (*hull)[(i + 1) % n], r = (*hull)[(i + 2) % n];
        HOLDS(exact::orient2d(p, q, r) > 0, as_code(list), *hull);
        HOLDS(std::find(list.begin(), list.end(), p) != list.end(), as_code(list), *hull);
        for (const vec2<T> v : list) HOLDS(exact::orient2d(p, q, v) >= 0, as_code(list), *hull);
    }
    HOLDS(make_convex_polygon<16>(listed_from(*hull)).has_value(), as_code(list), *hull);
    HOLDS(*convex_hull<16>(listed_from(*hull)) == *hull, as_code(list), *hull);
    for (const vec2<T> p : list) HOLDS(contains(*hull, p) && intersects(*hull, p), p, *hull);
    const auto small = convex_hull<4>(list);
    HOLDS(small.has_value() == (n <= 4), as_code(list));
    if (!small) HOLDS(small.error() == polygon_error::too_many_points && small.index() == 4, as_code(list));
}

void check_regular(std::size_t n, T radius, vec2<T> middle) {
    const auto made = regular_polygon<32>(n, radius, middle);
    if (n < 3) HOLDS(!made && made.error() == polygon_error::too_few_points && made.index() == n, radius, middle);
    else if (!(radius > 0) || !std::isfinite(radius) || !is_finite(middle))
        HOLDS(!made && made.error() == polygon_error::not_finite, radius, middle);
    else if (n > 32)
        HOLDS(!made && (made.error() == polygon_error::too_many_points || made.error() == polygon_error::not_finite),
              radius, middle);
    else if (made) HOLDS(made->size() == n && valid(*made), radius, middle);
    else
        HOLDS(!std::isnormal(radius * T(0x1p-6)) || std::abs(middle.x) + std::abs(middle.y) > 0 ||
                  radius > std::numeric_limits<T>::max() / 4,
              radius, middle);
}

void check_turns(T x, const sweep<T>& s, T fraction) {
    for (const auto r : {rot2<T>::from_degrees(x), rot2<T>::from_radians(x)}) {
        HOLDS(valid(r) == std::isfinite(x), x);
        if (valid(r)) HOLDS(std::abs(r.c) <= 1 && std::abs(r.s) <= 1, x, r);
    }
    const T half_turn = T(3.1415926535897932);
    HOLDS(std::abs(angle(s.from.rotation)) <= half_turn, s.from.rotation);
    if (!valid(s)) return;
    HOLDS(interpolate(s, T(0)) == s.from && interpolate(s, T(1)) == s.to, s);
    if (!(fraction >= 0 && fraction <= 1)) return;
    const auto between = interpolate(s, fraction);
    const double size = std::hypot(double(between.rotation.c), double(between.rotation.s));
    HOLDS(std::abs(size - 1) <= 0x1p-10, s, fraction, between);
    const vec2<T> low = (min)(s.from.translation, s.to.translation), high = (max)(s.from.translation, s.to.translation);
    HOLDS(!is_finite(high - low) || is_finite(between.translation), s, fraction, between);
}

void check_intervals(interval<T> a, interval<T> b) {
    HOLDS(intersects(a, b) == intersects(b, a) && penetrates(a, b) == penetrates(b, a), a.min, a.max, b.min, b.max);
    HOLDS(!penetrates(a, b) || intersects(a, b), a.min, a.max, b.min, b.max);
    const auto out = minimum_translation(a, b);
    HOLDS(out.has_value() == intersects(a, b), a.min, a.max, b.min, b.max);
    HOLDS(!contains(a, b) || intersects(a, b), a.min, a.max, b.min, b.max);
    if (out) HOLDS((*out != 0) == penetrates(a, b) || a.min == a.max || b.min == b.max, a.min, a.max, b.min, b.max);
}

}  // namespace

template <>
void polygons<T>(bytes& in) {
    maker<T> make{in};
    const std::uint8_t kind = in.byte();
    switch (kind % 4) {
        case 0: {
            const T radius = make.number();
            return check_regular(kind / 4, radius, make.point());
        }
        case 1: {
            const T a = make.number(), b = make.number(), c = make.number();
            check_intervals({a, b}, {c, make.number()});
            const T x = make.number(), fraction = make.number();
            return check_turns(x, make.motion(), fraction);
        }
        case 2: {
            const auto list = make.some_points(16);
            return check_hull(list);
        }
        default: {
            points list = make.some_points(16);
            // Usually the vertices of a hull with some damage: a repeated point, two exchanged points.
            if (const auto hull = convex_hull<16>(list); hull && kind < 192) list = listed_from(*hull);
            if (kind & 4u) std::reverse(list.begin(), list.end());
            if (list.size() > 1 && (kind & 8u)) list.insert(list.begin(), list[in.index(list.size())]);
            if (list.size() > 1 && (kind & 16u)) std::swap(list[in.index(list.size())], list[in.index(list.size())]);
            if (list.size() > 16) list.resize(16);
            return check_outline(list);
        }
    }
}

}  // namespace fuzz
