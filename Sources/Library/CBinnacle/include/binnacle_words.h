// What the codes of binnacle.h mean, in English. Include it only where you want the texts: nothing else needs them.

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
    case BINNACLE_REASON_TOO_FEW_SAMPLES: return "there are too few samples";
    case BINNACLE_REASON_NOT_DETERMINED: return "the samples lie too near to a plane or to each other: turn it further";
    case BINNACLE_REASON_NOT_POSITIVE:
      return "the surface through the samples is no ellipsoid: another field was there";
    case BINNACLE_REASON_NOISE_EXCEEDS_CURVATURE:
      return "the noise is as large as what the turning shows: turn it further";
    case BINNACLE_REASON_RESIDUAL: return "the samples lie off the ellipsoid: another field was there";
    case BINNACLE_REASON_HELD_OUT: return "a sample that was kept aside does not fit";
    case BINNACLE_REASON_PREDICTED_ERROR: return "the expected heading error is too large: turn it about all axes";
    case BINNACLE_REASON_FIELD_STRENGTH:
      return "no place on Earth has a field of this strength: check the scale, go away from magnets";
    case BINNACLE_REASON_AXIS_RATIO: return "the axes differ too much: check the scale of each axis";
    case BINNACLE_REASON_SATURATED: return "samples are beyond the range of the sensor: go away from magnets";
    case BINNACLE_REASON_OUTLIERS: return "too many samples do not agree with the others";
    case BINNACLE_REASON_LOWERED: return "a smaller model was taken, because the tilt was small";
    case BINNACLE_REASON_NO_MOTION: return "the instrument did not move";
    case BINNACLE_REASON_STALE: return "the magnetometer gave no samples";
    case BINNACLE_REASON_BEYOND_RANGE: return "the field is beyond the range of the sensor: go away from magnets";
    case BINNACLE_REASON_REVIEW_EXPIRED: return "nobody accepted the result in time";
    case BINNACLE_REASON_NOT_STORED: return "the record was not stored";
    case BINNACLE_REASON_TRIED_ON_OLD: return "the deviation of the fit in the background";
    case BINNACLE_REASON_TRIED_ON_NEW: return "the deviation of the record in use, on the same samples";
    case BINNACLE_REASON_GYROSCOPE_AXES: return "the axes of magnetometer and gyroscope";
    case BINNACLE_REASON_FIELD_TURN: return "how far magnetometer and gyroscope are turned against each other";
    case BINNACLE_REASON_FIELD_TURNED_FAR:
      return "magnetometer and gyroscope are turned far against each other: check the mounting";
    case BINNACLE_REASON_GYROSCOPE_AXES_OF_FORCE: return "the axes of accelerometer and gyroscope";
    case BINNACLE_REASON_FORCE_TURN: return "how far accelerometer and gyroscope are turned against each other";
    case BINNACLE_REASON_FORCE_TURNED_FAR:
      return "accelerometer and gyroscope are turned far against each other: check the mounting";
    case BINNACLE_REASON_UNCALIBRATED: return "no calibration is in use";
    case BINNACLE_REASON_POOR_GRADE: return "the calibration in use is poor";
    case BINNACLE_REASON_STRENGTH_DEVIATES: return "the field is stronger or weaker than at the calibration";
    case BINNACLE_REASON_DIP_DEVIATES: return "the dip differs from that at the calibration";
    case BINNACLE_REASON_RESIDUAL_DEVIATES: return "the strength changes more in a turn than at the calibration";
    case BINNACLE_REASON_AGED: return "the calibration is old";
    case BINNACLE_REASON_TEMPERATURE_MOVED: return "it is warmer or colder than at the calibration";
    case BINNACLE_REASON_MAGNETISED: return "the sensor was magnetised";
    default: return "unknown reason";
  }
}

/** What a doubt means, for one bit of binnacle_reading.doubts: a constant text, never null. */
static inline const char *binnacle_doubt_words(uint32_t bit) {
  switch (bit) {
    case BINNACLE_DOUBT_UNCALIBRATED: return "no calibration is in use";
    case BINNACLE_DOUBT_TILT_UNKNOWN: return "there is no accelerometer: the tilt is not known";
    case BINNACLE_DOUBT_ACCELERATED: return "it is being accelerated, so the tilt is wrong";
    case BINNACLE_DOUBT_FREE_FALL: return "it is falling, so the tilt is not known";
    case BINNACLE_DOUBT_DISTURBED: return "another field is there: go away from iron and magnets";
    case BINNACLE_DOUBT_DIP: return "the dip is not that of this place";
    case BINNACLE_DOUBT_WEAK_HORIZONTAL_FIELD: return "the horizontal part of the field is weak";
    case BINNACLE_DOUBT_NEAR_POLE: return "a magnetic pole is near";
    case BINNACLE_DOUBT_NO_POSITION: return "the position is not known";
    case BINNACLE_DOUBT_NO_DATE: return "the date is not known";
    case BINNACLE_DOUBT_NO_MODEL: return "the world model does not cover this place or date";
    case BINNACLE_DOUBT_CLOCK_BACKWARDS: return "the clock stepped back";
    case BINNACLE_DOUBT_SATURATED: return "the field is beyond the range of the sensor";
    case BINNACLE_DOUBT_OUTDATED: return "the last sample of the field is old";
    case BINNACLE_DOUBT_STUCK: return "the magnetometer repeats one value";
    case BINNACLE_DOUBT_NO_FIELD: return "there is no sample of the field";
    case BINNACLE_DOUBT_FORCE_OUTDATED: return "the last sample of the accelerometer is old";
    case BINNACLE_DOUBT_FORCE_FAULT: return "the accelerometer does not answer or gives zeros";
    default: return "unknown doubt";
  }
}

/** Why a reading has no heading, for binnacle_reading.reason: a constant text, never null, empty where it has one. */
static inline const char *binnacle_unavailable_words(uint32_t reason) {
  switch (reason) {
    case BINNACLE_UNAVAILABLE_NONE: return "";
    case BINNACLE_UNAVAILABLE_SENSOR_FAULT: return "the magnetometer does not answer";
    case BINNACLE_UNAVAILABLE_OVERFLOW: return "the field is beyond the range of the sensor";
    case BINNACLE_UNAVAILABLE_NO_HORIZONTAL_FIELD: return "the field is vertical or zero";
    case BINNACLE_UNAVAILABLE_NO_SPECIFIC_FORCE: return "the accelerometer gives zeros, or it is falling";
    case BINNACLE_UNAVAILABLE_SENSOR_STARTING: return "no sample of the field has come yet";
    case BINNACLE_UNAVAILABLE_NO_FRESH_SAMPLE: return "the last sample of the field is too old";
    case BINNACLE_UNAVAILABLE_POINTS_VERTICALLY: return "the pointing axis is vertical";
    default: return "unknown reason";
  }
}

#endif
