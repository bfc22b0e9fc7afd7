// Rays and casts of every ordered pair of shapes. Included once per scalar (`LAW_SCALAR`). CAST_MOTIONS is the number
// of motions of each ordered pair that are compared with brute force.

#undef LAW_SAMPLE
#define LAW_SAMPLE 3

#include "../cast_reference.hpp"

#ifndef CAST_MOTIONS
#  define CAST_MOTIONS 48
#endif

namespace {

using namespace hitbox_tests;
using T = LAW_SCALAR;
using queries::cast;
using reference::extended;

constexpr T epsilon = std::numeric_limits<T>::epsilon();

/// Two shapes and their translations.
template <class A, class B>
struct motion {
    A a;
    B b;
    vec2<T> of_a, of_b;
};

/// Calls law(motion) for random motions of every kind of pair: towards each other, past each other, grazing, along an
/// edge, ending or starting where they touch, over thousands of their sizes, far from the origin.
template <class Law>
void on_random_motions(std::uint64_t seed, int count, Law law) {
    for_every_pair<T, LAW_SAMPLE>([&]<class A, class B>() {
        generator random{seed};
        for (int i = 0; i < count; ++i) {
            const vec2<T> place = i % 8 == 7 ? random.unit<T>() * T(1e4) : vec2<T>{};
            const A a = random.around<A>(place, 1);
            B b = random.around<B>(place + random.unit<T>() * random.real<T>(1, 5), i % 8 == 6 ? T(1e-4) : T(1));
            const vec2<T> towards = center(b) - center(a);
            vec2<T> of_a = towards * random.real<T>(T(.2), T(2)) + random.unit<T>() * random.real<T>(0, 2);
            if (i % 8 == 1) of_a = of_a * T(4096);
            if (i % 8 == 2) of_a = {of_a.x, 0};
            if (i % 8 == 3 || i % 8 == 4) {  // b moved sideways until the two just touch in passing
                const vec2<T> aside = unit_or(perp(of_a), {0, 1});
                const T move = i % 8 == 3 ? sat::project(a, aside).max - sat::project(b, aside).min
                                          : sat::project(a, aside).min - sat::project(b, aside).max;
                b = mapped(b, T(1), aside * move);
            }
            vec2<T> of_b{};
            if (i % 8 == 5) {  // ends where they touch, or continues from there
                const auto stop = shape_cast(a, of_a, b);
                const vec2<T> translation = of_a * stop.fraction;
                law(motion<A, B>{a, b, translation, {}});
                law(motion<A, B>{mapped(a, T(1), translation), b, of_a, {}});
            }
            if (i % 2) of_b = random.unit<T>(), of_a = of_a + of_b;
            law(motion<A, B>{a, b, of_a, of_b});
        }
    });
}

template <class M>
T size_of(const M& m) {
    return coordinate_size(m.a, m.b);
}
bool is_unit(vec2<T> n) { return std::abs(std::hypot(n.x, n.y) - T(1)) <= 4 * epsilon; }

}  // namespace

LAW_CASE("casts answer as brute force does") {
    on_random_motions(41, CAST_MOTIONS, [](const auto& m) {
        if constexpr (exact_pair<decltype(m.a), decltype(m.b)>) {
            const auto result = cast(m.a, m.of_a, m.b, m.of_b);
            const auto a = reference::hull_of(m.a), b = reference::hull_of(m.b);
            const reference::point translation{static_cast<extended>(m.of_a.x) - static_cast<extended>(m.of_b.x),
                                               static_cast<extended>(m.of_a.y) - static_cast<extended>(m.of_b.y)};
            if (translation == reference::point{}) return;
            const extended off = reference::allowance(a, b), fraction = static_cast<extended>(result.fraction);
            // The answers to the problem and to a slightly different one: every answer between them is correct.
            const auto grown = reference::meeting(a, b, translation, off),
                       shrunk = reference::meeting(a, b, translation, -off);
            const extended slack = static_cast<extended>(epsilon) * fraction;
            switch (result.status) {
                case cast_status::hit:
                    LAW(!intersects(m.a, m.b), m.a, m.b);
                    LAW(!grown.empty() && grown.start <= fraction + slack, m.a, m.b);
                    LAW(shrunk.empty() || shrunk.start >= fraction - slack || shrunk.end < 0, m.a, m.b);
                    break;
                case cast_status::separated:
                    LAW(!penetrates(m.a, m.b), m.a, m.b);
                    LAW(shrunk.empty() || shrunk.start > 1 || shrunk.end <= 0, m.a, m.b);
                    break;
                case cast_status::started_touching:
                    LAW(intersects(m.a, m.b) && !penetrates(m.a, m.b), m.a, m.b);
                    LAW(grown.start <= 0 && grown.end >= 0, m.a, m.b);
                    break;
                case cast_status::started_overlapping: LAW(penetrates(m.a, m.b), m.a, m.b); break;
                case cast_status::failed:
                case cast_status::step_limit: LAW(false, m.a, m.b); break;
            }
        }
    });
}

