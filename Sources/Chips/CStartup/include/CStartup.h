// What a board has before Swift runs: vectors and reset, memory functions, the fault record, the image's hash.
//
// Everything here exists on ARM M-profile and on 32-bit RISC-V cores only; on a host the header compiles and nothing is
// defined.
//
// In: the linker's symbols and the core's exceptions. Out: a running `main`, and the fault record of the last run.
// Free to change: code, if `boards check` holds. Ask first: the layout of `kept`, which survives a reset.
#ifndef CSTARTUP_H
#define CSTARTUP_H

#include <stdbool.h>
#include <stdint.h>

/// The state at an exception: the registers as an ARM core stacked them (ARMv6-M ARM, B1.5.6; ARMv7-M ARM, B1.5.6), or
/// the RISC-V registers of the same meaning. All registers are zero if the stack of an ARM core was unreadable.
///
/// The first nine words are those of the message hello, in the same order.
struct startup_fault {
  /// The boot that the exception ended, as `startup_boot_count` counts.
  uint32_t boot;
  /// The address of the instruction that faulted or was interrupted, and the caller's return address (lr; ra).
  uint32_t pc, lr;
  /// ARM: xPSR. RISC-V: mcause again, because it says the same as the exception number in xPSR.
  uint32_t psr;
  /// The first four arguments: r0…r3; a0…a3.
  uint32_t r0, r1, r2, r3;
  /// ARM: r12. RISC-V: mtval, the address that could not be reached or the instruction that could not be executed.
  uint32_t r12;
  /// ARM: IPSR in the handler: 2 NMI, 3 hard fault, 16 + n interrupt n. RISC-V: mcause, bit 31 for an interrupt. A
  /// watchdog's interrupt is the only one that is ever enabled.
  uint32_t exception;
  /// The stack pointer before the exception.
  uint32_t sp;
  /// The halfword at `pc` if that address is in the image, else 0xffff.
  uint32_t instruction;
};

/// Whether the instruction is one with which Swift traps.
bool startup_fault_is_trap(const struct startup_fault *fault);

/// The fault that ended the last boot; null if no fault ended it, even if there is an older record. The record survives
/// resets, but not the loss of power.
const struct startup_fault *startup_last_fault(void);

/// Boots since power came on: 1 on a cold start.
uint32_t startup_boot_count(void);

/// The first eight bytes of the linker's build id, most significant first: which image this is.
uint64_t startup_image_hash(void);

/// Where the flash for records begins. Only on boards whose memory.ld reserves some: elsewhere it does not link.
uint32_t startup_records(void);

/// Starts the image again; RAM keeps its content. ARM: resets the chip (SYSRESETREQ). RISC-V, whose architecture has no
/// reset: jumps to the first instruction with interrupts off; peripherals keep their state until their drivers set it.
_Noreturn void startup_reset(void);

/// The stack: the lowest address it may reach, the lowest address that was painted, and the address it grows down from.
uint32_t startup_stack_bottom(void);
uint32_t startup_stack_floor(void);
uint32_t startup_stack_top(void);

/// The word with which unused stack is filled.
#define STARTUP_STACK_PAINT 0xa5c3a5c3u

/// Loads from an address where no load can succeed: this causes a hard fault that is not a trap.
void startup_provoke_hard_fault(void);

/// RISC-V: enables the interrupt of the machine timer, which writes the fault record (privileged architecture, 3.1.9).
void startup_enable_timer_interrupt(void);

/// Loops for ever with interrupts enabled: for testing the watchdog.
_Noreturn void startup_provoke_hang(void);

#endif
