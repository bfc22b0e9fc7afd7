/// Every country of the world, cut into convex pieces that act as one shape. Queries find the country of a point, the
/// distance between two countries, and the countries along a ray.
///
///     world_map [--at LONGITUDE,LATITUDE]... [input [output.svg]]
///
/// Prints the answers and their times, and draws the map with its pieces. With --at, these points are located
/// instead of some cities. The map is a plane: longitude and latitude are x and y, and distances are in degrees.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <locale>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <hitbox/sets.hpp>

#include "outlines.hpp"
#include "svg_picture.hpp"

#ifndef WORLD_MAP_DATA
#  define WORLD_MAP_DATA "examples/data/world_50m.txt"
#endif

namespace {

using point = hitbox::vec2<float>;
using piece = hitbox::convex_polygon<float, 8>;

// --- The map: outlines -> polygons -> convex pieces -> countries -> a tree of their boxes.

// An island, or the part of a continent that belongs to one country.
struct landmass {
    hitbox::polygon<float> shape;
    hitbox::convex_partition parts;
};

struct country {
    std::string name;
    std::vector<landmass> landmasses;
    hitbox::compound<float> land;  // the pieces of all of them
};

struct seconds_of {
    double check = 0, cut = 0, build = 0, query = 0;
};

struct world {
    std::vector<country> countries;
    hitbox::static_rtree<float> tree;  // of their boxes
    std::size_t landmasses = 0, points = 0, holes = 0, pieces = 0, corners = 0;
    seconds_of seconds;
};

template <class Work>
auto timed(double& seconds, Work work) {
    const auto start = std::chrono::steady_clock::now();
    auto result = work();
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

// Outlines without a certain inside are refused, with the line of the first invalid point.
hitbox::polygon<float> polygon_of(const outline& o, const std::string& path) {
    const auto made = make_polygon(o.points, o.holes);
    if (made) return *made;
    const std::size_t line = line_of_point(o, made.index());
    throw input_error(path, line, "no polygon of " + o.name + ": " + to_string(made.error()));
}

std::vector<piece> pieces_of(const landmass& l) {
    std::vector<piece> pieces;
    std::vector<point> corners;
    for (std::size_t i = 0; i < l.parts.size(); ++i) {
        corners.clear();
        for (const std::uint32_t k : l.parts[i]) corners.push_back(l.shape[k]);
        pieces.push_back(*hitbox::make_convex_polygon<8>(corners));
    }
    return pieces;
}

hitbox::compound<float> land_of(const country& c) {
    std::vector<piece> all;
    for (const landmass& l : c.landmasses)
        for (const piece& p : pieces_of(l)) all.push_back(p);
    return hitbox::compound<float>{all};
}

// Outlines of one name are one country.
std::vector<country> countries_of(const std::vector<outline>& outlines, const std::string& path, seconds_of& seconds) {
    std::vector<country> countries;
    std::map<std::string, std::size_t> index;
    for (const outline& o : outlines) {
        const auto [known, is_new] = index.insert({o.name, countries.size()});
        if (is_new) countries.push_back({o.name, {}, {}});
        landmass l;
        l.shape = timed(seconds.check, [&] { return polygon_of(o, path); });
        l.parts = timed(seconds.cut, [&] { return convex_parts(l.shape, {.max_vertices = 8}); });
        countries[known->second].landmasses.push_back(std::move(l));
    }
    for (country& c : countries) c.land = timed(seconds.build, [&] { return land_of(c); });
    return countries;
}

hitbox::static_rtree<float> tree_of(const std::vector<country>& countries) {
    std::vector<hitbox::aabb<float>> boxes;
    for (const country& c : countries) boxes.push_back(bounds(c.land));
    hitbox::static_rtree<float> tree;
    if (!tree.build(boxes)) throw std::runtime_error("the countries' boxes make no tree");
    return tree;
}

world world_of(const std::string& path) {
    world w;
    w.countries = countries_of(read_outlines(path), path, w.seconds);
    w.tree = timed(w.seconds.build, [&] { return tree_of(w.countries); });
    for (const country& c : w.countries) {
        w.landmasses += c.landmasses.size();
        for (const landmass& l : c.landmasses) {
            w.points += l.shape.size(), w.holes += l.shape.hole_count(), w.pieces += l.parts.size();
            for (std::size_t i = 0; i < l.parts.size(); ++i) w.corners += l.parts[i].size();
        }
    }
    return w;
}

// --- The questions.

// A point on a border is in two or three countries, and a point in the sea in none.
std::vector<std::size_t> countries_at(const world& w, point p) {
    std::vector<std::size_t> found;
    w.tree.query(p, [&](hitbox::proxy c) {
        if (contains(w.countries[c.index()].land, p)) found.push_back(c.index());
    });
    std::sort(found.begin(), found.end());
    return found;
}

struct neighbours {
    std::vector<std::pair<std::size_t, std::size_t>> touching;
    std::size_t overlapping = 0;
};

neighbours neighbours_of(const world& w) {
    neighbours n;
    w.tree.for_each_pair([&](hitbox::proxy a, hitbox::proxy b) {
        const auto &one = w.countries[a.index()].land, &other = w.countries[b.index()].land;
        if (!intersects(one, other)) return;
        n.touching.push_back({a.index(), b.index()});
        if (penetrates(one, other)) ++n.overlapping;
    });
    return n;
}

// A part of a ray that is inside one country, as fractions of the ray.
struct stretch {
    std::size_t country;
    float from, to;
};

// Where two pieces meet, the fractions at which a ray leaves one and enters the other may differ by rounding.
constexpr float same_place = 1e-5f;

// The pieces along a ray, joined to stretches.
void add_stretches(std::vector<stretch>& all, const world& w, std::size_t c, const hitbox::ray<float>& r) {
    const point end = r.origin + r.translation;
    const hitbox::ray<float> back{end, r.origin - end};
    std::vector<stretch> own;
    for_each_piece_near(w.countries[c].land, {min(r.origin, end), max(r.origin, end)}, [&](const auto& p, std::size_t) {
        const auto in = ray_cast(r, p), out = ray_cast(back, p);
        if (in && out) own.push_back({c, in->fraction, 1 - out->fraction});
        return true;
    });
    std::sort(own.begin(), own.end(), [](const stretch& a, const stretch& b) { return a.from < b.from; });

    std::vector<stretch> joined;
    for (const stretch& s : own) {
        if (joined.empty() || s.from > joined.back().to + same_place) joined.push_back(s);
        else joined.back().to = std::max(joined.back().to, s.to);
    }
    for (const stretch& s : joined)
        if (s.to > s.from + same_place) all.push_back(s);  // a shorter stretch is a vertex that the ray grazes
}

// In the order in which the ray enters them.
std::vector<stretch> countries_along(const world& w, const hitbox::ray<float>& r) {
    std::vector<stretch> all;
    w.tree.ray_cast(r, [&](hitbox::proxy c) { add_stretches(all, w, c.index(), r); });
    std::sort(all.begin(), all.end(), [](const stretch& a, const stretch& b) {
        return a.from != b.from ? a.from < b.from : a.country < b.country;
    });
    return all;
}

// --- The queries and their answers.

struct place {
    std::string name;
    point where;
    std::vector<std::size_t> countries{};
};

struct gap {
    std::size_t a, b;
    hitbox::separation<float> between;
};

struct answers {
    std::vector<place> places;
    std::vector<gap> gaps;
    hitbox::ray<float> ray;
    std::vector<stretch> passed;
    neighbours borders;
    std::size_t grid = 0, on_land = 0;  // points of a grid, and those in some country
};

std::vector<place> cities() {
    return {{"Paris", {2.35f, 48.86f}},    {"Nairobi", {36.82f, -1.29f}},          {"Tokyo", {139.69f, 35.69f}},
            {"Sydney", {151.21f, -33.9f}}, {"Brasília", {-47.88f, -15.79f}},       {"Chicago", {-87.7f, 41.88f}},
            {"Delhi", {77.21f, 28.61f}},   {"Maseru, in a hole", {27.6f, -29.4f}}, {"Moscow", {37.62f, 55.75f}},
            {"Null Island", {0, 0}}};
}

constexpr std::pair<const char*, const char*> requested_gaps[] = {
    {"Iceland", "Norway"},        {"Cuba", "United States of America"},
    {"Madagascar", "Mozambique"}, {"Australia", "New Zealand"},
    {"Japan", "South Korea"},     {"Morocco", "Spain"},
    {"Antarctica", "Chile"},      {"France", "Brazil"}};

// Across Africa, from sea to sea.
constexpr hitbox::ray<float> requested_ray{{-20, 15}, {70, -14}};

std::optional<std::size_t> find_country(const world& w, const std::string& name) {
    for (std::size_t i = 0; i < w.countries.size(); ++i)
        if (w.countries[i].name == name) return i;
    return {};
}

// The pairs of countries that are both on the map.
std::vector<gap> gaps_of(const world& w) {
    std::vector<gap> gaps;
    for (const auto& [first, second] : requested_gaps) {
        const auto a = find_country(w, first), b = find_country(w, second);
        if (a && b) gaps.push_back({*a, *b, distance(w.countries[*a].land, w.countries[*b].land)});
    }
    return gaps;
}

// A point in the middle of each square degree.
void query_grid(const world& w, answers& a) {
    for (int x = -180; x < 180; ++x)
        for (int y = -90; y < 90; ++y, ++a.grid)
            a.on_land += countries_at(w, {static_cast<float>(x) + .5f, static_cast<float>(y) + .5f}).empty() ? 0 : 1;
}

answers query_all(world& w, const std::vector<place>& places) {
    answers a;
    a.places = places.empty() ? cities() : places;
    for (place& p : a.places) p.countries = countries_at(w, p.where);
    a.gaps = gaps_of(w);
    a.ray = requested_ray;
    a.passed = countries_along(w, a.ray);
    a.borders = neighbours_of(w);
    timed(w.seconds.query, [&] { return query_grid(w, a), 0; });
    return a;
}

// --- The answers as text.

std::string names_of(const world& w, const std::vector<std::size_t>& countries) {
    std::string names;
    for (const std::size_t c : countries) names += (names.empty() ? "" : " and ") + w.countries[c].name;
    return names.empty() ? "no country" : names;
}

// Columns are counted in characters, without the continuation bytes of UTF-8.
std::string padded(std::string text, std::size_t width) {
    const auto is_start = [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u; };
    const auto length = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_start));
    return text.append(width > length ? width - length : 0, ' ');
}

