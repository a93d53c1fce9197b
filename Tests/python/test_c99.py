"""binnacle.c, the library as one C99 file: it is what the sources make, and answers bit by bit as the Swift sources do.

`make test` tries GCC on the host and a Cortex-M0. BINNACLE_EFFORT=full (`make library-long`) tries the other compilers, on the cores
that they are for, and measures."""

import functools
import json
import os
import re
import shutil
import subprocess
import sys

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


@pytest.mark.parametrize("program", [pytest.param("bad", marks=long), "every"])
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
    seed = int.from_bytes(os.urandom(4))
    print(f"seed {seed}")
    done = subprocess.run(
        [tmp_path / "calls", kind, str(seed), str(amount)], capture_output=True, text=True, timeout=600
    )
    assert done.stdout.endswith(" 0 faults\n"), f"seed {seed}: {done.stdout[-2000:]}{done.stderr}"


@long
def test_clang_findsOnlyWhatTheTableNames(tmp_path):
    done = subprocess.run(
        swift_tools.command(
            ["clang", "-std=c99", "-Weverything", *INCLUDE, "-c", SOURCE, "-o", tmp_path / "binnacle.o"]
        ),
        capture_output=True,
        text=True,
    )
    assert set(re.findall(r"\[-W([\w-]+)\]", done.stderr)) <= set(CLASSES)


# MARK: - On cores


@pytest.mark.parametrize("name", ["cortex-m0", *(["rv32imc"] if IS_LONG else [])])
def test_answers_onACore_areThoseOfSwift(name, tmp_path):
    """In a core without a system."""
    image, _ = c99.linked(name, "answers", "answers", SOURCE, tmp_path)
    core = Core(image, c99.CORES[name], counting=False)
    assert core.call("answers", (1200,))[0] == int(expected(FEW_ANGLES)[0])


EMULATED = {
    "cortex-m4f": ("mps2-an386", "-mcpu=cortex-m4", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16", "-DHAS_FPU"),
    "cortex-m7": ("mps2-an500", "-mcpu=cortex-m7", "-mfloat-abi=hard", "-mfpu=fpv5-d16", "-DHAS_FPU"),
    "cortex-m55": ("mps3-an547", "-mcpu=cortex-m55", "-mfloat-abi=hard", "-DHAS_FPU"),
}
XTENSA = """
ENTRY(start)
SECTIONS {
  .text 0x50000000 : { KEEP(*(.text.reset)) *(.text.start) *(.literal .literal.* .text .text.*) *(.rodata .rodata.*) }
  .data : { *(.data .data.*) }
  .bss : { *(.bss .bss.* COMMON) }
  . = ALIGN(16);
  stack_top = . + 0x10000;
}
"""


@functools.cache
def expected_sum():
    return [expected(FEW_ANGLES)[0], expected(2000)[2]]


@long
@pytest.mark.parametrize("name", [*EMULATED, "xtensa-lx106"])
def test_answers_inQEMU_areThoseOfSwift(name, tmp_path):
    script, image = tmp_path / "image.ld", tmp_path / "image.elf"
    sources = (HERE / "answers.c", HERE / "angles.c", HERE / "emulated.c", HERE / "memory.c", SOURCE)
    if name in EMULATED:
        machine, *flags = EMULATED[name]
        text = (FIRMWARE / "firmware.ld").read_text()
        script.write_text(text.replace("LENGTH = 128K", "LENGTH = 512K").replace("LENGTH = 8K", "LENGTH = 64K"))
        compiler = ("arm-none-eabi-gcc", *flags, "-mthumb")
        system, start = ("qemu-system-arm", "-M", machine), FIRMWARE / "startup.c"
    else:
        script.write_text(XTENSA)
        compiler = ("xtensa-lx106-elf-gcc", "-mlongcalls", "-mtext-section-literals")
        system, start = ("qemu-system-xtensa", "-M", "sim", "-cpu", "lx106"), HERE / "xtensa.c"
    options = ("-nostartfiles", "-T", script, "-Wl,--gc-sections")
    output(*compiler, *c99.BARE, *options, *sources, start, "-lgcc", "-o", image)
    quiet = ("-nographic", "-monitor", "none", "-serial", "none", "-semihosting")
    done = subprocess.run([*system, *quiet, "-kernel", image], capture_output=True, text=True, timeout=300)
    assert (done.stdout + done.stderr).split() == expected_sum()


@long
def test_smallAnswers_onAnAVR_areThoseOfTheHost(tmp_path):
    """A core with an int of 16 bits and no alignment: angle, heading from counts, and solve."""
    output("gcc", "-O1", "-std=c99", *INCLUDE, SOURCE, HERE / "small.c", "-o", tmp_path / "small")
    parts = [f"-DBINNACLE_WITHOUT_{part}" for part in ("CALIBRATION", "MOTION", "WORLD_MODEL")]
    options = ("-Os", "-std=gnu99", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections", *parts, *INCLUDE)
    output("avr-gcc", "-mmcu=atmega2560", *options, SOURCE, HERE / "small.c", "-o", tmp_path / "small.elf")
    command = ["simavr", "-m", "atmega2560", "-f", "16000000", tmp_path / "small.elf"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert output(tmp_path / "small").strip() in done.stdout + done.stderr


@pytest.mark.skipif(not shutil.which("avr-gcc"), reason="gcc-avr is not installed")
def test_source_hasNoWarning_onAnAVR():
    """With a size_t of 16 bits, a comparison may be always true."""
    output(
        "avr-gcc",
        "-mmcu=atmega2560",
        "-std=c99",
        "-Os",
        "-Wall",
        "-Wextra",
        "-Werror",
        *INCLUDE,
        "-S",
        SOURCE,
        "-o",
        os.devnull,
    )


@long
def test_steps_costWhatIsKept():
    found = c99.measure_c99()
    assert c99.violations(found) + report.dearer_c99(json.loads(KEPT.read_text())["c99"], found) == []
