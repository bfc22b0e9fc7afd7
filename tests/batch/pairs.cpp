// Pairs of indices, and i-th against i-th: the answers are those of collide and intersects.

#include <batches.hpp>

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
        const std::span<const index_pair> asked{pairs.data(), n};
        std::vector<std::optional<contact<T>>> out(n + 1, untouched);
        std::vector<std::uint64_t> bits((n + 63) / 64 + 1, 77);
        const std::size_t hits = collide_pairs(as, bs, asked, out);
        CHECK(intersects_pairs(as, bs, asked, bits) == hits);
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

}  // namespace

TEMPLATE_TEST_CASE("pairs by index, and in order, answer as each pair", "", float, double) {
    using T = TestType;
    check_pairs<circle<T>, aabb<T>>();
    check_pairs<obb<T>, obb<T>>();
    check_pairs<convex_polygon<T>, convex_polygon<T>>();
    check_pairs<convex_polygon<T>, capsule<T>>();
}

TEST_CASE("too little room for pairs: nothing is written, and nothing counted") {
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
