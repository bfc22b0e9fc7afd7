"use strict";
// The pages of the site in Chromium, but for the demo, which browser.test.js has: nothing serious for axe-core, nothing
// wider than the page, no message on the console.
//
//     NODE_PATH=... node site.test.js SITE_FOLDER WORK_FOLDER [WORDS...]      only pages whose path has one of the words

const fs = require("node:fs"), path = require("node:path"), http = require("node:http"), {chromium} = require("playwright-core");
const axe_source = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const [site, work] = process.argv.slice(2, 4).map(p => path.resolve(p)), pictures = path.join(work, "pictures"), only = process.argv.slice(4);
const pages = fs.readdirSync(site, {recursive: true}).filter(p => p.endsWith(".html") && !p.startsWith("demo"))
    .filter(p => !only.length || only.some(word => p.includes(word)));
// These are opened in both colours and at both widths, and pictures are taken, to be looked at; the others in dark at 1280
// pixels and in light at 360.
const shown = ["index.html", "tutorial/4_shadows_and_axes.html", "reference/pairs.html"];

// By a server, because a page that is opened as a file cannot search.
const types = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json"};
const server = http.createServer((request, response) => {
    const file = path.join(site, path.normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)));
    if (!file.startsWith(site) || !fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, {"content-type": types[path.extname(file)] ?? "application/octet-stream"}).end(fs.readFileSync(file));
});

(async () => {
    await new Promise(done => server.listen(0, "127.0.0.1", done));
    fs.mkdirSync(pictures, {recursive: true});
    const browser = await chromium.launch({executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
                                           args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]});
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
                await page.goto(`http://127.0.0.1:${server.address().port}/${name}`);
                const where = `${name}, ${scheme}, ${width}`;
                if (shown.includes(name)) await page.screenshot({path: path.join(pictures, `site_${path.basename(name, ".html")}_${scheme}_${width}.png`)});
                await page.evaluate(axe_source);
                const {violations} = await page.evaluate(() => axe.run({preload: false, iframes: false, resultTypes: ["violations"]}));
                for (const v of violations.filter(v => ["serious", "critical"].includes(v.impact)))
                    for (const n of v.nodes) add(`${v.id}: ${n.html.slice(0, 160)} ${n.any.map(a => a.message).join(" ").slice(0, 160)}`, where);
                if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) add("wider than the page", where);
            }
            await context.close();
        }
    await browser.close(), server.close();
    for (const [what, where] of faults) console.log(`${what}\n    ${where.slice(0, 4).join("; ")}${where.length > 4 ? ` and ${where.length - 4} more` : ""}`);
    console.log(`${faults.size ? "FAILED" : "ok"}: ${pages.length} pages of the site, light and dark, 360 and 1280 pixels wide`);
    if (faults.size) process.exit(1);
})().catch(error => {
    console.error(error);
    process.exit(1);
});
