// Random pairs of one scalar (`ORACLE_SCALAR`) by class, compared with exact answers. Defines `ORACLE_CHECK`.

#include "../grid.hpp"
#include "reference.hpp"
#include "table.hpp"

#include <cstdio>
#include <utility>

namespace oracle {
namespace {

using namespace hitbox;
using hitbox_tests::code;
using hitbox_tests::generator;
using hitbox_tests::grid_generator;
using hitbox_tests::mapped;
using T = ORACLE_SCALAR;
using polygon = convex_polygon<T, 8>;

/// The allowed errors of a depth, a length or a position, in units in the last place of the largest coordinate.
constexpr double allowed = 4;

constexpr precision format{static_cast<double>(std::numeric_limits<T>::epsilon()),
                           std::numeric_limits<double>::epsilon(),
                           static_cast<double>(std::numeric_limits<T>::denorm_min())};

// A shape for the oracle: computed in this file from the definition in its header.

point wide(vec2<T> p) { return {static_cast<double>(p.x), static_cast<double>(p.y)}; }
outline outline_of(const vec2<T>& p) { return {{wide(p)}, 0}; }
outline outline_of(const circle<T>& c) { return {{wide(c.center)}, static_cast<double>(c.radius)}; }
outline outline_of(const segment<T>& s) { return {{wide(s.a), wide(s.b)}, 0}; }
outline outline_of(const capsule<T>& c) { return {{wide(c.a), wide(c.b)}, static_cast<double>(c.radius)}; }
outline outline_of(const triangle<T>& t) { return {{wide(t.a), wide(t.b), wide(t.c)}, 0}; }
outline outline_of(const aabb<T>& b) {
    return {{wide(b.min), wide({b.max.x, b.min.y}), wide(b.max), wide({b.min.x, b.max.y})}, 0};
}
/// Centre +- rotated half extents, in double, each rounded to T once.
outline outline_of(const obb<T>& b) {
    const point c = wide(b.center), h = wide(b.half_extents), r = wide({b.rotation.c, b.rotation.s});
    const point u{r.x * h.x, r.y * h.x}, v{-r.y * h.y, r.x * h.y};
    const auto corner = [&](double along_u, double along_v) {
        const double x = c.x + along_u * u.x + along_v * v.x, y = c.y + along_u * u.y + along_v * v.y;
        return wide({static_cast<T>(x), static_cast<T>(y)});
    };
    return {{corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)}, 0};
}
outline outline_of(const polygon& p) {
    outline s;
    for (std::size_t i = 0; i < p.size(); ++i) s.corners.push_back(wide(p[i]));
    return s;
}

/// Returns 10^x for a random x.
T power_of_ten(generator& random, double low, double high) {
    return static_cast<T>(std::pow(10., random.real(low, high)));
}

// A long and thin shape through p: `size` long and `width` wide, in any direction.

vec2<T> sliver(const vec2<T>*, generator&, vec2<T> p, T, T) { return p; }
circle<T> sliver(const circle<T>*, generator&, vec2<T> p, T, T width) { return {p, width}; }
aabb<T> sliver(const aabb<T>*, generator& random, vec2<T> p, T size, T width) {
    return aabb<T>::from_center(p, random.index(2) ? vec2<T>{size, width} : vec2<T>{width, size});
}
obb<T> sliver(const obb<T>*, generator& random, vec2<T> p, T size, T width) {
    return {p, {size, width}, random.rotation<T>()};
}
segment<T> sliver(const segment<T>*, generator& random, vec2<T> p, T size, T) {
    const vec2<T> d = random.unit<T>() * size;
    return {p - d, p + d};
}
capsule<T> sliver(const capsule<T>*, generator& random, vec2<T> p, T size, T width) {
    const vec2<T> d = random.unit<T>() * size;
    return {p - d, p + d, width};
}
triangle<T> sliver(const triangle<T>*, generator& random, vec2<T> p, T size, T width) {
    const vec2<T> d = random.unit<T>();
    return {p - d * size, p + d * size, p + d * random.real(-size, size) + perp(d) * width};
}
polygon sliver(const polygon*, generator& random, vec2<T> p, T size, T width) {
    for (int attempt = 0; attempt < 20; ++attempt) {
        const rot2<T> turn = random.rotation<T>();
        std::vector<vec2<T>> points;
        const polygon shape = random.around<polygon>({0, 0}, 1);
        for (const vec2<T> v : shape.vertices()) points.push_back(p + turn * vec2<T>{v.x * size, v.y * width});
        if (const auto made = convex_hull<8>(points)) return *made;
    }
    return random.around<polygon>(p, size);
}

// A flat shape without a radius, or a point.

T some_or_none(generator& random, T size) { return random.index(2) ? T(0) : random.real<T>(0, size); }

vec2<T> degenerate(const vec2<T>*, generator&, vec2<T> p, T) { return p; }
circle<T> degenerate(const circle<T>*, generator&, vec2<T> p, T) { return {p, 0}; }
aabb<T> degenerate(const aabb<T>*, generator& random, vec2<T> p, T size) {
    const vec2<T> d{some_or_none(random, size), some_or_none(random, size)};
    return {p, p + (random.index(2) ? d : vec2<T>{d.x, 0})};
}
obb<T> degenerate(const obb<T>*, generator& random, vec2<T> p, T size) {
    return {p, {some_or_none(random, size), random.index(2) ? T(0) : some_or_none(random, size)}, random.rotation<T>()};
}
segment<T> degenerate(const segment<T>*, generator& random, vec2<T> p, T size) {
    return {p, p + vec2<T>{some_or_none(random, size), some_or_none(random, size)}};
}
capsule<T> degenerate(const capsule<T>*, generator& random, vec2<T> p, T size) {
    return {p, p + vec2<T>{some_or_none(random, size), some_or_none(random, size)}, some_or_none(random, size)};
}
triangle<T> degenerate(const triangle<T>*, generator& random, vec2<T> p, T size) {
    const vec2<T> d = random.unit<T>() * some_or_none(random, size);
    return {p, p + d, random.index(2) ? p + d * T(.5) : p};
}
polygon degenerate(const polygon*, generator& random, vec2<T> p, T size) { return random.around<polygon>(p, size); }

template <class S>
S any_sliver(generator& random, vec2<T> p) {
    return sliver(static_cast<const S*>(nullptr), random, p, 1, power_of_ten(random, -8, -3));
}
template <class S>
S any_degenerate(generator& random, vec2<T> p) {
    return degenerate(static_cast<const S*>(nullptr), random, p, 1);
}

// Numbers with any exponents.

struct exponents {
    int low, high;
};
exponents any_exponents(generator& random) {
    constexpr int low = std::is_same_v<T, float> ? -140 : -1000, high = std::is_same_v<T, float> ? 120 : 1000;
    const auto any = [&] { return low + static_cast<int>(random.index(high - low + 1)); };
    if (random.index(2)) return {low, high};
    const int middle = any();
    return {(std::max)(low, middle - 4), (std::min)(high, middle + 4)};
}
T wild_size(generator& random, exponents e) {
    if (random.index(8) == 0) return 0;
    return std::ldexp(random.real<T>(1, 2),
                      e.low + static_cast<int>(random.index(static_cast<std::size_t>(e.high - e.low + 1))));
}
vec2<T> wild_point(generator& random, exponents e) {
    const auto number = [&] { return random.index(2) ? wild_size(random, e) : -wild_size(random, e); };
    return {number(), number()};
}
vec2<T> wild(const vec2<T>*, generator& random, exponents e) { return wild_point(random, e); }
circle<T> wild(const circle<T>*, generator& random, exponents e) {
    return {wild_point(random, e), wild_size(random, e)};
}
aabb<T> wild(const aabb<T>*, generator& random, exponents e) {
    const vec2<T> p = wild_point(random, e), q = wild_point(random, e);
    return {(min)(p, q), (max)(p, q)};
}
obb<T> wild(const obb<T>*, generator& random, exponents e) {
    return {wild_point(random, e), {wild_size(random, e), wild_size(random, e)}, random.rotation<T>()};
}
segment<T> wild(const segment<T>*, generator& random, exponents e) {
    return {wild_point(random, e), wild_point(random, e)};
}
capsule<T> wild(const capsule<T>*, generator& random, exponents e) {
    return {wild_point(random, e), wild_point(random, e), wild_size(random, e)};
}
triangle<T> wild(const triangle<T>*, generator& random, exponents e) {
    return {wild_point(random, e), wild_point(random, e), wild_point(random, e)};
}
polygon wild(const polygon*, generator& random, exponents e) {
    for (;;) {
        std::vector<vec2<T>> points;
        for (std::size_t i = 3 + random.index(6); i > 0; --i) points.push_back(wild_point(random, e));
        if (const auto made = convex_hull<8>(points)) return *made;
    }
}

/// Returns b moved towards a or away from it, until they are `gap` apart, within rounding.
template <class A, class B>
B brought_near(const A& a, const B& b, double gap) {
    const separation s = separation_of(outline_of(a), outline_of(b));
    const double move = gap - s.distance;
    return mapped(b, T(1), vec2<T>{static_cast<T>(s.normal.x * move), static_cast<T>(s.normal.y * move)});
}

/// Increases sizes that rounding would collapse at their position.
/// Returns b moved until a vertex of it is 2^-50 to 2^-6 from one of a: anywhere, or across the end of an edge.
template <class A, class B>
B corner_to_corner(generator& random, const A& a, const B& b) {
    const auto of_a = outline_of(a).corners, of_b = outline_of(b).corners;
    const std::size_t i = random.index(of_a.size()), j = random.index(of_b.size());
    const point p = of_a[i], next = of_a[(i + 1) % of_a.size()], q = of_b[j];
    const T off = std::ldexp(T(random.index(2) ? 1 : -1), -6 - static_cast<int>(random.index(45)));
    const T along = off * std::ldexp(T(random.index(2) ? 1 : -1), -static_cast<int>(random.index(50)));
    const vec2<T> edge = random.index(2)
                             ? random.unit<T>()
                             : unit_or(vec2<T>{static_cast<T>(next.x - p.x), static_cast<T>(next.y - p.y)}, {0, 1});
    const B there = mapped(b, T(1), vec2<T>{static_cast<T>(p.x - q.x), static_cast<T>(p.y - q.y)});
    return mapped(there, T(1), perp(edge) * off + edge * along);
}

template <class A, class B>
std::pair<A, B> random_pair(generator& random, vec2<T> p, T size_a, T size_b) {
    const auto at_least = [](T size, vec2<T> q) {
        return (std::max)(size, 256 * std::numeric_limits<T>::epsilon() * (std::max)(std::abs(q.x), std::abs(q.y)));
    };
    size_a = at_least(size_a, p);
    const vec2<T> q = p + random.unit<T>() * random.real<T>(0, (size_a + size_b) * T(1.2));
    return {random.around<A>(p, size_a), random.around<B>(q, at_least(size_b, q))};
}

template <class A, class B>
std::pair<A, B> pair_of_class(std::size_t number, generator& random, grid_generator& grid) {
    const vec2<T> place = random.unit<T>() * random.real<T>(0, 10);
    switch (number) {
        case 0: return random_pair<A, B>(random, place, 1, 1);
        case 1: {
            auto [a, b] = random_pair<A, B>(random, place, 1, random.index(2) ? T(1) : T(.1));
            const double ulp = format.epsilon * 8;
            const double gaps[] = {1e-3, 1e-6, 1e-9, 16 * ulp, 4 * ulp, ulp, 0};
            const double gap = gaps[random.index(7)];
            return {a, brought_near(a, b, random.index(2) ? gap : -gap)};
        }
        case 2: {
            auto [a, b] = grid.pair<A, B>();
            if (random.index(2)) return {a, b};
            const separation s = separation_of(outline_of(a), outline_of(b));
            const vec2<double> move{std::round(-s.normal.x * s.distance * 4) / 4,
                                    std::round(-s.normal.y * s.distance * 4) / 4};
            return {a, mapped(b, T(1), vec2<T>{static_cast<T>(move.x), static_cast<T>(move.y)})};
        }
        case 3: {
            auto [a, b] = random_pair<A, B>(random, place, 1, std::array<T, 3>{1, T(.5), T(.1)}[random.index(3)]);
            if constexpr (std::is_same_v<A, B>) {
                if (random.index(4) == 0) return {a, a};
            }
            return {a, mapped(b, T(1), center(a) - center(b))};
        }
        case 4: return random_pair<A, B>(random, {0, 0}, power_of_ten(random, -4, 4), power_of_ten(random, -4, 4));
        case 5: {
            const T far = power_of_ten(random, 0, 6), size = power_of_ten(random, 0, 1);
            auto [a, b] = random_pair<A, B>(random, random.unit<T>() * far, size, size);
            return random.index(2) ? std::pair<A, B>{a, b} : std::pair<A, B>{a, brought_near(a, b, 0)};
        }
        case 6: {
            const A a = any_sliver<A>(random, place);
            B b = random.index(2) ? any_sliver<B>(random, place + random.unit<T>() * random.real<T>(0, T(.5)))
                                  : random.around<B>(place + random.unit<T>() * random.real<T>(0, 2), 1);
            return {a, random.index(2) ? b : brought_near(a, b, 0)};
        }
        case 9: {
            auto [a, b] = random_pair<A, B>(random, place, 1, random.index(2) ? T(1) : T(.1));
            return {a, corner_to_corner(random, a, b)};
        }
        case any_exponents_class: {
            const exponents e = any_exponents(random), other = random.index(2) ? e : any_exponents(random);
            return {wild(static_cast<const A*>(nullptr), random, e),
                    wild(static_cast<const B*>(nullptr), random, other)};
        }
        default: {
            const A a = any_degenerate<A>(random, place);
            if constexpr (std::is_same_v<A, B>) {
                if (random.index(4) == 0) return {a, a};
            }
            B b = random.index(2) ? any_degenerate<B>(random, place) : random.around<B>(place, 1);
            return {a, random.index(2) ? b : brought_near(a, b, 0)};
        }
    }
}

std::size_t reported = 0;

template <class A, class B>
void report(const char* what, double how_far, const A& a, const B& b) {
    if (++reported > 40) return;
    std::fprintf(stderr, "%s (%g):\n  const auto a = %s;\n  const auto b = %s;\n", what, how_far, code(a).c_str(),
                 code(b).c_str());
}

/// With `answers_only`, depths, directions and positions are not checked.
template <class A, class B>
void check_pair(row& results, const A& a, const B& b, bool answers_only) {
    const outline shape_a = outline_of(a), shape_b = outline_of(b);
    const relation truth = relation_of(shape_a, shape_b);
    const bool meet = truth != relation::apart, penetrating = truth == relation::penetrating;
    ++results.pairs;
    results.touching += truth == relation::touching;
    results.penetrating += penetrating;

    const auto hit = collide(a, b);
    const auto axis = sat::separating_axis(a, b);
    if (intersects(a, b) != meet || penetrates(a, b) != penetrating || hit.has_value() != meet ||
        (hit && (hit->depth > 0) != penetrating) || axis.has_value() == meet)
        ++results.wrong_answers, report("wrong yes or no", 0, a, b);
    const bool a_in_b = contains(shape_b, shape_a), b_in_a = contains(shape_a, shape_b);
    if (hitbox::contains(b, a) != a_in_b || hitbox::contains(a, b) != b_in_a ||
        (hit && (hit->a_in_b != a_in_b || hit->b_in_a != b_in_a)))
        ++results.wrong_contains, report("wrong containment", 0, a, b);
    if (axis && !answers_only) {
        const double overlap = overlap_on(shape_a, shape_b, wide(*axis), format);
        if (!results.axis.note(overlap, allowed)) report("not separated on the axis, ulps", overlap, a, b);
    }
    if (!hit || !meet || answers_only) return;

    const errors off = judge(
        shape_a, shape_b,
        {wide(hit->normal), static_cast<double>(hit->depth), wide(hit->mtv()), wide(hit->point_a), wide(hit->point_b)},
        format);
    const auto note = [&](measure& m, double value, double limit, const char* what) {
        if (!m.note(value, limit)) report(what, value, a, b);
    };
    note(results.depth, off.depth, allowed, "depth, ulps");
    note(results.shallow, off.shallow, allowed, "shallow depth, ulps of itself");
    note(results.left, off.left, allowed, "not separated, ulps");
    note(results.too_long, off.too_long, allowed, "too long, ulps");
    note(results.direction, off.direction, 1, "direction, times the rounding");
    note(results.points, off.points, allowed, "deepest points, ulps");
}

template <class... S>
struct list {};
using shapes = list<vec2<T>, circle<T>, aabb<T>, obb<T>, segment<T>, capsule<T>, triangle<T>, polygon>;

using checker = void (*)(row&, std::size_t, generator&, grid_generator&);

template <class A, class B>
void check_one(row& results, std::size_t number, generator& random, grid_generator& grid) {
    const auto [a, b] = pair_of_class<A, B>(number, random, grid);
    check_pair(results, a, b, number == any_exponents_class);
}

template <class A, class... B>
void add_second(std::vector<checker>& all, list<B...>) {
    (all.push_back(check_one<A, B>), ...);
}
template <class... A>
std::vector<checker> every_pair(list<A...> second) {
    std::vector<checker> all;
    (add_second<A>(all, second), ...);
    return all;
}

}  // namespace

void ORACLE_CHECK(table& results, std::size_t count, std::uint64_t seed) {
    const auto checkers = every_pair(shapes{});
    for (std::size_t number = 0; number < classes.size(); ++number) {
        generator random{seed + number};
        grid_generator grid{seed + number};
        for (std::size_t i = 0; i < count; ++i) checkers[i % checkers.size()](results[number], number, random, grid);
    }
}

}  // namespace oracle
