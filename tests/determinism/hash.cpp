// A hash for comparing builds bit for bit. It runs all queries of shapes of all kinds and prints a hash of the answers
// to each query, so that a difference between two builds names its query.
//
//     hash [answers]     the minimum number of answers for each of float and double; a million by default
//
// It has few kinds of shapes, or all of them with HITBOX_ROUNDS=3, which takes many times as long to compile. With
// HASH_FLOAT_ONLY or HASH_DOUBLE_ONLY, compiling takes half as long. tools/determinism builds and runs it with many
// compilers.
//
// A line consists of the type, the query, the number of answers, the hash of their decisions (yes or no, statuses,
// counts, ids) and the hash of their magnitudes. The last three lines are the hashes of all lines of float, of the
// decisions for double, and of the magnitudes for double. The inputs are integers from a generator in this file, times
// a power of two, so they have the same bits everywhere. Only the C library is needed, so that the program runs as
// WebAssembly, too.

#include <hitbox/hitbox.hpp>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

namespace {

using namespace hitbox;

// --- The hash.

/// FNV-1a of 64 bits over the bytes of numbers, the lowest byte first on any machine.
struct fingerprint {
    std::uint64_t hash = 14695981039346656037u;

    void add(std::uint64_t bits, int bytes) {
        for (int i = 0; i < bytes; ++i) hash = (hash ^ (bits >> 8 * i & 255)) * 1099511628211u;
    }
    void add(float x) { add(std::bit_cast<std::uint32_t>(x == x ? x : std::numeric_limits<float>::quiet_NaN()), 4); }
    void add(double x) { add(std::bit_cast<std::uint64_t>(x == x ? x : std::numeric_limits<double>::quiet_NaN()), 8); }
};

enum query : std::size_t {
    q_intersects,
    q_penetrates,
    q_contains,
    q_collide,
    q_minimum_translation,
    q_separating_axis,
    q_explain,
    q_distance,
    q_signed_distance,
    q_contact_manifold,
    q_polygon_clip,
    q_shape_cast,
    q_time_of_impact,
    q_ray_cast,
    q_closest_point,
    q_project,
    q_bounds,
    q_area,
    q_center_and_support,
    q_baked,
    q_convex_hull,
    q_make_convex_polygon,
    q_regular_polygon,
    q_vec2,
    q_rot2,
    q_transform2,
    q_sweep,
    q_interval,
    q_clear_contact,
    q_clear_manifold,
    queries
};
constexpr const char* names[queries] = {"intersects",
                                        "penetrates",
                                        "contains",
                                        "collide",
                                        "minimum_translation",
                                        "separating_axis",
                                        "explain",
                                        "distance",
                                        "signed_distance",
                                        "contact_manifold",
                                        "polygon_clip",
                                        "shape_cast",
                                        "time_of_impact",
                                        "ray_cast",
                                        "closest_point",
                                        "project",
                                        "bounds",
                                        "area",
                                        "center/support",
                                        "baked",
                                        "convex_hull",
                                        "make_convex_polygon",
                                        "regular_polygon",
                                        "vec2",
                                        "rot2",
                                        "transform2",
                                        "sweep",
                                        "interval",
                                        "clear_contact",
                                        "clear_manifold"};

/// The hashes of the answers for one type of coordinates.
template <class T>
class answers {
public:
    /// Begins an answer of this query.
    answers& to(query q) {
        now_ = &rows_[q];
        ++now_->count, ++count_;
        return *this;
    }
    answers& decided(bool yes) { return decided(yes ? 1u : 0u); }
    answers& decided(std::uint64_t number) { return now_->decisions.add(number, 4), *this; }
    answers& decided(int number) { return decided(static_cast<std::uint64_t>(static_cast<std::uint32_t>(number))); }
    answers& decided(unsigned number) { return decided(std::uint64_t{number}); }
    answers& measured(T x) { return now_->magnitudes.add(x), *this; }
    answers& measured(vec2<T> v) { return measured(v.x).measured(v.y); }

    [[nodiscard]] std::uint64_t count() const { return count_; }

