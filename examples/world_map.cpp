/// The main job on real input: the convex hull of every landmass of the world, every pair of them tested, and the
/// shortest way out of each overlap.
///
///     world_map [input [output.svg]]
///
/// Prints the deepest overlaps and the time per pair, and draws the map.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <hitbox/hitbox.hpp>

#include "outlines.hpp"
#include "svg_picture.hpp"

#ifndef WORLD_MAP_DATA
#  define WORLD_MAP_DATA "examples/data/world_110m.txt"
#endif

namespace {

using hitbox::vec2;
using hull = hitbox::convex_polygon<float, 64>;

struct pair {
    std::size_t a, b;
};

struct overlap {
    std::size_t a, b;
    hitbox::contact<float> contact;
};

struct survey {
    std::vector<outline> outlines;
    std::vector<std::string> labels;
    std::vector<hull> hulls;
    std::vector<overlap> overlaps;  // deepest first
    std::size_t pairs = 0;
    double ns_per_pair = 0, ns_per_overlap = 0;
};

// "Canada #3" where a country has several landmasses.
std::vector<std::string> labels_of(const std::vector<outline>& outlines) {
    std::map<std::string, int> total, so_far;
    for (const outline& o : outlines) ++total[o.name];

    std::vector<std::string> labels;
    for (const outline& o : outlines)
        labels.push_back(total[o.name] == 1 ? o.name : o.name + " #" + std::to_string(++so_far[o.name]));
    return labels;
}

// Outlines have three finite points or more, so there are two ways to fail.
std::string why(hitbox::polygon_error error) {
    if (error == hitbox::polygon_error::too_many_points) return "it has more than 64 corners";
    return "the points lie on one line";
}

std::vector<hull> hulls_of(const std::vector<outline>& outlines, const std::string& path) {
    std::vector<hull> hulls;
    for (const outline& o : outlines) {
        const auto made = hitbox::convex_hull<64>(o.points);
        if (!made) throw input_error(path, o.line, "no convex hull of " + o.name + ": " + why(made.error()));
        hulls.push_back(*made);
    }
    return hulls;
}

std::vector<pair> touching_pairs(const std::vector<hull>& hulls) {
    std::vector<pair> pairs;
    for (std::size_t a = 0; a < hulls.size(); ++a)
        for (std::size_t b = a + 1; b < hulls.size(); ++b)
            if (intersects(hulls[a], hulls[b])) pairs.push_back({a, b});
    return pairs;
}

std::vector<overlap> overlaps_of(const std::vector<hull>& hulls, const std::vector<pair>& pairs) {
    std::vector<overlap> overlaps;
    for (const auto [a, b] : pairs)
        if (const auto contact = collide(hulls[a], hulls[b])) overlaps.push_back({a, b, *contact});
    return overlaps;
}

// The median of several passes, in nanoseconds for each of `count` things.
template <class Work>
double median_ns(std::size_t count, Work work) {
    using clock = std::chrono::steady_clock;
    std::vector<double> passes(15);
    for (double& pass : passes) {
        const auto start = clock::now();
        work();
        pass = std::chrono::duration<double, std::nano>(clock::now() - start).count();
    }
    std::nth_element(passes.begin(), passes.begin() + 7, passes.end());
    return count == 0 ? 0 : passes[7] / static_cast<double>(count);
}

// Deepest first; equally deep ones in the order of the file.
bool deeper(const overlap& p, const overlap& q) {
    if (p.contact.depth != q.contact.depth) return p.contact.depth > q.contact.depth;
    return p.a != q.a ? p.a < q.a : p.b < q.b;
}

survey survey_of(const std::string& path) {
    survey s;
    s.outlines = read_outlines(path);
    s.labels = labels_of(s.outlines);
    s.hulls = hulls_of(s.outlines, path);
    s.pairs = s.hulls.size() * (s.hulls.size() - 1) / 2;

    std::vector<pair> touching;
    s.ns_per_pair = median_ns(s.pairs, [&] { touching = touching_pairs(s.hulls); });
    s.ns_per_overlap = median_ns(touching.size(), [&] { s.overlaps = overlaps_of(s.hulls, touching); });
    std::sort(s.overlaps.begin(), s.overlaps.end(), deeper);
    return s;
}

std::string percent(std::size_t part, std::size_t whole) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%",
                  whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole));
    return text;
}

