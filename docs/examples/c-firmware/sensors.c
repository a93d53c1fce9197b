// Sensors that are turned by hand in the Earth's field, with iron beside them: the field's direction walks over the sphere.

#include "sensors.h"

// 1,024 times the cosine of 1/64 turns.
static int32_t cosine(uint32_t angle) {
  static const int16_t quarter[17] = {
      1024, 1019, 1004, 980, 946, 903, 851, 792, 724, 650, 569, 483, 392, 297, 200, 100, 0};
  angle &= 63;
  if (angle > 32) angle = 64 - angle;
  return angle <= 16 ? quarter[angle] : -quarter[32 - angle];
}

static int32_t noise(void) {
  static uint32_t state = 1;
  state = state * 1664525 + 1013904223;
  return (int32_t)(state >> 28) - 8;
}

void read_magnetometer(uint32_t step, int16_t counts[3]) {
  // After the turning: level, with the nose 30 degrees east of magnetic north, at a dip of 64 degrees.
  int32_t x = 545, y = 315, z = -1293;
  if (step < 2000) {
    int32_t height = cosine(step / 31), across = cosine(step / 31 + 16);
    x = across * cosine(step * 5) / 728;
    y = across * cosine(step * 5 + 16) / 728;
    z = height * 1440 / 1024;
  }
  counts[0] = (int16_t)(x + 360 + noise());
  counts[1] = (int16_t)(y - 210 + noise());
  counts[2] = (int16_t)(z + 900 + noise());
}

void read_accelerometer(uint32_t step, int16_t counts[3]) {
  (void)step;
  counts[0] = (int16_t)noise();
  counts[1] = (int16_t)noise();
  counts[2] = (int16_t)(16384 + noise());
}
