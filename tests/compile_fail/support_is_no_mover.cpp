// expect: hitbox: a shape known by its support only cannot be moved among obstacles; write vertices.shape. and radius.shape. for it
// lines: 28
#include <hitbox/hitbox.hpp>

struct ellipse {
    using scalar_type = float;
    hitbox::vec2<float> middle, half;
};
hitbox::vec2<float> center(const ellipse& e) { return e.middle; }
hitbox::vec2<float> support(const ellipse& e, hitbox::vec2<float> d) {
    const hitbox::vec2<float> scaled{d.x * e.half.x, d.y * e.half.y};
    return e.middle + hitbox::vec2<float>{scaled.x * e.half.x, scaled.y * e.half.y} * (1 / length(scaled));
}

void f(const hitbox::compound<float>& level) {
    static_cast<void>(hitbox::move_and_slide(ellipse{{0, 0}, {2, 1}}, {0, 0}, {1, 0}, level));
}
