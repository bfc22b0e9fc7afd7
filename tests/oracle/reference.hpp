#pragma once
// The truth about a pair of shapes, worked out another way than the library does: the Minkowski difference is built
// corner by corner in integers of any size, and looked at. Slow, and knows nothing of hitbox.

#include <vector>

namespace oracle {

struct point {
    double x = 0, y = 0;
};

/// The convex hull of the corners, grown by the radius.
struct outline {
    std::vector<point> corners;
    double radius = 0;
};

enum class relation { apart, touching, penetrating };

/// Exact.
[[nodiscard]] relation relation_of(const outline& a, const outline& b);

/// Is all of b in a? Exact.
[[nodiscard]] bool contains(const outline& a, const outline& b);

/// How far apart (negative: how deep), and along which unit vector from a to b; correctly rounded, or nearly.
struct separation {
    double distance = 0;
    point normal;
};
[[nodiscard]] separation separation_of(const outline& a, const outline& b);

/// A library's answer about two shapes that meet.
struct contact {
    point normal;
    double depth = 0;
    point mtv;  // of a
    point point_a, point_b;
};

/// How far off a contact is, in units in the last place of the pair's largest coordinate, or of the depth if that is
/// larger, unless it says otherwise.
struct errors {
    double depth = 0;      // |depth - true depth|
    double shallow = 0;    // the same for depths that rounding could swallow, in units in the last place of the depth
    double left = 0;       // how deep a still is in b once moved by mtv; negative: a gap
    double too_long = 0;   // |mtv| - true depth
    double direction = 0;  // angle between the normal and the nearest best one, as a multiple of what rounding explains
    double points = 0;     // deepest points off their shapes, not the deepest, or not as far apart as the depth says
};

/// The coordinates' format: its spacing at 1, and that of the format that it is computed in; its smallest number.
struct precision {
    double epsilon, wide_epsilon, smallest;
};

[[nodiscard]] errors judge(const outline& a, const outline& b, const contact& given, const precision& p);

/// How much the shadows of a and b overlap on a unit axis from a to b; in units in the last place.
[[nodiscard]] double overlap_on(const outline& a, const outline& b, point axis, const precision& p);

}  // namespace oracle
