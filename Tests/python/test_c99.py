"""binnacle.c, the library as one C99 file: it is what the sources make, and answers bit by bit as the Swift sources do.

`make test` tries GCC on the host and a Cortex-M0. BINNACLE_EFFORT=full (`make library-long`) tries the other compilers, on the cores
that they are for, and measures."""

import functools
import json
import os
import re
import subprocess
import sys

import artefacts
import binnacle_header
import pytest
from bench import c99, report
from bench.__main__ import KEPT
from bench.c99 import PROGRAMS as HERE
from bench.c99 import SOURCES as C99
from bench.c99 import library
from bench.core import Core
from bench.tools import ROOT, current_objects, swift_tools

SOURCE, ARRAYS = C99 / "binnacle.c", C99 / "binnacle_arrays.c"
INCLUDE = ("-I", library.HEADER.parent)
FIRMWARE = ROOT / "docs/examples/c-firmware"
ANSWERS = tuple(HERE / f"{name}.c" for name in ("answers", "angles", "print"))
# Angles that a program sums up; a sanitizer and an emulator are slow.
ANGLES, FEW_ANGLES = 20_000_000, 200_000
IS_LONG = os.environ.get("BINNACLE_EFFORT") == "full"
long = pytest.mark.skipif(not IS_LONG, reason="make library-long")
STRICT = ("-Wall", "-Wextra", "-pedantic", "-Wconversion", "-Wshadow", "-Wcast-qual", "-Wstrict-prototypes", "-Werror")
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
# What clang finds with all its warnings, and why it stays.
CLASSES = {
    "declaration-after-statement": "C99 declares a variable where it is first needed",
    "unsafe-buffer-usage": "C has no other arrays",
    "padded": "a struct has room where its fields need it",
    "unreachable-code-break": "a `break` behind an endless loop",
    "nrvo": "a struct that is returned is copied",
}


def output(*command, **options):
    done = subprocess.run(swift_tools.command(command), capture_output=True, text=True, timeout=600, **options)
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


# The modules behind binnacle.h.
MODULES = (
    "RawMemory FixedPoint Quantities IntegerTrigonometry Correction FieldMonitor Calibration Heading Motion Geomagnetism Navigation "
    "Binnacle BinnacleC"
).split()


@functools.cache
def expected(angles):
    """What the Swift sources answer on this host: the number of all answers, the record, and the sum of so many angles."""
    folder, build = ROOT / ".build/library/c99", ROOT / ".build/debug"
    folder.mkdir(parents=True, exist_ok=True)
    for source in ANSWERS:
        output("gcc", "-O1", "-std=c99", *INCLUDE, "-c", source, "-o", folder / f"{source.stem}.o")
    parts = [folder / f"{source.stem}.o" for source in ANSWERS]
    objects = [*current_objects(build, MODULES), build / "CBinnacle.build/words.c.o"]
    output("swiftc", *parts, *objects, "-o", folder / "swift")
    return output(folder / "swift", angles).split()


def test_files_areWhatTheSourcesMake(tmp_path):
    output(sys.executable, C99 / "generate.py", "--output", tmp_path)
    for name in ("binnacle.c", "binnacle_arrays.c", "sources.hash"):
        assert (tmp_path / name).read_text() == (C99 / name).read_text(), "Run `make library-c`"


def test_lines_areNoLongerThanAnEditorShows():
    for path in (SOURCE, ARRAYS):
        text = path.read_text()
        assert max(map(len, text.splitlines())) <= 140
        # No line of a Swift file, which the next comment above it would change.
        assert not re.search(r"\.swift:\d", text)


@pytest.mark.parametrize("left_out", ["", "CALIBRATION", "MOTION", "WORLD_MODEL", "CALIBRATION MOTION WORLD_MODEL"])
def test_gcc_warnsOfNothing(left_out, tmp_path):
    macros = [f"-DBINNACLE_WITHOUT_{part}" for part in left_out.split()]
    output("gcc", "-std=c99", "-O1", *STRICT, *macros, *INCLUDE, "-c", SOURCE, "-o", tmp_path / "binnacle.o")


