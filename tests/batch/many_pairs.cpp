// Pairs of indices, and pairs of equal index in two batches, against collide and intersects.

#include <batches.hpp>

#include <algorithm>

using namespace hitbox_tests;

namespace {

template <class A, class B>
void check_pairs() {
    using T = scalar_t<A>;
    generator random{51};
    std::vector<A> as = broken(static_cast<const A*>(nullptr));
    std::vector<B> bs = broken(static_cast<const B*>(nullptr));
    while (as.size() < 40) as.push_back(random.around<A>({random.real<T>(-3, 3), random.real<T>(-3, 3)}, 2));
    while (bs.size() < 50) bs.push_back(random.around<B>({random.real<T>(-3, 3), random.real<T>(-3, 3)}, 2));
    std::vector<index_pair> pairs;
    for (int i = 0; i < 300; ++i)
        pairs.push_back({static_cast<std::uint32_t>(random.index(41)), static_cast<std::uint32_t>(random.index(51))});
    pairs.push_back({0xffffffff, 0}), pairs.push_back({0, 0xffffffff});

    const auto there = [&](index_pair p) { return p.a < as.size() && p.b < bs.size(); };
    const std::optional<contact<T>> untouched = contact<T>{{5, 5}, 5};
    for (const std::size_t n : {0u, 1u, 5u, 64u, 65u, 302u}) {
        const std::span<const index_pair> first{pairs.data(), n};
        std::vector<std::optional<contact<T>>> out(n + 1, untouched);
        std::vector<std::uint64_t> bits((n + 63) / 64 + 1, 77);
        const std::size_t hits = collide_pairs(as, bs, first, out);
        CHECK(intersects_pairs(as, bs, first, bits) == hits);
        std::size_t counted = 0, right = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const auto [a, b] = pairs[i];
            const auto one = there(pairs[i]) ? collide(as[a], bs[b]) : std::nullopt;
            counted += one ? 1 : 0;
            right += out[i] == one && (bits[i / 64] >> i % 64 & 1) == (one ? 1 : 0) ? 1 : 0;
        }
        CHECK(right == n);
        CHECK(counted == hits);
        CHECK((n < 64 || hits > 10));
        CHECK((n % 64 == 0 || bits[n / 64] >> n % 64 == 0));
        CHECK(out[n] == untouched);
        CHECK(bits.back() == 77);
    }

    as.resize(40), bs.resize(40);
    std::vector<std::optional<contact<T>>> out(41, untouched);
    std::size_t counted = 0, right = 0;
    const std::size_t hits = collide_all(batch<A>{as}, batch<B>{bs}, out);
    for (std::size_t i = 0; i < 40; ++i) {
        const auto one = collide(as[i], bs[i]);
        counted += one ? 1 : 0, right += one == out[i] ? 1 : 0;
    }
    CHECK(right == 40);
    CHECK(counted == hits);
    CHECK(hits > 5);
    CHECK(out[40] == untouched);
}

/// Invalid shapes, separated pairs, overlapping pairs, and pairs that touch to within rounding; more pairs than one
/// filter call processes.
template <class A, class B>
std::pair<std::vector<A>, std::vector<B>> pairs_in_order() {
    using T = scalar_t<A>;
    generator random{52};
    const std::vector<A> broken_as = broken(static_cast<const A*>(nullptr));
    const std::vector<B> broken_bs = broken(static_cast<const B*>(nullptr));
    std::vector<A> as;
    std::vector<B> bs;
    while (as.size() < 150) {
        const vec2<T> p = random.unit<T>() * random.real(T(0), T(40)), far = random.unit<T>() * random.real(T(0), T(8));
        const A a = random.around<A>(p, 2);
        const B b = random.around<B>(p + far, 2);
        const std::size_t kind = random.index(8);
        as.push_back(kind == 0 && !broken_as.empty() ? broken_as[random.index(broken_as.size())] : a);
        bs.push_back(kind == 1 && !broken_bs.empty() ? broken_bs[random.index(broken_bs.size())]
                     : kind < 4                      ? brought_near(a, b)
                                                     : b);
    }
    while (as.size() < 1101) as.push_back(A{as[as.size() - 150]}), bs.push_back(B{bs[bs.size() - 150]});
    return {as, bs};
}

/// Checks that the filter's certain results are correct for registers of any width, and at least a quarter is certain.
template <class A, class B, class Look>
void check_parted(const batch<A>& as, const batch<B>& bs, const std::vector<bool>& hit, Look look) {
    std::size_t wrong = 0, undecided = 0;
    for (std::size_t first = 0; first < as.size(); first += 64 * hitbox::detail::verdicts::words) {
        hitbox::detail::verdicts found;
        look(as, bs, first, found);
        for (std::size_t k = 0; k < 64 * hitbox::detail::verdicts::words && first + k / 64 * 64 < as.size(); ++k) {
            const auto bit = [k](const std::uint64_t* bits) { return (bits[k / 64] >> k % 64 & 1) != 0; };
            const bool unsure = bit(found.unsure), certain = bit(found.hit), there = first + k < as.size();
            wrong += (unsure && certain) || (!unsure && certain != (there && hit[first + k])) ? 1 : 0;
            wrong += unsure && !there ? 1 : 0;
            undecided += unsure ? 1 : 0;
        }
    }
    CHECK(wrong == 0);
    CHECK(undecided < as.size() * 3 / 4);
}

