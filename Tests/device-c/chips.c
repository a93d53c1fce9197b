// Register models of three chips on one I2C bus, in a world that turns.
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include "chips.h"

#include <math.h>
#include <string.h>
#ifndef CHIPS_HAVE_A_CLOCK /* a microcontroller has its own clock_now() */
#include <stdlib.h>
#include <time.h>
#endif
#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif

unsigned long chips_transactions;
int chips_are_unplugged;
static int has_gyroscope, is_still, has_chips = 1;

#ifndef CHIPS_HAVE_A_CLOCK
uint64_t clock_now(void) {
  static struct timespec start;
  static unsigned speed;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!start.tv_sec) {
    const char *times = getenv("BINNACLE_TEST_SPEED"); /* the time of the models goes so many times as fast */
    start = now;
    speed = times ? (unsigned)atoi(times) : 1;
  }
  return speed * (uint64_t)((now.tv_sec - start.tv_sec) * 1000000LL + (now.tv_nsec - start.tv_nsec) / 1000) + 1000;
}
#endif

/* ---- The world: body axes are forward, right, down ---- */

static const double EARTH[3] = {20000, 0, 43000}, IRON[3] = {3000, -2000, 1500}; /* nanotesla */

static void attitude(double t, double *yaw, double *pitch, double *roll) {
  if (is_still) {
    *yaw = 40 * M_PI / 180, *pitch = *roll = 0;
    return;
  }
  *yaw = 2 * M_PI * t / 19;
  *pitch = 65 * M_PI / 180 * sin(2 * M_PI * t / 17);
  *roll = 2 * M_PI * t / 13; /* all the way round: each side has to be down once */
}

double world_heading(uint64_t now) {
  double yaw, pitch, roll;
  attitude((double)now / 1e6, &yaw, &pitch, &roll);
  return fmod(yaw * 180 / M_PI, 360);
}

/* north, east, down into body axes */
static void into_body(double t, const double v[3], double b[3]) {
  double yaw, pitch, roll;
  attitude(t, &yaw, &pitch, &roll);
  const double x = cos(yaw) * v[0] + sin(yaw) * v[1], y = -sin(yaw) * v[0] + cos(yaw) * v[1], z = v[2];
  const double x2 = cos(pitch) * x - sin(pitch) * z, z2 = sin(pitch) * x + cos(pitch) * z;
  b[0] = x2, b[1] = cos(roll) * y + sin(roll) * z2, b[2] = -sin(roll) * y + cos(roll) * z2;
}

static void field(double t, double b[3]) {
  into_body(t, EARTH, b);
  for (int i = 0; i < 3; i++) b[i] += IRON[i];
}

static void force(double t, double b[3]) { /* g; at rest it points up */
  const double up[3] = {0, 0, -1};
  into_body(t, up, b);
}

static void rate(double t, double w[3]) { /* rad/s in body axes, from the derivatives of the angles */
  const double h = 1e-4;
  double y0, p0, r0, y1, p1, r1, y, p, r;
  attitude(t - h, &y0, &p0, &r0), attitude(t + h, &y1, &p1, &r1), attitude(t, &y, &p, &r);
  const double dy = (y1 - y0) / (2 * h), dp = (p1 - p0) / (2 * h), dr = (r1 - r0) / (2 * h);
  w[0] = dr - dy * sin(p);
  w[1] = dp * cos(r) + dy * sin(r) * cos(p);
  w[2] = -dp * sin(r) + dy * cos(r) * cos(p);
}

static int noise(int peak) {
  static uint32_t state = 1;
  state = state * 1664525u + 1013904223u;
  return (int)((state >> 16) % (uint32_t)(2 * peak + 1)) - peak;
}

static void put(uint8_t *place, double value) {
  const long n = lround(value);
  const int16_t count = (int16_t)(n < -32768 ? -32768 : n > 32767 ? 32767 : n);
  place[0] = (uint8_t)count, place[1] = (uint8_t)((uint16_t)count >> 8);
}

/* ---- The chips ---- */

typedef struct chip {
  uint8_t address, r[128];
  uint64_t due, due2;
} chip;
static chip mdl = {0x1c, {0}, 0, 0}, dh = {0x19, {0}, 0, 0}, dsox = {0x6a, {0}, 0, 0};

static void mdl_reset(void) {
  memset(mdl.r + 0x20, 0, 0x14);
  mdl.r[0x0f] = 0x3d, mdl.r[0x20] = 0x10, mdl.r[0x22] = 3;
}
static void dsox_reset(void) { memset(dsox.r, 0, sizeof dsox.r), dsox.r[0x0f] = 0x6c, dsox.r[0x12] = 4; }

void chips_begin(int gyroscope, int still, int present) {
  has_gyroscope = gyroscope, is_still = still, has_chips = present;
  mdl_reset(), dsox_reset();
  memset(dh.r, 0, sizeof dh.r), dh.r[0x0f] = 0x33, dh.r[0x20] = 7;
}

