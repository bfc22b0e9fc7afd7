// Containment in several pieces together equals containment in one solid of the same points.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../grounds.hpp"
#include "../laws.hpp"
#include "../rounds.hpp"
#include "grid_polygons.hpp"

#include <cmath>
#include <random>

using namespace hitbox;

namespace {

template <class T, class Random>
vec2<T> quarter_point(Random& random, int width, int height) {
    return {static_cast<T>(static_cast<int>(random() % static_cast<unsigned>(4 * width))) / T(4),
            static_cast<T>(static_cast<int>(random() % static_cast<unsigned>(4 * height))) / T(4) - T(8)};
}

template <class T, class Random>
any_shape<T> shape_near(Random& random) {
    const vec2<T> p = quarter_point<T>(random, 24, 12);
    const auto off = [&] { return quarter_point<T>(random, 4, 4) + vec2<T>{T(-2), T(6)}; };
    switch (random() % 6) {
        case 0: return aabb<T>{p, p + quarter_point<T>(random, 6, 4) + vec2<T>{T(0), T(8)}};
        case 1: return segment<T>{p, p + off()};
        case 2: return circle<T>{p, static_cast<T>(static_cast<int>(random() % 12)) / T(4)};
        case 3: return capsule<T>{p, p + off(), static_cast<T>(static_cast<int>(random() % 6)) / T(4)};
        case 4: return p;
        default: {
            const vec2<T> corners[] = {p, p + off(), p + off(), p + off()};
            const auto made = convex_hull(corners);
            return made ? any_shape<T>{*made} : any_shape<T>{p};
        }
    }
}

template <class T>
bool all_boxes_cover(const std::vector<aabb<T>>& boxes, const aabb<T>& query) {
    for (T x = query.min.x + T(.5); x < query.max.x; x += T(1))
        for (T y = query.min.y + T(.5); y < query.max.y; y += T(1)) {
            bool found = false;
            for (const auto& b : boxes) found = found || contains(b, vec2<T>{x, y});
            if (!found) return false;
        }
    return true;
}

}  // namespace

TEMPLATE_TEST_CASE("the points that ground contains do not depend on its decomposition", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{7};
    int inside = 0, outside = 0;
    const int levels = hitbox_tests::many_if_all(40, 3);
    for (int level = 0; level < levels; ++level) {
        const auto all = decompositions(make_ground<T>(random));
        for (int i = 0; i < 40; ++i) {
            const auto s = shape_near<T>(random);
            const bool held = contains(all[1], s);  // by the border of the outline
            (held ? inside : outside) += 1;
            for (const auto& pieces : all) {
                INFO("level " << level << " shape " << i);
                CHECK(contains(pieces, s) == held);
                const auto hit = collide(s, pieces);
                CHECK((hit && hit->a_in_b) == held);
                CHECK(flipped(hit) == collide(pieces, s));
            }
        }
    }
    CHECK(inside > 2 * levels);
    CHECK(outside > 2 * levels);
}

TEMPLATE_TEST_CASE("boxes contain together the points that their grid cells contain together", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{8};
    int inside = 0;
    const auto box = [&](int max_size) {
        const auto number = [&](int n) {
            return static_cast<T>(static_cast<int>(random() % static_cast<unsigned>(n)));
        };
        const vec2<T> p{number(6), number(6)};
        return aabb<T>{p, p + vec2<T>{T(1) + number(max_size), T(1) + number(max_size)}};
    };
    const int rounds = hitbox_tests::many_if_all(3000, 300);
    for (int i = 0; i < rounds; ++i) {
        std::vector<aabb<T>> boxes;
        while (boxes.size() < 8) boxes.push_back(box(5));
        const aabb<T> query = box(4);
        INFO("case " << i);
        const bool held = all_boxes_cover(boxes, query);
        inside += held ? 1 : 0;
        CHECK(contains(boxes, query) == held);
        CHECK(contains(compound<T>{boxes}, query) == held);
    }
    CHECK(inside > rounds / 15);
}

