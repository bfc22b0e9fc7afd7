// Fast and thin objects: what happens between two frames. A test of each frame's position finds the bullet in front of
// the paper in one frame and behind it in the next. A cast tests the whole path.
//
//     bullet_through_paper [picture.svg]

#include <cstdio>

#include <hitbox/debug/svg.hpp>
#include <hitbox/pairs.hpp>

using namespace hitbox;

namespace {

const char* name_of(cast_status status) {
    switch (status) {
        case cast_status::hit: return "hit";
        case cast_status::separated: return "separated";
        case cast_status::started_touching: return "started touching";
        case cast_status::started_overlapping: return "started overlapping";
        case cast_status::failed:
        case cast_status::step_limit: break;
    }
    return "failed";
}

void report(const char* title, const cast_result<float>& cast) {
    std::printf("%-24s%-20sfraction %.4f, normal (%.2f, %.2f)\n", title, name_of(cast.status), double(cast.fraction),
                double(cast.normal.x), double(cast.normal.y));
}

}  // namespace

int main(int argc, char** argv) {
    // A bullet that flies 1000 in a frame, and paper a thousand times as thin as the bullet.
    circle<float> bullet{{0, 0}, 0.0625f};
    const aabb<float> paper{{250.0625f, -8}, {250.0626f, 8}};
    const vec2<float> translation{1000, 0};

    std::printf("this frame: %s, next frame: %s\n", intersects(bullet, paper) ? "touches" : "apart",
                intersects(at(bullet, translation), paper) ? "touches" : "apart");
    const auto cast = shape_cast(bullet, translation, paper);
    report("the way between them:", cast);

    // At the hit the bullet touches the paper: forwards it would enter, backwards it would not. (No number is rounded
    // here. With others the bullet may end too deep by a rounding. So stop slightly earlier, or move out by `mtv()`.)
    bullet.center += translation * cast.fraction;
    report("on from there:", shape_cast(bullet, translation, paper));
    report("back from there:", shape_cast(bullet, -translation, paper));

    // Two balls whose paths cross within one frame: both move by the same fraction of their own translations.
    const circle<float> red{{0, 0}, 1}, blue{{10, -8}, 1};
    const vec2<float> red_translation{20, 0}, blue_translation{0, 16};
    const auto meeting = shape_cast(red, red_translation, blue, blue_translation);
    report("two balls:", meeting);
    const vec2<float> red_then = red.center + red_translation * meeting.fraction;
    const vec2<float> blue_then = blue.center + blue_translation * meeting.fraction;
    std::printf("their centres then: (%.3f, %.3f) and (%.3f, %.3f), %.3f apart\n", double(red_then.x),
                double(red_then.y), double(blue_then.x), double(blue_then.y), double(length(blue_then - red_then)));

    // Rays from the bullet: the nearest wall, and from inside a room the wall opposite.
    const ray<float> sight{{5, 3}, {1000, 0}};
    const aabb<float> room{{0, 0}, {10, 6}};
    if (const auto wall = ray_cast(sight, room, ray_start::hollow))
        std::printf("the room ends at (%.1f, %.1f)\n", double(wall->point.x), double(wall->point.y));

    if (argc < 2) return 0;
    debug::svg picture;
    picture.cast(red, red_translation, meeting, {debug::colors::vermilion}).cast(blue, blue_translation, meeting);
    return picture.save(argv[1]) ? 0 : 1;
}
