// What an RP2040 needs beside Swift: the second boot stage, flash operations that run from RAM, and sleep.
//
// In: sectors to write, a time to sleep. Out: flash that was written by the ROM's functions.
// Free to change: code that stays in RAM. Ask first: the second boot stage, whose checksum the ROM demands.
#ifndef CRP2040_H
#define CRP2040_H

#include <stdint.h>

/// Bytes in a sector, the smallest amount of flash that is erased, and in a page, the smallest that is programmed.
#define RP2040_FLASH_SECTOR 4096u
#define RP2040_FLASH_PAGE 256u

/// Erases the sector at `offset` from the start of the flash. The code in the flash stands still meanwhile.
void rp2040_erase_sector(uint32_t offset);

/// Programs the page at `offset` with 256 bytes. A bit can only be cleared; 0xff leaves a byte as it is.
void rp2040_program_page(uint32_t offset, const uint8_t *bytes);

/// Reads the eight bytes by which the flash chip differs from all others of its kind.
void rp2040_read_flash_identifier(uint8_t bytes[8]);

/// Restarts into the boot ROM's loader, which shows a drive for UF2 files.
_Noreturn void rp2040_restart_into_loader(void);

/// Masks all interrupts (PRIMASK), and lets them through again.
void rp2040_mask_interrupts(void);
void rp2040_unmask_interrupts(void);

/// Sleeps until an enabled interrupt is pending. A masked one ends the sleep, too, and is not taken (ARMv6-M ARM, B1.5.17).
void rp2040_wait_for_interrupt(void);

#endif
