// What runs before main(), how deep the stack has been, and on a Cortex-M the fault that ended the last boot.
#include <stddef.h>
#include <string.h>

#include "board.h"

#define PAINT 0xa5c3965au
#define SEED 0xb1aac1e5u

extern uint32_t data_load[], data_start[], data_end[], bss_start[], bss_end[];
int main(void);
void begin(void);

/* No reset clears it. */
static struct {
  uint32_t boots, check;
  binnacle_fault_record fault;
  uint32_t fault_check;
} kept __attribute__((section(".kept")));

void __attribute__((used, noreturn)) begin(void) {
  const uint32_t *from = data_load;
  for (uint32_t *to = data_start; to < data_end;) *to++ = *from++;
  for (uint32_t *to = bss_start; to < bss_end;) *to++ = 0;
  uint32_t *here = (uint32_t *)__builtin_frame_address(0) - 32;
  for (uint32_t *to = stack_bottom; to < here;) *to++ = PAINT;
  if (kept.check != (kept.boots ^ SEED)) kept.boots = 0;
  kept.boots++;
  kept.check = kept.boots ^ SEED;
  main();
  for (;;) {}
}

uint32_t boot_count(void) { return kept.boots; }

/* Some words of the paint at each call; the used part only grows downwards. */
uint32_t stack_high_water(void *context) {
  static volatile uint32_t *next, *lowest;
  (void)context;
  if (!next) next = stack_bottom, lowest = stack_top;
  for (int i = 0; i < 32 && next < lowest; i++, next++)
    if (*next != PAINT) lowest = next;
  if (next >= lowest) next = stack_bottom;
  return (uint32_t)((uintptr_t)stack_top - (uintptr_t)lowest);
}

#if defined(__arm__)
static uint32_t sum_of(const binnacle_fault_record *fault) {
  uint32_t words[sizeof *fault / 4], sum = SEED;
  memcpy(words, fault, sizeof words);
  for (unsigned i = 0; i < sizeof words / 4; i++) sum = (sum << 5 | sum >> 27) + words[i];
  return sum;
}

const binnacle_fault_record *last_fault(void) {
  return kept.fault_check == sum_of(&kept.fault) && kept.fault.boot_counter + 1 == kept.boots ? &kept.fault : 0;
}

/* `stack` is the stack pointer at the exception; the core has put eight words there. */
static void __attribute__((used)) record(const uint32_t *stack) {
  binnacle_fault_record *fault = &kept.fault;
  uint32_t exception;
  __asm volatile("mrs %0, ipsr" : "=r"(exception));
  memset(fault, 0, sizeof *fault);
  fault->boot_counter = kept.boots;
  fault->cause = exception == board_watchdog_exception ? BINNACLE_CAUSE_WATCHDOG : BINNACLE_CAUSE_HARD_FAULT;
  if (stack >= stack_bottom && stack + 8 <= stack_top) {
    memcpy(fault->registers, stack, sizeof fault->registers);
    fault->link_register = stack[5], fault->program_counter = stack[6], fault->program_status = stack[7];
    /* UDF: what the compiler makes of __builtin_trap() */
    if (stack[6] < (uintptr_t)data_load && (*(const uint16_t *)(stack[6] & ~1u) & 0xff00) == 0xde00)
      fault->cause = BINNACLE_CAUSE_TRAP;
  }
  kept.fault_check = sum_of(fault);
  board_restart(0);
}

/* If the stack is over, the record is written on one that starts again at the top. */
static void __attribute__((used, naked)) stop(void) {
  __asm volatile("mrs r0, msp\n ldr r1, =stack_bottom + 256\n cmp r0, r1\n bhs 1f\n ldr r1, =stack_top\n mov sp, r1\n"
                 "1: ldr r1, =record\n bx r1\n .ltorg\n");
}

__attribute__((section(".vectors"), used)) static void *const vectors[48] = {
    (void *)stack_top, (void *)begin, [2 ... 47] = (void *)stop};

void board_restart(void *context) {
  (void)context;
  *(volatile uint32_t *)0xe000ed0c = 0x05fa0004; /* AIRCR: SYSRESETREQ */
  for (;;) {}
}
#else
const binnacle_fault_record *last_fault(void) { return 0; }

static void __attribute__((used)) stop(void) {
  for (;;) {}
}

__attribute__((naked, used, section(".vectors"))) void enter(void) {
  __asm volatile(
      ".option arch, +zicsr\n csrw mie, zero\n la sp, stack_top\n la t0, stop\n csrw mtvec, t0\n tail begin\n");
}

/* There is no C library for these cores in every distribution. */
void *memcpy(void *to, const void *from, size_t count) {
  uint8_t *t = to;
  for (const uint8_t *f = from; count > 0; count--) {
    *t++ = *f++;
    __asm volatile(""); /* else the compiler makes a call of memcpy of it */
  }
  return to;
}
void *memmove(void *to, const void *from, size_t count) {
  uint8_t *t = to;
  if (to <= from) return memcpy(to, from, count);
  while (count-- > 0) {
    t[count] = ((const uint8_t *)from)[count];
    __asm volatile("");
  }
  return to;
}
void *memset(void *to, int value, size_t count) {
  for (uint8_t *t = to; count > 0; count--) {
    *t++ = (uint8_t)value;
    __asm volatile("");
  }
  return to;
}
int memcmp(const void *a, const void *b, size_t count) {
  const uint8_t *x = a, *y = b;
  for (; count > 0; count--, x++, y++)
    if (*x != *y) return *x - *y;
  return 0;
}
#endif
