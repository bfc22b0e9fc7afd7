// Queries of sets, against the same query of each piece.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "../rounds.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

namespace set_queries_tests {

using namespace hitbox;

TEMPLATE_TEST_CASE("a set touches, overlaps and is separated as its nearest piece is", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{6};
    const auto number = [&random](unsigned n) { return static_cast<T>(random() % n) / 4; };
    int touching = 0, apart = 0;
    for (int round = 0; round < 150; ++round) {
        std::vector<any_shape<T>> shapes;
        for (int i = 0; i < 5; ++i) {
            const vec2<T> p{number(80), number(80)};
            if (i % 2 == 0) shapes.push_back(circle<T>{p, number(8)});
            else shapes.push_back(aabb<T>{p, p + vec2<T>{number(12), number(12)}});
        }
        const compound<T> pieces{shapes};
        const capsule<T> c{{number(80), number(80)}, {number(80), number(80)}, number(6)};
        bool meets = false, enters = false;
        T nearest = std::numeric_limits<T>::infinity();
        for (const auto& s : shapes) {
            meets = meets || intersects(s, c), enters = enters || penetrates(s, c);
            nearest = std::min(nearest, distance(s, c).distance);
        }
        (meets ? touching : apart) += 1;
        CHECK(intersects(pieces, c) == meets);
        CHECK(intersects(c, shapes) == meets);
        CHECK(penetrates(pieces, c) == enters);
        CHECK(distance(pieces, c).distance == nearest);
        CHECK(distance(c, shapes).distance == nearest);
        CHECK(collide(c, pieces).has_value() == meets);
        if (!meets) CHECK(signed_distance(c, pieces) == nearest);
        if (const auto hit = collide(c, pieces)) {
            // The minimum translation separates, to a few roundings.
            const auto left = collide(translated(c, hit->mtv()), pieces);
            CHECK((!left || left->depth <= 32 * std::numeric_limits<T>::epsilon() * 32));
        }
    }
    CHECK(touching > 30);
    CHECK(apart > 30);
}

// The ids of points on a floor of tiles name the ends of the floor, which may belong to tiles that are not met.
TEMPLATE_TEST_CASE("the piece of a manifold has the facet, and is met unless the overlap is deep", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{21};
    std::vector<aabb<T>> row, wall;
    for (int i = 0; i < 12; ++i) row.push_back({{T(i), T(0)}, {T(i + 1), T(1)}});
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 6; ++x) {
            const vec2<T> low{T(4 * x + 2 * (y % 2)), T(2 * y)};
            wall.push_back({low, low + vec2<T>{4, 2}});
        }
    int met = 0, corners = 0;
    const auto check = [&](const auto& body, const auto& tiles, bool is_shallow) {
        const auto all = contact_manifolds(body, tiles);
        const auto first = contact_manifold(body, compound<T>{tiles});
        REQUIRE((first.count > 0) == intersects(body, tiles));
        if (first.count == 0) return;
        ++met, corners += all.count == 2 ? 1 : 0;
        REQUIRE(all.manifolds[0] == first);
        if (is_shallow) CHECK(intersects(body, tiles[first.piece_b]));
        const auto out = translated(body, collide(body, tiles)->mtv());
        for (const auto& m : all) {
            CHECK(m.piece_a == 0);
            CHECK(distance(out, tiles[m.piece_b]).distance < T(1e-4));
        }
    };
    const int rounds = hitbox_tests::many_if_all(2000, 400);
    for (int i = 0; i < rounds; ++i) {
        const vec2<T> p{random.real<T>(-1, 13), random.real(T(0.75), T(1.8))},
            q{random.real<T>(-1, 27), random.real<T>(-1, 7)};
        const T r = random.real(T(0.05), T(0.8));
        check(circle<T>{p, r}, row, p.y > T(1));
        check(aabb<T>{p - vec2<T>{r, r}, p + vec2<T>{r, r}}, row, p.y > T(1));
        check(circle<T>{q, r}, wall, false);
        check(capsule<T>{q, q + vec2<T>{r, 0}, r / 2}, wall, false);
    }
    CHECK(met > rounds * 3 / 2);
    CHECK(corners > 0);
    // Two collinear segments have no facet at a contact, and the deepest pair of pieces decides.
    const std::vector<segment<T>> lines{{{0, 0}, {1, 0}}, {{2, 0}, {3, 0}}};
    CHECK(contact_manifold(segment<T>{{T(2.5), 0}, {T(2.75), 0}}, lines).piece_b == 1);
}

