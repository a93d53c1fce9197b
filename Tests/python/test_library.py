"""libbinnacle.a as C people get it: from its archive alone, on the host and on every core, with CMake and pkg-config.

`make test` runs the host and the Cortex-M0. BINNACLE_EFFORT=full (`make library-long`) runs every core, and builds twice."""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from bench.core import Core
from bench.cpu import CPUS
from bench.tools import ROOT, run

sys.path.insert(0, str(ROOT / "Boards/Library"))
import library  # noqa: E402

HERE = Path(__file__).parent / "library"
EXAMPLE = ROOT / "docs/examples/c-firmware"
STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
IS_LONG = os.environ.get("BINNACLE_EFFORT") == "full"
ON_CORES = ["cortex-m0", *(["cortex-m0plus", "cortex-m3", "cortex-m4", "cortex-m33", "rv32imc", "rv32imac"] if IS_LONG else [])]
long = pytest.mark.skipif(not IS_LONG, reason="make library-long")


@functools.cache
def archive(name):
    """The object's archive of a target, built."""
    return library.build(name, ROOT / ".build/library")


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
        yield " ".join(map(str, [
            *case["fieldQ8"], int(force is not None), *(force or [0, 0, 0]),
            1000 if case["headingDegrees"] is None else case["headingDegrees"], 1e-4 if case["inDomain"] else 1e-2]))


def output(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True, timeout=120, **options).stdout


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
        assert str(ROOT).encode() not in content and b"/opt/" not in content and b"@" not in (
            content if path.endswith((".pc", ".cmake")) else b""), path


@pytest.mark.parametrize("name", [*ON_CORES, "linux-x86_64"])
def test_object_showsItsFunctionsAndNeedsOnlyHelpers(name):
    found = library.symbols(archive(name))
    shown = {symbol for letter, symbol in found if letter.isupper() and letter != "U"}
    assert shown == set(library.functions()) and len(shown) == 40
    wanted = {symbol for letter, symbol in found if letter == "U"}
    assert all(library.HELPERS.fullmatch(symbol) for symbol in wanted), wanted
    # Memory functions and whole numbers; no floating point.
    assert not [symbol for symbol in wanted if re.search(r"_[fd](add|sub|mul|div|2|cmp)|[sd]f[23]?$", symbol)]
    if name != "linux-x86_64":
        assert "GOT" not in library.relocations(archive(name))
        assert "ELF32" in output("readelf", "-h", archive(name))


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
    run(*compiler, *STRICT, "-I", folder / "include", HERE / "vectors.c", "-x", "none", folder / "lib/libbinnacle.a", "-lm",
        "-o", tmp_path / "vectors")
    cases = list(vectors())
    assert len(cases) > 400
    assert output(tmp_path / "vectors", input="\n".join(cases)) == f"{len(cases)} cases, 0 wrong, version 0.1.0\n"


def test_badArguments_underSanitizers_giveCodes(unpacked, tmp_path):
    folder = unpacked("linux-x86_64")
    run("gcc", "-g", "-std=c99", *STRICT, "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-I", folder / "include",
        HERE / "bad.c", folder / "lib/libbinnacle.a", "-o", tmp_path / "bad")
    assert output(tmp_path / "bad") == "0 failures\n"


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
    other = subprocess.run(["cmake", "-S", tmp_path, "-B", tmp_path / "other", f"-DCMAKE_PREFIX_PATH={unpacked('linux-x86_64')}"],
                           capture_output=True, text=True)
    assert other.returncode != 0 and "0.1.0" in other.stderr


@pytest.mark.parametrize("name", ["linux-x86_64", "cortex-m0"])
def test_freshProject_findsTheLibraryByPkgConfig(unpacked, name, tmp_path):
    (tmp_path / "fresh.c").write_text(FRESH)
    environment = {**os.environ, "PKG_CONFIG_PATH": str(unpacked(name) / "lib/pkgconfig")}
    words = output("pkg-config", "--cflags", "--libs", "binnacle", env=environment).split()
    run(*gcc(name), *([] if name == "linux-x86_64" else ["--specs=nosys.specs"]), tmp_path / "fresh.c", *words, "-o", tmp_path / "fresh")
    if name == "linux-x86_64":
        output(tmp_path / "fresh")
    assert output("pkg-config", "--modversion", "binnacle", env=environment) == "0.1.0\n"


# MARK: - On cores

