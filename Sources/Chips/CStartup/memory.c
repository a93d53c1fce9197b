// The memory functions that compilers call: by name, and under the names of the ARM run-time ABI.
//
// libgcc has none of them. newlib has them, but it also contains malloc: with newlib on the link line, an allocation
// would no longer fail to link. Therefore the functions are written here. They handle a word at a time when both sides
// are aligned.
#include <stddef.h>
#include <stdint.h>

#include "record.h"

#if defined(STARTUP_ON_DEVICE)

// Without `no_builtin` the compiler recognises the loops and calls the very function it is compiling.
#define MEMORY_FUNCTION __attribute__((used, no_builtin))

struct four_words {
  uint32_t words[4];
};

static inline __attribute__((no_builtin)) void *copy_upwards(void *to, const void *from, size_t count) {
  uint8_t *t = to;
  const uint8_t *f = from;
  if ((((uintptr_t)t | (uintptr_t)f) & 3) == 0) {
    // Structures of about ten words are copied most often. Four words at a time are one load and one store.
    for (; count >= 16; count -= 16, t += 16, f += 16) *(struct four_words *)t = *(const struct four_words *)f;
    for (; count >= 4; count -= 4, t += 4, f += 4) *(uint32_t *)t = *(const uint32_t *)f;
  }
  while (count-- > 0) *t++ = *f++;
  return to;
}

MEMORY_FUNCTION void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  return copy_upwards(to, from, count);
}

MEMORY_FUNCTION void *memmove(void *to, const void *from, size_t count) {
  uint8_t *t = to;
  const uint8_t *f = from;
  if (t <= f) return copy_upwards(to, from, count);
  while (count-- > 0) t[count] = f[count];
  return to;
}

MEMORY_FUNCTION void *memset(void *to, int value, size_t count) {
  uint8_t *t = to;
  const uint32_t byte = (uint8_t)value, word = byte << 24 | byte << 16 | byte << 8 | byte;
  for (; count > 0 && ((uintptr_t)t & 3) != 0; count--) *t++ = (uint8_t)byte;
  for (; count >= 4; count -= 4, t += 4) *(uint32_t *)t = word;
  while (count-- > 0) *t++ = (uint8_t)byte;
  return to;
}

MEMORY_FUNCTION int memcmp(const void *a, const void *b, size_t count) {
  const uint8_t *x = a, *y = b;
  for (; count > 0; count--, x++, y++) {
    if (*x != *y) return *x - *y;
  }
  return 0;
}

#if defined(__arm__)

// Run-time ABI for the Arm Architecture (IHI 0043), 4.3.4: the suffixes 4 and 8 promise an alignment to that many
// bytes. `__aeabi_memset` has its arguments in another order.
#define ALIAS(name) __attribute__((alias(name)))

void __aeabi_memcpy(void *to, const void *from, size_t count) ALIAS("memcpy");
void __aeabi_memcpy4(void *to, const void *from, size_t count) ALIAS("memcpy");
void __aeabi_memcpy8(void *to, const void *from, size_t count) ALIAS("memcpy");
void __aeabi_memmove(void *to, const void *from, size_t count) ALIAS("memmove");
void __aeabi_memmove4(void *to, const void *from, size_t count) ALIAS("memmove");
void __aeabi_memmove8(void *to, const void *from, size_t count) ALIAS("memmove");

MEMORY_FUNCTION void __aeabi_memset(void *to, size_t count, int value) { memset(to, value, count); }
void __aeabi_memset4(void *to, size_t count, int value) ALIAS("__aeabi_memset");
void __aeabi_memset8(void *to, size_t count, int value) ALIAS("__aeabi_memset");

MEMORY_FUNCTION void __aeabi_memclr(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memclr4(void *to, size_t count) ALIAS("__aeabi_memclr");
void __aeabi_memclr8(void *to, size_t count) ALIAS("__aeabi_memclr");

#endif

#endif
