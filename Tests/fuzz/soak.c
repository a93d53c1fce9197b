// Hours of a device's time in minutes: the C library on the samples of an instrument that is turned, calibrated anew each hour,
// and passes a magnet every quarter of an hour. Its answers are held to the truth, and its memory to its bounds.
//
//   soak HOURS SEED
//
// The clock begins an hour before 2^32 milliseconds, and its microseconds pass 2^32 every 72 minutes. In the last hour a second
// compass begins with the same record: after a minute both must say the same.
#include <binnacle.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guarded.h"

static struct {
  uint64_t guard0;
  binnacle_compass compass;
  uint64_t guard1;
  binnacle_calibration calibration;
  uint64_t guard2;
  binnacle_motion motion;
  uint64_t guard3;
  binnacle_guide guide;
  uint64_t guard4;
  binnacle_locator locator;
  uint64_t guard5;
} o = {.guard0 = GUARD, .guard1 = GUARD, .guard2 = GUARD, .guard3 = GUARD, .guard4 = GUARD, .guard5 = GUARD};
static binnacle_compass twin;

static uint64_t state, now, start;
static unsigned long samples, readings, calibrations, compared, faults;
// Readings with nothing beside; those with a heading; those within what they state. The same of the fused heading.
static unsigned long calm, valid, within, fused_valid, fused_within, magnets, magnets_seen;

static double draw(void) { return (double)(split_mix(&state) >> 11) / 9007199254740992.0; }
// About normal, with one standard deviation.
static double noise(void) { return (draw() + draw() + draw() + draw() - 2) * 1.7320508; }

static void fault(const char *what) {
  if (faults++ < 20) printf("%s at %.3f s\n", what, (double)(now - start) * 1e-6);
}
static void good(binnacle_result code, const char *what) {
  if (code < 0) fault(what);
}

// The attitude in radians: turn, nose up, right side down; the wanted rate of turn, and the three rates.
static double psi, theta, phi, psi_rate, turned, raised, rolled;

// Ten milliseconds of a hand, which trembles while it moves; or of an instrument that lies still.
static void move(double seconds, int is_calibrating) {
  static double until, rate;
  double before[3] = {psi, theta, phi}, tilt[2] = {0.3 * sin(0.11 * seconds), 0.3 * sin(0.07 * seconds)};
  if (seconds > until) {
    until = seconds + 2 + 10 * draw();
    rate = draw() < 0.5 ? 0 : 3 * draw() - 1.5;
  }
  double wanted = is_calibrating ? 1.1 : rate;
  psi_rate = wanted == 0 ? 0 : psi_rate + (wanted - psi_rate) * 0.05;
  if (is_calibrating) {
    tilt[0] = 1.4 * sin(0.35 * seconds);
    tilt[1] = 3 * sin(0.23 * seconds);
  }
  if (wanted != 0) {
    psi += psi_rate * 0.01 + 0.0008 * noise();
    theta += (tilt[0] - theta) * 0.02 + 0.0008 * noise();
    phi += (tilt[1] - phi) * 0.02 + 0.0008 * noise();
  }
  turned = (psi - before[0]) * 100;
  raised = (theta - before[1]) * 100;
  rolled = (phi - before[2]) * 100;
}

// A vector of north, east and down in the axes of the body.
static void in_body(const double v[3], double out[3]) {
  double cs = cos(psi), ss = sin(psi), ct = cos(theta), st = sin(theta), cr = cos(phi), sr = sin(phi);
  out[0] = ct * cs * v[0] + ct * ss * v[1] - st * v[2];
  out[1] = (sr * st * cs - cr * ss) * v[0] + (sr * st * ss + cr * cs) * v[1] + sr * ct * v[2];
  out[2] = (cr * st * cs + sr * ss) * v[0] + (cr * st * ss - sr * cs) * v[1] + cr * ct * v[2];
}

// How far an angle is from the heading, in 1/100 degree.
static double error(uint32_t angle) {
  double difference = angle * (360 / 4294967296.0) - psi * (180 / 3.14159265358979);
  return fabs(remainder(difference, 360)) * 100;
}

