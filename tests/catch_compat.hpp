#pragma once
// One include for Catch2 v2.13 and v3. Both have Catch::Matchers::WithinRel and WithinAbs; the name of Approx differs.

// Assertions without a try block compile sooner. An exception in one of them ends its test case.
#define CATCH_CONFIG_FAST_COMPILE
#if __has_include(<catch2/catch_test_macros.hpp>)
#  include <catch2/catch_template_test_macros.hpp>
#  include <catch2/catch_test_macros.hpp>
#  include <catch2/generators/catch_generators.hpp>
#  include <catch2/generators/catch_generators_adapters.hpp>
#  include <catch2/generators/catch_generators_random.hpp>
#  include <catch2/generators/catch_generators_range.hpp>
#  include <catch2/matchers/catch_matchers.hpp>
#  include <catch2/matchers/catch_matchers_floating_point.hpp>
#else
#  include <catch2/catch.hpp>
#endif

// The quick set compiles a tenth faster with assertions that print their condition, but not the values in it, if they
// fail. With -DHITBOX_VALUES, they print the values, too.
#if HITBOX_FEW_TYPES && !defined(HITBOX_VALUES)
namespace hitbox_tests {
inline void report_failure(const char* file, int line, const char* condition) {
    FAIL_CHECK(file << ':' << line << ": " << condition);
}
inline void stop_by_failure(const char* file, int line, const char* condition) {
    FAIL(file << ':' << line << ": " << condition);
}
}  // namespace hitbox_tests
#  define HITBOX_EXPECT(expected, failed, ...)                                                      \
      do {                                                                                          \
          if (static_cast<bool>(__VA_ARGS__) != expected) failed(__FILE__, __LINE__, #__VA_ARGS__); \
      } while (false)
#  undef CHECK
#  undef CHECK_FALSE
#  undef REQUIRE
#  undef REQUIRE_FALSE
#  define CHECK(...) HITBOX_EXPECT(true, hitbox_tests::report_failure, __VA_ARGS__)
#  define CHECK_FALSE(...) HITBOX_EXPECT(false, hitbox_tests::report_failure, __VA_ARGS__)
#  define REQUIRE(...) HITBOX_EXPECT(true, hitbox_tests::stop_by_failure, __VA_ARGS__)
#  define REQUIRE_FALSE(...) HITBOX_EXPECT(false, hitbox_tests::stop_by_failure, __VA_ARGS__)
#endif

// Checks a condition in constant evaluation and at run time, which may take different paths through the library.
#define CHECK_TWICE(...)            \
    do {                            \
        static_assert(__VA_ARGS__); \
        CHECK((__VA_ARGS__));       \
    } while (false)

// The floating-point types that are tested. The quick set tests only float.
#ifndef HITBOX_TESTS_REALS
#  define HITBOX_TESTS_REALS float, double
#endif