def example(folder, build, program="main", *options):
    """Builds the example with CMake; the path of the firmware."""
    output("cmake", "-S", EXAMPLE, "-B", build, f"-DEXAMPLE={program}", f"-DCMAKE_TOOLCHAIN_FILE={folder}/share/binnacle/toolchain.cmake",
           f"-DCMAKE_PREFIX_PATH={folder}", *options)
    output("cmake", "--build", build)
    return build / "firmware"


def started(machine, firmware):
    """What firmware says when it starts from flash alone: nothing is loaded into RAM."""
    done = subprocess.run(
        ["qemu-system-arm", "-M", machine, "-nographic", "-monitor", "none", "-serial", "none", "-semihosting",
         "-device", f"loader,file={firmware}.bin,addr=0"], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout + done.stderr


def sections(firmware):
    """Bytes of flash, and the names of the sections."""
    rows = [line.split() for line in output("arm-none-eabi-size", "-A", firmware).splitlines() if line.startswith(".")]
    flash = sum(int(row[1]) for row in rows if row[0] in (".vectors", ".text", ".rodata", ".data"))
    return flash, {row[0] for row in rows}


def test_example_onACortexM0_calibratesAndTellsItsHeading(unpacked, tmp_path):
    firmware = example(unpacked("cortex-m0"), tmp_path / "build")
    assert ".got" not in sections(firmware)[1]
    status, said = started("microbit", firmware)
    calibrated, heading = said.splitlines()
    # 30 degrees from magnetic north, and 3.6 of declination.
    assert status == 0 and calibrated == "calibrated" and abs(float(heading) - 33.6) < 1


def test_exampleInSwift_onACortexM0_calibratesAndTellsItsHeading():
    """Firmware outside of the checkout: SwiftPM builds it with `import Binnacle`."""
    scratch = ROOT / ".build/library/swift-firmware"
    libgcc = output("arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb", "-mfloat-abi=soft", "-print-libgcc-file-name").strip()
    words = ("-T", ROOT / "Boards/microbit/memory.ld", "-L", ROOT / "Sources/Chips/CStartup", libgcc)
    subprocess.run(
        ["swift", "build", "--triple", "armv6m-none-none-eabi", "--toolset", ROOT / "Boards/Toolsets/cortex-m0.json", "-c", "release",
         "--disable-build-manifest-caching", "--scratch-path", scratch, *(part for word in words for part in ("-Xlinker", str(word)))],
        cwd=ROOT / "docs/examples/swift-firmware", check=True, capture_output=True, timeout=300)
    done = subprocess.run(
        ["qemu-system-arm", "-M", "microbit", "-nographic", "-monitor", "none", "-serial", "none", "-semihosting", "-kernel",
         scratch / "armv6m-none-none-eabi/release/Firmware"], capture_output=True, text=True, timeout=120)
    calibrated, heading = (done.stdout + done.stderr).splitlines()
    assert done.returncode == 0 and calibrated == "calibrated" and abs(float(heading) - 33.6) < 1


def test_headingFromCounts_takesLittleFlash(unpacked, tmp_path):
    firmware = example(unpacked("cortex-m0"), tmp_path / "build", "counts")
    assert started("microbit", firmware) == (0, "008.5\n")
    assert sections(firmware)[0] <= 2200


@long
def test_firmwareWithHardFloat_linksAndRuns(unpacked, tmp_path):
    flags = "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -DHAS_FPU"
    firmware = example(unpacked("cortex-m4"), tmp_path / "build", "main", f"-DCMAKE_C_FLAGS={flags}")
    assert "vmul.f32" in output("arm-none-eabi-objdump", "-d", firmware)
    status, said = started("mps2-an386", firmware)
    assert status == 0 and abs(float(said.split()[1]) - 33.6) < 1


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
    run("gcc", "-O2", "-std=c99", *STRICT, "-I", host / "include", HERE / "answers.c", HERE / "print.c", host / "lib/libbinnacle.a",
        "-o", tmp_path / "answers")
    expected = int(output(tmp_path / "answers"))
    assert expected > 2
    (tmp_path / "image.ld").write_text(SCRIPT)
    folder = unpacked(name)
    options = [] if name.startswith("rv") else ["-nostartfiles"]
    run(*gcc(name), "-Os", "-std=c99", "-ffreestanding", *options, "-nostdlib", "-I", folder / "include", HERE / "answers.c",
        HERE / "memory.c", "-T", tmp_path / "image.ld", "-Wl,--gc-sections,-u,answers", folder / "lib/libbinnacle.a", "-lgcc",
        "-o", tmp_path / "image.elf")
    core = Core(tmp_path / "image.elf", CORE_OF.get(name, name), counting=False)
    assert core.call("answers", (1200,))[0] == expected


def test_callOfC_costsLittleMoreThanThatOfSwift(unpacked, tmp_path):
    """Cycles of a Cortex-M0+ through the C function, against the Swift function that it calls."""
    (tmp_path / "image.ld").write_text(SCRIPT)
    folder = unpacked("cortex-m0")
    run(*gcc("cortex-m0"), "-Os", "-nostdlib", "-I", folder / "include", HERE / "answers.c", HERE / "memory.c", "-T",
        tmp_path / "image.ld", "-Wl,--gc-sections,-u,answers,-u,binnacle_compass_heading", folder / "lib/libbinnacle.a", "-lgcc",
        "-o", tmp_path / "image.elf")
    core = Core(tmp_path / "image.elf", "cortex-m0")
    assert core.call("answers", (3,))[0] == 2
    compass, heading = core.symbols["compass"], 0x9_0000
    inner = [name for name in core.symbols if re.fullmatch(r"\$e8Binnacle7CompassV7heading\w+", name)]
    assert len(inner) == 1
    whole = core.call("binnacle_compass_heading", (compass, heading))[3]
    # Swift's methods take `self` in r10.
    core.machine.reg_write(core_self(), compass + 8)
    own = core.call(inner[0])[3]
    assert own > 500 and (whole - own) / own < 0.03, (whole, own)
    document = (ROOT / "docs/own-firmware.md").read_text()
    told = re.search(r"takes ([\d,]+) cycles more than the\s+Swift function, which takes ([\d,]+)", document)
    assert abs(int(told.group(1)) - (whole - own)) <= 5 and abs(int(told.group(2).replace(",", "")) - own) <= 50


def core_self():
    from unicorn import arm_const
    return arm_const.UC_ARM_REG_R10


# MARK: - What is written down

PARTS = {"COUNTS": 1, "SOLVE": 2, "DECLINATION": 4, "HEADING": 8, "RECORD": 16, "CALIBRATE": 32, "TRUE_NORTH": 64, "READ": 128,
         "MOTION": 256, "WORDS": 512}


def test_parts_areAsLargeAsTheDocumentSays(unpacked, tmp_path):
    folder = unpacked("cortex-m0")

    def flash(parts):
        run(*gcc("cortex-m0"), "-Os", "-ffunction-sections", "-fdata-sections", *STRICT, f"-DPARTS={parts}", "-I", folder / "include",
            HERE / "parts.c", EXAMPLE / "startup.c", "-nostartfiles", "-T", EXAMPLE / "firmware.ld", "-Wl,--gc-sections",
            folder / "lib/libbinnacle.a", "-o", tmp_path / "parts.elf")
        return sections(tmp_path / "parts.elf")[0]

    empty = flash(0)
    table = (ROOT / "docs/own-firmware.md").read_text().split("## What each part costs")[1].split("\n## ")[0]
    rows = re.findall(r"\| ((?:[A-Z_]+ ?)+) \|[^|]*\| ([\d,]+) \|", table.replace("`", ""))
    assert len(rows) >= 10
    for names, told in rows:
        found = flash(sum(PARTS[word] for word in names.split())) - empty
        assert found == pytest.approx(int(told.replace(",", "")), rel=0.02, abs=20), names


def test_sizes_ofTheStorage_areTheLeastOn32Bits(unpacked, tmp_path):
    """The header's sizes are checked on 64 bits by BinnacleCTests; here an image says that its values fit, too."""
    folder = unpacked("cortex-m0")
    assert shutil.which("arm-none-eabi-gcc")
    # `binnacle_..._init` compares the size that it was compiled for with the header's.
    (tmp_path / "image.ld").write_text(SCRIPT)
    run(*gcc("cortex-m0"), "-Os", "-nostdlib", "-I", folder / "include", HERE / "answers.c", HERE / "memory.c", "-T",
        tmp_path / "image.ld", "-Wl,--gc-sections,-u,answers", folder / "lib/libbinnacle.a", "-lgcc", "-o", tmp_path / "image.elf")
    core = Core(tmp_path / "image.elf", "cortex-m0", counting=False)
    header = library.HEADER.read_text()
    for kind in ("compass", "calibration", "motion"):
        size = int(re.search(rf"#define BINNACLE_{kind.upper()}_SIZE (\d+)", header).group(1))
        guard = b"\xa5" * 16
        assert core.call(f"binnacle_{kind}_init", (0x9_0000, size, 0), memory=((0x9_0000 + size, guard),))[0] == 0
        assert core.read(0x9_0000 + size, 16) == guard
