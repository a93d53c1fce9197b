// The sensor drivers and the whole device for C and C++: a bus of yours in, samples or an instrument out.

/**
 * @file binnacle_device.h
 * @brief Drivers for 20 sensor chips, and the instrument that the program `binnacle` talks to, for any board.
 *
 * You provide a bus: two functions that read and write registers. For a device you also pass on the bytes of a serial
 * line, and perhaps a memory for records. The promises are those of binnacle.h: no heap, no floating point, no clock,
 * and no trap for any argument. A function of yours must end within some milliseconds, whatever the chips do.
 *
 * The functions are in binnacle_device.c, which also has everything of binnacle.h. A program compiles binnacle.c or
 * binnacle_device.c. With both the linker reports binnacle_use_either_binnacle_c_or_binnacle_device_c twice. The low
 * byte of a number must come first in memory, as on every Arm Cortex-M, ESP32, RISC-V, AVR and PC.
 *
 * Times are microseconds, as in binnacle.h; binnacle_widen() makes them of a counter that wraps.
 *
 * A whole board. You write i2c_read(), i2c_write(), serial_read(), serial_write(), serial_has_room() and micros(). The
 * program on a PC then does the rest: `binnacle calibrate`, `binnacle serve` and all others. Many bytes can come while
 * the sensors are read: serial_read() takes them from a buffer that an interrupt fills, of 256 bytes at 115200 baud.
 * @code
 * static const binnacle_bus bus = {0, i2c_read, i2c_write, 0, BINNACLE_ALL_SENSORS, 0, BINNACLE_I2C};
 * static binnacle_board board;
 * static binnacle_device device;
 * static uint64_t now;
 *
 * void start(void) {
 *   board.bus = &bus;
 *   board.name = "my board";
 *   board.baud = 115200;
 *   board.forward = BINNACLE_PLUS_X;  // a module with X forward, Y left and Z up, as most are
 *   board.right = BINNACLE_MINUS_Y;
 *   binnacle_device_init(&device, sizeof device, &board);
 * }
 *
 * void loop(void) {
 *   int byte;
 *   now = binnacle_widen(now, micros());
 *   while ((byte = serial_read()) >= 0) binnacle_device_receive(&device, (uint8_t)byte, now);
 *   binnacle_device_run(&device, now);
 *   while (serial_has_room() && (byte = binnacle_device_next_byte(&device)) >= 0) serial_write((uint8_t)byte);
 * }
 * @endcode
 */
#ifndef BINNACLE_DEVICE_H
#define BINNACLE_DEVICE_H

#include "binnacle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The bus and its chips ------------------------------------------------------------------------------------------- */

/** What a function of a bus returns. Any other number counts as BINNACLE_BUS_NO_ANSWER. */
enum {
  /** The transaction is complete. */
  BINNACLE_BUS_OK = 0,
  /** No chip answered to the address. */
  BINNACLE_BUS_NO_ANSWER = 1,
  /** The chip refused a byte. */
  BINNACLE_BUS_REFUSED = 2,
  /** Another master took the bus. */
  BINNACLE_BUS_LOST = 3,
  /** The transaction did not end in time. */
  BINNACLE_BUS_TIMEOUT = 4,
  /** SDA or SCL stays low. */
  BINNACLE_BUS_STUCK = 5
};

/** What kind of bus it is. */
enum {
  /** `address` is the address of 7 bits. */
  BINNACLE_I2C = 0,
  /**
   * `address` is the address that the chip has on I2C; select the chip that is wired for it, and return
   * BINNACLE_BUS_NO_ANSWER for an address without a chip. Clock high when idle (mode 3). Send the register as it is for
   * a write, and the register or 0x80 for a read.
   */
  BINNACLE_SPI = 1
};

/** A sensor chip: its drivers. What you do not name is not in your program, if the linker drops unused sections. */
typedef struct binnacle_chip binnacle_chip;

