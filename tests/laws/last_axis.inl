// A kept axis, whatever its origin, may save work, but it must not change a bit of an answer. Included once per scalar
// (`LAW_SCALAR`).

#undef LAW_SAMPLE
#define LAW_SAMPLE 7

#include "../laws.hpp"

namespace {

using namespace hitbox_tests;
using T = LAW_SCALAR;

struct {
    std::size_t apart = 0, penetrating = 0, open = 0;
} looks;

/// Returns any content that a cache may have.
std::vector<vec2<T>> garbage(generator& random) {
    using limits = std::numeric_limits<T>;
    const T nan = limits::quiet_NaN(), infinity = limits::infinity();
    return {{},
            {nan, 0},
            {1, nan},
            {infinity, 0},
            {-1, infinity},
            {limits::max(), limits::max()},
            {limits::denorm_min(), 0},
            random.unit<T>() * T(1e-3),
            random.unit<T>() * T(1.2),
            random.unit<T>() * T(.9),
            random.unit<T>()};
}

/// Runs the three queries with copies of the cache, which then gets the content left by one of them.
template <class A, class B>
void check(const A& a, const B& b, sat::last_axis<T>& last, std::size_t which) {
    sat::last_axis<T> kept[] = {last, last, last};
    const auto look = hitbox::detail::overlap_along(a, b, last.axis);
    const bool meet = queries::intersects(a, b), deep = queries::penetrates(a, b);
    LAW(look != hitbox::detail::verdict::no || !meet, a, b);
    LAW(look != hitbox::detail::verdict::yes || deep, a, b);
    LAW(hitbox::intersects(a, b, kept[0]) == meet, a, b);
    LAW(hitbox::penetrates(a, b, kept[1]) == deep, a, b);
    LAW(hitbox::collide(a, b, kept[2]) == queries::collide(a, b), a, b);
    // Again, with the content that each of them left.
    LAW(hitbox::intersects(a, b, kept[2]) == meet, a, b);
    LAW(hitbox::penetrates(a, b, kept[0]) == deep, a, b);
    LAW(hitbox::collide(a, b, kept[1]) == queries::collide(a, b), a, b);
    ++(look == hitbox::detail::verdict::no    ? looks.apart
       : look == hitbox::detail::verdict::yes ? looks.penetrating
                                              : looks.open);
    last = kept[which % 3];
}

template <class A, class B>
void check_path(generator& random, vec2<T> p, T size) {
    const A a = random.around<A>(p, size);
    const B b = random.around<B>(p, size);
    sat::last_axis<T> last;
    // Past each other, in steps that shrink and grow.
    const vec2<T> motion = random.unit<T>() * (size * T(3.5)), aside = random.unit<T>() * (size * random.real<T>(0, 1));
    for (std::size_t i = 0; i <= 12; ++i) {
        const T t = T(2) * static_cast<T>(i) / T(12) - T(1);
        check(a, mapped(b, T(1), motion * t + aside * (t * t)), last, i);
    }
    // Near touching: moved out of the overlap, then by up to a few thousand roundings forward or back.
    const auto hit = queries::collide(a, b);
    if (!hit) return;
    const T unit = ulp(coordinate_size(a, b));
    for (const int roundings : {-4000, -300, -60, -10, -1, 0, 1, 3, 6, 10, 20, 60, 150, 300, 700, 4000}) {
        const A out = mapped(a, T(1), hit->mtv() - hit->normal * (unit * static_cast<T>(roundings)));
        check(out, b, last, 0);
        sat::last_axis<T> best{hit->normal};
        check(out, b, best, 1);
    }
}

template <class A, class B>
void check_garbage(generator& random, vec2<T> p, T size) {
    const A a = random.around<A>(p, size);
    const B near_b = random.around<B>(p, size);
    const B far_b = random.around<B>(p + random.unit<T>() * (size * T(4)), size);
    for (const vec2<T> axis : garbage(random)) {
        for (const B& b : {near_b, far_b}) {
            sat::last_axis<T> last{axis};
            check(a, b, last, 0);
        }
    }
}

}  // namespace

LAW_CASE("the axis of last time changes no bit of an answer") {
    looks = {};
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        generator random{81};
        const T places[] = {0, T(10), T(1e5), T(1e-6), T(1e9)}, sizes[] = {1, 1, T(.01), T(1e-6), T(1e8)};
        for (std::size_t w = 0; w < 5; ++w)
            for (int i = 0; i < 2; ++i) check_path<A, B>(random, random.unit<T>() * places[w], sizes[w]);
        check_garbage<A, B>(random, {1, 2}, 1);
    });
    CHECK(looks.apart > looks.open / 4);  // the cache saves work in some cases
    CHECK(looks.penetrating > if_all_are_tested(looks.open) / 100);
    CHECK(looks.open > 0);
}

LAW_CASE("the axis of the last frame changes no bit for shapes that represent others") {
    looks = {};
    const auto check_all = []<class... S>(type_list<S...>) {
        const auto with = []<class A, class B>() {
            generator random{82};
            const T places[] = {0, T(10), T(1e5)}, sizes[] = {1, 1, T(.01)};
            for (std::size_t w = 0; w < 3; ++w) check_path<A, B>(random, random.unit<T>() * places[w], sizes[w]);
            check_garbage<A, B>(random, {1, 2}, 1);
        };
        (with.template operator()<S, convex_polygon<T, 8>>(), ...);
        (with.template operator()<S, S>(), ...);
        (with.template operator()<circle<T>, S>(), ...);
        (with.template operator()<ellipse<T>, S>(), ...);
    };
    check_all(sample_of<every_stand_in<T>, 4, LAW_SAMPLE>{});
    using of_others = type_list<any_shape<T>, placed<any_shape<T>>, rounded<any_shape<T>>, placed<ellipse<T>>>;
    check_all(sample_of<of_others, 4, LAW_SAMPLE>{});
    CHECK(looks.apart > looks.open / 4);
    CHECK(looks.open > 0);
}
