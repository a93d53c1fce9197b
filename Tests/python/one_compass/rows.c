// The readings of samples by the C library: lines of samples.py on standard input, numbers of test_one_compass.py on standard output.
#include <binnacle.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static binnacle_compass compass;
static binnacle_motion motion;

// Ends the program: a call was refused.
static void check(binnacle_result result, const char *line) {
  if (result >= 0) return;
  fprintf(stderr, "%s: %s\n", binnacle_strerror(result), line);
  exit(1);
}

// All work that is due: a block of rates leaves eight slices.
static void work(void) {
  binnacle_result result;
  while ((result = binnacle_motion_step(&motion, &compass)) == BINNACLE_MORE_WORK) {}
  check(result, "step");
}

static void print_reading(uint64_t now, int has_gyroscope) {
  binnacle_reading r;
  check(
      has_gyroscope ? binnacle_motion_read(&motion, &compass, now, &r) : binnacle_compass_read(&compass, now, &r),
      "read");
  printf(
      "%" PRIu64 " %d %" PRIu32 " %d %" PRIu32 " %d %d %" PRIu32 " %d %d %d %d %d %d %" PRId32 " %" PRId32 " %" PRId32
      " %" PRIu32 " %" PRId32 " %" PRId32 " %" PRId32,
      r.time_microseconds, r.is_magnetic_valid, r.magnetic_q32_turns, r.is_true_valid, r.true_q32_turns, r.reference,
      r.accuracy_centidegrees, r.doubts, r.mode, r.reason, r.grade, r.disturbance, r.cause, r.is_solved,
      r.dip_q32_turns, r.roll_q32_turns, r.pitch_q32_turns, r.horizontal_nanotesla, r.field_q8_nanotesla[0],
      r.field_q8_nanotesla[1], r.field_q8_nanotesla[2]);
  printf(" %d %d %d %d %d", r.zone, r.orientation, r.is_display_flat, r.event, r.has_force);
  for (int i = 0; i < 3; i++) printf(" %" PRId32, r.force_micro_g[i]);
}

static void print_motion(uint64_t now) {
  binnacle_fused f;
  binnacle_motion_estimate e;
  binnacle_motion_quality q;
  binnacle_motion_counts c;
  check(binnacle_motion_get(&motion, &e), "get");
  check(binnacle_motion_get_quality(&motion, &q), "quality");
  check(binnacle_motion_get_counts(&motion, &c), "counts");
  printf(" %" PRIu64, e.time_microseconds);
  for (int i = 0; i < 4; i++) printf(" %" PRId32, e.attitude_q30[i]);
  printf(" %" PRId32, e.turn_q20_radians_per_second);
  for (int i = 0; i < 3; i++) printf(" %" PRId32, e.bias_q20_radians_per_second[i]);
  printf(
      " %" PRIu32 " %" PRId32 " %" PRIu32 " %" PRId32 " %" PRIu32, q.bias_deviation_q20_radians_per_second, q.scale_q24,
      q.scale_deviation_q24, q.field_delay_microseconds, q.field_delay_deviation_microseconds);
  for (int i = 0; i < 3; i++) printf(" %" PRId32, q.hard_iron_nanotesla[i]);
  printf(
      " %d %d %d %d %d %d %d %d", e.state, e.is_at_rest, c.missing, c.repeated, c.out_of_order, c.late, c.saturated,
      c.restarts);
  check(binnacle_motion_fused(&motion, &compass, now, &f), "fused");
  printf(
      " %d %" PRIu32 " %d %" PRIu32 " %d %d %d", f.is_magnetic_valid, f.magnetic_q32_turns, f.is_true_valid,
      f.true_q32_turns, f.accuracy_centidegrees, f.reason, f.is_field_turned);
}

// So many numbers of a line; the place behind them.
static char *numbers(char *at, int32_t *into, int count) {
  for (int i = 0; i < count; i++) into[i] = (int32_t)strtol(at, &at, 10);
  return at;
}

static void set_place(char *at, const char *line) {
  binnacle_place place = {0};
  numbers(at, &place.latitude_e7_degrees, 6);
  check(binnacle_compass_set_place(&compass, &place), line);
}

static void set_axes(char *at, const char *line) {
  int32_t axes[2];
  numbers(at, axes, 2);
  check(binnacle_compass_set_axes(&compass, BINNACLE_MAGNETOMETER, axes[0], axes[1]), line);
  check(binnacle_motion_set_axes(&motion, axes[0], axes[1]), line);
}

static void set_deviation(char *at, const char *line) {
  int32_t card[5];
  numbers(at, card, 5);
  check(binnacle_compass_set_deviation(&compass, card), line);
}

// Whether the line is a record.
static int set_record(const char *line) {
  uint8_t record[BINNACLE_RECORD_SIZE];
  unsigned byte;
  for (int i = 0; i < BINNACLE_RECORD_SIZE; i++) {
    if (sscanf(line + 2 + 2 * i, "%2x", &byte) != 1) return 0;
    record[i] = (uint8_t)byte;
  }
  check(binnacle_compass_set_record(&compass, record, sizeof record), line);
  return 1;
}

static void add_rate(char *at, const char *line) {
  int32_t v[4];
  uint64_t now = strtoull(at, &at, 10);
  numbers(at, v, 4);
  check(binnacle_motion_add_rate(&motion, v, now, (uint32_t)v[3]), line);
  work();
}

// Field, whether there is a force, and the force; then the row of it.
static void add_sample(char *at, const char *line, int has_gyroscope) {
  int32_t field[3], there, force[3];
  uint64_t now = strtoull(at, &at, 10);
  at = numbers(at, field, 3);
  at = numbers(at, &there, 1);
  numbers(at, force, 3);
  if (there) check(binnacle_compass_add_force(&compass, force, now, 0), line);
  check(binnacle_compass_add_field(&compass, field, now, 0), line);
  if (has_gyroscope) work();
  print_reading(now, has_gyroscope);
  if (has_gyroscope) print_motion(now);
  printf("\n");
}

int main(void) {
  static char line[1024];
  int has_gyroscope = 0;
  check(binnacle_compass_init(&compass, sizeof compass), "init");
  check(binnacle_motion_init(&motion, sizeof motion, NULL), "init");
  while (fgets(line, sizeof line, stdin)) {
    char *at = line + 1;
    switch (line[0]) {
      case 'p': set_place(at, line); break;
      case 'x': set_axes(at, line); break;
      case 'r':
        if (!set_record(line)) return 1;
        break;
      case 'n': check(binnacle_compass_set_reference(&compass, (int32_t)strtol(at, NULL, 10)), line); break;
      case 'o': check(binnacle_compass_set_pointing(&compass, (int32_t)strtol(at, NULL, 10)), line); break;
      case 's': check(binnacle_compass_set_smoothing(&compass, (uint32_t)strtoul(at, NULL, 10)), line); break;
      case 'l': check(binnacle_compass_set_level_tolerance(&compass, (int32_t)strtol(at, NULL, 10)), line); break;
      case 'd': set_deviation(at, line); break;
      case 'g': has_gyroscope = 1; break;
      case 'w': add_rate(at, line); break;
      case 'm': add_sample(at, line, has_gyroscope); break;
      default: return 1;
    }
  }
  return 0;
}
