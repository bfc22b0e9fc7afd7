// A picture of contacts and casts: both shapes become one, their Minkowski difference, and the motion of a becomes that
// of a point. docs/how_casts_work.md explains the picture.
//
//     minkowski_walk [picture.svg]

#include <cmath>
#include <cstdio>
#include <vector>

#include <hitbox/debug/svg.hpp>
#include <hitbox/pairs.hpp>

using namespace hitbox;

namespace {

const convex_polygon<float> kite =
    *make_convex_polygon(std::vector<vec2<float>>{{-1, 0}, {0, -0.75f}, {1, 0}, {0, 1.25f}});
const convex_polygon<float> slab =
    *make_convex_polygon(std::vector<vec2<float>>{{-1.5f, -0.5f}, {1.5f, -1}, {1.25f, 0.75f}, {-1, 1}});

// The translations of a at which it meets b, around b - a: the hull of all differences of vertices.
convex_polygon<float, 16> difference(const convex_polygon<float>& b, const convex_polygon<float>& a) {
    std::vector<vec2<float>> points;
    for (const vec2<float> q : b.vertices())
        for (const vec2<float> p : a.vertices()) points.push_back(q - p);
    return *convex_hull<16>(points);
}

bool has_edge_along(const convex_polygon<float>& shape, vec2<float> direction) {
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const vec2<float> edge = shape[(i + 1) % shape.size()] - shape[i];
        if (std::abs(cross(edge, direction)) < 1e-3f * length(edge) * length(direction)) return true;
    }
    return false;
}

void draw_difference(debug::svg& picture, vec2<float> at, const convex_polygon<float, 16>& sum) {
    picture.shape(translated(sum, at), {debug::colors::grey, 0.1, 0});
    for (std::size_t i = 0; i < sum.size(); ++i) {
        const vec2<float> p = sum[i], q = sum[(i + 1) % sum.size()];
        const bool is_of_slab = has_edge_along(slab, q - p);
        picture.shape(segment<float>{at + p, at + q}, {is_of_slab ? debug::colors::orange : debug::colors::blue, 0, 3});
    }
}

// The crossings of the path with the lines of the edges that it enters. The last of them is the hit.
void draw_crossings(debug::svg& picture, vec2<float> at, const convex_polygon<float, 16>& sum, vec2<float> from,
                    vec2<float> motion) {
    for (std::size_t i = 0; i < sum.size(); ++i) {
        const vec2<float> p = sum[i], q = sum[(i + 1) % sum.size()];
        const float gap = cross(q - p, from - p), closing = cross(q - p, motion);
        const float fraction = -gap / closing;
        if (!(closing > 0) || fraction < 0 || fraction > 1) continue;
        const vec2<float> crossing = from + motion * fraction;
        const vec2<float> near = dot(crossing - p, q - p) < 0 ? p : q;
        picture.shape(segment<float>{at + near, at + crossing}, {debug::colors::grey, 0, 1, true});
        picture.shape(at + crossing, {debug::colors::grey, 1});
    }
}

void titles(debug::svg& picture, vec2<float> at, const char* title, const char* answer) {
    picture.label(at + vec2{0.f, 4.f}, title, 18).label(at + vec2{0.f, 3.5f}, answer, 14, debug::colors::grey);
}

}  // namespace

int main(int argc, char** argv) {
    debug::svg picture{debug::y_axis::up, 1150};
    const debug::style strong{debug::colors::black, 0, 2};
    const auto no_hit = std::optional<ray_hit<float>>{};

    // The shapes: a (blue) moves, b (orange) does not.
    const vec2<float> from{-4.5f, 1.75f}, motion{5.5f, -0.75f};
    const auto a = translated(kite, from);
    const auto cast = shape_cast(a, motion, slab);
    picture.shape(slab, {debug::colors::orange}).cast(a, motion, cast);
    titles(picture, {-0.5f, 0}, "The shapes", "blue moves, orange stands still");

    // The cast: the origin moves into the difference, and the edge that it enters last is hit.
    const vec2<float> second{9.5f, 0};
    const auto sum = difference(slab, kite);
    draw_difference(picture, second, sum);
    draw_crossings(picture, second, sum, from, motion);
    const auto entry = ray_cast(ray<float>{from, motion}, sum);
    picture.ray(ray<float>{second + from, motion},
                std::optional{ray_hit<float>{entry->fraction, second + entry->point, entry->normal}}, strong);
    titles(picture, second, "The cast", "a point moves; the hit is on the last line that it crosses");

    // The contact: the origin is inside, and the nearest edge gives normal and depth.
    const vec2<float> third{18.25f, 0}, inside{-1, 0.6f};
    draw_difference(picture, third, sum);
    const auto hit = collide(inside, sum);
    picture.ray(ray<float>{third + inside, hit->mtv()}, no_hit, strong);
    picture.shape(third + inside, {debug::colors::black, 1});
    titles(picture, third, "The contact", "the nearest edge gives the minimum translation");

    std::printf("cast of the shapes: %.6f\ncast of the point:  %.6f\n", double(cast.fraction), double(entry->fraction));
    std::printf("depth of the shapes: %.6f\ndepth of the point:  %.6f\n",
                double(collide(translated(kite, inside), slab)->depth), double(hit->depth));
    return picture.save(argc > 1 ? argv[1] : "minkowski_walk.svg") ? 0 : 1;
}
