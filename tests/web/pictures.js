"use strict";
// Pictures of pages, compared loosely with those of pictures.txt: the brightness of 16 by 9 cells. Text and fonts may change
// a little; a blank page, a missing drawing or a missing style sheet is found. Tests write pictures into
// build/web_tests/pictures. After an intended change look at these, and store them:
//
//     RECORD_PICTURES=1 tests/web/run
//
// A line of pictures.txt: name, width, height, and two hexadecimal digits for each cell, row by row.

const fs = require("node:fs"), path = require("node:path");
const file = path.join(__dirname, "pictures.txt"), columns = 16, rows = 9;
const read = () => new Map(fs.readFileSync(file, "utf8").trim().split("\n").map(line => line.split(" ")).map(([name, w, h, cells]) =>
    [name, {width: Number(w), height: Number(h), cells: Array.from(Buffer.from(cells, "hex"))}]));

/// Returns what is in a picture: its size, and the mean brightness of each cell, from 0 to 255.
async function summary_of(page, png) {
    return page.evaluate(async ([text, columns, rows]) => {
        const blob = await (await fetch(`data:image/png;base64,${text}`)).blob(), {width, height} = await createImageBitmap(blob);
        const zoom = 8, small = {resizeWidth: columns * zoom, resizeHeight: rows * zoom, resizeQuality: "high"};
        const pen = new OffscreenCanvas(small.resizeWidth, small.resizeHeight).getContext("2d");
        pen.drawImage(await createImageBitmap(blob, small), 0, 0);
        const cells = Array.from({length: columns * rows}, (_, k) => {
            const {data} = pen.getImageData(k % columns * zoom, Math.floor(k / columns) * zoom, zoom, zoom);
            let sum = 0;
            for (let i = 0; i < data.length; i += 4) sum += .299 * data[i] + .587 * data[i + 1] + .114 * data[i + 2];
            return Math.round(sum / zoom / zoom);
        });
        return {width, height, cells};
    }, [png.toString("base64"), columns, rows]);
}

/// Returns a function that compares a picture with the stored one. It returns words about the difference, or "" if both are
/// alike: the sizes differ by at most a tenth, and the cells by at most `mean` on average and by at most `largest`.
module.exports = async function(browser, {mean, largest}) {
    const page = await (await browser.newContext()).newPage();
    return async function difference(name, png, is_broken = false) {
        const now = await summary_of(page, png), all = fs.existsSync(file) ? read() : new Map();
        if (process.env.RECORD_PICTURES && !is_broken) {
            all.set(name, now);
            const line = ([key, p]) => `${key} ${p.width} ${p.height} ${Buffer.from(p.cells).toString("hex")}\n`;
            fs.writeFileSync(file, [...all].sort(([a], [b]) => a < b ? -1 : 1).map(line).join(""));
        }
        const stored = all.get(name);
        if (!stored) return `${name} is not in pictures.txt`;
        if (now.width !== stored.width || Math.abs(now.height - stored.height) > stored.height / 10)
            return `${name} has ${now.width} x ${now.height} pixels, expected ${stored.width} x ${stored.height}`;
        const off = now.cells.map((v, k) => Math.abs(v - stored.cells[k])), average = off.reduce((a, b) => a + b) / off.length, max_difference = Math.max(...off);
        return average <= mean && max_difference <= largest ? "" : `${name} differs from its picture: cells by ${average.toFixed(1)} on average, and by at most ${max_difference}`;
    };
};
