// A serial line for one client: a TCP port or a pseudo-terminal.
#define _GNU_SOURCE
#include "line.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

static int listening = -1, line = -1;
static uint8_t in[512], out[2048];
static int in_count, in_at, out_count;

int line_open(const char *where) {
  if (strcmp(where, "pty") == 0) {
    struct termios mode;
    line = posix_openpt(O_RDWR | O_NOCTTY);
    if (line < 0 || grantpt(line) || unlockpt(line)) return 0;
    /* raw, and kept open on both sides, so that the settings stay */
    const int other = open(ptsname(line), O_RDWR | O_NOCTTY);
    tcgetattr(other, &mode);
    cfmakeraw(&mode);
    tcsetattr(other, TCSANOW, &mode);
    fcntl(line, F_SETFL, O_NONBLOCK);
    printf("%s\n", ptsname(line));
  } else if (where[0] == '/') { /* a terminal of ours, such as the console of a guest */
    struct termios mode;
    line = open(where, O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (line < 0 || tcgetattr(line, &mode)) return 0;
    cfmakeraw(&mode);
    mode.c_cflag |= CLOCAL;
    cfsetspeed(&mode, B115200);
    tcsetattr(line, TCSANOW, &mode);
  } else {
    struct sockaddr_in place = {0};
    const int one = 1;
    listening = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    place.sin_port = htons((uint16_t)atoi(where + 4));
    if (bind(listening, (struct sockaddr *)&place, sizeof place) || listen(listening, 1)) return 0;
    fcntl(listening, F_SETFL, O_NONBLOCK);
    socklen_t size = sizeof place;
    if (getsockname(listening, (struct sockaddr *)&place, &size)) return 0;
    printf("tcp:127.0.0.1:%d\n", ntohs(place.sin_port));
  }
  fflush(stdout);
  return 1;
}

static void end(void) {
  if (listening < 0) return;
  close(line);
  line = -1, in_count = in_at = out_count = 0;
}

int line_receive(void) {
  if (in_at < in_count) return in[in_at++];
  if (line < 0) {
    const int one = 1;
    line = accept(listening, 0, 0);
    if (line < 0) return -1;
    fcntl(line, F_SETFL, O_NONBLOCK);
    setsockopt(line, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  }
  const ssize_t n = read(line, in, sizeof in);
  if (n == 0 || (n < 0 && errno != EAGAIN && errno != EIO)) end();
  if (n <= 0) return -1;
  in_count = (int)n, in_at = 0;
  return in[in_at++];
}

/* As a UART without anybody at its other end: what is sent while nobody listens is lost. */
int line_can_send(void) { return line < 0 || out_count < (int)sizeof out; }

void line_send(uint8_t byte) {
  if (line >= 0) out[out_count++] = byte;
}

void line_flush(void) {
  if (line < 0 || !out_count) return;
  const ssize_t n = write(line, out, (size_t)out_count);
  if (n < 0 && errno != EAGAIN) {
    end();
    return;
  }
  if (n > 0) memmove(out, out + n, (size_t)(out_count - n)), out_count -= (int)n;
}
