"use strict";
// A scene as a value, as text, and as a C++ program. Pure functions, without a page or a canvas.
//
// The text follows # in the address. It is readable:
//
//     1;box@-1.5,0.25~30:1.5,1;circle@1,0.5+1.25;show=shadows,contacts
//
//     1                        the version of the text
//     circle@X,Y+RADIUS
//     box@X,Y~DEGREES:HALF_WIDTH,HALF_HEIGHT+RADIUS      ~0 and +0 are left out; with a radius the box is rounded
//     capsule@X,Y~DEGREES:HALF_LENGTH+RADIUS
//     poly@X,Y~DEGREES:X,Y_X,Y_X,Y...+RADIUS             corners around X,Y
//     show=NAME,NAME                                     what is drawn; left out if it is the default
//
// The first shape is a, the second b, and so on. A shape may have a name for the picture: house=box@1,2:1,1. Numbers are floats, as the shortest decimals that are read back as them.

const scenes = (() => {
    const kinds = ["circle", "box", "capsule", "poly"];
    const shown = ["shadows", "axes", "contacts", "nearest", "way"];
    const usual = ["shadows", "contacts", "nearest", "way"];
    const max_shapes = 8, max_corners = 8;

    /// Returns the float nearest to a number; a zero has no sign.
    const float = v => Math.fround(v) + 0;

    /// Returns the shortest decimal that is read back as this float.
    function decimal(value) {
        const f = float(value);
        if (!Number.isFinite(f)) throw new RangeError("a scene holds finite numbers only");
        for (let digits = 1; digits < 10; ++digits) {
            const text = String(Number(f.toPrecision(digits)));
            if (float(Number(text)) === f) return text.replace("e+", "e");
        }
    }

    /// Returns a float as a hexadecimal literal of C++.
    function literal(value) {
        const f = Math.fround(value);
        if (f === 0) return Object.is(f, -0) ? "-0.f" : "0.f";
        const bits = new DataView(new ArrayBuffer(4));
        bits.setFloat32(0, f);
        const word = bits.getUint32(0), exponent = (word >>> 23) & 0xff;
        const digits = ((word & 0x7fffff) << 1).toString(16).padStart(6, "0").replace(/0+$/, "");
        const power = exponent === 0 ? -126 : exponent - 127;
        return `${f < 0 ? "-" : ""}0x${exponent === 0 ? 0 : 1}${digits && "."}${digits}p${power < 0 ? "" : "+"}${power}f`;
    }

    function shape(kind, x, y, more = {}) {
        const plain = {kind, x: float(x), y: float(y), turn: 0, radius: 0, half: [], corners: [], label: ""};
        const made = {...plain, ...more};
        made.turn = float(made.turn), made.radius = float(made.radius);
        made.half = made.half.map(float), made.corners = made.corners.map(p => p.map(float));
        return made;
    }

    const name = i => "abcdefgh"[i];

    // ---- text ------------------------------------------------------------------------------------------------------

    const pair = p => p.map(decimal).join(",");

    function shape_text(s) {
        const data = s.kind === "poly" ? s.corners.map(pair).join("_") : pair(s.half);
        return (s.label ? `${s.label}=` : "") + `${s.kind}@${decimal(s.x)},${decimal(s.y)}` + (s.turn === 0 ? "" : `~${decimal(s.turn)}`) +
            (data && `:${data}`) + (s.radius === 0 ? "" : `+${decimal(s.radius)}`);
    }

    function to_text(scene) {
        const show = shown.filter(what => scene.show.has(what));
        const parts = ["1", ...scene.shapes.map(shape_text)];
        if (show.join() !== usual.join()) parts.push(`show=${show.join(",") || "nothing"}`);
        return parts.join(";");
    }

    const number = "[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[-+]?\\d+)?";
    const shape_pattern = new RegExp(`^(?:([a-z]{2,12})=)?(\\w+)@(${number}),(${number})(?:~(${number}))?(?::([^+]*?(?:e\\+[^+]*?)*))?(?:\\+(${number}))?$`);
    const number_pattern = new RegExp(`^${number}$`);

    function read_number(text, what) {
        const value = float(Number(text));
        if (!number_pattern.test(text) || !Number.isFinite(value)) throw new SyntaxError(`${what}: "${text}" is no number`);
        return value;
    }
    const read_numbers = (text, what) => text === "" ? [] : text.split(",").map(t => read_number(t, what));

    function read_shape(text, what) {
        const found = shape_pattern.exec(text);
        if (!found) throw new SyntaxError(`${what}: "${text}" is not like circle@1,2+3`);
        const [, label = "", kind, x, y, turn = "0", data = "", radius = "0"] = found;
        if (!kinds.includes(kind)) throw new SyntaxError(`${what}: "${kind}" is none of ${kinds.join(", ")}`);
        const made = shape(kind, read_number(x, what), read_number(y, what),
                           {turn: read_number(turn, what), radius: read_number(radius, what), label});
        if (kind === "poly") made.corners = data.split("_").map(corner => read_numbers(corner, what));
        else made.half = read_numbers(data, what);
        if (made.half.length !== {circle: 0, box: 2, capsule: 1, poly: 0}[kind])
            throw new SyntaxError(`${what}: a ${kind} has ${{circle: "no size but its radius", box: "two half extents", capsule: "one half length"}[kind]}`);
        if (made.corners.some(corner => corner.length !== 2)) throw new SyntaxError(`${what}: a corner has two coordinates`);
        if (made.corners.length > max_corners) throw new SyntaxError(`${what}: more than ${max_corners} corners`);
        if (made.radius < 0 || made.half.some(h => h < 0)) throw new SyntaxError(`${what}: a size is negative`);
        return made;
    }

    /// Returns the scene of a text. Throws a SyntaxError that describes what is wrong.
    function from_text(text) {
        const parts = text.replace(/^#/, "").trim().split(";").filter(part => part !== "");
        if (parts[0] !== "1") throw new SyntaxError(`the text begins with "${parts[0] ?? ""}": this page reads version 1`);
        const scene = {shapes: [], show: new Set(usual)};
        for (const part of parts.slice(1)) {
            if (part.startsWith("show=")) {
                const names = part.slice(5).split(",").filter(what => what !== "nothing");
                const wrong = names.find(what => !shown.includes(what));
                if (wrong !== undefined) throw new SyntaxError(`show: "${wrong}" is none of ${shown.join(", ")}`);
                scene.show = new Set(names);
            } else {
                if (scene.shapes.length === max_shapes) throw new SyntaxError(`more than ${max_shapes} shapes`);
                scene.shapes.push(read_shape(part, `shape ${name(scene.shapes.length)}`));
            }
        }
        return scene;
    }

    // ---- C++ -------------------------------------------------------------------------------------------------------

    const literals = (...values) => values.map(literal).join(", ");
    const vec = p => `{${literals(...p)}}`;
    const rotation = s => s.turn === 0 ? "rot2<float>{}" : `rot2<float>::from_degrees(${literal(s.turn)})`;
    const placed = (inner, s) => `at(${inner}, transform2<float>{${vec([s.x, s.y])}, ${rotation(s)}})`;
    const maker = s => `make_convex_polygon({${s.corners.map(p => `vec2<float>${vec(p)}`).join(", ")}})`;
    const round_off = (inner, s) => s.radius === 0 ? inner : `rounded{${inner}, ${literal(s.radius)}}`;

    function shape_cpp(s) {
        switch (s.kind) {
            case "circle": return `circle<float>{${vec([s.x, s.y])}, ${literal(s.radius)}}`;
            case "box": return round_off(`obb<float>{${vec([s.x, s.y])}, ${vec(s.half)}, ${rotation(s)}}`, s);
            case "capsule": {
                const h = s.half[0];
                return placed(`capsule<float>{${vec([h === 0 ? 0 : -h, 0])}, ${vec([h, 0])}, ${literal(s.radius)}}`, s);
            }
            default: return round_off(placed(`*${maker(s)}`, s), s);
        }
    }

    const helper = `#define EXPECT(answer, value) expect(#answer, float(answer), value)

int wrong = 0;
void expect(const char* answer, float is, float value) {
    if (std::bit_cast<std::uint32_t>(is) == std::bit_cast<std::uint32_t>(value)) return;
    std::printf("%s is %.9g (%a), expected %.9g (%a)\\n", answer, is, is, value, value);
    ++wrong;
}
`;
    const expect = (answer, value) => `    EXPECT(${answer}, ${typeof value === "number" ? literal(value) : value});`;
    const expect_point = (answer, p) => [expect(`${answer}.x`, p[0]), expect(`${answer}.y`, p[1])];

    function answer_cpp(answer) {
        const lines = [
            expect("intersects(a, b)", answer.relation > 0), expect("penetrates(a, b)", answer.relation > 1),
            "    const auto apart = distance(a, b);", ...expect_point("apart.normal", answer.normal),
            ...expect_point("apart.point_a", answer.point_a), ...expect_point("apart.point_b", answer.point_b),
            expect("signed_distance(a, b)", answer.signed_distance),
            "    const auto hit = collide(a, b);", expect("hit.has_value()", answer.relation > 0)];
        if (answer.relation > 0)
            lines.push(expect("hit->depth", answer.depth), ...expect_point("hit->normal", answer.normal),
                       ...expect_point("hit->point_a", answer.point_a), ...expect_point("hit->point_b", answer.point_b),
                       ...expect_point("hit->mtv()", answer.mtv),
                       expect("hit->a_in_b", answer.a_in_b), expect("hit->b_in_a", answer.b_in_a));
        lines.push("    const auto m = contact_manifold(a, b);", expect("m.count", String(answer.manifold.length)));
        answer.manifold.forEach((p, i) => {
            lines.push(...expect_point(`m.points[${i}].point`, p.point), expect(`m.points[${i}].depth`, p.depth),
                       expect(`m.points[${i}].id >> 16`, String(p.feature_a)),
                       expect(`m.points[${i}].id & 0xffff`, String(p.feature_b)));
        });
        return lines;
    }

    function program(comment, header, body, more_includes = "", definitions = "") {
        return `${comment}#include <bit>
#include <cstdint>
#include <cstdio>
${more_includes}
#include <${header}>
using namespace hitbox;
${definitions && `\n${definitions}`}
${helper}
int main() {
${body.join("\n")}
    if (wrong == 0) std::puts("all as expected, to the bit");
    return wrong;
}
`;
    }

    /// Returns a complete program that queries the library for the scene and expects the given answers, bit for bit.
    /// `answers` has the answer for a and b as `pair`, `touching` as a list of [i, j, bool] for all pairs, and `errors`
    /// as a list of [i, polygon_error, index, words] for invalid polygons.
    function to_cpp(scene, answers, {header = "hitbox.hpp", link = ""} = {}) {
        const comment = `// A scene of the hitbox demo: ${to_text(scene)}\n${link && `// ${link}\n`}`;
        const lines = [];
        scene.shapes.forEach((s, i) => {
            const error = answers.errors.find(e => e[0] === i);
            lines.push(`    // ${name(i)}: ${shape_text(s)}`);
            if (!error) return lines.push(`    const auto ${name(i)} = ${shape_cpp(s)};`);
            lines.push(`    const auto ${name(i)} = ${maker(s)};  // ${error[3]}`, expect(`${name(i)}.has_value()`, false),
                       expect(`${name(i)}.error()`, String(error[1])), expect(`${name(i)}.index()`, String(error[2])));
        });
        lines.push("");
        if (answers.pair) lines.push(...answer_cpp(answers.pair));
        for (const [i, j, touches] of answers.touching)
            if (i + j > 1) lines.push(expect(`intersects(${name(i)}, ${name(j)})`, touches));
        return program(comment, header, lines);
    }

    /// Returns the address of Compiler Explorer with that program.
    function compiler_explorer(source) {
        const compiler = {id: "g141", options: "-std=c++20 -O2"};
        const state = {sessions: [{id: 1, language: "c++", source, compilers: [], executors: [{compiler}]}]};
        let bytes = "";
        for (const byte of new TextEncoder().encode(JSON.stringify(state))) bytes += String.fromCharCode(byte);
        return `https://godbolt.org/clientstate/${encodeURIComponent(btoa(bytes))}`;
    }

    return {kinds, shown, usual, max_shapes, max_corners, float, decimal, literal, vec, shape, name, shape_text, to_text,
            from_text, shape_cpp, expect, expect_point, program, to_cpp, compiler_explorer};
})();

if (typeof module === "object") module.exports = scenes;
