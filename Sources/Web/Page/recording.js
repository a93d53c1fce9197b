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
    // What came before was no part of a whole: frames that are missing in it are no loss.
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

const fieldUnits = [
  { name: "nT", nanotesla: 1, from: 8000 },
  { name: "mG", nanotesla: 100, from: 130 },
  { name: "µT", nanotesla: 1000, from: 8 },
  { name: "G", nanotesla: 100_000, from: 0 },
];
const forceUnits = [
  { name: "µg", microG: 1, from: 100_000 },
  { name: "mg", microG: 1000, from: 100 },
  { name: "m/s²", microG: 1e6 / 9.80665, from: 4 },
  { name: "g", microG: 1e6, from: 0 },
];

/**
 * A table of text: mx, my, mz and perhaps ax, ay, az and a time. Units are told by the size of the numbers.
 * @param {string} text
 * @returns {Table}
 */
export function readTable(text) {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() && !line.startsWith("#"));
  const cells = (/** @type {string} */ line) => line.trim().split(/[,;\t ]+/);
  const isNumbers = (/** @type {string[]} */ row) => row.every((cell) => cell === "" || Number.isFinite(Number(cell)));
  const first = cells(lines[0] ?? "").map((cell) => cell.replace(/^"|"$/g, ""));
  const names = isNumbers(first) ? first.map((_, i) => ["mx", "my", "mz", "ax", "ay", "az"][i] ?? "") : first;
  const find = (/** @type {RegExp} */ pattern) => names.findIndex((name) => pattern.test(name.toLowerCase()));
  const field = [/^(m(ag)?_?x|x|bx)\b/, /^(m(ag)?_?y|y|by)\b/, /^(m(ag)?_?z|z|bz)\b/].map(find);
  const force = [/^a(cc)?_?x/, /^a(cc)?_?y/, /^a(cc)?_?z/].map(find);
  const clock = find(/^t(ime)?(_?m?u?s)?\b/);
  const none = { rows: [], columns: names, unit: "", forceUnit: null, skipped: 0 };
  if (field.some((place) => place < 0))
    return { ...none, fault: "The table needs columns mx, my and mz, named in its first line." };
  /** @type {Row[]} */
  const rows = [];
  let skipped = 0;
  for (const line of isNumbers(first) ? lines : lines.slice(1)) {
    const row = cells(line);
    const take = (/** @type {number[]} */ places) => places.map((place) => (row[place] ? Number(row[place]) : NaN));
    const m = take(field);
    if (!m.every(Number.isFinite)) {
      skipped++;
      continue;
    }
    const a = force.every((place) => place >= 0) ? take(force) : null;
    rows.push({ time: clock < 0 ? null : Number(row[clock]), field: m, force: a?.every(Number.isFinite) ? a : null });
  }
  if (rows.length < 12)
    return { ...none, skipped, fault: `The table has ${rows.length} rows of three numbers; at least 12 are needed.` };
  const median = (/** @type {number[]} */ values) => values.sort((a, b) => a - b)[values.length >> 1];
  const unit =
    fieldUnits.find(({ from }) => median(rows.map((row) => Math.hypot(...row.field))) >= from) ?? fieldUnits[2];
  const forces = rows.flatMap((row) => (row.force ? [Math.hypot(...row.force)] : []));
  const forceUnit = forces.length ? (forceUnits.find(({ from }) => median(forces) >= from) ?? forceUnits[3]) : null;
  const steps = clock < 0 ? 1 : timeUnit(rows.map((row) => row.time ?? 0));
  for (const row of rows) {
    row.field = row.field.map((value) => value * unit.nanotesla);
    if (row.force && forceUnit) row.force = row.force.map((value) => value * forceUnit.microG);
    if (row.time !== null) row.time /= steps;
  }
  return { rows, fault: null, columns: names, unit: unit.name, forceUnit: forceUnit?.name ?? null, skipped };
}

/**
 * How many of a clock's units make a second, told by its steps.
 * @param {number[]} times
 */
function timeUnit(times) {
  const steps = times
    .slice(1)
    .map((time, i) => time - times[i])
    .filter((step) => step > 0)
    .sort((a, b) => a - b);
  const step = steps[steps.length >> 1] ?? 0.02;
  return step >= 500 ? 1e6 : step >= 2 ? 1000 : 1;
}
