// Where a calibration stays when the power is off: what the core of the board has, or a memory of yours.
#pragma once

#include <Arduino.h>
#include <string.h>

#if defined(ARDUINO_ARCH_ESP32)
#include <Preferences.h>
#elif defined(ARDUINO_ARCH_AVR) || defined(ARDUINO_ARCH_ESP8266) || defined(TEENSYDUINO) ||                            \
    defined(ARDUINO_ARCH_STM32) || (defined(ARDUINO_ARCH_RP2040) && !defined(ARDUINO_ARCH_MBED))
#include <EEPROM.h>
#define BINNACLE_HAS_EEPROM
#endif

/// Bytes that stay when the power is off. Derive a class from it for a memory of your own, such as a file or an FRAM.
class BinnacleStorage {
public:
  /// Reads bytes; what was never written is 0xff. Returns whether it worked, as write().
  virtual bool read(uint32_t at, uint8_t *bytes, uint32_t count) = 0;
  /// Writes bytes, at most step().
  virtual bool write(uint32_t at, const uint8_t *bytes, uint32_t count) = 0;
  /// How many bytes one write() may have, so that it takes at most 5 ms where that is possible. It divides 32.
  virtual uint32_t step() const { return 32; }

protected:
  ~BinnacleStorage() {}
};

namespace binnacle {

/// The classes keep their records beside each other: BinnacleCompass two copies from 0 on, BinnacleDevice what follows.
constexpr uint32_t device_place = 512;
constexpr uint32_t kept_bytes = device_place + 1024;

#if defined(ARDUINO_ARCH_ESP32)
/// The core's Preferences: each 32 bytes under a key of their own.
class CoreStorage : public BinnacleStorage {
public:
  bool read(uint32_t at, uint8_t *bytes, uint32_t count) override {
    uint8_t block[32];
    memset(bytes, 0xff, count);
    if (!open()) return false;
    for (uint32_t i = 0; i < count; i++) {
      if (i == 0 || (at + i) % 32 == 0) {
        memset(block, 0xff, sizeof block);
        if (kept.isKey(Key((at + i) / 32).text)) kept.getBytes(Key((at + i) / 32).text, block, sizeof block);
      }
      bytes[i] = block[(at + i) % 32];
    }
    return true;
  }
  bool write(uint32_t at, const uint8_t *bytes, uint32_t count) override {
    uint8_t block[32];
    if (!read(at & ~31u, block, sizeof block)) return false;
    memcpy(block + at % 32, bytes, count);
    return kept.putBytes(Key(at / 32).text, block, sizeof block) == sizeof block;
  }

private:
  struct Key {
    char text[4];
    explicit Key(uint32_t block) {
      text[0] = 'b';
      text[1] = (char)('0' + block / 10);
      text[2] = (char)('0' + block % 10);
      text[3] = 0;
    }
  };
  Preferences kept;
  bool is_open = false;
  bool open() { return is_open || (is_open = kept.begin("binnacle", false)); }
};
#elif defined(BINNACLE_HAS_EEPROM)
/// The core's EEPROM, from its first byte on.
class CoreStorage : public BinnacleStorage {
public:
  bool read(uint32_t at, uint8_t *bytes, uint32_t count) override {
    begin();
    if (at + count > (uint32_t)EEPROM.length()) return false;
    for (uint32_t i = 0; i < count; i++) bytes[i] = EEPROM.read((int)(at + i));
    return true;
  }
  bool write(uint32_t at, const uint8_t *bytes, uint32_t count) override {
    begin();
    if (at + count > (uint32_t)EEPROM.length()) return false;
    for (uint32_t i = 0; i < count; i++)
      if (EEPROM.read((int)(at + i)) != bytes[i]) EEPROM.write((int)(at + i), bytes[i]);
#if defined(ARDUINO_ARCH_ESP8266) || defined(ARDUINO_ARCH_RP2040)
    return EEPROM.commit();
#else
    return true;
#endif
  }
#if defined(ARDUINO_ARCH_AVR)
  // A byte takes 3.4 ms.
  uint32_t step() const override { return 1; }
#endif

private:
  bool has_begun = false;
  void begin() {
#if defined(ARDUINO_ARCH_ESP8266) || defined(ARDUINO_ARCH_RP2040)
    if (!has_begun) EEPROM.begin(kept_bytes);
#endif
    has_begun = true;
  }
};
#endif

/// Where the core keeps bytes; null: nowhere.
inline BinnacleStorage *core_storage() {
#if defined(ARDUINO_ARCH_ESP32) || defined(BINNACLE_HAS_EEPROM)
  static CoreStorage storage;
  return &storage;
#else
  return nullptr;
#endif
}

}  // namespace binnacle
