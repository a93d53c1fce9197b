// The memory functions that a C library has, for images without one.
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t count) {
  for (size_t i = 0; i < count; i++) ((char *)to)[i] = ((const char *)from)[i];
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  if ((char *)to <= (const char *)from) return memcpy(to, from, count);
  while (count-- > 0) ((char *)to)[count] = ((const char *)from)[count];
  return to;
}

void *memset(void *to, int byte, size_t count) {
  for (size_t i = 0; i < count; i++) ((char *)to)[i] = (char)byte;
  return to;
}

#ifdef __ARM_EABI__
void __aeabi_memcpy(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memcpy4(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memcpy8(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memmove(void *to, const void *from, size_t count) { memmove(to, from, count); }
void __aeabi_memmove4(void *to, const void *from, size_t count) { memmove(to, from, count); }
void __aeabi_memmove8(void *to, const void *from, size_t count) { memmove(to, from, count); }
void __aeabi_memclr(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memclr4(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memclr8(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memset(void *to, size_t count, int byte) { memset(to, byte, count); }
#endif
