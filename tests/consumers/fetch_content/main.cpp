#include <cstdio>
#include <hitbox/hitbox.hpp>

using namespace hitbox;

constexpr aabb<int> left{{0, 0}, {4, 4}}, right{{4, 0}, {8, 4}};
static_assert(intersects(left, right));
static_assert(!penetrates(left, right));

int main() { std::printf("fetch_content: two tiles touch, neither is in the other\n"); }
