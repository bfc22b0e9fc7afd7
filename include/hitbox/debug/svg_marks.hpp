#pragma once
/// The marks of a picture: outlines and captions in world coordinates, fitted to pixels and written as SVG.

#include <hitbox/narrow/manifold.hpp>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace hitbox {
namespace debug {
inline namespace HITBOX_ISA {

/// The colours of Okabe and Ito, which every kind of colour vision can distinguish, and a grey.
namespace colors {
inline constexpr const char* black = "#000000";
inline constexpr const char* orange = "#E69F00";
inline constexpr const char* green = "#009E73";
inline constexpr const char* blue = "#0072B2";
inline constexpr const char* vermilion = "#D55E00";
inline constexpr const char* grey = "#777777";
}  // namespace colors

/// The colour and line of an element. The inside has the colour of the outline, with an opacity.
struct style {
    std::string color = colors::blue;  // any SVG colour
    double fill_opacity = 0.2;         // from 0 to 1
    double width = 1.5;                // pixels
    bool dashed = false;               // the outline is dashed
};

/// The direction of the y axis in a picture.
enum class y_axis { up, down };
/// Returns the direction in words.
[[nodiscard]] constexpr const char* to_string(y_axis y) noexcept {
    switch (y) {
        case y_axis::up: return "upwards";
        case y_axis::down: return "downwards";
    }
    return "";
}

namespace detail {

using hitbox::detail::before, hitbox::detail::larger, hitbox::detail::magnitude, hitbox::detail::resolve;
using point = vec2<double>;

/// A position: a point in the world and an offset from there in pixels, y downwards.
struct spot {
    point world{};
    point pixels{};
};

/// An outline or a line. If `closed` is true, it is the hull of the vertices grown by the radius, in world units.
/// Otherwise it is a line through the vertices.
struct stroke {
    std::vector<spot> vertices{};
    double radius = 0;
    bool closed = false;
    style look{};
};

struct caption {
    spot middle{};
    std::string words{};
    double size = 13;
    std::string color = colors::black;

    /// Returns half the width and half the height of the text in pixels. The width is estimated without the font.
    point half() const { return {.27 * size * static_cast<double>(words.size()), .6 * size}; }
};

/// The map from world coordinates to pixels.
struct frame {
    point origin{};       // in the world
    double scale = 1;     // pixels for a unit of length
    bool y_down = false;  // of the world
    point shift{};        // in pixels
    point size{};         // of the picture, in pixels

    point operator()(const spot& s) const {
        const point p = (s.world - origin) * scale;
        return point{p.x, y_down ? p.y : -p.y} + s.pixels + shift;
    }
};

point in_doubles(const auto& p) { return {double(p.x), double(p.y)}; }

/// Returns a number as text, the same in any locale, and "?" for infinity and NaN.
inline std::string number(double x, int significant_digits = 4) {
    char text[32];
    if (!hitbox::detail::is_finite(x)) return "?";
    return {text, std::to_chars(text, text + sizeof text, x + 0., std::chars_format::general, significant_digits).ptr};
}

/// Returns a coordinate as text, rounded to a hundredth of a pixel.
inline std::string pixel(double x) {
    if (!(magnitude(x) < 1e9)) return "0";
    return number(static_cast<double>(static_cast<long long>(x * 100 + (x < 0 ? -.5 : .5))) / 100, 12);
}
inline std::string pixels(point p) { return pixel(p.x) + ' ' + pixel(p.y); }

/// Returns text with the characters escaped that have a meaning in XML, for contents and attributes.
inline std::string escaped(std::string_view words) {
    std::string result;
    for (const char c : words) {
        constexpr const char* names[] = {"&amp;", "&lt;", "&gt;", "&#39;", "&quot;"};
        const std::size_t special = std::string_view{"&<>'\""}.find(c);
        if (special < 5) result += names[special];
        else result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return result;
}

/// Returns the name of one half of an id: c2 is vertex 2, e0 is edge 0.
inline std::string feature(unsigned half) {
    return (half & edge_feature ? "e" : "c") + std::to_string(half & (edge_feature - 1));
}

/// Returns the beginning of the SVG element of a stroke, up to the end of its last value; `text_of` adds the rest.
inline std::string path_of(const stroke& s, const frame& f) {
    const std::size_t n = s.vertices.size();
    const std::string r = pixel((std::max)(s.radius * f.scale, n == 1 ? 3. : 0.));  // a point is a dot
    const std::string arc = 'A' + r + ' ' + r + (f.y_down ? " 0 0 1 " : " 0 0 0 ");
    if (n == 1) return "<circle cx='" + pixel(f(s.vertices[0]).x) + "' cy='" + pixel(f(s.vertices[0]).y) + "' r='" + r;
    const auto grown = [&](const spot& p, const spot& from, const spot& to) {
        return pixels(f({p.world - perp(unit_or(to.world - from.world, {0, 1})) * s.radius, p.pixels}));
    };
    std::string path;
    for (std::size_t i = 0; i < n; ++i) {
        const spot &last = s.vertices[(i + n - 1) % n], &here = s.vertices[i], &next = s.vertices[(i + 1) % n];
        path += (i == 0 ? 'M' : 'L') + grown(here, last, here);
        if (s.radius > 0) path += arc + grown(here, here, next);
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
    const point p = f(c.middle);
    return "<text x='" + pixel(p.x) + "' y='" + pixel(p.y + c.size * .35) + "' font-size='" + pixel(c.size) +
           "' fill='" + escaped(c.color) + "'>" + escaped(c.words) + "</text>\n";
}

/// Returns the outline of a shape; empty if the shape is invalid. A shape known by its support only is sampled in 64
/// directions.
template <class S>
stroke outline_of(const S& s, const style& look) {
    stroke result{{}, 0, true, look};
    if (!hitbox::detail::is_valid(s)) return result;
    if constexpr (hitbox::detail::indirect<S>) {
        result = hitbox::detail::resolve(s, [&look](const auto& known) { return outline_of(known, look); });
    } else if constexpr (faceted<S>) {
        const auto list = vertices(s);
        for (std::size_t i = 0; i < list.size(); ++i)
            result.vertices.push_back({in_doubles(vec2<scalar_t<S>>{list[i]})});
        result.radius = static_cast<double>(radius(s));
    } else {
        for (int i = 0; i < 64; ++i) {
            const point d = rot2<double>::from_degrees(5.625 * i) * point{1, 0};
            result.vertices.push_back({in_doubles(support(s, hitbox::detail::vec_cast<scalar_t<S>>(d)))});
        }
    }
    return result;
}

/// Returns the outline of the area that a moving shape covers: the hull of its vertices at the start and at the end.
inline stroke swept(stroke s, point shift) {
    if (s.vertices.empty()) return s;
    std::vector<point> points;
    for (const spot& p : s.vertices) points.push_back(p.world), points.push_back(p.world + shift);
    std::sort(points.begin(), points.end(), before<double>);
    s.vertices.clear();
    // The lower half of the hull from left to right, then the upper half from right to left (Andrew 1979).
    for (int half = 0; half < 2; ++half) {
        std::vector<spot> chain;
        for (const point p : points) {
            while (chain.size() > 1 &&
                   cross(chain.back().world - (chain.end() - 2)->world, p - chain.back().world) <= 0)
                chain.pop_back();
            if (chain.empty() || chain.back().world != p) chain.push_back({p});
        }
        if (chain.size() > 1 || half == 1) chain.pop_back();  // the other half begins with this point
        s.vertices.insert(s.vertices.end(), chain.begin(), chain.end());
        std::reverse(points.begin(), points.end());
    }
    return s;
}

}  // namespace detail

}  // namespace HITBOX_ISA
}  // namespace debug
}  // namespace hitbox
