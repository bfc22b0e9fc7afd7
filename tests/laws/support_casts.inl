// Casts of ellipses, which are known by their support only, against brute force. Included once per scalar
// (`LAW_SCALAR`). SUPPORT_CASTS is the number of motions for each ordered pair.

#undef LAW_SAMPLE
#define LAW_SAMPLE 13

#include "../support_reference.hpp"

#ifndef SUPPORT_CASTS
#  define SUPPORT_CASTS 40
#endif

namespace {

using namespace hitbox_tests;
using T = LAW_SCALAR;
using queries::cast;
using reference::extended;

using every_partner = type_list<vec2<T>, circle<T>, aabb<T>, obb<T>, segment<T>, capsule<T>, triangle<T>,
                                convex_polygon<T, 8>, convex_polygon_view<T>, placed<convex_polygon_view<T>>,
                                rounded<aabb<T>>, rounded<triangle<T>>, ellipse<T>>;

/// Returns a description of the first mistake beyond the bounds of `allowance`, or nothing.
template <class A, class B>
std::string_view wrong_cast(const cast_result<T>& result, const A& a, vec2<T> of_a, const B& b, vec2<T> of_b) {
    const reference::extent_of_shape from{a}, to{b};
    const reference::point translation = reference::extended_point(of_a) - reference::extended_point(of_b);
    const extended off = reference::allowance<T>(from, to), fraction = static_cast<extended>(result.fraction);
    const extended epsilon = static_cast<extended>(std::numeric_limits<T>::epsilon()), slack = epsilon * fraction;
    const auto grown = reference::meeting(from, to, translation, off),
               shrunk = reference::meeting(from, to, translation, -off);
    const bool inside = !shrunk.empty() && shrunk.start < 0 && shrunk.end > 0;
    switch (result.status) {
        case cast_status::hit: {
            if (inside) return "they overlap at the start";
            if (grown.empty() || fraction < grown.start - slack) return "too early";
            if (fraction > grown.end + slack) return "too late: they have parted";
            if (!shrunk.empty() && shrunk.end >= 0 && fraction > shrunk.start + slack) return "too late";
            // Along a normal that is off by the root of a rounding, and at the fraction as rounded to T, they touch
            // within such roundings.
            const auto normal = reference::extended_point(result.normal), at = reference::extended_point(result.point);
            if (std::abs(std::hypot(normal.x, normal.y) - 1) > 2 * epsilon) return "the normal is not a unit vector";
            const auto moved = [&](vec2<T> d) { return reference::extended_point(d) * fraction; };
            const extended rounding = slack * std::hypot(translation.x, translation.y) + 3 * off;
            if (std::abs(dot(from.farthest(normal * -1.L) + moved(of_a) - at, normal)) > rounding)
                return "the point is not on a";
            if (std::abs(dot(to.farthest(normal) + moved(of_b) - at, normal)) > rounding)
                return "the point is not on b";
            return "";
        }
        case cast_status::separated:
            if (result.fraction != 1) return "separated, but not all the way";
            return shrunk.empty() || shrunk.start > 1 || shrunk.end <= 0 ? "" : "a hit is missing";
        case cast_status::started_touching:
            if (inside) return "they overlap at the start";
            return grown.start <= 0 && grown.end >= 0 ? "" : "they do not touch at the start";
        case cast_status::started_overlapping:
            return grown.start <= 0 && grown.end >= 0 ? "" : "they do not overlap at the start";
        default: return "failed";
    }
}

/// Motions towards each other, past each other, grazing, ending or starting where they touch, along an axis, far from
/// the origin, and over many of their sizes; which are from 1e-3 to 1e3, at offsets up to 1e5 as far as there is room
/// for them between neighbouring numbers there.
template <class A, class B, class Law>
void on_random_motions(generator& random, int i, Law law) {
    const auto power_of_ten = [&](T low, T high) { return std::pow(T(10), random.real<T>(low, high)); };
    const T size = power_of_ten(-3, 3), size_of_b = i % 9 == 8 ? size * T(.01) : size;
    const T room = std::is_same_v<T, float> ? T(0x1p13) : T(0x1p30);
    const T offset = i % 2 ? T(0) : (std::min)(power_of_ten(-3, 5), size * room);
    const vec2<T> place = random.unit<T>() * offset;
    const A a = random.around<A>(place, size);
    B b = random.around<B>(place + random.unit<T>() * (size * random.real<T>(0, 5)), size_of_b);
    vec2<T> of_a =
        (center(b) - center(a)) * random.real<T>(T(.2), T(2)) + random.unit<T>() * (size * random.real<T>(0, 2));
    const auto kind = random.index(8);
    if (kind == 0) of_a = of_a * power_of_ten(1, 4);
    if (kind == 1) of_a = random.index(2) ? vec2<T>{of_a.x, 0} : vec2<T>{0, of_a.y};
    if (kind == 2) {  // b moved sideways until the two just touch in passing, or miss or overlap by a few ulps
        const vec2<T> aside = unit_or(perp(of_a), {0, 1}) * (random.index(2) ? T(1) : T(-1));
        const T few = std::numeric_limits<T>::epsilon() * (offset + size) * random.real<T>(-11, 11);
        b = mapped(b, T(1), aside * (dot(support(a, aside) - support(b, -aside), aside) + few));
    }
    vec2<T> of_b{};
    if (kind == 3) {  // ends where they touch, or continues from there
        const auto stop = shape_cast(a, of_a, b);
        const vec2<T> translation = of_a * stop.fraction;
        law(a, translation, b, vec2<T>{});
        return law(mapped(a, T(1), translation), of_a, b, vec2<T>{});
    }
    if (kind > 4) of_b = random.unit<T>() * size, of_a = of_a + of_b;
    law(a, of_a, b, of_b);
}

template <class A, class B>
void check_casts() {
    generator random{61};
    std::size_t seen[4] = {};
    for (int i = 0; i < SUPPORT_CASTS; ++i) {
        on_random_motions<A, B>(random, i, [&](const A& a, vec2<T> of_a, const B& b, vec2<T> of_b) {
            if (of_a.x == of_b.x && of_a.y == of_b.y) return;
            const auto result = cast(a, of_a, b, of_b);
            const auto fault = wrong_cast(result, a, of_a, b, of_b);
            if (!fault.empty()) UNSCOPED_INFO(fault << ", of_a " << code(of_a) << ", of_b " << code(of_b));
            LAW(fault.empty(), a, b);
            LAW(cast(b, of_b, a, of_a) == flipped(result), a, b);
            const auto status = static_cast<std::size_t>(result.status);
            if (status < 4) ++seen[status];
        });
    }
    CHECK((seen[0] > SUPPORT_CASTS / 8 && seen[1] > SUPPORT_CASTS / 8 && seen[3] > 0));
}

template <class... B>
void check_all_casts(type_list<B...>) {
    (check_casts<ellipse<T>, B>(), ...);
}

}  // namespace

LAW_CASE("casts of ellipses answer as brute force does") { check_all_casts(sample_of<every_partner, 4, LAW_SAMPLE>{}); }
