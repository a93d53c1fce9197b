// What the codes of binnacle.h mean, in English. Include it only where you want the texts: nothing else needs them.
// Made by Sources/Library/Maker/make.py from binnacle.h and Protocols/reasons.json.

#ifndef BINNACLE_WORDS_H
#define BINNACLE_WORDS_H

#include "binnacle.h"

/** What a person can do next, for BINNACLE_ADVICE_: a constant text, never null, empty for BINNACLE_ADVICE_NONE. */
static inline const char *binnacle_advice_words(uint32_t advice) {
  switch (advice) {
    case BINNACLE_ADVICE_NONE: return "";
    case BINNACLE_ADVICE_MOVE: return "Turn the instrument.";
    case BINNACLE_ADVICE_KEEP_TURNING: return "Keep turning it about all its axes.";
    case BINNACLE_ADVICE_ENOUGH: return "This is enough: hold it still.";
    case BINNACLE_ADVICE_GO_AWAY: return "Go away from iron and magnets.";
    case BINNACLE_ADVICE_DECIDE: return "Accept the result, or discard it.";
    case BINNACLE_ADVICE_FACE_PLUS_X: return "Turn the +X face of the sensor to the field.";
    case BINNACLE_ADVICE_FACE_MINUS_X: return "Turn the -X face of the sensor to the field.";
    case BINNACLE_ADVICE_FACE_PLUS_Y: return "Turn the +Y face of the sensor to the field.";
    case BINNACLE_ADVICE_FACE_MINUS_Y: return "Turn the -Y face of the sensor to the field.";
    case BINNACLE_ADVICE_FACE_PLUS_Z: return "Turn the +Z face of the sensor to the field.";
    case BINNACLE_ADVICE_FACE_MINUS_Z: return "Turn the -Z face of the sensor to the field.";
    default: return "unknown advice";
  }
}

/** What a reason means, for binnacle_reason.code: a constant text, never null. */
static inline const char *binnacle_reason_words(uint32_t code) {
  switch (code) {
    case BINNACLE_REASON_TOO_FEW_SAMPLES: return "too few samples: turn it for longer";
    case BINNACLE_REASON_NOT_DETERMINED: return "the directions seen do not determine the model: turn it further";
    case BINNACLE_REASON_NOT_POSITIVE:
      return "the samples do not lie on an ellipsoid: turn it every way, away from steel";
    case BINNACLE_REASON_NOISE_EXCEEDS_CURVATURE:
      return "the scatter is as large as the curvature: keep away from motors and mains";
    case BINNACLE_REASON_RESIDUAL: return "the samples lie too far off the surface: calibrate elsewhere";
    case BINNACLE_REASON_HELD_OUT: return "samples that the fit did not see lie too far off it: calibrate anew";
    case BINNACLE_REASON_PREDICTED_ERROR: return "the heading may be too far off: turn it every way";
    case BINNACLE_REASON_FIELD_STRENGTH: return "the field is not the Earth's: keep away from steel and magnets";
    case BINNACLE_REASON_AXIS_RATIO:
      return "the longest axis is too long for the shortest: move iron away from the sensor";
    case BINNACLE_REASON_SATURATED: return "samples were beyond the sensor's range: move the magnet away";
    case BINNACLE_REASON_OUTLIERS: return "samples do not fit the others: keep magnets away, and calibrate anew";
    case BINNACLE_REASON_LOWERED: return "a smaller model was used: tilt it further for a full one";
    case BINNACLE_REASON_NOT_LEVEL:
      return "the axis that did not change is not the vertical one: turn it level, or set its mounting";
    case BINNACLE_REASON_AXES_DISAGREE:
      return "the axes of magnetometer and accelerometer disagree: correct the axes or signs of one of them";
    case BINNACLE_REASON_NO_MOTION: return "the instrument did not move: turn it";
    case BINNACLE_REASON_STALE: return "no sample came: check the sensor";
    case BINNACLE_REASON_BEYOND_RANGE: return "samples were beyond the sensor's range: move the magnet away";
    case BINNACLE_REASON_REVIEW_EXPIRED: return "nobody answered: calibrate again, and answer";
    case BINNACLE_REASON_NOT_STORED: return "the record could not be stored: store it again";
    case BINNACLE_REASON_TRIED_ON_OLD: return "a later fit was tried on the samples of the old one";
    case BINNACLE_REASON_TRIED_ON_NEW: return "a later fit was tried on new samples";
    case BINNACLE_REASON_GYROSCOPE_AXES: return "the axes of the magnetometer, as axes of the gyroscope";
    case BINNACLE_REASON_FIELD_TURN: return "how the magnetometer is turned against the gyroscope";
    case BINNACLE_REASON_FIELD_TURNED_FAR:
      return "the magnetometer is turned against the gyroscope: correct how it is mounted";
    case BINNACLE_REASON_GYROSCOPE_AXES_OF_FORCE: return "the axes of the accelerometer, as axes of the gyroscope";
    case BINNACLE_REASON_FORCE_TURN: return "how the accelerometer is turned against the gyroscope";
    case BINNACLE_REASON_FORCE_TURNED_FAR:
      return "the accelerometer is turned against the gyroscope: correct how it is mounted";
    case BINNACLE_REASON_UNCALIBRATED: return "the compass is not calibrated: calibrate it";
    case BINNACLE_REASON_POOR_GRADE: return "the calibration in use is poor: calibrate it";
    case BINNACLE_REASON_STRENGTH_DEVIATES: return "the field's strength is off: calibrate it";
    case BINNACLE_REASON_DIP_DEVIATES: return "the dip is off: calibrate it";
    case BINNACLE_REASON_RESIDUAL_DEVIATES: return "the field scatters: calibrate it";
    case BINNACLE_REASON_AGED: return "the calibration is old: calibrate it";
    case BINNACLE_REASON_TEMPERATURE_MOVED:
      return "the sensor is at another temperature than when it was calibrated: calibrate it";
    case BINNACLE_REASON_MAGNETISED: return "the sensor was magnetised: give it a set/reset pulse, then calibrate";
    default: return "unknown reason";
  }
}

