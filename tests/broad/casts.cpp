#include "structures.hpp"

using namespace hitbox_tests;

namespace {

template <class T>
struct cast {
    aabb<T> from;
    vec2<T> translation;
    bool is_ray;
};

/// A moving box and its translation, between boxes of the scene and beside them.
template <class T>
cast<T> cast_in(const std::vector<aabb<T>>& boxes, random_numbers& random) {
    const aabb<T> all = bounds_of_all(boxes);
    const auto some = [&] { return boxes.empty() ? all : boxes[random.index(boxes.size())]; };
    const auto anywhere = [&] {
        return vec2<T>{static_cast<T>(random.real(all.min.x, all.max.x)),
                       static_cast<T>(random.real(all.min.y, all.max.y))};
    };
    const aabb<T> a = some(), b = some();
    const vec2<T> size = a.max - a.min;
    const bool is_ray = random.chance(.5);
    const aabb<T> from = is_ray ? bounds(random.chance(.5) ? a.min : anywhere()) : a;
    switch (random.index(7)) {
        case 0: return {from, anywhere() - from.min, is_ray};
        case 1: return {from, b.max - from.min, is_ray};                                           // to a corner
        case 2: return {{from.min, from.max}, {b.min.x - from.max.x, T(0)}, is_ray};               // to a side
        case 3: return {bounds(vec2<T>{all.min.x, b.max.y}), {all.max.x - all.min.x, 0}, is_ray};  // along a side
        case 4: return {from, {size.x * static_cast<T>(random.real(-2, 2)), -size.y}, is_ray};     // not far
        case 5: return {from, {0, 0}, is_ray};
        default:  // far beyond all
            return {from, {static_cast<T>(random.real(-1e30, 1e30)), static_cast<T>(random.real(-1e30, 1e30))}, is_ray};
    }
}

template <class B, class T, class Visit>
query_statistics cast_through(const B& structure, const cast<T>& c, const Visit& visit) {
    return c.is_ray ? structure.ray_cast(ray<T>{c.from.min, c.translation}, visit)
                    : structure.box_cast(c.from, c.translation, visit);
}

/// Returns whether the path meets the box enlarged by 64 epsilon (c + d), where c is the sum of both boxes' largest
/// coordinates and d the largest coordinate of the translation. A structure may offer such a box, because its test is
/// rounded: the test has four products on each side, with a rounding error below 8 epsilon of their magnitudes and a
/// margin of as much again. The magnitudes are at most 4 times the largest coordinate of either box and 2 d.
template <class T>
bool nearly_meets(const cast<T>& c, const aabb<T>& box) {
    const auto largest = [](const aabb<T>& b) {
        return (std::max)({std::abs(b.min.x), std::abs(b.min.y), std::abs(b.max.x), std::abs(b.max.y)});
    };
    const T max_translation = (std::max)(std::abs(c.translation.x), std::abs(c.translation.y));
    const T off = 64 * std::numeric_limits<T>::epsilon() * (largest(c.from) + largest(box) + max_translation) +
                  2 * (std::numeric_limits<T>::min)();
    return path_meets(c.from, c.translation, {{box.min.x - off, box.min.y - off}, {box.max.x + off, box.max.y + off}});
}

/// Returns whether the structure offers every box on the path once, and other boxes only within the rounding margin.
template <class B, class T>
bool offers_what_is_met(const twins<B>& both, const cast<T>& c) {
    std::vector<proxy> offered;
    const query_statistics cost = cast_through(both.structure, c, [&](proxy p) { offered.push_back(p); });
    if (cost.found != offered.size() || cost.tested < cost.found) return false;
    std::vector<int> times(both.proxies.size());
    for (const proxy p : offered) {
        if (p.index() >= times.size() || both.proxies[p.index()] != p) return false;
        ++times[p.index()];
    }
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (!both.proxies[i]) continue;
        const aabb<T> box = both.model.box(both.model.at(i));
        if (times[i] > 1 || (times[i] == 0 && path_meets(c.from, c.translation, box)) ||
            (times[i] == 1 && !nearly_meets(c, box)))
            return false;
    }
    return true;
}