static void sample(double magnet) {
  static const double earth[3] = {21600, 0, 43400}, up[3] = {0, 0, -1e6}, iron[3] = {9000, -14000, 21000};
  double field[3], force[3];
  int32_t whole[3];
  in_body(up, force);
  in_body(earth, field);
  for (int i = 0; i < 3; i++) whole[i] = (int32_t)lround(force[i] + 1500 * noise());
  good(binnacle_compass_add_force(&o.compass, whole, now, 0), "add_force");
  binnacle_compass_add_force(&twin, whole, now, 0);
  for (int i = 0; i < 3; i++) whole[i] = (int32_t)lround(field[i] + iron[i] + 120 * noise() + (i == 1 ? magnet : 0));
  good(binnacle_compass_add_field(&o.compass, whole, now, 0), "add_field");
  binnacle_compass_add_field(&twin, whole, now, 0);
  samples += 2;
}

static void turn(void) {
  static const double bias[3] = {0.004, -0.003, 0.002};
  // The mean since the rate before: that of the middle.
  double t = theta - raised * 0.005, r = phi - rolled * 0.005;
  double rate[3] = {
      rolled - turned * sin(t), raised * cos(r) + turned * cos(t) * sin(r), turned * cos(t) * cos(r) - raised * sin(r)};
  int32_t whole[3];
  for (int i = 0; i < 3; i++) whole[i] = (int32_t)lround((rate[i] + bias[i] + 0.001 * noise()) * 1048576);
  good(binnacle_motion_add_rate(&o.motion, whole, now, 0), "add_rate");
  samples++;
}

static void work(void) {
  uint8_t record[BINNACLE_RECORD_SIZE];
  binnacle_progress progress;
  binnacle_result code = binnacle_guide_step(&o.guide, &o.calibration, &o.compass, &o.motion, now);
  good(code, "guide_step");
  if (code == BINNACLE_NEW_RECORD) {
    good(binnacle_compass_get_record(&o.compass, record, sizeof record), "get_record");
    good(binnacle_calibration_saved(&o.calibration, 1, now), "saved");
    calibrations++;
  }
  good(binnacle_calibration_progress(&o.calibration, now, &progress), "progress");
  if (progress.state == BINNACLE_REVIEW) good(binnacle_calibration_commit(&o.calibration, now), "commit");
  good(binnacle_motion_step(&o.motion, &o.compass), "motion_step");
  good(binnacle_locator_step(&o.locator, &o.compass), "locator_step");
}

static void look(int is_calm, int is_magnet, int is_compared) {
  binnacle_reading reading, alone, other;
  binnacle_fused fused;
  good(binnacle_motion_read(&o.motion, &o.compass, now, &reading), "read");
  good(binnacle_motion_fused(&o.motion, &o.compass, now, &fused), "fused");
  good(binnacle_compass_read(&o.compass, now, &alone), "read of the compass alone");
  good(binnacle_compass_read(&twin, now, &other), "read of the second");
  readings++;
  if (reading.time_microseconds > now || now - reading.time_microseconds > 30000) fault("a reading of another time");
  if (is_magnet && reading.disturbance != BINNACLE_DISTURBANCE_CLEAR) magnets_seen++;
  if (is_magnet) magnets++;
  if (!is_calm) return;
  calm++;
  if (reading.is_magnetic_valid && reading.is_true_valid && reading.accuracy_centidegrees != 65535) {
    valid++;
    within += error(reading.magnetic_q32_turns) <= reading.accuracy_centidegrees;
  }
  if (fused.is_magnetic_valid && fused.reason == 0) {
    fused_valid++;
    fused_within += error(fused.magnetic_q32_turns) <= fused.accuracy_centidegrees;
  }
  if (!is_compared) return;
  compared++;
  if (alone.magnetic_q32_turns != other.magnetic_q32_turns) fault("another heading than that of a new compass");
}

