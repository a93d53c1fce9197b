// The library for C and C++: one header.

/**
 * @file binnacle.h
 * @brief A compass in integer arithmetic: heading, accuracy, calibration, true north, gyroscope.
 *
 * You can call every function from any C or C++ program, with or without an operating system. The library allocates no
 * memory, uses no floating-point numbers and reads no clock. Times are microseconds of a clock of yours, which must not
 * step back. Do not call a function in an interrupt while another call may be working on the same object.
 *
 * The unit of angles with `q32_turns` in their name is 2^-32 turns: a whole turn is 2^32, so they wrap around
 * automatically. Divide by 11930464.7 for degrees, or use binnacle_centidegrees().
 *
 * Body axes are forward, right and down of the instrument. Field and force are vectors of three numbers: x, y, z of the
 * sensor. The library rotates them into body axes, as you set with binnacle_compass_set_axes().
 *
 * If an argument is invalid, a function returns a negative code and changes nothing. It never traps. If the memory of
 * an object was overwritten, the results are wrong numbers, or BINNACLE_ERROR_UNINITIALISED if the function cannot
 * continue.
 *
 * A whole compass. A test compiles and runs these lines. You write the functions without `binnacle_` in their names.
 * @code
 * static binnacle_compass compass;
 * static binnacle_calibration calibration;
 * static uint8_t record[BINNACLE_RECORD_SIZE];
 *
 * void start(uint64_t now) {
 *   binnacle_compass_init(&compass, sizeof compass);
 *   binnacle_calibration_init(&calibration, sizeof calibration);
 *   binnacle_compass_set_axes(&compass, BINNACLE_MAGNETOMETER, BINNACLE_PLUS_X, BINNACLE_MINUS_Y);  // Y left, Z up
 *   binnacle_compass_set_axes(&compass, BINNACLE_ACCELEROMETER, BINNACLE_PLUS_X, BINNACLE_MINUS_Y);
 *   if (!load(record) || binnacle_compass_set_record(&compass, record, sizeof record) != BINNACLE_OK)
 *     binnacle_calibration_start(&calibration, BINNACLE_MAGNETOMETER, 0, 0, now);
 * }
 *
 * void loop(uint64_t now) {
 *   int32_t field[3], force[3];
 *   binnacle_reading reading;
 *   binnacle_progress progress;
 *   if (sample(field, force)) {
 *     binnacle_compass_add_force(&compass, force, now, 0);
 *     binnacle_compass_add_field(&compass, field, now, 0);
 *     binnacle_compass_read(&compass, now, &reading);
 *     show(&reading);
 *   }
 *   if (binnacle_calibration_step(&calibration, &compass, now) == BINNACLE_NEW_RECORD) {
 *     binnacle_compass_get_record(&compass, record, sizeof record);
 *     binnacle_calibration_saved(&calibration, store(record), now);
 *   }
 *   binnacle_calibration_progress(&calibration, now, &progress);
 *   if (progress.state == BINNACLE_REVIEW) binnacle_calibration_commit(&calibration, now);
 *   if (progress.state == BINNACLE_FAILED)  // it lay still, or another field was there: begin again
 *     binnacle_calibration_start(&calibration, BINNACLE_MAGNETOMETER, 0, 0, now);
 * }
 * @endcode
 *
 * The other examples are lines inside a function. In them `compass`, `calibration` and so on are static objects, `now`
 * is the time of your clock, and `zurich` is the place in the example of binnacle_declination(). The comment after a
 * line that prints shows the output. A test compiles and runs these examples, too.
 */
#ifndef BINNACLE_H
#define BINNACLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Version of header and library; binnacle_version() returns that of the library. */
#define BINNACLE_VERSION "0.1.0"

/** 0 or more: success. Below 0: an error; binnacle_strerror() returns its meaning. */
typedef int32_t binnacle_result;

/** Results. binnacle_strerror() returns the words above each code. */
enum {
  /** Success. */
  BINNACLE_OK = 0,
  /** binnacle_calibration_step(): a new record is in use and waits to be stored. */
  BINNACLE_NEW_RECORD = 1,
  /** binnacle_motion_is_dead(): the gyroscope gives no rates. */
  BINNACLE_DEAD = 1,
  /** binnacle_motion_step(), binnacle_locator_step(): call it again, there is more work. */
  BINNACLE_MORE_WORK = 1,
  /** binnacle_compass_set_record(), binnacle_compass_get_record(): done, but the record has no calibration of the magnetometer:
   *  start one. */
  BINNACLE_UNCALIBRATED = 2,
  /** binnacle_compass_add_field(): the sample is used, but came less than 250 microseconds after the one before: are the times
   *  in milliseconds? */
  BINNACLE_TOO_SOON = 3,

  /** A pointer is null. */
  BINNACLE_ERROR_NULL = -1,
  /** The size does not match this version of the library. */
  BINNACLE_ERROR_SIZE = -2,
  /** A pointer is not aligned for its type. */
  BINNACLE_ERROR_ALIGNMENT = -3,
  /** The object was not initialised, has another type, or was overwritten. */
  BINNACLE_ERROR_UNINITIALISED = -4,
  /** A number is outside its range. */
  BINNACLE_ERROR_RANGE = -5,
  /** The object is in a state that does not allow this command. */
  BINNACLE_ERROR_STATE = -6,
  /** There is no heading: there is no sample yet, the field is vertical or zero, or a sensor is lost. */
  BINNACLE_ERROR_NO_HEADING = -7,
  /** True north is not known: no place was set, or it has no declination. */
  BINNACLE_ERROR_NO_TRUE_NORTH = -8,
  /** The list has no entry at this index. */
  BINNACLE_ERROR_NOTHING = -9,
  /** Latitude and longitude look like whole degrees: multiply them by 10000000. */
  BINNACLE_ERROR_WHOLE_DEGREES = -10,

  /** The latitude is beyond 90 degrees. */
  BINNACLE_ERROR_LATITUDE = -17,
  /** The height is below -1 km, where the world model does not hold. */
  BINNACLE_ERROR_TOO_LOW = -18,
  /** The height is above 850 km, where the world model does not hold. */
  BINNACLE_ERROR_TOO_HIGH = -19,
  /** The date is before the world model's first day, 2025-01-01. */
  BINNACLE_ERROR_BEFORE_MODEL = -20,
  /** The date is after the world model's last day, 2030-01-01. */
  BINNACLE_ERROR_AFTER_MODEL = -21,
  /** The date is more than ten years outside the world model. */
  BINNACLE_ERROR_BEYOND_EXTRAPOLATION = -22,

  /** The bytes are fewer than those of a record. */
  BINNACLE_ERROR_RECORD_SHORT = -33,
  /** The bytes do not begin as a record does. */
  BINNACLE_ERROR_RECORD_MAGIC = -34,
  /** The record has a version that this library does not know. */
  BINNACLE_ERROR_RECORD_VERSION = -35,
  /** The length of the record is not that of its version. */
  BINNACLE_ERROR_RECORD_LENGTH = -36,
  /** The checksum of the record is wrong. */
  BINNACLE_ERROR_RECORD_CHECKSUM = -37,
  /** The record has a field that is outside its range. */
  BINNACLE_ERROR_RECORD_FIELD = -38
};

/** For a function whose result has to be tested: compilers that can warn where it is not. */
#if defined(__GNUC__)
#define BINNACLE_TEST_THE_RESULT __attribute__((warn_unused_result))
#else
#define BINNACLE_TEST_THE_RESULT
#endif

/**
 * Returns the meaning of a code in English: a constant text, never null.
 * @par Example
 * @code
 * const binnacle_result result =
 *     binnacle_compass_set_axes(&compass, BINNACLE_MAGNETOMETER, BINNACLE_PLUS_X, BINNACLE_MINUS_X);
 * if (result < 0) puts(binnacle_strerror(result));  // a number is outside its range
 * @endcode
 */
const char *binnacle_strerror(binnacle_result result);

/**
 * Returns the version of the library: a constant text.
 * @par Example
 * @code
 * if (strcmp(binnacle_version(), BINNACLE_VERSION) != 0) puts("header and library are of different versions");
 * @endcode
 */
const char *binnacle_version(void);

/**
 * Converts an angle to hundredths of a degree, 0 to 35999, rounded to the nearest.
 * @par Example
 * @code
 * printf("%u hundredths of a degree\n", (unsigned)binnacle_centidegrees(536870912));  // 4500 hundredths of a degree
 * @endcode
 */
uint32_t binnacle_centidegrees(uint32_t angle_q32_turns);

/**
 * @brief Scales a raw count: count · numerator / denominator, rounded to the nearest, halves up.
 * @param numerator   above 0.
 * @param denominator above 0, at most 2^30.
 * @param value       the result.
 * @return BINNACLE_ERROR_RANGE if the product does not fit into 31 bits and sign: reduce the fraction first. The value is then
 *   as it was, so test the result: 1,000,000 micro-g over 16,384 counts are 15625 over 256.
 * @par Example
 * @code
 * int32_t nanotesla;
 * // An HMC5883L has 1090 counts for a gauss, which is 100000 nanotesla: 10000 over 109, reduced.
 * if (binnacle_scale(-321, 10000, 109, &nanotesla) != BINNACLE_OK) puts("this count does not fit");
 * printf("%d nT\n", (int)nanotesla);  // -29450 nT
 * @endcode
 */
BINNACLE_TEST_THE_RESULT
binnacle_result binnacle_scale(int32_t count, int32_t numerator, int32_t denominator, int32_t *value);

/* ---- One sample, without an object ---------------------------------------------------------------------------------- */

/**
 * @brief The angle of a vector: 0 along x, a quarter of a turn along y.
 * @param angle_q32_turns within 3.1 of the exact angle, for every pair of numbers.
 * @return BINNACLE_ERROR_NO_HEADING for (0, 0).
 * @par Example
 * @code
 * uint32_t angle;  // of a vector with 300 to the north and 300 to the east: a direction clockwise from north
 * if (binnacle_angle(300, 300, &angle) == BINNACLE_OK) printf("%.2f degrees\n", angle / 11930464.7);  // 45.00 degrees
 * @endcode
 */
binnacle_result binnacle_angle(int32_t y, int32_t x, uint32_t *angle_q32_turns);

/**
 * The same with an error of at most 7.1e-4 degrees, computed with shifts and additions only: for cores whose multiplier
 * takes 32 cycles. docs/fixed-point.md has the cost of each of the three functions.
 * @par Example
 * @code
 * uint32_t angle;
 * if (binnacle_angle_multiplierless(-300, 300, &angle) == BINNACLE_OK)
 *   printf("%.2f degrees\n", angle / 11930464.7);  // 315.00 degrees
 * @endcode
 */
binnacle_result binnacle_angle_multiplierless(int32_t y, int32_t x, uint32_t *angle_q32_turns);

/**
 * The same with an error of at most 1.3e-4 degrees, in a third of the bytes and six times the cycles of
 * binnacle_angle(): for images in which flash is scarce.
 * @par Example
 * @code
 * uint32_t angle;
 * if (binnacle_angle_tiny(300, 0, &angle) == BINNACLE_OK) printf("%.2f degrees\n", angle / 11930464.7);  // 90.00 degrees
 * @endcode
 */
binnacle_result binnacle_angle_tiny(int32_t y, int32_t x, uint32_t *angle_q32_turns);

