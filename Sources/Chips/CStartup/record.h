// What the files of CStartup share: the part of RAM that a reset does not clear.
#ifndef CSTARTUP_RECORD_H
#define CSTARTUP_RECORD_H

#include "CStartup.h"

/// Whether this is compiled for a microcontroller and not for the host.
#if defined(__arm__) || (defined(__riscv) && __riscv_xlen == 32)
#define STARTUP_ON_DEVICE 1
#endif

/// This is at the end of RAM, outside every loaded section: neither startup nor a loader writes it.
struct startup_kept {
  /// Boots since power came on, and a check word: RAM holds arbitrary values at power-on, which are no count.
  uint32_t boots, boots_check;
  struct startup_fault fault;
  /// Sum over `fault`, so that a record that was written only in part, or never, is not accepted.
  uint32_t fault_check;
};

/// Defined by sections.ld.
extern struct startup_kept __kept;
extern uint32_t __stack_top[], __stack_bottom[];

void startup_count_boot(void);

/// The halfword at `pc` if that address is in the image, else 0xffff.
uint32_t startup_instruction_at(uint32_t pc);

/// Marks the record as complete and starts the image again.
_Noreturn void startup_finish_record(void);

#endif
