#include "structures.hpp"

using namespace hitbox_tests;

namespace {

/// Query boxes: those of the scene, boxes that touch them or just miss them, and boxes of all sizes.
template <class T>
std::vector<aabb<T>> ranges_of(const std::vector<aabb<T>>& boxes, random_numbers& random) {
    const aabb<T> all = bounds_of_all(boxes);
    const T max_value = (std::numeric_limits<T>::max)();
    std::vector<aabb<T>> ranges = {
        all, {all.min, all.min}, {{-max_value, -max_value}, {max_value, max_value}}, {{0, 0}, {0, 0}}};
    for (std::size_t i = 0; i < boxes.size() && i < 12; ++i) {
        const aabb<T> box = boxes[random.index(boxes.size())];
        const vec2<T> size = box.max - box.min;
        ranges.push_back(box);
        ranges.push_back({box.max, box.max + size});
        ranges.push_back({box.min - size, box.min});
        const T right = std::nextafter(box.max.x, max_value), below = std::nextafter(box.min.y, -max_value);
        ranges.push_back({{right, box.min.y}, {right + size.x, box.max.y}});
        ranges.push_back({{box.min.x, below - size.y}, {box.max.x, below}});
        const double part = random.real(0, 1) * random.real(0, 1);
        const vec2<T> corner{static_cast<T>(random.real(all.min.x, all.max.x)),
                             static_cast<T>(random.real(all.min.y, all.max.y))};
        ranges.push_back({corner, corner + (all.max - all.min) * static_cast<T>(part)});
    }
    return ranges;
}

template <class B, class T>
void check_ranges(const twins<B>& both, const std::vector<aabb<T>>& ranges) {
    for (const aabb<T>& range : ranges) {
        CHECK((valid(range) && both.same_query(range)));
        CHECK(both.same_query(range.min));
        CHECK(both.same_query(vec2<T>{range.max.x, range.min.y}));
        CHECK(both.same_query(center(range)));
    }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("a query with a box or a point finds each box that shares a point with it, once", "[broad]",
                        every_structure) {
    using T = typename TestType::scalar_type;
    for (const scene kind : every_scene)
        for (const std::size_t n : sizes_of(kind)) {
            INFO(name_of(kind) << ", " << n);
            random_numbers random{n};
            const auto boxes = boxes_of<T>(kind, n, 4), others = boxes_of<T>(kind, n, 5);
            const auto ranges = ranges_of(boxes, random);
            twins<TestType> both;
            CHECK(both.build(boxes));
            check_ranges(both, ranges);
            if constexpr (changes<TestType>) {
                // Before the boxes are committed, and after.
                for (std::size_t i = 0; i < boxes.size(); i += 2) CHECK(both.update(i, others[i]));
                for (std::size_t i = 0; i < boxes.size(); i += 5) CHECK(both.remove(i));
                check_ranges(both, ranges);
                both.commit();
                check_ranges(both, ranges);
            }
        }
}

namespace {

/// A structure whose search for pairs needs an answer of the visitor, which that of a world does not give.
struct expects_answers : dynamic_tree<float> {
    template <class Visit>
        requires std::same_as<bool, std::invoke_result_t<Visit&, proxy, proxy>>
    query_statistics for_each_pair(const Visit&) const;
};
static_assert(!broad_phase<expects_answers>);

}  // namespace

TEMPLATE_LIST_TEST_CASE("a visitor can end a query, and its calls are counted", "[broad]", every_structure) {
    using T = typename TestType::scalar_type;
    TestType structure;
    CHECK(structure.build(boxes_of<T>(scene::one_point, 50, 1)));
    for (const std::size_t wanted : {std::size_t{1}, std::size_t{7}, std::size_t{50}}) {
        std::size_t seen = 0;
        const auto until = [&](proxy) { return ++seen < wanted; };
        const auto ended = [&](const query_statistics& cost) {
            return cost.found == wanted && std::exchange(seen, 0) == wanted && cost.tested >= cost.found;
        };
        CHECK(ended(structure.query(vec2<T>{3, 3}, until)));
        CHECK(ended(structure.query(aabb<T>{{2, 2}, {4, 4}}, until)));
        CHECK(ended(structure.ray_cast(ray<T>{{0, 0}, {9, 9}}, until)));
        CHECK(ended(structure.box_cast(aabb<T>{{0, 0}, {1, 1}}, vec2<T>{9, 9}, until)));
    }
}
