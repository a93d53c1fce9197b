// The fault record: what an exception writes to RAM for the next boot.
#include "record.h"

#if defined(STARTUP_ON_DEVICE)

// Defined by sections.ld.
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

const struct startup_fault *startup_last_fault(void) {
  bool isTold = __kept.fault_check == fault_sum(&__kept.fault) && __kept.fault.boot + 1 == __kept.boots;
  return isTold ? &__kept.fault : 0;
}

// An ESP32-C3 reads whole words only from where it has its code, and has its own function (CESP32C3/startup.c).
__attribute__((weak)) uint32_t startup_instruction_at(uint32_t pc) {
  const uint8_t *at = (const uint8_t *)(pc & ~1u);
  return at >= __text_start && at < __text_end ? *(const uint16_t *)at : 0xffff;
}

_Noreturn void startup_finish_record(void) {
  __kept.fault_check = fault_sum(&__kept.fault);
  startup_reset();
}

_Noreturn void startup_provoke_hang(void) {
  for (;;) __asm volatile("nop");
}

#endif