TEMPLATE_TEST_CASE("the points of a contact with tiles are on the boundaries, also in a concave corner", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{5};
    const auto between = [&random](double low, double high) { return random.real<T>(T(low), T(high)); };
    std::size_t in_corner = 0;
    const auto check = [&](const auto& shape, const std::vector<aabb<T>>& tiles) {
        const auto hit = collide(shape, tiles);
        if (!hit || hit->depth == T(0)) return;
        in_corner += hit->normal.x != T(0) && hit->normal.y != T(0);
        const T tolerance = T(64) * std::numeric_limits<T>::epsilon() * T(16);
        CAPTURE(hit->depth, hit->normal.x, hit->normal.y, hit->point_a.x, hit->point_a.y);
        CHECK(std::abs(signed_distance(shape, hit->point_a)) <= tolerance);
        CHECK(distance(tiles, hit->point_b).distance <= tolerance);
        const auto inside = collide(hit->point_b, tiles);
        CHECK((!inside || inside->depth <= tolerance));
        CHECK(length(hit->point_a + hit->mtv() - hit->point_b) <= tolerance);
        const auto flipped = collide(tiles, shape);
        CHECK((flipped && flipped->point_a == hit->point_b && flipped->point_b == hit->point_a));
    };
    for (std::size_t i = 0; i < hitbox_tests::many_if_optimised(3000, 400); ++i) {
        std::vector<aabb<T>> tiles;
        for (int k = 0; k < 12; ++k) {
            const vec2<T> corner{static_cast<T>(random.index(10)), static_cast<T>(random.index(10))};
            tiles.push_back({corner, corner + vec2<T>{1, 1}});
        }
        const vec2<T> corner{between(0, 8), between(0, 8)}, size{between(.5, 4), between(.5, 4)};
        check(aabb<T>{corner, corner + size}, tiles);
        check(circle<T>{corner, size.x / 2}, tiles);
        check(capsule<T>{corner, corner + size, size.y / 8}, tiles);
        check(obb<T>{corner, size / T(2), rot2<T>::from_degrees(between(0, 90))}, tiles);
    }
    CHECK(in_corner > hitbox_tests::many_if_optimised(1000, 100));
}

TEST_CASE("the contact of two compounds in the other order is the same contact, reversed") {
    const compound<float> a{std::vector<aabb<float>>{{{0, 0}, {2, 1}}, {{2, 0}, {4, 1}}}};
    const compound<float> b{std::vector<circle<float>>{{{1, 1.75f}, 1}, {{3, 1.75f}, 1}}};
    const auto ab = collide(a, b), ba = collide(b, a);
    REQUIRE(ab);
    CHECK(ba == flipped(ab));
    CHECK(ab->normal == vec2<float>{0, 1});
    CHECK(ab->depth == 0.25f);
}

/// Checks that all queries of (b, a) give the flipped answers of (a, b), to the last bit.
template <class A, class B, class T = detail::solid_scalar_t<A>>
void check_swapped(const A& a, const B& b, vec2<T> of_a, vec2<T> of_b) {
    CHECK(collide(b, a) == flipped(collide(a, b)));
    const auto gap = distance(a, b), back = distance(b, a);
    CHECK(back.distance == gap.distance);
    CHECK((!(gap.distance < std::numeric_limits<T>::infinity()) || back == flipped(gap)));
    const auto is_flipped = [](const set_manifold<T>& m, const set_manifold<T>& n) {
        return n.piece_a == m.piece_b && n.piece_b == m.piece_a &&
               static_cast<const manifold<T>&>(n) == flipped(static_cast<const manifold<T>&>(m));
    };
    const auto all = contact_manifolds(a, b), all_back = contact_manifolds(b, a);
    REQUIRE(all.count == all_back.count);
    for (int i = 0; i < all.count; ++i) CHECK(is_flipped(all.manifolds[i], all_back.manifolds[i]));
    CHECK(is_flipped(contact_manifold(a, b), contact_manifold(b, a)));
    const auto cast = shape_cast(a, of_a, b, of_b), cast_back = shape_cast(b, of_b, a, of_a);
    CHECK((cast_back.piece_a == cast.piece_b && cast_back.piece_b == cast.piece_a));
    CHECK(static_cast<const cast_result<T>&>(cast_back) == flipped(static_cast<const cast_result<T>&>(cast)));
}