static void mdl_measure(uint64_t now) {
  static const uint32_t periods[8] = {1600000, 800000, 400000, 200000, 100000, 50000, 25000, 12500};
  static const double per_gauss[4] = {6842, 3421, 2281, 1711}, test[3] = {200000, 200000, 50000};
  double b[3];
  if (mdl.r[0x22] & 2 || now < mdl.due) return;
  mdl.due = now + periods[mdl.r[0x20] >> 2 & 7];
  field((double)now / 1e6, b);
  for (int i = 0; i < 3; i++)
    put(mdl.r + 0x28 + 2 * i,
        (b[i] + (mdl.r[0x20] & 1 ? test[i] : 0)) * per_gauss[mdl.r[0x21] >> 5 & 3] / 1e5 + noise(2));
  put(mdl.r + 0x2e, 0);
  mdl.r[0x27] = mdl.r[0x27] & 8 ? 0xff : 0x0f;
}

static void dh_measure(uint64_t now) {
  static const uint32_t periods[8] = {0, 1000000, 100000, 40000, 20000, 10000, 5000, 2500};
  static const double per_g[4] = {1 / 0.00098, 1 / 0.00195, 1 / 0.0039, 1 / 0.01172};
  double b[3];
  const int odr = dh.r[0x20] >> 4 & 7;
  if (!odr || now < dh.due) return;
  dh.due = now + periods[odr];
  force((double)now / 1e6, b);
  for (int i = 0; i < 3; i++) {
    const double on = dh.r[0x23] & 2 ? 0.5 : 0;
    put(dh.r + 0x28 + 2 * i, 16 * (double)lround((b[i] + on) * per_g[dh.r[0x23] >> 4 & 3] + noise(2)));
  }
  dh.r[0x27] = dh.r[0x27] & 8 ? 0xff : 0x0f;
}

static void dsox_measure(uint64_t now) {
  static const uint32_t periods[8] = {0, 80000, 38462, 19231, 9615, 4808, 2404, 1200};
  static const double mg[4] = {0.061, 0.488, 0.122, 0.244};
  double b[3];
  const int xl = dsox.r[0x10] >> 4 & 7, g = dsox.r[0x11] >> 4 & 7;
  if (xl && now >= dsox.due) {
    dsox.due = now + periods[xl];
    force((double)now / 1e6, b);
    for (int i = 0; i < 3; i++)
      put(dsox.r + 0x28 + 2 * i, (b[i] + (dsox.r[0x14] & 1 ? 0.5 : 0)) * 1000 / mg[dsox.r[0x10] >> 2 & 3] + noise(3));
    dsox.r[0x1e] |= 1;
  }
  if (g && now >= dsox.due2) {
    dsox.due2 = now + periods[g];
    rate((double)now / 1e6, b);
    for (int i = 0; i < 3; i++)
      put(dsox.r + 0x22 + 2 * i, (b[i] * 180 / M_PI + (dsox.r[0x14] & 4 ? 300 : 0)) / 0.07 + noise(2));
    dsox.r[0x1e] |= 2;
  }
}

static chip *of(uint8_t address) {
  const uint64_t now = clock_now();
  chips_transactions++;
  if (chips_are_unplugged || !has_chips) return 0;
  if (address == mdl.address) return mdl_measure(now), &mdl;
  if (address == dh.address && !has_gyroscope) return dh_measure(now), &dh;
  if (address == dsox.address && has_gyroscope) return dsox_measure(now), &dsox;
  return 0;
}

int32_t chips_read(void *context, uint8_t address, uint8_t first, uint8_t *bytes, uint32_t count) {
  chip *it = of(address);
  (void)context;
  if (!it) return 1;
  const int goes_on = it == &dsox || first & 0x80;
  int place = it == &dsox ? first : first & 0x7f;
  for (uint32_t i = 0; i < count; i++) {
    bytes[i] = it->r[place & 0x7f];
    if (it == &mdl && place == 0x2d) mdl.r[0x27] = 0;
    if (it == &dh && place == 0x2d) dh.r[0x27] = 0;
    if (it == &dsox && place == 0x27) dsox.r[0x1e] &= (uint8_t)~2;
    if (it == &dsox && place == 0x2d) dsox.r[0x1e] &= (uint8_t)~1;
    if (goes_on) place++;
  }
  return 0;
}

int32_t chips_write(void *context, uint8_t address, uint8_t first, const uint8_t *bytes, uint32_t count) {
  chip *it = of(address);
  const uint8_t value = bytes[0];
  (void)context;
  if (!it || count != 1) return 1;
  first &= 0x7f;
  if (it == &mdl) {
    if (first == 0x21 && value & 4) {
      mdl_reset();
      return 0;
    }
    if ((first >= 0x05 && first <= 0x0a) || (first >= 0x20 && first <= 0x24)) mdl.r[first] = value;
    if (first == 0x20 || first == 0x22) mdl.due = clock_now() + 12500, mdl.r[0x27] = 0;
  } else if (it == &dh) {
    if (first >= 0x1e && first <= 0x2e && first != 0x27) dh.r[first] = value;
    if (first == 0x20) dh.due = clock_now() + 2500, dh.r[0x27] = 0;
  } else {
    if (first == 0x01 || (first >= 0x10 && first <= 0x19)) dsox.r[first] = value;
  }
  return 0;
}
