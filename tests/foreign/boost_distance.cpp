// Distances against brute force in numbers of 1024 bits, in which only roots and quotients are rounded. Every vertex is
// tested against every edge, in both directions, and every edge against every edge.

#include "../laws.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>

using namespace hitbox_tests;

namespace {

namespace mp = boost::multiprecision;
using big = mp::number<mp::cpp_bin_float<1024, mp::digit_base_2>, mp::et_off>;
struct point {
    big x, y;
};
point operator-(const point& a, const point& b) { return {a.x - b.x, a.y - b.y}; }
big dot(const point& a, const point& b) { return a.x * b.x + a.y * b.y; }
big cross(const point& a, const point& b) { return a.x * b.y - a.y * b.x; }

/// The vertices of a shape, and its radius.
struct outline {
    std::vector<point> corners{};
    big radius{};
    [[nodiscard]] const point& after(std::size_t i) const { return corners[(i + 1) % corners.size()]; }
};
template <class S>
outline outline_of(const S& s) {
    outline result{{}, big(radius(s))};
    const auto list = vertices(s);
    for (std::size_t i = 0; i < list.size(); ++i) result.corners.push_back({big(list[i].x), big(list[i].y)});
    return result;
}

big squared_distance(const point& p, const point& a, const point& b) {
    const point edge = b - a, w = p - a;
    const big length = dot(edge, edge), along = dot(w, edge);
    if (along <= 0) return dot(w, w);
    if (along >= length) return dot(p - b, p - b);
    const big c = cross(edge, w);
    return c * c / length;
}

bool inside(const point& p, const outline& s) {
    bool in = s.corners.size() > 2;
    for (std::size_t i = 0; i < s.corners.size(); ++i)
        in = in && cross(s.after(i) - s.corners[i], p - s.corners[i]) >= 0;
    return in;
}

/// Returns the squared distance, or 0 if the hulls share a point.
big squared_distance(const outline& a, const outline& b) {
    if (inside(a.corners[0], b) || inside(b.corners[0], a)) return 0;
    const auto sign = [](const big& x) { return x > 0 ? 1 : x < 0 ? -1 : 0; };
    big least = squared_distance(a.corners[0], b.corners[0], b.corners[0]);
    for (std::size_t i = 0; i < a.corners.size(); ++i) {
        for (std::size_t j = 0; j < b.corners.size(); ++j) {
            const point &p = a.corners[i], &q = a.after(i), &r = b.corners[j], &s = b.after(j);
            if (sign(cross(q - p, r - p)) * sign(cross(q - p, s - p)) < 0 &&
                sign(cross(s - r, p - r)) * sign(cross(s - r, q - r)) < 0)
                return 0;
            least = (std::min)({least, squared_distance(r, p, q), squared_distance(p, r, s)});
        }
    }
    return least;
}

/// Shapes whose vertices are small whole numbers, so that parallel edges, ties, touching and flat shapes are common.
template <class T>
class grid {
public:
    generator random;

    vec2<T> place(int reach = 4) { return {whole(reach), whole(reach)}; }
    void make(vec2<T>& s) { s = place(); }
    void make(circle<T>& s) { s = {place(), width()}; }
    void make(aabb<T>& s) {
        const vec2<T> p = place(), q = place();
        s = {(min)(p, q), (max)(p, q)};
    }
    void make(segment<T>& s) { s = {place(), place()}; }
    void make(capsule<T>& s) { s = {place(), place(), width()}; }
    void make(triangle<T>& s) { s = {place(), place(), place()}; }
    void make(rounded<triangle<T>>& s) { make(s.core), s.radius = width(); }
    void make(convex_polygon<T, 8>& s) {
        for (;;) {
            std::vector<vec2<T>> points;
            for (int i = 0; i < 7; ++i) points.push_back(place());
            if (const auto made = convex_hull(points)) {
                s = *made;
                return;
            }
        }
    }

private:
    T whole(int reach) {
        return static_cast<T>(static_cast<int>(random.index(2 * static_cast<std::size_t>(reach) + 1)) - reach);
    }
    T width() { return static_cast<T>(random.index(3)); }
};

template <class A, class B>
void compare_distances(const A& a, const B& b) {
    using T = scalar_t<A>;
    const auto s = distance(a, b);
    const outline outline_a = outline_of(a), outline_b = outline_of(b);
    const big squared = squared_distance(outline_a, outline_b), radii = outline_a.radius + outline_b.radius;
    const bool apart = squared > radii * radii;
    LAW((s.distance > 0) == apart, a, b);
    if (!apart) return;
    const big truth = sqrt(squared) - radii, error = abs(big(s.distance) - truth);
    const T size = coordinate_size(a, b), epsilon = std::numeric_limits<T>::epsilon();
    LAW(error <= big(4) * big(size) * big(epsilon), a, b);
    // A number that is rounded once has the error of one rounding, even a gap that is too small for plain arithmetic.
    const bool wide = !std::is_same_v<T, double>;
    if (wide || truth < big(size) * big(epsilon)) LAW(error <= big(wide ? 1 : 8) * truth * big(epsilon), a, b);
}

template <class T, class A, class B>
void compare_kinds(std::uint64_t seed) {
    grid<T> g{generator{seed}};
    for (int i = 0; i < 60; ++i) {
        A a{};
        B b{};
        g.make(a), g.make(b);
        const T scales[] = {1, T(1) / 3, T(0x1p40) / 7};
        const T k = scales[g.random.index(3)];
        const vec2<T> far = i % 4 == 0 ? vec2<T>{T(4096), T(-12345)} : vec2<T>{};
        const auto here = mapped(a, k, far * k);
        const auto there = mapped(mapped(b, T(1), g.place(6)), k, far * k);
        compare_distances(here, there);
        // Moved by some roundings to nearly touching positions.
        const vec2<T> nudge = g.place() * (k * std::numeric_limits<T>::epsilon() * 4);
        const auto hair = distance(here, there);
        const auto nearer = mapped(there, T(1), nudge - hair.normal * hair.distance);
        if (valid(nearer)) compare_distances(here, nearer);
    }
}

template <class T, class A, class... B>
void compare_with_all(type_list<B...>) {
    (compare_kinds<T, A, B>(51), ...);
}
template <class T, class... A>
void compare_all(type_list<A...> kinds) {
    (compare_with_all<T, A>(kinds), ...);
}

}  // namespace

TEMPLATE_TEST_CASE("distances are those of brute force in exact numbers", "", float, double) {
    using T = TestType;
    const std::size_t before = laws_checked;
    compare_all<T>(type_list<vec2<T>, circle<T>, aabb<T>, segment<T>, capsule<T>, triangle<T>, convex_polygon<T, 8>,
                             rounded<triangle<T>>>{});
    CHECK(laws_checked > before + 10000);
}
