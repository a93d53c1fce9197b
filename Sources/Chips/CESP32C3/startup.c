// The ESP32-C3's first instructions, vectors and reset, in place of those of CStartup/riscv.c.
//
// ESP32-C3 Technical Reference Manual v1.1 ("TRM"), chapter "ESP-RISC-V CPU": there is no mie (ESP-IDF enables
// interrupts in their controller alone, too), and mtvec is always vectored, with a base on a boundary of 256 bytes.
// With a core that took the mode as it is written, which is 0, everything would go to the first entry of the table, and
// be right.
#include "CESP32C3.h"

#if defined(__riscv) && __riscv_xlen == 32

void startup_entry(void);
void startup_exception(void);
void startup_begin(void);
uint32_t startup_instruction_at(uint32_t pc);
void esp32c3_vectors(void);

// The boot ROM jumps here, with its own stack, its own vectors, and interrupts as it used them. They stay off until the
// watchdog has set up its own.
__attribute__((used, naked, section(".vectors"))) void startup_entry(void) {
  __asm volatile("csrci mstatus, 8\n"  // MIE
                 "la sp, __stack_top\n"
                 "la t0, esp32c3_vectors\n"
                 "csrw mtvec, t0\n"
                 "tail startup_begin\n");
}

// Exceptions jump to the first instruction of the table, interrupt n to the one after n others. Each has four bytes.
__attribute__((used, naked, aligned(256))) void esp32c3_vectors(void) {
  __asm volatile(".option push\n"
                 ".option norvc\n"
                 ".option norelax\n"
                 ".rept 32\n"
                 "j startup_exception\n"
                 ".endr\n"
                 ".option pop\n");
}

// RTC_CNTL_OPTIONS0_REG (TRM, chapter "Low-power Management").
#define OPTIONS (*(volatile uint32_t *)0x60008000)
#define SOFTWARE_SYSTEM_RESET (1u << 31)

// The digital core starts again through the boot ROM, which loads the image again. The content of RAM stays (ESP-IDF
// Programming Guide, "Memory Types": "noinit" DRAM).
_Noreturn void startup_reset(void) {
  OPTIONS = OPTIONS | SOFTWARE_SYSTEM_RESET;
  for (;;) {}
}

// Defined by sections.ld.
extern const uint8_t __text_start[], __text_end[];

uint32_t startup_instruction_at(uint32_t pc) {
  if (pc < (uint32_t)__text_start || pc >= (uint32_t)__text_end) return 0xffff;
  return (uint16_t)(*(const uint32_t *)(pc & ~3u) >> (pc & 2) * 8);
}

void esp32c3_enable_interrupts(void) { __asm volatile("csrsi mstatus, 8" ::: "memory"); }

#endif
