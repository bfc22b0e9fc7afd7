#pragma once
// Answers of `intersects` for boxes, circles and points that touch, overlap, or are apart by a rounding.

#include <cstdint>

namespace {

template <class T>
std::uint64_t closed_answers() {
    using namespace hitbox;
    std::uint64_t hash = 0;
    const auto add = [&hash](bool hit) { hash = hash * 31 + (hit ? 2 : 1); };
    for (int i = 0; i < 400; ++i) {
        const T shift = static_cast<T>(i % 20 - 10) / 4, nudge = T(i / 20 - 10) * (T(1) / T(16777216));
        const vec2<T> p{shift + nudge, T(i % 7) / 2};
        const circle<T> disc{p, T(.75)}, other{{1, 1}, T(.5)};
        const aabb<T> box{p, p + vec2<T>{T(.5), T(.25)}}, large{{-1, -1}, {1, 1}};
        add(intersects(disc, other)), add(intersects(box, large)), add(intersects(disc, large));
        add(intersects(large, disc)), add(intersects(p, large)), add(intersects(large, p));
    }
    return hash;
}

}  // namespace
