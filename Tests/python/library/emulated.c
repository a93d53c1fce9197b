// A program without a system around it: says the number of answers.c, and a sum of angles, to the emulator.
#include <stdint.h>

uint32_t answers(uint32_t steps);
uint32_t angles(uint32_t count);
void say(const char *text);

static void say_number(uint32_t number) {
  char digits[12], *end = digits + 11;
  *end = 0;
  *--end = '\n';
  do *--end = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  say(end);
}

int main(void) {
  say_number(answers(1200));
  say_number(angles(2000));
  return 0;
}
