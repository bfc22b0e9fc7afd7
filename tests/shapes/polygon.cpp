// Polygons with holes: errors and their positions, against brute force and for named cases; and queries.

#include "../catch_compat.hpp"
#include "../polygons.hpp"
#include "../rounds.hpp"

#include <hitbox/hitbox.hpp>

#include <limits>
#include <list>

using namespace hitbox;
using namespace hitbox_tests;

namespace {

/// Returns true if the reported points and edges have the reported mistake.
bool place_fits(const rings& all, const polygon_check& check) {
    std::vector<grid_point> points;
    for (const ring& r : all) points.insert(points.end(), r.begin(), r.end());
    const std::vector<grid_edge> edges = edges_of(all);
    const auto edge = [&](std::size_t i) {
        return std::find_if(edges.begin(), edges.end(), [i](const grid_edge& e) { return e.index == i; });
    };
    const auto two = [&](auto fits) {
        const auto e = edge(check.first), f = edge(check.second);
        return check.first < check.second && e != edges.end() && f != edges.end() && fits(*e, *f);
    };
    switch (check.error) {
        case polygon_error::too_few_points: {
            std::size_t first = 0, r = 0;
            while (r + 1 < all.size() && all[r].size() >= 3) first += all[r++].size();
            return all[r].size() < 3 && check.first == first;
        }
        case polygon_error::zero_area: return check.first < points.size() && check.second == polygon_check::none;
        case polygon_error::spike:
            return std::any_of(edges.begin(), edges.end(), [&](const grid_edge& in) {
                return in.b == points[check.first] &&
                       std::any_of(edges.begin(), edges.end(), [&](const grid_edge& out) {
                           return in.ring == out.ring && out.a == in.b && turn(in.a, in.b, out.b) == 0 &&
                                  along(in.b, in.a, out.b) > 0;
                       });
            });
        case polygon_error::self_intersecting:
            return two([](const grid_edge& e, const grid_edge& f) { return e.ring == f.ring && share_a_point(e, f); });
        case polygon_error::rings_cross:
            return two([](const grid_edge& e, const grid_edge& f) { return e.ring != f.ring && share_a_point(e, f); });
        case polygon_error::edges_overlap: return two(overlap);
        case polygon_error::hole_outside:
        case polygon_error::hole_in_hole:
            return all.size() > 1 && check.first >= all[0].size() && check.first < points.size() &&
                   check.second == polygon_check::none;
        default: return false;
    }
}

template <class T>
bool same_as_brute_force(const rings& all, int& accepted) {
    const polygon_check check = to_check<T>(all);
    const auto made = to_polygon<T>(all);
    if (made.has_value() != check.valid || check.valid != sound(all)) return false;
    if (!check)
        return made.error() == check.error && made.index() == check.first &&
               made.other_index() == (check.second == polygon_check::none ? check.first : check.second) &&
               place_fits(all, check);
    ++accepted;
    return fault_of_partition(*made, triangulate(*made)).empty();
}

}  // namespace

TEMPLATE_TEST_CASE("make_polygon agrees with brute force: tiny grids", "", HITBOX_TESTS_REALS) {
    int accepted = 0;
    for (std::uint64_t seed = 1; seed <= many_if_optimised(100000, 4000); ++seed) {
        dice d{seed};
        const int size = d.between(2, 6);
        rings all(d.one_in(3) ? 2 : 1);
        for (ring& r : all)
            for (std::size_t i = 0, n = 3 + d.index(7); i < n; ++i) r.push_back(d.point(size));
        CAPTURE(seed, to_text(all));
        REQUIRE(same_as_brute_force<TestType>(all, accepted));
    }
    CHECK(accepted > 200);
}

