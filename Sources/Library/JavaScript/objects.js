// @ts-check
// The objects of binnacle.js: compass, calibration, motion, axis check. Types and units: binnacle.d.ts.

/** Codes of binnacle.h that are answers, not mistakes. */
export const NO_HEADING = -7;
export const NO_TRUE_NORTH = -8;
const NOTHING = -9;

/** Places for a reason, and bytes of a record. */
const REASONS = 15;
const GUIDE_REASONS = 6;
const RECORD = 216;

/** Bytes for arguments and results of one call. */
export const EXCHANGE = 512;

export const Axis = Object.freeze({ plusX: 0, minusX: 1, plusY: 2, minusY: 3, plusZ: 4, minusZ: 5, mostLevel: 6 });
export const Sensor = Object.freeze({ magnetometer: 0, accelerometer: 1 });
export const North = Object.freeze({ best: 0, magnetic: 1, true: 2 });
export const Mode = Object.freeze({ unavailable: 0, level: 1, tilted: 2 });
export const Source = Object.freeze({ compass: 0, gyroscope: 1, both: 2 });
export const Unavailable = Object.freeze({
  none: 0,
  sensorFault: 1,
  overflow: 2,
  noHorizontalField: 3,
  noSpecificForce: 4,
  sensorStarting: 7,
  noFreshSample: 8,
  pointsVertically: 9,
});
export const Grade = Object.freeze({ none: 0, poor: 1, fair: 2, good: 3 });
export const Disturbance = Object.freeze({ clear: 0, suspect: 1, disturbed: 2, recovering: 3 });
export const Cause = Object.freeze({
  undetermined: 0,
  steadyOffset: 1,
  movingMagnet: 2,
  saturation: 3,
  magnetisedSensor: 4,
  wrongHemisphere: 5,
});
export const State = Object.freeze({
  idle: 0,
  armed: 1,
  seeking: 2,
  collecting: 3,
  refining: 4,
  fitting: 5,
  verifying: 6,
  review: 7,
  committed: 8,
  monitor: 9,
  failed: 10,
});
export const Advice = Object.freeze({
  none: 0,
  move: 1,
  keepTurning: 2,
  enough: 3,
  goAway: 4,
  decide: 5,
  facePlusX: 16,
  faceMinusX: 17,
  facePlusY: 18,
  faceMinusY: 19,
  facePlusZ: 20,
  faceMinusZ: 21,
});
export const Model = Object.freeze({ none: 0, planar: 1, sphere: 2, axis: 3, ellipsoid: 4 });
export const ReasonCode = Object.freeze({
  tooFewSamples: 1,
  notDetermined: 2,
  notPositive: 3,
  noiseExceedsCurvature: 4,
  residual: 5,
  heldOut: 6,
  predictedError: 7,
  fieldStrength: 8,
  axisRatio: 9,
  saturated: 10,
  outliers: 11,
  lowered: 12,
  noMotion: 32,
  stale: 33,
  beyondRange: 34,
  reviewExpired: 35,
  notStored: 36,
  triedOnOld: 37,
  triedOnNew: 38,
  gyroscopeAxes: 39,
  fieldTurn: 40,
  fieldTurnedFar: 41,
  gyroscopeAxesOfForce: 42,
  forceTurn: 43,
  forceTurnedFar: 44,
  uncalibrated: 64,
  poorGrade: 65,
  strengthDeviates: 66,
  dipDeviates: 67,
  residualDeviates: 68,
  aged: 69,
  temperatureMoved: 70,
  magnetised: 71,
});
export const Weight = Object.freeze({
  note: 0,
  lowered: 1,
  refused: 2,
});
export const Unfused = Object.freeze({
  none: 0,
  noGyroscope: 1,
  off: 2,
  starting: 3,
  silent: 4,
  stuck: 5,
  noForce: 6,
  uncalibrated: 7,
  pointsVertically: 8,
});
export const Zone = Object.freeze({
  normal: 0,
  caution: 1,
  blackout: 2,
  unknown: 3,
});
export const PlaceState = Object.freeze({
  unknown: 0,
  computing: 1,
  known: 2,
  refused: 3,
});
export const Orientation = Object.freeze({
  portrait: 0,
  upsideDown: 1,
  landscapeLeft: 2,
  landscapeRight: 3,
  faceUp: 4,
  faceDown: 5,
  unknown: 6,
  auto: 7,
  autoFlat: 8,
});
export const MotionState = Object.freeze({ none: 0, starting: 1, fused: 2, stuck: 3 });
export const Pose = Object.freeze({
  noseDown: 0,
  noseUp: 1,
  rightSideDown: 2,
  leftSideDown: 3,
  level: 4,
  upsideDown: 5,
});
export const Axes = Object.freeze({
  certain: 0,
  tooFewPoses: 1,
  ambiguous: 2,
  notHeld: 3,
  dipTooSmall: 4,
  fieldVaries: 5,
  axisLost: 6,
});

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
function instant(microseconds) {
  if (typeof microseconds === "bigint") return BigInt.asUintN(64, microseconds);
  if (!(microseconds >= 0)) throw new RangeError(`a time must be 0 or more microseconds, and not ${microseconds}`);
  return BigInt(Math.floor(microseconds));
}

