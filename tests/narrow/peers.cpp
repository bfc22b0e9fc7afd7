// Cases that collision libraries got wrong or had reports about, with the correct answers. Every pair is tested in both
// orders and against the rules of collide; depths are compared with the overlaps in many directions.

#include "../catch_compat.hpp"
#include "../close.hpp"

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

using namespace hitbox;
using hitbox_tests::close;

namespace {

template <class T>
bool is_unit(vec2<T> n) {
    return std::abs(length(n) - 1) <= 4 * std::numeric_limits<T>::epsilon();
}
template <class T>
bool no_negative_zero(vec2<T> v) {
    return !(v.x == T(0) && std::signbit(v.x)) && !(v.y == T(0) && std::signbit(v.y));
}

/// Returns the overlap of a and b along n.
template <class A, class B, class T = scalar_t<A>>
T overlap(const A& a, const B& b, vec2<T> n) {
    return dot(support(a, n), n) - dot(support(b, -n), n);
}

/// Returns collide(a, b) after checking all of its promises. The shapes are any_shapes, so that the same code checks
/// all pairs.
template <class T>
std::optional<contact<T>> checked_any(const any_shape<T>& a, const any_shape<T>& b) {
    CAPTURE(a.value.index(), b.value.index());
    const auto hit = collide(a, b), back = collide(b, a);
    CHECK(intersects(a, b) == hit.has_value());
    CHECK(intersects(b, a) == hit.has_value());
    CHECK(back.has_value() == hit.has_value());
    CHECK(penetrates(a, b) == (hit && hit->depth > T(0)));
    CHECK(penetrates(b, a) == penetrates(a, b));
    if (!hit || !back) return hit;

    if (!(a == b)) CHECK(*back == flipped(*hit));  // the same shape is its own swap
    CHECK(is_unit(hit->normal));
    CHECK(hit->depth >= T(0));
    CHECK(no_negative_zero(hit->normal));
    CHECK(no_negative_zero(hit->mtv()));
    CHECK(hit->a_in_b == contains(b, a));
    CHECK(hit->b_in_a == contains(a, b));

    const aabb<T> all = merged(bounds(a), bounds(b));
    const T size = (std::max)({std::abs(all.min.x), std::abs(all.min.y), std::abs(all.max.x), std::abs(all.max.y)});
    const T tolerance = 32 * std::numeric_limits<T>::epsilon() * size;
    CHECK(std::abs(overlap(a, b, hit->normal) - hit->depth) <= tolerance);
    CHECK(std::abs(dot(hit->point_a - hit->point_b, hit->normal) - hit->depth) <= tolerance);
    T least = std::numeric_limits<T>::max();
    for (int degrees = 0; degrees < 360; degrees += 3) {
        const auto r = rot2<T>::from_degrees(static_cast<T>(degrees));
        least = (std::min)(least, overlap(a, b, vec2<T>{r.c, r.s}));
    }
    CHECK(hit->depth <= least + tolerance);  // no shorter translation
    const auto after = collide(baked(at(a, hit->mtv())), b);
    CHECK((!after || after->depth <= tolerance));
    return hit;
}
template <class A, class B>
auto checked(const A& a, const B& b) {
    const auto hit = collide(a, b);
    CHECK(intersects(a, b) == hit.has_value());
    CHECK(collide(b, a).has_value() == hit.has_value());
    CHECK(checked_any<scalar_t<A>>(a, b) == hit);
    return hit;
}

template <class T>
aabb<T> box(double min_x, double min_y, double max_x, double max_y) {
    return {{static_cast<T>(min_x), static_cast<T>(min_y)}, {static_cast<T>(max_x), static_cast<T>(max_y)}};
}
template <class T>
circle<T> disc(double x, double y, double r) {
    return {{static_cast<T>(x), static_cast<T>(y)}, static_cast<T>(r)};
}
template <class T>
capsule<T> pill(double ax, double ay, double bx, double by, double r) {
    return {{static_cast<T>(ax), static_cast<T>(ay)}, {static_cast<T>(bx), static_cast<T>(by)}, static_cast<T>(r)};
}
template <class T>
std::vector<vec2<T>> outline(std::initializer_list<vec2<double>> points) {
    std::vector<vec2<T>> list;
    for (const vec2<double> p : points) list.push_back({static_cast<T>(p.x), static_cast<T>(p.y)});
    return list;
}
template <class T>
convex_polygon<T, 8> convex_of(std::initializer_list<vec2<double>> points) {
    const auto made = make_convex_polygon(outline<T>(points));
    REQUIRE(made);
    return *made;
}
template <class T>
convex_polygon<T, 8> as_polygon(const aabb<T>& b) {
    return assume_convex({b.min, vec2<T>{b.max.x, b.min.y}, b.max, vec2<T>{b.min.x, b.max.y}});
}
template <class T>
obb<T> as_obb(const aabb<T>& b) {
    return {center(b), (b.max - b.min) / T(2)};
}

/// The same two boxes as every kind of shape that a box can be.
template <class T, class Check>
void as_every_kind(const aabb<T>& a, const aabb<T>& b, Check check) {
    const auto kinds = [](const aabb<T>& x) {
        return std::vector<any_shape<T>>{x, as_obb(x), as_polygon(x), baked(at(as_obb(x), vec2<T>{}))};
    };
    check(checked(a, b));
    for (const any_shape<T>& kind_of_a : kinds(a))
        for (const any_shape<T>& kind_of_b : kinds(b)) check(checked_any(kind_of_a, kind_of_b));
}

}  // namespace

