// A compass that calibrates itself. Copy this file; the functions declared first are yours. On a PC example_pc.c has them, with a
// simulated sensor: cc binnacle.c example.c example_pc.c -lm -o example && ./example

#include "example.h"

static binnacle_compass compass;
static binnacle_calibration calibration;

void start(void) {
  uint8_t record[BINNACLE_RECORD_SIZE];
  binnacle_compass_init(&compass, sizeof compass);
  binnacle_calibration_init(&calibration, sizeof calibration);
  // A module with X forward, Y left, Z up: its axis that points right is -Y.
  binnacle_compass_set_axes(&compass, BINNACLE_MAGNETOMETER, BINNACLE_PLUS_X, BINNACLE_MINUS_Y);
  binnacle_compass_set_axes(&compass, BINNACLE_ACCELEROMETER, BINNACLE_PLUS_X, BINNACLE_MINUS_Y);
  if (!load(record) || binnacle_compass_set_record(&compass, record, sizeof record) != BINNACLE_OK)
    binnacle_calibration_start(&calibration, BINNACLE_MAGNETOMETER, 0, 0, clock_now());
}

// For a button: calibrates anew. The calibration in use stays until a better one is committed.
void calibrate(void) { binnacle_calibration_start(&calibration, BINNACLE_MAGNETOMETER, 0, 0, clock_now()); }

// Call it as often as you can. A solve takes some 80 calls.
void loop(void) {
  const uint64_t now = clock_now();
  int32_t field[3], force[3];
  uint8_t record[BINNACLE_RECORD_SIZE];
  binnacle_reading reading;
  binnacle_progress progress;
  binnacle_outcome outcome;
  if (sample(field, force)) {
    binnacle_compass_add_force(&compass, force, now, 0);
    binnacle_compass_add_field(&compass, field, now, 0);
  }
  if (binnacle_calibration_step(&calibration, &compass, now) == BINNACLE_NEW_RECORD) {
    binnacle_compass_get_record(&compass, record, sizeof record);
    binnacle_calibration_saved(&calibration, store(record), now);
  }
  binnacle_calibration_progress(&calibration, now, &progress);
  switch (progress.state) {
    case BINNACLE_COLLECTING:
      // More turning would make it a little better.
      if (progress.advice == BINNACLE_ADVICE_ENOUGH) binnacle_calibration_finish(&calibration, now);
      break;
    case BINNACLE_REVIEW:
      binnacle_calibration_outcome(&calibration, &outcome);
      // Only what was accepted comes to a review; you may want more than BINNACLE_GRADE_POOR.
      if (outcome.grade >= BINNACLE_GRADE_FAIR)
        binnacle_calibration_commit(&calibration, now);
      else
        binnacle_calibration_discard(&calibration, now);
      break;
    case BINNACLE_FAILED:
    case BINNACLE_IDLE:
      // It lay still for too long, or another field was there.
      calibrate();
      break;
    default: break;
  }
  binnacle_compass_read(&compass, now, &reading);
  show(&reading, &progress);
}
