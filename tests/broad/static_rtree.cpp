// A tree in a block of bytes: writing, viewing, and damaged bytes.

#include "../boxes.hpp"
#include "../catch_compat.hpp"

#include <hitbox/broad/static_rtree.hpp>

#include <cstring>

using namespace hitbox_tests;

namespace {

/// Bytes that begin at a multiple of 8 and end where the allocation ends, so that sanitizers report a read beyond them.
class stored {
public:
    explicit stored(std::span<const std::byte> bytes) : memory_((bytes.size() + 7) / 8), size_{bytes.size()} {
        std::copy(bytes.begin(), bytes.end(), this->bytes().begin());
    }
    std::span<std::byte> bytes() { return {reinterpret_cast<std::byte*>(memory_.data()), size_}; }

private:
    std::vector<std::uint64_t> memory_;
    std::size_t size_;
};

/// Makes every query; returns how many indices were out of range.
template <class T>
std::size_t query_all(const static_rtree<T>& tree) {
    std::size_t wrong = 0;
    const auto look = [&](proxy p) { wrong += p.index() >= tree.size(); };
    for (const T at : {T(-3), T(0), T(4)}) {
        tree.query(aabb<T>{{at, at}, {at + 5, at + 5}}, look);
        tree.query(vec2<T>{at, 1}, look);
        tree.ray_cast(ray<T>{{at, at}, {30, T(20)}}, look);
        tree.box_cast(aabb<T>{{at, at}, {at + 1, at}}, {-9, 4}, look);
        for (const proxy p : tree.nearest({at, at}, 3)) look(p);
    }
    for (const proxy p : tree.nearest({1, 2}, tree.size())) look(p);
    tree.for_each_pair([&](proxy a, proxy b) { look(a), look(b); });
    static_cast<void>(tree.bounds());
    static_cast<void>(tree.box(proxy{0, 1}));
    return wrong;
}

/// Scenes with several levels of small groups.
template <class T>
static_rtree<T> tree_of(std::size_t n) {
    static_rtree<T> tree;
    REQUIRE(tree.build(boxes_of<T>(scene::uniform, n, 1)));
    return tree;
}

template <class T>
block_error error_of_view(std::span<const std::byte> bytes) {
    const auto tree = static_rtree<T>::view(bytes);
    return tree ? block_error::none : tree.error();
}

template <class B>
concept updates_all = requires(B& structure, const std::vector<aabb<float>>& boxes) { structure.update(boxes); };
static_assert(updates_all<dynamic_tree<float>> && !updates_all<static_rtree<float>>);

}  // namespace

TEMPLATE_TEST_CASE("a view gives the answers of the tree whose bytes it views", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const scene kind : every_scene)
        for (const std::size_t n : std::array<std::size_t, 7>{0, 1, 16, 17, 256, 257, 600}) {
            CAPTURE(name_of(kind), n);
            const std::vector<aabb<T>> boxes = boxes_of<T>(kind, n, 2);
            static_rtree<T> tree;
            REQUIRE(tree.build(boxes));
            REQUIRE(tree.validate());
            stored copy{tree.bytes()};
            const auto view = static_rtree<T>::view(copy.bytes());
            REQUIRE(view);
            CHECK(view->bytes().data() == copy.bytes().data());  // in place
            CHECK(view->bytes_used() < 1000);
            CHECK(view->size() == boxes.size());
            if (boxes.empty()) CHECK(!valid(view->bounds()));  // inverted
            else CHECK(view->bounds() == bounds_of_all(boxes));
            std::vector<std::uint32_t> a, b;
            const auto into = [](std::vector<std::uint32_t>& list) {
                return [&list](proxy p, proxy q) { list.push_back(p.index()), list.push_back(q.index()); };
            };
            tree.for_each_pair(into(a));
            view->for_each_pair(into(b));
            CHECK(a == b);
            brute_force<T> expected;
            REQUIRE(expected.build(boxes));
            const auto pairs = sorted_pairs(expected);
            CHECK(pairs.size() * 2 == a.size());
            for (std::size_t i = 0; i < boxes.size(); i += 37)
                CHECK(view->box(proxy{static_cast<std::uint32_t>(i), 1}) == boxes[i]);
        }
}

