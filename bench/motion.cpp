/// The time of one move of a character in a level of tiles, beside the mover of Box2D 3.
///
///     hitbox_bench_motion [--benchmark_filter=REGEX] [--benchmark_out=FILE] ...
///
/// Capsules walk, fall and jump for some steps in a level of 200 by 50 tiles. Both libraries play the game with the
/// same keys: hitbox with move_and_slide; Box2D with its mover as in its samples, with planes and a cast up to five
/// times a step, and a clipped velocity. Names are level/task/library/tiles; the result is the counter per_move. Before
/// timing, the game is played with checks: hitbox's characters must never penetrate a tile, and must cover some
/// distance. If a check fails, the program reports it and ends with status 1. bench/run runs this program and prints a
/// table.

#include "../tests/polygons.hpp"

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>
#include <hitbox/hitbox.hpp>

#if defined HITBOX_BENCH_BOX2D_3
#  include <box2d/box2d.h>
#endif

namespace {

using point = hitbox::vec2<float>;
using box = hitbox::aabb<float>;

constexpr int width = 200, height = 50, steps = 60;
constexpr float half_axis = .3f, radius = .3f;
const hitbox::capsule<float> body{{0, -half_axis}, {0, half_axis}, radius};

/// Makes ground with holes and hills, a ceiling, walls, and ledges between them.
std::vector<box> make_level() {
    hitbox_tests::dice d{11};
    std::vector<box> tiles;
    std::vector<int> hills;
    int top = 4;
    for (int x = 0; x < width; ++x) {
        if (d.index(6) == 0) top = 2 + static_cast<int>(d.index(5));
        hills.push_back(top);
    }
    std::vector<char> full(width * height);
    for (int x = 0; x < width; ++x)
        for (int y = 0; y < height; ++y)
            if (x == 0 || x == width - 1 || y == height - 1 || y < hills[static_cast<std::size_t>(x)])
                full[static_cast<std::size_t>(y * width + x)] = 1;
    for (int ledge = 0; ledge < 150; ++ledge) {
        const std::size_t length = 2 + d.index(6), x = 1 + d.index(width - 10), y = 8 + 2 * d.index(19);
        for (std::size_t i = 0; i < length; ++i) full[y * width + x + i] = 1;
    }
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            if (full[static_cast<std::size_t>(y * width + x)]) {
                const point corner{static_cast<float>(x), static_cast<float>(y)};
                tiles.push_back({corner, corner + point{1, 1}});
            }
    return tiles;
}

struct keys {
    float walk = 0;  // -1 to 1
    bool jump = false;
};

/// The state of a character and its keys for each step.
struct game {
    std::vector<box> tiles = make_level();
    std::vector<point> starts;
    std::vector<keys> pressed;  // steps of each start

    game() {
        hitbox_tests::dice d{12};
        while (starts.size() < 128) {
            const point p{static_cast<float>(d.between(2, width - 2)), static_cast<float>(d.between(4, height - 2))};
            bool is_free = true;
            for (const box& tile : tiles)
                is_free = is_free && hitbox::distance(hitbox::at(body, p), tile).distance > .1f;
            if (!is_free) continue;
            starts.push_back(p);
            keys now;
            for (int i = 0; i < steps; ++i) {
                if (d.index(15) == 0 || i == 0) now.walk = static_cast<float>(d.between(-1, 1));
                now.jump = d.index(20) == 0;
                pressed.push_back(now);
            }
        }
    }
    [[nodiscard]] std::size_t moves() const { return pressed.size(); }
};

struct character {
    point position{}, velocity{};  // the velocity is a length per step
    bool on_floor = false;

    void press(const keys& k) {
        velocity.x = .12f * k.walk;
        velocity.y = on_floor && k.jump ? .28f : velocity.y - .0125f;
    }
};

template <class Player>
void play(const game& g, Player& player) {
    for (std::size_t i = 0; i < g.starts.size(); ++i) {
        character c{g.starts[i]};
        for (std::size_t k = 0; k < steps; ++k) {
            c.press(g.pressed[i * steps + k]);
            player.move(c);
        }
        benchmark::DoNotOptimize(c);
    }
}

struct hitbox_player {
    hitbox::compound<float> level;