/**
 * @brief The heading of the forward axis from raw counts of two 16-bit sensors, for a sensor that needs no calibration.
 * @param field_counts the magnetic field in any unit, body axes.
 * @param force_counts what the accelerometer measures in any unit, body axes. At rest the vector points up. Z of the
 *                     body points down, so a level instrument has (0, 0, negative).
 * @param heading_q32_turns clockwise from magnetic north.
 * @return BINNACLE_ERROR_NO_HEADING for a force of zero or a vertical field.
 * @par Example
 * @code
 * const int16_t field[3] = {200, -200, 400}, force[3] = {0, 0, -16384};  // level
 * uint32_t heading;
 * if (binnacle_heading_from_counts(field, force, &heading) == BINNACLE_OK)
 *   printf("%.2f degrees\n", heading / 11930464.7);  // 45.00 degrees
 * @endcode
 */
binnacle_result binnacle_heading_from_counts(
    const int16_t field_counts[3], const int16_t force_counts[3], uint32_t *heading_q32_turns);

/** Heading and attitude of one sample. */
typedef struct binnacle_solution {
  /** Clockwise from magnetic north. */
  uint32_t heading_q32_turns;
  /** Positive below the horizon. */
  int32_t dip_q32_turns;
  /** Right side down is positive; 0 if the forward axis is vertical. */
  int32_t roll_q32_turns;
  /** Positive with the nose up. */
  int32_t pitch_q32_turns;
  /** The horizontal part of the field. */
  uint32_t horizontal_nanotesla;
} binnacle_solution;

/**
 * @brief Heading, dip and attitude from a field that is already calibrated.
 * @param field_q8_nanotesla 1/256 nanotesla, body axes.
 * @param force_micro_g      micro-g, body axes; null: the instrument is level.
 * @par Example
 * @code
 * const int32_t field[3] = {20000 * 256, 0, 40000 * 256};  // 20000 nanotesla to the north, 40000 down
 * const int32_t force[3] = {0, 0, -1000000};               // 1 g, level
 * binnacle_solution solution;
 * if (binnacle_solve(field, force, &solution) == BINNACLE_OK)
 *   printf("dip %.2f degrees\n", solution.dip_q32_turns / 11930464.7);  // dip 63.43 degrees
 * @endcode
 */
binnacle_result binnacle_solve(
    const int32_t field_q8_nanotesla[3], const int32_t *force_micro_g, binnacle_solution *solution);

/** A place and a day. */
typedef struct binnacle_place {
  /** 1e-7 degrees, north positive: -900000000 to 900000000. A latitude and longitude that are both within the numbers of whole
   *  degrees, but not both 0, are refused with BINNACLE_ERROR_WHOLE_DEGREES. */
  int32_t latitude_e7_degrees;
  /** 1e-7 degrees, east positive: -1800000000 to 1800000000. */
  int32_t longitude_e7_degrees;
  /** Above the ellipsoid: -1000000 to 850000000. */
  int32_t height_millimetres;
  /** The date, UTC: 2025-01-01 to 2030-01-01. */
  int32_t year;
  int32_t month;
  int32_t day;
  /** If not 0, dates up to ten years outside the model are accepted; the declination is then less accurate. */
  int32_t extrapolates;
} binnacle_place;

/**
 * @brief The declination of the World Magnetic Model 2025: the angle from true to magnetic north, positive to the east.
 * @return BINNACLE_ERROR_NO_TRUE_NORTH if the field is vertical; or the code of the limit that the place exceeds.
 * @par Example
 * @code
 * const binnacle_place zurich = {.latitude_e7_degrees = 473700000,
 *                                .longitude_e7_degrees = 85400000,
 *                                .height_millimetres = 408000,
 *                                .year = 2026,
 *                                .month = 7,
 *                                .day = 1};
 * int32_t declination;
 * if (binnacle_declination(&zurich, &declination) == BINNACLE_OK)
 *   printf("%.2f degrees\n", declination / 11930464.7);  // 3.61 degrees
 * @endcode
 */
binnacle_result binnacle_declination(const binnacle_place *place, int32_t *declination_q32_turns);

/**
 * @brief Converts millionths of a degree for binnacle_place, which takes 1e-7 degrees.
 * @param microdegrees 1e-6 degrees, within 180000000. What does not fit becomes a number beyond every range.
 * @par Example
 * @code
 * const int32_t latitude = binnacle_e7_degrees_from_microdegrees(47370000);  // 47.37 degrees
 * printf("%d\n", (int)latitude);                                             // 473700000
 * @endcode
 */
static inline int32_t binnacle_e7_degrees_from_microdegrees(int32_t microdegrees) {
  if (microdegrees > INT32_MAX / 10) return INT32_MAX;
  if (microdegrees < -(INT32_MAX / 10)) return -INT32_MAX;
  return microdegrees * 10;
}

/**
 * @brief Converts the time of a clock in milliseconds for all functions, which take microseconds.
 * @param milliseconds a clock of 32 bits starts again after 49 days: count its turns in the upper half.
 * @par Example
 * @code
 * const uint64_t then = binnacle_microseconds_from_milliseconds(1500);  // millis() of Arduino, HAL_GetTick() of STM32
 * printf("%u\n", (unsigned)then);                                       // 1500000
 * @endcode
 */
static inline uint64_t binnacle_microseconds_from_milliseconds(uint64_t milliseconds) { return milliseconds * 1000; }

/* ---- The compass ---------------------------------------------------------------------------------------------------- */

/** Bytes of a compass. */
#define BINNACLE_COMPASS_SIZE 688
/** Bytes of a calibration record. */
#define BINNACLE_RECORD_SIZE 216

/** A compass: settings, the record in use, the last samples, the field monitor. Its contents are private. */
typedef struct binnacle_compass {
  uint64_t opaque[BINNACLE_COMPASS_SIZE / 8];
} binnacle_compass;

/** An axis of a sensor or of the body. In JavaScript: `Axis`. */
enum {
  BINNACLE_PLUS_X = 0,
  BINNACLE_MINUS_X = 1,
  BINNACLE_PLUS_Y = 2,
  BINNACLE_MINUS_Y = 3,
  BINNACLE_PLUS_Z = 4,
  BINNACLE_MINUS_Z = 5,
  /** For binnacle_compass_set_pointing(): the one of +X, +Z and -Z that is closest to level. */
  BINNACLE_MOST_LEVEL = 6
};

/** A sensor. In JavaScript: `Sensor`. */
enum { BINNACLE_MAGNETOMETER = 0, BINNACLE_ACCELEROMETER = 1 };

/** Properties of a sample; combine them with |. */
enum {
  /** An axis is beyond the sensor's range. */
  BINNACLE_SATURATED = 1,
  /** A field or a rate that the chip has delivered before. */
  BINNACLE_REPEATED = 2
};

/** The reference north. In JavaScript: `North`. */
enum {
  /** As a setting: true north if it is known, otherwise magnetic north. In a reading: no heading is valid. */
  BINNACLE_BEST_NORTH = 0,
  BINNACLE_MAGNETIC_NORTH = 1,
  BINNACLE_TRUE_NORTH = 2
};

/**
 * @brief Initialises a compass without a calibration. The axes of its sensors are the body axes.
 * @param compass    your memory for the object.
 * @param size_bytes sizeof(binnacle_compass).
 * @par Example
 * @code
 * binnacle_compass_init(&compass, sizeof compass);
 * // A module with X forward, Y left, Z up.
 * binnacle_compass_set_axes(&compass, BINNACLE_MAGNETOMETER, BINNACLE_PLUS_X, BINNACLE_MINUS_Y);
 * binnacle_compass_set_axes(&compass, BINNACLE_ACCELEROMETER, BINNACLE_PLUS_X, BINNACLE_MINUS_Y);
 * @endcode
 */
binnacle_result binnacle_compass_init(binnacle_compass *compass, size_t size_bytes);

/**
 * @brief Sets how a sensor is mounted. For a module with X forward, Y left, Z up, give +X for forward and -Y for right.
 * @param sensor  BINNACLE_MAGNETOMETER or BINNACLE_ACCELEROMETER.
 * @param forward the sensor's axis that points forward.
 * @param right   the sensor's axis that points right; it must be perpendicular to the other one.
 */
binnacle_result binnacle_compass_set_axes(binnacle_compass *compass, int32_t sensor, int32_t forward, int32_t right);

/**
 * Chooses the body axis whose heading is computed. Default: BINNACLE_PLUS_X.
 * @par Example
 * @code
 * // A display that is held flat or upright.
 * binnacle_compass_set_pointing(&compass, BINNACLE_MOST_LEVEL);
 * binnacle_compass_set_orientation(&compass, BINNACLE_ORIENTATION_AUTO);
 * binnacle_compass_set_smoothing(&compass, 500000);                // half a second
 * binnacle_compass_set_event_filter(&compass, 11930465, 1000000);  // tell a change of 1 degree, and one reading a second
 * @endcode
 */
binnacle_result binnacle_compass_set_pointing(binnacle_compass *compass, int32_t axis);

/**
 * Sets place and date, from which true north and the expected field are computed. The call takes as long as about a
 * hundred headings.
 * @par Example
 * @code
 * const binnacle_result result = binnacle_compass_set_place(&compass, &zurich);
 * if (result == BINNACLE_OK)
 *   binnacle_compass_set_reference(&compass, BINNACLE_TRUE_NORTH);
 * else
 *   binnacle_compass_forget_place(&compass);  // the reading then has no true heading
 * @endcode
 */
binnacle_result binnacle_compass_set_place(binnacle_compass *compass, const binnacle_place *place);

/** Removes place and date. */
binnacle_result binnacle_compass_forget_place(binnacle_compass *compass);

/**
 * Sets the date without a place. New calibrations store this date, and the age of the calibration in use is computed
 * from it.
 * @par Example
 * @code
 * binnacle_compass_set_date(&compass, 2026, 7, 1);
 * binnacle_compass_set_temperature(&compass, 22 * 8);  // 22 degrees Celsius
 * binnacle_compass_set_chip(&compass, 2);              // the code of the chip in the table of Protocols/calibration
 * @endcode
 */
binnacle_result binnacle_compass_set_date(binnacle_compass *compass, int32_t year, int32_t month, int32_t day);

/** Sets the temperature of the magnetometer in 1/8 degree Celsius, -32767 to 32767; -32768: not known. A calibration
 *  stores it. */
binnacle_result binnacle_compass_set_temperature(binnacle_compass *compass, int32_t eighths_of_degree);

/** Sets the type of the magnetometer chip, a code 0 to 255 of Protocols/calibration; 0: not known. A record of another
 *  chip is refused. */
binnacle_result binnacle_compass_set_chip(binnacle_compass *compass, int32_t chip);

/** Chooses the north of the readings: BINNACLE_BEST_NORTH, BINNACLE_MAGNETIC_NORTH or BINNACLE_TRUE_NORTH. */
binnacle_result binnacle_compass_set_reference(binnacle_compass *compass, int32_t reference);

/**
 * @brief Sets the deviation card of the readings: A + B sin h + C cos h + D sin 2h + E cos 2h, east positive.
 * @param coefficients_q32_turns A to E, each within an eighth of a turn; null: no card.
 * @par Example
 * @code
 * const int32_t degree = 11930465;
 * const int32_t card[5] = {degree / 2, -2 * degree, degree, 0, 0};  // A 0.5, B -2, C 1 degree
 * binnacle_compass_set_deviation(&compass, card);
 * @endcode
 */
