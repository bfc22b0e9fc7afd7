// Outlines with holes from a font: the glyphs of Basic Latin, read by FreeType, are cut into triangles and convex
// pieces. Compounds of them give the same answers.

#include "../partitions.hpp"
#include "../rounds.hpp"

#include <ft2build.h>

#include FT_FREETYPE_H
#include FT_OUTLINE_H

using namespace hitbox;
using namespace hitbox_tests;

namespace {

constexpr char32_t first_glyph = U'!', last_glyph = U'~';

/// The number of parts of a font unit: points at eighths of curves of degree up to three then have whole coordinates.
constexpr std::int64_t fine = 512;
constexpr std::int64_t segments = 8;

class font {
public:
    font() {
        REQUIRE(FT_Init_FreeType(&library_) == 0);
        REQUIRE(FT_New_Face(library_, HITBOX_FONT, 0, &face_) == 0);
    }
    font(const font&) = delete;
    font& operator=(const font&) = delete;
    ~font() { FT_Done_Face(face_), FT_Done_FreeType(library_); }

    /// Returns the contours of the font: outlines and holes in any order, curves as segments, in font units times
    /// `fine`.
    [[nodiscard]] rings contours(char32_t code) const {
        REQUIRE(FT_Get_Char_Index(face_, code) != 0);
        REQUIRE(FT_Load_Char(face_, code, FT_LOAD_NO_SCALE) == 0);
        FT_Outline& outline = face_->glyph->outline;
        REQUIRE(FT_Outline_Get_Orientation(&outline) == FT_ORIENTATION_TRUETYPE);
        const FT_Outline_Funcs pen{move_to, line_to, conic_to, cubic_to, 0, 0};
        rings all;
        REQUIRE(FT_Outline_Decompose(&outline, &pen, &all) == 0);
        for (ring& r : all)
            if (r.size() > 1 && r.front() == r.back()) r.pop_back();
        // A contour of a single point is an anchor for combining glyphs.
        all.erase(std::remove_if(all.begin(), all.end(), [](const ring& r) { return r.size() == 1; }), all.end());
        return all;
    }

private:
    static grid_point to_grid(const FT_Vector* p) { return {p->x * fine, p->y * fine}; }

    static int move_to(const FT_Vector* to, void* all) {
        static_cast<rings*>(all)->push_back({to_grid(to)});
        return 0;
    }
    static int line_to(const FT_Vector* to, void* all) {
        static_cast<rings*>(all)->back().push_back(to_grid(to));
        return 0;
    }
    static int conic_to(const FT_Vector* control, const FT_Vector* to, void* all) {
        curve_to(static_cast<rings*>(all)->back(), {to_grid(control), to_grid(to)});
        return 0;
    }
    static int cubic_to(const FT_Vector* first, const FT_Vector* second, const FT_Vector* to, void* all) {
        curve_to(static_cast<rings*>(all)->back(), {to_grid(first), to_grid(second), to_grid(to)});
        return 0;
    }

    /// Evaluates a curve by de Casteljau's algorithm; no mean is rounded.
    static void curve_to(ring& r, ring rest) {
        rest.insert(rest.begin(), r.back());
        for (std::int64_t k = 1; k <= segments; ++k) {
            ring means = rest;
            for (; means.size() > 1; means.pop_back())
                for (std::size_t i = 0; i + 1 < means.size(); ++i) means[i] = mean(means[i], means[i + 1], k);
            r.push_back(means[0]);
        }
    }
    static grid_point mean(grid_point p, grid_point q, std::int64_t k) {
        return {(p.x * (segments - k) + q.x * k) / segments, (p.y * (segments - k) + q.y * k) / segments};
    }

