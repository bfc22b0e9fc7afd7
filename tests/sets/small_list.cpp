// The list with room for a few elements, against std::vector: the same operations give the same contents.

#include <hitbox/sets/small_list.hpp>

#include "../allocations.hpp"
#include "../catch_compat.hpp"

#include <algorithm>
#include <random>
#include <vector>

namespace small_list_tests {

using list = hitbox::detail::small_list<int, 4>;

namespace {

list numbers(int n) {
    list all;
    for (int i = 0; i < n; ++i) all.push_back(i);
    return all;
}
std::vector<int> contents(const list& l) { return {l.begin(), l.end()}; }

}  // namespace

TEST_CASE("a small list has the contents of a vector after the same operations") {
    std::mt19937 random{1};
    for (int round = 0; round < 200; ++round) {
        list tested;
        std::vector<int> expected;
        for (int i = 0; i < 40; ++i) {
            const int value = static_cast<int>(random() % 10);
            switch (random() % 8) {
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
                default: tested.push_back(value), expected.push_back(value);
            }
            REQUIRE(contents(tested) == expected);
            REQUIRE(tested.size() == expected.size());
            REQUIRE(tested.empty() == expected.empty());
        }
    }
}

TEST_CASE("an element can be erased at any index of a small list") {
    for (std::size_t i = 0; i < 7; ++i) {
        list tested = numbers(7);
        tested.erase_at(i);
        std::vector<int> expected{0, 1, 2, 3, 4, 5, 6};
        expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK(contents(tested) == expected);
    }
}

TEST_CASE("copies of small lists are independent, and a list that was moved from is empty and usable") {
    for (const int n : {0, 3, 4, 5, 50}) {
        const list original = numbers(n);
        list copy = original;
        copy.push_back(-1);
        CHECK(contents(original) == contents(numbers(n)));
        list assigned = numbers(9);
        assigned = original;
        CHECK(contents(assigned) == contents(original));
        list taken = std::move(copy);
        CHECK(taken.size() == static_cast<std::size_t>(n) + 1);
        CHECK(taken.back() == -1);
        CHECK(copy.empty());  // NOLINT: this is the promise
        copy.push_back(7);
        CHECK(contents(copy) == std::vector<int>{7});
        assigned = std::move(taken);
        CHECK(assigned.back() == -1);
    }
}

TEST_CASE("a small list can append one of its own elements, also when it grows") {
    list tested = numbers(4);
    tested.push_back(tested[3]);
    CHECK(contents(tested) == std::vector<int>{0, 1, 2, 3, 3});
}

TEST_CASE("a small list allocates only for more elements than it has room for") {
    const std::size_t before = hitbox_tests::allocation_count();
    list tested = numbers(4);
    tested.clear();
    for (int i = 0; i < 4; ++i) tested.push_back(i);
    CHECK(hitbox_tests::allocation_count() == before);
    tested.push_back(4);
    CHECK(hitbox_tests::allocation_count() <= before + 1);  // none is counted under the address sanitizer
}

}  // namespace small_list_tests
