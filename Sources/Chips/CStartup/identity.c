// What only the linker knows: which image this is, and where the board's flash for records is.
#include "CStartup.h"
#include "record.h"

#if defined(STARTUP_ON_DEVICE)

// Defined by sections.ld: the note that the linker's --build-id writes.
extern const uint8_t __build_id_note[];

uint64_t startup_image_hash(void) {
  // ELF note: three words (name size, description size, type), the name "GNU\0", the description.
  const uint8_t *id = __build_id_note + 16;
  uint32_t high = 0, low = 0;
  for (int i = 0; i < 4; i++) {
    high = high << 8 | id[i];
    low = low << 8 | id[i + 4];
  }
  return (uint64_t)high << 32 | low;
}

// Defined by the memory.ld of boards that reserve flash for records.
extern const uint8_t __records[];

uint32_t startup_records(void) { return (uint32_t)__records; }

#endif
