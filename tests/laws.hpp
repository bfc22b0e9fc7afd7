#pragma once
// Lists of all shapes and all ordered pairs, and the functions that check a law for all of them.
//
// A law is a function template over two shape types; `for_every_pair` runs it on seeded random pairs of all of them. A
// failing check prints the two shapes as code that can be pasted into a test.

#include "catch_compat.hpp"
#include "rounds.hpp"

#include <hitbox/hitbox.hpp>

#include <cmath>
#include <deque>
#include <iomanip>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace hitbox_tests {

using namespace hitbox;

/// A shape that the library does not know: an ellipse with its axes along x and y. It joins by `center` and `support`.
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
    const vec2<T> scaled{e.radii.x * d.x, e.radii.y * d.y};
    const vec2<T> unit = unit_or(scaled, vec2<T>{0, 1});
    return e.middle + vec2<T>{e.radii.x * unit.x, e.radii.y * unit.y};
}

// Shapes as code.

template <class T>
std::string code(const any_shape<T>& s);
template <class S>
std::string code(const placed<S>& p);

template <class T>
    requires std::is_arithmetic_v<T>
std::string code(T x) {
    std::ostringstream out;
    out << std::setprecision(std::numeric_limits<T>::max_digits10) << x;
    return out.str();
}
template <class T>
const char* name_of() {
    return std::is_same_v<T, float> ? "float" : std::is_same_v<T, double> ? "double" : "int";
}
template <class T>
std::string code(vec2<T> p) {
    return "vec2<" + std::string(name_of<T>()) + ">{" + code(p.x) + ", " + code(p.y) + "}";
}
template <class T>
std::string code(const circle<T>& c) {
    return "circle{" + code(c.center) + ", " + std::string(name_of<T>()) + "(" + code(c.radius) + ")}";
}
template <class T>
std::string code(const aabb<T>& b) {
    return "aabb{" + code(b.min) + ", " + code(b.max) + "}";
}
template <class T>
std::string code(const rot2<T>& r) {
    return "rot2<" + std::string(name_of<T>()) + ">{" + code(r.c) + ", " + code(r.s) + "}";
}
template <class T>
std::string code(const obb<T>& b) {
    return "obb{" + code(b.center) + ", " + code(b.half_extents) + ", " + code(b.rotation) + "}";
}
template <class T>
std::string code(const segment<T>& s) {
    return "segment{" + code(s.a) + ", " + code(s.b) + "}";
}
template <class T>
std::string code(const capsule<T>& c) {
    return "capsule{" + code(c.a) + ", " + code(c.b) + ", " + std::string(name_of<T>()) + "(" + code(c.radius) + ")}";
}
template <class T>
std::string code(const triangle<T>& t) {
    return "triangle{" + code(t.a) + ", " + code(t.b) + ", " + code(t.c) + "}";
}
template <class P>
std::string code_points(const P& polygon) {
    std::string text;
    for (std::size_t i = 0; i < polygon.size(); ++i) text += (i ? ", " : "") + code(polygon[i]);
    return text;
}
template <class T, std::size_t N>
std::string code(const convex_polygon<T, N>& p) {
    return "*make_convex_polygon<" + std::to_string(N) + ">({" + code_points(p) + "})";
}
template <class T>
std::string code(const convex_polygon_view<T>& p) {
    return "convex_polygon_view{*make_convex_polygon<64>({" + code_points(p) + "})}";
}
template <class S>
std::string code(const rounded<S>& r) {
    return "rounded{" + code(r.core) + ", " + std::string(name_of<scalar_t<S>>()) + "(" + code(r.radius) + ")}";
}
template <class S>
std::string code(const placed<S>& p) {
    return "at(" + code(p.shape) + ", {" + code(p.transform.translation) + ", " + code(p.transform.rotation) + "})";
}
template <class T>
std::string code(const ellipse<T>& e) {
    return "ellipse<" + std::string(name_of<T>()) + ">{" + code(e.middle) + ", " + code(e.radii) + "}";
}
template <class T>
std::string code(const any_shape<T>& s) {
    return "any_shape<" + std::string(name_of<T>()) + ">{" +
           hitbox::detail::visit_held(s, [](const auto& known) { return code(known); }) + "}";
}
template <class T>
std::string code(const ray<T>& r) {
    return "ray<" + std::string(name_of<T>()) + ">{" + code(r.origin) + ", " + code(r.translation) + "}";
}
template <class T>
std::string code(const contact<T>& c) {
    return "contact{" + code(c.normal) + ", " + code(c.depth) + ", " + code(c.point_a) + ", " + code(c.point_b) +
           (c.a_in_b ? ", true" : ", false") + (c.b_in_a ? ", true}" : ", false}");
}
template <class T>
std::string code(const separation<T>& s) {
    return "separation{" + code(s.distance) + ", " + code(s.normal) + ", " + code(s.point_a) + ", " + code(s.point_b) +
           "}";
}
template <class T>
std::string code(const std::optional<T>& c) {
    return c ? code(*c) : "{}";
}