/* Magnetometers. */
extern const binnacle_chip BINNACLE_HMC5883L;
extern const binnacle_chip BINNACLE_IST8310;
/** Also IIS2MDC, and in the LSM303AGR beside BINNACLE_LIS3DH. */
extern const binnacle_chip BINNACLE_LIS2MDL;
/** Also in the LSM9DS1. */
extern const binnacle_chip BINNACLE_LIS3MDL;
extern const binnacle_chip BINNACLE_MAG3110;
extern const binnacle_chip BINNACLE_MMC5603;
extern const binnacle_chip BINNACLE_MMC5983MA;
extern const binnacle_chip BINNACLE_QMC5883L;
extern const binnacle_chip BINNACLE_QMC5883P;
extern const binnacle_chip BINNACLE_RM3100;
/* Accelerometers. */
extern const binnacle_chip BINNACLE_ADXL345;
/** Also LIS2DH12. */
extern const binnacle_chip BINNACLE_LIS3DH;
extern const binnacle_chip BINNACLE_MMA8653;
/* Several sensors in one package. */
/** Accelerometer and gyroscope. */
extern const binnacle_chip BINNACLE_BMI160;
/** Accelerometer, gyroscope, and the magnetometer AK09916. */
extern const binnacle_chip BINNACLE_ICM20948;
/** Magnetometer and accelerometer. */
extern const binnacle_chip BINNACLE_LSM303DLHC;
/** Accelerometer and gyroscope. */
extern const binnacle_chip BINNACLE_LSM6DSOX;
/** Accelerometer and gyroscope. */
extern const binnacle_chip BINNACLE_MPU6050;
/** Accelerometer and gyroscope. */
extern const binnacle_chip BINNACLE_MPU6500;
/** Accelerometer, gyroscope, and the magnetometer AK8963. */
extern const binnacle_chip BINNACLE_MPU9250;

/** Every chip, and a null pointer at the end. */
extern const binnacle_chip *const BINNACLE_ALL_SENSORS[];

/** A bus with registers of one byte, and the chips that may be on it. It must stay as long as what was made with it. */
typedef struct binnacle_bus {
  /** Your own; each function gets it. */
  void *context;
  /**
   * Reads `count` registers, 1 to 16, from `first` on, in one transaction: on I2C with a repeated start. Returns a
   * BINNACLE_BUS_ code.
   */
  int32_t (*read)(void *context, uint8_t address, uint8_t first, uint8_t *bytes, uint32_t count);
  /** Writes `count` registers from `first` on in one transaction; the library writes one at a time. Returns a code. */
  int32_t (*write)(void *context, uint8_t address, uint8_t first, const uint8_t *bytes, uint32_t count);
  /**
   * Frees a data line that a chip holds low: nine clocks and a stop. Returns BINNACLE_BUS_OK if both lines are high
   * afterwards. Null: the bus cannot.
   */
  int32_t (*recover)(void *context);
  /** The chips that may be there; an earlier one is preferred. */
  const binnacle_chip *const *chips;
  /** How many; 0 if a null pointer ends the list. At most 32 are used. */
  uint32_t chip_count;
  /** BINNACLE_I2C or BINNACLE_SPI. */
  uint32_t kind;
} binnacle_bus;

/* ---- Time ------------------------------------------------------------------------------------------------------------ */

/**
 * @brief A time of 64 bits from a counter of microseconds that wraps after 71 minutes, such as micros() of Arduino.
 * @param before the result of the last call, or 0. A call is needed once an hour at least.
 * @return the first time from `before` on with these lower 32 bits.
 * @par Example
 * @code
 * uint64_t time = binnacle_widen(0, 4294967295u);
 * time = binnacle_widen(time, 4);  // the counter has wrapped
 * printf("%.0f\n", (double)time);  // 4294967300
 * @endcode
 */
uint64_t binnacle_widen(uint64_t before, uint32_t microseconds);

/* ---- The drivers alone ----------------------------------------------------------------------------------------------- */

/** Beside BINNACLE_MAGNETOMETER and BINNACLE_ACCELEROMETER. */
enum { BINNACLE_GYROSCOPE = 2 };

/** The sensors on a bus: at most one magnetometer, one accelerometer and one gyroscope. The contents are private. */
typedef struct binnacle_sensors {
  uint64_t opaque[80];
} binnacle_sensors;

/** What binnacle_sensors_poll() tells. */
enum {
  /** There is no news. */
  BINNACLE_EVENT_NONE = 0,
  /** A sample. */
  BINNACLE_EVENT_SAMPLE = 1,
  /** A transaction failed and will be repeated; the samples so far stand. */
  BINNACLE_EVENT_FAULT = 2,
  /** There is no such sensor, or it must be brought up again; the samples so far are void. */
  BINNACLE_EVENT_UNAVAILABLE = 3
};