TEMPLATE_TEST_CASE("a tree that was moved from is empty", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    static_rtree<T> tree = tree_of<T>(600), taken = std::move(tree);
    const auto is_empty = [](const static_rtree<T>& t) {
        return t.size() == 0 && query_all(t) == 0 && t.validate() && t.bytes().size() == 64 && !valid(t.bounds());
    };
    CHECK(is_empty(tree));
    CHECK((taken.size() == 600 && taken.validate()));
    tree = std::move(taken);
    CHECK(is_empty(taken));
    CHECK((tree.size() == 600 && tree.validate()));
    static_rtree<T>& same = tree;
    tree = std::move(same);
    CHECK((tree.size() == 600 && tree.validate()));
    const static_rtree<T> copy = tree;
    CHECK((copy.size() == 600 && tree.size() == 600 && copy.validate()));
    REQUIRE(taken.build(boxes_of<T>(scene::uniform, 20, 1)));
    CHECK((taken.size() == 20 && taken.validate()));
    static_rtree<T> view = static_rtree<T>::view(tree.bytes()).value();
    const static_rtree<T> moved_view = std::move(view);
    CHECK((moved_view.size() == 600 && moved_view.bytes().data() == tree.bytes().data() && is_empty(view)));
}

TEMPLATE_TEST_CASE("bytes with damage anywhere are refused or safe to query", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    for (const std::size_t n : {std::size_t{1}, std::size_t{40}}) {
        const static_rtree<T> tree = tree_of<T>(n);
        stored block{tree.bytes()};
        const std::span<std::byte> bytes = block.bytes();
        std::size_t accepted = 0;
        for (std::size_t i = 0; i < bytes.size(); ++i)
            for (const unsigned flip : {1u, 0x80u, 0xffu, 0x10u}) {
                bytes[i] ^= static_cast<std::byte>(flip);
                if (const auto view = static_rtree<T>::view(bytes)) {
                    CHECK(i >= 64);  // a change of any byte of the header is refused
                    ++accepted;
                    REQUIRE(query_all(*view) == 0);
                } else {
                    REQUIRE(view.error() != block_error::none);
                }
                bytes[i] ^= static_cast<std::byte>(flip);
            }
        CHECK(accepted < bytes.size() * 4);
        CHECK(error_of_view<T>(bytes) == block_error::none);
    }
}

TEMPLATE_TEST_CASE("bytes that change under a view are still safe to query", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const static_rtree<T> tree = tree_of<T>(300);
    random_numbers random{5};
    for (int round = 0; round < 200; ++round) {
        stored block{tree.bytes()};
        const auto view = static_rtree<T>::view(block.bytes());
        REQUIRE(view);
        for (int i = 0; i < (round < 100 ? 8 : 4000); ++i)
            block.bytes()[random.index(block.bytes().size())] = static_cast<std::byte>(random());
        static_cast<void>(query_all(*view));  // the answers are wrong, but sanitizers report a read beyond the block
        if (round >= 100) CHECK_FALSE(view->validate());
    }
}

