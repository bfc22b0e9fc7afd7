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
    auto fa = hitbox::detail::facets_of(a);
    auto fb = hitbox::detail::facets_of(b);
    const auto carefully = hitbox::detail::careful_relation(fa, fb, hitbox::detail::no_scores{});
    const auto quickly = hitbox::detail::certain_relation(fa, fb, scores);
    LAW(hitbox::detail::careful_relation(fa, fb, scores) == carefully, a, b);
    LAW(hitbox::detail::relation_of(fa, fb) == carefully, a, b);
    LAW(quickly == hitbox::detail::relation::touching || quickly == carefully, a, b);
    ++(quickly == hitbox::detail::relation::touching ? looks.left_open : looks.decided);
    LAW(hitbox::detail::collide_scored(fa, fb, scores) ==
            hitbox::detail::collide_scored(fa, fb, hitbox::detail::no_scores{}),
        a, b);
    if (carefully == hitbox::detail::relation::apart)
        LAW(hitbox::detail::separation_scored(fa, fb, scores) ==
                hitbox::detail::separation_scored(fa, fb, hitbox::detail::no_scores{}),
            a, b);
}

/// These have a closed form, which is held against that of upright boxes by an example of its own.
template <class A, class B>
bool are_upright(const A& a, const B& b) {
    if constexpr (hitbox::detail::are_boxes<A, B>) return hitbox::detail::upright_boxes<T>{a, b}.found;
    else return false;
}

/// What is told of the shapes as they come is what the careful way finds.
template <class A, class B>
void check_told(const A& a, const B& b) {
    if constexpr (requires { hitbox::detail::quick_relation(a, b); }) {
        using hitbox::detail::relation;
        const relation told = hitbox::detail::quick_relation(a, b);
        const bool valid = hitbox::detail::is_valid(a) && hitbox::detail::is_valid(b);
        const bool meet = valid && hitbox::detail::intersects_resolved(a, b);
        const bool cross = valid && hitbox::detail::penetrates_resolved(a, b);
        LAW(told == relation::touching ||
                (valid && told == (cross ? relation::penetrating : relation::apart) && meet == cross),
            a, b);
        ++(told == relation::touching ? looks.left_open : looks.decided);
    }
    if constexpr (hitbox::detail::scored_at_once<A, B> || hitbox::detail::are_capsules<A, B> ||
                  hitbox::detail::are_disc_and_polygon<A, B> || hitbox::detail::are_capsule_and_polygon<A, B>) {
        if (!hitbox::detail::is_valid(a) || !hitbox::detail::is_valid(b)) return;
        if constexpr (hitbox::detail::are_disc_and_polygon<A, B>)
            ++(hitbox::detail::look_at_disc(a, b).certain ? looks.decided : looks.left_open);
        hitbox::detail::resolve(a, [&](const auto& known_a) {
            hitbox::detail::resolve(b, [&](const auto& known_b) {
                auto fa = hitbox::detail::facets_of(known_a);
                auto fb = hitbox::detail::facets_of(known_b);
                const hitbox::detail::no_scores none;
                LAW(hitbox::detail::relation_between(a, b) == hitbox::detail::careful_relation(fa, fb, none), a, b);
                if (hitbox::detail::relation_between(a, b) == hitbox::detail::relation::apart)
                    LAW(distance(a, b) == hitbox::detail::separation_scored(fa, fb, none), a, b);
                if (are_upright(a, b)) return;
                LAW(collide(a, b) == hitbox::detail::collide_scored(fa, fb, none), a, b);
                LAW(contact_manifold(a, b) == hitbox::detail::manifold_scored(fa, fb, none, T(0)), a, b);
                const T margin = hitbox::detail::largest_coordinate(fa) < 1 ? T(.01) : T(1);
                LAW(contact_manifold(a, b, margin) == hitbox::detail::manifold_scored(fa, fb, none, margin), a, b);
            });
        });
    }
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
        if constexpr (hitbox::detail::are_boxes<A, B> || hitbox::detail::are_triangles<A, B>) {
            hitbox::detail::edge_scores<T> scores;
            hitbox::detail::look_at_once(scores, a, b);
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
                check_told(a, b);
                // Nearly touching: moved out of the overlap, up to a few roundings.
                if (const auto hit = ask::collide(a, b)) {
                    const T past = T(1) + random.real<T>(-16, 16) * std::numeric_limits<T>::epsilon();
                    check_look(mapped(a, T(1), hit->mtv() * past), b);
                    check_told(mapped(a, T(1), hit->mtv() * past), b);
                }
            }
        }
        grid_generator grid{72};
        for (int i = 0; i < 40; ++i) {
            const auto [a, b] = grid.pair<A, B>();
            check_look(a, b);
            check_told(a, b);
        }
    });
    CHECK(looks.decided > looks.left_open);  // it is of some use
    CHECK(looks.left_open > 0);              // and put to the test
}

