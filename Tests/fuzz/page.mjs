// The page's WebAssembly module on random inputs, through core.js as the page calls it:
//   node Tests/fuzz/page.mjs binnacle-page.wasm INPUTS SEED FOLDER
// An input is one call with random bytes or numbers. A trap, a hang of two seconds, an answer of a wrong length or 256 MB of
// memory is a failure: it is written to FOLDER with its number, and the status is 1. A refusal (CoreError, RangeError) is right.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CoreError, loadCore } from "../../Sources/Web/Page/core.js";

const [path, inputs, seed, folder] = process.argv.slice(2);
const LONGEST = 2000;
const MEMORY = 256 << 20;

// Mulberry32 (T. Ettinger, public domain).
let state = Number(seed) >>> 0;
function random(below) {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % below;
}
const chance = (one) => random(one) === 0;
const pick = (list) => list[random(list.length)];
const bytes = (count) => Uint8Array.from({ length: count }, () => random(256));
const EDGES = [0, 1, -1, 2147483647, -2147483648, 65535, -32768, NaN, 1e300, 0.5];
const number = () => (chance(4) ? pick(EDGES) : random(4) ? random(200001) - 100000 : random(4294967296) - 2147483648);
const time = () => (chance(30) ? pick([0, 1e15, 2 ** 53, -1, NaN]) : (clock += random(40000)));
let clock = 0;

/** A random change of valid bytes: bytes written over, cut out, doubled, or another length. */
function changed(valid) {
  const out = [...valid.subarray(0, 4096)];
  for (let times = random(6); times >= 0; times--) {
    const at = random(out.length + 1);
    switch (random(5)) {
      case 0:
        out[at] = random(256);
        break;
      case 1:
        out.splice(at, random(16));
        break;
      case 2:
        out.splice(at, 0, ...out.slice(at, at + random(64)));
        break;
      case 3:
        out.splice(at, 0, ...bytes(random(8)));
        break;
      default:
        out[at] = (out[at] ?? 0) ^ (1 << random(8));
    }
  }
  return Uint8Array.from(out);
}

const core = await loadCore(readFileSync(path));
const place = new URL("../Data/recordings/", import.meta.url);
const texts = readdirSync(place).map((name) => readFileSync(new URL(name, place)).subarray(0, 3000));
let text;
const open = { instruments: [], decoders: [], checkers: [] };

/** One of the objects of a kind: sometimes a new one, and an old one is freed. */
function one(kind, made) {
  const list = open[kind];
  if (list.length === 0 || chance(200)) list.push(made());
  if (list.length > 3) list.splice(random(list.length), 1)[0].free();
  return pick(list);
}

const frame = () => core.encode(random(256), random(65536), bytes(random(2) ? random(40) : random(257)), random(256));
const instrument = () =>
  one("instruments", () =>
    core.instrument({
      records: chance(2) ? undefined : bytes(core.exports.pageRecordsSize()),
      identifier: random(1e9),
    }),
  );

const CALLS = {
  decoder: () => one("decoders", () => core.decoder()).feed(chance(3) ? bytes(random(3000)) : changed(frame())),
  requests: () => instrument().receive(chance(4) ? changed(frame()) : frame(), time()),
  samples: () => {
    const to = instrument();
    const options = { scale: random(256), chip: random(256) };
    pick(
      ["addField", "addForce", "addRate"].map((name) => () => to[name](number(), number(), number(), time(), options)),
    )();
    return to.run(time());
  },
  answers: () => {
    const to = instrument();
    if (chance(50)) to.restart();
    if (to.records().length !== core.exports.pageRecordsSize()) throw new Error("the records have another length");
    return to.send();
  },
  checker: () => {
    const checker = one("checkers", () => core.checker());
    if (chance(4)) checker.use(chance(2) ? null : bytes(random(256)));
    if (chance(4)) checker.mounting(random(256));
    if (chance(4)) checker.settings(bytes(random(40)));
    return checker.check(bytes(random(257)));
  },
  text: () => core.readText((text = changed(pick(texts)))),
  fit: () => {
    const samples = Array.from({ length: random(300) }, () => ({
      field: chance(20)
        ? [number(), number(), number()]
        : [random(90000) - 45000, random(90000) - 45000, random(90000) - 45000],
      force: chance(2) ? [number(), number(), number()] : undefined,
    }));
    return core.fit(samples, { unit: pick(["nanotesla", "counts"]) });
  },
  angle: () => core.angle(number(), number()),
};
// What takes milliseconds is called seldom.
const names = Object.keys(CALLS).flatMap((name) => Array(name === "fit" ? 1 : name === "text" ? 4 : 40).fill(name));

let longest = 0;
let refused = 0;
for (let index = 1; index <= Number(inputs); index++) {
  const name = pick(names);
  const begin = process.cpuUsage();
  try {
    CALLS[name]();
  } catch (error) {
    if (!(error instanceof CoreError || error instanceof RangeError)) {
      const message = `page: input ${index} (${name}) of seed ${seed}: ${error.stack}\n`;
      writeFileSync(join(folder, `page-${seed}-${index}.txt`), message);
      if (name === "text") writeFileSync(join(folder, `page-${seed}-${index}.input`), text);
      process.stdout.write(message);
      process.exit(1);
    }
    refused++;
  }
  const spent = process.cpuUsage(begin);
  longest = Math.max(longest, (spent.user + spent.system) / 1000);
  const size = core.memory.memory.buffer.byteLength;
  if (longest > LONGEST || size > MEMORY) {
    console.log(`page: input ${index} (${name}) of seed ${seed}: ${Math.round(longest)} ms of CPU, ${size >> 20} MB`);
    process.exit(1);
  }
}
const size = core.memory.memory.buffer.byteLength >> 20;
console.log(
  `page: ${inputs} inputs, 0 failures, ${refused} refused, at most ${Math.round(longest)} ms of CPU, ${size} MB, seed ${seed}`,
);
