// C firmware on top of the library of docs/own-firmware.md, from start to the first heading after a restart.
#include "compass.h"

static uint64_t memory[300];

int32_t calibrate(const int32_t (*samples)[6], uint32_t count, uint8_t record[216]) {
  uint64_t now = 0;
  uint32_t taken = 0;
  if (compass_size() > sizeof memory) return -2;
  compass_begin(memory);
  if (!compass_start(memory, now)) return -3;
  for (; compass_state(memory) != COMPASS_REVIEW; taken++) {
    if (taken == count) return -4;
    now += 20000;
    compass_heading(memory, samples[taken], samples[taken] + 3, now);
    for (int turn = 0; turn < 20; turn++) compass_turn(memory, now);
  }
  if (!compass_handle(memory, COMPASS_COMMIT, now) || !compass_turn(memory, now)) return -5;
  compass_record(memory, record);
  if (!compass_handle(memory, COMPASS_STORED, now) || compass_handle(memory, COMPASS_CANCEL, now)) return -6;
  compass_begin(memory);
  if (!compass_adopt(memory, record, now)) return -7;
  return compass_heading(memory, samples[count - 1], samples[count - 1] + 3, now);
}

uint32_t size(void) { return compass_size(); }
