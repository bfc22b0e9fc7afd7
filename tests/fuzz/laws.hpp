#pragma once
// The common parts of the fuzzer's laws. A law that does not hold prints the shapes as code and aborts.

#include "../laws.hpp"
#include "figure_queries.hpp"
#ifdef FUZZ_WITH_ORACLE
#  include "../oracle/reference.hpp"
#endif

#include <cstdio>
#include <cstdlib>

#define HOLDS(condition, ...)                                                                        \
    do {                                                                                             \
        if (!(condition)) fuzz::broken(#condition, __FILE__, __LINE__, fuzz::listed({__VA_ARGS__})); \
    } while (false)

namespace fuzz {

using hitbox_tests::code;
using hitbox_tests::coordinate_size;
using hitbox_tests::mapped;
using hitbox_tests::positive_zeros;
using hitbox_tests::unit_length;

/// Thrown instead of aborting if HITBOX_FUZZ_GO_ON is set, to list each broken law once.
struct law_broken {};

[[noreturn]] inline void broken(const char* condition, const char* file, int line, const std::string& values) {
    static const bool go_on = std::getenv("HITBOX_FUZZ_GO_ON") != nullptr;
    static std::vector<int> known;
    const bool is_known = std::find(known.begin(), known.end(), line) != known.end();
    if (!is_known) std::fprintf(stderr, "%s:%d: does not hold: %s\n%s", file, line, condition, values.c_str());
    if (!go_on) std::abort();
    known.push_back(line);
    throw law_broken{};
}

template <class T>
std::string code(const transform2<T>& t) {
    return "transform2<" + std::string(hitbox_tests::name_of<T>()) + ">{" + code(t.translation) + ", " +
           code(t.rotation) + "}";
}
template <class T>
std::string code(const cast_result<T>& c) {
    return "cast " + std::to_string(static_cast<int>(c.status)) + " at " + code(c.fraction) + ": " + code(c.normal) +
           ", " + code(c.point) + ", " + code(c.depth);
}
template <class T>
std::string code(const sweep<T>& s) {
    return "sweep<" + std::string(hitbox_tests::name_of<T>()) + ">{" + code(s.from) + ", " + code(s.to) + ", " +
           std::to_string(s.turns) + "}";
}

/// A value as code.
struct written {
    std::string text;
    template <class V>
    written(const V& value) : text{code(value)} {}
    written(std::string value) : text{std::move(value)} {}
};
inline std::string listed(std::initializer_list<written> values) {
    std::string text;
    for (const written& w : values) text += "  " + w.text + ";\n";
    return text;
}

template <class T>
bool no_nan(vec2<T> p) {
    return !std::isnan(p.x) && !std::isnan(p.y);
}

/// Returns true if neither the coordinates nor their squares leave the range. Magnitudes are checked only then.
template <class T>
bool ordinary(T size) {
    constexpr T max_size = sizeof(T) == 4 ? T(0x1p60f) : T(0x1p240);
    return size <= max_size && size >= 1 / max_size;
}
/// Returns one rounding of a coordinate of this size.
template <class T>
T ulp(T size) {
    return size * std::numeric_limits<T>::epsilon() + std::numeric_limits<T>::denorm_min();
}

template <class T>
std::string code(const figure<T>& s) {
    return with_shape(s, [](const auto& shape) { return hitbox_tests::code(shape); });
}
template <class T>
bool valid(const figure<T>& s) {
    return with_shape(s, [](const auto& shape) { return hitbox::valid(shape); });
}
template <class T>
bool both_valid(const figure<T>& a, const figure<T>& b) {
    return valid(a) && valid(b);
}
template <class T>
figure<T> mapped(const figure<T>& s, T k, vec2<T> d) {
    return {hitbox_tests::mapped(s.core, k, d), s.is_rounded, s.radius * k};
}
template <class T>
T coordinate_size(const figure<T>& s) {
    return with_shape(s, [](const auto& shape) { return hitbox_tests::coordinate_size(shape, shape); });
}
template <class T>
T coordinate_size(const figure<T>& a, const figure<T>& b) {
    return std::max(coordinate_size(a), coordinate_size(b));
}
template <class T>
interval<T> project(const figure<T>& s, vec2<T> axis) {
    return with_shape(s, [axis](const auto& shape) { return sat::project(shape, axis); });
}
template <class T>
T radius_of(const figure<T>& s) {
    return with_shape(s, [](const auto& shape) { return radius(shape); });
}
/// Returns all vertices of the core in double, in any order.
template <class T>
std::vector<vec2<double>> corners_of(const figure<T>& s) {
    std::vector<vec2<double>> corners;
    std::visit(
        [&corners](const auto& known) {
            const auto list = vertices(known);
            for (std::size_t i = 0; i < list.size(); ++i) {
                const vec2<T> p = list[i];
                corners.push_back({static_cast<double>(p.x), static_cast<double>(p.y)});
            }
        },
        s.core.value);
    return corners;
}

/// Returns true if two shapes are equal, so that swapping them changes nothing.
template <class T>
bool identical(const figure<T>& a, const figure<T>& b) {
    return a.core.value.index() == b.core.value.index() && radius_of(a) == radius_of(b) &&
           corners_of(a) == corners_of(b);
}

#ifdef FUZZ_WITH_ORACLE
template <class T>
oracle::outline outline_of(const figure<T>& s) {
    oracle::outline result;
    for (const vec2<double> p : corners_of(s)) result.corners.push_back({p.x, p.y});
    result.radius = static_cast<double>(radius_of(s));
    return result;
}
template <class T>
oracle::point point_of(vec2<T> p) {
    return {static_cast<double>(p.x), static_cast<double>(p.y)};
}
template <class T>
constexpr oracle::precision format_of() {
    return {static_cast<double>(std::numeric_limits<T>::epsilon()), std::numeric_limits<double>::epsilon(),
            static_cast<double>(std::numeric_limits<T>::denorm_min())};
}
#endif

/// Returns true if p is in the shape or at most `rounding` outside, by its projections onto 24 directions.
template <class T>
bool has_point(const figure<T>& s, vec2<T> p, T rounding) {
    for (int degrees = 0; degrees < 360; degrees += 15) {
        const auto r = rot2<T>::from_degrees(static_cast<T>(degrees));
        const vec2<T> n{r.c, r.s};
        if (dot(p, n) > project(s, n).max + rounding) return false;
    }
    return true;
}

}  // namespace fuzz