def test_gcc_ofTheArrays_warnsOfNothing(tmp_path):
    output("gcc", "-std=c99", "-O1", *STRICT, *INCLUDE, "-c", ARRAYS, "-o", tmp_path / "arrays.o")


HOST = {
    "gcc": ("", "gcc", "-O2", "-std=c99"),
    "sanitizers": ("", "gcc", "-O1", "-std=c99", *SANITIZERS),
    "c++17": ("", "g++", "-O1", "-std=c++17", "-x", "c++"),
}
OTHERS = {
    "tcc": ("", "tcc"),
    "clang": ("", "clang", "-O2", "-std=c99"),
    "clang-sanitizers": ("", "clang", "-O1", "-std=c99", *SANITIZERS),
    "32-bits": ("", "gcc", "-m32", "-O2", "-std=c99"),
    "aarch64": ("qemu-aarch64 -L /usr/aarch64-linux-gnu", "aarch64-linux-gnu-gcc", "-O2", "-std=c99"),
    "big-endian": ("qemu-ppc -L /usr/powerpc-linux-gnu", "powerpc-linux-gnu-gcc", "-O2", "-std=c99"),
    "windows": ("/usr/lib/wine/wine64", "x86_64-w64-mingw32-gcc", "-O2", "-std=c99"),
}


@pytest.mark.parametrize("name", [*HOST, *(OTHERS if IS_LONG else ())])
def test_answers_areThoseOfSwift(name, tmp_path):
    emulator, *compiler = {**HOST, **OTHERS}[name]
    is_quick = IS_LONG and not emulator and "sanitizers" not in name
    angles = ANGLES if is_quick else FEW_ANGLES
    output(*compiler, *INCLUDE, "-c", SOURCE, "-o", tmp_path / "binnacle.o")
    linker = ("gcc", "-O1", "-std=c99") if name == "c++17" else compiler
    output(*linker, *INCLUDE, *ANSWERS, tmp_path / "binnacle.o", "-o", tmp_path / "answers.exe")
    environment = {**os.environ, "WINEPREFIX": str(tmp_path / "wine"), "WINEDEBUG": "-all"}
    found = output(*emulator.split(), tmp_path / "answers.exe", angles, env=environment)
    assert found.split() == expected(angles)


@pytest.mark.parametrize("program", ["bad", "every"])
def test_badArguments_underSanitizers_giveCodes(program, tmp_path):
    (tmp_path / "every.c").write_text(binnacle_header.program())
    source = HERE / "bad.c" if program == "bad" else tmp_path / "every.c"
    output("gcc", "-O1", "-std=c99", *SANITIZERS, *INCLUDE, source, SOURCE, "-o", tmp_path / program)
    assert output(tmp_path / program).endswith("0 failures\n")


@long
@pytest.mark.parametrize("kind, amount", [("random", 3_000_000), ("damage", 3), ("several", 1)])
def test_everyFunction_calledAtRandomAndOnDamagedObjects_nothingTraps(kind, amount, tmp_path):
    (tmp_path / "calls.h").write_text(binnacle_header.table())
    places = (*INCLUDE, "-I", tmp_path, ROOT / "Tests/fuzz/calls.c", SOURCE)
    output("gcc", "-O1", "-std=gnu99", *places, "-o", tmp_path / "calls")
    seed = int.from_bytes(os.urandom(4)) if IS_LONG else 1
    print(f"seed {seed}")
    done = subprocess.run(
        [tmp_path / "calls", kind, str(seed), str(amount)], capture_output=True, text=True, timeout=600
    )
    assert done.stdout.endswith(" 0 faults\n"), f"seed {seed}: {done.stdout[-2000:]}{done.stderr}"


@long
def test_clang_findsOnlyWhatTheTableNames(tmp_path):
    done = subprocess.run(
