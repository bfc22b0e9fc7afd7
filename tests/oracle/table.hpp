#pragma once
// The counts of the oracle for each class of input.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace oracle {

inline constexpr std::array<const char*, 10> classes = {
    "random",                    // two shapes of like size, deep to apart, up to ten sizes from the origin
    "nearly touching",           // moved until they touch within 1e-3 of their size down to one ulp
    "on a grid",                 // small dyadic coordinates: exact touches, ties, shared edges
    "nested, concentric",        // one around the other's centre, or equal shapes
    "sizes 1e-4 to 1e4",         // mixed
    "offsets up to 1e6",         // from the origin
    "slivers",                   // a thousand to a hundred million times longer than wide
    "degenerate",                // points, flat boxes, vertices on a line, radius 0
    "any exponents",             // from one end of the format to the other, next to each other: yes or no only
    "vertices nearly touching",  // a vertex of one beside a vertex of the other, also where that is inside a round
                                 // shape
};
inline constexpr std::size_t any_exponents_class = 8;

/// The largest value of a measure, and how often it exceeded its bound.
struct measure {
    double worst = 0;
    std::size_t wrong = 0;
    bool note(double value, double allowed) {  // returns false if the value exceeds its bound
        if (value > worst) worst = value;
        if (value <= allowed) return true;
        ++wrong;
        return false;
    }
};

/// The counts of one class.
struct row {
    std::size_t pairs = 0, touching = 0, penetrating = 0;
    std::size_t wrong_answers = 0, wrong_contains = 0;
    measure left, too_long, depth, shallow, direction, points, axis;
    [[nodiscard]] std::size_t wrong() const {
        return wrong_answers + wrong_contains + left.wrong + too_long.wrong + depth.wrong + shallow.wrong +
               direction.wrong + points.wrong + axis.wrong;
    }
};

using table = std::array<row, classes.size()>;

/// Tests `count` pairs of each class, with all kinds of shapes in turn. Prints code that reproduces mistakes to stderr.
void check_float(table& results, std::size_t count, std::uint64_t seed);
void check_double(table& results, std::size_t count, std::uint64_t seed);

}  // namespace oracle