/** Kinds of faults of a sensor. */
enum {
  /** An identity register holds another value; detail: expected byte · 256 + found byte. */
  BINNACLE_FAULT_IDENTITY = 1,
  /** A transaction failed; detail: a BINNACLE_BUS_ code. */
  BINNACLE_FAULT_BUS = 2,
  /** A register lost what was written; detail: expected byte · 256 + found byte. */
  BINNACLE_FAULT_CONFIGURATION = 3,
  /** The data does not change although the chip calls it new; detail: how many times. */
  BINNACLE_FAULT_STUCK = 4,
  /** Nothing new came; detail: milliseconds waited. */
  BINNACLE_FAULT_NOT_READY = 5
};

/** News of a sensor. */
typedef struct binnacle_event {
  /** When the sample was measured, or when the fault happened. */
  uint64_t time_microseconds;
  /** Nanotesla, micro-g or 2^-20 rad/s, in the right-handed axes of the chip. */
  int32_t value[3];
  /** The same as the chip counts it. */
  int32_t counts[3];
  /** The chip's temperature in 1/8 degree Celsius, or -32768. */
  int16_t temperature_eighths;
  /** Of a fault: a number that says more. */
  uint16_t detail;
  /** A BINNACLE_EVENT_ number. */
  uint8_t what;
  /** BINNACLE_MAGNETOMETER, BINNACLE_ACCELEROMETER or BINNACLE_GYROSCOPE. */
  uint8_t sensor;
  /** For binnacle_compass_add_field(), binnacle_compass_add_force() or binnacle_motion_add_rate(). */
  uint8_t flags;
  /** The chip's number (Protocols/heading/spec.md, section 3); 0: none. */
  uint8_t chip;
  /** The chip's address on the bus. */
  uint8_t address;
  /** Code of what a count is worth, in the table of Protocols/link/spec.md. */
  uint8_t scale;
  /** Of a fault: a BINNACLE_FAULT_ number. */
  uint8_t fault;
  /** Of a fault: the register. */
  uint8_t fault_register;
} binnacle_event;

/** A sensor that was found. */
typedef struct binnacle_identity {
  /** The identity registers, the first in the lowest byte. */
  uint32_t bytes;
  /** The data rate in thousandths of a hertz. */
  uint32_t rate_milli_hertz;
  /** How much older the quantity is than the time of its sample. */
  uint16_t delay_microseconds;
  /** Of a gyroscope: one standard deviation of what it measures at rest, 1/100 degree per second. */
  uint16_t zero_rate_offset;
  /** The chip's number (Protocols/heading/spec.md, section 3). */
  uint8_t chip;
  /** Its address. */
  uint8_t address;
  /** BINNACLE_MAGNETOMETER, BINNACLE_ACCELEROMETER or BINNACLE_GYROSCOPE. */
  uint8_t sensor;
  uint8_t reserved;
} binnacle_identity;

/** Outcomes of a chip's self-test. */
enum {
  /** There is no such sensor, or it gives no samples. */
  BINNACLE_SELF_TEST_NO_SENSOR = 0,
  /** The chip has no test, or its driver does not implement it. */
  BINNACLE_SELF_TEST_NONE = 1,
  /** It was measured: compare the change with the limits in docs/sensors.md. */
  BINNACLE_SELF_TEST_MEASURED = 2,
  /** The sensor failed during the test. */
  BINNACLE_SELF_TEST_BROKEN_OFF = 3
};

/** How a chip's test of itself ended. */
typedef struct binnacle_self_test {
  /** How much each axis has changed: nanotesla, micro-g or 2^-20 rad/s. */
  int32_t change[3];
  /** A BINNACLE_SELF_TEST_ number. */
  uint8_t outcome;
  /** BINNACLE_MAGNETOMETER, BINNACLE_ACCELEROMETER or BINNACLE_GYROSCOPE. */
  uint8_t sensor;
  uint16_t reserved;
} binnacle_self_test;

/**
 * @brief Initialises the drivers. Each call of binnacle_sensors_poll() then does one step of the search.
 * @param size        sizeof *sensors.
 * @param bus         must stay, and its functions read and write must not be null.
 * @param milli_hertz the least data rate of the magnetometer, thousandths of a hertz: 75000 is usual. The accelerometer
 *                    and the gyroscope measure 100 times a second or more.
 */
binnacle_result binnacle_sensors_init(
    binnacle_sensors *sensors, size_t size, const binnacle_bus *bus, uint32_t milli_hertz);

/**
 * @brief Does what is due: at most one step of each sensor and one of the search, up to 20 transactions.
 * @param event the news, or BINNACLE_EVENT_NONE.
 * @return BINNACLE_MORE_WORK after news: call it again at once. BINNACLE_OK: nothing more is due.
 */
