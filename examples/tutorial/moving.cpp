// Chapter 9 of docs/tutorial: shapes that move, and many of them.
//
//     moving [picture.svg]

#include <cstdint>
#include <cstdio>
#include <vector>

#include <hitbox/debug/svg.hpp>
#include <hitbox/hitbox.hpp>

using namespace hitbox;

int main(int argc, char** argv) {
    const circle<float> bullet{{0, 0}, 0.5f};
    const aabb<float> paper{{5, -2}, {5.125f, 2}};
    const vec2<float> motion{10, 1};
    std::printf("before: %s, after: %s\n", intersects(bullet, paper) ? "hit" : "apart",
                intersects(at(bullet, motion), paper) ? "hit" : "apart");
    const auto cast = shape_cast(bullet, motion, paper);
    if (cast.status == cast_status::hit)
        std::printf("hit after %.4f of the motion, normal (%g, %g)\n", double(cast.fraction), double(cast.normal.x),
                    double(cast.normal.y));

    // Many: a box around each, and only pairs whose boxes meet are tested.
    std::vector<circle<float>> crowd;
    std::uint32_t chance = 1;
    const auto next = [&chance] {
        return float((chance = chance * 1664525u + 1013904223u) >> 16) / 655.36f;
    };  // 0..100
    for (int i = 0; i < 1000; ++i) crowd.push_back({{next(), next()}, 0.75f});
    std::vector<aabb<float>> boxes;
    for (const circle<float>& c : crowd) boxes.push_back(bounds(c));
    spatial_hash<float> broad;
    broad.build(boxes);
    int tested = 0, touching = 0;
    broad.for_each_pair([&](proxy a, proxy b) {
        ++tested;
        touching += intersects(crowd[a.index()], crowd[b.index()]);
    });
    std::printf("%zu circles have %zu pairs: %d tested, %d touch\n", crowd.size(),
                crowd.size() * (crowd.size() - 1) / 2, tested, touching);

    debug::svg picture{debug::y_axis::up, 560};
    picture.shape(paper, {debug::colors::orange}).cast(bullet, motion, cast);
    return picture.save(argc > 1 ? argv[1] : "tutorial_moving.svg") ? 0 : 1;
}
