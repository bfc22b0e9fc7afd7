#pragma once
/// What do these shapes, this contact, this separating-axis test look like? Nothing in the library includes this
/// header.

#include <hitbox/narrow/sat.hpp>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace hitbox::debug {

/// By Okabe and Ito, told apart by every kind of colour vision; and a grey.
namespace colors {
inline constexpr const char* black = "#000000";
inline constexpr const char* orange = "#E69F00";
inline constexpr const char* sky_blue = "#56B4E9";
inline constexpr const char* green = "#009E73";
inline constexpr const char* blue = "#0072B2";
inline constexpr const char* vermilion = "#D55E00";
inline constexpr const char* purple = "#CC79A7";
inline constexpr const char* grey = "#777777";
}  // namespace colors

/// Any SVG colour, for the outline and, see-through, for what it encloses.
struct style {
    std::string color = colors::blue;
    double fill_opacity = 0.2;
    double width = 1.5;  // pixels
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
    double pixels = 640;  // the longer side of what is drawn; arrows and labels may add to it
    bool y_down = false;  // for screen coordinates
};

namespace detail {

using point = vec2<double>;

/// A place in the world and, from there, so many pixels, y downwards.
struct spot {
    point world{};
    point pixels{};
};

/// The hull of the corners, grown by the radius; or, if it is not closed, a line through them.
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
    bool y_down = false;
    point shift{};
    point size{};

    point operator()(const spot& s) const {
        const point p = (s.world - origin) * scale;
        return point{p.x, y_down ? p.y : -p.y} + s.pixels + shift;
    }
};

template <scalar T>
point in_doubles(vec2<T> p) {
    return {static_cast<double>(p.x), static_cast<double>(p.y)};
}

/// In any locale; never an infinity or NaN.
inline std::string number(double x, int significant_digits = 4) {
    char text[32];
    if (!hitbox::detail::is_finite(x)) return "?";
    return {text, std::to_chars(text, text + sizeof text, x + 0., std::chars_format::general, significant_digits).ptr};
}

/// To a hundredth of a pixel.
inline std::string pixel(double x) {
    if (!(hitbox::detail::magnitude(x) < 1e9)) return "0";
    return number(static_cast<double>(static_cast<long long>(x * 100 + (x < 0 ? -.5 : .5))) / 100, 12);
}
inline std::string pixels(point p) { return pixel(p.x) + ' ' + pixel(p.y); }

/// For a text or an attribute.
inline std::string escaped(std::string_view words) {
    constexpr const char* names[] = {"&amp;", "&lt;", "&gt;", "&#39;", "&quot;"};
    std::string result;
    for (const char c : words) {
        const std::size_t i = std::string_view{"&<>'\""}.find(c);
        if (i < 5) result += names[i];
        else result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return result;
}

inline std::string path_of(const stroke& s, const frame& f) {
    const std::string r = pixel(s.radius * f.scale), arc = 'A' + r + ' ' + r + (f.y_down ? " 0 0 1 " : " 0 0 0 ");
    const point start = f(s.corners[0]);
    const std::size_t n = s.corners.size();
    if (n == 1) return "<circle cx='" + pixel(start.x) + "' cy='" + pixel(start.y) + "' r='" + r;
    std::string path;
    for (std::size_t i = 0; i < n; ++i) {
        const spot &here = s.corners[i], &next = s.corners[(i + 1) % n], &last = s.corners[(i + n - 1) % n];
        const auto grown = [&](const spot& from, const spot& to) {
            return spot{here.world - perp(unit_or(to.world - from.world, {0, 1})) * s.radius, here.pixels};
        };
        path += (i == 0 ? 'M' : 'L') + pixels(f(grown(last, here)));
        if (s.radius > 0) path += arc + pixels(f(grown(here, next)));
    }
    return "<path d='" + path + (s.closed ? "Z" : "");
}

inline std::string text_of(const stroke& s, const frame& f) {
    const std::string color = escaped(s.look.color), fill = pixel(s.closed ? s.look.fill_opacity : 0);
    return path_of(s, f) + "' stroke='" + color + "' stroke-width='" + pixel(s.look.width) +
           (fill != "0" ? "' fill='" + color + "' fill-opacity='" + fill : "") +
           (s.look.dashed ? "' stroke-dasharray='5 4'/>\n" : "'/>\n");
}

inline std::string text_of(const caption& c, const frame& f) {
    constexpr const char* anchors[] = {"start", "middle", "end"};
    const point p = f(c.where);
    return "<text x='" + pixel(p.x) + "' y='" + pixel(p.y) + "' text-anchor='" +
           anchors[static_cast<int>(c.look.anchor)] + "' font-size='" + pixel(c.look.size) +
           (c.look.bold ? "' font-weight='bold" : "") + "' fill='" + escaped(c.look.color) + "'>" + escaped(c.words) +
           "</text>\n";
}

/// The pixels that a text takes, as far as can be told without its font.
inline aabb<double> room_of(const caption& c, const frame& f) {
    const point p = f(c.where);
    const double width = .58 * c.look.size * static_cast<double>(c.words.size());
    const double left = p.x - width * .5 * static_cast<int>(c.look.anchor);
    return {{left, p.y - c.look.size}, {left + width, p.y + c.look.size * .3}};
}

/// None for an invalid shape; 64 corners of one that is known by its support only.
template <class S>
stroke outline_of(const S& s, const style& look) {
    stroke result{{}, 0, true, look};
    if (!hitbox::detail::is_valid(s)) return result;
    if constexpr (hitbox::detail::indirect<S>) {
        return hitbox::detail::resolve(s, [&look](const auto& known) { return outline_of(known, look); });
    } else if constexpr (faceted<S>) {
        const auto corners = vertices(s);
        for (std::size_t i = 0; i < corners.size(); ++i)
            result.corners.push_back({in_doubles(vec2<scalar_t<S>>{corners[i]})});
        result.radius = static_cast<double>(radius(s));
    } else {
        for (int i = 0; i < 64; ++i) {
            const auto turn = rot2<double>::from_degrees(5.625 * i);
            const auto d = hitbox::detail::vec_cast<scalar_t<S>>(point{turn.c, turn.s});
            result.corners.push_back({in_doubles(support(s, d))});
        }
    }
    return result;
}

}  // namespace detail

