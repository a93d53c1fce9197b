// What example.c has, and what it needs from you.
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <stdbool.h>

#include "binnacle.h"

void start(void);
void loop(void);
void calibrate(void);

// Yours:
// Microseconds that never step back. A timer of 32 bits needs a count of its overflows.
uint64_t clock_now(void);
// One sample of each sensor; false while they have nothing new. Where a sensor does not answer any more, call
// binnacle_compass_lose_field() or binnacle_compass_lose_force().
bool sample(int32_t nanotesla[3], int32_t micro_g[3]);
// 216 bytes in flash or EEPROM.
bool load(uint8_t record[BINNACLE_RECORD_SIZE]);
bool store(const uint8_t record[BINNACLE_RECORD_SIZE]);
// Called in each turn. There is a heading where reading->reference is not 0; otherwise reading->doubts say why not.
void show(const binnacle_reading *reading, const binnacle_progress *progress);

#endif
