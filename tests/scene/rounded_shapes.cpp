// Rounded shapes in compounds and worlds: queries answer as for the shapes alone, and snapshots keep the radius.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

using namespace hitbox;

namespace {

template <class T>
std::vector<any_shape<T>> rounded_shapes() {
    const vec2<T> o{};
    return {rounded{aabb<T>{{-1, -1}, {1, 2}}, T(.5)},
            rounded{obb<T>{o, {2, T(.5)}, rot2<T>::from_degrees(30)}, T(.25)},
            rounded{triangle<T>{{0, 0}, {3, 0}, {0, 2}}, T(.125)},
            rounded{*regular_polygon<5>(5, T(1.5)), T(.75)},
            rounded{*regular_polygon<8>(8, T(1.5)), T(.75)},
            rounded{segment<T>{{-1, 0}, {1, 1}}, T(.5)},
            rounded{circle<T>{o, 1}, T(.5)}};
}
template <class T>
transform2<T> place(int i) {
    return {{T(i % 3) * T(2), T(i / 3) * T(1.5)}, rot2<T>::from_degrees(T(17 * i))};
}

}  // namespace

TEMPLATE_TEST_CASE("rounded shapes in a world have the contacts that they have outside", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto shapes = rounded_shapes<T>();
    world<T> w;
    std::vector<collider_id> ids;
    for (std::size_t i = 0; i < shapes.size(); ++i)
        ids.push_back(w.add({.shape = shapes[i], .transform = place<T>(static_cast<int>(i))}));
    w.detect();
    std::size_t expected = 0;
    for (std::size_t i = 0; i < shapes.size(); ++i)
        for (std::size_t k = i + 1; k < shapes.size(); ++k)
            expected +=
                intersects(at(shapes[i], place<T>(static_cast<int>(i))), at(shapes[k], place<T>(static_cast<int>(k))));
    CHECK(expected > 4);
    CHECK(w.contacts().size() == expected);
    for (const auto& c : w.contacts()) {
        const auto a = at(shapes[c.a.index], place<T>(static_cast<int>(c.a.index)));
        const auto b = at(shapes[c.b.index], place<T>(static_cast<int>(c.b.index)));
        CHECK(c.manifold == contact_manifold(a, b));
    }
    // These points are within the first shape's radius of its corner and of its side, but outside its core.
    world<T> one;
    const collider_id id = one.add({.shape = shapes[0]});
    const auto is_hit = [&](vec2<T> p) {
        bool hit = false;
        one.query(p, [&](collider_id) { hit = true; });
        return hit;
    };
    CHECK(is_hit({T(1.5), 0}));
    CHECK(is_hit({T(1.25), T(2.25)}));
    CHECK(!is_hit({T(1.5), T(2.5)}));
    CHECK(intersects(one.solids(), vec2<T>{T(1.25), T(2.25)}));
    CHECK(!intersects(one.solids(), vec2<T>{T(1.5), T(2.5)}));
    const auto hit = one.ray_cast_closest({{5, 0}, {-5, 0}});
    REQUIRE(hit);
    CHECK(hit->hit.point == vec2<T>{T(1.5), 0});
    CHECK(std::get<any_shape<T>>(one[id].shape.value) == shapes[0]);
    const auto stopped = move_and_slide(circle<T>{{}, T(.5)}, vec2<T>{5, 0}, vec2<T>{-5, 0}, one.solids());
    CHECK(std::abs(stopped.position.x - 2) < T(1e-4));
}

TEMPLATE_TEST_CASE("rounded shapes in a world are restored to the bit", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    world<T> w;
    const auto shapes = rounded_shapes<T>();
    for (std::size_t i = 0; i < shapes.size(); ++i)
        REQUIRE(w.add({.shape = shapes[i], .transform = place<T>(static_cast<int>(i))}));
    REQUIRE(w.add({.shape = compound<T>{shapes}}));
    REQUIRE(w.add({.shape = aabb<T>{{-1, -1}, {1, 2}}}));
    w.detect();
    const auto bytes = w.snapshot();
    world<T> other;
    REQUIRE(other.restore(bytes));
    CHECK(other.state_hash() == w.state_hash());
    CHECK(other.snapshot() == bytes);
    other.detect(), w.detect();
    REQUIRE(other.contacts().size() == w.contacts().size());
    for (std::size_t i = 0; i < w.contacts().size(); ++i)
        CHECK(other.contacts()[i].manifold == w.contacts()[i].manifold);

    // The radius is part of the state.
    const collider_id first = w.contacts()[0].a;
    any_shape<T> grown = std::get<any_shape<T>>(w[first].shape.value);
    grown.rounding *= 2;
    REQUIRE(w.set_shape(first, grown));
    CHECK(w.state_hash() != other.state_hash());
    REQUIRE(w.restore(bytes));
    CHECK(w.state_hash() == other.state_hash());
    CHECK(std::get<any_shape<T>>(w[first].shape.value) == shapes[first.index]);
    // A change of any byte of the snapshot is detected.
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        auto damaged = bytes;
        damaged[i] ^= std::byte{16};
        CHECK(!other.restore(damaged));
    }
}

TEMPLATE_TEST_CASE("rounded shapes in a compound give the answers of a range", "", HITBOX_TESTS_REALS) {
    using T = TestType;
    const auto shapes = rounded_shapes<T>();
    const compound<T> all{shapes};
    REQUIRE(valid(all));
    CHECK(bounds(all) == bounds(shapes));
    for (int i = 0; i < 24; ++i) {
        const circle<T> disc{{T(i % 6) - 3, T(i / 6) - 2}, T(.375)};
        CHECK(intersects(all, disc) == intersects(shapes, disc));
        CHECK(collide(all, disc) == collide(shapes, disc));
        CHECK(distance(all, disc) == distance(shapes, disc));
        CHECK(shape_cast(disc, vec2<T>{5, 3}, all) == shape_cast(disc, vec2<T>{5, 3}, shapes));
    }
    CHECK(intersects(at(compound<T>{std::vector{shapes[0]}}, vec2<T>{10, 0}), vec2<T>{T(11.5), 0}));
    CHECK(!intersects(at(compound<T>{std::vector{shapes[0]}}, vec2<T>{10, 0}), vec2<T>{T(11.5), T(2.5)}));
}
