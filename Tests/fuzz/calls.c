// Calls the C library at random: every function of binnacle.h, on six objects that live, with arguments good and bad; and with
// damaged objects, of which each byte gets every kind of wrong value.
//
//   calls random SEED CALLS    random calls; now and then an object is damaged for some of them
//   calls damage SEED STATES   in so many states: each byte of each object damaged in turn, and every function called
//   calls several SEED STATES  in so many states: 1 to 16 bytes of an object damaged at once, 20,000 times
//
// Nothing may trap, take two seconds, write beside an object or answer with a code that the header does not have. What does is
// told once for each function and object, and the last line counts. The first fault ends `random`: its seed repeats it.
#include <binnacle.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "guarded.h"

// The objects, with words between them that no function may touch.
static struct objects {
  uint64_t guard0;
  binnacle_compass compass;
  uint64_t guard1;
  binnacle_calibration calibration;
  uint64_t guard2;
  binnacle_motion motion;
  uint64_t guard3;
  binnacle_axis_check axis_check;
  uint64_t guard4;
  binnacle_guide guide;
  uint64_t guard5;
  binnacle_locator locator;
  uint64_t guard6;
} o;

static const struct {
  const char *name;
  size_t at, size;
} parts[] = {
#define PART(member) {#member, offsetof(struct objects, member), sizeof(o.member)}
    PART(compass),
    PART(calibration),
    PART(motion),
    PART(axis_check),
    PART(guide),
    PART(locator),
};
enum { PARTS = sizeof parts / sizeof *parts };

static uint64_t random_state, now;
static unsigned long long calls;
// Whether no byte was damaged since the objects were made: then none may be called overwritten.
static int is_whole = 1, refused;

static uint64_t draw(void) { return split_mix(&random_state); }
static uint32_t below(uint32_t limit) { return (uint32_t)(draw() % limit); }

// A number for any argument: often small, sometimes extreme.
static int32_t number(void) {
  static const int32_t edges[] = {
      INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX - 1, INT32_MAX, 65535, 65536, 2000, 2026};
  switch (below(8)) {
    case 0: return edges[below(sizeof edges / sizeof *edges)];
    case 1: return (int32_t)draw();
    case 2: return (int32_t)(draw() >> (32 + below(32)));
    default: return (int32_t)below(8);
  }
}

// A time for any argument: nearly always that of the clock.
static uint64_t instant(void) { return below(200) ? now : draw() >> below(64); }

// Each argument that is no object has 216 bytes, of random contents; the words behind are guarded.
static struct {
  uint64_t bytes[27], guard;
} rooms[4] = {{{0}, GUARD}, {{0}, GUARD}, {{0}, GUARD}, {{0}, GUARD}};

static void *room(int which) {
  for (int i = 0; i < 8; i++) rooms[which].bytes[i] = draw();
  return rooms[which].bytes;
}

// Three axes: a direction drawn anew, of the strength of a field, of gravity or of a turn, or any numbers.
static void *axes(int which, int strength) {
  int32_t *words = room(which);
  if (below(8) == 0) {
    for (int i = 0; i < 5; i++) words[i] = number();
  } else {
    static const int32_t iron[3] = {12000, -7000, 30000};
    int axis = (int)below(3);
    for (int i = 0; i < 3; i++) {
      words[i] = (int32_t)below((uint32_t)strength) - strength / 2;
      if (i == axis) words[i] = below(2) ? strength : -strength;
      if (strength == 48000) words[i] += iron[i];
    }
  }
  return words;
}

static void *day(int which) {
  binnacle_place place = {473769000, 85417000, 408000, 2026, 6, 15, 1}, *given = room(which);
  if (below(4)) *given = place;
  if (below(2)) given->latitude_e7_degrees = (int32_t)draw() >> below(8);
  if (below(8) == 0) given->year = number();
  return given;
}

static uint32_t crc(const uint8_t *bytes, int count) {
  uint32_t sum = 0xffffffff;
  for (int i = 0; i < count; i++) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum;
}

// A record: that of the compass, often with a byte altered, and then mostly with a right checksum.
static uint8_t *record(int which) {
  uint8_t *bytes = room(which);
  if (below(8)) binnacle_compass_get_record(&o.compass, bytes, BINNACLE_RECORD_SIZE);
  for (uint32_t left = below(4); left > 0; left--) bytes[below(BINNACLE_RECORD_SIZE)] ^= (uint8_t)draw();
  uint32_t sum = crc(bytes, BINNACLE_RECORD_SIZE - 4);
  if (below(8)) memcpy(bytes + BINNACLE_RECORD_SIZE - 4, &sum, 4);
  return bytes;
}

// Made from the header: FUNCTIONS, names, takes (a bit for each object) and call().
#include "calls.h"

static sigjmp_buf back;
static int current;

static void trapped(int signal) { siglongjmp(back, signal); }

