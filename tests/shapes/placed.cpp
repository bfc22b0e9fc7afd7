// Shapes with a transform.

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace hitbox;

namespace {

using transform = transform2<double>;

constexpr rot2<double> quarter_turn{0, 1};
constexpr transform there{{10, 20}, quarter_turn};
constexpr auto wedge = *make_convex_polygon({vec2{0., 0.}, {4., 0.}, {0., 2.}});

static_assert(at(vec2{1., 0.}, there) == placed<vec2<double>>{{1, 0}, there});
static_assert(at(circle{vec2{1., 0.}, 2.}, vec2{10., 20.}) == at(circle{vec2{1., 0.}, 2.}, transform{{10, 20}, {}}),
              "a position is a transform that does not turn");
static_assert(at(circle{vec2{1., 0.}, 2.}, there) != at(circle{vec2{1., 0.}, 2.}, transform{}));

static_assert(baked(at(vec2{1., 0.}, there)) == vec2{10., 21.});
static_assert(baked(at(circle{vec2{1., 0.}, 2.}, there)) == circle{vec2{10., 21.}, 2.});
static_assert(baked(at(segment{vec2{1., 0.}, vec2{0., 3.}}, there)) == segment{vec2{10., 21.}, vec2{7., 20.}});
static_assert(baked(at(capsule{vec2{1., 0.}, vec2{0., 3.}, 4.}, there)) == capsule{vec2{10., 21.}, vec2{7., 20.}, 4.});
static_assert(baked(at(triangle{vec2{1., 0.}, vec2{0., 3.}, vec2{0., 0.}}, there)) ==
              triangle{vec2{10., 21.}, vec2{7., 20.}, vec2{10., 20.}});
static_assert(baked(at(wedge, there)) == *make_convex_polygon({vec2{10., 20.}, {10., 24.}, {8., 20.}}));
static_assert(baked(at(aabb{vec2{0., 0.}, vec2{4., 2.}}, there)) ==
                  *make_convex_polygon<4>({vec2{10., 20.}, {10., 24.}, {8., 24.}, {8., 20.}}),
              "a box becomes a polygon");
static_assert(baked(at(obb{vec2{2., 1.}, vec2{2., 1.}}, there)) == baked(at(aabb{vec2{0., 0.}, vec2{4., 2.}}, there)));
static_assert(baked(at(at(circle{vec2{1., 0.}, 2.}, transform{{1, 1}, quarter_turn}), there)) ==
                  circle{vec2{8., 21.}, 2.},
              "first the inner one");

static_assert(center(at(circle{vec2{1., 0.}, 2.}, there)) == vec2{10., 21.} &&
              radius(at(circle{vec2{1., 0.}, 2.}, there)) == 2);
static_assert(support(at(wedge, there), {0, 1}) == vec2{10., 24.} &&
              bounds(at(wedge, there)) == aabb{vec2{8., 20.}, vec2{10., 24.}});
static_assert(area(at(wedge, there)) == 4 && valid(at(wedge, there)));
static_assert(!valid(at(wedge, transform{{0, 0}, {0, 0}})) && !valid(at(circle{vec2{1., 0.}, -2.}, there)) &&
              !valid(at(convex_polygon<double>{}, there)));
static_assert(convex<placed<circle<float>>> && convex<placed<aabb<float>>> &&
              convex<placed<convex_polygon_view<float>>> && convex<placed<placed<obb<float>>>>);

static_assert(intersects(at(wedge, there), vec2{9., 20.}) && !intersects(wedge, vec2{9., 20.}));
static_assert(contains(at(wedge, there), vec2{9.5, 20.5}) && penetrates(at(wedge, there), at(wedge, there)));

template <class T>
class random_places {
public:
    T between(double low, double high) {
        return static_cast<T>(low + (high - low) * (static_cast<double>(random_() >> 11) * 0x1p-53));
    }
    vec2<T> vec(double max_abs) {
        const T x = between(-max_abs, max_abs);
        return {x, between(-max_abs, max_abs)};
    }
    transform2<T> motion(double max_abs) {
        const vec2<T> translation = vec(max_abs);
        return {translation, rot2<T>::from_radians(between(-4, 4))};
    }

private:
    std::mt19937_64 random_{41};
};

template <class T>
std::vector<vec2<T>> corners_of(const auto& list) {
    std::vector<vec2<T>> corners;
    for (std::size_t i = 0; i < list.size(); ++i) corners.push_back(list[i]);
    return corners;
}

/// Checks that a query of at(s, t) equals the query of baked(at(s, t)), bit for bit.
template <class S, class Other>
void check_same_as_baked(const S& shape, const transform2<scalar_t<S>>& t, const Other& other) {
    const auto seen = at(shape, t);
    const auto moved = baked(seen);
    CHECK(intersects(seen, other) == intersects(moved, other));
    CHECK(intersects(other, seen) == intersects(other, moved));
    CHECK(penetrates(seen, other) == penetrates(moved, other));
    CHECK(contains(seen, other) == contains(moved, other));
    CHECK(contains(other, seen) == contains(other, moved));
    CHECK(collide(seen, other) == collide(moved, other));
    CHECK(collide(other, seen) == collide(other, moved));
    CHECK(bounds(seen) == bounds(moved));
    CHECK(center(seen) == center(moved));
    const auto corners = corners_of<scalar_t<S>>(vertices(seen)), expected = corners_of<scalar_t<S>>(vertices(moved));
    CHECK(std::is_permutation(corners.begin(), corners.end(), expected.begin(), expected.end()));
    CHECK(support(seen, vec2<scalar_t<S>>{1, 2}) == support(moved, vec2<scalar_t<S>>{1, 2}));
    CHECK(sat::project(seen, vec2<scalar_t<S>>{1, 2}) == sat::project(moved, vec2<scalar_t<S>>{1, 2}));
    CHECK(sat::separating_axis(seen, other) == sat::separating_axis(moved, other));
}

}  // namespace

