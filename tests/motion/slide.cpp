// slide: the closest velocity that points into no surface, exact and independent of the order of the surfaces.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <algorithm>
#include <cmath>
#include <random>

using namespace hitbox;

namespace {

template <class T>
struct fan {
    std::vector<vec2<T>> normals;
    vec2<T> velocity;
};

/// Surfaces of many kinds: random directions, similar directions, along the axes, wedges as thin as 1/100 000.
template <class T, class Random>
fan<T> make_fan(Random& random) {
    std::uniform_real_distribution<double> any(-3.2, 3.2), part(0, 1);
    fan<T> f;
    const double thin = any(random), angle = std::pow(10.0, -5 * part(random));
    const auto kind = random() % 4;
    const std::size_t count = 1 + random() % 6;
    for (std::size_t i = 0; i < count; ++i) {
        double at = any(random);
        if (kind == 1) at = thin + 0.3 * part(random);
        if (kind == 2) at = std::acos(0.0) * static_cast<double>(random() % 4);
        if (kind == 3) at = thin + (i % 2 ? angle : std::acos(-1.0));
        vec2<T> n{static_cast<T>(std::cos(at)), static_cast<T>(std::sin(at))};
        if (kind == 2) n = {std::round(n.x), std::round(n.y)};
        f.normals.push_back(n);
    }
    if (random() % 4 == 0)  // the same surfaces from both sides, by normals of other lengths
        for (std::size_t i = 0; i < count; ++i) {
            vec2<T>& n = f.normals[i];
            n = {static_cast<T>(static_cast<float>(n.x) * 0x1p10f), static_cast<T>(static_cast<float>(n.y) * 0x1p10f)};
            n = {std::round(n.x), std::round(n.y)};  // of few bits, so that their multiples are exact
            if (n == vec2<T>{}) n.x = T(1);
            f.normals.push_back(n * T(-15.875));
        }
    const double at = any(random), speed = std::pow(10.0, 6 * part(random) - 3);
    f.velocity = {static_cast<T>(speed * std::cos(at)), static_cast<T>(speed * std::sin(at))};
    return f;
}

/// The sign of a dot product of floats is that of the sum of two exact products; of doubles, of exact predicates: here,
/// with long double's eleven more bits, only clear cases are decided.
template <class T>
bool goes_into(vec2<T> v, vec2<T> n) {
    if constexpr (std::same_as<T, float>) {
        const double x = double(v.x) * double(n.x), y = double(v.y) * double(n.y);
        return x < -y;
    } else {
        const long double x = static_cast<long double>(v.x) * static_cast<long double>(n.x),
                          y = static_cast<long double>(v.y) * static_cast<long double>(n.y);
        return x + y < -1e-18L * (std::abs(x) + std::abs(y));
    }
}

/// Returns the closest vector of the cone by its definition: v, a point of one of the rays, or 0.
template <class T>
double least_distance(const fan<T>& f) {
    const double vx = double(f.velocity.x), vy = double(f.velocity.y);
    const auto free = [&](double x, double y) {
        return std::ranges::none_of(
            f.normals, [&](vec2<T> n) { return x * double(n.x) + y * double(n.y) < -1e-12 * std::hypot(x, y); });
    };
    if (free(vx, vy)) return 0;
    double least = std::hypot(vx, vy);
    for (const vec2<T> n : f.normals)
        for (const double sign : {-1.0, 1.0}) {
            const double x = -sign * double(n.y), y = sign * double(n.x), l = std::hypot(x, y),
                         s = (vx * x + vy * y) / l;
            if (s > 0 && free(x, y)) least = std::min(least, std::hypot(vx - s * x / l, vy - s * y / l));
        }
    return least;
}

template <class T>
void check_fans(int rounds) {
    std::mt19937 random(1);
    int moved = 0, checked = 0;
    for (int round = 0; round < rounds; ++round) {
        fan<T> f = make_fan<T>(random);
        const vec2<T> r = slide(f.velocity, f.normals);
        for (const vec2<T> n : f.normals) {
            INFO(f.velocity.x << ' ' << f.velocity.y << " at " << n.x << ' ' << n.y << " gives " << r.x << ' ' << r.y);
            REQUIRE_FALSE(goes_into(r, n));
        }
        std::shuffle(f.normals.begin(), f.normals.end(), random);
        f.normals.push_back(f.normals.front());
        REQUIRE(slide(f.velocity, f.normals) == r);
        moved += r != vec2<T>{};
        // Wedges thinner than roundings are left out, because the rays of the reference are rounded, too.
        const auto thin = [&](vec2<T> n, vec2<T> m) {
            return n != m && std::abs(double(n.x) * double(m.y) - double(n.y) * double(m.x)) < 1e-3;
        };
        bool any_thin = false;
        for (const vec2<T> n : f.normals)
            for (const vec2<T> m : f.normals) any_thin = any_thin || thin(n, m);
        if (any_thin) continue;
        ++checked;
        const double speed = std::hypot(double(f.velocity.x), double(f.velocity.y));
        const double distance = std::hypot(double(r.x) - double(f.velocity.x), double(r.y) - double(f.velocity.y));
        const double step = double(std::numeric_limits<T>::epsilon());
        REQUIRE(std::abs(distance - least_distance(f)) <= 4 * step * speed);
    }
    REQUIRE(moved > rounds / 4);
    REQUIRE(checked > rounds / 4);
}

}  // namespace

