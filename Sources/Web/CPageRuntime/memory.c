// C's allocator for WebAssembly without a system, in as few bytes as it takes. The check in Double and the reader of
// recordings allocate.
//
// Blocks have the sizes 32, 64, 128… bytes. What is freed is used again for a block of its size. The check needs about six
// kilobytes, the beginning of a recording some megabytes, which no file holds: they are zero. One thread: a module has no other.

#include "CPageRuntime.h"

#ifdef __wasm__

#include <stddef.h>
#include <stdint.h>

enum { capacity = 12 << 20, classes = 18, header = 16, noMemory = 12 };

// Before each block stand 16 bytes: its class, and while it is free the next free one.
struct block {
  uint32_t class;
  struct block *next;
  uint64_t unused;
};

static _Alignas(16) unsigned char storage[capacity];
static size_t used;
static struct block *freed[classes];

// 12 (ENOMEM) when there is no room; the caller then traps.
int posix_memalign(void **result, size_t alignment, size_t size) {
  uint32_t class = 0;
  while (class < classes && ((size_t)32 << class) - header < size) class++;
  if (alignment > 16 || class == classes) return noMemory;
  struct block *block = freed[class];
  if (block) {
    freed[class] = block->next;
  } else {
    if (((size_t)32 << class) > capacity - used) return noMemory;
    block = (struct block *)(storage + used);
    used += (size_t)32 << class;
    block->class = class;
  }
  *result = (unsigned char *)block + header;
  return 0;
}

void free(void *memory) {
  if (!memory) return;
  struct block *block = (struct block *)((unsigned char *)memory - header);
  block->next = freed[block->class];
  freed[block->class] = block;
}

#endif