// Concentric, coincident, degenerate.

TEMPLATE_TEST_CASE("concentric circles have a minimum translation", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto hit = checked(disc<T>(0, 0, 1), disc<T>(0, 0, 2));  // Box2D has no normal here, SAT.js no vector
    REQUIRE(hit);
    CHECK(hit->depth == T(3));
    CHECK(hit->a_in_b);
    CHECK(!hit->b_in_a);
}

TEMPLATE_TEST_CASE("boxes with the same centre have a minimum translation", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    as_every_kind(box<T>(-1, -1, 1, 1), box<T>(-1, -1, 1, 1), [](const auto& hit) {  // Chipmunk2D returns depth 0 here
        REQUIRE(hit);
        CHECK(hit->depth == T(2));
        CHECK(std::abs(hit->normal.x) + std::abs(hit->normal.y) == T(1));
        CHECK(hit->a_in_b);
        CHECK(hit->b_in_a);
    });
    as_every_kind(box<T>(-1, -1, 1, 1), box<T>(-1, -.5, 1, .5), [](const auto& hit) {
        REQUIRE(hit);
        CHECK(hit->depth == T(1.5));
        CHECK(std::abs(hit->normal.y) == T(1));
    });
    for (int degrees = 0; degrees < 90; degrees += 10) {
        const auto hit = checked(obb<T>{{T(0), T(0)}, {T(1), T(1)}},
                                 obb<T>::from_degrees({T(0), T(0)}, {T(1), T(.5)}, static_cast<T>(degrees)));
        REQUIRE(hit);
        CHECK(hit->depth >= T(1.5));
    }
}

TEMPLATE_TEST_CASE("the minimum translation of crossing capsules is the shorter one", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto cross = checked(pill<T>(-10, 0, 10, 0, 1), pill<T>(0, -5, 0, 5, 1));  // cute_c2: 2, Chipmunk2D: 0
    REQUIRE(cross);
    CHECK(cross->depth == T(7));
    CHECK(cross->normal.x == T(0));
    CHECK(std::abs(cross->normal.y) == T(1));

    const auto slanted = checked(pill<T>(-1, 0, 1, 0, .3), pill<T>(-0.076, -2.5, 0.043, 1.32, .3));  // cute_c2: 0.6
    REQUIRE(slanted);
    CHECK(close(slanted->depth, 1.59764, 1e-5));
}

TEMPLATE_TEST_CASE("the minimum translation of crossing capsules is the shorter one at any scale", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    for (int shift = -60; shift <= 58; ++shift) {  // their fourth powers leave the range of float
        const T u = std::ldexp(T(1), shift);
        const capsule<T> a{{-5 * u, 0}, {3 * u, 0}, u / 4}, b{{0, -2 * u}, {0, u * 5 / 2}, u / 4};
        CAPTURE(shift);
        const auto hit = collide(a, b);
        REQUIRE(hit);
        CHECK(hit->depth == u * 5 / 2);
        CHECK(hit->normal == vec2<T>{0, 1});
        CHECK(contact_manifold(a, b).points[0].depth == u * 5 / 2);
        CHECK(signed_distance(a, b) == -u * 5 / 2);
    }
}