LAW_CASE("swapping a cast flips the answer, to the last bit") {
    on_random_motions(42, 16, [](const auto& m) {
        const auto there = cast(m.a, m.of_a, m.b, m.of_b), back = cast(m.b, m.of_b, m.a, m.of_a);
        LAW(there == flipped(back), m.a, m.b);
        // Fraction and normal depend on the difference of the translations only.
        const auto same = cast(m.a, m.of_a + m.of_a, m.b, m.of_b + m.of_b);
        const auto twice = cast(m.a, (m.of_a + m.of_a) - (m.of_b + m.of_b), m.b, vec2<T>{});
        if (exact_pair<decltype(m.a), decltype(m.b)> && m.of_b == vec2<T>{})
            LAW(same.status == twice.status && same.fraction == twice.fraction && same.normal == twice.normal, m.a,
                m.b);
    });
}

LAW_CASE("at the fraction of a cast the shapes touch, and not before") {
    on_random_motions(43, 24, [](const auto& m) {
        const auto result = cast(m.a, m.of_a, m.b, m.of_b);
        const vec2<T> translation = m.of_a - m.of_b;
        // Coordinates and the path up to the fraction are rounded; a support has an error of 8 roundings.
        const T off = 16 * ulp(size_of(m) + (length(m.of_a) + length(m.of_b)) * result.fraction);
        if (result.status == cast_status::hit) {
            LAW(is_unit(result.normal), m.a, m.b);
            LAW(result.depth == 0, m.a, m.b);
            const auto moved_a = mapped(m.a, T(1), m.of_a * result.fraction);
            const auto moved_b = mapped(m.b, T(1), m.of_b * result.fraction);
            const auto touch = queries::collide(moved_a, moved_b);
            LAW(!touch || touch->depth <= off, m.a, m.b);
            // The line across the normal through the point has a in front of it and b behind it: they touch there. The
            // normal of a support is good to about the root of its rounding.
            const T slack = exact_pair<decltype(m.a), decltype(m.b)> ? off : 16 * std::sqrt(epsilon);
            LAW(dot(result.normal, translation) <= slack * (T(1) + length(translation)), m.a, m.b);
            const T at = dot(result.point, result.normal);
            LAW(std::abs(sat::project(moved_a, result.normal).min - at) <= slack, m.a, m.b);
            LAW(std::abs(sat::project(moved_b, result.normal).max - at) <= slack, m.a, m.b);
        }
        if (result.status == cast_status::hit || result.status == cast_status::separated) {
            for (const T part : {T(0), T(.25), T(.5), T(.875), T(1) - 1024 * epsilon}) {
                const T t = part * result.fraction;
                const auto deep = queries::collide(mapped(m.a, T(1), m.of_a * t), mapped(m.b, T(1), m.of_b * t));
                LAW(!deep || deep->depth <= off, m.a, m.b);
            }
        } else {
            const auto start = queries::collide(m.a, m.b);
            LAW(start.has_value() && result.fraction == 0, m.a, m.b);
            if (start) LAW(result.normal == vec2<T>{} - start->normal && result.depth == start->depth, m.a, m.b);
            const auto left = queries::collide(mapped(m.a, T(1), result.normal * result.depth), m.b);
            LAW(!left || left->depth <= off, m.a, m.b);
            if (result.status == cast_status::started_touching)
                LAW(result.depth == 0 && dot(result.normal, translation) < 0, m.a, m.b);
        }
    });
}

LAW_CASE("a ray is the cast of a point") {
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        if constexpr (std::is_same_v<A, vec2<T>>) {
            generator random{44};
            for (int i = 0; i < 64; ++i) {
                const B b = random.around<B>({0, 0}, 1);
                const ray<T> r{random.unit<T>() * random.real<T>(0, 3), random.unit<T>() * random.real<T>(0, 5)};
                const auto hit = cast(r, b, ray_start::solid), hollow = cast(r, b, ray_start::hollow);
                const auto same = cast(r.origin, r.translation, b, vec2<T>{});
                if (!queries::intersects(r.origin, b)) {
                    LAW(hit.has_value() == (same.status == cast_status::hit), r.origin, b);
                    LAW(!hit || (hit->fraction == same.fraction && hit->normal == same.normal), r.origin, b);
                    LAW(!hit || length(hit->point - same.point) <= 8 * ulp(T(4)), r.origin, b);
                    LAW(hit == hollow, r.origin, b);
                    if (const vec2<T> end = r.origin + r.translation;
                        end - r.origin == r.translation && end - r.translation == r.origin && faceted<B>)
                        LAW(hit.has_value() == queries::intersects(segment<T>{r.origin, end}, b), r.origin, b);
                } else {
                    const auto inside = queries::collide(r.origin, b);
                    LAW((hit == ray_hit<T>{T(0), r.origin, vec2<T>{} - inside->normal}), r.origin, b);
                    // The far wall is where a ray in the opposite direction enters the shape.
                    if (!hollow)
                        LAW(!queries::penetrates(r.origin, b) || queries::intersects(r.origin + r.translation, b), b,
                            b);
                    if (!hollow || !faceted<B>) continue;
                    const vec2<T> beyond = r.origin + r.translation * T(4);
                    const auto back = cast(ray<T>::between(beyond, r.origin), b, ray_start::solid);
                    if (queries::intersects(beyond, b)) continue;
                    LAW(back && length(back->point - hollow->point) <= T(4096) * ulp(T(4)), r.origin, b);
                    LAW(dot(hollow->normal, r.translation) >= -8 * ulp(T(4)), r.origin, b);
                }
            }
        }
        LAW(true, A{}, B{});
    });
}

