// The bounding box of all boxes in a structure.

#include "structures.hpp"

using namespace hitbox_tests;

namespace {

template <class B>
concept knows_its_bounds = requires(const B& structure) {
    { structure.bounds() } -> std::same_as<aabb<typename B::scalar_type>>;
};
/// A structure with correct contents, whose bounds are to be tested.
struct without_bounds : dynamic_tree<float> {
    void bounds() const = delete;
};
static_assert(broad_phase<dynamic_tree<float>> && !broad_phase<without_bounds>);

}  // namespace

TEMPLATE_LIST_TEST_CASE("the bounds of an empty structure contain nothing", "[broad]", every_structure) {
    using T = typename TestType::scalar_type;
    static_assert(knows_its_bounds<TestType> && broad_phase<TestType>);
    constexpr T infinity = std::numeric_limits<T>::infinity();
    const aabb<T> nothing{{infinity, infinity}, {-infinity, -infinity}};
    TestType structure;
    CHECK(structure.bounds() == nothing);
    const std::vector<aabb<T>> boxes{{{1, 2}, {3, 4}}, {{-5, 3}, {-5, 9}}};
    REQUIRE(structure.build(boxes));
    CHECK(structure.bounds() == aabb<T>{{-5, 2}, {3, 9}});
    REQUIRE(structure.build(std::vector<aabb<T>>{}));
    CHECK(structure.bounds() == nothing);
}

TEMPLATE_LIST_TEST_CASE("bounds are exact after every insertion, update and removal, before a commit and after it",
                        "[broad]", dynamic_structures) {
    using T = typename TestType::scalar_type;
    random_numbers random{19};
    twins<TestType> both;
    const auto some_box = [&] {
        // Few different coordinates, so that several boxes determine the same bound.
        const auto coordinate = [&] { return static_cast<T>(static_cast<int>(random.index(7)) - 3); };
        const vec2<T> p{coordinate(), coordinate()}, q{coordinate(), coordinate()};
        return aabb<T>{(min)(p, q), (max)(p, q)};
    };
    for (int i = 0; i < 2000; ++i) {
        const std::size_t what = random.index(10);
        if (both.model.size() == 0 || what < 3) REQUIRE((both.model.size() > 12 || both.insert(some_box())));
        else if (what < 6) REQUIRE(both.remove(both.any_index(random)));
        else if (what < 9) REQUIRE(both.update(both.any_index(random), some_box()));
        else both.commit();
        REQUIRE(both.structure.bounds() == both.model.bounds());
    }
}
