// The lines of docs/cheat_sheet.md. Each one is compiled and run.

#include <cstdio>
#include <vector>

#include <hitbox/batch/one_to_many.hpp>
#include <hitbox/motion.hpp>
#include <hitbox/scene.hpp>
using namespace hitbox;

namespace {

using V = vec2<float>;

void shapes_and_queries() {
    // vectors and transforms
    V u{3, 4}, v{1, 0};
    float dot_product = dot(u, v), cross_product = cross(u, v), size_of_u = length(u);
    V left_of_u = perp(u);         // turned counter-clockwise by 90 degrees (y up)
    V unit = unit_or(u, V{0, 1});  // {0, 1} if u is zero; also called normalized_or
    transform2<float> t{{3, 1}, rot2<float>::from_degrees(30)};
    V in_world = t * u, back = inverse(t) * in_world;

    // shapes
    V p{1, 2};
    circle<float> disc{{0, 0}, 1};
    aabb<float> box{{0, 0}, {4, 2}};                                  // min, max
    auto tile = aabb<float>::from_corner({4, 0}, {1, 1});             // corner, size
    auto zone = aabb<float>::from_center({2, 1}, {2, 1});             // centre, half of width and height
    obb<float> crate{{0, 0}, {2, 1}, rot2<float>::from_degrees(30)};  // centre, half of width and height, rotation
    segment<float> wall{{0, 0}, {4, 0}};
    capsule<float> body{{0, 0.5f}, {0, 1.5f}, 0.5f};                        // the ends of its axis, radius
    triangle<float> ramp{{0, 0}, {2, 0}, {2, 1}};                           // three vertices, in either order
    auto made = make_convex_polygon({V{0, 0}, V{4, 0}, V{5, 2}, V{1, 3}});  // result: value, or reason and index
    auto hexagon = regular_polygon(6, 1.f, V{0, 0});                        // vertices, radius to a vertex, centre
    any_shape<float> any = disc;                                            // a kind known at run time
    auto soft = rounded{box, 0.25f};                                        // a shape and a radius
    auto turned = at(box, transform2<float>{{3, 1}, rot2<float>::from_degrees(30)});
    auto moved = translated(box, {1, 0});
    auto fixed_in_world = baked(at(any, transform2<float>{{3, 1}, {}}));  // a copy in world coordinates

    // two shapes
    bool touch = intersects(disc, box);    // touching counts
    bool overlap = penetrates(disc, box);  // touching does not
    bool inside = contains(box, p);
    if (auto hit = collide(disc, box)) disc.center += hit->mtv();  // normal from a to b; mtv is added to a
    auto points = contact_manifold(crate, box);                    // up to 2 points with depth and id
    auto gap = distance(disc, tile);                               // distance, normal, point_a, point_b
    float apart = signed_distance(disc, box);                      // minus the depth if they overlap
    auto near = closest_point(box, p);                             // point, distance (negative inside), gradient
    auto shared = polygon_clip(crate, box);                        // the common polygon
    auto axis = sat::separating_axis(disc, tile);                  // a unit axis from a to b, or nothing

    // motion
    auto seen = ray_cast(ray<float>::between({-9, 1}, {9, 1}), box);  // fraction, point, normal out of the box
    auto far_wall = ray_cast(ray<float>{{1, 1}, {9, 0}}, box, ray_start::hollow);
    auto cast = shape_cast(disc, {10, 0}, tile);           // status, fraction, normal out of the tile
    bool is_free = cast.status == cast_status::separated;  // else hit, started_touching or started_overlapping
    auto both = shape_cast(disc, {10, 0}, tile, {-1, 0});  // both move
    sweep<float> swing{{{0, 0}, {}}, {{3, 0}, rot2<float>::from_degrees(60)}}, rests{};  // from, to; no motion
    auto flip = time_of_impact(crate, swing, tile, rests);  // like shape_cast, if shapes also turn

    // properties
    aabb<float> around = bounds(turned);  // around.width(), around.height()
    float size = area(ramp);
    V middle = center(box), mass_centre = centroid(ramp);
    bool sound = valid(body);

    std::printf("%d%d%d %u %.1f %.1f %zu %d\n", touch, overlap, inside, unsigned(points.count), double(gap.distance),
                double(apart), vertices(*hexagon).size(), axis.has_value());
    std::printf("%.1f %d %d %.2f %.2f %.1f %.1f %.2f %d\n", double(near.distance), seen.has_value(),
                far_wall.has_value(), double(cast.fraction) + is_free, double(both.fraction), double(around.width()),
                double(size), double(middle.x + mass_centre.x), sound);
    std::printf("%.1f %.1f %.1f %.1f %.1f %.1f\n", double(dot_product), double(cross_product), double(size_of_u),
                double(left_of_u.y), double(unit.y), double(back.x));
    std::printf("%d %d %d %d %d %d %d\n", intersects(wall, *made), intersects(soft, moved),
                intersects(fixed_in_world, box), shared.size() > 2, overlap, zone == box,
                flip.status == cast_status::hit);
}

void sets_and_many() {
    const aabb<float> box{{0, 0}, {4, 2}};
    const circle<float> disc{{0, 0}, 1};
    // concave shapes and levels
    auto outline = make_polygon(std::vector<V>{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}});
    compound<float> ship{*outline};                                             // or: compound<float>{shapes}
    auto ground = chain<float>::open(std::vector<V>{{-9, 0}, {0, 0}, {9, 2}});  // one-sided
    auto out = collide(disc, at(ship, V{0.5f, 0}));                             // one translation out of all its pieces
    auto draw = triangles(*outline);
    auto pieces = convex_polygons<8>(*outline);

