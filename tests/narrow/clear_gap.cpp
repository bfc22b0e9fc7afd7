// Nearest features that anyone can see are found at the first look, held against all pairs of edges and corners.

#include "../laws.hpp"

#include <algorithm>

namespace {

using namespace hitbox_tests;

std::vector<vec2<double>> corners_of(const auto& s) {
    std::vector<vec2<double>> corners;
    for (const auto p : vertices(s)) corners.push_back({static_cast<double>(p.x), static_cast<double>(p.y)});
    return corners;
}

/// From corner v to the nearest point of the edge p-q.
double distance_to(vec2<double> v, vec2<double> p, vec2<double> q) {
    const vec2<double> edge = q - p;
    const double along = p == q ? 0 : std::clamp(dot(v - p, edge) / dot(edge, edge), 0., 1.);
    return length(v - p - edge * along);
}
double plain_distance(const std::vector<vec2<double>>& a, const std::vector<vec2<double>>& b) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            least = std::min(least, distance_to(b[j], a[i], a[(i + 1) % a.size()]));
            least = std::min(least, distance_to(a[i], b[j], b[(j + 1) % b.size()]));
        }
    }
    return least;
}

template <class A, class B>
bool is_clear(separation<float>& found, const A& a, const B& b) {
    if constexpr (hitbox::detail::scored_at_once<A, B>) {
        hitbox::detail::sharp_scores<float> scores;
        look_at_once(scores, a, b);
        return hitbox::detail::clearly_apart(found, a, b, scores);
    } else {
        return hitbox::detail::clearly_told(found, a, b) && found.distance > 0;
    }
}

template <class A, class B>
void finds_clear_gaps() {
    generator random{91};
    int apart = 0, clear = 0, of_corners = 0;
    for (int i = 0; i < 2000; ++i) {
        const A a = random.around<A>({0, 0}, 2);
        const B b = random.around<B>(random.unit<float>() * 4.f, 2);
        const double expected =
            plain_distance(corners_of(a), corners_of(b)) - static_cast<double>(radius(a) + radius(b));
        if (intersects(a, b) || expected < .1) continue;
        ++apart;
        separation<float> found;
        if (!is_clear(found, a, b)) continue;
        ++clear;
        LAW(std::abs(static_cast<double>(found.distance) - expected) < 1e-5, a, b);
        const vec2<float> way = found.point_b - found.point_a;
        LAW(length(way - found.normal * found.distance) < 1e-5f, a, b);
        const auto is_corner = [](const auto& s, vec2<float> p) {
            for (const vec2<float> v : vertices(s))
                if (length(v - p) < 1e-5f) return true;
            return false;
        };
        of_corners += is_corner(a, found.point_a - found.normal * radius(a)) &&
                      is_corner(b, found.point_b + found.normal * radius(b));
    }
    CHECK(apart > 300);
    CHECK(clear * 100 > apart * 95);
    CHECK(of_corners > 30);
    CHECK(clear - of_corners > 30);
}

}  // namespace

TEST_CASE("of shapes that are apart, the nearest features are found at the first look") {
    using polygon = convex_polygon<float, 8>;
    finds_clear_gaps<triangle<float>, triangle<float>>();
    finds_clear_gaps<obb<float>, obb<float>>();
    finds_clear_gaps<aabb<float>, obb<float>>();
    finds_clear_gaps<obb<float>, aabb<float>>();
    finds_clear_gaps<aabb<float>, aabb<float>>();
    finds_clear_gaps<polygon, polygon>();
    finds_clear_gaps<placed<polygon>, polygon>();
    finds_clear_gaps<placed<polygon>, placed<polygon>>();
    finds_clear_gaps<circle<float>, polygon>();
    finds_clear_gaps<circle<float>, placed<polygon>>();
    finds_clear_gaps<capsule<float>, polygon>();
    finds_clear_gaps<capsule<float>, placed<polygon>>();
    finds_clear_gaps<capsule<float>, capsule<float>>();
}

