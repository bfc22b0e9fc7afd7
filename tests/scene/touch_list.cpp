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

        for (int i = 0; i < 4; ++i) {
            const std::uint32_t removed = static_cast<std::uint32_t>(random() % indices);
            std::size_t ended = 0;
            tested.end_all(id(removed), [&](const contact_event& e) {
                CHECK((e.a.index == removed || e.b.index == removed));
                ended += expected.erase({e.a.index, e.b.index});
            });
            CHECK(tested.neighbours(removed).empty());
            CHECK(std::ranges::none_of(expected,
                                       [=](const auto& p) { return p.first == removed || p.second == removed; }));
            CHECK(ended + expected.size() >= tested.size());
        }
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

namespace {

std::size_t work = 0;  // comparisons and assignments of ids

struct counted_id {
    std::uint32_t index = 0;

    counted_id() = default;
    explicit counted_id(std::uint32_t i) noexcept : index{i} {}
    /// Counts an assignment from a variable. It is a template, so the type stays trivially copyable.
    template <std::same_as<counted_id> Id>
    counted_id& operator=(Id& other) noexcept {
        return ++work, index = other.index, *this;
    }
    friend auto operator<=>(const counted_id& a, const counted_id& b) noexcept { return ++work, a.index <=> b.index; }
};
struct counted_pair {
    counted_id a, b;

    friend auto operator<=>(const counted_pair&, const counted_pair&) = default;
};

}  // namespace

TEST_CASE("contacts that end in the order of the ids cost a few steps each, however many there are", "[scene]") {
    constexpr std::uint32_t size = 5000;
    for (const bool is_descending : {false, true}) {
        CAPTURE(is_descending);
        detail::value_list<counted_pair> pairs;  // the last collider is a zone that contains all others
        for (std::uint32_t i = 0; i < size; ++i) pairs.push_back({counted_id{i}, counted_id{size}});
        detail::touch_list<counted_pair> tested;
        tested.replace(pairs, size + 1);
        work = 0;
        std::size_t ended = 0;
        for (std::uint32_t i = 0; i < size; ++i)
            tested.end_all(counted_id{is_descending ? size - 1 - i : i}, [&](const counted_pair&) { ++ended; });
        CHECK(ended == size);
        CHECK(tested.size() == 0);
        CHECK(work < 64 * size);
    }
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
