#pragma once
// A small platform game: tiles, slopes, one-way and moving platforms, a ladder, a wall to slide down. This file has no
// pictures and no keyboard: the page (play.js) draws the game, and a test (tests/web/native.cpp) plays it.
//
// A frame is a function of the previous state and the keys. The state is a plain value, so a copy is a snapshot.

#include <cstdint>
#include <span>
#include <vector>

#include <hitbox/hitbox.hpp>

namespace play {

using namespace hitbox;

// ---- The level: y upwards, a tile is 1 by 1.
// -------------------------------------------------------------------------

// # solid   / \ slopes of 45 degrees   1 2 and 3 4 gentle slopes up and down   = platform   H ladder   ^ spikes
// o coin    S start and home   F flag   c checkpoint
inline constexpr const char* rows[] = {
    "#                                                              #",
    "#                                                              #",
    "#                                               c              #",
    "#                                            o ## o  o         #",
    "#                                   o          ##              #",
    "#                             o     c          ##========      #",
    "#                        o         ====  H##  o##              #",
    "#                            ====        H##   ##              #",
    "#               oo    oo===              H##  o##              #",
    "#                                       oH##   ##              #",
    "#         o    =====  ==                 H##  o##              #",
    "#        o o                             H##   ##              #",
    "#                   o  == o      o o o  oH##       o o o       #",
    "#   o  /####34                           H##                   #",
    "# S  12#########\\   ==    == c         c H##^    c           F #",
    "###################         ###        #########################",
    "###################^^^^^^^^^###^^^^^^^^#########################",
    "################################################################",
};
inline constexpr int height = 18, width = 64;

using tile = convex_polygon<float, 8>;
// The character: 0.7 wide, 1.2 high.
inline constexpr capsule<float> body{{0, -0.25f}, {0, 0.25f}, 0.35f};
inline constexpr float seconds = 1 / 60.f;
inline constexpr slide_options<float> walking{
    .up = {0, 1}, .floor_up = 0.6f, .step_height = 0.25f, .snap_distance = 0.25f, .dt = seconds};

inline aabb<float> box_at(float x, float y, float w, float h) { return aabb<float>::from_corner({x, y}, {w, h}); }
inline tile as_tile(const aabb<float>& b) {
    const vec2<float> corners[] = {b.min, {b.max.x, b.min.y}, b.max, {b.min.x, b.max.y}};
    return *make_convex_polygon<8>(std::span{corners});
}

/// A platform that moves back and forth.
struct mover {
    tile shape;  // about the origin
    vec2<float> from, to;
    float ticks;  // of the motion; at both ends it waits for a quarter of that

    vec2<float> position(int tick) const {
        const float rounds = float(tick) / (1.25f * ticks), part = rounds - 2 * float(int(rounds / 2));
        const float there = (part < 1 ? part : 2 - part) * 1.25f - 0.125f;
        return from + (to - from) * (there < 0 ? 0.f : there > 1 ? 1.f : there);
    }
};

struct level {
    std::vector<tile> solids, platforms;
    std::vector<mover> movers;
    std::vector<tile> spikes;
    std::vector<aabb<float>> ladders;
    std::vector<vec2<float>> coins, checkpoints;
    vec2<float> home, flag;

    level() {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) add(rows[height - 1 - y][x], float(x), float(y));
        movers.push_back({as_tile(box_at(0, 0, 2, 0.5f)), {31, 2.5f}, {37, 2.5f}, 170});
        movers.push_back({as_tile(box_at(0, 0, 2, 0.5f)), {57, 2.5f}, {57, 12.5f}, 170});
    }
    /// Returns the position of the saw that rolls in front of the flag.
    circle<float> saw(int tick) const {
        const int part = tick % 300, there = part < 150 ? part : 300 - part;
        return {{51 + float(there) * (4.5f / 150), 3.45f}, 0.45f};
    }

private:
    void add(char c, float x, float y) {
        const vec2<float> center{x + 0.5f, y + 0.5f};
        const auto slope = [&](float left, float right) {
            std::vector<vec2<float>> corners{{x, y}, {x + 1, y}};
            if (right > 0) corners.push_back({x + 1, y + right});
            if (left > 0) corners.push_back({x, y + left});
            solids.push_back(*make_convex_polygon<8>(corners));
        };
        switch (c) {
            case '#': slope(1, 1); break;
            case '/': slope(0, 1); break;
            case '\\': slope(1, 0); break;
            case '1': slope(0, 0.5f); break;
            case '2': slope(0.5f, 1); break;
            case '3': slope(1, 0.5f); break;
            case '4': slope(0.5f, 0); break;
            case '=': platforms.push_back(as_tile(box_at(x, y + 0.75f, 1, 0.25f))); break;
            case 'H': add_ladder(x, y); break;
            case '^': spikes.push_back(as_tile(box_at(x + 0.125f, y, 0.75f, 0.375f))); break;
            case 'o': coins.push_back(center); break;
            case 'c': checkpoints.push_back({x + 0.5f, y + 0.6f}); break;
            case 'S': home = {x + 0.5f, y + 0.6f}; break;
            case 'F': flag = {x + 0.5f, y + 0.6f}; break;
            default: break;
        }
    }
    /// The top of a ladder is a platform on which the character can stand.
    void add_ladder(float x, float y) {
        if (!ladders.empty() && ladders.back().max == vec2{x + 1, y}) ladders.back().max.y = y + 1;
        else ladders.push_back(box_at(x, y, 1, 1));
        if (rows[height - 2 - int(y)][int(x)] != 'H') platforms.push_back(as_tile(box_at(x, y + 0.75f, 1, 0.25f)));
    }
};

