// Views of solids visit the pieces of the solid itself.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <set>
#include <vector>

namespace solid_view_tests {

using namespace hitbox;

TEST_CASE("a view has the box, the kind and the pieces of its solid") {
    std::vector<aabb<float>> tiles;
    for (int i = 0; i < 12; ++i) tiles.push_back({{static_cast<float>(i), 0}, {static_cast<float>(i + 1), 1}});
    const compound<float> level{tiles};
    const circle<float> disc{{3, 4}, 1};
    const auto line = chain<float>::open(std::vector<vec2<float>>{{0, 0}, {5, 0}});
    CHECK(detail::solid_view{level}.is_set());
    CHECK_FALSE(detail::solid_view{disc}.is_set());
    CHECK(detail::solid_view{line}.is_one_sided());
    CHECK_FALSE(detail::solid_view{level}.is_one_sided());
    CHECK(detail::solid_view{level}.bounds() == bounds(level));
    CHECK(detail::solid_view{disc}.center() == disc.center);
    std::set<std::size_t> found;
    detail::solid_view{level}.for_each_piece_near({{2.5f, 0}, {4.5f, 1}}, [&](const auto& piece, std::size_t i) {
        CHECK(vertices(piece).size() == 4);
        CHECK(bounds(piece) == tiles[i]);
        return found.insert(i), true;
    });
    CHECK(found == std::set<std::size_t>{2, 3, 4});
    int visits = 0;
    detail::solid_view{tiles}.visit_piece(7, tiles[7], [&](const auto& piece) {
        ++visits;
        CHECK(bounds(piece) == tiles[7]);
    });
    CHECK(visits == 1);
}

TEST_CASE("pairs of pieces are visited within a radius only, and not behind a one-sided edge") {
    const std::vector<circle<float>> a{{{0, 0}, 1}, {{10, 0}, 1}}, b{{{3, 0}, 1}, {{15, 0}, 1}};
    const auto count = [](const auto& x, const auto& y, float radius) {
        int pairs = 0;
        detail::for_each_piece_pair<float>(
            detail::solid_view{x}, detail::solid_view{y}, radius,
            [&](const auto&, std::size_t, const auto&, std::size_t) { return ++pairs, true; });
        return pairs;
    };
    CHECK(count(a, b, 0.f) == 0);
    CHECK(count(a, b, 1.f) == 1);
    CHECK(count(a, b, 3.f) == 2);
    CHECK(count(a, b, 20.f) == 4);
    const auto ground = chain<float>::open(std::vector<vec2<float>>{{-5, 0}, {5, 0}});
    CHECK(count(circle<float>{{0, 0.5f}, 1}, ground, 0.f) == 1);
    CHECK(count(circle<float>{{0, -0.5f}, 1}, ground, 0.f) == 0);
}

}  // namespace solid_view_tests
