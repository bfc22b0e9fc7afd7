// The touching pairs of a world, against a plain set of pairs.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace touch_list_tests {

using namespace hitbox;
using events = std::vector<contact_event>;

TEST_CASE("the list of touching pairs has the pairs and neighbours of a set of pairs", "[scene]") {
    constexpr std::uint32_t indices = 12;
    std::mt19937 random{3};
    detail::touch_list<contact_event> tested;
    std::set<std::pair<std::uint32_t, std::uint32_t>> expected;
    const auto id = [](std::uint32_t i) { return collider_id{i, 1}; };
    for (int round = 0; round < 60; ++round) {
        const auto former = expected;
        expected.clear();
        for (std::uint32_t i = 0; i < indices; ++i)
            for (std::uint32_t k = i + 1; k < indices; ++k)
                if (random() % 4 == 0) expected.emplace(i, k);
        detail::value_list<contact_event> pairs;
        for (const auto& [i, k] : expected) pairs.push_back({id(i), id(k)});
        tested.replace(pairs, indices);
        REQUIRE(pairs.size() == former.size());  // those that it had
        for (const contact_event& e : pairs) CHECK(former.contains({e.a.index, e.b.index}));

        const std::uint32_t removed = static_cast<std::uint32_t>(random() % indices);
        std::size_t ended = 0;
        tested.end_all(id(removed), [&](const contact_event& e) {
            CHECK((e.a.index == removed || e.b.index == removed));
            ended += expected.erase({e.a.index, e.b.index});
        });
        CHECK(tested.neighbours(removed).empty());
        CHECK(std::ranges::none_of(expected, [=](const auto& p) { return p.first == removed || p.second == removed; }));
        CHECK(ended + expected.size() >= tested.size());
        CHECK(tested.size() == expected.size());
        std::size_t visited = 0;
        tested.for_each([&](const contact_event& e) { visited += expected.count({e.a.index, e.b.index}); });
        CHECK(visited == expected.size());
        for (std::uint32_t i = 0; i < indices; ++i) {
            std::vector<collider_id> others;
            for (const auto& [a, b] : expected)
                if (a == i || b == i) others.push_back(id(a == i ? b : a));
            std::ranges::sort(others);
            CHECK(std::ranges::equal(tested.neighbours(i), others));
        }
    }
    CHECK(tested.neighbours(1000).empty());
}

TEST_CASE("two lists of pairs are compared pair by pair", "[scene]") {
    const auto pair = [](std::uint32_t i, std::uint32_t k) { return contact_event{{i, 1}, {k, 1}}; };
    const events before{pair(0, 1), pair(0, 3), pair(2, 3)}, now{pair(0, 2), pair(0, 3), pair(4, 5)};
    events old, both, young;
    detail::compare_pairs(
        before, now, [&](const contact_event& e) { old.push_back(e); },
        [&](const contact_event& e) { both.push_back(e); }, [&](const contact_event& e) { young.push_back(e); });
    CHECK(old == events{pair(0, 1), pair(2, 3)});
    CHECK(both == events{pair(0, 3)});
    CHECK(young == events{pair(0, 2), pair(4, 5)});
}

}  // namespace touch_list_tests
