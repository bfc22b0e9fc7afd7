#pragma once
/// The pairs that are timed: random shapes, different ones for every pair, with a given share of overlaps, in shuffled
/// order. Coordinates are within +-70, sizes between 1 and 6. The bounding boxes of each pair overlap, like those of
/// pairs from a broad phase. Two AABBs that are apart cannot have overlapping boxes; they are within twice their size.
/// The numbers are the same on every machine: no distribution of std is used, and sine and cosine are the library's
/// own.

#include "reference.hpp"
#include "textbook.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>
#include <utility>
#include <vector>

#include <hitbox/hitbox.hpp>

namespace scenes {

using hitbox::vec2;
using reference::outline;
using reference::point;

/// splitmix64 (Steele, Lea and Flood 2014).
class dice {
public:
    explicit dice(std::uint64_t seed) : state_{seed} {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27) * 0x94D049BB133111EB;
        return z ^ z >> 31;
    }
    double between(double low, double high) {
        return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1p-53);
    }
    point between(point low, point high) {
        const double x = between(low.x, high.x);
        return {x, between(low.y, high.y)};
    }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }
    hitbox::rot2<double> turn() { return hitbox::rot2<double>::from_degrees(between(0, 360)); }

private:
    std::uint64_t state_;
};

inline vec2<float> to_float(point p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }
inline point to_double(vec2<float> v) { return {static_cast<double>(v.x), static_cast<double>(v.y)}; }
inline textbook::vec to_textbook(vec2<float> v) { return {v.x, v.y}; }

// --- Shapes around the origin.

using circle = hitbox::circle<float>;
using capsule = hitbox::capsule<float>;
using aabb = hitbox::aabb<float>;
using obb = hitbox::obb<float>;
using triangle = hitbox::triangle<float>;
template <std::size_t N>
using ngon = hitbox::convex_polygon<float, N>;
using octagon = ngon<8>;

/// A shape in local space and its transform, as engines store it.
template <class S>
struct body {
    S shape{};
    hitbox::transform2<float> transform{};
};

inline float roll_size(dice& d) { return static_cast<float>(d.between(.5, 2)); }

inline hitbox::rot2<float> roll_turn(dice& d) {
    const auto turn = d.turn();
    return {static_cast<float>(turn.c), static_cast<float>(turn.s)};
}

/// Returns N vertices on a random ellipse, none too close to the next.
template <std::size_t N>
std::array<vec2<float>, N> roll_corners(dice& d) {
    const double start = d.between(0, 360), width = d.between(.75, 2), height = d.between(.75, 2);
    const auto turn = d.turn();
    std::array<vec2<float>, N> corners;
    for (std::size_t i = 0; i < N; ++i) {
        const double degrees = start + 360. / N * (static_cast<double>(i) + d.between(-.3, .3));
        const auto spoke = hitbox::rot2<double>::from_degrees(degrees);
        const point p{width * spoke.c, height * spoke.s};
        corners[i] = to_float({turn.c * p.x - turn.s * p.y, turn.s * p.x + turn.c * p.y});
    }
    return corners;
}

inline void roll(dice& d, circle& c) { c = {{}, roll_size(d)}; }
inline void roll(dice& d, capsule& c) {
    const auto turn = d.turn();
    const vec2<float> end = to_float(point{turn.c, turn.s} * d.between(.5, 2));
    c = {-end, end, roll_size(d) / 2};
}
inline void roll(dice& d, aabb& box) {
    const vec2<float> half{roll_size(d), roll_size(d)};
    box = {-half, half};
}
inline void roll(dice& d, obb& box) {
    const vec2<float> half{roll_size(d), roll_size(d)};
    box = {{}, half, roll_turn(d)};
}
inline void roll(dice& d, triangle& t) {
    const auto corners = roll_corners<3>(d);
    t = {corners[0], corners[1], corners[2]};
}
template <std::size_t N>
void roll(dice& d, ngon<N>& p) {
    p = hitbox::assume_convex<N>(roll_corners<N>(d));
}
template <class S>
void roll(dice& d, body<S>& b) {
    roll(d, b.shape);
    b.transform.rotation = roll_turn(d);
}

// --- The same shape, moved.

inline circle moved(const circle& c, vec2<float> by) { return {c.center + by, c.radius}; }
inline capsule moved(const capsule& c, vec2<float> by) { return {c.a + by, c.b + by, c.radius}; }
inline aabb moved(const aabb& box, vec2<float> by) { return {box.min + by, box.max + by}; }
inline obb moved(const obb& box, vec2<float> by) { return {box.center + by, box.half_extents, box.rotation}; }
inline triangle moved(const triangle& t, vec2<float> by) { return {t.a + by, t.b + by, t.c + by}; }
template <std::size_t N>
ngon<N> moved(const ngon<N>& p, vec2<float> by) {
    std::vector<vec2<float>> corners;
    for (const vec2<float> v : p.vertices()) corners.push_back(v + by);
    return hitbox::assume_convex<N>(corners);
}
template <class S>
body<S> moved(const body<S>& b, vec2<float> by) {
    return {b.shape, {b.transform.translation + by, b.transform.rotation}};
}

// --- The same shape for the reference.

inline point turned(hitbox::rot2<float> r, point p) {
    const point axis = to_double({r.c, r.s});
    return {axis.x * p.x - axis.y * p.y, axis.y * p.x + axis.x * p.y};
}

