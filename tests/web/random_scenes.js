"use strict";
// Random scenes from a seed: on a grid, where shapes touch exactly, and elsewhere; far away, tiny, and with sizes of zero;
// identical shapes on top of each other.

function random_scenes(scenes, seed, count) {
    let state = seed >>> 0;
    const below = n => {  // xorshift
        state ^= state << 13, state >>>= 0, state ^= state >>> 17, state ^= state << 5, state >>>= 0;
        return state % n;
    };
    const any = list => list[below(list.length)];
    const between = (low, high) => low + (high - low) * below(1 << 24) / (1 << 24);

    function scene() {
        const unit = any([1, 1, 1, 1, 2 ** -20, 1000]), grid = below(2) === 0;
        const far = any([0, 0, 0, 1e5]) * unit;
        const place = () => grid ? below(9) * unit / 2 - 2 * unit : between(-2, 2) * unit;
        const size = () => below(12) === 0 ? 0 : grid ? (1 + below(4)) * unit / 2 : between(.2, 2) * unit;
        const turn = () => grid ? any([0, 0, 90, 45, -90, 180]) : between(-180, 180);
        const corners = () => {
            const n = 3 + below(6), start = between(0, 6), radius = between(.5, 2) * unit;
            return Array.from({length: n}, (_, k) => {
                const angle = start + (k + between(0, .6)) * 2 * Math.PI / n;
                return [radius * Math.cos(angle), radius * Math.sin(angle)];
            });
        };
        const shape = () => {
            const kind = any(scenes.kinds), round = kind === "circle" || kind === "capsule" || below(4) === 0 ? size() : 0;
            const more = {turn: kind === "circle" ? 0 : turn(), radius: round};
            if (kind === "box") more.half = [size(), size()];
            if (kind === "capsule") more.half = [size()];
            if (kind === "poly") more.corners = corners();
            return scenes.shape(kind, far + place(), place(), more);
        };
        const shapes = Array.from({length: below(6) === 0 ? 3 + below(4) : 2}, shape);
        if (below(10) === 0) shapes[1] = structuredClone(shapes[0]);
        const show = new Set(below(2) ? scenes.usual : scenes.shown.filter(() => below(2)));
        return {shapes, show};
    }
    return Array.from({length: count}, scene);
}

module.exports = random_scenes;
