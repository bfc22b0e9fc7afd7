// Round shapes that touch exactly or nearly, with small whole numbers, so that 64-bit integers decide without rounding.

#include "../catch_compat.hpp"
#include "../rounds.hpp"

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

using namespace hitbox;

namespace {

struct whole_point {
    std::int64_t x, y;
};
whole_point operator-(whole_point a, whole_point b) { return {a.x - b.x, a.y - b.y}; }
std::int64_t dot(whole_point a, whole_point b) { return a.x * b.x + a.y * b.y; }
std::int64_t cross(whole_point a, whole_point b) { return a.x * b.y - a.y * b.x; }
int sign_of(std::int64_t x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/// Returns the sign of the distance between p and the segment a-b, minus r.
int excess(whole_point p, whole_point a, whole_point b, std::int64_t r) {
    const whole_point d = b - a;
    if (dot(p - a, d) <= 0) return sign_of(dot(p - a, p - a) - r * r);
    if (dot(p - b, d) >= 0) return sign_of(dot(p - b, p - b) - r * r);
    return sign_of(cross(d, p - a) * cross(d, p - a) - r * r * dot(d, d));
}

bool is_inside(whole_point p, const std::vector<whole_point>& outline) {
    for (std::size_t i = 0; i < outline.size(); ++i)
        if (cross(outline[(i + 1) % outline.size()] - outline[i], p - outline[i]) < 0) return false;
    return outline.size() > 2;
}
bool cross_each_other(whole_point a, whole_point b, whole_point c, whole_point d) {
    return sign_of(cross(b - a, c - a)) * sign_of(cross(b - a, d - a)) < 0 &&
           sign_of(cross(d - c, a - c)) * sign_of(cross(d - c, b - c)) < 0;
}

/// Returns 1 for separated, 0 for touching and -1 for overlapping cores with radii, by all pairs of an edge and a
/// vertex.
int relation_of(const std::vector<whole_point>& a, const std::vector<whole_point>& b, std::int64_t radii) {
    if (is_inside(a[0], b) || is_inside(b[0], a)) return -1;
    int nearest = 1;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) {
            const whole_point p = a[i], q = a[(i + 1) % a.size()], u = b[j], v = b[(j + 1) % b.size()];
            if (cross_each_other(p, q, u, v)) return -1;
            nearest = std::min({nearest, excess(p, u, v, radii), excess(u, p, q, radii)});
        }
    return nearest;
}

template <class T>
vec2<T> at(whole_point p, T unit) {
    return {static_cast<T>(p.x) * unit, static_cast<T>(p.y) * unit};
}

}  // namespace

TEMPLATE_TEST_CASE("round shapes on a grid touch exactly where integers say so", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937_64 random{11};
    const auto whole = [&random](int low, int high) {
        return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
    };
    int touching = 0, differ = 0, bad_depth = 0, bad_normal = 0;
    const int rounds = hitbox_tests::many_if_all(30000, 4000);
    for (int i = 0; i < rounds; ++i) {
        const T unit = std::ldexp(T(1), static_cast<int>(whole(-9, 3)));
        const whole_point p{whole(-12, 12), whole(-12, 12)}, q{p.x + whole(-6, 6), p.y + whole(-6, 6)};
        const std::int64_t r1 = whole(1, 5), r2 = whole(1, 5);
        const whole_point low{whole(-12, 0), whole(-12, 0)}, high{low.x + whole(1, 9), low.y + whole(1, 9)};
        const std::vector<whole_point> box{low, {high.x, low.y}, high, {low.x, high.y}},
            corner{low, {high.x, low.y}, high};
        const std::vector<whole_point> capsule_core{p, q}, disc_core{p}, other_core{low, high};
        const capsule<T> moving{at(p, unit), at(q, unit), static_cast<T>(r1) * unit};
        const circle<T> disc{at(p, unit), static_cast<T>(r1) * unit};
        const capsule<T> lying{at(low, unit), at(high, unit), static_cast<T>(r2) * unit};
        const aabb<T> ground{at(low, unit), at(high, unit)};
        const triangle<T> ramp{at(corner[0], unit), at(corner[1], unit), at(corner[2], unit)};
        const circle<T> ball{at(low, unit), static_cast<T>(r2) * unit};
        const auto check = [&](const auto& a, const auto& b, int expected) {
            const auto hit = collide(a, b);
            const auto pressed = contact_manifold(a, b);
            const int got = !hit ? 1 : hit->depth > T(0) ? -1 : 0;
            touching += expected == 0;
            differ += got != expected || (pressed.count == 0) != (expected > 0) ||
                      (distance(a, b).distance > T(0)) != (expected > 0) || penetrates(a, b) != (expected < 0);
            if (!hit || expected != 0) return;
            bad_depth += hit->depth != T(0) || signed_distance(a, b) != T(0);
            bad_normal += !(std::abs(length(hit->normal) - T(1)) < T(1e-5)) ||
                          !(length(hit->point_a - hit->point_b) <= T(1e-5) * T(32) * unit);
        };
        check(moving, ground, relation_of(capsule_core, box, r1));
        check(ground, moving, relation_of(capsule_core, box, r1));
        check(moving, ramp, relation_of(capsule_core, corner, r1));
        check(moving, lying, relation_of(capsule_core, other_core, r1 + r2));
        check(disc, ground, relation_of(disc_core, box, r1));
        check(ramp, disc, relation_of(disc_core, corner, r1));
        check(disc, lying, relation_of(disc_core, other_core, r1 + r2));
        check(disc, ball, relation_of(disc_core, {low}, r1 + r2));
    }
    CHECK(touching > rounds / 10);
    CHECK(differ == 0);
    CHECK(bad_depth == 0);
    CHECK(bad_normal == 0);
}
