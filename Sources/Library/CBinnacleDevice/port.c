// The user's functions and the drivers, behind pointers that Swift does not look into. binnacle_device.c has this file inside.

#include "binnacle_port.h"

#include <string.h>

/* ---- The bus --------------------------------------------------------------------------------------------------------- */

int32_t binnacle_port_read(uintptr_t bus, uint8_t address, uint8_t first, void *bytes, uint32_t count) {
  const binnacle_bus *it = (const binnacle_bus *)bus;
  return it->read(it->context, address, first, (uint8_t *)bytes, count);
}

int32_t binnacle_port_write(uintptr_t bus, uint8_t address, uint8_t first, uint8_t value) {
  const binnacle_bus *it = (const binnacle_bus *)bus;
  return it->write(it->context, address, first, &value, 1);
}

int32_t binnacle_port_recover(uintptr_t bus) {
  const binnacle_bus *it = (const binnacle_bus *)bus;
  return it->recover ? it->recover(it->context) : 0;
}

int32_t binnacle_port_is_spi(uintptr_t bus) { return ((const binnacle_bus *)bus)->kind == BINNACLE_SPI; }

int32_t binnacle_port_is_bus(uintptr_t bus) {
  const binnacle_bus *it = (const binnacle_bus *)bus;
  return it->read && it->write && it->chips && it->kind <= BINNACLE_SPI;
}

/* ---- The chips ------------------------------------------------------------------------------------------------------- */

typedef struct driver_functions {
  int32_t (*drive)(
      uint32_t command, binnacle_driver *driver, const binnacle_bus *bus, uint32_t argument, binnacle_test_state *test,
      uint64_t now, binnacle_event *event);
  int32_t (*describe)(binnacle_driver *driver, binnacle_identity *identity);
} driver_functions;

struct binnacle_chip {
  /* As what the probe finds it. */
  uint8_t code;
  /* Bits of the sensors that are at an address of their own. */
  uint8_t apart;
  /* Magnetometer, accelerometer, gyroscope. */
  driver_functions sensors[3];
};

extern const binnacle_chip BINNACLE_HMC5883L;
const binnacle_chip BINNACLE_HMC5883L = {5, 0, {{binnacle_drive_hmc5883l, binnacle_describe_hmc5883l}, {0, 0}, {0, 0}}};
extern const binnacle_chip BINNACLE_IST8310;
const binnacle_chip BINNACLE_IST8310 = {24, 0, {{binnacle_drive_ist8310, binnacle_describe_ist8310}, {0, 0}, {0, 0}}};
extern const binnacle_chip BINNACLE_LIS2MDL;
const binnacle_chip BINNACLE_LIS2MDL = {3, 0, {{binnacle_drive_lis2mdl, binnacle_describe_lis2mdl}, {0, 0}, {0, 0}}};
extern const binnacle_chip BINNACLE_LIS3MDL;
const binnacle_chip BINNACLE_LIS3MDL = {8, 0, {{binnacle_drive_lis3mdl, binnacle_describe_lis3mdl}, {0, 0}, {0, 0}}};
extern const binnacle_chip BINNACLE_MAG3110;
const binnacle_chip BINNACLE_MAG3110 = {26, 0, {{binnacle_drive_mag3110, binnacle_describe_mag3110}, {0, 0}, {0, 0}}};
extern const binnacle_chip BINNACLE_MMC5603;
const binnacle_chip BINNACLE_MMC5603 = {11, 0, {{binnacle_drive_mmc5603, binnacle_describe_mmc5603}, {0, 0}, {0, 0}}};
extern const binnacle_chip BINNACLE_MMC5983MA;
const binnacle_chip BINNACLE_MMC5983MA = {
    12, 0, {{binnacle_drive_mmc5983ma, binnacle_describe_mmc5983ma}, {0, 0}, {0, 0}}};
extern const binnacle_chip BINNACLE_QMC5883L;
const binnacle_chip BINNACLE_QMC5883L = {6, 0, {{binnacle_drive_qmc5883l, binnacle_describe_qmc5883l}, {0, 0}, {0, 0}}};
extern const binnacle_chip BINNACLE_QMC5883P;
const binnacle_chip BINNACLE_QMC5883P = {7, 0, {{binnacle_drive_qmc5883p, binnacle_describe_qmc5883p}, {0, 0}, {0, 0}}};
extern const binnacle_chip BINNACLE_RM3100;
const binnacle_chip BINNACLE_RM3100 = {25, 0, {{binnacle_drive_rm3100, binnacle_describe_rm3100}, {0, 0}, {0, 0}}};
extern const binnacle_chip BINNACLE_ADXL345;
const binnacle_chip BINNACLE_ADXL345 = {28, 0, {{0, 0}, {binnacle_drive_adxl345, binnacle_describe_adxl345}, {0, 0}}};
extern const binnacle_chip BINNACLE_LIS3DH;
const binnacle_chip BINNACLE_LIS3DH = {4, 0, {{0, 0}, {binnacle_drive_lis3dh, binnacle_describe_lis3dh}, {0, 0}}};
extern const binnacle_chip BINNACLE_MMA8653;
const binnacle_chip BINNACLE_MMA8653 = {27, 0, {{0, 0}, {binnacle_drive_mma8653, binnacle_describe_mma8653}, {0, 0}}};
extern const binnacle_chip BINNACLE_BMI160;
const binnacle_chip BINNACLE_BMI160 = {29, 0,
    {{0, 0}, {binnacle_drive_bmi160, binnacle_describe_bmi160},
        {binnacle_drive_bmi160_gyroscope, binnacle_describe_bmi160_gyroscope}}};
