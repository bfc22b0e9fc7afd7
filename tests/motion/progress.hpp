#pragma once
// Helpers of the laws of progress: roundings, movers behind one type, and every combination of the options.

#include <hitbox/motion/move_and_slide.hpp>
#include <hitbox/shapes/any_shape.hpp>
#include <hitbox/shapes/convex_polygon.hpp>

#include "../catch_compat.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace hitbox_tests::progress {

using namespace hitbox;
using extended = long double;

/// Returns the distance from a coordinate of this magnitude to the next number of its type.
template <class T>
extended rounding_of(T magnitude) {
    const T at = std::abs(magnitude);
    return static_cast<extended>(std::nextafter(at, std::numeric_limits<T>::infinity())) - static_cast<extended>(at);
}

/// Returns the number that many roundings above x; below it for a negative count.
template <class T>
T roundings_above(T x, int count) {
    const T towards = count < 0 ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity();
    for (int i = 0; i < std::abs(count); ++i) x = std::nextafter(x, towards);
    return x;
}

/// Random numbers that are the same with every standard library.
struct dice {
    std::mt19937 engine;

    explicit dice(unsigned seed) : engine{seed} {}
    /// A whole number from 0 to sides - 1.
    int roll(int sides) { return static_cast<int>(engine() % static_cast<unsigned>(sides)); }
    double between(double low, double high) { return low + (high - low) * static_cast<double>(engine()) * 0x1p-32; }
    bool one_in(int sides) { return roll(sides) == 0; }
};

template <class T>
any_shape<T> box_of(T half_width, T half_height) {
    return aabb<T>{{-half_width, -half_height}, {half_width, half_height}};
}
template <class T>
any_shape<T> polygon_of(const std::vector<vec2<T>>& corners) {
    return make_convex_polygon<8>(corners).value();
}
/// A box whose corners are cut off by a quarter of its half size. The cuts are steeper than a floor if the box is
/// higher than wide.
template <class T>
any_shape<T> octagon_of(T half_width, T half_height) {
    const T w = half_width, h = half_height, x = w * T(0.75), y = h * T(0.75);
    return polygon_of<T>({{w, -y}, {w, y}, {x, h}, {-x, h}, {-w, y}, {-w, -y}, {-x, -h}, {x, -h}});
}

/// Four movers of one size as one type, which is compiled once: a box, a disc, a capsule, an octagon. The disc has the
/// width of the others and is lower.
template <class T>
any_shape<T> mover_of(int kind, T half_width, T half_height) {
    switch (kind % 4) {
        case 0: return box_of(half_width, half_height);
        case 1: return circle<T>{{}, half_width};
        case 2: return capsule<T>{{T(0), -(half_height - half_width)}, {T(0), half_height - half_width}, half_width};
        default: return octagon_of(half_width, half_height);
    }
}

/// Every use of the options: without `up`, and with it each combination of steps and snapping.
template <class T>
std::vector<slide_options<T>> all_options(T step_height, T snap_distance) {
    std::vector<slide_options<T>> all(1);
    for (const T step : {T(0), step_height})
        for (const T snap : {T(0), snap_distance})
            all.push_back({.up = {T(0), T(1)}, .step_height = step, .snap_distance = snap});
    return all;
}

/// Returns true if a contact has this unit normal, within two degrees.
template <class T>
bool has_contact(const slide_result<T>& r, vec2<T> normal) {
    return std::any_of(r.contacts.begin(), r.contacts.end(),
                       [&](const slide_contact<T>& c) { return dot(c.normal, normal) > T(0.9995); });
}

/// Returns whether `stopped_by` names a kind of surface of which there is no contact. Normals are rounded, so a surface
/// at the border between two kinds counts as both.
template <class T>
bool names_no_contact(const slide_result<T>& r, const slide_options<T>& options) {
    const auto rise = [&](const slide_contact<T>& c) { return double(dot(c.normal, options.up)); };
    const auto is_any = [&](const auto& is_kind) { return std::any_of(r.contacts.begin(), r.contacts.end(), is_kind); };
    const double flat = 0x1p-20, off = 0x1p-23;
    switch (r.stopped_by) {
        case slide_stop::floor: return !is_any([](const auto& c) { return c.is_floor; });
        case slide_stop::wall: return !is_any([&](const auto& c) { return std::abs(rise(c)) <= flat + off; });
        case slide_stop::ceiling: return !is_any([&](const auto& c) { return rise(c) < off - flat; });
        case slide_stop::steep_slope:
            return !is_any([&](const auto& c) { return !c.is_floor && rise(c) > flat - off; });
        case slide_stop::wedge:
            return !is_any([&](const auto& c) {
                return is_any([&](const auto& other) { return dot(c.normal, other.normal) < T(0); });
            });
        default: return false;
    }
}

/// Returns whether the move was given up with motion left.
template <class T>
bool ran_out_of_rounds(const slide_result<T>& r) {
    return r.stopped_by == slide_stop::rounds;
}

template <class T>
std::string text_of(vec2<T> v) {
    std::ostringstream out;
    out.precision(std::numeric_limits<T>::max_digits10);
    out << '(' << v.x << ", " << v.y << ')';
    return out.str();
}
template <class T>
std::string text_of(const slide_result<T>& r) {
    std::ostringstream out;
    out << text_of(r.position) << " velocity " << text_of(r.velocity) << (r.on_floor ? " on a floor" : " on no floor")
        << ", stopped by " << to_string(r.stopped_by) << ", rounds " << r.rounds;
    for (const auto& c : r.contacts) out << " contact " << text_of(c.normal);
    return out.str();
}
template <class T>
std::string text_of(const any_shape<T>& shape) {
    std::ostringstream out;
    out.precision(std::numeric_limits<T>::max_digits10);
    const auto corners = vertices(shape);
    out << '[';
    for (std::size_t i = 0; i < corners.size(); ++i) out << text_of<T>(corners[i]);
    out << "; " << radius(shape) << ']';
    return out.str();
}
template <class T>
std::string text_of(const std::vector<any_shape<T>>& shapes) {
    std::string text;
    for (const any_shape<T>& s : shapes) text += text_of(s) + ' ';
    return text;
}
/// The arguments of a move, so that a failure can be repeated alone.
template <class T>
std::string text_of(vec2<T> position, vec2<T> wish, const slide_options<T>& options) {
    std::ostringstream out;
    out.precision(std::numeric_limits<T>::max_digits10);
    out << "from " << text_of(position) << " by " << text_of(wish) << ", up " << text_of(options.up) << " step_height "
        << options.step_height << " snap_distance " << options.snap_distance;
    return out.str();
}

/// Counts the cases in which a law fails and keeps the first. The message gives the number and the input of the first.
struct tally {
    long cases = 0, failures = 0;
    std::string first;

    template <class Text>
    void expect(bool holds, const Text& text) {
        ++cases;
        if (!holds && failures++ == 0) first = text();
    }
    void add(const tally& more) {
        if (failures == 0) first = more.first;
        cases += more.cases, failures += more.failures;
    }
    std::string summary(const char* law) const {
        std::ostringstream out;
        out << law << ": " << failures << " of " << cases << " fail; the first: " << first;
        return out.str();
    }
};

/// Fails the test case if a law failed or no case was tested, and reports the law.
inline void report(const char* law, const tally& t) {
    INFO(t.summary(law));
    CHECK(t.failures == 0);
    CHECK(t.cases > 0);
}

}  // namespace hitbox_tests::progress
