// One blast against ten thousand enemies.

#include <cstdio>
#include <vector>

#include <hitbox/hitbox.hpp>
using namespace hitbox;

int main() {
    circle_batch<float> enemies;
    for (int i = 0; i < 10000; ++i) enemies.push_back({{float(i % 100), float(i / 100)}, 0.25f});

    // Receives the indices of the enemies that are hit, in ascending order. A list of std::uint64_t
    // with at least (10000 + 63) / 64 elements receives bits instead: bit i % 64 of its element i / 64
    // is 1 if enemy i is hit.
    std::vector<std::uint32_t> hits;  // keep this list: the next call reuses its memory
    intersects_many(circle<float>{{20, 30}, 1.75f}, enemies, hits);
    for (const std::uint32_t i : hits) enemies.set(i, {enemies[i].center + vec2{0.f, 200.f}, 0.25f});  // blown away

    std::vector<std::uint64_t> bits((enemies.size() + 63) / 64);
    const obb<float> beam{{50, 30}, {40, 1}, rot2<float>::from_degrees(30)};  // any shape
    const std::size_t in_beam = intersects_many(beam, enemies, bits);
    std::printf("%zu blown away, %zu in the beam, number 4055 %s\n", hits.size(), in_beam,
                bits[4055 / 64] >> 4055 % 64 & 1 ? "too" : "not");

    // The pairs that a broad phase found: all contacts in one call.
    const std::vector<circle<float>> balls = {{{0, 0}, 1}, {{1.5f, 0}, 1}, {{5, 0}, 1}};
    const std::vector<aabb<float>> walls = {{{-9, -2}, {9, -0.75f}}, {{5, -9}, {7, 9}}};
    const std::vector<index_pair> pairs = {{0, 0}, {0, 1}, {2, 1}};
    std::vector<std::optional<contact<float>>> contacts(pairs.size());
    collide_pairs(balls, walls, pairs, contacts);
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (contacts[i]) std::printf("ball %u, wall %u: %g deep\n", pairs[i].a, pairs[i].b, double(contacts[i]->depth));
}