static void catch_traps(void) {
  static char stack[65536];
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = trapped, .sa_flags = SA_ONSTACK | SA_NODEFER};
  static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGVTALRM};
  sigaltstack(&own, NULL);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, NULL);
}

// The timer runs on while calls return: each tick but the first of a call is an end.
static unsigned long long ticked = -1ull;
static void tick(int signal) {
  if (ticked == calls) siglongjmp(back, signal);
  ticked = calls;
}

static int guards_hold(void) {
  const uint64_t words[] = {o.guard0, o.guard1, o.guard2, o.guard3, o.guard4, o.guard5, o.guard6};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (words[i] != GUARD) return 0;
  for (int i = 0; i < 4; i++)
    if (rooms[i].guard != GUARD) return 0;
  return 1;
}

// Which codes are the header's: binnacle_strerror() knows them.
static int is_known(binnacle_result code) { return code == 0 || !strstr(binnacle_strerror(code), "does not have"); }

// One call; the words for what went wrong, or NULL.
static const char *tried(int which) {
  current = which;
  calls++;
  binnacle_result code = call(which);
  if (!guards_hold()) return "wrote beside its memory";
  if (refused || (is_whole && code == BINNACLE_ERROR_UNINITIALISED)) return "refused a good object";
  return is_known(code) ? NULL : "answered with an unknown code";
}

static const char *fault(int signal) {
  return signal == SIGVTALRM                  ? "took two seconds"
      : signal == SIGSEGV || signal == SIGBUS ? "touched foreign memory"
                                              : "trapped";
}

static void make(void) {
  memset(&o, 0, sizeof o);
  is_whole = 1;
  o.guard0 = o.guard1 = o.guard2 = o.guard3 = o.guard4 = o.guard5 = o.guard6 = GUARD;
  binnacle_compass_init(&o.compass, sizeof o.compass);
  binnacle_calibration_init(&o.calibration, sizeof o.calibration);
  binnacle_motion_init(&o.motion, sizeof o.motion, NULL);
  binnacle_axis_check_init(&o.axis_check, sizeof o.axis_check);
  binnacle_guide_init(&o.guide, sizeof o.guide);
  binnacle_locator_init(&o.locator, sizeof o.locator);
}

static void good(binnacle_result code) {
  calls++;
  if (is_whole && code == BINNACLE_ERROR_UNINITIALISED) refused = 1;
}

// One turn of a main loop, as firmware has it; `guided`: with a gyroscope.
static void turn(int guided) {
  now += 10000;
  good(binnacle_compass_add_force(&o.compass, axes(0, 1000000), now, 0));
  good(binnacle_compass_add_field(&o.compass, axes(0, 48000), now, 0));
  good(binnacle_motion_add_rate(&o.motion, axes(0, 500000), now, 0));
  for (int slices = 0; slices < 10; slices++) {
    good(
        guided ? binnacle_guide_step(&o.guide, &o.calibration, &o.compass, &o.motion, now)
               : binnacle_calibration_step(&o.calibration, &o.compass, now));
    good(binnacle_motion_step(&o.motion, &o.compass));
    good(binnacle_locator_step(&o.locator, &o.compass));
  }
}

// Puts a record into use: only a calibrated compass expects a field, and goes through all states of its monitor.
static void calibrate(void) {
  uint8_t *bytes = room(0);
  binnacle_compass_get_record(&o.compass, bytes, BINNACLE_RECORD_SIZE);
  // Model order 2 (a sphere), the dip known, 48 µT and 64° (Protocols/calibration/spec.md).
  int32_t strength = 48000, dip = 763549741;
  bytes[5] = 2;
  bytes[7] = 4;
  memcpy(bytes + 68, &strength, 4);
  memcpy(bytes + 76, &dip, 4);
  uint32_t sum = crc(bytes, BINNACLE_RECORD_SIZE - 4);
  memcpy(bytes + BINNACLE_RECORD_SIZE - 4, &sum, 4);
  binnacle_compass_set_record(&o.compass, bytes, BINNACLE_RECORD_SIZE);
}

// Objects after a random part of their life.
static void live(void) {
  make();
  if (below(4)) binnacle_locator_set(&o.locator, &o.compass, day(0));
  if (below(2)) calibrate();
  if (below(4)) binnacle_calibration_start(&o.calibration, below(4) == 0, below(2), 0, now);
  for (uint32_t poses = below(9); poses > 0; poses--)
    binnacle_axis_check_add(&o.axis_check, (int32_t)below(6), axes(0, 48000), axes(1, 1000000));
  int guided = (int)below(2);
  uint32_t turns = below(400);
  while (turns-- > 0) {
    turn(guided);
    if (below(50) == 0) binnacle_calibration_commit(&o.calibration, now);
    if (below(50) == 0) binnacle_calibration_finish(&o.calibration, now);
    if (below(50) == 0) binnacle_calibration_start(&o.calibration, below(4) == 0, below(2), 0, now);
  }
}

static unsigned long long damaged, faults;