LAW_CASE("what is told of shapes as they come is true, of thin and of tiny ones too") {
    generator random{73};
    const T places[] = {0, 0, 1, T(10), T(1e4)}, sizes[] = {1, T(.01), T(1e-6), T(1e-12), T(1e8)};
    constexpr std::size_t rounds = many_if_optimised(20000, 5000);
    const auto check = [&]<class A, class B>() {
        looks = {};
        for (std::size_t i = 0; i < rounds; ++i) {
            const T size = sizes[random.index(5)];
            const std::size_t axis = random.index(4);  // far along an axis, or anywhere
            const vec2<T> direction = axis == 0 ? vec2<T>{1, 0} : axis == 1 ? vec2<T>{0, 1} : random.unit<T>();
            const vec2<T> p = direction * (places[random.index(5)] * size);
            const A a = random.around<A>(p, size * random.real<T>(T(.01), 1));
            const B b = random.around<B>(p + random.unit<T>() * random.real<T>(0, size * T(2.5)), size);
            check_told(a, b);
            check_told(b, a);
            LAW(collide(b, a) == flipped(collide(a, b)), a, b);
            LAW(contact_manifold(b, a) == flipped(contact_manifold(a, b)), a, b);
            // Their scores are the roughest: edges that all but tie come by chance, slivers do not.
            if constexpr (hitbox::detail::are_triangles<A, B>) {
                check_look(a, b);
                const vec2<T> u = a.b - a.a, across{-u.y, u.x};
                const T thickness = std::numeric_limits<T>::epsilon() * random.real<T>(-40, 40);
                const A sliver{a.a - u, a.b, a.a + u * random.real<T>(0, 1) + across * thickness};
                check_told(sliver, b);
                check_look(sliver, b);
                check_look(b, sliver);
            }
            const auto check_near = [&random](const A& first, const B& second) {
                const auto hit = ask::collide(first, second);
                if (!hit) return;
                for (const T by :
                     {T(1), T(1) + 8 * std::numeric_limits<T>::epsilon(), random.real<T>(T(.999), T(1.001))}) {
                    if constexpr (requires { first.transform; }) {
                        A moved = first;
                        moved.transform.translation += hit->mtv() * by;
                        check_told(moved, second);
                    } else {
                        check_told(mapped(first, T(1), hit->mtv() * by), second);
                    }
                }
            };
            check_near(a, b);
            // A disc that is as large as it must be to have all corners inside.
            if constexpr (std::same_as<A, circle<T>> && hitbox::detail::are_disc_and_polygon<A, B>) {
                T reach = 0;
                for (const vec2<T> corner : vertices(b)) reach = (std::max)(reach, length(corner - a.center));
                check_told(A{a.center, reach * (T(1) + random.real<T>(-2, 2) * std::numeric_limits<T>::epsilon())}, b);
            }
            // Long ones: what rounds is the long side, wherever its ends are listed.
            const T longer = T(i % 2 == 0 ? 30 : 1000);
            if constexpr (hitbox::detail::are_triangles<A, B>) {
                const auto drawn_out = [longer](const triangle<T>& t) {
                    return triangle<T>{t.a, t.b, t.a + (t.c - t.a) * longer};
                };
                check_told(drawn_out(a), drawn_out(b));
                check_near(drawn_out(a), drawn_out(b));
            }
            // A long box turns by what its short side is rounded.
            if constexpr (std::same_as<B, obb<T>> && !hitbox::detail::box<A>) {
                obb<T> beam = b, mast = b;
                beam.half_extents.x *= longer, mast.half_extents.y *= longer;
                check_told(a, beam);
                check_near(a, beam);
                check_near(a, mast);
            }
            // And boxes that all but lie along their side.
            if constexpr (std::same_as<A, obb<T>> && std::same_as<B, obb<T>>) {
                obb<T> beam = a, along = b;
                beam.half_extents.x *= longer;
                const rot2<T> r = a.rotation;
                const T turn = random.real<T>(-1, 1) * longer * std::numeric_limits<T>::epsilon();
                along.rotation = r * rot2<T>::from_radians(turn);
                along.center = beam.center + vec2<T>{r.c, r.s} * (beam.half_extents.x * random.real<T>(-1, 1)) +
                               vec2<T>{-r.s, r.c} * (a.half_extents.y + b.half_extents.y * random.real<T>(T(-.9), 1));
                check_told(beam, along);
                check_told(along, beam);
                check_near(beam, along);
                check_near(beam, b);
                beam.half_extents = {a.half_extents.x, a.half_extents.y * longer};
                check_near(beam, b);
                check_near(b, beam);
            }
        }
        CHECK(looks.decided > rounds);  // it is of some use
        // And put to the test; of discs, only the grid above has centres on the border between two features.
        CHECK((looks.left_open > rounds / 200 || hitbox::detail::are_disc_and_polygon<A, B>));
    };
    using polygon = convex_polygon<T, 8>;
    using placed_polygon = hitbox::placed<polygon>;
    check.template operator()<circle<T>, circle<T>>();
    check.template operator()<aabb<T>, aabb<T>>();
    check.template operator()<capsule<T>, capsule<T>>();
    check.template operator()<triangle<T>, triangle<T>>();
    check.template operator()<obb<T>, obb<T>>();
    check.template operator()<aabb<T>, obb<T>>();
    check.template operator()<polygon, polygon>();
    check.template operator()<placed_polygon, polygon>();
    check.template operator()<placed_polygon, placed_polygon>();
    check.template operator()<circle<T>, polygon>();
    check.template operator()<circle<T>, placed_polygon>();
    check.template operator()<circle<T>, obb<T>>();
    check.template operator()<circle<T>, aabb<T>>();
    check.template operator()<polygon, obb<T>>();
    check.template operator()<placed_polygon, aabb<T>>();
    check.template operator()<capsule<T>, obb<T>>();
    check.template operator()<capsule<T>, polygon>();
    check.template operator()<capsule<T>, placed_polygon>();
}

