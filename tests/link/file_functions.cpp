// A file that is compiled several times, each time with different flags and a different name for its definitions.
#include "file_functions.hpp"

using namespace hitbox;

// An unnamed namespace, because the names would otherwise be the same in each of the files.
namespace {

shapes make() {
    const auto polygon = make_convex_polygon({vec2{0.f, 0.f}, vec2{3.f, .1f}, vec2{2.f, 2.f}, vec2{.3f, 1.7f}});
    const obb<double> box{{1, 1}, {.5, .25}, rot2<double>::from_degrees(30)};
    return {{{.1f, .2f}, 1},
            {{1, 1}, {.5f, .25f}, rot2<float>::from_degrees(30)},
            {{0, 0}, {1, 1.3f}, .2f},
            polygon ? *polygon : convex_polygon<float>{},
            any_shape<double>{box}};
}

answers query(const shapes& a, const shapes& b, const batch<convex_polygon<float>>& many, sat::last_axis<float>& last) {
    const auto there = at(b.polygon, transform2<float>{{7, .1f}, rot2<float>::from_degrees(77)});
    std::uint64_t bits[2];  // of 100 shapes
    return {collide(a.polygon, b.box),
            contact_manifold(a.box, b.pill),
            distance(a.polygon, there),
            ray_cast(ray<float>{{-5, .3f}, {20, 1}}, there),
            shape_cast(a.disc, {5, 0}, there),
            intersects_many(a.disc, many, std::span<std::uint64_t>{bits}),
            intersects(a.any, b.any) && penetrates(a.any, b.any) && contains(a.any, vec2<double>{1, 1}),
            intersects(a.polygon, there, last)};
}

void fill(batch<convex_polygon<float>>& many, const convex_polygon<float>& polygon) {
    for (int i = 0; i < 50; ++i) many.push_back(translated(polygon, vec2<float>{.1f * static_cast<float>(i), 0}));
}

}  // namespace

extern const file_functions FUNCTIONS_OF_FILE;
const file_functions FUNCTIONS_OF_FILE{make, query, fill};
