// The quick look at a pair may save work, but it must not change a bit of an answer. Included once per scalar
// (`LAW_SCALAR`).

#include "../grid.hpp"

namespace {

using namespace hitbox_tests;
using T = LAW_SCALAR;

struct {
    std::size_t decided = 0, left_open = 0;
} looks;

template <class A, class B, class Scores>
void check_scores(const A& a, const B& b, const Scores& scores) {
    const auto fa = hitbox::detail::facets_of(a);
    const auto fb = hitbox::detail::facets_of(b);
    const auto carefully = hitbox::detail::careful_relation(fa, fb);
    const auto quickly = hitbox::detail::certain_relation(fa, fb, scores);
    LAW(quickly == hitbox::detail::relation::touching || quickly == carefully, a, b);
    ++(quickly == hitbox::detail::relation::touching ? looks.left_open : looks.decided);
    LAW(hitbox::detail::collide_scored(fa, fb, scores) ==
            hitbox::detail::collide_scored(fa, fb, hitbox::detail::no_scores{}),
        a, b);
}

/// Kinds of pairs that are looked at, in the order of their lists.
template <class A, class B>
void check_look(const A& a, const B& b) {
    if constexpr (hitbox::detail::indirect<A>) {
        hitbox::detail::resolve(a, [&b](const auto& known) { check_look(known, b); });
    } else if constexpr (hitbox::detail::indirect<B>) {
        hitbox::detail::resolve(b, [&a](const auto& known) { check_look(a, known); });
    } else if constexpr (faceted<A> && faceted<B>) {
        if constexpr (hitbox::detail::list_rank<decltype(vertices(a))> <=
                      hitbox::detail::list_rank<decltype(vertices(b))>) {
            typename hitbox::detail::scores_for<decltype(vertices(a)), decltype(vertices(b))>::type scores;
            hitbox::detail::look_quickly(scores, hitbox::detail::facets_of(a), hitbox::detail::facets_of(b));
            check_scores(a, b, scores);
        }
        if constexpr (hitbox::detail::are_boxes<A, B>) {
            hitbox::detail::edge_scores<T> scores;
            hitbox::detail::look_at_boxes(scores, a, b);
            check_scores(a, b, scores);
        }
    }
}

}  // namespace

LAW_CASE("a quick look changes no bit of an answer") {
    for_every_pair<T>([]<class A, class B>() {
        generator random{71};
        const T places[] = {0, T(10), T(1e5), T(1e-6), T(1e9)}, sizes[] = {1, 1, T(.01), T(1e-6), T(1e8)};
        for (std::size_t w = 0; w < 5; ++w) {
            for (int i = 0; i < 10; ++i) {
                const vec2<T> p = random.unit<T>() * places[w];
                const A a = random.around<A>(p, sizes[w]);
                const B b = random.around<B>(p + random.unit<T>() * random.real<T>(0, sizes[w] * T(2.5)), sizes[w]);
                check_look(a, b);
                // Nearly touching: moved out of the overlap, up to a few roundings.
                if (const auto hit = ask::collide(a, b)) {
                    const T past = T(1) + random.real<T>(-16, 16) * std::numeric_limits<T>::epsilon();
                    check_look(mapped(a, T(1), hit->mtv() * past), b);
                }
            }
        }
        grid_generator grid{72};
        for (int i = 0; i < 40; ++i) {
            const auto [a, b] = grid.pair<A, B>();
            check_look(a, b);
        }
    });
    CHECK(looks.decided > looks.left_open);  // it is of some use
    CHECK(looks.left_open > 0);              // and put to the test
}
