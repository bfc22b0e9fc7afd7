#include <cstdio>
#include <hitbox/hitbox.hpp>

using namespace hitbox;

int main() {
    const circle<double> coin{{0, 0}, 1};
    if (!intersects(coin, circle<double>{{2, 0}, 1}) || intersects(coin, circle<double>{{2.5, 0}, 1})) return 1;
    std::printf("find_package: one coin touches, one does not\n");
}
