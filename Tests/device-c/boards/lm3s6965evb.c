// The Stellaris evaluation board: an LSM303DLHC and an AT24C32 on I2C0 at 100 kHz, UART0, 50 MHz from the PLL (LM3S6965
// data sheet, chapters 5, 8, 12 and 14). Pins and speeds are those of the firmware in Swift.
#include "board.h"

enum { SYSTEM = 0x400fe000, PA = 0x40004000, PB = 0x40005000, UART = 0x4000c000, I2C = 0x40020000, TICK = 0xe000e010 };
enum { RUN = 1, START = 2, STOP = 4, ACKNOWLEDGE = 8, BUSY = 1, FAILED = 2, ABSENT = 4, LOST = 16 };
enum { PER_MICROSECOND = 50, EEPROM = 0x50 };

const char board_name[] = "lm3s6965evb-c";

uint32_t board_microseconds(void) {
  static uint32_t last, rest, total;
  const uint32_t current = REG(TICK + 8), ticks = ((last - current) & 0xffffff) + rest;
  last = current;
  rest = ticks % PER_MICROSECOND;
  return total += ticks / PER_MICROSECOND;
}

void board_begin(void) {
  const uint32_t common = 3 << 23 | 1 << 22 | 0xe << 6; /* divided by 4; a crystal of 8 MHz */
  REG(SYSTEM + 0x60) = common | 1 << 11 | 1 << 13;
  REG(SYSTEM + 0x60) = common | 1 << 11;
  for (uint32_t i = 0; i < 20000 && !(REG(SYSTEM + 0x50) & 1 << 6); i++) {}
  REG(SYSTEM + 0x60) = common;
  REG(TICK + 4) = 0xffffff, REG(TICK + 8) = 0, REG(TICK) = 5;
  REG(SYSTEM + 0x104) |= 1 | 1 << 12, REG(SYSTEM + 0x108) |= 3; /* clocks of UART0, I2C0, ports A and B */
  (void)REG(SYSTEM + 0x108);
  REG(PA + 0x420) = 3, REG(PA + 0x51c) = 3;
  REG(UART + 0x24) = 27, REG(UART + 0x28) = 8, REG(UART + 0x2c) = 3 << 5 | 1 << 4, REG(UART + 0x30) = 0x301;
  REG(PB + 0x51c) |= 12, REG(PB + 0x50c) |= 12, REG(PB + 0x420) |= 12; /* pins 2 and 3, open drain */
  REG(I2C + 0x20) = 1 << 4, REG(I2C + 0x0c) = 50000000 / (20 * 100000) - 1;
}

int board_receive(void) { return REG(UART + 0x18) & 1 << 4 ? -1 : (int)(REG(UART) & 0xff); }
int board_can_send(void) { return !(REG(UART + 0x18) & 1 << 5); }
void board_send(uint8_t byte) { REG(UART) = byte; }

static int32_t run(uint32_t command) {
  REG(I2C + 4) = command;
  for (uint32_t i = 0; REG(I2C + 4) & BUSY; i++)
    if (i == 50000) return BINNACLE_BUS_TIMEOUT;
  const uint32_t status = REG(I2C + 4);
  if (!(status & (FAILED | LOST))) return BINNACLE_BUS_OK;
  /* There is one master only: it can lose the bus only to nobody, which is how QEMU tells that no chip answers. */
  if (status & LOST) return command & START ? BINNACLE_BUS_NO_ANSWER : BINNACLE_BUS_LOST;
  if (!(command & STOP)) REG(I2C + 4) = STOP;
  return status & ABSENT ? BINNACLE_BUS_NO_ANSWER : BINNACLE_BUS_REFUSED;
}

/* Sends bytes; the address of a register or of a memory comes first. */
static int32_t send(uint8_t address, const uint8_t *first, uint32_t firsts, const uint8_t *bytes, uint32_t count) {
  int32_t code = BINNACLE_BUS_OK;
  REG(I2C) = (uint32_t)address << 1;
  for (uint32_t i = 0; i < firsts + count && code == BINNACLE_BUS_OK; i++) {
    REG(I2C + 8) = i < firsts ? first[i] : bytes[i - firsts];
    code = run(RUN | (i == 0 ? START : 0) | (i + 1 == firsts + count ? STOP : 0));
  }
  return code;
}

/* QEMU's model has no repeated start; with one master, nothing comes between. */
static int32_t receive(uint8_t address, const uint8_t *first, uint32_t firsts, uint8_t *bytes, uint32_t count) {
  int32_t code = send(address, first, firsts, 0, 0);
  REG(I2C) = (uint32_t)address << 1 | 1;
  for (uint32_t i = 0; i < count && code == BINNACLE_BUS_OK; i++) {
    code = run(RUN | (i == 0 ? START : 0) | (i + 1 == count ? STOP : ACKNOWLEDGE));
    bytes[i] = (uint8_t)REG(I2C + 8);
  }
  return code;
}

static int32_t bus_read(void *context, uint8_t address, uint8_t first, uint8_t *bytes, uint32_t count) {
  (void)context;
  return receive(address, &first, 1, bytes, count);
}

static int32_t bus_write(void *context, uint8_t address, uint8_t first, const uint8_t *bytes, uint32_t count) {
  (void)context;
  return send(address, &first, 1, bytes, count);
}

static const binnacle_chip *const chips[] = {&BINNACLE_LSM303DLHC};
const binnacle_bus board_bus = {0, bus_read, bus_write, 0, chips, 1, BINNACLE_I2C};

static int32_t memory_read(void *context, uint32_t at, uint8_t *bytes, uint32_t count) {
  const uint8_t place[2] = {(uint8_t)(at >> 8), (uint8_t)at};
  (void)context;
  return receive(EEPROM, place, 2, bytes, count);
}

static int32_t memory_write(void *context, uint32_t at, const uint8_t *bytes, uint32_t count) {
  const uint8_t place[2] = {(uint8_t)(at >> 8), (uint8_t)at};
  uint8_t byte;
  (void)context;
  const int32_t code = send(EEPROM, place, 2, bytes, count);
  if (code != BINNACLE_BUS_OK) return code;
  for (int i = 0; i < 100; i++) /* it does not answer while it writes, for 10 ms at most */
    if (memory_read(0, at, &byte, 1) == BINNACLE_BUS_OK) return 0;
  return BINNACLE_BUS_TIMEOUT;
}

const binnacle_memory board_memory = {0, memory_read, memory_write, 0, 1024, 0};

void (*const board_feed_watchdog)(void *) = 0;
const uint32_t board_watchdog_exception = 0;