TEMPLATE_TEST_CASE("a capsule whose ends coincide collides as a circle", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto hit = checked(pill<T>(0, 0, 0, 0, 1), disc<T>(0, 0, 1));  // a NaN in cute_c2, an assertion in Box2D
    REQUIRE(hit);
    CHECK(hit->depth == T(2));
    CHECK(collide(pill<T>(0, 0, 0, 0, 1), disc<T>(1.5, 0, 1)) == collide(disc<T>(0, 0, 1), disc<T>(1.5, 0, 1)));
    CHECK(checked(pill<T>(0, 0, 0, 0, 1), pill<T>(0, 0, 0, 0, 1))->depth == T(2));
    CHECK(checked(pill<T>(0, 0, 0, 0, 1), box<T>(.5, -9, 9, 9))->depth == T(.5));
}

TEMPLATE_TEST_CASE("a circle around a segment of length 0 has a minimum translation", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto hit = checked(disc<T>(0, 0, 1), segment<T>{{T(0), T(0)}, {T(0), T(0)}});  // no normal in Chipmunk2D
    REQUIRE(hit);
    CHECK(hit->depth == T(1));
    CHECK(hit->b_in_a);
    CHECK(!hit->a_in_b);
}

namespace {

/// The shapes whose pairs are tested, and the points of the views.
template <class T>
struct zoo {
    convex_polygon<T, 12> twelve = *regular_polygon<12>(12, T(2), vec2<T>{T(1), T(1)});
    std::vector<any_shape<T>> shapes{
        vec2<T>{T(1), T(2)},
        disc<T>(1, 2, 1.5),
        box<T>(-1, 0, 3, 2),
        obb<T>{{T(1), T(2)}, {T(2), T(1)}, rot2<T>::from_degrees(T(30))},
        segment<T>{{T(1), T(2)}, {T(4), T(3)}},
        pill<T>(1, 2, 4, 3, .5),
        triangle<T>{{T(0), T(0)}, {T(4), T(1)}, {T(1), T(3)}},
        convex_of<T>({{0, 0}, {4, 1}, {5, 5}, {1, 4}}),
        convex_polygon_view<T>{twelve},
        at(convex_polygon_view<T>{twelve}, transform2<T>{{T(1), T(0)}, rot2<T>::from_degrees(T(10))})};
};

}  // namespace

TEMPLATE_TEST_CASE("every shape intersects and contains itself", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const zoo<T> all;  // collision-rs and parry had pairs that did not
    for (const any_shape<T>& s : all.shapes) {
        CAPTURE(s.value.index());
        std::visit([](const auto& known) { CHECK(intersects(known, known)); }, s.value);
        const auto hit = checked_any(s, s);
        REQUIRE(hit);
        CHECK(hit->a_in_b);
        CHECK(hit->b_in_a);
    }
}

