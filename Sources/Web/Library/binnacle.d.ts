// Types and units of binnacle.js. What each function does is described in binnacle.h, whose names these are.
//
// Angles with Q32 in their name are 2^-32 turns; `degrees` converts them. Axes of the body are forward, right, down. Times are
// microseconds of one clock that does not step back. A function that gets something it cannot use throws a BinnacleError or a
// RangeError, and changes nothing. Objects live in the module's memory until `free`.

type Vector = readonly [number, number, number];

export const Axis: {
  readonly plusX: 0;
  readonly minusX: 1;
  readonly plusY: 2;
  readonly minusY: 3;
  readonly plusZ: 4;
  readonly minusZ: 5;
  readonly mostLevel: 6;
};
export const Sensor: { readonly magnetometer: 0; readonly accelerometer: 1 };
export const North: { readonly best: 0; readonly magnetic: 1; readonly true: 2 };

/** Degrees of an angle in 2^-32 turns. */
export function degrees(q32: number): number;

/** A refusal, with its code of binnacle.h and what it means. */
export class BinnacleError extends Error {
  constructor(code: number, message: string);
  readonly code: number;
}

export interface Place {
  /** Degrees, north positive. */
  latitude: number;
  /** Degrees, east positive. */
  longitude: number;
  /** Metres above the ellipsoid, -1000 to 850000. */
  height?: number;
  /** The date, UTC: 2025-01-01 to 2030-01-01. */
  year: number;
  month: number;
  day: number;
  /** Also take dates up to ten years outside the model. */
  extrapolates?: boolean;
}

export interface Solution {
  /** Clockwise from magnetic north, 0 to 2^32 - 1. */
  headingQ32: number;
  /** Below the horizon positive. */
  dipQ32: number;
  /** Right side down positive; 0 where the forward axis is vertical. */
  rollQ32: number;
  /** Nose up positive. */
  pitchQ32: number;
  horizontalNanotesla: number;
}

export interface Reading {
  timeMicroseconds: number;
  /** The heading to use, clockwise from the north that `reference` says; null: none is valid. */
  headingQ32: number | null;
  magneticQ32: number | null;
  trueQ32: number | null;
  dipQ32: number | null;
  /** null without an accelerometer. */
  rollQ32: number | null;
  pitchQ32: number | null;
  horizontalNanotesla: number | null;
  /** The field after calibration, 1/256 nanotesla, body axes. */
  fieldQ8Nanotesla: number[];
  /** Bits of BINNACLE_DOUBT_. */
  doubts: number;
  /** In 19 of 20 cases the heading is within it; null: not known. */
  accuracyDegrees: number | null;
  /** 0 no heading, 1 magnetic north, 2 true north. */
  reference: number;
  /** 0 no heading, 1 as if level, 2 with the tilt. */
  mode: number;
  /** Why there is no heading, as in binnacle.h. */
  reason: number;
  /** 3 (within 5 degrees), 2 (15), 1 (45) or 0. */
  grade: number;
  /** 0 clear, 1 suspect, 2 disturbed, 3 recovering. */
  disturbance: number;
  cause: number;
}

interface Owned {
  /** Gives the memory back. The object cannot be used afterwards. */
  free(): void;
}

export interface Compass extends Owned {
  /** @param sensor of `Sensor` @param forward, right axes of the sensor, of `Axis` */
  setAxes(sensor: number, forward: number, right: number): void;
  setPointing(axis: number): void;
  setPlace(place: Place): void;
  forgetPlace(): void;
  /** @param reference of `North` */
  setReference(reference: number): void;
  /** @param coefficients A to E in 2^-32 turns; null: no card */
  setDeviation(coefficients: readonly number[] | null): void;
  setSmoothing(microseconds: number): void;
  /** @param tenthsOfDegree 1 to 150 */
  setLevelTolerance(tenthsOfDegree: number): void;
  /** @param microseconds after the last sample of the field until a reading has no heading; at first 1000000 */
  setSampleTimeout(microseconds: number): void;
  setRecord(bytes: Uint8Array): void;
  /** The record in use, 216 bytes. */
  record(): Uint8Array;
  /** @param nanotesla axes of the sensor */
  addField(nanotesla: Vector, time: number | bigint, options?: { saturated?: boolean }): void;
  /** @param microG axes of the sensor; at rest it points up */
  addForce(microG: Vector, time: number | bigint, options?: { saturated?: boolean }): void;
  /** 2^-32 turns clockwise from magnetic north; null: there is none. */
  heading(): number | null;
  /** The same from true north; null also where that is not known. */
  trueHeading(): number | null;
  read(now: number | bigint): Reading;
}

