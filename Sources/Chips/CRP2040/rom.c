// Flash operations by the boot ROM's functions (RP2040 Datasheet, section 2.8.3.1.3 "Flash Access Functions").
//
// While the flash is written, no code can be read from it. These functions therefore lie in .data, which startup copies to
// RAM, and call only the ROM.
#include "CRP2040.h"

#if defined(__ARM_ARCH_6M__)

#define IN_RAM __attribute__((noinline, long_call, section(".data.rom")))

typedef void *(*lookup_function)(const uint16_t *table, uint32_t code);
typedef void (*plain_function)(void);
typedef void (*erase_function)(uint32_t offset, uint32_t count, uint32_t block, uint8_t command);
typedef void (*program_function)(uint32_t offset, const uint8_t *bytes, uint32_t count);

struct rom_functions {
  plain_function connect, exit_xip, flush, enter_xip;
  erase_function erase;
  program_function program;
};

// The ROM's table of functions and its search are at fixed places, as 16-bit addresses (section 2.8.3, table 177).
static void *find(char first, char second) {
  const lookup_function lookup = (lookup_function)(uintptr_t)*(volatile const uint16_t *)0x18;
  const uint16_t *table = (const uint16_t *)(uintptr_t)*(volatile const uint16_t *)0x14;
  return lookup(table, (uint32_t)second << 8 | (uint32_t)first);
}

static struct rom_functions functions(void) {
  return (struct rom_functions){
    .connect = (plain_function)find('I', 'F'), .exit_xip = (plain_function)find('E', 'X'),
    .flush = (plain_function)find('F', 'C'), .enter_xip = (plain_function)find('C', 'X'),
    .erase = (erase_function)find('R', 'E'), .program = (program_function)find('R', 'P')};
}

// The SSI as the second boot stage sets it up (section 4.10.13): SSIENR and BAUDR.
#define SSI_ENABLE (*(volatile uint32_t *)0x18000008)
#define SSI_DIVIDER (*(volatile uint32_t *)0x18000014)

// `bytes` null: erase. Afterwards the ROM sets up the command of the second boot stage again, 03h, with a slower clock.
IN_RAM static void change(const struct rom_functions *rom, uint32_t offset, const uint8_t *bytes) {
  // The vectors are in the flash, too.
  __asm volatile("cpsid i" ::: "memory");
  rom->connect();
  rom->exit_xip();
  if (bytes == 0) {
    rom->erase(offset, RP2040_FLASH_SECTOR, RP2040_FLASH_SECTOR, 0x20);
  } else {
    rom->program(offset, bytes, RP2040_FLASH_PAGE);
  }
  rom->flush();
  rom->enter_xip();
  SSI_ENABLE = 0;
  SSI_DIVIDER = 4;
  SSI_ENABLE = 1;
  __asm volatile("cpsie i" ::: "memory");
}

void rp2040_erase_sector(uint32_t offset) {
  const struct rom_functions rom = functions();
  change(&rom, offset, 0);
}

void rp2040_program_page(uint32_t offset, const uint8_t *bytes) {
  const struct rom_functions rom = functions();
  change(&rom, offset, bytes);
}

void rp2040_mask_interrupts(void) { __asm volatile("cpsid i" ::: "memory"); }
void rp2040_unmask_interrupts(void) { __asm volatile("dsb\n isb\n cpsie i" ::: "memory"); }
void rp2040_wait_for_interrupt(void) { __asm volatile("dsb\n wfi" ::: "memory"); }

#endif