binnacle_result binnacle_compass_set_deviation(binnacle_compass *compass, const int32_t *coefficients_q32_turns);

/** Sets the time constant with which the readings are smoothed: 10000 microseconds or more; 0: no smoothing. */
binnacle_result binnacle_compass_set_smoothing(binnacle_compass *compass, uint32_t microseconds);

/**
 * @brief Sets how the display is held. The heading is then that of the direction in which the viewer looks.
 * @param orientation BINNACLE_PORTRAIT to BINNACLE_FACE_DOWN, BINNACLE_ORIENTATION_AUTO or BINNACLE_ORIENTATION_AUTO_FLAT.
 */
binnacle_result binnacle_compass_set_orientation(binnacle_compass *compass, int32_t orientation);

/**
 * @brief Chooses which readings are events, that is, worth showing. For all others binnacle_reading.event is 0.
 * @param minimum_change_q32_turns 0 to 2^31. With 0, the default, every reading is an event.
 * @param heartbeat_microseconds   10000 or more: after this time without an event, the next reading is one; 0: never.
 */
binnacle_result binnacle_compass_set_event_filter(
    binnacle_compass *compass, uint32_t minimum_change_q32_turns, uint32_t heartbeat_microseconds);

/**
 * Sets the sample timeout in microseconds, 10000 or more. Readings have no heading when the last field sample is older.
 * Default: 1000000.
 * @par Example
 * @code
 * // A buoy with a sample every two seconds and no accelerometer, which stays within 5 degrees of level.
 * binnacle_compass_set_sample_timeout(&compass, 5000000);
 * binnacle_compass_set_level_tolerance(&compass, 50);
 * @endcode
 */
binnacle_result binnacle_compass_set_sample_timeout(binnacle_compass *compass, uint32_t microseconds);

/** Sets how level a compass without an accelerometer is held: the standard deviation of its tilt, 1 to 150 tenths of a
 *  degree. */
binnacle_result binnacle_compass_set_level_tolerance(binnacle_compass *compass, int32_t tenths_of_degree);

/**
 * @brief Puts a stored record into use. If it is defective, it is refused, and the record in use stays.
 * @param size_bytes at least BINNACLE_RECORD_SIZE; bytes after the record are ignored.
 * @return BINNACLE_UNCALIBRATED if the record is good and in use, but the magnetometer was not calibrated when it was written.
 *   Start a calibration, as after an error: a program that tests for BINNACLE_OK does both.
 * @par Example
 * @code
 * uint8_t record[BINNACLE_RECORD_SIZE];
 * if (binnacle_compass_get_record(&compass, record, sizeof record) == BINNACLE_OK) store(record);
 * // After the next start:
 * const binnacle_result result = binnacle_compass_set_record(&compass, record, sizeof record);
 * if (result < 0) puts(binnacle_strerror(result));
 * if (result != BINNACLE_OK) binnacle_calibration_start(&calibration, BINNACLE_MAGNETOMETER, 0, 0, now);
 * // For a sensor that was exchanged:
 * binnacle_compass_forget_record(&compass);
 * @endcode
 */
binnacle_result binnacle_compass_set_record(binnacle_compass *compass, const uint8_t *bytes, size_t size_bytes);

/** Removes the calibration. */
binnacle_result binnacle_compass_forget_record(binnacle_compass *compass);

/**
 * @brief Writes the record in use.
 * @param size_bytes at least BINNACLE_RECORD_SIZE.
 * @return BINNACLE_UNCALIBRATED if the record is written, but has no calibration of the magnetometer, as before the first one.
 */
binnacle_result binnacle_compass_get_record(const binnacle_compass *compass, uint8_t *bytes, size_t size_bytes);

/**
 * @brief Writes a record of a calibration that you already have: corrected = S (m - h), in the axes of the sensor.
 *
 * Its grade is BINNACLE_GRADE_POOR, because nothing is known of its error.
 * @param hard_iron_q8_nanotesla h, 1/256 nanotesla, each within 2^30 (4,194 microtesla).
 * @param soft_iron_q24          S, 9 numbers row by row, where 2^24 is 1, each within 2^29; null: no soft iron.
 * @param model                  BINNACLE_MODEL_SPHERE, BINNACLE_MODEL_AXIS or BINNACLE_MODEL_ELLIPSOID.
 * @param field_nanotesla        the strength of the corrected field; 0: not known.
 * @param size_bytes             at least BINNACLE_RECORD_SIZE.
 * @return BINNACLE_ERROR_RECORD_FIELD for a number of h or S beyond its limit, and for a matrix that mirrors or loses directions.
 * @par Example
 * @code
 * uint8_t record[BINNACLE_RECORD_SIZE];
 * const int32_t hard_iron[3] = {10000 * 256, -5000 * 256, 3000 * 256};  // 10, -5 and 3 microtesla
 * const int32_t soft_iron[9] = {17000000, 0, 0, 0, 16777216, 0, 0, 0, 16500000};
 * if (binnacle_record_of(hard_iron, soft_iron, BINNACLE_MODEL_AXIS, 48000, record, sizeof record) == BINNACLE_OK)
 *   binnacle_compass_set_record(&compass, record, sizeof record);
 * @endcode
 */
binnacle_result binnacle_record_of(
    const int32_t hard_iron_q8_nanotesla[3], const int32_t *soft_iron_q24, int32_t model, uint32_t field_nanotesla,
    uint8_t *bytes, size_t size_bytes);

/**
 * @brief Adds a sample of the magnetometer.
 * @param nanotesla each within 2^21; a larger number is limited to that.
 * @param flags     0, BINNACLE_SATURATED, BINNACLE_REPEATED or both. A repeated sample is used only if it is the first
 *                  one.
 * @return BINNACLE_TOO_SOON if it was less than 250 microseconds after the sample before: no magnetometer is that fast. The
 *   sample is used all the same, because a burst may be added at once.
 * @par Example
 * @code
 * const int32_t force[3] = {0, 0, 1000000};            // 1 g, as an accelerometer with Z up measures it at rest
 * const int32_t field[3] = {15000, 15000, -42000};     // nanotesla
 * binnacle_compass_add_force(&compass, force, now, 0);  // first the force: it gives the tilt of the field
 * binnacle_compass_add_field(&compass, field, now, 0);
 * @endcode
 */
binnacle_result binnacle_compass_add_field(
    binnacle_compass *compass, const int32_t nanotesla[3], uint64_t time_microseconds, uint32_t flags);

/**
 * @brief Adds a sample of the accelerometer. Without samples, the compass is assumed to be level.
 * @param micro_g what the sensor measures, in its axes. At rest the vector points up, and its length is 1000000.
 * @param flags   0 or BINNACLE_SATURATED.
 */
binnacle_result binnacle_compass_add_force(
    binnacle_compass *compass, const int32_t micro_g[3], uint64_t time_microseconds, uint32_t flags);

/**
 * Reports that the magnetometer does not answer. There is no heading until its next sample.
 * @par Example
 * @code
 * if (!read_magnetometer(field)) binnacle_compass_lose_field(&compass);
 * if (!read_accelerometer(force)) binnacle_compass_lose_force(&compass);
 * if (sensors_were_exchanged()) binnacle_compass_restart(&compass);
 * @endcode
 */
binnacle_result binnacle_compass_lose_field(binnacle_compass *compass);

/** Reports that the accelerometer does not answer. The instrument is assumed to be level until its next sample. */
binnacle_result binnacle_compass_lose_force(binnacle_compass *compass);

/** Discards all samples, but not the settings. Call it when the sensors or the clock change. */
binnacle_result binnacle_compass_restart(binnacle_compass *compass);

/**
 * The heading from the last samples, clockwise from magnetic north, without deviation card, smoothing and assessment.
 * @par Example
 * @code
 * uint32_t heading;
 * if (binnacle_compass_heading(&compass, &heading) == BINNACLE_OK)
 *   printf("magnetic %.2f degrees\n", heading / 11930464.7);  // magnetic 45.00 degrees
 * if (binnacle_compass_true_heading(&compass, &heading) == BINNACLE_ERROR_NO_TRUE_NORTH) puts("no place");  // no place
 * @endcode
 */
binnacle_result binnacle_compass_heading(binnacle_compass *compass, uint32_t *heading_q32_turns);

/** The same from true north. */
binnacle_result binnacle_compass_true_heading(binnacle_compass *compass, uint32_t *heading_q32_turns);

/** How a display is held: a setting, and binnacle_reading.orientation. In JavaScript: `Orientation`. */
enum {
  BINNACLE_PORTRAIT = 0,
  BINNACLE_UPSIDE_DOWN = 1,
  BINNACLE_LANDSCAPE_LEFT = 2,
  BINNACLE_LANDSCAPE_RIGHT = 3,
  BINNACLE_FACE_UP = 4,
  BINNACLE_FACE_DOWN = 5,
  BINNACLE_ORIENTATION_UNKNOWN = 6,
  /** As a setting: found from the attitude. */
  BINNACLE_ORIENTATION_AUTO = 7,
  /** The same, but a heading of a flat display is not turned. */
  BINNACLE_ORIENTATION_AUTO_FLAT = 8
};

/** Whether a compass is usable at this place: binnacle_reading.zone. In Python and JavaScript: `Zone`. */
enum {
  BINNACLE_ZONE_NORMAL = 0,
  /** The horizontal field is below 6000 nanotesla. */
  BINNACLE_ZONE_CAUTION = 1,
  /** The horizontal field is below 2000 nanotesla: no heading is valid. */
  BINNACLE_ZONE_BLACKOUT = 2,
  BINNACLE_ZONE_UNKNOWN = 3
};

/** Why a reading is an event: bits of binnacle_reading.event. */
enum {
  BINNACLE_EVENT_FIRST = 1,
  BINNACLE_EVENT_MOVED = 2,
  /** A heading became valid or invalid. */
  BINNACLE_EVENT_VALIDITY = 4,
  /** Grade or disturbance changed. */
  BINNACLE_EVENT_GRADE = 8,
  /** Reference, mode or orientation changed. */
  BINNACLE_EVENT_SOURCE = 16,
  BINNACLE_EVENT_HEARTBEAT = 32
};

/** How a heading was found: binnacle_reading.mode. In Python and JavaScript: `Mode`. */
enum {
  /** There is no heading; the reason says why. */
  BINNACLE_MODE_UNAVAILABLE = 0,
  /** The instrument is assumed to be level: there is no accelerometer. */
  BINNACLE_MODE_LEVEL = 1,
  /** Tilt-compensated; roll and pitch are valid. */
  BINNACLE_MODE_TILTED = 2
};

/** Which sensors gave the heading of a reading: binnacle_reading.source. In Python and JavaScript:
 *  `Source`. */
enum {
  /** The magnetometer, and the accelerometer if there is one. */
  BINNACLE_FROM_COMPASS = 0,
  /** The gyroscope, which carries an earlier heading on: the present field is less accurate. */
  BINNACLE_FROM_GYROSCOPE = 1,
  /** The present field and the gyroscope. */
  BINNACLE_FROM_BOTH = 2
};

/** Why a reading has no heading: binnacle_reading.reason. 5 and 6 occur only in the link protocol. In Python and
 *  JavaScript: `Unavailable`. */
