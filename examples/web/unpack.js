"use strict";
// Unpacks a WebAssembly module. The packed module is a quarter smaller than by gzip, the only format that a browser unpacks
// itself. Each bit is predicted from the bits before it, as in PAQ (M. Mahoney, 2002); an arithmetic coder stores the error.
// tools/pack writes the file. All arithmetic follows IEEE 754, so every browser predicts the same bits.

/// Predicts the bits of `length` bytes of a module one by one: `chance()` returns the probability of a one, then `learn(bit)`.
function predictor(length) {
    const middle = 3072, step = 256, squash = new Float64Array(2 * middle + 1), stretch = new Float64Array(4097);
    for (let i = 0, power = 1; i <= middle; ++i, power *= 1.0039138893383475)  // e to the power of 1 / step
        squash[middle + i] = power / (1 + power), squash[middle - i] = 1 / (1 + power);
    for (let p = 0, i = 0; p <= 4096; ++p) {
        while (i < 2 * middle && squash[i] < (p + .5) / 4097) ++i;
        stretch[p] = (i - middle) / step;
    }
    const squashed = v => squash[Math.max(0, Math.min(2 * middle, v * step + middle)) | 0];

    // Five contexts predict, each with a table of the bits that followed it: the chance of a one in 20 bits, and how often it was
    // met in the lower 10. One that was met less often says more by the same chance. Two sets of weights mix them: one
    // for each place in an instruction, one for the bits that precede in the byte.
    const n = 5, max_count = 14, met = new Int32Array(1 << Math.min(22, Math.ceil(Math.log2(length)) + 5)).fill(1 << 29), slots = new Int32Array(n), rows = new Int32Array(n);
    const inputs = new Float64Array(n + 1).fill(.3), mixed = new Float64Array(2), rates = Float64Array.from({length: max_count + 1}, (_, count) => 1 / (count + 1.5)), trust = rates.map((_, count) => count && 1 + 1 / count);
    const for_place = new Float64Array(64 * (n + 1)).fill(1 / n), for_bits = new Float64Array(256 * (n + 1)).fill(1 / n);
    let contexts = [], bits = 1, half = 1, at_place = 0, at_bits = 0;

    // Instructions: the kind of the next item and how many of them follow; the last three instructions and bytes.
    const opcode = 0, numbers = 1, bytes = 2, vector = 3, memory = 4, branches = 5;
    let next = opcode, left = 0, one = 0, two = 0, three = 0, last = [0, 0, 0];
    const begin = (what, count) => { next = what, left = count; };
    function read(byte) {
        last = [byte, last[0], last[1]];
        const ends = byte < 128;  // a number of variable length
        if (next === opcode) {
            three = two, two = one, one = byte;
            if ((byte >= 2 && byte <= 4) || byte === 12 || byte === 13 || byte === 16 || (byte >= 32 && byte <= 36) || byte === 65 || byte === 66) begin(numbers, 1);
            else if (byte === 17 || (byte >= 40 && byte <= 62)) begin(numbers, 2);
            else if (byte === 67 || byte === 68) begin(bytes, byte === 67 ? 4 : 8);
            else if (byte === 0xfd || byte === 0xfc || byte === 14) next = byte === 14 ? branches : byte & 1 ? vector : memory;
        } else if (next === numbers) {
            if (ends && --left === 0) next = opcode;
        } else if (next === bytes) {
            if (--left === 0) next = opcode;
        } else if (next === vector) {
            one = (ends ? 256 : 512) | byte;
            if (!ends) return;
            next = opcode;
            if (byte <= 11 || byte === 92 || byte === 93) begin(numbers, 2);
            else if (byte <= 13 || (byte >= 21 && byte <= 34)) begin(bytes, byte <= 13 ? 16 : 1);
            else if (byte >= 84 && byte <= 91) begin(numbers, 3);
        } else if (next === memory) {
            one = 768 | byte;
            begin(byte <= 7 ? opcode : numbers, byte === 8 || byte === 10 ? 2 : 1);
        } else if (ends) begin(numbers, byte + 1);
    }
    function hash(...values) {
        let h = 0;
        for (const v of values) h = Math.imul(h ^ v, 0x2c1b3c6d), h ^= h >>> 15, h = h + 0x9e3779b1 | 0;
        return h;
    }
    function start_byte() {
        const place = next * 8 + Math.min(left, 7), [a, b, c] = last;
        bits = 1, at_place = place * (n + 1);
        contexts = [hash(1, place, one, a), hash(2, place, one, two, three), hash(3, place), hash(4, a, b, c), hash(5, place, one, two)];
    }
    /// The slots of half a byte are adjacent in memory.
    function start_half() {
        for (let k = 0; k < n; ++k) {
            const h = Math.imul(contexts[k] + bits, 0x85ebca6b);
            rows[k] = (h ^ h >>> 13) << 4 & met.length - 1;
        }
    }
    start_byte(), start_half();

    function chance() {
        at_bits = bits * (n + 1);
        let p = 0, q = 0;
        for (let k = 0; k < n; ++k) {
            const value = met[slots[k] = rows[k] + half];
            inputs[k] = stretch[value >> 18] * trust[value & 1023];
            p += inputs[k] * for_place[at_place + k], q += inputs[k] * for_bits[at_bits + k];
        }
        p += inputs[n] * for_place[at_place + n], q += inputs[n] * for_bits[at_bits + n];
        mixed[0] = squashed(p), mixed[1] = squashed(q);
        return (Math.floor(squashed((p + q) / 2) * 65535) + .5) / 65536;
    }
    function learn(bit) {
        const p = (bit - mixed[0]) * .008, q = (bit - mixed[1]) * .008;
        for (let k = 0; k <= n; ++k) for_place[at_place + k] += inputs[k] * p, for_bits[at_bits + k] += inputs[k] * q;
        for (let k = 0; k < n; ++k) {
            const value = met[slots[k]], count = value & 1023, old = value >> 10;
            met[slots[k]] = old + ((bit ? 1048575 : 0) - old) * rates[count] << 10 |
                            (count < max_count ? count + 1 : max_count);
        }
        bits = bits << 1 | bit, half = half << 1 | bit;
        if (half < 16) return;
        half = 1;
        if (bits > 255) read(bits & 255), start_byte();
        start_half();
    }
    return {chance, learn};
}

/// Returns the bytes of a packed file, which has their number in four bytes, then the code. @pre the file is complete
function unpack(file) {
    const out = new Uint8Array(new DataView(file.buffer, file.byteOffset).getUint32(0)), {chance, learn} = predictor(out.length);
    let at = 4, low = 0, high = 2 ** 32 - 1, code = 0;
    const next = () => file[at++] ?? 0;
    for (let k = 0; k < 4; ++k) code = code * 256 + next();
    for (let i = 0; i < out.length; ++i)
        for (let k = 0; k < 8; ++k) {
            const middle = low + Math.floor((high - low) * chance()), bit = code <= middle ? 1 : 0;
            bit ? high = middle : low = middle + 1;
            out[i] = out[i] << 1 | bit, learn(bit);
            while ((low ^ high) >>> 24 === 0) low = low << 8 >>> 0, high = (high << 8 | 255) >>> 0, code = (code << 8 | next()) >>> 0;
        }
    return out;
}

if (typeof module === "object") module.exports = {predictor, unpack};
