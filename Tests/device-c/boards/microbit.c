// micro:bit v1, an nRF51822: TIMER0, UART0 and the flash (nRF51 Series Reference Manual v3.0.1, chapters 18, 29 and 6).
#include "board.h"

enum {
  UART = 0x40002000,
  TIMER = 0x40008000,
  NVMC = 0x4001e000,
  WATCHDOG = 0x40010000,
  RECORDS = 0x3f800,
  PAGE = 1024
};

const char board_name[] = "microbit-c";
static int is_sending;

void board_begin(void) {
  REG(0x40000000) = 1; /* the crystal */
  REG(TIMER + 0x504) = 0, REG(TIMER + 0x508) = 3, REG(TIMER + 0x510) = 4;
  REG(TIMER + 0x544) = 1000; /* QEMU looks at the receiver again when a timer expires */
  REG(TIMER + 0x00c) = 1, REG(TIMER) = 1;
  REG(0x50000508) = 1u << 24, REG(0x50000518) = 1u << 24;
  REG(UART + 0x50c) = 24, REG(UART + 0x514) = 25, REG(UART + 0x524) = 0x01d7e000, REG(UART + 0x500) = 4;
  REG(UART + 0x108) = 0, REG(UART + 0x11c) = 0, REG(UART + 0x008) = 1, REG(UART) = 1;
#ifdef WITH_MODELS
  models_begin();
#else
  bus_begin();
#endif
}

uint32_t board_microseconds(void) {
  REG(TIMER + 0x040) = 1;
  return REG(TIMER + 0x540);
}

int board_receive(void) {
  if (!REG(UART + 0x108)) return -1;
  REG(UART + 0x108) = 0;
  return (int)(REG(UART + 0x518) & 0xff);
}

int board_can_send(void) {
  if (is_sending && REG(UART + 0x11c)) REG(UART + 0x11c) = 0, is_sending = 0;
  return !is_sending;
}

void board_send(uint8_t byte) {
  REG(UART + 0x51c) = byte;
  is_sending = 1;
}

static void wait_for_flash(void) {
  while (!REG(NVMC + 0x400)) {}
  REG(NVMC + 0x504) = 0;
}

static int32_t flash_read(void *context, uint32_t at, uint8_t *bytes, uint32_t count) {
  (void)context;
  for (uint32_t i = 0; i < count; i++) bytes[i] = *(volatile uint8_t *)(RECORDS + at + i);
  return 0;
}

static int32_t flash_write(void *context, uint32_t at, const uint8_t *bytes, uint32_t count) {
  (void)context;
  REG(NVMC + 0x504) = 1;
  for (uint32_t i = 0; i < count; i += 4) {
    REG(RECORDS + at + i) =
        bytes[i] | (uint32_t)bytes[i + 1] << 8 | (uint32_t)bytes[i + 2] << 16 | (uint32_t)bytes[i + 3] << 24;
    while (!REG(NVMC + 0x400)) {}
  }
  wait_for_flash();
  return 0;
}

static int32_t flash_erase(void *context, uint32_t at) {
  (void)context;
  REG(NVMC + 0x504) = 2;
  REG(NVMC + 0x508) = RECORDS + at;
  wait_for_flash();
  return 0;
}

const binnacle_memory board_memory = {0, flash_read, flash_write, flash_erase, 2 * PAGE, PAGE};

/* Two seconds of 32,768 Hz, then its interrupt, then a reset (chapter 24). It begins when it is fed first. QEMU does not have it. */
static void feed(void *context) {
  static int is_running;
  (void)context;
  if (!is_running) {
    is_running = 1;
    REG(WATCHDOG + 0x504) = 2 * 32768 - 1, REG(WATCHDOG + 0x50c) = 1, REG(WATCHDOG + 0x508) = 1;
    REG(WATCHDOG + 0x304) = 1, REG(0xe000e100) = 1u << 16, REG(WATCHDOG) = 1;
  }
  REG(WATCHDOG + 0x600) = 0x6e524635;
}

void (*const board_feed_watchdog)(void *) = feed;
const uint32_t board_watchdog_exception = 16 + 16;
