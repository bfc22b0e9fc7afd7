// The answers with filters and those of the exact path have the same bits. At run time, filters decide most queries; in
// constant evaluation, the exact path does. The library is therefore included a second time in another namespace, in
// which every evaluation counts as constant. Included once per scalar (`LAW_SCALAR`).

#undef LAW_SAMPLE
#define LAW_SAMPLE 2

#include "../grid.hpp"

#include <bit>
#include <cstring>

#undef HITBOX_ISA  // which refuses a second copy
#define hitbox careful
#define is_constant_evaluated() is_same_v<int, int>
#include "../../single_include/hitbox.hpp"
#undef is_constant_evaluated
#undef hitbox

namespace {

using namespace hitbox_tests;
using T = LAW_SCALAR;

/// Returns the same shape in the other namespace.
template <template <class> class Other, class S>
Other<T> twin(const S& s) {
    return std::bit_cast<Other<T>>(s);
}
auto twin_of(const circle<T>& s) { return twin<careful::circle>(s); }
auto twin_of(const aabb<T>& s) { return twin<careful::aabb>(s); }
auto twin_of(const obb<T>& s) { return twin<careful::obb>(s); }
auto twin_of(const capsule<T>& s) { return twin<careful::capsule>(s); }
auto twin_of(const triangle<T>& s) { return twin<careful::triangle>(s); }
template <std::size_t N>
auto twin_of(const convex_polygon<T, N>& s) {
    return std::bit_cast<careful::convex_polygon<T, N>>(s);
}
template <class S>
auto twin_of(const placed<S>& s) {
    return careful::at(twin_of(s.shape), twin<careful::transform2>(s.transform));
}

template <class V, class W>
bool same_bits(const V& v, const W& w) {
    static_assert(sizeof v == sizeof w);
    return std::memcmp(&v, &w, sizeof v) == 0;
}
template <class W>
bool same(const contact<T>& v, const W& w) {
    return same_bits(v.normal, w.normal) && same_bits(v.depth, w.depth) && same_bits(v.point_a, w.point_a) &&
           same_bits(v.point_b, w.point_b) && v.a_in_b == w.a_in_b && v.b_in_a == w.b_in_a;
}
template <class W>
bool same(const separation<T>& v, const W& w) {
    return same_bits(v.normal, w.normal) && same_bits(v.distance, w.distance) && same_bits(v.point_a, w.point_a) &&
           same_bits(v.point_b, w.point_b);
}
template <class W>
bool same(const ray_hit<T>& v, const W& w) {
    return same_bits(v.fraction, w.fraction) && same_bits(v.normal, w.normal) && same_bits(v.point, w.point);
}
template <class W>
bool same(const cast_result<T>& v, const W& w) {
    return static_cast<int>(v.status) == static_cast<int>(w.status) && same_bits(v.fraction, w.fraction) &&
           same_bits(v.normal, w.normal) && same_bits(v.point, w.point) && same_bits(v.depth, w.depth);
}
template <class W>
bool same(const manifold<T>& v, const W& w) {
    bool all = v.count == w.count && same_bits(v.normal, w.normal);
    for (std::size_t i = 0; i < static_cast<std::size_t>(v.count) && all; ++i)
        all = same_bits(v.points[i].point, w.points[i].point) && same_bits(v.points[i].depth, w.points[i].depth) &&
              v.points[i].id == w.points[i].id;
    return all;
}
template <class V, class W>
bool same(const std::optional<V>& v, const std::optional<W>& w) {
    return v.has_value() == w.has_value() && (!v || same(*v, *w));
}

/// Checks casts towards the other shape, past it, along one axis, and exactly up to a touch; and rays from both sides.
template <class A, class B>
void check_casts(const A& a, const B& b, vec2<T> translation) {
    const auto twin_a = twin_of(a);
    const auto twin_b = twin_of(b);
    const auto cast = [&](vec2<T> motion) {
        const auto hit = shape_cast(a, motion, b);
        const vec2<T> back = vec2<T>{} - motion;
        LAW(same(hit, careful::shape_cast(twin_a, twin<careful::vec2>(motion), twin_b)), a, b);
        const careful::vec2<T> back_twin = twin<careful::vec2>(back);
        LAW(same(shape_cast(a, {}, b, back), careful::shape_cast(twin_a, {}, twin_b, back_twin)), a, b);
        return hit.fraction;
    };
    const T fraction = cast(translation);
    cast(translation * fraction), cast(translation * T(64)), cast({translation.x, T(0)}), cast({T(0), translation.y}),
        cast(perp(translation));
    for (const ray<T>& r :
         {ray<T>{center(a), perp(translation)}, ray<T>{center(a) + translation * T(2), vec2<T>{} - translation}}) {
        const auto twin_r = twin<careful::ray>(r);
        LAW(same(ray_cast(r, b), ray_cast(twin_r, twin_b)), a, b);
        LAW(same(ray_cast(r, b, ray_start::hollow), ray_cast(twin_r, twin_b, careful::ray_start::hollow)), a, b);
    }
}

template <class A, class B>
void check(const A& a, const B& b, T margin) {
    const auto twin_a = twin_of(a);
    const auto twin_b = twin_of(b);
    LAW(intersects(a, b) == intersects(twin_a, twin_b), a, b);
    LAW(penetrates(a, b) == penetrates(twin_a, twin_b), a, b);
    LAW(same(collide(a, b), collide(twin_a, twin_b)), a, b);
    LAW(same(contact_manifold(a, b), contact_manifold(twin_a, twin_b)), a, b);
    LAW(same(contact_manifold(a, b, margin), contact_manifold(twin_a, twin_b, margin)), a, b);
    LAW(same(distance(a, b), distance(twin_a, twin_b)), a, b);
    LAW(same_bits(signed_distance(a, b), signed_distance(twin_a, twin_b)), a, b);
    const ray<T> path{center(a), center(b) - center(a)};
    LAW(same(ray_cast(path, b), ray_cast(twin<careful::ray>(path), twin_b)), a, b);
    check_casts(a, b, path.translation);
}

template <class S>
auto core_of(const placed<S>& s) {
    return s.shape;
}
template <class S>
S core_of(const S& s) {
    return s;
}
template <class S>
using unplaced = decltype(core_of(std::declval<const S&>()));
template <class S>
S as(const unplaced<S>& core) {
    if constexpr (std::is_same_v<S, unplaced<S>>) return core;
    else return at(core, transform2<T>{});
}

/// Returns the shape with a rotation whose length differs from 1 by the largest valid amount.
template <class S>
S stretched(S s, T by) {
    const auto stretch = [by](rot2<T>& r) { r.c *= by, r.s *= by; };
    if constexpr (requires { s.rotation; }) stretch(s.rotation);
    if constexpr (requires { s.transform; }) stretch(s.transform.rotation);
    return s;
}

/// Checks random pairs, pairs that nearly touch, and pairs on a grid.
template <class A, class B>
void check_pair() {
    generator random{75};
    grid_generator grid{76};
    const T places[] = {0, T(10), T(1e4), T(1e-6)}, sizes[] = {1, 1, T(.01), T(1e8)};
    constexpr T epsilon = std::numeric_limits<T>::epsilon();
    for (std::size_t i = 0; i < many_if_all(many_if_optimised(20000, 400), std::size_t{50}); ++i) {
        const T size = sizes[random.index(4)];
        const vec2<T> p = random.unit<T>() * (places[random.index(4)] * size);
        const T length = i % 3 == 0 ? T(1) + random.real<T>(-1, 1) / T(2100) : T(1);
        const vec2<T> q = p + random.unit<T>() * random.real<T>(0, size * T(2.5));
        const A a = stretched(random.around<A>(p, size), length);
        const B b = stretched(random.around<B>(q, size), length);
        check(a, b, size / 4);
        if (const auto hit = collide(a, b)) {
            const T past = T(1) + random.real<T>(-16, 16) * epsilon;
            check(mapped(a, T(1), hit->mtv() * past), b, size / 4);
        }
        const auto [on_grid, beside] = grid.pair<unplaced<A>, unplaced<B>>();
        check(as<A>(on_grid), as<B>(beside), T(1));
    }
}

template <class A, class... B>
void check_each_with_each() {
    check_pair<A, A>();
    (check_pair<A, B>(), ...);
    if constexpr (sizeof...(B) > 0) check_each_with_each<B...>();
}

}  // namespace

LAW_CASE("as the program runs, answers are those of constant evaluation to the last bit") {
    using polygon = convex_polygon<T, 8>;
    check_each_with_each<circle<T>, aabb<T>, obb<T>, capsule<T>, triangle<T>, polygon, placed<polygon>>();
    CHECK(laws_checked > 0);
}