TEST_CASE("slide: the closest velocity into no surface, in any order of surfaces", "[motion]") {
    check_fans<float>(hitbox_tests::many_if_all(20000, 4000));
#if !HITBOX_FEW_TYPES
    check_fans<double>(hitbox_tests::many_if_all(20000, 4000));
#endif
}

TEST_CASE("slide: along one slanted wall nearly all speed is kept", "[motion]") {
    std::mt19937 random(2);
    std::uniform_real_distribution<double> any(-3.2, 3.2);
    for (int round = 0; round < 2000; ++round) {
        const double at = any(random);
        const vec2<float> n{static_cast<float>(std::cos(at)), static_cast<float>(std::sin(at))};
        const vec2<float> v{static_cast<float>(any(random)), static_cast<float>(any(random))};
        const double along =
            std::abs(double(v.x) * double(n.y) - double(v.y) * double(n.x)) / std::hypot(double(n.x), double(n.y));
        const vec2<float> r = slide(v, {n});
        REQUIRE(std::hypot(double(r.x), double(r.y)) >= along * (1 - 1e-6));
    }
}

TEST_CASE("slide: a free velocity is unchanged, a wedge stops it, and axes are exact", "[motion]") {
    using V = vec2<float>;
    CHECK(slide(V{0.1f, 0.2f}, std::vector<V>{}) == V{0.1f, 0.2f});
    CHECK(slide(V{0.1f, 0.2f}, {V{0, 1}}) == V{0.1f, 0.2f});
    CHECK(slide(V{0.1f, -0.2f}, {V{0, 1}}) == V{0.1f, 0});
    CHECK(slide(V{0.1f, -0.2f}, {V{0, 1}, V{-1, 0}}) == V{0, 0});
    CHECK(slide(V{0.1f, -0.2f}, {V{0, 2}, V{0, 1}, V{0, 0.5f}}) == V{0.1f, 0});
    CHECK(slide(V{1, -1}, {V{0, 1}, V{-0.6f, -0.8f}}) == V{0, 0});
    CHECK(slide(V{1, 0}, {V{0, 0}}) == V{1, 0});
    CHECK(slide(V{1, 0}, {V{NAN, 0}}) == V{0, 0});
    CHECK(slide(V{INFINITY, 0}, {V{0, 1}}) == V{0, 0});
    CHECK(slide(vec2<double>{3, -4}, {vec2<double>{0, 1e-300}}) == vec2<double>{3, 0});
    CHECK(slide(vec2<double>{3, -4}, {vec2<double>{0, 1e300}}) == vec2<double>{3, 0});
}
