// Whatever comes on the line and on the bus: the device neither stops nor hangs. hostile CALLS [SEED]
//
// Half of the bytes on the line are frames with a right checksum and any content, the others are any bytes. The bus answers as known
// chips do, with any bytes, or with a fault. Time goes on by microseconds, or by a minute. The memory fails now and then.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "binnacle_device.h"

static uint64_t state;

static uint32_t any(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 32);
}

static uint32_t below(uint32_t limit) { return any() % limit; }

/* ---- The bus --------------------------------------------------------------------------------------------------------- */

/* Addresses and identities, as docs/sensors.md lists them. */
static const uint8_t identities[][4] = {
    {0x0c, 0x00, 1, 0x48},
    {0x0d, 0x0d, 1, 0xff},
    {0x0e, 0x07, 1, 0xc4},
    {0x0e, 0x00, 1, 0x10},
    {0x19, 0x0f, 1, 0x33},
    {0x1c, 0x0f, 1, 0x3d},
    {0x1d, 0x0d, 1, 0x5a},
    {0x1d, 0x00, 1, 0xe5},
    {0x1e, 0x4f, 1, 0x40},
    {0x20, 0x36, 1, 0x22},
    {0x2c, 0x00, 1, 0x80},
    {0x30, 0x39, 1, 0x10},
    {0x30, 0x2f, 1, 0x30},
    {0x53, 0x00, 1, 0xe5},
    {0x68, 0x75, 1, 0x68},
    {0x68, 0x75, 1, 0x71},
    {0x69, 0x75, 1, 0x70},
    {0x69, 0x00, 1, 0xea},
    {0x68, 0x00, 1, 0xd1},
    {0x6a, 0x0f, 1, 0x6c},
};
static uint8_t registers[128][256];
static uint32_t faults; /* one of so many transactions fails; 0: none */
static uint32_t noise; /* one of so many bytes is any; 0: none */

static void populate(void) {
  for (int i = 0; i < 128; i++)
    for (int j = 0; j < 256; j++) registers[i][j] = (uint8_t)any();
  for (size_t i = 0; i < sizeof identities / sizeof *identities; i++)
    if (below(2)) registers[identities[i][0]][identities[i][1]] = identities[i][3];
  if (below(2)) memcpy(registers[0x1e] + 0x0a, "H43", 3);
  faults = below(3) ? below(200) + 1 : 0;
  noise = below(3) ? below(100) + 1 : 0;
}

static int32_t bus_read(void *context, uint8_t address, uint8_t first, uint8_t *bytes, uint32_t count) {
  (void)context;
  if (count == 0 || count > 16) abort();
  if (faults && below(faults) == 0) return (int32_t)below(9) - 2;
  for (uint32_t i = 0; i < count; i++) {
    const uint8_t place = (uint8_t)((first & 0x7f) + i);
    bytes[i] = noise && below(noise) == 0 ? (uint8_t)any() : registers[address & 127][place];
  }
  registers[address & 127][below(256)] ^= (uint8_t)(1u << below(8));
  return 0;
}

static int32_t bus_write(void *context, uint8_t address, uint8_t first, const uint8_t *bytes, uint32_t count) {
  (void)context;
  if (count != 1) abort();
  if (faults && below(faults) == 0) return (int32_t)below(9) - 2;
  registers[address & 127][first & 0x7f] = bytes[0];
  return 0;
}

static int32_t bus_recover(void *context) {
  (void)context;
  return below(4) == 0;
}

/* ---- The memory ------------------------------------------------------------------------------------------------------ */

static uint8_t kept[8192];

static int32_t memory_read(void *context, uint32_t at, uint8_t *bytes, uint32_t count) {
  (void)context;
  if (count > 32 || at + count > sizeof kept) abort();
  if (faults && below(faults) == 0) return 1;
  memcpy(bytes, kept + at, count);
  return 0;
}

