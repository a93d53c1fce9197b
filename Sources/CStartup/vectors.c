// The vector table and what happens between reset and Swift's main.
#include "CStartup.h"
#include "record.h"

#if defined(__arm__)

// Defined by sections.ld.
extern uint32_t __stack_top[], __stack_floor[], __stack_bottom[];
extern uint32_t __data_load[], __data_start[], __data_end[], __bss_start[], __bss_end[];

extern int main(int argc, char **argv);
void startup_entry(void);
void startup_exception(void);

// ARMv7-M ARM, B1.5.2: word 0 is the initial stack pointer, 1 reset, 2…15 the system's exceptions, then interrupts.
// Firmware of ours polls; whatever arrives in spite of that is recorded. 32 interrupts reach every watchdog we use.
#define VECTOR_COUNT (16 + 32)

__attribute__((used, section(".vectors")))
void *const startup_vectors[VECTOR_COUNT] = {
  (void *)__stack_top,
  (void *)startup_entry,
  [2 ... VECTOR_COUNT - 1] = (void *)startup_exception,
};

static void copy_words(uint32_t *to, const uint32_t *from, const uint32_t *end) {
  while (to < end) *to++ = *from++;
}

static void fill_words(uint32_t *to, uint32_t value, const uint32_t *end) {
  while (to < end) *to++ = value;
}

__attribute__((used, noreturn)) void startup_entry(void) {
  copy_words(__data_start, __data_load, __data_end);
  fill_words(__bss_start, 0, __bss_end);
  // Up to just below this function's own frame.
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
