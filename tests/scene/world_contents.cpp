// The state that determines how a world continues: slots, shapes and their positions, and their bytes.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"
#include "filled_world.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <vector>

namespace world_contents_tests {

using namespace hitbox;
using filled_worlds::bytes;
using filled_worlds::place;
using filled_worlds::shape_of;
using V = vec2<float>;
using contents = detail::world_contents<float>;

/// Reads a word of a snapshot, lowest byte first.
std::uint64_t word_at(const bytes& all, std::size_t i) {
    std::uint64_t word = 0;
    for (std::size_t k = 8; k-- > 0;) word = word << 8 | std::to_integer<std::uint64_t>(all[8 * i + k]);
    return word;
}
std::uint64_t pair_of(std::uint32_t low, std::uint32_t high) { return low + (std::uint64_t{high} << 32); }
template <class T>
void append_number(bytes& all, T x) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof x);
    if constexpr (std::endian::native == std::endian::big) bits >>= 64 - 8 * sizeof x;
    for (std::size_t i = 0; i < sizeof x; ++i) all.push_back(static_cast<std::byte>(bits >> 8 * i & 255));
}

TEMPLATE_TEST_CASE("world: a slot is stored field by field, and is read back equal", "[scene]", HITBOX_TESTS_REALS) {
    using T = TestType;
    std::mt19937 random{1};
    const auto word = [&random] { return static_cast<std::uint32_t>(random()); };
    for (int round = 0; round < 200; ++round) {
        const auto where = place(random);
        detail::world_slot<T> s;
        s.transform.translation = {T(where.translation.x), T(where.translation.y)};
        s.transform.rotation = rot2<T>::from_degrees(T(random() % 360));
        s.filter = {word(), word(), static_cast<std::int32_t>(word())};
        s.generation = word(), s.user = pair_of(word(), word()), s.code = word();
        s.sensor = random() % 2 == 0, s.is_used = random() % 2 == 0, s.fixed = random() % 2 == 0;
        bytes stored(8 * detail::words_of_slot<T>), expected;
        detail::store_slot(stored.data(), s);
        for (const T x :
             {s.transform.translation.x, s.transform.translation.y, s.transform.rotation.c, s.transform.rotation.s})
            append_number(expected, x);
        append_number(expected, s.filter.category), append_number(expected, s.filter.mask);
        append_number(expected, s.filter.group), append_number(expected, s.generation);
        append_number(expected, std::uint32_t{(s.is_used ? 1u : 0u) + (s.sensor ? 2u : 0u) + (s.fixed ? 4u : 0u)});
        append_number(expected, s.code), append_number(expected, s.user);
        REQUIRE(stored == expected);

        detail::world_slot<T> back;
        REQUIRE(detail::load_slot(back, stored.data()));
        CHECK((back.transform.translation == s.transform.translation && back.filter == s.filter));
        CHECK((back.transform.rotation.c == s.transform.rotation.c &&
               back.transform.rotation.s == s.transform.rotation.s));
        CHECK((back.generation == s.generation && back.user == s.user && back.code == s.code));
        CHECK((back.sensor == s.sensor && back.is_used == s.is_used && back.fixed == s.fixed));
        // Unknown flags and invalid transforms are refused, because no world writes them.
        bytes bad = stored;
        bad[bad.size() - 16] |= std::byte{8};
        CHECK_FALSE(detail::load_slot(back, bad.data()));
        bad = stored;
        bad[bad.size() - 15] = std::byte{1};
        CHECK_FALSE(detail::load_slot(back, bad.data()));
        for (const T x : {std::numeric_limits<T>::quiet_NaN(), T(3)}) {
            bytes number;
            append_number(number, x);
            bad = stored;
            std::ranges::copy(number, bad.begin() + std::ptrdiff_t(2 * sizeof(T)));  // the cosine
            CHECK_FALSE(detail::load_slot(back, bad.data()));
        }
    }
}

