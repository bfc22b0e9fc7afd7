// A reference to a callable calls the callable itself, with its state.

#include <hitbox/sets/function_ref.hpp>

#include "../catch_compat.hpp"

namespace function_ref_tests {

using hitbox::detail::function_ref;

namespace {

int apply(function_ref<int(int)> f, int x) { return f(x); }

}  // namespace

TEST_CASE("a reference to a callable changes the state of the callable, and its copies refer to the same") {
    int calls = 0;
    auto count = [calls](int& at) mutable { at = ++calls; };
    const function_ref<void(int&)> first{count}, second = first;
    first(calls), second(calls);
    CHECK(calls == 2);
    count(calls);
    CHECK(calls == 3);
}

TEST_CASE("temporaries and constant callables can be referred to") {
    CHECK(apply([&](int x) { return apply([](int y) { return y + 1; }, x) * 2; }, 3) == 8);
    CHECK(apply([](int x) { return x + 1; }, 4) == 5);
    const auto negate = [](long x) { return static_cast<int>(-x); };
    CHECK(apply(negate, 4) == -4);  // the argument is converted
}

TEST_CASE("arguments are forwarded with their types and value categories") {
    struct only_once {
        int value = 7;
        only_once() = default;
        only_once(only_once&&) = default;
        only_once(const only_once&) = delete;
    };
    const auto take = [](only_once&& x) { return only_once{std::move(x)}.value; };
    CHECK(function_ref<int(only_once&&)>{take}(only_once{}) == 7);
}

}  // namespace function_ref_tests
