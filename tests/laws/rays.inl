// Rays against brute force, for every kind of shape. Included once per scalar (`LAW_SCALAR`). RAYS is the number of
// rays for each kind.

#undef LAW_SAMPLE
#define LAW_SAMPLE 11

#include "../grid_rays.hpp"
#include "../support_reference.hpp"

#ifndef RAYS
#  define RAYS 600
#endif

namespace {

using namespace hitbox_tests;
using T = LAW_SCALAR;
using queries::cast;

using every_kind = type_list<vec2<T>, circle<T>, aabb<T>, obb<T>, segment<T>, capsule<T>, triangle<T>,
                             convex_polygon<T, 8>, convex_polygon_view<T>, placed<convex_polygon_view<T>>,
                             placed<obb<T>>, rounded<aabb<T>>, rounded<triangle<T>>, any_shape<T>, ellipse<T>>;

template <class... S, class Law>
void for_every_kind(type_list<S...>, Law law) {
    (law.template operator()<S>(), ...);
}

/// The number of rays of each outcome, because a law without test cases proves nothing.
struct tally {
    int all = 0, missed = 0, met = 0, inside = 0, touching = 0, far_wall = 0;
};

T power_of_ten(generator& random, T low, T high) { return std::pow(T(10), random.real<T>(low, high)); }

/// Returns x plus or minus a few units in the last place, often unchanged.
T nudged(generator& random, T x) {
    const int steps = static_cast<int>(random.index(7)) - 3;
    for (int i = 0; i < std::abs(steps) - 1; ++i) x = std::nextafter(x, steps > 0 ? T(HUGE_VAL) : -T(HUGE_VAL));
    return x;
}
vec2<T> nudged(generator& random, vec2<T> p) { return {nudged(random, p.x), nudged(random, p.y)}; }

/// Returns two neighbouring points of the outline that a straight side connects, if there are any.
template <class S>
segment<T> side_of(generator& random, const S& s) {
    if constexpr (faceted<S> || hitbox::detail::indirect<S>) {
        const auto hull = reference::outline_hull_of(s);
        const std::size_t n = hull.corners.size(), i = random.index(n);
        const auto p = hull.corners[i], q = hull.corners[(i + 1) % n];
        const auto length = std::hypot(q.x - p.x, q.y - p.y);
        const auto out = length > 0 ? -perp(q - p) / length * hull.radius : reference::point{};
        const auto rounded_point = [&](reference::point x) {
            return vec2<T>{static_cast<T>(x.x + out.x), static_cast<T>(x.y + out.y)};
        };
        return {rounded_point(p), rounded_point(q)};
    } else {
        return {support(s, random.unit<T>()), support(s, random.unit<T>())};
    }
}

/// Returns a ray of the given kind, which determines its target and direction.
template <class S>
ray<T> ray_at(generator& random, const S& s, T size, std::size_t kind) {
    const vec2<T> d = random.unit<T>(), edge_point = support(s, random.unit<T>()), middle = center(s);
    const vec2<T> inside = lerp(middle, edge_point, random.real<T>(0, 1));
    const vec2<T> outside = middle + d * (size * random.real<T>(T(.5), 8));
    const auto between = [](vec2<T> p, vec2<T> q) { return ray<T>::between(p, q); };
    const auto through = [](vec2<T> p, vec2<T> q, T scale) { return ray<T>{p, (q - p) * scale}; };
    const segment<T> side = side_of(random, s);
    switch (kind) {
        case 0: return through(outside, inside, random.real<T>(T(.2), 3));
        case 1: {  // grazing
            const vec2<T> translation = perp(d) * (size * random.real<T>(T(.1), 9)), touch = support(s, d);
            return {nudged(random, touch - translation * random.real<T>(0, 1)), translation};
        }
        case 2: return {inside, d * (size * power_of_ten(random, -2, 1))};
        case 3: return {nudged(random, edge_point), d * (size * power_of_ten(random, -2, 1))};
        case 4: return between(outside, nudged(random, edge_point));
        case 5: return between(inside, nudged(random, edge_point));
        case 6:
            return {edge_point + d * (size * power_of_ten(random, -7, -1)),
                    random.unit<T>() * (size * power_of_ten(random, -7, -1))};
        case 7: return through(outside, inside, power_of_ten(random, 2, 6));
        case 8: {  // along an axis, level with the middle of a side or with a vertex
            const vec2<T> at = random.index(2) ? side.a : lerp(side.a, side.b, T(.5));
            const T translation = size * random.real<T>(-9, 9);
            return random.index(2) ? ray<T>{{at.x - translation / 2, at.y}, {translation, 0}}
                                   : ray<T>{{at.x, at.y - translation / 2}, {0, translation}};
        }
        case 9: {  // along a side
            const vec2<T> translation = side.b - side.a;
            const T back = static_cast<T>(static_cast<int>(random.index(5)) - 2);
            return {nudged(random, side.a - translation * back),
                    translation * static_cast<T>(static_cast<int>(random.index(9)) - 4)};
        }
        case 10: {  // through a vertex
            const vec2<T> translation = random.unit<T>() * size;
            return {side.a - translation * static_cast<T>(random.index(3)), translation * T(4)};
        }
        default: return through(middle + d * (size * power_of_ten(random, 1, 4)), inside, random.real<T>(T(.9), 2));
    }
}

/// Calls law(ray, shape) for rays of every kind; sizes from 1e-3 to 1e3, offsets up to 1e5 as far as there is room for
/// the shape between neighbouring numbers there.
template <class S, class Law>
void on_random_rays(std::uint64_t seed, Law law) {
    generator random{seed};
    const T room = std::is_same_v<T, float> ? T(0x1p18) : T(0x1p40);
    S s{};
    T size = 1;
    for (int i = 0; i < RAYS; ++i) {
        if (i % 6 == 0) {
            size = power_of_ten(random, -3, 3);
            const T offset = i % 4 == 0 ? T(0) : (std::min)(power_of_ten(random, -3, 5), size * room);
            s = random.around<S>(random.unit<T>() * offset, size);
        }
        law(ray_at(random, s, size, random.index(12)), s);
    }
}

bool is_nothing(vec2<T> v) { return v.x == 0 && v.y == 0; }

template <class S>
bool starts_at_the_start(const std::optional<ray_hit<T>>& hit, const ray<T>& r, const S& s) {
    const auto inside = queries::collide(r.origin, s);
    return hit && inside && *hit == ray_hit<T>{T(0), r.origin, vec2<T>{} - inside->normal};
}

/// Reports the first mistake, if any.
template <class S>
void expect_right(std::string_view fault, const ray<T>& r, const S& s) {
    if (!fault.empty()) UNSCOPED_INFO(fault);
    LAW(fault.empty(), r, s);
}

}  // namespace

