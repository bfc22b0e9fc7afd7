/// The time of a pair of polygons by the number of vertices, and of boxes that rest on each other.
///
///     hitbox_bench_corners [--benchmark_filter=REGEX] [--benchmark_out=FILE] ...
///
/// Half of the polygons overlap. Resting boxes stand on each other as in a stack. If the sides coincide exactly,
/// filters cannot decide: resting_boxes, and resting_turned_boxes on a slope whose sine and cosine are .6 and .8,
/// rounded. In pressed_boxes, the sides overlap by a hundredth. Discs, level capsules, boxes, triangles and octagons
/// rest and press on each other in the same way, every kind on every other. bench/run runs this program and prints a
/// table.

#include "timed.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace {

using namespace timed;

template <class A, class B>
void add_to(const series<A, B>& s) {
    s.add("intersects/hitbox", ours, hitbox_intersects);
    s.add("intersects/textbook", theirs, textbook_intersects);
    s.add("collide/hitbox", ours, hitbox_collide);
    s.add("collide/textbook", theirs, textbook_collide);
    s.add("manifold/hitbox", ours, hitbox_manifold);
}

template <std::size_t... N>
void add_sweep(std::index_sequence<N...>) {
    // At most as many vertices as all pairs of octagons have, so that they stay in the caches.
    (add_to(make_series<scenes::ngon<N>, scenes::ngon<N>>((std::to_string(N) + "_corners").c_str(), 50,
                                                          scenes::pairs_per_scene() * 8 / (N < 8 ? 8 : N))),
     ...);
}

/// Returns a random multiple of 1/64, so that sums are exact.
float grid_number(scenes::dice& d, double low, double high) {
    return static_cast<float>(std::floor(d.between(low, high) * 64)) / 64;
}

/// Makes a shape about the origin on which another one can rest, or that can rest on another one: a triangle has its
/// level side at the top if it `is_below`, else at the bottom. Returns half the height.
float stand(scenes::dice& d, scenes::circle& c, bool) { return c = {{}, grid_number(d, .5, 2)}, c.radius; }
float stand(scenes::dice& d, scenes::capsule& c, bool) {
    const float half = grid_number(d, .5, 2);
    return c = {{-half, 0}, {half, 0}, grid_number(d, .25, 1)}, c.radius;
}
float stand(scenes::dice& d, scenes::obb& box, bool) {
    return box = {{}, {grid_number(d, .5, 2), grid_number(d, .5, 2)}}, box.half_extents.y;
}
float stand(scenes::dice& d, scenes::triangle& t, bool is_below) {
    const hitbox::vec2<float> half{grid_number(d, .5, 2), grid_number(d, .5, 2)}, tip{grid_number(d, -.5, .5), half.y};
    if (is_below) t = {-tip, half, {-half.x, half.y}};
    else t = {-half, {half.x, -half.y}, tip};
    return half.y;
}
float stand(scenes::dice& d, scenes::octagon& o, bool) {
    const float x = grid_number(d, 1, 2), y = grid_number(d, 1, 2), narrow = grid_number(d, .25, .75),
                low = grid_number(d, .25, .75);
    const std::array<hitbox::vec2<float>, 8> corners{
        {{narrow, -y}, {x, -low}, {x, low}, {narrow, y}, {-narrow, y}, {-x, low}, {-x, -low}, {-narrow, -y}}};
    return o = hitbox::assume_convex<8>(corners), y;
}

/// Places shapes of one kind on shapes of another, resting exactly and overlapping by a hundredth.
template <class A, class B>
void add_standing(const std::string& name) {
    for (const float depth : {0.f, .01f}) {
        scenes::dice d{7};
        const auto made = std::make_shared<scene<A, B>>();
        for (std::size_t i = 0; i < scenes::pairs_per_scene(); ++i) {
            A a;
            B b;
            const hitbox::vec2<float> middle{grid_number(d, -60, 60), grid_number(d, -60, 60)};
            const float height_a = stand(d, a, false), height_b = stand(d, b, true);
            a = scenes::moved(a, middle + hitbox::vec2<float>{grid_number(d, -.25, .25), height_a + height_b - depth});
            b = scenes::moved(b, middle);
            made->ours.push_back({a, b});
            made->outlines.push_back({scenes::outline_of(a), scenes::outline_of(b)});
        }
        const series<A, B> s{(depth > 0 ? "pressed_" : "resting_") + name, "100", made,
                             expectations(std::exchange(made->outlines, {}))};
        s.add("intersects/hitbox", ours, hitbox_intersects);
        s.add("collide/hitbox", ours, hitbox_collide);
        s.add("manifold/hitbox", ours, hitbox_manifold);
    }
}
template <class A>
void add_standing_on_all(const std::string& name) {
    add_standing<A, scenes::circle>(name + "_on_disc");
    add_standing<A, scenes::capsule>(name + "_on_capsule");
    add_standing<A, scenes::obb>(name + "_on_box");
    add_standing<A, scenes::triangle>(name + "_on_triangle");
    add_standing<A, scenes::octagon>(name + "_on_octagon");
}

/// Places a on top of b, overlapping by `depth`. Both are turned by the same angle.
template <class Box>
void add_resting(const char* name, hitbox::rot2<float> slope, float depth) {
    scenes::dice d{7};
    const auto made = std::make_shared<scene<Box, Box>>();
    for (std::size_t i = 0; i < scenes::pairs_per_scene(); ++i) {
        const hitbox::vec2<float> half_a{grid_number(d, .5, 2), grid_number(d, .5, 2)},
            half_b{grid_number(d, .5, 2), grid_number(d, .5, 2)};
        const hitbox::vec2<float> middle{grid_number(d, -60, 60), grid_number(d, -60, 60)};
        const hitbox::vec2<float> up{grid_number(d, -1, 1), half_a.y + half_b.y - depth};
        Box a, b;
        if constexpr (std::is_same_v<Box, scenes::aabb>) {
            a = {middle + up - half_a, middle + up + half_a}, b = {middle - half_b, middle + half_b};
        } else {
            a = {middle + slope * up, half_a, slope}, b = {middle, half_b, slope};
        }
        made->ours.push_back({a, b});
        made->theirs.push_back({scenes::textbook_of(a), scenes::textbook_of(b)});
        made->outlines.push_back({scenes::outline_of(a), scenes::outline_of(b)});
    }
    add_to(series<Box, Box>{name, "100", made, expectations(std::exchange(made->outlines, {}))});
}

void add_all() {
    add_sweep(std::index_sequence<3, 4, 5, 6, 8, 12, 16, 24, 32, 64>{});
    add_resting<scenes::aabb>("resting_aabbs", {}, 0);
    add_resting<scenes::obb>("resting_boxes", {}, 0);
    add_resting<scenes::obb>("resting_turned_boxes", {.8f, .6f}, 0);
    add_resting<scenes::obb>("pressed_boxes", {}, .01f);
    add_resting<scenes::obb>("pressed_turned_boxes", {.8f, .6f}, .01f);
    add_standing_on_all<scenes::circle>("disc");
    add_standing_on_all<scenes::capsule>("capsule");
    add_standing_on_all<scenes::obb>("box");
    add_standing_on_all<scenes::triangle>("triangle");
    add_standing_on_all<scenes::octagon>("octagon");
}

}  // namespace

int main(int argc, char** argv) { return timed::run(argc, argv, add_all); }
