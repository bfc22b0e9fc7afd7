// Rays at sets of solids hit the outline of the whole.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

using namespace hitbox;

namespace {

/// A star with a hole; most of its points are on whole numbers.
template <class T>
polygon<T> make_star(std::mt19937& random) {
    std::vector<vec2<T>> points, hole;
    for (int i = 0; i < 16; ++i) {
        const double angle = 6.283185307179586 * i / 16, reach = 6 + static_cast<double>(random() % 16);
        points.push_back(
            {static_cast<T>(std::round(reach * std::cos(angle))), static_cast<T>(std::round(reach * std::sin(angle)))});
    }
    for (const int x : {-1, 1})
        for (const int y : {-x, x}) hole.push_back({static_cast<T>(x), static_cast<T>(y)});
    const auto made = make_polygon(points, std::vector<std::vector<vec2<T>>>{hole});
    return made ? *made : polygon<T>{};
}

/// Squares of a grid, some of them filled, and the hit of a hollow ray at them by the states of the ray's points. All
/// coordinates are multiples of 1/2.
class filled_squares {
public:
    static constexpr int size = 5;
    bool filled[size][size] = {};

    enum class state { outside, border, inside };
    [[nodiscard]] state at(vec2<double> p) const {
        bool all = true, any = false;
        for (const double x : touched(p.x))
            for (const double y : touched(p.y)) {
                const bool is = x >= 0 && y >= 0 && x < size && y < size &&
                                filled[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)];
                all = all && is, any = any || is;
            }
        return all ? state::inside : any ? state::border : state::outside;
    }
    struct answer {
        bool found = false, leaves = false;
        double fraction = 0;
    };
    /// @pre the origin is in a filled square
    [[nodiscard]] answer hollow_hit(vec2<double> origin, vec2<double> path) const {
        std::vector<double> cuts{0, 1};
        for (int k = -10; k <= 20; ++k)
            for (const auto& [from, length] : {std::pair{origin.x, path.x}, {origin.y, path.y}})
                if (length != 0 && (k - from) / length > 0 && (k - from) / length < 1)
                    cuts.push_back((k - from) / length);
        std::sort(cuts.begin(), cuts.end());
        cuts.erase(std::unique(cuts.begin(), cuts.end(), [](double t, double u) { return u - t < 1e-9; }), cuts.end());
        bool connected = true;
        const auto point = [&](double t) { return origin + path * t; };
        const auto after = [&](std::size_t i) {
            if (i + 1 == cuts.size()) return state::outside;
            return at(point((cuts[i] + cuts[i + 1]) / 2));
        };
        if (after(0) == state::inside) {
            for (std::size_t i = 1; i < cuts.size(); ++i)
                if (after(i) != state::inside && at(point(cuts[i])) != state::inside) return {true, true, cuts[i]};
            return {};
        }
        for (std::size_t i = 0; i < cuts.size(); ++i) {
            // A ray along the border that ends at a wall hits the wall.
            const state next = i + 1 == cuts.size() ? at(point(1.001)) : after(i);
            if (i > 0 && connected && next == state::inside) return {true, false, cuts[i]};
            if (i > 0 && !connected && at(point(cuts[i])) != state::outside) return {true, false, cuts[i]};
            if (after(i) == state::outside) connected = false;
        }
        return {};
    }

private:
    /// Returns the lower ends of the unit intervals that contain a coordinate.
    [[nodiscard]] static std::vector<double> touched(double x) {
        const double whole = std::round(x);
        if (std::abs(x - whole) < 1e-9) return {whole - 1, whole};
        return {std::floor(x)};
    }
};

}  // namespace

