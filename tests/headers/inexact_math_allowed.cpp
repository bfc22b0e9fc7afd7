// Compiled with -ffast-math, or for x87, and with the macro that takes the risk: plain answers are still there.
#include <hitbox/hitbox.hpp>

using namespace hitbox;

int main(int count, char**) {
    const circle<double> a{{0, 0}, static_cast<double>(count)}, b{{1.5, 0}, 1};
    const auto hit = collide(a, b);
    return hit && hit->depth > 0.49 && hit->depth < 0.51 && !intersects(a, circle<double>{{4, 0}, 1}) ? 0 : 1;
}
