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
// These have no EEPROM: the core keeps its bytes in RAM, and erases a sector of flash to write all of them.
#if defined(ARDUINO_ARCH_ESP8266) || (defined(ARDUINO_ARCH_RP2040) && !defined(ARDUINO_ARCH_MBED))
#define BINNACLE_EEPROM_COMMITS
#elif defined(ARDUINO_ARCH_STM32) && !defined(DATA_EEPROM_BASE)
#define BINNACLE_EEPROM_FLUSHES
#endif

namespace binnacle {

/// What the records of a BinnacleCompass take, and those of a BinnacleDevice.
constexpr uint32_t compass_bytes = 512;
constexpr uint32_t device_bytes = 1024;
/// Room for both: those of the compass come first.
constexpr uint32_t kept_bytes = compass_bytes + device_bytes;

}  // namespace binnacle

/// Bytes that stay when the power is off. Derive a class from it for a memory of your own, such as a file or an FRAM.
///
/// If each write() stays at once, a cut of the power leaves the former record: it is touched only when the new one is whole.
class BinnacleStorage {
public:
  /// Reads bytes; what was never written is 0xff. Returns whether it worked, as write() and flush().
  virtual bool read(uint32_t at, uint8_t *bytes, uint32_t count) = 0;
  /// Writes bytes, at most step().
  virtual bool write(uint32_t at, const uint8_t *bytes, uint32_t count) = 0;
  /// Called when a record is whole. For a memory whose write() fills a buffer: makes all of it stay.
  virtual bool flush() { return true; }
  /// How many bytes one write() may have, so that it takes at most 5 ms where that is possible. It divides 32, or is 256.
  virtual uint32_t step() const { return 32; }
  /// How many bytes there are. A BinnacleCompass needs 512, from the first on. A BinnacleDevice needs 1,024: those after the
  /// compass' where there are 1,536, and the first where there are fewer; then use one of the two classes only.
  virtual uint32_t size() const { return binnacle::kept_bytes; }

protected:
  ~BinnacleStorage() {}
};

namespace binnacle {

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
    if (at + count > size()) return false;
    for (uint32_t i = 0; i < count; i++) bytes[i] = get(at + i);
    return true;
  }
  bool write(uint32_t at, const uint8_t *bytes, uint32_t count) override {
    if (at + count > size()) return false;
    for (uint32_t i = 0; i < count; i++)
      if (get(at + i) != bytes[i]) put(at + i, bytes[i]);
    return true;
  }
  uint32_t size() const override {
    open();
    return (uint32_t)EEPROM.length();
  }
#if defined(BINNACLE_EEPROM_COMMITS)
  bool flush() override { return EEPROM.commit(); }
  // A whole record at once: one erased sector, and nothing in between that a sketch could undo.
  uint32_t step() const override { return 256; }
#elif defined(BINNACLE_EEPROM_FLUSHES)
  bool flush() override {
    eeprom_buffer_flush();
    // So that the next read tells what the flash has.
    eeprom_buffer_fill();
    return true;
  }
  uint32_t step() const override { return 256; }
#elif defined(ARDUINO_ARCH_AVR) || defined(DATA_EEPROM_BASE)
  // A byte takes 3.4 ms.
  uint32_t step() const override { return 1; }
#endif

private:
  static void open() {
#if defined(BINNACLE_EEPROM_COMMITS)
    if ((uint32_t)EEPROM.length() >= kept_bytes) return;
    // A second begin() reads the flash again: what the sketch has written and not committed would be lost.
    if (EEPROM.length() > 0) EEPROM.commit();
    EEPROM.begin(kept_bytes);
#elif defined(BINNACLE_EEPROM_FLUSHES)
    static bool is_filled = false;
    if (!is_filled) eeprom_buffer_fill();
    is_filled = true;
#endif
  }
#if defined(BINNACLE_EEPROM_FLUSHES)
  static uint8_t get(uint32_t at) { return eeprom_buffered_read_byte(at); }
  static void put(uint32_t at, uint8_t byte) { eeprom_buffered_write_byte(at, byte); }
#else
  static uint8_t get(uint32_t at) { return EEPROM.read((int)at); }
  static void put(uint32_t at, uint8_t byte) { EEPROM.write((int)at, byte); }
#endif
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
