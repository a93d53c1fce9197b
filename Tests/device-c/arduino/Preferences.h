// Preferences of the ESP32's core, in a file. A write can be cut: KEPT_WRITES says how many are carried out.
#pragma once
#include <map>
#include <string>

#include "Arduino.h"

extern const char *kept_file;
extern long kept_writes;

struct Preferences {
  std::map<std::string, std::string> kept;
  bool begin(const char *, bool) {
    FILE *file = kept_file ? fopen(kept_file, "rb") : nullptr;
    char key[4];
    char value[32];
    while (file && fread(key, sizeof key, 1, file) && fread(value, sizeof value, 1, file))
      kept[key] = std::string(value, sizeof value);
    if (file) fclose(file);
    return true;
  }
  bool isKey(const char *key) { return kept.count(key) > 0; }
  size_t getBytes(const char *key, void *bytes, size_t count) {
    memcpy(bytes, kept[key].data(), count);
    return count;
  }
  size_t putBytes(const char *key, const void *bytes, size_t count) {
    if (kept_writes-- <= 0) return 0;
    kept[key] = std::string((const char *)bytes, count);
    FILE *file = kept_file ? fopen(kept_file, "wb") : nullptr;
    for (auto &each : kept)
      if (file) fwrite(each.first.c_str(), 4, 1, file), fwrite(each.second.data(), 32, 1, file);
    if (file) fclose(file);
    return count;
  }
};
