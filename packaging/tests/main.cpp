// The program of all packages: it compiles and runs.
#include <hitbox/hitbox.hpp>

#include <cstdio>

int main() {
    const hitbox::circle<double> coin{{0, 0}, 1};
    if (!intersects(coin, hitbox::circle<double>{{2, 0}, 1}) || intersects(coin, hitbox::circle<double>{{2.5, 0}, 1}))
        return 1;
    std::printf("hitbox %d.%d.%d: one coin touches, one does not\n", HITBOX_VERSION_MAJOR, HITBOX_VERSION_MINOR,
                HITBOX_VERSION_PATCH);
}
