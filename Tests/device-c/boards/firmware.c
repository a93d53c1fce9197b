// The firmware of every board here: what the header shows, with a stack that is measured and a restart.
#include "board.h"

#ifdef WITH_A_SMALL_DEVICE
#define DEVICE(name) binnacle_small_device##name
#else
#define DEVICE(name) binnacle_device##name
#endif

static DEVICE() device;

static uint64_t now(void) {
  static uint64_t before;
  return before = binnacle_widen(before, board_microseconds());
}

uint64_t clock_now(void) { return now(); }

int main(void) {
  static binnacle_board board;
  board_begin();
#ifdef WITH_A_TRAP
  if (boot_count() == 1) __builtin_trap();
#endif
  board.bus = &board_bus;
  board.memory = &board_memory;
  board.name = board_name;
  board.restart = board_restart;
  board.stack_high_water = stack_high_water;
  board.feed_watchdog = board_feed_watchdog;
  board.fault = last_fault();
  board.boot_counter = boot_count();
  board.stack_size = (uint32_t)((char *)stack_top - (char *)stack_bottom);
  board.baud = 115200;
  DEVICE(_init)(&device, sizeof device, &board);
  for (;;) {
    int byte;
    while ((byte = board_receive()) >= 0) DEVICE(_receive)(&device, (uint8_t)byte, now());
    DEVICE(_run)(&device, now());
    while (board_can_send() && (byte = DEVICE(_next_byte)(&device)) >= 0) board_send((uint8_t)byte);
  }
}
