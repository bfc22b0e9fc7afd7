"use strict";
// The page of concave outlines: draws and edits rings of corners. levels.cpp checks and cuts them, and finds the translation.
// outline.js defines the text after #.

(async () => {
    const $ = id => document.getElementById(id);
    const canvas = $("view"), pen = canvas.getContext("2d");
    const {instance} = await WebAssembly.instantiate(await module_bytes(levels_module_text));
    const core = instance.exports;
    core._initialize();
    const {max_corners} = outlines;

    const examples = [
        ["A hull with two windows", "1;ring@-4,-3_4,-3_4.5,-1_2,-1_2,2_0,3_0,0.5_-2,0_-2.5,2.5_-4.5,2;ring@0.6,-0.4_0.6,1_1.5,1_1.5,-0.4;ring@-3.8,-1_-3.8,1.4_-2.9,1.4_-2.9,-1;disc@-1,0.2+0.8"],
        ["An L", "1;ring@-3,-2.5_3,-2.5_3,-1_-1,-1_-1,2.5_-3,2.5;disc@0.4,0+0.6"],
        ["A comb: out of the whole", "1;ring@-4,-2_4,-2_4,2_3,2_3,-0.5_2,-0.5_2,2_0.5,2_0.5,-0.5_-0.5,-0.5_-0.5,2_-2,2_-2,-0.5_-3,-0.5_-3,2_-4,2;box@0,0.8~0:0.7"],
        ["Mistake: edges cross", "1;ring@-3,-2_3,2_3,-2_-3,2;disc@0,1.6+0.6"],
        ["Mistake: a hole outside", "1;ring@-4,-2_1,-2_1,2_-4,2;ring@2,-1_3.5,-1_3.5,1_2,1;disc@0,1.6+0.6"],
        ["Mistakes: a spike, a crossing", "1;ring@-4,-2_4,-2_4,1_1,1_1,3_1,1_-1,1_-3,-3_-4,1;disc@-1.6,2+0.6"],
    ];

    // ---- state -----------------------------------------------------------------------------------------------------

    let rings = [], shape = {kind: "disc", x: 0, y: 0, size: .6, turn: 0}, answer = null, minimum_translation = null;
    let selected = [-1, 0];  // ring and corner; ring -1 is the shape
    let drawing = null;      // {hole, points, freehand} while a ring is drawn
    let width = 0, height = 0, ratio = 1, scale = 50, colors = {};

    const text = () => outlines.to_text(rings, shape);
    function load(given) {
        const found = outlines.from_text(given);
        if (found) ({rings, shape} = found), selected = [-1, 0], drawing = null;
        return found !== null;
    }

    // ---- the library -----------------------------------------------------------------------------------------------

    function words_of(error) {
        const memory = new Uint8Array(core.memory.buffer), from = core.mistake_words(error);
        return new TextDecoder().decode(memory.subarray(from, memory.indexOf(0, from)));
    }
    function update_answer() {
        answer = outlines.answers(core, rings, shape);
        minimum_translation = answer.minimum_translation;
    }

    const all = () => rings.flat();
    /// Edge i leads from point i to the next one of its ring.
    function edge(i) {
        for (const ring of rings) {
            if (i < ring.length) return [ring[i], ring[(i + 1) % ring.length]];
            i -= ring.length;
        }
    }
    /// Where two edges cross, or the middle of the first one.
    function crossing([a, b], [c, d]) {
        const u = [b[0] - a[0], b[1] - a[1]], v = [d[0] - c[0], d[1] - c[1]], cross = u[0] * v[1] - u[1] * v[0];
        const t = cross ? ((c[0] - a[0]) * v[1] - (c[1] - a[1]) * v[0]) / cross : .5;
        return [a[0] + u[0] * t, a[1] + u[1] * t];
    }
    const place_of_mistake = m => m.second < 0 ? all()[m.first] : crossing(edge(m.first), edge(m.second));
    const name_of_mistake = m => `${m.second < 0 ? `corner ${m.first + 1}` : `edges ${m.first + 1} and ${m.second + 1}`}: ${words_of(m.error)}`;

    const number = v => String(Number(v.toFixed(2))).replace("-", "−");
    const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
    function say() {
        if (drawing) return drawing.points.length ? `${count(drawing.points.length, "corner")} so far. Tap the first one, or Done.` : "Draw in one stroke, or tap one corner after the other.";
        if (!minimum_translation) return `No polygon: ${count(answer.mistakes.length, "mistake")}.`;
        const what = `${rings.length > 1 ? `A polygon with ${count(rings.length - 1, "hole")}` : "A polygon"}, of area ${number(answer.area)}, in ${count(answer.pieces.length, "convex piece")}.`;
        if (!minimum_translation.hit) return `${what} The ${shape.kind} does not touch it.`;
        if (minimum_translation.depth === 0) return `${what} The ${shape.kind} touches it and does not overlap.`;
        return `${what} The ${shape.kind} overlaps ${count(minimum_translation.touched, "piece")}. Out of the whole: (${number(minimum_translation.mtv[0])}, ${number(minimum_translation.mtv[1])}), ${number(minimum_translation.depth)} long.`;
    }

    let at_rest = 0, pending = false;
    function changed() {
        update_answer();
        $("answer").textContent = say();
        $("mistakes").replaceChildren(...(drawing ? [] : answer.mistakes).map(m => { const item = document.createElement("li"); item.textContent = name_of_mistake(m); return item; }));
        if (!pending) requestAnimationFrame(() => { pending = false, draw(); });
        pending = true;
        clearTimeout(at_rest), at_rest = setTimeout(rest, 250);
    }
    function rest() {
        clearTimeout(at_rest);
        if (location.hash !== `#${text()}`) history.replaceState(null, "", `#${text()}`);
        $("spoken").textContent = `${say()} ${answer.mistakes.map(name_of_mistake).join(". ")}`;
        $("kind").value = shape.kind, $("size").value = String(shape.size), $("turn").value = String(shape.turn), $("turn").disabled = shape.kind === "disc";
        $("remove").disabled = selected[0] < 0 || rings[selected[0]].length <= 1, $("remove_hole").disabled = rings.length < 2;
        const known = examples.findIndex(e => e[1] === text());
        $("example").value = known < 0 ? "own" : String(known);
        const address = scenes.compiler_explorer(cpp(header_address()));
        $("explorer").href = address, $("explorer").hidden = address.length > 16000;  // servers refuse longer addresses
        document.body.dataset.rest = text();
    }

    // ---- the picture -----------------------------------------------------------------------------------------------

    const to_screen = p => [width / 2 + p[0] * scale, height / 2 - p[1] * scale];
    const to_world = p => [(p[0] - width / 2) / scale, (height / 2 - p[1]) / scale];
    function trace(corners, open) {
        corners.forEach((p, k) => k ? pen.lineTo(...to_screen(p)) : pen.moveTo(...to_screen(p)));
        if (!open) pen.closePath();
    }
    function trace_shape(dx = 0, dy = 0) {
        pen.beginPath();
        const [x, y] = to_screen([shape.x + dx, shape.y + dy]);
        if (shape.kind === "disc") return pen.arc(x, y, shape.size * scale, 0, 7);
        const t = shape.turn * Math.PI / 180, c = Math.cos(t), s = Math.sin(t);
        trace([[1, .6], [-1, .6], [-1, -.6], [1, -.6]].map(([u, v]) => [shape.x + dx + shape.size * (u * c - v * s), shape.y + dy + shape.size * (u * s + v * c)]));
    }
    const dot = (p, r) => { pen.beginPath(), pen.arc(...to_screen(p), r, 0, 7); };
    const tints = ["--a", "--b", "--gap", "--overlap", "--other"];

    function draw() {
        pen.setTransform(ratio, 0, 0, ratio, 0, 0), pen.clearRect(0, 0, width, height), pen.lineJoin = "round";
        answer.pieces.forEach((piece, k) => {
            pen.beginPath(), trace(piece), pen.fillStyle = colors[tints[k % 5]], pen.globalAlpha = .22, pen.fill();
            pen.globalAlpha = 1, pen.strokeStyle = colors["--other"], pen.lineWidth = 1, pen.setLineDash([4, 4]), pen.stroke(), pen.setLineDash([]);
        });
        pen.globalAlpha = drawing && !drawing.hole ? .3 : 1;
        rings.forEach(ring => { pen.beginPath(), trace(ring), pen.strokeStyle = minimum_translation ? colors["--ink"] : colors["--hit"], pen.lineWidth = 2.5, pen.stroke(); });
        if (!drawing) {
            draw_mistakes(), draw_minimum_translation(), draw_handles();
            return;
        }
        pen.globalAlpha = 1, pen.beginPath(), trace(drawing.points, true), pen.strokeStyle = colors["--link"], pen.lineWidth = 3, pen.stroke();
        drawing.points.forEach((p, k) => { dot(p, k ? 4 : 8), pen.fillStyle = colors["--link"], pen.fill(); });
    }
    function draw_mistakes() {
        const placed = [];
        for (const [k, m] of answer.mistakes.entries()) {
            pen.strokeStyle = colors["--overlap"], pen.lineWidth = 5;
            if (m.second >= 0) for (const i of [m.first, m.second]) pen.beginPath(), trace(edge(i), true), pen.stroke();
            const p = place_of_mistake(m), [x, y] = to_screen(p), words = `${k + 1}: ${words_of(m.error).split(/:| or /)[0]}`;
            pen.lineWidth = 3, dot(p, 13), pen.stroke();
            pen.font = `600 ${width < 500 ? 12 : 14}px system-ui, sans-serif`, pen.textAlign = "center", pen.lineWidth = 4, pen.strokeStyle = colors["--page"], pen.fillStyle = colors["--overlap"];
            const half = pen.measureText(words).width / 2 + 6, at = [Math.max(half, Math.min(width - half, x)), y - 22 < 14 ? y + 32 : y - 22];
            while (placed.some(p => Math.abs(p[1] - at[1]) < 16 && Math.abs(p[0] - at[0]) < p[2] + half)) at[1] -= 17;
            placed.push([...at, half]);
            pen.strokeText(words, ...at), pen.fillText(words, ...at);
        }
    }
    function draw_minimum_translation() {
        const hit = minimum_translation?.hit && minimum_translation.depth > 0;
        trace_shape(), pen.fillStyle = pen.strokeStyle = hit ? colors["--hit"] : colors["--a"], pen.globalAlpha = .3, pen.fill(), pen.globalAlpha = 1, pen.lineWidth = 2.5, pen.stroke();
        if (!hit) return;
        trace_shape(...minimum_translation.mtv), pen.strokeStyle = colors["--ghost"], pen.setLineDash([7, 5]), pen.lineWidth = 2, pen.stroke(), pen.setLineDash([]);
        const [fx, fy] = to_screen([shape.x, shape.y]), [tx, ty] = to_screen([shape.x + minimum_translation.mtv[0], shape.y + minimum_translation.mtv[1]]), l = Math.hypot(tx - fx, ty - fy) || 1;
        const ux = (tx - fx) / l * 9, uy = (ty - fy) / l * 9;
        pen.strokeStyle = colors["--ink"], pen.lineWidth = 2.5, pen.beginPath(), pen.moveTo(fx, fy), pen.lineTo(tx, ty);
        pen.moveTo(tx - ux - uy, ty - uy + ux), pen.lineTo(tx, ty), pen.lineTo(tx - ux + uy, ty - uy - ux), pen.stroke();
    }
    function draw_handles() {
        rings.forEach((ring, r) => ring.forEach((p, k) => {
            const q = ring[(k + 1) % ring.length], is_selected = selected[0] === r && selected[1] === k;
            dot([(p[0] + q[0]) / 2, (p[1] + q[1]) / 2], 3), pen.fillStyle = colors["--ghost"], pen.fill();
            dot(p, is_selected ? 8 : 6), pen.fillStyle = is_selected ? colors["--link"] : colors["--handle"], pen.fill(), pen.strokeStyle = colors["--ink"], pen.lineWidth = 2, pen.stroke();
        }));
        if (selected[0] < 0) dot([shape.x, shape.y], 5), pen.fillStyle = colors["--link"], pen.fill();
    }

    // ---- mouse and touch -------------------------------------------------------------------------------------------

    const at = e => { const box = canvas.getBoundingClientRect(); return [e.clientX - box.left - canvas.clientLeft, e.clientY - box.top - canvas.clientTop]; };
    const far = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);
    const round = p => p.map(v => Number(v.toFixed(2)));
    let held = null;
    canvas.onpointerdown = e => {
        if (e.button > 0 || held !== null) return;
        canvas.focus({preventScroll: true}), canvas.setPointerCapture(e.pointerId);
        const p = at(e), reach = e.pointerType === "mouse" ? 12 : 22;
        if (drawing) {
            held = {start: p};
            if (drawing.points.length > 2 && far(p, to_screen(drawing.points[0])) < reach) return finish();
            return add_drawn(p);
        }
        let best = [-2, 0], nearest = reach, insert = false;
        rings.forEach((ring, r) => ring.forEach((q, k) => {
            const next = ring[(k + 1) % ring.length], middle = [(q[0] + next[0]) / 2, (q[1] + next[1]) / 2];
            if (far(p, to_screen(q)) < nearest) nearest = far(p, to_screen(q)), best = [r, k], insert = false;
            else if (far(p, to_screen(middle)) < nearest * .7) nearest = far(p, to_screen(middle)), best = [r, k], insert = true;
        }));
        if (best[0] < 0 || far(p, to_screen([shape.x, shape.y])) < nearest) {
            const inside = far(p, to_screen([shape.x, shape.y])) < Math.max(shape.size * scale, reach);
            if (!inside) return;
            best = [-1, 0];
        } else if (insert) best = insert_after(...best);
        selected = best;
        const from = to_screen(place());
        held = {offset: [from[0] - p[0], from[1] - p[1]]};
        changed();
    };
    canvas.onpointermove = e => {
        const p = at(e);
        if (!held || (drawing === null && !held.offset)) return;
        if (drawing) {
            if (held.start && far(p, held.start) > 12) drawing.freehand = true;
            if (drawing.freehand && far(p, to_screen(drawing.points.at(-1))) > 22) add_drawn(p);
            return;
        }
        put(to_world([Math.max(0, Math.min(width, p[0] + held.offset[0])), Math.max(0, Math.min(height, p[1] + held.offset[1]))]));
    };
    canvas.onpointerup = canvas.onpointercancel = () => {
        if (!held) return;
        held = null;
        if (drawing?.freehand) finish();
        else if (!drawing) rest();
    };
    function add_drawn(p) {
        if (all().length + drawing.points.length < max_corners) drawing.points.push(round(to_world(p)));
        changed();
    }
    function start_drawing(hole) {
        drawing = {hole, points: [], freehand: false}, $("done").hidden = false, changed();
    }
    function finish() {
        const {points, hole} = drawing;
        drawing = null, $("done").hidden = true;
        if (points.length > 2) hole ? rings.push(points) : rings = [points], selected = [rings.length - 1, 0];
        changed();
    }
    const place = () => selected[0] < 0 ? [shape.x, shape.y] : rings[selected[0]][selected[1]];
    function put(p) {
        p = round(p);
        if (selected[0] < 0) [shape.x, shape.y] = p;
        else rings[selected[0]][selected[1]] = p;
        changed();
    }
    function insert_after(r, k) {
        const ring = rings[r], p = ring[k], q = ring[(k + 1) % ring.length];
        if (all().length >= max_corners) return [r, k];
        ring.splice(k + 1, 0, round([(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]));
        return [r, k + 1];
    }
    function remove() {
        if (selected[0] < 0 || rings[selected[0]].length <= 1) return;
        rings[selected[0]].splice(selected[1], 1), selected = [selected[0], Math.max(0, selected[1] - 1)], changed();
    }

    // ---- keys and controls -----------------------------------------------------------------------------------------

    canvas.onkeydown = e => {
        if (e.ctrlKey || e.metaKey) return;
        const step = e.shiftKey ? 1 : e.altKey ? .01 : .1, move = (x, y) => put([place()[0] + x * step, place()[1] + y * step]);
        const next = () => {
            const list = [[-1, 0], ...rings.flatMap((ring, r) => ring.map((_, k) => [r, k]))], now = list.findIndex(s => s[0] === selected[0] && s[1] === selected[1]);
            selected = list[(now + (e.shiftKey ? list.length - 1 : 1)) % list.length], changed();
            $("spoken").textContent = selected[0] < 0 ? `the ${shape.kind}` : `corner ${selected[1] + 1} of ${selected[0] ? `hole ${selected[0]}` : "the outline"}`;
        };
        const actions = {ArrowLeft: () => move(-1, 0), ArrowRight: () => move(1, 0), ArrowUp: () => move(0, 1), ArrowDown: () => move(0, -1), n: next,
            i: () => { if (selected[0] >= 0) selected = insert_after(...selected), changed(); }, Delete: remove, Backspace: remove,
            Enter: () => drawing && finish(), Escape: () => { if (drawing) drawing.points = [], finish(); }};
        const action = actions[e.key.length === 1 ? e.key.toLowerCase() : e.key];
        if (action) e.preventDefault(), action();
    };
    $("example").append(...examples.map(([name], k) => new Option(name, String(k))), new Option("Your own", "own"));
    $("example").onchange = () => { const e = examples[Number($("example").value)]; if (e) load(e[1]), changed(), rest(); };
    $("draw").onclick = () => start_drawing(false), $("hole").onclick = () => start_drawing(true), $("done").onclick = () => drawing && finish();
    $("remove").onclick = remove, $("remove_hole").onclick = () => { if (rings.length > 1) rings.pop(), selected = [-1, 0], changed(); };
    $("kind").onchange = () => { shape.kind = $("kind").value, changed(); };
    $("size").oninput = () => { shape.size = $("size").valueAsNumber, changed(); };
    $("turn").oninput = () => { shape.turn = $("turn").valueAsNumber, changed(); };
    const link = () => `${location.href.split("#")[0]}#${text()}`;
    const cpp = header => outlines.to_cpp(rings, shape, answer, {header, link: is_on_server() ? link() : ""});
    $("copy_link").onclick = () => copy_text(link(), "The link is");
    $("copy_cpp").onclick = () => copy_text(cpp("hitbox.hpp"), "A program that expects these answers is");
    $("controls").onsubmit = e => e.preventDefault();

    function read_colors() {
        const style = getComputedStyle(document.documentElement);
        for (const key of [...tints, "--ink", "--hit", "--ghost", "--link", "--handle", "--page"]) colors[key] = style.getPropertyValue(key).trim();
    }
    function resize() {
        ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
        canvas.width = Math.round(width * ratio), canvas.height = Math.round(height * ratio), scale = Math.min(width / 10.8, height / 8);
        draw();
    }
    function from_address() {
        if (!load(decodeURIComponent(location.hash.slice(1)))) load(examples[0][1]);
        changed(), rest();
    }
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { read_colors(), draw(); });
    addEventListener("hashchange", from_address);
    read_colors(), from_address();
    new ResizeObserver(resize).observe(canvas);
})();
