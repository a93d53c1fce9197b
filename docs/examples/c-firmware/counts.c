// The heading from the counts of two 16-bit sensors, and nothing else.

#include <binnacle.h>

void say(const char *text);

int main(void) {
  static const int16_t field[3] = {200, -30, 400}, force[3] = {0, 0, -1000};
  uint32_t heading;
  if (binnacle_heading_from_counts(field, force, &heading) != BINNACLE_OK) return 1;
  // atan2(30, 200) is 8.53 degrees.
  say(binnacle_centidegrees(heading) == 853 ? "008.5\n" : "wrong\n");
  return 0;
}
