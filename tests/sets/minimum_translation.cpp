// The minimum translation out of several solids: it separates, and no shorter translation does.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"
#include "../rounds.hpp"

#include <cmath>
#include <random>

using namespace hitbox;

namespace {

double number(std::mt19937& random, double from, double to) {
    return from + (to - from) * static_cast<double>(random()) / 4294967296.0;
}

template <class T>
any_shape<T> make_piece(std::mt19937& random, double spread, bool rounded) {
    const auto at_random = [&](double from, double to) { return static_cast<T>(number(random, from, to)); };
    const vec2<T> p{at_random(-spread, spread), at_random(-spread, spread)};
    switch (random() % (rounded ? 5 : 3)) {
        case 0: return aabb<T>::from_center(p, {at_random(0.2, 2), at_random(0.2, 2)});
        case 1: return obb<T>{p, {at_random(0.2, 2), at_random(0.2, 2)}, rot2<T>::from_degrees(at_random(0, 180))};
        case 2:
            return triangle<T>{p, p + vec2<T>{at_random(1, 3), at_random(-1, 1)},
                               p + vec2<T>{at_random(-1, 1), at_random(1, 3)}};
        case 3: return circle<T>{p, at_random(0.3, 1.5)};
        default: return capsule<T>{p, p + vec2<T>{at_random(-2, 2), at_random(-2, 2)}, at_random(0.1, 1)};
    }
}

template <class T>
bool any_penetrates(const any_shape<T>& mover, vec2<T> move, const std::vector<any_shape<T>>& pieces) {
    for (const auto& p : pieces)
        if (penetrates(translated(mover, move), p)) return true;
    return false;
}
template <class T>
T deepest(const any_shape<T>& mover, vec2<T> move, const std::vector<any_shape<T>>& pieces) {
    T max_depth{0};
    for (const auto& p : pieces)
        if (const auto hit = collide(translated(mover, move), p)) max_depth = std::max(max_depth, hit->depth);
    return max_depth;
}

/// Checks that the translation separates, and that each shorter one leaves an overlap with a piece.
template <class T>
void check_contact(std::mt19937& random, const any_shape<T>& mover, const std::vector<any_shape<T>>& pieces,
                   const contact<T>& hit) {
    const T tolerance = T(64) * std::numeric_limits<T>::epsilon() * T(16);
    CHECK(std::abs(length(hit.normal) - T(1)) <= T(4) * std::numeric_limits<T>::epsilon());
    CHECK(deepest(mover, hit.mtv(), pieces) <= tolerance);
    for (int i = 0; i < 60; ++i) {
        const double angle = number(random, 0, 6.283185307179586), share = std::sqrt(number(random, 0, 1)) * 0.999;
        const T length_of_move = static_cast<T>(share) * hit.depth - tolerance;
        if (!(length_of_move > T(0))) continue;
        const vec2<T> move{static_cast<T>(std::cos(angle)) * length_of_move,
                           static_cast<T>(std::sin(angle)) * length_of_move};
        CHECK(any_penetrates(mover, move, pieces));
    }
    const vec2<T> across = hit.point_b - hit.point_a, out = hit.mtv();
    CHECK(std::abs(across.x - out.x) + std::abs(across.y - out.y) <= tolerance);
    CHECK(signed_distance(mover, hit.point_a) <= tolerance);
}

template <class T>
void try_many(unsigned seed, double spread, int count, bool rounded, int sets = hitbox_tests::many_if_all(250, 15)) {
    std::mt19937 random{seed};
    int overlaps = 0, crossings = 0;
    for (int i = 0; i < sets; ++i) {
        std::vector<any_shape<T>> pieces;
        for (int k = 0; k < count; ++k) pieces.push_back(make_piece<T>(random, spread, rounded));
        const any_shape<T> mover = make_piece<T>(random, spread / 2, rounded);
        const compound<T> all{pieces};
        INFO("seed " << seed << ", set " << i);
        const auto hit = collide(mover, all);
        CHECK(hit.has_value() == intersects(mover, all));
        CHECK((hit && hit->depth > T(0)) == penetrates(mover, all));
        CHECK(collide(all, mover) == flipped(hit));
        CHECK((distance(mover, all).distance == T(0)) == hit.has_value());
        if (!hit) continue;
        ++overlaps;
        check_contact(random, mover, pieces, *hit);
        const T single = collide(mover, compound<T>{std::vector<any_shape<T>>{pieces[0]}}).value_or(contact<T>{}).depth;
        if (single != hit->depth) ++crossings;
    }
    CHECK(overlaps * 6 > sets);
    CHECK(crossings * 25 > sets);
}

}  // namespace

