// The code of the demo's second module, compiled for this machine. It plays the level of the game by a script, to the
// flag and back, and prints answers about outlines. tests/web/answers.test.js compares them with the WebAssembly
// module.
//
//     native play SCRIPT      the keys of the run, then position and velocity of each frame, as bits
//     native cut              for each line of input (the number of rings, and the numbers of the input as bits): a
//     hash

#include <bit>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "../../examples/web/levels.cpp"

namespace {

using play::state;

/// A line of the script: keys, and until when they are pressed: t12 (frames), x>3, y<4.5, floor, fall, wall, ride,
/// home.
bool is_met(const std::string& until, const state& s, int frames) {
    if (until == "floor") return s.on_floor;
    if (until == "fall") return s.velocity.y < 0 && !s.on_floor;
    if (until == "wall") return s.wall != 0 && !s.on_floor;
    if (until == "ride") return s.rides;
    if (until == "home") return s.is_home;
    if (until[0] == 't') return frames >= std::stoi(until.substr(1));
    const float value = std::stof(until.substr(2)), is = until[0] == 'x' ? s.position.x : s.position.y;
    return until[1] == '>' ? is >= value : is <= value;
}

unsigned mask_of(const std::string& keys) {
    unsigned mask = 0;
    for (const char c : keys)
        mask |= c == 'L' ? play::left : c == 'R' ? play::right : c == 'U' ? play::up : c == 'D' ? play::down : 0u;
    return mask;
}

unsigned bits(float f) { return std::bit_cast<std::uint32_t>(f); }

int fail(const std::string& words, const state& s) {
    std::fprintf(stderr, "%s: at (%g, %g), frame %d\n", words.c_str(), double(s.position.x), double(s.position.y),
                 int(s.tick));
    return 1;
}

/// Returns true if the character is outside of everything solid. Exact.
bool is_free(const play::session& game) {
    const auto here = translated(play::body, game.now().position);
    for (const play::tile& t : game.map().solids)
        if (penetrates(here, t)) return false;
    for (const play::mover& m : game.map().movers)
        if (penetrates(here, translated(m.shape, m.position(game.now().tick)))) return false;
    return true;
}

bool are_equal(const state& a, const state& b) {
    return a.position == b.position && a.velocity == b.velocity && a.coins == b.coins && a.tick == b.tick &&
           a.has_flag == b.has_flag && a.is_home == b.is_home && a.on_floor == b.on_floor && a.wall == b.wall;
}

int run_script(const char* path) {
    play::session game;
    std::vector<state> states{game.now()};
    std::ifstream script{path};
    bool rode = false, climbed = false, slid = false, jumped_off = false;
    for (std::string keys, until; script >> keys >> until;) {
        for (int frames = 0; frames == 0 || !is_met(until, game.now(), frames); ++frames) {
            if (frames == 900) return fail("the script waits in vain for " + until, game.now());
            game.step(mask_of(keys));
            const state& s = game.now();
            if (s.mishaps > 0) return fail("a mishap", s);
            if (!is_free(game)) return fail("inside of a solid", s);
            rode = rode || s.rides, climbed = climbed || s.on_ladder, jumped_off = jumped_off || s.held > 0;
            slid = slid || (s.wall != 0 && !s.on_floor && s.velocity.y == -3);
            states.push_back(s);
            if (s.is_home) break;
        }
    }
    if (!game.now().is_home || !game.now().has_flag) return fail("not home with the flag", game.now());
    if (!rode || !climbed || !slid || !jumped_off) return fail("a platform, ladder or wall was left out", game.now());

    // Goes back to the start and to the end again in steps of other lengths, and checks that the states are the same.
    const std::vector<std::uint8_t> keys{game.keys().begin(), game.keys().end()};
    for (std::size_t at = keys.size(); at > 0; at = game.keys().size()) {
        game.rewind(97);
        if (!are_equal(game.now(), states[game.keys().size()])) return fail("rewound to another state", game.now());
    }
    for (const std::uint8_t k : keys) game.step(k);
    if (!are_equal(game.now(), states.back())) return fail("another end", game.now());

    for (const std::uint8_t k : keys) std::printf("%d ", int(k));
    std::printf("\n");
    for (const state& s : states)
        std::printf("%u %u %u %u\n", bits(s.position.x), bits(s.position.y), bits(s.velocity.x), bits(s.velocity.y));
    return 0;
}

void hash_output(std::uint32_t& hash) {
    for (std::size_t i = 0; i < levels::written; ++i) hash = (hash ^ bits(levels::output[i])) * 16777619u;
}

int cut_lines() {
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream in{line};
        std::size_t rings = 0, n = 0;
        in >> rings;
        for (std::uint32_t word = 0; in >> word && n < std::size(levels::input);)
            levels::input[n++] = std::bit_cast<float>(word);
        std::uint32_t hash = 2166136261u;
        levels::cut(rings), hash_output(hash);
        levels::query_disc(0.5f, 0.25f, 1.5f), hash_output(hash);
        levels::query_box(-0.5f, 0.75f, 1.25f, 0.75f, 30), hash_output(hash);
        std::printf("%u\n", hash);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) { return argc > 2 ? run_script(argv[2]) : cut_lines(); }