// On a lattice, many vectors are equally short and many pieces are met at the same fraction.
TEMPLATE_TEST_CASE("swapping two sets, or a set and a shape, flips all answers, to the last bit", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{7};
    bool is_lattice = false;
    const auto number = [&](double low, double high) {
        const T x = random.real<T>(T(low), T(high));
        return is_lattice ? std::round(x) : x;
    };
    const auto some_shape = [&]() -> any_shape<T> {
        const vec2<T> p{number(0, 6), number(0, 6)}, q = p + vec2<T>{number(1, 4), number(1, 4)};
        switch (random.index(6)) {
            case 0: return circle<T>{p, number(1, 2)};
            case 1: return triangle<T>{p, {q.x, p.y}, q};
            case 2: return rounded<aabb<T>>{{p, q}, T(0.5)};
            case 3: return segment<T>{p, q};
            default: return aabb<T>{p, q};
        }
    };
    const auto some_set = [&](std::size_t count) {
        std::vector<any_shape<T>> shapes;
        for (std::size_t i = 0; i < count; ++i) shapes.push_back(some_shape());
        return shapes;
    };
    std::size_t contacts = 0;
    for (std::size_t i = 0; i < hitbox_tests::many_if_optimised(4000, 600); ++i) {
        is_lattice = i % 2 == 0;
        const auto a = some_set(1 + i % 4), b = some_set(1 + random.index(4));
        const vec2<T> of_a{number(-6, 6), number(-6, 6)}, of_b{number(-2, 2), number(-2, 2)};
        CAPTURE(i, of_a, of_b);
        check_swapped(compound<T>{a}, compound<T>{b}, of_a, of_b);
        check_swapped(a, b.front(), of_a, of_b);
        contacts += intersects(a, b);
    }
    CHECK(contacts > hitbox_tests::many_if_optimised(1000, 100));
    // Two sets with equal boxes are in the order of their pieces.
    const std::vector<aabb<T>> one{{{0, 0}, {2, 1}}, {{0, 1}, {1, 2}}}, other{{{0, 1}, {2, 2}}, {{1, 0}, {2, 1}}};
    check_swapped(one, other, {3, 1}, {-1, 2});
    check_swapped(one, std::vector<aabb<T>>{other[0], one[0]}, {3, 1}, {-1, 2});
}

TEMPLATE_TEST_CASE("a contact with a set of one shape is that of the shape where only one vector is shortest", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const triangle<T> t{{1, 1}, {-1, 1}, {1, -1}};
    const rounded<aabb<T>> r{{{1, 1}, {3, 2}}, 1};
    const auto hit = collide(t, r), of_set = collide(t, std::vector<rounded<aabb<T>>>{r});
    REQUIRE((hit && of_set));
    CHECK(of_set->point_a == hit->point_a);
    CHECK(of_set->point_b == hit->point_b);
    const std::vector<aabb<T>> tiles{{{3, 2}, {4, 3}}, {{1, 2}, {2, 3}}, {{0, 1}, {1, 2}}, {{3, 1}, {4, 2}}};
    const auto above = collide(aabb<T>{{0, 2}, {3, 3}}, tiles);
    REQUIRE(above);
    CHECK(above->depth == 1);
    CHECK(intersects(tiles, above->point_b));
}

