// A bus of i2c-dev whose chips are the register models of Tests/device-c: cuse_bus NAME. The kernel carries each call of the program
// to this process (CUSE, <linux/fuse.h>). With a word after NAME there is a gyroscope.
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../device-c/chips.h"

enum { SIZE = 1 << 16, MOST = 2 };
static int device;

static void answer(
    const struct fuse_in_header *to, int error, const void *first, size_t size, const void *rest, size_t more) {
  static char out[SIZE];
  struct fuse_out_header head = {(uint32_t)(sizeof head + size + more), error, to->unique};
  memcpy(out, &head, sizeof head);
  memcpy(out + sizeof head, first, size);
  if (more) memcpy(out + sizeof head + size, rest, more);
  if (write(device, out, head.len) < 0 && errno != ENOENT) perror("answer");
}

static void end(const struct fuse_in_header *to, int32_t result, const void *bytes, size_t size) {
  const struct fuse_ioctl_out done = {result, 0, 0, 0};
  answer(to, 0, &done, sizeof done, bytes, size);
}

/* Asks the kernel for memory of the caller: `in` parts to read, then `out` parts to write. */
static void ask(const struct fuse_in_header *to, const struct fuse_ioctl_iovec *parts, uint32_t in, uint32_t out) {
  const struct fuse_ioctl_out more = {0, FUSE_IOCTL_RETRY, in, out};
  answer(to, 0, &more, sizeof more, parts, (in + out) * sizeof *parts);
}

/* The caller's structures come part by part: how many messages, the messages, and then the bytes that they write. */
static void transfer(const struct fuse_in_header *to, const struct fuse_ioctl_in *call, const char *data) {
  struct i2c_rdwr_ioctl_data all;
  struct i2c_msg m[MOST];
  struct fuse_ioctl_iovec parts[2 + 2 * MOST] = {{call->arg, sizeof all}};
  if (call->in_size < sizeof all) return ask(to, parts, 1, 0);
  memcpy(&all, data, sizeof all);
  if (all.nmsgs > MOST) return end(to, -EINVAL, 0, 0);
  const size_t head = sizeof all + all.nmsgs * sizeof *m;
  parts[1] = (struct fuse_ioctl_iovec){(uintptr_t)all.msgs, all.nmsgs * sizeof *m};
  if (call->in_size < head) return ask(to, parts, 2, 0);
  memcpy(m, data + sizeof all, all.nmsgs * sizeof *m);
  uint32_t in = 2, out = 0;
  for (uint32_t i = 0; i < all.nmsgs; i++)
    if (!(m[i].flags & I2C_M_RD)) parts[in++] = (struct fuse_ioctl_iovec){(uintptr_t)m[i].buf, m[i].len};
  for (uint32_t i = 0; i < all.nmsgs; i++)
    if (m[i].flags & I2C_M_RD) parts[in + out++] = (struct fuse_ioctl_iovec){(uintptr_t)m[i].buf, m[i].len};
  if (call->in_size == head) return ask(to, parts, in, out);
  const uint8_t *written = (const uint8_t *)data + head;
  uint8_t bytes[256] = {0};
  int32_t code = 1;
  if (all.nmsgs == 1 && m[0].len >= 2)
    code = chips_write(0, (uint8_t)m[0].addr, written[0], written + 1, m[0].len - 1u);
  if (all.nmsgs == 2 && m[0].len == 1 && m[1].len <= sizeof bytes && m[1].flags & I2C_M_RD)
    code = chips_read(0, (uint8_t)m[0].addr, written[0], bytes, m[1].len);
  end(to, code ? -EREMOTEIO : (int32_t)all.nmsgs, bytes, out ? m[all.nmsgs - 1].len : 0);
}

static void control(const struct fuse_in_header *to, const struct fuse_ioctl_in *call, const char *data) {
  const unsigned long functions = I2C_FUNC_I2C;
  const struct fuse_ioctl_iovec number = {call->arg, sizeof functions};
  switch (call->cmd) {
    case I2C_SLAVE: return end(to, 0, 0, 0);
    case I2C_FUNCS: return call->out_size ? end(to, 0, &functions, sizeof functions) : ask(to, &number, 0, 1);
    case I2C_RDWR: return transfer(to, call, data);
    default: return end(to, -ENOTTY, 0, 0);
  }
}

static void begin(const struct fuse_in_header *to, const struct cuse_init_in *asked, const char *name) {
  char words[64];
  struct cuse_init_out told = {.major = asked->major, .minor = asked->minor, .flags = CUSE_UNRESTRICTED_IOCTL};
  told.max_read = told.max_write = 4096;
  const int length = snprintf(words, sizeof words, "DEVNAME=%s", name);
  answer(to, 0, &told, sizeof told, words, (size_t)length + 1);
}

int main(int count, char **words) {
  static _Alignas(8) char in[SIZE];
  const struct fuse_open_out opened = {0};
  if (count < 2) return 2;
  chips_begin(count > 2, 0, 1);
  device = open("/dev/cuse", O_RDWR | O_CLOEXEC);
  if (device < 0) return perror("/dev/cuse"), 1;
  for (;;) {
    if (read(device, in, sizeof in) < 0 && errno != EINTR) return perror("read"), 1;
    const struct fuse_in_header *head = (const struct fuse_in_header *)in;
    const char *body = in + sizeof *head;
    const struct fuse_ioctl_in *call = (const struct fuse_ioctl_in *)body;
    switch (head->opcode) {
      case CUSE_INIT: begin(head, (const struct cuse_init_in *)body, words[1]); break;
      case FUSE_OPEN: answer(head, 0, &opened, sizeof opened, 0, 0); break;
      case FUSE_IOCTL: control(head, call, body + sizeof *call); break;
      case FUSE_RELEASE: answer(head, 0, 0, 0, 0, 0); break;
      case FUSE_INTERRUPT:
      case FUSE_FORGET: break; /* these want no answer */
      default: answer(head, -ENOSYS, 0, 0, 0, 0);
    }
  }
}
