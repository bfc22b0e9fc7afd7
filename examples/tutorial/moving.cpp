// Chapter 9 of docs/tutorial: shapes that move, and many of them.
//
//     moving [picture.svg] [picture_of_the_crowd.svg]

#include <cstdint>
#include <cstdio>
#include <vector>

#include <hitbox/broad.hpp>
#include <hitbox/debug/svg.hpp>
#include <hitbox/pairs.hpp>

using namespace hitbox;

namespace {

// A corner of the crowd: circles and boxes, a line for each tested pair.
bool draw_crowd(const std::vector<circle<float>>& crowd, const char* path) {
    using namespace debug::colors;
    debug::svg picture{debug::y_axis::up, 560};
    std::vector<circle<float>> shown;
    std::vector<aabb<float>> boxes;
    for (const circle<float>& c : crowd)
        if (c.center.x < 24 && c.center.y < 16) {
            shown.push_back(c);
            boxes.push_back(bounds(c));
            picture.shape(c).shape(boxes.back(), {grey, 0, 0.75});
        }
    spatial_hash<float> broad;
    broad.build(boxes);
    broad.for_each_pair([&](proxy a, proxy b) {
        const auto &p = shown[a.index()], &q = shown[b.index()];
        picture.shape(segment<float>{p.center, q.center},
                      {intersects(p, q) ? vermilion : green, 0, 3});
    });
    return picture.save(path);
}

}  // namespace

int main(int argc, char** argv) {
    const circle<float> bullet{{0, 0}, 0.5f};
    const aabb<float> paper{{5, -2}, {5.125f, 2}};
    const vec2<float> motion{10, 1};
    std::printf("before: %s, after: %s\n",
                intersects(bullet, paper) ? "hit" : "apart",
                intersects(at(bullet, motion), paper) ? "hit" : "apart");
    const auto cast = shape_cast(bullet, motion, paper);
    if (cast.status == cast_status::hit)
        std::printf("hit after %.4f of the motion, normal (%g, %g)\n",
                    double(cast.fraction), double(cast.normal.x),
                    double(cast.normal.y));

    // Many: a box around each, and only pairs whose boxes meet are tested.
    std::vector<circle<float>> crowd;
    std::uint32_t chance = 1;
    const auto next = [&chance] {  // 0 to 100
        chance = chance * 1664525u + 1013904223u;
        return float(chance >> 16) / 655.36f;
    };
    for (int i = 0; i < 1000; ++i)
        crowd.push_back({{next(), next()}, 0.75f});
    std::vector<aabb<float>> boxes;
    for (const circle<float>& c : crowd) boxes.push_back(bounds(c));
    spatial_hash<float> broad;
    broad.build(boxes);
    int tested = 0, touching = 0;
    broad.for_each_pair([&](proxy a, proxy b) {
        ++tested;
        touching += intersects(crowd[a.index()], crowd[b.index()]);
    });
    std::printf("%d pairs tested, %d touch\n", tested, touching);

    if (!draw_crowd(crowd, argc > 2 ? argv[2] : "tutorial_crowd.svg"))
        return 1;
    debug::svg picture{debug::y_axis::up, 560};
    picture.shape(paper, {debug::colors::orange})
        .cast(bullet, motion, cast);
    picture.label(vec2{0.f, 0.f}, "bullet", 13);
    picture.label(vec2{5.6f, -1.6f}, "paper", 13);
    return picture.save(argc > 1 ? argv[1] : "tutorial_moving.svg") ? 0 : 1;
}
