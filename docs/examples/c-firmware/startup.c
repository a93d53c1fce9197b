// The start of a Cortex-M: vectors, variables, main; and a word to the debugger or the emulator.

#include <stdint.h>

extern uint32_t data_load[], data_start[], data_end[], bss_start[], bss_end[], stack_top[];
int main(void);

// Writes a text to the debugger, or to QEMU with -semihosting.
void say(const char *text) {
  register uint32_t operation __asm__("r0") = 4;
  register const char *argument __asm__("r1") = text;
  __asm__ volatile("bkpt 0xab" : "+r"(operation) : "r"(argument) : "memory");
}

// Ends QEMU. A chip without a debugger would stay here.
static void leave(int status) {
  uint32_t block[2] = {0x20026, (uint32_t)status};
  register uint32_t operation __asm__("r0") = 0x20;
  register uint32_t *argument __asm__("r1") = block;
  __asm__ volatile("bkpt 0xab" : "+r"(operation) : "r"(argument) : "memory");
  for (;;) {}
}

void reset(void) {
#ifdef HAS_FPU
  // The coprocessor access register: full access to the FPU (ARMv7-M architecture reference manual, B3.2.20).
  *(volatile uint32_t *)0xe000ed88 |= 0xf << 20;
#endif
  uint32_t *from = data_load;
  for (uint32_t *to = data_start; to < data_end;) *to++ = *from++;
  for (uint32_t *to = bss_start; to < bss_end;) *to++ = 0;
  leave(main());
}

static void fault(void) {
  say("fault\n");
  leave(70);
}

// The stack's top, and the first fifteen handlers.
struct vectors {
  uint32_t *stack;
  void (*handlers[15])(void);
};
__attribute__((section(".vectors"), used)) static const struct vectors vectors = {stack_top, {reset, fault, fault}};