enum {
  /** There is a direction. If binnacle_reading.reference is 0 nevertheless, the direction is not valid: see the doubts.
   *  */
  BINNACLE_UNAVAILABLE_NONE = 0,
  /** The magnetometer does not answer. */
  BINNACLE_UNAVAILABLE_SENSOR_FAULT = 1,
  /** The field is beyond the sensor's range. */
  BINNACLE_UNAVAILABLE_OVERFLOW = 2,
  /** The field is vertical or zero. */
  BINNACLE_UNAVAILABLE_NO_HORIZONTAL_FIELD = 3,
  /** The force is zero, so the vertical is not known. */
  BINNACLE_UNAVAILABLE_NO_SPECIFIC_FORCE = 4,
  /** There is no sample of the field yet. */
  BINNACLE_UNAVAILABLE_SENSOR_STARTING = 7,
  /** The last sample is older than the sample timeout. */
  BINNACLE_UNAVAILABLE_NO_FRESH_SAMPLE = 8,
  /** The pointing axis is vertical. */
  BINNACLE_UNAVAILABLE_POINTS_VERTICALLY = 9
};

/** How good a heading is, by its accuracy; or a calibration, by its predicted worst error. In Python and JavaScript:
 *  `Grade`. */
enum {
  /** There is no heading, or its accuracy is worse than 45 degrees. A calibration: refused. */
  BINNACLE_GRADE_NONE = 0,
  /** A heading within 45 degrees; a calibration within 15. */
  BINNACLE_GRADE_POOR = 1,
  /** A heading within 15 degrees; a calibration within 7.5. */
  BINNACLE_GRADE_FAIR = 2,
  /** A heading within 5 degrees; a calibration within 5. */
  BINNACLE_GRADE_GOOD = 3
};

/** Whether the field is only that of the Earth: binnacle_reading.disturbance. In Python and JavaScript:
 *  `Disturbance`. */
enum {
  BINNACLE_DISTURBANCE_CLEAR = 0,
  /** The field is out of its limits, but not far or not long enough to be sure. */
  BINNACLE_DISTURBANCE_SUSPECT = 1,
  /** There is another field in addition to the Earth's. */
  BINNACLE_DISTURBANCE_DISTURBED = 2,
  /** The field is within its limits again, but not yet for long. */
  BINNACLE_DISTURBANCE_RECOVERING = 3
};

/** The probable cause of a disturbance: binnacle_reading.cause. In Python and JavaScript: `Cause`. */
enum {
  BINNACLE_CAUSE_UNDETERMINED = 0,
  /** A constant field: a magnet or iron that does not move. */
  BINNACLE_CAUSE_STEADY_OFFSET = 1,
  /** A field that changes more than turning the instrument can explain. */
  BINNACLE_CAUSE_MOVING_MAGNET = 2,
  /** The field is beyond the range of the sensor. */
  BINNACLE_CAUSE_SATURATION = 3,
  /** The sensor, or a part near it, was magnetised. */
  BINNACLE_CAUSE_MAGNETISED_SENSOR = 4,
  /** The dip has the opposite sign: a reversed accelerometer, or a latitude with the wrong sign. */
  BINNACLE_CAUSE_WRONG_HEMISPHERE = 5
};

/** The result for one sample of the field: heading, attitude, accuracy, disturbance. */
typedef struct binnacle_reading {
  /** When the field was measured. */
  uint64_t time_microseconds;
  /** The heading to use, clockwise from the north in `reference`. If `reference` is 0, it is 0 and not valid. */
  uint32_t heading_q32_turns;
  /** Clockwise from magnetic north and from true north; valid if `is_magnetic_valid` and `is_true_valid` are not 0. */
  uint32_t magnetic_q32_turns;
  uint32_t true_q32_turns;
  /** As in binnacle_solution, for the pointing axis. Dip and horizontal field are valid if `is_solved` is not 0, roll
   *  and pitch if `mode` is BINNACLE_MODE_TILTED. */
  int32_t dip_q32_turns;
  int32_t roll_q32_turns;
  int32_t pitch_q32_turns;
  uint32_t horizontal_nanotesla;
  /** The field after calibration, 1/256 nanotesla, body axes. */
  int32_t field_q8_nanotesla[3];
  /** Why the heading is less accurate than it could be: bits of BINNACLE_DOUBT_. */
  uint32_t doubts;
  /** 95 % of headings have a smaller error, 0 to 18000; 65535: not known. */
  uint16_t accuracy_centidegrees;
  /** BINNACLE_MAGNETIC_NORTH or BINNACLE_TRUE_NORTH; 0: no heading is valid. */
  uint8_t reference;
  uint8_t is_magnetic_valid;
  uint8_t is_true_valid;
  /** Whether dip and horizontal field are valid. */
  uint8_t is_solved;
  /** BINNACLE_MODE_. */
  uint8_t mode;
  /** BINNACLE_UNAVAILABLE_. */
  uint8_t reason;
  /** BINNACLE_GRADE_. */
  uint8_t grade;
  /** BINNACLE_DISTURBANCE_. */
  uint8_t disturbance;
  /** BINNACLE_CAUSE_. */
  uint8_t cause;
  /** BINNACLE_ZONE_. */
  uint8_t zone;
  /** The force from which the tilt was computed, after calibration, body axes; valid if `has_force` is not 0. */
  int32_t force_micro_g[3];
  /** How the display is held: BINNACLE_PORTRAIT to BINNACLE_ORIENTATION_UNKNOWN. A flat display whose orientation is found from
   *  the attitude is face up or face down; its heading stays turned as before it lay flat. */
  uint8_t orientation;
  /** Bits of BINNACLE_EVENT_; 0: not an event. */
  uint8_t event;
  uint8_t has_force;
  /** Not 0 if the orientation is found from the attitude, and the display is within 15 degrees of flat. */
  uint8_t is_display_flat;
  /** BINNACLE_FROM_: always BINNACLE_FROM_COMPASS from binnacle_compass_read(). */
  uint8_t source;
  uint8_t reserved[7];
} binnacle_reading;

/** Doubts about a heading: bits of binnacle_reading.doubts. binnacle_words.h has a text for each. */
enum {
  BINNACLE_DOUBT_UNCALIBRATED = 1,
  BINNACLE_DOUBT_TILT_UNKNOWN = 2,
  BINNACLE_DOUBT_ACCELERATED = 4,
  BINNACLE_DOUBT_FREE_FALL = 8,
  BINNACLE_DOUBT_DISTURBED = 16,
  BINNACLE_DOUBT_DIP = 32,
  BINNACLE_DOUBT_WEAK_HORIZONTAL_FIELD = 64,
  BINNACLE_DOUBT_NEAR_POLE = 128,
  BINNACLE_DOUBT_NO_POSITION = 256,
  BINNACLE_DOUBT_NO_DATE = 512,
  BINNACLE_DOUBT_NO_MODEL = 1024,
  BINNACLE_DOUBT_CLOCK_BACKWARDS = 2048,
  BINNACLE_DOUBT_SATURATED = 4096,
  BINNACLE_DOUBT_OUTDATED = 8192,
  BINNACLE_DOUBT_STUCK = 16384,
  BINNACLE_DOUBT_NO_FIELD = 32768,
  BINNACLE_DOUBT_FORCE_OUTDATED = 65536,
  BINNACLE_DOUBT_FORCE_FAULT = 131072,
  /** The field is below 1 uT, or with a calibration above 134 uT: not the Earth's. Not valid below 1 uT. */
  BINNACLE_DOUBT_NOT_EARTHS = 262144
};

/**
 * @brief Assesses the last samples: accuracy, grade, disturbance, attitude. Call it once after each sample of the field.
 * @param now_microseconds the present time, to find out whether the last sample is too old.
 * @return BINNACLE_OK also if there is no heading; the reading then has the reason.
 * @par Example
 * @code
 * binnacle_reading reading;
 * binnacle_compass_read(&compass, now, &reading);
 * if (reading.reference == 0)
 *   printf("no heading: reason %d\n", reading.reason);
 * else
 *   printf("heading %.2f degrees\n", reading.heading_q32_turns / 11930464.7);  // heading 45.00 degrees
 * if (reading.doubts & BINNACLE_DOUBT_NO_POSITION) puts("true north is not known");  // true north is not known
 * @endcode
 */
binnacle_result binnacle_compass_read(binnacle_compass *compass, uint64_t now_microseconds, binnacle_reading *reading);

/* ---- Guided calibration --------------------------------------------------------------------------------------------- */

/** Bytes of a calibration. */
#define BINNACLE_CALIBRATION_SIZE 1592

/** A calibration, during which the user turns the instrument by hand. Its contents are private. */
typedef struct binnacle_calibration {
  uint64_t opaque[BINNACLE_CALIBRATION_SIZE / 8];
} binnacle_calibration;

/**
 * The state of a calibration. The comment of each state lists the events that end it, each with the next state. A
 * command that is not listed returns BINNACLE_ERROR_STATE. From BINNACLE_ARMED to BINNACLE_REVIEW and in
 * BINNACLE_FAILED, binnacle_calibration_cancel() returns to BINNACLE_MONITOR, or to BINNACLE_IDLE if no calibration is
 * in use. In Python and JavaScript: `State`.
 */
enum {
  /** No calibration is in use. binnacle_calibration_start(): BINNACLE_ARMED. The compass gets a record: BINNACLE_MONITOR. */
  BINNACLE_IDLE = 0,
  /** Waits for the start delay. After it: BINNACLE_SEEKING. */
  BINNACLE_ARMED = 1,
  /** Waits for motion. A component of the field changes by 5000 nanotesla: BINNACLE_COLLECTING. 35 s without it:
   *  BINNACLE_FAILED. */
  BINNACLE_SEEKING = 2,
  /** Collects samples for 180 s at most. Enough directions, or binnacle_calibration_finish() after 12 samples:
   *  BINNACLE_REFINING. One second without a sample, or too many samples beyond the range: BINNACLE_FAILED, also in
   *  BINNACLE_SEEKING. */
  BINNACLE_COLLECTING = 3,
  /** A first solve shows whether more samples are needed. If so: BINNACLE_COLLECTING, otherwise BINNACLE_FITTING. */
  BINNACLE_REFINING = 4,
  /** The final solve. BINNACLE_VERIFYING, or BINNACLE_FAILED if there is no solution. */
  BINNACLE_FITTING = 5,
  /** Compares the result with samples that were not part of the fit. BINNACLE_REVIEW, or BINNACLE_FAILED. */
  BINNACLE_VERIFYING = 6,
  /** Waits for your decision; the old record is still in use. binnacle_calibration_commit(): BINNACLE_COMMITTED.
   *  binnacle_calibration_discard(), or 600 s without a decision: BINNACLE_MONITOR or BINNACLE_IDLE. */
  BINNACLE_REVIEW = 7,
  /** The next step puts the record into use. binnacle_calibration_saved(), or 5 s without it: BINNACLE_MONITOR. */
  BINNACLE_COMMITTED = 8,
  /** A calibration is in use. binnacle_calibration_start(): BINNACLE_ARMED. */
  BINNACLE_MONITOR = 9,
  /** You can read the reasons; the old record is still in use. After 60 s: BINNACLE_MONITOR or BINNACLE_IDLE.
   *  binnacle_calibration_start(): BINNACLE_ARMED. */
  BINNACLE_FAILED = 10
};

