// The registers of stm32f4/main.c on a PC: a model of I2C1 as a master, and the interrupt of the USART (RM0090, chapters 27 and 30).
// BOARD is main.c without its REG and with another name for main(). It prints what each transfer returned, and how often I2C_CR1 was
// written while a STOP was pending, which the manual forbids.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "binnacle_device.h"

enum { ENABLE = 1, STARTS = 0x100, STOPS = 0x200, ACKNOWLEDGES = 0x400, RESETS = 0x8000 };
enum { SB = 1, ADDR = 2, BTF = 4, RXNE = 0x40, AF = 0x400 };
enum { PRESENT = 0x1c };

static struct {
  uint32_t cr1, sr1;
  // Looks at a register until a bit is set or cleared by the hardware.
  int until_stop, until_start;
  bool is_reading, hangs, refuses_data;
  uint8_t registers[128], at;
  bool has_register;
  // Bytes that were read and acknowledged, and those that were not.
  int acknowledged, refused;
  int forbidden, stops;
} i2c;
static uint32_t usart_status, usart_data;

static void write_cr1(uint32_t value) {
  if (value & RESETS) {
    i2c.cr1 = i2c.sr1 = 0;
    return;
  }
  if (i2c.cr1 & STOPS) i2c.forbidden++;
  if (value & STOPS && !(i2c.cr1 & STOPS)) i2c.stops++, i2c.until_stop = 3;
  if (value & STARTS && !(i2c.cr1 & STARTS)) i2c.until_start = 2;
  i2c.cr1 = value;
}
static uint32_t read_cr1() {
  if (i2c.cr1 & STOPS && !i2c.hangs && i2c.until_stop-- == 0) i2c.cr1 &= ~(uint32_t)STOPS, i2c.has_register = false;
  return i2c.cr1;
}
static uint32_t read_sr1() {
  if (i2c.cr1 & STARTS && !i2c.hangs && i2c.until_start-- == 0) i2c.cr1 &= ~(uint32_t)STARTS, i2c.sr1 = SB;
  // The next byte comes while the one before was acknowledged.
  if (i2c.is_reading && !(i2c.sr1 & (ADDR | RXNE | SB)) && i2c.refused == 0) {
    i2c.sr1 |= RXNE;
    (i2c.cr1 & ACKNOWLEDGES ? i2c.acknowledged : i2c.refused)++;
  }
  return i2c.sr1;
}
static void write_data(uint32_t value) {
  if (i2c.sr1 & SB) {
    i2c.is_reading = value & 1;
    i2c.acknowledged = i2c.refused = 0;
    i2c.sr1 = value >> 1 == PRESENT ? ADDR : AF;
  } else if (i2c.refuses_data) {
    i2c.sr1 = AF;
  } else {
    if (!i2c.has_register)
      i2c.at = (uint8_t)value, i2c.has_register = true;
    else
      i2c.registers[i2c.at++ & 127] = (uint8_t)value;
    i2c.sr1 = BTF;
  }
}
static uint32_t read_data() {
  i2c.sr1 &= ~(uint32_t)RXNE;
  return i2c.registers[i2c.at++ & 127];
}

struct Register {
  uint32_t address;
  explicit Register(uint32_t place) : address(place) {
    if (address == 0x40005418) i2c.sr1 &= ~(uint32_t)ADDR;
  }
  operator uint32_t() const {
    switch (address) {
      case 0x40005400: return read_cr1();
      case 0x40005410: return read_data();
      case 0x40005414: return read_sr1();
      case 0x40011000: return usart_status;
      case 0x40011004: return usart_data;
      default: return 0;
    }
  }
  void operator=(uint32_t value) const {
    if (address == 0x40005400) write_cr1(value);
    if (address == 0x40005410) write_data(value);
    if (address == 0x40005414) i2c.sr1 &= value;
  }
  void operator|=(uint32_t bits) const { *this = *this | bits; }
  void operator&=(uint32_t bits) const { *this = *this & bits; }
};
#define REG(address) Register((uint32_t)(address))
#include BOARD

static void show_read(uint32_t count) {
  uint8_t bytes[16] = {};
  const int32_t code = i2c_read(nullptr, PRESENT, 5, bytes, count);
  printf("read %d:", (int)code);
  for (uint32_t i = 0; i < count; i++) printf(" %d", bytes[i]);
  printf(", %d acknowledged, %d not\n", i2c.acknowledged, i2c.refused);
}

static void byte_comes(uint32_t status, uint8_t byte) {
  usart_status = status, usart_data = byte;
  USART1_Handler();
}

int main() {
  uint8_t values[2] = {7, 8};
  set_up_i2c();
  for (int i = 0; i < 128; i++) i2c.registers[i] = (uint8_t)i;
  printf("write %d\n", (int)i2c_write(nullptr, PRESENT, 6, values, 2));
  printf("absent %d\n", (int)i2c_write(nullptr, 0x30, 6, values, 1));
  show_read(1), show_read(2), show_read(6);
  i2c.refuses_data = true;
  printf("refused %d\n", (int)i2c_write(nullptr, PRESENT, 6, values, 1));
  i2c.refuses_data = false;
  printf("stops %d, forbidden %d\n", i2c.stops, i2c.forbidden);
  i2c.hangs = true;
  printf("hangs %d\n", (int)i2c_write(nullptr, PRESENT, 6, values, 1));
  i2c.hangs = false;
  printf("again %d\n", (int)i2c_write(nullptr, PRESENT, 6, values, 1));
  byte_comes(0x20, 'a');
  byte_comes(0x28, 'b');
  byte_comes(0x08, 'b');
  printf("received %d: %c%c\n", last, received[0], received[1]);
}
