// Prints the numbers of answers.c and angles.c on a host, and the record of the calibration.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern uint8_t answers_record[216];
uint32_t answers(uint32_t steps);
uint32_t angles(uint32_t count);

int main(int count, char **words) {
  printf("%" PRIu32 "\n", answers(1200));
  for (int i = 0; i < 216; i++) printf("%02x", answers_record[i]);
  printf("\n");
  for (int i = 1; i < count; i++) printf("%" PRIu32 "\n", angles((uint32_t)strtoul(words[i], NULL, 10)));
  return 0;
}