std::string fixed(double value, int decimals) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

std::string distance_text(const gap& g) {
    if (g.between.distance == 0) return "0, they touch";
    return fixed(double(g.between.distance), 2);
}

void print_map(const world& w, const neighbours& n) {
    std::printf("%zu countries: %zu landmasses and %zu holes with %zu points, cut into %zu convex pieces\n",
                w.countries.size(), w.landmasses, w.holes, w.points, w.pieces);
    std::printf("%.2f corners per piece, at most 8; %.2f pieces per point\n",
                static_cast<double>(w.corners) / static_cast<double>(w.pieces),
                static_cast<double>(w.pieces) / static_cast<double>(w.points));
    std::printf("%zu pairs of countries touch, %zu of them overlap\n", n.touching.size(), n.overlapping);
}

void print_answers(const world& w, const answers& a) {
    std::printf("\nwhich country is this point in? (longitude, latitude)\n");
    for (const place& p : a.places)
        std::printf("  %s %8.2f %7.2f   %s\n", padded(p.name, 20).c_str(), double(p.where.x), double(p.where.y),
                    names_of(w, p.countries).c_str());

    std::printf(
        "\nhow far are they apart? in degrees on the plane map, which ends at 180 degrees; between which points\n");
    for (const auto& [one, other, between] : a.gaps)
        std::printf("  %s %8.3f   (%.2f, %.2f) (%.2f, %.2f)\n",
                    padded(w.countries[one].name + " and " + w.countries[other].name, 36).c_str(),
                    double(between.distance), double(between.point_a.x), double(between.point_a.y),
                    double(between.point_b.x), double(between.point_b.y));

    const point end = a.ray.origin + a.ray.translation;
    const double length = std::hypot(double(a.ray.translation.x), double(a.ray.translation.y));
    std::printf("\nwhat does a ray from (%g, %g) to (%g, %g) pass? in degrees from its start\n", double(a.ray.origin.x),
                double(a.ray.origin.y), double(end.x), double(end.y));
    for (const stretch& s : a.passed)
        std::printf("  %7.3f to %7.3f   %s\n", double(s.from) * length, double(s.to) * length,
                    w.countries[s.country].name.c_str());
}

