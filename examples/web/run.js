"use strict";
// A run of the game, that is, the keys of each frame, as text and as a C++ program. Pure functions, like scene.js.
// The text is 1;run=KEYS, such as R9_RU16_N3 for right, right and up, none, and the number of frames each.

const runs = (() => {
    const letters = ["L", "R", "U", "D"], max_frames = 36000;
    const held = (mask, names) => names.filter((_, k) => mask >> k & 1);

    /// Returns a list of [keys, number of frames].
    function parts_of(keys) {
        const parts = [];
        keys.forEach((k, i) => k === keys[i - 1] ? ++parts.at(-1)[1] : parts.push([k, 1]));
        return parts;
    }
    const to_text = keys => `1;run=${parts_of(keys).map(([mask, frames]) => (held(mask, letters).join("") || "N") + frames).join("_")}`;

    /// Returns the keys of each frame, or null.
    function from_text(text) {
        if (!/^1;run=(([LRUD]{1,4}|N)\d{1,5}(_|$))*$/.test(text)) return null;
        return text.slice(6).split("_").filter(Boolean).flatMap(part => {
            const mask = letters.reduce((sum, letter, k) => sum | (part.includes(letter) ? 1 << k : 0), 0);
            return Array(Math.min(max_frames, Number(/\d+/.exec(part)[0]))).fill(mask);
        }).slice(0, max_frames);
    }

    /// Returns a complete program that plays the run again and expects its last state, bit for bit. `source` is play.hpp.
    function to_cpp(keys, state, source, {link = ""} = {}) {
        const {expect, expect_point} = scenes, names = ["left", "right", "up", "down"].map(name => `play::${name}`);
        const definitions = [source, "// The run: keys, and for how many frames they are held.", "struct part {", "    unsigned keys;", "    int frames;",
            "};", "const std::vector<part> recorded{", ...parts_of(keys).map(([mask, frames]) => `    {${held(mask, names).join(" | ") || "0"}, ${frames}},`), "};", ""];
        const body = ["    play::game game;", "    play::state s = game.start();", "    for (const part& p : recorded)",
            "        for (int i = 0; i < p.frames; ++i) s = game.after(s, p.keys);",
            expect("s.tick", String(state.tick)), ...expect_point("s.position", [state.x, state.y]), ...expect_point("s.velocity", [state.vx, state.vy]),
            expect("std::popcount(s.coins)", String(state.coins.filter(Boolean).length)), expect("s.mishaps", String(state.mishaps)),
            expect("s.has_flag", state.has_flag > 0), expect("s.is_home", state.is_home > 0)];
        const comment = `// A run of the game in the hitbox demo: ${to_text(keys)}\n${link && `// ${link}\n`}`;
        return scenes.program(comment, "hitbox.hpp", body, "#include <span>\n#include <vector>\n", definitions.join("\n"));
    }

    return {to_text, from_text, to_cpp};
})();

if (typeof module === "object") module.exports = runs;
