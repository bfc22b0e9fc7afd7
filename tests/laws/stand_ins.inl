// Shapes that represent others: placed ones and any_shape. Included once per scalar (`LAW_SCALAR`).

#undef LAW_SAMPLE
#define LAW_SAMPLE 12

#include "../laws.hpp"

namespace {

using namespace hitbox_tests;
using T = LAW_SCALAR;

/// Calls f.operator()<A>() for every stand-in.
template <class... A, class F>
void for_every_type(type_list<A...>, F f) {
    (f.template operator()<A>(), ...);
}

/// Checks that both give the same answers with `other`, in either order.
template <class A, class Known, class B>
void answers_alike(const A& a, const Known& known, const B& other) {
    LAW(queries::intersects(a, other) == queries::intersects(known, other) &&
            queries::penetrates(other, a) == queries::penetrates(other, known),
        a, other);
    LAW(queries::collide(a, other) == queries::collide(known, other) &&
            queries::collide(other, a) == queries::collide(other, known),
        a, other);
    LAW(queries::contact_manifold(a, other) == queries::contact_manifold(known, other) &&
            queries::contact_manifold(other, a, T(1)) == queries::contact_manifold(other, known, T(1)),
        a, other);
    LAW(queries::separating_axis(a, other) == queries::separating_axis(known, other), a, other);
    LAW(queries::distance(a, other) == queries::distance(known, other) &&
            queries::distance(other, a) == queries::distance(other, known),
        a, other);
    if constexpr (requires { queries::contains(known, other); })
        LAW(queries::contains(a, other) == queries::contains(known, other) &&
                queries::contains(other, a) == queries::contains(other, known),
            a, other);
}

}  // namespace

LAW_CASE("a placed shape answers as the baked one") {
    for_every_type(every_stand_in<T>{}, []<class A>() {
        for_every_type(sample_of<every_shape<T>, 13, LAW_SAMPLE + index_in<A>(every_stand_in<T>{})>{}, []<class B>() {
            generator random{9};
            for (int i = 0; i < 20; ++i) {
                const A a = at(random.around<A>({1, 0}, 1).shape,
                               transform2<T>{random.unit<T>() * random.real<T>(0, 10), random.rotation<T>()});
                const B b = random.around<B>(center(a) + random.unit<T>() * random.real<T>(0, 2), 1);
                answers_alike(a, baked(a), b);
            }
        });
    });
}

LAW_CASE("a placed view answers as the placed polygon") {
    for_every_type(sample_of<every_shape<T>, 3, LAW_SAMPLE>{}, []<class B>() {
        generator random{12};
        for (int i = 0; i < 40; ++i) {
            const auto polygon = random.around<convex_polygon<T, 8>>({1, 0}, 1);
            const transform2<T> t{random.unit<T>() * random.real<T>(0, 10), random.rotation<T>()};
            const B b = random.around<B>(t * vec2<T>{1, 0} + random.unit<T>() * random.real<T>(0, 2), 1);
            const auto view = at(convex_polygon_view{polygon}, t);
            const auto owned = at(polygon, t);
            LAW(queries::intersects(view, b) == queries::intersects(owned, b) &&
                    queries::penetrates(b, view) == queries::penetrates(b, owned),
                view, b);
            const auto hit = queries::collide(view, b), same = queries::collide(owned, b);
            LAW(hit.has_value() == same.has_value(), view, b);
            if (hit && same) LAW(std::abs(hit->depth - same->depth) <= 4 * ulp(coordinate_size(view, b)), view, b);
        }
    });
}

LAW_CASE("any_shape answers as the shape it holds") {
    for_every_type(every_shape<T>{}, []<class A>() {
        if constexpr (std::constructible_from<any_shape<T>, const A&>) {
            for_every_type(sample_of<every_shape<T>, 13, LAW_SAMPLE + index_in<A>(every_shape<T>{})>{}, []<class B>() {
                generator random{13};
                for (int i = 0; i < 20; ++i) {
                    const A a = random.around<A>({0, 0}, 1);
                    const B b = random.around<B>(random.unit<T>() * random.real<T>(0, 2), 1);
                    answers_alike(any_shape<T>{a}, a, b);
                    if constexpr (std::constructible_from<any_shape<T>, const B&>) {
                        const any_shape<T> any_a = a, any_b = b;
                        LAW(queries::collide(any_a, any_b) == queries::collide(a, b), a, b);
                    }
                }
            });
        }
    });
}

LAW_CASE("a placed any_shape answers as the placed shape it holds") {
    generator random{14};
    for (int i = 0; i < 400; ++i) {
        const any_shape<T> a = random.around<any_shape<T>>({0, 0}, 1), b = random.around<any_shape<T>>({1, 0}, 1);
        const transform2<T> t{random.unit<T>() * random.real<T>(0, 2), random.rotation<T>()};
        const auto known = hitbox::detail::visit_held(a, [&](const auto& s) { return queries::collide(at(s, t), b); });
        LAW(queries::collide(at(a, t), b) == known, a, b);
    }
}