extern const binnacle_chip BINNACLE_ICM20948;
const binnacle_chip BINNACLE_ICM20948 = {20, 1,
    {{binnacle_drive_ak09916, binnacle_describe_ak09916}, {binnacle_drive_icm20948, binnacle_describe_icm20948},
        {binnacle_drive_icm20948_gyroscope, binnacle_describe_icm20948_gyroscope}}};
extern const binnacle_chip BINNACLE_LSM303DLHC;
const binnacle_chip BINNACLE_LSM303DLHC = {1, 2,
    {{binnacle_drive_lsm303dlhc, binnacle_describe_lsm303dlhc},
        {binnacle_drive_lsm303dlhc_accelerometer, binnacle_describe_lsm303dlhc_accelerometer}, {0, 0}}};
extern const binnacle_chip BINNACLE_LSM6DSOX;
const binnacle_chip BINNACLE_LSM6DSOX = {9, 0,
    {{0, 0}, {binnacle_drive_lsm6dsox, binnacle_describe_lsm6dsox},
        {binnacle_drive_lsm6dsox_gyroscope, binnacle_describe_lsm6dsox_gyroscope}}};
extern const binnacle_chip BINNACLE_MPU6050;
const binnacle_chip BINNACLE_MPU6050 = {13, 0,
    {{0, 0}, {binnacle_drive_mpu6050, binnacle_describe_mpu6050},
        {binnacle_drive_mpu6050_gyroscope, binnacle_describe_mpu6050_gyroscope}}};
extern const binnacle_chip BINNACLE_MPU6500;
const binnacle_chip BINNACLE_MPU6500 = {15, 0,
    {{0, 0}, {binnacle_drive_mpu6500, binnacle_describe_mpu6500},
        {binnacle_drive_mpu6500_gyroscope, binnacle_describe_mpu6500_gyroscope}}};
extern const binnacle_chip BINNACLE_MPU9250;
const binnacle_chip BINNACLE_MPU9250 = {17, 1,
    {{binnacle_drive_ak8963, binnacle_describe_ak8963}, {binnacle_drive_mpu9250, binnacle_describe_mpu9250},
        {binnacle_drive_mpu9250_gyroscope, binnacle_describe_mpu9250_gyroscope}}};
const binnacle_chip *const BINNACLE_ALL_SENSORS[] = {&BINNACLE_LSM303DLHC, &BINNACLE_LIS2MDL, &BINNACLE_QMC5883L,
    &BINNACLE_QMC5883P, &BINNACLE_HMC5883L, &BINNACLE_LIS3MDL, &BINNACLE_MMC5603, &BINNACLE_MMC5983MA,
    &BINNACLE_IST8310, &BINNACLE_RM3100, &BINNACLE_MAG3110, &BINNACLE_MPU6050, &BINNACLE_MPU6500, &BINNACLE_MPU9250,
    &BINNACLE_ICM20948, &BINNACLE_LIS3DH, &BINNACLE_LSM6DSOX, &BINNACLE_BMI160, &BINNACLE_ADXL345, &BINNACLE_MMA8653,
    0};

static const binnacle_chip *chip_of(uintptr_t bus, uint32_t index) {
  const binnacle_bus *it = (const binnacle_bus *)bus;
  uint32_t i;
  if (index >= 32 || (it->chip_count && index >= it->chip_count)) return 0;
  for (i = 0; i < index; i++)
    if (!it->chips[i]) return 0;
  return it->chips[index];
}

int32_t binnacle_port_chip(uintptr_t bus, uint32_t index) {
  const binnacle_chip *chip = chip_of(bus, index);
  int32_t code, kind;
  if (!chip) return -1;
  code = chip->code + 2048 * chip->apart;
  for (kind = 0; kind < 3; kind++)
    if (chip->sensors[kind].drive) code += 256 << kind;
  return code;
}

int32_t binnacle_port_drive(
    uintptr_t bus, uint32_t index, uint32_t kind, uint32_t command, void *driver, uint32_t argument, void *test,
    uint64_t now, void *event) {
  const binnacle_chip *chip = chip_of(bus, index);
  if (!chip || kind > 2 || !chip->sensors[kind].drive) return 0;
  return chip->sensors[kind].drive(
      command, (binnacle_driver *)driver, (const binnacle_bus *)bus, argument, (binnacle_test_state *)test, now,
      (binnacle_event *)event);
}

int32_t binnacle_port_describe(uintptr_t bus, uint32_t index, uint32_t kind, void *driver, void *identity) {
  const binnacle_chip *chip = chip_of(bus, index);
  if (!chip || kind > 2 || !chip->sensors[kind].describe) return 0;
  return chip->sensors[kind].describe((binnacle_driver *)driver, (binnacle_identity *)identity);
}

