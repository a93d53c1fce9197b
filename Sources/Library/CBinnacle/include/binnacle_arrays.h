// The functions over arrays, for programs that analyse recordings (Sources/Library/Python).

/**
 * @file binnacle_arrays.h
 * @brief Many samples a call: angles, headings, readings, world model, calibration fits, motion.
 *
 * It is for hosts, and not part of the library for firmware. The numbers are those of binnacle.h, bit for bit. Arrays of vectors
 * have three numbers a row, without gaps. `count` is the number of rows; with 0 no pointer is used. Results must not overlap
 * with the arguments.
 *
 * A function that gets something it cannot use returns a negative code of binnacle.h. It never traps.
 */
#ifndef BINNACLE_ARRAYS_H
#define BINNACLE_ARRAYS_H

#include "binnacle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Row by row ------------------------------------------------------------------------------------------------------ */

/**
 * @brief The angle of each vector (x, y), from the x axis towards the y axis.
 * @param is_valid 1, or 0 for (0, 0), whose angle is then 0.
 */
binnacle_result binnacle_array_angles(
    size_t count, const int32_t *y, const int32_t *x, uint32_t *angles_q32_turns, uint8_t *is_valid);

/**
 * @brief binnacle_heading_from_counts() for each row.
 * @param is_valid 1, or 0 where there is no heading, which is then 0.
 */
binnacle_result binnacle_array_headings_from_counts(
    size_t count, const int16_t *field_counts, const int16_t *force_counts, uint32_t *headings_q32_turns,
    uint8_t *is_valid);

/**
 * @brief binnacle_solve() for each row.
 * @param force_micro_g null: the instrument is level.
 * @param status        0: no heading, and the solution is all zero; 1: no roll, because the forward axis is vertical or the
 *                      force is null; 2: all of it.
 */
binnacle_result binnacle_array_solve(
    size_t count, const int32_t *field_q8_nanotesla, const int32_t *force_micro_g, binnacle_solution *solutions,
    uint8_t *status);

/**
 * @brief Applies a record to each field: S (m - h) in sensor axes.
 * @param record       the bytes of a record.
 * @param nanotesla    each within 2^21; beyond it counts as that.
 * @param q8_nanotesla 1/256 nanotesla, rounded half up, saturating.
 * @return the defect of the record.
 */
binnacle_result binnacle_array_correct(
    size_t count, const uint8_t *record, size_t record_size_bytes, const int32_t *nanotesla, int32_t *q8_nanotesla);

/** A place and a day for the world model. */
typedef struct binnacle_moment {
  /** Geodetic, 2^-32 turns: -2^30 to 2^30. */
  int32_t latitude_q32_turns;
  int32_t longitude_q32_turns;
  /** Above the ellipsoid: -1000000 to 850000000. */
  int32_t height_millimetres;
  /** UTC. */
  int32_t days_since_2000;
} binnacle_moment;

/** The field of the Earth's core. */
typedef struct binnacle_world_field {
  /** North, east, down; 1/256 nanotesla. */
  int32_t field_q8_nanotesla[3];
  uint32_t horizontal_q8_nanotesla;
  uint32_t total_q8_nanotesla;
  /** From true to magnetic north, east positive; valid as `has_declination` says. */
  int32_t declination_q32_turns;
  /** Below the horizon positive. */
  int32_t dip_q32_turns;
  /** BINNACLE_OK, or which limit of the model the place breaks; all else is then 0. */
  binnacle_result result;
  /** 0 where the field is vertical. */
  uint32_t has_declination;
} binnacle_world_field;

/**
 * @brief The World Magnetic Model 2025 at each place and day.
 * @param extrapolates not 0: also days up to ten years outside the model.
 */
binnacle_result binnacle_array_world_fields(
    size_t count, const binnacle_moment *moments, int32_t extrapolates, binnacle_world_field *fields);

/* ---- One row after the other ----------------------------------------------------------------------------------------- */

/**
 * @brief The bare heading of each row by a compass, with its axes, its pointing axis and its record.
 * @param compass       its last samples are then those of the last row.
 * @param nanotesla     as binnacle_compass_add_field().
 * @param force_micro_g as binnacle_compass_add_force(); null: none.
 * @param is_valid      1, or 0 where there is no heading, which is then 0.
 */
binnacle_result binnacle_array_compass_headings(
    binnacle_compass *compass, size_t count, const int32_t *nanotesla, const int32_t *force_micro_g,
    uint32_t *headings_q32_turns, uint8_t *is_valid);

/**
 * @brief Gives each row to a compass and assesses it.
 * @param times_microseconds must not step back.
 * @param has_field          0 for a row without a sample of the field; null: each has one.
 * @param force_micro_g      null: none.
 * @param has_force          0 for a row without a sample of the force; null: each has one.
 */
binnacle_result binnacle_array_compass_readings(
    binnacle_compass *compass, size_t count, const uint64_t *times_microseconds, const int32_t *nanotesla,
    const uint8_t *has_field, const int32_t *force_micro_g, const uint8_t *has_force, binnacle_reading *readings);

/**
 * @brief Gives each row to a motion filter and the compass beside it: the rate, the force, the field.
 *
 * The work that is due is done after each row.
 * @param has_rate  0 for a row without a rate; null: each has one. The same for `has_force` and `has_field`.
 */