/** An object of the library in the module's memory. */
class Owned {
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

/** The reading of the last call. @param {import("./binnacle.js").Binnacle & any} owner */
function reading(owner) {
  const view = owner.view(88);
  /** @param {number} at */
  const word = (at) => view.getUint32(at, true);
  const mode = view.getUint8(58);
  const isSolved = view.getUint8(57) === 1;
  const accuracy = view.getUint16(52, true);
  return {
    timeMicroseconds: Number(view.getBigUint64(0, true)),
    headingQ32: view.getUint8(54) === 0 ? null : word(8),
    magneticQ32: view.getUint8(55) === 1 ? word(12) : null,
    trueQ32: view.getUint8(56) === 1 ? word(16) : null,
    dipQ32: isSolved ? view.getInt32(20, true) : null,
    rollQ32: isSolved && mode === 2 ? view.getInt32(24, true) : null,
    pitchQ32: isSolved && mode === 2 ? view.getInt32(28, true) : null,
    horizontalNanotesla: isSolved ? word(32) : null,
    fieldQ8Nanotesla: [view.getInt32(36, true), view.getInt32(40, true), view.getInt32(44, true)],
    doubts: word(48),
    accuracyDegrees: accuracy === 65535 ? null : accuracy / 100,
    reference: view.getUint8(54),
    mode,
    reason: view.getUint8(59),
    grade: view.getUint8(60),
    disturbance: view.getUint8(61),
    cause: view.getUint8(62),
    zone: view.getUint8(63),
    forceMicroG:
      view.getUint8(78) === 1 ? [view.getInt32(64, true), view.getInt32(68, true), view.getInt32(72, true)] : null,
    orientation: view.getUint8(76),
    event: view.getUint8(77),
    isDisplayFlat: view.getUint8(79) === 1,
    source: view.getUint8(80),
  };
}

/** The reasons at the places of a list. @param {Owned} object @param {string} name @param {number} count */
function reasons(object, name, count) {
  const found = [];
  for (let place = 0; place < count; place++) {
    const code = object.owner.exports[`binnacle_${name}`](object.at, place, object.owner.exchange);
    if (code === NOTHING) continue;
    object.owner.checked(code);
    found.push(reason(object.owner));
  }
  return found;
}

/** The reason of the last call. @param {import("./binnacle.js").Binnacle & any} owner */
function reason(owner) {
  const view = owner.view(16);
  return {
    code: view.getUint32(8, true),
    measured: view.getInt32(0, true),
    limit: view.getInt32(4, true),
    weight: view.getUint32(12, true),
  };
}

export class Compass extends Owned {
  /** @param {import("./binnacle.js").Binnacle & any} owner */
  constructor(owner) {
    super(owner, 688);
    this.call("compass_init", this.size);
  }

  /** @param {number} sensor @param {number} forward @param {number} right */
  setAxes(sensor, forward, right) {
    this.call("compass_set_axes", whole(sensor), whole(forward), whole(right));
  }

  /** @param {number} axis */
  setPointing(axis) {
    this.call("compass_set_pointing", whole(axis));
  }

  /** @param {import("./binnacle.js").Place} place */
  setPlace(place) {
    this.call("compass_set_place", this.owner.place(place));
  }

  forgetPlace() {
    this.call("compass_forget_place");
  }

  /** @param {number} reference */
  setReference(reference) {
    this.call("compass_set_reference", whole(reference));
  }

  /** @param {readonly number[] | null} coefficients */
  setDeviation(coefficients) {
    this.call("compass_set_deviation", coefficients ? this.owner.words(coefficients, 5) : 0);
  }

  /** @param {number} microseconds */
  setSmoothing(microseconds) {
    this.call("compass_set_smoothing", whole(microseconds));
  }

