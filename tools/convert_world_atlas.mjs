// Country outlines of the npm package world-atlas -> examples/data/world_110m.txt
//
//   mkdir atlas && (cd atlas && npm install --no-save world-atlas@2.0.2 topojson-client@3.1.0)
//   node tools/convert_world_atlas.mjs atlas > examples/data/world_110m.txt
//
// The same packages give the same bytes. examples/data/README.md describes the format.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const decimals = 4;  // the atlas sits on a grid of 0.0036 by 0.0017 degrees, so four keep every point apart

const same = (p, q) => p[0] === q[0] && p[1] === q[1];

// The longitude and latitude as text, "-0" and trailing zeros dropped.
const rounded = (point) => point.map((degrees) => String(Number(degrees.toFixed(decimals)) || 0));

// Each point once: the one that its successor repeats goes, the closing point too.
const distinct = (points) => points.filter((point, i) => !same(point, points[(i + 1) % points.length]));

// The part of a ring from one visit to the antimeridian to the next, both included.
// Each visit goes to the side of its neighbour. When the sides differ, the ring went round a pole: it is added.
function piece(points) {
    const [first, last] = [points[0], points.at(-1)].map(([, y], end) => [180 * Math.sign(points.at(end ? -2 : 1)[0]), y]);
    const pole = 90 * Math.sign(first[1]);
    const corners = first[0] === last[0] ? [] : [[last[0], pole], [first[0], pole]];
    return [first, ...points.slice(1, -1), last, ...corners];
}

// The atlas joins what the antimeridian had cut, with points on it; cut there again.
function cut(ring) {
    const open = ring.slice(0, -1);
    const visits = [...open.keys()].filter((i) => Math.abs(open[i][0]) === 180);
    if (visits.length === 0) return [open];
    return visits
        .map((from, k) => {
            const to = k + 1 < visits.length ? visits[k + 1] : visits[0] + open.length;
            return open.concat(open).slice(from, to + 1);
        })
        .filter((points) => points.length > 2)
        .map(piece);
}

// One outline per landmass: the first ring of each polygon (those after it are holes), unless it shrank to a point.
function outlines({ geometry, properties }) {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    return polygons
        .flatMap(([outer]) => cut(outer))
        .map((points) => ({ name: properties.name, points: distinct(points.map(rounded)) }))
        .filter(({ points }) => points.length >= 3);
}

function main(folder) {
    if (!folder) {
        console.error('usage: node convert_world_atlas.mjs FOLDER    (where npm installed world-atlas and topojson-client)');
        process.exit(1);
    }
    const require = createRequire(resolve(folder, 'package.json'));
    const { feature } = require('topojson-client');
    const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/countries-110m.json'), 'utf8'));

    const lines = ['hitbox-outlines 1'];
    for (const { name, points } of feature(atlas, atlas.objects.countries).features.flatMap(outlines)) {
        lines.push(`outline ${points.length} ${name}`, ...points.map((point) => point.join(' ')));
    }
    process.stdout.write(lines.concat('end', '').join('\n'));
}

main(process.argv[2]);