    void print(const char* type) const {
        for (std::size_t q = 0; q < queries; ++q)
            std::printf("%-6s %-19s %8llu  %016llx  %016llx\n", type, names[q],
                        static_cast<unsigned long long>(rows_[q].count),
                        static_cast<unsigned long long>(rows_[q].decisions.hash),
                        static_cast<unsigned long long>(rows_[q].magnitudes.hash));
    }
    [[nodiscard]] std::uint64_t total(bool decisions, bool magnitudes) const {
        fingerprint all;
        for (const row& r : rows_) {
            all.add(r.count, 8);
            if (decisions) all.add(r.decisions.hash, 8);
            if (magnitudes) all.add(r.magnitudes.hash, 8);
        }
        return all.hash;
    }

private:
    struct row {
        std::uint64_t count = 0;
        fingerprint decisions, magnitudes;
    };
    row rows_[queries];
    row* now_ = rows_;
    std::uint64_t count_ = 0;
};

// --- The shapes.

/// Random integers that are the same everywhere (splitmix64: Steele, Lea and Flood 2014).
class generator {
public:
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool one_in(std::int64_t n) { return between(1, n) == 1; }

private:
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return z ^ z >> 31;
    }
    std::uint64_t state_ = 2718281828;
};

/// The positions of shapes: (origin + step * [-reach, reach], plus or minus the jitter) times the unit.
template <class T>
struct scene {
    std::int64_t origin, step, reach, jitter;
    T unit;
};
template <class T>
inline constexpr std::int64_t all_digits = std::int64_t{1} << (std::numeric_limits<T>::digits - 4);
template <class T>
constexpr T power_of_two(int k) {
    T p = 1;
    for (; k > 0; --k) p *= 2;
    for (; k < 0; ++k) p /= 2;
    return p;
}
template <class T>
inline constexpr int many_doublings = std::is_same_v<T, float> ? 60 : 300;
template <class T>
inline constexpr scene<T> scenes[] = {
    {0, 1, 4, 0, 1},                                                   // a coarse grid: touching, ties, flat shapes
    {0, 1, all_digits<T>, 0, T(8) / T(all_digits<T>)},                 // numbers with all digits
    {0, all_digits<T> / 4, 4, 2, T(4) / T(all_digits<T>)},             // touching except for the last digits
    {all_digits<T> * 4, 1, 12, 0, 1},                                  // far away, where the grid is as coarse
    {0, 1, all_digits<T>, 0, power_of_two<T>(-many_doublings<T>)},     // small
    {0, all_digits<T> / 4, 4, 2, power_of_two<T>(many_doublings<T>)},  // large
};

/// A shape that is known by its support function alone.
template <class T>
struct ellipse {
    vec2<T> middle{};
    vec2<T> radii{};
};
template <class T>
constexpr vec2<T> center(const ellipse<T>& e) {
    return e.middle;
}
template <class T>
constexpr vec2<T> support(const ellipse<T>& e, vec2<T> d) {
    const vec2<T> u = unit_or(vec2<T>{e.radii.x * d.x, e.radii.y * d.y}, vec2<T>{0, 1});
    return {e.middle.x + product(e.radii.x, u.x), e.middle.y + product(e.radii.y, u.y)};
}

/// Shapes in a scene. Views borrow from their maker, which remembers the last two polygons.
template <class T>
class maker {
public:
    explicit maker(generator& random) : random_{random} {}
    void enter(const scene<T>& s) { scene_ = s; }

    vec2<T> point() { return {number(scene_.origin), number(scene_.origin)}; }
    vec2<T> offset() { return {number(0), number(0)}; }
    T size() { return scaled(scene_.step * random_.between(0, scene_.reach) + random_.between(0, scene_.jitter)); }
    /// Rotations from Pythagorean triples: two quotients of small integers, each rounded once.
    rot2<T> rotation() {
        const std::int64_t m = random_.between(-2000, 2000), n = random_.between(1, 2000);
        if (random_.one_in(4)) return m < 0 ? rot2<T>{0, 1} : rot2<T>{};
        const T whole = static_cast<T>(m * m + n * n);
        return {static_cast<T>(m * m - n * n) / whole, static_cast<T>(2 * m * n) / whole};
    }
    transform2<T> transform() { return {offset(), rotation()}; }
    sweep<T> motion() {
        return {transform(), transform(), random_.one_in(4) ? static_cast<int>(random_.between(-2, 2)) : 0};
    }

