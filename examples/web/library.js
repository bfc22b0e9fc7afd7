"use strict";
// The common part of all pages: loads a WebAssembly module from text, makes its queries functions from a scene to answers (core.cpp has
// the layout of the numbers), and writes to the clipboard.

/// Returns the bytes of a packed module in base64.
const module_bytes = text => unpack(Uint8Array.from(atob(text), c => c.charCodeAt(0)));

/// Returns the queries of a module. `bytes` is the module, or a promise of it.
async function open_library(bytes) {
    const {instance} = await WebAssembly.instantiate(await bytes);
    const core = instance.exports;
    core._initialize();
    const floats = (address, n) => new Float32Array(core.memory.buffer, address, n);
    const description_size = 6 + 2 * 8, outline_size = 4 + 2 * 8, answer_size = 13 + 2 * 5 + 2 + 17 * 8;
    const kinds = ["circle", "box", "capsule", "poly"];

    function words(address) {
        const memory = new Uint8Array(core.memory.buffer);
        return new TextDecoder().decode(memory.subarray(address, memory.indexOf(0, address)));
    }

    /// Returns the outlines of a scene's shapes: {ok, radius, corners} or {ok: false, error, index, words} each.
    function place(scene) {
        return scene.shapes.map((s, i) => {
            const given = s.kind === "poly" ? s.corners.flat() : [s.half[0] ?? 0, s.half[1] ?? 0];
            const count = s.kind === "poly" ? s.corners.length : 0;
            const numbers = [kinds.indexOf(s.kind), s.x, s.y, s.turn, s.radius, count, ...given];
            floats(core.description_data() + 4 * description_size * i, description_size).set(numbers);
            const ok = Boolean(core.place(i));
            const [error, index, radius, n, ...xy] = floats(core.outline_data() + 4 * outline_size * i, outline_size);
            const corners = Array.from({length: n}, (_, k) => [xy[2 * k], xy[2 * k + 1]]);
            return ok ? {ok, radius, corners} : {ok, error: error - 1, index, words: error ? words(core.reason(error)) : "not valid"};
        });
    }

    const touch = (i, j) => Boolean(core.touch(i, j));

    const reaches = (i, x, y, reach) => Boolean(core.reaches(i, x, y, reach));

    /// Returns the answer for shapes i and j. @pre both are placed and ok
    function query(i, j) {
        core.query(i, j);
        const f = Array.from(floats(core.answer_data(), answer_size));
        const point = at => [f[at], f[at + 1]];
        const manifold = Array.from({length: f[12]}, (_, k) => {
            const at = 13 + 5 * k;
            return {point: point(at), depth: f[at + 2], feature_a: f[at + 3], feature_b: f[at + 4]};
        });
        const axes = Array.from({length: f[23]}, (_, k) => {
            const at = 25 + 8 * k;
            return {direction: point(at), source: f[at + 2], a: point(at + 3), b: point(at + 5), overlap: f[at + 7]};
        });
        return {relation: f[0], a_in_b: f[1] > 0, b_in_a: f[2] > 0, normal: point(3), signed_distance: f[5],
                depth: f[5] < 0 ? -f[5] : 0, point_a: point(6), point_b: point(8), mtv: point(10), manifold, axes,
                deciding: f[24]};
    }

    /// Returns all answers about a scene for scenes.to_cpp: outlines, the pair a and b, and which pairs touch.
    function answers(scene) {
        const outlines = place(scene), ok = i => outlines[i]?.ok;
        const touching = [], errors = [];
        outlines.forEach((o, j) => {
            if (!o.ok) errors.push([j, o.error, o.index, o.words]);
            for (let i = 0; i < j; ++i)
                if (ok(i) && ok(j)) touching.push([i, j, touch(i, j)]);
        });
        return {outlines, touching, errors, pair: ok(0) && ok(1) ? query(0, 1) : null};
    }

    return {place, touch, reaches, query, answers};
}

const is_on_server = () => location.protocol.startsWith("http");
/// The address from which Compiler Explorer loads the single header: beside this page, if the page is on the web.
const header_address = () => is_on_server() ? new URL("hitbox.hpp", location.href.split("#")[0]).href : "hitbox.hpp";

/// Copies text to the clipboard and shows a message on the page.
async function copy_text(text, what) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {  // not allowed here; but a selection may always be copied
        const field = document.createElement("textarea");
        field.value = text, document.body.append(field), field.select();
        document.execCommand("copy"), field.remove();
    }
    document.getElementById("copied").textContent = `${what} copied.`;
    document.body.dataset.copied = text;
}

if (typeof module === "object") module.exports = {open_library};
