// Boxes in whole pixels: move_and_slide equals a motion pixel by pixel that undoes the first pixel that is not free.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <cmath>
#include <random>

using namespace hitbox;

namespace {

using box = aabb<int>;
using step = vec2<int>;

bool is_free(const box& b, const std::vector<box>& walls, const std::optional<box>& within) {
    if (within && !contains(*within, b)) return false;
    for (const box& wall : walls)
        if (penetrates(b, wall)) return false;
    return true;
}

struct by_definition {
    step position;
    bool blocked_x = false, blocked_y = false;
};

by_definition pixel_by_pixel(const box& shape, step from, step motion, const std::vector<box>& walls,
                             const std::optional<box>& within) {
    by_definition r{from};
    for (const bool along_x : {true, false}) {
        const int n = along_x ? motion.x : motion.y, sign = n < 0 ? -1 : 1;
        bool& blocked = along_x ? r.blocked_x : r.blocked_y;
        for (int i = 0; i < std::abs(n) && !blocked; ++i) {
            const step next = r.position + (along_x ? step{sign, 0} : step{0, sign});
            if (is_free(translated(shape, next), walls, within)) r.position = next;
            else blocked = true;
        }
    }
    return r;
}

class scene_maker {
public:
    int from(int low, int high) { return std::uniform_int_distribution<int>{low, high}(random_); }
    bool one_in(int n) { return from(1, n) == 1; }
    /// Some are flat, some are points.
    box some_box(int reach, int size) {
        const int x = from(-reach, reach), y = from(-reach, reach);
        return box::from_corner(x, y, from(0, size), from(0, size));
    }

private:
    std::mt19937 random_{3};
};

}  // namespace

TEST_CASE("pixels: a move ends where a motion pixel by pixel ends", "[motion]") {
    scene_maker random;
    int blocked = 0, not_free = 0, out = 0;
    const std::size_t rounds = hitbox_tests::many_if_optimised(200000, 20000);
    for (std::size_t round = 0; round < rounds; ++round) {
        std::vector<box> walls;
        for (int i = random.from(0, 5); i > 0; --i) walls.push_back(random.some_box(12, 8));
        const box shape = random.some_box(3, 5);
        std::optional<box> within;
        if (random.one_in(2)) within = random.one_in(8) ? random.some_box(12, 8) : box{{-14, -13}, {15, 14}};
        const step from{random.from(-12, 12), random.from(-12, 12)}, motion{random.from(-30, 30), random.from(-30, 30)};
        const step up{0, random.one_in(2) ? -1 : 1};

        const auto r = move_and_slide(shape, from, motion, walls, {within, up});
        const by_definition d = pixel_by_pixel(shape, from, motion, walls, within);
        INFO("round " << round << ": " << r.position.x << ' ' << r.position.y << " for " << d.position.x << ' '
                      << d.position.y);
        REQUIRE(r.position == d.position);
        REQUIRE(r.velocity == step{d.blocked_x ? 0 : motion.x, d.blocked_y ? 0 : motion.y});
        REQUIRE(r.contacts.size() == std::size_t{d.blocked_x} + std::size_t{d.blocked_y});
        REQUIRE(r.started_free == is_free(translated(shape, from), walls, within));
        REQUIRE(r.is_free == is_free(translated(shape, d.position), walls, within));
        REQUIRE(r.on_floor == !is_free(translated(shape, d.position - up), walls, within));
        // The reported obstacle blocks the next pixel, and is the first that does.
        step after_x = {d.position.x, from.y};
        for (const auto& c : r.contacts) {
            const bool along_x = c.normal.x != 0;
            REQUIRE(c.normal == (along_x ? step{motion.x < 0 ? 1 : -1, 0} : step{0, motion.y < 0 ? 1 : -1}));
            REQUIRE(c.is_floor == (c.normal == up));
            const box next = translated(shape, (along_x ? after_x : d.position) - c.normal);
            std::size_t first = edge_piece;
            for (std::size_t i = walls.size(); i-- > 0;)
                if (penetrates(next, walls[i])) first = i;
            REQUIRE(c.piece == first);
        }
        blocked += d.blocked_x + d.blocked_y, not_free += !r.started_free, out += within && !is_free(shape, {}, within);
    }
    CHECK(blocked > static_cast<int>(rounds) / 4);
    CHECK(not_free > static_cast<int>(rounds) / 20);
    CHECK(out > static_cast<int>(rounds) / 100);
}