    template <class S>
    S shape() {
        return make(static_cast<const S*>(nullptr));
    }

private:
    T scaled(std::int64_t x) { return static_cast<T>(x) * scene_.unit; }
    T number(std::int64_t origin) {
        return scaled(origin + scene_.step * random_.between(-scene_.reach, scene_.reach) +
                      random_.between(-scene_.jitter, scene_.jitter));
    }

    vec2<T> make(const vec2<T>*) { return point(); }
    circle<T> make(const circle<T>*) {
        const vec2<T> middle = point();
        return {middle, size()};
    }
    aabb<T> make(const aabb<T>*) {
        const vec2<T> p = point(), q = point();
        return {(min)(p, q), (max)(p, q)};
    }
    obb<T> make(const obb<T>*) {
        const vec2<T> middle = point();
        const T half_width = size(), half_height = size();
        return {middle, {half_width, half_height}, rotation()};
    }
    segment<T> make(const segment<T>*) {
        const vec2<T> a = point(), b = point();
        return {a, b};
    }
    capsule<T> make(const capsule<T>*) {
        const vec2<T> a = point(), b = point();
        return {a, b, size()};
    }
    triangle<T> make(const triangle<T>*) {
        const vec2<T> a = point(), b = point(), c = point();
        return {a, b, c};
    }
    template <std::size_t N>
    convex_polygon<T, N> make(const convex_polygon<T, N>*) {
        for (;;) {
            vec2<T> points[N];
            for (vec2<T>& p : points) p = point();
            if (const auto made = convex_hull<N>(points)) return *made;
        }
    }
    /// The vertices of a polygon, or points in either winding.
    convex_polygon_view<T> make(const convex_polygon_view<T>*) {
        last_ = 1 - last_;
        convex_polygon<T, 12>& polygon = polygons_[last_] = make(static_cast<const convex_polygon<T, 12>*>(nullptr));
        if (random_.one_in(2)) return polygon;
        const std::size_t n = polygon.size();
        const bool backwards = random_.one_in(2);
        for (std::size_t i = 0; i < n; ++i) points_[last_][i] = polygon[backwards ? n - 1 - i : i];
        const auto made = make_convex_polygon_view(std::span<const vec2<T>>{points_[last_], n});
        return made ? *made : convex_polygon_view<T>{polygon};
    }
    template <class S>
    placed<S> make(const placed<S>*) {
        const S s = shape<S>();
        return at(s, transform());
    }
    template <class S>
    rounded<S> make(const rounded<S>*) {
        const S core = shape<S>();
        return {core, size()};
    }
    ellipse<T> make(const ellipse<T>*) {
        const vec2<T> middle = point();
        const T width = size(), height = size();
        return {middle, {width, height}};
    }
    generator& random_;
    scene<T> scene_ = scenes<T>[0];
    convex_polygon<T, 12> polygons_[2]{};
    vec2<T> points_[2][12]{};
    std::size_t last_ = 0;
};

template <class... S>
struct type_list {};
template <class... S>
consteval std::size_t count_of(type_list<S...>) {
    return sizeof...(S);
}
/// All kinds of shapes that the library distinguishes, or few: one that stores its vertices, one with a fixed number of
/// vertices and a radius, and one without vertices. A shape that represents another, such as `any_shape`, answers
/// alike.
template <class T>
#if !defined(HITBOX_ROUNDS) || HITBOX_ROUNDS < 3
using shapes = type_list<capsule<T>, convex_polygon<T, 8>, ellipse<T>>;
#else
using shapes = type_list<vec2<T>, circle<T>, aabb<T>, obb<T>, segment<T>, capsule<T>, triangle<T>, convex_polygon<T, 8>,
                         convex_polygon_view<T>, placed<convex_polygon_view<T>>, rounded<aabb<T>>, ellipse<T>>;
#endif

// --- The questions.

