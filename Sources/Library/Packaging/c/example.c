// A compass that calibrates itself, and the loop around it. On a PC it turns a simulated sensor: cc binnacle.c example.c

#include "binnacle.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Yours: microseconds of a clock, one sample of each sensor, storage for one record, a display.
static uint64_t clock_now(void);
static bool sample(int32_t nanotesla[3], int32_t micro_g[3]);
static bool load(uint8_t record[BINNACLE_RECORD_SIZE]);
static bool store(const uint8_t record[BINNACLE_RECORD_SIZE]);
static void show(const binnacle_reading *reading);

static binnacle_compass compass;
static binnacle_calibration calibration;

static void start(void) {
  uint8_t record[BINNACLE_RECORD_SIZE];
  binnacle_compass_init(&compass, sizeof compass);
  binnacle_calibration_init(&calibration, sizeof calibration);
  // X forward, Y left, Z up: right is -Y.
  binnacle_compass_set_axes(&compass, BINNACLE_MAGNETOMETER, BINNACLE_PLUS_X, BINNACLE_MINUS_Y);
  binnacle_compass_set_axes(&compass, BINNACLE_ACCELEROMETER, BINNACLE_PLUS_X, BINNACLE_MINUS_Y);
  if (!load(record) || binnacle_compass_set_record(&compass, record, sizeof record) != BINNACLE_OK)
    binnacle_calibration_start(&calibration, BINNACLE_MAGNETOMETER, 0, 0, clock_now());
}

// Call it as often as you can; `sample` answers false while the sensors have nothing new.
static void loop(void) {
  const uint64_t now = clock_now();
  int32_t field[3], force[3];
  uint8_t record[BINNACLE_RECORD_SIZE];
  binnacle_reading reading;
  binnacle_progress progress;
  if (sample(field, force)) {
    binnacle_compass_add_force(&compass, force, now, 0);
    binnacle_compass_add_field(&compass, field, now, 0);
    binnacle_compass_read(&compass, now, &reading);
    show(&reading);
  }
  if (binnacle_calibration_step(&calibration, &compass, now) == BINNACLE_NEW_RECORD) {
    binnacle_compass_get_record(&compass, record, sizeof record);
    binnacle_calibration_saved(&calibration, store(record), now);
  }
  binnacle_calibration_progress(&calibration, now, &progress);
  if (progress.state == BINNACLE_REVIEW) binnacle_calibration_commit(&calibration, now);
}

// ---- A simulated sensor: 20,000 nT to the north, 40,000 nT down, iron of (15,000, -9,000, 4,000) nT beside it. ----------

static uint64_t microseconds;
static unsigned samples;
static double north;
static bool is_calibrated;

static uint64_t clock_now(void) { return microseconds; }

static bool sample(int32_t nanotesla[3], int32_t micro_g[3]) {
  if (microseconds % 20000 != 0) return false;
  // Until it is calibrated it is turned about all axes; then it turns level.
  const double t = samples++ * 0.02;
  const double yaw = t * 0.5, pitch = is_calibrated ? 0 : 1.2 * sin(t * 0.7), roll = is_calibrated ? 0 : t * 1.3;
  const double world[2][3] = {{20000, 0, 40000}, {0, 0, -1000000}};
  for (int kind = 0; kind < 2; kind++) {
    // From north, east, down to forward, right, down; then to forward, left, up.
    const double x = cos(yaw) * world[kind][0] + sin(yaw) * world[kind][1];
    const double y = cos(yaw) * world[kind][1] - sin(yaw) * world[kind][0];
    const double forward = cos(pitch) * x - sin(pitch) * world[kind][2];
    const double z = sin(pitch) * x + cos(pitch) * world[kind][2];
    const double right = cos(roll) * y + sin(roll) * z, down = cos(roll) * z - sin(roll) * y;
    const double iron[3] = {15000, -9000, 4000}, body[3] = {forward, -right, -down};
    for (int axis = 0; axis < 3; axis++) {
      const double value = body[axis] + (kind == 0 ? iron[axis] : 0);
      (kind == 0 ? nanotesla : micro_g)[axis] = (int32_t)lround(value);
    }
  }
  north = fmod(yaw * 57.29577951, 360);
  return true;
}

static bool load(uint8_t record[BINNACLE_RECORD_SIZE]) {
  memset(record, 0, BINNACLE_RECORD_SIZE);
  return false;
}

static bool store(const uint8_t record[BINNACLE_RECORD_SIZE]) {
  binnacle_outcome found;
  binnacle_calibration_outcome(&calibration, &found);
  printf("calibrated: the worst heading error to expect is %.2f degrees\n", found.worst_error_centidegrees / 100.0);
  (void)record;
  is_calibrated = true;
  return true;
}

static void show(const binnacle_reading *reading) {
  if (samples % 100 != 0) return;
  if (reading->reference == 0) {
    printf("%5.1f s   no heading: turn it about all axes\n", microseconds / 1e6);
    return;
  }
  printf(
      "%5.1f s   heading %6.2f within %.2f degrees; the simulated one is %6.2f\n", microseconds / 1e6,
      binnacle_centidegrees(reading->heading_q32_turns) / 100.0, reading->accuracy_centidegrees / 100.0, north);
}

int main(void) {
  start();
  for (; microseconds < 60000000; microseconds += 1000) loop();
  return 0;
}
