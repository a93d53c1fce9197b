// Loads and stores that the compiler may neither remove nor merge, for access to registers.
//
// In: an address. Out: one load or store there.
// Free to change: nothing: the size and the order of accesses are the interface.
#ifndef CVOLATILE_H
#define CVOLATILE_H

#include <stdint.h>

/// Reads the 32-bit register at `address`.
static inline __attribute__((always_inline)) uint32_t volatile_load(uint32_t address) {
  return *(volatile uint32_t *)(uintptr_t)address;
}

/// Writes the 32-bit register at `address`.
static inline __attribute__((always_inline)) void volatile_store(uint32_t address, uint32_t value) {
  *(volatile uint32_t *)(uintptr_t)address = value;
}

#endif