TEST_CASE(
    "set_ray: where two facets are equally opposed to a ray, the order of the pieces does not decide, and a set of "
    "one shape has its answer") {
    const aabb<float> floor{{-4, -1}, {4, 0}}, wall{{0, -1}, {1, 3}}, box{{-2, -1}, {1, 2}};
    const std::vector<aabb<float>> first{floor, wall}, second{wall, floor};
    const triangle<float> roof{{-2, -1}, {2, -1}, {0, 1}};
    int corners = 0;
    for (int i = 0; i < 7 * 7 * 7 * 7; i += hitbox_tests::many_if_all(1, 5)) {
        const auto digit = [i](int place) { return static_cast<float>(i / place % 7 - 3); };
        const auto r = ray<float>::between({digit(1), digit(7)}, {digit(49), digit(343)});
        const auto hit = ray_cast(r, first);
        for (const auto& other :
             {ray_cast(r, second), ray_cast(r, compound<float>{first}), ray_cast(r, compound<float>{second})}) {
            REQUIRE(hit.has_value() == other.has_value());
            if (hit) REQUIRE((hit->fraction == other->fraction && hit->point == other->point));
            if (hit && hit->fraction > 0) REQUIRE(hit->normal == other->normal);
            corners += hit && hit->point == vec2<float>{} && hit->fraction > 0;
        }
        const auto check = [&](const auto& shape) {
            const auto alone = ray_cast(r, shape);
            const auto in_set = ray_cast(r, std::span{&shape, 1});
            REQUIRE(alone.has_value() == in_set.has_value());
            if (alone && alone->fraction > 0) REQUIRE(alone->normal == in_set->normal);
        };
        check(box), check(roof);
    }
    CHECK(corners > hitbox_tests::many_if_all(20, 10));
}

TEMPLATE_TEST_CASE("a hollow ray from a tile hits the first wall of all tiles together", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{23};
    const auto half = [&random](int low, int high) {
        return static_cast<T>(low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1))) / 2;
    };
    int left = 0, entered = 0, missed = 0;
    for (int level = 0; level < hitbox_tests::many_if_all(600, 100); ++level) {
        filled_squares squares;
        std::vector<aabb<T>> tiles;
        for (int x = 0; x < filled_squares::size; ++x)
            for (int y = 0; y < filled_squares::size; ++y)
                if (random() % 3 != 0) {
                    squares.filled[x][y] = true;
                    tiles.push_back({{T(x), T(y)}, {T(x + 1), T(y + 1)}});
                }
        const compound<T> whole{tiles};
        for (int k = 0; k < 40; ++k) {
            const ray<T> r{{half(0, 10), half(0, 10)}, {half(-8, 8), half(-8, 8)}};
            if (r.translation == vec2<T>{} || !intersects(tiles, r.origin)) continue;
            const auto wide = [](vec2<T> v) {
                return vec2<double>{static_cast<double>(v.x), static_cast<double>(v.y)};
            };
            const auto expected = squares.hollow_hit(wide(r.origin), wide(r.translation));
            CAPTURE(level, r.origin.x, r.origin.y, r.translation.x, r.translation.y);
            for (const auto& hit : {ray_cast(r, tiles, ray_start::hollow), ray_cast(r, whole, ray_start::hollow)}) {
                REQUIRE(hit.has_value() == expected.found);
                if (!hit) continue;
                REQUIRE(std::abs(static_cast<double>(hit->fraction) - expected.fraction) < 1e-6);
                CHECK((expected.leaves ? dot(hit->normal, r.translation) >= 0 : dot(hit->normal, r.translation) <= 0));
                CHECK(distance(hit->point, tiles[hit->piece]).distance <= T(1e-6));
            }
            ++(expected.found ? expected.leaves ? left : entered : missed);
        }
    }
    CHECK(left > hitbox_tests::many_if_all(3000, 1000));
    CHECK(entered > hitbox_tests::many_if_all(500, 200));
    CHECK(missed > hitbox_tests::many_if_all(2000, 500));
}

