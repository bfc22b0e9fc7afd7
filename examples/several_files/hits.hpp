// The interface for the rest of the program: two functions, and no hitbox. It compiles as fast as without hitbox.
#pragma once

#include <optional>

struct point {
    float x, y;
};

/// The translation that moves the disc out of the box; nothing if they do not meet.
std::optional<point> way_out(point middle, float radius, point box_min, point box_max);

/// How far the disc is from the box.
float gap(point middle, float radius, point box_min, point box_max);
