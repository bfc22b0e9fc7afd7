#include "structures.hpp"

using namespace hitbox_tests;

namespace {

/// Checks that the distances equal those of brute force, to the rounding of a distance, and that each box occurs once.
template <class B, class T>
bool as_near(const twins<B>& both, vec2<T> point, std::size_t k) {
    const auto got = both.structure.nearest(point, k);
    const auto expected = both.model.nearest(point, k);
    if (got.size() != expected.size()) return false;
    std::vector<proxy> seen;
    for (std::size_t i = 0; i < got.size(); ++i) {
        const proxy p = got[i];
        if (p.index() >= both.proxies.size() || both.proxies[p.index()] != p) return false;
        seen.push_back(p);
        const long double d = distance_to_box(point, both.model.box(both.model.at(p.index()))),
                          e = distance_to_box(point, both.model.box(expected[i]));
        if (std::abs(d - e) > 4 * static_cast<long double>(std::numeric_limits<T>::epsilon()) * e) return false;
    }
    std::sort(seen.begin(), seen.end());
    return std::adjacent_find(seen.begin(), seen.end()) == seen.end();
}
/// Checks that the boxes and their order equal those of brute force. @pre all distances are exact
template <class B, class T>
bool same_nearest(const twins<B>& both, vec2<T> point, std::size_t k) {
    const auto got = both.structure.nearest(point, k);
    const auto expected = both.model.nearest(point, k);
    return std::equal(got.begin(), got.end(), expected.begin(), expected.end(),
                      [](proxy p, proxy q) { return p.index() == q.index(); });
}

template <class T>
std::vector<vec2<T>> points_about(const std::vector<aabb<T>>& boxes, random_numbers& random) {
    const aabb<T> all = bounds_of_all(boxes);
    std::vector<vec2<T>> points = {{0, 0}, all.min, all.max, {T(1e30), T(-1e30)}, {T(1e-30), T(1e-30)}};
    for (int i = 0; i < 8; ++i)
        points.push_back(
            {static_cast<T>(random.real(all.min.x, all.max.x)), static_cast<T>(random.real(all.min.y, all.max.y))});
    return points;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("the nearest boxes have the distances of brute force, in ascending order", "[broad]",
                        structures_with_nearest) {
    using T = typename TestType::scalar_type;
    for (const scene kind : every_scene)
        for (const std::size_t n : sizes_of(kind))
            for (const T scale : {T(1), T(1e-30)}) {
                if (scale < T(1) && kind != scene::uniform) continue;
                INFO(name_of(kind) << ", " << n << ", times " << scale);
                random_numbers random{n};
                auto boxes = boxes_of<T>(kind, n, 23);
                for (aabb<T>& box : boxes) box = {box.min * scale, box.max * scale};
                twins<TestType> both;
                CHECK(both.build(boxes));
                for (const vec2<T> p : points_about(boxes, random))
                    for (const std::size_t k : {std::size_t{0}, std::size_t{1}, std::size_t{7}, n, n + 1})
                        CHECK(as_near(both, p, static_cast<std::size_t>(k)));
            }
}

TEMPLATE_LIST_TEST_CASE("equally near boxes are ordered by index", "[broad]", structures_with_nearest) {
    // Points at corners, sides and centres of a lattice: the squares of all distances are exact.
    using T = typename TestType::scalar_type;
    for (const scene kind : {scene::lattice, scene::points}) {
        twins<TestType> both;
        CHECK(both.build(boxes_of<T>(kind, 300, 24)));
        for (int x = -6; x < 6; x += 3)
            for (int y = -6; y < 6; y += 2)
                for (const int k : {1, 2, 3, 4, 5, 17, 300})
                    CHECK(same_nearest(both, vec2<T>{static_cast<T>(x) / 2, static_cast<T>(y)},
                                       static_cast<std::size_t>(k)));
    }
    twins<TestType> inside;  // of all: all are at distance 0
    CHECK(inside.build(boxes_of<T>(scene::one_point, 100, 25)));
    for (const int k : {1, 10, 100}) CHECK(same_nearest(inside, vec2<T>{3, 3}, static_cast<std::size_t>(k)));
}

TEMPLATE_LIST_TEST_CASE("no box is near an invalid point or in an empty structure", "[broad]",
                        structures_with_nearest) {
    using T = typename TestType::scalar_type;
    TestType structure;
    CHECK(structure.nearest(vec2<T>{0, 0}, 3).size() == 0);
    CHECK(structure.build(boxes_of<T>(scene::uniform, 10, 26)));
    for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity()}) {
        CHECK(structure.nearest(vec2<T>{bad, 0}, 3).size() == 0);
        CHECK(structure.nearest(vec2<T>{0, bad}, 3).size() == 0);
    }
    CHECK(structure.nearest(vec2<T>{0, 0}, 0).size() == 0);
}

TEMPLATE_LIST_TEST_CASE("the nearest boxes are correct after insertions, updates and removals", "[broad]",
                        structures_with_nearest) {
    if constexpr (changes<TestType>) {
        using T = typename TestType::scalar_type;
        random_numbers random{27};
        const auto boxes = boxes_of<T>(scene::clumps, 300, 27), others = boxes_of<T>(scene::clumps, 300, 28);
        twins<TestType> both;
        CHECK(both.insert_all(boxes));
        for (std::size_t i = 0; i < 300; i += 2) CHECK(both.update(i, others[i]));
        for (std::size_t i = 0; i < 300; i += 3) CHECK(both.remove(i));
        for (const vec2<T> p : points_about(boxes, random))
            for (const int k : {1, 9, 200, 300}) CHECK(as_near(both, p, static_cast<std::size_t>(k)));
    }
}
