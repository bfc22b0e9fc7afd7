// The message that the hook receives: the query, the invalid argument, and its kind.

#include <stdexcept>

#define HITBOX_ASSERT(condition, why) ((condition) ? static_cast<void>(0) : throw std::logic_error(why))
#include <catch_compat.hpp>
#include <hitbox/hitbox.hpp>

#include <limits>
#include <string>

using namespace hitbox;

namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr circle<float> fine{{0, 0}, 1}, inside_out{{0, 0}, -1};
constexpr segment<float> lost{{nan, 0}, {1, 1}};
constexpr vec2<float> nowhere{0, nan};

template <class F>
std::string words_of(F&& query) {
    try {
        static_cast<void>(query());
        return "nothing";
    } catch (const std::logic_error& e) {
        return e.what();
    }
}

struct lemon {
    using scalar_type = float;
    vec2<float> middle;
};
constexpr vec2<float> center(const lemon& l) { return l.middle; }
constexpr vec2<float> support(const lemon& l, vec2<float>) { return l.middle; }

/// Every query of two shapes that flags its arguments, with its name.
template <class A, class B>
void check_all(const A& a, const B& b, const std::string& expected) {
    const auto check = [&](const char* name, auto&& query) { CHECK(words_of(query) == name + (": " + expected)); };
    sat::last_axis<float> last{{1, 0}};
    check("intersects", [&] { return intersects(a, b); });
    check("penetrates", [&] { return penetrates(a, b); });
    check("contains", [&] { return contains(a, b); });
    check("collide", [&] { return collide(a, b); });
    check("intersects", [&] { return intersects(a, b, last); });
    check("penetrates", [&] { return penetrates(a, b, last); });
    check("collide", [&] { return collide(a, b, last); });
    check("contact_manifold", [&] { return contact_manifold(a, b); });
    check("polygon_clip", [&] { return polygon_clip<8>(a, b); });
    check("distance", [&] { return distance(a, b); });
    check("signed_distance", [&] { return signed_distance(a, b); });
    check("separating_axis", [&] { return sat::separating_axis(a, b); });
    check("minimum_translation", [&] { return sat::minimum_translation(a, b); });
    check("axes", [&] { return sat::axes(a, b); });
    check("explain", [&] { return sat::explain(a, b); });
}

}  // namespace

TEST_CASE("every query names itself, the argument and its kind") {
    check_all(fine, inside_out, "the second argument, a circle, is not finite or has a negative radius");
    check_all(inside_out, fine, "the first argument, a circle, is not finite or has a negative radius");
    // The message does not depend on which of two shapes the algorithm takes first.
    const auto polygon = *regular_polygon(6, 1.f);
    check_all(polygon, lost, "the second argument, a segment, is not finite");
    check_all(lost, polygon, "the first argument, a segment, is not finite");
    check_all(lost, inside_out, "the first argument, a segment, is not finite");
}

TEST_CASE("every kind has a name") {
    const auto said_of = [](const auto& s) { return words_of([&] { return intersects(fine, s); }); };
    const std::string begin = "intersects: the second argument, ";
    CHECK(said_of(nowhere) == begin + "a vec2, is not finite");
    CHECK(said_of(aabb<float>{{1, 0}, {0, 1}}) == begin + "an aabb, is not finite or is inside out");
    CHECK(said_of(obb<float>{{0, 0}, {1, 1}, {1, 1}}) ==
          begin + "an obb, is not finite, is inside out, or has a rotation that is not of length 1");
    CHECK(said_of(capsule<float>{{0, 0}, {1, 1}, -1}) == begin + "a capsule, is not finite or has a negative radius");
    CHECK(said_of(triangle<float>{{0, 0}, {1, 1}, nowhere}) == begin + "a triangle, is not finite");
    CHECK(said_of(convex_polygon<float>{}) == begin + "a convex_polygon, is empty");
    CHECK(said_of(convex_polygon_view<float>{}) == begin + "a convex_polygon_view, is empty");
    CHECK(said_of(rounded{fine, -1.f}) ==
          begin + "a rounded shape, is not finite, has a negative radius, is inside out, or is empty");
    CHECK(said_of(at(fine, nowhere)) ==
          begin + "a placed shape, is not finite, is inside out, is empty, or has a rotation that is not of length 1");
    CHECK(said_of(any_shape<float>{inside_out}) == begin + "an any_shape, is not finite, is inside out, or is empty");
    CHECK(said_of(lemon{nowhere}) == begin + "a shape or set, is not finite, is inside out, or has an empty part");
    const compound<float> level{fine}, empty;
    CHECK(said_of(together(level, empty)) ==
          begin + "a shape or set, is not finite, is inside out, or has an empty part");
    CHECK(said_of(fine) == "nothing");
}

