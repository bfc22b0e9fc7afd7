#include <hitbox/hitbox.hpp>

using namespace hitbox;

std::size_t contacts_in_plugin() {
    world<float> w;
    w.add(circle<float>{{0, 0}, 1});
    w.add(aabb<float>{{0.5f, -1}, {3, 1}});
    w.detect();
    return w.contacts().size();
}
