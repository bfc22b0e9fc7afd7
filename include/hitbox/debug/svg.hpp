#pragma once
/// What do these shapes, this contact, this separating-axis test look like? Nothing in the library includes this header.

#include <hitbox/narrow/sat.hpp>

#include <charconv>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace hitbox::debug {

/// Okabe and Ito's colours, which every kind of colour vision tells apart, and a grey.
namespace colors {
inline constexpr const char* black = "#000000";
inline constexpr const char* orange = "#E69F00";
inline constexpr const char* sky_blue = "#56B4E9";
inline constexpr const char* green = "#009E73";
inline constexpr const char* yellow = "#F0E442";
inline constexpr const char* blue = "#0072B2";
inline constexpr const char* vermilion = "#D55E00";
inline constexpr const char* purple = "#CC79A7";
inline constexpr const char* grey = "#777777";
}  // namespace colors

/// Any SVG colour, for the outline and, see-through, for what it encloses. The width is in pixels.
struct style {
    std::string color = colors::blue;
    double fill_opacity = 0.2;
    double width = 1.5;
    bool dashed = false;
};

enum class text_anchor { start, middle, end };

struct text_style {
    std::string color = colors::black;
    double size = 13;  // pixels
    bool bold = false;
    text_anchor anchor = text_anchor::middle;
    vec2<double> offset{};  // pixels, y downwards
};

struct svg_options {
    double pixels = 640;  // the longer side of what is drawn; labels may add to it
    bool y_down = false;  // for screen coordinates
};

namespace detail {

using point = vec2<double>;

/// A place in the world and, from there, so many pixels; in pixels y is downwards.
struct spot {
    point world{};
    point pixels{};
};

/// The hull of the corners, grown by the radius.
struct outline {
    std::vector<point> corners{};
    double radius = 0;
};

struct stroke {
    std::vector<spot> corners{};
    double radius = 0;
    bool closed = false;
    style look{};
};

struct caption {
    spot where{};
    std::string words{};
    text_style look{};
};

/// From the world to pixels.
struct frame {
    point origin{};
    double scale = 1;
    double y_sign = -1;
    point shift{};
    point size{};

