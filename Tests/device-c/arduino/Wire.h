// Arduino's Wire, on the bus with the models.
#pragma once
#include "Arduino.h"

struct TwoWire {
  uint8_t address = 0, out[32] = {}, in[32] = {};
  uint8_t outCount = 0, inCount = 0, inAt = 0;
  void begin() {}
  void setClock(uint32_t) {}
  void beginTransmission(uint8_t chip) {
    address = chip;
    outCount = 0;
  }
  size_t write(uint8_t byte) {
    if (outCount == sizeof out) return 0;
    out[outCount++] = byte;
    return 1;
  }
  // The register alone is kept for the read that follows. 2: no chip has the address.
  uint8_t endTransmission(bool stop = true) {
    if (!stop || outCount < 2) return 0;
    return chips_write(nullptr, address, out[0], out + 1, outCount - 1u) ? 2 : 0;
  }
  uint8_t requestFrom(uint8_t chip, uint8_t count) {
    inAt = inCount = 0;
    if (count > sizeof in || chips_read(nullptr, chip, out[0], in, count)) return 0;
    return inCount = count;
  }
  int read() { return inAt < inCount ? in[inAt++] : -1; }
};
extern TwoWire Wire;