/* ---- The memory ------------------------------------------------------------------------------------------------------ */

int32_t binnacle_port_load(uintptr_t memory, uint32_t at, void *bytes, uint32_t count) {
  const binnacle_memory *it = (const binnacle_memory *)memory;
  return it->read(it->context, at, (uint8_t *)bytes, count);
}

int32_t binnacle_port_store(uintptr_t memory, uint32_t at, const void *bytes, uint32_t count) {
  const binnacle_memory *it = (const binnacle_memory *)memory;
  return it->write(it->context, at, (const uint8_t *)bytes, count);
}

int32_t binnacle_port_erase(uintptr_t memory, uint32_t at, uint32_t count) {
  const binnacle_memory *it = (const binnacle_memory *)memory;
  uint8_t ones[32];
  uint32_t done;
  int32_t code = 0;
  if (!it->page_size) {
    memset(ones, 0xff, sizeof ones);
    return it->write(it->context, at, ones, sizeof ones);
  }
  for (done = 0; done < count && code == 0; done += it->page_size) code = it->erase(it->context, at + done);
  return code;
}

static int32_t limited(uint32_t size) { return size > INT32_MAX ? INT32_MAX : (int32_t)size; }

int32_t binnacle_port_memory_size(uintptr_t memory) {
  const binnacle_memory *it = (const binnacle_memory *)memory;
  return it->read && it->write && (it->erase || !it->page_size) ? limited(it->size) : 0;
}

int32_t binnacle_port_page_size(uintptr_t memory) { return limited(((const binnacle_memory *)memory)->page_size); }

/* ---- The board ------------------------------------------------------------------------------------------------------- */

const void *binnacle_port_bus_of(uintptr_t board) { return ((const binnacle_board *)board)->bus; }

const void *binnacle_port_memory_of(uintptr_t board) { return ((const binnacle_board *)board)->memory; }

int32_t binnacle_port_board(uintptr_t board, void *facts) {
  const binnacle_board *it = (const binnacle_board *)board;
  binnacle_board_facts *to = (binnacle_board_facts *)facts;
  size_t i;
  memset(to, 0, sizeof *to);
  if (!it->bus || !it->name) return BINNACLE_ERROR_NULL;
  for (i = 0; i < sizeof to->name && it->name[i]; i++) {
    if (it->name[i] < 0x20 || it->name[i] > 0x7e) return BINNACLE_ERROR_RANGE;
    to->name[i] = (uint8_t)it->name[i];
  }
  if (i == 0) return BINNACLE_ERROR_RANGE;
  to->number = it->number;
  to->boot_counter = it->boot_counter;
  to->stack_size = it->stack_size;
  to->baud = it->baud;
  to->least_milli_hertz = it->least_milli_hertz;
  to->forward = it->forward;
  to->right = it->right;
  if (it->fault) {
    if (it->fault->cause > BINNACLE_CAUSE_WATCHDOG) return BINNACLE_ERROR_RANGE;
    to->fault[0] = it->fault->cause;
    to->fault[1] = it->fault->boot_counter;
    to->fault[2] = it->fault->program_counter;
    to->fault[3] = it->fault->link_register;
    to->fault[4] = it->fault->program_status;
    for (i = 0; i < 5; i++) to->fault[5 + i] = it->fault->registers[i];
  }
  return BINNACLE_OK;
}

static void (*function_of(uintptr_t board, uint32_t number))(void *) {
  const binnacle_board *it = (const binnacle_board *)board;
  return number == 0 ? it->restart : number == 1 ? it->enter_loader : it->feed_watchdog;
}

int32_t binnacle_port_has(uintptr_t board, uint32_t number) {
  if (number == 3) return ((const binnacle_board *)board)->stack_high_water != 0;
  return function_of(board, number) != 0;
}

int32_t binnacle_port_call(uintptr_t board, uint32_t number) {
  void (*function)(void *) = function_of(board, number);
  if (!function) return 0;
  function(((const binnacle_board *)board)->context);
  return 1;
}

uint32_t binnacle_port_stack(uintptr_t board) {
  const binnacle_board *it = (const binnacle_board *)board;
  return it->stack_high_water ? it->stack_high_water(it->context) : 0;
}

/* ---- Parts that can be left out: a compiler then drops what only they need ------------------------------------------- */

#ifdef BINNACLE_WITHOUT_NAVIGATION
int32_t binnacle_port_has_navigation(void) { return 0; }
#else
int32_t binnacle_port_has_navigation(void) { return 1; }
#endif

#ifdef BINNACLE_WITHOUT_WORLD_MODEL
int32_t binnacle_port_has_world_model(void) { return 0; }
#else
int32_t binnacle_port_has_world_model(void) { return 1; }
#endif

#ifdef BINNACLE_WITHOUT_SELF_TESTS
int32_t binnacle_port_has_self_tests(void) { return 0; }
#else
int32_t binnacle_port_has_self_tests(void) { return 1; }
#endif