    FT_Library library_ = nullptr;
    FT_Face face_ = nullptr;
};

/// Tests whether p, which is on no edge, is inside, by a ray to its right.
bool goes_round(const ring& r, grid_point p) { return winding(edges_of({r}), {1}, {2 * p.x, 2 * p.y}, false) != 0; }

/// TrueType fills the right side, so outlines are clockwise.
bool is_outline(const ring& r) { return twice_area(r) < 0; }

/// Returns each outline with its holes: those of which it is the innermost surrounding outline.
std::vector<rings> grouped(const rings& contours) {
    std::vector<rings> polygons;
    for (const ring& r : contours)
        if (is_outline(r)) polygons.push_back({r});
    for (const ring& hole : contours) {
        if (is_outline(hole)) continue;
        rings* around = nullptr;
        for (rings& p : polygons)
            if (goes_round(p[0], hole[0]) && (around == nullptr || goes_round((*around)[0], p[0][0]))) around = &p;
        REQUIRE(around != nullptr);
        around->push_back(hole);
    }
    return polygons;
}

/// Rounds to whole units of the font, so that some points coincide or lie on lines.
rings rounded_to_units(rings all) {
    const auto rounded = [](std::int64_t x) { return (x >= 0 ? x + fine / 2 : x - fine / 2) / fine; };
    for (ring& r : all)
        for (grid_point& p : r) p = {rounded(p.x), rounded(p.y)};
    return all;
}

struct tally {
    std::size_t outlines = 0, holes = 0;
    friend bool operator==(const tally&, const tally&) = default;
};
tally count(const std::vector<rings>& polygons) {
    tally sum;
    for (const rings& p : polygons) ++sum.outlines, sum.holes += p.size() - 1;
    return sum;
}

template <class F>
void for_each_glyph(F f) {
    const font dejavu;
    for (char32_t code = first_glyph; code <= last_glyph; ++code) {
        CAPTURE(static_cast<char>(code));
        f(dejavu.contours(code));
    }
}

/// For more points, an unoptimised build takes seconds to find the fewest pieces.
constexpr std::size_t max_points_for_the_fewest = many_if_optimised(400, 60);

template <class T>
void check_glyph(const rings& contours) {
    for (const rings& all : grouped(contours)) {
        check_triangles<T>(all);
        check_parts<T>(all, max_points_for_the_fewest);
    }
}

/// Compares, for points on a grid, vertices and middles of edges, containment in the polygons and in their compound.
void check_contains(const rings& contours) {
    std::vector<polygon<float>> polygons;
    std::vector<any_shape<float>> pieces;
    for (const rings& all : grouped(contours)) {
        polygons.push_back(*to_polygon<float>(all));
        const compound<float> own{polygons.back()};
        pieces.insert(pieces.end(), own.pieces().begin(), own.pieces().end());
    }
    const compound<float> glyph{pieces};
    REQUIRE(valid(glyph));
    const auto differ = [&](vec2<float> q) {
        const bool inside =
            std::any_of(polygons.begin(), polygons.end(), [q](const polygon<float>& p) { return contains(p, q); });
        return contains(glyph, q) != inside;
    };
    std::size_t differences = 0;
    const aabb<float> box = bounds(glyph);
    const int steps = static_cast<int>(many_if_optimised(150, 40));
    for (int i = -1; i <= steps + 1; ++i)
        for (int j = -1; j <= steps + 1; ++j) {
            const vec2<float> at{static_cast<float>(i) / static_cast<float>(steps),
                                 static_cast<float>(j) / static_cast<float>(steps)};
            const vec2<float> size = box.max - box.min;
            differences += differ(box.min + vec2<float>{size.x * at.x, size.y * at.y});
        }
    for (const grid_edge& e : edges_of(contours)) {
        const vec2<float> a{static_cast<float>(e.a.x), static_cast<float>(e.a.y)},
            b{static_cast<float>(e.b.x), static_cast<float>(e.b.y)};
        differences += differ(a) + differ((a + b) * 0.5f);
    }
    CHECK(differences == 0);
}

}  // namespace

TEST_CASE("direction and containment agree on which contours of glyphs are outlines and holes") {
    std::map<char32_t, tally> tallies;
    const font dejavu;
    for (char32_t code = first_glyph; code <= last_glyph; ++code) {
        CAPTURE(static_cast<char>(code));
        const rings contours = dejavu.contours(code);
        for (const ring& r : contours) {
            std::size_t around = 0;
            for (const ring& other : contours) around += &other != &r && goes_round(other, r[0]) ? 1 : 0;
            CHECK(is_outline(r) == (around % 2 == 0));
        }
        const std::vector<rings> polygons = grouped(contours);
        for (const rings& all : polygons) CHECK(sound(all));
        tallies[code] = count(polygons);
    }
    const auto all_are = [&](const char* codes, tally expected) {
        for (const char* c = codes; *c != '\0'; ++c) {
            CAPTURE(*c);
            CHECK(tallies[static_cast<char32_t>(*c)] == expected);
        }
    };
    all_are("!\":;=?ij", {2, 0});
    all_are("#&0469@ADOPQRabdegopq", {1, 1});
    all_are("$8B", {1, 2});
    all_are("%", {3, 2});
}

TEMPLATE_TEST_CASE("every glyph of Basic Latin is cut into triangles and convex pieces", "", float, double) {
    for_each_glyph([](const rings& contours) { check_glyph<TestType>(contours); });
}

TEMPLATE_TEST_CASE("every glyph rounded to the font's own units is cut into triangles and convex pieces", "", float,
                   double) {
    for_each_glyph([](const rings& contours) { check_glyph<TestType>(rounded_to_units(contours)); });
}

TEST_CASE("a compound of a glyph's pieces contains the points that its polygons contain") {
    for_each_glyph([](const rings& contours) { check_contains(contours); });
}
