// @ts-check
// The enumerations of the library. Made by Sources/Library/Maker/make.py from binnacle.h.

export const Axis = Object.freeze({ plusX: 0, minusX: 1, plusY: 2, minusY: 3, plusZ: 4, minusZ: 5, mostLevel: 6 });
export const Sensor = Object.freeze({ magnetometer: 0, accelerometer: 1 });
export const North = Object.freeze({ best: 0, magnetic: 1, true: 2 });
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
export const Zone = Object.freeze({ normal: 0, caution: 1, blackout: 2, unknown: 3 });
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
export const Model = Object.freeze({ none: 0, planar: 1, sphere: 2, axis: 3, ellipsoid: 4 });
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
  notLevel: 13,
  axesDisagree: 14,
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
export const Weight = Object.freeze({ note: 0, lowered: 1, refused: 2 });
export const MotionState = Object.freeze({ none: 0, starting: 1, fused: 2, stuck: 3 });
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
  axesWrong: 9,
});
export const PlaceState = Object.freeze({ unknown: 0, computing: 1, known: 2, refused: 3 });
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
