// Texts to a debugger or an emulator (Arm, "Semihosting for AArch32 and AArch64", SYS_WRITE0 and SYS_EXIT_EXTENDED).

#include "console.h"

static void call(uint32_t number, const void *block) {
  register uint32_t operation __asm__("r0") = number;
  register const void *argument __asm__("r1") = block;
  __asm__ volatile("bkpt 0xab" : "+r"(operation) : "r"(argument) : "memory");
}

void say_degrees(uint32_t centidegrees) {
  char text[7] = {(char)('0' + centidegrees / 10000), (char)('0' + centidegrees / 1000 % 10),
      (char)('0' + centidegrees / 100 % 10), '.', (char)('0' + centidegrees / 10 % 10), '\n', 0};
  call(4, text);
}

void say_calibrated(void) { call(4, "calibrated\n"); }

void leave(int32_t status) {
  uint32_t block[2] = {0x20026, (uint32_t)status};
  call(0x20, block);
}
