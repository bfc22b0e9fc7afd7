#pragma once
// Batches of shapes of all kinds; their answers are compared with those of the queries of pairs.

#include "grid.hpp"

namespace hitbox_tests {

// Shapes of each kind that a batch has columns for, and that hit nothing.

template <class T>
std::vector<circle<T>> broken(const circle<T>*) {
    using limits = std::numeric_limits<T>;
    const T nan = limits::quiet_NaN(), infinity = limits::infinity();
    return {{{0, 0}, -1}, {{nan, 0}, 9}, {{0, nan}, 9}, {{0, 0}, nan}, {{0, 0}, infinity}, {{-infinity, 0}, infinity}};
}
template <class T>
std::vector<aabb<T>> broken(const aabb<T>*) {
    using limits = std::numeric_limits<T>;
    const T nan = limits::quiet_NaN(), infinity = limits::infinity();
    return {{{1, -9}, {-1, 9}},   {{-9, 9}, {9, -9}},       {{nan, -9}, {9, 9}},
            {{-9, -9}, {9, nan}}, {{nan, nan}, {nan, nan}}, {{-infinity, -infinity}, {infinity, infinity}}};
}
template <class T>
std::vector<obb<T>> broken(const obb<T>*) {
    using limits = std::numeric_limits<T>;
    const T nan = limits::quiet_NaN(), infinity = limits::infinity();
    return {{{0, 0}, {9, -9}},  {{0, 0}, {9, 9}, {2, 0}},   {{nan, 0}, {9, 9}},
            {{0, 0}, {nan, 9}}, {{0, 0}, {9, 9}, {1, nan}}, {{0, 0}, {infinity, 9}}};
}
template <class T, std::size_t N>
std::vector<convex_polygon<T, N>> broken(const convex_polygon<T, N>*) {
    return {{}};
}
template <class T>
std::vector<vec2<T>> broken(const vec2<T>*) {
    using limits = std::numeric_limits<T>;
    return {{limits::quiet_NaN(), 0}, {limits::infinity(), 0}};
}
template <class S>
std::vector<S> broken(const S*) {
    return {};
}

template <class S, class... Known>
constexpr bool listed(type_list<Known...>) {
    return (std::is_same_v<S, Known> || ...);
}
/// True for shapes whose vertices can be on a grid, where touching is common.
template <class S>
inline constexpr bool on_grid = listed<S>(every_shape<scalar_t<S>>{});

/// Returns the element moved until it touches the query shape, up to rounding. The filter must be unsure there.
template <class Q, class E>
E brought_near(const Q& query, const E& e) {
    using T = scalar_t<E>;
    const auto gap = queries::distance(query, e);
    return gap.distance > 0 && gap.distance < 1000 ? mapped(e, T(1), gap.normal * -gap.distance) : e;
}

constexpr std::size_t elements_of_a_batch = many_if_all(std::size_t{200}, std::size_t{66});

template <class E, class Q>
std::vector<E> elements_for(const Q& query, scalar_t<E> scale, generator& random, grid_generator& grid) {
    using T = scalar_t<E>;
    const vec2<T> p = center(query) * (1 / scale);
    const std::vector<E> none = broken(static_cast<const E*>(nullptr));
    std::vector<E> list;
    while (list.size() < elements_of_a_batch) {
        switch (const auto kind = random.index(16)) {
            case 0:
                if (!none.empty()) list.push_back(none[random.index(none.size())]);
                break;
            case 1: list.push_back(mapped(random.around<E>({1, 1}, 4), T(1e30), {})); break;
            case 2: list.push_back(mapped(random.around<E>({0, 0}, 4), (std::numeric_limits<T>::min)(), {})); break;
            case 3: list.push_back(mapped(random.around<E>({5, 3}, T(1) / 64), scale, {})); break;
            case 4: list.push_back(mapped(random.around<E>(p, T(1) / 64), scale, {})); break;  // inside, mostly
            case 5: list.push_back(mapped(random.around<E>(p, 100), scale, {})); break;
            case 6:
            case 7:
            case 8: {
                const vec2<T> far = random.unit<T>() * random.real(T(1), T(12));
                const E e = mapped(random.around<E>(p + far, 2), scale, {});
                list.push_back(kind == 6 ? e : brought_near(query, e));
                break;
            }
            default:
                if constexpr (on_grid<E>) list.push_back(mapped(grid.pair<E, E>().second, scale, {}));
                else list.push_back(mapped(random.around<E>(p, 2), scale, {}));
        }
    }
    return list;
}

inline std::size_t hits_seen = 0, touches_seen = 0;

inline std::size_t unsure_seen = 0, looked_at = 0;

/// Checks that the certain results of a kernel are right for every element, with registers of one width.
template <class Q, class E, class Look>
void check_look(const Q& query, const batch<E>& many, const std::vector<bool>& expected, Look look) {
    std::size_t wrong = many.size();
    for (std::size_t first = 0; first < many.size(); first += 64 * hitbox::detail::verdicts::words) {
        hitbox::detail::verdicts found;
        const std::size_t end = (std::min)(many.size(), first + 64 * hitbox::detail::verdicts::words);
        std::size_t hits = 0;
        const std::size_t counted = look(hitbox::detail::for_kernels(query, many), many, first, found);
        for (std::size_t k = 0; k < (end - first + 63) / 64 * 64; ++k) {
            const bool hit = (found.hit[k / 64] >> k % 64 & 1) != 0, unsure = (found.unsure[k / 64] >> k % 64 & 1) != 0;
            const bool there = first + k < end, expect = there && expected[first + k];
            hits += hit ? 1 : 0, unsure_seen += unsure ? 1 : 0, looked_at += there ? 1 : 0;
            if (there ? (hit ? unsure || !expect : !unsure && expect) : hit || unsure) wrong = first + k;
        }
        LAW(counted == hits, query, query);
    }
    LAW(wrong == many.size(), query, many[(std::min)(wrong, many.size() - 1)]);
}
/// Checks the kernels for registers of every width that the processor has, not only those that it would select.
template <class Q, class E>
void check_looks(const Q& query, const batch<E>& many, const std::vector<bool>& expected) {
    const auto lanes_16 = [](const auto& known, const batch<E>& elements, std::size_t first, auto& found) {
        return hitbox::detail::lanes_16::filter_batch(known, elements, first, found);
    };
    check_look(query, many, expected, lanes_16);
#if HITBOX_HAS_AVX2_KERNELS
    const auto lanes_32 = [](const auto& known, const batch<E>& elements, std::size_t first, auto& found) {
        return hitbox::detail::lanes_32::filter_batch(known, elements, first, found);
    };
    if (hitbox::detail::has_avx2()) check_look(query, many, expected, lanes_32);
#endif
#if HITBOX_HAS_AVX512_KERNELS
    const auto lanes_64 = [](const auto& known, const batch<E>& elements, std::size_t first, auto& found) {
        return hitbox::detail::lanes_64::filter_batch(known, elements, first, found);
    };
    if (hitbox::detail::has_avx512()) check_look(query, many, expected, lanes_64);
#endif
}
template <class Q, class E>
void check_looks(const Q& query, const std::vector<E>& list, const std::vector<bool>& expected) {
    check_looks(query, batch<E>{list}, expected);
}

template <class Q, class E>
void check_batch(const Q& query, const std::vector<E>& list, std::size_t n, const std::vector<bool>& expected) {
    const batch<E> grown{std::span<const E>{list.data(), n}}, many = grown;  // a copy has no spare capacity
    if constexpr (!hitbox::detail::indirect<Q>)
        if (hitbox::detail::is_valid(query) && n != 0) check_looks(query, many, expected);
    std::size_t hits = 0, wrong = n;
    for (std::size_t i = 0; i < n; ++i) hits += expected[i] ? 1 : 0;

    constexpr std::uint64_t untouched = 0xfeedfacecafebeef;
    std::vector<std::uint64_t> bits((n + 63) / 64 + 1, untouched);
    const std::size_t counted = intersects_many(query, many, std::span<std::uint64_t>{bits});
    for (std::size_t i = 0; i < (n + 63) / 64 * 64; ++i)
        if ((bits[i / 64] >> i % 64 & 1) != (i < n && expected[i] ? 1 : 0)) wrong = i;
    LAW(wrong == n && counted == hits && bits.back() == untouched, query, list[(std::min)(wrong, list.size() - 1)]);

    std::vector<std::uint32_t> indices(n + 1, 12345), right;
    for (std::size_t i = 0; i < n; ++i)
        if (expected[i]) right.push_back(static_cast<std::uint32_t>(i));
    right.resize(n + 1, 12345);
    LAW((intersects_many(query, many, std::span<std::uint32_t>{indices}) == hits && indices == right), query, query);
}

template <class Q, class E>
void check_query(const Q& query, const std::vector<E>& list) {
    std::vector<bool> expected;
    for (const E& e : list) {
        expected.push_back(queries::intersects(query, e));
        hits_seen += expected.back() ? 1 : 0;
        if constexpr (exact_pair<Q, E>) touches_seen += expected.back() && !queries::penetrates(query, e) ? 1 : 0;
    }
    for (const std::size_t n : std::initializer_list<std::size_t>{0, 1, 3, 15, 16, 17, 63, 64, 65})
        check_batch(query, list, n, expected);
    check_batch(query, list, list.size(), expected);
}
/// Tests a batch of more elements than one call of a kernel takes.
template <class Q, class E>
void check_long_batch(const Q& query, std::vector<E> list) {
    std::vector<bool> expected;
    for (const E& e : list) expected.push_back(queries::intersects(query, e));
    for (std::size_t i = 0; list.size() < 4095; ++i) list.push_back(E{list[i]}), expected.push_back(expected[i]);
    check_batch(query, list, list.size(), expected);
}

template <class E, class Q>
void against_batches_of() {
    using T = scalar_t<E>;
    generator random{31};
    grid_generator grid{32};
    constexpr bool is_slow = std::is_same_v<E, ellipse<T>>;  // the distances of 4095 ellipses
    for (const T scale : {T(1), T(0x1p90), T(0x1p-90)}) {
        std::vector<Q> queries = {mapped(random.around<Q>({1, 2}, 2), scale, {}),
                                  mapped(random.around<Q>({-3, 1}, T(.25)), scale, {})};
        if constexpr (on_grid<Q>)
            for (int i = 0; i < many_if_all(3, 2); ++i) queries.push_back(mapped(grid.pair<Q, Q>().first, scale, {}));
        if (scale == 1)
            for (const Q& q : broken(static_cast<const Q*>(nullptr))) queries.push_back(q);
        for (const Q& q : queries)
            check_query(q, elements_for<E>(hitbox::detail::is_valid(q) ? q : queries[0], scale, random, grid));
        if (scale == 1 && (!is_slow || all_are_tested))
            check_long_batch(queries[0], elements_for<E>(queries[0], scale, random, grid));
    }
}

template <class E, class... Q>
void against_batches_of(type_list<Q...>) {
    hits_seen = touches_seen = 0;
    (against_batches_of<E, Q>(), ...);
    CHECK(hits_seen > elements_of_a_batch * sizeof...(Q));
}

/// The quick set leaves out `Sample`: see `sample_of`.
template <class E, std::size_t Sample>
void every_shape_against_batches_of() {
    using T = scalar_t<E>;
    against_batches_of<E>(sample_of<every_stand_in<T>, 8, Sample>{});
    against_batches_of<E>(sample_of<every_shape<T>, 8, Sample>{});
    CHECK(touches_seen > if_all_are_tested(std::size_t{100}));
    against_batches_of<E>(type_list<any_shape<T>>{});
}

}  // namespace hitbox_tests
