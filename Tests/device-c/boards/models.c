// The chips of chips.c as a bus, and flash in RAM that no reset clears.
#include <string.h>

#include "../chips.h"
#include "board.h"

static const binnacle_chip *const chips[] = {&BINNACLE_LIS3MDL, &BINNACLE_LIS3DH, &BINNACLE_LSM6DSOX};
const binnacle_bus board_bus = {0, chips_read, chips_write, 0, chips, 3, BINNACLE_I2C};

#ifndef BOARD_HAS_FLASH
enum { PAGE = 1024, SEED = 0x5a17 };
static struct {
  uint32_t check;
  uint8_t bytes[2 * PAGE];
} flash __attribute__((section(".pages")));

static int32_t page_read(void *context, uint32_t at, uint8_t *bytes, uint32_t count) {
  (void)context;
  memcpy(bytes, flash.bytes + at, count);
  return 0;
}

static int32_t page_write(void *context, uint32_t at, const uint8_t *bytes, uint32_t count) {
  (void)context;
  for (uint32_t i = 0; i < count; i++) flash.bytes[at + i] &= bytes[i];
  return 0;
}

static int32_t page_erase(void *context, uint32_t at) {
  (void)context;
  memset(flash.bytes + at, 0xff, PAGE);
  return 0;
}

const binnacle_memory board_memory = {0, page_read, page_write, page_erase, 2 * PAGE, PAGE};
#endif

void models_begin(void) {
#ifndef BOARD_HAS_FLASH
  if (flash.check != SEED) memset(flash.bytes, 0xff, sizeof flash.bytes);
  flash.check = SEED;
#endif
#ifdef WITH_A_GYROSCOPE
  chips_begin(1, 0, 1);
#else
  chips_begin(0, 0, 1);
#endif
}
