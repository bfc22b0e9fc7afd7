"use strict";
// Tests of the site's pages in Chromium, without the demo, which browser.test.js tests. axe-core finds nothing serious,
// nothing is wider than the page, and the console stays empty. Pictures of three pages are like stored ones, the cheat sheet
// is printed on one page, the conventions are on one screen, and the search leads from the words of users to the answers.
//
//     NODE_PATH=... node site.test.js SITE_FOLDER WORK_FOLDER [WORDS...]      only pages whose path has one of the words

const fs = require("node:fs"), path = require("node:path"), http = require("node:http"), {chromium} = require("playwright-core");
const open_pictures = require("./pictures.js");
const axe_source = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const [site, work] = process.argv.slice(2, 4).map(p => path.resolve(p)), pictures = path.join(work, "pictures"), only = process.argv.slice(4);
const pages = fs.readdirSync(site, {recursive: true}).filter(p => p.endsWith(".html") && !p.startsWith("demo"))
    .filter(p => !only.length || only.some(word => p.includes(word)));
// These pages are opened in both colours and at both widths, and pictures are taken for inspection. The others are opened
// in dark at 1280 pixels and in light at 360.
const shown = ["index.html", "tutorial/4_shadows_and_axes.html", "reference/pairs.html"];

// Words of a search => the section with the answer, which must be among the first four results.
const questions = {
    "normal direction": "semantics.html#the-direction-of-every-normal", "world or local coordinates": "semantics.html#world-or-local-coordinates",
    "mtv sign": "semantics.html#the-direction-of-every-normal", "overlapV": "how_do_i/collisions.html#my-player-moves-into-the-wall-and-not-out-of-it",
    "two walls": "how_do_i/collisions.html#two-walls-at-once-throw-me-off", "order of vertices": "semantics.html#the-order-of-vertices",
    "L-shape empty": "how_do_i/shapes.html#my-l-shape-collides-where-it-is-empty", "rotate a shape": "how_do_i/shapes.html#rotate-a-shape",
    "mouse": "how_do_i/shapes.html#pick-with-the-mouse", "which side was hit": "how_do_i/collisions.html#which-side-was-hit",
    "ray starts inside": "how_do_i/collisions.html#my-ray-starts-inside-a-shape", "cast blocked": "how_do_i/collisions.html#my-cast-says-blocked-in-every-direction",
    "stuck between tiles": "how_do_i/movement.html#my-character-sticks-between-tiles", "box or capsule": "how_do_i/movement.html#a-box-or-a-capsule-for-my-character",
    "moving platform": "characters.html#platforms-that-move", "elevator": "characters.html#platforms-that-move",
    "drop through platform": "how_do_i/movement.html#my-character-cannot-jump-through-a-platform-or-drop-through-it",
    "pixels or metres": "semantics.html#pixels-or-metres-axes-and-angles", "bullet through wall": "how_do_i/collisions.html#my-bullet-passes-through-the-wall",
    "same bits": "determinism.html", "viewport": "how_do_i/scenes.html#i-need-only-what-the-camera-has-in-view", "sensor": "scene.html#sensors",
    "slide_options": "reference/motion.html#slide_options",
};
// Words that users type => the section that must be the first or second result. Many are not in the text; comments give them
// to the search (tools/build_site).
const words = {
    "tunneling": "how_do_i/collisions.html#my-bullet-passes-through-the-wall", "CCD": "how_do_i/collisions.html#my-bullet-passes-through-the-wall",
    "fast bullet": "how_do_i/collisions.html#my-bullet-passes-through-the-wall", "crush": "how_do_i/movement.html#my-platform-leaves-the-character-behind-or-crushes-it",
    "crushed": "how_do_i/movement.html#my-platform-leaves-the-character-behind-or-crushes-it",
    "squashed": "how_do_i/movement.html#my-platform-leaves-the-character-behind-or-crushes-it", "stuck": "how_do_i/movement.html#my-character-sticks-between-tiles",
    "tilemap": "how_do_i/movement.html#my-character-sticks-between-tiles", "click": "how_do_i/shapes.html#pick-with-the-mouse",
    "picking": "how_do_i/shapes.html#pick-with-the-mouse", "point in polygon": "how_do_i/shapes.html#pick-with-the-mouse",
    "layers": "how_do_i/scenes.html#collision-layers-and-masks", "collision layers": "how_do_i/scenes.html#collision-layers-and-masks",
    "exclude": "scene.html#filters-and-predicates", "walls but no players": "how_do_i/scenes.html#collision-layers-and-masks",
    "filter by category": "scene.html#filters-and-predicates", "spawn": "start/3_ten_thousand_things.html#3-things-that-come-and-go",
    "destroy": "start/3_ten_thousand_things.html#3-things-that-come-and-go", "knockback": "how_do_i/movement.html#walk-and-jump",
    "coyote": "how_do_i/movement.html#walk-and-jump", "lag": "scene.html#rollback",
    "which way does the normal point": "semantics.html#the-direction-of-every-normal",
    "normal": "semantics.html#the-direction-of-every-normal",
    "overlap vector sign": "how_do_i/collisions.html#my-player-moves-into-the-wall-and-not-out-of-it",
    "overlap vector": "how_do_i/collisions.html#my-player-moves-into-the-wall-and-not-out-of-it", "clockwise": "semantics.html#the-order-of-vertices",
    "order of corners": "semantics.html#the-order-of-vertices", "concave too many corners": "choose.html#which-shape",
    "L-shape": "how_do_i/shapes.html#my-l-shape-collides-where-it-is-empty", "raycast": "choose.html#which-query",
    "one-way platform": "how_do_i/movement.html#my-character-cannot-jump-through-a-platform-or-drop-through-it",
    "one-way": "how_do_i/movement.html#my-character-cannot-jump-through-a-platform-or-drop-through-it",
    "capsule or box": "how_do_i/movement.html#a-box-or-a-capsule-for-my-character",
    "large coordinates": "how_do_i/shapes.html#my-small-or-distant-objects-behave-oddly",
    "far from origin": "how_do_i/shapes.html#my-small-or-distant-objects-behave-oddly",
    "precision": "how_do_i/shapes.html#my-small-or-distant-objects-behave-oddly",
    "float precision": "how_do_i/shapes.html#my-small-or-distant-objects-behave-oddly",
    "huge world": "how_do_i/shapes.html#my-small-or-distant-objects-behave-oddly", "huge": "how_do_i/shapes.html#my-small-or-distant-objects-behave-oddly",
    "units": "semantics.html#pixels-or-metres-axes-and-angles", "pixels or meters": "semantics.html#pixels-or-metres-axes-and-angles",
    "same result every machine": "determinism.html", "deterministic": "determinism.html",
    "sensor events both": "how_do_i/scenes.html#sensors-my-player-collects-a-coin-twice", "line of sight": "how_do_i/scenes.html#my-enemy-sees-through-walls",
    "neighbor": "scene.html#queries", "contact points": "how_do_i/collisions.html#read-the-contact-points",
    "contact_manifold: points": "how_do_i/collisions.html#read-the-contact-points", "jump": "how_do_i/movement.html#walk-and-jump",
    "ladder": "how_do_i/movement.html#my-character-falls-off-the-ladder",
    "brick": "how_do_i/collisions.html#which-tile-brick-or-enemy-was-hit", "rewind": "how_do_i/scenes.html#rewind-the-last-seconds", "top-down": "how_do_i/movement.html#slide-along-walls",
    "two walls at once": "how_do_i/collisions.html#two-walls-at-once-throw-me-off", "thin wall": "how_do_i/collisions.html#my-bullet-passes-through-the-wall",
    "SAT.js": "coming_from.html#satjs-09-and-detect-collisions-check2d", "OnTriggerEnter2D": "coming_from.html#unity",
    "radians": "semantics.html#pixels-or-metres-axes-and-angles", "grounded": "how_do_i/movement.html#walk-and-jump",
    "pch": "how_do_i/building.html#every-file-takes-seconds-to-compile", "makefile": "install.html#one-file",
    // Names of other libraries, and names that are guessed.
    "width": "cheat_sheet.html#properties", "getAABB": "cheat_sheet.html#properties", "bounding box": "cheat_sheet.html#properties",
    "isColliding": "choose.html#which-query", "check_collision": "choose.html#which-query", "intersect": "choose.html#which-query",
    "linecast": "choose.html#which-query", "shapecast": "choose.html#which-query", "Rect": "choose.html#which-shape",
    "Polygon": "choose.html#which-shape", "penetration": "semantics/contacts.html#contacts",
    "contact.point": "how_do_i/collisions.html#read-the-contact-points", "hit.t": "how_do_i/collisions.html#my-bullet-passes-through-the-wall",
    "toi": "semantics/rays_and_casts.html#casts", "NaN": "semantics/input.html#invalid-input", "int": "semantics/input.html#numbers",
    "move_and_collide": "characters.html#result", "is_on_floor": "characters.html#result", "on_wall": "characters.html#result",
    "velocity": "characters.html#result", "layer": "how_do_i/scenes.html#collision-layers-and-masks", "mask": "scene.html#filters-and-predicates",
    "isTrigger": "how_do_i/scenes.html#sensors-my-player-collects-a-coin-twice", "OnCollisionEnter": "scene.html#contacts-and-events",
    "callback": "scene.html#contacts-and-events", "userdata": "scene.html#contacts-and-events", "world.step": "scene.html#the-loop",
    "static body": "scene.html#levels-fixed-colliders", "setPosition": "how_do_i/shapes.html#rotate-a-shape", "pivot": "how_do_i/shapes.html#rotate-a-shape",
    "serialize": "how_do_i/scenes.html#my-saved-game-continues-differently", "skin width": "how_do_i/collisions.html#my-cast-says-blocked-in-every-direction",
    "spatial hash": "broad_phases.html#which-one", "SAT": "tutorial/4_shadows_and_axes.html",
    "triangulate": "how_do_i/shapes.html#i-need-triangles-to-draw-or-polygons-for-box2d", "bounce": "how_do_i/collisions.html#bounce",
};