/// A picture in world coordinates, fitted to what was drawn into it, whatever its size; lines and letters have theirs
/// in pixels. What is not valid is left out, and a line at the foot says so. The same calls give the same text.
class svg {
public:
    explicit svg(const svg_options& options = {}) : options_{options} {}

    /// The outline of a shape; a point is a dot. A shape known by its support only is sampled in 64 directions.
    template <hitbox::shape S>
    svg& shape(const S& s, const style& look = {}) {
        return draw(detail::outline_of(s, look));
    }

    /// Both deepest points, joined; the normal as an arrow of fixed length; the depth.
    template <scalar T>
    svg& contact(const hitbox::contact<T>& hit, const style& look = {colors::vermilion}) {
        const point a = detail::in_doubles(hit.point_a), b = detail::in_doubles(hit.point_b);
        const point n = on_screen(detail::in_doubles(hit.normal));
        line({a}, {b}, {look.color, 0, look.width * 2}).arrow({a}, {a, n * 36.}, n, look);
        draw({{{a}}, 0, true, look}).draw({{{b}}, 0, true, look});
        const std::string depth = detail::number(static_cast<double>(hit.depth));
        return note(a * .5 + b * .5, perp(n), 12, "depth " + depth, {look.color, 13, true});
    }

    /// Shape a where its way out of the contact puts it, and an arrow from its centre to there.
    template <hitbox::shape S, scalar T>
    svg& moved(const S& a, const hitbox::contact<T>& hit, const style& look = {colors::grey, 0, 1.5, true}) {
        const point offset = detail::in_doubles(hit.mtv()), from = detail::in_doubles(center(a));
        detail::stroke there = detail::outline_of(a, look);
        for (spot& s : there.corners) s.world += offset;
        if (offset != point{}) arrow({from}, {from + offset}, on_screen(unit_or(offset, {})), {look.color});
        return draw(there);
    }

    /// The separating-axis test: each axis as a ruler beside the shapes, the shadow of a on the side towards them, that
    /// of b on the other, and the gap or the overlap between them. The axis that decides is black, and shows the light
    /// that casts the shadows. Of parallel axes only one; an overlap is marked along the shorter of both ways out.
    template <class A, class B>
    requires hitbox::detail::has_facets<A> && hitbox::detail::has_facets<B> && same_scalar<A, B> && real<scalar_t<A>>
        svg& explain(const A& a, const B& b, const style& look_a = {colors::blue},
                     const style& look_b = {colors::orange}) {
        using hitbox::detail::is_valid, hitbox::detail::resolve;
        if (!is_valid(a) || !is_valid(b)) return left_out_ = true, *this;
        resolve(a,
                [&](const auto& one) { resolve(b, [&](const auto& two) { draw_tests(one, two, look_a, look_b); }); });
        return *this;
    }

    /// UTF-8.
    template <real T>
    svg& label(vec2<T> where, std::string_view words, const text_style& look = {}) {
        const spot s{detail::in_doubles(where), look.offset};
        if (fits(s, 0)) labels_.push_back({s, std::string{words}, look});
        else left_out_ = true;
        return *this;
    }