LAW_CASE("rays answer as brute force does") {
    for_every_kind(every_kind{}, []<class S>() {
        tally seen;
        on_random_rays<S>(51, [&](const ray<T>& r, const S& s) {
            if (is_nothing(r.translation)) return;
            const auto solid = cast(r, s, ray_start::solid), hollow = cast(r, s, ray_start::hollow);
            const auto judged = [&](const auto& question) {
                expect_right(question.wrong(solid, ray_start::solid), r, s);
                expect_right(question.wrong(hollow, ray_start::hollow), r, s);
                ++seen.all;
                ++(question.surely_inside()     ? seen.inside
                   : !question.surely_outside() ? seen.touching
                   : solid                      ? seen.met
                                                : seen.missed);
                if (question.surely_inside() && hollow) ++seen.far_wall;
            };
            if constexpr (faceted<S> || hitbox::detail::indirect<S>) judged(reference::ray_question<T>{r, s});
            else judged(reference::support_ray_question<T>{r, s});
            if (!queries::intersects(r.origin, s)) LAW(solid == hollow, r, s);
            else LAW(starts_at_the_start(solid, r, s), r, s);
        });
        constexpr bool thin = std::is_same_v<S, vec2<T>> || std::is_same_v<S, segment<T>>;
        CHECK(seen.all > RAYS * 7 / 8);
        CHECK(seen.missed > RAYS / 16);
        CHECK((thin || (seen.met > RAYS / 8 && seen.inside > RAYS / 16 && seen.far_wall > RAYS / 32)));
        CHECK(seen.met > RAYS / 64);
    });
}

