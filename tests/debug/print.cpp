// debug/print.hpp writes values as text. The texts expected here are written by hand.

#include "../catch_compat.hpp"

#include <hitbox/debug/print.hpp>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <iomanip>
#include <limits>
#include <locale>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

using namespace hitbox;

namespace {

template <class V>
std::string streamed(const V& v) {
    std::ostringstream out;
    out << v;
#ifdef __cpp_lib_format
    CHECK(std::format("{}", v) == out.str());
#endif
    CHECK(debug::to_text(v) == out.str());
    return out.str();
}

struct comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

}  // namespace

TEST_CASE("a printed vector reads back as the same numbers, in every locale") {
    CHECK(streamed(vec2{0.1f, -2.f}) == "(0.1, -2)");
    CHECK(streamed(vec2{0.1, 1e300}) == "(0.1, 1e+300)");
    CHECK(streamed(vec2<int>{-7, 1234567}) == "(-7, 1234567)");
    CHECK(streamed(vec2<std::int8_t>{65, -1}) == "(65, -1)");
    CHECK(streamed(vec2{-0.f, std::numeric_limits<float>::infinity()}) == "(-0, inf)");
    CHECK(streamed(vec2<long double>{1, .5L}) == "(1, 0.5)");

    std::ostringstream out;
    out.imbue(std::locale{std::locale::classic(), new comma});
    out << std::setw(16) << std::setfill('.') << vec2{1234.5, 0.25};
    CHECK(out.str() == "..(1234.5, 0.25)");

    std::uint32_t state = 1;
    for (int i = 0; i < 10000; ++i) {
        const auto next = [&state] { return state = state * 1664525u + 1013904223u; };
        vec2<float> v{std::bit_cast<float>(next()), std::bit_cast<float>(next())};
        if (!is_finite(v)) continue;
        const std::string text = debug::to_text(v);
        char* end = nullptr;
        const float x = std::strtof(text.c_str() + 1, &end), y = std::strtof(end + 1, nullptr);
        REQUIRE(std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(v.x));
        REQUIRE(std::bit_cast<std::uint32_t>(y) == std::bit_cast<std::uint32_t>(v.y));
    }
}

TEST_CASE("shapes are printed by their members' names") {
    CHECK(streamed(rot2<float>{}) == "rot2{c: 1, s: 0}");
    CHECK(streamed(transform2<float>{{1, 2}, {}}) == "transform2{translation: (1, 2), rotation: rot2{c: 1, s: 0}}");
    CHECK(streamed(interval{-1, 4}) == "interval{min: -1, max: 4}");
    CHECK(streamed(sweep<double>{{}, {}, 3}).ends_with(", turns: 3}"));
    CHECK(streamed(circle<float>{{3, 4}, 1}) == "circle{center: (3, 4), radius: 1}");
    CHECK(streamed(aabb<int>{{0, 0}, {2, 1}}) == "aabb{min: (0, 0), max: (2, 1)}");
    CHECK(streamed(obb<float>{{0, 0}, {2, 1}}) ==
          "obb{center: (0, 0), half_extents: (2, 1), rotation: rot2{c: 1, s: 0}}");
    CHECK(streamed(segment<float>{{0, 0}, {2, 1}}) == "segment{a: (0, 0), b: (2, 1)}");
    CHECK(streamed(capsule<float>{{0, 0}, {2, 1}, .5f}) == "capsule{a: (0, 0), b: (2, 1), radius: 0.5}");
    CHECK(streamed(triangle<float>{{0, 0}, {2, 0}, {0, 1}}) == "triangle{a: (0, 0), b: (2, 0), c: (0, 1)}");
    CHECK(streamed(ray<float>{{0, 0}, {2, 1}}) == "ray{origin: (0, 0), translation: (2, 1)}");

    const auto made = *make_convex_polygon({vec2{0.f, 0.f}, {2.f, 0.f}, {0.f, 1.f}});
    CHECK(streamed(made) == "convex_polygon{(0, 0), (2, 0), (0, 1)}");
    CHECK(streamed(made.vertices()) == "convex_polygon_view{(0, 0), (2, 0), (0, 1)}");
    CHECK(streamed(convex_polygon<float>{}) == "convex_polygon{}");
    CHECK(streamed(vertices(segment<float>{{0, 0}, {2, 1}})) == "vertex_list{(0, 0), (2, 1)}");
    CHECK(streamed(rounded{aabb<int>{{0, 0}, {2, 1}}, 3}) ==
          "rounded{core: aabb{min: (0, 0), max: (2, 1)}, radius: 3}");
    CHECK(streamed(at(circle<float>{{}, 1}, vec2{5.f, 6.f})) ==
          "placed{shape: circle{center: (0, 0), radius: 1}, "
          "transform: transform2{translation: (5, 6), rotation: rot2{c: 1, s: 0}}}");
    CHECK(streamed(any_shape<float>{made}) == "convex_polygon{(0, 0), (2, 0), (0, 1)}");
    CHECK(streamed(any_shape<float>{vec2{1.f, 2.f}}) == "(1, 2)");
    CHECK(streamed(any_shape<float>{rounded{aabb<float>{{0, 0}, {2, 1}}, 3.f}}) ==
          "rounded{core: aabb{min: (0, 0), max: (2, 1)}, radius: 3}");

    CHECK(streamed(*make_polygon({vec2{0.f, 0.f}, {9.f, 0.f}, {0.f, 9.f}}, {{{1, 1}, {2, 1}, {1, 2}}})) ==
          "polygon{[(0, 0), (9, 0), (0, 9)], [(1, 1), (2, 1), (1, 2)]}");
    CHECK(streamed(polygon<float>{}) == "polygon{}");
    CHECK(streamed(chain<float>::open(std::vector{vec2{0.f, 0.f}, vec2{1.f, 0.f}})) ==
          "one-sided chain{segment{a: (0, 0), b: (1, 0)}}");
    CHECK(streamed(compound<float>{std::vector{circle<float>{{3, 4}, 1}, circle<float>{{5, 4}, 1}}}) ==
          "compound{circle{center: (3, 4), radius: 1}, circle{center: (5, 4), radius: 1}}");
}

