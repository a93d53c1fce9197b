// The loop at the top of binnacle.h around an instrument that is turned by hand until a record is stored, and then lies level, with
// its nose 30 degrees east of north.
#include <binnacle.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static uint8_t flash[BINNACLE_RECORD_SIZE];
static binnacle_reading shown;
static int stored, turns;
static uint32_t state = 1;

static bool load(uint8_t *bytes) {
  memcpy(bytes, flash, sizeof flash);
  return stored != 0;
}

static bool store(const uint8_t *bytes) {
  memcpy(flash, bytes, sizeof flash);
  stored++;
  return true;
}

static void show(const binnacle_reading *reading) { shown = *reading; }

static double drawn(void) {
  state = state * 1664525 + 1013904223;
  return (double)state / 2147483648.0 - 1;
}

// One sample in twenty turns of the loop. The field has 48,000 nanotesla, and iron beside it.
static bool sample(int32_t field[3], int32_t force[3]) {
  static const int32_t iron[3] = {12000, -7000, 30000};
  double v[3] = {17320.5, -10000, 43637}, square = 0;
  if (turns++ % 20 != 0) return false;
  while (stored == 0 && (square < 0.01 || square > 1)) {
    square = 0;
    for (int i = 0; i < 3; i++) {
      v[i] = drawn();
      square += v[i] * v[i];
    }
  }
  for (int i = 0; i < 3; i++) field[i] = (int32_t)(stored ? v[i] : v[i] / sqrt(square) * 48000) + iron[i];
  // The lines are for a module whose Y is left and whose Z is up.
  field[1] = -field[1];
  field[2] = -field[2];
  memcpy(force, (int32_t[3]){0, 0, 1000000}, 3 * sizeof *force);
  return true;
}

#include "lines.h"

int main(void) {
  uint64_t now = 0;
  start(now);
  while (stored == 0 && now < 60000000) loop(now += 1000);
  printf("stored %d\n", stored);
  // As after a reset: the record is there, and nothing is calibrated.
  start(now);
  for (int i = 0; i < 20000; i++) loop(now += 1000);
  printf(
      "stored %d\n%.2f %d\n", stored, shown.heading_q32_turns * (360 / 4294967296.0),
      shown.mode == BINNACLE_MODE_TILTED);
  return 0;
}
