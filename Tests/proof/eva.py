"""Frama-C's Eva shows that functions of binnacle.c have no undefined behaviour, whatever their arguments are.

For each function a program is made from binnacle.h that calls it once: numbers are any of their type, pointers are null or
point to what the header asks for and not a byte more, and the memory of an object holds any bytes at all. What must not be
reached (the trap) is an alarm, too. An alarm that ARGUMENTS does not have fails; so does an argument without its alarm.

`python3 eva.py` analyses; `--mutants` first breaks the C in places that Eva must find; names of functions limit both."""

import argparse
import csv
import pathlib
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests/python"))

import binnacle_header  # noqa: E402

SOURCE = ROOT / "Sources/Library/C99/binnacle.c"
INCLUDE = ROOT / "Sources/Library/CBinnacle/include"
HERE = pathlib.Path(__file__).parent

# Words of 64 bits, of 32 as on a Cortex-M, and an int of 16 bits as on an AVR.
MACHINES = ("gcc_x86_64", "gcc_x86_32", "gcc_x86_16")
SAMPLES = (
    "binnacle_scale",
    "binnacle_angle",
    "binnacle_angle_multiplierless",
    "binnacle_angle_tiny",
    "binnacle_heading_from_counts",
    "binnacle_solve",
)
# A record is parsed by the first, and a sample corrected by the second: of any compass, with any record.
COMPASS = ("binnacle_compass_set_record", "binnacle_compass_heading")
# What Eva does not show.
WITHOUT = {
    "binnacle_calibration_step": "needs too long",
    "binnacle_motion_read": "needs too long",
    "binnacle_guide_step": "needs too long",
    "binnacle_motion_fused": "does not see that two conditions exclude the trap of a switch",
    "binnacle_locator_step": "does not see that the step gives the place in the table of coefficients",
    "binnacle_record_of": "was written after the last analysis",
    "binnacle_axis_check_accelerometer": "does not see that a loop over the poses ends at their count",
    "binnacle_axis_check_magnetometer": "does not see that a loop over the poses ends at their count",
}

# {(function, property, what is asserted or what leads to the trap): why it holds, and what checks that}
ARGUMENTS = {
    ("Cordic_Precise_angle_y_x", "index_bound", "i < 65"): (
        "i is 64 times a quotient of at most 1, plus 5/8, rounded down. Eva forgets that one number is not above the other."
        " Gappa proves it (goal `choice` of gappa_angle.py); test_error_bounds.py goes through every upper half"
    ),
    ("MatrixQ24_isUsable", "precondition of never", "if (((uintptr_t)all & BEYOND_ALIGNMENT_32) != 0) {"): (
        "`all` is a local array of int32_t, which every compiler aligns. Eva has no bits of addresses."
        " test_c99.py reads records under the sanitizers on this machine, and on every core, where it would trap"
    ),
    ("FieldExpectation_hold_to", "precondition of never", "if (t4 == 0) {"): (
        "a square of 22 to 30 bits, shifted to 15: Eva forgets how many zeros lead. test_proof.py calls it with every strength"
    ),
    ("HeadingService_weigh_into", "precondition of never", "default: {"): (
        "the orientation is that of the display, or of its edge or flat where the display is 7; isSound has them below 8, 7 and 8."
        " Eva forgets that one excludes the other. test_c99.py damages each byte of a compass"
    ),
}

# Of these Eva joins more states, which it would not end with otherwise.
ROUGH = ("binnacle_motion_add_rate", "binnacle_motion_step")
# Options: states that came by different ways stay apart for one step, loops of a record are unrolled as a whole.
EVA = (
    *("-eva", "-eva-interprocedural-history", "-eva-partition-history", "1"),
    *("-eva-auto-loop-unroll", "256", "-warn-invalid-pointer", "-unspecified-access"),
    *("-eva-msg-key=-initial-state,-final-states", "-then", "-report-no-proven", "-report-csv"),
)
# Eva's own words, not those of an analysis that lacks something.
ALARM = re.compile(r"\[eva:alarm\]")
SECONDS = 240


@dataclass(frozen=True)
class Mutant:
    """A defect in one C function: the text is replaced there once, and Eva must find it where `called` is analysed."""

    called: str
    function: str
    text: str
    replacement: str


