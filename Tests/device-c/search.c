// A bus with a magnetometer alone: how many questions go to addresses where nobody is, in the first seconds and later, and whether
// a magnetometer that was unplugged is found again.
#include <stdio.h>

#include "binnacle_device.h"
#include "chips.h"

static unsigned strangers;
static int is_unplugged;

static int32_t read_one(void *context, uint8_t address, uint8_t first, uint8_t *bytes, uint32_t count) {
  strangers += address != 0x1c;
  return address != 0x1c || is_unplugged ? BINNACLE_BUS_NO_ANSWER : chips_read(context, address, first, bytes, count);
}

static int32_t write_one(void *context, uint8_t address, uint8_t first, const uint8_t *bytes, uint32_t count) {
  strangers += address != 0x1c;
  return address != 0x1c || is_unplugged ? BINNACLE_BUS_NO_ANSWER : chips_write(context, address, first, bytes, count);
}

static binnacle_sensors sensors;
static uint64_t now;

uint64_t clock_now(void) { return now; }

/* How many samples of the field came in these seconds. */
static int samples(double seconds) {
  const uint64_t end = now + (uint64_t)(seconds * 1e6);
  binnacle_event event;
  int count = 0;
  for (; now < end; now += 500)
    while (binnacle_sensors_poll(&sensors, now, &event) == BINNACLE_MORE_WORK)
      count += event.what == BINNACLE_EVENT_SAMPLE && event.sensor == BINNACLE_MAGNETOMETER;
  return count;
}

int main(void) {
  const binnacle_bus bus = {0, read_one, write_one, 0, BINNACLE_ALL_SENSORS, 0, BINNACLE_I2C};
  chips_begin(0, 1, 1);
  if (binnacle_sensors_init(&sensors, sizeof sensors, &bus, 75000) != BINNACLE_OK) return 1;
  const int first = samples(3);
  const unsigned asked = strangers;
  const int then = samples(10);
  printf("%d %u %d %u", first > 0, asked > 0, then > 0, strangers - asked);
  is_unplugged = 1;
  samples(3);
  is_unplugged = 0;
  printf(" %d\n", samples(5) > 0);
  return 0;
}
