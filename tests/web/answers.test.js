"use strict";
// Tests of the demo without a browser: its text, its C++ programs, and the answers of its modules.
//
//     node answers.test.js DEMO_FOLDER WORK_FOLDER      with core.wasm and levels.wasm, scalar builds, and the
//     program native in the latter

const assert = require("node:assert/strict"), fs = require("node:fs"), path = require("node:path");
const {execFileSync} = require("node:child_process");
const [demo, work] = process.argv.slice(2).map(p => path.resolve(p));
const root = path.resolve(__dirname, "../..");
const scenes = require(path.join(demo, "scene.js")), library = require(path.join(demo, "library.js"));
globalThis.scenes = scenes;  // as in a page
const outlines = require(path.join(demo, "outline.js"));
const runs = require(path.join(demo, "run.js"));
const random_scenes = require("./random_scenes.js"), {unpack} = require(path.join(demo, "unpack.js"));

async function test(words, body) {
    const start = process.hrtime.bigint();
    await body();
    console.log(`ok: ${words} (${Number((process.hrtime.bigint() - start) / 1000000n)} ms)`);
}

/// Returns true if two numbers have the same bits; 0 and -0 differ.
const same = (a, b, words) => assert.deepStrictEqual(a, b, words);

(async () => {
    const packed = name => unpack(Buffer.from(fs.readFileSync(path.join(demo, name), "utf8").match(/module_text = "([^"]+)"/)[1], "base64"));
    const plain = name => fs.readFileSync(path.join(work, name));
    const simd = await library.open_library(packed("module.js")), scalar = await library.open_library(plain("core.wasm"));

    await test("the modules import nothing", async () => {
        for (const bytes of [packed("module.js"), plain("core.wasm"), packed("levels_module.js"), plain("levels.wasm")])
            same(WebAssembly.Module.imports(await WebAssembly.compile(bytes)), []);
    });

    await test("decimals are the shortest that give the float back", () => {
        const known = [[0.1, "0.1"], [1 / 3, "0.33333334"], [16777216, "16777216"], [1e-45, "1e-45"], [3.4028234663852886e38, "3.4028235e38"],
            [-0.5, "-0.5"], [-0, "0"], [100003.4, "100003.4"], [1.17549435e-38, "1.1754944e-38"]];
        for (const [value, text] of known) same(scenes.decimal(value), text);
        let bits = 1;
        const view = new DataView(new ArrayBuffer(4));
        for (let i = 0; i < 100000; ++i) {
            bits = Math.imul(bits, 1664525) + 1013904223 >>> 0, view.setUint32(0, bits);
            const f = view.getFloat32(0);
            if (Number.isFinite(f) && f !== 0) same(Math.fround(Number(scenes.decimal(f))), f);
        }
        assert.throws(() => scenes.decimal(NaN), RangeError);
    });

    await test("hexadecimal literals are those of C++", () => {
        const known = [[1, "0x1p+0f"], [-1.5, "-0x1.8p+0f"], [0.1, "0x1.99999ap-4f"], [0, "0.f"], [-0, "-0.f"],
            [2 ** -149, "0x0.000002p-126f"], [2 ** 127, "0x1p+127f"]];
        for (const [value, text] of known) same(scenes.literal(value), text);
    });

    await test("1000 scenes are the same after text and back, and so is their text", () => {
        for (const scene of random_scenes(scenes, 20261, 1000)) {
            const text = scenes.to_text(scene), back = scenes.from_text(`#${text}`);
            same(back, scene, text);
            same(scenes.to_text(back), text);
            assert.match(text, /^[\w.;@,~:+=-]+$/, "no character that an address would change");
        }
    });

    await test("a text that is no scene is refused in words", () => {
        for (const [text, words] of [["", /version 1/], ["2;circle@0,0+1", /version 1/], ["1;ball@0,0+1", /"ball" is none of/],
            ["1;circle@0+1", /not like/], ["1;circle@0,0+1e99", /no number/], ["1;circle@0,NaN+1", /not like/], ["1;box@0,0:1", /two half extents/],
            ["1;box@0,0:1,-1", /negative/], ["1;circle@0,0:1", /no size but/], ["1;poly@0,0:1,2_3", /two coordinates/],
            ["1;poly@0,0:" + Array(9).fill("1,2").join("_"), /more than 8 corners/], ["1;" + "circle@0,0+1;".repeat(9), /more than 8 shapes/],
            ["1;circle@0,0+1;show=all", /"all" is none of/]])
            assert.throws(() => scenes.from_text(text), error => error instanceof SyntaxError && words.test(error.message), text);
    });

    await test("SIMD and scalar modules give the same bits for 1000 scenes", () => {
        let overlapping = 0, apart = 0, touching = 0;
        for (const scene of random_scenes(scenes, 4711, 1000)) {
            const answer = simd.answers(scene);
            same(answer, scalar.answers(scene), scenes.to_text(scene));
            overlapping += answer.pair?.relation === 2, touching += answer.pair?.relation === 1, apart += answer.pair?.relation === 0;
        }
        assert.ok(overlapping > 200 && apart > 100 && touching > 20, `${overlapping} overlap, ${touching} touch, ${apart} are apart`);
    });

    await test("known scenes have known answers", () => {
        const answers_of = text => simd.answers(scenes.from_text(text));
        const corner = answers_of("1;box@0,0:1,1;circle@4,5+2").pair;  // (1, 1) to (4, 5) is 5 long
        same([corner.relation, corner.signed_distance, corner.point_a], [0, 3, [1, 1]]);
        const boxes = answers_of("1;box@-1.5,0:1.5,1;box@1,0.5:1.5,1").pair;
        same([boxes.relation, boxes.depth, boxes.normal, boxes.mtv, boxes.manifold.length], [2, .5, [1, 0], [-.5, 0], 2]);
        same(answers_of("1;box@-1.5,0:1.5,1;box@1.5,0.5:1.5,1").pair.relation, 1);
        const inner = answers_of("1;box@0.75,0:0.5,0.5;circle@0,0+4").pair;
        same([inner.relation, inner.a_in_b, inner.b_in_a], [2, true, false]);
        const dent = answers_of("1;poly@0,0:0,0_3,0_1,1_0,3;circle@0,0+1");
        same([dent.pair, dent.errors[0].slice(0, 3)], [null, [0, 2, 2]]);
    });

    await test("a crowd: the shapes that touch another one, against all pairs by plain geometry; SIMD and scalar code agree for 100 frames", async () => {
        const open = async bytes => {
            const {exports} = (await WebAssembly.instantiate(await bytes)).instance;
            exports._initialize(), exports.start(400, 3, 60, 40);
            return exports;
        };
        const cores = [await open(packed("levels_module.js")), await open(plain("levels.wasm"))];
        const state = core => [Array.from(new Uint32Array(core.memory.buffer, core.position_data(), 800)), Array.from(new Uint8Array(core.memory.buffer, core.touching_data(), 400))];
        const kinds = [[[0, 0]], [[-1, -.75], [1, -.75], [1, .75], [-1, .75]], [[-.75, -.75], [.75, .75]],
            [[1, 0], [.5, .875], [-.5, .875], [-1, 0], [-.5, -.875], [.5, -.875]]], radii = [1, 0, .5, 0];
        const to_edge = ([px, py], [ax, ay], [bx, by]) => {
            const l = (bx - ax) ** 2 + (by - ay) ** 2, t = l ? Math.max(0, Math.min(1, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / l)) : 0;
            return Math.hypot(ax + t * (bx - ax) - px, ay + t * (by - ay) - py);
        };
        const within = (p, s) => s.length > 2 && s.every((a, k) => { const b = s[(k + 1) % s.length]; return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0; });
        const side = (a, b, p) => Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]));
        const edges = s => s.map((a, k) => [a, s[(k + 1) % s.length]]);
        const cross = (s, t) => edges(s).some(([a, b]) => edges(t).some(([c, d]) => side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0));
        const apart = (s, t) => within(s[0], t) || within(t[0], s) || cross(s, t) ? 0
            : Math.min(...s.flatMap(p => edges(t).map(e => to_edge(p, ...e))), ...t.flatMap(p => edges(s).map(e => to_edge(p, ...e))));
        let found = 0;
        for (let frame = 0; frame < 100; ++frame) {
            for (const core of cores) core.move(1 / 60), core.bound(), core.pair_up(), core.collide_pairs();
            same(state(cores[0]), state(cores[1]));
            if (frame % 25) continue;
            const xy = new Float32Array(cores[0].memory.buffer, cores[0].position_data(), 800), [, touching] = state(cores[0]);
            const at = i => kinds[i % 4].map(([x, y]) => [xy[2 * i] + x, xy[2 * i + 1] + y]);
            for (let i = 0; i < 400; ++i) {
                let least = Infinity;
                for (let j = 0; j < 400; ++j)
                    if (i !== j && Math.hypot(xy[2 * i] - xy[2 * j], xy[2 * i + 1] - xy[2 * j + 1]) < 4) least = Math.min(least, apart(at(i), at(j)) - radii[i % 4] - radii[j % 4]);
                if (Math.abs(least) > 1e-4) same(touching[i], Number(least < 0), `frame ${frame}, shape ${i}: ${least}`), found += least < 0;
            }
        }
        assert.ok(found > 300, `${found} touch`);
    });

    const native = path.join(work, "native"), large = {encoding: "utf8", maxBuffer: 1 << 26};
    const bits = numbers => Array.from(new Uint32Array(Float32Array.from(numbers).buffer));
    const open_levels = async bytes => {
        const {exports} = (await WebAssembly.instantiate(bytes)).instance;
        exports._initialize();
        return exports;
    };
    const levels = [await open_levels(packed("levels_module.js")), await open_levels(plain("levels.wasm"))];

    await test("the level is played to the flag and back by a script, forwards, backwards and again; SIMD and scalar modules play it to the bit", () => {
        const [keys, ...frames] = execFileSync(native, ["play", path.join(__dirname, "play_script.txt")], large).trimEnd().split("\n");
        const pressed = keys.trim().split(" ").map(Number);
        same(frames.length, pressed.length + 1);
        for (const core of levels) {
            core.play_restart();
            const state = () => {
                core.play_state();
                return new Uint32Array(core.memory.buffer, core.output_data() + 4, 4).join(" ");
            };
            frames.forEach((frame, i) => {
                same(state(), frame, `frame ${i}`);
                if (i < pressed.length) core.play_step(pressed[i]);
            });
            core.play_rewind(1000);
            same(state(), frames.at(-1001));
        }
        console.log(`    ${(pressed.length / 60).toFixed(1)} seconds of play`);
    });

    await test("400 outlines by chance, half of them with mistakes: mistakes, pieces and ways out are those of g++, to the bit", () => {
        let seed = 5;
        const chance = (low, high) => (seed = Math.imul(seed, 1664525) + 1013904223 >>> 0, Math.fround(low + (high - low) * (seed >>> 8) / 16777216));
        const star = (n, x, y, from, to) => Array.from({length: n}, (_, k) => {
            const r = chance(from, to), t = 2 * Math.PI * k / n;
            return [Math.fround(x + r * Math.cos(t)), Math.fround(y + r * Math.sin(t))];
        });
        const outlines = Array.from({length: 400}, (_, k) => k % 2
            ? [star(5 + k % 30, 0, 0, 2, 5), star(5, -.9, 0, .2, .9), star(4, .9, 0, .2, .6)].slice(0, 1 + k % 3)
            : k % 4 ? [Array.from({length: 3 + k % 17}, () => [chance(-3, 3), chance(-3, 3)])]
                : [Array.from({length: 3 + k % 9}, () => [Math.round(chance(-3, 3)), Math.round(chance(-3, 3))]), star(4, 0, 0, .5, 4)]);
        const numbers = outlines.map(rings => rings.flatMap(ring => [ring.length, ...ring.flat()]));
        const lines = numbers.map((list, k) => `${outlines[k].length} ${bits(list).join(" ")}`).join("\n");
        const hashes = execFileSync(native, ["cut"], {...large, input: `${lines}\n`}).trim().split("\n").map(Number);
        let valid = 0, touching = 0;
        for (const core of levels)
            numbers.forEach((list, k) => {
                new Float32Array(core.memory.buffer, core.input_data(), list.length).set(list);
                let hash = 2166136261;
                const add = () => { for (const word of new Uint32Array(core.memory.buffer, core.output_data(), core.output_size())) hash = Math.imul(hash ^ word, 16777619) >>> 0; };
                core.cut(outlines[k].length), add();
                valid += new Float32Array(core.memory.buffer, core.output_data(), 1)[0] === 0;
                core.query_disc(.5, .25, 1.5), add();
                touching += new Float32Array(core.memory.buffer, core.output_data(), 1)[0];
                core.query_box(-.5, .75, 1.25, .75, 30), add();
                same(hash, hashes[k], `outline ${k}`);
            });
        assert.ok(valid > 300 && valid < 500 && touching > 250, `${valid} valid, ${touching} touch`);
    });

    /// Compiles programs as one file, with the headers once and each program in a namespace, and returns their output.
    function run_programs(name, programs) {
        const include = /^#include .*\n/gm, includes = [...new Set(programs.flatMap(p => p.match(include)))].join("");
        const spaces = programs.map((p, i) => `namespace scene_${i} {\n${p.replace(include, "").replaceAll("int main()", "int run()")}}\n`).join("");
        const calls = programs.map((_, i) => `scene_${i}::run()`).join(" + ");
        const source = path.join(work, `${name}.cpp`), program = path.join(work, name);
        fs.writeFileSync(source, `${includes}${spaces}int main() { std::printf("%d wrong\\n", ${calls}); }\n`);
        execFileSync(process.env.CXX || "g++", ["-std=c++20", "-DNDEBUG", `-I${root}/include/hitbox`, `-I${root}/include`, source, "-o", program], {stdio: "inherit"});
        return execFileSync(program, {encoding: "utf8"});
    }

    await test("the C++ of 20 scenes by chance, of ties, and of a dent, compiled by g++, finds the answers equal to the bit", () => {
        const ties = ["1;box@0,0:1,1;poly@0,0:-1,-1_1,-1_1,1_-1,1", "1;poly@0,0:-1,-1_1,-1_1,1_-1,1;box@0,0:1,1",
            "1;circle@1,2+1;capsule@1,2:0+1", "1;circle@0,0+0.5;box@0,0:1,1", "1;box@0,0:1,1+0.5;poly@0,0:-1,-1_1,-1_1,1_-1,1+0.5",
            "1;circle@0,0;circle@0,0", "1;poly@0,0:0,0_3,0_1,1_0,3;circle@0,0+1"];
        const chosen = [...random_scenes(scenes, 99, 20), ...ties.map(scenes.from_text)];
        const programs = chosen.map(scene => scenes.to_cpp(scene, simd.answers(scene)));
        // One more program expects a wrong depth, to show that the test can fail.
        const last = scenes.from_text("1;box@0,0:1,1;circle@1.5,0.25+1"), answer = simd.answers(last);
        answer.pair.depth = Math.fround(answer.pair.depth + 2 ** -24);
        programs.push(scenes.to_cpp(last, answer));
        const printed = run_programs("scenes", programs), good = "all as expected, to the bit\n".repeat(chosen.length);
        same(printed.slice(0, good.length), good);
        assert.match(printed.slice(good.length), /^hit->depth is 0.5 \(0x1p-1\), expected 0.500000\d+ \(.*\)\n1 wrong\n$/);
    });

    await test("runs are the same after text and back; their C++ plays them to the same end, to the bit, also with a mishap", () => {
        const {game_source} = new Function(`${fs.readFileSync(path.join(demo, "play_source.js"), "utf8")}; return {game_source};`)();
        const home = fs.readFileSync(path.join(work, "play_keys.txt"), "utf8").trim().split(" ").map(Number), core = levels[0];
        const hurt = [...Array(300).fill(2), ...Array(40).fill(6), ...Array(20).fill(0)];
        const end_of = keys => {
            core.play_restart(), keys.forEach(k => core.play_step(k)), core.play_state();
            const [tick, x, y, vx, vy, , , , , , has_flag, is_home, mishaps, low, high] = new Float32Array(core.memory.buffer, core.output_data(), 15);
            return {tick, x, y, vx, vy, has_flag, is_home, mishaps, coins: Array.from({length: 48}, (_, i) => i < 24 ? low >> i & 1 : high >> i - 24 & 1)};
        };
        const program = (keys, end) => runs.to_cpp(keys, end, game_source);
        const chosen = [home, home.slice(0, 700), hurt, []], ends = chosen.map(end_of), programs = chosen.map((keys, k) => program(keys, ends[k]));
        same([ends[0].is_home, ends[2].mishaps > 0], [1, true]);
        for (const keys of chosen) same(runs.from_text(runs.to_text(keys)), keys);
        for (const wrong of ["1;run=X9", "2;run=R9", "1;run=R", "1;run=R9_L"]) same(runs.from_text(wrong), null, wrong);
        programs.push(program(home.slice(0, 100), {...end_of(home.slice(0, 100)), x: 3}));  // the test can fail
        const printed = run_programs("runs", programs), good = "all as expected, to the bit\n".repeat(chosen.length);
        same(printed.slice(0, good.length), good);
        assert.match(printed.slice(good.length), /^s\.position\.x is .*\n1 wrong\n$/);
    });

    await test("outlines are the same after text and back; their C++, with holes, mistakes, a disc or a box, finds the answers equal to the bit", () => {
        const page = fs.readFileSync(path.join(demo, "concave.js"), "utf8"), examples = page.match(/"1;ring@[^"]+"/g).map(JSON.parse);
        const turned = examples.map(text => text.replace(/;disc@.*$/, ";box@0.4,0.3~25:0.9"));
        const chosen = [...examples, ...turned, "1;ring@-3,-2.5_3,-2.5_3,-1_-1,-1_-1,2.5_-3,2.5;disc@3,3+0.6"];
        const programs = chosen.map(text => {
            const {rings, shape} = outlines.from_text(text);
            same(outlines.to_text(rings, shape), text);
            return outlines.to_cpp(rings, shape, outlines.answers(levels[0], rings, shape));
        });
        const {rings, shape} = outlines.from_text(examples[0]), other = outlines.answers(levels[0], rings, shape);
        other.pieces[1][2][0] += 1;  // the test can fail
        programs.push(outlines.to_cpp(rings, shape, other));
        const printed = run_programs("outlines", programs), good = "all as expected, to the bit\n".repeat(chosen.length);
        same(printed.slice(0, good.length), good);
        assert.match(printed.slice(good.length), /^vertices\(pieces\[k\]\)\[i\]\.x is .*\n1 wrong\n$/);
        for (const wrong of ["2;ring@0,0_1,0_0,1;disc@0,0+1", "1;disc@0,0+1", "1;ring@0,0_1,0_0,1", "1;ring@0,0_1;disc@0,0+1", "1;ring@0,x_1,0;disc@0,0+1", "1;ball@0,0+1"])
            same(outlines.from_text(wrong), null, wrong);
    });
})().catch(error => {
    console.error(error);
    process.exit(1);
});
