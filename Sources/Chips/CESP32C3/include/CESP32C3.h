// What an ESP32-C3 needs beside Swift: its own first instructions, and the flash functions of its boot ROM.
//
// In: sectors to write. Out: flash that was written by the ROM's functions.
// Free to change: code that stays in RAM. Ask first: the first instructions, which the ROM starts.
#ifndef CESP32C3_H
#define CESP32C3_H

#include <stdint.h>

/// Bytes in a sector, the smallest amount of flash that is erased.
#define ESP32C3_FLASH_SECTOR 4096u

/// What a flash function returns when it has done its work; 2 is a timeout, 1 any other failure (ESP-IDF,
/// rom/spi_flash.h, "esp_rom_spiflash_result_t").
#define ESP32C3_FLASH_DONE 0u
#define ESP32C3_FLASH_TIMEOUT 2u

/// Erases the sector at `offset` from the start of the flash, and waits for its end.
uint32_t esp32c3_erase_sector(uint32_t offset);

/// Writes words at `offset`, a multiple of 4, and waits for the end. A bit can only be cleared.
/// @param count words.
uint32_t esp32c3_write_flash(uint32_t offset, const uint32_t *words, uint32_t count);

/// Reads words from `offset`, a multiple of 4.
/// @param count words.
uint32_t esp32c3_read_flash(uint32_t offset, uint32_t *words, uint32_t count);

/// Lets the core take the interrupts that are enabled in its controller.
void esp32c3_enable_interrupts(void);

#endif