void print_times(const world& w, const answers& a) {
    const auto per = [](double seconds, std::size_t count) { return seconds * 1e9 / static_cast<double>(count); };
    std::printf("\nof %zu points, one in each square degree, %zu are in a country\n", a.grid, a.on_land);
    std::printf("%.0f ns per vertex to check the outlines, %.0f to cut them, %.0f to build compounds and the tree\n",
                per(w.seconds.check, w.points), per(w.seconds.cut, w.points), per(w.seconds.build, w.points));
    std::printf("%.0f ns per point to find its country; each measured once\n", per(w.seconds.query, a.grid));
}

// --- The picture.

constexpr auto sea = "rx='6' fill='#EAF1F6'";
constexpr auto heading = "font-size='15' font-weight='bold' fill='#111'";
constexpr auto small_text = "font-size='14' fill='#333'";
constexpr auto label = "font-size='13' fill='#111' stroke='#fff' stroke-width='3' paint-order='stroke'";
constexpr auto ray_style = "stroke='#111' fill='#111' stroke-width='1.8'";
constexpr auto gap_style = "stroke='#B00020' fill='#B00020' stroke-width='2'";

constexpr double least_ring_step = 0.8, least_seam = 5;  // in pixels; more detail would only make the file larger

constexpr int hue_count = 12;

