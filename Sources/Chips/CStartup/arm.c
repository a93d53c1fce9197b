// ARM M-profile: the vector table, the first instructions, and what an exception does.
#include "CStartup.h"
#include "record.h"

#if defined(__arm__)

void startup_begin(void);
void startup_entry(void);
void startup_exception(void);

// ARMv7-M ARM, B1.5.2: word 0 is the initial stack pointer, 1 reset, 2…15 the system's exceptions, then interrupts.
// Our firmware polls. An interrupt that arrives anyway is recorded. 32 interrupts include every watchdog we use.
#define VECTOR_COUNT (16 + 32)

__attribute__((used, section(".vectors"))) void *const startup_vectors[VECTOR_COUNT] = {
    (void *)__stack_top,
    (void *)startup_entry,
    [2 ... VECTOR_COUNT - 1] = (void *)startup_exception,
};

// The core itself loads the stack pointer.
__attribute__((used, noreturn)) void startup_entry(void) {
  startup_begin();
  __builtin_unreachable();
}

_Noreturn void startup_reset(void) {
  // ARMv6-M ARM B3.2.6, ARMv7-M ARM B3.2.6: AIRCR, VECTKEY 0x05FA and SYSRESETREQ.
  __asm volatile("dsb" ::: "memory");
  *(volatile uint32_t *)0xe000ed0c = 0x05fa0004;
  __asm volatile("dsb" ::: "memory");
  for (;;) {}
}

/// `stack` is the stack pointer at the start of the exception handler; the core has put eight words there.
__attribute__((used, noreturn)) void startup_record(const uint32_t *stack) {
  struct startup_fault *fault = &__kept.fault;
  uint32_t exception;
  __asm volatile("mrs %0, ipsr" : "=r"(exception));
  *fault = (struct startup_fault){
      .exception = exception,
      .sp = (uint32_t)stack,
      .boot = __kept.boots,
      .instruction = 0xffff,
  };
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
    fault->instruction = startup_instruction_at(fault->pc);
  }
  startup_finish_record();
}

// The stack may be the cause of the fault, so nothing is pushed before its pointer is checked. If the pointer is within
// 256 bytes of the bottom, or below it, the record is written on a stack that starts again at the top. The exception's
// frame, if there is one, is at the other end.
__attribute__((used, naked)) void startup_exception(void) {
  __asm volatile("mrs r0, msp\n"
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
  // A load-multiple from an odd address faults on every M-profile core (ARMv6-M ARM, A3.2.1; ARMv7-M ARM, A3.2.1). It
  // also faults in emulators that allow accesses to addresses without memory.
  uint32_t address = 1;
  __asm volatile("ldm %0!, {r3}" : "+l"(address) : : "r3");
}

// UDF with any number (ARMv6-M ARM, A6.7.71).
bool startup_fault_is_trap(const struct startup_fault *fault) { return (fault->instruction & 0xff00) == 0xde00; }

#endif
