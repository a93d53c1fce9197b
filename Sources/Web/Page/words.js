// @ts-check
// Reasons in words. The words are those of the program, in words.json; here numbers are put into them.

import { grades } from "./record.js";
import { fixed } from "./units.js";

/** @typedef {{code: number, name: string, sentence: string, remedy: string}} Reason */
/** @typedef {{code: number, weight?: number, measured: number, limit: number}} Told */

/** Axes of a gyroscope by their digit. */
const axes = ["?", "+x", "−x", "+y", "−y", "+z", "−z"];

/** @type {Record<string, (value: number) => string>} */
const forms = {
  percent: (value) => `${fixed(value / 100, 2)} %`,
  degrees: (value) => `${fixed(value / 100, 1)}°`,
  perMille: (value) => `${fixed(value / 10, 1)} %`,
  microtesla: (value) => `${fixed(value / 1000, 1)} µT`,
  ratio: (value) => fixed(value / 1000, 2),
  ratio1: (value) => fixed(value / 1000, 1),
  tenth: (value) => String(Math.trunc(value / 10)),
  eighths: (value) => fixed(value / 8, 0),
  axes: (value) => [100, 10, 1].map((place) => axes[Math.trunc(value / place) % 10] ?? "?").join(", "),
  grade: (value) => grades[value] ?? `grade ${value}`,
};

/** A planar fit has a limit of its own: FitConfiguration.planarResidualLimit, 1/100 %. */
const planarLimit = 1000;

export class Words {
  /** @param {any} table the content of words.json */
  constructor(table) {
    this.table = table;
  }

  /**
   * The row of a code; of a code that is not known, one that shows its number.
   * @param {"unavailable" | "doubts" | "refusals" | "calibration" | "motion"} kind
   * @param {number} code
   * @returns {Reason}
   */
  reason(kind, code) {
    return (
      this.table[kind].find((/** @type {Reason} */ row) => row.code === code) ?? {
        code,
        name: `other${code}`,
        sentence: `reason ${code}, which this page does not know`,
        remedy: "Update the page.",
      }
    );
  }

  /**
   * The text of a calibration's reason, with what was measured and its limit.
   * @param {Told} told
   */
  text({ code, measured, limit }) {
    const { text } = this.table;
    // If only a larger model failed a gate, no value was measured for it.
    if (code >= 5 && code <= 11 && measured === 0 && limit > 0) return text[`larger ${code}`] ?? text.larger;
    const template = text[variant(code, measured, limit)] ?? text[code];
    if (!template) return `reason ${code}: ${measured}, limit ${limit}`;
    return template.replace(
      /\{(measured|limit):?(\w*)\}/g,
      (/** @type {string} */ _, /** @type {string} */ which, /** @type {string} */ form) => {
        const value = which === "limit" ? limit : measured;
        return form ? forms[form](value) : fixed(value, 0);
      },
    );
  }

  /**
   * What to do next in a calibration.
   * @param {number} advice
   * @param {string | null} side of the body that should meet the field
   */
  advice(advice, side) {
    const { advice: texts } = this.table;
    return texts[advice < 16 ? advice : (side ?? "other")] ?? texts.other;
  }

  /**
   * The cause of a disturbance.
   * @param {number} code
   * @returns {{name: string, sentence: string, remedy: string}}
   */
  cause(code) {
    return this.table.causes[code] ?? this.table.causes[0];
  }

  /**
   * @param {number} code 0 clear, 1 suspect, 2 disturbed, 3 recovering
   * @returns {{name: string, sentence: string, remedy: string}}
   */
  disturbance(code) {
    return this.table.disturbance[code];
  }
}

/**
 * @param {number} code
 * @param {number} measured
 * @param {number} limit
 */
function variant(code, measured, limit) {
  if (code === 5 && limit === planarLimit) return "5 planar";
  if ((code === 5 || code === 6) && limit > 0) return `${code} limited`;
  if (code === 7 && measured === 0xffff) return "7 unknown";
  if (code === 11 && measured <= limit) return "11 within";
  if (code === 36 && measured === 2) return "36 silent";
  return String(code);
}

/**
 * Six sides of a body by the sensor's faces +X, −X, +Y, −Y, +Z, −Z, for a mounting 0 … 23.
 * @param {number} mounting
 */
export function sides(mounting) {
  const forward = mounting >> 2;
  let right = mounting & 3;
  if (right >= (forward & 6)) right += 2;
  const cross = axis(forward).map((_, i, f) => {
    const r = axis(right);
    return f[(i + 1) % 3] * r[(i + 2) % 3] - f[(i + 2) % 3] * r[(i + 1) % 3];
  });
  const down = 2 * cross.findIndex((value) => value !== 0) + (cross.some((value) => value < 0) ? 1 : 0);
  /** @type {string[]} */
  const faces = [];
  faces[forward] = "nose";
  faces[forward ^ 1] = "tail";
  faces[right] = "right";
  faces[right ^ 1] = "left";
  faces[down] = "belly";
  faces[down ^ 1] = "top";
  return { faces, forward, right, down };
}

/**
 * The unit vector of a signed axis 0 … 5: +X, −X, +Y, −Y, +Z, −Z.
 * @param {number} signed
 * @returns {number[]}
 */
export const axis = (signed) => [0, 1, 2].map((i) => (i === signed >> 1 ? (signed & 1 ? -1 : 1) : 0));

/**
 * A vector in sensor axes, in body axes: forward, right, down.
 * @param {number[]} v
 * @param {number} mounting
 */
export function body(v, mounting) {
  const { forward, right, down } = sides(mounting);
  return [forward, right, down].map((signed) => v[signed >> 1] * (signed & 1 ? -1 : 1));
}