TEST_CASE("queries with other arguments count these, too") {
    const ray<float> sound{{0, 0}, {1, 0}}, broken{{0, 0}, nowhere};
    CHECK(words_of([&] { return ray_cast(broken, fine); }) == "ray_cast: the first argument, a ray, is not finite");
    CHECK(words_of([&] { return ray_cast(sound, inside_out); }) ==
          "ray_cast: the second argument, a circle, is not finite or has a negative radius");
    CHECK(words_of([&] { return closest_point(fine, nowhere); }) ==
          "closest_point: the second argument, a vec2, is not finite");
    CHECK(words_of([&] { return shape_cast(fine, nowhere, fine); }) ==
          "shape_cast: the second argument, a vec2, is not finite");
    CHECK(words_of([&] { return shape_cast(fine, vec2{1.f, 0.f}, inside_out); }) ==
          "shape_cast: the third argument, a circle, is not finite or has a negative radius");
    CHECK(words_of([&] { return shape_cast(fine, vec2{1.f, 0.f}, fine, nowhere); }) ==
          "shape_cast: the fourth argument, a vec2, is not finite");
    const sweep<float> still{};
    const sweep<float> torn{{}, {{0, 0}, {0, 0}}};
    CHECK(words_of([&] { return time_of_impact(fine, still, fine, torn); }) ==
          "time_of_impact: the fourth argument, a sweep, is not finite, or has a rotation that is not of length 1");
    CHECK(words_of([&] { return time_of_impact(fine, still, inside_out, still); }) ==
          "time_of_impact: the third argument, a circle, is not finite or has a negative radius");
    const std::vector<circle<float>> walls{fine};
    CHECK(words_of([&] { return move_and_slide(fine, nowhere, vec2{1.f, 0.f}, walls); }) ==
          "move_and_slide: the second argument, a vec2, is not finite");
    CHECK(words_of([&] {
              return carry(fine, vec2{0.f, 0.f}, inside_out, vec2{0.f, 0.f}, vec2{1.f, 0.f}, walls, {});
          }) == "carry: the third argument, a circle, is not finite or has a negative radius");
    CHECK(words_of([&] { return carry(fine, vec2{0.f, 0.f}, fine, vec2{0.f, 0.f}, nowhere, walls, {}); }) ==
          "carry: the fifth argument, a vec2, is not finite");
    const std::vector<circle<float>> broken_walls{inside_out};
    CHECK(words_of([&] {
              return carry(fine, vec2{0.f, 0.f}, fine, vec2{0.f, 0.f}, vec2{1.f, 0.f}, broken_walls, {});
          }).starts_with("carry: the sixth argument, "));
    constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
    const auto said_of = [&](const slide_options<float>& options) {
        return words_of([&] { return move_and_slide(fine, vec2{5.f, 0.f}, vec2{1.f, 0.f}, walls, options); });
    };
    CHECK(said_of({.up = {0, 2}}) == "move_and_slide: up is neither zero nor of unit length");
    CHECK(said_of({.up = {0, no_number}}) == "move_and_slide: up is neither zero nor of unit length");
    CHECK(said_of({.up = {0, std::numeric_limits<float>::infinity()}}) ==
          "move_and_slide: up is neither zero nor of unit length");
    CHECK(said_of({.floor_up = no_number}) == "move_and_slide: floor_up is no cosine");
    CHECK(said_of({.floor_up = 45}) == "move_and_slide: floor_up is no cosine");
    CHECK(said_of({.step_height = -1}) == "move_and_slide: step_height is not finite or is negative");
    CHECK(said_of({.snap_distance = no_number}) == "move_and_slide: snap_distance is not finite or is negative");
    CHECK(said_of({.dt = -1}) == "move_and_slide: dt is not finite or is negative");
    CHECK(said_of({.up = {0, 1}, .floor_up = 2, .step_height = 1, .snap_distance = 1, .dt = 0}) == "nothing");
    CHECK(words_of([&] {
              return carry(fine, vec2{0.f, 0.f}, fine, vec2{0.f, 0.f}, vec2{1.f, 0.f}, walls,
                           {.step_height = no_number});
          }) == "carry: step_height is not finite or is negative");
    circle_batch<float> many;
    many.push_back(fine);
    std::vector<std::uint32_t> hits;
    CHECK(words_of([&] { return intersects_many(inside_out, many, hits); }) ==
          "intersects_many: the first argument, a circle, is not finite or has a negative radius");
    CHECK(words_of([&] { return intersects_many(fine, many, std::span<std::uint64_t>{}); }) ==
          "intersects_many: there is no room for a bit of each element");
    many.push_back(inside_out);
    CHECK(words_of([&] { return intersects_many(fine, many, hits); }) ==
          "a batch: a shape is not finite, has a negative size, or is empty");
    CHECK(words_of([&] { return polygon_clip<8>(fine, aabb<float>{{0, 0}, {1, 1}}); }) ==
          "polygon_clip: a shape has a radius, or the shapes have more vertices than polygon_clip<N> holds");
}

