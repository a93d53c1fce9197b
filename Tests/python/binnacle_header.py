"""What binnacle.h declares: its functions with their arguments, for tests that call every one of them."""

import json
import re
from dataclasses import dataclass

# Values that hold an object of the library, and the alignment of what other pointers point to.
OBJECTS = (
    "binnacle_compass",
    "binnacle_calibration",
    "binnacle_motion",
    "binnacle_axis_check",
    "binnacle_guide",
    "binnacle_locator",
)
ALIGNMENTS = {
    "uint8_t": 1,
    "int16_t": 2,
    "int32_t": 4,
    "uint32_t": 4,
    "binnacle_reading": 8,
    "binnacle_motion_estimate": 8,
    "binnacle_motion_counts": 2,
}
# Pointers that may be null, as the header says.
MAY_BE_NULL = {
    ("binnacle_solve", "force_micro_g"),
    ("binnacle_compass_set_deviation", "coefficients_q32_turns"),
    ("binnacle_motion_init", "settings"),
    ("binnacle_axis_check_add", "micro_g"),
    ("binnacle_axis_check_magnetometer", "accelerometer"),
    ("binnacle_locator_set", "place"),
}


@dataclass(frozen=True)
class Argument:
    """One argument of a function."""

    kind: str
    name: str
    is_pointer: bool
    # Elements of an array; 1 for a single value.
    count: int
    may_be_null: bool

    @property
    def is_object(self):
        return self.is_pointer and self.kind in OBJECTS

    @property
    def alignment(self):
        return 8 if self.is_object else ALIGNMENTS.get(self.kind, 4)


@dataclass(frozen=True)
class Function:
    """One function that answers with a code."""

    name: str
    arguments: tuple


def functions(header):
    """The functions that return a binnacle_result, in the order of the header."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", header.read_text(), flags=re.S)
    found = []
    for name, listed in re.findall(r"\bbinnacle_result\s+(binnacle_\w+)\s*\(([^)]*)\)\s*;", text):
        arguments = []
        for word in listed.split(","):
            kind, star, argument, count = re.fullmatch(
                r"\s*(?:const\s+)?(\w+)\s*(\*?)\s*(\w+)(?:\[(\d+)\])?\s*", word
            ).groups()
            length = int(
                count or {"coefficients_q32_turns": 5, "force_micro_g": 3, "micro_g": 3, "bytes": 216}.get(argument, 1)
            )
            arguments.append(Argument(kind, argument, bool(star or count), length, (name, argument) in MAY_BE_NULL))
        found.append(Function(name, tuple(arguments)))
    return found


def size_word(function):
    """The right size for a function that takes one."""
    return f"sizeof({function.arguments[0].kind})" if function.name.endswith("_init") else "BINNACLE_RECORD_SIZE"


def program(header):
    """A C program that calls every function with each pointer null, not aligned, and an object of zeros or of another kind."""
    lines = []

    def expect(function, words, wanted):
        lines.append(f'  expect("{function.name}({", ".join(words)})", {function.name}({", ".join(words)}), {wanted});')

    def valid(function, argument):
        if argument.is_pointer:
            return f"good_{argument.kind[9:]}" if argument.is_object else f"({argument.kind} *)room"
        if argument.kind == "size_t":
            return size_word(function)
        return "0"

    for function in functions(header):
        words = [valid(function, argument) for argument in function.arguments]

        def call(place, word, wanted):
            expect(function, [word if i == place else other for i, other in enumerate(words)], wanted)

        for place, argument in enumerate(function.arguments):
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
            for step in {1, argument.alignment // 2} - {0} if argument.alignment > 1 else ():
                call(place, f"({argument.kind} *)(void *)(odd + {step})", "BINNACLE_ERROR_ALIGNMENT")
            if argument.is_object and not function.name.endswith("_init"):
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


def table(header):
    """The part of Tests/fuzz/calls.c that the header makes: each function, called with random arguments."""
    found = functions(header)

    def word(function, place, argument):
        if argument.is_object:
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
        words = ", ".join(word(function, i, argument) for i, argument in enumerate(function.arguments))
        cases.append(f"    case {place}: return {function.name}({words});")
    takes = [
        sum(1 << i for i, kind in enumerate(OBJECTS) if any(a.is_object and a.kind == kind for a in function.arguments))
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
