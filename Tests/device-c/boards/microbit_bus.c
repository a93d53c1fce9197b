// The sensors of the micro:bit v1 on pins 0 (clock) and 30 (data) as two open-drain lines: I2C by software at 100 kHz or less. The
// two-wire master of the nRF51 can lock up (Product Anomaly Notice, items 36 and 56).
#include "board.h"

enum { GPIO = 0x50000500, CLOCK = 1u << 0, DATA = 1u << 30, STRETCH = 1000 };

static const binnacle_chip *const chips[] = {&BINNACLE_LIS2MDL, &BINNACLE_MAG3110, &BINNACLE_LIS3DH, &BINNACLE_MMA8653};

static void wait(void) {
  const uint32_t start = board_microseconds();
  while (board_microseconds() - start < 6) {}
}

static void set(uint32_t line, int high) { REG(GPIO + (high ? 0x08 : 0x0c)) = line; }
static int is_high(uint32_t line) { return (REG(GPIO + 0x10) & line) != 0; }

void bus_begin(void) {
  set(CLOCK | DATA, 1);
  REG(GPIO + 0x200) = REG(GPIO + 0x200 + 30 * 4) = 1 | 3 << 2 | 6 << 8; /* output that only pulls low, input, pull-up */
}

/* A clock that a chip holds low is waited for. */
static int32_t rise(void) {
  set(CLOCK, 1);
  const uint32_t start = board_microseconds();
  while (!is_high(CLOCK))
    if (board_microseconds() - start > STRETCH) return BINNACLE_BUS_TIMEOUT;
  wait();
  return BINNACLE_BUS_OK;
}

static int32_t start(void) {
  set(DATA, 1);
  wait();
  const int32_t code = rise();
  if (code != BINNACLE_BUS_OK || !is_high(DATA)) return BINNACLE_BUS_STUCK;
  set(DATA, 0);
  wait();
  set(CLOCK, 0);
  return BINNACLE_BUS_OK;
}

static void stop(void) {
  set(DATA, 0);
  wait();
  rise();
  set(DATA, 1);
  wait();
}

/* Nine bits: those of `byte` and an acknowledgement, all as they are on the line. */
static int32_t exchange(uint32_t *nine) {
  for (int i = 8; i >= 0; i--) {
    set(DATA, (int)(*nine >> 8 & 1));
    wait();
    const int32_t code = rise();
    if (code != BINNACLE_BUS_OK) return code;
    *nine = *nine << 1 | (uint32_t)is_high(DATA);
    set(CLOCK, 0);
  }
  return BINNACLE_BUS_OK;
}

static int32_t send(uint8_t byte, int32_t refused) {
  uint32_t nine = (uint32_t)byte << 1 | 1;
  const int32_t code = exchange(&nine);
  return code != BINNACLE_BUS_OK ? code : nine & 1 ? refused : BINNACLE_BUS_OK;
}

static int32_t bus_write(void *context, uint8_t address, uint8_t first, const uint8_t *bytes, uint32_t count) {
  int32_t code = start();
  (void)context;
  if (code == BINNACLE_BUS_OK) code = send((uint8_t)(address << 1), BINNACLE_BUS_NO_ANSWER);
  if (code == BINNACLE_BUS_OK) code = send(first, BINNACLE_BUS_REFUSED);
  for (uint32_t i = 0; i < count && code == BINNACLE_BUS_OK; i++) code = send(bytes[i], BINNACLE_BUS_REFUSED);
  stop();
  return code;
}

static int32_t bus_read(void *context, uint8_t address, uint8_t first, uint8_t *bytes, uint32_t count) {
  int32_t code = start();
  (void)context;
  if (code == BINNACLE_BUS_OK) code = send((uint8_t)(address << 1), BINNACLE_BUS_NO_ANSWER);
  if (code == BINNACLE_BUS_OK) code = send(first, BINNACLE_BUS_REFUSED);
  if (code == BINNACLE_BUS_OK) code = start();
  if (code == BINNACLE_BUS_OK) code = send((uint8_t)(address << 1 | 1), BINNACLE_BUS_NO_ANSWER);
  for (uint32_t i = 0; i < count && code == BINNACLE_BUS_OK; i++) {
    uint32_t nine = 0x1fe | (i + 1 == count); /* the last byte is not acknowledged */
    code = exchange(&nine);
    bytes[i] = (uint8_t)(nine >> 1);
  }
  stop();
  return code;
}

static int32_t bus_recover(void *context) {
  (void)context;
  set(DATA, 1);
  for (int i = 0; i < 9 && !is_high(DATA); i++) set(CLOCK, 0), wait(), rise();
  stop();
  return is_high(CLOCK) && is_high(DATA) ? BINNACLE_BUS_OK : BINNACLE_BUS_STUCK;
}

const binnacle_bus board_bus = {0, bus_read, bus_write, bus_recover, chips, sizeof chips / sizeof *chips, BINNACLE_I2C};
