// What the examples in the comments of binnacle.h find around them: objects, a clock, and functions of the user's.

#define BINNACLE_WITH_FLOAT
#include <binnacle.h>
#include <stdio.h>
#include <string.h>

static binnacle_compass compass;
static binnacle_calibration calibration;
static binnacle_motion motion;
static binnacle_guide guide;
static binnacle_locator locator;
static binnacle_axis_check check;
static uint8_t record[BINNACLE_RECORD_SIZE];
static int32_t field[3], force[3];
static const uint64_t now = 10000000;
static const binnacle_place zurich = {473700000, 85400000, 408000, 2026, 7, 1, 0};

static int store(const uint8_t *bytes) { return bytes[0] != 0; }
static int read_magnetometer(int32_t *nanotesla) { return nanotesla[0] != 0; }
static int read_accelerometer(int32_t *micro_g) { return micro_g[2] != 0; }
static int gyroscope_answers(void) { return 1; }
static int sensors_were_exchanged(void) { return 0; }
static void show(uint32_t q32_turns) { (void)q32_turns; }

/// The sensors of a module with X forward, Y left, Z up, held as the pose says: 20000 nanotesla to the north, 40000 down. No two
/// headings are alike.
static void wait_for_pose(int32_t pose, int32_t nanotesla[3], int32_t micro_g[3]) {
  static const int32_t aside[6][2] = {
      {12000, 16000}, {16000, -12000}, {-20000, 0}, {0, 20000}, {20000, 0}, {-12000, 16000}};
  const int axis = pose / 2;
  const int32_t down = pose % 2 == 0 ? 1 : -1;
  int32_t body[3];
  body[axis] = down * 40000;
  body[(axis + 1) % 3] = aside[pose][0];
  body[(axis + 2) % 3] = aside[pose][1];
  for (int i = 0; i < 3; i++) {
    nanotesla[i] = i == 0 ? body[i] : -body[i];
    micro_g[i] = i != axis ? 0 : i == 0 ? -down * 1000000 : down * 1000000;
  }
}

/// Puts a record into use that corrects nothing and has the grade "poor".
static void calibrate(void) {
  uint32_t checksum = UINT32_MAX;
  binnacle_compass_get_record(&compass, record, sizeof record);
  record[5] = BINNACLE_MODEL_SPHERE;
  record[6] = BINNACLE_GRADE_POOR;
  for (int i = 0; i < 212; i++) {
    checksum ^= record[i];
    for (int bit = 0; bit < 8; bit++) checksum = checksum >> 1 ^ (checksum & 1 ? 0xedb88320 : 0);
  }
  for (int i = 0; i < 4; i++) record[212 + i] = (uint8_t)(~checksum >> 8 * i);
  if (binnacle_compass_set_record(&compass, record, sizeof record) != BINNACLE_OK) puts("the record is refused");
}

/// Makes everything anew: X forward, Y left, Z up, level, 45 degrees from magnetic north.
static void begin(void) {
  const int32_t pull[3] = {0, 0, 1000000}, nanotesla[3] = {15000, 15000, -42000};
  memcpy(field, nanotesla, sizeof field);
  memcpy(force, pull, sizeof force);
  binnacle_compass_init(&compass, sizeof compass);
  binnacle_compass_set_axes(&compass, BINNACLE_MAGNETOMETER, BINNACLE_PLUS_X, BINNACLE_MINUS_Y);
  binnacle_compass_set_axes(&compass, BINNACLE_ACCELEROMETER, BINNACLE_PLUS_X, BINNACLE_MINUS_Y);
  calibrate();
  binnacle_compass_add_force(&compass, force, now, 0);
  binnacle_compass_add_field(&compass, field, now, 0);
  binnacle_calibration_init(&calibration, sizeof calibration);
  binnacle_calibration_step(&calibration, &compass, now);
  binnacle_motion_init(&motion, sizeof motion, 0);
  binnacle_guide_init(&guide, sizeof guide);
  binnacle_locator_init(&locator, sizeof locator);
  binnacle_axis_check_init(&check, sizeof check);
}