TEMPLATE_TEST_CASE("equal shapes of different kinds intersect and contain each other", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto four = *make_convex_polygon<4>(outline<T>({{0, 0}, {4, 0}, {4, 4}, {0, 4}}));
    const auto corner = *make_convex_polygon<4>(outline<T>({{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}));
    struct family {
        std::vector<any_shape<T>> shapes;
        double depth;  // out of itself
    };
    const family families[] = {
        {{box<T>(0, 0, 4, 4), as_obb(box<T>(0, 0, 4, 4)), four, convex_polygon_view<T>{four},
          at(convex_polygon_view<T>{corner}, vec2<T>{T(2), T(2)}),
          baked(at(box<T>(-2, -2, 2, 2), transform2<T>{{T(2), T(2)}, {T(0), T(1)}}))},
         4},
        {{disc<T>(1, 2, 3), pill<T>(1, 2, 1, 2, 3)}, 6},
        {{segment<T>{{T(0), T(2)}, {T(4), T(2)}}, segment<T>{{T(4), T(2)}, {T(0), T(2)}}, pill<T>(0, 2, 4, 2, 0),
          box<T>(0, 2, 4, 2), as_obb(box<T>(0, 2, 4, 2)), triangle<T>{{T(4), T(2)}, {T(1), T(2)}, {T(0), T(2)}}},
         0},
        {{vec2<T>{T(1), T(2)}, disc<T>(1, 2, 0), pill<T>(1, 2, 1, 2, 0), segment<T>{{T(1), T(2)}, {T(1), T(2)}},
          box<T>(1, 2, 1, 2), as_obb(box<T>(1, 2, 1, 2)), triangle<T>{{T(1), T(2)}, {T(1), T(2)}, {T(1), T(2)}}},
         0},
    };
    for (const family& f : families)
        for (const any_shape<T>& a : f.shapes)
            for (const any_shape<T>& b : f.shapes) {
                CAPTURE(a.value.index(), b.value.index());
                CHECK(intersects(a, b));
                CHECK(contains(a, b));
                const auto hit = collide(a, b);
                REQUIRE(hit);
                CHECK(hit->depth == static_cast<T>(f.depth));
                CHECK(hit->a_in_b);
                CHECK(hit->b_in_a);
                CHECK(is_unit(hit->normal));
            }
}

// Depths and normals.

TEMPLATE_TEST_CASE("polygons at pixel coordinates intersect", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto a = convex_of<T>({{-568, 928}, {-568, 1056}, {-848, 1056}, {-848, 928}}),
               b = convex_of<T>({{-688, 736}, {-688, 1184}, {-912, 1184}, {-912, 736}});
    const auto check = [](const std::optional<contact<T>>& hit) {  // cute_c2's GJK says no
        REQUIRE(hit);
        CHECK(hit->depth == T(160));
        CHECK(hit->normal == vec2<T>{-1, 0});
        CHECK(hit->mtv() == vec2<T>{160, 0});
    };
    check(checked(a, b));
    as_every_kind(bounds(a), bounds(b), check);
}

TEMPLATE_TEST_CASE("boxes whose edges are on the same lines intersect", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    as_every_kind(box<T>(-848, -754, -576, -482), box<T>(-592, -951, -576, -679),
                  [](const auto& hit) {  // cute_c2: no, for 8 of 4,897 boxes
                      REQUIRE(hit);
                      CHECK(hit->depth == T(16));
                      CHECK(hit->normal == vec2<T>{1, 0});
                      CHECK(hit->point_a.x == T(-576));
                      CHECK(hit->point_b.x == T(-592));
                      CHECK(hit->point_a.y == T(-716.5));  // the middle of the shared stretch
                      CHECK(hit->point_b.y == T(-716.5));
                  });
}

TEMPLATE_TEST_CASE("a box and a slanted polygon give one answer to every query", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto wedge = convex_of<T>({{334, 320}, {364, 320}, {364, 332}, {344, 332}});
    const auto hit = checked(box<T>(320, 320, 352, 352), wedge);  // cute_c2: apart, but with two contact points
    REQUIRE(hit);
    CHECK(hit->depth == T(12));
    CHECK(hit->normal == vec2<T>{0, -1});
}

TEMPLATE_TEST_CASE("a contained shape has the minimum translation", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto check = [](const auto& hit) {
        REQUIRE(hit);
        CHECK(hit->depth == T(3));
        CHECK(hit->normal == vec2<T>{1, 0});
        CHECK(hit->b_in_a);
        CHECK(!hit->a_in_b);
    };
    as_every_kind(box<T>(-10, -10, 10, 10), box<T>(7, -1, 9, 1), check);
    check(checked(box<T>(-10, -10, 10, 10), disc<T>(8, 0, 1)));
    check(checked(as_polygon(box<T>(-10, -10, 10, 10)), pill<T>(8, 0, 8, 0, 1)));
    as_every_kind(box<T>(-5, -1, 5, 1), box<T>(-1, -5, 1, 5), [](const auto& plus) {
        REQUIRE(plus);
        CHECK(plus->depth == T(6));
        CHECK(std::abs(plus->normal.x) == T(1));  // of four ways the lexicographically largest line
        CHECK(!plus->a_in_b);
        CHECK(!plus->b_in_a);
    });
}

TEMPLATE_TEST_CASE("a small box near a side of a large one leaves through it", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    as_every_kind(box<T>(.7, -.1, .9, .1), box<T>(-1, -1, 1, 1), [](const auto& hit) {
        REQUIRE(hit);
        CHECK(close(hit->depth, .3));
        CHECK(hit->normal == vec2<T>{-1, 0});
        CHECK(hit->a_in_b);
    });
}

TEMPLATE_TEST_CASE("a small box on the border of a large one is pushed off it", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    as_every_kind(box<T>(-.05, -1.04, .05, -.94), box<T>(-1, -1, 1, 1), [](const auto& hit) {
        REQUIRE(hit);
        CHECK(close(hit->depth, .06));
        CHECK(hit->normal == vec2<T>{0, 1});
        CHECK(!hit->a_in_b);
    });
}

TEMPLATE_TEST_CASE("a circle centred on a corner, and one below a side", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto corner = checked(disc<T>(1, 1, 1), box<T>(-1, -1, 1, 1));
    REQUIRE(corner);
    CHECK(corner->depth == T(1));
    const auto side = checked(disc<T>(.0517938, 3.05178815, .5), box<T>(-.5, 3.5, .5, 4.5));
    REQUIRE(side);
    CHECK(close(side->depth, .05178815));
    CHECK(side->normal == vec2<T>{0, 1});
}

TEMPLATE_TEST_CASE("stacked boxes, one shifted slightly", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    as_every_kind(box<T>(1.5, -1, 5.5, 1), box<T>(-2, -1, 2, 1), [](const auto& hit) {
        REQUIRE(hit);
        CHECK(hit->depth == T(.5));
        CHECK(hit->normal == vec2<T>{-1, 0});
    });
    as_every_kind(box<T>(-2, -.8, 2, 1.2), box<T>(-2, -1, 2, 1), [](const auto& hit) {
        REQUIRE(hit);
        CHECK(close(hit->depth, 1.8));
        CHECK(hit->normal == vec2<T>{0, -1});
    });
}

TEMPLATE_TEST_CASE("swapping the arguments reverses the normal and keeps the depth", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto hit = checked(box<T>(-1, -1, 1, 1), disc<T>(1.5, 0, 1)),
               back = checked(disc<T>(1.5, 0, 1), box<T>(-1, -1, 1, 1));
    REQUIRE(hit);
    REQUIRE(back);
    CHECK(hit->depth == T(.5));  // Chipmunk2D: +0.5 one way, -0.5 the other
    CHECK(back->depth == T(.5));
    CHECK(hit->normal == vec2<T>{1, 0});
    CHECK(back->normal == vec2<T>{-1, 0});
    CHECK(hit->point_a == vec2<T>{1, 0});
    CHECK(hit->point_b == vec2<T>{T(.5), 0});
}

TEMPLATE_TEST_CASE("assigning a field its own value changes no answer", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const circle<T> other = disc<T>(2, 0, 1);
    segment<T> line{{T(-4), T(0)}, {T(4), T(0)}};
    const auto before = checked(line, other);
    line.a = vec2<T>{T(-4), T(0)}, line.b = vec2<T>{T(4), T(0)};  // in Chipmunk2D this turns the normal round
    CHECK(collide(line, other) == before);
    REQUIRE(before);
    CHECK(before->depth == T(1));
    CHECK(line == segment<T>{{T(-4), T(0)}, {T(4), T(0)}});
}

// Containment: shapes include their boundary.

TEMPLATE_TEST_CASE("identical boxes contain each other", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    as_every_kind(box<T>(1, 2, 4, 7), box<T>(1, 2, 4, 7), [](const auto& hit) {  // SAT.js: one in the other only
        REQUIRE(hit);
        CHECK(hit->a_in_b);
        CHECK(hit->b_in_a);
    });
    as_every_kind(box<T>(1, 2, 4, 7), box<T>(1, 3, 4, 7), [](const auto& hit) {  // shared edges
        REQUIRE(hit);
        CHECK(!hit->a_in_b);
        CHECK(hit->b_in_a);
    });
}

TEMPLATE_TEST_CASE("a square whose sides lie on the boundary is contained", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto square = convex_of<T>({{0, 0}, {10, 0}, {10, 10}, {0, 10}});
    const auto made = make_convex_polygon(outline<T>({{-5, -5}, {15, 0}, {10, 10}, {0, 10}, {0, 0}}));
    CHECK(!made);  // it has a dent at its last corner
    CHECK(made.error() == polygon_error::not_convex);
    CHECK(made.index() == 4);
    const auto upper = convex_of<T>({{0, 0}, {15, 0}, {10, 10}, {0, 10}});
    CHECK(contains(upper, square));
    CHECK(contains(upper, box<T>(0, 0, 10, 10)));
    CHECK(!contains(square, upper));
    const auto hit = checked(square, upper);
    REQUIRE(hit);
    CHECK(hit->a_in_b);
    const auto hull = convex_hull(outline<T>({{-5, -5}, {15, 0}, {10, 10}, {0, 10}, {0, 0}}));
    REQUIRE(hull);
    CHECK(contains(*hull, square));
}

TEMPLATE_TEST_CASE("all four sides of a box belong to it", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> square = box<T>(0, 0, 10, 10);
    const T inside = std::nextafter(T(10), T(0)), outside = std::nextafter(T(10), T(11)),
            below = -std::numeric_limits<T>::denorm_min();
    const auto check = [&](const auto& shape) {  // SAT.js: yes, no, yes, no
        for (const vec2<T> p : {vec2<T>{0, 5}, vec2<T>{10, 5}, vec2<T>{5, 0}, vec2<T>{5, 10}, vec2<T>{0, 0},
                                vec2<T>{10, 0}, vec2<T>{10, 10}, vec2<T>{0, 10}}) {
            CHECK(contains(shape, p));
            CHECK(!penetrates(shape, p));
            CHECK(checked(shape, p)->depth == T(0));
        }
        CHECK(penetrates(shape, vec2<T>{inside, 5}));
        CHECK(penetrates(shape, vec2<T>{T(9.9999995), 5}) == (T(9.9999995) < T(10)));
        CHECK(!intersects(shape, vec2<T>{outside, 5}));
        CHECK(!intersects(shape, vec2<T>{5, outside}));
        CHECK(!intersects(shape, vec2<T>{5, below}));
        CHECK(!intersects(shape, vec2<T>{below, 5}));
    };
    check(square);
    check(as_polygon(square));
    check(as_obb(square));
}

// Outlines from users.

TEMPLATE_TEST_CASE("a clockwise square contains the circle inside it", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto hit = checked(convex_of<T>({{0, 0}, {0, 10}, {10, 10}, {10, 0}}), disc<T>(5, 5, 1));  // SAT.js: no
    REQUIRE(hit);
    CHECK(hit->b_in_a);
    CHECK(hit->depth == T(6));
}

TEMPLATE_TEST_CASE("a flat box far away does not intersect", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    CHECK(!checked(aabb<T>::from_corner(1000, 1000, 20, 0), disc<T>(50, 50, 20)));
    CHECK(checked(aabb<T>::from_corner(40, 60, 20, 0), disc<T>(50, 50, 20)));
}

TEMPLATE_TEST_CASE("outlines on which hulls were refused or crashed", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const std::initializer_list<vec2<double>> lists[] = {
        {{-1.70082211, -1.43221712},
         {0.5, -0.5},
         {0.104992867, 0.97400856},
         {-0.658002853, 0.926608086},
         {-0.994554818, 0.165337861}},
        {{-8.47001934, 0.545583606},
         {-7.67808914, 0.658928633},
         {-7.08414173, 0.743937373},
         {-7.36750412, 2.72376204},
         {-9.34732914, 2.44039965},
         {-9.06396675, 0.460574865}},
        {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}, {-0.538932145, -1.05806005}, {0.716915429, -1.01528442}},
        {{0, 0}, {.015, 0}, {.015, .015}, {0, .015}},  // Box2D welds these to nothing
        {{0, 0}, {1, 0}, {1, .009}, {0, .009}},
    };
    for (const auto& list : lists) {
        const auto points = outline<T>(list);
        const auto hull = convex_hull(points);
        REQUIRE(hull);
        CHECK(hull->size() >= 3);
        for (const vec2<T> p : points) CHECK(contains(*hull, p));
        for (const vec2<T> v : hull->vertices()) CHECK(std::find(points.begin(), points.end(), v) != points.end());
        CHECK(make_convex_polygon(hull->vertices()));
        CHECK(checked(*hull, *hull));
    }
}