export interface Progress {
  samples: number;
  rejected: number;
  millisecondsLeft: number;
  /** 0 idle, 1 armed, 2 seeking, 3 collecting, 4 refining, 5 fitting, 6 verifying, 7 review, 8 committed, 9 monitor, 10 failed. */
  state: number;
  percent: number;
  /** BINNACLE_ADVICE_. */
  advice: number;
  /** Directions seen, of 96. */
  directions: number;
}

export interface Outcome {
  hardIronNanotesla: number[];
  fieldNanotesla: number;
  samples: number;
  typicalErrorDegrees: number | null;
  worstErrorDegrees: number | null;
  residualPercent: number;
  heldOutPercent: number;
  isAccepted: boolean;
  /** 0 none, 1 circle in a plane, 2 offset, 3 offset and gains, 4 ellipsoid. */
  model: number;
  grade: number;
  confidencePercent: number;
}

export interface Calibration extends Owned {
  setStore(hasStore: boolean): void;
  start(now: number | bigint, options?: { sensor?: number; delayMilliseconds?: number }): void;
  finish(now: number | bigint): void;
  cancel(now: number | bigint): void;
  commit(now: number | bigint): void;
  discard(now: number | bigint): void;
  saved(isStored: boolean, now: number | bigint): void;
  /** Takes the compass's last sample and does one slice. @returns whether the compass has a new record, to be stored */
  step(compass: Compass, now: number | bigint): boolean;
  progress(now: number | bigint): Progress;
  outcome(): Outcome;
  /** Why a result was refused, made smaller, or why the run ended. */
  reasons(): { code: number; measured: number; limit: number }[];
}

export interface Estimate {
  timeMicroseconds: number;
  /** Turns the body's axes into north, east, down: w, x, y, z with 2^30 for 1. */
  attitudeQ30: number[];
  headingQ32: number | null;
  accuracyQ32: number;
  /** About the vertical, clockwise, 2^-20 rad/s. */
  turnQ20: number;
  biasQ20: number[];
  /** 0 none, 1 starting, 2 fused, 3 stuck. */
  state: number;
  isAtRest: boolean;
}

export interface MotionQuality {
  /** One standard deviation of the bias, the largest of its axes, 2^-20 rad/s. */
  biasDeviationQ20: number;
  /** By which share the gyroscope measures too little, 2^-24, and its standard deviation. */
  scaleQ24: number;
  scaleDeviationQ24: number;
  /** How much older than the rate the field is, and its standard deviation. */
  fieldDelayMicroseconds: number;
  fieldDelayDeviationMicroseconds: number;
  /** The field that moves with the instrument beyond what the record takes away, body axes. */
  hardIronNanotesla: number[];
}

/** Samples that were not as they should be, as in binnacle.h; each count stops at 65535. */
export interface MotionCounts {
  missing: number;
  repeated: number;
  outOfOrder: number;
  late: number;
  saturated: number;
  restarts: number;
}

export interface Motion extends Owned {
  setAxes(forward: number, right: number): void;
  /** @param usesField false: rates and forces alone; the heading counts from where it began, and drifts. It begins anew. */
  useField(usesField: boolean): void;
  /** @param q20 2^-20 rad/s, right-handed */
  addRate(q20: Vector, time: number | bigint, options?: { saturated?: boolean; repeated?: boolean }): void;
  step(compass: Compass): void;
  estimate(): Estimate;
  /** The heading of the estimate from true north, which the compass must know; null: there is none. */
  trueHeading(compass: Compass): number | null;
  /** Whether the last rate is a quarter of a second old: use the readings of the compass then. */
  isDead(now: number | bigint): boolean;
  quality(): MotionQuality;
  counts(): MotionCounts;
}

export interface Binnacle {
  readonly version: string;
  compass(): Compass;
  calibration(): Calibration;
  /** @param delays microseconds by which quantities are older than their time stamps; null: 600, 0 and 0 */
  motion(delays?: { field?: number; force?: number; rate?: number } | null): Motion;
  strerror(code: number): string;
  /** Hundredths of a degree, 0 to 35999. */
  centidegrees(q32: number): number;
  /** A count times numerator over denominator, exact, halves up. */
  scale(count: number, numerator: number, denominator: number): number;
  /** The angle of a vector of whole numbers, 2^-32 turns: 0 along x, a quarter along y; null for (0, 0). */
  angle(y: number, x: number): number | null;
  /** The heading from raw counts of 16 bits, 2^-32 turns; null: there is none. */
  headingFromCounts(field: Vector, force: Vector): number | null;
  /** @param fieldQ8 1/256 nanotesla, body axes @param force micro-g; null: level */
  solve(fieldQ8: Vector, force?: Vector | null): Solution | null;
  /** From true to magnetic north, east positive, 2^-32 turns; null where the field is vertical. */
  declination(place: Place): number | null;
}

/** Loads binnacle.wasm, at first the file beside the module. */
export function loadBinnacle(source?: string | URL | BufferSource): Promise<Binnacle>;
