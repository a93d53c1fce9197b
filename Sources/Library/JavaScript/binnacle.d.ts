// Types and units of binnacle.js. What each function does is described in binnacle.h, whose names these are.
//
// Angles with Q32 in their name are 2^-32 turns; `degrees` converts them. Axes of the body are forward, right, down. Times are
// microseconds of one clock that does not step back. A function that gets something it cannot use throws a BinnacleError or a
// RangeError, and changes nothing. Objects live in the module's memory until `free`.
//
// In the examples `binnacle` is what `await loadBinnacle()` gives. A test runs them; a line that prints has its output behind it.

type Vector = readonly [number, number, number];

export * from "./codes.js";

/**
 * Degrees of an angle in 2^-32 turns.
 *
 * @example
 * console.log(degrees(2 ** 29)); // 45
 */
export function degrees(q32: number): number;

/**
 * A refusal, with its code of binnacle.h and what it means.
 *
 * @example
 * const compass = binnacle.compass();
 * try {
 *   compass.setPlace({ latitude: 91, longitude: 8.54, year: 2026, month: 7, day: 1 });
 * } catch (error) {
 *   if (error instanceof BinnacleError) console.log(error.code); // -17
 * }
 * compass.free();
 */
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
  /** 95 % of headings have a smaller error; null: not known. */
  accuracyDegrees: number | null;
  /** 0 no heading, 1 magnetic north, 2 true north. */
  reference: number;
  /** Of `Mode`. */
  mode: number;
  /** Of `Unavailable`. */
  reason: number;
  /** Of `Grade`. */
  grade: number;
  /** Of `Disturbance`. */
  disturbance: number;
  /** Of `Cause`. */
  cause: number;
  /** Of `Zone`. */
  zone: number;
  /** The force that gave the tilt, after calibration, micro-g, body axes; null: none did. */
  forceMicroG: number[] | null;
  /** Of `Orientation`. */
  orientation: number;
  isDisplayFlat: boolean;
  /** Of `Source`: which sensors gave the heading. */
  source: number;
  /** Bits of BINNACLE_EVENT_; 0: not worth telling. */
  event: number;
}

interface Owned {
  /** Gives the memory back. The object cannot be used afterwards. */
  free(): void;
}

/**
 * A compass: settings, the record in use, the last samples.
 *
 * @example
 * const compass = binnacle.compass();
 * // A module with X forward, Y left, Z up.
 * compass.setAxes(Sensor.magnetometer, Axis.plusX, Axis.minusY);
 * compass.setAxes(Sensor.accelerometer, Axis.plusX, Axis.minusY);
 * compass.setPlace({ latitude: 47.37, longitude: 8.54, height: 408, year: 2026, month: 7, day: 1 }); // degrees, metres
 * let now = 0; // microseconds
 * compass.addForce([0, 0, 1000000], now); // micro-g; first the force: it gives the tilt of the field
 * compass.addField([15000, 15000, -42000], now); // nanotesla
 * const heading = compass.heading(); // from magnetic north
 * if (heading !== null) console.log(degrees(heading).toFixed(2)); // 45.00
 * const trueHeading = compass.trueHeading();
 * if (trueHeading !== null) console.log(degrees(trueHeading).toFixed(2)); // 48.61
 * const reading = compass.read(now);
 * console.log(reading.headingQ32 === null, reading.doubts & 1); // true 1
 * // Bit 0 of the doubts: no calibration is in use. A stored one comes back so:
 * const record = compass.record(); // 216 bytes to store
 * // Whether it has a calibration of the magnetometer: here not yet.
 * console.log(compass.setRecord(record)); // false
 * compass.forgetRecord();
 * // A sensor does not answer; other sensors, or another clock.
 * compass.loseField();
 * compass.loseForce();
 * compass.restart();
 *
 * @example
 * const compass = binnacle.compass();
 * compass.setPointing(Axis.mostLevel); // a display that is held flat or upright
 * compass.setOrientation(Orientation.auto);
 * compass.setReference(North.magnetic);
 * compass.setDeviation([0.5, -2, 1, 0, 0].map((degrees) => Math.round((degrees / 360) * 2 ** 32)));
 * compass.setSmoothing(500000); // half a second
 * compass.setEventFilter(11930465, 1000000); // tell a change of 1 degree, and one reading a second
 * compass.setSampleTimeout(5000000); // 5 s
 * compass.setLevelTolerance(50); // 5 degrees, without an accelerometer
 * compass.setTemperature(22); // degrees Celsius
 * compass.setChip(2); // the code of the chip in the table of Protocols/calibration
 * compass.forgetPlace();
 * compass.setDate(2026, 7, 1);
 * compass.free();
 */
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
  /** @param microseconds the time constant, 10000 or more; 0: none */
  setSmoothing(microseconds: number): void;
  /** @param tenthsOfDegree 1 to 150 */
  setLevelTolerance(tenthsOfDegree: number): void;
  /** @param microseconds 10000 or more, after the last sample of the field until a reading has no heading; at first 1000000 */
  setSampleTimeout(microseconds: number): void;
  /** @param orientation of `Orientation`, but not `unknown` */
  setOrientation(orientation: number): void;
  /** @param minimumChangeQ32 0 to 2^31 @param heartbeat microseconds, 10000 or more; 0: none */
  setEventFilter(minimumChangeQ32: number, heartbeat?: number): void;
  setDate(year: number, month: number, day: number): void;
  /** @param celsius null: not known */
  setTemperature(celsius: number | null): void;
  setChip(chip: number): void;
  /** @returns whether the record has a calibration of the magnetometer; without one, start a calibration */
  setRecord(bytes: Uint8Array): boolean;
  forgetRecord(): void;
  /** A sensor does not answer, until its next sample. */
  loseField(): void;
  loseForce(): void;
  /** Begins anew with samples that have nothing to do with those before. */
  restart(): void;
  /** The record in use, 216 bytes. */
  record(): Uint8Array;
  /** @param nanotesla axes of the sensor */
  addField(nanotesla: Vector, time: number | bigint, options?: { saturated?: boolean; repeated?: boolean }): void;
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
  /** Of `State`. */
  state: number;
  percent: number;
  /** Of `Advice`. */
  advice: number;
  /** Directions seen, of 96. */
  directions: number;
  /** Which ones: bit n of word w is cell 32 w + n. */
  coverage: number[];
  durationMilliseconds: number;
  /** Of `Sensor`. */
  sensor: number;
  hasCommitted: boolean;
  waitsForStore: boolean;
  isStored: boolean;
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
  /** Of `Model`. */
  model: number;
  /** Of `Grade`. */
  grade: number;
  confidencePercent: number;
}

