// Catch2 v2 only: v3 brings a compiled main.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
