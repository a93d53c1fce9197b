// The guided calibration over a recording: one row a line, time, field and force; prints the record, or that there is none.
#include <binnacle.h>
#include <inttypes.h>
#include <stdio.h>

static binnacle_compass compass;
static binnacle_calibration calibration;
static uint8_t record[BINNACLE_RECORD_SIZE];
static int hasRecord;

static void step(uint64_t now) {
  binnacle_progress progress;
  if (binnacle_calibration_step(&calibration, &compass, now) == BINNACLE_NEW_RECORD)
    hasRecord = binnacle_compass_get_record(&compass, record, sizeof record) == BINNACLE_OK;
  binnacle_calibration_progress(&calibration, now, &progress);
  if (progress.state == BINNACLE_REVIEW) binnacle_calibration_commit(&calibration, now);
}

int main(void) {
  uint64_t now;
  int32_t field[3], force[3];
  if (binnacle_compass_init(&compass, sizeof compass) || binnacle_calibration_init(&calibration, sizeof calibration))
    return 1;
  binnacle_calibration_set_store(&calibration, 0);
  binnacle_calibration_start(&calibration, BINNACLE_MAGNETOMETER, 0, 0, 0);
  while (scanf(
             "%" SCNu64 " %" SCNd32 " %" SCNd32 " %" SCNd32 " %" SCNd32 " %" SCNd32 " %" SCNd32, &now, &field[0],
             &field[1], &field[2], &force[0], &force[1], &force[2]) == 7) {
    binnacle_compass_add_force(&compass, force, now, 0);
    binnacle_compass_add_field(&compass, field, now, 0);
    for (int turn = 0; turn < 12; turn++) step(now);
  }
  binnacle_calibration_finish(&calibration, now);
  for (int turn = 0; turn < 4000; turn++) step(now);
  for (int i = 0; hasRecord && i < BINNACLE_RECORD_SIZE; i++) printf("%02x", record[i]);
  printf("\n");
  return 0;
}