TEST_CASE("world: the codes of shapes differ, and sets of pieces have codes of their own", "[scene]") {
    const std::vector<V> line{{0, 0}, {1, 0}};
    const std::vector<collider_shape<float>> shapes{V{},
                                                    circle<float>{{0, 0}, 1},
                                                    aabb<float>{{0, 0}, {1, 1}},
                                                    obb<float>{{0, 0}, {1, 1}, {}},
                                                    segment<float>{{0, 0}, {1, 0}},
                                                    capsule<float>{{0, 0}, {1, 0}, 1},
                                                    triangle<float>{{0, 0}, {1, 0}, {0, 1}},
                                                    *regular_polygon(5, 1.f),
                                                    *regular_polygon(6, 1.f),
                                                    rounded{aabb<float>{{0, 0}, {1, 1}}, 1.f},
                                                    filled_worlds::ship(),
                                                    chain<float>::open(line, chain_sides::one),
                                                    chain<float>::open(line, chain_sides::two)};
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        CHECK(detail::is_code_of_set(detail::code_of(shapes[i])) == (i >= 10));
        for (std::size_t k = 0; k < i; ++k) CHECK(detail::code_of(shapes[i]) != detail::code_of(shapes[k]));
    }
}

TEST_CASE("world: the table of numbers may have several numbers of one key", "[scene]") {
    std::mt19937 random{2};
    detail::number_table<std::uint64_t> table;
    std::multimap<std::uint64_t, std::size_t> expected;
    CHECK(table.find(0) == table.none);
    for (std::size_t n = 0; n < 600; ++n) {
        // Few keys; some are 0 or have equal lower bits.
        const std::uint64_t key = random() % 3 == 0 ? random() % 8 : std::uint64_t{random() % 64} << 40;
        table.add(key, n), expected.emplace(key, n);
        if (n % 16 != 0) continue;
        for (const auto& [k, number] : expected) {
            const std::size_t wanted = number;
            REQUIRE(table.find(k, [&](std::size_t i) { return i == wanted; }) == wanted);
            const auto [first, last] = expected.equal_range(k);
            const std::size_t any = table.find(k);
            REQUIRE(std::any_of(first, last, [&](const auto& e) { return e.second == any; }));
        }
        for (const std::uint64_t absent : {std::uint64_t{9}, ~std::uint64_t{0}, std::uint64_t{65} << 40})
            REQUIRE(table.find(absent) == table.none);
        REQUIRE(table.find(key, [](std::size_t) { return false; }) == table.none);
    }
}

// Compounds that are equal by == but differ in the sign of a zero are two sets.
TEST_CASE("world: sets of pieces are listed once, by identity or content, in the order of their users", "[scene]") {
    const auto disc = [](float x) { return compound<float>{std::vector<any_shape<float>>{circle<float>{{x, 0}, 1}}}; };
    const compound<float> one = disc(1), same = one, equal = disc(1), zero = disc(0.f), minus_zero = disc(-0.f);
    const chain<float> line = chain<float>::open(std::vector<V>{{0, 0}, {1, 0}}, chain_sides::one);
    contents now;
    const collider_shape<float> shapes[] = {zero, circle<float>{{0, 0}, 1}, one, line, equal, minus_zero, same, line};
    for (const auto& s : shapes) now.add({.shape = s}, bounds(s));
    const detail::known_sets<float> sets{now.slots, now.shapes};
    REQUIRE(sets.all().size() == 4);
    CHECK(sets.number_of(zero) == 0);
    CHECK(sets.number_of(one) == 1);
    CHECK(sets.number_of(same) == 1);
    CHECK(sets.number_of(equal) == 1);
    CHECK(sets.number_of(line.edges()) == 2);
    CHECK(sets.number_of(minus_zero) == 3);
    CHECK(detail::known_sets<float>::set_of(shapes[1]) == nullptr);
    now.remove(0);
    const detail::known_sets<float> rest{now.slots, now.shapes};
    CHECK(rest.all().size() == 3);
    CHECK(rest.number_of(one) == 0);
}

