// @ts-check
// The core of the page: the project's own frame decoder, instrument, check and fit, compiled to WebAssembly.
//
// Nothing of the link is written a second time in JavaScript: bytes go through the decoder that firmware and program use.
// Types and units: core.d.ts.

import { EXCHANGE, Memory, Owned, byte, checked, instant, whole } from "./memory.js";

export { CoreError } from "./memory.js";

/** Bytes of a recording that go to the core at once. The first bytes show the layout of the text. */
const TEXT_PIECE = 262_144;

/** Finds frames in bytes. */
export class Decoder extends Owned {
  /** @param {Core} core */
  constructor(core) {
    super(core, core.exports.pageDecoderSize());
    checked(core.exports.pageDecoderInit(this.at));
  }

  /** @param {Uint8Array} bytes */
  feed(bytes) {
    const { exports, memory, exchange } = this.core;
    /** @type {{kind: number, token: number, sequence: number, payload: Uint8Array}[]} */
    const frames = [];
    for (let start = 0; start < bytes.length;) {
      const count = Math.min(bytes.length - start, EXCHANGE - 512);
      memory.bytes(exchange, count).set(bytes.subarray(start, start + count));
      for (let used = 0; used < count;) {
        used += checked(exports.pageDecoderFeed(this.at, exchange + used, count - used));
        const length = checked(exports.pageDecoderFrame(this.at, exchange + EXCHANGE - 512));
        if (length === 0) continue;
        const frame = memory.bytes(exchange + EXCHANGE - 512, length);
        frames.push({ kind: frame[0], token: frame[1], sequence: frame[2] | (frame[3] << 8), payload: frame.slice(4) });
      }
      start += count;
    }
    return frames;
  }

  get frames() {
    return this.core.exports.pageDecoderCount(this.at, 0) >>> 0;
  }

  get corrupt() {
    return this.core.exports.pageDecoderCount(this.at, 1) >>> 0;
  }

  get overlong() {
    return this.core.exports.pageDecoderCount(this.at, 2) >>> 0;
  }
}

/** A whole instrument, as in the firmware of a board. */
export class Instrument extends Owned {
  /** @param {Core} core @param {{records?: Uint8Array, identifier?: bigint | number}} options */
  constructor(core, options = {}) {
    super(core, core.exports.pageInstrumentSize());
    this.storeSize = core.exports.pageRecordsSize();
    this.store = core.memory.allocate(this.storeSize);
    const store = core.memory.bytes(this.store, this.storeSize).fill(255);
    if (options.records?.length === this.storeSize) store.set(options.records);
    checked(core.exports.pageInstrumentInit(this.at, this.store, BigInt.asUintN(64, BigInt(options.identifier ?? 0))));
  }

  free() {
    if (this.at !== 0) this.core.memory.release(this.store, this.storeSize);
    super.free();
  }

  /** @param {Uint8Array} bytes @param {number} time */
  receive(bytes, time) {
    const { exports, memory, exchange } = this.core;
    const now = instant(time);
    for (let start = 0; start < bytes.length; start += EXCHANGE) {
      const part = bytes.subarray(start, start + EXCHANGE);
      memory.bytes(exchange, part.length).set(part);
      checked(exports.pageInstrumentReceive(this.at, exchange, part.length, now));
    }
  }

  /** @param {number} x @param {number} y @param {number} z @param {number} time @param {{scale?: number, chip?: number}} options */
  addField(x, y, z, time, { scale = 0, chip = 0 } = {}) {
    checked(
      this.core.exports.pageInstrumentField(
        this.at,
        whole(x),
        whole(y),
        whole(z),
        byte(scale),
        byte(chip),
        instant(time),
      ),
    );
  }

  /** @param {number | null} x @param {number} [y] @param {number} [z] @param {number} [time] @param {{chip?: number}} options */
  addForce(x, y = 0, z = 0, time = 0, { chip = 0 } = {}) {
    if (x === null) return;
    checked(this.core.exports.pageInstrumentForce(this.at, whole(x), whole(y), whole(z), byte(chip), instant(time)));
  }

