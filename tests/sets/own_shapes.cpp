// Shapes from a user's own namespace, in every place where the library takes a set of shapes.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <array>
#include <deque>

/// Code that a user writes; the library's headers do not mention these types.
namespace game {

/// A triangle with rounded corners: known by its vertices and a radius.
struct blob {
    hitbox::vec2<float> position;
    float size = 1, roundness = 0.25f;
};
hitbox::vertex_list<float, 3> vertices(const blob& b) {
    const float s = b.size;
    return {{b.position, b.position + hitbox::vec2{s, 0.f}, b.position + hitbox::vec2{0.f, s}}, 3};
}
float radius(const blob& b) { return b.roundness; }
hitbox::vec2<float> center(const blob& b) { return b.position + hitbox::vec2{b.size / 4, b.size / 4}; }
hitbox::vec2<float> support(const blob& b, hitbox::vec2<float> d) {
    hitbox::vec2<float> best = vertices(b)[0];
    for (const hitbox::vec2<float> p : vertices(b))
        if (dot(p, d) > dot(best, d)) best = p;
    return best + unit_or(d, {0, 1}) * b.roundness;
}
hitbox::aabb<float> bounds(const blob& b) {
    const hitbox::vec2<float> grow{b.roundness, b.roundness};
    return {b.position - grow, b.position + hitbox::vec2{b.size, b.size} + grow};
}
bool valid(const blob& b) { return b.size > 0 && b.roundness >= 0 && is_finite(b.position); }

/// The minimum that a shape with vertices needs.
struct dash {
    hitbox::vec2<float> from, to;
};
hitbox::vertex_list<float, 2> vertices(const dash& d) { return {{d.from, d.to}, 2}; }
float radius(const dash&) { return 0; }
hitbox::vec2<float> center(const dash& d) { return (d.from + d.to) * 0.5f; }
hitbox::vec2<float> support(const dash& d, hitbox::vec2<float> along) {
    return dot(d.from, along) > dot(d.to, along) ? d.from : d.to;
}

/// A shape with `n` vertices, which may be more than an any_shape has room for.
struct wheel {
    std::size_t n = 6;
};
std::vector<hitbox::vec2<float>> vertices(const wheel& w) {
    std::vector<hitbox::vec2<float>> all;
    const auto polygon = hitbox::regular_polygon<16>(w.n, 2.f);
    for (const hitbox::vec2<float> p : polygon->vertices()) all.push_back(p);
    return all;
}
float radius(const wheel&) { return 0; }
hitbox::vec2<float> center(const wheel&) { return {}; }
hitbox::vec2<float> support(const wheel& w, hitbox::vec2<float> d) {
    return support(*hitbox::regular_polygon<16>(w.n, 2.f), d);
}

/// A set type: a row of one-sided edges.
struct fence {
    using scalar_type = float;
    std::vector<hitbox::vec2<float>> posts;
    bool blocks_one_side = true;

    bool is_one_sided() const { return blocks_one_side; }
    hitbox::segment<float> edge(std::size_t i) const { return {posts[i], posts[i + 1]}; }
};
hitbox::aabb<float> bounds(const fence& f) {
    hitbox::aabb<float> all = hitbox::bounds(f.edge(0));
    for (const hitbox::vec2<float> p : f.posts) all = {(hitbox::min)(all.min, p), (hitbox::max)(all.max, p)};
    return all;
}
bool valid(const fence& f) { return f.posts.size() > 1; }
template <class Visit>
void for_each_piece_near(const fence& f, const hitbox::aabb<float>& box, const Visit& visit) {
    for (std::size_t i = 0; i + 1 < f.posts.size(); ++i)
        if (intersects(hitbox::bounds(f.edge(i)), box) && !visit(f.edge(i), i)) return;
}

}  // namespace game

namespace {

using namespace hitbox;
using V = vec2<float>;

/// The same triangle as a shape of the library.
rounded<triangle<float>> known(const game::blob& b) {
    const auto p = vertices(b);
    return {{p[0], p[1], p[2]}, b.roundness};
}

/// Two blobs, and the same two as shapes of the library.
const std::vector<game::blob> blobs{{{0, 0}, 2, 0.25f}, {{6, 0}, 1, 0.5f}};
const std::vector<rounded<triangle<float>>> same_shapes{known(blobs[0]), known(blobs[1])};

/// Checks that every query of a set and a solid has the answers of the library's own shapes.
template <class S, class B>
void answers_alike(const S& set, const B& b) {
    CHECK(valid(set));
    CHECK(bounds(set) == bounds(same_shapes));
    CHECK(intersects(set, b) == intersects(same_shapes, b));
    CHECK(intersects(b, set) == intersects(b, same_shapes));
    CHECK(penetrates(set, b) == penetrates(same_shapes, b));
    CHECK(collide(set, b) == collide(same_shapes, b));
    CHECK(collide(b, set) == collide(b, same_shapes));
    CHECK(contact_manifold(b, set) == contact_manifold(b, same_shapes));
    CHECK(contact_manifolds(b, set).count == contact_manifolds(b, same_shapes).count);
    CHECK(distance(set, b) == distance(same_shapes, b));
    CHECK(signed_distance(b, set) == signed_distance(b, same_shapes));
    CHECK(shape_cast(set, V{1, -3}, b) == shape_cast(same_shapes, V{1, -3}, b));
    CHECK(shape_cast(b, V{-1, 3}, set) == shape_cast(b, V{-1, 3}, same_shapes));
    CHECK(contains(set, center(bounds(b))) == contains(same_shapes, center(bounds(b))));
}

}  // namespace