TEMPLATE_TEST_CASE("a set is contained exactly if all of its pieces are", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{9};
    int inside = 0, all = 0;
    const auto check = [&](const auto& a, const std::vector<any_shape<T>>& b) {
        bool every = true;
        for (const auto& piece : b) every = every && contains(a, piece);
        const compound<T> whole{b};
        const auto hit = collide(a, whole);
        CHECK(contains(a, b) == every);
        CHECK(contains(a, whole) == every);
        CHECK(contains(a, at(whole, transform2<T>{})) == every);
        CHECK((hit && hit->b_in_a) == every);
        ++all, inside += every ? 1 : 0;
    };
    for (int level = 0; level < hitbox_tests::many_if_all(12, 2); ++level) {
        const auto cuts = decompositions(make_ground<T>(random));
        const aabb<T> around = bounds(cuts[0]);
        for (const auto& cut : cuts) {
            for (const auto& other : cuts) CHECK(contains(cut, other));
            CHECK(contains(around, cut));
            CHECK(!contains(aabb<T>{around.min, around.max - vec2<T>{T(0), T(1) / T(64)}}, cut));
            CHECK(!contains(cut, std::vector<any_shape<T>>{around}));
        }
        for (int i = 0; i < 100; ++i) {
            std::vector<any_shape<T>> shapes{shape_near<T>(random)};
            if (i % 2 == 0) shapes.push_back(shape_near<T>(random));
            check(cuts[static_cast<std::size_t>(i) % cuts.size()], shapes);
            check(aabb<T>{{T(0), T(-8)}, {T(16), T(2)}}, shapes);
        }
    }
    CHECK(inside > all / 20);
    CHECK(inside < all / 2);
    CHECK(!contains(aabb<T>{{T(0), T(0)}, {T(1), T(1)}}, compound<T>{}));
}

// The box of a placed set with round pieces is larger than the pieces by roundings.
TEMPLATE_TEST_CASE("a box contains a placed set of one disc that it just contains", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{3};
    const auto quarters = [&random](std::size_t n) { return static_cast<T>(random.index(n)) / 4; };
    for (int i = 0; i < 500; ++i) {
        const T r = T(0.25) + quarters(8);
        const vec2<T> middle{quarters(30) - 4, quarters(30) - 4}, by{quarters(60) - 8, quarters(60) - 8};
        const vec2<T> p = middle + by;
        const aabb<T> zone{{p.x - r, p.y - r}, {p.x + r, p.y + r}};
        const compound<T> disc{std::vector<circle<T>>{{middle, r}}};
        CHECK(contains(zone, at(disc, by)));
        CHECK(contains(circle<T>{p, r}, at(disc, by)));
        CHECK(collide(zone, at(disc, by))->b_in_a);
        CHECK_FALSE(contains(aabb<T>{zone.min, {zone.max.x - T(1e-3), zone.max.y}}, at(disc, by)));
    }
}

