// A Raspberry Pi, or any Linux, as a board of Binnacle: its I2C bus becomes the sensors of the program `binnacle`.
//
//   cc -O2 -I. linux/binnacle-board.c binnacle_device.c -o binnacle-board
//   ./binnacle-board /dev/i2c-1 tcp:0.0.0.0:4321 compass.records     then, on any computer: binnacle serve tcp:pi:4321
//   ./binnacle-board /dev/i2c-1 pty                                  prints the name of a port for this computer
//   ./binnacle-board /dev/i2c-1 pty compass.records --axes +Y,+X     the axes of the module that point forward and right
//
// tcp:4321 listens on this computer only. One program can connect at a time; if its computer vanishes, another can after 10 s.
// Without a file the calibration is lost at the end. Without --axes the module has X forward, Y left and Z up, as most have.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "binnacle_device.h"

/* The longest transfer whose bytes are taken, microseconds (SMBus 3.1, table 2). A sample has the time before it was read:
   after a longer one nobody knows when it was measured. */
#define LONGEST 35000

static int i2c, listening = -1, line = -1, records = -1, has_messages;

static void fail(const char *what, const char *advice) {
  fprintf(stderr, "%s: %s\n%s\n", what, strerror(errno), advice);
  exit(1);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

/* The kernel's codes: Documentation/i2c/fault-codes.rst. */
static int32_t fault(void) {
  switch (errno) {
    case ETIMEDOUT: return BINNACLE_BUS_TIMEOUT;
    case EAGAIN: return BINNACLE_BUS_LOST;
    case EBUSY: return BINNACLE_BUS_STUCK;
    default: return BINNACLE_BUS_NO_ANSWER;
  }
}

/* A transfer between two looks at the clock. I2C_SLAVE refuses an address that a driver of the kernel has; I2C_RDWR does not. */
static int32_t transfer(uint8_t address, unsigned long request, void *call) {
  if (ioctl(i2c, I2C_SLAVE, (unsigned long)address) < 0) return BINNACLE_BUS_NO_ANSWER;
  const uint64_t start = now();
  if (ioctl(i2c, request, call) < 0) return fault();
  return now() - start > LONGEST ? BINNACLE_BUS_TIMEOUT : BINNACLE_BUS_OK;
}

/* For an adapter that has only the blocks of SMBus. */
static int32_t smbus(uint8_t address, uint8_t direction, uint8_t first, uint32_t size, union i2c_smbus_data *data) {
  struct i2c_smbus_ioctl_data call = {direction, first, size, data};
  return transfer(address, I2C_SMBUS, &call);
}

static int32_t read_registers(void *context, uint8_t address, uint8_t first, uint8_t *bytes, uint32_t count) {
  union i2c_smbus_data data = {0};
  struct i2c_msg both[2] = {{address, 0, 1, &first}, {address, I2C_M_RD, (uint16_t)count, bytes}};
  struct i2c_rdwr_ioctl_data call = {both, 2};
  (void)context;
  if (has_messages) return transfer(address, I2C_RDWR, &call);
  data.block[0] = (uint8_t)count;
  const int32_t code = smbus(address, I2C_SMBUS_READ, first, I2C_SMBUS_I2C_BLOCK_DATA, &data);
  /* An adapter may give fewer bytes than were asked for. */
  if (code == BINNACLE_BUS_OK && data.block[0] < count) return BINNACLE_BUS_NO_ANSWER;
  memcpy(bytes, data.block + 1, count);
  return code;
}

static int32_t write_registers(void *context, uint8_t address, uint8_t first, const uint8_t *bytes, uint32_t count) {
  uint8_t all[33] = {first};
  struct i2c_msg message = {address, 0, (uint16_t)(count + 1), all};
  struct i2c_rdwr_ioctl_data call = {&message, 1};
  (void)context;
  if (count > 32) return BINNACLE_BUS_REFUSED;
  memcpy(all + 1, bytes, count);
  if (has_messages) return transfer(address, I2C_RDWR, &call);
  for (uint32_t i = 0; i < count; i++) {
    union i2c_smbus_data data = {.byte = bytes[i]};
    const int32_t code = smbus(address, I2C_SMBUS_WRITE, (uint8_t)(first + i), I2C_SMBUS_BYTE_DATA, &data);
    if (code != BINNACLE_BUS_OK) return code;
  }
  return BINNACLE_BUS_OK;
}

static int32_t read_records(void *context, uint32_t at, uint8_t *bytes, uint32_t count) {
  (void)context;
  memset(bytes, 0xff, count); /* what lies beyond the end of the file was never written */
  return pread(records, bytes, count, (off_t)at) < 0;
}

static int32_t write_records(void *context, uint32_t at, const uint8_t *bytes, uint32_t count) {
  (void)context;
  return pwrite(records, bytes, count, (off_t)at) != (ssize_t)count || fdatasync(records) < 0;
}

static void open_bus(const char *path) {
  unsigned long functions = 0;
  i2c = open(path, O_RDWR | O_CLOEXEC);
  if (i2c < 0 && errno == EACCES)
    fail(path, "Add yourself to the group i2c: sudo usermod -aG i2c $USER, and log in again.");
  if (i2c < 0) fail(path, "Switch I2C on: sudo raspi-config nonint do_i2c 0, or load the module i2c-dev.");
  if (ioctl(i2c, I2C_FUNCS, &functions) < 0) fail(path, "Give a bus, such as /dev/i2c-1.");
  /* Two programs would set up the same chips in turn. */
  if (flock(i2c, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK)
    fail(path, "Another program of Binnacle has this bus: end it first.");
  has_messages = (functions & I2C_FUNC_I2C) != 0;
  errno = EOPNOTSUPP;
  if (!has_messages && !(functions & I2C_FUNC_SMBUS_READ_I2C_BLOCK))
    fail(path, "This adapter reads no blocks: use another.");
}

static void open_line(const char *where) {
  const char *port = strrchr(where, ':');
  if (strcmp(where, "pty") == 0) {
    struct termios mode;
    line = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    /* The other side stays open here, too, so that the settings stay. */
    const int other = line < 0 || grantpt(line) || unlockpt(line) ? -1 : open(ptsname(line), O_RDWR | O_NOCTTY);
    if (other < 0 || tcgetattr(other, &mode)) fail(where, "No pseudo-terminal is left.");
    cfmakeraw(&mode);
    tcsetattr(other, TCSANOW, &mode);
    printf("%s\n", ptsname(line));
  } else if (strncmp(where, "tcp:", 4) == 0) {
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port + 1))};
    char address[64] = "127.0.0.1";
    const int on = 1;
    if (port > where + 3) snprintf(address, sizeof address, "%.*s", (int)(port - where - 4), where + 4);
    listening = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    errno = EINVAL;
    if (inet_pton(AF_INET, address, &place.sin_addr) != 1)
      fail(where, "Give tcp:PORT or tcp:ADDRESS:PORT, such as tcp:0.0.0.0:4321.");
    socklen_t length = sizeof place;
    if (bind(listening, (struct sockaddr *)&place, length) || listen(listening, 1) ||
        getsockname(listening, (struct sockaddr *)&place, &length))
      fail(where, "Choose another port or address.");
    printf("tcp:%s:%d\n", address, ntohs(place.sin_port));
  } else {
    errno = EINVAL;
    fail(where, "Give tcp:PORT, tcp:ADDRESS:PORT or pty.");
  }
  fflush(stdout);
}

