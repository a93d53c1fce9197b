/* binnacle.c @VERSION@ @HASH@ */
#include "binnacle.h"
#include <stdbool.h>
#include <string.h>

#ifndef BINNACLE_TRAP
#if defined(__GNUC__) || defined(__clang__)
#define BINNACLE_TRAP() __builtin_trap()
#else
#define BINNACLE_TRAP() ((void)0)
#endif
#endif
/* Where no argument and no damaged object leads. */
#define NEVER()      \
  do {               \
    BINNACLE_TRAP(); \
    for (;;) {       \
    }                \
  } while (0)

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
// part add16
static inline int16_t add16(int16_t a, int16_t b) { return (int16_t)(uint16_t)((uint32_t)a + (uint32_t)b); }
// part sub16
static inline int16_t sub16(int16_t a, int16_t b) { return (int16_t)(uint16_t)((uint32_t)a - (uint32_t)b); }
// part mul16
static inline int16_t mul16(int16_t a, int16_t b) { return (int16_t)(uint16_t)((uint32_t)a * (uint32_t)b); }
// part add8
static inline int8_t add8(int8_t a, int8_t b) { return (int8_t)(uint8_t)((uint32_t)a + (uint32_t)b); }
// part sub8
static inline int8_t sub8(int8_t a, int8_t b) { return (int8_t)(uint8_t)((uint32_t)a - (uint32_t)b); }
// part mul8
static inline int8_t mul8(int8_t a, int8_t b) { return (int8_t)(uint8_t)((uint32_t)a * (uint32_t)b); }
// part uadd_overflows32
static inline bool uadd_overflows32(uint32_t a, uint32_t b) { return a + b < a; }
// part sadd_overflows32
static inline bool sadd_overflows32(int32_t a, int32_t b) { return b < 0 ? a < INT32_MIN - b : a > INT32_MAX - b; }
// part ssub_overflows32
static inline bool ssub_overflows32(int32_t a, int32_t b) { return b < 0 ? a > INT32_MAX + b : a < INT32_MIN + b; }
// part aligned2
struct binnacle_alignment_16 { char before; uint16_t number; };
#define BEYOND_ALIGNMENT_16 (offsetof(struct binnacle_alignment_16, number) - 1)
// part aligned4
struct binnacle_alignment_32 { char before; uint32_t number; };
#define BEYOND_ALIGNMENT_32 (offsetof(struct binnacle_alignment_32, number) - 1)
// part aligned8
struct binnacle_alignment_64 { char before; uint64_t number; };
#define BEYOND_ALIGNMENT_64 (offsetof(struct binnacle_alignment_64, number) - 1)
