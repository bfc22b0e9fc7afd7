// expect: hitbox: bounce changes the velocities of rigid_body<T>.*hitbox: bounce changes the velocities of rigid_body<T>
// first error: hitbox: bounce changes the velocities of rigid_body<T>
// lines: 24
#include <hitbox/hitbox.hpp>

float answer(hitbox::circle<float> ball, const hitbox::aabb<float>& wall, const hitbox::contact<float>& hit) {
    hitbox::rigid_body<float> body;
    return bounce(ball, wall, hit).normal_impulse + bounce(body, wall, hit).normal_impulse;
}
