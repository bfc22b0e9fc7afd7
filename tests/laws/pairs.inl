// The laws of every ordered pair of shapes. Each is checked for all pairs. Included once per scalar
// (`LAW_SCALAR`).

#undef LAW_SAMPLE
#define LAW_SAMPLE 9

#include "../grid.hpp"

namespace {

using namespace hitbox_tests;
using T = LAW_SCALAR;

constexpr int pairs_per_kind = 40;

/// The positions and sizes of the tests: near the origin, far away, tiny, huge.
struct world {
    T place, size;
};
template <class F>
void for_worlds(generator& random, F f) {
    const world worlds[] = {{0, 1}, {T(10), 1}, {T(1e4), T(3)}, {T(1e-6), T(1e-6)}, {T(1e9), T(1e8)}};
    for (const world& w : worlds)
        for (int i = 0; i < pairs_per_kind / 5; ++i) f(random.unit<T>() * w.place, w.size);
}

/// Calls law(a, b) for random pairs of every kind, at random nearness: deep, shallow, touching or apart; and for as
/// many on a grid, where touches and ties are common.
template <class Law>
void on_random_pairs(std::uint64_t seed, Law law) {
    for_every_pair<T, LAW_SAMPLE>([&]<class A, class B>() {
        generator random{seed};
        for_worlds(random, [&](vec2<T> p, T size) {
            const A a = random.around<A>(p, size);
            const B b = random.around<B>(p + random.unit<T>() * random.real<T>(0, size * T(2.5)),
                                         random.index(3) ? size : size / 4);
            law(a, b);
        });
        grid_generator grid{seed};
        for (int i = 0; i < pairs_per_kind; ++i) {
            const auto [a, b] = grid.pair<A, B>();
            law(a, b);
        }
    });
}

/// Two equal shapes, which a swap does not change.
template <class A, class B>
bool identical(const A& a, const B& b) {
    return std::is_same_v<A, B> && code(a) == code(b);
}

}  // namespace

LAW_CASE("shapes made around one point overlap") {
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        generator random{1};
        for_worlds(random, [&](vec2<T> p, T size) {
            const A a = random.around<A>(p, size);
            const B b = random.around<B>(p, size);
            LAW(queries::intersects(a, b), a, b);
            LAW(queries::collide(a, b).has_value(), a, b);
            LAW(!queries::separating_axis(a, b), a, b);
        });
    });
}

LAW_CASE("shapes on either side of a line are apart") {
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        generator random{2};
        for_worlds(random, [&](vec2<T> p, T size) {
            const A a = random.around<A>(p, size);
            const B still = random.around<B>(p, size);
            const vec2<T> n = random.unit<T>();
            const T gap = size / 64 + 64 * ulp(std::max(std::abs(p.x), std::abs(p.y)) + 4 * size);
            const T move = sat::project(a, n).max - sat::project(still, n).min + gap;
            const B b = mapped(still, T(1), n * move);
            LAW(!queries::intersects(a, b), a, b);
            LAW(!queries::penetrates(a, b), a, b);
            LAW(!queries::collide(a, b), a, b);
            const auto axis = queries::separating_axis(a, b);
            LAW(axis && unit_length(*axis), a, b);
            if (axis) LAW(sat::project(a, *axis).max < sat::project(b, *axis).min, a, b);
            if constexpr (requires { queries::contains(a, b); })
                LAW(!queries::contains(a, b) && !queries::contains(b, a), a, b);
        });
    });
}

LAW_CASE("swapping two shapes flips the answer, to the last bit") {
    on_random_pairs(3, [](const auto& a, const auto& b) {
        LAW(queries::intersects(a, b) == queries::intersects(b, a), a, b);
        LAW(queries::penetrates(a, b) == queries::penetrates(b, a), a, b);
        const auto there = queries::collide(a, b), back = queries::collide(b, a);
        LAW(there == flipped(back) || identical(a, b), a, b);
        const auto axis = queries::separating_axis(a, b), other = queries::separating_axis(b, a);
        LAW(axis.has_value() == other.has_value() && (!axis || *axis == vec2<T>{} - *other), a, b);
    });
}

LAW_CASE("yes, depth and direction agree") {
    on_random_pairs(4, [](const auto& a, const auto& b) {
        const auto hit = queries::collide(a, b);
        LAW(hit.has_value() == queries::intersects(a, b), a, b);
        LAW((hit && hit->depth > 0) == queries::penetrates(a, b), a, b);
        LAW(hit.has_value() == !queries::separating_axis(a, b), a, b);
        LAW(sat::minimum_translation(a, b).has_value() == hit.has_value(), a, b);
        if (!hit) return;
        LAW(unit_length(hit->normal) && positive_zeros(hit->normal), a, b);
        LAW(hit->depth >= 0 && !std::signbit(hit->depth) && positive_zeros(hit->mtv()), a, b);
        LAW(*sat::minimum_translation(a, b) == hit->mtv(), a, b);
        // The distance of the deepest points along the normal is the depth, within the rounding of coordinates.
        const T size = coordinate_size(a, b);
        const vec2<T> gap = hit->point_a - hit->point_b;
        LAW(std::abs(dot(gap, hit->normal) - hit->depth) <= 8 * ulp(size), a, b);
        LAW(length(gap - hit->normal * dot(gap, hit->normal)) <=
                64 * std::sqrt(std::numeric_limits<T>::epsilon()) * size,
            a, b);
        if constexpr (requires { queries::contains(a, b); }) {
            LAW(hit->a_in_b == queries::contains(b, a) && hit->b_in_a == queries::contains(a, b), a, b);
        }
    });
}

