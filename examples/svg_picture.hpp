#pragma once
/// A small SVG picture of shapes with y upwards. Its file is written completely or not at all.

#include <cerrno>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <locale>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <hitbox/shapes.hpp>

/// Writes the file under another name first, so that an old file stays until the new one is complete.
inline void save_whole(const std::string& path, const std::string& text) {
    namespace fs = std::filesystem;
    const auto fail = [&](const std::string& reason) {
        throw std::runtime_error(path + ": cannot be written: " + reason);
    };

    std::error_code error;
    if (fs::exists(path, error) && !fs::is_regular_file(path, error)) fail("this is not an ordinary file");

    const std::string draft = path + "." + std::to_string(std::random_device{}()) + ".part";
    errno = 0;
    std::ofstream file(draft, std::ios::binary);
    file << text << std::flush;
    if (!file) error = {errno, std::generic_category()};
    file.close();
    if (!error) fs::rename(draft, path, error);
    if (!error) return;

    std::error_code ignored;
    fs::remove(draft, ignored);
    fail(error.message());
}

struct svg_picture {
    hitbox::aabb<float> world;  // the visible part of the world
    double left, top, scale;    // the position of its upper left corner in pixels, and the pixels of one unit
    std::ostringstream body{};

    svg_picture(const hitbox::aabb<float>& shown, double left_pixels, double top_pixels, double pixels_per_unit)
        : world(shown), left(left_pixels), top(top_pixels), scale(pixels_per_unit) {
        body.imbue(std::locale::classic());
        body.setf(std::ios::fixed);
        body.precision(1);
    }

    double x(hitbox::vec2<float> p) const { return left + (double(p.x) - double(world.min.x)) * scale; }
    double y(hitbox::vec2<float> p) const { return top + (double(world.max.y) - double(p.y)) * scale; }

    /// Opens a group whose elements share `attributes`, such as "fill='none'".
    void begin(const std::string& attributes) { body << "<g " << attributes << ">\n"; }
    void end() { body << "</g>\n"; }

    template <class Points>
    void polygon(const Points& points) {
        body << "<path d='";
        char step = 'M';
        for (const hitbox::vec2<float> p : points) {
            body << step << x(p) << ' ' << y(p);
            step = 'L';
        }
        body << "Z'/>\n";
    }

    /// Opens a path of rings and lines, which share `attributes`. It is written in tenths of pixels and in steps from
    /// point to point, which takes half the bytes. Widths of its strokes are therefore also in tenths of pixels.
    void begin_path(const std::string& attributes) {
        body << "<path transform='scale(0.1)' " << attributes << " d='";
        pen_x = pen_y = 0;
    }
    void end_path() { body << "'/>\n"; }

    /// Writes a ring without the points that are closer than `detail` pixels to the one before. Writes nothing if less
    /// than a triangle is left.
    template <class Points>
    void ring(const Points& points, double detail) {
        std::vector<hitbox::vec2<float>> kept;
        for (const hitbox::vec2<float> p : points)
            if (kept.empty() || pixels(kept.back(), p) >= detail) kept.push_back(p);
        if (kept.size() < 3) return;
        for (std::size_t i = 0; i < kept.size(); ++i) draw_to(i == 0 ? 'm' : 'l', kept[i]);
        body << "z\n";
        lift_to(kept.front());
    }
    void line(hitbox::vec2<float> from, hitbox::vec2<float> to) {
        draw_to('m', from);
        draw_to('l', to);
        body << '\n';
    }
    double pixels(hitbox::vec2<float> p, hitbox::vec2<float> q) const { return std::hypot(x(p) - x(q), y(p) - y(q)); }

    void dot(hitbox::vec2<float> p, double radius) {
        body << "<circle cx='" << x(p) << "' cy='" << y(p) << "' r='" << radius << "'/>\n";
    }

    void arrow(hitbox::vec2<float> from, hitbox::vec2<float> to, double head) {
        arrow_at(x(from), y(from), x(to), y(to), head);
    }

    // The following are placed in pixels: frame, legend, labels.

    /// Draws an arrow whose tip is exactly at the end. An arrow shorter than its head is a line.
    void arrow_at(double from_x, double from_y, double to_x, double to_y, double head) {
        const double dx = to_x - from_x, dy = to_y - from_y, length = std::hypot(dx, dy);
        const double back = length > head ? head / length : 0;
        const double neck_x = to_x - dx * back, neck_y = to_y - dy * back;
        body << "<path d='M" << from_x << ' ' << from_y << 'L' << neck_x << ' ' << neck_y << "'/>";
        if (back > 0) {
            const double side_x = -dy * back * 0.4, side_y = dx * back * 0.4;
            body << "<path stroke='none' d='M" << to_x << ' ' << to_y << 'L' << neck_x + side_x << ' '
                 << neck_y + side_y << 'L' << neck_x - side_x << ' ' << neck_y - side_y << "Z'/>";
        }
        body << '\n';
    }

    void rectangle(double px, double py, double width, double height, const std::string& attributes) {
        body << "<rect x='" << px << "' y='" << py << "' width='" << width << "' height='" << height << "' "
             << attributes << "/>\n";
    }

    void text(double px, double py, const std::string& attributes, const std::string& words) {
        body << "<text x='" << px << "' y='" << py << "' " << attributes << ">" << escaped(words) << "</text>\n";
    }

    void badge(double px, double py, const std::string& label) {
        body << "<circle cx='" << px << "' cy='" << py << "' r='9' fill='#000' stroke='#fff' stroke-width='1.5'/>\n";
        text(px, py + 4, "text-anchor='middle' font-size='11' font-weight='bold' fill='#fff'", label);
    }

    // The position of the path in tenths of pixels. Steps connect rounded points, so that errors do not add up.
    long pen_x = 0, pen_y = 0;

    void lift_to(hitbox::vec2<float> p) { pen_x = std::lround(10 * x(p)), pen_y = std::lround(10 * y(p)); }
    void draw_to(char command, hitbox::vec2<float> p) {
        const long from_x = pen_x, from_y = pen_y;
        lift_to(p);
        body << command << pen_x - from_x << (pen_y < from_y ? "" : " ") << pen_y - from_y;
    }

    static std::string escaped(const std::string& words) {
        std::string result;
        for (const char c : words)
            result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
        return result;
    }

    std::string document(double width, double height) const {
        std::ostringstream out;
        out.imbue(std::locale::classic());
        out << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " << width << ' ' << height << "' width='" << width
            << "' height='" << height << "' stroke-linejoin='round' font-family='Helvetica, Arial, sans-serif'>\n"
            << "<rect width='100%' height='100%' fill='#fff'/>\n"
            << body.str() << "</svg>\n";
        return out.str();
    }
};
