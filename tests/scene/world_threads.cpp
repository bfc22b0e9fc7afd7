// Concurrent queries of a world, in a program of its own that can be built alone under ThreadSanitizer:
//
//     cmake --workflow --preset tsan

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <atomic>
#include <random>
#include <thread>

using namespace hitbox;

namespace {

using V = vec2<float>;

struct dice {
    std::mt19937 engine;
    float place(float max_abs) { return max_abs * (static_cast<float>(engine() % 2049u) / 1024 - 1); }
};

/// Returns a shape of each kind that a world keeps. Copies of the compound and of the chain share their pieces.
collider_shape<float> shape_of(std::size_t i) {
    static const compound<float> ship{*make_polygon(std::vector<V>{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}})};
    static const auto roof = chain<float>::open(std::vector<V>{{-3, 0}, {0, 1}, {3, 0}}, chain_sides::two);
    switch (i % 6) {
        case 0: return circle<float>{{0, 0}, 0.5f + static_cast<float>(i % 4)};
        case 1: return aabb<float>{{-1, -1}, {1, 2}};
        case 2: return capsule<float>{{-1, 0}, {1, 1}, 0.5f};
        case 3: return *make_convex_polygon(std::vector<V>{{0, -1}, {2, 0}, {1, 2}, {-1, 1}});
        case 4: return ship;
        default: return roof;
    }
}

struct crowd {
    dice d{std::mt19937{90}};
    world<float> here;
    std::vector<collider_id> ids;

    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) ids.push_back(here.add({.shape = shape_of(i), .transform = anywhere()}));
    }
    transform2<float> anywhere() { return {{d.place(40), d.place(40)}, rot2<float>::from_degrees(d.place(180))}; }
};

/// Makes every query of a world once. Returns a number that depends on every answer and on their order.
std::uint64_t query_all(const world<float>& w, const std::vector<collider_id>& ids, std::size_t i) {
    std::uint64_t sum = 0;
    const auto put = [&sum](std::uint64_t word) { sum = (sum ^ word) * 0x9E3779B97F4A7C15u + (sum >> 29); };
    const auto put_id = [&put](collider_id id) { put(std::uint64_t{id.index} << 32 | id.generation); };
    const auto put_number = [&put](float x) { put(std::bit_cast<std::uint32_t>(x)); };
    const V from = w[ids[i]].transform.translation, to = w[ids[ids.size() - 1 - i]].transform.translation;
    const query_filter others{.ignore = ids[i]};
    const capsule<float> mover{from, from + V{0, 1}, 0.5f};

    w.query(aabb<float>{from - V{3, 2}, from + V{1, 4}}, put_id);
    w.query(from, put_id);
    w.query(mover, put_id, others);
    put(w.query_any(circle<float>{to, 0.25f}, others));

    const auto ray = hitbox::ray<float>::between(from, to);
    for (const auto& hit : w.ray_cast(ray, others)) put_id(hit.id), put_number(hit.hit.fraction);
    if (const auto hit = w.ray_cast_closest(ray, others)) put_id(hit->id), put_number(hit->hit.fraction);
    put(w.ray_cast_any(ray, others));

    for (const auto& hit : w.shape_cast(mover, to - from, others)) put_id(hit.id), put_number(hit.cast.fraction);
    if (const auto hit = w.shape_cast_closest(mover, to - from, others))
        put_id(hit->id), put_number(hit->cast.fraction);
    put(w.shape_cast_any(mover, to - from, others));

    const auto solids = w.solids(others);
    put(intersects(mover, solids));
    const auto moved = move_and_slide(capsule<float>{{0, 0}, {0, 1}, 0.5f}, from, V{2, -1}, solids, {.up = {0, 1}});
    put_number(moved.position.x), put_number(moved.position.y), put(moved.contacts.size());

    for (const collider_id id : w.touching(ids[i])) put_id(id);
    for (const auto& c : w.contacts()) put_id(c.a), put_id(c.b), put(static_cast<std::uint64_t>(c.manifold.count));
    put(w.began().size()), put(w.stayed().size()), put(w.ended().size());
    if (i % 32 == 0) put(w.state_hash()), put(w.snapshot().size());
    return sum;
}

/// Checks that several threads get the answers of one thread.
void check_alike(const crowd& c) {
    const world<float>& w = c.here;
    const std::size_t n = c.ids.size();
    std::vector<std::uint64_t> together(n), alone(n);
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < n; i = next++) together[i] = query_all(w, c.ids, i);
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; ++i) threads.emplace_back(work);
    for (std::thread& t : threads) t.join();
    for (std::size_t i = 0; i < n; ++i) alone[i] = query_all(w, c.ids, i);
    CHECK((together == alone));
}

}  // namespace

TEST_CASE("many threads may query one world at once", "[scene]") {
    crowd c{300};
    check_alike(c);  // before anyone has looked for contacts
    c.here.detect();
    CHECK(!c.here.contacts().empty());
    check_alike(c);
    // After changes; the moved solids are not placed yet.
    for (std::size_t i = 0; i < c.ids.size(); i += 2) CHECK(c.here.move(c.ids[i], c.anywhere()));
    CHECK(c.here.remove(c.ids[5]));
    c.ids.erase(c.ids.begin() + 5);
    check_alike(c);
    const auto bytes = c.here.snapshot();
    world<float> restored;
    REQUIRE(restored.restore(bytes));
    c.here = std::move(restored);
    check_alike(c);
}
