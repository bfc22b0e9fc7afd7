// The code of README.md and docs/: tools/check_snippets finds it here.

#include <cstdio>
#include <vector>

#include <hitbox/hitbox.hpp>
using namespace hitbox;

constexpr vec2<float> pushed_out(circle<float> player, const aabb<float>& wall) {
    if (const auto hit = collide(player, wall))  // std::optional<contact<float>>
        player.center += hit->mtv();             // the shortest vector out
    return player.center;
}
// Every query of two convex shapes works at compile time.
static_assert(pushed_out({{3, 4}, 1}, {{0, 0}, {10, 3.5f}}) == vec2{3.f, 4.5f});

static_assert(intersects(aabb{vec2{0, 0}, vec2{4, 4}}, aabb{vec2{4, 0}, vec2{8, 4}}));  // touching counts...
static_assert(!penetrates(aabb{vec2{0, 0}, vec2{4, 4}},
                          aabb{vec2{4, 0}, vec2{8, 4}}));  // ...unless interiors are required

int main() {
    // The points may have either winding. Points that are not convex are refused.
    const std::vector<vec2<float>> points = {{0, 0}, {4, 0}, {5, 2}, {1, 3}};
    const auto made = make_convex_polygon(points);  // up to 8 vertices; make_convex_polygon<32> for up to 32
    if (!made) return std::printf("point %zu: %s\n", made.index(), to_string(made.error())), 1;

    // The shape, seen through a transform: queries take it like any other shape.
    const auto ship = at(*made, transform2<float>{{2, 1}, rot2<float>::from_degrees(30)});

    const capsule<float> beam{{0, 1}, {6, 2}, 0.5f};
    if (const auto hit = collide(ship, beam))
        std::printf("ship and beam: %.3f deep, normal (%.3f, %.3f)\n", double(hit->depth), double(hit->normal.x),
                    double(hit->normal.y));

    // Many shapes, of kinds that are known at run time only. Once a frame, transform each shape and compute its
    // bounding box. Only pairs whose boxes meet are then tested.
    const std::vector<any_shape<float>> things = {*made, beam, circle<float>{{4, 3}, 1}, aabb<float>{{7, 0}, {9, 2}}};
    const std::vector<transform2<float>> places = {ship.transform, {}, {}, {{-2, 0}, {}}};
    std::vector<any_shape<float>> shapes;
    std::vector<aabb<float>> boxes;
    for (std::size_t i = 0; i < things.size(); ++i) {
        shapes.push_back(baked(at(things[i], places[i])));
        boxes.push_back(bounds(shapes[i]));
    }
    spatial_hash<float> broad;
    if (!broad.update(boxes)) broad.build(boxes);  // build: in the first frame, and if their number has changed
    for (const auto& [a, b] : sorted_pairs(broad))
        if (const auto hit = collide(shapes[a.index()], shapes[b.index()]))
            std::printf("%u and %u: %.3f deep\n", a.index(), b.index(), double(hit->depth));

    // An answer that surprises can explain itself: every axis, both shadows, and which one decided.
    const auto why = sat::explain(ship, beam);
    for (std::size_t i = 0; i < why.size(); ++i)
        std::printf("axis (%6.3f, %6.3f): overlap %.3f%s\n", double(why[i].axis.x), double(why[i].axis.y),
                    double(why[i].overlap), why[i].decides ? ", the least" : "");

    // Bad input is reported with a reason and a place.
    const auto dented = make_convex_polygon({vec2{0.f, 0.f}, vec2{4.f, 0.f}, vec2{1.f, 1.f}, vec2{0.f, 4.f}});
    std::printf("point %zu: %s\n", dented.index(), to_string(dented.error()));
}
