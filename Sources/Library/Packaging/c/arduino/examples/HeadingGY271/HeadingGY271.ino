// The heading of a GY-271 module that lies level, by Wire: SDA, SCL, 3.3 V, GND. Turn it once around; then read the heading.
//
// The modules have one of three chips: QMC5883L (address 0x0D), QMC5883P (0x2C) or HMC5883L (0x1E). Registers: QST's and
// Honeywell's data sheets. The board's X arrow is forward, Y is left, Z is up.
#include <Wire.h>
#include <binnacle.h>

static uint8_t address;
// The middle of what each axis has shown: the iron beside the sensor.
static int16_t least[3] = {32767, 32767, 32767}, most[3] = {-32768, -32768, -32768};

static bool put(uint8_t to, uint8_t value) {
  Wire.beginTransmission(address);
  Wire.write(to);
  Wire.write(value);
  return Wire.endTransmission() == 0;
}

static bool answers(uint8_t candidate) {
  Wire.beginTransmission(candidate);
  if (Wire.endTransmission() != 0) return false;
  address = candidate;
  return true;
}

// Starts the chip: 50 Hz (the HMC5883L: 30 Hz), the widest range of the QMC chips that a GY-271 needs.
static bool begin() {
  if (answers(0x0D)) return put(0x0B, 0x01) && put(0x09, 0x15);
  if (answers(0x2C)) return put(0x29, 0x06) && put(0x0B, 0x08) && put(0x0A, 0xC5);
  if (answers(0x1E)) return put(0x00, 0x74) && put(0x01, 0x20) && put(0x02, 0x00);
  return false;
}

// Three counts in the order of the chip's registers: the QMC chips low byte first, the HMC5883L high byte first and Z before Y.
static bool read(int16_t counts[3]) {
  const bool isHoneywell = address == 0x1E;
  Wire.beginTransmission(address);
  Wire.write(isHoneywell ? 0x03 : address == 0x2C ? 0x01 : 0x00);
  if (Wire.endTransmission() != 0 || Wire.requestFrom(address, (uint8_t)6) != 6) return false;
  for (uint8_t i = 0; i < 3; i++) {
    const uint8_t first = Wire.read(), second = Wire.read();
    const uint8_t axis = isHoneywell && i > 0 ? 3 - i : i;
    counts[axis] = isHoneywell ? first << 8 | second : second << 8 | first;
  }
  return true;
}

void setup() {
  Serial.begin(115200);
  Wire.begin();
  while (!begin()) {
    Serial.println(F("No chip answers at 0x0D, 0x2C or 0x1E. Check SDA, SCL, 3.3 V and GND."));
    delay(1000);
  }
}

void loop() {
  static const int16_t level[3] = {0, 0, -1000};
  int16_t counts[3], field[3];
  delay(100);
  if (!read(counts)) {
    Serial.println(F("The chip does not answer. Check the wires."));
    return;
  }
  for (uint8_t axis = 0; axis < 3; axis++) {
    least[axis] = min(least[axis], counts[axis]);
    most[axis] = max(most[axis], counts[axis]);
    const int16_t centred = counts[axis] - (int16_t)(((int32_t)least[axis] + most[axis]) / 2);
    // Forward, right, down: Y and Z of the module point left and up. In the plane alone the middle is known.
    field[axis] = axis == 0 ? centred : -(axis == 1 ? centred : counts[axis]);
  }
  uint32_t heading;
  if (binnacle_heading_from_counts(field, level, &heading) != BINNACLE_OK) {
    Serial.println(F("No heading yet: turn the module once around."));
    return;
  }
  const uint32_t hundredths = binnacle_centidegrees(heading);
  Serial.print(hundredths / 100);
  Serial.print('.');
  if (hundredths % 100 < 10) Serial.print('0');
  Serial.println(hundredths % 100);
}
