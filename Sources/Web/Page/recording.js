// @ts-check
// Files of readings: captures (Protocols/capture) and tables of numbers.

import { crc32 } from "./record.js";

const signature = [0x89, 0x42, 0x4e, 0x43, 0x4c, 0x0d, 0x0a, 0x1a];
const chunkHead = 14;
/** The note from which on `binnacle replay` counts frames. */
const counting = "counting";

/** @param {Uint8Array} bytes */
export const isCapture = (bytes) => signature.every((value, i) => bytes[i] === value);

/** @typedef {{kind: number, time: number, bytes: Uint8Array, isBefore?: boolean}} Chunk kind 0: from the device, 1: to it; time in µs; isBefore: before frames were counted */

/**
 * The chunks of a capture up to its end or its first fault.
 * @param {Uint8Array} bytes
 * @returns {{name: string, start: number, chunks: Chunk[], fault: string | null}}
 */
export function readCapture(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const fail = (/** @type {string} */ fault) => ({ name: "", start: 0, chunks: [], fault });
  if (!isCapture(bytes)) return fail("This is no capture of Binnacle.");
  if (bytes.length < 26) return fail("The file ends within its head.");
  if (view.getUint16(8, true) !== 1) return fail("This capture is of a later version. Update the page.");
  const head = view.getUint16(10, true);
  if (head < 26 || head > bytes.length || view.getUint32(head - 4, true) !== crc32(bytes, 0, head - 4))
    return fail("The head of the file is damaged.");
  const name = new TextDecoder().decode(bytes.subarray(22, 22 + Math.min(view.getUint16(20, true), head - 26)));
  /** @type {Chunk[]} */
  const chunks = [];
  /** @type {string | null} */
  let fault = "The file ends before the end of the recording.";
  for (let at = head; at + chunkHead + 4 <= bytes.length;) {
    const length = view.getUint32(at + 2, true);
    const end = at + chunkHead + length;
    if (view.getUint8(at) !== 0xc5 || length > 65_536) {
      fault = `The file is damaged at byte ${at}.`;
      break;
    }
    if (end + 4 > bytes.length) break;
    if (view.getUint32(end, true) !== crc32(bytes, at, end)) {
      fault = `The file is damaged at byte ${at}.`;
      break;
    }
    const kind = view.getUint8(at + 1);
    if (kind === 255) {
      fault = null;
      break;
    }
    const content = bytes.subarray(at + chunkHead, end);
    if (kind <= 1) chunks.push({ kind, time: Number(view.getBigUint64(at + 6, true)), bytes: content });
    // Frames before this note do not count: missing ones are no loss.
    if (kind === 2 && new TextDecoder().decode(content) === counting) for (const chunk of chunks) chunk.isBefore = true;
    at = end + 4;
  }
  return { name, start: Number(view.getBigInt64(12, true)), chunks, fault };
}

/** Writes a capture while it is recorded; `binnacle replay` reads it. */
export class CaptureWriter {
  /**
   * @param {string} name of the link
   * @param {number} now ms since 1970
   */
  constructor(name, now) {
    const text = new TextEncoder().encode(name).slice(0, 4096);
    const head = new Uint8Array(26 + text.length);
    const view = new DataView(head.buffer);
    head.set(signature);
    view.setUint16(8, 1, true);
    view.setUint16(10, head.length, true);
    view.setBigInt64(12, BigInt(Math.round(now * 1000)), true);
    view.setUint16(20, text.length, true);
    head.set(text, 22);
    view.setUint32(head.length - 4, crc32(head, 0, head.length - 4), true);
    /** @type {Uint8Array[]} */
    this.parts = [head];
    this.length = head.length;
    this.count = 0;
  }

  /**
   * What a reader must know before the first frame that was recorded: bytes as they came earlier.
   * @param {Uint8Array[]} frames
   */
  begin(frames) {
    for (const bytes of frames) this.add(0, 0, bytes);
    this.add(2, 0, new TextEncoder().encode(counting));
  }