TEMPLATE_TEST_CASE("segments that cross a vertical one at any position", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const segment<T> vertical{{T(600), T(0)}, {T(600), T(450)}};
    for (int y = 0; y <= 450; ++y) {  // raylib missed some
        const segment<T> line{{T(100.5), T(225)}, {T(700), static_cast<T>(y)}},
            flat{{T(100.5), static_cast<T>(y)}, {T(700), static_cast<T>(y)}};
        const bool through = penetrates(vertical, line) && intersects(line, vertical);
        const bool ends = intersects(vertical, flat) && penetrates(vertical, flat) == (y > 0 && y < 450);
        if (through && ends) continue;
        CAPTURE(y);
        CHECK(through);
        CHECK(ends);
    }
    CHECK(!intersects(vertical, segment<T>{{T(100.5), T(225)}, {T(599), T(225)}}));
    CHECK(intersects(vertical, segment<T>{{T(100.5), T(225)}, {T(600), T(225)}}));
    CHECK(!intersects(vertical, segment<T>{{T(100.5), T(225)}, {T(700), T(495.5)}}));
}

// A gap of exactly 0, and the smallest possible gap and overlap.

namespace {

template <class T>
struct touching_shape {
    any_shape<T> shape;
    bool thin;  // without interior; these are all on the x axis
};

/// Shapes that end at (1, 0), and shapes that begin at (1 + shift, 0).
template <class T>
struct meeting_at_one {
    convex_polygon<T, 9> nine = *make_convex_polygon<9>(outline<T>(
        {{-4, 0}, {-3, -1}, {-1.5, -1.5}, {.5, -.75}, {1, 0}, {.5, .75}, {-1.5, 1.5}, {-3, 1}, {-3.5, .75}}));
    convex_polygon<T, 4> diamond = *make_convex_polygon<4>(outline<T>({{0, 0}, {1, -1}, {2, 0}, {1, 1}}));