// The pages come from a server, because a page that is opened as a file cannot search.
const types = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json"};
const server = http.createServer((request, response) => {
    const file = path.join(site, path.normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)));
    if (!file.startsWith(site) || !fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, {"content-type": types[path.extname(file)] ?? "application/octet-stream"}).end(fs.readFileSync(file));
});

(async () => {
    await new Promise(done => server.listen(0, "127.0.0.1", done));
    fs.mkdirSync(pictures, {recursive: true});
    const at = name => `http://127.0.0.1:${server.address().port}/${name}`;
    const browser = await chromium.launch({executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
                                           args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]});
    const difference = await open_pictures(browser, {mean: 8, largest: 255});  // sentences change
    const faults = new Map();  // what => on which pages
    const add = (what, where) => faults.set(what, [...faults.get(what) ?? [], where]);
    for (const scheme of ["light", "dark"])
        for (const width of [360, 1280]) {
            const context = await browser.newContext({viewport: {width, height: 800}, colorScheme: scheme});
            const page = await context.newPage();
            let name = "";
            page.on("console", message => add(message.text(), name)), page.on("pageerror", error => add(String(error), name));
            for (name of pages) {
                if (!shown.includes(name) && (scheme === "dark") !== (width === 1280)) continue;
                await page.goto(at(name));
                const where = `${name}, ${scheme}, ${width}`;
                if (shown.includes(name)) {
                    const picture = `site_${path.basename(name, ".html")}_${scheme}_${width}`;
                    const unlike = await difference(picture, await page.screenshot({path: path.join(pictures, `${picture}.png`)}));
                    if (unlike) add(unlike, where);
                }
                await page.evaluate(axe_source);
                const {violations} = await page.evaluate(() => axe.run({preload: false, iframes: false, resultTypes: ["violations"]}));
                for (const v of violations.filter(v => ["serious", "critical"].includes(v.impact)))
                    for (const n of v.nodes) add(`${v.id}: ${n.html.slice(0, 160)} ${n.any.map(a => a.message).join(" ").slice(0, 160)}`, where);
                if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) add("wider than the page", where);
            }
            await context.close();
        }
    const other_page = await browser.newPage({viewport: {width: 1280, height: 800}, colorScheme: "light"});
    for (const broken of ["body { visibility: hidden; }", null]) {
        await other_page.goto(at("index.html"));
        if (broken) await other_page.addStyleTag({content: broken});
        else await other_page.evaluate(() => document.querySelectorAll("link[rel=stylesheet], style").forEach(e => e.remove()));
        if (!await difference("site_index_light_1280", await other_page.screenshot(), true)) add("a broken page is like its picture", broken ?? "no styles");
    }
    for (const format of ["A4", "Letter"]) {
        await other_page.goto(at("cheat_sheet.html"));
        const sheets = (await other_page.pdf({format})).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
        if (sheets !== 1) add(`the cheat sheet is printed on ${sheets} pages of ${format}`, "cheat_sheet.html");
    }
    await other_page.goto(at("conventions.html"));
    if (await other_page.evaluate(() => document.querySelector("article table").getBoundingClientRect().bottom > innerHeight))
        add("the rules are longer than a screen", "conventions.html");
    const page = await browser.newPage(), field = "input.md-search__input";
    await page.goto(at("index.html")), await page.click(field);
    const searches = [...Object.entries(questions).map(q => [...q, 4]), ...Object.entries(words).map(w => [...w, 2])];
    for (const [question, section, limit] of searches) {
        await page.fill(field, ""), await page.press(field, "End");  // the search reads its field when a key is released
        await page.waitForFunction(() => !document.querySelector(".md-search-result__link"));
        let found = [];
        for (let tries = 0; tries < 50 && !found.length; ++tries) {
            await page.fill(field, question), await page.press(field, "End"), await page.waitForTimeout(200);
            found = await page.evaluate(() => [...document.querySelectorAll(".md-search-result__link")].slice(0, 8).map(a => (a.pathname + a.hash).slice(1)));
        }
        // The link of a whole page stands above the sections that were found in it, and is not counted.
        if (!found.filter(link => link.includes("#") || link === section).slice(0, limit).includes(section)) add(`the search for "${question}" leads to ${found.join(", ")}`, section);
    }
    await browser.close(), server.close();
    for (const [what, where] of faults) console.log(`${what}\n    ${where.slice(0, 4).join("; ")}${where.length > 4 ? ` and ${where.length - 4} more` : ""}`);
    console.log(`${faults.size ? "FAILED" : "ok"}: ${pages.length} pages of the site, light and dark, 360 and 1280 pixels wide; ${searches.length} questions to the search`);
    if (faults.size) process.exit(1);
})().catch(error => {
    console.error(error);
    process.exit(1);
});