/// A test case of a law, named after the scalar that its file is compiled for.
#define LAW_CASE(sentence) TEST_CASE(sentence ", " LAW_TEXT(LAW_SCALAR), "[law]")
#define LAW_TEXT(scalar) LAW_TEXT_OF(scalar)
#define LAW_TEXT_OF(scalar) #scalar

/// The number of laws that were tested, so that a test can check that there were any.
inline std::size_t laws_checked = 0;

/// Reports a failure, with the two shapes as code. It is not part of the laws, because these are compiled for hundreds
/// of pairs.
inline void law_is_broken(const char* file, int line, const char* condition, const std::string& a,
                          const std::string& b) {
    FAIL_CHECK(file << ":" << line << ": " << condition << "\nconst auto a = " << a << ";\nconst auto b = " << b
                    << ";");
}
template <class A, class B>
#if defined(__GNUC__)
[[gnu::noinline]]
#endif
void law_is_broken(const char* file, int line, const char* condition, const A& a, const B& b) {
    law_is_broken(file, line, condition, code(a), code(b));
}

/// CHECK for laws.
#define LAW(condition, a, b)                                                                     \
    do {                                                                                         \
        ++hitbox_tests::laws_checked;                                                            \
        if (!(condition)) hitbox_tests::law_is_broken(__FILE__, __LINE__, #condition, (a), (b)); \
    } while (false)

// The queries, each compiled once for each pair and not again in every law.

#if defined(__GNUC__)
#  define NOT_INLINED [[gnu::noinline]]
#else
#  define NOT_INLINED
#endif
namespace queries {
template <class A, class B>
NOT_INLINED bool intersects(const A& a, const B& b) {
    return hitbox::intersects(a, b);
}
template <class A, class B>
NOT_INLINED bool penetrates(const A& a, const B& b) {
    return hitbox::penetrates(a, b);
}
template <class A, class B>
    requires requires(const A& a, const B& b) { hitbox::contains(a, b); }
NOT_INLINED bool contains(const A& a, const B& b) {
    return hitbox::contains(a, b);
}
template <class A, class B>
NOT_INLINED std::optional<contact<scalar_t<A>>> collide(const A& a, const B& b) {
    return hitbox::collide(a, b);
}
template <class A, class B>
NOT_INLINED separation<scalar_t<A>> distance(const A& a, const B& b) {
    return hitbox::distance(a, b);
}
template <class A, class B>
NOT_INLINED scalar_t<A> signed_distance(const A& a, const B& b) {
    return hitbox::signed_distance(a, b);
}
template <class A, class B>
NOT_INLINED manifold<scalar_t<A>> contact_manifold(const A& a, const B& b, scalar_t<A> margin = 0) {
    return hitbox::contact_manifold(a, b, margin);
}
template <class A, class B>
NOT_INLINED std::optional<vec2<scalar_t<A>>> separating_axis(const A& a, const B& b) {
    return sat::separating_axis(a, b);
}
template <class A, class B, class T = scalar_t<A>>
NOT_INLINED cast_result<T> cast(const A& a, vec2<T> of_a, const B& b, vec2<T> of_b) {
    return shape_cast(a, of_a, b, of_b);
}
template <class T, class S>
NOT_INLINED std::optional<ray_hit<T>> cast(const ray<T>& r, const S& s, ray_start start) {
    return ray_cast(r, s, start);
}
}  // namespace queries

// Random shapes.

class generator {
public:
    explicit generator(std::uint64_t seed) : random_{seed} {}

    template <class T>
    T real(T low, T high) {
        // Not std::uniform_real_distribution: its numbers differ between standard libraries.
        const double unit = static_cast<double>(random_() >> 11) * 0x1p-53;
        return static_cast<T>(static_cast<double>(low) + (static_cast<double>(high) - static_cast<double>(low)) * unit);
    }
    std::size_t index(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
    template <class T>
    vec2<T> unit() {
        const rot2<T> r = rotation<T>();
        return {r.c, r.s};
    }
    template <class T>
    rot2<T> rotation() {
        return rot2<T>::from_radians(real<T>(T(-3.2), T(3.2)));
    }

    /// Returns a shape of about the given size that contains p, well inside except for points, segments and placed
    /// shapes.
    template <class S>
    S around(vec2<scalar_t<S>> p, scalar_t<S> size) {
        return make(static_cast<const S*>(nullptr), p, size);
    }

private:
    template <class T>
    vec2<T> near_point(vec2<T> p, T reach) {
        return p + unit<T>() * real<T>(0, reach);
    }
    template <class T>
    vec2<T> make(const vec2<T>*, vec2<T> p, T) {
        return p;
    }
    template <class T>
    circle<T> make(const circle<T>*, vec2<T> p, T size) {
        const T r = real(size / 8, size);
        return {near_point(p, r * T(.7)), r};
    }
    template <class T>
    aabb<T> make(const aabb<T>*, vec2<T> p, T size) {
        const auto side = [&] { return real(size / 8, size); };
        return {p - vec2<T>{side(), side()}, p + vec2<T>{side(), side()}};
    }
    template <class T>
    obb<T> make(const obb<T>*, vec2<T> p, T size) {
        const vec2<T> half{real(size / 8, size), real(size / 8, size)};
        return {near_point(p, (std::min)(half.x, half.y) * T(.7)), half, rotation<T>()};
    }
    template <class T>
    segment<T> make(const segment<T>*, vec2<T> p, T size) {
        const vec2<T> other = p + unit<T>() * real(size / 4, size * 2);
        return index(2) ? segment<T>{p, other} : segment<T>{other, p};
    }
    template <class T>
    capsule<T> make(const capsule<T>*, vec2<T> p, T size) {
        const vec2<T> d = unit<T>() * real(size / 8, size);
        const T r = real(size / 8, size / 2);
        const vec2<T> middle = near_point(p, r * T(.7));
        return {middle - d, middle + d, r};
    }
    template <class T>
    triangle<T> make(const triangle<T>*, vec2<T> p, T size) {
        const T start = real<T>(0, T(6.28));
        const auto corner = [&](T turn) {
            return p + rot2<T>::from_radians(start + turn) * vec2<T>{real(size / 4, size), 0};
        };
        const vec2<T> a = corner(0), b = corner(T(2.1)), c = corner(T(4.2));
        return index(2) ? triangle<T>{a, b, c} : triangle<T>{a, c, b};
    }
    template <class T, std::size_t N>
    convex_polygon<T, N> make(const convex_polygon<T, N>*, vec2<T> p, T size) {
        for (;;) {
            std::vector<vec2<T>> points;
            const std::size_t n = 3 + index(N - 2);
            const T start = real<T>(0, T(6.28));
            const T grow = real(size / 3, size), squeeze = real<T>(T(.5), T(1));
            for (std::size_t i = 0; i < n; ++i) {
                const rot2<T> r = rot2<T>::from_radians(start + T(6.2831853) * (static_cast<T>(i) + real<T>(0, T(.4))) /
                                                                    static_cast<T>(n));
                points.push_back(p + vec2<T>{r.c * grow, r.s * grow * squeeze});
            }
            const auto made = convex_hull<N>(points);
            if (made && contains(*made, p)) return *made;
        }
    }
    template <class T>
    convex_polygon_view<T> make(const convex_polygon_view<T>*, vec2<T> p, T size) {
        if constexpr (std::is_same_v<T, float>) return floats_.emplace_back(around<convex_polygon<T, 12>>(p, size));
        else return doubles_.emplace_back(around<convex_polygon<T, 12>>(p, size));
    }
    /// Returns a placed shape around p, up to rounding. The shape itself is first translated so that p is well inside.
    template <class S>
    placed<S> make(const placed<S>*, vec2<scalar_t<S>> p, scalar_t<S> size) {
        using T = scalar_t<S>;
        const vec2<T> local = unit<T>() * real<T>(0, size);
        const transform2<T> turn{{}, rotation<T>()};
        return at(around<S>(local, size), transform2<T>{p - turn * local, turn.rotation});
    }
    template <class S>
    rounded<S> make(const rounded<S>*, vec2<scalar_t<S>> p, scalar_t<S> size) {
        return {around<S>(p, size * scalar_t<S>(.75)), real(size / 16, size / 4)};
    }
    template <class T>
    ellipse<T> make(const ellipse<T>*, vec2<T> p, T size) {
        const vec2<T> radii{real(size / 8, size), real(size / 8, size)};
        return {near_point(p, (std::min)(radii.x, radii.y) * T(.7)), radii};
    }
    template <class T>
    any_shape<T> make(const any_shape<T>*, vec2<T> p, T size) {
        switch (index(11)) {
            case 0: return p;
            case 1: return around<circle<T>>(p, size);
            case 2: return around<aabb<T>>(p, size);
            case 3: return around<obb<T>>(p, size);
            case 4: return around<capsule<T>>(p, size);
            case 5: return around<triangle<T>>(p, size);
            case 6: return around<convex_polygon<T, 8>>(p, size);
            case 7: return around<rounded<convex_polygon<T, 8>>>(p, size);
            case 8: return around<rounded<obb<T>>>(p, size);
            case 9: return around<rounded<aabb<T>>>(p, size);
            default: return around<convex_polygon_view<T>>(p, size);
        }
    }

    std::mt19937_64 random_;
    std::deque<convex_polygon<float, 12>> floats_;  // the polygons that views borrow
    std::deque<convex_polygon<double, 12>> doubles_;
};

// A shape moved or scaled, field by field.

template <class T>
any_shape<T> mapped(const any_shape<T>& s, T k, vec2<T> d);
template <class S>
rounded<S> mapped(const rounded<S>& r, scalar_t<S> k, vec2<scalar_t<S>> d);
template <class T>
ellipse<T> mapped(const ellipse<T>& e, T k, vec2<T> d);

template <class T>
vec2<T> mapped(vec2<T> p, T k, vec2<T> d) {
    return {p.x * k + d.x, p.y * k + d.y};
}
template <class T>
circle<T> mapped(const circle<T>& c, T k, vec2<T> d) {
    return {mapped(c.center, k, d), c.radius * k};
}
template <class T>
aabb<T> mapped(const aabb<T>& b, T k, vec2<T> d) {
    return {mapped(b.min, k, d), mapped(b.max, k, d)};
}
template <class T>
obb<T> mapped(const obb<T>& b, T k, vec2<T> d) {
    return {mapped(b.center, k, d), b.half_extents * k, b.rotation};
}
template <class T>
segment<T> mapped(const segment<T>& s, T k, vec2<T> d) {
    return {mapped(s.a, k, d), mapped(s.b, k, d)};
}
template <class T>
capsule<T> mapped(const capsule<T>& c, T k, vec2<T> d) {
    return {mapped(c.a, k, d), mapped(c.b, k, d), c.radius * k};
}
template <class T>
triangle<T> mapped(const triangle<T>& t, T k, vec2<T> d) {
    return {mapped(t.a, k, d), mapped(t.b, k, d), mapped(t.c, k, d)};
}
template <class T, std::size_t N>
convex_polygon<T, N> mapped(const convex_polygon<T, N>& p, T k, vec2<T> d) {
    return baked(at(assume_convex<N>([&] {
                        std::vector<vec2<T>> points;
                        for (const vec2<T> v : p.vertices()) points.push_back(mapped(v, k, {}));
                        return points;
                    }()),
                    d));
}
template <class T>
std::deque<std::vector<vec2<T>>>& borrowed_points() {
    static std::deque<std::vector<vec2<T>>> store;
    return store;
}
template <class T>
convex_polygon_view<T> mapped(const convex_polygon_view<T>& p, T k, vec2<T> d) {
    std::vector<vec2<T>> points;
    for (const vec2<T> v : p) points.push_back(mapped(v, k, d));
    const auto made = make_convex_polygon_view(borrowed_points<T>().emplace_back(points));
    return made ? *made : p;
}
template <class S>
placed<S> mapped(const placed<S>& p, scalar_t<S> k, vec2<scalar_t<S>> d) {
    return {mapped(p.shape, k, {}), {mapped(p.transform.translation, k, d), p.transform.rotation}};
}
template <class S>
rounded<S> mapped(const rounded<S>& r, scalar_t<S> k, vec2<scalar_t<S>> d) {
    return {mapped(r.core, k, d), r.radius * k};
}
template <class T>
ellipse<T> mapped(const ellipse<T>& e, T k, vec2<T> d) {
    return {mapped(e.middle, k, d), e.radii * k};
}
template <class T>
any_shape<T> mapped(const any_shape<T>& s, T k, vec2<T> d) {
    return hitbox::detail::visit_held(s, [&](const auto& known) -> any_shape<T> { return mapped(known, k, d); });
}

// Every ordered pair.

template <class... S>
struct type_list {};

template <class T>
using every_shape = type_list<vec2<T>, circle<T>, aabb<T>, obb<T>, segment<T>, capsule<T>, triangle<T>,
                              convex_polygon<T, 8>, convex_polygon_view<T>, placed<convex_polygon_view<T>>,
                              rounded<aabb<T>>, rounded<triangle<T>>, ellipse<T>>;

/// Shapes that stand for another shape. The laws hold for them if they hold for the other shape and both give the same
/// answers.
template <class T>
using every_stand_in =
    type_list<placed<vec2<T>>, placed<circle<T>>, placed<aabb<T>>, placed<obb<T>>, placed<segment<T>>,
              placed<capsule<T>>, placed<triangle<T>>, placed<convex_polygon<T, 8>>, placed<rounded<aabb<T>>>,
              placed<rounded<convex_polygon_view<T>>>>;

template <class... S, class... More>
type_list<S..., More...> joined(type_list<S...>, type_list<More...>);

namespace kinds {
constexpr bool in_sample([[maybe_unused]] std::size_t index, [[maybe_unused]] std::size_t few) {
#if HITBOX_ROUNDS == 0
    return index % few == 0;
#else
    return true;
#endif
}
template <std::size_t Few, std::size_t Index, class... Chosen>
type_list<Chosen...> chosen_of(type_list<Chosen...>, type_list<>);
template <std::size_t Few, std::size_t Index, class... Chosen, class S, class... More>
auto chosen_of(type_list<Chosen...>, type_list<S, More...>) {
    using next = std::conditional_t<in_sample(Index, Few), type_list<Chosen..., S>, type_list<Chosen...>>;
    return decltype(chosen_of<Few, Index + 1>(next{}, type_list<More...>{})){};
}
}  // namespace kinds

/// In the quick set of tests, one of every `Few` kinds, beginning with number `First`. `First` depends on the
/// LAW_SAMPLE of the file, so that the files have different samples and together test more kinds. In all other builds,
/// all kinds.
template <class List, std::size_t Few, std::size_t First>
using sample_of = decltype(kinds::chosen_of<Few, First>(type_list<>{}, List{}));

template <class S, class... Known>
constexpr std::size_t index_in(type_list<Known...>) {
    std::size_t index = 0;
    static_cast<void>(((std::is_same_v<S, Known> || (++index, false)) || ...));
    return index;
}

namespace kinds {
template <class A, class... B, class Law>
void with_second(type_list<B...>, Law& law) {
    (law.template operator()<A, B>(), ...);
}
template <std::size_t Sample, class... A, class Law>
void with_first(type_list<A...>, Law& law) {
    // A sample has both orders of a pair, or neither.
    (with_second<A>(sample_of<type_list<A...>, 13, Sample + index_in<A>(type_list<A...>{})>{}, law), ...);
}
}  // namespace kinds

/// Calls law.operator()<A, B>() for every ordered pair of shapes with coordinates of type T. The quick set of tests has
/// a sample of the pairs, selected by `Sample`, in which each shape occurs with about one other.
template <class T, std::size_t Sample = 0, class Law>
void for_every_pair(Law law) {
    const std::size_t before = laws_checked;
    kinds::with_first<Sample>(every_shape<T>{}, law);
    CHECK(laws_checked >= before + if_all_are_tested(std::size_t{100}));
}

/// True if the answers for this pair are exact. Answers of shapes known by their support only are checked within
/// rounding.
template <class A, class B>
inline constexpr bool exact_pair =
    (faceted<A> || hitbox::detail::indirect<A>) && (faceted<B> || hitbox::detail::indirect<B>);

template <class T>
bool unit_length(vec2<T> n) {
    return std::abs(std::hypot(n.x, n.y) - T(1)) <= 4 * std::numeric_limits<T>::epsilon();
}
template <class T>
bool positive_zeros(vec2<T> n) {
    return !(n.x == 0 && std::signbit(n.x)) && !(n.y == 0 && std::signbit(n.y));
}

/// Returns the largest |coordinate| of a pair.
template <class A, class B>
scalar_t<A> coordinate_size(const A& a, const B& b) {
    using T = scalar_t<A>;
    const aabb<T> box = merged(bounds(a), bounds(b));
    const vec2<T> size = (max)(abs(box.min), abs(box.max));
    return (std::max)(size.x, size.y);
}
template <class T>
T ulp(T x) {
    return x * std::numeric_limits<T>::epsilon();
}

}  // namespace hitbox_tests