    std::vector<touching_shape<T>> left() const {
        return {{vec2<T>{T(1), T(0)}, true},
                {segment<T>{{T(0), T(0)}, {T(1), T(0)}}, true},
                {disc<T>(0, 0, 1), false},
                {pill<T>(-3, 0, 0, 0, 1), false},
                {box<T>(-1, -1, 1, 1), false},
                {obb<T>{{T(-1), T(0)}, {T(1), T(2)}, {T(0), T(1)}}, false},
                {triangle<T>{{T(-1), T(-1)}, {T(1), T(0)}, {T(-1), T(1)}}, false},
                {convex_of<T>({{-1, 0}, {0, -1}, {1, 0}, {0, 1}}), false},
                {convex_polygon_view<T>{nine}, false},
                {at(convex_polygon_view<T>{diamond}, transform2<T>{{T(1), T(0)}, {T(-1), T(0)}}), false}};
    }
    std::vector<touching_shape<T>> right(T shift) const {
        const T one = 1 + shift, two = 2 + shift, three = 3 + shift;  // free of rounding
        return {{vec2<T>{one, T(0)}, true},
                {segment<T>{{two, T(0)}, {one, T(0)}}, true},
                {circle<T>{{two, T(0)}, T(1)}, false},
                {capsule<T>{{two, T(0)}, {three, T(0)}, T(1)}, false},
                {aabb<T>{{one, T(-1)}, {three, T(1)}}, false},
                {obb<T>{{two, T(0)}, {T(2), T(1)}, {T(0), T(1)}}, false},
                {triangle<T>{{one, T(0)}, {three, T(-1)}, {three, T(1)}}, false},
                {*make_convex_polygon({vec2<T>{one, T(0)}, {two, T(-1)}, {three, T(0)}, {two, T(1)}}), false},
                {at(convex_polygon_view<T>{diamond}, vec2<T>{one, T(0)}), false}};
    }
};

}  // namespace