export interface Reason {
  /** Of `ReasonCode`. */
  code: number;
  measured: number;
  limit: number;
  /** Of `Weight`. */
  weight: number;
}

/**
 * A calibration that is done by turning the instrument by hand.
 *
 * @example
 * // A simulated hand turns a sensor with a hard iron of 10, -5 and 3 microtesla.
 * const compass = binnacle.compass();
 * const calibration = binnacle.calibration();
 * calibration.setStore(true); // records are stored
 * calibration.setQuestions(3600); // seconds between two questions
 * if (calibration.question(compass, 0)?.code === ReasonCode.uncalibrated) calibration.start(0);
 * for (let k = 0; k < 2000; k++) {
 *   const now = k * 20000; // microseconds
 *   const z = Math.sin(0.0043 * k);
 *   const [x, y] = [Math.cos(0.1 * k) * Math.sqrt(1 - z * z), Math.sin(0.1 * k) * Math.sqrt(1 - z * z)];
 *   compass.addField([Math.round(48000 * x + 10000), Math.round(48000 * y - 5000), Math.round(48000 * z + 3000)], now);
 *   if (calibration.step(compass, now)) {
 *     const record = compass.record(); // store these 216 bytes, and say whether that went well:
 *     calibration.saved(true, now);
 *   }
 *   const { state, advice } = calibration.progress(now);
 *   if (state === State.collecting && advice === Advice.enough) calibration.finish(now);
 *   if (state === State.review) {
 *     if (calibration.outcome().grade >= Grade.fair) calibration.commit(now);
 *     else calibration.discard(now);
 *   }
 * }
 * console.log(calibration.outcome().hardIronNanotesla.map((value) => Math.round(value / 100) / 10).join()); // 10,-5,3
 * console.log(calibration.reasons().filter(({ weight }) => weight === Weight.refused).length); // 0
 * // Another run, which ends at once: the calibration in use stays.
 * calibration.start(40000000, { delayMilliseconds: 2000, refits: true });
 * calibration.cancel(40000000);
 */