std::size_t only_touching(const survey& s) {
    return static_cast<std::size_t>(
        std::count_if(s.overlaps.begin(), s.overlaps.end(), [](const overlap& o) { return o.contact.depth == 0; }));
}

// What rounding leaves of the overlaps when each first hull moves by its way out.
float worst_remainder(const survey& s) {
    float worst = 0;
    for (const auto& [a, b, contact] : s.overlaps)
        if (const auto still = collide(at(s.hulls[a], contact.mtv()), s.hulls[b]))
            worst = std::max(worst, still->depth);
    return worst;
}

// How many overlaps the table and the picture number.
std::size_t notable(const survey& s) { return std::min<std::size_t>(10, s.overlaps.size()); }

void print(const survey& s) {
    std::size_t points = 0, vertices = 0, most = 0;
    for (const outline& o : s.outlines) points += o.points.size();
    for (const hull& h : s.hulls) vertices += h.size(), most = std::max<std::size_t>(most, h.size());
    std::printf("%zu landmasses with %zu points; their convex hulls have %zu vertices, at most %zu each\n",
                s.hulls.size(), points, vertices, most);
    std::printf("%zu pairs tested, %zu hit (%s), %zu of them only touch\n", s.pairs, s.overlaps.size(),
                percent(s.overlaps.size(), s.pairs).c_str(), only_touching(s));
    std::printf("each moved by its way out, at most %.1e degrees of overlap remain\n\n", double(worst_remainder(s)));

    std::printf("the deepest overlaps, in degrees; the way out is how far to move the first\n");
    std::printf("      depth        normal              way out       hulls\n");
    for (std::size_t i = 0; i < notable(s); ++i) {
        const auto& [a, b, contact] = s.overlaps[i];
        const vec2<float> way_out = contact.mtv();
        std::printf("%2zu  %7.3f  (%+.3f, %+.3f)  (%+7.3f, %+7.3f)  %s | %s\n", i + 1, double(contact.depth),
                    double(contact.normal.x), double(contact.normal.y), double(way_out.x), double(way_out.y),
                    s.labels[a].c_str(), s.labels[b].c_str());
    }
    std::printf("\n%.1f ns per pair (intersects), %.1f ns per overlap (collide); median of 15 passes\n", s.ns_per_pair,
                s.ns_per_overlap);
}

// The picture. Colours by Okabe and Ito, told apart by every kind of colour vision.

constexpr auto land_style = "fill='#DDDEDC' stroke='#fff' stroke-width='0.7'";
constexpr auto alone_style = "fill='#56B4E9' fill-opacity='0.28' stroke='#0072B2' stroke-width='1'";
constexpr auto overlapping_style =
    "fill='#E69F00' fill-opacity='0.2' stroke='#D55E00' stroke-opacity='0.8' stroke-width='0.9'";
constexpr auto small_text = "font-size='15' fill='#333'";
constexpr float worth_an_arrow = 0.5f;

void draw_outlines_and_hulls(svg_picture& svg, const survey& s) {
    std::vector<bool> hit(s.hulls.size());
    for (const overlap& o : s.overlaps) hit[o.a] = hit[o.b] = true;

    svg.begin(land_style);
    for (const outline& o : s.outlines) svg.polygon(o.points);
    svg.end();
    for (const bool overlapping : {false, true}) {
        svg.begin(overlapping ? overlapping_style : alone_style);
        for (std::size_t i = 0; i < s.hulls.size(); ++i)
            if (hit[i] == overlapping) svg.polygon(s.hulls[i].vertices());
        svg.end();
    }
}

// From the deepest point of the first hull to where the way out takes it.
void draw_way_out(svg_picture& svg, const overlap& o, double head) {
    svg.arrow(o.contact.point_a, o.contact.point_a + o.contact.mtv(), head);
}

void draw_ways_out(svg_picture& svg, const survey& s) {
    svg.begin("stroke='#000' fill='#000' stroke-width='0.9'");
    for (std::size_t i = notable(s); i < s.overlaps.size(); ++i)
        if (s.overlaps[i].contact.depth > worth_an_arrow) draw_way_out(svg, s.overlaps[i], 5);
    svg.end();
    svg.begin("stroke='#000' fill='#000' stroke-width='2.2'");
    for (std::size_t i = 0; i < notable(s); ++i) draw_way_out(svg, s.overlaps[i], 11);
    svg.end();
    for (std::size_t i = 0; i < notable(s); ++i) {
        const vec2<float> start = s.overlaps[i].contact.point_a;
        svg.badge(svg.x(start), svg.y(start), std::to_string(i + 1));
    }
}

