// Two players of a ball game over a slow network. Each side applies its own keys at once and guesses the other's keys,
// which arrive some frames late. If a guess was wrong, the game goes back to that frame and is played again from there.
// In the end both sides have the same game, bit for bit, as without a network.
//
//     pong_rollback [picture.svg]

#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <hitbox/debug/svg.hpp>
#include <hitbox/scene.hpp>

using namespace hitbox;

namespace {

using keys = std::vector<int>;  // of a player, for each frame: -1 down, 1 up

/// The keys of a player, not random: each is held for a while.
keys keys_of_player(std::uint32_t seed, int frames) {
    keys all;
    int pressed = 0;
    for (int frame = 0; frame < frames; ++frame) {
        seed = seed * 1664525u + 1013904223u;
        if (seed >> 28 == 0) pressed = static_cast<int>(seed >> 20 & 3) % 3 - 1;
        all.push_back(pressed);
    }
    return all;
}

struct state {
    std::vector<std::byte> colliders;
    vec2<float> velocity;
    int frame;
};

class game {
public:
    game() {
        walls[0] = arena.add({.shape = aabb<float>{{-16, 8}, {16, 9}}});
        walls[1] = arena.add({.shape = aabb<float>{{-16, -9}, {16, -8}}});
        for (int i : {0, 1})
            paddles[i] = arena.add(
                {.shape = aabb<float>{{-0.25f, -2.5f}, {0.25f, 2.5f}}, .transform = {{i == 0 ? -14.f : 14.f, 0}, {}}});
        ball = arena.add({.shape = circle<float>{{0, 0}, 0.5f}});
    }

    /// Moves everything, finds all contacts, and only then reacts to them.
    void step(int left, int right) {
        const int pressed[] = {left, right};
        for (int i : {0, 1}) {
            vec2<float> p = arena[paddles[i]].transform.translation;
            p.y += 0.25f * static_cast<float>(pressed[i]);
            if (p.y > -5.5f && p.y < 5.5f) arena.move(paddles[i], {p, {}});
        }
        arena.move(ball, {ball_position() + velocity, {}});
        arena.detect();
        for (const auto& c : arena.contacts()) {
            if (c.b != ball) continue;
            const vec2<float> out = c.manifold.normal;
            const float into = dot(velocity, out);
            if (into < 0) velocity -= out * (2 * into);
            for (int i : {0, 1})
                if (c.a == paddles[i]) velocity.y += 0.05f * static_cast<float>(pressed[i]);
        }
        if (ball_position().x < -16 || ball_position().x > 16) {
            arena.teleport(ball, {});
            velocity = {velocity.x < 0 ? 0.3f : -0.3f, 0.11f};
        }
        ++frame;
    }

    state save() const { return {arena.snapshot(), velocity, frame}; }
    void load(const state& s) {
        if (!arena.restore(s.colliders)) throw std::runtime_error{"a snapshot was refused"};
        velocity = s.velocity, frame = s.frame;
    }
    std::uint64_t hash() const {
        return arena.state_hash() ^ std::uint64_t{std::bit_cast<std::uint32_t>(velocity.x)} << 32 ^
               std::bit_cast<std::uint32_t>(velocity.y);
    }
    vec2<float> ball_position() const { return arena[ball].transform.translation; }
    const world<float>& colliders() const { return arena; }

    int frame = 0;

private:
    world<float> arena;
    collider_id walls[2], paddles[2], ball;
    vec2<float> velocity{0.3f, 0.11f};
};

/// The game on one player's side.
struct peer {
    game g;
    int me;
    keys mine, theirs{};  // the other player's keys that have arrived
    keys guessed{};       // the other player's keys as used in each frame, possibly guessed
    std::vector<state> states{};
    std::vector<std::uint64_t> hashes{};
    std::vector<vec2<float>> path{};
    std::vector<segment<float>> undone{};
    int rollbacks = 0, frames_again = 0;

