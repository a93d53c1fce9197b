// A compass that is calibrated by turning it, and then tells its heading from true north.

#include <binnacle.h>

#include "sensors.h"

void say(const char *text);

static binnacle_compass compass;
static binnacle_calibration calibration;
static uint8_t stored[BINNACLE_RECORD_SIZE];

// Says why the program ends.
static int give_up(binnacle_result result) {
  say(binnacle_strerror(result));
  say("\n");
  return 1;
}

// Three counts in a unit that the library takes. A count that cannot be scaled exactly is an error, not a wrong number.
static binnacle_result scaled(const int16_t counts[3], int32_t numerator, int32_t denominator, int32_t value[3]) {
  binnacle_result result = BINNACLE_OK;
  for (int i = 0; i < 3 && result == BINNACLE_OK; i++)
    result = binnacle_scale(counts[i], numerator, denominator, &value[i]);
  return result;
}

// Gives the compass one sample of each sensor.
static binnacle_result sample(uint32_t step, uint64_t now) {
  int16_t counts[3];
  int32_t value[3];
  read_accelerometer(step, counts);
  // 1,000,000 micro-g over 16,384 counts, reduced.
  binnacle_result result = scaled(counts, 15625, 256, value);
  if (result == BINNACLE_OK) result = binnacle_compass_add_force(&compass, value, now, 0);
  if (result != BINNACLE_OK) return result;
  read_magnetometer(step, counts);
  // 100,000 nanotesla over 3,000 counts, reduced.
  result = scaled(counts, 100, 3, value);
  return result == BINNACLE_OK ? binnacle_compass_add_field(&compass, value, now, 0) : result;
}

// Three digits, leading zeros included.
static void say_degrees(uint32_t centidegrees) {
  char text[8] = {(char)('0' + centidegrees / 10000), (char)('0' + centidegrees / 1000 % 10),
      (char)('0' + centidegrees / 100 % 10), '.', (char)('0' + centidegrees / 10 % 10), '\n', 0, 0};
  say(text);
}

int main(void) {
  const binnacle_place zurich = {474000000, 85000000, 408000, 2026, 7, 1, 0};
  uint64_t now = 0;
  binnacle_result result = binnacle_compass_init(&compass, sizeof compass);
  if (result == BINNACLE_OK) result = binnacle_calibration_init(&calibration, sizeof calibration);
  // X forward, Y left, Z up: right is -Y.
  if (result == BINNACLE_OK)
    result = binnacle_compass_set_axes(&compass, BINNACLE_MAGNETOMETER, BINNACLE_PLUS_X, BINNACLE_MINUS_Y);
  if (result == BINNACLE_OK)
    result = binnacle_compass_set_axes(&compass, BINNACLE_ACCELEROMETER, BINNACLE_PLUS_X, BINNACLE_MINUS_Y);
  if (result == BINNACLE_OK) result = binnacle_compass_set_place(&compass, &zurich);
  if (result == BINNACLE_OK) result = binnacle_calibration_start(&calibration, BINNACLE_MAGNETOMETER, 0, 0, now);
  if (result != BINNACLE_OK) return give_up(result);

  for (uint32_t step = 0; step < 2050; step++) {
    now += 20000;
    result = sample(step, now);
    if (result != BINNACLE_OK) return give_up(result);
    // A main loop that runs twenty times a sample.
    for (int turn = 0; turn < 20; turn++) {
      result = binnacle_calibration_step(&calibration, &compass, now);
      if (result < 0) return give_up(result);
      if (result != BINNACLE_NEW_RECORD) continue;
      // Here firmware writes the record to its flash.
      binnacle_compass_get_record(&compass, stored, sizeof stored);
      binnacle_calibration_saved(&calibration, 1, now);
      say("calibrated\n");
    }
    binnacle_progress progress;
    binnacle_calibration_progress(&calibration, now, &progress);
    if (progress.state == BINNACLE_FAILED) return give_up(BINNACLE_ERROR_STATE);
    // A person would look at binnacle_calibration_outcome() first.
    if (progress.state == BINNACLE_REVIEW) binnacle_calibration_commit(&calibration, now);
  }

  uint32_t heading;
  result = binnacle_compass_true_heading(&compass, &heading);
  if (result != BINNACLE_OK) return give_up(result);
#ifdef HAS_FPU
  // Firmware with an FPU may go on in floating point: only integers come from the library.
  say_degrees((uint32_t)((float)heading * (36000 / 4294967296.0f)));
#else
  say_degrees(binnacle_centidegrees(heading));
#endif
  return 0;
}