static void tell(const char *what, int part, size_t byte, unsigned value) {
  if (faults++ >= 200) return;
  printf("%s %s: %s byte %zu is %#x\n", names[current], what, parts[part].name, byte, value);
  fflush(stdout);
}

// The value that the byte gets, and where it is; not on the stack, which a jump back would leave undefined.
static struct {
  int part, which;
  size_t byte, value;
} at;

// Each function that takes the object, twice with a turn of the loop between: a state may need a sample, and then work.
static void call_all(const struct objects *whole, uint8_t value) {
  for (at.which = 0; at.which < FUNCTIONS; at.which++) {
    if (!(takes[at.which] & 1u << at.part)) continue;
    o = *whole;
    is_whole = 0;
    ((uint8_t *)&o)[parts[at.part].at + at.byte] = value;
    int signal = sigsetjmp(back, 1);
    const char *wrong = signal ? fault(signal) : NULL;
    if (!wrong) wrong = tried(at.which);
    if (!wrong && !signal) {
      turn(at.part == 4);
      wrong = tried(at.which);
    }
    if (wrong) tell(wrong, at.part, at.byte, value);
  }
}

static void damage(uint32_t states) {
  static struct objects whole;
  static uint64_t then;
  for (; states > 0; states--) {
    live();
    whole = o;
    then = now;
    for (at.part = 0; at.part < PARTS; at.part++) {
      // Behind the word that says what the object is.
      for (at.byte = 8; at.byte < parts[at.part].size; at.byte++) {
        for (at.value = 0; at.value < 5; at.value++) {
          uint8_t was = ((uint8_t *)&whole)[parts[at.part].at + at.byte];
          uint8_t values[] = {0xff, 0x7f, 0x80, (uint8_t)draw(), (uint8_t)below(16)};
          damaged++;
          call_all(&whole, values[at.value] == was ? was ^ 0x40 : values[at.value]);
          now = then;
        }
      }
    }
  }
}

// Several bytes of one object at once, then functions that take it, with a turn of the loop between.
static void several(uint32_t states) {
  static struct objects whole;
  static uint64_t then;
  static uint32_t tries;
  for (; states > 0; states--) {
    live();
    whole = o;
    then = now;
    for (tries = 0; tries < 20000; tries++) {
      o = whole;
      now = then;
      is_whole = 0;
      at.part = (int)below(PARTS);
      for (uint32_t left = 1 + below(16); left > 0; left--) {
        uint8_t values[] = {0xff, 0x7f, 0x80, (uint8_t)draw(), (uint8_t)below(16)};
        at.byte = 8 + below((uint32_t)parts[at.part].size - 8);
        at.value = values[below(5)];
        ((uint8_t *)&o)[parts[at.part].at + at.byte] = (uint8_t)at.value;
        damaged++;
      }
      int signal = sigsetjmp(back, 1);
      const char *wrong = signal ? fault(signal) : NULL;
      for (int left = 6; left > 0 && !wrong; left--) {
        turn(at.part == 4);
        do at.which = (int)below(FUNCTIONS);
        while (!(takes[at.which] & 1u << at.part));
        wrong = tried(at.which);
      }
      if (wrong) tell(wrong, at.part, at.byte, (unsigned)at.value);
    }
  }
}

static void at_random(unsigned long long wanted) {
  int signal = sigsetjmp(back, 1);
  if (signal != 0) {
    tell(fault(signal), 0, 0, 0);
    return;
  }
  int guided = 0;
  live();
  while (calls < wanted) {
    now += below(1000) ? below(20000) : draw() >> (20 + below(44));
    if (below(100000) == 0) live();
    if (below(1000) == 0) guided = !guided;
    if (below(4) == 0) turn(guided);
    const char *wrong = tried((int)below(FUNCTIONS));
    if (wrong) {
      tell(wrong, 0, 0, 0);
      return;
    }
    if (below(5000) == 0) {
      int part = (int)below(PARTS);
      ((uint8_t *)&o)[parts[part].at + 8 + below((uint32_t)parts[part].size - 8)] ^= (uint8_t)draw();
      damaged++;
      is_whole = 0;
    }
    if (below(20000) == 0) make();
  }
}

int main(int count, char **words) {
  if (count != 4) return 2;
  random_state = strtoull(words[2], NULL, 10);
  catch_traps();
  struct sigaction action = {.sa_handler = tick, .sa_flags = SA_ONSTACK | SA_NODEFER};
  sigaction(SIGVTALRM, &action, NULL);
  setitimer(ITIMER_VIRTUAL, &(struct itimerval){{2, 0}, {2, 0}}, NULL);
  if (strcmp(words[1], "damage") == 0)
    damage((uint32_t)atoi(words[3]));
  else if (strcmp(words[1], "several") == 0)
    several((uint32_t)atoi(words[3]));
  else
    at_random(strtoull(words[3], NULL, 10));
  printf("%llu calls, %llu damaged bytes, %llu faults\n", calls, damaged, faults);
  return faults != 0;
}
