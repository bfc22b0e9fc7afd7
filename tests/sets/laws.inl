// The laws of pairs for every kind of shape with every kind of set, on either side. Included once per scalar
// (`LAW_SCALAR`).

#include "../broken.hpp"

using namespace hitbox_tests;

namespace {

using T = LAW_SCALAR;
using shape = any_shape<T>;
using shapes = std::vector<shape>;
using limits = std::numeric_limits<T>;

/// Returns a shape of each kind that any_shape holds, in turn.
shape of_kind(generator& random, std::size_t kind, vec2<T> p, T size) {
    switch (kind % 9) {
        case 0: return p;
        case 1: return random.around<circle<T>>(p, size);
        case 2: return random.around<aabb<T>>(p, size);
        case 3: return random.around<obb<T>>(p, size);
        case 4: return random.around<segment<T>>(p, size);
        case 5: return random.around<capsule<T>>(p, size);
        case 6: return random.around<triangle<T>>(p, size);
        case 7: return random.around<convex_polygon<T, 8>>(p, size);
        default: return random.around<convex_polygon_view<T>>(p, size);
    }
}
shape scaled(const shape& s, T k) { return mapped(s, k, vec2<T>{}); }

/// Makes every kind of set of the same pieces or points.
struct pieces {
    shapes solids;
    std::vector<vec2<T>> line;
    transform2<T> place{};

    [[nodiscard]] pieces times(T k) const {
        pieces other{solids, line, {place.translation * k, place.rotation}};
        for (shape& s : other.solids) s = scaled(s, k);
        for (vec2<T>& p : other.line) p = p * k;
        return other;
    }
};
pieces some_pieces(generator& random) {
    pieces p;
    for (std::size_t i = 0; i < 5; ++i)
        p.solids.push_back(of_kind(random, 1 + random.index(8), random.unit<T>() * random.real<T>(0, 3), T(2)));
    for (int i = 0; i < 5; ++i)
        p.line.push_back({static_cast<T>(2 * i - 4) + random.real<T>(0, 1), random.real<T>(-2, 2)});
    p.place = {random.unit<T>(), random.rotation<T>()};
    return p;
}

struct as_range {
    static shapes of(const pieces& p) { return p.solids; }
};
struct as_compound {
    static compound<T> of(const pieces& p) { return compound<T>{p.solids}; }
};
struct as_placed_compound {
    static placed<compound<T>> of(const pieces& p) { return at(compound<T>{p.solids}, p.place); }
};
struct as_chain {
    static chain<T> of(const pieces& p) { return chain<T>::open(p.line, chain_sides::two); }
};
struct as_one_sided_chain {
    static chain<T> of(const pieces& p) { return chain<T>::open(p.line); }
};
struct as_placed_chain {
    static placed<chain<T>> of(const pieces& p) { return at(chain<T>::open(p.line, chain_sides::two), p.place); }
};
struct as_levels {
    static auto of(const pieces& p) {
        const aabb<T> box = bounds(p.solids);
        const vec2<T> more = (box.max - box.min) * T(.5);
        return multi_level{aabb<T>{box.min - more, box.max + more}, p.solids};
    }
};
struct as_placed_levels {
    static auto of(const pieces& p) { return at(as_levels::of(p), p.place); }
};

template <class F>
void with_every_set(const F& f) {
    f(as_range{}), f(as_compound{}), f(as_placed_compound{}), f(as_levels{}), f(as_placed_levels{});
    f(as_chain{}), f(as_one_sided_chain{}), f(as_placed_chain{});
}

template <class Set>
void one_truth(const shape& a, const Set& b, vec2<T> translation) {
    const bool meet = intersects(a, b), deep = penetrates(a, b);
    CHECK(meet == intersects(b, a));
    CHECK(deep == penetrates(b, a));
    const auto hit = collide(a, b);
    CHECK(hit.has_value() == meet);
    CHECK((hit && hit->depth > 0) == deep);
    CHECK(collide(b, a) == flipped(hit));
    const auto gap = distance(a, b);
    CHECK((gap.distance == 0) == meet);
    const bool any_is_there = gap.distance < limits::infinity();
    CHECK((any_is_there || detail::is_one_sided(b)));  // which is not there for what is behind all of it
    CHECK(distance(b, a) == (any_is_there ? flipped(gap) : separation<T>{gap.distance}));
    CHECK((contact_manifold(a, b).count > 0) == meet);
    const auto cast = shape_cast(a, translation, b);
    CHECK((cast.status == cast_status::started_overlapping) == deep);
    CHECK(shape_cast(b, vec2<T>{}, a, translation).status == cast.status);
    CHECK(shape_cast(b, vec2<T>{}, a, translation).fraction == cast.fraction);
    if (hit) {
        CHECK(std::abs(length(hit->normal) - T(1)) <= 4 * limits::epsilon());
        const auto left = collide(translated(a, hit->mtv()), b);
        CHECK((!left || left->depth <= 256 * limits::epsilon()));
    } else if (any_is_there) {
        CHECK(std::abs(length(gap.point_b - gap.point_a) - gap.distance) <= 32 * limits::epsilon());
    }
}

template <class Set>
void refuses(const shape& a, const Set& b) {
    CHECK(!intersects(a, b));
    CHECK(!penetrates(b, a));
    CHECK(!collide(a, b));
    CHECK(distance(b, a).distance == limits::infinity());
    CHECK(contact_manifolds(a, b).count == 0);
    CHECK(shape_cast(a, vec2<T>{1, 0}, b) == cast_result<T>{});
}

}  // namespace

