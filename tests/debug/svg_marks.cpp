// The marks of a picture: numbers and words as SVG text, and the outline of the area that a moving shape passes over.

#include <hitbox/debug/svg_marks.hpp>
#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace svg_marks_tests {

using namespace hitbox;
using W = vec2<double>;

TEST_CASE("marks: numbers are short, never negative zero, and never an infinity or NaN") {
    CHECK(debug::detail::number(0.1) == "0.1");
    CHECK(debug::detail::number(-0.0) == "0");
    CHECK(debug::detail::number(1234567) == "1.235e+06");
    CHECK(debug::detail::number(std::numeric_limits<double>::infinity()) == "?");
    CHECK(debug::detail::number(std::numeric_limits<double>::quiet_NaN()) == "?");
    CHECK(debug::detail::pixel(12.345) == "12.35");
    CHECK(debug::detail::pixel(-12.345) == "-12.35");
    CHECK(debug::detail::pixel(1e300) == "0");
    CHECK(debug::detail::pixels({1.5, -2}) == "1.5 -2");
}

TEST_CASE("marks: words cannot end the surrounding text or attribute") {
    CHECK(debug::detail::escaped("a<b & 'c' > \"d\"\n") == "a&lt;b &amp; &#39;c&#39; &gt; &quot;d&quot; ");
    CHECK(debug::detail::escaped("\xc3\xa4") == "\xc3\xa4");  // UTF-8
}

TEST_CASE("marks: the two halves of an id name a vertex or an edge") {
    CHECK(debug::detail::feature(2) == "c2");
    CHECK(debug::detail::feature(edge_feature | 3) == "e3");
}

TEST_CASE("marks: coordinates are scaled to pixels, with y upwards or downwards, and offset by pixels") {
    debug::detail::frame f{{1, 2}, 10, false, {100, 200}, {}};
    CHECK(f({{3, 5}, {7, 8}}) == W{127, 178});
    f.y_down = true;
    CHECK(f({{3, 5}, {7, 8}}) == W{127, 238});
}

TEST_CASE("marks: the outline of a shape has its vertices and its radius, and is empty if the shape is invalid") {
    const auto box = debug::detail::outline_of(aabb<float>{{0, 0}, {2, 1}}, {});
    REQUIRE(box.vertices.size() == 4);
    CHECK(box.closed);
    CHECK(box.vertices[2].world == W{2, 1});
    CHECK(debug::detail::outline_of(circle<float>{{3, 4}, 2}, {}).radius == 2);
    CHECK(debug::detail::outline_of(aabb<float>{{1, 0}, {0, 1}}, {}).vertices.empty());
}

TEST_CASE("marks: the area of a moving shape is the hull of its vertices at both ends") {
    std::mt19937 random{1};
    const auto whole = [&random] { return static_cast<double>(random() % 9); };
    for (int round = 0; round < 300; ++round) {
        debug::detail::stroke s;
        s.closed = true;
        std::vector<W> points;
        const W shift{whole() - 4, whole() - 4};
        for (int i = 0; i < 5; ++i) {
            const W p{whole(), whole()};
            s.vertices.push_back({p, {}}), points.push_back(p), points.push_back(p + shift);
        }
        const auto hull = debug::detail::swept(s, shift).vertices;
        REQUIRE(!hull.empty());
        for (std::size_t i = 0; i < hull.size(); ++i) {
            const W a = hull[i].world, b = hull[(i + 1) % hull.size()].world;
            bool is_point = false;
            for (const W p : points) {
                is_point = is_point || p == a;
                if (hull.size() > 2) CHECK((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0);
            }
            CHECK(is_point);
        }
    }
    CHECK(debug::detail::swept({}, {1, 0}).vertices.empty());
}

}  // namespace svg_marks_tests