static void begin(void) {
  now = start = (4294967296ull - 3600000) * 1000;
  good(binnacle_compass_init(&o.compass, sizeof o.compass), "init");
  good(binnacle_compass_init(&twin, sizeof twin), "init");
  good(binnacle_calibration_init(&o.calibration, sizeof o.calibration), "init");
  good(binnacle_motion_init(&o.motion, sizeof o.motion, &(binnacle_motion_settings){0, 0, 0, 0}), "init");
  good(binnacle_guide_init(&o.guide, sizeof o.guide), "init");
  good(binnacle_locator_init(&o.locator, sizeof o.locator), "init");
}

// Each hour another day, and another calibration.
static void begin_hour(long tick) {
  binnacle_place place = {470000000, 80000000, 400000, 2026, 6, 1 + (int32_t)(tick / 8640000), 1};
  good(binnacle_locator_set(&o.locator, &o.compass, &place), "locator_set");
  good(binnacle_calibration_start(&o.calibration, BINNACLE_MAGNETOMETER, 0, 0, now), "start");
}

static void begin_second_compass(void) {
  uint8_t record[BINNACLE_RECORD_SIZE];
  good(binnacle_compass_get_record(&o.compass, record, sizeof record), "get_record");
  good(binnacle_compass_set_record(&twin, record, sizeof record), "set_record of the second");
}

static int is_intact(void) {
  return o.guard0 == GUARD && o.guard1 == GUARD && o.guard2 == GUARD && o.guard3 == GUARD && o.guard4 == GUARD &&
      o.guard5 == GUARD;
}

// Holds the counts to what they must be.
static void judge(double hours) {
  if (valid < calm * 0.99) fault("too few headings");
  if (within < valid * 0.95) fault("headings beyond their accuracy");
  if (fused_valid < calm * 0.99) fault("too few fused headings");
  if (fused_within < fused_valid * 0.95) fault("fused headings beyond their accuracy");
  if (magnets_seen < magnets * 0.95) fault("magnets unseen");
  if (calibrations < (unsigned long)ceil(hours)) fault("calibrations without a record");
  if (compared == 0) fault("nothing compared");
}

int main(int count, char **words) {
  if (count != 3) return 2;
  double hours = atof(words[1]);
  state = strtoull(words[2], NULL, 10);
  begin();
  long ticks = (long)(hours * 360000), last_hour = (ticks - 1) / 360000 * 360000, twin_since = -1;
  for (long tick = 0; tick < ticks; tick++) {
    now += 10000;
    long in_hour = tick % 360000, in_quarter = in_hour % 90000;
    double seconds = (double)tick * 0.01;
    if (in_hour == 0) begin_hour(tick);
    // Four minutes of the hour are the calibration's; then its trace in the filters goes.
    int is_magnet = in_quarter >= 80000 && in_quarter < 81000;
    move(seconds, in_hour < 18000);
    turn();
    if (tick % 2 == 0) sample(is_magnet ? 30000 : 0);
    for (int slices = 0; slices < 4; slices++) work();
    if (tick >= last_hour && in_hour == 30000) {
      begin_second_compass();
      twin_since = tick;
    }
    int is_calm = in_hour > 24000 && (in_quarter < 80000 || in_quarter > 83000);
    if (tick % 10 == 0) look(is_calm, is_magnet && in_quarter > 80100, twin_since >= 0 && tick > twin_since + 6000);
    if (!is_intact()) return fault("wrote beside its memory"), 1;
  }
  judge(hours);
  printf(
      "%.2f h, %lu samples, %lu readings, %llu passes of 2^32 microseconds, %lu calibrations; %.2f %% of %lu headings and"
      " %.2f %% of %lu fused within what they state, %.1f %% of %lu readings beside a magnet flagged; %lu compared; %lu faults\n",
      hours, samples, readings, (unsigned long long)((now >> 32) - (start >> 32)), calibrations,
      100.0 * within / (valid ? valid : 1), valid, 100.0 * fused_within / (fused_valid ? fused_valid : 1), fused_valid,
      100.0 * magnets_seen / (magnets ? magnets : 1), magnets, compared, faults);
  return faults != 0;
}
