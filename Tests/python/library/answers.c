// One number made of every answer that the library gives to a run of samples: the same on every core.
#include <binnacle.h>

#include "draw.h"

static binnacle_compass compass;
static binnacle_calibration calibration;
static binnacle_motion motion;
static binnacle_axis_check check;
static uint32_t hash, records;
static uint64_t now;
// The record that the calibration made.
uint8_t answers_record[BINNACLE_RECORD_SIZE];

// Mixes numbers of so many bytes each, the lowest byte first on every core.
static void mix(const void *numbers, const char *sizes) {
  static const uint16_t one = 1;
  const uint8_t *first = numbers;
  for (; *sizes; sizes++) {
    int size = *sizes - '0';
    for (int i = 0; i < size; i++) hash = (hash ^ first[*(const uint8_t *)&one ? i : size - 1 - i]) * 16777619;
    first += size;
  }
}

static int begin(void) {
  const binnacle_place place = {474000000, 85000000, 408000, 2026, 7, 1, 0};
  now = 0;
  records = 0;
  hash = 2166136261u;
  state = 1;
  return !binnacle_compass_init(&compass, sizeof compass) &&
      !binnacle_calibration_init(&calibration, sizeof calibration) &&
      !binnacle_motion_init(&motion, sizeof motion, 0) && !binnacle_compass_set_place(&compass, &place) &&
      !binnacle_calibration_start(&calibration, BINNACLE_MAGNETOMETER, 0, 0, now);
}

static void add_samples(void) {
  int32_t field[3], force[3], rate[3];
  for (int i = 0; i < 3; i++) force[i] = draw(30000) - (i == 2 ? 1000000 : 0);
  for (int i = 0; i < 3; i++) rate[i] = draw(3000);
  now += 20000;
  draw_field(field);
  binnacle_compass_add_force(&compass, force, now, 0);
  binnacle_compass_add_field(&compass, field, now, 0);
  binnacle_motion_add_rate(&motion, rate, now, 0);
}

// The true heading, 0 if there is none.
static uint32_t mix_reading(void) {
  binnacle_reading reading;
  uint32_t heading = 0;
  binnacle_compass_read(&compass, now, &reading);
  binnacle_result result = binnacle_compass_true_heading(&compass, &heading);
  mix(&reading,
      "8"
      "44444444444"
      "2"
      "1111111111"
      "444"
      "1111");
  mix(&result, "4");
  mix(&heading, "4");
  return heading;
}

static void work(void) {
  uint8_t *record = answers_record;
  for (int turn = 0; turn < 12; turn++) {
    binnacle_motion_step(&motion, &compass);
    if (binnacle_calibration_step(&calibration, &compass, now) != BINNACLE_NEW_RECORD) continue;
    records++;
    binnacle_compass_get_record(&compass, record, BINNACLE_RECORD_SIZE);
    for (int i = 0; i < BINNACLE_RECORD_SIZE; i++) mix(record + i, "1");
    binnacle_calibration_saved(&calibration, 1, now);
  }
}

// How far the calibration is, which ends after 600 steps; in the end its outcome.
static void mix_calibration(uint32_t step) {
  binnacle_progress progress;
  binnacle_calibration_progress(&calibration, now, &progress);
  mix(&progress,
      "444"
      "1111"
      "444"
      "4"
      "1111");
  if (progress.state == BINNACLE_COLLECTING && step == 600) binnacle_calibration_finish(&calibration, now);
  if (progress.state != BINNACLE_REVIEW && progress.state != BINNACLE_FAILED) return;
  binnacle_outcome outcome;
  binnacle_calibration_outcome(&calibration, &outcome);
  mix(&outcome,
      "44444"
      "2222"
      "1111");
  binnacle_calibration_commit(&calibration, now);
}

// `heading` is what stands there where the gyroscope gives none.
static void mix_motion(uint32_t heading) {
  binnacle_motion_estimate estimate;
  binnacle_motion_quality quality;
  binnacle_motion_counts counts;
  binnacle_motion_get(&motion, &estimate);
  // Without the bytes between the last field and the end.
  mix(&estimate,
      "8"
      "4444444444"
      "1111");
  binnacle_motion_get_quality(&motion, &quality);
  binnacle_motion_get_counts(&motion, &counts);
  binnacle_result result = binnacle_motion_true_heading(&motion, &compass, &heading);
  mix(&quality, "44444444");
  mix(&counts, "222222");
  mix(&result, "4");
  mix(&heading, "4");
}

static void mix_axes(int32_t pose) {
  int32_t field[3], force[3];
  for (int i = 0; i < 3; i++) field[i] = draw(48000);
  for (int i = 0; i < 3; i++) force[i] = draw(1000000);
  binnacle_axis_finding gravity, north;
  binnacle_result result = binnacle_axis_check_add(&check, pose, field, force);
  binnacle_axis_check_accelerometer(&check, &gravity);
  gravity.outcome = pose < 5 ? gravity.outcome : BINNACLE_AXES_CERTAIN;
  binnacle_axis_check_magnetometer(&check, &gravity, pose % 2, &north);
  mix(&result, "4");
  mix(&gravity,
      "44"
      "1111");
  mix(&north,
      "44"
      "1111");
}

uint32_t answers(uint32_t steps) {
  if (!begin()) return 1;
  for (uint32_t step = 0; step < steps; step++) {
    add_samples();
    uint32_t heading = mix_reading();
    work();
    mix_calibration(step);
    if (step % 16 == 0) mix_motion(heading);
  }
  if (binnacle_axis_check_init(&check, sizeof check)) return 1;
  for (int32_t pose = 0; pose < 6; pose++) mix_axes(pose);
  return records == 1 ? hash : 2;
}
