// @ts-check
// The objects of binnacle.js: compass, calibration, motion, axis check. Types and units: binnacle.d.ts.

import { Sensor } from "./codes.js";
import { BINNACLE, read, size, write } from "./layouts.js";
import { EXCHANGE, Owned, flags, instant, known, reading, reason, reasons, valid, whole } from "./owned.js";

export class Compass extends Owned {
  /** @param {import("./binnacle.js").Binnacle & any} owner */
  constructor(owner) {
    super(owner, BINNACLE.COMPASS_SIZE);
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

  /** @param {Uint8Array} bytes @returns {boolean} */
  setRecord(bytes) {
    const part = bytes.subarray(0, EXCHANGE);
    this.owner.bytes(this.owner.exchange, part.length).set(part);
    return this.call("compass_set_record", this.owner.exchange, part.length) !== BINNACLE.UNCALIBRATED;
  }

  record() {
    this.call("compass_get_record", this.owner.exchange, BINNACLE.RECORD_SIZE);
    return this.owner.bytes(this.owner.exchange, BINNACLE.RECORD_SIZE).slice();
  }

  /** @param {readonly number[]} nanotesla @param {number | bigint} time @param {{saturated?: boolean, repeated?: boolean}} options */
  addField(nanotesla, time, options = {}) {
    this.call("compass_add_field", this.owner.words(nanotesla, 3), instant(time), flags(options));
  }

  /** @param {readonly number[]} microG @param {number | bigint} time @param {{saturated?: boolean}} options */
  addForce(microG, time, { saturated = false } = {}) {
    this.call("compass_add_force", this.owner.words(microG, 3), instant(time), flags({ saturated }));
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
    super(owner, BINNACLE.CALIBRATION_SIZE);
    this.call("calibration_init", this.size);
  }

  /** @param {boolean} hasStore */
  setStore(hasStore) {
    this.call("calibration_set_store", hasStore ? 1 : 0);
  }

  /** @param {number | bigint} now @param {{sensor?: number, delayMilliseconds?: number, refits?: boolean}} options */
  start(now, { sensor = Sensor.magnetometer, delayMilliseconds = 0, refits = false } = {}) {
    this.call("calibration_start", whole(sensor), refits ? BINNACLE.REFITS : 0, whole(delayMilliseconds), instant(now));
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
    return this.call("calibration_step", compass.at, instant(now)) === BINNACLE.NEW_RECORD;
  }

  /** @param {number | bigint} now */
  progress(now) {
    this.call("calibration_progress", instant(now), this.owner.exchange);
    const found = read.progress(this.owner.view(size.progress));
    return {
      ...found,
      hasCommitted: found.hasCommitted === 1,
      waitsForStore: found.waitsForStore === 1,
      isStored: found.isStored === 1,
    };
  }

  outcome() {
    this.call("calibration_outcome", this.owner.exchange);
    const found = read.outcome(this.owner.view(size.outcome));
    return {
      hardIronNanotesla: found.hardIronQ8Nanotesla.map((value) => value / 256),
      fieldNanotesla: found.fieldNanotesla,
      samples: found.samples,
      typicalErrorDegrees: known(found.typicalErrorCentidegrees),
      worstErrorDegrees: known(found.worstErrorCentidegrees),
      residualPercent: found.residualMillipercent / 1000,
      heldOutPercent: found.heldOutMillipercent / 1000,
      isAccepted: found.isAccepted === 1,
      model: found.model,
      grade: found.grade,
      confidencePercent: found.confidencePercent,
    };
  }

  reasons() {
    return reasons(this, "calibration_reason", BINNACLE.REASONS);
  }

  /** @param {Compass} compass @param {number | bigint} now */
  question(compass, now) {
    const code = this.owner.exports.binnacle_calibration_question(
      this.at,
      compass.at,
      instant(now),
      this.owner.exchange,
    );
    if (code === BINNACLE.ERROR_NOTHING) return null;
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
    super(owner, BINNACLE.MOTION_SIZE);
    if (settings) {
      const { field = 600, force = 0, rate = 0, zeroRateOffset = 0 } = settings;
      write.motionSettings(owner.view(size.motionSettings), {
        fieldMicroseconds: whole(field),
        forceMicroseconds: whole(force),
        rateMicroseconds: whole(rate),
        zeroRateOffset: whole(zeroRateOffset * 100),
      });
    }
    this.call("motion_init", this.size, settings ? owner.exchange : 0);
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
  addRate(q20, time, options = {}) {
    this.call("motion_add_rate", this.owner.words(q20, 3), instant(time), flags(options));
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
    return this.call("motion_step", compass.at) === BINNACLE.MORE_WORK;
  }

  /** @param {Compass} compass @param {number | bigint} now */
  read(compass, now) {
    this.call("motion_read", compass.at, instant(now), this.owner.exchange);
    return reading(this.owner);
  }

  /** @param {Compass} compass @param {number | bigint} now */
  fused(compass, now) {
    this.call("motion_fused", compass.at, instant(now), this.owner.exchange);
    const found = read.fused(this.owner.view(size.fused));
    return {
      magneticQ32: valid(found.isMagneticValid, found.magneticQ32Turns),
      trueQ32: valid(found.isTrueValid, found.trueQ32Turns),
      accuracyDegrees: known(found.accuracyCentidegrees),
      reason: found.reason,
      isFieldTurned: found.isFieldTurned === 1,
    };
  }

  estimate() {
    this.call("motion_get", this.owner.exchange);
    const found = read.motionEstimate(this.owner.view(size.motionEstimate));
    return {
      timeMicroseconds: found.timeMicroseconds,
      attitudeQ30: found.attitudeQ30,
      headingQ32: valid(found.isHeadingValid, found.headingQ32Turns),
      accuracyQ32: found.accuracyQ32Turns,
      turnQ20: found.turnQ20RadiansPerSecond,
      biasQ20: found.biasQ20RadiansPerSecond,
      state: found.state,
      isAtRest: found.isAtRest === 1,
    };
  }

  /** @param {Compass} compass */
  trueHeading(compass) {
    return this.owner.answer("binnacle_motion_true_heading", this.at, compass.at);
  }

  /** @param {number | bigint} now */
  isDead(now) {
    return this.call("motion_is_dead", instant(now)) === BINNACLE.DEAD;
  }

  quality() {
    this.call("motion_get_quality", this.owner.exchange);
    const { biasDeviationQ20RadiansPerSecond, ...found } = read.motionQuality(this.owner.view(size.motionQuality));
    return { biasDeviationQ20: biasDeviationQ20RadiansPerSecond, ...found };
  }

  counts() {
    this.call("motion_get_counts", this.owner.exchange);
    return read.motionCounts(this.owner.view(size.motionCounts));
  }
}

export class AxisCheck extends Owned {
  /** @param {import("./binnacle.js").Binnacle & any} owner */
  constructor(owner) {
    super(owner, BINNACLE.AXIS_CHECK_SIZE);
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
    const found = read.axisFinding(this.owner.view(at + size.axisFinding), at);
    return {
      outcome: found.outcome,
      forward: found.forward,
      right: found.right,
      isMirrored: found.isMirrored === 1,
      disagreement: found.disagreementPermille / 1000,
      nextDisagreement: found.nextDisagreementPermille / 1000,
    };
  }
}

export class Guide extends Owned {
  /** @param {import("./binnacle.js").Binnacle & any} owner */
  constructor(owner) {
    super(owner, BINNACLE.GUIDE_SIZE);
    this.call("guide_init", this.size);
  }

  /** @param {Calibration} calibration @param {Compass} compass @param {Motion} motion @param {number | bigint} now */
  step(calibration, compass, motion, now) {
    return this.call("guide_step", calibration.at, compass.at, motion.at, instant(now)) === BINNACLE.NEW_RECORD;
  }

  reasons() {
    return reasons(this, "guide_reason", BINNACLE.GUIDE_REASONS);
  }
}

export class Locator extends Owned {
  /** @param {import("./binnacle.js").Binnacle & any} owner */
  constructor(owner) {
    super(owner, BINNACLE.LOCATOR_SIZE);
    this.call("locator_init", this.size);
  }

  /** @param {Compass} compass @param {import("./binnacle.js").Place | null} place */
  set(compass, place) {
    this.call("locator_set", compass.at, place ? this.owner.place(place) : 0);
  }

  /** @param {Compass} compass */
  step(compass) {
    return this.call("locator_step", compass.at) === BINNACLE.MORE_WORK;
  }

  state() {
    this.call("locator_get", this.owner.exchange);
    const found = read.placeState(this.owner.view(size.placeState));
    return { ...found, isExtrapolated: found.isExtrapolated === 1 };
  }
}