    explicit hitbox_player(const game& g) : level{g.tiles} {}
    void move(character& c) const {
        const auto moved = hitbox::move_and_slide(body, c.position, c.velocity, level, {.up = {0, 1}});
        c.position = moved.position, c.velocity = moved.velocity, c.on_floor = moved.on_floor;
    }
};

#if defined HITBOX_BENCH_BOX2D_3
/// Moves a character like the samples of Box2D. The floor consists of the planes that face up.
class box2d_player {
public:
    explicit box2d_player(const game& g) {
        b2WorldDef def = b2DefaultWorldDef();
        world_ = b2CreateWorld(&def);
        const b2BodyDef fixed = b2DefaultBodyDef();
        const b2BodyId ground = b2CreateBody(world_, &fixed);
        const b2ShapeDef shape = b2DefaultShapeDef();
        for (const box& tile : g.tiles) {
            const point middle = (tile.min + tile.max) * .5f;
            const b2Polygon made = b2MakeOffsetBox(.5f, .5f, {middle.x, middle.y}, b2Rot_identity);
            b2CreatePolygonShape(ground, &shape, &made);
        }
        b2World_Step(world_, 1.f / 60, 1);  // builds its trees
    }
    box2d_player(const box2d_player&) = delete;
    box2d_player& operator=(const box2d_player&) = delete;
    ~box2d_player() { b2DestroyWorld(world_); }

    void move(character& c) {
        const b2QueryFilter all = b2DefaultQueryFilter();
        const b2Vec2 velocity{c.velocity.x, c.velocity.y};
        const b2Pos target{c.position.x + velocity.x, c.position.y + velocity.y};
        b2Pos now{c.position.x, c.position.y};
        for (int i = 0; i < 5; ++i) {
            count_ = 0;
            b2World_CollideMover(world_, now, &capsule_, all, keep_plane, this);
            const b2Vec2 wish{static_cast<float>(target.x - now.x), static_cast<float>(target.y - now.y)};
            const b2Vec2 delta = b2SolvePlanes(wish, planes_, count_).delta;
            const float fraction = b2World_CastMover(world_, now, &capsule_, delta, all);
            now.x += fraction * delta.x, now.y += fraction * delta.y;
            if (fraction * fraction * (delta.x * delta.x + delta.y * delta.y) < .01f * .01f) break;
        }
        c.on_floor = false;
        for (int i = 0; i < count_; ++i) c.on_floor = c.on_floor || planes_[i].plane.normal.y > .7f;
        const b2Vec2 left = b2ClipVector(velocity, planes_, count_);
        c.velocity = {left.x, left.y}, c.position = {static_cast<float>(now.x), static_cast<float>(now.y)};
    }

private:
    static bool keep_plane(b2ShapeId, const b2PlaneResult* found, void* context) {
        auto& self = *static_cast<box2d_player*>(context);
        if (found->hit && self.count_ < 8) self.planes_[self.count_++] = {found->plane, FLT_MAX, 0, true};
        return true;
    }

    b2WorldId world_{};
    b2Capsule capsule_{{0, -half_axis}, {0, half_axis}, radius};
    b2CollisionPlane planes_[8]{};
    int count_ = 0;
};
#endif

/// Plays the game, and records how deep characters penetrate tiles and how far they get.
template <class Player>
struct watched {
    Player& player;
    const hitbox::compound<float> level;
    float deepest = 0;
    double path_length = 0;
    std::size_t on_floor = 0;

    void move(character& c) {
        const point before = c.position;
        player.move(c);
        path_length += static_cast<double>(length(c.position - before)), on_floor += c.on_floor;
        if (const auto hit = collide(hitbox::at(body, c.position), level)) deepest = std::max(deepest, hit->depth);
    }
};

template <class Player>
bool add_row(const std::shared_ptr<const game>& g, const char* who, float allowed) {
    const auto player = std::make_shared<Player>(*g);
    const std::string name = std::string{"tiles/move_and_slide/"} + who + '/' + std::to_string(g->tiles.size());
    watched<Player> check{*player, hitbox::compound<float>{g->tiles}};
    play(*g, check);
    const double moves = static_cast<double>(g->moves());
    const bool right = check.deepest <= allowed && check.path_length > .05 * moves && check.on_floor > g->moves() / 8;
    if (!right)
        std::fprintf(stderr, "%s is wrong: %g deep, way %g, %zu on the floor\n", name.c_str(),
                     static_cast<double>(check.deepest), check.path_length, check.on_floor);
    benchmark::RegisterBenchmark(name.c_str(), [g, player, moves](benchmark::State& state) {
        for (auto _ : state) play(*g, *player);
        using benchmark::Counter;
        state.counters["per_move"] = Counter(moves, Counter::kIsIterationInvariantRate | Counter::kInvert);
    });
    return right;
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    const auto g = std::make_shared<const game>();
    const bool ours_are_right = add_row<hitbox_player>(g, "hitbox", 0);
#if defined HITBOX_BENCH_BOX2D_3
    add_row<box2d_player>(g, "box2d_3", .05f);
#endif
    if (!ours_are_right) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
