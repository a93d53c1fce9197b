// The enumerations of the library. Made by Sources/Library/Maker/make.py from binnacle.h.

/** An axis of a sensor or of the body. */
export const Axis: {
  readonly plusX: 0;
  readonly minusX: 1;
  readonly plusY: 2;
  readonly minusY: 3;
  readonly plusZ: 4;
  readonly minusZ: 5;
  readonly mostLevel: 6;
};
/** A sensor. */
export const Sensor: { readonly magnetometer: 0; readonly accelerometer: 1 };
/** The reference north. */
export const North: { readonly best: 0; readonly magnetic: 1; readonly true: 2 };
/** How a display is held. */
export const Orientation: {
  readonly portrait: 0;
  readonly upsideDown: 1;
  readonly landscapeLeft: 2;
  readonly landscapeRight: 3;
  readonly faceUp: 4;
  readonly faceDown: 5;
  readonly unknown: 6;
  readonly auto: 7;
  readonly autoFlat: 8;
};
/** Whether a compass is usable at this place. */
export const Zone: { readonly normal: 0; readonly caution: 1; readonly blackout: 2; readonly unknown: 3 };
/** How a heading was found. */
export const Mode: { readonly unavailable: 0; readonly level: 1; readonly tilted: 2 };
/** Which sensors gave the heading of a reading. */
export const Source: { readonly compass: 0; readonly gyroscope: 1; readonly both: 2 };
/** Why a reading has no heading. */
export const Unavailable: {
  readonly none: 0;
  readonly sensorFault: 1;
  readonly overflow: 2;
  readonly noHorizontalField: 3;
  readonly noSpecificForce: 4;
  readonly sensorStarting: 7;
  readonly noFreshSample: 8;
  readonly pointsVertically: 9;
};
/** How good a heading is, by its accuracy; or a calibration, by its predicted worst error. */
export const Grade: { readonly none: 0; readonly poor: 1; readonly fair: 2; readonly good: 3 };
/** Whether the field is only that of the Earth. */
export const Disturbance: { readonly clear: 0; readonly suspect: 1; readonly disturbed: 2; readonly recovering: 3 };
/** The probable cause of a disturbance. */
export const Cause: {
  readonly undetermined: 0;
  readonly steadyOffset: 1;
  readonly movingMagnet: 2;
  readonly saturation: 3;
  readonly magnetisedSensor: 4;
  readonly wrongHemisphere: 5;
};
/** The state of a calibration. */
export const State: {
  readonly idle: 0;
  readonly armed: 1;
  readonly seeking: 2;
  readonly collecting: 3;
  readonly refining: 4;
  readonly fitting: 5;
  readonly verifying: 6;
  readonly review: 7;
  readonly committed: 8;
  readonly monitor: 9;
  readonly failed: 10;
};
/** What a calibration corrects. */
export const Model: {
  readonly none: 0;
  readonly planar: 1;
  readonly sphere: 2;
  readonly axis: 3;
  readonly ellipsoid: 4;
};
/** What the user should do next. */
export const Advice: {
  readonly none: 0;
  readonly move: 1;
  readonly keepTurning: 2;
  readonly enough: 3;
  readonly goAway: 4;
  readonly decide: 5;
  readonly facePlusX: 16;
  readonly faceMinusX: 17;
  readonly facePlusY: 18;
  readonly faceMinusY: 19;
  readonly facePlusZ: 20;
  readonly faceMinusZ: 21;
};
/** Why a result was refused, why a model with fewer parameters was used, or why a run ended. */
export const ReasonCode: {
  readonly tooFewSamples: 1;
  readonly notDetermined: 2;
  readonly notPositive: 3;
  readonly noiseExceedsCurvature: 4;
  readonly residual: 5;
  readonly heldOut: 6;
  readonly predictedError: 7;
  readonly fieldStrength: 8;
  readonly axisRatio: 9;
  readonly saturated: 10;
  readonly outliers: 11;
  readonly lowered: 12;
  readonly notLevel: 13;
  readonly axesDisagree: 14;
  readonly noMotion: 32;
  readonly stale: 33;
  readonly beyondRange: 34;
  readonly reviewExpired: 35;
  readonly notStored: 36;
  readonly triedOnOld: 37;
  readonly triedOnNew: 38;
  readonly gyroscopeAxes: 39;
  readonly fieldTurn: 40;
  readonly fieldTurnedFar: 41;
  readonly gyroscopeAxesOfForce: 42;
  readonly forceTurn: 43;
  readonly forceTurnedFar: 44;
  readonly uncalibrated: 64;
  readonly poorGrade: 65;
  readonly strengthDeviates: 66;
  readonly dipDeviates: 67;
  readonly residualDeviates: 68;
  readonly aged: 69;
  readonly temperatureMoved: 70;
  readonly magnetised: 71;
};
/** The effect of a reason. */
export const Weight: { readonly note: 0; readonly lowered: 1; readonly refused: 2 };
/** The state of a motion filter. */
export const MotionState: { readonly none: 0; readonly starting: 1; readonly fused: 2; readonly stuck: 3 };
/** Why there is no fused heading. */
export const Unfused: {
  readonly none: 0;
  readonly noGyroscope: 1;
  readonly off: 2;
  readonly starting: 3;
  readonly silent: 4;
  readonly stuck: 5;
  readonly noForce: 6;
  readonly uncalibrated: 7;
  readonly pointsVertically: 8;
  readonly axesWrong: 9;
};
/** The state of a locator. */
export const PlaceState: { readonly unknown: 0; readonly computing: 1; readonly known: 2; readonly refused: 3 };
/** The side of the instrument that points to the ground. */
export const Pose: {
  readonly noseDown: 0;
  readonly noseUp: 1;
  readonly rightSideDown: 2;
  readonly leftSideDown: 3;
  readonly level: 4;
  readonly upsideDown: 5;
};
/** Whether the axes are certain, or why not. */
export const Axes: {
  readonly certain: 0;
  readonly tooFewPoses: 1;
  readonly ambiguous: 2;
  readonly notHeld: 3;
  readonly dipTooSmall: 4;
  readonly fieldVaries: 5;
  readonly axisLost: 6;
};