TEMPLATE_TEST_CASE("a hollow ray that starts on an edge of a chain hits the other edges", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::vector<vec2<T>> corners{{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    for (const chain_sides sides : {chain_sides::one, chain_sides::two}) {
        const auto room = chain<T>::loop(corners, sides);
        const auto ceiling = ray_cast(ray<T>{{2, 0}, {0, 8}}, room, ray_start::hollow);
        REQUIRE(ceiling);
        CHECK(ceiling->fraction == T(0.5));
        CHECK(ceiling->normal == vec2<T>{0, -1});
        CHECK(ceiling->piece == 2);
        const auto along_floor = ray_cast(ray<T>{{1, 0}, {6, 0}}, room, ray_start::hollow);
        REQUIRE(along_floor);
        CHECK(along_floor->fraction == T(0.5));
        CHECK(along_floor->piece == 1);
        CHECK(!ray_cast(ray<T>{{2, 0}, {0, -8}}, room, ray_start::hollow));
    }
    const std::vector<vec2<T>> crossed{{0, -1}, {2, -2}, {-1, 4}, {4, 1}};
    const auto hit = ray_cast(ray<T>{{2, 0}, {-2, -1}}, chain<T>::loop(crossed, chain_sides::two), ray_start::hollow);
    REQUIRE(hit);
    CHECK(std::abs(hit->fraction - T(0.4)) < T(1e-6));
    CHECK(hit->piece == 1);
}

TEST_CASE("a ray at a compound equals the ray at its polygon") {
    std::mt19937 random{1};
    int hits = 0, inside = 0;
    for (int i = 0; i < 60; ++i) {
        const auto outline = make_star<float>(random);
        if (outline.empty()) continue;
        const compound<float> pieces{outline};
        for (int k = 0; k < 60; ++k) {
            const auto half = [&] { return static_cast<float>(static_cast<int>(random() % 81) - 40) / 2; };
            const ray<float> r{{half(), half()}, {half(), half()}};
            INFO("star " << i << ", ray " << k);
            const std::optional<ray_hit<float>> whole = ray_cast(r, outline), parts = ray_cast(r, pieces);
            REQUIRE(whole.has_value() == parts.has_value());
            CHECK(contains(pieces, r.origin) == contains(outline, r.origin));
            const std::optional<ray_hit<float>> from_inside = ray_cast(r, outline, ray_start::hollow),
                                                pieces_inside = ray_cast(r, pieces, ray_start::hollow);
            CHECK(from_inside.has_value() == pieces_inside.has_value());
            inside += contains(outline, r.origin) ? 1 : 0;
            if (!whole) continue;
            ++hits;
            CHECK(std::abs(whole->fraction - parts->fraction) <= 2e-7f);
            if (whole->fraction == 0) continue;
            // If the ray hits a vertex or runs along an edge, either edge may be reported.
            const float one = dot(whole->normal, r.translation), other = dot(parts->normal, r.translation);
            CHECK(one <= 0);
            CHECK((parts->normal == whole->normal || std::abs(one - other) <= 1e-5f * length(r.translation) ||
                   contains(outline, r.origin)));
        }
    }
    CHECK(hits > 500);
    CHECK(inside > 50);
}

TEST_CASE("a hollow ray that starts inside hits the outline of the whole, not a seam") {
    const std::vector<aabb<float>> tiles{{{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}, {{2, 0}, {3, 1}}};
    const compound<float> row{tiles};
    const auto hit = ray_cast(ray<float>{{0.5f, 0.5f}, {5, 0}}, row, ray_start::hollow);
    REQUIRE(hit);
    CHECK(hit->fraction == 0.5f);
    CHECK(hit->normal == vec2<float>{1, 0});
    const auto seam = ray_cast(ray<float>{{1, 3}, {0, -4}}, row);
    REQUIRE(seam);
    CHECK(seam->fraction == 0.5f);
    CHECK(seam->normal == vec2<float>{0, 1});
    const auto slanted = ray_cast(ray<float>{{0, 3}, {1, -2}}, row);
    REQUIRE(slanted);
    CHECK(slanted->normal == vec2<float>{0, 1});
}

// Where a ray leaves one of two overlapping pieces inside of the other, it used to hit a wall.
TEMPLATE_TEST_CASE("a hollow ray hits where all overlapping pieces end, and its path up to there is in the pieces", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{21};
    const auto number = [&random](int n) { return static_cast<T>(static_cast<int>(random() % 97) % n) / 4; };
    const std::vector<aabb<T>> cross{{{2, -1}, {3, 1}}, {{1, -3}, {3, 0}}};
    const auto above = ray_cast(ray<T>{{T(2.25), -2}, {T(.25), 6}}, cross, ray_start::hollow);
    REQUIRE(above);
    CHECK(above->fraction == T(.5));
    CHECK(above->piece == 0);
    CHECK(above->normal == vec2<T>{0, 1});
    // At the corner of a piece on a straight stretch of the outline, the normal is that of the outline.
    const std::vector<aabb<T>> flush{{{2, -8}, {4, -2}}, {{3, -4}, {4, 1}}}, reversed{flush[1], flush[0]};
    for (const ray<T>& r : {ray<T>{{2, -6}, {3, 6}}, ray<T>{{3, -3}, {2, 2}}, ray<T>{{T(3.5), -3}, {1, 2}}})
        for (const auto& boxes : {flush, reversed}) {
            const auto corner = ray_cast(r, boxes, ray_start::hollow);
            REQUIRE(corner);
            CHECK(corner->point == vec2<T>{4, -2});
            CHECK(corner->normal == vec2<T>{1, 0});
        }
    int walls = 0, in_several = 0;
    for (int round = 0; round < hitbox_tests::many_if_all(1000, 200); ++round) {
        std::vector<any_shape<T>> shapes;
        for (int i = 0; i < 4; ++i) {
            const vec2<T> p{number(16), number(16)}, size{T(1) + number(12), T(1) + number(12)};
            if (i == 0) shapes.push_back(circle<T>{p, size.x});
            else if (i == 1) shapes.push_back(triangle<T>{p, p + vec2<T>{size.x, 0}, p + vec2<T>{0, size.y}});
            else shapes.push_back(aabb<T>{p, p + size});
        }
        const compound<T> whole{shapes};
        const ray<T> r{{number(32), number(32)}, {number(80) - 10, number(80) - 10}};
        if (!penetrates(r.origin, shapes)) continue;
        // Clearly inside of a piece: the coordinates are below 16.
        const auto is_inside = [&](const any_shape<T>& s, vec2<T> p) { return signed_distance(p, s) < T(-1e-3); };
        const auto wall = ray_cast(r, shapes, ray_start::hollow), same = ray_cast(r, whole, ray_start::hollow);
        REQUIRE(wall.has_value() == same.has_value());
        const T end = wall ? wall->fraction : T(1);
        CAPTURE(round, r.origin.x, r.origin.y, r.translation.x, r.translation.y, end);
        for (int i = 0; i <= 64; ++i) {
            const vec2<T> p = r.origin + r.translation * (end * T(i) / 64);
            CHECK(distance(p, shapes).distance <= T(1e-5));
        }
        if (!wall) continue;
        ++walls;
        CHECK(same->fraction == wall->fraction);
        for (const auto& s : shapes) CHECK_FALSE(is_inside(s, wall->point));
        const ray<T> path{r.origin, r.translation * end};
        in_several +=
            std::count_if(shapes.begin(), shapes.end(), [&](const auto& s) { return bool(ray_cast(path, s)); }) > 1;
    }
    CHECK(walls > hitbox_tests::many_if_all(100, 30));
    CHECK(in_several > hitbox_tests::many_if_all(50, 15));
}

TEMPLATE_TEST_CASE("the piece of a ray's hit is the first piece that the ray hits, of several the least", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{12};
    const auto number = [&random](int n) { return static_cast<T>(static_cast<int>(random() % 97) % n) / 2; };
    int hits = 0, inside = 0;
    for (int round = 0; round < 200; ++round) {
        std::vector<any_shape<T>> shapes;
        for (int i = 0; i < 12; ++i) {
            const vec2<T> p{number(40), number(40)};
            if (i % 3 == 0) shapes.push_back(circle<T>{p, T(1) + number(4)});
            else shapes.push_back(aabb<T>{p, p + vec2<T>{T(1) + number(8), T(1) + number(8)}});
        }
        const compound<T> whole{shapes};
        const auto first_of = [&shapes](const ray<T>& r) {
            std::size_t first = shapes.size();
            T fraction = 2;
            for (std::size_t i = 0; i < shapes.size(); ++i) {
                const auto hit = ray_cast(r, shapes[i]);
                if (hit && hit->fraction < fraction) fraction = hit->fraction, first = i;
            }
            return first;
        };
        for (int k = 0; k < 20; ++k) {
            const ray<T> r{{number(40), number(40)}, {number(80) - 20, number(80) - 20}};
            for (const auto& hit : {ray_cast(r, whole), ray_cast(r, shapes)}) {
                REQUIRE(hit.has_value() == (first_of(r) < shapes.size()));
                if (!hit) continue;
                ++hits;
                CHECK(hit->piece == first_of(r));
            }
            const auto wall = ray_cast(r, whole, ray_start::hollow);
            if (!wall || !intersects(whole, r.origin)) continue;
            ++inside;
            // Four roundings of the largest coordinate, which is less than 25.
            const T from_piece = distance(wall->point, shapes[wall->piece]).distance;
            CHECK(std::abs(from_piece) <= T(4 * 25) * std::numeric_limits<T>::epsilon());
            const vec2<T> outside = wall->point + wall->normal * T(0.001);
            CHECK_FALSE(intersects(shapes[wall->piece], outside));
        }
    }
    CHECK(hits > 3000);
    CHECK(inside > 300);
}

TEST_CASE("the first wall of a chain from inside is known by its edge") {
    const std::vector<vec2<float>> corners{{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    const auto pen = chain<float>::loop(corners, chain_sides::two);
    const vec2<float> translations[] = {{0, -9}, {9, 0}, {0, 9}, {-9, 0}};
    for (std::size_t i = 0; i < 4; ++i) {
        const auto hit = ray_cast(ray<float>{{2, 2}, translations[i]}, pen);
        REQUIRE(hit);
        CHECK(hit->piece == i);
    }
}

TEST_CASE("a compound from a polygon contains the points of the polygon") {
    const std::vector<vec2<float>> points{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    const compound<float> ell{make_polygon(points).value()};
    CHECK(contains(ell, aabb<float>{{0, 0}, {4, 1}}));
    CHECK(contains(ell, aabb<float>{{0, 0}, {1, 4}}));
    CHECK(contains(ell, triangle<float>{{0, 0}, {2, 0}, {0, 2}}));
    CHECK_FALSE(contains(ell, triangle<float>{{0, 0}, {2.25f, 0}, {0, 2}}));
    CHECK(contains(ell, circle<float>{{0.5f, 0.5f}, 0.5f}));
    CHECK_FALSE(contains(ell, circle<float>{{1, 1}, 0.5f}));
    CHECK(contains(ell, segment<float>{{0.5f, 3}, {0.5f, 0.5f}}));
    CHECK_FALSE(contains(ell, segment<float>{{0.5f, 3}, {3, 0.5f}}));
    CHECK(contains(at(ell, vec2<float>{8, 8}), aabb<float>{{8, 8}, {12, 9}}));
}

TEST_CASE("a gap or an overlap of a few units in the last place along the ground stops no ray") {
    std::mt19937 random{5};
    for (int level = 0; level < 50; ++level) {
        std::vector<aabb<float>> tiles;
        float x = 0;
        for (int i = 0; i < 25; ++i) {
            const float right = x + 0.7f + static_cast<float>(random() % 8) / 10;
            tiles.push_back({{x, -1}, {right, 0.1f}});
            x = right;
            for (auto ulps = static_cast<int>(random() % 7) - 3; ulps != 0; ulps += ulps > 0 ? -1 : 1)
                x = std::nextafter(x, ulps > 0 ? 1e9f : -1e9f);
        }
        const compound<float> floor{tiles};
        const aabb<float> box{{0.3f, 0.1f}, {1.1f, 1.7f}};
        CHECK(shape_cast(box, {15, 0}, floor).status == cast_status::separated);
        const auto slanted = shape_cast(aabb<float>{{0.3f, 1.1f}, {1.1f, 2.7f}}, {8, -2}, floor);
        CHECK(slanted.status == cast_status::hit);
        CHECK(slanted.normal == vec2<float>{0, 1});
        CHECK(slanted.fraction == 0.5f);
    }
}

TEMPLATE_TEST_CASE("a ray as long as the whole range hits the walls of chains, placed ones too", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const T max_value = (std::numeric_limits<T>::max)();
    const auto wall = chain<T>::open(std::vector<vec2<T>>{{1, 1}, {1, -1}}, chain_sides::two);
    const std::vector<segment<T>> one_by_one{wall[0]};
    const auto turned = transform2<T>{vec2<T>{T(.25), T(0)}, rot2<T>::from_degrees(T(30))};
    const ray<T> rays[] = {
        {{-1, 0}, {max_value, 0}}, {{-1, 0}, {max_value, max_value / 4}}, {{-max_value / 2, 0}, {max_value, 0}}};
    for (const ray<T>& r : rays) {
        CAPTURE(r.origin.x, r.translation.y);
        for (const auto& hit : {ray_cast(r, wall), ray_cast(r, one_by_one), ray_cast(r, at(wall, turned)),
                                ray_cast(r, at(wall, transform2<T>{}))}) {
            REQUIRE(hit);
            const T alone = ray_cast(r, wall[0])->fraction;
            CHECK(std::abs(hit->fraction - alone) <= T(2) / max_value + std::numeric_limits<T>::epsilon() * alone);
            CHECK(std::abs(length(hit->normal) - T(1)) <= T(4) * std::numeric_limits<T>::epsilon());
        }
        CHECK(!ray_cast(r, at(wall, transform2<T>{vec2<T>{T(0), T(64)}})));
    }
}

TEMPLATE_TEST_CASE("a hollow ray as long as the whole range hits the first wall on its path", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T max_value = (std::numeric_limits<T>::max)();
    // The third tile is far from the others, but very close compared with the ray's length.
    const std::vector<aabb<T>> tiles{{{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}, {{100, 0}, {101, 1}}};
    const compound<T> row{tiles};
    const auto turned = at(row, transform2<T>{vec2<T>{T(0), T(0)}, rot2<T>::from_degrees(T(90))});
    const vec2<T> start{T(.5), T(.5)};
    // |error| <= 4 epsilon * exact fraction.
    const auto is_about = [](T fraction, T exact) {
        return std::abs(fraction - exact) <=
               T(4) * std::numeric_limits<T>::epsilon() * exact + std::numeric_limits<T>::denorm_min();
    };
    for (const T length : {max_value, max_value / 2, T(1e30), T(1024)}) {
        CAPTURE(length);
        for (const auto& hit : {ray_cast(ray<T>{start, {length, 0}}, tiles, ray_start::hollow),
                                ray_cast(ray<T>{start, {length, 0}}, row, ray_start::hollow)}) {
            REQUIRE(hit);
            CHECK(is_about(hit->fraction, T(1.5) / length));
            CHECK(hit->point == vec2<T>{2, T(.5)});
            CHECK(hit->normal == vec2<T>{1, 0});
        }
        const auto up = ray_cast(ray<T>{{T(-.5), T(.5)}, {0, length}}, turned, ray_start::hollow);
        REQUIRE(up);
        CHECK(is_about(up->fraction, T(1.5) / length));
        CHECK(up->normal == vec2<T>{0, 1});
        const auto slanted = ray_cast(ray<T>{start, {length, length / 4}}, row, ray_start::hollow);
        REQUIRE(slanted);
        CHECK(slanted->point == vec2<T>{2, T(.875)});
    }
    // The end of the ray is beyond the range.
    const T half = std::ldexp(T(1), std::numeric_limits<T>::max_exponent - 1);
    const std::vector<aabb<T>> far_off{{{half / 2, 0}, {half / 4 * 3, 1}}};
    const auto beyond = ray_cast(ray<T>{{half / 8 * 5, T(.5)}, {half / 2 * 3, 0}}, far_off, ray_start::hollow);
    REQUIRE(beyond);
    CHECK(is_about(beyond->fraction, T(1) / T(12)));
    CHECK(beyond->normal == vec2<T>{1, 0});
}

TEMPLATE_TEST_CASE("a hollow ray that only runs along the boundary of a set hits nothing", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::vector<aabb<T>> one{{{0, 0}, {2, 2}}}, two{{{0, 0}, {1, 2}}, {{1, 0}, {2, 2}}};
    for (const T length : {T(0.5), T(1), T(1.5), T(3)})
        for (const T y : {T(0), T(2)})
            for (const bool is_back : {false, true}) {
                const ray<T> along{{is_back ? T(1.5) : T(0.5), y}, {is_back ? T(0) - length : length, 0}};
                CHECK_FALSE(ray_cast(along, one[0], ray_start::hollow));
                CHECK_FALSE(ray_cast(along, one, ray_start::hollow));
                CHECK_FALSE(ray_cast(along, two, ray_start::hollow));
                const ray<T> into{along.origin, {0, (1 - y) * 4}};
                REQUIRE(ray_cast(into, two, ray_start::hollow));
                CHECK(ray_cast(into, two, ray_start::hollow)->fraction == T(0.5));
            }
}

TEST_CASE("a hollow ray of length 0 hits nothing, and one that ends in the wall hits it there") {
    const std::vector<aabb<float>> tiles{{{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}};
    for (const vec2<float> start : {vec2<float>{.5f, .5f}, {1, .5f}, {2, .5f}, {1, 1}, {3, 0}})
        CHECK_FALSE(ray_cast(ray<float>{start, {0, 0}}, tiles, ray_start::hollow));
    const auto last = ray_cast(ray<float>{{.5f, .5f}, {1.5f, 0}}, tiles, ray_start::hollow);
    REQUIRE(last);
    CHECK(last->fraction == 1);
    CHECK(last->point == vec2<float>{2, .5f});
    CHECK(last->normal == vec2<float>{1, 0});
    CHECK_FALSE(ray_cast(ray<float>{{.5f, .5f}, {.5f, 0}}, tiles, ray_start::hollow));  // on the seam
    CHECK_FALSE(ray_cast(ray<float>{{.5f, .5f}, {1, 0}}, tiles, ray_start::hollow));
}

TEMPLATE_TEST_CASE(
    "where edges of a chain meet, a ray returns the most opposed normal, also if the points are reversed", "",
    HITBOX_TESTS_REALS) {
    using T = TestType;
    using P = vec2<T>;
    std::mt19937 random{4};
    const auto number = [&random](int n) { return static_cast<T>(static_cast<int>(random() % 17) % (2 * n + 1) - n); };
    for (const chain_sides sides : {chain_sides::one, chain_sides::two}) {
        const auto slope = chain<T>::open(std::vector<P>{{-2, 0}, {0, 0}, {2, 2}}, sides);
        const auto hit = ray_cast(ray<T>{{-2, 2}, {4, -4}}, slope);
        REQUIRE(hit);
        CHECK(hit->normal.x == -hit->normal.y);
        CHECK(hit->piece == 0);
    }
    int hits = 0;
    for (int round = 0; round < 2000; ++round) {
        const P first{number(4), number(4)}, last{number(4), number(4)}, origin{number(4), number(4)};
        if (first == P{} || last == P{} || cross(first, last) == 0 || origin == P{}) continue;
        const ray<T> r{origin, origin * T(-2)};  // meets the joint at half of its length
        const segment<T> s{first, {0, 0}}, t{{0, 0}, last};
        const auto one = ray_cast(r, s), other = ray_cast(r, t);
        REQUIRE((one && other));
        if (one->fraction != T(0.5) || other->fraction != T(0.5)) continue;
        if (cross(first, origin) == 0 || cross(last, origin) == 0) continue;
        ++hits;
        const T squarest = std::min(dot(one->normal, r.translation), dot(other->normal, r.translation));
        const auto there = ray_cast(r, chain<T>::open(std::vector<P>{first, {0, 0}, last}, chain_sides::two)),
                   back = ray_cast(r, chain<T>::open(std::vector<P>{last, {0, 0}, first}, chain_sides::two));
        REQUIRE((there && back));
        CAPTURE(first.x, first.y, last.x, last.y, origin.x, origin.y);
        CHECK(std::abs(dot(there->normal, r.translation) - squarest) < T(1e-5));
        CHECK(back->normal == there->normal);
    }
    CHECK(hits > 500);
}

TEMPLATE_TEST_CASE("where a segment and a solid are hit together, a ray returns the normal of a facet of the outline, "
                   "in any order of the pieces",
                   "", HITBOX_TESTS_REALS) {
    using T = TestType;
    struct scene {
        segment<T> wire;
        aabb<T> box;
        ray<T> r;
        bool of_wire;
    };
    const scene scenes[]{
        {{{0, 0}, {2, -1}}, {{-1, -2}, {3, 0}}, {{0, 5}, {0, -10}}, false},     // inside, from the face
        {{{0, 0}, {0, -1}}, {{-1, -2}, {3, 0}}, {{-1, 5}, {2, -10}}, false},    // the same, upright
        {{{8, -12}, {4, 4}}, {{-8, 0}, {8, 8}}, {{29, -10}, {-96, 40}}, true},  // through the face
        {{{0, 0}, {2, 1}}, {{-1, -2}, {3, 0}}, {{-2, 4}, {4, -8}}, true},       // outside, from the face
        {{{0, 0}, {2, 1}}, {{-1, -2}, {3, 0}}, {{-1, 5}, {2, -10}}, false},     // the same, hit at a small angle
    };
    for (const scene& s : scenes) {
        const any_shape<T> wire{s.wire}, box{s.box};
        const auto first = ray_cast(s.r, std::vector{wire, box}), second = ray_cast(s.r, std::vector{box, wire});
        REQUIRE((first && second));
        CHECK(first->normal == second->normal);
        CHECK(first->point == second->point);
        const auto expected = s.of_wire ? ray_cast(s.r, s.wire) : ray_cast(s.r, s.box);
        REQUIRE(expected);
        CHECK(length(first->normal - expected->normal) < T(1e-6));
    }
    // A segment along the seam of two boxes is inside of the whole.
    const std::vector<any_shape<T>> seam{segment<T>{{0, 0}, {0, -1}}, aabb<T>{{-2, -2}, {0, 0}},
                                         aabb<T>{{0, -2}, {2, 0}}};
    const auto hit = ray_cast(ray<T>{{-4, 1}, {8, -2}}, seam);
    REQUIRE(hit);
    CHECK(hit->normal == vec2<T>{0, 1});
}

TEST_CASE("a long ray hits the first of two pieces whose rounded fractions are equal") {
    const ray<float> r{{-0x1p14f, 0.02f}, {0x1p15f, 0}};
    const any_shape<float> wall = aabb<float>{{0.25f, -1}, {2, 1}};
    const std::vector<any_shape<float>> others{aabb<float>{{0.2505f, -1}, {2, 1}}, circle<float>{{1.2505f, 0}, 1},
                                               segment<float>{{0.2505f, -1}, {0.251f, 1}}};
    for (const auto& behind : others)
        for (const bool is_first : {true, false}) {
            const std::vector<any_shape<float>> pieces =
                is_first ? std::vector{wall, behind} : std::vector{behind, wall};
            const auto hit = ray_cast(r, compound<float>{pieces}), same = ray_cast(r, pieces);
            REQUIRE((hit && same));
            CHECK(hit->piece == (is_first ? 0 : 1));
            CHECK(hit->point.x == 0.25f);
            CHECK(hit->normal == vec2<float>{-1, 0});
            CHECK(*same == *hit);
        }
}
