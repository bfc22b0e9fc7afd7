// Every kind of shape with every defect: each query answers as docs/semantics/input.md states. Included once per
// scalar.

#undef LAW_SAMPLE
#define LAW_SAMPLE 1

#include "../broken.hpp"

#include <cstdint>
#include <span>

namespace {

using namespace hitbox_tests;
using T = LAW_SCALAR;

using every_broken_kind = sample_of<decltype(joined(every_shape<T>{}, every_stand_in<T>{})), 6, LAW_SAMPLE>;

constexpr T infinity = std::numeric_limits<T>::infinity();

template <class A, class B>
NOT_INLINED void expect_no(const A& a, const B& b) {
    LAW(!queries::intersects(a, b) && !queries::penetrates(a, b), a, b);
    if constexpr (requires { queries::contains(a, b); }) LAW(!queries::contains(a, b), a, b);
    LAW(!queries::collide(a, b) && !sat::minimum_translation(a, b) && !queries::separating_axis(a, b), a, b);
    for (const vec2<T> kept : {vec2<T>{}, vec2<T>{1, 0}}) {
        sat::last_axis<T> last{kept};
        LAW(!intersects(a, b, last) && !penetrates(a, b, last) && !collide(a, b, last), a, b);
    }
    LAW((queries::distance(a, b) == separation<T>{infinity, {0, 1}, {}, {}}), a, b);
    LAW(queries::signed_distance(a, b) == infinity, a, b);
    for (const T margin : {T(0), T(1), infinity}) LAW(queries::contact_manifold(a, b, margin) == manifold<T>{}, a, b);
    if constexpr (exact_pair<A, B>) {
        const auto common = polygon_clip<64>(a, b);
        LAW(common.empty() && common.area == 0 && common.centroid == vec2<T>{}, a, b);
    }
    if constexpr (requires { sat::axes(a, b); }) {
        LAW(sat::axes(a, b).size() == 0, a, b);
        const auto axes = sat::explain(a, b);
        LAW(axes.size() == 0 && !axes.apart(), a, b);
        const auto size_of = [](const auto& all) { return all.size(); };
        LAW(sat::axes(a, b, size_of) == 0 && sat::explain(a, b, size_of) == 0, a, b);
    }
}

template <class A, class B>
NOT_INLINED void expect_nothing_moved(const A& a, const B& b) {
    for (const vec2<T> translation : {vec2<T>{4, 0}, vec2<T>{}}) {
        LAW(shape_cast(a, translation, b) == cast_result<T>{}, a, b);
        LAW(shape_cast(a, vec2<T>{}, b, translation) == cast_result<T>{}, a, b);
        const sweep<T> moves{{}, {translation, {}}}, rests{};
        LAW(time_of_impact(a, moves, b, rests) == cast_result<T>{}, a, b);
        LAW(time_of_impact(a, rests, b, moves) == cast_result<T>{}, a, b);
    }
}

/// Tests a batch that contains the broken shape, and batches against which it is tested.
template <class A, class B>
NOT_INLINED void expect_no_of_many(const A& broken, const B& sound) {
    std::uint64_t bits[] = {~std::uint64_t{0}};
    const batch<A> in{std::span{&broken, 1}};
    const batch<B> with_others{std::span{&sound, 1}};
    LAW(intersects_many(sound, in, bits) == 0 && bits[0] == 0, broken, sound);
    bits[0] = 1;
    LAW(intersects_many(broken, with_others, bits) == 0 && bits[0] == 0, broken, sound);
    const std::span<const A> as{&broken, 1};
    const std::span<const B> bs{&sound, 1};
    const index_pair pairs[] = {{0, 0}};
    std::optional<contact<T>> contacts[] = {contact<T>{}};
    LAW(collide_pairs(as, bs, pairs, contacts) == 0 && !contacts[0], broken, sound);
    contacts[0] = contact<T>{};
    LAW(collide_all(in, with_others, contacts) == 0 && !contacts[0], broken, sound);
    bits[0] = 1;
    LAW(intersects_pairs(bs, as, pairs, bits) == 0 && bits[0] == 0, broken, sound);
}

template <class S>
NOT_INLINED void expect_no_rays(const S& s) {
    for (const auto start : {ray_start::solid, ray_start::hollow}) {
        LAW(!ray_cast(ray<T>{{-4, 0}, {8, 0}}, s, start), s, s);
        LAW(!ray_cast(ray<T>{{1, 2}, {0, 9}}, s, start), s, s);
    }
    for (const vec2<T> p : {vec2<T>{1, 2}, vec2<T>{9, 9}})
        LAW((closest_point(s, p) == boundary_point<T>{{}, infinity, {0, 1}}), s, s);
}

/// The broken shape meets nothing anywhere in the plane; `sound` is a valid shape in its place.
template <class S, class B>
void expect_nothing(const S& broken, const B& sound) {
    expect_no(broken, sound), expect_no(sound, broken);
    expect_nothing_moved(broken, sound), expect_nothing_moved(sound, broken);
    expect_no_of_many(broken, sound);
}

template <class S>
void check_every_mistake() {
    generator random{25};
    S s = random.around<S>({1, 2}, 1);
    const circle<T> disc = random.around<circle<T>>({1, 2}, 1);
    const auto polygon = random.around<convex_polygon<T, 8>>({1, 2}, 1);
    std::size_t mistakes = 0;
    with_every_mistake(s, [&] {
        ++mistakes;
        expect_nothing(s, disc), expect_nothing(s, polygon);
        expect_no(s, s), expect_nothing_moved(s, s);
        expect_no_rays(s);
    });
    CHECK(mistakes > 0);
    CHECK(intersects(s, disc));  // valid again, it is met; so nothing else prevented the meeting
    CHECK(intersects(s, polygon));
}

template <class... S>
void check_every_kind(type_list<S...>) {
    (check_every_mistake<S>(), ...);
}

}  // namespace

LAW_CASE("a shape with anything wrong in it gives every query the answer that is documented") {
    check_every_kind(every_broken_kind{});
}

LAW_CASE("an any_shape is as invalid as the shape that it holds") {
    const circle<T> disc{{1, 2}, 1};
    const auto check = [&]<class S>(S s) {
        with_every_mistake(s, [&] {
            const any_shape<T> any{s};
            expect_nothing(any, disc);
            expect_no_rays(any);
            expect_no(rounded{any, T(1)}, disc);
            LAW(sat::explain(any, disc, [](const auto& axes) { return axes.size(); }) == 0, s, disc);
            LAW(sat::axes(disc, any, [](const auto& axes) { return axes.size(); }) == 0, s, disc);
        });
    };
    generator random{26};
    check(random.around<circle<T>>({1, 2}, 1));
    check(random.around<aabb<T>>({1, 2}, 1));
    check(random.around<obb<T>>({1, 2}, 1));
    check(random.around<convex_polygon<T, 8>>({1, 2}, 1));
    check(random.around<convex_polygon_view<T>>({1, 2}, 1));
}
