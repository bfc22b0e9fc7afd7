"use strict";
// LZMA, as `xz --format=lzma` writes it: a module is a fifth smaller than by gzip, which is all that a browser unpacks
// by itself. After the LZMA specification by I. Pavlov (2015).

/// The bytes of a .lzma file. @pre the file is whole
function unpack(file) {
    const lc = file[0] % 9, lp = Math.floor(file[0] / 9) % 5, pb = Math.floor(file[0] / 45);
    let out = new Uint8Array(1 << 19), n = 0, at = 14, range = 0xffffffff, code = 0;
    for (let k = 0; k < 4; ++k) code = (code << 8 | file[at++]) >>> 0;
    const chances = size => new Uint16Array(size).fill(1024);  // of zeros, in 2048ths

    function normalize() {
        if (range < 0x1000000) range = range << 8 >>> 0, code = (code << 8 | file[at++]) >>> 0;
    }
    function bit(list, i) {
        const bound = (range >>> 11) * list[i];
        if (code < bound) {
            range = bound, list[i] += 2048 - list[i] >> 5, normalize();
            return 0;
        }
        range -= bound, code -= bound, list[i] -= list[i] >> 5, normalize();
        return 1;
    }
    function tree(list, bits, from = 0) {
        let node = 1;
        for (let k = 0; k < bits; ++k) node = node << 1 | bit(list, from + node);
        return node - (1 << bits);
    }
    function reversed_tree(list, bits, from) {
        let node = 1, value = 0;
        for (let k = 0; k < bits; ++k) {
            const b = bit(list, from + node);
            node = node << 1 | b, value |= b << k;
        }
        return value;
    }
    function length_reader() {
        const choice = chances(2), low = chances(16 << 3), middle = chances(16 << 3), high = chances(256);
        return place => !bit(choice, 0) ? tree(low, 3, place << 3) : !bit(choice, 1) ? 8 + tree(middle, 3, place << 3) : 16 + tree(high, 8);
    }

    const literals = chances(0x300 << lc + lp), is_match = chances(12 << 4), is_repeated = chances(12), is_older = chances(12);
    const is_long = chances(12 << 4), is_third = chances(12), is_fourth = chances(12);
    const slots = [0, 1, 2, 3].map(() => chances(64)), spots = chances(128), low_bits = chances(16);
    const read_length = length_reader(), read_repeated_length = length_reader();
    let state = 0, last = [0, 0, 0, 0];

    function put(byte) {
        if (n === out.length) {
            const larger = new Uint8Array(2 * n);
            larger.set(out), out = larger;
        }
        out[n++] = byte;
    }
    function literal() {
        const from = 0x300 * (((n & (1 << lp) - 1) << lc) + ((n > 0 ? out[n - 1] : 0) >> 8 - lc));
        let symbol = 1;
        if (state >= 7)
            for (let like = out[n - last[0] - 1]; symbol < 0x100;) {
                const expected = like >> 7 & 1, b = bit(literals, from + (1 + expected << 8) + symbol);
                like <<= 1, symbol = symbol << 1 | b;
                if (b !== expected) break;
            }
        while (symbol < 0x100) symbol = symbol << 1 | bit(literals, from + symbol);
        put(symbol & 255), state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
    }
    function distance(length) {
        const slot = tree(slots[Math.min(length, 3)], 6);
        if (slot < 4) return slot;
        const bits = (slot >> 1) - 1, base = (2 | slot & 1) << bits;
        if (slot < 14) return base + reversed_tree(spots, bits, base - slot);
        let direct = 0;
        for (let k = 0; k < bits - 4; ++k) {
            range >>>= 1;
            const b = code >= range ? 1 : 0;
            code -= b * range, direct = direct * 2 + b, normalize();
        }
        return (2 + (slot & 1)) * 2 ** bits + direct * 16 + reversed_tree(low_bits, 4, 0);
    }

    for (;;) {
        const place = n & (1 << pb) - 1;
        if (!bit(is_match, (state << 4) + place)) {
            literal();
            continue;
        }
        let length;
        if (!bit(is_repeated, state)) {
            length = read_length(place);
            last = [distance(length), last[0], last[1], last[2]], state = state < 7 ? 7 : 10;
            if (last[0] === 0xffffffff) return out.subarray(0, n);  // the mark of the end
        } else {
            let k = 0;
            if (!bit(is_older, state)) {
                if (!bit(is_long, (state << 4) + place)) {
                    state = state < 7 ? 9 : 11, put(out[n - last[0] - 1]);
                    continue;
                }
            } else k = !bit(is_third, state) ? 1 : !bit(is_fourth, state) ? 2 : 3;
            last.unshift(...last.splice(k, 1));
            length = read_repeated_length(place), state = state < 7 ? 8 : 11;
        }
        for (let k = 0; k < length + 2; ++k) put(out[n - last[0] - 1]);
    }
}

if (typeof module === "object") module.exports = {unpack};
