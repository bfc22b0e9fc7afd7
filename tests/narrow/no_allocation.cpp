// core/, shapes/ and narrow/ allocate no heap memory. This file counts the allocations of the whole program. With few
// rounds it has the pairs of laws/pairs.inl, and is compiled with that file.

#undef LAW_SAMPLE
#define LAW_SAMPLE 9

#include "../allocations.hpp"
#include "../laws.hpp"

#include <tuple>

namespace {

using namespace hitbox_tests;
using tested_real = std::tuple_element_t<0, std::tuple<HITBOX_TESTS_REALS>>;

/// Makes every query of two shapes. Returns a number that depends on every answer.
template <class A, class B>
int query_everything(const A& a, const B& b) {
    int answers = queries::intersects(a, b) + queries::penetrates(a, b) + queries::collide(a, b).has_value();
    answers += queries::separating_axis(a, b).has_value() + (queries::distance(a, b).distance > 0);
    answers += queries::contact_manifold(a, b, 10).count;
    answers += time_of_impact(a, {{{-9, 0}, {}}, {{9, 0}, {}}, 1}, b, {}).status == cast_status::hit;
    sat::last_axis<scalar_t<A>> last;
    for (int frame = 0; frame < 2; ++frame) answers += intersects(a, b, last) + collide(a, b, last).has_value();
    if constexpr (requires { queries::contains(a, b); }) answers += queries::contains(a, b);
    answers += shape_cast(a, center(b) - center(a), b).status == cast_status::hit;
    answers += ray_cast(ray<scalar_t<A>>::between(center(a), center(b)), b, ray_start::hollow).has_value();
    if constexpr (requires { sat::explain(a, b); }) {
        const auto why = sat::explain(a, b);
        for (std::size_t i = 0; i < why.size(); ++i) answers += why[i].decides;
    }
    return answers;
}

}  // namespace

TEST_CASE("no query allocates: near, far, touching and invalid shapes") {
    std::size_t taken = 0;
    int answers = 0;
    for_every_pair<tested_real, LAW_SAMPLE>([&]<class A, class B>() {
        generator random{31};
        const A a = random.around<A>({0, 0}, 1);
        const B near_b = random.around<B>({0, 0}, 1), far_b = random.around<B>({9, 0}, 1);
        const std::size_t before = allocation_count();
        answers += query_everything(a, near_b) + query_everything(a, far_b);
        taken += allocation_count() - before;
        LAW(true, a, far_b);
    });
    CHECK(answers > 0);
    CHECK(taken == 0);
}

TEST_CASE("the exact paths do not allocate") {
    const std::size_t before = allocation_count();
    const bool yes =
        intersects(triangle<double>{{0, 0}, {1e300, 1e-300}, {1e-300, 1e300}}, vec2<double>{1e-300, 1e-300});
    const bool touching = collide(aabb<float>{{0, 0}, {1, 1}}, obb<float>{{1.5f, .5f}, {.5f, .5f}}).has_value();
    CHECK(allocation_count() == before);
    CHECK(yes);
    CHECK(touching);
}

TEST_CASE("makers of polygons do not allocate") {
    const vec2<float> points[] = {{0, 0}, {4, 0}, {4, 3}, {2, 1}, {0, 3}};
    const std::size_t before = allocation_count();
    const auto hull = convex_hull(points);
    const auto refused = make_convex_polygon(points);
    const auto regular = regular_polygon<16>(16, 1.f);
    CHECK(allocation_count() == before);
    CHECK(hull->size() == 4);
    CHECK(refused.error() == polygon_error::not_convex);
    CHECK(regular->size() == 16);
}