// Returns a hue for each country. Of twelve hues, it takes the one farthest from those of the touching countries that
// already have one, and of equally far ones the least frequent.
std::vector<int> hues_of(const world& w, const neighbours& n) {
    std::vector<std::vector<std::size_t>> touched(w.countries.size());
    for (const auto& [a, b] : n.touching) touched[(std::max)(a, b)].push_back((std::min)(a, b));
    std::vector<int> hues;
    int users[hue_count] = {};
    for (const auto& others : touched) {
        int best = 0, best_gap = -1;
        for (int hue = 0; hue < hue_count; ++hue) {
            int gap_here = hue_count;
            for (const std::size_t other : others) {
                const int apart = std::abs(hue - hues[other]);
                gap_here = std::min({gap_here, apart, hue_count - apart});
            }
            if (gap_here > best_gap || (gap_here == best_gap && users[hue] < users[best]))
                best = hue, best_gap = gap_here;
        }
        ++users[best];
        hues.push_back(best);
    }
    return hues;
}

// A pastel colour: the mean of a pure colour and grey, lightened.
std::string colour_of(int hue_index) {
    const double hue = 6.0 * hue_index / hue_count, lightness = 0.68;
    const auto channel = [&](double offset) {
        const double k = std::fmod(hue + offset, 6.0);
        const double full = std::clamp(std::abs(k - 3) - 1, 0.0, 1.0);  // a wheel of pure colours
        return static_cast<int>(std::lround(255 * (lightness + 0.45 * (full - 0.5) * 2 * (1 - lightness))));
    };
    char text[8];
    std::snprintf(text, sizeof text, "#%02X%02X%02X", channel(0), channel(4), channel(2));
    return text;
}

