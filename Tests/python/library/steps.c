// What a device does between two samples, function by function, so that each can be measured alone.
#include <binnacle.h>

#include "draw.h"

static binnacle_compass compass;
static binnacle_calibration calibration;
static binnacle_motion motion;
static uint32_t angle;
static uint64_t now;
static int32_t field[3], force[3], rate[3], y, x;
static int16_t field_counts[3], force_counts[3];
static int count;
static binnacle_solution solution;
static binnacle_reading reading;
static uint8_t record[BINNACLE_RECORD_SIZE];

void setup(void) {
  state = 1;
  now = 0;
  count = 0;
  binnacle_compass_init(&compass, sizeof compass);
  binnacle_calibration_init(&calibration, sizeof calibration);
  binnacle_motion_init(&motion, sizeof motion, 0);
  binnacle_calibration_start(&calibration, BINNACLE_MAGNETOMETER, 0, 0, 0);
}

// Draws the next sample.
void prepare(void) {
  y = draw(1000000);
  x = draw(1000000);
  for (int k = 0; k < 3; k++) {
    field_counts[k] = (int16_t)draw(20000);
    force_counts[k] = (int16_t)draw(20000);
    force[k] = draw(30000) - (k == 2 ? 1000000 : 0);
    rate[k] = draw(3000);
  }
  now += 20000;
  draw_field(field);
  if (count++ == 600) binnacle_calibration_finish(&calibration, now);
}

void do_angle(void) { binnacle_angle(y, x, &angle); }
void do_counts(void) { binnacle_heading_from_counts(field_counts, force_counts, &angle); }
void do_solve(void) {
  int32_t fine[3] = {field[0] * 256, field[1] * 256, field[2] * 256};
  binnacle_solve(fine, force, &solution);
}
void do_add(void) {
  binnacle_compass_add_force(&compass, force, now, 0);
  binnacle_compass_add_field(&compass, field, now, 0);
}
void do_heading(void) { binnacle_compass_heading(&compass, &angle); }
void do_read(void) { binnacle_compass_read(&compass, now, &reading); }
void do_rate(void) { binnacle_motion_add_rate(&motion, rate, now, 0); }
void do_motion(void) {
  for (int turn = 0; turn < 12; turn++) binnacle_motion_step(&motion, &compass);
}
void do_calibration(void) {
  for (int turn = 0; turn < 12; turn++) binnacle_calibration_step(&calibration, &compass, now);
}
void do_record(void) { binnacle_compass_get_record(&compass, record, sizeof record); }

// How far the calibration is.
uint32_t do_result(void) {
  binnacle_progress progress;
  binnacle_calibration_progress(&calibration, now, &progress);
  return (uint32_t)progress.state * 1000 + progress.percent;
}

void all_steps(void) {
  setup();
  prepare();
  do_angle();
  do_counts();
  do_solve();
  do_add();
  do_heading();
  do_read();
  do_rate();
  do_motion();
  do_calibration();
  do_record();
  do_result();
}