/** What a calibration corrects. In Python and JavaScript: `Model`. */
enum {
  BINNACLE_MODEL_NONE = 0,
  /** A circle in a plane: the instrument was not tilted. */
  BINNACLE_MODEL_PLANAR = 1,
  /** Only an offset. */
  BINNACLE_MODEL_SPHERE = 2,
  /** An offset, and a gain for each axis. */
  BINNACLE_MODEL_AXIS = 3,
  /** An offset, and a matrix. */
  BINNACLE_MODEL_ELLIPSOID = 4
};

/** What the user should do next. In Python and JavaScript: `Advice`. */
enum {
  BINNACLE_ADVICE_NONE = 0,
  BINNACLE_ADVICE_MOVE = 1,
  BINNACLE_ADVICE_KEEP_TURNING = 2,
  /** Call binnacle_calibration_finish(), or continue: more directions improve the result a little. */
  BINNACLE_ADVICE_ENOUGH = 3,
  BINNACLE_ADVICE_GO_AWAY = 4,
  BINNACLE_ADVICE_DECIDE = 5,
  /** Point this side of the sensor into the direction of the field, which points down north of the equator. */
  BINNACLE_ADVICE_FACE_PLUS_X = 16,
  BINNACLE_ADVICE_FACE_MINUS_X = 17,
  BINNACLE_ADVICE_FACE_PLUS_Y = 18,
  BINNACLE_ADVICE_FACE_MINUS_Y = 19,
  BINNACLE_ADVICE_FACE_PLUS_Z = 20,
  BINNACLE_ADVICE_FACE_MINUS_Z = 21
};

/**
 * Initialises a calibration; it is not started.
 * @param size_bytes sizeof(binnacle_calibration).
 * @par Example
 * @code
 * binnacle_calibration_init(&calibration, sizeof calibration);
 * binnacle_calibration_set_store(&calibration, 0);             // this board has no place for records
 * binnacle_calibration_set_questions(&calibration, 3600, 1);  // ask for a calibration once an hour at most
 * @endcode
 */
binnacle_result binnacle_calibration_init(binnacle_calibration *calibration, size_t size_bytes);

/** Sets whether your program stores records and calls binnacle_calibration_saved(). Default: not 0, yes. */
binnacle_result binnacle_calibration_set_store(binnacle_calibration *calibration, int32_t has_store);

/** Flags of binnacle_calibration_start(). */
enum {
  /** After the commit, a fit continues in the background, and may replace the result with a better one. */
  BINNACLE_REFITS = 1
};

/**
 * @brief Starts a calibration. The record in use stays in use until a commit.
 * @param sensor             BINNACLE_MAGNETOMETER; or BINNACLE_ACCELEROMETER, which needs six poses at rest, each side
 *                           up once.
 * @param flags              0 or BINNACLE_REFITS.
 * @param delay_milliseconds the start delay, before the calibration waits for motion: 0 to 65535.
 * @par Example
 * @code
 * // At a press of a button; a second press ends the run.
 * if (binnacle_calibration_start(&calibration, BINNACLE_MAGNETOMETER, BINNACLE_REFITS, 2000, now) == BINNACLE_ERROR_STATE)
 *   binnacle_calibration_cancel(&calibration, now);
 * @endcode
 */
binnacle_result binnacle_calibration_start(
    binnacle_calibration *calibration, int32_t sensor, uint32_t flags, uint32_t delay_milliseconds,
    uint64_t now_microseconds);

/** Ends the collection of samples: the calibration is solved with those collected so far. */
binnacle_result binnacle_calibration_finish(binnacle_calibration *calibration, uint64_t now_microseconds);
/** Cancels the run; the calibration in use stays. */
binnacle_result binnacle_calibration_cancel(binnacle_calibration *calibration, uint64_t now_microseconds);
/** Accepts the result in review. The next step puts it into use. */
binnacle_result binnacle_calibration_commit(binnacle_calibration *calibration, uint64_t now_microseconds);
/** Rejects the result in review. */
binnacle_result binnacle_calibration_discard(binnacle_calibration *calibration, uint64_t now_microseconds);
/** Reports whether you stored the new record (not 0). This ends the run. */
binnacle_result binnacle_calibration_saved(
    binnacle_calibration *calibration, int32_t is_stored, uint64_t now_microseconds);

/**
 * @brief Uses the last sample of the compass, each once, and does one slice of work: at most 25,000 cycles of a
 * Cortex-M0+.
 *
 * Call it after each sample and in each pass of the main loop. A solve takes about 80 slices, or about a hundred if one
 * sensor is rotated far against the other. It ignores samples that arrive during the solve.
 * @return BINNACLE_NEW_RECORD when the compass has a new record: store it, and call binnacle_calibration_saved().
 * @par Example
 * @code
 * binnacle_progress progress;
 * binnacle_outcome outcome;
 * if (binnacle_calibration_step(&calibration, &compass, now) == BINNACLE_NEW_RECORD) {
 *   binnacle_compass_get_record(&compass, record, sizeof record);
 *   binnacle_calibration_saved(&calibration, store(record), now);
 * }
 * binnacle_calibration_progress(&calibration, now, &progress);
 * if (progress.state == BINNACLE_COLLECTING && progress.advice == BINNACLE_ADVICE_ENOUGH)
 *   binnacle_calibration_finish(&calibration, now);
 * if (progress.state == BINNACLE_REVIEW) {
 *   binnacle_calibration_outcome(&calibration, &outcome);
 *   if (outcome.grade >= BINNACLE_GRADE_FAIR)
 *     binnacle_calibration_commit(&calibration, now);
 *   else
 *     binnacle_calibration_discard(&calibration, now);
 * }
 * @endcode
 */
binnacle_result binnacle_calibration_step(
    binnacle_calibration *calibration, binnacle_compass *compass, uint64_t now_microseconds);

/** What to show while a calibration runs. */
typedef struct binnacle_progress {
  /** Samples that are used, and samples that were rejected. */
  uint32_t samples;
  uint32_t rejected;
  /** The time until this state ends; 0 if the state has no time limit. */
  uint32_t milliseconds_left;
  /** BINNACLE_IDLE to BINNACLE_FAILED. */
  uint8_t state;
  /** 0 to 99 while it runs, 100 after a commit. */
  uint8_t percent;
  /** BINNACLE_ADVICE_. */
  uint8_t advice;
  /** Covered directions of the field, of 96. */
  uint8_t directions;
  /** The covered directions: bit n of word w is cell 32 w + n of Protocols/calibration. */
  uint32_t coverage[3];
  /** The time from the start to the last solve. */
  uint32_t duration_milliseconds;
  /** The sensor that the run calibrates. */
  uint8_t sensor;
  /** Whether the result of this run was put into use. */
  uint8_t has_committed;
  /** Whether a new record is in use and waits to be stored, and whether it is stored. */
  uint8_t waits_for_store;
  uint8_t is_stored;
} binnacle_progress;

/** Returns the state of the calibration, and what to do next. */
binnacle_result binnacle_calibration_progress(
    binnacle_calibration *calibration, uint64_t now_microseconds, binnacle_progress *progress);

/** The result of the last solve. */
typedef struct binnacle_outcome {
  /** The field that moves with the instrument, 1/256 nanotesla, sensor axes. */
  int32_t hard_iron_q8_nanotesla[3];
  /** The strength of the corrected field. */
  uint32_t field_nanotesla;
  uint32_t samples;
  /** The predicted heading error: root mean square and 95th percentile; 65535: not known. */
  uint16_t typical_error_centidegrees;
  uint16_t worst_error_centidegrees;
  /** Root mean square of the distance from the sphere, 1/1000 %: of the samples used, and of those held out. */
  uint16_t residual_millipercent;
  uint16_t held_out_millipercent;
  /** Whether it may be committed. */
  uint8_t is_accepted;
  /** BINNACLE_MODEL_. */
  uint8_t model;
  /** BINNACLE_GRADE_. */
  uint8_t grade;
  /** How reliable the predicted error is, 0 to 100. */
  uint8_t confidence_percent;
} binnacle_outcome;

/** Returns the result of the last solve; all zero before the first. */
binnacle_result binnacle_calibration_outcome(binnacle_calibration *calibration, binnacle_outcome *outcome);

/** Why a result was refused, why a model with fewer parameters was used, or why a run ended: binnacle_reason.code. The
 *  unit of the numbers is in brackets. In Python and JavaScript: `ReasonCode`. */
enum {
  /** Reasons of the fit. There are too few samples. [samples] */
  BINNACLE_REASON_TOO_FEW_SAMPLES = 1,
  /** The samples are too close to a plane or to each other. */
  BINNACLE_REASON_NOT_DETERMINED = 2,
  /** The surface through the samples is not an ellipsoid. */
  BINNACLE_REASON_NOT_POSITIVE = 3,
  /** The noise is as large as the curvature of the surface. */
  BINNACLE_REASON_NOISE_EXCEEDS_CURVATURE = 4,
  /** The samples are too far from the ellipsoid. [1/100 %] */
  BINNACLE_REASON_RESIDUAL = 5,
  /** A sample that was not part of the fit is farther from the ellipsoid than the noise explains. [1/100 %] */
  BINNACLE_REASON_HELD_OUT = 6,
  /** The predicted heading error is too large. [1/100 degree] */
  BINNACLE_REASON_PREDICTED_ERROR = 7,
  /** The Earth's field has this strength nowhere. [nanotesla] */
  BINNACLE_REASON_FIELD_STRENGTH = 8,
  /** The ratio of the longest axis of the ellipsoid to the shortest is too large. [1/1000] */
  BINNACLE_REASON_AXIS_RATIO = 9,
  /** Samples beyond the sensor's range. [1/1000] */
  BINNACLE_REASON_SATURATED = 10,
  /** Outliers: samples that do not agree with the others. [1/1000] */
  BINNACLE_REASON_OUTLIERS = 11,
  /** Not refused: a model with fewer parameters was used. The tilt of the samples, and the tilt that the larger model
   *  needs. [degrees] */
  BINNACLE_REASON_LOWERED = 12,
  /** The samples lie in a plane that is not level: its normal is not the axis along gravity, or without an accelerometer not
   *  the body's down axis. There is no number. */
  BINNACLE_REASON_NOT_LEVEL = 13,
  /** The field fits gravity only after axes are exchanged or reversed: the magnetometer and the accelerometer are not in the
   *  same axes. There is no number. `binnacle fit` of the samples names the axes that fit. If all three axes of one sensor
   *  are reversed, this reason does not show it: the samples are those of the other hemisphere. With the place known,
   *  the readings have the cause BINNACLE_CAUSE_WRONG_HEMISPHERE. */
  BINNACLE_REASON_AXES_DISAGREE = 14,

  /** Reasons why a run ended. There was no motion. The number is the largest change of a component. [nanotesla] */
  BINNACLE_REASON_NO_MOTION = 32,
  /** There was no sample for too long. [milliseconds] */
  BINNACLE_REASON_STALE = 33,
  /** Samples beyond the range. [1/1000] */
  BINNACLE_REASON_BEYOND_RANGE = 34,
  /** Nobody accepted the result in time. [seconds] */
  BINNACLE_REASON_REVIEW_EXPIRED = 35,
  /** 1: storing failed; 2: binnacle_calibration_saved() was not called. */
  BINNACLE_REASON_NOT_STORED = 36,
  /** The last background fit, tested on samples that neither fit used: its residual, and that of the record in use.
   *  [1/1000 %] */
  BINNACLE_REASON_TRIED_ON_OLD = 37,
  BINNACLE_REASON_TRIED_ON_NEW = 38,

