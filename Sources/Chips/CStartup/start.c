// What runs between reset and Swift's main, after the core has a stack.
#include "CStartup.h"
#include "record.h"

#if defined(STARTUP_ON_DEVICE)

// Defined by sections.ld.
extern uint32_t __stack_floor[];
extern uint32_t __data_load[], __data_start[], __data_end[], __bss_start[], __bss_end[];

extern int main(int argc, char **argv);
void startup_begin(void);

static void copy_words(uint32_t *to, const uint32_t *from, const uint32_t *end) {
  while (to < end) *to++ = *from++;
}

static void fill_words(uint32_t *to, uint32_t value, const uint32_t *end) {
  while (to < end) *to++ = value;
}

__attribute__((used, noreturn)) void startup_begin(void) {
  copy_words(__data_start, __data_load, __data_end);
  fill_words(__bss_start, 0, __bss_end);
  // The paint ends just below this function's own frame.
  uint32_t *here = (uint32_t *)__builtin_frame_address(0) - 32;
  fill_words(__stack_floor, STARTUP_STACK_PAINT, here);
  startup_count_boot();
  main(0, 0);
  startup_reset();
}

uint32_t startup_stack_floor(void) { return (uint32_t)__stack_floor; }
uint32_t startup_stack_bottom(void) { return (uint32_t)__stack_bottom; }
uint32_t startup_stack_top(void) { return (uint32_t)__stack_top; }

#endif