LAW_CASE("a move by the translation vector separates, and a shorter one does not") {
    on_random_pairs(5, [](const auto& a, const auto& b) {
        const auto hit = queries::collide(a, b);
        if (!hit) return;
        const T size = coordinate_size(a, b) + hit->depth;
        const T rounding =
            (exact_pair<std::remove_cvref_t<decltype(a)>, std::remove_cvref_t<decltype(b)>> ? 8 : 64) * ulp(size);
        const auto out = queries::collide(mapped(a, T(1), hit->mtv()), b);
        LAW(!out || out->depth <= rounding, a, b);
        if (!(hit->depth > 1000 * ulp(size))) return;
        // Neither along the normal nor along any other direction.
        LAW(queries::penetrates(mapped(a, T(1), hit->mtv() * T(.99)), b), a, b);
        generator random{6};
        for (int i = 0; i < 8; ++i)
            LAW(queries::penetrates(mapped(a, T(1), random.unit<T>() * (hit->depth * T(.99))), b), a, b);
    });
}

LAW_CASE("scaling by a power of two scales the answer, bit for bit") {
    on_random_pairs(7, [](const auto& a, const auto& b) {
        for (const T k : {T(0x1p-20), T(0x1p10), T(0x1p40)}) {
            const auto big_a = mapped(a, k, {});
            const auto big_b = mapped(b, k, {});
            LAW(queries::intersects(a, b) == queries::intersects(big_a, big_b), a, b);
            const auto hit = queries::collide(a, b), big = queries::collide(big_a, big_b);
            LAW(hit.has_value() == big.has_value(), a, b);
            if (!hit || !big) continue;
            const contact<T> expected{hit->normal,      hit->depth * k, hit->point_a * k,
                                      hit->point_b * k, hit->a_in_b,    hit->b_in_a};
            LAW(*big == expected, a, b);
        }
    });
}

LAW_CASE("a pair far away gives the same answer, but for the rounding of its coordinates") {
    // The grid is such that moved coordinates are exact, so yes, no and containment do not change.
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        if constexpr (exact_pair<A, B>) {
            generator random{8};
            for (int i = 0; i < pairs_per_kind; ++i) {
                const A a = random.around<A>({0, 0}, 1);
                const B b = random.around<B>(random.unit<T>() * random.real<T>(0, 3), 1);
                const vec2<T> far{T(4096), T(-8192)};
                const auto here = queries::collide(a, b),
                           there = queries::collide(mapped(a, T(1), far), mapped(b, T(1), far));
                const T rounding = 32 * ulp(T(8192));
                LAW(here.has_value() == there.has_value() || (here ? here->depth : there->depth) <= rounding || !here,
                    a, b);
                if (here && there) LAW(std::abs(here->depth - there->depth) <= rounding, a, b);
            }
        }
    });
}

LAW_CASE("a borrowed polygon answers as the one that owns its corners") {
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        if constexpr (std::is_same_v<A, convex_polygon<T, 8>>) {
            generator random{10};
            for (int i = 0; i < pairs_per_kind; ++i) {
                const A a = random.around<A>({0, 0}, 1);
                const B b = random.around<B>(random.unit<T>() * random.real<T>(0, 2), 1);
                LAW(queries::collide(a, b) == queries::collide(convex_polygon_view{a}, b), a, b);
                LAW(queries::intersects(b, a) == queries::intersects(b, convex_polygon_view{a}), a, b);
            }
        }
    });
}

LAW_CASE("sat::explain decides as collide does") {
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        if constexpr (requires(const A& a, const B& b) { sat::explain(a, b); }) {
            generator random{11};
            for (int i = 0; i < pairs_per_kind / 4; ++i) {
                const A a = random.around<A>({0, 0}, 1);
                const B b = random.around<B>(random.unit<T>() * random.real<T>(0, 3), 1);
                const auto why = sat::explain(a, b);
                const T rounding = 32 * ulp(T(8));
                LAW(why.apart() == !queries::intersects(a, b), a, b);
                LAW(why.size() == sat::axes(a, b).size() && why.size() > 0, a, b);
                for (const vec2<T> axis : sat::axes(a, b)) LAW(unit_length(axis), a, b);
                const auto decided = why[why.deciding()];
                LAW(decided.decides, a, b);
                for (std::size_t k = 0; k < why.size(); ++k)
                    LAW(why[k].overlap >= decided.overlap && why[k].decides == (k == why.deciding()), a, b);
                if (const auto hit = queries::collide(a, b))
                    LAW(std::abs(hit->depth - decided.overlap) <= rounding, a, b);
                else LAW(decided.overlap < rounding, a, b);
            }
        }
    });
}
