#pragma once
// Shapes from bytes. The numbers are a mix of hard cases: a small grid on which many shapes touch, raw bit patterns,
// and numbers equal or nearly equal to earlier ones.

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <span>
#include <vector>

namespace fuzz {

using namespace hitbox;

/// The bytes of the input, followed by zeros without end.
class bytes {
public:
    bytes(const std::uint8_t* data, std::size_t size) : rest_{data, size} {}

    std::uint8_t byte() {
        if (rest_.empty()) return 0;
        const std::uint8_t b = rest_[0];
        rest_ = rest_.subspan(1);
        return b;
    }
    int small() { return static_cast<std::int8_t>(byte()); }
    std::size_t index(std::size_t n) { return byte() % n; }
    template <class Raw>
    Raw raw() {
        std::uint8_t pattern[sizeof(Raw)];
        for (std::uint8_t& b : pattern) b = byte();
        Raw value;
        std::memcpy(&value, pattern, sizeof value);
        return value;
    }
    [[nodiscard]] bool empty() const { return rest_.empty(); }
    [[nodiscard]] std::span<const std::uint8_t> rest() const { return rest_; }

private:
    std::span<const std::uint8_t> rest_;
};

/// A shape of a kind known at run time, with or without an additional radius. Laws use figures, so that each query is
/// compiled for few types.
template <class T>
struct figure {
    any_shape<T> core{};
    bool is_rounded = false;
    T radius{};  // 0 if it is not rounded
};

/// Makes numbers, points and shapes of the next bytes.
template <class T>
class maker {
    using limits = std::numeric_limits<T>;

public:
    explicit maker(bytes& in) : in_{in} {}

    /// One byte selects the kind of number, and the earlier number to which it refers.
    T number() {
        const std::uint8_t how = in_.byte();
        const T earlier = numbers_.empty() ? T(1) : numbers_[numbers_.size() - 1 - (how & 15u) % numbers_.size()];
        const T made = number(how >> 4, earlier);
        numbers_.push_back(made);
        return made;
    }
    /// Returns a non-negative number, unless the shape may be invalid.
    T length() {
        const T x = number();
        return as_is_ ? x : std::abs(x);
    }
    vec2<T> point() {
        const std::uint8_t how = in_.byte();
        const auto earlier = [&](unsigned i) {
            return points_.empty() ? vec2<T>{} : points_[points_.size() - 1 - i % points_.size()];
        };
        const vec2<T> p = earlier(how >> 3 & 3u), q = earlier(how >> 5);
        vec2<T> made;
        switch (how & 7u) {
            case 4: made = p; break;
            case 5: made = p + (q - p) * (static_cast<T>(in_.small()) / 8); break;  // on a line with both points
            case 6: made = {p.x, number()}; break;
            case 7: made = {number(), p.y}; break;
            default: {
                const T x = number();
                made = {x, number()};
            }
        }
        points_.push_back(made);
        return made;
    }
    rot2<T> rotation() {
        const auto by = static_cast<T>(in_.small());
        switch (in_.index(8)) {
            case 0: return {};
            case 1: return rot2<T>::from_degrees(90 * by);
            case 2: return rot2<T>::from_degrees(by * T(1.5));
            case 3: return {T(.6), T(.8)};
            case 4: return rot2<T>::from_degrees(45 * by);
            case 5: {  // not quite a unit vector
                const auto r = rot2<T>::from_degrees(by);
                const T k = T(1) + static_cast<T>(in_.small()) * T(0x1p-18);
                return {r.c * k, r.s * k};
            }
            case 6: return rot2<T>::from_radians(number());
            default: {
                const T c = number();
                return {c, number()};
            }
        }
    }
    transform2<T> transform() {
        const vec2<T> p = point();
        return {p, rotation()};
    }
    sweep<T> motion() {
        const transform2<T> from = transform();
        const transform2<T> to = transform();
        const int turns = in_.small();
        return {from, to, turns % 8 == 0 ? turns / 8 : 0};
    }
    std::vector<vec2<T>> some_points(std::size_t max_count) {
        std::vector<vec2<T>> list(in_.index(max_count + 1));
        for (vec2<T>& p : list) p = point();
        return list;
    }

