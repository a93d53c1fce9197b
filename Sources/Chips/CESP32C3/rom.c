// Flash operations by the boot ROM's functions: those by which ESP-IDF's second boot stage reads and writes the flash.
//
// The image is in RAM, and the cache is off (docs/decisions/0013): nothing reads the flash while it is written.
#include "CESP32C3.h"

#if defined(__riscv) && __riscv_xlen == 32

// ESP-IDF, components/esp_rom/esp32c3/ld/esp32c3.rom.ld, "Group spiflash_legacy": the same in every version of the ROM.
// What they take and return: ESP-IDF, components/esp_rom/esp32c3/include/esp32c3/rom/spi_flash.h.
typedef uint32_t (*erase_function)(uint32_t sector);
typedef uint32_t (*write_function)(uint32_t offset, const uint32_t *words, int32_t bytes);
typedef uint32_t (*read_function)(uint32_t offset, uint32_t *words, int32_t bytes);

#define ROM_ERASE_SECTOR ((erase_function)0x40000128)
#define ROM_WRITE ((write_function)0x4000012c)
#define ROM_READ ((read_function)0x40000130)

uint32_t esp32c3_erase_sector(uint32_t offset) { return ROM_ERASE_SECTOR(offset / ESP32C3_FLASH_SECTOR); }

uint32_t esp32c3_write_flash(uint32_t offset, const uint32_t *words, uint32_t count) {
  return ROM_WRITE(offset, words, (int32_t)(count * 4));
}

uint32_t esp32c3_read_flash(uint32_t offset, uint32_t *words, uint32_t count) {
  return ROM_READ(offset, words, (int32_t)(count * 4));
}

#endif