TEST_CASE("a range of a user's shapes answers every query of two solids as the library's shapes do") {
    for (const V p : {V{0, 0}, V{1, -2}, V{6, 0.5f}, V{3, 3}}) {
        const circle<float> disc{p, 1};
        const aabb<float> box{p, p + V{1, 2}};
        answers_alike(blobs, disc);
        answers_alike(blobs, box);
        answers_alike(std::deque<game::blob>{blobs[0], blobs[1]}, disc);
#if !HITBOX_FEW_TYPES
        answers_alike(blobs, any_shape<float>{box});
        answers_alike(blobs, compound<float>{std::vector{box}});
        answers_alike(std::array<game::blob, 2>{blobs[0], blobs[1]}, box);
        answers_alike(std::span<const game::blob>{blobs}, disc);
#endif
    }
    CHECK(intersects(blobs, blobs));
    CHECK(collide(blobs, game::blob{{1, 1}, 1, 0.25f}) == collide(same_shapes, known({{1, 1}, 1, 0.25f})));
}

TEST_CASE("rays hit a range of a user's shapes") {
    for (const ray_start start : {ray_start::solid, ray_start::hollow})
        for (const ray<float> r : {ray<float>{{-5, 0.5f}, {20, 0}}, ray<float>{{0.5f, 0.5f}, {9, 0}}}) {
            const auto hit = ray_cast(r, blobs, start), expected = ray_cast(r, same_shapes, start);
            REQUIRE((hit && expected));
            CHECK(*hit == *expected);
        }
}

TEST_CASE("a range of a user's shapes is invalid if one of them is") {
    const std::vector<game::blob> broken{{{0, 0}, 2, 0.25f}, {{6, 0}, 1, -1}};
    CHECK(!valid(broken));
    CHECK(!intersects(broken, circle<float>{{0, 0}, 1}));
    CHECK(!collide(circle<float>{{0, 0}, 1}, broken));
    CHECK(!ray_cast(ray<float>{{-5, 0.5f}, {20, 0}}, broken));
    CHECK(shape_cast(circle<float>{{0, 0}, 1}, V{1, 0}, broken).status == cast_status::failed);
}

TEST_CASE("a user's shapes move, and stop movers") {
    const game::blob mover{{-0.5f, -0.5f}, 1, 0.25f};
    const std::vector<game::dash> ground{{{-20, 0}, {20, 0}}, {{5, 0}, {5, 10}}};
    const std::vector<segment<float>> lines{{{-20, 0}, {20, 0}}, {{5, 0}, {5, 10}}};
    const std::vector<slide_options<float>> all{{}, {.up = {0, 1}, .step_height = 0.5f, .snap_distance = 0.5f}};
    for (const slide_options<float>& options : all) {
        const auto moved = move_and_slide(mover, V{0, 2}, V{9, -4}, ground, options);
        const auto expected = move_and_slide(known(mover), V{0, 2}, V{9, -4}, lines, options);
        CHECK(moved.position == expected.position);
        CHECK(moved.velocity == expected.velocity);
        CHECK(moved.contacts.size() == expected.contacts.size());
        CHECK(moved.contacts.size() > 0);
    }
    const std::vector<game::blob> platforms{{{-9, 3}, 4, 0.25f}};
    const auto level = with_platforms(ground, platforms, V{0, 1});
    const auto jumped = move_and_slide(mover, V{-8, 2}, V{0, 6}, level, {.up = {0, 1}});
    CHECK(jumped.position == V{-8, 8});
    const auto both = together(ground, platforms);
    CHECK(intersects(both, circle<float>{{0, 0}, 1}));
    CHECK(move_and_slide(mover, V{-8, 2}, V{0, 6}, both).position.y < 3);
}