    int guess(std::size_t frame) const {
        if (frame < theirs.size()) return theirs[frame];
        return theirs.empty() ? 0 : theirs.back();  // the guess: the last key is still held
    }
    void play_frame() {
        const auto frame = static_cast<std::size_t>(g.frame);
        states.resize(frame), hashes.resize(frame), path.resize(frame), guessed.resize(frame);
        states.push_back(g.save()), hashes.push_back(g.hash()), path.push_back(g.ball_position());
        guessed.push_back(guess(frame));
        if (me == 0) g.step(mine[frame], guessed[frame]);
        else g.step(guessed[frame], mine[frame]);
    }
    /// Takes one more key of the other player. If the guess was different, goes back to its frame and plays again.
    void receive(int key) {
        const std::size_t frame = theirs.size();
        theirs.push_back(key);
        if (frame >= guessed.size() || guessed[frame] == key) return;
        for (std::size_t i = frame + 1; i + 1 < path.size(); ++i) undone.push_back({path[i], path[i + 1]});
        const int now = g.frame;
        g.load(states[frame]);
        for (++rollbacks; g.frame < now; ++frames_again) play_frame();
    }
    /// Goes back to each frame of a finished game. Returns for how many the next frame is the same again.
    int same_again(const game& over) const {
        game again = over;
        int same = 0;
        for (std::size_t i = states.size(); i-- > 0;) {
            again.load(states[i]);
            if (me == 0) again.step(mine[i], theirs[i]);
            else again.step(theirs[i], mine[i]);
            same += again.hash() == (i + 1 < states.size() ? hashes[i + 1] : over.hash());
        }
        return same;
    }
};

void draw(const peer& p, const char* path) {
    debug::svg picture{debug::y_axis::up, 1000};
    const world<float>& w = p.g.colliders();
    w.query(aabb<float>{{-20, -20}, {20, 20}}, [&](collider_id id) {
        const auto c = w[id];
        std::visit([&](const auto& shape) { picture.shape(at(shape, c.transform), {debug::colors::grey, 0.3, 1}); },
                   std::get<any_shape<float>>(c.shape.value).value);
    });
    for (std::size_t i = 0; i + 1 < p.path.size(); ++i)
        if (length(p.path[i + 1] - p.path[i]) < 2)
            picture.shape(segment<float>{p.path[i], p.path[i + 1]}, {debug::colors::blue, 0, 1});
    for (const segment<float>& s : p.undone)
        if (length(s.b - s.a) < 2) picture.shape(s, {debug::colors::vermilion, 0, 2});
    if (!picture.save(path)) throw std::runtime_error{std::string{path} + ": cannot be written"};
}

void run(const char* output) {
    const int frames = 900, delay = 7;
    const keys left = keys_of_player(1, frames), right = keys_of_player(2, frames);

    game reference;
    std::vector<std::uint64_t> expected;
    for (int frame = 0; frame < frames; ++frame) {
        const auto i = static_cast<std::size_t>(frame);
        expected.push_back(reference.hash());
        reference.step(left[i], right[i]);
    }

    peer peers[] = {{.g = {}, .me = 0, .mine = left}, {.g = {}, .me = 1, .mine = right}};
    for (int frame = 0; frame < frames + delay; ++frame)
        for (peer& p : peers) {
            const keys& other = p.me == 0 ? right : left;
            if (frame >= delay) p.receive(other[static_cast<std::size_t>(frame - delay)]);
            if (frame < frames) p.play_frame();
        }

    std::printf("%d frames; keys arrive %d frames late\n", frames, delay);
    for (const peer& p : peers) {
        int equal = 0;
        for (std::size_t i = 0; i < expected.size(); ++i) equal += p.hashes[i] == expected[i];
        std::printf("player %d: wound back %d times, %d frames played again; %d of %d frames have the hash of a game "
                    "without delay\n",
                    p.me + 1, p.rollbacks, p.frames_again, equal, frames);
        std::printf("          wound back to each frame at the end: %d of %d go on with the same hash\n",
                    p.same_again(reference), frames);
        if (p.g.hash() != reference.hash()) throw std::runtime_error{"the games differ"};
    }
    draw(peers[0], output);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        run(argc > 1 ? argv[1] : "pong_rollback.svg");
    } catch (const std::exception& e) {
        std::fprintf(stderr, "pong_rollback: %s\n", e.what());
        return 1;
    }
}
