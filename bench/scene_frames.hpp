#pragma once
/// Colliders that move and turn for some frames, back and forth, and the touching pairs of each frame by brute force.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <variant>
#include <vector>

#include <hitbox/hitbox.hpp>

namespace scene_bench {

using point = hitbox::vec2<float>;
using transform = hitbox::transform2<float>;
using body_shape = std::variant<hitbox::circle<float>, hitbox::aabb<float>, hitbox::convex_polygon<float>>;
using pair_list = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

struct moving_scene {
    static constexpr std::size_t frame_count = 16;

    std::vector<body_shape> shapes;
    std::vector<std::vector<transform>> frames;

    /// Makes equal numbers of circles, boxes and hexagons, about one unit wide, with the area `area` for each collider.
    moving_scene(std::size_t n, double area) {
        std::mt19937 engine{7};
        const auto real = [&engine](double low, double high) {
            return static_cast<float>(low + (high - low) * (static_cast<double>(engine() >> 8) * 0x1p-24));
        };
        const double half = std::sqrt(area * static_cast<double>(n)) / 2;
        std::vector<point> from, velocity;
        std::vector<double> angle, turn;
        for (std::size_t i = 0; i < n; ++i) {
            const float size = real(0.4, 0.6);
            if (i % 3 == 0) shapes.emplace_back(hitbox::circle<float>{{0, 0}, size});
            else if (i % 3 == 1) shapes.emplace_back(hitbox::aabb<float>{{-size, -size * 0.7f}, {size, size * 0.7f}});
            else shapes.emplace_back(*hitbox::regular_polygon(6, size));
            from.push_back({real(-half, half), real(-half, half)});
            velocity.push_back({real(-0.05, 0.05), real(-0.05, 0.05)});
            angle.push_back(static_cast<double>(real(0, 360))), turn.push_back(static_cast<double>(real(-2, 2)));
        }
        for (std::size_t f = 0; f < frame_count; ++f) {
            frames.emplace_back();
            for (std::size_t i = 0; i < n; ++i)
                frames[f].push_back({from[i] + velocity[i] * static_cast<float>(f),
                                     hitbox::rot2<float>::from_degrees(
                                         static_cast<float>(angle[i] + turn[i] * static_cast<double>(f)))});
        }
    }

    /// Returns the frame of step i: 0, 1, ..., 15, 14, ..., 1, 0, 1, ...
    [[nodiscard]] static std::size_t frame_at(std::size_t step) {
        const std::size_t f = step % (2 * frame_count - 2);
        return f < frame_count ? f : 2 * frame_count - 2 - f;
    }
    [[nodiscard]] pair_list touching(std::size_t frame) const {
        pair_list found;
        const auto& where = frames[frame];
        for (std::uint32_t i = 0; i < shapes.size(); ++i)
            for (std::uint32_t k = i + 1; k < shapes.size(); ++k) {
                const point offset = where[i].translation - where[k].translation;
                if (dot(offset, offset) > 4) continue;  // farther apart than the sum of both radii
                const bool meet = std::visit(
                    [&](const auto& a, const auto& b) {
                        return hitbox::intersects(hitbox::at(a, where[i]), hitbox::at(b, where[k]));
                    },
                    shapes[i], shapes[k]);
                if (meet) found.push_back({i, k});
            }
        return found;
    }
};

}  // namespace scene_bench