  /**
   * @param {number} kind 0 received, 1 sent, 2 note
   * @param {number} time µs since the start
   * @param {Uint8Array} bytes at most 65,536
   */
  add(kind, time, bytes) {
    const part = new Uint8Array(chunkHead + bytes.length + 4);
    const view = new DataView(part.buffer);
    part[0] = 0xc5;
    part[1] = kind;
    view.setUint32(2, bytes.length, true);
    view.setBigUint64(6, BigInt(Math.max(0, Math.round(time))), true);
    part.set(bytes, chunkHead);
    view.setUint32(part.length - 4, crc32(part, 0, part.length - 4), true);
    this.parts.push(part);
    this.length += part.length;
    this.count++;
  }

  /**
   * The whole file.
   * @param {number} time µs since the start
   */
  end(time) {
    const count = new Uint8Array(4);
    new DataView(count.buffer).setUint32(0, this.count, true);
    this.add(255, time, count);
    const all = new Uint8Array(this.length);
    let at = 0;
    for (const part of this.parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

/** @typedef {{time: number | null, field: number[], force: number[] | null}} Row nT, micro-g as specific force, s */
/** @typedef {{rows: Row[], fault: string | null, columns: string[], unit: string, forceUnit: string | null, skipped: number}} Table */

/**
 * One of the units of the core in nanotesla, by its code (Sources/Host/RecordingText/TextUnit.swift).
 * @type {Record<number, {name: string, nanotesla: number} | undefined>}
 */
const fieldUnits = {
  0: { name: "T", nanotesla: 1e9 },
  1: { name: "mT", nanotesla: 1e6 },
  2: { name: "µT", nanotesla: 1000 },
  3: { name: "nT", nanotesla: 1 },
  4: { name: "G", nanotesla: 100_000 },
  5: { name: "mG", nanotesla: 100 },
  21: { name: "A/m", nanotesla: 1256.637 },
};
/** The same for accelerations, from code 8, in micro-g. */
const forceUnits = [
  { name: "g", microG: 1e6 },
  { name: "mg", microG: 1000 },
  { name: "m/s²", microG: 1e6 / 9.80665 },
];
const firstForceUnit = 8;
/** The code of numbers near 1, which have no size, as counts have none. */
const arbitraryUnit = 7;

/**
 * A text of rows, as the program reads it: names, units and layout are recognised. Numbers without a unit are taken for a
 * power of two of nanotesla: headings need none.
 * @param {Uint8Array} bytes
 * @param {import("./core.js").Core} core
 * @returns {Table}
 */
export function readTable(bytes, core) {
  const { layout, samples } = core.readText(bytes);
  const none = { rows: [], columns: [], unit: "", forceUnit: null, skipped: layout.passed };
  const fault = [
    null,
    "The file has no rows of numbers. It needs columns mx, my and mz.",
    "The file is no text. A recording has columns mx, my and mz.",
    `The file has ${layout.columns} columns, and it is not known which are the field. Name them mx, my and mz in its first line.`,
    "The field has two axes; headings need three.",
  ][layout.state];
  if (fault) return { ...none, fault };
  if (samples.length < 12)
    return { ...none, fault: `The file has ${samples.length} rows of three numbers; at least 12 are needed.` };
  const median = (/** @type {number[]} */ values) => values.sort((a, b) => a - b)[values.length >> 1];
  const length = (/** @type {number[]} */ vector) => Math.hypot(...vector);
  const unit = fieldUnits[layout.fieldUnit];
  const nanotesla = unit
    ? unit.nanotesla
    : 2 ** Math.ceil(15 - Math.log2(median(samples.map(({ field }) => length(field)))));
  const hasForce = layout.forceUnit !== 255;
  const force = forceUnits[layout.forceUnit - firstForceUnit];
  const microG = force?.microG ?? (hasForce ? 1e6 / median(samples.map(({ force }) => length(force))) : 1);
  const rows = samples.map((sample) => ({
    time: Number.isNaN(sample.time) ? null : sample.time,
    field: sample.field.map((value) => value * nanotesla),
    force: hasForce ? sample.force.map((value) => value * microG) : null,
  }));
  return {
    rows,
    fault: null,
    columns: [],
    unit: unit ? unit.name : layout.fieldUnit === arbitraryUnit ? "arbitrary units" : "counts",
    forceUnit: hasForce ? (force?.name ?? "counts") : null,
    skipped: layout.passed,
  };
}
