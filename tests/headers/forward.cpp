// A header that only names types of the library, and afterwards a file that uses them.
#include <hitbox/fwd.hpp>

struct game {
    hitbox::world<float>* world;
    hitbox::any_shape<float, 8>* shape;
    hitbox::convex_polygon<float, 8>* polygon;
    hitbox::compound<double>* level;
    hitbox::slide_stop stop;

    hitbox::slide_result<float> step(const hitbox::slide_options<float>& options);
    hitbox::result<hitbox::polygon<float>, hitbox::polygon_error> outline() const;
};

#include <hitbox/hitbox.hpp>

hitbox::slide_result<float> game::step(const hitbox::slide_options<float>& options) {
    stop = hitbox::slide_stop::none;
    hitbox::slide_result<float> result;
    result.on_floor = options.dt > 0.f && world->contains({});
    return result;
}
hitbox::result<hitbox::polygon<float>, hitbox::polygon_error> game::outline() const {
    const hitbox::vec2<float> points[] = {{0, 0}, {1, 0}, {0, 1}};
    return hitbox::make_polygon(points);
}