  /** @param {number} tenthsOfDegree */
  setLevelTolerance(tenthsOfDegree) {
    this.call("compass_set_level_tolerance", whole(tenthsOfDegree));
  }

  /** @param {number} microseconds */
  setSampleTimeout(microseconds) {
    this.call("compass_set_sample_timeout", whole(microseconds));
  }

  /** @param {number} orientation */
  setOrientation(orientation) {
    this.call("compass_set_orientation", whole(orientation));
  }

  /** @param {number} minimumChangeQ32 @param {number} heartbeat */
  setEventFilter(minimumChangeQ32, heartbeat = 0) {
    this.call("compass_set_event_filter", whole(minimumChangeQ32), whole(heartbeat));
  }

  /** @param {number} year @param {number} month @param {number} day */
  setDate(year, month, day) {
    this.call("compass_set_date", whole(year), whole(month), whole(day));
  }

  /** @param {number | null} celsius */
  setTemperature(celsius) {
    this.call("compass_set_temperature", celsius === null ? -32768 : whole(celsius * 8));
  }

  /** @param {number} chip */
  setChip(chip) {
    this.call("compass_set_chip", whole(chip));
  }

  forgetRecord() {
    this.call("compass_forget_record");
  }

  loseField() {
    this.call("compass_lose_field");
  }

  loseForce() {
    this.call("compass_lose_force");
  }

  restart() {
    this.call("compass_restart");
  }

  /** @param {Uint8Array} bytes */
  setRecord(bytes) {
    const part = bytes.subarray(0, EXCHANGE);
    this.owner.bytes(this.owner.exchange, part.length).set(part);
    this.call("compass_set_record", this.owner.exchange, part.length);
  }

  record() {
    this.call("compass_get_record", this.owner.exchange, RECORD);
    return this.owner.bytes(this.owner.exchange, RECORD).slice();
  }

  /** @param {readonly number[]} nanotesla @param {number | bigint} time @param {{saturated?: boolean, repeated?: boolean}} options */
  addField(nanotesla, time, { saturated = false, repeated = false } = {}) {
    this.call(
      "compass_add_field",
      this.owner.words(nanotesla, 3),
      instant(time),
      (saturated ? 1 : 0) + (repeated ? 2 : 0),
    );
  }

  /** @param {readonly number[]} microG @param {number | bigint} time @param {{saturated?: boolean}} options */
  addForce(microG, time, { saturated = false } = {}) {
    this.call("compass_add_force", this.owner.words(microG, 3), instant(time), saturated ? 1 : 0);
  }

  heading() {
    return this.owner.answer("binnacle_compass_heading", this.at);
  }

  trueHeading() {
    return this.owner.answer("binnacle_compass_true_heading", this.at);
  }

  /** @param {number | bigint} now */
  read(now) {
    this.call("compass_read", instant(now), this.owner.exchange);
    return reading(this.owner);
  }
}

export class Calibration extends Owned {
  /** @param {import("./binnacle.js").Binnacle & any} owner */
  constructor(owner) {
    super(owner, 1592);
    this.call("calibration_init", this.size);
  }

  /** @param {boolean} hasStore */
  setStore(hasStore) {
    this.call("calibration_set_store", hasStore ? 1 : 0);
  }

  /** @param {number | bigint} now @param {{sensor?: number, delayMilliseconds?: number, refits?: boolean}} options */
  start(now, { sensor = Sensor.magnetometer, delayMilliseconds = 0, refits = false } = {}) {
    this.call("calibration_start", whole(sensor), refits ? 1 : 0, whole(delayMilliseconds), instant(now));
  }

  /** @param {number | bigint} now */
  finish(now) {
    this.call("calibration_finish", instant(now));
  }

  /** @param {number | bigint} now */
  cancel(now) {
    this.call("calibration_cancel", instant(now));
  }

  /** @param {number | bigint} now */
  commit(now) {
    this.call("calibration_commit", instant(now));
  }

  /** @param {number | bigint} now */
  discard(now) {
    this.call("calibration_discard", instant(now));
  }

  /** @param {boolean} isStored @param {number | bigint} now */
  saved(isStored, now) {
    this.call("calibration_saved", isStored ? 1 : 0, instant(now));
  }

  /** @param {Compass} compass @param {number | bigint} now */
  step(compass, now) {
    return this.call("calibration_step", compass.at, instant(now)) === 1;
  }

