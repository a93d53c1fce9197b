// A board on the PC: the whole device in C, with models of chips on its bus and a socket or a pty as its line.
//
// board WHERE [--gyroscope] [--still] [--empty] [--all] [--memory=FILE] [--eeprom] [--no-memory]
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "binnacle_device.h"
#include "chips.h"
#include "line.h"

#define PAGE 4096

/* Two pages of flash: writing clears bits, erasing sets them. Kept in a file. */
static uint8_t flash[2 * PAGE];
static const char *kept;

static void keep(void) {
  FILE *file = kept ? fopen(kept, "wb") : 0;
  if (file) fwrite(flash, 1, sizeof flash, file), fclose(file);
}

static int32_t flash_read(void *context, uint32_t at, uint8_t *bytes, uint32_t count) {
  (void)context;
  if (at + count > sizeof flash) return 1;
  memcpy(bytes, flash + at, count);
  return 0;
}

static int32_t flash_write(void *context, uint32_t at, const uint8_t *bytes, uint32_t count) {
  (void)context;
  if (at + count > sizeof flash || at % 4 || count % 4 || at / 32 != (at + count - 1) / 32) return 1;
  for (uint32_t i = 0; i < count; i++) flash[at + i] &= bytes[i];
  keep();
  return 0;
}

static int32_t flash_erase(void *context, uint32_t at) {
  (void)context;
  if (at % PAGE || at >= sizeof flash) return 1;
  memset(flash + at, 0xff, PAGE);
  keep();
  return 0;
}

static int32_t eeprom_write(void *context, uint32_t at, const uint8_t *bytes, uint32_t count) {
  (void)context;
  if (at + count > sizeof flash) return 1;
  memcpy(flash + at, bytes, count);
  keep();
  return 0;
}

static int is_to_restart;

static void restart(void *context) {
  (void)context;
  is_to_restart = 1;
}

static uint32_t stack_high_water(void *context) {
  (void)context;
  return 1234;
}

static const binnacle_chip *const chips[] = {&BINNACLE_LIS3MDL, &BINNACLE_LIS3DH, &BINNACLE_LSM6DSOX};

static binnacle_device device;
static binnacle_bus bus = {0, chips_read, chips_write, 0, chips, 3, BINNACLE_I2C};
static binnacle_memory memory = {0, flash_read, flash_write, flash_erase, sizeof flash, PAGE};
static binnacle_board board;
static const char *where = "tcp:0";
static int gyroscope, still, present = 1;

static void describe(void) {
  board.name = "c-on-a-pc";
  board.bus = &bus;
  board.memory = &memory;
  board.restart = restart;
  board.stack_high_water = stack_high_water;
  board.number = 42;
  board.stack_size = 4096;
}

static void take(const char *word) {
  if (!strcmp(word, "--gyroscope"))
    gyroscope = 1;
  else if (!strcmp(word, "--still"))
    still = 1;
  else if (!strcmp(word, "--empty"))
    present = 0;
  else if (!strcmp(word, "--two"))
    bus.chip_count = 2;
  else if (!strcmp(word, "--all"))
    bus.chips = BINNACLE_ALL_SENSORS, bus.chip_count = 0;
  else if (!strcmp(word, "--eeprom"))
    memory.write = eeprom_write, memory.erase = 0, memory.page_size = 0;
  else if (!strcmp(word, "--no-memory"))
    board.memory = 0;
  else if (!strcmp(word, "--alone"))
    board.restart = 0;
  else if (!strncmp(word, "--memory=", 9))
    kept = word + 9;
  else
    where = word;
}

/* Erased where nothing whole was kept. */
static void remember(void) {
  memset(flash, 0xff, sizeof flash);
  FILE *file = kept ? fopen(kept, "rb") : 0;
  if (!file) return;
  if (fread(flash, 1, sizeof flash, file) != sizeof flash) memset(flash, 0xff, sizeof flash);
  fclose(file);
}

/* From a start of the device to its restart. */
static void run(void) {
  while (!is_to_restart) {
    int byte;
    const struct timespec rest = {0, 200000};
    while ((byte = line_receive()) >= 0) binnacle_device_receive(&device, (uint8_t)byte, clock_now());
    binnacle_device_run(&device, clock_now());
    while (line_can_send() && (byte = binnacle_device_next_byte(&device)) >= 0) line_send((uint8_t)byte);
    line_flush();
    nanosleep(&rest, 0);
  }
}

int main(int count, char **words) {
  describe();
  for (int i = 1; i < count; i++) take(words[i]);
  remember();
  chips_begin(gyroscope, still, present);
  if (!line_open(where)) return perror(where), 1;
  for (;;) {
    is_to_restart = 0;
    board.boot_counter++;
    const binnacle_result started = binnacle_device_init(&device, sizeof device, &board);
    if (started != BINNACLE_OK) return fprintf(stderr, "%s\n", binnacle_strerror(started)), 1;
    run();
  }
}
