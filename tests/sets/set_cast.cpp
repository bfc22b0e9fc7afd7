// Casts at sets: the first piece on the path is hit, and a motion along a floor hits no seam.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <algorithm>
#include <random>
#include <vector>

namespace set_cast_tests {

using namespace hitbox;

TEMPLATE_TEST_CASE("a cast at one touched piece has the status of the cast at the shape", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{9};
    const auto number = [&random](unsigned n) { return static_cast<T>(random() % n) / 8 - static_cast<T>(n) / 16; };
    const circle<T> rock{{T(-5.875), T(-0.125)}, 1};
    int touching = 0;
    for (int i = 0; i < 4000; ++i) {
        // The centres are 3 : 4 : 5 triangles apart, so that the discs touch exactly.
        const vec2<T> off{T(0.75) * (i % 2 ? 1 : -1), i % 4 < 2 ? T(1) : T(-1)};
        const circle<T> ball{rock.center + (i % 3 ? off : vec2<T>{0, T(1.25)}), T(0.25)};
        const vec2<T> path{number(256), number(256)};
        const auto one = shape_cast(ball, path, rock);
        const auto all = shape_cast(ball, path, std::vector{rock});
        touching += one.status == cast_status::started_touching;
        CHECK(all.status == one.status);
        CHECK(all.fraction == one.fraction);
    }
    CHECK(touching > 1000);
}

TEMPLATE_TEST_CASE("a cast at separate discs ends at the first of them", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{8};
    const auto number = [&random](unsigned n) { return static_cast<T>(random() % n) / 4; };
    int hits = 0;
    for (int round = 0; round < 300; ++round) {
        std::vector<circle<T>> discs;
        for (int i = 0; i < 9; ++i)
            discs.push_back({{T(6 * (i % 3)) + number(8), T(6 * (i / 3)) + number(8)}, T(1) + number(4)});
        const compound<T> pieces{discs};
        const circle<T> body{{-6, number(80)}, T(0.5)};
        const vec2<T> path{40, number(80) - 10};
        T first = 2;
        for (const auto& disc : discs) {
            const auto one = shape_cast(body, path, disc);
            if (one.status == cast_status::hit) first = std::min(first, one.fraction);
        }
        const auto found = shape_cast(body, path, pieces);
        CHECK(found == shape_cast(body, path, discs));
        REQUIRE((found.status == cast_status::hit) == (first < 2));
        if (first == 2) continue;
        ++hits;
        CHECK(std::abs(found.fraction - first) <= 4 * std::numeric_limits<T>::epsilon());
        CHECK(dot(found.normal, path) < 0);
    }
    CHECK(hits > 100);
}

TEMPLATE_TEST_CASE("the pieces of a cast touch at its fraction, and no other two touch before", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{21};
    const auto number = [&random](unsigned n) { return static_cast<T>(random() % n) / 4; };
    int hits = 0, stuck = 0;
    for (int round = 0; round < 300; ++round) {
        std::vector<any_shape<T>> level, ship;
        for (int i = 0; i < 8; ++i) {
            const vec2<T> p{number(80), number(80)};
            if (i % 2 == 0) level.push_back(circle<T>{p, T(1) + number(8)});
            else level.push_back(aabb<T>{p, p + vec2<T>{T(1) + number(8), T(1) + number(8)}});
        }
        for (int i = 0; i < 3; ++i) {
            const vec2<T> p{T(3 * i) - 5, number(80)};
            if (i == 1) ship.push_back(triangle<T>{p, p + vec2<T>{2, 0}, p + vec2<T>{1, 2}});
            else ship.push_back(aabb<T>{p, p + vec2<T>{2, 1}});
        }
        const vec2<T> path{T(30), number(80) - 10}, of_level{number(8), number(8)};
        const auto found = shape_cast(compound<T>{ship}, path, level, of_level);
        T first = 2;
        bool overlap = false;
        for (const auto& p : ship)
            for (const auto& q : level) {
                const auto one = shape_cast(p, path, q, of_level);
                overlap = overlap || penetrates(p, q);
                if (one.status == cast_status::hit) first = std::min(first, one.fraction);
            }
        if (found.status == cast_status::started_overlapping) {
            ++stuck;
            CHECK(overlap);
            CHECK(penetrates(ship[found.piece_a], level[found.piece_b]));
            const auto is_first = [&](std::size_t i, std::size_t j) {
                return std::pair{i, j} < std::pair{found.piece_a, found.piece_b};
            };
            for (std::size_t i = 0; i < ship.size(); ++i)
                for (std::size_t j = 0; j < level.size(); ++j)
                    CHECK_FALSE((is_first(i, j) && penetrates(ship[i], level[j])));
        }
        if (found.status != cast_status::hit) continue;
        ++hits;
        const auto one = shape_cast(ship[found.piece_a], path, level[found.piece_b], of_level);
        REQUIRE(one.status == cast_status::hit);
        CHECK(std::abs(one.fraction - found.fraction) <= 4 * std::numeric_limits<T>::epsilon());
        CHECK(one.fraction <= first + 4 * std::numeric_limits<T>::epsilon());
    }
    CHECK(hits > 100);
    CHECK(stuck > 5);
}

TEST_CASE("a box on tiles that moves along them hits the wall behind them, at every speed") {
    std::vector<aabb<float>> tiles;
    for (int i = 0; i < 20; ++i) tiles.push_back({{static_cast<float>(i), -1}, {static_cast<float>(i + 1), 0}});
    tiles.push_back({{20, -1}, {21, 5}});
    const compound<float> level{tiles};
    const aabb<float> body{{1, 0}, {2, 1}};
    for (const float speed : {0.25f, 1.f, 18.f}) {
        CHECK(shape_cast(body, {speed, 0}, level).status == cast_status::separated);
        CHECK(shape_cast(body, {0, -speed}, level).status == cast_status::started_touching);
    }
    const auto wall = shape_cast(body, {36, 0}, level);
    CHECK(wall.status == cast_status::hit);
    CHECK(wall.fraction == 0.5f);
    CHECK(wall.normal == vec2<float>{-1, 0});
}

TEST_CASE("only the relative motion of two moving solids counts") {
    const compound<float> a{std::vector<aabb<float>>{{{0, 0}, {1, 1}}}};
    const std::vector<circle<float>> b{{{5.5f, 0.5f}, 0.5f}};
    const auto alone = shape_cast(a, {8, 0}, b);
    CHECK(alone.fraction == 0.5f);
    const auto both = shape_cast(a, {9, 3}, b, {1, 3});
    CHECK(both.status == cast_status::hit);
    CHECK(both.fraction == 0.5f);
}

TEMPLATE_TEST_CASE("segments elsewhere in a level let no body out of a room as large as itself, and into each exit", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    using P = vec2<T>;
    // The body is in the middle of nine unit squares. Each of the others may be a tile.
    const std::vector<aabb<T>> whole{{{0, 0}, {1, 1}}}, halves{{{0, 0}, {T(0.5), 1}}, {{T(0.5), 0}, {1, 1}}};
    int stopped = 0, free = 0;
    for (unsigned filled = 0; filled < 256; ++filled) {
        std::vector<any_shape<T>> tiles;
        for (unsigned i = 0; i < 8; ++i) {
            const unsigned k = (i * 3) % 8, square = k < 4 ? k : k + 1;  // in an order that is not that of the rows
            const P corner{T(square % 3) - 1, T(square / 3) - 1};
            if (filled >> k & 1) tiles.push_back(aabb<T>{corner, corner + P{1, 1}});
        }
        if (tiles.empty()) continue;
        auto with_segments = tiles;
        with_segments.push_back(segment<T>{{2, 5}, {5, 5}});
        with_segments.push_back(segment<T>{{T(2.5), T(-0.5)}, {T(2.5), T(1.5)}});
        const compound<T> level{tiles}, same{with_segments};
        for (const auto& body : {compound<T>{whole}, compound<T>{halves}})
            for (int x = -2; x <= 2; ++x)
                for (int y = -2; y <= 2; ++y) {
                    if (x == 0 && y == 0) continue;
                    const P path{T(x) / 2, T(y) / 2};  // ends before the segments
                    const auto expected = shape_cast(body, path, level), found = shape_cast(body, path, same);
                    CAPTURE(filled, x, y);
                    CHECK(found.status == expected.status);
                    CHECK(found.fraction == expected.fraction);
                    (found.status == cast_status::separated ? free : stopped) += 1;
                    // A motion that is free ends in the open: by the exact test of the moved body.
                    CHECK((found.status == cast_status::separated) == !penetrates(at(body, path * T(0.25)), level));
                }
    }
    CHECK(stopped > 5000);
    CHECK(free > 2000);
}

TEMPLATE_TEST_CASE("segments that a body touches nowhere on its path change neither status nor fraction", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    using P = vec2<T>;
    std::mt19937 random{5};
    const auto number = [&random](int low, int high) {
        return static_cast<T>(low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1)));
    };
    const auto piece = [&](int span) -> any_shape<T> {
        const P p{number(-span, span), number(-span, span)}, size{number(1, 3), number(1, 3)};
        if (random() % 2) return aabb<T>{p, p + size};
        return triangle<T>{p, p + P{size.x, 0}, random() % 2 ? p + size : p + P{0, size.y}};
    };
    // Of three bodies, one is in a room as large as itself.
    const std::vector<any_shape<T>> cell{aabb<T>{{-1, 0}, {0, 1}}, aabb<T>{{1, 0}, {2, 1}}, aabb<T>{{-1, -1}, {2, 0}},
                                         aabb<T>{{-1, 1}, {2, 2}}};
    int stopped = 0, free = 0, enclosed = 0;
    for (int round = 0; round < 6000; ++round) {
        std::vector<any_shape<T>> body{piece(1), piece(1)}, level = cell;
        if (round % 3 == 0) body = {aabb<T>{{0, 0}, {T(0.5), 1}}, aabb<T>{{T(0.5), 0}, {1, 1}}};
        else level.clear();
        if (round % 2) body.pop_back();
        while (level.size() < 6) level.push_back(piece(4));
        const P path{number(-4, 4), number(-4, 4)};
        const auto overlaps = [&](const auto& p) {
            return std::any_of(level.begin(), level.end(), [&](const auto& q) { return penetrates(p, q); });
        };
        if (path == P{} || std::any_of(body.begin(), body.end(), overlaps)) continue;
        auto with_segments = level;
        with_segments.push_back(segment<T>{{20, 20}, {25, 22}});
        for (int k = 0; k < 4; ++k) {
            const P from{number(-8, 8), number(-8, 8)};
            const segment<T> s{from, from + P{number(-3, 3), number(1, 3)}};
            bool is_near = false;
            for (const auto& p : body)
                is_near = is_near || shape_cast(p, path, s).status != cast_status::separated || intersects(p, s) ||
                          distance(translated(p, path), s).distance < T(0.001);
            if (!is_near) with_segments.push_back(s);
        }
        const compound<T> a{body}, b{level}, same{with_segments};
        CAPTURE(round, path.x, path.y);
        CHECK_FALSE(penetrates(a, b));
        CHECK_FALSE(penetrates(a, same));
        const auto expected = shape_cast(a, path, b), found = shape_cast(a, path, same);
        if (found.status == cast_status::hit && found.fraction == 1) continue;  // a touch at the end
        CHECK(found.status == expected.status);
        CHECK(found.fraction == expected.fraction);
        const bool is_free = found.status == cast_status::separated;
        CHECK((is_free || (dot(found.normal, path) < 0 && dot(expected.normal, path) < 0)));
        ++(is_free ? free : stopped);
        enclosed += round % 3 == 0 && found.status == cast_status::started_touching;
    }
    CHECK(stopped > 500);
    CHECK(free > 200);
    CHECK(enclosed > 200);
}