// A gap of width zero is closed for a thin piece in it. It is open between two thin pieces on both sides of a shape,
// and beside the tangent of two arcs.
TEMPLATE_TEST_CASE("thin pieces on both sides of a shape do not stop it", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const T degrees : {T(0), T(90), T(180)}) {
        const transform2<T> turn{{}, rot2<T>::from_degrees(degrees)};
        const vec2<T> along = turn * vec2<T>{0, 3};
        const auto walls = at(compound<T>{std::vector<segment<T>>{{{0, -5}, {0, 5}}, {{2, -5}, {2, 5}}}}, turn);
        const auto box = at(compound<T>{std::vector<aabb<T>>{{{0, 0}, {2, 1}}}}, turn);
        const auto halves = at(compound<T>{std::vector<aabb<T>>{{{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}}}, turn);
        for (const auto& body : {box, halves}) {
            CHECK_FALSE(penetrates(walls, body));
            CHECK(collide(walls, body)->depth == 0);
            CHECK(shape_cast(body, along, walls).status == cast_status::separated);
            CHECK(penetrates(walls, at(body.shape, turn * transform2<T>{{T(0.25), 0}, {}})));
        }
        // A segment on the seam of the halves is inside, and is stopped at its end.
        const auto blade = at(segment<T>{{1, T(0.25)}, {1, T(0.75)}}, turn);
        CHECK(penetrates(halves, blade));
        CHECK(penetrates(halves, std::vector{baked(blade)}));
        const auto outside = at(segment<T>{{1, -2}, {1, -1}}, turn);
        CHECK(shape_cast(outside, along, halves).status == cast_status::hit);
        // An end wall stops the body that fits exactly between the walls.
        std::vector<any_shape<T>> dead_end{segment<T>{{0, -5}, {0, 5}}, segment<T>{{2, -5}, {2, 5}}};
        dead_end.push_back(aabb<T>{{0, 2}, {2, 3}});
        const auto stopped = shape_cast(box, along, at(compound<T>{dead_end}, turn));
        CHECK(stopped.status == cast_status::hit);
        CHECK(std::abs(stopped.fraction - T(1) / 3) < T(1e-6));
    }
}

TEMPLATE_TEST_CASE("a point where two discs touch penetrates neither, nor both together", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::vector<circle<T>> two{{{-1, 0}, 1}, {{1, 0}, 1}};
    const vec2<T> p{0, 0};
    CHECK_FALSE(penetrates(two, p));
    CHECK(collide(two, p)->depth == 0);
    CHECK(shape_cast(p, vec2<T>{0, 1}, two).status == cast_status::separated);
    CHECK(shape_cast(p, vec2<T>{1, 0}, two).status == cast_status::started_touching);
    const std::vector<any_shape<T>> others{circle<T>{{2, 0}, 1}, vec2<T>{-1, 0}};
    const circle<T> c{{0, 0}, 1};
    CHECK_FALSE(penetrates(others, c));
    CHECK_FALSE(penetrates(others, std::vector<circle<T>>{c}));
}

TEMPLATE_TEST_CASE("boxes on a grid have a manifold with tiles exactly if they share a point", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{41};
    int held = 0, apart = 0;
    for (int n = 0; n < 4000; ++n) {
        std::vector<aabb<T>> tiles;
        for (int x = 0; x < 5; ++x)
            for (int y = 0; y < 5; ++y)
                if (random.index(8) > 1) tiles.push_back({{T(x), T(y)}, {T(x + 1), T(y + 1)}});
        if (tiles.empty()) continue;
        const auto at = [&random] { return T(random.index(28)) / 4 - 1; };
        const vec2<T> corner{at(), at()}, size{T(1 + random.index(2)), T(1 + random.index(2))};
        const aabb<T> box = aabb<T>::from_corner(corner, size);
        const auto hit = collide(box, tiles);
        const auto found = contact_manifolds(box, tiles);
        CAPTURE(n, box.min.x, box.min.y, size.x, size.y);
        REQUIRE((found.count > 0) == hit.has_value());
        if (!hit) {
            ++apart;
            continue;
        }
        // Each facet is as deep as the minimum translation leads out of it.
        for (const auto& m : found) {
            for (const auto& p : m) CHECK(std::abs(p.depth + dot(m.normal, hit->mtv())) <= T(1e-5));
        }
        const auto free_after = [&](vec2<T> by) { return !penetrates(translated(box, hit->mtv() + by), tiles); };
        const T step = T(1) / 64;
        held += hit->depth > 0 && !free_after({step, 0}) && !free_after({-step, 0}) && !free_after({0, step}) &&
                !free_after({0, -step});
    }
    CHECK(held > 20);
    CHECK(apart > 100);
}

