// LD_PRELOAD: /dev/i2c-fake and /dev/i2c-1 are a bus with the models of chips.c. FAKE_SMBUS=1: an adapter that has only the
// blocks of SMBus. FAKE_TAKEN=1: a driver of the kernel has each address. FAKE_HANG=1: no transfer ends in time. FAKE_SLOW=N:
// each Nth transfer ends late. FAKE_NACK=CODE: what the adapter says when nobody answers. FAKE_PULLED=N: after N transfers the
// adapter is unplugged and says FAKE_GONE, and is back at the third try to open it, unless its old file is still open.
// FAKE_LOCK=FILE: the bus is this file, so that a program sees the lock of another.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>

#include "chips.h"

static int bus = -1;
static uint8_t chosen;
/* How often somebody looked for an adapter that was unplugged; -1 while it is there. */
static int misses = -1;

static int failed(int code) {
  errno = code;
  return -1;
}

static int open_(const char *name, const char *path, int flags, int mode) {
  int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, name);
  if (strcmp(path, "/dev/i2c-fake") != 0 && strcmp(path, "/dev/i2c-1") != 0) return real(path, flags, mode);
  /* The kernel waits for the file of an adapter that is gone, and meanwhile finds no new one. */
  if (misses >= 0 && (fcntl(bus, F_GETFD) >= 0 || ++misses < 3)) return failed(ENOENT);
  misses = -1;
  chips_begin(getenv("FAKE_GYROSCOPE") != 0, 0, 1);
  /* A file of this process alone: a lock on it holds up no other. */
  const char *lock = getenv("FAKE_LOCK");
  return bus = lock ? real(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : memfd_create("i2c", MFD_CLOEXEC);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const int mode = va_arg(rest, int);
  va_end(rest);
  return open_("open", path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const int mode = va_arg(rest, int);
  va_end(rest);
  return open_("open64", path, flags, mode);
}

static int number(const char *name, int usual) {
  const char *text = getenv(name);
  return text ? atoi(text) : usual;
}

/* The node is there while the adapter is. */
int access(const char *path, int mode) {
  if (strcmp(path, "/dev/i2c-fake") != 0 && strcmp(path, "/dev/i2c-1") != 0)
    return ((int (*)(const char *, int))dlsym(RTLD_NEXT, "access"))(path, mode);
  return misses < 0 ? 0 : failed(ENOENT);
}

/* Whether the adapter is plugged in. */
static int is_there(void) {
  static int transfers;
  const char *pulled = getenv("FAKE_PULLED");
  if (pulled && ++transfers == atoi(pulled)) misses = 0;
  return misses < 0;
}

/* 50 ms for a transfer that is late or hangs. */
static int has_time(void) {
  static unsigned count;
  const struct timespec late = {0, 50000000};
  const char *slow = getenv("FAKE_SLOW");
  const int hangs = getenv("FAKE_HANG") != 0;
  if (hangs || (slow && ++count % (unsigned)atoi(slow) == 0)) nanosleep(&late, 0);
  return !hangs;
}

static int messages(struct i2c_rdwr_ioctl_data *all) {
  struct i2c_msg *m = all->msgs;
  int32_t code = 1;
  if (all->nmsgs == 1 && m[0].len >= 2)
    code = chips_write(0, (uint8_t)m[0].addr, m[0].buf[0], m[0].buf + 1, m[0].len - 1u);
  if (all->nmsgs == 2 && m[0].len == 1 && m[1].flags & I2C_M_RD)
    code = chips_read(0, (uint8_t)m[0].addr, m[0].buf[0], m[1].buf, m[1].len);
  return code ? failed(number("FAKE_NACK", EREMOTEIO)) : (int)all->nmsgs;
}

static int blocks(struct i2c_smbus_ioctl_data *call) {
  uint8_t *bytes = call->data->block;
  int32_t code = 1;
  if (call->read_write == I2C_SMBUS_WRITE && call->size == I2C_SMBUS_BYTE_DATA)
    code = chips_write(0, chosen, call->command, &call->data->byte, 1);
  if (call->read_write == I2C_SMBUS_READ && call->size == I2C_SMBUS_I2C_BLOCK_DATA)
    code = chips_read(0, chosen, call->command, bytes + 1, bytes[0]);
  return code ? failed(ENXIO) : 0;
}

int ioctl(int file, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (file != bus || bus < 0)
    return ((int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl"))(file, request, argument);
  const int is_smbus = getenv("FAKE_SMBUS") != 0;
  if ((request == I2C_RDWR || request == I2C_SMBUS) && !is_there()) return failed(number("FAKE_GONE", ENODEV));
  if ((request == I2C_RDWR || request == I2C_SMBUS) && !has_time()) return failed(ETIMEDOUT);
  switch (request) {
    case I2C_FUNCS:
      *(unsigned long *)argument = is_smbus ? I2C_FUNC_SMBUS_READ_I2C_BLOCK | I2C_FUNC_SMBUS_BYTE_DATA : I2C_FUNC_I2C;
      return 0;
    case I2C_SLAVE: chosen = (uint8_t)(uintptr_t)argument; return getenv("FAKE_TAKEN") ? failed(EBUSY) : 0;
    case I2C_RDWR: return is_smbus ? failed(EOPNOTSUPP) : messages(argument);
    case I2C_SMBUS: return blocks(argument);
    default: return failed(ENOTTY);
  }
}
