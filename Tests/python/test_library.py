"""libbinnacle.a as C people get it: from its archive alone, on the host and on every core, with CMake and pkg-config.

`make test` runs the host and the Cortex-M0. BINNACLE_EFFORT=full (`make library-long`) runs every core, and builds twice.
test_web_library.py has the library for WebAssembly, and test_wheel.py the Python package."""

import functools
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tarfile
from pathlib import Path

import binnacle_header
import pytest
from artefacts import archive
from bench.core import Core
from bench.cpu import CPUS
from bench.link import link
from bench.tools import MODULES, ROOT, current_objects, run
from elftools.elf.elffile import ELFFile

sys.path[:0] = [str(ROOT / "Sources/Library/Packaging"), str(ROOT / "Boards/Emulators")]
import library  # noqa: E402

HERE = Path(__file__).parent / "library"
EXAMPLE = ROOT / "docs/examples/c-firmware"
STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
IS_LONG = os.environ.get("BINNACLE_EFFORT") == "full"
ON_CORES = [
    "cortex-m0",
    *(["cortex-m0plus", "cortex-m3", "cortex-m4", "cortex-m33", "rv32imc", "rv32imac"] if IS_LONG else []),
]
long = pytest.mark.skipif(not IS_LONG, reason="make library-long")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """A function that unpacks the tarball of a target, once, and gives the folder."""

    @functools.cache
    def unpack(name):
        folder = tmp_path_factory.mktemp(name)
        with tarfile.open(library.pack(name, archive(name), folder, 0)) as file:
            file.extractall(folder, filter="data")
        return folder / f"binnacle-{library.version()}-{name}"

    return unpack


def gcc(name):
    """The compiler of a target, and its options."""
    target = library.TARGETS[name]
    return [f"{target.prefix}gcc", *target.flags.split()]


def vectors():
    cases = json.loads((ROOT / "Protocols/heading/vectors/heading.json").read_text())["cases"]
    for case in cases:
        force = case["specificForceMicroG"]
        yield " ".join(
            map(
                str,
                [
                    *case["fieldQ8"],
                    int(force is not None),
                    *(force or [0, 0, 0]),
                    1000 if case["headingDegrees"] is None else case["headingDegrees"],
                    1e-4 if case["inDomain"] else 1e-2,
                ],
            )
        )


def output(*command, **options):
    return subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=True, timeout=120, **options
    ).stdout


# MARK: - The archive


def test_archive_isTheSameTwice(tmp_path):
    first = library.pack("cortex-m0", archive("cortex-m0"), tmp_path / "a", 5)
    second = library.pack("cortex-m0", archive("cortex-m0"), tmp_path / "b", 5)
    assert first.read_bytes() == second.read_bytes()
    subprocess.run(["sha256sum", "--quiet", "-c", first.name + ".sha256"], cwd=first.parent, check=True)


@long
@pytest.mark.parametrize("name", ["cortex-m0", "linux-x86_64"])
def test_object_builtInAnotherPlace_isTheSame(name, tmp_path):
    assert library.build(name, tmp_path / "elsewhere").read_bytes() == archive(name).read_bytes()


@pytest.mark.parametrize("name", ["cortex-m0", "linux-x86_64"])
def test_archive_isWholeAndNamesNoFolderOfThisMachine(unpacked, name):
    folder = unpacked(name)
    subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=folder, check=True)
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert {"include/binnacle.h", "lib/libbinnacle.a", "lib/pkgconfig/binnacle.pc", "LICENSE", "README.md"} < there
    for path in there:
        content = (folder / path).read_bytes()
        assert (
            str(ROOT).encode() not in content
            and b"/opt/" not in content
            and b"@" not in (content if path.endswith((".pc", ".cmake")) else b"")
        ), path