TEST_CASE("a gap is not clear where more than one pair of features is the nearest, or nearly") {
    separation<float> found;
    const triangle<float> a{{0, 0}, {-4, 0}, {-2, -4}}, b{{-3, 1}, {-1, 1}, {-2, 3}};  // an edge above an edge
    CHECK(!is_clear(found, a, b));
    CHECK(distance(a, b) == separation<float>{1, {0, 1}, {-2, 0}, {-2, 1}});
    const triangle<float> above_end{{0, 1}, {1, 3}, {-1, 3}}, near_end{{-1e-7f, 1}, {1, 3}, {-1, 3}};
    CHECK(!is_clear(found, a, above_end));
    CHECK(!is_clear(found, a, near_end));
    const aabb<float> box{{0, 0}, {2, 2}}, nearly_flush{{1e-9f, 5}, {1, 6}}, flush{{0, 5}, {1, 6}};
    CHECK(!is_clear(found, box, nearly_flush));
    CHECK(is_clear(found, box, flush));
    CHECK(found == separation<float>{3, {0, 1}, {.5f, 2}, {.5f, 5}});
    CHECK(!is_clear(found, box, aabb<float>{{0, 5}, {1, 5}}));  // a segment
}

TEST_CASE("of a polygon placed where its flat corner is lost to rounding, no gap is clear") {
    const auto flat = *make_convex_polygon({vec2{0.f, 0.f}, {2.f, -1e-3f}, {4.f, 0.f}, {2.f, 3.f}});
    const capsule<float> below{{1, -3}, {3, -2}, .25f};
    separation<float> found;
    CHECK(is_clear(found, below, at(flat, vec2{0.f, 0.f})));
    for (const float away : {4e3f, 1e5f}) {
        const vec2<float> far{away, away};
        const auto there = at(flat, far);
        const capsule<float> below_it{below.a + far, below.b + far, below.radius};
        CHECK(!is_clear(found, below_it, there));
        CHECK(distance(below_it, there) == distance(below_it, baked(there)));
    }
}

TEST_CASE("the gap between a capsule and any side of a polygon is found at the first look") {
    for (const std::size_t n : {3u, 4u, 5u, 8u, 12u, 16u}) {
        const auto polygon = *regular_polygon<16>(n, 1.f);
        for (std::size_t i = 0; i < n; ++i) {
            const vec2<float> p = polygon[i], q = polygon[(i + 1) % n], out = perp(p - q);
            const vec2<float> near_side = (p + q) * .5f + out * .25f, away = near_side + out + (q - p) * .125f;
            for (const capsule<float>& c : {capsule<float>{near_side, away, .01f}, {away, near_side, .01f}}) {
                separation<float> found;
                CAPTURE(n, i);
                CHECK(is_clear(found, c, polygon));
                CHECK(std::abs(found.distance - (length(out) * .25f - .01f)) < 1e-5f);
            }
        }
    }
}

TEST_CASE("corner to corner, no gap of upright boxes is clear that a side all but faces") {
    const aabb<float> a{{-1, -1}, {1, 1}};
    const auto certain = [&a](vec2<float> low, vec2<float> size) {
        const aabb<float> b{low, low + size};
        const bool told = hitbox::detail::gap_between_upright(a, b).certain;
        CHECK(hitbox::detail::gap_between_upright(b, a).certain == told);
        return told;
    };
    const float hair = 0x1p-23f;  // twice the last digit of 1
    CHECK(certain({2, 2}, {1, 1}));
    CHECK(!certain({1 + hair, 3}, {1, 1}));  // so little to the right that a's upper side might face it
    CHECK(!certain({3, 1 + hair}, {1, 1}));  // so little above
    CHECK(!certain({2, 2}, {8 * hair, 1}));  // or so thin
    CHECK(!certain({2, 2}, {1, 8 * hair}));
    CHECK(certain({1.5f, 4}, {1, 1}));
}