TEMPLATE_TEST_CASE("make_polygon agrees with brute force: mutations of valid polygons", "", HITBOX_TESTS_REALS) {
    int accepted = 0;
    for (std::uint64_t seed = 1; seed <= many_if_optimised(4000, 300); ++seed) {
        dice d{seed};
        const int size = d.between(4, 12);
        rings all;
        switch (seed % 5) {
            case 0: all = random_star(d, 3 + d.index(12), size); break;
            case 1: all = random_outline(d, 3 + d.index(12), size); break;
            case 2: all = polyomino(d, 2 + d.index(20), d.one_in(2)); break;
            case 3: all = lattice(d.between(1, 2)); break;
            default: all = {{{0, 0}, {size, 0}, {size, size}, {0, size}}};
        }
        for (int step = 0; step < 30; ++step) {
            CAPTURE(seed, step, to_text(all));
            REQUIRE(same_as_brute_force<TestType>(all, accepted));
            const rings next = mutated(all, d, size);
            if (sound(next) || d.one_in(20)) all = next;
            else {
                CAPTURE(to_text(next));
                REQUIRE(same_as_brute_force<TestType>(next, accepted));
            }
        }
    }
    CHECK(accepted > 1000);
}

namespace {

constexpr std::size_t none = polygon_check::none;

struct refusal {
    rings all;
    polygon_error error;
    std::size_t first, second = none;
};

}  // namespace

TEMPLATE_TEST_CASE("each error is reported with its position", "", HITBOX_TESTS_REALS) {
    const rings square{{{0, 0}, {9, 0}, {9, 9}, {0, 9}}};
    const auto with = [&](std::initializer_list<ring> holes) {
        rings all = square;
        all.insert(all.end(), holes);
        return all;
    };
    const refusal refusals[] = {
        {{{}}, polygon_error::too_few_points, 0},
        {{{{0, 0}, {1, 0}}}, polygon_error::too_few_points, 0},
        {with({{{3, 3}, {6, 3}}}), polygon_error::too_few_points, 4},
        {{{{1, 1}, {1, 1}, {1, 1}}}, polygon_error::zero_area, 0},
        {{{{0, 0}, {2, 2}, {5, 5}, {1, 1}}}, polygon_error::zero_area, 0},
        {with({{{3, 3}, {6, 3}, {4, 3}}}), polygon_error::zero_area, 4},
        {{{{0, 0}, {9, 0}, {9, 9}, {5, 9}, {5, 12}, {5, 9}, {0, 9}}}, polygon_error::spike, 4},
        {{{{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 12}}}, polygon_error::spike, 4},
        {{{{0, 0}, {2, 2}, {2, 0}, {0, 2}}}, polygon_error::self_intersecting, 0, 2},                  // a bow tie
        {{{{0, 0}, {2, 2}, {4, 4}, {4, 0}, {2, 2}, {0, 4}}}, polygon_error::self_intersecting, 0, 3},  // in a vertex
        {{{{0, 0}, {9, 0}, {9, 9}, {6, 9}, {6, 0}, {3, 0}, {3, 9}, {0, 9}}}, polygon_error::edges_overlap, 0, 4},
        {with({{{3, 3}, {12, 4}, {3, 6}}}), polygon_error::rings_cross, 1, 4},
        {with({{{1, 1}, {5, 1}, {1, 5}}, {{2, 2}, {7, 2}, {7, 7}}}), polygon_error::rings_cross, 5, 9},
        {with({{{12, 3}, {15, 3}, {12, 6}}}), polygon_error::hole_outside, 4},
        {with({{{9, 3}, {15, 3}, {12, 6}}}), polygon_error::hole_outside, 4},  // touches it
        {with({{{-1, -1}, {10, -1}, {10, 10}, {-1, 10}}}), polygon_error::hole_outside, 4},
        {with({{{1, 1}, {8, 1}, {8, 8}, {1, 8}}, {{3, 3}, {5, 3}, {3, 5}}}), polygon_error::hole_in_hole, 8},
        {with({{{1, 1}, {5, 1}, {1, 5}}, {{1, 1}, {5, 1}, {1, 5}}}), polygon_error::edges_overlap, 4, 7},
    };
    for (const refusal& r : refusals) {
        CAPTURE(to_text(r.all));
        const polygon_check check = to_check<TestType>(r.all);
        CHECK(!check.valid);
        CHECK(std::string{to_string(check.error)} == to_string(r.error));
        CHECK(check.first == r.first);
        CHECK(check.second == r.second);
        const auto made = to_polygon<TestType>(r.all);
        REQUIRE(!made);
        CHECK(made.error() == r.error);
        CHECK(made.index() == r.first);
    }
}