void draw_countries(svg_picture& svg, const world& w, const neighbours& n) {
    const std::vector<int> hues = hues_of(w, n);
    svg.begin("fill-rule='evenodd' stroke='#55606A' stroke-width='4'");
    for (std::size_t i = 0; i < w.countries.size(); ++i) {
        svg.begin_path("fill='" + colour_of(hues[i]) + "'");
        for (const landmass& l : w.countries[i].landmasses)
            for (std::size_t r = 0; r < l.shape.ring_count(); ++r) svg.ring(l.shape.ring(r), least_ring_step);
        svg.end_path();
    }
    svg.end();
}

// The edges between pieces, once each.
void draw_seams(svg_picture& svg, const landmass& l) {
    for (std::size_t i = 0; i < l.parts.size(); ++i)
        for (std::size_t k = 0; k < l.parts[i].size(); ++k) {
            const std::uint32_t from = l.parts[i][k], to = l.parts[i][(k + 1) % l.parts[i].size()];
            if (to < from || l.parts.is_border(i, k)) continue;
            if (svg.pixels(l.shape[from], l.shape[to]) >= least_seam) svg.line(l.shape[from], l.shape[to]);
        }
}

void draw_answers(svg_picture& svg, const world& w, const answers& a) {
    svg.begin(gap_style);
    for (const gap& g : a.gaps) svg.arrow(g.between.point_a, g.between.point_b, 0), svg.dot(g.between.point_a, 2.5);
    for (const gap& g : a.gaps) svg.dot(g.between.point_b, 2.5);
    svg.end();
    svg.begin(ray_style);
    svg.arrow(a.ray.origin, a.ray.origin + a.ray.translation, 11);
    for (const stretch& s : a.passed) svg.dot(a.ray.origin + a.ray.translation * s.from, 2.2);
    svg.end();
    for (const place& p : a.places) {
        svg.begin("fill='#111' stroke='#fff' stroke-width='1.2'");
        svg.dot(p.where, 4);
        svg.end();
        const std::string where = p.countries.empty() ? "the sea" : names_of(w, p.countries);
        svg.text(svg.x(p.where) + 6, svg.y(p.where) + 15, label, p.name + ": " + where);
    }
}

void draw_gap_list(svg_picture& svg, const world& w, const answers& a, double x, double y) {
    svg.text(x, y, heading, "How far apart, in degrees of this plane map");
    for (std::size_t i = 0; i < a.gaps.size(); ++i) {
        const gap& g = a.gaps[i];
        svg.text(x, y + 24 + 20 * static_cast<double>(i), small_text,
                 w.countries[g.a].name + " and " + w.countries[g.b].name + ": " + distance_text(g));
    }
}

void draw_passed(svg_picture& svg, const world& w, const answers& a, double x, double y) {
    const double length = std::hypot(double(a.ray.translation.x), double(a.ray.translation.y));
    svg.text(x, y, heading, "Countries on the ray, and for how many degrees");
    for (std::size_t i = 0; i < a.passed.size(); ++i) {
        const stretch& s = a.passed[i];
        const double column = static_cast<double>(i / 8), row = static_cast<double>(i % 8);
        svg.text(x + 220 * column, y + 24 + 20 * row, small_text,
                 w.countries[s.country].name + ": " + fixed(double(s.to - s.from) * length, 2));
    }
}

