// One number made of many angles: of pairs of every size, the same on every core.
#include <binnacle.h>

uint32_t angles(uint32_t count);

uint32_t angles(uint32_t count) {
  uint32_t hash = 2166136261u, state = 1;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t angle = 0;
    state = state * 1664525 + 1013904223;
    int32_t y = (int32_t)state >> (i & 15);
    state = state * 1664525 + 1013904223;
    int32_t x = (int32_t)state >> (i >> 4 & 15);
    binnacle_angle(y, x, &angle);
    hash = (hash ^ angle) * 16777619;
  }
  return hash;
}