  /** Findings of a gyroscope after a run. The axes of the magnetometer, as axes of the gyroscope: one digit for each of
   *  x, y, z, where 1 is +x, 2 -x, 3 +y, 4 -y, 5 +z, 6 -z. 135 means parallel axes. */
  BINNACLE_REASON_GYROSCOPE_AXES = 39,
  /** The angle between the two sensors, and its standard deviation. [1/100 degree] */
  BINNACLE_REASON_FIELD_TURN = 40,
  /** The same angle, if it is so large that the mounting must be wrong. [1/100 degree] */
  BINNACLE_REASON_FIELD_TURNED_FAR = 41,
  /** The same three for the accelerometer. */
  BINNACLE_REASON_GYROSCOPE_AXES_OF_FORCE = 42,
  BINNACLE_REASON_FORCE_TURN = 43,
  BINNACLE_REASON_FORCE_TURNED_FAR = 44,

  /** Reasons to ask for a calibration. No calibration is in use. */
  BINNACLE_REASON_UNCALIBRATED = 64,
  /** The grade of the calibration in use is poor. */
  BINNACLE_REASON_POOR_GRADE = 65,
  /** The strength of the field differs from that of the calibration. [1/10 %] */
  BINNACLE_REASON_STRENGTH_DEVIATES = 66,
  /** The dip differs from that of the calibration. [1/100 degree] */
  BINNACLE_REASON_DIP_DEVIATES = 67,
  /** The strength changes too much while the instrument turns. [1/10 %] */
  BINNACLE_REASON_RESIDUAL_DEVIATES = 68,
  /** The calibration is old. [days] */
  BINNACLE_REASON_AGED = 69,
  /** The temperature differs from that of the calibration. [1/8 degree Celsius] */
  BINNACLE_REASON_TEMPERATURE_MOVED = 70,
  /** The sensor itself was magnetised. [1/10 %] */
  BINNACLE_REASON_MAGNETISED = 71
};

/** The effect of a reason. In Python and JavaScript: `Weight`. */
enum {
  /** None: the reason is only reported. */
  BINNACLE_WEIGHT_NOTE = 0,
  /** A model with fewer parameters was used. */
  BINNACLE_WEIGHT_LOWERED = 1,
  /** The result was refused. */
  BINNACLE_WEIGHT_REFUSED = 2
};

/** A reason with its numbers. */
typedef struct binnacle_reason {
  /** The measured value and its limit, in the unit of the reason. */
  int32_t measured;
  int32_t limit;
  /** BINNACLE_REASON_. */
  uint32_t code;
  /** BINNACLE_WEIGHT_. */
  uint32_t weight;
} binnacle_reason;

/** Reasons have the indexes 0 to BINNACLE_REASONS - 1; most of these places are empty. */
#define BINNACLE_REASONS 17

/**
 * Returns the reason at an index; BINNACLE_ERROR_NOTHING if the place is empty.
 * @par Example
 * @code
 * for (uint32_t place = 0; place < BINNACLE_REASONS; place++) {
 *   binnacle_reason reason;
 *   if (binnacle_calibration_reason(&calibration, place, &reason) == BINNACLE_OK)
 *     printf("reason %u: %d, limit %d\n", (unsigned)reason.code, (int)reason.measured, (int)reason.limit);
 * }
 * @endcode
 */
binnacle_result binnacle_calibration_reason(binnacle_calibration *calibration, uint32_t place, binnacle_reason *reason);

/**
 * @brief Returns why you should ask the user for a calibration now: none is in use, its grade is poor, it is old, or
 * the field no longer matches it. After this call the question counts as asked.
 * @return BINNACLE_ERROR_NOTHING if there is nothing to ask.
 * @par Example
 * @code
 * binnacle_reason reason;
 * if (binnacle_calibration_question(&calibration, &compass, now, &reason) == BINNACLE_OK)
 *   printf("please calibrate: reason %u\n", (unsigned)reason.code);  // please calibrate: reason 65
 * @endcode
 */
binnacle_result binnacle_calibration_question(
    binnacle_calibration *calibration, binnacle_compass *compass, uint64_t now_microseconds, binnacle_reason *reason);

/**
 * @brief Sets whether and how often to ask.
 * @param interval_seconds the shortest time between two questions: 10 to 65535. Default: 600.
 * @param asks             0: never.
 */
binnacle_result binnacle_calibration_set_questions(
    binnacle_calibration *calibration, uint32_t interval_seconds, int32_t asks);

/* ---- Gyroscope ------------------------------------------------------------------------------------------------------ */

/** Bytes of a motion filter. */
#define BINNACLE_MOTION_SIZE 1256

/** A motion filter, which adds a gyroscope to a compass. Its contents are private. */
typedef struct binnacle_motion {
  uint64_t opaque[BINNACLE_MOTION_SIZE / 8];
} binnacle_motion;

/** Settings, from the data sheets of the sensors. A delay says how old the measured quantity is at the time stamp of
 *  its sample. */
typedef struct binnacle_motion_settings {
  /** The delay of the field, -30000 to 30000. The filter estimates it while the instrument turns; this is the initial
   *  value. */
  int32_t field_microseconds;
  /** The delay of the force, -30000 to 30000. */
  int32_t force_microseconds;
  /** The delay of the rate, 0 to 30000. */
  int32_t rate_microseconds;
  /** The zero-rate offset of the gyroscope: the standard deviation of what it measures at rest, in 1/100 degree per
   *  second, 1 to 500. 0 means 50, for a gyroscope whose offset was removed. Use 300 if the data sheet gives 5 degrees
   *  per second or more: then the filter finds the offset even if the instrument moves from the start on, but the first
   *  minute is less certain. */
  int32_t zero_rate_offset;
} binnacle_motion_settings;

/**
 * @brief Initialises a motion filter.
 * @param size_bytes sizeof(binnacle_motion).
 * @param settings   null for the defaults: 600, 0 and 0 microseconds, and 0.5 degrees per second.
 * @par Example
 * @code
 * const binnacle_motion_settings settings = {.field_microseconds = 5000,  // half the period of a magnetometer at 100 Hz
 *                                            .zero_rate_offset = 300};    // 3 degrees a second
 * binnacle_motion_init(&motion, sizeof motion, &settings);
 * binnacle_motion_set_axes(&motion, BINNACLE_PLUS_X, BINNACLE_MINUS_Y);  // X forward, Y left, Z up
 * @endcode
 */
binnacle_result binnacle_motion_init(
    binnacle_motion *motion, size_t size_bytes, const binnacle_motion_settings *settings);

/** Sets how the gyroscope is mounted, as binnacle_compass_set_axes() does for the other sensors. */
binnacle_result binnacle_motion_set_axes(binnacle_motion *motion, int32_t forward, int32_t right);

/**
 * @brief Sets whether the filter uses the field for the heading. Default: not 0, yes. The filter restarts; axes and
 * settings stay.
 * @param uses_field 0: only rates and forces. The heading is then relative to the direction at the restart, and drifts.
 * @par Example
 * @code
 * binnacle_motion_use_field(&motion, 0);      // beside an electric motor: turns alone, without the field
 * binnacle_motion_use_gyroscope(&motion, 0);  // the gyroscope sleeps, and saves power
 * @endcode
 */
binnacle_result binnacle_motion_use_field(binnacle_motion *motion, int32_t uses_field);

/** Sets whether the gyroscope is used. Default: not 0, yes. If this changes, the filter restarts. */
binnacle_result binnacle_motion_use_gyroscope(binnacle_motion *motion, int32_t uses_gyroscope);

/** Reports that the gyroscope does not answer. There is no fused heading until its next rate. */
binnacle_result binnacle_motion_lose(binnacle_motion *motion);

/**
 * @brief Adds a sample of the gyroscope.
 * @param q20_radians_per_second in 2^-20 radians per second, right-handed, in the axes of the sensor.
 * @param flags                  0, BINNACLE_SATURATED, BINNACLE_REPEATED or both.
 * @par Example
 * @code
 * const int32_t rate[3] = {0, 0, 18301};  // 1 degree a second about Z is 2^20 * 3.14159 / 180
 * if (gyroscope_answers())
 *   binnacle_motion_add_rate(&motion, rate, now, 0);
 * else
 *   binnacle_motion_lose(&motion);
 * while (binnacle_motion_step(&motion, &compass) == BINNACLE_MORE_WORK) {
 * }
 * @endcode
 */
binnacle_result binnacle_motion_add_rate(
    binnacle_motion *motion, const int32_t q20_radians_per_second[3], uint64_t time_microseconds, uint32_t flags);

/**
 * @brief Uses the last samples of the compass, each once, and does one slice of work: at most 15,000 cycles of a
 * Cortex-M0+.
 *
 * Call it after each sample of the compass, and a few times in between.
 * @return BINNACLE_MORE_WORK if there is more to do.
 */
binnacle_result binnacle_motion_step(binnacle_motion *motion, binnacle_compass *compass);

/** The state of a motion filter: binnacle_motion_estimate.state. In Python and JavaScript: `MotionState`. */
enum {
  /** There is no attitude: there are fewer than two blocks of rates, or the gyroscope gives no rates. */
  BINNACLE_MOTION_NONE = 0,
  /** The first three seconds: the heading follows the field. */
  BINNACLE_MOTION_STARTING = 1,
  BINNACLE_MOTION_FUSED = 2,
  /** The gyroscope repeats one value while the instrument moves: use the readings of the compass. */
  BINNACLE_MOTION_STUCK = 3
};

/** Why there is no fused heading: binnacle_fused.reason. In Python and JavaScript: `Unfused`. */
enum {
  /** There is a fused heading. */
  BINNACLE_UNFUSED_NONE = 0,
  /** No gyroscope has answered yet. */
  BINNACLE_UNFUSED_NO_GYROSCOPE = 1,
  /** The gyroscope was switched off with binnacle_motion_use_gyroscope(). */
  BINNACLE_UNFUSED_OFF = 2,
  /** The filter started less than three seconds ago, or has had no field yet. */
  BINNACLE_UNFUSED_STARTING = 3,
  /** There was no rate for a quarter of a second. */
  BINNACLE_UNFUSED_SILENT = 4,
  /** The gyroscope repeats one value while the instrument moves. */
  BINNACLE_UNFUSED_STUCK = 5,
  /** There was no force for a second. */
  BINNACLE_UNFUSED_NO_FORCE = 6,
  /** No calibration is in use. */
  BINNACLE_UNFUSED_UNCALIBRATED = 7,
  /** The pointing axis is vertical. */
  BINNACLE_UNFUSED_POINTS_VERTICALLY = 8,
  /** An axis of the gyroscope is reversed, exchanged or wrongly scaled: field and gravity turn otherwise than its rates say.
   */
  BINNACLE_UNFUSED_AXES_WRONG = 9
};

