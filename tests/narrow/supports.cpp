// Shapes known by their support only: what exact arithmetic would decide for the points of which they are the hulls.

#include "../laws.hpp"
#include "../rounds.hpp"

#include <hitbox/hitbox.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

using namespace hitbox;

namespace {

/// The hull of some points, of which the library knows only the support.
template <class T, std::size_t N>
struct hidden_hull {
    using scalar_type = T;

    std::array<vec2<T>, N> points{};

    friend constexpr vec2<T> center(const hidden_hull& s) { return s.points[0]; }
    friend constexpr vec2<T> support(const hidden_hull& s, vec2<T> d) {
        vec2<T> best = s.points[0];
        for (const vec2<T> p : s.points)
            if (dot(p, d) > dot(best, d)) best = p;
        return best;
    }
};

constexpr long double extended(auto x) { return static_cast<long double>(x); }

/// Returns the largest gap of two hulls along the normals of their edges, in long double.
template <class T, std::size_t N, std::size_t M>
long double gap_along_normals(const hidden_hull<T, N>& a, const hidden_hull<T, M>& b) {
    long double best = -std::numeric_limits<long double>::infinity();
    const auto reach = [](const auto& points, long double x, long double y) {
        long double most = -std::numeric_limits<long double>::infinity();
        for (const vec2<T> p : points) most = std::max(most, x * extended(p.x) + y * extended(p.y));
        return most;
    };
    const auto try_edge = [&](vec2<T> p, vec2<T> q) {
        const long double x = extended(q.y) - extended(p.y), y = extended(p.x) - extended(q.x),
                          length = std::hypot(x, y);
        if (!(length > 0)) return;
        for (const long double side : {1 / length, -1 / length})
            best = std::max(best, -reach(a.points, x * side, y * side) - reach(b.points, -x * side, -y * side));
    };
    for (std::size_t i = 0; i < N; ++i) try_edge(a.points[i], a.points[(i + 1) % N]);
    for (std::size_t i = 0; i < M; ++i) try_edge(b.points[i], b.points[(i + 1) % M]);
    return best;
}

}  // namespace

TEMPLATE_TEST_CASE("shapes known by their support that touch at a vertex have no depth", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    hitbox_tests::generator random{7};
    const auto eighths = [&] { return (static_cast<double>(random.index(17)) - 8) / 8; };
    const auto turned = [](vec2<double> p, std::size_t eighth_turns) {
        const double angle = std::numbers::pi / 4 * static_cast<double>(eighth_turns), c = std::cos(angle),
                     s = std::sin(angle);
        return vec2<double>{c * p.x - s * p.y, s * p.x + c * p.y};
    };
    int touching = 0, deep = 0;
    for (std::size_t i = 0; i < hitbox_tests::many_if_all(std::size_t{200000}, std::size_t{20000}); ++i) {
        const std::size_t turn_a = random.index(8), turn_b = random.index(8);
        const vec2<double> middle{eighths(), eighths()},
            half{random.index(4) == 0 ? 0 : std::abs(eighths()), random.index(4) == 0 ? 0 : std::abs(eighths())};
        std::array<vec2<double>, 4> box{};
        for (std::size_t k = 0; k < 4; ++k)
            box[k] =
                turned(middle + vec2<double>{k == 1 || k == 2 ? half.x : -half.x, k > 1 ? half.y : -half.y}, turn_b);
        std::array<vec2<double>, 3> wedge{};
        for (vec2<double>& p : wedge) p = turned({eighths(), eighths()}, turn_a);
        // The first point of the triangle is put on a vertex of the box, or on the middle of a side.
        const std::size_t k = random.index(4);
        const vec2<double> to = random.index(2) == 0 ? box[k] : (box[k] + box[(k + 1) % 4]) * .5, by = to - wedge[0];
        hidden_hull<T, 3> a;
        hidden_hull<T, 4> b;
        const auto rounded = [](vec2<double> p) { return vec2<T>{static_cast<T>(p.x), static_cast<T>(p.y)}; };
        for (std::size_t j = 0; j < 3; ++j) a.points[j] = rounded(wedge[j] + by);
        for (std::size_t j = 0; j < 4; ++j) b.points[j] = rounded(box[j]);
        const long double gap = gap_along_normals(a, b);
        if (!std::isfinite(gap)) continue;  // both are points
        const auto hit = collide(a, b), back = collide(b, a);
        const double depth = hit ? static_cast<double>(hit->depth) : 0;
        CAPTURE(i, static_cast<double>(gap), depth);
        const long double rounding = 64 * extended(std::numeric_limits<T>::epsilon());
        touching += std::abs(gap) <= rounding, deep += gap < -rounding;
        REQUIRE(std::abs(extended(depth) - std::max(0.L, -gap)) <= rounding);
        REQUIRE(hit.has_value() == back.has_value());
        if (hit) REQUIRE(back->depth == hit->depth);
        if (gap > rounding) REQUIRE(!hit);
    }
    CHECK(touching > 2000);
    CHECK(deep > 2000);
}

TEST_CASE("flat shapes known by their support that touch along a line have no depth") {
    // The points of the Minkowski difference that are found first make a segment, and the next one lengthens it.
    const hidden_hull<double, 3> a{
        {{{.5, 0x1.bffffffffffffp-1}, {.375, 0x1.bffffffffffffp-1}, {.625, 0x1.bffffffffffffp-1}}}};
    const hidden_hull<double, 4> b{
        {{{.625, .875}, {.625, .875}, {0x1.8000000000001p-2, .875}, {0x1.8000000000001p-2, .875}}}};
    const auto hit = collide(a, b), back = collide(b, a);
    CHECK((!hit || hit->depth == 0));
    CHECK((!back || back->depth == 0));
    CHECK(distance(a, b).distance <= 0x1p-50);
}
