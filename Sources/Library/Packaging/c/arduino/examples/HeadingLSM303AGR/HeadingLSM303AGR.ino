// The heading of an LSM303AGR, tilted or level, by Wire: SDA, SCL, 3.3 V, GND.
//
// On AVR, whose memory is small, the heading comes straight from the counts: no calibration, no accuracy. On a 32-bit core
// the compass calibrates itself: turn the board about all its axes until it says so. Registers: ST's data sheet DS11640.
#include <Wire.h>
#include <binnacle.h>

enum { FORCE = 0x19, FIELD = 0x1E };

static bool put(uint8_t chip, uint8_t to, uint8_t value) {
  Wire.beginTransmission(chip);
  Wire.write(to);
  Wire.write(value);
  return Wire.endTransmission() == 0;
}

// Three counts, low byte first. The chip's magnetometer is left-handed: X is turned round. Then X is forward, Y left, Z up.
static bool read(uint8_t chip, uint8_t from, int16_t counts[3]) {
  Wire.beginTransmission(chip);
  Wire.write(from | 0x80);
  if (Wire.endTransmission() != 0 || Wire.requestFrom(chip, (uint8_t)6) != 6) return false;
  for (uint8_t axis = 0; axis < 3; axis++) {
    const uint8_t low = Wire.read(), high = Wire.read();
    counts[axis] = high << 8 | low;
  }
  if (chip == FIELD) counts[0] = counts[0] == -32768 ? 32767 : -counts[0];
  return true;
}

static void print_degrees(uint32_t hundredths) {
  Serial.print(hundredths / 100);
  Serial.print('.');
  if (hundredths % 100 < 10) Serial.print('0');
  Serial.print(hundredths % 100);
}

#if !defined(__AVR__)
static binnacle_compass compass;
static binnacle_calibration calibration;
#endif

void setup() {
  Serial.begin(115200);
  Wire.begin();
  // 100 Hz, ±2 g in 12 bits; 100 Hz, temperature compensation, offset cancellation, whole samples.
  while (!put(FORCE, 0x20, 0x57) || !put(FORCE, 0x23, 0x88) || !put(FIELD, 0x60, 0x8C) || !put(FIELD, 0x61, 0x02) ||
         !put(FIELD, 0x62, 0x10)) {
    Serial.println(F("No chip answers at 0x19 and 0x1E. Check SDA, SCL, 3.3 V and GND."));
    delay(1000);
  }
#if !defined(__AVR__)
  binnacle_compass_init(&compass, sizeof compass);
  binnacle_calibration_init(&calibration, sizeof calibration);
  binnacle_compass_set_axes(&compass, BINNACLE_MAGNETOMETER, BINNACLE_PLUS_X, BINNACLE_MINUS_Y);
  binnacle_compass_set_axes(&compass, BINNACLE_ACCELEROMETER, BINNACLE_PLUS_X, BINNACLE_MINUS_Y);
  binnacle_calibration_set_store(&calibration, 0);
  binnacle_calibration_start(&calibration, BINNACLE_MAGNETOMETER, 0, 0, micros());
  Serial.println(F("Turn the board about all its axes."));
#endif
}

#if defined(__AVR__)
void loop() {
  int16_t field[3], force[3];
  delay(100);
  if (!read(FIELD, 0x68, field) || !read(FORCE, 0x28, force)) {
    Serial.println(F("The chip does not answer. Check the wires."));
    return;
  }
  for (uint8_t axis = 1; axis < 3; axis++) {
    field[axis] = -field[axis];
    force[axis] = -force[axis];
  }
  uint32_t heading;
  if (binnacle_heading_from_counts(field, force, &heading) != BINNACLE_OK) {
    Serial.println(F("No heading: the forward axis is vertical, or a sensor gives zeros."));
    return;
  }
  print_degrees(binnacle_centidegrees(heading));
  Serial.println();
}
#else
void loop() {
  // micros() begins anew after 71 minutes; the compass wants a time that does not.
  static uint32_t last, turns;
  static uint64_t printed;
  const uint32_t low = micros();
  if (low < last) turns++;
  last = low;
  const uint64_t now = (uint64_t)turns << 32 | low;

  static uint64_t sampled;
  if (now - sampled >= 10000) {
    sampled = now;
    int16_t field[3], force[3];
    if (!read(FIELD, 0x68, field)) {
      binnacle_compass_lose_field(&compass);
    } else {
      int32_t nanotesla[3], micro_g[3];
      if (read(FORCE, 0x28, force)) {
        // 16,384 counts are 1,000,000 micro-g.
        for (int axis = 0; axis < 3; axis++) micro_g[axis] = (int32_t)force[axis] * 15625 / 256;
        binnacle_compass_add_force(&compass, micro_g, now, 0);
      } else {
        binnacle_compass_lose_force(&compass);
      }
      // A count is 150 nT.
      for (int axis = 0; axis < 3; axis++) nanotesla[axis] = (int32_t)field[axis] * 150;
      binnacle_compass_add_field(&compass, nanotesla, now, 0);
    }
    binnacle_reading reading;
    binnacle_compass_read(&compass, now, &reading);
    if (now - printed >= 500000) {
      printed = now;
      if (reading.reference == 0) {
        Serial.println(F("no heading"));
      } else {
        print_degrees(binnacle_centidegrees(reading.heading_q32_turns));
        if (reading.accuracy_centidegrees != 65535) {
          Serial.print(F(" within "));
          print_degrees(reading.accuracy_centidegrees);
        }
        Serial.println();
      }
    }
  }
  if (binnacle_calibration_step(&calibration, &compass, now) == BINNACLE_NEW_RECORD) Serial.println(F("calibrated"));
  binnacle_progress progress;
  binnacle_calibration_progress(&calibration, now, &progress);
  if (progress.state == BINNACLE_REVIEW) binnacle_calibration_commit(&calibration, now);
  if (progress.state == BINNACLE_FAILED) {
    Serial.println(F("Not calibrated. Go away from iron and turn the board about all its axes."));
    binnacle_calibration_start(&calibration, BINNACLE_MAGNETOMETER, 0, 0, now);
  }
}
#endif