  /** @param {number | null} x @param {number} [y] @param {number} [z] @param {number} [time] @param {{chip?: number}} options */
  addRate(x, y = 0, z = 0, time = 0, { chip = 0 } = {}) {
    if (x === null) return;
    checked(
      this.core.exports.pageInstrumentRateSample(this.at, whole(x), whole(y), whole(z), byte(chip), instant(time)),
    );
  }

  /** @param {number} time */
  run(time) {
    return checked(this.core.exports.pageInstrumentRun(this.at, instant(time))) === 1;
  }

  send() {
    const { exports, memory, exchange } = this.core;
    /** @type {Uint8Array[]} */
    const parts = [];
    for (;;) {
      const count = checked(exports.pageInstrumentSend(this.at, exchange, EXCHANGE));
      if (count > 0) parts.push(memory.bytes(exchange, count).slice());
      if (count < EXCHANGE) break;
    }
    if (parts.length === 1) return parts[0];
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  restart() {
    checked(this.core.exports.pageInstrumentRestart(this.at));
  }

  records() {
    return this.core.memory.bytes(this.store, this.storeSize).slice();
  }

  get rateHertz() {
    return (this.core.exports.pageInstrumentRate(this.at) >>> 0) / 1000;
  }
}

/** The names of a finding's bits. */
const FIELDS = ["field", "correctedField", "heading", "dip", "horizontal", "pitch", "roll", "mode", "reason"];

/** The meaning of a finding if nothing could be compared. */
const FINDINGS = [
  "",
  "the field is too weak for the limit",
  "there is no heading, and none can be computed",
  "a count is beyond the sensor's range",
  "only one side has a heading",
  "the device had no sample",
];

/** @param {number} value NaN: there is none */
const known = (value) => (Number.isNaN(value) ? null : value);

/** Computes readings again. */
export class Checker extends Owned {
  /** @param {Core} core */
  constructor(core) {
    super(core, core.exports.pageCheckerSize());
    checked(core.exports.pageCheckerInit(this.at));
  }

  /** @param {Uint8Array | null} record */
  use(record) {
    const { exports, memory, exchange } = this.core;
    const bytes = record ? record.subarray(0, 256) : new Uint8Array(0);
    memory.bytes(exchange, bytes.length).set(bytes);
    checked(exports.pageCheckerUse(this.at, exchange, bytes.length));
  }

  /** @param {number} number */
  mounting(number) {
    checked(this.core.exports.pageCheckerSet(this.at, byte(number), -1));
  }

  /** @param {Uint8Array} payload of a headingSettings message; its pointing axis is at byte 20 */
  settings(payload) {
    checked(this.core.exports.pageCheckerSet(this.at, -1, payload[20] ?? 0));
  }