    [[nodiscard]] std::string str() const {
        const detail::frame f = fitted();
        const std::string width = detail::pixel(f.size.x), height = detail::pixel(f.size.y);
        std::string out = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " + width + ' ' + height + "' width='" +
                          width + "' height='" + height + "'>\n<rect width='100%' height='100%' fill='#fff'/>\n" +
                          "<g fill='none' stroke-linejoin='round' stroke-linecap='round'>\n";
        for (const detail::stroke& s : strokes_) out += text_of(s, f);
        out += "</g>\n<g font-family='Helvetica, Arial, sans-serif' stroke='#fff' stroke-width='3' "
               "paint-order='stroke'>\n";
        for (const detail::caption& c : labels_) out += text_of(c, f);
        if (left_out_)
            out +=
                text_of({{{}, {8, f.size.y - 8}}, "something invalid is left out", {.anchor = text_anchor::start}}, {});
        return out + "</g>\n</svg>\n";
    }

    /// False if the file could not be written.
    [[nodiscard]] bool save(const std::string& path) const {
        return !!(std::ofstream{path, std::ios::binary} << str() << std::flush);
    }

private:
    using point = detail::point;
    using spot = detail::spot;

    point on_screen(point direction) const { return {direction.x, options_.y_down ? direction.y : -direction.y}; }

    /// Is it finite, with room for sums and differences? Grows the world if it is.
    bool fits(const spot& s, double r) {
        for (const double x : {s.world.x, s.world.y, s.pixels.x, s.pixels.y, r})
            if (!(hitbox::detail::magnitude(x) < 1e300)) return false;
        const auto room = aabb<double>::from_center(s.world, {r, r});
        world_ = world_ ? merged(*world_, room) : room;
        return true;
    }

    svg& draw(const detail::stroke& s) {
        bool fine = !s.corners.empty();
        for (const spot& p : s.corners) fine = fits(p, s.radius) && fine;
        if (fine) strokes_.push_back(s);
        else left_out_ = true;
        return *this;
    }
    svg& line(const spot& from, const spot& to, const style& look) { return draw({{from, to}, 0, false, look}); }

    /// `way`: where it points, a unit vector on the screen.
    svg& arrow(const spot& from, const spot& to, point way, const style& look) {
        const point neck = to.pixels - way * 10., half = perp(way) * 4.;
        line(from, {to.world, neck}, look);
        return draw({{to, {to.world, neck + half}, {to.world, neck - half}}, 0, true, {look.color, 1, 0}});
    }

    /// A text so many pixels to the side of a place.
    svg& note(point where, point side, double away, const std::string& words, text_style look) {
        look.anchor = side.x > .3 ? text_anchor::start : side.x < -.3 ? text_anchor::end : text_anchor::middle;
        look.offset = side * away + point{0, look.size * .35};
        return label(where, words, look);
    }

    /// Axis by axis, the one that decides first; each as near to the shapes as those before it leave room.
    template <class A, class B>
    void draw_tests(const A& a, const B& b, const style& look_a, const style& look_b) {
        const auto all = sat::explain(a, b);
        const auto box = merged(box_of(a), box_of(b));
        const double step = length(box.max - box.min) / 14;
        std::vector<capsule<double>> taken;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto t = all[(all.deciding() + i) % all.size()];
            const auto parallel = [n = in_doubles(t.axis)](const auto& bar) {
                return hitbox::detail::magnitude(cross(unit_or(bar.b - bar.a, {0, 1}), n)) < 1e-6;
            };
            if (std::any_of(taken.begin(), taken.end(), parallel)) continue;
            const ruler r = beside(a, b, t, step, taken);
            draw_shadow(a, t, t.a, r, -6, look_a), draw_shadow(b, t, t.b, r, 6, look_b);
            draw_ruler(t, r, step);
            taken.push_back({r((std::min)(t.a.min, t.b.min)), r((std::max)(t.a.max, t.b.max)), step});
        }
    }

    detail::frame fitted() const {
        detail::frame f{world_.min, 1, options_.y_down, {}, {}};
        const double longer = (std::max)(world_.max.x - world_.min.x, world_.max.y - world_.min.y);
        if (longer > 1e-290) f.scale = options_.pixels / longer;
        aabb<double> paper{};
        for (const auto& s : strokes_) {
            const double r = s.radius * f.scale + s.look.width / 2;
            for (const spot& p : s.corners) paper = merged(paper, aabb<double>::from_center(f(p), {r, r}));
        }
        for (const auto& c : labels_) paper = merged(paper, room_of(c, f));
        f.shift = point{12, 12} - paper.min, f.size = paper.max - paper.min + point{24, left_out_ ? 48. : 24.};
        return f;
    }

    svg_options options_;
    std::vector<detail::stroke> strokes_{};
    std::vector<detail::caption> labels_{};
    std::optional<aabb<double>> world_{};
    bool left_out_ = false;
};

}  // namespace hitbox::debug
