// Arm MPS2 with AN386, a Cortex-M4 at 25 MHz: the counter of FPGAIO, UART 0 (AN386; CMSDK TRM 4.3).
#include "board.h"

enum { UART = 0x40004000, COUNTER = 0x40028018 };

const char board_name[] = "mps2-an386-c";

void board_begin(void) {
  REG(COUNTER + 4) = 0; /* no prescaler */
  REG(UART + 0x10) = 25000000 / 115200, REG(UART + 8) = 3;
  models_begin();
}

uint32_t board_microseconds(void) {
  static uint32_t last, rest, total;
  const uint32_t count = REG(COUNTER), ticks = count - last + rest;
  last = count;
  rest = ticks % 25;
  return total += ticks / 25;
}

int board_receive(void) { return REG(UART + 4) & 2 ? (int)(REG(UART) & 0xff) : -1; }
int board_can_send(void) { return !(REG(UART + 4) & 1); }
void board_send(uint8_t byte) { REG(UART) = byte; }

void (*const board_feed_watchdog)(void *) = 0;
const uint32_t board_watchdog_exception = 0;