/// Moves the character among solids, moving solids and one-way platforms.
inline slide_result<float> slide(const capsule<float>& shape, vec2<float> position, vec2<float> velocity,
                                 const std::vector<tile>& solids, const std::vector<tile>& moving,
                                 const std::vector<tile>& platforms, const slide_options<float>& options) {
    const auto walls = together(solids, moving);
    return move_and_slide(shape, position, velocity, with_platforms(walls, platforms, {0, 1}), options);
}

// ---- The game.
// -------------------------------------------------------------------------------------------------------

enum key : unsigned { left = 1, right = 2, up = 4, down = 8 };  // up: jumps, and climbs where a ladder is

struct state {
    vec2<float> position, velocity{};
    vec2<float> checkpoint = position;
    std::uint64_t coins = 0;  // a bit for each coin that is taken
    std::int32_t tick = 0, mishaps = 0;
    std::int8_t wall = 0;  // the side on which it touches a wall: -1, 1, or 0
    std::int8_t facing = 1;
    std::uint8_t since_floor = 255, since_wall = 255, since_press = 255;  // frames, up to 255
    std::uint8_t held = 0;  // frames until the keys steer again after a jump off a wall
    bool on_floor = false, on_ladder = false, rides = false, has_flag = false, is_home = false, was_up = false;
};

class game {
public:
    [[nodiscard]] const level& map() const { return map_; }
    [[nodiscard]] state start() const { return {.position = map_.home}; }

    /// Returns the state a sixtieth of a second later.
    [[nodiscard]] state after(state s, unsigned keys) {
        if (s.is_home) return s;
        const bool squashed = move_platforms(s);
        const int direction = (keys & right ? 1 : 0) - (keys & left ? 1 : 0);
        if (direction != 0 && s.held == 0) s.facing = std::int8_t(direction);
        count(s, keys);
        take_ladder(s, keys);
        if (s.on_ladder)
            s.velocity = {3.f * float(direction), 5.f * (float((keys & up) != 0) - float((keys & down) != 0))};
        else steer(s, keys, float(direction));
        move(s, keys);
        ++s.tick;
        touch(s);
        if (squashed || is_hurt(s)) {
            s.position = s.checkpoint, s.velocity = {}, ++s.mishaps;
            s.on_floor = s.on_ladder = s.rides = false, s.wall = 0, s.held = 0;
            s.since_floor = s.since_wall = s.since_press = 255;
        }
        return s;
    }

private:
    static void count(state& s, unsigned keys) {
        const auto later = [](std::uint8_t& frames) { frames = std::uint8_t(frames < 255 ? frames + 1 : 255); };
        later(s.since_floor), later(s.since_wall), later(s.since_press);
        if (s.on_floor) s.since_floor = 0;
        if (s.wall != 0 && !s.on_floor) s.since_wall = 0;
        if ((keys & up) != 0 && !s.was_up) s.since_press = 0;
        s.was_up = (keys & up) != 0;
        if (s.held > 0) --s.held;
    }

    /// Moves the platforms, which carry what stands on them. Returns true if they squash the character.
    bool move_platforms(state& s) {
        bool squashed = false;
        s.rides = false, moved_.clear();
        for (const mover& m : map_.movers) {
            const vec2<float> from = m.position(s.tick), to = m.position(s.tick + 1);
            moved_.push_back(translated(m.shape, to));
            if (length_squared(s.position - to) > 25) continue;  // far away
            const auto carried = carry(body, s.position, m.shape, from, to, near(s), walking);
            s.position = carried.position;
            s.rides = s.rides || carried.rides, squashed = squashed || carried.is_squashed;
        }
        return squashed;
    }

    /// The solids within reach of a frame. The whole level would give the same answers, but slower.
    const std::vector<tile>& near(const state& s) {
        near_.clear();
        const aabb<float> around{s.position - vec2{3.f, 3.f}, s.position + vec2{3.f, 3.f}};
        for (const tile& t : map_.solids)
            if (intersects(bounds(t), around)) near_.push_back(t);
        return near_;
    }