TEST_CASE("the minimum translation out of polygons separates, and no shorter one does") {
    try_many<float>(1, 2, 4, false);
    try_many<float>(2, 4, 16, false);
#if !HITBOX_FEW_TYPES
    try_many<double>(3, 3, 8, false);
#endif
    try_many<float>(8, 8, 100, false, hitbox_tests::many_if_all(25, 5));
}
TEST_CASE("the minimum translation out of round shapes separates, and no shorter one does") {
    try_many<float>(4, 2, 4, true);
    try_many<float>(5, 4, 16, true);
#if !HITBOX_FEW_TYPES
    try_many<double>(6, 3, 8, true);
    try_many<double>(9, 8, 100, true, hitbox_tests::many_if_all(25, 5));
#endif
}

TEST_CASE("the minimum translation out of a set of one piece is that of the piece") {
    std::mt19937 random{7};
    for (int i = 0; i < 1000; ++i) {
        const any_shape<float> mover = make_piece<float>(random, 1.5, true),
                               piece = make_piece<float>(random, 1.5, true);
        const std::vector<any_shape<float>> one{piece};
        const auto set = collide(mover, one);
        const auto pair = collide(mover, piece);
        INFO("pair " << i);
        REQUIRE(set.has_value() == pair.has_value());
        if (!pair) continue;
        CHECK(std::abs(set->depth - pair->depth) <= 1e-6f);
        CHECK(length(set->normal - pair->normal) <= 1e-5f);
        CHECK(length(set->point_a - pair->point_a) <= 1e-5f);
        CHECK(set->a_in_b == pair->a_in_b);
        CHECK(set->b_in_a == pair->b_in_a);
    }
}

TEST_CASE("a minimum translation may lead into a hole that fits") {
    const std::vector<vec2<float>> outline{{-8, -8}, {8, -8}, {8, 8}, {-8, 8}};
    const std::vector<std::vector<vec2<float>>> holes{{{-1, -1}, {-1, 1}, {1, 1}, {1, -1}}};
    const compound<float> frame{make_polygon(outline, holes).value()};
    const auto fits = collide(aabb<float>{{-0.75f, -1}, {1.25f, 1}}, frame);
    REQUIRE(fits);
    CHECK(fits->depth == 0.25f);
    CHECK(fits->normal == vec2<float>{1, 0});
    CHECK_FALSE(penetrates(aabb<float>{{-1, -1}, {1, 1}}, frame));
    CHECK(intersects(aabb<float>{{-1, -1}, {1, 1}}, frame));
    const auto too_big = collide(aabb<float>{{-1, -1}, {1.25f, 1}}, frame);
    REQUIRE(too_big);
    CHECK(too_big->depth == 9);
}