/* The kernel asks a silent computer whether it is there, and ends the line to one that has vanished. */
static void end_soon(int socket) {
  const int on = 1, idle = 4, interval = 2, count = 3;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
  setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
}

/* What nobody reads is dropped, as on a UART; the device numbers its frames, and the program counts those that are missing. */
static void exchange(binnacle_device *device) {
  static uint8_t out[4096];
  static size_t filled;
  static uint64_t taken;
  uint8_t in[256];
  int next =
      line < 0 || (filled && now() - taken > 10000000) ? accept4(listening, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC) : -1;
  /* Who has taken nothing for 10 s makes room for one that waits. */
  if (next >= 0) {
    if (line >= 0) close(line);
    end_soon(line = next), filled = 0;
  }
  const ssize_t count = line < 0 ? -1 : read(line, in, sizeof in);
  for (ssize_t i = 0; i < count; i++) binnacle_device_receive(device, in[i], now());
  const int is_gone = line >= 0 && (count == 0 || (count < 0 && errno != EAGAIN && errno != EIO));
  binnacle_device_run(device, now());
  for (int32_t byte; filled < sizeof out && (byte = binnacle_device_next_byte(device)) >= 0;)
    out[filled++] = (uint8_t)byte;
  const ssize_t sent = line < 0 || is_gone ? (ssize_t)filled : write(line, out, filled);
  if (sent > 0) memmove(out, out + sent, filled -= (size_t)sent);
  if (sent > 0 || !filled) taken = now();
  if (is_gone && listening >= 0) close(line), line = -1;
}

/* "+Y,+X": the axes of the module that point forward and right. */
static void take_axes(const char *text, binnacle_board *board) {
  uint8_t axes[2];
  errno = EINVAL;
  for (int i = 0; i < 2; i++) {
    const char *axis = text + 3 * i;
    if ((axis[0] != '+' && axis[0] != '-') || axis[1] < 'X' || axis[1] > 'Z' || axis[2] != (i == 0 ? ',' : 0))
      fail("--axes", "Give two axes, such as +Y,+X.");
    axes[i] = (uint8_t)(2 * (axis[1] - 'X') + (axis[0] == '-'));
  }
  if (axes[0] / 2 == axes[1] / 2) fail("--axes", "Give two different axes, such as +Y,+X.");
  board->forward = axes[0], board->right = axes[1];
}

int main(int count, char **words) {
  static binnacle_device device;
  static binnacle_bus bus = {.read = read_registers, .write = write_registers, .chips = BINNACLE_ALL_SENSORS};
  static binnacle_memory memory = {.read = read_records, .write = write_records};
  static binnacle_board board = {.bus = &bus, .name = "linux", .forward = BINNACLE_PLUS_X, .right = BINNACLE_MINUS_Y};
  if (count > 4 && strcmp(words[count - 2], "--axes") == 0) take_axes(words[count - 1], &board), count -= 2;
  if (count < 3 || count > 4 || strncmp(words[count - 1], "--", 2) == 0) {
    fprintf(stderr, "usage: %s /dev/i2c-N tcp:[ADDRESS:]PORT|pty [RECORDS] [--axes +X,-Y]\n", words[0]);
    return fprintf(stderr, "One program can connect at a time; if its computer vanishes, another can after 10 s.\n"), 2;
  }
  signal(SIGPIPE, SIG_IGN);
  open_bus(words[1]);
  if (count == 4) {
    records = open(words[3], O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (records < 0) fail(words[3], "Give a file that you may write.");
    memory.size = binnacle_device_memory_size();
    board.memory = &memory;
  }
  open_line(words[2]);
  const binnacle_result started = binnacle_device_init(&device, sizeof device, &board);
  if (started != BINNACLE_OK) return fprintf(stderr, "%s\n", binnacle_strerror(started)), 1;
  for (;;) {
    const struct timespec rest = {0, 500000};
    exchange(&device);
    nanosleep(&rest, 0);
  }
}