template <class T>
void put(answers<T>& out, const std::optional<vec2<T>>& v) {
    out.decided(v.has_value());
    if (v) out.measured(*v);
}
template <class T>
void put(answers<T>& out, const contact<T>& c) {
    out.decided(c.a_in_b).decided(c.b_in_a).decided(c.depth > T(0));
    out.measured(c.normal).measured(c.depth).measured(c.point_a).measured(c.point_b);
}
template <class T>
void put(answers<T>& out, const separation<T>& s) {
    out.measured(s.distance).measured(s.normal).measured(s.point_a).measured(s.point_b);
}
template <class T>
void put(answers<T>& out, const manifold<T>& m) {
    out.decided(m.count).measured(m.normal);
    for (const auto& p : m) out.decided(p.id).measured(p.point).measured(p.depth);
}
/// Hashes the answers of `shape_cast` and `time_of_impact`.
template <class T>
void hash_meeting(answers<T>& out, const auto& met) {
    out.decided(static_cast<int>(met.status));
    out.measured(met.fraction).measured(met.normal).measured(met.point).measured(met.depth);
}
template <class T>
void hash_corners(answers<T>& out, const auto& corners) {
    out.decided(std::uint64_t{corners.size()});
    for (std::size_t i = 0; i < corners.size(); ++i) out.measured(vec2<T>{corners[i]});
}
template <class T>
void put(answers<T>& out, const interval<T>& i) {
    out.measured(i.min).measured(i.max);
}

/// Every query that takes two shapes.
template <class T, class A, class B>
[[gnu::noinline]] void hash_pair(answers<T>& out, maker<T>& make, const A& a, const B& b) {
    out.to(q_intersects).decided(intersects(a, b));
    out.to(q_penetrates).decided(penetrates(a, b));
    const auto hit = collide(a, b);
    out.to(q_collide).decided(hit.has_value());
    if (hit) put(out, *hit);
    put(out.to(q_minimum_translation), sat::minimum_translation(a, b));
    put(out.to(q_separating_axis), sat::separating_axis(a, b));
    put(out.to(q_distance), distance(a, b));
    out.to(q_signed_distance).measured(signed_distance(a, b));
    put(out.to(q_contact_manifold), contact_manifold(a, b));
    put(out.to(q_contact_manifold), contact_manifold(a, b, make.size()));
    const vec2<T> of_a = make.offset(), of_b = make.offset();
    hash_meeting(out.to(q_shape_cast), shape_cast(a, of_a, b));
    hash_meeting(out.to(q_shape_cast), shape_cast(a, of_a, b, of_b));
    const sweep<T> sweep_a = make.motion(), sweep_b = make.motion();
    hash_meeting(out.to(q_time_of_impact), time_of_impact(a, sweep_a, b, sweep_b));

    if constexpr (requires { contains(a, b); }) out.to(q_contains).decided(contains(a, b));
    if constexpr (requires { contains(b, a); }) out.to(q_contains).decided(contains(b, a));
    if constexpr (requires { sat::explain(a, b); }) {
        const auto why = sat::explain(a, b);
        out.to(q_explain).decided(why.apart()).decided(std::uint64_t{why.size()});
        for (std::size_t i = 0; i < why.size(); ++i) {
            const auto test = why[i];
            out.decided(static_cast<int>(test.source)).decided(test.decides).measured(test.axis).measured(test.overlap);
            put(out, test.a), put(out, test.b);
        }
    }
    if constexpr (has_vertices<A> && has_vertices<B>) {
        if (radius(a) == T(0) && radius(b) == T(0)) {
            const auto part = polygon_clip<24>(a, b);
            hash_corners(out.to(q_polygon_clip), part);
            out.measured(part.area).measured(part.centroid);
        }
    }
}

/// Every query that takes one shape.
template <class T, class S>
[[gnu::noinline]] void hash_shape(answers<T>& out, maker<T>& make, const S& s) {
    const vec2<T> p = make.point(), d = make.offset();
    for (const ray_start start : {ray_start::solid, ray_start::hollow}) {
        const auto hit = ray_cast(ray<T>{p, d}, s, start);
        out.to(q_ray_cast).decided(hit.has_value());
        if (hit) out.measured(hit->fraction).measured(hit->point).measured(hit->normal);
    }
    const auto nearest = closest_point(s, p);
    out.to(q_closest_point).measured(nearest.point).measured(nearest.distance).measured(nearest.gradient);
    put(out.to(q_project), sat::project(s, d));
    out.to(q_center_and_support).measured(center(s)).measured(support(s, d));
    if constexpr (requires { bounds(s); }) {
        const aabb<T> box = bounds(s);
        out.to(q_bounds).measured(box.min).measured(box.max);
    }
    if constexpr (requires { area(s); }) out.to(q_area).measured(area(s));
    const auto moved = at(s, make.transform());
    const aabb<T> moved_box = bounds(moved);
    out.to(q_baked).measured(center(moved)).measured(support(moved, d)).measured(moved_box.min).measured(moved_box.max);
    if constexpr (requires { baked(moved); }) {
        const auto whole = baked(moved);
        if constexpr (requires { vertices(whole).points; }) hash_corners(out, vertices(whole));
    }
}

