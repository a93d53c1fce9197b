// The fault record: what an exception leaves in RAM for the next boot.
#include "record.h"

#if defined(__arm__)

// Defined by sections.ld.
extern struct startup_kept __kept;
extern uint32_t __stack_top[], __stack_bottom[];
extern const uint8_t __text_start[], __text_end[];

// Any constant that RAM is unlikely to hold at power-on.
#define CHECK_SEED 0xb1aac1e5u

static uint32_t fault_sum(const struct startup_fault *fault) {
  const uint32_t *word = (const uint32_t *)fault;
  uint32_t sum = CHECK_SEED;
  for (unsigned i = 0; i < sizeof *fault / sizeof *word; i++) sum = (sum << 5 | sum >> 27) + word[i];
  return sum;
}

void startup_count_boot(void) {
  if (__kept.boots_check != (__kept.boots ^ CHECK_SEED)) __kept.boots = 0;
  __kept.boots++;
  __kept.boots_check = __kept.boots ^ CHECK_SEED;
}

uint32_t startup_boot_count(void) { return __kept.boots; }

bool startup_last_fault(struct startup_fault *record) {
  if (__kept.fault_check != fault_sum(&__kept.fault)) return false;
  *record = __kept.fault;
  return true;
}

_Noreturn void startup_reset(void) {
  // ARMv6-M ARM B3.2.6, ARMv7-M ARM B3.2.6: AIRCR, VECTKEY 0x05FA and SYSRESETREQ.
  __asm volatile("dsb" ::: "memory");
  *(volatile uint32_t *)0xe000ed0c = 0x05fa0004;
  __asm volatile("dsb" ::: "memory");
  for (;;) {
  }
}

/// `stack` is the stack pointer as the exception found it, with the core's eight words on it.
__attribute__((used, noreturn)) void startup_record(const uint32_t *stack) {
  struct startup_fault *fault = &__kept.fault;
  uint32_t exception;
  __asm volatile("mrs %0, ipsr" : "=r"(exception));
  *fault = (struct startup_fault){.exception = exception, .sp = (uint32_t)stack, .boot = __kept.boots};
  if (stack >= __stack_bottom && stack + 8 <= __stack_top) {
    fault->r0 = stack[0];
    fault->r1 = stack[1];
    fault->r2 = stack[2];
    fault->r3 = stack[3];
    fault->r12 = stack[4];
    fault->lr = stack[5];
    fault->pc = stack[6];
    fault->psr = stack[7];
    // Bit 9: the core pushed a word to align the stack.
    fault->sp = (uint32_t)(stack + ((fault->psr & 0x200) != 0 ? 9 : 8));
    const uint8_t *pc = (const uint8_t *)(fault->pc & ~1u);
    if (pc >= __text_start && pc < __text_end) fault->instruction = *(const uint16_t *)pc;
  }
  __kept.fault_check = fault_sum(fault);
  startup_reset();
}

// The stack may be what went wrong, so nothing is pushed before its pointer was looked at: within 256 bytes of the
// bottom (or below it) the record is written on a stack that starts over; the frame lies at the other end, if at all.
__attribute__((used, naked)) void startup_exception(void) {
  __asm volatile(
    "mrs r0, msp\n"
    "ldr r1, =__stack_bottom + 256\n"
    "cmp r0, r1\n"
    "bhs 1f\n"
    "ldr r1, =__stack_top\n"
    "mov sp, r1\n"
    "1: ldr r1, =startup_record\n"
    "bx r1\n"
    ".ltorg\n");
}

void startup_provoke_hard_fault(void) {
  // A load-multiple from an odd address: a fault on every M-profile core (ARMv6-M ARM, A3.2.1; ARMv7-M ARM, A3.2.1),
  // and in emulators that let accesses to nowhere pass.
  uint32_t address = 1;
  __asm volatile("ldm %0!, {r3}" : "+l"(address) : : "r3");
}

_Noreturn void startup_provoke_hang(void) {
  for (;;) __asm volatile("nop");
}

#endif