TEMPLATE_TEST_CASE("NaN and infinities are refused, and numbers at the ends of the range are accepted", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    using limits = std::numeric_limits<T>;
    for (const T bad : {limits::quiet_NaN(), limits::infinity(), -limits::infinity()}) {
        const auto made = make_polygon({vec2<T>{0, 0}, {1, 0}, {bad, 1}});
        REQUIRE(!made);
        CHECK(made.error() == polygon_error::not_finite);
        CHECK(made.index() == 2);
        const auto hole = make_polygon({vec2<T>{0, 0}, {9, 0}, {0, 9}}, {{{1, 1}, {2, bad}, {1, 2}}});
        REQUIRE(!hole);
        CHECK(hole.index() == 4);
    }
    const T max_value = (limits::max)(), least = limits::denorm_min();
    for (const T size : {max_value, least, (limits::min)(), static_cast<T>(1e30)}) {
        const auto made = make_polygon({vec2<T>{-size, -size}, {size, -size}, {size, size}, {0, 0}, {-size, size}});
        REQUIRE(made);
        CHECK(fault_of_partition(*made, triangulate(*made)) == "");
        CHECK(convex_parts(*made).size() == 3);  // the dent is on lines with other edges, which may not go on as cuts
        CHECK(convex_parts_optimal(*made).size() == 3);
        CHECK(contains(*made, {0, 0}));
        CHECK(!contains(*made, {0, size}));
        const vec2<T> middle = centroid(*made);
        CHECK(middle.x == 0);
        CHECK((middle.y <= 0 && middle.y >= -size));
    }
    const T ulp = limits::epsilon();  // a corner that is in or out by the last bit
    CHECK(!make_polygon({vec2<T>{1, 1}, {3, 3}, {2, 2 + 2 * ulp}, {2, 2 - ulp}}));
    CHECK(make_polygon({vec2<T>{1, 1}, {3, 3}, {2, 2 + 2 * ulp}}));
}

TEST_CASE("the properties that a polygon reports") {
    const std::vector<vec2<float>> outline{{0, 0}, {0, 9}, {9, 9}, {9, 9}, {9, 0}, {4, 0}, {0, 0}};  // clockwise
    const std::list<std::vector<vec2<float>>> holes{{{3, 3}, {6, 3}, {6, 6}, {3, 6}}, {{7, 1}, {8, 2}, {8, 1}}};
    const auto made = make_polygon(outline, holes);
    REQUIRE(made);
    const polygon<float>& p = *made;
    CHECK(p.size() == 14);
    CHECK(p.ring_count() == 3);
    CHECK(p.hole_count() == 2);
    CHECK(std::equal(p.outline().begin(), p.outline().end(), outline.begin(), outline.end()));
    CHECK(std::equal(p.hole(0).begin(), p.hole(0).end(), holes.front().begin(), holes.front().end()));
    CHECK(p[7] == vec2{3.f, 3.f});
    CHECK(p[11] == p.hole(1)[0]);
    CHECK(p.is_clockwise(0));
    CHECK(!p.is_clockwise(1));
    CHECK(p.is_clockwise(2));
    CHECK(valid(p));
    CHECK(make_polygon(outline, holes.front())->hole_count() == 1);  // a hole by itself
    CHECK(bounds(p) == aabb<float>{{0, 0}, {9, 9}});
    CHECK(area(p) == 81.f - 9.f - .5f);

    const polygon<float> nothing;
    CHECK(!valid(nothing));
    CHECK(nothing.ring_count() == 0);
    CHECK(nothing.outline().empty());
    CHECK(area(nothing) == 0);
    CHECK(!contains(nothing, {0, 0}));
    CHECK(convex_parts(nothing).empty());
    CHECK(convex_parts_optimal(nothing).empty());
}

