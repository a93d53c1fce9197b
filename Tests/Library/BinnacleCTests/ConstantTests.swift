// The constants of binnacle.h are the numbers of the Swift values.

import Binnacle
import CBinnacle
import Calibration
import FieldMonitor
import Heading
import Motion
import Testing

private func expectSame(_ constants: [Int], _ values: [UInt8]) { #expect(constants.map(UInt8.init) == values) }

@Test func constants_ofReadings_areTheNumbersOfTheValues() {
  expectSame(
    [BINNACLE_MODE_UNAVAILABLE, BINNACLE_MODE_LEVEL, BINNACLE_MODE_TILTED],
    [HeadingMode.unavailable, .level, .tilted].map(\.rawValue))
  expectSame(
    [BINNACLE_FROM_COMPASS, BINNACLE_FROM_GYROSCOPE, BINNACLE_FROM_BOTH],
    [ReadingSource.compass, .gyroscope, .both].map(\.rawValue))
  expectSame(
    [
      BINNACLE_UNAVAILABLE_NONE, BINNACLE_UNAVAILABLE_SENSOR_FAULT, BINNACLE_UNAVAILABLE_OVERFLOW,
      BINNACLE_UNAVAILABLE_NO_HORIZONTAL_FIELD, BINNACLE_UNAVAILABLE_NO_SPECIFIC_FORCE,
      BINNACLE_UNAVAILABLE_SENSOR_STARTING, BINNACLE_UNAVAILABLE_NO_FRESH_SAMPLE,
      BINNACLE_UNAVAILABLE_POINTS_VERTICALLY,
    ],
    [
      UnavailableReason.none, .sensorFault, .overflow, .noHorizontalField, .noSpecificForce, .sensorStarting,
      .noFreshSample, .pointsVertically,
    ].map(\.rawValue))
  expectSame(
    [
      BINNACLE_DISTURBANCE_CLEAR, BINNACLE_DISTURBANCE_SUSPECT, BINNACLE_DISTURBANCE_DISTURBED,
      BINNACLE_DISTURBANCE_RECOVERING,
    ], [DisturbanceState.clear, .suspect, .disturbed, .recovering].map(\.rawValue))
  expectSame(
    [
      BINNACLE_CAUSE_UNDETERMINED, BINNACLE_CAUSE_STEADY_OFFSET, BINNACLE_CAUSE_MOVING_MAGNET,
      BINNACLE_CAUSE_SATURATION,
      BINNACLE_CAUSE_MAGNETISED_SENSOR, BINNACLE_CAUSE_WRONG_HEMISPHERE,
    ],
    [DisturbanceCause.undetermined, .steadyOffset, .movingMagnet, .saturation, .magnetisedSensor, .wrongHemisphere]
      .map(\.rawValue))
}

@Test func constants_ofFusionPlaceAndDisplay_areTheNumbersOfTheValues() {
  expectSame(
    [
      BINNACLE_UNFUSED_NONE, BINNACLE_UNFUSED_NO_GYROSCOPE, BINNACLE_UNFUSED_OFF, BINNACLE_UNFUSED_STARTING,
      BINNACLE_UNFUSED_SILENT, BINNACLE_UNFUSED_STUCK, BINNACLE_UNFUSED_NO_FORCE, BINNACLE_UNFUSED_UNCALIBRATED,
      BINNACLE_UNFUSED_POINTS_VERTICALLY, BINNACLE_UNFUSED_AXES_WRONG,
    ],
    [
      UnfusedReason.none, .noGyroscope, .off, .starting, .silent, .stuck, .noForce, .uncalibrated, .pointsVertically,
      .axesWrong,
    ].map(\.rawValue))
  expectSame(
    [BINNACLE_ZONE_NORMAL, BINNACLE_ZONE_CAUTION, BINNACLE_ZONE_BLACKOUT],
    [GeomagneticField.Zone.normal, .caution, .blackout].map(\.rawValue))
  expectSame(
    [BINNACLE_PLACE_UNKNOWN, BINNACLE_PLACE_COMPUTING, BINNACLE_PLACE_KNOWN, BINNACLE_PLACE_REFUSED],
    [CompassPlace.State.unknown, .computing, .known, .refused].map(\.rawValue))
  expectSame(
    [
      BINNACLE_PORTRAIT, BINNACLE_UPSIDE_DOWN, BINNACLE_LANDSCAPE_LEFT, BINNACLE_LANDSCAPE_RIGHT, BINNACLE_FACE_UP,
      BINNACLE_FACE_DOWN, BINNACLE_ORIENTATION_UNKNOWN,
    ],
    [
      DisplayOrientation.portrait, .upsideDown, .landscapeLeft, .landscapeRight, .faceUp, .faceDown, .unknown,
    ].map(\.rawValue))
  expectSame(
    [
      BINNACLE_EVENT_FIRST, BINNACLE_EVENT_MOVED, BINNACLE_EVENT_VALIDITY, BINNACLE_EVENT_GRADE, BINNACLE_EVENT_SOURCE,
      BINNACLE_EVENT_HEARTBEAT,
    ], [HeadingEvent.first, .moved, .validity, .grade, .source, .heartbeat].map(\.rawValue))
}

@Test func constants_ofCalibrations_areTheNumbersOfTheValues() {
  expectSame(
    [
      BINNACLE_IDLE, BINNACLE_ARMED, BINNACLE_SEEKING, BINNACLE_COLLECTING, BINNACLE_REFINING, BINNACLE_FITTING,
      BINNACLE_VERIFYING, BINNACLE_REVIEW, BINNACLE_COMMITTED, BINNACLE_MONITOR, BINNACLE_FAILED,
    ],
    [
      CalibrationState.idle, .armed, .seeking, .collecting, .refining, .fitting, .verifying, .review, .committed,
      .monitor,
      .failed,
    ].map(\.rawValue))
  expectSame(
    [
      BINNACLE_MODEL_NONE, BINNACLE_MODEL_PLANAR, BINNACLE_MODEL_SPHERE, BINNACLE_MODEL_AXIS, BINNACLE_MODEL_ELLIPSOID,
    ], [ModelOrder.none, .planar, .sphere, .axisAligned, .ellipsoid].map(\.rawValue))
  // The fit's reasons are bits, and their codes count from 1.
  let bits: [FitReasons] = [
    .tooFewSamples, .notDetermined, .notPositive, .noiseExceedsCurvature, .residual, .heldOut, .predictedError,
    .fieldStrength, .axisRatio, .saturated, .outliers, .lowered,
  ]
  expectSame(
    [
      BINNACLE_REASON_TOO_FEW_SAMPLES, BINNACLE_REASON_NOT_DETERMINED, BINNACLE_REASON_NOT_POSITIVE,
      BINNACLE_REASON_NOISE_EXCEEDS_CURVATURE, BINNACLE_REASON_RESIDUAL, BINNACLE_REASON_HELD_OUT,
      BINNACLE_REASON_PREDICTED_ERROR, BINNACLE_REASON_FIELD_STRENGTH, BINNACLE_REASON_AXIS_RATIO,
      BINNACLE_REASON_SATURATED, BINNACLE_REASON_OUTLIERS, BINNACLE_REASON_LOWERED,
    ], bits.map { UInt8($0.rawValue.trailingZeroBitCount + 1) })
  expectSame(
    [
      BINNACLE_REASON_NO_MOTION, BINNACLE_REASON_STALE, BINNACLE_REASON_BEYOND_RANGE, BINNACLE_REASON_REVIEW_EXPIRED,
      BINNACLE_REASON_NOT_STORED, BINNACLE_REASON_TRIED_ON_OLD, BINNACLE_REASON_TRIED_ON_NEW,
      BINNACLE_REASON_GYROSCOPE_AXES, BINNACLE_REASON_FIELD_TURN, BINNACLE_REASON_FIELD_TURNED_FAR,
      BINNACLE_REASON_GYROSCOPE_AXES_OF_FORCE, BINNACLE_REASON_FORCE_TURN, BINNACLE_REASON_FORCE_TURNED_FAR,
      BINNACLE_REASON_UNCALIBRATED, BINNACLE_REASON_POOR_GRADE, BINNACLE_REASON_STRENGTH_DEVIATES,
      BINNACLE_REASON_DIP_DEVIATES, BINNACLE_REASON_RESIDUAL_DEVIATES, BINNACLE_REASON_AGED,
      BINNACLE_REASON_TEMPERATURE_MOVED, BINNACLE_REASON_MAGNETISED,
    ],
    [
      CalibrationReason.Code.noMotion, .stale, .beyondRange, .reviewExpired, .notStored, .triedOnOld, .triedOnNew,
      .gyroscopeAxes, .fieldTurn, .fieldTurnedFar, .gyroscopeAxesOfForce, .forceTurn, .forceTurnedFar, .uncalibrated,
      .poorGrade, .strengthDeviates, .dipDeviates, .residualDeviates, .aged, .temperatureMoved, .magnetised,
    ].map(\.rawValue))
  expectSame(
    [BINNACLE_WEIGHT_NOTE, BINNACLE_WEIGHT_LOWERED, BINNACLE_WEIGHT_REFUSED],
    [ReasonWeight.note, .lowered, .refused].map(\.rawValue))
}

@Test func constants_ofAxisChecks_areTheNumbersOfTheValues() {
  expectSame(
    [
      BINNACLE_POSE_NOSE_DOWN, BINNACLE_POSE_NOSE_UP, BINNACLE_POSE_RIGHT_SIDE_DOWN, BINNACLE_POSE_LEFT_SIDE_DOWN,
      BINNACLE_POSE_LEVEL, BINNACLE_POSE_UPSIDE_DOWN,
    ], [AxisPose.noseDown, .noseUp, .rightSideDown, .leftSideDown, .level, .upsideDown].map(\.rawValue))
  expectSame(
    [
      BINNACLE_AXES_CERTAIN, BINNACLE_AXES_TOO_FEW_POSES, BINNACLE_AXES_AMBIGUOUS, BINNACLE_AXES_NOT_HELD,
      BINNACLE_AXES_DIP_TOO_SMALL, BINNACLE_AXES_FIELD_VARIES, BINNACLE_AXES_AXIS_LOST,
    ],
    [AxisFinding.Outcome.certain, .tooFewPoses, .ambiguous, .notHeld, .dipTooSmall, .fieldVaries, .axisLost]
      .map(\.rawValue))
}
