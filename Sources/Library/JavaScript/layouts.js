// @ts-check
// Numbers of the library, and its structures in memory. Made by Sources/Library/Maker/make.py from binnacle.h.

export const BINNACLE = Object.freeze({
  COMPASS_SIZE: 688,
  RECORD_SIZE: 216,
  CALIBRATION_SIZE: 1592,
  REASONS: 17,
  MOTION_SIZE: 1256,
  GUIDE_SIZE: 1616,
  GUIDE_REASONS: 6,
  LOCATOR_SIZE: 440,
  AXIS_CHECK_SIZE: 240,
  AXIS_POSES: 8,
  OK: 0,
  NEW_RECORD: 1,
  DEAD: 1,
  MORE_WORK: 1,
  UNCALIBRATED: 2,
  TOO_SOON: 3,
  ERROR_NULL: -1,
  ERROR_SIZE: -2,
  ERROR_ALIGNMENT: -3,
  ERROR_UNINITIALISED: -4,
  ERROR_RANGE: -5,
  ERROR_STATE: -6,
  ERROR_NO_HEADING: -7,
  ERROR_NO_TRUE_NORTH: -8,
  ERROR_NOTHING: -9,
  ERROR_WHOLE_DEGREES: -10,
  ERROR_LATITUDE: -17,
  ERROR_TOO_LOW: -18,
  ERROR_TOO_HIGH: -19,
  ERROR_BEFORE_MODEL: -20,
  ERROR_AFTER_MODEL: -21,
  ERROR_BEYOND_EXTRAPOLATION: -22,
  ERROR_RECORD_SHORT: -33,
  ERROR_RECORD_MAGIC: -34,
  ERROR_RECORD_VERSION: -35,
  ERROR_RECORD_LENGTH: -36,
  ERROR_RECORD_CHECKSUM: -37,
  ERROR_RECORD_FIELD: -38,
  SATURATED: 1,
  REPEATED: 2,
  EVENT_FIRST: 1,
  EVENT_MOVED: 2,
  EVENT_VALIDITY: 4,
  EVENT_GRADE: 8,
  EVENT_SOURCE: 16,
  EVENT_HEARTBEAT: 32,
  DOUBT_UNCALIBRATED: 1,
  DOUBT_TILT_UNKNOWN: 2,
  DOUBT_ACCELERATED: 4,
  DOUBT_FREE_FALL: 8,
  DOUBT_DISTURBED: 16,
  DOUBT_DIP: 32,
  DOUBT_WEAK_HORIZONTAL_FIELD: 64,
  DOUBT_NEAR_POLE: 128,
  DOUBT_NO_POSITION: 256,
  DOUBT_NO_DATE: 512,
  DOUBT_NO_MODEL: 1024,
  DOUBT_CLOCK_BACKWARDS: 2048,
  DOUBT_SATURATED: 4096,
  DOUBT_OUTDATED: 8192,
  DOUBT_STUCK: 16384,
  DOUBT_NO_FIELD: 32768,
  DOUBT_FORCE_OUTDATED: 65536,
  DOUBT_FORCE_FAULT: 131072,
  DOUBT_NOT_EARTHS: 262144,
  REFITS: 1,
});

/** Bytes of each structure. */
export const size = Object.freeze({
  solution: 20,
  place: 28,
  reading: 88,
  progress: 36,
  outcome: 32,
  reason: 16,
  motionSettings: 16,
  fused: 16,
  motionEstimate: 56,
  motionQuality: 32,
  motionCounts: 12,
  placeState: 8,
  axisFinding: 12,
});

