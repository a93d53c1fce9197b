// Register models of an LIS3MDL (0x1c), a LIS3DH (0x19) and an LSM6DSOX (0x6a) on one I2C bus, in a world that turns.
#ifndef CHIPS_H
#define CHIPS_H
#include <stdint.h>
uint64_t clock_now(void); /* microseconds since the start */
void chips_begin(int has_gyroscope, int is_still, int has_chips);
int32_t chips_read(void *context, uint8_t address, uint8_t first, uint8_t *bytes, uint32_t count);
int32_t chips_write(void *context, uint8_t address, uint8_t first, const uint8_t *bytes, uint32_t count);
extern unsigned long chips_transactions;
extern int chips_are_unplugged; /* nobody answers */
double world_heading(uint64_t now);
#endif
