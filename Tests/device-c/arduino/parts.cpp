// The parts of the Arduino library alone: parts line | wire. It prints what
// Tests/python/test_arduino.py expects of each.
#include <stdlib.h>

#include <vector>

#include <Binnacle.h>

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

int main(int count, char **words) {
  if (count < 2) return 1;
  chips_begin(0, 0, 0);
  if (!strcmp(words[1], "line")) line();
  if (!strcmp(words[1], "wire")) wire();
}
