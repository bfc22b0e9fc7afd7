// The same ground as columns, blocks, triangles, a range in any order, a compound and a chain gives the same walk.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"
#include "progress.hpp"

namespace hitbox_tests::progress {

namespace {

/// Ground below a line from the left to the right. Vertical parts of the line are risers.
template <class T>
struct profile {
    const char* name;
    std::vector<vec2<T>> line;

    static constexpr T bottom = T(-5);

    std::vector<any_shape<T>> columns() const {
        std::vector<any_shape<T>> all;
        for_each_column(
            [&](vec2<T> a, vec2<T> b) { all.push_back(polygon_of<T>({{a.x, bottom}, {b.x, bottom}, b, a})); });
        return all;
    }
    /// Level blocks with triangles on top of them.
    std::vector<any_shape<T>> blocks() const {
        std::vector<any_shape<T>> all;
        for_each_column([&](vec2<T> a, vec2<T> b) {
            const T level = (std::min)(a.y, b.y);
            all.push_back(aabb<T>{{a.x, bottom}, {b.x, level}});
            if (a.y != b.y) all.push_back(triangle<T>{{a.x, level}, {b.x, level}, a.y > b.y ? a : b});
        });
        return all;
    }
    std::vector<any_shape<T>> triangles(bool rising) const {
        std::vector<any_shape<T>> all;
        for_each_column([&](vec2<T> a, vec2<T> b) {
            const vec2<T> a0{a.x, bottom}, b0{b.x, bottom};
            if (rising) all.push_back(triangle<T>{a0, b0, b}), all.push_back(triangle<T>{a0, b, a});
            else all.push_back(triangle<T>{a0, b0, a}), all.push_back(triangle<T>{b0, b, a});
        });
        return all;
    }
    polygon<T> outline() const {
        std::vector<vec2<T>> points{{line.front().x, bottom}, {line.back().x, bottom}};
        points.insert(points.end(), line.rbegin(), line.rend());
        return make_polygon(points).value();
    }

private:
    template <class F>
    void for_each_column(const F& f) const {
        for (std::size_t i = 0; i + 1 < line.size(); ++i)
            if (line[i].x < line[i + 1].x) f(line[i], line[i + 1]);
    }
};

template <class T>
std::vector<profile<T>> profiles() {
    std::vector<profile<T>> all{
        {"/#", {{-9, 0}, {-2, 0}, {0, 1}, {9, 1}}},
        {"#\\", {{-9, 1}, {0, 1}, {2, 0}, {9, 0}}},
        {"/\\", {{-9, 0}, {-2, 0}, {0, 1}, {2, 0}, {9, 0}}},
        {"\\/", {{-9, 0}, {-2, 0}, {0, -1}, {2, 0}, {9, 0}}},
        {"/\\ with a wall behind", {{-9, 0}, {-2, 0}, {0, 1}, {T(0.5), T(0.75)}, {T(0.5), 4}, {9, 4}}},
        {"a steep peak", {{-9, 0}, {0, 0}, {T(0.5), T(0.625)}, {T(1.5), T(-0.3125)}, {9, T(-0.3125)}}},
        {"a small peak", {{-9, 0}, {0, 0}, {T(0.25), T(0.1875)}, {T(0.5), 0}, {9, 0}}},
        {"a ramp of steep and flat parts",
         {{-9, 0}, {0, 0}, {T(0.125), T(0.25)}, {1, T(0.375)}, {T(1.125), T(0.625)}, {2, T(0.75)}, {9, T(0.75)}}}};
    for (const auto& [depth, height] : {std::pair{0.5, 0.25}, {0.25, 0.125}, {1.0, 0.25}}) {
        profile<T> stairs{"stairs", {{-9, 0}}};
        for (int i = 0; i < 6; ++i) {
            const T x = static_cast<T>(i) * static_cast<T>(depth), y = static_cast<T>(i) * static_cast<T>(height);
            stairs.line.push_back({x, y}), stairs.line.push_back({x, y + static_cast<T>(height)});
        }
        stairs.line.push_back({9, stairs.line.back().y});
        all.push_back(stairs);
    }
    return all;
}

/// The frames of a game: gravity, and no part of the velocity along `up` while on the floor. Each frame is made among
/// all forms of the ground from the same position.
///
/// A corner of the mover that is within the tolerance of touching of a bend touches the surfaces on both sides of it,
/// or on one side. Which of them are contacts may depend on the pieces, so velocities are compared only in walks whose
/// corners do not end at a bend.
template <class T>
struct partition_laws {
    tally floors, positions, velocities;

