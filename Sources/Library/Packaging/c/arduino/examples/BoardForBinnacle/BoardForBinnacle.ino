// A board for the program `binnacle`: flash it, then try `binnacle sensors auto`, `binnacle calibrate auto`, `binnacle serve auto`.
#include <Binnacle.h>

static BinnacleDevice device;

void setup() {
  Serial.begin(115200);
  device.begin(Wire, "my board", 115200);  // 0 if the microcontroller has USB itself, as Teensy, SAMD, Pico
}

void loop() { device.run(Serial); }
