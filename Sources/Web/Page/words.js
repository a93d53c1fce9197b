// @ts-check
// Reasons in words. The words are those of Protocols/reasons.json; here numbers are put into them.

import { grades } from "./record.js";
import { fixed } from "./units.js";

/** @typedef {{code: number, name: string, sentence: string, remedy: string}} Reason */
/** @typedef {{text: string, measured?: number, limit?: number, leastMeasured?: number, leastLimit?: number, within?: boolean}} Text */
/** @typedef {{code: number, weight?: number, measured: number, limit: number}} Told */

/** Axes of a gyroscope by their digit. */
const axes = ["?", "+x", "−x", "+y", "−y", "+z", "−z"];

/** @type {Record<string, (value: number, limit: number) => string>} */
const forms = {
  percent: (value) => `${fixed(value / 100, 2)} %`,
  degrees: (value) => `${fixed(value / 100, 1)}°`,
  perMille: (value) => `${fixed(value / 10, 1)} %`,
  microtesla: (value) => `${fixed(value / 1000, 1)} µT`,
  ratio: (value) => fixed(value / 1000, 2),
  ratio1: (value) => fixed(value / 1000, 1),
  share: (value, limit) => fixed(value / Math.max(1, limit), 2),
  tenth: (value) => String(Math.trunc(value / 10)),
  eighths: (value) => fixed(value / 8, 0),
  axes: (value) => [100, 10, 1].map((place) => axes[Math.trunc(value / place) % 10] ?? "?").join(", "),
  grade: (value) => grades[value] ?? `grade ${value}`,
};

export class Words {
  /** @param {any} table the content of words.json */
  constructor(table) {
    this.table = table;
  }

  /**
   * The row of a code; of a code that is not known, one that shows its number.
   * @param {"unavailable" | "doubts" | "refusals" | "calibration" | "zeroPoint" | "guidance"} kind
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
   * Why a meter has no zero point, by how much something moved, and what to do.
   * @param {number} loss
   * @param {number} moved
   */
  movement(loss, moved) {
    const { sentence, remedy } = this.reason("zeroPoint", loss);
    if (loss === 6) return `No zero point: ${sentence}. ${remedy}`;
    const amount = loss === 1 || loss === 4 ? forms.microtesla(moved, 0) : forms.degrees(moved, 0);
    return `No zero point: ${sentence}, by ${amount}. ${remedy}`;
  }

  /**
   * The text of a calibration's reason, with what was measured and its limit.
   * @param {Told} told
   */
  text({ code, measured, limit }) {
    /** @type {Text[]} */
    const texts = this.table.calibration.find((/** @type {Reason} */ row) => row.code === code)?.texts ?? [];
    const found = texts.find((text) => holds(text, measured, limit));
    if (!found) return `reason ${code}: ${measured}, limit ${limit}`;
    return found.text.replace(
      /\{(measured|limit):?(\w*)\}/g,
      (/** @type {string} */ _, /** @type {string} */ which, /** @type {string} */ form) => {
        const value = which === "limit" ? limit : measured;
        return form ? forms[form](value, limit) : fixed(value, 0);
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
 * Whether a text is the one for these numbers.
 * @param {Text} text
 * @param {number} measured
 * @param {number} limit
 */
const holds = (text, measured, limit) =>
  (text.measured ?? measured) === measured &&
  (text.limit ?? limit) === limit &&
  measured >= (text.leastMeasured ?? measured) &&
  limit >= (text.leastLimit ?? limit) &&
  (!text.within || measured <= limit);

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