TEMPLATE_TEST_CASE("a polygon has the area and the moments of its triangles", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        dice d{seed};
        for (const rings& all :
             {random_star(d, 3 + d.index(30), 40), polyomino(d, 4 + d.index(40), true), lattice(3)}) {
            const auto made = to_polygon<T>(all);
            if (!made) continue;
            double sum = 0, x = 0, y = 0, second = 0;
            const auto triangles = triangulate(*made);
            const vec2<T> c = centroid(*made);
            for (const auto& t : triangles) {
                const triangle<double> own{detail::widen((*made)[t[0]]), detail::widen((*made)[t[1]]),
                                           detail::widen((*made)[t[2]])};
                const double part = area(own);
                const vec2<double> middle = centroid(own);
                sum += part, x += part * middle.x, y += part * middle.y;
                second += second_moment(own) + part * length_squared(middle - detail::widen(c));
            }
            const double error = 8 * static_cast<double>(std::numeric_limits<T>::epsilon());
            const auto close = [error](double a, double b, double size) {
                return (a < b ? b - a : a - b) <= error * size;
            };
            CHECK(close(static_cast<double>(area(*made)), sum, sum));
            CHECK(close(static_cast<double>(c.x), x / sum, 40));
            CHECK(close(static_cast<double>(c.y), y / sum, 40));
            CHECK(close(static_cast<double>(second_moment(*made)), second, 4 * second));
        }
    }
}

TEMPLATE_TEST_CASE("contains agrees with the triangles", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (std::uint64_t seed = 1; seed <= many_if_optimised(60, 15); ++seed) {
        CAPTURE(seed);
        dice d{seed};
        for (const rings& all : {random_star(d, 3 + d.index(20), 8), polyomino(d, 4 + d.index(40), true), lattice(2)}) {
            const auto made = to_polygon<T>(all);
            if (!made) continue;
            const auto triangles = triangulate(*made);
            for (int i = -18; i <= 18; ++i)
                for (int j = -18; j <= 18; ++j) {
                    const vec2<T> q{static_cast<T>(i) / 2, static_cast<T>(j) / 2};
                    const bool inside = std::any_of(triangles.begin(), triangles.end(), [&](const auto& t) {
                        return contains(triangle<T>{(*made)[t[0]], (*made)[t[1]], (*made)[t[2]]}, q);
                    });
                    if (contains(*made, q) != inside) FAIL_CHECK("at " << i << "/2, " << j << "/2 in " << to_text(all));
                }
            CHECK(!contains(*made, {std::numeric_limits<T>::quiet_NaN(), 0}));
        }
    }
}

TEST_CASE("many points: a comb and its mirror image") {
    const int teeth = static_cast<int>(many_if_optimised(250000, 10000));
    const rings all = comb(teeth, 1000);
    const auto made = to_polygon<double>(all);
    REQUIRE(made);
    const auto triangles = triangulate(*made);
    CHECK(triangles.size() == made->size() - 2);
    bool all_turn = true;
    for (const auto& t : triangles)
        all_turn = all_turn && exact::orient2d((*made)[t[0]], (*made)[t[1]], (*made)[t[2]]) > 0;
    CHECK(all_turn);
    rings crossed = all;
    crossed[0][crossed[0].size() / 2].y = 2000, crossed[0][crossed[0].size() / 2 + 4].x -= 5;
    CHECK(to_check<double>(crossed).error == polygon_error::self_intersecting);
}

