// What the page's tests share: the tables, and the core of the page where it is built.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Messages } from "../../Sources/Web/Page/messages.js";
import { Words } from "../../Sources/Web/Page/words.js";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const read = (path) => readFileSync(root + path, "utf8");
export const json = (path) => JSON.parse(read(path));
export const messages = new Messages(json("Protocols/link/messages.json"));
export const words = new Words(json("Sources/Web/Page/words.json"));
export const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

const core = `${root}.build/web/binnacle-page.wasm`;
/** Why tests that need the core are skipped; false if they are not. */
export const lacksCore = existsSync(core) ? false : "the page's core is not built: make page-core";
export async function loadCore() {
  const module = await import("../../Sources/Web/Page/core.js");
  return module.loadCore(readFileSync(core));
}

/** A reading's fields that are valid, with changes. */
export const reading = (changes = {}) => ({
  time: 5_000_000,
  sampleNumber: 9,
  counts: [1, 2, 3],
  scale: 1,
  mode: 2,
  flags: 0b1111000,
  field: [20_000, 0, 43_000],
  specificForce: [0, 0, -1_000_000],
  correctedField: [20_000 * 256, 0, 43_000 * 256],
  heading: 0x40000000,
  roll: 0,
  pitch: 0,
  dip: 0x2d000000,
  horizontal: 20_000,
  temperature: 0x7fff,
  grade: 3,
  reason: 0,
  magneticHeading: 0x40000000,
  trueHeading: 0x44000000,
  accuracy: 230,
  doubts: 0,
  state: 0b10000011,
  view: 0b11000000,
  event: 2,
  moreDoubts: 0,
  ...changes,
});
export const frame = (name, fields, sequence = 0, time = 0) => ({ type: "frame", name, fields, sequence, time });