    void take_ladder(state& s, unsigned keys) {
        bool is_there = false;
        for (const aabb<float>& l : map_.ladders) {
            const float middle = (l.min.x + l.max.x) / 2, off = s.position.x - middle, feet = s.position.y - 0.6f;
            const float top = keys & down ? l.max.y + 0.1f : l.max.y - 0.05f;
            is_there = is_there || (off < 0.5f && off > -0.5f && feet >= l.min.y - 0.1f && feet <= top);
        }
        if (is_there && (keys & (up | down)) != 0 && !(s.on_floor && !(keys & up) && !is_above_ladder(s)))
            s.on_ladder = true;
        if (!is_there || (s.on_floor && (keys & up) == 0 && !is_above_ladder(s))) s.on_ladder = false;
    }
    [[nodiscard]] bool is_above_ladder(const state& s) const {
        for (const aabb<float>& l : map_.ladders)
            if (s.position.y - 0.6f > l.max.y - 0.2f) return true;
        return false;
    }

    static void steer(state& s, unsigned keys, float direction) {
        if (s.held == 0) {
            const float wish = 7 * direction, change = (s.on_floor ? 1.2f : 0.7f);
            const float off = wish - s.velocity.x;
            s.velocity.x += off > change ? change : off < 0 - change ? 0 - change : off;
        }
        const bool slides = !s.on_floor && s.wall != 0 && direction == float(s.wall) && s.velocity.y < 0;
        s.velocity.y = s.velocity.y - 40 * seconds;
        if (slides && s.velocity.y < -3) s.velocity.y = -3;
        if (s.velocity.y < -22) s.velocity.y = -22;
        if ((keys & up) == 0 && s.velocity.y > 5) s.velocity.y = 5;  // a short press makes a small jump
        if (s.since_press > 6) return;
        // A jump may be requested slightly early or late.
        if (s.since_floor <= 6) s.velocity.y = 14, jump(s);
        else if (s.since_wall <= 6 && s.wall != 0) {
            s.velocity = {-7.5f * float(s.wall), 13.5f}, s.held = 10, s.facing = std::int8_t(-s.wall), jump(s);
        }
    }
    static void jump(state& s) { s.since_floor = s.since_wall = s.since_press = 255, s.on_floor = false; }

    void move(state& s, unsigned keys) {
        const bool drops = (keys & down) != 0 || (s.on_ladder && (keys & up) != 0);
        const auto moved =
            slide(body, s.position, s.velocity, near(s), moved_, drops ? no_tiles_ : map_.platforms, walking);
        s.position = moved.position, s.velocity = moved.velocity, s.on_floor = moved.on_floor;
        std::int8_t wall = 0;
        for (const auto& contact : moved.contacts)
            if (contact.normal.y < 0.1f && contact.normal.y > -0.1f) wall = contact.normal.x < 0 ? 1 : -1;
        if (wall != 0 || s.since_wall > 6 || s.on_floor) s.wall = wall;
    }

    void touch(state& s) {
        const auto here = translated(body, s.position);
        for (std::size_t i = 0; i < map_.coins.size(); ++i)
            if (intersects(here, circle<float>{map_.coins[i], 0.3f})) s.coins |= std::uint64_t(1) << i;
        for (const vec2<float> c : map_.checkpoints)
            if (s.position.x > c.x - 0.8f && s.position.x < c.x + 0.8f && s.position.y > c.y - 0.5f &&
                s.position.y < c.y + 4)
                s.checkpoint = c;
        if (intersects(here, circle<float>{map_.flag, 0.5f})) s.has_flag = true;
        if (s.has_flag && intersects(here, circle<float>{map_.home, 0.3f})) s.is_home = true;
    }
    [[nodiscard]] bool is_hurt(const state& s) const {
        const auto here = translated(body, s.position);
        for (const tile& spike : map_.spikes)
            if (intersects(here, spike)) return true;
        return intersects(here, map_.saw(s.tick));
    }

    level map_;
    std::vector<tile> near_, moved_;
    const std::vector<tile> no_tiles_;
};

/// A game with a snapshot of each frame, so that it can go back.
class session {
public:
    static constexpr std::size_t max_frames = 36000;  // frames: ten minutes

    session() { restart(); }
    void restart() { states_.assign(1, game_.start()), keys_.clear(); }
    [[nodiscard]] const level& map() const { return game_.map(); }
    [[nodiscard]] const state& now() const { return states_.back(); }
    [[nodiscard]] std::span<const std::uint8_t> keys() const { return keys_; }

    void step(unsigned keys) {
        if (now().is_home || states_.size() > max_frames) return;
        states_.push_back(game_.after(now(), keys)), keys_.push_back(std::uint8_t(keys));
    }
    void rewind(std::size_t frames) {
        for (; frames > 0 && states_.size() > 1; --frames) states_.pop_back(), keys_.pop_back();
    }

private:
    game game_;
    std::vector<state> states_;
    std::vector<std::uint8_t> keys_;
};

}  // namespace play
