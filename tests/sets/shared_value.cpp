// A value with several owners lives until the last owner is destroyed.

#include <hitbox/sets/shared_value.hpp>

#include "../catch_compat.hpp"

namespace shared_value_tests {

namespace {

struct counted {
    int number = 0;
    static inline int alive = 0;
    counted() { ++alive; }
    ~counted() { --alive; }
    counted(const counted&) = delete;
    counted& operator=(const counted&) = delete;
};
using owner = hitbox::detail::shared_value<counted>;

}  // namespace

TEST_CASE("the last owner deletes the value, in whatever order the owners are destroyed") {
    {
        owner first = owner::make();
        first.own().number = 5;
        CHECK(counted::alive == 1);
        {
            const owner second = first;
            CHECK(second->number == 5);
            CHECK(second == first);
            first = owner{};
            CHECK_FALSE(first);
            CHECK((*second).number == 5);
            first = second;
        }
        CHECK(counted::alive == 1);
        owner third = std::move(first);
        CHECK_FALSE(first);  // NOLINT: this is the promise
        CHECK(third->number == 5);
        third = owner::make();
        CHECK(counted::alive == 1);
        CHECK(third->number == 0);
        const owner& itself = third;
        third = itself;
        CHECK(counted::alive == 1);
    }
    CHECK(counted::alive == 0);
}

TEST_CASE("owners of different values differ, and owners of nothing are equal") {
    CHECK(owner::make() != owner::make());
    CHECK(owner{} == owner{});
    CHECK_FALSE(owner{});
}

}  // namespace shared_value_tests
