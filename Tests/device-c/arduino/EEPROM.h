// EEPROM of the cores, in a file: bytes that are written at once (AVR, Teensy), a copy in RAM that commit() writes (ESP8266, RP2040),
// or a page that each write() erases (STM32). Each erased sector adds a byte to the file NAME.erased.
#pragma once
#include <vector>

#include "Arduino.h"

#if !defined(EEPROM_BYTES)
#define EEPROM_BYTES 4096
#endif

extern const char *kept_file;
extern long kept_writes;

inline std::vector<uint8_t> &eeprom_flash() {
  static std::vector<uint8_t> flash;
  if (flash.empty()) {
    flash.assign(EEPROM_BYTES, 0xff);
    FILE *file = kept_file ? fopen(kept_file, "rb") : nullptr;
    if (file && !fread(flash.data(), 1, flash.size(), file)) flash.assign(EEPROM_BYTES, 0xff);
    if (file) fclose(file);
  }
  return flash;
}
inline bool eeprom_keep(const uint8_t *bytes, size_t count, bool erases) {
  std::vector<uint8_t> &flash = eeprom_flash();
  if (kept_writes-- <= 0) return false;
  memcpy(flash.data(), bytes, count);
  FILE *file = kept_file ? fopen(kept_file, "wb") : nullptr;
  if (file) fwrite(flash.data(), 1, flash.size(), file), fclose(file);
  char name[4096];
  snprintf(name, sizeof name, "%s.erased", kept_file ? kept_file : "");
  FILE *log = kept_file && erases ? fopen(name, "ab") : nullptr;
  if (log) fputc('e', log), fclose(log);
  return true;
}

#if defined(ARDUINO_ARCH_ESP8266) || defined(ARDUINO_ARCH_RP2040)
struct EEPROMClass {
  std::vector<uint8_t> copy;
  bool is_dirty = false;
  void begin(size_t size) {
    copy.assign(eeprom_flash().begin(), eeprom_flash().begin() + (long)size), is_dirty = false;
  }
  size_t length() { return copy.size(); }
  uint8_t read(int at) { return (size_t)at < copy.size() ? copy[(size_t)at] : 0; }
  void write(int at, uint8_t byte) {
    if ((size_t)at >= copy.size() || copy[(size_t)at] == byte) return;
    copy[(size_t)at] = byte, is_dirty = true;
  }
  bool commit() {
    if (copy.empty() || (is_dirty && !eeprom_keep(copy.data(), copy.size(), true))) return false;
    is_dirty = false;
    return true;
  }
};
#elif defined(ARDUINO_ARCH_STM32)
static uint8_t eeprom_buffer[EEPROM_BYTES];
inline void eeprom_buffer_fill() { memcpy(eeprom_buffer, eeprom_flash().data(), sizeof eeprom_buffer); }
inline void eeprom_buffer_flush() { eeprom_keep(eeprom_buffer, sizeof eeprom_buffer, true); }
inline uint8_t eeprom_buffered_read_byte(uint32_t at) { return eeprom_buffer[at]; }
inline void eeprom_buffered_write_byte(uint32_t at, uint8_t byte) { eeprom_buffer[at] = byte; }
struct EEPROMClass {
  uint16_t length() { return EEPROM_BYTES; }
  uint8_t read(int at) { return eeprom_buffer_fill(), eeprom_buffered_read_byte((uint32_t)at); }
  void write(int at, uint8_t byte) { eeprom_buffered_write_byte((uint32_t)at, byte), eeprom_buffer_flush(); }
};
#else
struct EEPROMClass {
  uint16_t length() { return EEPROM_BYTES; }
  uint8_t read(int at) { return eeprom_flash()[(size_t)at]; }
  void write(int at, uint8_t byte) {
    std::vector<uint8_t> all = eeprom_flash();
    all[(size_t)at] = byte;
    eeprom_keep(all.data(), all.size(), false);
  }
};
#endif
static EEPROMClass EEPROM;
