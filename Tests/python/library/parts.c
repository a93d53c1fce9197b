// What firmware takes of the library, as PARTS says: the size of its image beyond that of an empty one is the part's cost.
#include <binnacle.h>

#define COUNTS 1
#define SOLVE 2
#define DECLINATION 4
#define HEADING 8
#define RECORD 16
#define CALIBRATE 32
#define TRUE_NORTH 64
#define READ 128
#define MOTION 256
#define WORDS 512
#define ANGLE 1024

static volatile int32_t v[6];
static volatile uint32_t sink;

#if PARTS & ANGLE
static inline binnacle_result take_angle(void) {
  uint32_t angle;
  binnacle_result result = binnacle_angle(v[0], v[1], &angle);
  sink = angle;
  return result;
}
#endif

#if PARTS & COUNTS
static inline binnacle_result take_counts(const int32_t field[3], const int32_t force[3]) {
  uint32_t found;
  binnacle_result result = binnacle_heading_from_counts((const int16_t *)field, (const int16_t *)force, &found);
  sink = found;
  return result;
}
#endif

#if PARTS & SOLVE
static inline binnacle_result take_solution(const int32_t field[3], const int32_t force[3]) {
  binnacle_solution solution;
  binnacle_result result = binnacle_solve(field, force, &solution);
  sink = solution.heading_q32_turns;
  return result;
}
#endif

#if PARTS & DECLINATION
static inline binnacle_result take_declination(void) {
  binnacle_place there = {v[0], v[1], v[2], v[3], 1, 1, 0};
  int32_t declination;
  binnacle_result result = binnacle_declination(&there, &declination);
  sink = (uint32_t)declination;
  return result;
}
#endif

#if PARTS & HEADING
static binnacle_compass compass;

static inline binnacle_result take_heading(const int32_t field[3], const int32_t force[3]) {
  uint32_t heading;
  binnacle_compass_init(&compass, sizeof compass);
  binnacle_compass_set_axes(&compass, BINNACLE_MAGNETOMETER, BINNACLE_PLUS_X, BINNACLE_MINUS_Y);
  binnacle_compass_add_force(&compass, force, 0, 0);
  binnacle_compass_add_field(&compass, field, 0, 0);
  binnacle_result result = binnacle_compass_heading(&compass, &heading);
  sink = heading;
  return result;
}
#endif

#if PARTS & RECORD
static inline binnacle_result take_record(void) {
  static uint8_t bytes[BINNACLE_RECORD_SIZE];
  binnacle_compass_get_record(&compass, bytes, sizeof bytes);
  return binnacle_compass_set_record(&compass, bytes, sizeof bytes);
}
#endif

#if PARTS & CALIBRATE
static inline binnacle_result take_calibration(void) {
  static binnacle_calibration calibration;
  binnacle_progress progress;
  binnacle_outcome outcome;
  binnacle_reason reason;
  binnacle_calibration_init(&calibration, sizeof calibration);
  binnacle_calibration_start(&calibration, BINNACLE_MAGNETOMETER, 0, 0, 0);
  binnacle_result result = binnacle_calibration_step(&calibration, &compass, 0);
  binnacle_calibration_progress(&calibration, 0, &progress);
  binnacle_calibration_outcome(&calibration, &outcome);
  binnacle_calibration_reason(&calibration, 0, &reason);
  binnacle_calibration_commit(&calibration, 0);
  binnacle_calibration_discard(&calibration, 0);
  binnacle_calibration_cancel(&calibration, 0);
  binnacle_calibration_finish(&calibration, 0);
  binnacle_calibration_saved(&calibration, 1, 0);
  sink = progress.percent + outcome.grade + reason.code;
  return result;
}
#endif

#if PARTS & TRUE_NORTH
static inline binnacle_result take_true_heading(void) {
  binnacle_place place = {v[0], v[1], v[2], v[3], 1, 1, 0};
  uint32_t heading;
  binnacle_compass_set_place(&compass, &place);
  binnacle_result result = binnacle_compass_true_heading(&compass, &heading);
  sink = heading;
  return result;
}
#endif

#if PARTS & READ
static inline binnacle_result take_reading(void) {
  binnacle_reading reading;
  binnacle_result result = binnacle_compass_read(&compass, 0, &reading);
  sink = reading.accuracy_centidegrees + reading.grade + reading.disturbance;
  return result;
}
#endif

#if PARTS & MOTION
static inline binnacle_result take_motion(const int32_t rate[3]) {
  static binnacle_motion motion;
  binnacle_motion_estimate estimate;
  binnacle_motion_init(&motion, sizeof motion, 0);
  binnacle_motion_add_rate(&motion, rate, 0, 0);
  binnacle_motion_step(&motion, &compass);
  binnacle_result result = binnacle_motion_get(&motion, &estimate);
  sink = estimate.heading_q32_turns;
  return result;
}
#endif

int main(void) {
#if PARTS != 0
  int32_t field[3] = {v[0], v[1], v[2]}, force[3] = {v[3], v[4], v[5]};
  binnacle_result result = BINNACLE_OK;
  (void)field;
  (void)force;
#endif
#if PARTS & ANGLE
  result = take_angle();
#endif
#if PARTS & COUNTS
  result = take_counts(field, force);
#endif
#if PARTS & SOLVE
  result = take_solution(field, force);
#endif
#if PARTS & DECLINATION
  result = take_declination();
#endif
#if PARTS & HEADING
  result = take_heading(field, force);
#endif
#if PARTS & RECORD
  result = take_record();
#endif
#if PARTS & CALIBRATE
  result = take_calibration();
#endif
#if PARTS & TRUE_NORTH
  result = take_true_heading();
#endif
#if PARTS & READ
  result = take_reading();
#endif
#if PARTS & MOTION
  result = take_motion(force);
#endif
#if PARTS & WORDS
  sink = (uint32_t)(uintptr_t)binnacle_strerror((binnacle_result)v[0]);
#endif
#if PARTS != 0
  return result;
#else
  return 0;
#endif
}
