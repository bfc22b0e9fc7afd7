"use strict";
// The page of the crowd: runs the phases of a frame one by one, measures them and draws the shapes.
// The text after # is 1;crowd=COUNT,seed=SEED.

(async () => {
    const $ = id => document.getElementById(id);
    const canvas = $("view"), pen = canvas.getContext("2d");
    const {instance} = await WebAssembly.instantiate(await module_bytes(levels_module_text));
    const core = instance.exports;
    core._initialize();

    const phases = ["move", "boxes around them", "pairs of boxes (spatial hash)", "collide", "draw"];
    const seconds = 1 / 60, room = [360, 240];
    let count = 2000, seed = 7, running = false, times = phases.map(() => []), scale = 1, stamps = [], colors = [], image, pixels;

    function read_address() {
        const found = /^#1;crowd=(\d{1,5}),seed=(\d{1,5})$/.exec(decodeURIComponent(location.hash));
        count = Math.max(100, Math.min(10000, Number(found?.[1] ?? 2000))), seed = Number(found?.[2] ?? 7);
        start();
    }
    const text = () => `1;crowd=${count},seed=${seed}`;

    function start() {
        core.start(count, seed, ...room);
        times = phases.map(() => []);
        $("count").value = String(count), $("count_words").textContent = count.toLocaleString("en"), $("seed").value = String(seed);
        if (location.hash !== `#${text()}`) history.replaceState(null, "", `#${text()}`);
        frame(0);
        say();
    }

    /// The pixels of each kind around its centre: [x, y], and the two colours. Thousands of copies into an array of
    /// pixels are drawn sooner than thousands of paths, where no graphics card helps.
    function make_stamps() {
        const inside = [
            (x, y) => x * x + y * y <= 1, (x, y) => Math.abs(x) <= 1 && Math.abs(y) <= .75,
            (x, y) => { const t = Math.max(-.75, Math.min(.75, (x + y) / 2)); return (x - t) ** 2 + (y - t) ** 2 <= .25; },
            (x, y) => Math.abs(y) <= .875 && Math.abs(x) + Math.abs(y) * .5 / .875 <= 1,
        ];
        const size = Math.ceil(scale * 1.3), around = [...Array(2 * size + 1).keys()].map(k => k - size);
        stamps = inside.map(covers => around.flatMap(y => around.filter(x => covers(x / scale, y / scale)).map(x => [x, -y])));
        const style = getComputedStyle(document.documentElement), probe = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
        colors = ["--a", "--hit", "--page"].map(name => {
            probe.fillStyle = style.getPropertyValue(name).trim(), probe.fillRect(0, 0, 1, 1);
            return new Uint32Array(probe.getImageData(0, 0, 1, 1).data.buffer)[0];
        });
        image = new ImageData(canvas.width, canvas.height), pixels = new Uint32Array(image.data.buffer);
    }

    function draw() {
        if (!image) return;
        const positions = new Float32Array(core.memory.buffer, core.position_data(), 2 * count);
        const touching = new Uint8Array(core.memory.buffer, core.touching_data(), count);
        const {width, height} = image, offsets = stamps.map(stamp => Int32Array.from(stamp, ([x, y]) => y * width + x));
        pixels.fill(colors[2]);
        for (let i = 0; i < count; ++i) {
            const x = Math.round(positions[2 * i] * scale), y = height - 1 - Math.round(positions[2 * i + 1] * scale);
            const at = y * width + x, color = colors[touching[i]];
            for (const offset of offsets[i % 4]) pixels[at + offset] = color;
        }
        pen.putImageData(image, 0, 0);
    }

    let boxes_meet = 0, shapes_touch = 0;
    function frame(passed) {
        const marks = [performance.now()];
        for (const phase of [() => core.move(passed), core.bound, () => { boxes_meet = core.pair_up(); }, () => { shapes_touch = core.collide_pairs(); }, draw]) {
            phase();
            marks.push(performance.now());
        }
        times.forEach((list, i) => { list.push(marks[i + 1] - marks[i]), list.length > 60 && list.shift(); });
    }

    const median = list => list.slice().sort((a, b) => a - b)[list.length >> 1] ?? 0;
    function say() {
        const words = n => n.toLocaleString("en");
        $("answer").textContent = `${words(count)} shapes: ${words(boxes_meet)} pairs of boxes meet, ${words(shapes_touch)} pairs of shapes touch.`;
        const rows = phases.map((name, i) => [name, median(times[i])]);
        rows.push(["all but draw", rows.slice(0, 4).reduce((sum, row) => sum + row[1], 0)]);
        $("times").replaceChildren(...rows.map(([name, ms]) => {
            const row = document.createElement("tr"), head = document.createElement("th"), cell = document.createElement("td");
            head.scope = "row", head.textContent = name, cell.textContent = ms.toFixed(2), row.append(head, cell);
            return row;
        }));
        document.body.dataset.rest = text(), document.body.dataset.ms = rows.at(-1)[1].toFixed(2), document.body.dataset.draw = rows[4][1].toFixed(2);
    }

    let frames = 0;
    function loop() {
        if (!running) return;
        frame(seconds);
        if (++frames % 15 === 0) say();
        requestAnimationFrame(loop);
    }
    function run(on) {
        running = on, $("run").textContent = on ? "Pause" : "Run";
        if (on) loop();
        else say(), $("spoken").textContent = $("answer").textContent;
    }

    function resize() {
        const ratio = devicePixelRatio || 1;
        if (canvas.clientWidth < 1) return;  // not laid out yet
        canvas.style.aspectRatio = `${room[0]} / ${room[1]}`, canvas.style.height = "auto";
        canvas.width = Math.round(canvas.clientWidth * ratio), scale = canvas.width / room[0];
        canvas.height = Math.round(room[1] * scale);
        make_stamps(), draw();
    }

    $("count").oninput = () => { count = Number($("count").value), start(); };
    $("seed").oninput = () => { if ($("seed").value !== "" && $("seed").checkValidity()) seed = Number($("seed").value), start(); };
    $("run").onclick = () => run(!running);
    $("step").onclick = () => { run(false), frame(seconds), say(); };
    $("copy_link").onclick = () => copy_text(`${location.href.split("#")[0]}#${text()}`, "The link is");
    $("controls").onsubmit = e => e.preventDefault();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { image && make_stamps(), draw(); });
    addEventListener("hashchange", read_address);
    core.start(count, seed, ...room), resize(), read_address();
    new ResizeObserver(() => Math.round(canvas.clientWidth * (devicePixelRatio || 1)) === canvas.width || resize()).observe(canvas);
    run(!matchMedia("(prefers-reduced-motion: reduce)").matches);
})();