binnacle_result binnacle_array_motion_estimates(
    binnacle_motion *motion, binnacle_compass *compass, size_t count, const uint64_t *times_microseconds,
    const int32_t *rates_q20_radians_per_second, const uint8_t *has_rate, const int32_t *force_micro_g,
    const uint8_t *has_force, const int32_t *nanotesla, const uint8_t *has_field, binnacle_motion_estimate *estimates);

/* ---- Calibration fit of a whole recording ---------------------------------------------------------------------------- */

/** Limits of a fit, in the unit of the samples. */
typedef struct binnacle_fit_settings {
  /** A component of this magnitude or more is a limit of the sensor, not a measurement: 1 to 2^21. */
  int32_t sensor_range;
  /** Strengths that are accepted, 0 to 2^31 - 1; both 0: every strength. */
  int32_t lowest_strength;
  int32_t highest_strength;
  /** Not 0: every sample counts, and none is an outlier. */
  int32_t is_plain;
} binnacle_fit_settings;

/** A reason of a fit. */
typedef struct binnacle_fit_reason {
  /** The measured value and its limit, in the unit of the reason (Protocols/calibration/spec.md, section 6). */
  int32_t measured;
  int32_t limit;
  /** Whether this reason holds. */
  uint8_t holds;
  /** Whether the measured value is beyond the limit; if not, only a larger model was refused for this reason. */
  uint8_t is_own;
  uint8_t reserved[2];
} binnacle_fit_reason;

/** What a fit found. */
typedef struct binnacle_fit_result {
  /** h in 1/256 of the samples' unit. */
  int32_t centre_q8[3];
  /** S, row by row, 2^24 for 1. */
  int32_t soft_iron_q24[9];
  /** The length of a corrected sample, 1/256 of the samples' unit. */
  int32_t radius_q8;
  /** How many samples the fit used. */
  uint32_t samples;
  /** What `centre_q8` leaves out, 1/65536 of the samples' unit. */
  int8_t centre_remainder_q16[3];
  /** 0 none, 1 circle in a plane, 2 offset, 3 offset and gains, 4 ellipsoid. */
  uint8_t model;
  uint8_t is_accepted;
  /** 0 to 3 (best). */
  uint8_t grade;
  /** Degrees, 0 to 180. */
  uint8_t tilt_seen;
  /** Directions seen, of 96. */
  uint8_t directions_seen;
  /** The heading error to expect: root mean square and 95th percentile, 1/100 degree; 65535: not known. */
  uint16_t typical_error_centidegrees;
  uint16_t worst_error_centidegrees;
  /** The worst error of the ellipsoid before its alignment, whichever model is the result; 65535: there was none. */
  uint16_t largest_error_centidegrees;
  /** Root mean square of the distance from the surface, 1/1000 %: of the samples used, and of those held out. */
  uint16_t residual_millipercent;
  uint16_t held_out_millipercent;
  /** Of the samples that were looked at, those left out because they do not fit the others: 1/1000. */
  uint16_t left_out_permille;
  /** By bit: tooFewSamples, notDetermined, notPositive, noiseExceedsCurvature, residual, heldOut, predictedError, fieldStrength,
   *  axisRatio, saturated, outliers, lowered, notLevel, axesDisagree. */
  binnacle_fit_reason reasons[14];
} binnacle_fit_result;

/**
 * @brief Fits a calibration to a recording.
 * @param samples            sensor axes, in any unit.
 * @param force_micro_g      same axes, at rest or nearly; null: none.
 * @param times_microseconds must not step back; null: not known.
 * @return BINNACLE_OK also for a result that is not accepted; BINNACLE_ERROR_RANGE for more than 2^17 rows.
 */
binnacle_result binnacle_array_fit(
    size_t count, const int32_t *samples, const int32_t *force_micro_g, const uint64_t *times_microseconds,
    const binnacle_fit_settings *settings, binnacle_fit_result *result);

/** The rotation between two sensors. */
typedef struct binnacle_rotation {
  /** A matrix, row by row, 2^24 for 1. */
  int32_t matrix_q24[9];
} binnacle_rotation;

/**
 * @brief The rotation of the corrected field that makes its dip most nearly constant.
 * @param field corrected fields of any length but 0.
 * @param down  the direction of gravity for each of them, of any length but 0.
 * @return BINNACLE_ERROR_NOTHING for fewer than eight pairs; BINNACLE_ERROR_RANGE for more than 2,000.
 */
binnacle_result binnacle_array_align(
    size_t count, const int32_t *field, const int32_t *down, binnacle_rotation *rotation);

BINNACLE_CHECK_SIZE(binnacle_moment, 16);
BINNACLE_CHECK_SIZE(binnacle_world_field, 36);
BINNACLE_CHECK_SIZE(binnacle_fit_settings, 16);
BINNACLE_CHECK_SIZE(binnacle_fit_reason, 12);
BINNACLE_CHECK_SIZE(binnacle_fit_result, 244);
BINNACLE_CHECK_SIZE(binnacle_rotation, 36);

#ifdef __cplusplus
}
#endif

#endif
