// The parts of the Arduino library alone: parts line | wire | keep FILE [WRITES] | place FILE. It prints what
// Tests/python/test_arduino.py expects of each. WRITES is how many writes of the memory are carried out.
#include <stdlib.h>

#include <vector>

#include <Binnacle.h>

#if defined(BINNACLE_HAS_EEPROM) && !defined(EEPROM_BYTES)
#error "EEPROM.h of this folder was not found first"
#endif

TwoWire Wire;
SerialPort Serial;
const char *kept_file;
long kept_writes = 1000000;

void yield() {}
int digitalRead(uint8_t) { return HIGH; }
void digitalWrite(uint8_t, uint8_t) {}

// A port with this room, which takes at most so many bytes of each write.
struct Port : Print {
  int room, most;
  std::vector<uint8_t> got;
  Port(int tells, int takes) : room(tells), most(takes) {}
  size_t write(uint8_t byte) override { return write(&byte, 1); }
  size_t write(const uint8_t *bytes, size_t count) override {
    const size_t taken = most < 0 ? (size_t)-1 : (size_t)most < count ? (size_t)most : count;
    printf("%zu ", count);
    for (size_t i = 0; most > 0 && i < taken; i++) got.push_back(bytes[i]);
    return taken;
  }
  int availableForWrite() override { return room; }
};

// Sends 200 bytes in turns, and prints each write, and whether all came in order.
static void send(const char *name, Port &port, int then_room) {
  binnacle::Line line;
  int next = 0;
  printf("%s: ", name);
  for (int turn = 0; turn < 6; turn++) {
    line.send(port, [&next]() { return next < 200 ? next++ : -1; });
    printf("| ");
    port.room = then_room;
  }
  bool is_right = true;
  for (size_t i = 0; i < port.got.size(); i++) is_right = is_right && port.got[i] == i;
  printf("%zu %s\n", port.got.size(), is_right ? "right" : "wrong");
}

static void line() {
  Port silent(0, 1000), slow(0, 40), wide(150, 1000), full(100, 1000), refusing(0, -1);
  send("no room told", silent, 0);
  send("takes a part", slow, 0);
  send("room", wide, 150);
  send("room, then none", full, 0);
  send("negative answer", refusing, 0);
}

static void wire() {
  uint8_t byte = 1;
  binnacle::WireBus::begin(Wire);
  printf("write %d\n", (int)binnacle::WireBus::write(&Wire, 0x30, 0, &byte, 1));
  printf("read %d\n", (int)binnacle::WireBus::read(&Wire, 0x30, 0, &byte, 1));
  printf("other %d\n", (int)binnacle::WireBus::fault(4));
#if defined(WIRE_HAS_TIMEOUT)
  printf("timeout %lu %d\n", (unsigned long)Wire.timeout, Wire.is_reset);
  Wire.hangs = true;
  printf("late %d\n", (int)binnacle::WireBus::read(&Wire, 0x30, 0, &byte, 1));
  Wire.hangs = false;
  printf("afterwards %d\n", (int)binnacle::WireBus::read(&Wire, 0x30, 0, &byte, 1));
#endif
#if defined(ARDUINO_ARCH_ESP32)
  printf("quiet %d\n", esp_log_is_quiet());
#endif
}

// Saves a record as a compass does, one step at a time.
static void keep() {
  const int32_t iron[3] = {2560000, -1280000, 768000};
  static binnacle_compass compass, after;
  uint8_t record[BINNACLE_RECORD_SIZE], found[BINNACLE_RECORD_SIZE];
  binnacle::CompassRecords records, again;
  binnacle_compass_init(&compass, sizeof compass);
  binnacle_compass_init(&after, sizeof after);
  records.begin(binnacle::core_storage(), compass);
  binnacle_record_of(iron, nullptr, BINNACLE_MODEL_SPHERE, 48000, record, sizeof record);
  binnacle_compass_set_record(&compass, record, sizeof record);
  int steps = 1;
  records.save(compass);
  while (!records.step() && steps < 1000) steps++;
  printf("steps %d\nkept %d %s\n", steps, records.isKept(), records.reason());
  again.begin(binnacle::core_storage(), after);
  binnacle_compass_get_record(&compass, record, sizeof record);
  const bool is_back = binnacle_compass_get_record(&after, found, sizeof found) == BINNACLE_OK;
  printf("loaded %d\n", is_back && !memcmp(found, record, sizeof record));
}

// Where a device keeps its records, and whether it has room.
static void place() {
  static BinnacleCompass compass;
  static BinnacleDevice device;
#if defined(ARDUINO_ARCH_ESP8266) || defined(ARDUINO_ARCH_RP2040)
  // Bytes of a sketch that were not committed yet.
  EEPROM.begin(64);
  EEPROM.write(3, 77);
#endif
  compass.begin();
  printf("compass %d %s\n", compass.isKept(), compass.storageReason());
  device.begin(Wire, "a board");
  printf("device %d %s\n", device.isKept(), device.storageReason());
  binnacle::DeviceRecords records;
  const binnacle_memory *memory = records.begin(binnacle::core_storage());
  const uint8_t word[4] = {1, 2, 3, 4};
  if (memory) memory->write(memory->context, 0, word, sizeof word);
  for (int run = 0; run < 4; run++) records.rest();
  printf("bytes %d of %lu\n", memory ? (int)memory->size : 0, (unsigned long)binnacle_device_memory_size());
#if defined(BINNACLE_HAS_EEPROM)
  for (int at = 0; memory && at < (int)EEPROM.length(); at++)
    if (EEPROM.read(at) == 1 && EEPROM.read(at + 1) == 2) printf("at %d\n", at);
#endif
#if defined(ARDUINO_ARCH_ESP8266) || defined(ARDUINO_ARCH_RP2040)
  printf("of the sketch %d\n", eeprom_flash()[3]);
#endif
}

int main(int count, char **words) {
  if (count > 2) kept_file = words[2];
  if (count > 3) kept_writes = atol(words[3]);
  chips_begin(0, 0, 0);
  if (!strcmp(words[1], "line")) line();
  if (!strcmp(words[1], "wire")) wire();
  if (!strcmp(words[1], "keep")) keep();
  if (!strcmp(words[1], "place")) place();
}
