// QEMU's virt as RV32: mtime at 10 MHz, an NS16550 and the finisher of sifive_test.
#include "board.h"

static volatile uint8_t *const uart = (volatile uint8_t *)0x10000000;

const char board_name[] = "virt-c";

void board_begin(void) { models_begin(); }

uint32_t board_microseconds(void) {
  uint32_t high, low;
  do high = REG(0x0200bffc), low = REG(0x0200bff8);
  while (high != REG(0x0200bffc));
  return (uint32_t)(((uint64_t)high << 32 | low) / 10);
}

int board_receive(void) { return uart[5] & 1 ? uart[0] : -1; }
int board_can_send(void) { return uart[5] >> 5 & 1; }
void board_send(uint8_t byte) { uart[0] = byte; }

void board_restart(void *context) {
  (void)context;
  REG(0x100000) = 0x7777;
  for (;;) {}
}

void (*const board_feed_watchdog)(void *) = 0;
const uint32_t board_watchdog_exception = 0;
