// Without vector types packs are arrays: slower, with the same answers.
#define HITBOX_NO_SIMD
#include <hitbox/hitbox.hpp>

using namespace hitbox;

namespace {

constexpr auto octagon = *regular_polygon<8>(8, 2.f);
constexpr triangle<float> wedge{{1, 1}, {4, 1}, {1, 4}};
constexpr triangle<float> tooth{{2, 3}, {6, 2}, {5, 7}};
constexpr capsule<float> pill{{-3, 0}, {3, 1}, .5f};

// Packs take no part in constant evaluation.
constexpr auto by_corner = collide(octagon, wedge), by_round = collide(octagon, pill), across = collide(wedge, pill);
constexpr auto by_edge = collide(wedge, tooth);

template <class Q, class E>
bool same_for_many(const Q& query, const std::vector<E>& list) {
    std::vector<std::uint32_t> hits(list.size()), one_by_one;
    hits.resize(intersects_many(query, batch<E>{list}, hits));
    for (std::uint32_t i = 0; i < list.size(); ++i)
        if (intersects(query, list[i])) one_by_one.push_back(i);
    return hits == one_by_one && !hits.empty() && hits.size() < list.size();
}

bool same_for_batches() {
    std::vector<circle<float>> circles;
    std::vector<aabb<float>> boxes;
    std::vector<obb<float>> turned;
    for (int i = 0; i < 100; ++i) {
        const vec2<float> p{float(i % 10), float(i / 10)};
        circles.push_back({p, .75f});
        boxes.push_back({p, p + vec2{.5f, .75f}});
        turned.push_back(obb<float>::from_degrees(p, {.25f, 1}, float(i)));
    }
    const auto all = [&](const auto& query) {
        return same_for_many(query, circles) && same_for_many(query, boxes) && same_for_many(query, turned);
    };
    return all(circle<float>{{4, 4}, 2.25f}) && all(boxes[45]) && all(turned[33]) && all(octagon) && all(pill);
}

/// Numbers of two packs, which are not beside each other in memory.
bool picks_from_both() {
    struct {
        hitbox::detail::pack<float> low, between, high;
    } packs;
    const float first[] = {0, 1, 2, 3}, none[] = {-1, -1, -1, -1}, second[] = {4, 5, 6, 7};
    packs.low = hitbox::detail::load_pack(first), packs.between = hitbox::detail::load_pack(none);
    packs.high = hitbox::detail::load_pack(second);
    float picked[4];
    hitbox::detail::store_pack(picked, hitbox::detail::pick<float, 0, 3, 4, 7>(packs.low, packs.high));
    return picked[0] == 0 && picked[1] == 3 && picked[2] == 4 && picked[3] == 7;
}

}  // namespace

int main() {
    const auto runtime = [](auto shape) { return shape; };
    const bool same = collide(runtime(octagon), wedge) == by_corner && collide(runtime(octagon), pill) == by_round &&
                      collide(runtime(wedge), pill) == across && collide(runtime(wedge), tooth) == by_edge;
    return same && picks_from_both() && same_for_batches() && !intersects(runtime(octagon), translated(wedge, {9, 0}))
               ? 0
               : 1;
}
