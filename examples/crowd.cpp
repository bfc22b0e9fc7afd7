/// A crowd of moving objects of four kinds. In each frame, every object moves and gets a bounding box, a broad phase
/// finds the pairs whose boxes meet, and only these are tested exactly.
///
///     crowd [objects [output.svg]]
///
/// Prints the results and the time of each phase, and draws a part of the last frame with its touching pairs.

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <hitbox/broad.hpp>
#include <hitbox/pairs.hpp>

#include "svg_picture.hpp"

namespace {

using hitbox::aabb;
using hitbox::proxy;
using hitbox::transform2;
using hitbox::vec2;
using shape = hitbox::any_shape<float>;

// Numbers from 0 to 1 that are the same everywhere (splitmix64; Steele, Lea and Flood 2014).
class generator {
public:
    float operator()() {
        std::uint64_t x = state_ += 0x9e3779b97f4a7c15u;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
        return static_cast<float>((x ^ (x >> 31)) >> 40) * 0x1p-24f;
    }

private:
    std::uint64_t state_ = 1;
};

struct crowd {
    float side;  // of the square in which they move
    std::vector<shape> kinds;
    std::vector<transform2<float>> places;
    std::vector<vec2<float>> velocities;
    std::vector<float> turns;  // radians a frame
    std::vector<float> angles;
    // The phases of a frame:
    std::vector<shape> shapes;
    std::vector<aabb<float>> boxes;
    std::vector<hitbox::contact<float>> contacts;
    std::vector<bool> touches;
    std::size_t pairs = 0;
};

shape shape_of_kind(std::size_t kind, float size) {
    switch (kind % 4) {
        case 0: return hitbox::circle<float>{{0, 0}, size};
        case 1: return hitbox::capsule<float>{{-size, 0}, {size, 0}, size / 2};
        case 2: return hitbox::triangle<float>{{-size, -size}, {size, -size}, {0, size}};
        default: return *hitbox::regular_polygon(5, size);
    }
}

crowd crowd_of(std::size_t count) {
    generator random;
    crowd c;
    c.side = 2 * std::sqrt(static_cast<float>(count));
    for (std::size_t i = 0; i < count; ++i) {
        c.kinds.push_back(shape_of_kind(i, 0.3f + 0.4f * random()));
        c.places.push_back({{c.side * random(), c.side * random()}, {}});
        c.velocities.push_back({0.1f * (random() - 0.5f), 0.1f * (random() - 0.5f)});
        c.turns.push_back(0.1f * (random() - 0.5f));
        c.angles.push_back(6 * random());
    }
    c.shapes = c.kinds;
    c.boxes.resize(count);
    return c;
}

// Each phase is timed separately.
class stopwatch {
public:
    /// Returns the milliseconds since the last call.
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        const double ms = std::chrono::duration<double, std::milli>(now - last_).count();
        last_ = now;
        return ms;
    }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

struct times {
    double moves = 0, boxes = 0, broad = 0, narrow = 0;
};

void move_all(crowd& c) {
    for (std::size_t i = 0; i < c.places.size(); ++i) {
        vec2<float>& p = c.places[i].translation;
        vec2<float>& v = c.velocities[i];
        p += v;
        if (p.x < 0 || p.x > c.side) v.x = -v.x;
        if (p.y < 0 || p.y > c.side) v.y = -v.y;
        c.angles[i] += c.turns[i];
        c.places[i].rotation = hitbox::rot2<float>::from_radians(c.angles[i]);
        c.shapes[i] = baked(at(c.kinds[i], c.places[i]));
    }
}

void frame(crowd& c, hitbox::spatial_hash<float>& broad, times& t) {
    stopwatch watch;
    move_all(c);
    t.moves += watch.lap();
    for (std::size_t i = 0; i < c.shapes.size(); ++i) c.boxes[i] = bounds(c.shapes[i]);
    t.boxes += watch.lap();

    std::vector<hitbox::proxy_pair> near;
    if (!broad.update(c.boxes)) broad.build(c.boxes);
    broad.for_each_pair([&](proxy a, proxy b) { near.push_back({a, b}); });
    t.broad += watch.lap();

    c.contacts.clear();
    c.touches.assign(c.shapes.size(), false);
    for (const auto& [a, b] : near)
        if (const auto hit = collide(c.shapes[a.index()], c.shapes[b.index()])) {
            c.contacts.push_back(*hit);
            c.touches[a.index()] = c.touches[b.index()] = true;
        }
    c.pairs = near.size();
    t.narrow += watch.lap();
}

// A shape is drawn as lines between its vertices, with a pen as wide as twice its radius.
void draw_shape(svg_picture& picture, const shape& s, double more_pixels) {
    const double width = 2 * double(radius(s)) * picture.scale + more_pixels;
    picture.body << "<g stroke-width='" << width << "'>";
    picture.polygon(vertices(s));
    picture.body << "</g>";
}

void draw(const crowd& c, const std::string& path) {
    const float side = c.side < 40 ? c.side : 40;
    const aabb<float> shown{{0, 0}, {side, side}};
    svg_picture picture{shown, 0, 0, 800 / double(side)};
    const auto draw_those_that = [&](bool touch, const std::string& line, const std::string& fill) {
        for (const auto& [color, more_pixels] : {std::pair{line, 2.0}, std::pair{fill, 0.0}}) {
            picture.begin("fill='" + color + "' stroke='" + color + "' stroke-linecap='round'");
            for (std::size_t i = 0; i < c.shapes.size(); ++i)
                if (c.touches[i] == touch && intersects(c.boxes[i], shown))
                    draw_shape(picture, c.shapes[i], more_pixels);
            picture.end();
        }
    };
    draw_those_that(false, "#7a8b99", "#dfe7ee");
    draw_those_that(true, "#b4551d", "#f6c9a8");
    picture.begin("fill='#3d1a04' stroke='#3d1a04' stroke-width='1.5'");
    for (const auto& hit : c.contacts)
        if (intersects(hit.point_a, shown)) picture.arrow(hit.point_a, hit.point_a + hit.mtv(), 5);
    picture.end();
    save_whole(path, picture.document(800, 800));
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const std::string count_text = argc > 1 ? argv[1] : "100000", path = argc > 2 ? argv[2] : "crowd.svg";
        char* end = nullptr;
        const unsigned long count = std::strtoul(count_text.c_str(), &end, 10);
        if (argc > 3 || *end != '\0' || count < 1 || count > 10'000'000)
            throw std::runtime_error("usage: crowd [objects, 1 to 10000000 [output.svg]]");

        constexpr int frames = 10;
        crowd c = crowd_of(count);
        hitbox::spatial_hash<float> broad;
        times t;
        frame(c, broad, t);  // allocates memory; the other frames are timed
        t = {};
        for (int i = 0; i < frames; ++i) frame(c, broad, t);

        std::printf("%lu objects: %zu pairs of boxes meet, %zu pairs of shapes touch\n", count, c.pairs,
                    c.contacts.size());
        const auto row = [](const char* phase, double ms) {
            std::printf("time: %-28s %8.2f ms a frame\n", phase, ms / frames);
        };
        row("move the shapes", t.moves);
        row("put boxes around them", t.boxes);
        row("broad phase: pairs of boxes", t.broad);
        row("narrow phase: contacts", t.narrow);
        draw(c, path);
        std::printf("drawn: %s\n", path.c_str());
    } catch (const std::exception& e) {
        std::fprintf(stderr, "crowd: %s\n", e.what());
        return 1;
    }
}
