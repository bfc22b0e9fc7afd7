// Chains of segments: their edges, and the sides from which they block.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../laws.hpp"

#include <cmath>
#include <vector>

namespace chain_tests {

using namespace hitbox;
using V = vec2<float>;

TEST_CASE("a chain joins each point with the next, and a loop the last with the first") {
    const std::vector<V> points{{0, 0}, {3, 0}, {3, 0}, {6, 1}, {0, 4}};
    const auto open = chain<float>::open(points);
    REQUIRE(open.size() == 3);  // a repeated point counts once
    CHECK(open[0] == segment<float>{{0, 0}, {3, 0}});
    CHECK(open[2] == segment<float>{{6, 1}, {0, 4}});
    const auto loop = chain<float>::loop(points);
    REQUIRE(loop.size() == 4);
    CHECK(loop[3] == segment<float>{{0, 4}, {0, 0}});
    const std::vector<V> closed{{0, 0}, {3, 0}, {0, 4}, {0, 0}};
    CHECK(chain<float>::loop(closed).size() == 3);
    CHECK(bounds(open) == aabb<float>{{0, 0}, {6, 4}});
    CHECK(open.edges().size() == open.size());
}

TEST_CASE("a loop of two points is one edge, and fewer points make no chain") {
    CHECK(chain<float>::loop(std::vector<V>{{0, 0}, {1, 0}}).size() == 1);
    for (const std::vector<V>& points : {std::vector<V>{}, std::vector<V>{{1, 2}}, std::vector<V>{{1, 2}, {1, 2}}}) {
        CHECK(chain<float>::open(points).empty());
        CHECK_FALSE(valid(chain<float>::loop(points)));
    }
}

TEST_CASE("a counter-clockwise loop holds shapes inside, a clockwise one outside") {
    std::vector<V> square{{0, 0}, {8, 0}, {8, 8}, {0, 8}};
    const circle<float> inside{{4, 4}, 1}, outside{{-4, 4}, 1};
    for (const bool clockwise : {false, true}) {
        if (clockwise) square = {square.rbegin(), square.rend()};
        const auto wall = chain<float>::loop(square);
        CHECK((shape_cast(inside, {8, 0}, wall).status == cast_status::hit) == !clockwise);
        CHECK((shape_cast(outside, {8, 0}, wall).status == cast_status::hit) == clockwise);
        // From outside, a ray hits the loop that holds shapes inside at the far wall.
        CHECK(shape_cast(outside, {16, 0}, wall).fraction == (clockwise ? 3.f / 16 : 11.f / 16));
    }
    const auto both = chain<float>::loop(square, chain_sides::two);
    CHECK(shape_cast(outside, {16, 0}, both).fraction == 3.f / 16);
    CHECK_FALSE(both.is_one_sided());
}

TEST_CASE("a one-sided chain collides only with shapes in front of it") {
    const std::vector<vec2<float>> points{{0, 0}, {3, 0}, {6, 1}, {9, 1}};
    const auto ground = chain<float>::open(points);
    CHECK(ground.size() == 3);
    const auto sunk = collide(circle<float>{{2, 0.75f}, 1}, ground);
    REQUIRE(sunk);
    CHECK(sunk->normal == vec2<float>{0, -1});
    CHECK(sunk->depth == 0.25f);
    CHECK_FALSE(intersects(circle<float>{{2, -0.5f}, 1}, ground));
    CHECK(intersects(circle<float>{{2, -0.5f}, 1}, chain<float>::open(points, chain_sides::two)));
    const auto fall = shape_cast(circle<float>{{2, 3}, 1}, {0, -4}, ground);
    CHECK(fall.status == cast_status::hit);
    CHECK(fall.fraction == 0.5f);
    CHECK(shape_cast(circle<float>{{2, -3}, 1}, {0, 4}, ground).status == cast_status::separated);
    CHECK(shape_cast(aabb<float>{{1, 0}, {2, 1}}, {0.75f, 0}, ground).status == cast_status::separated);
    // The path leads along the level edge and then into the slope.
    const auto along = shape_cast(aabb<float>{{1, 0}, {2, 1}}, {4, 0}, ground);
    CHECK(along.status == cast_status::hit);
    CHECK(along.fraction == 0.25f);
    CHECK(ray_cast(ray<float>{{1, 1}, {0, -2}}, ground)->fraction == 0.5f);
    CHECK_FALSE(ray_cast(ray<float>{{1, -1}, {0, 2}}, ground).has_value());
}

namespace {

/// Returns true if p is in front of both lines of a chain of two edges, or on one of them.
bool is_in_front_of_both(const chain<double>& c, vec2<double> p) {
    const auto side = [p](const segment<double>& e) { return cross(e.b - e.a, p - e.a) / length(e.b - e.a); };
    return side(c[0]) >= -1e-9 && side(c[1]) >= -1e-9;
}

/// Out of the valley between two edges, the way to the front must be taken, although one through the bottom may be
/// shorter. No shorter translation may lead to the front.
template <class Make>
void check_valleys(std::uint64_t seed, double least_opening, const Make& make) {
    hitbox_tests::generator g{seed};
    int deep = 0;
    for (int round = 0; round < 4000; ++round) {
        const double start = g.real(0., 6.28), opening = g.real(least_opening, 3.);
        const auto along = [](double angle) { return vec2<double>{std::cos(angle), std::sin(angle)} * 10.; };
        const auto valley =
            chain<double>::open(std::vector<vec2<double>>{along(start), {0, 0}, along(start - opening)});
        const vec2<double> from{g.real(-3., 3.), g.real(-3., 3.)};
        const auto shape = make(g, from);
        if (!is_in_front_of_both(valley, center(shape))) continue;
        const auto hit = collide(shape, valley);
        if (!hit || hit->depth < 1e-6) continue;
        const vec2<double> out = hit->mtv();
        INFO("from " << from.x << ' ' << from.y << ", start " << start << ", opening " << opening);
        REQUIRE(is_in_front_of_both(valley, center(shape) + out));
        const auto freed = collide(translated(shape, out), valley);
        REQUIRE((!freed || freed->depth < 1e-9));
        for (int k = 0; k < 72; ++k) {
            const vec2<double> shorter = along(k * .0872664626) * (.099 * hit->depth);
            const bool is_free = !penetrates(translated(shape, shorter), valley);
            REQUIRE_FALSE((is_free && is_in_front_of_both(valley, center(shape) + shorter)));
        }
        ++deep;
    }
    CHECK(deep > 300);
}

}  // namespace

TEST_CASE("out of a valley of one-sided edges, the minimum translation leads to the front of both") {
    check_valleys(1, .2, [](auto& g, vec2<double> p) { return circle<double>{p, g.real(.5, 3.)}; });
    // In a narrower valley, these shapes may end beyond its outer ends, with the centre beside an edge.
    check_valleys(2, 1, [](auto& g, vec2<double> p) {
        const vec2<double> half{g.real(.3, 2.), g.real(.3, 2.)};
        return aabb<double>{p - half, p + half};
    });
    check_valleys(3, 1, [](auto& g, vec2<double> p) {
        const vec2<double> axis{g.real(-1., 1.), g.real(-1., 1.)};
        return capsule<double>{p - axis, p + axis, g.real(.3, 1.)};
    });
    const auto steep = chain<float>::open(std::vector<vec2<float>>{{-4, 8}, {0, -2}, {2, 7}});
    CHECK(collide(aabb<float>{{-2.5f, -1.5f}, {1.5f, 2.5f}}, steep)->mtv().y > 5.9f);
}

namespace {

/// Near the ends of a floor, no translation that ends above the floor, or beside its end and above it, may be shorter.
template <class Make>
void check_ends(std::uint64_t seed, const Make& make) {
    hitbox_tests::generator g{seed};
    const segment<double> edge{{0, 0}, {4, 0}};
    const auto level = chain<double>::open(std::vector<vec2<double>>{edge.a, edge.b});
    int beside = 0;
    for (int round = 0; round < 1500; ++round) {
        const vec2<double> from{g.real(0., 1.) < .5 ? g.real(-1.5, .5) : g.real(3.5, 5.5), g.real(-.6, .9)};
        const auto shape = make(g, from);
        const auto hit = collide(shape, level);
        if (!hit || hit->depth < 1e-6) continue;
        const vec2<double> out = hit->mtv();
        INFO("from " << from.x << ' ' << from.y << ", out " << out.x << ' ' << out.y);
        const auto freed = distance(translated(shape, out * (1 + 1e-9)), edge);
        CHECK_FALSE(penetrates(translated(shape, out * (1 + 1e-9)), edge));
        CHECK(freed.normal.y < 1e-5);  // down to the edge, or along it
        for (int k = 0; k < 96; ++k) {
            const double angle = k * (6.283185307179586 / 96);
            const vec2<double> shorter = vec2<double>{std::cos(angle), std::sin(angle)} * (.99 * hit->depth);
            const auto moved = translated(shape, shorter);
            CHECK_FALSE((!penetrates(moved, edge) && distance(moved, edge).normal.y < -1e-3));
        }
        CHECK(contact_manifolds(shape, level).count > 0);
        ++beside;
    }
    CHECK(beside > 200);
}

}  // namespace

TEST_CASE("beside the end of a one-sided chain, the minimum translation is the shortest one to the front") {
    const auto leaning = [](auto& g) { return vec2<double>{g.real(-.3, .3), 1}; };
    check_ends(4, [&](auto& g, vec2<double> p) { return capsule<double>{p, p + leaning(g), g.real(.1, .6)}; });
    check_ends(5, [](auto& g, vec2<double> p) { return circle<double>{p, g.real(.1, .9)}; });
    check_ends(6, [](auto& g, vec2<double> p) {
        const vec2<double> half{g.real(.1, .6), g.real(.2, .9)};
        return rounded{obb<double>{p, half, rot2<double>::from_radians(g.real(-1., 1.))}, g.real(.05, .4)};
    });
    check_ends(7, [](auto& g, vec2<double> p) { return *regular_polygon(8, g.real(.2, .9), p); });
    // A disc beside the end, with its centre on the line.
    const auto floor = chain<float>::open(std::vector<V>{{-2, 0}, {1, 0}});
    const circle<float> disc{{1.25f, 0}, .5f};
    CHECK(collide(disc, floor)->mtv() == V{.25f, 0});
    CHECK(contact_manifolds(disc, floor).count == 1);
}

// There is no position in front of all edges, so the shape leaves through one of them.
TEST_CASE("out of a room of one-sided edges that is too small for a shape, a minimum translation still leads out") {
    const auto room = chain<float>::loop(std::vector<V>{{0, 0}, {1, 0}, {1, 1}, {0, 1}});
    const circle<float> disc{{.5f, .375f}, 1};
    const auto hit = collide(disc, room);
    REQUIRE(hit);
    CHECK_FALSE(penetrates(translated(disc, hit->mtv() * 1.001f), room));
}

}  // namespace chain_tests
