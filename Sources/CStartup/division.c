// Signed division on a core without a divider, by the unsigned one of the compiler's run-time library.
//
// The library's own takes 460 bytes for what is a sign and a call here; only a Cortex-M0 image divides signed numbers
// by a call at all.
#include <stdint.h>

#if defined(__ARM_ARCH_6M__)

static uint32_t magnitude(int32_t value) { return value < 0 ? 0u - (uint32_t)value : (uint32_t)value; }

/// Quotient, rounded towards zero (Run-time ABI for the Arm Architecture, IHI 0043, 4.3.1). Division by zero never
/// comes here: Swift traps before.
__attribute__((used)) int32_t __aeabi_idiv(int32_t numerator, int32_t denominator) {
  uint32_t quotient = magnitude(numerator) / magnitude(denominator);
  return (int32_t)((numerator ^ denominator) < 0 ? 0u - quotient : quotient);
}

/// Quotient in the lower half and remainder in the upper, which are r0 and r1 (the same, 4.3.1). Here so that one `%`
/// does not bring the library's file along, and its division with that.
__attribute__((used)) uint64_t __aeabi_idivmod(int32_t numerator, int32_t denominator) {
  uint32_t quotient = (uint32_t)__aeabi_idiv(numerator, denominator);
  return (uint64_t)((uint32_t)numerator - quotient * (uint32_t)denominator) << 32 | quotient;
}

#endif
