"use strict";
// The page: draws the scene, and changes it by mouse, touch, keys and controls. It draws the answers of the library; only
// positions on the screen are computed here.

const examples = [
    ["A box and a circle", "1;box@-1.6,0.3~24:1.9,1.2;circle@1.3,-0.4+1.5"],
    ["One gap is enough", "1;poly@-2.4,0.6:-1.2,-1.4_1.3,-1_1.5,0.8_0.1,1.6_-1.3,0.9;box@1.9,-0.5~-18:1.5,1.1"],
    ["A circle at a corner", "1;circle@1.75,1.85+1.1;box@-0.8,-0.5:1.8,1.5;show=shadows,axes,contacts,nearest,way"],
    ["They touch, exactly", "1;box@-1.5,0:1.5,1;box@1.5,0.5:1.5,1"],
    ["One inside the other", "1;box@0.7,0.2~20:0.8,0.5;circle@0,0+2.6"],
    ["Crossing capsules", "1;capsule@0,0~35:2.2+0.45;capsule@0.3,0.1~-30:2.2+0.3"],
    ["A point and a polygon", "1;circle@0.6,0.3;poly@0,0:-2,-1.2_1.4,-1.8_2.4,0.6_0.2,2_-2.2,1"],
    ["Rounded shapes", "1;box@-1.6,0.4~15:1.2,0.8+0.5;poly@1.5,-0.2:-1,-1_1.2,-0.6_0.2,1.3+0.4"],
    ["Far from the origin", "1;box@100001,200000:1.5,1;circle@100003.4,200000.2+1.25"],
    ["A dent is no convex polygon", "1;poly@-1.5,0:-1.5,-1.5_2,-1_0,0_1.2,1.8_-1.6,1.2;circle@2.2,0.2+1"],
];