    // characters
    // {2, -1} is a velocity, and .dt the time of a frame; without .dt, {2, -1} is a translation
    auto step = move_and_slide(box, {0, 5}, {2, -1}, ship, {.up = {0, 1}, .step_height = 0.3f, .dt = 1 / 60.f});
    V position = step.position, velocity = step.velocity;           // also on_floor, contacts, started_free
    auto level = with_platforms(ship, std::vector{disc}, V{0, 1});  // the discs block only from above
    // arguments: the character, its position; the platform (a disc), its old and new position; the obstacles; options
    auto carried = carry(box, position, disc, {0, 0}, {0.5f, 0}, ship, {.up = {0, 1}});  // before the character moves

    // many shapes
    std::vector<aabb<float>> boxes{box, {{3, 1}, {5, 3}}, {{9, 9}, {10, 10}}};
    spatial_hash<float> broad;
    if (!broad.update(boxes)) broad.build(boxes);  // build: in the first frame, and if their number has changed
    for (const auto& [a, b] : sorted_pairs(broad)) std::printf("%u meets %u\n", a.index(), b.index());
    circle_batch<float> enemies;
    enemies.push_back(disc);
    std::vector<std::uint32_t> hits;
    intersects_many(box, enemies, hits);  // the indices of the enemies that are hit

    // a world
    world<float> w;
    auto tile = w.add({.shape = box, .fixed = true});
    auto me = w.add({.shape = disc, .transform = {{2, 2.5f}, {}}, .user = 7});
    w.move(me, V{2, 2.75f});
    w.detect();  // once a frame, after all moves
    for (const contact_event& e : w.began(me)) std::printf("met the tile: %d\n", e.other(me) == tile);
    auto first = w.ray_cast_closest(ray<float>{{2, 9}, {0, -9}}, [&](collider_id id) { return id != me; });
    auto bytes = w.snapshot();
    bool same = w.restore(bytes);

    std::printf("%d %zu %zu %.1f %.1f %zu %d %d %d %d\n", out.has_value(), draw.size(), pieces.size(),
                double(position.x), double(velocity.y), hits.size(), first.has_value(), same, intersects(disc, ground),
                carried.is_pushed);
}

}  // namespace

int main() {
    shapes_and_queries();
    sets_and_many();
}