/// The makers of polygons.
template <class T>
[[gnu::noinline]] void hash_makers(answers<T>& out, maker<T>& make, generator& random) {
    const auto n = static_cast<std::size_t>(random.between(3, 12));
    vec2<T> points[12];
    for (vec2<T>& p : points) p = make.point();
    const auto hash_made = [&out](const auto& made) {
        out.decided(made.has_value());
        if (!made) {
            out.decided(static_cast<int>(made.error())).decided(std::uint64_t{made.index()});
            return;
        }
        hash_corners(out, *made);
        for (std::size_t i = 0; i < made->size(); ++i)
            out.measured(vec2<T>{made->normal_x()[i], made->normal_y()[i]}).measured(made->offset()[i]);
    };
    out.to(q_convex_hull), hash_made(convex_hull<12>(std::span<const vec2<T>>{points, n}));
    out.to(q_make_convex_polygon), hash_made(make_convex_polygon<12>(std::span<const vec2<T>>{points, n}));
    out.to(q_make_convex_polygon), hash_made(make_convex_polygon<12>(std::span<const vec2<T>>{points, 4}));
    const T reach = make.size();
    out.to(q_regular_polygon), hash_made(regular_polygon<12>(n, reach, make.point()));
}

/// Vectors, rotations and motions.
template <class T>
[[gnu::noinline]] void hash_numbers(answers<T>& out, maker<T>& make, generator& random) {
    const vec2<T> u = make.offset(), v = make.offset();
    const T fraction = static_cast<T>(random.between(0, 1 << 20)) / T(1 << 20);
    out.to(q_vec2).measured(dot(u, v)).measured(cross(u, v)).measured(length(u)).measured(unit_or(u, v));
    out.measured(lerp(u, v, fraction)).measured(-u * fraction);

    // Any angle, in small and in large numbers of turns.
    const int shift = static_cast<int>(random.between(0, 40));
    const T angle_of =
        static_cast<T>(random.between(-all_digits<T>, all_digits<T>)) / T(all_digits<T>) * power_of_two<T>(shift - 10);
    const auto by_radians = rot2<T>::from_radians(angle_of), by_degrees = rot2<T>::from_degrees(angle_of);
    out.to(q_rot2).measured(vec2{by_radians.c, by_radians.s}).measured(angle(by_radians));
    out.to(q_rot2).measured(vec2{by_degrees.c, by_degrees.s}).measured(angle(by_degrees)).measured(by_degrees * u);

    const transform2<T> t = make.transform(), s = make.transform(), both = t * s, back = inverse(t);
    out.to(q_transform2).decided(valid(both)).measured(t * u).measured(both.translation).measured(back * u);
    out.measured(vec2{both.rotation.c, both.rotation.s});

    const sweep<T> motion = make.motion();
    const transform2<T> interpolated = interpolate(motion, fraction);
    out.to(q_sweep).measured(static_cast<T>(swept_angle(motion))).measured(interpolated.translation);
    out.measured(vec2{interpolated.rotation.c, interpolated.rotation.s});

    const interval<T> a{u.x, u.y}, b{v.x, v.y};
    const auto out_of_b = minimum_translation(a, b);
    out.to(q_interval).decided(intersects(a, b)).decided(penetrates(a, b)).decided(contains(a, b));
    out.decided(out_of_b.has_value());
    if (out_of_b) out.measured(*out_of_b);
}

