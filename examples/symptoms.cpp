// Answers of docs/how_do_i/ to what goes wrong in games, with their output.

#include <algorithm>
#include <cstdio>
#include <optional>
#include <span>
#include <vector>

#include <hitbox/motion.hpp>
#include <hitbox/scene.hpp>
using namespace hitbox;

namespace {

void print(const char* what, vec2<float> v) { std::printf("%s (%.2f, %.2f)\n", what, double(v.x), double(v.y)); }

// Tiles of one unit, from x = 0 on; their top is y = 0.
std::vector<aabb<float>> row_of_tiles(int count) {
    std::vector<aabb<float>> tiles;
    for (int i = 0; i < count; ++i) tiles.push_back(aabb<float>::from_corner({float(i), -1}, {1, 1}));
    return tiles;
}

// My character sticks between tiles.
vec2<float> walked(vec2<float> position, const std::vector<aabb<float>>& tiles) {
    const aabb<float> body{{-0.3f, 0}, {0.3f, 1.8f}};  // about its own origin: between the feet
    const vec2<float> motion{0.2f, -0.1f};             // of this frame, with gravity
    const auto r = move_and_slide(body, position, motion, tiles, {.up = {0, 1}});
    return r.position;  // all tiles in one call: one shape without internal edges
}

// Two walls at once throw me off.
vec2<float> out_of_corner(circle<float> player, const std::vector<aabb<float>>& walls) {
    if (const auto hit = collide(player, walls)) player.center += hit->mtv();  // one vector, out of all walls
    return player.center;
}

// My L-shape collides where it is empty.
/// Prints why there is no polygon. Two indices are edges that cross or overlap; one index is a point.
void print_mistake(const auto& made) {
    if (made.index() != made.other_index()) std::printf("edges %zu and %zu: ", made.index(), made.other_index());
    else std::printf("point %zu: ", made.index());
    std::printf("%s\n", to_string(made.error()));
}
std::optional<compound<float>> drawn_shape(const std::vector<vec2<float>>& outline) {
    const auto made = make_polygon(outline);  // either winding, any simple outline
    if (!made) return print_mistake(made), std::nullopt;
    return compound<float>{*made};
}

// Which side was hit?
// `up` is {0, 1}, or {0, -1} where y points down.
const char* side_of(const aabb<float>& player, const aabb<float>& block, vec2<float> up) {
    const auto hit = collide(player, block);
    if (!hit) return "none";
    const vec2<float> n = hit->normal;  // from the player to the block
    if (n.x != 0) return n.x > 0 ? "the left of the block" : "the right of the block";
    return dot(n, up) < 0 ? "the top of the block" : "the bottom of the block";
}

// Does the player stand on tiles, also in a corner?
bool stands_on(const aabb<float>& player, const std::vector<aabb<float>>& tiles, vec2<float> up) {
    for (const auto& facet : contact_manifolds(player, tiles))
        if (dot(facet.normal, up) < -0.7f) return true;
    return false;
}

// Which edge of the polygon was hit?
std::optional<unsigned> edge_hit(circle<float> ball, const convex_polygon<float, 8>& polygon) {
    const auto m = contact_manifold(polygon, ball);
    if (m.count == 0) return {};
    const unsigned feature = m.points[0].id >> 16;  // of the first argument
    if (!(feature & edge_feature)) return {};       // a vertex
    return feature & ~edge_feature;                 // from this vertex to the next
}

// Rotate a shape.
transform2<float> turned_about(vec2<float> pivot, vec2<float> where, rot2<float> rotation) {
    return {where - rotation * pivot, rotation};  // the pivot, in coordinates of the shape, comes to `where`
}

// My cast says "blocked" in every direction.
bool can_move(const aabb<float>& body, vec2<float> motion, const aabb<float>& floor) {
    const auto cast = shape_cast(body, motion, floor);
    return cast.status == cast_status::separated;  // touching at the start counts only if the motion leads inwards
}
// The motion without the part that leads into the floor on which the body stands.
vec2<float> along_floor(const aabb<float>& body, vec2<float> motion, const aabb<float>& floor) {
    const auto cast = shape_cast(body, motion, floor);
    if (cast.status != cast_status::started_touching) return motion;
    return motion - cast.normal * std::min(0.f, dot(motion, cast.normal));
}
// The position of the body after the motion: at its end, at a hit or, if the body is blocked at the start, moved out.
vec2<float> after(circle<float> body, vec2<float> motion, const std::vector<aabb<float>>& walls) {
    const auto cast = shape_cast(body, motion, walls);
    if (cast.status == cast_status::separated) return body.center + motion;            // the path is free
    if (cast.status == cast_status::hit) return body.center + motion * cast.fraction;  // it ends at a wall
    return body.center + cast.normal * cast.depth;  // started_touching: depth 0; started_overlapping: out of the wall
}
vec2<float> without_overlap(circle<float> body, vec2<float> position, const std::vector<aabb<float>>& walls) {
    return move_and_slide(body, position, {0, 0}, walls).position;
}

// The ray starts inside the shape.
void rays_from_inside() {
    const circle<float> room{{0, 0}, 5};
    const ray<float> sight{{1, 0}, {10, 0}};
    if (const auto hit = ray_cast(sight, room)) print("solid: at once, at", hit->point);
    if (const auto hit = ray_cast(sight, room, ray_start::hollow)) print("hollow: the far wall, at", hit->point);
}

// My character cannot jump up through a platform, or drop through one.
struct jumper {
    vec2<float> position{}, motion{};
    bool on_floor = false;
    bool drops = false;  // true only in the frame in which "down" is pressed
};

vec2<float> after_step(const jumper& j, const std::vector<aabb<float>>& solids, std::vector<aabb<float>> platforms) {
    const aabb<float> body{{-0.3f, 0}, {0.3f, 1.8f}};
    const slide_options<float> walking{.up = {0, 1}};
    if (j.on_floor && j.drops) platforms.clear();  // for one step
    return move_and_slide(body, j.position, j.motion, with_platforms(solids, platforms, walking.up), walking).position;
}

// A lift that is a one-way platform: the character can jump through it from below.
struct lift {
    aabb<float> box{};         // about its own origin
    vec2<float> from{}, to{};  // its positions before and after the step
};

vec2<float> after_lift(const aabb<float>& body, vec2<float> position, const lift& l,
                       const std::vector<aabb<float>>& solids, const slide_options<float>& walking) {
    const float feet = position.y + body.min.y, top = l.from.y + l.box.max.y;  // y up
    if (feet < top - 0.01f) return position;  // it comes from below: the lift passes through it
    return carry(body, position, l.box, l.from, l.to, solids, walking).position;
}

// A see-saw: a box that turns about its middle.
struct see_saw {
    vec2<float> pivot{}, half_extents{};
    rot2<float> from{}, to{};  // its rotations before and after the step
};

vec2<float> after_see_saw(const capsule<float>& body, vec2<float> position, const see_saw& s,
                          const std::vector<aabb<float>>& solids, const slide_options<float>& walking) {
    const vec2<float> arm = position + body.a - s.pivot;  // to the centre of the circle at the feet
    const vec2<float> by = s.to * (inverse(s.from) * arm) - arm;
    const obb<float> before{{0, 0}, s.half_extents, s.from};
    return carry(body, position, before, s.pivot, s.pivot + by, solids, walking).position;
}

// Collision layers: one bit for each. Category 1 is left to colliders without a filter.
struct layers {
    static constexpr std::uint32_t level = 2, players = 4, enemies = 8;
};

// A world for the answers below: the kinds of its objects.
enum kind : std::uint64_t { player, coin };

// My player collects a coin twice, or never.
int collected(world<float>& w, collider_id me) {
    int coins = 0;
    w.detect();  // once a frame, after all moves
    for (const contact_event& e : w.began(me))
        if (const collider_id it = e.other(me); w.contains(it) && w.user(it) == coin) ++coins, w.remove(it);
    return coins;
}

// My enemy sees through walls.
bool sees(const world<float>& w, vec2<float> eye, vec2<float> target) {
    return !w.ray_cast_any(ray<float>::between(eye, target), {.mask = layers::level});
}

// I draw everything, not only what is in view.
void in_view(const world<float>& w, const aabb<float>& camera, std::vector<collider_id>& found) {
    w.query(camera, found, {.mask = layers::level});  // walls; no players and no sensors of other layers
}

// My character falls off the ladder.
struct climber {
    vec2<float> position{}, velocity{};  // of the feet; y up
    bool on_floor = false, climbs = false;
};

/// One frame. `run` and `climb` are -1, 0 or 1.
void step_with_ladder(climber& c, float run, float climb, bool jump, const std::vector<aabb<float>>& solids,
                      const aabb<float>& ladder, float dt) {
    const aabb<float> body{{-0.3f, 0}, {0.3f, 1.8f}};
    const slide_options<float> walking{.up = {0, 1}, .dt = dt};
    const bool jumps = jump && (c.on_floor || c.climbs);
    if (jumps || !penetrates(at(body, c.position), ladder)) c.climbs = false;  // touching the ladder is not enough
    else if (climb != 0) c.climbs = true;                                      // until it jumps or leaves the ladder
    std::vector<aabb<float>> top = {{{ladder.min.x, ladder.max.y - 0.2f}, ladder.max}};  // it blocks from above
    if (c.on_floor && climb < 0) top.clear();                                            // down from the top
    c.velocity.x = 3 * run;
    if (c.climbs) c.velocity.y = 2 * climb;
    else if (jumps) c.velocity.y = 8;
    else if (c.on_floor) c.velocity.y = 0;
    if (!c.climbs) c.velocity.y -= 25 * dt;  // gravity
    const auto r = move_and_slide(body, c.position, c.velocity, with_platforms(solids, top, walking.up), walking);
    c = {r.position, r.velocity, r.on_floor, c.climbs};
}

// Where the shapes touch.
void print_contact_points(const any_shape<float>& a, const any_shape<float>& b) {
    const manifold<float> m = contact_manifold(a, b);
    for (const manifold_point<float>& p : m) std::printf("%.2f deep ", double(p.depth)), print("at", p.point);
}

void print_layers() {
    world<float> w;
    const circle<float> disc{{0, 0}, 1};
    // An enemy meets the level and players, but no other enemies.
    const collider_filter of_enemy{.category = layers::enemies, .mask = layers::level | layers::players};
    w.add({.shape = disc, .filter = of_enemy});
    w.add({.shape = disc, .filter = of_enemy});
    w.add({.shape = disc, .filter = {.category = layers::players}});
    w.detect();
    std::printf("%zu contacts", w.contacts().size());  // of the player with each enemy
    // A query that sees enemies only, whatever the masks of the enemies are.
    std::vector<collider_id> found;
    w.query(disc, found, {.mask = layers::enemies});
    std::printf(", %zu enemies\n", found.size());
}

// Load a game, or go back in time.
struct save_game {
    std::vector<std::byte> world;
    int score = 0;  // your own state, beside the bytes
};
save_game save(const world<float>& w, int score) { return {w.snapshot(), score}; }
bool load(const save_game& s, world<float>& w, int& score) {
    if (!w.restore(s.world)) return false;  // the bytes are not a complete snapshot; nothing has changed
    score = s.score;
    return true;
}

// The surfaces that the character touches at its end position.
void print_contacts(const slide_result<float>& r, vec2<float> up) {
    for (const slide_contact<float>& c : r.contacts)
        std::printf("obstacle %zu is %s\n", c.piece,
                    c.is_floor              ? "a floor"
                    : dot(c.normal, up) < 0 ? "a ceiling"
                                            : "a wall or a steep slope");
}

/// Returns the normal of a wall that the character touches: left or right. Zero if there is none.
vec2<float> wall_beside(const slide_result<float>& r) {
    for (const slide_contact<float>& c : r.contacts)
        if (!c.is_floor && (c.normal.x < -0.9f || c.normal.x > 0.9f)) return c.normal;
    return {};
}

// Rewind: the last frames of a world, in lists that keep their memory.
class history {
public:
    void record(const world<float>& w) {
        w.snapshot(frames_[next_]);
        next_ = (next_ + 1) % frames_.size();
        count_ = count_ < frames_.size() ? count_ + 1 : count_;
    }
    /// Goes back to the frame that was recorded last. Returns false if there is none.
    bool go_back(world<float>& w) {
        if (count_ == 0) return false;
        next_ = (next_ + frames_.size() - 1) % frames_.size();
        --count_;
        return w.restore(frames_[next_]);
    }

private:
    std::vector<std::vector<std::byte>> frames_ = std::vector<std::vector<std::byte>>(300);  // five seconds
    std::size_t next_ = 0, count_ = 0;
};
void play_and_rewind() {
    world<float> w;
    const collider_id me = w.add(circle<float>{{0, 0}, 0.5f});
    history past;
    for (int frame = 0; frame < 400; ++frame) {
        past.record(w);
        w.move(me, w.transform(me).translation + vec2{0.25f, 0.f});
        w.detect();
    }
    print("before:", w.transform(me).translation);
    for (int frame = 0; frame < 100; ++frame) past.go_back(w);  // as if the key were held
    print("100 frames back:", w.transform(me).translation);
    int left = 0;
    while (past.go_back(w)) ++left;
    std::printf("%d frames are left, of %zu bytes each\n", left, w.snapshot().size());
}

// A room with an empty inside: the walls are the solid, and the inside is a hole of it.
using points = std::vector<vec2<float>>;
compound<float> walls_around(const points& inside, const points& outside) {
    const std::vector<points> holes{inside};
    const auto made = make_polygon(outside, holes);
    return made ? compound<float>{*made} : compound<float>{};
}
void walk_in_room() {
    const points inside = {{0, 0}, {6, 0}, {6, 2}, {10, 2}, {10, 6}, {0, 6}};
    const compound<float> walls = walls_around(inside, {{-1, -1}, {11, -1}, {11, 7}, {-1, 7}});
    const circle<float> body{{0, 0}, 0.5f};  // about its own origin
    print("stopped by the wall at", move_and_slide(body, {1, 1}, {20, 0}, walls).position);
    if (const auto seen = ray_cast(ray<float>{{1, 1}, {20, 0}}, walls)) print("the ray ends at", seen->point);
    if (const auto room = make_polygon(inside)) {  // the same points: which room is the player in?
        const compound<float> floor{*room};
        std::printf("contains the player: %s, contains a disc on its border: %s\n",
                    contains(floor, circle<float>{{1, 1}, 0.5f}) ? "yes" : "no",
                    contains(floor, circle<float>{{0, 1}, 0.5f}) ? "yes" : "no");
    }
}

// I need triangles to draw, or polygons for Box2D.
void cut(const std::vector<vec2<float>>& outline) {
    const auto made = make_polygon(outline);
    if (!made) return;
    for (const triangle<float>& t : triangles(*made)) print("a triangle begins at", t.a);
    for (const convex_polygon<float, 8>& p : convex_polygons<8>(*made))  // b2_maxPolygonVertices is 8
        std::printf("a convex piece of %zu vertices\n", vertices(p).size());
}

void play_in_world() {
    world<float> w;
    const collider_id me =
        w.add({.shape = aabb<float>{{-0.3f, 0}, {0.3f, 1.8f}}, .transform = {{0, 0}, {}}, .user = player});
    w.add({.shape = aabb<float>{{5, 0}, {6, 4}}, .filter = {.category = layers::level}, .fixed = true});
    w.add({.shape = circle<float>{{0, 0}, 0.25f}, .transform = {{2, 1}, {}}, .sensor = true, .user = coin});

    const save_game start = save(w, 0);
    int score = 0;
    for (int frame = 0; frame < 10; ++frame) {
        w.move(me, vec2<float>{float(frame) * 0.4f, 0});
        score += collected(w, me);
    }
    std::printf("score %d, %zu colliders\n", score, w.size());
    std::printf("seen at x = 4: %s, behind the wall: %s\n", sees(w, {0, 1}, {4, 1}) ? "yes" : "no",
                sees(w, {0, 1}, {8, 1}) ? "yes" : "no");
    std::vector<collider_id> found;
    in_view(w, {{2, 0}, {9, 5}}, found);
    std::printf("in view: %zu\n", found.size());
    const bool loaded = load(start, w, score);
    std::printf("%s: score %d, %zu colliders\n", loaded ? "loaded" : "refused", score, w.size());
}

}  // namespace