TEMPLATE_TEST_CASE("named difficult outlines: each has its error or the correct answer", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const rings square{{{0, 0}, {8, 0}, {8, 8}, {0, 8}}};
    const auto refused = [](const rings& all, polygon_error error, std::size_t first, std::size_t second = none) {
        const polygon_check check = to_check<T>(all);
        const auto made = to_polygon<T>(all);
        return !check && check.error == error && check.first == first && check.second == second && !made &&
               made.error() == error && made.index() == first;
    };
    const auto accepted = [](const rings& all, T expected) {
        const auto made = to_polygon<T>(all);
        return made && area(*made) == expected && fault_of_partition(*made, triangulate(*made)).empty();
    };
    CHECK(refused({{{0, 0}, {8, 8}, {8, 0}, {0, 8}}}, polygon_error::self_intersecting, 0, 2));           // a bow tie
    CHECK(refused({{{0, 0}, {8, 0}, {12, 0}, {8, 0}, {8, 8}, {0, 8}}}, polygon_error::spike, 2));         // outwards
    CHECK(refused({{{0, 0}, {8, 0}, {8, 8}, {4, 8}, {4, 2}, {4, 8}, {0, 8}}}, polygon_error::spike, 4));  // inwards
    const ring island{{3, 3}, {5, 3}, {5, 5}, {3, 5}}, room{{2, 2}, {6, 2}, {6, 6}, {2, 6}};
    CHECK(refused({square[0], room, island}, polygon_error::hole_in_hole, 8));  // in any order of the two
    CHECK(refused({square[0], island, room}, polygon_error::hole_in_hole, 4));
    CHECK(refused({square[0], {{0, 2}, {4, 2}, {4, 4}, {0, 4}}}, polygon_error::edges_overlap, 3, 7));  // on its edge

    CHECK(accepted({{{0, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 0}}}, 64));  // the first point again, to close it
    CHECK(accepted({{{0, 0}, {0, 8}, {8, 8}, {8, 0}}}, 64));          // clockwise
    CHECK(accepted({square[0], room}, 48));                           // a hole in either winding
    CHECK(accepted({square[0], {room.rbegin(), room.rend()}}, 48));
    CHECK(accepted({square[0], {{0, 4}, {4, 2}, {4, 6}}}, 56));          // a hole touches an edge with a corner
    CHECK(accepted({square[0], {{0, 0}, {4, 2}, {2, 4}}}, 58));          // or a corner
    CHECK(accepted({square[0], {{0, 4}, {4, 0}, {8, 4}, {4, 8}}}, 32));  // or with all: four triangles are left

    const auto touched = to_polygon<T>({square[0], {{0, 4}, {4, 2}, {4, 6}}});
    REQUIRE(touched);
    CHECK(contains(*touched, {0, 4}));  // boundaries belong to it
    CHECK(!contains(*touched, {2, 4}));
    CHECK(contains(*touched, {0, 3}));
    const auto closed = make_polygon({vec2<T>{0, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 0}});
    REQUIRE(closed);
    CHECK(closed->size() == 5);  // nothing is dropped
}

TEST_CASE("up to a million points: the area is exact, and a crossing at the very end is found") {
    const std::size_t n = many_if_all(1000000, 30000);
    std::vector<vec2<double>> points{{0, -1}};
    while (points.size() < n - 1) {
        const double x = static_cast<double>(points.size() - 1);
        points.push_back({x, points.size() % 2 == 0 ? 1000. : 0.});
    }
    points.push_back({static_cast<double>(n - 3), -1});
    const auto made = make_polygon(points);
    REQUIRE(made);
    CHECK(made->size() == n);
    CHECK(area(*made) == static_cast<double>(n - 3) * 501);
    CHECK(contains(*made, {static_cast<double>(n / 2) + .5, 499.75}));
    CHECK(!contains(*made, {static_cast<double>(n / 2) + .5, 500.25}));
    CHECK(triangulate(*made).size() == n - 2);

    const double x = static_cast<double>(n);
    points.resize(n - 5);
    for (const vec2<double> p : {vec2<double>{x, 0}, {x + 4, 4}, {x + 1, 4}, {x + 4, 0}, {x + 4, -1}})
        points.push_back(p);
    const polygon_check check = check_polygon(points);
    CHECK(!check);
    CHECK(check.error == polygon_error::self_intersecting);
    CHECK(check.first == n - 5);
    CHECK(check.second == n - 3);
    const auto refused = make_polygon(points);
    REQUIRE(!refused);
    CHECK(refused.index() == n - 5);
}