void draw_legend(svg_picture& svg, double x, double y) {
    svg.text(x, y, "font-size='15' font-weight='bold' fill='#111'", "How to read it");
    svg.rectangle(x, y + 16, 36, 16, land_style);
    svg.rectangle(x, y + 42, 36, 16, alone_style);
    svg.rectangle(x, y + 68, 24, 16, overlapping_style);
    svg.rectangle(x + 12, y + 68, 24, 16, overlapping_style);
    svg.begin("stroke='#000' fill='#000' stroke-width='1.4'");
    svg.arrow_at(x, y + 102, x + 36, y + 102, 8);
    svg.end();
    svg.text(x + 50, y + 29, small_text, "land");
    svg.text(x + 50, y + 55, small_text, "convex hull that meets no other");
    svg.text(x + 50, y + 81, small_text, "hull that meets another; darker where they overlap");
    svg.text(x + 50, y + 107, small_text, "the shortest way out, where deeper than half a degree");
}

void draw_deepest(svg_picture& svg, const survey& s, double x, double y) {
    svg.text(x, y, "font-size='15' font-weight='bold' fill='#111'",
             "The deepest overlaps, in degrees: the first one moves");
    for (std::size_t i = 0; i < notable(s); ++i) {
        const overlap& o = s.overlaps[i];
        const double left = x + (i < 5 ? 0 : 420), base = y + 28 + 24 * static_cast<double>(i % 5);
        char depth[32];
        std::snprintf(depth, sizeof depth, "%.1f", double(o.contact.depth));
        svg.badge(left + 9, base - 5, std::to_string(i + 1));
        svg.text(left + 66, base, "font-size='15' fill='#333' text-anchor='end'", depth);
        svg.text(left + 82, base, small_text, s.labels[o.a] + " out of " + s.labels[o.b]);
    }
}

hitbox::aabb<float> bounds_of(const std::vector<hull>& hulls) {
    hitbox::aabb<float> all = bounds(hulls.front());
    for (const hull& h : hulls) all = {min(all.min, bounds(h).min), max(all.max, bounds(h).max)};
    return all;
}

std::string picture(const survey& s) {
    constexpr double margin = 40, top = 112, frame = 10, inner_width = 1500;
    const hitbox::aabb<float> shown = bounds_of(s.hulls);
    const double tall = double(shown.max.y) - double(shown.min.y);
    const double scale = std::min(inner_width / (double(shown.max.x) - double(shown.min.x)), 1000 / tall);
    const double height = scale * tall;
    const double below = top + height + 2 * frame + 36;

    svg_picture svg(shown, margin + frame, top + frame, scale);
    svg.text(margin, 58, "font-size='30' font-weight='bold' fill='#111'", "Which convex hulls of the world overlap?");
    svg.text(margin, 88, "font-size='17' fill='#555'",
             std::to_string(s.hulls.size()) + " landmasses, " + std::to_string(s.pairs) + " pairs tested, " +
                 std::to_string(s.overlaps.size()) + " of them hit");
    svg.rectangle(margin, top, inner_width + 2 * frame, height + 2 * frame, "rx='6' fill='#F0F5F9'");
    draw_outlines_and_hulls(svg, s);
    draw_ways_out(svg, s);
    draw_legend(svg, margin, below);
    draw_deepest(svg, s, 640, below);
    return svg.document(inner_width + 2 * (margin + frame), below + 150);
}

void run(const std::string& input, const std::string& output) {
    const survey s = survey_of(input);
    std::error_code none;
    if (std::filesystem::equivalent(input, output, none)) throw std::runtime_error(output + ": this is the input");
    save_whole(output, picture(s));
    print(s);
    std::printf("drawn: %s\n", output.c_str());
    if (std::fflush(stdout) != 0) throw std::runtime_error("standard output cannot be written");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 3) {
        std::fprintf(stderr, "usage: world_map [input [output.svg]]\n");
        return 1;
    }
    try {
        run(argc > 1 ? argv[1] : WORLD_MAP_DATA, argc > 2 ? argv[2] : "world_map.svg");
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "world_map: %s\n", error.what());
        return 1;
    }
}
