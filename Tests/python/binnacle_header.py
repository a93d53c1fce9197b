"""Programs that call every function of binnacle.h, made from what the header declares."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Sources/Library/Maker"))
import c_header

# The objects of the library, in the order of Tests/fuzz/calls.c.
OBJECTS = tuple(f"binnacle_{name}" for name in ("compass", "calibration", "motion", "axis_check", "guide", "locator"))
assert set(OBJECTS) == set(c_header.header().objects)


def is_object(argument):
    return argument.is_pointer and argument.kind in OBJECTS


def alignment(argument):
    """Of what a pointer points to."""
    structure = c_header.header().structure(argument.kind)
    return 8 if is_object(argument) else structure.alignment if structure else c_header.NUMBERS[argument.kind]


def length(argument):
    """The elements of an array."""
    lengths = {
        "coefficients_q32_turns": 5,
        "force_micro_g": 3,
        "micro_g": 3,
        "bytes": c_header.header().numbers["RECORD_SIZE"],
    }
    return lengths.get(argument.name, argument.count)


def functions():
    """The functions that return a code, in the order of the header."""
    return [function for function in c_header.header().functions if function.has_code]


def size_word(function):
    """The right size for a function that takes one."""
    return f"sizeof({function.parameters[0].kind})" if function.name.endswith("_init") else "BINNACLE_RECORD_SIZE"


def program():
    """A C program that calls every function with each pointer null, not aligned, and an object of zeros or of another kind."""
    lines = []

    def expect(function, words, wanted):
        lines.append(f'  expect("{function.name}({", ".join(words)})", {function.name}({", ".join(words)}), {wanted});')

    def valid(function, argument):
        if argument.is_pointer:
            return f"good_{argument.kind[9:]}" if is_object(argument) else f"({argument.kind} *)room"
        if argument.kind == "size_t":
            return size_word(function)
        return "0"

    for function in functions():
        words = [valid(function, argument) for argument in function.parameters]

        def call(place, word, wanted):
            expect(function, [word if i == place else other for i, other in enumerate(words)], wanted)

        for place, argument in enumerate(function.parameters):
            if not argument.is_pointer:
                if argument.kind in ("int32_t", "uint32_t"):
                    for extreme in ("INT32_MIN", "INT32_MAX", "-1"):
                        changed = [
                            f"({argument.kind}){extreme}" if i == place else other for i, other in enumerate(words)
                        ]
                        lines.append(f"  known({function.name}({', '.join(changed)}));\n  make();")
                elif argument.kind == "size_t" and function.name.endswith("_init"):
                    for size in ("0", f"{words[place]} - 1", f"{words[place]} + 1", "(size_t)-1"):
                        call(place, size, "BINNACLE_ERROR_SIZE")
                continue
            if not argument.may_be_null:
                call(place, f"({argument.kind} *)0", "BINNACLE_ERROR_NULL")
            for step in {1, alignment(argument) // 2} - {0} if alignment(argument) > 1 else ():
                call(place, f"({argument.kind} *)(void *)(odd + {step})", "BINNACLE_ERROR_ALIGNMENT")
            if is_object(argument) and not function.name.endswith("_init"):
                other = OBJECTS[OBJECTS.index(argument.kind) - 1][9:]
                for wrong in ("zeros", "ones", f"good_{other}"):
                    call(place, f"({argument.kind} *)(void *){wrong}", "BINNACLE_ERROR_UNINITIALISED")
    return PROGRAM.replace("@CALLS@", "\n".join(lines))


PROGRAM = r"""// Made from binnacle.h: every function with pointers that it cannot use.
#include <binnacle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Memory of exactly the declared sizes, so that an access behind them is found.
static binnacle_compass *good_compass;
static binnacle_calibration *good_calibration;
static binnacle_motion *good_motion;
static binnacle_axis_check *good_axis_check;
static binnacle_guide *good_guide;
static binnacle_locator *good_locator;
static unsigned char *zeros, *ones, *odd, *room;
static int calls, failures;

static void expect(const char *call, binnacle_result found, binnacle_result wanted) {
  calls++;
  if (found == wanted) return;
  printf("%s: %d (%s), not %d\n", call, (int)found, binnacle_strerror(found), (int)wanted);
  failures++;
}

static void known(binnacle_result found) {
  calls++;
  if (strstr(binnacle_strerror(found), "does not have")) failures++;
}

static void make(void) {
  binnacle_compass_init(good_compass, sizeof *good_compass);
  binnacle_calibration_init(good_calibration, sizeof *good_calibration);
  binnacle_motion_init(good_motion, sizeof *good_motion, 0);
  binnacle_axis_check_init(good_axis_check, sizeof *good_axis_check);
  binnacle_guide_init(good_guide, sizeof *good_guide);
  binnacle_locator_init(good_locator, sizeof *good_locator);
}

int main(void) {
  good_compass = malloc(sizeof *good_compass);
  good_calibration = malloc(sizeof *good_calibration);
  good_motion = malloc(sizeof *good_motion);
  good_axis_check = malloc(sizeof *good_axis_check);
  good_guide = malloc(sizeof *good_guide);
  good_locator = malloc(sizeof *good_locator);
  zeros = calloc(1, BINNACLE_GUIDE_SIZE);
  ones = malloc(BINNACLE_GUIDE_SIZE);
  memset(ones, 0xff, BINNACLE_GUIDE_SIZE);
  odd = calloc(1, BINNACLE_GUIDE_SIZE + 8);
  room = calloc(1, 256);
  make();
@CALLS@
  free(good_compass);
  free(good_calibration);
  free(good_motion);
  free(good_axis_check);
  free(good_guide);
  free(good_locator);
  free(zeros);
  free(ones);
  free(odd);
  free(room);
  printf("%d calls, %d failures\n", calls, failures);
  return failures != 0;
}
"""


def table():
    """The part of Tests/fuzz/calls.c that the header makes: each function, called with random arguments."""
    found = functions()

    def word(function, place, argument):
        # calls.c has four rooms; no function has a pointer behind the fourth argument but its last one.
        place = min(place, 3)
        if is_object(argument):
            return f"&o.{argument.kind[9:]}"
        if argument.is_pointer:
            strength = {"nanotesla": 48000, "micro_g": 1000000, "q20_radians_per_second": 500000}.get(argument.name)
            made = (
                f"axes({place}, {strength})"
                if strength
                else f"day({place})"
                if argument.kind == "binnacle_place"
                else f"record({place})"
                if argument.name == "bytes"
                else f"room({place})"
            )
            return f"below(4) ? {made} : NULL" if argument.may_be_null else made
        if argument.kind == "size_t":
            return size_word(function)
        return "instant()" if argument.kind == "uint64_t" else f"({argument.kind})number()"

    cases = []
    for place, function in enumerate(found):
        words = ", ".join(word(function, i, argument) for i, argument in enumerate(function.parameters))
        cases.append(f"    case {place}: return {function.name}({words});")
    takes = [
        sum(
            1 << i
            for i, kind in enumerate(OBJECTS)
            if any(is_object(a) and a.kind == kind for a in function.parameters)
        )
        for function in found
    ]
    return "\n".join(
        [
            f"enum {{ FUNCTIONS = {len(found)} }};",
            f"static const char *const names[] = {{{', '.join(json.dumps(function.name) for function in found)}}};",
            f"static const unsigned takes[] = {{{', '.join(map(str, takes))}}};",
            "static binnacle_result call(int which) {",
            "  switch (which) {",
            *cases,
            "    default: return 0;",
            "  }",
            "}",
            "",
        ]
    )
