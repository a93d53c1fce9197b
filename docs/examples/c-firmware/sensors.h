// The sensors of the example: an MPU6050 for the force, and a magnetometer on a module. Here they are simulated.
#ifndef SENSORS_H
#define SENSORS_H

#include <stdint.h>

// 3,000 counts are a gauss. The module's axes are X forward, Y left, Z up.
void read_magnetometer(uint32_t step, int16_t counts[3]);

// 16,384 counts are 1 g (MPU-6000/MPU-6050 register map, 4.17: +-2 g). The axes are those of the module.
void read_accelerometer(uint32_t step, int16_t counts[3]);

#endif
