// The levels of ESP-IDF's log. Core 3.2 of the ESP32 logs each address without a chip.
#pragma once
#include <string.h>

enum esp_log_level_t { ESP_LOG_NONE, ESP_LOG_ERROR };

inline bool &esp_log_is_quiet() {
  static bool is_quiet = false;
  return is_quiet;
}
inline void esp_log_level_set(const char *tag, esp_log_level_t level) {
  if (!strcmp(tag, "i2c.master")) esp_log_is_quiet() = level == ESP_LOG_NONE;
}