  /** @param {number | bigint} now */
  progress(now) {
    this.call("calibration_progress", instant(now), this.owner.exchange);
    const view = this.owner.view(36);
    return {
      samples: view.getUint32(0, true),
      rejected: view.getUint32(4, true),
      millisecondsLeft: view.getUint32(8, true),
      state: view.getUint8(12),
      percent: view.getUint8(13),
      advice: view.getUint8(14),
      directions: view.getUint8(15),
      coverage: [16, 20, 24].map((at) => view.getUint32(at, true)),
      durationMilliseconds: view.getUint32(28, true),
      sensor: view.getUint8(32),
      hasCommitted: view.getUint8(33) === 1,
      waitsForStore: view.getUint8(34) === 1,
      isStored: view.getUint8(35) === 1,
    };
  }

  outcome() {
    this.call("calibration_outcome", this.owner.exchange);
    const view = this.owner.view(32);
    /** @param {number} at */
    const error = (at) => (view.getUint16(at, true) === 65535 ? null : view.getUint16(at, true) / 100);
    return {
      hardIronNanotesla: [0, 4, 8].map((at) => view.getInt32(at, true) / 256),
      fieldNanotesla: view.getUint32(12, true),
      samples: view.getUint32(16, true),
      typicalErrorDegrees: error(20),
      worstErrorDegrees: error(22),
      residualPercent: view.getUint16(24, true) / 1000,
      heldOutPercent: view.getUint16(26, true) / 1000,
      isAccepted: view.getUint8(28) === 1,
      model: view.getUint8(29),
      grade: view.getUint8(30),
      confidencePercent: view.getUint8(31),
    };
  }

  reasons() {
    return reasons(this, "calibration_reason", REASONS);
  }

  /** @param {Compass} compass @param {number | bigint} now */
  question(compass, now) {
    const code = this.owner.exports.binnacle_calibration_question(
      this.at,
      compass.at,
      instant(now),
      this.owner.exchange,
    );
    if (code === NOTHING) return null;
    this.owner.checked(code);
    return reason(this.owner);
  }

  /** @param {number} interval @param {boolean} asks */
  setQuestions(interval, asks = true) {
    this.call("calibration_set_questions", whole(interval), asks ? 1 : 0);
  }
}

export class Motion extends Owned {
  /** @param {import("./binnacle.js").Binnacle & any} owner @param {{field?: number, force?: number, rate?: number, zeroRateOffset?: number} | null} settings */
  constructor(owner, settings) {
    super(owner, 1048);
    this.call(
      "motion_init",
      this.size,
      settings
        ? owner.words(
            [
              settings.field ?? 600,
              settings.force ?? 0,
              settings.rate ?? 0,
              Math.round((settings.zeroRateOffset ?? 0) * 100),
            ],
            4,
          )
        : 0,
    );
  }

  /** @param {number} forward @param {number} right */
  setAxes(forward, right) {
    this.call("motion_set_axes", whole(forward), whole(right));
  }

  /** @param {boolean} usesField */
  useField(usesField) {
    this.call("motion_use_field", usesField ? 1 : 0);
  }

  /** @param {readonly number[]} q20 @param {number | bigint} time @param {{saturated?: boolean, repeated?: boolean}} options */
  addRate(q20, time, { saturated = false, repeated = false } = {}) {
    this.call("motion_add_rate", this.owner.words(q20, 3), instant(time), (saturated ? 1 : 0) + (repeated ? 2 : 0));
  }

  /** @param {boolean} usesGyroscope */
  useGyroscope(usesGyroscope) {
    this.call("motion_use_gyroscope", usesGyroscope ? 1 : 0);
  }

  lose() {
    this.call("motion_lose");
  }

  /** @param {Compass} compass */
  step(compass) {
    return this.call("motion_step", compass.at) === 1;
  }

  /** @param {Compass} compass @param {number | bigint} now */
  read(compass, now) {
    this.call("motion_read", compass.at, instant(now), this.owner.exchange);
    return reading(this.owner);
  }

  /** @param {Compass} compass @param {number | bigint} now */
  fused(compass, now) {
    this.call("motion_fused", compass.at, instant(now), this.owner.exchange);
    const view = this.owner.view(16);
    const accuracy = view.getUint16(8, true);
    return {
      magneticQ32: view.getUint8(11) === 1 ? view.getUint32(0, true) : null,
      trueQ32: view.getUint8(12) === 1 ? view.getUint32(4, true) : null,
      accuracyDegrees: accuracy === 65535 ? null : accuracy / 100,
      reason: view.getUint8(10),
      isFieldTurned: view.getUint8(13) === 1,
    };
  }