/// Returns the fraction at which the path meets the first box, if the visitor returns the smallest fraction that is
/// known; 2 if the path meets none.
template <class B, class T>
long double first_met(const B& structure, const cast<T>& c) {
    long double first = 2;
    cast_through(structure, c, [&](proxy p) {
        const aabb<T> box = structure.box(p);
        if (path_meets(c.from, c.translation, box))
            first = (std::min)(first, first_fraction(c.from, c.translation, box));
        // Two roundings in first_fraction, and one to T: boxes that are as near or nearer must still be offered.
        return static_cast<T>(first) * (1 + 4 * std::numeric_limits<T>::epsilon());
    });
    return first;
}
template <class B, class T>
bool finds_the_same_first(const twins<B>& both, const cast<T>& c) {
    long double expected = 2;
    for (std::size_t i = 0; i < both.proxies.size(); ++i) {
        if (!both.proxies[i]) continue;
        const aabb<T> box = both.model.box(both.model.at(i));
        if (path_meets(c.from, c.translation, box))
            expected = (std::min)(expected, first_fraction(c.from, c.translation, box));
    }
    return first_met(both.structure, c) == expected;
}

template <class B>
void check_casts(const twins<B>& both, const std::vector<aabb<typename B::scalar_type>>& boxes,
                 random_numbers& random) {
    for (int i = 0; i < (all_are_tested ? 60 : 15); ++i) {
        const auto c = cast_in(boxes, random);
        if (!is_finite(c.translation)) continue;
        CHECK(offers_what_is_met(both, c));
        CHECK(finds_the_same_first(both, c));
    }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("a ray and a moving box miss no box on their path, and find the first", "[broad]",
                        every_structure) {
    using T = typename TestType::scalar_type;
    for (const scene kind : every_scene)
        for (const std::size_t n : sizes_of(kind)) {
            INFO(name_of(kind) << ", " << n);
            random_numbers random{n};
            const auto boxes = boxes_of<T>(kind, n, 6), others = boxes_of<T>(kind, n, 7);
            twins<TestType> both;
            CHECK(both.build(boxes));
            check_casts(both, boxes, random);
            if constexpr (changes<TestType>) {
                for (std::size_t i = 0; i < boxes.size(); i += 2) CHECK(both.update(i, others[i]));
                for (std::size_t i = 0; i < boxes.size(); i += 5) CHECK(both.remove(i));
                check_casts(both, others, random);
                both.commit();
                check_casts(both, boxes, random);
            }
        }
}

TEMPLATE_LIST_TEST_CASE("a visitor that returns a number below 0 ends a cast", "[broad]", every_structure) {
    using T = typename TestType::scalar_type;
    TestType structure;
    CHECK(structure.build(boxes_of<T>(scene::one_point, 50, 1)));
    const auto never = [](proxy) { return -1; };
    CHECK(structure.ray_cast(ray<T>{{0, 0}, {9, 9}}, never).found == 1);
    CHECK(structure.box_cast(aabb<T>{{0, 0}, {1, 1}}, vec2<T>{9, 9}, never).found == 1);
}

TEMPLATE_LIST_TEST_CASE("boxes beyond the fraction that a visitor returned are not offered", "[broad]",
                        every_structure) {
    // Boxes in a row. Whichever box is offered first, boxes that begin beyond it are not offered afterwards.
    using T = typename TestType::scalar_type;
    std::vector<aabb<T>> row;
    for (int i = 0; i < 64; ++i) row.push_back({{T(2 * i), 0}, {T(2 * i + 1), 1}});
    random_numbers random{1};
    shuffle(row, random);
    TestType structure;
    CHECK(structure.build(row));
    T reach = 1;
    bool beyond = false;
    structure.ray_cast(ray<T>{{-1, T(.5)}, {256, 0}}, [&](proxy p) {
        const T fraction = (structure.box(p).min.x + 1) / 256;
        beyond = beyond || fraction > reach;
        return reach = (std::min)(reach, fraction);
    });
    CHECK(!beyond);
    CHECK(reach == T(1) / 256);
}

namespace {

/// A number of any size: a small one, one at the limits of T, or one of any exponent.
template <class T>
T any_number(random_numbers& random) {
    using limits = std::numeric_limits<T>;
    constexpr T special[] = {T(0),
                             limits::denorm_min(),
                             2 * limits::denorm_min(),
                             (limits::min)(),
                             (limits::max)(),
                             (limits::max)() / 2,
                             (limits::max)() / 4};
    const T sign = random.chance(.5) ? T(1) : T(-1);
    const std::size_t kind = random.index(16);
    if (kind < std::size(special)) return sign * special[kind];
    if (kind > 8) return static_cast<T>(random.real(-20, 20));
    return std::ldexp(sign * static_cast<T>(random.real(.5, 1)),
                      static_cast<int>(random.index(2 * limits::max_exponent - 20)) - limits::max_exponent + 20);
}
template <class T>
T number(random_numbers& random, bool is_small) {
    return is_small ? static_cast<T>(random.real(-20, 20)) : any_number<T>(random);
}
template <class T>
aabb<T> any_box(random_numbers& random, bool is_small) {
    const T x[] = {number<T>(random, is_small), number<T>(random, is_small)},
            y[] = {number<T>(random, is_small), number<T>(random, is_small)};
    return {{(std::min)(x[0], x[1]), (std::min)(y[0], y[1])}, {(std::max)(x[0], x[1]), (std::max)(y[0], y[1])}};
}

enum class answer { meets, unclear, misses };

/// Returns whether the path meets a box, or `unclear` if it is within rounding of the border between both, or if the
/// test of a structure may overflow. Computed in long double, which is exact enough where it has a larger range than T.
template <class T>
answer meeting_of(const cast<T>& c, const aabb<T>& box) {
    using R = long double;
    constexpr R rounding = 64 * std::numeric_limits<R>::epsilon(), clear = 64 * R(std::numeric_limits<T>::epsilon());
    constexpr T max_value = (std::numeric_limits<T>::max)(), small = (std::numeric_limits<T>::min)();
    bool meets = true, misses = false;
    // A box that is met has no gap above 0. `size` is the sum of the magnitudes of the terms of a gap.
    const auto along_axis = [&](T start, T motion, T end) {
        const bool moves = motion < T(0);
        const R gap = R(start) + (moves ? R(motion) : R(0)) - R(end),
                size = std::abs(R(start)) + std::abs(R(motion)) + std::abs(R(end));
        meets = meets && gap <= -rounding * size;
        if (!moves) misses = misses || start > end;
        else if (std::abs(start) < max_value / 4 && std::abs(motion) < max_value / 4)
            misses = misses || gap > clear * size + 2 * R(small);
    };
    along_axis(c.from.min.x, c.translation.x, box.max.x);
    along_axis(c.from.min.y, c.translation.y, box.max.y);
    along_axis(-c.from.max.x, -c.translation.x, -box.min.x);
    along_axis(-c.from.max.y, -c.translation.y, -box.min.y);

    const R longest = (std::max)(std::abs(R(c.translation.x)), std::abs(R(c.translation.y)));
    if (longest > 0) {
        const R x = -R(c.translation.y) / longest, y = R(c.translation.x) / longest;  // across the path
        const auto largest = [](T a, T b) { return (std::max)(std::abs(R(a)), std::abs(R(b))); };
        const R width = (std::max)(largest(box.min.x, box.max.x), largest(c.from.min.x, c.from.max.x)),
                height = (std::max)(largest(box.min.y, box.max.y), largest(c.from.min.y, c.from.max.y)),
                size = 4 * (std::abs(x) * width + std::abs(y) * height);
        const R gaps[] = {(x > 0 ? x * (R(box.min.x) - R(c.from.max.x)) : x * (R(box.max.x) - R(c.from.min.x))) +
                              (y > 0 ? y * (R(box.min.y) - R(c.from.max.y)) : y * (R(box.max.y) - R(c.from.min.y))),
                          (x > 0 ? x * (R(c.from.min.x) - R(box.max.x)) : x * (R(c.from.max.x) - R(box.min.x))) +
                              (y > 0 ? y * (R(c.from.min.y) - R(box.max.y)) : y * (R(c.from.max.y) - R(box.min.y)))};
        const bool is_small = (std::max)({width, height, longest}) < R(0x1p40);
        for (const R gap : gaps) {
            meets = meets && gap <= -rounding * size;
            misses = misses || (is_small && gap > clear * size + R(small) * 0x1p60L);
        }
    }
    return misses ? answer::misses : meets ? answer::meets : answer::unclear;
}

/// The answers in a test, so that none of them stays untested.
struct answers {
    std::size_t meets = 0, misses = 0;
};

template <class B, class T>
bool offers_each_once(const twins<B>& both, const cast<T>& c, answers& seen) {
    std::vector<int> times(both.proxies.size());
    std::size_t offered = 0;
    bool all_exist = true;
    const query_statistics cost = cast_through(both.structure, c, [&](proxy p) {
        ++offered;
        if (p.index() < times.size() && p && both.proxies[p.index()] == p) ++times[p.index()];
        else all_exist = false;
    });
    if (!all_exist || cost.found != offered || cost.tested < offered) return false;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (!both.proxies[i]) continue;
        const aabb<T> box = both.model.box(both.model.at(i));
        answer expected = meeting_of(c, box);
        if constexpr (std::same_as<T, float>)  // products are in the range of double, so the model is exact
            if (path_meets(c.from, c.translation, box)) expected = answer::meets;
        seen.meets += expected == answer::meets ? 1 : 0, seen.misses += expected == answer::misses ? 1 : 0;
        if (times[i] > 1 || (expected == answer::meets && times[i] == 0) ||
            (expected == answer::misses && times[i] != 0))
            return false;
    }
    return true;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("a path offers each box that it meets once, also if it reaches beyond the largest number",
                        "[broad]", every_structure) {
    using T = typename TestType::scalar_type;
    if constexpr (std::same_as<TestType, brute_force<double>>) return;  // its products may leave the range of double
    random_numbers random{31};
    answers seen;
    const auto check = [&](const twins<TestType>& both) {
        for (int i = 0; i < 12; ++i) {
            cast<T> c{any_box<T>(random, random.chance(.5)), {}, random.chance(.5)};
            if (c.is_ray) c.from.max = c.from.min;
            const bool is_small = random.chance(.2);
            c.translation = {number<T>(random, is_small), number<T>(random, is_small)};
            CHECK(offers_each_once(both, c, seen));
        }
    };
    for (std::size_t round = 0; round < many_if_all(std::size_t{1000}, std::size_t{120}); ++round) {
        const bool is_small = random.chance(.5);
        std::vector<aabb<T>> boxes;
        for (std::size_t n = 1 + random.index(random.chance(.2) ? 70 : 9); n > 0; --n)
            boxes.push_back(any_box<T>(random, is_small));
        twins<TestType> both;
        CHECK(both.build(boxes));
        check(both);
        if constexpr (changes<TestType>) {
            for (std::size_t i = 0; i < boxes.size(); i += 2) CHECK(both.update(i, any_box<T>(random, is_small)));
            for (std::size_t i = 0; i < boxes.size(); i += 3) CHECK(both.remove(i));
            check(both);
            both.commit();
            check(both);
        }
    }
    CHECK(seen.meets > 1000);
    CHECK(seen.misses > 1000);
}
