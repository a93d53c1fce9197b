// @ts-check
// The calibration record of a device: 216 bytes, as the calibration protocol defines them.

/** @typedef {import("./messages.js").Fields} Fields */

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});
/**
 * CRC-32/ISO-HDLC, that of zlib.
 * @param {Uint8Array} bytes
 * @param {number} [from]
 * @param {number} [end]
 */
export function crc32(bytes, from = 0, end = bytes.length) {
  let crc = 0xffffffff;
  for (let i = from; i < end; i++) crc = table[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

export const models = ["none", "planar", "sphere", "axis-aligned", "ellipsoid"];
export const grades = ["none", "poor", "fair", "good"];

/**
 * @typedef {object} CalibrationRecord
 * @property {number} chip code of the magnetometer
 * @property {number} model 0 … 4; 0: no calibration
 * @property {number} grade 0 … 3
 * @property {number | null} date days since 2000-01-01 UTC
 * @property {number} samples
 * @property {number[]} hardIron nT, sensor axes
 * @property {number[][]} softIron rows
 * @property {number} strength nT; 0: not known
 * @property {number | null} worst predicted heading error, degrees
 * @property {number | null} typical degrees
 * @property {number | null} dip degrees
 * @property {number | null} residual nT
 */

/** Magic, version and length. */
const header = [0x42, 0x43, 1, 216];
const recordSize = 216;

/**
 * The fields of a record; null if the bytes are not a record.
 * @param {Uint8Array} bytes
 * @returns {CalibrationRecord | null}
 */
export function decodeRecord(bytes) {
  if (bytes.length < recordSize || header.some((byte, i) => bytes[i] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, recordSize);
  if (view.getUint32(212, true) !== crc32(bytes, 0, 212)) return null;
  const flags = bytes[7];
  const word = (/** @type {number} */ at) => view.getInt32(at, true);
  const error = (/** @type {number} */ at) =>
    view.getUint16(at, true) === 0xffff ? null : view.getUint16(at, true) / 100;
  return {
    chip: bytes[4],
    model: bytes[5],
    grade: bytes[6],
    date: flags & 1 ? word(12) : null,
    samples: view.getUint16(18, true),
    hardIron: [word(20) / 256, word(24) / 256, word(28) / 256],
    softIron: [0, 1, 2].map((row) => [0, 1, 2].map((column) => word(32 + 12 * row + 4 * column) / 2 ** 24)),
    strength: view.getUint32(68, true),
    worst: error(72),
    typical: error(74),
    dip: flags & 4 ? (word(76) / 2 ** 32) * 360 : null,
    residual: view.getUint16(80, true) !== 0xffff ? view.getUint16(80, true) : null,
  };
}

/**
 * A record of an ellipsoid, as a simulated world needs it.
 * @param {{hardIron: number[], softIron: number[][], strength: number, dip: number, worst: number, typical: number,
 *   residual: number, samples: number, date: number | null, grade: number, model?: number, chip?: number}} fields
 */
export function encodeRecord(fields) {
  const bytes = new Uint8Array(recordSize);
  const view = new DataView(bytes.buffer);
  bytes.set([...header, fields.chip ?? 0, fields.model ?? 4, fields.grade, (fields.date === null ? 0 : 1) | 4]);
  view.setInt32(12, fields.date ?? 0, true);
  view.setUint16(18, fields.samples, true);
  fields.hardIron.forEach((value, i) => view.setInt32(20 + 4 * i, Math.round(value * 256), true));
  fields.softIron.flat().forEach((value, i) => view.setInt32(32 + 4 * i, Math.round(value * 2 ** 24), true));
  view.setUint32(68, Math.round(fields.strength), true);
  view.setUint16(72, Math.round(fields.worst * 100), true);
  view.setUint16(74, Math.round(fields.typical * 100), true);
  view.setInt32(76, Math.round((fields.dip / 360) * 2 ** 32), true);
  view.setUint16(80, Math.round(fields.residual), true);
  bytes[82] = 90;
  // Every direction was seen.
  for (const at of [84, 88, 92]) view.setUint32(at, 0xffffffff, true);
  // The accelerometer's matrix is not used without its order.
  for (const at of [160, 176, 192]) view.setInt32(at, 1 << 24, true);
  view.setUint32(212, crc32(bytes, 0, 212), true);
  return bytes;
}

/**
 * S · (m − h).
 * @param {{hardIron: number[], softIron: number[][]}} record
 * @param {number[]} field nT
 */
export function corrected(record, field) {
  const d = field.map((value, i) => value - record.hardIron[i]);
  return record.softIron.map((row) => row[0] * d[0] + row[1] * d[1] + row[2] * d[2]);
}

/**
 * How far the strength may be off before the monitor calls the field disturbed: docs/heading.md, "The field monitor". nT.
 * @param {{strength: number, residual: number | null}} record
 */
export const strengthLimit = (record) =>
  record.strength *
  Math.min(0.15, Math.max(0.07, record.residual === null ? 0 : (3 * record.residual) / record.strength));
