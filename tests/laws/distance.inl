// The rules of distances, for every ordered pair of shapes. Included once per scalar (`LAW_SCALAR`).
//
// The expected values do not come from the code under test. The separation along a direction is a lower bound of the
// distance, and the distance of a point of each shape is an upper bound.

#undef LAW_SAMPLE
#define LAW_SAMPLE 4

#include "../laws.hpp"

namespace {

using namespace hitbox_tests;
using T = LAW_SCALAR;

/// Calls law(a, b, rounding) for random pairs of every kind: deep, shallow, near and far; near the origin, far from it,
/// tiny and huge. `rounding` is the error of coordinates of this size.
template <class Law>
void on_random_distances(std::uint64_t seed, Law law) {
    struct world {
        T place, size;
    };
    const world worlds[] = {{0, 1}, {10, 1}, {T(1e4), 3}, {T(1e-6), T(1e-6)}, {T(1e9), T(1e8)}};
    for_every_pair<T, LAW_SAMPLE>([&]<class A, class B>() {
        generator random{seed};
        for (const world& w : worlds) {
            for (int i = 0; i < 8; ++i) {
                const vec2<T> p = random.unit<T>() * w.place;
                const A a = random.around<A>(p, w.size);
                const B b = random.around<B>(p + random.unit<T>() * random.real<T>(0, w.size * 4),
                                             random.index(3) ? w.size : w.size / 4);
                law(a, b, ulp(coordinate_size(a, b)));
            }
        }
    });
}

template <class A, class B>
constexpr bool exact_kinds(const A&, const B&) {
    return exact_pair<A, B>;
}

/// Returns true if p is in the shape or at most `rounding` outside, by its projections onto 24 directions.
template <class S>
bool has_point(const S& s, vec2<T> p, T rounding) {
    for (int degrees = 0; degrees < 360; degrees += 15) {
        const auto r = rot2<T>::from_degrees(static_cast<T>(degrees));
        if (dot(p, vec2<T>{r.c, r.s}) > sat::project(s, vec2<T>{r.c, r.s}).max + rounding) return false;
    }
    return true;
}

}  // namespace

LAW_CASE("distance is 0 exactly where shapes intersect, and agrees with collide") {
    on_random_distances(41, [](const auto& a, const auto& b, T) {
        const auto s = queries::distance(a, b);
        const auto hit = queries::collide(a, b);
        LAW((s.distance == 0) == queries::intersects(a, b) && s.distance >= 0, a, b);
        LAW((queries::signed_distance(a, b) < 0) == queries::penetrates(a, b), a, b);
        LAW(queries::signed_distance(a, b) == (hit ? -hit->depth : s.distance), a, b);
        LAW(!std::signbit(s.distance) && positive_zeros(s.normal), a, b);
        if (hit) LAW((s == separation<T>{0, hit->normal, hit->point_a, hit->point_b}), a, b);
    });
}

LAW_CASE("swapping two shapes flips their distance, to the last bit") {
    on_random_distances(42, [](const auto& a, const auto& b, T) {
        LAW(queries::distance(a, b) == flipped(queries::distance(b, a)), a, b);
        LAW(queries::signed_distance(a, b) == queries::signed_distance(b, a), a, b);
    });
}

LAW_CASE("nearest points are in their shapes and as far apart as no slab between the shapes is wider") {
    on_random_distances(43, [](const auto& a, const auto& b, T ulps) {
        const auto s = queries::distance(a, b);
        const T rounding = 8 * ulps;
        LAW(std::abs(length(s.normal) - 1) <= 4 * std::numeric_limits<T>::epsilon(), a, b);
        const vec2<T> gap = s.point_b - s.point_a;
        LAW(std::abs(dot(gap, s.normal) - queries::signed_distance(a, b)) <= rounding, a, b);
        LAW(has_point(a, s.point_a, rounding) && has_point(b, s.point_b, rounding), a, b);
        if (s.distance == 0) return;
        const T slab = sat::project(b, s.normal).min - sat::project(a, s.normal).max;
        LAW(std::abs(slab - s.distance) <= rounding, a, b);
        // The nearest point of a support function is accurate to about the root of a rounding.
        const T sideways = exact_kinds(a, b) ? 0 : 8 * std::sqrt(ulps * coordinate_size(a, b));
        LAW(length(gap) <= s.distance + rounding + sideways, a, b);
    });
}

LAW_CASE("a move changes the distance by no more than its length") {
    on_random_distances(44, [](const auto& a, const auto& b, T ulps) {
        generator random{45};
        const T size = coordinate_size(a, b), before = queries::signed_distance(a, b);
        for (const T step : {size, size / 64, 16 * ulps}) {
            const vec2<T> move = random.unit<T>() * step;
            const T after = queries::signed_distance(a, mapped(b, T(1), move));
            LAW(std::abs(after - before) <= length(move) + 32 * ulps, a, b);
        }
    });
}

LAW_CASE("scaling by a power of two scales the distance, bit for bit") {
    on_random_distances(46, [](const auto& a, const auto& b, T) {
        for (const T k : {T(0x1p-20), T(0x1p10), T(0x1p40)}) {
            const auto s = queries::distance(a, b), big = queries::distance(mapped(a, k, {}), mapped(b, k, {}));
            LAW((big == separation<T>{s.distance * k, s.normal, s.point_a * k, s.point_b * k}), a, b);
        }
    });
}

LAW_CASE("the closest point of a shape is where the distance of the point ends") {
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        if constexpr (std::is_same_v<B, vec2<T>>) {
            generator random{47};
            for (int i = 0; i < 100; ++i) {
                const A a = random.around<A>({0, 0}, 1);
                const vec2<T> p = random.unit<T>() * random.real<T>(0, 3);
                const auto found = closest_point(a, p);
                const T rounding = 8 * ulp(coordinate_size(a, p));
                LAW(found.distance == queries::signed_distance(a, p), a, p);
                LAW(found.gradient == queries::distance(a, p).normal, a, p);
                LAW(length(p - found.point - found.gradient * found.distance) <=
                        rounding + (exact_pair<A, B> ? 0 : std::sqrt(rounding)),
                    a, p);
                // A step along the gradient increases the distance by its length; outside, a step back decreases it.
                const T step = T(1) / 64;
                if (!(std::abs(found.distance) > step)) continue;
                for (const T t : {step, found.distance > 0 ? -step : T(0)})
                    LAW(std::abs(queries::signed_distance(a, p + found.gradient * t) - found.distance - t) <=
                            2 * rounding,
                        a, p);
                if constexpr (exact_pair<A, B>)
                    LAW(std::abs(queries::signed_distance(a, found.point)) <= rounding, a, p);
            }
        }
    });
}
