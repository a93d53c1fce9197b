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

int main(void) {
  static char line[1024];
  int has_gyroscope = 0;
  check(binnacle_compass_init(&compass, sizeof compass), "init");
  check(binnacle_motion_init(&motion, sizeof motion, NULL), "init");
  while (fgets(line, sizeof line, stdin)) {
    uint64_t now;
    int32_t v[8], there, w[3];
    char *at = line + 1;
    switch (line[0]) {
      case 'p': {
        binnacle_place place = {0};
        int32_t *numbers = &place.latitude_e7_degrees;
        for (int i = 0; i < 6; i++) numbers[i] = (int32_t)strtol(at, &at, 10);
        check(binnacle_compass_set_place(&compass, &place), line);
        break;
      }
      case 'x':
        for (int i = 0; i < 2; i++) v[i] = (int32_t)strtol(at, &at, 10);
        check(binnacle_compass_set_axes(&compass, BINNACLE_MAGNETOMETER, v[0], v[1]), line);
        check(binnacle_motion_set_axes(&motion, v[0], v[1]), line);
        break;
      case 'r': {
        uint8_t record[BINNACLE_RECORD_SIZE];
        unsigned byte;
        for (int i = 0; i < BINNACLE_RECORD_SIZE; i++) {
          if (sscanf(line + 2 + 2 * i, "%2x", &byte) != 1) return 1;
          record[i] = (uint8_t)byte;
        }
        check(binnacle_compass_set_record(&compass, record, sizeof record), line);
        break;
      }
      case 'n': check(binnacle_compass_set_reference(&compass, (int32_t)strtol(at, NULL, 10)), line); break;
      case 'o': check(binnacle_compass_set_pointing(&compass, (int32_t)strtol(at, NULL, 10)), line); break;
      case 's': check(binnacle_compass_set_smoothing(&compass, (uint32_t)strtoul(at, NULL, 10)), line); break;
      case 'l': check(binnacle_compass_set_level_tolerance(&compass, (int32_t)strtol(at, NULL, 10)), line); break;
      case 'd':
        for (int i = 0; i < 5; i++) v[i] = (int32_t)strtol(at, &at, 10);
        check(binnacle_compass_set_deviation(&compass, v), line);
        break;
      case 'g': has_gyroscope = 1; break;
      case 'w':
        now = strtoull(at, &at, 10);
        for (int i = 0; i < 4; i++) v[i] = (int32_t)strtol(at, &at, 10);
        check(binnacle_motion_add_rate(&motion, v, now, (uint32_t)v[3]), line);
        work();
        break;
      case 'm':
        now = strtoull(at, &at, 10);
        for (int i = 0; i < 3; i++) v[i] = (int32_t)strtol(at, &at, 10);
        there = (int32_t)strtol(at, &at, 10);
        for (int i = 0; i < 3; i++) w[i] = (int32_t)strtol(at, &at, 10);
        if (there) check(binnacle_compass_add_force(&compass, w, now, 0), line);
        check(binnacle_compass_add_field(&compass, v, now, 0), line);
        if (has_gyroscope) work();
        print_reading(now, has_gyroscope);
        if (has_gyroscope) print_motion(now);
        printf("\n");
        break;
      default: return 1;
    }
  }
  return 0;
}