int main() {
    vec2<float> feet{0.5f, 0};
    for (int frame = 0; frame < 20; ++frame) feet = walked(feet, row_of_tiles(10));
    print("walked over tiles to", feet);

    const std::vector<aabb<float>> corner = {{{-9, -1}, {9, 0}}, {{8, -1}, {9, 9}}};
    print("out of a corner:", out_of_corner({{7.5f, 0.5f}, 1}, corner));

    const std::vector<vec2<float>> letter_l = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    if (const auto shape = drawn_shape(letter_l))
        std::printf("the empty part of the L: %s\n", intersects(*shape, vec2<float>{3, 3}) ? "hit" : "free");

    const aabb<float> block{{0, 0}, {2, 2}};
    std::printf("landed on %s\n", side_of({{0.5f, 1.9f}, {1.5f, 3.9f}}, block, {0, 1}));
    std::printf("ran into %s\n", side_of({{-0.9f, 0.5f}, {0.1f, 1.5f}}, block, {0, 1}));
    const std::vector<aabb<float>> room = {{{-9, -1}, {9, 0}}, {{8, -1}, {9, 9}}};
    std::printf("in a corner, on the floor: %s\n",
                stands_on({{7.25f, -0.1f}, {8.25f, 1}}, room, {0, 1}) ? "yes" : "no");
    if (const auto square = make_convex_polygon({vec2{0.f, 0.f}, vec2{2.f, 0.f}, vec2{2.f, 2.f}, vec2{0.f, 2.f}}))
        std::printf("the ball hits edge %u\n", edge_hit({{2.5f, 1}, 0.75f}, *square).value_or(99));

    const auto door = at(aabb<float>{{0, 0}, {2, 0.25f}},
                         turned_about({0, 0.125f}, {5, 1}, rot2<float>::from_degrees(90)));  // its hinge is at (5, 1)
    std::printf("the door turned about its hinge reaches %.2f\n", double(bounds(door).max.y));

    const aabb<float> body{{0, 0}, {1, 2}}, floor{{-5, -1}, {5, 0}};
    std::printf("standing on the floor: right %s, up %s, down %s\n", can_move(body, {1, 0}, floor) ? "free" : "blocked",
                can_move(body, {0, 1}, floor) ? "free" : "blocked",
                can_move(body, {0, -1}, floor) ? "free" : "blocked");
    std::printf("right with gravity: %s\n", can_move(body, {1, -0.001f}, floor) ? "free" : "blocked");
    print("along the floor:", along_floor(body, {1, -0.001f}, floor));
    const std::vector<aabb<float>> wall{{{2, -1}, {3, 1}}};
    for (const float x : {-2.f, 0.f, 1.f, 1.5f}) print("after a motion by 2:", after({{x, 0}, 1}, {2, 0}, wall));
    const std::vector<aabb<float>> rounded_wall{{{-1, -1}, {0.1f, 1}}};
    vec2<float> pushed{0.45f, 0};
    if (const auto hit = collide(circle<float>{pushed, 0.6f}, rounded_wall)) pushed += hit->mtv();
    const vec2<float> there = without_overlap({{0, 0}, 0.6f}, pushed, rounded_wall);
    std::printf("moved out of a wall, it %s\n",
                penetrates(circle<float>{there, 0.6f}, rounded_wall) ? "overlaps" : "is free");
    rays_from_inside();

    const std::vector<aabb<float>> ground = {{{-9, -1}, {9, 0}}}, platform = {{{-2, 3}, {2, 3.5f}}};
    print("jumped up to", after_step({{0, 2}, {0, 2.5f}}, ground, platform));
    print("stands at", after_step({{0, 3.5f}, {0, -1}}, ground, platform));
    print("drops to", after_step({{0, 3.5f}, {0, -0.01f}, true, true}, ground, platform));
    print("falls on from inside to", after_step({{0, 3.49f}, {0, -1}}, ground, platform));

    const aabb<float> walker{{-0.3f, 0}, {0.3f, 1.8f}};
    const auto stopped = move_and_slide(walker, {7, 0}, {3, -0.1f}, corner, {.up = {0, 1}});
    print_contacts(stopped, {0, 1});
    print("a wall jump leads along", wall_beside(stopped));
    const lift up{{{-1, -0.25f}, {1, 0}}, {0, 1}, {0, 1.25f}};  // its top is at its position
    print("on a lift, it goes up to", after_lift(walker, {0, 1}, up, ground, {.up = {0, 1}}));
    const see_saw turning{{0, 0}, {4, 0.5f}, {}, rot2<float>::from_degrees(-3)};
    print("on a see-saw, it goes down to",
          after_see_saw({{0, 0.25f}, {0, 1}, 0.25f}, {3, 0.5f}, turning, {}, {.up = {0, 1}}));
    print("under the lift, it stays at", after_lift(walker, {0, 0}, up, ground, {.up = {0, 1}}));

    const aabb<float> rungs{{2, 0}, {3, 4}};
    climber c{{2.5f, 0}};
    const auto play = [&](const char* what, int frames, float run, float climb, bool jump) {
        for (int i = 0; i < frames; ++i) step_with_ladder(c, run, climb, jump && i == 0, ground, rungs, 1 / 60.f);
        print(what, c.position);
    };
    play("up the ladder:", 60, 0, 1, false);
    play("without a key, it stays:", 60, 0, 0, false);
    play("at the top:", 120, 0, 1, false);
    play("it stands there:", 60, 0, 0, false);
    play("down again:", 60, 0, -1, false);
    play("it jumps off:", 60, 1, 0, true);

    print_contact_points(aabb<float>{{0, 0}, {4, 2}}, aabb<float>{{3, 1.5f}, {9, 4}});
    print_layers();
    play_in_world();
    play_and_rewind();
    walk_in_room();
    cut(letter_l);
}
