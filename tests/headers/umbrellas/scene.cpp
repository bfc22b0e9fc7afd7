// A world, with nothing included but its umbrella.
#include <hitbox/scene.hpp>

bool scene_is_complete() {
    using namespace hitbox;
    world<float> w;
    const collider_id ball = w.add({.shape = circle<float>{{0, 0}, 1}});
    const collider_id wall = w.add({.shape = aabb<float>{{0, -1}, {1, 1}}, .fixed = true});
    w.detect();
    const bool touch = w.began().size() == 1 && w.touching(ball).size() == 1 && w.contacts().size() == 1;
    const auto bytes = w.snapshot();
    w.move(ball, vec2<float>{-5, 0});
    w.detect();
    return touch && w.ended().size() == 1 && w.ray_cast_closest(ray<float>{{-9, 0}, {20, 0}}) &&
           w.query(aabb<float>{{0, 0}, {1, 1}}).size() == 1 && intersects(w.at(wall), circle<float>{{0, 0}, 1}) &&
           w.restore(bytes) && w.contains(ball);
}