TEMPLATE_TEST_CASE("every pair with a gap of 0 touches, and with a gap of an ulp is separated or overlaps", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const meeting_at_one<T> world;
    const T gap = 2 * std::numeric_limits<T>::epsilon();
    const auto left = world.left(), touching = world.right(0), apart = world.right(gap),
               overlapping = world.right(-gap);
    for (const auto& a : left)
        for (std::size_t i = 0; i < touching.size(); ++i) {
            CAPTURE(a.shape.value.index(), touching[i].shape.value.index());
            const auto touch = checked_any(
                a.shape, touching[i].shape);  // cute_c2, Chipmunk2D, parry and GTE answer as the pair may be
            CHECK(!penetrates(a.shape, touching[i].shape));
            CHECK(touch.has_value());
            if (touch) {
                CHECK(touch->depth == T(0));
                CHECK(touch->mtv() == vec2<T>{0, 0});
                CHECK(length(touch->point_a - vec2<T>{1, 0}) <= gap);
                CHECK(length(touch->point_b - vec2<T>{1, 0}) <= gap);
                if (!a.thin && !touching[i].thin) CHECK(touch->normal.x > T(0));
            }

            CHECK(!checked_any(a.shape, apart[i].shape));
            if (a.thin && touching[i].thin) continue;
            const auto overlap_by_ulp = checked_any(a.shape, overlapping[i].shape);
            CHECK(penetrates(a.shape, overlapping[i].shape));
            CHECK(overlap_by_ulp.has_value());
            if (overlap_by_ulp) {
                CHECK(overlap_by_ulp->depth > T(0));
                CHECK(overlap_by_ulp->depth <= gap * T(1.001));
            }
        }
}