TEMPLATE_TEST_CASE("the ids of contact points stay the same from tile to tile", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::vector<aabb<T>> tiles;
    std::vector<vec2<T>> points;
    for (int i = 0; i <= 6; ++i) {
        points.push_back({T(i), 0});
        if (i < 6) tiles.push_back({{T(i), -1}, {T(i + 1), 0}});
    }
    const aabb<T> box{{0, 0}, {T(1.5), 1}}, small{{0, 0}, {T(.25), 1}};
    const capsule<T> lying{{T(.5), T(.5)}, {T(1.75), T(.5)}, T(.5)};
    const rounded<aabb<T>> soft{{{T(.25), T(.25)}, {1, 1}}, T(.25)};
    const std::vector<any_shape<T>> bodies{box, small, lying, soft};
    for (const any_shape<T>& body : bodies) {
        const auto slide_over = [&](const auto& floor) {
            unsigned first[2] = {};
            for (T x = T(.0625); x < 4; x += T(.0625)) {
                const auto found = contact_manifolds(at(body, vec2<T>{x, T(-.0625)}), floor);
                REQUIRE(found.count == 1);
                const auto& m = found.manifolds[0];
                REQUIRE(m.count == 2);
                CHECK(m.points[0].id != m.points[1].id);
                for (int i = 0; i < 2; ++i) {
                    if (x == T(.0625)) first[i] = m.points[i].id;
                    CAPTURE(x, i);
                    REQUIRE(m.points[i].id == first[i]);
                }
            }
        };
        slide_over(tiles);
        slide_over(compound<T>{tiles});
        slide_over(chain<T>::open(points, chain_sides::two));
        std::reverse(points.begin(), points.end());
        slide_over(chain<T>::open(points, chain_sides::two));
        std::reverse(points.begin(), points.end());
    }
    // The points on the two facets of a corner have different ids.
    for (int i = 0; i < 3; ++i) tiles.push_back({{6, T(i)}, {7, T(i + 1)}});
    const auto corner = contact_manifolds(at(box, vec2<T>{T(4.53125), T(-.0625)}), tiles);
    REQUIRE(corner.count == 2);
    std::vector<unsigned> ids;
    for (const auto& m : corner)
        for (const auto& p : m) ids.push_back(p.id);
    std::sort(ids.begin(), ids.end());
    CHECK(ids.size() == 4);
    CHECK(std::unique(ids.begin(), ids.end()) == ids.end());
}

TEMPLATE_TEST_CASE("the points of a contact of tiles with tiles are on the tiles", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{43};
    const auto some_tiles = [&random](T x, T y) {
        std::vector<aabb<T>> tiles;
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k)
                if (random.index(2) == 0) tiles.push_back({{x + T(i), y + T(k)}, {x + T(i + 1), y + T(k + 1)}});
        return tiles;
    };
    int contacts = 0;
    for (int n = 0; n < 3000; ++n) {
        const auto place = [&random] { return T(random.index(24)) / 4 - 3; };
        const auto a = some_tiles(place(), place()), b = some_tiles(0, 0);
        if (a.empty() || b.empty()) continue;
        const auto hit = collide(a, b);
        if (!hit) continue;
        ++contacts;
        const T slight = T(16) * std::numeric_limits<T>::epsilon();
        CAPTURE(n, a[0].min.x, a[0].min.y, hit->point_a.x, hit->point_a.y, hit->point_b.x, hit->point_b.y);
        CHECK(distance(a, hit->point_a).distance <= slight);
        CHECK(distance(b, hit->point_b).distance <= slight);
        CHECK(length(hit->point_a + hit->mtv() - hit->point_b) <= slight);
    }
    CHECK(contacts > 1000);
}

}  // namespace set_queries_tests