TEST_CASE("pixels: any speed and any number is handled", "[motion]") {
    constexpr int max_value = std::numeric_limits<int>::max(), min_value = std::numeric_limits<int>::min();
    const box square{{0, 0}, {8, 8}};
    const std::vector<box> thin{box::from_corner(1000, 0, 1, 8)}, none;
    CHECK(move_and_slide(square, {0, 0}, {max_value, 0}, thin).position == step{992, 0});
    CHECK(move_and_slide(square, {max_value - 8, 0}, {min_value, 0}, thin).position == step{1001, 0});
    // The end of the integer range blocks.
    const auto r = move_and_slide(square, {0, 0}, {max_value, max_value}, none);
    CHECK(r.position == step{max_value - 8, max_value - 8});
    REQUIRE(r.contacts.size() == 2);
    CHECK(r.contacts[0].piece == edge_piece);
    CHECK(move_and_slide(square, {0, 0}, {min_value, min_value}, none).position == step{min_value, min_value});
    CHECK(move_and_slide(box{{-8, -8}, {-1, -1}}, {0, 0}, {max_value, min_value}, none).position ==
          step{max_value, min_value + 8});
    const std::vector<box> huge{{{min_value, min_value}, {max_value, 100}}};
    const auto fallen = move_and_slide(square, {0, 500}, {min_value, min_value}, huge, {std::nullopt, {0, 1}});
    CHECK(fallen.position == step{min_value, 100});
    CHECK(fallen.on_floor);
    CHECK(move_and_slide(box{{min_value, min_value}, {max_value, max_value}}, {0, 0}, {max_value, 5}, none).position ==
          step{0, 0});
    // Corners beyond the integer range, or inverted boxes.
    CHECK_FALSE(move_and_slide(square, {max_value, 0}, {-20, 0}, none).started_free);
    CHECK(move_and_slide(square, {max_value, 0}, {-20, 0}, none).position == step{max_value, 0});
    CHECK_FALSE(move_and_slide(box{{1, 0}, {0, 0}}, {0, 0}, {5, 0}, none).started_free);
    const std::vector<box> inside_out{{{52, 2}, {50, 6}}};
    CHECK(move_and_slide(square, {0, 0}, {200, 0}, inside_out).position == step{200, 0});
    CHECK(move_and_slide(square, {47, 0}, {0, 0}, inside_out).started_free);
    CHECK(move_and_slide(box{{5, 5}, {8, 8}}, {-10, 0}, {min_value, 3}, none).position == step{min_value, 3});

    using wide = std::int64_t;
    constexpr wide far_away = wide{1} << 60, end = std::numeric_limits<wide>::max();
    const std::vector<aabb<wide>> wall{{{far_away - 5, -end - 1}, {end, end}}};
    const aabb<wide> dot{{0, 0}, {1, 1}};
    CHECK(move_and_slide(dot, {0, 0}, {end, end}, wall).position == vec2<wide>{far_away - 6, far_away - 1});
    CHECK(move_and_slide(dot, {0, 0}, {-end - 1, 7}, wall).position == vec2<wide>{-far_away - 1, 7});
    CHECK_FALSE(move_and_slide(dot, {end, 0}, {1, 1}, wall).started_free);

    using byte = signed char;
    const std::vector<aabb<byte>> tiny{{{100, -128}, {127, 127}}};
    CHECK(move_and_slide(aabb<byte>{{0, 0}, {8, 8}}, {-120, 0}, {127, 127}, tiny).position == vec2<byte>{7, 119});
    CHECK(move_and_slide(aabb<byte>{{0, 0}, {8, 8}}, {0, 0}, {127, 0}, tiny).position == vec2<byte>{92, 0});
}

TEST_CASE("pixels: fractions add up, and none is stored while a wall blocks", "[motion]") {
    using place = pixel_position<int>;
    const box square{{0, 0}, {8, 8}};
    const std::vector<box> none, wall{box::from_corner(20, -50, 8, 200)};
    place p;
    int moved = 0;
    for (int i = 0; i < 1000; ++i) {
        const auto r = move_and_slide(square, p, {0.25f, -0.125f}, none);
        moved += r.position.pixel.x != p.pixel.x;
        p = r.position;
        REQUIRE(std::abs(p.remainder.x) <= 0.5f);
    }
    CHECK(p == place{{250, -125}, {0, 0}});
    CHECK(moved == 250);

    place q;
    for (int i = 0; i < 100; ++i) q = move_and_slide(square, q, {0.75f, 0.5f}, wall).position;
    CHECK(q.pixel == step{12, 50});
    CHECK(q.remainder.x <= 0.5f);
    const auto away = move_and_slide(square, q, {-1, 0}, wall);
    CHECK(away.position.pixel.x <= 11);
    CHECK(move_and_slide(square, place{{12, 0}, {0.4f, 0}}, {3.f, 0}, wall).position == place{{12, 0}, {0, 0}});
    CHECK(move_and_slide(square, place{{12, 0}, {0.4f, 0}}, {3.f, 1.f}, wall).velocity == vec2<float>{0, 1});
    // The box stands while gravity is a fraction of a pixel per step.
    const std::vector<box> floor{box::from_corner(-50, 8, 100, 8)};
    const pixel_slide_options<int> walking{.up = {0, -1}};
    for (int i = 0; i < 9; ++i) REQUIRE(move_and_slide(square, place{}, {0, 0.1f * float(i)}, floor, walking).on_floor);
    // Halves are rounded away from zero, so that left and right are symmetric.
    CHECK(move_and_slide(square, place{}, {0.5f, -0.5f}, none).position.pixel == step{1, -1});
    CHECK(move_and_slide(square, place{}, {0.49f, -0.49f}, none).position.pixel == step{0, 0});

    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(move_and_slide(square, place{{3, 4}, {0.25f, 0}}, {nan, 1}, none).position == place{{3, 4}, {0.25f, 0}});
    CHECK(move_and_slide(square, place{}, {1e30f, -INFINITY}, none).position.pixel == step{0, 0});
    CHECK(move_and_slide(square, place{}, {1e30f, -1e30f}, none).position.pixel ==
          step{std::numeric_limits<int>::max() - 8, std::numeric_limits<int>::min()});
    CHECK(move_and_slide(square, place{{0, 0}, {nan, 0}}, {1.f, 1.f}, none).position == place{{0, 1}, {0, 0}});
}

namespace {
constexpr box walls[] = {box::from_corner(24, 0, 8, 20)};
static_assert(move_and_slide(box{{0, 0}, {8, 8}}, {8, 8}, {100, 0}, walls).position == step{16, 8});
static_assert(move_and_slide(box{{0, 0}, {8, 8}}, {8, 8}, {100, 0}, walls, {.within = box{{0, 0}, {20, 20}}})
                  .position == step{12, 8});
static_assert(move_and_slide(box{{0, 0}, {8, 8}}, pixel_position<int>{{8, 8}}, {0.6f, 0}, walls).position.pixel.x == 9);
}  // namespace
