// NaN and infinity in every field of every shape in turn: no hang, no NaN out, "no" as the answer. Included once per
// scalar.

#undef LAW_SAMPLE
#define LAW_SAMPLE 10

#include "../broken.hpp"
#include "../grid.hpp"

namespace {

using namespace hitbox_tests;
using T = LAW_SCALAR;

template <class A, class B>
void expect_no_answer(const A& a, const B& b) {
    LAW(!queries::intersects(a, b) && !queries::penetrates(a, b), a, b);
    LAW(!queries::collide(a, b) && !queries::separating_axis(a, b), a, b);
    LAW(!sat::minimum_translation(a, b), a, b);
    LAW((queries::distance(a, b) == separation<T>{std::numeric_limits<T>::infinity(), {0, 1}, {}, {}}), a, b);
    LAW(queries::signed_distance(a, b) == std::numeric_limits<T>::infinity(), a, b);
    LAW(queries::contact_manifold(a, b) == manifold<T>{}, a, b);
    LAW(queries::contact_manifold(a, b, std::numeric_limits<T>::infinity()) == manifold<T>{}, a, b);
    if constexpr (requires { queries::contains(a, b); }) LAW(!queries::contains(a, b), a, b);
}

bool finite(const std::optional<contact<T>>& c) {
    return !c || (is_finite(c->normal) && !std::isnan(c->depth) && is_finite(c->point_a) && is_finite(c->point_b));
}

bool finite(const manifold<T>& m) {
    bool fine = is_finite(m.normal);
    for (const auto& p : m) fine = fine && is_finite(p.point) && !std::isnan(p.depth);
    return fine;
}

bool is_positive_zero_if_any(T x) { return x != 0 || !std::signbit(x); }
bool has_no_negative_zero(vec2<T> v) { return is_positive_zero_if_any(v.x) && is_positive_zero_if_any(v.y); }
bool has_no_negative_zero(const std::optional<contact<T>>& c) {
    return !c || (has_no_negative_zero(c->normal) && is_positive_zero_if_any(c->depth) &&
                  has_no_negative_zero(c->point_a) && has_no_negative_zero(c->point_b));
}
bool has_no_negative_zero(const manifold<T>& m) {
    bool fine = has_no_negative_zero(m.normal);
    for (const auto& p : m) fine = fine && has_no_negative_zero(p.point) && is_positive_zero_if_any(p.depth);
    return fine;
}
bool has_no_negative_zero(const separation<T>& s) {
    return is_positive_zero_if_any(s.distance) && has_no_negative_zero(s.normal) && has_no_negative_zero(s.point_a) &&
           has_no_negative_zero(s.point_b);
}

}  // namespace

LAW_CASE("a NaN or an infinity anywhere gives false and empty") {
    using limits = std::numeric_limits<T>;
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        generator random{21};
        A a = random.around<A>({1, 2}, 1);
        B b = random.around<B>({1, 2}, 1);
        LAW(queries::intersects(a, b), a, b);
        for (const T poison : {limits::quiet_NaN(), limits::infinity(), -limits::infinity()}) {
            for (T* field : fields(a)) {
                const T sound = std::exchange(*field, poison);
                expect_no_answer(a, b);
                expect_no_answer(b, a);
                *field = sound;
            }
        }
    });
}

LAW_CASE("an empty polygon meets nothing") {
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        if constexpr (polygon_like<A>) {
            generator random{22};
            const B b = random.around<B>({0, 0}, 1);
            expect_no_answer(A{}, b);
            expect_no_answer(b, A{});
            expect_no_answer(at(A{}, vec2<T>{1, 1}), b);
            expect_no_answer(A{}, A{});
        }
        LAW(true, A{}, B{});
    });
}