/** The fusion's own heading: a part of what binnacle_motion_read() judges. Use the reading's heading. */
typedef struct binnacle_fused {
  /** The heading of the pointing axis, after deviation card and display orientation. It is valid if the reason is
   *  BINNACLE_UNFUSED_NONE. */
  uint32_t magnetic_q32_turns;
  uint32_t true_q32_turns;
  /** 95 % of the errors are smaller. It includes what does not average out of the accuracy of the fields that the filter
   *  has used; 65535: there is no fused heading. */
  uint16_t accuracy_centidegrees;
  /** BINNACLE_UNFUSED_. */
  uint8_t reason;
  uint8_t is_magnetic_valid;
  uint8_t is_true_valid;
  /** At the last binnacle_motion_read(), the field had turned but the instrument had not. */
  uint8_t is_field_turned;
  uint8_t reserved[2];
} binnacle_fused;

/**
 * Returns the fusion's own heading of the compass's pointing axis, or why there is none.
 * @par Example
 * @code
 * binnacle_fused fused;
 * binnacle_motion_fused(&motion, &compass, now, &fused);
 * if (fused.reason != BINNACLE_UNFUSED_NONE) puts("the gyroscope has no part in it");  // the gyroscope has no part in it
 * @endcode
 */
binnacle_result binnacle_motion_fused(
    binnacle_motion *motion, binnacle_compass *compass, uint64_t now_microseconds, binnacle_fused *fused);

/**
 * @brief Does what binnacle_compass_read() does, with a gyroscope: heading and accuracy are those of compass and gyroscope
 * together, and `source` says which of them gave the heading.
 *
 * If the field turned and the instrument did not, the reading is marked as disturbed. Strength and dip alone cannot show
 * this. Dip, roll, pitch and horizontal field stay those of the compass.
 * @par Example
 * @code
 * binnacle_reading reading;
 * binnacle_motion_read(&motion, &compass, now, &reading);
 * if (reading.reference != 0) show(reading.heading_q32_turns);
 * if (reading.source == BINNACLE_FROM_GYROSCOPE) puts("the gyroscope carries an earlier heading on");
 * @endcode
 */
binnacle_result binnacle_motion_read(
    binnacle_motion *motion, binnacle_compass *compass, uint64_t now_microseconds, binnacle_reading *reading);

/** Attitude and heading from gyroscope, accelerometer and magnetometer. */
typedef struct binnacle_motion_estimate {
  /** The time of the last rate minus its delay. */
  uint64_t time_microseconds;
  /** The rotation from body axes to north, east, down, as a quaternion w, x, y, z; 2^30 is 1. */
  int32_t attitude_q30[4];
  /** The heading of the forward axis, clockwise from magnetic north; valid if `is_heading_valid` is not 0. */
  uint32_t heading_q32_turns;
  /** 95 % of headings have a smaller error; at most 2^31, which it is while the compass is not calibrated. */
  uint32_t accuracy_q32_turns;
  /** The rate of turn about the vertical, positive clockwise. */
  int32_t turn_q20_radians_per_second;
  int32_t bias_q20_radians_per_second[3];
  /** BINNACLE_MOTION_NONE to BINNACLE_MOTION_STUCK. */
  uint8_t state;
  uint8_t is_heading_valid;
  uint8_t is_at_rest;
  uint8_t reserved[5];
} binnacle_motion_estimate;

/**
 * Returns the estimate at the time of the last rate.
 * @par Example
 * @code
 * binnacle_motion_estimate estimate;
 * uint32_t heading;
 * binnacle_motion_get(&motion, &estimate);
 * if (estimate.is_heading_valid) show(estimate.heading_q32_turns);  // of the forward axis
 * if (binnacle_motion_true_heading(&motion, &compass, &heading) == BINNACLE_OK) show(heading);
 * if (binnacle_motion_is_dead(&motion, now) == BINNACLE_DEAD) puts("the gyroscope gives nothing");
 * @endcode
 */
binnacle_result binnacle_motion_get(const binnacle_motion *motion, binnacle_motion_estimate *estimate);

/** Returns the heading of the estimate from true north. The compass needs a place for this. */
binnacle_result binnacle_motion_true_heading(
    const binnacle_motion *motion, const binnacle_compass *compass, uint32_t *heading_q32_turns);

/**
 * @brief Checks whether the gyroscope gives no rates. If so, use the readings of the compass.
 * @return BINNACLE_DEAD if the last rate is more than a quarter of a second old; otherwise BINNACLE_OK, also before the
 * first rate.
 */
binnacle_result binnacle_motion_is_dead(const binnacle_motion *motion, uint64_t now_microseconds);

/** What the filter found out about the sensors, with standard deviations. */
typedef struct binnacle_motion_quality {
  /** The standard deviation of the bias in the estimate: the largest of its three axes. */
  uint32_t bias_deviation_q20_radians_per_second;
  /** The scale error of the gyroscope, in 2^-24; positive if it measures too little. */
  int32_t scale_q24;
  uint32_t scale_deviation_q24;
  /** The delay of the field relative to the rate. */
  int32_t field_delay_microseconds;
  uint32_t field_delay_deviation_microseconds;
  /** The hard iron that remains after the calibration, body axes. */
  int32_t hard_iron_nanotesla[3];
} binnacle_motion_quality;

/**
 * Returns what the filter found out about the sensors.
 * @par Example
 * @code
 * binnacle_motion_quality quality;
 * binnacle_motion_counts counts;
 * binnacle_motion_get_quality(&motion, &quality);
 * binnacle_motion_get_counts(&motion, &counts);
 * printf("field %d us old, %u rates missing\n", (int)quality.field_delay_microseconds, counts.missing);  // field 600 us old, 0 rates missing
 * @endcode
 */
binnacle_result binnacle_motion_get_quality(const binnacle_motion *motion, binnacle_motion_quality *quality);

/** Numbers of bad samples since the start. Each stops at 65535. */
typedef struct binnacle_motion_counts {
  /** Missing rates, computed from the time between two rates and the measured period. */
  uint16_t missing;
  /** Rates with the same time as the one before, or with BINNACLE_REPEATED. */
  uint16_t repeated;
  /** Rates with an earlier time than the one before. */
  uint16_t out_of_order;
  /** Forces and fields that were added more than 100 ms after they were measured. */
  uint16_t late;
  /** Rates with BINNACLE_SATURATED. */
  uint16_t saturated;
  /** How often the filter restarted after more than a second without a rate. */
  uint16_t restarts;
} binnacle_motion_counts;

/** Returns the numbers of bad samples. */
binnacle_result binnacle_motion_get_counts(const binnacle_motion *motion, binnacle_motion_counts *counts);

/* ---- A calibration with a gyroscope -------------------------------------------------------------------------------- */

/** Bytes of a guide. */
#define BINNACLE_GUIDE_SIZE 1616

/**
 * Passes gyroscope data to a running calibration: whether the instrument moves, where down is during fast motion, and
 * where the centre of the field samples is. After the run it has the rotations between the three sensors. Its contents
 * are private.
 */
typedef struct binnacle_guide {
  uint64_t opaque[BINNACLE_GUIDE_SIZE / 8];
} binnacle_guide;

/**
 * Initialises a guide.
 * @param size_bytes sizeof(binnacle_guide).
 * @par Example
 * @code
 * binnacle_guide_init(&guide, sizeof guide);
 * @endcode
 */
binnacle_result binnacle_guide_init(binnacle_guide *guide, size_t size_bytes);

/**
 * @brief Does what binnacle_calibration_step() does, and also uses the gyroscope. Call it instead of that function,
 * before binnacle_motion_step().
 * @return BINNACLE_NEW_RECORD, as binnacle_calibration_step() does.
 * @par Example
 * @code
 * // In place of binnacle_calibration_step().
 * if (binnacle_guide_step(&guide, &calibration, &compass, &motion, now) == BINNACLE_NEW_RECORD) {
 *   binnacle_compass_get_record(&compass, record, sizeof record);
 *   binnacle_calibration_saved(&calibration, store(record), now);
 * }
 * binnacle_motion_step(&motion, &compass);
 * @endcode
 */
binnacle_result binnacle_guide_step(
    binnacle_guide *guide, binnacle_calibration *calibration, binnacle_compass *compass, binnacle_motion *motion,
    uint64_t now_microseconds);

/** Findings have the indexes 0 to BINNACLE_GUIDE_REASONS - 1. */
#define BINNACLE_GUIDE_REASONS 6

/**
 * Returns a finding of the last run about the axes: BINNACLE_REASON_GYROSCOPE_AXES to _FORCE_TURNED_FAR.
 * BINNACLE_ERROR_NOTHING if there is none at this index.
 * @par Example
 * @code
 * for (uint32_t place = 0; place < BINNACLE_GUIDE_REASONS; place++) {
 *   binnacle_reason reason;
 *   if (binnacle_guide_reason(&guide, place, &reason) == BINNACLE_OK && reason.code == BINNACLE_REASON_FIELD_TURNED_FAR)
 *     printf("the magnetometer is turned by %d hundredths of a degree\n", (int)reason.measured);
 * }
 * @endcode
 */
binnacle_result binnacle_guide_reason(const binnacle_guide *guide, uint32_t place, binnacle_reason *reason);

/* ---- A place in slices ---------------------------------------------------------------------------------------------- */

/** Bytes of a locator. */
#define BINNACLE_LOCATOR_SIZE 440

/** A locator sets place and date of a compass in slices, for a main loop that cannot wait for the world model. Its
 *  contents are private. */
typedef struct binnacle_locator {
  uint64_t opaque[BINNACLE_LOCATOR_SIZE / 8];
} binnacle_locator;

/**
 * Initialises a locator without place and date.
 * @param size_bytes sizeof(binnacle_locator).
 * @par Example
 * @code
 * binnacle_locator_init(&locator, sizeof locator);
 * @endcode
 */
binnacle_result binnacle_locator_init(binnacle_locator *locator, size_t size_bytes);

/**
 * @brief Sets place and date. The compass uses the field of the previous place until the new one is computed.
 * @param place null removes both.
 * @par Example
 * @code
 * binnacle_place_state state;
 * binnacle_locator_set(&locator, &compass, &zurich);
 * // In each turn of the main loop one slice; here all of them.
 * while (binnacle_locator_step(&locator, &compass) == BINNACLE_MORE_WORK) {
 * }
 * binnacle_locator_get(&locator, &state);
 * if (state.state == BINNACLE_PLACE_KNOWN) puts("true north is known");  // true north is known
 * @endcode
 */
binnacle_result binnacle_locator_set(binnacle_locator *locator, binnacle_compass *compass, const binnacle_place *place);

/** Does one slice of work, at most 4,000 cycles of a Cortex-M0+. @return BINNACLE_MORE_WORK if there is more to do. */
binnacle_result binnacle_locator_step(binnacle_locator *locator, binnacle_compass *compass);

/** The state of a locator: binnacle_place_state.state. In Python and JavaScript: `PlaceState`. */
enum {
  /** Place or date are not known. */
  BINNACLE_PLACE_UNKNOWN = 0,
  BINNACLE_PLACE_COMPUTING = 1,
  BINNACLE_PLACE_KNOWN = 2,
  /** The world model is not valid for this place and date. */
  BINNACLE_PLACE_REFUSED = 3
};

