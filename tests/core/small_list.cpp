// The lists of plain values against std::vector, with room for four elements in place and for none: the same operations
// give the same contents.

#include <hitbox/core/small_list.hpp>

#include "../allocations.hpp"
#include "../catch_compat.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <random>
#include <type_traits>
#include <vector>

namespace small_list_tests {

using list = hitbox::detail::small_list<int, 4>;
using allocated = hitbox::detail::value_list<int>;

namespace {

template <class List>
List numbers(int n) {
    List all;
    for (int i = 0; i < n; ++i) all.push_back(i);
    return all;
}
template <class List>
std::vector<int> contents(const List& l) {
    return {l.begin(), l.end()};
}

}  // namespace

TEMPLATE_TEST_CASE("a small list has the contents of a vector after the same operations", "", list, allocated) {
    std::mt19937 random{1};
    for (int round = 0; round < 200; ++round) {
        TestType tested;
        std::vector<int> expected;
        for (int i = 0; i < 40; ++i) {
            const int value = static_cast<int>(random() % 10);
            const std::size_t size = random() % 12;
            switch (random() % 16) {
                case 0:
                    if (expected.empty()) break;
                    tested.erase_at(0);
                    expected.erase(expected.begin());
                    break;
                case 1:
                    tested.erase_if([value](int x) { return x == value; });
                    std::erase(expected, value);
                    break;
                case 2:
                    tested.shrink(expected.size() / 2);
                    expected.resize(expected.size() / 2);
                    break;
                case 3: tested.resize(size), expected.resize(size); break;
                case 4: tested.resize(size, value), expected.resize(size, value); break;
                case 5: tested.assign(size, value), expected.assign(size, static_cast<int>(value)); break;
                case 6: {
                    int* room = tested.room_for(size);
                    for (std::size_t k = 0; k < size; ++k) *room++ = value, expected.push_back(value);
                    tested.grow_to(room);
                    break;
                }
                case 7:
                    if (expected.empty()) break;
                    tested.pop_back(), expected.pop_back();
                    break;
                case 8: {
                    tested.reserve(size);
                    REQUIRE(tested.capacity() >= size);
                    const std::size_t before = tested.capacity();
                    tested.clear(), expected.clear();
                    REQUIRE(tested.capacity() == before);
                    break;
                }
                case 9: {
                    const TestType copy = tested;
                    tested.append(copy.begin(), copy.end());
                    const std::vector<int> half = expected;
                    expected.insert(expected.end(), half.begin(), half.end());
                    break;
                }
                default: tested.push_back(value), expected.push_back(value);
            }
            REQUIRE(contents(tested) == expected);
            REQUIRE(tested.size() == expected.size());
            REQUIRE(tested.empty() == expected.empty());
        }
    }
}

TEMPLATE_TEST_CASE("an element can be erased at any index of a small list", "", list, allocated) {
    for (std::size_t i = 0; i < 7; ++i) {
        auto tested = numbers<TestType>(7);
        tested.erase_at(i);
        std::vector<int> expected{0, 1, 2, 3, 4, 5, 6};
        expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK(contents(tested) == expected);
    }
}

TEMPLATE_TEST_CASE("copies of small lists are independent, and a list that was moved from is empty and usable", "",
                   list, allocated) {
    for (const int n : {0, 3, 4, 5, 50}) {
        const auto original = numbers<TestType>(n);
        TestType copy = original;
        copy.push_back(-1);
        CHECK(contents(original) == contents(numbers<TestType>(n)));
        auto assigned = numbers<TestType>(9);
        assigned = original;
        CHECK(contents(assigned) == contents(original));
        TestType taken = std::move(copy);
        CHECK(taken.size() == static_cast<std::size_t>(n) + 1);
        CHECK(taken.back() == -1);
        CHECK(copy.empty());  // NOLINT: this is the promise
        copy.push_back(7);
        CHECK(contents(copy) == std::vector<int>{7});
        assigned = std::move(taken);
        CHECK(assigned.back() == -1);
    }
}

TEMPLATE_TEST_CASE("a small list can append one of its own elements, also when it grows", "", list, allocated) {
    auto tested = numbers<TestType>(4);
    tested.push_back(tested[3]);
    CHECK(contents(tested) == std::vector<int>{0, 1, 2, 3, 3});
    tested.resize(40, tested[2]);
    CHECK(contents(tested).back() == 2);
    tested.assign(100, tested[1]);
    CHECK(contents(tested) == std::vector<int>(100, 1));
}

TEST_CASE("lists are made from a number of elements, from their elements and from a part of another list") {
    CHECK(contents(allocated(3)) == std::vector<int>{0, 0, 0});
    CHECK(contents(list(5, 2)) == std::vector<int>{2, 2, 2, 2, 2});
    CHECK(contents(allocated{3, 1, 2}) == std::vector<int>{3, 1, 2});
    const auto from = numbers<list>(6);
    CHECK(contents(allocated(from.begin() + 1, from.begin() + 4)) == std::vector<int>{1, 2, 3});
    CHECK(contents(allocated{}).empty());
}

TEST_CASE("a view shows the elements of a list, a vector and an array, and writes to them unless they are constant") {
    auto made = numbers<allocated>(4);
    const hitbox::detail::list_view<int> all{made};
    all[1] = 7;
    CHECK(contents(made) == std::vector<int>{0, 7, 2, 3});
    CHECK((all.front() == 0 && all.back() == 3 && all.size() == 4 && !all.empty() && all.data() == made.data()));
    CHECK(contents(all.first(2)) == std::vector<int>{0, 7});
    const std::vector<int> vector{5, 6};
    CHECK(contents(hitbox::detail::list_view<const int>{vector}) == vector);
    CHECK(hitbox::detail::list_view<const int>{}.empty());
    static_assert(!std::is_constructible_v<hitbox::detail::list_view<int>, const std::vector<int>&>);
}

TEST_CASE("a list that would have more bytes than there are addresses is refused by new, and stays as it was") {
    hitbox::detail::value_list<std::array<double, 8>> made(2);
    if (hitbox_tests::allocation_count() == 0) return;          // the address sanitizer ends the program instead
    constexpr std::size_t too_many = ~std::size_t{0} / 64 + 2;  // its bytes are 64, modulo the largest size
    CHECK_THROWS_AS(made.reserve(too_many), std::bad_alloc);
    CHECK(made.size() == 2);
    CHECK(made.capacity() < 100);
}

TEST_CASE("adding elements one by one allocates in proportion to the logarithm of their number") {
    const std::size_t before = hitbox_tests::allocation_count();
    const auto made = numbers<allocated>(10000);
    CHECK(made.size() == 10000);
    CHECK(hitbox_tests::allocation_count() <= before + 15);
}

TEST_CASE("a small list allocates only for more elements than it has room for") {
    const std::size_t before = hitbox_tests::allocation_count();
    auto tested = numbers<list>(4);
    tested.clear();
    for (int i = 0; i < 4; ++i) tested.push_back(i);
    CHECK(hitbox_tests::allocation_count() == before);
    tested.push_back(4);
    CHECK(hitbox_tests::allocation_count() <= before + 1);  // none is counted under the address sanitizer
}

}  // namespace small_list_tests
