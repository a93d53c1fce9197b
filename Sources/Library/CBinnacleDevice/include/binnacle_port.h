// What BinnacleDevice and C call of each other. It is no part of the interface: binnacle_device.c has it inside.
//
// In: firmware's functions and drivers, as pointers. Out: the same, callable from Swift.
// Free to change: everything that keeps `binnacle_device.h`.

#ifndef BINNACLE_PORT_H
#define BINNACLE_PORT_H

#include "binnacle_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Swift calls C: the functions of the user, by pointers that Swift does not look into ----------------------------- */

int32_t binnacle_port_read(uintptr_t bus, uint8_t address, uint8_t first, void *bytes, uint32_t count);
int32_t binnacle_port_write(uintptr_t bus, uint8_t address, uint8_t first, uint8_t value);
int32_t binnacle_port_recover(uintptr_t bus);
/* 1: the bus is SPI. */
int32_t binnacle_port_is_spi(uintptr_t bus);
/* 1: the bus can read and write. */
int32_t binnacle_port_is_bus(uintptr_t bus);

/* The code with which the probe finds a chip of the list, plus 256 for each kind of sensor that has a driver (256, 512, 1024), plus
   2048 for each that is at an address of its own; below 0 behind the list. */
int32_t binnacle_port_chip(uintptr_t bus, uint32_t index);
/* Calls a driver of the chip, which must be there. */
int32_t binnacle_port_drive(
    uintptr_t bus, uint32_t index, uint32_t kind, uint32_t command, void *driver, uint32_t argument, void *test,
    uint64_t now, void *event);
int32_t binnacle_port_describe(uintptr_t bus, uint32_t index, uint32_t kind, void *driver, void *identity);

int32_t binnacle_port_load(uintptr_t memory, uint32_t at, void *bytes, uint32_t count);
int32_t binnacle_port_store(uintptr_t memory, uint32_t at, const void *bytes, uint32_t count);
/* Erases the pages from `at` on; of a memory without pages only the header of a slot. */
int32_t binnacle_port_erase(uintptr_t memory, uint32_t at, uint32_t count);
/* Bytes of the memory, and of a page of it, as far as an int32_t holds them; 0 where functions are missing. */
int32_t binnacle_port_memory_size(uintptr_t memory);
int32_t binnacle_port_page_size(uintptr_t memory);

/* The bus and the memory of a board, or null. */
const void *binnacle_port_bus_of(uintptr_t board);
const void *binnacle_port_memory_of(uintptr_t board);
/* Takes the numbers of a board. Below 0: what a board must have is missing. */
int32_t binnacle_port_board(uintptr_t board, void *facts);
/* Calls the function with this number, if there is one: 0 restart, 1 loader, 2 watchdog. 1: there is one. */
int32_t binnacle_port_call(uintptr_t board, uint32_t number);
int32_t binnacle_port_has(uintptr_t board, uint32_t number);
/* The most bytes of stack that were used; 0: not known. */
uint32_t binnacle_port_stack(uintptr_t board);

/* Whether a part of the device is there. */
int32_t binnacle_port_has_navigation(void);
int32_t binnacle_port_has_world_model(void);
int32_t binnacle_port_has_self_tests(void);

/* Numbers of a board, without pointers. */
typedef struct binnacle_board_facts {
  uint64_t number;
  uint32_t boot_counter;
  uint32_t stack_size;
  uint32_t baud;
  uint32_t least_milli_hertz;
  uint32_t fault[10];
  uint8_t name[16];
  uint8_t forward;
  uint8_t right;
  uint8_t reserved[6];
} binnacle_board_facts;

/* ---- C calls Swift: the drivers -------------------------------------------------------------------------------------- */

/* Storage of any driver. */
typedef struct binnacle_driver {
  uint64_t opaque[14];
} binnacle_driver;

/* Storage of the state of a test. */
typedef struct binnacle_test_state {
  uint64_t opaque[8];
} binnacle_test_state;

/* Carries out a command: its lowest byte is 0 to begin (argument: the least rate; the next byte is the address, or 0), 1 to poll, 2 to
   change the least rate. Returns 1 for news, plus 2 if the chip refused; below 0: the storage is too small. */
int32_t binnacle_drive_lsm303dlhc(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_lsm303dlhc(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_lis2mdl(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_lis2mdl(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_hmc5883l(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_hmc5883l(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_qmc5883l(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_qmc5883l(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_qmc5883p(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_qmc5883p(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_lis3mdl(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_lis3mdl(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_mmc5603(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_mmc5603(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_mmc5983ma(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_mmc5983ma(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_ist8310(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_ist8310(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_mag3110(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_mag3110(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_rm3100(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_rm3100(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_ak8963(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_ak8963(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_ak09916(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_ak09916(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_lsm303dlhc_accelerometer(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_lsm303dlhc_accelerometer(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_lis3dh(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_lis3dh(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_adxl345(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_adxl345(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_mma8653(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_mma8653(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_lsm6dsox(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_lsm6dsox(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_mpu6050(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_mpu6050(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_mpu6500(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_mpu6500(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_mpu9250(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_mpu9250(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_icm20948(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_icm20948(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_bmi160(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_bmi160(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_lsm6dsox_gyroscope(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_lsm6dsox_gyroscope(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_mpu6050_gyroscope(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_mpu6050_gyroscope(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_mpu6500_gyroscope(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_mpu6500_gyroscope(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_mpu9250_gyroscope(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_mpu9250_gyroscope(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_icm20948_gyroscope(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_icm20948_gyroscope(binnacle_driver *driver, binnacle_identity *identity);
int32_t binnacle_drive_bmi160_gyroscope(
    uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
    uint64_t now, binnacle_event *event);
int32_t binnacle_describe_bmi160_gyroscope(binnacle_driver *driver, binnacle_identity *identity);

#ifdef __cplusplus
}
#endif
#endif
