// A value, or the reason why there is none.

#include "../catch_compat.hpp"

#include <hitbox/core/result.hpp>

#include <string>

using namespace hitbox;

namespace {

enum class refusal_reason { too_hot, too_cold };

struct porridge {
    using error_type = refusal_reason;
    int spoons = 0;
};

using bowl = result<porridge>;

constexpr bowl good{porridge{3}}, bad{refusal_reason::too_cold, 7};

static_assert(good.has_value() && good && !bad.has_value() && !bad);
static_assert(good->spoons == 3 && (*good).spoons == 3 && good.value().spoons == 3);
static_assert(bad.error() == refusal_reason::too_cold && bad.index() == 7);
static_assert((*bad).spoons == 0, "the value of a refusal is T{}; the assertion hook is silent in constant evaluation");
static_assert(!std::is_convertible_v<bowl, bool>, "no arithmetic by accident");
static_assert(std::is_same_v<bowl::value_type, porridge> && std::is_same_v<bowl::error_type, refusal_reason>);

constexpr bowl cook(int degrees) {
    if (degrees > 60) return {refusal_reason::too_hot, 1};
    return porridge{degrees};
}
static_assert(cook(40)->spoons == 40 && cook(90).error() == refusal_reason::too_hot && cook(90).index() == 1);

}  // namespace

// A reference to the value of a temporary result would refer to a destroyed object.
static_assert(std::is_same_v<decltype(*cook(1)), porridge> && std::is_same_v<decltype(cook(1).value()), porridge>);
static_assert(std::is_same_v<decltype(*good), const porridge&> &&
              std::is_same_v<decltype(good.value()), const porridge&>);

TEST_CASE("the value of a temporary result is returned by value and moved") {
    struct owner {
        using error_type = int;
        std::string text;
    };
    const owner kept = *result<owner>{owner{"a long text that needs memory of its own"}};
    CHECK(kept.text == "a long text that needs memory of its own");
    CHECK((*result<std::string, int>{std::string{"soup"}}).size() == 4);
}

TEST_CASE("value_or returns the alternative if there is no value") {
    CHECK_TWICE(bad.value_or(porridge{1}).spoons == 1);
    CHECK_TWICE(good.value_or(porridge{1}).spoons == 3);
}

TEST_CASE("a result of any type names its error type") {
    const result<std::string, int> text{std::string{"soup"}}, nothing{42, 5};
    REQUIRE(text);
    CHECK(text->size() == 4);
    CHECK(*text == "soup");
    CHECK(!nothing);
    CHECK(nothing.error() == 42);
    CHECK(nothing.index() == 5);
    CHECK(nothing.value_or("bread") == "bread");
    CHECK(nothing.value().empty());
}