    [[nodiscard]] point operator()(const spot& s) const {
        const point p = (s.world - origin) * scale;
        return point{p.x, p.y * y_sign} + s.pixels + shift;
    }
};

template <scalar T>
[[nodiscard]] point in_doubles(vec2<T> p) {
    return {static_cast<double>(p.x), static_cast<double>(p.y)};
}

/// Finite, with room for sums and differences.
[[nodiscard]] inline bool drawable(point p) {
    return hitbox::detail::magnitude(p.x) < 1e300 && hitbox::detail::magnitude(p.y) < 1e300;
}

/// As people read it: four significant digits, in any locale.
[[nodiscard]] inline std::string number(double x) {
    char text[32];
    if (!hitbox::detail::is_finite(x)) return "?";
    return {text, std::to_chars(text, text + sizeof text, x + 0., std::chars_format::general, 4).ptr};
}

/// To a hundredth of a pixel, in any locale.
[[nodiscard]] inline std::string pixel(double x) {
    char text[32];
    if (!(hitbox::detail::magnitude(x) < 1e12)) return "0";
    std::string s{text, std::to_chars(text, text + sizeof text, x, std::chars_format::fixed, 2).ptr};
    s.erase(s.find_last_not_of('0') + 1);
    if (s.back() == '.') s.pop_back();
    return s == "-0" ? "0" : s;
}
[[nodiscard]] inline std::string pixels(point p) { return pixel(p.x) + ' ' + pixel(p.y); }

/// How many bytes the UTF-8 character at the front has; 0 if it is none that XML can hold.
[[nodiscard]] inline std::size_t character_length(std::string_view s) {
    const auto byte = [s](std::size_t i) { return i < s.size() ? static_cast<unsigned char>(s[i]) : 0u; };
    const unsigned lead = byte(0), next = byte(1);
    const std::size_t n = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    for (std::size_t i = 1; i < n; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;
    const bool overlong = (lead == 0xE0 && next < 0xA0) || (lead == 0xF0 && next < 0x90) || (lead == 0xF4 && next > 0x8F);
    const bool surrogate = lead == 0xED && next > 0x9F, no_character = lead == 0xEF && next == 0xBF && byte(2) > 0xBD;
    return lead < 0x20 || overlong || surrogate || no_character ? 0 : n;
}

/// For a text or an attribute; what XML cannot hold becomes a question mark.
[[nodiscard]] inline std::string escaped(std::string_view words) {
    std::string result;
    for (std::size_t n = 0; !words.empty(); words.remove_prefix(n == 0 ? 1 : n)) {
        n = character_length(words);
        const char c = n == 0 ? '?' : words[0];
        if (c == '&') result += "&amp;";
        else if (c == '<') result += "&lt;";
        else if (c == '>') result += "&gt;";
        else if (c == '\'') result += "&#39;";
        else if (c == '"') result += "&quot;";
        else if (n > 1) result += words.substr(0, n);
        else result += c;
    }
    return result;
}

/// A closed path has its fill; corners that have a radius are arcs.
[[nodiscard]] inline std::string text_of(const stroke& s, const frame& f) {
    const std::string color = escaped(s.look.color), r = pixel(s.radius * f.scale);
    std::string text = " stroke='" + color + "' stroke-width='" + pixel(s.look.width) + '\'';
    if (s.closed && s.look.fill_opacity > 0) text += " fill='" + color + "' fill-opacity='" + pixel(s.look.fill_opacity) + '\'';
    if (s.look.dashed) text += " stroke-dasharray='5 4'";
    const std::size_t n = s.corners.size();
    if (n == 1 && s.radius > 0) {
        const point middle = f(s.corners[0]);
        return "<circle cx='" + pixel(middle.x) + "' cy='" + pixel(middle.y) + "' r='" + r + '\'' + text + "/>\n";
    }
    std::string path;
    for (std::size_t i = 0; i < n; ++i) {
        const spot &here = s.corners[i], &next = s.corners[(i + 1) % n], &last = s.corners[(i + n - 1) % n];
        const auto out = [&](const spot& from, const spot& to) {
            return spot{here.world - perp(unit_or(to.world - from.world, {0, 1})) * s.radius, here.pixels};
        };
        path += (i == 0 ? 'M' : 'L') + pixels(f(out(last, here)));
        if (s.radius > 0) path += 'A' + r + ' ' + r + (f.y_sign < 0 ? " 0 0 0 " : " 0 0 1 ") + pixels(f(out(here, next)));
    }
    if (n == 1) path += 'L' + pixels(f(s.corners[0]));                                // a dot, by its round ends
    return "<path d='" + path + (s.closed ? "Z'" : "'") + text + "/>\n";
}

[[nodiscard]] inline std::string text_of(const caption& c, const frame& f) {
    const point p = f(c.where);
    const char* anchor[] = {"start", "middle", "end"};
    return "<text x='" + pixel(p.x) + "' y='" + pixel(p.y) + "' text-anchor='" + anchor[static_cast<int>(c.look.anchor)] +
           "' font-size='" + pixel(c.look.size) + (c.look.bold ? "' font-weight='bold" : "") + "' fill='" +
           escaped(c.look.color) + "'>" + escaped(c.words) + "</text>\n";
}

/// The pixels that a text takes, as far as can be told without its font.
[[nodiscard]] inline aabb<double> room_of(const caption& c, point at) {
    double letters = 0;
    for (const char byte : c.words) letters += (static_cast<unsigned char>(byte) & 0xC0) != 0x80 ? 1 : 0;
    const double width = .58 * c.look.size * letters, left = at.x - width * .5 * static_cast<int>(c.look.anchor);
    return {{left, at.y - c.look.size}, {left + width, at.y + c.look.size * .3}};
}

/// Corners and radius of any shape; 64 corners of one that is known by its support only.
template <class S>
[[nodiscard]] outline outline_of(const S& s) {
    using T = scalar_t<S>;
    outline result;
    if (!hitbox::detail::is_valid(s)) return result;
    if constexpr (faceted<S>) {
        const auto corners = vertices(s);
        for (std::size_t i = 0; i < corners.size(); ++i) result.corners.push_back(in_doubles(vec2<T>{corners[i]}));
        result.radius = static_cast<double>(radius(s));
    } else {
        for (int i = 0; i < 64; ++i) {
            const auto turn = rot2<double>::from_degrees(5.625 * i);
            const point p = in_doubles(support(s, vec2<T>{static_cast<T>(turn.c), static_cast<T>(turn.s)}));
            if (result.corners.empty() || result.corners.back() != p) result.corners.push_back(p);
        }
    }
    return result;
}

/// How far the outline reaches along the unit vector n, and from where.
[[nodiscard]] inline point tip_of(const outline& s, point n) {
    return hitbox::detail::farthest(s.corners, n) + n * s.radius;
}

/// An axis beside two shapes: n * t + side * away.
struct ruler {
    sat::axis_test<double> test{};
    point side{};
    double away = 0;

    [[nodiscard]] point at(double t) const { return test.axis * t + side * away; }
    [[nodiscard]] segment<double> reach() const {
        return {at((std::min)(test.a.min, test.b.min)), at((std::max)(test.a.max, test.b.max))};
    }
};

/// One test for each line that an axis can be parallel to: the one with less overlap.
template <class Explanation>
[[nodiscard]] std::vector<sat::axis_test<double>> distinct_tests(const Explanation& all) {
    const auto wide = [](auto i) { return interval<double>{static_cast<double>(i.min), static_cast<double>(i.max)}; };
    std::vector<sat::axis_test<double>> kept;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto t = all[(all.deciding() + i) % all.size()];                        // the one that decides comes first
        const sat::axis_test<double> test{in_doubles(t.axis), t.source, wide(t.a), wide(t.b), static_cast<double>(t.overlap), t.decides};
        bool known = false;
        for (auto& k : kept) {
            if (hitbox::detail::magnitude(cross(k.axis, test.axis)) > 1e-6) continue;
            known = true;
            if (!k.decides && test.overlap < k.overlap) k = test;
        }
        if (!known) kept.push_back(test);
    }
    return kept;
}

}  // namespace detail