// All corners of a crate that fits a notch or a hole exactly are on the border, and no edge of the border enters it.
TEMPLATE_TEST_CASE("a polygon contains a box exactly if it contains all grid cells of the box", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::dice d{5};
    int inside = 0, fits = 0;
    const int polygons = hitbox_tests::many_if_all(400, 20);
    for (int i = 0; i < polygons; ++i) {
        const auto all = hitbox_tests::polyomino(d, 6 + d.index(14), false);
        const auto made = hitbox_tests::to_polygon<T>(all);
        if (!made) continue;
        const compound<T> pieces{*made};
        const auto is_cell_inside = [&](T x, T y) {
            return hitbox_tests::border_of(all, vec2<T>{x + T(.5), y + T(.5)}).is_inside;
        };
        const aabb<T> around = bounds(*made);
        for (T x = around.min.x; x < around.max.x; ++x)
            for (T y = around.min.y; y < around.max.y; ++y)
                for (const vec2<T> size : {vec2<T>{1, 1}, vec2<T>{2, 1}, vec2<T>{1, 2}, vec2<T>{2, 2}}) {
                    bool expected = true, outside = true;
                    for (T u = 0; u < size.x; ++u)
                        for (T v = 0; v < size.y; ++v) {
                            const bool cell = is_cell_inside(x + u, y + v);
                            expected = expected && cell, outside = outside && !cell;
                        }
                    const auto box = aabb<T>::from_corner({x, y}, size);
                    CAPTURE(hitbox_tests::to_text(all), x, y, size.x, size.y);
                    CHECK(contains(*made, box) == expected);
                    CHECK(contains(pieces, box) == expected);
                    const auto hit = collide(box, *made);
                    CHECK((hit && hit->a_in_b) == expected);
                    inside += expected ? 1 : 0;
                    const auto corners = vertices(box);
                    fits += outside &&
                            std::all_of(corners.begin(), corners.end(), [&](vec2<T> p) { return contains(*made, p); });
                }
    }
    CHECK(inside > 4 * polygons);
    CHECK(fits > polygons / 10);
    const std::vector<vec2<T>> l{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    CHECK_FALSE(contains(make_polygon(l).value(), triangle<T>{{1, 1}, {4, 1}, {1, 4}}));
    CHECK(contains(make_polygon(l).value(), triangle<T>{{0, 0}, {1, 0}, {0, 4}}));
}

TEST_CASE("a shape across a hole or a gap is not contained") {
    const std::vector<aabb<float>> frame{{{0, 0}, {3, 1}}, {{0, 2}, {3, 3}}, {{0, 0}, {1, 3}}, {{2, 0}, {3, 3}}};
    // All vertices of the hole are in the frame, but no point of its interior.
    CHECK_FALSE(contains(frame, aabb<float>{{1, 1}, {2, 2}}));
    CHECK_FALSE(contains(frame, aabb<float>{{0.5f, 0.5f}, {2.5f, 2.5f}}));
    CHECK_FALSE(contains(frame, circle<float>{{1, 1}, 0.25f}));
    CHECK_FALSE(contains(frame, segment<float>{{0, 1.5f}, {3, 1.5f}}));
    CHECK(contains(frame, segment<float>{{1, 0}, {1, 3}}));
    CHECK(contains(frame, circle<float>{{0.5f, 1}, 0.5f}));
    CHECK(contains(frame, capsule<float>{{0.5f, 0.5f}, {0.5f, 2.5f}, 0.5f}));
    // The piece beside the edge ends before the disc does.
    const std::vector<any_shape<float>> beside{
        aabb<float>{{0, 0}, {2, 4}},
        triangle<float>{{1, 0}, {3, 1}, {1, 2}},
    };
    CHECK_FALSE(contains(beside, circle<float>{{2, 3}, 0.5f}));
    // A gap of one unit in the last place.
    const float next = std::nextafter(1.f, 2.f);
    const std::vector<aabb<float>> halves{{{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}},
        apart{{{0, 0}, {1, 1}}, {{next, 0}, {2, 1}}};
    for (const auto& s :
         {any_shape<float>{aabb<float>{{0.5f, 0}, {1.5f, 1}}}, any_shape<float>{circle<float>{{1, 0.5f}, 0.5f}},
          any_shape<float>{segment<float>{{0, 0.5f}, {2, 0.5f}}}}) {
        CHECK(contains(halves, s));
        CHECK_FALSE(contains(apart, s));
    }
}

TEST_CASE("flat pieces cover flat shapes") {
    const auto line = chain<float>::open(std::vector<vec2<float>>{{0, 0}, {1, 0}, {3, 0}, {3, 2}}, chain_sides::two);
    CHECK(contains(line, segment<float>{{0.5f, 0}, {2, 0}}));
    CHECK_FALSE(contains(line, segment<float>{{-0.5f, 0}, {2, 0}}));
    CHECK_FALSE(contains(line, segment<float>{{2, 0}, {3, 1}}));
    CHECK_FALSE(contains(line, aabb<float>{{0, 0}, {1, 0.5f}}));
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("three slanted pieces meet in a point that no float represents, with and without a gap") {
    // Three of the four triangles around the crossing of two lines.
    const vec2<double> c{1. / 3, 1. / 3};
    const std::vector<triangle<double>> three{{{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 1}, {0, 1}}};
    CHECK(contains(three, aabb<double>{{0, 0}, {1, 1}}));
    CHECK(contains(three, circle<double>{{0.5, 0.5}, 0.5}));
    const std::vector<any_shape<double>> crossing{triangle<double>{{-1, -1}, {3, -1}, {c.x, 2}},
                                                  triangle<double>{{-1, 2}, {3, 2}, {c.x, -1}},
                                                  aabb<double>{{-1, -1}, {0.25, 2}}, aabb<double>{{0.25, -1}, {3, 2}}};
    CHECK(contains(crossing, aabb<double>{{-1, -1}, {3, 2}}));
    const std::vector<any_shape<double>> gap{crossing[0], crossing[1], crossing[2]};
    CHECK_FALSE(contains(gap, aabb<double>{{-1, -1}, {3, 2}}));
}
#endif

TEST_CASE("discs are tested one by one") {
    const std::vector<any_shape<float>> mixed{circle<float>{{0, 0}, 2}, aabb<float>{{0, -1}, {4, 1}}};
    CHECK(contains(mixed, circle<float>{{0.5f, 0}, 1.5f}));
    CHECK(contains(mixed, aabb<float>{{0, -1}, {3, 1}}));
    CHECK_FALSE(contains(mixed, circle<float>{{0.5f, 0}, 2}));
    // A larger disc around a smaller one: its centre is contained, and no straight edge is near.
    CHECK_FALSE(contains(std::vector<circle<float>>{{{0, 0}, 1}}, circle<float>{{0, 0}, 2}));
}
