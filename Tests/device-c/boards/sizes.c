// Programs whose size is measured: the drivers of CHIPS alone, or with DEVICE the whole device, on a bus and a line without anything.
#include "binnacle_device.h"

static volatile uint8_t port[3];

static int32_t bus_read(void *context, uint8_t address, uint8_t first, uint8_t *bytes, uint32_t count) {
  (void)context;
  port[0] = address, port[1] = first;
  while (count-- > 0) *bytes++ = port[2];
  return BINNACLE_BUS_OK;
}

static int32_t bus_write(void *context, uint8_t address, uint8_t first, const uint8_t *bytes, uint32_t count) {
  (void)context;
  port[0] = address, port[1] = first;
  while (count-- > 0) port[2] = *bytes++;
  return BINNACLE_BUS_OK;
}

#ifdef ALL
#define LIST BINNACLE_ALL_SENSORS
#else
static const binnacle_chip *const chips[] = {CHIPS, 0};
#define LIST chips
#endif
static const binnacle_bus bus = {0, bus_read, bus_write, 0, LIST, 0, BINNACLE_I2C};

int main(void) {
#ifdef DEVICE
  static binnacle_device device;
  static binnacle_board board;
  board.bus = &bus, board.name = "size";
  binnacle_device_init(&device, sizeof device, &board);
  for (uint32_t now = 0;; now++) {
    binnacle_device_receive(&device, port[2], now);
    binnacle_device_run(&device, now);
    port[2] = (uint8_t)binnacle_device_next_byte(&device);
  }
#else
  static binnacle_sensors sensors;
  static binnacle_event event;
  binnacle_sensors_init(&sensors, sizeof sensors, &bus, 75000);
  for (uint32_t now = 0;; now++) port[2] = (uint8_t)binnacle_sensors_poll(&sensors, now, &event);
#endif
}