template <class A, class B>
void check_in_order() {
    using T = scalar_t<A>;
    const auto [as, bs] = pairs_in_order<A, B>();
    std::vector<std::optional<contact<T>>> expected;
    std::vector<bool> hit;
    for (std::size_t i = 0; i < as.size(); ++i)
        expected.push_back(collide(as[i], bs[i])), hit.push_back(expected.back().has_value());
    const std::optional<contact<T>> untouched = contact<T>{{5, 5}, 5};
    for (const std::size_t n : {0u, 1u, 15u, 16u, 17u, 63u, 64u, 65u, 1101u}) {
        const batch<A> grown_a{std::span{as}.first(n)}, of_a = grown_a;  // a copy has no room to spare
        const batch<B> grown_b{std::span{bs}.first(n)}, of_b = grown_b;
        std::vector<std::optional<contact<T>>> out(n + 1, untouched);
        const auto hits = std::count(hit.begin(), hit.begin() + static_cast<std::ptrdiff_t>(n), true);
        CHECK(collide_all(of_a, of_b, out) == static_cast<std::size_t>(hits));
        CHECK(std::equal(out.begin(), out.end() - 1, expected.begin()));
        CHECK(out[n] == untouched);
        if (n != 1101) continue;
        CHECK((hits > 100 && hits < 1000));
        const auto lanes_16 = [](auto&&... all) { hitbox::detail::lanes_16::filter_pairs(all...); };
        check_parted(of_a, of_b, hit, lanes_16);
#if HITBOX_HAS_AVX2_KERNELS
        const auto lanes_32 = [](auto&&... all) { hitbox::detail::lanes_32::filter_pairs(all...); };
        if (hitbox::detail::has_avx2()) check_parted(of_a, of_b, hit, lanes_32);
#endif
#if HITBOX_HAS_AVX512_KERNELS
        const auto lanes_64 = [](auto&&... all) { hitbox::detail::lanes_64::filter_pairs(all...); };
        if (hitbox::detail::has_avx512()) check_parted(of_a, of_b, hit, lanes_64);
#endif
    }
}

}  // namespace

TEMPLATE_TEST_CASE("pairs of equal index: the filter and collide separate the same pairs", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    check_in_order<circle<T>, aabb<T>>();
    check_in_order<aabb<T>, aabb<T>>();
    check_in_order<circle<T>, circle<T>>();
    check_in_order<obb<T>, obb<T>>();
    check_in_order<obb<T>, aabb<T>>();
    check_in_order<aabb<T>, obb<T>>();
    check_in_order<convex_polygon<T>, capsule<T>>();
    check_in_order<ellipse<T>, circle<T>>();
    check_in_order<obb<T>, ellipse<T>>();
    check_in_order<placed<obb<T>>, placed<capsule<T>>>();
}

TEMPLATE_TEST_CASE("GJK reports touching across a gap of a few roundings, and so does collide_all", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    generator random{53};
    std::vector<ellipse<T>> as;
    std::vector<aabb<T>> bs;
    for (int i = 0; i < 50; ++i) {
        const auto e = random.around<ellipse<T>>({random.real<T>(-3, 3), random.real<T>(-3, 3)}, 2);
        const vec2<T> right = support(e, vec2<T>{1, 0});
        T x = right.x;
        for (int gap = 0; gap < 4; ++gap, x = std::nextafter(x, T(99))) {
            as.push_back(e);
            bs.push_back({{x, right.y - 1}, {x + 1, right.y + 1}});
        }
    }
    std::vector<std::optional<contact<T>>> out(as.size());
    const std::size_t hits = collide_all(batch<ellipse<T>>{as}, batch<aabb<T>>{bs}, out);
    std::size_t apart_and_hit = 0;
    for (std::size_t i = 0; i < as.size(); ++i) {
        CHECK(out[i] == collide(as[i], bs[i]));
        apart_and_hit += out[i] && bs[i].min.x > support(as[i], vec2<T>{1, 0}).x ? 1 : 0;
    }
    CHECK(hits >= 50);
    CHECK(apart_and_hit > 20);
}

TEMPLATE_TEST_CASE("pairs by index and pairs of equal index have the answers of each pair", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    check_pairs<circle<T>, aabb<T>>();
    check_pairs<obb<T>, obb<T>>();
    check_pairs<convex_polygon<T>, convex_polygon<T>>();
    check_pairs<convex_polygon<T>, capsule<T>>();
}

TEST_CASE("if the output is too small for the pairs, nothing is written and 0 is returned") {
    const std::vector<circle<float>> list(3, circle<float>{{0, 0}, 1});
    const std::vector<index_pair> pairs(65, index_pair{1, 2});
    std::vector<std::optional<contact<float>>> out(64);
    std::vector<std::uint64_t> bits(1, 7);
    CHECK(collide_pairs(list, list, pairs, out) == 0);
    CHECK(!out[0]);
    CHECK(intersects_pairs(list, list, pairs, bits) == 0);
    CHECK(bits[0] == 7);

    circle_batch<float> three{list}, two;
    two.push_back(list[0]), two.push_back(list[1]);
    CHECK(collide_all(three, two, out) == 0);
    CHECK(collide_all(three, three, std::span{out}.first(2)) == 0);
    CHECK(!out[0]);
    CHECK(collide_all(three, three, out) == 3);
}