MUTANTS = (
    Mutant("binnacle_angle", "binnacle_angle", "(uintptr_t)angle_q32_turns == 0", "(uintptr_t)angle_q32_turns == 1"),
    Mutant("binnacle_angle_tiny", "add32", "(int32_t)((uint32_t)a + (uint32_t)b)", "a + b"),
    Mutant("binnacle_angle_tiny", "Cordic_Tiny_angle_y_x", "Tiny_arctangent[", "Tiny_arctangent[1 + "),
    Mutant("binnacle_heading_from_counts", "binnacle_heading_from_counts", "force_counts[2]", "force_counts[3]"),
    Mutant("binnacle_solve", "binnacle_solve", "force_micro_g[2]", "force_micro_g[3]"),
    Mutant("binnacle_solve", "binnacle_solve", "(uintptr_t)force_micro_g == 0", "(uintptr_t)force_micro_g == 1"),
    Mutant("binnacle_scale", "binnacle_scale", "0 < denominator", "0 <= denominator"),
    Mutant("binnacle_compass_set_record", "CalibrationRecord_init_bytes", "bytes2 >= 216", "bytes2 >= 215"),
    Mutant("binnacle_compass_set_record", "CalibrationRecord_init_bytes", " == 212", " == 217"),
    Mutant("binnacle_compass_heading", "Compass_heading", "left & 0x1f", "left"),
    Mutant("binnacle_compass_heading", "CalibrationRecord_correctionSums_for", "t1->z = ", "t1[1].z = "),
)


def program(function):
    """The C program that calls a function with all arguments."""
    lines, words = ["#include <stddef.h>", "#include <stdint.h>", '#include "eva.h"', '#include "binnacle.c"'], []
    kinds = {"int32_t"} | {argument.kind for argument in function.parameters if not argument.is_pointer}
    # What is extern and not defined has any value; what is volatile has another one whenever it is read.
    lines += [f"extern volatile {kind} any_{kind};" for kind in sorted(kinds)]
    has_size = any(argument.kind == "size_t" for argument in function.parameters)
    for argument in function.parameters:
        if not argument.is_pointer:
            words.append("size" if argument.kind == "size_t" else f"any_{argument.kind}")
            continue
        there = f"{argument.name}_"
        count = binnacle_header.length(argument)
        lines.append(f"extern {argument.kind} {there}[{count}];")
        if argument.kind == "uint8_t":
            # Where the size is too small, no byte may be touched.
            there = f"(size < {count} ? {there} + {count} : {there})"
        words.append(f"any_int32_t ? {there} : NULL")
    body = ["  const size_t size = any_size_t;"] if has_size else []
    body.append(f"  Frama_C_show_each_result({function.name}({', '.join(words)}));")
    return "\n".join([*lines, "int main(void) {", *body, "  return 0;", "}", ""])


def codes(function):
    """The results that a program of all arguments must reach; else it does not get where it should."""
    pointers = [argument for argument in function.parameters if argument.is_pointer]
    wanted = {0}
    if any(not argument.may_be_null for argument in pointers):
        wanted.add(-1)
    if any(binnacle_header.alignment(argument) > 1 for argument in pointers):
        wanted.add(-3)
    if function.name.endswith("_init"):
        wanted.add(-2)
    elif any(binnacle_header.is_object(argument) for argument in pointers):
        wanted.add(-4)
    return wanted


def reached(log, code):
    """Whether Eva says that a program may have this result."""
    for values in re.findall(r"Frama_C_show_each_result: (.*)", log):
        if values == "[--..--]":
            return True
        listed = re.fullmatch(r"\{(.*)\}", values)
        if listed and code in map(int, listed[1].split(";")):
            return True
        span = re.match(r"\[(--|-?\d+)\.\.(--|-?\d+)\]", values)
        if span and (span[1] == "--" or int(span[1]) <= code) and (span[2] == "--" or code <= int(span[2])):
            return True
    return False


def place(lines, row):
    """What an alarm is known by. A line's number changes with every edit: a trap is known by what leads to it."""
    name, kind, asserted = row["function"], row["property kind"], row["property"]
    if kind == "precondition of never":
        before = int(row["line"]) - 2
        while not lines[before].strip():
            before -= 1
        asserted = lines[before].strip()
    return name, kind, asserted


