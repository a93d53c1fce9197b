// Texts to a debugger or an emulator, by semihosting.
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdint.h>

// Hundredths of a degree as "033.6".
void say_degrees(uint32_t centidegrees);
void say_calibrated(void);
// Ends the emulator.
void leave(int32_t status);

#endif
