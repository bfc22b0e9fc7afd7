// Characters that are pushed into a wedge between a floor and a sloping ceiling: their final positions, and the
// distance from the positions where they should stop. Prints the table of docs/evidence/world_times.md, and draws some
// of the wedges.
//
//     wedges [picture.svg]

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <hitbox/debug/svg.hpp>
#include <hitbox/motion.hpp>

using namespace hitbox;

namespace {

/// The part of a moving shape that meets a ceiling sloping down to the right: a disc, of radius 0 for a vertex. Its
/// centre is relative to the centre of the shape.
struct mover {
    const char* name;
    any_shape<float> shape;
    vec2<double> centre;
    double radius;
};
const mover movers[] = {{"disc", circle<float>{{0, 0}, 0.5f}, {0, 0}, 0.5},
                        {"capsule", capsule<float>{{0, -0.25f}, {0, 0.25f}, 0.25f}, {0, 0.25}, 0.25},
                        {"box", aabb<float>{{-0.5f, -0.5f}, {0.5f, 0.5f}}, {0.5, 0.5}, 0}};
const vec2<float> start{-0.5f, 0.5f}, wish{1.5f, -0.2f};
const aabb<float> ground{{-100, -1}, {100, 0}};

/// A slab that the moving shape touches at (0.5, 0.5). Its vertices are rounded to float.
convex_polygon<float> ceiling_for(const mover& m, double degrees) {
    const auto turn = rot2<double>::from_degrees(-degrees);
    const vec2<double> touched = vec2<double>{0.5, 0.5} + m.centre + turn * vec2<double>{0, m.radius};
    std::vector<vec2<float>> corners;
    for (const vec2<double> p : {vec2<double>{-4, 0}, {4, 0}, {4, 2}, {-4, 2}}) {
        const vec2<double> corner = touched + turn * p;
        corners.push_back({static_cast<float>(corner.x), static_cast<float>(corner.y)});
    }
    return make_convex_polygon(corners).value();
}

/// Returns the x at which a shape on the ground touches the line through the slab's two lower, rounded vertices: there,
/// the distance of the disc's centre from the line is the radius. The library is not used here. The roundings of double
/// are at least four digits below the last printed digit.
double known_x(const mover& m, vec2<float> first, vec2<float> second) {
    const double x = double(first.x), y = double(first.y), dx = double(second.x) - x, dy = double(second.y) - y;
    const double below = y - (0.5 + m.centre.y);
    return x + (m.radius * std::hypot(dx, dy) - below * dx) / dy - m.centre.x;
}

struct ending {
    slide_result<float> result;
    double off;    // from the known position, in units of 2^-24, the last place of numbers from 0.5 to 1
    bool is_free;  // penetrates neither the floor nor the ceiling
};

ending push(const mover& m, const convex_polygon<float>& ceiling) {
    const std::vector<any_shape<float>> solids{ground, ceiling};
    const auto r = move_and_slide(m.shape, start, wish, solids);
    const double off = std::abs(double(r.position.x) - known_x(m, ceiling[0], ceiling[1])) * 0x1p24;
    const auto there = at(m.shape, r.position);
    return {r, off, !penetrates(there, ground) && !penetrates(there, ceiling)};
}

/// Prints a table in Markdown, with the largest speed and the largest number of casts of the three.
void print_table(const std::vector<double>& angles) {
    int stood = 0, were_free = 0, all = 0;
    std::printf("| degrees |    disc: x | off | capsule: x | off |     box: x | off | speed left | casts |\n");
    std::printf("| ------: | ---------: | --: | ---------: | --: | ---------: | --: | ---------: | ----: |\n");
    for (const double degrees : angles) {
        std::printf("| %7g |", degrees);
        double speed = 0;
        int casts = 0;
        for (const mover& m : movers) {
            const ending e = push(m, ceiling_for(m, degrees));
            const vec2<float> p = e.result.position;
            std::printf(" %10.7f | %.1f |", double(p.x), e.off);
            speed = std::max(speed, double(length(e.result.velocity)));
            casts = std::max(casts, e.result.rounds);
            stood += p.y == 0.5f, were_free += e.is_free, ++all;
        }
        std::printf(" %10g | %5d |\n", speed, casts);
    }
    std::printf("y is 0.5 to the bit for %d of %d; %d penetrate nothing\n", stood, all, were_free);
}

/// Draws each shape at its start (dashed), the requested motion, and its final position.
void draw(const std::vector<double>& angles, const char* path) {
    debug::svg picture{debug::y_axis::up, 1000};
    const aabb<float> frame{{-1.2f, -0.2f}, {1.8f, 1.8f}};
    vec2<float> place{};
    for (const mover& m : movers) {
        place.x = 0;
        for (const double degrees : angles) {
            const auto ceiling = ceiling_for(m, degrees);
            const auto seen = convex_hull(polygon_clip(ceiling, frame).vertices).value();
            const ending e = push(m, ceiling);
            picture.shape(translated(aabb<float>{frame.min, {frame.max.x, 0}}, place), {debug::colors::grey, 0.4, 1});
            picture.shape(translated(seen, place), {debug::colors::grey, 0.4, 1});
            picture.shape(at(m.shape, place + start), {debug::colors::black, 0, 1, true});
            picture.ray(ray<float>{place + start, wish}, std::optional<ray_hit<float>>{}, {debug::colors::vermilion});
            picture.shape(at(m.shape, place + e.result.position));
            char words[32];
            std::snprintf(words, sizeof words, "%s, %g degrees", m.name, degrees);
            picture.label(place + vec2{0.3f, -0.4f}, words);
            place.x += 3.4f;
        }
        place.y -= 2.6f;
    }
    if (!picture.save(path)) throw std::runtime_error{std::string{path} + ": cannot be written"};
}

}  // namespace

int main(int argc, char** argv) {
    try {
        print_table({90, 60, 45, 30, 20, 10, 5, 2, 1, 0.1, 0.01});
        draw({60, 30, 10, 1}, argc > 1 ? argv[1] : "wedges.svg");
    } catch (const std::exception& e) {
        std::fprintf(stderr, "wedges: %s\n", e.what());
        return 1;
    }
}
