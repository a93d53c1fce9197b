/* Binnacle @VERSION@: a compass in integers, as one file of C99. It is also C++17.

   This text is made from the Swift sources of Binnacle, which are its original: change them, not this file. It is for
   compiling, for stepping through and for reading. Above each function stands where it comes from, and what it does.

   Licence: Apache License 2.0, as in the file LICENSE of Binnacle. SPDX-License-Identifier: Apache-2.0

   To build: compile this file with your own and put binnacle.h beside it. It needs <stdint.h>, <stdbool.h>, <stddef.h>,
   memcpy(), and integers of two's complement that a shift to the right keeps negative; it checks that. No other library,
   no heap, no floating point. With GCC or Clang:

     cc -std=c99 -Os -ffunction-sections -fdata-sections -c binnacle.c      and -Wl,--gc-sections where you link

   What you may define:
     BINNACLE_TRAP()                 what to do where the program must not go on; it must not return. Without it the
                                     compiler's trap, or an endless loop. No argument leads there.
     BINNACLE_WITHOUT_CALIBRATION    leaves out binnacle_calibration_..., binnacle_axis_check_... and binnacle_guide_...
     BINNACLE_WITHOUT_MOTION         leaves out binnacle_motion_... and binnacle_guide_...
     BINNACLE_WITHOUT_WORLD_MODEL    leaves out binnacle_declination(), binnacle_compass_set_place() and
                                     binnacle_locator_...
   A linker that drops unused functions makes the last three needless. */
#include "binnacle.h"

#include <stdbool.h>
#if !defined(__STDC_HOSTED__) || __STDC_HOSTED__
#include <string.h>
#elif defined(__cplusplus)
extern "C" void *memcpy(void *to, const void *from, size_t count);
#else
void *memcpy(void *to, const void *from, size_t count);
#endif

/* A program has binnacle.c or binnacle_device.c: a linker that gets both says this name. */
#ifdef __cplusplus
extern "C" {
#endif
extern const char binnacle_use_either_binnacle_c_or_binnacle_device_c;
#ifdef __cplusplus
}
#endif
const char binnacle_use_either_binnacle_c_or_binnacle_device_c = 0;

#ifndef BINNACLE_TRAP
/* Some compilers that say __GNUC__ have no such function: GCC has it since 4. */
#ifdef __has_builtin
#if __has_builtin(__builtin_trap)
#define BINNACLE_TRAP() __builtin_trap()
#endif
#elif defined(__GNUC__) && __GNUC__ >= 4
#define BINNACLE_TRAP() __builtin_trap()
#endif
#ifndef BINNACLE_TRAP
#define BINNACLE_TRAP() ((void)0)
#endif
#endif
/* The header declares the storage of an object as numbers of 64 bits, and here it is a struct. */
#if defined(__GNUC__) || defined(__clang__)
#define MAY_ALIAS __attribute__((__may_alias__))
#else
#define MAY_ALIAS
#endif
/* Where no argument leads. */
#define NEVER()                                                                                                        \
  do {                                                                                                                 \
    BINNACLE_TRAP();                                                                                                   \
    for (;;) {}                                                                                                        \
  } while (0)
/* Ends the compilation where a condition does not hold. */
#define CHECK(name, condition) typedef char check_##name[(condition) ? 1 : -1]
#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__)
#define IS_BIG_ENDIAN (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
#else
#define IS_BIG_ENDIAN 0
#endif

/* Sums, differences and products of signed numbers that wrap around. */
// part add8
static inline int8_t add8(int8_t a, int8_t b) { return (int8_t)(uint8_t)((uint32_t)a + (uint32_t)b); }
// part sub8
static inline int8_t sub8(int8_t a, int8_t b) { return (int8_t)(uint8_t)((uint32_t)a - (uint32_t)b); }
// part mul8
static inline int8_t mul8(int8_t a, int8_t b) { return (int8_t)(uint8_t)((uint32_t)a * (uint32_t)b); }
// part add16
static inline int16_t add16(int16_t a, int16_t b) { return (int16_t)(uint16_t)((uint32_t)a + (uint32_t)b); }
// part sub16
static inline int16_t sub16(int16_t a, int16_t b) { return (int16_t)(uint16_t)((uint32_t)a - (uint32_t)b); }
// part mul16
static inline int16_t mul16(int16_t a, int16_t b) { return (int16_t)(uint16_t)((uint32_t)a * (uint32_t)b); }
// part add32
static inline int32_t add32(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
// part sub32
static inline int32_t sub32(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }
// part mul32
static inline int32_t mul32(int32_t a, int32_t b) { return (int32_t)((uint32_t)a * (uint32_t)b); }
// part add64
static inline int64_t add64(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
// part sub64
static inline int64_t sub64(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
// part mul64
static inline int64_t mul64(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
// part uadd_overflows8
static inline bool uadd_overflows8(uint8_t a, uint8_t b) { return (uint8_t)(a + b) < a; }
// part uadd_overflows32
static inline bool uadd_overflows32(uint32_t a, uint32_t b) { return a + b < a; }
// part sadd_overflows32
static inline bool sadd_overflows32(int32_t a, int32_t b) { return b < 0 ? a < INT32_MIN - b : a > INT32_MAX - b; }
// part ssub_overflows32
static inline bool ssub_overflows32(int32_t a, int32_t b) { return b < 0 ? a > INT32_MAX + b : a < INT32_MIN + b; }
// part aligned2
/* The bits that are 0 in the address of a number of 16 bits. */
struct binnacle_alignment_16 {
  char before;
  uint16_t number;
};
#define BEYOND_ALIGNMENT_16 (offsetof(struct binnacle_alignment_16, number) - 1)
// part aligned4
/* The bits that are 0 in the address of a number of 32 bits, and in that of one of 64. */
struct binnacle_alignment_32 {
  char before;
  uint32_t number;
};
#define BEYOND_ALIGNMENT_32 (offsetof(struct binnacle_alignment_32, number) - 1)
// part aligned8
struct binnacle_alignment_64 {
  char before;
  uint64_t number;
};
#define BEYOND_ALIGNMENT_64 (offsetof(struct binnacle_alignment_64, number) - 1)

// part ones8
/* How many bits are set. */
static uint8_t ones8(uint8_t bits) {
  uint8_t count = 0;
  for (; bits; bits &= (uint8_t)(bits - 1)) count++;
  return count;
}