TEMPLATE_TEST_CASE("a query of a placed shape equals the query of the baked one, bit for bit", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    random_places<T> random;
    for (int i = 0; i < 40; ++i) {
        CAPTURE(i);
        const transform2<T> t = random.motion(2);
        const obb<T> other{random.vec(2), {T(1.5), T(.5)}, rot2<T>::from_radians(random.between(-4, 4))};
        check_same_as_baked(obb<T>{random.vec(1), {T(1), T(.5)}, rot2<T>::from_radians(random.between(-4, 4))}, t,
                            other);
        check_same_as_baked(capsule<T>{random.vec(1), random.vec(1), T(.25)}, t, other);
        check_same_as_baked(*regular_polygon(6, T(1), random.vec(1)), t, other);
#if !HITBOX_FEW_TYPES
        check_same_as_baked(random.vec(1), t, other);
        check_same_as_baked(circle<T>{random.vec(1), T(.75)}, t, other);
        check_same_as_baked(aabb<T>::from_center(random.vec(1), {T(1), T(.5)}), t, other);
        check_same_as_baked(segment<T>{random.vec(1), random.vec(1)}, t, other);
        check_same_as_baked(triangle<T>{random.vec(1), random.vec(1), random.vec(1)}, t, other);
        check_same_as_baked(at(circle<T>{random.vec(1), T(.75)}, random.motion(1)), t, other);
#endif
    }
}

TEMPLATE_TEST_CASE("an any_shape takes a placed shape, and holds the baked one", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const transform2<T> where{{3, 1}, rot2<T>::from_degrees(T(30))};
    const triangle<T> wedge{{0, 0}, {2, 0}, {0, 1}};
    const auto check = [&where](const auto& shape) {
        const any_shape<T> held = at(shape, where);
        CHECK(held == any_shape<T>{baked(at(shape, where))});
        CHECK(collide(held, circle<T>{{3, 2}, 1}) == collide(at(shape, where), circle<T>{{3, 2}, 1}));
    };
    check(vec2<T>{1, 2});
    check(circle<T>{{1, 0}, 1});
    check(aabb<T>{{0, 0}, {2, 1}});
    check(segment<T>{{0, 0}, {2, 1}});
    check(capsule<T>{{0, 0}, {2, 1}, 1});
    check(wedge);
    check(regular_polygon<8>(8, T(2)).value());
    check(rounded{wedge, T(.25)});
    check(any_shape<T>{wedge});
    const std::vector<any_shape<T>> walls{at(wedge, where), circle<T>{{0, 0}, 1}};
    const compound<T> both{at(wedge, where), circle<T>{{0, 0}, 1}};
    CHECK((both.size() == 2 && both[0] == walls[0]));
}

TEMPLATE_TEST_CASE("the vertices of a placed shape outlive the expression that makes them", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto square = *make_convex_polygon({vec2{T(0), T(0)}, {T(1), T(0)}, {T(1), T(1)}, {T(0), T(1)}});
    const auto list = vertices(at(square, vec2<T>{T(5), T(7)}));
    const auto of_box = vertices(at(aabb<T>{{T(0), T(0)}, {T(1), T(1)}}, vec2<T>{T(5), T(7)}));
    const std::vector<vec2<T>> expected{{T(5), T(7)}, {T(6), T(7)}, {T(6), T(8)}, {T(5), T(8)}};
    CHECK(corners_of<T>(list) == expected);
    CHECK(corners_of<T>(of_box) == expected);
    CHECK(corners_of<T>(vertices(at(segment<T>{{T(0), T(0)}, {T(1), T(1)}}, vec2<T>{T(5), T(7)}))) ==
          std::vector<vec2<T>>{{T(5), T(7)}, {T(6), T(8)}});
}