TEMPLATE_TEST_CASE("a chain around a body that touches it on all sides holds the body, and is not penetrated", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto room = chain<T>::loop(std::vector<vec2<T>>{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, chain_sides::two);
    const aabb<T> box{{0, 0}, {1, 1}};
    const compound<T> body{std::vector{box}};
    CHECK(penetrates(box, room) == penetrates(body, room));
    CHECK_FALSE(penetrates(body, room));
    CHECK(shape_cast(body, {3, 1}, room).status == cast_status::started_touching);
    CHECK(shape_cast(body, {3, 1}, room).normal == vec2<T>{-1, 0});
}

TEMPLATE_TEST_CASE("in a corner whose two walls are equally opposed to a motion, the order of the pieces does not "
                   "decide between their normals",
                   "", HITBOX_TESTS_REALS) {
    using T = TestType;
    using P = vec2<T>;
    const aabb<T> body{{-8, -8}, {0, 0}};
    for (const int x : {-1, 1})
        for (const int y : {-1, 1}) {
            const auto mirrored = [&](P p, P q) {
                const P a{p.x * T(x), p.y * T(y)}, b{q.x * T(x), q.y * T(y)};
                return aabb<T>{{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
            };
            const auto mover = mirrored(body.min, body.max), top = mirrored({0, 8}, {8, 24}),
                       side = mirrored({8, 0}, {16, 8});
            const P path{T(80 * x), T(80 * y)};
            const auto one = shape_cast(mover, path, std::vector{top, side}),
                       other = shape_cast(mover, path, std::vector{side, top});
            CHECK(one.fraction == other.fraction);
            CHECK(one.normal == other.normal);
            // The normal with the larger x.
            CHECK(one.normal == (x > 0 ? P{0, T(-y)} : P{1, 0}));
        }
}

}  // namespace set_cast_tests