    any_shape<T> known() { return known(in_.byte()); }
    /// Returns n circles or boxes.
    template <class S>
    std::vector<S> list_of(std::size_t n) {
        constexpr std::uint8_t how = std::is_same_v<S, circle<T>> ? 1 : std::is_same_v<S, aabb<T>> ? 2 : 3;
        std::vector<S> list;
        while (list.size() < n)
            list.push_back(std::get<S>(known(static_cast<std::uint8_t>(how + 11 * in_.index(23))).value));
        return list;
    }
    any_shape<T> known(std::uint8_t how) {
        as_is_ = how >> 5 == 7;
        switch (how % 11) {
            case 0: return point();
            case 1: {
                const vec2<T> p = point();
                return circle<T>{p, length()};
            }
            case 2: {
                const vec2<T> p = point(), q = point();
                if (as_is_) return aabb<T>{p, q};
                return aabb<T>{(min)(p, q), (max)(p, q)};
            }
            case 3: {
                const vec2<T> p = point();
                const T x = length(), y = length();
                return obb<T>{p, {x, y}, rotation()};
            }
            case 4: {
                const vec2<T> p = point(), q = point();
                return segment<T>{p, q};
            }
            case 5: {
                const vec2<T> p = point(), q = point();
                return capsule<T>{p, q, length()};
            }
            case 6: {
                const vec2<T> p = point(), q = point(), r = point();
                return triangle<T>{p, q, r};
            }
            case 7: {
                const auto made = convex_hull<8>(some_points(12));
                return made ? *made : convex_polygon<T, 8>{};
            }
            case 8: return view();
            case 9: {
                const auto polygon = view();
                return at(polygon, transform());
            }
            default: {
                const vec2<T> p = point(), q = point();  // a sliver that is some roundings wide
                const vec2<T> off{static_cast<T>(in_.small()) * ulp_of(q.x), static_cast<T>(in_.small()) * ulp_of(q.y)};
                return triangle<T>{p, q, q + off};
            }
        }
    }
    figure<T> shape() {
        figure<T> f{known()};
        switch (in_.index(8)) {
            case 1: f.core = baked(at(f.core, transform())); break;
            case 2: f.core = translated(f.core, point()); break;
            case 3: f.is_rounded = true, f.radius = length(); break;
            case 4: f.core = baked(at(f.core, transform())), f.is_rounded = true, f.radius = length(); break;
            default: break;
        }
        return f;
    }

    /// Returns a polygon that borrows its vertices, in either winding: many vertices, or those of a hull. It is empty
    /// if the points do not make a polygon.
    convex_polygon_view<T> view() {
        const std::uint8_t how = in_.byte();
        std::vector<vec2<T>> corners;
        if (how & 1u) {
            const std::size_t n = 3 + (how >> 2);
            const vec2<T> middle = point();
            const T r = length(), flat = (how & 2u) ? T(1) : T(.125);
            for (std::size_t i = 0; i < n; ++i) {
                const auto turn = rot2<T>::from_degrees(static_cast<T>(360. * static_cast<double>(i) / double(n)));
                corners.push_back(middle + vec2<T>{turn.c * r, turn.s * r * flat});
            }
            if (const auto made = make_convex_polygon_view(corners_.emplace_back(corners))) return *made;
        } else {
            corners = some_points(16);
        }
        const auto made = convex_hull<72>(corners);
        if (!made) return {};
        corners.clear();
        for (const vec2<T> p : made->vertices()) corners.push_back(p);
        if (how & 4u) std::reverse(corners.begin(), corners.end());
        return *make_convex_polygon_view(corners_.emplace_back(corners));
    }

private:
    static T ulp_of(T x) { return std::abs(x) * limits::epsilon(); }

    T number(int how, T earlier) {
        switch (how) {
            case 0:
            case 1: return static_cast<T>(in_.small()) / 16;
            case 2: return static_cast<T>(in_.small());
            case 3:
            case 4: return earlier;
            case 5: return std::nextafter(earlier, limits::infinity());
            case 6: {
                T x = earlier;
                const int steps = in_.small() % 5;
                for (int i = 0; i < std::abs(steps); ++i)
                    x = std::nextafter(x, steps < 0 ? -limits::infinity() : limits::infinity());
                return x;
            }
            case 7: return static_cast<T>(in_.template raw<std::int16_t>()) / 4096;
            case 8: return in_.template raw<T>();
            case 9: {
                const T x = static_cast<T>(in_.small());
                return std::ldexp(x, in_.small() * (sizeof(T) == 4 ? 1 : 8));
            }
            case 10: {
                constexpr T special[] = {limits::denorm_min(), limits::min(),       limits::max(),  limits::epsilon(),
                                         limits::infinity(),   limits::quiet_NaN(), -limits::max(), -T(0),
                                         limits::max() / 4,    limits::min() / 2,   T(1) / 3,       T(1e-3)};
                return special[in_.index(std::size(special))];
            }
            case 11: return -earlier;
            case 12: return earlier + static_cast<T>(in_.small()) / 16;
            case 13: return static_cast<T>(static_cast<double>(in_.template raw<std::int32_t>()) * 0x1p-28);
            case 14: return std::ldexp(earlier, in_.small() / 8);
            default: return earlier + earlier * limits::epsilon() * static_cast<T>(in_.small());
        }
    }

    bytes& in_;
    bool as_is_ = false;
    std::vector<T> numbers_;
    std::vector<vec2<T>> points_;
    std::deque<std::vector<vec2<T>>> corners_;  // the points that views borrow
};

}  // namespace fuzz