LAW_CASE("every kind of shape and set: one truth, and swapped the same") {
    generator random{1};
    for (std::size_t i = 0; i < 27; ++i) {
        const pieces p = some_pieces(random);
        const shape a = of_kind(random, i, random.unit<T>() * random.real<T>(0, 6), T(1));
        const vec2<T> translation = random.unit<T>() * T(5);
        INFO("case " << i << ": " << code(a));
        with_every_set([&](auto kind) { one_truth(a, kind.of(p), translation); });
    }
}

/// Two kinds for each scalar type; more take too long to compile.
template <class S>
constexpr bool is_of_sample = std::is_same_v<T, float> ? std::is_same_v<S, circle<T>> || std::is_same_v<S, triangle<T>>
                                                       : std::is_same_v<S, vec2<T>> || std::is_same_v<S, obb<T>>;

LAW_CASE("a shape queried as itself has the answers of any_shape") {
    generator random{5};
    for (std::size_t i = 0; i < 36; ++i) {
        const compound<T> b = as_compound::of(some_pieces(random));
        const shape a = of_kind(random, i, random.unit<T>() * random.real<T>(0, 6), T(1));
        const vec2<T> translation = random.unit<T>() * T(5);
        INFO("case " << i << ": " << code(a));
        std::visit(
            [&](const auto& known) {
                if constexpr (is_of_sample<std::remove_cvref_t<decltype(known)>>) {
                    CHECK(collide(known, b) == collide(a, b));
                    CHECK(shape_cast(known, translation, b) == shape_cast(a, translation, b));
                }
            },
            a.value);
    }
}

LAW_CASE("every kind of shape and set: scaled by a power of two, the answers are") {
    generator random{2};
    for (std::size_t i = 0; i < 18; ++i) {
        const pieces p = some_pieces(random);
        const shape a = of_kind(random, i, random.unit<T>() * random.real<T>(0, 5), T(1));
        const vec2<T> translation = random.unit<T>() * T(5);
        for (const T k : {T(0x1p-20), T(0x1p+30)}) {
            INFO("case " << i << ": " << code(a) << " times " << k);
            with_every_set([&](auto kind) {
                const auto b = kind.of(p);
                const auto large = kind.of(p.times(k));
                const shape c = scaled(a, k);
                auto hit = collide(a, b);
                if (hit) hit->depth *= k, hit->point_a = hit->point_a * k, hit->point_b = hit->point_b * k;
                CHECK(collide(c, large) == hit);
                CHECK(distance(c, large).distance == distance(a, b).distance * k);
                const auto cast = shape_cast(a, translation, b), other = shape_cast(c, translation * k, large);
                CHECK(other.status == cast.status);
                CHECK(other.fraction == cast.fraction);
                CHECK(other.normal == cast.normal);
            });
        }
    }
}

/// A shape that only grazes a piece is stopped by the piece, but not by a set of it. A path into the interior is
/// stopped by both, at the same fraction.
LAW_CASE("a cast at a set of one piece is stopped where the piece stops it") {
    generator random{6};
    std::size_t stopped = 0;
    for (std::size_t i = 0; i < 81 * 12; ++i) {
        const shape a = of_kind(random, i, {}, T(1)), b = of_kind(random, 1 + i / 9 % 8, random.unit<T>() * T(4), T(1));
        const vec2<T> translation = (center(b) - center(a) + random.unit<T>() * random.real<T>(0, 1)) * T(1.5);
        const cast_result<T> pair = shape_cast(a, translation, b), set = shape_cast(a, translation, shapes{b});
        INFO("case " << i << ": " << code(a) << " by " << code(translation) << " at " << code(b));
        if (pair.status != cast_status::hit) {
            CHECK((set.status != cast_status::hit || set.fraction > T(1) - T(0x1p-12)));
            continue;
        }
        const vec2<T> beyond = translation * (pair.fraction + T(0x1p-7));
        if (!penetrates(translated(a, beyond), b) || pair.fraction > T(1) - T(0x1p-6)) continue;
        ++stopped;
        CHECK(set.status == cast_status::hit);
        CHECK(std::abs(set.fraction - pair.fraction) <= 64 * limits::epsilon());
        CHECK(dot(set.normal, translation) < 0);
    }
    CHECK(stopped > 300);
}