/** What a doubt means, for one bit of binnacle_reading.doubts: a constant text, never null. */
static inline const char *binnacle_doubt_words(uint32_t bit) {
  switch (bit) {
    case BINNACLE_DOUBT_UNCALIBRATED: return "no calibration is in use";
    case BINNACLE_DOUBT_TILT_UNKNOWN: return "the tilt is not known: the instrument is assumed to be level";
    case BINNACLE_DOUBT_ACCELERATED: return "the specific force is not 1 g";
    case BINNACLE_DOUBT_FREE_FALL:
      return "there is almost no specific force: free fall, or the accelerometer gives zeros";
    case BINNACLE_DOUBT_DISTURBED: return "the field is disturbed";
    case BINNACLE_DOUBT_DIP: return "the dip is not what was expected";
    case BINNACLE_DOUBT_WEAK_HORIZONTAL_FIELD: return "the horizontal field is weak here";
    case BINNACLE_DOUBT_NEAR_POLE: return "a magnetic pole is too near for a compass";
    case BINNACLE_DOUBT_NO_POSITION: return "the position is not known";
    case BINNACLE_DOUBT_NO_DATE: return "the date is not known";
    case BINNACLE_DOUBT_NO_MODEL: return "the world model does not hold here and now";
    case BINNACLE_DOUBT_CLOCK_BACKWARDS: return "time ran backwards";
    case BINNACLE_DOUBT_SATURATED: return "an axis is beyond the sensor's range";
    case BINNACLE_DOUBT_OUTDATED: return "the sensor has given nothing new for too long";
    case BINNACLE_DOUBT_STUCK: return "the sensor gives the same counts again and again";
    case BINNACLE_DOUBT_NO_FIELD: return "the whole field is zero";
    case BINNACLE_DOUBT_FORCE_OUTDATED: return "the accelerometer's last sample is too old";
    case BINNACLE_DOUBT_FORCE_FAULT: return "the accelerometer has failed";
    case BINNACLE_DOUBT_NOT_EARTHS: return "the field is too weak or too strong to be the Earth's";
    default: return "unknown doubt";
  }
}

/** Why a reading has no heading, for binnacle_reading.reason: a constant text, never null, empty where it has one. */
static inline const char *binnacle_unavailable_words(uint32_t reason) {
  switch (reason) {
    case BINNACLE_UNAVAILABLE_NONE: return "";
    case BINNACLE_UNAVAILABLE_SENSOR_FAULT: return "the magnetometer does not answer";
    case BINNACLE_UNAVAILABLE_OVERFLOW: return "the field is beyond the sensor's range";
    case BINNACLE_UNAVAILABLE_NO_HORIZONTAL_FIELD: return "there is no horizontal field";
    case BINNACLE_UNAVAILABLE_NO_SPECIFIC_FORCE:
      return "there is no specific force: free fall, or the accelerometer gives zeros";
    case BINNACLE_UNAVAILABLE_SENSOR_STARTING: return "there is no sample of the field yet";
    case BINNACLE_UNAVAILABLE_NO_FRESH_SAMPLE: return "the magnetometer has given nothing new for too long";
    case BINNACLE_UNAVAILABLE_POINTS_VERTICALLY:
      return "the axis that points is within 4 degrees of the vertical, where it has no heading";
    default: return "unknown reason";
  }
}

#endif
