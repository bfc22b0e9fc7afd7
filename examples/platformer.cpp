// A character in a level of tiles, with slopes, one-way platforms and moving platforms. The level is a map of the Tiled
// editor (https://www.mapeditor.org) as JSON. A script presses the keys, and the path is drawn over the map.
//
//     platformer [level.json [picture.svg]]

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <hitbox/debug/svg.hpp>
#include <hitbox/motion.hpp>
#include <nlohmann/json.hpp>

#ifndef PLATFORMER_LEVEL
#  define PLATFORMER_LEVEL "examples/data/level.json"
#endif

using namespace hitbox;
using nlohmann::json;

namespace {

// --- The level, in pixels; y grows downwards.

struct moving_platform {
    aabb<float> box;  // about the origin
    vec2<float> from, to;
    float ticks;  // from one to the other

    vec2<float> position(int tick) const {
        const float rounds = static_cast<float>(tick) / ticks, part = rounds - 2 * std::floor(rounds / 2);
        return from + (to - from) * (part < 1 ? part : 2 - part);
    }
};

struct level {
    std::vector<convex_polygon<float, 8>> solids, platforms;
    std::vector<moving_platform> moving;
    vec2<float> start;
};

vec2<float> point_of(const json& j) { return {j.at("x").get<float>(), j.at("y").get<float>()}; }

aabb<float> box_of(const json& object) {
    return aabb<float>::from_corner(point_of(object),
                                    {object.at("width").get<float>(), object.at("height").get<float>()});
}

/// Returns the shape that the editor gives a tile, at the position of the tile.
convex_polygon<float, 8> shape_of(const json& object, vec2<float> where) {
    std::vector<vec2<float>> corners;
    if (object.contains("polygon")) {
        for (const json& p : object.at("polygon")) corners.push_back(where + point_of(object) + point_of(p));
    } else {
        const aabb<float> box = box_of(object);
        corners = {where + box.min, where + vec2{box.max.x, box.min.y}, where + box.max,
                   where + vec2{box.min.x, box.max.y}};
    }
    const auto made = make_convex_polygon(corners);
    if (!made) throw std::runtime_error{"the shape of a tile is no convex polygon"};
    return *made;
}

void add_tiles(level& l, const json& map, const json& layer) {
    const json& tileset = map.at("tilesets").at(0);
    const auto columns = layer.at("width").get<std::size_t>();
    for (std::size_t i = 0; i < layer.at("data").size(); ++i) {
        const int id = layer.at("data")[i].get<int>() - tileset.at("firstgid").get<int>();
        if (id < 0) continue;
        const json& tile = tileset.at("tiles").at(static_cast<std::size_t>(id));
        const vec2 where{static_cast<float>(i % columns) * map.at("tilewidth").get<float>(),
                         static_cast<float>(i / columns) * map.at("tileheight").get<float>()};
        auto& kind = tile.at("class") == "platform" ? l.platforms : l.solids;
        for (const json& object : tile.at("objectgroup").at("objects")) kind.push_back(shape_of(object, where));
    }
}

void add_things(level& l, const json& layer) {
    for (const json& object : layer.at("objects")) {
        const vec2<float> where = point_of(object);
        if (object.at("class") == "start") l.start = where;
        if (object.at("class") != "moving") continue;
        json properties;
        for (const json& p : object.at("properties")) properties[p.at("name").get<std::string>()] = p.at("value");
        const aabb<float> box = box_of(object);
        l.moving.push_back({{{0, 0}, box.max - box.min},
                            where,
                            {properties.at("to_x").get<float>(), properties.at("to_y").get<float>()},
                            60 * properties.at("seconds").get<float>()});
    }
}

level read_level(const std::string& path) {
    std::ifstream file{path};
    if (!file) throw std::runtime_error{path + ": cannot be opened"};
    try {
        const json map = json::parse(file);
        level l;
        for (const json& layer : map.at("layers"))
            layer.at("type") == "tilelayer" ? add_tiles(l, map, layer) : add_things(l, layer);
        return l;
    } catch (const std::exception& e) {
        throw std::runtime_error{path + ": " + e.what()};
    }
}

// --- The character.

const capsule<float> body{{0, -6}, {0, 6}, 7};
const slide_options<float> walking{.up = {0, -1}, .step_height = 6, .snap_distance = 5};

struct character {
    vec2<float> position, velocity;
    bool on_floor = false, rides = false;
    int tick = 0;

