// What a board has before Swift runs: vectors and reset, memory functions, the fault record, the image's hash.
//
// Everything here exists on ARM M-profile cores only; on a host the header compiles and nothing is defined.
#ifndef CSTARTUP_H
#define CSTARTUP_H

#include <stdbool.h>
#include <stdint.h>

/// What an exception left behind, as the core stacked it (ARMv6-M ARM, B1.5.6; ARMv7-M ARM, B1.5.6).
/// All registers are zero where the stack itself was unreadable.
struct startup_fault {
  /// IPSR in the handler: 2 NMI, 3 hard fault, 16 + n interrupt n. No interrupt but a watchdog's is ever enabled.
  uint32_t exception;
  /// The address of the instruction that faulted or was interrupted, and the caller's return address.
  uint32_t pc, lr;
  uint32_t psr;
  uint32_t r0, r1, r2, r3, r12;
  /// The stack pointer before the exception.
  uint32_t sp;
  /// The boot that died, counted as `startup_boot_count` counts.
  uint32_t boot;
  /// The halfword at `pc` where that lies in the image, else 0. A Swift trap is UDF: 0xDExx.
  uint32_t instruction;
};

/// Copies the record of the last fault, and says whether there is one. It outlives resets, not power.
bool startup_last_fault(struct startup_fault *record);

/// Boots since power came on: 1 on a cold start.
uint32_t startup_boot_count(void);

/// The first eight bytes of the linker's build id, most significant first: which image this is.
uint64_t startup_image_hash(void);

/// Where the flash for records begins. Only on boards whose memory.ld reserves some: elsewhere it does not link.
uint32_t startup_records(void);

/// Resets the chip (SYSRESETREQ); RAM keeps its content.
_Noreturn void startup_reset(void);

/// The stack: the lowest address it may reach, the lowest that was painted, and the address it grows down from.
uint32_t startup_stack_bottom(void);
uint32_t startup_stack_floor(void);
uint32_t startup_stack_top(void);

/// What unused stack is filled with.
#define STARTUP_STACK_PAINT 0xa5c3a5c3u

/// Loads from an odd address: a hard fault that is no trap.
void startup_provoke_hard_fault(void);

/// Loops for ever with interrupts enabled: for testing the watchdog.
_Noreturn void startup_provoke_hang(void);

#endif
