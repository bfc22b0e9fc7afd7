// Concave shapes, and levels of many pieces, each as one shape: how a disc leaves a ship, and a box slides over tiles.
//
//     concave [picture.svg]

#include <cassert>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <hitbox/debug/svg.hpp>
#include <hitbox/sets.hpp>

using namespace hitbox;

namespace {

void way_out() {
    std::vector<vec2<float>> outline{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    compound<float> ship{*make_polygon(outline)};
    circle<float> rock{{2, 1.5f}, 1};
    if (auto hit = collide(rock, at(ship, vec2<float>{0, 0}))) rock.center += hit->mtv();  // out of all its pieces
    std::printf("the rock is pushed to (%g, %g)\n", double(rock.center.x), double(rock.center.y));
}

void slide() {
    std::vector<aabb<float>> tiles;
    for (int i = 0; i < 10; ++i) tiles.push_back(aabb<float>::from_corner({float(i), -1}, {1, 1}));
    auto slide = shape_cast(aabb<float>{{0.2f, 0}, {0.8f, 1}}, {8, 0}, tiles);
    assert(slide.status == cast_status::separated);  // the ten tiles act as one floor
    int caught = 0;
    for (const auto& tile : tiles)
        if (shape_cast(aabb<float>{{0.2f, 0}, {0.8f, 1}}, {8, 0}, tile).status != cast_status::separated) ++caught;
    std::printf("as a whole: %s; tile by tile it would meet %d of %d\n",
                slide.status == cast_status::separated ? "it slides" : "it is stopped", caught,
                static_cast<int>(tiles.size()));
}

float inertia(const compound<float>& ship, float mass) { return mass / area(ship) * second_moment(ship); }

void drawn_outline() {
    const std::vector<vec2<float>> drawn{{0, 0}, {4, 0}, {0, 4}, {4, 4}, {9, 4}, {9, 9}, {5, 9}};
    for (const polygon_mistake& m : polygon_mistakes(drawn)) {
        if (m.second == polygon_mistake::none) std::printf("point %zu: %s\n", m.first, to_string(m.error));
        else std::printf("edges %zu and %zu: %s\n", m.first, m.second, to_string(m.error));
    }

    const std::vector<vec2<float>> points{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    const polygon<float> outline = *make_polygon(points);
    const bool is_hit = intersects(outline, circle<float>{{3, 3}, 2});  // a polygon is a shape;
    const compound<float> ship{outline};                                // a compound of it answers faster
    const auto nearest = closest_point(ship, {3, 3});
    const vec2<float> middle = centroid(ship);
    std::printf("hit: %s; %g away; centre of mass (%.3f, %.3f), inertia %.3f\n", is_hit ? "yes" : "no",
                double(nearest.distance), double(middle.x), double(middle.y), double(inertia(ship, 1)));

    for (const convex_polygon<float, 8>& piece : convex_polygons<8>(outline))  // for a renderer or a physics engine
        std::printf("a piece of %d vertices\n", static_cast<int>(piece.size()));
}

void turn_into_a_wall() {
    const std::vector<vec2<float>> corners{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    const compound<float> ship{*make_polygon(corners)};
    const sweep<float> turns{{{0, 0}, {}}, {{1, 0}, rot2<float>::from_degrees(90)}}, rests{};
    const auto hit = time_of_impact(ship, turns, aabb<float>{{1, 3}, {6, 6}}, rests);
    std::printf("it turns until fraction %.3f, and touches at (%.3f, %.3f)\n", double(hit.fraction),
                double(hit.point.x), double(hit.point.y));
}

/// Draws a hull with a hole for its window, its pieces, and the minimum translations of shapes out of it.
void draw(const char* path) {
    const std::vector<vec2<float>> outline{{0, 0}, {9, 0},    {10, 2}, {7, 2},    {7, 5},
                                           {5, 6}, {5, 3.5f}, {3, 3},  {2, 5.5f}, {0, 5}};
    const std::vector<std::vector<vec2<float>>> holes{{{5.6f, 2.6f}, {5.6f, 4}, {6.5f, 4}, {6.5f, 2.6f}},
                                                      {{0.7f, 2}, {0.7f, 4.4f}, {1.6f, 4.4f}, {1.6f, 2}}};
    const compound<float> ship{*make_polygon(outline, holes)};
    debug::svg picture;
    for (const any_shape<float>& piece : ship.pieces()) picture.shape(piece, {debug::colors::grey, 0.12, 0.5});
    for (const segment<float>& edge : ship.border()) picture.shape(edge, {debug::colors::black, 0, 2});
    const std::vector<any_shape<float>> movers{circle<float>{{3.9f, 3}, 0.9f}, aabb<float>{{5.9f, 1.9f}, {6.7f, 3.1f}},
                                               obb<float>{{9, 1.6f}, {0.9f, 0.4f}, rot2<float>::from_degrees(20)},
                                               capsule<float>{{1, 2.4f}, {1.3f, 3.6f}, 0.35f}};
    for (const any_shape<float>& mover : movers) {
        picture.shape(mover, {debug::colors::blue});
        const auto hit = collide(mover, ship);
        if (!hit) continue;
        picture.moved(mover, *hit, {debug::colors::vermilion, 0, 1.5, true}).contact(*hit);
        std::printf("out by (%.3f, %.3f)\n", double(hit->mtv().x) + 0.0, double(hit->mtv().y) + 0.0);
    }
    if (!picture.save(path)) throw std::runtime_error{std::string{path} + ": cannot be written"};
}

}  // namespace

int main(int argc, char** argv) {
    try {
        way_out();
        slide();
        drawn_outline();
        turn_into_a_wall();
        draw(argc > 1 ? argv[1] : "concave.svg");
    } catch (const std::exception& e) {
        std::fprintf(stderr, "concave: %s\n", e.what());
        return 1;
    }
}