    friend bool operator==(const character&, const character&) = default;
};

struct keys {
    int until_tick;
    float direction;
    bool jump;
};
const keys script[] = {{150, 1, false},  {152, 1, true},   {185, 1, false},  {187, 0, true},   {240, 0, false},
                       {242, 1, true},   {268, 1, false},  {300, 0, false},  {330, 1, false},  {480, 0, false},
                       {540, 1, false},  {716, 0, false},  {786, 1, false},  {1086, 0, false}, {1088, 1, true},
                       {1108, 1, false}, {1246, 0, false}, {1320, 1, false}, {1360, 0, false}, {1380, -1, false}};

keys keys_at(int tick) {
    for (const keys& k : script)
        if (tick < k.until_tick) return k;
    return {0, 0, false};
}

/// One sixtieth of a second. First the platforms move and carry the characters on them; then the character moves.
void step(character& c, const level& l, const keys& pressed) {
    c.rides = false;
    std::vector<aabb<float>> moving;
    for (const moving_platform& m : l.moving) {
        const vec2<float> from = m.position(c.tick), to = m.position(c.tick + 1);
        const auto carried = carry(body, c.position, m.box, from, to, l.solids, walking);
        if (carried.is_squashed) {  // back to the start
            c = {l.start, {0, 0}, false, false, c.tick + 1};
            return;
        }
        c.position = carried.position, c.rides = c.rides || carried.rides;
        moving.push_back(translated(m.box, to));
    }
    if (c.on_floor) c.velocity.y = pressed.jump ? -7.f : 0.f;
    c.velocity = {2 * pressed.direction, c.velocity.y + 0.35f};

    const auto walls = together(l.solids, moving);
    const auto moved =
        move_and_slide(body, c.position, c.velocity, with_platforms(walls, l.platforms, walking.up), walking);
    c.position = moved.position, c.velocity = moved.velocity, c.on_floor = moved.on_floor;
    ++c.tick;
}

std::vector<character> play(character c, const level& l, int ticks) {
    std::vector<character> frames{c};
    while (c.tick < ticks) step(c, l, keys_at(c.tick)), frames.push_back(c);
    return frames;
}

// --- Output and picture.

void draw(const level& l, const std::vector<character>& frames, const std::string& path) {
    debug::svg picture{debug::y_axis::down, 1280};
    for (const auto& tile : l.solids) picture.shape(tile, {debug::colors::grey, 0.35, 0.4});
    for (const auto& tile : l.platforms) picture.shape(tile, {debug::colors::orange, 0.5, 0.6});
    for (const moving_platform& m : l.moving)
        for (const vec2<float> end : {m.from, m.to})
            picture.shape(translated(m.box, end), {debug::colors::green, 0.3, 1});
    for (std::size_t i = 0; i + 1 < frames.size(); ++i) {
        const auto color = frames[i + 1].rides      ? debug::colors::green
                           : frames[i + 1].on_floor ? debug::colors::blue
                                                    : debug::colors::vermilion;
        if (frames[i].position != frames[i + 1].position)
            picture.shape(segment<float>{frames[i].position, frames[i + 1].position}, {color, 0, 1.6});
    }
    for (std::size_t i = 0; i < frames.size(); i += 45)
        picture.shape(at(body, frames[i].position), {debug::colors::black, 0, 0.8});
    if (!picture.save(path)) throw std::runtime_error{path + ": cannot be written"};
}

void run(const std::string& input, const std::string& output) {
    const level l = read_level(input);
    const int ticks = 1440;
    const std::vector<character> frames = play({l.start, {0, 0}}, l, ticks);
    draw(l, frames, output);
    std::printf("%d tiles, %d platforms, %d that move\n", static_cast<int>(l.solids.size()),
                static_cast<int>(l.platforms.size()), static_cast<int>(l.moving.size()));
    std::printf(" tick        x        y\n");
    for (const character& c : frames)
        if (c.tick % 60 == 0)
            std::printf("%5d %8.3f %8.3f %s\n", c.tick, double(c.position.x), double(c.position.y),
                        c.rides      ? "rides"
                        : c.on_floor ? "on the floor"
                                     : "in the air");
    // A frame depends on `character` only, so a game can go back to any frame, for rollback or a replay.
    int equal = 0;
    for (std::size_t i = frames.size(); i-- > 0;)
        equal += play(frames[i], l, std::min(frames[i].tick + 30, ticks)).back() ==
                 frames[std::min(i + 30, frames.size() - 1)];
    std::printf("wound back to each frame, and 30 played again: %d of %d end in the same bits\n", equal,
                static_cast<int>(frames.size()));
}

}  // namespace

int main(int argc, char** argv) {
    try {
        run(argc > 1 ? argv[1] : PLATFORMER_LEVEL, argc > 2 ? argv[2] : "platformer.svg");
    } catch (const std::exception& e) {
        std::fprintf(stderr, "platformer: %s\n", e.what());
        return 1;
    }
}