/** Reads a structure. */
export const read = {
  /** @param {DataView} view @param {number} at */
  solution: (view, at = 0) => ({
    headingQ32Turns: view.getUint32(at, true),
    dipQ32Turns: view.getInt32(at + 4, true),
    rollQ32Turns: view.getInt32(at + 8, true),
    pitchQ32Turns: view.getInt32(at + 12, true),
    horizontalNanotesla: view.getUint32(at + 16, true),
  }),
  /** @param {DataView} view @param {number} at */
  reading: (view, at = 0) => ({
    timeMicroseconds: Number(view.getBigUint64(at, true)),
    headingQ32Turns: view.getUint32(at + 8, true),
    magneticQ32Turns: view.getUint32(at + 12, true),
    trueQ32Turns: view.getUint32(at + 16, true),
    dipQ32Turns: view.getInt32(at + 20, true),
    rollQ32Turns: view.getInt32(at + 24, true),
    pitchQ32Turns: view.getInt32(at + 28, true),
    horizontalNanotesla: view.getUint32(at + 32, true),
    fieldQ8Nanotesla: [view.getInt32(at + 36, true), view.getInt32(at + 40, true), view.getInt32(at + 44, true)],
    doubts: view.getUint32(at + 48, true),
    accuracyCentidegrees: view.getUint16(at + 52, true),
    reference: view.getUint8(at + 54),
    isMagneticValid: view.getUint8(at + 55),
    isTrueValid: view.getUint8(at + 56),
    isSolved: view.getUint8(at + 57),
    mode: view.getUint8(at + 58),
    reason: view.getUint8(at + 59),
    grade: view.getUint8(at + 60),
    disturbance: view.getUint8(at + 61),
    cause: view.getUint8(at + 62),
    zone: view.getUint8(at + 63),
    forceMicroG: [view.getInt32(at + 64, true), view.getInt32(at + 68, true), view.getInt32(at + 72, true)],
    orientation: view.getUint8(at + 76),
    event: view.getUint8(at + 77),
    hasForce: view.getUint8(at + 78),
    isDisplayFlat: view.getUint8(at + 79),
    source: view.getUint8(at + 80),
  }),
  /** @param {DataView} view @param {number} at */
  progress: (view, at = 0) => ({
    samples: view.getUint32(at, true),
    rejected: view.getUint32(at + 4, true),
    millisecondsLeft: view.getUint32(at + 8, true),
    state: view.getUint8(at + 12),
    percent: view.getUint8(at + 13),
    advice: view.getUint8(at + 14),
    directions: view.getUint8(at + 15),
    coverage: [view.getUint32(at + 16, true), view.getUint32(at + 20, true), view.getUint32(at + 24, true)],
    durationMilliseconds: view.getUint32(at + 28, true),
    sensor: view.getUint8(at + 32),
    hasCommitted: view.getUint8(at + 33),
    waitsForStore: view.getUint8(at + 34),
    isStored: view.getUint8(at + 35),
  }),
  /** @param {DataView} view @param {number} at */
  outcome: (view, at = 0) => ({
    hardIronQ8Nanotesla: [view.getInt32(at, true), view.getInt32(at + 4, true), view.getInt32(at + 8, true)],
    fieldNanotesla: view.getUint32(at + 12, true),
    samples: view.getUint32(at + 16, true),
    typicalErrorCentidegrees: view.getUint16(at + 20, true),
    worstErrorCentidegrees: view.getUint16(at + 22, true),
    residualMillipercent: view.getUint16(at + 24, true),
    heldOutMillipercent: view.getUint16(at + 26, true),
    isAccepted: view.getUint8(at + 28),
    model: view.getUint8(at + 29),
    grade: view.getUint8(at + 30),
    confidencePercent: view.getUint8(at + 31),
  }),
  /** @param {DataView} view @param {number} at */
  reason: (view, at = 0) => ({
    measured: view.getInt32(at, true),
    limit: view.getInt32(at + 4, true),
    code: view.getUint32(at + 8, true),
    weight: view.getUint32(at + 12, true),
  }),
  /** @param {DataView} view @param {number} at */
  fused: (view, at = 0) => ({
    magneticQ32Turns: view.getUint32(at, true),
    trueQ32Turns: view.getUint32(at + 4, true),
    accuracyCentidegrees: view.getUint16(at + 8, true),
    reason: view.getUint8(at + 10),
    isMagneticValid: view.getUint8(at + 11),
    isTrueValid: view.getUint8(at + 12),
    isFieldTurned: view.getUint8(at + 13),
  }),
  /** @param {DataView} view @param {number} at */
  motionEstimate: (view, at = 0) => ({
    timeMicroseconds: Number(view.getBigUint64(at, true)),
    attitudeQ30: [view.getInt32(at + 8, true), view.getInt32(at + 12, true), view.getInt32(at + 16, true), view.getInt32(at + 20, true)],
    headingQ32Turns: view.getUint32(at + 24, true),
    accuracyQ32Turns: view.getUint32(at + 28, true),
    turnQ20RadiansPerSecond: view.getInt32(at + 32, true),
    biasQ20RadiansPerSecond: [view.getInt32(at + 36, true), view.getInt32(at + 40, true), view.getInt32(at + 44, true)],
    state: view.getUint8(at + 48),
    isHeadingValid: view.getUint8(at + 49),
    isAtRest: view.getUint8(at + 50),
  }),
  /** @param {DataView} view @param {number} at */
  motionQuality: (view, at = 0) => ({
    biasDeviationQ20RadiansPerSecond: view.getUint32(at, true),
    scaleQ24: view.getInt32(at + 4, true),
    scaleDeviationQ24: view.getUint32(at + 8, true),
    fieldDelayMicroseconds: view.getInt32(at + 12, true),
    fieldDelayDeviationMicroseconds: view.getUint32(at + 16, true),
    hardIronNanotesla: [view.getInt32(at + 20, true), view.getInt32(at + 24, true), view.getInt32(at + 28, true)],
  }),
  /** @param {DataView} view @param {number} at */
  motionCounts: (view, at = 0) => ({
    missing: view.getUint16(at, true),
    repeated: view.getUint16(at + 2, true),
    outOfOrder: view.getUint16(at + 4, true),
    late: view.getUint16(at + 6, true),
    saturated: view.getUint16(at + 8, true),
    restarts: view.getUint16(at + 10, true),
  }),
  /** @param {DataView} view @param {number} at */
  placeState: (view, at = 0) => ({
    error: view.getInt32(at, true),
    state: view.getUint8(at + 4),
    isExtrapolated: view.getUint8(at + 5),
  }),
  /** @param {DataView} view @param {number} at */
  axisFinding: (view, at = 0) => ({
    disagreementPermille: view.getInt32(at, true),
    nextDisagreementPermille: view.getInt32(at + 4, true),
    outcome: view.getUint8(at + 8),
    forward: view.getUint8(at + 9),
    right: view.getUint8(at + 10),
    isMirrored: view.getUint8(at + 11),
  }),
};

/** Writes a structure. */
export const write = {
  /** @param {DataView} view @param {{latitudeE7Degrees: number, longitudeE7Degrees: number, heightMillimetres: number, year: number, month: number, day: number, extrapolates: number}} values */
  place: (view, values) => {
    view.setInt32(0, values.latitudeE7Degrees, true);
    view.setInt32(4, values.longitudeE7Degrees, true);
    view.setInt32(8, values.heightMillimetres, true);
    view.setInt32(12, values.year, true);
    view.setInt32(16, values.month, true);
    view.setInt32(20, values.day, true);
    view.setInt32(24, values.extrapolates, true);
  },
  /** @param {DataView} view @param {{fieldMicroseconds: number, forceMicroseconds: number, rateMicroseconds: number, zeroRateOffset: number}} values */
  motionSettings: (view, values) => {
    view.setInt32(0, values.fieldMicroseconds, true);
    view.setInt32(4, values.forceMicroseconds, true);
    view.setInt32(8, values.rateMicroseconds, true);
    view.setInt32(12, values.zeroRateOffset, true);
  },
};