LAW_CASE("what is told of capsules that all but touch, or whose ends are all but beside each other, is true") {
    generator random{74};
    looks = {};
    constexpr T epsilon = std::numeric_limits<T>::epsilon();
    const auto small = [&random](std::size_t most) {
        return random.real<T>(-1, 1) * static_cast<T>(std::ldexp(1., -static_cast<int>(random.index(most))));
    };
    for (std::size_t i = 0; i < many_if_optimised(40000, 10000); ++i) {
        // Each coordinate has a size of its own: any of them may be the one that rounds.
        const capsule<T> thin{{small(12), small(12)}, {small(12), small(12)}, 0};
        const vec2<T> way{small(12), small(12)};
        const capsule<T> other{thin.a + way, thin.a + way + vec2<T>{small(12), small(12)}, 0};
        if (const T gap = ask::signed_distance(thin, other); gap > 0) {
            const T wide = gap * (T(1) + random.real<T>(-8, 8) * epsilon), part = wide * random.real<T>(0, 1);
            check_told(capsule<T>{thin.a, thin.b, part}, capsule<T>{other.a, other.b, wide - part});
        }
        // End to end across a gap, to which both are at right angles but for a little.
        const T scale = static_cast<T>(std::ldexp(1., 12 * static_cast<int>(random.index(3)) - 12));
        const vec2<T> p = random.unit<T>() * scale, q = p + random.unit<T>() * (scale * random.real<T>(T(.1), 1));
        const auto from = [&](vec2<T> end, vec2<T> across) {
            return end + (perp(across) * (random.index(2) == 0 ? T(1) : T(-1)) + across * small(26)) *
                             random.real<T>(T(.1), 3);
        };
        const T reach = length(q - p) * random.real<T>(T(.9), T(1.5)), part = reach * random.real<T>(0, 1);
        const capsule<T> a{p, from(p, q - p), part}, b{q, from(q, q - p), reach - part};
        check_told(a, b);
        check_told(b, a);
    }
    CHECK(looks.decided > looks.left_open);
    CHECK(looks.left_open > 1000);
}
