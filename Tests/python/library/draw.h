// Numbers drawn in the same way on every core, for programs that sum up what the library answers.
#include <stdint.h>

static uint32_t state = 1;

// A number from -range to below range.
static inline int32_t draw(int32_t range) {
  state = state * 1664525u + 1013904223u;
  return (int32_t)(((uint64_t)(state >> 8) * (uint32_t)(2 * range)) >> 24) - range;
}

// A field of about 48,000 nanotesla beside iron, in any direction: from the surface of a ball, by leaving out what lies too deep.
static inline void draw_field(int32_t field[3]) {
  int64_t square;
  do {
    square = 0;
    for (int i = 0; i < 3; i++) {
      field[i] = draw(48000);
      square += (int64_t)field[i] * field[i];
    }
  } while (square < 46000LL * 46000 || square > 50000LL * 50000);
  field[0] += 12000;
  field[1] -= 7000;
  field[2] += 30000;
}