TEST_CASE("a user's one-sided set answers as a chain does, impacts included") {
    const std::vector<V> posts{{4, 0}, {0, 0.5f}, {-4, 0}, {-6, -2}};
    const chain<float> line = chain<float>::open(posts);
    const game::fence fence{posts};
    const game::fence wall{posts, false};
    const obb<float> body{{0, 0}, {0.5f, 0.25f}, rot2<float>{}};
    const compound<float> pair{std::vector<circle<float>>{{{-0.5f, 0}, 0.25f}, {{0.5f, 0}, 0.25f}}};
    const auto same_results = [](const cast_result<float>& x, const cast_result<float>& y) {
        CHECK(x.status == y.status);
        CHECK(x.fraction == y.fraction);
        CHECK(x.normal == y.normal);
        CHECK(x.point == y.point);
    };
    const sweep<float> rests{{{0, 0}, {}}, {{0, 0}, {}}},
        turns{{{0, 0}, {}}, {{0, 0.5f}, rot2<float>::from_radians(0.1f)}};
    int hits = 0;
    for (const float x : {-5.f, -1.f, 0.f, 2.f})
        for (const float from : {3.f, 0.4f, -3.f})
            for (const float to : {-3.f, 3.f}) {
                const sweep<float> path{{{x, from}, {}}, {{x + 1, to}, rot2<float>::from_radians(1)}};
                for (const auto& still : {rests, turns}) {
                    same_results(time_of_impact(body, path, fence, still), time_of_impact(body, path, line, still));
                    same_results(time_of_impact(fence, still, body, path), time_of_impact(line, still, body, path));
                    same_results(time_of_impact(pair, path, fence, still), time_of_impact(pair, path, line, still));
                    hits += time_of_impact(body, path, fence, still).status == cast_status::hit;
                }
                CHECK(shape_cast(circle<float>{{x, from}, 0.5f}, V{1, to - from}, fence).fraction ==
                      shape_cast(circle<float>{{x, from}, 0.5f}, V{1, to - from}, line).fraction);
            }
    CHECK(hits > 4);
    // From behind, only a set that blocks both sides is hit.
    const sweep<float> down{{{0, 3}, {}}, {{0, -3}, {}}};
    CHECK(time_of_impact(body, down, fence, rests).status == cast_status::separated);
    CHECK(time_of_impact(body, down, wall, rests).status == cast_status::hit);
    CHECK(time_of_impact(body, down, game::fence{posts, false}, rests).fraction ==
          time_of_impact(body, down, chain<float>::open(posts, chain_sides::two), rests).fraction);
}

TEST_CASE("a user's shapes with vertices and a radius convert to any_shape") {
    const auto held = to_any_shape(blobs[0]);
    static_assert(std::is_same_v<decltype(held), const any_shape<float>>);
    CHECK(valid(held));
    CHECK(radius(held) == 0.25f);
    CHECK(vertices(held).size() == 3);
    CHECK(bounds(held) == bounds(blobs[0]));
    CHECK(collide(held, circle<float>{{1, -1}, 1}).has_value());
    CHECK(distance(held, V{9, 9}) == distance(known(blobs[0]), V{9, 9}));

    CHECK(to_any_shape(game::dash{{0, 0}, {3, 4}}) == any_shape<float>{segment<float>{{0, 0}, {3, 4}}});
    CHECK(to_any_shape(game::dash{{3, 4}, {3, 4}}) == any_shape<float>{V{3, 4}});
    CHECK(to_any_shape(rounded{game::dash{{0, 0}, {3, 4}}, 2.f}) ==
          any_shape<float>{capsule<float>{{0, 0}, {3, 4}, 2}});
    CHECK(to_any_shape(circle<float>{{1, 2}, 3}) == any_shape<float>{circle<float>{{1, 2}, 3}});
    CHECK(to_any_shape(at(circle<float>{{1, 2}, 3}, V{1, 0})) == any_shape<float>{circle<float>{{2, 2}, 3}});
    CHECK(bounds(to_any_shape(at(blobs[0], V{1, 0}))) == bounds(game::blob{{1, 0}, 2, 0.25f}));

    CHECK(valid(to_any_shape(game::wheel{8})));
    CHECK(!valid(to_any_shape(game::wheel{9})));  // no room
    CHECK(valid(to_any_shape<16>(game::wheel{9})));
    CHECK(!valid(to_any_shape(game::blob{{0, 0}, 2, -1})));
}

TEST_CASE("a compound can hold a user's shapes") {
    const compound<float> all{blobs};
    REQUIRE(valid(all));
    for (const V p : {V{0, 0}, V{1, -2}, V{6, 0.5f}, V{3, 3}}) answers_alike(all, circle<float>{p, 1});
    CHECK(intersects(at(all, V{10, 0}), circle<float>{{10, 0}, 1}));
    CHECK(!valid(compound<float>{std::vector<game::wheel>{{6}, {9}}}));
    CHECK(move_and_slide(circle<float>{{0, 0}, 0.5f}, V{-5, 0.5f}, V{9, 0}, all).contacts.size() > 0);
}

TEST_CASE("a world can hold a user's shapes") {
    world<float> w;
    const collider_id a = w.add({.shape = blobs[0]});
    const collider_id b = w.add({.shape = to_any_shape(blobs[1]), .transform = {{-4, 0}, {}}});
    REQUIRE((a && b));
    CHECK(!w.add({.shape = game::wheel{9}}));
    w.detect();
    REQUIRE(w.contacts().size() == 1);
    CHECK(w.contacts()[0].manifold == contact_manifold(same_shapes[0], at(same_shapes[1], V{-4, 0})));
    const auto hit = w.ray_cast_closest({{-5, 0.5f}, {20, 0}});
    REQUIRE(hit);
    CHECK(hit->id == a);
    CHECK(hit->hit == *ray_cast(ray<float>{{-5, 0.5f}, {20, 0}}, same_shapes[0]));
    std::size_t found = 0;
    w.query(blobs[0], [&](collider_id) { ++found; });
    CHECK(found == 2);
}