binnacle_result binnacle_sensors_poll(binnacle_sensors *sensors, uint64_t now, binnacle_event *event);

/**
 * @brief Chooses the least data rate of a sensor.
 * @param sensor BINNACLE_MAGNETOMETER, BINNACLE_ACCELEROMETER or BINNACLE_GYROSCOPE.
 */
binnacle_result binnacle_sensors_set_rate(binnacle_sensors *sensors, int32_t sensor, uint32_t milli_hertz);

/**
 * @brief What was found.
 * @return BINNACLE_ERROR_NOTHING if there is no such sensor.
 */
binnacle_result binnacle_sensors_identity(binnacle_sensors *sensors, int32_t sensor, binnacle_identity *identity);

/** Lets a sensor's chip test itself. Hold it still. The next calls of binnacle_sensors_poll() do it, and give no samples of it. */
binnacle_result binnacle_sensors_start_self_test(binnacle_sensors *sensors, int32_t sensor);

/**
 * @brief The result of the self-test.
 * @return BINNACLE_MORE_WORK while it is in progress; BINNACLE_ERROR_NOTHING if none was started.
 */
binnacle_result binnacle_sensors_self_test(binnacle_sensors *sensors, binnacle_self_test *result);

/**
 * @brief Polls the sensors and passes their samples to a compass and to a motion filter.
 * @param compass must be initialised.
 * @param motion  null: there is none.
 * @return 1 if there is a new field, 0 if not, or a negative code.
 */
static inline binnacle_result binnacle_sensors_feed(
    binnacle_sensors *sensors, binnacle_compass *compass, binnacle_motion *motion, uint64_t now) {
  binnacle_event event;
  binnacle_result is_new = 0, result;
  while ((result = binnacle_sensors_poll(sensors, now, &event)) == BINNACLE_MORE_WORK) {
    const int is_lost = event.what == BINNACLE_EVENT_UNAVAILABLE;
    if (event.what == BINNACLE_EVENT_FAULT) continue;
    if (event.sensor == BINNACLE_MAGNETOMETER) {
      result = is_lost ? binnacle_compass_lose_field(compass)
                       : binnacle_compass_add_field(compass, event.value, event.time_microseconds, event.flags);
      if (!is_lost) is_new = 1;
    } else if (event.sensor == BINNACLE_ACCELEROMETER) {
      result = is_lost ? binnacle_compass_lose_force(compass)
                       : binnacle_compass_add_force(compass, event.value, event.time_microseconds, event.flags);
    } else if (motion) {
      result = is_lost ? binnacle_motion_lose(motion)
                       : binnacle_motion_add_rate(motion, event.value, event.time_microseconds, event.flags);
    }
    if (result < 0) return result;
  }
  return result < 0 ? result : is_new;
}

/* ---- The whole device ------------------------------------------------------------------------------------------------ */

/** Memory that keeps its content without power. It must stay as long as the device. */
typedef struct binnacle_memory {
  /** Your own; each function gets it. */
  void *context;
  /** Reads `count` bytes, at most 32, from `at` on. Returns 0 for success, as the other two. */
  int32_t (*read)(void *context, uint32_t at, uint8_t *bytes, uint32_t count);
  /**
   * Writes `count` bytes: a multiple of 4, at most 32, which do not cross a multiple of 32. On flash they were erased
   * before. It returns when they are written.
   */
  int32_t (*write)(void *context, uint32_t at, const uint8_t *bytes, uint32_t count);
  /** Sets the page that begins at `at` to 0xff. Null for an EEPROM, in which a byte can be written again. */
  int32_t (*erase)(void *context, uint32_t at);
  /**
   * Bytes of the memory: at least 512. With binnacle_device_memory_size() it holds all that a device keeps; with less, the
   * host is told what was left out.
   */
  uint32_t size;
  /** Bytes that are erased together, a multiple of 32; 0 for an EEPROM. The memory has two such pages at least. */
  uint32_t page_size;
} binnacle_memory;

/** Why the last boot ended. */
enum {
  BINNACLE_CAUSE_NONE = 0,
  /** An instruction that stops the program. */
  BINNACLE_CAUSE_TRAP = 1,
  /** Another fault of the processor. */
  BINNACLE_CAUSE_HARD_FAULT = 2,
  /** The watchdog expired. */
  BINNACLE_CAUSE_WATCHDOG = 3
};

