#include "structures.hpp"

using namespace hitbox_tests;

namespace {

std::vector<std::pair<std::uint32_t, std::uint32_t>> indices_of(const std::vector<proxy_pair>& pairs) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> indices;
    for (const proxy_pair& p : pairs) indices.emplace_back(p.a.index(), p.b.index());
    return indices;
}

template <class T>
std::vector<aabb<T>> broken_boxes() {
    using limits = std::numeric_limits<T>;
    const T nan = limits::quiet_NaN(), infinity = limits::infinity();
    std::vector<aabb<T>> boxes;
    for (const T bad : {nan, infinity, -infinity})
        for (const int which : {0, 1, 2, 3}) {
            aabb<T> box{{1, 1}, {2, 2}};
            (which == 0 ? box.min.x : which == 1 ? box.min.y : which == 2 ? box.max.x : box.max.y) = bad;
            boxes.push_back(box);
        }
    boxes.push_back({{-infinity, -infinity}, {infinity, infinity}});
    boxes.push_back({{nan, nan}, {nan, nan}});
    boxes.push_back({{2, 1}, {1, 2}});
    boxes.push_back({{1, 2}, {2, 1}});
    boxes.push_back({{1, 1}, {1, std::nextafter(T(1), T(0))}});
    return boxes;
}

