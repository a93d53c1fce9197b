// An Arduino Uno with sensors on its two-wire bus, emulated by simavr: uno FIRMWARE.elf MILLISECONDS CHIP…
//
// A chip is ADDRESS=REGISTER:BYTES,BYTES,… in hexadecimal: from this register on it has these bytes, the next ones each fifth of a
// second, the last ones to the end. What the firmware writes is kept. The serial port goes to standard output.
#include <simavr/avr_twi.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Chip {
  uint8_t address, at, first, registers[256];
  int count;
  const char *samples;
} Chip;

static Chip chips[4];
static int chip_count;
static Chip *selected;
static avr_irq_t *bus;
static avr_t *avr;
static const avr_cycle_count_t FIFTH = 3200000;

// Puts the bytes of this moment into the registers.
static void measure(Chip *chip) {
  const char *byte = chip->samples;
  for (avr_cycle_count_t number = avr->cycle / FIFTH; number > 0 && strchr(byte, ','); number--)
    byte = strchr(byte, ',') + 1;
  for (uint8_t at = chip->first; byte[0] && byte[0] != ','; byte += 2) {
    const char digits[3] = {byte[0], byte[1], 0};
    chip->registers[at++] = (uint8_t)strtoul(digits, NULL, 16);
  }
}

static void on_bus(avr_irq_t *irq, uint32_t value, void *unused) {
  (void)irq, (void)unused;
  avr_twi_msg_irq_t message;
  message.u.v = value;
  const uint8_t kind = message.u.twi.msg;
  if (kind & TWI_COND_STOP) selected = NULL;
  if (kind & TWI_COND_START) {
    selected = NULL;
    for (int i = 0; i < chip_count; i++) {
      if (chips[i].address != message.u.twi.addr >> 1) continue;
      selected = &chips[i];
      selected->count = 0;
      measure(selected);
      avr_raise_irq(bus + TWI_IRQ_INPUT, avr_twi_irq_msg(TWI_COND_ACK, message.u.twi.addr, 1));
    }
  }
  if (!selected) return;
  if (kind & TWI_COND_WRITE) {
    avr_raise_irq(bus + TWI_IRQ_INPUT, avr_twi_irq_msg(TWI_COND_ACK, message.u.twi.addr, 1));
    // Bit 7 of ST's chips asks for the next register after each byte, which the others do anyway.
    if (selected->count++ == 0)
      selected->at = message.u.twi.data & 0x7f;
    else
      selected->registers[selected->at++] = message.u.twi.data;
  }
  if (kind & TWI_COND_READ) {
    const uint8_t byte = selected->registers[selected->at++];
    avr_raise_irq(bus + TWI_IRQ_INPUT, avr_twi_irq_msg(TWI_COND_READ, message.u.twi.addr, byte));
  }
}

static void on_byte(avr_irq_t *irq, uint32_t value, void *unused) {
  (void)irq, (void)unused;
  putchar((int)value);
}

static void add(char *text) {
  Chip *chip = &chips[chip_count++];
  char *next;
  chip->address = (uint8_t)strtoul(text, &next, 16);
  chip->first = (uint8_t)strtoul(next + 1, &next, 16);
  chip->samples = next + 1;
}

int main(int count, char **words) {
  if (count < 3) return 2;
  elf_firmware_t firmware;
  memset(&firmware, 0, sizeof firmware);
  if (elf_read_firmware(words[1], &firmware) != 0) return 2;
  for (int i = 3; i < count && chip_count < 4; i++) add(words[i]);
  avr = avr_make_mcu_by_name("atmega328p");
  if (!avr) return 2;
  avr_init(avr);
  firmware.frequency = 16000000;
  avr_load_firmware(avr, &firmware);
  uint32_t flags = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_byte, NULL);
  bus = avr_io_getirq(avr, AVR_IOCTL_TWI_GETIRQ(0), 0);
  avr_irq_register_notify(bus + TWI_IRQ_OUTPUT, on_bus, NULL);
  const avr_cycle_count_t end = (avr_cycle_count_t)strtoul(words[2], NULL, 10) * 16000;
  while (avr->cycle < end) {
    const int state = avr_run(avr);
    if (state == cpu_Done || state == cpu_Crashed) return 1;
  }
  fflush(stdout);
  return 0;
}