TEST_CASE("reading a result without a value reports why there is none") {
    const std::vector<vec2<float>> dented{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}}, two{{0, 0}, {1, 0}};
    const std::string begin = "a result without a value was read: ";
    CHECK(words_of([&] { return *make_convex_polygon(dented); }) ==
          begin + to_string(polygon_error::not_convex) + ", index 3");
    const auto line = make_polygon(two);
    CHECK(words_of([&] { return line->size(); }) == begin + to_string(polygon_error::too_few_points) + ", index 0");
    CHECK(words_of([&] { return assume_convex(dented); }) ==
          std::string{"points assumed convex are not: "} + to_string(polygon_error::not_convex) + ", index 3");
    CHECK(words_of([] { return *result<int, float>{7.f, 1}; }) == "a result without a value was read");
    CHECK(words_of([&] { return *make_polygon(dented); }) == "nothing");
    STATIC_REQUIRE((*make_convex_polygon({{0, 0}, {1, 0}})).size() == 0);
}

TEST_CASE("a sweep that takes a shape beyond the range is reported, too") {
    const float max_value = std::numeric_limits<float>::max();
    const sweep<float> still{}, far{{}, {{max_value, 0}, {}}};
    CHECK(words_of([&] { return time_of_impact(circle<float>{{max_value, 0}, 1}, far, fine, still); }) ==
          "time_of_impact: a sweep takes a shape beyond the range of its numbers");
}

TEST_CASE("constant evaluation reports nothing, and answers as always") {
    STATIC_REQUIRE(!intersects(fine, inside_out));
    STATIC_REQUIRE(!collide(lost, fine));
    STATIC_REQUIRE(!ray_cast(ray<float>{{0, 0}, nowhere}, fine));
}