  estimate() {
    this.call("motion_get", this.owner.exchange);
    const view = this.owner.view(56);
    const isValid = view.getUint8(49) === 1;
    return {
      timeMicroseconds: Number(view.getBigUint64(0, true)),
      attitudeQ30: [8, 12, 16, 20].map((at) => view.getInt32(at, true)),
      headingQ32: isValid ? view.getUint32(24, true) : null,
      accuracyQ32: view.getUint32(28, true),
      turnQ20: view.getInt32(32, true),
      biasQ20: [36, 40, 44].map((at) => view.getInt32(at, true)),
      state: view.getUint8(48),
      isAtRest: view.getUint8(50) === 1,
    };
  }

  /** @param {Compass} compass */
  trueHeading(compass) {
    return this.owner.answer("binnacle_motion_true_heading", this.at, compass.at);
  }

  /** @param {number | bigint} now */
  isDead(now) {
    return this.call("motion_is_dead", instant(now)) === 1;
  }

  quality() {
    this.call("motion_get_quality", this.owner.exchange);
    const view = this.owner.view(32);
    return {
      biasDeviationQ20: view.getUint32(0, true),
      scaleQ24: view.getInt32(4, true),
      scaleDeviationQ24: view.getUint32(8, true),
      fieldDelayMicroseconds: view.getInt32(12, true),
      fieldDelayDeviationMicroseconds: view.getUint32(16, true),
      hardIronNanotesla: [20, 24, 28].map((at) => view.getInt32(at, true)),
    };
  }

  counts() {
    this.call("motion_get_counts", this.owner.exchange);
    const view = this.owner.view(12);
    const [missing, repeated, outOfOrder, late, saturated, restarts] = [0, 2, 4, 6, 8, 10].map((at) =>
      view.getUint16(at, true),
    );
    return { missing, repeated, outOfOrder, late, saturated, restarts };
  }
}

export class AxisCheck extends Owned {
  /** @param {import("./binnacle.js").Binnacle & any} owner */
  constructor(owner) {
    super(owner, 240);
    this.call("axis_check_init", this.size);
  }

  /** @param {number} pose @param {readonly number[]} nanotesla @param {readonly number[] | null} microG */
  add(pose, nanotesla, microG = null) {
    const place = this.owner.words([...nanotesla.slice(0, 3), ...(microG ?? [0, 0, 0])], 6);
    this.call("axis_check_add", whole(pose), place, microG ? place + 12 : 0);
  }

  accelerometer() {
    this.call("axis_check_accelerometer", this.owner.exchange);
    return this.finding(0);
  }

  /** With the accelerometer's axes where they are certain. @param {boolean} pointsDown */
  magnetometer(pointsDown = true) {
    this.call("axis_check_accelerometer", this.owner.exchange);
    this.call("axis_check_magnetometer", this.owner.exchange, pointsDown ? 1 : 0, this.owner.exchange + 16);
    return this.finding(16);
  }

  /** @param {number} at */
  finding(at) {
    const view = this.owner.view(at + 12);
    return {
      outcome: view.getUint8(at + 8),
      forward: view.getUint8(at + 9),
      right: view.getUint8(at + 10),
      isMirrored: view.getUint8(at + 11) === 1,
      disagreement: view.getInt32(at, true) / 1000,
      nextDisagreement: view.getInt32(at + 4, true) / 1000,
    };
  }
}

export class Guide extends Owned {
  /** @param {import("./binnacle.js").Binnacle & any} owner */
  constructor(owner) {
    super(owner, 1616);
    this.call("guide_init", this.size);
  }

  /** @param {Calibration} calibration @param {Compass} compass @param {Motion} motion @param {number | bigint} now */
  step(calibration, compass, motion, now) {
    return this.call("guide_step", calibration.at, compass.at, motion.at, instant(now)) === 1;
  }

  reasons() {
    return reasons(this, "guide_reason", GUIDE_REASONS);
  }
}

export class Locator extends Owned {
  /** @param {import("./binnacle.js").Binnacle & any} owner */
  constructor(owner) {
    super(owner, 440);
    this.call("locator_init", this.size);
  }

  /** @param {Compass} compass @param {import("./binnacle.js").Place | null} place */
  set(compass, place) {
    this.call("locator_set", compass.at, place ? this.owner.place(place) : 0);
  }

  /** @param {Compass} compass */
  step(compass) {
    return this.call("locator_step", compass.at) === 1;
  }

  state() {
    this.call("locator_get", this.owner.exchange);
    const view = this.owner.view(8);
    return { state: view.getUint8(4), error: view.getInt32(0, true), isExtrapolated: view.getUint8(5) === 1 };
  }
}
