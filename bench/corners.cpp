/// The time of a pair of polygons by the number of vertices, and of boxes that rest on each other.
///
///     hitbox_bench_corners [--benchmark_filter=REGEX] [--benchmark_out=FILE] ...
///
/// Half of the polygons overlap. Resting boxes stand on each other as in a stack. If the sides coincide exactly,
/// filters cannot decide: resting_boxes, and resting_turned_boxes on a slope whose sine and cosine are .6 and .8,
/// rounded. In pressed_boxes, the sides overlap by a hundredth. bench/run runs this program and prints a table.

#include "timed.hpp"

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

/// Places a on top of b, overlapping by `depth`. Both are turned by the same angle.
template <class Box>
void add_resting(const char* name, hitbox::rot2<float> slope, float depth) {
    scenes::dice d{7};
    const auto made = std::make_shared<scene<Box, Box>>();
    for (std::size_t i = 0; i < scenes::pairs_per_scene(); ++i) {
        // Coordinates are multiples of 1/64, so that sums are exact.
        const auto whole = [&d](double low, double high) {
            return static_cast<float>(std::floor(d.between(low, high) * 64)) / 64;
        };
        const hitbox::vec2<float> half_a{whole(.5, 2), whole(.5, 2)}, half_b{whole(.5, 2), whole(.5, 2)};
        const hitbox::vec2<float> middle{whole(-60, 60), whole(-60, 60)};
        const hitbox::vec2<float> up{whole(-1, 1), half_a.y + half_b.y - depth};
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
}

}  // namespace

int main(int argc, char** argv) { return timed::run(argc, argv, add_all); }