TEST_CASE("bytes are refused with a reason") {
    const static_rtree<float> tree = tree_of<float>(300);
    stored block{tree.bytes()};
    const std::span<std::byte> bytes = block.bytes();
    const auto error = [&] { return error_of_view<float>(bytes); };
    const auto with = [&](std::size_t at, std::uint32_t word, block_error expected) {
        std::uint32_t old;
        std::memcpy(&old, &bytes[at], 4);
        std::memcpy(&bytes[at], &word, 4);
        CHECK(error() == expected);
        std::memcpy(&bytes[at], &old, 4);
        CHECK(error() == block_error::none);
    };
    with(0, 0, block_error::foreign_format);
    with(8, 0x04030201, block_error::foreign_endianness);
    with(8, 7, block_error::foreign_format);
    with(12, 2, block_error::foreign_version);
    with(16, 8, block_error::foreign_scalar);
    with(20, 8, block_error::foreign_format);
    with(24, 301, block_error::inconsistent);  // as many bytes, but a box more
    with(24, 3000, block_error::wrong_count);
    with(28, 1, block_error::wrong_count);
    with(28, 0xffff'ffff, block_error::wrong_count);
    with(64, 0x7fc0'0000, block_error::inconsistent);  // NaN
    with(64, 0xff80'0000, block_error::inconsistent);  // an infinity
    CHECK(error_of_view<double>(bytes) == block_error::foreign_scalar);

    for (std::size_t size = 0; size < bytes.size(); ++size)
        REQUIRE(error_of_view<float>(bytes.first(size)) ==
                (size < 64 ? block_error::too_short : block_error::wrong_count));
    std::vector<std::uint64_t> longer(bytes.size() / 8 + 2);
    auto* const begin = reinterpret_cast<std::byte*>(longer.data());
    std::memcpy(begin, bytes.data(), bytes.size());
    CHECK(error_of_view<float>({begin, bytes.size() + 8}) == block_error::wrong_count);
    for (std::size_t off = 1; off < 8; ++off) {
        std::memcpy(begin + off, bytes.data(), bytes.size());
        CHECK(error_of_view<float>({begin + off, bytes.size()}) == block_error::misaligned);
    }
    CHECK(error_of_view<float>({}) == block_error::too_short);
    for (int e = 0; e <= static_cast<int>(block_error::inconsistent); ++e)
        CHECK(std::strlen(to_string(static_cast<block_error>(e))) > 5);
}

TEST_CASE("an index that occurs twice is detected") {
    const static_rtree<float> tree = tree_of<float>(20);
    stored block{tree.bytes()};
    const std::size_t last = block.bytes().size() - 4 * (32 - 19), one_before = last - 4;
    std::memcpy(&block.bytes()[last], &block.bytes()[one_before], 4);
    CHECK(error_of_view<float>(block.bytes()) == block_error::inconsistent);
}

TEST_CASE("an empty tree has bytes, too") {
    static_rtree<double> tree;
    CHECK(tree.validate());
    CHECK(tree.bytes().size() == 64);
    CHECK(error_of_view<double>(tree.bytes()) == block_error::none);
    CHECK(error_of_view<float>(tree.bytes()) == block_error::foreign_scalar);
    CHECK(query_all(tree) == 0);
    CHECK(tree.nearest({0, 0}, 5).empty());
    CHECK_FALSE(tree.contains(proxy{}));
    REQUIRE(tree.build({}));
    CHECK(query_all(tree) == 0);
    CHECK(tree.bytes().size() == 64);
}

TEST_CASE("copies of trees are independent; copies of views view the same bytes") {
    auto tree = tree_of<float>(100);
    const static_rtree<float> copy = tree;
    const static_rtree<float> view = *static_rtree<float>::view(copy.bytes());
    const static_rtree<float> view_copy = view;
    CHECK(copy.bytes().data() != tree.bytes().data());
    CHECK(view_copy.bytes().data() == copy.bytes().data());
    tree.clear();
    CHECK(copy.validate());
    CHECK(view_copy.validate());
    CHECK(tree.size() == 0);
}

TEST_CASE("a box takes about 21 bytes") {
    const auto tree = tree_of<float>(100'000);
    CHECK(tree.bytes().size() < 2'130'000);
    CHECK(tree.bytes_used() < 2'140'000);
}

TEST_CASE("a build is refused as a whole, and a successful one makes former proxies stale") {
    static_rtree<float> tree;
    std::vector<aabb<float>> boxes = boxes_of<float>(scene::uniform, 50, 3);
    const auto first = tree.build(boxes);
    REQUIRE(first);
    boxes[30].max.x = std::numeric_limits<float>::quiet_NaN();
    const auto refused = tree.build(boxes);
    CHECK(refused.error() == broad_error::not_finite);
    CHECK(refused.index() == 30);
    CHECK(tree.contains((*first)[49]));
    CHECK(tree.size() == 50);
    boxes.pop_back();
    boxes[30] = boxes[0];
    const auto second = tree.build(boxes);
    REQUIRE(second);
    CHECK_FALSE(tree.contains((*first)[0]));
    CHECK(tree.contains((*second)[48]));
    CHECK_FALSE(tree.contains((*second)[49]));
    CHECK(tree.box((*second)[30]) == boxes[0]);
    CHECK(tree.box((*first)[30]) == aabb<float>{});
}

TEMPLATE_TEST_CASE("distances neither overflow nor underflow", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    constexpr T max_value = (std::numeric_limits<T>::max)(), least = std::numeric_limits<T>::denorm_min();
    const auto order = [](const std::vector<vec2<T>>& points, vec2<T> from) {
        std::vector<aabb<T>> boxes;
        for (const vec2<T> p : points) boxes.push_back({p, p});
        static_rtree<T> tree;
        REQUIRE(tree.build(boxes));
        std::vector<std::uint32_t> indices;
        for (const proxy p : tree.nearest(from, points.size())) indices.push_back(p.index());
        return indices;
    };
    using list = std::vector<std::uint32_t>;
    CHECK(order({{max_value, max_value}, {max_value, 0}, {0, max_value / 2}, {max_value, -max_value}},
                {-max_value, max_value}) == list{2, 0, 1, 3});
    CHECK(order({{3 * least, 0}, {least, least}, {0, least}, {0, 0}, {2 * least, 0}}, {}) == list{3, 2, 1, 4, 0});
    CHECK(order({{max_value, 0}, {least, 0}, {1, 0}, {0, 2 * least}}, {}) == list{1, 3, 2, 0});
    // Boxes at one distance are ordered by index.
    CHECK(order({{5, 0}, {3, 4}, {-4, -3}, {0, -5}, {1, 1}}, {}) == list{4, 0, 1, 2, 3});
    CHECK(order({{0, 5}, {5, 0}, {0, 5}, {-5, 0}}, {}) == list{0, 1, 2, 3});
}

TEMPLATE_TEST_CASE("boxes along a ray are offered roughly in their order on it", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::vector<aabb<T>> boxes;
    for (int i = 0; i < 2000; ++i) boxes.push_back({{T(i), 0}, {T(i) + T(.5), 1}});
    static_rtree<T> tree;
    REQUIRE(tree.build(boxes));
    for (const bool back : {false, true}) {
        std::uint32_t first = 9999;
        const ray<T> r{{back ? T(3000) : T(-1000), T(.5)}, {back ? T(-4000) : T(4000), 0}};
        const auto closest = [&](proxy p) {
            if (first == 9999) first = p.index();
            const T x = back ? boxes[p.index()].max.x : boxes[p.index()].min.x;
            return (x - r.origin.x) / r.translation.x;
        };
        CHECK(tree.ray_cast(r, closest).found < 10);
        CHECK(first == (back ? 1999 : 0));
    }
}

TEMPLATE_TEST_CASE("boxes are visited nearest first: all within the search radius, and few others", "",
                   HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto gap_of = [](const aabb<T>& a, const aabb<T>& b) {
        const auto apart = [](T low, T high) { return static_cast<long double>(low) - static_cast<long double>(high); };
        return std::max(
            {apart(a.min.x, b.max.x), apart(b.min.x, a.max.x), apart(a.min.y, b.max.y), apart(b.min.y, a.max.y)});
    };
    for (const std::size_t n : {1u, 5u, 16u, 17u, 300u, 5000u}) {
        const auto boxes = boxes_of<T>(scene::uniform, n, 7);
        static_rtree<T> tree;
        REQUIRE(tree.build(boxes));
        random_numbers random{n};
        const aabb<T> all = bounds_of_all(boxes);
        std::size_t visits = 0;
        for (int round = 0; round < 50; ++round) {
            const vec2<T> p{static_cast<T>(random.real(all.min.x, all.max.x)),
                            static_cast<T>(random.real(all.min.y, all.max.y))};
            const aabb<T> from{p, p + (all.max - all.min) * static_cast<T>(random.real(0, .01))};
            std::vector<int> seen(n);
            T nearest = std::numeric_limits<T>::infinity();
            tree.visit_from_nearest(from, [&](proxy q) {
                ++seen[q.index()], ++visits;
                return nearest = std::min(nearest, std::max(T(0), static_cast<T>(gap_of(boxes[q.index()], from))));
            });
            bool right = true;
            for (std::size_t i = 0; i < n; ++i)
                right = right && seen[i] <= 1 &&
                        (seen[i] == 1 || gap_of(boxes[i], from) > static_cast<long double>(nearest));
            CHECK(right);
        }
        CHECK(visits <= 50 * 20);
        std::size_t every = 0, one = 0;
        tree.visit_from_nearest(all, [&](proxy) { return ++every, std::numeric_limits<T>::infinity(); });
        tree.visit_from_nearest(all, [&](proxy) { return ++one, T(-1); });
        CHECK(every == n);
        CHECK(one == 1);
    }
    static_rtree<T> far;  // farther apart than the largest number
    constexpr T max_value = (std::numeric_limits<T>::max)();
    REQUIRE(far.build(std::vector<aabb<T>>{{{max_value, max_value}, {max_value, max_value}}}));
    int found = 0;
    far.visit_from_nearest({{-max_value, 0}, {-max_value, 0}}, [&](proxy) { return ++found, max_value; });
    CHECK(found == 1);
    far.visit_from_nearest({{max_value, 0}, {-max_value, 0}}, [&](proxy) { return ++found, max_value; });  // no box
    CHECK(found == 1);
}