/** The registers that a processor saved at a fault. What it does not have is 0. */
typedef struct binnacle_fault_record {
  /** A BINNACLE_CAUSE_ number. */
  uint32_t cause;
  /** The boot in which it happened. */
  uint32_t boot_counter;
  uint32_t program_counter;
  uint32_t link_register;
  uint32_t program_status;
  /** r0, r1, r2, r3 and r12. */
  uint32_t registers[5];
} binnacle_fault_record;

/** Your board. Set what it has, and leave the rest 0. It must stay as long as the device. */
typedef struct binnacle_board {
  /** The sensors. */
  const binnacle_bus *bus;
  /** For calibration and settings. Null: they are lost without power. */
  const binnacle_memory *memory;
  /** 1 to 16 ASCII characters, with a zero at the end. */
  const char *name;
  /** Your own; each function gets it. */
  void *context;
  /** Restarts the processor, because the host asked for it; need not return. Null: the device begins anew. */
  void (*restart)(void *context);
  /** Restarts into a boot loader that takes new firmware. Null: there is none. */
  void (*enter_loader)(void *context);
  /** Feeds the watchdog; each binnacle_device_run() calls it. Null: there is none. */
  void (*feed_watchdog)(void *context);
  /** Bytes of the stack that were used at most. Null: not known. */
  uint32_t (*stack_high_water)(void *context);
  /** The fault that ended the last boot, or null. */
  const binnacle_fault_record *fault;
  /** Distinguishes boards of one kind, such as a serial number of the processor; 0: unknown. */
  uint64_t number;
  /** Counts the boots from power-on on: 1 or 0 for the first. */
  uint32_t boot_counter;
  /** Bytes of the stack; 0: unknown. */
  uint32_t stack_size;
  /** Bits per second of a UART; 0 for USB, sockets and radio. */
  uint32_t baud;
  /** The least data rate of the magnetometer whatever the host asks, thousandths of a hertz; 0: the host decides. */
  uint32_t least_milli_hertz;
  /**
   * The axes of the sensors that point forward and right until the host sets others: BINNACLE_PLUS_X and so on. Both 0:
   * X is forward and Y is right.
   */
  uint8_t forward, right;
} binnacle_board;

/** An instrument with its drivers. The contents are private. */
typedef struct binnacle_device {
  uint64_t opaque[1280];
} binnacle_device;

enum {
  /** binnacle_device_run(): the host asked for a restart, and the device has begun anew. */
  BINNACLE_RESTARTED = 1
};

/** The bytes of memory that all that a device keeps needs, if a page has at most half of them. */
uint32_t binnacle_device_memory_size(void);

/**
 * @brief Initialises a device and reads its records.
 * @param size  sizeof *device.
 * @param board must stay.
 * @return BINNACLE_ERROR_RANGE for a name without characters, axes that are none, or a memory that is too small.
 */
binnacle_result binnacle_device_init(binnacle_device *device, size_t size, const binnacle_board *board);

/** A byte came from the line. The time is when it came. */
binnacle_result binnacle_device_receive(binnacle_device *device, uint8_t byte, uint64_t now);

/**
 * Does what is due: sensors, headings, calibration, records. It takes at most some milliseconds and what your functions
 * take. Call it in a loop, as often as you can.
 */
binnacle_result binnacle_device_run(binnacle_device *device, uint64_t now);

/** The next byte for the line, 0 to 255; BINNACLE_ERROR_NOTHING: there is none. */
binnacle_result binnacle_device_next_byte(binnacle_device *device);

/* ---- The device without a gyroscope ---------------------------------------------------------------------------------- */

/**
 * The same device without the fusion of a gyroscope: it needs 3,456 bytes less RAM, and 47 KB less flash on a Cortex-M0.
 * What else a device can be compiled without stands at the top of binnacle_device.c. The contents are private.
 */
typedef struct binnacle_small_device {
  uint64_t opaque[848];
} binnacle_small_device;

/** As binnacle_device_init(). */
binnacle_result binnacle_small_device_init(binnacle_small_device *device, size_t size, const binnacle_board *board);

/** As binnacle_device_receive(). */
binnacle_result binnacle_small_device_receive(binnacle_small_device *device, uint8_t byte, uint64_t now);

/** As binnacle_device_run(). */
binnacle_result binnacle_small_device_run(binnacle_small_device *device, uint64_t now);

/** As binnacle_device_next_byte(). */
binnacle_result binnacle_small_device_next_byte(binnacle_small_device *device);

#ifdef __cplusplus
}
#endif
#endif
