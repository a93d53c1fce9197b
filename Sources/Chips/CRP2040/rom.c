// Flash operations by the boot ROM's functions (RP2040 Datasheet, section 2.8.3.1.3 "Flash Access Functions").
//
// While the flash is written, no code can be read from it. These functions therefore lie in .data, which startup copies to
// RAM, and call only the ROM.
#include "CRP2040.h"

#if defined(__ARM_ARCH_6M__)

#define IN_RAM __attribute__((noinline, section(".data.rom")))

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
      .connect = (plain_function)find('I', 'F'),
      .exit_xip = (plain_function)find('E', 'X'),
      .flush = (plain_function)find('F', 'C'),
      .enter_xip = (plain_function)find('C', 'X'),
      .erase = (erase_function)find('R', 'E'),
      .program = (program_function)find('R', 'P'),
  };
}

// The SSI as the second boot stage sets it up (section 4.10.13): SSIENR and BAUDR.
#define SSI_ENABLE (*(volatile uint32_t *)0x18000008)
#define SSI_DIVIDER (*(volatile uint32_t *)0x18000014)
// SR with RFNE, and DR0.
#define SSI_STATUS (*(volatile uint32_t *)0x18000028)
#define SSI_HAS_DATA 8u
#define SSI_DATA (*(volatile uint32_t *)0x18000060)
// GPIO_QSPI_SS_CTRL, OUTOVER (section 2.19.6.2): the chip's select line, driven low or high.
#define SSI_SELECT (*(volatile uint32_t *)0x4001800c)
#define SELECT_LOW (2u << 8)
#define SELECT_HIGH (3u << 8)

// Lets code be read from the flash again. The ROM sets up the command of the second boot stage, 03h, with a slower clock.
IN_RAM static void resume(const struct rom_functions *rom) {
  rom->flush();
  rom->enter_xip();
  SSI_ENABLE = 0;
  SSI_DIVIDER = 4;
  SSI_ENABLE = 1;
  __asm volatile("cpsie i" ::: "memory");
}

// `bytes` null: erase.
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
  resume(rom);
}

// The command 4Bh: four bytes of no meaning, then the identifier (W25Q16JV datasheet, section 8.2.27).
IN_RAM static void identify(const struct rom_functions *rom, uint8_t *bytes) {
  __asm volatile("cpsid i" ::: "memory");
  rom->connect();
  rom->exit_xip();
  SSI_SELECT = SELECT_LOW;
  for (unsigned i = 0; i < 13; i++) {
    SSI_DATA = i == 0 ? 0x4b : 0;
    unsigned patience = 10000;
    while ((SSI_STATUS & SSI_HAS_DATA) == 0 && --patience != 0) {}
    const uint8_t byte = (uint8_t)SSI_DATA;
    if (i >= 5) bytes[i - 5] = byte;
  }
  SSI_SELECT = SELECT_HIGH;
  resume(rom);
}

void rp2040_read_flash_identifier(uint8_t bytes[8]) {
  const struct rom_functions rom = functions();
  identify(&rom, bytes);
}

void rp2040_erase_sector(uint32_t offset) {
  const struct rom_functions rom = functions();
  change(&rom, offset, 0);
}

void rp2040_program_page(uint32_t offset, const uint8_t *bytes) {
  const struct rom_functions rom = functions();
  change(&rom, offset, bytes);
}

_Noreturn void rp2040_restart_into_loader(void) {
  // Section 2.8.3.1.5, "reset_to_usb_boot": no activity pin, both interfaces.
  typedef void (*restart_function)(uint32_t activity_pins, uint32_t disabled_interfaces);
  ((restart_function)find('U', 'B'))(0, 0);
  for (;;) {}
}

void rp2040_mask_interrupts(void) { __asm volatile("cpsid i" ::: "memory"); }
void rp2040_unmask_interrupts(void) { __asm volatile("dsb\n isb\n cpsie i" ::: "memory"); }
void rp2040_wait_for_interrupt(void) { __asm volatile("dsb\n wfi" ::: "memory"); }

#endif
