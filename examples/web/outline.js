"use strict";
// A concave outline and a shape as text, and as a C++ program. Pure functions, like scene.js.
// The text after # is 1;ring@X,Y_X,Y_X,Y;ring@...;disc@X,Y+RADIUS or box@X,Y~DEGREES:SIZE. The first ring is the outline.

const outlines = (() => {
    const max_corners = 200;
    const short = v => String(Number(Math.fround(v).toFixed(2)) + 0);

    const shape_text = s => s.kind === "disc" ? `disc@${short(s.x)},${short(s.y)}+${short(s.size)}`
        : `box@${short(s.x)},${short(s.y)}~${short(s.turn)}:${short(s.size)}`;
    const to_text = (rings, shape) =>
        ["1", ...rings.map(ring => `ring@${ring.map(p => p.map(short).join(",")).join("_")}`), shape_text(shape)].join(";");

    /// Returns {rings, shape} of a text, or null.
    function from_text(text) {
        const [version, ...parts] = text.split(";"), rings = [];
        if (version !== "1") return null;
        let shape = null;
        for (const part of parts) {
            const [name, data = ""] = part.split("@"), n = data.split(/[,_~:+]/).map(Number);
            if (!n.every(Number.isFinite)) return null;
            if (name === "ring" && n.length % 2 === 0) rings.push(n.flatMap((v, k) => k % 2 ? [] : [[v, n[k + 1]]]));
            else if (name === "disc" && n.length === 3) shape = {kind: "disc", x: n[0], y: n[1], size: n[2], turn: 0};
            else if (name === "box" && n.length === 4) shape = {kind: "box", x: n[0], y: n[1], turn: n[2], size: n[3]};
            else return null;
        }
        return rings.length && shape && rings.flat().length <= max_corners ? {rings, shape} : null;
    }

    /// Returns the answers of levels.cpp, a module's functions, for rings and a shape: the mistakes, or the pieces, the area and
    /// `minimum_translation`.
    function answers(core, rings, shape) {
        function read(call) {
            call();
            const numbers = new Float32Array(core.memory.buffer, core.output_data(), 16384);
            let at = 0;
            return () => numbers[at++];
        }
        new Float32Array(core.memory.buffer, core.input_data(), 1024).set(rings.flatMap(ring => [ring.length, ...ring.flat()]));
        const next = read(() => core.cut(rings.length)), list = make => Array.from({length: next()}, make);
        const answer = {mistakes: list(() => ({error: next(), first: next(), second: next()})),
                        pieces: list(() => list(() => [next(), next()])), area: next(), minimum_translation: null};
        if (!answer.pieces.length) return answer;
        const out = read(() => shape.kind === "disc" ? core.query_disc(shape.x, shape.y, shape.size)
            : core.query_box(shape.x, shape.y, shape.size, shape.size * .6, shape.turn));
        answer.minimum_translation = {hit: out() > 0, depth: out(), mtv: [out(), out()], touched: out()};
        return answer;
    }

    /// Returns a complete program that expects these answers, bit for bit.
    function to_cpp(rings, shape, answer, {header = "hitbox.hpp", link = ""} = {}) {
        const {expect, expect_point, literal, vec, program} = scenes;
        const list = ring => `{${ring.map(vec).join(", ")}}`, lists = all => all.length ? `${all.map(ring => `\n        ${list(ring)}`).join(",")}\n    ` : "";
        const lines = [`    const std::vector<vec2<float>> outline${list(rings[0])};`,
            `    const std::vector<std::vector<vec2<float>>> holes{${lists(rings.slice(1))}};`,
            "    const auto mistakes = polygon_mistakes(outline, holes);", expect("mistakes.size()", String(answer.mistakes.length))];
        answer.mistakes.forEach((m, k) => {
            lines.push(expect(`mistakes[${k}].error`, String(m.error)), expect(`mistakes[${k}].first`, String(m.first)),
                       expect(`mistakes[${k}].second`, m.second < 0 ? "float(polygon_mistake::none)" : String(m.second)));
        });
        lines.push("    const auto made = make_polygon(outline, holes);", expect("made.has_value()", answer.minimum_translation !== null));
        if (answer.minimum_translation) {
            const {hit, depth, mtv} = answer.minimum_translation, at = `{${vec([shape.x, shape.y])}, `;
            lines.push(expect("area(*made)", answer.area), "    const auto pieces = convex_polygons<8>(*made);",
                `    const std::vector<std::vector<vec2<float>>> expected{${lists(answer.pieces)}};`,
                "    for (std::size_t k = 0; k < expected.size(); ++k)", "        for (std::size_t i = 0; i < expected[k].size(); ++i) {",
                "            EXPECT(vertices(pieces[k])[i].x, expected[k][i].x);", "            EXPECT(vertices(pieces[k])[i].y, expected[k][i].y);", "        }",
                shape.kind === "disc" ? `    const circle<float> disc${at}${literal(shape.size)}};`
                    : `    const auto box = *make_convex_polygon<8>(vertices(obb<float>${at}${vec([shape.size, shape.size * .6])}, rot2<float>::from_degrees(${literal(shape.turn)})}));`,
                `    const auto hit = collide(${shape.kind}, pieces);  // out of the whole`, expect("hit.has_value()", hit));
            lines.splice(-8, 0, expect("pieces.size()", String(answer.pieces.length)));
            if (hit) lines.push(expect("hit->depth", depth), ...expect_point("hit->mtv()", mtv));
        }
        return program(`// An outline of the hitbox demo: ${to_text(rings, shape)}\n${link && `// ${link}\n`}`, header, lines, "#include <vector>\n");
    }

    return {max_corners, to_text, from_text, answers, to_cpp};
})();

if (typeof module === "object") module.exports = outlines;