  /** @param {Uint8Array} payload */
  check(payload) {
    const { exports, memory, exchange } = this.core;
    const bytes = payload.subarray(0, 256);
    memory.bytes(exchange, bytes.length).set(bytes);
    checked(exports.pageCheckerCheck(this.at, exchange, bytes.length, exchange + 256));
    const view = memory.view(exchange + 256, 32);
    const bits = view.getUint32(24, true);
    const finding = view.getUint8(28);
    const isComputed = view.getUint8(29) === 1;
    const isRight = view.getUint8(30) === 0 && view.getUint8(31) === 0;
    const comparable = finding <= 2 && isComputed;
    const sameBits = isComputed && bits === 0;
    const differenceDegrees = known(view.getFloat64(16, true));
    const limitDegrees = exports.pageCheckerLimit();
    const isInDomain = finding === 0;
    const isNear = !isInDomain || (differenceDegrees !== null && Math.abs(differenceDegrees) <= limitDegrees);
    return {
      comparable,
      ...(comparable ? {} : { why: FINDINGS[finding] || "the reading tells no counts" }),
      sameBits,
      differs: isComputed ? FIELDS.filter((_, index) => bits & (1 << index)) : [],
      integerDegrees: known(view.getFloat64(8, true)),
      referenceDegrees: known(view.getFloat64(0, true)),
      differenceDegrees,
      limitDegrees,
      isInDomain,
      pass: comparable && sameBits && isRight && isNear,
    };
  }
}

/** What a fit found. @param {DataView} view @param {Uint8Array | null} record */
function outcome(view, record) {
  /** @param {number} at @param {number} one @returns {[number, number, number]} */
  const vector = (at, one) => [
    view.getInt32(at, true) / one,
    view.getInt32(at + 4, true) / one,
    view.getInt32(at + 8, true) / one,
  ];
  /** @param {number} at */
  const degrees = (at) => (view.getUint16(at, true) === 65535 ? null : view.getUint16(at, true) / 100);
  return {
    accepted: view.getUint8(68) === 1,
    model: view.getUint8(69),
    grade: view.getUint8(70),
    reasons: view.getUint32(56, true),
    hardIron: vector(0, 256),
    radius: view.getInt32(48, true) / 256,
    softIron: [vector(12, 1 << 24), vector(24, 1 << 24), vector(36, 1 << 24)],
    residualPercent: view.getUint16(60, true) / 1000,
    heldOutPercent: view.getUint16(62, true) / 1000,
    typicalDegrees: degrees(64),
    worstDegrees: degrees(66),
    samples: view.getUint32(52, true),
    directions: view.getUint8(71),
    tiltDegrees: view.getUint8(72),
    record,
  };
}

/** The module, loaded. */
export class Core {
  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    /** @type {any} */
    this.exports = instance.exports;
    this.memory = new Memory(this.exports.memory, this.exports.__heap_base.value);
    this.exchange = this.memory.allocate(EXCHANGE);
    const version = this.exports.pageVersion();
    this.version = `${version >>> 16}.${(version >>> 8) & 255}.${version & 255}`;
    this.protocolVersion = this.exports.pageProtocolVersion();
    this.messageTableHash = this.exports.pageTableHash() >>> 0;
  }

  decoder() {
    return new Decoder(this);
  }

  /** @param {number} kind @param {number} sequence @param {Uint8Array} payload @param {number} token */
  encode(kind, sequence, payload = new Uint8Array(0), token = 0) {
    if (payload.length > 256) throw new RangeError(`a payload has at most 256 bytes, and not ${payload.length}`);
    const { exports, memory, exchange } = this;
    memory.bytes(exchange, payload.length).set(payload);
    const length = checked(
      exports.pageEncode(byte(kind), byte(token), sequence & 0xffff, exchange, payload.length, exchange + 512),
    );
    return memory.bytes(exchange + 512, length).slice();
  }

  /** @param {{records?: Uint8Array, identifier?: bigint | number}} options */
  instrument(options = {}) {
    return new Instrument(this, options);
  }

  checker() {
    return new Checker(this);
  }

  /**
   * @param {Iterable<{field: readonly number[], force?: readonly number[], time?: number}>} samples
   * @param {{unit?: "nanotesla" | "counts"}} options
   */
  fit(samples, { unit = "nanotesla" } = {}) {
    const { exports, memory, exchange } = this;
    const size = exports.pageFitSize();
    const at = memory.allocate(size);
    try {
      checked(exports.pageFitInit(at, unit === "counts" ? 1 : 0));
      let time = -10_000;
      for (const sample of samples) {
        time = sample.time ?? time + 10_000;
        const words = memory.view(exchange, 24);
        sample.field.forEach((value, axis) => words.setInt32(4 * axis, whole(value), true));
        sample.force?.forEach((value, axis) => words.setInt32(12 + 4 * axis, whole(value), true));
        checked(exports.pageFitAdd(at, exchange, sample.force ? 1 : 0, instant(time)));
      }
      const hasRecord = checked(exports.pageFitSolve(at, exchange, exchange + 128)) === 1;
      return outcome(memory.view(exchange, 80), hasRecord ? memory.bytes(exchange + 128, 216).slice() : null);
    } finally {
      memory.bytes(at, 8).fill(0);
      memory.release(at, size);
    }
  }

