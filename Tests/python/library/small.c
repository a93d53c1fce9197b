// What a core of 8 bits has room for: angles, headings from counts and solutions, as one number. An AVR says it at its serial
// port, which simavr shows; a host prints it.
#include <binnacle.h>

#include "draw.h"

static uint32_t hash = 2166136261u;

static void mix(uint32_t number) { hash = (hash ^ number) * 16777619u; }

static uint32_t small(void) {
  for (int turn = 0; turn < 100; turn++) {
    int32_t fine[3], force[3];
    int16_t field_counts[3], force_counts[3];
    uint32_t angle = 0;
    binnacle_solution solution;
    for (int i = 0; i < 3; i++) {
      fine[i] = draw(12000000);
      force[i] = draw(1000000);
      field_counts[i] = (int16_t)draw(20000);
      force_counts[i] = (int16_t)draw(20000);
    }
    mix((uint32_t)binnacle_angle(fine[0], fine[1], &angle));
    mix(angle);
    mix((uint32_t)binnacle_heading_from_counts(field_counts, force_counts, &angle));
    mix(angle);
    mix((uint32_t)binnacle_solve(fine, force, &solution));
    mix(solution.heading_q32_turns);
    mix((uint32_t)solution.dip_q32_turns);
    mix((uint32_t)solution.roll_q32_turns);
    mix((uint32_t)solution.pitch_q32_turns);
    mix(solution.horizontal_nanotesla);
  }
  return hash;
}

#ifdef __AVR__
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

static void send(char letter) {
  while (!(UCSR0A & (1 << UDRE0))) {}
  UDR0 = (uint8_t)letter;
}

int main(void) {
  UCSR0B = 1 << TXEN0;
  uint32_t number = small();
  for (int shift = 28; shift >= 0; shift -= 4) send("0123456789abcdef"[number >> shift & 15]);
  send('\n');
  cli();
  sleep_mode();
}
#else
#include <stdio.h>
int main(void) {
  printf("%08lx\n", (unsigned long)small());
  return 0;
}
#endif
