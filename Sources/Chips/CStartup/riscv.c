// 32-bit RISC-V in machine mode: the first instructions, and what an exception does.
//
// Numbers of registers and causes: The RISC-V Instruction Set Manual, volume II (privileged architecture), chapter 3.
#include "CStartup.h"
#include "record.h"

#if defined(__riscv) && __riscv_xlen == 32

void startup_entry(void);
void startup_exception(void);
void startup_record(const uint32_t *registers, uint32_t stack);

// The core begins here after a reset, and again after `startup_reset`. Its state is not known: an interrupt that is
// still pending must not be taken before its peripheral has been set up again. A core without mie, or with other vectors,
// has its own function (CESP32C3/startup.c).
__attribute__((weak, used, naked, section(".vectors"))) void startup_entry(void) {
  __asm volatile("csrci mstatus, 8\n"  // MIE
                 "csrw mie, zero\n"
                 "la sp, __stack_top\n"
                 "la t0, startup_exception\n"
                 "csrw mtvec, t0\n"
                 "csrsi mstatus, 8\n"
                 "tail startup_begin\n");
}

// A chip that can reset itself has its own function.
__attribute__((weak)) _Noreturn void startup_reset(void) {
  __asm volatile("tail startup_entry");
  __builtin_unreachable();
}

void startup_enable_timer_interrupt(void) {
  // MTIE
  __asm volatile("csrs mie, %0" : : "r"(1u << 7));
}

// This function never returns, so the stack starts again at the top: it does not matter whether the stack was damaged.
// It is aligned because the lowest two bits of mtvec are its mode. Mode 0 sends every exception and interrupt here.
__attribute__((used, naked, aligned(4))) void startup_exception(void) {
  __asm volatile("csrw mscratch, sp\n"
                 "la sp, __stack_top\n"
                 "addi sp, sp, -32\n"
                 "sw ra, 0(sp)\n"
                 "sw a0, 4(sp)\n"
                 "sw a1, 8(sp)\n"
                 "sw a2, 12(sp)\n"
                 "sw a3, 16(sp)\n"
                 "mv a0, sp\n"
                 "csrr a1, mscratch\n"
                 "tail startup_record\n");
}

/// `registers` are ra and a0…a3, `stack` is the stack pointer. All have their values from before the exception.
__attribute__((used, noreturn)) void startup_record(const uint32_t *registers, uint32_t stack) {
  uint32_t cause, pc, value;
  __asm volatile("csrr %0, mcause" : "=r"(cause));
  __asm volatile("csrr %0, mepc" : "=r"(pc));
  __asm volatile("csrr %0, mtval" : "=r"(value));
  __kept.fault = (struct startup_fault){
      .exception = cause,
      .pc = pc,
      .lr = registers[0],
      .psr = cause,
      .r0 = registers[1],
      .r1 = registers[2],
      .r2 = registers[3],
      .r3 = registers[4],
      .r12 = value,
      .sp = stack,
      .boot = __kept.boots,
      .instruction = startup_instruction_at(pc),
  };
  startup_finish_record();
}

// A trap is an illegal instruction (cause 2) that is UNIMP: 0x0000, or the low half of 0xc0001073 if not compressed.
bool startup_fault_is_trap(const struct startup_fault *fault) {
  return fault->exception == 2 && (fault->instruction == 0 || fault->instruction == 0x1073);
}

void startup_provoke_hard_fault(void) {
  // The address is not aligned, and no memory map has anything there.
  uint32_t value;
  __asm volatile("lw %0, -1(zero)" : "=r"(value));
}

#endif