TEMPLATE_TEST_CASE("coordinates of 10^30, of 10^300 in double: areas are right, or infinite beyond the range", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const T size = static_cast<T>(std::same_as<T, float> ? 1e30 : 1e300);
    const T infinity = std::numeric_limits<T>::infinity();
    const auto wide = make_polygon({vec2<T>{-size, -size}, {size, -size}, {size, size}, {0, 0}, {-size, size}});
    REQUIRE(wide);
    CHECK(area(*wide) == infinity);
    CHECK(contains(*wide, {size, size}));
    CHECK(contains(*wide, {0, 0}));
    CHECK(!contains(*wide, {0, 1}));
    CHECK(contains(*wide, {0, -1}));
    CHECK(!contains(*wide, {size, std::numeric_limits<T>::infinity()}));
    for (const auto& t : triangulate(*wide))
        CHECK(area(triangle<T>{(*wide)[t[0]], (*wide)[t[1]], (*wide)[t[2]]}) == infinity);

    // Equally wide, but so thin that the areas are within the range.
    const T thin = T(1) / size;
    const auto strip = make_polygon({vec2<T>{-size, -thin}, {size, -thin}, {size, thin}, {0, 0}, {-size, thin}});
    REQUIRE(strip);
    const T error = T(8) * std::numeric_limits<T>::epsilon();
    CHECK((area(*strip) >= T(3) - T(3) * error && area(*strip) <= T(3) + T(3) * error));
    const auto [x, y] = centroid(*strip);
    CHECK((x >= -error * size && x <= error * size));
    CHECK((T(4.5) * y >= -thin * (T(1) + error) && T(4.5) * y <= -thin * (T(1) - error)));
    CHECK(contains(*strip, {size / 2, thin / 2}));
    CHECK(!contains(*strip, {0, thin / 2}));
    T sum{0};
    for (const auto& t : triangulate(*strip)) sum += area(triangle<T>{(*strip)[t[0]], (*strip)[t[1]], (*strip)[t[2]]});
    CHECK((sum >= T(3) - T(3) * error && sum <= T(3) + T(3) * error));
}

TEMPLATE_TEST_CASE("the second moment of a strip at the limits of length and thinness", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T size = static_cast<T>(std::same_as<T, float> ? 1e20 : 1e200);
    const T thin = static_cast<T>(std::same_as<T, float> ? 1e-30 : 1e-300);
    const std::vector<vec2<T>> points{{-size, -thin}, {size, -thin}, {size, thin}, {0, 0}, {-size, thin}};
    // The integral of x^2 times the height, which is thin * (1 + |x| / size). The moment about a vertex, from which the
    // function subtracts, is 3.6 times as large.
    const T expected = thin * size * size * size / T(6) * T(7), error = T(32) * std::numeric_limits<T>::epsilon();
    for (const bool upright : {false, true}) {
        std::vector<vec2<T>> turned;
        for (const vec2<T> p : points) turned.push_back(upright ? vec2<T>{-p.y, p.x} : p);
        const auto strip = make_polygon(turned);
        REQUIRE(strip);
        const T second = second_moment(*strip);
        CHECK((second >= expected - error * expected && second <= expected + error * expected));
    }
    // The two axes differ by a factor of 4, and both contribute.
    const T wide = static_cast<T>(std::same_as<T, float> ? 3e8 : 0x1p201), high = wide / T(4);
    const auto plate = make_polygon({vec2<T>{0, 0}, {wide, 0}, {wide, high}, {0, high}});
    REQUIRE(plate);
    const T known = wide * high * (wide * wide + high * high) / T(12);
    CHECK((second_moment(*plate) >= known - error * known && second_moment(*plate) <= known + error * known));
}