  /**
   * Reads a recording: what its rows are, and their samples in the file's units; NaN for what it does not have.
   * @param {Uint8Array} bytes
   */
  readText(bytes) {
    const { exports, memory } = this;
    const size = exports.pageTextSize();
    const at = memory.allocate(size);
    const room = memory.allocate(TEXT_PIECE);
    const out = memory.allocate(64);
    /** @type {{time: number, field: number[], force: number[]}[]} */
    const samples = [];
    try {
      checked(exports.pageTextInit(at));
      let start = 0;
      do {
        const part = bytes.subarray(start, start + TEXT_PIECE);
        start += part.length;
        memory.bytes(room, part.length).set(part);
        checked(exports.pageTextFeed(at, room, part.length, start >= bytes.length ? 1 : 0));
        while (checked(exports.pageTextNext(at, out)) === 1) {
          const view = memory.view(out, 56);
          const numbers = [0, 1, 2, 3, 4, 5, 6].map((index) => view.getFloat64(8 * index, true));
          samples.push({ time: numbers[0], field: numbers.slice(1, 4), force: numbers.slice(4) });
        }
      } while (start < bytes.length);
      checked(exports.pageTextLayout(at, out));
      const view = memory.view(out, 16);
      const [state, fieldUnit, forceUnit, timeUnit] = [0, 1, 2, 3].map((index) => view.getUint8(index));
      const layout = {
        state,
        fieldUnit,
        forceUnit,
        timeUnit,
        columns: view.getUint8(7),
        passed: view.getUint32(12, true),
      };
      checked(exports.pageTextEnd(at));
      return { layout, samples };
    } finally {
      memory.bytes(at, 8).fill(0);
      memory.release(at, size);
      memory.release(room, TEXT_PIECE);
      memory.release(out, 64);
    }
  }

  /** @param {number} y @param {number} x */
  angle(y, x) {
    if (y === 0 && x === 0) return null;
    return this.exports.pageAngle(whole(y), whole(x)) >>> 0;
  }

  selfTests() {
    const tests = [];
    for (let index = 0; index < this.exports.pageSelfTestCount(); index++) {
      const length = checked(this.exports.pageSelfTest(index, this.exchange));
      const view = this.memory.view(this.exchange, length);
      const name = new TextDecoder("ascii").decode(this.memory.bytes(this.exchange + 14, view.getUint16(12, true)));
      tests.push({
        name,
        pass: view.getUint8(2) === 1,
        measured: view.getInt32(4, true),
        limit: view.getInt32(8, true),
      });
    }
    return tests;
  }
}

/** What the module needs from outside: functions of Math, for the check in Double. */
const IMPORTS = {
  Math: { atan2: Math.atan2, sin: Math.sin, cos: Math.cos, asin: Math.asin, cbrt: Math.cbrt },
};

/**
 * Loads binnacle-page.wasm.
 * @param {string | URL | BufferSource} source
 * @returns {Promise<Core>}
 */
export async function loadCore(source) {
  /** @type {BufferSource} */
  let bytes;
  if (typeof source === "string" || source instanceof URL) {
    const answer = await fetch(source);
    if (!answer.ok) throw new Error(`${source} could not be fetched: ${answer.status} ${answer.statusText}`);
    bytes = await answer.arrayBuffer();
  } else {
    bytes = source;
  }
  return new Core((await WebAssembly.instantiate(bytes, IMPORTS)).instance);
}