inline outline outline_of(const circle& c) { return {{to_double(c.center)}, static_cast<double>(c.radius)}; }
inline outline outline_of(const capsule& c) {
    return {{to_double(c.a), to_double(c.b)}, static_cast<double>(c.radius)};
}
inline outline outline_of(const aabb& box) {
    const point min = to_double(box.min), max = to_double(box.max);
    return {{min, {max.x, min.y}, max, {min.x, max.y}}, 0};
}
inline outline outline_of(const obb& box) {
    const point middle = to_double(box.center), half = to_double(box.half_extents);
    const point u = turned(box.rotation, {half.x, 0}), v = turned(box.rotation, {0, half.y});
    return {{middle - u - v, middle + u - v, middle + u + v, middle - u + v}, 0};
}
inline outline outline_of(const triangle& t) { return {{to_double(t.a), to_double(t.b), to_double(t.c)}, 0}; }
template <std::size_t N>
outline outline_of(const ngon<N>& p) {
    outline s{{}, 0};
    for (const vec2<float> v : p.vertices()) s.points.push_back(to_double(v));
    return s;
}
template <class S>
outline outline_of(const body<S>& b) {
    outline s = outline_of(b.shape);
    for (point& p : s.points) p = turned(b.transform.rotation, p) + to_double(b.transform.translation);
    return s;
}

// --- The same shape for the textbook.

inline textbook::circle textbook_of(const circle& c) { return {to_textbook(c.center), c.radius}; }
inline textbook::capsule textbook_of(const capsule& c) { return {{to_textbook(c.a), to_textbook(c.b)}, c.radius}; }
inline textbook::aabb textbook_of(const aabb& box) { return {to_textbook(box.min), to_textbook(box.max)}; }
inline textbook::obb textbook_of(const obb& box) {
    return {to_textbook(box.center), to_textbook(box.half_extents), {box.rotation.c, box.rotation.s}};
}
inline textbook::triangle textbook_of(const triangle& t) {
    return {{to_textbook(t.a), to_textbook(t.b), to_textbook(t.c)}};
}
template <std::size_t N>
textbook::polygon<N> textbook_of(const ngon<N>& p) {
    textbook::polygon<N> result{{}, p.size()};
    for (std::size_t i = 0; i < p.size(); ++i) result.corners[i] = to_textbook(p[i]);
    return result;
}
inline textbook::placed_polygon textbook_of(const body<octagon>& b) {
    const auto& t = b.transform;
    return {textbook_of(b.shape), to_textbook(t.translation), {t.rotation.c, t.rotation.s}};
}

// --- Pairs.

template <class A, class B>
struct pair {
    A a;
    B b;
};

template <class A, class B>
struct scene {
    using textbook_a = decltype(textbook_of(std::declval<const A&>()));
    using textbook_b = decltype(textbook_of(std::declval<const B&>()));

    std::vector<pair<A, B>> ours;
    std::vector<pair<textbook_a, textbook_b>> theirs;
    std::vector<pair<outline, outline>> outlines;
};

/// There are so many pairs that branch predictors cannot learn the answers. They can learn 4096 repeated ones; the
/// textbook's contact of capsules then appears to take 20 ns instead of 50. A check of the answers needs fewer pairs.
inline std::size_t pairs_per_scene() {
    const char* const given = std::getenv("HITBOX_BENCH_PAIRS");
    const long count = given ? std::strtol(given, nullptr, 10) : 0;
    return count > 0 ? static_cast<std::size_t>(count) : 32768;
}

/// Returns a random translation of b for which the boxes around both shapes overlap, if a stays in place.
inline point roll_offset(dice& d, const outline& a, const outline& b, double spread) {
    const reference::box at_a = reference::bounds(a), at_b = reference::bounds(b);
    const point low = at_a.min - at_b.max, high = at_a.max - at_b.min;
    return (low + high) * .5 + d.between((low - high) * (spread / 2), (high - low) * (spread / 2));
}

template <class A, class B>
void add_pair(scene<A, B>& s, dice& d, bool overlapping) {
    constexpr bool boxes = std::is_same_v<A, aabb> && std::is_same_v<B, aabb>;
    A a;
    B b;
    outline at_a, at_b;
    do {
        roll(d, a), roll(d, b);
        const point where = d.between({-60, -60}, {60, 60});
        const point offset = roll_offset(d, outline_of(a), outline_of(b), boxes && !overlapping ? 2 : .999);
        a = moved(a, to_float(where)), b = moved(b, to_float(where + offset));
        at_a = outline_of(a), at_b = outline_of(b);
    } while ((reference::signed_distance(at_a, at_b) <= 0) != overlapping);
    s.ours.push_back({a, b});
    s.theirs.push_back({textbook_of(a), textbook_of(b)});
    s.outlines.push_back({at_a, at_b});
}

template <class A, class B>
scene<A, B> make_scene(std::uint64_t seed, std::size_t percent_overlapping, std::size_t pairs) {
    dice d{seed};
    std::vector<char> overlapping(pairs, 0);
    std::fill_n(overlapping.begin(), pairs * percent_overlapping / 100, char{1});
    for (std::size_t i = pairs; i > 1; --i) std::swap(overlapping[i - 1], overlapping[d.below(i)]);
    scene<A, B> s;
    for (const char yes : overlapping) add_pair(s, d, yes != 0);
    return s;
}

}  // namespace scenes
