// Every function with arguments that it cannot use: a code comes back, and no sanitizer has anything to say.
#include <binnacle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(binnacle_result found, binnacle_result wanted, int line) {
  if (found == wanted) return;
  printf("line %d: %d (%s), not %d\n", line, (int)found, binnacle_strerror(found), (int)wanted);
  failures++;
}
#define EXPECT(call, wanted) expect(call, wanted, __LINE__)

// Storage of exactly the declared size, so that a write behind it is found.
static binnacle_compass *compass;
static binnacle_calibration *calibration;
static binnacle_motion *motion;
static char *odd;
static int32_t vector[3] = {20000, 0, 40000}, *short_vector;
static uint8_t *bytes;

static void allocate(void) {
  compass = malloc(sizeof *compass);
  calibration = malloc(sizeof *calibration);
  motion = malloc(sizeof *motion);
  odd = malloc(sizeof *compass + 8);
  short_vector = malloc(sizeof vector);
  bytes = calloc(1, BINNACLE_RECORD_SIZE);
  memset(compass, 0, sizeof *compass);
  memset(calibration, 0xff, sizeof *calibration);
  memset(motion, 0x55, sizeof *motion);
  memcpy(short_vector, vector, sizeof vector);
}

static void give_back(void) {
  free(compass);
  free(calibration);
  free(motion);
  free(odd);
  free(short_vector);
  free(bytes);
}

static void begin_badly_and_well(void) {
  uint32_t heading;
  EXPECT(binnacle_compass_heading(NULL, &heading), BINNACLE_ERROR_NULL);
  EXPECT(binnacle_compass_heading(compass, &heading), BINNACLE_ERROR_UNINITIALISED);
  EXPECT(binnacle_calibration_step(calibration, compass, 0), BINNACLE_ERROR_UNINITIALISED);
  EXPECT(binnacle_motion_step(motion, compass), BINNACLE_ERROR_UNINITIALISED);
  EXPECT(binnacle_compass_init(NULL, sizeof *compass), BINNACLE_ERROR_NULL);
  EXPECT(binnacle_compass_init(compass, sizeof *compass - 1), BINNACLE_ERROR_SIZE);
  EXPECT(binnacle_compass_init(compass, (size_t)-1), BINNACLE_ERROR_SIZE);
  EXPECT(binnacle_compass_init((binnacle_compass *)(void *)(odd + 4), sizeof *compass), BINNACLE_ERROR_ALIGNMENT);
  EXPECT(binnacle_calibration_init(calibration, sizeof *compass), BINNACLE_ERROR_SIZE);
  EXPECT(binnacle_motion_init(motion, 0, NULL), BINNACLE_ERROR_SIZE);
  EXPECT(binnacle_compass_init(compass, sizeof *compass), BINNACLE_OK);
  EXPECT(binnacle_calibration_init(calibration, sizeof *calibration), BINNACLE_OK);
  EXPECT(binnacle_motion_init(motion, sizeof *motion, NULL), BINNACLE_OK);
}

static void give_bad_arguments(void) {
  EXPECT(binnacle_compass_add_field(compass, NULL, 0, 0), BINNACLE_ERROR_NULL);
  EXPECT(binnacle_compass_add_field(compass, (int32_t *)(void *)(odd + 1), 0, 0), BINNACLE_ERROR_ALIGNMENT);
  EXPECT(binnacle_compass_add_field(compass, vector, 0, 8), BINNACLE_ERROR_RANGE);
  EXPECT(binnacle_compass_set_record(compass, bytes, BINNACLE_RECORD_SIZE), BINNACLE_ERROR_RECORD_MAGIC);
  EXPECT(binnacle_compass_set_record(compass, bytes, 0), BINNACLE_ERROR_RECORD_SHORT);
  EXPECT(binnacle_compass_set_record(compass, bytes, (size_t)-1), BINNACLE_ERROR_SIZE);
  EXPECT(binnacle_compass_get_record(compass, bytes, 0), BINNACLE_ERROR_SIZE);
  EXPECT(binnacle_compass_get_record(compass, bytes, BINNACLE_RECORD_SIZE), BINNACLE_UNCALIBRATED);
  EXPECT(binnacle_compass_set_record(compass, bytes, BINNACLE_RECORD_SIZE), BINNACLE_UNCALIBRATED);
  EXPECT(binnacle_compass_read(compass, 0, (binnacle_reading *)(void *)(odd + 4)), BINNACLE_ERROR_ALIGNMENT);
  EXPECT(binnacle_calibration_commit(calibration, 0), BINNACLE_ERROR_STATE);
  EXPECT(binnacle_calibration_start(calibration, 2, 0, 0, 0), BINNACLE_ERROR_RANGE);
  EXPECT(binnacle_calibration_start((binnacle_calibration *)(void *)compass, 0, 0, 0, 0), BINNACLE_ERROR_UNINITIALISED);
  EXPECT(binnacle_solve(vector, NULL, NULL), BINNACLE_ERROR_NULL);
}

// The worst numbers that are numbers, through every path, with a clock that jumps.
static void give_extremes(void) {
  static const int32_t extreme[] = {INT32_MIN, INT32_MAX, 0, -1, 1, 2097152, -2097153, 1000000};
  uint32_t random = 1;
  binnacle_reading reading;
  binnacle_motion_estimate estimate;
  binnacle_outcome outcome;
  binnacle_progress progress;
  EXPECT(binnacle_calibration_start(calibration, BINNACLE_MAGNETOMETER, 0, 0, 0), BINNACLE_OK);
  for (int step = 0; step < 200000; step++) {
    uint64_t now = (uint64_t)step * 10000;
    for (int i = 0; i < 3; i++) {
      random = random * 1664525 + 1013904223;
      short_vector[i] = step % 3 == 0 ? extreme[random >> 29] : (int32_t)random >> (step % 17);
    }
    if (step % 1000 == 999) now = (uint64_t)random << 32;
    EXPECT(binnacle_compass_add_force(compass, short_vector, now, step % 7 == 0), BINNACLE_OK);
    EXPECT(binnacle_compass_add_field(compass, short_vector, now, step % 11 == 0), BINNACLE_OK);
    EXPECT(binnacle_motion_add_rate(motion, short_vector, now, step % 4), BINNACLE_OK);
    if (binnacle_motion_step(motion, compass) < 0) failures++;
    EXPECT(binnacle_compass_read(compass, now, &reading), BINNACLE_OK);
    if (binnacle_calibration_step(calibration, compass, now) < 0) failures++;
    EXPECT(binnacle_calibration_progress(calibration, now, &progress), BINNACLE_OK);
    if (progress.state == BINNACLE_FAILED || progress.state == BINNACLE_IDLE)
      EXPECT(binnacle_calibration_start(calibration, step % 2, 0, 0, now), BINNACLE_OK);
    if (progress.state == BINNACLE_REVIEW) EXPECT(binnacle_calibration_commit(calibration, now), BINNACLE_OK);
  }
  EXPECT(binnacle_motion_get(motion, &estimate), BINNACLE_OK);
  EXPECT(binnacle_calibration_outcome(calibration, &outcome), BINNACLE_OK);
}

int main(void) {
  allocate();
  begin_badly_and_well();
  give_bad_arguments();
  give_extremes();
  give_back();
  printf("%d failures\n", failures);
  return failures != 0;
}
