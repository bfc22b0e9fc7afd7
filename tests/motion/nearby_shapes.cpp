// The shapes near a moving one: the shapes that it penetrates, touches and hits, and the number of searches.

#include <hitbox/hitbox.hpp>

#include "../catch_compat.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace nearby_shapes_tests {

using namespace hitbox;
using V = vec2<float>;
using W = vec2<double>;
using boxes = std::vector<aabb<float>>;

/// Boxes that count how often they are searched.
struct counted_boxes {
    using scalar_type = float;
    boxes list;
    mutable int searches = 0;
};
aabb<float> bounds(const counted_boxes& c) noexcept { return bounds(c.list); }
bool valid(const counted_boxes& c) noexcept { return valid(c.list); }
template <class Visit>
void for_each_piece_near(const counted_boxes& c, const aabb<float>& box, const Visit& visit) {
    ++c.searches;
    for_each_piece_near(c.list, box, visit);
}

/// A mover among solids, both by reference, and its nearby shapes.
template <class S, class O>
struct scene {
    detail::moving_shape_of<S> moving;
    detail::mover_among<float> mover;
    detail::nearby_shapes<float> around{mover};

    scene(const S& shape, const O& solids) : moving{shape}, mover{moving, detail::solid_view<float>{solids}} {}
    detail::nearby_shapes<float>& at(V position, W path = {}) { return around.find_near(position, path), around; }
    std::vector<V> normals_at(V position) {
        std::vector<V> all;
        for (const auto& f : at(position).touched()) all.push_back({float(f.normal.x), float(f.normal.y)});
        std::ranges::sort(all, [](V a, V b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
        return all;
    }
};
template <class S, class O>
scene(const S&, const O&) -> scene<S, O>;

V quarters(std::mt19937& random, unsigned n) {
    return {static_cast<float>(random() % n) / 4, static_cast<float>(random() % n) / 4};
}
boxes some_boxes(std::mt19937& random, std::size_t count) {
    boxes all;
    for (std::size_t i = 0; i < count; ++i) {
        const V low = quarters(random, 32);
        all.push_back({low, low + quarters(random, 12) + V{0.25f, 0.25f}});
    }
    return all;
}

/// The positions at which a box of this half size penetrates a solid: the inside of a larger box.
struct forbidden {
    double low[2], high[2];

    forbidden(const aabb<float>& solid, V half)
        : low{double(solid.min.x - half.x), double(solid.min.y - half.y)},
          high{double(solid.max.x + half.x), double(solid.max.y + half.y)} {}
    bool holds(V p) const {
        return low[0] < double(p.x) && double(p.x) < high[0] && low[1] < double(p.y) && double(p.y) < high[1];
    }
    /// Returns the fraction at which a path enters the box (slab method), or a number above 1 if it does not.
    double entry(V from, W path) const {
        double enters = 0, leaves = 2;
        const double at[2] = {double(from.x), double(from.y)}, d[2] = {path.x, path.y};
        for (int i = 0; i < 2; ++i) {
            if (d[i] == 0) {
                if (at[i] <= low[i] || at[i] >= high[i]) return 2;
                continue;
            }
            const double one = (low[i] - at[i]) / d[i], other = (high[i] - at[i]) / d[i];
            enters = std::max(enters, std::min(one, other)), leaves = std::min(leaves, std::max(one, other));
        }
        return enters < leaves ? enters : 2;
    }
};

TEST_CASE("nearby shapes: a position is free if the mover penetrates no solid there", "[motion]") {
    std::mt19937 random{1};
    int free = 0, held = 0;
    for (int round = 0; round < 1500; ++round) {
        const V half = quarters(random, 8) + V{0.25f, 0.25f};
        const boxes solids = some_boxes(random, 4);
        const aabb<float> body{V{} - half, half};
        const circle<float> disc{{0, 0}, 1.25f};  // so that discs touch corners, 0.75 and 1 away
        scene of_box{body, solids};
        scene of_disc{disc, solids};
        const V p = quarters(random, 40);
        bool is_free = true, is_disc_free = true;
        for (const aabb<float>& s : solids) {
            is_free = is_free && !forbidden{s, half}.holds(p);
            const V off{std::max({0.f, s.min.x - p.x, p.x - s.max.x}), std::max({0.f, s.min.y - p.y, p.y - s.max.y})};
            is_disc_free = is_disc_free && dot(off, off) >= 1.25f * 1.25f;
        }
        REQUIRE(of_box.at(p).is_free() == is_free);
        const auto overlap = of_box.at(p).overlap();  // or a contact of depth 0
        REQUIRE((overlap && overlap->depth > 0) == !is_free);
        REQUIRE(of_disc.at(p).is_free() == is_disc_free);
        ++(is_free ? free : held);
    }
    CHECK(free > 300);
    CHECK(held > 300);
}

TEST_CASE("nearby shapes: a cast stops where the path first enters a solid", "[motion]") {
    std::mt19937 random{2};
    int stopped = 0;
    for (int round = 0; round < 3000; ++round) {
        const V half = quarters(random, 6) + V{0.25f, 0.25f}, from = quarters(random, 40);
        const boxes solids = some_boxes(random, 5);
        const W path = detail::widen(quarters(random, 64)) - W{8, 8};
        double fraction = 2;
        bool is_free = true;
        for (const aabb<float>& s : solids) {
            is_free = is_free && !forbidden{s, half}.holds(from);
            fraction = std::min(fraction, forbidden{s, half}.entry(from, path));
        }
        if (!is_free) continue;
        const aabb<float> box{V{} - half, half};
        scene body{box, solids};
        const detail::blocked_motion hit = body.at(from, path).cast(path);
        INFO(from.x << ' ' << from.y << " by " << path.x << ' ' << path.y);
        REQUIRE(hit.is_stopped == (fraction < 1));
        if (!hit.is_stopped) {
            CHECK(hit.fraction == 1);
            continue;
        }
        ++stopped;
        CHECK(std::abs(hit.fraction - fraction) < 1e-14);
        CHECK(length(hit.step - path * fraction) < 1e-13);
        CHECK(dot(hit.stop.normal, path) < 0);
        // The solids that are hit at the stop are exactly those that are touched there.
        for (std::size_t i = 0; i < solids.size(); ++i)
            if (forbidden{solids[i], half}.entry(from, path) == fraction)
                CHECK(body.around.is_touched_after(hit.step, i));
        const std::size_t piece = body.around.surface_of(hit.stop).piece;
        CHECK(std::abs(forbidden{solids[piece], half}.entry(from, path) - fraction) < 1e-14);
    }
    CHECK(stopped > 300);
}

TEST_CASE("nearby shapes: a box is touched on its adjacent sides, and a seam changes nothing", "[motion]") {
    std::mt19937 random{3};
    int touches = 0;
    for (int round = 0; round < 2000; ++round) {
        const V half = quarters(random, 6) + V{0.25f, 0.25f};
        const aabb<float> solid = some_boxes(random, 1)[0];
        const V p = solid.min - half + quarters(random, 16);
        const forbidden sum{solid, half};
        const double x = double(p.x), y = double(p.y);
        const bool beside = x >= sum.low[0] && x <= sum.high[0] && y >= sum.low[1] && y <= sum.high[1];
        std::vector<V> expected;  // ascending, as normals_at gives them
        if (beside && x == sum.low[0]) expected.push_back({-1, 0});
        if (beside && y == sum.low[1]) expected.push_back({0, -1});
        if (beside && y == sum.high[1]) expected.push_back({0, 1});
        if (beside && x == sum.high[0]) expected.push_back({1, 0});
        if (sum.holds(p)) continue;
        const boxes whole{solid};
        REQUIRE(scene{aabb<float>{V{} - half, half}, whole}.normals_at(p) == expected);
        const float cut = (solid.min.x + solid.max.x) / 2;
        const boxes halves{{solid.min, {cut, solid.max.y}}, {{cut, solid.min.y}, solid.max}};
        REQUIRE(scene{aabb<float>{V{} - half, half}, halves}.normals_at(p) == expected);
        touches += !expected.empty();
    }
    CHECK(touches > 100);
}

TEST_CASE("nearby shapes: a gap of four roundings is a touch, and a motion of half of it no approach", "[motion]") {
    const aabb<float> body{{-1, -1}, {1, 1}};
    constexpr float rounding = 0x1p-23f;  // of coordinates in [1, 2)
    for (int k = 0; k <= 8; ++k) {
        const boxes floor{{{-9, -4}, {9, -1 - static_cast<float>(k) * rounding}}};
        CHECK(scene{body, floor}.normals_at({0, 0}).size() == (k <= 4 ? 1u : 0u));
    }
    const boxes none;
    scene far_right{body, none};
    auto& around = far_right.at({9, 0});
    CHECK(around.step() == V{0x1p-20f, 0x1p-23f});
    CHECK(around.tolerance() == W{0x1p-18, 0x1p-21});
    CHECK(around.tolerance_along({-0.6, 0.8}) == 0.6 * 0x1p-18 + 0.8 * 0x1p-21);
    CHECK_FALSE(around.is_approached({0, 1}, {5, -0x1p-22}));
    CHECK(around.is_approached({0, 1}, {5, -0x1.01p-22}));
    CHECK_FALSE(around.is_approached({1, 0}, {-0x1p-19, -5}));
    CHECK_FALSE(around.is_approached({0, 1}, {0, 1}));
    CHECK(around.extent_along({0, -1}) == 1);
    CHECK(around.extent_along({1, 0}) == 10);
}

// The parts of a move must share one search of the set.
TEST_CASE("nearby shapes: a move needs one search, and a position beyond the search radius another", "[motion]") {
    std::mt19937 random{4};
    const counted_boxes solids{some_boxes(random, 40)};
    const aabb<float> body{{-0.25f, -0.25f}, {0.25f, 0.25f}};
    scene moving{body, solids};
    moving.around.expect_search_radius(1);
    moving.at({4, 4}, {2, 0});
    CHECK(solids.searches == 1);
    for (int i = 0; i <= 16; ++i) {
        const float x = 4 + static_cast<float>(i) / 8;
        for (const float y : {3.f, 4.f, 5.f})
            moving.at({x, y}, {double(6 - x), 0}), moving.at({x, 4}, {0, double(y) - 4});
    }
    CHECK(solids.searches == 1);
    moving.at({4, 5.5f});
    CHECK(solids.searches == 2);
}

TEST_CASE("nearby shapes: a position is free only if the shape stays in the number range", "[motion]") {
    constexpr float max_value = std::numeric_limits<float>::max();
    const boxes none;
    const aabb<float> wide{{-max_value / 2, -1}, {max_value / 2, 1}};
    scene body{wide, none};
    CHECK(body.at({0, 0}).is_possible());
    CHECK(body.at({max_value / 4, 0}).is_possible());
    CHECK_FALSE(body.at({max_value * 0.75f, 0}).is_possible());
    CHECK_FALSE(body.at({max_value * 0.75f, 0}).is_free());
    CHECK_FALSE(body.around.overlap());
    CHECK_FALSE(body.at({0, std::numeric_limits<float>::quiet_NaN()}).is_possible());
}

TEST_CASE("nearby shapes: a platform that is penetrated or left behind is passed, until it is restored", "[motion]") {
    const boxes floor{{{-9, -3}, {9, -2}}}, ledge{{{-1, 0}, {1, 1}}};
    const auto set = with_platforms(floor, ledge, V{0, 1});
    const aabb<float> box{{-0.5f, -0.5f}, {0.5f, 0.5f}};
    scene body{box, set};
    // From above, the platform blocks. From below it is passed, and no longer blocks.
    CHECK(body.at({0, 3}, {0, -3}).cast({0, -3}).fraction == 0.5);
    CHECK(body.around.passed_count() == 0);
    CHECK_FALSE(body.at({0, -1}, {0, 4}).cast({0, 4}).is_stopped);
    CHECK(body.around.passed_count() == 1);
    CHECK_FALSE(body.at({0, 3}, {0, -3}).cast({0, -3}).is_stopped);
    body.around.restore_passed(0);
    CHECK(body.at({0, 3}, {0, -3}).cast({0, -3}).fraction == 0.5);
    // Inside the platform and inside the floor, which is a solid.
    body.at({0, 0.25f}).pass_penetrated();
    CHECK(body.around.passed_count() == 1);
    CHECK(body.around.is_free());
    body.around.restore_passed(0);
    body.at({0, -2.25f}).pass_penetrated();
    CHECK(body.around.passed_count() == 0);
    CHECK_FALSE(body.around.is_free());
}

TEST_CASE("nearby shapes: a surface ends at the end of the solid, and a vertex belongs to two sides", "[motion]") {
    const boxes ledge{{{-4, -1}, {0, 0}}};
    const aabb<float> box{{-0.5f, -0.5f}, {0.5f, 0.5f}};
    scene body{box, ledge};
    const auto ends_at = [&](float x) {
        auto& around = body.at({x, 0.5f});
        for (const auto& f : around.touched())
            if (f.normal == W{0, 1}) return around.ends_here(around.surface_of(f));
        return false;
    };
    CHECK_FALSE(ends_at(-2));
    CHECK_FALSE(ends_at(0.25f));
    CHECK(ends_at(0.5f - 0x1p-24f));
    const circle<float> round{{0, 0}, 5};
    scene disc{round, ledge};
    auto& around = disc.at({3, 4});
    const auto facets = around.touched();
    REQUIRE(facets.size() == 1);
    CHECK(length(facets[0].normal - W{0.6, 0.8}) < 1e-15);
    const detail::solid_corner corner = around.corner_of(facets[0]);
    REQUIRE(corner.exists);
    CHECK(corner.point == W{0, 0});
    CHECK(corner.faces[0].normal == W{1, 0});
    CHECK(corner.faces[1].normal == W{0, 1});
}

}  // namespace nearby_shapes_tests