(async () => {
    const $ = id => document.getElementById(id);
    const canvas = $("view"), pen = canvas.getContext("2d");
    const library = await open_library(module_bytes(module_text));

    // Inside another page, only the picture and the answer are shown, with a link to the full page.
    const plain = location.search === "?plain";
    document.documentElement.classList.toggle("plain", plain);

    // ---- state -----------------------------------------------------------------------------------------------------

    let scene, answers, selected = 0, handle = -1;
    let width = 0, height = 0, camera = {x: 0, y: 0, scale: 50};
    let colors = {};

    const float = scenes.float, name = i => scene.shapes[i].label || scenes.name(i);
    const current = () => scene.shapes[selected];

    function load(text, keep_view) {
        scene = scenes.from_text(text);
        if (scene.shapes.length === 0) throw new SyntaxError("there is no shape in it");
        selected = Math.min(selected, scene.shapes.length - 1), handle = -1;
        update_answers();
        if (!keep_view) fit();
        changed();
    }

    function update_answers() { answers = library.answers(scene); }

    /// After each change: new answers, a new picture, and once nothing moves the text in the address.
    let at_rest = 0;
    function changed() {
        update_answers();
        show_answer();
        request_picture();
        clearTimeout(at_rest);
        at_rest = setTimeout(rest, 250);
    }

    function rest() {
        clearTimeout(at_rest);
        const text = scenes.to_text(scene);
        if (location.hash !== `#${text}`) history.replaceState(null, "", `#${text}`);
        $("spoken").textContent = $("answer").textContent;
        $("text").value = text, $("text_error").textContent = "";
        show_controls();
        document.body.dataset.rest = text;
    }

    // ---- positions -------------------------------------------------------------------------------------------------

    const to_screen = p => [width / 2 + (p[0] - camera.x) * camera.scale, height / 2 - (p[1] - camera.y) * camera.scale];
    const to_world = p => [camera.x + (p[0] - width / 2) / camera.scale, camera.y - (p[1] - height / 2) / camera.scale];
    const add = (p, q) => [p[0] + q[0], p[1] + q[1]], times = (p, k) => [p[0] * k, p[1] * k];
    const dot = (p, q) => p[0] * q[0] + p[1] * q[1];

    /// Returns enough decimals to distinguish two pixels.
    const decimals = () => Math.max(0, Math.min(9, Math.ceil(Math.log10(camera.scale / 2))));
    const rounded = (v, more = 0) => float(Number(v.toFixed(decimals() + more)));
    const wrapped = degrees => float(Number((degrees - 360 * Math.round(degrees / 360)).toFixed(1)) || 0);

    const turned = (p, degrees) => {
        const t = degrees * Math.PI / 180, c = Math.cos(t), s = Math.sin(t);
        return [c * p[0] - s * p[1], s * p[0] + c * p[1]];
    };
    const outward = (s, p) => add([s.x, s.y], turned(p, s.turn)), inward = (s, p) => turned([p[0] - s.x, p[1] - s.y], -s.turn);

    /// Returns the corners as the library has them, or the given corners of a refused shape.
    const corners_of = i => answers.outlines[i].ok ? answers.outlines[i].corners : scene.shapes[i].corners.map(p => outward(scene.shapes[i], p));

    function bounds() {
        let low = [Infinity, Infinity], high = [-Infinity, -Infinity];
        scene.shapes.forEach((s, i) => corners_of(i).forEach(p => {
            low = low.map((v, k) => Math.min(v, p[k] - s.radius)), high = high.map((v, k) => Math.max(v, p[k] + s.radius));
        }));
        return low[0] <= high[0] ? [low, high] : [[-1, -1], [1, 1]];
    }

    /// The view: 10.8 by 8 units around the origin, unless the shapes are elsewhere or of another size.
    function fit() {
        const [low, high] = bounds(), usual = [5.4, 4], size = Math.max(high[0] - low[0], high[1] - low[1]);
        const seen = [0, 1].every(k => low[k] > -usual[k] && high[k] < usual[k]) && size > 1 && !plain;
        const half = seen ? usual : [0, 1].map(k => Math.max((high[k] - low[k]) * .75, size * (plain ? .72 : .5), 1e-30));
        const at = seen ? [0, 0] : [0, 1].map(k => (low[k] + high[k]) / 2);
        camera = {x: at[0], y: at[1], scale: Math.min(width / 2 / half[0], height / 2 / half[1])};
        const decides = plain && scene.show.has("shadows") && answers.pair?.axes[answers.pair.deciding];
        for (let tries = 0; decides && tries < 10 && wall_of(decides, 50).off > 0; ++tries) camera.scale *= .93;
        request_picture();
    }

    // ---- handles ---------------------------------------------------------------------------------------------------

    /// The parts of a shape that can be dragged: a name, a position in the world, and the effect of a new position.
    function handles_of(s) {
        const list = [], beside = 34 / camera.scale;
        const handle = (what, local, put) => list.push({what, at: outward(s, local), put});
        const turn_at = up => handle("turn", [0, up + beside], p => {
            s.turn = wrapped(Math.round(Math.atan2(p[1] - s.y, p[0] - s.x) * 180 / Math.PI - 90));
        });
        if (s.kind === "circle") handle("radius", turned([s.radius, 0], -s.turn), p => {
            s.radius = rounded(Math.hypot(p[0] - s.x, p[1] - s.y));
        });
        if (s.kind === "box") {
            [[1, 1], [-1, 1], [-1, -1], [1, -1]].forEach((sign, k) => handle(`corner ${k + 1}`, [sign[0] * s.half[0], sign[1] * s.half[1]], p => {
                s.half = inward(s, p).map(v => rounded(Math.abs(v)));
            }));
            turn_at(s.half[1] + s.radius);
        }
        if (s.kind === "capsule") {
            [1, -1].forEach((sign, k) => handle(`end ${k + 1}`, [sign * s.half[0], 0], p => {
                const offset = [sign * (p[0] - s.x), sign * (p[1] - s.y)];
                s.half = [rounded(Math.hypot(...offset))];
                s.turn = wrapped(Math.atan2(offset[1], offset[0]) * 180 / Math.PI);
            }));
            handle("radius", [0, s.radius], p => { s.radius = rounded(Math.abs(inward(s, p)[1])); });
        }
        if (s.kind === "poly") {
            s.corners.forEach((corner, k) => handle(`corner ${k + 1}`, corner, p => { s.corners[k] = inward(s, p).map(v => rounded(v)); }));
            turn_at(Math.max(...s.corners.map(p => p[1])) + s.radius);
        }
        return list;
    }

    function move_to(s, x, y) { s.x = rounded(x), s.y = rounded(y); }

    /// Multiplies sizes by a factor, unless they would become too small to see or too large.
    function scale(s, factor, from = s) {
        const sizes = [from.radius, ...from.half, ...from.corners.flat()].map(v => Math.abs(v));
        const largest = Math.max(...sizes) * factor * camera.scale;
        if (largest === 0 || (factor < 1 && largest < 6) || (factor > 1 && largest > 4 * (width + height))) return;
        const scaled = v => rounded(v * factor, 1);
        s.radius = scaled(from.radius), s.half = from.half.map(scaled), s.corners = from.corners.map(p => p.map(scaled));
    }

    // ---- drawing ---------------------------------------------------------------------------------------------------

    let pending = false;
    function request_picture() {
        if (!pending) requestAnimationFrame(() => { pending = false, draw(); });
        pending = true;
    }

    function line(p, q) {
        pen.beginPath(), pen.moveTo(...to_screen(p)), pen.lineTo(...to_screen(q)), pen.stroke();
    }
    function disc(p, pixels) { pen.beginPath(), pen.arc(...to_screen(p), pixels, 0, 2 * Math.PI); }

    /// Draws the hull of corners, counter-clockwise, grown by a radius.
    function trace(corners, radius, offset = [0, 0]) {
        const n = corners.length, r = Math.max(radius * camera.scale, 0);
        pen.beginPath();
        corners.forEach((p, i) => {
            const [x, y] = to_screen(add(p, offset)), before = corners[(i + n - 1) % n], after = corners[(i + 1) % n];
            if (r === 0) return i === 0 && n === 1 ? pen.arc(x, y, 2.5, 0, 2 * Math.PI) : pen.lineTo(x, y);
            if (n === 1) return pen.arc(x, y, r, 0, 2 * Math.PI);
            const from = Math.atan2(-(p[0] - before[0]), p[1] - before[1]), to = Math.atan2(-(after[0] - p[0]), after[1] - p[1]);
            pen.arc(x, y, r, -from, -to, true);
        });
        pen.closePath();
    }

    /// Returns a vector along a direction, of a length in pixels.
    function arrow(from, direction, pixels, color) {
        const [x, y] = to_screen(from), unit = [direction[0], -direction[1]], side = [-unit[1], unit[0]];
        const tip = [x + unit[0] * pixels, y + unit[1] * pixels], base = [tip[0] - unit[0] * 9, tip[1] - unit[1] * 9];
        pen.strokeStyle = pen.fillStyle = color;
        pen.beginPath(), pen.moveTo(x, y), pen.lineTo(...base), pen.stroke();
        pen.beginPath(), pen.moveTo(...tip), pen.lineTo(base[0] + side[0] * 4.5, base[1] + side[1] * 4.5);
        pen.lineTo(base[0] - side[0] * 4.5, base[1] - side[1] * 4.5), pen.fill();
    }

    function words_at(p, text, color, bold = false) {
        pen.font = `${bold ? "600 " : ""}14px system-ui, sans-serif`;
        const half = pen.measureText(text).width / 2 + 4, [x, y] = to_screen(p);
        const inside = Math.max(half, Math.min(width - half, x)), down = Math.max(10, Math.min(height - 10, y));
        pen.lineWidth = 4, pen.strokeStyle = colors.page, pen.fillStyle = color, pen.lineJoin = "round";
        pen.strokeText(text, inside, down), pen.fillText(text, inside, down);
    }

    function draw_grid() {
        let unit = 10 ** Math.ceil(Math.log10(24 / camera.scale));
        const [left, top] = to_world([0, 0]), [right, bottom] = to_world([width, height]);
        pen.lineWidth = 1;
        for (const [k, from, to] of [[0, left, right], [1, bottom, top]])
            for (let i = Math.ceil(from / unit); i <= to / unit && i - from / unit < 400; ++i) {
                pen.strokeStyle = i === 0 ? colors["grid-axis"] : colors.grid;
                if (k === 0) line([i * unit, bottom], [i * unit, top]);
                else line([left, i * unit], [right, i * unit]);
            }
    }

    const number_words = v => {
        const size = Math.abs(v), text = size === 0 ? "0" : size < 1e-4 || size >= 1e6 ? size.toPrecision(3) : String(Number(size.toPrecision(size >= 100 ? 6 : 3)));
        return v < 0 ? `−${text}` : text;
    };

    /// Returns the position of the wall with the shadows: beside both shapes, and inside the picture if it fits.
    function wall_of(axis, away) {
        const n = axis.direction, t = [-n[1], n[0]], points = [];
        for (const i of [0, 1]) for (const p of corners_of(i)) points.push(dot(p, t) - scene.shapes[i].radius, dot(p, t) + scene.shapes[i].radius);
        const low = Math.min(...points), high = Math.max(...points), margin = away / camera.scale;
        const ends = [Math.min(axis.a[0], axis.b[0]), Math.max(axis.a[1], axis.b[1])], middle = (ends[0] + ends[1]) / 2;
        const at = (s, w) => add(times(n, s), times(t, w));
        const off = w => Math.max(...[...ends, middle].map(s => {
            const [x, y] = to_screen(at(s, w));
            return Math.max(16 - x, x - width + 16, 16 - y, y - height + 16);
        }));
        const up = high + margin, down = low - margin, w = off(down) <= Math.max(0, off(up)) ? down : up;
        return {n, t, at, w, off: off(w), out: w === up ? 1 : -1};
    }

    function draw_shadows(axis, away, decides) {
        const wall = wall_of(axis, away), px = 1 / camera.scale, gap = axis.overlap < 0, mark = gap ? colors.gap : colors.overlap;
        const place = (s, pixels) => wall.at(s, wall.w + wall.out * pixels * px);
        pen.globalAlpha = decides ? 1 : .4;
        if (decides) {  // the rays that graze the shapes
            pen.setLineDash([3, 4]), pen.lineWidth = 1;
            [[0, axis.a], [1, axis.b]].forEach(([i, shadow]) => [[-1, shadow[0]], [1, shadow[1]]].forEach(([sign, s]) => {
                const corners = corners_of(i), far = corners.reduce((best, p) => sign * dot(p, wall.n) > sign * dot(best, wall.n) ? p : best);
                pen.strokeStyle = i ? colors.b : colors.a;
                line(wall.at(s, dot(far, wall.t)), place(s, i ? 7 : 0));
            }));
            pen.setLineDash([]);
        }
        pen.lineCap = "butt";
        pen.lineWidth = decides ? 5 : 3;
        const step = decides ? 7 : 4;
        pen.strokeStyle = colors.a, line(place(axis.a[0], 0), place(axis.a[1], 0));
        pen.strokeStyle = colors.b, line(place(axis.b[0], step), place(axis.b[1], step));
        pen.strokeStyle = mark, pen.lineWidth = decides ? 6 : 4;
        line(place(axis.b[0], 2 * step), place(axis.a[1], 2 * step));
        if (decides) {
            const words = `${gap ? "gap" : "overlap"} ${number_words(Math.abs(axis.overlap))}`;
            pen.font = "600 14px system-ui, sans-serif";
            const clear = Math.abs(wall.t[0]) * pen.measureText(words).width / 2 + Math.abs(wall.t[1]) * 8;
            words_at(place((axis.b[0] + axis.a[1]) / 2, 26 + clear), axis.overlap === 0 ? "no gap, no overlap" : words, mark, true);
        }
        pen.globalAlpha = 1;
    }

    /// Returns the axis that decides, and the others without parallels, of which the one with the least overlap is kept.
    function axes_once(pair) {
        const least = (a, b) => a.overlap - b.overlap, first = pair.axes[pair.deciding];
        return [first, ...pair.axes.filter(axis => axis !== first).sort(least)].filter((axis, i, all) => axis && !all.slice(0, i).some(other =>
            Math.abs(axis.direction[0] * other.direction[1] - axis.direction[1] * other.direction[0]) < 1e-6));
    }

    const hit_shapes = () => {
        const hit = new Set();
        for (const [i, j, touches] of answers.touching) if (touches) hit.add(i), hit.add(j);
        return hit;
    };

    const color_of = i => i === 0 ? colors.a : i === 1 ? colors.b : colors.other;
    /// Inside another page, the outlines keep the colours of their shadows.
    const outline_color = (i, hit) => hit && !(i < 2 && plain && scene.show.has("shadows")) ? colors.hit : color_of(i);

    function draw_shape(i, hit) {
        const out = answers.outlines[i], corners = corners_of(i);
        trace(corners, out.ok ? out.radius : 0);
        pen.fillStyle = hit ? colors.hit : color_of(i), pen.globalAlpha = hit ? .28 : .18;
        if (out.ok) pen.fill();
        pen.globalAlpha = 1, pen.lineWidth = i === selected ? 3 : 2, pen.strokeStyle = outline_color(i, hit);
        pen.setLineDash(out.ok ? [] : [8, 5]), pen.stroke(), pen.setLineDash([]);
        if (!out.ok && corners[out.index]) {
            pen.strokeStyle = colors.overlap, pen.lineWidth = 3;
            disc(corners[out.index], 12), pen.stroke();
        }
    }

    function draw_pair(pair) {
        const a = answers.outlines[0];
        if (scene.show.has("way") && pair.relation === 2) {
            trace(a.corners, a.radius, pair.mtv);
            pen.strokeStyle = colors.ghost, pen.lineWidth = 2, pen.setLineDash([6, 4]), pen.stroke(), pen.setLineDash([]);
            const length = Math.hypot(...pair.mtv), from = [scene.shapes[0].x, scene.shapes[0].y];
            if (length * camera.scale > 12) arrow(from, times(pair.mtv, 1 / length), length * camera.scale, colors.ghost);
        }
        if (scene.show.has("nearest")) {
            pen.strokeStyle = colors.ink, pen.lineWidth = 1.5, pen.setLineDash([2, 3]);
            line(pair.point_a, pair.point_b), pen.setLineDash([]);
            for (const [p, color] of [[pair.point_a, colors.a], [pair.point_b, colors.b]]) {
                disc(p, 4.5), pen.fillStyle = colors.page, pen.fill(), pen.strokeStyle = color, pen.lineWidth = 2, pen.stroke();
            }
        }
        if (scene.show.has("contacts")) {
            pen.lineWidth = 2;
            for (const p of pair.manifold) {
                arrow(p.point, pair.normal, 42, colors.ink);
                disc(p.point, 4.5), pen.fillStyle = colors.ink, pen.fill();
            }
        }
    }

    function draw_handles() {
        const list = handles_of(current()), [x, y] = to_screen([current().x, current().y]);
        list.forEach((h, k) => {
            pen.strokeStyle = pen.fillStyle = color_of(selected), pen.lineWidth = 2;
            if (h.what === "turn") {
                pen.globalAlpha = .5, pen.beginPath(), pen.moveTo(x, y), pen.lineTo(...to_screen(h.at)), pen.stroke(), pen.globalAlpha = 1;
            }
            disc(h.at, k === handle ? 9 : 6.5), pen.fillStyle = k === handle ? color_of(selected) : colors.handle, pen.fill(), pen.stroke();
        });
    }

    function draw() {
        const ratio = devicePixelRatio || 1;
        pen.setTransform(ratio, 0, 0, ratio, 0, 0);
        pen.fillStyle = colors.page, pen.fillRect(0, 0, width, height);
        pen.textAlign = "center", pen.textBaseline = "middle";
        draw_grid();
        const hit = hit_shapes(), pair = answers.pair;
        scene.shapes.forEach((_, i) => draw_shape(i, hit.has(i)));
        if (pair) {
            if (scene.show.has("axes")) axes_once(pair).slice(1).forEach((axis, k) => draw_shadows(axis, 12 + 11 * (k % 3), false));
            if (scene.show.has("shadows") && pair.axes[pair.deciding]) draw_shadows(pair.axes[pair.deciding], 30, true);
            draw_pair(pair);
        }
        draw_handles();
        scene.shapes.forEach((s, i) => {
            const middle = s.kind === "poly" ? times(corners_of(i).reduce(add, [0, 0]), 1 / s.corners.length) : [s.x, s.y];
            const lift = s.kind === "circle" && s.radius * camera.scale < 20 ? 18 / camera.scale : 0;
            words_at(add(middle, [0, lift]), name(i), outline_color(i, hit.has(i)), true);
        });
    }

    // ---- words -----------------------------------------------------------------------------------------------------

    function direction_words(v) {
        const x = Math.abs(v[0]), y = Math.abs(v[1]), parts = [];
        if (x > .2 * y) parts.push(v[0] < 0 ? "left" : "right");
        if (y > .2 * x) parts.push(v[1] < 0 ? "down" : "up");
        return parts.join(" and ");
    }
    const point_words = p => `(${p.map(number_words).join(", ")})`;

    /// Returns the answer as a list of [text, class].
    function sentences() {
        const said = [], broken = answers.errors.map(([i, , index, words]) =>
            [`${name(i)} is no convex polygon: at corner ${index + 1}, ${words}. `, "hit"]);
        if (scene.shapes.length < 2) said.push(["Add a second shape. "]);
        const pair = answers.pair, [a, b] = pair ? [0, 1].map(i => scene.shapes[i].label ? `the ${name(i)}` : name(i)) : [];
        if (pair && pair.relation === 0)
            said.push([`${a} and ${b} are apart`, "gap"], [` by ${number_words(pair.signed_distance)}. From ${a}, the gap is crossed by going ${direction_words(pair.normal)}. `]);
        if (pair && pair.relation === 1)
            said.push([`${a} and ${b} touch`, "hit"], [` and do not overlap; the normal from ${a} to ${b} is ${point_words(pair.normal)}. `]);
        if (pair && pair.relation === 2) {
            said.push([`${a} and ${b} overlap`, "hit"], [` by ${number_words(pair.depth)}. Move ${a} by ${point_words(pair.mtv)}, ${direction_words(pair.mtv)}, and they just touch: no shorter move ends the overlap. `]);
            if (pair.a_in_b) said.push([`${a} is inside ${b}. `]);
            if (pair.b_in_a) said.push([`${b} is inside ${a}. `]);
        }
        for (let i = 2; i < scene.shapes.length; ++i) {
            const others = answers.touching.filter(([p, q, touches]) => touches && (p === i || (q === i && p < i))).map(([p, q]) => name(p === i ? q : p));
            if (answers.outlines[i].ok) said.push([`${name(i)} touches ${others.join(" and ") || "nothing"}. `]);
        }
        return [...broken, ...said.map(([text, mark]) => [text.replace(/^the /, "The "), mark])];
    }

    function show_answer() {
        $("answer").replaceChildren(...sentences().map(([text, mark]) => {
            const part = document.createElement(mark ? "b" : "span");
            part.textContent = text, part.className = mark ?? "";
            return part;
        }));
    }

    function numbers_text() {
        const p = answers.pair;
        if (!p) return "";
        const pt = v => `(${v.map(scenes.decimal).join(", ")})`;
        const lines = [`intersects(a, b)        ${p.relation > 0}`, `penetrates(a, b)        ${p.relation > 1}`,
            `signed_distance(a, b)   ${scenes.decimal(p.signed_distance)}`, `normal, from a to b     ${pt(p.normal)}`,
            `point_a                 ${pt(p.point_a)}`, `point_b                 ${pt(p.point_b)}`];
        if (p.relation > 0) lines.push(`mtv()                   ${pt(p.mtv)}`, `a_in_b, b_in_a          ${p.a_in_b}, ${p.b_in_a}`);
        p.manifold.forEach((m, i) => lines.push(`manifold point ${i + 1}        ${pt(m.point)}, depth ${scenes.decimal(m.depth)}`));
        lines.push(`axes tested             ${p.axes.length}`);
        p.axes.forEach((x, i) => lines.push(`  ${i === p.deciding ? "decides" : "       "} ${["edge of a", "edge of b", "closest  "][x.source]}     ${pt(x.direction)} ${x.overlap < 0 ? "gap" : "overlap"} ${scenes.decimal(Math.abs(x.overlap))}`));
        return lines.join("\n");
    }

    // ---- controls --------------------------------------------------------------------------------------------------

    function option(text, value) {
        const made = document.createElement("option");
        made.textContent = text, made.value = value;
        return made;
    }

    function show_controls() {
        const s = current(), text = scenes.to_text(scene);
        $("selected").replaceChildren(...scene.shapes.map((_, i) => option(name(i), String(i))));
        $("selected").value = String(selected), $("kind").value = s.kind;
        for (const id of ["x", "y", "turn", "radius"]) if (document.activeElement !== $(id)) $(id).value = scenes.decimal(s[id]);
        [0, 1].forEach(k => {
            $(`half${k}_label`).hidden = s.half.length <= k;
            if (s.half.length > k && document.activeElement !== $(`half${k}`)) $(`half${k}`).value = scenes.decimal(s.half[k]);
        });
        $("half0_label").firstChild.textContent = s.kind === "capsule" ? "Half length " : "Half width ";
        $("turn_label").hidden = s.kind === "circle", $("corner_buttons").hidden = s.kind !== "poly";
        $("add_corner").disabled = s.corners.length >= scenes.max_corners, $("remove_corner").disabled = s.corners.length <= 3;
        $("add").disabled = scene.shapes.length >= scenes.max_shapes, $("remove").disabled = scene.shapes.length <= 1;
        $("swap").disabled = scene.shapes.length < 2;
        for (const box of document.getElementsByName("show")) box.checked = scene.show.has(box.value);
        const known = examples.findIndex(example => example[1] === text);
        $("example").value = String(known);
        $("numbers_text").textContent = numbers_text();
        $("whole").href = `index.html#${text}`;
        $("explorer").href = scenes.compiler_explorer(cpp(header_address()));
    }

    const link = () => `${location.href.split("#")[0]}#${scenes.to_text(scene)}`;
    const cpp = header => scenes.to_cpp(scene, answers, {header, link: is_on_server() ? link() : ""});

    function select(i) {
        selected = (i + scene.shapes.length) % scene.shapes.length, handle = -1;
        show_controls(), request_picture();
    }

    /// Changes the shape to another kind of about the same size.
    function change_kind(s, kind) {
        const corners = s.kind === "poly" ? s.corners : [[s.half[0] ?? 0, s.half[1] ?? 0]];
        const size = rounded(Math.max(...corners.map(p => Math.hypot(...p)), s.radius)) || 1;
        s.kind = kind, s.half = [], s.corners = [], s.radius = 0;
        if (kind === "circle") s.radius = size;
        if (kind === "box") s.half = [size, rounded(size * .7)];
        if (kind === "capsule") s.half = [size], s.radius = rounded(size * .4);
        if (kind === "poly") s.corners = [0, 1, 2, 3, 4].map(k => turned([size, 0], 72 * k + 18).map(v => rounded(v)));
        handle = -1, changed();
    }

    function add_shape(at = [camera.x, camera.y]) {
        if (scene.shapes.length >= scenes.max_shapes) return;
        const size = float(Number((40 / camera.scale).toPrecision(2)));
        const s = scenes.shape(scenes.kinds[scene.shapes.length % 4], 0, 0, {radius: size});
        scene.shapes.push(s), move_to(s, ...at), selected = scene.shapes.length - 1;
        update_answers(), change_kind(s, s.kind);
    }
    function remove_shape() {
        if (scene.shapes.length <= 1) return;
        scene.shapes.splice(selected, 1), selected = Math.min(selected, scene.shapes.length - 1), handle = -1, changed();
    }
    function swap() {
        if (scene.shapes.length < 2) return;
        [scene.shapes[0], scene.shapes[1]] = [scene.shapes[1], scene.shapes[0]];
        selected = selected < 2 ? 1 - selected : selected, changed();
    }
    /// Adds a corner at the middle of the edge after the chosen corner, slightly outside so that the polygon stays convex.
    function add_corner() {
        const s = current(), n = s.corners.length, k = handle >= 0 && handle < n ? handle : longest_edge(s.corners);
        if (s.kind !== "poly" || n >= scenes.max_corners) return;
        const p = s.corners[k], q = s.corners[(k + 1) % n], edge = [q[0] - p[0], q[1] - p[1]];
        s.corners.splice(k + 1, 0, [(p[0] + q[0]) / 2 + edge[1] * .12, (p[1] + q[1]) / 2 - edge[0] * .12].map(v => rounded(v)));
        handle = k + 1, changed();
    }
    function longest_edge(corners) {
        const length = k => Math.hypot(corners[k][0] - corners[(k + 1) % corners.length][0], corners[k][1] - corners[(k + 1) % corners.length][1]);
        return corners.reduce((best, _, k) => length(k) > length(best) ? k : best, 0);
    }
    function remove_corner() {
        const s = current(), n = s.corners.length;
        if (s.kind !== "poly" || n <= 3) return;
        s.corners.splice(handle >= 0 && handle < n ? handle : n - 1, 1), handle = -1, changed();
    }

    $("example").append(option("your own", "-1"), ...examples.map(([words], i) => option(words, String(i))));
    $("example").onchange = () => { if ($("example").value >= 0) selected = 0, load(examples[$("example").value][1]), rest(); };
    $("selected").onchange = () => select(Number($("selected").value));
    $("kind").onchange = () => change_kind(current(), $("kind").value);
    for (const [id, action] of [["add", () => add_shape()], ["remove", remove_shape], ["swap", swap], ["fit", fit], ["add_corner", add_corner], ["remove_corner", remove_corner]])
        $(id).onclick = () => { action(), rest(); };
    for (const id of ["x", "y", "turn", "radius", "half0", "half1"])
        $(id).oninput = () => {
            const v = float($(id).valueAsNumber), s = current();
            if (!Number.isFinite(v) || (v < 0 && !["x", "y", "turn"].includes(id))) return;
            if (id.startsWith("half")) s.half[Number(id[4])] = v;
            else s[id] = v;
            changed();
        };
    for (const box of document.getElementsByName("show"))
        box.onchange = () => { scene.show[box.checked ? "add" : "delete"](box.value), changed(); };
    $("copy_link").onclick = () => copy_text(link(), "The link is");
    $("copy_cpp").onclick = () => copy_text(cpp("hitbox.hpp"), "A program that expects these answers is");
    $("text").onkeydown = e => { if (e.key === "Enter") e.preventDefault(), $("text").onchange(); };
    $("text").onchange = () => {
        try {
            load($("text").value), rest();
        } catch (error) {
            $("text_error").textContent = `${error.message}.`;
        }
    };
    $("controls").onsubmit = e => e.preventDefault();
    $("more_keys").onclick = e => { e.preventDefault(), $("keys").open = true, $("keys").scrollIntoView(), $("keys").firstElementChild.focus(); };

    // ---- mouse and touch -------------------------------------------------------------------------------------------

    const pointers = new Map();
    let drag = null, pinch = null;
    const place_of = e => { const box = canvas.getBoundingClientRect(); return [e.clientX - box.left - canvas.clientLeft, e.clientY - box.top - canvas.clientTop]; };

    function handle_at(p, reach) {
        let best = -1, nearest = reach;
        handles_of(current()).forEach((h, k) => {
            const [x, y] = to_screen(h.at), far = Math.hypot(x - p[0], y - p[1]);
            if (far <= nearest) best = k, nearest = far;
        });
        return best;
    }
    /// Returns the topmost shape at a position, by the library's own test.
    function shape_at(p, reach) {
        const at = to_world(p);
        for (let i = scene.shapes.length - 1; i >= 0; --i)
            if (answers.outlines[i].ok ? library.reaches(i, ...at, reach / camera.scale) : near_corners(i, p)) return i;
        return -1;
    }
    const near_corners = (i, p) => { const [x, y] = to_screen([scene.shapes[i].x, scene.shapes[i].y]); return Math.hypot(x - p[0], y - p[1]) < 50; };

    canvas.onpointerdown = e => {
        if (e.button > 0) return;
        canvas.focus({preventScroll: true});
        canvas.setPointerCapture(e.pointerId);
        const p = place_of(e), reach = e.pointerType === "mouse" ? 12 : 22;
        pointers.set(e.pointerId, p);
        if (pointers.size === 2) return start_pinch();
        if (pointers.size > 2) return;
        handle = handle_at(p, reach);
        if (handle < 0) {
            const i = shape_at(p, reach / 2);
            drag = null;
            if (i < 0) return request_picture();
            selected = i;
        }
        const s = current(), from = handle < 0 ? [s.x, s.y] : handles_of(s)[handle].at, at = to_world(p);
        drag = {offset: [from[0] - at[0], from[1] - at[1]]};
        show_controls(), request_picture();
    };

    function start_pinch() {
        const [p, q] = [...pointers.values()], s = current();
        drag = null, handle = -1;
        pinch = {from: structuredClone(s), p, q};
    }
    function move_pinch() {
        const [p, q] = [...pointers.values()], s = current(), from = pinch.from;
        const before = [pinch.q[0] - pinch.p[0], pinch.q[1] - pinch.p[1]], after = [q[0] - p[0], q[1] - p[1]];
        scale(s, Math.hypot(...after) / Math.max(Math.hypot(...before), 1), from);
        s.turn = wrapped(from.turn - (Math.atan2(after[1], after[0]) - Math.atan2(before[1], before[0])) * 180 / Math.PI);
        const middle = (u, v) => to_world([(u[0] + v[0]) / 2, (u[1] + v[1]) / 2]), m = middle(p, q), m0 = middle(pinch.p, pinch.q);
        move_to(s, from.x + m[0] - m0[0], from.y + m[1] - m0[1]), changed();
    }

    canvas.onpointermove = e => {
        const p = place_of(e);
        if (!pointers.has(e.pointerId)) {
            canvas.style.cursor = handle_at(p, 12) >= 0 ? "crosshair" : shape_at(p, 6) >= 0 ? "grab" : "default";
            return;
        }
        pointers.set(e.pointerId, p);
        if (pinch && pointers.size === 2) return move_pinch();
        if (!drag) return;
        const inside = [Math.max(0, Math.min(width, p[0])), Math.max(0, Math.min(height, p[1]))];
        const to = add(to_world(inside), drag.offset), s = current();
        if (handle < 0) move_to(s, ...to);
        else handles_of(s)[handle].put(to);
        changed();
    };
    const let_go = e => {
        if (!pointers.delete(e.pointerId)) return;
        if (pointers.size < 2) pinch = null;
        if (pointers.size === 0) drag = null, rest();
    };
    canvas.onpointerup = canvas.onpointercancel = canvas.onlostpointercapture = let_go;
    canvas.ondblclick = e => { const p = place_of(e); if (shape_at(p, 6) < 0 && handle_at(p, 12) < 0) add_shape(to_world(p)); };
    canvas.addEventListener("wheel", e => {
        const p = place_of(e), i = shape_at(p, 6);
        if (i < 0) return;  // the page scrolls
        e.preventDefault(), selected = i;
        const steps = -Math.sign(e.deltaY || e.deltaX);
        if (e.shiftKey || e.altKey) current().turn = wrapped(current().turn + 5 * steps);
        else scale(current(), 1.1 ** steps);
        changed();
    }, {passive: false});

    // ---- keys ------------------------------------------------------------------------------------------------------

    function move_by(x, y) {
        const s = current();
        if (handle < 0) return move_to(s, s.x + x, s.y + y);
        const h = handles_of(s)[handle];
        if (h.what === "turn") s.turn = wrapped(s.turn - Math.sign(x + y));
        else h.put([h.at[0] + x, h.at[1] + y]);
    }

    canvas.onkeydown = e => {
        if (e.ctrlKey || e.metaKey) return;
        const s = current(), unit = 10 ** -Math.max(0, decimals() - 1), far = unit * (e.shiftKey ? 10 : e.altKey ? .1 : 1);
        const turn = by => { s.turn = wrapped(s.turn + by * (e.shiftKey ? 45 : e.altKey ? 1 : 5)); };
        const actions = {
            ArrowLeft: () => move_by(-far, 0), ArrowRight: () => move_by(far, 0),
            ArrowUp: () => move_by(0, far), ArrowDown: () => move_by(0, -far),
            q: () => turn(1), e: () => turn(-1), "+": () => scale(s, 1.1), "=": () => scale(s, 1.1), "-": () => scale(s, 1 / 1.1),
            n: () => select(selected + (e.shiftKey ? -1 : 1)), h: () => { handle = (handle + 1) % handles_of(s).length; },
            k: () => change_kind(s, scenes.kinds[(scenes.kinds.indexOf(s.kind) + 1) % 4]),
            a: () => add_shape(), x: swap, f: fit, Delete: remove_shape, Backspace: remove_shape,
            Escape: () => { handle = -1; },
        };
        const action = actions[e.key.length === 1 ? e.key.toLowerCase() : e.key];
        if (!action) return;
        e.preventDefault(), action(), changed();
        if (e.key.toLowerCase() === "h") $("spoken").textContent = `${handles_of(s)[handle].what} of ${name(selected)}`;
        if (e.key.toLowerCase() === "n") $("spoken").textContent = `${name(selected)}, a ${current().kind === "poly" ? "polygon" : current().kind}`;
    };

    // ---- the page --------------------------------------------------------------------------------------------------

    function read_colors() {
        const style = getComputedStyle(document.documentElement);
        for (const key of ["page", "grid", "grid-axis", "a", "b", "other", "hit", "ghost", "gap", "overlap", "ink", "handle"])
            colors[key] = style.getPropertyValue(`--${key}`).trim();
    }
    function resize() {
        const ratio = devicePixelRatio || 1, before = width;
        width = canvas.clientWidth, height = canvas.clientHeight;
        canvas.width = Math.round(width * ratio), canvas.height = Math.round(height * ratio);
        if ((before !== width || plain) && scene) fit();
        if (scene) draw();  // at once: setting the size has cleared the picture
    }
    function from_address() {
        const text = decodeURIComponent(location.hash.slice(1));
        try {
            load(text || examples[0][1]);
        } catch (error) {
            if (!(error instanceof SyntaxError)) throw error;
            load(examples[0][1]), rest();
            $("text_details").open = true, $("text").value = text, $("text_error").textContent = `${error.message}.`;
            return;
        }
        rest();
    }
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { read_colors(), request_picture(); });
    new ResizeObserver(resize).observe(canvas);
    read_colors(), resize(), from_address();
    addEventListener("hashchange", from_address);
})();