/// Pairs the shape A, which has the index `from` in the list, with the shapes from its index on. The order of the two
/// depends on both indices.
template <class T, std::size_t from, class A, class... B, std::size_t... seat>
void hash_from(answers<T>& out, maker<T>& make, type_list<B...>, std::index_sequence<seat...>) {
    const auto hash_with = [&]<class Other, std::size_t other>() {
        if constexpr (other >= from) {
            const A a = make.template shape<A>();
            const Other b = make.template shape<Other>();
            if constexpr ((from + other) % 2 == 0) hash_pair(out, make, a, b);
            else hash_pair(out, make, b, a);
        }
    };
    (hash_with.template operator()<B, seat>(), ...);
}

template <class T, class... A, std::size_t... seat>
void hash_round(answers<T>& out, maker<T>& make, generator& random, type_list<A...> list,
                std::index_sequence<seat...> seats) {
    for (const scene<T>& s : scenes<T>) {
        make.enter(s);
        hash_makers(out, make, random);
        hash_numbers(out, make, random);
        (hash_shape(out, make, make.template shape<A>()), ...);
        (hash_from<T, seat, A>(out, make, list, seats), ...);
    }
}

/// Pairs of kinds that have their own fast path to a contact.
template <class T, class A, class B>
[[gnu::noinline]] void hash_clear(answers<T>& out, maker<T>& make) {
    for (const scene<T>& s : scenes<T>) {
        make.enter(s);
        const A a = make.template shape<A>();
        const B b = make.template shape<B>();
        const auto hit = collide(a, b);
        out.to(q_clear_contact).decided(intersects(a, b)).decided(penetrates(a, b)).decided(hit.has_value());
        if (hit) put(out, *hit);
        put(out.to(q_clear_manifold), contact_manifold(a, b));
        put(out.to(q_clear_manifold), contact_manifold(a, b, make.size()));
    }
}
template <class T>
void hash_all_clear(answers<T>& out, std::uint64_t rounds) {
    generator random;
    maker<T> make{random};
    using polygon = convex_polygon<T, 8>;
    for (std::uint64_t i = 0; i < rounds; ++i) {
        hash_clear<T, obb<T>, obb<T>>(out, make);
        hash_clear<T, aabb<T>, obb<T>>(out, make);
        hash_clear<T, aabb<T>, aabb<T>>(out, make);
        hash_clear<T, circle<T>, circle<T>>(out, make);
        hash_clear<T, circle<T>, polygon>(out, make);
        hash_clear<T, placed<polygon>, circle<T>>(out, make);
        hash_clear<T, placed<polygon>, placed<polygon>>(out, make);
        hash_clear<T, triangle<T>, triangle<T>>(out, make);
    }
}

template <class T>
answers<T> hash_all(std::uint64_t at_least) {
    generator random;
    answers<T> out;
    maker<T> make{random};
    // The number of rounds assumes 12 queries of each pair, whatever their actual number, so that the answers of a
    // query stay the same when other queries are added.
    constexpr std::size_t kinds = count_of(shapes<T>{}), pairs = kinds * (kinds + 1) / 2;
    const std::uint64_t rounds = at_least / (12 * pairs * std::size(scenes<T>)) + 1;
    for (std::uint64_t i = 0; i < rounds; ++i)
        hash_round(out, make, random, shapes<T>{}, std::make_index_sequence<kinds>{});
    hash_all_clear(out, at_least / 100 + 1);
    return out;
}

}  // namespace

int main(int count, char** arguments) {
    const std::uint64_t wanted = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1000000;
    const auto print_total = [](const char* what, std::uint64_t answered, std::uint64_t hash) {
        std::printf("%-26s %8llu  %016llx\n", what, static_cast<unsigned long long>(answered),
                    static_cast<unsigned long long>(hash));
    };
#ifndef HASH_DOUBLE_ONLY
    const auto floats = hash_all<float>(wanted);
    floats.print("float");
#endif
#ifndef HASH_FLOAT_ONLY
    const auto doubles = hash_all<double>(wanted);
    doubles.print("double");
#endif
#ifndef HASH_DOUBLE_ONLY
    print_total("all of float", floats.count(), floats.total(true, true));
#endif
#ifndef HASH_FLOAT_ONLY
    print_total("decisions of double", doubles.count(), doubles.total(true, false));
    print_total("magnitudes of double", doubles.count(), doubles.total(false, true));
#endif
}