TEMPLATE_TEST_CASE("if two vertices touch, the normal is that of the facet nearest to the offset of the centres", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    // b stands on a vertex between the normals -(p, q) and -(q, p), and a points at it from below. b leans upwards or
    // to the right.
    for (int q = 2; q <= 9; ++q)
        for (int p = 1; p < q; ++p)
            for (const int lean : {-3, 3})
                for (const vec2<double> corner : {vec2{0., 0.}, vec2{3., -7.}, vec2{100., 41.}}) {
                    CAPTURE(p, q, lean, corner.x, corner.y);
                    const auto moved = [&](double x, double y) { return vec2<double>{x + corner.x, y + corner.y}; };
                    const auto a = convex_of<T>({moved(0, 0), moved(-10, -9), moved(-9, -10)});
                    const auto b = convex_of<T>(
                        {moved(0, 0), moved(3 * q, -3 * p), moved(20 * q, 20 * q + lean), moved(-3 * p, 3 * q)});
                    const auto hit = checked(a, b);
                    REQUIRE(hit);
                    CHECK(hit->depth == T(0));
                    const vec2<T> facet = lean > 0 ? vec2<T>{static_cast<T>(p), static_cast<T>(q)}
                                                   : vec2<T>{static_cast<T>(q), static_cast<T>(p)};
                    CHECK(length(hit->normal - unit_or(facet, vec2<T>{0, 1})) <= 4 * std::numeric_limits<T>::epsilon());
                }
}

TEST_CASE("an overlap smaller than any rounding scales with the shapes") {
    constexpr double e = std::numeric_limits<double>::epsilon();
    const auto scaled = [](double s) {
        const auto a = make_convex_polygon({vec2{0., 0.}, {3 * s, 1 * s}, {0., 3 * s}});
        const auto b = make_convex_polygon({vec2{1.5 * s, (.5 + e / 2) * s}, {3 * s, -2 * s}, {3 * s, -1 * s}});
        REQUIRE(a);
        REQUIRE(b);
        const capsule<double> line{{0, 0}, {3 * s, 1 * s}, 0};
        const double reach = 5 / std::sqrt(10.);  // of (1, 2) from that line
        std::vector<std::optional<contact<double>>> hits{collide(*a, *b), collide(*b, *a)};
        for (const double r : {reach, std::nextafter(reach, 0.), std::nextafter(reach, 2.)})
            hits.push_back(collide(circle<double>{{1 * s, 2 * s}, r * s}, line));
        return hits;
    };
    const auto expected = scaled(1);
    REQUIRE(expected[0]);
    CHECK(expected[0]->depth > 0);
    CHECK(expected[0]->depth < e);
    REQUIRE(expected[4]);
    CHECK(expected[4]->depth > 0);
    CHECK(expected[4]->depth < 4 * e);
    for (const int k : {-900, -600, -300, -100, 100, 300, 600, 900}) {
        CAPTURE(k);
        const auto hits = scaled(std::ldexp(1., k));
        for (std::size_t i = 0; i < hits.size(); ++i) {
            CAPTURE(i);
            REQUIRE(hits[i].has_value() == expected[i].has_value());
            if (!hits[i]) continue;
            CHECK(std::ldexp(hits[i]->depth, -k) == expected[i]->depth);
            CHECK(hits[i]->normal == expected[i]->normal);
        }
    }
}

TEMPLATE_TEST_CASE("a box that spins on a plank for 200,000 steps always has a valid contact", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const obb<T> plank{{T(0), T(-13)}, {T(300), T(1.5)}};
    int hits = 0, misses = 0, nonsense = 0;
    for (int i = 0; i < 200000; ++i) {
        const obb<T> spinning = obb<T>::from_radians({T(0), T(0)}, {T(10), T(10)}, static_cast<T>(i) * T(.001));
        const auto hit = i % 2 == 0 ? collide(spinning, plank) : flipped(collide(plank, spinning));
        if (intersects(spinning, plank) != hit.has_value()) ++nonsense;
        if (!hit) {
            ++misses;
            continue;
        }
        ++hits;
        if (!(hit->depth >= T(0) && hit->depth < T(3)) || !is_unit(hit->normal) || !(hit->normal.y < T(-.99)))
            ++nonsense;
    }
    CHECK(nonsense == 0);
    CHECK(hits > 30000);
    CHECK(misses > 30000);
}
