// Country outlines of the npm package world-atlas -> examples/data/world_50m.txt
//
//   mkdir atlas && (cd atlas && npm install --no-save world-atlas@2.0.2 topojson-client@3.1.0)
//   node tools/convert_world_atlas.mjs atlas > examples/data/world_50m.txt
//
// The same packages give the same bytes. examples/data/README.md describes the format.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

// Of the longitude and the latitude. The atlas sits on a grid of 0.0036 by 0.0017 degrees: these keep every point apart,
// and no coast is moved across itself, as one is with three decimals of latitude.
const decimals = [3, 4];

const same = (p, q) => p[0] === q[0] && p[1] === q[1];

// The longitude and latitude as text, "-0" and trailing zeros dropped.
const rounded = (point) => point.map((degrees, axis) => String(Number(degrees.toFixed(decimals[axis])) || 0));

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

// Is all of a ring at one latitude? The atlas has one such, the South Pole as the edge of a map, with the coast of
// Antarctica for its hole. Without it the coast is the outline, and `cut` leads that to the pole.
const flat = (ring) => ring.every(([, y]) => y === ring[0][1]);

// The polygons of a country: each an outline, which may come in several after the cut, and its holes.
function polygons({ geometry, properties }) {
    const all = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    return all.flatMap((rings) => {
        const [outer, ...holes] = rings.filter((ring) => !flat(ring));
        if (!outer) return [];
        const parts = cut(outer);
        if (parts.length > 1 && holes.length > 0) throw new Error(`${properties.name}: a polygon with holes is cut`);
        return parts.map((part) => [part, ...holes.map((hole) => hole.slice(0, -1))]);
    });
}

// "outline" or "hole", the number of points, the name of an outline, and the points; nothing of a ring that the atlas
// had shrunk to less than a triangle.
function ring_lines(ring, start, name) {
    const points = distinct(ring.map(rounded));
    if (points.length < 3) return [];
    return [[start, points.length, ...name].join(' '), ...points.map((point) => point.join(' '))];
}

function country_lines(country) {
    return polygons(country).flatMap(([outer, ...holes]) => {
        const outline = ring_lines(outer, 'outline', [country.properties.name]);
        return outline.length === 0 ? [] : outline.concat(holes.flatMap((hole) => ring_lines(hole, 'hole', [])));
    });
}

function main(folder) {
    if (!folder) {
        console.error('usage: node convert_world_atlas.mjs FOLDER    (where npm installed world-atlas and topojson-client)');
        process.exit(1);
    }
    const require = createRequire(resolve(folder, 'package.json'));
    const { feature } = require('topojson-client');
    const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/countries-50m.json'), 'utf8'));

    const lines = feature(atlas, atlas.objects.countries).features.flatMap(country_lines);
    process.stdout.write(['hitbox-outlines 2', ...lines, 'end', ''].join('\n'));
}

main(process.argv[2]);
