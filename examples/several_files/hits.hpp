// The interface for the rest of the program: two functions. It does not include hitbox, so it compiles fast.
#pragma once

#include <optional>

struct point {
    float x, y;
};

/// Returns the translation that moves the disc out of the box, or nothing if they do not meet.
std::optional<point> way_out(point middle, float radius, point box_min, point box_max);

/// Returns the distance of the disc from the box.
float gap(point middle, float radius, point box_min, point box_max);
