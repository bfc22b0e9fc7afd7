// Shapes in columns are read back unchanged.

#include <allocations.hpp>
#include <batches.hpp>

#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

using namespace hitbox_tests;

namespace {

template <class T>
bool same_bits(T a, T b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}
template <class T>
bool same_bits(const circle<T>& a, const circle<T>& b) {
    return same_bits(a.center.x, b.center.x) && same_bits(a.center.y, b.center.y) && same_bits(a.radius, b.radius);
}
template <class T>
bool same_bits(const aabb<T>& a, const aabb<T>& b) {
    return same_bits(circle<T>{a.min, a.max.x}, circle<T>{b.min, b.max.x}) && same_bits(a.max.y, b.max.y);
}
template <class T>
bool same_bits(const obb<T>& a, const obb<T>& b) {
    return same_bits(aabb<T>{a.center, a.half_extents}, aabb<T>{b.center, b.half_extents}) &&
           same_bits(a.rotation.c, b.rotation.c) && same_bits(a.rotation.s, b.rotation.s);
}
template <class T, std::size_t N>
bool same_bits(const convex_polygon<T, N>& a, const convex_polygon<T, N>& b) {
    return a == b;  // with normals; a polygon holds nothing but numbers
}

template <class S>
std::vector<S> some_shapes(std::size_t n) {
    using T = scalar_t<S>;
    generator random{41};
    std::vector<S> list = broken(static_cast<const S*>(nullptr));
    while (list.size() < n) list.push_back(random.around<S>({random.real<T>(-9, 9), random.real<T>(-9, 9)}, 2));
    return list;
}

template <class S>
void check_same(const batch<S>& many, const std::vector<S>& list) {
    REQUIRE(many.size() == list.size());
    CHECK(many.empty() == list.empty());
    std::size_t same = 0, i = 0;
    for (const S& s : many) same += same_bits(s, list[i]) && same_bits(many[i], list[i]) ? 1 : 0, ++i;
    CHECK(i == list.size());
    CHECK(same == list.size());
}

}  // namespace

// The compiler took the assignment for noexcept, so a failed allocation could end the program.
TEST_CASE("the assignment of a batch may throw if there is no memory, and changes nothing then", "[batch]") {
    using circles = batch<circle<float>>;
    STATIC_REQUIRE(!std::is_nothrow_copy_assignable_v<circles>);
    STATIC_REQUIRE(std::is_nothrow_move_assignable_v<circles>);
    circles many{std::vector<circle<float>>(100, {{1, 2}, 3})}, one{std::vector<circle<float>>{{{4, 5}, 6}}};
    for (std::size_t n = 0; hitbox_tests::fails_at(n, [&] { one = many; }); ++n) {
        REQUIRE(one.size() == 1);
        REQUIRE(one[0] == circle<float>{{4, 5}, 6});
    }
    CHECK(one.size() == 100);
}

TEMPLATE_TEST_CASE("shapes in columns are read back bit for bit", "", circle<float>, circle<double>, aabb<float>,
                   aabb<double>, obb<float>, obb<double>, convex_polygon<float>, convex_polygon<double>,
                   capsule<float>) {
    if constexpr (!std::is_same_v<TestType, capsule<float>>) {
        const auto list = some_shapes<TestType>(100);
        batch<TestType> many{list};
        check_same(many, list);
        many.clear();
        check_same(many, {});
        many.reserve(list.size());
        for (const auto& s : list) many.push_back(s);
        check_same(many, list);

        auto changed = list;
        for (std::size_t i = 0; i < list.size(); i += 3) many.set(i, list[99 - i]), changed[i] = list[99 - i];
        check_same(many, changed);
        const auto copy = many;
        many.push_back(many[0]);
        CHECK(many.size() == 101);
        check_same(copy, changed);
    } else {
        generator random{42};
        batch<TestType> many;
        const auto s = random.around<TestType>({1, 2}, 1);
        many.push_back(s);
        CHECK(many[0] == s);
    }
}

