// One against many, for the kinds of shapes that have kernels. tests/laws tests all other kinds.

#include <batches.hpp>

using namespace hitbox_tests;

TEMPLATE_TEST_CASE("one against many has the answers of one against each", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    using kinds = type_list<vec2<T>, circle<T>, aabb<T>, obb<T>, ellipse<T>>;
    against_batches_of<circle<T>>(kinds{});
    against_batches_of<aabb<T>>(kinds{});
    against_batches_of<obb<T>>(kinds{});
    CHECK(touches_seen > 20);
}

TEST_CASE("the widths of registers that can be tested are reported") {
#if HITBOX_HAS_AVX2_KERNELS
    if (!hitbox::detail::has_avx2()) WARN("this processor has no AVX2: kernels of 32 bytes were not tested");
#endif
#if HITBOX_HAS_AVX512_KERNELS
    if (!hitbox::detail::has_avx512()) WARN("this processor has no AVX-512: kernels of 64 bytes were not tested");
#endif
    SUCCEED();
}

namespace {
template <class Q, class E>
void check_decided() {
    using T = scalar_t<E>;
    generator random{33};
    std::vector<E> list;
    std::vector<bool> expected;
    const Q query = random.around<Q>({0, 0}, 3);
    for (int i = 0; i < 1000; ++i) {
        list.push_back(random.around<E>({random.real<T>(-9, 9), random.real<T>(-9, 9)}, 2));
        expected.push_back(queries::intersects(query, list.back()));
    }
    unsure_seen = looked_at = 0;
    check_looks(query, list, expected);
    CHECK(looked_at >= 1000);
    CHECK(unsure_seen <= looked_at / 100);
}
}  // namespace

TEMPLATE_TEST_CASE("kernels decide most of the pairs that they test", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    check_decided<circle<T>, circle<T>>();
    check_decided<circle<T>, aabb<T>>();
    check_decided<aabb<T>, circle<T>>();
    check_decided<aabb<T>, aabb<T>>();
    check_decided<aabb<T>, obb<T>>();
    check_decided<obb<T>, aabb<T>>();
    check_decided<obb<T>, obb<T>>();
}

TEMPLATE_TEST_CASE("rotated boxes that almost touch, some with a rotation that scales slightly", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    generator random{34};
    const auto roll = [&](vec2<T> p) {
        auto box = random.around<obb<T>>(p, 4);
        const T scale = T(1) + (random.index(3) == 0 ? random.real<T>(T(-0x1p-12), T(0x1p-12)) : T(0));
        box.rotation = {box.rotation.c * scale, box.rotation.s * scale};
        return box;
    };
    for (int i = 0; i < 400; ++i) {
        const obb<T> query = roll({50, 30});
        std::vector<obb<T>> list;
        std::vector<bool> expected;
        while (list.size() < 16) {
            const obb<T> e = roll(vec2<T>{50, 30} + random.unit<T>() * random.real<T>(T(2), T(12)));
            list.push_back(brought_near(query, e));
            expected.push_back(queries::intersects(query, list.back()));
        }
        check_looks(query, list, expected);
    }
}

TEST_CASE("exactly touching shapes hit, and shapes one rounding apart do not") {
    circle_batch<float> circles;
    aabb_batch<float> boxes;
    const float far = std::nextafter(3.f, 9.f);
    for (int i = 0; i < 20; ++i) {
        circles.push_back({{i % 2 ? far : 3.f, 0}, 2});
        boxes.push_back({{i % 2 ? far : 3.f, -1}, {9, 1}});
    }
    std::vector<std::uint64_t> bits(1);
    CHECK(intersects_many(circle<float>{{0, 0}, 1}, circles, bits) == 10);
    CHECK(bits[0] == 0x55555);
    CHECK(intersects_many(circle<float>{{0, 0}, 3}, boxes, bits) == 10);
    CHECK(bits[0] == 0x55555);
    CHECK(intersects_many(aabb<float>{{-1, -1}, {3, 1}}, boxes, bits) == 10);
    CHECK(bits[0] == 0x55555);
    CHECK(intersects_many(aabb<float>{{-1, -1}, {1, 1}}, circles, bits) == 10);
    CHECK(bits[0] == 0x55555);
}

TEST_CASE("if the output is too small, nothing is written and 0 is returned") {
    circle_batch<float> many;
    for (int i = 0; i < 65; ++i) many.push_back({{0, 0}, 1});
    std::vector<std::uint64_t> bits(1, 7);
    CHECK(intersects_many(vec2<float>{0, 0}, many, bits) == 0);
    CHECK(bits[0] == 7);
    std::vector<std::uint32_t> indices(64, 7);
    CHECK(intersects_many(vec2<float>{0, 0}, many, std::span{indices}) == 0);
    CHECK(indices == std::vector<std::uint32_t>(64, 7));
    bits.resize(2), indices.resize(65);
    CHECK(intersects_many(vec2<float>{0, 0}, many, bits) == 65);
    CHECK(intersects_many(vec2<float>{0, 0}, many, std::span{indices}) == 65);
    many.clear();
    CHECK(intersects_many(vec2<float>{0, 0}, many, std::span<std::uint64_t>{}) == 0);
    CHECK(intersects_many(vec2<float>{0, 0}, many, std::span<std::uint32_t>{}) == 0);
}

TEST_CASE("every call overwrites the vector of indices and keeps its capacity") {
    circle_batch<float> many;
    for (int i = 0; i < 200; ++i) many.push_back({{static_cast<float>(i), 0}, .25f});
    std::vector<std::uint32_t> hits;
    for (int frame = 0; frame < 3; ++frame) {
        CHECK(intersects_many(aabb<float>{{60, 0}, {70, 1}}, many, hits) == 11);
        REQUIRE(hits.size() == 11);
        for (std::uint32_t i = 0; i < 11; ++i) CHECK(hits[i] == 60 + i);
        const std::uint32_t* const place = hits.data();
        CHECK(intersects_many(vec2<float>{7, 0}, many, hits) == 1);
        CHECK(hits == std::vector<std::uint32_t>{7});
        CHECK(intersects_many(vec2<float>{-1, 0}, many, hits) == 0);
        CHECK(hits.empty());
        CHECK(hits.data() == place);
    }
    CHECK(intersects_many(aabb<float>{{0, 0}, {200, 0}}, many, hits) == 200);
    CHECK(intersects_many(circle<float>{{0, 0}, -1}, many, hits) == 0);
    CHECK(hits.empty());
}

TEST_CASE("batches of a thousand elements and more") {
    aabb_batch<double> many;
    for (int i = 0; i < 5000; ++i) many.push_back({{double(i), 0}, {i + .5, 1}});
    std::vector<std::uint32_t> hits(5000);
    REQUIRE(intersects_many(circle<double>{{2500, 0}, 1500}, many, hits) == 3001);
    for (std::uint32_t i = 0; i < 3001; ++i) CHECK(hits[i] == 1000 + i);
}