LAW_CASE("scaling a cast by a power of two scales its answer, bit for bit") {
    on_random_motions(45, 12, [](const auto& m) {
        if constexpr (exact_pair<decltype(m.a), decltype(m.b)>) {
            const auto result = cast(m.a, m.of_a, m.b, m.of_b);
            for (const T k : {T(0x1p-40), T(0x1p40)}) {
                const auto scaled = cast(mapped(m.a, k, {}), m.of_a * k, mapped(m.b, k, {}), m.of_b * k);
                LAW((scaled ==
                     cast_result<T>{result.status, result.fraction, result.normal, result.point * k, result.depth * k}),
                    m.a, m.b);
            }
        }
    });
}

LAW_CASE("a translation that is not finite fails, a shape that is not valid fails") {
    using limits = std::numeric_limits<T>;
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        generator random{46};
        const A a = random.around<A>({0, 0}, 1);
        const B b = random.around<B>({4, 0}, 1);
        for (const T bad : {limits::quiet_NaN(), limits::infinity(), -limits::infinity()}) {
            for (int field = 0; field < 4; ++field) {
                T numbers[4] = {4, 0, 0, 0};
                numbers[field] = bad;
                const vec2<T> of_a{numbers[0], numbers[1]}, of_b{numbers[2], numbers[3]};
                LAW(cast(a, of_a, b, of_b) == cast_result<T>{}, a, b);
                if (std::is_same_v<A, vec2<T>>) LAW(!cast(ray<T>{of_a, of_b}, b, ray_start::solid), a, b);
                if (std::is_same_v<A, vec2<T>>) LAW(!cast(ray<T>{of_a, of_b}, b, ray_start::hollow), a, b);
            }
            LAW(cast(circle<T>{{bad, 0}, 1}, {4, 0}, b, {}) == cast_result<T>{}, a, b);
            LAW(cast(b, {4, 0}, vec2<T>{0, bad}, {}) == cast_result<T>{}, a, b);
            LAW(!cast(ray<T>{{bad, 0}, {4, 0}}, b, ray_start::solid), a, b);
        }
    });
}

LAW_CASE("casts of any finite size give no NaN") {
    using limits = std::numeric_limits<T>;
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        if constexpr (exact_pair<A, B>) {
            generator random{47};
            const T sizes[] = {limits::denorm_min() * 64, T(1), limits::max() / 64};
            for (const T size_a : sizes)
                for (const T size_b : sizes)
                    for (const T translation : sizes) {
                        const A a = random.around<A>({0, 0}, size_a);
                        const B b = random.around<B>({size_b * 4, 0}, size_b);
                        const auto result = cast(a, {translation, translation / 64}, b, {-translation, 0});
                        LAW(result.status != cast_status::failed, a, b);
                        LAW(result.fraction >= 0 && result.fraction <= 1, a, b);
                        LAW(is_finite(result.normal) && !std::isnan(result.depth), a, b);
                        LAW(!std::isnan(result.point.x) && !std::isnan(result.point.y), a, b);
                        if (result.status == cast_status::hit) LAW(is_unit(result.normal), a, b);
                    }
        }
        LAW(true, A{}, B{});
    });
}

LAW_CASE("a shape that represents another one is cast as that shape") {
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        generator random{48};
        for (int i = 0; i < 4; ++i) {
            const A a = random.around<A>({0, 0}, 1);
            const B b = random.around<B>(random.unit<T>() * random.real<T>(0, 4), 1);
            const vec2<T> translation = center(b) * T(2) + random.unit<T>();
            const auto result = cast(a, translation, b, vec2<T>{});
            if constexpr (std::constructible_from<any_shape<T>, const A&>)
                LAW(cast(any_shape<T>{a}, translation, b, vec2<T>{}) == result, a, b);
            if constexpr (std::constructible_from<any_shape<T>, const B&>)
                LAW(cast(a, translation, any_shape<T>{b}, vec2<T>{}) == result, a, b);
            if constexpr (hitbox::detail::bakeable<placed<A>>) {
                const transform2<T> t{random.unit<T>(), random.rotation<T>()};
                LAW(cast(at(a, t), translation, b, vec2<T>{}) == cast(baked(at(a, t)), translation, b, vec2<T>{}), a,
                    b);
            }
        }
    });
}
