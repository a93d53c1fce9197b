// The second boot stage, which the boot ROM copies to RAM and runs: it sets up the flash interface and starts the image.
//
// RP2040 Datasheet (build 2024), section 2.8.1.3 "Boot Stage 2": 252 bytes and their checksum, CRC-32 with polynomial
// 0x04c11db7, start value 0xffffffff, nothing reflected, no final inversion. The stage must fit anywhere in RAM.
#if defined(__ARM_ARCH_6M__)

// The addresses and fields are those of section 4.10.13 "List of Registers" of the SSI.
// The command is 03h, a serial read with 24 address bits, which every flash chip has. At 125 MHz / 4 = 31 MHz it is
// within the 50 MHz that the slowest chips allow for it (W25Q16JV datasheet, section 9.6, f_R).
__asm(".syntax unified\n"
      ".section .boot2, \"ax\", %progbits\n"
      ".thumb\n"
      ".global rp2040_boot2\n"
      ".thumb_func\n"
      "rp2040_boot2:\n"
      "  ldr r3, =0x18000000\n"
      "  movs r1, #0\n"
      "  str r1, [r3, #0x08]\n"  // SSIENR: off while it is set up
      "  movs r1, #4\n"
      "  str r1, [r3, #0x14]\n"  // BAUDR: clock / 4
      "  ldr r1, =0x001f0300\n"  // DFS_32 = 31, TMOD = 3: read EEPROM
      "  str r1, [r3, #0x00]\n"  // CTRLR0
      "  movs r1, #0\n"
      "  str r1, [r3, #0x04]\n"  // CTRLR1: one word at a time
      "  ldr r2, =0xf4\n"
      "  adds r2, r2, r3\n"
      "  ldr r1, =0x03000218\n"  // XIP_CMD = 03h, INST_L = 8 bits, ADDR_L = 24 bits, all serial
      "  str r1, [r2]\n"  // SPI_CTRLR0
      "  movs r1, #1\n"
      "  str r1, [r3, #0x08]\n"  // SSIENR: on
      "  ldr r0, =0x10000100\n"  // the image's vectors
      "  ldr r1, =0xe000ed08\n"  // VTOR
      "  str r0, [r1]\n"
      "  ldr r1, [r0]\n"
      "  msr msp, r1\n"
      "  ldr r1, [r0, #4]\n"
      "  bx r1\n"
      "  .pool\n"
      "  .org 252\n"
      "  .word 0x8ea68d84\n"
      ".text\n");

#endif
