// Division on a core without a divider.
//
// The library's own takes 266 bytes unsigned, every step written out, and 460 signed; only a Cortex-M0 image divides by
// a call at all. These take a bit of the quotient a turn, and as many turns as the quotient has bits: what is divided
// often here has small quotients.
#include <stdint.h>

#if defined(__ARM_ARCH_6M__)

/// Quotient in the lower half and remainder in the upper, which are r0 and r1 (Run-time ABI for the Arm Architecture,
/// IHI 0043, 4.3.1). Division by zero never comes here: Swift traps before.
__attribute__((used)) uint64_t __aeabi_uidivmod(uint32_t numerator, uint32_t denominator) {
  uint32_t quotient = 0, bit = 1;
  // Up to where the denominator reaches the numerator, or its highest bit is set.
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

/// The same, of which only r0 is wanted.
uint64_t __aeabi_uidiv(uint32_t numerator, uint32_t denominator) __attribute__((alias("__aeabi_uidivmod")));

static uint32_t magnitude(int32_t value) { return value < 0 ? 0u - (uint32_t)value : (uint32_t)value; }

/// Quotient, rounded towards zero (the same, 4.3.1).
__attribute__((used)) int32_t __aeabi_idiv(int32_t numerator, int32_t denominator) {
  uint32_t quotient = (uint32_t)__aeabi_uidivmod(magnitude(numerator), magnitude(denominator));
  return (int32_t)((numerator ^ denominator) < 0 ? 0u - quotient : quotient);
}

/// Quotient and remainder, as above. Here so that one `%` does not bring the library's file along.
__attribute__((used)) uint64_t __aeabi_idivmod(int32_t numerator, int32_t denominator) {
  uint32_t quotient = (uint32_t)__aeabi_idiv(numerator, denominator);
  return (uint64_t)((uint32_t)numerator - quotient * (uint32_t)denominator) << 32 | quotient;
}

#endif
