// For a compiler without a C library: made by start.c.
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t count), *memset(void *to, int value, size_t count);
int memcmp(const void *a, const void *b, size_t count);
