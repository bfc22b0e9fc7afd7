#pragma once
// One include for Catch2 v2.13 and v3. Both have Catch::Matchers::WithinRel and WithinAbs; the name of Approx differs.

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
