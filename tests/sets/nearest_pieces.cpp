// The nearest pieces of two solids, against a search through all pairs; and the number of measured pairs.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../polygons.hpp"

#include <vector>

namespace nearest_pieces_tests {

using namespace hitbox;
using V = vec2<float>;

/// Pieces at whole numbers, so that several are equally near.
std::vector<any_shape<float>> pieces_on_grid(hitbox_tests::dice& d, std::size_t count, std::size_t side) {
    std::vector<any_shape<float>> pieces;
    while (pieces.size() < count) {
        const V p{static_cast<float>(d.index(side)), static_cast<float>(d.index(side))};
        if (d.index(3) == 0) pieces.push_back(circle<float>{p, 0.5f});
        else if (d.index(2) == 0) pieces.push_back(aabb<float>{p, p + V{0.5f, 1}});
        else pieces.push_back(segment<float>{p, p + V{1, 0.5f}});
    }
    return pieces;
}

TEST_CASE("a distance of sets is the smallest of two pieces, and the first of several pairs is reported") {
    hitbox_tests::dice d{7};
    bool least = true, first = true, swapped = true;
    for (int round = 0; round < 400; ++round) {
        const auto list = pieces_on_grid(d, 1 + d.index(60), 20);
        const compound<float> all{list};
        const V p{static_cast<float>(d.index(40)) - 10, static_cast<float>(d.index(40)) - 10};
        const any_shape<float> shape =
            round % 2 == 0 ? any_shape<float>{circle<float>{p, 0.25f}} : any_shape<float>{aabb<float>{p, p + V{1, 1}}};
        separation<float> expected;
        expected.distance = std::numeric_limits<float>::infinity();
        for (const auto& piece : list)
            if (const auto one = distance(shape, piece); one.distance < expected.distance) expected = one;
        const auto found = distance(shape, all), of_range = distance(shape, list), back = distance(all, shape);
        least = least && found.distance == expected.distance && of_range.distance == expected.distance;
        if (!(expected.distance > 0)) continue;  // then the normal is that of the whole
        for (const auto& one : {found, of_range})
            first = first && one.normal == expected.normal && one.point_a == expected.point_a &&
                    one.point_b == expected.point_b;
        swapped = swapped && back.distance == found.distance && back.point_a == found.point_b &&
                  back.point_b == found.point_a;
    }
    CHECK(least);
    CHECK(first);
    CHECK(swapped);
}

TEST_CASE("few pieces of a compound are measured for a distance") {
    hitbox_tests::dice d{8};
    const compound<float> all{pieces_on_grid(d, 1000, 100)};
    std::size_t visits = 0;
    for (int round = 0; round < 100; ++round) {
        const V p{static_cast<float>(d.index(100)), static_cast<float>(d.index(100))};
        float nearest = std::numeric_limits<float>::infinity();
        detail::solid_view{all}.for_each_piece_from_nearest({p, p}, [&](const auto& piece, std::size_t) {
            ++visits;
            return nearest = std::min(nearest, distance(p, piece).distance);
        });
        CHECK(nearest == distance(p, all).distance);
    }
    CHECK(visits < 100 * 12);
}

}  // namespace nearest_pieces_tests