def analyse(function, machine, source, folder):
    """(alarms, what is wrong besides, statements reached and all) of one function."""
    (folder / "call.c").write_text(program(function))
    found = folder / "found.csv"
    found.unlink(missing_ok=True)
    command = ["frama-c", "-c11", "-machdep", machine, f"-cpp-extra-args=-I{HERE} -I{source.parent} -I{INCLUDE}"]
    precision = ("-eva-precision", "2" if function.name in ROUGH else "4")
    # A record is read byte by byte, in loops that must be followed to their end.
    unrolled = ("-eva-min-loop-unroll", "217") if "record" in function.name else ()
    try:
        done = subprocess.run(
            [*command, str(folder / "call.c"), *precision, *unrolled, *EVA, str(found)],
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return set(), [f"no result after {SECONDS} s"], (0, 0)
    log = done.stdout + done.stderr
    coverage = re.search(r"In these functions, (\d+) statements reached \(out of (\d+)\)", log)
    if done.returncode != 0 or not found.exists() or not coverage:
        return set(), [log[-1500:]], (0, 0)
    wrong = [line for line in log.splitlines() if "Warning" in line and not ALARM.match(line)]
    wrong += [f"the result {code} is not reached" for code in sorted(codes(function)) if not reached(log, code)]
    lines = source.read_text().splitlines()
    alarms = set()
    with found.open() as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["file"] == source.name:
                alarms.add(place(lines, row))
            elif row["function"] not in ("never", "Frama_C_show_each_result"):
                wrong.append(f"{row['file']}:{row['line']}: {row['property']}")
    return alarms, wrong, (int(coverage[1]), int(coverage[2]))


def mutated(text, mutant):
    """The source with one defect."""
    start = re.search(rf"^static [^\n;]*\b{mutant.function}\(|^binnacle_result {mutant.function}\(", text, re.M).start()
    # Behind the declaration, which may have stars of its own.
    begin = text.index("{", start)
    end = text.index("\n}", begin) if text[begin:].split("\n", 1)[0].strip() == "{" else text.index("\n", begin)
    body = text[begin:end]
    if mutant.text not in body:
        raise SystemExit(f"{mutant.function} has no `{mutant.text}` any more: write the mutant anew")
    return text[:begin] + body.replace(mutant.text, mutant.replacement, 1) + text[end:]


def find_mutants(functions, folder, names):
    """Whether Eva finds every defect."""
    missed = 0
    text = SOURCE.read_text()
    broken = folder / "broken"
    broken.mkdir()
    for mutant in MUTANTS:
        if names and mutant.called not in names:
            continue
        source = broken / SOURCE.name
        source.write_text(mutated(text, mutant))
        alarms, _, _ = analyse(functions[mutant.called], MACHINES[0], source, folder)
        new = alarms - set(ARGUMENTS)
        print(f"eva: {'found' if new else 'MISSED'}: {mutant.function}: {mutant.replacement}", flush=True)
        missed += not new
    return missed == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", action="store_true", help="break the C first, and see that Eva finds it")
    parser.add_argument("names", nargs="*", help="some functions; without any, all")
    arguments = parser.parse_args()
    functions = {function.name: function for function in binnacle_header.functions()}
    is_sound = True
    used = set()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if arguments.mutants:
            is_sound = find_mutants(functions, folder, arguments.names)
        chosen = [name for name in functions if name in arguments.names or not arguments.names and name not in WITHOUT]
        for name in chosen:
            machines = MACHINES if name in SAMPLES else MACHINES[:2] if name in COMPASS else MACHINES[:1]
            for machine in machines:
                started = time.monotonic()
                alarms, wrong, (statements, total) = analyse(functions[name], machine, SOURCE, folder)
                used |= alarms & set(ARGUMENTS)
                unknown = sorted(alarms - set(ARGUMENTS))
                print(
                    f"eva: {name}, {machine[4:]}: {statements} of {total} statements reached, {len(alarms)} alarms,"
                    f" {len(unknown)} without an argument, {time.monotonic() - started:.0f} s",
                    flush=True,
                )
                for line in [*(f"  {' | '.join(alarm)}" for alarm in unknown), *(f"  {line}" for line in wrong)]:
                    print(line)
                is_sound = is_sound and not unknown and not wrong
    if not arguments.names:
        for key in sorted(set(ARGUMENTS) - used):
            is_sound = False
            print(f"eva: no alarm for this argument any more: {' | '.join(key)}")
        print(
            f"eva: {len(chosen)} of {len(functions)} functions, {time.monotonic() - begun:.0f} s; alarms with an argument:"
        )
        for key, why in ARGUMENTS.items():
            print(f"  {' | '.join(key)}: {why}")
    return 0 if is_sound else 1


if __name__ == "__main__":
    sys.exit(main())