TEST_CASE("a point or a segment on a seam is inside, and is led out of the whole solid") {
    const std::vector<aabb<float>> tiles{{{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}, {{0, 1}, {2, 2}}};
    const compound<float> wall{tiles};
    CHECK(penetrates(vec2<float>{1, 0.5f}, wall));
    CHECK(penetrates(vec2<float>{1, 1}, wall));
    CHECK(penetrates(segment<float>{{1, 0.25f}, {1, 0.5f}}, wall));
    CHECK_FALSE(penetrates(vec2<float>{1, 0}, wall));
    CHECK_FALSE(penetrates(vec2<float>{0, 1}, wall));
    CHECK_FALSE(penetrates(segment<float>{{0, 0.5f}, {0, 1.5f}}, wall));
    const auto out = collide(vec2<float>{1, 0.25f}, wall);
    REQUIRE(out);
    CHECK(out->depth == 0.25f);
    CHECK(out->normal == vec2<float>{0, 1});
    const auto touch = collide(vec2<float>{1, 0}, wall);
    REQUIRE(touch);
    CHECK(touch->depth == 0);
    CHECK(touch->normal == vec2<float>{0, 1});
    CHECK(contains(wall, segment<float>{{0.5f, 0.5f}, {1.5f, 1.5f}}));
    CHECK_FALSE(contains(wall, segment<float>{{0.5f, 0.5f}, {1.5f, 2.5f}}));
}

TEST_CASE("an empty or an invalid set collides with nothing") {
    const compound<float> none;
    const circle<float> c{{0, 0}, 1};
    CHECK_FALSE(intersects(none, c));
    CHECK_FALSE(collide(c, none).has_value());
    CHECK(distance(c, none).distance == std::numeric_limits<float>::infinity());
    CHECK(contact_manifold(c, none).count == 0);
    CHECK(shape_cast(c, {1, 0}, none).status == cast_status::failed);
    CHECK_FALSE(ray_cast(ray<float>{{0, 0}, {1, 0}}, none).has_value());
    const std::vector<circle<float>> broken{{{0, 0}, -1}};
    CHECK_FALSE(intersects(compound<float>{broken}, c));
    CHECK_FALSE(valid(compound<float>{broken}));
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
TEST_CASE("a shape that is inside by less than rounding is not led out at the far side") {
    const vec2<double> corners[] = {{-31751337, 28017099}, {-114, -3735552}, {54, -70}};
    const auto mover = make_convex_polygon(corners).value();
    const std::vector<vec2<double>> point{{-114, 1.5683947131037712}};
    const std::vector<any_shape<double>> pieces{point[0]};
    const auto hit = collide(mover, pieces);
    REQUIRE(hit);
    CHECK(hit->depth < 60);
    const auto left = collide(translated(mover, hit->mtv()), pieces);
    CHECK((!left || left->depth <= 1e-7));
}

TEST_CASE("pieces whose squared sizes underflow in double collide like points") {
    const std::vector<any_shape<double>> pieces{triangle<double>{{0, 0}, {1e-200, 0}, {0, 1e-200}},
                                                aabb<double>{{0.5, -3}, {1, 3}}};
    const auto hit = collide(circle<double>{{0.25, 0}, 1}, pieces);
    REQUIRE(hit);
    CHECK(hit->depth > 0);
    CHECK(!penetrates(circle<double>{vec2<double>{0.25, 0} + hit->mtv() * 1.0001, 1}, pieces));
}

TEST_CASE("discs that are inside by less than rounding have a minimum translation") {
    const std::vector<any_shape<double>> pieces{
        obb<double>{{2, 2.0000000000000018}, {2.0000000000000471, 1.8125}, {-1, 0}}, vec2<double>{1.8125, 1.8125},
        circle<double>{{-2.0000000000000018, 1.9999999999999791}, 2.0000000000000018}};
    const circle<double> disc{{-12.007812500000007, 2.4921874999999245}, 51};
    const auto hit = collide(disc, pieces);
    REQUIRE(hit);
    const auto left = collide(translated(disc, hit->mtv()), pieces);
    CHECK((!left || left->depth <= 1e-12));
}

TEST_CASE("coordinates at the end of the range give unit normals and finite distances") {
    const vec2<double> tall[] = {{-11, -4}, {3.5, -11}, {1.125, 6.8890546556118878e+200}};
    const auto needle = make_convex_polygon(tall).value();
    const auto ground = chain<double>::open(std::vector<vec2<double>>{{0, 0}, {1.125, 0}});
    const auto hit = collide(needle, ground);
    REQUIRE(hit);
    CHECK(std::abs(length(hit->normal) - 1) <= 1e-15);
    const vec2<double> far_away[] = {{1, -66}, {1.7976931348623157e+308, -66}, {1, 66}};
    const compound<double> half_plane{std::vector<convex_polygon<double, 8>>{make_convex_polygon(far_away).value()}};
    const compound<double> box{std::vector<aabb<double>>{{{-80, 1}, {-59, 2}}}};
    CHECK(distance(box, half_plane).distance == 60);
    CHECK(distance(half_plane, box).distance == 60);
}

TEST_CASE("a placed view that rounding has collapsed to a point is a piece like a point") {
    const std::vector<vec2<double>> corners{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const auto view = make_convex_polygon_view(corners).value();
    // Placed views of more than 64 vertices do not store the transformed vertices.
    std::vector<vec2<double>> many;
    for (int i = 0; i < 80; ++i) {
        const auto r = rot2<double>::from_degrees(4.5 * i);
        many.push_back({r.c, r.s});
    }
    // A read beyond the last vertex would find these.
    for (int i = 0; i < 8; ++i) many.push_back({-1e300, 1e300});
    const auto large = make_convex_polygon_view(std::span<const vec2<double>>{many.data(), 80}).value();
    const transform2<double> far_away{vec2<double>{1e30, 1e30}};
    const std::vector<any_shape<double>> pieces{at(view, far_away), at(large, far_away)};
    const vec2<double> there{1e30, 1e30};
    CHECK(intersects(there, pieces));
    CHECK(collide(there, pieces).has_value());
    CHECK(ray_cast(ray<double>{{0, 1e30}, {2e30, 0}}, pieces).has_value());
    const std::vector<any_shape<double>> alone{pieces[1]};
    for (const auto& set : {pieces, alone}) {
        const auto hit = collide(there, set);
        REQUIRE(hit);
        CHECK(hit->depth == 0);
        CHECK(std::abs(length(hit->normal) - 1) <= 1e-15);
        CHECK(hit->point_a == there);
        detail::sum_list sums;
        CHECK(detail::sum_maker<double>{sums, detail::solid_view{there}, detail::solid_view{set}, {}}.add_near(0));
        REQUIRE(sums.sums.size() == set.size());
        CHECK(sums.max_abs_coordinate == 1e30);
        for (const auto& s : sums.sums) CHECK(s.size() == 1);
    }
}
#endif

TEST_CASE("the first of equally distant pieces is reported, whichever box is nearer") {
    const any_shape<float> box = aabb<float>{{-7, -1}, {-5, 1}}, slope = triangle<float>{{-5, 10}, {11, -2}, {11, 10}};
    const vec2<float> origin{};  // in the box around the slope, whose line has a distance of 5
    const compound<float> box_first{std::vector{box, slope}}, slope_first{std::vector{slope, box}};
    CHECK(distance(origin, box_first).distance == 5);
    CHECK(distance(origin, box_first).point_b == vec2<float>{-5, 0});
    CHECK(distance(origin, slope_first).distance == 5);
    CHECK(distance(origin, slope_first).point_b == vec2<float>{3, 4});
}

#if !HITBOX_FEW_TYPES  // the quick set has float only
// An edge does not block a disc whose centre is behind it at the start. All other edges that the disc penetrates must
// have it in front of them at the end.
TEST_CASE("out of a one-sided chain, the shortest translation to the front of all penetrated edges is reported") {
    hitbox_tests::generator g{5};
    int several = 0;
    for (int round = 0; round < hitbox_tests::many_if_all(3000, 300); ++round) {
        std::vector<vec2<double>> points;
        for (int i = 0; i < 5; ++i) points.push_back({3. * i, g.real(-3., 3.)});
        const auto line = chain<double>::open(points);
        const circle<double> disc{{g.real(0., 12.), g.real(-2., 4.)}, g.real(.3, 2.5)};
        const auto hit = collide(disc, line);
        if (!hit || hit->depth < 1e-6) continue;
        std::vector<segment<double>> blocking, penetrated;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (exact::orient2d(line[i].a, line[i].b, disc.center) < 0) continue;
            blocking.push_back(line[i]);
            if (distance(line[i], disc.center).distance < disc.radius - 1e-9) penetrated.push_back(line[i]);
        }
        const auto is_out = [&](vec2<double> by, double tolerance) {
            const vec2<double> p = disc.center + by;
            for (const segment<double>& e : blocking)
                if (distance(e, p).distance < disc.radius - tolerance) return false;
            for (const segment<double>& e : penetrated)
                if (cross(e.b - e.a, p - e.a) < -tolerance * 10) return false;
            return true;
        };
        several += penetrated.size() > 1;
        INFO("round " << round);
        REQUIRE(is_out(hit->mtv(), 1e-9));
        for (int k = 0; k < 360; ++k) {
            const auto turn = rot2<double>::from_degrees(k);
            for (const double part : {.99, .7, .4}) REQUIRE_FALSE(is_out(turn * vec2<double>{part * hit->depth, 0}, 0));
        }
    }
    CHECK(several > hitbox_tests::many_if_all(200, 20));
}
#endif
