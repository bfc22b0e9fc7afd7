#pragma once
/// Reads files of named outlines; examples/data/README.md describes the format. The reader is strict: the first error
/// throws an input_error with the text "FILE:LINE: reason".

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <hitbox/shapes.hpp>

struct outline {
    std::string name;
    std::vector<hitbox::vec2<float>> points;
    std::size_t line = 0;  // the line that announces it
    std::vector<std::vector<hitbox::vec2<float>>> holes{};
    std::vector<std::size_t> hole_lines{};  // the lines that announce them
};

/// Returns the line of a point. Points count through the outline and then its holes, as in errors of make_polygon.
inline std::size_t line_of_point(const outline& o, std::size_t index) {
    if (index < o.points.size()) return o.line + 1 + index;
    index -= o.points.size();
    for (std::size_t h = 0; h < o.holes.size(); ++h) {
        if (index < o.holes[h].size()) return o.hole_lines[h] + 1 + index;
        index -= o.holes[h].size();
    }
    return o.line;
}

struct input_error : std::runtime_error {
    using std::runtime_error::runtime_error;
    input_error(const std::string& file, std::size_t line, const std::string& reason)
        : runtime_error(file + ":" + std::to_string(line) + ": " + reason) {}
};

namespace outlines_detail {

// Returns true for UTF-8 without control characters, which is safe to print and to put into XML.
inline bool printable(std::string_view text) {
    constexpr std::array<unsigned, 4> smallest{0x20, 0xa0, 0x800, 0x10000};
    for (std::size_t i = 0; i < text.size();) {
        const unsigned lead = static_cast<unsigned char>(text[i++]);
        const std::size_t more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
        unsigned code = more == 0 ? lead : lead & (0x3fu >> more);
        for (std::size_t k = 0; k < more; ++k, ++i) {
            if (i == text.size() || (static_cast<unsigned char>(text[i]) & 0xc0u) != 0x80u) return false;
            code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
        }
        const bool surrogate = code >= 0xd800 && code < 0xe000;
        if (lead >= 0xf8 || code < smallest[more] || code == 0x7f || surrogate || code > 0x10fffd) return false;
    }
    return true;
}

// Returns a piece of the file for an error message: short, and without control characters for a terminal.
inline std::string shown(std::string_view text) {
    std::string s{text.substr(0, 40)};
    if (!printable(s)) std::replace_if(s.begin(), s.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return "'" + s + (text.size() > s.size() ? "...'" : "'");
}

struct reader {
    std::string path;
    std::istream& file;
    std::string line{};
    std::size_t number = 0;

    [[noreturn]] void fail(const std::string& reason) const { throw input_error(path, number, reason); }

    // Reads the next line without its LF or CRLF. Returns false at the end of the file.
    bool next() {
        const bool any = static_cast<bool>(std::getline(file, line));
        if (file.bad()) throw input_error(path + ": cannot be read");
        if (!any) return false;
        ++number;
        if (line.ends_with('\r')) line.pop_back();
        return true;
    }

    void expect_next(const std::string& what) {
        if (!next()) fail("the file stops here, " + what + " is missing");
    }

    float coordinate(std::string_view text) const {
        std::istringstream in{std::string(text)};
        in.imbue(std::locale::classic());
        float value = 0;
        // Only these characters are allowed, so that all standard libraries agree: no hexadecimal, no "inf", no spaces.
        const bool decimal = text.find_first_not_of("0123456789.+-eE") == text.npos;
        if (!decimal || !(in >> value) || in.peek() != EOF || !std::isfinite(value))
            fail(shown(text) + " is not a finite number");
        return value;
    }

    hitbox::vec2<float> point() const {
        const std::size_t space = line.find(' ');
        if (space == line.npos) fail("expected a point 'x y' instead of " + shown(line));
        return {coordinate(std::string_view(line).substr(0, space)),
                coordinate(std::string_view(line).substr(space + 1))};
    }

    std::size_t count(std::string_view text) const {
        const bool digits = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
        if (!digits || text.size() > 9) fail(shown(text) + " is not a number of points");
        return std::stoul(std::string(text));
    }

    // Reads the points of a ring. The current line contains their number.
    std::vector<hitbox::vec2<float>> points(std::string_view announcement, const std::string& ring) {
        const std::size_t announced = count(announcement);
        if (announced < 3) fail(ring + " needs at least 3 points, not " + std::to_string(announced));
        std::vector<hitbox::vec2<float>> result;
        while (result.size() < announced) {
            expect_next("a point");
            if (line == "end" || line.starts_with("outline ") || line.starts_with("hole "))
                fail(std::to_string(announced) + " points were announced, here are " + std::to_string(result.size()));
            result.push_back(point());
        }
        return result;
    }

    // Reads "outline <count> <name>", the current line, and the points after it.
    outline read_outline() {
        const std::size_t first = line.find(' '), second = line.find(' ', first + 1);
        if (line.substr(0, first) != "outline") fail("expected 'outline', 'hole' or 'end' instead of " + shown(line));
        if (first == line.npos || second == line.npos)
            fail("expected 'outline <count> <name>' instead of " + shown(line));

        outline result{line.substr(second + 1), {}, number};
        if (result.name.empty() || !printable(result.name)) fail("the name is empty or not printable UTF-8");
        const std::string announcement = line.substr(first + 1, second - first - 1);
        result.points = points(announcement, "an outline");
        return result;
    }

    // Reads "hole <count>", the current line, and the points after it.
    void read_hole(outline& around) {
        around.hole_lines.push_back(number);
        const std::string announcement = line.substr(line.find(' ') + 1);
        around.holes.push_back(points(announcement, "a hole"));
    }
};

}  // namespace outlines_detail

/// Returns at least one outline; outlines and holes have at least three points. `path` names the file in errors.
inline std::vector<outline> read_outlines(const std::string& path, std::istream& file) {
    outlines_detail::reader in{path, file};
    if (!in.next() || in.line != "hitbox-outlines 2")
        throw input_error(path, 1, "the first line must be 'hitbox-outlines 2'");

    std::vector<outline> result;
    for (in.expect_next("'end'"); in.line != "end"; in.expect_next("'end'")) {
        const bool is_hole = in.line.starts_with("hole ");
        if (is_hole && result.empty()) in.fail("a hole comes after an outline");
        if (is_hole) in.read_hole(result.back());
        else result.push_back(in.read_outline());
    }

    if (result.empty()) in.fail("there is no outline before 'end'");
    if (in.next()) in.fail("there is something after 'end'");
    return result;
}

inline std::vector<outline> read_outlines(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) throw input_error(path + ": there is no such file");
    if (std::filesystem::is_directory(path, ignored)) throw input_error(path + ": this is a folder, not a file");
    if (!file) throw input_error(path + ": cannot be opened");
    return read_outlines(path, file);
}