TEST_CASE("world: indices are reused, the last freed first, and ids never", "[scene]") {
    std::mt19937 random{3};
    contents now;
    std::vector<std::uint32_t> free_indices, used;
    std::map<std::uint32_t, collider<float>> expected;
    std::vector<collider_id> former;
    for (int round = 0; round < 400; ++round) {
        if (random() % 5 < 3 || used.empty()) {
            const collider<float> c{.shape = shape_of(round), .transform = place(random), .user = random()};
            const std::uint32_t i =
                free_indices.empty() ? static_cast<std::uint32_t>(now.slots.size()) : free_indices.back();
            if (!free_indices.empty()) free_indices.pop_back();
            REQUIRE(now.next_index() == i);
            now.add(c, detail::box_at(c.shape, c.transform));
            used.push_back(i), expected[i] = c;
        } else {
            const auto at = used.begin() + std::ptrdiff_t(random() % used.size());
            const std::uint32_t i = *at;
            former.push_back(now.id_of(i));
            now.remove(i);
            used.erase(at), free_indices.push_back(i), expected.erase(i);
        }
        REQUIRE(now.size() == used.size());
        for (const auto& [i, c] : expected) {
            REQUIRE(now.contains(now.id_of(i)));
            const collider<float> kept = now.collider_at(i);
            REQUIRE((kept.user == c.user && kept.transform.translation == c.transform.translation));
            REQUIRE((kept.shape.value.index() == c.shape.value.index() && bounds(kept.shape) == bounds(c.shape)));
        }
        for (const collider_id id : former) REQUIRE_FALSE(now.contains(id));
        std::vector<collider_id> listed;
        const detail::slot_iterator<float> end{now.slots, now.slots.size()};
        for (detail::slot_iterator<float> i{now.slots, 0}; i != end; i++) listed.push_back(*i);
        REQUIRE(listed.size() == expected.size());
        REQUIRE(std::ranges::equal(listed, expected,
                                   [&](collider_id id, const auto& e) { return id == now.id_of(e.first); }));
    }
    CHECK_FALSE(now.contains({static_cast<std::uint32_t>(now.slots.size()), 1}));
    CHECK_FALSE(now.contains({}));
}

// A move must not leave the placed solid at the former position.
TEST_CASE("world: a solid is at its collider's transform, whether it was placed before or not", "[scene]") {
    std::mt19937 random{4};
    for (int kind = 0; kind < 8; ++kind) {
        contents now;
        const auto box_of = [](const auto& solid) { return bounds(solid); };
        const auto box_of_solid = [&now, &box_of] {
            std::optional<detail::world_solid<float>> made;
            return now.solid_at(0, made).with(box_of);
        };
        now.add({.shape = shape_of(kind)}, bounds(shape_of(kind)));
        int shape = kind;
        for (int round = 0; round < 12; ++round) {
            const transform2<float> where = place(random);
            const bool is_reshaped = round % 3 == 2;
            if (is_reshaped) shape = kind + round;
            const aabb<float> box = detail::box_at(shape_of(shape), where);
            now.move(0, where, box);
            if (is_reshaped) now.reshape(0, shape_of(shape), box);
            CHECK((now.is_at(0, where) && now.boxes[0] == box));
            CHECK_FALSE(now.is_settled(0));
            detail::world_solid<float> fresh;
            fresh.place_shape(shape_of(shape), where);
            const aabb<float> expected = fresh.with_own_type(box_of);
            CHECK(box_of_solid() == expected);
            detail::rounded_hull<float> hull, placed_hull;
            detail::hull_storage<float, detail::hull_room<any_shape<float>>> storage, placed_storage;
            const bool is_convex = now.fill_hull_of(hull, storage, 0);
            CHECK(is_convex == !detail::is_code_of_set(now.slots[0].code));
            now.place_shape(0);
            CHECK(box_of_solid() == expected);
            CHECK(now.fill_hull_of(placed_hull, placed_storage, 0) == is_convex);
            if (is_convex) {
                REQUIRE(hull.size() == placed_hull.size());
                CHECK(hull.radius == placed_hull.radius);
                for (std::size_t i = 0; i < hull.size(); ++i) CHECK(hull[i] == placed_hull[i]);
            }
            now.settle(0);
            CHECK(now.is_settled(0));
        }
        transform2<float> minus = now.slots[0].transform;
        minus.translation = {0, 0};
        now.move(0, minus, now.boxes[0]);
        minus.translation.x = -0.f;
        CHECK_FALSE(now.is_at(0, minus));  // of other bits
    }
}