struct own_disc {
    vec2<float> middle{};
    friend constexpr vec2<float> center(const own_disc& d) { return d.middle; }
    friend constexpr vec2<float> support(const own_disc& d, vec2<float>) { return d.middle; }
};
static_assert(!debug::printable<placed<own_disc>>, "the operator is not offered where it would not compile");

TEST_CASE("colliders, their shapes and filters are printed") {
    world<float> w;
    const auto disc = w.add(circle<float>{{3, 4}, 1}, {{5, 6}, {}});
    CHECK(streamed(w[disc].shape) == "circle{center: (3, 4), radius: 1}");
    CHECK(streamed(w.at(disc)) == "placed{shape: circle{center: (3, 4), radius: 1}, transform: "
                                  "transform2{translation: (5, 6), rotation: rot2{c: 1, s: 0}}}");
    CHECK(streamed(w[disc]).starts_with("collider{shape: circle{"));
    CHECK(streamed(w[disc]).ends_with("group: 0}, sensor: false, user: 0, fixed: false}"));
    CHECK(streamed(collider_shape<float>{compound<float>{std::vector{circle<float>{{3, 4}, 1}}}}) ==
          "compound{circle{center: (3, 4), radius: 1}}");
    CHECK(streamed(query_filter{.mask = 2}) == "query_filter{mask: 2, as_collider: none, ignore: collider_id{index: 0, "
                                               "generation: 0}, sensors: true}");
    CHECK(streamed(query_filter{.mask = 2, .as_collider = collider_filter{1, 2, 3}})
              .starts_with("query_filter{mask: 2, as_collider: collider_filter{category: 1, mask: 2, group: 3}, "));
    CHECK(streamed(sat::last_axis<float>{{0, 1}}) == "last_axis{axis: (0, 1)}");
    CHECK(streamed(multi_level{circle<float>{{0, 0}, 9}, circle<float>{{0, 0}, 1}}) ==
          "multi_level{coarse: circle{center: (0, 0), radius: 9}, fine: circle{center: (0, 0), radius: 1}}");
}

