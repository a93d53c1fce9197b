// What a microcontroller has for firmware.c: one file per board.
#ifndef BOARD_H
#define BOARD_H
#include "binnacle_device.h"

#define REG(address) (*(volatile uint32_t *)(uintptr_t)(address))

extern const char board_name[];
extern const binnacle_bus board_bus;
extern const binnacle_memory board_memory;
void board_begin(void);            /* clock, line, bus */
uint32_t board_microseconds(void); /* since the start; wraps */
int board_receive(void);           /* the next byte, or -1 */
int board_can_send(void);
void board_send(uint8_t byte);
void board_restart(void *context);
extern void (*const board_feed_watchdog)(void *); /* null: there is none */
extern const uint32_t board_watchdog_exception;   /* the number of its interrupt in IPSR */

/* microbit_bus.c */
void bus_begin(void);

/* start.c */
uint32_t boot_count(void); /* since power came on */
uint32_t stack_high_water(void *context);
const binnacle_fault_record *last_fault(void);
extern uint32_t stack_bottom[], stack_top[];

/* models.c: the bus of chips.c, and unless BOARD_HAS_FLASH two pages of RAM that no reset clears */
void models_begin(void);
#endif
