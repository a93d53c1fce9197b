// Division on a core without a divider.
//
// The library's function takes 266 bytes unsigned, because every step is written out, and 460 bytes signed. Only a
// Cortex-M0 image calls a function to divide. The functions here compute one bit of the quotient per turn of a loop, in
// as many turns as the quotient has bits: the frequent divisions of this project have small quotients.
#include <stdint.h>

#if defined(__ARM_ARCH_6M__)

/// Returns the quotient in the lower half and the remainder in the upper half, which are r0 and r1 (Run-time ABI for
/// the Arm Architecture, IHI 0043, 4.3.1). Swift traps before it calls this with a denominator of zero.
__attribute__((used)) uint64_t __aeabi_uidivmod(uint32_t numerator, uint32_t denominator) {
  uint32_t quotient = 0, bit = 1;
  // Shift until the denominator reaches the numerator, or its highest bit is set.
  while (denominator < numerator && (int32_t)denominator >= 0) {
    denominator <<= 1;
    bit <<= 1;
  }
  do {
    if (numerator >= denominator) {
      numerator -= denominator;
      quotient |= bit;
    }
    denominator >>= 1;
    bit >>= 1;
  } while (bit != 0);
  return (uint64_t)numerator << 32 | quotient;
}

/// The same function, for callers that read r0 only.
uint64_t __aeabi_uidiv(uint32_t numerator, uint32_t denominator) __attribute__((alias("__aeabi_uidivmod")));

static uint32_t magnitude(int32_t value) { return value < 0 ? 0u - (uint32_t)value : (uint32_t)value; }

/// Returns the quotient, rounded towards zero (IHI 0043, 4.3.1).
__attribute__((used)) int32_t __aeabi_idiv(int32_t numerator, int32_t denominator) {
  uint32_t quotient = (uint32_t)__aeabi_uidivmod(magnitude(numerator), magnitude(denominator));
  return (int32_t)((numerator ^ denominator) < 0 ? 0u - quotient : quotient);
}

/// Returns quotient and remainder as above. It is defined here, so that a `%` does not link the library's file.
__attribute__((used)) uint64_t __aeabi_idivmod(int32_t numerator, int32_t denominator) {
  uint32_t quotient = (uint32_t)__aeabi_idiv(numerator, denominator);
  return (uint64_t)((uint32_t)numerator - quotient * (uint32_t)denominator) << 32 | quotient;
}

#endif
