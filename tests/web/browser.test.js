"use strict";
// Tests of the demo in Chromium by mouse, touch and keys. Its pages look like stored pictures.
//
//     NODE_PATH=... node browser.test.js DEMO_FOLDER WORK_FOLDER [WORDS...]      only tests whose name contains one of them

const assert = require("node:assert/strict"), fs = require("node:fs"), path = require("node:path"), http = require("node:http");
const zlib = require("node:zlib");
const {chromium} = require("playwright-core"), open_pictures = require("./pictures.js");
const axe_source = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const [demo, work] = process.argv.slice(2, 4).map(p => path.resolve(p)), pictures = path.join(work, "pictures"), only = process.argv.slice(4);
const scenes = require(path.join(demo, "scene.js"));
const runs = require(path.join(demo, "run.js"));
const same = assert.deepStrictEqual;

const types = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".hpp": "text/plain"};
const server = http.createServer((request, response) => {
    const file = path.join(demo, path.normalize(new URL(request.url, "http://x").pathname));
    if (!file.startsWith(demo) || !fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, {"content-type": types[path.extname(file)] ?? "application/octet-stream"}).end(fs.readFileSync(file));
});

let browser, failed = 0;
const wide = {width: 1280, height: 900}, narrow = {width: 360, height: 740};

/// Opens a page for a test. The page must print nothing to its console and load nothing from other servers.
async function test(words, options, body) {
    if (only.length && !only.some(word => words.includes(word))) return;
    const start = Date.now(), context = await browser.newContext({viewport: wide, colorScheme: "light", ...options});
    const page = await context.newPage(), said = [];
    page.setDefaultTimeout(20000);
    page.on("console", message => said.push(message.text())), page.on("pageerror", error => said.push(String(error)));
    page.on("request", request => {
        if (!/^(file|data|blob|http:\/\/127\.0\.0\.1)/.test(request.url())) said.push(`requests ${request.url()}`);
    });
    try {
        await body(page, context);
        same(said, []);
        console.log(`ok: ${words} (${Date.now() - start} ms)`);
    } catch (error) {
        ++failed;
        console.log(`FAILED: ${words}\n`, error);
    }
    await context.close();
}

const at = (scene = "", base = `file://${demo}/index.html`) => `${base}${scene && "#"}${scene}`;
const page_at = (name, text = "") => `file://${demo}/${name}.html${text && "#"}${text}`;
const crowd_at = (text = "") => `file://${demo}/crowd.html${text && "#"}${text}`;
async function open(page, scene, base) {
    await page.goto("about:blank");
    await page.goto(at(scene, base));
    await page.waitForFunction(() => document.body.dataset.rest);
}
/// Returns the text in the address once the scene is at rest.
async function rest(page, until = () => true) {
    let text = "";
    for (let i = 0; i < 100; ++i) {
        text = decodeURIComponent(new URL(page.url()).hash.slice(1));
        if (until(text) && await page.evaluate(() => document.body.dataset.rest) === text) return text;
        await page.waitForTimeout(40);
    }
    assert.fail(`the address stays at ${text}`);
}
const changed = (page, from) => rest(page, text => text !== from);
const answer = page => page.textContent("#answer");
const shape = async (page, i) => scenes.from_text(await rest(page)).shapes[i];

/// Converts world to screen coordinates, like fit() for scenes around the origin.
async function screen(page, x, y) {
    const box = await page.locator("#view").boundingBox(), scale = Math.min(box.width / 10.8, box.height / 8);
    return {x: box.x + box.width / 2 + x * scale, y: box.y + box.height / 2 - y * scale, scale};
}
async function drag(page, from, to) {
    const p = await screen(page, ...from), q = await screen(page, ...to);
    await page.mouse.move(p.x, p.y), await page.mouse.down();
    await page.mouse.move((p.x + q.x) / 2, (p.y + q.y) / 2, {steps: 3}), await page.mouse.move(q.x, q.y, {steps: 3});
    await page.mouse.up();
}
const near = (is, expected, off, words) => assert.ok(Math.abs(is - expected) <= off, `${words}: ${is}, expected ${expected}`);

/// Counts the pixels of the canvas with about the colours of a touched shape (red), a gap (green), an overlap (vermilion).
const pixels = (page) => page.evaluate(() => {
    const view = document.getElementById("view"), copy = new OffscreenCanvas(view.width, view.height);
    const pen = copy.getContext("2d", {willReadFrequently: true});
    pen.drawImage(view, 0, 0);
    const {data} = pen.getImageData(0, 0, view.width, view.height);
    const count = {red: 0, green: 0, vermilion: 0};
    for (let i = 0; i < data.length; i += 4) {
        const [r, g, b] = [data[i], data[i + 1], data[i + 2]];
        if (r > 225 && r - g > 35 && Math.abs(g - b) < 24) ++count.red;
        if (g - r > 80 && g - b > 15) ++count.green;
        if (r - b > 150 && g > 50 && g < 130) ++count.vermilion;
    }
    return count;
});