/// A picture in world coordinates, fitted to what was drawn into it, whatever its size; lines and letters have their width in
/// pixels. A shape that is not valid is left out, and a line at the foot counts those. The same calls give the same text.
class svg {
public:
    explicit svg(const svg_options& options = {}) : options_{options} {}

    /// The outline of a shape; a point is a dot. A shape known by its support only is sampled in 64 directions.
    template <hitbox::shape S>
        requires faceted<S> || hitbox::detail::indirect<S> || real<scalar_t<S>>
    svg& shape(const S& s, const style& look = {}) {
        return draw(detail::outline_of(s), look);
    }

    /// Both deepest points, joined; the normal as an arrow of fixed length; the depth.
    template <scalar T>
    svg& contact(const hitbox::contact<T>& hit, const style& look = {colors::vermilion}) {
        const point from = detail::in_doubles(hit.point_b), to = detail::in_doubles(hit.point_a);
        const vec2<double> n = on_screen(detail::in_doubles(hit.normal)), beside = perp(n) * 12.;
        if (!drawable({{from, to}}) || !drawable({{n}})) return ++left_out_, *this;
        line({{from}, {to}}, {look.color, 0, look.width * 2});
        arrow({to}, {to, n * 36.}, n, look);
        draw({{from}}, look), draw({{to}}, look);
        const text_anchor anchor = beside.x < 0 ? text_anchor::end : text_anchor::start;
        return label(from * .5 + to * .5, "depth " + detail::number(static_cast<double>(hit.depth)),
                     {look.color, 13, true, anchor, beside + point{0, 4}});
    }