/** The result of a locator. */
typedef struct binnacle_place_state {
  /** BINNACLE_OK, or the code of the limit of the model that is exceeded. */
  binnacle_result error;
  /** BINNACLE_PLACE_. */
  uint8_t state;
  /** The date is outside the dates of the model, so the declination is less accurate. */
  uint8_t is_extrapolated;
  uint8_t reserved[2];
} binnacle_place_state;

/** Returns the state of a locator. */
binnacle_result binnacle_locator_get(const binnacle_locator *locator, binnacle_place_state *state);

/* ---- Which way the axes of sensors point ---------------------------------------------------------------------------- */

/** Bytes of an axis check. */
#define BINNACLE_AXIS_CHECK_SIZE 240
/** The largest number of poses in an axis check. */
#define BINNACLE_AXIS_POSES 8

/**
 * Finds from a few poses in which directions the axes of the sensors point. It detects exchanged, reversed and mirrored
 * axes, which a calibration cannot detect. Its contents are private.
 */
typedef struct binnacle_axis_check {
  uint64_t opaque[BINNACLE_AXIS_CHECK_SIZE / 8];
} binnacle_axis_check;

/** The side of the instrument that points to the ground. In Python and JavaScript: `Pose`. */
enum {
  BINNACLE_POSE_NOSE_DOWN = 0,
  BINNACLE_POSE_NOSE_UP = 1,
  BINNACLE_POSE_RIGHT_SIDE_DOWN = 2,
  BINNACLE_POSE_LEFT_SIDE_DOWN = 3,
  BINNACLE_POSE_LEVEL = 4,
  BINNACLE_POSE_UPSIDE_DOWN = 5
};

/**
 * Initialises an axis check without poses.
 * @param size_bytes sizeof(binnacle_axis_check).
 * @par Example
 * @code
 * // Six sides to the ground, one after the other, at rest.
 * binnacle_axis_finding force, field;
 * binnacle_axis_check_init(&check, sizeof check);
 * for (int32_t pose = BINNACLE_POSE_NOSE_DOWN; pose <= BINNACLE_POSE_UPSIDE_DOWN; pose++) {
 *   int32_t nanotesla[3], micro_g[3];
 *   wait_for_pose(pose, nanotesla, micro_g);
 *   binnacle_axis_check_add(&check, pose, nanotesla, micro_g);
 * }
 * binnacle_axis_check_accelerometer(&check, &force);
 * binnacle_axis_check_magnetometer(&check, &force, 1, &field);  // 1: north of the magnetic equator
 * if (field.outcome == BINNACLE_AXES_CERTAIN && !field.is_mirrored)
 *   binnacle_compass_set_axes(&compass, BINNACLE_MAGNETOMETER, field.forward, field.right);
 * printf("outcome %d, forward %d, right %d\n", field.outcome, field.forward, field.right);  // outcome 0, forward 0, right 3
 * @endcode
 */
binnacle_result binnacle_axis_check_init(binnacle_axis_check *check, size_t size_bytes);

/**
 * @brief Adds a pose at rest.
 * @param pose       BINNACLE_POSE_. Use four to eight poses, in which each body axis points to the ground at least
 *                   once, in either direction.
 * @param nanotesla  the field in the axes of the magnetometer, without its hard iron, each within 2^21.
 * @param micro_g    the force in the axes of the accelerometer, each within 2^21; null if there is none: the pose is
 *                   then assumed to be exact.
 * @return BINNACLE_ERROR_STATE for a ninth pose.
 */
binnacle_result binnacle_axis_check_add(
    binnacle_axis_check *check, int32_t pose, const int32_t nanotesla[3], const int32_t *micro_g);

/** Whether the axes are certain, or why not: binnacle_axis_finding.outcome. In Python and JavaScript: `Axes`. */
enum {
  BINNACLE_AXES_CERTAIN = 0,
  /** There are fewer than four poses, or a body axis never pointed to the ground. */
  BINNACLE_AXES_TOO_FEW_POSES = 1,
  /** Two arrangements fit about equally well. */
  BINNACLE_AXES_AMBIGUOUS = 2,
  /** The real attitudes differ from the stated poses by more than about 35 degrees. */
  BINNACLE_AXES_NOT_HELD = 3,
  /** The field is too close to horizontal to distinguish a sensor from its mirror image. */
  BINNACLE_AXES_DIP_TOO_SMALL = 4,
  /** The strength of the field differs between the poses: the hard iron was not removed, or iron is near. */
  BINNACLE_AXES_FIELD_VARIES = 5,
  /** An axis of the sensor has the same value in every pose, or the same values as another axis. */
  BINNACLE_AXES_AXIS_LOST = 6
};

/** In which directions the axes of a sensor point. */
typedef struct binnacle_axis_finding {
  /** How much the poses disagree with this arrangement, and with the second best one, in 1/1000 of the measured values.
   *  */
  int32_t disagreement_permille;
  int32_t next_disagreement_permille;
  /** BINNACLE_AXES_. */
  uint8_t outcome;
  /** The sensor's axes that point forward and right, for binnacle_compass_set_axes(). */
  uint8_t forward;
  uint8_t right;
  /** Not 0 if the third axis points up, not down. No setting can correct this: the driver must change the sign of one
   *  axis. */
  uint8_t is_mirrored;
} binnacle_axis_finding;

/** Returns the axes of the accelerometer. @return BINNACLE_OK also if they are not certain; the finding then has the
 *  reason. */
binnacle_result binnacle_axis_check_accelerometer(const binnacle_axis_check *check, binnacle_axis_finding *finding);

/**
 * @brief Returns the axes of the magnetometer.
 * @param accelerometer the result of binnacle_axis_check_accelerometer(). If it is null or not certain, the poses are
 *                      assumed to be exact.
 * @param points_down   not 0: north of the magnetic equator, where the field points down.
 * @return BINNACLE_OK also if they are not certain; the finding then has the reason.
 */
binnacle_result binnacle_axis_check_magnetometer(
    const binnacle_axis_check *check, const binnacle_axis_finding *accelerometer, int32_t points_down,
    binnacle_axis_finding *finding);

/* ---- From floating point -------------------------------------------------------------------------------------------- */

#ifdef BINNACLE_WITH_FLOAT
// For drivers that give floats. Each function rounds to the nearest integer, halves away from zero. Infinity, NaN and
// values that do not fit become the largest or the smallest 32-bit integer, which every function treats as beyond its
// range.
static inline int32_t binnacle_rounded(float value) {
  if (!(value > -2147483648.0f)) return INT32_MIN;
  if (value >= 2147483648.0f) return INT32_MAX;
  return (int32_t)(value < 0 ? value - 0.5f : value + 0.5f);
}

/**
 * Converts microtesla for binnacle_compass_add_field().
 * @par Example
 * @code
 * const int32_t field[3] = {binnacle_nanotesla(15.0f), binnacle_nanotesla(15.0f), binnacle_nanotesla(-42.0f)};  // µT
 * @endcode
 */
static inline int32_t binnacle_nanotesla(float microtesla) { return binnacle_rounded(microtesla * 1000.0f); }

/**
 * Converts microtesla for the hard iron of binnacle_record_of(), up to 4,194 microtesla.
 * @par Example
 * @code
 * const int32_t hard_iron[3] = {binnacle_q8_nanotesla(10.0f), binnacle_q8_nanotesla(-5.0f), binnacle_q8_nanotesla(3.0f)};
 * printf("%d\n", (int)hard_iron[0]);  // 2560000
 * @endcode
 */
static inline int32_t binnacle_q8_nanotesla(float microtesla) { return binnacle_rounded(microtesla * 256000.0f); }

/**
 * Converts an entry of the matrix of binnacle_record_of().
 * @par Example
 * @code
 * printf("%d\n", (int)binnacle_q24(1.0f));  // 16777216
 * @endcode
 */
static inline int32_t binnacle_q24(float value) { return binnacle_rounded(value * 16777216.0f); }

/**
 * Converts degrees for binnacle_place. A float of 32 bits is good to a metre, which is enough for the declination.
 * @par Example
 * @code
 * const binnacle_place here = {.latitude_e7_degrees = binnacle_e7_degrees(47.375f),
 *                              .longitude_e7_degrees = binnacle_e7_degrees(8.5f),
 *                              .year = 2026,
 *                              .month = 7,
 *                              .day = 1};
 * printf("%d\n", (int)here.longitude_e7_degrees);  // 85000000
 * @endcode
 */
static inline int32_t binnacle_e7_degrees(float degrees) { return binnacle_rounded(degrees * 10000000.0f); }

/**
 * Converts metres per second squared for binnacle_compass_add_force(): 9.80665 becomes 1000000.
 * @par Example
 * @code
 * const int32_t force[3] = {binnacle_micro_g(0.0f), binnacle_micro_g(0.0f), binnacle_micro_g(9.80665f)};  // m/s²
 * printf("%d\n", (int)force[2]);  // 1000000
 * @endcode
 */
static inline int32_t binnacle_micro_g(float metres_per_second_squared) {
  return binnacle_rounded(metres_per_second_squared * 101971.621f);
}

/**
 * Converts radians per second for binnacle_motion_add_rate().
 * @par Example
 * @code
 * const int32_t rate[3] = {0, 0, binnacle_q20_radians_per_second(0.5f)};  // half a radian a second about Z
 * @endcode
 */
static inline int32_t binnacle_q20_radians_per_second(float radians_per_second) {
  return binnacle_rounded(radians_per_second * 1048576.0f);
}
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L
#define BINNACLE_CHECK_SIZE(type, size) static_assert(sizeof(type) == (size), #type " has another size")
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define BINNACLE_CHECK_SIZE(type, size) _Static_assert(sizeof(type) == (size), #type " has another size")
#else
#define BINNACLE_CHECK_SIZE(type, size) typedef char type##_size_check[sizeof(type) == (size) ? 1 : -1]
#endif

BINNACLE_CHECK_SIZE(binnacle_compass, BINNACLE_COMPASS_SIZE);
BINNACLE_CHECK_SIZE(binnacle_calibration, BINNACLE_CALIBRATION_SIZE);
BINNACLE_CHECK_SIZE(binnacle_motion, BINNACLE_MOTION_SIZE);
BINNACLE_CHECK_SIZE(binnacle_solution, 20);
BINNACLE_CHECK_SIZE(binnacle_place, 28);
BINNACLE_CHECK_SIZE(binnacle_reading, 88);
BINNACLE_CHECK_SIZE(binnacle_progress, 36);
BINNACLE_CHECK_SIZE(binnacle_outcome, 32);
BINNACLE_CHECK_SIZE(binnacle_reason, 16);
BINNACLE_CHECK_SIZE(binnacle_locator, BINNACLE_LOCATOR_SIZE);
BINNACLE_CHECK_SIZE(binnacle_guide, BINNACLE_GUIDE_SIZE);
BINNACLE_CHECK_SIZE(binnacle_place_state, 8);
BINNACLE_CHECK_SIZE(binnacle_fused, 16);
BINNACLE_CHECK_SIZE(binnacle_motion_estimate, 56);
BINNACLE_CHECK_SIZE(binnacle_motion_quality, 32);
BINNACLE_CHECK_SIZE(binnacle_motion_counts, 12);
BINNACLE_CHECK_SIZE(binnacle_axis_check, BINNACLE_AXIS_CHECK_SIZE);
BINNACLE_CHECK_SIZE(binnacle_axis_finding, 12);

#ifdef __cplusplus
}
#endif

#endif
