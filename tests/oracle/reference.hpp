#pragma once
// Exact answers about a pair of shapes, computed in another way than in the library: the Minkowski difference is built
// vertex by vertex in integers of any size. The code is slow and uses nothing of hitbox.

#include <vector>

namespace oracle {

struct point {
    double x = 0, y = 0;
};

/// The convex hull of the vertices, grown by the radius.
struct outline {
    std::vector<point> corners;
    double radius = 0;
};

enum class relation { apart, touching, penetrating };

/// Returns the exact relation.
[[nodiscard]] relation relation_of(const outline& a, const outline& b);

/// Returns true if a contains all of b, exactly.
[[nodiscard]] bool contains(const outline& a, const outline& b);

/// The distance (if negative, minus the depth) and the unit vector from a to b, both nearly correctly rounded.
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

/// The errors of a contact, in units in the last place of the pair's largest coordinate, or of the depth if that is
/// larger, unless stated otherwise.
struct errors {
    double depth = 0;      // |depth - true depth|
    double shallow = 0;    // the same for depths that rounding could swallow, in units in the last place of the depth
    double left = 0;       // the depth of a in b after the translation by mtv; if negative, minus the gap
    double too_long = 0;   // |mtv| - true depth
    double direction = 0;  // angle between the normal and the nearest best one, as a multiple of the bound by rounding
    double points = 0;     // error of the deepest points: off their shapes, not deepest, or not the depth apart
};

/// The format of the coordinates: its spacing at 1, that of the wider format of the computation, and its smallest
/// number.
struct precision {
    double epsilon, wide_epsilon, smallest;
};

/// Returns the errors of a contact that a library computed.
[[nodiscard]] errors judge(const outline& a, const outline& b, const contact& given, const precision& p);

/// Returns the overlap of the projections of a and b onto a unit axis from a to b, in units in the last place.
[[nodiscard]] double overlap_on(const outline& a, const outline& b, point axis, const precision& p);

}  // namespace oracle