TEST_CASE("world: the bytes of a state consist of its slots, shapes, free indices and pairs", "[scene]") {
    const auto written = [](const contents& now, detail::value_list<contact_event> pairs) {
        bytes all;
        detail::byte_writer out{&all};
        detail::touch_list<contact_event> touches;
        touches.replace(pairs, now.slots.size());
        now.write_snapshot(out, touches);
        out.finish();
        return all;
    };
    contents now;
    const compound<float>& ship = filled_worlds::ship();
    for (int i = 0; i < 4; ++i) now.add({.shape = ship}, bounds(ship));
    now.add({.shape = circle<float>{{1, 2}, 3}}, {{-2, -1}, {4, 5}});
    now.remove(1), now.remove(3);
    now.pending.push_back({now.id_of(0), now.id_of(2), 7, 8, end_reason::filtered});
    const bytes all = written(now, {{now.id_of(0), now.id_of(4)}});

    std::size_t at = 0;
    CHECK(std::memcmp(all.data(), "oxworld3", 8) == 0);
    CHECK(word_at(all, 1) == sizeof(float));
    CHECK(word_at(all, 2) == 1);  // the set that three have
    bytes of_ship;
    detail::byte_writer out{&of_ship};
    detail::stored_sets<float>::write(out, ship);
    out.finish();
    at = 3 + (of_ship.size() / 8 - 1);  // without its hash
    CHECK(std::memcmp(all.data() + 24, of_ship.data(), of_ship.size() - 8) == 0);
    CHECK(word_at(all, at++) == 5);
    for (std::uint32_t i = 0; i < 5; ++i, at += detail::words_of_slot<float>) {
        detail::world_slot<float> s;
        REQUIRE(detail::load_slot(s, all.data() + 8 * at));
        CHECK((s.is_used == (i % 2 == 0) && s.generation == 1 && s.code == now.slots[i].code));
    }
    CHECK(word_at(all, at++) == 0);  // slots 0 and 2: the number of their set
    CHECK(word_at(all, at++) == 0);
    const V points[] = {{1, 2}, {3, 0}};  // slot 4: centre and radius
    for (const V p : points)
        CHECK(word_at(all, at++) == pair_of(std::bit_cast<std::uint32_t>(p.x), std::bit_cast<std::uint32_t>(p.y)));
    for (const std::uint64_t word : {2u, 1u, 3u, 1u}) CHECK(word_at(all, at++) == word);  // free indices, and pairs
    for (const std::uint32_t index : {0u, 4u}) CHECK(word_at(all, at++) == pair_of(index, 1));
    CHECK(word_at(all, at++) == 1);
    for (const std::uint32_t index : {0u, 2u}) CHECK(word_at(all, at++) == pair_of(index, 1));
    for (const std::uint64_t word : {7u, 8u}) CHECK(word_at(all, at++) == word);
    CHECK(word_at(all, at++) == static_cast<std::uint64_t>(end_reason::filtered));
    CHECK(all.size() == 8 * (at + 1));  // and the hash
    // The placed solids are not part of the bytes.
    contents other = now;
    for (std::size_t i = 0; i < 5; ++i) other.placed[i] = detail::elsewhere;
    CHECK(written(other, {{now.id_of(0), now.id_of(4)}}) == all);
    CHECK(written(other, {}) != all);
}

}  // namespace world_contents_tests