static int32_t memory_write(void *context, uint32_t at, const uint8_t *bytes, uint32_t count) {
  (void)context;
  if (count == 0 || count % 4 || count > 32 || at + count > sizeof kept || at / 32 != (at + count - 1) / 32) abort();
  if (faults && below(faults) == 0) return 1;
  memcpy(kept + at, bytes, count);
  return 0;
}

static int32_t memory_erase(void *context, uint32_t at) {
  (void)context;
  if (at % 4096 || at >= sizeof kept) abort();
  memset(kept + at, 0xff, 4096);
  return 0;
}

/* ---- The line -------------------------------------------------------------------------------------------------------- */

static uint8_t line[600];
static uint32_t line_count, line_at;

static uint32_t checksum(const uint8_t *bytes, uint32_t count) {
  uint32_t sum = 0xffffffffu;
  for (uint32_t i = 0; i < count; i++) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
  }
  return ~sum;
}

/* A frame with a right checksum: kind, token, number, payload, CRC-32, as COBS with a zero at its end. */
static void put_frame(void) {
  uint8_t frame[264];
  uint32_t payload = below(4) ? below(24) : below(257), length = 4 + payload, code = 0;
  frame[0] = (uint8_t)any();
  frame[1] = (uint8_t)any();
  for (uint32_t i = 2; i < length; i++) frame[i] = below(3) ? (uint8_t)any() : 0;
  const uint32_t sum = checksum(frame, length);
  for (int i = 0; i < 4; i++) frame[length++] = (uint8_t)(sum >> 8 * i);
  line_count = 1;
  for (uint32_t i = 0; i < length; i++) {
    if (frame[i]) line[line_count++] = frame[i];
    if (!frame[i] || line_count - code == 255) {
      line[code] = (uint8_t)(line_count - code);
      code = line_count++;
    }
  }
  line[code] = (uint8_t)(line_count - code);
  line[line_count++] = 0;
}

static uint8_t next_byte(void) {
  if (below(20) == 0) return (uint8_t)any();
  if (line_at >= line_count) put_frame(), line_at = 0;
  return line[line_at++];
}

int main(int count, char **words) {
  static binnacle_device device;
  static const binnacle_bus bus = {0, bus_read, bus_write, bus_recover, BINNACLE_ALL_SENSORS, 0, BINNACLE_I2C};
  static const binnacle_memory memory = {0, memory_read, memory_write, memory_erase, sizeof kept, 4096};
  static binnacle_board board;
  const unsigned long calls = count > 1 ? strtoul(words[1], 0, 10) : 1000000;
  uint64_t now = 0;
  unsigned long sent = 0, restarts = 0;
  state = count > 2 ? strtoull(words[2], 0, 10) : 1;
  board.bus = &bus;
  board.memory = &memory;
  board.name = "hostile";
  for (unsigned long call = 0; call < calls; call++) {
    if (call % 20000 == 0) {
      populate();
      board.baud = below(2) ? 115200 : 0;
      if (binnacle_device_init(&device, sizeof device, &board) != BINNACLE_OK) return fprintf(stderr, "not begun\n"), 1;
    }
    const uint32_t what = below(16);
    now += what == 0 ? below(100000) : below(1000);
    if (below(5000) == 0) now += 60000000;
    if (what < 8) {
      if (binnacle_device_receive(&device, next_byte(), now) != BINNACLE_OK) return fprintf(stderr, "received\n"), 1;
    } else if (what < 12) {
      const binnacle_result result = binnacle_device_run(&device, now);
      if (result < 0) return fprintf(stderr, "run: %d\n", (int)result), 1;
      restarts += result == BINNACLE_RESTARTED;
    } else {
      sent += binnacle_device_next_byte(&device) >= 0;
    }
  }
  printf("%lu calls, %lu bytes sent, %lu restarts\n", calls, sent, restarts);
  return sent == 0;
}
