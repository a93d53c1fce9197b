// What a board has before Swift runs: vectors and reset, memory functions, the fault record, the image's hash.
//
// Everything here exists on ARM M-profile and on 32-bit RISC-V cores only; on a host the header compiles and nothing is
// defined.
#ifndef CSTARTUP_H
#define CSTARTUP_H

#include <stdbool.h>
#include <stdint.h>

/// What an exception left behind: as an ARM core stacked it (ARMv6-M ARM, B1.5.6; ARMv7-M ARM, B1.5.6), or what a
/// RISC-V core has in the registers of the same meaning. All registers are zero where an ARM's stack was unreadable.
///
/// Its first nine words are those that hello tells, in the same order.
struct startup_fault {
  /// The boot that died, counted as `startup_boot_count` counts.
  uint32_t boot;
  /// The address of the instruction that faulted or was interrupted, and the caller's return address (lr; ra).
  uint32_t pc, lr;
  /// ARM: xPSR. RISC-V: mcause again, because what it says is what xPSR's exception number says.
  uint32_t psr;
  /// The first four arguments: r0…r3; a0…a3.
  uint32_t r0, r1, r2, r3;
  /// ARM: r12. RISC-V: mtval, the address that could not be reached or the instruction that could not be executed.
  uint32_t r12;
  /// ARM: IPSR in the handler: 2 NMI, 3 hard fault, 16 + n interrupt n. RISC-V: mcause, bit 31 for an interrupt.
  /// No interrupt but a watchdog's is ever enabled.
  uint32_t exception;
  /// The stack pointer before the exception.
  uint32_t sp;
  /// The halfword at `pc` where that lies in the image, else 0xffff.
  uint32_t instruction;
};

/// Whether that is an instruction which Swift traps with.
bool startup_fault_is_trap(const struct startup_fault *fault);

/// What ended the last boot, or null where that was no fault: an older record is history. Outlives resets, not power.
const struct startup_fault *startup_last_fault(void);

/// Boots since power came on: 1 on a cold start.
uint32_t startup_boot_count(void);

/// The first eight bytes of the linker's build id, most significant first: which image this is.
uint64_t startup_image_hash(void);

/// Where the flash for records begins. Only on boards whose memory.ld reserves some: elsewhere it does not link.
uint32_t startup_records(void);

/// Starts over, and RAM keeps its content. ARM: resets the chip (SYSRESETREQ). RISC-V, whose architecture has no reset:
/// back to the first instruction with interrupts off; peripherals keep their state until their drivers set it.
_Noreturn void startup_reset(void);

/// The stack: the lowest address it may reach, the lowest that was painted, and the address it grows down from.
uint32_t startup_stack_bottom(void);
uint32_t startup_stack_floor(void);
uint32_t startup_stack_top(void);

/// What unused stack is filled with.
#define STARTUP_STACK_PAINT 0xa5c3a5c3u

/// Loads from where no load can succeed: a hard fault that is no trap.
void startup_provoke_hard_fault(void);

/// RISC-V: lets the machine timer's interrupt through, which ends in the fault record (privileged architecture, 3.1.9).
void startup_enable_timer_interrupt(void);

/// Loops for ever with interrupts enabled: for testing the watchdog.
_Noreturn void startup_provoke_hang(void);

#endif