TEST_CASE("answers are printed by their members' names") {
    CHECK(streamed(contact<float>{{1, 0}, .5f, {2, 3}, {4, 5}, true, false}) ==
          "contact{normal: (1, 0), depth: 0.5, point_a: (2, 3), point_b: (4, 5), a_in_b: true, b_in_a: false}");
    const manifold_point<float> p{{1, 2}, .25f, 0x80020000u};
    CHECK(streamed(p) == "manifold_point{point: (1, 2), depth: 0.25, id: e2/c0}");
    CHECK(streamed(manifold<float>{{0, 1}, 1, {p, {}}}) ==
          "manifold{normal: (0, 1), points: [manifold_point{point: (1, 2), depth: 0.25, id: e2/c0}]}");
    CHECK(streamed(manifold<float>{}) == "manifold{normal: (0, 0), points: []}");
    CHECK(streamed(separation<float>{2, {0, 1}, {0, 0}, {0, 2}}) ==
          "separation{distance: 2, normal: (0, 1), point_a: (0, 0), point_b: (0, 2)}");
    CHECK(streamed(boundary_point<float>{{1, 0}, -2, {1, 0}}) ==
          "boundary_point{point: (1, 0), distance: -2, gradient: (1, 0)}");
    CHECK(streamed(ray_hit<float>{.5f, {1, 0}, {-1, 0}}) == "ray_hit{fraction: 0.5, point: (1, 0), normal: (-1, 0)}");
    CHECK(streamed(cast_result<float>{cast_status::started_touching, 0, {1, 0}, {2, 0}, 0}) ==
          "cast_result{status: started_touching, fraction: 0, normal: (1, 0), point: (2, 0), depth: 0}");
    CHECK(streamed(set_ray_hit<float>{{.5f, {1, 0}, {-1, 0}}, 3}) ==
          "set_ray_hit{fraction: 0.5, point: (1, 0), normal: (-1, 0), piece: 3}");
    CHECK(streamed(set_cast_result<float>{{cast_status::hit, .5f, {1, 0}, {2, 0}, 0}, 1, 2}) ==
          "set_cast_result{status: hit, fraction: 0.5, normal: (1, 0), point: (2, 0), depth: 0, piece_a: 1, "
          "piece_b: 2}");
    CHECK(streamed(polygon_clip(aabb<float>{{0, 0}, {2, 2}}, aabb<float>{{1, 1}, {3, 3}}))
              .starts_with("common_part{vertices: vertex_list{(1, 1), (2, 1), (2, 2), (1, 2)}, area: 1, "));
    CHECK(streamed(sat::axis_test<float>{{1, 0}, sat::axis_source::edge_of_b, {0, 1}, {2, 3}, -1, true}) ==
          "axis_test{axis: (1, 0), source: edge_of_b, a: interval{min: 0, max: 1}, b: interval{min: 2, max: 3}, "
          "overlap: -1, decides: true}");
    CHECK(streamed(manifold_list<float>{}) == "manifold_list{}");
}

TEST_CASE("a result is printed as its value, or as its error and index") {
    CHECK(streamed(make_convex_polygon({vec2{0.f, 0.f}, {2.f, 0.f}, {0.f, 1.f}})) ==
          "convex_polygon{(0, 0), (2, 0), (0, 1)}");
    const std::string refused = streamed(make_convex_polygon({vec2{0.f, 0.f}, {4.f, 0.f}, {1.f, 1.f}, {0.f, 4.f}}));
    CHECK(refused == std::string{"error at 2: "} + to_string(polygon_error::not_convex));
    const result<polygon<float>> crossing{polygon_error::rings_cross, 3, 7};
    CHECK(streamed(crossing) == std::string{"error at 3 and 7: "} + to_string(polygon_error::rings_cross));
    CHECK(streamed(polygon_mistake{polygon_error::spike, 4}) ==
          std::string{"error at 4: "} + to_string(polygon_error::spike));
    CHECK(streamed(check_polygon({vec2{0.f, 0.f}, {1.f, 0.f}, {0.f, 1.f}})) == "valid");
    CHECK(streamed(check_polygon({vec2{0.f, 0.f}, {1.f, 0.f}, {2.f, 0.f}})).starts_with("error at 0: "));
}

TEST_CASE("each enumerator is printed by its name") {
    CHECK(streamed(polygon_error::spike) == to_string(polygon_error::spike));
    CHECK(streamed(broad_error::inverted) == to_string(broad_error::inverted));
    CHECK(streamed(block_error::misaligned) == to_string(block_error::misaligned));
    CHECK(streamed(cast_status::hit) == to_string(cast_status::hit));
    CHECK(streamed(cast_status::separated) == to_string(cast_status::separated));
    CHECK(streamed(cast_status::started_touching) == to_string(cast_status::started_touching));
    CHECK(streamed(cast_status::started_overlapping) == to_string(cast_status::started_overlapping));
    CHECK(streamed(cast_status::failed) == to_string(cast_status::failed));
    CHECK(streamed(cast_status::step_limit) == to_string(cast_status::step_limit));
    CHECK(streamed(ray_start::solid) == to_string(ray_start::solid));
    CHECK(streamed(ray_start::hollow) == to_string(ray_start::hollow));
    CHECK(streamed(chain_sides::one) == to_string(chain_sides::one));
    CHECK(streamed(chain_sides::two) == to_string(chain_sides::two));
    CHECK(streamed(end_reason::teleported) == to_string(end_reason::teleported));
    CHECK(streamed(slide_stop::wall) == to_string(slide_stop::wall));
    CHECK(streamed(sat::axis_source::edge_of_a) == to_string(sat::axis_source::edge_of_a));
    CHECK(streamed(sat::axis_source::edge_of_b) == to_string(sat::axis_source::edge_of_b));
    CHECK(streamed(sat::axis_source::closest_features) == to_string(sat::axis_source::closest_features));
    CHECK(streamed(cast_status::hit) == "hit");
}