TEMPLATE_TEST_CASE("the vertices of a placed shape are the transformed vertices of the shape", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    random_places<T> random;
    for (int i = 0; i < 50; ++i) {
        const transform2<T> t = random.motion(100);
        const auto hexagon = *regular_polygon(6, T(2), random.vec(3));
        const auto moved = baked(at(hexagon, t));
        REQUIRE(moved.size() == 6);
        for (std::size_t k = 0; k < 6; ++k) CHECK(moved[k] == t * hexagon[k]);
        const triangle<T> wedge_of_t{random.vec(1), random.vec(1), random.vec(1)};
        CHECK(baked(at(wedge_of_t, t)) == triangle<T>{t * wedge_of_t.a, t * wedge_of_t.b, t * wedge_of_t.c});
    }
}

TEMPLATE_TEST_CASE("a placed view is valid if its polygon is, and has its answers", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    random_places<T> random;
    for (int i = 0; i < 40; ++i) {
        CAPTURE(i);
        const auto hexagon = *regular_polygon(6, T(1), random.vec(1));
        const transform2<T> t = random.motion(2), u = random.motion(1);
        const auto as_view = at(convex_polygon_view<T>{hexagon}, t);
        const auto as_polygon = at(hexagon, t);
        const obb<T> other{random.vec(2), {T(1.5), T(.5)}, rot2<T>::from_radians(random.between(-4, 4))};
        CHECK(intersects(as_view, other) == intersects(as_polygon, other));
        CHECK(penetrates(other, as_view) == penetrates(other, as_polygon));
        CHECK(contains(as_view, other) == contains(as_polygon, other));
        CHECK(contains(as_view, as_polygon));
        CHECK(contains(as_polygon, as_view));
        CHECK(bounds(as_view) == bounds(as_polygon));
        // The mean of the same vertices, summed in another order.
        CHECK(length(center(as_view) - center(as_polygon)) <= T(8) * std::numeric_limits<T>::epsilon());
        CHECK(support(as_view, vec2<T>{1, 2}) == support(as_polygon, vec2<T>{1, 2}));
        const auto hit = collide(as_view, other), expected = collide(as_polygon, other);
        REQUIRE(hit.has_value() == expected.has_value());
        if (hit) {
            CHECK(hit->depth == expected->depth);
            CHECK(hit->normal == expected->normal);
        }
        CHECK(corners_of<T>(vertices(as_view)).size() == 6);
        CHECK(valid(as_view));
        CHECK(baked(at(as_view, u)).transform == u * t);  // no room for its corners: still a view
    }
}

TEMPLATE_TEST_CASE("a shape placed so that rounding merges its vertices is still usable", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const T far = 8 / std::numeric_limits<T>::epsilon();
    const auto octagon = *regular_polygon(8, T(5));
    const aabb<T> box{{T(-2), T(-1)}, {T(2), T(1)}};
    const convex_polygon_view<T> view = octagon;
    for (int degrees = 0; degrees < 90; degrees += 9) {
        CAPTURE(degrees);
        const transform2<T> t{{far, -far}, rot2<T>::from_degrees(static_cast<T>(degrees))};
        const auto check = [&](const auto& shape) {
            CHECK(valid(shape));
            CHECK(intersects(shape, shape));
            CHECK(contains(shape, shape));
            CHECK(contains(bounds(shape), shape));
            const auto hit = collide(shape, circle<T>{{far, -far}, T(64)});
            REQUIRE(hit);
            CHECK(hit->depth > 0);
            CHECK(hit->a_in_b);
            CHECK(!intersects(shape, circle<T>{{far, far}, T(64)}));
        };
        check(at(octagon, t));
        check(at(box, t));
        check(at(view, t));
        check(at(triangle<T>{{T(0), T(0)}, {T(3), T(0)}, {T(0), T(3)}}, t));
        check(at(vec2<T>{T(1), T(1)}, t));
    }
}

