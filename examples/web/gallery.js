"use strict";
// The page of the gallery: each card has a number, passes it to the library (gallery.cpp), draws the answer and describes it.
// The text after # is 1;rest=DEGREES;walls=PLACE;bullet=SPEED;seams=PLACE;wedge=DEGREES;oneway=HEIGHT; a card that is left out has its default.

(async () => {
    const {instance} = await WebAssembly.instantiate(await module_bytes(levels_module_text));
    const core = instance.exports;
    core._initialize();
    const results = () => Array.from(new Float32Array(core.memory.buffer, core.result_data(), 12));
    const number = v => String(Number(v.toFixed(2))).replace("-", "−");
    const colors = () => {
        const style = getComputedStyle(document.documentElement);
        return Object.fromEntries(["a", "b", "other", "hit", "ghost", "gap", "overlap", "ink", "page"].map(name => [name, style.getPropertyValue(`--${name}`).trim()]));
    };

    /// A pen in world coordinates, y up, around (x, y), `across` units wide.
    function easel(canvas, x, y, across) {
        const ratio = devicePixelRatio || 1, pen = canvas.getContext("2d");
        canvas.width = Math.round(canvas.clientWidth * ratio), canvas.height = Math.round(canvas.clientHeight * ratio);
        const scale = canvas.width / across, c = colors();
        pen.clearRect(0, 0, canvas.width, canvas.height);
        const at = (px, py) => [canvas.width / 2 + (px - x) * scale, canvas.height / 2 - (py - y) * scale];
        const finish = (color, dashed, fill = !dashed) => {
            pen.lineWidth = 2 * ratio, pen.strokeStyle = pen.fillStyle = c[color], pen.setLineDash(dashed ? [6 * ratio, 4 * ratio] : []);
            if (fill) pen.globalAlpha = .2, pen.fill(), pen.globalAlpha = 1;
            pen.stroke();
        };
        return {
            box(low_x, low_y, high_x, high_y, color, dashed) {
                pen.beginPath(), pen.rect(...at(low_x, high_y), (high_x - low_x) * scale, (high_y - low_y) * scale), finish(color, dashed);
            },
            polygon(corners, color, dashed) {
                pen.beginPath(), corners.forEach(p => pen.lineTo(...at(...p))), pen.closePath(), finish(color, dashed);
            },
            disc(px, py, r, color, dashed) { pen.beginPath(), pen.arc(...at(px, py), r * scale, 0, 7), finish(color, dashed); },
            arrow(px, py, dx, dy, color) {
                const [fx, fy] = at(px, py), [tx, ty] = at(px + dx, py + dy), l = Math.hypot(tx - fx, ty - fy);
                if (l < 1) return;
                const ux = (tx - fx) / l * 7 * ratio, uy = (ty - fy) / l * 7 * ratio;
                pen.beginPath(), pen.moveTo(fx, fy), pen.lineTo(tx, ty), pen.moveTo(tx - ux - uy, ty - uy + ux), pen.lineTo(tx, ty), pen.lineTo(tx - ux + uy, ty - uy - ux);
                finish(color, false, false);
            },
        };
    }

    const cards = {
        rest: {usual: 30, show(canvas, degrees) {
            core.cast_at_rest(degrees, 3);
            const [status, fraction, nx, ny] = results(), t = degrees * Math.PI / 180, translation = [3 * Math.cos(t), 3 * Math.sin(t)];
            const free = status === 1, pen = easel(canvas, 0, 1.2, 11);
            pen.box(-6, -2, 6, 0, "other"), pen.box(-1, 0, 1, 1.5, free ? "a" : "hit");
            pen.box(-1 + translation[0] * fraction, translation[1] * fraction, 1 + translation[0] * fraction, 1.5 + translation[1] * fraction, "ghost", true);
            pen.arrow(0, .75, ...translation, free ? "gap" : "hit");
            if (!free) pen.arrow(0, 0, nx, ny, "ink");
            return free ? `Moving at ${degrees}°: separated, the whole motion is free.`
                : `Moving at ${degrees}°: started_touching, at fraction ${number(fraction)}; the normal (${number(nx)}, ${number(ny)}) points out of the floor.`;
        }},
        walls: {usual: 0, show(canvas, x) {
            core.two_walls(x, .6);
            const [sx, sy, sum_gap, moved_x, moved_y, moved_gap] = results(), pen = easel(canvas, 0, .5, 8);
            pen.box(-4, -1, 0, 0, "other"), pen.box(0, -1, 4, 0, "other");
            pen.disc(x, .6, 1, "hit"), pen.disc(x + sx, .6 + sy, 1, "overlap", true), pen.disc(x + moved_x, .6 + moved_y, 1, "gap", true);
            pen.arrow(x, .6, sx, sy, "overlap"), pen.arrow(x, .6, moved_x, moved_y, "gap");
            return `Both overlaps added up move the ball by (${number(sx)}, ${number(sy)}), ${number(sum_gap)} above the floor. One after the other they move it by (${number(moved_x)}, ${number(moved_y)}), and ${Math.abs(moved_gap) < 1e-6 ? "it just touches" : `the gap is ${number(moved_gap)}`}.`;
        }},
        bullet: {usual: 2, show(canvas, speed) {
            core.tunnelling(speed);
            const [seen, frame, fraction, x] = results(), pen = easel(canvas, 5, 0, 12);
            pen.box(5, -2, 5.0625, 2, "b");
            for (let at = 0; at < 10.5; at += speed) pen.disc(at, 0, .25, "ghost", true);
            pen.disc(x, 0, .25, "a"), pen.arrow(x - speed * fraction, .6, speed * fraction, 0, "gap");
            return `${seen ? "In some frame the bullet touches the wall" : "In no frame the bullet touches the wall"}. The cast of frame ${frame} stops it after ${number(fraction)} of its motion, at ${number(x)}.`;
        }},
    };

    const card = (id, usual, show) => { cards[id] = {usual, show}; };
    card("seams", .6, (canvas, x) => {
        core.seams(x);
        const [touched, sideways, side_x, side_y, whole_x, whole_y] = results(), pen = easel(canvas, 0, .6, 8);
        for (let i = -4; i < 4; ++i) pen.box(i, -1, i + 1, 0, "other");
        pen.box(x - .75, -.25, x + .75, 1.25, "hit"), pen.box(x - .75 + whole_x, -.25 + whole_y, x + .75 + whole_x, 1.25 + whole_y, "gap", true);
        pen.arrow(x, .5, whole_x * 3, whole_y * 3, "gap");
        if (sideways) pen.arrow(x, .5, side_x * 6, side_y * 6, "overlap");
        return `It overlaps ${touched} tiles. ${sideways ? `One of them alone pushes it sideways, by (${number(side_x)}, ${number(side_y)})` : "Each of them pushes it up"}. The floor as a whole pushes it by (${number(whole_x)}, ${number(whole_y)}).`;
    });
    card("wedge", 20, (canvas, degrees) => {
        core.wedge(degrees);
        const [x, y, speed, pushed_x, pushed_y, depth, ax, ay, bx, by] = results(), pen = easel(canvas, .4, .8, 5);
        const t = degrees * Math.PI / 180, out = [3 * Math.sin(t), 3 * Math.cos(t)];
        pen.box(-9, -1, 9, 0, "other"), pen.polygon([[ax, ay], [bx, by], [bx + out[0], by + out[1]], [ax + out[0], ay + out[1]]], "other");
        pen.disc(-.5, .5, .5, "ghost", true), pen.disc(pushed_x, pushed_y, .5, "overlap", true), pen.disc(x, y, .5, "a");
        return `Pushed out of one after the other, 16 times, it ends at x = ${number(pushed_x)}${depth > 1e-4 ? `, ${depth.toFixed(3)} deep in a solid` : ""}. move_and_slide stops it at x = ${number(x)}, speed ${number(speed)}.`;
    });
    card("oneway", .5, (canvas, rise) => {
        core.one_way(rise);
        const [naive, lands, feet] = results(), pen = easel(canvas, 0, .8, 7);
        const capsule = (y, color, dashed) => pen.polygon([...Array(25).keys()].map(k => { const t = k * Math.PI / 12.5; return [.35 * Math.cos(t), y + .6 + .35 * Math.sin(t) + (Math.sin(t) > 0 ? .25 : -.25)]; }), color, dashed);
        pen.box(-2, -.25, 2, 0, "ghost", true), pen.box(-2, rise - .25, 2, rise, "b");
        capsule(.25, "ghost", true), naive || capsule(-.25, "overlap", true), capsule(feet, "a");
        return `Compared with the place of the platform after its move, the feet were ${naive ? "above it: it lands" : "below it: it falls through"}. By the motion relative to the platform it ${lands ? "lands" : "falls through"}, with its feet at ${number(feet)}.`;
    });

    function show(id) {
        const card = document.getElementById(id), value = card.querySelector("input").valueAsNumber;
        document.getElementById(`${id}_answer`).textContent = cards[id].show(card.querySelector("canvas"), value);
    }
    const text = () => `1;${Object.keys(cards).map(id => `${id}=${document.getElementById(id).querySelector("input").valueAsNumber}`).join(";")}`;
    function rest() {
        if (location.hash !== `#${text()}`) history.replaceState(null, "", `#${text()}`);
        document.body.dataset.rest = text();
    }
    function read_address() {
        const given = Object.fromEntries(decodeURIComponent(location.hash.slice(1)).split(";").map(part => part.split("=")));
        for (const id of Object.keys(cards)) {
            const value = Number(given[id] ?? cards[id].usual);
            document.getElementById(id).querySelector("input").value = String(Number.isFinite(value) ? value : cards[id].usual);
            show(id);
        }
        rest();
    }
    let waiting = 0;
    for (const id of Object.keys(cards))
        document.getElementById(id).querySelector("input").oninput = () => { show(id), clearTimeout(waiting), waiting = setTimeout(rest, 250); };
    const again = () => Object.keys(cards).forEach(show);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
    addEventListener("resize", again), addEventListener("hashchange", read_address);
    read_address();
})();