@pytest.mark.parametrize("name", [*ON_CORES, "linux-x86_64"])
def test_object_showsItsFunctionsAndNeedsOnlyHelpers(name):
    found = library.symbols(archive(name))
    shown = {symbol for letter, symbol in found if letter.isupper() and letter != "U"}
    assert shown == set(library.functions()) and len(shown) == 75
    wanted = {symbol for letter, symbol in found if letter == "U"}
    assert all(library.HELPERS.fullmatch(symbol) for symbol in wanted), wanted
    # Memory functions and whole numbers; no floating point.
    assert not [symbol for symbol in wanted if re.search(r"_[fd](add|sub|mul|div|2|cmp)|[sd]f[23]?$", symbol)]
    if name != "linux-x86_64":
        assert "GOT" not in library.relocations(archive(name))
        assert "ELF32" in output("readelf", "-h", archive(name))
        # With it the linker warns of an executable stack, in every firmware that takes an object of newlib.
        assert ".note.GNU-stack" not in output("readelf", "-SW", archive(name))


def test_check_findsAForeignNameAndAGot(tmp_path, monkeypatch):
    source = tmp_path / "foreign.c"
    source.write_text("extern int else_where(void); int binnacle_version(void) { return else_where(); }")
    run(*gcc("cortex-m0"), "-c", source, "-o", tmp_path / "foreign.o")
    with pytest.raises(SystemExit, match="global names differ"):
        library.check("cortex-m0", tmp_path / "foreign.o", library.functions())
    with pytest.raises(SystemExit, match="needs .*else_where"):
        library.check("cortex-m0", tmp_path / "foreign.o", ["binnacle_version"])
    source.write_text("extern int binnacle_x; int binnacle_x = 1; int binnacle_version(void) { return binnacle_x; }")
    run(*gcc("cortex-m0"), "-fPIC", "-c", source, "-o", tmp_path / "got.o")
    monkeypatch.setattr(library, "HELPERS", re.compile(".*"))
    with pytest.raises(SystemExit, match="would need a .got"):
        library.check("cortex-m0", tmp_path / "got.o", ["binnacle_version", "binnacle_x"])


# MARK: - On the host


@pytest.mark.parametrize("compiler", [("gcc", "-std=c99"), ("g++", "-x", "c++", "-std=c++17")])
def test_program_ofTwentyLines_passesTheHeadingVectors(unpacked, compiler, tmp_path):
    folder = unpacked("linux-x86_64")
    run(
        *compiler,
        *STRICT,
        "-I",
        folder / "include",
        HERE / "vectors.c",
        "-x",
        "none",
        folder / "lib/libbinnacle.a",
        "-lm",
        "-o",
        tmp_path / "vectors",
    )
    cases = list(vectors())
    assert len(cases) > 400
    assert output(tmp_path / "vectors", input="\n".join(cases)) == f"{len(cases)} cases, 0 wrong, version 0.1.0\n"


def test_badArguments_underSanitizers_giveCodes(unpacked, tmp_path):
    folder = unpacked("linux-x86_64")
    run(
        "gcc",
        "-g",
        "-std=c99",
        *STRICT,
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
        "-I",
        folder / "include",
        HERE / "bad.c",
        folder / "lib/libbinnacle.a",
        "-o",
        tmp_path / "bad",
    )
    assert output(tmp_path / "bad") == "0 failures\n"


def test_everyFunction_underSanitizers_refusesWhatItCannotUse(unpacked, tmp_path):
    """Null, not aligned, an object of zeros, of ones or of another kind, a wrong size, extreme numbers: made from the header."""
    folder = unpacked("linux-x86_64")
    (tmp_path / "every.c").write_text(binnacle_header.program(folder / "include/binnacle.h"))
    names = {function.name for function in binnacle_header.functions(folder / "include/binnacle.h")}
    assert names | {"binnacle_strerror", "binnacle_version", "binnacle_centidegrees"} == set(library.functions())
    run(
        "gcc",
        "-g",
        "-std=c99",
        *STRICT,
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
        "-I",
        folder / "include",
        tmp_path / "every.c",
        folder / "lib/libbinnacle.a",
        "-o",
        tmp_path / "every",
    )
    calls, failures = re.fullmatch(r"(\d+) calls, (\d+) failures\n", output(tmp_path / "every")).groups()
    assert failures == "0" and int(calls) > 300