/// Returns whether the query found, tested and visited nothing.
template <class B>
bool finds_nothing(const B& structure, const aabb<typename B::scalar_type>& range) {
    std::size_t seen = 0;
    const auto count = [&](proxy) { ++seen; };
    using T = typename B::scalar_type;
    const query_statistics of_range = structure.query(range, count),
                           of_cast = structure.box_cast(range, vec2<T>{1, 1}, count);
    return seen == 0 && of_range.found == 0 && of_cast.found == 0;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("an invalid box is refused with its index, and the other boxes are kept", "[broad]",
                        every_structure) {
    using T = typename TestType::scalar_type;
    const auto boxes = boxes_of<T>(scene::uniform, 40, 15);
    for (const aabb<T>& broken : broken_boxes<T>())
        for (const std::size_t place : {std::size_t{0}, std::size_t{17}, std::size_t{39}}) {
            INFO("box (" << broken.min.x << ", " << broken.min.y << "), (" << broken.max.x << ", " << broken.max.y
                         << ") at " << place);
            twins<TestType> both;
            CHECK(both.build(boxes));
            auto with_broken = boxes_of<T>(scene::uniform, 40, 16);
            with_broken[place] = broken;
            const auto refused = both.structure.build(with_broken);
            REQUIRE(!refused);
            CHECK(refused.index() == place);
            CHECK(refused.error() == why_refused(broken));
            if constexpr (changes<TestType>) {
                const broad_status whole = both.structure.update(std::span<const aabb<T>>{with_broken});
                CHECK((whole == broad_status{why_refused(broken), place}));
                CHECK(!both.structure.insert(broken));
                CHECK(both.structure.update(both.proxies[place], broken).error == why_refused(broken));
            }
            with_broken[39].min.x = std::numeric_limits<T>::quiet_NaN();  // of two invalid boxes, the first is reported
            CHECK(both.structure.build(with_broken).index() == place);
            CHECK(both.same_boxes());
            CHECK(both.same_pairs());
            CHECK(both.same_query(boxes[place]));
        }
}

TEMPLATE_LIST_TEST_CASE("an update of all boxes needs a box for each index", "[broad]", dynamic_structures) {
    using T = typename TestType::scalar_type;
    const auto boxes = boxes_of<T>(scene::uniform, 41, 17);
    const std::span<const aabb<T>> all{boxes};
    twins<TestType> both;
    CHECK(both.structure.update(all.first(0)));
    CHECK(both.structure.update(all).error == broad_error::wrong_count);
    CHECK(both.insert_all({boxes.begin(), boxes.begin() + 40}));
    CHECK(both.structure.update(all).error == broad_error::wrong_count);
    CHECK(both.structure.update(all.first(39)).error == broad_error::wrong_count);
    CHECK(both.structure.update(all.first(0)).error == broad_error::wrong_count);
    CHECK(both.same_boxes());
    CHECK(both.remove(12));
    CHECK(both.structure.update(all.first(40)).error == broad_error::wrong_count);
    CHECK(both.structure.update(all.first(39)).error == broad_error::wrong_count);
    CHECK(both.same_boxes());
    CHECK(both.same_pairs());
    CHECK(both.insert(boxes[0]));
    CHECK(both.update(std::vector<aabb<T>>(boxes.begin() + 1, boxes.end())));
    CHECK(both.same_boxes());
    CHECK(both.same_pairs());
}

TEMPLATE_LIST_TEST_CASE("a list whose length changes is updated, or built where update refuses it", "[broad]",
                        dynamic_structures) {
    using T = typename TestType::scalar_type;
    const auto boxes = boxes_of<T>(scene::uniform, 41, 19);
    TestType structure;
    for (const std::size_t count : {2u, 3u, 3u, 41u, 40u, 0u, 5u}) {
        const auto listed = std::span{boxes}.first(count);
        const bool same_count = structure.size() == count;
        const bool updated{structure.update(listed)};
        CHECK(updated == same_count);
        if (!updated) CHECK(structure.build(listed));
        TestType fresh;
        CHECK(fresh.build(listed));
        CHECK(structure.size() == count);
        CHECK(indices_of(sorted_pairs(structure)) == indices_of(sorted_pairs(fresh)));
    }
}

TEMPLATE_LIST_TEST_CASE("a proxy that names no box is refused, and changes no box", "[broad]", dynamic_structures) {
    using T = typename TestType::scalar_type;
    const auto boxes = boxes_of<T>(scene::uniform, 20, 18);
    twins<TestType> both;
    CHECK(both.insert_all(boxes));
    CHECK(both.remove(3));
    TestType other;
    const proxy foreign = other.build(boxes_of<T>(scene::uniform, 30, 18)).value()[25];
    const proxy there = both.proxies[7], gone{3, there.generation()};
    const std::vector<proxy> none = {{},
                                     foreign,
                                     gone,
                                     {gone.index(), gone.generation() + 1},
                                     {there.index(), there.generation() + 1},
                                     {there.index(), there.generation() + 2},
                                     {there.index(), there.generation() - 1},
                                     {there.index(), 0},
                                     {there.index(), ~std::uint32_t{0}},
                                     {20, there.generation()},
                                     {~std::uint32_t{0}, there.generation()},
                                     {~std::uint32_t{0} / 2, 1}};
    for (const proxy p : none) {
        INFO("index " << p.index() << ", generation " << p.generation());
        CHECK(!both.structure.contains(p));
        CHECK(both.structure.remove(p).error == broad_error::stale_proxy);
        CHECK(both.structure.update(p, boxes[0]).error == broad_error::stale_proxy);
        CHECK(both.same_boxes());
        CHECK(both.same_pairs());
    }
    CHECK(!TestType{}.contains(there));
}

TEMPLATE_LIST_TEST_CASE("an index is reused, and its old proxies name no box", "[broad]", dynamic_structures) {
    using T = typename TestType::scalar_type;
    const auto boxes = boxes_of<T>(scene::uniform, 20, 19);
    twins<TestType> both;
    std::vector<proxy> old;
    const auto all_are_stale = [&] {
        return std::none_of(old.begin(), old.end(), [&](proxy p) {
            return both.structure.contains(p) || both.structure.remove(p) || both.structure.update(p, boxes[0]);
        });
    };
    for (int round = 0; round < 21; ++round) {
        CHECK(both.insert_all(boxes));
        CHECK(all_are_stale());
        CHECK(both.same_boxes());
        CHECK(both.model.index_count() == (round % 3 == 0 && round != 0 ? 40 : 20));  // none is wasted
        old.insert(old.end(), both.proxies.begin(), both.proxies.end());
        // Boxes are removed all at once, one by one, or replaced by others.
        if (round % 3 == 0) both.clear();
        if (round % 3 == 1)
            for (std::size_t i = 0; i < both.proxies.size(); ++i) CHECK(both.remove(i * 7 % both.proxies.size()));
        if (round % 3 == 2) CHECK(both.build(boxes));
        CHECK(all_are_stale());
        CHECK(both.same_boxes());
    }
}

TEMPLATE_LIST_TEST_CASE("an invalid query finds nothing, and neither does any query of an empty structure", "[broad]",
                        every_structure) {
    using T = typename TestType::scalar_type;
    using limits = std::numeric_limits<T>;
    TestType structure, empty, built_empty;
    CHECK(structure.build(boxes_of<T>(scene::one_point, 40, 20)));
    CHECK(built_empty.build(std::span<const aabb<T>>{}));
    std::size_t seen = 0;
    const auto count = [&](proxy) { ++seen; };
    for (const aabb<T>& broken : broken_boxes<T>()) CHECK(finds_nothing(structure, broken));
    for (const T bad : {limits::quiet_NaN(), limits::infinity(), -limits::infinity()})
        for (const vec2<T> v : {vec2<T>{bad, 3}, vec2<T>{3, bad}, vec2<T>{bad, bad}}) {
            CHECK(structure.query(v, count).found == 0);
            CHECK(structure.ray_cast(ray<T>{v, {1, 1}}, count).found == 0);
            CHECK(structure.ray_cast(ray<T>{{3, 3}, v}, count).found == 0);
            CHECK(structure.box_cast(aabb<T>{{2, 2}, {4, 4}}, v, count).found == 0);
        }
    for (const TestType* none : {&empty, &built_empty}) {
        CHECK(none->size() == 0);
        CHECK(none->validate());
        CHECK(finds_nothing(*none, aabb<T>{{-9, -9}, {9, 9}}));
        CHECK(none->query(vec2<T>{3, 3}, count).found == 0);
        CHECK(none->ray_cast(ray<T>{{0, 0}, {9, 9}}, count).found == 0);
        CHECK(sorted_pairs(*none).empty());
        CHECK(!none->contains(proxy{}));
    }
    CHECK(seen == 0);
}

TEMPLATE_LIST_TEST_CASE("a copy is independent of the original", "[broad]", dynamic_structures) {
    using T = typename TestType::scalar_type;
    const auto boxes = boxes_of<T>(scene::uniform, 60, 21), others = boxes_of<T>(scene::uniform, 60, 22);
    twins<TestType> both;
    CHECK(both.insert_all(boxes));
    twins<TestType> copy = both;
    for (std::size_t i = 0; i < 60; i += 2) CHECK(both.update(i, others[i]));
    for (std::size_t i = 1; i < 60; i += 4) CHECK(both.remove(i));
    CHECK(both.same_boxes());
    CHECK(both.same_pairs());
    CHECK(copy.same_boxes());
    CHECK(copy.same_pairs());
    twins<TestType> moved = std::move(both);
    CHECK(moved.same_boxes());
    CHECK(moved.same_pairs());
    CHECK(moved.insert_all(boxes));
    CHECK(moved.same_pairs());
    moved = copy;
    CHECK(moved.same_boxes());
    CHECK(moved.same_pairs());
}

TEMPLATE_LIST_TEST_CASE("a structure that was moved from is empty and works like a new one", "[broad]",
                        library_structures) {
    using T = typename TestType::scalar_type;
    const auto boxes = boxes_of<T>(scene::uniform, 60, 23);
    // Moved from by construction or assignment; after a build, and with a free index and changes that wait for a
    // commit.
    for (const bool assigned : {false, true})
        for (const bool changed : {false, true}) {
            CAPTURE(assigned, changed);
            twins<TestType> from;
            CHECK(from.build(boxes));
            if constexpr (changes<TestType>)
                if (changed) CHECK((from.insert_all(boxes) && from.remove(7) && from.remove(70)));
            TestType to;
            if (assigned) to = std::move(from.structure);
            else to = TestType{std::move(from.structure)};
            CHECK((to.size() == from.model.size() && to.validate()));
            from.model.clear(), from.proxies.clear();  // NOLINTBEGIN(bugprone-use-after-move)
            for (const proxy p : {proxy{}, proxy{0, 1}, proxy{7, 3}}) {
                CHECK(!from.structure.contains(p));
                CHECK(from.structure.box(p) == aabb<T>{});
            }
            const auto same = [](twins<TestType>& t) {
                const auto nowhere = [](proxy) { FAIL("a box is found"); };
                t.structure.ray_cast(ray<T>{{-9, -9}, {99, 99}}, nowhere);
                t.structure.box_cast(aabb<T>{{-9, -9}, {9, 9}}, vec2<T>{9, 9}, nowhere);
                return t.same_boxes() && t.same_query(aabb<T>{{-99, -99}, {99, 99}}) && t.same_query(vec2<T>{1, 1}) &&
                       t.same_pairs();
            };
            CHECK(same(from));
            if constexpr (requires { from.structure.nearest(vec2<T>{}, std::size_t{3}); })
                CHECK(from.structure.nearest(vec2<T>{}, 3).empty());
            TestType copy = from.structure, moved_again = std::move(from.structure);
            CHECK((copy.size() == 0 && copy.validate() && moved_again.size() == 0 && moved_again.validate()));
            if constexpr (changes<TestType>) {
                CHECK(from.structure.update(proxy{7, 3}, boxes[0]).error == broad_error::stale_proxy);
                CHECK(from.structure.remove(proxy{0, 1}).error == broad_error::stale_proxy);
                CHECK(from.update({}));
                for (const aabb<T>& box : boxes) CHECK(from.insert(box));
                CHECK((from.same_boxes() && from.same_pairs() && from.remove(3) && from.update(4, boxes[5])));
                CHECK((from.same_boxes() && from.same_pairs()));
                from.clear();
                CHECK(same(from));
                copy = std::move(from.structure), from.clear();  // a clear first
                CHECK(same(from));
            }
            CHECK(from.build(boxes));
            CHECK((from.same_boxes() && from.same_pairs()));  // NOLINTEND(bugprone-use-after-move)
        }
}