TEMPLATE_TEST_CASE("a shape that is set is found at its position, and the old one is no longer found", "",
                   circle<float>, aabb<double>, obb<float>, convex_polygon<double>) {
    using T = scalar_t<TestType>;
    generator random{43};
    batch<TestType> many;
    for (int i = 0; i < 70; ++i) many.push_back(random.around<TestType>({T(10 * i), 0}, 1));
    std::vector<std::uint32_t> hits(70);
    const auto at_place = [&](T x) { return intersects_many(vec2<T>{x, 0}, many, hits); };
    CHECK((at_place(660) == 1 && hits[0] == 66));
    many.set(66, random.around<TestType>({-500, 0}, 1));
    CHECK(at_place(660) == 0);
    CHECK((at_place(-500) == 1 && hits[0] == 66));
    CHECK(many.all_valid());
    many.set(66, broken(static_cast<const TestType*>(nullptr))[0]);
    CHECK(at_place(-500) == 0);
    CHECK(!many.all_valid());
    many.set(66, random.around<TestType>({660, 0}, 1));
    CHECK(at_place(660) == 1);
    CHECK(many.all_valid());
}

TEST_CASE("an index out of range changes nothing and reads nothing") {
    circle_batch<float> many;
    CHECK(many[0] == circle<float>{});
    many.set(0, {{1, 2}, 3});
    CHECK(many.empty());
    many.push_back({{1, 2}, 3});
    many.set(1, {{4, 5}, 6});
    CHECK(many.size() == 1);
    CHECK(many[0] == circle<float>{{1, 2}, 3});
    CHECK(many[1] == circle<float>{});
    CHECK(many[15] == circle<float>{});
}

TEST_CASE("columns begin at cache lines") {
    obb_batch<double> many;
    for (int i = 0; i < 100; ++i) {
        many.push_back({});
        for (std::size_t k = 0; k < 6; ++k) CHECK(std::bit_cast<std::uintptr_t>(many.column(k)) % 64 == 0);
        for (std::size_t k = 0; k < 4; ++k) CHECK(std::bit_cast<std::uintptr_t>(many.bounds_column(k)) % 64 == 0);
    }
}

TEST_CASE("columns are padded to whole multiples of 16, in all builds") {
    aabb_batch<float> many;
    for (std::size_t n = 1; n < 40; ++n) {
        many.push_back({{-1, -1}, {1, 1}});
        for (std::size_t i = n; i % 16 != 0; ++i)
            for (std::size_t k = 0; k < 4; ++k) CHECK(many.column(k)[i] == 0);
        std::vector<std::uint64_t> bits(1);
        CHECK(intersects_many(vec2<float>{0, 0}, many, bits) == n);
        CHECK(bits[0] == (std::uint64_t{1} << n) - 1);
    }
}

TEST_CASE("a batch can append a copy of one of its own shapes") {
    const auto first = *regular_polygon<8>(5, 1.f, {1, 2}), second = *regular_polygon<8>(7, 2.f, {3, 4});
    convex_polygon_batch<float> polygons;
    polygons.push_back(first);
    polygons.push_back(second);
    for (int i = 0; i < 40; ++i) polygons.push_back(polygons.shape(0));  // where it was is let go of on the way
    polygons.set(1, polygons.shape(41));
    REQUIRE(polygons.size() == 42);
    CHECK(polygons.all_valid());
    for (std::size_t i = 0; i < polygons.size(); ++i) {
        CHECK(same_bits(polygons[i], first));
        CHECK(polygons.bounds_column(0)[i] == bounds(first).min.x);
    }
}

TEST_CASE("a batch that was moved from is empty, and may be used again") {
    const circle<float> ball{{1, 2}, 3};
    const auto check = [&](auto& taken, auto& left) {
        CHECK(taken.size() == 40);
        CHECK(left.size() == 0);
        CHECK(left.all_valid());
        std::uint64_t bits[1] = {7};
        CHECK(intersects_many(ball, left, bits) == 0);
        CHECK(intersects_many(ball, taken, bits) == 40);
        left.push_back(ball);
        CHECK(left.size() == 1);
        CHECK(left[0] == ball);
    };
    circle_batch<float> balls;
    for (int i = 0; i < 40; ++i) balls.push_back(ball);
    circle_batch<float> taken = std::move(balls);
    check(taken, balls);
    circle_batch<float> assigned;
    assigned.push_back(ball);
    assigned = std::move(taken);
    check(assigned, taken);
}
