// Runs a sketch on the PC: run WHERE [--seconds=N] [--gyroscope] [--empty] [--still] [--kept=FILE] [--writes=N] [--pull=SECONDS]
// WHERE is tcp:0 or pty for a board, and text for a sketch that prints. SKETCH is the file, quoted.
#include <stdlib.h>
#include <time.h>

#include "Arduino.h"
#include "Wire.h"

SerialPort Serial;
TwoWire Wire;
const char *kept_file;
long kept_writes = 1000000;
static double longest;
static int lamp = -1;

void yield() {
  const timespec rest = {0, 100000};
  nanosleep(&rest, nullptr);
}
int digitalRead(uint8_t) { return clock_now() / 1000000 == 3 ? LOW : HIGH; }
void digitalWrite(uint8_t, uint8_t value) { lamp = value; }

#include SKETCH

int main(int count, char **words) {
  int gyroscope = 0, still = 0, present = 1;
  double seconds = 1e9, pull = 1e9;
  for (int i = 2; i < count; i++) {
    if (!strcmp(words[i], "--gyroscope")) gyroscope = 1;
    if (!strcmp(words[i], "--still")) still = 1;
    if (!strcmp(words[i], "--empty")) present = 0;
    if (!strncmp(words[i], "--seconds=", 10)) seconds = atof(words[i] + 10);
    if (!strncmp(words[i], "--pull=", 7)) pull = atof(words[i] + 7);
    if (!strncmp(words[i], "--kept=", 7)) kept_file = words[i] + 7;
    if (!strncmp(words[i], "--writes=", 9)) kept_writes = atol(words[i] + 9);
  }
  chips_begin(gyroscope, still, present);
  Serial.is_text = !strcmp(words[1], "text");
  if (!Serial.is_text && !line_open(words[1])) return 1;
  setup();
  while ((double)clock_now() < seconds * 1e6) {
    timespec before, after;
    chips_are_unplugged = (double)clock_now() > pull * 1e6;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
    loop();
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
    const double took = (double)(after.tv_sec - before.tv_sec) * 1e3 + (double)(after.tv_nsec - before.tv_nsec) / 1e6;
    if (took > longest) longest = took;
    line_flush();
    fflush(stdout);
    yield();
  }
  fprintf(
      stderr, "led %d, longest loop %.3f ms, heading of the world %.1f\n", lamp, longest, world_heading(clock_now()));
}
