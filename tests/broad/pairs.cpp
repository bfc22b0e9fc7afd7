#include "structures.hpp"

using namespace hitbox_tests;

namespace {

/// Removes some boxes, moves some and inserts some.
template <class B>
bool change_some(twins<B>& both, scene kind, random_numbers& random) {
    bool same = true;
    const std::size_t n = both.model.size();
    const auto others = boxes_of<typename B::scalar_type>(kind, n, 77);
    for (std::size_t i = 0; i < n; i += 3) same = both.remove(i) && same;
    for (std::size_t i = 0; i < n; ++i)
        if (both.proxies[i] && random.chance(.4)) same = both.update(i, others[i]) && same;
    for (std::size_t i = 0; i < n / 2; ++i) same = both.insert(others[n - 1 - i]) && same;
    return same;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("each pair of boxes that share a point is found once, whichever way the boxes were added",
                        "[broad]", every_structure) {
    using T = typename TestType::scalar_type;
    for (const scene kind : every_scene)
        for (const std::size_t n : sizes_of(kind)) {
            INFO(name_of(kind) << ", " << n);
            const auto boxes = boxes_of<T>(kind, n, 1), others = boxes_of<T>(kind, n, 2);
            twins<TestType> built;
            CHECK(built.build(boxes));
            CHECK(built.same_boxes());
            CHECK(built.same_pairs());
            if constexpr (changes<TestType>) {
                random_numbers random{n};
                CHECK(built.update(others));
                CHECK(built.same_boxes());
                CHECK(built.same_pairs());
                twins<TestType> inserted;
                CHECK(inserted.insert_all(boxes));
                CHECK(inserted.same_boxes());
                CHECK(inserted.same_pairs());
                CHECK(change_some(inserted, kind, random));
                CHECK(inserted.same_boxes());
                CHECK(inserted.same_pairs());
                CHECK(inserted.build(others));
                CHECK(inserted.same_pairs());
            }
        }
}

TEMPLATE_LIST_TEST_CASE("boxes at the limits of the number range are treated like others", "[broad]", every_structure) {
    using T = typename TestType::scalar_type;
    auto boxes = boxes_at_the_limits<T>();
    const auto among_others = boxes_of<T>(scene::any_size, 200, 3);
    for (const bool alone : {true, false}) {
        if (!alone) boxes.insert(boxes.begin() + 5, among_others.begin(), among_others.end());
        twins<TestType> built;
        CHECK(built.build(boxes));
        CHECK(built.same_boxes());
        CHECK(built.same_pairs());
        for (const aabb<T>& box : boxes) CHECK(built.same_query(box));
        if constexpr (changes<TestType>) {
            twins<TestType> inserted;
            CHECK(inserted.insert_all(boxes));
            CHECK(inserted.same_boxes());
            CHECK(inserted.same_pairs());
            for (std::size_t i = 0; i + 1 < boxes.size(); ++i) CHECK(inserted.update(i, boxes[i + 1]));
            CHECK(inserted.same_boxes());
            CHECK(inserted.same_pairs());
            for (std::size_t i = 0; i < boxes.size(); i += 2) CHECK(inserted.remove(i));
            CHECK(inserted.same_boxes());
            CHECK(inserted.same_pairs());
        }
    }
}

TEMPLATE_LIST_TEST_CASE("a visitor of pairs can end the visit, and its calls are counted", "[broad]", every_structure) {
    using T = typename TestType::scalar_type;
    twins<TestType> both;
    CHECK(both.build(boxes_of<T>(scene::lattice, 100, 1)));
    std::size_t all = 0;
    const query_statistics cost = both.structure.for_each_pair([&](proxy, proxy) { ++all; });
    CHECK(all == 342);  // 2 * 9 * 10 beside each other, 2 * 9 * 9 across a corner
    CHECK(cost.found == all);
    CHECK(cost.tested >= cost.found);
    for (const std::size_t wanted : {std::size_t{1}, std::size_t{17}, all}) {
        std::size_t seen = 0;
        const auto until = [&](proxy, proxy) { return ++seen < wanted; };
        CHECK(both.structure.for_each_pair(until).found == wanted);
        CHECK(seen == wanted);
        seen = 0;
        CHECK(both.structure.for_each_pair(hitbox::detail::run_here{}, until).found == wanted);
        CHECK(seen == wanted);
    }
}

TEST_CASE("pairs are sorted by their smaller index, then by the larger") {
    // A small case by hand, because all comparisons above rely on sorted pairs: box 2 overlaps all others, and 0
    // overlaps 3.
    brute_force<float> structure;
    const std::vector<aabb<float>> boxes = {{{5, 0}, {6, 1}}, {{0, 0}, {1, 1}}, {{0, 0}, {9, 9}}, {{6, 1}, {7, 2}}};
    const proxy_range p = *structure.build(boxes);
    const std::vector<proxy_pair> expected = {{p[0], p[2]}, {p[0], p[3]}, {p[1], p[2]}, {p[2], p[3]}};
    CHECK((sorted_pairs(structure) == expected));
}
