// Arduino's Wire, on the bus with the models.
#pragma once
#include "Arduino.h"

#if defined(ARDUINO_ARCH_AVR)
#define WIRE_HAS_TIMEOUT 1
#endif

struct TwoWire {
#if defined(ARDUINO_ARCH_ESP32) || defined(ARDUINO_ARCH_RP2040)
  // These call it another error.
  static constexpr uint8_t absent = 4;
#else
  static constexpr uint8_t absent = 2;
#endif
#if defined(WIRE_HAS_TIMEOUT)
  uint32_t timeout = 0;
  // A chip holds a line: what is read does not end in time.
  bool is_reset = false, is_late = false, hangs = false;
  void setWireTimeout(uint32_t microseconds, bool reset) { timeout = microseconds, is_reset = reset; }
  bool getWireTimeoutFlag() { return is_late; }
  void clearWireTimeoutFlag() { is_late = false; }
#endif
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
  // The register alone is kept for the read that follows.
  uint8_t endTransmission(bool stop = true) {
    if (!stop || outCount < 2) return 0;
    return chips_write(nullptr, address, out[0], out + 1, outCount - 1u) ? absent : 0;
  }
  uint8_t requestFrom(uint8_t chip, uint8_t count) {
    inAt = inCount = 0;
#if defined(WIRE_HAS_TIMEOUT)
    if (hangs) is_late = true;
#endif
    if (count > sizeof in || chips_read(nullptr, chip, out[0], in, count)) return 0;
    return inCount = count;
  }
  int read() { return inAt < inCount ? in[inAt++] : -1; }
};
extern TwoWire Wire;