TEST_CASE("sets are named, and so are indices that do not exist") {
    const compound<float> none;
    const chain<float> no_edges;
    const polygon<float> no_points;
    CHECK(words_of([&] { return intersects(none, fine); }) ==
          "intersects: the first argument, a compound, is empty or has an invalid piece");
    CHECK(words_of([&] { return collide(fine, no_edges); }) ==
          "collide: the second argument, a chain, has no edge or is not finite");
    CHECK(words_of([&] { return distance(no_points, fine); }) == "distance: the first argument, a polygon, is empty");
    CHECK(words_of([&] { return closest_point(none, {0, 0}); }) ==
          "closest_point: the first argument, a compound, is empty or has an invalid piece");
    CHECK(words_of([&] { return time_of_impact(fine, sweep<float>{}, no_points, sweep<float>{}); }) ==
          "time_of_impact: the third argument, a polygon, is empty");
    CHECK(words_of([&] { return none[0]; }) == "compound: there is no piece of this index");
    CHECK(words_of([&] { return no_edges[0]; }) == "chain: there is no edge of this index");
    CHECK(words_of([&] { return no_points[0]; }) == "polygon: there is no point of this index");
    CHECK(words_of([&] { return no_points.ring(0); }) == "polygon: there is no ring of this index");
    CHECK(words_of([&] { return no_points.is_clockwise(1); }) == "polygon: there is no ring of this index");
    CHECK(words_of([&] { return none.tree().size(); }) == "nothing");
    CHECK(words_of([&] { return no_points.outline(); }) == "nothing");
}

