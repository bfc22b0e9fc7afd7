// std::format of shapes: tests/debug/print.cpp tests the texts, where the compiler's own library has <format>.
#include <hitbox/debug/print.hpp>

#include <cstdio>

using namespace hitbox;

#ifndef __cpp_lib_format
#  error "<format> is there, but not std::format"
#endif

int main() {
    const auto polygon = *make_convex_polygon({vec2{0.f, 0.f}, {4.f, 0.f}, {0.f, 4.f}});
    const bool right = std::format("[{:>9}]", vec2{1, 2}) == "[   (1, 2)]" &&
                       std::format("{}", polygon) == "convex_polygon{(0, 0), (4, 0), (0, 4)}" &&
                       std::format("{}", polygon.vertices()) == "convex_polygon_view{(0, 0), (4, 0), (0, 4)}" &&
                       std::format("{}", cast_status::hit) == "hit";
    std::printf("std::format %s\n", right ? "writes shapes" : "is wrong");
    return right ? 0 : 1;
}
