// node examples/wasm/push.mjs push.wasm; in a browser: WebAssembly.instantiateStreaming(fetch("push.wasm"))
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
const { push, memory, _initialize } = instance.exports;
_initialize();
const at = push(0, 0, 1, 1.5, 0, 1);
console.log("move a by", at ? [...new Float32Array(memory.buffer, at, 2)] : "nothing");
console.log("far away:", push(0, 0, 1, 9, 0, 1));