LAW_CASE("a shape inside out gives false and empty") {
    generator random{23};
    const vec2<T> p{1, 1};
    const auto everything = [&](const auto& broken) {
        expect_no_answer(broken, p);
        expect_no_answer(broken, circle<T>{p, 3});
        expect_no_answer(aabb<T>{{-9, -9}, {9, 9}}, broken);
        expect_no_answer(random.around<convex_polygon<T, 8>>(p, 5), broken);
        expect_no_answer(broken, broken);
    };
    everything(circle<T>{p, -1});
    everything(capsule<T>{p, p, -1});
    everything(rounded{aabb<T>{{0, 0}, {2, 2}}, T(-.5)});
    everything(rounded{aabb<T>{{2, 0}, {0, 2}}, T(9)});
    everything(rounded{circle<T>{p, -1}, T(2)});
    everything(rounded{circle<T>{p, std::numeric_limits<T>::max()}, std::numeric_limits<T>::max()});
    everything(rounded{ellipse<T>{p, {1, 1}}, T(-1)});
    everything(aabb<T>{{2, 0}, {0, 2}});
    everything(aabb<T>{{0, 2}, {2, 0}});
    everything(obb<T>{p, {-1, 1}});
    everything(obb<T>{p, {1, -1}});
    everything(obb<T>{p, {1, 1}, {2, 0}});  // a rotation that would scale
    everything(obb<T>{p, {1, 1}, {0, 0}});
    everything(at(circle<T>{{0, 0}, 1}, transform2<T>{p, {T(.5), T(.5)}}));
}

LAW_CASE("finite shapes of any size give no NaN") {
    using limits = std::numeric_limits<T>;
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        if constexpr (exact_pair<A, B>) {
            generator random{24};
            const T big = (limits::max)() / 16, small = limits::denorm_min() * 64;
            for (const T size_a : {small, T(1), big}) {
                for (const T size_b : {small, T(1), big}) {
                    for (int i = 0; i < 4; ++i) {
                        const A a = random.around<A>({0, 0}, size_a);
                        const B b = random.around<B>({0, 0}, size_b);
                        const auto hit = queries::collide(a, b);
                        LAW(finite(hit), a, b);
                        LAW(hit.has_value() == queries::intersects(a, b), a, b);
                        LAW((hit && hit->depth > 0) == queries::penetrates(a, b), a, b);
                        if (hit)
                            LAW(std::abs(std::hypot(hit->normal.x, hit->normal.y) - 1) <= 4 * limits::epsilon(), a, b);
                        if (hit) LAW(!std::isnan(hit->mtv().x) && !std::isnan(hit->mtv().y), a, b);
                        const auto m = queries::contact_manifold(a, b), all = queries::contact_manifold(a, b, big);
                        LAW(finite(m) && finite(all), a, b);
                        LAW((m.count > 0) == hit.has_value() && (all.count > 0 || !hit), a, b);
                        const auto axis = queries::separating_axis(a, b);
                        LAW(!axis || is_finite(*axis), a, b);
                        const auto s = queries::distance(a, b);
                        LAW((s.distance == 0) == hit.has_value() && s.distance >= 0, a, b);
                        LAW(is_finite(s.point_a) && is_finite(s.point_b), a, b);
                        LAW(std::abs(std::hypot(s.normal.x, s.normal.y) - 1) <= 4 * limits::epsilon(), a, b);
                    }
                }
            }
        }
        LAW(true, A{}, B{});
    });
}

LAW_CASE("an answer has no negative zero, whatever zeros shapes have") {
    for_every_pair<T, LAW_SAMPLE>([]<class A, class B>() {
        grid_generator grid{25};
        for (int i = 0; i < 60; ++i) {
            auto [a, b] = grid.pair<A, B>();
            const T zero =
                i % 2 == 0 ? T(-0.) : -std::numeric_limits<T>::denorm_min();  // or what may be rounded to one
            for (const auto& all : {fields(a), fields(b)})
                for (T* field : all) *field = *field == 0 ? zero : *field;
            LAW(has_no_negative_zero(queries::collide(a, b)), a, b);
            LAW(has_no_negative_zero(queries::distance(a, b)), a, b);
            LAW(has_no_negative_zero(queries::contact_manifold(a, b, T(i % 3))), a, b);
        }
    });
}