export interface Calibration extends Owned {
  setStore(hasStore: boolean): void;
  /** @param options refits: after the commit, fits continue in the background */
  start(now: number | bigint, options?: { sensor?: number; delayMilliseconds?: number; refits?: boolean }): void;
  finish(now: number | bigint): void;
  cancel(now: number | bigint): void;
  commit(now: number | bigint): void;
  discard(now: number | bigint): void;
  saved(isStored: boolean, now: number | bigint): void;
  /** Takes the compass's last sample and does one slice. @returns whether the compass has a new record, to be stored */
  step(compass: Compass, now: number | bigint): boolean;
  progress(now: number | bigint): Progress;
  outcome(): Outcome;
  /** Why a result was refused, made smaller, or why the run ended; codes of `ReasonCode`. */
  reasons(): Reason[];
  /** Why a person should be asked for a calibration now; null: no question. One that is given counts as asked. */
  question(compass: Compass, now: number | bigint): Reason | null;
  /** @param interval seconds between two questions, 10 to 65535 */
  setQuestions(interval: number, asks?: boolean): void;
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
  /** Of `MotionState`. */
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

export interface Fused {
  /** Of the pointing axis, after deviation card and display; to be used where the reason is `Unfused.none`. */
  magneticQ32: number | null;
  trueQ32: number | null;
  /** 95 % of the errors are smaller, those of the calibration included; null: not fused. */
  accuracyDegrees: number | null;
  /** Of `Unfused`. */
  reason: number;
  /** As of the last `read`: the field turned, and the instrument did not. */
  isFieldTurned: boolean;
}

/**
 * A gyroscope beside a compass, which must have an accelerometer.
 *
 * @example
 * const compass = binnacle.compass();
 * const motion = binnacle.motion({ field: 5000, zeroRateOffset: 3 }); // microseconds, degrees a second
 * motion.setAxes(Axis.plusX, Axis.plusY);
 * let now = 0;
 * for (let k = 0; k < 1000; k++) {
 *   now = k * 10000; // microseconds
 *   motion.addRate([0, 0, k % 2 ? 1830 : -1830], now); // 0.1 degrees a second: the noise of a gyroscope at rest
 *   compass.addForce([0, 0, -1000000], now); // micro-g
 *   compass.addField([15000, -15000, 42000], now); // nanotesla
 *   while (motion.step(compass));
 * }
 * const reading = motion.read(compass, now);
 * const fused = motion.fused(compass, now);
 * const heading = fused.reason === Unfused.none ? fused.magneticQ32 : reading.headingQ32; // neither without a calibration
 * const estimate = motion.estimate();
 * if (estimate.headingQ32 !== null) console.log(degrees(estimate.headingQ32).toFixed(0)); // 45
 * console.log(motion.trueHeading(compass), motion.isDead(now + 1000000)); // null true
 * console.log(motion.counts().missing, motion.quality().fieldDelayMicroseconds); // 0 5000
 * motion.lose(); // the gyroscope does not answer
 * motion.useField(false); // beside an electric motor: turns alone, without the field
 * motion.useGyroscope(false); // it sleeps, and saves power
 * motion.free();
 */
export interface Motion extends Owned {
  setAxes(forward: number, right: number): void;
  /** @param usesField false: rates and forces alone; the heading counts from where it began, and drifts. It begins anew. */
  useField(usesField: boolean): void;
  /** @param q20 2^-20 rad/s, right-handed */
  addRate(q20: Vector, time: number | bigint, options?: { saturated?: boolean; repeated?: boolean }): void;
  useGyroscope(usesGyroscope: boolean): void;
  /** The gyroscope does not answer, until its next rate. */
  lose(): void;
  /** @returns whether there is more work */
  step(compass: Compass): boolean;
  /** `compass.read` beside a gyroscope: where the field turned and the instrument did not, it is marked as disturbed. */
  read(compass: Compass, now: number | bigint): Reading;
  /** The fused heading of the compass's pointing axis, or why there is none. */
  fused(compass: Compass, now: number | bigint): Fused;
  estimate(): Estimate;
  /** The heading of the estimate from true north, which the compass must know; null: there is none. */
  trueHeading(compass: Compass): number | null;
  /** Whether the last rate is a quarter of a second old: use the readings of the compass then. */
  isDead(now: number | bigint): boolean;
  quality(): MotionQuality;
  counts(): MotionCounts;
}

export interface AxisFinding {
  /** Of `Axes`. */
  outcome: number;
  /** The sensor's axes that point forward and right, of `Axis`. */
  forward: number;
  right: number;
  /** The third axis points up, not down. No setting can undo that: one axis has the wrong sign. */
  isMirrored: boolean;
  /** How much the poses disagree with this arrangement, and with the next best: a share of the measured values. */
  disagreement: number;
  nextDisagreement: number;
}

/**
 * Finds from four to eight poses which way the axes of the sensors point.
 *
 * @example
 * // Four poses of a module with X forward, Y left, Z up, at rest: nanotesla without hard iron, and micro-g.
 * const check = binnacle.axisCheck();
 * check.add(Pose.level, [20000, 0, -40000], [0, 0, 1000000]);
 * check.add(Pose.noseDown, [40000, -12000, -16000], [-1000000, 0, 0]);
 * check.add(Pose.rightSideDown, [16000, -40000, 12000], [0, 1000000, 0]);
 * check.add(Pose.upsideDown, [12000, -16000, 40000], [0, 0, -1000000]);
 * const [force, field] = [check.accelerometer(), check.magnetometer()];
 * console.log(field.outcome === Axes.certain, field.forward === Axis.plusX, force.right === Axis.minusY); // true true true
 * check.free();
 */
export interface AxisCheck extends Owned {
  /** @param pose of `Pose` @param nanotesla without hard iron @param microG null: no accelerometer, the pose counts as exact */
  add(pose: number, nanotesla: Vector, microG?: Vector | null): void;
  accelerometer(): AxisFinding;
  /** @param pointsDown the field points down, as it does north of the magnetic equator */
  magnetometer(pointsDown?: boolean): AxisFinding;
}

/**
 * Passes data of a gyroscope to a running calibration.
 *
 * @example
 * const [compass, motion, calibration] = [binnacle.compass(), binnacle.motion(), binnacle.calibration()];
 * const guide = binnacle.guide();
 * calibration.start(0);
 * for (let k = 0; k < 200; k++) {
 *   const now = k * 10000; // microseconds
 *   const turned = (k / 400) * Math.PI; // half a turn in 4 seconds
 *   motion.addRate([0, 0, 823550], now); // 45 degrees a second, in 2^-20 rad/s
 *   compass.addForce([0, 0, -1000000], now); // micro-g
 *   compass.addField([Math.round(20000 * Math.cos(turned)), Math.round(-20000 * Math.sin(turned)), 42000], now);
 *   if (guide.step(calibration, compass, motion, now)) compass.record(); // in place of calibration.step
 *   while (motion.step(compass));
 * }
 * console.log(calibration.progress(2000000).state === State.collecting, guide.reasons().length); // true 0
 */
export interface Guide extends Owned {
  /** Does what `calibration.step` does; call it instead, before `motion.step`. */
  step(calibration: Calibration, compass: Compass, motion: Motion, now: number | bigint): boolean;
  /** How the axes of the three sensors lie to each other, as the last run found. */
  reasons(): Reason[];
}

/**
 * Place and date of a compass, whose field the world model finds in slices.
 *
 * @example
 * const [compass, locator] = [binnacle.compass(), binnacle.locator()];
 * locator.set(compass, { latitude: 47.37, longitude: 8.54, year: 2026, month: 7, day: 1 }); // degrees
 * while (locator.step(compass)); // a slice in each turn of the main loop
 * console.log(locator.state().state === PlaceState.known); // true
 * locator.set(compass, null);
 */
export interface Locator extends Owned {
  /** @param place null: forgotten */
  set(compass: Compass, place: Place | null): void;
  /** @returns whether there is more work */
  step(compass: Compass): boolean;
  /** `state` of `PlaceState`; `error` a code of binnacle.h, 0 for none. */
  state(): { state: number; error: number; isExtrapolated: boolean };
}

/**
 * The library in memory.
 *
 * @example
 * const angle = binnacle.angle(300, 300); // 300 to the east, 300 to the north
 * if (angle !== null) console.log(degrees(angle).toFixed(2), binnacle.centidegrees(angle)); // 45.00 4500
 * const heading = binnacle.headingFromCounts([200, -200, 400], [0, 0, -16384]); // level
 * if (heading !== null) console.log(degrees(heading).toFixed(2)); // 45.00
 * const solution = binnacle.solve([20000 * 256, 0, 40000 * 256], [0, 0, -1000000]); // 1/256 nanotesla, micro-g
 * if (solution) console.log(degrees(solution.dipQ32).toFixed(2)); // 63.43
 * const declination = binnacle.declination({ latitude: 47.37, longitude: 8.54, year: 2026, month: 7, day: 1 });
 * if (declination !== null) console.log(degrees(declination).toFixed(1)); // 3.6
 * console.log(binnacle.scale(-321, 100000, 1090)); // -29450
 * console.log(binnacle.strerror(-17)); // the latitude is beyond 90 degrees
 * // The other functions make objects: see `Compass`, `Calibration`, `Motion`, `AxisCheck`, `Guide` and `Locator`.
 */
export interface Binnacle {
  readonly version: string;
  compass(): Compass;
  calibration(): Calibration;
  /**
   * @param settings microseconds by which quantities are older than their time stamps, and the standard deviation of what the
   * gyroscope measures at rest, degrees a second, up to 5; null: 600, 0, 0 and 0.5
   */
  motion(settings?: { field?: number; force?: number; rate?: number; zeroRateOffset?: number } | null): Motion;
  axisCheck(): AxisCheck;
  guide(): Guide;
  locator(): Locator;
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

/**
 * Loads binnacle.wasm, at first the file beside the module.
 *
 * @example
 * const binnacle = await loadBinnacle();
 * console.log(degrees(binnacle.angle(1, 1) ?? 0).toFixed(2)); // 45.00
 */
export function loadBinnacle(source?: string | URL | BufferSource): Promise<Binnacle>;