LAW_CASE("rays on a grid answer exactly") {
    for_every_kind(every_kind{}, []<class S>() {
        namespace grid = grid_rays;
        if constexpr (std::is_same_v<S, ellipse<T>> || std::is_same_v<S, any_shape<T>> ||
                      std::is_same_v<S, placed<obb<T>>>) {
            return;
        } else {
            grid_generator random{52};
            tally seen;
            int corners = 0, tangents = 0, tied = 0;
            for (int i = 0; i < RAYS; ++i) {
                const auto [origin, s] = random.pair<vec2<T>, S>();
                const vec2<T> end = i % 2 ? random.pair<vec2<T>, S>().first : support(s, origin - center(s));
                const grid::grid_shape exact = grid::grid_shape_of(s);
                const auto ends = grid_corners(segment<T>{origin, end});
                if (exact.corners.empty() || ends.empty()) continue;
                const ray<T> r{origin, (end - origin) * static_cast<T>(1 + i % 3)};
                const grid::spot from = grid_corners(origin)[0],
                                 translation = (grid_corners(end)[0] - from) * grid::whole{1 + i % 3};
                const auto solid = cast(r, s, ray_start::solid), hollow = cast(r, s, ray_start::hollow);
                const bool meets = grid::meets(exact, from, from + translation);
                const int place = grid::place_of(exact, from);
                const bool enters = place < 0 || (place == 0 && grid::goes_in(exact, from, translation));
                const bool far_wall =
                    enters && !is_nothing(r.translation) && grid::place_of(exact, from + translation) >= 0;
                ++seen.all, ++(place < 0 ? seen.inside : place == 0 ? seen.touching : meets ? seen.met : seen.missed);
                LAW(solid.has_value() == meets, r, s);
                LAW(hollow.has_value() == (place > 0 ? meets : far_wall), r, s);
                if (place <= 0) LAW(starts_at_the_start(solid, r, s), r, s);
                else LAW(solid == hollow, r, s);
                if (is_nothing(r.translation) || !hollow) continue;

                const reference::ray_question<T> question{r, s};
                const auto facing = place > 0 ? reference::facing_direction::in : reference::facing_direction::out;
                expect_right(question.wrong_hit(*hollow, facing), r, s);
                const auto out = reference::extended_point(hollow->normal);
                const auto near = [&](reference::point n) {
                    return std::hypot(n.x - out.x, n.y - out.y) <= 4 * question.epsilon;
                };
                if (exact.radius > 0) {
                    if (!grid::is_tangent(exact, from, translation)) continue;
                    ++tangents;
                    LAW(near(perp(question.along)) || near(-perp(question.along)), r, s);
                    continue;
                }
                const auto facets = grid::facets_met(exact, from, translation, place > 0);
                const auto is_normal = [&](grid::spot n) {
                    const auto length = std::sqrt(static_cast<reference::extended>(length_squared(n)));
                    return near(reference::point{static_cast<reference::extended>(n.x) / length,
                                                 static_cast<reference::extended>(n.y) / length});
                };
                if (facets.empty()) LAW(near(-question.along), r, s);  // nothing faces the ray
                else LAW(std::any_of(facets.begin(), facets.end(), is_normal), r, s);
                if (facets.size() > 1) ++tied;
                for (const auto& p : exact.corners) corners += hollow->point * T(4) == vec2<T>{T(p.x), T(p.y)};
            }
            CHECK(seen.all > RAYS / 4);
            CHECK((seen.missed > 0 && seen.met > 0 && seen.touching > 0));
            CAPTURE(corners, tangents, tied);
            CHECK(corners + tangents > 0);
        }
    });
}
