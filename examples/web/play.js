"use strict";
// The page of the game: reads keys, touch and gamepad, and draws sixty frames a second. The game itself is play.hpp.
// The text after # is a run in the format of run.js.

(async () => {
    const $ = id => document.getElementById(id);
    const canvas = $("view"), pen = canvas.getContext("2d");
    const {instance} = await WebAssembly.instantiate(await module_bytes(levels_module_text));
    const core = instance.exports;
    core._initialize();
    const LEFT = 1, RIGHT = 2, UP = 4, DOWN = 8;

    /// Reads the numbers that a function of the module writes.
    function reader(call) {
        call();
        const numbers = new Float32Array(core.memory.buffer, core.output_data(), 16384);
        let at = 0;
        const next = () => numbers[at++], list = read => Array.from({length: next()}, read);
        return {next, list, point: () => [next(), next()]};
    }

    // ---- the level and the state -----------------------------------------------------------------------------------

    const map = (() => {
        const read = reader(core.play_map), corners = () => read.list(read.point), box = () => [...read.point(), ...read.point()];
        return {solids: read.list(corners), platforms: read.list(corners), spikes: read.list(corners), ladders: read.list(box),
                coins: read.list(read.point), checkpoints: read.list(read.point), home: read.point(), flag: read.point()};
    })();
    let state;
    function read_state() {
        const read = reader(core.play_state), names = ["tick", "x", "y", "vx", "vy", "facing", "wall", "on_floor", "on_ladder", "rides", "has_flag", "is_home", "mishaps"];
        state = Object.fromEntries(names.map(name => [name, read.next()]));
        const low = read.next(), high = read.next();
        state.coins = map.coins.map((_, i) => i < 24 ? low >> i & 1 : high >> i - 24 & 1);
        state.checkpoint = read.point(), state.saw = [...read.point(), read.next()], state.movers = [read.point(), read.point()];
    }

    const keys_so_far = () => Array.from(new Uint8Array(core.memory.buffer, core.play_keys(), core.play_frames()));
    const run_text = () => runs.to_text(keys_so_far());

    // ---- sound -----------------------------------------------------------------------------------------------------

    // Sounds are made by oscillators. Browsers allow no sound before a key or a touch. Nothing is stored for the next visit.
    let audio = null, muted = false;
    /// Tones that glide from one frequency to another: [wave, from, to, after, seconds].
    const sounds = {
        jump: [["square", 260, 520, 0, .13]], land: [["triangle", 150, 60, 0, .1]],
        coin: [["square", 988, 988, 0, .06], ["square", 1319, 1319, .06, .2]],
        done: [523, 659, 784, 1047].map((note, k) => ["triangle", note, note, k * .12, .3]),
    };
    function allow_sound() {
        if (!muted) audio ??= new AudioContext(), audio.state === "suspended" && audio.resume();
    }
    function sound(name) {
        if (muted || audio?.state !== "running") return;
        for (const [wave, from, to, after, seconds] of sounds[name]) {
            const source = audio.createOscillator(), loudness = audio.createGain(), start = audio.currentTime + after, end = start + seconds;
            source.type = wave, source.frequency.setValueAtTime(from, start), source.frequency.exponentialRampToValueAtTime(to, end);
            loudness.gain.setValueAtTime(wave === "square" ? .04 : .15, start), loudness.gain.exponentialRampToValueAtTime(.001, end);
            source.connect(loudness).connect(audio.destination), source.start(start), source.stop(end);
        }
    }
    /// Plays the sounds of a frame, which follow from the states before and after it.
    function sound_of(from, to) {
        const sum = list => list.reduce((a, b) => a + b, 0);
        if (to.tick - from.tick !== 1 || to.mishaps > from.mishaps) return;
        if (to.is_home && !from.is_home) sound("done");
        else if (sum(to.coins) > sum(from.coins) || to.has_flag > from.has_flag) sound("coin");
        if (to.vy > 12 && from.vy < 11) sound("jump");
        if (to.on_floor && !from.on_floor && from.vy < -4) sound("land");
    }
    const mute = $("mute");
    mute.onclick = () => { muted = !muted, mute.setAttribute("aria-pressed", muted); };

    // ---- keys, touch, gamepad --------------------------------------------------------------------------------------

    const names = {ArrowLeft: LEFT, a: LEFT, ArrowRight: RIGHT, d: RIGHT, ArrowUp: UP, w: UP, " ": UP, ArrowDown: DOWN, s: DOWN, r: "back", Shift: "back", Backspace: "back"};
    const pressed = new Map();  // what presses it => the key
    const name_of = e => names[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    function key_changes(e) {
        const key = name_of(e);
        if (e.ctrlKey || e.metaKey || e.altKey) return;
        if (e.type === "keydown" && document.activeElement !== canvas && document.activeElement !== document.body) return;
        if (e.type === "keydown" && e.key.toLowerCase() === "m" && !e.repeat) mute.click();
        if (key === undefined) return;
        allow_sound();
        e.type === "keydown" ? (pressed.set(e.code, key), e.preventDefault()) : pressed.delete(e.code);
    }
    addEventListener("keydown", key_changes), addEventListener("keyup", key_changes);
    addEventListener("blur", () => pressed.clear());
    // A finger may slide from one button to the next.
    const under = e => document.elementFromPoint(e.clientX, e.clientY)?.closest?.("#pad button");
    const pad = $("pad"), pad_key = button => button.dataset.key === "back" ? "back" : Number(button.dataset.key);
    function finger(e) {
        if (e.type !== "pointerdown" && !pressed.has(e.pointerId)) return;
        const button = under(e);
        pressed.set(e.pointerId, button ? pad_key(button) : 0), e.preventDefault();
    }
    pad.addEventListener("pointerup", allow_sound);  // browsers allow sound when a finger is lifted
    pad.addEventListener("pointerdown", e => { allow_sound(), pad.setPointerCapture(e.pointerId), finger(e); });
    pad.addEventListener("pointermove", finger);
    for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) pad.addEventListener(type, e => pressed.delete(e.pointerId));
    pad.addEventListener("contextmenu", e => e.preventDefault());
    // Handles Enter or Space on a focused button.
    for (const button of pad.children) {
        button.onkeydown = e => { if (e.key === "Enter" || e.key === " ") allow_sound(), pressed.set(button, pad_key(button)), e.preventDefault(); };
        button.onkeyup = button.onblur = () => pressed.delete(button);
    }

    function gamepad_keys() {
        let keys = 0, back = false;
        for (const g of navigator.getGamepads?.() ?? []) {
            if (!g) continue;
            const down = k => g.buttons[k]?.pressed, [x = 0, y = 0] = g.axes;
            keys |= (x < -.4 || down(14) ? LEFT : 0) | (x > .4 || down(15) ? RIGHT : 0) | (down(0) || down(12) || y < -.6 ? UP : 0) | (y > .6 || down(13) ? DOWN : 0);
            back ||= down(2) || down(4) || down(5);
        }
        return {keys, back};
    }

    // ---- frames ----------------------------------------------------------------------------------------------------

    let planned = null, started = false, owed = 0, before = 0, said = "";
    function frame(now) {
        const pad = gamepad_keys();
        let keys = pad.keys, back = pad.back;
        for (const key of pressed.values()) key === "back" ? back = true : keys |= key;
        if (keys || back) started = true, stop_replay();
        owed = Math.min(owed + (now - before) * .06, 5), before = now;
        for (; owed >= 1; --owed) {
            if (back) core.play_rewind(2);
            else if (planned) core.play_frames() < planned.length ? step(planned[core.play_frames()]) : stop_replay();
            else if (started) step(keys);
        }
        show(back);
        requestAnimationFrame(frame);
    }
    function step(keys) {
        const from = state;
        core.play_step(keys), read_state(), sound_of(from, state);
    }
    function stop_replay() { planned = null, $("finish").hidden = true; }
    function replay(keys) {
        core.play_restart(), planned = keys, started = false, $("finish").hidden = false;
    }

    function say() {
        const taken = state.coins.filter(Boolean).length, coins = `${taken} of ${map.coins.length} coins`, seconds = (state.tick / 60).toFixed(1);
        if (state.is_home) return `Home, with the flag and ${coins}, in ${seconds} seconds${state.mishaps ? ` and ${state.mishaps} mishap${state.mishaps > 1 ? "s" : ""}` : ""}.`;
        return `${state.has_flag ? "You have the flag: bring it home" : "Fetch the flag"}. ${coins}, ${seconds} seconds.`;
    }
    let mishaps = 0, hurt_at = -Infinity;
    function show(back) {
        read_state();
        if (state.mishaps !== mishaps) hurt_at = state.mishaps > mishaps ? state.tick : -Infinity, mishaps = state.mishaps;
        draw(back);
        $("answer").textContent = planned ? `Replay. ${say()}` : say();
        const event = `${state.has_flag} ${state.is_home} ${state.mishaps}`;
        if (event !== said) $("spoken").textContent = say(), said = event;
        Object.assign(document.body.dataset, {tick: state.tick, x: state.x, y: state.y, flag: state.has_flag, home: state.is_home, mishaps: state.mishaps});
    }

    // ---- the picture -----------------------------------------------------------------------------------------------

    let colors = {}, width = 0, height = 0, ratio = 1, scale = 40, camera = [map.home[0], map.home[1]];
    const path_of = list => {
        const path = new Path2D();
        for (const corners of list) corners.forEach(([x, y], k) => k ? path.lineTo(x, y) : path.moveTo(x, y)), path.closePath();
        return path;
    };
    const solid_path = path_of(map.solids), platform_path = path_of(map.platforms);
    /// The edges that belong to one tile only: the visible edges of the ground. Only their tops have grass.
    const [grass, bare] = (() => {
        const paths = [new Path2D(), new Path2D()], edges = new Map(), name = (p, q) => `${p} ${q}`;
        for (const corners of map.solids) corners.forEach((p, k) => edges.set(name(p, corners[(k + 1) % corners.length]), [p, corners[(k + 1) % corners.length]]));
        for (const [p, q] of edges.values()) {
            const path = paths[q[0] < p[0] ? 0 : 1];
            if (!edges.has(name(q, p))) path.moveTo(...p), path.lineTo(...q);
        }
        return paths;
    })();

    function draw(back) {
        const low = [width / scale / 2, height / scale / 2];
        camera = [0, 1].map(k => camera[k] + ([state.x + state.facing * 1.5, state.y + 1 - Math.max(0, Math.min(2.5, (state.y - 6) / 2))][k] - camera[k]) * (state.tick ? .1 : 1));
        const at = [Math.max(low[0], Math.min(64 - low[0], camera[0])), Math.max(low[1] + .5, camera[1])];
        if (2 * low[0] > 64) at[0] = 32;
        pen.setTransform(ratio, 0, 0, ratio, 0, 0), pen.fillStyle = colors.sky, pen.fillRect(0, 0, width, height);
        hills(at);
        pen.setTransform(ratio * scale, 0, 0, -ratio * scale, ratio * (width / 2 - at[0] * scale), ratio * (height / 2 + at[1] * scale));
        pen.lineJoin = pen.lineCap = "round";
        for (const [x0, y0, x1, y1] of map.ladders) {
            pen.strokeStyle = colors.wood, pen.lineWidth = .1, pen.beginPath();
            for (const x of [x0 + .2, x1 - .2]) pen.moveTo(x, y0), pen.lineTo(x, y1);
            for (let y = y0 + .25; y < y1; y += .4) pen.moveTo(x0 + .2, y), pen.lineTo(x1 - .2, y);
            pen.stroke();
        }
        map.checkpoints.forEach(p => post(p, p[0] === state.checkpoint[0] && p[1] === state.checkpoint[1]));
        house(map.home);
        pen.fillStyle = colors.ground, pen.fill(solid_path);
        pen.strokeStyle = colors.wood, pen.lineWidth = .08, pen.stroke(bare);
        pen.strokeStyle = colors.grass, pen.lineWidth = .16, pen.stroke(grass);
        pen.fillStyle = colors.wood, pen.fill(platform_path);
        for (const [[x0, y0], , [x1, y1]] of map.spikes) {
            pen.fillStyle = colors.hit, pen.beginPath();
            for (const k of [0, 1, 2]) pen.moveTo(x0 + (x1 - x0) * k / 3, y0), pen.lineTo(x0 + (x1 - x0) * (k + .5) / 3, y1 + .05), pen.lineTo(x0 + (x1 - x0) * (k + 1) / 3, y0);
            pen.fill();
        }
        for (const [x, y] of state.movers) {
            pen.fillStyle = colors.mover, pen.beginPath(), pen.roundRect(x, y, 2, .5, .12), pen.fill();
            pen.strokeStyle = colors.ink, pen.lineWidth = .05, pen.stroke();
        }
        const spin = state.tick * .08;
        map.coins.forEach(([x, y], i) => {
            if (state.coins[i]) return;
            const wide = .12 + .14 * Math.abs(Math.cos(spin + i));
            pen.fillStyle = colors.coin, pen.strokeStyle = colors.ink, pen.lineWidth = .05;
            pen.beginPath(), pen.ellipse(x, y, wide, .27, 0, 0, 7), pen.fill(), pen.stroke();
        });
        saw(state.saw, spin * 2);
        if (!state.has_flag) flag(map.flag[0], map.flag[1] - .6);
        figure();
        pen.setTransform(ratio, 0, 0, ratio, 0, 0);
        if (back) banner("⟲ rewind");
        else if (state.is_home) banner("Home!");
        else if (state.tick >= hurt_at && state.tick < hurt_at + 120) banner("Ouch! Hold R to rewind");
        else if (!started && !planned) banner("Press a key, or touch a button");
        compass(at, low);
    }
    function hills(at) {
        pen.fillStyle = colors.hill;
        for (const [speed, high, step] of [[.25, .55, 340], [.45, .35, 230]]) {
            pen.globalAlpha = speed < .3 ? .45 : .8, pen.beginPath(), pen.moveTo(0, height);
            for (let x = 0; x <= width + 8; x += 8) pen.lineTo(x, height * (1 - high) + Math.sin((x + at[0] * scale * speed) / step * 3) * 30 + at[1] * scale * speed * .2);
            pen.lineTo(width, height), pen.fill();
        }
        pen.globalAlpha = 1;
    }
    function post([x, y], active) {
        pen.strokeStyle = colors.faint, pen.lineWidth = .08, pen.beginPath(), pen.moveTo(x, y - .6), pen.lineTo(x, y + .5), pen.stroke();
        pen.fillStyle = active ? colors.gap : colors.faint, pen.beginPath(), pen.arc(x, y + .55, .16, 0, 7), pen.fill();
    }
    function flag(x, y, high = 1.5) {
        pen.strokeStyle = colors.ink, pen.lineWidth = .08, pen.beginPath(), pen.moveTo(x, y), pen.lineTo(x, y + high), pen.stroke();
        pen.fillStyle = colors.flag, pen.beginPath(), pen.moveTo(x, y + high), pen.lineTo(x + .75, y + high - .25), pen.lineTo(x, y + high - .55), pen.fill();
    }
    function house([x, y]) {
        const b = y - .6;
        pen.fillStyle = colors.panel, pen.strokeStyle = colors.ink, pen.lineWidth = .06;
        pen.beginPath(), pen.rect(x - .9, b, 1.8, 1.5), pen.fill(), pen.stroke();
        pen.fillStyle = colors.flag, pen.beginPath(), pen.moveTo(x - 1.15, b + 1.5), pen.lineTo(x, b + 2.4), pen.lineTo(x + 1.15, b + 1.5), pen.closePath(), pen.fill(), pen.stroke();
        pen.fillStyle = colors.wood, pen.beginPath(), pen.rect(x - .32, b, .64, 1.15), pen.fill(), pen.stroke();
    }
    function saw([x, y, r], turn) {
        pen.fillStyle = colors.hit, pen.strokeStyle = colors.ink, pen.lineWidth = .05, pen.beginPath();
        for (let k = 0; k < 20; ++k) pen.lineTo(x + r * (k % 2 ? .78 : 1.08) * Math.cos(turn + k * Math.PI / 10), y + r * (k % 2 ? .78 : 1.08) * Math.sin(turn + k * Math.PI / 10));
        pen.closePath(), pen.fill(), pen.stroke();
        pen.fillStyle = colors.page, pen.beginPath(), pen.arc(x, y, .12, 0, 7), pen.fill();
    }
    /// Draws the character, 0.7 wide and 1.2 high as in the game. The feet move, and the eyes look in its direction.
    function figure() {
        const {x, y, facing} = state, stride = state.on_floor && Math.abs(state.vx) > .5 ? Math.sin(x * 4) * .18 : 0;
        if (state.has_flag) flag(x - facing * .25, y - .2, 1.35);
        pen.strokeStyle = colors.ink, pen.lineWidth = .16, pen.beginPath();
        for (const [side, off] of [[-.15, stride], [.15, -stride]]) pen.moveTo(x + side, y - .3), pen.lineTo(x + side + off, y - .52 + Math.max(0, off * facing) * .4);
        pen.stroke();
        pen.fillStyle = colors.a, pen.lineWidth = .06, pen.beginPath(), pen.roundRect(x - .35, y - .45, .7, 1.05, .33), pen.fill(), pen.stroke();
        pen.fillStyle = "#fff", pen.beginPath(), pen.arc(x + facing * .03, y + .25, .12, 0, 7), pen.arc(x + facing * .25, y + .25, .1, 0, 7), pen.fill();
        pen.fillStyle = "#111", pen.beginPath(), pen.arc(x + facing * .07, y + .25, .055, 0, 7), pen.arc(x + facing * .28, y + .25, .05, 0, 7), pen.fill();
        if (state.wall && !state.on_floor && state.vy < 0) {  // dust where it slides
            pen.fillStyle = colors.faint, pen.beginPath();
            for (const k of [0, 1, 2]) pen.arc(x + state.wall * .35, y - .1 + k * .3 + (state.tick * .07 + k * .1) % .3, .06, 0, 7), pen.closePath();
            pen.fill();
        }
    }
    /// Draws an arrow to the goal at the rim of the picture, if the goal is out of sight.
    function compass(at, low) {
        const goal = state.has_flag ? map.home : map.flag, off = goal[0] - at[0];
        if (state.is_home || Math.abs(off) < low[0]) return;
        const side = Math.sign(off), x = width / 2 + side * (width / 2 - 22), y = 24;
        pen.fillStyle = colors.flag, pen.strokeStyle = colors.ink, pen.lineWidth = 1.5;
        pen.beginPath(), pen.moveTo(x + side * 12, y), pen.lineTo(x - side * 6, y - 10), pen.lineTo(x - side * 6, y + 10), pen.closePath(), pen.fill(), pen.stroke();
    }
    function banner(words) {
        pen.font = `600 ${width < 500 ? 16 : 20}px system-ui, sans-serif`, pen.textAlign = "center";
        const half = pen.measureText(words).width / 2 + 14;
        pen.fillStyle = colors.page, pen.globalAlpha = .85, pen.beginPath(), pen.roundRect(width / 2 - half, 40, 2 * half, 40, 8), pen.fill();
        pen.globalAlpha = 1, pen.fillStyle = colors.text, pen.fillText(words, width / 2, 67);
    }

    // ---- the page --------------------------------------------------------------------------------------------------

    function read_colors() {
        const style = getComputedStyle(document.documentElement);
        for (const key of ["page", "text", "panel", "faint", "a", "hit", "gap", "ink", "sky", "hill", "ground", "grass", "wood", "mover", "coin", "flag"])
            colors[key] = style.getPropertyValue(`--${key}`).trim();
    }
    function resize() {
        ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
        canvas.width = Math.round(width * ratio), canvas.height = Math.round(height * ratio);
        scale = Math.max(26, Math.min(height / 12, width / 14));
        if (document.body.dataset.rest) draw(false);  // at once: setting the size has cleared the picture
    }
    const link = () => `${location.href.split("#")[0]}#${run_text()}`;
    $("restart").onclick = () => { stop_replay(), core.play_restart(), started = false, canvas.focus(); };
    $("replay").onclick = () => replay(keys_so_far());
    /// Used by the button and by tests.
    globalThis.skip_to = frame => {
        while (planned && core.play_frames() < Math.min(frame, planned.length)) {
            const before = core.play_frames();
            core.play_step(planned[before]);
            if (core.play_frames() === before) break;  // home
        }
        read_state(), camera = [state.x, state.y + 1], show(false);
    };
    $("finish").onclick = () => { skip_to(Infinity), stop_replay(), show(false); };
    $("copy_link").onclick = () => { history.replaceState(null, "", `#${run_text()}`), copy_text(link(), "The link is"); };
    $("copy_cpp").onclick = () => copy_text(runs.to_cpp(keys_so_far(), state, game_source, {link: is_on_server() ? link() : ""}), "A program that plays this run is");
    $("controls").onsubmit = e => e.preventDefault();
    function from_address() {
        const keys = runs.from_text(decodeURIComponent(location.hash.slice(1)));
        if (keys?.length) replay(keys);
    }
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", read_colors);
    addEventListener("hashchange", from_address);
    new ResizeObserver(resize).observe(canvas);
    core.play_restart(), read_colors(), resize(), from_address(), show(false);
    document.body.dataset.rest = "ready";
    requestAnimationFrame(now => { before = now, frame(now); });
})();
