// One against many, compiled for several processors: the answers are those of the pairs, also where kernels are
// optimised and may fuse products. Returns 77 on a processor that is not the one meant.
#include <hitbox/hitbox.hpp>

#include <cstdio>

using namespace hitbox;

namespace {

template <class Q, class E>
bool same(const Q& query, const std::vector<E>& list) {
    std::vector<std::uint32_t> hits(list.size()), one_by_one;
    hits.resize(intersects_many(query, batch<E>{list}, hits));
    for (std::uint32_t i = 0; i < list.size(); ++i)
        if (intersects(query, list[i])) one_by_one.push_back(i);
    return hits == one_by_one && !hits.empty() && hits.size() < list.size();
}

/// What has a kernel of its own, and what has none.
template <class T>
bool same_for_all_kernels() {
    std::vector<circle<T>> circles;
    std::vector<aabb<T>> boxes;
    std::vector<obb<T>> turned;
    for (int i = 0; i < 100; ++i) {
        const vec2<T> p{T(i % 10), T(i / 10)};
        circles.push_back({p, T(.75)});
        boxes.push_back({p, p + vec2<T>{T(.5), T(.75)}});
        turned.push_back(obb<T>::from_degrees(p, {T(.25), T(1)}, T(i)));
    }
    const circle<T> disc{{4, 4}, T(2.25)};
    return same(disc, circles) && same(disc, boxes) && same(disc, turned) && same(boxes[45], circles) &&
           same(boxes[45], boxes) && same(boxes[45], turned) && same(turned[33], boxes) && same(turned[33], turned);
}

/// Turned boxes, of which a corner just reaches the upright edge of a triangle.
template <class T>
bool touching_is_found() {
    for (int i = 1; i < 400; ++i) {
        const auto box = obb<T>::from_degrees({T(i) / 7, T(i) / 3}, {T(1) / T(i), T(i) / 9}, T(i));
        vec2<T> right = vertices(box)[0], left = right;
        for (const vec2<T> v : vertices(box)) right = right.x < v.x ? v : right, left = v.x < left.x ? v : left;
        const auto on = *make_convex_polygon({right, right + vec2<T>{200, 100}, right + vec2<T>{0, 200}}),
                   off = *make_convex_polygon({left, left + vec2<T>{0, 200}, left + vec2<T>{-200, 100}});
        std::vector<std::uint64_t> bits(1);
        if (intersects_many(box, batch<convex_polygon<T, 8>>{{{on, off}}}, bits) != 2) {
            std::printf("a corner of box %d touches, and is not found\n", i);
            return false;
        }
    }
    return true;
}

/// Fused with the sum, it would be what rounding took off.
template <class T>
bool products_are_rounded() {
    volatile T factor = 1 + std::numeric_limits<T>::epsilon();
    const T a = factor;
    return product(a, a) - (1 + 2 * std::numeric_limits<T>::epsilon()) == T(0);
}

}  // namespace

int main() {
#if defined(HITBOX_TESTS_NEED)
    if (!__builtin_cpu_supports(HITBOX_TESTS_NEED)) {
        std::puts("this processor has no " HITBOX_TESTS_NEED);
        return 77;
    }
#endif
    if (!products_are_rounded<float>() || !products_are_rounded<double>()) return 1;
    return same_for_all_kernels<float>() && same_for_all_kernels<double>() && touching_is_found<double>() ? 0 : 1;
}
