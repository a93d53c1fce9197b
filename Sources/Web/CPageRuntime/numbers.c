// Arithmetic that WebAssembly has no instruction for. The check in Double uses it.

#include "CPageRuntime.h"

#ifdef __wasm__

#include <stdint.h>

// C's remainder for a quotient below 2^52: x less the nearest multiple of y, and of two that are as near the even one.
double remainder(double x, double y) {
  double quotient = __builtin_rint(x / y);
  double rest = x - quotient * y;
  // The quotient was rounded, so that one next to a half may have gone to the wrong side.
  double half = __builtin_fabs(y) / 2;
  if (rest > half) rest -= __builtin_fabs(y);
  if (rest < -half) rest += __builtin_fabs(y);
  return rest;
}

// The product of 128-bit integers modulo 2^128, with which Swift finds that one of 64 bits overflows.
__int128 __multi3(__int128 a, __int128 b) {
  const uint64_t low = 0xffffffff;
  uint64_t a0 = (uint64_t)a, a1 = (uint64_t)((unsigned __int128)a >> 64);
  uint64_t b0 = (uint64_t)b, b1 = (uint64_t)((unsigned __int128)b >> 64);
  uint64_t p00 = (a0 & low) * (b0 & low), p01 = (a0 & low) * (b0 >> 32), p10 = (a0 >> 32) * (b0 & low);
  uint64_t middle = (p00 >> 32) + (p01 & low) + (p10 & low);
  uint64_t high = (a0 >> 32) * (b0 >> 32) + (p01 >> 32) + (p10 >> 32) + (middle >> 32) + a0 * b1 + a1 * b0;
  return (__int128)((unsigned __int128)high << 64 | (middle << 32 | (p00 & low)));
}

#endif