LAW_CASE("a placed compound is the compound of the placed pieces") {
    generator random{3};
    for (std::size_t i = 0; i < 27; ++i) {
        const pieces p = some_pieces(random);
        const auto placed_set = as_placed_compound::of(p);
        shapes moved;
        for (const shape& s : p.solids) moved.push_back(baked(at(s, p.place)));
        const compound<T> other{moved};
        const shape a = of_kind(random, i, random.unit<T>() * random.real<T>(0, 5), T(1));
        INFO("case " << i << ": " << code(a));
        CHECK(intersects(a, placed_set) == intersects(a, other));
        CHECK(penetrates(a, placed_set) == penetrates(a, other));
        CHECK(distance(a, placed_set).distance == distance(a, other).distance);
        const auto hit = collide(a, placed_set), same = collide(a, other);
        CHECK(hit.has_value() == same.has_value());
        // If two facets' depths differ by at most 2^-49 of the largest coordinate, either facet may be reported; the
        // choice depends on the nearby shapes. Both depths are then rounded once.
        const aabb<T> around = bounds(moved), box = bounds(a);
        const vec2<T> max_abs = (max)((max)(abs(around.min), abs(around.max)), (max)(abs(box.min), abs(box.max)));
        const auto slack = static_cast<T>(0x1p-49) * std::max(max_abs.x, max_abs.y);
        if (hit && same) CHECK(std::abs(hit->depth - same->depth) <= slack + limits::epsilon() * same->depth);
    }
}

LAW_CASE("boxes that touch tiles, a wall or a range have depth and distance 0") {
    const std::vector<aabb<T>> tiles{{{-2, -1}, {0, 0}}, {{0, -1}, {2, 0}}, {{2, 0}, {3, 2}}};
    pieces p;
    for (const aabb<T>& t : tiles) p.solids.push_back(t);
    p.line = {{-2, 0}, {0, 0}, {2, 0}, {2, 2}};
    const shape standing[] = {aabb<T>{{-1, 0}, {1, 1}},
                              aabb<T>{{1, 0}, {2, 1}},
                              circle<T>{{0, 1}, 1},
                              segment<T>{{-1, 0}, {1, 0}},
                              vec2<T>{2, 1},
                              capsule<T>{{-1, 1}, {1, 1}, 1},
                              triangle<T>{{0, 0}, {1, 1}, {-1, 1}}};
    for (const shape& a : standing) {
        INFO(code(a));
        with_every_set([&](auto kind) {
            const auto b = kind.of(p);
            const auto hit = collide(a, b);
            REQUIRE(hit);
            CHECK(hit->depth == 0);
            CHECK(!penetrates(a, b));
            CHECK(distance(a, b).distance == 0);
        });
    }
}

LAW_CASE("a NaN in any number of a shape or of a set is met by nothing") {
    generator random{4};
    constexpr T nan = limits::quiet_NaN();
    const shape wide{circle<T>{{}, T(9)}};
    for (std::size_t kind = 0; kind < 9; ++kind) {
        pieces p = some_pieces(random);
        shape a = of_kind(random, kind, {}, T(1));
        std::visit(
            [&](auto& known) {
                for (T* field : fields(known)) {
                    const T sound = std::exchange(*field, nan);
                    with_every_set([&](auto how) { refuses(a, how.of(p)); });
                    const shape whole = std::exchange(p.solids[kind % p.solids.size()], a);
                    refuses(wide, as_range::of(p)), refuses(wide, as_placed_compound::of(p));
                    p.solids[kind % p.solids.size()] = whole, *field = sound;
                }
            },
            a.value);
        // Polygons translated by NaN are empty; they store no coordinate.
        a = translated(a, vec2<T>{nan, 0});
        with_every_set([&](auto how) { refuses(a, how.of(p)); });
        p.solids[2] = a;
        refuses(wide, as_range::of(p)), refuses(wide, as_compound::of(p)), refuses(wide, as_levels::of(p));
    }
    pieces p = some_pieces(random);
    for (vec2<T>& point : p.line)
        for (T* field : {&point.x, &point.y}) {
            const T sound = std::exchange(*field, nan);
            refuses(wide, as_chain::of(p));
            *field = sound;
        }
    auto turned = as_placed_compound::of(p);
    for (T* field : {&turned.transform.translation.x, &turned.transform.translation.y, &turned.transform.rotation.c,
                     &turned.transform.rotation.s}) {
        const T sound = std::exchange(*field, nan);
        refuses(wide, turned);
        *field = sound;
    }
    aabb<T> around = bounds(p.solids);
    for (T* field : {&around.min.x, &around.min.y, &around.max.x, &around.max.y}) {
        const T sound = std::exchange(*field, nan);
        refuses(wide, multi_level{around, p.solids});
        *field = sound;
    }
}