TEST_CASE("worlds report what they refuse, and their queries what they are passed") {
    const std::string disc = "argument, a circle, is not finite or has a negative radius";
    const transform2<float> lost_place{nowhere, {}}, stretched{{}, {2, 0}}, far_away{{3e38f, 0}, {}};
    const circle<float> vast{{0, 0}, 3e38f};
    world<float> w;
    const collider_id id = w.add(fine);
    REQUIRE(id);
    const std::string shape = ": the shape, a circle, is not finite or has a negative radius",
                      transform = ": the transform is not finite, or its rotation is not of length 1",
                      range = ": the placed shape is beyond the range of its numbers",
                      here = ": the id names no collider of this world";
    CHECK(words_of([&] { return w.add(inside_out); }) == "world::add" + shape);
    CHECK(words_of([&] { return w.set_shape(id, inside_out); }) == "world::set_shape" + shape);
    for (const transform2<float>& where : {lost_place, stretched}) {
        CHECK(words_of([&] { return w.add(fine, where); }) == "world::add" + transform);
        CHECK(words_of([&] { return w.move(id, where); }) == "world::move" + transform);
        CHECK(words_of([&] { return w.teleport(id, where); }) == "world::teleport" + transform);
        CHECK(words_of([&] { return w.move(std::vector{id}, std::vector{where}); }) == "world::move" + transform);
    }
    CHECK(words_of([&] { return w.move(id, nowhere); }) == "world::move" + transform);
    CHECK(words_of([&] { return w.teleport(id, nowhere); }) == "world::teleport" + transform);
    CHECK(words_of([&] { return w.add(vast, far_away); }) == "world::add" + range);
    CHECK(words_of([&] { return w.move(std::vector{id}, std::vector<transform2<float>>{}); }) ==
          "world::move: the lists differ in length");

    const std::vector<vec2<float>> corners{{0, 0}, {1, 0}, {0, 1}};
    const auto view = make_convex_polygon_view(corners);
    REQUIRE(view);
    CHECK(words_of([&] { return w.add(*view); }) ==
          "world::add: the shape, a convex_polygon_view, borrows its vertices; pass a polygon or a "
          "convex_polygon of up to 8 vertices");
    CHECK(words_of([&] { return w.add(compound<float>{std::vector{*view}}); }) ==
          "world::add: the shape, a compound, has a piece that borrows its vertices");
    CHECK(words_of([&] { return w.add(compound<float>{}); }) ==
          "world::add: the shape, a compound, is empty or has an invalid piece");

    CHECK(words_of([&] { return w.add(*regular_polygon<16>(12, 1.f)); }) ==
          "world::add: the shape, a convex_polygon, is empty or has more than 8 vertices; add it as a polygon");

    const collider_id stale{id.index, id.generation + 1};
    CHECK(words_of([&] { return w.remove(stale); }) == "world::remove" + here);
    CHECK(words_of([&] { return w[stale]; }) == "world::operator[]" + here);
    CHECK(words_of([&] { return w.at(stale); }) == "world::at" + here);
    CHECK(words_of([&] { return w.transform(stale); }) == "world::transform" + here);
    CHECK(words_of([&] { return w.user(stale); }) == "world::user" + here);
    CHECK(words_of([&] { return w.bounds(stale); }) == "world::bounds" + here);
    CHECK(words_of([&] { return w.move(stale, vec2<float>{1, 2}); }) == "world::move" + here);
    CHECK(words_of([&] { return w.teleport(stale, vec2<float>{1, 2}); }) == "world::teleport" + here);
    CHECK(words_of([&] { return w.move(std::vector{id, stale}, std::vector<transform2<float>>(2)); }) ==
          "world::move" + here);
    CHECK(words_of([&] { return w.set_shape(stale, fine); }) == "world::set_shape" + here);
    CHECK(words_of([&] { return w.set_filter(stale, {}); }) == "world::set_filter" + here);
    CHECK(words_of([&] { return w.set_sensor(stale, true); }) == "world::set_sensor" + here);
    CHECK(words_of([&] { return w.set_fixed(stale, true); }) == "world::set_fixed" + here);
    CHECK(words_of([&] { return w.set_user(stale, 1); }) == "world::set_user" + here);

    CHECK(words_of([&] { return w.query(inside_out); }) == "world::query: the first " + disc);
    CHECK(words_of([&] { return w.query_any(inside_out); }) == "world::query_any: the first " + disc);
    CHECK(words_of([&] { return w.collide(inside_out); }) == "world::collide: the first " + disc);
    CHECK(words_of([&] { return w.contact_manifolds(inside_out); }) == "world::contact_manifolds: the first " + disc);
    CHECK(words_of([&] { return w.nearest(inside_out, 1); }) == "world::nearest: the first " + disc);
    for (const float radius : {-1.f, nowhere.y})
        CHECK(words_of([&] { return w.nearest(fine, radius); }) ==
              "world::nearest: the search radius is negative or a NaN");
    const ray<float> lost_ray{nowhere, {1, 0}};
    const std::string ray_is_lost = ": the first argument, a ray, is not finite";
    CHECK(words_of([&] { return w.ray_cast(lost_ray); }) == "world::ray_cast" + ray_is_lost);
    CHECK(words_of([&] { return w.ray_cast_closest(lost_ray); }) == "world::ray_cast_closest" + ray_is_lost);
    CHECK(words_of([&] { return w.ray_cast_any(lost_ray); }) == "world::ray_cast_any" + ray_is_lost);
    CHECK(words_of([&] { return w.shape_cast(inside_out, {1, 0}); }) == "world::shape_cast: the first " + disc);
    CHECK(words_of([&] { return w.shape_cast_any(fine, nowhere); }) ==
          "world::shape_cast_any: the second argument, a vec2, is not finite");
    CHECK(words_of([&] { return w.shape_cast_closest(fine, nowhere); }) ==
          "world::shape_cast_closest: the second argument, a vec2, is not finite");

    // Everything valid is accepted without a report.
    CHECK(words_of([&] { return w.move(id, {{3, 4}, rot2<float>::from_degrees(30)}); }) == "nothing");
    CHECK(words_of([&] { return w.query(fine); }) == "nothing");
    CHECK(words_of([&] { return w.nearest(fine, std::numeric_limits<float>::infinity()); }) == "nothing");
    CHECK(words_of([&] { return w.shape_cast_closest(fine, {0, 0}); }) == "nothing");
}
