// @ts-check
// The memory of the page's core. WebAssembly has no allocator here: this module finds a place for each object, and takes it back
// when `free()` is called.

/** Bytes for arguments and results of one call. */
export const EXCHANGE = 4096;

/** What the core's negative codes mean. */
const CODES = [
  "",
  "an address is not usable",
  "the object was freed",
  "a number is outside its range",
  "the bytes are no calibration record",
];

/** A refusal of the core. */
export class CoreError extends Error {
  /** @param {number} code */
  constructor(code) {
    super(CODES[-code] ?? `code ${code}`);
    this.name = "CoreError";
    this.code = code;
  }
}

/** @param {number} code a result of the core; below 0 it is a refusal */
export function checked(code) {
  if (code < 0) throw new CoreError(code);
  return code;
}

/** A time for the core: whole microseconds. @param {number | bigint} microseconds */
export function instant(microseconds) {
  if (typeof microseconds === "bigint") return BigInt.asUintN(64, microseconds);
  if (!(microseconds >= 0)) throw new RangeError(`a time must be 0 or more microseconds, and not ${microseconds}`);
  return BigInt(Math.floor(microseconds));
}

/** A component of a vector, as a whole number of 32 bits. @param {number} value */
export function whole(value) {
  const rounded = Math.round(value);
  if (!(rounded >= -2147483648 && rounded <= 2147483647))
    throw new RangeError(`${value} is no whole number of 32 bits`);
  return rounded;
}

/** A number from 0 to 255. @param {number} value */
export function byte(value) {
  if (!Number.isInteger(value) || value < 0 || value > 255)
    throw new RangeError(`${value} is not a number from 0 to 255`);
  return value;
}

/** Places in the module's memory. What is freed is used again for an object of the same size. */
export class Memory {
  /** @param {WebAssembly.Memory} memory @param {number} start */
  constructor(memory, start) {
    this.memory = memory;
    this.next = (start + 15) & ~15;
    /** @type {Map<number, number[]>} */
    this.free = new Map();
  }

  /** @param {number} size @returns {number} an address, a multiple of 16 */
  allocate(size) {
    const known = this.free.get(size)?.pop();
    if (known !== undefined) return known;
    const at = this.next;
    this.next = (at + size + 15) & ~15;
    const missing = this.next - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / 65536));
    return at;
  }

  /** @param {number} at @param {number} size */
  release(at, size) {
    const places = this.free.get(size);
    if (places) places.push(at);
    else this.free.set(size, [at]);
  }

  /** The bytes at a place now; growing the memory ends this view. @param {number} at @param {number} length */
  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  /** @param {number} at @param {number} length */
  view(at, length) {
    return new DataView(this.memory.buffer, at, length);
  }
}

/** An object of the core: its place is taken back by `free()`. */
export class Owned {
  /** @param {Core} core @param {number} size */
  constructor(core, size) {
    this.core = core;
    this.size = size;
    this.at = core.memory.allocate(size);
  }

  /** Gives the memory back. The object cannot be used afterwards. */
  free() {
    if (this.at === 0) return;
    this.core.memory.bytes(this.at, 8).fill(0);
    this.core.memory.release(this.at, this.size);
    this.at = 0;
  }
}
