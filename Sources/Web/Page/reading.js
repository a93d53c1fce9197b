// @ts-check
// The fields of a reading as values to show. An invalid value is null, so that it cannot be shown by mistake.

import { degrees, hundredths, length, signedDegrees } from "./units.js";

/** @typedef {import("./messages.js").Fields} Fields */

/**
 * @typedef {object} Reading
 * @property {number} time device time, s
 * @property {number} sample
 * @property {number | null} magnetic degrees, null unless valid
 * @property {number | null} true degrees, null unless valid
 * @property {number | null} accuracy degrees, 95 %
 * @property {"none" | "magnetic" | "true"} reference the north to which the accuracy refers
 * @property {number} mode 0 unavailable, 1 level, 2 tilted
 * @property {number} reason why there is none
 * @property {number[]} doubts bits that are set
 * @property {number} disturbance 0 … 3
 * @property {number} cause
 * @property {number} zone
 * @property {number} grade of the accuracy, 0 … 3
 * @property {number | null} strength nT, of the corrected field; null without a measurement
 * @property {number} horizontal nT
 * @property {number | null} dip degrees
 * @property {number | null} roll degrees
 * @property {number | null} pitch degrees
 * @property {number[]} field nT, sensor axes, before the calibration
 * @property {"compass" | "gyroscope" | "both"} source which sensors gave the heading
 * @property {boolean} stale
 * @property {boolean} overflow
 * @property {boolean} calibrated
 * @property {number | null} temperature °C
 */

/**
 * @param {Fields} f a reading or a computed of layouts.js
 * @returns {Reading}
 */
export function interpret(f) {
  const flag = (/** @type {number} */ bit) => ((f.flags >> bit) & 1) === 1;
  const state = f.state ?? 0;
  const isMeasured = f.mode !== 0;
  const magnetic = state & 1 ? degrees(f.magneticHeading) : null;
  const doubts = (f.doubts ?? 0) | ((f.moreDoubts ?? 0) << 16);
  const hasForce = flag(4);
  return {
    time: f.time / 1e6,
    sample: f.sampleNumber,
    magnetic,
    true: state & 2 ? degrees(f.trueHeading) : null,
    accuracy: magnetic === null || f.accuracy === undefined ? null : hundredths(f.accuracy),
    reference: /** @type {const} */ (["none", "magnetic", "true", "none"])[state >> 6],
    mode: f.mode,
    reason: f.reason,
    doubts: Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => (doubts >>> bit) & 1),
    disturbance: (state >> 4) & 3,
    cause: ((f.view ?? 0) >> 3) & 7,
    zone: (state >> 2) & 3,
    grade: (f.view ?? 0) >> 6,
    strength: isMeasured ? length(f.correctedField) / 256 : null,
    horizontal: f.horizontal,
    dip: isMeasured && flag(5) ? signedDegrees(f.dip) : null,
    roll: isMeasured && flag(6) && hasForce ? signedDegrees(f.roll) : null,
    pitch: isMeasured && hasForce ? signedDegrees(f.pitch) : null,
    field: f.field,
    source: /** @type {const} */ (["compass", "gyroscope", "both", "both"])[(f.flags >> 11) & 3],
    stale: flag(0),
    overflow: flag(1),
    calibrated: flag(3),
    temperature: f.temperature === 0x7fff ? null : f.temperature / 8,
  };
}

/**
 * What the gyroscope adds to a reading. Its heading is in the reading, which judges compass and gyroscope together.
 * @param {Fields} f a motion of layouts.js
 */
export function interpretMotion(f) {
  const hasCompass = f.compassAccuracy !== undefined && f.compassAccuracy !== 0xffff;
  return {
    /** The compass alone; null while it has no heading. */
    compass: hasCompass
      ? {
          magnetic: degrees(f.compassHeading),
          accuracy: hundredths(f.compassAccuracy),
          grade: f.compassState & 3,
          disturbance: (f.compassState >> 2) & 3,
        }
      : null,
  };
}

/** @param {Fields} f a guidance of layouts.js */
export function interpretGuidance(f) {
  const has = (/** @type {number} */ bit) => ((f.flags >> bit) & 1) === 1;
  return {
    state: f.state,
    arrow: f.arrow,
    hidden: f.hidden,
    turn: has(0) ? signedDegrees(f.turn) : null,
    bearing: has(1) ? degrees(f.bearing) : null,
    distance: has(2) ? f.distance : null,
    /** Seconds since the latest valid location; null: longer, or none. */
    fixAge: f.fixAge === 0xffffffff ? null : f.fixAge / 1e6,
    disturbance: f.disturbance,
    /** What the turn was found with: 0 course, 2 device. */
    source: f.source,
  };
}

/**
 * @param {Fields} f a meterReading of layouts.js
 * @param {{ vainSince: number | null } | null} before the one before
 * @param {number} time ms
 */
export function interpretMeter(f, before, time) {
  // Samples beyond the range do not count for a zero point. The program waits as long.
  const vainSince = (f.flags & 5) === 5 ? (before?.vainSince ?? time) : null;
  return {
    vainSince,
    isVain: vainSince !== null && time - vainSince >= 3000,
    magnitude: f.magnitude,
    field: f.field,
    range: f.range,
    isSaturated: (f.flags & 1) !== 0,
    isTaking: (f.flags & 4) !== 0,
    hasMoved: (f.flags & 16) !== 0,
    loss: f.loss,
    /** What moved: nanotesla for the losses 1 and 4, hundredths of a degree for the others. */
    moved: f.flags & 16 ? f.differenceMagnitude : 0,
    isGuarded: (f.flags & 32) !== 0,
    difference: f.flags & 8 ? f.differenceMagnitude : null,
    vector: f.flags & 8 ? f.difference : null,
  };
}