void draw_legend(svg_picture& svg, double x, double y) {
    svg.text(x, y, heading, "How to read it");
    svg.begin(ray_style);
    svg.arrow_at(x, y + 68, x + 36, y + 68, 11);
    svg.end();
    svg.begin(gap_style);
    svg.arrow_at(x, y + 92, x + 36, y + 92, 0);
    svg.end();
    svg.text(x, y + 24, small_text, "Countries that touch differ in colour. The thin");
    svg.text(x, y + 44, small_text, "white lines are where they are cut into pieces.");
    svg.text(x + 48, y + 73, small_text, "the ray; dots: where it enters a country");
    svg.text(x + 48, y + 97, small_text, "between the nearest points of two countries");
}

std::string picture(const world& w, const answers& a) {
    constexpr double margin = 40, top = 112, frame = 10, inner_width = 1500;
    const hitbox::aabb<float> shown = w.tree.bounds();
    const double tall = double(shown.max.y) - double(shown.min.y);
    const double scale = std::min(inner_width / (double(shown.max.x) - double(shown.min.x)), 1000 / tall);
    const double height = scale * tall;
    const double below = top + height + 2 * frame + 36;

    svg_picture svg(shown, margin + frame, top + frame, scale);
    svg.text(margin, 58, "font-size='30' font-weight='bold' fill='#111'", "The world in convex pieces");
    svg.text(margin, 88, "font-size='17' fill='#555'",
             std::to_string(w.countries.size()) + " countries of " + std::to_string(w.landmasses) + " landmasses, " +
                 std::to_string(w.points) + " points and " + std::to_string(w.pieces) +
                 " convex pieces: each country answers as one solid");
    svg.rectangle(margin, top, inner_width + 2 * frame, height + 2 * frame, sea);
    draw_countries(svg, w, a.borders);
    svg.begin_path("fill='none' stroke='#fff' stroke-opacity='0.75' stroke-width='5'");
    for (const country& c : w.countries)
        for (const landmass& l : c.landmasses) draw_seams(svg, l);
    svg.end_path();
    draw_answers(svg, w, a);
    draw_legend(svg, margin, below);
    draw_gap_list(svg, w, a, 420, below);
    draw_passed(svg, w, a, 880, below);
    return svg.document(inner_width + 2 * (margin + frame), below + 200);
}

// --- The command line.

struct request {
    std::vector<place> places;
    std::string input = WORLD_MAP_DATA, output = "world_map.svg";
};

place place_of(const std::string& text) {
    std::istringstream in{text};
    in.imbue(std::locale::classic());
    place p{text, {}, {}};
    char comma = 0;
    if (!(in >> p.where.x >> comma >> p.where.y) || comma != ',' || in.peek() != EOF || !is_finite(p.where))
        throw std::runtime_error("--at " + outlines_detail::shown(text) + ": this is not LONGITUDE,LATITUDE");
    return p;
}

request request_of(const std::vector<std::string>& arguments) {
    request r;
    std::vector<std::string> files;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] != "--at") files.push_back(arguments[i]);
        else if (++i < arguments.size()) r.places.push_back(place_of(arguments[i]));
        else throw std::runtime_error("--at: LONGITUDE,LATITUDE is missing");
    }
    if (files.size() > 2)
        throw std::runtime_error("usage: world_map [--at LONGITUDE,LATITUDE]... [input [output.svg]]");
    if (!files.empty()) r.input = files[0];
    if (files.size() > 1) r.output = files[1];
    return r;
}

void run(const request& r) {
    world w = world_of(r.input);
    std::error_code none;
    if (std::filesystem::equivalent(r.input, r.output, none))
        throw std::runtime_error(r.output + ": this is the input");
    const answers a = query_all(w, r.places);
    save_whole(r.output, picture(w, a));
    print_map(w, a.borders);
    print_answers(w, a);
    print_times(w, a);
    std::printf("drawn: %s\n", r.output.c_str());
    if (std::fflush(stdout) != 0) throw std::runtime_error("standard output cannot be written");
}

}  // namespace

int main(int argc, char** argv) {
    try {
        run(request_of({argv + 1, argv + argc}));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "world_map: %s\n", error.what());
        return 1;
    }
}
