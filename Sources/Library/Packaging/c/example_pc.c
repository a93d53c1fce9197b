// The PC's side of example.c: a simulated sensor in a field of 20,000 nT to the north and 40,000 nT down, with iron of
// (15,000, -9,000, 4,000) nT beside it. It lies still for 40 s, is turned until it is calibrated, and then turns level.

#include "example.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "binnacle_words.h"

static uint64_t microseconds;
static unsigned samples;
static double north;
static bool is_calibrated;

uint64_t clock_now(void) { return microseconds; }

bool sample(int32_t nanotesla[3], int32_t micro_g[3]) {
  if (microseconds % 20000 != 0) return false;
  const double t = samples < 2000 ? 0 : (samples - 2000) * 0.02;
  samples++;
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

bool load(uint8_t record[BINNACLE_RECORD_SIZE]) {
  memset(record, 0, BINNACLE_RECORD_SIZE);
  return false;
}

bool store(const uint8_t record[BINNACLE_RECORD_SIZE]) {
  (void)record;
  is_calibrated = true;
  return true;
}

void show(const binnacle_reading *reading, const binnacle_progress *progress) {
  if (microseconds % 2000000 != 0) return;
  printf("%5.1f s   ", (double)microseconds / 1e6);
  if (reading->reference != 0) {
    printf(
        "heading %6.2f within %.2f degrees; the simulated one is %6.2f\n",
        binnacle_centidegrees(reading->heading_q32_turns) / 100.0, reading->accuracy_centidegrees / 100.0, north);
  } else if (reading->doubts & BINNACLE_DOUBT_UNCALIBRATED) {
    printf(
        "no heading: %s. %3d %% %s\n", binnacle_doubt_words(BINNACLE_DOUBT_UNCALIBRATED), progress->percent,
        binnacle_advice_words(progress->advice));
  } else {
    printf("no heading: %s\n", binnacle_unavailable_words(reading->reason));
  }
}

int main(void) {
  start();
  for (; microseconds < 100000000; microseconds += 1000) loop();
  return 0;
}
