// Concave outlines, the platform game and the gallery, which need sets of shapes. They are compiled to WebAssembly like
// core.cpp. The page writes numbers into `input` and reads them from `output`.

#include <array>
#include <span>
#include <vector>

#define HITBOX_ASSERT(condition, why) static_cast<void>(0)
#include <hitbox/pairs.hpp>

#ifdef __wasm__
#  include "memory.hpp"
#  define EXPORT(name) extern "C" __attribute__((export_name(#name))) auto name
#else
#  define EXPORT(name) extern "C" auto name  // the same functions for a test in C++
#endif

#include "play.hpp"

namespace levels {

using namespace hitbox;

using piece = convex_polygon<float, 8>;

float input[1024];
float output[16384];
std::size_t written = 0;

EXPORT(input_data)()->float* { return input; }
EXPORT(output_data)()->const float* { return output; }
EXPORT(output_size)()->std::size_t { return written; }

template <class... Numbers>
void write(Numbers... numbers) {
    if (written + sizeof...(numbers) > std::size(output)) return;
    ((output[written++] = float(numbers)), ...);
}
void write_point(vec2<float> p) { write(p.x, p.y); }
template <class Corners>
void write_corners(const Corners& corners) {
    write(corners.size());
    for (const vec2<float> p : corners) write_point(p);
}

// ---- Concave outlines.
// -----------------------------------------------------------------------------------------------

std::vector<piece> pieces;

/// Reads rings from the input: for each one its number of points and their coordinates. The first is the outline.
/// Writes the mistakes, each as (error, first, second), then the pieces and their area.
EXPORT(cut)(std::size_t rings)->void {
    std::vector<std::vector<vec2<float>>> given(rings);
    const float* next = input;
    for (auto& ring : given)
        for (auto left = std::size_t(*next++); left > 0; --left, next += 2) ring.push_back({next[0], next[1]});
    const std::span<const std::vector<vec2<float>>> holes{given.data() + 1, given.size() - 1};
    const auto mistakes = polygon_mistakes(given[0], holes);
    pieces.clear(), written = 0;
    write(mistakes.size());
    for (const polygon_mistake& m : mistakes)
        write(m.error, m.first, m.second == polygon_mistake::none ? -1.f : float(m.second));
    float whole = 0;
    if (const auto made = make_polygon(given[0], holes)) pieces = convex_polygons<8>(*made), whole = area(*made);
    write(pieces.size());
    for (const piece& p : pieces) write_corners(vertices(p));
    write(whole);
}

/// Returns the reason why rings are not a polygon, as a text that ends with a zero.
EXPORT(mistake_words)(int error)->const char* { return to_string(static_cast<hitbox::polygon_error>(error)); }

/// Tests a disc, or with half extents a box, against all pieces as one shape. If it touches, writes the minimum
/// translation and the number of touched pieces; otherwise the distance and the closest point.
template <class S>
void query_whole(const S& s) {
    written = 0;
    std::size_t touched = 0;
    for (const piece& p : pieces) touched += intersects(s, p) ? 1 : 0;
    const auto hit = collide(s, pieces);
    const vec2<float> mtv = hit ? hit->mtv() : vec2<float>{};
    write(hit ? 1 : 0, hit ? hit->depth : 0, mtv.x, mtv.y, touched);
}
EXPORT(query_disc)(float x, float y, float radius)->void { query_whole(circle<float>{{x, y}, radius}); }
EXPORT(query_box)(float x, float y, float half_x, float half_y, float degrees)->void {
    const obb<float> box{{x, y}, {half_x, half_y}, rot2<float>::from_degrees(degrees)};
    std::vector<vec2<float>> corners;
    for (const vec2<float> p : vertices(box)) corners.push_back(p);
    if (const auto made = make_convex_polygon<8>(corners)) query_whole(*made);
}

// ---- The game.
// -------------------------------------------------------------------------------------------------------

play::session* running = nullptr;
play::session& session() {
    if (!running) running = new play::session;
    return *running;
}

EXPORT(play_restart)()->void { session().restart(); }
EXPORT(play_step)(unsigned keys)->void { session().step(keys); }
EXPORT(play_rewind)(std::size_t frames)->void { session().rewind(frames); }
EXPORT(play_frames)()->std::size_t { return session().keys().size(); }
EXPORT(play_keys)()->const std::uint8_t* { return session().keys().data(); }

/// Writes the parts that do not move: solids, platforms, spikes, ladders, coins, checkpoints, home, flag.
EXPORT(play_map)()->void {
    const play::level& map = session().map();
    written = 0;
    for (const auto* list : {&map.solids, &map.platforms, &map.spikes}) {
        write(list->size());
        for (const play::tile& t : *list) write_corners(vertices(t));
    }
    write(map.ladders.size());
    for (const aabb<float>& b : map.ladders) write(b.min.x, b.min.y, b.max.x, b.max.y);
    for (const auto* list : {&map.coins, &map.checkpoints}) {
        write(list->size());
        for (const vec2<float> p : *list) write_point(p);
    }
    write_point(map.home), write_point(map.flag);
}

EXPORT(play_state)()->void {
    const play::state& s = session().now();
    written = 0;
    write(s.tick, s.position.x, s.position.y, s.velocity.x, s.velocity.y, s.facing, s.wall, s.on_floor, s.on_ladder,
          s.rides, s.has_flag, s.is_home, s.mishaps, std::uint32_t(s.coins & 0xffffff), std::uint32_t(s.coins >> 24));
    write_point(s.checkpoint);
    const auto saw = session().map().saw(s.tick);
    write(saw.center.x, saw.center.y, saw.radius);
    for (const play::mover& m : session().map().movers) write_point(m.position(s.tick));
}

}  // namespace levels
