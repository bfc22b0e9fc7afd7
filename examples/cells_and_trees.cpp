// The cells of a grid and the nodes of a tree over the same boxes: two pictures, side by side.
//
//     cells_and_trees [picture.svg]

#include <cstdio>
#include <random>
#include <vector>

#include <hitbox/broad.hpp>
#include <hitbox/debug/svg.hpp>
#include <hitbox/pairs.hpp>

using namespace hitbox;

namespace {

// Many small boxes in two crowds, some scattered ones, and a few large ones.
std::vector<aabb<float>> some_boxes() {
    std::mt19937 random{7};
    const auto real = [&random](float low, float high) {
        return low + (high - low) * static_cast<float>(random() >> 8) / static_cast<float>(1 << 24);
    };
    std::vector<aabb<float>> boxes;
    const auto add = [&](int count, vec2<float> low, vec2<float> high, float min_size, float max_size) {
        for (int i = 0; i < count; ++i) {
            const vec2<float> corner{real(low.x, high.x), real(low.y, high.y)};
            boxes.push_back({corner, corner + vec2<float>{real(min_size, max_size), real(min_size, max_size)}});
        }
    };
    add(70, {3, 3}, {13, 11}, .4f, .95f);
    add(40, {22, 18}, {28, 27}, .4f, .95f);
    add(30, {0, 0}, {31, 31}, .4f, .95f);
    add(26, {1, 1}, {27, 27}, 2.2f, 3.8f);
    return boxes;
}

const debug::style box_style{debug::colors::blue, .35, 1};

void draw_boxes(debug::svg& picture, const std::vector<aabb<float>>& boxes, vec2<float> shift) {
    for (const aabb<float>& box : boxes) picture.shape(translated(box, shift), box_style);
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<aabb<float>> boxes = some_boxes();
    const vec2<float> beside{37, 0};
    debug::svg picture{debug::y_axis::up, 1200};

    spatial_hash<float> grid;
    grid.build(boxes);
    std::size_t cells = 0, in_cells = 0;
    grid.for_each_cell([&](const aabb<float>& cell, std::size_t count) {
        ++cells, in_cells += count;
        picture.shape(cell, {cell.max.x - cell.min.x > 2.5f ? debug::colors::vermilion : debug::colors::grey, .08, 1});
    });
    draw_boxes(picture, boxes, {});
    picture.label(vec2<float>{16, 33}, "spatial_hash: a box is in the cell of its lower left corner", 18);

    dynamic_tree<float> tree;
    tree.build(boxes);
    std::size_t nodes = 0;
    tree.for_each_node([&](const aabb<float>& box, unsigned level) {
        ++nodes;
        const auto color = level == 0   ? debug::colors::grey
                           : level == 1 ? debug::colors::vermilion
                                        : debug::colors::black;
        picture.shape(translated(box, beside), {color, level == 0 ? .08 : 0, 1. + level});
    });
    draw_boxes(picture, boxes, beside);
    picture.label(vec2<float>{16, 33} + beside, "dynamic_tree: eight boxes to a leaf, eight leaves to a node", 18);

    std::printf("%zu boxes: %zu cells with %zu of them, %zu nodes\n", boxes.size(), cells, in_cells, nodes);
    if (argc > 1 && !picture.save(argv[1])) {
        std::fprintf(stderr, "%s: cannot be written\n", argv[1]);
        return 1;
    }
}
