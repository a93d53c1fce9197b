// Wire as a bus, and micros() as a clock.
#pragma once

#include <Arduino.h>
#include <Wire.h>
#if defined(ARDUINO_ARCH_ESP32)
#include <esp_log.h>
#endif

#include "binnacle_device.h"

namespace binnacle {

/// Wire as a bus of Binnacle.
struct WireBus {
  /// At 400 kHz, and with an end to each transfer.
  static void begin(TwoWire &wire) {
#if defined(ARDUINO_ARCH_ESP32)
    // From 3.2 on the core would write lines about each address without a chip, into those of the link.
    esp_log_level_set("i2c.master", ESP_LOG_NONE);
#endif
    wire.begin();
    wire.setClock(400000);
#if defined(WIRE_HAS_TIMEOUT)
    // Without it an AVR waits for ever for a line that a chip holds low.
    wire.setWireTimeout(5000, true);
#endif
  }
  static int32_t read(void *context, uint8_t address, uint8_t first, uint8_t *bytes, uint32_t count) {
    TwoWire &wire = *(TwoWire *)context;
    forget_lateness(wire);
    wire.beginTransmission(address);
    wire.write(first);
    const int32_t code = fault(wire.endTransmission(false));
    if (code != BINNACLE_BUS_OK) return code;
    if (wire.requestFrom(address, (uint8_t)count) != count)
      return is_late(wire) ? BINNACLE_BUS_TIMEOUT : BINNACLE_BUS_NO_ANSWER;
    for (uint32_t i = 0; i < count; i++) bytes[i] = (uint8_t)wire.read();
    return BINNACLE_BUS_OK;
  }
  static int32_t write(void *context, uint8_t address, uint8_t first, const uint8_t *bytes, uint32_t count) {
    TwoWire &wire = *(TwoWire *)context;
    wire.beginTransmission(address);
    wire.write(first);
    for (uint32_t i = 0; i < count; i++) wire.write(bytes[i]);
    return fault(wire.endTransmission());
  }
#if defined(WIRE_HAS_TIMEOUT)
  /// Whether a transfer did not end in time: requestFrom() has no code for it.
  static bool is_late(TwoWire &wire) { return wire.getWireTimeoutFlag(); }
  static void forget_lateness(TwoWire &wire) { wire.clearWireTimeoutFlag(); }
#else
  static bool is_late(TwoWire &) { return false; }
  static void forget_lateness(TwoWire &) {}
#endif
  /// The codes of TwoWire::endTransmission(): 2 and 3 for a byte without an answer, 5 for a time-out.
  static int32_t fault(uint8_t code) {
    switch (code) {
      case 0: return BINNACLE_BUS_OK;
      case 2: return BINNACLE_BUS_NO_ANSWER;
      case 3: return BINNACLE_BUS_REFUSED;
#if defined(ARDUINO_ARCH_ESP32) || (defined(ARDUINO_ARCH_RP2040) && !defined(ARDUINO_ARCH_MBED))
      // "Another error" is here the answer to a write to an address without a chip.
      case 4: return BINNACLE_BUS_NO_ANSWER;
#endif
      case 5: return BINNACLE_BUS_TIMEOUT;
      default: return BINNACLE_BUS_LOST;
    }
  }
  static binnacle_bus of(TwoWire &wire, const binnacle_chip *const *chips, uint32_t count) {
    binnacle_bus bus = {};
    bus.context = &wire;
    bus.read = read;
    bus.write = write;
    bus.chips = chips;
    bus.chip_count = count;
    return bus;
  }
};

/// micros(), which begins again after 71 minutes, as a time that does not. Call it at least once an hour.
class Clock {
public:
  uint64_t now() { return time = binnacle_widen(time, (uint32_t)micros()); }

private:
  uint64_t time = 0;
};

}  // namespace binnacle