    /// Shape a where its way out of the contact puts it, and an arrow from its centre to there.
    template <hitbox::shape S, scalar T>
    svg& moved(const S& a, const hitbox::contact<T>& hit, const style& look = {colors::grey, 0, 1.5, true}) {
        const point offset = detail::in_doubles(hit.mtv()), from = detail::in_doubles(center(a));
        detail::outline there = detail::outline_of(a);
        for (point& p : there.corners) p += offset;
        const point way = on_screen(unit_or(offset, point{}));
        if (drawable({{from, from + offset}}) && way != point{}) arrow({from}, {from + offset}, way, {look.color, 0, look.width});
        return draw(there, look);
    }

    /// What `collide` gives can be drawn as it is: nothing, if there is no contact.
    template <scalar T>
    svg& contact(const std::optional<hitbox::contact<T>>& hit) {
        return hit ? contact(*hit) : *this;
    }
    template <hitbox::shape S, scalar T>
    svg& moved(const S& a, const std::optional<hitbox::contact<T>>& hit) {
        return hit ? moved(a, *hit) : *this;
    }

    /// The separating-axis test: each axis as a ruler beside the shapes, the shadow of a on the side towards them and that of b
    /// on the other, between them the overlap or the gap. The axis that decides is black, and shows the light that casts the
    /// shadows. Of parallel axes only the one with less overlap.
    template <class A, class B>
        requires hitbox::detail::has_facets<A> && hitbox::detail::has_facets<B> && same_scalar<A, B> && real<scalar_t<A>>
    svg& explain(const A& a, const B& b, const style& look_a = {colors::blue}, const style& look_b = {colors::orange}) {
        const detail::outline outlines[] = {detail::outline_of(a), detail::outline_of(b)};
        if (!drawable(outlines[0]) || !drawable(outlines[1])) return ++left_out_, *this;
        hitbox::detail::resolve(a, [&](const auto& known_a) {
            hitbox::detail::resolve(b, [&](const auto& known_b) {
                draw_tests(detail::distinct_tests(sat::explain(known_a, known_b)), outlines, look_a, look_b);
            });
        });
        return *this;
    }

    template <real T>
    svg& label(vec2<T> where, std::string_view words, const text_style& look = {}) {
        const point p = detail::in_doubles(where);
        if (drawable({{p, look.offset}})) labels_.push_back({{p, look.offset}, std::string{words}, look});
        return *this;
    }

    [[nodiscard]] std::string str() const {
        const detail::frame f = fitted();
        const std::string width = detail::pixel(f.size.x), height = detail::pixel(f.size.y), size = "width='" + width + "' height='" + height + "'";
        std::string out = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " + width + ' ' + height + "' " + size + ">\n<rect " +
                          size + " fill='#fff'/>\n<g fill='none' stroke-linejoin='round' stroke-linecap='round'>\n";
        for (const detail::stroke& s : strokes_) out += text_of(s, f);
        out += "</g>\n<g font-family='Helvetica, Arial, sans-serif' stroke='#fff' stroke-width='3' stroke-linejoin='round' "
               "paint-order='stroke'>\n";
        for (const detail::caption& c : labels_) out += text_of(c, f);
        if (left_out_ > 0) out += text_of(foot(), {{}, 1, 1, {}, {}});
        return out + "</g>\n</svg>\n";
    }

    /// False if the file could not be written.
    [[nodiscard]] bool save(const std::string& path) const {
        std::ofstream file{path, std::ios::binary};
        file << str() << std::flush;
        return file.good();
    }

    friend std::ostream& operator<<(std::ostream& out, const svg& picture) { return out << picture.str(); }

private:
    using point = detail::point;

    [[nodiscard]] point on_screen(point direction) const { return {direction.x, options_.y_down ? direction.y : -direction.y}; }
};

}  // namespace hitbox::debug
