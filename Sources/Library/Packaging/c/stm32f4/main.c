// A board for the program `binnacle` by registers alone: an STM32F405 or F407, 168 MHz from its own 16 MHz oscillator (RM0090).
// USART1 on PA9 and PA10 at 115200 baud, the sensors on I2C1 (PB6 clock, PB7 data, 400 kHz). It keeps no records.
//   arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -Os -ffunction-sections -fdata-sections -nostartfiles -T stm32f4.ld \
//     -Wl,--gc-sections main.c binnacle_device.c -o board.elf
// In QEMU (netduinoplus2) the USART ran with injected samples. I2C ran against a model on a PC, the oscillator did not run.
#include "binnacle_device.h"

#define REG(address) (*(volatile uint32_t *)(address))
enum { RCC = 0x40023800, FLASH = 0x40023C00, PA = 0x40020000, PB = 0x40020400, USART = 0x40011000, I2C = 0x40005400 };
enum { TICK = 0xE000E010, NVIC = 0xE000E100, PER_MICROSECOND = 168, START = 1, ADDRESS = 2, WRITTEN = 4, READ = 0x40 };

static binnacle_device device;
static volatile uint32_t milliseconds;
void SysTick_Handler(void) { milliseconds++; }

// What came while the sensors were read: the USART itself has room for one byte, which lasts 87 microseconds.
static volatile uint8_t received[256], last, next;
void USART1_Handler(void) {
  const uint32_t status = REG(USART), byte = REG(USART + 4);  // reading both also ends an overrun
  if (status & 0x20) received[last++] = (uint8_t)byte;
}

static uint64_t now(void) {
  static uint64_t before;
  uint32_t whole, part;
  do whole = milliseconds, part = PER_MICROSECOND * 1000 - 1 - REG(TICK + 8);
  while (whole != milliseconds);
  return before = binnacle_widen(before, whole * 1000 + part / PER_MICROSECOND);
}
// The reset ends a START or a STOP that hangs.
static void set_up_i2c(void) {
  REG(I2C) = 0x8000, REG(I2C) = 0;
  REG(I2C + 4) = 42, REG(I2C + 0x1C) = 0x8000 | 35, REG(I2C + 0x20) = 13, REG(I2C) = 1;
}
static int32_t wait_for(uint32_t bit) {
  uint32_t status = 0;
  // Until the bit comes, or a fault of the bus, another master, no answer.
  for (uint32_t i = 0; i < 50000 && !(status & 0x700); i++)
    if ((status = REG(I2C + 0x14)) & bit) return BINNACLE_BUS_OK;
  if (status & 0x400) return REG(I2C + 0x14) = 0, REG(I2C) |= 0x200, BINNACLE_BUS_NO_ANSWER;  // stop
  set_up_i2c();
  return status & 0x200 ? BINNACLE_BUS_LOST : BINNACLE_BUS_TIMEOUT;
}
static int32_t begin(uint32_t address) {
  // RM0090, I2C_CR1: it must not be written while a STOP is pending.
  for (uint32_t i = 0; REG(I2C) & 0x200; i++)
    if (i == 50000) return set_up_i2c(), BINNACLE_BUS_TIMEOUT;
  REG(I2C) |= 0x100;  // start
  const int32_t code = wait_for(START);
  return code != BINNACLE_BUS_OK ? code : (REG(I2C + 0x10) = address, wait_for(ADDRESS));
}
static int32_t put(uint8_t byte) { return REG(I2C + 0x10) = byte, wait_for(WRITTEN); }
static int32_t i2c_write(void *context, uint8_t address, uint8_t first, const uint8_t *bytes, uint32_t count) {
  int32_t code = ((void)context, begin(address << 1));
  if (code == BINNACLE_BUS_OK) (void)REG(I2C + 0x18), code = put(first);
  for (uint32_t i = 0; i < count && code == BINNACLE_BUS_OK; i++) code = put(bytes[i]);
  if (code == BINNACLE_BUS_OK) REG(I2C) |= 0x200;  // otherwise wait_for() has ended it
  return code;
}
static int32_t i2c_read(void *context, uint8_t address, uint8_t first, uint8_t *bytes, uint32_t count) {
  int32_t code = ((void)context, begin(address << 1));
  if (code == BINNACLE_BUS_OK) (void)REG(I2C + 0x18), code = put(first);
  if (code == BINNACLE_BUS_OK) REG(I2C) |= 0x400, code = begin(address << 1 | 1);
  for (uint32_t i = 0; i < count && code == BINNACLE_BUS_OK; i++) {
    if (i + 1 == count) REG(I2C) &= ~0x400u;  // the last byte is not acknowledged
    if (i == 0) (void)REG(I2C + 0x18);
    if (i + 1 == count) REG(I2C) |= 0x200;
    code = wait_for(READ);
    bytes[i] = (uint8_t)REG(I2C + 0x10);
  }
  return code;
}

int main(void) {
  static const binnacle_bus bus = {0, i2c_read, i2c_write, 0, BINNACLE_ALL_SENSORS, 0, BINNACLE_I2C};
  // A module with X forward, Y left and Z up.
  static const binnacle_board board = {
      .bus = &bus, .name = "stm32f4", .baud = 115200, .forward = BINNACLE_PLUS_X, .right = BINNACLE_MINUS_Y};
  // Five wait states; APB / 4 and / 2; 16 / 16 * 336 / 2.
  REG(FLASH) = 0x705, REG(RCC + 8) = 0x9400, REG(RCC + 4) = 0x24005410;
  REG(RCC) |= 0x1000000;
  for (uint32_t i = 0; i < 100000 && !(REG(RCC) & 0x2000000);) i++;
  REG(RCC + 8) |= 2;
  REG(RCC + 0x30) |= 3, REG(RCC + 0x40) |= 1 << 21, REG(RCC + 0x44) |= 1 << 4;  // clocks of ports, I2C1, USART1
  REG(PA) |= 0x280000, REG(PA + 0x24) |= 0x770;  // alternate function 7
  // Open drain, function 4.
  REG(PB) |= 0xA000, REG(PB + 4) |= 0xC0, REG(PB + 12) |= 0x5000, REG(PB + 0x20) |= 0x44000000;
  REG(USART + 8) = 84000000 / 115200, REG(USART + 12) = 0x202C, REG(NVIC + 4) = 1 << 5;  // interrupt 37
  set_up_i2c();
  REG(TICK + 4) = PER_MICROSECOND * 1000 - 1, REG(TICK + 8) = 0, REG(TICK) = 7;
  binnacle_device_init(&device, sizeof device, &board);
  for (int32_t byte;;) {
    while (next != last) binnacle_device_receive(&device, received[next++], now());
    binnacle_device_run(&device, now());
    while (REG(USART) & 0x80 && (byte = binnacle_device_next_byte(&device)) >= 0) REG(USART + 4) = (uint32_t)byte;
  }
}