TEST_CASE("results of motion and worlds are printed by their members' names") {
    slide_result<float> slid;
    slid.contacts.list[0] = {{0, 1}, 3, true}, slid.contacts.count = 1, slid.on_floor = true;
    CHECK(streamed(slid) ==
          "slide_result{position: (0, 0), velocity: (0, 0), contacts: slide_contacts{slide_contact{normal: (0, 1), "
          "piece: 3, is_floor: true}}, on_floor: true, started_free: true, is_free: true, stopped_by: none, rounds: "
          "0, stepped: 0}");
    CHECK(streamed(carry_result<float>{{1, 2}, true, false, true}) ==
          "carry_result{position: (1, 2), rides: true, is_pushed: false, is_squashed: true}");
    CHECK(streamed(bounce_result<float>{1, 2}) == "bounce_result{normal_impulse: 1, tangent_impulse: 2}");
    CHECK(streamed(rigid_body<float>{{1, 2}, {}, {3, 4}, 5, 6, 7}) ==
          "rigid_body{position: (1, 2), rotation: rot2{c: 1, s: 0}, velocity: (3, 4), angular_velocity: 5, "
          "inverse_mass: 6, inverse_inertia: 7}");
    CHECK(streamed(proxy_pair{{1, 3}, {2, 5}}) ==
          "proxy_pair{a: proxy{index: 1, generation: 3}, b: proxy{index: 2, generation: 5}}");
    CHECK(streamed(index_pair{4, 5}) == "index_pair{a: 4, b: 5}");
    CHECK(streamed(query_statistics{1, 2, 3}) == "query_statistics{visited: 1, tested: 2, found: 3}");
    CHECK(streamed(broad_status{broad_error::stale_proxy, 6}).ends_with(", index: 6}"));
    CHECK(streamed(collider_id{8, 9}) == "collider_id{index: 8, generation: 9}");
    CHECK(streamed(collider_filter{1, 2, -3}) == "collider_filter{category: 1, mask: 2, group: -3}");
    CHECK(streamed(end_event{{1, 1}, {2, 1}, 10, 20, end_reason::removed}) ==
          "end_event{a: collider_id{index: 1, generation: 1}, b: collider_id{index: 2, generation: 1}, user_a: 10, "
          "user_b: 20, reason: one was removed}");
    CHECK(streamed(contact_event{}).starts_with("contact_event{a: collider_id{"));
    CHECK(
        streamed(world_contact<float>{}).ends_with(", manifold: manifold{normal: (0, 0), points: []}, sensor: false}"));
    CHECK(streamed(world_hit<float>{}).starts_with("world_hit{id: collider_id{"));
    CHECK(streamed(world_hit<float>{}).ends_with(", sensor: false, piece: 0}"));
    CHECK(streamed(world_cast_hit<float>{}).ends_with(", sensor: false, piece: 0}"));
    CHECK(streamed(world_cast_hit<float>{}).starts_with("world_cast_hit{id: collider_id{"));
    CHECK(streamed(world_overlap<float>{}).ends_with("b_in_a: false}, sensor: false}"));
    CHECK(
        streamed(world_manifold<float>{}).ends_with("manifold: manifold{normal: (0, 0), points: []}, sensor: false}"));
    CHECK(streamed(world_distance<float>{}).ends_with("point_b: (0, 0)}, sensor: false}"));
    CHECK(streamed(body_overlap<float>{1, 2, {0, 1}, 3}) == "body_overlap{a: 1, b: 2, normal: (0, 1), depth: 3}");
    CHECK(streamed(pixel_position<int>{{1, 2}, {.5f, 0}}) == "pixel_position{pixel: (1, 2), remainder: (0.5, 0)}");
    CHECK(streamed(pixel_slide_result<int, float>{}).ends_with("on_floor: false, started_free: true}"));
}

TEST_CASE("only the library's own types are printable, so no user's operator becomes ambiguous") {
    STATIC_REQUIRE(debug::printable<vec2<float>>);
    STATIC_REQUIRE(!debug::printable<int>);
    STATIC_REQUIRE(!debug::printable<float>);
    STATIC_REQUIRE(!debug::printable<const char*>);
    STATIC_REQUIRE(!debug::printable<std::string>);
    STATIC_REQUIRE(!debug::printable<std::optional<vec2<float>>>);
    STATIC_REQUIRE(!debug::printable<std::vector<vec2<float>>>);
#ifdef __cpp_lib_format
    CHECK(std::format("[{:>9}]", vec2{1, 2}) == "[   (1, 2)]");
#endif
}
