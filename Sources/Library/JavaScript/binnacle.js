// @ts-check
// The library for JavaScript: the functions of binnacle.h in WebAssembly, as an ES module. Types and units: binnacle.d.ts.

import { BINNACLE, read, size, write } from "./layouts.js";
import { AxisCheck, Calibration, Compass, Guide, Locator, Motion } from "./objects.js";
import { BinnacleError, EXCHANGE, whole } from "./owned.js";

export * from "./codes.js";
export { BinnacleError, degrees } from "./owned.js";

/** The module, loaded. */
export class Binnacle {
  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    /** @type {any} */
    this.exports = instance.exports;
    this.next = (this.exports.__heap_base.value + 15) & ~15;
    /** @type {Map<number, number[]>} */
    this.freed = new Map();
    this.exchange = this.allocate(EXCHANGE);
    this.version = this.text(this.exports.binnacle_version());
  }

  compass() {
    return new Compass(this);
  }

  calibration() {
    return new Calibration(this);
  }

  /** @param {{field?: number, force?: number, rate?: number, zeroRateOffset?: number} | null} settings */
  motion(settings = null) {
    return new Motion(this, settings);
  }

  axisCheck() {
    return new AxisCheck(this);
  }

  guide() {
    return new Guide(this);
  }

  locator() {
    return new Locator(this);
  }

  /** @param {number} code */
  strerror(code) {
    return this.text(this.exports.binnacle_strerror(whole(code)));
  }

  /** @param {number} q32 */
  centidegrees(q32) {
    return this.exports.binnacle_centidegrees(whole(q32)) >>> 0;
  }

  /** @param {number} count @param {number} numerator @param {number} denominator */
  scale(count, numerator, denominator) {
    this.checked(this.exports.binnacle_scale(whole(count), whole(numerator), whole(denominator), this.exchange));
    return this.view(4).getInt32(0, true);
  }

  /** @param {number} y @param {number} x */
  angle(y, x) {
    return this.answer("binnacle_angle", whole(y), whole(x));
  }

  /** @param {readonly number[]} field @param {readonly number[]} force */
  headingFromCounts(field, force) {
    const shorts = new DataView(this.memory.buffer, this.exchange, 12);
    [...field, ...force].forEach((count, index) => {
      if (!(count >= -32768 && count <= 32767)) throw new RangeError(`a count must have 16 bits, and not be ${count}`);
      if (index < 6) shorts.setInt16(2 * index, count, true);
    });
    return this.answer("binnacle_heading_from_counts", this.exchange, this.exchange + 6);
  }

  /** @param {readonly number[]} fieldQ8 @param {readonly number[] | null} force */
  solve(fieldQ8, force = null) {
    const place = this.words([...fieldQ8.slice(0, 3), ...(force ?? [0, 0, 0])], 6);
    const code = this.exports.binnacle_solve(place, force ? place + 12 : 0, this.exchange + 64);
    if (code === BINNACLE.ERROR_NO_HEADING) return null;
    this.checked(code);
    const found = read.solution(new DataView(this.memory.buffer, this.exchange + 64, size.solution));
    return {
      headingQ32: found.headingQ32Turns,
      dipQ32: found.dipQ32Turns,
      rollQ32: found.rollQ32Turns,
      pitchQ32: found.pitchQ32Turns,
      horizontalNanotesla: found.horizontalNanotesla,
    };
  }

  /** @param {import("./binnacle.js").Place} place */
  declination(place) {
    const found = this.answer("binnacle_declination", this.place(place));
    return found === null ? null : found | 0;
  }

  // MARK: - Memory

  get memory() {
    return /** @type {WebAssembly.Memory} */ (this.exports.memory);
  }

  /** @param {number} at @param {number} length */
  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  /** The results of the last call. @param {number} length */
  view(length) {
    return new DataView(this.memory.buffer, this.exchange, length);
  }

  /** A place in memory for an object; one that was freed is used again. @param {number} size @returns {number} */
  allocate(size) {
    const known = this.freed.get(size)?.pop();
    if (known !== undefined) return known;
    const at = this.next;
    this.next = (at + size + 15) & ~15;
    const missing = this.next - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / 65536));
    return at;
  }

  /** @param {number} at @param {number} size */
  release(at, size) {
    const places = this.freed.get(size);
    if (places) places.push(at);
    else this.freed.set(size, [at]);
  }

  /** Words for a call. @param {readonly number[]} values @param {number} count */
  words(values, count) {
    if (values.length !== count) throw new RangeError(`${count} numbers are wanted, and not ${values.length}`);
    const view = this.view(4 * count);
    values.forEach((value, index) => view.setInt32(4 * index, whole(value), true));
    return this.exchange;
  }

  /** @param {import("./binnacle.js").Place} place */
  place({ latitude, longitude, height = 0, year, month, day, extrapolates = false }) {
    write.place(this.view(size.place), {
      latitudeE7Degrees: whole(latitude * 1e7),
      longitudeE7Degrees: whole(longitude * 1e7),
      heightMillimetres: whole(height * 1000),
      year: whole(year),
      month: whole(month),
      day: whole(day),
      extrapolates: extrapolates ? 1 : 0,
    });
    return this.exchange;
  }

  /** A code that is no mistake. @param {number} code */
  checked(code) {
    if (code < 0) throw new BinnacleError(code, this.strerror(code));
    return code;
  }

  /** Calls a function whose last argument is where its one word goes. @param {string} name @param {...number} words */
  answer(name, ...words) {
    const code = this.exports[name](...words, this.exchange + 128);
    if (code === BINNACLE.ERROR_NO_HEADING || code === BINNACLE.ERROR_NO_TRUE_NORTH) return null;
    this.checked(code);
    return new DataView(this.memory.buffer, this.exchange + 128, 4).getUint32(0, true);
  }

  /** @param {number} at a text of C */
  text(at) {
    const bytes = new Uint8Array(this.memory.buffer, at);
    return new TextDecoder("utf-8").decode(bytes.slice(0, bytes.indexOf(0)));
  }
}

/**
 * Loads binnacle.wasm.
 * @param {string | URL | BufferSource} source at first the file beside this one
 */
export async function loadBinnacle(source = new URL("binnacle.wasm", import.meta.url)) {
  /** @type {BufferSource} */
  let bytes;
  if (typeof source === "string" || source instanceof URL) {
    const url = new URL(source, import.meta.url);
    if (url.protocol === "file:") {
      const files = await import("node:fs/promises");
      bytes = await files.readFile(url);
    } else {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`${url} could not be fetched: ${answer.status} ${answer.statusText}`);
      bytes = await answer.arrayBuffer();
    }
  } else {
    bytes = source;
  }
  return new Binnacle((await WebAssembly.instantiate(bytes, {})).instance);
}