    template <class O>
    void compare(const char* form, const profile<T>& ground, const any_shape<T>& shape, vec2<T> p, vec2<T> wish,
                 const slide_options<T>& options, const slide_result<T>& expected, const O& obstacles,
                 bool ends_at_bends) {
        const slide_result<T> r = move_and_slide(shape, p, wish, obstacles, options);
        const auto text = [&] {
            return std::string{ground.name} + " as " + form + ' ' + text_of(shape) + ' ' + text_of(p, wish, options) +
                   " gives " + text_of(r) + ", the columns " + text_of(expected);
        };
        const auto differs = [](vec2<T> a, vec2<T> b) {
            const vec2<T> off = abs(a - b);
            return static_cast<extended>((std::max)(off.x, off.y)) > 16 * rounding_of(T(8));
        };
        // From a position a few roundings away, the columns may give the result of this form, too.
        const auto is_near_ledge = [&] {
            for (int k = -4; k <= 4; ++k) {
                const vec2<T> beside{p.x + static_cast<T>(k * rounding_of(T(8))), p.y};
                if (!differs(r.position, move_and_slide(shape, beside, wish, ground.columns(), options).position))
                    return true;
            }
            return false;
        };
        floors.expect(r.on_floor == expected.on_floor, text);
        positions.expect(!differs(r.position, expected.position) || (ends_at_bends && is_near_ledge()), text);
        if (!ends_at_bends) velocities.expect(!differs(r.velocity, expected.velocity), text);
    }
    void walk(const profile<T>& ground, const any_shape<T>& shape, T speed, const slide_options<T>& options,
              bool ends_at_bends) {
        const auto columns = ground.columns();
        const std::vector<any_shape<T>> reversed(columns.rbegin(), columns.rend());
        const auto blocks = ground.blocks(), rising = ground.triangles(true), falling = ground.triangles(false);
        const compound<T> compound_of_columns{columns}, convex_parts{ground.outline()};
        const auto one_sided = chain<T>::open(ground.line), two_sided = chain<T>::open(ground.line, chain_sides::two);
        vec2<T> p{(speed > 0 ? T(-2.5) : T(4)) + (ends_at_bends ? T(0) : T(0.0137)), 6}, v{0, -8};
        bool on_floor = false;
        const int frames = (std::min)(160, static_cast<int>(7 / std::abs(speed))) + 1;
        for (int frame = 0; frame < frames; ++frame) {
            const vec2<T> wish = frame == 0 ? v : vec2<T>{speed, (on_floor ? T(0) : v.y) - T(0.01)};
            const auto r = move_and_slide(shape, p, wish, columns, options);
            const auto also = [&](const char* form, const auto& obstacles) {
                compare(form, ground, shape, p, wish, options, r, obstacles, ends_at_bends);
            };
            also("columns in reverse", reversed), also("blocks", blocks);
            also("rising triangles", rising), also("falling triangles", falling);
            also("a compound", compound_of_columns), also("a polygon", convex_parts);
            also("a one-sided chain", one_sided), also("a two-sided chain", two_sided);
            p = r.position, v = r.velocity, on_floor = r.on_floor;
        }
    }
};

template <class T>
void check_partitions(int stride) {
    partition_laws<T> laws;
    int turn = 0;
    for (const profile<T>& ground : profiles<T>())
        for (int kind = 0; kind < 4; ++kind)
            for (const double speed : {0.05, -0.05, 0.1, -0.1, 0.4, -0.4, 1.0, -1.0})
                for (const slide_options<T>& options : all_options(T(0.3), T(0.25)))
                    for (const bool ends_at_bends : {false, true})
                        if (options.up != vec2<T>{} && ++turn % stride == 0)
                            laws.walk(ground, mover_of(kind, T(0.4), T(0.9)), static_cast<T>(speed), options,
                                      ends_at_bends);
    report("the floor is the same in every form of the ground", laws.floors);
    report("the position is the same in every form of the ground", laws.positions);
    report("the velocity is the same in every form of the ground", laws.velocities);
}

}  // namespace

TEMPLATE_TEST_CASE("progress: ground in any pieces and in any order gives the same walk", "[motion]",
                   HITBOX_TESTS_REALS) {
    check_partitions<TestType>(many_if_all(1, 127));
}

}  // namespace hitbox_tests::progress
