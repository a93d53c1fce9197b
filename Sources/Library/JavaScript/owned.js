// @ts-check
// What the objects of binnacle.js have in common: a place in the module's memory, errors, numbers that may not be known.

import { Mode } from "./codes.js";
import { BINNACLE, read, size } from "./layouts.js";

/** Bytes for arguments and results of one call. */
export const EXCHANGE = 512;

/** A refusal of the library. */
export class BinnacleError extends Error {
  /** @param {number} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = "BinnacleError";
    this.code = code;
  }
}

/** @param {number} q32 */
export const degrees = (q32) => q32 * (360 / 4294967296);

/** @param {number} value @param {string} what */
export function whole(value, what = "a number") {
  const rounded = Math.round(value);
  if (!(rounded >= -2147483648 && rounded <= 4294967295))
    throw new RangeError(`${what} must be a number of 32 bits, and not ${value}`);
  return rounded | 0;
}

/** @param {number | bigint} microseconds */
export function instant(microseconds) {
  if (typeof microseconds === "bigint") return BigInt.asUintN(64, microseconds);
  if (!(microseconds >= 0)) throw new RangeError(`a time must be 0 or more microseconds, and not ${microseconds}`);
  return BigInt(Math.floor(microseconds));
}

/** An object of the library in the module's memory. */
export class Owned {
  /** @param {import("./binnacle.js").Binnacle & any} owner @param {number} size */
  constructor(owner, size) {
    this.owner = owner;
    this.size = size;
    this.at = owner.allocate(size);
  }

  free() {
    if (this.at === 0) return;
    this.owner.bytes(this.at, 4).fill(0);
    this.owner.release(this.at, this.size);
    this.at = 0;
  }

  /** Calls a function of the library with this object. @param {string} name @param {...(number | bigint)} words */
  call(name, ...words) {
    return this.owner.checked(this.owner.exports[`binnacle_${name}`](this.at, ...words));
  }
}

/** An angle that may not be valid. @param {number} isValid @param {number} q32 */
export const valid = (isValid, q32) => (isValid === 0 ? null : q32);

/** Degrees of a number that may not be known. @param {number} centidegrees */
export const known = (centidegrees) => (centidegrees === 65535 ? null : centidegrees / 100);

/** @param {{saturated?: boolean, repeated?: boolean}} options */
export const flags = ({ saturated = false, repeated = false }) =>
  (saturated ? BINNACLE.SATURATED : 0) | (repeated ? BINNACLE.REPEATED : 0);

/** The reading of the last call. @param {import("./binnacle.js").Binnacle & any} owner */
export function reading(owner) {
  const found = read.reading(owner.view(size.reading));
  const isTilted = found.isSolved === 1 && found.mode === Mode.tilted;
  return {
    timeMicroseconds: found.timeMicroseconds,
    headingQ32: valid(found.reference, found.headingQ32Turns),
    magneticQ32: valid(found.isMagneticValid, found.magneticQ32Turns),
    trueQ32: valid(found.isTrueValid, found.trueQ32Turns),
    dipQ32: valid(found.isSolved, found.dipQ32Turns),
    rollQ32: isTilted ? found.rollQ32Turns : null,
    pitchQ32: isTilted ? found.pitchQ32Turns : null,
    horizontalNanotesla: valid(found.isSolved, found.horizontalNanotesla),
    fieldQ8Nanotesla: found.fieldQ8Nanotesla,
    doubts: found.doubts,
    accuracyDegrees: known(found.accuracyCentidegrees),
    reference: found.reference,
    mode: found.mode,
    reason: found.reason,
    grade: found.grade,
    disturbance: found.disturbance,
    cause: found.cause,
    zone: found.zone,
    forceMicroG: found.hasForce === 1 ? found.forceMicroG : null,
    orientation: found.orientation,
    event: found.event,
    isDisplayFlat: found.isDisplayFlat === 1,
    source: found.source,
  };
}

/** The reasons at the places of a list. @param {Owned} object @param {string} name @param {number} count */
export function reasons(object, name, count) {
  const found = [];
  for (let place = 0; place < count; place++) {
    const code = object.owner.exports[`binnacle_${name}`](object.at, place, object.owner.exchange);
    if (code === BINNACLE.ERROR_NOTHING) continue;
    object.owner.checked(code);
    found.push(reason(object.owner));
  }
  return found;
}

/** The reason of the last call. @param {import("./binnacle.js").Binnacle & any} owner */
export const reason = (owner) => read.reason(owner.view(size.reason));
