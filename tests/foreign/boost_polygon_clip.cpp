// polygon_clip against rational arithmetic: the hull of all vertices of either polygon that are in the other, and of
// all crossings of their edges.

#include "../laws.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>

namespace {

using namespace hitbox_tests;
constexpr int rounds = many_if_all(40, 10);  // rational numbers are slow without optimisation
using rational = boost::multiprecision::cpp_rational;
struct place {
    rational x, y;
    friend bool operator<(const place& a, const place& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }
    friend bool operator==(const place& a, const place& b) { return a.x == b.x && a.y == b.y; }
};

rational turn(const place& a, const place& b, const place& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Returns the vertices of the hull, counter-clockwise from the leftmost (Andrew 1979).
std::vector<place> hull_of(std::vector<place> points) {
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 3) return points;
    std::vector<place> hull;
    for (int side = 0; side < 2; ++side) {
        const std::size_t start = hull.size();
        for (const place& p : points) {
            while (hull.size() >= start + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
            hull.push_back(p);
        }
        hull.pop_back();
        std::reverse(points.begin(), points.end());
    }
    return hull;
}

bool is_in(const std::vector<place>& hull, const place& p) {
    if (hull.size() == 1) return p == hull[0];
    for (std::size_t i = 0; i < hull.size(); ++i)
        if (turn(hull[i], hull[(i + 1) % hull.size()], p) < 0) return false;
    return hull.size() > 2 || (!(p < hull[0]) && !(hull[1] < p));
}

std::vector<place> common(const std::vector<place>& a, const std::vector<place>& b) {
    std::vector<place> found;
    std::copy_if(a.begin(), a.end(), std::back_inserter(found), [&](const place& p) { return is_in(b, p); });
    std::copy_if(b.begin(), b.end(), std::back_inserter(found), [&](const place& p) { return is_in(a, p); });
    for (std::size_t i = 0; a.size() > 1 && i < a.size(); ++i) {
        for (std::size_t j = 0; b.size() > 1 && j < b.size(); ++j) {
            const place &p = a[i], &q = a[(i + 1) % a.size()], &r = b[j], &s = b[(j + 1) % b.size()];
            const rational at_p = turn(r, s, p), at_q = turn(r, s, q);
            if (at_p.sign() * at_q.sign() >= 0 || turn(p, q, r).sign() * turn(p, q, s).sign() >= 0) continue;
            const rational t = at_p / (at_p - at_q);
            found.push_back({p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t});
        }
    }
    return hull_of(found);
}

template <class S>
std::vector<place> places_of(const S& s) {
    std::vector<place> points;
    hitbox::detail::resolve(s, [&points](const auto& known) {
        const auto list = vertices(known);
        for (std::size_t i = 0; i < list.size(); ++i) {
            const vec2<double> p = hitbox::detail::widen(vec2<scalar_t<S>>{list[i]});
            points.push_back({rational{p.x}, rational{p.y}});
        }
    });
    return hull_of(points);
}

double size_of(const std::vector<place>& points) {
    double size = 0;
    for (const place& p : points)
        size = std::max({size, std::abs(static_cast<double>(rational{p.x - points[0].x})),
                         std::abs(static_cast<double>(rational{p.y - points[0].y}))});
    return size;
}

int exact_centroids = 0;
int clipped_pairs[4] = {};  // by the number of vertices of the common part: none, a point, a segment, more

/// A common_part in numbers of a type that holds those of either scalar, and its error bounds.
struct answer {
    std::vector<vec2<double>> corners;
    double area;
    vec2<double> centroid;
    double largest_coordinate, round, denormal;
};

/// Returns an empty text if the answer is correct.
std::string mistake(const answer& part, const std::vector<place>& a, const std::vector<place>& b) {
    const auto expected = common(a, b);
    ++clipped_pairs[std::min<std::size_t>(expected.size(), 3)];
    if (part.corners.empty() != expected.empty()) return "empty or not";
    if (expected.empty()) return part.area != 0 ? "an area of nothing" : "";

    // A crossing is p + (q - p) t. Of the two areas that t is the quotient of, each is good to 24 u (3 u where the
    // filter lets pass what is an eighth of its terms), so t to 24 u + 24 u t + a few u < 64 u; then two roundings of
    // the coordinates, and one to T.
    const double u = 0x1p-53, edge = std::max(size_of(a), size_of(b));
    const double moved = 1.5 * (64 * u * edge + 2 * u * part.largest_coordinate);
    const rational off{moved + 1.5 * part.round * part.largest_coordinate + part.denormal};
    const auto near = [&off](const place& p, vec2<double> q) {
        return abs(p.x - rational{q.x}) <= off && abs(p.y - rational{q.y}) <= off;
    };
    for (const place& e : expected)
        if (std::none_of(part.corners.begin(), part.corners.end(), [&](auto q) { return near(e, q); }))
            return "a corner is missing";
    for (const auto q : part.corners)
        if (std::none_of(expected.begin(), expected.end(), [&](const place& e) { return near(e, q); }))
            return "a corner too many";
    if (part.corners.size() > expected.size()) return "a corner twice";

    // Each corner, moved by so much, changes the area by that times half the distance of its neighbours (below twice
    // the size of the part), and the fan of triangles is good to 8 u each.
    rational twice = 0, moment_x = 0, moment_y = 0;
    for (std::size_t i = 2; i < expected.size(); ++i) {
        const rational t = turn(expected[0], expected[i - 1], expected[i]);
        twice += t;
        moment_x += t * (expected[0].x + expected[i - 1].x + expected[i].x);
        moment_y += t * (expected[0].y + expected[i - 1].y + expected[i].y);
    }
    const double area = static_cast<double>(rational{twice / 2}), size = size_of(expected);
    const double wrong = static_cast<double>(expected.size()) * (2 * moved * (size + moved) + 8 * u * size * size) +
                         part.round * area + part.denormal;
    if (!std::isfinite(part.area)) return area * part.round < 1e14 ? "an infinite area" : "";  // float: from 3.4e38
    if (abs(twice / 2 - rational{part.area}) > rational{wrong}) return "the area";
    // The error of the centroid does not depend on the width of the part, unless the part is as thin as a rounding.
    if (area <= 32 * part.round * part.largest_coordinate * size || area < 1e-300) return "";
    ++exact_centroids;
    const rational astray{4 * part.round * part.largest_coordinate + part.denormal};
    return abs(moment_x / (3 * twice) - rational{part.centroid.x}) > astray ||
                   abs(moment_y / (3 * twice) - rational{part.centroid.y}) > astray
               ? "the centroid"
               : "";
}

template <class A, class B>
void compare(const A& a, const B& b) {
    using T = scalar_t<A>;
    const auto part = polygon_clip<32>(a, b);
    LAW(part == polygon_clip<32>(b, a), a, b);
    LAW(part.empty() != queries::intersects(a, b), a, b);
    answer plain{{},
                 static_cast<double>(part.area),
                 hitbox::detail::widen(part.centroid),
                 static_cast<double>(coordinate_size(a, b)),
                 std::is_same_v<T, float> ? 0x1p-24 : 0x1p-53,
                 static_cast<double>(std::numeric_limits<T>::denorm_min())};
    for (const vec2<T> p : part) plain.corners.push_back(hitbox::detail::widen(p));
    const std::string wrong = mistake(plain, places_of(a), places_of(b));
    INFO(wrong);
    LAW(wrong.empty(), a, b);
}

template <class T>
convex_polygon<T, 12> on_grid(generator& random, int steps) {
    for (;;) {
        std::vector<vec2<T>> points;
        const std::size_t n = 3 + random.index(8), side = static_cast<std::size_t>(steps);
        for (std::size_t i = 0; i < n; ++i)
            points.push_back({static_cast<T>(random.index(side)), static_cast<T>(random.index(side))});
        if (const auto made = convex_hull<12>(points)) return *made;
    }
}

template <class T, class... A>
void every_clip(type_list<A...>) {
    const auto with = [](auto same, const auto& law) {
        using S = decltype(same);
        (law.template operator()<S, A>(), ...);
    };
    const auto law = []<class S, class B>() {
        generator random{71};
        for (int i = 0; i < rounds; ++i) {
            for (const T size : {T(1), T(1e-6), T(1e8)}) {
                const vec2<T> p = random.unit<T>() * (size * static_cast<T>(random.index(3)) * T(10));
                const S a = random.around<S>(p, size);
                compare(a, random.around<B>(p + random.unit<T>() * random.real<T>(0, 2 * size), size));
            }
        }
    };
    (with(A{}, law), ...);
}

template <class T>
using clippable =
    type_list<segment<T>, aabb<T>, obb<T>, triangle<T>, convex_polygon<T, 8>, placed<convex_polygon_view<T>>>;

}  // namespace

TEMPLATE_TEST_CASE("the common part of two polygons is that of rational arithmetic", "", float, double) {
    every_clip<TestType>(clippable<TestType>{});
}

TEMPLATE_TEST_CASE("the common part of polygons on a coarse grid, whose vertices and edges touch", "", float, double) {
    using T = TestType;
    generator random{72};
    for (int i = 0; i < 25 * rounds; ++i) {
        const int steps = 3 + i % 5;
        const auto a = on_grid<T>(random, steps), b = on_grid<T>(random, steps);
        const T k = i % 3 == 0 ? T(1) : i % 3 == 1 ? T(1e30) : T(1e-36);
        compare(mapped(a, k, {}), mapped(b, k, {}));
        const auto at_grid = [&] { return vec2<T>{static_cast<T>(random.index(6)), static_cast<T>(random.index(6))}; };
        const segment<T> s{at_grid(), at_grid()}, t{at_grid(), at_grid()};
        compare(a, s);
        compare(s, t);
        compare(a, at_grid());
        compare(a, triangle<T>{at_grid(), at_grid(), at_grid()});
        compare(at_grid(), at_grid());
    }
    for (const int n : clipped_pairs) CHECK(n > 2 * rounds);  // of every kind
}

TEMPLATE_TEST_CASE("the common part of nearly equal polygons", "", float, double) {
    using T = TestType;
    generator random{73};
    for (int i = 0; i < 25 * rounds; ++i) {
        const auto a = random.around<convex_polygon<T, 12>>(random.unit<T>() * T(3), 1);
        const T angle = std::ldexp(T(1), -static_cast<int>(random.index(std::is_same_v<T, float> ? 28 : 58)));
        compare(a, at(a, transform2<T>{{}, rot2<T>::from_radians(angle)}));
        compare(a, at(a, random.unit<T>() * angle));
        compare(a, a);
    }
}

TEMPLATE_TEST_CASE("the common part of triangles whose long sides nearly coincide", "", float, double) {
    using T = TestType;
    generator random{74};
    const int before = exact_centroids;
    for (int i = 0; i < 25 * rounds; ++i) {
        // Each side is within `width` of a line, on its own side of it.
        const double width = std::pow(10.0, -static_cast<double>(i % (std::is_same_v<T, float> ? 7 : 14)));
        const double slope = random.real(-0.8, 0.8), height = random.real(-4.0, 4.0);
        const auto side = [&](double up) {
            const auto corner = [&](double x) {
                return vec2<T>{static_cast<T>(x),
                               static_cast<T>(slope * x + height - up * width * random.real(0.0, 1.0))};
            };
            const vec2<T> left = corner(random.real(-9.0, -5.0)), right = corner(random.real(5.0, 9.0));
            return triangle<T>{left, right, {random.real(T(-5), T(5)), static_cast<T>(15 * up)}};
        };
        compare(side(1), side(-1));
    }
    CHECK(exact_centroids > before + 15 * rounds);
}