@pytest.mark.parametrize("kind, amount", [("random", 3_000_000), ("damage", 3), ("several", 1)])
def test_everyFunction_calledAtRandomAndOnDamagedObjects_nothingTraps(unpacked, kind, amount, tmp_path):
    """`make fuzz` runs the same program for as long as it is told to."""
    folder = unpacked("linux-x86_64")
    (tmp_path / "calls.h").write_text(binnacle_header.table(folder / "include/binnacle.h"))
    program = tmp_path / "calls"
    source = ROOT / "Tests/fuzz/calls.c"
    places = ("-I", folder / "include", "-I", tmp_path)
    run("gcc", "-O1", "-std=gnu99", *STRICT[:2], *places, source, folder / "lib/libbinnacle.a", "-o", program)
    seed = int.from_bytes(os.urandom(4)) if IS_LONG else 1
    print(f"seed {seed}")
    done = subprocess.run([program, kind, str(seed), str(amount)], capture_output=True, text=True, timeout=300)
    assert done.stdout.endswith(" 0 faults\n"), f"seed {seed}: {done.stdout[-2000:]}{done.stderr}"
    assert int(done.stdout.split()[0]) >= 3_000_000


def test_anHourOfADevice_answersAreWithinWhatTheyState(unpacked, tmp_path):
    """`make soak` runs the same program for a day and more."""
    folder = unpacked("linux-x86_64")
    program = tmp_path / "soak"
    places = ("-I", folder / "include", ROOT / "Tests/fuzz/soak.c", folder / "lib/libbinnacle.a")
    run("gcc", "-O1", "-std=gnu99", *STRICT[:2], *places, "-lm", "-o", program)
    seed = int.from_bytes(os.urandom(4)) if IS_LONG else 1
    print(f"seed {seed}")
    done = subprocess.run([program, "1", str(seed)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout.endswith(" 0 faults\n"), f"seed {seed}: {done.stdout[-2000:]}"


def test_loop_atTheTopOfTheHeader_calibratesAndTellsItsHeading(unpacked, tmp_path):
    folder = unpacked("linux-x86_64")
    text = (folder / "include/binnacle.h").read_text()
    lines = (
        re.search(r"@code\n(.*?) \* @endcode", text, re.S)[1]
        .replace("\n * ", "\n")
        .replace("\n *\n", "\n\n")
        .removeprefix(" * ")
    )
    assert 20 <= len([line for line in lines.splitlines() if line.strip(" }")]) <= 28
    (tmp_path / "lines.h").write_text(lines)
    run(
        "gcc",
        "-O1",
        "-std=c99",
        *STRICT,
        "-I",
        folder / "include",
        "-I",
        tmp_path,
        HERE / "loop.c",
        folder / "lib/libbinnacle.a",
        "-lm",
        "-o",
        tmp_path / "loop",
    )
    assert output(tmp_path / "loop") == "stored 1\nstored 1\n30.00 1\n"


PROJECT = """cmake_minimum_required(VERSION 3.20)
project(fresh C)
find_package(binnacle 0.1 REQUIRED)
add_executable(fresh fresh.c)
target_link_libraries(fresh PRIVATE binnacle::binnacle {})
"""
FRESH = """#include <binnacle.h>
int main(void) { return binnacle_version()[0] == '0' ? 0 : 1; }
"""


def test_freshProject_findsTheLibraryByCMake(unpacked, tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(PROJECT.format(""))
    (tmp_path / "fresh.c").write_text(FRESH)
    output("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={unpacked('linux-x86_64')}")
    output("cmake", "--build", tmp_path / "build")
    output(tmp_path / "build/fresh")
    (tmp_path / "CMakeLists.txt").write_text(PROJECT.format("").replace("0.1 REQ", "0.2 REQ"))
    other = subprocess.run(
        ["cmake", "-S", tmp_path, "-B", tmp_path / "other", f"-DCMAKE_PREFIX_PATH={unpacked('linux-x86_64')}"],
        capture_output=True,
        text=True,
    )
    assert other.returncode != 0 and "0.1.0" in other.stderr


@pytest.mark.parametrize("name", ["linux-x86_64", "cortex-m0"])
def test_freshProject_findsTheLibraryByPkgConfig(unpacked, name, tmp_path):
    (tmp_path / "fresh.c").write_text(FRESH)
    environment = {**os.environ, "PKG_CONFIG_PATH": str(unpacked(name) / "lib/pkgconfig")}
    words = output("pkg-config", "--cflags", "--libs", "binnacle", env=environment).split()
    run(
        *gcc(name),
        *([] if name == "linux-x86_64" else ["--specs=nosys.specs"]),
        tmp_path / "fresh.c",
        *words,
        "-o",
        tmp_path / "fresh",
    )
    if name == "linux-x86_64":
        output(tmp_path / "fresh")
    assert output("pkg-config", "--modversion", "binnacle", env=environment) == "0.1.0\n"


# MARK: - On cores

ARM_EXAMPLES = [name for name in ON_CORES if name in ("cortex-m0", "cortex-m0plus")]


def example(folder, build, program="main", *options):
    """Builds the example with CMake; the path of the firmware."""
    output(
        "cmake",
        "-S",
        EXAMPLE,
        "-B",
        build,
        f"-DEXAMPLE={program}",
        f"-DCMAKE_TOOLCHAIN_FILE={folder}/share/binnacle/toolchain.cmake",
        f"-DCMAKE_PREFIX_PATH={folder}",
        *options,
    )
    output("cmake", "--build", build)
    return build / "firmware"


def started(machine, firmware, flash=0):
    """What firmware says when it starts from flash alone: nothing is loaded into RAM."""
    done = subprocess.run(
        [
            "qemu-system-arm",
            "-M",
            machine,
            "-nographic",
            "-monitor",
            "none",
            "-serial",
            "none",
            "-semihosting",
            "-device",
            f"loader,file={firmware}.bin,addr={flash:#x}",
        ],
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.returncode, done.stdout + done.stderr


def sections(firmware):
    """Bytes of flash, and the names of the sections."""
    rows = [line.split() for line in output("arm-none-eabi-size", "-A", firmware).splitlines() if line.startswith(".")]
    flash = sum(int(row[1]) for row in rows if row[0] in (".vectors", ".text", ".rodata", ".data"))
    return flash, {row[0] for row in rows}


@pytest.mark.parametrize("name", ARM_EXAMPLES)
def test_example_onACortexM0_calibratesAndTellsItsHeading(unpacked, name, tmp_path):
    """QEMU has no Cortex-M0+; its Cortex-M0 runs the same instructions."""
    firmware = example(unpacked(name), tmp_path / "build")
    assert ".got" not in sections(firmware)[1]
    status, said = started("microbit", firmware)
    calibrated, heading = said.splitlines()
    # 30 degrees from magnetic north, and 3.6 of declination.
    assert status == 0 and calibrated == "calibrated" and abs(float(heading) - 33.6) < 1


@pytest.mark.parametrize("name", ARM_EXAMPLES)
def test_headingFromCounts_takesLittleFlash(unpacked, name, tmp_path):
    firmware = example(unpacked(name), tmp_path / "build", "counts")
    assert started("microbit", firmware) == (0, "008.5\n")
    assert sections(firmware)[0] <= 2200


def pico(image):
    """What firmware says on an emulated Pico, whose boot ROM starts it: its status and its words."""
    import rp2040

    class Debugged(rp2040.Board):
        """With a debugger that takes words: semihosting of Arm, operations 04h and 20h."""

        said, status = b"", None

        def load(self, path):
            content = Path(path).read_bytes()
            self.chip.flash[: len(content)] = content
            self.symbols, self.place = {}, len(self.chip.flash) - 8192

        def fault(self):
            core = self.chip.core
            operation, at = core.registers[0], core.registers[1]
            if self.chip.read_uint16((core.pc - 2) & ~1) != 0xBEAB or operation not in (0x04, 0x20):
                super().fault()
            elif operation == 0x04:
                while byte := self.chip.read_uint8(at):
                    self.said, at = self.said + bytes([byte]), at + 1
            else:
                self.status = self.chip.read_uint32(at + 4)
                self.stop()

    board = Debugged(image, magnetometer=None)
    while board.status is None and board.seconds() < 60:
        board.run(20_000_000)
    return board.status, board.said.decode()


@pytest.mark.parametrize("name", ARM_EXAMPLES)
def test_example_onAPico_startsBehindTheSecondBootStage(unpacked, name, tmp_path):
    """The linker script has pico-sdk's shape. The boot ROM checks the stage, and the stage starts the vectors behind it."""
    firmware = example(
        unpacked(name),
        tmp_path / "build",
        "main" if IS_LONG else "counts",
        "-DSCRIPT=pico.ld",
        f"-DBOOT2={ROOT / 'Sources/Chips/CRP2040/boot2.c'}",
    )
    with open(firmware, "rb") as file:
        image = ELFFile(file)
        table = image.get_section_by_name(".symtab")
        assert table.get_symbol_by_name("vectors")[0]["st_value"] == 0x1000_0100
        assert image.get_section_by_name(".got") is None
    status, said = pico(f"{firmware}.bin")
    if IS_LONG:
        assert status == 0 and said.startswith("calibrated\n") and abs(float(said.split()[1]) - 33.6) < 1
    else:
        assert (status, said) == (0, "008.5\n")


FPUS = {"cortex-m4": ("mps2-an386", "fpv4-sp-d16"), "cortex-m33": ("mps2-an505", "fpv5-sp-d16")}


@long
@pytest.mark.parametrize("name", FPUS)
def test_firmwareWithHardFloat_linksAndRuns(unpacked, name, tmp_path):
    machine, fpu = FPUS[name]
    flags = f"-mcpu={name} -mthumb -mfloat-abi=hard -mfpu={fpu} -DHAS_FPU"
    # The Cortex-M33 of the AN505 starts in the secure world, whose flash and RAM lie elsewhere.
    script = [f"-DSCRIPT={secure_script(tmp_path)}"] if name == "cortex-m33" else []
    firmware = example(unpacked(name), tmp_path / "build", "main", f"-DCMAKE_C_FLAGS={flags}", *script)
    assert "vmul.f32" in output("arm-none-eabi-objdump", "-d", firmware)
    status, said = started(machine, firmware, 0x1000_0000 if script else 0)
    assert status == 0 and abs(float(said.split()[1]) - 33.6) < 1


def secure_script(folder):
    """The example's linker script with the memory of QEMU's mps2-an505 (Boards/mps2-an505/memory.ld)."""
    text = (
        (EXAMPLE / "firmware.ld")
        .read_text()
        .replace("ORIGIN = 0x00000000", "ORIGIN = 0x10000000")
        .replace("ORIGIN = 0x20000000", "ORIGIN = 0x38000000")
    )
    (folder / "secure.ld").write_text(text)
    return folder / "secure.ld"


CORE_OF = {"cortex-m0plus": "cortex-m0", "rv32imc": "rv32imac", "cortex-m33": "cortex-m4"}
SCRIPT = """
ENTRY(answers)
SECTIONS {
  .text 0x1000 : { *(.text .text.*) *(.rodata .rodata.* .srodata .srodata.*) }
  .data 0x80000 : { *(.data .data.* .sdata .sdata.*) }
  .bss : { *(.bss .bss.* .sbss .sbss.* COMMON) }
  /DISCARD/ : { *(.ARM.exidx* .comment) }
}
"""


@pytest.mark.parametrize("name", ON_CORES)
def test_answers_onEveryCore_areThoseOfTheHost(unpacked, name, tmp_path):
    host = unpacked("linux-x86_64")
    run(
        "gcc",
        "-O2",
        "-std=c99",
        *STRICT,
        "-I",
        host / "include",
        *(HERE / f"{name}.c" for name in ("answers", "angles", "print")),
        host / "lib/libbinnacle.a",
        "-o",
        tmp_path / "answers",
    )
    expected = int(output(tmp_path / "answers").split()[0])
    assert expected > 2
    (tmp_path / "image.ld").write_text(SCRIPT)
    folder = unpacked(name)
    options = [] if name.startswith("rv") else ["-nostartfiles"]
    run(
        *gcc(name),
        "-Os",
        "-std=c99",
        "-ffreestanding",
        *options,
        "-nostdlib",
        "-I",
        folder / "include",
        HERE / "answers.c",
        HERE / "memory.c",
        "-T",
        tmp_path / "image.ld",
        "-Wl,--gc-sections,-u,answers",
        folder / "lib/libbinnacle.a",
        "-lgcc",
        "-o",
        tmp_path / "image.elf",
    )
    core = Core(tmp_path / "image.elf", CORE_OF.get(name, name), counting=False)
    assert core.call("answers", (1200,))[0] == expected


def test_answersOfSwift_onACortexM0_areThoseOfTheHost(unpacked, tmp_path):
    """`import Binnacle` on the core itself, from the objects of a board's build: no C function between."""
    host = unpacked("linux-x86_64")
    run(
        "gcc",
        "-O2",
        "-std=c99",
        *STRICT,
        "-I",
        host / "include",
        *(HERE / f"{name}.c" for name in ("answers", "angles", "print")),
        host / "lib/libbinnacle.a",
        "-o",
        tmp_path / "answers",
    )
    cpu = CPUS["cortex-m0"]
    options = json.loads((ROOT / "Boards/Toolsets/cortex-m0.json").read_text())["swiftCompiler"]["extraCLIOptions"]
    run(
        "swiftc",
        "-target",
        cpu.triple,
        "-parse-as-library",
        *options[: options.index("-Xclang-linker")],
        "-enable-experimental-feature",
        "Lifetimes",
        "-I",
        cpu.release / "Modules",
        "-c",
        HERE / "Answers.swift",
        "-o",
        tmp_path / "Answers.o",
    )
    objects = [*current_objects(cpu.release, (*MODULES, "Motion", "Binnacle", "CStartup")), tmp_path / "Answers.o"]
    link(objects, "answers_of_swift", tmp_path / "image.elf", [cpu.libgcc])
    core = Core(tmp_path / "image.elf", "cortex-m0", counting=False)
    assert core.call("answers_of_swift", (1200,))[0] == int(output(tmp_path / "answers").split()[0])


@pytest.fixture(scope="module")
def called(unpacked, tmp_path_factory):
    """A Cortex-M0+ with every function of the library, after some samples; and where each function of C begins and ends."""
    folder, place = unpacked("cortex-m0"), tmp_path_factory.mktemp("called")
    (place / "image.ld").write_text(SCRIPT)
    roots = ",".join(f"-u,{name}" for name in library.functions())
    run(
        *gcc("cortex-m0"),
        "-Os",
        "-nostdlib",
        "-I",
        folder / "include",
        HERE / "answers.c",
        HERE / "memory.c",
        "-T",
        place / "image.ld",
        f"-Wl,--gc-sections,-u,answers,{roots}",
        folder / "lib/libbinnacle.a",
        "-lgcc",
        "-o",
        place / "image.elf",
    )
    core = Core(place / "image.elf", "cortex-m0")
    # Three samples: there is a heading, a place is set, a calibration collects, the gyroscope starts.
    assert core.call("answers", (3,))[0] == 2
    with open(place / "image.elf", "rb") as file:
        table = ELFFile(file).get_section_by_name(".symtab")
        ranges = {
            symbol.name: (symbol["st_value"] & ~1, (symbol["st_value"] & ~1) + symbol["st_size"])
            for symbol in table.iter_symbols()
            if symbol["st_info"]["type"] == "STT_FUNC"
        }
    return core, ranges


# For each function: its registers, numbers in memory at AT, and the name of the Swift function that it calls; None where that is
# built into the C function. `c`, `k`, `m` are the objects.
AT, RESULT = 0x9_0000, 0x9_0200
NOW = 80_000
CALLS = {
    "binnacle_heading_from_counts": (
        "(AT, AT + 8, RESULT)",
        (200, -30, 400, 0, 0, 0, -1000, 0),
        r"Heading16TiltCompensationO7heading",
    ),
    "binnacle_compass_heading": ("(c, RESULT)", (), r"Binnacle7CompassV7heading"),
    "binnacle_compass_true_heading": ("(c, RESULT)", (), r"Binnacle7CompassV7heading"),
    "binnacle_compass_read": ("(c, 0, NOW, 0)", (), None),
    "binnacle_calibration_step": ("(k, c, NOW, 0)", (), r"Binnacle18CompassCalibrationV4step"),
    "binnacle_motion_step": ("(m, c)", (), r"Binnacle13CompassMotionV4step"),
    "binnacle_motion_get": ("(m, RESULT)", (), r"Motion0A6FilterV8estimate"),
    "binnacle_angle": ("(3000, -7, RESULT)", (), None),
    "binnacle_solve": ("(AT, AT + 12, RESULT)", (5_120_000, 1_000_000, 10_979_840, 100_000, 200_000, -970_000), None),
    "binnacle_declination": ("(AT, RESULT)", (474_000_000, 85_000_000, 408_000, 2026, 7, 1, 0), None),
    "binnacle_compass_add_field": ("(c, AT, NOW, 0)", (20_000, -5_000, 40_000), None),
    "binnacle_motion_add_rate": ("(m, AT, NOW, 0)", (3_000, -500, 0), None),
}


def costs(called, name):
    """Cycles of a call through C, and those of them outside the Swift function behind it."""
    core, ranges = called
    registers, numbers, inner = CALLS[name]
    objects = {
        "c": core.symbols["compass"],
        "k": core.symbols["calibration"],
        "m": core.symbols["motion"],
        "AT": AT,
        "RESULT": RESULT,
        "NOW": NOW,
    }
    # New samples: all of the work, and not that of a sample that was seen before.
    for function, sample in (("force", (0, 1000, -1_000_000)), ("field", (20_000, -5_000, 40_000))):
        words = (objects["c"], AT, NOW & 0xFFFF_FFFF, 0)
        assert (
            core.call(
                f"binnacle_compass_add_{function}", words, struct.pack("<I", 0), ((AT, struct.pack("<3i", *sample)),)
            )[0]
            == 0
        )
    form = "<h" if name == "binnacle_heading_from_counts" else "<i"
    memory = ((AT, b"".join(struct.pack(form, number) for number in numbers)),) if numbers else ()
    # After a time in r2 and r3 the next argument is on the stack: where the reading goes, or flags.
    stacked = struct.pack("<I", RESULT if name == "binnacle_compass_read" else 0)
    code, _, _, whole = core.call(name, eval(registers, {}, objects), stacked, memory)
    # A step may say that there is more work.
    assert code in (0, 1), name
    first, behind = ranges[name]
    entries = {begin for symbol, (begin, _) in ranges.items() if inner and re.search(inner, symbol)}
    assert inner is None or entries, inner
    own, is_inside = 0, False
    trace = [entry for entry in core.trace if entry[0] != 0x3000_0000]
    for here, following in zip(trace, [*trace[1:], (0x3000_0000, 0)]):
        if here[0] in entries:
            is_inside = True
        elif first <= here[0] < behind:
            is_inside = False
        _, straight, jumped = core.prices[here]
        own += 0 if is_inside else straight if following[0] == sum(here) else jumped
    return whole, own


@pytest.mark.parametrize("name", CALLS)
def test_callOfC_costsLittleMoreThanThatOfSwift(called, name):
    """Cycles of a Cortex-M0+ through the C function, against the Swift function that it calls, as docs/performance.md has them."""
    whole, own = costs(called, name)
    rows = re.findall(
        rf"^\| `{name}` \| ([\d,]+) \| ([\d,]+) \| ([\d.]+|–)( \*\*not reached\*\*)? \|",
        (ROOT / "docs/performance.md").read_text(),
        flags=re.M,
    )
    assert len(rows) == 1, (name, whole, own)
    told_whole, told_own, share, excuse = rows[0]
    assert abs(int(told_whole.replace(",", "")) - whole) <= max(5, whole // 100), (whole, own)
    assert abs(int(told_own.replace(",", "")) - own) <= 3, (whole, own)
    if CALLS[name][2] is None:
        assert own == whole and share == "–"
    else:
        found = 100 * own / (whole - own)
        assert abs(found - float(share)) < 0.3 and (found <= 3 or excuse), (whole, own)


# MARK: - What is written down

PARTS = {
    "COUNTS": 1,
    "SOLVE": 2,
    "DECLINATION": 4,
    "HEADING": 8,
    "RECORD": 16,
    "CALIBRATE": 32,
    "TRUE_NORTH": 64,
    "READ": 128,
    "MOTION": 256,
    "WORDS": 512,
    "ANGLE": 1024,
}


def test_parts_areAsLargeAsTheDocumentSays(unpacked, tmp_path):
    folder = unpacked("cortex-m0")

    def flash(parts):
        run(
            *gcc("cortex-m0"),
            "-Os",
            "-ffunction-sections",
            "-fdata-sections",
            *STRICT,
            f"-DPARTS={parts}",
            "-I",
            folder / "include",
            HERE / "parts.c",
            EXAMPLE / "startup.c",
            "-nostartfiles",
            "-T",
            EXAMPLE / "firmware.ld",
            "-Wl,--gc-sections",
            folder / "lib/libbinnacle.a",
            "-o",
            tmp_path / "parts.elf",
        )
        return sections(tmp_path / "parts.elf")[0]

    empty = flash(0)
    table = (ROOT / "docs/performance.md").read_text().split("## The library, part by part")[1].split("\n## ")[0]
    rows = re.findall(r"\| ((?:[A-Z_]+ ?)+) \|[^|]*\| ([\d,]+) \|", table.replace("`", ""))
    assert len(rows) >= 14
    for names, told in rows:
        found = flash(sum(PARTS[word] for word in names.split())) - empty
        assert found == pytest.approx(int(told.replace(",", "")), rel=0.02, abs=20), names


OBJECTS = ("compass", "calibration", "motion", "axis_check", "guide", "locator")


def test_sizes_ofTheStorage_areTheLeastOn32Bits(unpacked, tmp_path):
    """The header's sizes are checked on 64 bits by BinnacleCTests; here an image says that its values fit, too."""
    folder = unpacked("cortex-m0")
    assert shutil.which("arm-none-eabi-gcc")
    # `binnacle_..._init` compares the size that it was compiled for with the header's.
    (tmp_path / "image.ld").write_text(SCRIPT)
    run(
        *gcc("cortex-m0"),
        "-Os",
        "-nostdlib",
        "-I",
        folder / "include",
        HERE / "answers.c",
        HERE / "memory.c",
        "-T",
        tmp_path / "image.ld",
        "-Wl,--gc-sections,-u,answers",
        *(f"-Wl,-u,binnacle_{kind}_init" for kind in OBJECTS),
        folder / "lib/libbinnacle.a",
        "-lgcc",
        "-o",
        tmp_path / "image.elf",
    )
    core = Core(tmp_path / "image.elf", "cortex-m0", counting=False)
    header = library.HEADER.read_text()
    for kind in OBJECTS:
        size = int(re.search(rf"#define BINNACLE_{kind.upper()}_SIZE (\d+)", header).group(1))
        guard = b"\xa5" * 16
        assert core.call(f"binnacle_{kind}_init", (0x9_0000, size, 0), memory=((0x9_0000 + size, guard),))[0] == 0
        assert core.read(0x9_0000 + size, 16) == guard


def test_linesOfTheReadme_pointNorth(unpacked, tmp_path):
    """The six lines of README.md, in a program."""
    block = (
        (ROOT / "README.md").read_text().split("<!-- c: a compass without a calibration -->\n```c\n")[1].split("```")[0]
    )
    head, body = block.split("static binnacle_compass compass;\n")
    (tmp_path / "readme.c").write_text(
        f"""#include <stdio.h>
{head}static binnacle_compass compass;
static void show(uint32_t centidegrees) {{ printf("%u\\n", (unsigned)centidegrees); }}
int main(void) {{
  const int32_t force[3] = {{0, 0, -1000000}}, field[3] = {{20000, -5000, 40000}};
  uint64_t now = 0;
  uint32_t heading;
  {body}
  return 0;
}}
"""
    )
    folder = unpacked("linux-x86_64")
    run(
        "gcc",
        *STRICT,
        "-I",
        folder / "include",
        tmp_path / "readme.c",
        folder / "lib/libbinnacle.a",
        "-o",
        tmp_path / "readme",
    )
    # atan2(5, 20)
    assert run(tmp_path / "readme").strip() == "1404"
