// A visitor that changes the structure that it visits is flagged.
#include <stdexcept>

#define HITBOX_ASSERT(condition, why) ((condition) ? static_cast<void>(0) : throw std::logic_error(why))
#include "../broad/structures.hpp"

#include <functional>

using namespace hitbox_tests;

namespace {

/// All visitors have one type, which compiles faster than many types.
struct visitor {
    const std::function<void()>& act;

    void operator()(proxy) const { act(); }
    void operator()(proxy, proxy) const { act(); }
};

/// Returns true if every change is refused, and none is made, while `query` visits.
template <class B>
void check_changes(B& structure, proxy p, const std::function<void(visitor)>& query) {
    using T = typename B::scalar_type;
    const aabb<T> box{{2, 2}, {4, 4}};
    const std::vector<aabb<T>> many(structure.size(), box);
    const std::span<const aabb<T>> all{many};
    const auto flagged = [&](const std::function<void()>& change) {
        bool visited = false;
        const std::function<void()> act = [&] { visited = true, change(); };
        CHECK_THROWS_AS(query({act}), std::logic_error);
        CHECK(visited);
        CHECK(structure.size() == many.size());
        CHECK(structure.validate());
    };
    flagged([&] { structure.build(all); });
    if constexpr (changes<B>) {
        flagged([&] { structure.insert(box); });
        flagged([&] { structure.update(p, box); });
        flagged([&] { static_cast<void>(structure.update(all)); });
        flagged([&] { structure.remove(p); });
        flagged([&] { structure.clear(); });
    }
    CHECK(structure.contains(p));
    std::size_t found = 0;
    const std::function<void()> query_again = [&] { found += structure.query(box, [](proxy) {}).found; };
    CHECK_NOTHROW(query({query_again}));  // queries are allowed during a visit
    CHECK(found != 0);
    std::size_t pairs = 0;
    const std::function<void()> search = [&] { pairs += structure.for_each_pair([](proxy, proxy) {}).found; };
    CHECK_NOTHROW(
        query({search}));  // so is a search for pairs, for example by another thread, if all changes are committed
    CHECK(pairs != 0);
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("a visitor that changes the visited structure is flagged, and later changes are allowed",
                        "[broad]", every_structure) {
    using T = typename TestType::scalar_type;
    TestType structure;
    const proxy p = structure.build(boxes_of<T>(scene::one_point, 20, 1)).value()[7];
    check_changes(structure, p, [&](visitor visit) { structure.for_each_pair(visit); });
    check_changes(structure, p, [&](visitor visit) { structure.for_each_pair(hitbox::detail::run_here{}, visit); });
    check_changes(structure, p, [&](visitor visit) { structure.query(aabb<T>{{2, 2}, {4, 4}}, visit); });
    check_changes(structure, p, [&](visitor visit) { structure.query(vec2<T>{3, 3}, visit); });
    check_changes(structure, p, [&](visitor visit) { structure.ray_cast(ray<T>{{0, 0}, {9, 9}}, visit); });
    check_changes(structure, p,
                  [&](visitor visit) { structure.box_cast(aabb<T>{{0, 0}, {1, 1}}, vec2<T>{9, 9}, visit); });
    CHECK_NOTHROW(structure.build(boxes_of<T>(scene::one_point, 20, 1)));
}

TEMPLATE_LIST_TEST_CASE("a list with a box that a structure refuses is flagged, and changes nothing", "[broad]",
                        every_structure) {
    using T = typename TestType::scalar_type;
    if constexpr (std::same_as<TestType, brute_force<T>>) return;  // the reference of the tests
    const T nan = std::numeric_limits<T>::quiet_NaN();
    const aabb<T> good{{0, 0}, {1, 1}}, with_nan{{nan, 0}, {1, 1}}, inverted{{1, 0}, {0, 1}};
    for (const aabb<T>& bad : {with_nan, inverted}) {
        TestType structure;
        const std::vector<aabb<T>> boxes{good, good}, mixed{good, bad};
        const auto made = structure.build(std::span<const aabb<T>>{boxes});
        REQUIRE(made);
        CHECK_THROWS_AS(structure.build(std::span<const aabb<T>>{mixed}), std::logic_error);
        if constexpr (changes<TestType>) {
            CHECK_THROWS_AS(static_cast<void>(structure.update(std::span<const aabb<T>>{mixed})), std::logic_error);
            CHECK(!structure.update((*made)[0], bad));  // single boxes are refused by status alone
            CHECK(structure.insert(bad) == proxy{});
        }
        CHECK(structure.size() == 2);
        CHECK(structure.validate());
        CHECK_NOTHROW(structure.build(std::span<const aabb<T>>{boxes}));
    }
}
