#pragma once
// The declarations that files with different compiler flags share: types of the library, and functions on them.
#include <hitbox/hitbox.hpp>

struct shapes {
    hitbox::circle<float> disc{};
    hitbox::obb<float> box{};
    hitbox::capsule<float> pill{};
    hitbox::convex_polygon<float> polygon{};
    hitbox::any_shape<double> any{};
};

struct answers {
    std::optional<hitbox::contact<float>> contact{};
    hitbox::manifold<float> manifold{};
    hitbox::separation<float> separation{};
    std::optional<hitbox::ray_hit<float>> hit{};
    hitbox::cast_result<float> cast{};
    std::size_t many = 0;
    bool any = false;
    bool meets_again = false;

    friend bool operator==(const answers&, const answers&) = default;
};

/// The functions of one file. Each file is compiled with flags of its own.
struct file_functions {
    shapes (*make)();
    answers (*query)(const shapes&, const shapes&, const hitbox::batch<hitbox::convex_polygon<float>>&,
                     hitbox::sat::last_axis<float>&);
    void (*fill)(hitbox::batch<hitbox::convex_polygon<float>>&, const hitbox::convex_polygon<float>&);
};
extern const file_functions plain, wide, widest, without_simd;