TEMPLATE_TEST_CASE("the vertices of a baked box or polygon are those of the hull of its transformed vertices", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    random_places<T> random;
    std::size_t thin = 0, changed = 0;
    const auto count_of = [](const auto& list) { return static_cast<std::ptrdiff_t>(list.size()); };
    const auto check = [&](const auto& shape, const transform2<T>& t) {
        std::vector<vec2<T>> corners;
        for (const vec2<T> p : vertices(shape)) corners.push_back(t * p);
        const auto polygon = baked(at(shape, t));
        const auto found = corners_of<T>(vertices(polygon));
        const auto expected = convex_hull(corners);
        aabb<T> around{corners[0], corners[0]};
        for (const vec2<T> p : corners) around = merged(around, bounds(p));
        CHECK(bounds(at(shape, t)) == around);
        CHECK(bounds(at(any_shape<T>{shape}, t)) == around);
        if (!expected) {
            CHECK(count_of(found) < 3);
            ++changed;
            return;
        }
        REQUIRE(count_of(found) == count_of(expected->vertices()));
        const auto from = std::find(found.begin(), found.end(), (*expected)[0]);
        REQUIRE(from != found.end());
        for (std::size_t i = 0; i < found.size(); ++i)
            CHECK(found[(i + static_cast<std::size_t>(from - found.begin())) % found.size()] == (*expected)[i]);
        changed += found.size() < corners.size();
        for (const vec2<T> p : found) CHECK(intersects(at(shape, t), p));
    };
    for (std::size_t i = 0; i < hitbox_tests::many_if_optimised(3000, 300); ++i) {
        CAPTURE(i);
        const T far = std::ldexp(T(1), static_cast<int>(i % 40) - 10);
        const transform2<T> t = random.motion(static_cast<double>(far));
        // As thick as a few roundings of the coordinates: here an edge may turn inwards, or vertices become equal.
        const T ulp = far * std::numeric_limits<T>::epsilon(), thickness = random.between(.25, 100) * ulp;
        const T height = i % 2 == 0 ? T(1) : thickness;
        const vec2<T> corner = i % 3 == 0 ? vec2<T>{} : random.vec(static_cast<double>(far));
        thin += i % 2;
        check(aabb<T>{corner, corner + vec2<T>{T(1), height}}, t);
        check(obb<T>{corner, {T(1), height}, rot2<T>::from_radians(random.between(-4, 4))}, t);
        if (const auto polygon = regular_polygon(3 + i % 6, height, corner)) check(*polygon, t);
    }
    // The smallest numbers: a rounding is as long as an edge.
    const T least = std::numeric_limits<T>::denorm_min();
    for (std::size_t i = 0; i < hitbox_tests::many_if_optimised(3000, 300); ++i) {
        CAPTURE(i);
        const auto whole = [&random] { return std::floor(random.between(-8, 9)); };
        const transform2<T> t{{whole() * least, whole() * least}, rot2<T>::from_radians(random.between(-4, 4))};
        std::vector<vec2<T>> points;
        for (int k = 0; k < 7; ++k) points.push_back(vec2<T>{whole(), whole()} * least);
        if (const auto polygon = convex_hull(points)) check(*polygon, t);
        const vec2<T> half{(std::abs(whole()) + 1) * least, (std::abs(whole()) + 1) * least};
        check(obb<T>{{0, 0}, half, rot2<T>::from_radians(random.between(-4, 4))}, t);
        check(aabb<T>{vec2<T>{} - half, half}, t);
    }
    CHECK(thin > 0);
    CHECK(changed > 0);
}

TEMPLATE_TEST_CASE("a placed shape with an invalid transform is not valid and intersects nothing", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const aabb<T> box{{T(-1), T(-1)}, {T(1), T(1)}};
    for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                        -std::numeric_limits<T>::infinity()}) {
        for (const transform2<T>& t : {transform2<T>{{bad, 0}, {}}, transform2<T>{{0, bad}, {}},
                                       transform2<T>{{0, 0}, {bad, 0}}, transform2<T>{{0, 0}, {1, bad}}}) {
            CHECK(!valid(at(box, t)));
            CHECK(!intersects(at(box, t), box));
            CHECK(!intersects(box, at(box, t)));
            CHECK(!penetrates(at(box, t), box));
            CHECK(!contains(box, at(box, t)));
            CHECK(!collide(at(box, t), box));
        }
    }
    CHECK(!intersects(at(box, transform2<T>{{0, 0}, {2, 0}}), box));
    CHECK(!intersects(at(aabb<T>{{T(1), T(0)}, {T(0), T(1)}}, vec2<T>{0, 0}), box));
}

