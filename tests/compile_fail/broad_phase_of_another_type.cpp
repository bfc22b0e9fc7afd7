// expect: hitbox: the broad phase of a world<T> is a structure with insert and the same T: spatial_hash<T>
// lines: 16
#include <hitbox/hitbox.hpp>

#include <vector>

int main() {
    hitbox::world<double, hitbox::spatial_hash<float>> w;
    w.detect();
}