async function accessible(page) {
    await page.evaluate(axe_source);
    const {violations} = await page.evaluate(() => axe.run({preload: false}));
    same(violations.filter(v => ["serious", "critical"].includes(v.impact)).map(v => `${v.id}: ${v.nodes.map(n => n.html).join(" ")}`), []);
}

const apart = "1;box@-2,0:1,1;circle@2,0+1", over = "1;box@-0.5,0:1,1;circle@1,0+1";

(async () => {
    await new Promise(done => server.listen(0, "127.0.0.1", done));
    const web = `http://127.0.0.1:${server.address().port}/index.html`;
    fs.mkdirSync(pictures, {recursive: true});
    browser = await chromium.launch({executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
                                     args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]});

    await test("the first view weighs at most 60 kB, everything at most 155 kB, and nothing names an address but Compiler Explorer's", {}, async () => {
        const files = ["index.html", "style.css", "scene.js", "library.js", "unpack.js", "module.js", "view.js"];
        const sizes = files.map(f => zlib.gzipSync(fs.readFileSync(path.join(demo, f)), {level: 9}).length);
        assert.ok(sizes.reduce((a, b) => a + b) <= 60000, `${files.map((f, i) => `${f} ${sizes[i]}`).join(", ")}`);
        const all = fs.readdirSync(demo).filter(f => f !== "hitbox.hpp");
        const whole = all.reduce((sum, f) => sum + zlib.gzipSync(fs.readFileSync(path.join(demo, f)), {level: 9}).length, 0);
        console.log(`    by gzip: first view ${sizes.reduce((a, b) => a + b)}, everything ${whole} bytes`);
        assert.ok(whole <= 155000, `everything weighs ${whole}`);
        const addresses = all.flatMap(f => fs.readFileSync(path.join(demo, f), "utf8").match(/https?:\/\/[\w.]+/g) ?? []);
        same([...new Set(addresses)], ["https://godbolt.org"]);
    });

    await test("a drag by mouse moves a shape, and touching shapes turn red", {}, async page => {
        await open(page, apart);
        assert.match(await answer(page), /^a and b are apart by 2\./);
        const before = await pixels(page);
        same([before.red, before.vermilion], [0, 0]), assert.ok(before.green > 200);
        await drag(page, [-2, 0.5], [0, 0.5]);
        const text = await changed(page, apart), {shapes: [a, b]} = scenes.from_text(text);
        near(a.x, 0, .02, "a.x"), near(a.y, 0, .02, "a.y"), same([b.x, b.y], [2, 0]);
        assert.match(text, /^1;box@-?[\d.]{1,5},-?[\d.]{1,5}:1,1;circle@2,0\+1$/, "short numbers");
        await drag(page, [0, 0.5], [0.5, 0.5]);
        await changed(page, text);
        assert.match(await answer(page), /^a and b overlap by 0\.5.*Move a by \(−0\.5\d*, 0\), left/);
        const after = await pixels(page);
        assert.ok(after.red > 5000 && after.vermilion > 100, JSON.stringify(after));
        same(await page.textContent("#spoken"), await answer(page));
    });

    await test("a circle's radius, a box's corner, a polygon's corner and a capsule's end are dragged", {}, async page => {
        await open(page, apart);
        await drag(page, [-1, 1], [-0.5, 1.5]);
        await changed(page, apart);
        const box = await shape(page, 0);
        near(box.half[0], 1.5, .02, "half width"), near(box.half[1], 1.5, .02, "half height");
        await page.selectOption("#selected", "1");
        await drag(page, [3, 0], [3.5, 0]);
        near((await shape(page, 1)).radius, 1.5, .02, "radius");
        const poly = "1;poly@0,0:-1,-1_1,-1_1,1_-1,1;circle@3,0+0.5";
        await open(page, poly), await drag(page, [1, 1], [1.5, 2]);
        await changed(page, poly);
        const corner = (await shape(page, 0)).corners[2];
        near(corner[0], 1.5, .02, "corner x"), near(corner[1], 2, .02, "corner y");
        await drag(page, [1.5, 2], [-0.5, -0.5]);
        await page.waitForFunction(() => /not? convex polygon: at corner 3/.test(document.getElementById("answer").textContent));
        const capsule = "1;capsule@0,0:1+0.5;circle@3,0+0.5";
        await open(page, capsule), await drag(page, [1, 0], [0, 1.5]);
        await changed(page, capsule);
        const turned = await shape(page, 0);
        near(turned.turn, 90, 1.5, "turn"), near(turned.half[0], 1.5, .03, "half length");
    });

    await test("the wheel scales, with Shift it turns", {}, async page => {
        await open(page, apart);
        const p = await screen(page, -2, 0.3);
        await page.mouse.move(p.x, p.y), await page.mouse.wheel(0, -100);
        const larger = await changed(page, apart);
        same(scenes.from_text(larger).shapes[0].half.map(scenes.decimal), ["1.1", "1.1"]);
        await page.keyboard.down("Shift"), await page.mouse.wheel(0, -100), await page.keyboard.up("Shift");
        same((scenes.from_text(await changed(page, larger))).shapes[0].turn, 5);
        const scrolled = await page.evaluate(() => scrollY);
        same(scrolled, 0);
    });

    await test("touch: one finger drags, two fingers scale, turn and move", {viewport: narrow, hasTouch: true, isMobile: true}, async (page, context) => {
        await open(page, apart);
        const touch = await context.newCDPSession(page);
        const send = (type, ...points) => touch.send("Input.dispatchTouchEvent", {type, touchPoints: points.map(([p, id]) => ({x: p.x, y: p.y, id}))});
        const place = (x, y) => screen(page, x, y);
        await send("touchStart", [await place(-2, .3), 1]), await send("touchMove", [await place(-1.5, 1.3), 1]), await send("touchMove", [await place(-1, 2.3), 1]), await send("touchEnd");
        const moved = await changed(page, apart), a = scenes.from_text(moved).shapes[0];
        near(a.x, -1, .1, "x"), near(a.y, 2, .1, "y");
        // Two fingers, left and right of the centre, move apart by half and turn by a right angle, counter-clockwise.
        await send("touchStart", [await place(-1.5, 2), 1]), await send("touchStart", [await place(-1.5, 2), 1], [await place(-.5, 2), 2]);
        for (let i = 1; i <= 9; ++i) {
            const t = i * 10 * Math.PI / 180, r = .5 + .25 * i / 9, offset = [r * Math.cos(t), r * Math.sin(t)];
            await send("touchMove", [await place(-1 - offset[0], 2 - offset[1]), 1], [await place(-1 + offset[0], 2 + offset[1]), 2]);
        }
        await send("touchEnd");
        const b = scenes.from_text(await changed(page, moved)).shapes[0];
        near(b.half[0], 1.5, .1, "half width"), near(b.turn, 90, 3, "turn"), near(b.x, a.x, .1, "x"), near(b.y, a.y, .1, "y");
    });

    await test("everything is done by keys alone", {}, async page => {
        await open(page, apart);
        for (let i = 0; i < 9 && await page.evaluate(() => document.activeElement.id) !== "view"; ++i) await page.keyboard.press("Tab");
        let text = apart;
        const press = async (...keys) => {
            const from = text;
            for (const key of keys) await page.keyboard.press(key);
            return scenes.from_text(text = await changed(page, from));
        };
        near((await press("ArrowRight")).shapes[0].x, -1.9, 1e-6, "right");
        near((await press("Shift+ArrowUp")).shapes[0].y, 1, 1e-6, "up");
        near((await press("Alt+ArrowDown")).shapes[0].y, .99, 1e-6, "down");
        same((await press("q")).shapes[0].turn, 5);
        same((await press("Alt+e")).shapes[0].turn, 4);
        near((await press("+")).shapes[0].half[0], 1.1, 1e-6, "larger");
        near((await press("-")).shapes[0].half[0], 1, 1e-6, "smaller");
        near((await press("n", "ArrowLeft")).shapes[1].x, 1.9, 1e-6, "the next shape");
        near((await press("h", "ArrowRight")).shapes[1].radius, 1.1, 1e-6, "the radius by its handle");
        assert.match(await page.textContent("#hint"), /arrows move/);
        same((await press("Escape", "k")).shapes[1].kind, "box");
        same((await press("a")).shapes.length, 3);
        assert.match(await answer(page), /c touches/);
        const polygon = await press("k");
        same(polygon.shapes[2].kind, "poly");
        same((await press("h", "h", "ArrowUp")).shapes[2].corners.length, 5);
        same((await press("Delete")).shapes.length, 2);
        same((await press("x")).shapes.map(s => s.kind), ["box", "box"]);
        // The controls: a number, a kind, what is shown, a text.
        await page.focus("#x"), await page.keyboard.press("Control+a"), await page.keyboard.type("0.25");
        await rest(page, now => scenes.from_text(now).shapes.some(s => s.x === .25));
        text = await rest(page);
        await page.focus("input[value=axes]");
        assert.ok((await press("Space")).show.has("axes"));
        await page.focus("#text_details summary"), await page.keyboard.press("Enter"), await page.focus("#text");
        await page.keyboard.press("Control+a"), await page.keyboard.type(over), await page.keyboard.press("Enter");
        same(await changed(page, text), over);
        await page.focus("#text"), await page.keyboard.press("Control+a"), await page.keyboard.type("1;ball@0,0+1"), await page.keyboard.press("Enter");
        assert.match(await page.textContent("#text_error"), /"ball" is none of circle, box, capsule, poly/);
    });

    await test("a link is the whole scene: it is opened, opened again, and read back the same", {}, async page => {
        for (const text of ["1;capsule@-1.25,0.5~33.3:1.7+0.30000004;poly@1,-1:-1,-1_1.5,-1_0,2+0.125;box@2,2:1,0.5;show=axes,way", "1;house=box@2,1:2,1;bird=circle@2,4+0.5", apart]) {
            await open(page, text), same(await rest(page), text);
            const said = await answer(page);
            await page.reload(), await page.waitForFunction(() => document.body.dataset.rest);
            same([await rest(page), await answer(page)], [text, said]);
        }
        await page.evaluate(text => { location.hash = text; }, over);  // as by editing the address
        await page.waitForFunction(text => document.body.dataset.rest === text, over);
        await open(page, "2;circle@0,0+1");
        assert.match(await page.textContent("#text_error"), /this page reads version 1/);
    });

    await test("links, programs and Compiler Explorer's address are given away", {permissions: ["clipboard-read", "clipboard-write"]}, async page => {
        await open(page, over, web);
        await page.click("#copy_link");
        await page.waitForFunction(() => document.body.dataset.copied);
        same(await page.evaluate(() => navigator.clipboard.readText()), `${web}#${over}`);
        await page.click("#copy_cpp");
        await page.waitForFunction(() => document.body.dataset.copied.includes("int main()"));
        const program = await page.evaluate(() => navigator.clipboard.readText());
        assert.match(program, /#include <hitbox.hpp>\n/), assert.match(program, /EXPECT\(hit->depth, 0x1p-1f\);/);
        const address = await page.getAttribute("#explorer", "href");
        const state = JSON.parse(Buffer.from(decodeURIComponent(address.split("/clientstate/")[1]), "base64").toString("utf8"));
        same(state.sessions[0].source, program.replace("<hitbox.hpp>", `<${new URL("hitbox.hpp", web)}>`));
        same((await page.request.get(new URL("hitbox.hpp", web).href)).status(), 200);
    });

    await test("each example says what it is an example of", {}, async page => {
        const expected = [/^a and b overlap by/, /^a and b are apart by/, /^a and b are apart by/, /^a and b touch and do not overlap/,
            /overlap by.*a is inside b/, /^a and b overlap by/, /overlap by.*a is inside b/, /^a and b are apart by/, /^a and b overlap by 0\.352/,
            /^a is no convex polygon: at corner 3/];
        await open(page);
        for (let i = 0; i < expected.length; ++i) {
            await page.selectOption("#example", String(i));
            assert.match(await answer(page), expected[i]);
            same(await page.inputValue("#example"), String(i));
        }
        same(await page.locator("#example option").count(), expected.length + 1);
    });

    await test("a crowd of 10 000 runs at most 16 ms a frame, is paused, stepped, seeded and linked to", {}, async page => {
        await page.goto(crowd_at("1;crowd=10000,seed=9"));
        await page.waitForFunction(() => document.body.dataset.rest === "1;crowd=10000,seed=9");
        await page.waitForTimeout(1500), await page.click("#run");
        let ms, draw;
        for (let tries = 0; tries < 5; ++tries) {  // other work may slow down a run
            ({ms, draw} = await page.evaluate(() => ({...document.body.dataset})));
            if (Number(ms) + Number(draw) <= 16) break;
            await page.click("#run"), await page.waitForTimeout(3000), await page.click("#run");
        }
        assert.ok(Number(ms) + Number(draw) <= 16, `${ms} ms a frame, and ${draw} to draw`);
        console.log(`    10 000 shapes: ${ms} ms a frame, and ${draw} to draw them (medians)`);
        const words = await answer(page);
        assert.match(words, /^10,000 shapes: [\d,]{5,} pairs of boxes meet, [\d,]{5,} pairs of shapes touch\.$/);
        await page.click("#step");
        assert.notEqual(await answer(page), words);
        await page.focus("#count"), await page.keyboard.press("Home");
        assert.match(await answer(page), /^100 shapes/);
        await page.fill("#seed", "12");
        await page.waitForFunction(() => location.hash === "#1;crowd=100,seed=12");
        const hundred = await answer(page);
        await page.click("#step"), await page.reload();
        await page.emulateMedia({reducedMotion: "reduce"}), await page.reload();
        await page.waitForFunction(() => document.body.dataset.rest);
        same([await answer(page), await page.textContent("#run")], [hundred, "Run"]);
    });

    await test("the gallery: each problem has its answer, by slider and by link", {}, async page => {
        const gallery = `file://${demo}/gallery.html`, words = id => page.textContent(`#${id}_answer`);
        await page.goto(`${gallery}#1;rest=270;walls=0;bullet=2`);
        await page.waitForFunction(() => document.body.dataset.rest);
        same(await words("rest"), "Moving at 270°: started_touching, at fraction 0; the normal (0, 1) points out of the floor.");
        same(await words("walls"), "Both overlaps added up move the ball by (0, 0.8), 0.4 above the floor. One after the other they move it by (0, 0.4), and it just touches.");
        same(await words("bullet"), "In no frame the bullet touches the wall. The cast of frame 2 stops it after 0.38 of its motion, at 4.75.");
        for (const [degrees, free] of [[0, true], [45, true], [90, true], [180, true], [181, false], [359, false]]) {
            await page.fill("#rest input", String(degrees));
            assert.match(await words("rest"), free ? /separated/ : /started_touching/);
        }
        await page.fill("#seams input", "0.9");
        same(await words("seams"), "It overlaps 2 tiles. Each of them pushes it up. The floor as a whole pushes it by (0, 0.25).");
        await page.fill("#seams input", "0.6");
        same(await words("seams"), "It overlaps 3 tiles. One of them alone pushes it sideways, by (0.15, 0). The floor as a whole pushes it by (0, 0.25).");
        for (const degrees of [2, 20, 45, 90]) {
            await page.fill("#wedge input", String(degrees));
            assert.match(await words("wedge"), /move_and_slide stops it at x = 0\.5, speed 0\.$/);
        }
        await page.fill("#wedge input", "10");
        assert.match(await words("wedge"), /ends at x = (0\.[6-9]|1)\d*, 0\.0\d+ deep in a solid\./);
        for (const [rise, naive] of [[0, "lands"], [0.25, "lands"], [0.3, "falls through"], [1.5, "falls through"]]) {
            await page.fill("#oneway input", String(rise));
            const found = await words("oneway");
            assert.match(found, new RegExp(`: it ${naive}\\. By the motion relative to the platform it lands, with its feet at ${rise}\\.$`));
        }
        await page.focus("#bullet input"), await page.keyboard.press("ArrowRight");
        await page.waitForFunction(() => location.hash === "#1;rest=359;walls=0;bullet=2.25;seams=0.6;wedge=10;oneway=1.5");
    });

    await test("concave: each example names its mistakes at their places, its pieces and the way out of the whole", {}, async page => {
        const expected = [/^A polygon with 2 holes, of area .* in \d+ convex pieces\. The disc overlaps \d pieces?\. Out of the whole: /, /^A polygon, of area 16, in 2 convex pieces\./,
            /^A polygon, of area .* The box overlaps [2-9] pieces\. Out of the whole: /, /^No polygon: 1 mistake\./, /^No polygon: 1 mistake\./, /^No polygon: [2-9] mistakes\./];
        await page.goto(page_at("concave")), await page.waitForFunction(() => document.body.dataset.rest);
        for (let i = 0; i < expected.length; ++i) {
            await page.selectOption("#example", String(i));
            assert.match(await answer(page), expected[i]);
            same(await page.inputValue("#example"), String(i));
        }
        assert.match((await page.locator("#mistakes li").allTextContents()).join("; "), /^corner 5: the ring goes back.*; edges 1 and \d: the outline crosses itself/);
        const vermilion = (await pixels(page)).vermilion;
        assert.ok(vermilion > 200, `${vermilion} pixels mark the mistakes`);
        const text = await page.evaluate(() => document.body.dataset.rest);
        await page.click("#copy_cpp"), await page.waitForFunction(() => document.body.dataset.copied);
        const program = await page.evaluate(() => document.body.dataset.copied);
        assert.ok(program.startsWith(`// An outline of the hitbox demo: ${text}\n`) && program.includes("EXPECT(mistakes.size(), "), program);
        const address = decodeURIComponent((await page.getAttribute("#explorer", "href")).replace("https://godbolt.org/clientstate/", ""));
        same(JSON.parse(Buffer.from(address, "base64")).sessions[0].source, program);
        await page.reload(), await page.waitForFunction(() => document.body.dataset.rest);
        same(await page.evaluate(() => document.body.dataset.rest), text);
    });

    await test("concave: an outline and a hole are drawn by mouse, a corner and the shape are dragged, also by keys", {}, async page => {
        await page.goto(page_at("concave")), await page.waitForFunction(() => document.body.dataset.rest);
        const stroke = async (...points) => {
            const [first, ...others] = await Promise.all(points.map(p => screen(page, ...p)));
            await page.mouse.move(first.x, first.y), await page.mouse.down();
            for (const p of others) await page.mouse.move(p.x, p.y, {steps: 6});
            await page.mouse.up();
        };
        await page.click("#draw"), await stroke([-3, -3], [3, -3], [3, 3], [-3, 2.6]);
        assert.match(await answer(page), /^A polygon, of area /);
        await page.click("#hole");
        for (const p of [[-2, -2], [-1, -2], [-1, 0]]) { const q = await screen(page, ...p); await page.mouse.click(q.x, q.y); }
        assert.match(await answer(page), /^3 corners so far/);
        await page.click("#done");
        assert.match(await answer(page), /^A polygon with 1 hole, of area /);
        await drag(page, [-1, 0], [5, 3.4]);
        assert.match(await answer(page), /^No polygon: \d+ mistakes?/);
        await page.goto("about:blank"), await page.goto(page_at("concave", "1;ring@-3,-2.5_3,-2.5_3,-1_-1,-1_-1,2.5_-3,2.5;disc@0.4,0+0.6"));
        await page.waitForFunction(() => document.body.dataset.rest);
        assert.match(await answer(page), /does not touch it\.$/);
        await drag(page, [0.4, 0], [-1.5, -1.25]);
        assert.match(await answer(page), /overlaps 2 pieces\. Out of the whole: /);
        await page.focus("#view"), await page.keyboard.press("n"), await page.keyboard.press("Shift+ArrowLeft"), await page.keyboard.press("i");
        await page.waitForFunction(() => /^1;ring@-4,-2.5_-0.5,-2.5_3,-2.5_/.test(document.body.dataset.rest));
        await page.keyboard.press("Delete");
        await page.waitForFunction(() => /^1;ring@-4,-2.5_3,-2.5_/.test(document.body.dataset.rest));
    });

    await test("concave: touch draws and drags", {viewport: narrow, hasTouch: true, isMobile: true}, async (page, context) => {
        await page.goto(page_at("concave")), await page.waitForFunction(() => document.body.dataset.rest);
        const touch = await context.newCDPSession(page);
        const send = async (type, ...points) => touch.send("Input.dispatchTouchEvent", {type, touchPoints: points.map(p => ({x: p.x, y: p.y, id: 1}))});
        const stroke = async (...points) => {
            const places = [];
            for (const p of points) places.push(await screen(page, ...p));
            await send("touchStart", places[0]);
            for (let k = 1; k < places.length; ++k)
                for (let t = 1; t <= 5; ++t) await send("touchMove", {x: places[k - 1].x + (places[k].x - places[k - 1].x) * t / 5, y: places[k - 1].y + (places[k].y - places[k - 1].y) * t / 5});
            await send("touchEnd");
        };
        await page.tap("#draw"), await page.locator("#view").scrollIntoViewIfNeeded();
        await stroke([-3, -3], [3, -3], [3, 3], [-3, 2.6]);
        assert.match(await answer(page), /^A polygon, of area /);
        await stroke([-1, 0.2], [3, 0]);
        assert.match(await answer(page), /Out of the whole: /);
    });

    const playing = page => page.evaluate(() => ({...document.body.dataset}));
    await test("the game is played by keys, touch and gamepad, and runs back", {hasTouch: true}, async (page, context) => {
        await page.goto(page_at("play")), await page.waitForFunction(() => document.body.dataset.rest);
        same((await playing(page)).tick, "0", "it waits for a key");
        await page.keyboard.down("ArrowRight"), await page.waitForFunction(() => Number(document.body.dataset.x) > 4.5), await page.keyboard.up("ArrowRight");
        await page.waitForFunction(() => Number(document.body.dataset.tick) > 60);
        await page.keyboard.down("r"), await page.waitForFunction(() => Number(document.body.dataset.tick) < 20 && Number(document.body.dataset.x) < 4), await page.keyboard.up("r");
        await page.click("#restart");
        const touch = await context.newCDPSession(page);
        await page.addStyleTag({content: "#pad { display: flex !important; }"});
        await page.locator("#pad").scrollIntoViewIfNeeded();
        const box = await page.locator("#pad [data-key='2']").boundingBox(), finger = {x: box.x + 20, y: box.y + 20, id: 1};
        await touch.send("Input.dispatchTouchEvent", {type: "touchStart", touchPoints: [finger]});
        await page.waitForFunction(() => Number(document.body.dataset.x) > 4);
        await touch.send("Input.dispatchTouchEvent", {type: "touchEnd", touchPoints: []});
        await page.click("#restart"), await page.waitForFunction(() => document.body.dataset.tick === "0");
        await page.evaluate(() => { navigator.getGamepads = () => [null, {axes: [1, 0], buttons: []}]; });
        await page.waitForFunction(() => Number(document.body.dataset.x) > 4);
        await page.evaluate(() => { navigator.getGamepads = () => []; });
    });

    await test("the game is heard from the first key on: a jump, a landing, a coin, home; muted it makes no sound, and keeps nothing", {}, async page => {
        await page.addInitScript(() => {
            globalThis.heard = [], globalThis.opened = 0;
            const start = OscillatorNode.prototype.start, set = AudioParam.prototype.setValueAtTime;
            AudioParam.prototype.setValueAtTime = function(value, time) { this.first ??= value; return set.call(this, value, time); };
            OscillatorNode.prototype.start = function(time) { heard.push(this.frequency.first); return start.call(this, time); };
            const Context = AudioContext;
            globalThis.AudioContext = class extends Context { constructor() { super(), ++opened; } };
        });
        const keys = fs.readFileSync(path.join(work, "play_keys.txt"), "utf8").trim().split(" ").map(Number);
        await page.goto(page_at("play", runs.to_text(keys))), await page.waitForFunction(() => Number(document.body.dataset.tick) > 100);
        same(await page.evaluate(() => [opened, heard]), [0, []], "silent before a key");
        const hear = frequency => page.waitForFunction(f => heard.includes(f), frequency);
        await page.keyboard.press("ArrowDown"), await page.click("#restart"), await page.focus("#view");
        for (let tries = 0; tries < 20 && !await page.evaluate(() => heard.includes(260)); ++tries)  // the device may take a while to start
            await page.keyboard.press("ArrowUp", {delay: 300}), await page.waitForTimeout(700);
        await hear(260), await hear(150);
        await page.click("#replay"), await page.goto("about:blank"), await page.goto(page_at("play", runs.to_text(keys)));
        await page.waitForFunction(() => document.body.dataset.rest), await page.focus("#view");
        await page.keyboard.press("m"), same(await page.getAttribute("#mute", "aria-pressed"), "true");
        await page.keyboard.press("ArrowUp", {delay: 300}), await page.waitForTimeout(1000);
        same(await page.evaluate(() => [opened, heard]), [0, []], "muted");
        await page.keyboard.press("m"), same(await page.getAttribute("#mute", "aria-pressed"), "false");
        await page.keyboard.press("ArrowDown"), await page.waitForTimeout(500);
        await page.evaluate(text => { location.hash = text; }, runs.to_text(keys.slice(0, -1)));
        await hear(988);
        await page.evaluate(text => { location.hash = text; }, `${runs.to_text(keys)}`), await page.waitForFunction(() => Number(document.body.dataset.tick) < 100);
        await page.evaluate(n => globalThis.skip_to(n), keys.length - 60);
        await page.waitForFunction(() => document.body.dataset.home === "1"), await hear(523);
        same(await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]), ["", 0, 0]);
    });

    await test("a link to a run plays the level to the flag and home", {permissions: ["clipboard-read", "clipboard-write"]}, async page => {
        const letters = k => ["L", "R", "U", "D"].filter((_, i) => k >> i & 1).join("") || "N";
        const keys = fs.readFileSync(path.join(work, "play_keys.txt"), "utf8").trim().split(" ").map(Number), parts = [];
        keys.forEach((k, i) => k === keys[i - 1] ? ++parts.at(-1)[1] : parts.push([letters(k), 1]));
        const text = `1;run=${parts.map(p => p.join("")).join("_")}`;
        await page.goto(page_at("play", text)), await page.waitForFunction(() => document.body.dataset.rest);
        await page.waitForFunction(() => Number(document.body.dataset.tick) > 30);
        assert.match(await answer(page), /^Replay\. Fetch the flag/);
        for (const [frame, name] of [[200, "platforms"], [480, "mover"], [680, "ladder"], [860, "wall"], [1160, "saw"], [1400, "lift"], [1640, "way_back"]]) {
            await page.evaluate(n => globalThis.skip_to(n), frame);
            await page.screenshot({path: path.join(pictures, `play_${name}.png`)});
        }
        await page.evaluate(() => document.getElementById("finish").click());
        await page.waitForFunction(() => document.body.dataset.home === "1");
        await page.screenshot({path: path.join(pictures, "play_home.png")});
        assert.match(await answer(page), /^Home, with the flag and 18 of 27 coins, in 32\.8 seconds\.$/);
        await page.click("#copy_link"), await page.waitForFunction(() => document.body.dataset.copied);
        same(await page.evaluate(() => navigator.clipboard.readText()), page_at("play", text));
        await page.click("#copy_cpp"), await page.waitForFunction(() => document.body.dataset.copied.includes("int main()"));
        const program = await page.evaluate(() => navigator.clipboard.readText());
        assert.ok(program.startsWith(`// A run of the game in the hitbox demo: ${text}\n`) && program.includes("\nstruct state {\n    vec2<float> position,"), program.slice(0, 3000));
        assert.match(program, /EXPECT\(s\.is_home, true\);/);
        await page.click("#replay"), await page.waitForFunction(() => Number(document.body.dataset.tick) < 100 && Number(document.body.dataset.tick) > 10);
    });

    const difference = await open_pictures(browser, {mean: 3, largest: 20});
    /// Takes a picture of the whole page, and compares it with the stored one. Pages draw in the next frame, which a busy
    /// machine may delay. A picture of the whole page resizes the window, and pages must then draw at once.
    const two_frames = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const alike = async (page, name) => {
        await page.evaluate(two_frames);
        same(await difference(name, await page.screenshot({path: path.join(pictures, `${name}.png`), fullPage: true})), "");
    };
    for (const [scheme, viewport] of [["light", wide], ["dark", wide], ["light", narrow], ["dark", narrow]])
        await test(`${scheme}, ${viewport.width} pixels wide: the pictures are like the stored ones, nothing serious for axe-core, nothing beside the page`, {viewport, colorScheme: scheme}, async page => {
            for (const [name, text] of [["over", over], ["apart", `${apart};show=shadows,axes,contacts,nearest,way`]]) {
                await open(page, text);
                await alike(page, `${name}_${scheme}_${viewport.width}`);
            }
            // A blank page, a missing drawing and missing styles differ from the stored picture.
            for (const broken of ["body { visibility: hidden; }", "#view { visibility: hidden; }", null]) {
                await open(page, over);
                if (broken) await page.addStyleTag({content: broken});
                else await page.evaluate(() => document.querySelectorAll("link[rel=stylesheet], style").forEach(e => e.remove()));
                assert.match(await difference(`over_${scheme}_${viewport.width}`, await page.screenshot({fullPage: true}), true), /differs|pixels/, broken ?? "no styles");
            }
            await open(page, over);
            await page.evaluate(() => document.querySelectorAll("details").forEach(d => { d.open = true; }));
            await accessible(page);
            same(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
            await page.goto(`file://${demo}/gallery.html`), await page.waitForFunction(() => document.body.dataset.rest);
            await alike(page, `gallery_${scheme}_${viewport.width}`);
            await accessible(page);
            same(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
            for (const [name, page_name, text] of [["concave", "concave", ""], ["mistakes", "concave", "1;ring@-4,-2_4,-2_4,1_1,1_1,3_1,1_-1,1_-3,-3_-4,1;disc@-1.6,2+0.6"], ["play", "play", ""]]) {
                await page.goto("about:blank"), await page.goto(page_at(page_name, text)), await page.waitForFunction(() => document.body.dataset.rest);
                await page.waitForTimeout(100);
                await alike(page, `${name}_${scheme}_${viewport.width}`);
                await accessible(page);
                same(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
            }
            await page.goto(crowd_at("1;crowd=3000,seed=7")), await page.waitForFunction(() => document.body.dataset.rest);
            await alike(page, `crowd_${scheme}_${viewport.width}`);
            await accessible(page);
            same(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
        });

    await browser.close(), server.close();
    if (failed) process.exit(1);
})().catch(error => {
    console.error(error);
    process.exit(1);
});