namespace {

/// A user's shape that has a support function only.
template <class T>
struct turned_ellipse {
    using scalar_type = T;
    vec2<T> middle, half;
};
template <class T>
constexpr vec2<T> center(const turned_ellipse<T>& e) {
    return e.middle;
}
template <class T>
constexpr vec2<T> support(const turned_ellipse<T>& e, vec2<T> d) {
    const vec2<T> u = unit_or(vec2<T>{d.x * e.half.x, d.y * e.half.y}, vec2<T>{0, 1});
    return e.middle + vec2<T>{u.x * e.half.x, u.y * e.half.y};
}

}  // namespace

TEMPLATE_TEST_CASE("a polygon baked or translated by a NaN or an infinity is empty", "", HITBOX_TESTS_REALS) {
    // Found by fuzzing. Only an empty polygon is invalid, so a polygon must not contain a NaN.
    using T = TestType;
    const aabb<T> box{{0, 0}, {1, 1}};
    const convex_polygon<T, 8> polygon = *convex_hull<8>(vertices(box));
    for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity()}) {
        for (const transform2<T>& t : {transform2<T>{{bad, 0}, {}}, transform2<T>{{0, 0}, {1, bad}}}) {
            CHECK_FALSE(valid(baked(at(box, t))));
            CHECK_FALSE(valid(baked(at(obb<T>{{0, 0}, {1, 1}}, t))));
            CHECK_FALSE(valid(baked(at(polygon, t))));
            CHECK_FALSE(valid(baked(at(any_shape<T>{polygon}, t))));
        }
        CHECK_FALSE(valid(translated(polygon, {0, bad})));
        CHECK_FALSE(intersects(translated(polygon, {bad, 0}), box));
    }
}

TEMPLATE_TEST_CASE("a user's shape can be placed", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto turned = at(turned_ellipse<T>{{T(1), T(0)}, {T(4), T(1)}}, transform2<T>{{T(10), T(20)}, {T(0), T(1)}});
    STATIC_REQUIRE(convex<placed<turned_ellipse<T>>>);
    STATIC_REQUIRE(!faceted<placed<turned_ellipse<T>>>);
    constexpr T tolerance = 64 * std::numeric_limits<T>::epsilon();
    CHECK(center(turned) == vec2<T>{T(10), T(21)});
    CHECK(length(support(turned, vec2<T>{0, 1}) - vec2<T>{T(10), T(25)}) <= tolerance);
    CHECK(length(support(turned, vec2<T>{1, 0}) - vec2<T>{T(11), T(21)}) <= tolerance);
    CHECK(intersects(turned, vec2<T>{T(10), T(24.9)}));
    CHECK(!intersects(turned, vec2<T>{T(13), T(21)}));
    const auto hit = collide(turned, aabb<T>{{T(5), T(24.5)}, {T(15), T(30)}});
    REQUIRE(hit);
    CHECK(std::abs(hit->depth - T(.5)) <= tolerance);
    CHECK(std::abs(hit->normal.y - 1) <= tolerance);
    CHECK(valid(turned));
    CHECK(!valid(at(turned_ellipse<T>{{std::numeric_limits<T>::quiet_NaN(), T(0)}, {T(4), T(1)}}, vec2<T>{0, 0})));
}

TEST_CASE("a polygon baked by a rotation of length zero is a point") {
    // Found by fuzzing.
    const auto square = assume_convex<8>({vec2<float>{0, 0}, {1, 0}, {1, 1}, {0, 1}});
    const auto point = baked(at(square, transform2<float>{{3, 2}, {0, 0}}));
    CHECK(point.size() == 1);
    CHECK_FALSE(intersects(point, vec2{0.f, 0.f}));
    CHECK(collide(point, vec2{3.f, 2.f})->depth == 0);
}

TEST_CASE("a placed rounded view is the placed view, rounded") {
    const std::vector<vec2<float>> points{{0, 0}, {4, 0}, {0, 3}};
    const auto view = *make_convex_polygon_view(points);
    const auto moved = baked(at(rounded{view, .5f}, transform2<float>{{1, 2}, {0, 1}}));
    CHECK(moved == rounded{at(view, transform2<float>{{1, 2}, {0, 1}}), .5f});
    CHECK(bounds(moved) == aabb<float>{{-2.5f, 1.5f}, {1.5f, 6.5f}});
}

TEMPLATE_TEST_CASE("the bound of a shape is its largest absolute coordinate, whichever it is", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const vec2<T> far : {vec2<T>{100, 1}, {1, 100}, {-100, 1}, {1, -100}}) {
        CHECK(detail::max_abs_of(circle<T>{far, 2}) == 102);
        CHECK(detail::max_abs_of(capsule<T>{{0, 0}, far, T(.5)}) == T(100.5));
        CHECK(detail::max_abs_of(aabb<T>::from_center(far, {1, 1})) == 101);
    }
}
